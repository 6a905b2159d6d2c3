//! What acts ask and how: the choices that are put to players, the windows in which they act, the manner of plans.

use crate::form::{Holds as H, forms};
use crate::{ExprId, Template, Wanted as W, WindowId};
use serde::{Deserialize, Serialize};

forms! {
    /// The choices that can be put to a player. Candidates come in the order of their set; answers are values, not positions.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum ChoiceKind: () {
        /// One of a set; with `none` (where that expression holds, always if it is true) also none.
        One {
            /// The candidates.
            of: ExprId = Wide,
            /// What narrows the candidates.
            filter: Option<ChoiceFilter>,
            /// When nothing may be chosen; never where missing.
            none: Option<ExprId> = Bool,
        } => "one of {of}<{filter}>< or none when {none}>";
        /// So many of a set, from `low` to `high`.
        Some {
            /// The candidates.
            of: ExprId = Wide,
            /// What narrows the candidates.
            filter: Option<ChoiceFilter>,
            /// The least.
            low: ExprId = Int,
            /// The greatest.
            high: ExprId = Int,
        } => "{low} to {high} of {of}<{filter}>";
        /// All of a set, in an order.
        Order {
            /// The items.
            of: ExprId = Wide,
        } => "order of {of}";
        /// A whole number.
        Number {
            /// The least.
            low: ExprId = Int,
            /// The greatest.
            high: ExprId = Int,
        } => "int {low}..{high}";
        /// Yes or no.
        Whether {
            /// What is asked, in words.
            question: Template,
        } => "whether {question}";
        /// A place for a piece in a region. The condition and the measure are asked with the piece supposed there.
        Place {
            /// The piece.
            who: ExprId = Space(W::Piece),
            /// Where its place must be: all of the piece lies in this region.
            within: ExprId = Space(W::Ground),
            /// Which way it looks; as it does now where missing.
            facing: Option<ExprId> = Space(W::Angle),
            /// The wide slot of the candidate.
            slot: u16 = Scratch(H::Place),
            /// The condition.
            when: Option<ExprId> = Bool,
            /// Among the places that are proposed, only those whose measure is least.
            least: Option<ExprId> = Scalar,
            /// When nothing may be chosen; never where missing.
            none: Option<ExprId> = Bool,
        } => "place for {who} in {within}< facing {facing}>< where {when}>< with least {least}>< or none when {none}>";
        /// So many points over the items of a set: a list as long as the set.
        Split {
            /// How many points.
            total: ExprId = Int,
            /// The items.
            of: ExprId = Wide,
        } => "split of {total} among {of}";
    }
}

forms! {
    /// What narrows the candidates of a choice.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ChoiceFilter {
        /// The scalar slot of the candidate.
        pub slot: u16 = Scratch(H::Item("of")),
        /// The condition.
        pub when: Option<ExprId> = Bool,
        /// Only candidates whose value is within `within` of the least (`with least E within T`).
        pub least: Option<(ExprId, Option<ExprId>)>,
    } => " as {slot}< where {when}>< with least {least}>";
}

forms! {
    /// A window opened by a step: players are asked for actions until it closes.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Opening {
        /// The window.
        pub window: WindowId,
        /// The players, in the order in which they are asked: a wide value or one player.
        pub to: ExprId = Players,
        /// When it closes.
        pub ends: WindowEnd,
        /// At most so many actions.
        pub at_most: Option<ExprId> = Int,
    } => "open {window} to {to} until {ends}< at most {at_most}>";
}

forms! {
    /// When a window closes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum WindowEnd: () {
        /// When the player says so (each in turn, one after the other, where there are several).
        Done => "done";
        /// When all have passed in a row.
        AllPass => "all pass";
    }
}

forms! {
    /// How a plan is looked for: what ways cost, and how hard it looks. Whoever gives nothing has the usual, in parentheses.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct PlanManner {
        /// What the piece has spent of its turn, asked wherever it has come to (how far its middle has come in the turn).
        pub price: Option<ExprId> = Length,
        /// How far it still is, asked likewise, `it` being the length of the way round what bars it (`it`, and how far its
        /// corners go when it turns to look there).
        pub estimate: Option<ExprId> = Length,
        /// Where `it` stands.
        pub it: u16 = Scratch(H::Length),
        /// How many actions are tried one after the other in a turn (4).
        pub manoeuvres: Option<ExprId> = Int,
        /// From how many places the search goes on (512).
        pub effort: Option<ExprId> = Int,
        /// After how many places that bring it no nearer it gives up (48).
        pub patience: Option<ExprId> = Int,
        /// How many places it still goes on from in search of a better way than one that it has found, shared out by the turns
        /// which that takes (192).
        pub refine: Option<ExprId> = Int,
        /// How many places may wait to be gone on from (256).
        pub waiting: Option<ExprId> = Int,
        /// How many times what is left counts against what is spent, every second time (3).
        pub greed: Option<ExprId> = Int,
        /// How much nearer counts as nearer, and how large the smallest patches are (12.7 mm).
        pub nearer: Option<ExprId> = Length,
        /// How large the patches of the board are in which places count as near each other (a seventh of its longest action).
        pub patch: Option<ExprId> = Length,
        /// Up to which turn places count as near each other (15 deg).
        pub sector: Option<ExprId> = Space(W::Angle),
        /// How much farther a place seems for each that the search went on from near it (half its longest action).
        pub crowd: Option<ExprId> = Length,
        /// The angle that is tried first, to either side (90 deg).
        pub angle: Option<ExprId> = Space(W::Angle),
        /// Of a length that is free so many shares are tried, of an angle one such share and so many times it (2).
        pub shares: Option<ExprId> = Int,
        /// How many shapes in the way are gone round at once, the nearest (3).
        pub round: Option<ExprId> = Int,
    } => "< price {price}>< estimate {estimate}> with {it}< manoeuvres {manoeuvres}>< effort {effort}>< patience {patience}>< refine {refine}>< waiting {waiting}>< greed {greed}>< nearer {nearer}>< patch {patch}>< sector {sector}>< crowd {crowd}>< angle {angle}>< shares {shares}>< round {round}>";
}

impl PlanManner {
    /// The setting of that name.
    pub fn named_mut(&mut self, name: &str) -> Option<&mut Option<ExprId>> {
        Some(match name {
            "price" => &mut self.price,
            "estimate" => &mut self.estimate,
            "manoeuvres" => &mut self.manoeuvres,
            "effort" => &mut self.effort,
            "patience" => &mut self.patience,
            "refine" => &mut self.refine,
            "waiting" => &mut self.waiting,
            "greed" => &mut self.greed,
            "nearer" => &mut self.nearer,
            "patch" => &mut self.patch,
            "sector" => &mut self.sector,
            "crowd" => &mut self.crowd,
            "angle" => &mut self.angle,
            "shares" => &mut self.shares,
            "round" => &mut self.round,
            _ => return None,
        })
    }
}
