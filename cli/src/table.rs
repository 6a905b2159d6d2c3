//! The table: a battle as it goes on, request by request, with those who play it, the record, and the way back.

mod back;
mod confirming;
mod headings;
mod keeping;
mod recent;
mod showing;
mod telling;
mod unasked;
mod watching;
mod wishes;

use crate::advice;
use crate::faults;
use crate::outcome::{Fallen, losses, result, round};
use crate::output::{Failure, Output, quoted};
use crate::person::hand::Held;
use crate::person::{Reply, Terminal};
use crate::render::Format;
use crate::seats::{Seat, chance_again, seats};
use crate::stored::Stored;
use crate::story::{Story, Telling};
use confirming::Confirmed;
use headings::Headings;
use keeping::Keeping;
use recent::Recent;
use std::io::IsTerminal as _;
use warwright_grammar::source::SourceMap;
use warwright_ir::{ScenarioId, ValidProgram};
use warwright_runtime::{
    Answered, ChooseRequest, DicePosition, Fuel, History, Machine, Outcome, PlayFault, Record,
    Recorded, Refusal, Request, RollRequest, SeededDice, Session, Shunned, Standpoint, StateHash,
    Tells, Turn,
};
use watching::Watching;
use wishes::Wished;

/// A battle that goes on.
#[derive(Debug)]
pub struct Table {
    machine: Machine,
    state: Session,
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
    headings: Headings,
    format: Format,
    /// The sources, for what is said of the rules.
    map: SourceMap,
    /// Where the battle is kept.
    keeping: Keeping,
    /// Where it is drawn.
    watching: Watching,
    /// Whether persons see the board before they are asked again: at the start, and where a chapter of the story began.
    board_due: bool,
    /// Whether it was said what the battle is about.
    goal_said: bool,
    /// The board as it was shown last.
    board: String,
    /// Whether the terminal shows colours.
    colour: bool,
    /// What persons are told of the time before this sitting, and may hear again.
    recent: Recent,
    /// The questions that were not asked, as they could not matter.
    not_asked: Vec<String>,
    /// When pieces were lost.
    fallen: Fallen,
    /// Whether a move is shown before it is made.
    previews: bool,
    /// What persons were told last that they hold.
    holds: Vec<(i64, Held)>,
    /// The person who was asked last, where others may not know what that person knows.
    faced: Option<i64>,
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
            .map_err(|fault| faults::failure(&PlayFault::Fault(fault), &machine))?;
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
        let mut recent = Recent::default();
        let mut fallen = Fallen::default();
        let answered = stored.record.answers.len();
        let replayed = stored.replayed(
            &machine,
            map,
            &mut |tells| {
                recent.hear(&tells.list, answered);
                fallen.hear(tells);
            },
            &mut |_| {},
        );
        let state =
            replayed.map_err(|why| Failure::failed(format!("it cannot be resumed: {why}")))?.state;
        let state = Session::new(state);
        let positions = stored.record.generators.clone();
        let mut table = Self::at(machine, map, state, stored, telling, format)?;
        table.rewind(&positions);
        table.recent = recent;
        table.fallen = fallen;
        Ok(table)
    }

    fn at(
        machine: Machine,
        map: &SourceMap,
        state: Session,
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
            keeping: Keeping::default(),
            watching: Watching::default(),
            faced: None,
            holds: Vec::new(),
            recent: Recent::default(),
            not_asked: Vec::new(),
            fallen: Fallen::default(),
            // What is no terminal has nobody to look.
            previews: std::io::stdin().is_terminal(),
            board_due: true,
            goal_said: false,
            board: String::new(),
            colour: false,
            map: map.clone(),
            machine,
            state,
            stored,
            telling,
            story: Story::new(telling),
            headings: Headings::default(),
            format,
        })
    }

    /// Whether each line of the story names its rule on a narrow terminal too.
    pub fn tag_lines(&mut self, tags: bool) {
        self.story.tags = tags;
    }

    /// Names the stronger player to persons against whom only policies play.
    pub fn recommend(&mut self) {
        let policy = self.seats.iter().find(|seat| seat.follows_policy());
        let searches = self.seats.iter().any(Seat::thinks);
        let by_hand = self.persons().next().is_some();
        if let (Some(policy), false, true) = (policy, searches, by_hand) {
            let side = quoted(format!("{}=search", policy.name).as_ref());
            let said =
                format!("a policy plays {}; `--side {side}` seats a stronger player", policy.name);
            self.terminal.say(&said);
        }
    }

    /// The machine that runs it.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The battle as it was answered so far.
    pub fn record(&self) -> &Record {
        &self.stored.record
    }

    /// Whether anybody sits at the terminal, be it to roll.
    pub fn has_persons(&self) -> bool {
        self.stored.typed_dice || self.persons().next().is_some()
    }

    /// Plays on until the battle is over, a person stops, or so many requests were answered.
    ///
    /// # Errors
    ///
    /// A fault of the rules, told with its places.
    pub fn play(&mut self, most: Option<u64>, out: &mut Output) -> Result<Sitting, PlayFault> {
        let sitting = self.go_on(most, out);
        self.tell_rest(out);
        sitting
    }

    fn go_on(&mut self, most: Option<u64>, out: &mut Output) -> Result<Sitting, PlayFault> {
        let by_hand = self.has_persons();
        self.story.at_once = by_hand;
        self.colour = out.colour() && std::io::stderr().is_terminal();
        let recent = std::mem::take(&mut self.recent);
        if by_hand {
            self.tell(&recent.told(), out);
        }
        let mut answered = 0;
        loop {
            let mut tells = if self.telling == Telling::Quiet && !by_hand {
                Tells::quiet()
            } else {
                Tells::loud()
            };
            let request = self.next_request(&mut tells)?;
            self.tell(&tells.list, out);
            self.fallen.hear(&tells);
            self.keep_as_it_goes();
            self.draw_as_it_goes();
            if self.is_put_to_a_person(&request) {
                self.tell_rest(out);
            }
            if most.is_some_and(|most| answered >= most) && !matches!(request, Request::Over(_)) {
                return Ok(Sitting::Paused);
            }
            // What nobody sits at and no file is for can never be kept.
            let at = (by_hand || self.is_kept()).then(|| StateHash::of(&self.state));
            self.chance_again();
            let before = by_hand.then(|| (self.state.state().clone(), self.positions()));
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
                    self.keeping.due |= by_hand;
                    if let Some((state, generators)) = before {
                        let answer = answer.clone();
                        self.history.push(Turn { state, answer, by_hand, generators });
                    }
                    let answers = &mut self.stored.record.answers;
                    answers.extend(at.map(|at| Answered { at, answer }));
                    self.keeping.kept = None;
                }
            }
            self.tell(&tells.list, out);
            self.fallen.hear(&tells);
            answered += 1;
        }
    }

    /// What each side lost.
    pub fn losses(&self) -> Vec<String> {
        losses(&self.machine, &self.state, &self.fallen)
    }

    /// The last line of the battle.
    pub fn result(&self, outcome: &Outcome) -> String {
        result(&self.machine, &self.state, outcome)
    }

    fn persons(&self) -> impl Iterator<Item = i64> {
        self.seats.iter().filter(|seat| seat.is_person()).map(|seat| seat.player)
    }

    /// Goes on to the next request. What computer players never do is not listed for them.
    fn next_request(&mut self, tells: &mut Tells) -> Result<Request, PlayFault> {
        let (machine, seats) = (&self.machine, &self.seats);
        let shuns = |player, of| {
            let seat = seats.iter().find(|seat| seat.player == player);
            seat.map_or(Shunned::Nothing, |seat| seat.shuns(machine.program(), of))
        };
        Ok(machine.run_shunning(&mut self.state, tells, &mut self.fuel, &shuns)?)
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

    /// Where the opening is over, goes on with the chance that is asked for.
    fn chance_again(&mut self) {
        let is_over =
            |table: &Self| round(&table.machine, &table.state).is_none_or(|round| round > 0);
        if self.stored.again > 0 && is_over(self) {
            let again = std::mem::take(&mut self.stored.again);
            self.dice = chance_again(self.stored.record.seed, again, &mut self.seats);
        }
    }

    /// Rolls, or has dice typed in.
    fn roll(&mut self, request: &RollRequest, tells: &mut Tells) -> Result<Done, PlayFault> {
        if !self.stored.typed_dice {
            let counts = self.dice.roll(self.machine.program(), &request.of, request.count);
            self.machine.answer_roll(&mut self.state, &counts, tells)?;
            return Ok(Done::Answered(Recorded::rolled(request, counts), false));
        }
        let mut rule = self.machine.rule(&self.state);
        for (role, name) in self.machine.roles(&self.state)? {
            rule.push_str(&format!(", {role} {name}"));
        }
        let runs = self.machine.runs(&self.state);
        self.headings.keep(self.stored.record.answers.len(), runs);
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
        let thinking = seat.thinks().then(|| self.terminal.waits(&format!("{name} thinks")));
        let chosen = seat.choose(&from, request)?;
        drop(thinking);
        if let Some(answer) = chosen {
            self.machine
                .answer_choice(&mut self.state, &answer, tells)
                .map_err(|refusal| PlayFault::refused(refusal, request, &answer))?;
            return Ok(Done::Answered(Recorded::Chose { player, answer }, false));
        }
        let seen = from.seen()?.clone();
        // Where others sit at the terminal too, nothing is said before the seat is taken.
        if !self.shares_secrets()
            && let Some(done) = self.unasked(request, tells)?
        {
            return Ok(done);
        }
        if let Some(done) = self.handed_over(player, &name)? {
            return Ok(done);
        }
        let runs = self.machine.runs(&self.state);
        self.headings.keep(self.stored.record.answers.len(), runs);
        let when = self.headings.words(&name);
        self.terminal.goes_to(&self.machine, &seen, &when, request);
        self.show_board(&seen, request);
        self.say_what_is_held(&seen, player);
        let mut again = false;
        loop {
            match self.terminal.choose(&self.machine, &seen, &when, request, (again, self.paper()))
            {
                Reply::Ended => return Ok(Done::Stopped(Sitting::Ended)),
                Reply::Wish(wish) => match self.wish(wish, Some((request, &seen)))? {
                    Wished::Done(done) => return Ok(done),
                    Wished::Again => {}
                },
                Reply::Answer(answer) => {
                    match self.confirmed((request, &seen), &answer)? {
                        Confirmed::Yes => {}
                        Confirmed::Ended => return Ok(Done::Stopped(Sitting::Ended)),
                        Confirmed::No => {
                            again = false;
                            continue;
                        }
                    }
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
}

fn positions(dice: &SeededDice, seats: &[Seat]) -> Vec<DicePosition> {
    std::iter::once(dice.position()).chain(seats.iter().map(Seat::position)).collect()
}
