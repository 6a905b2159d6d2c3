//! Declarations of a system and what stands in their bodies.

use super::Row;

pub(super) const DECLARATIONS: &[Row] = &[
    ("use NAME", "The files of a system, a faction or another folder count here as well."),
    ("system NAME { .. }", "Names the game and says what holds for all of it."),
    ("layer NAME { .. }", "Clauses of the system in a layer of precedence of their own."),
    (
        "kind NAME [is KIND] [closed] [fleeting] [copies FIELD] [for each player] [plural WORD] { .. }",
        "A sort of thing: closed where only the system declares some, fleeting where they come and go in play.",
    ),
    ("enum NAME { a, b, c }", "A closed list of words."),
    ("words { NAME \"WORD\", .. }", "What texts call a thing besides its name."),
    ("die NAME { FACE [x TIMES], .. }", "A die by its faces."),
    ("scale NAME of TYPE { a, b, c }", "A ladder of values on which figures step up and down."),
    (
        "relation NAME(a: TYPE, b: TYPE) = CONDITION",
        "A yes or no between two things, written `a NAME b`.",
    ),
    ("define NAME(PARAMETERS): TYPE = VALUE", "A name for a value that is worked out."),
    (
        "quantity NAME(PARAMETERS): TYPE [[less] favours ROLE|nobody] [rounded up|down|nearest] = VALUE",
        "A number that clauses bend.",
    ),
    ("permission NAME(PARAMETERS) { require .. }", "A yes or no with reasons, which clauses bend."),
    ("record NAME { FIELD: TYPE, .. }", "Several values under one name."),
    (
        "tie NAME between KIND and KIND { [each] FIELD: TYPE }",
        "What joins two things, with values of the pair or of each end.",
    ),
    ("policy NAME [like NAME] { in .. }", "Advice for computer players."),
    (
        "sequence { setup { .. } ; round at most NUMBER { .. } ; verdict at MOMENT { .. } }",
        "How a battle goes and when it ends.",
    ),
    (
        "procedure NAME(PARAMETERS) [: TYPE] [recursive AT_MOST [otherwise VALUE]] [for team] { step NAME { .. } }",
        "Named steps, which are the events of the game; for all players of a team at once.",
    ),
    (
        "table NAME [(PARAMETERS)] [by DICE] [: TYPE] { KEY | VALUE }",
        "A value for each key; every key must have a row.",
    ),
    (
        "modifiers to QUANTITY, .. { label | by | when ; \"LABEL\" | AMOUNT | CONDITION }",
        "Clauses for everybody, as the rows of a table.",
    ),
    (
        "action NAME(PARAMETERS) in WINDOW by PLAYER \"WORDS\" { .. }",
        "What a player may choose to do.",
    ),
    (
        "ability NAME [(PARAMETERS)] for KIND { .. }",
        "Clauses that whoever has the ability brings into play.",
    ),
    (
        "status NAME [(PARAMETERS)] for KIND [slot WORD] [stacks] { .. }",
        "An ability for a time; one that stacks counts as often as it is held.",
    ),
    (
        "ruling NAME: TYPE = VALUE \"LABEL\"",
        "A choice of house rules that a scenario may make otherwise.",
    ),
    ("group NAME keeps strongest|highest|lowest", "Of the clauses of a group only one counts."),
];

pub(super) const MEMBERS: &[Row] = &[
    (
        "profile NAME: TYPE [= VALUE] [as COLUMN] [[less] favours self|nobody] [rounded up|down|nearest]",
        "A figure that authors print for each thing of the kind.",
    ),
    (
        "state NAME: TYPE [= VALUE] [until MOMENT] [only by PROCEDURE] [seen by owner|none] [inverse KIND.FIELD]",
        "What changes in play; at a moment it is as in the beginning again.",
    ),
    ("derive NAME: TYPE = VALUE", "What is worked out from other fields."),
    (
        "asks NAME(PARAMETERS): TYPE = VALUE",
        "A question that each thing of the kind answers in its own way with `NAME: VALUE`.",
    ),
    (
        "does NAME(PARAMETERS)",
        "A deed that each thing of the kind does in its own way with `NAME { .. }`.",
    ),
    ("forms", "Things of the kind may have other forms, into which they change."),
    (
        "leaves only by PROCEDURE, ..",
        "Nothing else removes a thing of the kind, so that whatever goes with it is done.",
    ),
    ("statline NAME \"WORDS\"", "How the figures of the kind are shown in a row."),
    ("stages NAME, ..", "The order in which the clauses of a quantity are applied."),
    (
        "step NAME [heading \"WORDS\"] [called] [when CONDITION] { .. }",
        "A part of a procedure, before and after which clauses may stand; a called one runs where it is called.",
    ),
    (
        "open var NAME: TYPE = VALUE",
        "A variable that clauses on the procedure may read and change.",
    ),
    ("setup { .. }", "What is done before the battle begins."),
    ("round at most NUMBER [heading \"WORDS\"] { .. }", "What is done in each round."),
    (
        "verdict at MOMENT { CONDITION | won by PLAYERS \"WHY\" ; CONDITION | draw|drawn \"WHY\" ; else | none }",
        "Who has won, asked at a moment; the first row that holds counts.",
    ),
    ("cost VALUE of FIELD", "What an action takes from a field."),
    ("do { .. }", "What happens when an action is chosen."),
    (
        "text: WORDS",
        "The words on the card; no rule is made of them, and where they say otherwise than the rules beside them that is told.",
    ),
    ("option NAME +POINTS { .. }", "What may be bought for a thing."),
    ("form NAME { .. }", "Another form of a thing."),
    ("limit CONDITION [each NAME in SET] \"WORDS\"", "What must hold of an army list."),
];
