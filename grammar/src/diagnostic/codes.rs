//! The one table of diagnostics: number, name, slug, severity and title of each code.
//!
//! Ranges: 01 reading (twelve at most), 02 names, 03 types and measures, 04 clauses, 05 tables and dice,
//! 06 errata, 07 rosters and text, 08 scenarios, 09 running, 10 limits, signs and roots, 11 IR and saves.

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
    201 UNKNOWN_FIELD "unknown-field" Error "a field or column is unknown to the kind";
    202 DUPLICATE_NAME "duplicate-name" Error "one name is declared twice";
    203 WRONG_SORT "wrong-sort" Error "a name is declared, but as another sort of thing";
    204 UNKNOWN_KIND "unknown-kind" Error "an entity or table begins with a word that is no kind";
    205 UNKNOWN_NAME "unknown-name" Error "a name is declared nowhere";
    206 AMBIGUOUS_NAME "ambiguous-name" Error "a name stands for several things";
    207 UNKNOWN_STEP "unknown-step" Error "a procedure has no step of that name";
    208 UNKNOWN_ROLE "unknown-role" Error "what a clause bends has no role of that name";
    209 RELATION_IS_INFIX "relation-is-infix" Error "a relation is written like a call";
    210 UNKNOWN_SYSTEM "unknown-system" Error "no root has the system that is used";
    211 MEMBER_OUT_OF_PLACE "member-out-of-place" Error "a line stands where nothing would read it";
    212 UNUSED_BINDING "unused-binding" Error "a condition names a value that nothing uses";
    213 UNKNOWN_PARAMETER "unknown-parameter" Error "an argument names no parameter";
    214 MISSING_USE "missing-use" Warning "a file of content does not say which system it uses";
    216 LIST_WITHOUT_SIGN "list-without-sign" Error "a list under `like` does not say whether it adds or replaces";
    217 ENDLESS_LIKE "endless-like" Error "things are like each other in a circle";
    218 UNKNOWN_PARENT "unknown-parent" Error "`like` names nothing of the kind";
    219 FIELD_TWICE "field-twice" Error "a field is given twice";
    220 NOT_IN_LIST "not-in-list" Error "a list loses what it has not, or gains what it has";
    221 NAME_HIDDEN "name-hidden" Error "a new name hides one that is visible";
    222 UNKNOWN_CHOICE "unknown-choice" Error "advice is about a choice that nobody makes";
    // 03 types and measures
    301 WRONG_TYPE "wrong-type" Error "a value of another type is wanted";
    302 NOT_A_VALUE "not-a-value" Error "something that is no value stands where one is wanted";
    303 MAY_BE_NONE "may-be-none" Error "a value that may be none is used as if it were there";
    304 WANTS_ROUNDING "wants-rounding" Error "a fraction stands where a whole number is wanted";
    305 ABILITY_OF_OTHER_KIND "ability-of-other-kind" Error "an ability is for another kind of thing";
    306 NEVER_NONE "never-none" Error "what is always there is asked whether it is none";
    307 CANNOT_COMPARE "cannot-compare" Error "two values can never be compared";
    308 CANNOT_CALCULATE "cannot-calculate" Error "an operator stands between what it cannot work out";
    309 NOT_A_SET "not-a-set" Error "one value stands where a set is wanted";
    310 MIXED_MEASURES "mixed-measures" Error "a measure is not that of the game";
    311 MISSING_MEASURE "missing-measure" Error "a distance or angle has no measure";
    312 OFF_THE_LADDER "off-the-ladder" Error "a value is no step of its scale";
    313 OUT_OF_RANGE "out-of-range" Error "a number lies outside its range";
    314 OFF_THE_GRAIN "off-the-grain" Error "a length is finer than the game measures";
    315 NO_LADDER "no-ladder" Error "a step is taken on what has no scale";
    316 MATCH_HAS_GAPS "match-has-gaps" Error "a match leaves out values and has no `else`";
    317 DEAD_ARM "dead-arm" Error "an arm of a match is never reached";
    318 MISSING_ARGUMENT "missing-argument" Error "an argument is missing";
    319 TOO_MANY_ARGUMENTS "too-many-arguments" Error "there are more arguments than parameters";
    320 NO_ELSE "no-else" Error "a value with `if` has no `else`";
    321 DIVISION_BY_ZERO "division-by-zero" Error "a number is divided by zero";
    322 NOT_CONSTANT "not-constant" Error "a value is not known before play";
    323 NOT_STATE "not-state" Error "something that is no state is changed or supposed";
    324 TYPE_NOT_ALLOWED "type-not-allowed" Error "a type cannot stand where it is written";
    325 NO_SUCH_FACE "no-such-face" Error "a die has no such face";
    326 NO_FIELD_VALUE "no-field-value" Error "an entry lacks a value that has no default";
    330 ROLL_IN_EXPRESSION "roll-in-expression" Error "dice are rolled where a value is only worked out";
    331 ACT_IN_EXPRESSION "act-in-expression" Error "something acts where a value is only worked out";
    340 NO_MANOEUVRES "no-manoeuvres" Error "a plan is made of actions that move nothing, or that ask somebody";
    341 ONLY_BY "only-by" Error "a state field is written outside the procedure that owns it";
    342 NO_FIRST_VALUE "no-first-value" Error "a new name has no value that says what it may hold";
    343 ACT_OUT_OF_PLACE "act-out-of-place" Error "a statement stands where it cannot act";
    344 NO_EFFECT "no-effect" Error "a statement does nothing";
    345 NEVER_REACHED "never-reached" Warning "a statement stands after the end of its block";
    346 NOT_DICE "not-dice" Error "dice are changed that are not on the table under a name";
    347 TIE_FIELD "tie-field" Error "the fields of a tie are not given as it declares them";
    348 SIGHT_WITHOUT_END "sight-without-end" Error "a hidden state is to be shown from a moment on";
    349 NO_RESULT "no-result" Error "a procedure promises a value and does not always give one";
    350 CARD_COPIES "card-copies" Error "it is not clear how many cards there are";
    351 BAD_DRAW "bad-draw" Error "something is drawn from what holds no things";
    352 SIGHT_OF_NOBODY "sight-of-nobody" Error "it is said wrongly who sees a state";
    353 READ_TOO_EARLY "read-too-early" Warning "a variable is read before anything gives it a value";
    // 04 clauses
    401 HARMS_BEARER "harms-bearer" Warning "a clause harms its own bearer and does not say so";
    402 NO_REACH "no-reach" Error "a clause does not say whom it reaches";
    403 NO_FAVOURS "no-favours" Error "a number does not say for whom larger is better";
    404 CANNOT_BEND "cannot-bend" Error "a verb cannot bend this quantity";
    405 NO_LABEL "no-label" Error "a clause has no label";
    406 NO_BEARER "no-bearer" Error "a clause without a bearer speaks of one";
    407 WHOSE_MOMENT "whose-moment" Error "a moment does not say whose it is";
    408 NOBODYS_MOMENT "nobodys-moment" Error "a moment is asked whose it is and has no player";
    410 FIGHTING_CLAUSES "fighting-clauses" Error "two clauses of one level set the same thing";
    411 OVER_NOTHING "over-nothing" Error "`over` names no clause that could be gone over";
    412 BAD_LAYERS "bad-layers" Error "the layers of precedence do not say of each clause where it stands";
    420 NEVER_APPLIES "never-applies" Warning "a clause can never apply";
    421 NEVER_RUNS "never-runs" Warning "a step, hook or action can never run";
    422 NEVER_ENDS "never-ends" Error "a duration can never end";
    423 UNUSED "unused" Warning "something is declared and never used";
    424 IDLE_CLAUSE "idle-clause" Warning "a clause changes nothing, or not what it says";
    425 REACHES_ITSELF "reaches-itself" Warning "a clause reaches its own bearer and does not say so";
    426 NEEDLESS_ROLE "needless-role" Warning "a clause has two names for its own bearer";
    427 GOES_ON "goes-on" Warning "what is forbidden goes on where nobody asks";
    428 ALWAYS_HOLDS "always-holds" Warning "a condition always holds";
    429 NO_ADVICE "no-advice" Warning "no policy speaks of an action";
    431 WHOSE_RUN "whose-run" Error "a hook would happen in every player's run";
    432 ACTION_INCOMPLETE "action-incomplete" Error "an action does not say when, by whom or from what";
    440 GOES_IN_CIRCLES "goes-in-circles" Error "a number or permission depends on itself";
    441 RECURSION "recursion" Error "a procedure reaches itself and does not say how deep";
    442 NEEDLESS_RECURSION "needless-recursion" Warning "a procedure says how deep it reaches itself, and never does";
    443 WINDOW_WITHOUT_END "window-without-end" Error "the actions of a window could be chosen for ever";
    444 UNBOUNDED "unbounded" Error "something that repeats has no bound";
    // 05 tables and dice
    501 ROW_LENGTH "row-length" Error "a row has more or fewer cells than the table has columns";
    502 EMPTY_CELL "empty-cell" Error "a cell is empty";
    503 FORM_OUT_OF_PLACE "form-out-of-place" Error "a form stands where no entry can have it";
    504 NO_NAME_COLUMN "no-name-column" Error "a table of entities does not begin with their names";
    505 VALUE_PARTS "value-parts" Error "a value has more or fewer parts than its column";
    510 TABLE_HAS_GAPS "table-has-gaps" Error "a table leaves out keys or reads one twice";
    511 TABLE_SHAPE "table-shape" Error "a table has not the shape of its parameters";
    512 DIE_WITHOUT_FACES "die-without-faces" Error "a die has no faces, or a face has no sides";
    513 SCALE_NOT_RISING "scale-not-rising" Error "the steps of a scale do not rise";
    520 FACE_UNREAD "face-unread" Warning "nothing ever asks for a face of a die";
    // 06 errata
    601 STALE_ERRATUM "stale-erratum" Error "an erratum expects what is not there";
    602 UNKNOWN_ERRATUM_TARGET "unknown-erratum-target" Error "an erratum edits what does not exist";
    603 ERRATUM_CANNOT "erratum-cannot" Error "an erratum asks for a change that its target does not have";
    604 ERRATA_COLLIDE "errata-collide" Error "two errata of one date edit the same thing";
    605 UNKNOWN_SUPERSEDED "unknown-superseded" Error "an erratum supersedes a list or item that cannot be superseded";
    606 ERRATUM_WITHOUT_EFFECT "erratum-without-effect" Error "an erratum changes nothing and does not say so";
    607 ERRATUM_WITHOUT_DATE "erratum-without-date" Error "a list of errata has no date";
    // 07 rosters and text
    701 OVER_BUDGET "over-budget" Error "a roster costs more than its budget";
    702 LIMIT_BROKEN "limit-broken" Error "a roster breaks a limit of its army list";
    703 UNKNOWN_IN_ROSTER "unknown-in-roster" Error "a roster names what its army list does not have";
    704 UNKNOWN_OPTION "unknown-option" Error "a piece buys what it cannot have";
    705 LIMIT_NOT_READABLE "limit-not-readable" Error "a limit asks what a roster cannot say";
    706 ROSTER_COUNT "roster-count" Error "the numbers of a roster line do not fit";
    707 INHERITED_POINTS "inherited-points" Warning "an heir costs what its parent costs";
    708 OTHER_READING "other-reading" Error "a battle fields an army that was built by another reading";
    710 TEXT_DRIFTED "text-drifted" Warning "a text states a number that the rule does not use";
    720 UNKNOWN_ROW "unknown-row" Error "a test covers a row that the list does not have";
    721 BAD_TEST "bad-test" Error "a test holds a line that it cannot run";
    722 PROVES_NOTHING "proves-nothing" Warning "a test expects nothing";
    // 08 scenarios
    801 TOO_FEW_SIDES "too-few-sides" Error "a battle has fewer than two sides";
    802 TOO_MANY_ROUNDS "too-many-rounds" Error "a battle is longer than the system plays";
    803 NO_SCORE "no-score" Error "a side scores what nothing counts";
    804 EMPTY_SIDE "empty-side" Error "a side of a battle, or a roster, has no pieces";
    805 BAD_OUTCOME "bad-outcome" Error "a verdict says nothing that can happen";
    806 NO_BOARD "no-board" Error "something is put on a board that there is not";
    807 BAD_PUT "bad-put" Error "it is not said where something lies, or in what shape";
    808 OFF_BOARD "off-board" Error "something lies off the board, or in no shape that can be";
    809 CROWDED_BOARD "crowded-board" Warning "what lies on a board lies over something, or has no room";
    810 BAD_CELLS "bad-cells" Error "the rows or columns of a board of cells make no board";
    811 NO_SUCH_CELL "no-such-cell" Error "a cell is named that the board has not";
    812 MIXED_BOARDS "mixed-boards" Error "what is of a plane meets what is of cells";
    813 ONE_ROSTER "one-roster" Warning "two sides of a battle field the same roster";
    814 NOT_DEPLOYED "not-deployed" Warning "no piece of a side is on the board when a battle begins";
    // 09 running
    901 BAD_ARITHMETIC "bad-arithmetic" Error "a number overflows, is divided by zero or is not whole";
    902 NOTHING_THERE "nothing-there" Error "a value was used that is not there";
    903 LEAVES_ITS_RANGE "leaves-its-range" Error "a number leaves its range";
    904 CLAUSES_FOUGHT "clauses-fought" Error "two clauses of one level fought over the same thing in play";
    905 LOOP_BOUND "loop-bound" Error "a loop ran more often than it may";
    906 TOO_DEEP "too-deep" Error "rules reached themselves too deeply";
    907 OUT_OF_FUEL "out-of-fuel" Error "a battle took more work than the limit";
    908 BAD_TIE "bad-tie" Error "a tie is used between things that are not tied";
    909 BAD_AMOUNT "bad-amount" Error "a choice or roll has no possible amount";
    910 CANNOT_GO_ON "cannot-go-on" Error "a rule asked for something that is not going on";
    911 NOT_ON_BOARD "not-on-board" Error "a rule asks where something is that is not on the board";
    912 DICE_NOT_THERE "dice-not-there" Error "dice are spent that are not there";
    913 NO_ROOM "no-room" Error "a piece is put on a board that it is too large for";
    914 MAY_STOP "may-stop" Warning "a battle may stop at a number or a choice";
    // 10 limits and roots
    1001 NESTED_TOO_DEEP "nested-too-deep" Error "brackets or blocks are nested too deep";
    1002 FILE_TOO_LARGE "file-too-large" Error "a file is larger than the limit";
    1003 EXPRESSION_TOO_LONG "expression-too-long" Error "an expression has too many parts";
    1004 TOO_MANY_MISTAKES "too-many-mistakes" Error "a file has more mistakes than are shown";
    1005 TOO_MANY_LOCALS "too-many-locals" Error "a rule keeps more local values than fit";
    1006 TOO_LARGE "too-large" Error "something is larger, or there is more of it, than the limit";
    1007 HIDDEN_SIGN "hidden-sign" Error "a sign stands in a text that nobody sees";
    1010 OUTSIDE_ROOT "outside-root" Error "a path leads out of its root";
    1011 LINK_IN_ROOT "link-in-root" Error "a link in a root is not followed";
    1012 TOO_MANY_FILES "too-many-files" Error "a game has more files or bytes than the limit";
    1013 UNREADABLE_FILE "unreadable-file" Error "a file or folder cannot be read";
    1014 CHAIN_TOO_LONG "chain-too-long" Error "a chain of things that take over from each other, or a list of theirs, is too long";
    // 11 IR and saves
    1101 DAMAGED_PROGRAM "damaged-program" Error "a compiled program is damaged";
    1102 COMPILER_FAULT "compiler-fault" Error "the compiler made a program that the machine does not take";
}
