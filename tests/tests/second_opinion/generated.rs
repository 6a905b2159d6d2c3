//! Made-up rules, worked out by both.

use warwright_ir::validate;
use warwright_runtime::Machine;
use warwright_tests::generate::{SYSTEM, rules};
use warwright_tests::second_opinion::compare::{Compared, compare};
use warwright_tests::second_opinion::{Second, Source};
use warwright_tests::sources::{compile_system, lines, typed_system};

#[test]
fn both_say_the_same_of_made_up_rules() {
    let (mut same, mut faults, mut refused) = (0, 0, Vec::new());
    let count: u64 = std::env::var("WARWRIGHT_SEEDS").map_or(40, |it| it.parse().unwrap());
    let mut differ = Vec::new();
    for seed in 0..count {
        let files = rules(seed);
        let compilation = compile_system(SYSTEM, &files);
        let Some(program) = &compilation.program else {
            let shown = lines(&compilation);
            let errors: Vec<&str> = shown.lines().filter(|line| line.contains("error")).collect();
            refused.push(format!("seed {seed}:\n{}", errors.join("\n")));
            continue;
        };
        let valid =
            validate(program.clone()).unwrap_or_else(|faults| panic!("seed {seed}: {faults:#?}"));
        let machine = Machine::new(&valid);
        let typed = typed_system(SYSTEM, &files).unwrap();
        for (number, (test, def)) in
            valid.program().tests.values().zip(typed.tests.values()).enumerate()
        {
            let mut second = Second::new(&typed, Source::Record(Default::default()));
            match compare(&machine, test, &mut second, def, seed) {
                Compared::Same => same += 1,
                Compared::BothFault => faults += 1,
                Compared::Unknown => panic!("seed {seed}: nothing unknown is written"),
                Compared::Differ(how) => differ.push(format!("seed {seed}, test {number}: {how}")),
            }
        }
    }
    println!("{same} the same, {faults} faults, {} refused", refused.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    let shown: String = refused.iter().take(6).map(|it| format!("{it}\n")).collect();
    assert!(refused.len() * 10 <= count as usize, "{} refused: {shown}", refused.len());
    assert!(same > faults, "{same} the same, {faults} faults");
}
