//! Who asks for a permission: takes all rules of a game, gives of each permission what asks for it, by name.

use super::Index;
use crate::typed::{ActionDef, Expr, ExprKind, each_body_expr, each_expr};
use rustc_hash::FxHashMap;
use warwright_ir::PermissionId;

/// What asks for permissions, in the order in which it is declared, each once.
type Askers = FxHashMap<PermissionId, Vec<String>>;

impl Index<'_> {
    /// What asks for each permission: other permissions and actions, what is worked out, what happens.
    pub(super) fn askers(&self) -> Askers {
        let typed = self.typed;
        let mut askers = Askers::default();
        let actions = typed.actions.values();
        let of_action: FxHashMap<PermissionId, &ActionDef> =
            actions.map(|action| (action.permission, action)).collect();
        for (id, def) in typed.permissions.iter() {
            let name = of_action.get(&id).map_or(&def.name, |action| &action.name);
            def.each_expr(&mut |root| asks(&mut askers, name, root));
        }
        for def in typed.functions.values() {
            asks(&mut askers, &def.name, &def.body);
        }
        for def in typed.quantities.values() {
            asks(&mut askers, &def.name, &def.base);
        }
        for def in typed.procedures.values() {
            def.each_head(&mut |root| asks(&mut askers, &def.name, root));
            for step in &def.steps {
                let name = format!("{}.{}", def.name, step.name);
                each_body_expr(&step.body, &mut |root| asks(&mut askers, &name, root));
            }
        }
        for def in typed.actions.values() {
            each_body_expr(&def.body, &mut |root| asks(&mut askers, &def.name, root));
        }
        for clause in typed.clauses.values() {
            let name = format!("\"{}\"", clause.label);
            clause.each_expr(&mut |root| asks(&mut askers, &name, root));
        }
        for hook in typed.hooks.values() {
            let name = format!("\"{}\"", hook.label);
            hook.each_expr(&mut |root| asks(&mut askers, &name, root));
        }
        askers
    }
}

fn asks(askers: &mut Askers, name: &str, root: &Expr) {
    each_expr(root, &mut |expr| {
        let ExprKind::May { permission, .. } = expr.kind else { return };
        let known = askers.entry(permission).or_default();
        if !known.iter().any(|it| it == name) {
            known.push(name.to_owned());
        }
    });
}
