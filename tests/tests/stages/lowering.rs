//! Small typed trees built by hand: what they become is valid and says what was meant.

use crate::trees::*;
use warwright_compiler::lowering::lower;
use warwright_compiler::typed::*;
use warwright_grammar::{Sink, SourceMap};
use warwright_ir as ir;
use warwright_ir::{Act, Expr as To};

fn lowered(typed: &Typed) -> ir::ValidProgram {
    let mut map = SourceMap::new();
    map.add("trial.ww", "x");
    let mut sink = Sink::new();
    let program = lower(typed.clone(), &map, &mut sink);
    assert!(sink.is_empty(), "{:?}", sink.iter().collect::<Vec<_>>());
    match ir::validate(program) {
        Ok(valid) => valid,
        Err(faults) => panic!("{faults:#?}"),
    }
}

fn acts(program: &ir::Program, procedure: u32) -> &[Act] {
    &program.bodies[program.procedures[ir::ProcedureId(procedure)].steps[0].body].acts
}

#[test]
fn a_loop_of_rolls_forgets_what_is_dead() {
    let mut typed = vocabulary();
    let all = locals(&[
        ("a", Type::Entity(TOKEN), LocalRole::Param),
        ("b", Type::Entity(TOKEN), LocalRole::Param),
        ("first", Type::Pool(D6), LocalRole::Let),
        ("it", Type::Face(D6), LocalRole::Let),
        ("n", INT, LocalRole::Let),
        ("second", Type::Pool(D6), LocalRole::Let),
    ]);
    let alive = |local| compare(Compare::Lt, damage(token(local)), int(6));
    let hurt = Assign::Field { of: Box::new(token(1)), field: DAMAGE };
    let sum = ExprKind::Arithmetic {
        how: Arithmetic::Add,
        left: Box::new(damage(token(1))),
        right: Box::new(hits(5, 3, 2)),
    };
    let body = vec![
        assign(2, roll(int(5))),
        assign(4, hits(2, 3, 3)),
        assign(5, roll(read(4, INT))),
        stmt(StmtKind::Assign { to: hurt, value: expr(sum, INT), purpose: None }),
    ];
    let when = Some(Box::new(and(alive(0), alive(1))));
    let repeat = StmtKind::Repeat { at_most: int(4), when, body };
    typed.procedures.push(procedure("fight", 2, all, vec![stmt(repeat)]));
    let program = lowered(&typed);
    let acts = acts(&program, 0);
    let first = acts.iter().position(|act| matches!(act, Act::Roll { .. })).expect("a roll");
    let second = acts.iter().rposition(|act| matches!(act, Act::Roll { .. })).expect("a roll");
    // Before the second roll the first pool is forgotten, and before the first the second of the round before.
    let forgets = |at: usize, wide: u16| match &acts[at - 1] {
        Act::Forget(slots) => slots.contains(&ir::Slot::Wide(wide)),
        _ => false,
    };
    assert!(forgets(second, 0), "{acts:#?}");
    assert!(forgets(first, 1), "{acts:#?}");
}

#[test]
fn a_record_becomes_its_fields() {
    let mut typed = vocabulary();
    let record = Type::Record(RecordId(0));
    let fields = ["source", "target"].map(|name| (name.to_owned(), Type::Entity(TOKEN), None));
    typed.records.push(RecordDef {
        name: "strike".to_owned(),
        fields: fields.into(),
        span: span(),
    });
    let target = ExprKind::RecordField { of: Box::new(read(0, record.clone())), position: 1 };
    typed.quantities.push(QuantityDef {
        name: "dent".to_owned(),
        params: 1,
        locals: locals(&[("s", record.clone(), LocalRole::Param)]),
        ty: Type::int(Some(0), Some(9)),
        base: damage(expr(target, Type::Entity(TOKEN))),
        rounding: None,
        scale: None,
        stages: Vec::new(),
        groups: Vec::new(),
        favours: Some(Favoured { role: RoleRef { param: 0, field: Some(1) }, less: false }),
        profile: None,
        span: span(),
    });
    let all = locals(&[
        ("a", Type::Entity(TOKEN), LocalRole::Param),
        ("b", Type::Entity(TOKEN), LocalRole::Param),
        ("n", INT, LocalRole::Let),
    ]);
    let made = expr(ExprKind::Record(vec![token(0), token(1)]), record);
    let asked = ExprKind::Quantity { quantity: ir::QuantityId(0), args: vec![made] };
    typed.procedures.push(procedure("ask", 2, all, vec![assign(2, expr(asked, INT))]));
    let program = lowered(&typed);
    let dent = &program.quantities[ir::QuantityId(0)];
    let names: Vec<&str> = dent.params.iter().map(|it| program.texts[it.name].as_str()).collect();
    assert_eq!(names, ["s.source", "s.target"]);
    assert_eq!(dent.favours, Some(ir::Favours { role: 1, less: false }));
    assert_eq!((dent.least, dent.most), (Some(0), Some(9)));
}

#[test]
fn a_name_bound_by_a_condition_is_set_before_it_is_used() {
    let mut typed = vocabulary();
    let maybe = Type::Optional(Box::new(Type::Entity(TOKEN)));
    let all = locals(&[
        ("a", maybe.clone(), LocalRole::Param),
        ("found", Type::Entity(TOKEN), LocalRole::Let),
    ]);
    let of = Box::new(read(0, maybe));
    let bound = expr(ExprKind::IsSome { of, binds: Some(LocalId(1)) }, Type::Bool);
    let when = and(bound, compare(Compare::Gt, damage(token(1)), int(0)));
    let heal = Assign::Field { of: Box::new(token(1)), field: DAMAGE };
    let then = vec![stmt(StmtKind::Assign { to: heal, value: int(0), purpose: None })];
    let heal = StmtKind::If { when, then, other: Vec::new() };
    typed.procedures.push(procedure("heal", 1, all, vec![stmt(heal)]));
    let program = lowered(&typed);
    assert!(matches!(acts(&program, 0)[0], Act::Set { .. }));
    assert!(matches!(acts(&program, 0)[1], Act::JumpUnless { .. }));
}

/// A choice among tokens inside a loop that is stopped, advice on it, and a hook of an ability that reaches the target.
#[test]
fn hooks_choices_and_policies_share_slots() {
    let token_ty = Type::Entity(TOKEN);
    let mut typed = vocabulary();
    typed.procedures.push(aiming());
    typed.abilities.push(AbilityDef {
        name: "Keen".to_owned(),
        kind: TOKEN,
        params: vec![("n".to_owned(), INT, None)],
        is_status: false,
        stacks: false,
        slot: None,
        state: Vec::new(),
        titled: true,
        span: span(),
    });
    typed.hooks.push(HookDef {
        bearer: BearerDef::Ability(ir::AbilityId(0)),
        reach: ReachDef::Any,
        level: Level(3),
        time: ir::HookTime::Before,
        procedure: ir::ProcedureId(0),
        step: Some(0),
        locals: locals(&[
            ("by", Type::Entity(PLAYER), LocalRole::Param),
            ("extra", INT, LocalRole::Open),
            ("self", token_ty.clone(), LocalRole::Bearer),
            ("n", INT, LocalRole::AbilityParam),
        ]),
        when: None,
        once: None,
        body: vec![assign(1, read(3, INT))],
        over: Vec::new(),
        label: "Keen".to_owned(),
        see: None,
        whose: None,
        span: span(),
    });
    let mut seen = seen();
    seen.push(("it", token_ty, LocalRole::Let));
    typed.policies.push(PolicyDef {
        name: "bold".to_owned(),
        like: None,
        rules: vec![PolicyRuleDef {
            target: PolicyTarget::Choice {
                owner: ChoiceOwner::Procedure(ir::ProcedureId(0)),
                name: "goal".to_owned(),
            },
            locals: locals(&seen),
            candidate: Some(LocalId(4)),
            when: None,
            prefer: PreferDef::Ranked(vec![(true, damage(token(4)))]),
            span: span(),
        }],
        span: span(),
    });
    let program = lowered(&typed);
    let hook = &program.hooks[ir::HookId(0)];
    assert_eq!(hook.self_slot, 2);
    assert_eq!(program.procedures[ir::ProcedureId(0)].open, [ir::Slot::Scalar(1)]);
    assert_eq!(program.procedures[ir::ProcedureId(0)].steps[0].before, [ir::HookId(0)]);
    let site = &program.sites[ir::SiteId(0)];
    assert!(matches!(program.policies[ir::PolicyId(0)].rules[0], ir::PolicyRule::Choice { .. }));
    assert_eq!(site.slot, 2);
    let reads_candidate =
        program.exprs.values().filter(|it| **it == To::Local(ir::Slot::Scalar(2)));
    assert!(reads_candidate.count() >= 1);
}

/// What is seen in the procedure `aim`.
fn seen() -> Vec<(&'static str, Type, LocalRole)> {
    vec![
        ("by", Type::Entity(PLAYER), LocalRole::Param),
        ("extra", INT, LocalRole::Open),
        ("it", Type::Entity(TOKEN), LocalRole::Let),
        ("goal", Type::Entity(TOKEN), LocalRole::Let),
    ]
}

/// A player chooses one of all tokens, once.
fn aiming() -> ProcedureDef {
    let token_ty = Type::Entity(TOKEN);
    let all = expr(ExprKind::All(TOKEN), Type::Set(Box::new(token_ty.clone())));
    let of = ChoiceOf { of: all, item: LocalId(2), when: None, least: None };
    let choose = StmtKind::Choose {
        who: Box::new(read(0, Type::Entity(PLAYER))),
        local: LocalId(3),
        choice: Box::new(Choice::One { of, none: None }),
        name: "goal".to_owned(),
        question: None,
        advice: None,
        sees: Vec::new(),
    };
    let each = StmtKind::ForEach {
        item: LocalId(2),
        of: expr(ExprKind::All(TOKEN), Type::Set(Box::new(token_ty.clone()))),
        when: None,
        ordered_by: None,
        body: vec![stmt(choose), stmt(StmtKind::Stop)],
    };
    let mut aim = procedure("aim", 1, locals(&seen()), vec![stmt(each)]);
    aim.variables.push((LocalId(1), int(2)));
    aim
}
