//! For tests: small typed trees built by hand.

use warwright_compiler::typed::*;
use warwright_grammar::Span;
use warwright_ir as ir;

pub(crate) const PLAYER: ir::KindId = ir::KindId(1);
pub(crate) const TOKEN: ir::KindId = ir::KindId(2);
pub(crate) const D6: ir::DieId = ir::DieId(0);
pub(crate) const DAMAGE: ir::FieldId = ir::FieldId(0);
pub(crate) const INT: Type = Type::Int(None);

pub(crate) fn span() -> Span {
    Span::new(0, 1)
}

pub(crate) fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: span() }
}

pub(crate) fn int(cell: i64) -> Expr {
    expr(ExprKind::Cell(cell), INT)
}

pub(crate) fn read(local: u32, ty: Type) -> Expr {
    expr(ExprKind::Local(LocalId(local)), ty)
}

pub(crate) fn token(local: u32) -> Expr {
    read(local, Type::Entity(TOKEN))
}

pub(crate) fn damage(of: Expr) -> Expr {
    expr(ExprKind::Field { of: Box::new(of), field: DAMAGE }, INT)
}

pub(crate) fn compare(how: Compare, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Compare { how, left: Box::new(left), right: Box::new(right) }, Type::Bool)
}

pub(crate) fn and(left: Expr, right: Expr) -> Expr {
    expr(ExprKind::And(Box::new(left), Box::new(right)), Type::Bool)
}

pub(crate) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: span() }
}

pub(crate) fn assign(local: u32, value: Expr) -> Stmt {
    stmt(StmtKind::Assign { to: Assign::Local(LocalId(local)), value, purpose: None })
}

pub(crate) fn locals(all: &[(&str, Type, LocalRole)]) -> Locals {
    let all = all.iter().map(|(name, ty, role)| Local {
        name: (*name).into(),
        ty: ty.clone(),
        role: *role,
        span: span(),
    });
    Locals { all: all.collect(), ..Locals::default() }
}

pub(crate) fn kind(name: &str, base: ir::KindBase) -> KindDef {
    KindDef {
        name: name.to_owned(),
        base,
        closed: false,
        fleeting: false,
        copies: None,
        each_player: false,
        profiles: Vec::new(),
        fields: Vec::new(),
        entries: Vec::new(),
        footprint: None,
        place: None,
        region: None,
        cell: None,
        leaves_by: Vec::new(),
        span: span(),
    }
}

/// A battle, players, tokens with damage, a die.
pub(crate) fn vocabulary() -> Typed {
    let mut typed = Typed { system: "trial".to_owned(), ..Typed::default() };
    typed.kinds.push(kind("battle", ir::KindBase::Battle));
    typed.kinds.push(kind("player", ir::KindBase::Player));
    typed.kinds.push(KindDef { fields: vec![DAMAGE], ..kind("token", ir::KindBase::Piece) });
    typed.fields.push(FieldDef {
        name: "damage".to_owned(),
        kind: TOKEN,
        ty: INT,
        initial: int(0),
        locals: locals(&[("token", Type::Entity(TOKEN), LocalRole::Param)]),
        only_by: None,
        resets: None,
        sight: ir::Sight::All,
        inverse: None,
        may_be: Vec::new(),
        span: span(),
    });
    let faces = (1..=6).map(|face| (face.to_string(), Some(face), 1)).collect();
    typed.dice.push(DieDef { name: "d6".to_owned(), faces, span: span() });
    typed
}

pub(crate) fn procedure(name: &str, params: u16, locals: Locals, body: Vec<Stmt>) -> ProcedureDef {
    let step = StepDef {
        name: "go".to_owned(),
        when: None,
        heading: None,
        called: false,
        body,
        span: span(),
    };
    ProcedureDef {
        name: name.to_owned(),
        params,
        locals,
        variables: Vec::new(),
        result: None,
        steps: vec![step],
        recursive: 0,
        beyond: None,
        for_team: false,
        span: span(),
    }
}

/// `count(pool where it <= least)`.
pub(crate) fn hits(pool: u32, item: u32, least: i64) -> Expr {
    let face = Type::Face(D6);
    let value = expr(ExprKind::FaceValue(Box::new(read(item, face))), INT);
    let when = compare(Compare::Le, value, int(least));
    let how = Question::Count;
    let of = Box::new(read(pool, Type::Pool(D6)));
    let item = LocalId(item);
    expr(ExprKind::Quantified { how, of, item, when: Some(Box::new(when)), value: None }, INT)
}

pub(crate) fn roll(count: Expr) -> Expr {
    expr(ExprKind::Roll { die: D6, count: Box::new(count) }, Type::Pool(D6))
}

/// An ability for tokens.
pub(crate) fn ability(name: &str) -> AbilityDef {
    AbilityDef {
        name: name.to_owned(),
        kind: TOKEN,
        params: Vec::new(),
        is_status: false,
        stacks: false,
        slot: None,
        state: Vec::new(),
        titled: true,
        span: span(),
    }
}
