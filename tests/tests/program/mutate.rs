//! Every number of a stored program is changed in turn: the validator refuses the result or takes it, and never panics.

use crate::sample::sample;
use serde_json::Value as Json;
use warwright_ir::*;

/// The generator of the mutations: xorshift, so that each run makes the same ones.
struct Shift(u64);

impl Shift {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The paths of all numbers.
fn numbers(json: &Json, path: &mut Vec<String>, found: &mut Vec<String>) {
    match json {
        Json::Number(_) => found.push(format!("/{}", path.join("/"))),
        Json::Array(items) => {
            for (position, item) in items.iter().enumerate() {
                path.push(position.to_string());
                numbers(item, path, found);
                path.pop();
            }
        }
        Json::Object(fields) => {
            for (name, field) in fields {
                path.push(name.clone());
                numbers(field, path, found);
                path.pop();
            }
        }
        Json::Null | Json::Bool(_) | Json::String(_) => {}
    }
}

#[test]
fn changed_numbers_are_refused_or_harmless() {
    let whole = serde_json::to_value(sample()).unwrap();
    let mut paths = Vec::new();
    numbers(&whole, &mut Vec::new(), &mut paths);
    assert!(paths.len() > 300, "{} numbers", paths.len());
    let mut shift = Shift(0x2545_f491_4f6c_dd1d);
    let (mut refused, mut taken) = (0, 0);
    for path in &paths {
        let old = whole.pointer(path).and_then(Json::as_i64).unwrap();
        let random = i64::try_from(shift.next() % 40).unwrap();
        for new in [old + 1, old - 1, 0, random, 255, 65_535, i64::from(u32::MAX), i64::MIN] {
            if new == old {
                continue;
            }
            let mut json = whole.clone();
            *json.pointer_mut(path).unwrap() = Json::from(new);
            // What does not fit the format is refused before it is a program.
            let Ok(program) = serde_json::from_value::<Program>(json) else { continue };
            // The listing of whatever comes is text.
            assert!(!listing(&program).is_empty());
            assert_eq!(fingerprint(&program).len(), 32);
            match validate(program) {
                Ok(valid) => {
                    taken += 1;
                    assert_eq!(validate(valid.program().clone()).unwrap(), valid);
                }
                Err(faults) => {
                    refused += 1;
                    assert!(faults.iter().all(|fault| !fault.message.is_empty()));
                }
            }
        }
    }
    assert!(refused > taken, "{refused} refused, {taken} taken");
}

#[test]
fn cut_lists_are_refused_or_harmless() {
    let whole = serde_json::to_value(sample()).unwrap();
    let Json::Object(fields) = &whole else { panic!("a program is a record") };
    for (name, list) in fields {
        let Json::Array(items) = list else { continue };
        for position in 0..items.len() {
            let mut json = whole.clone();
            let list = json.get_mut(name).and_then(Json::as_array_mut).unwrap();
            list.remove(position);
            if let Ok(program) = serde_json::from_value::<Program>(json) {
                assert!(!listing(&program).is_empty());
                let _: Result<ValidProgram, Vec<IrFault>> = validate(program);
            }
        }
    }
}
