//! Values of the second opinion: numbers are fractions of any size, nothing is packed into cells.

use std::cmp::Ordering;
use warwright_compiler::typed::{Bounds, Type};
use warwright_ir::{NONE, Rounding};

/// Why something cannot be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A fault of the rules.
    Fault(&'static str),
    /// Dice or answers that do not fit what is asked.
    Script(String),
    /// What the second opinion does not know: windows with their actions.
    Unknown(&'static str),
}

/// What working something out gives.
pub type Result<T> = std::result::Result<T, Trouble>;

/// Whether a number, or one of several, lies outside a range.
pub fn outside(value: &Value, bounds: Bounds) -> bool {
    match value {
        Value::Cell(cell) => !bounds.covers(Bounds::exactly(*cell)),
        Value::Many(items) => items.iter().any(|item| outside(item, bounds)),
        _ => false,
    }
}

/// A fraction, reduced, with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    top: i128,
    bottom: i128,
}

impl Number {
    /// A whole number.
    pub fn whole(value: i64) -> Self {
        Self { top: value.into(), bottom: 1 }
    }

    /// A fraction.
    pub fn new(top: i128, bottom: i128) -> Result<Self> {
        if bottom == 0 {
            return Err(Trouble::Fault("division by zero"));
        }
        let (mut a, mut b) = (top.unsigned_abs(), bottom.unsigned_abs());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        let by = i128::try_from(a.max(1)).unwrap() * bottom.signum();
        Ok(Self { top: top / by, bottom: bottom / by })
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Result<Self> {
        Self::new(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)
    }

    /// The product.
    pub fn times(self, other: Self) -> Result<Self> {
        Self::new(self.top * other.top, self.bottom * other.bottom)
    }

    /// The quotient.
    pub fn over(self, other: Self) -> Result<Self> {
        Self::new(self.top * other.bottom, self.bottom * other.top)
    }

    /// The other sign.
    pub fn negated(self) -> Self {
        Self { top: -self.top, bottom: self.bottom }
    }

    /// Without its sign.
    pub fn size(self) -> Self {
        Self { top: self.top.abs(), bottom: self.bottom }
    }

    /// Whether it is whole.
    pub fn is_whole(self) -> bool {
        self.bottom == 1
    }

    /// Made whole.
    pub fn rounded(self, how: Rounding) -> Self {
        let floor = self.top.div_euclid(self.bottom);
        let rest = self.top.rem_euclid(self.bottom);
        let up = match how {
            Rounding::Floor => false,
            Rounding::Ceil => rest > 0,
            Rounding::Nearest => match (2 * rest).cmp(&self.bottom) {
                Ordering::Less => false,
                Ordering::Greater => true,
                Ordering::Equal => self.top > 0,
            },
        };
        Self { top: floor + i128::from(up), bottom: 1 }
    }

    /// Made whole, halves to the even one: measures.
    pub fn to_grid(self) -> Self {
        let floor = self.top.div_euclid(self.bottom);
        let twice = 2 * self.top.rem_euclid(self.bottom);
        let up = twice > self.bottom || (twice == self.bottom && floor % 2 != 0);
        Self { top: floor + i128::from(up), bottom: 1 }
    }

    /// As a value of a type: a fraction where the type is one.
    pub fn to_value(self, ty: &Type) -> Result<Value> {
        if matches!(plain(ty), Type::Ratio) {
            return Ok(Value::Ratio(self.top, self.bottom));
        }
        match i64::try_from(self.top) {
            Ok(top) if self.bottom == 1 => Ok(Value::Cell(top)),
            _ => Err(Trouble::Fault("not whole, or too large")),
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.bottom {
            1 => write!(f, "{}", self.top),
            bottom => write!(f, "{}/{bottom}", self.top),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.top * other.bottom).cmp(&(other.top * self.bottom))
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// None.
    None,
    /// A whole number, a measure, a truth, a thing, a member, a face.
    Cell(i64),
    /// A fraction.
    Ratio(i128, i128),
    /// Words.
    Text(String),
    /// A list, or a set in order without repeats.
    Many(Vec<Value>),
    /// Dice: how many show each face.
    Pool(Vec<i64>),
    /// The fields of a record.
    Record(Vec<Value>),
}

impl Value {
    /// Yes or no.
    pub fn truth(holds: bool) -> Self {
        Self::Cell(i64::from(holds))
    }

    /// Whether it is yes.
    pub fn holds(&self) -> bool {
        *self == Self::Cell(1)
    }

    /// The number of a thing, member, face or the whole number itself.
    pub fn cell(&self) -> Result<i64> {
        match self {
            Self::Cell(cell) => Ok(*cell),
            _ => Err(Trouble::Fault("nothing there")),
        }
    }

    /// As a number.
    pub fn number(&self) -> Result<Number> {
        match self {
            Self::Cell(cell) => Ok(Number::whole(*cell)),
            Self::Ratio(top, bottom) => Number::new(*top, *bottom),
            _ => Err(Trouble::Fault("nothing there")),
        }
    }

    /// The items of a list or set; of dice the face of each die.
    pub fn items(&self) -> Result<Vec<Value>> {
        match self {
            Self::Many(items) => Ok(items.clone()),
            Self::Pool(counts) => Ok((0i64..)
                .zip(counts)
                .flat_map(|(face, count)| {
                    std::iter::repeat_n(Self::Cell(face), usize::try_from(*count).unwrap_or(0))
                })
                .collect()),
            _ => Err(Trouble::Fault("nothing there")),
        }
    }

    /// A list, or where the type is a set one in order without repeats.
    pub fn many(ty: &Type, mut items: Vec<Value>) -> Self {
        if matches!(ty, Type::Set(_)) {
            items.sort();
            items.dedup();
        }
        Self::Many(items)
    }

    /// The value in a cell of the program.
    pub fn of_cell(ty: &Type, cell: i64) -> Self {
        match plain(ty) {
            _ if cell == NONE => Self::None,
            Type::Ratio => Self::Ratio(i128::from(cell >> 32), i128::from(cell & 0xffff_ffff)),
            _ => Self::Cell(cell),
        }
    }

    /// The cells of the program for it; nothing for words.
    pub fn cells(&self) -> Option<Vec<i64>> {
        Some(match self {
            Self::None => vec![NONE],
            Self::Cell(cell) => vec![*cell],
            Self::Ratio(top, bottom) => {
                vec![i64::try_from((top << 32) | bottom).ok()?]
            }
            Self::Text(_) => return None,
            Self::Many(items) | Self::Record(items) => {
                let all = items.iter().map(Self::cells).collect::<Option<Vec<_>>>()?;
                all.concat()
            }
            Self::Pool(counts) => counts.clone(),
        })
    }
}

/// The type without its option.
pub fn plain(ty: &Type) -> &Type {
    match ty {
        Type::Optional(inner) => inner,
        other => other,
    }
}
