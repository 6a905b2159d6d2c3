//! The listing and the fingerprint of a program.

use crate::sample::sample;
use warwright_ir::*;

#[test]
fn the_listing_names_everything() {
    let listed = listing(&sample());
    for words in [
        "kind token is piece",
        "profile power: int",
        "die d6: 1=1 2=2",
        "modify of Keen as token by n in stage 0 when (token has Calm) \"keen\" level 3  @made_up.ww:1",
        "lend of Keen as role 0 when (self.damage is 0) \"keen eyes\" level 3",
        "define stands(t: token): bool",
        "= (t.damage < 6)",
        "procedure fight(a: token, b: token)",
        "4  w0 = roll power(a) of d6 for \"they fight\"",
        "b.damage = (b.damage + count(s3 in w0 where (s3.value <= 3)))",
        "hook after fight.blows of Keen as b once per fight \"keen\" level 3",
        "action rest in Camp",
        "cost \"cost of rest\"(t) of t.owner.points",
        "test \"a duel\"",
    ] {
        assert!(listed.contains(words), "no {words:?} in\n{listed}");
    }
    assert_eq!(listed, listing(&sample()));
}

#[test]
fn the_listing_of_a_damaged_program_ends() {
    let mut program = sample();
    for id in 0..program.exprs.len() {
        let id = ExprId(u32::try_from(id).unwrap());
        program.exprs[id] = Expr::Union { left: ExprId(id.0 + 1), right: ExprId(id.0) };
    }
    program.texts = Arena::new();
    assert!(listing(&program).contains('?'));
}

#[test]
fn places_do_not_count() {
    let mut moved = sample();
    moved.spans[SpanId(0)].line = 99;
    "another.ww".clone_into(&mut moved.sources[0].name);
    moved.spans.push(SpanRef { source: 0, start: 0, end: 0, line: 1, column: 1 });
    moved.expr_spans[2] = SpanId(1);
    assert_eq!(fingerprint(&moved), fingerprint(&sample()));
}

#[test]
fn numbering_of_texts_and_expressions_does_not_count() {
    let mut moved = sample();
    let text = moved.texts.push("keen eyes".to_owned());
    moved.clauses[ClauseId(0)].label = text;
    let base = moved.quantities[QuantityId(0)].base;
    let copy = moved.exprs[base].clone();
    moved.types.push(moved.types[base.0 as usize].clone());
    moved.expr_spans.push(SpanId(0));
    moved.quantities[QuantityId(0)].base = moved.exprs.push(copy);
    assert_eq!(fingerprint(&moved), fingerprint(&sample()));
}

#[test]
fn everything_else_counts() {
    let changes: [fn(&mut Program); 9] = [
        |it| it.clauses[ClauseId(0)].drawback = true,
        |it| it.texts[TextId(0)].push('s'),
        |it| it.entries[EntryId(2)].values[0] = Value::Scalar(4),
        |it| it.exprs[ExprId(0)] = Expr::Const(1),
        |it| it.tables[TableId(0)].rows[0].value = 2,
        |it| it.clauses[ClauseId(0)].level = 4,
        |it| it.bodies[BodyId(0)].acts.truncate(3),
        |it| it.scenarios[ScenarioId(0)].rounds = None,
        |it| it.actions[ActionId(0)].must = true,
    ];
    let whole = fingerprint(&sample());
    for change in changes {
        let mut program = sample();
        change(&mut program);
        assert_ne!(fingerprint(&program), whole);
    }
}
