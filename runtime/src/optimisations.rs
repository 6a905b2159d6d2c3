//! What makes a machine fast and changes nothing but time: each shortcut with a switch, so that a battle can be played without it.

/// Which shortcuts a machine takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimisations {
    /// Locals that nothing reads any more are emptied.
    pub forgetting: bool,
    /// Of the places for a piece those are looked at first that whoever is asked wants most.
    pub places: bool,
    /// Whoever follows a policy ranks by the true state, where that reads nothing that is hidden.
    pub blind: bool,
    /// Values of functions and permissions are kept until something is written that they rest on.
    pub caches: bool,
    /// What an action is for is sought only among what its requirements leave, and requirements are asked as soon as they can be.
    pub narrowing: bool,
    /// Actions that whoever is asked never takes are not listed, where there is anything else.
    pub shunning: bool,
    /// Values that are seldom asked for again, or are little work, are not kept.
    pub paying: bool,
    /// Expressions and rules are made into code, which is run instead of the tree.
    pub code: bool,
    /// Instructions of code that often follow each other are one.
    pub pairing: bool,
    /// Acts and runs are made into code too, and seeded dice that nobody watches fall where they are rolled.
    pub acts: bool,
    /// Stages of a step on which nothing hangs are passed over, and what has nothing but its body needs none.
    pub skipping: bool,
    /// Of items that must touch something, those far from it are not asked.
    pub near: bool,
    /// Values of the board that are the same for all items of a set or question are made once.
    pub steady: bool,
    /// All of a kind that belong to a player are found by the player.
    pub owned: bool,
    /// Conditions that take long are asked last, where the least of something is sought.
    pub late: bool,
    /// Where odds are worked out, states and tables are used again.
    pub spare: bool,
    /// Where odds are worked out, faces that no rule tells apart are one.
    pub classes: bool,
    /// Where odds are worked out, a stretch that looks at nothing in which worlds differ is run once for all of them.
    pub apart: bool,
}

impl Optimisations {
    /// Every shortcut.
    pub const fn all() -> Self {
        Self::each(true)
    }

    /// None of them.
    pub const fn none() -> Self {
        Self::each(false)
    }

    const fn each(on: bool) -> Self {
        Self {
            forgetting: on,
            places: on,
            blind: on,
            caches: on,
            narrowing: on,
            shunning: on,
            paying: on,
            code: on,
            pairing: on,
            acts: on,
            skipping: on,
            near: on,
            steady: on,
            owned: on,
            late: on,
            spare: on,
            classes: on,
            apart: on,
        }
    }

    /// All but one, for each of them, by its name.
    pub fn all_but_one() -> Vec<(&'static str, Self)> {
        let all = Self::all();
        vec![
            ("forgetting", Self { forgetting: false, ..all }),
            ("places", Self { places: false, ..all }),
            ("blind", Self { blind: false, ..all }),
            ("caches", Self { caches: false, ..all }),
            ("narrowing", Self { narrowing: false, ..all }),
            ("shunning", Self { shunning: false, ..all }),
            ("paying", Self { paying: false, ..all }),
            ("code", Self { code: false, ..all }),
            ("pairing", Self { pairing: false, ..all }),
            ("acts", Self { acts: false, ..all }),
            ("skipping", Self { skipping: false, ..all }),
            ("near", Self { near: false, ..all }),
            ("steady", Self { steady: false, ..all }),
            ("owned", Self { owned: false, ..all }),
            ("late", Self { late: false, ..all }),
            ("spare", Self { spare: false, ..all }),
            ("classes", Self { classes: false, ..all }),
            ("apart", Self { apart: false, ..all }),
        ]
    }

    /// Those of a machine that notes what has an effect: it must see every rule asked, and in its place.
    pub(crate) const fn watching() -> Self {
        Self {
            places: false,
            caches: false,
            narrowing: false,
            shunning: false,
            code: false,
            acts: false,
            steady: false,
            late: false,
            ..Self::all()
        }
    }
}

impl Default for Optimisations {
    fn default() -> Self {
        Self::all()
    }
}
