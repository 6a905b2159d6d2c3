//! Places for pieces: takes what is proposed and what is typed, gives a few that are shown and the place that is meant.

use super::choice::Choice;
use super::gathered;
use crate::naming;
use crate::naming::measures::{self, Measures};
use warwright_runtime::space::plane::{Angle, Point, Pose, Vector};
use warwright_runtime::{Answer, COMPASS, Machine, State, Wide};

/// So many places are shown.
const SHOWN: usize = 9;

/// A few of the places, spread over all of them: first the one in the middle, then always the farthest from those before.
pub fn few(proposals: &[Wide]) -> Vec<Wide> {
    let at = |place: &Wide| Pose::from_cells(place).map(|pose| pose.at).unwrap_or_default();
    let points: Vec<Point> = proposals.iter().map(at).collect();
    if points.len() <= SHOWN {
        return proposals.to_vec();
    }
    let many = i64::try_from(points.len()).unwrap_or(1);
    let sum = |part: fn(&Point) -> i64| points.iter().map(part).sum::<i64>();
    let middle = Point::new(sum(|p| p.x()) / many, sum(|p| p.y()) / many);
    let apart = |one: Point, other: Point| Vector::square(one.to(other));
    let first = (0..points.len())
        .min_by_key(|place| points.get(*place).map(|point| apart(*point, middle)))
        .unwrap_or(0);
    let mut taken = vec![first];
    while taken.len() < SHOWN {
        let gap = |place: usize| {
            let point = points.get(place).copied().unwrap_or_default();
            let gaps =
                taken.iter().filter_map(|other| points.get(*other)).map(|it| apart(point, *it));
            gaps.min().unwrap_or(0)
        };
        // Of several that are as far, the first.
        let Some(next) = (0..points.len()).rev().max_by_key(|place| gap(*place)) else { break };
        taken.push(next);
    }
    taken.sort_unstable();
    taken.dedup();
    taken.iter().filter_map(|place| proposals.get(*place).cloned()).collect()
}

/// Places beside each other, and how one is typed that is not shown. The facing of all is told once.
pub(super) fn lines(list: &[&Choice], measures: Measures) -> Vec<String> {
    let facing =
        |choice: &&Choice| choice.words.split_once(" facing ").map(|(_, facing)| facing.to_owned());
    let mut facings: Vec<Option<String>> = list.iter().map(facing).collect();
    facings.dedup();
    let unit = if measures.mark() == "\"" { "inches" } else { "centimetres" };
    let any = format!("or `12 9.5`: x and y of its middle in {unit}; `12 9.5 90`: facing east");
    match facings.as_slice() {
        [Some(facing)] => {
            let bare = list.iter().map(|choice| Choice {
                words: choice.words.split(" facing ").next().unwrap_or_default().to_owned(),
                ..(*choice).clone()
            });
            let bare: Vec<Choice> = bare.collect();
            let mut lines = gathered::beside(&bare.iter().collect::<Vec<_>>());
            lines.push(format!("       facing {facing}, {any}"));
            lines
        }
        _ => {
            let mut lines = gathered::beside(list);
            lines.push(format!("       {any}"));
            lines
        }
    }
}

/// A place that is typed: x, y and, if wanted, which way the piece looks.
///
/// # Errors
///
/// Why it is none; nothing where the line does not begin with two numbers.
pub fn read(machine: &Machine, state: &State, line: &str) -> Result<Option<Answer>, String> {
    let words = naming::words(line);
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "facing" | "at") && !measures::is_unit(word))
        .collect();
    let measures = Measures::of(machine);
    let (first, rest) = match words.as_slice() {
        [x, y, rest @ ..] => ((measures.coordinate(x), measures.coordinate(y)), rest),
        _ => return Ok(None),
    };
    let (Some(x), Some(y)) = first else { return Ok(None) };
    let facing = match rest {
        [] => {
            let asked = machine.place_asked(state).ok().flatten();
            asked.map_or(Angle::AHEAD, |asked| asked.facing)
        }
        // Degrees are shown with the point of the compass that is nearest.
        [facing, nearest @ ..] if is_point(nearest) => match measures::bearing(facing) {
            Some(facing) => Angle::new(facing),
            None => {
                return Err(format!(
                    "`{facing}` is no facing: it is typed in degrees, 0 to 360 from north, or as `south-east`"
                ));
            }
        },
        more => {
            return Err(format!(
                "x, y and a facing are wanted, and {} numbers are named",
                more.len() + 2
            ));
        }
    };
    Ok(Some(Answer::Values(Pose::new(Point::new(x, y), facing).cells().to_vec())))
}

/// Whether that is what stands behind degrees that are shown: the point of the compass that is nearest, or nothing.
fn is_point(nearest: &[&str]) -> bool {
    match nearest {
        [] => true,
        [point] => COMPASS.contains(point),
        _ => false,
    }
}
