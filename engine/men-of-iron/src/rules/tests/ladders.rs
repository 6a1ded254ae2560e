//! Every way to be refused, in the order in which it is judged: one row each, and where two reasons hold the first is told.

use hindsight_kernel::testing::check_citations;
use hindsight_kernel::{RefusalReason, Rules, Seat};

use super::scene::{
    Scene, attack, charging, command_id, hex, hour, id, leader_id, shock, shocking, standard_id,
};
use crate::model::agenda::Step;
use crate::model::attack::Declared;
use crate::model::names::{ClassId, TerrainId};
use crate::model::piece::{Formation, LeaderPlace, MoveFire, PiecePlace};
use crate::model::state::{Mover, State};
use crate::rules::activation::{ActivationRefusal, check_activate, check_name, check_seize, check_standard};
use crate::rules::charge::{ChargeRefusal, check_charge};
use crate::rules::declaration::{DeclarationRefusal, check};
use crate::rules::facing::{TurnRefusal, check_turn};
use crate::rules::fire::{FireRefusal, check_fire};
use crate::rules::formations::OpeningOrderRefusal;
use crate::rules::hobilars::{ChangeRefusal, check_change};
use crate::rules::movement::{
    ActingRefusal, LeaderStepRefusal, RiderRefusal, StepRefusal, Walk, check_leader_step,
};
use crate::rules::reinforcements::{EntryRefusal, check_entry};
use crate::rules::setup::SetupRefusal;

/// A change of a position.
type Change = Box<dyn Fn(Scene) -> Scene>;

fn change(change: impl Fn(Scene) -> Scene + 'static) -> Change {
    Box::new(change)
}

/// Lays the reasons one on the other, the last first: each time the reason just laid is the one that is told.
fn climb<R: Copy + PartialEq + std::fmt::Debug>(
    base: &Scene,
    rungs: Vec<(R, Change)>,
    judge: impl Fn(&Scene) -> Option<R>,
) {
    assert_eq!(judge(base), None, "the base is allowed");
    let mut scene = base.clone();
    for (reason, change) in rungs.into_iter().rev() {
        scene = change(scene);
        assert_eq!(judge(&scene), Some(reason));
    }
}

fn unit(scene: Scene, unit: &'static str, change: impl Fn(&mut crate::model::piece::Unit)) -> Scene {
    scene.with(|state: &mut State| change(state.units.get_mut(&id(unit)).unwrap()))
}

fn ground(scene: Scene, at: &'static str, terrain: &'static str) -> Scene {
    scene.data(|battle| battle.map.hex.entry(hex(at)).or_default().terrain = TerrainId::of(terrain))
}

fn turn_with(scene: Scene, name: &'static str, change: impl Fn(&mut MoveFire)) -> Scene {
    scene.with(|state: &mut State| {
        let mut turn = crate::rules::movement::turn_of(state, state.unit(id(name)).unwrap());
        change(&mut turn);
        state.units.get_mut(&id(name)).unwrap().acts.turn = Some(turn);
    })
}

#[test]
fn moi_move_03_the_ladder_of_a_step() {
    // A pike at 1008 steps to 1007, next to nobody.
    let base = Scene::plain(&[("A-PK1", "1008", 1), ("B-PK1", "2002", 1), ("B-CB1", "2004", 1)])
        .class("B-CB1", ClassId::LB)
        .standard("A2", "1002")
        .active("A2");
    let judge = |scene: &Scene| {
        let walk = Walk::of(&scene.state, scene.unit("A-PK1")).unwrap();
        walk.price(&scene.state, hex("1007")).err()
    };
    let rungs: Vec<(StepRefusal, Change)> = vec![
        (
            StepRefusal::Schiltron,
            change(|scene| scene.formation("A-PK1", Formation::Schiltron)),
        ),
        (
            StepRefusal::Fired,
            change(|scene| unit(scene, "A-PK1", |unit| unit.acts.fired = true)),
        ),
        (
            StepRefusal::EntryHex,
            change(|scene| {
                let scene = scene.data(|battle| {
                    battle.map.hex.entry(hex("1007")).or_default().entry_for = vec![command_id("B3")];
                });
                unit(scene, "B-MM4", |unit| unit.place = PiecePlace::Due)
            }),
        ),
        (
            StepRefusal::Occupied,
            change(|scene| {
                unit(scene, "A-AX1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1007"),
                        facing: hour(1),
                    };
                })
            }),
        ),
        (
            StepRefusal::Prohibited,
            change(|scene| ground(scene, "1007", "lake")),
        ),
        (
            StepRefusal::Held,
            change(|scene| {
                unit(scene, "A-PK1", |unit| {
                    unit.acts.out_of_command = true;
                    unit.acts.began_in_zoc_of = vec![id("B-CB1")];
                })
            }),
        ),
        (
            StepRefusal::Stopped,
            change(|scene| turn_with(scene, "A-PK1", |turn| turn.stopped = true)),
        ),
        (
            StepRefusal::Reentered,
            change(|scene| {
                let scene = unit(scene, "B-CB1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1006"),
                        facing: hour(7),
                    };
                });
                turn_with(scene, "A-PK1", |turn| turn.zocs_left = vec![id("B-CB1")])
            }),
        ),
        (
            StepRefusal::TooDear,
            change(|scene| turn_with(scene, "A-PK1", |turn| turn.spent = 4)),
        ),
    ];
    climb(&base, rungs, judge);
    // What does not go together with these.
    let row = |scene: Scene, to: &str| {
        let walk = Walk::of(&scene.state, scene.unit("A-PK1")).unwrap();
        walk.price(&scene.state, hex(to)).err()
    };
    let wall = base.clone().formation("A-PK1", Formation::ShieldWall);
    assert_eq!(row(wall, "1007"), Some(StepRefusal::ShieldWall));
    assert_eq!(row(base.clone(), "1006"), Some(StepRefusal::NotAdjacent));
    let corner = Scene::plain(&[("A-PK1", "2208", 1)]).active("A2");
    assert_eq!(row(corner, "2308"), Some(StepRefusal::Edge));
    let out = |scene: Scene| unit(scene, "A-PK1", |unit| unit.acts.out_of_command = true);
    let near = Scene::plain(&[("A-PK1", "1008", 1), ("B-PK1", "1006", 1)]).active("A2");
    assert_eq!(row(out(near), "1007"), Some(StepRefusal::NearEnemy));
    let piece = Scene::plain(&[("A-PK1", "1008", 1), ("B-PK1", "2002", 1)])
        .leader("Orel", "1007")
        .active("A2");
    assert_eq!(row(out(piece), "1007"), Some(StepRefusal::EnemyPiece));
    let retired = base.clone().retired("A-PK1");
    assert_eq!(row(retired.clone(), "1009"), Some(StepRefusal::RetiredFar));
    let moved = unit(retired, "A-PK1", |unit| unit.acts.moved = true);
    assert_eq!(row(moved, "1007"), Some(StepRefusal::RetiredMoved));
}

#[test]
fn moi_fire_01_the_ladder_of_a_shot() {
    let base = Scene::plain(&[("A-HB1", "1010", 1), ("B-PK1", "1008", 1)])
        .with(|state| state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true)
        .active("A1");
    let judge = |scene: &Scene| check_fire(&scene.state, scene.unit("A-HB1"), id("B-PK1")).err();
    let rungs: Vec<(FireRefusal, Change)> = vec![
        (
            FireRefusal::Fired,
            change(|scene| unit(scene, "A-HB1", |unit| unit.acts.fired = true)),
        ),
        (
            FireRefusal::NoWeapon,
            change(|scene| unit(scene, "A-HB1", |unit| unit.dismounted = false)),
        ),
        (FireRefusal::Retired, change(|scene| scene.retired("A-HB1"))),
        (
            FireRefusal::Range,
            change(|scene| {
                scene.data(|battle| {
                    for weapon in battle.charts.weapon.values_mut() {
                        weapon.range_drm = vec![0];
                    }
                })
            }),
        ),
        (
            FireRefusal::Arc,
            change(|scene| {
                unit(scene, "A-HB1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1010"),
                        facing: hour(7),
                    };
                })
            }),
        ),
        (FireRefusal::Sight, change(|scene| ground(scene, "1009", "woods"))),
        (
            FireRefusal::Units,
            change(|scene| {
                let scene = scene.data(|battle| {
                    for weapon in battle.charts.weapon.values_mut() {
                        weapon.fires_through_units = false;
                    }
                });
                unit(scene, "A-LB1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1009"),
                        facing: hour(1),
                    };
                })
            }),
        ),
        (
            FireRefusal::HobilarMoved,
            change(|scene| unit(scene, "A-HB1", |unit| unit.acts.moved = true)),
        ),
    ];
    climb(&base, rungs, judge);
    let spine = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "0808", 1)]).active("A1");
    let refused = check_fire(&spine.state, spine.unit("A-LB1"), id("B-PK1")).err();
    assert_eq!(refused, Some(FireRefusal::FlankRearSpine));
    let friend = Scene::plain(&[("A-LB1", "1008", 1), ("A-LB2", "1007", 1)]).active("A1");
    let refused = check_fire(&friend.state, friend.unit("A-LB1"), id("A-LB2")).err();
    assert_eq!(refused, Some(FireRefusal::NotATarget));
}

#[test]
fn moi_face_01_the_ladder_of_a_turn() {
    let base = Scene::plain(&[("A-PK1", "1008", 1), ("B-PK1", "2002", 1)]).active("A2");
    let judge = |scene: &Scene| check_turn(&scene.state, scene.unit("A-PK1"), hour(5)).err();
    let rungs: Vec<(TurnRefusal, Change)> = vec![
        (
            TurnRefusal::Schiltron,
            change(|scene| scene.formation("A-PK1", Formation::Schiltron)),
        ),
        (
            TurnRefusal::Fired,
            change(|scene| unit(scene, "A-PK1", |unit| unit.acts.fired = true)),
        ),
        (
            TurnRefusal::ShieldWall,
            change(|scene| scene.formation("A-PK1", Formation::ShieldWall)),
        ),
        (
            TurnRefusal::InZoc,
            change(|scene| turn_with(scene, "A-PK1", |turn| turn.in_zoc_of = vec![id("B-PK1")])),
        ),
    ];
    climb(&base, rungs, judge);
    assert_eq!(
        check_turn(&base.state, base.unit("A-PK1"), hour(1)),
        Err(TurnRefusal::Same)
    );
    let due = unit(base, "A-PK1", |unit| unit.place = PiecePlace::Due);
    assert_eq!(
        check_turn(&due.state, due.unit("A-PK1"), hour(5)),
        Err(TurnRefusal::OffMap)
    );
}

#[test]
fn moi_hobi_02_the_ladder_of_a_change() {
    let base = Scene::plain(&[("A-HB1", "1010", 1), ("B-CB1", "2002", 1)]).active("A1");
    let judge = |scene: &Scene| check_change(&scene.state, scene.unit("A-HB1")).err();
    let rungs: Vec<(ChangeRefusal, Change)> = vec![
        (
            ChangeRefusal::NoHobilar,
            change(|scene| unit(scene, "A-HB1", |unit| unit.class = ClassId::GEN)),
        ),
        (ChangeRefusal::Retired, change(|scene| scene.retired("A-HB1"))),
        (
            ChangeRefusal::Fired,
            change(|scene| unit(scene, "A-HB1", |unit| unit.acts.fired = true)),
        ),
        (
            ChangeRefusal::Stopped,
            change(|scene| turn_with(scene, "A-HB1", |turn| turn.stopped = true)),
        ),
        (
            ChangeRefusal::Changed,
            change(|scene| turn_with(scene, "A-HB1", |turn| turn.changed = true)),
        ),
        (
            ChangeRefusal::TooDear,
            change(|scene| turn_with(scene, "A-HB1", |turn| turn.spent = 6)),
        ),
        (
            ChangeRefusal::NearEnemy,
            change(|scene| {
                unit(scene, "B-PK1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1011"),
                        facing: hour(1),
                    };
                })
            }),
        ),
        (
            ChangeRefusal::InRange,
            change(|scene| {
                unit(scene, "B-CB1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1007"),
                        facing: hour(1),
                    };
                })
            }),
        ),
    ];
    climb(&base, rungs, judge);
}

#[test]
fn moi_move_08_the_ladder_of_a_leaders_step() {
    let base = Scene::plain(&[("A-LB1", "0214", 1), ("B-CB1", "2002", 7)])
        .leader("Hale", "1008")
        .active("A1");
    let judge =
        |scene: &Scene| check_leader_step(&scene.state, Seat::A, leader_id("Hale"), hex("1007")).err();
    let rungs: Vec<(LeaderStepRefusal, Change)> = vec![
        (
            LeaderStepRefusal::NoLeader,
            change(|scene| {
                scene.with(|state| {
                    state.leaders.get_mut(&leader_id("Hale")).unwrap().place = LeaderPlace::Lost;
                })
            }),
        ),
        (
            LeaderStepRefusal::NotNow,
            change(|scene| scene.with(|state| state.agenda = vec![Step::DeclareAttacks.into()])),
        ),
        (
            LeaderStepRefusal::Moved,
            change(|scene| {
                scene.with(|state| state.leaders.get_mut(&leader_id("Hale")).unwrap().moved = true)
            }),
        ),
        (
            LeaderStepRefusal::EnemyPiece,
            change(|scene| scene.standard("B2", "1007")),
        ),
        (
            LeaderStepRefusal::InZoc,
            change(|scene| {
                unit(scene, "B-CB1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1006"),
                        facing: hour(7),
                    };
                })
            }),
        ),
        (
            LeaderStepRefusal::Prohibited,
            change(|scene| ground(scene, "1007", "lake")),
        ),
        (
            LeaderStepRefusal::TooDear,
            change(|scene| {
                scene.with(|state| {
                    state.mover = Some(Mover::Leader(leader_id("Hale")));
                    state.leaders.get_mut(&leader_id("Hale")).unwrap().spent = 8;
                })
            }),
        ),
    ];
    // A leader who is the mover may have moved: the ladder takes that away with the rung above it.
    let mut scene = base.clone();
    assert_eq!(judge(&scene), None);
    for (reason, change) in rungs.into_iter().rev() {
        if reason == LeaderStepRefusal::Moved {
            scene.state.mover = None;
        }
        scene = change(scene);
        assert_eq!(judge(&scene), Some(reason));
    }
    let other = check_leader_step(&base.state, Seat::B, leader_id("Hale"), hex("1007"));
    assert_eq!(other, Err(LeaderStepRefusal::NotActive));
    let far = check_leader_step(&base.state, Seat::A, leader_id("Hale"), hex("1006"));
    assert_eq!(far, Err(LeaderStepRefusal::NotAdjacent));
}

#[test]
fn moi_reinf_01_the_ladder_of_an_entry() {
    let base = Scene::plain(&[("A-LB1", "0214", 1)])
        .data(|battle| battle.map.hex.entry(hex("1901")).or_default().entry_for = vec![command_id("B3")])
        .with(|state| {
            state.units.get_mut(&id("B-MM4")).unwrap().place = PiecePlace::Due;
            state.leaders.get_mut(&leader_id("Vey")).unwrap().place = LeaderPlace::Due;
        })
        .active("B3");
    let with = [leader_id("Vey")];
    let judge = |scene: &Scene| {
        let waits = scene.state.leader(leader_id("Vey")).unwrap().place == LeaderPlace::Due;
        let with = if waits { &with[..] } else { &[] };
        check_entry(&scene.state, scene.unit("B-MM4"), hex("1901"), with).err()
    };
    let rungs: Vec<(EntryRefusal, Change)> = vec![
        (
            EntryRefusal::NotDue,
            change(|scene| {
                unit(scene, "B-MM4", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1905"),
                        facing: hour(1),
                    };
                })
            }),
        ),
        (
            EntryRefusal::NoEntry,
            change(|scene| {
                scene.data(|battle| battle.map.hex.get_mut(&hex("1901")).unwrap().entry_for.clear())
            }),
        ),
        (
            EntryRefusal::Occupied,
            change(|scene| {
                unit(scene, "B-MM5", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1901"),
                        facing: hour(1),
                    };
                })
            }),
        ),
        (
            EntryRefusal::Prohibited,
            change(|scene| ground(scene, "1901", "lake")),
        ),
        (
            EntryRefusal::NearEnemy,
            change(|scene| {
                let scene = unit(scene, "A-PK1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1902"),
                        facing: hour(1),
                    };
                });
                unit(scene, "B-MM4", |unit| unit.acts.out_of_command = true)
            }),
        ),
        (
            EntryRefusal::TooDear,
            change(|scene| {
                scene.data(|battle| battle.command.get_mut(&command_id("B3")).unwrap().entry_cost = 20)
            }),
        ),
    ];
    climb(&base, rungs, judge);
    let unit = base.unit("B-MM4");
    let alone = check_entry(&base.state, unit, hex("1901"), &[]);
    assert_eq!(alone, Err(EntryRefusal::LeaderFirst));
    let stranger = check_entry(&base.state, unit, hex("1901"), &[leader_id("Orel")]);
    assert_eq!(stranger, Err(EntryRefusal::NotThisLeader));
}

#[test]
fn moi_charge_02_the_ladder_of_a_charge() {
    let base = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1007", 7)]).active("A3");
    let course = charging("A-MM1", &["1009", "1008"], None).charge.unwrap();
    let judge =
        |scene: &Scene| check_charge(&scene.state, scene.unit("A-MM1"), scene.unit("B-PK1"), &course).err();
    let rungs: Vec<(ChargeRefusal, Change)> = vec![
        (
            ChargeRefusal::OutOfCommand,
            change(|scene| unit(scene, "A-MM1", |unit| unit.acts.out_of_command = true)),
        ),
        (
            ChargeRefusal::Sight,
            change(|scene| ground(scene, "1009", "village")),
        ),
        (
            ChargeRefusal::Class,
            change(|scene| unit(scene, "A-MM1", |unit| unit.class = ClassId::UMAA)),
        ),
        (
            ChargeRefusal::Disordered,
            change(|scene| scene.disordered("A-MM1")),
        ),
        (
            ChargeRefusal::BeganAdjacent,
            change(|scene| unit(scene, "A-MM1", |unit| unit.acts.began_adjacent = true)),
        ),
        (
            ChargeRefusal::Course,
            change(|scene| {
                unit(scene, "A-MM1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1010"),
                        facing: hour(7),
                    };
                })
            }),
        ),
        (
            ChargeRefusal::Occupied,
            change(|scene| {
                unit(scene, "A-MM2", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("1009"),
                        facing: hour(1),
                    };
                })
            }),
        ),
        (
            ChargeRefusal::EnemyPiece,
            change(|scene| scene.standard("B2", "1009")),
        ),
        (
            ChargeRefusal::Zoc,
            change(|scene| {
                unit(scene, "B-CB1", |unit| {
                    unit.place = PiecePlace::On {
                        hex: hex("0909"),
                        facing: hour(3),
                    };
                })
            }),
        ),
        (
            ChargeRefusal::Terrain,
            change(|scene| ground(scene, "1007", "marsh")),
        ),
        (
            ChargeRefusal::ShieldWall,
            change(|scene| scene.formation("B-PK1", Formation::ShieldWall)),
        ),
    ];
    climb(&base, rungs, judge);
    let far = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1006", 7)]).active("A3");
    assert_eq!(judge(&far), Some(ChargeRefusal::Distance));
    assert_eq!(
        judge(&base.formation("B-PK1", Formation::Schiltron)),
        Some(ChargeRefusal::Schiltron)
    );
}

#[test]
fn moi_shock_14_the_ladder_of_a_declaration() {
    let scene = Scene::plain(&[
        ("A-DM1", "1008", 1),
        ("A-LB1", "0808", 1),
        ("A-DM2", "1109", 11),
        ("B-PK1", "1007", 7),
        ("B-PK2", "1108", 7),
        ("B-PK3", "0807", 7),
    ])
    .active("A1")
    .with(|state| state.agenda = vec![Step::DeclareAttacks.into()]);
    let rule = |scene: &Scene, attacks: &[Declared]| {
        check(&scene.state, Seat::A, attacks)
            .err()
            .map(|refusal| refusal.message.to_string())
    };
    let rows: [(DeclarationRefusal, &[Declared]); 9] = [
        (DeclarationRefusal::NoUnit, &[shock(&["A-PK1"], &["B-PK1"])]),
        (DeclarationRefusal::NotActive, &[shock(&["A-DM2"], &["B-PK2"])]),
        (DeclarationRefusal::NoAttacker, &[shock(&["A-DM1"], &[])]),
        (
            DeclarationRefusal::Shape,
            &[shock(&["A-DM1", "A-LB1"], &["B-PK1", "B-PK2"])],
        ),
        (
            DeclarationRefusal::AttacksTwice,
            &[shock(&["A-DM1"], &["B-PK1"]), shock(&["A-DM1"], &["B-PK2"])],
        ),
        (
            DeclarationRefusal::AttackedTwice,
            &[shock(&["A-DM1"], &["B-PK1"]), shock(&["A-LB1"], &["B-PK1"])],
        ),
        (DeclarationRefusal::NoRow, &[shock(&["A-LB1"], &["B-PK3"])]),
        (DeclarationRefusal::NotInFront, &[shock(&["A-DM1"], &["B-PK3"])]),
        (DeclarationRefusal::Unattacked, &[shock(&["A-DM1"], &["B-PK1"])]),
    ];
    for (reason, attacks) in rows {
        assert_eq!(rule(&scene, attacks), Some(reason.to_string()), "{reason:?}");
    }
    let both = [shock(&["A-DM1"], &["B-PK1", "B-PK2"])];
    assert_eq!(rule(&scene, &both), None);
    let retired = scene.clone().retired("A-DM1");
    assert_eq!(
        rule(&retired, &both),
        Some(DeclarationRefusal::Retired.to_string())
    );
    let friend = [shock(&["A-DM1"], &["A-DM2"])];
    assert_eq!(
        rule(&scene, &friend),
        Some(DeclarationRefusal::NotAnEnemy.to_string())
    );
    // Two Charges by the same hex.
    let riders = Scene::plain(&[("A-MM1", "1010", 1), ("A-MM2", "1110", 11), ("B-AX1", "1008", 7)])
        .active("A3")
        .with(|state| state.agenda = vec![Step::DeclareAttacks.into()]);
    let shared = attack(
        &[
            charging("A-MM1", &["1009"], None),
            charging("A-MM2", &["1009"], None),
        ],
        "B-AX1",
    );
    let refused = check(&riders.state, Seat::A, &[shared])
        .err()
        .map(|refusal| refusal.message.to_string());
    assert_eq!(refused, Some(DeclarationRefusal::SharedPath.to_string()));
    // Not now, not theirs.
    let early = scene
        .clone()
        .with(|state| state.agenda = vec![Step::MoveFire.into()]);
    assert_eq!(rule(&early, &both), Some(DeclarationRefusal::NotNow.to_string()));
    let other = check(&scene.state, Seat::B, &both)
        .err()
        .map(|refusal| refusal.message.to_string());
    assert_eq!(other, Some(DeclarationRefusal::NotYours.to_string()));
    let _ = shocking("A-DM1");
}

#[test]
fn moi_act_04_the_ladder_of_a_choice() {
    let scene = Scene::plain(&[("A-LB1", "0214", 1), ("A-SL1", "0414", 1), ("B-MM1", "2002", 1)])
        .standard("A1", "0216")
        .free(Seat::A);
    let a1 = command_id("A1");
    let activate = |scene: &Scene, seat, command| check_activate(&scene.state, seat, command).err();
    assert_eq!(activate(&scene, Seat::A, a1), None);
    let over = scene.clone().continuing(Seat::A, None);
    assert_eq!(activate(&over, Seat::A, a1), Some(ActivationRefusal::NotNow));
    assert_eq!(
        activate(&scene, Seat::B, command_id("B1")),
        Some(ActivationRefusal::NotYours)
    );
    assert_eq!(
        activate(&scene, Seat::A, command_id("B1")),
        Some(ActivationRefusal::NoCommand)
    );
    assert_eq!(
        activate(&scene, Seat::A, command_id("A3")),
        Some(ActivationRefusal::Empty)
    );
    let named = scene.clone().continuing(Seat::A, Some("A1"));
    assert_eq!(
        check_name(&named.state, Seat::A, a1).err(),
        Some(ActivationRefusal::Repeated)
    );
    assert_eq!(
        check_seize(&named.state, Seat::B, command_id("B1")).err(),
        Some(ActivationRefusal::NoSeizure)
    );
    let standard = |scene: &Scene, name: &str, to: Option<&str>| {
        check_standard(&scene.state, Seat::A, standard_id(name), to.map(hex)).err()
    };
    assert_eq!(standard(&scene, "A1", None), None);
    assert_eq!(standard(&scene, "A2", None), Some(ActivationRefusal::NoStandard));
    assert_eq!(
        standard(&scene, "A1", Some("2002")),
        Some(ActivationRefusal::Target)
    );
    assert_eq!(standard(&named, "A1", None), Some(ActivationRefusal::NotFree));
}

#[test]
fn every_refusal_cites_a_rule_of_the_book() {
    check_citations(
        crate::MenOfIron::rulebook(),
        &[
            ActingRefusal::DECLARED,
            ActivationRefusal::DECLARED,
            ChangeRefusal::DECLARED,
            ChargeRefusal::DECLARED,
            DeclarationRefusal::DECLARED,
            EntryRefusal::DECLARED,
            FireRefusal::DECLARED,
            LeaderStepRefusal::DECLARED,
            OpeningOrderRefusal::DECLARED,
            RiderRefusal::DECLARED,
            SetupRefusal::DECLARED,
            StepRefusal::DECLARED,
            TurnRefusal::DECLARED,
        ],
    );
}
