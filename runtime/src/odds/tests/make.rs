//! Makes programs for these tests: two tokens of two players, six-sided dice, one procedure with one step or more.

use warwright_ir::*;

pub(crate) const TOKEN: KindId = KindId(2);
pub(crate) const D6: DieId = DieId(0);
pub(crate) const DAMAGE: FieldId = FieldId(0);
/// Room for the locals of the procedure and of what runs in it.
pub(crate) const ENV: Env = Env { scalars: 6, wides: 4 };
const AT: SpanId = SpanId(0);

/// A program in the making.
pub(crate) struct Make {
    pub(crate) program: Program,
}

impl Make {
    /// The vocabulary: kinds, a die, tokens with damage, a scenario with one token a side.
    pub(crate) fn new() -> Self {
        let mut make = Self { program: Program::default() };
        make.program.version = VERSION;
        make.program.sources.push(Source { name: "made_up.ww".to_owned() });
        make.program.spans.push(SpanRef { source: 0, start: 0, end: 0, line: 1, column: 1 });
        for (name, base) in
            [("player", KindBase::Player), ("battle", KindBase::Battle), ("token", KindBase::Piece)]
        {
            let name = make.text(name);
            make.program.kinds.push(Kind::new(name, base, AT));
        }
        let faces = (1..=6)
            .map(|value| Face { name: make.text(&value.to_string()), value: Some(value), sides: 1 })
            .collect();
        let die = Die { name: make.text("d6"), faces, span: AT };
        make.program.dice.push(die);
        make.tokens();
        make.duel();
        // What the tests ask at the end.
        make.damage(0);
        make
    }

    /// Towers with damage.
    fn tokens(&mut self) {
        let make = self;
        let field = Field {
            name: make.text("damage"),
            kind: TOKEN,
            ty: Ty::Int,
            initial: make.int(0),
            least: None,
            most: None,
            resets: None,
            sight: warwright_ir::Sight::All,
            inverse: None,
            span: AT,
        };
        make.program.fields.push(field);
        make.program.kinds[TOKEN].fields.push(DAMAGE);
        let entry = Entry {
            name: make.text("Tower"),
            kind: TOKEN,
            faction: None,
            values: Vec::new(),
            origins: Vec::new().into(),
            abilities: Vec::new(),
            base: None,
            form: None,
            forms: Vec::new(),
            span: AT,
        };
        make.program.entries.push(entry);
        make.program.kinds[TOKEN].entries.push(EntryId(0));
    }

    /// A tower a side.
    fn duel(&mut self) {
        let make = self;
        let sides = ["north", "south"]
            .map(|name| SideSetup {
                armies: Vec::new(),
                name: make.text(name),
                pieces: vec![Piece { entry: EntryId(0), name: None, state: Vec::new() }],
                budget: None,
                abilities: Vec::new(),
                policy: None,
                team: None,
            })
            .into();
        let name = make.text("duel");
        let scenario = Scenario {
            name,
            board: None,
            ground: Vec::new(),
            sides,
            rounds: None,
            setup: None,
            rules_of: None,
            rulings: Vec::new(),
            span: AT,
        };
        make.program.scenarios.push(scenario);
    }

    pub(crate) fn text(&mut self, text: &str) -> TextId {
        self.program.texts.push(text.to_owned())
    }
    pub(crate) fn expr(&mut self, expr: Expr, ty: Ty) -> ExprId {
        self.program.types.push(ty);
        self.program.expr_spans.push(AT);
        self.program.exprs.push(expr)
    }
    pub(crate) fn int(&mut self, number: i64) -> ExprId {
        self.expr(Expr::Const(number), Ty::Int)
    }
    pub(crate) fn local(&mut self, slot: u16) -> ExprId {
        self.expr(Expr::Local(Slot::Scalar(slot)), Ty::Int)
    }
    pub(crate) fn token(&mut self, slot: u16) -> ExprId {
        self.expr(Expr::Local(Slot::Scalar(slot)), Ty::Entity(TOKEN))
    }
    pub(crate) fn damage(&mut self, token: u16) -> ExprId {
        let of = self.token(token);
        self.expr(Expr::Field { of, field: DAMAGE }, Ty::Int)
    }
    pub(crate) fn pool(&mut self, slot: u16) -> ExprId {
        self.expr(Expr::Local(Slot::Wide(slot)), Ty::Pool(D6))
    }
    pub(crate) fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> ExprId {
        let bool = matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq | BinaryOp::Ne);
        self.expr(Expr::Binary { op, left, right }, if bool { Ty::Bool } else { Ty::Int })
    }
    /// The number that the face in a slot shows.
    pub(crate) fn shown(&mut self, face: u16) -> ExprId {
        let of = self.expr(Expr::Local(Slot::Scalar(face)), Ty::Face(D6));
        self.expr(Expr::Unary { op: UnaryOp::FaceValue, of }, Ty::Int)
    }
    /// Whether the face in a slot shows at most so much.
    pub(crate) fn low(&mut self, face: u16, most: i64) -> ExprId {
        let (shown, most) = (self.shown(face), self.int(most));
        self.binary(BinaryOp::Le, shown, most)
    }
    /// A question about a pool, with each face in a slot.
    pub(crate) fn ask(
        &mut self,
        how: Quantifier,
        pool: u16,
        face: u16,
        when: Option<ExprId>,
        value: Option<ExprId>,
    ) -> ExprId {
        let of = self.pool(pool);
        let ty = match how {
            Quantifier::Any | Quantifier::All => Ty::Bool,
            Quantifier::Count | Quantifier::Sum => Ty::Int,
            Quantifier::Least | Quantifier::Most => Ty::Optional(Box::new(Ty::Face(D6))),
            Quantifier::Lowest | Quantifier::Highest => Ty::Optional(Box::new(Ty::Int)),
        };
        self.expr(Expr::Quantified { how, of, slot: Slot::Scalar(face), when, value }, ty)
    }
    pub(crate) fn count_low(&mut self, pool: u16, face: u16, most: i64) -> ExprId {
        let most = self.int(most);
        self.count_within(pool, face, most)
    }
    /// How many dice of a pool show at most what an expression gives.
    pub(crate) fn count_within(&mut self, pool: u16, face: u16, most: ExprId) -> ExprId {
        let shown = self.shown(face);
        let when = self.binary(BinaryOp::Le, shown, most);
        self.ask(Quantifier::Count, pool, face, Some(when), None)
    }
    pub(crate) fn set(&mut self, slot: u16, value: ExprId) -> Act {
        Act::Set { target: Target::Local(Slot::Scalar(slot)), value }
    }
    pub(crate) fn set_damage(&mut self, token: u16, value: ExprId) -> Act {
        let of = self.token(token);
        Act::Set { target: Target::Field { of, field: DAMAGE }, value }
    }
    pub(crate) fn roll(&mut self, pool: u16, count: ExprId) -> Act {
        Act::Roll { slot: pool, die: D6, count, purpose: None }
    }
    pub(crate) fn body(&mut self, env: Env, acts: Vec<Act>) -> BodyId {
        let spans = vec![AT; acts.len()];
        self.program.bodies.push(Body { env, acts, spans })
    }
    /// A procedure of two tokens with a step for each body.
    pub(crate) fn procedure(&mut self, bodies: Vec<Vec<Act>>) -> ProcedureId {
        let mut steps = Vec::new();
        for acts in bodies {
            let body = self.body(ENV, acts);
            steps.push(Step {
                name: self.text("step"),
                when: None,
                heading: None,
                called: false,
                body,
                before: Vec::new(),
                instead: Vec::new(),
                after: Vec::new(),
                offers_before: Vec::new(),
                offers_at: Vec::new(),
                offers_after: Vec::new(),
                moments: Vec::new(),
                span: AT,
            });
        }
        let params = ["a", "b"]
            .into_iter()
            .zip(0..)
            .map(|(name, slot)| Param {
                name: self.text(name),
                ty: Ty::Entity(TOKEN),
                slot: Slot::Scalar(slot),
            })
            .collect();
        let procedure = Procedure {
            name: self.text("strike"),
            params,
            env: ENV,
            variables: Vec::new(),
            open: Vec::new(),
            result: None,
            steps,
            before: Vec::new(),
            after: Vec::new(),
            recursive: 0,
            for_team: false,
            beyond: None,
            moments: Vec::new(),
            span: AT,
        };
        self.program.procedures.push(procedure)
    }
    /// A hook of the system on a step of the first procedure.
    pub(crate) fn hook(&mut self, time: HookTime, step: u16, env: Env, acts: Vec<Act>) {
        let body = self.body(env, acts);
        let hook = Hook {
            bearer: Bearer::System,
            reach: Reach::All,
            level: 0,
            time,
            procedure: ProcedureId(0),
            step: Some(step),
            self_slot: 0,
            when: None,
            once: None,
            body,
            label: self.text("meddling"),
            strikes: Vec::new(),
            whose: None,
            span: AT,
        };
        let id = self.program.hooks.push(hook);
        let step = &mut self.program.procedures[ProcedureId(0)].steps[usize::from(step)];
        match time {
            HookTime::Before => step.before.push(id),
            HookTime::Instead => step.instead.push(id),
            HookTime::After => step.after.push(id),
        }
    }
}
