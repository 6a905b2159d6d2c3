//! Scenarios and tests.

use serde::Serialize;

use super::{
    Block, CellKind, Clause, Expr, Label, Member, Moment, Name, Range, Roster, Ruling, See, Stmt,
    Template, TieField, Verdict,
};
use crate::source::Span;

/// `scenario NAME { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scenario {
    /// Its name.
    pub name: Name,
    /// `like NAME`.
    pub like: Option<Name>,
    /// What it holds.
    pub items: Vec<ScenarioItem>,
    /// `see`
    pub see: See,
    /// The whole declaration.
    pub span: Span,
}

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum ScenarioItem {
    /// `board 36" x 30"`
    Board {
        /// The size of a plane, or `rows` or `columns` and how many cells each has.
        value: CellKind,
        /// All of it.
        span: Span,
    },
    /// `side NAME { .. }`
    Side(Side),
    /// `put Stream as brook along (0", 15") (14", 13") wide 2"`
    Put(ScenarioPut),
    /// `rounds 8`
    Rounds {
        /// The number.
        value: Expr,
        /// All of it.
        span: Span,
    },
    /// `rule "Rising water" { clauses }`
    Rule {
        /// Its name.
        name: Name,
        /// What it holds.
        body: Vec<Member>,
        /// All of it.
        span: Span,
    },
    /// `ruling extreme_range = 3`: takes another reading
    Ruling {
        /// The ruling.
        name: Name,
        /// The value taken.
        value: Expr,
        /// All of it.
        span: Span,
    },
    /// `ruling x: int = 2 ".."`: a ruling of its own
    RulingDecl(Ruling),
    /// `verdict at end of round { .. }`
    Verdict(Verdict),
    /// `setup { statements }`
    Setup(Block),
    /// Anything that any bearer may hold: fields, texts, clauses
    Member(Member),
}

/// `side Wardens [of "Vale Wardens"] { deploy .. ; roster .. ; wins when .. ; scores .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    /// Its name.
    pub name: Name,
    /// `of FACTION`.
    pub of: Option<Name>,
    /// What it holds.
    pub items: Vec<SideItem>,
    /// The whole declaration.
    pub span: Span,
}

/// A line of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum SideItem {
    /// `deploy north_edge deep 7.5" ends 5"`
    Deploy {
        /// Where.
        zone: Expr,
        /// `deep`, `ends` and the like.
        settings: Vec<Setting>,
        /// All of it.
        span: Span,
    },
    /// `deploy rows 1..2`, `deploy at A1, A2`
    DeployCells {
        /// Where.
        zone: CellZone,
        /// All of it.
        span: Span,
    },
    /// `roster "Wardens 1500"`
    Roster(Name),
    /// `wins when C [at MOMENT] ["label"]`
    Wins {
        /// The condition.
        when: Expr,
        /// When it is asked.
        at: Option<Moment>,
        /// In words.
        label: Option<Label>,
        /// All of it.
        span: Span,
    },
    /// `scores N [for each x in S where C] [when C] [at MOMENT] ["label"]`
    Scores {
        /// How many; an expression with `for each` is an [`super::ExprKind::ForEach`].
        value: Expr,
        /// `when C`.
        when: Option<Expr>,
        /// When it is asked.
        at: Option<Moment>,
        /// In words.
        label: Option<Label>,
        /// All of it.
        span: Span,
    },
    /// Anything that any bearer may hold: fields (`policy bold`), texts, clauses, a roster of its own
    Member(Member),
}

/// Where a side deploys on a board of cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum CellZone {
    /// `rows 1..2`, `columns 3`
    Lines {
        /// Whether they are columns.
        columns: bool,
        /// Which.
        range: Range,
    },
    /// `at A1, A2`
    At(Vec<Expr>),
}

/// `put WHAT [as NAME] [along .. | at ..] [wide ..] [radius ..] [facing ..] [for SIDE]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioPut {
    /// A kind of ground, or another entity.
    pub what: Expr,
    /// `as NAME`.
    pub alias: Option<Name>,
    /// Where and how.
    pub settings: Vec<Setting>,
    /// All of it.
    pub span: Span,
}

/// A word with its values: `wide 2"`, `along (0", 15") (14", 13")`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setting {
    /// The word.
    pub word: Name,
    /// The values side by side.
    pub values: Vec<Expr>,
    /// `until MOMENT`, behind what is given for a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Box<Moment>>,
    /// All of it.
    pub span: Span,
}

/// `test NAME [covers ".."] { .. }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Test {
    /// Its name.
    pub name: Name,
    /// `of "The Ford"`: the scenario under whose rules it runs.
    pub of: Option<Name>,
    /// `covers "BG-187", "BG-188"`.
    pub covers: Vec<Name>,
    /// `see`
    pub see: See,
    /// Its lines, in order.
    pub items: Vec<TestItem>,
    /// The whole declaration.
    pub span: Span,
}

/// A line of a test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum TestItem {
    /// `given a: "Vale Spearmen" { attack 5 7/4 }`, or after `;` without `given`
    Given(Given),
    /// `roster "Too Few" of "Vale Wardens" budget 1000 { .. }`: an army that is only held against its limits
    Roster(Box<Roster>),
    /// A statement about the state: `a.damage = 3`, `join a, b by engaged { .. }`, `grant X to a`, `let x = ..`
    State(Stmt),
    /// `ruling NAME = VALUE`
    Ruling {
        /// The ruling.
        name: Name,
        /// The value taken.
        value: Expr,
        /// All of it.
        span: Span,
    },
    /// `rolls 2 3 3 6 6`, also names of faces
    Rolls {
        /// The faces, in order.
        faces: Vec<Expr>,
        /// All of it.
        span: Span,
    },
    /// `draws Patrol, "Long March"`: the entries of what is drawn
    Draws {
        /// The entries, in order.
        names: Vec<Name>,
        /// All of it.
        span: Span,
    },
    /// `answers a, none, 3`
    Answers {
        /// The answers, in order; `none` alone declines.
        values: Vec<Expr>,
        /// All of it.
        span: Span,
    },
    /// `run strike(a, b)`
    Run {
        /// The call.
        call: Expr,
        /// All of it.
        span: Span,
    },
    /// `expect C`, `expect not may_enter(a, b) "engaged"`
    Expect(Expect),
    /// `show E`: a value to be shown or explained, for questions
    Show {
        /// The value.
        value: Expr,
        /// All of it.
        span: Span,
    },
    /// `odds CALL { expect P(E) == 3125/7776 }`
    Odds {
        /// What is run in every way.
        call: Expr,
        /// What must come out, in terms of `P(E)`, `chance(E)`, `mean(E)`.
        expects: Vec<Expect>,
        /// All of it.
        span: Span,
    },
    /// `text: ..`
    Text(Template),
    /// A clause or declaration, which a test may not have (the checker says so)
    Clause(Clause),
    /// Could not be read (a diagnostic was given)
    Error(Span),
}

/// `a: "Vale Spearmen" [with "Great club"] [of SIDE] [at P] { fields } [TIE b { fields }]`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Given {
    /// What the test calls it.
    pub name: Name,
    /// The entity; a kind or another value where the system needs no entity.
    pub what: Expr,
    /// Words with values: `at`, `facing`, `with`, `of`, `for`, `form`, `has`.
    pub settings: Vec<Setting>,
    /// Printed figures and states that differ.
    pub fields: Vec<Member>,
    /// `engaged a { side: front }`: ties to pieces given before.
    pub ties: Vec<GivenTie>,
    /// All of it.
    pub span: Span,
}

/// `engaged a { side of a: front ; since: 2 }`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GivenTie {
    /// The tie.
    pub tie: Name,
    /// The other end.
    pub other: Name,
    /// The tie's fields.
    pub fields: Vec<TieField>,
    /// All of it.
    pub span: Span,
}

/// `expect C ["reason"]`, `expect said "words"`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expect {
    /// What is expected.
    pub what: Expected,
    /// `"reason"`: the label of the reason of a refused permission.
    pub reason: Option<Label>,
    /// All of it.
    pub span: Span,
}

/// What a test expects.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Expected {
    /// A condition holds
    Condition(Expr),
    /// `said "words"`: a message was told
    Said(Template),
    /// `not said "words"`
    NotSaid(Template),
    /// `legal roster "Name"`, `not legal roster "Name"`
    Legal {
        /// `not`
        negated: bool,
        /// The roster.
        roster: Name,
    },
    /// `battle won by p "why"`, `not battle drawn`
    Ended {
        /// `not`
        negated: bool,
        /// Who won; none: nobody.
        winner: Option<Expr>,
        /// Words of the result.
        why: Option<Template>,
    },
}
