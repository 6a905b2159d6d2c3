//! Where the values of all entities begin: a list by number, and for each class of kinds the entities of it.

use serde::{Deserialize, Serialize};
use std::ops::Deref;
use warwright_ir::KindId;

/// Where an entity's values begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Head {
    /// Its kind.
    pub kind: KindId,
    /// The class of its kind: kinds of one class are the same entities.
    pub class: u32,
    /// Its first cell.
    pub cells: u32,
    /// Its first wide value.
    pub wides: u32,
}

/// The heads of all entities, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Head>", into = "Vec<Head>")]
pub struct Heads {
    all: Vec<Head>,
    /// Class by class, in their order.
    classes: Vec<(u32, Vec<i64>)>,
}

impl Heads {
    /// One more entity.
    pub(crate) fn push(&mut self, head: Head) {
        let entity = i64::try_from(self.all.len()).unwrap_or(i64::MAX);
        match self.find(head.class) {
            Ok(at) => {
                if let Some((_, of_class)) = self.classes.get_mut(at) {
                    of_class.push(entity);
                }
            }
            Err(at) => self.classes.insert(at, (head.class, vec![entity])),
        }
        self.all.push(head);
    }

    /// The entities of a class, in order of creation.
    pub(crate) fn of_class(&self, class: u32) -> &[i64] {
        let found = self.find(class).ok().and_then(|at| self.classes.get(at));
        found.map_or(&[], |(_, of_class)| of_class.as_slice())
    }

    fn find(&self, class: u32) -> Result<usize, usize> {
        self.classes.binary_search_by_key(&class, |(of, _)| *of)
    }
}

impl Deref for Heads {
    type Target = [Head];

    fn deref(&self) -> &[Head] {
        &self.all
    }
}

impl From<Vec<Head>> for Heads {
    fn from(all: Vec<Head>) -> Self {
        let mut heads = Self::default();
        all.into_iter().for_each(|head| heads.push(head));
        heads
    }
}

impl From<Heads> for Vec<Head> {
    fn from(heads: Heads) -> Self {
        heads.all
    }
}
