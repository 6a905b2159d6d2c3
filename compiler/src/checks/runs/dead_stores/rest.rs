//! The rest of a body: what a statement or a call of it writes and a later statement of the same body writes anew.

use super::{Fates, Whole, ends, lost, runs};
use crate::checks::runs::idle::is_same;
use crate::typed::{
    Assign, Expr, ExprKind, LocalId, Stmt, StmtKind, any_stmt, bodies, each_expr, each_local,
    each_stmt, each_stmt_expr, stmt_exprs,
};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, codes};
use warwright_ir::{FieldId, ProcedureId};

impl<'t> Fates<'t> {
    /// What statements of a body, and of those inside it, write for nothing.
    pub(super) fn in_rest(&mut self, body: &'t [Stmt], found: &mut Vec<Diagnostic>) {
        for (at, stmt) in body.iter().enumerate() {
            let rest = body.get(at + 1..).unwrap_or_default();
            found.extend(self.assigned_anew(stmt, rest));
            found.extend(given_anew(stmt, rest));
            found.extend(self.called_anew(stmt, rest));
            bodies(stmt).into_iter().for_each(|inner| self.in_rest(inner, found));
        }
    }

    fn assigned_anew(&mut self, stmt: &'t Stmt, rest: &'t [Stmt]) -> Option<Diagnostic> {
        let StmtKind::Assign { to: Assign::Field { of, field }, .. } = &stmt.kind else {
            return None;
        };
        let one = self.one_of(of, rest)?;
        if !self.is_plain(*field) {
            return None;
        }
        (self.field, self.left) = (*field, false);
        let fate = self.body(rest, &mut Whole { one, ..Whole::default() });
        let over = self.over(fate)?;
        Some(
            lost(self.typed, "what is written here to", *field, stmt.span, over)
                .help("let what is to read it come between the two, or take one out"),
        )
    }

    /// Of which one thing a state is written, where that is the same until the end of what follows; nothing inside: of the only one.
    fn one_of(&self, of: &Expr, rest: &[Stmt]) -> Option<Option<LocalId>> {
        match of.kind {
            ExprKind::Only(_) => Some(None),
            ExprKind::Local(local) => (!gives(rest, local)).then_some(Some(local)),
            _ => None,
        }
    }

    /// A call right behind one of the same procedure, which writes all anew that the first has written.
    fn called_anew(&mut self, stmt: &'t Stmt, rest: &'t [Stmt]) -> Option<Diagnostic> {
        let StmtKind::Call { procedure, args, result: None } = &stmt.kind else { return None };
        let second = rest.first()?;
        let StmtKind::Call { procedure: again, args: given, result: None } = &second.kind else {
            return None;
        };
        let Writer { written, deciding } =
            (procedure == again).then(|| self.writer(*procedure)).flatten()?;
        let all = args.iter().chain(given);
        let asked = all.into_iter().any(|arg| written.iter().any(|it| self.reads(arg, *it)));
        let mut pairs = (0..).map(LocalId).zip(args.iter().zip(given));
        let same = pairs.all(|(at, (one, other))| !deciding.contains(&at) || is_same(one, other));
        if asked || !same {
            return None;
        }
        let name = self.typed.procedures.get(*procedure).map_or("", |def| def.name.as_str());
        Some(
            Diagnostic::warning(codes::NO_EFFECT, second.span)
                .says(format!("this call of `{name}` writes all anew that the one before wrote"))
                .label("nothing is left of what the first did")
                .also(stmt.span, "nobody has asked for what came of it")
                .help("one of the two is meant to be for something else, or is one too many"),
        )
    }

    /// A procedure that only writes states, and reads none of them.
    fn writer(&self, id: ProcedureId) -> Option<Writer> {
        let typed = self.typed;
        let def = typed.procedures.get(id)?;
        if typed.is_hung_on(id)
            || !def.variables.is_empty()
            || def.steps.iter().any(|step| step.called)
        {
            return None;
        }
        let (mut plain, mut written, mut all, mut deciding) =
            (true, Vec::new(), Vec::new(), Vec::new());
        def.each_head(&mut |value| deciding.push(value));
        for step in &def.steps {
            each_stmt(&step.body, &mut |stmt| match &stmt.kind {
                StmtKind::Assign { to: Assign::Field { of, field }, value, .. } => {
                    written.push(*field);
                    plain &= self.is_plain(*field);
                    deciding.push(of);
                    all.push(value);
                }
                StmtKind::If { .. } | StmtKind::Match { .. } | StmtKind::ForEach { .. } => {
                    deciding.extend(stmt_exprs(stmt));
                }
                StmtKind::Say(_) => {}
                _ => plain = false,
            });
        }
        all.extend(&deciding);
        let reads = all.iter().any(|value| written.iter().any(|field| self.reads(value, *field)));
        let mut locals = FxHashSet::default();
        for value in deciding {
            each_expr(value, &mut |expr| match expr.kind {
                ExprKind::Local(local) => {
                    locals.insert(local);
                }
                ExprKind::Roll { .. } => plain = false,
                _ => {}
            });
        }
        let writes = plain && !reads && !written.is_empty();
        writes.then_some(Writer { written, deciding: locals })
    }
}

/// What a procedure does that does nothing but write.
struct Writer {
    /// The states.
    written: Vec<FieldId>,
    /// What decides whether and of whom they are written.
    deciding: FxHashSet<LocalId>,
}

/// A local that is given a value, and another before anybody can have asked for the first.
fn given_anew(stmt: &Stmt, rest: &[Stmt]) -> Option<Diagnostic> {
    let StmtKind::Assign { to: Assign::Local(local), .. } = &stmt.kind else { return None };
    for next in rest {
        let (mut read, mut open) = (false, false);
        each_stmt(std::slice::from_ref(next), &mut |inner| {
            each_stmt_expr(inner, &mut |value| each_local(value, &mut |it| read |= it == *local));
            // Others see open variables, and who chooses may ask for all that is there.
            open |= runs(inner) || matches!(inner.kind, StmtKind::Choose { .. });
        });
        if read || open || ends(std::slice::from_ref(next)) {
            return None;
        }
        if matches!(next.kind, StmtKind::Assign { to: Assign::Local(to), .. } if to == *local) {
            return Some(
                Diagnostic::warning(codes::NO_EFFECT, stmt.span)
                    .says("what is given here is lost")
                    .label("comes too early")
                    .also(next.span, "it is given anew here before anybody reads it")
                    .help("let what is to read it come between the two, or take one out"),
            );
        }
    }
    None
}

/// Whether statements give a local another value.
pub(super) fn gives(body: &[Stmt], local: LocalId) -> bool {
    any_stmt(body, |stmt| stmt.kind.given() == Some(local))
}
