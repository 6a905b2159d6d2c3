//! Procedures with their steps, hooks, windows, actions, moments, sites of choices, policies.

use super::{Lister, Locals, show_type};
use crate::{
    Action, Domain, Hook, HookTime, Moment, Once, Policy, PolicyRule, Prefer, Procedure,
    ProcedureId, Scope, Step, Whose, WindowPlace,
};

impl<'p> Lister<'p> {
    /// What happens.
    pub(super) fn procedures(&mut self) {
        let program = self.program;
        for procedure in program.procedures.values() {
            self.procedure(procedure);
        }
        for hook in program.hooks.values() {
            self.hook(hook);
        }
        for window in program.windows.values() {
            let actions = self.names(&program.actions, &window.actions, |it| it.name);
            self.out.push('\n');
            let asks = window.question.map(|words| format!(" {:?}", self.text(words)));
            let (name, asks) = (self.text(window.name), asks.unwrap_or_default());
            self.line(0, &format!("window {name}{asks}: {actions}"));
        }
        for action in program.actions.values() {
            self.action(action);
        }
        for moment in program.moments.values() {
            self.moment(moment);
        }
        for site in program.sites.values() {
            let ty = show_type(program, &site.ty);
            let mut words = format!(
                "site {}.{}: {ty} in s{}",
                self.text(site.owner),
                self.text(site.name),
                site.slot
            );
            if let Some(purpose) = &site.purpose {
                words += &format!(" {}", self.template(purpose, &Locals::default()));
            }
            self.head(&words, site.span);
        }
        for policy in program.policies.values() {
            self.policy(policy);
        }
    }

    fn procedure(&mut self, procedure: &'p Procedure) {
        let program = self.program;
        let locals = self.locals(&procedure.params);
        let mut words =
            format!("procedure {}({})", self.text(procedure.name), self.params(&procedure.params));
        if let Some(result) = &procedure.result {
            words += &format!(": {}", show_type(program, result));
        }
        if procedure.recursive > 0 {
            words += &format!(" recursive {}", procedure.recursive);
            if let Some(beyond) = procedure.beyond {
                words += &format!(" otherwise {}", self.expr(beyond, &locals));
            }
        }
        if procedure.for_team {
            words += " for team";
        }
        self.head(&words, procedure.span);
        let env = procedure.env;
        self.line(1, &format!("frame of {} scalars, {} wides", env.scalars, env.wides));
        for (slot, value) in &procedure.variables {
            let value = self.expr(*value, &locals);
            self.line(1, &format!("var {} = {value}", locals.show(*slot)));
        }
        if !procedure.open.is_empty() {
            let open: Vec<String> = procedure.open.iter().map(|it| locals.show(*it)).collect();
            self.line(1, &format!("open {}", open.join(", ")));
        }
        self.hooks(1, "before", &procedure.before);
        self.hooks(1, "after", &procedure.after);
        self.moments(1, &procedure.moments);
        for step in &procedure.steps {
            self.step(step, &locals);
        }
    }

    fn step(&mut self, step: &'p Step, locals: &Locals<'p>) {
        let program = self.program;
        let called = if step.called { " called" } else { "" };
        let when = self.tail("when", step.when, locals);
        let heading = step
            .heading
            .as_ref()
            .map_or_else(String::new, |it| format!(" heading {}", self.template(it, locals)));
        self.line_at(
            1,
            &format!("step {}{called}{when}{heading}", self.text(step.name)),
            step.span,
        );
        self.hooks(2, "before", &step.before);
        self.hooks(2, "instead of", &step.instead);
        self.hooks(2, "after", &step.after);
        let offers = [
            ("before", &step.offers_before),
            ("at", &step.offers_at),
            ("after", &step.offers_after),
        ];
        for (when, actions) in offers {
            if !actions.is_empty() {
                let names = self.names(&program.actions, actions, |it| it.name);
                self.line(2, &format!("offers {when}: {names}"));
            }
        }
        self.moments(2, &step.moments);
        self.body(2, step.body, locals);
    }

    fn hooks(&mut self, indent: usize, word: &str, hooks: &'p [crate::HookId]) {
        if !hooks.is_empty() {
            let names = self.names(&self.program.hooks, hooks, |it| it.label);
            self.line(indent, &format!("{word}: {names}"));
        }
    }

    fn moments(&mut self, indent: usize, moments: &'p [crate::MomentId]) {
        if !moments.is_empty() {
            let names = self.names(&self.program.moments, moments, |it| it.name);
            self.line(indent, &format!("moments: {names}"));
        }
    }

    fn place(&self, procedure: ProcedureId, step: Option<u16>) -> String {
        let program = self.program;
        let name = self.name(&program.procedures, procedure, |it| it.name);
        let Some(step) = step else { return name };
        let steps = program.procedures.get(procedure).map(|it| &it.steps);
        let step = steps.and_then(|it| it.get(usize::from(step)));
        format!("{name}.{}", step.map_or("?", |it| self.text(it.name)))
    }

    fn copies(&self, procedure: Option<ProcedureId>) -> Locals<'p> {
        let found = procedure.and_then(|it| self.program.procedures.get(it));
        found.map_or_else(Locals::default, |it| self.locals(&it.params))
    }

    fn hook(&mut self, hook: &'p Hook) {
        let time = match hook.time {
            HookTime::Before => "before",
            HookTime::Instead => "instead of",
            HookTime::After => "after",
        };
        let mut locals = self.copies(Some(hook.procedure));
        self.bearer_locals(&mut locals, hook.bearer, hook.self_slot);
        let params =
            self.program.procedures.get(hook.procedure).map_or(&[][..], |it| it.params.as_slice());
        let whose = match hook.whose {
            Some((Whose::Mine, _)) => "my ",
            Some((Whose::Foes, _)) => "foe's ",
            None => "",
        };
        let mut words = format!("hook {time} {whose}{}", self.place(hook.procedure, hook.step));
        words += &self.reach(hook.bearer, &hook.reach, params, &locals);
        words += &self.tail("when", hook.when, &locals);
        words += &self.once(hook.once.as_ref(), &locals);
        words += &format!(" {:?} level {}", self.text(hook.label), hook.level);
        if !hook.strikes.is_empty() {
            let struck = self.names(&self.program.hooks, &hook.strikes, |it| it.label);
            words += &format!(" over {struck}");
        }
        self.head(&words, hook.span);
        self.body(1, hook.body, &locals);
    }

    fn once(&self, once: Option<&'p Once>, locals: &Locals<'p>) -> String {
        let Some(once) = once else { return String::new() };
        let moment = once.moment.map_or_else(
            || "battle".to_owned(),
            |it| self.name(&self.program.moments, it, |it| it.name),
        );
        let scope = match once.scope {
            Scope::Bearer => "",
            Scope::Player => " for the player",
        };
        format!(" once per {moment}{scope}{}", self.tail("each", once.each, locals))
    }

    fn action(&mut self, action: &'p Action) {
        let program = self.program;
        let (procedure, place) = match action.place {
            WindowPlace::Named(window) => {
                (None, format!("in {}", self.name(&program.windows, window, |it| it.name)))
            }
            WindowPlace::Step { procedure, step } => {
                (Some(procedure), format!("at {}", self.place(procedure, Some(step))))
            }
        };
        let mut locals = self.copies(procedure);
        let params =
            procedure.and_then(|it| program.procedures.get(it)).map_or(&[][..], |it| &it.params);
        self.bearer_locals(&mut locals, action.bearer, action.self_slot);
        let own = action.params.iter().map(|it| (it.param.slot, self.text(it.param.name)));
        locals.names.extend(own);
        let mut words = format!("action {} {place}", self.text(action.name));
        words += &self.reach(action.bearer, &action.reach, params, &locals);
        words += &format!(" by {}", self.expr(action.by, &locals));
        words += &self.tail("when", action.when, &locals);
        words += &self.once(action.once.as_ref(), &locals);
        if action.must {
            words += " must";
        }
        words += &format!(" {} level {}", self.template(&action.label, &locals), action.level);
        self.head(&words, action.span);
        for param in &action.params {
            let (name, ty) = (self.text(param.param.name), show_type(program, &param.param.ty));
            let domain = match param.domain {
                Domain::Of(domain) => self.expr(domain, &locals),
                Domain::Between(low, high) => {
                    format!("{}..{}", self.expr(low, &locals), self.expr(high, &locals))
                }
            };
            self.line(1, &format!("param {name}: {ty} of {domain}"));
        }
        let permission = self.name(&program.permissions, action.permission, |it| it.name);
        self.line(1, &format!("permission {permission}"));
        if let Some(cost) = &action.cost {
            let name = self.name(&program.quantities, cost.quantity, |it| it.name);
            let args = self.exprs(&cost.args, &locals);
            let field = self.name(&program.fields, cost.field, |it| it.name);
            let of = self.expr(cost.of, &locals);
            self.line(1, &format!("cost {name}({args}) of {of}.{field}"));
        }
        self.body(1, action.body, &locals);
    }

    fn moment(&mut self, moment: &'p Moment) {
        let place = self.place(moment.procedure, moment.step);
        let mut words = format!("moment {:?} of {place}", self.text(moment.name));
        self.out.push('\n');
        if let Some(player) = moment.player {
            words += &format!(" of player {player}");
        }
        for (holds, word) in [
            (moment.remembered, " remembered"),
            (moment.holdings, " with holdings"),
            (moment.ties, " with ties"),
        ] {
            if holds {
                words += word;
            }
        }
        if !moment.fields.is_empty() {
            words += &format!(
                " keeps {}",
                self.names(&self.program.fields, &moment.fields, |it| it.name)
            );
        }
        self.line(0, &words);
    }

    fn policy(&mut self, policy: &'p Policy) {
        let program = self.program;
        self.head(&format!("policy {}", self.text(policy.name)), policy.span);
        for rule in &policy.rules {
            let mut locals = Locals::default();
            let (place, when, prefer) = match rule {
                PolicyRule::Choice { site, when, prefer, .. } => {
                    let found = program.sites.get(*site);
                    if let Some(site) = found {
                        locals.names.insert(crate::Slot::Scalar(site.slot), "it");
                    }
                    let name = found.map(|it| (self.text(it.owner), self.text(it.name)));
                    let (owner, name) = name.unwrap_or(("?", "?"));
                    (format!("{owner}.{name}"), when, prefer)
                }
                PolicyRule::Action { action, when, prefer, .. } => {
                    (self.name(&program.actions, *action, |it| it.name), when, prefer)
                }
            };
            let prefer = match prefer {
                Prefer::Always => "always".to_owned(),
                Prefer::Never => "never".to_owned(),
                Prefer::Ranked(keys) => {
                    let keys: Vec<String> = keys
                        .iter()
                        .map(|(highest, key)| {
                            let way = if *highest { "highest" } else { "lowest" };
                            format!("{way} {}", self.expr(*key, &locals))
                        })
                        .collect();
                    keys.join(" then ")
                }
            };
            let when = when.map(|when| format!(" when {}", self.expr(when, &locals)));
            self.line(1, &format!("in {place}{} prefer {prefer}", when.unwrap_or_default()));
        }
    }
}
