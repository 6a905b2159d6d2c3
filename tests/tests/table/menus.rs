//! Menus: how many lines a person would be shown at each question of whole battles in which policies answer.

use super::scenario;
use warwright_cli::choices::Choices;
use warwright_cli::person::asked;
use warwright_ir::validate;
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, Fuel, Machine, PlayFault, PolicyPlayer, SeededDice, Standpoint,
    Tells, play,
};
use warwright_tests::sources::{compile_system, library};

/// A policy that notes how long the menus are: all that may be chosen, and what is shown of it at first.
struct Noting {
    policy: PolicyPlayer,
    all: Vec<usize>,
    shown: Vec<usize>,
}

impl Chooser for Noting {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        let (machine, seen) = (from.machine(), from.seen()?);
        let choices = Choices::new(machine, seen, &request.options);
        self.all.push(choices.shown().count());
        let menu = choices.menu(machine, &asked(machine, seen, "", request));
        self.shown.push(menu.len());
        self.policy.choose(from, request)
    }
}

/// The middle one and the greatest.
fn measured(mut lengths: Vec<usize>) -> (usize, usize) {
    lengths.sort_unstable();
    (lengths[lengths.len() / 2], *lengths.last().unwrap())
}

/// A screen of 24 lines has room for what is asked and for some of what was told before.
#[test]
fn menus_leave_room_on_a_screen() {
    let battles = [
        ("battleground", "Three a Side", 4, 10),
        ("battlelore", "Skirmish", 4, 10),
        ("oathmark", "The Bridge", 9, 14),
        ("warmaster", "The Cairn", 5, 10),
    ];
    for (game, name, usual, most) in battles {
        let compilation = compile_system(game, &library());
        let program = validate(compilation.program.unwrap()).unwrap();
        let machine = Machine::new(&program);
        let battle = scenario(&program, name);
        let policy = program.scenarios.at(battle).sides.iter().find_map(|it| it.policy);
        let policy = PolicyPlayer::new(policy, 1, 1);
        let mut noting = Noting { policy, all: Vec::new(), shown: Vec::new() };
        let (mut state, mut dice) = (machine.start(battle).unwrap(), SeededDice::new(1, 0));
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        play(&machine, &mut state, &mut dice, &mut noting, &mut tells, &mut fuel, None).unwrap();
        let (all, shown) = (measured(noting.all), measured(noting.shown));
        println!("{name}: median and most of what may be chosen {all:?}, of the lines {shown:?}");
        assert!(shown.0 <= usual && shown.1 <= most, "{name}: {shown:?} lines of {all:?}");
    }
}
