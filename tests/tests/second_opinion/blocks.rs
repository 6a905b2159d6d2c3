//! Every test block of the games, run by both: the stored table says of how many they agree, and what the rest asks for that the
//! second opinion does not know. Fewer that agree are a failure.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use warwright_compiler::typed::TestExpect;
use warwright_ir::{NONE, Named, Program, Scripted, Value, validate};
use warwright_runtime::Machine;
use warwright_tests::second_opinion::{Second, Source, Trouble};
use warwright_tests::sources::{compile_system, games, typed_system};

#[test]
fn both_say_the_same_of_every_test_block() {
    let mut table = String::new();
    for (name, files) in games() {
        let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
        let program = validate(compile_system(&name, &files).program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        let typed = typed_system(&name, &files).unwrap();
        for (id, test) in typed.tests.iter() {
            let title = format!("{name}: {}", test.name);
            let result = warwright_cli::testing::run(&machine, id);
            let dice = test.rolls.iter().copied().collect();
            let all = test.answers.iter().map(|answer| value(answer, program.program()));
            let Some(answers) = all.collect() else {
                *tally.entry("answers that name things or actions").or_default() += 1;
                continue;
            };
            let chances = test
                .expects
                .iter()
                .all(|it| matches!(it, TestExpect::Chance { .. } | TestExpect::Mean { .. }));
            if chances {
                *tally.entry("chances").or_default() += 1;
                continue;
            }
            match Second::new(&typed, Source::Script { dice, answers }).test(test) {
                Ok(verdict) => {
                    // What is shown is held against nothing.
                    let held = test.expects.iter().zip(&verdict.expects);
                    let mut held = held.filter(|(it, _)| !matches!(it, TestExpect::Show { .. }));
                    let all = held.all(|(_, cells)| cells.iter().all(|cells| cells == &[1]));
                    assert_eq!(all, result.failure.is_none(), "{title}: {verdict:#?} {result:?}");
                    *tally.entry("AGREED").or_default() += 1;
                }
                // Boards have oracles of their own, games of cards are made of draws, and whoever asks for whole turns asks
                // about both.
                Err(Trouble::Unknown(what)) => *tally.entry(what).or_default() += 1,
                Err(other) => panic!("{title}: {other:?}, and the machine {result:?}"),
            }
        }
        let counts: Vec<String> =
            tally.iter().map(|(what, count)| format!("{what} {count}")).collect();
        writeln!(table, "{name}: {}", counts.join(", ")).unwrap();
    }
    insta::assert_snapshot!("test_blocks_on_which_both_agree_and_those_left_out", table);
}

/// An answer as a value; nothing for actions and things that are named, which the second opinion does not know.
fn value(answer: &Scripted, program: &Program) -> Option<Value> {
    let cell = |named: &Named| match named {
        Named::Cell(cell, _) => Some(*cell),
        Named::Entry(_) | Named::Face(..) => None,
    };
    match answer {
        Scripted::Nothing => Some(Value::Scalar(NONE)),
        Scripted::One(one) => cell(one).map(Value::Scalar),
        Scripted::Several(several) => {
            several.iter().map(cell).collect::<Option<Vec<_>>>().map(|it| Value::Wide(it.into()))
        }
        Scripted::Dice(dice) => {
            let (_, Named::Face(die, _)) = dice.first()? else { return None };
            let mut counts = vec![0; program.dice.get(*die)?.faces.len()];
            for (count, face) in dice {
                let Named::Face(of, face) = face else { return None };
                counts[*face as usize] += i64::from(*count);
                assert_eq!(of, die);
            }
            Some(Value::Wide(counts.into()))
        }
        Scripted::Act { .. } => None,
    }
}
