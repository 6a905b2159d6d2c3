//! Bodies of acts, one a line with its position.

use super::content::edge_word;
use super::{Lister, Locals};
use crate::{
    Act, BodyId, ChoiceFilter, ChoiceKind, ExprId, GrantUntil, Slot, Target, Template, WindowEnd,
};

impl<'p> Lister<'p> {
    /// A body.
    pub(super) fn body(&mut self, indent: usize, id: BodyId, locals: &Locals<'p>) {
        let Some(body) = self.program.bodies.get(id) else {
            self.line(indent, &format!("body #{}", id.0));
            return;
        };
        let size = format!("frame of {} scalars, {} wides", body.env.scalars, body.env.wides);
        self.line(indent, &size);
        for (position, act) in body.acts.iter().enumerate() {
            let words = format!("{position:>3}  {}", self.act(act, locals));
            match body.spans.get(position) {
                Some(span) => self.line_at(indent, &words, *span),
                None => self.line(indent, &words),
            }
            if let Act::Run { body: inner } = act
                && *inner != id
                && indent < 20
            {
                self.body(indent + 2, *inner, locals);
            }
        }
    }

    fn act(&self, act: &'p Act, locals: &Locals<'p>) -> String {
        let program = self.program;
        let expr = |id: &ExprId| self.expr(*id, locals);
        let scalar = |slot: &u16| locals.show(Slot::Scalar(*slot));
        let wide = |slot: &u16| locals.show(Slot::Wide(*slot));
        match act {
            Act::Set { target, value } => {
                format!("{} = {}", self.target(target, locals), expr(value))
            }
            Act::Forget(slots) => {
                let slots: Vec<String> = slots.iter().map(|slot| locals.show(*slot)).collect();
                format!("forget {}", slots.join(", "))
            }
            Act::Jump(to) => format!("jump {to}"),
            Act::JumpUnless { when, to } => format!("jump {to} unless {}", expr(when)),
            Act::Roll { slot, die, count, purpose } => {
                let die = self.name(&program.dice, *die, |it| it.name);
                format!(
                    "{} = roll {} of {die}{}",
                    wide(slot),
                    expr(count),
                    self.purpose(purpose, locals)
                )
            }
            Act::Draw { slot, of } => format!("{} = draw from {}", scalar(slot), expr(of)),
            Act::Reroll { .. } | Act::Change { .. } => self.dice_act(act, locals),
            Act::Iterate { cursor, of } => format!("{} = each of {}", wide(cursor), expr(of)),
            Act::Next { cursor, item, when, ordered_by, done, .. } => format!(
                "{} = next of {}{}{}, else jump {done}",
                locals.show(*item),
                wide(cursor),
                self.tail("where", *when, locals),
                self.tail("ordered by", *ordered_by, locals),
            ),
            Act::Bound { left, at_most } => format!("{} = at most {}", scalar(left), expr(at_most)),
            Act::Tick { left } => format!("tick {}", scalar(left)),
            Act::Call { procedure, args, result } => {
                let name = self.name(&program.procedures, *procedure, |it| it.name);
                let result =
                    result.map_or_else(String::new, |it| format!("{} = ", locals.show(it)));
                format!("{result}call {name}({})", self.exprs(args, locals))
            }
            Act::CallStep { step } => format!("call step {step}"),
            Act::Proceed => "proceed".to_owned(),
            Act::EndStep => "end step".to_owned(),
            Act::Finish { result } => format!("finish{}", self.tail("with", *result, locals)),
            Act::Say { words } => format!("say {}", self.template(words, locals)),
            Act::Try { other } => format!("try, else jump {other}"),
            Act::EndTry => "end try".to_owned(),
            Act::Require { holds, reason } => {
                format!("require {} {}", expr(holds), self.template(reason, locals))
            }
            Act::EndBattle { winner, why } => {
                let winner = winner
                    .as_ref()
                    .map_or_else(|| "draw".to_owned(), |it| format!("won by {}", expr(it)));
                format!("end battle {winner} {}", self.template(why, locals))
            }
            Act::Expect { holds, words } => {
                format!("expect {} {}", expr(holds), self.template(words, locals))
            }
            Act::Run { body } => format!("run body {}", body.0),
            Act::Plan { .. } | Act::Follow { .. } => self.planning_act(act, locals),
            Act::Choose { .. } | Act::Open(_) => self.asking_act(act, locals),
            Act::Grant { .. }
            | Act::Remove { .. }
            | Act::Join { .. }
            | Act::Part { .. }
            | Act::Create { .. }
            | Act::Leave { .. }
            | Act::TakeForm { .. } => self.entity_act(act, locals),
        }
    }

    fn planning_act(&self, act: &'p Act, locals: &Locals<'p>) -> String {
        let expr = |id: &ExprId| self.expr(*id, locals);
        match act {
            Act::Plan { slot, who, window, towards, until, at_most } => format!(
                "{} = plan {} by {}{} until {} at most {} turns",
                locals.show(Slot::Wide(*slot)),
                expr(who),
                self.name(&self.program.windows, *window, |it| it.name),
                self.tail("towards", *towards, locals),
                expr(until),
                expr(at_most),
            ),
            Act::Follow { cursor } => format!("follow {}", locals.show(Slot::Wide(*cursor))),
            _ => String::new(),
        }
    }

    fn asking_act(&self, act: &'p Act, locals: &Locals<'p>) -> String {
        let program = self.program;
        let expr = |id: &ExprId| self.expr(*id, locals);
        match act {
            Act::Choose { who, kind, slot, site } => {
                let site = program.sites.get(*site).map_or("?", |it| self.text(it.name));
                let kind = self.choice(kind, locals);
                format!("{} = {} chooses {site}: {kind}", locals.show(*slot), expr(who))
            }
            Act::Open(opening) => {
                let window = self.name(&program.windows, opening.window, |it| it.name);
                let ends = match opening.ends {
                    WindowEnd::Done => "done",
                    WindowEnd::AllPass => "all pass",
                };
                let most = self.tail("at most", opening.at_most, locals);
                format!("open {window} to {} until {ends}{most}", expr(&opening.to))
            }
            _ => String::new(),
        }
    }

    fn dice_act(&self, act: &'p Act, locals: &Locals<'p>) -> String {
        let scalar = |slot: &u16| locals.show(Slot::Scalar(*slot));
        let wide = |slot: &u16| locals.show(Slot::Wide(*slot));
        match act {
            Act::Reroll { slot, die, face, when, upto, by, .. } => format!(
                "reroll {} of {} as {}{}{}{}",
                wide(slot),
                self.name(&self.program.dice, *die, |it| it.name),
                scalar(face),
                self.tail("where", *when, locals),
                self.tail("up to", *upto, locals),
                self.tail("by", *by, locals),
            ),
            Act::Change { slot, die, face, when, upto, to } => format!(
                "change {} of {} as {}{}{} to {}",
                wide(slot),
                self.name(&self.program.dice, *die, |it| it.name),
                scalar(face),
                self.tail("where", *when, locals),
                self.tail("up to", *upto, locals),
                self.expr(*to, locals),
            ),
            _ => String::new(),
        }
    }

    fn entity_act(&self, act: &'p Act, locals: &Locals<'p>) -> String {
        let program = self.program;
        let expr = |id: &ExprId| self.expr(*id, locals);
        match act {
            Act::Grant { ability, args, to, until } => {
                let name = self.name(&program.abilities, *ability, |it| it.name);
                let until = self.until(until, locals);
                format!("grant {name}({}) to {}{until}", self.exprs(args, locals), expr(to))
            }
            Act::Remove { ability, from } => {
                let name = self.name(&program.abilities, *ability, |it| it.name);
                format!("remove {name} from {}", expr(from))
            }
            Act::Join { tie, left, right, shared, of_left, of_right } => format!(
                "join {} {} and {} shared [{}] left [{}] right [{}]",
                self.name(&program.ties, *tie, |it| it.name),
                expr(left),
                expr(right),
                self.exprs(shared, locals),
                self.exprs(of_left, locals),
                self.exprs(of_right, locals),
            ),
            Act::Part { tie, left, right } => format!(
                "part {} {}{}",
                self.name(&program.ties, *tie, |it| it.name),
                expr(left),
                self.tail("from", *right, locals)
            ),
            Act::Create { kind, slot } => format!(
                "{} = create {}",
                locals.show(Slot::Scalar(*slot)),
                self.name(&program.kinds, *kind, |it| it.name)
            ),
            Act::Leave { of } => format!("remove {}", expr(of)),
            Act::TakeForm { of, form } => format!("{} becomes {}", expr(of), expr(form)),
            _ => String::new(),
        }
    }

    fn purpose(&self, purpose: &'p Option<Template>, locals: &Locals<'p>) -> String {
        purpose
            .as_ref()
            .map_or_else(String::new, |it| format!(" for {}", self.template(it, locals)))
    }

    fn target(&self, target: &'p Target, locals: &Locals<'p>) -> String {
        let program = self.program;
        match target {
            Target::Local(slot) => locals.show(*slot),
            Target::Field { of, field } => {
                let field = self.name(&program.fields, *field, |it| it.name);
                format!("{}.{field}", self.expr(*of, locals))
            }
            Target::TieField { tie, of, other, field } => {
                let name = self.name(&program.ties, *tie, |it| it.name);
                let found =
                    program.ties.get(*tie).and_then(|it| it.fields.get(usize::from(*field)));
                let field = found.map_or("?", |it| self.text(it.name));
                format!("{name}.{field}({}, {})", self.expr(*of, locals), self.expr(*other, locals))
            }
        }
    }

    fn until(&self, until: &'p GrantUntil, locals: &Locals<'p>) -> String {
        match until {
            GrantUntil::Removed => String::new(),
            GrantUntil::Moment { moment, edge, next, whose } => {
                let name = self.name(&self.program.moments, *moment, |it| it.name);
                let next = if *next { "next " } else { "" };
                let whose = self.tail("of", *whose, locals);
                format!(" until {} of {next}{name}{whose}", edge_word(*edge))
            }
        }
    }

    fn choice(&self, kind: &'p ChoiceKind, locals: &Locals<'p>) -> String {
        let expr = |id: &ExprId| self.expr(*id, locals);
        match kind {
            ChoiceKind::One { of, filter, none } => format!(
                "one of {}{}{}",
                expr(of),
                self.narrowed(filter, locals),
                self.tail("or none when", *none, locals)
            ),
            ChoiceKind::Some { of, filter, low, high } => {
                let filter = self.narrowed(filter, locals);
                format!("{} to {} of {}{filter}", expr(low), expr(high), expr(of))
            }
            ChoiceKind::Order { of } => format!("order of {}", expr(of)),
            ChoiceKind::Number { low, high } => format!("int {}..{}", expr(low), expr(high)),
            ChoiceKind::Place { who, within, facing, when, least, none, .. } => format!(
                "place for {} in {}{}{}{}{}",
                expr(who),
                expr(within),
                self.tail("facing", *facing, locals),
                self.tail("where", *when, locals),
                self.tail("with least", *least, locals),
                self.tail("or none when", *none, locals),
            ),
            ChoiceKind::Whether { question } => {
                format!("whether {}", self.template(question, locals))
            }
            ChoiceKind::Split { total, of } => {
                format!("split of {} among {}", expr(total), expr(of))
            }
        }
    }

    fn narrowed(&self, filter: &'p Option<ChoiceFilter>, locals: &Locals<'p>) -> String {
        let Some(filter) = filter else { return String::new() };
        let slot = locals.show(Slot::Scalar(filter.slot));
        let mut words = format!(" as {slot}{}", self.tail("where", filter.when, locals));
        if let Some((least, within)) = filter.least {
            words += &format!(" with least {}", self.expr(least, locals));
            words += &self.tail("within", within, locals);
        }
        words
    }
}
