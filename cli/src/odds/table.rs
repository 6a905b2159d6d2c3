//! Tables of chances: what stands in their rows, and how they are shown.

use super::Cell;
use crate::output::Output;
use crate::simulate::{Interval, MILLION, Sums, thousandths, wilson};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use warwright_runtime::Chance;

/// One question with its answers.
#[derive(Debug, Serialize)]
pub struct Table {
    /// The question.
    pub of: String,
    /// Its answers.
    pub rows: Vec<Row>,
    /// The mean of the answers, where they are numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
}

/// An answer with its chance.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The answer.
    pub value: String,
    /// How likely it is.
    #[serde(flatten)]
    pub share: Share,
}

/// How likely something is, as far as that is known.
#[derive(Debug)]
pub enum Share {
    /// Exactly.
    Exact(Chance),
    /// At least and at most, exactly.
    Between(Chance, Chance),
    /// It came so often of so many.
    Counted(u64, u64),
}

/// A share as data: percents are texts, so that no reader rounds them.
#[derive(Serialize)]
struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<String>,
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut written =
            Written { chance: None, times: None, percent: None, low: None, high: None };
        match self {
            Self::Exact(chance) => written.chance = Some(chance.to_string()),
            Self::Between(..) => {}
            Self::Counted(times, _) => written.times = Some(*times),
        }
        written.percent = self.middle();
        (written.low, written.high) = self.ends().unzip();
        written.serialize(serializer)
    }
}

impl Row {
    /// How likely it is, in percent; at least so much, where that is all that is known.
    pub fn percent(&self) -> String {
        match &self.share {
            Share::Between(least, _) => percent(least, 4),
            share => share.middle().unwrap_or_default(),
        }
    }

    /// How likely it is; at least so much, where that is all that is known.
    pub fn chance(&self) -> Chance {
        self.share.least()
    }
}

/// A difference of chances in percent, with its sign.
pub(super) fn signed(difference: &Chance) -> String {
    let shown = Chance::new(difference.scaled(1_000_000), 10_000_u64.into()).decimal(4);
    if *difference > Chance::zero() { format!("+{shown}") } else { shown }
}

/// A cell of comma-separated values.
pub(super) fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Share {
    fn least(&self) -> Chance {
        match self {
            Self::Exact(chance) | Self::Between(chance, _) => chance.clone(),
            Self::Counted(times, of) => part(*times, *of),
        }
    }

    /// In percent, where there is one number to say.
    pub(super) fn middle(&self) -> Option<String> {
        match self {
            Self::Exact(chance) => Some(percent(chance, 4)),
            Self::Between(..) => None,
            Self::Counted(times, of) => Some(percent(&part(*times, *of), 2)),
        }
    }

    /// From where to where it lies, in percent.
    pub(super) fn ends(&self) -> Option<(String, String)> {
        match self {
            Self::Exact(_) => None,
            Self::Between(low, high) => Some((percent(low, 4), percent(high, 4))),
            Self::Counted(times, of) => {
                let Interval { low, high } = wilson(*times, *of, MILLION);
                let percent = |millionths| percent(&part(millionths, MILLION), 2);
                Some((percent(low), percent(high)))
            }
        }
    }

    /// How long its bar is, of so many signs.
    fn bar(&self, of: u64) -> usize {
        let chance = self.least();
        // Rounded down: a bar is full for what is sure.
        let signs = chance.numerator().magnitude() * of / chance.denominator();
        usize::try_from(signs).unwrap_or(0)
    }
}

fn part(times: u64, of: u64) -> Chance {
    Chance::new(times.into(), of.into())
}

/// A chance in percent. What may happen never shows as what cannot, nor what may fail as what is sure.
pub(super) fn percent(chance: &Chance, digits: u32) -> String {
    let over = 10_u64.saturating_pow(digits);
    let shown = Chance::new(chance.scaled(over.saturating_mul(100)), over.into()).decimal(digits);
    let least = Chance::new(1.into(), over.into()).decimal(digits);
    let most = Chance::new((over.saturating_mul(100).saturating_sub(1)).into(), over.into());
    if shown == Chance::zero().decimal(digits) && *chance != Chance::zero() {
        format!("<{least}")
    } else if shown == part(100, 1).decimal(digits) && *chance != Chance::one() {
        format!(">{}", most.decimal(digits))
    } else {
        shown
    }
}

/// A table of how often each answer came.
pub(super) fn counted(
    name: &str,
    counts: &BTreeMap<&Cell, u64>,
    played: u64,
    numbers: bool,
) -> Table {
    let rows = counts.iter().map(|(cell, times)| Row {
        value: cell.words.clone(),
        share: Share::Counted(*times, played),
    });
    let rows = rows.collect();
    let mean = numbers.then(|| {
        let mut sums = Sums::default();
        for (cell, times) in counts {
            let number = cell.order.first().copied().unwrap_or_default();
            (0..*times).for_each(|_| sums.add(number));
        }
        let margin = sums.margin().and_then(|it| i64::try_from(it).ok()).unwrap_or_default();
        format!("{} (within {})", thousandths(sums.mean(), 3), thousandths(margin, 3))
    });
    Table { of: name.to_owned(), rows, mean }
}

impl Table {
    /// A table with bars; a fraction too long to read is left to `--json`.
    pub fn show(&self, out: &mut Output) {
        const BAR: u64 = 40;
        out.line(&format!("{}:", self.of));
        let width = self.rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0);
        for row in &self.rows {
            let bar = "#".repeat(row.share.bar(BAR));
            let pad = " ".repeat(width.saturating_sub(row.value.chars().count()));
            let (value, blanks) = (&row.value, usize::try_from(BAR).unwrap_or(0));
            let middle = row.share.middle().unwrap_or_default();
            let line = match (&row.share, row.share.ends()) {
                (Share::Exact(chance), _) => {
                    let chance = Some(chance.to_string()).filter(|it| it.len() <= 24);
                    let chance = chance.unwrap_or_default();
                    format!("  {value}{pad}  {middle:>8} %  {bar:<blanks$}  {chance}")
                }
                (Share::Between(..), Some((low, high))) => {
                    format!("  {value}{pad}  {low:>8} to {high:>8} %  {bar}")
                }
                (_, ends) => {
                    let (low, high) = ends.unwrap_or_default();
                    format!("  {value}{pad}  {middle:>6} %  ({low:>6} to {high:>6})  {bar}")
                }
            };
            out.line(line.trim_end());
        }
        if let Some(mean) = &self.mean {
            out.line(&format!("  mean {mean}"));
        }
    }
}
