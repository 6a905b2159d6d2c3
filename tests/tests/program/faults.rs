//! Each invariant refuses a program that breaks it, and the sound one passes.

use crate::sample::{Make, TOKEN, sample};
use warwright_ir::*;

fn faults(change: impl FnOnce(&mut Program)) -> Vec<IrFault> {
    let mut program = sample();
    change(&mut program);
    validate(program).expect_err("the program is damaged")
}

/// The damaged program is refused with a fault of this kind whose message contains the words.
fn refused(kind: FaultKind, words: &str, change: impl FnOnce(&mut Program)) {
    let faults = faults(change);
    let found = faults.iter().any(|it| it.kind == kind && it.message.contains(words));
    assert!(found, "no {kind:?} with {words:?} among {faults:#?}");
}

#[test]
fn the_sample_is_sound() {
    let valid = validate(sample());
    assert!(valid.is_ok(), "{:#?}", valid.err());
}

#[test]
fn an_empty_program_is_sound() {
    let program = Program { version: VERSION, ..Program::default() };
    assert!(validate(program).is_ok());
}

#[test]
fn shape() {
    refused(FaultKind::Version, "format 7", |it| it.version = 7);
    refused(FaultKind::Id, "no quantity 9", |it| {
        it.profiles[ProfileId(0)].quantity = Some(QuantityId(9))
    });
    refused(FaultKind::List, "types", |it| it.types.truncate(3));
    refused(FaultKind::List, "spans", |it| it.bodies[BodyId(0)].spans.truncate(1));
    refused(FaultKind::Tree, "does not stand before", |it| {
        let last = it.exprs.ids().next_back().unwrap();
        it.exprs[ExprId(3)] = Expr::Size(last);
    });
    refused(FaultKind::Tree, "nests", |it| {
        for _ in 0..=MAX_TREE_DEPTH {
            let of = it.exprs.ids().next_back().unwrap();
            it.types.push(Ty::Bool);
            it.expr_spans.push(SpanId(0));
            it.exprs.push(Expr::Unary { op: UnaryOp::Not, of });
        }
    });
    refused(FaultKind::Text, "control", |it| it.texts[TextId(2)] = "\u{1b}[2J".to_owned());
    refused(FaultKind::Text, "source", |it| it.spans[SpanId(0)].source = 4);
    refused(FaultKind::Type, "holds another type", |it| {
        it.fields[FieldId(0)].ty = Ty::Optional(Box::new(Ty::Optional(Box::new(Ty::Int))));
    });
}

#[test]
fn expressions() {
    let find = |it: &Program, wanted: fn(&Expr) -> bool| {
        it.exprs.iter().find(|(_, expr)| wanted(expr)).map(|(id, _)| id).unwrap()
    };
    refused(FaultKind::Type, "its type says", |it| {
        let id = find(it, |expr| matches!(expr, Expr::And { .. }));
        it.types[id.0 as usize] = Ty::Int;
    });
    refused(FaultKind::Value, "neither true nor false", |it| {
        let mut make = Make { program: std::mem::take(it) };
        make.expr(Expr::Const(2), Ty::Bool);
        *it = make.program;
    });
    refused(FaultKind::Type, "arguments", |it| {
        let id = find(it, |expr| matches!(expr, Expr::Call { .. }));
        it.exprs[id] = Expr::Call { function: FunctionId(0), args: Vec::new() };
    });
    refused(FaultKind::Slot, "beyond", |it| it.functions[FunctionId(0)].env.scalars = 0);
    refused(FaultKind::Slot, "nothing sets it", |it| {
        let mut make = Make { program: std::mem::take(it) };
        let body = make.local(3, Ty::Bool);
        make.program.functions[FunctionId(0)].body = body;
        make.program.functions[FunctionId(0)].env.scalars = 4;
        *it = make.program;
    });
    refused(FaultKind::Slot, "is read from it", |it| {
        it.functions[FunctionId(0)].params[0].ty = Ty::Int;
        it.permissions[PermissionId(0)].requires.clear();
    });
}

#[test]
fn rules_and_content() {
    refused(FaultKind::Value, "rise", |it| it.scales[ScaleId(0)].values.reverse());
    refused(FaultKind::List, "keys", |it| it.tables[TableId(0)].rows[0].keys.clear());
    refused(FaultKind::Value, "no side", |it| it.dice[DieId(0)].faces[0].sides = 0);
    refused(FaultKind::Size, "sides", |it| it.dice[DieId(0)].faces[0].sides = u32::MAX);
    refused(FaultKind::List, "values", |it| it.entries[EntryId(2)].values.clear());
    refused(FaultKind::Value, "list", |it| {
        it.entries[EntryId(2)].values[0] = Value::Wide([].into())
    });
    refused(FaultKind::List, "parameters", |it| it.entries[EntryId(2)].abilities[0].args.clear());
    refused(FaultKind::List, "listed", |it| it.kinds[TOKEN].fields.clear());
    refused(FaultKind::Clause, "stage", |it| {
        it.clauses[ClauseId(1)].modifier.as_mut().unwrap().stage = 1;
    });
    refused(FaultKind::Clause, "two things", |it| {
        it.quantities[QuantityId(1)].clauses.push(ClauseId(1));
    });
    refused(FaultKind::Layout, "after the parameters", |it| it.clauses[ClauseId(1)].self_slot = 0);
    refused(FaultKind::Layout, "room", |it| it.clauses[ClauseId(1)].env.scalars = 2);
    refused(FaultKind::Clause, "which does not exist", |it| {
        it.clauses[ClauseId(1)].reach = Reach::Role(1)
    });
    refused(FaultKind::Clause, "reaches all", |it| it.clauses[ClauseId(1)].reach = Reach::All);
    refused(FaultKind::Value, "ruling `limit`", |it| it.rulings[0].value = Value::Wide([].into()));
    refused(FaultKind::Cycle, "form of itself", |it| {
        it.entries[EntryId(0)].base = Some(EntryId(0))
    });
}

#[test]
fn procedures() {
    refused(FaultKind::Act, "jump goes to act 9", |it| it.bodies[BodyId(0)].acts[6] = Act::Jump(9));
    refused(FaultKind::Act, "proceeds", |it| it.bodies[BodyId(0)].acts[6] = Act::Proceed);
    refused(FaultKind::Act, "cannot be called", |it| {
        it.bodies[BodyId(0)].acts[6] = Act::CallStep { step: 0 };
    });
    refused(FaultKind::Slot, "beyond", |it| it.bodies[BodyId(0)].env.wides = 0);
    refused(FaultKind::Slot, "its frame has", |it| it.bodies[BodyId(0)].env.scalars = 9);
    refused(FaultKind::List, "does not hang", |it| it.hooks[HookId(0)].time = HookTime::Before);
    refused(FaultKind::Layout, "among the copies", |it| it.hooks[HookId(0)].self_slot = 0);
    refused(FaultKind::Id, "step that does not exist", |it| it.hooks[HookId(0)].step = Some(3));
    refused(FaultKind::List, "not its own", |it| {
        it.actions[ActionId(0)].place = WindowPlace::Step { procedure: ProcedureId(0), step: 0 };
    });
    refused(FaultKind::Type, "not remembered", |it| it.moments[MomentId(0)].remembered = false);
    refused(FaultKind::Type, "price", |it| {
        it.actions[ActionId(0)].cost.as_mut().unwrap().field = FieldId(1);
    });
    refused(FaultKind::Value, "face", |it| it.tests[TestId(0)].rolls[0].1 = 6);
}

#[test]
fn cycles() {
    // A function that calls itself.
    refused(FaultKind::Cycle, "function `stands`, then function `stands`", |it| {
        let mut make = Make { program: std::mem::take(it) };
        let arg = make.token(0);
        let call = make.expr(Expr::Call { function: FunctionId(0), args: vec![arg] }, Ty::Bool);
        make.program.functions[FunctionId(0)].body = call;
        *it = make.program;
    });
    // The keen are keen while they are calm, and the keen lend calm.
    refused(FaultKind::Cycle, "ability `Calm`", |it| {
        let mut make = Make { program: std::mem::take(it) };
        let of = make.token(0);
        let calm = make.expr(Expr::Has { of, ability: AbilityId(1) }, Ty::Bool);
        make.program.clauses[ClauseId(0)].when = Some(calm);
        *it = make.program;
    });
}

#[test]
fn a_chain_of_calls_may_not_be_too_deep() {
    refused(FaultKind::Tree, "nests", |it| {
        let mut make = Make { program: std::mem::take(it) };
        for number in 0..MAX_EVALUATION_DEPTH {
            let arg = make.token(0);
            let called = FunctionId(number);
            let body = make.expr(Expr::Call { function: called, args: vec![arg] }, Ty::Bool);
            let function = make.program.functions[FunctionId(0)].clone();
            make.program.functions.push(Function { body, ..function });
        }
        *it = make.program;
    });
}
