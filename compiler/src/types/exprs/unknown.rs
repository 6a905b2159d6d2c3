//! What is said of a name in an expression that means nothing there: what was perhaps meant.

use super::super::checker::{Checker, bare, error};
use super::super::vocabulary::Callable;
use crate::typed::{Expr, Local, Type};
use crate::wording;
use warwright_grammar::{Diagnostic, Span, codes, near, slips, tree};
use warwright_ir as ir;

/// So many fields and relations are told.
const MOST_TOLD: usize = 8;

impl Checker<'_> {
    /// Says what is wrong with a name that is no value.
    pub(super) fn unknown_value(&mut self, name: &tree::Name, hint: Option<&Type>) -> Expr {
        match (self.meant_by_unknown(name, hint), hint.map(bare)) {
            (Some(found), _) => self.report(found),
            (None, Some(Type::Member(kind))) => return self.no_such_member(*kind, name),
            (None, _) => self.unknown_among(name, "value", &self.values_like(hint)),
        }
        error(name.span)
    }

    /// What a name that is no value may stand for.
    fn meant_by_unknown(&mut self, name: &tree::Name, hint: Option<&Type>) -> Option<Diagnostic> {
        if let Some(found) = self.scope.find_elsewhere(&name.text) {
            return Some(
                Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                    .says(format!("`{}` is known to the requirements alone", name.text))
                    .label("not known here")
                    .also(found.span, "bound here, for the requirements after it")
                    .help(format!("what is done finds it again: `{}`", found.again)),
            );
        }
        if self.scope.before_play && !name.quoted && &*name.text == "self" {
            return Some(
                Diagnostic::at(codes::NOT_CONSTANT, name.span)
                    .says("this value must be known before play")
                    .label("is there in play alone")
                    .help("what follows from other fields is derived: `derive NAME: TYPE = self.FIELD`"),
            );
        }
        if let Some(Type::Member(_)) = hint.map(bare) {
            return self.reachable_as_field(name);
        }
        let asked = self.scope.it().is_some_and(|it| {
            hint.is_some_and(|hint| super::fits(bare(&self.scope.ty(it)), bare(hint)))
        });
        if asked && self.scope.ended(&name.text).is_some() {
            let known = self.values_like(hint);
            return Some(self.unlike_any(name, hint, &known));
        }
        let known = self.ended(name).or_else(|| self.of_that_kind(name));
        let known = known.or_else(|| self.of_the_procedure(name));
        let known = known.or_else(|| self.reachable_as_field(name));
        if let Some(known) = known.or_else(|| self.wants_arguments(name)) {
            return Some(known);
        }
        let round = self.vocabulary.procedures.get(&*name.text);
        if round.is_some_and(|round| self.facts.rounds.first() == Some(round)) {
            return Some(
                Diagnostic::at(codes::WRONG_SORT, name.span)
                    .says(format!(
                        "`{}` is a stretch of play, and a value is wanted here",
                        name.text
                    ))
                    .label("used here")
                    .fix("its number is `battle.round`", name.span, "battle.round"),
            );
        }
        if &*name.text == "it" {
            return Some(
                Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                    .says("`it` stands for nothing here")
                    .label("no question without a name around it")
                    .help("what a loop or question with a name goes through has that name: `for each u in units where u.x > 0`"),
            );
        }
        let meant = self.meant_by_value(name, hint).or_else(|| self.other_case_of_cell(name));
        meant.or_else(|| {
            let known = self.values_like(hint);
            let near = wording::suggest(&name.text, &known).is_some();
            let strange = self.sort_of(&name.text).is_none() && self.is_new(&name.text);
            (!near && strange).then(|| self.unlike_any(name, hint, &known))
        })
    }

    /// A name like which nothing is called: what is known here, or what can be asked instead.
    fn unlike_any(
        &mut self,
        name: &tree::Name,
        hint: Option<&Type>,
        known: &[String],
    ) -> Diagnostic {
        let here: Vec<String> = match hint.map(bare) {
            Some(Type::Face(_)) => known.to_vec(),
            Some(wanted @ (Type::Entity(_) | Type::Member(_))) => self.at_hand(wanted),
            _ => {
                let own = self.scope.implicit.map(|id| self.scope.ty(id));
                let own = match own {
                    Some(Type::Entity(kind) | Type::Member(kind)) => self.attribute_names(kind),
                    _ => Vec::new(),
                };
                let here =
                    known.iter().filter(|it| self.scope.peek(it).is_some() || own.contains(it));
                here.cloned().collect()
            }
        };
        let found = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
            .says(format!("there is no value `{}`", name.text))
            .label("not declared anywhere");
        if let Some(diagnostic) = self.known_by_another(name, hint, &found) {
            return diagnostic;
        }
        if matches!(hint, Some(Type::Optional(_))) && self.is_compared(name.span) {
            let text =
                format!("what is there, if anything, gets a name by `is some {}`", name.text);
            return found.fix(text, name.span.before(), "some ");
        }
        let near = near::sharing_a_word(&name.text, known.iter().map(String::as_str));
        let listed =
            matches!(hint.map(bare), Some(Type::Face(_) | Type::Entity(_) | Type::Member(_)));
        if !near.is_empty() && !listed {
            let is = if near.len() == 1 { "is" } else { "are" };
            return found.help(format!("there {is}: {}", wording::listed(near)));
        }
        let diagnostic = match here.is_empty() {
            true => found,
            false => found.help(format!("known here: {}", wording::listed(&here))),
        };
        match hint.map(bare) {
            Some(Type::Entity(kind)) => self.asked_of_things(diagnostic, *kind),
            Some(wanted) if diagnostic.help.is_empty() => self.with_example(diagnostic, wanted),
            _ => diagnostic,
        }
    }

    /// Whether `is` stands before a word.
    fn is_compared(&self, span: Span) -> bool {
        self.before(span).1.trim_end().ends_with(" is")
    }

    /// A variable that the procedure on which this hangs keeps to itself.
    fn of_the_procedure(&self, name: &tree::Name) -> Option<Diagnostic> {
        let def = self.typed.procedures.get(self.scope.hangs_on?)?;
        let tree = self.input.content.index.procedures.get(def.name.as_str())?;
        let var = tree.node.body.stmts.iter().find_map(|stmt| match &stmt.kind {
            tree::StmtKind::Var(var) if var.name.text == name.text && !var.open => Some(var),
            _ => None,
        })?;
        Some(
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("`{}` is known to `{}` alone", name.text, def.name))
                .label("a variable that is not open to what hangs there")
                .also(var.name.span, "made here, without `open`")
                .help("ask what is changed by it, or hang on what is called with it; in rules of your own write `open var`"),
        )
    }

    /// A name that is known to the braces in which it is made alone.
    fn ended(&self, name: &tree::Name) -> Option<Diagnostic> {
        let (local, bound) = self.scope.ended(&name.text)?;
        let found = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
            .says(format!("`{}` is known in the braces alone in which it is made", name.text))
            .label("not known here")
            .also(local.span, "made here, for what follows it in the same braces");
        // Advice on a choice speaks of the answer.
        if let Some(it) = self.scope.it().filter(|_| !bound)
            && super::fits(bare(&self.scope.ty(it)), bare(&local.ty))
        {
            return Some(found.fix("what is asked about is `it` here", name.span, "it"));
        }
        let first = match bare(&local.ty) {
            Type::Bool => "false",
            Type::Int { .. } | Type::Ratio => "0",
            Type::Length => "0\"",
            _ => "..",
        };
        Some(match bound {
            true => found.help(format!("ask for it here too: `.. is some {}`", name.text)),
            false => found.help(format!(
                "what is needed later is made before the braces, `var {0}: TYPE = {first}`, and set in them, `{0} = ..`",
                name.text
            )),
        })
    }

    /// `hex` for a thing of that kind, which has another name here.
    fn of_that_kind(&self, name: &tree::Name) -> Option<Diagnostic> {
        let kind = *self.vocabulary.kinds.get(&*name.text)?;
        let of_kind = |local: &&str| {
            let ty = self.scope.peek(local).map(|id| self.scope.ty(id));
            ty.is_some_and(
                |ty| matches!(bare(&ty), Type::Entity(of) | Type::Member(of) if *of == kind),
            )
        };
        let mut here: Vec<&str> = self.scope.names().filter(of_kind).collect();
        here.dedup();
        let first = *here.first()?;
        let found = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
            .says(format!("`{}` is a kind, and one of it is meant here", name.text))
            .label("names all of its kind");
        Some(match here.len() {
            1 => found.fix(format!("it is called `{first}` here"), name.span, first),
            _ => found.help(format!("known here: {}", wording::listed(&here))),
        })
    }

    /// What is known here under another name: what is asked for by `where`, what is there by then, a side of the battle, a figure
    /// that each bearer might have.
    fn known_by_another(
        &self,
        name: &tree::Name,
        hint: Option<&Type>,
        found: &Diagnostic,
    ) -> Option<Diagnostic> {
        let fits = |ty: &Type| hint.is_none_or(|hint| super::fits(bare(ty), bare(hint)));
        let short = name.text.len() <= 2;
        let listed = matches!(hint.map(bare), Some(Type::Face(_) | Type::Member(_)));
        let it =
            self.scope.it().filter(|it| hint.is_some() && !listed && fits(&self.scope.ty(*it)));
        if let Some(it) = it {
            let asked = self.type_name(&self.scope.ty(it));
            let help = format!("the {asked} of which it is asked is `it`");
            return Some(found.clone().fix(help, name.span, "it"));
        }
        let there = self
            .scope
            .known_there()
            .filter(|it| matches!(&it.ty, Type::Optional(inner) if fits(inner)));
        let mut there = there;
        if let Some(there) = there.next().filter(|_| short) {
            let source = self.source_of(there.span);
            return Some(found.clone().fix(
                format!("`{source} is some {0}` in place of `is not none` makes it known as `{0}`; here it is `{source}`", name.text),
                name.span,
                source.clone(),
            ));
        }
        let scenarios = self.input.content.index.scenarios.values();
        let mut sides = scenarios.flat_map(|it| &it.items).filter_map(
            |item| as_variant!(item, tree::ScenarioItem::Side(side) => &side.name.text),
        );
        if sides.any(|side| *side == name.text) {
            let help = format!(
                "the player of a side is found by its name: `first(players where it.name is \"{}\") is some p`",
                name.text
            );
            return Some(found.clone().help(help));
        }
        let ability = self.typed.abilities.get(self.scope.ability?)?;
        let figure = matches!(hint.map(bare), None | Some(Type::Int { .. } | Type::Ratio));
        // Where it has one figure of its own, another letter is a slip.
        if let ([(own, ..)], true) = (ability.params.as_slice(), short && figure) {
            let help = format!("did you mean `{own}`?");
            return Some(found.clone().fix(help, name.span, own.clone()));
        }
        (short && figure).then(|| {
            found.clone().help(format!(
                "a figure that each bearer has of its own is a parameter: `{} {}({}: int 1..6) for ..`",
                if ability.is_status { "status" } else { "ability" },
                super::super::lookup::spelled(&ability.name, false),
                name.text
            ))
        })
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
        let used = |message: String| {
            Diagnostic::new(codes::WRONG_SORT, message, name.span).label("used here")
        };
        if let Some(Type::Entity(kind)) = hint.map(bare)
            && self.vocabulary.kind(*kind).is_some_and(|it| it.entries.contains_key(&*name.text))
        {
            let title = format!("\"{}\"", name.text);
            let found = used(format!("`{}` is an entry, and its name stands in quotes", name.text));
            return Some(found.fix(format!("write `{title}`"), name.span, title));
        }
        if self.vocabulary.dice.contains_key(&*name.text) {
            let found = used(format!("`{}` is a die, and a value is wanted here", name.text));
            return Some(found.help(format!(
                "in a step `let thrown = roll 1 of {}`, then `sum(thrown)` and the like",
                name.text
            )));
        }
        if matches!(hint.map(bare), Some(Type::Entity(_)))
            && self.vocabulary.abilities.contains_key(&*name.text)
        {
            let found = used(format!("`{}` is an ability or status, and no thing", name.text));
            return Some(
                found.help(format!("whether somebody has it reads `x has {}`", name.text)),
            );
        }
        if let Some(Type::Pool(die)) = hint.map(bare)
            && let Some(die) = self.typed.dice.get(*die)
            && die.faces.iter().any(|(face, ..)| *face == *name.text)
        {
            let found = used(format!("`{}` is a face, and dice are no single face", name.text));
            return Some(found.help(format!(
                "how many dice show it reads `count(DICE where it is {})`",
                name.text
            )));
        }
        let here = slips::word_meant("a value", &name.text)?.instead?;
        let message = match ["true", "false"].contains(&&*here) {
            true => String::from("what is so or not is written `true` and `false`"),
            false => format!("there is no value `{}`", name.text),
        };
        self.sort_of(&name.text).is_none().then(|| {
            Diagnostic::new(codes::UNKNOWN_NAME, message, name.span)
                .label("not declared anywhere")
                .fix(format!("write `{here}`"), name.span, here)
        })
    }

    /// `e5` for the cell `E5`.
    fn other_case_of_cell(&self, name: &tree::Name) -> Option<Diagnostic> {
        let cell = name.text.to_uppercase();
        let known = !name.quoted && cell != *name.text && self.is_cell(&cell);
        known.then(|| {
            Diagnostic::at(codes::UNKNOWN_NAME, name.span)
                .says(format!("there is no value `{}`", name.text))
                .label("not declared anywhere")
                .fix(format!("the cell is `{cell}`"), name.span, cell)
        })
    }

    /// The names that could stand where a value of a type is wanted (none: any).
    fn values_like(&self, hint: Option<&Type>) -> Vec<String> {
        let wanted = hint.map(bare);
        let could = |ty: &Type| wanted.is_none_or(|wanted| super::fits(bare(ty), wanted));
        let mut known: Vec<String> = Vec::new();
        for local in self.scope.names() {
            if self.scope.peek(local).is_some_and(|id| could(&self.scope.ty(id)))
                && !known.iter().any(|it| it == local)
            {
                known.push(local.to_owned());
            }
        }
        if self.scope.it().is_some_and(|id| could(&self.scope.ty(id))) {
            known.push("it".to_owned());
        }
        if let Some(Type::Entity(kind) | Type::Member(kind)) =
            self.scope.implicit.map(|id| self.scope.ty(id))
        {
            known.extend(self.attribute_names(kind));
        }
        if wanted == Some(&Type::Bool) {
            known.extend(["true", "false"].map(str::to_owned));
        }
        if let Some(Type::Face(die)) = wanted {
            let die = self.typed.dice.get(*die);
            known.extend(
                die.into_iter().flat_map(|die| die.faces.iter().map(|(it, ..)| it.clone())),
            );
        }
        if self.facts.battle.is_some() && wanted.is_none() {
            known.push("battle".to_owned());
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

    /// `moved` where `attacker.moved` must be meant: a field of something visible.
    pub(crate) fn reachable_as_field(&self, name: &tree::Name) -> Option<Diagnostic> {
        let mut owners: Vec<&str> = Vec::new();
        for local in self.scope.names() {
            let Some(id) = self.scope.peek(local) else { continue };
            if let Type::Entity(kind) | Type::Member(kind) = bare(&self.scope.ty(id))
                && self.vocabulary.attribute(*kind, &name.text).is_some()
                && !owners.contains(&local)
            {
                owners.push(local);
            }
        }
        if let Some(candidate) = self.scope.it()
            && let Type::Entity(kind) | Type::Member(kind) = bare(&self.scope.ty(candidate))
            && self.vocabulary.attribute(*kind, &name.text).is_some()
        {
            owners.insert(0, "it");
        }
        let of_battle = |kind| self.vocabulary.attribute(kind, &name.text).is_some();
        if owners.is_empty() && self.facts.battle.is_some_and(of_battle) {
            owners.push("battle");
        }
        let first = owners.first()?;
        let choices: Vec<String> =
            owners.iter().map(|owner| format!("`{owner}.{}`", name.text)).collect();
        let diagnostic = Diagnostic::at(codes::UNKNOWN_NAME, name.span)
            .says(format!("say whose `{}` is meant", name.text))
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
            Diagnostic::at(codes::MISSING_ARGUMENT, name.span)
                .says(format!("{what} `{}` needs its arguments", name.text))
                .label("of what?")
                .also(span, "declared here")
                .help(format!("write `{}({})`", name.text, roles.join(", "))),
        )
    }
}

fn params(locals: &[Local], count: u16) -> Vec<&str> {
    locals.iter().take(count as usize).map(|local| local.name.as_str()).collect()
}
