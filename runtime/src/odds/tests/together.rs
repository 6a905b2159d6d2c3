//! Stretches that many worlds run together: what is the same in all of them may be read, what is not must be asked of each.

use super::brute::agree_on;
use super::make::Make;
use warwright_ir::*;

const FACE: u16 = 3;
const HITS: u16 = 4;
const DEALT: u16 = 5;

/// Two dice damage the first token, so that there are three worlds; then some dice are rolled, and as many as show little again.
fn three_worlds(make: &mut Make, hits: ExprId, dealt: ExprId) {
    let (two, three) = (make.int(2), make.int(3));
    let own = make.count_low(0, FACE, 3);
    let again = make.local(HITS);
    let (damage, counted) = (make.damage(0), make.local(DEALT));
    let sum = make.binary(BinaryOp::Add, damage, counted);
    let acts = vec![
        make.roll(0, two),
        make.set_damage(0, own),
        Act::Forget(vec![Slot::Wide(0)]),
        make.roll(1, three),
        make.set(HITS, hits),
        make.roll(2, again),
        make.set(DEALT, dealt),
        make.set_damage(1, sum),
    ];
    agree_on(make, vec![acts]);
}

/// How many dice of a pool show at most two and the damage of a token.
fn within(make: &mut Make, pool: u16, token: u16) -> ExprId {
    let (damage, two) = (make.damage(token), make.int(2));
    let most = make.binary(BinaryOp::Add, damage, two);
    make.count_within(pool, FACE, most)
}

#[test]
fn what_all_worlds_have_is_read_of_all() {
    let mut make = Make::new();
    let (hits, dealt) = (within(&mut make, 1, 1), within(&mut make, 2, 1));
    three_worlds(&mut make, hits, dealt);
}

#[test]
fn what_worlds_do_not_share_is_asked_of_each() {
    for (first, second) in [(0, 1), (1, 0), (0, 0)] {
        let mut make = Make::new();
        let (hits, dealt) = (within(&mut make, 1, first), within(&mut make, 2, second));
        three_worlds(&mut make, hits, dealt);
    }
}

/// After some falls alone anything is read that is not the same in all worlds.
#[test]
fn some_falls_look_at_what_worlds_do_not_share() {
    let mut make = Make::new();
    let low = make.count_low(1, FACE, 2);
    let (none, damage) = (make.int(0), make.damage(0));
    let missed = make.binary(BinaryOp::Eq, low, none);
    let hits = make.expr(Expr::If { when: missed, then: damage, other: low }, Ty::Int);
    let dealt = within(&mut make, 2, 1);
    three_worlds(&mut make, hits, dealt);
}
