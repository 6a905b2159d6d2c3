//! Figures of one's own: takes the text of an entry, finds what it says of a printed figure that is printed otherwise.

use super::beside::{Said, the_one};
use super::differs;
use super::patterns::fits;
use super::phrases::Word;
use super::prices::is_name;
use crate::checks::words::texts::lengths_in;
use crate::typed::{EntryDef, ProfileDef, Type, parts};
use warwright_grammar::{Diagnostic, Span};
use warwright_ir as ir;

impl<'t> Said<'t> {
    /// `skill 5`, of one that has 4; `a blessing`, of what is printed as a curse; `up to 10"`, of what reaches 14".
    pub(super) fn of_its_own(&self) -> Option<Diagnostic> {
        let entry = self.rules.entry(self.one.bearer)?;
        let kind = self.typed.kinds.get(entry.kind)?;
        let figures = self.printed(entry, &kind.profiles);
        let named = self.phrases("_ #").find_map(|said| {
            let (def, figure) = figures.iter().find(|(def, _)| is_name(said.first(), &def.name))?;
            let count = said.number().filter(|count| count != figure)?;
            matches!(def.ty, Type::Int(_)).then(|| {
                let message =
                    format!("the text says {} {count}, and {figure} is printed", def.name);
                differs(message, said.span(), entry.span, "printed here")
            })
        });
        let named = named.or_else(|| self.other_flag(entry, &figures));
        // What is said of a piece may be said of others whom it meets, of ground of those who stand there.
        if named.is_some() || kind.base == ir::KindBase::Piece {
            return named;
        }
        let of_area = kind.base == ir::KindBase::Area;
        let mut own = figures.iter().filter(|(def, _)| !of_area || !self.is_of_pieces(&def.ty));
        let other = own.find_map(|(def, figure)| self.other_member(entry, def, *figure));
        other.or_else(|| self.other_length(entry, &figures).filter(|_| !of_area))
    }

    /// Whether a value of a type is printed on pieces, or a word for it is one for such a value.
    fn is_of_pieces(&self, ty: &Type) -> bool {
        let of_pieces = |def: &&ProfileDef| {
            self.typed.kinds.get(def.kind).is_some_and(|it| it.base == ir::KindBase::Piece)
        };
        let member = |ty: &Type| match ty {
            Type::Member(kind) => Some(*kind),
            _ => None,
        };
        let own = member(ty).map(|kind| self.members_said(kind)).unwrap_or_default();
        self.typed.profiles.values().filter(of_pieces).any(|def| {
            let said = member(&def.ty).map(|kind| self.members_said(kind)).unwrap_or_default();
            def.ty == *ty || said.iter().any(|(_, at)| own.iter().any(|(_, other)| at == other))
        })
    }

    /// The printed values of an entry that are one number.
    fn printed(&self, entry: &EntryDef, profiles: &[ir::ProfileId]) -> Vec<(&'t ProfileDef, i64)> {
        let values = profiles.iter().zip(&entry.values).filter_map(|(id, value)| match value {
            ir::Value::Scalar(figure) => Some((self.typed.profiles.get(*id)?, *figure)),
            _ => None,
        });
        values.collect()
    }

    /// `impassable`, of what is not printed so, where no rule beside the text may make it so.
    fn other_flag(&self, entry: &EntryDef, figures: &[(&ProfileDef, i64)]) -> Option<Diagnostic> {
        let ruled = self.acts() || self.clauses().next().is_some();
        let mut flags = figures.iter().filter(|(def, _)| def.ty == Type::Bool && !ruled);
        flags.find_map(|(def, flag)| {
            let called = self.typed.words_for(&def.name);
            let is_it =
                |(word, _): &Word| *word == def.name.to_lowercase() || called.contains(word);
            let (at, (word, span)) =
                the_one(self.text.iter().enumerate().filter(|(_, it)| is_it(it)))?;
            // `deep mud`: of what is deep there.
            let next = self.part_behind(at).next();
            if next.is_some_and(|next| !fits("and|or|but|ground|for|to|in", next)) {
                return None;
            }
            let so = self.is_so(at, false).filter(|so| *so != (*flag != 0))?;
            let (says, is) = if so { ("", "is not") } else { ("not ", "is") };
            let message = format!("the text says {says}{word}, and it {is} printed so");
            Some(differs(message, *span, entry.span, "printed here"))
        })
    }

    /// Another of a closed kind than the one that is printed, where no rule beside the text asks for such.
    fn other_member(&self, entry: &EntryDef, def: &ProfileDef, own: i64) -> Option<Diagnostic> {
        let ty = match &def.ty {
            Type::Optional(of) => &**of,
            ty => ty,
        };
        let Type::Member(kind) = *ty else { return None };
        let said = self.members_said(kind);
        let (_, first) = *said.first()?;
        let asks = parts(self.roots()).iter().any(|it| it.ty == *ty);
        if asks || said.iter().any(|(cell, at)| *cell == own || self.is_denied(*at)) {
            return None;
        }
        // Of ground the first of a list says that it is nothing of all that: a word such as `open` may be of something else.
        let of_area = self.typed.kinds.get(entry.kind)?.base == ir::KindBase::Area;
        if of_area && (own == 0 || said.iter().any(|(cell, _)| *cell == 0)) {
            return None;
        }
        let ((word, span), own) = (self.text.get(first)?, self.member_named(kind, own)?);
        let message = format!("the text says {word}, and its {} is {own}", def.name);
        Some(differs(message, *span, entry.span, "printed here"))
    }

    /// Another length than the one that is printed, where no rule beside the text uses any.
    fn other_length(&self, entry: &EntryDef, figures: &[(&ProfileDef, i64)]) -> Option<Diagnostic> {
        let printed = the_one(figures.iter().filter(|(def, _)| def.ty == Type::Length))?;
        let said: Vec<(i64, Span)> =
            lengths_in(self.map.slice(self.one.text), self.one.text).collect();
        let (_, at) = said.first()?;
        if said.iter().any(|(length, _)| *length == printed.1) {
            return None;
        }
        let (asked, done) = (self.reached(), self.done());
        if asked.iter().chain(&done).any(|it| it.ty == Type::Length) {
            return None;
        }
        let (words, name) = (self.map.slice(*at), &printed.0.name);
        let message = format!("the text says {words}, and its {name} is another");
        Some(differs(message, *at, entry.span, "printed here"))
    }
}
