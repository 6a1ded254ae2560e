//! The ladder of refused choices of a target.

use battleground_geometry::Inches;

use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::model::cards::{RangedAttack, RangedType, TerrainType};
use crate::model::effect::Distance;
use crate::model::names::UnitId;
use crate::model::orders::{Objective, Order, Orders};
use crate::model::state::{Status, Unit};
use crate::rules::combat::target_refusals::TargetRefusal as Why;
use crate::scene::{ground, inches, mc, pose, scene, shooting, with_keywords};

fn b1() -> UnitId {
    id("B1")
}

fn flyer() -> UnitType {
    UnitType {
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

/// North's B1 at (18, 20) looks south. The flyer A1 swoops on it from behind, so that B1 has the choice of an answer
/// whatever else it may do; A5 is 5 inches ahead of it, A6 to its left.
fn swooped(card: UnitType) -> Scene {
    scene()
        .unit("A1", flyer(), (18.5, 20.3, 0.0))
        .change("A1", |unit| unit.airborne = true)
        .unit("A5", line(), (18.0, 12.5, 0.0))
        .unit("A6", line(), (24.0, 11.0, 0.0))
        .unit("B1", card, (18.0, 20.0, 180.0))
        .order("A5", Order::Hold)
        .order("A6", Order::Hold)
        .order("B1", Order::Range)
}

/// A7 is engaged with B1.
fn engaged(scene: Scene) -> Scene {
    scene
        .unit("A7", line(), (18.0, 22.5, 180.0))
        .engaged("A7", "B1", Side::Rear)
}

fn free(ladder: &mut Ladder) {
    ladder.state.engagements.clear();
}

fn attack(by: &str, kind: AttackKind, on: &str) -> Command {
    Command::Choose {
        answer: Answer::Attack {
            by: id(by),
            kind,
            on: id(on),
        },
    }
}

fn shot(on: &str) -> Command {
    attack("B1", AttackKind::Ranged, on)
}

/// B1 is asked, after A1 has chosen to swoop on it.
fn asked_after_a_swoop(scene: Scene, command: Command) -> Ladder {
    let swoop = (Seat::A, attack("A1", AttackKind::Swoop, "B1"));
    Ladder::new(at_the_choice(scene), command).after(Seat::B, &[swoop], |state, commands| {
        let (result, _, _) = run(state, commands, &[]);
        result.map_err(|refusal| refusal.of(crate::editions::Edition::V4))
    })
}

/// A position at the choice of targets, and nothing after it.
fn at_the_choice(scene: Scene) -> State {
    let mut state = combat(scene);
    state.agenda.drain(..2);
    state
}

fn mend(ladder: &mut Ladder, unit: &str, change: impl FnOnce(&mut Unit)) {
    change(ladder.state.unit_mut(id(unit)).unwrap());
}

fn ordered(order: Order) -> Status {
    Status::Ready(Some(Orders::plain(order)))
}

/// Changes the card of B1.
fn card_of_b1(ladder: &mut Ladder, change: impl FnOnce(&mut UnitType)) {
    let kind = ladder.state.unit(b1()).unwrap().kind;
    change(&mut Arc::make_mut(&mut ladder.state.book).kinds[usize::from(kind.0)]);
}

fn place(ladder: &mut Ladder, unit: &str, at: (f64, f64, f64)) {
    mend(ladder, unit, |unit| unit.pose = Some(pose(at.0, at.1, at.2)));
}

fn distance(ladder: &Ladder, enemy: &str) -> Inches {
    Field::of(&ladder.state).within(b1(), id(enemy)).unwrap()
}

/// From an attack of another unit on nobody to a throw at A6, which nothing forbids.
fn shooter() -> Vec<&'static str> {
    let water = [(14.0, 17.0), (22.0, 17.0), (22.0, 23.0), (14.0, 23.0)];
    let card = with(line(), &[Keyword::Javelins]);
    // B3 stands in the way to A6, but not in that to A5.
    let scene = engaged(swooped(card))
        .unit("B3", line(), (21.5, 15.0, 0.0))
        .order("B3", Order::Hold)
        .terrain(ground(TerrainType::DeepWater, &water))
        .change("A6", |unit| unit.pose = Some(pose(24.0, 27.0, 0.0)))
        .change("B1", |unit| {
            unit.status = Status::Disrupted;
            unit.ammo_marked = 1;
            unit.turn.rallied = true;
        });
    let (unit, enemy) = (b1(), id("A6"));
    let ladder = asked_after_a_swoop(scene, attack("B3", AttackKind::Ranged, "A9"))
        .refused(
            "BG4-COMB-03",
            Why::AnotherUnitChooses { unit, by: id("B3") },
            |at| {
                at.command = shot("A9");
            },
        )
        .refused("BG4-COMB-03", Why::NoSuchEnemy(id("A9")), |at| {
            at.command = shot("A6");
        })
        .refused("BG4-COMB-04", Why::Engaged(unit), free)
        .refused("BG4-COMB-06", Why::NotReady(unit), |at| {
            mend(at, "B1", |unit| unit.status = ordered(Order::Close));
        })
        .refused("BG4-COMB-06", Why::NoRangedAttack(unit), |at| {
            card_of_b1(at, |card| {
                card.ranged = Some(RangedAttack {
                    range: Distance(10_500),
                    way: RangedType::LineOfSight,
                    ..RangedAttack::default()
                });
            });
        })
        .refused("BG4-COMB-06", Why::NoAmmo(unit), |at| {
            mend(at, "B1", |unit| unit.ammo_marked = 0);
        })
        .refused("BG4-COMB-06", Why::Rallied(unit), |at| {
            mend(at, "B1", |unit| unit.turn.rallied = false);
        })
        .refused("BG4-TERR-24", Why::GroundForbidsShooting(unit), |at| {
            Arc::make_mut(&mut at.state.book).maps[0].pieces.clear();
        })
        .refused("BG4-EQUIP-02", Why::HoldsItsThrow(unit), |at| {
            mend(at, "B1", |unit| unit.status = ordered(Order::Short));
        })
        .refused("BG4-COMB-06", Why::NotVisible { unit, enemy }, |at| {
            place(at, "A6", (24.0, 5.0, 0.0));
        });
    let far = Why::TooFar {
        unit,
        enemy,
        distance: distance(&ladder, "A6"),
        reach: inches(10.5),
    };
    let ladder = ladder.refused("BG4-COMB-06", far, |at| place(at, "A6", (24.0, 11.0, 0.0)));
    let beyond = Why::BeyondItsOrder {
        unit,
        enemy,
        distance: distance(&ladder, "A6"),
        reach: inches(7.0),
        order: Order::Short,
    };
    ladder
        .refused("BG4-ORDER-07", beyond, |at| {
            mend(at, "B1", |unit| unit.status = ordered(Order::Range));
        })
        .refused(
            "BG4-COMB-07",
            Why::NotNearest {
                unit,
                nearest: id("A5"),
                enemy,
            },
            |at| place(at, "A5", (5.0, 27.0, 0.0)),
        )
        .refused("BG4-COMB-10", Why::NoOpenPath { unit, enemy }, |at| {
            place(at, "B3", (30.0, 25.0, 0.0));
        })
        .accepted()
}

/// With the order Long 14 inches are the most, whatever the range.
fn beyond_long() -> Vec<&'static str> {
    let scene = swooped(shooting(21.0, RangedType::Indirect))
        .order("B1", Order::Long)
        .change("A6", |unit| unit.pose = Some(pose(24.0, 3.0, 0.0)));
    let ladder = asked_after_a_swoop(scene, shot("A6"));
    let why = Why::BeyondItsOrder {
        unit: b1(),
        enemy: id("A6"),
        distance: distance(&ladder, "A6"),
        reach: inches(14.0),
        order: Order::Long,
    };
    ladder
        .refused("BG4-ORDER-08", why, |at| at.command = shot("A5"))
        .accepted()
}

/// The objective A6 before the nearer A5, and that before A8 behind them.
fn objective() -> Vec<&'static str> {
    let (unit, enemy) = (b1(), id("A8"));
    let scene = swooped(shooting(21.0, RangedType::Indirect))
        .unit("A8", line(), (10.0, 6.0, 0.0))
        .objective("B1", Objective::Enemy(id("A6")));
    asked_after_a_swoop(scene, shot("A8"))
        .refused(
            "BG4-ORDER-13",
            Why::ObjectiveFirst {
                unit,
                objective: id("A6"),
                enemy,
            },
            |at| mend(at, "B1", |unit| unit.status = ordered(Order::Range)),
        )
        .refused(
            "BG4-COMB-07",
            Why::NotNearest {
                unit,
                nearest: id("A5"),
                enemy,
            },
            |at| at.command = shot("A5"),
        )
        .accepted()
}

/// Under Direct Control the enemy that was named is shot, and a Line of Sight attack still needs its path.
fn controlled() -> Vec<&'static str> {
    let (unit, enemy) = (b1(), id("A6"));
    let scene = swooped(shooting(10.5, RangedType::LineOfSight))
        .unit("B3", line(), (21.5, 15.0, 0.0))
        .order("B3", Order::Hold)
        .change("B1", |unit| {
            unit.turn.controlled = true;
            unit.turn.named_enemy = Some(id("A5"));
        });
    asked_after_a_swoop(scene, shot("A6"))
        .refused(
            "BG4-CMD-06",
            Why::NamedAnother {
                named: id("A5"),
                enemy,
            },
            |at| mend(at, "B1", |unit| unit.turn.named_enemy = None),
        )
        .refused("BG4-COMB-10", Why::NoOpenPath { unit, enemy }, |at| {
            place(at, "B3", (30.0, 25.0, 0.0));
        })
        .accepted()
}

/// A Low Arc attack into the melee of A6 and B4, with B3 in the way.
fn low_arc() -> Vec<&'static str> {
    let (unit, enemy) = (b1(), id("A6"));
    let scene = swooped(shooting(21.0, RangedType::LowArc))
        .unit("B3", line(), (21.5, 15.0, 0.0))
        .order("B3", Order::Hold)
        .unit("B4", line(), (24.0, 8.5, 0.0))
        .engaged("B4", "A6", Side::Rear);
    asked_after_a_swoop(scene, shot("A6"))
        .refused(
            "BG4-COMB-07",
            Why::NotNearest {
                unit,
                nearest: id("A5"),
                enemy,
            },
            |at| place(at, "A5", (5.0, 27.0, 0.0)),
        )
        .refused("BG4-COMB-11", Why::NoOpenPathIntoMelee { unit, enemy }, |at| {
            place(at, "B3", (30.0, 25.0, 0.0));
        })
        .accepted()
}

/// The Hag Coven's second spell is a Curse; its first, Witchfire, is an attack with range 14.
fn spells() -> Vec<&'static str> {
    let unit = b1();
    let cast = |spell: u8| attack("B1", AttackKind::Spell { spell }, "A5");
    asked_after_a_swoop(engaged(swooped(sample("hag-coven"))), cast(1))
        .refused("BG4-COMB-04", Why::Engaged(unit), free)
        .refused("BG4-SPELL-01", Why::NoAttackSpell { unit, spell: 1 }, |at| {
            at.command = cast(0);
        })
        .accepted()
}

/// An engaged unit names what is no choice, then whom it is not engaged with, then nobody.
fn melee() -> [Vec<&'static str>; 2] {
    let unit = b1();
    let ladder = |command: Command| asked_after_a_swoop(engaged(swooped(line())), command);
    let melee = |on: &str| attack("B1", AttackKind::Melee, on);
    let on_whom = ladder(attack("B1", AttackKind::Thrown, "A6"))
        .refused(
            "BG4-COMB-03",
            Why::NotChosenHere {
                kind: AttackKind::Thrown,
            },
            |at| at.command = melee("A6"),
        )
        .refused(
            "BG4-COMB-04",
            Why::NotEngagedWith {
                unit,
                enemy: id("A6"),
                engaged: vec![id("A7")],
            },
            |at| at.command = melee("A7"),
        );
    let nobody = ladder(Command::Choose {
        answer: Answer::Decline,
    })
    .refused("BG4-COMB-05", Why::Compulsory(unit), free);
    [on_whom, nobody].map(Ladder::accepted)
}

/// A1 on the ground, engaged with two, names a swoop on a flyer, which is over a forest and not under it.
fn swoops() -> Vec<&'static str> {
    let forest = [(20.0, 18.0), (30.0, 18.0), (30.0, 28.0), (20.0, 28.0)];
    let scene = scene()
        .unit("A1", flyer(), (18.0, 12.5, 0.0))
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .unit("B2", flyer(), (25.0, 23.0, 180.0))
        .unit("B3", line(), (18.0, 10.0, 0.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B3", "A1", Side::Rear)
        .change("B2", |unit| unit.airborne = true)
        .terrain(ground(TerrainType::Forest, &forest));
    let (unit, enemy) = (id("A1"), id("B2"));
    let command = attack("A1", AttackKind::Swoop, "B2");
    Ladder::new(at_the_choice(scene), command)
        .after(Seat::A, &[], |state, commands| {
            let (result, _, _) = run(state, commands, &[]);
            result.map_err(|refusal| refusal.of(crate::editions::Edition::V4))
        })
        .refused("BG4-FLY-13", Why::NotInTheAir(unit), |at| {
            free(at);
            mend(at, "A1", |unit| unit.airborne = true);
            place(at, "B1", (18.5, 12.8, 180.0));
        })
        .refused("BG4-FLY-13", Why::EnemyInTheAir(enemy), |at| {
            mend(at, "B2", |unit| unit.airborne = false);
        })
        .refused("BG4-FLY-13", Why::NotOverIt { unit, enemy }, |at| {
            // Over both B2, which stands among the trees, and B1, which does not.
            place(at, "A1", (20.0, 23.0, 0.0));
            place(at, "B2", (21.3, 22.7, 180.0));
            place(at, "B1", (18.5, 23.3, 180.0));
        })
        .refused("BG4-FLY-13", Why::HiddenFromAbove(enemy), |at| {
            Arc::make_mut(&mut at.state.book).maps[0].pieces.clear();
        })
        .accepted()
}

/// Only the flyer that swoops is answered.
fn answers() -> Vec<&'static str> {
    let (unit, enemy) = (b1(), id("A6"));
    let answer = |on: &str| attack("B1", AttackKind::SwoopAnswer, on);
    asked_after_a_swoop(swooped(line()), answer("A6"))
        .refused("BG4-FLY-14", Why::NotSwoopedOn { unit, enemy }, |at| {
            at.command = answer("A1");
        })
        .accepted()
}

#[test]
fn bg4_comb_03_a_target_is_refused_by_the_first_rule_that_forbids_it() {
    let mut ladders = vec![
        shooter(),
        beyond_long(),
        objective(),
        controlled(),
        low_arc(),
        spells(),
        swoops(),
        answers(),
    ];
    ladders.extend(melee());
    check_ladders::<Why>(&ladders);
}
