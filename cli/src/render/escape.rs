//! Signs that show nothing: takes text of strangers, gives it with those spelt out, so that it can neither steer a terminal nor show
//! another text than it is.

use std::borrow::Cow;

/// Whether a sign steers or hides instead of showing: controls but the tab and the line end, marks of direction, signs without
/// width, separators of lines, tags.
pub(super) fn steers(sign: char) -> bool {
    match sign {
        '\t' | '\n' => false,
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        sign => sign.is_control(),
    }
}

/// The text with such signs spelt out, as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let spelt = |sign: char| {
        if steers(sign) { sign.escape_unicode().collect() } else { String::from(sign) }
    };
    Cow::Owned(text.chars().map(spelt).collect())
}

/// The text with a sign of the same length in place of each such sign, so that all places in it stay what they are. Of line ends of
/// two signs both are left.
pub(super) fn masked(text: &str) -> String {
    let mut signs = text.chars().peekable();
    let mut shown = String::with_capacity(text.len());
    while let Some(sign) = signs.next() {
        let ends = sign == '\r' && signs.peek() == Some(&'\n');
        shown.push(match (steers(sign) && !ends, sign.len_utf8()) {
            (false, _) => sign,
            (true, 1) => '?',
            (true, 2) => '\u{bf}',
            (true, 3) => '\u{fffd}',
            (true, _) => '\u{1f6c7}',
        });
    }
    shown
}
