//! Wishes: what a person may want instead of answering, and the page that lists all that can be typed.

use std::path::PathBuf;

/// What is wanted instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To be told what can be typed.
    Help,
    /// To know what the battle is about and how long it goes on.
    Goal,
    /// To see the pieces.
    Pieces,
    /// To know where a number comes from, or why something may not be done.
    Why(String),
    /// To know why something is not among what can be chosen; everything where nothing is named.
    WhyNot(String),
    /// To know what may come of a line.
    Odds(String),
    /// To know what lies between two pieces.
    Line(String),
    /// To know where a piece can get.
    Reach(String),
    /// To have moves shown before they are made, or not; none: to know which.
    Preview(Option<bool>),
    /// To have pauses where what is shown would scroll away, or not; none: to know which.
    Pages(Option<bool>),
    /// To see the cards that one holds.
    Hand,
    /// To know which questions are not asked.
    NotAsked,
    /// To know who can be hit by whom; of one piece where one is named.
    Threats(String),
    /// To read up a piece, or something by its name.
    Show(String),
    /// To be told again what happened lately.
    Story,
    /// To take back the last answer.
    Undo,
    /// To keep the battle in a file; none where none is named.
    Save(Option<PathBuf>),
    /// To stop.
    Quit,
}

/// The wish in a line, if it is one.
pub fn read(line: &str) -> Option<Wish> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = |wish| rest.is_empty().then_some(wish);
    match first.to_ascii_lowercase().as_str() {
        "help" | "?" => alone(Wish::Help),
        "goal" | "goals" => alone(Wish::Goal),
        "board" => alone(Wish::Pieces),
        "undo" => alone(Wish::Undo),
        "quit" => alone(Wish::Quit),
        "odds" => Some(Wish::Odds(rest.to_owned())),
        "line" if !rest.is_empty() => Some(Wish::Line(rest.to_owned())),
        "reach" => Some(Wish::Reach(rest.to_owned())),
        "preview" => switched(rest).map(Wish::Preview),
        "threats" => Some(Wish::Threats(rest.to_owned())),
        "show" | "rule" | "rules" => Some(Wish::Show(rest.to_owned())),
        // Whoever calls it by what it is means the same.
        "unit" | "piece" | "card" | "ability" if !rest.is_empty() => {
            Some(Wish::Show(rest.to_owned()))
        }
        "map" | "pieces" | "units" => alone(Wish::Pieces),
        "exit" => alone(Wish::Quit),
        "story" => alone(Wish::Story),
        "hand" | "cards" => alone(Wish::Hand),
        "pages" => switched(rest).map(Wish::Pages),
        "save" => Some(Wish::Save((!rest.is_empty()).then(|| PathBuf::from(rest)))),
        "why" => match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
            ("not", what) if what.trim() == "asked" => Some(Wish::NotAsked),
            ("not", what) => Some(Wish::WhyNot(what.trim().to_owned())),
            _ => Some(Wish::Why(rest.to_owned())),
        },
        _ => None,
    }
}

/// On, off, or nothing, as which it is asked how it is.
fn switched(rest: &str) -> Option<Option<bool>> {
    match rest.to_ascii_lowercase().as_str() {
        "" => Some(None),
        "on" => Some(Some(true)),
        "off" => Some(Some(false)),
        _ => None,
    }
}

/// All that can be typed: the answers to what is asked (what to type, what it means), then the wishes.
pub fn help(answers: &[(String, String)]) -> String {
    const WISHES: [(&str, &str); 17] = [
        ("board", "the board, and all pieces with how they stand"),
        ("goal", "what the battle is about, and how many rounds are left"),
        ("show 2", "piece 2 in full; `show NAME`: a card, an ability, a rule"),
        ("hand", "the cards that you hold, with their texts"),
        ("story", "what happened in this turn and the one before, once more"),
        ("odds 3", "what may come of line 3 before something else is asked"),
        ("line 2 5", "how far apart pieces 2 and 5 are, and what lies between"),
        ("reach 2", "where piece 2 can get before the turn is over"),
        ("threats", "whom the enemy can hit next turn; `threats 2`: only piece 2"),
        ("why EXPR", "where a number comes from, or why not; #2 is piece 2"),
        ("why not", "what else there is, and why not now; `why not NAME 2`: of one"),
        ("why not asked", "which questions are not put, and which were not"),
        ("preview off", "makes moves at once; `preview on` shows first where they lead"),
        ("pages off", "shows all at once; `pages on` waits before it scrolls away"),
        ("undo", "takes back the last answer; dice fall again as they fell"),
        ("save FILE", "keeps the battle for `warwright play --resume FILE`"),
        ("quit", "stops, and asks whether to save"),
    ];
    let wishes = WISHES.iter().map(|(typed, meaning)| ((*typed).to_owned(), (*meaning).to_owned()));
    let lines: Vec<String> = answers
        .iter()
        .cloned()
        .chain(wishes)
        .map(|(typed, meaning)| format!("  {typed:<16} {meaning}"))
        .collect();
    format!("you can type\n{}", lines.join("\n"))
}
