//! What is said of several slips: how the language says it.

pub(super) const REACHES: &str = "whom a clause reaches reads `as ROLE`, `as ROLE RELATION self`";

/// What stands for `5+` of a sheet.
pub(super) const ALONE: &str =
    "what is reached on N or more is written `N`, and the rule that rolls says `>=`";

pub(super) const CHOICE: &str = "a value that depends on a condition reads `if C then A else B`, in brackets where something follows it";

pub(super) const SIDE_BY_SIDE: &str = "what comes in a test stands side by side: leave it out";

pub(super) const SIDES_READ: &str =
    "a side has braces: `side NAME { deploy rows 1 ; roster \"Army\" ; policy NAME }`";

pub(super) const MAY_BE_NONE: &str = "what may be none has a type with a question mark";

pub(super) const DONE: &str = "whether somebody did something is a field of it, as `a.moved`, `not a.moved`; `warwright about GAME KIND` lists those of a kind";

pub(super) const OFTEN: &str = "how often something may be reads `once per MOMENT`; what is counted otherwise is a `state` of its own";

pub(super) const BEFORE: &str = "what was there before has a name: `let before = E` ahead of `run`, then `expect E is before + 2`";

pub(super) const IMMUNE: &str = "what does not reach somebody reads `forbid P as ROLE \"why\"`; `warwright about GAME` tells what can be forbidden, and its roles";

pub(super) const UNTIL: &str =
    "how long it lasts is said where it is given: `grant S to u until MOMENT`";

pub(super) const REROLLS: &str = "which dice are rolled again reads `reroll POOL where it == 6`";

pub(super) const FOR_A_TIME: &str = "what counts for a time is a status: `grant S to u until MOMENT`; while something holds: `when C`";

pub(super) const SAYS: &str =
    "`say` is followed by its text: data stands in braces, `say \"{u} left.\"`";

pub(super) const REQUIRES: &str = "what must hold reads `require C \"why not\"`";

pub(super) const SETS: &str = "a set gets and loses things by `+=` and `-=`";

pub(super) const RANGE: &str = "a range reads `1..6`: write `..`";

pub(super) const ROLLS: &str =
    "dice are rolled by their number and sort: `roll 2d6`, `roll n of d6`";

pub(super) const NEXT: &str =
    "those who are taken in an order are `for next x in S by highest x.FIELD { .. }`";

pub(super) const STAGE: &str = "in one stage a figure is only added to: `at STAGE by 1`";

pub(super) const ADVICE: &str = "a line of advice begins with its action: `in A when … always`";

pub(super) const FAR: &str = "how far two things are apart reads `distance(a, b)`";

pub(super) const ARTICLE: &str = "no article stands before a name: leave it out";

pub(super) const LIMIT: &str = "a limit is a condition on the list, as `limit count(roster.KINDS where it.FIELD is VALUE) >= 2 \"why\"`";

pub(super) const KEEPS: &str =
    "which of a group counts reads `keeps strongest`, `keeps highest` or `keeps lowest`";

pub(super) const OUTCOMES: &str =
    "what a verdict's condition leads to stands behind a bar: `C | won by p \"why\"`";

pub(super) const LOOP: &str = "a loop has a bound: `repeat at most 9 while C { .. }`";

pub(super) const ELSE: &str = "it reads `if C { .. } else if D { .. } else { .. }`";

pub(super) const CHOOSES: &str = "a choice is somebody's: `p chooses NAME: one of S \"question\"`";

pub(super) const GAINS: &str =
    "who gets an ability or status: `grant S to u`, for a time `grant S to u until MOMENT`";

pub(super) const RUNS: &str = "what comes behind a step reads `after PROCEDURE.STEP { .. }`, what comes ahead of it `before ..`";

pub(super) const TYPED: &str =
    "its type stands behind a colon: `state NAME: TYPE = VALUE`, `profile NAME: TYPE`";

pub(super) const LOSES: &str = "nobody loses by a line of their own: write in the braces of the other side when that `wins when ..`";

pub(super) const ON: &str = "so much and more is written `N..`";

pub(super) const LENGTHS: &str = "a length is written `6\"` or `15 cm`";

pub(super) const OFFERED: &str = "who is asked stands behind `by`";
