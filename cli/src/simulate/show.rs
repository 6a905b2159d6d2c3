//! A report as people read it, and as lines of a spreadsheet.

use super::report::{Report, Row, Table};

/// How long the bar of a whole is.
const BAR: u64 = 30;

/// The report for people.
pub fn words(report: &Report) -> String {
    let seed = format!("seed {}", report.seed);
    let about: Vec<String> =
        [Some(seed), report.part.clone(), report.errata.clone()].into_iter().flatten().collect();
    let battles = if report.battles == 1 { "battle" } else { "battles" };
    let mut text =
        format!("{}: {} {battles} ({})\n", report.scenario, report.battles, about.join(", "));
    for table in &report.tables {
        text.push_str(&format!("\n{}\n", table.title));
        let (never, used): (Vec<&Row>, Vec<&Row>) =
            table.rows.iter().partition(|row| is_open(table) && row.count == 0);
        let width = used.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let digits = used.iter().map(|row| row.count.to_string().len()).max().unwrap_or(0);
        for row in used {
            text.push_str(&line(row, width, digits, !is_use(table)));
        }
        for (title, offered) in [("never, though offered", true), ("never", false)] {
            let rows = never.iter().filter(|row| (row.offered.unwrap_or(0) > 0) == offered);
            let names: Vec<&str> = rows.map(|row| row.name.as_str()).collect();
            if !names.is_empty() {
                // Reasons for an end are sentences, with commas of their own.
                let between =
                    if names.iter().any(|name| name.contains(", ")) { "; " } else { ", " };
                text.push_str(&format!("  {title}: {}\n", names.join(between)));
            }
        }
    }
    text
}

/// Whether a table says what was used.
pub(super) fn is_use(table: &Table) -> bool {
    ["abilities", "rules", "actions", "cards", "answers"].contains(&table.title.as_str())
}

/// Whether a table says what may be and never was.
fn is_open(table: &Table) -> bool {
    is_use(table) || table.title == "ended"
}

fn line(row: &Row, width: usize, digits: usize, bar: bool) -> String {
    let pad = " ".repeat(width.saturating_sub(row.name.chars().count()));
    let mut line = format!("  {}{pad}", row.name);
    if let Some(mean) = &row.mean {
        line.push_str(&format!("  {}", mean.value));
        if let Some(margin) = &mean.margin {
            line.push_str(&format!(" +- {margin}"));
        }
        line.push('\n');
        return line;
    }
    if row.of == 0 {
        return format!("{}\n", line.trim_end());
    }
    line.push_str(&format!("  {:>digits$} of {}", row.count, row.of));
    if let Some(share) = &row.share {
        line.push_str(&format!("  {:>5} %", share.percent));
        if bar {
            let full = usize::try_from((share.millionths * BAR + 500_000) / 1_000_000).unwrap_or(0);
            let range = format!("({} to {})", share.low, share.high);
            line.push_str(&format!("  {range:<15}  {}", "#".repeat(full)));
        }
    }
    if let Some(times) = row.times {
        line.push_str(&format!("  {times} of {} times", row.offered.unwrap_or(times)));
    }
    if let Some(play) = &row.play {
        line.push_str(&format!("  {play}"));
    }
    format!("{}\n", line.trim_end())
}

/// The columns of the spreadsheet.
const COLUMNS: &str = "table,name,count,of,percent,low,high,mean,margin,times,offered,play";

/// The report as comma-separated values: a line for each row of each table.
pub fn csv(report: &Report) -> String {
    let mut text = format!("{COLUMNS}\n");
    for table in &report.tables {
        for row in &table.rows {
            let number = |number: Option<u64>| number.map_or_else(String::new, |it| it.to_string());
            let share = row.share.as_ref();
            let mean = row.mean.as_ref();
            let cells = [
                cell(&table.title),
                cell(&row.name),
                row.count.to_string(),
                row.of.to_string(),
                share.map_or_else(String::new, |it| it.percent.clone()),
                share.map_or_else(String::new, |it| it.low.clone()),
                share.map_or_else(String::new, |it| it.high.clone()),
                mean.map_or_else(String::new, |it| it.value.clone()),
                mean.and_then(|it| it.margin.clone()).unwrap_or_default(),
                number(row.times),
                number(row.offered),
                row.play.clone().unwrap_or_default(),
            ];
            text.push_str(&cells.join(","));
            text.push('\n');
        }
    }
    text
}

/// Words as one cell.
fn cell(words: &str) -> String {
    if words.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", words.replace('"', "\"\""))
    } else {
        words.to_owned()
    }
}
