//! Terrain pieces and their keywords.

use hindsight_kernel::Seat;

use super::attack::save;
use super::{charge, charged, defence_modifier, duel, has, maneuver, march, melee, panic, resolved, shoot};
use crate::cards::Keyword;
use crate::field::Slot;
use crate::model::command::{Action, Command};
use crate::model::event::{AttackEvent, Cause, ChargeEvent, Event, MovementEvent, RoundEvent, UnitEvent};
use crate::model::names::{PieceNo, Way};
use crate::rules::scene::{Scene, id, wounds_of};
use crate::rules::terrain;

/// A terrain card has other keywords.
fn keywords(scene: Scene, kind: &str, keywords: &[Keyword]) -> Scene {
    scene.cards(|cards| {
        let found = cards.terrain.iter_mut().find(|card| card.id.as_str() == kind);
        found.unwrap().keywords = keywords.to_vec();
    })
}

/// A1 charges B1 straight on with a 6 and is aligned in the middle; the attack dice follow. Events of both commands.
pub(super) fn charge_in(scene: &mut Scene, dice: &[u8]) -> Vec<Event> {
    let mut events = scene.act("A1", charge("B1", 0), &[6]);
    events.extend(scene.give(Seat::A, Command::Align { slot: Slot::Centre }, dice));
    events
}

fn head_on() -> Scene {
    super::charge::head_on()
}

pub(super) fn demolish(piece: u8) -> Action {
    Action::Demolish {
        piece: PieceNo(piece),
    }
}

#[test]
fn if_geo_08_in_a_piece_is_overlapping_it() {
    // The front edge lies at 12.4; Stakes of 6 × 2.
    let scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .piece("stakes", 24.0, 13.4, 0);
    assert!(
        terrain::dangerous_in(&scene.state, id("A1")).is_empty(),
        "an edge that touches is not in"
    );
    assert_eq!(scene.action_rule("A1", demolish(1)), None, "but within 1\"");
    let scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .piece("stakes", 24.0, 13.0, 0);
    assert_eq!(terrain::dangerous_in(&scene.state, id("A1")), [PieceNo(1)]);
}

#[test]
fn if_terr_01_keywords_that_modify_dice_count_once() {
    let mut scene = head_on()
        .piece("wall", 24.0, 14.0, 0)
        .piece("wall", 24.0, 17.0, 0);
    let events = charge_in(&mut scene, &[4, 1, 1, 1, 1, 1, 6]);
    assert_eq!(defence_modifier(&events), 1, "two Walls, +1");
}

#[test]
fn if_terr_02_blocks_line_of_sight_unless_the_viewer_is_inside() {
    let behind = |y: f64| {
        let scene = Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .piece("forest", 24.0, y, 0);
        keywords(scene, "forest", &[Keyword::BlocksLineOfSight])
    };
    assert_eq!(behind(17.0).action_rule("A1", shoot("B1")).unwrap(), "IF-LOS-04");
    assert_eq!(
        behind(17.0).action_rule("A1", charge("B1", 0)).unwrap(),
        "IF-CHG-01",
        "for charges too"
    );
    assert_eq!(
        behind(14.0).action_rule("A1", shoot("B1")),
        None,
        "the viewer overlaps it"
    );
}

#[test]
fn if_terr_03_cover_stops_shots_and_not_charges() {
    let scene = |shooter: &str| {
        Scene::new()
            .unit("A1", shooter, 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .piece("hedge", 24.0, 17.0, 0)
    };
    assert_eq!(
        scene("mw-arch").action_rule("A1", shoot("B1")).unwrap(),
        "IF-LOS-04"
    );
    assert_eq!(scene("mw-knight").action_rule("A1", charge("B1", 0)), None);
}

#[test]
fn if_los_03_trays_and_terrain_interrupt_sight() {
    let forest = |x: f64, y: f64, heading: u16| {
        Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", x, y, heading)
            .piece("forest", 24.0, 17.0, 0)
    };
    assert_eq!(
        forest(24.0, 24.0, 180).action_rule("A1", shoot("B1")).unwrap(),
        "IF-LOS-04"
    );
    assert_eq!(
        forest(24.0, 17.0, 0).action_rule("A1", shoot("B1")).unwrap(),
        "IF-LOS-04",
        "wholly inside"
    );
    // A tray in between, as wide as both; moved aside it leaves the target seen.
    let tray = |x: f64| {
        Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("A2", "mw-levy", x, 17.0, 0)
            .unit("B1", "ka-raid", 24.0, 25.0, 180)
    };
    assert_eq!(tray(24.0).action_rule("A1", shoot("B1")).unwrap(), "IF-LOS-04");
    assert_eq!(tray(26.0).action_rule("A1", shoot("B1")), None);
}

#[test]
fn if_los_04_charges_and_shots_need_sight_and_melee_does_not() {
    let behind = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 180)
        .unit("B1", "ka-raid", 24.0, 26.0, 180);
    assert_eq!(
        behind.action_rule("A1", shoot("B1")).unwrap(),
        "IF-ACT-06",
        "out of range of its front point"
    );
    let near = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 180)
        .unit("B1", "ka-raid", 24.0, 16.0, 180);
    assert_eq!(near.action_rule("A1", shoot("B1")).unwrap(), "IF-LOS-04");
    assert_eq!(near.action_rule("A1", charge("B1", 0)).unwrap(), "IF-CHG-01");
    let rear = Scene::new()
        .unit("A1", "mw-levy", 24.0, 28.8, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 0)
        .engaged("A1", "B1");
    assert_eq!(rear.action_rule("A1", melee("B1")), None);
}

#[test]
fn if_act_06_a_shot_after_a_shift_of_up_to_2_inches() {
    let shift = |inches: f64| {
        Some(crate::model::place::Shift {
            direction: 0,
            distance: crate::rules::scene::mils(inches),
        })
    };
    let shot = |kind: &str, gap: f64| {
        // The front point of A1 lies at y = 12.4, the near side of B1 2.4 before its middle.
        let scene = Scene::new().unit("A1", kind, 24.0, 10.0, 0).unit(
            "B1",
            if kind == "mw-arch" { "ka-raid" } else { "mw-levy" },
            24.0,
            12.4 + gap + 2.4,
            180,
        );
        let action = Action::Ranged {
            target: id("B1"),
            shift: shift(2.0),
            weapon: None,
        };
        scene.action_rule("A1", action)
    };
    assert_eq!(shot("mw-arch", 14.0), None);
    assert_eq!(shot("mw-arch", 14.1).unwrap(), "IF-ACT-06");
    assert_eq!(shot("ka-sling", 8.0), None);
    assert_eq!(shot("ka-sling", 8.01).unwrap(), "IF-ACT-06");
    let engaged = duel("mw-arch", "ka-raid").unit("B2", "ka-raid", 34.0, 30.0, 180);
    assert_eq!(engaged.action_rule("A1", shoot("B2")).unwrap(), "IF-ACT-01");
    // An engaged enemy may be shot if it is seen.
    let melee_of_others = Scene::new()
        .unit("A1", "mw-arch", 24.0, 10.0, 0)
        .unit("A2", "mw-levy", 29.15, 22.0, 270)
        .unit("B1", "ka-raid", 24.0, 22.0, 180)
        .engaged("A2", "B1");
    assert_eq!(melee_of_others.action_rule("A1", shoot("B1")), None);
}

#[test]
fn if_terr_04_dangerous_pieces_cost_d3_and_1_wounds() {
    // In it when it performs an action: D3 = 2 → 3 wounds, before the action.
    let inside = || {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 44.0, 180)
            .piece("stakes", 24.0, 10.0, 0)
    };
    let mut scene = inside();
    let events = scene.act("A1", maneuver(None, 5.0, None), &[3]);
    assert_eq!(wounds_of(&events, "A1"), [(3, Cause::Terrain)]);
    let (hurt, moved) = (
        events
            .iter()
            .position(|event| matches!(event, Event::Unit(UnitEvent::WoundsSuffered { .. }))),
        events
            .iter()
            .position(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. }))),
    );
    assert!(hurt < moved, "before anything of it is resolved");
    // A unit that forgoes its action suffers none.
    let mut scene = inside();
    assert!(wounds_of(&scene.act("A1", Action::Forgo, &[]), "A1").is_empty());
    // Out and into a second piece: two rolls in a Maneuver.
    let mut scene = inside().piece("stakes", 24.0, 18.0, 0);
    let events = scene.act("A1", maneuver(None, 5.0, None), &[1, 1]);
    assert_eq!(
        wounds_of(&events, "A1"),
        [(2, Cause::Terrain), (2, Cause::Terrain)]
    );
    // One roll in all in a Charge.
    let mut scene = head_on()
        .piece("stakes", 24.0, 10.0, 0)
        .piece("stakes", 24.0, 19.0, 0);
    let mut events = scene.act("A1", charge("B1", 0), &[1, 6]);
    events.extend(scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[1; 6]));
    assert_eq!(wounds_of(&events, "A1"), [(2, Cause::Terrain)]);
    // A pivot that brings the tray over the piece is moving into it.
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 44.0, 180)
        .piece("stakes", 24.0, 13.45, 0);
    let events = scene.act("A1", maneuver(None, 0.0, Some(45)), &[1]);
    assert_eq!(wounds_of(&events, "A1"), [(2, Cause::Terrain)]);
    // A unit that it destroys ends its action there.
    let mut scene = inside().models("A1", 1).unit("A2", "mw-levy", 40.0, 5.0, 0);
    let events = scene.act("A1", maneuver(None, 5.0, None), &[1]);
    assert!(!has(&events, |event| matches!(
        event,
        Event::Movement(MovementEvent::UnitMoved { .. })
    )));
    assert!(has(&events, |event| matches!(
        event,
        Event::Round(RoundEvent::TurnEnded { .. })
    )));
}

#[test]
fn if_terr_05_a_destructible_piece_within_an_inch_is_removed_by_an_attack() {
    let near = |gap: f64| {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 44.0, 180)
            .piece("palisade", 24.0, 12.9 + gap, 0)
    };
    assert_eq!(near(1.01).action_rule("A1", demolish(1)).unwrap(), "IF-TERR-05");
    let mut scene = near(1.0);
    let events = scene.act("A1", demolish(1), &[]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Movement(MovementEvent::PieceRemoved { .. })
    )));
    assert!(scene.state.piece(PieceNo(1)).is_none());
    let forest = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .piece("forest", 24.0, 15.0, 0);
    assert_eq!(
        forest.action_rule("A1", demolish(1)).unwrap(),
        "IF-TERR-05",
        "not Destructible"
    );
    assert_eq!(
        forest.action_rule("A1", demolish(7)).unwrap(),
        "IF-TERR-05",
        "no such piece"
    );
    let engaged = duel("mw-levy", "ka-raid").piece("palisade", 30.0, 17.0, 90);
    assert_eq!(engaged.action_rule("A1", demolish(1)).unwrap(), "IF-TERR-05");
    let engaged = duel("mw-levy", "ka-raid").piece("palisade", 27.5, 17.0, 90);
    assert_eq!(
        engaged.action_rule("A1", demolish(1)),
        None,
        "an engaged unit may"
    );
}

#[test]
fn if_terr_06_a_shooter_on_an_elevated_piece_looks_over_everything() {
    let scene = |knoll: bool| {
        let scene = Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("A2", "mw-levy", 24.0, 16.0, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180);
        if knoll {
            scene.piece("knoll", 24.0, 9.0, 0)
        } else {
            scene
        }
    };
    assert_eq!(scene(false).action_rule("A1", shoot("B1")).unwrap(), "IF-LOS-04");
    assert_eq!(scene(true).action_rule("A1", shoot("B1")), None);
    // Range and front arc still apply.
    let far = scene(true).unit("B2", "ka-raid", 24.0, 40.0, 180);
    assert_eq!(far.action_rule("A1", shoot("B2")).unwrap(), "IF-ACT-06");
}

#[test]
fn if_terr_07_a_fortified_piece_on_the_way_helps_the_defender() {
    // A Wall crossed: save 4+ is 3 or better on the face.
    let mut scene = head_on().piece("wall", 24.0, 16.0, 0);
    let events = charge_in(&mut scene, &[4, 4, 1, 1, 1, 1, 3, 2, 6, 6, 1]);
    assert_eq!((defence_modifier(&events), resolved(&events)), (1, (1, 1)));
    // The attack of a later round has no such bonus.
    let mut scene = duel("mw-levy", "ka-raid").piece("wall", 24.0, 15.0, 0);
    let events = scene.act("A1", melee("B1"), &[4, 1, 1, 1, 1, 1, 6]);
    assert_eq!(defence_modifier(&events), 0);
    // Save 2+ with +1: every die saves, also a 1.
    let mut scene = save(head_on().piece("forest", 24.0, 16.0, 0), "ka-raid", 2);
    scene.act("A1", charge("B1", 0), &[6]);
    scene.give(
        Seat::A,
        Command::Align { slot: Slot::Centre },
        &[4, 4, 1, 1, 1, 1],
    );
    let events = scene.give(Seat::A, Command::Pass, &[1, 1]);
    assert_eq!(resolved(&events), (2, 0));
}

#[test]
fn if_terr_08_a_hindering_piece_on_the_way_takes_the_charge_bonus() {
    let mut scene = head_on().piece("corpse-pile", 24.0, 16.0, 0);
    let events = charge_in(&mut scene, &[1; 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Charge(ChargeEvent::ChargeBonusLost { piece: Some(_) })
    )));
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "no re-roll was offered"
    );
    // The aligned tray overlaps the piece on which the defender stands.
    let mut scene = head_on().piece("corpse-pile", 24.0, 22.0, 0);
    let events = charge_in(&mut scene, &[1; 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Charge(ChargeEvent::ChargeBonusLost { .. })
    )));
    // It is not disorderly: cards may be played.
    let mut scene = head_on()
        .piece("corpse-pile", 24.0, 16.0, 0)
        .hand(Seat::A, &["mw-salt"]);
    scene.act("A1", charge("B1", 0), &[6]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[]);
    assert_eq!(scene.asked(), [(Seat::A, "trigger_effect".to_owned())]);
}

/// A Panic Test of B1 with these dice, beside pieces at this height: B1's tray lies from 21.6 to 26.4.
fn mood(pieces: &[(&str, f64)], dice: [u8; 3]) -> (Option<u8>, bool, u8) {
    let mut scene = super::attack::armed(4, 1, &[]);
    for (kind, y) in pieces {
        scene = scene.piece(kind, 24.0, *y, 0);
    }
    panic(&scene.act("A1", melee("B1"), &[&[4, 1][..], &dice].concat()))
}

#[test]
fn if_terr_09_horrific_pieces_within_6_inches_take_1_from_morale_tests() {
    // The Corpse Pile is 3 deep: its near side lies 1.5 before its middle.
    assert_eq!(mood(&[("corpse-pile", 33.9)], [4, 3, 1]).0, Some(6), "at 6.0");
    assert_eq!(mood(&[("corpse-pile", 33.91)], [4, 3, 1]).0, Some(7), "at 6.01");
    assert_eq!(
        mood(&[("corpse-pile", 33.0), ("corpse-pile", 29.0)], [4, 3, 1]).0,
        Some(6),
        "once"
    );
}

#[test]
fn if_terr_11_inspiring_pieces_add_1_and_cancel_horrific_ones() {
    assert_eq!(mood(&[("weirwood-tree", 33.0)], [4, 3, 1]).0, Some(8));
    assert_eq!(
        mood(&[("weirwood-tree", 33.0), ("corpse-pile", 29.0)], [4, 3, 1]).0,
        Some(7)
    );
}

#[test]
fn if_terr_10_nothing_moves_into_impassable_terrain() {
    let scene = |y: f64| {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .piece("palisade", 24.0, y, 0)
    };
    assert_eq!(
        scene(15.0).action_rule("A1", march(10.0, None)).unwrap(),
        "IF-TERR-10"
    );
    assert_eq!(scene(15.0).action_rule("A1", march(2.1, None)), None);
    assert_eq!(
        scene(15.0).action_rule("A1", march(2.2, None)).unwrap(),
        "IF-TERR-10"
    );
}

#[test]
fn if_terr_12_each_rough_piece_on_the_way_costs_an_inch() {
    let marching = |pieces: &[f64]| {
        let mut scene = Scene::new().unit("A1", "mw-levy", 24.0, 10.0, 0);
        for y in pieces {
            scene = scene.piece("hedge", 24.0, *y, 0);
        }
        scene
    };
    assert_eq!(marching(&[16.0]).action_rule("A1", march(9.0, None)), None);
    assert_eq!(
        marching(&[16.0]).action_rule("A1", march(9.01, None)).unwrap(),
        "IF-TERR-12"
    );
    assert_eq!(
        marching(&[13.5, 15.2]).action_rule("A1", maneuver(None, 3.0, None)),
        None
    );
    assert_eq!(
        marching(&[13.5, 15.2])
            .action_rule("A1", maneuver(None, 3.01, None))
            .unwrap(),
        "IF-TERR-12"
    );
    assert_eq!(
        marching(&[13.5]).action_rule("A1", maneuver(Some(45), 0.0, None)),
        None,
        "pivots alone are free"
    );
    // A charge through a Bog: gap 9.2.
    for (die, success) in [(6, true), (5, false)] {
        let mut scene = head_on().piece("bog", 24.0, 17.0, 0);
        assert_eq!(
            charged(&scene.act("A1", charge("B1", 0), &[die])).0,
            success,
            "die {die}"
        );
    }
    // A Retreat out of a Bog: Speed 4, die 2 → 5".
    let mut scene = duel("mw-shield", "ka-raid").piece("bog", 24.0, 18.0, 0);
    scene.act("A1", Action::Retreat, &[2]);
    let back = |distance| Command::MoveBack {
        way: Way::Backward,
        distance,
        last: None,
    };
    assert_eq!(scene.refused(Seat::A, back(5_010)), "IF-TERR-12");
    scene.give(Seat::A, back(5_000), &[]);
}

#[test]
fn if_terr_13_a_removed_piece_takes_its_keywords_with_it() {
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 11.0, 0)
        .unit("A2", "mw-arch", 10.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .piece("hedge", 24.0, 14.2, 0);
    let rule = scene.action_rule("A1", maneuver(None, 4.5, None));
    assert_eq!(rule.unwrap(), "IF-TERR-12");
    scene.act("A1", demolish(1), &[]);
    let mut scene = scene.turn(Seat::A).with("A1", |unit| unit.activated = false);
    scene.act("A1", maneuver(None, 5.0, None), &[]);
    assert_eq!(scene.at("A1"), (24.0, 16.0, 0));
}

#[test]
fn if_terr_14_the_terrain_table() {
    let scene = Scene::new();
    let rows = [
        (2, Some("corpse-pile")),
        (3, Some("corpse-pile")),
        (4, Some("bog")),
        (5, Some("palisade")),
        (6, Some("hedge")),
        (7, None),
        (8, Some("wall")),
        (9, Some("stakes")),
        (10, Some("forest")),
        (11, Some("weirwood-tree")),
        (12, Some("weirwood-tree")),
    ];
    for (sum, piece) in rows {
        let found = crate::rules::setup::piece_of_roll(&scene.state, sum);
        assert_eq!(found.map(|id| id.to_string()).as_deref(), piece, "{sum}");
    }
    let of = |name: &str| {
        let card = scene.state.cards.terrain_card(name.parse().unwrap()).unwrap();
        card.keywords.clone()
    };
    use Keyword::*;
    assert_eq!(of("corpse-pile"), [Hindering, Horrific]);
    assert_eq!(of("bog"), [Hindering, Rough]);
    assert_eq!(of("palisade"), [BlocksLineOfSight, Destructible, Impassable]);
    assert_eq!(of("hedge"), [Cover, Destructible, Rough]);
    assert_eq!(of("wall"), [Destructible, Fortified, Hindering]);
    assert_eq!(of("stakes"), [Dangerous, Destructible]);
    assert_eq!(of("forest"), [Cover, Fortified]);
    assert_eq!(of("weirwood-tree"), [Inspiring]);
}

#[test]
fn if_terr_16_stakes_are_removed_from_outside_without_wounds() {
    let beside = |y: f64| {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, 44.0, 180)
            .piece("stakes", 24.0, y, 0)
    };
    let mut scene = beside(13.9);
    assert!(wounds_of(&scene.act("A1", demolish(1), &[]), "A1").is_empty());
    let mut scene = beside(12.0);
    let events = scene.act("A1", demolish(1), &[1]);
    assert_eq!(wounds_of(&events, "A1"), [(2, Cause::Terrain)]);
    assert!(scene.state.piece(PieceNo(1)).is_none());
}
