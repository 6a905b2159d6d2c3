//! Which of several things count where some go over others: what is gone over by one that counts does not count, and goes
//! over nothing itself (the grounded extension of an argumentation framework).

use smallvec::SmallVec;

/// What is known of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Open,
    Counts,
    Struck(usize),
}

/// For each of `count` things the one on whose account it does not count; `goes_over(one, other)`: where the one counts, the
/// other does not. Of those that go over each other in a circle all count. The later ones are asked first.
pub(crate) fn struck_by(
    count: usize,
    goes_over: impl Fn(usize, usize) -> bool,
) -> SmallVec<[Option<usize>; 12]> {
    let mut all: SmallVec<[Standing; 12]> = SmallVec::from_elem(Standing::Open, count);
    loop {
        let open = |at: &usize| all.get(*at) == Some(&Standing::Open);
        let free = |at: &usize| {
            open(at) && !(0..count).filter(open).any(|other| other != *at && goes_over(other, *at))
        };
        let Some(next) = (0..count).rev().find(free) else { break };
        for (at, standing) in all.iter_mut().enumerate() {
            if at == next {
                *standing = Standing::Counts;
            } else if *standing == Standing::Open && goes_over(next, at) {
                *standing = Standing::Struck(next);
            }
        }
    }
    let struck = all.iter().map(|standing| match standing {
        Standing::Struck(by) => Some(*by),
        Standing::Open | Standing::Counts => None,
    });
    struck.collect()
}
