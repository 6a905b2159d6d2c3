//! Figures out of reach: takes a comparison that never holds, tries how far its figure goes on that side.

use super::{Decided, Home, Judge, Ways};
use crate::typed::{Bounds, Compare, Expr, ExprKind, Type};

/// So far from what it is compared with it is looked for what a figure can be.
const MOST_PROBES: i64 = 12;

impl Judge<'_, '_> {
    /// How far a figure that is worked out goes on the side of what it is compared with.
    pub(super) fn can_be(&self, home: &Home<'_>, condition: &Expr) -> Option<String> {
        let ExprKind::Compare { how, left, right } = &condition.kind else { return None };
        let (ExprKind::Cell(asked), Type::Int(_)) = (&right.kind, &left.ty) else { return None };
        let reaches = |how: Compare, figure: i64| {
            let right = Expr { kind: ExprKind::Cell(figure), ..(**right).clone() };
            let kind = ExprKind::Compare { how, left: left.clone(), right: Box::new(right) };
            let probe = Expr { kind, ..condition.clone() };
            let reading = self.read(home, &probe);
            !matches!(self.decided(&reading, &probe, Ways::default()), Decided::Never(_))
        };
        let upwards = !matches!(how, Compare::Lt | Compare::Le);
        let downwards = !matches!(how, Compare::Gt | Compare::Ge);
        let near = || 0..=MOST_PROBES;
        let most = near().map(|far| asked.saturating_sub(far));
        let most = most.filter(|_| upwards).find(|figure| reaches(Compare::Ge, *figure));
        let least = near().map(|far| asked.saturating_add(far));
        let least = least.filter(|_| downwards && most.is_none());
        let least = least.into_iter().find(|figure| reaches(Compare::Le, *figure));
        (most.is_some() || least.is_some()).then(|| Bounds { least, most }.words())
    }
}
