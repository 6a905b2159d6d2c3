//! What README and `--help` show is what happens: every command there runs, the recipe makes an army that plays, the picture is the
//! map of today.

use super::{Ran, answered, answered_in, arg, folder, run, run_in};
use std::path::Path;
use warwright_tests::pages::games;
use warwright_tests::repository::{read, root};

/// The words of a line as a shell splits them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for sign in line.chars() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (None, '\'' | '"') => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

/// Runs a line as it is written, in the root of the repository; files that it writes or wrote before lie in a folder of their own.
fn run_line(line: &str, files: &Path) -> Ran {
    let own = |word: String| {
        let is_own =
            [".battle", ".svg", ".txt", ".json", "my-copy"].iter().any(|end| word.ends_with(end));
        if is_own { arg(&files.join(word)).to_owned() } else { word }
    };
    let words: Vec<String> = words(line).into_iter().map(own).collect();
    assert_eq!(words[0], "warwright", "{line}");
    // Whoever sits down as a person gets up again at the first question.
    let typed = if line.contains("=person") { "quit\nno\n" } else { "" };
    answered(&words[1..].iter().map(String::as_str).collect::<Vec<_>>(), typed)
}

fn readme() -> String {
    read(&root().join("README.md"))
}

#[test]
fn every_command_of_the_readme_runs() {
    let files = folder("readme");
    let readme = readme();
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `warwright "));
    let commands: Vec<&str> =
        rows.filter_map(|row| row.split_once("` |")).map(|(it, _)| it).collect();
    assert!(commands.len() >= 10, "{commands:?}");
    for command in commands {
        let ran = run_line(&format!("warwright {command}"), &files);
        assert_eq!(ran.status, 0, "{command}\n{}\n{}", ran.out, ran.err);
    }
}

#[test]
fn every_question_of_the_page_on_odds_is_answered() {
    let files = folder("odds_page");
    let page = read(&root().join("docs/odds.md"));
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("warwright ")).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let ran = run_line(command, &files);
        assert_eq!(ran.status, 0, "{command}\n{}\n{}", ran.out, ran.err);
        assert!(ran.out.lines().count() > 2, "{command}\n{}", ran.out);
    }
}

#[test]
fn every_example_of_help_runs() {
    let files = folder("help");
    let help = run(&["--help"]).good();
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let commands = list.lines().filter_map(|line| line.split_whitespace().next());
    let mut pages = vec![help.clone()];
    pages.extend(commands.filter(|it| *it != "help").map(|it| run(&[it, "--help"]).good()));
    let mut examples: Vec<&str> = pages
        .iter()
        .flat_map(|page| page.split_once("Example").map_or("", |(_, examples)| examples).lines())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| line.starts_with("warwright ")))
        .filter_map(|line| line.split("   ").next())
        .collect();
    // Battles are saved before they are read.
    examples.sort_by_key(|line| !line.contains(" --save ") || !line.starts_with("warwright play"));
    assert!(examples.len() >= 25, "{examples:?}");
    for line in examples {
        let ran = run_line(line, &files);
        assert_eq!(ran.status, 0, "{line}\n{}\n{}", ran.out, ran.err);
    }
}

#[test]
fn the_recipe_of_the_readme_makes_an_army_that_plays() {
    let folder = folder("recipe");
    let readme = readme();
    let (_, recipe) = readme.split_once("## Your own army").unwrap();
    let mut blocks = recipe.split("```");
    for path in
        ["my-marsh/factions/battleground/marsh.ww", "my-marsh/scenarios/battleground/ford.ww"]
    {
        assert!(blocks.next().unwrap().contains(path));
        let file = folder.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, blocks.next().unwrap().trim_start()).unwrap();
    }
    let commands = blocks.nth(1).unwrap().trim().lines().map(words);
    let mut shown = Vec::new();
    for line in commands {
        let args: Vec<&str> = line[1..].iter().map(String::as_str).collect();
        let person = args.iter().any(|word| word.ends_with("=person"));
        let ran = answered_in(&folder, &args, if person { "quit\nno\n" } else { "" });
        assert_eq!(ran.status, 0, "{line:?}\n{}\n{}", ran.out, ran.err);
        shown.push(ran.out);
    }
    assert_eq!(shown[0], "nothing wrong\n");
    assert_eq!(shown[1], "1 passed, 0 failed\n");
    assert!(shown[3].contains("Reed Spears"), "{}", shown[3]);
}

#[test]
fn the_picture_of_the_readme_is_the_map_of_today() {
    let drawn = run(&["map", "battleground/the_crossroads"]).good();
    let kept = root().join("docs/pictures/the_crossroads.svg");
    assert!(
        drawn == read(&kept),
        "draw it again: warwright map battleground/the_crossroads --out docs/pictures/the_crossroads.svg"
    );
}

/// The games of the language pages, each in a folder of its own.
fn games_of_the_pages(folder: &Path) {
    for (game, files) in games() {
        for (name, text) in files {
            let file = folder.join(&game).join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
    }
}

#[test]
fn what_the_guide_shows_is_what_is_printed() {
    let folder = folder("guide");
    games_of_the_pages(&folder);
    let guide = read(&root().join("docs/language/README.md"));
    let mut sessions = 0;
    for session in guide.split("```text\n$ ").skip(1) {
        let (line, shown) = session.split_once('\n').unwrap();
        let (shown, _) = shown.split_once("```").unwrap();
        let args = words(line);
        let args: Vec<&str> = args[1..].iter().map(String::as_str).collect();
        let ran = run_in(&folder.join("ferry"), &args);
        assert_eq!((ran.out.as_str(), ran.status), (shown, 0), "{line}\n{}", ran.err);
        sessions += 1;
    }
    assert!(sessions >= 2);
}

#[test]
fn the_pictures_of_the_pages_are_the_maps_of_today() {
    let folder = folder("pictures");
    games_of_the_pages(&folder);
    for (game, battle) in [("pasture", "Herding"), ("pond", "Dusk")] {
        let file = format!("systems/{game}/{game}.ww");
        let drawn = run_in(&folder.join(game), &["map", &file, "--scenario", battle]).good();
        let kept = root().join(format!("docs/pictures/{game}.svg"));
        if std::env::var("PAGES").as_deref() == Ok("write") {
            std::fs::write(&kept, &drawn).unwrap();
        }
        assert!(
            drawn == read(&kept),
            "PAGES=write cargo test -p warwright-tests --test command pictures"
        );
    }
}
