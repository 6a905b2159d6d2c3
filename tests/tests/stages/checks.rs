//! The fragment in which conflicts and dead clauses are decided: twelve pairs of clauses with the expected answer; circles.

use crate::trees::*;
use warwright_compiler::checks::{Checked, Named, Verdict, check, verdict};
use warwright_compiler::typed::*;
use warwright_grammar::{Sink, SourceMap, Span};
use warwright_ir as ir;

/// A closed kind of three.
const HUE: ir::KindId = ir::KindId(3);
const HUE_FIELD: ir::FieldId = ir::FieldId(1);
const COUNT_FIELD: ir::FieldId = ir::FieldId(2);
const SPEED: ir::QuantityId = ir::QuantityId(0);
/// Of abilities: one entry has the first two, another the third, nobody the fourth, the fifth is granted.
const HEAVY: u32 = 0;
const LIGHT: u32 = 1;
const LONELY: u32 = 2;
const NOBODYS: u32 = 3;
const PASSING: u32 = 4;

/// Tokens have a hue, a count from 0 to 9 and a speed; entries own abilities.
fn game() -> Typed {
    let mut typed = vocabulary();
    typed.kinds.push(KindDef { closed: true, ..kind("hue", ir::KindBase::Thing) });
    for name in ["red", "green", "blue"] {
        push_entry(&mut typed, name, HUE, &[]);
    }
    push_field(&mut typed, "hue", Type::Member(HUE));
    push_field(&mut typed, "count", Type::int(Some(0), Some(9)));
    typed.quantities.push(QuantityDef {
        name: "speed".to_owned(),
        params: 1,
        locals: locals(&[("token", Type::Entity(TOKEN), LocalRole::Param)]),
        ty: INT,
        base: int(3),
        rounding: None,
        scale: None,
        stages: Vec::new(),
        groups: Vec::new(),
        favours: None,
        profile: None,
        span: span(),
    });
    typed.abilities =
        ["Heavy", "Light", "Lonely", "Nobodys", "Passing"].map(ability).to_vec().into();
    push_entry(&mut typed, "Tower", TOKEN, &[HEAVY, LIGHT]);
    push_entry(&mut typed, "Gem", TOKEN, &[LONELY]);
    let grant = StmtKind::Grant {
        ability: ir::AbilityId(PASSING),
        args: Vec::new(),
        to: Box::new(token(0)),
        until: UntilDef::Removed,
    };
    let all = locals(&[("t", Type::Entity(TOKEN), LocalRole::Param)]);
    typed.procedures.push(procedure("bless", 1, all, vec![stmt(grant)]));
    typed
}

fn push_entry(typed: &mut Typed, name: &str, kind: ir::KindId, abilities: &[u32]) {
    let id = ir::EntryId(u32::try_from(typed.entries.len()).expect("few entries"));
    typed.kinds[kind].entries.push(id);
    let owned = abilities.iter().map(|id| AbilityUse {
        ability: ir::AbilityId(*id),
        args: Vec::new(),
        span: span(),
    });
    typed.entries.push(EntryDef {
        name: name.to_owned(),
        kind,
        faction: None,
        values: Vec::new(),
        origins: Vec::new(),
        abilities: owned.collect(),
        base: None,
        form: None,
        forms: Vec::new(),
        span: span(),
    });
}

fn push_field(typed: &mut Typed, name: &str, ty: Type) {
    let initial = Expr { kind: ExprKind::Cell(0), ty: ty.clone(), span: span() };
    let id = ir::FieldId(u32::try_from(typed.fields.len()).expect("few fields"));
    typed.kinds[TOKEN].fields.push(id);
    let first = typed.fields[ir::FieldId(0)].clone();
    typed.fields.push(FieldDef { name: name.to_owned(), ty, initial, ..first });
}

fn hue_is(of: Expr, hue: i64) -> Expr {
    let field = ExprKind::Field { of: Box::new(of), field: HUE_FIELD };
    let wanted = expr(ExprKind::Cell(hue), Type::Member(HUE));
    compare(Compare::Eq, expr(field, Type::Member(HUE)), wanted)
}

fn count(how: Compare, than: i64) -> Expr {
    let ty = Type::int(Some(0), Some(9));
    let field = ExprKind::Field { of: Box::new(token(0)), field: COUNT_FIELD };
    compare(how, expr(field, ty), int(than))
}

/// `modify speed as token set to TO when WHEN` of an ability; each clause stands at a place of its own.
fn sets(of: u32, to: i64, when: Option<Expr>) -> ClauseDef {
    ClauseDef {
        owner: ClauseOwner::Quantity(SPEED),
        bearer: BearerDef::Ability(ir::AbilityId(of)),
        reach: ReachDef::Role(RoleRef { param: 0, field: None }),
        level: Level(3),
        locals: locals(&[
            ("token", Type::Entity(TOKEN), LocalRole::Param),
            ("self", Type::Entity(TOKEN), LocalRole::Bearer),
        ]),
        when,
        does: ClauseVerb::Modify {
            stage: 0,
            verb: ir::Verb::Set,
            amount: int(to),
            cap: None,
            group: None,
        },
        over: Vec::new(),
        label: format!("clause {of} {to}"),
        drawback: false,
        see: None,
        origins: Vec::new(),
        span: Span::new(of * 100 + 10, of * 100 + 20 + u32::try_from(to).unwrap_or(0)),
    }
}

fn decided(one: ClauseDef, other: ClauseDef) -> Verdict {
    let mut typed = game();
    typed.clauses = vec![one, other].into();
    verdict(&typed, &typed.clauses[ir::ClauseId(0)], &typed.clauses[ir::ClauseId(1)])
}

#[test]
fn one_two_abilities_of_one_entry_fight() {
    assert_eq!(decided(sets(HEAVY, 1, None), sets(LIGHT, 5, None)), Verdict::Conflict);
}

#[test]
fn two_abilities_that_no_entry_has_together_do_not() {
    assert_eq!(decided(sets(HEAVY, 1, None), sets(LONELY, 5, None)), Verdict::NoConflict);
    assert_eq!(decided(sets(HEAVY, 1, None), sets(NOBODYS, 5, None)), Verdict::NoConflict);
}

#[test]
fn three_what_is_granted_may_meet_anything() {
    assert_eq!(decided(sets(LONELY, 1, None), sets(PASSING, 5, None)), Verdict::Conflict);
}

#[test]
fn four_equal_amounts_agree() {
    assert_eq!(decided(sets(HEAVY, 5, None), sets(LIGHT, 5, None)), Verdict::NoConflict);
}

#[test]
fn five_other_members_of_a_closed_kind_exclude_each_other() {
    let red = sets(HEAVY, 1, Some(hue_is(token(0), 0)));
    let green = sets(LIGHT, 5, Some(hue_is(token(1), 1)));
    assert_eq!(decided(red.clone(), green), Verdict::NoConflict);
    let also_red = sets(LIGHT, 5, Some(hue_is(token(1), 0)));
    assert_eq!(decided(red, also_red), Verdict::Conflict);
}

#[test]
fn six_ranges_that_do_not_overlap() {
    let few = sets(HEAVY, 1, Some(count(Compare::Lt, 4)));
    let many = sets(LIGHT, 5, Some(count(Compare::Ge, 4)));
    assert_eq!(decided(few.clone(), many), Verdict::NoConflict);
    assert_eq!(decided(few, sets(LIGHT, 5, Some(count(Compare::Le, 4)))), Verdict::Conflict);
}

#[test]
fn seven_one_yields() {
    let mut over = sets(LIGHT, 5, None);
    over.over.push((format!("clause {HEAVY} 1"), span()));
    assert_eq!(decided(sets(HEAVY, 1, None), over), Verdict::NoConflict);
}

#[test]
fn eight_levels_settle_it() {
    let unit = ClauseDef { level: Level(2), ..sets(LIGHT, 5, None) };
    assert_eq!(decided(sets(HEAVY, 1, None), unit), Verdict::NoConflict);
}

#[test]
fn nine_the_absence_of_the_other_ability() {
    let lacks = ExprKind::Has {
        of: Box::new(token(1)),
        ability: ir::AbilityId(HEAVY),
        args: Box::default(),
    };
    let lacks = expr(ExprKind::Not(Box::new(expr(lacks, Type::Bool))), Type::Bool);
    assert_eq!(decided(sets(HEAVY, 1, None), sets(LIGHT, 5, Some(lacks))), Verdict::NoConflict);
}

#[test]
fn ten_auras_of_different_bearers_are_not_decided() {
    let near = |of: u32, to: i64| {
        let all = ExprKind::Tied { tie: ir::TieId(0), of: Box::new(token(1)) };
        let of_all = Box::new(expr(all, Type::Set(Box::new(Type::Entity(TOKEN)))));
        let holds = expr(ExprKind::Contains { of: of_all, item: Box::new(token(0)) }, Type::Bool);
        let role = RoleRef { param: 0, field: None };
        ClauseDef { reach: ReachDef::Related { role, holds, or_self: false }, ..sets(of, to, None) }
    };
    assert_eq!(decided(near(HEAVY, 1), near(LIGHT, 5)), Verdict::Undecided);
}

#[test]
fn eleven_numbers_that_clauses_bend_contradict_themselves_and_meet_what_holds_wherever_they_do() {
    let speed = || expr(ExprKind::Quantity { quantity: SPEED, args: vec![token(0)] }, INT);
    let slow = sets(HEAVY, 1, Some(compare(Compare::Lt, speed(), int(2))));
    let fast = sets(LIGHT, 5, Some(compare(Compare::Gt, speed(), int(2))));
    assert_eq!(decided(slow.clone(), fast), Verdict::NoConflict);
    let any = sets(LIGHT, 5, None);
    assert_eq!(decided(slow.clone(), any), Verdict::Conflict);
    let also_slow = sets(LIGHT, 5, slow.when.clone());
    assert_eq!(decided(slow.clone(), also_slow), Verdict::Conflict);
    let few = sets(LIGHT, 5, Some(count(Compare::Lt, 4)));
    assert_eq!(decided(slow, few), Verdict::Undecided);
}

#[test]
fn twelve_what_derived_facts_mean_is_seen_through() {
    // derive state: red where count <= 2, else green
    let mut typed = game();
    let few = count(Compare::Le, 2);
    let cell = |hue| Box::new(expr(ExprKind::Cell(hue), Type::Member(HUE)));
    let body = ExprKind::If { when: Box::new(few), then: cell(0), other: cell(1) };
    typed.functions.push(FunctionDef {
        name: "state".to_owned(),
        params: 1,
        locals: locals(&[("token", Type::Entity(TOKEN), LocalRole::Param)]),
        ty: Type::Member(HUE),
        range: Bounds::OPEN,
        body: expr(body, Type::Member(HUE)),
        span: span(),
    });
    let state = ExprKind::Call { function: ir::FunctionId(0), args: vec![token(0)] };
    let red = compare(Compare::Eq, expr(state, Type::Member(HUE)), *cell(0));
    typed.clauses =
        vec![sets(HEAVY, 1, Some(red)), sets(LIGHT, 5, Some(count(Compare::Gt, 3)))].into();
    let verdict = verdict(&typed, &typed.clauses[ir::ClauseId(0)], &typed.clauses[ir::ClauseId(1)]);
    assert_eq!(verdict, Verdict::NoConflict);
}

/// The codes that are told, but for what is unused or does nothing: the made-up things are and do nothing more.
fn codes(typed: &Typed) -> Vec<String> {
    let mut sink = Sink::new();
    let (sources, named) = (SourceMap::new(), Named::default());
    check(Checked { typed, stated: &[], sources: &sources, named }, &mut sink);
    let mut codes: Vec<String> = sink.iter().map(|it| it.code.to_string()).collect();
    codes.retain(|code| code != "WW0423" && code != "WW0424");
    codes
}

#[test]
fn a_clause_that_contradicts_itself_never_applies() {
    let mut typed = game();
    let both = and(count(Compare::Lt, 3), count(Compare::Gt, 6));
    typed.clauses = vec![sets(HEAVY, 1, Some(both))].into();
    assert_eq!(codes(&typed), ["WW0420"]);
}

#[test]
fn a_count_beyond_its_range_is_never_reached() {
    let mut typed = game();
    typed.clauses = vec![sets(HEAVY, 1, Some(count(Compare::Gt, 9)))].into();
    assert_eq!(codes(&typed), ["WW0420"]);
}

#[test]
fn of_clauses_that_read_alike_each_is_told() {
    let mut typed = game();
    let beyond = || Some(count(Compare::Gt, 9));
    typed.clauses = vec![sets(HEAVY, 1, beyond()), sets(LIGHT, 1, beyond())].into();
    assert_eq!(codes(&typed), ["WW0420", "WW0420"]);
}

#[test]
fn what_reads_alike_may_apply_for_one_bearer_and_not_for_another() {
    let mut typed = game();
    let tower = typed.entries.iter().find(|(_, entry)| entry.name == "Tower").expect("there").0;
    let is_tower = || expr(ExprKind::IsEntry { of: Box::new(token(0)), entry: tower }, Type::Bool);
    let of = |ability| sets(ability, 1, Some(is_tower()));
    typed.clauses = vec![of(HEAVY)].into();
    assert!(codes(&typed).is_empty());
    typed.clauses = vec![of(HEAVY), of(LONELY)].into();
    assert_eq!(codes(&typed), ["WW0420"]);
}

#[test]
fn clauses_that_fight_are_told() {
    let mut typed = game();
    typed.clauses = vec![sets(HEAVY, 1, None), sets(LIGHT, 5, None)].into();
    assert_eq!(codes(&typed), ["WW0410"]);
}

#[test]
fn a_number_that_asks_for_itself_goes_in_circles() {
    let mut typed = game();
    let own = expr(ExprKind::Quantity { quantity: SPEED, args: vec![token(0)] }, INT);
    let mut clause = sets(HEAVY, 1, None);
    clause.does =
        ClauseVerb::Modify { stage: 0, verb: ir::Verb::By, amount: own, cap: None, group: None };
    typed.clauses = vec![clause].into();
    assert_eq!(codes(&typed), ["WW0440"]);
}

#[test]
fn a_procedure_that_reaches_itself_says_how_deep() {
    let mut typed = game();
    let call = StmtKind::Call { procedure: ir::ProcedureId(1), args: vec![token(0)], result: None };
    let all = locals(&[("t", Type::Entity(TOKEN), LocalRole::Param)]);
    typed.procedures.push(procedure("again", 1, all, vec![stmt(call)]));
    assert_eq!(codes(&typed), ["WW0441"]);
    typed.procedures[ir::ProcedureId(1)].recursive = 3;
    assert!(codes(&typed).is_empty());
    typed.procedures[ir::ProcedureId(0)].recursive = 3;
    assert_eq!(codes(&typed), ["WW0442"]);
}
