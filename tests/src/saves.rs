//! Damaged records of battles: takes programs and a seed, gives a record of one of their battles with some of it changed, and
//! plays it again as far as it goes.

use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use warwright_runtime::{Answered, Machine, Record, SeededDice, StateHash, replay};

use crate::drawn::Drawn;

/// What became of damaged records.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// They could not be read, are of something else, or lead elsewhere.
    pub refused: usize,
    /// They were played again to their end: nothing that counts was changed.
    pub replayed: usize,
    /// Seeds of which something panicked.
    pub failed: Vec<(u64, String)>,
}

/// A battle that chance played, at most so many answers of it.
///
/// # Panics
///
/// Where it ends with a fault.
pub fn recorded(machine: &Machine, seed: u64, most: usize) -> Option<Record> {
    let program = machine.program();
    let scenario = *crate::shortcuts::scenarios(program).first()?;
    let mut record = Record::new(program, scenario, seed);
    let mut battle = Drawn::new(machine, scenario, seed);
    loop {
        let request = battle.request();
        let at = StateHash::of(&battle.session);
        record.last = at;
        if record.answers.len() == most {
            return Some(record);
        }
        let Some(answer) = battle.answer(&request) else { return Some(record) };
        record.answers.push(Answered { at, answer });
    }
}

/// Damages records, `count` times from a seed on.
///
/// # Panics
///
/// Where a battle ends with a fault before anything is damaged.
pub fn fuzz(battles: &[(Machine, Record)], seed: u64, count: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in seed..seed + count {
        let mut random = SeededDice::new(seed, 13);
        let (machine, record) = &battles[below(&mut random, battles.len())];
        let mut value = serde_json::to_value(record).unwrap();
        for _ in 0..=random.below(2) {
            damage(&mut random, &mut value);
        }
        let mut text = value.to_string();
        if random.below(8) == 0 {
            let end = below(&mut random, text.len() + 1);
            text.truncate((0..=end).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0));
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let read = serde_json::from_str::<Record>(&text);
            let of_this = read.ok().filter(|it| it.check(machine.program()).is_ok());
            of_this.is_some_and(|it| replay(machine, &it, &mut |_| {}).is_ok())
        }));
        match outcome {
            Ok(true) => tally.replayed += 1,
            Ok(false) => tally.refused += 1,
            Err(panic) => {
                let words = panic.downcast_ref::<String>().cloned();
                tally.failed.push((seed, words.unwrap_or_default()));
            }
        }
    }
    tally
}

fn below(random: &mut SeededDice, bound: usize) -> usize {
    random.below(u32::try_from(bound).unwrap()) as usize
}

/// Changes one of the values in a value.
fn damage(random: &mut SeededDice, value: &mut Value) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = below(random, items.len());
            match random.below(12) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => items.reverse(),
                3 => items.truncate(at),
                _ => damage(random, &mut items[at]),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = below(random, fields.len());
            let key = fields.keys().nth(at).cloned().unwrap();
            match random.below(16) {
                0 => drop(fields.remove(&key)),
                1 => {
                    let moved = fields.remove(&key).unwrap();
                    fields.insert(format!("{key}s"), moved);
                }
                _ => damage(random, fields.get_mut(&key).unwrap()),
            }
        }
        Value::Number(number) => {
            let now = number.as_i64().unwrap_or_default();
            let others = [
                0,
                1,
                -1,
                now.wrapping_add(1),
                now.wrapping_sub(1),
                i64::from(u32::MAX),
                i64::MAX,
                i64::MIN,
                65_536,
            ];
            *value = others[below(random, others.len())].into();
        }
        Value::String(words) => match random.below(3) {
            0 => words.clear(),
            1 => words.push('\u{202e}'),
            _ => *words = words.repeat(50),
        },
        Value::Bool(_) => *value = Value::Null,
        _ => *value = serde_json::json!([[1, -1], { "Value": 3 }]),
    }
}
