//! Figures: what entities say of their profiles, taken out of the content so that each is dropped once it has been read.

use crate::provenance::EntityId;
use rustc_hash::FxHashMap;
use warwright_grammar::source::Span;

use super::{Content, Given};

/// What every entity says of its profiles. Of a large army this is most of what inheritance gives, and it is read only once.
#[derive(Debug)]
pub struct Figures {
    said: Vec<Vec<Option<Given>>>,
    /// Histories of figures that were inherited or changed.
    histories: FxHashMap<(EntityId, usize), Vec<(String, Span)>>,
}

impl<'t> Content<'t> {
    /// Takes the figures of all entities out of the content.
    pub fn take_figures(&mut self) -> Figures {
        let mut histories = FxHashMap::default();
        for (id, entity) in self.all() {
            let heir = entity.parent.is_some() || entity.base.is_some();
            for (profile, given) in entity.fields.iter().enumerate() {
                if given.as_ref().is_some_and(|given| heir || given.history.is_some()) {
                    histories.insert((id, profile), self.field_history(id, profile));
                }
            }
        }
        let said = self.entities.iter_mut().map(|entity| std::mem::take(&mut entity.fields));
        Figures { said: said.collect(), histories }
    }
}

impl Figures {
    /// What an entity says, one for each profile of its kind; nothing the second time.
    pub fn take(&mut self, id: EntityId) -> Vec<Option<Given>> {
        self.said.get_mut(id.0 as usize).map(std::mem::take).unwrap_or_default()
    }

    /// The history of an inherited or changed figure, in words with places, oldest first; none of one that was only declared.
    pub fn history(&mut self, id: EntityId, profile: usize) -> Option<Vec<(String, Span)>> {
        self.histories.remove(&(id, profile))
    }
}
