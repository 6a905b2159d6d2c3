//! Faults: everything that can go wrong is a typed value that names the rule.

use crate::make::*;
use warwright_ir::*;
use warwright_runtime::{Fault, FaultKind, PlayFault, Refusal, ScriptFault, Tells, Within};

const ENV: Env = Env { scalars: 4, wides: 1 };

fn fault(make: Make, id: ProcedureId) -> Box<Fault> {
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    match run(&machine, &mut state, id, &[], &[]) {
        Err(PlayFault::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn overflow_and_division_by_zero_name_their_rule() {
    for (op, left, right, ty, kind) in [
        (BinaryOp::Add, i64::MAX, 1, Ty::Int, FaultKind::Overflow),
        (BinaryOp::DivRatio, 1, 0, Ty::Ratio, FaultKind::DivisionByZero),
        (BinaryOp::Rem, 1, 0, Ty::Int, FaultKind::DivisionByZero),
    ] {
        let mut make = Make::new();
        let (left, right) = (make.int(left), make.int(right));
        let value = make.bin(op, left, right, ty);
        let set = Act::Set { target: Target::Local(Slot::Scalar(1)), value };
        let id = make.procedure("sum", ENV, vec![("do", vec![set])]);
        let fault = fault(make, id);
        assert_eq!(fault.kind, kind);
        assert_eq!(fault.span, Some(AT));
        assert_eq!(fault.within, [Within::Procedure(id, Some(0))]);
    }
}

#[test]
fn a_field_keeps_its_range_and_a_loop_its_bound() {
    let mut make = Make::new();
    make.program.fields[DAMAGE].most = Some(3);
    let name = Some(make.program.fields[DAMAGE].name);
    let four = make.int(4);
    let set = make.set(0, DAMAGE, four);
    let id = make.procedure("hurt", ENV, vec![("do", vec![set])]);
    let kind = FaultKind::OutOfRange { field: name, value: 4, least: None, most: Some(3) };
    assert_eq!(fault(make, id).kind, kind);
    let mut make = Make::new();
    let two = make.int(2);
    let acts = vec![Act::Bound { left: 1, at_most: two }, Act::Tick { left: 1 }, Act::Jump(1)];
    let id = make.procedure("loop", ENV, vec![("do", acts)]);
    assert_eq!(fault(make, id).kind, FaultKind::LoopBound);
}

#[test]
fn endless_loops_and_recursion_end() {
    let mut make = Make::new();
    let id = make.procedure("loop", ENV, vec![("do", vec![Act::Jump(0)])]);
    assert_eq!(fault(make, id).kind, FaultKind::OutOfFuel);
    let mut make = Make::new();
    let t = make.token(0);
    let id = ProcedureId(0);
    let call = Act::Call { procedure: id, args: vec![t], result: Some(Slot::Scalar(1)) };
    make.procedure("deep", ENV, vec![("do", vec![call])]);
    make.program.procedures[id].recursive = 5;
    make.program.procedures[id].result = Some(Ty::Int);
    assert_eq!(fault(make, id).kind, FaultKind::Recursion { procedure: id, at_most: 5 });
}

/// A program with functions that ask one another, `chain` of them, over a sum of `terms` terms.
fn chain(terms: u32, chain: u32) -> Make {
    let mut make = Make::new();
    let mut body = make.int(0);
    let one_more = make.int(1);
    for _ in 0..terms {
        body = make.bin(BinaryOp::Add, body, one_more, Ty::Int);
    }
    let name = make.text("f");
    for number in 0..chain {
        let function = make.program.functions.push(Function {
            name,
            params: Vec::new(),
            ty: Ty::Int,
            env: none(),
            body,
            span: AT,
        });
        assert_eq!(function, FunctionId(number));
        body = make.expr(Expr::Call { function, args: Vec::new() }, Ty::Int);
    }
    let set = Act::Set { target: Target::Local(Slot::Scalar(1)), value: body };
    make.procedure("deep", ENV, vec![("do", vec![set])]);
    make
}

#[test]
fn what_is_let_in_runs_on_a_small_stack_however_deep_it_nests() {
    let each = CALL_DEPTH + 1;
    for terms in [1, 100, 900] {
        let most = (MAX_EVALUATION_DEPTH - terms - 1) / each;
        let small = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
        let ran = small.spawn(move || {
            let machine = chain(terms, most).machine();
            let mut state = machine.set_up(DUEL).unwrap();
            run(&machine, &mut state, ProcedureId(0), &[], &[]).is_ok()
        });
        assert!(ran.unwrap().join().unwrap(), "{terms} terms and {most} functions");
        let refused = validate(chain(terms, most + 1).program).unwrap_err();
        assert!(refused.iter().any(|fault| fault.message.contains("nests")), "{refused:?}");
    }
}

#[test]
fn wrong_answers_are_refused() {
    let mut make = Make::new();
    let two = make.int(2);
    let roll = Act::Roll { slot: 0, die: D6, count: two, purpose: None };
    let id = make.procedure("cast", ENV, vec![("do", vec![roll])]);
    let machine = make.machine();
    let mut state = machine.set_up(DUEL).unwrap();
    let mut tells = Tells::quiet();
    assert_eq!(
        machine.answer_roll(&mut state, &[0; 6], &mut tells),
        Err(Refusal::Fault(Fault::new(FaultKind::Damaged {
            what: warwright_runtime::DamagedPart::State
        })))
    );
    machine.call(&mut state, id, &[one(OURS)]).unwrap();
    machine.run(&mut state, &mut tells, &mut fuel()).unwrap();
    for wrong in [&[1, 0, 0, 0, 0, 0][..], &[2, 0][..], &[3, -1, 0, 0, 0, 0][..]] {
        let refused = machine.answer_roll(&mut state, wrong, &mut tells);
        assert_eq!(refused, Err(Refusal::WrongDice { count: 2, faces: 6 }));
    }
    machine.answer_roll(&mut state, &[2, 0, 0, 0, 0, 0], &mut tells).unwrap();
    let mut state = machine.set_up(DUEL).unwrap();
    let fault = run(&machine, &mut state, id, &[1], &[]).unwrap_err();
    let PlayFault::Script(ScriptFault::OutOfDice { request, missing: 1 }) = fault else {
        panic!("{fault:?}");
    };
    assert_eq!((request.count, request.span), (2, Some(AT)));
}
