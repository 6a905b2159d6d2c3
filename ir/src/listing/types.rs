//! Types as authors write them.

use crate::{KindId, Program, Ty};

/// A type in words.
pub(crate) fn show_type(program: &Program, ty: &Ty) -> String {
    let kind = |id: &KindId| {
        let name = program.kinds.get(*id).and_then(|it| program.texts.get(it.name));
        name.cloned().unwrap_or_else(|| format!("kind {}", id.0))
    };
    let die = |id: &crate::DieId| {
        let name = program.dice.get(*id).and_then(|it| program.texts.get(it.name));
        name.cloned().unwrap_or_else(|| format!("die {}", id.0))
    };
    match ty {
        Ty::Bool => "bool".to_owned(),
        Ty::Int => "int".to_owned(),
        Ty::Ratio => "rational".to_owned(),
        Ty::Length => "length".to_owned(),
        Ty::Angle => "angle".to_owned(),
        Ty::Text => "text".to_owned(),
        Ty::Entity(id) | Ty::Member(id) => kind(id),
        Ty::Face(id) => format!("face of {}", die(id)),
        Ty::Optional(of) => format!("{}?", show_type(program, of)),
        Ty::List(of) => format!("list of {}", show_type(program, of)),
        Ty::Set(of) => format!("set of {}", show_type(program, of)),
        Ty::Pool(id) => format!("pool of {}", die(id)),
    }
}
