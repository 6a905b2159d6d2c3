//! Wishes: what a person may want instead of answering, and the page that lists all that can be typed.

use std::path::PathBuf;

/// What is wanted instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To be told what can be typed.
    Help,
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
    /// To know which questions are not asked.
    NotAsked,
    /// To know who can be hit by whom; of one piece where one is named.
    Threats(String),
    /// To read up a piece, or something by its name.
    Show(String),
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
        "board" => alone(Wish::Pieces),
        "undo" => alone(Wish::Undo),
        "quit" => alone(Wish::Quit),
        "odds" => Some(Wish::Odds(rest.to_owned())),
        "line" if !rest.is_empty() => Some(Wish::Line(rest.to_owned())),
        "reach" => Some(Wish::Reach(rest.to_owned())),
        "preview" => match rest.to_ascii_lowercase().as_str() {
            "" => Some(Wish::Preview(None)),
            "on" => Some(Wish::Preview(Some(true))),
            "off" => Some(Wish::Preview(Some(false))),
            _ => None,
        },
        "threats" => Some(Wish::Threats(rest.to_owned())),
        "show" => Some(Wish::Show(rest.to_owned())),
        "save" => Some(Wish::Save((!rest.is_empty()).then(|| PathBuf::from(rest)))),
        "why" => match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
            ("not", what) if what.trim() == "asked" => Some(Wish::NotAsked),
            ("not", what) => Some(Wish::WhyNot(what.trim().to_owned())),
            _ => Some(Wish::Why(rest.to_owned())),
        },
        _ => None,
    }
}

/// All that can be typed: the answers to what is asked (what to type, what it means), then the wishes.
pub fn help(answers: &[(String, String)]) -> String {
    const WISHES: [(&str, &str); 14] = [
        ("board", "all pieces with their numbers and how they stand"),
        (
            "show 2",
            "the figures and abilities of piece 2; or the text of what is named: a unit, card, ability or rule",
        ),
        ("why EXPR", "where a number comes from, or the reasons of a no; #2 is piece 2"),
        ("why not", "what else could be wanted here, and why it may not be"),
        ("why not NAME 2", "the same of one action (NAME) or of piece 2 or both; names do as well"),
        ("why not asked", "which questions are not put, and which were not"),
        ("odds 3", "what may come of line 3 before something else is asked, piece by piece"),
        ("line 2 5", "how far apart pieces 2 and 5 are, and what lies between them"),
        ("reach 2", "where piece 2 can get before the turn is over, marked on the board"),
        (
            "threats",
            "whom the enemy can hit in his next turn; `threats 2`: who can hit piece 2, or whom it can",
        ),
        ("preview off", "makes a move at once; `preview on` shows first where it leads, and asks"),
        ("undo", "takes back the last answer; dice fall again as they fell"),
        ("save FILE", "keeps the battle; `warwright play --resume FILE` goes on with it"),
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
