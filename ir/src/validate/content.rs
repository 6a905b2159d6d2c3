//! Kinds, fields, profiles, entries, dice, scales, ties, rulings, scenarios and tests.

use super::acts::shape;
use super::bodies::{BodyContext, body_fits, exprs, pools_fit, write};
use super::limits::{FIELD_ENV, MAX_DIE_SIDES};
use super::report::{FaultKind, Owner, Report};
use super::rules::{arguments, wants};
use super::scope::{Scope, roots};
use super::types::{bad_cell, bad_value, fits};
use crate::{
    AbilityId, BodyId, DieId, EntryAbility, EntryId, Expectation, KindBase, KindId, Named, Piece,
    Program, Scripted, SideSetup, Slot, Test, TestId, TestRun, Ty,
};

/// A kind lists fields, profiles and entries of its own, and all of them.
pub(super) fn kinds_list_what_is_theirs(report: &mut Report<'_>) {
    let program = report.program;
    for (id, kind) in program.kinds.iter() {
        let owner = Owner::Kind(id);
        let fields = kind.fields.iter().all(|it| program.fields.at(*it).kind == id);
        report.require(fields, owner, FaultKind::List, "it lists a field of another kind");
        let profiles = kind.profiles.iter().all(|it| program.profiles.at(*it).kind == id);
        report.require(profiles, owner, FaultKind::List, "it lists a profile of another kind");
        let entries = kind.entries.iter().all(|it| program.entries.at(*it).kind == id);
        report.require(entries, owner, FaultKind::List, "it lists an entry of another kind");
        let card = kind.base == KindBase::Card;
        let counted = kind
            .copies
            .is_none_or(|it| kind.profiles.contains(&it) && program.profiles.at(it).ty == Ty::Int);
        report.require(
            counted && (card || (kind.copies.is_none() && !kind.each_player)),
            owner,
            FaultKind::List,
            "it says how many cards there are, by what is no number of its own or of what is no card",
        );
        let both = kind.closed && kind.fleeting;
        report.require(
            !both,
            owner,
            FaultKind::List,
            "it is closed, so nothing of it is made in play",
        );
    }
    let listed = |size: usize, ids: &mut dyn Iterator<Item = u32>| {
        let mut times = vec![0_u32; size];
        ids.for_each(|id| {
            if let Some(times) = times.get_mut(id as usize) {
                *times += 1;
            }
        });
        times.iter().all(|times| *times == 1)
    };
    let kinds = || program.kinds.values();
    let all = [
        (
            listed(program.fields.len(), &mut kinds().flat_map(|it| &it.fields).map(|it| it.0)),
            "field",
        ),
        (
            listed(program.profiles.len(), &mut kinds().flat_map(|it| &it.profiles).map(|it| it.0)),
            "profile",
        ),
        (
            listed(program.entries.len(), &mut kinds().flat_map(|it| &it.entries).map(|it| it.0)),
            "entry",
        ),
    ];
    for (holds, what) in all {
        if !holds {
            let message = format!("a {what} is listed by no kind or more than once");
            report.fault(FaultKind::List, None, message);
        }
    }
    let battles = kinds().filter(|it| it.base == KindBase::Battle).count();
    if battles > 1 {
        report.fault(
            FaultKind::List,
            None,
            format!("there are {battles} kinds for the one battle"),
        );
    }
}

/// State fields: an initial value that can be had before there is a state, bounds in order.
pub(super) fn fields_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, field) in program.fields.iter() {
        let owner = Owner::Field(id);
        wants(report, owner, field.initial, &field.ty, "its initial value");
        let mut scope = Scope::new(owner, FIELD_ENV);
        scope.set(Slot::Scalar(0), Ty::Entity(field.kind));
        scope.check(report, &[field.initial]);
        if let (Some(least), Some(most)) = (field.least, field.most) {
            report.require(
                least <= most,
                owner,
                FaultKind::Value,
                "its least value is above its greatest",
            );
        }
        if let Some(inverse) = field.inverse {
            let back = program.fields.at(inverse).inverse;
            let mutual = back.is_none() || back == Some(id);
            report.require(mutual, owner, FaultKind::List, "what mirrors it mirrors another field");
        }
    }
}

/// A profile and its quantity know each other, and the quantity asks for one of the kind.
pub(super) fn profiles_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, profile) in program.profiles.iter() {
        let Some(quantity) = profile.quantity else { continue };
        let quantity = program.quantities.at(quantity);
        let owner = Owner::Profile(id);
        let back = quantity.profile == Some(id);
        report.require(back, owner, FaultKind::List, "its quantity is of another profile");
        let alike = fits(program, &profile.ty, &quantity.ty);
        report.require(alike, owner, FaultKind::Type, "its quantity is of another type");
    }
}

/// Entries: one value and one chain of origins for each profile, each of the profile's type; forms of the same kind.
pub(super) fn entries_fit_their_kinds(report: &mut Report<'_>) {
    let program = report.program;
    for (id, entry) in program.entries.iter() {
        let owner = Owner::Entry(id);
        let profiles = &program.kinds.at(entry.kind).profiles;
        if entry.values.len() != profiles.len() || entry.origins.len() != profiles.len() {
            let (values, origins) = (entry.values.len(), entry.origins.len());
            let message =
                format!("{values} values with {origins} origins for {} profiles", profiles.len());
            report.of(owner, FaultKind::List, message);
        }
        for (value, profile) in entry.values.iter().zip(profiles) {
            let profile = program.profiles.at(*profile);
            if let Some(bad) = bad_value(program, &profile.ty, value) {
                let name = report.text(profile.name);
                report.of(owner, FaultKind::Value, format!("`{name}`: {bad}"));
            }
        }
        for owned in &entry.abilities {
            owned_ability(report, owner, entry.kind, owned);
        }
        let akin = entry
            .forms
            .iter()
            .chain(&entry.base)
            .all(|it| program.entries.at(*it).kind == entry.kind);
        report.require(akin, owner, FaultKind::List, "a form of it is of another kind");
    }
    bases_end(report);
}

fn owned_ability(report: &mut Report<'_>, owner: Owner, kind: KindId, owned: &EntryAbility) {
    let program = report.program;
    let ability = program.abilities.at(owned.ability);
    of_kind(report, owner, owned.ability, kind);
    if owned.args.len() != ability.params.len() {
        let message = format!(
            "it owns `{}` with {} values for {} parameters",
            report.text(ability.name),
            owned.args.len(),
            ability.params.len()
        );
        report.of(owner, FaultKind::List, message);
    }
    for (cell, param) in owned.args.iter().zip(&ability.params) {
        if let Some(bad) = bad_cell(program, &param.ty, *cell) {
            report.of(owner, FaultKind::Value, bad);
        }
    }
}

fn of_kind(report: &mut Report<'_>, owner: Owner, ability: AbilityId, kind: KindId) {
    let ability = report.program.abilities.at(ability);
    let fits = fits(report.program, &Ty::Entity(kind), &Ty::Entity(ability.kind));
    if !fits {
        let name = report.text(ability.name);
        report.of(
            owner,
            FaultKind::List,
            format!("it cannot own `{name}`, which is for another kind"),
        );
    }
}

/// A form's base is no form of it in turn.
fn bases_end(report: &mut Report<'_>) {
    let program = report.program;
    // The entry from which each was first reached: following bases costs one visit an entry.
    let mut reached: Vec<Option<EntryId>> = vec![None; program.entries.len()];
    for start in program.entries.ids() {
        let mut next = Some(start);
        while let Some(id) = next {
            let Some(from) = reached.get_mut(id.0 as usize) else { break };
            match *from {
                Some(from) if from == start => {
                    report.of(Owner::Entry(start), FaultKind::Cycle, "it is a form of itself");
                    break;
                }
                Some(_) => break,
                None => *from = Some(start),
            }
            next = program.entries.at(id).base;
        }
    }
}

/// Dice: one side at least, and no more than can be counted.
pub(super) fn dice_have_sides(report: &mut Report<'_>) {
    let program = report.program;
    for die in program.dice.values() {
        let sides: u64 = die.faces.iter().map(|face| u64::from(face.sides)).sum();
        let name = report.text(die.name);
        if sides == 0 || die.faces.iter().any(|face| face.sides == 0) {
            let message = format!("die `{name}`: a face stands on no side");
            report.fault(FaultKind::Value, Some(die.span), message);
        } else if sides > MAX_DIE_SIDES {
            let message =
                format!("die `{name}`: it has {sides} sides; at most {MAX_DIE_SIDES} are allowed");
            report.fault(FaultKind::Size, Some(die.span), message);
        }
    }
}

/// The values of a ladder rise.
pub(super) fn scales_rise(report: &mut Report<'_>) {
    let program = report.program;
    for scale in program.scales.values() {
        let rise =
            scale.values.iter().zip(scale.values.iter().skip(1)).all(|(one, next)| one < next);
        let sound = scale.values.iter().all(|cell| bad_cell(program, &scale.ty, *cell).is_none());
        if !rise || !sound || scale.values.is_empty() || scale.ty == Ty::Ratio {
            let message = format!("scale `{}`: its values do not rise", report.text(scale.name));
            report.fault(FaultKind::Value, Some(scale.span), message);
        }
    }
}

/// Fields of ties are scalars.
pub(super) fn ties_hold_scalars(report: &mut Report<'_>) {
    for tie in report.program.ties.values() {
        if tie.fields.iter().any(|it| it.ty.is_wide()) {
            let message = format!("tie `{}`: a field of it is no scalar", report.text(tie.name));
            report.fault(FaultKind::Type, Some(tie.span), message);
        }
    }
}

/// Rulings have a value of their type.
pub(super) fn rulings_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for ruling in &program.rulings {
        if let Some(bad) = bad_value(program, &ruling.ty, &ruling.value) {
            let message = format!("ruling `{}`: {bad}", report.text(ruling.name));
            report.fault(FaultKind::Value, None, message);
        }
    }
}

/// Scenarios: pieces with state of their kind, rulings that exist.
pub(super) fn scenarios_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, scenario) in program.scenarios.iter() {
        let owner = Owner::Scenario(id);
        for side in &scenario.sides {
            side_is_sound(report, owner, side);
            let team = side.team.and_then(|at| scenario.sides.get(usize::try_from(at).ok()?));
            if side.team.is_some() && team.is_none_or(|first| first.team.is_some()) {
                let message = "a side is of a team that no side leads".to_owned();
                report.of(owner, FaultKind::Id, message);
            }
        }
        for (kind, message) in scenario.ground.iter().flat_map(|it| piece_faults(program, it)) {
            report.of(owner, kind, message);
        }
        for (number, cell) in &scenario.rulings {
            match program.rulings.get(usize::from(*number)) {
                Some(ruling) => {
                    if let Some(bad) = bad_cell(program, &ruling.ty, *cell) {
                        report.of(owner, FaultKind::Value, bad);
                    }
                }
                None => report.of(owner, FaultKind::Id, format!("there is no ruling {number}")),
            }
        }
        if let Some(of) = scenario.rules_of
            && program.scenarios.get(of).is_none_or(|of| of.rules_of.is_some())
        {
            report.of(owner, FaultKind::Id, "there are no rules for it to follow".to_owned());
        }
        if let Some(setup) = scenario.setup {
            script(report, owner, setup);
        }
    }
}

fn side_is_sound(report: &mut Report<'_>, owner: Owner, side: &SideSetup) {
    for (kind, message) in side.pieces.iter().flat_map(|it| piece_faults(report.program, it)) {
        report.of(owner, kind, message);
    }
}

/// Where layers of precedence are named, all are.
pub(super) fn the_book_is_sound(report: &mut Report<'_>) {
    let program = report.program;
    let layers = program.book.layers.len();
    let clauses = program.clauses.iter().map(|(_, it)| it.level);
    let hooks = program.hooks.iter().map(|(_, it)| it.level);
    let actions = program.actions.iter().map(|(_, it)| it.level);
    let permissions = program.permissions.iter().map(|(_, it)| it.level);
    let highest = clauses.chain(hooks).chain(actions).chain(permissions).max();
    if layers > 0 && highest.is_some_and(|highest| usize::from(highest) >= layers) {
        let message = "a rule stands in a layer of precedence that is not named".to_owned();
        report.fault(FaultKind::Id, None, message);
    }
}

/// What is wrong with a piece that a side or an army fields.
fn piece_faults(program: &Program, piece: &Piece) -> Vec<(FaultKind, String)> {
    let kind = program.entries.at(piece.entry).kind;
    let mut faults = Vec::new();
    for (field, cell) in &piece.state {
        let field = program.fields.at(*field);
        if field.kind != kind {
            let message = "a piece begins with state of another kind".to_owned();
            faults.push((FaultKind::List, message));
        }
        faults.extend(bad_cell(program, &field.ty, *cell).map(|bad| (FaultKind::Value, bad)));
    }
    faults
}

/// A body that runs by itself.
fn script(report: &mut Report<'_>, owner: Owner, body: BodyId) {
    let env = report.program.bodies.at(body).env;
    let place = BodyContext { procedure: None, replaces: false, is_step: false };
    body_fits(report, owner, body, env, place);
    let bodies = [body];
    let mut scope = Scope::open(owner, env);
    write(report, &mut scope, &bodies);
    let all = exprs(report, &bodies);
    pools_fit(report, &scope, &bodies);
    scope.check(report, &all);
}

/// Tests: what they run exists with such parameters, dice show faces that they have.
pub(super) fn tests_are_sound(report: &mut Report<'_>) {
    let program = report.program;
    for (id, test) in program.tests.iter() {
        let owner = Owner::Test(id);
        script(report, owner, test.setup);
        Scope::open(owner, test.env).check(report, &roots(test));
        test_run(report, id, test);
        let shown = test.answers.iter().flat_map(faces);
        for (die, face) in test.rolls.iter().copied().chain(shown) {
            let shown = (face as usize) < program.dice.at(die).faces.len();
            report.require(
                shown,
                owner,
                FaultKind::Value,
                "a die shows a face that it does not have",
            );
        }
        let written = test.rolls.len() == test.rolls_at.len()
            && test.draws.len() == test.draws_at.len()
            && test.answers.len() == test.answers_at.len();
        report.require(written, owner, FaultKind::List, "its script does not say where it stands");
        for entry in &test.draws {
            let kind = program.kinds.at(program.entries.at(*entry).kind);
            let found = kind.entries.contains(entry);
            report.require(found, owner, FaultKind::Value, "it draws what is nowhere");
        }
        for expectation in &test.expects {
            expectation_fits(report, owner, expectation);
        }
    }
}

/// The faces that an answer names.
fn faces(answer: &Scripted) -> Vec<(DieId, u32)> {
    let face = |named: &Named| match named {
        Named::Face(die, face) => Some((*die, *face)),
        Named::Cell(..) | Named::Entry(_) => None,
    };
    match answer {
        Scripted::Nothing => Vec::new(),
        Scripted::One(one) => face(one).into_iter().collect(),
        Scripted::Several(several) | Scripted::Act { args: several, .. } => {
            several.iter().filter_map(face).collect()
        }
        Scripted::Dice(dice) => dice.iter().filter_map(|(_, named)| face(named)).collect(),
    }
}

fn test_run(report: &mut Report<'_>, id: TestId, test: &Test) {
    let program = report.program;
    let owner = Owner::Test(id);
    match &test.run {
        TestRun::Nothing => {}
        TestRun::Procedure { procedure, args, exports } => {
            let procedure = program.procedures.at(*procedure);
            arguments(report, owner, &procedure.params, args);
            for (from, to) in exports {
                let ty = shape(*from);
                Scope::new(owner, procedure.env).check_slot(report, *from, &ty);
                Scope::new(owner, test.env).check_slot(report, *to, &ty);
            }
        }
        TestRun::Battle => {
            let played = program.sequence.is_some();
            report.require(
                played,
                owner,
                FaultKind::Act,
                "it plays a battle, and the system has no sequence",
            );
        }
    }
}

fn expectation_fits(report: &mut Report<'_>, owner: Owner, expectation: &Expectation) {
    match expectation {
        Expectation::Holds { holds, .. } => {
            wants(report, owner, *holds, &Ty::Bool, "what is expected")
        }
        Expectation::Refused { permission, args, .. } => {
            arguments(report, owner, &report.program.permissions.at(*permission).params, args);
        }
        Expectation::Chance { holds, denominator, .. } => {
            wants(report, owner, *holds, &Ty::Bool, "what has a chance");
            report.require(
                *denominator > 0,
                owner,
                FaultKind::Value,
                "a chance is divided by zero",
            );
        }
        Expectation::Mean { of, denominator, .. } => {
            wants(report, owner, *of, &Ty::Int, "what has a mean");
            report.require(*denominator > 0, owner, FaultKind::Value, "a mean is divided by zero");
        }
        Expectation::Ended { winner, .. } => {
            if let Some(winner) = winner {
                let ty = report.program.types.get(winner.0 as usize);
                let each = ty.map(|ty| ty.element().unwrap_or_else(|| ty.clone()));
                let entity = matches!(each, Some(Ty::Entity(_)));
                report.require(entity, owner, FaultKind::Type, "who wins is a player or several");
            }
        }
        Expectation::Legal { roster, .. } => {
            let known = report.program.rosters.len() > *roster as usize;
            report.require(
                known,
                owner,
                FaultKind::Value,
                "no such roster is held against its limits",
            );
        }
        Expectation::Said { .. } | Expectation::Silent { .. } | Expectation::Show { .. } => {}
    }
}
