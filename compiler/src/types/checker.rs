//! The checker: what all passes of this stage share. Takes syntax, gives typed nodes, puts diagnostics into the sink.

use super::declare::Declared;
use super::facts::{Facts, Owner, Signature};
use super::met::Met;
use super::scenarios::{LaidOut, Taken};
use super::scope::Scope;
use super::statements::{Acting, BodyOf};
use super::vocabulary::Vocabulary;
use crate::like::Content;
use crate::rosters::Rosters;
use crate::typed::{Expr, ExprKind, Local, LocalId, LocalRole, Locals, PieceDef, Type, Typed};
use crate::wording;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::LazyLock;
use warwright_grammar::tree::Word;
use warwright_grammar::{Code, Diagnostic, FileId, Sink, SourceMap, Span, codes};
use warwright_ir as ir;

/// The name of the bearer in nearly every clause.
static SELF: LazyLock<Word> = LazyLock::new(|| Word::from("self"));

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

/// What the passes share. Fields are public to the stage; each pass writes its own part of `typed`, and none what an earlier one declared.
#[derive(Debug)]
pub struct Checker<'a> {
    /// What is checked.
    pub input: Input<'a>,
    /// Where diagnostics go.
    pub sink: &'a mut Sink,
    /// The tree that is being made.
    pub typed: Typed,
    /// Every declared name with its id.
    pub vocabulary: Declared<Vocabulary>,
    /// Facts of the system and of declarations that the typed tree does not keep.
    pub facts: Declared<Facts<'a>>,
    /// What the passes come across in bodies, to be judged when all of them are read.
    pub met: Met,
    /// The board on which is played what is read now.
    pub board: LaidOut,
    /// The boards of all scenarios, for tests that run under their rules.
    pub laid_out: FxHashMap<ir::ScenarioId, LaidOut>,
    /// The pieces of every roster, by its position among the rosters.
    pub armies: Vec<Vec<PieceDef>>,
    /// What every roster takes for rulings, by its position among the rosters.
    pub readings: Vec<Vec<Taken>>,
    /// Whether lengths and angles may have a range where types are read now: they may where a player chooses them.
    pub measured_ranges: bool,
    /// The ladder on whose steps the value has to stand that is read now.
    pub ladder: Option<ir::ScaleId>,
    /// The locals of the body that is read now.
    pub scope: Scope,
    /// What is known and gathered of that body where it acts.
    pub acting: Acting,
}

impl<'a> Checker<'a> {
    /// A checker with nothing declared.
    pub fn new(input: Input<'a>, sink: &'a mut Sink) -> Self {
        Self {
            input,
            sink,
            typed: Typed::default(),
            vocabulary: Declared::default(),
            facts: Declared::default(),
            met: Met::default(),
            board: LaidOut::default(),
            laid_out: FxHashMap::default(),
            armies: Vec::new(),
            readings: Vec::new(),
            measured_ranges: false,
            ladder: None,
            scope: Scope::new(),
            acting: Acting::new(BodyOf::Setup, &Scope::new()),
        }
    }

    /// Reads a value that has to stand on a step of a ladder, if there is one.
    pub fn on_steps<T>(
        &mut self,
        ladder: Option<ir::ScaleId>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.ladder, ladder);
        let found = read(self);
        self.ladder = outer;
        found
    }

    /// Puts a diagnostic into the sink.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.sink.push(diagnostic);
    }

    /// Reports what is wrong with something that gives nothing then.
    pub fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        diagnostic.refuse(self.sink)
    }
    /// Reports a message at a place, and gives a broken expression that stays silent afterwards.
    pub fn broken(&mut self, code: Code, message: impl Into<String>, span: Span) -> Expr {
        self.report(Diagnostic::at(code, span).says(message));
        error(span)
    }

    /// The locals of the body that was read. Names that a condition binds and nothing uses are reported: most often a value was meant.
    pub fn finish(&mut self) -> Locals {
        let scope = std::mem::take(&mut self.scope);
        let unused: Vec<Local> = scope.unused_bindings().cloned().collect();
        for local in unused {
            let diagnostic = Diagnostic::at(codes::UNUSED_BINDING, local.span)
                .says(format!("`{}` is given a value here that nothing uses", local.name))
                .label("a new name, not something declared");
            let diagnostic = match self.nearest_member(&local.ty, &local.name) {
                meant @ Some(_) => diagnostic.meant(local.span, meant),
                None => diagnostic.help("leave it out, or use it in what follows"),
            };
            self.report(diagnostic);
        }
        scope.into_locals()
    }

    /// Reads what stands in another body, or sees nothing of the one around it, and gives the scope that it leaves.
    pub fn inside<T>(&mut self, scope: Scope, read: impl FnOnce(&mut Self) -> T) -> (T, Scope) {
        let outer = std::mem::replace(&mut self.scope, scope);
        let found = read(self);
        (found, std::mem::replace(&mut self.scope, outer))
    }

    fn nearest_member(&self, ty: &Type, name: &str) -> Option<String> {
        match bare(ty) {
            Type::Member(kind) => {
                let names = self.vocabulary.kind(*kind)?;
                wording::suggest(name, names.entries.keys().map(AsRef::as_ref))
            }
            _ => None,
        }
    }

    /// The scope of a clause, hook or action of a bearer: the owner's locals, then `self` and the ability's parameters.
    pub fn bearer_scope(&self, owner: &[Local], ability: Option<ir::AbilityId>) -> Scope {
        let mut scope = Scope::with(owner);
        if let Some(def) = ability.and_then(|id| self.typed.abilities.get(id)) {
            let ty = self.owner_type(def.kind);
            let bearer = scope.add(&*SELF, ty, LocalRole::Bearer, def.span);
            scope.bearer = Some(bearer);
            scope.ability = ability;
            for (name, ty, _) in &def.params {
                scope.add(name.as_str(), ty.clone(), LocalRole::AbilityParam, def.span);
            }
        }
        scope
    }

    /// The bearer of a scope as an expression, where there is one.
    pub fn self_expr(&self, span: Span) -> Option<Expr> {
        let local = self.scope.bearer?;
        Some(Expr { kind: ExprKind::Local(local), ty: self.scope.ty(local), span })
    }

    /// A local as an expression.
    pub fn local_expr(&self, local: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(local), ty: self.scope.ty(local), span }
    }

    /// What something takes and gives.
    pub fn signature(&self, owner: Owner) -> Option<Rc<Signature<'a>>> {
        self.facts.signatures.get(&owner).cloned()
    }

    /// The name of a kind.
    pub fn kind_name(&self, kind: ir::KindId) -> &str {
        self.typed.kind_name(kind)
    }

    /// A type in the author's words.
    pub fn type_name(&self, ty: &Type) -> String {
        self.typed.type_name(ty)
    }
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
pub const INT: Type = Type::Int(None);
