//! `modify`: verbs with their amounts, held against what they bend.

mod harm;

pub(crate) use harm::raises;

use super::super::bearer::{Bearer, Reached};
use super::super::checker::{Checker, INT, bare};
use super::super::exprs::{cell, is_numeric, to_ratio};
use super::tail::{LabelRule, TailParts};
use super::targets::Bent;
use crate::typed::{ClauseOwner, ClauseVerb, Expr, ExprKind, GroupDef, Type};
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

/// A modifier as written: in a clause, or in the row of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modifier<'t> {
    pub(super) group: Option<&'t tree::Name>,
    pub(super) verb: Option<&'t tree::Verb>,
    pub(super) amount: Option<&'t tree::Expr>,
    pub(super) up_to: Option<&'t tree::Expr>,
    pub(super) tail: TailParts<'t>,
    pub(super) span: Span,
}

impl<'a> Checker<'a> {
    /// A `modify` clause: one typed clause for each quantity that it bends.
    pub(super) fn modify(&mut self, bearer: &Bearer<'a>, modify: &tree::Modify) {
        let parts = Modifier {
            group: modify.group.as_ref(),
            verb: modify.change.as_ref().map(|change| &change.verb),
            amount: modify.change.as_ref().map(|change| &change.amount),
            up_to: modify.change.as_ref().and_then(|change| change.up_to.as_ref()),
            tail: TailParts::of(&modify.tail, modify.span),
            span: modify.span,
        };
        if parts.verb.is_none() && modify.tail.over.is_empty() {
            return Diagnostic::at(codes::CANNOT_BEND, modify.span)
                .says("this clause changes nothing")
                .help("say how: `by +1`, `times 1/2`, `set to 3`, `at least 1`, `rung -1`")
                .emit(self.sink);
        }
        for target in &modify.targets {
            self.modify_target(bearer, target, &modify.reach, &parts);
        }
    }

    /// One quantity bent by a clause or row.
    pub(super) fn modify_target(
        &mut self,
        bearer: &Bearer<'a>,
        target: &tree::Target,
        reach: &tree::Reach,
        parts: &Modifier<'_>,
    ) {
        let Some(bent) = self.bent(bearer, target, reach) else { return };
        let clause = format!("modify {}", target.path.dotted());
        let group = match parts.group {
            Some(group) => self.group_of(&bent, group),
            None => self.group_of_one(bearer, &bent, reach, parts),
        };
        let reached = self.reaches(bearer, &bent.reachable(), reach, &clause, parts.span);
        for reached in reached {
            self.modify_reached(bearer, &bent, (parts, group), reached);
        }
    }

    /// `strongest counts`: the clause is a group by itself, of which one bearer's counts.
    fn group_of_one(
        &mut self,
        bearer: &Bearer<'a>,
        bent: &Bent,
        reach: &tree::Reach,
        parts: &Modifier<'_>,
    ) -> Option<u16> {
        let tree::Reach::Role { strongest: true, .. } = reach else { return None };
        self.is_one_of_several(bearer, reach);
        let label = parts.tail.label.and_then(|label| label.text.plain()).unwrap_or("one");
        let def = self.typed.quantities.get_mut(bent.id)?;
        // No author can write such a name after `in`.
        let name = format!("\"{label}\"");
        def.groups.push(GroupDef { name, rule: ir::GroupRule::Keep(ir::Keep::Strongest) });
        u16::try_from(def.groups.len() - 1).ok()
    }

    /// Where a clause reaches its bearer alone, there is nothing among which one could be the strongest.
    fn is_one_of_several(&mut self, bearer: &Bearer<'a>, reach: &tree::Reach) {
        let tree::Reach::Role { role, relations, or_self: false, span, .. } = reach else { return };
        let stacks = |id| self.typed.abilities.get(id).is_none_or(|def| def.stacks);
        let alone = relations.is_empty() && bearer.without_self.is_none();
        if alone && !bearer.abilities.iter().any(|(_, id)| stacks(*id)) {
            Diagnostic::warning(codes::NO_EFFECT, *span)
                .says("`strongest counts` says nothing here: this reaches its bearer alone")
                .label("nobody else's is added to it")
                .help(format!(
                    "say whom it reaches, as `as {} beside self strongest counts`, or leave it out",
                    role.text
                ))
                .emit(self.sink);
        }
    }

    fn modify_reached(
        &mut self,
        bearer: &Bearer<'a>,
        bent: &Bent,
        (parts, group): (&Modifier<'_>, Option<u16>),
        mut reached: Reached,
    ) {
        self.scope = std::mem::take(&mut reached.scope);
        let tail = self.tail(bearer, &parts.tail, LabelRule::Needed);
        if let Some(words) = &tail.words {
            Diagnostic::at(codes::NOT_A_VALUE, words.span)
                .says("the label of a modifier has fixed words")
                .label("quotes data")
                .help("leave the braces out: the ledger shows the number beside the label")
                .emit(self.sink);
        }
        let does = self.verb_of(bent, parts).and_then(|(stage, verb)| {
            let (verb, amount, cap) = self.amount_of(bent, parts, verb)?;
            Some((stage, verb, amount, cap))
        });
        let Some((stage, verb, amount, cap)) = does else {
            self.finish();
            return;
        };
        if parts.amount.is_some() {
            self.idle_amount(bent, verb, &amount);
        }
        if tail.drawback {
            self.check_benefit(bent, (&reached.reach, verb, &amount), &tail.label, parts.span);
        } else {
            self.check_harm(bearer, bent, (&reached.reach, verb, &amount), &tail.label, parts.span);
        }
        let (owner, level) = (ClauseOwner::Quantity(bent.id), bearer.level);
        let does = ClauseVerb::Modify { stage, verb, amount, cap, group };
        self.add_clause(owner, level, reached, tail, does, parts.span);
    }

    fn group_of(&mut self, bent: &Bent, group: &tree::Name) -> Option<u16> {
        let def = self.typed.quantities.get(bent.id)?;
        if let Some(at) = def.groups.iter().position(|known| known.name == *group.text) {
            return u16::try_from(at).ok();
        }
        let known: Vec<String> = def.groups.iter().map(|group| group.name.clone()).collect();
        let what = format!("group of {}", bent.title);
        self.unknown_among(group, &what, &known);
        None
    }

    /// The stage and the verb; clauses that name no stage belong to the first.
    fn verb_of(&mut self, bent: &Bent, parts: &Modifier<'_>) -> Option<(u16, ir::Verb)> {
        Some(match parts.verb {
            None | Some(tree::Verb::By) => (0, ir::Verb::By),
            Some(tree::Verb::SetTo) => (0, ir::Verb::Set),
            Some(tree::Verb::Rung) => (0, ir::Verb::Rung),
            Some(tree::Verb::Times) => (0, ir::Verb::Times),
            Some(tree::Verb::AtLeast) => (0, ir::Verb::AtLeast),
            Some(tree::Verb::AtMost) => (0, ir::Verb::AtMost),
            Some(tree::Verb::Stage(stage)) => {
                let def = self.typed.quantities.get(bent.id)?;
                match def.stages.iter().position(|known| *known == *stage.text) {
                    Some(at) => (u16::try_from(at).ok()?, ir::Verb::By),
                    None => {
                        let known = def.stages.clone();
                        let what = format!("stage of {}", bent.title);
                        self.unknown_among(stage, &what, &known);
                        return None;
                    }
                }
            }
        })
    }

    fn amount_of(
        &mut self,
        bent: &Bent,
        parts: &Modifier<'_>,
        verb: ir::Verb,
    ) -> Option<(ir::Verb, Expr, Option<Expr>)> {
        let def = self.typed.quantities.get(bent.id)?;
        let (ty, scale, rounds) = (def.ty.clone(), def.scale, def.rounding.is_some());
        let printed = def.profile.is_some();
        if matches!(ty, Type::Error) {
            return None;
        }
        if verb != ir::Verb::Set && !is_numeric(&ty) {
            let kind = self.with_article(&ty);
            return Diagnostic::at(codes::CANNOT_BEND, parts.span)
                .says(format!("{} is {kind}: it can only be `set to` another", bent.title))
                .also(bent.span, "declared here")
                .refuse(self.sink);
        }
        let Some(written) = parts.amount else {
            // A clause that only goes over others adds nothing.
            let amount = match bare(&ty) {
                Type::Ratio => to_ratio(cell(0, INT, parts.span)),
                other => cell(0, other.unranged(), parts.span),
            };
            return Some((ir::Verb::By, amount, None));
        };
        let amount = match verb {
            ir::Verb::Rung => {
                if scale.is_none() {
                    self.no_ladder(bent, written.span);
                    return None;
                }
                self.expr(written, Some(&INT))
            }
            ir::Verb::Times => self.factor(bent, written, rounds)?,
            ir::Verb::Set | ir::Verb::AtLeast | ir::Verb::AtMost => {
                self.on_steps(scale, |this| this.plain_amount(written, &ty, verb, rounds))
            }
            _ => {
                let found = self.infer(written, Some(bare(&ty).unranged()).as_ref());
                if scale.is_some() && is_bare_number(&found, &ty) {
                    self.steps_meant(written);
                    return None;
                }
                self.amount_as(found, &ty, verb, rounds)
            }
        };
        if matches!(amount.ty, Type::Error) {
            return None;
        }
        if let (ir::Verb::Set, Some(scale)) = (verb, scale) {
            self.check_on_scale(&amount, scale);
        }
        // What a quantity works out may lie between the steps; what is printed does not.
        if let (Some(scale), true) = (scale, printed) {
            self.check_steps_on(scale, verb, &amount);
        }
        let cap = parts.up_to.map(|cap| self.plain_amount(cap, &ty, verb, rounds));
        let verb = if cap.is_some() { ir::Verb::ByUpTo } else { verb };
        Some((verb, amount, cap))
    }

    fn no_ladder(&mut self, bent: &Bent, span: Span) {
        Diagnostic::at(codes::NO_LADDER, span)
            .says(format!("{} has no ladder to step along", bent.title))
            .label("`rung` steps along a scale")
            .also(bent.span, "declared without `on SCALE`")
            .help("a number is bent with `by`, `times`, `at least`, `at most` or `set to`")
            .emit(self.sink);
    }

    /// An amount of the quantity's own type; a fraction where the quantity rounds. Its range does not bind single amounts.
    fn plain_amount(
        &mut self,
        written: &tree::Expr,
        ty: &Type,
        verb: ir::Verb,
        rounds: bool,
    ) -> Expr {
        let wanted = if takes_its_place(verb) { ty.unranged() } else { bare(ty).unranged() };
        let found = self.infer(written, Some(&wanted));
        self.amount_as(found, ty, verb, rounds)
    }

    /// The same of what was read.
    fn amount_as(&mut self, found: Expr, ty: &Type, verb: ir::Verb, rounds: bool) -> Expr {
        let wanted = if takes_its_place(verb) { ty.unranged() } else { bare(ty).unranged() };
        if rounds && matches!(found.ty, Type::Ratio) {
            return found;
        }
        let found = self.coerce(found, &wanted);
        if takes_its_place(verb) { self.sometimes_within(found, ty) } else { found }
    }

    /// `by +1` of a length on a ladder: steps are meant.
    fn steps_meant(&mut self, written: &tree::Expr) {
        let steps = self.source_of(written.span);
        Diagnostic::at(codes::MISSING_MEASURE, written.span)
            .says("a distance is wanted here, and this number has no measure")
            .label("a bare number; a length, or steps?")
            .help(format!(
                "so many steps along its ladder are `rung {steps}`, a length `by {steps}{}`",
                self.measure_suffix().unwrap_or("")
            ))
            .emit(self.sink);
    }

    /// `times 1/2`: of a whole number only where it says how it is rounded.
    fn factor(&mut self, bent: &Bent, written: &tree::Expr, rounds: bool) -> Option<Expr> {
        let def = self.typed.quantities.get(bent.id)?;
        let whole = matches!(bare(&def.ty), Type::Int { .. });
        let found = self.expr(written, Some(&Type::Ratio));
        let makes_fractions = match &found.kind {
            ExprKind::Fraction(_, bottom) => *bottom != 1,
            ExprKind::ToRatio(_) => false,
            _ => true,
        };
        if whole && !rounds && makes_fractions && !matches!(found.ty, Type::Error) {
            return Diagnostic::at(codes::WANTS_ROUNDING, written.span)
                .says(format!(
                    "{} is a whole number, and this may make it a fraction",
                    bent.title
                ))
                .also(bent.span, "says not how it is rounded")
                .help("bend it by a whole number, `by -1`, or let its declaration say how it is rounded: `rounded down`, `rounded up` or `rounded nearest`")
                .refuse(self.sink);
        }
        Some(found)
    }

    /// A constant that is set must be a step of the scale (ideal 12).
    pub(crate) fn check_on_scale(&mut self, value: &Expr, scale: ir::ScaleId) -> bool {
        match value.kind {
            ExprKind::Cell(found) => self.on_ladder(scale, found, value.span),
            _ => true,
        }
    }

    /// A constant that bends must lead from each step of the scale to another, unless it leads beyond its ends.
    fn check_steps_on(&mut self, scale: ir::ScaleId, verb: ir::Verb, amount: &Expr) {
        let Some(def) = self.typed.scales.get(scale) else { return };
        let (Some(least), Some(most)) = (def.values.iter().min(), def.values.iter().max()) else {
            return;
        };
        let inside = *least..=*most;
        let led = |step: i64| match (verb, &amount.kind) {
            (ir::Verb::By, ExprKind::Cell(by)) => step.checked_add(*by),
            (ir::Verb::Times, ExprKind::Fraction(top, bottom)) => {
                step.checked_mul(*top)?.checked_div(*bottom)
            }
            (ir::Verb::AtLeast | ir::Verb::AtMost, ExprKind::Cell(bound)) => Some(*bound),
            _ => None,
        };
        let off = |to: &i64| inside.contains(to) && !def.values.contains(to);
        let all = def.values.iter().filter_map(|step| Some((*step, led(*step)?)));
        let Some((from, to)) = all.into_iter().find(|(_, to)| off(to)) else { return };
        let span = amount.span;
        if matches!(verb, ir::Verb::AtLeast | ir::Verb::AtMost) {
            self.on_ladder(scale, to, span);
            return;
        }
        let is_length = matches!(def.ty, Type::Length);
        let shown = |value: i64| self.shown_step(value, is_length);
        let (name, declared) = (def.name.clone(), def.span);
        let rung = if to < from { "rung -1" } else { "rung +1" };
        let (from, to) = (shown(from), shown(to));
        Diagnostic::at(codes::OFF_THE_LADDER, span)
            .says(format!("`{}` leads off {name}", self.source_of(span)))
            .label(format!("from {from} to {to}, which is no step"))
            .also(declared, "the steps")
            .help(format!("to go up or down by steps, write `{rung}`"))
            .emit(self.sink);
    }
}

/// Whether a number without a measure stands where a length is wanted.
fn is_bare_number(amount: &Expr, wanted: &Type) -> bool {
    matches!(bare(wanted), Type::Length) && matches!(amount.ty, Type::Int { .. })
}

/// Whether it takes the place of the number, and does not change it.
const fn takes_its_place(verb: ir::Verb) -> bool {
    matches!(verb, ir::Verb::Set | ir::Verb::AtLeast | ir::Verb::AtMost)
}
