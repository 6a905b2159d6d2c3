//! A made-up game as text: the smallest in which something is hidden, and revealed.

/// Both hide a number, both say one, both show what they hid, both say one again.
pub const VEILS: &str = r#"system veils { measure in ; dice d6 }
kind battle { }
kind player {
  state hidden: int 0..9 = 0 seen by owner
  state bid: int 0..9 = 0
  state shown: int 0..9 = 0
}
kind token is piece { profile size: int ; limit self.size > 0 "not without a size" }
procedure game() {
  step hide { for each p in players { p chooses number: int 1..9 "the number to hide" ; p.hidden = number } }
  step bid {
    for each p in players { p chooses number: int 1..9 "a bid" ; p.bid = number ; say "{p} bids {p.bid}." }
  }
  step show { for each p in players { p.shown = p.hidden ; say "{p} shows {p.shown}." } }
  step after { for each p in players { p chooses number: int 1..9 "a last bid" ; p.bid = number } }
}
sequence {
  setup { game() }
  round at most 1 { }
  verdict at end of round { else | draw "it is over" }
}
faction Plain { tokens { name | size
  Block | 1
} }
scenario Table {
  side Left { roster "Left" of Plain { 1 Block } }
  side Right { roster "Right" of Plain { 1 Block } }
}
"#;
