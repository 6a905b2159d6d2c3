//! Tests of inlining: what becomes part of the code of a run, and that a state in which the machine must go on looks as if nothing
//! had.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a failed unwrap is a failed test"
)]

use crate::code::{Deeds, Op, Part};
use crate::machine::{Fuel, Machine, Request, Tells};
use crate::odds::tests::make::{ENV, Make, TOKEN};
use crate::optimisations::Optimisations;
use crate::session::Session;
use crate::state::State;
use warwright_ir::*;

const INNER: ProcedureId = ProcedureId(0);
const OUTER: ProcedureId = ProcedureId(1);

/// One run calls another, which sets a local and the damage of both tokens, rolls between them where that is wanted, and ends; then
/// the first goes on.
fn calls(rolls: bool) -> Make {
    let mut make = Make::new();
    let args = vec![make.token(1), make.token(0)];
    let (one, two, three) = (make.int(1), make.int(2), make.int(3));
    let (local, after) = (make.local(2), make.damage(0));
    let mut acts = vec![make.set(2, three), make.set_damage(0, local)];
    if rolls {
        acts.push(make.roll(0, two));
    }
    acts.push(make.set_damage(1, one));
    acts.push(Act::Finish { result: Some(one) });
    make.procedure(vec![acts]);
    let call = Act::Call { procedure: INNER, args, result: Some(Slot::Scalar(3)) };
    let acts = vec![make.set(2, two), call, make.set_damage(1, after)];
    make.procedure(vec![acts]);
    make.program.procedures[INNER].result = Some(Ty::Int);
    make
}

fn begun(make: &Make, optimisations: Optimisations) -> (Machine, Session) {
    let valid = validate(make.program.clone()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let machine = Machine::with(&valid, optimisations);
    let mut session = machine.set_up(ScenarioId(0)).unwrap();
    let is_token = |entity: &i64| session.head(*entity).is_some_and(|head| head.kind == TOKEN);
    let tokens: Vec<i64> = (0..session.entities()).filter(is_token).collect();
    let args = [tokens[0], tokens[1]].map(|token| [token].into_iter().collect());
    machine.call(&mut session, OUTER, &args).unwrap();
    (machine, session)
}

/// The code of the first run.
fn code_of(make: &Make) -> Deeds {
    let (machine, _) = begun(make, Optimisations::all());
    let setting = machine.setting(ScenarioId(0)).unwrap();
    setting.run_code(machine.linked(), OUTER).unwrap().clone()
}

/// The runs that have become part of it.
fn inlined(deeds: &Deeds) -> Vec<ProcedureId> {
    let runs = deeds.parts.iter().filter_map(|part| match part {
        Part::Run { procedure, .. } => Some(*procedure),
        Part::Step { .. } => None,
    });
    runs.collect()
}

/// The states in which something is asked for, rolls of ones, and the state in the end.
fn states(make: &Make, optimisations: Optimisations) -> Vec<State> {
    let (machine, mut session) = begun(make, optimisations);
    let mut states = Vec::new();
    loop {
        let request = machine.run(&mut session, &mut Tells::quiet(), &mut { Fuel::BATTLE });
        states.push(session.state().clone());
        let Request::Roll(roll) = request.unwrap() else { return states };
        let mut counts = vec![0; 6];
        counts[0] = i64::from(roll.count);
        machine.answer_roll(&mut session, &counts, &mut Tells::quiet()).unwrap();
    }
}

#[test]
fn a_run_on_which_nothing_hangs_becomes_part_of_its_caller() {
    let deeds = code_of(&calls(false));
    assert_eq!(inlined(&deeds), [INNER]);
    let ops = &deeds.unit.ops;
    assert!(ops.contains(&Op::Within { part: None }), "its caller goes on behind it: {ops:?}");
    // Nothing is left to the machine but the end.
    let left = ops.iter().filter(|op| matches!(op, Op::Leave));
    assert_eq!(left.count(), 1, "{ops:?}");
}

#[test]
fn what_has_a_hook_does_not() {
    let mut make = calls(false);
    make.hook(HookTime::After, 0, ENV, Vec::new());
    let hooked = code_of(&make);
    assert_eq!(inlined(&hooked), [], "the step that calls it is run by the machine");
}

#[test]
fn a_run_within_itself_does_not() {
    let mut make = calls(false);
    let args = vec![make.token(1), make.token(0)];
    let body = make.program.procedures[INNER].steps[0].body;
    let call = Act::Call { procedure: INNER, args, result: None };
    let body = &mut make.program.bodies[body];
    body.acts.insert(0, call);
    body.spans.push(SpanId(0));
    make.program.procedures[INNER].recursive = 2;
    assert_eq!(inlined(&code_of(&make)), []);
}

#[test]
fn frames_are_made_where_the_machine_must_go_on() {
    let make = calls(true);
    assert_eq!(inlined(&code_of(&make)), [INNER]);
    let all = Optimisations::all();
    let with = states(&make, all);
    assert_eq!(with.len(), 2, "there is one roll");
    assert_eq!(with, states(&make, Optimisations { acts: false, ..all }));
    assert_eq!(with, states(&make, Optimisations { code: false, ..all }));
    // Stages that are passed over leave frames of another look, and the same end.
    let slow = states(&make, Optimisations { skipping: false, ..all });
    assert_eq!(with.last(), slow.last());
}

/// Questions about all tokens of which the damage is more than nothing: any, how many, the sum, the most, and who has it.
fn questions(make: &mut Make) -> Vec<ExprId> {
    const ITEM: u16 = 4;
    let asked = [
        (Quantifier::Any, None, Ty::Bool),
        (Quantifier::All, Some(2), Ty::Bool),
        (Quantifier::Count, None, Ty::Int),
        (Quantifier::Sum, Some(0), Ty::Int),
        (Quantifier::Highest, Some(0), Ty::Optional(Box::new(Ty::Int))),
        (Quantifier::Lowest, Some(0), Ty::Optional(Box::new(Ty::Int))),
        (Quantifier::Most, Some(0), Ty::Optional(Box::new(Ty::Entity(TOKEN)))),
    ];
    asked
        .into_iter()
        .map(|(how, value, ty)| {
            let of = make.expr(Expr::All(TOKEN), Ty::Set(Box::new(Ty::Entity(TOKEN))));
            let (damage, none) = (make.damage(ITEM), make.int(0));
            let when = Some(make.binary(BinaryOp::Lt, none, damage));
            let value = value.map(|least| match least {
                0 => make.damage(ITEM),
                least => {
                    let (least, damage) = (make.int(least), make.damage(ITEM));
                    make.binary(BinaryOp::Lt, least, damage)
                }
            });
            make.expr(Expr::Quantified { how, of, slot: Slot::Scalar(ITEM), when, value }, ty)
        })
        .collect()
}

#[test]
fn questions_about_many_things_are_loops_of_code() {
    let mut make = calls(false);
    let asked = questions(&mut make);
    let (machine, mut session) = begun(&make, Optimisations::all());
    let (slow, _) = begun(&make, Optimisations { code: false, ..Optimisations::all() });
    machine.run(&mut session, &mut Tells::quiet(), &mut { Fuel::BATTLE }).unwrap();
    let setting = machine.setting(ScenarioId(0)).unwrap();
    for id in asked {
        let code = setting.expr_code(machine.linked(), id).unwrap();
        let ops = &code.ops;
        assert!(ops.iter().any(|op| matches!(op, Op::Each { .. })), "{ops:?}");
        assert!(!ops.iter().any(|op| matches!(op, Op::Ask(_) | Op::GiveUp)), "{ops:?}");
        let locals = crate::state::Locals { scalars: vec![0; 6], ..Default::default() };
        let (mut reads, mut walked) = (Vec::new(), Vec::new());
        for (machine, found) in [(&machine, &mut reads), (&slow, &mut walked)] {
            *found = machine.evaluate(session.state(), id, &locals).unwrap().to_vec();
        }
        assert_eq!(reads, walked, "{ops:?}");
        // Code that gives up is right as well, and of no use.
        let gave = machine.with_evaluator(session.state(), locals, (0, 0), &mut (), |evaluator| {
            let code = evaluator.code_of(id);
            Ok(code.and_then(|code| evaluator.run(code)))
        });
        assert_eq!(gave.unwrap(), reads.first().copied());
    }
}
