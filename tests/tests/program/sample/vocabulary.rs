//! What the sample speaks of: kinds, dice, ties, fields, abilities, and a scenario with its sides.

use super::*;

pub(super) fn vocabulary(make: &mut Make) {
    make.kind("player", KindBase::Player);
    make.kind("battle", KindBase::Battle);
    make.kind("token", KindBase::Piece);
    make.kind("Colour", KindBase::Thing);
    let faces = (1..=6)
        .map(|value| Face { name: make.text(&value.to_string()), value: Some(value), sides: 1 })
        .collect();
    let die = Die { name: make.text("d6"), faces, span: AT };
    make.program.dice.push(die);
    let scale =
        Scale { name: make.text("Pace"), ty: Ty::Length, values: vec![0, 100, 250], span: AT };
    make.program.scales.push(scale);
    tie(make);
    let name = make.text("limit");
    make.program.rulings.push(Ruling { name, ty: Ty::Int, value: Value::Scalar(2) });
    for (name, kind, ty) in [
        ("damage", TOKEN, Ty::Int),
        ("turn", BATTLE, Ty::Entity(PLAYER)),
        ("points", PLAYER, Ty::Int),
    ] {
        let initial =
            if matches!(ty, Ty::Int) { make.int(0) } else { make.expr(Expr::Const(0), ty.clone()) };
        let field = Field {
            name: make.text(name),
            kind,
            ty,
            initial,
            least: None,
            most: None,
            resets: None,
            sight: Sight::All,
            inverse: None,
            span: AT,
        };
        let id = make.program.fields.push(field);
        make.program.kinds[kind].fields.push(id);
    }
    make.program.active = Some(FieldId(1));
    let profile = Profile {
        name: make.text("power"),
        kind: TOKEN,
        ty: Ty::Int,
        quantity: Some(QuantityId(0)),
        span: AT,
    };
    let profile = make.program.profiles.push(profile);
    make.program.kinds[TOKEN].profiles.push(profile);
    make.program.kinds[COLOUR].closed = true;
    for (name, kind) in [("red", COLOUR), ("blue", COLOUR), ("Tower", TOKEN)] {
        let declared = vec![Origin { words: make.text("declared"), span: AT }];
        let printed = kind == TOKEN;
        let entry = Entry {
            name: make.text(name),
            kind,
            faction: None,
            values: if printed { vec![Value::Scalar(3)] } else { Vec::new() },
            origins: if printed { vec![declared] } else { Vec::new() }.into(),
            abilities: if printed {
                vec![EntryAbility { ability: AbilityId(0), args: vec![1] }]
            } else {
                Vec::new()
            },
            base: None,
            form: None,
            forms: Vec::new(),
            span: AT,
        };
        let id = make.program.entries.push(entry);
        make.program.kinds[kind].entries.push(id);
    }
}

/// `Keen(n)` owned by towers, and `Calm`, lent by the keen to themselves.
pub(super) fn abilities(make: &mut Make) {
    let keen = Ability {
        name: make.text("Keen"),
        kind: TOKEN,
        params: vec![make.param("n", Ty::Int, 1)],
        is_status: false,
        stacks: false,
        slot: None,
        state: Vec::new(),
        lends: Vec::new(),
        denies: Vec::new(),
        titled: true,
        span: AT,
    };
    let mut calm = Ability { name: make.text("Calm"), params: Vec::new(), ..keen.clone() };
    calm.lends.push(LendClause { id: ClauseId(0), args: Vec::new() });
    make.program.abilities.push(keen);
    make.program.abilities.push(calm);
    let damage = make.damage(1);
    let none = make.int(0);
    let unhurt = make.binary(BinaryOp::Eq, damage, none, Ty::Bool);
    let lend = Clause {
        bearer: Bearer::Ability(AbilityId(0)),
        reach: Reach::Role(0),
        level: 3,
        env: Env { scalars: 3, wides: 0 },
        self_slot: 1,
        when: Some(unhurt),
        modifier: None,
        permission: None,
        strikes: Vec::new(),
        label: make.text("keen eyes"),
        drawback: false,
        origins: Vec::new(),
        span: AT,
    };
    make.program.clauses.push(lend);
}

pub(super) fn setups(make: &mut Make) {
    let piece = Piece { entry: EntryId(2), name: None, state: vec![(FieldId(0), 1)] };
    let side = SideSetup {
        armies: Vec::new(),
        name: make.text("north"),
        pieces: vec![piece],
        budget: None,
        abilities: vec![AbilityId(1)],
        policy: Some(PolicyId(0)),
        team: None,
    };
    let scenario = Scenario {
        name: make.text("duel"),
        sides: vec![side.clone(), SideSetup { name: make.text("south"), ..side }],
        board: None,
        ground: Vec::new(),
        rounds: Some(4),
        setup: None,
        rules_of: None,
        rulings: vec![(0, 3)],
        span: AT,
    };
    make.program.scenarios.push(scenario);
    let (a, b) = (make.token(0), make.token(1));
    let setup = make.body(2, 0, Vec::new());
    let t = make.token(1);
    let holds = make.expr(Expr::Call { function: FunctionId(0), args: vec![t] }, Ty::Bool);
    let written = ScriptPart { source: make.text("as it is written"), span: AT };
    let test = Test {
        name: make.text("a duel"),
        covers: Vec::new(),
        scenario: ScenarioId(0),
        setup,
        run: TestRun::Procedure {
            procedure: ProcedureId(0),
            args: vec![a, b],
            exports: vec![(Slot::Scalar(2), Slot::Scalar(2))],
        },
        rolls: vec![(D6, 0), (D6, 5)],
        rolls_at: vec![written, written],
        draws: vec![EntryId(2)],
        draws_at: vec![written],
        answers: vec![Scripted::One(Named::Cell(0, None))],
        answers_at: vec![written],
        expects: vec![Expectation::Holds { holds, source: make.text("stands(b)"), span: AT }],
        env: Env { scalars: 3, wides: 0 },
        span: AT,
    };
    make.program.tests.push(test);
}

fn tie(make: &mut Make) {
    let plain =
        TieField { name: make.text("since"), ty: Ty::Int, each: false, least: Some(0), most: None };
    let name = make.text("colour");
    let colour =
        TieField { name, ty: Ty::Member(COLOUR), each: true, least: None, ..plain.clone() };
    let name = make.text("linked");
    let fields = vec![plain, colour];
    make.program.ties.push(Tie { name, left: TOKEN, right: TOKEN, fields, span: AT });
}
