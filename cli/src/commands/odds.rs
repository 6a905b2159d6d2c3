//! `warwright odds`: the chances of a battle, or of any procedures in a position that is given.

use crate::args;
use crate::commands::simulate::millionths;
use crate::odds::{Allowed, Compared, Problem, matrix, other};
use crate::output::{Failure, Output};
use crate::render::Format;
use serde::Serialize;
use std::time::Duration;

/// Works them out.
pub fn run(ask: &args::Odds, format: Format, out: &mut Output) -> Result<(), Failure> {
    let allowed = Allowed {
        time: Duration::from_secs(ask.seconds),
        bytes: ask.memory.saturating_mul(1 << 20),
        within: millionths(&ask.within)?,
        seed: ask.seed,
        exact: ask.exact,
    };
    if let Some(varied) = &ask.matrix {
        let matrix = matrix::asked(ask, varied, &allowed, format, out)?;
        match (ask.json, ask.csv) {
            (true, _) => json(&matrix, out)?,
            (_, true) => out.text(&matrix.csv()),
            (false, false) => matrix.show(out),
        }
        return Ok(());
    }
    let compared = (!ask.compare.is_empty()).then(|| other(ask)).transpose()?;
    // Two questions share the time.
    let time = if compared.is_some() { allowed.time / 2 } else { allowed.time };
    let allowed = Allowed { time, ..allowed };
    let odds = Problem::of(ask, format, out)?.odds(&allowed, out)?;
    if let Some(other) = compared {
        let second = Problem::of(&other, format, out)?.odds(&allowed, out)?;
        let compared = Compared::new(odds, second);
        if ask.json {
            return json(&compared, out);
        }
        compared.show(&ask.compare, out);
        return Ok(());
    }
    match (ask.json, ask.csv) {
        (true, _) => json(&odds, out)?,
        (_, true) => out.text(&odds.csv()),
        (false, false) => {
            out.line(&odds.how.words());
            odds.tables.iter().for_each(|table| table.show(out));
        }
    }
    Ok(())
}

fn json(answer: &impl Serialize, out: &mut Output) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(answer);
    out.line(&text.map_err(|error| Failure::failed(error.to_string()))?);
    Ok(())
}
