//! Records: what is saved at any request of a battle goes on to the same end, replays to the same states, and can be gone back over.

use super::{games, program};
use std::sync::OnceLock;
use warwright_ir::{PolicyId, ScenarioId, ValidProgram, validate};
use warwright_runtime::{
    Answer, Answered, ChooseRequest, Chooser, DicePosition, Fuel, History, Machine, NoWayBack,
    Options, Outcome, PolicyPlayer, RandomPlayer, Record, RecordFault, Recorded, ReplayFault,
    Request, SeededDice, Session, Standpoint, State, StateHash, Tell, Tells, Turn, replay,
};
use warwright_tests::sources::{compile_system, library, lines};
use warwright_tests::veils::VEILS;

/// Dice and players of a battle, as the command seats them.
struct Players {
    dice: SeededDice,
    policy: Option<PolicyPlayer>,
    random: RandomPlayer,
}

impl Players {
    fn new(seed: u64, policy: Option<PolicyId>) -> Self {
        Self {
            dice: SeededDice::new(seed, 0),
            policy: policy.map(|policy| PolicyPlayer::new(Some(policy), seed, 1)),
            random: RandomPlayer::new(seed, 2),
        }
    }

    fn positions(&self) -> Vec<DicePosition> {
        let policy = self.policy.as_ref().map(|policy| policy.generator.position());
        let random = self.random.generator.position();
        vec![self.dice.position(), policy.unwrap_or(random), random]
    }

    fn rewind(&mut self, positions: &[DicePosition]) {
        self.dice = SeededDice::resume(positions[0]);
        if let Some(policy) = &mut self.policy {
            policy.generator = SeededDice::resume(positions[1]);
        }
        self.random.generator = SeededDice::resume(positions[2]);
    }

    /// The policy plays the first player, chance the others.
    fn choose(&mut self, machine: &Machine, state: &Session, request: &ChooseRequest) -> Recorded {
        let player = request.player;
        let from = Standpoint::of(machine, state, player);
        let first = machine.layout(state.scenario).unwrap().players[0];
        let answer = match &mut self.policy {
            Some(policy) if player == first => policy.choose(&from, request).unwrap(),
            _ => self.random.choose(&from, request).unwrap(),
        };
        Recorded::Chose { player, answer }
    }

    fn answer(
        &mut self,
        machine: &Machine,
        state: &Session,
        request: &Request,
    ) -> Option<Recorded> {
        match request {
            Request::Over(_) => None,
            Request::Roll(roll) => {
                let counts = self.dice.roll(machine.program(), &roll.of, roll.count);
                Some(Recorded::rolled(roll, counts))
            }
            Request::Choose(choose) => Some(self.choose(machine, state, choose)),
        }
    }
}

fn give(machine: &Machine, state: &mut Session, answer: &Recorded, tells: &mut Tells) {
    match (answer, answer.counts()) {
        (Recorded::Chose { answer, .. }, _) => machine.answer_choice(state, answer, tells),
        (_, counts) => machine.answer_roll(state, &counts.unwrap(), tells),
    }
    .unwrap();
}

/// A battle that was played: its record, and for each request what was kept there.
struct Played {
    record: Record,
    /// For each request and the end: the state, where the generators stood.
    stops: Vec<(State, Vec<DicePosition>)>,
    log: Vec<Tell>,
    outcome: Outcome,
}

/// Plays on from a state to the end.
fn on(
    machine: &Machine,
    state: &mut Session,
    record: &mut Record,
    players: &mut Players,
) -> Played {
    let (mut tells, mut fuel) = (Tells::loud(), Fuel::BATTLE);
    let mut stops = Vec::new();
    loop {
        let request = machine.run(state, &mut tells, &mut fuel).unwrap();
        let at = StateHash::of(state);
        stops.push((state.state().clone(), players.positions()));
        record.last = at;
        match players.answer(machine, state, &request) {
            Some(answer) => {
                give(machine, state, &answer, &mut tells);
                record.answers.push(Answered { at, answer });
            }
            None => {
                let Request::Over(outcome) = request else { panic!("{request:?}") };
                return Played { record: record.clone(), stops, log: tells.list, outcome };
            }
        }
    }
}

fn whole(machine: &Machine, scenario: ScenarioId, seed: u64) -> Played {
    let policy = machine.program().policies.ids().next();
    let mut players = Players::new(seed, policy);
    let mut state = machine.start(scenario).unwrap();
    let mut record = Record::new(machine.program(), scenario, seed);
    on(machine, &mut state, &mut record, &mut players)
}

/// The library's system, with its duel.
fn duel() -> &'static (ValidProgram, ScenarioId) {
    static DUEL: OnceLock<(ValidProgram, ScenarioId)> = OnceLock::new();
    DUEL.get_or_init(|| {
        let compilation = compile_system("battleground", &library());
        let shown = lines(&compilation);
        let program = validate(compilation.program.expect(&shown)).unwrap();
        let named = |name| program.program().texts[name] == "Duel";
        let duel = program.program().scenarios.iter().find(|(_, scenario)| named(scenario.name));
        let duel = duel.unwrap().0;
        (program, duel)
    })
}

/// The duel, and a battle of every made-up game that plays any.
fn battles() -> Vec<(String, Machine, ScenarioId)> {
    let (program_of_duel, scenario) = duel();
    let mut battles = vec![(String::from("duel"), Machine::new(program_of_duel), *scenario)];
    for (name, folder) in games() {
        let program = program(&name, &folder);
        let scenario = program.battles().next();
        if let (Some(_), Some(scenario)) = (program.program().sequence, scenario) {
            battles.push((name, Machine::new(&program), scenario));
        }
    }
    assert!(battles.len() >= 3);
    battles
}

#[test]
fn a_battle_saved_at_any_request_goes_on_to_the_same_end() {
    for (name, machine, scenario) in battles() {
        let played = whole(&machine, scenario, 5);
        let end = &played.stops.last().unwrap().0;
        assert!(played.stops.len() > 2, "{name}");
        for (answered, (state, positions)) in played.stops.iter().enumerate() {
            let mut record = played.record.clone();
            record.answers.truncate(answered);
            record.last = StateHash::of(state);
            record.generators.clone_from(positions);
            let text = serde_json::to_string(&record).unwrap();
            let kept: Record = serde_json::from_str(&text).unwrap();
            assert_eq!(kept, record, "{name}");
            kept.check(machine.program()).unwrap();

            let mut log = Vec::new();
            let resumed =
                replay(&machine, &kept, &mut |tells| log.extend(tells.list.clone())).unwrap();
            assert_eq!(resumed.state, *state, "{name} at request {answered}");
            let mut players = Players::new(99, machine.program().policies.ids().next());
            players.rewind(&kept.generators);
            let mut record = kept;
            let mut resumed = Session::new(resumed.state);
            let rest = on(&machine, &mut resumed, &mut record, &mut players);
            log.extend(rest.log);
            assert_eq!(StateHash::of(&resumed), StateHash::of(end), "{name}");
            assert_eq!(*resumed.state(), *end, "{name} from request {answered} on");
            assert_eq!(rest.outcome, played.outcome, "{name}");
            assert_eq!(log, played.log, "{name} from request {answered} on");
            assert_eq!(rest.record.answers, played.record.answers, "{name}");
        }
    }
}

#[test]
fn the_states_of_a_battle_are_told_apart_by_their_hashes() {
    let (program, scenario) = duel();
    let played = whole(&Machine::new(program), *scenario, 1);
    let mut hashes: Vec<StateHash> =
        played.stops.iter().map(|(state, _)| StateHash::of(state)).collect();
    let written = serde_json::to_string(&hashes[0]).unwrap();
    assert_eq!((written.len(), serde_json::from_str(&written).ok()), (18, Some(hashes[0])));
    let all = hashes.len();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), all);
}

#[test]
fn a_record_that_leads_elsewhere_says_from_where_on() {
    let (program, scenario) = duel();
    let machine = Machine::new(program);
    let record = whole(&machine, *scenario, 3).record;
    let parted = |record: &Record| match replay(&machine, record, &mut |_| {}) {
        Err(ReplayFault::Parted(parting)) => parting.answered,
        other => panic!("{other:?}"),
    };
    // Every hash counts, the last one too.
    for answered in 0..record.answers.len() {
        let mut other = record.clone();
        other.answers[answered].at = StateHash::default();
        assert_eq!(parted(&other), answered);
    }
    let last = Record { last: StateHash::default(), ..record.clone() };
    assert_eq!(parted(&last), record.answers.len());
    // An answer that was edited is noticed at the next state, one that is not legal at once.
    let is_roll = |answered: &Answered| matches!(answered.answer, Recorded::Rolled { .. });
    let rolled = record.answers.iter().position(is_roll).unwrap();
    let with = |edit: &dyn Fn(&mut Vec<i64>)| {
        let mut other = record.clone();
        if let Recorded::Rolled { counts, .. } = &mut other.answers[rolled].answer {
            edit(counts);
        }
        other
    };
    assert_eq!(parted(&with(&|counts| counts.rotate_left(1))), rolled + 1);
    assert_eq!(parted(&with(&|counts| counts.push(1))), rolled);
    // What goes on after the battle is over has nothing to answer.
    let mut longer = record.clone();
    longer.answers.push(Answered { at: record.last, answer: record.answers[0].answer.clone() });
    assert_eq!(parted(&longer), record.answers.len());

    let old = Record { version: 1, ..record.clone() };
    assert_eq!(old.check(program.program()), Err(RecordFault::Version { found: 1 }));
    let elsewhere = Record { content: String::from("other"), ..record.clone() };
    assert_eq!(elsewhere.check(program.program()), Err(RecordFault::Content));
    let lost = Record { scenario: String::from("Lost"), ..record };
    let none = RecordFault::Scenario { title: String::from("Lost") };
    assert!(
        matches!(replay(&machine, &lost, &mut |_| {}), Err(ReplayFault::Record(it)) if it == none)
    );
}

#[test]
fn what_is_taken_back_and_answered_again_leads_to_the_same_states() {
    for (name, machine, scenario) in battles() {
        for seed in 1..=3 {
            let played = whole(&machine, scenario, seed);
            // So many answers are given, of which every third by hand; then all by hand are taken back, one after the other.
            for given in [1, played.record.answers.len() / 2, played.record.answers.len()] {
                let mut history = History::default();
                let by_hand = |number: usize| number.is_multiple_of(3);
                for (number, answered) in played.record.answers.iter().take(given).enumerate() {
                    let (state, generators) = played.stops[number].clone();
                    let (answer, by_hand) = (answered.answer.clone(), by_hand(number));
                    history.push(Turn { state, answer, by_hand, generators });
                }
                let mut now = played.stops[given].0.clone();
                for number in (0..given).rev().filter(|number| by_hand(*number)) {
                    let back = history.back(&machine, &now, &[]).unwrap().unwrap();
                    assert_eq!(history.len(), number);
                    assert_eq!(back.state, played.stops[number].0, "{name}");
                    now = back.state;
                    let policy = machine.program().policies.ids().next();
                    let mut players = Players::new(77, policy);
                    players.rewind(&back.generators);
                    let mut record = played.record.clone();
                    record.answers.truncate(number);
                    let mut state = Session::new(now.clone());
                    let again = on(&machine, &mut state, &mut record, &mut players);
                    assert_eq!(again.record.answers, played.record.answers, "{name}");
                    let states = |stops: &[(State, Vec<DicePosition>)]| -> Vec<State> {
                        stops.iter().map(|(state, _)| state.clone()).collect()
                    };
                    assert_eq!(states(&again.stops), states(&played.stops[number..]), "{name}");
                }
                let none = history.back(&machine, &now, &[]).unwrap();
                assert_eq!(none.err(), Some(NoWayBack::Nothing));
            }
        }
    }
}

#[test]
fn what_was_revealed_is_not_taken_back() {
    let files = [(String::from("systems/veils/veils.ww"), VEILS.to_owned())];
    let compilation = compile_system("veils", &files);
    let shown = lines(&compilation);
    let program = validate(compilation.program.expect(&shown)).unwrap();
    let machine = Machine::new(&program);
    let scenario = program.program().scenarios.ids().next().unwrap();
    let played = whole(&machine, scenario, 8);
    assert_eq!(played.record.answers.len(), 6);
    let (left, right) = (0, 1);
    // From each request back to the one before it: who has learnt what?
    let back = |from: usize, to: usize, player: i64| {
        let mut history = History::default();
        for number in to..from {
            let (state, generators) = played.stops[number].clone();
            let answer = played.record.answers[number].answer.clone();
            history.push(Turn { state, answer, by_hand: number == to, generators });
        }
        let back = history.back(&machine, &played.stops[from].0, &[player]).unwrap();
        back.map(|turn| turn.state == played.stops[to].0)
    };
    // One's own number and the bids are no secret that was learnt.
    assert_eq!(back(1, 0, left), Ok(true));
    assert_eq!(back(2, 0, left), Ok(true));
    assert_eq!(back(3, 2, right), Ok(true));
    assert_eq!(back(3, 0, right), Ok(true));
    // When the numbers are shown, each has learnt the other's; one who goes back to before the other hid one has, too.
    assert_eq!(back(4, 3, left), Err(NoWayBack::Revealed { player: left }));
    assert_eq!(back(4, 3, right), Err(NoWayBack::Revealed { player: right }));
    assert_eq!(back(4, 1, left), Err(NoWayBack::Revealed { player: left }));
    // What was shown is open from then on.
    assert_eq!(back(5, 4, left), Ok(true));
    assert_eq!(back(6, 4, right), Ok(true));
}

/// Right is asked only while he has a ward, which he hides; how Left goes on is open.
const WARDS: &str = r#"system wards { measure in ; dice d6 }
kind battle { }
kind player {
  state wards: int 0..2 = 0 seen by owner
  state steps: int 0..9 = 0
}
kind token is piece { profile size: int }
procedure walk(p: player, foe: player) {
  step go {
    p chooses far: int 1..2 "how far"
    open Answers to foe
    p.steps += far
  }
}
action ward(p: player) in Answers by p "spends a ward" {
  require p.wards > 0 "none is left"
  do { p.wards -= 1 ; say "{p} wards it off." }
}
sequence {
  setup { for each p in players { p.wards = 1 } for each p in players { for each foe in players where foe is not p { walk(p, foe) } } }
  round at most 1 { }
  verdict at end of round { else | draw "it is over" }
}
faction Plain { tokens { name | size
  Block | 1
} }
scenario Table {
  side Left { roster "Left" of Plain { 1 Block } }
  side Right { roster "Right" of Plain { 1 Block } }
}
"#;

#[test]
fn who_is_asked_only_for_what_is_hidden_and_says_nothing_reveals_nothing() {
    let files = [(String::from("systems/wards/wards.ww"), WARDS.to_owned())];
    let compilation = compile_system("wards", &files);
    let shown = lines(&compilation);
    let program = validate(compilation.program.expect(&shown)).unwrap();
    let machine = Machine::new(&program);
    let scenario = program.program().scenarios.ids().next().unwrap();
    let (left, right) = (0, 1);
    for spends in [false, true] {
        let mut history = History::default();
        let mut session = machine.start(scenario).unwrap();
        for player in [left, right] {
            let asked = machine.run(&mut session, &mut Tells::quiet(), &mut { Fuel::BATTLE });
            let Request::Choose(asked) = asked.unwrap() else { panic!("{player} is asked") };
            let chosen = match asked.options {
                Options::Actions { list, .. } if spends => Answer::Act(list[0].clone()),
                Options::Actions { .. } => Answer::Nothing,
                _ => Answer::Value(2),
            };
            assert_eq!(asked.player, player);
            let answer = Recorded::Chose { player, answer: chosen.clone() };
            let state = session.state().clone();
            history.push(Turn { state, answer, by_hand: player == left, generators: Vec::new() });
            machine.answer_choice(&mut session, &chosen, &mut Tells::quiet()).unwrap();
        }
        machine.run(&mut session, &mut Tells::quiet(), &mut { Fuel::BATTLE }).unwrap();
        let back = history.back(&machine, session.state(), &[left]).unwrap();
        let revealed = Err(NoWayBack::Revealed { player: left });
        assert_eq!(back.map(|_| ()), if spends { revealed } else { Ok(()) });
    }
}
