//! Types as authors write them, and values of each type.

use super::{Lister, quoted};
use crate::{KindId, NONE, Program, Ty, Value};

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
        Ty::Point => "point".to_owned(),
        Ty::Place => "place".to_owned(),
        Ty::Edge => "edge".to_owned(),
        Ty::Region => "region".to_owned(),
        Ty::Route => "route".to_owned(),
        Ty::Plan => "plan".to_owned(),
        Ty::Footprint => "footprint".to_owned(),
        Ty::Optional(of) => format!("{}?", show_type(program, of)),
        Ty::List(of) => format!("list of {}", show_type(program, of)),
        Ty::Set(of) => format!("set of {}", show_type(program, of)),
        Ty::Pool(id) => format!("pool of {}", die(id)),
    }
}

impl Lister<'_> {
    /// A cell as a value of its type.
    pub(super) fn cell(&self, ty: &Ty, cell: i64) -> String {
        let program = self.program;
        let number = || format!("#{cell}");
        match ty {
            Ty::Optional(_) if cell == NONE => "none".to_owned(),
            Ty::Optional(of) => self.cell(of, cell),
            Ty::Bool if cell == 0 => "false".to_owned(),
            Ty::Bool if cell == 1 => "true".to_owned(),
            Ty::Int => cell.to_string(),
            Ty::Ratio => format!("{}/{}", cell >> 32, cell & 0xffff_ffff),
            Ty::Length => format!("{cell} um"),
            Ty::Angle => format!("{cell} udeg"),
            Ty::Text => {
                let text =
                    u32::try_from(cell).ok().and_then(|it| program.texts.get(crate::TextId(it)));
                text.map_or_else(number, |text| format!("{text:?}"))
            }
            Ty::Member(kind) => {
                let members = program.kinds.get(*kind).map(|it| &it.entries);
                let position = usize::try_from(cell).ok();
                let member = members.zip(position).and_then(|(all, position)| all.get(position));
                let entry = member.and_then(|it| program.entries.get(*it));
                entry.map_or_else(number, |it| quoted(self.text(it.name)))
            }
            Ty::Face(die) => {
                let faces = program.dice.get(*die).map(|it| &it.faces);
                let position = usize::try_from(cell).ok();
                let face = faces.zip(position).and_then(|(all, position)| all.get(position));
                face.map_or_else(number, |it| quoted(self.text(it.name)))
            }
            _ => number(),
        }
    }

    /// Cells as a wide value of its type.
    pub(super) fn cells(&self, ty: &Ty, cells: &[i64]) -> String {
        let items: Vec<String> = match ty {
            Ty::List(of) | Ty::Set(of) if !of.is_wide() => {
                cells.iter().map(|cell| self.cell(of, *cell)).collect()
            }
            _ => cells.iter().map(ToString::to_string).collect(),
        };
        format!("[{}]", items.join(", "))
    }

    /// A printed value.
    pub(super) fn value(&self, ty: &Ty, value: &Value) -> String {
        match value {
            Value::Scalar(cell) => self.cell(ty, *cell),
            Value::Wide(cells) => self.cells(ty, cells),
        }
    }
}
