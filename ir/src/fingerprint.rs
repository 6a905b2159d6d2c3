//! A normal form for comparing programs: two programs have one fingerprint where they differ in places in sources at most.

use crate::walk::{Visitor, walk};
use crate::{Expr, ExprId, Program, Ty, Value};

/// The fingerprint of a program, as 32 hexadecimal digits.
///
/// Left out are places in source files, and how strings and expressions are numbered or shared: each is taken for what it
/// says where it is used. Everything else counts, and what nothing uses as well, if it is declared (a kind, an ability, a
/// clause), but not a string or expression that nothing uses.
pub fn fingerprint(program: &Program) -> String {
    let mut exprs: Vec<u128> = Vec::with_capacity(program.exprs.len());
    for (id, expr) in program.exprs.iter() {
        let ty = program.types.get(id.0 as usize);
        let digest = of_expr(program, &exprs, expr, ty);
        exprs.push(digest);
    }
    let mut digest = Digest::new(program, &exprs);
    walk(program, &mut digest);
    digest.printed_values();
    format!("{:032x}", digest.state)
}

fn of_expr(program: &Program, earlier: &[u128], expr: &Expr, ty: Option<&Ty>) -> u128 {
    let mut digest = Digest::new(program, earlier);
    // Below the record of the whole program nothing is left out.
    digest.depth = 2;
    match (expr, ty) {
        (Expr::Const(cell), Some(ty)) => digest.cells(ty, &[*cell]),
        (Expr::Wide(cells), Some(ty)) => digest.cells(ty, cells),
        _ => walk(expr, &mut digest),
    }
    if let Some(ty) = ty {
        walk(ty, &mut digest);
    }
    digest.state
}

/// Fields of the program that are taken for what they say where they are used.
const LEFT_OUT: [&str; 6] = ["sources", "spans", "texts", "exprs", "types", "expr_spans"];

/// A running digest: FNV-1a of 128 bits, over a form in which no two programs look alike.
struct Digest<'p> {
    program: &'p Program,
    exprs: &'p [u128],
    state: u128,
    depth: usize,
    /// The field of the program that is being walked.
    top: &'static str,
}

impl<'p> Digest<'p> {
    fn new(program: &'p Program, exprs: &'p [u128]) -> Self {
        Self { program, exprs, state: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, depth: 0, top: "" }
    }

    fn feed(&mut self, tag: u8, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        for byte in [tag].iter().chain(bytes) {
            self.state = (self.state ^ u128::from(*byte)).wrapping_mul(PRIME);
        }
    }

    /// Values of a type: a text is what it says.
    fn cells(&mut self, ty: &Ty, cells: &[i64]) {
        let element = ty.element();
        let is_text = matches!(element.as_ref().unwrap_or(ty), Ty::Text)
            || *element.as_ref().unwrap_or(ty) == Ty::Optional(Box::new(Ty::Text));
        for cell in cells {
            let text = u32::try_from(*cell).ok().filter(|_| is_text);
            match text.and_then(|text| self.program.texts.get(crate::TextId(text))) {
                Some(text) => self.feed_words(b't', text),
                None => self.feed(b'n', &cell.to_le_bytes()),
            }
        }
        self.feed(b')', &[]);
    }

    /// Printed values, which know their types by their places only.
    fn printed_values(&mut self) {
        let program = self.program;
        for entry in program.entries.values() {
            let profiles =
                program.kinds.get(entry.kind).map_or(&[][..], |it| it.profiles.as_slice());
            for (position, value) in entry.values.iter().enumerate() {
                let profile = profiles.get(position).and_then(|it| program.profiles.get(*it));
                let ty = profile.map_or(&Ty::Int, |it| &it.ty);
                match value {
                    Value::Scalar(cell) => self.cells(ty, &[*cell]),
                    Value::Wide(cells) => self.cells(ty, cells),
                }
            }
            self.feed(b')', &[]);
        }
        for table in program.tables.values() {
            table.rows.iter().for_each(|row| self.cells(&table.ty, &[row.value]));
            self.feed(b')', &[]);
        }
    }

    fn feed_words(&mut self, tag: u8, words: &str) {
        self.feed(tag, &(words.len() as u64).to_le_bytes());
        self.feed(tag, words.as_bytes());
    }
}

impl Visitor for Digest<'_> {
    fn id(&mut self, kind: &'static str, number: u32) {
        match kind {
            "SpanId" => {}
            "TextId" => {
                let text = self.program.texts.get(crate::TextId(number)).map(String::as_str);
                self.feed_words(b't', text.unwrap_or("?"));
            }
            "ExprId" => {
                let digest = self.exprs.get(ExprId(number).0 as usize).copied();
                self.feed(b'e', &digest.unwrap_or(u128::from(number)).to_le_bytes());
            }
            _ => self.feed(b'i', &number.to_le_bytes()),
        }
    }
    fn number(&mut self, number: i128) {
        self.feed(b'n', &number.to_le_bytes());
    }
    fn words(&mut self, words: &str) {
        self.feed_words(b'w', words);
    }
    fn none(&mut self) {
        self.feed(b'-', &[]);
    }
    fn variant(&mut self, name: &'static str) {
        self.feed_words(b'v', name);
    }
    fn open(&mut self) {
        self.depth += 1;
        self.feed(b'(', &[]);
    }
    fn close(&mut self) {
        self.depth -= 1;
        self.feed(b')', &[]);
    }
    fn field(&mut self, name: &'static str) -> bool {
        if self.depth == 1 {
            self.top = name;
        }
        let printed = matches!((self.top, name), ("entries", "values") | ("tables", "value"));
        let counts = if self.depth == 1 { !LEFT_OUT.contains(&name) } else { !printed };
        if counts {
            self.feed_words(b'f', name);
        }
        counts
    }
    fn item(&mut self) {
        self.feed(b',', &[]);
    }
}
