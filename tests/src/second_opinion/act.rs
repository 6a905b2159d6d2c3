//! Statements: what steps and hooks do, run by recursion.

use super::eval::same;
use super::value::{Result, Trouble, Value};
use super::world::{Holding, Lasting, Tying};
use super::{Locals, Second};
use warwright_compiler::typed::{
    Assign, Choice, ChoiceOf, Expr, ExprKind, LocalId, Stmt, StmtKind, Type, UntilDef,
};
use warwright_ir::{Edge, NONE};

/// How it goes on behind a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// With the next.
    On,
    /// Behind the innermost loop, or else behind the step.
    Stop,
    /// Behind the procedure, with its result.
    Finish(Option<Value>),
    /// At the `else` of the innermost `try`.
    Undo,
    /// Nowhere: the battle is over.
    Over,
}

impl Second<'_> {
    /// Runs statements.
    pub(super) fn block(&mut self, locals: &mut Locals, stmts: &[Stmt]) -> Result<Flow> {
        for stmt in stmts {
            match self.stmt(locals, stmt)? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    /// The value of an expression in the world as it is.
    pub(super) fn now(&self, locals: &mut Locals, expr: &Expr) -> Result<Value> {
        self.eval(&self.world, locals, expr)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each statement, each a few lines")]
    fn stmt(&mut self, locals: &mut Locals, stmt: &Stmt) -> Result<Flow> {
        use StmtKind as S;
        self.burn()?;
        match &stmt.kind {
            S::Assign { to, value, .. } => {
                let value = match &value.kind {
                    ExprKind::Roll { die, count } => {
                        let count = self.now(locals, count)?.cell()?;
                        Value::Pool(self.roll(*die, count)?)
                    }
                    ExprKind::Draw(_) => return Err(Trouble::Unknown("draws")),
                    ExprKind::Plan(_) => return Err(Trouble::Unknown("plans")),
                    _ => self.now(locals, value)?,
                };
                self.assign(locals, to, value)?;
            }
            S::If { when, then, other } => {
                let holds = self.now(locals, when)?.holds();
                return self.block(locals, if holds { then } else { other });
            }
            S::Match { of, arms } => {
                let value = self.now(locals, of)?;
                for (keys, body) in arms {
                    let keys =
                        keys.iter().map(|key| self.now(locals, key)).collect::<Result<Vec<_>>>()?;
                    if keys.is_empty() || keys.iter().any(|key| same(key, &value)) {
                        return self.block(locals, body);
                    }
                }
            }
            S::ForEach { item, of, when, ordered_by, body } => {
                let of = (of, *item, when.as_deref());
                return self.for_each(locals, of, ordered_by.as_deref(), body);
            }
            S::ForNext { item, of, when, key, choice_of, body } => {
                let of = (of, *item, when.as_deref());
                return self.for_next(locals, of, key.as_deref(), choice_of.as_deref(), body);
            }
            S::Repeat { at_most, when, body } => {
                let most = self.now(locals, at_most)?.cell()?;
                for _ in 0..most {
                    if let Some(when) = when
                        && !self.now(locals, when)?.holds()
                    {
                        break;
                    }
                    match self.block(locals, body)? {
                        Flow::On => {}
                        Flow::Stop => break,
                        other => return Ok(other),
                    }
                }
            }
            S::RepeatUntil { at_most, until, body } => {
                let most = self.now(locals, at_most)?.cell()?;
                for _ in 0..most {
                    match self.block(locals, body)? {
                        Flow::On => {}
                        Flow::Stop => break,
                        other => return Ok(other),
                    }
                    if self.now(locals, until)?.holds() {
                        break;
                    }
                }
            }
            S::Try { body, other } => {
                let before = (self.world.clone(), locals.clone(), self.told.len());
                match self.block(locals, body)? {
                    Flow::Undo => {
                        let told;
                        (self.world, *locals, told) = before;
                        self.told.truncate(told);
                        return self.block(locals, other);
                    }
                    other => return Ok(other),
                }
            }
            S::Require { holds, .. } => {
                if !self.now(locals, holds)?.holds() {
                    return Ok(Flow::Undo);
                }
            }
            S::Call { procedure, args, result } => {
                let args = args.iter().map(|arg| self.now(locals, arg));
                let args = args.collect::<Result<Vec<_>>>()?;
                let (flow, given) = self.call(*procedure, &args)?;
                if flow == Flow::Over {
                    return Ok(flow);
                }
                if let Some(local) = result {
                    locals.set(*local, given.unwrap_or(Value::None));
                }
            }
            S::CallStep { step } => return self.call_step(locals, *step),
            S::Proceed => return self.proceed(locals),
            S::Stop => return Ok(Flow::Stop),
            S::Finish(result) => {
                let result = match result {
                    Some(result) => Some(self.now(locals, result)?),
                    None => None,
                };
                return Ok(Flow::Finish(result));
            }
            S::Grant { ability, args, to, until } => {
                let targets = match self.now(locals, to)? {
                    Value::Many(targets) => targets,
                    one => vec![one],
                };
                let args = args.iter().map(|arg| self.now(locals, arg));
                let args = args.collect::<Result<Vec<_>>>()?;
                let until = self.lasting(locals, until)?;
                for who in targets {
                    self.grant(&who, *ability, args.clone(), until.clone())?;
                }
            }
            S::Remove { ability, from } => {
                let from = self.now(locals, from)?.cell()?;
                self.world.held.retain(|it| it.who != from || it.ability != *ability);
            }
            S::Join { tie, left, right, shared, of_left, of_right } => {
                self.join(locals, *tie, (left, right), (shared, of_left, of_right))?;
            }
            S::Part { tie, left, right } => {
                let left = self.now(locals, left)?.cell()?;
                let right = match right {
                    Some(right) => Some(self.now(locals, right)?.cell()?),
                    None => None,
                };
                self.world.ties.retain(|it| match it.other(left) {
                    Some(other) => it.tie != *tie || right.is_some_and(|right| right != other),
                    None => true,
                });
            }
            S::Create { kind, local } => {
                let made = self.create(*kind)?;
                locals.set(*local, Value::Cell(made));
            }
            S::Leave(of) => {
                let of = self.now(locals, of)?;
                self.leave(&of)?;
            }
            S::TakeForm { .. } => return Err(Trouble::Unknown("forms")),
            S::Follow { .. } => return Err(Trouble::Unknown("plans")),
            S::Choose { who, local, choice, .. } => {
                let chosen = self.choice(locals, who, choice)?;
                locals.set(*local, chosen);
            }
            S::Open(_) => return Err(Trouble::Unknown("windows")),
            S::Say(words) => {
                let said = self.words(locals, words)?;
                self.told.push(said);
            }
            S::Reroll { .. } | S::Change { .. } => self.turn_dice(locals, stmt)?,
            S::EndBattle { winner, why } => {
                let winner = match winner {
                    Some(winner) => self.now(locals, winner)?,
                    None => Value::None,
                };
                self.over = Some((winner, self.words(locals, why)?));
                return Ok(Flow::Over);
            }
            S::Error => return Err(Trouble::Fault("broken")),
        }
        Ok(Flow::On)
    }

    fn assign(&mut self, locals: &mut Locals, to: &Assign, value: Value) -> Result<()> {
        match to {
            Assign::Local(local) => locals.set(*local, value),
            Assign::Field { of, field } => {
                let of = self.now(locals, of)?;
                self.write(&of, *field, value)?;
            }
            Assign::TieField { tie, of, other, field } => {
                let of = self.now(locals, of)?.cell()?;
                let other = self.now(locals, other)?.cell()?;
                let each = self.typed.ties[tie.0 as usize].fields[usize::from(*field)].2;
                let found = self.world.tie(*tie, of, other);
                let tied = found.ok_or(Trouble::Fault("not tied"))?;
                tied.seen_by(of)[usize::from(*field)] = value.clone();
                if !each {
                    tied.seen_by(other)[usize::from(*field)] = value;
                }
            }
        }
        Ok(())
    }

    /// Whether something's turn in a loop comes: it is in play, and the condition holds.
    fn comes(
        &self,
        locals: &mut Locals,
        (of, item, when): (&Expr, LocalId, Option<&Expr>),
        one: &Value,
    ) -> Result<bool> {
        let element = match &of.ty {
            Type::List(element) | Type::Set(element) => Some(&**element),
            _ => None,
        };
        if matches!(element, Some(Type::Entity(_))) && !self.world.thing(one)?.here {
            return Ok(false);
        }
        locals.set(item, one.clone());
        match when {
            Some(when) => Ok(self.now(locals, when)?.holds()),
            None => Ok(true),
        }
    }

    fn for_each(
        &mut self,
        locals: &mut Locals,
        of: (&Expr, LocalId, Option<&Expr>),
        ordered_by: Option<&Expr>,
        body: &[Stmt],
    ) -> Result<Flow> {
        let mut waiting = self.now(locals, of.0)?.items()?;
        loop {
            let mut open = Vec::new();
            for (at, one) in waiting.iter().enumerate() {
                if self.comes(locals, of, one)? {
                    open.push(at);
                    if ordered_by.is_none() {
                        break;
                    }
                }
            }
            let next = match (open.as_slice(), ordered_by) {
                ([], _) => return Ok(Flow::On),
                ([only], _) | ([only, ..], None) => *only,
                (many, Some(by)) => {
                    let offered: Vec<Value> = many.iter().map(|at| waiting[*at].clone()).collect();
                    let player = self.now(locals, by)?;
                    let chosen = self.ask_one(&player, &offered, false)?;
                    many[offered.iter().position(|it| *it == chosen).unwrap()]
                }
            };
            let item = waiting.remove(next);
            if ordered_by.is_none() {
                // What was passed over has had its turn.
                waiting.drain(..next);
            }
            if !self.comes(locals, of, &item)? {
                continue;
            }
            match self.block(locals, body)? {
                Flow::On => {}
                Flow::Stop => return Ok(Flow::On),
                other => return Ok(other),
            }
        }
    }

    fn for_next(
        &mut self,
        locals: &mut Locals,
        of: (&Expr, LocalId, Option<&Expr>),
        key: Option<&(bool, Expr)>,
        choice_of: Option<&Expr>,
        body: &[Stmt],
    ) -> Result<Flow> {
        let mut had: Vec<Value> = Vec::new();
        loop {
            let mut open: Vec<(Value, Option<Value>)> = Vec::new();
            for one in self.now(locals, of.0)?.items()? {
                if !had.contains(&one) && self.comes(locals, of, &one)? {
                    let key = match key {
                        Some((_, key)) => Some(self.now(locals, key)?),
                        None => None,
                    };
                    open.push((one, key));
                }
            }
            if let Some((highest, _)) = key {
                open.retain(|(_, key)| *key != Some(Value::None));
                let numbers = open.iter().map(|(_, key)| key.as_ref().unwrap().number());
                let numbers = numbers.collect::<Result<Vec<_>>>()?;
                let best = if *highest { numbers.iter().max() } else { numbers.iter().min() };
                let kept = open.iter().zip(&numbers).filter(|(_, number)| Some(*number) == best);
                open = kept.map(|(one, _)| one.clone()).collect();
            }
            let offered: Vec<Value> = open.into_iter().map(|(one, _)| one).collect();
            let item = match (offered.as_slice(), choice_of) {
                ([], _) => return Ok(Flow::On),
                ([only], _) | ([only, ..], None) => only.clone(),
                (_, Some(who)) => {
                    let player = self.now(locals, who)?;
                    self.ask_one(&player, &offered, false)?
                }
            };
            had.push(item.clone());
            self.comes(locals, of, &item)?;
            match self.block(locals, body)? {
                Flow::On => {}
                Flow::Stop => return Ok(Flow::On),
                other => return Ok(other),
            }
        }
    }

    // ---- Choices --------------------------------------------------------------------------------

    pub(super) fn candidates(&self, locals: &mut Locals, of: &ChoiceOf) -> Result<Vec<Value>> {
        let mut kept = Vec::new();
        for one in self.now(locals, &of.of)?.items()? {
            locals.set(of.item, one.clone());
            let fits = match &of.when {
                Some(when) => self.now(locals, when)?.holds(),
                None => true,
            };
            if fits {
                kept.push(one);
            }
        }
        let Some((measure, within)) = &of.least else { return Ok(kept) };
        let mut measured = Vec::new();
        for one in kept {
            locals.set(of.item, one.clone());
            match self.now(locals, measure)? {
                Value::None => {}
                value => measured.push((value.number()?, one)),
            }
        }
        let Some(least) = measured.iter().map(|(value, _)| *value).min() else {
            return Ok(Vec::new());
        };
        let most = match within {
            Some(within) => least.plus(self.now(locals, within)?.number()?)?,
            None => least,
        };
        Ok(measured.into_iter().filter(|(value, _)| *value <= most).map(|(_, one)| one).collect())
    }

    fn choice(&mut self, locals: &mut Locals, who: &Expr, choice: &Choice) -> Result<Value> {
        match choice {
            Choice::Place(_) => Err(Trouble::Unknown("places")),
            Choice::One { of, none } => {
                let mut offered = self.candidates(locals, of)?;
                if matches!(of.of.ty, Type::Pool(_)) {
                    offered.dedup();
                }
                let none = match none {
                    Some(none) => self.now(locals, none)?.holds(),
                    None => false,
                };
                match offered.as_slice() {
                    [] => Ok(Value::None),
                    [only] if !none => Ok(only.clone()),
                    _ => {
                        let who = self.now(locals, who)?;
                        self.ask_one(&who, &offered, none)
                    }
                }
            }
            Choice::Some { of, low, high } if matches!(of.of.ty, Type::Pool(_)) => {
                self.choose_dice(locals, of, low, high)
            }
            Choice::Some { of, low, high } => {
                let offered = self.candidates(locals, of)?;
                let there = i64::try_from(offered.len()).unwrap();
                let high = self.now(locals, high)?.cell()?.clamp(0, there);
                let low = self.now(locals, low)?.cell()?.clamp(0, high);
                if high == 0 {
                    return Ok(Value::Many(Vec::new()));
                }
                if low == there {
                    return Ok(Value::Many(offered));
                }
                let mut chosen = self.ask_many()?;
                let count = i64::try_from(chosen.len()).unwrap();
                if count < low || count > high || !chosen.iter().all(|it| offered.contains(it)) {
                    return Err(Trouble::Script("not among what is offered".to_owned()));
                }
                // Whatever order they are named in, they stand in the order of the set.
                chosen.sort_by_key(|one| offered.iter().position(|it| it == one));
                Ok(Value::Many(chosen))
            }
            Choice::Order(of) => {
                let items = self.now(locals, of)?.items()?;
                if items.len() <= 1 {
                    Ok(Value::Many(items))
                } else {
                    Ok(Value::Many(self.ask_many()?))
                }
            }
            Choice::Number { low, high } => {
                let low = self.now(locals, low)?.cell()?;
                let high = self.now(locals, high)?.cell()?;
                if low > high {
                    return Err(Trouble::Fault("empty range"));
                }
                if low == high {
                    return Ok(Value::Cell(low));
                }
                let chosen = self.ask_cell()?;
                if !(low..=high).contains(&chosen) {
                    return Err(Trouble::Script("out of range".to_owned()));
                }
                Ok(Value::Cell(chosen))
            }
            Choice::Whether(_) => Ok(Value::Cell(self.ask_cell()?)),
            Choice::Split { total, of } => {
                let items = self.now(locals, of)?.items()?;
                let total = self.now(locals, total)?.cell()?;
                match items.len() {
                    0 => Ok(Value::Many(Vec::new())),
                    1 => Ok(Value::Many(vec![Value::Cell(total)])),
                    many if total <= 0 => Ok(Value::Many(vec![Value::Cell(0); many])),
                    _ => Ok(Value::Many(self.ask_many()?)),
                }
            }
        }
    }

    fn ask_one(&mut self, who: &Value, offered: &[Value], none: bool) -> Result<Value> {
        if *who == Value::None {
            return Err(Trouble::Fault("nothing there"));
        }
        let chosen = match self.ask_cell()? {
            NONE => Value::None,
            cell => Value::Cell(cell),
        };
        let legal = offered.contains(&chosen) || (none && chosen == Value::None);
        if legal {
            Ok(chosen)
        } else {
            Err(Trouble::Script("not among what is offered".to_owned()))
        }
    }

    // ---- The world ------------------------------------------------------------------------------

    fn lasting(&self, locals: &mut Locals, until: &UntilDef) -> Result<Lasting> {
        let UntilDef::Moment { moment, edge, next, whose } = until else {
            return Ok(Lasting::Ever);
        };
        let whose = match whose {
            Some(whose) => self.now(locals, whose)?,
            None => Value::None,
        };
        if *edge == Edge::Start {
            return Ok(Lasting::Next(*moment, *edge, whose, 0));
        }
        let going_on = self
            .innermost(*moment)
            .filter(|run| whose == Value::None || self.whose_run(*moment, *run) == whose);
        Ok(match going_on {
            Some(run) if !next => Lasting::Run(self.runs[run].number),
            Some(_) => Lasting::Next(*moment, *edge, whose, 1),
            None => Lasting::Next(*moment, *edge, whose, 0),
        })
    }

    fn grant(
        &mut self,
        who: &Value,
        ability: warwright_ir::AbilityId,
        args: Vec<Value>,
        until: Lasting,
    ) -> Result<()> {
        let number = who.cell()?;
        self.world.thing(who)?;
        let def = &self.typed.abilities[ability.0 as usize];
        let abilities = &self.typed.abilities;
        if def.slot.is_some() {
            self.world
                .held
                .retain(|it| it.who != number || abilities[it.ability.0 as usize].slot != def.slot);
        } else if !def.stacks {
            self.world.held.retain(|it| it.who != number || it.ability != ability);
        }
        for field in &def.state {
            self.begin_field(number, *field)?;
        }
        self.world.held.push(Holding { who: number, ability, args, until });
        Ok(())
    }

    fn join(
        &mut self,
        locals: &mut Locals,
        tie: warwright_ir::TieId,
        (left, right): (&Expr, &Expr),
        (shared, of_left, of_right): (&[Expr], &[Expr], &[Expr]),
    ) -> Result<()> {
        let left = self.now(locals, left)?;
        let right = self.now(locals, right)?;
        let (mut shared, mut of_left, mut of_right) =
            (shared.iter(), of_left.iter(), of_right.iter());
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        for (_, _, each) in &self.typed.ties[tie.0 as usize].fields {
            if *each {
                mine.push(self.now(locals, of_left.next().unwrap())?);
                theirs.push(self.now(locals, of_right.next().unwrap())?);
            } else {
                let value = self.now(locals, shared.next().unwrap())?;
                mine.push(value.clone());
                theirs.push(value);
            }
        }
        let (left, right) = (left.cell()?, right.cell()?);
        if left == right {
            return Err(Trouble::Fault("tied to itself"));
        }
        self.world.ties.retain(|it| it.tie != tie || it.other(left) != Some(right));
        self.world.ties.push(Tying { tie, left: (left, mine), right: (right, theirs) });
        Ok(())
    }

    fn leave(&mut self, of: &Value) -> Result<()> {
        let number = of.cell()?;
        self.world.thing_mut(of)?.here = false;
        self.world.ties.retain(|it| it.other(number).is_none());
        self.world.held.retain(|it| it.who != number);
        let fields: Vec<_> = self.world.thing(of)?.state.keys().copied().collect();
        for field in fields {
            let def = &self.typed.fields[field.0 as usize];
            let mirrored = def.inverse.is_some()
                || self.typed.fields.iter().any(|other| other.inverse == Some(field));
            if mirrored {
                let set = matches!(def.ty, Type::Set(_));
                let nothing = if set { Value::Many(Vec::new()) } else { Value::None };
                self.write(of, field, nothing)?;
            }
        }
        Ok(())
    }
}
