//! Expressions and acts as text, by the texts of their rows, with names in place of ids.

use super::{Lister, Locals};
use crate::{BodyId, Expr, ExprId, Operand, OperandSign, Part, Slot, Template, Ty, Want, Within};

/// An expression is cut off after so many characters: shared parts could make it very long.
const LONGEST: usize = 20_000;

impl<'p> Lister<'p> {
    /// An expression in words.
    pub(super) fn expr(&self, id: ExprId, locals: &Locals<'p>) -> String {
        self.words(locals, |writer| writer.write(id, ExprId(u32::MAX)))
    }

    /// Expressions with commas.
    pub(super) fn exprs(&self, ids: &[ExprId], locals: &Locals<'p>) -> String {
        let all: Vec<String> = ids.iter().map(|id| self.expr(*id, locals)).collect();
        all.join(", ")
    }

    /// ` WORD EXPR`, where there is one.
    pub(super) fn tail(&self, word: &str, id: Option<ExprId>, locals: &Locals<'p>) -> String {
        id.map_or_else(String::new, |id| format!(" {word} {}", self.expr(id, locals)))
    }

    /// A message with its values in braces.
    pub(super) fn template(&self, template: &Template, locals: &Locals<'p>) -> String {
        let mut words = String::new();
        for part in &template.parts {
            match part {
                Part::Words(text) => words.push_str(self.text(*text)),
                Part::Value(value) => words.push_str(&format!("{{{}}}", self.expr(*value, locals))),
            }
        }
        format!("{words:?}")
    }

    /// A body: its acts, one a line with its position.
    pub(super) fn body(&mut self, indent: usize, id: BodyId, locals: &Locals<'p>) {
        let Some(body) = self.program.bodies.get(id) else {
            self.line(indent, &format!("body #{}", id.0));
            return;
        };
        let size = format!("frame of {} scalars, {} wides", body.env.scalars, body.env.wides);
        self.line(indent, &size);
        for (position, act) in body.acts.iter().enumerate() {
            let act_words = self.words(locals, |writer| {
                writer.form(&Within { form: act, outer: None }, ExprId(u32::MAX));
            });
            let words = format!("{position:>3}  {act_words}");
            match body.spans.get(position) {
                Some(span) => self.line_at(indent, &words, *span),
                None => self.line(indent, &words),
            }
        }
    }

    fn words(&self, locals: &Locals<'p>, write: impl FnOnce(&mut Writer<'_, 'p>)) -> String {
        let mut out = String::new();
        write(&mut Writer { lister: self, locals, out: &mut out });
        out
    }
}

struct Writer<'w, 'p> {
    lister: &'w Lister<'p>,
    locals: &'w Locals<'p>,
    out: &'w mut String,
}

impl<'p> Writer<'_, 'p> {
    fn put(&mut self, words: &str) {
        if self.out.len() < LONGEST {
            self.out.push_str(words);
        } else if !self.out.ends_with("..") {
            self.out.push_str("..");
        }
    }

    /// Writes an expression that stands in `parent`. In a sound program parts come before the whole; where they do not,
    /// they are not followed, so that the listing of any program ends.
    fn write(&mut self, id: ExprId, parent: ExprId) {
        let program = self.lister.program;
        let ty = program.types.get(id.0 as usize).unwrap_or(&Ty::Int);
        match program.exprs.get(id).filter(|_| id < parent) {
            Some(_) if self.out.len() >= LONGEST => self.put(".."),
            Some(Expr::Const(cell)) => self.put(&self.lister.cell(ty, *cell)),
            Some(Expr::Wide(cells)) => self.put(&self.lister.cells(ty, cells)),
            Some(expr) => self.form(&Within { form: expr, outer: None }, id),
            None => self.put(&format!("#{}", id.0)),
        }
    }

    /// A form by the text of its row.
    fn form(&mut self, at: &Within<'_, '_>, parent: ExprId) {
        let mut rest = at.form.row().0;
        while let Some((plain, more)) = rest.split_once('<').filter(|(_, more)| more.contains('>'))
        {
            let (optional, after) = more.split_once('>').unwrap_or((more, ""));
            // An operator may look like the beginning of an optional part.
            self.filled(at, plain, parent);
            let (there, missing) = optional.split_once('|').unwrap_or((optional, ""));
            let name = there.split_once('{').and_then(|(_, name)| name.split_once('}'));
            let operand = name.and_then(|(name, _)| at.operand(name));
            match operand {
                None | Some((_, Operand::None)) => self.put(missing),
                Some(_) => self.filled(at, there, parent),
            }
            rest = after;
        }
        self.filled(at, rest, parent);
    }

    /// A text with its operands put in.
    fn filled(&mut self, at: &Within<'_, '_>, text: &str, parent: ExprId) {
        let mut rest = text;
        while let Some((plain, (name, after))) =
            rest.split_once('{').and_then(|(plain, more)| Some((plain, more.split_once('}')?)))
        {
            self.put(plain);
            let (name, between) = name.split_once(':').unwrap_or((name, ""));
            if let Some((sign, operand)) = at.operand(name) {
                self.operand(at, sign, &operand, between, parent);
            }
            rest = after;
        }
        self.put(rest);
    }

    fn operand(
        &mut self,
        at: &Within<'_, '_>,
        sign: &OperandSign,
        operand: &Operand<'_>,
        between: &str,
        parent: ExprId,
    ) {
        match operand {
            Operand::None => {}
            Operand::Expr(id) => self.write(*id, parent),
            Operand::Exprs(ids) => {
                for (position, id) in ids.iter().enumerate() {
                    self.put(if position > 0 { ", " } else { "" });
                    self.write(*id, parent);
                }
            }
            Operand::Words(words) => self.put(&self.lister.template(words, self.locals)),
            Operand::Slot(_) | Operand::Slots(_) => self.slots(&operand.slots(sign.want)),
            Operand::Number(_) if sign.want.holds().is_some() => {
                self.slots(&operand.slots(sign.want));
            }
            Operand::Number(number) => self.put(&self.number(at, sign.want, *number)),
            Operand::Truth(holds) => {
                let Want::Words(yes, no) = sign.want else { return };
                self.put(if *holds { yes } else { no });
            }
            Operand::Word(word) => self.put(word),
            Operand::Declared(declared) => self.put(&self.lister.named(*declared)),
            Operand::Form(form) => self.form(&Within { form: *form, outer: Some(at) }, parent),
            Operand::Forms(forms) => {
                for (position, form) in forms.iter().enumerate() {
                    self.put(if position > 0 { between } else { "" });
                    self.form(&Within { form: *form, outer: Some(at) }, parent);
                }
            }
        }
    }

    fn slots(&mut self, slots: &[Slot]) {
        let names: Vec<String> = slots.iter().map(|slot| self.locals.show(*slot)).collect();
        self.put(&names.join(", "));
    }

    /// A number: the name of what stands at a position, where it is one.
    fn number(&self, at: &Within<'_, '_>, want: Want, number: i64) -> String {
        let (lister, position) = (self.lister, usize::try_from(number).unwrap_or(usize::MAX));
        let name = match want {
            Want::Position => {
                let about = at.declared().and_then(|it| it.about(lister.program));
                about.and_then(|it| it.parts.get(position).map(|(name, _)| *name))
            }
            Want::Ruling => lister.program.rulings.get(position).map(|it| it.name),
            _ => return number.to_string(),
        };
        name.map_or("?", |name| lister.text(name)).to_owned()
    }
}
