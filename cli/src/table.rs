//! The table: a battle as it goes on, request by request, with those who play it, the record, and the way back.

use crate::advice;
use crate::board;
use crate::faults;
use crate::output::{Failure, Output};
use crate::person::wishes::Wish;
use crate::person::{Reply, Terminal, pieces};
use crate::render::Format;
use crate::seats::{Seat, seats};
use crate::stored::Stored;
use crate::story::{Story, Telling};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use warwright_grammar::source::SourceMap;
use warwright_ir::{KindBase, ScenarioId, ValidProgram};
use warwright_runtime::{
    Answered, ChooseRequest, DicePosition, Fuel, History, Machine, NoWayBack, Outcome, PlayFault,
    Recorded, Refusal, Request, RollRequest, SeededDice, Standpoint, State, StateHash, Tell,
    TellKind, Tells, Turn,
};

/// A battle that goes on.
#[derive(Debug)]
pub struct Table {
    machine: Machine,
    state: State,
    dice: SeededDice,
    seats: Vec<Seat>,
    terminal: Terminal,
    fuel: Fuel,
    /// The battle as it can be kept; what it says of the end is written when it is kept.
    stored: Stored,
    history: History,
    /// How many requests were answered before this sitting; the history does not reach them.
    resumed: usize,
    telling: Telling,
    story: Story,
    format: Format,
    /// The sources, for what is said of the rules.
    map: SourceMap,
    /// Where the battle was kept last, if nothing was answered since.
    kept: Option<PathBuf>,
    /// Where it will be kept in any case.
    save: Option<PathBuf>,
    /// Whether persons see the board before they are asked again: at the start, and where a chapter of the story began.
    board_due: bool,
    /// The board as it was shown last.
    board: String,
    /// Whether the terminal shows colours.
    colour: bool,
}

/// How a sitting ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitting {
    /// With the battle.
    Over(Outcome),
    /// After as many requests as were wanted.
    Paused,
    /// As somebody wished.
    Quit,
    /// Because nothing more was typed.
    Ended,
}

/// What became of a request.
enum Done {
    Answered(Recorded, bool),
    /// The table stands at another request now.
    Back,
    Stopped(Sitting),
}

/// What became of a wish.
enum Wished {
    /// The question stands and need not be shown again.
    Again,
    Done(Done),
}

impl Table {
    /// A battle at its start. The record in `stored` is empty.
    ///
    /// # Errors
    ///
    /// When it cannot be set up.
    pub fn start(
        program: &ValidProgram,
        map: &SourceMap,
        scenario: ScenarioId,
        stored: Stored,
        telling: Telling,
        format: Format,
    ) -> Result<Self, Failure> {
        let machine = Machine::new(program);
        let state = machine
            .start(scenario)
            .map_err(|fault| fault_of(&PlayFault::Fault(fault), &machine))?;
        Self::at(machine, map, state, stored, telling, format)
    }

    /// A battle that was kept.
    ///
    /// # Errors
    ///
    /// When it is not of this content.
    pub fn resume(
        program: &ValidProgram,
        map: &SourceMap,
        stored: Stored,
        telling: Telling,
        format: Format,
    ) -> Result<Self, Failure> {
        let machine = Machine::new(program);
        let replayed = stored.replayed(&machine, map, &mut |_| {});
        let state =
            replayed.map_err(|why| Failure::failed(format!("it cannot be resumed: {why}")))?.state;
        let positions = stored.record.generators.clone();
        let mut table = Self::at(machine, map, state, stored, telling, format)?;
        table.rewind(&positions);
        Ok(table)
    }

    fn at(
        machine: Machine,
        map: &SourceMap,
        state: State,
        stored: Stored,
        telling: Telling,
        format: Format,
    ) -> Result<Self, Failure> {
        let seed = stored.record.seed;
        Ok(Self {
            seats: seats(&machine, state.scenario, seed, &stored.sides)?,
            dice: SeededDice::new(seed, 0),
            terminal: Terminal::default(),
            fuel: Fuel::BATTLE,
            history: History::default(),
            resumed: stored.record.answers.len(),
            kept: None,
            save: None,
            board_due: true,
            board: String::new(),
            colour: false,
            map: map.clone(),
            machine,
            state,
            stored,
            telling,
            story: Story::new(telling),
            format,
        })
    }

    /// The machine that runs it.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Says where the battle will be kept when the sitting ends, so that nobody is asked.
    pub fn will_be_kept(&mut self, file: Option<PathBuf>) {
        self.save = file;
    }

    /// Where the battle as it stands is kept, if it is.
    pub fn kept(&self) -> Option<&Path> {
        self.kept.as_deref()
    }

    /// Keeps the battle as it stands.
    ///
    /// # Errors
    ///
    /// When the host refuses.
    pub fn keep(&mut self, file: &Path) -> Result<(), Failure> {
        self.stored.record.last = StateHash::of(&self.state);
        self.stored.record.generators = self.positions();
        self.stored.write(file)?;
        self.kept = Some(file.to_owned());
        Ok(())
    }

    /// Plays on until the battle is over, a person stops, or so many requests were answered.
    ///
    /// # Errors
    ///
    /// A fault of the rules, told with its places.
    pub fn play(&mut self, most: Option<u64>, out: &mut Output) -> Result<Sitting, PlayFault> {
        let by_hand = self.stored.typed_dice || self.persons().next().is_some();
        self.story.at_once = by_hand;
        self.colour = out.colour() && std::io::stderr().is_terminal();
        let mut answered = 0;
        loop {
            let mut tells = if self.telling == Telling::Quiet && !by_hand {
                Tells::quiet()
            } else {
                Tells::loud()
            };
            let request = self.machine.run(&mut self.state, &mut tells, &mut self.fuel)?;
            self.tell(&tells, out);
            if most.is_some_and(|most| answered >= most) && !matches!(request, Request::Over(_)) {
                return Ok(Sitting::Paused);
            }
            let at = StateHash::of(&self.state);
            let before = by_hand.then(|| (self.state.clone(), self.positions()));
            let mut tells = Tells::loud();
            let done = match request {
                Request::Over(outcome) => return Ok(Sitting::Over(outcome)),
                Request::Roll(request) => self.roll(&request, &mut tells)?,
                Request::Choose(request) => self.choose(&request, &mut tells)?,
            };
            match done {
                Done::Back => continue,
                Done::Stopped(sitting) => return Ok(sitting),
                Done::Answered(answer, by_hand) => {
                    if let Some((state, generators)) = before {
                        let answer = answer.clone();
                        self.history.push(Turn { state, answer, by_hand, generators });
                    }
                    self.stored.record.answers.push(Answered { at, answer });
                    self.kept = None;
                }
            }
            self.tell(&tells, out);
            answered += 1;
        }
    }

    /// The last line of the battle.
    pub fn result(&self, outcome: &Outcome) -> String {
        result(&self.machine, &self.state, outcome)
    }

    fn tell(&mut self, tells: &Tells, out: &mut Output) {
        let begins = |tell: &Tell| tell.kind == TellKind::Heading && tell.depth <= 1;
        self.board_due |= tells.list.iter().any(begins);
        self.story.tell(&tells.list, self.machine.program(), out);
    }

    fn persons(&self) -> impl Iterator<Item = i64> {
        self.seats.iter().filter(|seat| seat.is_person()).map(|seat| seat.player)
    }

    /// Where all generators stand: the dice, then the seats.
    fn positions(&self) -> Vec<DicePosition> {
        positions(&self.dice, &self.seats)
    }

    fn rewind(&mut self, positions: &[DicePosition]) {
        if let Some((dice, seats)) = positions.split_first() {
            self.dice = SeededDice::resume(*dice);
            for (seat, position) in self.seats.iter_mut().zip(seats) {
                seat.rewind(*position);
            }
        }
    }

    /// Rolls, or has dice typed in.
    fn roll(&mut self, request: &RollRequest, tells: &mut Tells) -> Result<Done, PlayFault> {
        if !self.stored.typed_dice {
            let counts = self.dice.roll(self.machine.program(), &request.of, request.count);
            self.machine.answer_roll(&mut self.state, &counts, tells)?;
            return Ok(Done::Answered(Recorded::rolled(request, counts), false));
        }
        let mut rule = self.machine.rule(&self.state)?;
        for (role, name) in self.machine.roles(&self.state)? {
            rule.push_str(&format!(", {role} {name}"));
        }
        let mut again = false;
        loop {
            let machine = self.machine.clone();
            let program = machine.program();
            match self.terminal.roll(program, &rule, request, again) {
                Reply::Answer(counts) => {
                    self.machine.answer_roll(&mut self.state, &counts, tells)?;
                    let answer = Recorded::rolled(request, counts);
                    return Ok(Done::Answered(answer, true));
                }
                Reply::Ended => return Ok(Done::Stopped(Sitting::Ended)),
                Reply::Wish(wish) => match self.wish(wish, None)? {
                    Wished::Done(done) => return Ok(done),
                    Wished::Again => again = true,
                },
            }
        }
    }

    /// Asks whoever plays the side. A person whose answer is refused is asked again.
    fn choose(&mut self, request: &ChooseRequest, tells: &mut Tells) -> Result<Done, PlayFault> {
        let Some(seat) = self.seats.iter_mut().find(|seat| seat.player == request.player) else {
            return Err(PlayFault::Refused(Refusal::NotAsked));
        };
        let (player, name) = (request.player, seat.name.clone());
        let from = Standpoint::of(&self.machine, &self.state, player);
        if let Some(answer) = seat.choose(&from, request)? {
            self.machine.answer_choice(&mut self.state, &answer, tells)?;
            return Ok(Done::Answered(Recorded::Chose { player, answer }, false));
        }
        let seen = from.seen()?.clone();
        self.show_board(&seen, request);
        let mut again = false;
        loop {
            match self.terminal.choose(&self.machine, &seen, &name, request, again) {
                Reply::Ended => return Ok(Done::Stopped(Sitting::Ended)),
                Reply::Wish(wish) => match self.wish(wish, Some((request, &seen)))? {
                    Wished::Done(done) => return Ok(done),
                    Wished::Again => {}
                },
                Reply::Answer(answer) => {
                    match self.machine.answer_choice(&mut self.state, &answer, tells) {
                        Ok(()) => {
                            return Ok(Done::Answered(Recorded::Chose { player, answer }, true));
                        }
                        Err(Refusal::NotLegal) => {
                            let why = advice::refused(&answer, &self.machine, &seen, &self.map)?;
                            self.terminal.say(&why);
                        }
                        Err(refusal) => return Err(refusal.into()),
                    }
                }
            }
            again = true;
        }
    }

    /// Shows the board to a person who is asked, where it is time or where choices are numbered on it, and it is not as it was
    /// shown last.
    fn show_board(&mut self, seen: &State, request: &ChooseRequest) {
        let due = std::mem::take(&mut self.board_due);
        if let Some(shown) = board::shown(&self.machine, seen, Some(request), self.colour)
            && (due || shown.marked)
            && shown.text != self.board
        {
            self.terminal.say(&format!("\n{}", shown.text));
            self.board = shown.text;
        }
    }

    /// Does what a person wants instead of answering. `asked`: the choice that waits and what its player sees; none: a roll.
    fn wish(
        &mut self,
        wish: Wish,
        asked: Option<(&ChooseRequest, &State)>,
    ) -> Result<Wished, PlayFault> {
        let seen = match asked {
            Some((_, seen)) => seen.clone(),
            None => self.seen_by_persons()?,
        };
        match wish {
            Wish::Help => {}
            Wish::Pieces => {
                let request = asked.map(|(request, _)| request);
                if let Some(shown) = board::shown(&self.machine, &seen, request, self.colour) {
                    self.terminal.say(&shown.text);
                    self.board = shown.text;
                }
                self.terminal.say(&pieces::shown(&self.machine, &seen));
            }
            Wish::Why(expr) => {
                let said =
                    advice::why(&expr, &self.stored.content, &self.machine, &seen, self.format);
                self.terminal.say(&said);
            }
            Wish::WhyNot(what) => {
                let said = advice::why_not(
                    &what,
                    asked.map(|(it, _)| it),
                    &self.machine,
                    &seen,
                    &self.map,
                )?;
                self.terminal.say(&said);
            }
            Wish::Undo => return self.undo(),
            Wish::Save(None) => self.terminal.say("save where? `save FILE`"),
            Wish::Save(Some(file)) => drop(self.keep_or_say(&file)),
            Wish::Quit => return Ok(Wished::Done(Done::Stopped(self.quit()))),
        }
        Ok(Wished::Again)
    }

    /// What all persons at the terminal together may see: each sees what the others see.
    fn seen_by_persons(&self) -> Result<State, PlayFault> {
        let mut seen = self.state.clone();
        if self.persons().count() == 1 {
            for player in self.persons() {
                seen = self.machine.seen_by(&self.state, player)?.into_owned();
            }
        }
        Ok(seen)
    }

    fn undo(&mut self) -> Result<Wished, PlayFault> {
        let persons: Vec<i64> = self.persons().collect();
        let mut back = self.history.back(&self.machine, &self.state, &persons)?;
        if back.as_ref().err() == Some(&NoWayBack::Nothing) && self.remember()? {
            back = self.history.back(&self.machine, &self.state, &persons)?;
        }
        match back {
            Ok(turn) => {
                self.rewind(&turn.generators);
                self.state = turn.state;
                self.board_due = true;
                self.stored.record.answers.truncate(self.resumed + self.history.len());
                self.kept = None;
                self.terminal.say("taken back; what was told since has not happened");
                Ok(Wished::Done(Done::Back))
            }
            Err(NoWayBack::Nothing) => {
                let since = if self.resumed > 0 { " since others sat at the table" } else { "" };
                self.terminal.say(&format!("there is nothing to take back{since}"));
                Ok(Wished::Again)
            }
            Err(NoWayBack::Revealed { player }) => {
                let name = self.machine.name(&self.state, player).unwrap_or_default();
                self.terminal.say(&format!(
                    "that cannot be taken back: {name} has learnt since what was hidden then"
                ));
                Ok(Wished::Again)
            }
        }
    }

    /// Makes the history of earlier sittings again. The dice and the computer players give from their seeds what they gave then;
    /// where they do not, as others sat there, there is no history. Gives whether there is one now that was not there.
    fn remember(&mut self) -> Result<bool, PlayFault> {
        let (machine, record) = (&self.machine, &self.stored.record);
        let scenario = self.state.scenario;
        let Ok(mut seats) = seats(machine, scenario, record.seed, &self.stored.sides) else {
            return Ok(false);
        };
        let mut dice = SeededDice::new(record.seed, 0);
        let mut state = machine.start(scenario)?;
        let mut earlier = History::default();
        let (mut tells, mut fuel) = (Tells::quiet(), Fuel::BATTLE);
        for answered in record.answers.iter().take(self.resumed) {
            let request = machine.run(&mut state, &mut tells, &mut fuel)?;
            let (before, generators) = (state.clone(), positions(&dice, &seats));
            let given = match (&request, &answered.answer) {
                (Request::Roll(roll), rolled) => {
                    let Some(counts) = rolled.counts() else { return Ok(false) };
                    machine.answer_roll(&mut state, &counts, &mut tells)?;
                    let rolls = |dice: &mut SeededDice| {
                        dice.roll(machine.program(), &roll.of, roll.count) == counts
                    };
                    (!self.stored.typed_dice).then(|| rolls(&mut dice))
                }
                (Request::Choose(choose), Recorded::Chose { player, answer }) => {
                    let seat = seats.iter_mut().find(|seat| seat.player == *player);
                    let from = Standpoint::of(machine, &state, *player);
                    let given = match seat {
                        Some(seat) => seat.choose(&from, choose)?,
                        None => None,
                    };
                    machine.answer_choice(&mut state, answer, &mut tells)?;
                    given.map(|given| given == *answer)
                }
                _ => Some(false),
            };
            if given == Some(false) {
                return Ok(false);
            }
            let (answer, by_hand) = (answered.answer.clone(), given.is_none());
            earlier.push(Turn { state: before, answer, by_hand, generators });
        }
        self.history = std::mem::take(&mut self.history).after(earlier);
        Ok(std::mem::take(&mut self.resumed) > 0)
    }

    /// Asks where to save, unless that is settled.
    fn quit(&mut self) -> Sitting {
        while self.save.is_none() && self.kept.is_none() && !self.stored.record.answers.is_empty() {
            let asked = "save the battle? a file for it, or `no`:";
            match self.terminal.read(asked) {
                None => break,
                Some(file) if file == "no" || file == "n" => break,
                Some(file) if file.is_empty() => {}
                Some(file) if file == "yes" || file == "y" => {
                    self.terminal.say("type the name of the file");
                }
                Some(file) => {
                    if self.keep_or_say(Path::new(&file)) {
                        break;
                    }
                }
            }
        }
        Sitting::Quit
    }

    fn keep_or_say(&mut self, file: &Path) -> bool {
        match self.keep(file) {
            Ok(()) => {
                self.terminal.say(&format!("saved in {}", file.display()));
                true
            }
            Err(failure) => {
                self.terminal.say(failure.message().unwrap_or("it could not be saved"));
                false
            }
        }
    }
}

fn positions(dice: &SeededDice, seats: &[Seat]) -> Vec<DicePosition> {
    std::iter::once(dice.position()).chain(seats.iter().map(Seat::position)).collect()
}

/// The last line of a battle: `result: won by SIDE (WHY) in round N` or `result: draw (WHY) in round N`.
pub fn result(machine: &Machine, state: &State, outcome: &Outcome) -> String {
    let round =
        round(machine, state).map_or_else(String::new, |round| format!(" in round {round}"));
    match outcome {
        Outcome::Won { player, why } => {
            let name = machine.name(state, *player).unwrap_or_default();
            format!("result: won by {name} ({why}){round}")
        }
        Outcome::Drawn { why } => format!("result: draw ({why}){round}"),
        Outcome::Ended { .. } => format!("result: draw (no verdict){round}"),
    }
}

/// The round, where the system counts them.
pub fn round(machine: &Machine, state: &State) -> Option<i64> {
    let program = machine.program();
    let (_, battle) = program.kinds.iter().find(|(_, kind)| kind.base == KindBase::Battle)?;
    let field = battle.fields.iter().find(|field| {
        let name = program.fields.get(**field).and_then(|field| program.texts.get(field.name));
        name.is_some_and(|name| name == "round")
    })?;
    let entity = (0..state.entities()).find(|entity| {
        let kind = state.head(*entity).and_then(|head| program.kinds.get(head.kind));
        kind.is_some_and(|kind| kind.base == KindBase::Battle)
    })?;
    machine.field(state, entity, *field).ok()
}

/// A fault in one line, for commands that have no sources at hand.
pub fn fault_of(fault: &PlayFault, machine: &Machine) -> Failure {
    Failure::failed(faults::words(fault, machine))
}
