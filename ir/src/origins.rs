//! Where a printed value comes from.

use crate::{SpanId, TextId};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// One step of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// What set it, in words: the declaration, the parent, the erratum's title and item.
    pub words: TextId,
    /// Where.
    pub span: SpanId,
}

/// Its steps, oldest first. Nearly every value has just one, which needs no list of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Origin>", into = "Vec<Origin>")]
pub enum Origins {
    /// One step.
    One(Origin),
    /// None or several.
    Many(Box<[Origin]>),
}

impl Deref for Origins {
    type Target = [Origin];

    fn deref(&self) -> &[Origin] {
        match self {
            Self::One(origin) => std::slice::from_ref(origin),
            Self::Many(origins) => origins,
        }
    }
}

impl From<Vec<Origin>> for Origins {
    fn from(origins: Vec<Origin>) -> Self {
        match origins.as_slice() {
            [one] => Self::One(*one),
            _ => Self::Many(origins.into()),
        }
    }
}

impl From<Origins> for Vec<Origin> {
    fn from(origins: Origins) -> Self {
        origins.to_vec()
    }
}

impl FromIterator<Origin> for Origins {
    fn from_iter<T: IntoIterator<Item = Origin>>(origins: T) -> Self {
        let mut origins = origins.into_iter();
        match (origins.next(), origins.next()) {
            (Some(one), None) => Self::One(one),
            (first, second) => Self::Many(first.into_iter().chain(second).chain(origins).collect()),
        }
    }
}
