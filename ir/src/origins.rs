//! Where printed values come from.

use crate::{SpanId, TextId};
use serde::{Deserialize, Serialize};

/// One step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// What set it, in words: the declaration, the parent, the erratum's title and item.
    pub words: TextId,
    /// Where.
    pub span: SpanId,
}

/// Of each value of a thing its steps, oldest first. Nearly every value has just one, and there are very many: these stand in one
/// list, eight bytes each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<Origin>>", into = "Vec<Vec<Origin>>")]
pub struct Origins {
    /// The only step of each value; of one with none or several it does not count.
    single: Vec<Origin>,
    /// The steps of those, by position.
    others: Vec<(usize, Box<[Origin]>)>,
}

impl Origins {
    /// Those of so many values, none of which is there yet.
    #[must_use]
    pub fn with_capacity(values: usize) -> Self {
        Self { single: Vec::with_capacity(values), others: Vec::new() }
    }

    /// Adds the steps of the next value.
    pub fn push(&mut self, steps: impl IntoIterator<Item = Origin>) {
        let mut steps = steps.into_iter();
        let (first, second) = (steps.next(), steps.next());
        if first.is_none() || second.is_some() {
            let all = first.into_iter().chain(second).chain(steps).collect();
            self.others.push((self.single.len(), all));
        }
        self.single.push(first.unwrap_or(Origin { words: TextId(0), span: SpanId(0) }));
    }

    /// The steps of the value at a position.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<&[Origin]> {
        let one = self.single.get(position)?;
        let other = self.others.iter().find(|(at, _)| *at == position);
        Some(other.map_or(std::slice::from_ref(one), |(_, steps)| steps))
    }

    /// Of how many values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.single.len()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.single.is_empty()
    }
}

impl From<Vec<Vec<Origin>>> for Origins {
    fn from(all: Vec<Vec<Origin>>) -> Self {
        let mut origins = Self::with_capacity(all.len());
        all.into_iter().for_each(|steps| origins.push(steps));
        origins
    }
}

impl From<Origins> for Vec<Vec<Origin>> {
    fn from(origins: Origins) -> Self {
        (0..origins.len()).filter_map(|at| origins.get(at)).map(<[Origin]>::to_vec).collect()
    }
}
