//! A made-up game for the tests of the stages before types.

use std::sync::Arc;

use warwright_grammar::{Diagnostic, Sink};

use warwright_compiler::assemble::assemble;
use warwright_compiler::errata::AsOf;
use warwright_compiler::like::{Content, Entity, Found, Said, Tables};
use warwright_compiler::names::KindIndex;
use warwright_compiler::roots::{Loaded, MemoryRoot, Request, load};
use warwright_compiler::rosters::Rosters;

/// The rules of the made-up game.
pub(crate) const SYSTEM: &str = r#"
system trial { measure in }
enum Rank { plain, chief }
enum Tint { red, blue }
kind token is piece {
  profile dice: int 0..20 as hit
  profile skill, power: int as hit
  profile guard: int
  profile move: length
  profile rank: Rank = plain
  profile tints: list of Tint = {}
  profile tall: bool = false
  profile points: int
  state dents: int = 0
  derive wide: int = reach + 1
  forms
}
kind gem is thing {
  profile points: int
  profile weight: int = 1
}
quantity speed(u: token): length favours u = u.move
table toll(rank: Rank, tint: Tint): int {
        | red | blue
  plain | 1   | 2
  chief | 3   | 4
}
table lot by 2d6 { 2..6 | 1 ; 7..12 | 2 }
ruling reach: int = 2 "A-01"
ability Spiked for token {
  text: Spikes.
}
ability Winged for token {
  text: Wings.
}
ability Loud for token {
  modify speed as u by +1" "first drum"
  modify speed as u by +2" when u.dents > 0 "second drum"
}
"#;

/// The made-up game with one more file of content.
pub(crate) fn game(text: &str) -> Loaded {
    games(&[("factions/trial/a.ww", text)])
}

/// The made-up game with some more files.
pub(crate) fn games(files: &[(&str, &str)]) -> Loaded {
    let mut root = MemoryRoot::new("").with("systems/trial/trial.ww", SYSTEM);
    // A file that declares nothing is told of.
    for (path, text) in files.iter().filter(|(_, text)| !text.is_empty()) {
        root.insert(*path, format!("use trial\n{text}"));
    }
    let request = Request {
        roots: vec![Arc::new(root)],
        system: Some("trial".to_owned()),
        scenarios: true,
        tests: true,
        ..Request::default()
    };
    let loaded = load(&request);
    assert!(loaded.diagnostics.is_empty(), "{}", shown(&loaded, &loaded.diagnostics));
    loaded
}

/// Diagnostics on a line each, with what they point at.
pub(crate) fn shown(loaded: &Loaded, found: &[Diagnostic]) -> String {
    let line = |found: &Diagnostic| {
        let at = loaded.sources.slice(found.primary.span);
        format!("{} {} @ {at:?} <- {}", found.code, found.message, found.primary.text)
    };
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// What a game comes to.
pub(crate) struct Trial<'t> {
    pub(crate) loaded: &'t Loaded,
    pub(crate) content: Content<'t>,
    pub(crate) rosters: Rosters<'t>,
    pub(crate) found: Vec<Diagnostic>,
}

pub(crate) fn trial(loaded: &Loaded) -> Trial<'_> {
    trial_as_of(loaded, AsOf::Newest)
}

pub(crate) fn trial_as_of(loaded: &Loaded, as_of: AsOf) -> Trial<'_> {
    let mut sink = Sink::new();
    let (content, rosters) = assemble(loaded, Tables::default(), as_of, &mut sink);
    Trial { loaded, content, rosters, found: sink.into_sorted() }
}

impl<'t> Trial<'t> {
    /// The numbers of what was reported.
    pub(crate) fn codes(&self) -> Vec<u16> {
        self.found.iter().map(|found| found.code.number()).collect()
    }

    /// Nothing was reported.
    pub(crate) fn clean(self) -> Self {
        assert!(self.found.is_empty(), "{}", shown(self.loaded, &self.found));
        self
    }

    /// The only thing that was reported.
    pub(crate) fn only(&self, code: u16) -> &Diagnostic {
        assert_eq!(self.codes(), [code], "{}", shown(self.loaded, &self.found));
        self.found.first().expect("one diagnostic")
    }

    pub(crate) fn entity(&self, name: &str) -> &Entity<'t> {
        let Found::One(id) = self.content.find(None::<KindIndex>, name, None) else {
            panic!("no single entity {name}");
        };
        self.content.entity(id).expect("the entity that was found")
    }

    /// What an entity says of a profile, as written; `?` when it says nothing.
    pub(crate) fn says(&self, name: &str, profile: &str) -> String {
        self.says_of(self.entity(name), profile)
    }

    pub(crate) fn says_of(&self, entity: &Entity<'t>, profile: &str) -> String {
        let shape = self.content.index.shape(entity.kind).expect("its kind");
        let (position, _) = shape.profile(profile).expect("a profile of that name");
        let given = entity.fields.get(position).and_then(Option::as_ref);
        match given.map(|given| &given.said) {
            None => "?".to_owned(),
            Some(Said::Default(_)) => "default".to_owned(),
            Some(Said::Nothing(_)) => "-".to_owned(),
            Some(Said::Yes(_)) => "yes".to_owned(),
            Some(Said::Number(number)) => number.0.to_string(),
            Some(Said::Figure { span, .. }) => self.loaded.sources.slice(*span).to_owned(),
            Some(Said::Value(expr)) => self.loaded.sources.slice(expr.span).to_owned(),
            Some(Said::List(items)) => {
                let items: Vec<&str> =
                    items.0.iter().map(|item| self.loaded.sources.slice(item.value.span)).collect();
                items.join(", ")
            }
        }
    }

    pub(crate) fn abilities(&self, name: &str) -> Vec<&str> {
        let entity = self.entity(name);
        entity.abilities.iter().map(|item| self.loaded.sources.slice(item.value.span)).collect()
    }

    /// The history of a figure in words.
    pub(crate) fn history(&self, name: &str, profile: &str) -> Vec<String> {
        let Found::One(id) = self.content.find(None, name, None) else {
            panic!("no single entity {name}");
        };
        let shape = self.content.index.shape(self.entity(name).kind).expect("its kind");
        let (position, _) = shape.profile(profile).expect("a profile of that name");
        let steps = self.content.field_history(id, position);
        steps.into_iter().map(|(words, _)| words).collect()
    }
}
