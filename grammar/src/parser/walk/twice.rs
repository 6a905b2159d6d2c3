//! What a clause or head says twice: takes the pairs that the grammar found, reports a part that may stand once and stands
//! again. The walk would hear the last of them alone.

use super::{Pair, Rule, Walk};
use crate::diagnostic::{Diagnostic, codes};

impl Walk<'_> {
    /// Reports parts that stand twice in one clause, all through a piece of text.
    pub(in crate::parser) fn said_twice(&mut self, pairs: pest::iterators::Pairs<'_, Rule>) {
        let mut said: Vec<Pair<'_>> = Vec::new();
        // What the pair at hand stands in: its rule, where it ends, and how much was said before it.
        let mut open: Vec<(Rule, usize, usize)> = Vec::new();
        for pair in pairs.flatten() {
            let end = pair.as_span().end();
            while let Some((_, _, before)) = open.pop_if(|(_, outer, _)| *outer < end) {
                said.truncate(before);
            }
            let (parent, _, before) =
                open.last().copied().unwrap_or((Rule::file_items, usize::MAX, 0));
            // An erratum writes the old part and the new.
            let corrects = matches!(parent, Rule::edit_label | Rule::edit_once);
            if stands_once(pair.as_rule()) && !corrects {
                let mut beside = said.iter().skip(before);
                match beside.find(|first| first.as_rule() == pair.as_rule()) {
                    Some(first) => self.part_twice(first, &pair),
                    None => said.push(pair.clone()),
                }
            }
            open.push((pair.as_rule(), end, said.len()));
        }
    }

    fn part_twice(&mut self, first: &Pair<'_>, again: &Pair<'_>) {
        let words = self.written(again);
        let word = words.split([' ', '(', '"']).find(|word| !word.is_empty()).unwrap_or(words);
        let what = if again.as_rule() == Rule::label { "a label" } else { word };
        let message = match again.as_rule() {
            Rule::label => "a clause has one label, and here is a second".to_owned(),
            _ => format!("`{what}` stands twice here, and may stand once"),
        };
        let found = Diagnostic::new(codes::FIELD_TWICE, message, self.span(again))
            .label("again here")
            .also(self.span(first), "first here")
            .help(match again.as_rule() {
                Rule::when => "join conditions by `and`",
                Rule::label if self.slice(self.clause_start, self.start(again)).contains(" over \"") => {
                    "labels over which it goes are parted by commas: `over \"a\", \"b\" \"its own\"`; else take one of them away"
                }
                Rule::label => {
                    "take one of them away; the reason over which it goes reads `over \"..\"`"
                }
                _ => "take one of them away",
            });
        self.push(found);
    }
}

/// Whether a part of a clause or head may stand in it once.
fn stands_once(rule: Rule) -> bool {
    use Rule as R;
    matches!(
        rule,
        R::at_most_bound
            | R::at_window
            | R::budget
            | R::by_player
            | R::called
            | R::choice_prefer
            | R::closed
            | R::column
            | R::copies
            | R::dated
            | R::default
            | R::drawback
            | R::each_player
            | R::errata_of
            | R::favours
            | R::fleeting
            | R::for_kinds
            | R::heading
            | R::for_team
            | R::in_turn
            | R::in_window
            | R::inverse
            | R::label
            | R::like
            | R::must
            | R::next
            | R::once
            | R::only_by
            | R::or_none
            | R::plural
            | R::reach_any
            | R::reach_as
            | R::recursive
            | R::roster_as
            | R::roster_of
            | R::rounded
            | R::seen_by
            | R::slot
            | R::stacks
            | R::test_of
            | R::until
            | R::until_all_pass
            | R::until_done
            | R::when
            | R::whose
            | R::wide
            | R::with_keys
            | R::within
    )
}
