//! The one table of diagnostics: number, name, slug, severity and title of each code.
//!
//! Ranges: 01 reading (twelve at most), 02 names, 03 types and measures, 04 clauses, 05 tables and dice,
//! 06 errata, 07 rosters and text, 08 scenarios, 09 running, 10 limits and roots, 11 IR and saves.

use super::code::{Code, CodeInfo, Severity};

// One line a code: NUMBER NAME SLUG SEVERITY TITLE.

macro_rules! codes {
    ($($number:literal $name:ident $slug:literal $severity:ident $title:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: Code = Code($number);
        )*
        /// Every code, in order of number.
        pub(super) const TABLE: &[CodeInfo] = &[
            $(CodeInfo { code: $name, slug: $slug, severity: Severity::$severity, title: $title },)*
        ];
    };
}

codes! {
    // 01 reading
    101 UNCLOSED_QUOTE "unclosed-quote" Error "a quoted name or text never ends";
    102 INCH_MARK "inch-mark" Error "a quote mark after a digit is read as inches";
    103 UNCLOSED_BRACE "unclosed-brace" Error "a block or bracket is not closed";
    104 STRAY_CLOSE "stray-close" Error "a closing brace or bracket closes nothing";
    105 BAD_DECLARATION "bad-declaration" Error "a declaration cannot be read";
    106 BAD_CLAUSE "bad-clause" Error "a clause, field or statement cannot be read";
    107 BAD_CELL "bad-cell" Error "a cell of a table cannot be read";
    108 BAD_TEMPLATE "bad-template" Error "data quoted in a text cannot be read";
    109 RESERVED_WORD "reserved-word" Error "a reserved word is used as a name";
    110 EQUALS_IN_CONDITION "equals-in-condition" Error "`=` gives a value and does not compare";
    111 OUTER_BARS "outer-bars" Error "a table has bars where none belong";
    112 BRACE_ON_OWN_LINE "brace-on-own-line" Error "an opening brace stands on a line of its own";
    // 02 names
    // 03 types and measures
    // 04 clauses
    // 05 tables and dice
    // 06 errata
    // 07 rosters and text
    // 08 scenarios
    // 09 running
    // 10 limits and roots
    1001 NESTED_TOO_DEEP "nested-too-deep" Error "brackets or blocks are nested too deep";
    1002 FILE_TOO_LARGE "file-too-large" Error "a file is larger than the limit";
    1003 EXPRESSION_TOO_LONG "expression-too-long" Error "an expression has too many parts";
    1004 TOO_MANY_MISTAKES "too-many-mistakes" Error "a file has more mistakes than are shown";
    // 11 IR and saves
}
