//! Loading: finds the system, gathers the files that belong to it, reads and parses each once.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use warwright_grammar::source::{FileId, SourceMap, Span};
use warwright_grammar::tree::File;
use warwright_grammar::{Diagnostic, side_by_side};

mod beside;
mod telling;

use super::path::{clean, join};
use super::wanted::Names;
use super::{
    ListedKind, Loaded, LoadedFile, MAX_FILES, MAX_FOLDER_DEPTH, MAX_TOTAL_BYTES, ReadFault,
    Request, Root, problems,
};
use beside::misplaced;
use telling::{
    FOLDERS, declared_system, declares_nothing, folder_system, has_system, is_source, long_line,
    meant_as_system, used,
};

/// Everything that a request asks for. What cannot be read is a diagnostic; the rest is given all the same.
#[must_use]
pub fn load(request: &Request) -> Loaded {
    let mut load = Load {
        request,
        loaded: Loaded::default(),
        known: FxHashSet::default(),
        unparsed: Vec::new(),
        bytes: 0,
        full: false,
    };
    // In whatever order they are named, a file has the same number, and so the program is the same.
    let mut asked: Vec<&String> = request.files.iter().collect();
    asked.sort_by_cached_key(|path| (rank(path), path.as_str().to_owned()));
    for path in asked {
        match clean(path) {
            Ok(path) => load.read(0, &path, true),
            Err(fault) => load.fault(0, path, &fault),
        }
    }
    load.parse();
    let system = load.system();
    if let Some((system, supplier)) = &system {
        load.gather(system, *supplier);
        load.parse();
        if !request.scenarios {
            load.wanted(system, *supplier);
        }
        load.uses(system);
        load.beside(system);
    }
    load.empty();
    load.loaded.system = system.map(|(system, _)| system);
    load.loaded.files.sort_by_cached_key(order);
    load.loaded
}

/// The rules themselves first, then the library before what authors add to it: of two declarations of one name the later
/// is the newcomer.
fn order(file: &LoadedFile) -> (bool, Reverse<usize>, u8, String) {
    let rank = rank(&file.path);
    (rank != 0, Reverse(file.root), rank, file.path.clone())
}

/// Files of the system first, then army lists and loose files, errata, battles.
fn rank(path: &str) -> u8 {
    match path.split('/').next() {
        Some("systems") => 0,
        Some("factions") => 1,
        Some("errata") => 3,
        Some("scenarios") => 4,
        _ => 2,
    }
}

struct Load<'r> {
    request: &'r Request,
    loaded: Loaded,
    known: FxHashSet<(usize, String)>,
    /// The files that were read and are not parsed yet.
    unparsed: Vec<Unparsed>,
    bytes: u64,
    full: bool,
}

/// A file whose text was read.
struct Unparsed {
    id: FileId,
    root: usize,
    path: String,
    asked: bool,
}

/// Whether a file is part of the rules of a system themselves, which its tests are not.
fn is_of_system(path: &str, system: &str) -> bool {
    let mut folders = path.split('/');
    folders.next() == Some("systems")
        && folders.next() == Some(system)
        && !folders.any(|folder| folder == "tests")
}

/// Who supplies the system.
type Supplier = Option<usize>;

impl Load<'_> {
    /// The system and the root that supplies it; none of the latter when an asked file is the system itself.
    fn system(&mut self) -> Option<(String, Supplier)> {
        let known = self.known_systems();
        let mut named: Option<(String, Span)> =
            self.request.system.clone().map(|name| (name, Span::default()));
        let mut own = None;
        for file in &self.loaded.files {
            if let Some(name) = declared_system(&file.tree) {
                own = own.or(Some(name.text.to_string()));
                named = named.or(Some((name.text.to_string(), name.span)));
            }
            // The folder of a game says of which one a file is, whatever the file says.
            let folder = folder_system(&file.path).filter(|name| known.iter().any(|it| it == name));
            if let Some(name) = folder {
                named = named.or(Some((name.to_owned(), file.tree.span.before())));
            }
            if let Some(name) = used(&file.tree).next() {
                named = named.or(Some((name.text.to_string(), name.span)));
            }
            if let Some(name) = folder_system(&file.path) {
                named = named.or(Some((name.to_owned(), file.tree.span.before())));
            }
        }
        let Some((system, span)) = named else {
            let mut files = self.loaded.files.iter().filter(|file| !declares_nothing(&file.tree));
            if let Some(file) = files.next() {
                self.loaded.diagnostics.push(match meant_as_system(&file.tree) {
                    Some(word) => problems::meant_as_system(word),
                    None => problems::no_system(file.tree.span.before(), &known),
                });
            }
            return None;
        };
        let supplier = self.request.roots.iter().position(|root| has_system(&**root, &system));
        let declared_here = own.as_deref() == Some(&system);
        let own_folder = self
            .loaded
            .files
            .iter()
            .any(|file| file.path.starts_with(&format!("systems/{system}/")));
        if declared_here && !own_folder {
            return Some((system, None));
        }
        if supplier.is_none() {
            let span = if span == Span::default() { self.of_system(&system) } else { span };
            self.loaded.diagnostics.push(problems::unknown_system(&system, span, &known));
            return None;
        }
        if let Some(root) = supplier
            && let Some(path) = self.in_place_of(root, &system)
        {
            self.read(root, &path, false);
            self.parse();
            let mut files = self.loaded.files.iter();
            let file = files.find(|file| file.root == root && *file.path == *path);
            if let Some(span) = file.map(|file| file.tree.span.before()) {
                self.loaded.diagnostics.push(problems::in_place_of(&system, &path, span));
                return None;
            }
        }
        Some((system, supplier))
    }

    /// The file by which a root stands in for a system that it does not declare, while a further root has it.
    fn in_place_of(&mut self, root: usize, system: &str) -> Option<String> {
        let mut others = self.request.roots.iter().skip(root.saturating_add(1));
        if !others.any(|other| has_system(&**other, system)) {
            return None;
        }
        let paths = self.below(root, &format!("systems/{system}"), 0);
        let declares = |path: &String| {
            let file = self.parsed_apart(root, path);
            file.is_some_and(|file| declared_system(&file).is_some_and(|it| &*it.text == system))
        };
        if paths.iter().any(declares) {
            return None;
        }
        paths.into_iter().next()
    }

    /// Every system of every root, for suggestions.
    fn known_systems(&self) -> Vec<String> {
        let mut known = BTreeSet::new();
        for root in &self.request.roots {
            for listed in root.list("systems").unwrap_or_default() {
                if listed.what == ListedKind::Folder {
                    known.insert(listed.name);
                }
            }
        }
        known.into_iter().collect()
    }

    /// Reads the folders that belong to a system.
    fn gather(&mut self, system: &str, supplier: Supplier) {
        self.loaded.without_tests = self.added_to(system);
        if let Some(root) = supplier {
            self.folder(root, &format!("systems/{system}"), 0);
            self.conformance(root, &format!("systems/{system}/conformance.md"));
        }
        for root in self.roots_with_content(supplier) {
            self.folder(root, &format!("factions/{system}"), 0);
            self.folder(root, &format!("errata/{system}"), 0);
            if self.request.scenarios {
                self.folder(root, &format!("scenarios/{system}"), 0);
            }
        }
    }

    /// The library, where an author adds to its game: its tests speak of the game as it is without that.
    fn added_to(&self, system: &str) -> Option<usize> {
        let last = self.request.roots.len().checked_sub(1)?;
        let adds = |root: &Arc<dyn Root>| {
            ["systems", "factions", "errata", "scenarios"].iter().any(|folder| {
                let listed = root.list(&format!("{folder}/{system}"));
                listed.is_ok_and(|listed| !listed.is_empty())
            })
        };
        let own = self.loaded.files.iter().any(|file| file.root != last)
            || self.request.roots.iter().take(last).any(adds);
        (self.request.with_library && own).then_some(last)
    }

    /// The roots whose content belongs to a system of that supplier.
    fn roots_with_content(&self, supplier: Supplier) -> impl Iterator<Item = usize> + use<> {
        let last = self.request.roots.len().saturating_sub(1);
        // The library's army lists are written for the library's own rules.
        let left_out = self.request.with_library && supplier != Some(last);
        (0..self.request.roots.len()).filter(move |root| !(left_out && *root == last))
    }

    /// Reads the files of battles in which the rosters and battles stand that the files so far name and do not declare.
    fn wanted(&mut self, system: &str, supplier: Supplier) {
        let mut open = self.open();
        if open.is_empty() {
            return;
        }
        let mut offered: Vec<(usize, String, Names)> = Vec::new();
        for root in self.roots_with_content(supplier) {
            for path in self.below(root, &format!("scenarios/{system}"), 0) {
                let declared = self.declared(root, &path);
                offered.push((root, path, declared));
            }
        }
        while let Some(at) = offered.iter().position(|(.., declared)| declared.meet(&open)) {
            let (root, path, _) = offered.remove(at);
            self.read(root, &path, false);
            self.parse();
            open = self.open();
        }
    }

    /// What the files so far name and do not declare.
    fn open(&self) -> Names {
        let (mut named, mut declared) = (Names::default(), Names::default());
        for file in &self.loaded.files {
            named.add(Names::named(&file.tree));
            declared.add(Names::declared(&file.tree));
        }
        named.without(&declared)
    }

    /// What a file declares that is no part of the game as yet.
    fn declared(&self, root: usize, path: &str) -> Names {
        self.parsed_apart(root, path).map_or_else(Names::default, |file| Names::declared(&file))
    }

    /// A file that is no part of the game as yet.
    fn parsed_apart(&self, root: usize, path: &str) -> Option<File> {
        let text = String::from_utf8(self.request.roots.get(root)?.read(path).ok()?).ok()?;
        let mut apart = SourceMap::new();
        let id = apart.add(path, text);
        Some(warwright_grammar::parse(&apart, id).0)
    }

    /// Reports files that are for another system.
    fn uses(&mut self, system: &str) {
        let mut found = Vec::new();
        for file in &self.loaded.files {
            for name in used(&file.tree).chain(declared_system(&file.tree)) {
                if &*name.text != system {
                    found.push(problems::other_system(name, system, folder_system(&file.path)));
                }
            }
        }
        for file in &self.loaded.files {
            let declares = declared_system(&file.tree).is_some();
            let says_so = declares || used(&file.tree).next().is_some();
            if !says_so && !is_of_system(&file.path, system) && !file.tree.items.is_empty() {
                found.push(problems::without_use(system, file.tree.span.before()));
            }
        }
        let of_other = |file: &LoadedFile| {
            used(&file.tree).chain(declared_system(&file.tree)).any(|name| &*name.text != system)
        };
        for file in self.loaded.files.iter().filter(|file| !of_other(file)) {
            let place = misplaced(&file.path, system);
            let start = file.tree.span.before();
            found.extend(place.map(|place| problems::misplaced(&file.path, &place, start)));
        }
        self.loaded.diagnostics.extend(found);
    }

    /// Reports files in which nothing stands.
    fn empty(&mut self) {
        let Loaded { files, sources, diagnostics, .. } = &mut self.loaded;
        let told: FxHashSet<FileId> =
            diagnostics.iter().map(|it| sources.file_of(it.primary.span)).collect();
        let empty = files
            .iter()
            .filter(|file| declares_nothing(&file.tree) && !told.contains(&file.tree.id));
        diagnostics.extend(empty.map(|file| problems::empty(sources, file.tree.id)));
    }

    fn folder(&mut self, root: usize, folder: &str, depth: usize) {
        for path in self.below(root, folder, depth) {
            self.read(root, &path, false);
        }
    }

    /// The files in a folder and those below it.
    fn below(&mut self, root: usize, folder: &str, depth: usize) -> Vec<String> {
        let mut paths = Vec::new();
        let Some(source) = self.request.roots.get(root).map(Arc::clone) else { return paths };
        if depth > MAX_FOLDER_DEPTH {
            let shown = self.shown(root, folder);
            let span = self.blank(&shown);
            self.loaded.diagnostics.push(problems::too_deep(&shown, span));
            return paths;
        }
        let listed = match source.list(folder) {
            Ok(listed) => listed,
            Err(fault) => {
                self.fault(root, folder, &fault);
                return paths;
            }
        };
        let wanted = self.request.tests && self.loaded.without_tests != Some(root);
        for entry in listed {
            let path = join(folder, &entry.name);
            if entry.name.starts_with('.') {
                continue;
            }
            match entry.what {
                ListedKind::Folder if entry.name == "tests" && !wanted => {}
                ListedKind::Folder => paths.extend(self.below(root, &path, depth + 1)),
                ListedKind::File(_) if is_source(&path) => paths.push(path),
                ListedKind::Link => self.fault(root, &path, &ReadFault::Link),
                ListedKind::File(_) | ListedKind::Other => {}
            }
        }
        paths
    }

    /// Reads a file, unless it was already.
    fn read(&mut self, root: usize, path: &str, asked: bool) {
        if self.full || !self.known.insert((root, path.to_owned())) {
            return;
        }
        let Some(source) = self.request.roots.get(root).map(Arc::clone) else { return };
        let bytes = match source.read(path) {
            Ok(bytes) => bytes,
            Err(fault) => return self.fault(root, path, &fault),
        };
        let shown = self.shown(root, path);
        self.bytes = self.bytes.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        let files = self.loaded.files.len() + self.unparsed.len();
        if files >= MAX_FILES || self.bytes > MAX_TOTAL_BYTES {
            self.full = true;
            let span = self.blank(&shown);
            self.loaded.diagnostics.push(problems::too_many(span));
            return;
        }
        let Some(id) = self.text(&shown, bytes) else { return };
        self.unparsed.push(Unparsed { id, root, path: path.to_owned(), asked });
    }

    /// Parses what was read.
    fn parse(&mut self) {
        let unparsed = std::mem::take(&mut self.unparsed);
        let parsed = side_by_side(unparsed.len(), |at| {
            let id = unparsed.get(at)?.id;
            let before = self.parsed_before(id).map(|tree| (tree, Vec::new()));
            Some(before.unwrap_or_else(|| warwright_grammar::parse(&self.loaded.sources, id)))
        });
        for (file, (tree, found)) in unparsed.into_iter().zip(parsed.into_iter().flatten()) {
            let Unparsed { root, path, asked, .. } = file;
            self.loaded.diagnostics.extend(found);
            self.loaded.files.push(LoadedFile { tree, root, path, asked });
        }
    }

    /// The tree of a file of the same text and the same spans that was loaded before, of which nothing was said.
    fn parsed_before(&self, id: FileId) -> Option<File> {
        let before = self.request.before.as_deref()?;
        let said = |it: &Diagnostic| before.sources.file_of(it.primary.span) == id;
        if before.diagnostics.iter().any(said) {
            return None;
        }
        let file = before.files.iter().find(|file| file.tree.id == id)?;
        let now = &self.loaded.sources;
        let same =
            before.sources.whole(id) == now.whole(id) && before.sources.text(id) == now.text(id);
        same.then(|| file.tree.clone())
    }

    fn conformance(&mut self, root: usize, path: &str) {
        let Some(source) = self.request.roots.get(root).map(Arc::clone) else { return };
        match source.read(path) {
            Ok(bytes) => {
                let shown = self.shown(root, path);
                self.loaded.conformance = self.text(&shown, bytes);
            }
            Err(ReadFault::Missing) => {}
            Err(fault) => self.fault(root, path, &fault),
        }
    }

    /// Adds a text to the sources; reported when it is none.
    fn text(&mut self, shown: &str, bytes: Vec<u8>) -> Option<FileId> {
        match String::from_utf8(bytes) {
            // Every second byte is none where a text is not of bytes but of pairs of them.
            Ok(text) => match (text.find('\0'), long_line(&text)) {
                (Some(offset), _) => self.no_text(shown, offset),
                (None, None) => Some(self.loaded.sources.add(shown, text)),
                (None, Some(long)) => {
                    // Of the line as much is kept as is shown.
                    let begins = text.get(..long.end).unwrap_or_default();
                    let id = self.loaded.sources.add(shown, begins.to_owned());
                    let part = self.loaded.sources.whole(id).part(long);
                    self.loaded.diagnostics.push(problems::long_line(part));
                    None
                }
            },
            Err(fault) => self.no_text(shown, fault.utf8_error().valid_up_to()),
        }
    }

    fn no_text(&mut self, shown: &str, offset: usize) -> Option<FileId> {
        let span = self.blank(shown);
        self.loaded.diagnostics.push(problems::not_text(shown, offset, span));
        None
    }

    fn fault(&mut self, root: usize, path: &str, fault: &ReadFault) {
        let shown = self.shown(root, path);
        let span = self.blank(&shown);
        self.loaded.diagnostics.push(problems::unreadable(&shown, fault, span));
    }

    /// A place in a file that has no text.
    fn blank(&mut self, shown: &str) -> Span {
        let id = self.loaded.sources.add(shown, "");
        self.loaded.sources.whole(id)
    }

    fn shown(&self, root: usize, path: &str) -> String {
        let name = self.request.roots.get(root).map_or("", |root| root.name());
        join(name, path)
    }
}
