//! Kinds: their profiles, states and relations to others.

use super::{Cursor, Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};
use crate::parser::reserved::HEADS;
use crate::source::Span;
use crate::tree::{
    Asks, Derive, Does, Favours, Kind, KindMember, Name, Profile, Rounding, See, State, Statline,
};

/// What the engine knows without being told.
const BASES: [&str; 8] = ["area", "battle", "card", "cell", "piece", "player", "side", "thing"];

impl Walk<'_> {
    /// `kind NAME is BASE { .. }`
    pub(super) fn kind(&mut self, pair: Pair<'_>) -> Option<Kind> {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let name = self.decl_name(&mut cursor, span, "a kind");
        if let Some(name) = name.as_ref().filter(|name| HEADS.contains(&&*name.text)) {
            self.report(
                Diagnostic::new(
                    codes::RESERVED_WORD,
                    format!("`{}` begins a declaration and cannot be a kind", name.text),
                    name.span,
                )
                .label(format!(
                    "no entry could be declared: `{} NAME {{ .. }}` is something else",
                    name.text
                ))
                .help("choose another name"),
            );
        }
        let base = cursor.next_if(Rule::kind_base).map(|pair| self.inner_name(pair));
        let (mut closed, mut fleeting, mut plural) = (false, false, None);
        let (mut copies, mut each_player) = (None, None);
        let mut see = See::new();
        let mut members = Vec::new();
        for child in cursor {
            match child.as_rule() {
                Rule::closed => closed = true,
                Rule::fleeting => fleeting = true,
                Rule::copies => copies = Some(self.inner_name(child)),
                Rule::each_player => each_player = Some(self.span(&child)),
                Rule::plural => plural = Some(self.inner_name(child)),
                Rule::see => self.see(&mut see, child),
                Rule::kind_body => {
                    for member in child.into_inner() {
                        members.extend(self.kind_member(member));
                    }
                }
                _ => self.head_junk(
                    &child,
                    "a kind reads `kind NAME is BASE [closed] [fleeting] [copies PROFILE] [for each player] { .. }`",
                ),
            }
        }
        let name = name?;
        // A base of the engine may be reopened: it is what it is called.
        let base = base.or_else(|| BASES.contains(&&*name.text).then(|| name.clone()));
        let base = base.unwrap_or_else(|| {
            self.report(
                Diagnostic::new(
                    codes::BAD_DECLARATION,
                    format!("kind `{}` does not say what it is", name.text),
                    name.span,
                )
                .label("`is piece`, `is area`, `is card`, `is thing` or the like was expected")
                .help(format!(
                    "write what it is behind its name: `kind {} is piece`; if the game has it already: opened again are `kind player` and `kind battle` alone, and what others are to remember is held by an ability or a status of theirs",
                    name.text
                )),
            );
            // Most kinds are pieces: what is said of this one is read as if it were.
            Name { text: self.word("piece"), span: name.span, quoted: false }
        });
        Some(Kind { name, base, closed, fleeting, copies, each_player, plural, see, members, span })
    }

    fn kind_member(&mut self, pair: Pair<'_>) -> Option<KindMember> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let member = match rule {
            Rule::profile
            | Rule::derive
            | Rule::asks
            | Rule::does
            | Rule::statline
            | Rule::leaves
            | Rule::forms => {
                return self.in_clause(&pair.clone(), |walk| {
                    let mut cursor = walk.cursor(pair);
                    let member = match rule {
                        Rule::profile => KindMember::Profile(walk.profile(&mut cursor, span)),
                        Rule::derive => KindMember::Derive(walk.derive(&mut cursor, span)?),
                        Rule::asks => KindMember::Asks(walk.asks(&mut cursor, span)?),
                        Rule::does => KindMember::Does(walk.does(&mut cursor, span)?),
                        Rule::statline => KindMember::Statline(walk.statline(&mut cursor, span)?),
                        Rule::leaves => {
                            let by = cursor.next_if(Rule::only_by);
                            KindMember::Leaves(by.map_or_else(Vec::new, |by| walk.inner_names(by)))
                        }
                        _ => KindMember::Forms(span),
                    };
                    if let Some(junk) = cursor.next() {
                        walk.junk(&junk, "");
                    }
                    Some(member)
                });
            }
            Rule::state => KindMember::State(Box::new(self.state(pair))),
            _ if self.is_field_of_a_kind(&pair) => {
                let words = self.written(&pair);
                let name = words.split(':').next().unwrap_or("").trim_end();
                let word = self.bytes(self.start(&pair), self.start(&pair) + name.len());
                let message = format!("`{name}` does not say what sort of field it is");
                let found =
                    Diagnostic::new(codes::BAD_CLAUSE, message, word).label("a field of a kind");
                let help = format!(
                    "what is printed reads `profile {name}: TYPE`, what changes in play `state {name}: TYPE = ..`"
                );
                let before = word.before();
                self.in_clause(&pair, |walk| {
                    walk.report_recognized(found.fix(help, before, "profile "));
                });
                return None;
            }
            _ => KindMember::Member(self.member(pair)?),
        };
        Some(member)
    }

    /// `letter: int 1..4` of a kind.
    fn is_field_of_a_kind(&self, pair: &Pair<'_>) -> bool {
        let words = self.written(pair);
        let Some((name, ty)) = words.split_once(':') else { return false };
        let plain = |c: char| c.is_alphanumeric() || c == '_';
        let first = ty.trim_start().split(|c| !plain(c)).next().unwrap_or("");
        let of_types = ["int", "bool", "text", "length", "angle", "rational", "list", "set"];
        pair.as_rule() == Rule::generic
            && name.trim_end().chars().all(plain)
            && of_types.contains(&first)
    }

    pub(super) fn names(&mut self, cursor: &mut Cursor<'_>) -> Vec<Name> {
        cursor.next_if(Rule::names).map_or_else(Vec::new, |pair| self.inner_names(pair))
    }

    fn profile(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Profile {
        let names = self.names(cursor);
        let ty = self.next_type(cursor, span, "a profile");
        let (mut default, mut column, mut favours, mut rounded) = (None, None, None, None);
        let mut see = See::new();
        while let Some(rule) = cursor.peek() {
            if rule == Rule::junk {
                break;
            }
            let Some(pair) = cursor.next() else { break };
            match rule {
                Rule::default => default = Some(self.inner(pair)),
                Rule::column => column = Some(self.inner_name(pair)),
                Rule::favours => favours = Some(self.favours(pair)),
                Rule::rounded => rounded = self.rounded(pair),
                _ => self.see(&mut see, pair),
            }
        }
        Profile { names, ty, default, column, favours, rounded, see, span }
    }

    /// `state NAME: TYPE = E ..`
    pub(super) fn state(&mut self, pair: Pair<'_>) -> State {
        self.in_clause(&pair.clone(), |walk| {
            let span = walk.span(&pair);
            let mut cursor = walk.cursor(pair);
            let names = walk.names(&mut cursor);
            let ty = walk.next_type(&mut cursor, span, "a state");
            let mut state = State {
                names,
                ty,
                default: None,
                until: None,
                only_by: Vec::new(),
                seen_by: None,
                seen_until: None,
                inverse: None,
                see: See::new(),
                span,
            };
            for child in cursor {
                walk.state_part(&mut state, child);
            }
            state
        })
    }

    fn state_part(&mut self, state: &mut State, pair: Pair<'_>) {
        match pair.as_rule() {
            Rule::default => state.default = Some(self.inner(pair)),
            Rule::until => state.until = Some(self.inner_moment(pair)),
            Rule::only_by => state.only_by = self.inner_names(pair),
            Rule::seen_by => {
                let mut inner = self.cursor(pair);
                state.seen_by = self.next_name(&mut inner);
                state.seen_until = inner.next().map(|moment| self.moment(moment));
            }
            Rule::inverse => {
                let mut names = self.inner_names(pair).into_iter();
                state.inverse = names.next().zip(names.next());
            }
            Rule::see => self.see(&mut state.see, pair),
            _ => self.junk(
                &pair,
                "a state goes on with `= E`, `until M`, `only by P`, `seen by W`, `inverse K.f`",
            ),
        }
    }

    fn derive(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Derive> {
        let name = self.names(cursor).into_iter().next();
        let ty = self.next_type(cursor, span, "a derived value");
        let value = self.needed_default(cursor, span, "a derived value");
        let mut see = See::new();
        while let Some(pair) = cursor.next_if(Rule::see) {
            self.see(&mut see, pair);
        }
        Some(Derive { name: name?, ty, value, see, span })
    }

    fn asks(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Asks> {
        let name = self.next_name(cursor)?;
        let params = self.params(cursor);
        let ty = self.next_type(cursor, span, "what a kind asks");
        let default = self.default(cursor);
        Some(Asks { name, params, ty, default, span })
    }

    fn does(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Does> {
        let name = self.next_name(cursor)?;
        Some(Does { name, params: self.params(cursor), span })
    }

    fn statline(&mut self, cursor: &mut Cursor<'_>, span: Span) -> Option<Statline> {
        let name = self.next_name(cursor)?;
        match cursor.next_if(Rule::string) {
            Some(text) => Some(Statline { name, text: self.template(&text), span }),
            None => {
                self.missing(
                    span,
                    "a statline says in quotes how its column looks",
                    "no text is given",
                );
                None
            }
        }
    }

    pub(super) fn favours(&mut self, pair: Pair<'_>) -> Favours {
        let span = self.span(&pair);
        let mut cursor = self.cursor(pair);
        let less = cursor.next_if(Rule::less).map(|less| self.span(&less));
        let name = self.next_name(&mut cursor);
        let name = name.unwrap_or(Name { text: "".into(), span, quoted: false });
        if &*name.text != "nobody" {
            return Favours::Role { name, less: less.is_some() };
        }
        if let Some(less) = less {
            let message =
                "what favours nobody is neither better where there is more nor where there is less";
            self.missing(less, message, "take this out, or say for whom");
        }
        Favours::Nobody(name.span)
    }

    pub(super) fn rounded(&mut self, pair: Pair<'_>) -> Option<Rounding> {
        let name = self.inner_name(pair);
        match &*name.text {
            "up" => Some(Rounding::Up),
            "down" => Some(Rounding::Down),
            "nearest" => Some(Rounding::Nearest),
            _ => {
                let message = "a value is `rounded up`, `rounded down` or `rounded nearest`";
                self.missing(name.span, message, "not one of the three");
                None
            }
        }
    }
}
