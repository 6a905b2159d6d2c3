//! The only trigonometry there is: integers in, integers out, the same bits everywhere.
//!
//! Sines and cosines are in units of 2^-60 and lie within 2^-57 of the truth; quarter turns are exact. Directions
//! are in micro-degrees, the nearest one unless the truth lies within 2^-30 micro-degrees of the middle between two.

/// The number that stands for one in a sine or cosine.
pub const ONE: i64 = 1 << SHIFT;
/// Micro-degrees in a whole turn.
pub const FULL: i64 = 360_000_000;
/// Micro-degrees in a half turn.
pub const HALF: i64 = 180_000_000;
/// Micro-degrees in a quarter turn.
pub const QUARTER: i64 = 90_000_000;

/// Bits behind the point.
const SHIFT: u32 = 60;
/// One micro-degree as a part of the radius, in units of 2^-90.
const RADIANS: i128 = 21_606_129_627_797_837_260;
/// One part of the radius in micro-degrees, in units of 2^-30.
const DEGREES: i128 = 61_520_874_801_878_843;
/// 1/1!, 1/3!, 1/5! and so on, in units of 2^-60, last first.
const SINE: [i64; 10] = [
    9,
    3_241,
    881_658,
    185_148_170,
    28_883_114_493,
    3_177_142_594_265,
    228_754_266_787_073,
    9_607_679_205_057_058,
    192_153_584_101_141_163,
    ONE,
];
/// 1/0!, 1/2!, 1/4! and so on, in units of 2^-60, last first.
const COSINE: [i64; 11] = [
    0,
    180,
    55_104,
    13_224_869,
    2_406_926_208,
    317_714_259_426,
    28_594_283_348_384,
    1_601_279_867_509_510,
    48_038_396_025_285_291,
    576_460_752_303_423_488,
    ONE,
];
/// The angles whose tangents are 0/16 to 16/16, as parts of the radius in units of 2^-60.
const ARCS: [i64; 17] = [
    0,
    71_963_988_336_308_046,
    143_371_547_418_228_444,
    213_691_637_384_831_045,
    282_441_168_888_798_124,
    349_202_478_169_518_835,
    413_634_420_977_155_108,
    475_476_866_842_033_966,
    534_549_298_976_576_474,
    590_744_827_526_146_019,
    644_021_163_118_254_586,
    694_390_033_311_587_746,
    741_906_266_566_127_762,
    786_657_429_064_354_824,
    828_754_564_720_302_567,
    868_324_308_043_507_300,
    905_502_432_259_640_355,
];

/// The sine and cosine of an angle in micro-degrees, in units of 2^-60.
pub fn sin_cos(angle: i64) -> (i64, i64) {
    let angle = angle.rem_euclid(FULL);
    let (quarter, rest) = (angle / QUARTER, angle % QUARTER);
    let (sine, cosine) = if rest == 0 {
        (0, ONE)
    } else if rest * 2 <= QUARTER {
        small_sin_cos(rest)
    } else {
        let (sine, cosine) = small_sin_cos(QUARTER - rest);
        (cosine, sine)
    };
    match quarter {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The angle from the axis of `along` to the vector (`aside`, `along`), from 0 to a whole turn; 0 for no vector.
///
/// Both numbers are at most 2^62 in size.
pub fn direction(aside: i64, along: i64) -> i64 {
    let (wide, far) = (aside.abs(), along.abs());
    if wide == 0 && far == 0 {
        return 0;
    }
    let small = |part: i64, whole: i64| {
        let arc = i128::from(small_arc(part, whole));
        rounded_shift(arc * DEGREES, SHIFT + 30)
    };
    let first = if wide <= far { small(wide, far) } else { QUARTER - small(far, wide) };
    let half = if along >= 0 { first } else { HALF - first };
    if aside >= 0 { half } else { (FULL - half) % FULL }
}

/// The length of an arc of `angle` micro-degrees at `radius`, to the nearest unit; the size of the angle counts.
pub fn arc_length(radius: i64, angle: i64) -> i64 {
    let radius = i128::from(radius.clamp(0, 1 << 31));
    let angle = i128::from(angle.unsigned_abs().min(1 << 31));
    rounded_shift(radius * angle * (RADIANS >> 10), 80)
}

/// The greatest angle whose arc at `radius` is not longer than `length`, at most a whole turn.
pub fn angle_of_arc(radius: i64, length: i64) -> i64 {
    if radius <= 0 {
        return FULL;
    }
    let length = i128::from(length.clamp(0, 1 << 32));
    let angle = (length * DEGREES / i128::from(radius)) >> 30;
    i64::try_from(angle).unwrap_or(FULL).min(FULL)
}

/// `value` over 2^`shift`, to the nearest, halves away from zero; saturates.
pub fn rounded_shift(value: i128, shift: u32) -> i64 {
    let half = 1_i128 << shift.saturating_sub(1);
    let size = (value.abs().saturating_add(half)) >> shift;
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    if value < 0 { -size } else { size }
}

/// Sine and cosine from 0 to an eighth of a turn.
fn small_sin_cos(angle: i64) -> (i64, i64) {
    let radians = rounded_shift(i128::from(angle) * RADIANS, 30);
    let square = times(radians, radians);
    let series = |terms: &[i64]| terms.iter().fold(0, |sum, term| term - times(square, sum));
    (times(radians, series(&SINE)), series(&COSINE))
}

/// The arc whose tangent is `part` over `whole`, with 0 <= part <= whole and whole > 0, in units of 2^-60.
fn small_arc(part: i64, whole: i64) -> i64 {
    let (part, whole) = (i128::from(part), i128::from(whole));
    // The nearest sixteenth k, and the tangent of what is left: (z - k/16) / (1 + z k/16).
    let nearest = (32 * part + whole) / (2 * whole);
    let base = usize::try_from(nearest).ok().and_then(|at| ARCS.get(at)).copied().unwrap_or(0);
    let (up, down) = (16 * part - nearest * whole, 16 * whole + nearest * part);
    let rest = ratio(up, down);
    let square = times(rest, rest);
    let series = [11, 9, 7, 5, 3, 1].into_iter().fold(0, |sum, odd| ONE / odd - times(square, sum));
    base + times(rest, series)
}

/// `up` over `down` in units of 2^-60; both below 2^68, |up| <= down.
fn ratio(up: i128, down: i128) -> i64 {
    // 64 bits of `down` are enough: the quotient is small and only 60 bits of it are kept.
    let spare = (128 - down.leading_zeros()).saturating_sub(66);
    let (up, down) = (up >> spare, (down >> spare).max(1));
    i64::try_from((up << SHIFT) / down).unwrap_or(0)
}

/// The product of two numbers in units of 2^-60.
fn times(a: i64, b: i64) -> i64 {
    let product = (i128::from(a) * i128::from(b)) >> SHIFT;
    i64::try_from(product).unwrap_or(0)
}
