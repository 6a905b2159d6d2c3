//! Damaged programs: each number of a program is changed; it is refused, or it runs without a panic.

use crate::make::*;
use crate::{procedures, windows};
use serde_json::Value as Json;
use warwright_ir::*;
use warwright_runtime::{Fuel, Machine, RandomPlayer, SeededDice, Tells, play};

/// Runs the first two procedures with random players; what comes of it does not matter.
fn run_all(program: &ValidProgram) {
    let machine = Machine::new(program);
    for procedure in machine.program().procedures.ids().take(2).collect::<Vec<_>>() {
        let Ok(mut state) = machine.set_up(DUEL) else { continue };
        if machine.call(&mut state, procedure, &[one(OURS)]).is_err() {
            continue;
        }
        let mut dice = SeededDice::new(5, 0);
        let mut players = RandomPlayer::new(5, 1);
        let (mut tells, mut fuel) = (Tells::loud(), Fuel { left: 20_000 });
        // A fault is as good an end as any.
        let _ = play(&machine, &mut state, &mut dice, &mut players, &mut tells, &mut fuel, None);
        let _ = machine.explain_quantity(&state, POWER, &[one(OURS)]);
    }
}

fn numbers(value: &Json, path: &str, found: &mut Vec<String>) {
    match value {
        Json::Number(_) | Json::Bool(_) => found.push(path.to_owned()),
        Json::Array(items) => {
            for (position, item) in items.iter().enumerate() {
                numbers(item, &format!("{path}/{position}"), found);
            }
        }
        Json::Object(fields) => {
            for (name, field) in fields {
                numbers(field, &format!("{path}/{name}"), found);
            }
        }
        Json::Null | Json::String(_) => {}
    }
}

fn changed(old: &Json, how: usize) -> Json {
    match (old.as_i64(), how % 4) {
        (None, _) => Json::Bool(old == &Json::Bool(false)),
        (Some(number), 0) => Json::from(number.wrapping_add(1)),
        (Some(number), 1) => Json::from(number.wrapping_sub(1)),
        (Some(number), 2) => Json::from(number.wrapping_mul(40)),
        (Some(_), _) => Json::from(i64::MAX),
    }
}

/// How many mutants ran, of all.
fn mutate(program: &Program) -> (usize, usize) {
    run_all(&validate(program.clone()).unwrap());
    let mut json = serde_json::to_value(program).unwrap();
    let mut paths = Vec::new();
    numbers(&json, "", &mut paths);
    paths.retain(|path| !path.contains("span") && !path.starts_with("/sources"));
    let mut ran = 0;
    for (number, path) in paths.iter().enumerate() {
        let slot = json.pointer_mut(path).unwrap();
        let old = slot.clone();
        *slot = changed(&old, number);
        let mutant = serde_json::from_value::<Program>(json.clone());
        *json.pointer_mut(path).unwrap() = old;
        if let Ok(Ok(valid)) = mutant.map(validate) {
            run_all(&valid);
            ran += 1;
        }
    }
    (ran, paths.len())
}

#[test]
fn a_mutated_window_runs_or_is_refused() {
    let mut make = Make::new();
    windows::camp(&mut make, WindowEnd::AllPass);
    let (ran, all) = mutate(&make.program);
    assert!(ran > all / 10, "{ran} of {all}");
}

#[test]
fn mutated_hooks_run_or_are_refused() {
    let mut make = Make::new();
    let id = procedures::strike(&mut make);
    let acts = vec![make.say("low"), Act::Proceed];
    make.hook(HookOf { step: 1, ..hook_on(id, HookTime::Instead, "low") }, acts);
    let ready = make.ability("Ready");
    make.own(TOWER, ready, Vec::new());
    let to = make.token(4);
    let grant = Act::Grant { ability: ready, args: Vec::new(), to, until: GrantUntil::Removed };
    let bearer = Bearer::Ability(ready);
    make.hook(HookOf { bearer, ..hook_on(id, HookTime::After, "ready") }, vec![grant]);
    let (ran, all) = mutate(&make.program);
    assert!(ran > all / 10, "{ran} of {all}");
}
