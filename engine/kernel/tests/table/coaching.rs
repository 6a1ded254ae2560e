//! What commands lead to without dice, for the better choices of a coach.

use hindsight_kernel::coach::without_dice;

use super::*;

fn tried(seat: Seat, commands: &[Command]) -> Result<(Vec<Event>, State, bool), String> {
    let table = Table::staked(false);
    without_dice::<Dash>(table.game.state(), seat, commands)
        .map(|done| (done.events, done.state, done.rolls))
        .map_err(|refusal| refusal.rule.0.into_owned())
}

#[test]
fn commands_are_followed_up_to_the_first_die_and_no_further() {
    let before = Table::staked(false).game.state().clone();
    let (events, after, rolls) = tried(Seat::A, &[Command::Rest]).unwrap();
    assert_eq!((events, rolls), (vec![Event::Rested { seat: Seat::A }], false));
    assert_eq!(Dash::awaiting(&after)[0].seat, Seat::B, "A has rested");
    // A run begins with its die: nothing has happened when that is thrown.
    let (events, after, rolls) = tried(Seat::A, &[Command::Run]).unwrap();
    assert_eq!((events, after, rolls), (Vec::new(), before, true));
}

#[test]
fn commands_after_a_die_of_another_seat_or_against_the_rules_are_refused() {
    for (seat, commands, rule) in [
        (Seat::A, &[Command::Run, Command::Rest][..], "HS-DICE-01"),
        (Seat::A, &[Command::Rest, Command::Rest], "HS-TURN-01"),
        (Seat::B, &[Command::Rest], "HS-TURN-01"),
        (Seat::A, &[Command::Stake { amount: 1 }], "DASH-01"),
    ] {
        assert_eq!(tried(seat, commands).unwrap_err(), rule, "{seat}: {commands:?}");
    }
}
