//! Rushes made and received, and what they would have met.

use battleground_geometry::{Degrees, Side};
use hindsight_kernel::Seat;

use super::*;
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::{MoveKind, MovementEvent, TurnEvent};
use crate::model::state::Glimpse;
use crate::scene::{Scene, begun, hill, id, inches, line, moving, play, scene, with_keywords};

#[test]
fn flank_offered_tells_of_a_unit_that_turned_away() {
    let turn = |heading: f64| {
        Event::Movement(MovementEvent::UnitTurned {
            from: Vec::new(),
            unit: id("A1"),
            kind: MoveKind::Controlled,
            heading: Degrees::new(heading).unwrap(),
        })
    };
    let end = Event::Turn(TurnEvent::PhaseBegan {
        phase: Phase::PreCombatCourage,
    });
    let turns = |scene: Scene, heading: f64| {
        told(
            &scene.state(),
            &[
                Event::Turn(TurnEvent::SnapshotTaken { glimpses: Vec::new() }),
                turn(heading),
                end.clone(),
            ],
        )
    };
    let before = |y: f64, looks: f64, begins: f64| {
        scene()
            .unit("A1", line(), (18.0, 10.0, begins))
            .unit("B1", line(), (18.0, y, looks))
    };
    let found = |y: f64, heading: f64, begins: f64| turns(before(y, 180.0, begins), heading);
    // Looking east it shows its left, 3 inches from the front of B1, which moves 3.5.
    let hit = found(16.0, 90.0, 0.0);
    assert_eq!(of(&hit, "flank_offered"), ["A1"]);
    assert!((number(&hit, "flank_offered", "inches to that side") - 3.0).abs() < 0.02);
    assert_eq!(
        of(&found(17.0, 90.0, 0.0), "flank_offered"),
        NONE,
        "4 inches away"
    );
    assert_eq!(of(&found(16.0, 0.0, 0.0), "flank_offered"), NONE, "its front");
    assert_eq!(
        of(&found(16.0, 90.0, 91.0), "flank_offered"),
        NONE,
        "it was so when the phase began"
    );
    // From its front centre at 15.15 it is 3.4 inches to the same flank, but behind its back.
    assert_eq!(
        of(&turns(before(13.9, 0.0, 0.0), 90.0), "flank_offered"),
        NONE,
        "BG4-RUSH-04: B1 looks away"
    );
    let routing = before(16.0, 180.0, 0.0).change("A1", |unit| unit.status = Status::Routing);
    assert_eq!(
        of(&turns(routing, 90.0), "flank_offered"),
        NONE,
        "BG4-ROUT-02: its rout turned it"
    );
}

/// A1 before the front of B1.
fn facing(one: crate::model::cards::UnitType, other: crate::model::cards::UnitType) -> crate::scene::Scene {
    scene()
        .unit("A1", one, (18.0, 12.5, 0.0))
        .unit("B1", other, (18.0, 15.0, 180.0))
        .set(|state| state.turn = 2)
}

#[test]
fn charge_bonus_lost_tells_of_cavalry_rushed_while_not_on_close() {
    let cavalry = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let found = |order: Order, lost: Option<(u16, u8)>, kind| {
        let state = facing(line(), kind).order("B1", order).state();
        let mut watcher = remembering(History {
            lost: [None, actions_lost(lost)],
            ..History::default()
        });
        of(
            &watched(&mut watcher, &state, &[rush(&state, Side::Front)]),
            "charge_bonus_lost",
        )
    };
    assert_eq!(found(Order::Hold, Some((1, 1)), cavalry()), ["B1"]);
    assert_eq!(found(Order::Close, Some((1, 1)), cavalry()), NONE);
    // 5 dice hit and wound on 3: 5/4. Charging back it has 7 dice and an Impact Hit (BG4-MODS-12, -13): half of 4.5 hits wound.
    let state = facing(line(), cavalry()).order("B1", Order::Hold).state();
    let mut watcher = remembering(History {
        lost: [None, actions_lost(Some((1, 1)))],
        ..History::default()
    });
    let hit = watched(&mut watcher, &state, &[rush(&state, Side::Front)]);
    weighs(&hit, "charge_bonus_lost", "expected wounds dealt", (1.25, 2.25));
    assert_eq!(
        found(Order::Hold, None, cavalry()),
        NONE,
        "no command action was left"
    );
    assert_eq!(
        found(Order::Hold, Some((1, 1)), line()),
        NONE,
        "no charging modifiers"
    );
}

#[test]
fn charge_bonus_lost_does_not_tell_of_a_unit_that_was_rallied_when_the_actions_were_lost() {
    let cavalry = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let found = |rallied: bool| {
        let state = facing(line(), cavalry()).order("B1", Order::Hold).state();
        let ended = crate::scene::Scene::from(state.clone())
            .change("B1", |unit| unit.turn.rallied = rallied)
            .set(|state| {
                state.turn = 1;
                state.active = Some(Seat::B);
            })
            .state();
        let lost = Event::Command(CommandEvent::ActionsLost {
            seat: Seat::B,
            count: 1,
        });
        let mut watcher = Watcher::default();
        let _ = watched(&mut watcher, &ended, &[lost]);
        of(
            &watched(&mut watcher, &state, &[rush(&state, Side::Front)]),
            "charge_bonus_lost",
        )
    };
    assert_eq!(found(false), ["B1"]);
    assert_eq!(
        found(true),
        NONE,
        "it had Hold, and its order could not be changed"
    );
}

#[test]
fn spears_not_holding_tells_of_spears_on_close_before_cavalry() {
    let spears = || with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Spears]);
    let found = |order: Order, rusher: Keyword, side: Side| {
        let kind = with_keywords(&[Keyword::Normal, rusher]);
        let state = facing(kind, spears()).order("B1", order).state();
        of(&told(&state, &[rush(&state, side)]), "spears_not_holding")
    };
    assert_eq!(found(Order::Close, Keyword::Cavalry, Side::Front), ["B1"]);
    assert_eq!(found(Order::Hold, Keyword::Cavalry, Side::Front), NONE);
    assert_eq!(found(Order::Close, Keyword::Infantry, Side::Front), NONE);
    assert_eq!(found(Order::Close, Keyword::Cavalry, Side::Left), NONE);
    // BG4-CMD-05: the order of an engaged unit is not changed.
    let cavalry = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let state = facing(cavalry(), spears())
        .unit("A2", line(), (21.0, 15.0, 270.0))
        .engaged("A2", "B1", Side::Left)
        .state();
    assert_eq!(
        of(&told(&state, &[rush(&state, Side::Front)]), "spears_not_holding"),
        NONE
    );
    // Toughness 9 against power 5: -4 to wound, Holding -2, and by either only a 1 wounds. Close has the dice of a charge.
    let mut hard = cavalry();
    hard.toughness = 9;
    let state = facing(hard, spears()).state();
    assert_eq!(
        of(&told(&state, &[rush(&state, Side::Front)]), "spears_not_holding"),
        NONE
    );
}

#[test]
fn wrong_partner_first_tells_of_a_rush_that_takes_the_partners_way() {
    let both = begun(
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", moving(5.0), (21.6, 9.9, 0.0))
            .unit("B1", line(), (18.0, 15.0, 180.0)),
    );
    let found = |units: &[&str]| {
        let command = Command::Activate {
            units: units.iter().map(|unit| id(unit)).collect(),
        };
        let (_, events) = play(both.clone(), &[(Seat::A, command)], &[]).unwrap();
        let mut watcher = remembering(History {
            choosing: Some(both.clone()),
            ..History::default()
        });
        of(&watched(&mut watcher, &both, &events), "wrong_partner_first")
    };
    assert_eq!(found(&["A1"]), ["A1"]);
    assert_eq!(found(&["A1", "A2"]), NONE, "Two's Company");
    let command = Command::Activate {
        units: vec![id("A1")],
    };
    let (_, events) = play(both.clone(), &[(Seat::A, command)], &[]).unwrap();
    let mut watcher = remembering(History {
        choosing: Some(both.clone()),
        ..History::default()
    });
    let hit = watched(&mut watcher, &both, &events);
    weighs(&hit, "wrong_partner_first", "units that rush", (1.0, 2.0));
}

#[test]
fn overreach_rush_tells_of_less_than_half_the_wounds() {
    let strong = || {
        let mut kind = line();
        (kind.attack.dice, kind.def_skill) = (9, 5);
        kind
    };
    let end = || {
        Event::Turn(TurnEvent::PhaseBegan {
            phase: Phase::PreCombatCourage,
        })
    };
    let found = |rushed, actions: u8, side| {
        let state = facing(line(), rushed)
            .set(|state| state.players[0].actions = actions)
            .state();
        of(&told(&state, &[rush(&state, side), end()]), "overreach_rush")
    };
    assert_eq!(found(strong(), 1, Side::Front), ["A1"]);
    assert_eq!(
        found(strong(), 0, Side::Front),
        NONE,
        "nothing could have held it back"
    );
    assert_eq!(found(line(), 1, Side::Front), NONE);
    assert_eq!(found(strong(), 1, Side::Left), NONE, "a flank is worth it");
    // Alone A1 has 7 dice (2 for the charge), hits on 5 - 4 = 1 and wounds on 3: 7/12. B1 has 5 dice and hits and wounds on
    // 3: 5/4, of which half is more. Pinched (BG4-MODS-10), A1 hits on 2 and wounds on 4: 7 times a third of two thirds.
    let mut shielded = line();
    shielded.def_skill = 4;
    let state = facing(line(), shielded)
        .order("B1", Order::Range)
        .unit("A2", line(), (21.0, 15.0, 270.0))
        .set(|state| state.players[0].actions = 1)
        .state();
    let alone = told(&state, &[rush(&state, Side::Front), end()]);
    assert_eq!(of(&alone, "overreach_rush"), ["A1"]);
    assert_eq!(alone[0].version, 1, "it shows where it rushed");
    let wounds = |name| number(&alone, "overreach_rush", name);
    assert!((wounds("expected wounds dealt this turn") - 7.0 / 12.0).abs() < 1e-9);
    assert!((wounds("expected wounds taken this turn") - 5.0 / 4.0).abs() < 1e-9);
    // A box of either is worth 200/9 points.
    assert!((wounds(&exchange::EXCHANGE.to_string()) + 400.0 / 27.0).abs() < 1e-9);
    let pinching = rush_by(&state, "A2", Side::Left);
    for rushes in [
        [rush(&state, Side::Front), pinching.clone()],
        [pinching, rush(&state, Side::Front)],
    ] {
        let mut events = rushes.to_vec();
        events.push(end());
        assert_eq!(
            of(&told(&state, &events), "overreach_rush"),
            NONE,
            "the partner came too"
        );
    }
}

#[test]
fn missed_pinch_tells_of_a_pinch_that_only_one_came_to() {
    let glimpse = |side: Side, could_rush: bool| Glimpse {
        unit: id("A2"),
        enemy: id("B1"),
        visible: true,
        side: Some(side),
        distance: inches(3.0),
        could_rush,
        facing: None,
    };
    let end = Event::Turn(TurnEvent::PhaseBegan {
        phase: Phase::PreCombatCourage,
    });
    let found = |side: Side, could_rush: bool| {
        let state = facing(line(), line())
            .unit("A2", line(), (24.0, 15.0, 270.0))
            .engaged("A1", "B1", Side::Front)
            .set(|state| {
                state.engagements[0].turn = 2;
                state.snapshot = vec![glimpse(side, could_rush)];
            })
            .state();
        of(&told(&state, std::slice::from_ref(&end)), "missed_pinch")
    };
    assert_eq!(found(Side::Left, true), ["A2"]);
    assert_eq!(found(Side::Front, true), NONE, "the same side");
    assert_eq!(found(Side::Left, false), NONE);
    // Two rushed the front, the third might have come to the flank: one pinch was missed, not two.
    let twice = facing(line(), line())
        .unit("A2", line(), (24.0, 15.0, 270.0))
        .unit("A3", line(), (20.0, 12.5, 0.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A3", "B1", Side::Front)
        .set(|state| {
            for engagement in &mut state.engagements {
                engagement.turn = 2;
            }
            state.snapshot = vec![glimpse(Side::Left, true)];
        })
        .state();
    assert_eq!(
        of(&told(&twice, std::slice::from_ref(&end)), "missed_pinch"),
        ["A2"]
    );
}

#[test]
fn charging_uphill_tells_of_a_better_rush_on_the_plain() {
    let found = |(plain, y): (crate::model::cards::UnitType, f64), actions: u8| {
        let state = begun(
            scene()
                .unit("A1", moving(7.0), (18.0, 8.0, 0.0))
                .unit("B1", line(), (15.0, 13.5, 180.0))
                .unit("B2", plain, (21.0, y, 180.0))
                .terrain(hill(1, &[(12.5, 12.0), (17.5, 12.0), (17.5, 17.0), (12.5, 17.0)]))
                .set(|state| state.players[0].actions = actions),
        );
        let mut watcher = remembering(History {
            choosing: Some(state.clone()),
            ..History::default()
        });
        watched(&mut watcher, &state, &[rush(&state, Side::Front)])
    };
    let told_of = |plain, actions| of(&found(plain, actions), "charging_uphill");
    // Its boxes cost 20 points more, and it does not strike back as hard.
    let mut prize = line();
    (prize.points, prize.attack.dice) = (380, 3);
    let uphill = found((prize.clone(), 13.5), 1);
    assert_eq!(of(&uphill, "charging_uphill"), ["A1"]);
    let [as_it_is, instead] = [
        "points expected to be won less those lost",
        "the same against the other",
    ]
    .map(|name| number(&uphill, "charging_uphill", name));
    assert!(instead >= as_it_is + 20.0, "{as_it_is} and {instead}");
    weighs(
        &uphill,
        "charging_uphill",
        &exchange::EXCHANGE.to_string(),
        (as_it_is, instead),
    );
    // 7 dice hit on 3, on High Ground on 2 (BG4-MODS-05), and wound on 3.
    let dealt = (7.0 / 6.0, 7.0 / 4.0);
    weighs(&uphill, "charging_uphill", "expected wounds dealt", dealt);
    assert_eq!(
        told_of((prize.clone(), 13.5), 0),
        NONE,
        "no command action for Direct Control"
    );
    assert_eq!(
        told_of((prize.clone(), 14.5), 1),
        NONE,
        "the other is farther away"
    );
    // On the plain, but it strikes back harder than it is worth.
    let mut strong = prize;
    (strong.attack.dice, strong.attack.power, strong.def_skill) = (9, 6, 4);
    assert_eq!(told_of((strong, 13.5), 1), NONE, "the alternative is worse");
}
