//! Positions in which the coach speaks of cards, zones, ways and the order of activations.

use super::*;

#[test]
fn order_unused_though_its_trigger_came_twice() {
    let state = duel();
    let ended = |chances: u32, used: &[u8]| {
        let mut state = state.clone();
        state.units[0].orders_used = used.to_vec();
        let mut watcher = Watcher {
            order_chances: BTreeMap::from([((unit("A1"), 0), chances)]),
            ..Watcher::default()
        };
        let found = said(
            &mut watcher,
            &state,
            &[Event::Scoring(ScoringEvent::BoardCleared)],
        );
        trial::about(&found, DETECTORS, "order_unused")
    };
    assert_eq!(ended(2, &[]), ["A1"]);
    assert_eq!(ended(1, &[]), NOBODY);
    assert_eq!(ended(2, &[0]), NOBODY);
}

#[test]
fn cards_stalled_with_three_that_could_be_played() {
    let mut state = duel();
    let cards: Vec<CardId> = ["mw-hold", "mw-salt", "mw-heads"]
        .map(|id| id.parse().unwrap())
        .to_vec();
    state.players[0].hand = cards.iter().copied().map(Some).collect();
    let ended = |playable: &[CardId]| {
        let mut watcher = Watcher {
            playable: [playable.to_vec(), Vec::new()],
            ..Watcher::default()
        };
        let found = said(
            &mut watcher,
            &state,
            &[Event::Scoring(ScoringEvent::BoardCleared)],
        );
        trial::about(&found, DETECTORS, "cards_stalled").len()
    };
    assert_eq!(ended(&cards), 1);
    assert_eq!(ended(&cards[..2]), 0);
}

#[test]
fn zone_lost_when_combat_units_came_first() {
    use ZoneName::{Combat, Crown, Maneuver, Tactics, Wealth};
    let full = with_ncus([
        Some(Crown),
        Some(Wealth),
        None,
        Some(Tactics),
        Some(Combat),
        Some(Maneuver),
    ]);
    let open = with_ncus([Some(Crown), Some(Wealth), None, Some(Tactics), Some(Combat), None]);
    let ended = |state: &State, before: u32| {
        let mut watcher = Watcher {
            activated: [before, 0],
            ..Watcher::default()
        };
        let found = said(&mut watcher, state, &[Event::Scoring(ScoringEvent::BoardCleared)]);
        found
            .iter()
            .filter(|one| one.detector == "zone_lost")
            .map(|one| one.seat)
            .collect::<Vec<_>>()
    };
    assert_eq!(ended(&full, 2), [Seat::A]);
    assert_eq!(ended(&full, 1), []);
    assert_eq!(ended(&open, 2), []);
}

#[test]
fn combat_without_target_while_wealth_could_restore_three() {
    let state = |wounds: u16| {
        let hurt = with(tray("A", "mw-levy", 24.0, 8.0, 0), json!({ "wounds": wounds }));
        let mut state = drawn(json!([hurt, tray("B", "ka-raid", 24.0, 40.0, 180)]), json!([]));
        state.ncus = with_ncus([None; 6]).ncus;
        state
    };
    let claims = |state: &State, zone| {
        let events = [Event::Round(RoundEvent::ZoneClaimed {
            ncu: "AN1".parse().unwrap(),
            zone,
        })];
        let found = said(&mut Watcher::default(), state, &events);
        if !found.is_empty() {
            // Nobody is in reach.
            weighs(
                &found,
                "combat_without_target",
                "wounds dealt or restored",
                (0.0, 3.0),
            );
        }
        trial::about(&found, DETECTORS, "combat_without_target").len()
    };
    assert_eq!(claims(&state(3), ZoneName::Combat), 1);
    assert_eq!(
        claims(&state(2), ZoneName::Combat),
        0,
        "nobody lacks three wounds"
    );
    assert_eq!(claims(&state(3), ZoneName::Wealth), 0);
}

#[test]
fn wealth_on_the_wrong_unit() {
    let state = |wounds: u16| {
        let mut state = drawn(
            json!([
                with(tray("A", "mw-levy", 10.0, 8.0, 0), json!({ "wounds": 1 })),
                with(tray("A", "mw-arch", 24.0, 8.0, 0), json!({ "wounds": wounds })),
                tray("B", "ka-raid", 24.0, 40.0, 180),
            ]),
            json!([]),
        );
        state.agenda.push(
            Step::ZoneEffect {
                ncu: "AN1".parse().unwrap(),
                zone: ZoneName::Wealth,
            }
            .into(),
        );
        state
    };
    let restores = |state: &State| {
        let events = [Event::Unit(UnitEvent::WoundsRestored {
            unit: unit("A1"),
            wounds: 1,
            models: 12,
            wounded: 0,
        })];
        let found = said(&mut Watcher::default(), state, &events);
        if !found.is_empty() {
            weighs(&found, "wealth_too_late", "wounds restored", (1.0, 3.0));
        }
        trial::about(&found, DETECTORS, "wealth_too_late")
    };
    assert_eq!(restores(&state(4)), ["A1"]);
    assert_eq!(restores(&state(2)), NOBODY);
}

#[test]
fn objective_walked_past_with_way_left() {
    let state = drawn(
        json!([
            tray("A", "mw-levy", 6.0, 12.0, 0),
            tray("B", "ka-raid", 24.0, 40.0, 180)
        ]),
        json!([]),
    );
    let moves = |y: i32| {
        let events = [Event::Movement(MovementEvent::UnitMoved {
            unit: unit("A1"),
            kind: MoveKind::March,
            from: vec![Pose::new(6_000, 12_000, 0)],
            to: Pose::new(6_000, y, 0),
        })];
        of("objective_walked_past", &state, &events)
    };
    // The token lies at (6, 18); a March of Speed 5 goes 10".
    assert_eq!(moves(14_000), ["A1"]);
    assert_eq!(moves(18_000), NOBODY, "it covers the token");
    assert_eq!(moves(22_000), NOBODY, "too little way is left");
}

#[test]
fn retreat_instead_of_attack_from_a_weaker_enemy() {
    let state = |wounds: u16| {
        drawn(
            json!([
                tray("A", "mw-axes", 24.0, 19.2, 0),
                with(
                    tray("B", "ka-sling", 24.0, 24.0, 180),
                    json!({ "wounds": wounds })
                ),
            ]),
            json!([]),
        )
    };
    let retreats = |state: &State, id: &str| {
        let events = [Event::Movement(MovementEvent::ActionDeclared {
            unit: unit(id),
            action: Action::Retreat,
            free: false,
        })];
        let found = said(&mut Watcher::default(), state, &events);
        if !found.is_empty() {
            // The Axes' 8 dice hit on 3, Sundering leaves a save on 6, Morale 7. The Slingers' 5 hit on 5, saved on 4, Morale 5.
            let (own, theirs) = (of_attack(8, 5.0 / 9.0, 15.0), of_attack(5, 1.0 / 6.0, 6.0));
            let weighs = |what, better| weighs(&found, "retreat_instead_of_attack", what, (0.0, better));
            weighs("expected wounds dealt", own);
            weighs("expected wounds of its attack", theirs);
            weighs("expected wounds dealt less those of its attack", own - theirs);
        }
        trial::about(&found, DETECTORS, "retreat_instead_of_attack")
    };
    assert_eq!(retreats(&state(0), "A1"), ["A1"]);
    assert_eq!(
        retreats(&state(0), "B1"),
        NOBODY,
        "the slingers expect fewer wounds"
    );
}

#[test]
fn shot_blocked_by_friends_who_stepped_into_the_line() {
    // Three trays side by side hide the enemy, whatever the archers' shift.
    let state = |y: f64| {
        drawn(
            json!([
                tray("A", "mw-arch", 24.0, 10.0, 0),
                tray("A", "mw-levy", 18.5, y, 0),
                tray("A", "mw-levy", 24.0, y, 0),
                tray("A", "mw-levy", 29.5, y, 0),
                tray("B", "ka-raid", 24.0, 24.0, 180),
            ]),
            json!([]),
        )
    };
    let ends = |start: &State, now: &State| {
        let mut now = now.clone();
        now.activated = Some(Activated::Unit(unit("A1")));
        let mut watcher = Watcher {
            round_start: Some(start.clone()),
            acting: Some((unit("A1"), now.clone())),
            ..Watcher::default()
        };
        let found = said(
            &mut watcher,
            &now,
            &[Event::Round(RoundEvent::TurnEnded { seat: Seat::A })],
        );
        trial::about(&found, DETECTORS, "shot_blocked_by_friends")
    };
    let (free, blocked) = (state(34.0), state(17.0));
    assert_eq!(ends(&free, &blocked), ["A1"]);
    assert_eq!(ends(&free, &free), NOBODY);
    assert_eq!(ends(&blocked, &blocked), NOBODY, "the line was never free");
}

#[test]
fn dangerous_step_that_wins_nothing() {
    let state = |x: f64| {
        let mut state = drawn(
            json!([
                tray("A", "mw-levy", x, 18.0, 0),
                tray("B", "ka-raid", 24.0, 40.0, 180)
            ]),
            json!([{ "card": "stakes", "x": 12.0, "y": 18.0 }, { "card": "stakes", "x": 6.0, "y": 20.0 }]),
        );
        state.agenda.push(
            Step::Resolve {
                unit: unit("A1"),
                action: Action::March {
                    distance: 0,
                    last: None,
                },
                bonus: 0,
            }
            .into(),
        );
        state
    };
    let hurt = |state: &State| {
        let events = [Event::Unit(UnitEvent::WoundsSuffered {
            unit: unit("A1"),
            wounds: 2,
            cause: Cause::Terrain,
            roll: Some(roll(&[1])),
            models: 10,
            wounded: 0,
        })];
        of("dangerous_step", state, &events)
    };
    assert_eq!(hurt(&state(13.0)), ["A1"]);
    assert_eq!(hurt(&state(6.0)), NOBODY, "it covers a token");
}

#[test]
fn activation_order_when_the_destroyer_was_in_reach() {
    let state = |y: f64| {
        drawn(
            json!([
                tray("A", "mw-levy", 24.0, 12.0, 0),
                tray("B", "ka-raid", 24.0, y, 180)
            ]),
            json!([]),
        )
    };
    let destroyed = |then: &State, by: Option<&str>| {
        let mut watcher = Watcher {
            own_turn: [Some(then.clone()), None],
            ..Watcher::default()
        };
        let at = Occasion {
            attacker: by.map(unit),
            subject: Some(unit("A1")),
            by_melee: true,
            ..Occasion::new(crate::cards::Trigger::UnitDestroyed, Seat::B)
        };
        let event = Event::Unit(UnitEvent::UnitDestroyed {
            unit: unit("A1"),
            at,
            cause: Cause::Attack,
        });
        said(&mut watcher, then, &[event])
    };
    let about = |found: &[Suggestion]| trial::about(found, DETECTORS, "activation_order");
    assert_eq!(about(&destroyed(&state(24.0), Some("B1"))), ["A1"]);
    assert_eq!(
        about(&destroyed(&state(34.0), Some("B1"))),
        NOBODY,
        "it was out of reach"
    );
    assert_eq!(about(&destroyed(&state(24.0), None)), NOBODY);
    // Trays are 5.5 by 4.8 (IF-GEO-03), so that with centres 12 apart the enemy's front is 9.6 ahead of the charger's centre. Straight on
    // it goes 7.2; pivoted by 17 degrees a corner leads, 9.6 / cos - 2.4 - 2.75 tan = 6.8: Speed 5 and a 2 (IF-CHG-03, -04). With
    // centres 7 apart Speed alone makes the 2.2 between them, and the least die is a 1.
    let numbers = |y: f64| {
        let found = destroyed(&state(y), Some("B1"));
        ["charge die needed", "attacks without a charge"]
            .map(|name| trial::number(&found, "activation_order", name))
    };
    assert_eq!(numbers(24.0), [Some(2.0), None]);
    assert_eq!(numbers(19.0), [Some(1.0), None]);
    // In contact with its destroyer it needed no charge.
    assert!(state(16.8).is_engaged(unit("A1")));
    assert_eq!(numbers(16.8), [None, Some(1.0)]);
}

#[test]
fn horrific_duel_of_a_unit_of_weak_morale() {
    let engaged = |card: &str, pile: f64| {
        let mut state = drawn(
            json!([
                tray("A", card, 24.0, 19.2, 0),
                tray("B", "ka-raid", 24.0, 24.0, 180)
            ]),
            json!([{ "card": "corpse-pile", "x": 24.0, "y": pile }]),
        );
        state.engagements.clear();
        let mut way = charge("A1", "B1", Side::Front, 0);
        way.path = vec![Pose::new(24_000, 11_000, 0)];
        state.charge = Some(way);
        let engagement = Engagement::between(unit("A1"), Side::Front, unit("B1"), Side::Front);
        of(
            "horrific_duel",
            &state,
            &[Event::Movement(MovementEvent::Engaged { engagement })],
        )
    };
    // The Levy has Morale 8+, the Shieldmen 6+.
    assert_eq!(engaged("mw-levy", 28.0), ["A1"]);
    assert_eq!(engaged("mw-shield", 28.0), NOBODY);
    assert_eq!(engaged("mw-levy", 44.0), NOBODY, "the pile is far off");
}
