//! Landing places of flyers, and the way they look then (p. 29).

use super::*;

/// A1 in the air at (18, 5), moving 5 on the ground and 8.5 in the air; South has an action.
fn aloft() -> Scene {
    let flyer = UnitType {
        movement: mc(5.0),
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Flying])
    };
    scene3()
        .unit("A1", flyer, (18.0, 5.0, 0.0))
        .aloft("A1")
        .set(|state| state.players[0].actions = 1)
}

/// The Airborne mark is taken from A1, and a scorekeeper tells where it lies after its move straight on by 8.5 and how it looks.
fn told(made: Scene, heading: f64) -> Result<State, Refusal> {
    let lands = Command::ChangeOrder {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Close),
    };
    let report = Command::ReportMove {
        unit: id("A1"),
        pose: pose(18.0, 13.5, heading),
    };
    let made = made.holding("B1", line(), (18.0, 28.0, 180.0));
    play3(begun(made), &[(Seat::A, lands), (Seat::A, report)], &[]).map(|(state, _)| state)
}

#[test]
fn bg3_key_17_a_landing_unit_reforms_to_any_facing_that_its_owner_likes() {
    for heading in [0.0, 90.0, 200.0, 315.0] {
        let state = told(aloft(), heading).unwrap();
        assert_eq!(stands(&state, "A1"), Some(pose(18.0, 13.5, heading)));
        assert!(!state.unit(id("A1")).unwrap().airborne, "{heading}");
    }
    // Between two friends 3 inches apart there is room across, and none for its front of 3.5.
    let between = || {
        aloft()
            .holding("A2", line(), (15.25, 13.5, 90.0))
            .holding("A3", line(), (20.75, 13.5, 90.0))
    };
    assert!(told(between(), 90.0).is_ok());
    assert!(told(between(), 0.0).is_err());
}

#[test]
fn bg3_key_19_a_landing_may_come_by_a_turn_as_sharp_as_this_edition_allows() {
    // A right turn of 90 degrees with a ruler of 5 (at least 3.5, BG3-MOV-06) leads flush before B1 to its east.
    let made = aloft().holding("B1", line(), (22.5, 4.5, 270.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    let there = stands(&state, "A1").unwrap();
    assert!(!state.unit(id("A1")).unwrap().airborne);
    let off = there.centre.distance(pose(20.0, 4.5, 90.0).centre).value();
    assert!(
        off < 0.02 && (there.heading.value() - 90.0).abs() < 0.02,
        "{there:?}"
    );
}

/// The Airborne mark is taken from A1, and it moves straight on by 8.5.
fn comes_down(made: Scene) -> State {
    let lands = Command::ChangeOrder {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Close),
    };
    let made = made.holding("B1", line(), (18.0, 28.0, 180.0));
    play3(begun(made), &[(Seat::A, lands), activate(&["A1"])], &[])
        .unwrap()
        .0
}

/// The facings that South is offered.
fn facings(state: &State) -> Vec<f64> {
    let Some((Topic::LandingHeading, Seat::A, options)) = asked(state) else {
        panic!("South chooses the facing: {:?}", asked(state));
    };
    let heading = |answer: &Answer| match answer {
        Answer::Heading(heading) => heading.value(),
        other => panic!("{other:?}"),
    };
    options.iter().map(heading).collect()
}

#[test]
fn bg3_key_17_the_owner_chooses_the_facing_of_a_landing() {
    let state = comes_down(aloft());
    let offered = facings(&state);
    assert_eq!(offered[0], 0.0, "as it flies comes first");
    let all: std::collections::BTreeSet<i64> = offered.iter().map(|heading| *heading as i64).collect();
    assert_eq!(all, (0..24).map(|step| step * 15).collect());
    for heading in [0.0, 90.0, 195.0] {
        let given = Answer::Heading(battleground_geometry::Degrees::new(heading).unwrap());
        let (state, _) = played_on(state.clone(), &[answer(Seat::A, given)], &[]).unwrap();
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!(
            (unit.airborne, unit.pose),
            (false, Some(pose(18.0, 13.5, heading)))
        );
        assert!(unit.turn.activated && asked(&state).is_none());
    }
}

#[test]
fn bg3_key_17_a_landing_finds_the_facing_that_just_fits_between_two_units() {
    // Two friends 2.5 inches apart along a line at 37 degrees: only with its flanks across does a card lie between them.
    let made =
        aloft()
            .holding("A2", line(), (19.997, 11.995, 307.0))
            .holding("A3", line(), (16.003, 15.005, 127.0));
    let state = comes_down(made);
    let offered = facings(&state);
    assert!(!offered.is_empty());
    for heading in &offered {
        let fits = [127.0, 307.0].iter().any(|fit: &f64| (heading - fit).abs() < 0.5);
        assert!(fits, "{offered:?}");
    }
    assert!(!landed(state).unit(id("A1")).unwrap().airborne);
}

#[test]
fn bg3_key_19_from_above_its_enemy_it_lands_at_a_side_it_looks_at() {
    // Straight on by 3, 2 and 3 inches to the side that lies ahead; the opposite one is reached by no single leg.
    let rows = [
        ((18.0, 14.0, 0.0), (18.0, 17.0, 180.0)),
        ((18.0, 14.0, 180.0), (18.0, 12.0, 0.0)),
        ((18.0, 14.5, 90.0), (21.0, 14.5, 270.0)),
    ];
    for (from, (x, y, heading)) in rows {
        let made = aloft()
            .change("A1", |unit| unit.pose = Some(pose(from.0, from.1, from.2)))
            .holding("B1", line(), (18.0, 14.5, 180.0));
        let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
        let there = stands(&state, "A1").unwrap();
        assert!(!state.unit(id("A1")).unwrap().airborne, "{from:?}");
        assert!(
            there.centre.distance(pose(x, y, heading).centre).value() < 0.02
                && (there.heading.value() - heading).abs() < 0.02,
            "{from:?} to {there:?}"
        );
    }
}
