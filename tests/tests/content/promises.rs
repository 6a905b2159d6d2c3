//! What the language promises, on a small game of its own: fields of roster lines, silence, odds above or below, hidden state.

use std::collections::BTreeSet;
use warwright_compiler::passes::Compilation;
use warwright_ir::{Act, KindBase, validate};
use warwright_runtime::{
    Answer, Chooser, Fuel, Machine, Options, PlayFault, PolicyPlayer, Request, SeededDice, Session,
    Standpoint, State, Tells, play,
};
use warwright_tests::sources::{codes, compile_system, lines};

pub(super) const RULES: &str = r#"
system duel { measure in ; dice d6 ; active acting }
kind battle { state acting: player? = none }
kind fighter is piece {
  profile skill: int 1..6
  profile points: int 1..100
  state hurt: int 0..9 = 0
  state aim: int 0..9 = 0 seen by owner
}
procedure throw(f: fighter, n: int 1..6) {
  open var thrown: pool of d6
  step cast { thrown = roll n of d6 }
  step again { reroll thrown where it == 6 }
  step turn_up { change up to 1 of thrown where it == 1 to 5 }
  step tell when count(thrown where it >= 5) > 0 { say "{f} threw {thrown}." }
}
procedure pick(p: player) {
  step choose {
    p chooses foe: one of fighters where it.player is not p "whom"
    foe.hurt = min(9, foe.hurt + 1)
  }
}
policy sly { in pick.foe prefer highest it.aim }
sequence {
  round at most 1 { for each p in players { pick(p) } }
  verdict at end of round { battle.round >= 1 | draw "enough" }
}
faction Reds { fighters { name | skill | points
  Ann | 3 | 10
  Bob | 4 | 20
} }
roster "Two reds" of Reds budget 60 { 1 Ann { hurt 2 } ; 2 Bob { aim 7 } }
roster "Spare" of Reds { 1 Ann as "Old Ann" { hurt 1 } }
scenario Yard { side A { roster "Two reds" ; policy sly } side B { roster "Two reds" ; policy sly } }
"#;

pub(super) fn compiled(more: &str) -> Compilation {
    let file = (String::from("systems/duel/duel.ww"), format!("{RULES}\n{more}\n"));
    compile_system("duel", &[file])
}

pub(super) fn machine(more: &str) -> Machine {
    let compilation = compiled(more);
    assert!(!compilation.has_errors(), "{}", lines(&compilation));
    Machine::new(&validate(compilation.program.unwrap()).unwrap())
}

/// Why the last test block fails, if it does.
pub(super) fn failure(block: &str) -> Option<String> {
    let machine = machine(block);
    let id = machine.program().tests.ids().next_back().unwrap();
    warwright_cli::testing::run(&machine, id).failure.map(|failing| failing.words())
}

#[test]
fn fields_of_a_roster_line_are_what_its_pieces_begin_with() {
    let machine = machine("");
    let program = machine.program();
    let text = |id| program.texts[id].as_str();
    let pieces = &program.scenarios.values().next().unwrap().sides[0].pieces;
    let begun: Vec<Vec<(&str, i64)>> = pieces
        .iter()
        .map(|it| it.state.iter().map(|(field, cell)| (text(program.fields[*field].name), *cell)))
        .map(Iterator::collect)
        .collect();
    assert_eq!(begun, [vec![("hurt", 2)], vec![("aim", 7)], vec![("aim", 7)]]);
    let spare = program.rosters.iter().find(|it| text(it.name) == "Spare").unwrap();
    assert_eq!(program.scenarios[spare.scenario].sides[0].pieces[0].state.len(), 1);
    assert_eq!(spare.points, Some(10));
}

#[test]
fn fields_of_a_roster_line_are_checked_in_armies_that_nobody_fields() {
    for (line, code) in [("1 Ann { hrut 1 }", "WW0201"), ("1 Ann { hurt 99 }", "WW0313")] {
        let found = compiled(&format!("roster Bad of Reds {{ {line} }}"));
        assert!(codes(&found).contains(&code.to_owned()), "{line}: {}", lines(&found));
    }
}

#[test]
fn tests_expect_silence() {
    let test = |rolls: &str, expect: &str| {
        failure(&format!(
            "test t {{\n given a: Ann\n rolls {rolls}\n run throw(a, 2)\n expect {expect}\n}}"
        ))
    };
    assert_eq!(test("2 3", "not said \"threw\""), None);
    let why = test("2 5", "not said \"threw\"").unwrap();
    assert!(why.contains("expected nobody to say"), "{why}");
    assert_eq!(test("2 5", "said \"threw\""), None);
}

#[test]
fn odds_may_be_above_or_below() {
    let test = |expect: &str| {
        failure(&format!(
            "test t {{\n given a: Ann\n odds throw(a, 1) {{ expect P(count(thrown where it == 5) > 0) {expect} }}\n}}"
        ))
    };
    // A five or a one, and both again after a six: (2 + 2/6) of 6.
    for holds in ["== 7/18", "> 1/3", ">= 7/18", "< 1/2", "<= 7/18", "!= 1/2", "is not 1/2"] {
        assert_eq!(test(holds), None, "{holds}");
    }
    for fails in ["== 1/2", "> 7/18", "< 7/18", "!= 7/18"] {
        let why = test(fails).unwrap();
        assert!(why.contains("found 7/18"), "{fails}: {why}");
    }
}

#[test]
fn rolls_need_no_usual_die() {
    let file = RULES.replace("dice d6 ; ", "");
    let test = "test t { given a: Ann ; rolls 1 2 3 4 5 6 ; run throw(a, 1) ; expect a.hurt is 0 }";
    let text = format!("{file}\n{test}\n");
    let found = compile_system("duel", &[(String::from("systems/duel/duel.ww"), text)]);
    assert!(!codes(&found).iter().any(|code| code == "WW0721"), "{}", lines(&found));
}

#[test]
fn dice_that_are_changed_are_those_of_their_pool() {
    let compilation = compiled("die coin { 1 2 }");
    let program = compilation.program.unwrap();
    let coin = program.dice.iter().find(|(_, it)| it.faces.len() == 2).unwrap().0;
    let mut damaged = program.clone();
    let bodies: Vec<_> = damaged.bodies.ids().collect();
    for act in bodies.into_iter().flat_map(|id| damaged.bodies[id].acts.clone()) {
        let Act::Reroll { die, .. } = act else { continue };
        assert_ne!(die, coin);
    }
    for (_, body) in damaged.bodies.iter_mut() {
        for act in &mut body.acts {
            if let Act::Reroll { die, .. } = act {
                *die = coin;
            }
        }
    }
    assert!(validate(program).is_ok());
    let faults = validate(damaged).unwrap_err();
    assert!(faults.iter().any(|it| it.message.contains("pool")), "{faults:?}");
}

/// Writes down what it is shown, and takes the first.
struct Watcher {
    seen: Vec<(i64, Vec<i64>)>,
}

impl Chooser for Watcher {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &warwright_runtime::ChooseRequest,
    ) -> Result<Answer, warwright_runtime::PlayFault> {
        self.seen.push((request.player, aims(from.machine(), from.seen()?)));
        match &request.options {
            Options::One { candidates, .. } => Ok(Answer::Value(candidates[0])),
            _ => Ok(Answer::Nothing),
        }
    }
}

/// The secret of every fighter, in order.
fn aims(machine: &Machine, state: &State) -> Vec<i64> {
    let program = machine.program();
    let text = |id| program.texts[id].as_str();
    let field = program.fields.iter().find(|(_, it)| text(it.name) == "aim").unwrap().0;
    let layout = machine.layout(state.scenario).unwrap();
    (0..layout.heads.len())
        .filter(|number| program.kinds[layout.heads[*number].kind].base == KindBase::Piece)
        .map(|number| machine.field(state, i64::try_from(number).unwrap(), field).unwrap())
        .collect()
}

#[test]
fn players_do_not_see_what_only_the_owner_may() {
    let machine = machine("");
    let yard = machine.program().scenarios.ids().next().unwrap();
    let mut state = machine.start(yard).unwrap();
    assert_eq!(aims(&machine, &state), [0, 7, 7, 0, 7, 7]);
    let mut watcher = Watcher { seen: Vec::new() };
    let mut dice = SeededDice::new(1, 0);
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    play(&machine, &mut state, &mut dice, &mut watcher, &mut tells, &mut fuel, None).unwrap();
    let shown: Vec<Vec<i64>> = watcher.seen.into_iter().map(|(_, aims)| aims).collect();
    assert_eq!(shown, [vec![0, 7, 7, 0, 0, 0], vec![0, 0, 0, 0, 7, 7]]);
    assert_eq!(aims(&machine, &state), [0, 7, 7, 0, 7, 7]);
}

#[test]
fn a_policy_ranks_by_what_its_player_sees() {
    let machine = machine("");
    let yard = machine.program().scenarios.ids().next().unwrap();
    let mut state = machine.start(yard).unwrap();
    let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
    let Request::Choose(request) = machine.run(&mut state, &mut tells, &mut fuel).unwrap() else {
        panic!("nobody is asked")
    };
    let policy = machine.program().policies.ids().next();
    let choose = |state: &Session| {
        let answer = |seed| {
            let mut player = PolicyPlayer::new(policy, seed, 0);
            player.choose(&Standpoint::open(&machine, state), &request).unwrap()
        };
        (0..20).map(answer).collect::<BTreeSet<_>>()
    };
    let Options::One { candidates, .. } = &request.options else { panic!("one of several") };
    // With the secrets in sight one of the others would be chosen; without them all are alike, and chance chooses.
    let answers: Vec<Answer> = candidates.iter().map(|it| Answer::Value(*it)).collect();
    assert_eq!(choose(&state), answers[1..].iter().cloned().collect());
    let seen = machine.seen_by(&state, request.player).unwrap().into_owned();
    assert_eq!(choose(&Session::new(seen)), answers.into_iter().collect());
}

#[test]
fn sight_without_end_is_refused() {
    let text = RULES.replace("seen by owner", "seen by owner until end of pick");
    let found = compile_system("duel", &[(String::from("systems/duel/duel.ww"), text)]);
    assert!(codes(&found).contains(&"WW0348".to_owned()), "{}", lines(&found));
}

/// The gloss of the clause with that label.
fn gloss(label: &str) -> String {
    gloss_of("battleground", label)
}

fn gloss_of(system: &str, label: &str) -> String {
    use std::sync::Arc;
    use warwright_compiler::passes::{Options, compile};
    use warwright_compiler::roots::Request;
    let library = warwright_tests::sources::library();
    let request = Request {
        roots: vec![Arc::new(warwright_tests::sources::memory("", &library))],
        system: Some(String::from(system)),
        ..Request::default()
    };
    let compilation = compile(&request, &Options { gloss: true, ..Options::default() });
    let label = format!("(\"{label}\")");
    let found: Vec<String> = compilation.glosses.into_iter().map(|it| it.words).collect();
    found.iter().find(|words| words.contains(&label)).cloned().unwrap_or(found.join("\n"))
}

#[test]
fn what_is_right_is_read_back_beside_what_is_wrong() {
    use std::sync::Arc;
    use warwright_compiler::passes::{Options, compile};
    use warwright_compiler::roots::Request;
    let text = "use battleground\n\nability Stubborn for unit {\n  modify courage as unit by +1 \"stubborn\"\n  \
                modify courage as unit by +1 when unit.helth is red \"more stubborn\"\n}\n";
    let path = "factions/battleground/stubborn.ww";
    let own = [(path.to_owned(), text.to_owned())];
    let library = warwright_tests::sources::library();
    let request = Request {
        roots: [own.as_slice(), library.as_slice()]
            .map(|files| Arc::new(warwright_tests::sources::memory("", files)) as _)
            .to_vec(),
        files: vec![path.to_owned()],
        ..Request::default()
    };
    let found = compile(&request, &Options { gloss: true, ..Options::default() });
    let read: Vec<&str> = found.glosses.iter().map(|it| it.words.as_str()).collect();
    assert!(found.has_errors());
    assert!(matches!(read.as_slice(), [one] if one.contains("(\"stubborn\")")), "{read:?}");
}

#[test]
fn clauses_are_read_back() {
    for (label, words) in [
        (
            "cavalry target",
            "skill_against is lower by 1 where the target has Cavalry, when how is shot (\"cavalry target\"); that harms the attacker.",
        ),
        (
            "shaken",
            "dice is lower by 1 where the unit has Shaken (\"shaken\"); that harms its bearer, as a drawback.",
        ),
        (
            "under the banner",
            "courage is higher by 1 for each unit of which holds `unit stands_behind self`, self being what has \"Under the Banner\", never for that itself, each of several adding (\"under the banner\"); that helps the unit.",
        ),
        (
            "blood rage",
            "dice is worked out where the unit has \"Blood Rage\", whatever \"in the yellow\" says (\"blood rage\").",
        ),
        (
            "too big to be pinched",
            "pinch is forbidden where the target has Colossal, when not rusher frightens_by_pinch self (\"too big to be pinched\").",
        ),
        (
            "quarry lore",
            "Fearsome is denied for each unit of which holds `unit engaged self`, self being what belongs to \"Quarry Wardens\", never for that itself (\"quarry lore\").",
        ),
    ] {
        assert_eq!(gloss(label), words);
    }
    assert_eq!(
        gloss_of("battlelore", "flanking"),
        "combat_dice is higher by 1 for each roller of which holds `roller friend_of self`, self being what has Flanking, never for that itself, of several the strongest alone, when target beside self (\"flanking\"); that helps the roller."
    );
    let core = gloss("one core unit for each full 500 points");
    assert!(
        core.contains(
            "keeps to it that count(roster.units where it.role is core and not is_hired(it)) >="
        ),
        "{core}"
    );
    let all = gloss("no clause has this label");
    assert!(all.contains(" may be chosen in Casting by u.player, if "), "{all}");
    let seasoned = gloss("seasoned");
    assert!(seasoned.starts_with(
        "what stands in the braces is done after the step throw of courage_check where the u has Seasoned, when"
    ));
    assert!(seasoned.ends_with(", once in the battle (\"seasoned\")."), "{seasoned}");
}

#[test]
fn whoever_has_a_clock_stops_what_runs_wherever_it_is() {
    let machine = machine(
        "kind battle { state counted: int 0.. = 0 }\n\
         after pick.choose { repeat at most 1000000 while battle.counted < 100000 { battle.counted += 1 } }",
    );
    let scenario = machine.program().scenarios.ids().next().unwrap();
    let run = |halted: bool| {
        let mut battle = machine.start(scenario).unwrap();
        machine.halt(halted);
        let mut dice = SeededDice::new(1, 0);
        let mut players = PolicyPlayer::new(None, 1, 0);
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        play(&machine, &mut battle, &mut dice, &mut players, &mut tells, &mut fuel, None)
    };
    assert_eq!(run(true), Err(PlayFault::Stopped));
    assert!(run(false).is_ok());
}
