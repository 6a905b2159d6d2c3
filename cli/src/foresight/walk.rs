//! Walks: takes a moment and a piece, gives the moments to which choices about that piece lead while everybody else wants nothing.

use super::stands::Stands;
use super::{Falls, Moment, Thought, branches};
use crate::naming;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use warwright_runtime::{Answer, ChooseRequest, Machine, Options, Request, StateHash};

/// So many choices about the piece are made one after the other.
const DEEP: usize = 3;
/// So many rolls are looked at with both ends.
const ROLLS: usize = 2;

/// The way to a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// What was chosen about the piece, by name; empty where the piece was only named.
    pub chosen: Vec<String>,
    /// The chapter in which that was.
    pub chapter: Option<usize>,
    /// How many rolls there were since.
    pub rolls: usize,
}

/// Whether a walk goes on beyond a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It does.
    Goes,
    /// It does not.
    Ends,
}

/// What is done at a moment.
#[derive(Clone, Debug)]
enum Step {
    Answer(Answer),
    Roll(Falls),
}

/// What waits to be looked at.
struct Ahead {
    at: Rc<Moment>,
    step: Step,
    trail: Trail,
}

/// How far a walk goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// The last chapter that is entered.
    pub chapter: usize,
    /// So many moments are looked at.
    pub moments: usize,
    /// Whether what fewer choices lead to comes first.
    pub nearest_first: bool,
}

/// A walk that goes on.
struct Walk<'w, 'm> {
    thought: &'w mut Thought<'m>,
    piece: i64,
    /// What waits, by how much was chosen about the piece.
    levels: Vec<VecDeque<Ahead>>,
    /// The battles that were looked at.
    known: BTreeSet<StateHash>,
    /// What was asked about the piece, and where it stood: who else did what meanwhile makes no difference.
    asked: BTreeSet<(usize, String, Vec<Answer>, String)>,
}

/// Looks at moments in a range: in turn one to which no choice about the piece leads, one to which one does, and so on, or the nearest
/// first. Whoever is asked about nothing of it wants nothing. Gives how many choices in a row were looked at whole, where that is not all.
pub(super) fn walk(
    thought: &mut Thought<'_>,
    start: &Rc<Moment>,
    piece: i64,
    range: Range,
    visit: &mut dyn FnMut(&Moment, &Trail) -> Beyond,
) -> Option<usize> {
    let (levels, known, asked) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let mut walk = Walk { thought, piece, levels, known, asked };
    let mut left = range.moments;
    walk.go_on(start, &Trail::default());
    for turn in 0_usize.. {
        let turn = if range.nearest_first { 0 } else { turn };
        let from = turn.checked_rem(walk.levels.len()).unwrap_or(0);
        let (before, after) = walk.levels.split_at_mut(from);
        let next = after.iter_mut().chain(before).find_map(VecDeque::pop_front);
        let Some(ahead) = next else { break };
        let Some(less) = left.checked_sub(1) else {
            walk.thought.cut = true;
            return Some(walk.whole(&ahead));
        };
        left = less;
        let found = match (&ahead.step, &ahead.at.request) {
            (Step::Answer(answer), _) => walk.thought.after(&ahead.at, answer),
            (Step::Roll(falls), Request::Roll(roll)) => {
                walk.thought.rolled(&ahead.at, roll, *falls)
            }
            (Step::Roll(_), _) => None,
        };
        let Some(moment) = found else {
            if walk.thought.is_over() {
                return Some(walk.whole(&ahead));
            }
            continue;
        };
        if !walk.known.insert(StateHash::of(&moment.battle)) {
            continue;
        }
        let acted = ahead.trail.chapter.is_some_and(|chapter| moment.chapters > chapter);
        let over = acted || moment.chapters > range.chapter;
        // Where it stands when the chapter is over counts as well.
        if visit(&moment, &ahead.trail) == Beyond::Goes && !over {
            walk.go_on(&Rc::new(moment), &ahead.trail);
        }
    }
    None
}

impl Walk<'_, '_> {
    /// How many choices in a row were looked at whole, where this was not.
    fn whole(&self, ahead: &Ahead) -> usize {
        let waits = self.levels.iter().position(|level| !level.is_empty());
        let first = ahead.trail.chosen.len();
        waits.map_or(first, |waits| waits.min(first)).saturating_sub(1)
    }

    /// Puts what may come next among what waits.
    fn go_on(&mut self, at: &Rc<Moment>, trail: &Trail) {
        match &at.request {
            Request::Over(_) => {}
            Request::Roll(_) => {
                let ends = match trail.chosen.is_empty() || trail.rolls >= ROLLS {
                    true => [Falls::Anyhow].as_slice(),
                    false => [Falls::Low, Falls::High].as_slice(),
                };
                let trail = Trail { rolls: trail.rolls + 1, ..trail.clone() };
                for falls in ends {
                    self.put(at, Step::Roll(*falls), trail.clone(), true);
                }
            }
            Request::Choose(request) => {
                let machine = self.thought.machine;
                for answer in self.about(at, request, trail) {
                    let mut trail = trail.clone();
                    if is_about_it(machine, at, request, &answer, self.piece) {
                        trail.chosen.push(chosen(machine, &answer));
                        trail.chapter = Some(at.chapters);
                    }
                    self.put(at, Step::Answer(answer), trail, false);
                }
                if let Some(answer) = self.thought.declined(at, request) {
                    self.put(at, Step::Answer(answer), trail.clone(), true);
                }
            }
        }
    }

    /// The answers about the piece, unless the same was asked already where it stood as it does.
    fn about(&mut self, at: &Moment, request: &ChooseRequest, trail: &Trail) -> Vec<Answer> {
        let (machine, piece) = (self.thought.machine, self.piece);
        let theirs = machine.owner(&at.battle, piece) == Ok(request.player);
        if !theirs || trail.chosen.len() >= DEEP {
            return Vec::new();
        }
        let begun = !trail.chosen.is_empty();
        let own = branches::about(machine, &at.battle, request, piece, begun);
        let stand = Stands::of(machine, &at.battle);
        let stand = format!("{:?}", stand.as_ref().and_then(|stands| stands.get(piece)));
        let key = (trail.chosen.len(), request.question.clone(), own.clone(), stand);
        if self.asked.insert(key) { own } else { Vec::new() }
    }

    fn put(&mut self, at: &Rc<Moment>, step: Step, trail: Trail, first: bool) {
        let level = trail.chosen.len();
        self.levels.resize_with(self.levels.len().max(level + 1), VecDeque::new);
        let ahead = Ahead { at: Rc::clone(at), step, trail };
        match self.levels.get_mut(level) {
            Some(waiting) if first => waiting.push_front(ahead),
            Some(waiting) => waiting.push_back(ahead),
            None => {}
        }
    }
}

/// Whether an answer is about the piece and not on the way only.
fn is_about_it(
    machine: &Machine,
    at: &Moment,
    request: &ChooseRequest,
    answer: &Answer,
    piece: i64,
) -> bool {
    match answer {
        Answer::Act(_) => true,
        Answer::Value(value) => match &request.options {
            Options::One { ty, .. } => branches::is_it(machine, &at.battle, ty, *value, piece),
            _ => false,
        },
        Answer::Nothing | Answer::Values(_) => false,
    }
}

/// What an answer chooses, by name.
fn chosen(machine: &Machine, answer: &Answer) -> String {
    let Answer::Act(option) = answer else { return String::new() };
    let action = machine.program().actions.get(option.action);
    action.map_or("", |it| naming::action_name(machine.program(), it)).replace('_', " ")
}
