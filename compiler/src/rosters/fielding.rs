//! Armies tried out: takes which side is to field which roster, gives the rosters with the sides so.

use super::{Piece, Rosters};
use crate::like::{Content, points_of};
use rustc_hash::FxHashSet;
use warwright_grammar::source::Span;
use warwright_grammar::tree::{ScenarioItem, Side};

/// Who fields what, where that is not what the sources say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fielding {
    /// Names of sides with the title of the roster that each fields instead of its own, in every battle that has such a side.
    pub rosters: Vec<(String, String)>,
    /// Names of sides with what a piece is that each does without.
    pub without: Vec<(String, String)>,
    /// Names of sides with what a piece is of which each has one more.
    pub another: Vec<(String, String)>,
    /// Whether the sides of each battle of two exchange their armies; all else stays where it is.
    pub exchanged: bool,
}

impl Rosters<'_> {
    /// Lets sides field what is wanted. Of a roster that is not there nothing happens.
    pub fn field(&mut self, fielding: &Fielding, content: &Content<'_>) {
        if *fielding == Fielding::default() {
            return;
        }
        let mut done: FxHashSet<Span> = FxHashSet::default();
        for declared in content.index.scenarios.values() {
            let items = declared.node.items.iter();
            let sides: Vec<&Side> = items
                .filter_map(|item| match item {
                    ScenarioItem::Side(side) => Some(side),
                    _ => None,
                })
                .collect();
            for side in &sides {
                let wanted =
                    |(name, _): &&(String, String)| name.eq_ignore_ascii_case(&side.name.text);
                let wanted = fielding.rosters.iter().filter(wanted);
                let rosters: Vec<usize> =
                    wanted.filter_map(|(_, title)| self.titled(title)).collect();
                if !rosters.is_empty() {
                    self.sides.insert(side.span, rosters);
                }
                let of_side = |all: &[(String, String)]| -> Vec<String> {
                    let own =
                        all.iter().filter(|(name, _)| name.eq_ignore_ascii_case(&side.name.text));
                    own.map(|(_, piece)| piece.clone()).collect()
                };
                for piece in of_side(&fielding.without) {
                    self.one_more_or_less(side.span, &piece, false, content);
                }
                for piece in of_side(&fielding.another) {
                    self.one_more_or_less(side.span, &piece, true, content);
                }
            }
            // A battle that is like another may have the very sides of that one.
            if let [one, other] = sides.as_slice()
                && fielding.exchanged
                && done.insert(one.span)
                && done.insert(other.span)
            {
                let army = |side: &Side| self.sides.get(&side.span).cloned().unwrap_or_default();
                let (ours, theirs) = (army(one), army(other));
                self.sides.insert(one.span, theirs);
                self.sides.insert(other.span, ours);
            }
        }
    }

    /// The roster of a title, however it is capitalised where it is alone so.
    fn titled(&self, title: &str) -> Option<usize> {
        let own = self.by_name.get(title).copied();
        own.or_else(|| {
            let mut alike =
                self.by_name.iter().filter(|(name, _)| name.eq_ignore_ascii_case(title));
            let (_, first) = alike.next()?;
            alike.next().is_none().then_some(*first)
        })
    }

    /// Lets a side field a copy of its roster with one more piece of that name, or one less; other sides with the roster keep it.
    fn one_more_or_less(&mut self, side: Span, name: &str, more: bool, content: &Content<'_>) {
        let is_it = |piece: &Piece<'_>| {
            let entity = content.entity(piece.entity);
            entity.is_some_and(|entity| entity.title.eq_ignore_ascii_case(name))
        };
        let Some(own) = self.sides.get(&side).cloned() else { return };
        for (at, position) in own.iter().enumerate() {
            let Some(roster) = self.rosters.get(*position) else { continue };
            let Some(piece) = roster.pieces.iter().position(is_it) else { continue };
            let mut roster = roster.clone();
            let Some(one) = roster.pieces.get(piece).cloned() else { continue };
            let entity = content.entity(one.entity);
            let price = entity.and_then(|entity| points_of(content, entity)).unwrap_or(0);
            if more {
                // A name of its own is that of one piece.
                roster.pieces.insert(piece, Piece { name: None, ..one });
                roster.points = roster.points.map(|points| points.saturating_add(price));
            } else {
                roster.pieces.remove(piece);
                roster.points = roster.points.map(|points| points.saturating_sub(price));
            }
            roster.title = "";
            let copy = self.rosters.len();
            self.rosters.push(roster);
            if let Some(place) = self.sides.get_mut(&side).and_then(|own| own.get_mut(at)) {
                *place = copy;
            }
            return;
        }
    }
}
