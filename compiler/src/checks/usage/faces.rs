//! Faces: a die with named faces is rolled, and every face is asked for somewhere.

use crate::typed::{Expr, ExprKind, Stmt, StmtKind, Type, Typed};
use rustc_hash::FxHashSet;
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir::DieId;

/// What is asked of faces.
#[derive(Default)]
struct Asked {
    faces: FxHashSet<(DieId, i64)>,
    /// Dice whose numbers are read, or whose faces are all told apart by an `else`.
    whole: FxHashSet<DieId>,
    rolled: FxHashSet<DieId>,
}

/// Every face of a named die that is rolled is read somewhere.
pub(crate) fn faces_are_read(typed: &Typed, sink: &mut Sink) {
    let mut asked = Asked::default();
    typed.each_expr(&mut |expr| note(&mut asked, expr));
    for ruling in &typed.rulings {
        if let Type::Face(die) = ruling.ty {
            asked.faces.insert((die, ruling.value));
        }
    }
    for table in typed.tables.values() {
        asked.whole.extend(table.dice.map(|(_, die)| die));
        for (_, ty) in &table.axes {
            if let Type::Face(die) = ty {
                asked.whole.insert(*die);
            }
        }
    }
    typed.each_stmt(&mut |stmt| match_faces(&mut asked, stmt));
    for (id, def) in typed.dice.iter() {
        let named = def.faces.iter().any(|(_, value, _)| value.is_none());
        if !named || !asked.rolled.contains(&id) || asked.whole.contains(&id) {
            continue;
        }
        let unread = (0i64..)
            .zip(&def.faces)
            .filter(|(face, (_, value, _))| value.is_none() && !asked.faces.contains(&(id, *face)));
        let unread: Vec<&str> = unread.map(|(_, (name, ..))| name.as_str()).collect();
        // One face that means nothing needs no reader: whatever is not counted is that face.
        if unread.len() > 1 {
            Diagnostic::at(codes::FACE_UNREAD, def.span)
                .says(format!(
                    "nothing reads the faces `{}` of die `{}`",
                    unread.join("`, `"),
                    def.name
                ))
                .label("rolled, and never asked for")
                .help("count them where they matter, or make them one face that means nothing")
                .emit(sink);
        }
    }
}

fn note(asked: &mut Asked, expr: &Expr) {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Cell(face), Type::Face(die)) => {
            asked.faces.insert((*die, *face));
        }
        (ExprKind::Roll { die, .. }, _) => {
            asked.rolled.insert(*die);
        }
        (ExprKind::FaceValue(of), _) => {
            if let Type::Face(die) = of.ty {
                asked.whole.insert(die);
            }
        }
        (ExprKind::Match { of, arms }, _) => {
            if let (Type::Face(die), true) = (&of.ty, arms.iter().any(|(keys, _)| keys.is_empty()))
            {
                asked.whole.insert(*die);
            }
        }
        _ => {}
    }
}

fn match_faces(asked: &mut Asked, stmt: &Stmt) {
    if let StmtKind::Match { of, arms } = &stmt.kind
        && let Type::Face(die) = of.ty
        && arms.iter().any(|(keys, _)| keys.is_empty())
    {
        asked.whole.insert(die);
    }
}
