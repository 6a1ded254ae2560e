//! Dice and totals.

use hindsight_reports::{PictureOptions, Theme, picture};

use super::small;
use crate::boards;

#[test]
fn dice_are_drawn_with_their_pips_and_successes_ticked() {
    let last = boards::squares_last();
    let options = PictureOptions {
        last: Some(last),
        ..small(Theme::Light)
    };
    let svg = picture::svg(&boards::squares(), &options);
    let roll = svg
        .split("aria-label=\"A, attack: 4 1 6 5 2 3 (3 of 6 on 4+)\"")
        .nth(1)
        .and_then(|rest| rest.split("</g>").next())
        .expect("the roll");
    assert_eq!(
        roll.matches("<circle").count(),
        4 + 1 + 6 + 5 + 2 + 3,
        "a pip for each point"
    );
    assert!(roll.contains(">3 of 6 on 4+</text>"));
    // A ten-sided die has a number instead.
    let svg = picture::svg(&boards::table(), &boards::table_options());
    let roll = svg
        .split("aria-label=\"B, charge: 7 10 (total 17)\"")
        .nth(1)
        .and_then(|rest| rest.split("</g>").next())
        .expect("the roll");
    assert!(roll.contains(">7</text>") && roll.contains(">10</text>") && !roll.contains("<circle"));
}

#[test]
fn of_one_die_no_total_is_told() {
    let mut last = boards::squares_last();
    last.rolls.truncate(1);
    last.rolls[0].target = None;
    last.rolls[0].roll.faces.truncate(1);
    let options = PictureOptions {
        last: Some(last),
        ..small(Theme::Light)
    };
    let svg = picture::svg(&boards::squares(), &options);
    assert!(svg.contains("aria-label=\"A, attack: 4\""));
    assert!(!svg.contains("total"));
}
