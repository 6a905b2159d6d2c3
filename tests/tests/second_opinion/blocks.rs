//! Every test block of battleground and of the made-up games, run by both.

use warwright_compiler::typed::TestExpect;
use warwright_ir::{NONE, Named, Program, Scripted, Value, validate};
use warwright_runtime::Machine;
use warwright_tests::second_opinion::{Second, Source, Trouble};
use warwright_tests::sources::{compile_system, games, typed_system};

#[test]
fn both_say_the_same_of_every_test_block() {
    let (mut agreed, mut unknown) = (0, Vec::new());
    for (name, files) in games() {
        let program = validate(compile_system(&name, &files).program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        let typed = typed_system(&name, &files).unwrap();
        for (id, test) in program.program().tests.ids().zip(&typed.tests) {
            let title = format!("{name}: {}", test.name);
            let result = warwright_cli::testing::run(&machine, id);
            let dice = test.rolls.iter().copied().collect();
            let all = test.answers.iter().map(|answer| value(answer, program.program()));
            let Some(answers) = all.collect() else { continue };
            let chances = test
                .expects
                .iter()
                .all(|it| matches!(it, TestExpect::Chance { .. } | TestExpect::Mean { .. }));
            if chances {
                continue;
            }
            match Second::new(&typed, Source::Script { dice, answers }).test(test) {
                Ok(verdict) => {
                    // What is shown is held against nothing.
                    let held = test.expects.iter().zip(&verdict.expects);
                    let mut held = held.filter(|(it, _)| !matches!(it, TestExpect::Show { .. }));
                    let all = held.all(|(_, cells)| cells.iter().all(|cells| cells == &[1]));
                    assert_eq!(all, result.failure.is_none(), "{title}: {verdict:#?} {result:?}");
                    agreed += 1;
                }
                // Boards have oracles of their own, games of cards are made of draws, and whoever asks for whole turns asks
                // about both.
                Err(Trouble::Unknown("cards" | "places" | "windows")) => {}
                Err(Trouble::Unknown(what)) => unknown.push((title, what)),
                Err(other) => panic!("{title}: {other:?}, and the machine {result:?}"),
            }
        }
    }
    assert!(agreed > 60, "{agreed}");
    assert!(unknown.len() * 10 < agreed, "{unknown:#?}");
}

/// An answer as a value; nothing for actions and things that are named, which the second opinion does not know.
fn value(answer: &Scripted, program: &Program) -> Option<Value> {
    let cell = |named: &Named| match named {
        Named::Cell(cell) => Some(*cell),
        Named::Entry(_) | Named::Face(..) => None,
    };
    match answer {
        Scripted::Nothing => Some(Value::Scalar(NONE)),
        Scripted::One(one) => cell(one).map(Value::Scalar),
        Scripted::Several(several) => {
            several.iter().map(cell).collect::<Option<_>>().map(Value::Wide)
        }
        Scripted::Dice(dice) => {
            let (_, Named::Face(die, _)) = dice.first()? else { return None };
            let mut counts = vec![0; program.dice.get(*die)?.faces.len()];
            for (count, face) in dice {
                let Named::Face(of, face) = face else { return None };
                counts[*face as usize] += i64::from(*count);
                assert_eq!(of, die);
            }
            Some(Value::Wide(counts))
        }
        Scripted::Act { .. } => None,
    }
}
