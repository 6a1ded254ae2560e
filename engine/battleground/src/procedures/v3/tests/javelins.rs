//! Javelins and thrown weapons (p. 29).

use super::*;
use crate::model::event::{CombatEvent, EngagementEvent, MovementEvent};
use crate::procedures::v3::javelins;

#[test]
fn bg3_key_22_javelin_units_shoot_while_unengaged_whatever_their_order() {
    for order in [Order::Close, Order::Hold, Order::Range] {
        let state = scene3()
            .unit("A1", javelins(7_000), (18.0, 3.75, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 11.0, 180.0))
            .state();
        let field = Field::of(&state);
        let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
            .unwrap()
            .attacks;
        assert_eq!(attacks.len(), 1, "{order:?}");
    }
}

/// Whom A1, a javelin unit, throws at in a turn of the player whose unit is activated and rushes the other; A1 looks north
/// or, to be rushed on its flank, east. The units are this far apart when the turn begins.
fn thrown_at(kind: UnitType, apart: f64, flank: bool, rusher: &str) -> Vec<UnitId> {
    let other = UnitType {
        movement: mc(10.5),
        ..armed((1, 5, 5), (2, 2))
    };
    let kind = UnitType {
        movement: mc(10.5),
        ..kind
    };
    let (heading, half) = if flank { (90.0, 1.75) } else { (0.0, 1.25) };
    let seat = if rusher == "A1" { Seat::A } else { Seat::B };
    let state = begun(
        scene3()
            .unit("A1", kind, (18.0, 10.0, heading))
            .order("A1", if rusher == "A1" { Order::Close } else { Order::Hold })
            .unit("B1", other, (18.0, 10.0 + half + apart + 1.25, 180.0))
            .order("B1", if rusher == "B1" { Order::Close } else { Order::Hold })
            .set(|state| state.active = Some(seat)),
    );
    let rush = Command::Activate {
        units: vec![id(rusher)],
    };
    let (state, events) = played_on(state, &[(seat, rush), (seat, Command::EndPhase)], &[]).unwrap();
    let engaged = has!(events, Event::Engagement(EngagementEvent::FinalRushed { .. }));
    assert!(engaged, "the rush is made: {state:?}");
    let first_attack = events.iter().find_map(|event| match event {
        Event::Combat(CombatEvent::AttackResolved {
            attacker,
            target,
            kind,
            ..
        }) => Some((*attacker, *target, *kind)),
        _ => None,
    });
    match first_attack {
        Some((by, on, AttackKind::Thrown)) if by == id("A1") => vec![on],
        _ => Vec::new(),
    }
}

#[test]
fn bg3_key_23_missiles_are_thrown_on_engaging() {
    // Rushed on the front from 8, outside the range of 7; from 6, inside it; on the flank.
    assert_eq!(thrown_at(javelins(7_000), 8.0, false, "B1"), [id("B1")]);
    assert!(thrown_at(javelins(7_000), 6.0, false, "B1").is_empty());
    assert!(thrown_at(javelins(7_000), 8.0, true, "B1").is_empty());
    // A unit that makes the rush itself throws from anywhere.
    assert_eq!(thrown_at(javelins(7_000), 6.0, false, "A1"), [id("B1")]);
    // Only javelins and pila do.
    assert!(thrown_at(shooting(7.0, RangedType::LineOfSight), 8.0, false, "B1").is_empty());
}

#[test]
fn bg3_key_26_centaurs_throw_from_however_near() {
    let mut centaurs = javelins(10_500);
    centaurs.ranged = centaurs.ranged.map(|ranged| RangedAttack {
        thrown_at_any_rusher: true,
        ..ranged
    });
    assert_eq!(thrown_at(centaurs, 3.0, false, "B1"), [id("B1")]);
    assert!(thrown_at(javelins(10_500), 3.0, false, "B1").is_empty());
}

#[test]
fn bg3_key_26_centaurs_that_began_engaged_throw_at_who_rushes_their_front() {
    // B2 has fought at the rear of A1 since an earlier turn; B1 rushes its front now.
    let thrown = |card: UnitType| {
        let state = scene3()
            .holding("A1", card, (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .unit("B2", line(), (18.0, 7.5, 0.0))
            .engaged("B1", "A1", Side::Front)
            .engaged("B2", "A1", Side::Rear)
            .set(|state| {
                state.engagements[0].turn = state.turn;
                state.engagements[1].turn = state.turn - 2;
            })
            .change("A1", |unit| {
                unit.turn.began_engaged = true;
                unit.turn.beyond = vec![id("B1")];
            })
            .state();
        javelins::targets(&state, state.unit(id("A1")).unwrap())
    };
    let mut centaurs = javelins(10_500);
    centaurs.ranged = centaurs.ranged.map(|ranged| RangedAttack {
        thrown_at_any_rusher: true,
        ..ranged
    });
    assert_eq!(thrown(centaurs), [id("B1")]);
    assert!(
        thrown(javelins(7_000)).is_empty(),
        "Javelins alone are for who began free"
    );
}

#[test]
fn bg3_err_04_javelin_units_use_the_javelin_rule() {
    // Umenzi Javelineers, whatever their card says; a card without the keyword is refused.
    use hindsight_kernel::Packs as _;
    let mut pack = Battleground3::sample_packs().remove(0);
    pack["factions"][0]["id"] = json!("umenzi");
    pack["factions"][0]["name"] = json!("Umenzi");
    pack["armies"] = json!([]);
    pack["factions"][0]["units"][0]["name"] = json!("Javelineers");
    let faults = Battleground3::check_pack(&pack).unwrap_err();
    assert!(
        faults
            .iter()
            .any(|fault| format!("{fault:?}").contains("BG3-ERR-04")),
        "{faults:?}"
    );
    pack["factions"][0]["units"][0]["keywords"] = json!(["javelins"]);
    pack["factions"][0]["units"][0]["ranged"] = json!({ "range": 7, "way": "line_of_sight" });
    assert!(
        Battleground3::check_pack(&pack).is_ok(),
        "{:?}",
        Battleground3::check_pack(&pack)
    );
    assert_eq!(thrown_at(javelins(7_000), 8.0, false, "B1"), [id("B1")]);
}

#[test]
fn bg3_key_24_thrown_damage_counts_at_once() {
    let thrower = || {
        let mut thrower = javelins(7_000);
        thrower.attack = Profile {
            dice: 2,
            skill: 8,
            power: 8,
        };
        thrower
    };
    // A1 has just rushed B1; thrown: two hits, two damage. Then A1 misses, and B1 attacks.
    let thrown = |boxes: (u8, u8, u8), more: fn(Scene) -> Scene, answers: &[(Seat, Command)]| {
        let made = scene3()
            .holding("A1", thrower(), (18.0, 10.0, 0.0))
            .holding(
                "B1",
                UnitType {
                    boxes: boxed(boxes.0, boxes.1, boxes.2).boxes,
                    ..armed((3, 5, 5), (2, 2))
                },
                (18.0, 12.5, 180.0),
            )
            .engaged_now("A1", "B1", Side::Front);
        on_with(combat(more(made)), answers, &[1, 1, 1, 1]).unwrap()
    };
    let of_b1 = |all: &[(usize, i32, bool)]| all.iter().find(|roll| roll.0 == 3).copied();
    let (_, events) = thrown((2, 4, 2), |made| made, &[]);
    let all = rolls(&events);
    assert_eq!(all[0], (2, 6, false), "8 - 2: no engaged target, and no range");
    assert_eq!(of_b1(&all), Some((3, 2, false)), "in the yellow: 5 - 2 - 1");
    assert!(events.contains(&Event::Movement(MovementEvent::Marked {
        unit: id("A1"),
        mark: TurnMark::Threw
    })));
    // Destroyed by it, it still attacks, with the red penalty.
    let (state, events) = thrown((1, 0, 1), |made| made, &[answer(Seat::A, Answer::Decline)]);
    assert_eq!(of_b1(&rolls(&events)), Some((3, 1, false)), "5 - 2 - 2");
    assert!(stands(&state, "B1").is_none());
    // Another unit engaged with the target: the penalty of an engaged target.
    let (_, events) = thrown(
        (4, 4, 2),
        |made| {
            made.holding("A2", line(), (21.0, 12.5, 270.0))
                .engaged("A2", "B1", Side::Left)
        },
        &[],
    );
    assert_eq!(rolls(&events)[0], (2, 5, false), "8 - 2 - 1");
}

#[test]
fn bg3_key_23_the_owner_of_several_throwers_chooses_their_order() {
    let strong = || UnitType {
        attack: Profile {
            dice: 2,
            skill: 8,
            power: 8,
        },
        ..javelins(7_000)
    };
    // A1 and A2 have just rushed B1, which has two boxes.
    let made = scene3()
        .holding("A1", strong(), (18.0, 10.0, 0.0))
        .holding("A2", strong(), (21.0, 12.5, 270.0))
        .holding("B1", boxed(1, 0, 1), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left)
        .set(|state| {
            for engagement in &mut state.engagements {
                engagement.turn = state.turn;
            }
        });
    let throw = |by: &str| Answer::Attack {
        by: id(by),
        kind: AttackKind::Thrown,
        on: id("B1"),
    };
    let (state, _) = on_with(combat(made), &[], &[]).unwrap();
    assert_eq!(
        asked(&state),
        Some((Topic::NextThrow, Seat::A, vec![throw("A1"), throw("A2")]))
    );
    for (first, second) in [("A1", "A2"), ("A2", "A1")] {
        let thrown_first = answer(Seat::A, throw(first));
        let (state, _) = on_with(state.clone(), &[thrown_first], &[1, 1, 1, 1]).unwrap();
        assert_eq!(marked(&state, "B1"), 2, "{first} throws first");
        // BG3-COMB-16: what has no boxes left need not be rolled at.
        let Some(Step::Ask(question)) = state.agenda.last().map(|frame| &frame.step) else {
            panic!("nothing is asked");
        };
        assert_eq!(
            (question.topic, question.unit, question.about),
            (Topic::RollAnyway, Some(id(second)), Some(id("B1")))
        );
        let begun = |given: Answer| {
            let (_, events) = on_with(state.clone(), &[answer(Seat::A, given)], &[1, 1, 1, 1]).unwrap();
            events
                .iter()
                .filter(|event| {
                    matches!(event, Event::Combat(CombatEvent::AttackBegan { attack, .. })
                        if attack.kind == AttackKind::Thrown && attack.attacker == id(second))
                })
                .count()
        };
        assert_eq!((begun(Answer::Decline), begun(Answer::Accept)), (0, 1));
    }
}

/// Whether A1, a javelin unit that has rushed B1 this turn, throws at it first thing in the Combat Phase.
fn throws_on_engaging(change: fn(Scene) -> Scene) -> bool {
    let made = scene3()
        .holding("A1", javelins(7_000), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 12.5, 180.0))
        .engaged_now("A1", "B1", Side::Front);
    let (_, events) = on_with(combat(change(made)), &[], &[]).unwrap();
    let thrown = |event: &Event| matches!(event, Event::Combat(CombatEvent::AttackBegan { attack, .. }) if attack.kind == AttackKind::Thrown);
    events.iter().any(thrown)
}

/// Ground under that much of A1, from its left end.
fn under(made: Scene, kind: TerrainType, share: f64) -> Scene {
    let right = 16.25 + 3.5 * share;
    let outline = [(10.0, 5.0), (right, 5.0), (right, 11.25), (10.0, 11.25)];
    made.terrain(ground(kind, &outline))
}

#[test]
fn bg3_terr_11_nothing_is_thrown_out_of_deep_water() {
    assert!(throws_on_engaging(|made| made));
    for water in [
        |made| under(made, TerrainType::DeepWater, 0.5),
        |made| under(made, TerrainType::VeryDeepWater, 1.0),
        |made| under(made, TerrainType::RiverRapids, 1.0),
    ] {
        assert!(!throws_on_engaging(water));
    }
    assert!(
        throws_on_engaging(|made| under(made, TerrainType::DeepWater, 0.4)),
        "less than half"
    );
    assert!(throws_on_engaging(|made| under(
        made,
        TerrainType::ShallowWater,
        1.0
    )));
}

#[test]
fn bg3_rout_11_who_was_run_through_throws_nothing() {
    assert!(!throws_on_engaging(
        |made| made.change("A1", |unit| unit.turn.run_through = true)
    ));
    assert!(throws_on_engaging(
        |made| made.change("B1", |unit| unit.turn.run_through = true)
    ));
}
