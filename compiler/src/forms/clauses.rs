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
    ("in ACTION.CHOICE prefer KEY, then KEY", "Advice of a policy: what is chosen."),
    ("cost of ACTION", "The price of an action, where a clause bends it."),
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
        "once per MOMENT [each ROLE] [for ROLE]",
        "It counts once in each run of something; for each of a role, or for all who are of one together.",
    ),
    ("drawback", "The author says that it harms its bearer on purpose."),
    ("must", "The action has to be taken if it can be."),
    ("at [before|after|instead of] PROCEDURE.STEP", "The step at which an action is offered."),
    ("at MOMENT", "When it is asked."),
    ("like NAME", "It begins as a copy of another."),
    (
        "start of [next] [my|foe's|each|NAME's] PROCEDURE [as ROLE]",
        "The moment at which a run begins.",
    ),
    ("end of [next] [my|foe's|each|NAME's] PROCEDURE [as ROLE]", "The moment at which a run ends."),
    ("NAME in SET [where CONDITION]", "A name for each item of a set in turn."),
    ("highest KEY, most KEY", "The greatest first."),
    ("lowest KEY, least KEY, fewest KEY", "The least first."),
    ("TYPE?", "A value of the type, or none."),
    (
        "some of KIND [where CONDITION]",
        "The type of one thing of a kind, as a parameter that players choose.",
    ),
    ("WORD of TYPE", "A list, set or pool of that type."),
    ("TYPE on SCALE", "A figure that steps along a ladder."),
    ("LOW..HIGH", "From one to another, both included; either may be left out."),
];
