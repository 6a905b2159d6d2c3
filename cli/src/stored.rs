//! A battle as a file: the record of what was answered, where its content is, and who plays.

use crate::args::Form;
use crate::content::Content;
use crate::faults;
use crate::forms;
use crate::known::Known;
use crate::load;
use crate::outcome::round;
use crate::output::{Failure, Output};
use crate::render::Format;
use crate::seats::Who;
use serde::{Deserialize, Serialize};
use std::path::Path;
use warwright_grammar::source::SourceMap;
use warwright_ir::ValidProgram;
use warwright_runtime::{
    Machine, Parting, Record, RecordFault, ReplayFault, Replayed, Request, RollOf, RollRequest,
    State, Tells, replay_to,
};

/// A battle that is kept: to go on with, to play again, to ask about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// Where its content is.
    pub content: Content,
    /// The sources as they were.
    pub sources: Vec<SourceHash>,
    /// Who plays, where the command line said it.
    pub sides: Vec<(String, Option<Who>)>,
    /// Whether dice are typed in.
    pub typed_dice: bool,
    /// Where the opening is not over and is to be played on with other chance: that of this number.
    #[serde(default, skip_serializing_if = "is_none")]
    pub again: u64,
    /// The battle.
    pub record: Record,
    /// A digest of all the rest, as it was written: what was edited since is found, also where the answers do not show it.
    #[serde(default)]
    pub seal: String,
    /// Whether the file that it was read from is as it was written.
    #[serde(skip)]
    pub edited: bool,
}

/// A source file as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceHash {
    /// Its name as shown.
    pub name: String,
    /// A digest of its text.
    pub hash: String,
}

/// Whether it is the number of the chance with which a battle is played anyway.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_none(again: &u64) -> bool {
    *again == 0
}

/// The hashes of all sources of a program.
pub fn hashes(map: &SourceMap) -> Vec<SourceHash> {
    map.files()
        .map(|(_, file)| {
            let digest = blake3::hash(file.text().as_bytes()).to_hex();
            SourceHash { name: file.name().to_owned(), hash: digest.chars().take(16).collect() }
        })
        .collect()
}

impl Stored {
    /// A battle from a file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is no battle.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let mut stored: Self = forms::read(file)?;
        stored.edited = stored.seal != stored.sealed()?;
        stored.content = stored.content.found_from(file)?;
        Ok(stored)
    }

    /// Writes it to a file, and gives the digest of what was written.
    ///
    /// # Errors
    ///
    /// When the host refuses.
    pub fn write(&self, file: &Path) -> Result<blake3::Hash, Failure> {
        let mut kept = Self { content: self.content.kept_in(file)?, ..self.clone() };
        kept.seal = kept.sealed()?;
        let text = forms::write(&kept, Form::Json)?;
        forms::store(file, &text)?;
        Ok(blake3::hash(text.as_bytes()))
    }

    /// The digest of all but the seal.
    fn sealed(&self) -> Result<String, Failure> {
        let bare = Self { seal: String::new(), ..self.clone() };
        Ok(blake3::hash(forms::write(&bare, Form::Json)?.as_bytes()).to_hex().to_string())
    }

    /// The game that it is played by. Where what is there now is another game or none, and without what was put there since the
    /// battle began it is the game that it was, the battle goes on with that: what is left out is told.
    ///
    /// # Errors
    ///
    /// When what is there now does not compile.
    pub fn game(
        &mut self,
        format: Format,
        out: &mut Output,
    ) -> Result<(ValidProgram, SourceMap), Failure> {
        let path = self.content.path();
        let of_record = |program: &ValidProgram, stored: &Self| {
            stored.record.check(program.program()) != Err(RecordFault::Content)
        };
        let mut said = Output::memory();
        let now = load::program_at(&path, &self.content.sources(), format, &mut said);
        if !now.as_ref().is_ok_and(|(program, _)| of_record(program, self)) {
            let known = Known::new(self.sources.iter().map(|source| source.name.clone()));
            let new = load::names(&path, &self.content.sources()).unwrap_or_default();
            self.content.begun_with(Some(known.clone()));
            let begun = load::program_at(
                &path,
                &self.content.sources(),
                Format::Short,
                &mut Output::memory(),
            );
            if let Ok((program, map)) = begun
                && of_record(&program, self)
            {
                for new in new.iter().filter(|name| !known.has(name)) {
                    out.note(&format!(
                        "{new} is new since this battle began, and left out of it\n"
                    ));
                }
                return Ok((program, map));
            }
            self.content.begun_with(None);
        }
        let (shown, noted) = said.written();
        out.text(shown);
        out.note(noted);
        now
    }

    /// Whether it is as it was written.
    ///
    /// # Errors
    ///
    /// That it is not, in words.
    pub fn unedited(&self) -> Result<(), String> {
        if self.edited {
            return Err(String::from(
                "its file was edited since it was written: it is not the battle that was played",
            ));
        }
        Ok(())
    }

    /// Plays it again to where it ends, if it is of the machine's content. Each time, what was told is given to `hear`.
    ///
    /// # Errors
    ///
    /// Why that cannot be done, in words.
    pub fn replayed(
        &self,
        machine: &Machine,
        map: &SourceMap,
        hear: &mut dyn FnMut(&Tells),
        look: &mut dyn FnMut(&State),
    ) -> Result<Replayed, String> {
        self.record.check(machine.program()).map_err(|fault| self.fault(&fault, map))?;
        let mut enough = |state: &State| {
            look(state);
            false
        };
        let replayed = replay_to(machine, &self.record, hear, &mut enough)
            .map_err(|it| self.parted(it, machine, map))?;
        self.unedited().map(|()| replayed)
    }

    /// Why it does not go as it went, in words.
    pub fn parted(&self, fault: ReplayFault, machine: &Machine, map: &SourceMap) -> String {
        match fault {
            ReplayFault::Record(fault) => self.fault(&fault, map),
            ReplayFault::Play(fault) => faults::words(&fault, machine),
            ReplayFault::Parted(parting) => format!(
                "the same answers lead elsewhere now, from {} on; it was played by another version of warwright, or its file was edited",
                self.place(machine, &parting)
            ),
        }
    }

    /// Where a battle parts from its record, in words.
    pub fn place(&self, machine: &Machine, parting: &Parting) -> String {
        let (program, state) = (machine.program(), &parting.state);
        let rule = machine.rule(state);
        let round =
            round(machine, state).map_or_else(String::new, |round| format!(", round {round}"));
        let asked = match &parting.request {
            Request::Roll(RollRequest { of: RollOf::Items { items, .. }, .. }) => {
                format!("a draw of one of {} in `{rule}`", items.len())
            }
            Request::Roll(roll) => {
                let die = roll
                    .of
                    .die()
                    .and_then(|die| program.dice.get(die))
                    .and_then(|die| program.texts.get(die.name));
                let die = die.map_or("", String::as_str);
                format!("a roll of {} {die} in `{rule}`", roll.count)
            }
            Request::Choose(choose) => {
                let who = machine.name(state, choose.player).unwrap_or_default();
                format!("a choice of {who}: {}", choose.question)
            }
            Request::Over(_) => String::from("the end of the battle"),
        };
        let (number, of) = (parting.answered + 1, self.record.answers.len() + 1);
        format!("request {number} of {of} ({asked}{round})")
    }

    /// The sources that are not as they were: changed and new ones by their names now, then those that are gone.
    pub fn changed(&self, map: &SourceMap) -> Vec<String> {
        let now = hashes(map);
        let missing = |of: &[SourceHash], hash: &str| !of.iter().any(|other| other.hash == hash);
        let mut changed: Vec<String> = now
            .iter()
            .filter(|source| missing(&self.sources, &source.hash))
            .map(|source| source.name.clone())
            .collect();
        // What only lies in another folder now is not gone; what was changed is named already.
        let last = |name: &str| name.rsplit('/').next().map(ToOwned::to_owned);
        let gone = self.sources.iter().filter(|source| missing(&now, &source.hash));
        let gone: Vec<String> = gone
            .filter(|gone| !changed.iter().any(|name| last(name) == last(&gone.name)))
            .map(|source| format!("{} (no longer there)", source.name))
            .collect();
        changed.extend(gone);
        changed
    }

    /// Why it cannot be used, in words.
    pub fn fault(&self, fault: &RecordFault, map: &SourceMap) -> String {
        match fault {
            RecordFault::Version { found } => {
                format!("it is of format {found}, which this version of warwright does not read")
            }
            RecordFault::Scenario { title } => {
                format!("its scenario \"{title}\" is no longer there")
            }
            RecordFault::Content => {
                let changed = self.changed(map);
                if changed.is_empty() {
                    String::from("its content is compiled otherwise than when it was stored")
                } else {
                    format!("its content has changed since it was stored: {}", changed.join(", "))
                }
            }
        }
    }
}
