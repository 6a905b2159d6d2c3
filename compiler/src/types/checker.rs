//! The checker: what all passes of this stage share. Takes syntax, gives typed nodes, puts diagnostics into the sink.

use super::scope::Scope;
use super::wording;
use super::vocabulary::{Names, Vocabulary};
use crate::like::Content;
use crate::rosters::Rosters;
use crate::typed::{
    self, BearerDef, Expr, ExprKind, Level, Local, LocalId, LocalRole, Locals, Type, Typed,
};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use warwright_grammar::{Code, Diagnostic, FileId, Sink, SourceMap, Span, codes, tree};
use warwright_ir as ir;

/// What is checked.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// All declarations, after errata and inheritance.
    pub content: &'a Content<'a>,
    /// Rosters with their pieces.
    pub rosters: &'a Rosters<'a>,
    /// The texts of all files.
    pub sources: &'a SourceMap,
    /// The system's list of rows that tests may cover.
    pub conformance: Option<FileId>,
}

/// What the passes share. Fields are public to the stage; each pass writes its own part of `typed`.
#[derive(Debug)]
pub struct Checker<'a> {
    /// What is checked.
    pub input: Input<'a>,
    /// Where diagnostics go.
    pub sink: &'a mut Sink,
    /// The tree that is being made.
    pub typed: Typed,
    /// Every declared name with its id.
    pub vocabulary: Vocabulary,
    /// Facts of the system and of declarations that the typed tree does not keep.
    pub facts: Facts<'a>,
}

/// Facts that the passes need beside the typed tree.
#[derive(Debug, Default)]
pub struct Facts<'a> {
    /// The measure of the system, with its place.
    pub measure: Option<(tree::Unit, Span)>,
    /// The smallest length, in micrometres, with its place.
    pub grain: Option<(i64, Span)>,
    /// Stages of `modify` that the system names, in order.
    pub stages: Vec<String>,
    /// The die that `dice` of the system names.
    pub die: Option<ir::DieId>,
    /// The kind of players.
    pub player: Option<ir::KindId>,
    /// The kind of the one battle.
    pub battle: Option<ir::KindId>,
    /// The scale of each profile and state field that has one.
    pub profile_scales: FxHashMap<ir::ProfileId, ir::ScaleId>,
    /// See `profile_scales`.
    pub field_scales: FxHashMap<ir::FieldId, ir::ScaleId>,
    /// The default of each profile.
    pub profile_defaults: FxHashMap<ir::ProfileId, &'a tree::Expr>,
    /// The values of those defaults that some entry has asked for; none where one is broken.
    pub default_values: FxHashMap<ir::ProfileId, Option<ir::Value>>,
    /// Moments that were made, by procedure and step.
    pub moments: FxHashMap<(ir::ProcedureId, Option<u16>), ir::MomentId>,
    /// How many of a procedure's locals, after its parameters, are open variables.
    pub open_variables: FxHashMap<ir::ProcedureId, u16>,
    /// What everything that takes arguments takes.
    pub signatures: FxHashMap<Owner, Rc<Signature<'a>>>,
    /// The kind at each position of the index; none for a base that no system touches.
    pub kinds: Vec<Option<ir::KindId>>,
    /// Records by name.
    pub records: FxHashMap<Box<str>, typed::RecordId>,
    /// `battle.round`.
    pub round: Option<ir::FieldId>,
    /// `battle.rounds`: the last one.
    pub last_round: Option<ir::FieldId>,
    /// Procedures of the sequence's rounds.
    pub rounds: Vec<ir::ProcedureId>,
    /// State fields with their declarations.
    pub states: Vec<(ir::FieldId, &'a tree::State)>,
    /// Derived facts with their declarations.
    pub derives: Vec<(ir::FunctionId, &'a tree::Derive)>,
    /// Questions to things with their declarations.
    pub asks: Vec<(ir::FunctionId, ir::KindId, &'a tree::Asks)>,
    /// Deeds of things with their declarations.
    pub does: Vec<(ir::ProcedureId, ir::KindId, &'a tree::Does)>,
    /// Ties with their declarations, by position.
    pub ties: Vec<&'a tree::Tie>,
    /// Defines with their declarations.
    pub defines: Vec<(ir::FunctionId, &'a tree::Define)>,
    /// Relations with their declarations.
    pub relations: Vec<(ir::FunctionId, &'a tree::Relation)>,
    /// Quantities with their declarations.
    pub quantities: Vec<(ir::QuantityId, &'a tree::Quantity)>,
    /// Permissions with their declarations.
    pub permissions: Vec<(ir::PermissionId, &'a tree::Permission)>,
    /// Procedures with their declarations.
    pub procedures: Vec<(ir::ProcedureId, &'a tree::Procedure)>,
    /// All that bring clauses into play.
    pub bearers: Vec<Bearer<'a>>,
    /// The untitled ability of a kind's own clauses.
    pub kind_abilities: FxHashMap<ir::KindId, ir::AbilityId>,
    /// The untitled abilities of a faction's clauses, one for each kind of pieces.
    pub faction_abilities: FxHashMap<Box<str>, Vec<(ir::KindId, ir::AbilityId)>>,
    /// The untitled abilities of the bodies of entities, by the position of the body.
    pub body_abilities: Vec<Option<ir::AbilityId>>,
    /// The untitled abilities of a side's clauses, by the span of the side.
    pub side_abilities: FxHashMap<Span, Vec<ir::AbilityId>>,
}

/// Whose parameters are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// Of a record: its fields.
    Record(typed::RecordId),
    /// Of a table: its keys.
    Table(ir::TableId),
    /// Of a define, relation, derived fact.
    Function(ir::FunctionId),
    /// Of a quantity.
    Quantity(ir::QuantityId),
    /// Of a permission.
    Permission(ir::PermissionId),
    /// Of a procedure.
    Procedure(ir::ProcedureId),
    /// Of an ability.
    Ability(ir::AbilityId),
}

/// What something that is called takes and gives.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    /// In words: `quantity to_hit`.
    pub title: String,
    /// Its parameters.
    pub params: Vec<SignatureParam<'a>>,
    /// What it gives; of a procedure without result `Nothing`.
    pub result: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter of a [`Signature`].
#[derive(Clone, Debug)]
pub struct SignatureParam<'a> {
    /// Its name.
    pub name: Box<str>,
    /// Its type.
    pub ty: Type,
    /// The value where the argument is left out: a constant.
    pub default: Option<&'a tree::Expr>,
}

impl Signature<'_> {
    /// Without its first parameter, which the thing before the dot fills.
    pub fn without_first(&self) -> Self {
        let params = self.params.iter().skip(1).cloned().collect();
        Self { params, title: self.title.clone(), result: self.result.clone(), span: self.span }
    }
}

/// Whoever brings clauses into play: an ability, an entity with clauses, a faction, a side, the system, a scenario.
#[derive(Clone, Debug)]
pub struct Bearer<'a> {
    /// What it is called in messages: `ability Regrow`.
    pub title: String,
    /// Its own name, the label of clauses that may leave theirs out.
    pub name: String,
    /// The bearer where it is the system or a scenario, which have no `self`.
    pub without_self: Option<BearerDef>,
    /// The abilities that stand for it, each with the kind of its `self`; empty for the system and a scenario.
    pub abilities: Vec<(ir::KindId, ir::AbilityId)>,
    /// The precedence of its clauses.
    pub level: Level,
    /// Its clauses in order.
    pub clauses: Vec<&'a tree::Clause>,
    /// Whether a modifying clause may leave out its label.
    pub label_optional: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What clauses hang on, as far as reaching it goes.
#[derive(Clone, Debug)]
pub struct Reachable<'o> {
    /// In words: `quantity to_hit`, `procedure clash`.
    pub title: String,
    /// Its locals that clauses see: parameters, and open variables of a procedure after them.
    pub locals: &'o [Local],
    /// How many of these are parameters, which are the roles.
    pub params: u16,
    /// Where it is declared.
    pub span: Span,
}

/// A reach made out.
#[derive(Debug)]
pub struct Reached {
    /// Who brings the clause into play.
    pub bearer: BearerDef,
    /// Whom it reaches.
    pub reach: typed::ReachDef,
    /// The scope of the clause: the owner's locals, then `self` and the ability's parameters.
    pub scope: Scope,
}

impl<'a> Checker<'a> {
    /// A checker with nothing declared.
    pub fn new(input: Input<'a>, sink: &'a mut Sink) -> Self {
        Self {
            input,
            sink, typed: Typed::default(),
            vocabulary: Vocabulary::default(),
            facts: Facts::default(),
        }
    }

    /// Puts a diagnostic into the sink.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// Reports a message at a place, and gives a broken expression that stays silent afterwards.
    pub fn broken(&mut self, code: Code, message: impl Into<String>, span: Span) -> Expr {
        self.report(Diagnostic::new(code, message, span));
        error(span)
    }

    /// The locals of a finished scope. Names that a condition binds and nothing uses are reported: most often a value was meant.
    pub fn finish(&mut self, scope: Scope) -> Locals {
        let unused: Vec<Local> = scope.unused_bindings().cloned().collect();
        for local in unused {
            let mut diagnostic = Diagnostic::new(
                codes::UNUSED_BINDING,
                format!("`{}` is given a value here that nothing uses", local.name),
                local.span,
            )
            .label("a new name, not something declared");
            if let Some(meant) = self.nearest_member(&local.ty, &local.name) {
                diagnostic =
                    diagnostic.fix(format!("did you mean `{meant}`?"), local.span, meant.clone());
            } else {
                diagnostic = diagnostic.help(
                    "leave it out, or use it in what follows",
                );
            }
            self.report(diagnostic);
        }
        scope.into_locals()
    }

    fn nearest_member(&self, ty: &Type, name: &str) -> Option<String> {
        match bare(ty) {
            Type::Member(kind) => {
                let names = self.vocabulary.kind(*kind)?;
                wording::nearest(name, names.entries.keys().map(AsRef::as_ref))
            }
            _ => None,
        }
    }

    /// The scope of a clause, hook or action of a bearer: the owner's locals, then `self` and the ability's parameters.
    pub fn bearer_scope(&self, owner: &[Local], ability: Option<ir::AbilityId>) -> Scope {
        let mut scope = Scope::with(owner);
        if let Some(def) = ability.and_then(|id| self.typed.abilities.get(id.0 as usize)) {
            let bearer =
                scope.add("self", Type::Entity(def.kind), LocalRole::Bearer, def.span);
            scope.bearer = Some(bearer);
            scope.ability = ability;
            for (name, ty, _) in &def.params {
                scope.add(name, ty.clone(), LocalRole::AbilityParam, def.span);
            }
        }
        scope
    }

    /// The bearer of a scope as an expression, where there is one.
    pub fn self_expr(&self, scope: &Scope, span: Span) -> Option<Expr> {
        let local = scope.bearer?;
        Some(Expr { kind: ExprKind::Local(local), ty: scope.ty(local), span })
    }

    /// A local as an expression.
    pub fn local_expr(&self, scope: &Scope, local: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(local), ty: scope.ty(local), span }
    }

    /// The procedure of that name, or a diagnostic.
    pub fn find_procedure(&mut self, name: &tree::Name) -> Option<ir::ProcedureId> {
        let found = self.vocabulary.procedures.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "procedure", |v| keys(&v.procedures));
        }
        found
    }

    /// The window of that name, or a diagnostic.
    pub fn find_window(&mut self, name: &tree::Name) -> Option<ir::WindowId> {
        let found = self.vocabulary.windows.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "window", |v| keys(&v.windows));
        }
        found
    }

    /// The action of that name, or a diagnostic.
    pub fn find_action(&mut self, name: &tree::Name) -> Option<ir::ActionId> {
        let found = self.vocabulary.actions.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "action", |v| keys(&v.actions));
        }
        found
    }

    /// The ability or status of that name, or a diagnostic.
    pub fn find_ability(&mut self, name: &tree::Name) -> Option<ir::AbilityId> {
        let found = self.vocabulary.abilities.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "ability or status", |v| keys(&v.abilities));
        }
        found
    }

    /// The permission of that name (of an action too), or a diagnostic.
    pub fn find_permission(&mut self, name: &tree::Name) -> Option<ir::PermissionId> {
        let found = self.vocabulary.permissions.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "permission", |v| keys(&v.permissions));
        }
        found
    }

    /// The tie of that name, or a diagnostic.
    pub fn find_tie(&mut self, name: &tree::Name) -> Option<ir::TieId> {
        let found = self.vocabulary.ties.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "tie", |v| keys(&v.ties));
        }
        found
    }

    /// The policy of that name, or a diagnostic.
    pub fn find_policy(&mut self, name: &tree::Name) -> Option<ir::PolicyId> {
        let found = self.vocabulary.policies.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "policy", |v| keys(&v.policies));
        }
        found
    }

    /// The ruling of that name, or a diagnostic.
    pub fn find_ruling(&mut self, name: &tree::Name) -> Option<u16> {
        let found = self.vocabulary.rulings.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "ruling", |v| keys(&v.rulings));
        }
        found
    }

    /// The kind of that name, or a diagnostic.
    pub fn find_kind(&mut self, name: &tree::Name) -> Option<ir::KindId> {
        let found = self.vocabulary.kinds.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "kind", |v| keys(&v.kinds));
        }
        found
    }

    /// The scale of that name, or a diagnostic.
    pub fn find_scale(&mut self, name: &tree::Name) -> Option<ir::ScaleId> {
        let found = self.vocabulary.scales.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "scale", |v| keys(&v.scales));
        }
        found
    }

    /// The die of that name, or a diagnostic.
    pub fn find_die(&mut self, name: &tree::Name) -> Option<ir::DieId> {
        let found = self.vocabulary.dice.get(&*name.text).copied();
        if found.is_none() {
            self.unknown(name, "die", |v| keys(&v.dice));
        }
        found
    }

    /// The entry of that name of a kind, or a diagnostic.
    pub fn find_entry(&mut self, kind: ir::KindId, name: &tree::Name) -> Option<ir::EntryId> {
        let found =
            self.vocabulary.kind(kind).and_then(|names| names.entries.get(&*name.text)).copied();
        if found.is_none() {
            let what = self.kind_name(kind).to_owned();
            let known: Vec<String> = self
                .vocabulary
                .kind(kind)
                .map(|names| names.entries.keys().map(ToString::to_string).collect())
                .unwrap_or_default();
            self.unknown_among(name, &what, &known);
        }
        found
    }

    /// The step of a procedure, or a diagnostic that lists its steps (WW0207).
    pub fn find_step(&mut self, procedure: ir::ProcedureId, name: &tree::Name) -> Option<u16> {
        let def = self.typed.procedures.get(procedure.0 as usize)?;
        if let Some(at) = def.steps.iter().position(|step| step.name == *name.text) {
            return u16::try_from(at).ok();
        }
        let steps: Vec<&str> = def.steps.iter().map(|step| step.name.as_str()).collect();
        let mut diagnostic = Diagnostic::new(
            codes::UNKNOWN_STEP,
            format!("procedure `{}` has no step `{}`", def.name, name.text),
            name.span,
        )
        .label("no such step")
        .also(def.span, format!("its steps in order: {}", wording::listed(steps.iter().copied())));
        if let Some(meant) = wording::nearest(&name.text, steps.iter().copied()) {
            diagnostic = diagnostic.fix(format!("did you mean `{meant}`?"), name.span, meant);
        }
        let elsewhere = self.typed.procedures.iter().find(|other| {
            other.steps.iter().any(|step| step.name == *name.text)
        });
        if let Some(other) = elsewhere {
            diagnostic = diagnostic
                .help(format!("a step `{}` exists in procedure `{}`", name.text, other.name));
        }
        self.report(diagnostic);
        None
    }

    /// What something takes and gives.
    pub fn signature(&self, owner: Owner) -> Option<Rc<Signature<'a>>> {
        self.facts.signatures.get(&owner).cloned()
    }

    /// The name of a kind.
    pub fn kind_name(&self, kind: ir::KindId) -> &str {
        self.typed.kinds.get(kind.0 as usize).map_or("thing", |def| def.name.as_str())
    }

    /// A type in the author's words.
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
                self.typed.records.get(id.0 as usize).map_or("record", |r| r.name.as_str()).to_owned()
            }
            Type::Optional(of) => format!("{}?", self.type_name(of)),
            Type::List(of) => format!("list of {}", self.type_name(of)),
            Type::Set(of) => format!("set of {}", self.type_name(of)),
            Type::Pool(die) => format!("pool of {}", self.die_name(*die)),
            Type::Nothing => "none".to_owned(),
            Type::Error => "?".to_owned(),
        }
    }

    fn die_name(&self, die: ir::DieId) -> &str {
        self.typed.dice.get(die.0 as usize).map_or("dice", |def| def.name.as_str())
    }

    /// Reports a name that is not declared as `what`: did you mean, or the other sort of thing that it is.
    fn unknown(
        &mut self,
        name: &tree::Name,
        what: &str,
        known: impl Fn(&Vocabulary) -> Vec<String>,
    ) {
        let known = known(&self.vocabulary);
        self.unknown_among(name, what, &known);
    }

    /// Reports a name that is none of `known`.
    pub fn unknown_among(&mut self, name: &tree::Name, what: &str, known: &[String]) {
        let sort = self.sort_of(&name.text);
        let diagnostic = if let Some(sort) = sort {
            let mut diagnostic = Diagnostic::new(
                codes::WRONG_SORT,
                format!(
                    "`{}` is {}, and {} {what} is wanted here",
                    name.text,
                    sort.what,
                    wording::article(what)
                ),
                name.span,
            )
            .label("used here");
            if let Some(span) = sort.span.filter(|span| *span != Span::default()) {
                diagnostic = diagnostic.also(span, "declared here");
            }
            diagnostic
        } else {
            Diagnostic::new(
                codes::UNKNOWN_NAME,
                format!("there is no {what} `{}`", name.text),
                name.span,
            )
            .label("not declared anywhere")
        };
        let meant = wording::nearest(&name.text, known.iter().map(String::as_str));
        let diagnostic = match meant {
            Some(meant) => diagnostic.fix(
                format!("did you mean `{meant}`?"),
                name.span,
                spelled(&meant, name.quoted),
            ),
            None if !known.is_empty() && known.len() <= 12 => diagnostic.help(format!(
                "there {}: {}",
                if known.len() == 1 { "is" } else { "are" },
                wording::listed(known.iter().map(String::as_str))
            )),
            None => diagnostic,
        };
        self.report(diagnostic);
    }

    /// What sort of declared thing a name is, whatever its sort.
    pub fn sort_of(&self, name: &str) -> Option<super::vocabulary::Sort> {
        super::sorts::sort_of(self, name)
    }
}

/// The keys of a map of names.
fn keys<I>(names: &Names<I>) -> Vec<String> {
    names.keys().map(ToString::to_string).collect()
}

/// A name as it is written in source: titles in quotes.
pub(crate) fn spelled(name: &str, quoted: bool) -> String {
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if quoted || !plain { format!("\"{name}\"") } else { name.to_owned() }
}

/// A broken expression.
pub fn error(span: Span) -> Expr {
    Expr { kind: ExprKind::Error, ty: Type::Error, span }
}

/// The type without its `?`.
pub fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Optional(of) => of,
        other => other,
    }
}

/// An int without a range.
pub const INT: Type = Type::Int { least: None, most: None };
