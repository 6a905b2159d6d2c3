//! Permissions: a yes or no by requirements and clauses, fast, or with every reason for the no.

use super::{Evaluator, Ground, Observer};
use crate::fault::{Checked, DamagedPart, Fault, Within};
use crate::link::{Early, PermissionLink};
use crate::memo::Called;
use crate::striking::struck_by;
use crate::watch::Part;
use smallvec::SmallVec;
use std::ops::Range;
use warwright_ir::{
    Bearer, Clause, ClauseId, Expr, ExprId, Permission, PermissionClause, PermissionId, SpanId,
    Template, TextId,
};

/// A reason for a no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Its label.
    pub(crate) label: TextId,
    /// What is to be shown, already in words where it has data.
    pub(crate) words: Option<String>,
    /// Where it stands.
    pub(crate) span: SpanId,
    /// Who brings it, or none.
    pub(crate) bearer: i64,
    /// The clause on whose account it does not stand.
    pub(crate) struck_by: Option<ClauseId>,
    /// What its condition rests on, where all is asked for.
    pub(crate) grounds: Vec<Ground>,
}

/// Whence a reason comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    /// It is a requirement of the permission itself, of this level.
    Own(u8),
    /// It is of the clause at this position among those that apply.
    Clause(usize),
}

/// A clause that applies.
#[derive(Clone, Copy, Debug)]
struct Standing<'a> {
    id: ClauseId,
    clause: &'a Clause,
}

type Applying<'a> = SmallVec<[Standing<'a>; 4]>;

impl<'a, O: Observer> Evaluator<'a, O> {
    /// Whether a permission holds for the values of `args`.
    pub(super) fn may(&mut self, id: PermissionId, args: &'a [ExprId]) -> Checked<i64> {
        let (permission, link) = self.permission(id)?;
        let place = self.enter(link.env, &permission.params, args)?;
        let result = self.known(Called::Permission(id), &permission.params, |this| {
            this.may_here(id, permission, link)
        });
        self.leave(place);
        result.map_err(|fault| fault.inside(Within::Permission(id)))
    }

    /// Whether a permission holds; that of an action, whether it may be taken too.
    pub(super) fn may_here(
        &mut self,
        id: PermissionId,
        permission: &'a Permission,
        link: &'a PermissionLink,
    ) -> Checked<i64> {
        let setting = self.setting;
        let unit = setting.permission_code(self.linked, id).filter(|_| self.runs_code());
        let holds = match unit.map(|unit| self.run(unit)) {
            Some(Some(holds)) => holds != 0,
            Some(None) => self.walked(|this| this.holds_here(permission, link))?,
            None => self.holds_here(permission, link)?,
        };
        let can = holds && link.action.map_or(Ok(true), |action| self.can_be_taken(action))?;
        Ok(i64::from(can))
    }

    /// A permission with what is known of it in this scenario.
    pub(crate) fn permission(
        &self,
        id: PermissionId,
    ) -> Checked<(&'a Permission, &'a PermissionLink)> {
        let (linked, setting) = (self.linked, self.setting);
        match (linked.program.permissions.get(id), setting.permissions.get(id)) {
            (Some(permission), Some(link)) => Ok((permission, link)),
            _ => Err(Fault::damaged(DamagedPart::Id)),
        }
    }

    /// The reasons against a permission whose parameters stand in their slots, the struck ones too.
    pub(crate) fn all_reasons(&mut self, id: PermissionId) -> Checked<Vec<Refused>> {
        let (permission, link) = self.permission(id)?;
        let result = self.reasons_here(permission, link, true);
        result.map_err(|fault| fault.inside(Within::Permission(id)))
    }

    /// Whether a permission holds whose parameters stand in their slots.
    pub(crate) fn holds_here(
        &mut self,
        permission: &'a Permission,
        link: &'a PermissionLink,
    ) -> Checked<bool> {
        if link.allows {
            return Ok(self.reasons_here(permission, link, false)?.is_empty());
        }
        for require in &permission.requires {
            if !self.holds(require.holds)? {
                self.linked.note(|| Part::Require(require.holds));
                return Ok(false);
            }
        }
        self.nothing_forbids(link)
    }

    /// Whether the requirements of a permission that need only its first arguments leave it possible. What cannot be asked yet
    /// counts as possible.
    pub(crate) fn possible_early(&mut self, early: &Early) -> bool {
        if !self.linked.optimisations.narrowing {
            return true;
        }
        self.tried(|this| this.asked_early(early)).unwrap_or(true)
    }

    fn asked_early(&mut self, early: &Early) -> Checked<bool> {
        let (permission, link) = self.permission(early.permission)?;
        let Some(Expr::May { args, .. }) = self.linked.program.exprs.get(early.may) else {
            return Err(Fault::damaged(DamagedPart::Id));
        };
        let known = args.get(..early.known).unwrap_or(args);
        let place = self.enter(link.env, &permission.params, known)?;
        let mut possible = true;
        for require in permission.requires.iter().filter(|it| early.asks(it)) {
            possible = self.holds(require.holds)?;
            if !possible {
                break;
            }
        }
        self.leave(place);
        Ok(possible)
    }

    /// Whether a permission holds of which all requirements were found possible.
    pub(crate) fn possible_holds_here(
        &mut self,
        permission: &'a Permission,
        link: &'a PermissionLink,
    ) -> Checked<bool> {
        if link.allows { self.holds_here(permission, link) } else { self.nothing_forbids(link) }
    }

    /// Whether no clause of a permission applies that none goes over.
    fn nothing_forbids(&mut self, link: &'a PermissionLink) -> Checked<bool> {
        for clause in &link.clauses {
            let mut applies = false;
            let result = self.each_bearing(&clause.carrier, |_, _| {
                applies = true;
                Ok(())
            });
            result.map_err(|fault| fault.inside(Within::Clause(clause.id)))?;
            if applies {
                self.linked.note(|| Part::Clause(clause.id));
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the requirements that can be asked with the first `known` parameters, but not yet with the first `before`, leave a
    /// permission possible. `sure`: the position of one that is known to hold.
    pub(crate) fn possible_here(
        &mut self,
        permission: &'a Permission,
        link: &PermissionLink,
        asked: (Option<usize>, usize),
        sure: Option<usize>,
    ) -> Checked<bool> {
        self.possible_among(permission, link, asked, sure, 0..usize::MAX)
    }

    /// The same, by the requirements at some positions.
    pub(crate) fn possible_among(
        &mut self,
        permission: &'a Permission,
        link: &PermissionLink,
        (before, known): (Option<usize>, usize),
        sure: Option<usize>,
        among: Range<usize>,
    ) -> Checked<bool> {
        if link.allows {
            return Ok(true);
        }
        let asked = permission.requires.iter().enumerate();
        for (position, require) in asked.filter(|(position, _)| among.contains(position)) {
            let asks = usize::from(require.params_known);
            let now = asks <= known && before.is_none_or(|before| before < asks);
            // What it needs was asked before it, with as many parameters or fewer, and held.
            if now && sure != Some(position) && !self.holds(require.holds)? {
                self.linked.note(|| Part::Require(require.holds));
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The reasons that stand against a permission whose parameters stand in their slots; with `all` also the struck ones.
    pub(crate) fn reasons_here(
        &mut self,
        permission: &'a Permission,
        link: &'a PermissionLink,
        all: bool,
    ) -> Checked<Vec<Refused>> {
        let mut reasons: Vec<(Refused, Stance)> = Vec::new();
        self.failed_requires(permission, all, &mut reasons)?;
        let mut applying: Applying<'a> = SmallVec::new();
        for link in &link.clauses {
            let Some(clause) = self.linked.program.clauses.get(link.id) else { continue };
            let result = self.each_bearing(&link.carrier, |this, bearing| {
                let bearer = bearing.bearer;
                this.linked.note(|| Part::Clause(link.id));
                if let Some(PermissionClause::Forbid { words }) = &clause.permission {
                    let words = if all { this.words(words.as_ref())? } else { None };
                    let grounds = match clause.when {
                        Some(when) if all => this.grounds(when)?,
                        _ => Vec::new(),
                    };
                    let refused = Refused {
                        label: clause.label,
                        words,
                        span: clause.span,
                        bearer,
                        struck_by: None,
                        grounds,
                    };
                    reasons.push((refused, Stance::Clause(applying.len())));
                }
                applying.push(Standing { id: link.id, clause });
                Ok(())
            });
            result.map_err(|fault| fault.at(Some(clause.span)).inside(Within::Clause(link.id)))?;
        }
        strike(&applying, &mut reasons);
        let kept = reasons.into_iter().map(|(reason, _)| reason);
        Ok(kept.filter(|reason| all || reason.struck_by.is_none()).collect())
    }

    fn failed_requires(
        &mut self,
        permission: &'a Permission,
        all: bool,
        reasons: &mut Vec<(Refused, Stance)>,
    ) -> Checked<()> {
        let mut failed: SmallVec<[bool; 16]> = SmallVec::new();
        for require in &permission.requires {
            let needs_failed =
                require.needs.iter().any(|need| failed.get(usize::from(*need)) == Some(&true));
            if needs_failed {
                failed.push(true);
                continue;
            }
            let holds = match self.holds(require.holds) {
                // It may rely on those before it: where one of them fails, it may ask for what is not there.
                Err(fault) if all && !reasons.is_empty() && fault.is_of_rules() => {
                    failed.push(true);
                    continue;
                }
                asked => asked?,
            };
            failed.push(!holds);
            if holds {
                continue;
            }
            self.linked.note(|| Part::Require(require.holds));
            if let Some((inner, args)) = &require.inherits {
                let passed_on = self.inherited(*inner, args, all)?;
                if !passed_on.is_empty() {
                    reasons.extend(
                        passed_on.into_iter().map(|reason| (reason, Stance::Own(permission.level))),
                    );
                    continue;
                }
            }
            let words = match &require.reason.words {
                _ if !all => None,
                Some(words) if !self.quotes_nobody(words)? => Some(self.render(words)?),
                _ => self.with_culprits(require.reason.label, require.holds)?,
            };
            let grounds = if all { self.grounds(require.holds)? } else { Vec::new() };
            let refused = Refused {
                label: require.reason.label,
                words,
                span: require.reason.span,
                bearer: warwright_ir::NONE,
                struck_by: None,
                grounds,
            };
            reasons.push((refused, Stance::Own(permission.level)));
        }
        Ok(())
    }

    fn inherited(
        &mut self,
        inner: PermissionId,
        args: &'a [ExprId],
        all: bool,
    ) -> Checked<Vec<Refused>> {
        let (permission, link) = self.permission(inner)?;
        let place = self.enter(link.env, &permission.params, args)?;
        let result = self.reasons_here(permission, link, all);
        self.leave(place);
        result.map_err(|fault| fault.inside(Within::Permission(inner)))
    }

    fn words(&mut self, template: Option<&Template>) -> Checked<Option<String>> {
        template.map(|template| self.render(template)).transpose()
    }
}

/// Marks the reasons that do not stand on account of clauses that apply and count.
fn strike(applying: &Applying<'_>, reasons: &mut [(Refused, Stance)]) {
    let struck =
        struck_by(applying.len(), |one, other| match (applying.get(one), applying.get(other)) {
            (Some(one), Some(other)) => goes_over(one, other),
            _ => false,
        });
    for (reason, stance) in reasons.iter_mut() {
        reason.struck_by = match stance {
            Stance::Clause(at) => {
                let by = struck.get(*at).copied().flatten();
                by.and_then(|by| applying.get(by)).map(|by| by.id)
            }
            Stance::Own(level) => {
                let counting = applying.iter().zip(&struck).filter(|(_, by)| by.is_none());
                let mut allowing = counting.map(|(standing, _)| standing);
                let by = allowing.find(|it| allows(it.clause, reason.label, *level, false));
                by.map(|by| by.id)
            }
        };
    }
}

/// Whether a clause of a permission goes over another: by its label, or since it allows what the other forbids. What goes over
/// a clause by its label is not allowed by that clause's level.
fn goes_over(one: &Standing<'_>, other: &Standing<'_>) -> bool {
    let Clause { permission, level, bearer, label, strikes, .. } = other.clause;
    if one.clause.strikes.contains(&other.id) {
        return true;
    }
    let forbids = matches!(permission, Some(PermissionClause::Forbid { .. }));
    let of_scenario = matches!(bearer, Bearer::Scenario(_));
    forbids && !strikes.contains(&one.id) && allows(one.clause, *label, *level, of_scenario)
}

/// Whether a clause allows what a reason of a label and level speaks against.
fn allows(clause: &Clause, label: TextId, level: u8, of_scenario: bool) -> bool {
    match &clause.permission {
        Some(PermissionClause::Allow { over }) if over.is_empty() => level < clause.level,
        Some(PermissionClause::Allow { over }) => {
            let from_scenario = matches!(clause.bearer, Bearer::Scenario(_));
            over.contains(&label) && (from_scenario || !of_scenario)
        }
        Some(PermissionClause::Forbid { .. }) | None => false,
    }
}
