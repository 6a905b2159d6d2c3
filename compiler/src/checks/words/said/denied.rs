//! Denied: takes a word of a text, says whether what it names is said to be so: which of the words around it a negation belongs to.

use super::beside::{Said, the_one};
use super::patterns::fits;
use super::phrases::Word;
use warwright_grammar::Span;

/// What begins a part of a sentence of its own: what was denied before it is not denied in it.
const OPENS: &str = "when|while|if|as|that|who|which|where|and|whom|whose|because|since";
/// What follows these is left out.
const EXCEPTS: &str = "unless|except|but|save|excluding|barring";
/// What leaves open whether the rest is so.
const UNCLEAR: &str =
    "until|than|instead|either|neither|nor|whether|rather|even|already|yet|before";
/// What says more than that something is refused.
const BESIDE_IT: &str = "EXCEPT|only|alone|without|than|either|nor|whether|even|already|yet|before|otherwise|isn|doesn|don|hasn|behind";
/// So far back a word is looked for that denies another.
const REACH: usize = 6;

impl Said<'_> {
    /// Whether what a word of the text names is said to be so; none where that is not clear. Of what is forbidden only what is said
    /// of when it is counts.
    pub(super) fn is_so(&self, at: usize, forbid: bool) -> Option<bool> {
        if let Some(beside) = self.is_so_beside(at, forbid) {
            return beside;
        }
        let (mut so, mut joined, mut parted) = (true, false, false);
        for back in 1..=REACH {
            let Some(near) = at.checked_sub(back) else { break };
            let ((word, span), (_, next)) = (self.text.get(near)?, self.text.get(near + 1)?);
            // `other than a legend`
            if word == "than" && self.is_behind(near, "other") {
                return (!forbid).then_some(false);
            }
            if self.is_unclear(near) {
                return None;
            }
            // A sign between two words ends what is denied; so does `whoever is not afraid himself ..`.
            if span.end() + 1 < next.start() || fits("himself|herself|itself|themselves", word) {
                break;
            }
            // `it is slow, but its shots hit`: no more is said of it than without the word.
            if word == "but" && self.begins(near) {
                break;
            }
            // `but only at dusk` denies nothing.
            // `but at dusk only` as little.
            let only = word == "but"
                && (self.is_at(near + 1, "only")
                    || self.part_behind(at).last().is_some_and(|word| fits("only|alone", word)));
            // `but not at dusk` denies once.
            if fits(EXCEPTS, word) && !only {
                // `anyone except flyers` may be whom it is allowed or whom it is forbidden; `cannot shoot unless it flies` is clear.
                let denied = || self.text.iter().take(near).any(|(word, _)| fits("NO", word));
                // `unless he is tired his mates have more`: what is left out is over before them.
                if self.begins_anew(near, at) {
                    return None;
                }
                return (!forbid || word == "unless" && denied()).then_some(false);
            }
            if forbid && word == "but" {
                return None;
            }
            // `if it has not moved it shoots`: what is denied before is another thing.
            // `does not yield to shots`: what is not done is not what it is done to.
            parted |= word == "it" && self.is_subject(near) || fits("from|against|by", word);
            if parted && fits("NO", word) {
                return None;
            }
            if fits(OPENS, word) {
                // `no more, as soon as it is hurt`
                let mut from = near;
                while from > 0 && self.is_at(from - 1, "as|soon|longer|more") {
                    from -= 1;
                }
                let before = from.checked_sub(1).and_then(|at| self.text.get(at));
                let excepted = before.is_some_and(|(word, _)| fits(EXCEPTS, word));
                // `except that fords do not hold it` denies twice.
                if excepted && self.part_behind(at).any(|word| fits("NO", word)) {
                    return None;
                }
                // `nobody who shoots`: of those who do something else is denied.
                let whom = fits("who|that|which|whom|whose", word);
                // `not for those that shoot`, which is all that the sentence says.
                let first = self.part_before(near).last();
                let denied = excepted
                    || whom && first == Some("not")
                    || !whom && before.is_some_and(|(word, _)| fits("NO", word));
                let only = forbid && self.text.iter().take(near).any(|(word, _)| word == "only");
                return (!denied || !only).then_some(so != (denied || only));
            }
            // `No shield turns its shots`: of shields something is denied.
            if fits("no|nothing|nobody|none", word) && back > 2 {
                return None;
            }
            // What denies one of two may deny the other or not.
            joined |= word == "or";
            if fits("NO|nothing|without|un|doesn|don|hasn|isn", word) {
                // `nobody shoots with more than one`, `does not pass a test of it`: denied is the bound, or what is done.
                if self.is_of_a_bound(at) || back > 2 && self.is_told_by(at) {
                    return None;
                }
                // `No hero can order it`: of heroes something else is denied.
                if joined || word == "no" && back == 1 && self.begins(near) {
                    return None;
                }
                so = !so;
            }
        }
        // `unless somebody comes to its help from the next hex`
        if self.part_before(at).skip(REACH).any(|word| fits("unless|except", word)) {
            return None;
        }
        // `in the red it has none`: what follows says it of the word; `arrows never hurt it`, of what is forbidden, with it.
        let denied = self.part_behind(at).any(|word| fits("NO", word));
        if forbid && denied && so && self.begins(at) {
            return Some(true);
        }
        (!forbid && !denied).then_some(so)
    }

    /// Whether a word before another leaves open whether that is so.
    fn is_unclear(&self, at: usize) -> bool {
        let behind = |slot: &str| self.is_at(at + 1, slot);
        self.is_at(at, UNCLEAR)
            // `in place of a shot`, as `instead`
            || self.is_at(at, "place") && behind("of")
            // `once it has lost its green boxes`: they are gone.
            || self.is_at(at, "lost|left") && behind("its|his|her|their|the|all")
            // `nothing but shots`: these alone.
            || self.is_at(at, "but") && self.is_behind(at, "nothing|nobody|none")
    }

    /// The same where the words next to it say so.
    fn is_so_beside(&self, at: usize, forbid: bool) -> Option<Option<bool>> {
        // `one lost box`: what is counted.
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        // `nobody's front but a friend's`, `nobody but foot and riders`: who is left out; `red 2`: how many.
        let left_out = |word: &str| fits("but|except|excepted|aside|excluded", word);
        let excepts = self.part_behind(at).take(2).any(left_out)
            || self.part_behind(at).next().is_some_and(|word| fits("#", word))
            || self.is_excepted(at)
            || self.is_of_the_others(at);
        if excepts || before.is_some_and(|(word, _)| fits("#|#th", word)) {
            return Some(None);
        }
        if self.is_of_another_thing(at) {
            return Some(None);
        }
        // `once hurt, no more`; `that is over once it is hurt`
        if self.is_of_nobody(at) || self.is_taken_back(at) || self.is_then_over(at) {
            return Some((!forbid).then_some(false));
        }
        // `after the first round` it is not that round any more.
        let ordinal = self.text.get(at).is_some_and(|(word, _)| fits("#th", word));
        if ordinal && self.part_before(at).take(3).any(|word| fits("after|past|once", word)) {
            return Some(Some(false));
        }
        // `lets no wheels through`: of these all is denied.
        (forbid && before.is_some_and(|(word, _)| word == "no")).then_some(None)
    }

    /// Whether the word before that at a place fits a slot.
    fn is_behind(&self, at: usize, slot: &str) -> bool {
        at.checked_sub(1).is_some_and(|at| self.is_at(at, slot))
    }

    /// Whether a word at a place fits a slot.
    fn is_at(&self, at: usize, slot: &str) -> bool {
        self.text.get(at).is_some_and(|(word, _)| fits(slot, word))
    }

    /// Whether what is said of one thing between two words is followed by another, with no sign between them.
    fn begins_anew(&self, from: usize, to: usize) -> bool {
        let between = from + 1..to;
        let is = between.clone().find(|at| self.is_at(*at, "is|are|was|were|has|have"));
        is.is_some_and(|is| (is + 2..to).any(|at| self.is_at(at, "its|his|her|their|the")))
    }

    /// Whether a bound follows in the same part, `more than one`.
    fn is_of_a_bound(&self, at: usize) -> bool {
        let behind: Vec<&str> = self.part_behind(at).collect();
        behind.windows(2).any(|pair| match pair {
            [one, other] => fits("more|fewer|less|farther|further|nearer", one) && *other == "than",
            _ => false,
        })
    }

    /// Whether a word only tells which of something else is meant: `a morning check`.
    pub(super) fn is_told_by(&self, at: usize) -> bool {
        let article = at.checked_sub(1).is_some_and(|at| self.is_at(at, "a|an|the|any"));
        const BESIDE: &str =
            "it|is|are|was|for|in|on|at|of|to|by|and|or|this|that|when|while|any|yet|they|you";
        article && self.part_behind(at).next().is_some_and(|word| !fits(BESIDE, word))
    }

    /// `a lost box`, `a box that it has lost`: a word of something that the bearer has or had.
    fn is_of_another_thing(&self, at: usize) -> bool {
        let mut before = self.part_before(at);
        let had = before.next().is_some_and(|word| fits("has|have|had", word))
            && before.next().is_some_and(|word| fits("it|he|she|they", word))
            && before.next().is_some_and(|word| fits("that|which", word))
            // `in turns in which it has moved`
            && !before.next().is_some_and(|word| fits("in|during|after", word));
        let a = at.checked_sub(1).is_some_and(|at| self.is_at(at, "a|an"));
        let noun = self.part_behind(at).next().filter(|_| a && self.is_told_by(at));
        const BEARERS: &str = "enem*|foe*|friend*|target|unit|one|side|player";
        let bears = |noun: &str| {
            fits(BEARERS, noun) || self.typed.kinds.values().any(|kind| kind.name == noun)
        };
        // `a marsh's edge`: whose it is, and no word of the edge.
        had || noun.is_some_and(|noun| noun != "s" && !bears(noun))
    }

    /// Whether the part behind that of a word takes back what was said: `once hurt, no more`.
    fn is_taken_back(&self, at: usize) -> bool {
        let next = at + 1 + self.part_behind(at).count();
        self.is_at(next, "no|not|none|never") && self.is_at(next + 1, "more|longer|any|so")
            || self.is_at(next, "none|nothing") && self.part_behind(next).next().is_none()
            || self.ends_with_it(at)
    }

    /// `as soon as it has lost anybody this is over`
    fn ends_with_it(&self, at: usize) -> bool {
        let behind: Vec<&str> = self.part_behind(at).collect();
        behind.windows(3).any(|said| match said {
            [this, is, over] => {
                fits("this|that|it", this) && *is == "is" && fits("over|gone", over)
            }
            _ => false,
        })
    }

    /// `that is over as soon as it is hurt`
    fn is_then_over(&self, at: usize) -> bool {
        let before: Vec<&str> = self.part_before(at).collect();
        before.windows(2).any(|said| match said {
            [then, over] => fits("once|when|as", then) && fits("over|gone", over),
            _ => false,
        })
    }

    /// `in contact with no enemy`, `it has lost nothing`
    fn is_of_nobody(&self, at: usize) -> bool {
        if self.part_behind(at).next().is_some_and(|word| fits("nothing|nobody|none", word)) {
            return true;
        }
        let mut behind = self.part_behind(at);
        behind.next().is_some_and(|word| fits("with|to|by|of", word))
            && behind.next().is_some_and(|word| fits("no|nobody|none", word))
    }

    /// Whether a sentence that is not the first speaks of all the others: `those in good order need none`.
    fn is_of_the_others(&self, at: usize) -> bool {
        let from = (0..=at).rev().find(|at| self.begins_a_sentence(*at)).unwrap_or(0);
        from > 0 && self.is_at(from, "those|others|everybody|everyone|anybody|all")
    }

    /// Whether a full stop stands before a word.
    fn begins_a_sentence(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        before.zip(self.text.get(at)).is_none_or(|((_, one), (_, next))| {
            self.map.slice(Span::new(one.end(), next.start())).contains(['.', ';'])
        })
    }

    /// `until it is in the red`, of what counts as long as it is not; where nothing is granted until then.
    pub(super) fn is_until(&self, at: usize) -> Option<bool> {
        // `until it has left the red` says the contrary.
        let mut before = self.part_before(at).take(REACH).take_while(|word| !fits("NO|left", word));
        (!self.acts() && before.any(|word| word == "until")).then_some(false)
    }

    /// Whether the one word of the text that denies is what the rules beside it do, in the sentence in which a word stands:
    /// `nobody comes at its front`, of what is forbidden.
    pub(super) fn refuses_plainly(&self, at: usize) -> bool {
        let said = self.text.get(at).map(|(_, span)| *span);
        let denies = the_one(self.phrases("NO")).map(|it| it.span());
        self.rules.forbids_alone(self.one.bearer)
            && said.zip(denies).is_some_and(|(one, other)| {
                let (first, last) =
                    if one.start() < other.start() { (one, other) } else { (other, one) };
                !self.map.slice(first.to(last)).contains(['.', ';'])
            })
            && !self.says(BESIDE_IT)
    }

    /// Whether a word is denied or excepted by what stands before it, up to a sign, or right behind it: `shots are not`.
    pub(super) fn is_denied(&self, at: usize) -> bool {
        let mut before = self.part_before(at).take(REACH);
        let mut behind = self.part_behind(at);
        let is = behind.next().is_some_and(|word| fits("is|are|was|were|do|does|may|can", word));
        let not = is && behind.next().is_some_and(|word| fits("NO", word));
        not || before.any(|word| fits("NO|EXCEPT|without|instead|than|isn|doesn|don", word))
            // `unless it stands to the left or to the right`
            || self.part_before(at).any(|word| fits("unless|except", word))
            || self.is_yet_to_come(at)
    }

    /// `nobody leaves before they have fallen so low`, of what is forbidden until then.
    fn is_yet_to_come(&self, at: usize) -> bool {
        let before: Vec<&str> = self.part_before(at).collect();
        self.rules.forbids_alone(self.one.bearer)
            && before.windows(2).any(|pair| match pair {
                [whom, before] => *before == "before" && fits("it|they|he|she", whom),
                _ => false,
            })
    }

    /// Whether `it` stands for whoever does something, and is not what something is done to.
    fn is_subject(&self, at: usize) -> bool {
        const OF: &str =
            "at|on|to|of|by|with|from|near|against|over|for|in|than|beside|behind|before";
        let before = at.checked_sub(1).and_then(|at| self.text.get(at));
        before.is_some_and(|it| !fits(OF, &it.0) && !fits(OPENS, &it.0))
    }

    /// Whether a word stands behind `nobody .. but`: what is denied is denied of all others.
    fn is_excepted(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let but = before.iter().rposition(|(word, _)| word == "but");
        let denied = |(word, _): &Word| fits("NO|none", word);
        but.is_some_and(|but| before.iter().take(but).rev().take(REACH).any(denied))
    }

    /// Whether a word begins what is said.
    fn begins(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        before
            .zip(self.text.get(at))
            .is_none_or(|((_, one), (_, next))| one.end() + 1 < next.start())
    }

    /// The words before one, the nearest first, up to a sign.
    pub(super) fn part_before(&self, at: usize) -> impl Iterator<Item = &str> {
        let before = self.text.get(..=at).unwrap_or_default().windows(2).rev();
        before.map_while(|pair| match pair {
            [(word, one), (_, next)] if one.end() + 1 >= next.start() => Some(word.as_str()),
            _ => None,
        })
    }

    /// The words behind one, up to a sign.
    pub(super) fn part_behind(&self, at: usize) -> impl Iterator<Item = &str> {
        let behind = self.text.get(at..).unwrap_or_default().windows(2);
        behind.map_while(|pair| match pair {
            [(_, one), (word, next)] if one.end() + 1 >= next.start() => Some(word.as_str()),
            _ => None,
        })
    }
}
