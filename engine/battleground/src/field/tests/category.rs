//! The current Movement Category.

use super::{Field, rectangle};
use crate::model::cards::{Ability, AbilityWindow, Faction, Standing, Subject, TerrainType, UnitType};
use crate::model::effect::{Change, Condition, Duration, Effect, Keyword, Special, Target};
use crate::model::names::CardNo;
use crate::model::orders::{Order, Orders};
use crate::model::state::{Allegiance, Lasting, LastingKind, Secret, Status};
use crate::scene::{Scene, ground, id, line, mc, moving, scene};

fn current(scene: Scene) -> f64 {
    let state = scene.state();
    f64::from(Field::of(&state).current_mc(id("A1")))
}

fn unit(kind: UnitType) -> Scene {
    scene().unit("A1", kind, (18.0, 10.0, 0.0))
}

fn capped(scene: Scene, cap: f64) -> Scene {
    scene.change("A1", |unit| {
        unit.status = Status::Ready(Some(Orders {
            cap: Some(mc(cap)),
            ..Orders::plain(Order::Close)
        }));
    })
}

fn with_mc(scene: Scene, steps: i8, when: Vec<Condition>) -> Scene {
    scene.change("A1", |unit| {
        unit.lasting.push(Lasting {
            name: "Quickstep".to_owned(),
            kind: LastingKind::Card(CardNo(18)),
            by: unit.id.seat(),
            effects: vec![Effect::Change {
                on: Target::Chosen,
                change: Change {
                    mc: steps,
                    ..Change::default()
                },
                when,
                lasts: Duration::Turn,
            }],
        });
    })
}

fn brush(scene: Scene) -> Scene {
    scene.terrain(ground(
        TerrainType::LowBrush,
        &rectangle((10.0, 5.0), (26.0, 20.0)),
    ))
}

#[test]
fn bg4_mc_03_current_mc_is_the_move_with_everything_in_force() {
    assert_eq!(current(unit(moving(6.0))), 6.0);
    // (book example) Move 8.5 with cap 6.
    assert_eq!(current(capped(unit(moving(8.5)), 6.0)), 6.0);
    assert_eq!(current(brush(unit(moving(7.0)))), 6.0);
    // Spells and cards, and all of it together before the cap.
    assert_eq!(current(with_mc(unit(moving(3.5)), 1, Vec::new())), 5.0);
    assert_eq!(current(with_mc(brush(unit(moving(7.0))), -1, Vec::new())), 5.0);
    assert_eq!(current(capped(brush(unit(moving(6.0))), 3.5)), 3.5);
    assert_eq!(
        current(with_mc(unit(moving(3.5)), 1, vec![Condition::Engaged])),
        3.5,
        "not engaged"
    );
    assert_eq!(
        current(with_mc(unit(moving(3.5)), 1, vec![Condition::Unengaged])),
        5.0
    );
    // A number on the unit's own card.
    let own_card = |when| UnitType {
        specials: vec![Special {
            change: Change {
                mc: 1,
                ..Change::default()
            },
            when,
        }],
        ..moving(3.5)
    };
    assert_eq!(current(unit(own_card(vec![Condition::Unengaged]))), 5.0);
    assert_eq!(current(unit(own_card(vec![Condition::Engaged]))), 3.5);
    // A cap is part of the order.
    let routing = capped(unit(moving(8.5)), 6.0).change("A1", |unit| unit.status = Status::Routing);
    assert_eq!(current(routing), 8.5);
}

#[test]
fn bg4_mc_02_all_steps_add_up() {
    let state = brush(unit(moving(6.0))).state();
    let field = Field::of(&state);
    let here = state.unit(id("A1")).unwrap();
    assert_eq!(field.mc_by(here, -3), mc(2.5), "(book example) 6 by -3");
    for (kind, steps, found) in [
        (3.5, 1, 5.0),
        (8.5, 2, 10.5),
        (2.5, -4, 0.0),
        (5.0, 0, 5.0),
        (0.0, 2, 0.0),
    ] {
        let state = unit(moving(kind)).state();
        let field = Field::of(&state);
        assert_eq!(
            field.mc_by(state.unit(id("A1")).unwrap(), steps),
            mc(found),
            "{kind} by {steps}"
        );
    }
    // Road +1 and sideways -1.
    let state = unit(moving(5.0))
        .terrain(ground(TerrainType::Road, &rectangle((10.0, 5.0), (26.0, 20.0))))
        .state();
    let field = Field::of(&state);
    let here = state.unit(id("A1")).unwrap();
    let road = field.turn_steps(here, &[*field.card(id("A1")).unwrap()]);
    assert_eq!((road, field.mc_by(here, road - 1)), (1, mc(5.0)));
}

#[test]
fn bg4_order_09_the_cap_limits_after_penalties() {
    let with_forest = |kind: f64, more: i32| {
        let state = capped(unit(moving(kind)), 3.5).state();
        let field = Field::of(&state);
        f64::from(field.mc_by(state.unit(id("A1")).unwrap(), -1 + more))
    };
    assert_eq!(
        with_forest(6.0, 0),
        3.5,
        "(book example) 6 to 5, still above the cap"
    );
    assert_eq!(with_forest(5.0, 0), 3.5);
    assert_eq!(with_forest(5.0, -1), 2.5, "forest and sideways");
    let state = capped(unit(moving(6.0)), 3.5).state();
    let field = Field::of(&state);
    assert_eq!(
        field.uncapped_mc_by(state.unit(id("A1")).unwrap(), 0),
        mc(6.0),
        "involuntary movement"
    );
}

#[test]
fn bg4_fly_01_two_movement_categories() {
    let flyer = || {
        unit(UnitType {
            movement: mc(2.5),
            flying: Some(mc(8.5)),
            ..line()
        })
    };
    let up = |scene: Scene| scene.change("A1", |unit| unit.airborne = true);
    assert_eq!(current(flyer()), 2.5);
    assert_eq!(current(up(flyer())), 8.5);
    assert_eq!(current(up(brush(flyer()))), 8.5, "no penalty in the air");
    assert_eq!(current(capped(up(flyer()), 6.0)), 6.0);
}

/// A faction whose units that are not Wheeled have swamp, water and wet ground one row better.
fn paths_in_the_fen(of_unit: bool) -> Faction {
    Faction {
        id: "fen".to_owned(),
        name: "Fen".to_owned(),
        mercenary_allowed: true,
        deck: Vec::new(),
        abilities: vec![Ability {
            id: "paths".to_owned(),
            name: "Paths".to_owned(),
            of_unit,
            cost: 0,
            points: None,
            window: AbilityWindow::Always,
            subject: Subject::Player,
            effects: Vec::new(),
            mark: None,
            triggers: Vec::new(),
            standing: vec![Standing::EasyGround {
                terrains: vec![
                    TerrainType::Swamp,
                    TerrainType::ShallowWater,
                    TerrainType::WetGround,
                    TerrainType::DeepWater,
                ],
                rows: 1,
                not: vec![Keyword::Wheeled],
            }],
            counts_as_card: false,
            is_spell: false,
        }],
        pack: String::new(),
    }
}

#[test]
fn standing_abilities_ease_the_ground() {
    let cost = |kind: UnitType, terrain: TerrainType, primary: &str, of_unit: bool| {
        let state = unit(kind)
            .terrain(ground(terrain, &rectangle((10.0, 5.0), (26.0, 20.0))))
            .set(|state| {
                std::sync::Arc::make_mut(&mut state.book)
                    .factions
                    .push(paths_in_the_fen(of_unit));
                state.players[0].allegiance = Secret::Known(Allegiance {
                    faction: primary.to_owned(),
                    mercenaries: None,
                    also: Vec::new(),
                });
            })
            .state();
        let field = Field::of(&state);
        let piece = &state.map().unwrap().pieces[0];
        field.passage(state.unit(id("A1")).unwrap(), piece)
    };
    let wheeled = || crate::scene::with_keywords(&[Keyword::Normal, Keyword::Wheeled]);
    let of_the_fen = || UnitType {
        faction: "fen".to_owned(),
        ..line()
    };
    for (kind, terrain, primary, of_unit, found) in [
        (line(), TerrainType::Swamp, "fen", false, Some(-1)),
        (line(), TerrainType::WetGround, "fen", false, Some(0)),
        (line(), TerrainType::Forest, "fen", false, Some(-1)),
        (super::large(), TerrainType::Swamp, "fen", false, Some(0)),
        (
            crate::scene::colossal(),
            TerrainType::Swamp,
            "fen",
            false,
            Some(0),
        ), // Never better than none.
        (line(), TerrainType::DeepWater, "fen", false, None), // Impassable stays so.
        (wheeled(), TerrainType::Swamp, "fen", false, Some(-2)),
        (of_the_fen(), TerrainType::Swamp, "one", false, Some(-2)), // Only as primary faction.
        (of_the_fen(), TerrainType::Swamp, "one", true, Some(-1)),  // Mercenaries keep abilities of units.
        (line(), TerrainType::Swamp, "fen", true, Some(-2)),
    ] {
        assert_eq!(
            cost(kind.clone(), terrain, primary, of_unit),
            found,
            "{terrain:?} {primary} {:?}",
            kind.keywords
        );
    }
}
