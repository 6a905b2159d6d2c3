//! Options as they are declared: each is bought once by itself, so that what is wrong with it is said before anybody buys it.

use super::super::Tried;
use super::Expand;
use crate::like::Wish;
use crate::provenance::EntityId;

impl Expand<'_, '_> {
    /// Buys every option once, for the entry that declares it.
    pub(super) fn options(&mut self) {
        let mut wanted = Vec::new();
        for (base, entity) in self.content.all().filter(|(_, it)| it.base.is_none()) {
            let own = entity.options.iter().filter(|option| option.owner == base);
            wanted.extend(own.map(|option| (base, option.clone())));
        }
        for (base, option) in wanted {
            let (name, span) = (&option.declaration.name, option.declaration.span);
            let wish = Wish {
                base,
                options: vec![(option.clone(), 1)],
                items: Vec::new(),
                figures: None,
                span,
            };
            let entity: EntityId = self.content.variant(&wish, self.sources, self.sink);
            self.out.options.push(Tried { base, entity, name });
        }
    }
}
