//! Cycle detection in the call graph of expressions, so that evaluation ends: functions, quantities, permissions and
//! possession never ask for themselves, and not too deeply.
//!
//! Possession is split into one node for each ability. Printed figures break a cycle, because no clause is asked for them.

use super::limits::{CALL_DEPTH, MAX_EVALUATION_DEPTH};
use super::report::{FaultKind, Owner, Report};
use crate::{
    AbilityId, Bearer, ClauseId, Expr, ExprId, FunctionId, PermissionId, Program, QuantityId,
    each_expr, each_part,
};
use std::collections::BTreeMap;

/// Something that is evaluated by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Function(FunctionId),
    Quantity(QuantityId),
    Permission(PermissionId),
    /// Who has the ability.
    Possession(AbilityId),
}

/// What a node asks for: expressions, and the possession of bearers of its clauses.
#[derive(Default)]
struct Asked {
    exprs: Vec<ExprId>,
    bearers: Vec<Node>,
}

/// Nothing that is evaluated asks for itself, and no chain of questions is too long.
pub(super) fn evaluation_ends(report: &mut Report<'_>) {
    match Graph::new(report).follow_all() {
        Ok(()) => {}
        Err(Endless::Cycle(cycle)) => {
            let names: Vec<String> = cycle.iter().map(|it| report.describe(owner(*it))).collect();
            let message = format!("it asks for itself: {}", names.join(", then "));
            cycle.first().iter().for_each(|it| report.of(owner(**it), FaultKind::Cycle, &message));
        }
        Err(Endless::Deep(node, depth)) => {
            let message = format!(
                "its evaluation nests {depth} deep; at most {MAX_EVALUATION_DEPTH} are allowed"
            );
            report.of(owner(node), FaultKind::Tree, message);
        }
    }
}

/// Why an evaluation would not end, or not within the limits.
enum Endless {
    /// The nodes of a cycle, the first again at the end.
    Cycle(Vec<Node>),
    /// A node with how deep it nests.
    Deep(Node, u32),
}

fn owner(node: Node) -> Owner {
    match node {
        Node::Function(id) => Owner::Function(id),
        Node::Quantity(id) => Owner::Quantity(id),
        Node::Permission(id) => Owner::Permission(id),
        Node::Possession(id) => Owner::Ability(id),
    }
}

struct Graph<'p> {
    program: &'p Program,
    /// How deep the evaluation of each expression nests, as far as it is known; 0: not yet.
    depths: Vec<u32>,
    /// How deep the evaluation of each node nests; nothing while it is being followed.
    nodes: BTreeMap<Node, Option<u32>>,
    /// Nodes that are being followed, with what they ask for and which nodes are still to be followed.
    path: Vec<(Node, Asked, Vec<Node>)>,
}

impl<'p> Graph<'p> {
    fn new(report: &Report<'p>) -> Self {
        let program = report.program;
        let depths = vec![0; program.exprs.len()];
        Self { program, depths, nodes: BTreeMap::new(), path: Vec::new() }
    }

    fn follow_all(mut self) -> Result<(), Endless> {
        let program = self.program;
        let functions = program.functions.ids().map(Node::Function);
        let quantities = program.quantities.ids().map(Node::Quantity);
        let permissions = program.permissions.ids().map(Node::Permission);
        let possessions = program.abilities.ids().map(Node::Possession);
        for node in functions.chain(quantities).chain(permissions).chain(possessions) {
            self.follow(node)?;
        }
        // Expressions outside of nodes: conditions of steps, arguments of acts and the like.
        for id in program.exprs.ids() {
            let depth = self.depth(id);
            if depth > MAX_EVALUATION_DEPTH {
                let deepest = self.nodes.iter().max_by_key(|(_, depth)| depth.unwrap_or(0));
                if let Some((node, _)) = deepest {
                    return Err(Endless::Deep(*node, depth));
                }
            }
        }
        Ok(())
    }

    /// Follows a node to its end.
    fn follow(&mut self, start: Node) -> Result<(), Endless> {
        if self.nodes.contains_key(&start) {
            return Ok(());
        }
        self.enter(start);
        while let Some((node, _, waiting)) = self.path.last_mut() {
            let node = *node;
            match waiting.pop() {
                Some(asked) => match self.nodes.get(&asked) {
                    Some(Some(_)) => {}
                    Some(None) => return Err(Endless::Cycle(self.cycle(asked))),
                    None => self.enter(asked),
                },
                None => {
                    let asked = self.path.pop().map(|(_, asked, _)| asked).unwrap_or_default();
                    let of_exprs = asked.exprs.iter().map(|id| self.depth(*id)).max();
                    let of_bearers = asked.bearers.iter().map(|it| self.known(*it)).max();
                    let depth = of_exprs.max(of_bearers).unwrap_or(0).saturating_add(CALL_DEPTH);
                    if depth > MAX_EVALUATION_DEPTH {
                        return Err(Endless::Deep(node, depth));
                    }
                    self.nodes.insert(node, Some(depth));
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, node: Node) {
        let asked = self.asked(node);
        let mut waiting = asked.bearers.clone();
        self.calls(&asked.exprs, &mut waiting);
        waiting.sort_unstable();
        waiting.dedup();
        self.nodes.insert(node, None);
        self.path.push((node, asked, waiting));
    }

    fn cycle(&self, back_to: Node) -> Vec<Node> {
        let path = self.path.iter().map(|(node, _, _)| *node);
        path.skip_while(|node| *node != back_to).chain([back_to]).collect()
    }

    fn known(&self, node: Node) -> u32 {
        self.nodes.get(&node).copied().flatten().unwrap_or(0)
    }

    /// What a node asks for.
    fn asked(&self, node: Node) -> Asked {
        let program = self.program;
        let mut asked = Asked::default();
        match node {
            Node::Function(id) => asked.exprs.push(program.functions.at(id).body),
            Node::Quantity(id) => {
                asked.exprs.push(program.quantities.at(id).base);
                self.clauses(&program.quantities.at(id).clauses, &mut asked);
            }
            Node::Permission(id) => {
                each_expr(&program.permissions.at(id).requires, |expr| asked.exprs.push(expr));
                self.clauses(&program.permissions.at(id).clauses, &mut asked);
                // Whether an action may be taken, its price and uses say as well.
                for action in program.actions.values().filter(|it| it.permission == id) {
                    each_expr(&action.once, |expr| asked.exprs.push(expr));
                    each_expr(&action.cost, |expr| asked.exprs.push(expr));
                    asked.exprs.push(action.by);
                    asked.bearers.extend(action.cost.iter().map(|it| Node::Quantity(it.quantity)));
                }
            }
            Node::Possession(id) => {
                let ability = program.abilities.at(id);
                each_expr(&ability.lends, |expr| asked.exprs.push(expr));
                let lends = ability.lends.iter().map(|it| it.id);
                let clauses: Vec<ClauseId> =
                    lends.chain(ability.denies.iter().map(|it| it.id)).collect();
                self.clauses(&clauses, &mut asked);
            }
        }
        asked
    }

    fn clauses(&self, clauses: &[ClauseId], asked: &mut Asked) {
        for clause in clauses {
            let clause = self.program.clauses.at(*clause);
            each_expr(clause, |expr| asked.exprs.push(expr));
            if let Bearer::Ability(ability) = clause.bearer {
                asked.bearers.push(Node::Possession(ability));
            }
        }
    }

    /// All nodes that the trees of the expressions ask for, but not those below trees whose depth is known.
    fn calls(&self, roots: &[ExprId], calls: &mut Vec<Node>) {
        let mut todo = roots.to_vec();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(id) = todo.pop() {
            if self.depths.get(id.0 as usize).is_none_or(|depth| *depth > 0) || !seen.insert(id) {
                continue;
            }
            let expr = self.program.exprs.at(id);
            each_part(expr, |child| todo.push(child));
            self.called(expr, |node| calls.push(node));
        }
    }

    /// How deep the evaluation of an expression nests, all nodes that it asks for being known.
    /// Recursion is as deep as trees are, which was checked before.
    fn depth(&mut self, id: ExprId) -> u32 {
        if let Some(depth @ 1..) = self.depths.get(id.0 as usize) {
            return *depth;
        }
        let expr = self.program.exprs.at(id);
        let mut children = Vec::new();
        each_part(expr, |child| children.push(child));
        let mut deepest = children.into_iter().map(|child| self.depth(child)).max().unwrap_or(0);
        self.called(expr, |node| deepest = deepest.max(self.known(node)));
        let depth = deepest.saturating_add(1);
        if let Some(known) = self.depths.get_mut(id.0 as usize) {
            *known = depth;
        }
        depth
    }

    /// The nodes that an expression itself asks for.
    fn called(&self, expr: &Expr, mut found: impl FnMut(Node)) {
        match expr {
            Expr::Call { function, .. } => found(Node::Function(*function)),
            Expr::Quantity { quantity, .. } => found(Node::Quantity(*quantity)),
            Expr::May { permission, .. } => found(Node::Permission(*permission)),
            Expr::Has { ability, .. }
            | Expr::Held { ability, .. }
            | Expr::AbilityArg { ability, .. } => {
                found(Node::Possession(*ability));
            }
            // What is measured asks how large pieces are.
            _ if expr.measures() => {
                self.program.footprints().for_each(|id| found(Node::Function(id)));
            }
            _ => {}
        }
    }
}
