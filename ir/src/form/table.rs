//! How a table of forms is declared: takes its rows, gives the type, what each row says, and the walk over its operands.

/// Declares a table of forms, or one form of which there is only one: the type, and what each row says.
macro_rules! forms {
    (
        $(#[$meta:meta])*
        pub enum $Form:ident: $Facts:ty {$(
            $(#[doc = $about:literal])+
            $name:ident
            $(( $(#[doc = $tabout:literal])* $tuple:ident: $tty:ty $(= $twant:expr)? ))?
            $({ $( $(#[doc = $fabout:literal])+ $field:ident: $ty:ty $(= $want:expr)? ),* $(,)? })?
            => $text:literal $(, $facts:expr)?;
        )*}
    ) => {
        $(#[$meta])*
        pub enum $Form {$(
            $(#[doc = $about])+
            $name $(($tty))? $({ $( $(#[doc = $fabout])+ $field: $ty, )* })?,
        )*}

        impl $Form {
            /// All rows, in order.
            pub const FORMS: &'static [$crate::form::FormSign<$Facts>] = &[$($crate::form::FormSign {
                name: stringify!($name),
                about: &[$($about),+],
                operands: &[
                    $($crate::form::operand_sign!($tuple, [$($tabout),*], $($twant)?),)?
                    $($($crate::form::operand_sign!($field, [$($fabout),*], $($want)?),)*)?
                ],
                text: $text,
                facts: $crate::form::facts!($($facts)?),
            },)*];

            /// Its row.
            pub fn sign(&self) -> &'static $crate::form::FormSign<$Facts> {
                match self {$(
                    Self::$name { .. } => const { &$crate::form::FormSign {
                        name: stringify!($name),
                        about: &[$($about),+],
                        operands: &[
                            $($crate::form::operand_sign!($tuple, [$($tabout),*], $($twant)?),)?
                            $($($crate::form::operand_sign!($field, [$($fabout),*], $($want)?),)*)?
                        ],
                        text: $text,
                        facts: $crate::form::facts!($($facts)?),
                    } },
                )*}
            }

            /// The position of the act that it jumps to, to be changed.
            pub fn jump_mut(&mut self) -> Option<&mut u32> {
                match self {$(
                    Self::$name { $(0: $tuple,)? $($($field,)*)? } => {
                        let found: Option<&mut u32> = None;
                        $(let found = found.or_else(|| $crate::form::AsOperand::jump_mut($tuple));)?
                        $($(let found = found.or_else(|| $crate::form::AsOperand::jump_mut($field));)*)?
                        found
                    }
                )*}
            }
        }

        impl $crate::form::Form for $Form {
            fn row(&self) -> (&'static str, &'static [$crate::form::OperandSign]) {
                let sign = self.sign();
                (sign.text, sign.operands)
            }
            fn each<'a>(&'a self, _found: &mut dyn FnMut($crate::form::Operand<'a>)) {
                match self {$(
                    Self::$name { $(0: $tuple,)? $($($field,)*)? } => {
                        $(_found($crate::form::AsOperand::operand($tuple));)?
                        $($(_found($crate::form::AsOperand::operand($field));)*)?
                    }
                )*}
            }
        }

        impl $crate::form::AsOperand for $Form {
            fn operand(&self) -> $crate::form::Operand<'_> {
                $crate::form::Operand::Form(self)
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $Form:ident {
            $( $(#[doc = $about:literal])+ pub $field:ident: $ty:ty $(= $want:expr)? ),* $(,)?
        } => $text:literal;
    ) => {
        $(#[$meta])*
        pub struct $Form { $( $(#[doc = $about])+ pub $field: $ty, )* }

        impl $crate::form::Form for $Form {
            fn row(&self) -> (&'static str, &'static [$crate::form::OperandSign]) {
                ($text, const { &[$($crate::form::operand_sign!($field, [$($about),*], $($want)?),)*] })
            }
            fn each<'a>(&'a self, found: &mut dyn FnMut($crate::form::Operand<'a>)) {
                $(found($crate::form::AsOperand::operand(&self.$field));)*
            }
        }

        impl $crate::form::AsOperand for $Form {
            fn operand(&self) -> $crate::form::Operand<'_> {
                $crate::form::Operand::Form(self)
            }
        }
    };
}
pub(crate) use forms;

/// What a row says of an operand.
macro_rules! operand_sign {
    ($name:ident, [$($about:literal),*], $($want:expr)?) => {
        $crate::form::OperandSign {
            name: stringify!($name),
            about: concat!($($about),*),
            want: $crate::form::wanted!($($want)?),
        }
    };
}
pub(crate) use operand_sign;

macro_rules! wanted {
    () => {
        $crate::form::Want::Any
    };
    ($want:expr) => {{
        use $crate::form::Want::*;
        $want
    }};
}
pub(crate) use wanted;

macro_rules! facts {
    () => {
        ()
    };
    ($facts:expr) => {
        $facts
    };
}
pub(crate) use facts;
