//! Runs: rolls, hooks and their order, `proceed`, calls and results, loops, all-or-nothing parts.

use crate::make::*;
use warwright_ir::*;
use warwright_runtime::{FaultKind, Outcome, PlayFault, TellKind};

const ENV: Env = Env { scalars: 4, wides: 1 };

/// `strike(token)`: rolls dice by power; slot 1 is an open count of hits, slot 3 holds faces.
pub(crate) fn strike(make: &mut Make) -> ProcedureId {
    let count = make.power(0);
    let hits = make.low(0, 3, 3);
    let purpose = Some(make.words("to hit"));
    let roll = vec![
        Act::Roll { slot: 0, die: D6, count, purpose },
        Act::Set { target: Target::Local(Slot::Scalar(1)), value: hits },
    ];
    let hits = make.local(1, Ty::Int);
    let apply = vec![make.add(0, DAMAGE, hits), make.say("struck")];
    let id = make.procedure("strike", ENV, vec![("roll", roll), ("apply", apply)]);
    let zero = make.int(0);
    let procedure = &mut make.program.procedures[id];
    procedure.variables.push((Slot::Scalar(1), zero));
    procedure.open = vec![Slot::Scalar(1), Slot::Wide(0)];
    id
}

fn more_hits(make: &mut Make, by: i64) -> Act {
    let (now, by) = (make.local(1, Ty::Int), make.int(by));
    let value = make.bin(BinaryOp::Add, now, by, Ty::Int);
    Act::Set { target: Target::Local(Slot::Scalar(1)), value }
}

#[test]
fn a_roll_is_asked_for_and_counted() {
    let mut make = Make::new();
    let id = strike(&mut make);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (outcome, tells) = run(&machine, &mut state, id, &[1, 4, 3], &[]).unwrap();
    assert_eq!(read(&machine, &state, OURS, DAMAGE), 2);
    let Outcome::Ended { locals, .. } = outcome else { panic!("ended otherwise") };
    assert_eq!(locals.scalars[1], 2);
    assert_eq!(tells[0].kind, TellKind::Rolled);
    assert_eq!((tells[0].text.as_str(), tells[0].detail.as_str()), ("to hit", "1 3 4"));
    assert_eq!(tells[0].cause.label, "strike.roll");
}

#[test]
fn what_was_told_of_an_end_stays_when_the_state_is_used_again() {
    let mut make = Make::new();
    let id = strike(&mut make);
    let machine = make.machine();
    let start = machine.set_up(DUEL).unwrap();
    let mut state = start.clone();
    let hits = |outcome: &Outcome| match outcome {
        Outcome::Ended { locals, .. } => locals.scalars[1],
        _ => panic!("ended otherwise"),
    };
    let (first, _) = run(&machine, &mut state, id, &[1, 4, 3], &[]).unwrap();
    state.clone_from(&start);
    assert_eq!(state, start);
    let (second, _) = run(&machine, &mut state, id, &[1, 1, 1], &[]).unwrap();
    assert_eq!((hits(&first), hits(&second)), (2, 3));
    // Nobody reads these ends any more: their memory is used again.
    drop((first, second));
    state.clone_from(&start);
    assert_eq!(state, start);
    let (third, _) = run(&machine, &mut state, id, &[1, 4, 3], &[]).unwrap();
    assert_eq!(hits(&third), 2);
}

#[test]
fn hooks_run_in_order_and_share_open_variables() {
    let mut make = Make::new();
    let id = strike(&mut make);
    for (time, level, label) in [
        (HookTime::After, 1, "after low"),
        (HookTime::After, 2, "after high"),
        (HookTime::Before, 2, "before high"),
        (HookTime::Before, 1, "before low"),
    ] {
        let acts = vec![make.say(label), more_hits(&mut make, 1)];
        let hook = HookOf { level, step: 1, ..hook_on(id, time, label) };
        make.hook(hook, acts);
    }
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, id, &[6, 6, 6], &[]).unwrap();
    assert_eq!(said(&tells), ["before low", "before high", "struck", "after high", "after low"]);
    // Two hooks raised the count before it was applied.
    assert_eq!(read(&machine, &state, OURS, DAMAGE), 2);
    assert_eq!(tells[1].cause.label, "before low");
}

#[test]
fn the_active_players_bearers_come_first() {
    for (active, first) in [(NORTH, "Tower (north)"), (SOUTH, "Gem")] {
        let mut make = Make::new();
        let id = strike(&mut make);
        let ready = make.ability("Ready");
        make.own(TOWER, ready, Vec::new());
        make.own(GEM, ready, Vec::new());
        let who = make.token(4);
        let say = Act::Say { words: Template { parts: vec![Part::Value(who)] } };
        let bearer = Bearer::Ability(ready);
        let hook = HookOf { bearer, ..hook_on(id, HookTime::Before, "ready") };
        let hook = make.hook(hook, vec![say]);
        make.program.hooks[hook].reach = Reach::Any;
        make.program.exprs[make.program.fields[TURN].initial] = Expr::Const(active);
        let machine = make.machine();
        let mut state = machine.set_up(DUEL).unwrap();
        let (_, tells) = run(&machine, &mut state, id, &[6, 6, 6], &[]).unwrap();
        assert_eq!(said(&tells)[0], first);
        assert_eq!(said(&tells).len(), 4);
    }
}

#[test]
fn a_hook_in_a_steps_place_may_proceed() {
    let mut make = Make::new();
    let id = strike(&mut make);
    let acts = vec![make.say("low"), Act::Proceed, make.say("low again")];
    make.hook(HookOf { step: 1, ..hook_on(id, HookTime::Instead, "low") }, acts);
    let hits = make.local(1, Ty::Int);
    let show = Act::Say { words: Template { parts: vec![Part::Value(hits)] } };
    let acts = vec![more_hits(&mut make, 2), Act::Proceed, show];
    make.hook(HookOf { step: 1, level: 2, ..hook_on(id, HookTime::Instead, "high") }, acts);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, id, &[6, 6, 6], &[]).unwrap();
    assert_eq!(said(&tells), ["low", "struck", "low again", "2"]);
    assert_eq!(read(&machine, &state, OURS, DAMAGE), 2);
}

#[test]
fn two_hooks_of_one_level_in_one_place_are_a_fault() {
    let mut make = Make::new();
    let id = strike(&mut make);
    for label in ["one", "other"] {
        let acts = vec![make.say(label)];
        make.hook(HookOf { step: 1, ..hook_on(id, HookTime::Instead, label) }, acts);
    }
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let fault = run(&machine, &mut state, id, &[6, 6, 6], &[]).unwrap_err();
    let PlayFault::Fault(fault) = fault else { panic!("{fault:?}") };
    assert!(matches!(fault.kind, FaultKind::FightingHooks { .. }));
}

#[test]
fn a_hook_fires_once_and_never_inside_itself() {
    let mut make = Make::new();
    let id = strike(&mut make);
    make.program.procedures[id].recursive = 3;
    let t = make.token(0);
    let again = Act::Call { procedure: id, args: vec![t], result: None };
    let acts = vec![make.say("again"), again];
    make.hook(hook_on(id, HookTime::After, "again"), acts);
    let acts = vec![make.say("once")];
    let once = Some(Once { moment: None, scope: Scope::Bearer, each: None });
    make.hook(HookOf { once, ..hook_on(id, HookTime::Before, "once") }, acts);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, id, &[1, 6, 6, 1, 6, 6], &[]).unwrap();
    assert_eq!(said(&tells), ["once", "again", "struck", "struck"]);
}

#[test]
fn a_procedure_goes_no_deeper_than_it_says() {
    let mut make = Make::new();
    let id = ProcedureId(0);
    let t = make.token(0);
    let call = Act::Call { procedure: id, args: vec![t], result: None };
    let acts = vec![make.say("down"), call, make.say("up")];
    make.procedure("deep", Env { scalars: 4, wides: 1 }, vec![("do", acts)]);
    make.program.procedures[id].recursive = 2;
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, id, &[], &[]).unwrap();
    assert_eq!(said(&tells), ["down", "down", "down", "up", "up", "up"]);
}

#[test]
fn dice_are_rolled_again_and_turned() {
    let mut make = Make::new();
    let id = strike(&mut make);
    let high = make.at_most(5, 5);
    let high = make.expr(Expr::Unary { op: UnaryOp::Not, of: high }, Ty::Bool);
    let low = make.at_most(5, 1);
    let (one, to) = (make.int(1), make.expr(Expr::Const(5), Ty::Face(D6)));
    let by = make.token(0);
    let by = make.expr(Expr::OwnerOf(by), player());
    let site = site(&mut make, "again", Ty::Pool(D6), 6);
    let acts = vec![
        Act::Reroll {
            slot: 0,
            die: D6,
            face: 5,
            when: Some(high),
            upto: None,
            by: Some(by),
            site: Some(site),
        },
        Act::Change { slot: 0, die: D6, face: 5, when: Some(low), upto: Some(one), to },
    ];
    let step = &mut make.program.procedures[id].steps[0].body;
    let body = *step;
    make.program.bodies[body].acts.truncate(1);
    make.program.bodies[body].spans.truncate(1);
    make.hook(hook_on(id, HookTime::After, "again"), acts);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    // Three dice: 6 6 1; one six is rolled again and shows 1; then one of the ones becomes a six.
    let answer = Value::Wide([6].into());
    let (outcome, _) = run(&machine, &mut state, id, &[6, 6, 1, 1], &[answer]).unwrap();
    let Outcome::Ended { locals, .. } = outcome else { panic!("ended otherwise") };
    assert_eq!(locals.wides[0].as_slice(), [1, 0, 0, 0, 0, 2]);
}

pub(crate) fn site(make: &mut Make, name: &str, ty: Ty, slot: u16) -> SiteId {
    let (owner, name) = (make.text("test"), make.text(name));
    make.program.sites.push(Site { owner, name, ty, slot, purpose: None, span: AT })
}

#[test]
fn a_loop_tests_again_and_a_try_takes_all_back() {
    let mut make = Make::new();
    let tokens = make.tokens();
    let mark = make.of(1, MARK);
    let zero = make.int(0);
    let unmarked = make.eq(mark, zero);
    let one = make.int(1);
    let mark_last = Act::Set {
        target: Target::Field { of: make.expr(Expr::Const(THIRD), token()), field: MARK },
        value: one,
    };
    let name = make.token(1);
    let say = Act::Say { words: Template { parts: vec![Part::Value(name)] } };
    let no = make.expr(Expr::Const(0), Ty::Bool);
    let reason = make.words("no");
    let gone = make.token(0);
    let acts = vec![
        Act::Iterate { cursor: 0, of: tokens },
        Act::Next {
            cursor: 0,
            item: Slot::Scalar(1),
            when: Some(unmarked),
            ordered_by: None,
            site: None,
            done: 5,
        },
        say,
        mark_last,
        Act::Jump(1),
        Act::Try { other: 10 },
        Act::Leave { of: gone },
        make.say("never said"),
        Act::Require { holds: no, reason },
        Act::EndTry,
        make.say("after"),
    ];
    let id = make.procedure("loop", ENV, vec![("do", acts)]);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, id, &[], &[]).unwrap();
    assert_eq!(said(&tells), ["Tower (north)", "Gem", "after"]);
    assert!(state.in_play(OURS));
}

#[test]
fn a_result_comes_back_and_the_after_hooks_of_the_step_still_run() {
    let mut make = Make::new();
    let seven = make.int(7);
    let acts = vec![Act::Finish { result: Some(seven) }, make.say("never")];
    let last = vec![make.say("never")];
    let inner = make.procedure("inner", ENV, vec![("a", acts), ("b", last)]);
    make.program.procedures[inner].result = Some(Ty::Int);
    let acts = vec![make.say("after a")];
    make.hook(hook_on(inner, HookTime::After, "after a"), acts);
    let t = make.token(0);
    let call = Act::Call { procedure: inner, args: vec![t], result: Some(Slot::Scalar(1)) };
    let got = make.local(1, Ty::Int);
    let keep = make.set(0, MARK, got);
    let outer = make.procedure("outer", ENV, vec![("go", vec![call, keep])]);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, outer, &[], &[]).unwrap();
    assert_eq!(said(&tells), ["after a"]);
    assert_eq!(read(&machine, &state, OURS, MARK), 7);
}
