//! Parts of a simulation: written, read and merged.

use super::Shard;

#[test]
fn shards_have_each_lot_once() {
    for (all, of) in [(10, 3), (7, 7), (5, 8), (1, 1), (0, 2)] {
        let mut lots: Vec<u64> = (1..=of)
            .map(|number| Shard { number, of })
            .flat_map(|shard| (0..shard.lots(all)).map(move |own| shard.lot(own)))
            .collect();
        lots.sort_unstable();
        assert_eq!(lots, (0..all).collect::<Vec<_>>());
    }
}
