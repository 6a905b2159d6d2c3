//! How many locals each body needs, with the bodies that it runs inside itself.

use warwright_ir::{Act, Arena, BodyId, Env, Program};

/// The needs of all bodies. Bodies that run each other in a circle (a damaged program) need what they say themselves.
pub(super) fn bodies(program: &Program) -> Arena<BodyId, Env> {
    let mut needs: Arena<BodyId, Env> = Arena::new();
    for body in program.bodies.values() {
        needs.push(body.env);
    }
    // A body is as deep as its nesting; each round settles one more level.
    for _ in 0..MOST_NESTING {
        let mut changed = false;
        for (id, body) in program.bodies.iter() {
            for act in &body.acts {
                let Act::Run { body: inner } = act else { continue };
                let Some(inner) = needs.get(*inner).copied() else { continue };
                if let Some(outer) = needs.get_mut(id) {
                    let both = larger(*outer, inner);
                    changed |= both != *outer;
                    *outer = both;
                }
            }
        }
        if !changed {
            break;
        }
    }
    needs
}

const MOST_NESTING: usize = 64;

/// The larger of two needs, by each measure.
pub(super) fn larger(left: Env, right: Env) -> Env {
    Env { scalars: left.scalars.max(right.scalars), wides: left.wides.max(right.wides) }
}
