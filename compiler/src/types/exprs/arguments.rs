//! Arguments: given ones by position or name, left out ones by default, each of its parameter's type.

use super::super::checker::Checker;
use super::super::facts::Signature;
use super::super::scope::Scope;
use crate::typed::{Expr, Type};
use crate::wording;
use warwright_grammar::diagnostic::{Edit, Help};
use warwright_grammar::{Diagnostic, Label, Span, codes, tree};

impl<'a> Checker<'a> {
    /// The arguments of a call in the order of the parameters, or a diagnostic for each that is missing, unknown or too many.
    /// All of them are checked even where one is wrong.
    pub fn arguments(
        &mut self,
        signature: &Signature<'a>,
        args: &[tree::Arg],
        span: Span,
    ) -> Option<Vec<Expr>> {
        let mut given: Vec<Option<Expr>> = vec![None; signature.params.len()];
        let mut sound = true;
        // What an unknown name was meant for is not missing as well.
        let mut all_known = true;
        let mut next = 0usize;
        let before = self.sink.len();
        for arg in args {
            let position = match &arg.name {
                Some(name) => signature.params.iter().position(|param| *param.name == *name.text),
                None => {
                    let position = next;
                    next += 1;
                    (position < signature.params.len()).then_some(position)
                }
            };
            let Some(position) = position else {
                sound = false;
                all_known &= arg.name.is_none();
                self.no_such_parameter(signature, arg);
                self.infer(&arg.value, None);
                continue;
            };
            let Some(param) = signature.params.get(position) else { continue };
            let value = self.expr(&arg.value, Some(&param.ty));
            self.say_of_which(signature, &param.name, arg.value.span);
            sound &= !matches!(value.ty, Type::Error);
            if let Some(slot) = given.get_mut(position) {
                if slot.is_some() {
                    Diagnostic::at(codes::TOO_MANY_ARGUMENTS, arg.span)
                        .says(format!("`{}` is given twice", param.name))
                        .emit(self.sink);
                    sound = false;
                }
                *slot = Some(value);
            }
        }
        self.exchanged(signature, args, before);
        let mut missing: Vec<&str> = Vec::new();
        let mut complete = Vec::with_capacity(given.len());
        for (slot, param) in given.into_iter().zip(&signature.params) {
            match (slot, param.default) {
                (Some(value), _) => complete.push(value),
                (None, Some(default)) => {
                    let read = |this: &mut Self| this.expr(default, Some(&param.ty));
                    let (mut value, _) = self.inside(Scope::new(), read);
                    value.span = span;
                    complete.push(value);
                }
                (None, None) => missing.push(&param.name),
            }
        }
        if !missing.is_empty() && all_known && args.len() <= signature.params.len() {
            let between = self.left_out_between(signature, args);
            let between = between.and_then(|at| signature.params.get(at));
            let missing = between.map_or(missing, |param| vec![&*param.name]);
            self.missing_arguments(signature, &missing, span);
            return None;
        }
        (sound && missing.is_empty()).then_some(complete)
    }

    /// The one parameter without which the arguments fit the others in their order.
    fn left_out_between(&mut self, signature: &Signature<'a>, args: &[tree::Arg]) -> Option<usize> {
        let plain = args.iter().all(|arg| arg.name.is_none());
        if !plain || args.len() + 1 != signature.params.len() {
            return None;
        }
        let before = self.sink.len();
        let mut fits = |at: usize| {
            let others = signature.params.iter().enumerate().filter(|(other, _)| *other != at);
            args.iter().zip(others).all(|(arg, (_, param))| {
                self.expr(&arg.value, Some(&param.ty));
                self.sink.split_off(before).is_empty()
            })
        };
        let mut all = (0..signature.params.len()).filter(|at| fits(*at));
        all.next().filter(|_| all.next().is_none())
    }

    /// Two arguments of which each would fit in the place of the other: that is said, once.
    fn exchanged(&mut self, signature: &Signature<'a>, args: &[tree::Arg], before: usize) {
        let mut said = self.sink.split_off(before);
        let exchange = self.exchange_of(signature, args, &said);
        self.sink.split_off(before);
        if let Some((help, first)) = exchange
            && let Some(found) = said.get(first).cloned()
        {
            said = vec![Diagnostic { help: vec![help], ..found }];
        }
        self.sink.extend(said);
    }

    /// Which of the messages speaks of the first of two such arguments, and how they are exchanged.
    fn exchange_of(
        &mut self,
        signature: &Signature<'a>,
        args: &[tree::Arg],
        said: &[Diagnostic],
    ) -> Option<(Help, usize)> {
        let of_type = |it: &Diagnostic| [codes::WRONG_TYPE, codes::MAY_BE_NONE].contains(&it.code);
        let first = said.iter().position(of_type)?;
        let about = said.get(first)?.primary.span;
        let at = args.iter().position(|arg| arg.value.span == about)?;
        let types: Vec<_> = args.iter().map(|arg| self.infer(&arg.value, None).ty).collect();
        let wants = |at: usize, given: usize| {
            let (param, ty) = (signature.params.get(at), types.get(given));
            param.zip(ty).is_some_and(|(param, ty)| super::fits(ty, &param.ty))
        };
        let fits = |other: &usize| *other != at && wants(*other, at) && wants(at, *other);
        let (one, other) = (args.get(at)?, args.get((0..args.len()).find(fits)?)?);
        let text = |arg: &tree::Arg| self.source_of(arg.value.span);
        let edits = vec![
            Edit { span: one.value.span, replacement: text(other) },
            Edit { span: other.value.span, replacement: text(one) },
        ];
        let text = format!(
            "{} wants them the other way round: exchange `{}` and `{}`",
            signature.title,
            text(one),
            text(other)
        );
        Some((Help { text, edits }, first))
    }

    /// A figure that is out of the range of a parameter: says which parameter it is for.
    fn say_of_which(&mut self, signature: &Signature<'a>, param: &str, span: Span) {
        if let Some(last) = self.sink.last_mut()
            && last.code == codes::OUT_OF_RANGE
            && last.primary.span == span
            && last.secondary.is_empty()
        {
            let words = format!("`{param}` of {}", signature.title);
            last.secondary.push(Label { span: signature.span, text: words });
        }
    }

    /// What stands at a place, without its brackets.
    fn written_name(&self, span: Span) -> String {
        let source = self.source_of(span);
        source.split_once('(').map_or(&*source, |(name, _)| name).trim().to_owned()
    }

    fn missing_arguments(&mut self, signature: &Signature<'a>, missing: &[&str], span: Span) {
        let all: Vec<String> = signature
            .params
            .iter()
            .map(|param| format!("{}: {}", param.name, self.type_name(&param.ty)))
            .collect();
        let names: Vec<&str> = signature.params.iter().map(|param| &*param.name).collect();
        let shown = format!("{}({})", self.written_name(span), names.join(", "));
        let list = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        Diagnostic::at(codes::MISSING_ARGUMENT, span)
            .says(format!("{} needs {list} as well", signature.title))
            .label(format!("without {list}"))
            .also(signature.span, format!("wants ({})", all.join(", ")))
            .help(format!("between its brackets stand {}: `{shown}`", all.join(", ")))
            .emit(self.sink);
    }

    fn no_such_parameter(&mut self, signature: &Signature<'a>, arg: &tree::Arg) {
        let Some(name) = &arg.name else {
            let count = signature.params.len();
            let diagnostic = Diagnostic::at(codes::TOO_MANY_ARGUMENTS, arg.span)
                .says(format!(
                    "{} takes {}",
                    signature.title,
                    match count {
                        0 => "no arguments".to_owned(),
                        1 => "one argument".to_owned(),
                        _ => format!("{count} arguments"),
                    }
                ))
                .label("one too many")
                .also(signature.span, "declared here");
            let file = self.input.sources.whole(self.input.sources.file_of(arg.span));
            let at = self.input.sources.range(arg.span);
            let text = self.input.sources.slice(file);
            let alone = text
                .get(at.start.wrapping_sub(1)..=at.end)
                .is_some_and(|it| count == 0 && it.starts_with('(') && it.ends_with(')'));
            self.report(match alone {
                true => {
                    let brackets = file.part(at.start - 1..at.end + 1);
                    diagnostic.fix("leave the brackets out", brackets, "")
                }
                false if count > 0 => {
                    let params: Vec<&str> =
                        signature.params.iter().map(|param| &*param.name).collect();
                    let given = wording::listed(params);
                    diagnostic.help(format!("it is given {given}"))
                }
                false => diagnostic.help("nothing is given to it: leave it out"),
            });
            return;
        };
        let known: Vec<&str> = signature.params.iter().map(|param| &*param.name).collect();
        Diagnostic::at(codes::UNKNOWN_PARAMETER, name.span)
            .says(format!("{} has no parameter `{}`", signature.title, name.text))
            .label("no such parameter")
            .also(signature.span, format!("its parameters: {}", wording::listed(&known)))
            .meant(name.span, wording::suggest(&name.text, &known))
            .emit(self.sink);
    }
}
