//! What the checks found: faults, and how the parts of a program are called in their messages.

use crate::{
    AbilityId, ActionId, BodyId, ClauseId, EntryId, ExprId, FieldId, FunctionId, HookId, KindId,
    MomentId, PermissionId, PolicyId, ProcedureId, ProfileId, Program, QuantityId, ScenarioId,
    SpanId, TableId, TestId, TextId, Ty,
};
use std::cell::OnceCell;
use std::fmt;

/// Faults beyond this many are not kept: they repeat.
const MOST_FAULTS: usize = 100;

/// Something that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrFault {
    /// What sort of fault it is.
    pub kind: FaultKind,
    /// What is wrong, in one line for people.
    pub message: String,
    /// Where the thing stands in the source, where that is known.
    pub at: Option<SpanId>,
}

impl fmt::Display for IrFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IrFault {}

/// The sorts of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FaultKind {
    /// A format that is not known.
    Version,
    /// Larger than a limit.
    Size,
    /// An id that names nothing.
    Id,
    /// Lists that belong together differ in length, or a list names what is not its own.
    List,
    /// An expression that stands before its parts, or nests too deeply.
    Tree,
    /// A text that cannot be shown, or a place in a file that cannot be.
    Text,
    /// A type that does not fit.
    Type,
    /// A value that its type does not have.
    Value,
    /// A local that does not exist, that nothing sets, or of the wrong shape.
    Slot,
    /// A jump out of its body, or an act where it cannot stand.
    Act,
    /// Parameters or slots in another order than the machine expects.
    Layout,
    /// A clause or hook that reaches what it cannot, or stands out of order.
    Clause,
    /// Something evaluated by way of itself.
    Cycle,
}

/// A part of a program that messages name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    Kind(KindId),
    Field(FieldId),
    Profile(ProfileId),
    Entry(EntryId),
    Ability(AbilityId),
    Table(TableId),
    Function(FunctionId),
    Quantity(QuantityId),
    Permission(PermissionId),
    Clause(ClauseId),
    Expr(ExprId),
    Body(BodyId),
    Procedure(ProcedureId),
    Hook(HookId),
    Action(ActionId),
    Moment(MomentId),
    Policy(PolicyId),
    Scenario(ScenarioId),
    Test(TestId),
    /// By position in [`Program::limits`].
    Limit(u32),
}

/// What a clause belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClauseOwner {
    Quantity(QuantityId),
    Permission(PermissionId),
    /// Lends or denies the ability.
    Possession(AbilityId),
}

/// Collects faults of one program.
pub(super) struct Report<'p> {
    /// The program that is checked.
    pub program: &'p Program,
    faults: Vec<IrFault>,
    /// The owners of each clause, found when first asked for.
    clause_owners: OnceCell<Vec<Vec<ClauseOwner>>>,
    /// Expressions seen while locals are checked.
    pub seen: Seen,
}

/// Which expressions were seen in the trees of one owner.
#[derive(Default)]
pub(super) struct Seen {
    stamps: Vec<u32>,
    owner: u32,
    visits: usize,
}

impl Seen {
    /// Begins with the next owner.
    pub(super) fn begin(&mut self, exprs: usize) {
        self.stamps.resize(exprs, 0);
        self.owner += 1;
    }
    /// Whether the expression is seen for the first time in this owner.
    pub(super) fn is_new(&mut self, id: ExprId) -> bool {
        self.visits += 1;
        match self.stamps.get_mut(id.0 as usize) {
            Some(stamp) if *stamp != self.owner => {
                *stamp = self.owner;
                true
            }
            Some(_) | None => false,
        }
    }
    /// Whether expressions are shared among owners so much that checking them would not end soon.
    pub(super) fn is_spent(&self) -> bool {
        self.visits > self.stamps.len().saturating_mul(64).saturating_add(1_000_000)
    }
}

impl<'p> Report<'p> {
    /// A report without faults.
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, faults: Vec::new(), clause_owners: OnceCell::new(), seen: Seen::default() }
    }

    /// What the clause belongs to: one thing, in a sound program.
    pub(super) fn clause_owners(&self, clause: ClauseId) -> &[ClauseOwner] {
        let owners = self.clause_owners.get_or_init(|| owners_of_clauses(self.program));
        owners.get(clause.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// What was found.
    pub(super) fn into_faults(self) -> Vec<IrFault> {
        self.faults
    }

    /// Whether enough was found.
    pub(super) fn is_full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    /// Adds a fault.
    pub(super) fn fault(&mut self, kind: FaultKind, at: Option<SpanId>, message: String) {
        if !self.is_full() {
            self.faults.push(IrFault { kind, message, at });
        }
    }

    /// Adds a fault of a part of the program, whose name is put before the message.
    pub(super) fn of(&mut self, owner: Owner, kind: FaultKind, message: impl fmt::Display) {
        if !self.is_full() {
            let message = format!("{}: {message}", self.describe(owner));
            self.fault(kind, self.span(owner), message);
        }
    }

    /// Adds a fault of a part of the program where `holds` is false.
    pub(super) fn require(&mut self, holds: bool, owner: Owner, kind: FaultKind, message: &str) {
        if !holds {
            self.of(owner, kind, message);
        }
    }

    /// A text, or a stand-in for one that does not exist.
    pub(super) fn text(&self, id: TextId) -> &'p str {
        self.program.texts.get(id).map_or("?", String::as_str)
    }

    /// A type as authors write it.
    pub(super) fn ty(&self, ty: &Ty) -> String {
        crate::listing::show_type(self.program, ty)
    }

    fn name(&self, owner: Owner) -> Option<TextId> {
        let program = self.program;
        match owner {
            Owner::Kind(id) => program.kinds.get(id).map(|it| it.name),
            Owner::Field(id) => program.fields.get(id).map(|it| it.name),
            Owner::Profile(id) => program.profiles.get(id).map(|it| it.name),
            Owner::Entry(id) => program.entries.get(id).map(|it| it.name),
            Owner::Ability(id) => program.abilities.get(id).map(|it| it.name),
            Owner::Table(id) => program.tables.get(id).map(|it| it.name),
            Owner::Function(id) => program.functions.get(id).map(|it| it.name),
            Owner::Quantity(id) => program.quantities.get(id).map(|it| it.name),
            Owner::Permission(id) => program.permissions.get(id).map(|it| it.name),
            Owner::Clause(id) => program.clauses.get(id).map(|it| it.label),
            Owner::Procedure(id) => program.procedures.get(id).map(|it| it.name),
            Owner::Hook(id) => program.hooks.get(id).map(|it| it.label),
            Owner::Action(id) => program.actions.get(id).map(|it| it.name),
            Owner::Moment(id) => program.moments.get(id).map(|it| it.name),
            Owner::Policy(id) => program.policies.get(id).map(|it| it.name),
            Owner::Scenario(id) => program.scenarios.get(id).map(|it| it.name),
            Owner::Test(id) => program.tests.get(id).map(|it| it.name),
            Owner::Limit(number) => program.limits.get(number as usize).map(|it| it.label),
            Owner::Expr(_) | Owner::Body(_) => None,
        }
    }

    fn span(&self, owner: Owner) -> Option<SpanId> {
        let program = self.program;
        match owner {
            Owner::Kind(id) => program.kinds.get(id).map(|it| it.span),
            Owner::Field(id) => program.fields.get(id).map(|it| it.span),
            Owner::Profile(id) => program.profiles.get(id).map(|it| it.span),
            Owner::Entry(id) => program.entries.get(id).map(|it| it.span),
            Owner::Ability(id) => program.abilities.get(id).map(|it| it.span),
            Owner::Table(id) => program.tables.get(id).map(|it| it.span),
            Owner::Function(id) => program.functions.get(id).map(|it| it.span),
            Owner::Quantity(id) => program.quantities.get(id).map(|it| it.span),
            Owner::Permission(id) => program.permissions.get(id).map(|it| it.span),
            Owner::Clause(id) => program.clauses.get(id).map(|it| it.span),
            Owner::Expr(id) => program.expr_spans.get(id.0 as usize).copied(),
            Owner::Body(id) => program.bodies.get(id).and_then(|it| it.spans.first().copied()),
            Owner::Procedure(id) => program.procedures.get(id).map(|it| it.span),
            Owner::Hook(id) => program.hooks.get(id).map(|it| it.span),
            Owner::Action(id) => program.actions.get(id).map(|it| it.span),
            Owner::Policy(id) => program.policies.get(id).map(|it| it.span),
            Owner::Scenario(id) => program.scenarios.get(id).map(|it| it.span),
            Owner::Test(id) => program.tests.get(id).map(|it| it.span),
            Owner::Limit(number) => program.limits.get(number as usize).map(|it| it.span),
            Owner::Moment(_) => None,
        }
    }

    /// What the part is called.
    pub(super) fn describe(&self, owner: Owner) -> String {
        let (what, number) = match owner {
            Owner::Kind(id) => ("kind", id.0),
            Owner::Field(id) => ("field", id.0),
            Owner::Profile(id) => ("profile", id.0),
            Owner::Entry(id) => ("entry", id.0),
            Owner::Ability(id) => ("ability", id.0),
            Owner::Table(id) => ("table", id.0),
            Owner::Function(id) => ("function", id.0),
            Owner::Quantity(id) => ("quantity", id.0),
            Owner::Permission(id) => ("permission", id.0),
            Owner::Clause(id) => ("clause", id.0),
            Owner::Expr(id) => ("expression", id.0),
            Owner::Body(id) => ("body", id.0),
            Owner::Procedure(id) => ("procedure", id.0),
            Owner::Hook(id) => ("hook", id.0),
            Owner::Action(id) => ("action", id.0),
            Owner::Moment(id) => ("moment", id.0),
            Owner::Policy(id) => ("policy", id.0),
            Owner::Scenario(id) => ("scenario", id.0),
            Owner::Test(id) => ("test", id.0),
            Owner::Limit(number) => ("limit", number),
        };
        match self.name(owner) {
            Some(name) if !self.text(name).is_empty() => format!("{what} `{}`", self.text(name)),
            Some(_) | None => format!("{what} {number}"),
        }
    }
}

fn owners_of_clauses(program: &Program) -> Vec<Vec<ClauseOwner>> {
    let mut owners = vec![Vec::new(); program.clauses.len()];
    let quantities = program.quantities.iter().flat_map(|(id, it)| {
        it.clauses.iter().map(move |clause| (*clause, ClauseOwner::Quantity(id)))
    });
    let permissions = program.permissions.iter().flat_map(|(id, it)| {
        it.clauses.iter().map(move |clause| (*clause, ClauseOwner::Permission(id)))
    });
    let possessions = program.abilities.iter().flat_map(|(id, it)| {
        let clauses = it.lends.iter().map(|it| it.id).chain(it.denies.iter().map(|it| it.id));
        clauses.map(move |clause| (clause, ClauseOwner::Possession(id)))
    });
    for (clause, owner) in quantities.chain(permissions).chain(possessions) {
        if let Some(owners) = owners.get_mut(clause.0 as usize) {
            owners.push(owner);
        }
    }
    owners
}
