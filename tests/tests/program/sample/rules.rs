//! The rules of the sample that act on nothing: quantities and permissions with their clauses, tables and functions.

use super::*;

pub(super) fn rules(make: &mut Make) {
    let of = make.token(0);
    let base = make.expr(Expr::Printed { of, profile: ProfileId(0) }, Ty::Int);
    let power = Quantity {
        name: make.text("power"),
        params: vec![make.param("token", Ty::Entity(TOKEN), 0)],
        ty: Ty::Int,
        env: Env { scalars: 1, wides: 0 },
        base,
        rounding: None,
        scale: None,
        least: Some(0),
        most: Some(9),
        stages: vec![None],
        groups: Vec::new(),
        favours: Some(Favours { role: 0, less: false }),
        clauses: vec![ClauseId(1)],
        profile: Some(ProfileId(0)),
        span: AT,
    };
    make.program.quantities.push(power);
    let of = make.token(0);
    let calm = make.expr(Expr::Has { of, ability: AbilityId(1) }, Ty::Bool);
    let amount = make.local(2, Ty::Int);
    let bend = Clause {
        bearer: Bearer::Ability(AbilityId(0)),
        reach: Reach::Role(0),
        level: 3,
        env: Env { scalars: 3, wides: 0 },
        self_slot: 1,
        when: Some(calm),
        modifier: Some(Modifier { stage: 0, verb: Verb::By, amount, cap: None, group: None }),
        permission: None,
        strikes: Vec::new(),
        label: make.text("keen"),
        drawback: false,
        origins: Vec::new(),
        span: AT,
    };
    make.program.clauses.push(bend);
    lookups(make);
}

fn lookups(make: &mut Make) {
    let (damage, six) = (make.damage(0), make.int(6));
    let body = make.binary(BinaryOp::Lt, damage, six, Ty::Bool);
    let stands = Function {
        name: make.text("stands"),
        params: vec![make.param("t", Ty::Entity(TOKEN), 0)],
        ty: Ty::Bool,
        env: Env { scalars: 1, wides: 0 },
        body,
        span: AT,
    };
    make.program.functions.push(stands);
    let words = make.text("declared");
    let table = Table {
        name: make.text("hits"),
        axes: vec![TableAxis { name: make.text("margin"), ty: Ty::Int }],
        ty: Ty::Int,
        rows: vec![
            TableRow {
                keys: vec![TableKey::Between(None, Some(0))],
                value: 0,
                origins: Vec::new(),
                span: AT,
            },
            TableRow {
                keys: vec![TableKey::Else],
                value: 1,
                origins: vec![Origin { words, span: AT }],
                span: AT,
            },
        ],
        dice: None,
        span: AT,
    };
    make.program.tables.push(table);
    let of = make.token(0);
    let holds = make.expr(Expr::Call { function: FunctionId(0), args: vec![of] }, Ty::Bool);
    let may = Permission {
        name: make.text("rest"),
        params: vec![make.param("t", Ty::Entity(TOKEN), 0)],
        env: Env { scalars: 1, wides: 0 },
        requires: vec![Require {
            holds,
            reason: Reason { label: make.text("fallen"), words: None, span: AT },
            inherits: None,
            needs: Vec::new(),
            params_known: 1,
        }],
        clauses: Vec::new(),
        level: 0,
        span: AT,
    };
    make.program.permissions.push(may);
    let price = make.int(1);
    let cost = Quantity {
        name: make.text("cost of rest"),
        base: price,
        clauses: Vec::new(),
        profile: None,
        ..make.program.quantities[QuantityId(0)].clone()
    };
    make.program.quantities.push(cost);
}
