//! Vocabulary: kinds, state, profiles, ties, dice, scales, rulings, windows, as they are.

use super::Lowering;
use super::slots::Frame;
use super::types;
use warwright_ir as ir;

impl Lowering<'_> {
    pub(super) fn kinds(&mut self) {
        let typed = self.typed;
        for def in typed.kinds.values() {
            let kind = ir::Kind {
                name: self.text(&def.name),
                base: def.base,
                closed: def.closed,
                fleeting: def.fleeting,
                copies: def.copies,
                each_player: def.each_player,
                profiles: def.profiles.clone(),
                fields: def.fields.clone(),
                entries: def.entries.clone(),
                footprint: def.footprint,
                place: def.place,
                region: def.region,
                cell: def.cell,
                leaves_by: def.leaves_by.clone(),
                span: self.span(def.span),
            };
            self.out.kinds.push(kind);
        }
        for def in typed.profiles.values() {
            let profile = ir::Profile {
                name: self.text(&def.name),
                kind: def.kind,
                ty: types::ty(&def.ty),
                quantity: def.quantity,
                span: self.span(def.span),
            };
            self.out.profiles.push(profile);
        }
        self.fields();
        self.dice_and_scales();
        self.ties();
        for def in &typed.rulings {
            let ruling = ir::Ruling {
                name: self.text(&def.name),
                ty: types::ty(&def.ty),
                value: ir::Value::Scalar(def.value),
            };
            self.out.rulings.push(ruling);
        }
    }

    fn fields(&mut self) {
        for def in self.typed.fields.values() {
            self.frame = Frame::new(self.typed, &def.locals, 1);
            let (least, most) = types::range(&def.ty);
            let field = ir::Field {
                name: self.text(&def.name),
                kind: def.kind,
                ty: types::ty(&def.ty),
                initial: self.expr(&def.initial),
                least,
                most,
                resets: def.resets,
                sight: def.sight,
                inverse: def.inverse,
                span: self.span(def.span),
            };
            self.out.fields.push(field);
        }
    }

    fn dice_and_scales(&mut self) {
        let typed = self.typed;
        for def in typed.dice.values() {
            let faces = def.faces.iter().map(|(name, value, sides)| ir::Face {
                name: self.text(name),
                value: *value,
                sides: *sides,
            });
            let faces = faces.collect();
            let die = ir::Die { name: self.text(&def.name), faces, span: self.span(def.span) };
            self.out.dice.push(die);
        }
        for def in typed.scales.values() {
            let scale = ir::Scale {
                name: self.text(&def.name),
                ty: types::ty(&def.ty),
                values: def.values.clone(),
                span: self.span(def.span),
            };
            self.out.scales.push(scale);
        }
    }

    fn ties(&mut self) {
        for def in self.typed.ties.values() {
            let fields = def.fields.iter().map(|(name, ty, each)| ir::TieField {
                name: self.text(name),
                ty: types::ty(ty),
                each: *each,
                least: ty.bounds().least,
                most: ty.bounds().most,
            });
            let fields = fields.collect();
            let tie = ir::Tie {
                name: self.text(&def.name),
                left: def.left,
                right: def.right,
                fields,
                span: self.span(def.span),
            };
            self.out.ties.push(tie);
        }
    }
}
