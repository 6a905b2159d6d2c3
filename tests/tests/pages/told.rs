//! Where the language pages tell of a word: for the links of the reference.

use warwright_compiler::forms::Sort;

/// Sections with the words that lead to them. Of a form the first of its words that stands here counts.
const WORDS: &[(&str, &str)] = &[
    ("kinds.md#the-system-block", "system"),
    ("content.md", "use"),
    ("kinds.md#a-kind-what-there-is", "kind"),
    ("kinds.md#profile-the-figures-of-a-unit", "profile statline"),
    ("kinds.md#state-what-changes-in-play", "state derive"),
    ("kinds.md#what-removes-a-thing", "leaves"),
    ("kinds.md#types", "abs floor ceil round rest otherwise"),
    ("kinds.md#enum-a-list-of-words", "enum"),
    ("kinds.md#words-what-texts-call-things", "words"),
    ("kinds.md#scale-a-ladder-of-values", "scale rung"),
    ("kinds.md#tie-what-joins-two-things", "tie join part"),
    ("kinds.md#record-several-values-under-one-name", "record"),
    ("kinds.md#relation-an-auras-within-6-inches", "relation"),
    ("kinds.md#define-a-helper", "define recursive"),
    ("kinds.md#things-that-are-made-in-play", "create"),
    ("kinds.md#what-each-thing-answers-in-its-own-way", "asks does"),
    ("numbers.md#a-quantity", "quantity"),
    ("numbers.md#a-bonus-a-penalty-a-condition", "modifiers when"),
    ("numbers.md#what-a-modifier-does-add-set-multiply-at-least", "modify stages"),
    ("numbers.md#only-the-best-counts-groups", "group"),
    ("numbers.md#an-aura-whom-a-clause-reaches", "as"),
    ("numbers.md#giving-others-an-ability-lend-and-deny", "lend deny"),
    ("numbers.md#drawback-a-bonus-that-harms", "drawback"),
    ("numbers.md#permission-may-it-and-why-not", "permission require may"),
    ("numbers.md#immunity-forbid-and-allow", "forbid allow"),
    ("numbers.md#a-clause-that-switches-off-another", "over"),
    ("numbers.md#precedence-and-layers", "layer precedence"),
    ("numbers.md#rulings-a-house-rule-an-unclear-passage", "ruling"),
    ("numbers.md#tables", "table"),
    ("numbers.md#asking-what-if", "supposing"),
    (
        "numbers.md#is-there-any-all-no-how-many",
        "all any no count sum highest lowest most least first max min in",
    ),
    ("play.md#procedures-and-steps", "procedure step heading open return finish"),
    ("play.md#a-special-rule-before-after-instead-of", "before after instead proceed of"),
    ("play.md#once-per-turn-once-per-battle-once-for-each", "once"),
    ("play.md#until-when-durations-and-moments", "grant remove start end status held"),
    ("play.md#statements", "if match say try let var is"),
    ("play.md#loops", "for repeat stop"),
    ("play.md#the-order-of-play-and-who-has-won", "sequence verdict draw"),
    ("play.md#while-something-goes-on", "during"),
    ("players.md#windows-and-actions", "action do"),
    ("players.md#the-price-of-an-action", "cost"),
    ("players.md#a-reaction", "must"),
    ("players.md#questions-in-the-middle-of-a-step", "chooses whether"),
    ("players.md#a-policy-how-a-computer-plays", "policy never prefer"),
    ("content.md#an-army-list", "faction"),
    ("content.md#a-unit-and-a-unit-like-another", "like"),
    ("content.md#items-upgrades-equipment-options", "option"),
    ("content.md#a-special-rule-ability", "ability text has"),
    ("content.md#a-rule-of-the-army-list-limit", "limit"),
    ("content.md#forms-of-a-unit", "form forms becomes"),
    ("content.md#a-roster-the-army-for-one-battle", "roster"),
    ("content.md#the-section-of-the-book", "see"),
    ("battles.md#a-scenario", "scenario side rounds setup"),
    ("battles.md#victory-conditions", "wins scores drawn"),
    ("battles.md#several-players-on-a-side-teams", "team"),
    ("battles.md#a-special-rule-of-the-battle-night-weather-reinforcements", "rule"),
    ("corrections.md#a-correction", "errata item reason"),
    ("corrections.md#what-can-be-corrected", "label cell row add"),
    ("tests.md#a-test", "test given run expect"),
    ("tests.md#which-dice-fall", "rolls"),
    ("tests.md#what-players-answer", "answers"),
    ("tests.md#how-likely", "odds"),
    ("tests.md#is-every-rule-tested", "covers"),
    ("tests.md#what-is-a-number-show", "show"),
    ("dice.md#rolling-dice", "roll"),
    ("dice.md#special-dice-faces-with-names", "die"),
    ("dice.md#a-re-roll", "reroll rerolls"),
    ("dice.md#turning-a-die-to-another-face", "change"),
    ("cards.md#drawing-discarding-shuffling", "draws"),
    ("cells.md#how-far-who-is-next-to-it-who-is-near", "neighbours around beyond"),
    ("cells.md#line-of-sight-over-hexagons", "line_left line_right"),
    ("cells.md#movement-which-cells-can-be-reached", "cells path"),
    ("space.md#within-6-range-contact", "distance touches overlaps inside frontage share_in"),
    (
        "space.md#facing-arcs-sides",
        "centre corner side_towards in_wedge wholly_in_wedge least_beyond most_beyond direction turn",
    ),
    ("space.md#line-of-sight", "clear"),
    (
        "space.md#points-places-shapes",
        "point place edge shifted turned rectangle oval polygon strip band",
    ),
    (
        "space.md#moves",
        "move sliding sliding_to wheeling turning aligned placed shortened while until followed crosses",
    ),
    ("space.md#room-along-an-edge", "berths"),
    ("space.md#a-plan-how-a-piece-finds-its-way", "plan follow"),
    ("space.md#deployment", "deploy"),
    ("space.md#ground-on-the-board", "put"),
];

/// Sections with how the forms begin that lead to them; these go before single words.
const BEGINNINGS: &[(&str, &[&str])] = &[
    (
        "kinds.md#types",
        &[
            "TYPE?",
            "list|set",
            "pool of",
            "face of",
            "LOW..HIGH",
            "3",
            "6\"",
            "2 ",
            "90 deg",
            "true",
            "false",
            "none",
        ],
    ),
    ("tests.md#a-test-of-a-roster", &["expect [not] legal roster"]),
    ("kinds.md#scale-a-ladder-of-values", &["TYPE on SCALE"]),
    ("kinds.md#relation-an-auras-within-6-inches", &["VALUE RELATION"]),
    ("numbers.md#only-the-best-counts-groups", &["in GROUP"]),
    (
        "numbers.md#is-there-any-all-no-how-many",
        &[
            "KIND of PLAYER",
            "WORD of VALUE",
            "VALUE for each",
            "VALUE [not] in",
            "SET where",
            "NAME in SET",
        ],
    ),
    ("play.md#the-order-of-play-and-who-has-won", &["round at most"]),
    ("play.md#until-when-durations-and-moments", &["at MOMENT"]),
    ("play.md#statements", &["end battle"]),
    ("players.md#the-price-of-an-action", &["modify cost"]),
    ("players.md#windows-and-actions", &["open WINDOW"]),
    ("content.md#a-unit-and-a-unit-like-another", &["FIELD +"]),
    ("play.md#procedures-and-steps", &["VALUE as of", "PROCEDURE("]),
    ("players.md#a-policy-how-a-computer-plays", &["in ACTION", "in PROCEDURE"]),
    ("dice.md#rolling-dice", &["2d6"]),
    ("cards.md#drawing-discarding-shuffling", &["draw from"]),
    ("cells.md#a-kind-of-cells", &["CELL.", "INT cell"]),
    ("cells.md#ground-and-deployment", &["deploy rows", "deploy at"]),
    ("space.md#the-board-pieces-with-a-base", &["board"]),
    ("space.md#points-places-shapes", &["POINT.", "PLACE.", "EDGE."]),
    ("space.md#moves", &["ROUTE."]),
    ("space.md#a-plan-how-a-piece-finds-its-way", &["PLAN."]),
];

/// Where a form is told of: by how it begins, by its words, else on the page of its sort.
pub fn page_of(sort: Sort, syntax: &str) -> &'static str {
    let is_own =
        |word: &&str| !word.is_empty() && word.chars().all(|it| it.is_lowercase() || it == '_');
    let words = syntax.split(|it: char| !it.is_alphanumeric() && it != '_').filter(is_own);
    let told = |word: &str| {
        let known = |(_, words): &&(&str, &str)| words.split(' ').any(|it| it == word);
        WORDS.iter().find(known).map(|(page, _)| *page)
    };
    let begins = |(_, all): &&(&str, &[&str])| all.iter().any(|it| syntax.starts_with(it));
    if let Some((page, _)) = BEGINNINGS.iter().find(begins) {
        return page;
    }
    let of_sort = match sort {
        Sort::Declaration | Sort::Member | Sort::Value | Sort::Function => "kinds.md",
        Sort::Clause | Sort::Part => "numbers.md",
        Sort::Statement => "play.md#statements",
        Sort::Space => "space.md",
        Sort::Content => "content.md",
        Sort::Test => "tests.md",
        Sort::Erratum => "corrections.md#what-can-be-corrected",
    };
    let on_cells = sort == Sort::Space && syntax.contains("CELL");
    match words.filter_map(told).next() {
        Some("space.md#within-6-range-contact") | None if on_cells => {
            "cells.md#how-far-who-is-next-to-it-who-is-near"
        }
        Some(_) if sort == Sort::Erratum && !syntax.starts_with("errata") => of_sort,
        found => found.unwrap_or(of_sort),
    }
}
