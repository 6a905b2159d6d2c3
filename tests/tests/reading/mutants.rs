//! Whatever is done to a text, it is read to its end: cut, doubled, swapped, or sprinkled with signs.

use crate::common::read;
use warwright_grammar::{SourceMap, parse};

/// A small generator of numbers, the same in every run.
struct Xorshift(u64);

impl Xorshift {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % below.max(1)
    }
}

const SIGNS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "|",
    ";",
    "\n",
    ",",
    ":",
    "=",
    "==",
    "->",
    "..",
    ".",
    "+",
    "-",
    "*",
    "/",
    "//",
    "'",
    "\\",
    "\u{201c}",
    "\u{201d}",
    "\u{2013}",
    "\u{bd}",
    "\u{2019}s",
    "3\"",
    "2d6",
    " when ",
    " as ",
    " by ",
    " if ",
    " match ",
    " text: ",
    "else",
    " roll ",
    " not ",
    "\u{1f409}",
    "\u{0}",
    "\t",
    "\r\n",
    "@",
    "{{",
    "2010-02-30",
    "99999999999999999999",
    "9999999999d6",
];

fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn mutate(text: &str, random: &mut Xorshift) -> String {
    let mut mutant = text.to_owned();
    for _ in 0..=random.next(4) {
        let from = boundary(&mutant, random.next(mutant.len() + 1));
        let to = boundary(&mutant, (from + random.next(30)).min(mutant.len())).max(from);
        match random.next(5) {
            0 => mutant.replace_range(from..to, ""),
            1 => {
                let piece = mutant.get(from..to).unwrap_or("").to_owned();
                mutant.insert_str(from, &piece);
            }
            2 => {
                let at = boundary(&mutant, random.next(mutant.len() + 1));
                let piece = mutant.get(from..to).unwrap_or("").to_owned();
                mutant.insert_str(at, &piece);
            }
            _ => {
                let sign = SIGNS.get(random.next(SIGNS.len())).copied().unwrap_or("");
                mutant.insert_str(from, sign);
            }
        }
    }
    mutant
}

#[test]
fn no_mutant_is_fatal() {
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    for text in [include_str!("texts/system.ww"), include_str!("texts/content.ww")] {
        // A run of lines at a time, so that thousands are quick.
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..300 {
            let from = random.next(lines.len());
            let piece: Vec<&str> =
                lines.iter().skip(from).take(3 + random.next(25)).copied().collect();
            let mut map = SourceMap::new();
            let file = map.add("test.ww", mutate(&piece.join("\n"), &mut random));
            // Line ends and the marks of other programs are made plain before anything else is read.
            let mutant = map.text(file);
            let (tree, diagnostics) = parse(&map, file);
            assert!(tree.span.len() == mutant.len());
            for diagnostic in &diagnostics {
                let span = diagnostic.primary.span;
                assert!(mutant.get(span.within(tree.span)).is_some(), "{mutant}\n{diagnostic:?}");
                assert!(!diagnostic.message.is_empty());
                for edit in diagnostic.help.iter().flat_map(|help| &help.edits) {
                    let span = edit.span;
                    assert!(
                        mutant.get(span.within(tree.span)).is_some(),
                        "{mutant}\n{diagnostic:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_cut_is_fatal() {
    let text = include_str!("texts/content.ww");
    for at in (0..text.len()).step_by(83) {
        drop(read(text.get(..boundary(text, at)).unwrap_or("")));
        drop(read(text.get(boundary(text, at)..).unwrap_or("")));
    }
}
