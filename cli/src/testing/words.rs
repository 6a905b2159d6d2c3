//! Why a test stopped: takes the fault and where its script stands, gives the line at fault with what was asked, of whom, and what
//! could be answered; and the log of what happened until then.

use super::Running;
use crate::choices::Choices;
use crate::choices::{Keys, dice};
use crate::person::asked;
use crate::{advice, faults};
use warwright_grammar::SourceMap;
use warwright_ir::{ActionId, Named, ScriptPart, Scripted, SpanId, Test};
use warwright_runtime::{
    ChooseRequest, Machine, Options, PlayFault, RollRequest, ScriptFault, State, TellKind, Tells,
    Wanted, WantedValue,
};

/// What happened, a line each: what was told, rolled and chosen.
pub(super) fn log(tells: &Tells) -> Vec<String> {
    let lines = tells.list.iter().filter_map(|tell| {
        let indent = "  ".repeat(usize::from(tell.depth));
        let (text, detail) = (&tell.text, &tell.detail);
        let line = match tell.kind {
            TellKind::Heading | TellKind::Said => text.clone(),
            TellKind::Rolled if text.is_empty() => format!("rolled: {detail}"),
            TellKind::Rolled => format!("rolled for {text}: {detail}"),
            TellKind::Changed => format!("dice turned: {detail}"),
            TellKind::Chose => format!("{detail} chose: {text}"),
            _ => return None,
        };
        Some(format!("{indent}{line}"))
    });
    lines.collect()
}

impl Running {
    /// Why the test stopped, with the place of what does not fit.
    pub(super) fn stopped(
        &self,
        machine: &Machine,
        test: &Test,
        fault: &PlayFault,
    ) -> (SpanId, String) {
        let (written, words) = match fault {
            PlayFault::Script(fault) => self.unfit(machine, test, fault),
            PlayFault::NotTaken(refused) => {
                let answer = taken(&test.answers_at, self.script.answers.len());
                let source = source(machine, answer);
                let why = advice::refused(&refused.answer, machine, &self.state, &SourceMap::new());
                let why = why.unwrap_or_else(|fault| faults::words(&fault, machine));
                let asked = self.asked(machine, &refused.request);
                (answer, format!("the answer `{source}` may not be given: {why}\n{asked}"))
            }
            _ => (None, faults::words(fault, machine)),
        };
        let place = written.map(|it| it.span).or_else(|| faults::place(fault));
        (place.unwrap_or(test.span), words)
    }

    /// What of the script does not fit, and why.
    fn unfit<'t>(
        &self,
        machine: &Machine,
        test: &'t Test,
        fault: &ScriptFault,
    ) -> (Option<&'t ScriptPart>, String) {
        let die = || taken(&test.rolls_at, self.script.dice.len());
        let answer = taken(&test.answers_at, self.script.answers.len());
        match fault {
            ScriptFault::OutOfDice { request, missing } => {
                let dice = if *missing == 1 { "die is" } else { "dice are" };
                let roll = self.roll(machine, request);
                let words = format!("{missing} more {dice} rolled than `rolls` has: {roll}");
                (test.rolls_at.last(), words)
            }
            ScriptFault::NoSuchFace { request, .. } => {
                let (source, roll) = (source(machine, die()), self.roll(machine, request));
                let rolled = request.of.die().and_then(|die| machine.program().dice.get(die));
                let faces = rolled.map_or_else(Vec::new, |die| dice::names(machine.program(), die));
                let faces = faces.join(" ");
                let words = format!(
                    "`{source}` of `rolls` is no face of the die that is rolled, which has {faces}: {roll}"
                );
                (die(), words)
            }
            ScriptFault::OutOfDraws { .. } => {
                (test.draws_at.last(), faults::script(fault, machine.program()))
            }
            ScriptFault::NotThere { .. } => {
                let drawn = taken(&test.draws_at, self.script.draws.len());
                (drawn, faults::script(fault, machine.program()))
            }
            ScriptFault::OutOfAnswers { request } => {
                let asked = self.asked(machine, request);
                let words = format!("nothing is left in `answers` for this:\n{asked}");
                (test.answers_at.last(), words)
            }
            ScriptFault::WrongAnswer { request, answer: scripted } => {
                let source = source(machine, answer);
                let why = self.against(machine, request, scripted);
                let why = why.map_or_else(String::new, |why| format!(": {why}"));
                let asked = self.asked(machine, request);
                (answer, format!("the answer `{source}` does not fit{why}\n{asked}"))
            }
            ScriptFault::LeftOver { .. } => self.left_over(machine, test),
        }
    }

    /// Who rolls, for what, by which rule.
    fn roll(&self, machine: &Machine, request: &RollRequest) -> String {
        let rule = machine.rule(&self.state);
        let roles = machine.roles(&self.state).unwrap_or_default();
        let roles: Vec<String> =
            roles.into_iter().map(|(role, name)| format!("{role} {name}")).collect();
        let roll = dice::wanted(machine.program(), &rule, request);
        if roles.is_empty() { roll } else { format!("{roll} ({})", roles.join(", ")) }
    }

    /// The question, of whom it is asked, and what could be answered.
    fn asked(&self, machine: &Machine, request: &ChooseRequest) -> String {
        /// So many options are listed.
        const MOST: usize = 24;
        let who = machine.name(&self.state, request.player).unwrap_or_default();
        let choices = Choices::new(machine, &self.state, &request.options);
        let options: Vec<String> = match &request.options {
            Options::Actions { list, .. } => {
                list.iter().map(|option| answer_words(machine, &self.state, option)).collect()
            }
            Options::Number { low, high } => vec![format!("{low} to {high}")],
            Options::Dice { .. } => {
                choices.lines().into_iter().map(|line| line.trim().to_owned()).collect()
            }
            _ => choices.shown().map(|(_, words, _)| words.to_owned()).collect(),
        };
        let mut lines =
            vec![format!("{who} is asked: {}", asked(machine, &self.state, "", request))];
        let more = options.len().saturating_sub(MOST);
        lines.extend(options.into_iter().take(MOST).map(|option| format!("  {option}")));
        if more > 0 {
            lines.push(format!("  and {more} more"));
        }
        if takes_none(&request.options) {
            lines.push(String::from("  none"));
        }
        lines.join("\n")
    }

    /// Why an action that was named is not among those that are offered.
    fn against(
        &self,
        machine: &Machine,
        request: &ChooseRequest,
        answer: &Scripted,
    ) -> Option<String> {
        let Scripted::Act { action, bearer, args } = answer else { return None };
        let program = machine.program();
        let declared = program.actions.get(*action)?;
        let params = declared.params.len();
        if params != args.len() {
            return Some(format!("it names {} values, and {params} are chosen", args.len()));
        }
        if !matches!(bearer, Some(Named::Cell(..)))
            && let Some(several) = self.several_bearers(machine, request, *action)
        {
            return Some(several);
        }
        let given = declared.params.iter().zip(args);
        let values = given.filter_map(|(param, named)| match named {
            Named::Cell(cell, _) => {
                Some(WantedValue { readings: vec![(param.param.ty.clone(), *cell)] })
            }
            Named::Entry(_) | Named::Face(..) => None,
        });
        let wanted = Wanted { actions: vec![*action], values: values.collect() };
        let name = program.texts.get(declared.name).map_or("", String::as_str);
        advice::of_actions(name, &wanted, (request, &Keys::default()), machine, &self.state).ok()
    }

    /// That several bring an action, where none is named.
    fn several_bearers(
        &self,
        machine: &Machine,
        request: &ChooseRequest,
        action: ActionId,
    ) -> Option<String> {
        let Options::Actions { list, .. } = &request.options else { return None };
        let mut bearers: Vec<i64> = Vec::new();
        for option in list.iter().filter(|option| option.action == action) {
            if !bearers.contains(&option.bearer) {
                bearers.push(option.bearer);
            }
        }
        let names: Vec<String> =
            bearers.iter().map(|it| machine.name(&self.state, *it).unwrap_or_default()).collect();
        (names.len() > 1).then(|| {
            let names = names.join(" and ");
            format!("{names} bring it: say whose, `NAME.action(..)` or `\"Entry\".action(..)`")
        })
    }

    /// What of the script nobody asked for.
    fn left_over<'t>(&self, machine: &Machine, test: &'t Test) -> (Option<&'t ScriptPart>, String) {
        let mut first = None;
        let mut parts = Vec::new();
        for (what, all, left) in [
            ("rolls", &test.rolls_at, self.script.dice.len()),
            ("draws", &test.draws_at, self.script.draws.len()),
            ("answers", &test.answers_at, self.script.answers.len()),
        ] {
            let left = all.get(all.len().saturating_sub(left)..).unwrap_or_default();
            first = first.or(left.first());
            let sources: Vec<String> = left.iter().map(|it| source(machine, Some(it))).collect();
            if !sources.is_empty() {
                parts.push(format!("`{}` of `{what}`", sources.join("`, `")));
            }
        }
        (first, format!("left over, for nothing asked for it: {}", parts.join(", ")))
    }
}

/// The part of a script that was taken last, by how many are left.
fn taken(all: &[ScriptPart], left: usize) -> Option<&ScriptPart> {
    all.get(all.len().checked_sub(left + 1)?)
}

fn source(machine: &Machine, written: Option<&ScriptPart>) -> String {
    let text = written.and_then(|written| machine.program().texts.get(written.source));
    text.cloned().unwrap_or_default()
}

/// An action as a test answers it, and in words.
fn answer_words(
    machine: &Machine,
    state: &State,
    option: &warwright_runtime::ActionOption,
) -> String {
    let program = machine.program();
    let action = program.actions.get(option.action);
    let name = action.and_then(|action| program.texts.get(action.name));
    let params = action.map(|action| action.params.as_slice()).unwrap_or_default();
    let args: Vec<String> = params
        .iter()
        .zip(&option.args)
        .map(|(param, value)| machine.show(state, &param.param.ty, &[*value]).unwrap_or_default())
        .collect();
    let words = machine.option_words(state, option).unwrap_or_default();
    format!("{}({}): {words}", name.map_or("", String::as_str), args.join(", "))
}

/// Whether `none` is an answer that is not among the options that are shown.
fn takes_none(options: &Options) -> bool {
    match options {
        Options::Actions { done, .. } => *done,
        Options::Dice { at_least, .. } => *at_least == 0,
        _ => false,
    }
}
