//! A list that nearly always is empty: one word long then, and as a field always.

use std::ops::{Deref, DerefMut};

/// Items in order. Of a thing that there is very often (an entity) and that rarely has any, this is a third of a `Vec`.
#[expect(clippy::box_collection, reason = "a list that is empty takes one word instead of three")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Few<T>(Option<Box<Vec<T>>>);

impl<T> Few<T> {
    /// Without items.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        self.0.get_or_insert_default().push(item);
    }

    /// Keeps the items for which `keep` is true.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        if let Some(items) = &mut self.0 {
            items.retain(keep);
        }
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }
}

impl<T> DerefMut for Few<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_deref_mut().map_or(&mut [], Vec::as_mut_slice)
    }
}

impl<T> From<Vec<T>> for Few<T> {
    fn from(items: Vec<T>) -> Self {
        Self((!items.is_empty()).then(|| Box::new(items)))
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<T> Extend<T> for Few<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl<'f, T> IntoIterator for &'f Few<T> {
    type Item = &'f T;
    type IntoIter = std::slice::Iter<'f, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'f, T> IntoIterator for &'f mut Few<T> {
    type Item = &'f mut T;
    type IntoIter = std::slice::IterMut<'f, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
