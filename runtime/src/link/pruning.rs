//! Pruning: takes an action, says how its options are found with few questions: which set confines a parameter, so that no other
//! value of its domain need be tried, and which parts of a permission can be asked before all parameters are known.

use super::Setting;
use warwright_ir::{
    Action, ActionParam, Domain, Expr, ExprId, KindId, Param, Permission, PermissionId, Program,
    Slot,
};

/// A set that holds all values of a parameter that come into question.
#[derive(Clone, Debug)]
pub(crate) struct Narrowed {
    /// The domain: all of a kind that are in play.
    pub(crate) kind: KindId,
    /// What the requirement wants before, whatever the value: it may bind names that the set uses.
    pub(crate) first: Vec<ExprId>,
    /// The set.
    pub(crate) within: ExprId,
    /// The requirement that says so, by position, where it says nothing else.
    pub(crate) whole: Option<usize>,
}

/// The set for each parameter, where there is one.
pub(super) fn narrowed(
    program: &Program,
    action: &Action,
    permission: &Permission,
) -> Vec<Option<Narrowed>> {
    let before = permission.params.len().saturating_sub(action.params.len());
    let of = |(position, param): (usize, &ActionParam)| {
        let (Domain::Of(domain), Slot::Scalar(slot)) = (&param.domain, param.param.slot) else {
            return None;
        };
        let Some(Expr::All(kind)) = program.exprs.get(*domain) else { return None };
        let asked = permission.requires.iter().enumerate();
        let mut asked = asked.filter(|(_, it)| {
            usize::from(it.params_known) == before + position + 1 && it.needs.is_empty()
        });
        asked.find_map(|(at, require)| {
            let (first, within) = confined(program, require.holds, slot)?;
            let whole = matches!(program.exprs.get(require.holds), Some(Expr::Contains { .. }));
            Some(Narrowed { kind: *kind, first, within, whole: whole.then_some(at) })
        })
    };
    action.params.iter().enumerate().map(of).collect()
}

/// The set in which a condition wants the value of a slot to be, and what it wants before.
fn confined(program: &Program, condition: ExprId, slot: u16) -> Option<(Vec<ExprId>, ExprId)> {
    let mentions = |id: ExprId| program.mentioned(id).contains(&Slot::Scalar(slot));
    match program.exprs.get(condition)? {
        Expr::Contains { of, item } => {
            let apart = program.local(*item) == Some(slot) && !mentions(*of);
            apart.then_some((Vec::new(), *of))
        }
        Expr::And { left, right } => confined(program, *left, slot).or_else(|| {
            let (mut first, within) = confined(program, *right, slot)?;
            if mentions(*left) {
                // Names that it binds for one value say nothing of the others.
                return (!program.leaves_names(*left)).then_some((first, within));
            }
            first.insert(0, *left);
            Some((first, within))
        }),
        _ => None,
    }
}

/// A permission that a requirement asks, of which some requirements need only its first arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Early {
    /// The permission.
    pub(crate) permission: PermissionId,
    /// The expression that asks it.
    pub(crate) may: ExprId,
    /// How many of its arguments are known already.
    pub(crate) known: usize,
    /// Those of its requirements that need so many arguments or fewer were asked before; nothing where none was.
    pub(crate) asked: Option<usize>,
}

/// What can be asked early when the first so many parameters of an action are known: none of its own, one, and so on.
pub(super) fn early(
    program: &Program,
    setting: &Setting,
    action: &Action,
    permission: &Permission,
) -> Vec<Vec<Early>> {
    let own = action.params.len();
    let before = permission.params.len().saturating_sub(own);
    let at = |level: usize| {
        let later = permission.requires.iter();
        let later = later.filter(|it| usize::from(it.params_known) > before + level);
        later
            .filter_map(|require| {
                let Some(Expr::May { permission: inner, args }) = program.exprs.get(require.holds)
                else {
                    return None;
                };
                if setting.permissions.get(*inner).is_none_or(|link| link.allows) {
                    return None;
                }
                let known = |level| leading(program, args, &permission.params, before + level);
                let early = Early {
                    permission: *inner,
                    may: require.holds,
                    known: known(level),
                    asked: level.checked_sub(1).map(known),
                };
                let requires = &program.permissions.get(*inner)?.requires;
                requires.iter().any(|it| early.asks(it)).then_some(early)
            })
            .collect()
    };
    (0..own).map(at).collect()
}

impl Early {
    /// Whether a requirement of the permission is to be asked now.
    pub(crate) fn asks(&self, require: &warwright_ir::Require) -> bool {
        let needed = usize::from(require.params_known);
        needed <= self.known
            && self.asked.is_none_or(|asked| asked < needed)
            && require.needs.is_empty()
    }
}

/// How many arguments, from the left, are constants or parameters of which the first `known` are.
fn leading(program: &Program, args: &[ExprId], params: &[Param], known: usize) -> usize {
    let plain = |arg: &&ExprId| match program.exprs.get(**arg) {
        Some(Expr::Const(_)) => true,
        Some(Expr::Local(slot)) => params.iter().take(known).any(|param| param.slot == *slot),
        _ => false,
    };
    args.iter().take_while(plain).count()
}
