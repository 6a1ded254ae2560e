//! Dice that are reported by their count alone, in either edition (v4 p. 98; v3 p. 17).

use battleground_geometry::Side;
use hindsight_kernel::{CountedDice, Roll, RollSource, Seat};

use crate::dealt::*;
use crate::editions::Edition;
use crate::model::attack::AttackStage::AfterHit;
use crate::model::command::Command;
use crate::model::effect::{Dice, Effect};
use crate::model::state::State;
use crate::scene::play_in as played_on;
use crate::scene::{in_editions, line, of_editions};

/// Five dice to hit at 3: two succeeded. They were counted by another target number.
fn counted_up_to(edition: Edition, most: u8) -> State {
    let mut state = until(
        fight(
            fighters(edition, line(), line(), Side::Front),
            ("hawkshold", &[4]),
            ("orc", &[9, 16]),
        ),
        AfterHit,
        &[6, 5, 4, 1, 1],
    );
    let between = |dice, from, to| CountedDice::Between { dice, from, to };
    let attack = state.attack.as_deref_mut().unwrap();
    attack.hit_roll = Some(Roll {
        counted: vec![between(2, 1, most), between(3, most + 1, 6)],
        ..Roll::of_faces("to hit", 6, Vec::new(), RollSource::Reported)
    });
    state
}

fn counted_dice_that_do_not_tell_the_successes_are_refused(edition: Edition) {
    let to_hit = now(&counted_up_to(edition, 3))[1];
    assert_eq!(to_hit, 3);
    // Counted as they succeed: the attack goes on.
    played_on(
        counted_up_to(edition, 3),
        &[(asked_seat(&counted_up_to(edition, 3)).unwrap(), Command::Pass)],
        &[],
    )
    .unwrap();
    for most in [2, 4] {
        let state = counted_up_to(edition, most);
        let refused = played_on(
            state.clone(),
            &[(asked_seat(&state).unwrap(), Command::Pass)],
            &[],
        );
        let refusal = refused.unwrap_err();
        assert_eq!(
            refusal.message.id(),
            "battleground/counted-refusal-target-changed",
            "{refusal}"
        );
    }
}

in_editions!(counted_dice_that_do_not_tell_the_successes_are_refused:
    #[test] fn bg4_atk_11_counted_dice_that_do_not_tell_the_successes_are_refused(V4);
    #[test] fn bg3_roll_05_counted_dice_that_do_not_tell_the_successes_are_refused(V3);
);

fn a_face_that_the_count_does_not_tell_cannot_be_rolled_again(edition: Edition) {
    let card_on = |face: u8| {
        let mut state = counted_up_to(edition, 3);
        for faction in &mut std::sync::Arc::make_mut(&mut state.book).factions {
            let effects = faction.deck.iter_mut().filter(|card| card.number.0 == 4);
            for side in effects.flat_map(|card| &mut card.sides) {
                side.effects = vec![Effect::Reroll {
                    dice: Dice::Showing(face),
                    most: None,
                }];
            }
        }
        plays(&state, Seat::A, 4, &[1, 1, 1])
    };
    // Of 1 to 3 and 4 to 6 no single face is known.
    for face in 1..=6 {
        let refused = card_on(face).unwrap_err();
        assert_eq!(
            refused,
            of_editions(edition, ["BG4-ATK-11", "BG3-ROLL-05"]),
            "{face}"
        );
    }
}

in_editions!(a_face_that_the_count_does_not_tell_cannot_be_rolled_again:
    #[test] fn bg4_atk_14_a_face_that_the_count_does_not_tell_cannot_be_rolled_again(V4);
    #[test] fn bg3_ccard_05_a_face_that_the_count_does_not_tell_cannot_be_rolled_again(V3);
);
