//! Writes the grammar as the parser reads it: takes `src/warwright.pest`, in which words stand as authors write them, gives
//! one in which reserved words are in capitals, as the layout pass writes them in its copy of a text, and the list of its words.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let source = Path::new("src").join("warwright.pest");
    println!("cargo::rerun-if-changed={}", source.display());
    println!("cargo::rerun-if-changed=build.rs");
    let written = fs::read_to_string(source)?;
    let (grammar, words) = (with_capitals(&written), words(&written));
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    let code = format!(
        "#[derive(pest_derive::Parser)]\n#[grammar_inline = r####\"{grammar}\"####]\n\
         pub(super) struct Grammar;\n\
         /// The words that the grammar knows, and those of them that stand side by side, as `at least`.\n\
         pub(super) const WORDS: &[&str] = &{words:?};\n"
    );
    fs::write(Path::new(&folder).join("grammar.rs"), code)
}

/// The grammar with its quoted words in capitals, but for those that have `^` before them.
fn with_capitals(grammar: &str) -> String {
    let mut written = String::with_capacity(grammar.len());
    for line in grammar.split_inclusive('\n') {
        // A comment is the rest of a line; no quoted text of the grammar holds two slashes.
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let mut quoted = false;
        let mut as_written = false;
        let mut letters = code.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => {
                    written.push(letter);
                    written.extend(letters.next());
                }
                '^' if !quoted && letters.peek() == Some(&'"') => as_written = true,
                '"' => {
                    quoted = !quoted;
                    as_written &= quoted;
                    written.push(letter);
                }
                _ if quoted && !as_written => written.push(letter.to_ascii_uppercase()),
                _ => written.push(letter),
            }
        }
        written.push_str(comment);
    }
    written
}

/// The words of a grammar in order, those that follow each other joined by a space.
fn words(grammar: &str) -> Vec<String> {
    let mut words = BTreeSet::new();
    for line in grammar.lines() {
        let code = line.split("//").next().unwrap_or("");
        let mut run = String::new();
        // Outside of quotes at even places, inside at odd ones.
        for (at, part) in code.split('"').enumerate() {
            let word = part.trim_end();
            let spelled = word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
            match at % 2 {
                0 if run.is_empty() || part.trim() == "~" || part.trim() == "~ ^" => {}
                1 if spelled => {
                    if !run.is_empty() {
                        run.push(' ');
                    }
                    run.push_str(word);
                    continue;
                }
                _ => drop(words.insert(std::mem::take(&mut run))),
            }
        }
        words.insert(run);
    }
    words.into_iter().filter(|word| !word.is_empty()).collect()
}
