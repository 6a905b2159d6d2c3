//! Statements: what stands in blocks and is done in order.

use super::Row;

pub(super) const STATEMENTS: &[Row] = &[
    ("let NAME = VALUE", "A name for a value."),
    ("var NAME: TYPE = VALUE", "A name for a value that may change."),
    ("TARGET = VALUE", "Writes a variable or a field."),
    ("TARGET += VALUE", "Adds to it; `-=` takes away."),
    (
        "if CONDITION { .. } [else if CONDITION { .. }] [else { .. }]",
        "Does the first block whose condition holds.",
    ),
    (
        "match VALUE { PATTERN or PATTERN: .. ; else: .. }",
        "Does what stands at the first pattern that fits.",
    ),
    (
        "for each NAME in SET [where CONDITION] [ordered by PLAYER] { .. }",
        "Does the block for each item; a player says which comes next.",
    ),
    (
        "for next NAME in SET [where CONDITION] by KEY [, choice of PLAYER] { .. }",
        "Does the block for the item that comes first, looked for anew each time, each once; a player says which of equals.",
    ),
    ("repeat at most NUMBER [while CONDITION] { .. }", "Does the block again and again."),
    (
        "try { .. } else { .. }",
        "Does all of the block or, where a `require` in it fails, nothing of it and the other.",
    ),
    ("require CONDITION \"REASON\"", "Must hold, else what it stands in cannot be."),
    ("return VALUE", "Ends the procedure with a result."),
    ("finish", "Ends the procedure."),
    ("stop", "Ends the loop, or outside of loops the step."),
    ("proceed", "Does what an `instead of` replaced, once."),
    ("PROCEDURE(VALUES)", "Runs a procedure."),
    ("say \"WORDS\"", "Tells people something; values stand in braces."),
    (
        "grant ABILITY, .. to WHO [until MOMENT]",
        "Gives an ability or status, to that moment or for the rest of the battle.",
    ),
    ("remove ABILITY from WHO", "Takes away what was granted."),
    ("remove THING", "Takes a thing out of play."),
    (
        "THING becomes FORM",
        "Makes a thing another form of what it is; its entry's name is the form that it begins as.",
    ),
    (
        "move PIECE along ROUTE",
        "Makes a move, through whatever is in the way, up to the edge of the board: `until touching` in the route stops it before.",
    ),
    (
        "put PIECE at PLACE",
        "Sets a piece down, on others too; what would stand over the edge is set back from it.",
    ),
    ("join A, B by TIE { FIELD [of END]: VALUE }", "Ties two things."),
    ("part A, B by TIE", "Unties two things."),
    ("part A from all by TIE", "Unties a thing from all."),
    ("reroll POOL [where CONDITION]", "Rolls dice of a pool again."),
    (
        "PLAYER rerolls up to NUMBER of POOL [where CONDITION]",
        "A player may roll so many dice again.",
    ),
    (
        "change [up to] NUMBER of POOL [where CONDITION] to FACE",
        "Turns dice of a pool to another face.",
    ),
    (
        "open WINDOW to PLAYER [until done] [at most NUMBER] [\"QUESTION\"]",
        "Offers a player the actions of a window until that player is done.",
    ),
    (
        "open WINDOW to PLAYER, PLAYER in turn [until all pass] [at most NUMBER] [\"QUESTION\"]",
        "Offers them to several, one action each in turn, until nobody takes one.",
    ),
    (
        "end battle won by PLAYERS \"WHY\"",
        "Ends the battle with a winner, or with several; nobody is a draw.",
    ),
    ("end battle draw|drawn \"WHY\"", "Ends the battle without one."),
    ("follow PLAN", "Takes the actions of the first turn of a plan."),
    ("PLAYER chooses NAME: one of SET [or none [when CONDITION]]", "A player chooses one."),
    ("PLAYER chooses NAME: NUMBER of SET", "So many of a set."),
    ("PLAYER chooses NAME: up to NUMBER of SET", "So many at most."),
    ("PLAYER chooses NAME: any of SET", "As many as wanted."),
    ("PLAYER chooses NAME: some of SET", "One or more."),
    ("PLAYER chooses NAME: order of SET", "The order of all of them."),
    ("PLAYER chooses NAME: split of NUMBER among SET", "How a number is spread over a set."),
    ("PLAYER chooses NAME: int LOW..HIGH", "A number."),
    ("PLAYER chooses NAME: place for PIECE in REGION [facing ANGLE]", "A place for a piece."),
    ("PLAYER chooses NAME: whether \"QUESTION\"", "Yes or no."),
    (
        "PLAYER chooses NAME: .. [where CONDITION] [with KEY [within AMOUNT]] [prefer KEY [, then KEY]]",
        "What narrows a choice, and what a computer player prefers.",
    ),
];
