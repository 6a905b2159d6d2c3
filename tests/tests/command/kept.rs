//! Saved battles: what a person has answered is kept whatever happens, and no other file is written over.

use super::hostile::{NORTH, game};
use super::{answered, arg, folder, run, run_in, seeded};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use warwright_tests::repository::root;
use warwright_tests::veils::VEILS;

fn begun(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_warwright-tested"))
        .args(seeded(args))
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until something holds, for half a minute at most.
fn until(mut holds: impl FnMut() -> bool) {
    for _ in 0..1500 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it never came");
}

#[test]
fn a_battle_that_is_killed_is_kept_as_far_as_a_person_has_answered() {
    let file = folder("killed").join("quay.battle");
    let mut child = begun(&[&NORTH[..], &["--save", arg(&file)]].concat());
    child.stdin.as_mut().unwrap().write_all(b"1\n").unwrap();
    until(|| file.exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("\"Chose\""), "{kept}");
    let rest = answered(&["play", "--resume", arg(&file)], &"1\n".repeat(60)).good();
    assert!(rest.lines().last().unwrap().starts_with("result: "), "{rest}");
    // And nothing else lies about.
    let left: Vec<_> = std::fs::read_dir(file.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn what_another_wrote_meanwhile_is_not_written_over() {
    let file = folder("meanwhile").join("quay.battle");
    let mut child = begun(&[&NORTH[..], &["--save", arg(&file)]].concat());
    child.stdin.as_mut().unwrap().write_all(b"1\n").unwrap();
    until(|| file.exists());
    std::fs::write(&file, "mine").unwrap();
    drop(child.stdin.take());
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("something else was written to it meanwhile"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
#[cfg(unix)]
fn a_save_that_fails_leaves_the_old_battle() {
    let folder = folder("full");
    let (good, other) = (folder.join("good.battle"), folder.join("other.battle"));
    let play = ["play", "battleground/duel", "--quiet", "--seed", "7", "--save"];
    run(&[&play[..], &[arg(&good)]].concat()).good();
    let before = std::fs::read_to_string(&good).unwrap();
    std::fs::copy(&good, &other).unwrap();
    let line = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} play --resume {} --save {} --quiet",
        env!("CARGO_BIN_EXE_warwright-tested"),
        arg(&other),
        arg(&good)
    );
    let ran = Command::new("bash").args(["-c", &line]).current_dir(root()).output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(std::fs::read_to_string(&good).unwrap(), before);
}

#[test]
fn only_a_battle_of_the_same_scenario_is_saved_over() {
    let folder = folder("over");
    let (source, battle) = (folder.join("mine.ww"), folder.join("rows.battle"));
    std::fs::write(&source, "// my rules").unwrap();
    run(&["play", "battleground/rows", "--quiet", "--save", arg(&battle)]).good();
    for (file, why) in [(&source, "is no saved battle"), (&battle, "holds a battle of \"")] {
        let before = std::fs::read(file).unwrap();
        let play = ["play", "battleground/duel", "--quiet", "--save", arg(file)];
        let ran = run(&play);
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains(why) && ran.err.contains("--force"), "{}", ran.err);
        assert_eq!(std::fs::read(file).unwrap(), before);
        // By hand in the middle neither.
        let by_hand = answered(&NORTH, &format!("save {}\nquit\nno\n", arg(file)));
        assert!(by_hand.err.contains(why), "{}", by_hand.err);
        assert_eq!(std::fs::read(file).unwrap(), before);
        run(&[&play[..], &["--force"]].concat()).good();
        assert_ne!(std::fs::read(file).unwrap(), before);
    }
}

#[test]
fn a_battle_that_was_edited_is_found() {
    let folder = folder("edited");
    let file = folder.join("duel.battle");
    let edited = folder.join("edited.battle");
    run(&["play", "battleground/duel", "--quiet", "--seed", "7", "--save", arg(&file)]).good();
    let text = std::fs::read_to_string(&file).unwrap();
    let generators = text.find("\"generators\"").unwrap();
    let end = generators + text[generators..].find(']').unwrap();
    let edits = [
        text.replacen("\"seed\": 7", "\"seed\": 8", 1),
        format!("{}\"generators\": [{}", &text[..generators], &text[end..]),
        text.replacen("\"words\": ", "\"words\": 9", 1),
        text.replacen("\"player\": 0", "\"player\": 1", 1),
        text.replacen("\"scenario\":", "\"unknown\": 1,\n    \"scenario\":", 1),
        text.replacen("\"typed_dice\": false", "\"typed_dice\": true", 1),
    ];
    for (number, edit) in edits.iter().enumerate() {
        assert_ne!(*edit, text, "edit {number} changes nothing");
        std::fs::write(&edited, edit).unwrap();
        for args in [
            &["replay"][..],
            &["play", "--resume"],
            &["map", "--save"],
            &["view", "--side", "Orcs"],
        ] {
            let ran = run(&[args, &[arg(&edited)]].concat());
            assert_eq!(ran.status, 1, "edit {number}, {args:?}: {}", ran.out);
            let said = ["edited", "unknown field"].iter().any(|word| ran.err.contains(word));
            assert!(said, "edit {number}, {args:?}: {}", ran.err);
        }
    }
    run(&["replay", arg(&file)]).good();
}

#[test]
fn a_battle_goes_on_beside_what_was_put_there_since() {
    let folder = folder("beside");
    let source = game(&folder, "veils", VEILS);
    let file = folder.join("veils.battle");
    let play = ["play", "veils", "--save", "veils.battle", "--stop-after", "2", "--seed", "4"];
    for play in [&play[..], &[&["play", arg(&source)][..], &play[2..]].concat()] {
        let _ = std::fs::remove_file(folder.join("factions/veils/more.ww"));
        let _ = std::fs::remove_file(&file);
        run_in(&folder, play).good();
        let rest = run_in(&folder, &["play", "--resume", "veils.battle"]).good();
        std::fs::create_dir_all(folder.join("factions/veils")).unwrap();
        let more = "use veils\nfaction More of veils { tokens { name | size\n  Stone | 2\n} }\n";
        for more in
            [more.replace(" of veils", ""), String::from("use veils\nfaction More { nothing")]
        {
            std::fs::write(folder.join("factions/veils/more.ww"), more).unwrap();
            let ran = run_in(&folder, &["play", "--resume", "veils.battle"]);
            assert!(ran.err.contains("more.ww is new since this battle began"), "{}", ran.err);
            assert_eq!(ran.good(), rest);
        }
    }
    // What has changed is another game all the same.
    std::fs::remove_file(folder.join("factions/veils/more.ww")).unwrap();
    std::fs::write(&source, VEILS.replace("a last bid", "the last bid")).unwrap();
    let ran = run_in(&folder, &["play", "--resume", "veils.battle"]);
    assert!(ran.err.contains("its content has changed"), "{}", ran.err);
}
