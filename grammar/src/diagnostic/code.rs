//! The stable number of a diagnostic, as `WW0412`, and what the table of codes says of it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::codes::TABLE;

/// The stable number of a diagnostic; displayed as `WW0412`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub(super) u16);

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing can be built.
    Error,
    /// Probably not what was meant.
    Warning,
}

/// One line of the table of codes.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// A short name in kebab-case, also the name of its page in the documentation.
    pub slug: &'static str,
    /// What it is unless the raiser says otherwise.
    pub severity: Severity,
    /// One line that says what kind of mistake this is.
    pub title: &'static str,
}

impl Code {
    /// The bare number, `412` for `WW0412`.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The line of the table.
    #[must_use]
    pub fn info(self) -> Option<&'static CodeInfo> {
        TABLE.iter().find(|info| info.code == self)
    }

    /// Every code with its line, in order of the table.
    #[must_use]
    pub const fn all() -> &'static [CodeInfo] {
        TABLE
    }

    /// The severity that the table gives.
    #[must_use]
    pub fn severity(self) -> Severity {
        self.info().map_or(Severity::Error, |info| info.severity)
    }

    /// The slug that the table gives.
    #[must_use]
    pub fn slug(self) -> &'static str {
        self.info().map_or("", |info| info.slug)
    }

    /// The title that the table gives.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.info().map_or("", |info| info.title)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WW{:04}", self.0)
    }
}

impl FromStr for Code {
    type Err = String;

    /// Reads `WW0412`, `ww0412`, `0412`, or a slug.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bare = text.trim();
        let digits = bare.strip_prefix("WW").or_else(|| bare.strip_prefix("ww")).unwrap_or(bare);
        let number = digits.parse::<u16>().ok();
        TABLE
            .iter()
            .find(|info| Some(info.code.0) == number || info.slug == bare)
            .map(|info| info.code)
            .ok_or_else(|| format!("there is no code `{bare}`"))
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
