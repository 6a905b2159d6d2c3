//! A small program made by hand that has something of everything: tokens with figures, rules, a procedure with a loop.

use crate::*;

/// Makes a program piece by piece.
pub(super) struct Make {
    pub(super) program: Program,
}

pub(super) const PLAYER: KindId = KindId(0);
pub(super) const BATTLE: KindId = KindId(1);
pub(super) const TOKEN: KindId = KindId(2);
pub(super) const COLOUR: KindId = KindId(3);
pub(super) const D6: DieId = DieId(0);
const AT: SpanId = SpanId(0);

impl Make {
    pub(super) fn text(&mut self, text: &str) -> TextId {
        let known = self.program.texts.iter().find(|(_, it)| *it == text).map(|(id, _)| id);
        known.unwrap_or_else(|| self.program.texts.push(text.to_owned()))
    }
    pub(super) fn expr(&mut self, expr: Expr, ty: Ty) -> ExprId {
        self.program.types.push(ty);
        self.program.expr_spans.push(AT);
        self.program.exprs.push(expr)
    }
    pub(super) fn int(&mut self, number: i64) -> ExprId {
        self.expr(Expr::Const(number), Ty::Int)
    }
    pub(super) fn local(&mut self, slot: u16, ty: Ty) -> ExprId {
        self.expr(Expr::Local(Slot::Scalar(slot)), ty)
    }
    pub(super) fn token(&mut self, slot: u16) -> ExprId {
        self.local(slot, Ty::Entity(TOKEN))
    }
    pub(super) fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId, ty: Ty) -> ExprId {
        self.expr(Expr::Binary { op, left, right }, ty)
    }
    pub(super) fn damage(&mut self, token: u16) -> ExprId {
        let of = self.token(token);
        self.expr(Expr::Field { of, field: FieldId(0) }, Ty::Int)
    }
    pub(super) fn param(&mut self, name: &str, ty: Ty, slot: u16) -> Param {
        Param { name: self.text(name), ty, slot: Slot::Scalar(slot) }
    }
    fn kind(&mut self, name: &str, base: KindBase) -> KindId {
        let name = self.text(name);
        self.program.kinds.push(Kind::new(name, base, AT))
    }
    pub(super) fn body(&mut self, scalars: u16, wides: u16, acts: Vec<Act>) -> BodyId {
        let spans = vec![AT; acts.len()];
        self.program.bodies.push(Body { env: Env { scalars, wides }, acts, spans })
    }
}

/// The program.
pub(super) fn sample() -> Program {
    let mut make = Make { program: Program::default() };
    make.program.version = VERSION;
    "made_up".clone_into(&mut make.program.system);
    make.program.sources.push(Source { name: "made_up.ww".to_owned() });
    make.program.spans.push(SpanRef { source: 0, start: 3, end: 9, line: 1, column: 4 });
    vocabulary(&mut make);
    abilities(&mut make);
    rules(&mut make);
    fight(&mut make);
    hook(&mut make);
    action(&mut make);
    setups(&mut make);
    make.program
}

fn vocabulary(make: &mut Make) {
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
    let tie = Tie {
        name: make.text("linked"),
        left: TOKEN,
        right: TOKEN,
        fields: vec![
            TieField { name: make.text("since"), ty: Ty::Int, each: false },
            TieField { name: make.text("colour"), ty: Ty::Member(COLOUR), each: true },
        ],
        span: AT,
    };
    make.program.ties.push(tie);
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
        let declared = vec![Origin { words: make.text("declared"), span: AT }].into();
        let printed = kind == TOKEN;
        let entry = Entry {
            name: make.text(name),
            kind,
            faction: None,
            values: if printed { vec![Value::Scalar(3)] } else { Vec::new() },
            origins: if printed { vec![declared] } else { Vec::new() },
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
fn abilities(make: &mut Make) {
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

fn rules(make: &mut Make) {
    let of = make.token(0);
    let base = make.expr(Expr::Printed { of, profile: ProfileId(0) }, Ty::Int);
    let power = Quantity {
        name: make.text("power"),
        params: vec![make.param("token", Ty::Entity(TOKEN), 0)],
        ty: Ty::Int,
        env: Env { scalars: 1, wides: 0 },
        base,
        rounding: None,
        scale: None,
        least: Some(0),
        most: Some(9),
        stages: vec![None],
        groups: Vec::new(),
        favours: Some(0),
        clauses: vec![ClauseId(1)],
        profile: Some(ProfileId(0)),
        span: AT,
    };
    make.program.quantities.push(power);
    let of = make.token(0);
    let calm = make.expr(Expr::Has { of, ability: AbilityId(1) }, Ty::Bool);
    let amount = make.local(2, Ty::Int);
    let bend = Clause {
        bearer: Bearer::Ability(AbilityId(0)),
        reach: Reach::Role(0),
        level: 3,
        env: Env { scalars: 3, wides: 0 },
        self_slot: 1,
        when: Some(calm),
        modifier: Some(Modifier { stage: 0, verb: Verb::By, amount, cap: None, group: None }),
        permission: None,
        strikes: Vec::new(),
        label: make.text("keen"),
        drawback: false,
        origins: Vec::new(),
        span: AT,
    };
    make.program.clauses.push(bend);
    lookups(make);
}

fn lookups(make: &mut Make) {
    let (damage, six) = (make.damage(0), make.int(6));
    let body = make.binary(BinaryOp::Lt, damage, six, Ty::Bool);
    let stands = Function {
        name: make.text("stands"),
        params: vec![make.param("t", Ty::Entity(TOKEN), 0)],
        ty: Ty::Bool,
        env: Env { scalars: 1, wides: 0 },
        body,
        span: AT,
    };
    make.program.functions.push(stands);
    let words = make.text("declared");
    let table = Table {
        name: make.text("hits"),
        axes: vec![TableAxis { name: make.text("margin"), ty: Ty::Int }],
        ty: Ty::Int,
        rows: vec![
            TableRow {
                keys: vec![TableKey::Between(None, Some(0))],
                value: 0,
                origins: Vec::new(),
                span: AT,
            },
            TableRow {
                keys: vec![TableKey::Else],
                value: 1,
                origins: vec![Origin { words, span: AT }],
                span: AT,
            },
        ],
        dice: None,
        span: AT,
    };
    make.program.tables.push(table);
    let of = make.token(0);
    let holds = make.expr(Expr::Call { function: FunctionId(0), args: vec![of] }, Ty::Bool);
    let may = Permission {
        name: make.text("rest"),
        params: vec![make.param("t", Ty::Entity(TOKEN), 0)],
        env: Env { scalars: 1, wides: 0 },
        requires: vec![Require {
            holds,
            reason: Reason { label: make.text("fallen"), words: None, span: AT },
            inherits: None,
            needs: Vec::new(),
            params_known: 1,
        }],
        clauses: Vec::new(),
        level: 0,
        span: AT,
    };
    make.program.permissions.push(may);
    let price = make.int(1);
    let cost = Quantity {
        name: make.text("cost of rest"),
        base: price,
        clauses: Vec::new(),
        profile: None,
        ..make.program.quantities[QuantityId(0)].clone()
    };
    make.program.quantities.push(cost);
}

/// How many dice of the pool show 3 or less.
fn hits(make: &mut Make) -> ExprId {
    let pool = make.expr(Expr::Local(Slot::Wide(0)), Ty::Pool(D6));
    let face = make.local(3, Ty::Face(D6));
    let value = make.expr(Expr::Unary { op: UnaryOp::FaceValue, of: face }, Ty::Int);
    let three = make.int(3);
    let low = make.binary(BinaryOp::Le, value, three, Ty::Bool);
    make.expr(
        Expr::Quantified {
            how: Quantifier::Count,
            of: pool,
            slot: Slot::Scalar(3),
            when: Some(low),
            value: None,
        },
        Ty::Int,
    )
}

/// `fight(a, b)`: while both stand, four times at most, roll a's dice; each that shows 3 or less hurts b.
fn fight(make: &mut Make) {
    let four = make.int(4);
    let t = make.token(0);
    let one = make.expr(Expr::Call { function: FunctionId(0), args: vec![t] }, Ty::Bool);
    let t = make.token(1);
    let other = make.expr(Expr::Call { function: FunctionId(0), args: vec![t] }, Ty::Bool);
    let both = make.expr(Expr::And { left: one, right: other }, Ty::Bool);
    let t = make.token(0);
    let count = make.expr(Expr::Quantity { quantity: QuantityId(0), args: vec![t] }, Ty::Int);
    let hits = hits(make);
    let damage = make.damage(1);
    let sum = make.binary(BinaryOp::Add, damage, hits, Ty::Int);
    let b = make.token(1);
    let words = Template { parts: vec![Part::Words(make.text("they fight"))] };
    let body = make.body(
        4,
        1,
        vec![
            Act::Bound { left: 2, at_most: four },
            Act::JumpUnless { when: both, to: 7 },
            Act::Tick { left: 2 },
            Act::Forget(vec![Slot::Wide(0)]),
            Act::Roll { slot: 0, die: D6, count, purpose: Some(words.clone()) },
            Act::Set { target: Target::Field { of: b, field: FieldId(0) }, value: sum },
            Act::Jump(1),
            Act::Say { words },
        ],
    );
    let step = Step {
        name: make.text("blows"),
        when: None,
        heading: None,
        called: false,
        body,
        before: Vec::new(),
        instead: Vec::new(),
        after: vec![HookId(0)],
        offers_before: Vec::new(),
        offers_at: Vec::new(),
        offers_after: Vec::new(),
        moments: Vec::new(),
        span: AT,
    };
    let procedure = Procedure {
        name: make.text("fight"),
        params: vec![make.param("a", Ty::Entity(TOKEN), 0), make.param("b", Ty::Entity(TOKEN), 1)],
        env: Env { scalars: 4, wides: 1 },
        variables: Vec::new(),
        open: vec![Slot::Scalar(2)],
        result: None,
        steps: vec![step],
        before: Vec::new(),
        after: Vec::new(),
        recursive: 0,
        moments: vec![MomentId(0)],
        span: AT,
    };
    make.program.procedures.push(procedure);
    let moment = Moment {
        name: make.text("fight"),
        procedure: ProcedureId(0),
        step: None,
        player: None,
        fields: vec![FieldId(0)],
        holdings: false,
        ties: false,
        remembered: true,
    };
    make.program.moments.push(moment);
}

/// After the blows the keen target chooses whether to forget what it lost since the start.
fn hook(make: &mut Make) {
    let of = make.token(3);
    let who = make.expr(Expr::OwnerOf(of), Ty::Entity(PLAYER));
    let now = make.damage(3);
    let then = make.expr(Expr::AsOf { moment: MomentId(0), of: now }, Ty::Int);
    let yes = make.local(5, Ty::Bool);
    let of = make.token(3);
    let question = Template { parts: vec![Part::Words(make.text("forget it?"))] };
    let body = make.body(
        6,
        0,
        vec![
            Act::Choose {
                who,
                kind: ChoiceKind::Whether { question },
                slot: Slot::Scalar(5),
                site: SiteId(0),
            },
            Act::JumpUnless { when: yes, to: 3 },
            Act::Set { target: Target::Field { of, field: FieldId(0) }, value: then },
        ],
    );
    let site = Site {
        owner: make.text("keen"),
        name: make.text("forget"),
        ty: Ty::Bool,
        slot: 5,
        purpose: None,
        span: AT,
    };
    make.program.sites.push(site);
    let hook = Hook {
        bearer: Bearer::Ability(AbilityId(0)),
        reach: Reach::Role(1),
        level: 3,
        time: HookTime::After,
        procedure: ProcedureId(0),
        step: Some(0),
        self_slot: 3,
        when: None,
        once: Some(Once { moment: Some(MomentId(0)), scope: Scope::Bearer, each: None }),
        body,
        label: make.text("keen"),
        strikes: Vec::new(),
        whose: None,
        span: AT,
    };
    make.program.hooks.push(hook);
}

fn action(make: &mut Make) {
    let all = make.expr(Expr::All(TOKEN), Ty::Set(Box::new(Ty::Entity(TOKEN))));
    let of = make.token(0);
    let by = make.expr(Expr::OwnerOf(of), Ty::Entity(PLAYER));
    let arg = make.token(0);
    let of = make.token(0);
    let payer = make.expr(Expr::OwnerOf(of), Ty::Entity(PLAYER));
    let (of, none) = (make.token(0), make.int(0));
    let heal = Act::Set { target: Target::Field { of, field: FieldId(0) }, value: none };
    let body = make.body(1, 0, vec![heal]);
    let action = Action {
        name: make.text("rest"),
        bearer: Bearer::System,
        reach: Reach::All,
        level: 0,
        self_slot: 0,
        params: vec![ActionParam {
            param: make.param("t", Ty::Entity(TOKEN), 0),
            domain: Domain::Of(all),
        }],
        env: Env { scalars: 1, wides: 0 },
        place: WindowPlace::Named(WindowId(0)),
        by,
        when: None,
        permission: PermissionId(0),
        cost: Some(Cost { quantity: QuantityId(1), args: vec![arg], of: payer, field: FieldId(2) }),
        must: false,
        once: None,
        label: Template { parts: vec![Part::Words(make.text("rest"))] },
        body,
        span: AT,
    };
    make.program.actions.push(action);
    let window = Window { name: make.text("Camp"), actions: vec![ActionId(0)] };
    make.program.windows.push(window);
    let key = make.damage(0);
    let env = Env { scalars: 1, wides: 0 };
    let prefer = Prefer::Ranked(vec![(true, key)]);
    let rules = vec![PolicyRule::Action { action: ActionId(0), env, prefer }];
    let policy = Policy { name: make.text("careful"), rules, span: AT };
    make.program.policies.push(policy);
}

fn setups(make: &mut Make) {
    let piece = Piece { entry: EntryId(2), name: None, state: vec![(FieldId(0), 1)] };
    let side = SideSetup {
        armies: Vec::new(),
        name: make.text("north"),
        pieces: vec![piece],
        budget: None,
        abilities: vec![AbilityId(1)],
        policy: Some(PolicyId(0)),
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
        rolls_at: Some(AT),
        draws: vec![EntryId(2)],
        draws_at: Some(AT),
        answers: vec![Scripted::One(Named::Cell(0))],
        answers_at: Some(AT),
        expects: vec![Expectation::Holds { holds, source: make.text("stands(b)"), span: AT }],
        env: Env { scalars: 3, wides: 0 },
        span: AT,
    };
    make.program.tests.push(test);
}
