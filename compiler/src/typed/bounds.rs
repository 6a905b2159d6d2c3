//! Ranges of whole numbers: interval arithmetic, and the range of an expression as its parts allow it.

use super::{Arithmetic, Expr, ExprKind, Question, Type, Typed};

/// The range of a whole number: an end that is absent is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The lower end.
    pub least: Option<i64>,
    /// The upper end.
    pub most: Option<i64>,
}

impl Bounds {
    /// Any number.
    pub const OPEN: Self = Self { least: None, most: None };
    /// A number that counts something.
    pub const COUNT: Self = Self { least: Some(0), most: None };

    /// One number.
    #[must_use]
    pub const fn exactly(number: i64) -> Self {
        Self { least: Some(number), most: Some(number) }
    }
    /// Whether it has no end.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.least.is_none() && self.most.is_none()
    }
    /// Whether all of another range lies within.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        self.least.is_none_or(|least| other.least.is_some_and(|it| it >= least))
            && self.most.is_none_or(|most| other.most.is_some_and(|it| it <= most))
    }
    /// Whether nothing of another range lies within.
    #[must_use]
    pub fn is_apart(self, other: Self) -> bool {
        let below = |low: Self, high: Self| low.most.zip(high.least).is_some_and(|(a, b)| a < b);
        below(self, other) || below(other, self)
    }
    /// All that is in one or the other, and what lies between.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self {
            least: self.least.zip(other.least).map(|(one, other)| one.min(other)),
            most: self.most.zip(other.most).map(|(one, other)| one.max(other)),
        }
    }
    /// What is in both; where nothing is, what the other says.
    #[must_use]
    pub fn narrowed(self, other: Self) -> Self {
        if self.is_apart(other) {
            return other;
        }
        Self {
            least: self.least.max(other.least),
            most: self.most.into_iter().chain(other.most).min(),
        }
    }
    /// The range of `-x`.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            least: self.most.and_then(i64::checked_neg),
            most: self.least.and_then(i64::checked_neg),
        }
    }
    /// The range of a calculation; of a fraction the whole numbers between which it lies.
    #[must_use]
    pub fn calculated(how: Arithmetic, left: Self, right: Self) -> Self {
        let both = |one: Option<i64>, other: Option<i64>, work: fn(i64, i64) -> Option<i64>| {
            one.zip(other).and_then(|(one, other)| work(one, other))
        };
        match how {
            Arithmetic::Add => Self {
                least: both(left.least, right.least, i64::checked_add),
                most: both(left.most, right.most, i64::checked_add),
            },
            Arithmetic::Sub => Self::calculated(Arithmetic::Add, left, right.negated()),
            // What is not less than one side that has an end is not less than that end.
            Arithmetic::Min => Self {
                least: left.least.zip(right.least).map(|(one, other)| one.min(other)),
                most: left.most.into_iter().chain(right.most).min(),
            },
            Arithmetic::Max => Self {
                least: left.least.into_iter().chain(right.least).max(),
                most: left.most.zip(right.most).map(|(one, other)| one.max(other)),
            },
            Arithmetic::Mul => Self::product(left, right),
            Arithmetic::Div => Self::quotient(left, right),
            Arithmetic::Rem => match right.least {
                Some(1..) => Self {
                    least: Some(0),
                    most: (right.most.map(|most| most - 1).into_iter())
                        .chain(left.most.filter(|_| left.least >= Some(0)))
                        .min(),
                },
                _ => Self::OPEN,
            },
        }
    }

    fn product(left: Self, right: Self) -> Self {
        if let (Some(a), Some(b), Some(c), Some(d)) =
            (left.least, left.most, right.least, right.most)
        {
            let corners = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.checked_mul(y));
            let corners: Option<Vec<i64>> = corners.into_iter().collect();
            return corners.map_or(Self::OPEN, |all| Self {
                least: all.iter().min().copied(),
                most: all.iter().max().copied(),
            });
        }
        match (left.least, right.least) {
            (Some(a @ 0..), Some(b @ 0..)) => Self { least: a.checked_mul(b), most: None },
            _ => Self::OPEN,
        }
    }

    /// By what is above nothing.
    fn quotient(left: Self, right: Self) -> Self {
        let Some(divisor @ 1..) = right.least else { return Self::OPEN };
        let nearer = |end: i64, up: bool| {
            // Towards nothing the divisor is as large as can be, away from it as small.
            let by = if (end < 0) == up { right.most } else { Some(divisor) };
            match by {
                Some(by) => end.div_euclid(by) + i64::from(up && end.rem_euclid(by) != 0),
                None => {
                    if up {
                        i64::from(end > 0)
                    } else {
                        -i64::from(end < 0)
                    }
                }
            }
        };
        Self {
            least: left.least.map(|end| nearer(end, false)),
            most: left.most.map(|end| nearer(end, true)),
        }
    }

    /// In words.
    #[must_use]
    pub fn words(self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => least.to_string(),
            (Some(least), Some(most)) => format!("{least} to {most}"),
            (Some(least), None) => format!("{least} or more"),
            (None, Some(most)) => format!("{most} or less"),
            (None, None) => "any number".to_owned(),
        }
    }
}

impl Type {
    /// A whole number in a range; an end that is absent is open.
    #[must_use]
    pub fn int(least: Option<i64>, most: Option<i64>) -> Self {
        Self::within(Bounds { least, most })
    }

    /// A whole number in a range.
    #[must_use]
    pub fn within(bounds: Bounds) -> Self {
        Self::Int((!bounds.is_open()).then(|| Box::new(bounds)))
    }

    /// The range of a whole number, perhaps one that may be none; open for every other type.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        match self {
            Self::Int(Some(bounds)) => **bounds,
            Self::Optional(of) => of.bounds(),
            _ => Bounds::OPEN,
        }
    }

    /// The range of the numbers that it holds, one or several.
    #[must_use]
    pub fn range(&self) -> Bounds {
        match self {
            Self::List(item) | Self::Set(item) => item.bounds(),
            one => one.bounds(),
        }
    }

    /// The type without its range.
    #[must_use]
    pub fn unranged(&self) -> Self {
        match self {
            Self::Int(Some(_)) => Self::Int(None),
            Self::Optional(of) => Self::Optional(Box::new(of.unranged())),
            Self::List(item) => Self::List(Box::new(item.unranged())),
            Self::Set(item) => Self::Set(Box::new(item.unranged())),
            other => other.clone(),
        }
    }
}

/// Whether a value is `min(0, ..)` and nothing more: `max` was meant, and nothing is said of all that hangs on it.
#[must_use]
pub fn is_turned_round(value: &Expr) -> bool {
    let ExprKind::Arithmetic { how: Arithmetic::Min, left, right } = &value.kind else {
        return false;
    };
    [left, right].iter().any(|it| matches!(it.kind, ExprKind::Cell(0)))
}

impl Typed {
    /// The range of a whole number, of a fraction the whole numbers between which it lies, of several the range of each:
    /// what its type and its parts say of it. What may be none counts where it is there.
    #[must_use]
    pub fn range(&self, expr: &Expr) -> Bounds {
        self.range_with(expr, &mut |_| Bounds::OPEN)
    }

    /// Works out the range of each number that a define or derived fact gives, when all of them have their values. Those that
    /// hang on others know more with each round.
    pub fn settle_ranges(&mut self) {
        /// So many define one another at most for the range of the first to count in that of the last.
        const ROUNDS: usize = 4;
        for _ in 0..ROUNDS {
            let known = |body: &Expr| match is_turned_round(body) {
                true => Bounds::OPEN,
                false => self.range(body),
            };
            let ranges: Vec<Bounds> = self.functions.values().map(|def| known(&def.body)).collect();
            for (def, range) in self.functions.values_mut().zip(ranges) {
                def.range = range;
            }
        }
    }

    /// Likewise where more is known of some parts.
    pub fn range_with(&self, expr: &Expr, known: &mut dyn FnMut(&Expr) -> Bounds) -> Bounds {
        let declared = expr.ty.range().narrowed(known(expr));
        let of_parts = self.range_of_parts(expr, known);
        declared.narrowed(of_parts)
    }

    fn range_of_parts(&self, expr: &Expr, known: &mut dyn FnMut(&Expr) -> Bounds) -> Bounds {
        match &expr.kind {
            ExprKind::Cell(cell) if matches!(expr.ty, Type::Int(_)) => Bounds::exactly(*cell),
            ExprKind::Fraction(top, bottom) if *bottom > 0 => {
                Bounds::calculated(Arithmetic::Div, Bounds::exactly(*top), Bounds::exactly(*bottom))
            }
            ExprKind::Arithmetic { how, left, right } => {
                let (left, right) = (self.range_with(left, known), self.range_with(right, known));
                Bounds::calculated(*how, left, right)
            }
            ExprKind::Negate(of) => self.range_with(of, known).negated(),
            ExprKind::ToRatio(of)
            | ExprKind::Round { of, .. }
            | ExprKind::AsOf { of, .. }
            | ExprKind::Supposing { of, .. }
            | ExprKind::Filter { of, .. }
            | ExprKind::First(of)
            | ExprKind::Without(of, _)
            | ExprKind::Let { body: of, .. } => self.range_with(of, known),
            ExprKind::Within { of, bounds } => bounds.narrowed(self.range_with(of, known)),
            ExprKind::FaceValue(of) => self.range_of_faces(&of.ty),
            ExprKind::Size(_)
            | ExprKind::HeldCount { .. }
            | ExprKind::Quantified { how: Question::Count, .. } => Bounds::COUNT,
            ExprKind::Quantified { how: Question::Sum, value: Some(value), .. } => {
                match self.range_with(value, known).least {
                    Some(0..) => Bounds::COUNT,
                    _ => Bounds::OPEN,
                }
            }
            ExprKind::Quantified {
                how: Question::LeastValue | Question::MostValue,
                value: Some(value),
                ..
            }
            | ExprKind::Map { value, .. } => self.range_with(value, known),
            ExprKind::If { then: one, other, .. }
            | ExprKind::Otherwise(one, other)
            | ExprKind::Union(one, other) => {
                self.range_with(one, known).joined(self.range_with(other, known))
            }
            ExprKind::Match { arms, .. } => {
                self.range_of_all(arms.iter().map(|(_, arm)| arm), known)
            }
            ExprKind::Items(items) => self.range_of_all(items, known),
            ExprKind::Call { function, .. } => {
                self.functions.get(*function).map_or(Bounds::OPEN, |def| def.range)
            }
            ExprKind::Table { table, .. } if matches!(expr.ty, Type::Int(_)) => {
                let cells = || self.tables.get(*table).into_iter().flat_map(|def| &def.rows);
                let cells = || cells().map(|row| row.value);
                Bounds { least: cells().min(), most: cells().max() }
            }
            ExprKind::Range { low, high } => Bounds {
                least: self.range_with(low, known).least,
                most: self.range_with(high, known).most,
            },
            _ => Bounds::OPEN,
        }
    }

    fn range_of_all<'e>(
        &self,
        all: impl IntoIterator<Item = &'e Expr>,
        known: &mut dyn FnMut(&Expr) -> Bounds,
    ) -> Bounds {
        let mut found: Option<Bounds> = None;
        for one in all {
            let range = self.range_with(one, known);
            found = Some(found.map_or(range, |found| found.joined(range)));
        }
        found.unwrap_or(Bounds::OPEN)
    }

    /// The numbers on a die.
    fn range_of_faces(&self, face: &Type) -> Bounds {
        let Type::Face(die) = face else { return Bounds::OPEN };
        let faces = self.dice.get(*die).map_or(&[][..], |die| &die.faces);
        let numbers = || faces.iter().filter_map(|(_, number, _)| *number);
        Bounds { least: numbers().min(), most: numbers().max() }
    }
}
