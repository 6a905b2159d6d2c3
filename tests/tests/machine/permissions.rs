//! Permissions: reasons, what strikes them, what is left out because an earlier one failed.

use crate::make::*;
use warwright_ir::*;
use warwright_runtime::{Machine, ReasonShown};

/// `rest(token)` requires no damage and no mark.
fn rest(make: &mut Make) -> PermissionId {
    let mut requires = Vec::new();
    for (field, label) in [(DAMAGE, "hurt"), (MARK, "marked")] {
        let now = make.of(0, field);
        let zero = make.int(0);
        let holds = make.eq(now, zero);
        let label = make.text(label);
        requires.push(Require {
            holds,
            reason: Reason { label, words: None, span: AT },
            inherits: None,
            needs: Vec::new(),
            params_known: 1,
        });
    }
    let params = vec![make.param("token", token(), 0)];
    let name = make.text("rest");
    let env = Env { scalars: 1, wides: 0 };
    make.program.permissions.push(Permission {
        name,
        params,
        env,
        requires,
        clauses: Vec::new(),
        level: 0,
        span: AT,
    })
}

fn forbid(make: &mut Make, id: PermissionId, level: u8, label: &str) {
    let permission = Some(PermissionClause::Forbid { words: None });
    let clause = Clause { level, permission, ..make.clause(Bearer::System, label) };
    let clause = make.program.clauses.push(clause);
    make.program.permissions[id].clauses.push(clause);
}

fn allow(make: &mut Make, id: PermissionId, level: u8, over: &[&str]) {
    let over = over.iter().map(|label| make.text(label)).collect();
    let permission = Some(PermissionClause::Allow { over });
    let clause = Clause { level, permission, ..make.clause(Bearer::System, "leave") };
    let clause = make.program.clauses.push(clause);
    make.program.permissions[id].clauses.push(clause);
}

fn reasons(machine: &Machine, id: PermissionId) -> Vec<ReasonShown> {
    let state = machine.set_up(DUEL).unwrap();
    machine.explain_permission(&state, id, &[one(OURS)]).unwrap()
}

fn standing(reasons: &[ReasonShown]) -> Vec<&str> {
    let stands = reasons.iter().filter(|reason| reason.struck_by.is_none());
    stands.map(|reason| reason.label.as_str()).collect()
}

fn hurt(make: &mut Make) {
    make.program.scenarios[DUEL].sides[0].pieces[0].state = vec![(DAMAGE, 1), (MARK, 1)];
}

#[test]
fn every_reason_is_given() {
    let mut make = Make::new();
    hurt(&mut make);
    let id = rest(&mut make);
    forbid(&mut make, id, 0, "siege");
    assert_eq!(standing(&reasons(&make.machine(), id)), ["hurt", "marked", "siege"]);
}

#[test]
fn over_strikes_a_label_and_a_bare_allow_what_is_below() {
    let mut make = Make::new();
    hurt(&mut make);
    let id = rest(&mut make);
    forbid(&mut make, id, 2, "siege");
    allow(&mut make, id, 2, &[]);
    let mut over = Make { program: make.program.clone() };
    assert_eq!(standing(&reasons(&make.machine(), id)), ["siege"]);
    allow(&mut over, id, 2, &["siege"]);
    let machine = over.machine();
    let reasons = reasons(&machine, id);
    assert!(standing(&reasons).is_empty());
    assert_eq!(reasons.len(), 3);
}

#[test]
fn a_requirement_is_left_out_where_one_it_needs_fails() {
    let mut make = Make::new();
    hurt(&mut make);
    let id = rest(&mut make);
    make.program.permissions[id].requires[1].needs = vec![0];
    assert_eq!(standing(&reasons(&make.machine(), id)), ["hurt"]);
}
