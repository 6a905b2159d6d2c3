//! Armies tried out: takes which side is to field which roster, gives the rosters with the sides so.

use super::expand::limits_of;
use super::{Piece, Rosters};
use crate::like::{Content, points_of};
use rustc_hash::FxHashMap;
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

/// A piece of which a side of a battle was to have one more or one less, and has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfielded {
    /// The title of the battle.
    pub scenario: String,
    /// The name of the side.
    pub side: String,
    /// What was named.
    pub piece: String,
    /// The titles of the rosters that the side fields; those in its own braces have none.
    pub rosters: Vec<String>,
    /// What its pieces are, each once, in order.
    pub fielded: Vec<String>,
}

impl Rosters<'_> {
    /// Lets sides field what is wanted, and gives what could not be done of it. Of a roster that is not there nothing happens.
    pub fn field(&mut self, fielding: &Fielding, content: &Content<'_>) -> Vec<Unfielded> {
        let mut unfielded = Vec::new();
        if *fielding == Fielding::default() {
            return unfielded;
        }
        // A battle that is like another may have the very sides of that one.
        let mut done: FxHashMap<Span, Vec<Unfielded>> = FxHashMap::default();
        for (title, declared) in &content.index.scenarios {
            let items = declared.node.items.iter();
            let sides: Vec<&Side> = items
                .filter_map(|item| as_variant!(item, ScenarioItem::Side(side) => side))
                .collect();
            let new = sides.iter().all(|side| !done.contains_key(&side.span));
            for side in &sides {
                let lacking = match done.get(&side.span) {
                    Some(lacking) => lacking.clone(),
                    None => self.field_side(side, fielding, content),
                };
                let of_this =
                    |it: &Unfielded| Unfielded { scenario: title.to_string(), ..it.clone() };
                unfielded.extend(lacking.iter().map(of_this));
                done.insert(side.span, lacking);
            }
            if let [one, other] = sides.as_slice()
                && fielding.exchanged
                && new
            {
                let army = |side: &Side| self.sides.get(&side.span).cloned().unwrap_or_default();
                let (ours, theirs) = (army(one), army(other));
                self.sides.insert(one.span, theirs);
                self.sides.insert(other.span, ours);
            }
            // Who comes in the place of another army keeps what binds that place.
            for side in &sides {
                self.bind(side.span, &limits_of(&declared.node, side));
            }
        }
        unfielded
    }

    /// The same of one side.
    fn field_side(
        &mut self,
        side: &Side,
        fielding: &Fielding,
        content: &Content<'_>,
    ) -> Vec<Unfielded> {
        let of_side = |all: &[(String, String)]| -> Vec<String> {
            let own = all.iter().filter(|(name, _)| name.eq_ignore_ascii_case(&side.name.text));
            own.map(|(_, what)| what.clone()).collect()
        };
        let wanted = of_side(&fielding.rosters);
        let rosters: Vec<usize> = wanted.iter().filter_map(|title| self.titled(title)).collect();
        if !rosters.is_empty() {
            self.sides.insert(side.span, rosters);
        }
        let own = self.of_side(side.span).iter().filter_map(|at| self.rosters.get(*at));
        let titles = own.map(|roster| roster.title.to_owned()).filter(|title| !title.is_empty());
        let titles: Vec<String> = titles.collect();
        let mut unfielded = Vec::new();
        for (pieces, more) in [(&fielding.without, false), (&fielding.another, true)] {
            for piece in of_side(pieces) {
                if !self.one_more_or_less(side.span, &piece, more, content) {
                    unfielded.push(Unfielded {
                        scenario: String::new(),
                        side: side.name.text.to_string(),
                        piece,
                        rosters: titles.clone(),
                        fielded: self.fielded(side.span, content),
                    });
                }
            }
        }
        unfielded
    }

    /// What the pieces of a side are, each once, in order.
    fn fielded(&self, side: Span, content: &Content<'_>) -> Vec<String> {
        let own = self.of_side(side).iter().filter_map(|at| self.rosters.get(*at));
        let mut fielded: Vec<String> = Vec::new();
        for piece in own.flat_map(|roster| &roster.pieces) {
            let title = content.entity(piece.entity).map(|entity| entity.title.to_string());
            fielded.extend(title.filter(|title| !fielded.contains(title)));
        }
        fielded
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
    /// Gives whether it has any.
    fn one_more_or_less(
        &mut self,
        side: Span,
        name: &str,
        more: bool,
        content: &Content<'_>,
    ) -> bool {
        let is_it = |piece: &Piece<'_>| {
            let entity = content.entity(piece.entity);
            entity.is_some_and(|entity| entity.title.eq_ignore_ascii_case(name))
        };
        let Some(own) = self.sides.get(&side).cloned() else { return false };
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
            return true;
        }
        false
    }
}
