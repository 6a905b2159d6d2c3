//! Commas at the ends of lines: takes what was found at the beginning of a line that a comma has joined to the one before, and says
//! that the comma is one too many.

use warwright_grammar::diagnostic::{Code, Edit, Help};
use warwright_grammar::{Diagnostic, SourceMap, Span, codes};

/// What may have come of a line that is read as part of the one before.
const OF_JOINED: &[Code] = &[
    codes::BAD_CLAUSE,
    codes::VALUE_PARTS,
    codes::WRONG_SORT,
    codes::UNKNOWN_NAME,
    codes::BAD_PUT,
];

/// Says it of each mistake that begins such a line, or stands one word behind its beginning.
pub(super) fn advise(found: &mut [Diagnostic], sources: &SourceMap) {
    for it in found.iter_mut().filter(|it| it.is_error() && OF_JOINED.contains(&it.code)) {
        let commas = before(sources, it.primary.span);
        // What stands before the end of a table's row, or of braces, is joined to nothing.
        let known = it.help.iter().any(|help| help.text.contains("the comma"));
        if commas.is_empty() || known {
            continue;
        }
        let text =
            String::from("a comma at the end of a line joins the next one to it: leave it out");
        let edit = |span| Edit { span, replacement: String::new() };
        let edits = commas.into_iter().map(edit).collect();
        let known = std::mem::replace(&mut it.help, vec![Help { text, edits }]);
        it.instead.splice(0..0, known);
    }
}

/// The comma that joins the line of a place to the one before, and those at the ends of the lines that follow without a break.
fn before(sources: &SourceMap, at: Span) -> Vec<Span> {
    let whole = sources.whole(sources.file_of(at));
    let text = sources.slice(whole);
    let offset = at.start().saturating_sub(whole.start()) as usize;
    let begins_with_comma = text.get(offset..).is_some_and(|rest| rest.starts_with(','));
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or("").trim_end();
        if !code.is_empty() {
            lines.push((start, code));
        }
        start += line.len();
    }
    let Some(here) = lines.iter().rposition(|(start, _)| *start <= offset) else {
        return Vec::new();
    };
    let ends_here = begins_with_comma
        && lines.get(here).is_some_and(|(start, code)| start + code.len() == offset + 1);
    let is_first = |(start, _): &(usize, &str)| {
        let ahead = text.get(*start..offset).unwrap_or_default();
        ahead.split_whitespace().count() < 2 && !ahead.contains(['{', ';', '('])
    };
    let first = match (ends_here, here.checked_sub(1)) {
        (true, _) => here,
        (false, Some(above)) if lines.get(here).is_some_and(is_first) => above,
        _ => return Vec::new(),
    };
    // What stands behind `text:` ends with its line, whatever its last sign.
    if lines.get(first).is_some_and(|(_, code)| code.trim_start().starts_with("text:")) {
        return Vec::new();
    }
    let joined = lines.iter().skip(first).take_while(|(_, code)| code.ends_with(','));
    joined.map(|(start, code)| whole.part(start + code.len() - 1..start + code.len())).collect()
}
