//! What is searched on a board: cells, paths, lines, routes that stop, plans.

use serde::Serialize;

use super::{Expr, Name, Path, Setting};

/// `cells from H within N ..`, `path from H to G ..`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellsFrom {
    /// Where it begins.
    pub from: Expr,
    /// `within N`, or `to G` of a path.
    pub limit: Expr,
    /// Whether it is a path.
    pub is_path: bool,
    /// `into x where A`: what may be entered.
    pub into: Option<CellTest>,
    /// `on from y where B`: from where one may go on.
    pub on_from: Option<CellTest>,
}

/// `x where A`, of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellTest {
    /// What the cell is called.
    pub name: Name,
    /// What must hold of it; missing where nothing must.
    pub filter: Option<Expr>,
}

/// `clear line from P to (Q | any part of T) [wide W] past x where COND`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClearLine {
    /// Where it begins.
    pub from: Expr,
    /// Where it ends.
    pub to: Expr,
    /// `any part of`.
    pub any_part: bool,
    /// `wide W`.
    pub wide: Option<Expr>,
    /// `past x in S where C`: what may be in the way.
    pub past: Vec<Past>,
}

/// `past x in S`: what may be in the way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Past {
    /// The name of a blocker.
    pub name: Name,
    /// The set it is one of.
    pub among: Option<Expr>,
    /// `through L`: so much of the line may lie in one.
    pub through: Option<Expr>,
    /// `where COND`: what blocks.
    pub filter: Option<Expr>,
}

/// `R while COND`, `R until touching S`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CutRoute {
    /// The route that is cut short.
    pub route: Expr,
    /// `until touching` (true) or `while` (false).
    pub until_touching: bool,
    /// The condition, or what is touched.
    pub stop: Expr,
}

/// `plan u by WINDOW towards X until COND at most N turns`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanSearch {
    /// Who moves.
    pub who: Expr,
    /// The window whose actions are searched.
    pub by: Name,
    /// `towards X`: what it makes for.
    pub towards: Option<Expr>,
    /// The goal.
    pub until: Expr,
    /// `at most N`.
    pub at_most: Expr,
    /// `runs of TURN`: the procedure or step that is a turn; missing where that was reported.
    pub runs: Option<Path>,
    /// `{ price P ; effort N }`: each with one value.
    pub manner: Vec<Setting>,
}
