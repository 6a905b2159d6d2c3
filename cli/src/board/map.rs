//! The board as a drawing: areas, zones, pieces with their facing, a scale, and beside it how all pieces stand.

use super::Sheet;
use super::list::{self, Line, Listed, boxed, side_colour, swatch, wide, wrapped};
use super::svg::{Anchor, Svg, Tone};
use warwright_runtime::space::plane::{Point, Region, Side, Vector};
use warwright_runtime::{Machine, Placed, State};

/// A box of the canvas: left, top, right, bottom.
type Frame = (i64, i64, i64, i64);

/// The drawing of a state; nothing where it has no board. `when` says which moment it shows.
pub fn drawn(machine: &Machine, state: &State, title: &str, when: &str) -> Option<String> {
    let sheet = Sheet::of(machine, state)?;
    let inches = machine.measures_in_inches();
    let mut map = Map::new(&sheet, inches);
    map.board();
    map.zones();
    map.areas();
    map.pieces();
    map.scale();
    map.svg.words((map.left, map.text * 3 / 2), title, map.text * 3 / 2, Tone::Ink, Anchor::Start);
    map.svg.words((map.left, map.text * 3), when, map.text, Tone::Faint, Anchor::Start);
    let off = sheet.board.pieces.iter().filter(|piece| piece.pose.is_none());
    let off_board: Vec<i64> = off.map(|piece| piece.entity).collect();
    let of = Listed {
        sides: &sheet.sides,
        names: &sheet.names,
        off_board: &off_board,
        without: [&[], &[String::from("place")]],
    };
    let list = list::listed(machine, state, &of);
    let (width, height) = map.legend(&list);
    Some(map.svg.finish(width, height, &format!("{title}, {when}")))
}

struct Map<'s> {
    sheet: &'s Sheet,
    svg: Svg,
    /// Where the board begins on the canvas, in tenths of a millimetre of the table.
    left: i64,
    top: i64,
    width: i64,
    depth: i64,
    /// The size of words.
    text: i64,
    unit: i64,
    mark: &'static str,
}

impl<'s> Map<'s> {
    fn new(sheet: &'s Sheet, inches: bool) -> Self {
        let (width, depth) = (sheet.board.width / 100, sheet.board.depth / 100);
        let text = (width.max(depth) / 55).max(10);
        let (unit, mark) = if inches { (25_400, "\"") } else { (10_000, " cm") };
        let (left, top) = (text * 3, text * 4);
        Self { sheet, svg: Svg::default(), left, top, width, depth, text, unit, mark }
    }

    /// A point of the table on the canvas.
    fn at(&self, point: Point) -> (i64, i64) {
        (self.left + point.x() / 100, self.top + self.depth - point.y() / 100)
    }

    fn outline(&self, points: &[Point]) -> Vec<(i64, i64)> {
        points.iter().map(|point| self.at(*point)).collect()
    }

    /// Units of length between the lines of the grid.
    fn step(&self) -> i64 {
        let units = self.sheet.board.width.max(self.sheet.board.depth) / self.unit;
        [1, 2, 5, 6, 10, 20, 50].into_iter().find(|step| units <= step * 8).unwrap_or(100)
    }

    fn board(&mut self) {
        let (left, top, width, depth) = (self.left, self.top, self.width, self.depth);
        let corners =
            [(left, top), (left + width, top), (left + width, top + depth), (left, top + depth)];
        let rim = (self.text / 8).max(1);
        let fill = "fill=\"#f6f4ec\" stroke=\"#22262b\" class=\"board\"";
        self.svg.polygon(&corners, &format!("{fill} stroke-width=\"{rim}\""));
        let (step, thin) = (self.step() * self.unit, (self.text / 16).max(1));
        let small = self.text * 3 / 4;
        self.svg.group("grid");
        for count in 0.. {
            let x = count * step;
            if x > self.sheet.board.width {
                break;
            }
            let (at, _) = self.at(Point::new(x, 0));
            if count > 0 && x < self.sheet.board.width {
                self.svg.stroke((at, top), (at, top + depth), thin, Tone::Thin);
            }
            let label = (x / self.unit).to_string();
            let below = top + depth + self.text;
            self.svg.words((at, below), &label, small, Tone::Faint, Anchor::Middle);
        }
        for count in 0.. {
            let y = count * step;
            if y > self.sheet.board.depth {
                break;
            }
            let (_, at) = self.at(Point::new(0, y));
            if count > 0 && y < self.sheet.board.depth {
                self.svg.stroke((left, at), (left + width, at), thin, Tone::Thin);
            }
            let label = (y / self.unit).to_string();
            let beside = (left - self.text / 2, at + small / 3);
            self.svg.words(beside, &label, small, Tone::Faint, Anchor::End);
        }
        self.svg.end();
    }

    fn zones(&mut self) {
        let wide = (self.text / 8).max(1);
        self.svg.group("zones");
        for zone in &self.sheet.board.zones {
            let colour = side_colour(self.sheet.side(Some(zone.player)).unwrap_or(0));
            let points = self.outline(zone.region.outline());
            let dash = format!("stroke-dasharray=\"{} {}\"", wide * 6, wide * 4);
            self.svg.polygon(
                &points,
                &format!(
                    "fill=\"{colour}\" fill-opacity=\"0.07\" stroke=\"{colour}\" stroke-width=\"{wide}\" {dash}"
                ),
            );
        }
        self.svg.end();
    }

    fn areas(&mut self) {
        let thin = (self.text / 10).max(1);
        self.svg.group("areas");
        let mut taken: Vec<Frame> =
            self.sheet.board.pieces.iter().filter_map(|piece| self.frame(piece)).collect();
        let mut labels: Vec<((i64, i64), &str)> = Vec::new();
        for ground in &self.sheet.grounds {
            let colour = ground.colour;
            for (own, region) in &ground.areas {
                let points = self.outline(region.outline());
                let how = format!(
                    "fill=\"{colour}\" fill-opacity=\"0.45\" stroke=\"{colour}\" stroke-width=\"{thin}\""
                );
                self.svg.polygon(&points, &how);
                let name = own.as_deref().unwrap_or(&ground.name);
                if let Some((at, frame)) = self.free_spot(region, name, &taken) {
                    taken.push(frame);
                    labels.push((at, name));
                }
            }
        }
        for (at, name) in labels {
            let italic = " font-style=\"italic\"";
            self.svg.styled(at, name, self.text * 3 / 4, (Tone::Ink, Anchor::Middle), italic);
        }
        self.svg.end();
    }

    /// Where a name can stand in an area without lying on a piece or another name; the middle first. It may have no room.
    fn free_spot(
        &self,
        region: &Region,
        name: &str,
        taken: &[Frame],
    ) -> Option<((i64, i64), Frame)> {
        let size = self.text * 3 / 4;
        let (left, top, right, bottom) = bounds(&self.outline(region.outline()));
        let half = wide(name, size) / 2;
        let free = |at: (i64, i64)| {
            let frame = (at.0 - half, at.1 - size, at.0 + half, at.1 + size / 3);
            let on_board = frame.0 >= self.left
                && frame.2 <= self.left + self.width
                && frame.1 >= self.top
                && frame.3 <= self.top + self.depth;
            let (x, y) = (at.0 - self.left, self.top + self.depth - at.1 + size / 3);
            let inside = region.contains(Point::new(x * 100, y * 100));
            let clear = !taken.iter().any(|other| overlap(*other, frame));
            (on_board && inside && clear).then_some((at, frame))
        };
        let middle = ((left + right) / 2, (top + bottom) / 2 + size / 3);
        let parts = region.pieces().iter().map(|part| {
            let (left, top, right, bottom) = bounds(&self.outline(part));
            ((left + right) / 2, (top + bottom) / 2 + size / 3)
        });
        let steps = (bottom - top) / 2 / size.max(1);
        let beside = (1..=steps).flat_map(|step| [-step, step]).flat_map(|step| {
            let across = [middle.0, (left + middle.0) / 2, (right + middle.0) / 2];
            across.map(|x| (x, middle.1 + step * size))
        });
        std::iter::once(middle).chain(parts).chain(beside).find_map(free)
    }

    /// The box of a piece on the canvas.
    fn frame(&self, piece: &Placed) -> Option<Frame> {
        let corners = piece.corners()?;
        Some(bounds(&self.outline(&corners)))
    }

    fn pieces(&mut self) {
        self.svg.group("pieces");
        for piece in &self.sheet.board.pieces {
            self.piece(piece);
        }
        self.svg.end();
    }

    /// A piece: its footprint, its front as a bright edge with a point in the middle, its number.
    fn piece(&mut self, piece: &Placed) {
        let (Some(pose), Some(corners)) = (piece.pose, piece.corners()) else { return };
        let colour = side_colour(self.sheet.side(piece.owner).unwrap_or(0));
        let rim = (self.text / 14).max(1);
        let points = self.outline(&corners);
        self.svg.polygon(
            &points,
            &format!(
                "fill=\"{colour}\" stroke=\"#22262b\" class=\"rim\" stroke-width=\"{rim}\" stroke-linejoin=\"round\""
            ),
        );
        let posed = piece.footprint.at(pose);
        let front = posed.edge(Side::Front);
        let rear = posed.edge(Side::Rear).centre();
        // A fifth of the way from the front to the rear, and not wider than the front allows.
        let back = part(front.centre().to(rear), 1, 5);
        let across = part(front.way(), 1, 5);
        let base = front.centre().plus(back);
        let tip = [front.centre(), base.plus(part(across, 1, 1)), base.plus(part(across, -1, 1))];
        self.svg.polygon(&self.outline(&tip), "fill=\"#ffffff\"");
        if let Some(number) = self.sheet.number(piece.entity) {
            let deep = length(front.centre().to(rear)) / 100;
            let broad = length(front.way()) / 100;
            let digits = i64::try_from(number.len()).unwrap_or(1);
            let size = (deep * 11 / 20).min(broad * 3 / 2 / (digits + 1)).min(self.text * 3 / 2);
            let middle = front.centre().plus(part(front.centre().to(rear), 3, 5));
            let (x, y) = self.at(middle);
            let at = (x, y + size * 7 / 20);
            self.svg.styled(
                at,
                number,
                size,
                (Tone::OnPiece, Anchor::Middle),
                " font-weight=\"bold\"",
            );
        }
    }

    /// A bar of a round length, and which way 0 degrees looks.
    fn scale(&mut self) {
        let step = self.step();
        let long = step * self.unit / 100;
        let y = self.top + self.depth + self.text * 5 / 2;
        let (left, tall) = (self.left, self.text / 3);
        self.svg.group("scale");
        self.svg.stroke((left, y), (left + long, y), (self.text / 6).max(1), Tone::Ink);
        for end in [left, left + long] {
            self.svg.stroke((end, y - tall), (end, y + tall), (self.text / 8).max(1), Tone::Ink);
        }
        let label = format!("{step}{}", self.mark);
        let beside = (left + long + self.text / 2, y + self.text / 3);
        self.svg.words(beside, &label, self.text * 3 / 4, Tone::Ink, Anchor::Start);
        let right = left + self.width;
        let facing = "north is up: facing 0\u{b0}; east is 90\u{b0}";
        let below = (right, y + self.text / 3);
        self.svg.words(below, facing, self.text * 3 / 4, Tone::Faint, Anchor::End);
        self.svg.end();
    }

    /// What colours mean, and the list of pieces, right of the board. Gives the size of the whole.
    fn legend(&mut self, list: &[Line]) -> (i64, i64) {
        let x = self.left + self.width + self.text * 2;
        let size = self.text * 4 / 5;
        let mut y = self.top + size;
        let mut widest = size * 20;
        self.svg.group("legend");
        let (wide_list, below) = list::drawn(&mut self.svg, list, (x, y), size);
        (widest, y) = (widest.max(wide_list), below);
        y += size;
        for (player, name) in &self.sheet.sides {
            if self.sheet.board.zones.iter().any(|zone| zone.player == *player) {
                let colour = side_colour(self.sheet.side(Some(*player)).unwrap_or(0));
                let dash = (size / 5).max(1);
                let corners = boxed((x, y), size);
                self.svg.polygon(
                    &corners,
                    &format!(
                        "fill=\"{colour}\" fill-opacity=\"0.07\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-dasharray=\"{dash} {dash}\"",
                        (size / 8).max(1)
                    ),
                );
                let words = format!("{name}: deployment");
                widest = widest.max(size * 3 / 2 + wide(&words, size));
                let at = (x + size * 3 / 2, y);
                self.svg.words(at, &words, size, Tone::Ink, Anchor::Start);
                y += size * 3 / 2;
            }
        }
        for ground in &self.sheet.grounds {
            swatch(&mut self.svg, (x, y), size, ground.colour, "0.45");
            let own: Vec<&str> =
                ground.areas.iter().filter_map(|(own, _)| own.as_deref()).collect();
            let words = match own.is_empty() {
                true => ground.name.clone(),
                false => format!("{}: {}", ground.name, own.join(", ")),
            };
            for part in wrapped(&words, 46) {
                let at = (x + size * 3 / 2, y);
                self.svg.words(at, &part, size, Tone::Ink, Anchor::Start);
                widest = widest.max(size * 3 / 2 + wide(&part, size));
                y += size * 3 / 2;
            }
        }
        self.svg.end();
        let below = self.top + self.depth + self.text * 4;
        (x + widest + self.text, below.max(y + self.text))
    }
}

/// So many parts of a way.
fn part(way: Vector, count: i64, of: i64) -> Vector {
    Vector::new(way.x() * count / of, way.y() * count / of)
}

/// The length of a way, to the micrometre.
fn length(way: Vector) -> i64 {
    let square = i128::from(way.x()).pow(2) + i128::from(way.y()).pow(2);
    i64::try_from(square.unsigned_abs().isqrt()).unwrap_or(i64::MAX)
}

fn bounds(points: &[(i64, i64)]) -> Frame {
    let xs = points.iter().map(|(x, _)| *x);
    let ys = points.iter().map(|(_, y)| *y);
    (
        xs.clone().min().unwrap_or(0),
        ys.clone().min().unwrap_or(0),
        xs.max().unwrap_or(0),
        ys.max().unwrap_or(0),
    )
}

const fn overlap(one: Frame, other: Frame) -> bool {
    one.0 < other.2 && other.0 < one.2 && one.1 < other.3 && other.1 < one.3
}
