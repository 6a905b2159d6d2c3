//! What typed things are called in the author's words: takes ids and types, gives names.

use super::{Type, Typed};
use std::borrow::Cow;
use warwright_ir as ir;

/// A name as words of texts are held against it: in small letters, which most names are written in.
#[must_use]
pub fn in_small_letters(name: &str) -> Cow<'_, str> {
    match name.chars().any(char::is_uppercase) {
        true => Cow::Owned(name.to_lowercase()),
        false => Cow::Borrowed(name),
    }
}

impl Typed {
    /// The words by which texts call what has a name, besides that name.
    #[must_use]
    pub fn words_for(&self, name: &str) -> &[String] {
        self.called.get(&*in_small_letters(name)).map_or(&[], |def| &def.words)
    }

    /// The words by which texts call the contrary of what has a name.
    #[must_use]
    pub fn words_against(&self, name: &str) -> &[String] {
        self.called.get(&name.to_lowercase()).map_or(&[], |def| &def.contrary)
    }

    /// The name of a kind.
    #[must_use]
    pub fn kind_name(&self, kind: ir::KindId) -> &str {
        self.kinds.get(kind).map_or("thing", |def| def.name.as_str())
    }

    /// Whether a type is that of players.
    #[must_use]
    pub fn is_player(&self, ty: &Type) -> bool {
        let Type::Entity(kind) = ty else { return false };
        self.kinds.get(*kind).is_some_and(|def| def.base == ir::KindBase::Player)
    }

    /// A type in the author's words.
    #[must_use]
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "bool".to_owned(),
            Type::Int { .. } => "int".to_owned(),
            Type::Ratio => "rational".to_owned(),
            Type::Length => "length".to_owned(),
            Type::Angle => "angle".to_owned(),
            Type::Text => "text".to_owned(),
            Type::Entity(kind) | Type::Member(kind) => self.kind_name(*kind).to_owned(),
            Type::Face(die) => format!("face of {}", self.die_name(*die)),
            Type::Record(id) => {
                self.records.get(*id).map_or("record", |def| def.name.as_str()).to_owned()
            }
            Type::Space(space) => space.name().to_owned(),
            Type::Optional(of) => format!("{}?", self.type_name(of)),
            Type::List(of) => format!("list of {}", self.type_name(of)),
            Type::Set(of) => format!("set of {}", self.type_name(of)),
            Type::Pool(die) => format!("pool of {}", self.die_name(*die)),
            Type::Nothing => "none".to_owned(),
            Type::Error => "?".to_owned(),
        }
    }

    fn die_name(&self, die: ir::DieId) -> &str {
        self.dice.get(die).map_or("dice", |def| def.name.as_str())
    }
}
