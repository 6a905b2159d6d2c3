//! Nodes of the syntax tree as they stand after errata: borrowed from a file, or changed and shared.

use std::ops::Deref;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use warwright_grammar::source::Span;
use warwright_grammar::tree::Name;

/// The declarations of one namespace by name, in the order of their files.
pub type Names<'t, T> = IndexMap<&'t str, Declared<'t, T>, FxBuildHasher>;

/// A node: as written, or as errata changed it (spans of what was not changed are those of the file).
#[derive(Debug)]
pub enum Node<'t, T> {
    /// As written.
    Written(&'t T),
    /// Changed by errata.
    Changed(Arc<T>),
}

/// A named declaration.
#[derive(Debug)]
pub struct Declared<'t, T> {
    /// What is declared.
    pub node: Node<'t, T>,
    /// Where its name stands.
    pub name: Span,
    /// The faction in whose braces it stands.
    pub faction: Option<&'t Name>,
}

impl<T> Deref for Node<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Written(node) => node,
            Self::Changed(node) => node,
        }
    }
}

impl<T> Deref for Declared<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.node
    }
}

impl<T> Clone for Node<'_, T> {
    fn clone(&self) -> Self {
        match self {
            Self::Written(node) => Self::Written(node),
            Self::Changed(node) => Self::Changed(Arc::clone(node)),
        }
    }
}

impl<T> Clone for Declared<'_, T> {
    fn clone(&self) -> Self {
        Self { node: self.node.clone(), name: self.name, faction: self.faction }
    }
}

impl<T: Clone> Node<'_, T> {
    /// Changes the node: a copy is made the first time.
    pub fn edit<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        match self {
            Self::Written(node) => {
                let mut copy = node.clone();
                let result = change(&mut copy);
                *self = Self::Changed(Arc::new(copy));
                result
            }
            Self::Changed(node) => change(Arc::make_mut(node)),
        }
    }
}
