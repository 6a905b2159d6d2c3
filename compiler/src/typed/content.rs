//! Typed content: declared things, bearers, battles, tests.

use super::{Expr, LocalId, Locals, Stmt, Type, Typed};
use warwright_grammar::source::Span;
use warwright_grammar::tree::Word;
use warwright_ir as ir;

/// A declared thing.
#[derive(Clone, Debug, Default)]
pub struct EntryDef {
    /// Its title.
    pub name: String,
    /// Its kind.
    pub kind: ir::KindId,
    /// Its army list.
    pub faction: Option<Word>,
    /// One for each profile of the kind.
    pub values: Vec<ir::Value>,
    /// Where each value comes from, oldest first, in words and place.
    pub origins: Vec<Origin>,
    /// What it owns.
    pub abilities: Vec<AbilityUse>,
    /// The entry whose form or variant it is.
    pub base: Option<ir::EntryId>,
    /// The name of the form.
    pub form: Option<Word>,
    /// Its other forms.
    pub forms: Vec<ir::EntryId>,
    /// Where it is declared.
    pub span: Span,
}

impl EntryDef {
    /// Whether it is called so, by its own name or as a form.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.form.as_deref() == Some(name)
    }

    /// A thing of no army list that says nothing.
    #[must_use]
    pub fn new(name: String, kind: ir::KindId, span: Span) -> Self {
        Self { name, kind, span, ..Self::default() }
    }
}

/// What texts call a thing besides its name.
#[derive(Clone, Debug)]
pub struct CalledDef {
    /// Its name.
    pub name: String,
    /// Other words for it, in small letters.
    pub words: Vec<String>,
    /// Words for its contrary.
    pub contrary: Vec<String>,
    /// Where they are given.
    pub span: Span,
}

/// An option of an entry.
#[derive(Clone, Debug)]
pub struct OptionDef {
    /// Its name.
    pub name: String,
    /// The entry that has it.
    pub base: ir::EntryId,
    /// That entry with it alone.
    pub entry: ir::EntryId,
    /// Where it is declared.
    pub span: Span,
}

/// Where a value comes from. Nearly all are only declared, so these two forms stay small, and histories stand elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It stands there, and nothing happened to it.
    Declared(Span),
    /// It is the default of its profile, which stands there.
    Default(Span),
    /// It has a history, at this position in [`super::Typed::histories`].
    Steps(u32),
}

/// The history of a value in words and places, oldest first.
pub type History = Vec<(String, Span)>;

impl Typed {
    /// What has a history.
    pub fn with_history(&mut self, steps: History) -> Origin {
        self.histories.push(steps);
        Origin::Steps(u32::try_from(self.histories.len() - 1).unwrap_or(u32::MAX))
    }

    /// The steps of an origin in words and places, oldest first.
    pub fn steps(&self, origin: Origin) -> impl Iterator<Item = (&str, Span)> {
        let (one, many) = match origin {
            Origin::Declared(span) => (Some(("declared", span)), [].as_slice()),
            Origin::Default(span) => (Some(("default", span)), [].as_slice()),
            Origin::Steps(at) => {
                (None, self.histories.get(at as usize).map_or(&[][..], Vec::as_slice))
            }
        };
        one.into_iter().chain(many.iter().map(|(words, span)| (words.as_str(), *span)))
    }
}

/// An ability that an entry owns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbilityUse {
    /// The ability.
    pub ability: ir::AbilityId,
    /// Cells for its parameters.
    pub args: Vec<i64>,
    /// Where it is listed.
    pub span: Span,
}

/// What the game says of itself: see [`ir::Book`].
#[derive(Clone, Debug, Default)]
pub struct BookDef {
    /// The measure, as the system names it.
    pub measure: Option<String>,
    /// The die that is meant where none is named.
    pub die: Option<ir::DieId>,
    /// The order of levels, where the system names it.
    pub precedence: Option<String>,
    /// Texts and sections.
    pub rules: Vec<RuleTextDef>,
    /// Lists of errata, in order.
    pub errata: Vec<crate::provenance::ListReport>,
}

/// Texts and sections of a declaration.
#[derive(Clone, Debug)]
pub struct RuleTextDef {
    /// What it is.
    pub what: String,
    /// Its name.
    pub name: String,
    /// What it stands in.
    pub within: Option<String>,
    /// Its texts, quoted data in braces.
    pub texts: Vec<String>,
    /// Its sections, with commas.
    pub see: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// An army.
#[derive(Clone, Debug, Default)]
pub struct RosterDef {
    /// Its title; empty for one in the braces of a side.
    pub name: String,
    /// Its army list.
    pub faction: Option<String>,
    /// What it may cost.
    pub budget: Option<i64>,
    /// What it costs.
    pub points: Option<i64>,
    /// The army by itself: one side with its pieces, and what it takes for rulings.
    pub scenario: ir::ScenarioId,
    /// Of each piece its line and the position of its group.
    pub lines: Vec<(Span, Option<usize>)>,
    /// Its groups: the word, the title, the group around.
    pub groups: Vec<(String, Option<String>, Option<usize>)>,
    /// Its limits, by position in [`super::Typed::limits`].
    pub limits: Vec<u32>,
    /// What it takes in its own lines for rulings, and where.
    pub readings: Vec<(u16, Span)>,
    /// Whether only a test holds it against its limits.
    pub tried: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A condition that armies must meet.
#[derive(Clone, Debug)]
pub struct LimitDef {
    /// The words shown where it is broken.
    pub label: String,
    /// Whose it is: `army list "Vale Wardens"`.
    pub whose: String,
    /// Whether it is asked of what a battle lays out, not of an army.
    pub laid: bool,
    /// Its sections.
    pub see: Option<String>,
    /// Locals: what is given of every army ([`ir::Limit::given`]), then its own.
    pub locals: Locals,
    /// What it is asked of one by one: the item, the items, which of them count.
    pub each: Option<(LocalId, Expr, Option<Expr>)>,
    /// What must hold.
    pub holds: Expr,
    /// Where it stands.
    pub span: Span,
}

impl LimitDef {
    /// Its whole expressions.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let each = self.each.iter();
        each.flat_map(|(_, of, when)| std::iter::once(of).chain(when)).chain([&self.holds])
    }
}

/// A bearer.
#[derive(Clone, Debug, Default)]
pub struct AbilityDef {
    /// Its title.
    pub name: String,
    /// What may have it.
    pub kind: ir::KindId,
    /// Its parameters: name, type, default cell.
    pub params: Vec<(String, Type, Option<i64>)>,
    /// Held for a time.
    pub is_status: bool,
    /// A second grant adds to the first.
    pub stacks: bool,
    /// Its slot.
    pub slot: Option<String>,
    /// State fields that stand in it.
    pub state: Vec<ir::FieldId>,
    /// Whether the source titles it.
    pub titled: bool,
    /// Where it is declared.
    pub span: Span,
}

impl AbilityDef {
    /// One that the source gives no title: it stands for clauses that something has.
    #[must_use]
    pub fn untitled(name: String, kind: ir::KindId, span: Span) -> Self {
        Self { name, kind, span, ..Self::default() }
    }
}

/// A battle.
#[derive(Clone, Debug, Default)]
pub struct ScenarioDef {
    /// Its title.
    pub name: String,
    /// Its board.
    pub board: Option<ir::Board>,
    /// The areas on its board.
    pub ground: Vec<PieceDef>,
    /// Its sides.
    pub sides: Vec<SideDef>,
    /// The last round.
    pub rounds: Option<u32>,
    /// Its own set-up.
    pub setup: Vec<Stmt>,
    /// Locals of the set-up.
    pub setup_locals: Locals,
    /// The scenario whose clauses count in it as well.
    pub rules_of: Option<ir::ScenarioId>,
    /// Rulings that it sets: position, cell.
    pub rulings: Vec<(u16, i64)>,
    /// Where it is declared.
    pub span: Span,
}

/// A side.
#[derive(Clone, Debug, Default)]
pub struct SideDef {
    /// Its name.
    pub name: String,
    /// The army lists that it is of.
    pub armies: Vec<String>,
    /// Its pieces.
    pub pieces: Vec<PieceDef>,
    /// Its budget.
    pub budget: Option<i64>,
    /// What all its pieces own.
    pub abilities: Vec<ir::AbilityId>,
    /// Its policy.
    pub policy: Option<ir::PolicyId>,
    /// The position of the first side of its team; none where it fights alone or is that side itself.
    pub team: Option<u32>,
    /// Where it stands.
    pub span: Span,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct PieceDef {
    /// The entry.
    pub entry: ir::EntryId,
    /// Its own name.
    pub name: Option<String>,
    /// State that it begins with.
    pub state: Vec<(ir::FieldId, i64)>,
}

/// A test or question.
#[derive(Clone, Debug, Default)]
pub struct TestDef {
    /// Its title.
    pub name: String,
    /// Rows that it shows.
    pub covers: Vec<(String, Span)>,
    /// The battle that it stands in.
    pub scenario: ir::ScenarioId,
    /// Locals: the pieces first, then locals exported by the run procedure, then the rest.
    pub locals: Locals,
    /// Ties and states.
    pub setup: Vec<Stmt>,
    /// What is run.
    pub run: TestRun,
    /// Dice, by faces of any die that has them.
    pub rolls: Vec<(ir::DieId, u32)>,
    /// Each of them as it is written.
    pub rolls_at: Vec<(Span, String)>,
    /// What is drawn.
    pub draws: Vec<ir::EntryId>,
    /// Each of them as it is written.
    pub draws_at: Vec<(Span, String)>,
    /// Answers.
    pub answers: Vec<ir::Scripted>,
    /// Each of them as it is written.
    pub answers_at: Vec<(Span, String)>,
    /// What must hold.
    pub expects: Vec<TestExpect>,
    /// Where it is declared.
    pub span: Span,
}

/// What a test runs.
#[derive(Clone, Debug, Default)]
pub enum TestRun {
    /// Nothing.
    #[default]
    Nothing,
    /// A procedure; its local (first) is copied to a local of the test (second).
    Procedure { procedure: ir::ProcedureId, args: Vec<Expr>, exports: Vec<(LocalId, LocalId)> },
    /// The whole sequence.
    Battle,
}

/// What a test expects.
#[derive(Clone, Debug)]
pub enum TestExpect {
    /// A condition, with its source text.
    Holds { holds: Expr, source: String },
    /// A refusal with a reason.
    Refused { permission: ir::PermissionId, args: Vec<Expr>, reason: String, span: Span },
    /// Words that were said.
    Said { words: String, span: Span },
    /// Words that were not said.
    Silent { words: String, span: Span },
    /// A roster, by position in [`super::Typed::rosters`], keeps its limits and its budget, or does not, for this reason among others.
    Legal { holds: bool, roster: u32, reason: Option<String>, span: Span },
    /// The battle ended so, or not so; without a winner it was drawn.
    Ended { holds: bool, winner: Option<Expr>, why: Option<String>, span: Span },
    /// The exact chance of a condition, and how it stands to a ratio.
    Chance { holds: Expr, how: ir::Comparison, numerator: u64, denominator: u64 },
    /// The exact mean of an int, and how it stands to a ratio.
    Mean { of: Expr, how: ir::Comparison, numerator: i64, denominator: u64 },
    /// To be shown or explained, with its source text.
    Show { of: Expr, name: String },
}
