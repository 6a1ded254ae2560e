use super::*;
use crate::model::agenda::{Answered, Step};
use crate::model::cards::UnitType;
use crate::model::state::RushKind;
use crate::scene::{Scene, at_table, colossal, id, line, pose, scene};

/// Takes the step of realignment at the start of South's turn; or what is asked.
fn realigned_with(scene: Scene, answers: &[Answered]) -> Result<State, Asking> {
    let state = scene.set(|state| state.agenda.push(Step::Realign.into())).state();
    let (taken, state, _) = at_table(state, &[], |table| {
        let mut frame = table.state().agenda.last().cloned().unwrap();
        frame.answers = answers.to_vec();
        realign(table, &frame)
    });
    match taken {
        Ok(()) => Ok(state),
        Err(Need::Ask(question)) => Err(*question),
        Err(Need::Refuse(refusal)) => panic!("{refusal:?}"),
    }
}

fn after_realigning(scene: Scene) -> State {
    realigned_with(scene, &[]).unwrap()
}

fn assert_lies(state: &State, unit: &str, (x, y, heading): (f64, f64, f64)) {
    let expected = pose(x, y, heading);
    let there = state.unit(id(unit)).unwrap().pose.unwrap();
    assert!(
        there.centre.distance(expected.centre).value() < 0.002 && there.heading == expected.heading,
        "{unit} lies at {there:?}"
    );
}

/// B1 rushed A1's front, its centre `slide` to the right of A1's.
fn rushed_off_centre(slide: f64) -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0 + slide, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
}

#[test]
fn bg4_eng_01_the_active_players_units_line_up() {
    let state = after_realigning(rushed_off_centre(-0.75));
    assert_lies(&state, "A1", (17.25, 10.0, 0.0));
    assert_lies(&state, "B1", (17.25, 12.5, 180.0));
    // Rushed on its flank it shifts along that flank (book example).
    let state = after_realigning(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (21.0, 10.75, 270.0))
            .engaged("B1", "A1", Side::Right),
    );
    assert_lies(&state, "A1", (18.0, 10.75, 0.0));
    // The passive player's units stay, and so does one that lies right.
    let state =
        after_realigning(rushed_off_centre(0.75).set(|state| state.active = Some(hindsight_kernel::Seat::B)));
    assert_lies(&state, "A1", (18.0, 10.0, 0.0));
    assert_lies(&state, "B1", (18.0, 12.5, 180.0));
}

#[test]
fn bg4_eng_02_as_far_as_there_is_room() {
    let state = after_realigning(rushed_off_centre(0.75).unit("A2", line(), (21.9, 9.0, 0.0)));
    assert_lies(&state, "A1", (18.4, 10.0, 0.0));
}

#[test]
fn bg4_eng_04_an_engaged_unit_moves_in_no_other_way() {
    use crate::model::command::{Command, Leg};
    use crate::model::orders::Order;
    use crate::scene::{inches, play};
    use hindsight_kernel::Seat;
    let control = || (Seat::A, Command::DirectControl { unit: id("A1") });
    let activate = || {
        let units = vec![id("A1")];
        (Seat::A, Command::Activate { units })
    };
    let submit = |legs: Vec<Leg>| {
        let (land, nearest) = (None, None);
        (Seat::A, Command::SubmitLegs { legs, land, nearest })
    };
    let leg = |way: Way| Leg::Shift {
        way,
        inches: inches(1.0),
    };
    let rule = |state: &State, commands: &[(Seat, Command)]| {
        let refusal = play(state.clone(), commands, &[]).unwrap_err();
        refusal.rule.to_string()
    };
    // Whatever its order, and under Direct Control too, it is activated where it stands and asked for no legs.
    for order in [Order::Close, Order::Hold, Order::Range, Order::Short, Order::Long] {
        let state = rushed_off_centre(0.75)
            .order("A1", order)
            .set(|state| state.players[0].actions = 2)
            .state();
        for commands in [vec![activate()], vec![control(), activate()]] {
            let (after, events) = play(state.clone(), &commands, &[]).unwrap();
            let unit = after.unit(id("A1")).unwrap();
            // Direct Control may be had of it before its activation, for what it costs of any unit. Rule BG4-CMD-06.
            let bought = commands.len() > 1;
            assert_eq!((unit.turn.activated, unit.turn.controlled), (true, bought));
            assert_eq!(after.player(Seat::A).actions, 2 - u8::from(bought));
            assert!(
                events.iter().all(|event| event.movements().is_empty()),
                "{order:?}"
            );
            assert_lies(&after, "A1", (18.0, 10.0, 0.0));
            assert_eq!(after.agenda.last().unwrap().step, Step::MovementAndCommand);
            // Nobody waits for legs.
            assert_eq!(rule(&after, &[submit(vec![leg(Way::Left)])]), "BG4-MOVE-22");
        }
        // Once a turn.
        assert_eq!(rule(&state, &[control(), control()]), "BG4-CMD-06");
    }
    // Sideways 1 under Direct Control: rejected (vector), and so is every other leg.
    let asked = rushed_off_centre(0.75)
        .change("A1", |unit| unit.turn.controlled = true)
        .set(|state| state.agenda.push(Step::SubmitLegs { unit: id("A1") }.into()))
        .state();
    for way in [Way::Left, Way::Right, Way::Forward, Way::Backward] {
        assert_eq!(rule(&asked, &[submit(vec![leg(way)])]), "BG4-ENG-04", "{way:?}");
    }
    assert_eq!(rule(&asked, &[submit(vec![Leg::AboutFace])]), "BG4-ENG-04");
    // Unengaged in the same place it may.
    let free = Scene::from(asked).set(|state| state.engagements.clear()).state();
    assert!(play(free, &[submit(vec![leg(Way::Left)])], &[]).is_ok());
}

#[test]
fn bg4_eng_05_after_a_corner_rush() {
    let corner = |at: (f64, f64, f64)| {
        scene()
            .unit("A1", line(), at)
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.engagements[0].kind = RushKind::Corner)
    };
    // Flush, with 1.3 inches of contact.
    let state = after_realigning(corner((20.2, 12.5, 0.0)));
    assert_lies(&state, "A1", (18.0, 12.5, 0.0));
    // RULING: not flush it stays, and so does its enemy in its own turn.
    let askew = (20.843, 13.144, 299.0);
    assert_lies(&after_realigning(corner(askew)), "A1", askew);
    let theirs = corner(askew).set(|state| state.active = Some(hindsight_kernel::Seat::B));
    assert_lies(&after_realigning(theirs), "B1", (18.0, 15.0, 180.0));
}

#[test]
fn bg4_colos_03_realignment_keeps_to_the_point_that_was_rushed() {
    // The front card's point of B1's right flank is (19.75, 11.25).
    let beside = |kind: UnitType| {
        scene()
            .unit("A1", kind, (21.0, 10.75, 270.0))
            .unit("B1", colossal(), (18.0, 10.0, 0.0))
            .engaged("A1", "B1", Side::Right)
            .set(|state| state.engagements[0].point = Some(0))
    };
    assert_lies(&after_realigning(beside(line())), "A1", (21.0, 11.25, 270.0));
    let theirs = beside(line()).set(|state| state.active = Some(hindsight_kernel::Seat::B));
    assert_lies(&after_realigning(theirs), "B1", (18.0, 9.5, 0.0));
}

#[test]
fn bg4_colos_05_it_slides_back_when_there_is_room() {
    let slid = || {
        scene()
            .unit("A1", colossal(), (18.0, 13.75, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front)
            .change("A1", |unit| unit.slid = true)
    };
    let state = after_realigning(slid());
    assert_lies(&state, "A1", (18.0, 11.25, 0.0));
    assert!(!state.unit(id("A1")).unwrap().slid);
    let state = after_realigning(slid().unit("A2", line(), (18.0, 9.5, 0.0)));
    assert_lies(&state, "A1", (18.0, 13.75, 0.0));
    assert!(state.unit(id("A1")).unwrap().slid);
}

/// Greedy battle 29 and others: enemies that it fights did not count for the room it needs.
#[test]
fn bg4_colos_05_it_does_not_slide_back_into_an_enemy_at_its_rear() {
    let state = after_realigning(
        scene()
            .unit("A1", colossal(), (18.0, 13.75, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .unit("B2", line(), (18.0, 10.0, 0.0))
            .engaged("A1", "B1", Side::Front)
            .engaged("B2", "A1", Side::Rear)
            .change("A1", |unit| unit.slid = true),
    );
    assert_lies(&state, "A1", (18.0, 13.75, 0.0));
    assert!(state.unit(id("A1")).unwrap().slid);
}

/// B1's front card lies under A1, and A2 has rushed the flank of what lies outside: the rear card.
fn flanked_while_slid() -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (21.0, 12.5, 270.0))
        .unit("B1", colossal(), (18.0, 11.25, 180.0))
        .change("B1", |unit| unit.slid = true)
        .engaged("B1", "A1", Side::Front)
        .engaged("A2", "B1", Side::Left)
}

#[test]
fn bg4_colos_03_the_point_rushed_on_a_slid_unit_stays_once_it_is_whole() {
    // A1 is gone, and B1 is whole where it lies: the point that A2 rushed is the one of its rear card, not the joint.
    let left_alone = flanked_while_slid()
        .set(|state| {
            state.engagements.remove(0);
            state.active = Some(hindsight_kernel::Seat::B);
        })
        .change("A1", |unit| unit.pose = Some(pose(18.0, 3.0, 0.0)));
    let state = after_realigning(left_alone);
    assert_lies(&state, "B1", (18.0, 11.25, 180.0));
    assert!(!state.unit(id("B1")).unwrap().slid);
    assert_eq!(state.engagements[0].point, Some(2));
    let state = after_realigning(Scene::from(state).set(|state| {
        state.active = Some(hindsight_kernel::Seat::A);
    }));
    assert_lies(&state, "A2", (21.0, 12.5, 270.0));
}

#[test]
fn bg4_colos_03_a_unit_that_slides_back_is_fought_where_it_was() {
    let theirs = flanked_while_slid().set(|state| state.active = Some(hindsight_kernel::Seat::B));
    // Both its cards come to lie behind A1's front, and A2 fights at the middle of the front one.
    let state = after_realigning(theirs);
    assert_lies(&state, "B1", (18.0, 13.75, 180.0));
    assert_eq!(state.engagements[1].point, Some(0));
    let state = after_realigning(Scene::from(state).set(|state| {
        state.active = Some(hindsight_kernel::Seat::A);
    }));
    assert_lies(&state, "A2", (21.0, 12.5, 270.0));
}
