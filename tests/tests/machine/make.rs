//! Makes small programs piece by piece: tokens with a power and damage, two sides with a purse each, a d6.

use warwright_ir::*;
use warwright_runtime::{
    Fuel, Machine, Outcome, PlayFault, Script, Session, State, Tell, TellKind, Tells, Wide, play,
};

pub(crate) const PLAYER: KindId = KindId(0);
pub(crate) const BATTLE: KindId = KindId(1);
pub(crate) const TOKEN: KindId = KindId(2);
pub(crate) const D6: DieId = DieId(0);
pub(crate) const DAMAGE: FieldId = FieldId(0);
pub(crate) const MARK: FieldId = FieldId(1);
pub(crate) const TURN: FieldId = FieldId(2);
pub(crate) const PURSE: FieldId = FieldId(3);
pub(crate) const POWER: QuantityId = QuantityId(0);
pub(crate) const TOWER: EntryId = EntryId(0);
pub(crate) const GEM: EntryId = EntryId(1);
pub(crate) const DUEL: ScenarioId = ScenarioId(0);
/// Entities of the scenario: two players, the battle, a tower of the north, a gem and a tower of the south.
pub(crate) const NORTH: i64 = 0;
pub(crate) const SOUTH: i64 = 1;
pub(crate) const OURS: i64 = 3;
pub(crate) const THEIRS: i64 = 4;
pub(crate) const THIRD: i64 = 5;
pub(crate) const AT: SpanId = SpanId(0);

pub(crate) struct Make {
    pub(crate) program: Program,
}

pub(crate) fn token() -> Ty {
    Ty::Entity(TOKEN)
}
pub(crate) fn player() -> Ty {
    Ty::Entity(PLAYER)
}
pub(crate) fn one(value: i64) -> Wide {
    Wide::from_slice(&[value])
}
pub(crate) fn none() -> Env {
    Env::default()
}

impl Make {
    pub(crate) fn new() -> Self {
        let mut make = Self { program: Program::default() };
        make.program.version = VERSION;
        make.program.sources.push(Source { name: "made_up.ww".to_owned() });
        make.program.spans.push(SpanRef { source: 0, start: 0, end: 1, line: 1, column: 1 });
        for (name, base) in
            [("player", KindBase::Player), ("battle", KindBase::Battle), ("token", KindBase::Piece)]
        {
            let name = make.text(name);
            make.program.kinds.push(Kind::new(name, base, AT));
        }
        let faces = (1..=6)
            .map(|value| Face { name: make.text(&value.to_string()), value: Some(value), sides: 1 })
            .collect();
        let name = make.text("d6");
        make.program.dice.push(Die { name, faces, span: AT });
        make.field("damage", TOKEN, Ty::Int, 0);
        make.field("mark", TOKEN, Ty::Int, 0);
        make.field("turn", BATTLE, player(), NORTH);
        make.field("purse", PLAYER, Ty::Int, 3);
        make.program.active = Some(TURN);
        make.profile();
        make.entries();
        make
    }

    fn profile(&mut self) {
        let name = self.text("power");
        let profile = self.program.profiles.push(Profile {
            name,
            kind: TOKEN,
            ty: Ty::Int,
            quantity: Some(POWER),
            span: AT,
        });
        self.program.kinds[TOKEN].profiles.push(profile);
        let of = self.token(0);
        let base = self.expr(Expr::Printed { of, profile }, Ty::Int);
        let power = self.quantity("power", Ty::Int, base);
        self.program.quantities[power].profile = Some(profile);
    }

    fn entries(&mut self) {
        for (name, power) in [("Tower", 3), ("Gem", 2)] {
            let (name, words) = (self.text(name), self.text("as declared"));
            let entry = self.program.entries.push(Entry {
                name,
                kind: TOKEN,
                faction: None,
                values: vec![Value::Scalar(power)],
                origins: vec![vec![Origin { words, span: AT }]].into(),
                abilities: Vec::new(),
                base: None,
                form: None,
                forms: Vec::new(),
                span: AT,
            });
            self.program.kinds[TOKEN].entries.push(entry);
        }
        let piece = |entry| Piece { entry, name: None, state: Vec::new() };
        let side = |name, pieces| SideSetup {
            armies: Vec::new(),
            name,
            pieces,
            budget: None,
            abilities: Vec::new(),
            policy: None,
            team: None,
        };
        let north = side(self.text("north"), vec![piece(TOWER)]);
        let south = side(self.text("south"), vec![piece(GEM), piece(TOWER)]);
        let name = self.text("duel");
        self.program.scenarios.push(Scenario {
            board: None,
            ground: Vec::new(),
            name,
            sides: vec![north, south],
            rounds: None,
            setup: None,
            rules_of: None,
            rulings: Vec::new(),
            span: AT,
        });
    }

    pub(crate) fn text(&mut self, text: &str) -> TextId {
        let known = self.program.texts.iter().find(|(_, it)| *it == text).map(|(id, _)| id);
        known.unwrap_or_else(|| self.program.texts.push(text.to_owned()))
    }
    pub(crate) fn words(&mut self, text: &str) -> Template {
        Template { parts: vec![Part::Words(self.text(text))] }
    }
    pub(crate) fn say(&mut self, text: &str) -> Act {
        Act::Say { words: self.words(text) }
    }
    pub(crate) fn expr(&mut self, expr: Expr, ty: Ty) -> ExprId {
        self.program.types.push(ty);
        self.program.expr_spans.push(AT);
        self.program.exprs.push(expr)
    }
    pub(crate) fn int(&mut self, number: i64) -> ExprId {
        self.expr(Expr::Const(number), Ty::Int)
    }
    pub(crate) fn ratio(&mut self, num: i64, den: i64) -> ExprId {
        self.expr(Expr::Const((num << 32) | den), Ty::Ratio)
    }
    pub(crate) fn local(&mut self, slot: u16, ty: Ty) -> ExprId {
        self.expr(Expr::Local(Slot::Scalar(slot)), ty)
    }
    pub(crate) fn token(&mut self, slot: u16) -> ExprId {
        self.local(slot, token())
    }
    pub(crate) fn tokens(&mut self) -> ExprId {
        self.expr(Expr::All(TOKEN), Ty::Set(Box::new(token())))
    }
    pub(crate) fn bin(&mut self, op: BinaryOp, left: ExprId, right: ExprId, ty: Ty) -> ExprId {
        self.expr(Expr::Binary { op, left, right }, ty)
    }
    pub(crate) fn eq(&mut self, left: ExprId, right: ExprId) -> ExprId {
        self.bin(BinaryOp::Eq, left, right, Ty::Bool)
    }
    pub(crate) fn of(&mut self, slot: u16, field: FieldId) -> ExprId {
        let of = self.token(slot);
        self.expr(Expr::Field { of, field }, Ty::Int)
    }
    /// Sets a field of the token in a slot.
    pub(crate) fn set(&mut self, slot: u16, field: FieldId, value: ExprId) -> Act {
        Act::Set { target: Target::Field { of: self.token(slot), field }, value }
    }
    /// Adds to a field of the token in a slot.
    pub(crate) fn add(&mut self, slot: u16, field: FieldId, more: ExprId) -> Act {
        let now = self.of(slot, field);
        let value = self.bin(BinaryOp::Add, now, more, Ty::Int);
        self.set(slot, field, value)
    }
    pub(crate) fn power(&mut self, slot: u16) -> ExprId {
        let of = self.token(slot);
        self.expr(Expr::Quantity { quantity: POWER, args: vec![of] }, Ty::Int)
    }
    pub(crate) fn has(&mut self, slot: u16, ability: AbilityId) -> ExprId {
        let of = self.token(slot);
        self.expr(Expr::Has { of, ability }, Ty::Bool)
    }
    /// How many dice of the pool show at most so many.
    pub(crate) fn low(&mut self, pool: u16, face: u16, most: i64) -> ExprId {
        let of = self.expr(Expr::Local(Slot::Wide(pool)), Ty::Pool(D6));
        let when = self.at_most(face, most);
        let slot = Slot::Scalar(face);
        let how = Quantifier::Count;
        self.expr(Expr::Quantified { how, of, slot, when: Some(when), value: None }, Ty::Int)
    }
    pub(crate) fn at_most(&mut self, face: u16, most: i64) -> ExprId {
        let face = self.local(face, Ty::Face(D6));
        let value = self.expr(Expr::Unary { op: UnaryOp::FaceValue, of: face }, Ty::Int);
        let most = self.int(most);
        self.bin(BinaryOp::Le, value, most, Ty::Bool)
    }
    pub(crate) fn field(&mut self, name: &str, kind: KindId, ty: Ty, initial: i64) -> FieldId {
        let initial = self.expr(Expr::Const(initial), ty.clone());
        let name = self.text(name);
        let field = self.program.fields.push(Field {
            name,
            kind,
            ty,
            initial,
            least: None,
            most: None,
            resets: None,
            sight: warwright_ir::Sight::All,
            inverse: None,
            span: AT,
        });
        self.program.kinds[kind].fields.push(field);
        field
    }
    pub(crate) fn param(&mut self, name: &str, ty: Ty, slot: u16) -> Param {
        Param { name: self.text(name), ty, slot: Slot::Scalar(slot) }
    }
    /// A quantity of one token.
    pub(crate) fn quantity(&mut self, name: &str, ty: Ty, base: ExprId) -> QuantityId {
        let params = vec![self.param("token", token(), 0)];
        let name = self.text(name);
        self.program.quantities.push(Quantity {
            name,
            params,
            ty,
            env: Env { scalars: 1, wides: 0 },
            base,
            rounding: None,
            scale: None,
            least: None,
            most: None,
            stages: vec![None],
            groups: Vec::new(),
            favours: Some(Favours { role: 0, less: false }),
            clauses: Vec::new(),
            profile: None,
            span: AT,
        })
    }
    /// A clause that bends something with one parameter: slot 0 is the parameter, slot 1 the bearer, 2 and up its arguments.
    pub(crate) fn clause(&mut self, bearer: Bearer, label: &str) -> Clause {
        Clause {
            bearer,
            reach: match bearer {
                Bearer::Ability(_) => Reach::Role(0),
                Bearer::System | Bearer::Scenario(_) => Reach::All,
            },
            level: 0,
            env: Env { scalars: 6, wides: 0 },
            self_slot: 1,
            when: None,
            modifier: None,
            permission: None,
            strikes: Vec::new(),
            label: self.text(label),
            drawback: false,
            origins: Vec::new(),
            span: AT,
        }
    }
    pub(crate) fn modify(
        &mut self,
        quantity: QuantityId,
        clause: Clause,
        verb: Verb,
        amount: ExprId,
    ) -> ClauseId {
        let modifier = Modifier { stage: 0, verb, amount, cap: None, group: None };
        let id = self.program.clauses.push(Clause { modifier: Some(modifier), ..clause });
        self.program.quantities[quantity].clauses.push(id);
        let program = &mut self.program;
        let clauses = &program.clauses;
        program.quantities[quantity].clauses.sort_by_key(|id| {
            let clause = &clauses[*id];
            let modifier = clause.modifier.as_ref().unwrap();
            (modifier.stage, modifier.verb, clause.level, *id)
        });
        id
    }
    pub(crate) fn ability(&mut self, name: &str) -> AbilityId {
        let name = self.text(name);
        self.program.abilities.push(Ability {
            name,
            kind: TOKEN,
            params: Vec::new(),
            is_status: false,
            stacks: false,
            slot: None,
            state: Vec::new(),
            lends: Vec::new(),
            denies: Vec::new(),
            titled: true,
            span: AT,
        })
    }
    pub(crate) fn own(&mut self, entry: EntryId, ability: AbilityId, args: Vec<i64>) {
        self.program.entries[entry].abilities.push(EntryAbility { ability, args });
    }
    pub(crate) fn body(&mut self, env: Env, acts: Vec<Act>) -> BodyId {
        let spans = vec![AT; acts.len()];
        self.program.bodies.push(Body { env, acts, spans })
    }
    /// A procedure of one token with steps.
    pub(crate) fn procedure(
        &mut self,
        name: &str,
        env: Env,
        steps: Vec<(&str, Vec<Act>)>,
    ) -> ProcedureId {
        let params = vec![self.param("token", token(), 0)];
        let steps = steps
            .into_iter()
            .map(|(name, acts)| Step {
                name: self.text(name),
                when: None,
                heading: None,
                called: false,
                body: self.body(env, acts),
                before: Vec::new(),
                instead: Vec::new(),
                after: Vec::new(),
                offers_before: Vec::new(),
                offers_at: Vec::new(),
                offers_after: Vec::new(),
                moments: Vec::new(),
                span: AT,
            })
            .collect();
        let name = self.text(name);
        self.program.procedures.push(Procedure {
            name,
            params,
            env,
            variables: Vec::new(),
            open: Vec::new(),
            result: None,
            steps,
            before: Vec::new(),
            after: Vec::new(),
            recursive: 0,
            beyond: None,
            for_team: false,
            moments: Vec::new(),
            span: AT,
        })
    }
    /// A hook on a step of a procedure; bearers stand in slot `self_slot`.
    pub(crate) fn hook(&mut self, hook: HookOf<'_>, acts: Vec<Act>) -> HookId {
        let body = self.body(hook.env, acts);
        let label = self.text(hook.label);
        let id = self.program.hooks.push(Hook {
            bearer: hook.bearer,
            reach: match hook.bearer {
                Bearer::Ability(_) => Reach::Role(0),
                Bearer::System | Bearer::Scenario(_) => Reach::All,
            },
            level: hook.level,
            time: hook.time,
            procedure: hook.procedure,
            step: Some(hook.step),
            self_slot: hook.self_slot,
            when: hook.when,
            once: hook.once,
            body,
            label,
            strikes: Vec::new(),
            whose: None,
            span: AT,
        });
        let hooks = &self.program.hooks;
        let step = &mut self.program.procedures[hook.procedure].steps[usize::from(hook.step)];
        let list = match hook.time {
            HookTime::Before => &mut step.before,
            HookTime::Instead => &mut step.instead,
            HookTime::After => &mut step.after,
        };
        list.push(id);
        let level = |id: &HookId| i16::from(hooks[*id].level);
        match hook.time {
            HookTime::Before | HookTime::Instead => list.sort_by_key(level),
            HookTime::After => list.sort_by_key(|id| -level(id)),
        }
        id
    }
    pub(crate) fn moment(&mut self, procedure: ProcedureId, step: Option<u16>) -> MomentId {
        let name = self.program.procedures[procedure].name;
        let id = self.program.moments.push(Moment {
            name,
            procedure,
            step,
            player: None,
            fields: Vec::new(),
            holdings: false,
            ties: false,
            remembered: false,
        });
        match step {
            Some(step) => {
                self.program.procedures[procedure].steps[usize::from(step)].moments.push(id);
            }
            None => self.program.procedures[procedure].moments.push(id),
        }
        id
    }
    pub(crate) fn machine(self) -> Machine {
        match validate(self.program) {
            Ok(program) => Machine::new(&program),
            Err(faults) => panic!("not valid: {faults:#?}"),
        }
    }
}

/// Where a hook hangs.
pub(crate) struct HookOf<'a> {
    pub(crate) bearer: Bearer,
    pub(crate) time: HookTime,
    pub(crate) procedure: ProcedureId,
    pub(crate) step: u16,
    pub(crate) level: u8,
    pub(crate) env: Env,
    pub(crate) self_slot: u16,
    pub(crate) when: Option<ExprId>,
    pub(crate) once: Option<Once>,
    pub(crate) label: &'a str,
}

/// A hook of the system on the first step.
pub(crate) fn hook_on(procedure: ProcedureId, time: HookTime, label: &str) -> HookOf<'_> {
    HookOf {
        bearer: Bearer::System,
        time,
        procedure,
        step: 0,
        level: 0,
        env: Env { scalars: 8, wides: 1 },
        self_slot: 4,
        when: None,
        once: None,
        label,
    }
}

/// Runs a procedure of one token with scripted dice (faces 1 to 6) and answers.
pub(crate) fn run(
    machine: &Machine,
    state: &mut Session,
    procedure: ProcedureId,
    dice: &[u32],
    answers: &[Value],
) -> Result<(Outcome, Vec<Tell>), PlayFault> {
    machine.call(state, procedure, &[one(OURS)])?;
    let dice: Vec<(DieId, u32)> = dice.iter().map(|face| (D6, face - 1)).collect();
    let mut players =
        Script { answers: answers.iter().map(scripted).collect(), ..Script::default() };
    let mut dice = Script { dice: dice.into(), ..Script::default() };
    let mut tells = Tells::loud();
    let mut fuel = Fuel { left: 100_000 };
    let outcome = play(machine, state, &mut dice, &mut players, &mut tells, &mut fuel, None)?;
    dice.finish().map_err(PlayFault::Script)?;
    players.finish().map_err(PlayFault::Script)?;
    Ok((outcome, tells.list))
}

/// An answer; of an action its number and its arguments.
fn scripted(answer: &Value) -> Scripted {
    match answer {
        Value::Scalar(NONE) => Scripted::Nothing,
        Value::Scalar(cell) => Scripted::One(Named::Cell(*cell, None)),
        Value::Wide(cells) => {
            Scripted::Several(cells.iter().map(|cell| Named::Cell(*cell, None)).collect())
        }
    }
}

/// Fuel for one question.
pub(crate) fn fuel() -> Fuel {
    Fuel::QUESTION
}

/// What was said, in order.
pub(crate) fn said(tells: &[Tell]) -> Vec<&str> {
    let said = tells.iter().filter(|tell| tell.kind == TellKind::Said);
    said.map(|tell| tell.text.as_str()).collect()
}

/// The value of a field of an entity, read from outside.
pub(crate) fn read(machine: &Machine, state: &State, entity: i64, field: FieldId) -> i64 {
    machine.field(state, entity, field).unwrap()
}
