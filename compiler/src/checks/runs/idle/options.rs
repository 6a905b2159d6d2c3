//! Idle options: what is bought and changes nothing, or nothing but for the worse.

use crate::typed::{EntryDef, OptionDef, Typed};
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir as ir;

/// What is bought changes something but the price.
pub(crate) fn options_do_something(typed: &Typed, sink: &mut Sink) {
    for option in &typed.options {
        let (Some(base), Some(bought)) =
            (typed.entries.get(option.base), typed.entries.get(option.entry))
        else {
            continue;
        };
        let profiles = typed.kinds.get(base.kind).map_or(&[][..], |kind| &kind.profiles);
        let values = profiles.iter().zip(base.values.iter().zip(&bought.values));
        let mut told_apart = values.filter(|(profile, (one, other))| {
            let name = typed.profiles.get(**profile).map_or("", |it| it.name.as_str());
            name != "points" && one != other
        });
        let owned = |entry: &EntryDef| {
            let all = entry.abilities.iter().map(|it| (it.ability, it.args.clone()));
            all.collect::<Vec<_>>()
        };
        if told_apart.next().is_none() && owned(base) == owned(bought) {
            Diagnostic::warning(codes::NO_EFFECT, option.span)
                .says(format!("\"{}\" changes nothing of \"{}\"", option.name, base.name))
                .label("would be paid for nothing")
                .help("write what it changes: `option \"NAME\" +5 points { NUMBER 3 ; abilities + NAME }`")
                .emit(sink);
        }
        sink.extend(worth_it(typed, (base, bought), option));
    }
}

/// An option that changes figures alone, all for the worse for a price, or all for the better for a rebate.
fn worth_it(
    typed: &Typed,
    (base, bought): (&EntryDef, &EntryDef),
    option: &OptionDef,
) -> Option<Diagnostic> {
    let own = |entry: &EntryDef| entry.abilities.iter().map(|it| it.ability).collect::<Vec<_>>();
    if own(base) != own(bought) {
        return None;
    }
    let profiles = &typed.kinds.get(base.kind)?.profiles;
    let (mut price, mut better, mut changed) = (0, Vec::new(), None);
    for (profile, (one, other)) in profiles.iter().zip(base.values.iter().zip(&bought.values)) {
        if one == other {
            continue;
        }
        let def = typed.profiles.get(*profile)?;
        let (ir::Value::Scalar(before), ir::Value::Scalar(after)) = (one, other) else {
            return None;
        };
        if def.name == "points" {
            price = after.checked_sub(*before)?;
            continue;
        }
        let favoured = typed.quantities.get(def.quantity?)?.favours?;
        if *before == ir::NONE || *after == ir::NONE {
            return None;
        }
        better.push(favoured.gains(after > before));
        changed.get_or_insert(def);
    }
    let first = *better.first()?;
    if better.iter().any(|it| *it != first) || price == 0 || (price > 0) == first {
        return None;
    }
    let (changed, name, of) = (changed?, &option.name, &base.name);
    let (message, label, help) = if first {
        let points = price.checked_neg()?;
        (
            format!("\"{name}\" makes \"{of}\" better, and cheaper by {points}"),
            "who takes it is given points for it",
            format!("turn the sign round: `option \"{name}\" +{points} points`"),
        )
    } else {
        (
            format!("\"{name}\" makes \"{of}\" worse, for {price} points"),
            "would be paid for a drawback",
            "write what the figure becomes, not by how much it changes".to_owned(),
        )
    };
    Some(
        Diagnostic::warning(codes::NO_EFFECT, option.span)
            .says(message)
            .label(label)
            .also(changed.span, format!("larger `{}` is better", changed.name))
            .help(help),
    )
}
