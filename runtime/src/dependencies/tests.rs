//! Values hold until something is written that they rest on.

use super::{Input, Reads, Revisions};
use warwright_ir::{AbilityId, MomentId, TieId};

const INPUTS: [Input; 8] = [
    Input::Cell { class: 1, offset: 4, entity: 2 },
    Input::Cell { class: 1, offset: 5, entity: 2 },
    Input::Cell { class: 1, offset: 4, entity: 3 },
    Input::Wide { class: 1, offset: 4, entity: 2 },
    Input::Entities { class: 1 },
    Input::Held(AbilityId(3)),
    Input::Ties(TieId(3)),
    Input::Run(MomentId(3)),
];

#[test]
fn a_value_holds_until_an_input_of_its_own_is_written() {
    for read in INPUTS {
        for written in INPUTS {
            let (reads, mut revisions) = (Reads::default(), Revisions::default());
            reads.note(read);
            let rests_on = reads.take();
            let since = revisions.keep();
            assert!(revisions.holds(&rests_on, since));
            assert!(revisions.write(written));
            assert_eq!(revisions.holds(&rests_on, since), read != written, "{read:?} {written:?}");
        }
    }
}

#[test]
fn what_was_found_to_hold_is_forgotten_when_its_input_is_written_next() {
    let (reads, mut revisions) = (Reads::default(), Revisions::default());
    let [first, second, ..] = INPUTS;
    reads.note(first);
    let rests_on = reads.take();
    let since = revisions.keep();
    assert!(revisions.write(second));
    assert!(revisions.holds(&rests_on, since));
    // Whoever asked uses it from here on.
    let since = revisions.keep();
    assert!(revisions.write(first));
    assert!(!revisions.holds(&rests_on, since));
}

#[test]
fn what_a_part_rests_on_the_whole_rests_on() {
    let (reads, mut revisions) = (Reads::default(), Revisions::default());
    let [first, second, ..] = INPUTS;
    reads.note(first);
    let part = reads.take();
    reads.note(second);
    reads.add(&part);
    let (whole, since) = (reads.take(), revisions.keep());
    assert!(revisions.write(first));
    assert!(!revisions.holds(&whole, since));
}

#[test]
fn a_field_of_one_and_another_field_of_another_are_not_the_field_of_the_other() {
    let cell = |offset, entity| Input::Cell { class: 1, offset, entity };
    let (reads, mut revisions) = (Reads::default(), Revisions::default());
    reads.note(cell(4, 2));
    reads.note(cell(5, 3));
    let rests_on = reads.take();
    let since = revisions.keep();
    assert!(revisions.write(cell(4, 3)));
    assert!(revisions.write(cell(5, 2)));
    assert!(
        revisions.holds(&rests_on, since),
        "each field and each of both was written, not those"
    );
    reads.note(cell(5, 2));
    assert!(!rests_on.meets(&reads.take()), "nor is what is supposed of another field");
    assert!(revisions.write(cell(5, 3)));
    assert!(!revisions.holds(&rests_on, since));
}
