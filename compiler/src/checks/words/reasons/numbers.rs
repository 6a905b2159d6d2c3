//! Numbers in reasons: takes a comparison with a figure and the words that refuse by it, finds words that give what is compared another
//! number: `u.orders < 2 "three orders"`.

use crate::checks::logic::compared::Comparison;
use crate::checks::words::said::drifted;
use crate::checks::words::texts::number_named;
use crate::typed::{Compare, Expr, ExprKind, Typed};
use warwright_grammar::Diagnostic;

/// A reason that names so many of what is asked, where the line is drawn elsewhere.
pub(super) fn judged(typed: &Typed, condition: &Expr, reason: &str) -> Option<Diagnostic> {
    let asked = Comparison::of(condition).filter(Comparison::is_whole)?;
    let name = name_of(typed, asked.of)?.to_lowercase();
    let words: Vec<String> = reason
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let numbers = words.iter().filter(|word| number_named(word).is_some()).count();
    let said = words.windows(2).find_map(|pair| {
        let [number, of] = pair else { return None };
        let same = of.trim_end_matches('s') == name.trim_end_matches('s');
        number_named(number).filter(|_| same)
    })?;
    let fits = said == asked.figure || beside(asked.how, asked.figure) == Some(said);
    if fits || numbers != 1 {
        return None;
    }
    let message = format!("\"{reason}\" is said where `{name}` is held against {}", asked.figure);
    Some(drifted(&message, asked.place).help("correct the number or the words"))
}

/// The other number that is next to the line which a comparison draws: `< 3` lets two through, and refuses from three on.
const fn beside(how: Compare, figure: i64) -> Option<i64> {
    match how {
        Compare::Lt | Compare::Ge => Some(figure.saturating_sub(1)),
        Compare::Gt | Compare::Le => Some(figure.saturating_add(1)),
        Compare::Eq | Compare::Ne => None,
    }
}

/// What is asked, by its name.
fn name_of<'t>(typed: &'t Typed, of: &Expr) -> Option<&'t str> {
    Some(match &of.kind {
        ExprKind::Field { field, .. } => &typed.fields.get(*field)?.name,
        ExprKind::Call { function, .. } => &typed.functions.get(*function)?.name,
        ExprKind::Quantity { quantity, .. } => &typed.quantities.get(*quantity)?.name,
        _ => return None,
    })
}
