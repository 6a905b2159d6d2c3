//! Army lists, battles, tests and corrections.

use super::Row;

pub(super) const CONTENT: &[Row] = &[
    ("faction NAME [like NAME] { .. }", "An army list: tables and cards of what it may field."),
    (
        "KINDS { name | FIGURE | FIGURE ; NAME | VALUE | VALUE ; ..FORM | VALUE }",
        "A table of things; a row that begins with two dots is a form of the one above.",
    ),
    (
        "KIND NAME [like NAME] { FIELD VALUE ; .. }",
        "A card of one thing; of what it is like it takes what it does not say.",
    ),
    ("FIELD +|-|= VALUE, ..", "A list of a card or option: more, without, instead."),
    (
        "roster NAME of FACTION [budget POINTS] { NUMBER UNIT [of FACTION] [with OPTION] [as NAME] }",
        "An army chosen from a list.",
    ),
    ("scenario NAME [like NAME] { .. }", "A battle as it is set up."),
    ("board WIDTH x DEPTH", "How large the board is."),
    ("rounds NUMBER", "After which round the battle ends."),
    ("rule NAME { .. }", "Clauses that count in this scenario alone."),
    ("ruling NAME = VALUE", "A ruling as this scenario or list takes it."),
    ("put THING as NAME at POINT SETTING ..", "What lies on the board from the beginning."),
    ("side NAME of FACTION { .. }", "A side of the battle."),
    ("deploy EDGE [deep DEPTH] [ends LENGTH]", "Where a side sets up: along an edge."),
    ("deploy REGION from EDGE", "In a region, with the edge from which it comes."),
    ("deploy rows|columns NUMBERS", "In which rows or columns of cells."),
    ("deploy at CELL, ..", "On which cells."),
    ("roster NAME", "The army of a side."),
    ("team SIDE", "The side with which a side fights as one: it leads the team."),
    ("wins when CONDITION [at MOMENT] \"LABEL\"", "How a side wins."),
    ("scores VALUE [when CONDITION] [at MOMENT] \"LABEL\"", "What a side counts."),
];

pub(super) const TESTS: &[Row] = &[
    (
        "test NAME [of SCENARIO] [covers \"RULE\", ..] { .. }",
        "A question with its answer, asked by `warwright test`.",
    ),
    (
        "given NAME: UNIT [of FACTION] [with OPTION] [form NAME] [has ABILITY, .. [until MOMENT]] [at POINT] [facing ANGLE] [{ FIELD VALUE }]",
        "A thing for the test, and what is true of it at the start.",
    ),
    (
        "given NAME: AREA [at POINT] [size LENGTH x LENGTH] [oval LENGTH x LENGTH] [radius LENGTH] [along POINT, POINT] [wide LENGTH] [corners POINT, POINT, POINT]",
        "Ground for the test, by its shape.",
    ),
    ("given NAME: UNIT TIE NAME [{ FIELD: VALUE }]", "Two things that are tied."),
    ("rolls FACE, ..", "What the dice show, in order."),
    ("draws NAME, ..", "What is drawn, in order."),
    ("answers VALUE, ..", "What players choose, in order."),
    ("run PROCEDURE(VALUES)", "What is run."),
    ("expect CONDITION", "What must hold afterwards."),
    ("expect not may NAME(VALUES) \"WORDS\"", "What must be refused, and for which reason."),
    ("expect [not] said \"WORDS\"", "What must have been said."),
    (
        "expect [not] legal roster NAME [\"LABEL\"]",
        "Whether a roster keeps its limits and its budget; a label stands behind `not` alone.",
    ),
    ("show VALUE", "What is shown with the result."),
    ("odds CONDITION { expect .. }", "How likely something is."),
];

pub(super) const ERRATA: &[Row] = &[
    (
        "errata NAME dated DATE of SYSTEM [supersedes \"NAME\" [item NAME]] { .. }",
        "Corrections of a date.",
    ),
    ("item NAME { .. }", "One correction."),
    ("item NAME no effect \"WHY\"", "One that changes no rule."),
    ("item NAME pending \"WHY\"", "One that is not worked in yet."),
    ("reason \"WORDS\"", "Why it was made."),
    ("in KIND NAME [of FACTION] [form NAME] [clause \"LABEL\"] { .. }", "What is corrected."),
    ("FIELD OLD -> NEW", "A value, with the one that was printed."),
    (
        "when|require|limit OLD -> NEW",
        "A condition of a clause, an action, a requirement or a limit.",
    ),
    (
        "by OLD -> NEW",
        "The amount of a clause; so `times`, `set to`, `rung`, `at least`, `at most`.",
    ),
    ("once per OLD -> once per NEW", "How often something is done."),
    ("do { .. }", "What is done from now on, in place of all that was."),
    ("label \"OLD\" -> \"NEW\"", "A label."),
    ("cell KEY, KEY: OLD -> NEW", "A cell of a table."),
    ("row OLD -> NEW", "A row of a table."),
    ("row +|- KEYS", "A row more, or a row less."),
    ("add DECLARATION [to NAME]", "Something new."),
    ("remove KIND NAME [of FACTION]", "What falls away."),
];
