//! All who play a battle, and what they chose.

use super::game::Game;
use super::noticed::Noticed;
use crate::seats::Seat;
use std::collections::BTreeSet;
use warwright_ir::{Program, TextId};
use warwright_runtime::{
    Answer, ChooseRequest, Chooser, KeyedDice, Listed, Part, PlayFault, Refusal, Shunned,
    Standpoint,
};

/// Where the players' own chance comes from.
#[derive(Clone, Debug)]
pub(super) enum Chance {
    /// From the generators of the seats.
    Seeded,
    /// From what is asked, each time.
    Keyed(KeyedDice),
}

impl Chance {
    /// Chance by what is asked, apart from that of the dice.
    pub(super) fn keyed(seed: u64) -> Self {
        Self::Keyed(KeyedDice::new(seed ^ u64::MAX))
    }
}

/// All who play a battle, and what they chose.
#[derive(Debug)]
pub(super) struct Players<'g> {
    game: &'g Game,
    pub(super) seats: Vec<Seat>,
    chance: Chance,
    pub(super) noticed: Noticed,
    /// What had an effect before the machine that goes on was asked to note it.
    pub(super) before: BTreeSet<Part>,
    /// Whose action was the first once rounds were counted.
    pub(super) first: Option<usize>,
    /// Whether the choices of the first round are left to another time.
    pub(super) pauses: bool,
}

impl<'g> Players<'g> {
    pub(super) fn new(game: &'g Game, seats: Vec<Seat>, chance: Chance) -> Self {
        let (noticed, before) = (Noticed::default(), BTreeSet::new());
        Self { game, seats, chance, noticed, before, first: None, pauses: false }
    }

    /// The same players where the opening is over, in seats like theirs; `before` had an effect in it.
    pub(super) fn again(&self, seats: Vec<Seat>, before: &BTreeSet<Part>) -> Self {
        let mut again = Self::new(self.game, seats, self.chance.clone());
        for (seat, of) in again.seats.iter_mut().zip(&self.seats) {
            seat.rewind(of.position());
        }
        again.noticed = self.noticed.clone();
        again.before = before.clone();
        again
    }

    fn in_rounds(&self, from: &Standpoint<'_>) -> Result<bool, PlayFault> {
        Ok(self.game.in_rounds(from.machine(), from.seen()?))
    }
}

impl Chooser for Players<'_> {
    fn choose(
        &mut self,
        from: &Standpoint<'_>,
        request: &ChooseRequest,
    ) -> Result<Answer, PlayFault> {
        if self.pauses && self.in_rounds(from)? {
            return Err(PlayFault::Stopped);
        }
        let program = from.machine().program();
        let nobody = PlayFault::Refused(Refusal::NotAsked);
        let seat = self.seats.iter().position(|seat| seat.player == request.player);
        let (number, seat) = seat
            .and_then(|number| Some((number, self.seats.get_mut(number)?)))
            .ok_or_else(|| nobody.clone())?;
        if let Chance::Keyed(chance) = &mut self.chance {
            let rule = from.machine().rule(from.seen()?);
            let generator = chance.generator(&[&rule, site(program, request), &seat.name]);
            seat.rewind(generator.position());
        }
        let answer = from.machine().unnoted(|| seat.choose(from, request))?.ok_or(nobody)?;
        if self.first.is_none() && matches!(answer, Answer::Act(_)) && self.in_rounds(from)? {
            self.first = Some(number);
        }
        let seat = self.seats.get(number);
        let shuns = |action| {
            seat.is_some_and(|seat| seat.shuns(program, Listed::Action(action)) == Shunned::All)
        };
        self.noticed.note(program, &self.game.labels, (request, &answer), shuns);
        Ok(answer)
    }

    fn shuns(&self, program: &Program, player: i64, of: Listed) -> Shunned {
        let seat = self.seats.iter().find(|seat| seat.player == player);
        seat.map_or(Shunned::Nothing, |seat| seat.shuns(program, of))
    }
}

/// The name of what is chosen, in its rule.
fn site<'p>(program: &'p Program, request: &ChooseRequest) -> &'p str {
    let site = request.site.and_then(|site| program.sites.get(site));
    let text = |id: TextId| program.texts.get(id).map_or("", String::as_str);
    site.map_or("", |site| text(site.name))
}
