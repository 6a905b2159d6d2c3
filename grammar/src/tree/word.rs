//! Words: the texts of names, kept once for all names of a file that read alike.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The text of a name. It is one pointer, none for the empty word: names stand in nearly every node of a tree, and most of
/// them read like others.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word(Option<Arc<Box<str>>>);

impl Word {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_deref().map_or("", |text| text)
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Word {
    fn borrow(&self) -> &str {
        self
    }
}

// As text hashes, for it is looked up by text.
impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl AsRef<str> for Word {
    fn as_ref(&self) -> &str {
        self
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self((!text.is_empty()).then(|| Arc::new(text.into())))
    }
}

impl From<&Word> for Word {
    fn from(word: &Word) -> Self {
        word.clone()
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self)
    }
}
