//! What a table of forms is made of: each expression, act and part of one is a row that says its name, what it is in one line,
//! its operands with what is asked of each, its text in listings, and facts.
//!
//! The tables are [`crate::Expr`], [`crate::Act`] and the enums and records in them, each declared with `forms!`. From the
//! rows follow the type itself, the walk over operands, the validator, the listing and the facts that optimisers ask for.

mod declared;
mod table;

pub(crate) use table::{facts, forms, operand_sign, wanted};

use crate::{BodyId, ExprId, Part, Past, Slot, Supposition, Template, Wanted};
pub use declared::{About, Declared};

/// What is asked of an operand, or what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Nothing that the row could say.
    Any,
    /// A yes or no.
    Bool,
    /// A whole number.
    Int,
    /// A fraction.
    Ratio,
    /// A length.
    Length,
    /// A count or a measure.
    Additive,
    /// A length or an angle.
    Measure,
    /// A scalar that its cell orders.
    Ordered,
    /// A face of a die that has numbers only.
    NumberedFace,
    /// What operations on the board take.
    Space(Wanted),
    /// One value, and no list, set or pool.
    One,
    /// One cell.
    Scalar,
    /// A list, set or pool.
    Wide,
    /// An entity or a member of a closed kind.
    Thing,
    /// A player, or nobody.
    Player,
    /// A player who is asked to choose, or nobody.
    Chooser,
    /// A player or several.
    Players,
    /// Of the kind that the declared thing of the row is of.
    Bearer,
    /// Of the type of the declared thing of the row.
    Value,
    /// One for each part of the declared thing of the row, of its type.
    Args,
    /// The same, or nothing.
    ArgsOrNone,
    /// An entity that the tie of the row joins.
    End,
    /// Of the type of another operand.
    Same(&'static str),
    /// Comparable with another operand.
    Like(&'static str),
    /// Comparable with the items of another operand.
    ItemOf(&'static str),
    /// A difference of values of another operand.
    Apart(&'static str),
    /// The position of a part of the declared thing of the row.
    Position,
    /// The position of the act that comes next.
    Jump,
    /// The position of a ruling.
    Ruling,
    /// A yes or no that the listing shows in these words.
    Words(&'static str, &'static str),
    /// A local that is set for other operands.
    Binds(Holds),
    /// A local that is set for other operands, and for what is evaluated after the whole.
    Leaves(Holds),
    /// A local that the act sets, whatever was in it.
    Sets(Holds),
    /// A local that the act reads and changes.
    Changes(Holds),
    /// A local that the act uses for itself.
    Scratch(Holds),
    /// A local that the act uses for itself and, if it finds anything, sets.
    Takes(Holds),
}

/// What a local holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// The value of an operand.
    Operand(&'static str),
    /// The value of an operand that is not none.
    Some(&'static str),
    /// An item of an operand.
    Item(&'static str),
    /// A cell of the board, as an operand is.
    Cell(&'static str),
    /// An item of an operand, or none.
    Drawn(&'static str),
    /// An item of what lies in the local that is an operand.
    Next(&'static str),
    /// The result of the declared thing of the row.
    Result,
    /// What a choice gives.
    Chosen,
    /// Dice of the declared die of the row.
    Pool,
    /// A face of it.
    Face,
    /// An entity of the declared kind of the row.
    Entity,
    /// A number.
    Int,
    /// A length.
    Length,
    /// A place.
    Place,
    /// A plan or none.
    Plan,
    /// The items of an operand.
    Items(&'static str),
    /// Items that are still to come.
    Rest,
    /// What nobody reads any more.
    Nothing,
}

impl Holds {
    /// The slot of a number in a row: whether a value is wide follows from what it is.
    pub(crate) const fn slot(self, number: u16) -> Slot {
        match self {
            Self::Items(_) | Self::Pool | Self::Place | Self::Plan | Self::Rest => {
                Slot::Wide(number)
            }
            _ => Slot::Scalar(number),
        }
    }
}

impl Want {
    /// What a local holds, where the operand is one.
    pub const fn holds(self) -> Option<Holds> {
        match self {
            Self::Binds(holds)
            | Self::Leaves(holds)
            | Self::Sets(holds)
            | Self::Changes(holds)
            | Self::Scratch(holds)
            | Self::Takes(holds) => Some(holds),
            _ => None,
        }
    }
}

/// What a row says of an operand.
#[derive(Clone, Copy, Debug)]
pub struct OperandSign {
    /// What it is called.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// What is asked of it.
    pub want: Want,
}

/// A row of a table of forms, with facts that tables differ in.
#[derive(Clone, Copy, Debug)]
pub struct FormSign<F: 'static> {
    /// What it is called.
    pub name: &'static str,
    /// What it is or does, for people: lines.
    pub about: &'static [&'static str],
    /// Its operands, in order.
    pub operands: &'static [OperandSign],
    /// Its text in listings: operands in braces; what stands in `<` and `>` is left out where its operand is missing, for
    /// what stands after a `|` there.
    pub text: &'static str,
    /// What else is known of it.
    pub facts: F,
}

/// An operand of a form at hand.
#[derive(Clone, Debug)]
pub enum Operand<'a> {
    /// It is missing.
    None,
    /// An expression.
    Expr(ExprId),
    /// Expressions in order.
    Exprs(&'a [ExprId]),
    /// Words with values in them.
    Words(&'a Template),
    /// A local.
    Slot(Slot),
    /// Locals.
    Slots(&'a [Slot]),
    /// A number: a position, or a slot of which the row says the rest.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// A word.
    Word(&'static str),
    /// Something declared.
    Declared(&'a dyn Declared),
    /// A part that is a form itself.
    Form(&'a dyn Form),
    /// Several of them.
    Forms(Vec<&'a dyn Form>),
}

impl Operand<'_> {
    /// The slot, where it is one by itself or by what its row says.
    pub fn slots(&self, want: Want) -> Vec<Slot> {
        match (self, want.holds()) {
            (Self::Slot(slot), _) => vec![*slot],
            (Self::Slots(slots), _) => slots.to_vec(),
            (Self::Number(number), Some(holds)) => {
                u16::try_from(*number).ok().map(|number| holds.slot(number)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What can be an operand.
pub(crate) trait AsOperand {
    /// It, as an operand.
    fn operand(&self) -> Operand<'_>;
    /// The position of the act that a jump goes to, to be changed.
    fn jump_mut(&mut self) -> Option<&mut u32> {
        None
    }
}

/// An expression, an act or a part of one: a row of a table, with its operands.
pub trait Form: std::fmt::Debug {
    /// Its text in listings, and what its row says of its operands, in order.
    fn row(&self) -> (&'static str, &'static [OperandSign]);
    /// Tells of its operands, in order.
    fn each<'a>(&'a self, found: &mut dyn FnMut(Operand<'a>));

    /// Tells of its operands, in order, each with what its row says.
    fn operands<'a>(&'a self, found: &mut dyn FnMut(&'static OperandSign, Operand<'a>)) {
        let mut signs = self.row().1.iter();
        self.each(&mut |operand| {
            signs.next().into_iter().for_each(|sign| found(sign, operand.clone()))
        });
    }
    /// The operand of a name.
    fn operand_named<'a>(&'a self, name: &str) -> Option<(&'static OperandSign, Operand<'a>)> {
        let mut named = None;
        self.operands(&mut |sign, operand| {
            if sign.name == name {
                named = Some((sign, operand));
            }
        });
        named
    }
    /// The declared thing that it names, the first where there are several.
    fn declared(&self) -> Option<&dyn Declared> {
        let mut first = None;
        self.each(&mut |operand| {
            if let (None, Operand::Declared(declared)) = (first, operand) {
                first = Some(declared);
            }
        });
        first
    }
}

/// A form with those that it is a part of.
#[derive(Clone, Copy, Debug)]
pub struct Within<'f, 'o> {
    /// The form.
    pub form: &'f dyn Form,
    /// What it is a part of.
    pub outer: Option<&'o Within<'f, 'o>>,
}

impl<'f> Within<'f, '_> {
    /// The operand of a name, here or further out.
    pub fn operand(&self, name: &str) -> Option<(&'static OperandSign, Operand<'f>)> {
        self.form.operand_named(name).or_else(|| self.outer?.operand(name))
    }
    /// The declared thing that is named here or further out.
    pub fn declared(&self) -> Option<&'f dyn Declared> {
        self.form.declared().or_else(|| self.outer?.declared())
    }
}

/// Tells of all operands of a form and of its parts, in order.
pub fn each_operand<'f>(
    form: &'f dyn Form,
    each: &mut dyn FnMut(&Within<'f, '_>, &'static OperandSign, &Operand<'f>),
) {
    below(&Within { form, outer: None }, each);
}

fn below<'f>(
    at: &Within<'f, '_>,
    each: &mut dyn FnMut(&Within<'f, '_>, &'static OperandSign, &Operand<'f>),
) {
    at.form.operands(&mut |sign, operand| {
        each(at, sign, &operand);
        match operand {
            Operand::Form(form) => below(&Within { form, outer: Some(at) }, each),
            Operand::Forms(forms) => {
                for form in forms {
                    below(&Within { form, outer: Some(at) }, each);
                }
            }
            _ => {}
        }
    });
}

/// Tells of each expression that a form names, in order. What is said of operands is not looked up: this is asked most of all.
pub fn each_part(form: &dyn Form, mut found: impl FnMut(ExprId)) {
    parts_below(form, &mut found);
}

fn parts_below(form: &dyn Form, found: &mut dyn FnMut(ExprId)) {
    form.each(&mut |operand| match operand {
        Operand::Expr(id) => found(id),
        Operand::Exprs(ids) => ids.iter().for_each(|id| found(*id)),
        Operand::Words(words) => {
            for part in &words.parts {
                if let Part::Value(id) = part {
                    found(*id);
                }
            }
        }
        Operand::Form(form) => parts_below(form, found),
        Operand::Forms(forms) => forms.into_iter().for_each(|form| parts_below(form, found)),
        _ => {}
    });
}

/// Tells of each local that a form names, with what it does with it.
pub fn each_slot(form: &dyn Form, mut found: impl FnMut(Slot, Want)) {
    each_operand(form, &mut |_, sign, operand| {
        operand.slots(sign.want).into_iter().for_each(|slot| found(slot, sign.want));
    });
}

macro_rules! operands {
    ($($ty:ty: $it:ident => $operand:expr;)*) => {$(
        impl AsOperand for $ty {
            fn operand(&self) -> Operand<'_> {
                let $it = self;
                $operand
            }
        }
    )*};
}

operands! {
    ExprId: it => Operand::Expr(*it);
    Vec<ExprId>: it => Operand::Exprs(it);
    Template: it => Operand::Words(it);
    Slot: it => Operand::Slot(*it);
    Vec<Slot>: it => Operand::Slots(it);
    u16: it => Operand::Number(i64::from(*it));
    BodyId: it => Operand::Number(i64::from(it.0));
    i64: it => Operand::Number(*it);
    bool: it => Operand::Truth(*it);
    // Fixed cells are shown by the type of the whole.
    Vec<Past>: it => Operand::Forms(it.iter().map(|it| it as &dyn Form).collect());
    Vec<Supposition>: it => Operand::Forms(it.iter().map(|it| it as &dyn Form).collect());
    Vec<i64>: _it => Operand::None;
}

impl AsOperand for u32 {
    fn operand(&self) -> Operand<'_> {
        Operand::Number(i64::from(*self))
    }
    fn jump_mut(&mut self) -> Option<&mut u32> {
        Some(self)
    }
}

/// What is least, and how far from it one may be.
impl Form for (ExprId, Option<ExprId>) {
    fn row(&self) -> (&'static str, &'static [OperandSign]) {
        const LEAST: &[OperandSign] = &[
            OperandSign { name: "least", about: "What is to be least.", want: Want::Scalar },
            OperandSign { name: "within", about: "How far from it.", want: Want::Apart("least") },
        ];
        ("{least}< within {within}>", LEAST)
    }
    fn each<'a>(&'a self, found: &mut dyn FnMut(Operand<'a>)) {
        found(self.0.operand());
        found(self.1.operand());
    }
}

impl AsOperand for (ExprId, Option<ExprId>) {
    fn operand(&self) -> Operand<'_> {
        Operand::Form(self)
    }
}

impl<T: AsOperand> AsOperand for Option<T> {
    fn operand(&self) -> Operand<'_> {
        self.as_ref().map_or(Operand::None, AsOperand::operand)
    }
}
