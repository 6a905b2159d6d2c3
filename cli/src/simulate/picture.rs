//! A report as a picture: a bar for every share, with the interval in which it lies.

use super::report::{Report, Row, Share, Table};
use super::show::is_use;
use crate::board::svg::{Anchor, SIDES, Svg, Tone};

/// Sizes in units of the drawing.
const LINE: i64 = 26;
const NAMES: i64 = 420;
const BAR: i64 = 520;
const WIDTH: i64 = 1_200;
const MARGIN: i64 = 24;

/// The tables of shares that do not say what was used, as an SVG.
pub fn picture(report: &Report) -> String {
    let mut svg = Svg::default();
    let title = format!("{}: {} battles", report.scenario, report.battles);
    let mut y = MARGIN + 20;
    svg.words((MARGIN, y), &title, 22, Tone::Ink, Anchor::Start);
    for (number, table) in report.tables.iter().filter(|table| !is_use(table)).enumerate() {
        let rows = table.rows.iter().filter_map(|row| row.share.as_ref().map(|share| (row, share)));
        let rows: Vec<(&Row, &Share)> = rows.collect();
        if !rows.is_empty() {
            y = drawn(&mut svg, y + LINE, table, &rows, SIDES.get(number % SIDES.len()));
        }
    }
    svg.finish(WIDTH, y + MARGIN, &title)
}

/// Draws a table below a line and gives the line where it ends.
fn drawn(
    svg: &mut Svg,
    top: i64,
    table: &Table,
    rows: &[(&Row, &Share)],
    colour: Option<&&str>,
) -> i64 {
    let mut y = top + LINE;
    svg.words((MARGIN, y), &table.title, 16, Tone::Faint, Anchor::Start);
    let left = MARGIN + NAMES;
    let at = |millionths: u64| {
        left + i64::try_from(millionths.min(1_000_000)).unwrap_or(0) * BAR / 1_000_000
    };
    let fill = format!("fill=\"{}\"", colour.unwrap_or(&"#808a94"));
    for (row, share) in rows {
        y += LINE;
        svg.words((left - 12, y), &row.name, 14, Tone::Ink, Anchor::End);
        let bar = (left, y - 13, (at(share.millionths) - left).max(1), 16);
        svg.rounded(bar, 2, &fill);
        let (low, high) = share.ends;
        svg.stroke((at(low), y - 5), (at(high), y - 5), 2, Tone::Ink);
        for end in [low, high] {
            svg.stroke((at(end), y - 10), (at(end), y), 2, Tone::Ink);
        }
        let words = format!(
            "{} %  ({} to {}), {} of {}",
            share.percent, share.low, share.high, row.count, row.of
        );
        svg.words((left + BAR + 12, y), &words, 13, Tone::Faint, Anchor::Start);
    }
    y
}
