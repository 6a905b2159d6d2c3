//! The command as its user runs it: a process with arguments, answers on standard input, an exit status.

mod about;
mod asked;
mod battles;
mod boards;
mod boxers;
mod content;
mod coverage;
mod foresight;
mod hostile;
mod kept;
mod parts;
mod questions;
mod readme;
mod seat;
mod secrets;
mod sessions;
mod simulations;
mod stories;
mod taking;
mod told;
mod understood;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warwright_tests::repository::root;

/// What a run of the command left behind.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

impl Ran {
    /// The output of a run that must have gone well.
    fn good(self) -> String {
        assert_eq!(self.status, 0, "{}\n{}", self.out, self.err);
        self.out
    }
}

/// Runs the command in the root of the repository.
fn run(args: &[&str]) -> Ran {
    answered(args, "")
}

/// Runs the command with lines on its standard input.
fn answered(args: &[&str], input: &str) -> Ran {
    answered_in(&root(), args, input)
}

/// Runs the command in a folder.
fn run_in(folder: &Path, args: &[&str]) -> Ran {
    answered_in(folder, args, "")
}

fn answered_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_warwright-tested"))
        .args(seeded(args))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that asks nothing may be gone before it is told anything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Arguments with a seed, where a battle begins and none is given: what is compared must not fall as it likes.
fn seeded<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let begins = args.first() == Some(&"play") && !args.contains(&"--resume");
    let seed: &[&str] = if begins && !args.contains(&"--seed") { &["--seed", "1"] } else { &[] };
    [args, seed].concat()
}

/// Runs the command with lines on its standard input and gives all that it shows, in the order in which it shows it.
fn together(args: &[&str], input: &str, status: i32) -> String {
    let (mut shown, shows) = std::io::pipe().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_warwright-tested"))
        .args(seeded(args))
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(shows.try_clone().unwrap())
        .stderr(shows)
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let mut text = String::new();
    shown.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(status), "{text}");
    text
}

/// What is typed to choose so many pieces one after the other, with what is typed behind each.
fn one_by_one(many: usize, then: &str) -> String {
    (1..=many).map(|piece| format!("{piece}\n{then}")).collect()
}

/// Numbers that are typed again and again: whatever is asked, one of them is an answer.
fn whatever(many: usize) -> String {
    let lines: String = (1..=14).map(|line| format!("{line}\n{line}.1\n")).collect();
    lines.repeat(many)
}

/// A folder of its own for the files of a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What was shown with the folder, wherever builds are put, left out of the paths.
fn placeless(shown: &str, folder: &Path) -> String {
    let whole = format!("{}/", arg(folder));
    let from_here = whole.trim_start_matches(arg(&root())).trim_start_matches('/');
    shown.replace(&whole, "").replace(from_here, "")
}

/// A path as an argument.
fn arg(path: &Path) -> &str {
    path.to_str().unwrap()
}
