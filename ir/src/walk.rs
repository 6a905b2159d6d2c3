//! Walks any data of a program by way of its serde form, and tells a visitor of the ids, numbers and words in it.
//!
//! Whatever is added to the IR later is seen without a line here, so no id can be forgotten by a check.

use crate::ExprId;
use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};
use std::fmt;

/// What is told while data is walked, in the order of the data. Every method does nothing by default.
pub(crate) trait Visitor {
    /// An id: the name of its type and its number.
    fn id(&mut self, _kind: &'static str, _number: u32) {}
    /// A number or a yes or no.
    fn number(&mut self, _number: i128) {}
    /// A string.
    fn words(&mut self, _words: &str) {}
    /// Nothing, where something could stand.
    fn none(&mut self) {}
    /// A form of an enum; its content follows.
    fn variant(&mut self, _name: &'static str) {}
    /// A list, a record or the like begins.
    fn open(&mut self) {}
    /// It ends.
    fn close(&mut self) {}
    /// A field of a record follows; `false` leaves it out.
    fn field(&mut self, _name: &'static str) -> bool {
        true
    }
    /// An item of a list follows.
    fn item(&mut self) {}
}

/// Walks `data`.
pub(crate) fn walk(data: &impl Serialize, visitor: &mut impl Visitor) {
    let mut walk = Walk { visitor, id: None };
    // The walk itself never fails, and no type of the IR refuses to be serialised.
    let _: Result<(), Failure> = data.serialize(&mut walk);
}

/// Tells `found` of each expression that `data` (an act, a clause, an expression, any part of a program) names directly.
pub fn each_expr(data: &impl Serialize, found: impl FnMut(ExprId)) {
    walk(data, &mut Exprs { found });
}

struct Exprs<F> {
    found: F,
}

impl<F: FnMut(ExprId)> Visitor for Exprs<F> {
    fn id(&mut self, kind: &'static str, number: u32) {
        if kind == "ExprId" {
            (self.found)(ExprId(number));
        }
    }
}

struct Walk<'v, V> {
    visitor: &'v mut V,
    /// Set between the name of an id's type and its number.
    id: Option<&'static str>,
}

impl<V: Visitor> Walk<'_, V> {
    fn number(&mut self, number: i128) {
        match (self.id.take(), u32::try_from(number)) {
            (Some(kind), Ok(number)) => self.visitor.id(kind, number),
            (None, _) | (Some(_), Err(_)) => self.visitor.number(number),
        }
    }
}

/// The error type that serde asks for.
#[derive(Debug)]
struct Failure;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that cannot be walked")
    }
}

impl std::error::Error for Failure {}

impl ser::Error for Failure {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! numbers {
    ($($method:ident: $ty:ty),* $(,)?) => {$(
        fn $method(self, number: $ty) -> Result<(), Failure> {
            self.number(i128::from(number));
            Ok(())
        }
    )*};
}

impl<V: Visitor> ser::Serializer for &mut Walk<'_, V> {
    type Ok = ();
    type Error = Failure;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
    }

    fn serialize_f32(self, _: f32) -> Result<(), Failure> {
        Err(Failure)
    }
    fn serialize_f64(self, _: f64) -> Result<(), Failure> {
        Err(Failure)
    }
    fn serialize_char(self, character: char) -> Result<(), Failure> {
        self.number(i128::from(u32::from(character)));
        Ok(())
    }
    fn serialize_str(self, words: &str) -> Result<(), Failure> {
        self.visitor.words(words);
        Ok(())
    }
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Failure> {
        bytes.iter().for_each(|byte| self.number(i128::from(*byte)));
        Ok(())
    }
    fn serialize_none(self) -> Result<(), Failure> {
        self.visitor.none();
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Failure> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Failure> {
        self.visitor.none();
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failure> {
        self.visitor.none();
        Ok(())
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Failure> {
        self.visitor.variant(variant);
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        self.id = Some(name);
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        self.visitor.variant(variant);
        value.serialize(self)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Failure> {
        self.visitor.open();
        Ok(self)
    }
    fn serialize_tuple(self, _: usize) -> Result<Self, Failure> {
        self.visitor.open();
        Ok(self)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Failure> {
        self.visitor.open();
        Ok(self)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Failure> {
        self.visitor.variant(variant);
        self.visitor.open();
        Ok(self)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self, Failure> {
        self.visitor.open();
        Ok(self)
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Failure> {
        self.visitor.open();
        Ok(self)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Failure> {
        self.visitor.variant(variant);
        self.visitor.open();
        Ok(self)
    }
}

macro_rules! lists {
    ($($name:ident $method:ident),* $(,)?) => {$(
        impl<V: Visitor> $name for &mut Walk<'_, V> {
            type Ok = ();
            type Error = Failure;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
                self.visitor.item();
                value.serialize(&mut **self)
            }
            fn end(self) -> Result<(), Failure> {
                self.visitor.close();
                Ok(())
            }
        }
    )*};
}

lists! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

macro_rules! records {
    ($($name:ident),* $(,)?) => {$(
        impl<V: Visitor> $name for &mut Walk<'_, V> {
            type Ok = ();
            type Error = Failure;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Failure> {
                if self.visitor.field(key) {
                    value.serialize(&mut **self)?;
                }
                Ok(())
            }
            fn end(self) -> Result<(), Failure> {
                self.visitor.close();
                Ok(())
            }
        }
    )*};
}

records! { SerializeStruct, SerializeStructVariant }

impl<V: Visitor> SerializeMap for &mut Walk<'_, V> {
    type Ok = ();
    type Error = Failure;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failure> {
        self.visitor.item();
        key.serialize(&mut **self)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        value.serialize(&mut **self)
    }
    fn end(self) -> Result<(), Failure> {
        self.visitor.close();
        Ok(())
    }
}
