//! What is declared and named by an id: what forms that name it can know of it.

use super::{AsOperand, Operand};
use crate::*;

/// What is known of something declared.
#[derive(Clone, Debug, Default)]
pub struct About<'p> {
    /// Its name.
    pub name: Option<TextId>,
    /// The kind that it is of.
    pub kind: Option<KindId>,
    /// Its type: what it gives.
    pub ty: Option<&'p Ty>,
    /// The kinds that it joins.
    pub ends: Vec<KindId>,
    /// Its parameters, keys or fields, with their types.
    pub parts: Vec<(TextId, &'p Ty)>,
}

/// Something declared.
pub trait Declared: std::fmt::Debug {
    /// What is known of it; nothing where the program has no such thing.
    fn about<'p>(&self, program: &'p Program) -> Option<About<'p>>;
    /// Its number.
    fn number(&self) -> u32;
}

fn params(params: &[Param]) -> Vec<(TextId, &Ty)> {
    params.iter().map(|it| (it.name, &it.ty)).collect()
}

macro_rules! declared {
    ($($id:ident in $arena:ident: $it:ident => { $($field:ident: $value:expr),* };)*) => {$(
        impl Declared for $id {
            fn about<'p>(&self, program: &'p Program) -> Option<About<'p>> {
                let $it = program.$arena.get(*self)?;
                Some(About { $($field: $value,)* ..About::default() })
            }
            fn number(&self) -> u32 {
                self.0
            }
        }
        impl AsOperand for $id {
            fn operand(&self) -> Operand<'_> {
                Operand::Declared(self)
            }
        }
    )*};
}

declared! {
    KindId in kinds: it => { name: Some(it.name) };
    FieldId in fields: it => { name: Some(it.name), kind: Some(it.kind), ty: Some(&it.ty) };
    ProfileId in profiles: it => { name: Some(it.name), kind: Some(it.kind), ty: Some(&it.ty) };
    EntryId in entries: it => { name: Some(it.name), kind: Some(it.kind) };
    AbilityId in abilities: it => { name: Some(it.name), kind: Some(it.kind), parts: params(&it.params) };
    TieId in ties: it => {
        name: Some(it.name), ends: vec![it.left, it.right],
        parts: it.fields.iter().map(|it| (it.name, &it.ty)).collect()
    };
    DieId in dice: it => { name: Some(it.name) };
    ScaleId in scales: it => { name: Some(it.name), ty: Some(&it.ty) };
    TableId in tables: it => {
        name: Some(it.name), ty: Some(&it.ty), parts: it.axes.iter().map(|it| (it.name, &it.ty)).collect()
    };
    FunctionId in functions: it => { name: Some(it.name), ty: Some(&it.ty), parts: params(&it.params) };
    QuantityId in quantities: it => { name: Some(it.name), ty: Some(&it.ty), parts: params(&it.params) };
    PermissionId in permissions: it => { name: Some(it.name), parts: params(&it.params) };
    ClauseId in clauses: it => { name: Some(it.label) };
    ProcedureId in procedures: it => { name: Some(it.name), ty: it.result.as_ref(), parts: params(&it.params) };
    WindowId in windows: it => { name: Some(it.name) };
    MomentId in moments: it => { name: Some(it.name) };
    SiteId in sites: it => { name: Some(it.name) };
}
