//! Braces around a place: takes the text before it, gives the one that is still open there.

/// Where the last `{` stands that nothing closes; so many bytes before the end of the text are looked through at most.
#[must_use]
pub fn open_brace(before: &str, most: usize) -> Option<usize> {
    let mut depth = 0usize;
    before.bytes().enumerate().rev().take(most).find_map(|(at, byte)| {
        match byte {
            b'}' => depth += 1,
            b'{' if depth == 0 => return Some(at),
            b'{' => depth -= 1,
            _ => {}
        }
        None
    })
}
