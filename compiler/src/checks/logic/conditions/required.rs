//! Actions and permissions: takes what they require and what they cost, says what can never be allowed, chosen or paid.

use super::home::Home;
use super::told::always_of;
use super::{Decided, Judge, Ways};
use crate::checks::logic::explain::Dead;
use crate::checks::logic::formula::{Formula, Reader};
use crate::checks::runs::flow::is_allowed;
use crate::typed::{ActionDef, BearerDef, Compare, Expr, ExprKind, PermissionDef};
use warwright_grammar::{Diagnostic, codes};
use warwright_ir as ir;

impl Judge<'_, '_> {
    /// What is required, each for itself and all together: who allows something may strike a reason.
    pub(super) fn permission(
        &mut self,
        id: ir::PermissionId,
        def: &PermissionDef,
        action: Option<&ActionDef>,
    ) {
        let allowed = is_allowed(self.facts.typed, id);
        let home = Home {
            bearer: action.map_or(BearerDef::System, |action| action.bearer),
            ..Home::of(&def.locals, def.params)
        };
        for require in &def.requires {
            self.values(&home, [&require.holds]);
            let reading = self.read(&home, &require.holds);
            match self.decided(&reading, &require.holds, Ways::default()) {
                Decided::Always(clash) => {
                    let holds = &require.holds;
                    self.tell(holds.span, |span| always_of(holds, clash, span));
                }
                Decided::Never(_) | Decided::NeverThere => {}
                Decided::Open(ways) => self.parts(&reading, &require.holds, ways),
            }
        }
        if allowed {
            return;
        }
        let reach = action.map(|action| &action.reach);
        let mut reader = self.reader(&home, reach);
        let mut all = Vec::new();
        for require in &def.requires {
            all.push(reader.condition(&require.holds));
            let Some(clash) = self.never(&reader, &all) else { continue };
            if !matches!(require.holds.kind, ExprKind::Cell(_))
                && self.told.insert(require.holds.span)
            {
                let message = format!("`{}` can never be allowed", def.name);
                let typed = self.facts.typed;
                let dead = Dead { typed, condition: &require.holds, clash, why: None, can: None };
                self.sink.push(dead.told(&message, require.holds.span));
            }
            return;
        }
        if let Some(action) = action {
            if let Some(price) = self.price_met(action, &mut reader) {
                let alone = std::slice::from_ref(&price);
                let paid = [all.as_slice(), alone].concat();
                // Of what nobody ever has so much of it is told by itself.
                let payable = self.never(&reader, alone).is_none();
                if payable && !all.is_empty() && self.never(&reader, &paid).is_some() {
                    return self.sink.push(never_paid(action));
                }
            }
            self.borne(action, def, reader, all);
        }
    }

    /// That the purse holds what the action costs.
    fn price_met(&self, action: &ActionDef, reader: &mut Reader<'_>) -> Option<Formula> {
        let (quantity, payer, field) = action.cost.as_ref()?;
        let typed = self.facts.typed;
        let price = typed.quantities.get(*quantity)?;
        let bent = self.facts.bent.get(quantity.0 as usize).copied().unwrap_or(true);
        let purse = typed.fields.get(*field)?;
        let known = matches!(price.base.kind, ExprKind::Cell(_)) && !bent;
        let at = price.base.span;
        let holds = Expr::field(payer.clone(), *field, purse.ty.clone(), at);
        known.then(|| reader.condition(&Expr::compare(Compare::Ge, holds, price.base.clone(), at)))
    }

    /// What is required of an action, of those who have it.
    fn borne(
        &mut self,
        action: &ActionDef,
        def: &PermissionDef,
        mut reader: Reader<'_>,
        mut all: Vec<Formula>,
    ) {
        let BearerDef::Ability(ability) = action.bearer else { return };
        if all.is_empty() || !self.facts.held_by_any(ability) {
            return;
        }
        let Some(bearer) = reader.bearer(&def.locals) else { return };
        all.push(reader.has(&bearer, ability, action.span));
        if self.facts.never(&reader, &all, true).is_some() {
            let who = crate::checks::clauses::owners::bearer(self.facts.typed, action.bearer);
            let last = def.requires.last().map_or(action.span, |require| require.holds.span);
            let message = format!("action `{}` can never be chosen", action.name);
            self.sink.push(
                Diagnostic::new(codes::NEVER_APPLIES, message, last)
                    .label(format!("nothing that has {who} ever meets what is required"))
                    .also(action.span, "declared here")
                    .help("compare it with the figures and abilities of those who have it"),
            );
        }
    }

    pub(super) fn action(&mut self, action: &ActionDef) {
        let home = Home { bearer: action.bearer, ..Home::of(&action.locals, 0) };
        self.borne_condition(&home, &action.when);
        self.values(&home, action.params.iter().map(|param| &param.domain));
        self.body(&home, &action.body);
        let Some((quantity, _, field)) = &action.cost else { return };
        let typed = self.facts.typed;
        let price = typed.quantities.get(*quantity);
        let bent = self.facts.bent.get(quantity.0 as usize).copied().unwrap_or(true);
        let purse = typed.fields.get(*field);
        let (Some(price), Some(purse), false) = (price, purse, bent) else { return };
        // What it begins with, where nothing ever adds to it.
        let holds = purse.may_be.last().map(|it| it.1);
        let most = holds.into_iter().chain(purse.ty.bounds().most).min();
        if let (Some(cost), Some(most)) = (typed.range(&price.base).least, most)
            && cost > most
        {
            self.sink.push(
                Diagnostic::new(
                    codes::NEVER_APPLIES,
                    format!("action `{}` can never be paid", action.name),
                    price.base.span,
                )
                .label(format!("nobody ever has more than {most} `{}`", purse.name))
                .also(purse.span, "declared here")
                .help("compare it with what the value can be"),
            );
        }
    }
}

fn never_paid(action: &ActionDef) -> Diagnostic {
    let price = action.cost.as_ref().map_or(action.span, |(_, payer, _)| payer.span);
    Diagnostic::new(
        codes::NEVER_APPLIES,
        format!("action `{}` can never be chosen", action.name),
        price,
    )
    .label("who has this much never meets what is required")
    .also(action.span, "declared here")
    .help("turn the requirement round, or take it out: that the price is there is asked anyway")
}
