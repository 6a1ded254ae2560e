//! Flight Points, Loss Checks and the set-up. Sections VIC and SETUP of the catalogue.

use hindsight_kernel::{Rules, Seat};

use super::scene::{Scene, command_id, hex, hour, id, leader_id};
use crate::MenOfIron;
use crate::data::{ExtraEvent, ExtraFlightPoints, Start};
use crate::model::agenda::FormationOrder;
use crate::model::command::Command;
use crate::model::event::{EndingEvent, Event};
use crate::model::piece::{LeaderPlace, PiecePlace, Status};
use crate::model::state::EndReason;
use crate::rules::victory::flight_points;

/// The sample battle begun with nobody lost, side A in a Free Activation.
fn whole() -> Scene {
    Scene::battle("harrow-ford").free(Seat::A)
}

/// Gives a side these Flight Points by leaders lost, 2 each, on a level.
fn with_points(scene: Scene, seat: Seat, losses: u16, level: u8) -> Scene {
    let leader = if seat == Seat::A { "Hale" } else { "Orel" };
    scene
        .with(|state| state.leaders.get_mut(&leader_id(leader)).unwrap().losses = losses)
        .data(|battle| battle.side.get_mut(&seat).unwrap().flight_level = level)
}

fn idle(scene: &mut Scene, command: &str, dice: &str) {
    scene.give(
        Command::Activate {
            command: command_id(command),
        },
        "",
    );
    scene.give(Command::EndMoveFire, dice);
}

fn checks(scene: &Scene) -> Vec<(Seat, i32, bool, bool)> {
    scene
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Ending(EndingEvent::LossChecked {
                seat,
                points,
                throw,
                fails,
                ..
            }) => Some((*seat, *points, throw.is_some(), *fails)),
            _ => None,
        })
        .collect()
}

#[test]
fn moi_vic_01_after_each_free_activation() {
    let mut scene = whole();
    idle(&mut scene, "A3", "");
    assert_eq!(checks(&scene).len(), 2);
    // Not after a continued one: Hale's rating is 3.
    scene.give(
        Command::Continue {
            command: command_id("A1"),
        },
        "",
    );
    scene.give(Command::Decline, "0");
    if scene.decision() == "formation_order" {
        scene.no("");
    }
    scene.give(Command::EndMoveFire, "");
    assert_eq!(checks(&scene).len(), 0);
    // Not after a Pass.
    scene.give(Command::Pass, "");
    assert_eq!(checks(&scene).len(), 0);
}

#[test]
fn moi_vic_02_the_check() {
    // Level 20, points 15 (seven leaders and a Retired unit): 5 makes 20, which is safe, 6 makes 21.
    for (die, fails) in [("5", false), ("6", true)] {
        let mut scene = with_points(whole(), Seat::A, 7, 20).retired("A-LB3");
        assert_eq!(flight_points(&scene.state, Seat::A), 15);
        idle(&mut scene, "A3", die);
        assert_eq!(checks(&scene)[0], (Seat::A, 15, true, fails), "{die}");
        assert_eq!(MenOfIron::outcome(&scene.state).is_some(), fails);
    }
    // 20 points: only 0 is safe.
    for (die, fails) in [("0", false), ("1", true)] {
        let mut scene = with_points(whole(), Seat::A, 10, 20);
        idle(&mut scene, "A3", die);
        assert_eq!(checks(&scene)[0].3, fails, "{die}");
    }
    // 21 points: lost with any die, none is rolled.
    let mut scene = with_points(whole(), Seat::A, 10, 20).retired("A-LB3");
    idle(&mut scene, "A3", "");
    assert_eq!(checks(&scene)[0], (Seat::A, 21, false, true));
    let outcome = MenOfIron::outcome(&scene.state).unwrap();
    assert_eq!(outcome.winner, Some(hindsight_kernel::SideId::of_seat(Seat::B)));
    assert!(MenOfIron::awaiting(&scene.state).is_empty());
}

#[test]
fn moi_vic_03_both_fail() {
    let scene = with_points(whole(), Seat::A, 11, 20);
    let mut scene = with_points(scene, Seat::B, 15, 22);
    idle(&mut scene, "A3", "");
    let ending = scene.state.ending.unwrap();
    assert_eq!(
        (ending.winner, ending.reason, ending.points),
        (None, EndReason::BothFled, [22, 30])
    );
}

#[test]
fn moi_vic_04_flight_points() {
    // 2 MMAA, 1 LB, 1 leader and the King lost, 3 Retired: 6 + 2 + 2 + 3 + 3 = 16.
    let scene = whole().with(|state| {
        for unit in ["A-MM1", "A-MM2", "A-LB1"] {
            state.units.get_mut(&id(unit)).unwrap().place = PiecePlace::Eliminated;
        }
        for leader in ["Hale", "Osric"] {
            let leader = state.leaders.get_mut(&leader_id(leader)).unwrap();
            (leader.losses, leader.place) = (1, LeaderPlace::Lost);
        }
        for unit in ["A-LB2", "A-LB3", "A-PK1"] {
            state.units.get_mut(&id(unit)).unwrap().status = Status::Retired;
        }
    });
    assert_eq!(flight_points(&scene.state, Seat::A), 16);
    // Everything lost: 43 points and 7 for the leaders; 47 and 6.
    let all = whole().with(|state| {
        for unit in state.units.values_mut() {
            unit.place = PiecePlace::Eliminated;
        }
        for leader in state.leaders.values_mut() {
            leader.losses = 1;
        }
    });
    assert_eq!(
        (
            flight_points(&all.state, Seat::A),
            flight_points(&all.state, Seat::B)
        ),
        (50, 53)
    );
}

#[test]
fn moi_vic_05_points_can_fall() {
    let mut scene = whole().with(|state| {
        for (unit, at) in [("A-LB1", "0914"), ("A-LB2", "1014"), ("A-LB3", "0915")] {
            let unit = state.units.get_mut(&id(unit)).unwrap();
            unit.status = Status::Retired;
            unit.place = PiecePlace::On {
                hex: hex(at),
                facing: hour(1),
            };
        }
    });
    let before = flight_points(&scene.state, Seat::A);
    let rally = Command::RallyStandard {
        standard: "A1".parse().unwrap(),
    };
    scene.give(rally, "");
    assert_eq!(flight_points(&scene.state, Seat::A) - before, -3);
}

#[test]
fn moi_vic_06_checks_that_cannot_fail() {
    // Level 20, 10 points: no roll; 12 points: a roll that fails only on 9.
    let mut scene = with_points(whole(), Seat::A, 5, 20);
    idle(&mut scene, "A3", "");
    assert_eq!(checks(&scene)[0], (Seat::A, 10, false, false));
    for (die, fails) in [("9", true), ("8", false)] {
        let mut scene = with_points(whole(), Seat::A, 6, 20);
        idle(&mut scene, "A3", die);
        assert_eq!(checks(&scene)[0], (Seat::A, 12, true, fails), "{die}");
    }
}

#[test]
fn moi_vic_07_battle_extras() {
    assert!(whole().state.battle.options.extra_fp.is_empty());
    let scene = whole()
        .data(|battle| {
            battle.options.extra_fp = vec![
                ExtraFlightPoints {
                    side: Seat::A,
                    event: ExtraEvent::UnitEliminated,
                    id: Some("A-LB1".parse().unwrap()),
                    points: 5,
                },
                ExtraFlightPoints {
                    side: Seat::A,
                    event: ExtraEvent::StandardCaptured,
                    id: None,
                    points: 4,
                },
            ];
        })
        .with(|state| {
            state.units.get_mut(&id("A-LB1")).unwrap().place = PiecePlace::Eliminated;
            state.standards.get_mut(&"A1".parse().unwrap()).unwrap().captured = true;
        });
    assert_eq!(flight_points(&scene.state, Seat::A), 2 + 5 + 4);
}

#[test]
fn moi_vic_08_a_lost_standard_counts_nothing_by_itself() {
    let scene = whole().with(|state| {
        let standard = state.standards.get_mut(&"A1".parse().unwrap()).unwrap();
        (standard.captured, standard.hex) = (true, None);
    });
    assert_eq!(flight_points(&scene.state, Seat::A), 0);
}

#[test]
fn moi_setup_02_set_up_inside_areas() {
    // The player who does not start places first and completely, then the other.
    let area = |battle: &mut crate::data::Battle| {
        for (unit, card) in &mut battle.unit {
            if unit.as_str() == "A-LB1" || unit.as_str() == "B-MM1" {
                card.hex = Start::Area;
            }
        }
        battle.side.get_mut(&Seat::A).unwrap().setup_area = Some(vec![hex("0216"), hex("0316")]);
        battle.side.get_mut(&Seat::B).unwrap().setup_area = Some(vec![hex("0201")]);
    };
    let mut battle = (*crate::field::sample::battle("harrow-ford")).clone();
    area(&mut battle);
    let mut scene = Scene::of(&std::sync::Arc::new(battle));
    assert_eq!((scene.asked(), scene.decision().as_str()), (Seat::A, "set_up"));
    let place = |unit: &str, at: &str| Command::PlaceUnit {
        unit: id(unit),
        hex: hex(at),
        facing: hour(3),
    };
    assert_eq!(scene.refused(place("A-LB1", "0512")), "MOI-SETUP-02");
    assert_eq!(scene.refused(place("A-LB2", "0216")), "MOI-SETUP-02");
    assert_eq!(scene.refused(Command::Ready), "MOI-SETUP-02");
    // Placed, placed anew, with the facing of its owner's choice.
    scene
        .give(place("A-LB1", "0216"), "")
        .give(place("A-LB1", "0316"), "");
    assert_eq!(
        (scene.hex_of("A-LB1"), scene.unit("A-LB1").facing()),
        (Some(hex("0316")), Some(hour(3)))
    );
    scene.give(Command::Ready, "");
    assert_eq!(scene.asked(), Seat::B);
    scene.give(place("B-MM1", "0201"), "").give(Command::Ready, "");
    assert_eq!(scene.decision(), "opening_formations");
    // Fixed places and facings: no choice.
    assert_eq!(Scene::battle("harrow-ford").decision(), "opening_formations");
}

#[test]
fn moi_setup_03_formation_orders_at_set_up() {
    let mut scene = Scene::battle("harrow-ford");
    let form = |command: &str| Command::OrderFormation {
        command: command_id(command),
        order: FormationOrder::FormShieldWall,
    };
    // A2 may begin in Shield Wall; A1 may use it later only; one order a Command.
    assert_eq!(scene.refused(form("A1")), "MOI-WALL-01");
    assert_eq!(
        scene
            .clone()
            .try_as(Seat::B, form("B2"), "")
            .unwrap_err()
            .rule
            .to_string(),
        "MOI-SETUP-03"
    );
    scene.give(form("A2"), "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "free_activation")
    );
}

#[test]
fn moi_setup_04_there_is_no_army_building() {
    assert!(serde_json::from_str::<Command>("{\"build_army\":{}}").is_err());
    // Every unit of the battle is in the game from the start, and none besides.
    let scene = whole();
    assert_eq!(scene.state.units.len(), scene.state.battle.unit.len());
}

#[test]
fn moi_setup_05_one_unit_a_hex_at_set_up() {
    let scene = whole();
    assert!(MenOfIron::sound(&scene.state).is_ok());
    // Hale stands with a longbow.
    let hale = scene.state.leader(leader_id("Hale")).unwrap();
    assert_eq!(hale.hex(), scene.hex_of("A-LB3"));
}

#[test]
fn moi_setup_06_the_opening() {
    let mut scene = Scene::battle("harrow-ford");
    scene.give(Command::Ready, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "free_activation")
    );
    for player in &scene.state.players {
        assert_eq!((player.penalty, player.last), (0, None));
    }
    idle(&mut scene, "B1", "");
    assert_eq!(checks(&scene).len(), 2);
}
