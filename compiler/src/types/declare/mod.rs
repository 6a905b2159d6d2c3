//! The first pass: gives every declaration its id and signature, so that bodies may name each other in any order.

mod actions;
mod attributes;
mod bearers;
mod board;
mod given;
mod kinds;
mod layers;
mod procedures;
mod rules;
mod settings;
mod values;
mod windows;
mod words;

pub(super) use layers::{Layers, Source};
pub(super) use rules::role_words;
pub(super) use windows::inner_blocks;

use super::checker::Checker;
use super::facts::{Owner, Signature, SignatureParam};
use crate::typed::{Local, Locals, Type};
use std::ops::Deref;
use std::rc::Rc;
use warwright_grammar::{Span, codes, tree};

/// What declaring gives: all later passes read it, and none of them can write it.
#[derive(Debug, Default)]
pub struct Declared<T>(T);

impl<T> Declared<T> {
    const fn write(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> Deref for Declared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Declares everything.
pub(crate) fn declare(checker: &mut Checker<'_>) {
    checker.declare_settings();
    checker.declare_kinds();
    checker.declare_layers();
    checker.declare_entries();
    checker.declare_value_names();
    checker.declare_values();
    checker.find_sides();
    checker.find_colours();
    checker.find_board();
    checker.declare_attributes();
    checker.one_colour_each();
    checker.find_worth();
    checker.declare_functions();
    checker.declare_quantities();
    checker.declare_permissions();
    checker.declare_procedures();
    checker.declare_abilities();
    checker.declare_scenarios();
    checker.declare_windows();
    checker.declare_policies();
    checker.declare_bearers();
    checker.declare_actions();
    checker.declare_words();
    checker.infer_untyped_defines();
    checker.infer_open_variables();
    checker.find_active_field();
}

impl<'a> Checker<'a> {
    /// Parameters with their types, as locals and as a signature has them.
    pub fn parameters(&mut self, params: &'a [tree::Param]) -> (Locals, Vec<SignatureParam<'a>>) {
        let mut locals = Locals::default();
        let mut declared = Vec::with_capacity(params.len());
        for param in params {
            let ty = self.written_type(&param.ty);
            let name = &param.name;
            locals.all.push(Local::param(name.text.clone(), ty.clone(), name.span));
            declared.push(SignatureParam::declared(param, ty));
        }
        (locals, declared)
    }

    /// A type where some are refused, which are reported; a refused one is broken from there on.
    fn allowed(&mut self, ty: Type, refused: fn(&Type) -> bool, why: &str, span: Span) -> Type {
        if refused(&ty) {
            self.broken(codes::TYPE_NOT_ALLOWED, why, span);
            return Type::Error;
        }
        ty
    }

    /// Notes what something takes and gives.
    pub(super) fn sign(
        &mut self,
        owner: Owner,
        title: String,
        params: Vec<SignatureParam<'a>>,
        result: Type,
        span: Span,
    ) {
        let signature = Signature { title, params, result, span };
        self.facts.write().signatures.insert(owner, Rc::new(signature));
    }
}

/// The number of parameters, as the typed tree counts them.
pub(super) fn count(params: usize) -> u16 {
    u16::try_from(params).unwrap_or(u16::MAX)
}

/// Whether values of a type are not single cells.
pub(super) const fn is_several(ty: &Type) -> bool {
    matches!(ty, Type::Record(_) | Type::List(_) | Type::Set(_) | Type::Pool(_) | Type::Space(_))
}
