//! Questions that are not asked: those of which every answer leads to the same battle are answered for persons, and they are told.

use super::{Done, Table};
use crate::foresight::idle;
use warwright_runtime::{ChooseRequest, PlayFault, Recorded, Tells};

/// So many questions are told of, the last.
const TOLD: usize = 6;

impl Table {
    /// Answers a question of a person that cannot matter.
    pub(super) fn unasked(
        &mut self,
        request: &ChooseRequest,
        tells: &mut Tells,
    ) -> Result<Option<Done>, PlayFault> {
        let Some(answer) = idle::answer(&self.machine, &self.state, request)? else {
            return Ok(None);
        };
        self.machine
            .answer_choice(&mut self.state, &answer, tells)
            .map_err(|refusal| PlayFault::refused(refusal, request, &answer))?;
        self.terminal.say(&format!(
            "(not asked: {}; all answers come to the same, `why not asked` says more)",
            request.question
        ));
        self.not_asked.push(request.question.clone());
        Ok(Some(Done::Answered(Recorded::Chose { player: request.player, answer }, false)))
    }

    /// Which questions are not asked, and which were not.
    pub(super) fn why_not_asked(&mut self) {
        let rule = "a question with one answer alone is not asked, nor one of which every answer leads to the same battle";
        let first = self.not_asked.len().saturating_sub(TOLD);
        let last = self.not_asked.get(first..).unwrap_or_default();
        let mut lines = vec![String::from(rule)];
        if !last.is_empty() {
            lines.push(String::from("not asked, as it all came to the same:"));
        }
        lines.extend(last.iter().map(|question| format!("  {question}")));
        self.terminal.say(&lines.join("\n"));
    }
}
