//! The indices of pages: the diagnostics by topic, made from their pages, and the decisions.

use warwright_grammar::diagnostic::Code;
use warwright_tests::repository::{read, root};

const DIAGNOSTICS: &str = "docs/diagnostics/README.md";

/// The first number of each topic, with what it is about and where the language tells of it.
const TOPICS: [(u16, &str, &str); 22] = [
    (100, "What cannot be read", "../language/README.md"),
    (200, "Names", "../language/kinds.md"),
    (300, "Types and values", "../language/kinds.md#types"),
    (330, "What stands where nothing can be done", "../language/play.md#statements"),
    (400, "Clauses", "../language/numbers.md"),
    (420, "What never has an effect", "../language/numbers.md#an-aura-whom-a-clause-reaches"),
    (430, "Actions and moments", "../language/players.md"),
    (440, "What would never end", "../language/play.md#loops"),
    (500, "Rows and cells of army lists", "../language/content.md#an-army-list"),
    (510, "Tables, dice, scales", "../language/numbers.md#tables"),
    (600, "Errata", "../language/corrections.md"),
    (700, "Rosters and limits", "../language/content.md#a-roster-the-army-for-one-battle"),
    (710, "Texts of cards", "../language/content.md#a-special-rule-ability"),
    (720, "Tests", "../language/tests.md"),
    (800, "Battles", "../language/battles.md"),
    (806, "Measured boards", "../language/space.md"),
    (810, "Boards of hexagons", "../language/cells.md"),
    (813, "Sides", "../language/battles.md#a-scenario"),
    (900, "What stops a battle", "../language/play.md"),
    (1000, "What is too large", "../language/README.md"),
    (1010, "Files and folders", "../language/content.md"),
    (1100, "Faults of the program itself", "../../README.md"),
];

/// The first sentence of a page below its title.
fn first_sentence(page: &str) -> String {
    let told: Vec<&str> = page.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    let told = told.join(" ");
    // A full stop within words of code is no end.
    let is_end = |at: &usize| told.get(..*at).is_some_and(|it| it.matches('`').count() % 2 == 0);
    let end = told.match_indices(". ").map(|(at, _)| at).find(is_end);
    let end = end.map_or(told.len(), |at| at + 1);
    told.get(..end).unwrap_or(&told).replace('|', "\\|")
}

fn diagnostics() -> String {
    let mut page = String::from(
        "# Diagnostics by topic\n\nWhat `warwright explain --list` lists, with what each means. Each page shows a wrong example, the message, and a right one; \
         `warwright explain WW0201` prints it.\n",
    );
    let mut topic = None;
    for info in Code::all() {
        let number = info.code.number();
        let at = TOPICS.iter().rposition(|(first, ..)| *first <= number);
        if at != topic {
            topic = at;
            if let Some((_, about, told)) = at.and_then(|at| TOPICS.get(at)) {
                page += &format!(
                    "\n## {about}\n\nSee [the language]({told}).\n\n| code | name | meaning |\n| --- | --- | --- |\n"
                );
            }
        }
        let code = info.code.to_string();
        let meaning = first_sentence(&read(&root().join(format!("docs/diagnostics/{code}.md"))));
        page += &format!("| [{code}]({code}.md) | {} | {meaning} |\n", info.slug);
    }
    page
}

/// With `PAGES=write` the index is written, to be read before it is kept.
#[test]
fn the_index_of_diagnostics_is_made_from_their_pages() {
    let kept = root().join(DIAGNOSTICS);
    let wanted = diagnostics();
    if std::env::var("PAGES").as_deref() == Ok("write") {
        std::fs::write(&kept, &wanted).unwrap();
    }
    assert!(
        kept.exists() && read(&kept) == wanted,
        "PAGES=write cargo test -p warwright-tests --test pages index"
    );
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.replace(|it: char| !(it.is_alphanumeric() || it == ' ' || it == '-'), "");
    kept.replace(' ', "-")
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut pages = warwright_tests::repository::files(&root().join("docs"), &["md"]);
    pages.extend([root().join("README.md"), root().join("ARCHITECTURE.md")]);
    for page in pages {
        let text = read(&page);
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            if target.is_empty() || target.contains([' ', '"']) || target.starts_with("http") {
                continue;
            }
            let (file, part) = target.split_once('#').unwrap_or((target, ""));
            let to =
                if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            let found = to.exists()
                && (part.is_empty()
                    || read(&to).lines().any(|it| it.starts_with('#') && anchor(it) == part));
            if !found {
                wrong.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
