//! Diagnostics of roots and files.

use warwright_grammar::source::{FileId, SourceMap, Span};
use warwright_grammar::tree::Name;
use warwright_grammar::{Diagnostic, codes};
use warwright_ir::MAX_TEXT_BYTES;

use super::{MAX_FILE_BYTES, MAX_FILES, MAX_FOLDER_DEPTH, MAX_TOTAL_BYTES, ReadFault};
use crate::wording::suggest;

/// A file or folder that cannot be read; the span is the empty start of a file of that name.
pub(super) fn unreadable(shown: &str, fault: &ReadFault, span: Span) -> Diagnostic {
    match fault {
        ReadFault::Missing => {
            Diagnostic::at(codes::UNREADABLE_FILE, span).says(format!("there is no file `{shown}`"))
        }
        ReadFault::Link => {
            Diagnostic::at(codes::LINK_IN_ROOT, span)
                .says(format!("`{shown}` is a link, and links are not followed"))
                .help("put the file itself there, or give its folder as a root of its own: `--root FOLDER`")
        }
        ReadFault::Outside => Diagnostic::at(codes::OUTSIDE_ROOT, span)
            .says(format!("`{shown}` leads out of its root"))
            .help("a path stands below its root and has no `..`; another folder is given with `--root FOLDER`"),
        ReadFault::TooLarge(bytes) => Diagnostic::at(codes::FILE_TOO_LARGE, span)
            .says(format!("`{shown}` has {bytes} bytes, and a file may have {MAX_FILE_BYTES}"))
            .help("split it into several files"),
        ReadFault::Failed(why) => Diagnostic::at(codes::UNREADABLE_FILE, span)
            .says(format!("`{shown}` cannot be read: {why}")),
    }
}

/// A file of content that does not say whose words it writes in.
pub(super) fn without_use(system: &str, start: Span) -> Diagnostic {
    Diagnostic::at(codes::MISSING_USE, start)
        .says(format!("the words of `{system}` are used without `use`"))
        .label("the file does not say which game it is for")
        .fix("say it first", start, format!("use {system}\n\n"))
}

/// A file that is read where it is asked for, and by no game.
pub(super) fn misplaced(path: &str, folder: &str, start: Span) -> Diagnostic {
    Diagnostic::warning(codes::MEMBER_OUT_OF_PLACE, start)
        .says(format!("`{path}` lies where no game looks for it"))
        .label(
            "read where it is asked for by its path, and by no game that is asked for by its name",
        )
        .help(format!("put it into `{folder}`"))
}

/// A file that no game reads, found beside what is read.
pub(super) fn never_read(shown: &str, folder: &str, start: Span) -> Diagnostic {
    Diagnostic::warning(codes::MEMBER_OUT_OF_PLACE, start)
        .says(format!("`{shown}` lies where no game looks for it, and was not read"))
        .label("nothing of it is in play")
        .help(format!("put it into `{folder}`"))
}

/// A file without a declaration.
pub(super) fn empty(sources: &SourceMap, file: FileId) -> Diagnostic {
    let whole = sources.whole(file);
    let text = sources.slice(whole);
    let (message, help) = match text.trim() {
        "" => ("this file is empty", "write what it is to declare, or take it away"),
        _ => (
            "this file declares nothing",
            "what stands behind `//` is for people alone; take the marks away from what is to count",
        ),
    };
    let first = text.lines().next().map_or(0, |line| line.trim_end().len());
    Diagnostic::warning(codes::NO_EFFECT, whole.part(0..first))
        .says(message)
        .label("nothing is declared from here to its end")
        .help(help)
}

pub(super) fn not_text(shown: &str, offset: usize, span: Span) -> Diagnostic {
    Diagnostic::at(codes::UNREADABLE_FILE, span)
        .says(format!("`{shown}` is not text in UTF-8: byte {offset} begins no character"))
        .help("save it as UTF-8 in your editor")
}

pub(super) fn too_many(span: Span) -> Diagnostic {
    Diagnostic::at(codes::TOO_MANY_FILES, span)
        .says(format!("a game has at most {MAX_FILES} files of {MAX_TOTAL_BYTES} bytes together"))
        .label("this one and those after it were not read")
}

pub(super) fn long_line(span: Span) -> Diagnostic {
    Diagnostic::at(codes::TOO_LARGE, span)
        .says(format!("this line has more than {MAX_TEXT_BYTES} bytes, and no line may"))
        .label("this file was not read")
        .help("write it over several lines, or take out what is too much")
}

pub(super) fn too_deep(shown: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::TOO_MANY_FILES, span).says(format!(
        "folder `{shown}` lies more than {MAX_FOLDER_DEPTH} folders deep and was not read"
    ))
}

pub(super) fn unknown_system(name: &str, span: Span, known: &[String]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_SYSTEM, span)
        .says(format!("there is no system `{name}` in any root"))
        .label("not found");
    match suggest(name, known) {
        Some(near) => found.fix(format!("did you mean `{near}`?"), span, near),
        None if known.is_empty() => {
            found.help("a system lies in the folder `systems/NAME/` of a root")
        }
        None => found.help(format!("systems: {}", known.join(", "))),
    }
}

/// A file in the folder of a system that its root does not declare, so that the system of another root would be left out.
pub(super) fn in_place_of(system: &str, path: &str, span: Span) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_SYSTEM, span)
        .says(format!(
            "`{path}` would stand in place of the whole of `{system}`, and declares no system"
        ))
        .label(format!("of `{system}` nothing else would be there"))
        .help(format!(
            "put rules of your own beside it, not into its folder: `use {system}` at the top of a file in `factions/{system}/`"
        ))
}

pub(super) fn no_system(span: Span, known: &[String]) -> Diagnostic {
    let found = Diagnostic::at(codes::UNKNOWN_SYSTEM, span)
        .says("this file does not say which game it is for")
        .label("no `use` in this file");
    match known.first() {
        Some(first) => found.fix(
            format!("begin it with the name of a game: `use {first}`"),
            span.before(),
            format!("use {first}\n\n"),
        ),
        None => found.help("begin it with `use` and the name of a game"),
    }
}

pub(super) fn meant_as_system(word: &Name) -> Diagnostic {
    Diagnostic::at(codes::UNKNOWN_KIND, word.span)
        .says(format!("no declaration begins with `{}`", word.text))
        .label("so this file does not say which game it is for")
        .fix("did you mean `system`?", word.span, "system")
}

/// A file that is for another game than those beside it, in a folder that may be that of a game.
pub(super) fn other_system(name: &Name, system: &str, folder: Option<&str>) -> Diagnostic {
    let (other, span) = (&name.text, name.span);
    if folder == Some(system) {
        return Diagnostic::at(codes::UNKNOWN_SYSTEM, span)
            .says(format!("this file is for `{other}`, and lies in a folder of `{system}`"))
            .label("is this the right game? nothing more of this file was looked at")
            .fix(
                format!("write `use {system}`, or put the file in the folder of `{other}`"),
                span,
                system,
            );
    }
    Diagnostic::at(codes::UNKNOWN_SYSTEM, span)
        .says(format!("this file is for `{other}`, and the others are for `{system}`"))
        .label("another game; nothing more of this file was looked at")
        .help("a game has one system; check the files of each apart")
}
