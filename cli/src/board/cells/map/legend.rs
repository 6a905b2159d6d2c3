//! What stands beside and below the board: a bar of a few steps, the list of pieces, what colours mean.

use super::super::super::list::{self, Line, boxed, side_colour, wide};
use super::super::super::svg::{Anchor, Tone};
use super::{HALF, Map, SIDE};

impl Map<'_> {
    /// A bar as long as a few steps.
    pub(super) fn scale(&mut self) {
        let step = if self.sheet.laid.flat { SIDE * 3 / 2 } else { HALF * 2 };
        let steps = (self.width / step / 3).clamp(1, 5);
        let y = self.board_top() + self.depth + self.text * 3 / 2;
        let (left, tall) = (self.text, self.text / 3);
        self.svg.group("scale");
        self.svg.stroke((left, y), (left + steps * step, y), self.text / 8, Tone::Ink);
        for at in 0..=steps {
            let x = left + at * step;
            self.svg.stroke((x, y - tall), (x, y + tall), self.text / 10, Tone::Ink);
        }
        let label = if steps == 1 { String::from("1 step") } else { format!("{steps} steps") };
        let beside = (left + steps * step + self.text / 2, y + self.text / 3);
        self.svg.words(beside, &label, self.text * 3 / 4, Tone::Ink, Anchor::Start);
        self.svg.end();
    }

    /// What colours mean, and the list of pieces, right of the board. Gives the size of the whole.
    pub(super) fn legend(&mut self, list: &[Line]) -> (i64, i64) {
        let x = self.text * 3 + self.width;
        let size = self.text * 4 / 5;
        self.svg.group("legend");
        let from = (x, self.board_top() + size);
        let (wide_list, mut y) = list::drawn(&mut self.svg, list, from, size);
        let mut widest = wide_list.max(size * 18);
        y += size;
        for (player, _) in &self.sheet.laid.zones {
            let colour = side_colour(self.sheet.side(Some(*player)).unwrap_or(0));
            let dash = (size / 5).max(1);
            let how = format!(
                "fill=\"{colour}\" fill-opacity=\"0.10\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-dasharray=\"{dash} {dash}\"",
                (size / 8).max(1)
            );
            self.svg.polygon(&boxed((x, y), size), &how);
            let name = self.sheet.sides.iter().find(|(of, _)| of == player);
            let words = name.map_or_else(String::new, |(_, name)| format!("{name}: deployment"));
            widest = widest.max(size * 3 / 2 + wide(&words, size));
            self.svg.words((x + size * 3 / 2, y), &words, size, Tone::Ink, Anchor::Start);
            y += size * 3 / 2;
        }
        let fills = self.sheet.laid.cells.iter().find_map(|cell| cell.things.first());
        for (sort, of) in self.sheet.sorts.iter().enumerate() {
            // What does not fill cells stands in them in words.
            if fills.is_none_or(|thing| thing.field != of.field) {
                continue;
            }
            let how = format!("fill=\"{}\" stroke=\"#8d8672\"", self.colour(sort));
            self.svg.polygon(&boxed((x, y), size), &how);
            self.svg.words((x + size * 3 / 2, y), &of.name, size, Tone::Ink, Anchor::Start);
            y += size * 3 / 2;
        }
        self.svg.end();
        let below = self.board_top() + self.depth + self.text * 3;
        (x + widest + self.text, below.max(y + self.text))
    }
}
