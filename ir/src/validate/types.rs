//! Which values of one type may stand where another is asked for, and which cells a type has.

use crate::{KindBase, KindId, MAX_DICE, NONE, Param, Program, Slot, Ty, Value};

/// Whether a value of type `from` may stand where `to` is asked for: the same type, one that may be none for one that
/// never is, a list for a set.
pub(super) fn fits(program: &Program, from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (Ty::Optional(from), Ty::Optional(to)) => fits(program, from, to),
        (from, Ty::Optional(to)) => fits(program, from, to),
        (Ty::Entity(from), Ty::Entity(to)) => {
            from == to || (seats(program, *from) && seats(program, *to))
        }
        (Ty::Set(from), Ty::Set(to)) | (Ty::List(from) | Ty::Set(from), Ty::List(to)) => {
            fits(program, from, to)
        }
        (from, to) => from == to,
    }
}

/// Whether values of two types can be compared.
pub(super) fn comparable(program: &Program, left: &Ty, right: &Ty) -> bool {
    fits(program, left, right) || fits(program, right, left)
}

/// Whether the kind is of players or sides, which are one for now.
pub(super) fn seats(program: &Program, kind: KindId) -> bool {
    program.kinds.get(kind).is_some_and(|it| matches!(it.base, KindBase::Player | KindBase::Side))
}

/// Whether values of the type are players.
pub(super) fn is_player(program: &Program, ty: &Ty) -> bool {
    matches!(ty, Ty::Entity(kind) if seats(program, *kind))
}

/// The type without its "or none".
pub(super) fn some(ty: &Ty) -> &Ty {
    match ty {
        Ty::Optional(of) => of,
        ty => ty,
    }
}

/// The kind of an entity or member, which may be none.
pub(super) fn kind_of(ty: &Ty) -> Option<KindId> {
    match some(ty) {
        Ty::Entity(kind) | Ty::Member(kind) => Some(*kind),
        _ => None,
    }
}

/// Whether cells of the type are added and taken away as they are: counts and measures.
pub(super) fn is_additive(ty: &Ty) -> bool {
    matches!(ty, Ty::Int | Ty::Length | Ty::Angle)
}

/// Whether the type is a length or an angle.
pub(super) fn is_measure(ty: &Ty) -> bool {
    matches!(ty, Ty::Length | Ty::Angle)
}

/// Whether a slot is of the shape that values of the type need.
pub(super) fn slot_fits(slot: Slot, ty: &Ty) -> bool {
    match slot {
        Slot::Scalar(_) => !ty.is_wide(),
        Slot::Wide(_) => ty.is_wide(),
    }
}

/// Whether parameters stand in the first slots, in order.
pub(super) fn stand_first(params: &[Param]) -> bool {
    let (mut scalars, mut wides) = (0_u16, 0_u16);
    params.iter().all(|param| {
        if param.ty.is_wide() {
            wides += 1;
            param.slot == Slot::Wide(wides - 1)
        } else {
            scalars += 1;
            param.slot == Slot::Scalar(scalars - 1)
        }
    })
}

/// What is wrong with a cell as a scalar of the type, if anything is.
pub(super) fn bad_cell(program: &Program, ty: &Ty, cell: i64) -> Option<String> {
    let below = |size: usize, what: &str| {
        let inside = usize::try_from(cell).is_ok_and(|cell| cell < size);
        (!inside).then(|| format!("{cell} is no {what}; there are {size}"))
    };
    match ty {
        Ty::Optional(_) if cell == NONE => None,
        Ty::Optional(of) => bad_cell(program, of, cell),
        Ty::Bool => (!(0..=1).contains(&cell)).then(|| format!("{cell} is neither true nor false")),
        Ty::Ratio => bad_ratio(cell),
        Ty::Text => below(program.texts.len(), "text"),
        Ty::Member(kind) => {
            below(program.kinds.get(*kind).map_or(0, |it| it.entries.len()), "member")
        }
        Ty::Face(die) => below(program.dice.get(*die).map_or(0, |it| it.faces.len()), "face"),
        Ty::Int | Ty::Length | Ty::Angle if cell == NONE => {
            Some("the cell of none stands for a number".to_owned())
        }
        Ty::Int | Ty::Length | Ty::Angle | Ty::Entity(_) => None,
        _ => Some("one cell stands for a list".to_owned()),
    }
}

fn bad_ratio(cell: i64) -> Option<String> {
    let (numerator, denominator) = ((cell >> 32).unsigned_abs(), cell & 0xffff_ffff);
    let (mut left, mut right) = (numerator, denominator.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    let reduced = denominator > 0 && left == 1;
    (!reduced).then(|| format!("{}/{denominator} is no reduced fraction", cell >> 32))
}

/// What is wrong with cells as a wide value of the type, if anything is.
pub(super) fn bad_cells(program: &Program, ty: &Ty, cells: &[i64]) -> Option<String> {
    match ty {
        Ty::Optional(_) if cells.is_empty() => None,
        Ty::Optional(of) => bad_cells(program, of, cells),
        Ty::Footprint => {
            let sized = matches!(cells, [width, depth, ahead, left] if *width > 0 && *depth > 0
                && (0..=width.saturating_mul(2)).contains(left)
                && (0..=depth.saturating_mul(2)).contains(ahead));
            (!sized)
                .then(|| "a footprint has a width and a depth above 0 about its place".to_owned())
        }
        Ty::Point | Ty::Place | Ty::Edge => {
            let wanted = ty.cells().unwrap_or(1);
            (cells.len() != wanted)
                .then(|| format!("{} cells stand for a value of {wanted}", cells.len()))
        }
        // Regions, moves and plans are looked at by who reads them; one without cells is nothing.
        Ty::Region | Ty::Route | Ty::Plan => None,
        Ty::List(of) if of.is_wide() => {
            let each = of.cells().unwrap_or(1);
            (!cells.len().is_multiple_of(each))
                .then(|| format!("{} cells are no list of values of {each}", cells.len()))
        }
        Ty::List(of) => cells.iter().find_map(|cell| bad_cell(program, of, *cell)),
        Ty::Set(of) => {
            let rising = cells.iter().zip(cells.iter().skip(1)).all(|(one, next)| one < next);
            let bad = cells.iter().find_map(|cell| bad_cell(program, of, *cell));
            bad.or_else(|| (!rising).then(|| "the items of a set do not rise".to_owned()))
        }
        Ty::Pool(die) => {
            let faces = program.dice.get(*die).map_or(0, |it| it.faces.len());
            if cells.len() != faces {
                return Some(format!(
                    "a pool of {} counts for a die of {faces} faces",
                    cells.len()
                ));
            }
            let all = cells.iter().fold(0, |sum: i64, count| sum.saturating_add(*count));
            let held = cells.iter().all(|count| *count >= 0) && all <= MAX_DICE;
            (!held).then(|| format!("a pool counts less than no dice, or more than {MAX_DICE}"))
        }
        _ => Some("a list stands for one cell".to_owned()),
    }
}

/// What is wrong with a printed value of the type, if anything is.
pub(super) fn bad_value(program: &Program, ty: &Ty, value: &Value) -> Option<String> {
    match value {
        Value::Scalar(cell) => bad_cell(program, ty, *cell),
        Value::Wide(cells) => bad_cells(program, ty, cells),
    }
}
