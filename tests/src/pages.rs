//! The pages of the diagnostics: Markdown with a wrong and a right example.
//!
//! A page has the headings `## Wrong` and `## Right`, each with one fenced block or more of `ww`. A block may name its
//! file after the language (` ```ww file=errata/battleground/mine.ww `); without a name it is `example.ww`.
//!
//! What the wrong example gives stands below `## Message`, and the lines of which it speaks end in [`HERE`]: both are
//! written by `PAGES=write`, see [`written`].

use std::collections::BTreeMap;

/// Codes that compiling the text of a page cannot raise: they come from boards that are judged, from battles, from files of the host, from damaged programs, and
/// from what is too large for a page.
pub const NOT_FROM_TEXT: [&str; 29] = [
    "WW0808", "WW0809", "WW0814", "WW0911", "WW0901", "WW0902", "WW0903", "WW0904", "WW0905",
    "WW0906", "WW0907", "WW0908", "WW0909", "WW0910", "WW0912", "WW0913", "WW1001", "WW1002",
    "WW1003", "WW1004", "WW1005", "WW1006", "WW1010", "WW1011", "WW1012", "WW1013", "WW1014",
    "WW1101", "WW1102",
];

/// What a line of a wrong example ends in, of which the message speaks. No part of the example.
pub const HERE: &str = "  // <-- here";

/// A page, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Its first line without the `#`.
    pub title: String,
    /// The files of the wrong example.
    pub wrong: Vec<(String, String)>,
    /// The files of the right example.
    pub right: Vec<(String, String)>,
}

/// Takes a page apart.
pub fn parse(text: &str) -> Page {
    let mut page = Page {
        title: text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned(),
        ..Page::default()
    };
    let mut section = "";
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        if let Some((_, body)) = &mut open {
            if line.starts_with("```") {
                let file = open.take().unwrap();
                match section {
                    "Wrong" => page.wrong.push(file),
                    "Right" => page.right.push(file),
                    _ => {}
                }
            } else {
                body.push_str(line.strip_suffix(HERE).unwrap_or(line));
                body.push('\n');
            }
        } else if let Some(rest) = line.strip_prefix("```ww") {
            let name = rest.trim().strip_prefix("file=").unwrap_or("example.ww");
            open = Some((name.to_owned(), String::new()));
        } else if let Some(heading) = line.strip_prefix("## ") {
            section = heading.trim();
        }
    }
    page
}

/// A page with the message that its wrong example gives, and with those of its lines marked, as numbers from 1 beside the
/// name of their file.
pub fn written(text: &str, message: &str, lines: &[(String, usize)]) -> String {
    let mut page = String::new();
    let (mut section, mut file, mut at) = ("", None, 0);
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            if heading == "Right" {
                page.push_str(&format!("## Message\n\n```text\n{}\n```\n\n", message.trim_end()));
            }
            section = heading;
        }
        if section == "Message" {
            continue;
        }
        if line.starts_with("```") {
            let opened = line.strip_prefix("```ww").filter(|_| file.is_none());
            file = opened.map(|rest| rest.trim().strip_prefix("file=").unwrap_or("example.ww"));
            at = 0;
        } else {
            at += 1;
        }
        let bare = line.strip_suffix(HERE).unwrap_or(line);
        page.push_str(bare);
        let is_marked = |known: &(String, usize)| Some(&*known.0) == file && known.1 == at;
        if section == "Wrong" && at > 0 && lines.iter().any(is_marked) {
            page.push_str(HERE);
        }
        page.push('\n');
    }
    page
}

/// The files that a guide builds: blocks of `ww` that name one, those of the same file put together in reading order.
pub fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut open: Option<usize> = None;
    for line in text.lines() {
        if line.starts_with("```") && open.is_some() {
            open = None;
        } else if let Some((_, body)) = open.and_then(|file| files.get_mut(file)) {
            body.push_str(line);
            body.push('\n');
        } else if let Some(name) = line.strip_prefix("```ww file=") {
            let known = files.iter().position(|(file, _)| file == name.trim());
            open = Some(known.unwrap_or_else(|| {
                files.push((name.trim().to_owned(), String::new()));
                files.len() - 1
            }));
        }
    }
    files
}

/// Games by name, each with its files.
pub type Games = BTreeMap<String, Vec<(String, String)>>;

/// Files by the game that their paths name.
pub fn by_game(files: impl IntoIterator<Item = (String, String)>) -> Games {
    let mut games = Games::new();
    for (name, text) in files {
        let game = name.split('/').nth(1).unwrap_or_default().to_owned();
        games.entry(game).or_default().push((name, text));
    }
    games
}

/// The games that the pages of the language build together.
pub fn games() -> Games {
    let pages = crate::repository::files(&crate::repository::root().join("docs/language"), &["md"]);
    by_game(pages.iter().flat_map(|page| files(&crate::repository::read(page))))
}

/// The game that the guide begins and most pages go on with.
pub fn guide() -> Vec<(String, String)> {
    games().remove("ferry").unwrap_or_default()
}
