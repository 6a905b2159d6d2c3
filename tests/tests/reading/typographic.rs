//! Each sign is replaced by its own meaning, and by nothing longer than itself.

use warwright_grammar::SourceMap;
use warwright_grammar::diagnostic::codes;
use warwright_grammar::parser::{TYPOGRAPHIC_SIGNS, parse};

/// A line in which a sign can stand for what it means.
fn line(meant: &str, sign: &str) -> String {
    let erratum = "errata \"e\" dated 2010-01-01 {\n  item \"1\" { in unit \"A\" { points";
    match meant {
        "->" => format!("{erratum} 3 {sign} 4 }} }}\n}}\n"),
        ".." => format!("enum E {{ a }}\nkind k is thing {{ state s: int 1{sign}6 = 1 }}\n"),
        "/" | "*" => format!("define f(a: int): int = floor(a {sign} 2)\n"),
        _ => format!("define f(a: int): bool = a {sign} 2\n"),
    }
}

/// How a text is read, without its places, and what its edits make of it.
fn read(text: &str) -> (String, Vec<String>) {
    let mut map = SourceMap::new();
    let file = map.add("a.ww", text.to_owned());
    let (tree, found) = parse(&map, file);
    assert!(found.iter().all(|it| it.code == codes::BAD_CLAUSE), "{text}: {found:?}");
    let edited = found.iter().flat_map(|it| &it.help).map(|help| {
        let mut edits = help.edits.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start()));
        edits.iter().fold(text.to_owned(), |text, edit| {
            let place = edit.span.within(map.whole(file));
            let (before, rest) = text.split_at(place.start);
            let (_, after) = rest.split_at(place.len());
            format!("{before}{}{after}", edit.replacement)
        })
    });
    let bare = format!("{:?}", tree.items).replace(|c: char| c.is_ascii_digit(), "");
    (bare, edited.collect())
}

#[test]
fn every_sign_is_replaced_by_its_own_meaning() {
    for (sign, meant) in TYPOGRAPHIC_SIGNS {
        let (written, wanted) = (line(meant, &sign.to_string()), line(meant, meant));
        let (as_meant, edited) = read(&written);
        assert_eq!(edited, std::slice::from_ref(&wanted), "{sign}");
        let (tree, none) = read(&wanted);
        assert!(none.is_empty(), "{wanted}: {none:?}");
        assert_eq!(as_meant, tree, "{sign} is read as {meant}");
    }
}

#[test]
fn what_a_sign_means_is_no_longer_than_the_sign() {
    assert!(TYPOGRAPHIC_SIGNS.iter().all(|(sign, meant)| meant.len() <= sign.len_utf8()));
}
