//! Bare names in expressions: locals, `it` and `self`, members of the closed kind that the context wants, sets of kinds,
//! rulings, and what is said when a name is none of them.

use super::super::checker::{Checker, bare, error};
use super::super::scope::Scope;
use super::super::vocabulary::{Attribute, Callable};
use super::super::wording;
use super::cell;
use crate::typed::{Expr, ExprKind, Type};
use warwright_grammar::{Diagnostic, Span, codes, slips, tree};
use warwright_ir as ir;

/// So many fields and relations are told.
const MOST_TOLD: usize = 8;

impl Checker<'_> {
    /// A bare name.
    pub(super) fn name(
        &mut self,
        scope: &mut Scope,
        name: &tree::Name,
        hint: Option<&Type>,
    ) -> Expr {
        let span = name.span;
        if !name.quoted
            && &*name.text == "it"
            && let Some(local) = scope.it()
        {
            return self.local_expr(scope, local, span);
        }
        if let Some(local) = scope.peek(&name.text) {
            // A member of the kind that is wanted counts where a local of another type has its name.
            let ty = scope.ty(local);
            let member = match hint.map(bare) {
                Some(Type::Member(kind)) if bare(&ty) != &Type::Member(*kind) => {
                    self.vocabulary.member(*kind, &name.text)
                }
                _ => None,
            };
            if member.is_none() {
                scope.find(&name.text);
                return self.local_expr(scope, local, span);
            }
        }
        match hint.map(bare) {
            Some(Type::Member(kind)) => {
                if let Some(position) = self.vocabulary.member(*kind, &name.text) {
                    return cell(position, Type::Member(*kind), span);
                }
            }
            Some(Type::Face(die)) => {
                if let Some(position) = self.face_position(*die, &name.text) {
                    return cell(position, Type::Face(*die), span);
                }
            }
            _ => {}
        }
        if let Some(found) = self.implicit_field(scope, name) {
            return found;
        }
        // What a name means beside something broken is known once that is mended.
        let open = hint == Some(&Type::Error);
        let of_many = |kinds: &Vec<ir::KindId>| kinds.len() > 1;
        if open && self.vocabulary.members.get(&*name.text).is_some_and(of_many) {
            return error(span);
        }
        if let Some(found) = self.of_another_kind(name, hint).or_else(|| self.free_name(name, hint))
        {
            return found;
        }
        if open {
            return error(span);
        }
        self.unknown_value(scope, name, hint)
    }

    /// A member of several kinds, none of which is wanted: that of the first, so that it is said to be of the wrong kind and
    /// not asked which of them is meant.
    fn of_another_kind(&mut self, name: &tree::Name, hint: Option<&Type>) -> Option<Expr> {
        let Some(Type::Member(_)) = hint.map(bare) else { return None };
        let kind = match self.vocabulary.members.get(&*name.text)?.as_slice() {
            [first, _, ..] => *first,
            _ => return None,
        };
        let position = self.vocabulary.member(kind, &name.text)?;
        Some(cell(position, Type::Member(kind), name.span))
    }

    /// A field of the thing whose `derive` or `state` this is, named bare.
    fn implicit_field(&mut self, scope: &mut Scope, name: &tree::Name) -> Option<Expr> {
        let local = scope.implicit?;
        let (Type::Entity(kind) | Type::Member(kind)) = scope.ty(local) else { return None };
        if self.sign_of_cell(kind, name).is_none() {
            self.vocabulary.attribute(kind, &name.text)?;
        }
        let of = self.local_expr(scope, local, name.span);
        Some(self.attribute_of(scope, of, kind, name, name.span))
    }

    /// A name that means something without any local: a set of a kind, the battle, a ruling, a define without parameters, a
    /// member whose name only one kind has.
    pub(super) fn free_name(&mut self, name: &tree::Name, hint: Option<&Type>) -> Option<Expr> {
        let span = name.span;
        let text = &*name.text;
        if !name.quoted {
            if let Some(kind) = self.vocabulary.plurals.get(text).copied() {
                return Some(self.all_of(kind, span));
            }
            if text == "battle"
                && let Some(battle) = self.facts.battle
            {
                return Some(Expr { kind: ExprKind::Only(battle), ty: Type::Entity(battle), span });
            }
        }
        if let Some((kind, entity)) = self.facts.placed.get(text).copied() {
            return Some(cell(entity, Type::Entity(kind), span));
        }
        if let Some(found) = self.space_name(name) {
            return Some(found);
        }
        if let Some(position) = self.vocabulary.rulings.get(text).copied() {
            let ty =
                self.typed.rulings.get(position as usize).map_or(Type::Error, |r| r.ty.clone());
            return Some(Expr { kind: ExprKind::Ruling(position), ty, span });
        }
        if !self.vocabulary.members.contains_key(text)
            && let Some(cell) = self.cell_by_name(name)
        {
            return Some(cell);
        }
        match self.vocabulary.members.get(text).map(Vec::as_slice) {
            Some([kind]) => {
                let kind = *kind;
                let position = self.vocabulary.member(kind, text)?;
                Some(cell(position, Type::Member(kind), span))
            }
            Some(kinds) if !kinds.is_empty() => {
                let kinds: Vec<String> =
                    kinds.iter().map(|kind| self.kind_name(*kind).to_owned()).collect();
                let list = wording::listed(kinds.iter().map(String::as_str));
                let ways = self.fields_of(
                    hint,
                    &self.vocabulary.members.get(text).cloned().unwrap_or_default(),
                );
                self.report(
                    Diagnostic::new(
                        codes::AMBIGUOUS_NAME,
                        format!("`{text}` may be one of {list}"),
                        span,
                    )
                    .label("which is meant?")
                    .help(match ways.is_empty() {
                        true => String::from("compare it with something of that kind, or give it a type by a `let` or parameter"),
                        false => format!("what can be it is a field of the thing: {}", wording::listed(ways.iter().map(String::as_str))),
                    }),
                );
                Some(error(span))
            }
            _ => None,
        }
    }

    /// The fields of what is wanted that are of one of some kinds.
    fn fields_of(&self, wanted: Option<&Type>, kinds: &[ir::KindId]) -> Vec<String> {
        let Some(Type::Entity(of)) = wanted.map(bare) else { return Vec::new() };
        let is_of = |name: &String| {
            let ty = self.attribute_type(*of, name);
            ty.is_some_and(|ty| matches!(bare(&ty), Type::Member(kind) if kinds.contains(kind)))
        };
        let names = self.attribute_names(*of);
        names.iter().filter(|name| is_of(name)).map(|name| format!("`x.{name}`")).collect()
    }

    /// All entities, or all members, of a kind.
    pub(in crate::types) fn all_of(&self, kind: ir::KindId, span: Span) -> Expr {
        let closed = self.typed.kinds.get(kind).is_some_and(|def| def.closed);
        if closed {
            let ty = Type::List(Box::new(Type::Member(kind)));
            Expr { kind: ExprKind::Members(kind), ty, span }
        } else {
            let ty = Type::Set(Box::new(Type::Entity(kind)));
            Expr { kind: ExprKind::All(kind), ty, span }
        }
    }

    /// The member of a closed kind, or a diagnostic.
    pub(in crate::types) fn member(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        if let Some(position) = self.vocabulary.member(kind, &name.text) {
            return cell(position, Type::Member(kind), name.span);
        }
        self.no_such_member(kind, name)
    }

    fn no_such_member(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        let known: Vec<String> = self
            .vocabulary
            .kind(kind)
            .map(|names| names.entries.keys().map(ToString::to_string).collect())
            .unwrap_or_default();
        let what = self.kind_name(kind).to_owned();
        self.unknown_among(name, &what, &known);
        error(name.span)
    }

    /// The face of a die, or a diagnostic.
    pub(super) fn face(&mut self, die: ir::DieId, name: &tree::Name) -> Expr {
        if let Some(position) = self.face_position(die, &name.text) {
            return cell(position, Type::Face(die), name.span);
        }
        let what = self.type_name(&Type::Face(die));
        let known: Vec<String> = self
            .typed
            .dice
            .get(die)
            .map(|die| die.faces.iter().map(|(name, _, _)| name.clone()).collect())
            .unwrap_or_default();
        self.unknown_among(name, &what, &known);
        error(name.span)
    }

    /// The position of a face of that name.
    pub(in crate::types) fn face_position(&self, die: ir::DieId, name: &str) -> Option<i64> {
        let faces = &self.typed.dice.get(die)?.faces;
        i64::try_from(faces.iter().position(|(face, _, _)| face == name)?).ok()
    }

    /// Whether things of a kind are there once for each entry, so that a name means one.
    pub(super) fn is_single(&self, kind: ir::KindId) -> bool {
        self.typed
            .kinds
            .get(kind)
            .is_some_and(|def| !def.closed && !def.fleeting && def.base == ir::KindBase::Thing)
    }

    /// The one entity of an entry of such a kind.
    pub(super) fn only_entity(&mut self, kind: ir::KindId, name: &tree::Name) -> Expr {
        if self.find_entry(kind, name).is_none() {
            return error(name.span);
        }
        self.broken(
            codes::NOT_A_VALUE,
            format!("\"{}\" is an entry; ask `x is \"{}\"` of a thing", name.text, name.text),
            name.span,
        )
    }

    /// Says what is wrong with a name that is no value.
    pub(super) fn unknown_value(
        &mut self,
        scope: &Scope,
        name: &tree::Name,
        hint: Option<&Type>,
    ) -> Expr {
        if let Some(found) = scope.find_elsewhere(&name.text) {
            let diagnostic = Diagnostic::new(
                codes::UNKNOWN_NAME,
                format!("`{}` is known to the requirements alone", name.text),
                name.span,
            )
            .label("not known here")
            .also(found.span, "bound here, for the requirements after it")
            .help(format!("what is done finds it again: `{}`", found.again));
            return self.reported(diagnostic, name.span);
        }
        if scope.before_play && !name.quoted && &*name.text == "self" {
            let diagnostic = Diagnostic::new(
                codes::NOT_CONSTANT,
                "this value must be known before play",
                name.span,
            )
            .label("is there in play alone")
            .help("what follows from other fields is derived: `derive NAME: TYPE = self.FIELD`");
            return self.reported(diagnostic, name.span);
        }
        if let Some(Type::Member(kind)) = hint.map(bare) {
            let kind = *kind;
            return match self.reachable_as_field(scope, name) {
                Some(diagnostic) => self.reported(diagnostic, name.span),
                None => self.no_such_member(kind, name),
            };
        }
        if let Some(diagnostic) = self.reachable_as_field(scope, name) {
            return self.reported(diagnostic, name.span);
        }
        if let Some(diagnostic) = self.wants_arguments(name) {
            return self.reported(diagnostic, name.span);
        }
        let round = self.vocabulary.procedures.get(&*name.text);
        if round.is_some_and(|round| self.facts.rounds.first() == Some(round)) {
            let diagnostic = Diagnostic::new(
                codes::WRONG_SORT,
                format!("`{}` is a stretch of play, and a value is wanted here", name.text),
                name.span,
            )
            .label("used here")
            .fix("its number is `battle.round`", name.span, "battle.round");
            return self.reported(diagnostic, name.span);
        }
        if &*name.text == "it" {
            let diagnostic = Diagnostic::new(codes::UNKNOWN_NAME, "`it` stands for nothing here", name.span)
                .label("no question without a name around it")
                .help("what a loop or question with a name goes through has that name: `for each u in units where u.x > 0`");
            return self.reported(diagnostic, name.span);
        }
        if let Some(diagnostic) = self.meant_by_value(name, hint) {
            return self.reported(diagnostic, name.span);
        }
        if let Some(diagnostic) = self.other_case_of_cell(name) {
            return self.reported(diagnostic, name.span);
        }
        let known = self.values_like(scope, hint);
        let nothing_near = wording::nearest(&name.text, known.iter().map(String::as_str)).is_none();
        if nothing_near && self.sort_of(&name.text).is_none() && self.is_new(&name.text) {
            let diagnostic = self.unlike_any(scope, name, hint, &known);
            return self.reported(diagnostic, name.span);
        }
        self.unknown_among(name, "value", &known);
        error(name.span)
    }

    /// A name like which nothing is called: what is known here, or what can be asked instead.
    fn unlike_any(
        &mut self,
        scope: &Scope,
        name: &tree::Name,
        hint: Option<&Type>,
        known: &[String],
    ) -> Diagnostic {
        let here: Vec<String> = match hint.map(bare) {
            Some(Type::Face(_)) => known.to_vec(),
            Some(wanted @ (Type::Entity(_) | Type::Member(_))) => self.at_hand(scope, wanted),
            _ => {
                let own = scope.implicit.map(|id| scope.ty(id));
                let own = match own {
                    Some(Type::Entity(kind) | Type::Member(kind)) => self.attribute_names(kind),
                    _ => Vec::new(),
                };
                let here = known.iter().filter(|it| scope.peek(it).is_some() || own.contains(it));
                here.cloned().collect()
            }
        };
        let message = format!("there is no value `{}`", name.text);
        let found = Diagnostic::new(codes::UNKNOWN_NAME, message, name.span);
        let found = found.label("not declared anywhere");
        let diagnostic = match here.is_empty() {
            true => found,
            false => found
                .help(format!("known here: {}", wording::listed(here.iter().map(String::as_str)))),
        };
        match hint.map(bare) {
            Some(Type::Entity(kind)) => self.asked_of_things(diagnostic, *kind),
            Some(wanted) if diagnostic.help.is_empty() => self.with_example(diagnostic, wanted),
            _ => diagnostic,
        }
    }

    /// What can be asked of a thing of a kind but which it is.
    fn asked_of_things(&self, found: Diagnostic, kind: ir::KindId) -> Diagnostic {
        let of_kind = |id: &ir::FunctionId| {
            let local = self.typed.functions.get(*id)?.locals.all.first()?;
            Some(local.ty == Type::Entity(kind))
        };
        let relations = self.vocabulary.relations.iter();
        let relations = relations.filter(|it| of_kind(it.1) == Some(true)).map(|it| &**it.0);
        let fields = self.attribute_names(kind);
        let fields: Vec<&str> = fields.iter().map(String::as_str).take(MOST_TOLD).collect();
        let relations: Vec<&str> = relations.take(MOST_TOLD).collect();
        let found = match fields.is_empty() {
            true => found,
            false => found
                .help(format!("a field of it is asked by `x.FIELD`: {}, ..", fields.join(", "))),
        };
        match relations.is_empty() {
            true => found,
            false => found.help(format!(
                "how it stands to another: `x RELATION y`, as {}",
                relations.join(", ")
            )),
        }
    }

    /// A name of another language, or of an entry where a thing is compared.
    fn meant_by_value(&self, name: &tree::Name, hint: Option<&Type>) -> Option<Diagnostic> {
        let found = |message: String| Diagnostic::new(codes::UNKNOWN_NAME, message, name.span);
        if let Some(Type::Entity(kind)) = hint.map(bare)
            && self.vocabulary.kind(*kind).is_some_and(|it| it.entries.contains_key(&*name.text))
        {
            let title = format!("\"{}\"", name.text);
            let message = format!("`{}` is an entry, and its name stands in quotes", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span).label("used here");
            return Some(found.fix(format!("write `{title}`"), name.span, title));
        }
        if self.vocabulary.dice.contains_key(&*name.text) {
            let message = format!("`{}` is a die, and a value is wanted here", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span).label("used here");
            return Some(found.help(format!(
                "in a step `let thrown = roll 1 of {}`, then `sum(thrown)` and the like",
                name.text
            )));
        }
        if matches!(hint.map(bare), Some(Type::Entity(_)))
            && self.vocabulary.abilities.contains_key(&*name.text)
        {
            let message = format!("`{}` is an ability or status, and no thing", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span).label("used here");
            return Some(
                found.help(format!("whether somebody has it reads `x has {}`", name.text)),
            );
        }
        if let Some(Type::Pool(die)) = hint.map(bare)
            && let Some(die) = self.typed.dice.get(*die)
            && die.faces.iter().any(|(face, ..)| *face == *name.text)
        {
            let message = format!("`{}` is a face, and dice are no single face", name.text);
            let found = Diagnostic::new(codes::WRONG_SORT, message, name.span).label("used here");
            return Some(found.help(format!(
                "how many dice show it reads `count(DICE where it is {})`",
                name.text
            )));
        }
        let here = slips::word_meant("a value", &name.text)?.instead?;
        self.sort_of(&name.text).is_none().then(|| {
            found(format!("there is no value `{}`", name.text)).label("not declared anywhere").fix(
                format!("write `{here}`"),
                name.span,
                here,
            )
        })
    }

    /// `e5` for the cell `E5`.
    fn other_case_of_cell(&self, name: &tree::Name) -> Option<Diagnostic> {
        let cell = name.text.to_uppercase();
        let known = !name.quoted && cell != *name.text && self.is_cell(&cell);
        known.then(|| {
            let message = format!("there is no value `{}`", name.text);
            Diagnostic::new(codes::UNKNOWN_NAME, message, name.span)
                .label("not declared anywhere")
                .fix(format!("the cell is `{cell}`"), name.span, cell)
        })
    }

    /// The names that could stand where a value of a type is wanted (none: any).
    fn values_like(&self, scope: &Scope, hint: Option<&Type>) -> Vec<String> {
        let wanted = hint.map(bare);
        let could = |ty: &Type| wanted.is_none_or(|wanted| super::fits(bare(ty), wanted));
        let mut known: Vec<String> = Vec::new();
        for local in scope.names() {
            if scope.peek(local).is_some_and(|id| could(&scope.ty(id)))
                && !known.iter().any(|it| it == local)
            {
                known.push(local.to_owned());
            }
        }
        if scope.it().is_some_and(|id| could(&scope.ty(id))) {
            known.push("it".to_owned());
        }
        if let Some(Type::Entity(kind) | Type::Member(kind)) = scope.implicit.map(|id| scope.ty(id))
        {
            known.extend(self.attribute_names(kind));
        }
        if let Some(Type::Face(die)) = wanted {
            let die = self.typed.dice.get(*die);
            known.extend(
                die.into_iter().flat_map(|die| die.faces.iter().map(|(it, ..)| it.clone())),
            );
        }
        let v = &self.vocabulary;
        if matches!(wanted, None | Some(Type::Set(_) | Type::List(_))) {
            known.extend(v.plurals.keys().map(ToString::to_string));
        }
        let plane = self.typed.zone.is_some() && self.facts.cell.is_none();
        if plane && matches!(wanted, None | Some(Type::Space(_))) {
            known.extend(super::space::names_of_the_board().map(str::to_owned));
        }
        for (ruling, at) in &v.rulings {
            if self.typed.rulings.get(*at as usize).is_some_and(|it| could(&it.ty)) {
                known.push(ruling.to_string());
            }
        }
        known
    }

    fn reported(&mut self, diagnostic: Diagnostic, span: Span) -> Expr {
        self.report(diagnostic);
        error(span)
    }

    /// `moved` where `attacker.moved` must be meant: a field of something visible.
    fn reachable_as_field(&self, scope: &Scope, name: &tree::Name) -> Option<Diagnostic> {
        let mut owners: Vec<&str> = Vec::new();
        for local in scope.names() {
            let Some(id) = scope.peek(local) else { continue };
            if let Type::Entity(kind) | Type::Member(kind) = bare(&scope.ty(id))
                && self.vocabulary.attribute(*kind, &name.text).is_some()
                && !owners.contains(&local)
            {
                owners.push(local);
            }
        }
        if let Some(candidate) = scope.it()
            && let Type::Entity(kind) | Type::Member(kind) = bare(&scope.ty(candidate))
            && self.vocabulary.attribute(*kind, &name.text).is_some()
        {
            owners.insert(0, "it");
        }
        let first = owners.first()?;
        let choices: Vec<String> =
            owners.iter().map(|owner| format!("`{owner}.{}`", name.text)).collect();
        let diagnostic = Diagnostic::new(
            codes::UNKNOWN_NAME,
            format!("say whose `{}` is meant", name.text),
            name.span,
        )
        .label("a field, and nothing before it says of what");
        Some(if owners.len() == 1 {
            diagnostic.fix(
                format!("write `{first}.{}`", name.text),
                name.span,
                format!("{first}.{}", name.text),
            )
        } else {
            diagnostic.help(format!("one of {}", choices.join(", ")))
        })
    }

    /// A quantity, define or table named without its arguments.
    fn wants_arguments(&self, name: &tree::Name) -> Option<Diagnostic> {
        let callable = self.vocabulary.callables.get(&*name.text)?;
        let (what, span, roles): (&str, Span, Vec<&str>) = match callable {
            Callable::Quantity(id) => {
                let def = self.typed.quantities.get(*id)?;
                ("quantity", def.span, params(&def.locals.all, def.params))
            }
            Callable::Function(id) => {
                let def = self.typed.functions.get(*id)?;
                ("define", def.span, params(&def.locals.all, def.params))
            }
            Callable::Table(id) => {
                let def = self.typed.tables.get(*id)?;
                ("table", def.span, def.axes.iter().map(|(name, _)| name.as_str()).collect())
            }
            Callable::Record(id) => {
                let def = self.typed.records.get(*id)?;
                ("record", def.span, def.fields.iter().map(|(name, _, _)| name.as_str()).collect())
            }
        };
        Some(
            Diagnostic::new(
                codes::MISSING_ARGUMENT,
                format!("{what} `{}` needs its arguments", name.text),
                name.span,
            )
            .label("of what?")
            .also(span, "declared here")
            .help(format!("write `{}({})`", name.text, roles.join(", "))),
        )
    }

    /// The attributes of a kind by name, for help.
    pub(super) fn attribute_names(&self, kind: ir::KindId) -> Vec<String> {
        self.vocabulary
            .kind(kind)
            .map(|names| {
                names
                    .attributes
                    .iter()
                    .filter(|(_, attribute)| !matches!(attribute, Attribute::Does(_)))
                    .map(|(name, _)| name.to_string())
                    .collect()
            })
            .unwrap_or_default()
    }
}

fn params(locals: &[crate::typed::Local], count: u16) -> Vec<&str> {
    locals.iter().take(count as usize).map(|local| local.name.as_str()).collect()
}
