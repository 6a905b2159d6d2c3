//! Who comes next: takes a question for the order of several, and one answer for all of them.

use super::Terminal;
use warwright_ir::{Program, SiteId};
use warwright_runtime::{Answer, ChooseRequest, Options};

/// What is typed for all that are left, in the order of the list.
pub(super) const ALL: &str = "all";

/// Those who are left of an order that was answered for all.
#[derive(Clone, Debug)]
pub(super) struct Left {
    site: SiteId,
    candidates: Vec<i64>,
}

/// Where it is asked, and of whom, who comes next of several; nothing for other questions.
pub(super) fn next_of<'r>(
    program: &Program,
    request: &'r ChooseRequest,
) -> Option<(SiteId, &'r [i64])> {
    let site = request.site?;
    let name = program.sites.get(site).and_then(|site| program.texts.get(site.name))?;
    match &request.options {
        // No choice of an author's has this name: it is a word of the language.
        Options::One { candidates, none: false, .. } if name == "next" => Some((site, candidates)),
        _ => None,
    }
}

impl Terminal {
    /// The first of the list, and so on for those who are left.
    pub(super) fn all_in_order(&mut self, (site, candidates): (SiteId, &[i64])) -> Option<Answer> {
        let (first, left) = candidates.split_first()?;
        self.left = Some(Left { site, candidates: left.to_vec() });
        Some(Answer::Value(*first))
    }

    /// Who comes next where that was answered for all of them, and nobody else came since.
    pub(super) fn next_in_order(
        &mut self,
        program: &Program,
        request: &ChooseRequest,
    ) -> Option<Answer> {
        let left = self.left.as_ref()?;
        let (site, candidates) = next_of(program, request)?;
        let goes_on = site == left.site && candidates.iter().all(|it| left.candidates.contains(it));
        if !goes_on {
            self.left = None;
            return None;
        }
        self.all_in_order((site, candidates))
    }
}
