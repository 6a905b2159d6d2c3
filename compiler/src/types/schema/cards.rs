//! Cards: how many there are of each entry of a kind, and who sees what of them.

use super::super::checker::Checker;
use super::super::vocabulary::Attribute;
use crate::typed::Type;
use crate::wording::article;
use warwright_grammar::{Diagnostic, Span, codes, tree};
use warwright_ir as ir;

impl Checker<'_> {
    /// `copies PROFILE` and `for each player` of all kinds.
    pub(super) fn check_copies(&mut self) {
        let index = &self.input.content.index;
        for (position, (name, shape)) in index.kinds.iter().enumerate() {
            let Some(kind) = self.facts.kinds.get(position).copied().flatten() else { continue };
            let said = shape.copies.map(|copies| copies.span).or(shape.each_player);
            let Some(said) = said else { continue };
            if shape.base != ir::KindBase::Card {
                Diagnostic::at(codes::CARD_COPIES, said)
                    .says(format!(
                        "`{name}` is no kind of card, so there are no copies of its entries"
                    ))
                    .label("only cards are made at set-up")
                    .help(format!("write `kind {name} is card ..`, or take this away"))
                    .emit(self.sink);
                continue;
            }
            let copies = shape.copies.and_then(|copies| self.copies(kind, copies));
            if let Some(def) = self.typed.kinds.get_mut(kind) {
                def.copies = copies;
                def.each_player = shape.each_player.is_some();
            }
        }
    }

    /// The profile that says how many copies there are.
    fn copies(&mut self, kind: ir::KindId, name: &tree::Name) -> Option<ir::ProfileId> {
        let Some(Attribute::Profile(profile)) = self.vocabulary.attribute(kind, &name.text) else {
            let known = self.typed.kinds.get(kind).map(|def| def.profiles.clone());
            let names = known
                .into_iter()
                .flatten()
                .filter_map(|it| self.typed.profiles.get(it).map(|profile| profile.name.clone()));
            let names: Vec<String> = names.collect();
            self.unknown_among(name, "profile", &names);
            return None;
        };
        let def = self.typed.profiles.get(profile)?;
        let bounded = matches!(
            &def.ty,
            Type::Int(Some(bounds)) if bounds.least.is_some_and(|least| least >= 0)
                && bounds.most.is_some_and(|most| most <= ir::MOST_COPIES)
        );
        if !bounded {
            let (place, most) = (def.span, ir::MOST_COPIES);
            return Diagnostic::at(codes::CARD_COPIES, name.span)
                .says(format!("`{}` does not say how many cards there may be", name.text))
                .label("counts the cards of each entry")
                .also(place, "declared here")
                .help(format!(
                    "give it a range of at most {most}: `profile {}: int 1..20`",
                    name.text
                ))
                .refuse(self.sink);
        }
        Some(profile)
    }

    /// Who sees a state field, and the word that says so.
    pub(super) fn sight(&mut self, state: &tree::State, kind: ir::KindId) -> ir::Sight {
        let Some(who) = &state.seen_by else { return ir::Sight::All };
        match &*who.text {
            "all" => ir::Sight::All,
            "none" => ir::Sight::Nobody,
            "owner" => {
                self.owned_by_somebody(kind, who.span);
                ir::Sight::Owner
            }
            _ => {
                let known = ["owner", "none", "all"].map(str::to_owned);
                self.unknown_among(who, "viewer of a field", &known);
                ir::Sight::All
            }
        }
    }

    /// What belongs to nobody has no owner who could see anything.
    fn owned_by_somebody(&mut self, kind: ir::KindId, span: Span) {
        let Some(def) = self.typed.kinds.get(kind) else { return };
        let shared = match def.base {
            ir::KindBase::Piece | ir::KindBase::Player | ir::KindBase::Side => false,
            ir::KindBase::Card => !def.each_player,
            _ => true,
        };
        if shared || (def.fleeting && !def.has_owner()) {
            let name = def.name.clone();
            Diagnostic::at(codes::SIGHT_OF_NOBODY, span)
                .says(format!(
                    "{} {name} belongs to nobody, so it has no owner who could see this",
                    article(&name)
                ))
                .fix("nobody sees it", span, "none")
                .emit(self.sink);
        }
    }

    /// What mirrors a hidden field is hidden with it; who says otherwise is told so.
    pub(super) fn check_mirrors(&mut self) {
        for (id, state) in self.facts.states.clone() {
            let Some(who) = state.seen_by.as_ref().filter(|who| &*who.text == "all") else {
                continue;
            };
            let fields = self.typed.fields.values().zip(0u32..);
            let mirrors = fields.filter(|(def, at)| {
                let own = self.typed.fields.get(id).and_then(|own| own.inverse);
                def.inverse == Some(id) || own == Some(ir::FieldId(*at))
            });
            let hidden = mirrors.map(|(def, _)| def).find(|def| def.sight != ir::Sight::All);
            let Some((name, place)) = hidden.map(|def| (def.name.clone(), def.span)) else {
                continue;
            };
            Diagnostic::at(codes::SIGHT_OF_NOBODY, who.span)
                .says(format!("this mirrors `{name}`, which not all players see"))
                .label("would tell them all of it")
                .also(place, "hidden here")
                .help("what mirrors a hidden field is seen by the same players: leave `seen by` out here")
                .emit(self.sink);
        }
    }
}
