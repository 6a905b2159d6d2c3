//! Windows and choices: what is offered, what it costs, what is taken unasked.

use crate::make::*;
use crate::procedures::site;
use warwright_ir::*;
use warwright_runtime::{ActionOption, Answer, Machine, Options, Refusal, Request, Session, Tells};

const ENV: Env = Env { scalars: 4, wides: 2 };

/// A window in which players mark tokens of theirs that have no mark, for one of their purse each.
pub(crate) fn camp(make: &mut Make, ends: WindowEnd) -> ProcedureId {
    let mark = make.of(0, MARK);
    let zero = make.int(0);
    let holds = make.eq(mark, zero);
    let label = make.text("marked already");
    let params = vec![make.param("token", token(), 0)];
    let name = make.text("mark");
    let permission = make.program.permissions.push(Permission {
        name,
        params,
        env: Env { scalars: 1, wides: 0 },
        requires: vec![Require {
            holds,
            reason: Reason { label, words: None, span: AT },
            inherits: None,
            needs: Vec::new(),
            params_known: 1,
        }],
        clauses: Vec::new(),
        level: 0,
        span: AT,
    });
    let price = make.int(1);
    let cost = make.quantity("cost of mark", Ty::Int, price);
    let domain = Domain::Of(make.tokens());
    let t = make.token(0);
    let by = make.expr(Expr::OwnerOf(t), player());
    let (arg, t) = (make.token(0), make.token(0));
    let payer = make.expr(Expr::OwnerOf(t), player());
    let one = make.int(1);
    let acts = vec![make.set(0, MARK, one)];
    let body = make.body(Env { scalars: 1, wides: 0 }, acts);
    let label = make.words("Mark");
    let param = make.param("token", token(), 0);
    let action = make.program.actions.push(Action {
        name,
        bearer: Bearer::System,
        reach: Reach::All,
        level: 0,
        self_slot: 0,
        params: vec![ActionParam { param, domain }],
        env: Env { scalars: 1, wides: 0 },
        place: WindowPlace::Named(WindowId(0)),
        by,
        when: None,
        permission,
        cost: Some(Cost { quantity: cost, args: vec![arg], of: payer, field: PURSE }),
        must: false,
        once: None,
        label,
        body,
        span: AT,
    });
    let name = make.text("Camp");
    let window = make.program.windows.push(Window { name, question: None, actions: vec![action] });
    let players = make.expr(Expr::Wide(vec![NORTH, SOUTH]), Ty::List(Box::new(player())));
    let open = Act::Open(Opening { window, to: players, ends, at_most: None });
    let closed = make.say("closed");
    make.procedure("evening", ENV, vec![("camp", vec![open, closed])])
}

fn ask(machine: &Machine, state: &mut Session) -> Request {
    machine.run(state, &mut Tells::quiet(), &mut fuel()).unwrap()
}

fn who_and_what(request: &Request) -> (i64, Vec<i64>, bool) {
    let Request::Choose(choose) = request else { panic!("{request:?}") };
    let Options::Actions { list, done } = &choose.options else { panic!("{request:?}") };
    (choose.player, list.iter().map(|option| option.args[0]).collect(), *done)
}

fn mark(entity: i64) -> Answer {
    let args = std::iter::once(entity).collect();
    Answer::Act(ActionOption { action: ActionId(0), bearer: NONE, ordinal: 0, args })
}

fn answer(machine: &Machine, state: &mut Session, answer: &Answer) -> Result<(), Refusal> {
    machine.answer_choice(state, answer, &mut Tells::quiet())
}

#[test]
fn players_act_and_pay_until_they_are_done() {
    let mut make = Make::new();
    let id = camp(&mut make, WindowEnd::Done);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    machine.call(&mut state, id, &[one(OURS)]).unwrap();
    assert_eq!(who_and_what(&ask(&machine, &mut state)), (NORTH, vec![OURS], true));
    assert_eq!(answer(&machine, &mut state, &mark(THEIRS)), Err(Refusal::NotLegal));
    answer(&machine, &mut state, &mark(OURS)).unwrap();
    // North has nothing left to choose and is not asked again.
    assert_eq!(who_and_what(&ask(&machine, &mut state)), (SOUTH, vec![THEIRS, THIRD], true));
    answer(&machine, &mut state, &mark(THIRD)).unwrap();
    assert_eq!(who_and_what(&ask(&machine, &mut state)), (SOUTH, vec![THEIRS], true));
    assert_eq!(read(&machine, &state, SOUTH, PURSE), 2);
    answer(&machine, &mut state, &Answer::Nothing).unwrap();
    assert!(matches!(ask(&machine, &mut state), Request::Over(_)));
    assert_eq!(read(&machine, &state, THIRD, MARK), 1);
}

#[test]
fn what_cannot_be_paid_is_not_offered() {
    let mut make = Make::new();
    make.program.exprs[make.program.fields[PURSE].initial] = Expr::Const(0);
    let id = camp(&mut make, WindowEnd::AllPass);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    machine.call(&mut state, id, &[one(OURS)]).unwrap();
    assert!(matches!(ask(&machine, &mut state), Request::Over(_)));
}

#[test]
fn players_take_turns_until_all_have_passed() {
    let mut make = Make::new();
    let id = camp(&mut make, WindowEnd::AllPass);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    machine.call(&mut state, id, &[one(OURS)]).unwrap();
    assert_eq!(who_and_what(&ask(&machine, &mut state)).0, NORTH);
    answer(&machine, &mut state, &Answer::Nothing).unwrap();
    assert_eq!(who_and_what(&ask(&machine, &mut state)).0, SOUTH);
    answer(&machine, &mut state, &mark(THEIRS)).unwrap();
    // What the other did opens the question again.
    assert_eq!(who_and_what(&ask(&machine, &mut state)).0, NORTH);
    answer(&machine, &mut state, &Answer::Nothing).unwrap();
    answer_last(&machine, &mut state);
    assert!(matches!(ask(&machine, &mut state), Request::Over(_)));
}

fn answer_last(machine: &Machine, state: &mut Session) {
    assert_eq!(who_and_what(&ask(machine, state)).0, SOUTH);
    answer(machine, state, &Answer::Nothing).unwrap();
}

#[test]
fn a_must_keeps_done_away_and_is_taken_unasked_when_alone() {
    let mut make = Make::new();
    let id = camp(&mut make, WindowEnd::Done);
    make.program.actions[ActionId(0)].must = true;
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    machine.call(&mut state, id, &[one(OURS)]).unwrap();
    assert_eq!(who_and_what(&ask(&machine, &mut state)), (SOUTH, vec![THEIRS, THIRD], false));
    assert_eq!(read(&machine, &state, OURS, MARK), 1);
    assert_eq!(answer(&machine, &mut state, &Answer::Nothing), Err(Refusal::NotLegal));
    answer(&machine, &mut state, &mark(THEIRS)).unwrap();
    assert!(matches!(ask(&machine, &mut state), Request::Over(_)));
    assert_eq!(read(&machine, &state, THIRD, MARK), 1);
}

#[test]
fn an_action_at_a_step_changes_its_open_variables() {
    let mut make = Make::new();
    camp(&mut make, WindowEnd::Done);
    let value = make.local(1, Ty::Int);
    let keep = make.set(0, DAMAGE, value);
    let id = make.procedure("blow", ENV, vec![("land", vec![keep])]);
    let four = make.int(4);
    make.program.procedures[id].variables = vec![(Slot::Scalar(1), four)];
    make.program.procedures[id].open = vec![Slot::Scalar(1)];
    let (zero, low) = (make.int(0), make.int(0));
    let high = make.local(1, Ty::Int);
    let params = vec![
        make.param("token", token(), 0),
        make.param("left", Ty::Int, 1),
        make.param("k", Ty::Int, 2),
    ];
    let name = make.text("ward");
    let env = Env { scalars: 3, wides: 0 };
    let permission = make.program.permissions.push(Permission {
        name,
        params,
        env,
        requires: Vec::new(),
        clauses: Vec::new(),
        level: 0,
        span: AT,
    });
    let domain = Domain::Of(make.expr(Expr::Range { low, high }, Ty::List(Box::new(Ty::Int))));
    let param = make.param("k", Ty::Int, 2);
    let t = make.token(0);
    let by = make.expr(Expr::OwnerOf(t), player());
    let (now, k) = (make.local(1, Ty::Int), make.local(2, Ty::Int));
    let value = make.bin(BinaryOp::Sub, now, k, Ty::Int);
    let body = make.body(env, vec![Act::Set { target: Target::Local(Slot::Scalar(1)), value }]);
    let label = make.words("Ward");
    let action = make.program.actions.push(Action {
        name,
        bearer: Bearer::System,
        reach: Reach::All,
        level: 0,
        self_slot: 2,
        params: vec![ActionParam { param, domain }],
        env,
        place: WindowPlace::Step { procedure: id, step: 0 },
        by,
        when: None,
        permission,
        cost: None,
        must: false,
        once: Some(Once { moment: None, scope: Scope::Player, each: None }),
        label,
        body,
        span: AT,
    });
    make.program.procedures[id].steps[0].offers_at = vec![action];
    assert_eq!(make.program.exprs[zero], Expr::Const(0));
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    machine.call(&mut state, id, &[one(OURS)]).unwrap();
    let request = ask(&machine, &mut state);
    assert_eq!(who_and_what(&request), (NORTH, vec![0, 1, 2, 3, 4], true));
    let args = std::iter::once(3).collect();
    let option = ActionOption { action, bearer: NONE, ordinal: 0, args };
    assert_eq!(machine.option_words(&state, &option).unwrap(), "Ward");
    answer(&machine, &mut state, &Answer::Act(option)).unwrap();
    assert!(matches!(ask(&machine, &mut state), Request::Over(_)));
    assert_eq!(read(&machine, &state, OURS, DAMAGE), 1);
}

#[test]
fn one_candidate_is_taken_unasked_and_least_narrows() {
    let mut make = Make::new();
    let t = make.token(0);
    let who = make.expr(Expr::OwnerOf(t), player());
    let of = make.tokens();
    let measure = make.power(2);
    let site = site(&mut make, "target", token(), 2);
    let filter = Some(ChoiceFilter { slot: 2, when: None, least: Some((measure, None)) });
    let choose = Act::Choose {
        who,
        kind: ChoiceKind::One { of, filter, none: None },
        slot: Slot::Scalar(1),
        site,
    };
    let one_more = make.int(1);
    let hurt = make.set(1, DAMAGE, one_more);
    let id = make.procedure("aim", ENV, vec![("go", vec![choose, hurt])]);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    run(&machine, &mut state, id, &[], &[]).unwrap();
    assert_eq!(read(&machine, &state, THEIRS, DAMAGE), 1);
}
