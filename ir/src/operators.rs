//! The operators of expressions: on one value, on two, on many, and how fractions become whole.

use crate::facts::{
    Gives::{Bool, Int, Of, Own, Ratio},
    Sides, takes,
};
use crate::form::{Want, forms};
use serde::{Deserialize, Serialize};

forms! {
    /// Questions about items.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Quantifier: () {
        /// Some item: bool.
        Any => "any";
        /// Every item has a true `value`: bool.
        All => "all";
        /// How many: int.
        Count => "count";
        /// The sum of `value`.
        Sum => "sum";
        /// The item with the least `value`, the first of equals; none without items.
        Least => "least";
        /// The item with the greatest `value`, the first of equals; none without items.
        Most => "most";
        /// The least `value` itself; none without items.
        Lowest => "lowest";
        /// The greatest `value` itself; none without items.
        Highest => "highest";
    }
}

forms! {
    /// Operations on one value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum UnaryOp: Sides {
        /// Bool.
        Not => "not ({of})", takes(&[Want::Bool], Bool);
        /// Int, length, angle.
        Neg => "-({of})", takes(&[Want::Additive], Of(&["of"]));
        /// Ratio.
        NegRatio => "-({of})", takes(&[Want::Ratio], Ratio);
        /// Int to ratio.
        ToRatio => "ratio({of})", takes(&[Want::Int], Ratio);
        /// The number of a face, where all faces of the die are numbers.
        FaceValue => "{of}.value", takes(&[Want::NumberedFace], Int);
    }
}

forms! {
    /// Operations on two scalars. Overflow and division by zero are faults.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum BinaryOp: Sides {
        /// Of cells of one type (int, length, angle).
        Add => "+", takes(ADDED, Of(&["left"]));
        /// Of cells of one type.
        Sub => "-", takes(ADDED, Of(&["left"]));
        /// Int by int, or measure by int.
        Mul => "*", takes(&[], Own);
        /// Of ints or of two measures of one kind, as a ratio.
        DivRatio => "/", takes(ADDED, Ratio);
        /// Ratio by ratio.
        AddRatio => "+r", takes(RATIOS, Ratio);
        /// Ratio by ratio.
        SubRatio => "-r", takes(RATIOS, Ratio);
        /// Ratio by ratio.
        MulRatio => "*r", takes(RATIOS, Ratio);
        /// Ratio by ratio.
        DivideRatios => "/r", takes(RATIOS, Ratio);
        /// A measure times a ratio, rounded to the nearest unit of the measure, halves to even.
        ScaleMeasure => "*m", takes(&[Want::Measure, Want::Ratio], Of(&["left"]));
        /// The rest of a division of ints, with the sign of the divisor.
        Rem => "mod", takes(&[Want::Int, Want::Int], Int);
        /// The lesser of two cells (not of ratios).
        Min => "min", takes(ORDERED, Of(&["left", "right"]));
        /// The greater of two cells (not of ratios).
        Max => "max", takes(ORDERED, Of(&["left", "right"]));
        /// Equality of any cells of one type.
        Eq => "is", takes(&[Want::Scalar, Want::Like("left")], Bool);
        /// The opposite.
        Ne => "is not", takes(&[Want::Scalar, Want::Like("left")], Bool);
        /// Order of cells (int, measures, members by position, faces by position).
        Lt => "<", takes(ORDERED, Bool);
        /// Likewise.
        Le => "<=", takes(ORDERED, Bool);
        /// Order of ratios.
        LtRatio => "<r", takes(RATIOS, Bool);
        /// Order of ratios.
        LeRatio => "<=r", takes(RATIOS, Bool);
    }
}

const ADDED: &[Want] = &[Want::Additive, Want::Same("left")];
const RATIOS: &[Want] = &[Want::Ratio, Want::Ratio];
const ORDERED: &[Want] = &[Want::Ordered, Want::Like("left")];

forms! {
    /// How a rational becomes whole.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Rounding: () {
        /// Down.
        Floor => "floor";
        /// Up.
        Ceil => "ceil";
        /// To the nearest, halves away from zero.
        Nearest => "round";
    }
}
