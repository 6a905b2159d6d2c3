//! Locals of one body: which names are visible, what `it` and `self` are, which optional values are known to be there.
//!
//! A scope belongs to one owner (a function, a clause, a procedure, a hook ..). Names are pushed and popped with
//! [`Scope::mark`] and [`Scope::reset`]; the locals themselves stay, for they are the slots of the owner.

use crate::typed::{Compare, Expr, ExprKind, Local, LocalId, LocalRole, Locals, Type};
use std::cell::Cell;
use std::rc::Rc;
use warwright_grammar::Span;
use warwright_grammar::tree::Word;

/// The locals of a body and what is visible of them at the place being checked.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    locals: Locals,
    visible: Vec<LocalId>,
    candidates: Vec<LocalId>,
    narrowed: Vec<Expr>,
    used: Vec<bool>,
    /// Names bound by `has A(x)` and `is some x`, which must be used.
    bound: Vec<LocalId>,
    /// Names that were bound in another body, which this one might be thought to see.
    elsewhere: Vec<Elsewhere>,
    /// `self`.
    pub bearer: Option<LocalId>,
    /// The ability whose state is known beside that of the kind.
    pub ability: Option<warwright_ir::AbilityId>,
    /// Whose attributes may be named bare (in `derive`, `state`, `asks` of a kind).
    pub implicit: Option<LocalId>,
    /// The procedure on which what stands here hangs.
    pub hangs_on: Option<warwright_ir::ProcedureId>,
    /// Whether what is read has to be known before play: there is no `self` in it.
    pub before_play: bool,
    /// Whether it is of a test, which may look at what abilities keep for themselves.
    pub of_test: bool,
}

/// A name that is bound in another body.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The local of that body.
    pub local: LocalId,
    /// Its name.
    pub name: Word,
    /// Where it is bound.
    pub span: Span,
    /// How this body can bind it: `if E is some x { .. }`.
    pub again: String,
    /// Whether a body has asked for it: the scopes of all parts of an action share this.
    asked: Rc<Cell<bool>>,
}

impl Elsewhere {
    /// A name that nobody has asked for so far.
    pub fn new(local: LocalId, name: Word, span: Span, again: String) -> Self {
        Self { local, name, span, again, asked: Rc::default() }
    }
}

/// A point to which [`Scope::reset`] returns.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    visible: usize,
    candidates: usize,
    narrowed: usize,
}

impl Scope {
    /// A scope without locals.
    pub fn new() -> Self {
        Self::default()
    }

    /// A scope whose first locals are these, all visible.
    pub fn with(locals: &[Local]) -> Self {
        let mut scope = Self::new();
        for local in locals {
            scope.add(&local.name, local.ty.clone(), local.role, local.span);
        }
        scope
    }

    /// The same, of which only some are visible.
    pub fn seeing(locals: &[Local], visible: Vec<LocalId>) -> Self {
        Self { visible, ..Self::with(locals) }
    }

    /// The locals whose names are known here, the innermost last.
    pub fn visible(&self) -> &[LocalId] {
        &self.visible
    }

    /// Adds a local; with a name it is visible from here.
    pub fn add(&mut self, name: impl Into<Word>, ty: Type, role: LocalRole, span: Span) -> LocalId {
        let id = LocalId(u32::try_from(self.locals.all.len()).unwrap_or(u32::MAX));
        let name = name.into();
        if !name.is_empty() {
            self.visible.push(id);
        }
        self.locals.all.push(Local { name, ty, role, span });
        self.used.push(false);
        id
    }

    /// Adds a local of role `Let` that has no name yet: for candidates, temporary values, and names that become visible only
    /// where a condition holds ([`Scope::assume`]).
    pub fn hidden(&mut self, name: impl Into<Word>, ty: Type, span: Span) -> LocalId {
        let id = LocalId(u32::try_from(self.locals.all.len()).unwrap_or(u32::MAX));
        self.locals.all.push(Local { name: name.into(), ty, role: LocalRole::Let, span });
        self.used.push(false);
        id
    }

    /// Adds a name that a condition binds; visible after [`Scope::assume`]; an error where it is never used.
    pub fn binding(&mut self, name: impl Into<Word>, ty: Type, span: Span) -> LocalId {
        let id = self.hidden(name, ty, span);
        self.bound.push(id);
        id
    }

    /// Makes a hidden local visible under its name.
    pub fn reveal(&mut self, id: LocalId) {
        self.visible.push(id);
    }

    /// Makes a local the candidate `it` until [`Scope::reset`].
    pub fn candidate(&mut self, id: LocalId) {
        self.candidates.push(id);
    }

    /// The candidate `it`.
    pub fn it(&self) -> Option<LocalId> {
        self.candidates.last().copied()
    }

    /// The visible local of that name; the innermost counts. It is then used.
    pub fn find(&mut self, name: &str) -> Option<LocalId> {
        let id = self.peek(name)?;
        if let Some(used) = self.used.get_mut(id.0 as usize) {
            *used = true;
        }
        Some(id)
    }

    /// Calls the bearer by another name as well: `as u` of an action in a window. `self` stays.
    pub fn rename_bearer(&mut self, name: &Word) {
        if let Some(local) = self.bearer.and_then(|id| self.locals.all.get_mut(id.0 as usize)) {
            local.name.clone_from(name);
        }
    }

    /// Like [`Scope::find`], without using it.
    pub fn peek(&self, name: &str) -> Option<LocalId> {
        if name == "self" && self.bearer.is_some() {
            return self.bearer;
        }
        self.visible
            .iter()
            .rev()
            .copied()
            .find(|id| self.local(*id).is_some_and(|l| &*l.name == name))
    }

    /// The local of that name that was last to be known, and is not known any more, and whether a condition gave it.
    pub fn ended(&self, name: &str) -> Option<(&Local, bool)> {
        let of_name = |it: &(usize, &Local)| &*it.1.name == name;
        let (at, local) = self.locals.all.iter().enumerate().rev().find(of_name)?;
        let id = LocalId(u32::try_from(at).unwrap_or(u32::MAX));
        (!self.visible.contains(&id)).then(|| (local, self.bound.contains(&id)))
    }

    /// What may be none, and is known to be there.
    pub fn known_there(&self) -> impl Iterator<Item = &Expr> {
        self.narrowed.iter().filter(|it| !matches!(it.kind, ExprKind::Error))
    }

    /// A local.
    pub fn local(&self, id: LocalId) -> Option<&Local> {
        self.locals.get(id)
    }

    /// The type of a local.
    pub fn ty(&self, id: LocalId) -> Type {
        self.local(id).map_or(Type::Error, |local| local.ty.clone())
    }

    /// Gives a local another type (for variables whose type comes from their first value).
    pub fn set_type(&mut self, id: LocalId, ty: Type) {
        if let Some(local) = self.locals.all.get_mut(id.0 as usize) {
            local.ty = ty;
        }
    }

    /// All locals so far.
    pub fn locals(&self) -> &[Local] {
        &self.locals.all
    }

    /// The names visible here, innermost first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.iter().rev().filter_map(|id| self.local(*id)).map(|local| local.name.as_str())
    }

    /// Remembers what is visible.
    pub fn mark(&self) -> Mark {
        Mark {
            visible: self.visible.len(),
            candidates: self.candidates.len(),
            narrowed: self.narrowed.len(),
        }
    }

    /// Forgets names, candidates and knowledge since the mark; the locals stay.
    pub fn reset(&mut self, mark: Mark) {
        self.visible.truncate(mark.visible);
        self.candidates.truncate(mark.candidates);
        self.narrowed.truncate(mark.narrowed);
    }

    /// Takes for granted that a checked condition holds (or does not): names that it binds become visible, optional values
    /// that it finds are known to be there. Lasts until [`Scope::reset`].
    pub fn assume(&mut self, condition: &Expr, holds: bool) {
        match &condition.kind {
            ExprKind::And(left, right) if holds => {
                self.assume(left, true);
                self.assume(right, true);
            }
            ExprKind::Or(left, right) if !holds => {
                self.assume(left, false);
                self.assume(right, false);
            }
            ExprKind::Not(inner) => self.assume(inner, !holds),
            ExprKind::IsSome { of, binds } if holds => {
                if let Some(local) = binds {
                    self.reveal(*local);
                }
                self.know(of);
            }
            ExprKind::ClearLine(line) if !holds => {
                line.past.iter().for_each(|past| self.reveal(past.item));
            }
            ExprKind::Has { args, .. } if holds => {
                for (_, local) in &args.binds {
                    self.reveal(*local);
                }
            }
            ExprKind::Compare { how, left, right } => {
                self.assume_comparison(*how, left, right, holds)
            }
            _ => {}
        }
    }

    fn assume_comparison(&mut self, how: Compare, left: &Expr, right: &Expr, holds: bool) {
        let is_none = |side: &Expr| matches!(side.kind, ExprKind::None);
        let equal = match how {
            Compare::Eq => holds,
            Compare::Ne => !holds,
            Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => return,
        };
        if is_none(left) || is_none(right) {
            if !equal {
                self.know(if is_none(left) { right } else { left });
            }
        } else if equal {
            // Equal to what is surely there: there itself.
            if !matches!(right.ty, Type::Optional(_)) {
                self.know(left);
            }
            if !matches!(left.ty, Type::Optional(_)) {
                self.know(right);
            }
        }
    }

    fn know(&mut self, place: &Expr) {
        if matches!(place.ty, Type::Optional(_)) && is_place(place) {
            self.narrowed.push(place.clone());
        }
    }

    /// Whether the optional value of this place is known to be there.
    pub fn is_known(&self, place: &Expr) -> bool {
        self.narrowed.iter().any(|known| same_place(known, place))
    }

    /// Forgets what is known of optional values: after an assignment or a call, which may have changed them. Locals that are
    /// not `changed` keep what is known of them.
    pub fn forget(&mut self, changed: Option<LocalId>) {
        for known in &mut self.narrowed {
            let keep = match (&known.kind, changed) {
                (ExprKind::Local(id), Some(local)) => *id != local,
                (ExprKind::Local(_), None) => true,
                (_, Some(local)) => !reads_local(known, local),
                (_, None) => false,
            };
            if !keep {
                // Blanked, not taken out: marks count these.
                known.kind = ExprKind::Error;
            }
        }
    }

    /// Sets aside what is known of the present, for a look back: what was, was perhaps not there. Locals hold what they held.
    pub fn look_back(&mut self) -> Vec<Expr> {
        let locals = self.narrowed.iter().filter(|known| matches!(known.kind, ExprKind::Local(_)));
        let locals = locals.cloned().collect();
        std::mem::replace(&mut self.narrowed, locals)
    }

    /// Back in the present, where what [`Self::look_back`] set aside is known again.
    pub fn look_up(&mut self, known: Vec<Expr>) {
        self.narrowed = known;
    }

    /// Names that a condition binds and nothing uses.
    pub fn unused_bindings(&self) -> impl Iterator<Item = &Local> {
        self.bound
            .iter()
            .filter(|id| !self.used.get(id.0 as usize).copied().unwrap_or(true))
            .filter_map(|id| self.local(*id))
    }

    /// Notes names that are bound in another body.
    pub fn bound_elsewhere(&mut self, names: Vec<Elsewhere>) {
        self.elsewhere = names;
    }

    /// What another body binds by that name; it is then asked for.
    pub fn find_elsewhere(&self, name: &str) -> Option<&Elsewhere> {
        let found = self.elsewhere.iter().rev().find(|it| &*it.name == name)?;
        found.asked.set(true);
        Some(found)
    }

    /// Counts as used what a body has asked for that cannot see it: it has been told so.
    pub fn asked_by(&mut self, body: &Self) {
        for name in body.elsewhere.iter().filter(|name| name.asked.get()) {
            if let Some(used) = self.used.get_mut(name.local.0 as usize) {
                *used = true;
            }
        }
    }

    /// The locals, for the owner. Use [`super::Checker::finish`], which reports unused names first.
    pub(super) fn into_locals_unchecked(self) -> Locals {
        self.locals
    }

    /// See [`Scope::into_locals_unchecked`]: the checked form, for [`super::Checker::finish`] alone.
    pub(super) fn into_locals(mut self) -> Locals {
        self.locals.all.shrink_to_fit();
        self.locals
    }
}

/// Whether an expression names one value again and again: a local, a field of a place, a figure of a place.
fn is_place(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Local(_) | ExprKind::Only(_) => true,
        ExprKind::Field { of, .. }
        | ExprKind::RecordField { of, .. }
        | ExprKind::Printed { of, .. }
        | ExprKind::OwnerOf(of)
        | ExprKind::TeamOf(of) => is_place(of),
        ExprKind::Quantity { args, .. } | ExprKind::Call { args, .. } => args.iter().all(is_place),
        ExprKind::TieField { of, other, .. } => is_place(of) && is_place(other),
        ExprKind::AsOf { of, .. } => is_place(of),
        _ => false,
    }
}

fn same_place(a: &Expr, b: &Expr) -> bool {
    use ExprKind as K;
    match (&a.kind, &b.kind) {
        (K::Local(x), K::Local(y)) => x == y,
        (K::Only(x), K::Only(y)) => x == y,
        (K::Field { of: x, field: f }, K::Field { of: y, field: g }) => f == g && same_place(x, y),
        (K::RecordField { of: x, position: f }, K::RecordField { of: y, position: g }) => {
            f == g && same_place(x, y)
        }
        (K::Printed { of: x, profile: f }, K::Printed { of: y, profile: g }) => {
            f == g && same_place(x, y)
        }
        (K::OwnerOf(x), K::OwnerOf(y)) | (K::TeamOf(x), K::TeamOf(y)) => same_place(x, y),
        (K::Quantity { quantity: f, args: x }, K::Quantity { quantity: g, args: y }) => {
            f == g && all_same(x, y)
        }
        (K::Call { function: f, args: x }, K::Call { function: g, args: y }) => {
            f == g && all_same(x, y)
        }
        (
            K::TieField { tie: s, of: x, other: v, field: f },
            K::TieField { tie: t, of: y, other: w, field: g },
        ) => s == t && f == g && same_place(x, y) && same_place(v, w),
        (K::AsOf { moment: m, of: x }, K::AsOf { moment: n, of: y }) => m == n && same_place(x, y),
        _ => false,
    }
}

fn all_same(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same_place(x, y))
}

fn reads_local(expr: &Expr, local: LocalId) -> bool {
    match &expr.kind {
        ExprKind::Local(id) => *id == local,
        ExprKind::Field { of, .. }
        | ExprKind::RecordField { of, .. }
        | ExprKind::Printed { of, .. }
        | ExprKind::OwnerOf(of)
        | ExprKind::TeamOf(of)
        | ExprKind::AsOf { of, .. } => reads_local(of, local),
        ExprKind::Quantity { args, .. } | ExprKind::Call { args, .. } => {
            args.iter().any(|arg| reads_local(arg, local))
        }
        ExprKind::TieField { of, other, .. } => reads_local(of, local) || reads_local(other, local),
        _ => false,
    }
}
