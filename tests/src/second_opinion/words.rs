//! Words with values in them, as people read them.

use super::value::{Result, Trouble, Value, plain};
use super::{Locals, Second};
use warwright_compiler::typed::{Quoted, Type, Words};

impl Second<'_> {
    /// Words with their values.
    pub(super) fn words(&self, locals: &mut Locals, words: &Words) -> Result<String> {
        let mut all = String::new();
        for part in &words.parts {
            match part {
                Quoted::Fixed(fixed) => all.push_str(fixed),
                Quoted::Value(value) => {
                    let shown = self.eval(&self.world, locals, value)?;
                    all.push_str(&self.shown(&value.ty, &shown)?);
                }
            }
        }
        Ok(all)
    }

    /// A value as people read it.
    fn shown(&self, ty: &Type, value: &Value) -> Result<String> {
        let list = |item: &Type| -> Result<String> {
            let items = value.items()?;
            let shown =
                items.iter().map(|one| self.shown(item, one)).collect::<Result<Vec<_>>>()?;
            Ok(if shown.is_empty() { "nothing".to_owned() } else { shown.join(", ") })
        };
        Ok(match (plain(ty), value) {
            (_, Value::None) => "none".to_owned(),
            (_, Value::Text(words)) => words.clone(),
            (Type::List(item) | Type::Set(item), _) => list(item)?,
            (Type::Pool(die), _) => {
                let faces = &self.typed.dice[*die].faces;
                let dice = value.items()?;
                let names = dice.iter().map(|die| Ok(faces[die.cell()? as usize].0.clone()));
                let names = names.collect::<Result<Vec<_>>>()?;
                if names.is_empty() { "no dice".to_owned() } else { names.join(" ") }
            }
            (Type::Bool, _) => if value.holds() { "yes" } else { "no" }.to_owned(),
            (Type::Ratio, Value::Ratio(top, 1)) => top.to_string(),
            (Type::Ratio, Value::Ratio(top, bottom)) => format!("{top}/{bottom}"),
            (Type::Entity(_), _) => self.world.thing(value)?.name.clone(),
            (Type::Member(_), _) => self.name(&self.world, ty, value)?,
            (Type::Face(die), _) => self.typed.dice[*die].faces[value.cell()? as usize].0.clone(),
            (Type::Length | Type::Angle, _) => return Err(Trouble::Unknown("measures in words")),
            _ => value.cell()?.to_string(),
        })
    }
}
