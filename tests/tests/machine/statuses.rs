//! Statuses and memory: how long, how often, what is looked back to.

use crate::make::*;
use warwright_ir::*;

const ENV: Env = Env { scalars: 4, wides: 1 };

/// `outer` calls `inner` twice; both say the power of the token at their end. A status adds 10 to it.
struct Nested {
    make: Make,
    inner: ProcedureId,
    outer: ProcedureId,
    blessed: AbilityId,
}

fn nested(grant: impl FnOnce(&mut Make, AbilityId, MomentId, MomentId) -> Act) -> Nested {
    let mut make = Make::new();
    let blessed = make.ability("Blessed");
    make.program.abilities[blessed].is_status = true;
    let ten = make.int(10);
    let clause = Clause { level: 3, ..make.clause(Bearer::Ability(blessed), "blessed") };
    make.modify(POWER, clause, Verb::By, ten);
    let (inner, outer) = (ProcedureId(0), ProcedureId(1));
    let power = make.power(0);
    let show = Act::Say { words: Template { parts: vec![Part::Value(power)] } };
    let t = make.token(0);
    let call = Act::Call { procedure: inner, args: vec![t], result: None };
    make.procedure("inner", ENV, vec![("give", Vec::new()), ("show", vec![show.clone()])]);
    make.procedure("outer", ENV, vec![("go", vec![call.clone(), show.clone(), call, show])]);
    let inner_run = make.moment(inner, None);
    let outer_run = make.moment(outer, None);
    let grant = grant(&mut make, blessed, inner_run, outer_run);
    // Only the first run of `inner` gives the status.
    let mark = make.of(0, MARK);
    let zero = make.int(0);
    let first = make.eq(mark, zero);
    let one = make.int(1);
    let acts = vec![Act::JumpUnless { when: first, to: 3 }, grant, make.set(0, MARK, one)];
    let body = make.program.procedures[inner].steps[0].body;
    make.program.bodies[body].spans = vec![AT; acts.len()];
    make.program.bodies[body].acts = acts;
    Nested { make, inner, outer, blessed }
}

fn told(nested: Nested) -> Vec<String> {
    let machine = nested.make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let (_, tells) = run(&machine, &mut state, nested.outer, &[], &[]).unwrap();
    assert_eq!(nested.inner, ProcedureId(0));
    said(&tells).into_iter().map(str::to_owned).collect()
}

fn until(make: &mut Make, ability: AbilityId, moment: MomentId, edge: Edge, next: bool) -> Act {
    let to = make.token(0);
    let until = GrantUntil::Moment { moment, edge, next, whose: None, others: false };
    Act::Grant { ability, args: Vec::new(), to, until }
}

#[test]
fn a_status_ends_with_the_run_that_goes_on() {
    let story = told(nested(|make, it, inner, _| until(make, it, inner, Edge::End, false)));
    assert_eq!(story, ["13", "3", "3", "3"]);
}

#[test]
fn a_status_lasts_until_the_next_run_ends_or_starts() {
    let story = told(nested(|make, it, inner, _| until(make, it, inner, Edge::End, true)));
    assert_eq!(story, ["13", "13", "13", "3"]);
    let story = told(nested(|make, it, inner, _| until(make, it, inner, Edge::Start, true)));
    assert_eq!(story, ["13", "13", "3", "3"]);
    let story = told(nested(|make, it, _, outer| until(make, it, outer, Edge::End, false)));
    assert_eq!(story, ["13", "13", "13", "13"]);
}

#[test]
fn a_status_is_renewed_or_stacks() {
    for (stacks, power) in [(false, 13), (true, 23)] {
        let mut nested = nested(|make, ability, _, _| Act::Grant {
            ability,
            args: Vec::new(),
            to: make.token(0),
            until: GrantUntil::Removed,
        });
        nested.make.program.abilities[nested.blessed].stacks = stacks;
        let body = nested.make.program.procedures[nested.inner].steps[0].body;
        let body = &mut nested.make.program.bodies[body];
        body.acts[0] = Act::Jump(1);
        let story = told(nested);
        assert_eq!(story[3], power.to_string());
    }
}

#[test]
fn a_newer_status_of_a_slot_ends_the_older() {
    let mut nested = nested(|make, ability, _, _| Act::Grant {
        ability,
        args: Vec::new(),
        to: make.token(0),
        until: GrantUntil::Removed,
    });
    let make = &mut nested.make;
    let cursed = make.ability("Cursed");
    let slot = make.text("fate");
    for ability in [nested.blessed, cursed] {
        make.program.abilities[ability].is_status = true;
        make.program.abilities[ability].slot = Some(slot);
    }
    let to = make.token(0);
    let grant = Act::Grant { ability: cursed, args: Vec::new(), to, until: GrantUntil::Removed };
    make.hook(HookOf { step: 1, ..hook_on(nested.inner, HookTime::After, "curse") }, vec![grant]);
    assert_eq!(told(nested), ["13", "3", "3", "3"]);
}

#[test]
fn what_was_is_read_as_of_a_run() {
    let mut nested = nested(|make, it, _, outer| until(make, it, outer, Edge::End, false));
    let make = &mut nested.make;
    let outer = MomentId(1);
    make.program.moments[outer].remembered = true;
    make.program.moments[outer].fields = vec![DAMAGE];
    make.program.moments[outer].holdings = true;
    let (power, damage) = (make.power(0), make.of(0, DAMAGE));
    let then = make.expr(Expr::AsOf { moment: outer, of: power }, Ty::Int);
    let hurt = make.expr(Expr::AsOf { moment: outer, of: damage }, Ty::Int);
    let five = make.int(5);
    let now = make.of(0, DAMAGE);
    let acts = vec![
        make.set(0, DAMAGE, five),
        Act::Say {
            words: Template { parts: vec![Part::Value(then), Part::Value(hurt), Part::Value(now)] },
        },
    ];
    make.hook(HookOf { step: 1, ..hook_on(nested.inner, HookTime::After, "look") }, acts);
    assert_eq!(told(nested), ["13", "305", "13", "13", "305", "13"]);
}

#[test]
fn suppositions_change_nothing() {
    let mut make = Make::new();
    let keen = make.ability("Keen");
    let one_more = make.int(1);
    let clause = Clause { level: 3, ..make.clause(Bearer::Ability(keen), "keen") };
    make.modify(POWER, clause, Verb::By, one_more);
    let tokens = make.tokens();
    let when = make.has(1, keen);
    let (slot, value) = (Slot::Scalar(1), Some(make.power(1)));
    let sum = make.expr(
        Expr::Quantified { how: Quantifier::Sum, of: tokens, slot, when: Some(when), value },
        Ty::Int,
    );
    let (ours, theirs, third) = (
        make.expr(Expr::Const(OURS), token()),
        make.expr(Expr::Const(THEIRS), token()),
        make.expr(Expr::Const(THIRD), token()),
    );
    let has = |of| Supposition::Has { of, ability: keen, args: Vec::new(), holds: true };
    let supposed = make.expr(
        Expr::Supposing {
            changes: vec![has(ours), has(theirs), has(third), Supposition::Gone(third)],
            of: sum,
        },
        Ty::Int,
    );
    let machine = make.machine();
    let state = machine.set_up(DUEL).unwrap();
    let before = state.clone();
    let locals = warwright_runtime::Locals { scalars: vec![0; 4], wides: Vec::new() };
    assert_eq!(machine.evaluate(&state, supposed, &locals).unwrap()[0], 7);
    assert_eq!(machine.evaluate(&state, sum, &locals).unwrap()[0], 0);
    assert_eq!(state, before);
}
