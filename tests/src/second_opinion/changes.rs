//! Changes of the world: what is granted and taken, tied and parted, what comes and goes.

use super::value::{Result, Trouble, Value};
use super::world::{Holding, Lasting, Runs, Tying};
use super::{Locals, Second};
use warwright_compiler::typed::{Expr, Stmt, StmtKind, Type, UntilDef};
use warwright_ir::Edge;

impl Second<'_> {
    /// Does what a statement does to the world: what things have, how they are tied, that they come and go.
    pub(super) fn change(&mut self, locals: &mut Locals, stmt: &Stmt) -> Result<()> {
        use StmtKind as S;
        match &stmt.kind {
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
            S::Remove { ability, from, all } => {
                let from = self.now(locals, from)?.cell()?;
                let held = &mut self.world.held;
                if *all {
                    held.retain(|it| it.who != from || it.ability != *ability);
                    return Ok(());
                }
                let mine = (0..held.len())
                    .filter(|at| held[*at].who == from && held[*at].ability == *ability);
                let most = mine.max_by(|one, other| {
                    let (one, other) = (&held[*one], &held[*other]);
                    one.args.cmp(&other.args).then_with(|| other.until.cmp(&one.until))
                });
                if let Some(most) = most {
                    held.remove(most);
                }
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
            S::Create { kind, owner, local } => {
                let owner = match owner {
                    Some(owner) => self.now(locals, owner)?,
                    None => Value::None,
                };
                let made = self.create(*kind, owner)?;
                locals.set(*local, Value::Cell(made));
            }
            S::Leave(of) => {
                let of = self.now(locals, of)?;
                self.leave(&of)?;
            }
            _ => return Err(Trouble::Fault("no change of the world")),
        }
        Ok(())
    }

    fn lasting(&self, locals: &mut Locals, until: &UntilDef) -> Result<Lasting> {
        let UntilDef::Moment { moment, edge, next, whose, others, .. } = until else {
            return Ok(Lasting::Ever);
        };
        let whose = match whose {
            Some(whose) if *others => Runs::OfOthers(self.now(locals, whose)?),
            Some(whose) => Runs::Of(self.now(locals, whose)?),
            None => Runs::Of(Value::None),
        };
        if *edge == Edge::Start {
            return Ok(Lasting::Next(*moment, *edge, whose, 0));
        }
        let going_on =
            self.innermost(*moment).filter(|run| whose.means(&self.whose_run(*moment, *run)));
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
        let def = &self.typed.abilities[ability];
        let abilities = &self.typed.abilities;
        if def.slot.is_some() {
            self.world.held.retain(|it| {
                let stays = def.stacks && it.ability == ability;
                it.who != number || abilities[it.ability].slot != def.slot || stays
            });
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
        for (_, _, each) in &self.typed.ties[tie].fields {
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
            let def = &self.typed.fields[field];
            let mirrored = def.inverse.is_some()
                || self.typed.fields.values().any(|other| other.inverse == Some(field));
            if mirrored {
                let set = matches!(def.ty, Type::Set(_));
                let nothing = if set { Value::Many(Vec::new()) } else { Value::None };
                self.write(of, field, nothing)?;
            }
        }
        Ok(())
    }
}
