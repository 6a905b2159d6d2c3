//! Signs that programs for prose set in the place of those of a keyboard: each with what it means.

/// Each with what it means, which is no longer than it is itself.
pub const MEANT: &[(char, &str)] = &[
    ('\u{2265}', ">="),
    ('\u{2267}', ">="),
    ('\u{2a7e}', ">="),
    ('\u{2264}', "<="),
    ('\u{2266}', "<="),
    ('\u{2a7d}', "<="),
    ('\u{2260}', "!="),
    ('\u{2192}', "->"),
    ('\u{21d2}', "->"),
    ('\u{27f6}', "->"),
    ('\u{2794}', "->"),
    ('\u{2026}', ".."),
    ('\u{f7}', "/"),
    ('\u{2044}', "/"),
    ('\u{2215}', "/"),
    ('\u{b7}', "*"),
    ('\u{2219}', "*"),
    ('\u{22c5}', "*"),
    ('\u{2217}', "*"),
];

/// What a sign means; nothing of one that is none of these.
pub(super) fn meant(sign: char) -> Option<&'static str> {
    MEANT.iter().find(|(known, _)| *known == sign).map(|(_, meant)| *meant)
}
