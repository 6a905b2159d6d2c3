//! Lowering: takes a typed tree without errors, gives the program that the machine runs.
//!
//! Names are ids already; here records are taken apart, locals get slots, statements become flat acts with jumps, and
//! clauses are put in the order in which the machine applies them.

mod actions;
mod book;
mod choices;
mod clauses;
mod code;
mod conditions;
mod content;
mod exprs;
mod hooks;
mod index;
mod kinds;
mod liveness;
mod loops;
mod moments;
mod ops;
mod policies;
mod procedures;
mod records;
mod rosters;
mod rules;
mod slots;
mod stmts;
mod texts;
mod types;

use crate::typed::{ChoiceOwner, Typed, Words};
use code::Code;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use slots::Frame;
use warwright_grammar::source::{FileId, SourceMap, Span};
use warwright_grammar::{Diagnostic, Sink, codes};
use warwright_ir as ir;

/// The version of the program format that is written.
const VERSION: u32 = 1;

/// A place of the program stands for about so many bytes of text, or more, and an expression. Of a large game these are the longest
/// lists: room for them is made at once, while the room of the syntax trees, which were dropped, still lies together.
const BYTES_FOR_A_PLACE: usize = 8;
const BYTES_FOR_AN_EXPRESSION: usize = 16;

/// Lowers a typed tree that the checks found without errors. What a program cannot hold goes to `sink`.
#[must_use]
pub fn lower(mut typed: Typed, map: &SourceMap, sink: &mut Sink) -> ir::Program {
    let index = index::Index::new(&typed);
    let entries = std::mem::take(&mut typed.entries);
    let clauses = std::mem::take(&mut typed.clauses);
    let hooks = std::mem::take(&mut typed.hooks);
    let mut lowering = Lowering::new(&typed, index, map, sink);
    lowering.out.entries.reserve(entries.len());
    lowering.out.clauses.reserve(clauses.len());
    lowering.out.hooks.reserve(hooks.len());
    lowering.kinds();
    lowering.rules();
    lowering.clauses(clauses);
    lowering.procedures();
    lowering.hooks(hooks);
    lowering.actions();
    lowering.entries(entries);
    lowering.content();
    lowering.rosters();
    lowering.book();
    lowering.policies();
    lowering.moments();
    let Lowering { mut out, forgetting, .. } = lowering;
    drop(typed);
    liveness::forget(&mut out, &forgetting);
    if !sink.has_errors() {
        ir::too_large(&out).iter().for_each(|fault| sink.push(too_large(&out, map, fault)));
    }
    if !sink.has_errors() {
        ir::too_deep(&out).iter().for_each(|fault| sink.push(nests_too_deep(&out, map, fault)));
    }
    out
}

/// What asks for so much that asks for more that the machine would not have the room.
fn nests_too_deep(out: &ir::Program, map: &SourceMap, fault: &ir::IrFault) -> Diagnostic {
    let at = fault.at.and_then(|at| out.spans.get(at));
    let at = at.map_or_else(Span::default, |at| map.span(FileId(at.source), at.start..at.end));
    Diagnostic::at(codes::NESTED_TOO_DEEP, at)
        .says(fault.message.clone())
        .label("this asks rules that ask further rules, and so on")
        .help("keep a part of it as state, or ask fewer rules one through another")
}

/// What is larger than the machine takes; of what has no place of its own, like a name that is made of two, the place is the game.
fn too_large(out: &ir::Program, map: &SourceMap, fault: &ir::IrFault) -> Diagnostic {
    let at = fault.at.and_then(|at| out.spans.get(at));
    let at = at.map(|at| map.span(FileId(at.source), at.start..at.end));
    let at = at.unwrap_or_else(|| map.span(FileId(0), 0..0));
    Diagnostic::at(codes::TOO_LARGE, at).says(fault.message.clone())
}

/// The program as far as it is written, and what is needed to go on.
struct Lowering<'a> {
    typed: &'a Typed,
    map: &'a SourceMap,
    sink: &'a mut Sink,
    out: ir::Program,
    interner: texts::Interner,
    /// The choices of each owner by name, for policies.
    sites: IndexMap<(ChoiceOwner, String), Vec<ir::SiteId>>,
    /// What rules themselves advise on their choices, with its places.
    advice: Vec<(ir::PolicyRule, Span)>,
    /// Clauses, hooks, moments and tests by what they hang on.
    index: index::Index,
    /// The label of the hook that is being written.
    hook_label: String,
    /// For each define that gives a record the first of the functions for its other fields.
    field_functions: FxHashMap<ir::FunctionId, ir::FunctionId>,
    /// The places of the locals of what is being written.
    frame: Frame,
    /// The body that is being written.
    code: Code,
    /// Bodies with the slots that may be forgotten in them.
    forgetting: Vec<liveness::Frames>,
}

impl<'a> Lowering<'a> {
    fn new(typed: &'a Typed, index: index::Index, map: &'a SourceMap, sink: &'a mut Sink) -> Self {
        let mut out = ir::Program {
            version: VERSION,
            system: typed.system.clone(),
            sources: texts::sources(map),
            sequence: typed.sequence,
            active: typed.active,
            worth: typed.worth,
            grain: typed.grain,
            sides: typed.sides,
            colours: typed.colours.map(|(kind, _)| kind),
            zone: typed.zone,
            cell_entry: typed.cell_entry,
            ..ir::Program::default()
        };
        let bytes: usize = map.files().map(|(_, file)| file.text().len()).sum();
        out.spans.reserve(bytes / BYTES_FOR_A_PLACE);
        out.exprs.reserve(bytes / BYTES_FOR_AN_EXPRESSION);
        out.types.reserve(bytes / BYTES_FOR_AN_EXPRESSION);
        out.expr_spans.reserve(bytes / BYTES_FOR_AN_EXPRESSION);
        Self {
            typed,
            map,
            sink,
            out,
            interner: texts::Interner::default(),
            sites: IndexMap::new(),
            advice: Vec::new(),
            index,
            hook_label: String::new(),
            field_functions: FxHashMap::default(),
            frame: Frame::default(),
            code: Code::new(ChoiceOwner::Procedure(ir::ProcedureId(0))),
            forgetting: Vec::new(),
        }
    }

    fn text(&mut self, words: &str) -> ir::TextId {
        self.interner.text(&mut self.out, words)
    }

    /// What errata did, as the program keeps it.
    fn origins(&mut self, steps: &[(String, Span)]) -> Vec<ir::Origin> {
        let step = |(words, span): &(String, Span)| ir::Origin {
            words: self.text(words),
            span: self.span(*span),
        };
        steps.iter().map(step).collect()
    }

    fn span(&mut self, span: Span) -> ir::SpanId {
        self.interner.span(&mut self.out, self.map, span)
    }

    fn template(&mut self, words: &Words) -> ir::Template {
        use crate::typed::Quoted;
        let parts = words.parts.iter().map(|part| match part {
            Quoted::Fixed(fixed) => ir::Part::Words(self.text(fixed)),
            Quoted::Value(value) => ir::Part::Value(self.expr(value)),
        });
        ir::Template { parts: parts.collect() }
    }

    /// Says so where a body has more locals than a frame holds.
    fn seen_to_fit(&mut self, span: Span) {
        if self.frame.overflows() {
            self.sink.push(too_many_locals(span));
        }
    }
}

fn too_many_locals(span: Span) -> Diagnostic {
    Diagnostic::at(codes::TOO_MANY_LOCALS, span)
        .says("more names are kept here than a rule can hold")
        .label("over 65,000 local values")
        .help("split it into several procedures")
}
