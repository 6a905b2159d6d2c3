//! What is done in the sample: a procedure with a loop, a hook on it, an action in a window.

use super::*;

/// `fight(a, b)`: while both stand, four times at most, roll a's dice; each that shows 3 or less hurts b.
pub(super) fn fight(make: &mut Make) {
    let four = make.int(4);
    let t = make.token(0);
    let one = make.expr(Expr::Call { function: FunctionId(0), args: vec![t] }, Ty::Bool);
    let t = make.token(1);
    let other = make.expr(Expr::Call { function: FunctionId(0), args: vec![t] }, Ty::Bool);
    let both = make.expr(Expr::And { left: one, right: other }, Ty::Bool);
    let t = make.token(0);
    let count = make.expr(Expr::Quantity { quantity: QuantityId(0), args: vec![t] }, Ty::Int);
    let hits = hits(make);
    let damage = make.damage(1);
    let sum = make.binary(BinaryOp::Add, damage, hits, Ty::Int);
    let b = make.token(1);
    let words = Template { parts: vec![Part::Words(make.text("they fight"))] };
    let body = make.body(
        4,
        1,
        vec![
            Act::Bound { left: 2, at_most: four },
            Act::JumpUnless { when: both, to: 7 },
            Act::Tick { left: 2 },
            Act::Forget(vec![Slot::Wide(0)]),
            Act::Roll { slot: 0, die: D6, count, purpose: Some(words.clone()) },
            Act::Set { target: Target::Field { of: b, field: FieldId(0) }, value: sum },
            Act::Jump(1),
            Act::Say { words },
        ],
    );
    let step = Step {
        name: make.text("blows"),
        when: None,
        heading: None,
        called: false,
        body,
        before: Vec::new(),
        instead: Vec::new(),
        after: vec![HookId(0)],
        offers_before: Vec::new(),
        offers_at: Vec::new(),
        offers_after: Vec::new(),
        moments: Vec::new(),
        span: AT,
    };
    let procedure = Procedure {
        name: make.text("fight"),
        params: vec![make.param("a", Ty::Entity(TOKEN), 0), make.param("b", Ty::Entity(TOKEN), 1)],
        env: Env { scalars: 4, wides: 1 },
        variables: Vec::new(),
        open: vec![Slot::Scalar(2)],
        result: None,
        steps: vec![step],
        before: Vec::new(),
        after: Vec::new(),
        recursive: 0,
        beyond: None,
        for_team: false,
        moments: vec![MomentId(0)],
        span: AT,
    };
    make.program.procedures.push(procedure);
    let moment = Moment {
        name: make.text("fight"),
        procedure: ProcedureId(0),
        step: None,
        player: None,
        fields: vec![FieldId(0)],
        holdings: false,
        ties: false,
        remembered: true,
    };
    make.program.moments.push(moment);
}

/// How many dice of the pool show 3 or less.
fn hits(make: &mut Make) -> ExprId {
    let pool = make.expr(Expr::Local(Slot::Wide(0)), Ty::Pool(D6));
    let face = make.local(3, Ty::Face(D6));
    let value = make.expr(Expr::Unary { op: UnaryOp::FaceValue, of: face }, Ty::Int);
    let three = make.int(3);
    let low = make.binary(BinaryOp::Le, value, three, Ty::Bool);
    make.expr(
        Expr::Quantified {
            how: Quantifier::Count,
            of: pool,
            slot: Slot::Scalar(3),
            when: Some(low),
            value: None,
        },
        Ty::Int,
    )
}

/// After the blows the keen target chooses whether to forget what it lost since the start.
pub(super) fn hook(make: &mut Make) {
    let of = make.token(3);
    let who = make.expr(Expr::OwnerOf(of), Ty::Entity(PLAYER));
    let now = make.damage(3);
    let then = make.expr(Expr::AsOf { moment: MomentId(0), of: now }, Ty::Int);
    let yes = make.local(5, Ty::Bool);
    let of = make.token(3);
    let question = Template { parts: vec![Part::Words(make.text("forget it?"))] };
    let body = make.body(
        6,
        0,
        vec![
            Act::Choose {
                who,
                kind: ChoiceKind::Whether { question },
                slot: Slot::Scalar(5),
                site: SiteId(0),
            },
            Act::JumpUnless { when: yes, to: 3 },
            Act::Set { target: Target::Field { of, field: FieldId(0) }, value: then },
        ],
    );
    let site = Site {
        owner: make.text("keen"),
        name: make.text("forget"),
        ty: Ty::Bool,
        slot: 5,
        purpose: None,
        span: AT,
    };
    make.program.sites.push(site);
    let hook = Hook {
        bearer: Bearer::Ability(AbilityId(0)),
        reach: Reach::Role(1),
        level: 3,
        time: HookTime::After,
        procedure: ProcedureId(0),
        step: Some(0),
        self_slot: 3,
        when: None,
        once: Some(Once { moment: Some(MomentId(0)), scope: Scope::Bearer, each: None }),
        body,
        label: make.text("keen"),
        strikes: Vec::new(),
        whose: None,
        span: AT,
    };
    make.program.hooks.push(hook);
}

pub(super) fn action(make: &mut Make) {
    let all = make.expr(Expr::All(TOKEN), Ty::Set(Box::new(Ty::Entity(TOKEN))));
    let of = make.token(0);
    let by = make.expr(Expr::OwnerOf(of), Ty::Entity(PLAYER));
    let arg = make.token(0);
    let of = make.token(0);
    let payer = make.expr(Expr::OwnerOf(of), Ty::Entity(PLAYER));
    let (of, none) = (make.token(0), make.int(0));
    let heal = Act::Set { target: Target::Field { of, field: FieldId(0) }, value: none };
    let body = make.body(1, 0, vec![heal]);
    let action = Action {
        name: make.text("rest"),
        bearer: Bearer::System,
        reach: Reach::All,
        level: 0,
        self_slot: 0,
        params: vec![ActionParam {
            param: make.param("t", Ty::Entity(TOKEN), 0),
            domain: Domain::Of(all),
        }],
        env: Env { scalars: 1, wides: 0 },
        place: WindowPlace::Named(WindowId(0)),
        by,
        when: None,
        permission: PermissionId(0),
        cost: Some(Cost { quantity: QuantityId(1), args: vec![arg], of: payer, field: FieldId(2) }),
        must: false,
        once: None,
        label: Template { parts: vec![Part::Words(make.text("rest"))] },
        body,
        span: AT,
    };
    make.program.actions.push(action);
    let window = Window {
        name: make.text("Camp"),
        question: Some(make.text("what the camp does")),
        actions: vec![ActionId(0)],
    };
    make.program.windows.push(window);
    let key = make.damage(0);
    let env = Env { scalars: 1, wides: 0 };
    let prefer = Prefer::Ranked(vec![(true, key)]);
    let rules = vec![PolicyRule::Action { action: ActionId(0), env, when: None, prefer }];
    let policy = Policy { name: make.text("careful"), rules, span: AT };
    make.program.policies.push(policy);
}
