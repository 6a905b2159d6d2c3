//! Quantities: verbs in their order, levels, groups, auras, lent abilities, ledgers.

use crate::make::*;
use warwright_ir::*;
use warwright_runtime::{FaultKind, Ledger, Machine, Within};

fn ledger(machine: &Machine, entity: i64) -> Ledger {
    let state = machine.set_up(DUEL).unwrap();
    machine.explain_quantity(&state, POWER, &[one(entity)]).unwrap()
}

fn result(machine: &Machine, entity: i64) -> String {
    ledger(machine, entity).result
}

#[test]
fn verbs_apply_in_their_order() {
    let mut make = Make::new();
    make.program.quantities[POWER].rounding = Some(Rounding::Ceil);
    make.program.quantities[POWER].most = Some(9);
    for (verb, amount, label) in [
        (Verb::AtMost, 20, "lid"),
        (Verb::By, 4, "more"),
        (Verb::By, -1, "less"),
        (Verb::Set, 7, "fixed"),
        (Verb::AtLeast, 2, "floor"),
    ] {
        let amount = make.int(amount);
        let clause = make.clause(Bearer::System, label);
        make.modify(POWER, clause, verb, amount);
    }
    let factor = make.ratio(5, 4);
    let clause = make.clause(Bearer::System, "grown");
    make.modify(POWER, clause, Verb::Times, factor);
    let cap = make.int(11);
    let three = make.int(3);
    let clause = make.clause(Bearer::System, "capped");
    let capped = make.modify(POWER, clause, Verb::ByUpTo, three);
    make.program.clauses[capped].modifier.as_mut().unwrap().cap = Some(cap);
    let machine = make.machine();
    // 7, +4 -1 = 10, +3 up to 11 = 11, times 5/4 = 55/4, at least 2, at most 20, up to 14, kept in ..9.
    let ledger = ledger(&machine, OURS);
    let lines: Vec<String> = (ledger.lines.iter())
        .map(|line| format!("{} {}: {} -> {}", line.label, line.effect, line.before, line.after))
        .collect();
    assert_eq!(
        lines,
        [
            "fixed set to 7: 3 -> 7",
            "more +4: 7 -> 11",
            "less -1: 11 -> 10",
            "capped +3 up to 11: 10 -> 11",
            "grown times 5/4: 11 -> 55/4",
            "power made whole: 55/4 -> 14",
            "power kept in ..9: 14 -> 9",
        ]
    );
    assert_eq!(ledger.result, "9");
    assert_eq!(ledger.origins[0].words, "as declared");
    assert_eq!(ledger.args, [("token".to_owned(), "Tower (north)".to_owned())]);
}

#[test]
fn the_highest_level_sets_and_equal_levels_must_agree() {
    let mut make = Make::new();
    for (amount, level) in [(5, 1), (6, 2)] {
        let amount = make.int(amount);
        let clause = Clause { level, ..make.clause(Bearer::System, "set") };
        make.modify(POWER, clause, Verb::Set, amount);
    }
    let mut fighting = Make { program: make.program.clone() };
    assert_eq!(result(&make.machine(), OURS), "6");
    let amount = fighting.int(8);
    let clause = Clause { level: 2, ..fighting.clause(Bearer::System, "other") };
    fighting.modify(POWER, clause, Verb::Set, amount);
    let machine = fighting.machine();
    let state = machine.set_up(DUEL).unwrap();
    let fault = machine.explain_quantity(&state, POWER, &[one(OURS)]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Fighting { first: ClauseId(1), second: ClauseId(2) });
    assert!(fault.within.contains(&Within::Quantity(POWER)));
}

#[test]
fn a_group_keeps_the_strongest_and_a_clause_goes_over_another() {
    let mut make = Make::new();
    let name = make.text("cover");
    make.program.quantities[POWER].groups =
        vec![Group { name, rule: GroupRule::Keep(Keep::Strongest) }];
    let mut ids = Vec::new();
    for (amount, label) in [(-1, "bush"), (-2, "wall"), (1, "open")] {
        let amount = make.int(amount);
        let clause = make.clause(Bearer::System, label);
        let id = make.modify(POWER, clause, Verb::By, amount);
        make.program.clauses[id].modifier.as_mut().unwrap().group = Some(0);
        ids.push(id);
    }
    let five = make.int(5);
    let mut over = make.clause(Bearer::System, "siege");
    over.strikes = vec![ids[1]];
    let mut struck = Make { program: make.program.clone() };
    assert_eq!(result(&make.machine(), OURS), "1");
    struck.modify(POWER, over, Verb::By, five);
    let machine = struck.machine();
    // The wall is struck, so the bush counts as the strongest, being the first of equals in size.
    assert_eq!(result(&machine, OURS), "7");
    let ledger = ledger(&machine, OURS);
    let wall = ledger.lines.iter().find(|line| line.label == "wall").unwrap();
    assert_eq!(wall.struck_by.as_ref().map(|by| by.label.as_str()), Some("siege"));
}

/// An ability of towers that reaches gems: related where the bearer is not the subject.
fn aura(each_adds: bool) -> Machine {
    let mut make = Make::new();
    let beacon = make.ability("Beacon");
    let n = make.param("n", Ty::Int, 1);
    make.program.abilities[beacon].params.push(n);
    make.own(TOWER, beacon, vec![2]);
    let (subject, bearer) = (make.token(0), make.token(1));
    let holds = make.bin(BinaryOp::Ne, subject, bearer, Ty::Bool);
    let amount = make.local(2, Ty::Int);
    let clause = Clause {
        reach: Reach::Related { role: 0, holds, each_adds },
        level: 3,
        ..make.clause(Bearer::Ability(beacon), "beacon")
    };
    make.modify(POWER, clause, Verb::By, amount);
    make.machine()
}

#[test]
fn an_aura_counts_once_unless_each_adds() {
    let machine = aura(false);
    assert_eq!(result(&machine, THEIRS), "4");
    assert_eq!(result(&machine, OURS), "5");
    assert_eq!(ledger(&machine, THEIRS).lines[0].bearer.as_deref(), Some("Tower (north)"));
    assert_eq!(result(&aura(true), THEIRS), "6");
}

#[test]
fn abilities_are_lent_and_denied() {
    let mut make = Make::new();
    let (keen, calm) = (make.ability("Keen"), make.ability("Calm"));
    make.own(TOWER, keen, Vec::new());
    let when = make.of(1, DAMAGE);
    let zero = make.int(0);
    let unhurt = make.eq(when, zero);
    let lend = Clause { when: Some(unhurt), ..make.clause(Bearer::Ability(keen), "steady") };
    let id = make.program.clauses.push(lend);
    make.program.abilities[calm].lends.push(LendClause { id, args: Vec::new() });
    let mark = make.of(0, MARK);
    let one_mark = make.int(1);
    let marked = make.eq(mark, one_mark);
    let deny = Clause { when: Some(marked), ..make.clause(Bearer::System, "marked") };
    let id = make.program.clauses.push(deny);
    make.program.abilities[calm].denies.push(DenyClause { id });
    let has = make.has(0, calm);
    let hurt = {
        let amount = make.int(1);
        let act = make.set(0, DAMAGE, amount);
        make.procedure("hurt", Env { scalars: 1, wides: 0 }, vec![("do", vec![act])])
    };
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let locals = |entity| warwright_runtime::Locals { scalars: vec![entity], wides: Vec::new() };
    let ask = |state: &_, entity| machine.evaluate(state, has, &locals(entity)).unwrap()[0];
    assert_eq!([ask(&state, OURS), ask(&state, THEIRS)], [1, 0]);
    run(&machine, &mut state, hurt, &[], &[]).unwrap();
    assert_eq!([ask(&state, OURS), ask(&state, THIRD)], [0, 1]);
}

#[test]
fn a_ladder_is_climbed_once_by_the_sum_and_stops_at_its_ends() {
    let mut make = Make::new();
    let name = make.text("Pace");
    let scale = make.program.scales.push(Scale {
        name,
        ty: Ty::Length,
        values: vec![0, 31_750, 44_450, 63_500, 88_900, 127_000],
        span: AT,
    });
    let base = make.expr(Expr::Const(63_500), Ty::Length);
    let pace = make.quantity("pace", Ty::Length, base);
    make.program.quantities[pace].scale = Some(scale);
    for (by, label) in [(1, "road"), (-3, "mire")] {
        let by = make.int(by);
        let clause = make.clause(Bearer::System, label);
        make.modify(pace, clause, Verb::Rung, by);
    }
    let machine = make.machine();
    let state = machine.set_up(DUEL).unwrap();
    let ledger = machine.explain_quantity(&state, pace, &[one(OURS)]).unwrap();
    assert_eq!((ledger.base.as_str(), ledger.result.as_str()), ("2.5\"", "1.25\""));
}
