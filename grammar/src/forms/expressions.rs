//! Values: what expressions are made of. Functions stand with the functions, operations on the board with the operations.

use super::Row;

pub(super) const VALUES: &[Row] = &[
    ("true", "Yes."),
    ("false", "No."),
    ("none", "Nothing."),
    ("3", "A whole number; `1/2` a fraction, `50%` likewise."),
    ("6\"", "Inches, `6in` likewise. No game measures in feet."),
    ("2 cm|mm", "Centimetres, millimetres."),
    ("90 deg", "An angle."),
    ("3 hex|hexes", "Steps from cell to cell."),
    ("2d6", "Dice."),
    ("THING.FIELD", "A field, a figure or what a tie or an ability gives."),
    ("THING.printed.FIGURE", "A figure as the card shows it, whatever bends it."),
    (
        "VALUE as of MOMENT",
        "As it was when the innermost run that goes on began, or is where none does.",
    ),
    ("not CONDITION", "Holds where the condition does not."),
    ("CONDITION and CONDITION", "Both hold."),
    ("CONDITION or CONDITION", "One of them holds."),
    ("VALUE is [not] VALUE", "Whether two values are the same."),
    ("VALUE < VALUE", "Compares numbers and measures: `<`, `<=`, `>`, `>=`, `==`, `!=`."),
    (
        "VALUE + VALUE",
        "Works out numbers and measures: `+`, `-`, `*`, `/`; `+` and `-` also what a set has more or less.",
    ),
    ("VALUE is some NAME", "Whether there is a value; it has the name from there on."),
    ("VALUE otherwise VALUE", "The second where the first is none."),
    ("VALUE [not] in SET", "Whether it is among the items."),
    ("WHO has ABILITY", "Whether it has an ability or status."),
    ("KIND of PLAYER", "Those that belong to a player."),
    (
        "PLAYER.team",
        "The player who leads those who share a side with one; alone one leads oneself.",
    ),
    ("WORD of VALUE", "A relation or tie, as a set."),
    ("VALUE RELATION VALUE", "Whether a relation of the system holds between two."),
    ("SET where CONDITION", "The items that fulfil it; `it` is the item."),
    ("VALUE for each NAME in SET", "What each item gives."),
    ("any NAME in SET [where CONDITION]", "Whether there is one."),
    ("all NAME in SET where CONDITION", "Whether all fulfil it."),
    ("no NAME in SET [where CONDITION]", "Whether there is none."),
    ("if CONDITION then VALUE else VALUE", "One of two values."),
    (
        "match VALUE { PATTERN or PATTERN: VALUE ; else: VALUE }",
        "The value at the first pattern that fits.",
    ),
    ("may PERMISSION(VALUES)", "Whether a permission holds."),
    ("supposing THING at PLACE { VALUE }", "The value if a piece stood there."),
    ("supposing THING gone { VALUE }", "The value if it were out of play."),
    (
        "supposing THING has|lacks ABILITY { VALUE }",
        "The value if it had an ability, or had it not.",
    ),
    (
        "supposing THING.FIELD = VALUE { VALUE }",
        "The value if a field were another; several suppositions have commas.",
    ),
    ("roll NUMBER of DIE", "Throws dice: only as what a name or variable is set to."),
    (
        "draw from SET [where CONDITION]",
        "One of a set by chance: only as what a name or variable is set to.",
    ),
    (
        "create KIND [for PLAYER] { FIELD = VALUE }",
        "Makes a thing of a fleeting kind, for a player where it is a piece: only as what a name is set to.",
    ),
    ("during PROCEDURE", "Whether a run of it goes on."),
    (
        "clear line from POINT to [any part of] SHAPE [wide LENGTH] [past NAME in SET [through LENGTH] [where CONDITION]]",
        "Whether nothing is in the way; the names hold what is.",
    ),
    (
        "cells from CELL within STEPS [into NAME where CONDITION] [on from NAME where CONDITION]",
        "The cells that can be reached.",
    ),
    (
        "path from CELL to CELL [into NAME where CONDITION] [on from NAME where CONDITION]",
        "The shortest way to a cell.",
    ),
    (
        "plan PIECE by WINDOW [towards SHAPE] until CONDITION at most NUMBER runs of PROCEDURE [{ price LENGTH ; .. }]",
        "Manoeuvres that bring a piece to where the condition holds; one `turn` or several.",
    ),
    ("ROUTE while CONDITION", "The longest beginning of a move along which it holds."),
    ("ROUTE until touching SHAPE", "The move up to where it would touch."),
    ("ROUTE followed by ROUTE", "One move and then another."),
    ("[a, b, c]", "A list."),
    ("{a, b, c}", "A set."),
];
