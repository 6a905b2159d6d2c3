//! Clauses, which bend rules, and the parts that heads and tails of forms consist of.

use super::Row;

pub(super) const CLAUSES: &[Row] = &[
    (
        "modify QUANTITY REACH by +AMOUNT [up to CAP]",
        "Adds to a quantity; with a cap never beyond it.",
    ),
    ("modify QUANTITY REACH set to VALUE", "Replaces the value."),
    ("modify QUANTITY REACH times FACTOR", "Multiplies it."),
    ("modify QUANTITY REACH rung STEPS", "Steps along its ladder."),
    ("modify QUANTITY REACH at least VALUE", "Raises it to at least this."),
    ("modify QUANTITY REACH at most VALUE", "Lowers it to at most this."),
    ("modify QUANTITY REACH at STAGE by AMOUNT", "Adds to it in one of its stages."),
    ("forbid PERMISSION REACH \"REASON\"", "Adds a reason against it."),
    (
        "allow PERMISSION REACH [over \"LABEL\"]",
        "Strikes reasons against it: those named, or all of lower precedence.",
    ),
    (
        "lend ABILITY, .. REACH",
        "Those whom it reaches have the ability as long as the clause counts.",
    ),
    (
        "deny ABILITY, .. REACH",
        "Those whom it reaches do not have the ability as long as the clause counts.",
    ),
    ("before PROCEDURE.STEP REACH { .. }", "What is done before a step or a procedure runs."),
    ("after PROCEDURE.STEP REACH { .. }", "What is done after it."),
    ("instead of PROCEDURE.STEP REACH { .. }", "What is done in its place."),
    ("in ACTION [when CONDITION] never|always", "Advice of a policy: whether an action is taken."),
    (
        "in ACTION [when CONDITION] prefer KEY [, then KEY]",
        "Advice of a policy: which of several of an action is taken.",
    ),
    (
        "in PROCEDURE.CHOICE [when CONDITION] prefer KEY [, then KEY]",
        "Advice of a policy: what is chosen in a procedure, in what stands before, after or instead of it, or in an action.",
    ),
    ("modify cost of ACTION REACH by AMOUNT", "Bends the price of an action."),
];

pub(super) const PARTS: &[Row] = &[
    ("as ROLE", "A clause reaches its bearer in that role of the rule."),
    (
        "as ROLE [not] RELATION self [and RELATION self] [or self]",
        "It reaches those who stand in that relation to its bearer, or the bearer as well.",
    ),
    (
        "as ROLE RELATION self strongest counts",
        "Of several bearers only the strongest counts; without it each counts by itself.",
    ),
    ("of any", "It reaches all, whoever bears it."),
    ("in GROUP", "The clause belongs to a group of the quantity."),
    ("when CONDITION", "It counts only while this holds."),
    ("over \"LABEL\", ..", "The clauses with these labels do not count where this one does."),
    (
        "once per PROCEDURE [each ROLE] [for army]",
        "It counts once in each run of something; for each of a role, or for all who are of one together.",
    ),
    ("drawback", "The author says that it harms its bearer on purpose."),
    ("must", "The action has to be taken if it can be."),
    ("at [before|after] PROCEDURE.STEP", "The step at which an action is offered."),
    ("at end of PROCEDURE", "When it is asked; `at start of` likewise."),
    ("like NAME", "It begins as a copy of another."),
    (
        "start of [my|foe's|each|NAME's] [next] PROCEDURE [as ROLE]",
        "The moment at which a run begins.",
    ),
    ("end of [my|foe's|each|NAME's] [next] PROCEDURE [as ROLE]", "The moment at which a run ends."),
    ("NAME in SET [where CONDITION]", "A name for each item of a set in turn."),
    ("highest|most KEY", "The greatest first."),
    ("lowest|least|fewest KEY", "The least first."),
    ("TYPE?", "A value of the type, or none."),
    ("list|set of TYPE", "Several of that type, in order or each once."),
    ("pool of DIE", "Dice of that sort as they lie."),
    ("face of DIE", "What one such die shows."),
    ("TYPE on SCALE", "A figure that steps along a ladder."),
    ("LOW..HIGH", "From one to another, both included; either may be left out."),
    ("see \"PAGE\", ..", "Where the rule stands in the book."),
];
