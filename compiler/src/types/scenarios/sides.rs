//! Sides of scenarios: takes what a side brings, wins by and scores, gives its typed form.

use super::Set;
use crate::like::written_name;
use crate::typed::{
    Arithmetic, Assign, BearerDef, Compare, Expr, ExprKind, PieceDef, Quoted, SideDef, Stmt,
    StmtKind, Type, Words,
};
use crate::types::checker::{Checker, INT};
use crate::types::vocabulary::Attribute;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl<'a> Checker<'a> {
    pub(super) fn side(&mut self, id: ir::ScenarioId, side: &'a tree::Side, set: &mut Set) {
        if let Some(first) = set.sides.iter().find(|known| known.name == *side.name.text) {
            return Diagnostic::at(codes::DUPLICATE_NAME, side.name.span)
                .says(format!("there are two sides `{}`", side.name.text))
                .label("again here")
                .also(first.span, "first here")
                .help("give one of them another name; one side may field several rosters: `roster \"A\" ; roster \"B\"`")
                .emit(self.sink);
        }
        let mut policy = None;
        for item in &side.items {
            if let tree::SideItem::Deploy { zone, settings, span } = item {
                self.deploy_line(side, (zone, settings.as_slice()), *span, set);
            }
            if let tree::SideItem::DeployCells { zone, span } = item {
                self.deploy_on_cells(side, zone, *span, set);
            }
            self.side_item((id, set.in_teams), side, item, &mut policy);
        }
        let named = side.items.iter().any(|item| matches!(item, tree::SideItem::Roster(_)));
        if !named && self.input.rosters.of_side(side.span).is_empty() {
            set.without_roster.push(side.name.span);
        }
        let mut policies = side.items.iter().filter_map(|item| match item {
            tree::SideItem::Member(tree::Member::Field(field)) => {
                (&*field.name.text == "policy").then_some(field.span)
            }
            _ => None,
        });
        if let (Some(first), Some(again)) = (policies.next(), policies.next()) {
            self.given_twice("policy", again, first);
        }
        let mut zones = side.items.iter().filter_map(|item| match item {
            tree::SideItem::Deploy { span, .. } | tree::SideItem::DeployCells { span, .. } => {
                Some(*span)
            }
            _ => None,
        });
        if let (Some(first), Some(again)) = (zones.next(), zones.next()) {
            self.given_twice("deploy", again, first);
        }
        let rosters = self.input.rosters;
        let mut pieces = Vec::new();
        let mut budget: Option<i64> = None;
        for position in rosters.of_side(side.span) {
            let Some(roster) = rosters.rosters.get(*position) else { continue };
            budget = match (budget, roster.budget) {
                (Some(a), Some(b)) => Some(a.saturating_add(b)),
                (a, b) => a.or(b),
            };
            pieces.extend(self.armies.get(*position).into_iter().flatten().cloned());
        }
        if let (Some(budget), Some(field)) = (budget, self.facts.budget) {
            let stmts = self.for_side(side, side.name.span, |_, player| {
                let span = player.span;
                let value = crate::types::exprs::cell(budget, INT, span);
                let to = Assign::Field { of: Box::new(player), field };
                vec![Stmt { kind: StmtKind::Assign { to, value, purpose: None }, span }]
            });
            set.setup.extend(stmts);
        }
        let abilities =
            self.facts.side_abilities.get(&(id, side.span)).cloned().unwrap_or_default();
        set.sides.push(SideDef {
            name: side.name.text.to_string(),
            armies: self.armies_of(side, &pieces),
            pieces,
            budget,
            abilities,
            policy,
            team: None,
            span: side.name.span,
        });
    }

    /// `team NAME` in sides, once all sides are read: the side that leads the team.
    pub(super) fn teams(&mut self, scenario: &'a tree::Scenario, set: &mut Set) {
        let mut known: Vec<(Span, Span)> = Vec::new();
        for (side, field) in team_lines(scenario) {
            if let Some((_, first)) = known.iter().find(|(of, _)| *of == side.name.span) {
                self.given_twice("team", field.span, *first);
                continue;
            }
            let Some(name) = side_named(field) else {
                Diagnostic::at(codes::WRONG_SORT, field.span)
                    .says("the name of a side is wanted here")
                    .help("`team NAME`: the side that leads the team")
                    .emit(self.sink);
                continue;
            };
            let leader = set.sides.iter().position(|known| known.name == *name.text);
            let Some(leader) = leader else {
                let known: Vec<String> = set.sides.iter().map(|it| it.name.clone()).collect();
                self.unknown_among(&name, "side", &known);
                continue;
            };
            if let Some((_, other)) = team_lines(scenario).find(|(of, _)| of.name.text == name.text)
            {
                Diagnostic::at(codes::WRONG_SORT, field.span)
                    .says(format!("`{}` leads no team", name.text))
                    .also(other.span, "it is of one itself")
                    .help("all of a team name the side that leads it, which names none")
                    .emit(self.sink);
                continue;
            }
            known.push((side.name.span, field.span));
            let own = set.sides.iter_mut().find(|known| known.span == side.name.span);
            if let Some(own) = own {
                own.team = u32::try_from(leader).ok();
                self.typed.has_teams = true;
            }
        }
    }

    /// The army lists of a side: those of its rosters and the one that it names. Whoever was hired from another list brings nothing of it
    /// along; of an army that says no list all pieces are asked.
    fn armies_of(&self, side: &tree::Side, pieces: &[PieceDef]) -> Vec<String> {
        let factions = &self.input.content.index.factions;
        let rosters = self.input.rosters;
        let of_rosters = rosters.of_side(side.span).iter();
        let of_rosters = of_rosters.filter_map(|at| rosters.rosters.get(*at)?.faction);
        let named = of_rosters.chain(&side.of).filter(|name| factions.contains_key(&*name.text));
        let mut armies: Vec<String> = named.map(|name| name.text.to_string()).collect();
        if armies.is_empty() {
            armies = self.armies_of_pieces(pieces);
        }
        let mut once = Vec::with_capacity(armies.len());
        for army in armies {
            if !once.contains(&army) {
                once.push(army);
            }
        }
        once
    }

    /// The army lists of pieces, each once.
    pub(crate) fn armies_of_pieces(&self, pieces: &[PieceDef]) -> Vec<String> {
        let mut armies: Vec<String> = Vec::new();
        for piece in pieces {
            let entry = self.typed.entries.get(piece.entry);
            if let Some(army) = entry.and_then(|entry| entry.faction.as_ref())
                && !armies.iter().any(|known| *known == **army)
            {
                armies.push(army.to_string());
            }
        }
        armies
    }

    fn side_item(
        &mut self,
        (id, in_teams): (ir::ScenarioId, bool),
        side: &'a tree::Side,
        item: &'a tree::SideItem,
        policy: &mut Option<ir::PolicyId>,
    ) {
        use tree::SideItem as I;
        match item {
            I::Deploy { .. } | I::DeployCells { .. } | I::Roster(_) => {}
            I::Wins { when, at, label, span } => {
                let title = self.words_of(label.as_ref(), when.span);
                self.hook_at(BearerDef::Scenario(id), &title, at.as_ref(), *span, |checker| {
                    checker.wins((side, in_teams), when, &title, *span)
                });
            }
            I::Scores { .. } => {}
            I::Member(tree::Member::Field(field)) if &*field.name.text == "policy" => {
                match &field.value {
                    tree::CellKind::One(tree::Expr {
                        kind: tree::ExprKind::Name(name), ..
                    }) => *policy = self.find_policy(name),
                    _ => {
                        Diagnostic::at(codes::WRONG_SORT, field.span)
                            .says("the name of a policy is wanted here")
                            .help("`policy NAME`")
                            .emit(self.sink);
                    }
                }
            }
            I::Member(_) => {}
        }
    }

    /// Whoever wins with a side: alone it is the side's player, else all of its team.
    fn winners(&mut self, in_teams: bool, player: Expr) -> Expr {
        let span = player.span;
        let Type::Entity(kind) = player.ty else { return player };
        if !in_teams {
            return player;
        }
        let item = self.scope.hidden("", player.ty.clone(), span);
        let of = |one: Expr| Expr::new(ExprKind::TeamOf(Box::new(one)), Type::Entity(kind), span);
        let all = Type::Set(Box::new(Type::Entity(kind)));
        let all = Expr { kind: ExprKind::All(kind), ty: all, span };
        let same = Expr::compare(Compare::Eq, of(self.local_expr(item, span)), of(player), span);
        Expr::filter(all, item, same, span)
    }

    /// The points of a side, each at its moment.
    pub(super) fn scores_of(&mut self, id: ir::ScenarioId, side: &'a tree::Side) {
        for item in &side.items {
            let tree::SideItem::Scores { value, when, at, label, span } = item else { continue };
            let title = self.words_of(label.as_ref(), value.span);
            let what = label.as_ref().map_or_else(String::new, |_| format!(": {title}"));
            self.hook_at(BearerDef::Scenario(id), &title, at.as_ref(), *span, |checker| {
                checker.scores(side, (value, when.as_ref()), (&what, *span))
            });
        }
    }

    fn words_of(&self, label: Option<&tree::Label>, span: Span) -> String {
        let span = label.map_or(span, |label| label.text.span);
        self.source_of(span)
    }

    /// `if C { end battle won by .. }`, with the side's player as `self`; with it wins all of its team.
    fn wins(
        &mut self,
        (side, in_teams): (&tree::Side, bool),
        when: &tree::Expr,
        title: &str,
        span: Span,
    ) -> Vec<Stmt> {
        let why = Words::fixed(title, span);
        self.for_side(side, span, |checker, player| {
            let when = checker.condition(when);
            let winner = checker.winners(in_teams, player);
            let kind = StmtKind::EndBattle { winner: Some(Box::new(winner)), why };
            let then = vec![Stmt { kind, span }];
            vec![Stmt { kind: StmtKind::If { when, then, other: Vec::new() }, span }]
        })
    }

    /// `self.score += E`, where players have a score; what is scored is told.
    fn scores(
        &mut self,
        side: &tree::Side,
        (value, when): (&tree::Expr, Option<&tree::Expr>),
        (what, span): (&str, Span),
    ) -> Vec<Stmt> {
        let score = self.facts.player.and_then(|player| self.vocabulary.attribute(player, "score"));
        let Some(Attribute::State(field)) = score else {
            Diagnostic::at(codes::NO_SCORE, span)
                .says("players of this system have no score")
                .label("would be counted nowhere")
                .help("the system declares it: `kind player { state score: int = 0 }`")
                .emit(self.sink);
            return Vec::new();
        };
        self.for_side(side, span, |checker, player| {
            let when = when.map(|when| checker.condition(when));
            let points = checker.points(value);
            let gained = checker.scope.hidden("", INT, span);
            let gain = checker.local_expr(gained, span);
            let counted = checker.typed.fields.get(field).map_or(INT, |def| def.ty.clone());
            let read = Expr::field(player.clone(), field, counted.clone(), span);
            let sum = Expr::arithmetic(Arithmetic::Add, read, gain.clone(), INT, span);
            let sum = checker.coerce(sum, &counted);
            let told = [
                Quoted::Value(player.clone()),
                Quoted::Fixed(" scores ".to_owned()),
                Quoted::Value(gain.clone()),
                Quoted::Fixed(format!("{what}.")),
            ];
            let nothing = Expr::new(ExprKind::Cell(0), INT, span);
            let to = Assign::Field { of: Box::new(player), field };
            let say = StmtKind::Say(Words { parts: told.into(), span });
            let all = [
                StmtKind::Assign { to: Assign::Local(gained), value: points, purpose: None },
                StmtKind::Assign { to, value: sum, purpose: None },
                StmtKind::If {
                    when: Expr::compare(Compare::Ne, gain, nothing, span),
                    then: vec![Stmt { kind: say, span }],
                    other: Vec::new(),
                },
            ];
            let all: Vec<Stmt> = all.into_iter().map(|kind| Stmt { kind, span }).collect();
            match when {
                Some(when) => {
                    let kind = StmtKind::If { when, then: all, other: Vec::new() };
                    vec![Stmt { kind, span }]
                }
                None => all,
            }
        })
    }

    /// `1 for each x in S` is a sum.
    fn points(&mut self, value: &tree::Expr) -> Expr {
        if !matches!(value.kind, tree::ExprKind::ForEach { .. }) {
            return self.expr(value, Some(&INT));
        }
        let name = tree::Name { text: "sum".into(), span: value.span, quoted: false };
        let callee = tree::Expr { kind: tree::ExprKind::Name(name), span: value.span };
        let arg = tree::Arg { name: None, value: value.clone(), span: value.span };
        let sum = tree::Expr {
            kind: tree::ExprKind::Call(Box::new(tree::Call { callee, args: vec![arg] })),
            span: value.span,
        };
        self.expr(&sum, Some(&INT))
    }

    /// Statements about a side's player, who is `self` in them.
    pub(super) fn for_side(
        &mut self,
        side: &tree::Side,
        span: Span,
        body: impl FnOnce(&mut Self, Expr) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let Some(player) = self.facts.player else { return Vec::new() };
        let one = Type::Entity(player);
        let item = self.scope.hidden("", one.clone(), span);
        let named = Expr::compare(
            Compare::Eq,
            Expr::new(ExprKind::NameOf(Box::new(self.local_expr(item, span))), Type::Text, span),
            Expr::new(ExprKind::Text(side.name.text.to_string()), Type::Text, span),
            span,
        );
        let all = Expr { kind: ExprKind::All(player), ty: Type::Set(Box::new(one.clone())), span };
        let its = Expr::filter(all, item, named, span);
        let first =
            Expr::new(ExprKind::First(Box::new(its)), Type::Optional(Box::new(one.clone())), span);
        let me = self.scope.hidden("self", one, span);
        let mark = self.scope.mark();
        self.scope.reveal(me);
        self.scope.bearer = Some(me);
        let itself = self.local_expr(me, span);
        let then = body(self, itself);
        self.scope.bearer = None;
        self.scope.reset(mark);
        let when = Expr::is_some(first, Some(me), span);
        vec![Stmt { kind: StmtKind::If { when, then, other: Vec::new() }, span }]
    }
}

/// The lines of sides that say of which team they are.
pub(super) fn team_lines(
    scenario: &tree::Scenario,
) -> impl Iterator<Item = (&tree::Side, &tree::Field)> {
    let sides = scenario
        .items
        .iter()
        .filter_map(|item| as_variant!(item, tree::ScenarioItem::Side(side) => side));
    sides.flat_map(|side| {
        side.items.iter().filter_map(move |item| match item {
            tree::SideItem::Member(tree::Member::Field(field)) if &*field.name.text == "team" => {
                Some((side, field))
            }
            _ => None,
        })
    })
}

/// The side that such a line names.
fn side_named(field: &tree::Field) -> Option<tree::Name> {
    match &field.value {
        tree::CellKind::One(tree::Expr { kind: tree::ExprKind::Name(name), .. }) => {
            Some(name.clone())
        }
        tree::CellKind::One(value) => {
            let text = written_name(value)?;
            Some(tree::Name { text: text.into(), span: value.span, quoted: true })
        }
        _ => None,
    }
}
