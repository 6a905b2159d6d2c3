//! Phrases: takes a place in a text, gives the clause, line or head in which it stands, the braces behind it, and words beside it.

use std::ops::Range;
use warwright_grammar::{SourceMap, Span};

/// So much of the braces behind a head that was not understood is looked through for names.
pub(super) const LONGEST_BLOCK: usize = 256 << 10;

/// The clause, line or head in which a place stands: up to the next `;`, brace of a block or end of a line on either side.
pub(super) fn phrase(sources: &SourceMap, at: Span) -> Span {
    let file = sources.file_of(at);
    let (text, range) = (sources.text(file), sources.range(at));
    let line = text.get(..range.start).and_then(|it| it.rfind('\n')).map_or(0, |at| at + 1);
    let (mut start, mut end) = (line, None);
    let rest = text.get(line..).unwrap_or("");
    for part in parts(rest, range.end - line) {
        let (from, to) = (line + part.start, line + part.end);
        if to <= range.start {
            start = to + 1;
        } else if range.end <= from {
            end = end.or(Some(from));
        } else {
            (start, end) = (from.max(start), Some(to));
        }
    }
    sources.whole(file).part(start.min(range.start)..end.unwrap_or(text.len()).max(range.end))
}

/// The parts of a text between `;`, ends of lines and braces of blocks, up to the end of the line at a place: what stands in
/// quotes or in the braces of a set parts nothing.
pub(super) fn parts(text: &str, at: usize) -> Vec<Range<usize>> {
    let (mut found, mut start, mut quoted, mut sets) = (Vec::new(), 0, false, 0usize);
    for (place, letter) in text.char_indices() {
        let before = || text.get(start..place).unwrap_or("").trim_end();
        let opens_set = || {
            ["=", "(", ",", "[", "+", "-", ":", " in", " is", " of"]
                .iter()
                .any(|it| before().ends_with(it))
        };
        let ends = match letter {
            '\n' => true,
            '"' => {
                let inches = !quoted
                    && before().len() == place - start
                    && before().ends_with(|c: char| c.is_ascii_digit());
                quoted ^= !inches;
                false
            }
            _ if quoted => false,
            '{' if sets > 0 || opens_set() => {
                sets += 1;
                false
            }
            '}' if sets > 0 => {
                sets -= 1;
                false
            }
            ';' | '{' | '}' => true,
            _ => false,
        };
        if ends {
            found.push(start..place);
            start = place + 1;
            (quoted, sets) = if letter == '\n' { (false, 0) } else { (quoted, sets) };
            if letter == '\n' && place >= at {
                return found;
            }
        }
    }
    found.push(start..text.len());
    found
}

/// The braces that open right behind a head, where they are closed again.
pub(super) fn block_after(sources: &SourceMap, head: Span) -> Option<Span> {
    let (file, range) = (sources.file_of(head), sources.range(head));
    let after = sources.text(file).get(range.end..)?;
    let mut depth = 0usize;
    for (at, byte) in after.bytes().enumerate().take(LONGEST_BLOCK) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then(|| head.after().part(0..at));
        }
    }
    None
}

/// A word where it stands in a place, or right beside it.
pub(super) fn touching(sources: &SourceMap, about: Span, word: &str) -> Option<Span> {
    let file = sources.file_of(about);
    let (text, range) = (sources.text(file), sources.range(about));
    let before = text.get(..range.start)?.trim_end();
    let after = text.get(range.end..)?;
    let near = after.trim_start_matches([' ', '+', '-', '(', ',']);
    let ahead = range.end + (after.len() - near.len());
    let from = if bounded(text, before.len().checked_sub(word.len()), word) {
        Some(before.len() - word.len())
    } else {
        let inside = text.get(range.clone())?;
        let inside = inside.match_indices(word).map(|(at, _)| range.start + at);
        inside.chain([ahead]).find(|at| bounded(text, Some(*at), word))
    };
    from.map(|at| sources.whole(file).part(at..at + word.len()))
}

pub(super) fn is_of_a_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Where each word of a text stands in it.
pub(super) fn words_in(text: &str) -> Vec<Range<usize>> {
    let (mut words, mut start) = (Vec::new(), None);
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_of_a_word(sign), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Whether a name stands at a place of a text, and goes no further on either side.
pub(super) fn bounded(text: &str, at: Option<usize>, name: &str) -> bool {
    let inner = |sign: char| sign.is_alphanumeric() || sign == '_';
    let Some((before, rest)) = at.and_then(|at| text.split_at_checked(at)) else { return false };
    rest.strip_prefix(name).is_some_and(|after| !after.starts_with(inner))
        && !before.ends_with(inner)
}
