//! Signs that nobody sees, or that turn the direction of a line: takes a text, gives one diagnostic for each line that
//! holds some. Two names that look alike are then the same name, and a line reads as it runs.

use crate::diagnostic::{Diagnostic, Edit, codes};
use crate::source::Span;

/// Reports the signs of a text that cannot be seen.
pub(super) fn hidden(whole: Span, text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<(usize, Diagnostic, Vec<Edit>)> = Vec::new();
    let mut line = 0;
    for (at, letter) in text.char_indices() {
        line += usize::from(letter == '\n');
        let Some(what) = sort(letter) else { continue };
        let span = whole.part(at..at + letter.len_utf8());
        let edit = Edit { span, replacement: String::new() };
        let full = found.len() >= super::MAX_MISTAKES;
        match found.last_mut().filter(|last| last.0 == line) {
            Some((_, _, edits)) => edits.push(edit),
            None if full => break,
            None => found.push((line, report(letter, what, span), vec![edit])),
        }
    }
    let found = found.into_iter();
    found
        .map(|(_, report, edits)| report.fix_all("take such signs out of this line", edits))
        .collect()
}

fn report(letter: char, what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} stands here, which nobody sees: U+{:04X}", u32::from(letter));
    Diagnostic::new(codes::HIDDEN_SIGN, message, span)
        .label("two names that look alike would be two names")
}

/// What a sign is that does not show; none for what does, for spaces and for the ends of lines.
fn sort(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\n' | '\t' | ' '..='~' => return None,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a sign that turns the direction of the line"
        }
        '\u{2028}' | '\u{2029}' => "a sign that ends a line for some programs",
        _ if letter.is_control() => "a control character",
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => "a sign without width",
        _ => return None,
    })
}
