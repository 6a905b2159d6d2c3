//! Mending: takes what is asked for with what is wrong in it, makes those edits of its diagnostics that leave fewer errors and
//! none that is new, gives the texts as they are then.

use super::{Compiled, untried};
use crate::forms;
use crate::output::{Failure, Output};
use crate::render::escaped;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use warwright_compiler::passes::{Compilation, Options};
use warwright_compiler::roots::{Listed, ReadFault, Request, Root};
use warwright_grammar::diagnostic::{Diagnostic, Edit};
use warwright_grammar::source::SourceMap;

/// How often what is offered is tried.
const MOST_TRIALS: usize = 200;

/// Changed texts, by the names of their files as they are shown.
pub type Texts = BTreeMap<String, String>;

/// What was mended.
#[derive(Debug, Default)]
pub struct Mended {
    /// The files that were changed.
    pub texts: Texts,
    /// What was done, one line each, as `file:line:column: advice`.
    pub done: Vec<String>,
}

/// Mends what is asked for, as far as the edits of its errors do; only files that `may_change` by name and text.
#[must_use]
pub fn mend(
    request: &Request,
    options: &Options,
    may_change: &dyn Fn(&str, &str) -> bool,
) -> Mended {
    let mut mended = Mended::default();
    let (mut refused, mut at_once) = (BTreeSet::new(), true);
    let mut now = compiled(request, options, &Texts::new());
    for _ in 0..MOST_TRIALS {
        let may =
            |name: &str, text: &str| mended.texts.contains_key(name) || may_change(name, text);
        let offers: Vec<Offer> =
            offers(&now, &may).into_iter().filter(|it| !refused.contains(&it.key)).collect();
        // All together where that goes well, else one at a time.
        let chosen = if at_once { apart(&offers) } else { offers.iter().take(1).collect() };
        let Some(first) = chosen.first() else { break };
        let mut texts = mended.texts.clone();
        let edits = chosen.iter().flat_map(|offer| &offer.edits);
        texts.extend(edited(edits, &now.map));
        let then = compiled(request, options, &texts);
        if is_better(&now, &then) {
            mended.done.extend(chosen.iter().map(|offer| offer.line.clone()));
            mended.texts = texts;
            now = then;
        } else if chosen.len() > 1 {
            at_once = false;
        } else {
            refused.insert(first.key.clone());
        }
    }
    mended
}

/// Mends files on disk, and says what was done.
///
/// # Errors
///
/// When the host refuses.
pub fn in_place(request: &Request, options: &Options, out: &mut Output) -> Result<(), Failure> {
    let mended = mend(request, options, &|name, text| held(name).is_some_and(|it| it.1 == text));
    for (name, text) in &mended.texts {
        let Some((as_stored, _)) = held(name) else { continue };
        let lines =
            if as_stored.contains("\r\n") { text.replace('\n', "\r\n") } else { text.clone() };
        forms::store(Path::new(name), &lines)?;
    }
    for line in &mended.done {
        out.note(&format!("mended {}\n", escaped(line)));
    }
    Ok(())
}

/// What a file on disk holds: as it is stored, and as it is read.
fn held(name: &str) -> Option<(String, String)> {
    let as_stored = std::fs::read_to_string(name).ok()?;
    let mut map = SourceMap::new();
    let id = map.add(name, as_stored.as_str());
    let as_read = map.text(id).to_owned();
    Some((as_stored, as_read))
}

/// Whether there are fewer errors, and none that was not there before.
#[must_use]
pub fn is_better(before: &Compilation, after: &Compilation) -> bool {
    let (mut known, then) = (errors(before), errors(after));
    let none_is_new = then.iter().all(|(error, many)| {
        known.get_mut(error).is_some_and(|left| {
            let enough = *left >= *many;
            *left = left.saturating_sub(*many);
            enough
        })
    });
    none_is_new && known.values().sum::<usize>() > 0
}

/// How often each error is told.
fn errors(compilation: &Compilation) -> BTreeMap<(String, String), usize> {
    let mut found = BTreeMap::new();
    for error in compilation.diagnostics.iter().filter(|it| it.is_error()) {
        *found.entry((error.code.to_string(), error.message.clone())).or_default() += 1;
    }
    found
}

/// The files of some edits, after them; of edits that overlap the first is made.
#[must_use]
pub fn edited<'e>(edits: impl IntoIterator<Item = &'e Edit>, map: &SourceMap) -> Texts {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| (edit.span, &edit.replacement));
    let mut texts = Texts::new();
    let mut done = None;
    // From behind, so that what stands before stays where it is.
    for edit in edits.into_iter().rev() {
        let file = map.file_of(edit.span);
        let range = map.range(edit.span);
        if done.is_some_and(|(other, start)| other == file && range.end > start) {
            continue;
        }
        let text =
            texts.entry(map.name(file).to_owned()).or_insert_with(|| map.text(file).to_owned());
        if text.get(range.clone()).is_some() {
            done = Some((file, range.start));
            text.replace_range(range, &edit.replacement);
        }
    }
    texts
}

/// The edits that go with one piece of advice.
struct Offer {
    /// The same for the same advice to the same error, wherever it stands by then.
    key: (String, String, String),
    line: String,
    edits: Vec<Edit>,
}

/// The first advice of each error that an edit carries out.
fn offers(found: &Compilation, may_change: &dyn Fn(&str, &str) -> bool) -> Vec<Offer> {
    let map = &found.map;
    let mut known: BTreeMap<String, bool> = BTreeMap::new();
    let errors = found.diagnostics.iter().filter(|it| Diagnostic::is_error(it));
    errors
        .filter_map(|error| {
            let help = error.help.iter().find(|help| !help.edits.is_empty())?;
            let all = help.edits.iter().all(|edit| {
                let file = map.file_of(edit.span);
                let name = map.name(file);
                *known.entry(name.to_owned()).or_insert_with(|| may_change(name, map.text(file)))
            });
            let at = map.line_col(error.primary.span);
            let name = map.name(map.file_of(error.primary.span));
            let line =
                format!("{name}:{}:{}: {}: {}", at.line, at.column, error.message, help.text);
            let key = (name.to_owned(), error.message.clone(), help.text.clone());
            all.then(|| Offer { key, line, edits: help.edits.clone() })
        })
        .collect()
}

/// Those of which no edit overlaps one of another.
fn apart(offers: &[Offer]) -> Vec<&Offer> {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut chosen = Vec::new();
    for offer in offers {
        let meets = |edit: &Edit| {
            taken.iter().any(|other| {
                edit.span.start() <= other.span.end() && other.span.start() <= edit.span.end()
            })
        };
        if !offer.edits.iter().any(meets) {
            taken.extend(&offer.edits);
            chosen.push(offer);
        }
    }
    chosen
}

/// Compiles with some texts in place of what their files hold; what is offered is not tried.
pub(crate) fn compiled(request: &Request, options: &Options, texts: &Texts) -> Compilation {
    let over = |root: &Arc<dyn Root>| -> Arc<dyn Root> {
        Arc::new(Changed { root: Arc::clone(root), texts: texts.clone() })
    };
    let roots = request.roots.iter().map(over).collect();
    let Compiled { compilation, .. } = untried(&Request { roots, ..request.clone() }, options);
    compilation
}

/// A root some files of which are changed.
#[derive(Debug)]
struct Changed {
    root: Arc<dyn Root>,
    texts: Texts,
}

impl Root for Changed {
    fn name(&self) -> &str {
        self.root.name()
    }

    fn list(&self, folder: &str) -> Result<Vec<Listed>, ReadFault> {
        self.root.list(folder)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadFault> {
        let shown = match self.root.name() {
            "" => path.to_owned(),
            name => format!("{name}/{path}"),
        };
        match self.texts.get(&shown) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.root.read(path),
        }
    }
}
