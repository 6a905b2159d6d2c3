//! The typed arena: a vector that is read by ids of one kind only. The one place of this crate that indexes.

use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// An id of some arena: a position that cannot be mixed up with a position of another arena.
pub trait Id: Copy {
    /// The id of the `position`-th item.
    fn new(position: usize) -> Self;
    /// The position of the item.
    fn position(self) -> usize;
}

/// Items of type `T`, read by ids of type `I`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Arena<I, T> {
    items: Vec<T>,
    #[serde(skip)]
    id: PhantomData<I>,
}

impl<I: Id, T> Arena<I, T> {
    /// An arena without items.
    pub const fn new() -> Self {
        Self { items: Vec::new(), id: PhantomData }
    }
    /// Adds an item and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::new(self.items.len() - 1)
    }
    /// Makes room for so many more items.
    pub fn reserve(&mut self, items: usize) {
        self.items.reserve_exact(items);
    }
    /// The id that the next item will get.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }
    /// The item. Like the brackets, which clippy flags wherever they stand: for ids that a check has found to be in range,
    /// and else a panic, so that a broken rule of this crate is heard at once.
    #[expect(
        clippy::indexing_slicing,
        reason = "ids of a validated program are in range; this is what validation is for"
    )]
    pub fn at(&self, id: I) -> &T {
        &self.items[id.position()]
    }
    /// The item, or nothing where the id is beyond the end (only a damaged program has such ids).
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.position())
    }
    /// The item to change, or nothing where the id is beyond the end.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.position())
    }
    /// Changes the item, where the id names one.
    pub fn update(&mut self, id: I, change: impl FnOnce(&mut T)) {
        if let Some(item) = self.get_mut(id) {
            change(item);
        }
    }
    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// Whether `id` names an item.
    pub fn contains(&self, id: I) -> bool {
        id.position() < self.items.len()
    }
    /// All items with their ids, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(position, item)| (I::new(position), item))
    }
    /// All items to change, with their ids, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (I, &mut T)> {
        self.items.iter_mut().enumerate().map(|(position, item)| (I::new(position), item))
    }
    /// All items, in order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// All items to change, in order.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// All items, in order, which are the caller's then.
    pub fn into_values(self) -> std::vec::IntoIter<T> {
        self.items.into_iter()
    }
    /// All ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
}

impl<I, T> From<Vec<T>> for Arena<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self { items, id: PhantomData }
    }
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "ids of a validated program are in range; this is what validation is for"
)]
impl<I: Id, T> std::ops::Index<I> for Arena<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.position()]
    }
}

#[expect(
    clippy::indexing_slicing,
    reason = "ids of an arena come from that arena while the program is built"
)]
impl<I: Id, T> std::ops::IndexMut<I> for Arena<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.position()]
    }
}
