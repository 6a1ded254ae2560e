//! Every refusal of a chapter is reached, in the chapter's order: each row mends what the row above was refused for.

use hindsight_kernel::testing::check_citations;
use hindsight_kernel::{RefusalReason, Rules, Seat};

use super::{charge, duel};
use crate::cards::{ConditionToken, ZoneName};
use crate::field::{Pose, Side, Slot};
use crate::model::command::{Action, Command};
use crate::model::names::NcuId;
use crate::model::place::Shift;
use crate::rules::activation::{self, NoAction};
use crate::rules::army::NoArmy;
use crate::rules::attack::{self, NoAttack};
use crate::rules::board::{self, NoZone};
use crate::rules::cards::NoUse;
use crate::rules::charge::{self as charges, NoCharge};
use crate::rules::effects::NoChoice;
use crate::rules::engagement::{self, NoSlot};
use crate::rules::movement::{self, NoMove};
use crate::rules::position::NoGame;
use crate::rules::retreat::{self, NoRetreat};
use crate::rules::round::NoArrival;
use crate::rules::rulings::NoRuling;
use crate::rules::scene::{Scene, id};
use crate::rules::setup::{NoPlace, NoSetup};
use crate::rules::terrain::{self, NoDemolition};
use crate::rules::tokens::NoReroll;
use crate::rules::windows::NoPass;

fn free() -> Scene {
    Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
}

#[test]
fn the_ladder_of_a_charge() {
    let check = |scene: &Scene, target: &str, heading, arc| {
        charges::check(&scene.state, id("A1"), id(target), heading, arc).map(|_| ())
    };
    assert_eq!(
        check(&duel("mw-levy", "ka-raid"), "B1", 0, None),
        Err(NoCharge::Engaged)
    );
    let unarmed = free().cards(|cards| {
        let levy = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
        levy.unwrap().attacks.clear();
    });
    assert_eq!(check(&unarmed, "B1", 0, None), Err(NoCharge::NoMelee));
    assert_eq!(
        check(&free(), "B7", 0, None),
        Err(NoCharge::NoTarget { target: id("B7") })
    );
    let away = free().with("A1", |unit| unit.pose = Some(Pose::new(24_000, 10_000, 180)));
    assert_eq!(check(&away, "B1", 0, None), Err(NoCharge::NotSeen));
    assert!(matches!(
        check(&free(), "B1", 0, Some(Side::Rear)),
        Err(NoCharge::WrongArc { .. })
    ));
    let tie = Scene::new()
        .unit("A1", "mw-levy", 34.0, 34.0, 225)
        .unit("B1", "mw-bear", 24.0, 24.0, 0);
    assert!(matches!(
        check(&tie, "B1", 225, None),
        Err(NoCharge::NameArc { .. })
    ));
    // The front is blocked by two small friends in the corners, over which the target is seen.
    let full = free()
        .unit("A2", "mw-bear", 21.0, 20.2, 0)
        .unit("A3", "mw-bear", 27.0, 20.2, 0);
    assert!(matches!(
        check(&full, "B1", 0, None),
        Err(NoCharge::NoSlot { .. })
    ));
    assert_eq!(
        check(&free(), "B1", 360, None),
        Err(NoCharge::Heading { heading: 360 })
    );
    let beside = free().unit("A2", "mw-levy", 29.5, 10.0, 0);
    assert_eq!(check(&beside, "B1", 10, None), Err(NoCharge::Pivot));
    assert_eq!(check(&free(), "B1", 120, None), Err(NoCharge::NotSeenAfterPivot));
    assert_eq!(check(&free(), "B1", 40, None), Err(NoCharge::Missed));
    let screened = free().unit("B2", "ka-raid", 28.5, 17.0, 180);
    assert_eq!(check(&screened, "B1", 0, None), Err(NoCharge::OtherEnemy));
    let walled = free().piece("palisade", 28.5, 17.0, 0);
    assert_eq!(check(&walled, "B1", 0, None), Err(NoCharge::Impassable));
    let far = free().with("B1", |unit| unit.pose = Some(Pose::new(24_000, 26_010, 180)));
    assert!(matches!(
        check(&far, "B1", 0, None),
        Err(NoCharge::TooFar { most: 11_000, .. })
    ));
    assert_eq!(check(&free(), "B1", 0, None), Ok(()));
    assert_eq!(
        free().refused(Seat::A, Command::Align { slot: Slot::Left }),
        "IF-CHG-06"
    );
}

#[test]
fn the_ladder_of_a_movement() {
    let check = |scene: &Scene, first, distance, last| {
        movement::check_maneuver(&scene.state, id("A1"), first, distance, last, 0).map(|_| ())
    };
    let off = free().with("A1", |unit| (unit.pose, unit.reserve) = (None, true));
    assert_eq!(check(&off, Some(400), 7, None), Err(NoMove::NotOnTable));
    assert_eq!(
        check(&duel("mw-levy", "ka-raid"), Some(400), 7, None),
        Err(NoMove::Engaged)
    );
    assert_eq!(
        check(&free(), Some(400), 7, None),
        Err(NoMove::Heading { heading: 400 })
    );
    assert_eq!(
        check(&free(), None, 7, None),
        Err(NoMove::Distance { distance: 7 })
    );
    assert!(matches!(
        check(&free(), None, 5_010, None),
        Err(NoMove::BeyondSpeed { most: 5_000, .. })
    ));
    let march = movement::check_march(&free().state, id("A1"), 10_010, None);
    assert!(matches!(march, Err(NoMove::BeyondMarch { most: 10_000, .. })));
    let shift = Shift {
        direction: 0,
        distance: 2_010,
    };
    let shift = movement::check_shift(&free().state, id("A1"), shift, 2_000).unwrap_err();
    assert_eq!(shift.rule.0, "IF-ACT-09");
    let rough = free().piece("hedge", 24.0, 15.0, 0);
    assert!(matches!(
        check(&rough, None, 4_010, None),
        Err(NoMove::Rough { most: 4_000, .. })
    ));
    let enemy = free().unit("B2", "ka-raid", 24.0, 16.0, 180);
    assert_eq!(check(&enemy, None, 5_000, None), Err(NoMove::ThroughEnemy));
    let near = free().unit("B2", "ka-raid", 24.0, 20.0, 180);
    assert_eq!(check(&near, None, 5_000, None), Err(NoMove::NearEnemy));
    let friend = free().unit("A2", "mw-levy", 24.0, 16.0, 0);
    assert_eq!(check(&friend, None, 5_000, None), Err(NoMove::OnTray));
    assert_eq!(check(&free(), Some(180), 5_000, None), Ok(()));
    let edge = free().with("A1", |unit| unit.pose = Some(Pose::new(24_000, 3_000, 180)));
    assert_eq!(check(&edge, None, 5_000, None), Err(NoMove::OffTable));
    let walled = free().piece("palisade", 24.0, 15.0, 0);
    assert_eq!(check(&walled, None, 5_000, None), Err(NoMove::Impassable));
}

#[test]
fn the_ladder_of_an_attack() {
    let rule = |scene: &Scene, action: Action| scene.action_rule("A1", action);
    assert_eq!(rule(&free(), super::melee("B1")).unwrap(), "IF-ACT-01");
    let other = Action::Melee {
        target: id("B1"),
        facing: false,
        slot: None,
        weapon: Some(3),
    };
    assert_eq!(rule(&duel("mw-levy", "ka-raid"), other).unwrap(), "IF-UNIT-02");
    let two = duel("mw-levy", "ka-raid").unit("B2", "ka-raid", 40.0, 24.0, 180);
    assert_eq!(rule(&two, super::melee("B2")).unwrap(), "IF-ACT-05");
    assert_eq!(
        rule(&duel("mw-arch", "ka-raid"), super::shoot("B1")).unwrap(),
        "IF-ACT-01"
    );
    assert_eq!(rule(&free(), super::shoot("B1")).unwrap(), "IF-UNIT-02");
    let archers = |y: f64| {
        Scene::new()
            .unit("A1", "mw-arch", 24.0, 10.0, 0)
            .unit("A2", "mw-levy", 40.0, 10.0, 0)
            .unit("B1", "ka-raid", 24.0, y, 180)
    };
    let tray = terrain::tray(&archers(24.0).state, id("A1")).unwrap();
    let shot = |scene: &Scene, target: &str| {
        let (_, card) =
            attack::weapon_of(&scene.state, id("A1"), crate::cards::AttackKind::Ranged, None).unwrap();
        attack::check_shot(&scene.state, &tray, id("A1"), id(target), card)
    };
    assert_eq!(
        shot(&archers(24.0), "A2"),
        Err(NoAttack::NoTarget { target: id("A2") })
    );
    assert_eq!(shot(&archers(28.0), "B1"), Err(NoAttack::OutOfRange));
    let screened = archers(24.0).unit("A3", "mw-levy", 24.0, 17.0, 0);
    assert_eq!(shot(&screened, "B1"), Err(NoAttack::NotSeen));
    assert_eq!(shot(&archers(24.0), "B1"), Ok(()));
}

#[test]
fn the_ladder_of_a_turn_along_the_enemy() {
    let check = |scene: &Scene, target: &str, slot| {
        engagement::check_turn(&scene.state, id("A1"), id(target), false, Some(slot))
    };
    let several = duel("mw-levy", "ka-raid")
        .unit("B2", "ka-raid", 18.85, 19.2, 90)
        .engaged("A1", "B2");
    assert_eq!(check(&several, "B1", Slot::Right), Err(NoSlot::Several));
    let alone = duel("mw-levy", "ka-raid");
    assert_eq!(
        check(&alone, "B7", Slot::Right),
        Err(NoSlot::NotEngagedWith { target: id("B7") })
    );
    let blocked = duel("mw-levy", "ka-raid").unit("A2", "mw-bear", 28.2, 19.0, 0);
    assert_eq!(
        check(&blocked, "B1", Slot::Right),
        Err(NoSlot::Taken { slot: "right" })
    );
    assert!(check(&alone, "B1", Slot::Right).is_ok());
}

#[test]
fn the_ladder_of_a_retreat() {
    assert_eq!(
        retreat::check(&free().state, id("A1"), 0),
        Err(NoRetreat::Unengaged)
    );
    assert_eq!(
        retreat::check(&duel("mw-levy", "ka-raid").state, id("A1"), 0),
        Ok(())
    );
    let back = |distance| Command::MoveBack {
        way: crate::model::names::Way::Backward,
        distance,
        last: None,
    };
    assert_eq!(free().refused(Seat::A, back(1_000)), "IF-RET-01");
    let mut scene = duel("mw-levy", "ka-raid");
    scene.act("A1", Action::Retreat, &[1]);
    assert_eq!(scene.refused(Seat::A, back(0)), "IF-RET-02");
    assert_eq!(scene.refused(Seat::A, back(6_010)), "IF-RET-01");
    let pivot = Command::FreePivot {
        unit: id("B1"),
        heading: 0,
    };
    assert_eq!(scene.refused(Seat::B, pivot), "IF-RET-03");
}

#[test]
fn the_ladder_of_a_removed_piece() {
    let check =
        |scene: &Scene, no| terrain::check_demolish(&scene.state, id("A1"), crate::model::names::PieceNo(no));
    let scene = free()
        .piece("forest", 24.0, 15.0, 0)
        .piece("palisade", 24.0, 20.0, 0);
    assert!(matches!(check(&scene, 9), Err(NoDemolition::NoPiece { .. })));
    assert!(matches!(
        check(&scene, 1),
        Err(NoDemolition::NotDestructible { .. })
    ));
    let unarmed = scene.clone().cards(|cards| {
        let levy = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
        levy.unwrap().attacks.clear();
    });
    assert_eq!(check(&unarmed, 2), Err(NoDemolition::NoMelee));
    assert_eq!(check(&scene, 2), Err(NoDemolition::TooFar));
    assert_eq!(check(&free().piece("palisade", 24.0, 13.5, 0), 1), Ok(()));
}

#[test]
fn the_ladder_of_a_zone() {
    let ncu = |number| NcuId::new(Seat::A, number).unwrap();
    let scene = || free().ncu(Seat::A, 1, "ka-tall").ncu(Seat::A, 2, "mw-hobb");
    let check = |scene: &Scene, number, zone| board::check_claim(&scene.state, Seat::A, ncu(number), zone);
    let other = scene().turn(Seat::B);
    assert_eq!(check(&other, 1, ZoneName::Crown), Err(NoZone::NotNow));
    assert_eq!(
        check(&scene(), 3, ZoneName::Crown),
        Err(NoZone::NotYours { ncu: ncu(3) })
    );
    let mut used = scene();
    used.state.ncus[0].activated = true;
    assert_eq!(
        check(&used, 1, ZoneName::Crown),
        Err(NoZone::Activated { ncu: ncu(1) })
    );
    let mut full = scene();
    for (number, zone) in (1..).zip(ZoneName::ALL).take(3) {
        full = full.ncu(Seat::B, number, "ka-ash");
        full.state.ncus.last_mut().unwrap().zone = Some(zone);
    }
    assert!(matches!(
        check(&full, 1, ZoneName::Crown),
        Err(NoZone::Taken { .. })
    ));
    let mut more = full.clone();
    more.state.ncus[1].zone = Some(ZoneName::Combat);
    more.state.ncus.push(crate::model::unit::NcuState {
        id: ncu(3),
        card: "ka-ash".parse().unwrap(),
        zone: Some(ZoneName::Maneuver),
        activated: true,
    });
    assert_eq!(check(&more, 1, ZoneName::Crown), Err(NoZone::Full));
    assert_eq!(check(&scene(), 1, ZoneName::Crown), Ok(()));
    let target = |token| Command::Target {
        unit: id("B1"),
        token,
    };
    assert_eq!(scene().refused(Seat::A, target(None)), "IF-TAC-02");
    let mut crown = scene();
    let claim = Command::Claim {
        ncu: ncu(1),
        zone: ZoneName::Crown,
    };
    crown.give(Seat::A, claim, &[]);
    assert_eq!(
        crown.refused(Seat::A, target(Some(ConditionToken::Weakened))),
        "IF-TAC-02"
    );
    let mut tactics = scene();
    let claim = Command::Claim {
        ncu: ncu(1),
        zone: ZoneName::Tactics,
    };
    tactics.give(Seat::A, claim, &[]);
    assert_eq!(tactics.refused(Seat::A, target(None)), "IF-TAC-05");
}

#[test]
fn the_ladder_of_an_activation() {
    let check = |scene: &Scene, name: &str| activation::check_activate(&scene.state, Seat::A, id(name));
    assert_eq!(check(&free().turn(Seat::B), "A1"), Err(NoAction::NotNow));
    assert_eq!(check(&free(), "B1"), Err(NoAction::NotYours { unit: id("B1") }));
    let done = free().with("A1", |unit| unit.activated = true);
    assert_eq!(check(&done, "A1"), Err(NoAction::Activated { unit: id("A1") }));
    assert_eq!(check(&free(), "A1"), Ok(()));
    let act = Command::Act {
        action: charge("B1", 0),
    };
    assert_eq!(free().refused(Seat::A, act), "IF-ACT-01", "no unit is activated");
}

#[test]
fn every_rule_that_is_cited_is_in_the_list_of_rules() {
    let book = crate::packs::rulebook();
    let cited = include_str!("../../flow.rs");
    let mut sources = vec![cited.to_owned()];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push(std::fs::read_to_string(path).unwrap());
            }
        }
    }
    for text in sources {
        for part in text.split("\"IF-").skip(1) {
            let id: String = part.chars().take_while(|letter| *letter != '"').collect();
            if id.len() > 10 || !id.contains('-') {
                continue;
            }
            let id = format!("IF-{id}");
            assert!(book.get(&id).is_some(), "{id} is in the list");
        }
    }
}

#[test]
fn every_refusal_cites_a_rule_of_the_list() {
    check_citations(
        crate::IceAndFire::rulebook(),
        &[
            NoAction::DECLARED,
            NoArmy::DECLARED,
            NoArrival::DECLARED,
            NoAttack::DECLARED,
            NoCharge::DECLARED,
            NoChoice::DECLARED,
            NoDemolition::DECLARED,
            NoGame::DECLARED,
            NoMove::DECLARED,
            NoPass::DECLARED,
            NoPlace::DECLARED,
            NoReroll::DECLARED,
            NoRetreat::DECLARED,
            NoRuling::DECLARED,
            NoSetup::DECLARED,
            NoSlot::DECLARED,
            NoUse::DECLARED,
            NoZone::DECLARED,
        ],
    );
}
