//! Exact odds of made-up rolls from their text: dice rolled, rolled again and turned, hooks that change the pool, and a
//! second roll that hangs on the first. Brute force throws every die by itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use warwright_ir::{FieldId, ProcedureId, validate};
use warwright_runtime::{
    Fuel, Limits, Machine, NoChoices, Request, SeededDice, Session, Tells, enumerate,
};
use warwright_tests::second_opinion::Number;
use warwright_tests::sources::{compile_system, lines};

/// A procedure with a pool, and abilities that hang on its steps.
fn text(seed: u64) -> String {
    let mut dice = SeededDice::new(seed, 3);
    let mut below = |bound: u32| dice.below(bound);
    let mut text = String::from(
        "system throws { dice d6 }\nkind gem is piece { profile size: int 0..9 ; state marks: int 0..99 = 0 }\n",
    );
    let (first, need) = (2, 1 + below(5));
    let reader = ["sum(thrown)", "count(thrown where it <= 3)", "highest(thrown) otherwise 0"];
    let reader = reader[below(3) as usize];
    let _ = writeln!(
        text,
        "procedure cast(a: gem) {{\n  open var thrown: pool of d6\n  open var total: int = 0\n\
         \x20 step first {{ thrown = roll {first} of d6 }}"
    );
    let again = match below(3) {
        0 => format!("reroll thrown where it <= {}", 1 + below(2)),
        1 => format!("change up to {} of thrown where it is 6 to {}", 1 + below(2), 1 + below(5)),
        _ => format!("if any d in thrown where d == {need} {{ reroll thrown where it > {need} }}"),
    };
    let _ = writeln!(text, "  step again {{ {again} }}");
    let _ = writeln!(text, "  step count {{ total += {reader} }}");
    let _ = writeln!(
        text,
        "  step more when total > {} {{\n    let others = roll 1 of d6\n    total += count(others where it <= {need})\n  }}",
        below(8)
    );
    let _ = writeln!(text, "  step end {{ a.marks = min(99, max(0, total)) }}\n}}");
    let hooks = [
        "before cast.again as a \"one\" { reroll thrown where it is 1 }".to_owned(),
        format!("after cast.first as a when any d in thrown where d > {need} \"two\" {{ change up to 1 of thrown where it > {need} to 1 }}"),
        "before cast.count as a when count(thrown where it is 6) > 0 \"three\" { total += 1 ; thrown = roll 1 of d6 }".to_owned(),
        "instead of cast.again as a when sum(thrown) > 9 \"four\" { total -= 1 ; proceed }".to_owned(),
    ];
    for (number, hook) in hooks.iter().enumerate() {
        let _ = writeln!(text, "ability Gift{number} for gem {{ {hook} }}");
    }
    let gifts: Vec<String> =
        (0..4).filter(|_| below(2) == 0).map(|number| format!("Gift{number}")).collect();
    let gifts = if gifts.is_empty() { "-".to_owned() } else { gifts.join(", ") };
    let _ = writeln!(text, "gems {{\n  name | size | abilities\n  Ruby | 3 | {gifts}\n}}");
    let _ =
        writeln!(text, "gem Whole like Ruby {{ size 4 ; abilities = Gift0, Gift1, Gift2, Gift3 }}");
    let _ =
        writeln!(text, "test \"throw\" {{\n  given a: Ruby ; b: Whole\n  expect a.marks is 0\n}}");
    text
}

fn force(
    machine: &Machine,
    mut state: Session,
    (entity, field): (i64, FieldId),
    chance: Number,
    found: &mut BTreeMap<i64, Number>,
) {
    let mut tells = Tells::quiet();
    match machine.run(&mut state, &mut tells, &mut Fuel::BATTLE.clone()).unwrap() {
        Request::Over(_) => {
            let sum = found
                .entry(machine.field(&state, entity, field).unwrap())
                .or_insert_with(|| Number::whole(0));
            *sum = sum.plus(chance).unwrap();
        }
        Request::Roll(roll) => {
            let all = 6_i64.pow(roll.count);
            for throw in 0..all {
                let mut counts = vec![0; 6];
                let mut rest = throw;
                for _ in 0..roll.count {
                    counts[usize::try_from(rest % 6).unwrap()] += 1;
                    rest /= 6;
                }
                let mut next = state.clone();
                machine.answer_roll(&mut next, &counts, &mut tells).unwrap();
                let each = chance.times(Number::new(1, all.into()).unwrap()).unwrap();
                force(machine, next, (entity, field), each, found);
            }
        }
        Request::Choose(choice) => panic!("nobody chooses here: {choice:?}"),
    }
}

#[test]
fn exact_odds_are_those_of_brute_force() {
    for seed in 0..8 {
        let files = [("systems/throws/throws.ww".to_owned(), text(seed))];
        let compilation = compile_system("throws", &files);
        let shown = lines(&compilation);
        let program = compilation.program.unwrap_or_else(|| panic!("seed {seed}:\n{shown}"));
        let valid = validate(program).unwrap();
        let machine = Machine::new(&valid);
        let source = valid.program();
        let named = |id, name: &str| source.texts[id] == name;
        let (field, _) = source.fields.iter().find(|(_, it)| named(it.name, "marks")).unwrap();
        let (cast, _) = source.procedures.iter().find(|(_, it)| named(it.name, "cast")).unwrap();
        let scenario = source.tests.values().next().unwrap().scenario;
        for piece in machine.layout(scenario).unwrap().pieces.clone() {
            one(&machine, (scenario, cast), (piece, field), seed);
        }
    }
}

fn one(
    machine: &Machine,
    (scenario, cast): (warwright_ir::ScenarioId, ProcedureId),
    (piece, field): (i64, FieldId),
    seed: u64,
) {
    let mut state = machine.set_up(scenario).unwrap();
    machine.call(&mut state, cast, &[[piece].as_slice().into()]).unwrap();
    let mut forced = BTreeMap::new();
    force(machine, state.clone(), (piece, field), Number::whole(1), &mut forced);
    let ends = enumerate(machine, state, &mut NoChoices, Limits::default()).unwrap();
    let values = ends.values(|state| machine.field(state, piece, field)).unwrap();
    let exact: BTreeMap<i64, String> =
        values.chances().map(|(value, chance)| (*value, chance.to_string())).collect();
    let forced: BTreeMap<i64, String> =
        forced.iter().map(|(value, chance)| (*value, chance.to_string())).collect();
    assert!(!forced.is_empty());
    assert_eq!(exact, forced, "seed {seed}, piece {piece}");
}
