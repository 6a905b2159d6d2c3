//! Writes the grammar as the parser reads it: takes `src/warwright.pest`, in which words stand as authors write them, gives
//! one in which reserved words are in capitals, as the layout pass writes them in its copy of a text.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let source = Path::new("src").join("warwright.pest");
    println!("cargo::rerun-if-changed={}", source.display());
    println!("cargo::rerun-if-changed=build.rs");
    let grammar = with_capitals(&fs::read_to_string(source)?);
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    let code = format!(
        "#[derive(pest_derive::Parser)]\n#[grammar_inline = r####\"{grammar}\"####]\n\
         pub(super) struct Grammar;\n"
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
