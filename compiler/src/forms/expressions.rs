//! Values: what expressions are made of. Functions stand with the functions, operations on the board with the operations.

use super::Row;

pub(super) const VALUES: &[Row] = &[
    ("true, false, none", "Yes, no, and nothing."),
    ("3, 1/2, 6\", 2 cm, 5 mm, 3 in, 90 deg, 2 hex, 3 hexes, 50%", "Numbers and measures."),
    ("2d6", "Dice."),
    ("THING.FIELD", "A field, a figure or what a tie or an ability gives."),
    ("VALUE as of MOMENT", "The value as it was when the run that goes on began."),
    ("not CONDITION", "Holds where the condition does not."),
    ("CONDITION and CONDITION", "Both hold."),
    ("CONDITION or CONDITION", "One of them holds."),
    ("VALUE is [not] VALUE", "Whether two values are the same."),
    ("VALUE is some NAME", "Whether there is a value; it has the name from there on."),
    ("VALUE otherwise VALUE", "The second where the first is none."),
    ("VALUE in SET, VALUE not in SET", "Whether it is among the items."),
    ("WHO has ABILITY", "Whether it has an ability or status."),
    ("KIND of PLAYER", "Those that belong to a player."),
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
    (
        "supposing X at PLACE, X gone, X has ABILITY, X lacks ABILITY, X.FIELD = VALUE, X by TIE Y { VALUE }",
        "The value if it were so.",
    ),
    ("roll NUMBER of DIE", "Throws dice: only as what a name or variable is set to."),
    (
        "draw from SET [where CONDITION]",
        "One of a set by chance: only as what a name or variable is set to.",
    ),
    (
        "create KIND [for PLAYER] { FIELD = VALUE }",
        "Makes a thing of a fleeting kind: only as what a name is set to.",
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
    ("recursive", "It may ask or run itself, so often at most."),
];
