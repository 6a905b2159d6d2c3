//! Abilities, tables, functions, quantities and permissions.

use super::{Lister, show_type};
use crate::{Ability, Favours, Permission, Quantity, Require, Rounding, Table, TableKey};

impl<'p> Lister<'p> {
    /// The rules.
    pub(super) fn rules(&mut self) {
        let program = self.program;
        for ability in program.abilities.values() {
            self.ability(ability);
        }
        for table in program.tables.values() {
            self.table(table);
        }
        for function in program.functions.values() {
            let locals = self.locals(&function.params);
            let ty = show_type(program, &function.ty);
            let head = format!(
                "define {}({}): {ty}",
                self.text(function.name),
                self.params(&function.params)
            );
            self.head(&head, function.span);
            let body = self.expr(function.body, &locals);
            self.line(1, &format!("= {body}"));
        }
        for quantity in program.quantities.values() {
            self.quantity(quantity);
        }
        for permission in program.permissions.values() {
            self.permission(permission);
        }
    }

    fn ability(&mut self, ability: &'p Ability) {
        let program = self.program;
        let what = if ability.is_status { "status" } else { "ability" };
        let kind = self.name(&program.kinds, ability.kind, |it| it.name);
        let params = self.params(&ability.params);
        let mut words = format!("{what} {:?}({params}) for {kind}", self.text(ability.name));
        for (holds, word) in [(ability.stacks, " stacks"), (!ability.titled, " untitled")] {
            if holds {
                words += word;
            }
        }
        if let Some(slot) = ability.slot {
            words += &format!(" slot {}", self.text(slot));
        }
        self.head(&words, ability.span);
        for state in &ability.state {
            let name = self.name(&program.fields, state.field, |it| it.name);
            self.line(1, &format!("state {name}"));
        }
        for lend in &ability.lends {
            self.clause(lend.id, &[], "lend", &lend.args);
        }
        for deny in &ability.denies {
            self.clause(deny.id, &[], "deny", &[]);
        }
    }

    fn table(&mut self, table: &'p Table) {
        let program = self.program;
        let axes: Vec<String> = table
            .axes
            .iter()
            .map(|it| format!("{}: {}", self.text(it.name), show_type(program, &it.ty)))
            .collect();
        let mut words = format!("table {}({})", self.text(table.name), axes.join(", "));
        words += &format!(": {}", show_type(program, &table.ty));
        if let Some((count, die)) = table.dice {
            words += &format!(" by {count} {}", self.name(&program.dice, die, |it| it.name));
        }
        self.head(&words, table.span);
        for row in &table.rows {
            let keys: Vec<String> = row
                .keys
                .iter()
                .zip(&table.axes)
                .map(|(key, axis)| match key {
                    TableKey::Else => "else".to_owned(),
                    TableKey::Between(low, high) if low == high => {
                        low.map_or_else(|| "..".to_owned(), |low| self.cell(&axis.ty, low))
                    }
                    TableKey::Between(low, high) => self.bounds(&axis.ty, *low, *high),
                })
                .collect();
            let value = self.cell(&table.ty, row.value);
            let mut words = format!("{} | {value}", keys.join(", "));
            for origin in &row.origins {
                words += &format!(" <- {}", self.text(origin.words));
            }
            self.line_at(1, &words, row.span);
        }
    }

    fn quantity(&mut self, quantity: &'p Quantity) {
        let program = self.program;
        let locals = self.locals(&quantity.params);
        let name = self.text(quantity.name);
        let ty = show_type(program, &quantity.ty);
        let mut words = format!("quantity {name}({}): {ty}", self.params(&quantity.params));
        if quantity.least.is_some() || quantity.most.is_some() {
            words += &format!(" {}", self.bounds(&quantity.ty, quantity.least, quantity.most));
        }
        if let Some(rounding) = quantity.rounding {
            words += match rounding {
                Rounding::Floor => " floor",
                Rounding::Ceil => " ceil",
                Rounding::Nearest => " round",
            };
        }
        if let Some(scale) = quantity.scale {
            words += &format!(" on {}", self.name(&program.scales, scale, |it| it.name));
        }
        words += match quantity.favours {
            Some(Favours { less: true, .. }) => " less favours ",
            Some(Favours { less: false, .. }) | None => " favours ",
        };
        let favours = quantity.favours.map(|it| quantity.params.get(usize::from(it.role)));
        words += favours.map_or("nobody", |it| it.map_or("?", |it| self.text(it.name)));
        if let Some(profile) = quantity.profile {
            words +=
                &format!(" is profile {}", self.name(&program.profiles, profile, |it| it.name));
        }
        self.head(&words, quantity.span);
        let base = self.expr(quantity.base, &locals);
        self.line(1, &format!("= {base}"));
        if quantity.stages.len() > 1 || quantity.stages.iter().flatten().next().is_some() {
            let stages: Vec<&str> =
                quantity.stages.iter().map(|it| it.map_or("-", |it| self.text(it))).collect();
            self.line(1, &format!("stages {}", stages.join(", ")));
        }
        for group in &quantity.groups {
            self.line(1, &format!("group {} {:?}", self.text(group.name), group.rule));
        }
        for clause in &quantity.clauses {
            self.clause(*clause, &quantity.params, "modify", &[]);
        }
    }

    fn permission(&mut self, permission: &'p Permission) {
        let params = self.params(&permission.params);
        self.head(&format!("permission {}({params})", self.text(permission.name)), permission.span);
        for require in &permission.requires {
            self.require(permission, require);
        }
        for clause in &permission.clauses {
            self.clause(*clause, &permission.params, "bend", &[]);
        }
    }

    fn require(&mut self, permission: &'p Permission, require: &'p Require) {
        let locals = self.locals(&permission.params);
        let mut words = format!("require {}", self.expr(require.holds, &locals));
        words += &format!(" {:?}", self.text(require.reason.label));
        if let Some(shown) = &require.reason.words {
            words += &format!(": {}", self.template(shown, &locals));
        }
        if let Some((from, args)) = &require.inherits {
            let name = self.name(&self.program.permissions, *from, |it| it.name);
            words += &format!(" inherits {name}({})", self.exprs(args, &locals));
        }
        if !require.needs.is_empty() {
            words += &format!(" needs {:?}", require.needs);
        }
        if usize::from(require.params_known) != permission.params.len() {
            words += &format!(" with {} known", require.params_known);
        }
        self.line_at(1, &words, require.reason.span);
    }
}
