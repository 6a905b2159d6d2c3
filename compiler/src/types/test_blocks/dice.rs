//! Dice in the script of a test: takes faces as they stand on dice, by number or by name, gives them as faces of a die that has them.
//!
//! Which die is rolled or chosen from is known only in the run, and there the face of that name counts. So no test says of
//! which die a face is.

use super::super::checker::{Checker, INT};
use super::problems;
use warwright_grammar::tree;
use warwright_ir as ir;

impl<'a> Checker<'a> {
    /// A face by what stands on it: of the usual die, or of the first that has it.
    pub(super) fn face_shown(&mut self, face: &'a tree::Expr) -> Option<(ir::DieId, u32)> {
        let shown = match face.as_name() {
            Some(name) => name.text.to_string(),
            None => {
                let value = self.constant_expr(face, &INT);
                self.constant_cell(&value)?.to_string()
            }
        };
        let found = self.face_called(&shown);
        match (found, face.as_name()) {
            (None, Some(name)) => {
                let dice = self.typed.dice.values();
                let known: Vec<String> = dice
                    .flat_map(|die| die.faces.iter().map(|(name, ..)| name.clone()))
                    .filter(|name| name.parse::<i64>().is_err())
                    .collect();
                self.unknown_among(name, "face of a die", &known);
            }
            (None, None) => self.report(problems::no_such_face(&shown, face.span)),
            (Some(_), _) => {}
        }
        found
    }

    fn face_called(&self, shown: &str) -> Option<(ir::DieId, u32)> {
        let dice = (0u32..).map(ir::DieId).take(self.typed.dice.len());
        let on = |die| Some((die, u32::try_from(self.face_position(die, shown)?).ok()?));
        self.facts.die.into_iter().chain(dice).find_map(on)
    }

    /// A word that names a face and nothing of the test itself.
    pub(super) fn face_meant(&self, value: &tree::Expr) -> Option<ir::Named> {
        let name = value.as_name().filter(|name| self.scope.peek(&name.text).is_none())?;
        let (die, face) = self.face_called(&name.text)?;
        Some(ir::Named::Face(die, face))
    }

    /// `2 of jewel + 1 of 6`: so many dice that show a face. Nothing where something else is written.
    pub(super) fn dice_answered(
        &mut self,
        value: &'a tree::Expr,
    ) -> Option<Option<Vec<(u32, ir::Named)>>> {
        match &value.kind {
            tree::ExprKind::Binary(it) if it.op == tree::BinaryOp::Add => {
                let (left, right) = (self.dice_answered(&it.left)?, self.dice_answered(&it.right)?);
                Some(left.zip(right).map(|(left, right)| [left, right].concat()))
            }
            tree::ExprKind::Relation(it) if &*it.name.text == "of" => {
                let count = self.constant_expr(&it.left, &INT);
                let count = self.constant_cell(&count).and_then(|count| u32::try_from(count).ok());
                let face = self.face_shown(&it.right);
                let dice = count.zip(face);
                Some(dice.map(|(count, (die, face))| vec![(count, ir::Named::Face(die, face))]))
            }
            _ => None,
        }
    }
}
