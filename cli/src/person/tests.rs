//! What a person is told where something is typed.

use super::question;

#[test]
fn what_the_heading_asks_is_not_asked_again() {
    let next = "Reds, turn 1, Orders: what is done next";
    assert_eq!(question("Reds, turn 1, Orders", "Orders"), next);
    let next = "Reds (Turn 1, Orders): what is done next";
    assert_eq!(question("Reds (Turn 1, Orders)", "Orders"), next);
    assert_eq!(question("Reds, Reorders", "orders"), "Reds, Reorders: orders");
    assert_eq!(question("Reds", "Orders"), "Reds: Orders");
}
