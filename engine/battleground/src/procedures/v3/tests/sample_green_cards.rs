//! The green cards of the sample pack, played, against the catalogue's table "Sample pack: command deck".

use super::*;
use crate::dealt::*;
use crate::model::event::CourageEvent;
use crate::model::state::{CheckKind, RoutCause};
use crate::playing::goes_on as run;
use crate::procedures::courage;
use crate::rules::courage::tests::played::{phase, status};

/// A1 and A2 on Hold far from B1.
fn quiet(own: UnitType) -> Scene {
    scene3()
        .holding("A1", own, (18.0, 10.0, 0.0))
        .holding("A2", line(), (25.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 27.0, 180.0))
}

/// A1 takes a check in the Pre-Combat Courage Phase: its owner is asked before the roll.
fn checking(kind: CheckKind, held: Held<'_>, change: impl FnOnce(Scene) -> Scene) -> State {
    let made = change(dealt(quiet(line()), held, ("orc", &[]))).change("A1", |unit| match kind {
        CheckKind::Fear => unit.pending.fear = true,
        _ => unit.pending.rout.push(RoutCause::Pinched),
    });
    run(phase(made, true), &[]).0
}

fn as_is(made: Scene) -> Scene {
    made
}

/// The card played on A1 at its check, before or after the roll of these dice; or the rule that refuses it.
fn at_check(
    state: State,
    rolled: Option<[u8; 3]>,
    number: u8,
    dice: &[u8],
) -> Result<(State, Vec<Event>), String> {
    let state = match rolled {
        Some(dice) => played_on(state, &[(Seat::A, Command::Pass)], &dice).unwrap().0,
        None => state,
    };
    played_on(state, &[(Seat::A, card(number, Colour::Green, &["A1"]))], dice)
        .map_err(|refusal| refusal.rule.0.into_owned())
}

/// Whether A1 passed each of its checks.
fn passed(events: &[Event]) -> Vec<bool> {
    courage_checks(events).iter().map(|check| check.2).collect()
}

const CCARD_02: &str = "BG3-CCARD-02";

#[test]
fn bg3_ccard_04_hold_fast_gives_three_courage_for_the_check() {
    let check = || checking(CheckKind::Rout, ("hawkshold", &[17]), as_is);
    let fifteen = at_check(check(), None, 17, &[5, 5, 5]).unwrap();
    assert_eq!(passed(&fifteen.1), [true], "courage 12 and 3");
    let sixteen = at_check(check(), None, 17, &[5, 5, 6]).unwrap();
    assert_eq!(passed(&sixteen.1), [false]);
    assert_eq!(
        at_check(check(), Some([6, 6, 6]), 17, &[]).unwrap_err(),
        CCARD_02,
        "before the roll"
    );
}

#[test]
fn bg3_ccard_04_steel_nerves_rolls_any_failed_check_again() {
    for kind in [CheckKind::Rout, CheckKind::Fear] {
        let check = || checking(kind, ("hawkshold", &[18]), as_is);
        let again = at_check(check(), Some([6, 6, 6]), 18, &[4, 4, 4]).unwrap();
        assert_eq!(passed(&again.1), [true], "12 against 12");
        let again = at_check(check(), Some([6, 6, 6]), 18, &[5, 4, 4]).unwrap();
        assert_eq!(passed(&again.1), [false], "13 against 12");
        let refused = at_check(check(), Some([1, 1, 1]), 18, &[]).unwrap_err();
        assert_eq!(refused, "BG3-COUR-04", "a check that is passed");
    }
}

#[test]
fn bg3_ccard_04_lion_banner_gives_all_own_units_a_courage_this_phase() {
    let state = checking(CheckKind::Rout, ("hawkshold", &[21, 16]), as_is);
    let banner = card(21, Colour::Green, &["A1", "A2"]);
    let (state, _) = played_on(state, &[(Seat::A, banner)], &[]).unwrap();
    for unit in ["A1", "A2"] {
        let unit = state.unit(id(unit)).unwrap();
        let (target, _) = courage::courage_target(&state, unit, CheckKind::Rout, &[]).unwrap();
        assert_eq!(target, 13, "{}", unit.id);
    }
}

#[test]
fn bg3_ccard_04_oath_of_arms_rolls_a_failed_rout_check_again_with_one_courage_more() {
    let check = |kind| checking(kind, ("hawkshold", &[25]), as_is);
    let thirteen = at_check(check(CheckKind::Rout), Some([6, 6, 6]), 25, &[5, 4, 4]).unwrap();
    assert_eq!(passed(&thirteen.1), [true], "courage 12 and 1");
    let fourteen = at_check(check(CheckKind::Rout), Some([6, 6, 6]), 25, &[5, 5, 4]).unwrap();
    assert_eq!(passed(&fourteen.1), [false]);
    let of_passed = at_check(check(CheckKind::Rout), Some([1, 1, 1]), 25, &[]).unwrap_err();
    assert_eq!(of_passed, "BG3-COUR-04");
    let of_fear = at_check(check(CheckKind::Fear), Some([6, 6, 6]), 25, &[]).unwrap_err();
    assert_eq!(of_fear, "BG3-CCARD-08", "a fear check");
    assert_eq!(
        at_check(check(CheckKind::Rout), None, 25, &[]).unwrap_err(),
        CCARD_02,
        "after the roll"
    );
}

#[test]
fn bg3_ccard_04_whips_pass_a_failed_rout_check_for_one_damage() {
    let check = |kind| checking(kind, ("orc", &[27]), as_is);
    let (state, events) = at_check(check(CheckKind::Rout), Some([6, 6, 6]), 27, &[]).unwrap();
    assert_eq!(passed(&events), [true]);
    assert_ne!(status(&state, "A1"), Status::Routing);
    assert_eq!(marked(&state, "A1"), 1);
    // What the damage causes is checked in the phase repeated: the last green box.
    let hurt = |made: Scene| made.change("A1", |unit| unit.marked = 3);
    let state = checking(CheckKind::Rout, ("orc", &[27]), hurt);
    let (state, events) = at_check(state, Some([6, 6, 6]), 27, &[6, 6, 6]).unwrap();
    assert_eq!(passed(&events), [true, false]);
    assert_eq!(status(&state, "A1"), Status::Routing);
    let of_passed = at_check(check(CheckKind::Rout), Some([1, 1, 1]), 27, &[]).unwrap_err();
    assert_eq!(of_passed, "BG3-COUR-04");
    let of_fear = at_check(check(CheckKind::Fear), Some([6, 6, 6]), 27, &[]).unwrap_err();
    assert_eq!(of_fear, "BG3-CCARD-08", "a fear check");
}

#[test]
fn bg3_ccard_04_clear_heads_pass_a_fear_check_without_a_roll() {
    let check = |kind| checking(kind, ("hawkshold", &[30]), as_is);
    let (state, events) = at_check(check(CheckKind::Fear), None, 30, &[]).unwrap();
    assert_eq!(passed(&events), [true]);
    let rolled = has!(events, Event::Courage(CourageEvent::CheckRolled { .. }));
    assert!(!rolled, "no dice");
    assert!(!state.unit(id("A1")).unwrap().turn.frightened);
    let of_rout = at_check(check(CheckKind::Rout), None, 30, &[]).unwrap_err();
    assert_eq!(of_rout, "BG3-CCARD-08", "a rout check");
    let late = at_check(check(CheckKind::Fear), Some([6, 6, 6]), 30, &[]).unwrap_err();
    assert_eq!(late, CCARD_02, "before the roll");
}

/// South's own Movement and Command Phase with these cards.
fn moving_phase(own: UnitType, held: Held<'_>, change: impl FnOnce(Scene) -> Scene) -> State {
    change(dealt(quiet(own), held, ("orc", &[]))).state()
}

#[test]
fn bg3_cmd_11_rally_cry_and_run_faster_rally_without_a_command_action() {
    let routs = |made: Scene| made.change("A1", |unit| unit.status = Status::Routing);
    for (held, own) in [
        (("hawkshold", &[15][..]), line()),
        (("orc", &[29][..]), goblins()),
    ] {
        let number = held.1[0];
        let play = (Seat::A, card(number, Colour::Green, &["A1"]));
        let state = moving_phase(own.clone(), held, routs);
        let (state, _) = played_on(state, std::slice::from_ref(&play), &[]).unwrap();
        let (state, _) = match asked(&state) {
            Some((Topic::RallyHeading, Seat::A, answers)) => {
                played_on(state, &[answer(Seat::A, answers[0].clone())], &[]).unwrap()
            }
            _ => (state, Vec::new()),
        };
        let plain = Status::Ready(Some(Orders::plain(Order::Hold)));
        assert_eq!(status(&state, "A1"), plain, "{number}");
        assert_eq!(state.players[0].actions, 0, "{number}");
        let ready = moving_phase(own, held, as_is);
        assert_eq!(
            refused3(&ready, play.0, play.1),
            "BG3-CCARD-08",
            "{number}: not routing"
        );
    }
    // Run Faster is for Goblins.
    let orcs = moving_phase(line(), ("orc", &[29]), routs);
    assert_eq!(
        refused3(&orcs, Seat::A, card(29, Colour::Green, &["A1"])),
        "BG3-CCARD-08"
    );
}

#[test]
fn bg3_mov_03_drums_of_war_are_for_a_unit_on_close() {
    let drums = || (Seat::A, card(25, Colour::Green, &["A1"]));
    let on = |order: Order| moving_phase(line(), ("orc", &[25]), |made| made.order("A1", order));
    let (state, _) = played_on(on(Order::Close), &[drums()], &[]).unwrap();
    assert_eq!(
        Field::of(&state).current_mc(id("A1")),
        mc(5.0),
        "one category more than 3.5"
    );
    assert_eq!(refused3(&on(Order::Hold), drums().0, drums().1), "BG3-CCARD-08");
}

#[test]
fn bg3_cour_10_dread_omen_frightens_one_enemy() {
    let state = moving_phase(line(), ("hawkshold", &[19]), as_is);
    let (state, _) = played_on(state, &[(Seat::A, card(19, Colour::Green, &["B1"]))], &[]).unwrap();
    assert!(state.unit(id("B1")).unwrap().pending.fear);
    let own = moving_phase(line(), ("hawkshold", &[19]), as_is);
    assert_eq!(
        refused3(&own, Seat::A, card(19, Colour::Green, &["A1"])),
        "BG3-CCARD-08"
    );
}

#[test]
fn bg3_cmd_05_reserves_change_an_order_without_a_command_action() {
    let reserves = || (Seat::A, card(27, Colour::Green, &["A1"]));
    let with = |change: fn(Scene) -> Scene| moving_phase(line(), ("hawkshold", &[27]), change);
    let (state, _) = played_on(with(as_is), &[reserves()], &[]).unwrap();
    let (topic, seat, answers) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::ChangedOrder, Seat::A));
    let order = |order: Order| Answer::Order(WrittenOrder::plain(order));
    assert!(answers.contains(&order(Order::Close)) && !answers.contains(&order(Order::Hold)));
    let same = played_on(state.clone(), &[answer(Seat::A, order(Order::Hold))], &[]).unwrap_err();
    assert_eq!(same.rule.0, "BG3-CMD-05", "another order than it has");
    let (state, _) = played_on(state, &[answer(Seat::A, order(Order::Close))], &[]).unwrap();
    let close = Status::Ready(Some(Orders::plain(Order::Close)));
    assert_eq!(status(&state, "A1"), close);
    assert_eq!(state.players[0].actions, 0);
    // Not for a unit that is engaged, routs, or was rallied this turn; not in the enemy's turn.
    let refused = |state: State| refused3(&state, reserves().0, reserves().1);
    let engaged = with(|made| {
        made.unit("B2", line(), (18.0, 12.5, 180.0))
            .engaged("B2", "A1", Side::Front)
    });
    assert_eq!(refused(engaged), "BG3-CCARD-08");
    let routing = with(|made| made.change("A1", |unit| unit.status = Status::Routing));
    assert_eq!(refused(routing), "BG3-CCARD-08");
    let rallied = with(|made| made.change("A1", |unit| unit.turn.rallied = true));
    assert_eq!(refused(rallied), "BG3-CMD-05");
    let theirs = with(|made| made.set(|state| state.active = Some(Seat::B)));
    assert!(refused(theirs).starts_with("BG3-"));
}
