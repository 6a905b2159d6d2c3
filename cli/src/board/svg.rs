//! A small writer of SVG: shapes and words on a canvas of whole numbers, readable on light and dark grounds.
//!
//! Colours stand as attributes, for light grounds; viewers that know of dark ones take those of the style sheet instead.

use std::fmt::Write as _;

/// Colours of the sides' pieces; white words are read on all of them.
pub const SIDES: [&str; 4] = ["#2f5f98", "#a33b2f", "#3d7338", "#6b4a91"];
/// Colours of areas, laid on thinly.
pub const GROUNDS: [&str; 6] = ["#6f9a54", "#b8935a", "#5a93b8", "#9b7aa8", "#b86f6f", "#808a94"];

/// What words and lines are for, which gives their colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Words that are read first.
    Ink,
    /// Words and lines beside them.
    Faint,
    /// Lines that are hardly seen.
    Thin,
    /// On a coloured piece.
    OnPiece,
    /// On what is light on dark grounds too.
    OnPaper,
}

impl Tone {
    const fn colour(self) -> &'static str {
        match self {
            Self::Ink | Self::OnPaper => "#22262b",
            Self::Faint => "#6b7280",
            Self::Thin => "#d3d0c4",
            Self::OnPiece => "#ffffff",
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Ink => "ink",
            Self::Faint => "faint",
            Self::Thin => "thin",
            Self::OnPiece | Self::OnPaper => "on",
        }
    }
}

/// Where words stand against their point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// They begin there.
    Start,
    /// Their middle is there.
    Middle,
    /// They end there.
    End,
}

/// A drawing that grows.
#[derive(Debug, Default)]
pub struct Svg {
    body: String,
}

impl Svg {
    /// A closed shape. `attributes` say how it is filled and bordered.
    pub fn polygon(&mut self, points: &[(i64, i64)], attributes: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.line(&format!("<polygon points=\"{}\" {attributes}/>", points.join(" ")));
    }

    /// A straight line of a width.
    pub fn stroke(&mut self, (x, y): (i64, i64), (to_x, to_y): (i64, i64), width: i64, tone: Tone) {
        let (colour, class) = (tone.colour(), tone.class());
        self.line(&format!(
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"{colour}\" class=\"s-{class}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// A box with round corners: left, top, width, height.
    pub fn rounded(&mut self, (x, y, width, height): (i64, i64, i64, i64), round: i64, how: &str) {
        self.line(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {how}/>"
        ));
    }

    /// A circle about a point.
    pub fn circle(&mut self, (x, y): (i64, i64), radius: i64, how: &str) {
        self.line(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {how}/>"));
    }

    /// A straight line with attributes of its own.
    pub fn ruled(&mut self, (x, y): (i64, i64), (to_x, to_y): (i64, i64), how: &str) {
        self.line(&format!("<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" {how}/>"));
    }

    /// Words in one line; `y` is the line that they stand on.
    pub fn words(
        &mut self,
        (x, y): (i64, i64),
        words: &str,
        size: i64,
        tone: Tone,
        anchor: Anchor,
    ) {
        self.styled((x, y), words, size, (tone, anchor), "");
    }

    /// The same, with further attributes.
    pub fn styled(
        &mut self,
        (x, y): (i64, i64),
        words: &str,
        size: i64,
        (tone, anchor): (Tone, Anchor),
        attributes: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (colour, class, words) = (tone.colour(), tone.class(), escaped(words));
        self.line(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" class=\"{class}\"{anchor}{attributes}>{words}</text>"
        ));
    }

    /// What follows belongs together under a name.
    pub fn group(&mut self, name: &str) {
        self.line(&format!("<g id=\"{}\">", escaped(name)));
    }

    /// The end of what belongs together.
    pub fn end(&mut self) {
        self.line("</g>");
    }

    fn line(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    /// The whole drawing, with a title for those who do not see it.
    pub fn finish(self, width: i64, height: i64, title: &str) -> String {
        /// So many pixels wide it is shown unless it is scaled.
        const PIXELS: i64 = 1_200;
        let high = height * PIXELS / width.max(1);
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{PIXELS}\" height=\"{high}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">"
        );
        let _ = writeln!(svg, "<title>{}</title>", escaped(title));
        svg.push_str(
            "<style>@media (prefers-color-scheme: dark) { .paper { fill: #16181b } .board { fill: #23272c; stroke: #c9d1d9 } \
             .ink { fill: #e6e9ed } .faint { fill: #9aa4af } .s-ink { stroke: #e6e9ed } .s-faint { stroke: #6b7280 } .s-thin { stroke: #3a4048 } \
             .rim { stroke: #e6e9ed } }</style>\n",
        );
        let _ = writeln!(
            svg,
            "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>"
        );
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        svg
    }
}

/// Words as they may stand in a document.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
