//! Vectors of the catalogue about modifiers and rolls.

use hindsight_geometry::hexes::Flank;

use super::*;
use crate::data::{Charts, Column, Combat, CombatCell, Order, Outcome, Token};
use crate::field::Aspect;
use crate::field::sample::empty;
use crate::model::drm::sum;
use crate::model::names::{ClassId, WeaponId};
use crate::model::piece::Formation;

const FRONT: Aspect = Aspect::Side(Flank::Front);
const RIGHT: Aspect = Aspect::Side(Flank::RightFlank);
const LEFT: Aspect = Aspect::Side(Flank::LeftFlank);
const REAR: Aspect = Aspect::Side(Flank::Rear);

fn charts() -> Charts {
    empty().battle.charts.clone()
}

/// A longbow that shoots a Normal foot unit in clear through its front.
fn shot(range: u32) -> FireFacts {
    FireFacts {
        weapon: WeaponId::of("longbow"),
        range,
        firer_disordered: false,
        target: ClassId::LB,
        column: Column::Foot,
        order: Order::Normal,
        retired: false,
        formation: Formation::Open,
        aspect: FRONT,
        terrain: 0,
        schiltron_drm: 1,
    }
}

fn total(facts: &FireFacts) -> i32 {
    sum(&facts.drms(&charts()))
}

fn result(facts: &FireFacts, die: i32) -> Outcome {
    let charts = charts();
    facts.result(&charts, die + sum(&facts.drms(&charts)))
}

const DISORDERED: &[Token] = &[Token::Disordered];

#[test]
fn moi_fire_16_the_fire_procedure() {
    assert_eq!(result(&shot(2), 4), Outcome::of(DISORDERED));
    let armoured = FireFacts {
        target: ClassId::DMAA,
        ..shot(1)
    };
    assert_eq!(total(&armoured), 1);
    assert_eq!(result(&armoured, 6), Outcome::of(DISORDERED));
}

#[test]
fn moi_fire_17_the_sum_of_fire_drms() {
    assert_eq!((total(&shot(1)), total(&shot(2)), total(&shot(3))), (2, 1, 0));
    let facts = FireFacts {
        firer_disordered: true,
        order: Order::Disordered,
        retired: true,
        ..shot(2)
    };
    assert_eq!(total(&facts), 2);
    let rules: Vec<String> = facts
        .drms(&charts())
        .iter()
        .map(|drm| format!("{} {}", drm.rule, drm.value))
        .collect();
    assert_eq!(rules, ["MOI-FIRE-17 1", "MOI-RES-02 -1", "MOI-RES-10 2"]);
    let wall = FireFacts {
        formation: Formation::ShieldWall,
        ..shot(2)
    };
    assert_eq!(total(&wall), 0);
    let spine = FireFacts {
        aspect: Aspect::Spine(Flank::Front, Flank::RightFlank),
        ..wall
    };
    assert_eq!(total(&spine), 1);
    let woods = FireFacts {
        terrain: -1,
        ..shot(2)
    };
    assert_eq!(total(&woods), 0);
}

#[test]
fn moi_fire_18_columns_of_a_retired_pike() {
    let facts = FireFacts {
        target: ClassId::PIKE,
        order: Order::Disordered,
        retired: true,
        ..shot(2)
    };
    // +1 range, +2 Retired: a 3 is read as 6 in the Disordered column for foot.
    assert_eq!(result(&facts, 3), Outcome::of(&[Token::Retired]));
}

#[test]
fn moi_fire_19_the_second_shot_finds_a_disordered_target() {
    assert_eq!(result(&shot(2), 5), Outcome::of(DISORDERED));
    let second = FireFacts {
        order: Order::Disordered,
        ..shot(2)
    };
    assert_eq!(result(&second, 5), Outcome::of(&[Token::Retired]));
}

#[test]
fn moi_fire_20_angle_of_fire_is_for_mounted_targets() {
    let mounted = |aspect| FireFacts {
        target: ClassId::MMAA,
        column: Column::Mounted,
        aspect,
        ..shot(2)
    };
    for (aspect, drm) in [
        (RIGHT, 1),
        (LEFT, 1),
        (REAR, 0),
        (FRONT, 0),
        (Aspect::Spine(Flank::Front, Flank::RightFlank), 0),
    ] {
        assert_eq!(total(&mounted(aspect)), 1 + drm, "{aspect:?}");
        let foot = FireFacts {
            target: ClassId::LB,
            column: Column::Foot,
            ..mounted(aspect)
        };
        assert_eq!(total(&foot), 1, "{aspect:?}");
    }
}

#[test]
fn moi_fire_24_the_sums_of_the_book_example() {
    // Two longbows at range 2; the second Return Fire comes from a unit that was Disordered before.
    assert_eq!(result(&shot(2), 4), Outcome::of(DISORDERED));
    assert_eq!(result(&shot(2), 6), Outcome::of(DISORDERED));
    let second = FireFacts {
        order: Order::Disordered,
        ..shot(2)
    };
    for die in [5, 6] {
        assert_eq!(result(&second, die), Outcome::of(&[Token::Retired]));
    }
    let returned = FireFacts {
        firer_disordered: true,
        ..shot(2)
    };
    assert_eq!(result(&returned, 4), Outcome::NONE);
}

#[test]
fn moi_schil_04_fire_at_a_schiltron() {
    let facts = FireFacts {
        target: ClassId::PIKE,
        formation: Formation::Schiltron,
        ..shot(1)
    };
    assert_eq!(total(&facts), 3);
}

/// A Normal unit of a class that attacks from the front, in clear, on the same level.
fn attacker(class: ClassId) -> AttackerFacts {
    AttackerFacts {
        class,
        aspect: FRONT,
        charging: false,
        moved: false,
        leader: false,
        disordered: false,
        terrain: 0,
        level: 0,
        earlier: 0,
    }
}

/// These attackers on a Normal pike with rating 0 in clear.
fn attack(attackers: Vec<AttackerFacts>) -> ShockFacts {
    ShockFacts {
        attackers,
        defenders: 1,
        defender: ClassId::PIKE,
        order: Order::Normal,
        retired: false,
        rating: 0,
        formation: Formation::Open,
        level: 0,
        countercharged: false,
        against_fire: false,
    }
}

fn shock(facts: &ShockFacts) -> i32 {
    sum(&facts.drms(&charts()))
}

fn from(aspects: &[Aspect]) -> ShockFacts {
    let each = |&aspect: &Aspect| AttackerFacts {
        aspect,
        ..attacker(ClassId::MMAA)
    };
    attack(aspects.iter().map(each).collect())
}

/// What one rule adds.
fn by(facts: &ShockFacts, rule: &str) -> i32 {
    facts
        .drms(&charts())
        .iter()
        .filter(|drm| drm.rule.to_string() == rule)
        .map(|drm| i32::from(drm.value))
        .sum()
}

#[test]
fn moi_sdrm_01_the_sums_of_the_book() {
    // A Disordered DMAA on a longbow.
    let x = ShockFacts {
        defender: ClassId::LB,
        rating: 1,
        ..attack(vec![AttackerFacts {
            disordered: true,
            ..attacker(ClassId::DMAA)
        }])
    };
    assert_eq!(shock(&x), 1);
    // A charger that moved and an adjacent one on a pike, front and flank.
    let y_and_z = attack(vec![
        AttackerFacts {
            aspect: RIGHT,
            ..attacker(ClassId::MMAA)
        },
        AttackerFacts {
            charging: true,
            moved: true,
            ..attacker(ClassId::MMAA)
        },
    ]);
    assert_eq!(shock(&y_and_z), 6);
    // Z alone on two defenders: the longbow through a flank, as printed and with the Continued Attack's -1.
    let z = |earlier| ShockFacts {
        defenders: 2,
        defender: ClassId::LB,
        rating: 1,
        ..attack(vec![AttackerFacts {
            aspect: RIGHT,
            earlier,
            ..attacker(ClassId::MMAA)
        }])
    };
    assert_eq!((shock(&z(0)), shock(&z(1))), (5, 4));
}

#[test]
fn moi_sdrm_02_strength() {
    let of = |attackers, defenders| {
        by(
            &ShockFacts {
                defenders,
                ..attack(vec![attacker(ClassId::AXE); attackers])
            },
            "MOI-SDRM-02",
        )
    };
    for (attackers, defenders, drm) in [(2, 1, 1), (3, 1, 2), (1, 1, 0), (1, 2, -1)] {
        assert_eq!(of(attackers, defenders), drm);
    }
}

#[test]
fn moi_sdrm_03_angle_of_attack() {
    let rows: [(&[Aspect], i32); 6] = [
        (&[FRONT, FRONT], 0),
        (&[RIGHT], 2),
        (&[REAR, REAR], 3),
        (&[FRONT, RIGHT], 4),
        (&[RIGHT, LEFT], 4),
        (&[RIGHT, REAR], 4),
    ];
    for (aspects, drm) in rows {
        assert_eq!(from(aspects).angle(), drm, "{aspects:?}");
        let ring = ShockFacts {
            formation: Formation::Schiltron,
            ..from(aspects)
        };
        assert_eq!(ring.angle(), 0, "{aspects:?}");
    }
}

#[test]
fn moi_sdrm_04_the_least_good_terrain_counts_once() {
    let over = |terrains: &[i32]| {
        let each = |&terrain: &i32| AttackerFacts {
            terrain,
            ..attacker(ClassId::AXE)
        };
        by(&attack(terrains.iter().map(each).collect()), "MOI-SDRM-04")
    };
    assert_eq!((over(&[0, -1]), over(&[-2]), over(&[0, 0])), (-1, -2, 0));
    let battle = &empty().battle;
    let at = |from: &str, to: &str, column| {
        battle.shock_terrain(from.parse().unwrap(), to.parse().unwrap(), column)
    };
    assert_eq!(at("1007", "1008", Column::Foot), Some(0));
    assert_eq!(at("1009", "1008", Column::Foot), Some(-1));
    assert_eq!(at("0402", "0403", Column::Mounted), Some(-2));
}

#[test]
fn moi_shock_11_terrain_that_forbids_shock() {
    let battle = &empty().battle;
    let at = |column| battle.shock_terrain("0513".parse().unwrap(), "0613".parse().unwrap(), column);
    assert_eq!((at(Column::Mounted), at(Column::Foot)), (None, Some(-1)));
}

#[test]
fn moi_sdrm_05_height() {
    let on = |levels: &[u8], defender| {
        let each = |&level: &u8| AttackerFacts {
            level,
            ..attacker(ClassId::AXE)
        };
        by(
            &ShockFacts {
                level: defender,
                ..attack(levels.iter().map(each).collect())
            },
            "MOI-SDRM-05",
        )
    };
    assert_eq!((on(&[0, 1], 1), on(&[0, 0], 1), on(&[2], 1)), (0, -1, 0));
}

#[test]
fn moi_sdrm_06_the_defenders_rating() {
    let rated = |rating| {
        by(
            &ShockFacts {
                rating,
                ..from(&[FRONT])
            },
            "MOI-SDRM-06",
        )
    };
    assert_eq!((rated(1), rated(0)), (1, 0));
}

#[test]
fn moi_sdrm_07_charging() {
    let charger = |moved| AttackerFacts {
        charging: true,
        moved,
        ..attacker(ClassId::MMAA)
    };
    assert_eq!(attack(vec![charger(false), charger(true)]).charge(), 1);
    let mixed = attack(vec![
        charger(false),
        attacker(ClassId::AXE),
        attacker(ClassId::AXE),
    ]);
    assert_eq!((mixed.charge(), mixed.table()), (2, Combat::Shock));
    assert_eq!(attack(vec![attacker(ClassId::MMAA)]).charge(), 0);
}

#[test]
fn moi_shock_07_the_table_by_half_of_the_attackers() {
    for (charging, attackers, table) in [
        (1, 2, Combat::Charge),
        (1, 3, Combat::Shock),
        (2, 3, Combat::Charge),
        (2, 4, Combat::Charge),
        (0, 1, Combat::Shock),
    ] {
        let mut facts = attack(vec![attacker(ClassId::MMAA); attackers]);
        for place in 0..charging {
            facts.attackers[place].charging = true;
        }
        assert_eq!(facts.table(), table, "{charging} of {attackers}");
    }
}

#[test]
fn moi_sdrm_08_a_leader_counts_with_a_charging_unit() {
    let led = |charging| {
        by(
            &attack(vec![AttackerFacts {
                charging,
                leader: true,
                ..attacker(ClassId::MMAA)
            }]),
            "MOI-SDRM-08",
        )
    };
    assert_eq!((led(true), led(false)), (1, 0));
}

#[test]
fn moi_sdrm_09_the_best_of_the_matrix() {
    let on = |attackers: &[ClassId], defender| {
        by(
            &ShockFacts {
                defender,
                ..attack(attackers.iter().map(|&class| attacker(class)).collect())
            },
            "MOI-SDRM-09",
        )
    };
    let rows: [(&[ClassId], ClassId, i32); 6] = [
        (&[ClassId::AXE], ClassId::UMAA, 2),
        (&[ClassId::UMAA], ClassId::AXE, -1),
        (&[ClassId::DMAA], ClassId::LB, 2),
        (&[ClassId::MMAA], ClassId::LB, 3),
        (&[ClassId::MMAA], ClassId::PIKE, 0),
        (&[ClassId::DMAA, ClassId::MMAA], ClassId::PIKE, 1),
    ];
    for (attackers, defender, drm) in rows {
        assert_eq!(on(attackers, defender), drm, "{attackers:?} on {defender}");
    }
}

#[test]
fn moi_sdrm_10_disordered_attackers_once() {
    let mut facts = attack(vec![attacker(ClassId::AXE); 3]);
    facts.attackers[0].disordered = true;
    facts.attackers[1].disordered = true;
    assert_eq!(by(&facts, "MOI-SDRM-10"), -2);
}

#[test]
fn moi_sdrm_11_a_retired_defender() {
    let facts = ShockFacts {
        defender: ClassId::LB,
        order: Order::Disordered,
        retired: true,
        rating: 2,
        ..attack(vec![attacker(ClassId::DMAA)])
    };
    assert_eq!(shock(&facts), 6);
}

#[test]
fn moi_sdrm_12_formations() {
    let wall = |aspects: &[Aspect]| {
        let facts = ShockFacts {
            formation: Formation::ShieldWall,
            ..from(aspects)
        };
        by(&facts, "MOI-SDRM-03") + by(&facts, "MOI-SDRM-12")
    };
    assert_eq!((wall(&[FRONT, RIGHT]), wall(&[RIGHT])), (3, 2));
    let ring = ShockFacts {
        formation: Formation::Schiltron,
        ..from(&[FRONT])
    };
    assert_eq!(by(&ring, "MOI-SCHIL-04"), -1);
}

#[test]
fn moi_sdrm_13_a_countercharged_shock_attack() {
    let facts = ShockFacts {
        countercharged: true,
        ..attack(vec![attacker(ClassId::DMAA); 2])
    };
    assert_eq!(by(&facts, "MOI-SDRM-13"), -2);
}

#[test]
fn moi_sdrm_14_earlier_attacks() {
    let earlier = |counts: &[u32]| {
        let each = |&earlier: &u32| AttackerFacts {
            earlier,
            ..attacker(ClassId::MMAA)
        };
        by(&attack(counts.iter().map(each).collect()), "MOI-SDRM-14")
    };
    assert_eq!(
        (earlier(&[0]), earlier(&[1]), earlier(&[2]), earlier(&[1, 2])),
        (0, -1, -2, -2)
    );
}

#[test]
fn moi_charge_12_when_reluctance_is_rolled() {
    let rolled = |target, frontal| {
        ReluctanceFacts {
            target,
            frontal,
            hedge: 0,
        }
        .is_rolled()
    };
    for (target, frontal, is) in [
        (ClassId::PIKE, true, true),
        (ClassId::PIKE, false, false),
        (ClassId::DMAA, true, true),
        (ClassId::AXE, true, false),
        (ClassId::LB, true, false),
        (ClassId::UMAA, true, false),
        (ClassId::MMAA, true, false),
    ] {
        assert_eq!(rolled(target, frontal), is, "{target}");
    }
}

#[test]
fn moi_charge_14_a_hedge_makes_reluctant() {
    let facts = ReluctanceFacts {
        target: ClassId::PIKE,
        frontal: true,
        hedge: empty()
            .battle
            .reluctance_drm("1311".parse().unwrap(), "1312".parse().unwrap()),
    };
    assert_eq!(sum(&facts.drms()), 1);
    assert!(4 + sum(&facts.drms()) > MAX_RELUCTANCE);
}

#[test]
fn moi_cc_07_the_roll_of_a_counter_charge() {
    let succeeds =
        |rating, turns, die| die + sum(&CounterChargeFacts { rating, turns }.drms()) <= MAX_COUNTER_CHARGE;
    for (rating, turns, die, is) in [
        (0, false, 4, true),
        (0, false, 5, false),
        (0, true, 3, true),
        (0, true, 4, false),
        (1, true, 2, true),
        (1, true, 3, false),
    ] {
        assert_eq!(succeeds(rating, turns, die), is, "{rating} {turns} {die}");
    }
}

#[test]
fn moi_comp_10_adjusted_rolls_beyond_the_ends_of_a_table() {
    let charts = charts();
    let end = |adjusted| charts.combat_result(Combat::Shock, adjusted, Order::Normal);
    assert_eq!(end(-4), end(-1));
    assert_eq!(end(40), end(15));
    assert_eq!(
        end(-4),
        CombatCell {
            att: Outcome::of(&[Token::Retired]),
            ..CombatCell::default()
        }
    );
}

#[test]
fn moi_charge_18_and_cont_09_the_results_of_the_book_examples() {
    let charts = charts();
    let pushed = Outcome::of(&[Token::Disordered, Token::Retreat1]);
    let charge = charts.combat_result(Combat::Charge, 12, Order::Normal);
    assert_eq!((charge.def, charge.ca), (pushed, true));
    for total in [7, 8] {
        assert_eq!(
            charts.combat_result(Combat::Shock, total, Order::Normal).def,
            pushed
        );
    }
    for total in [5, 6] {
        let cell = charts.combat_result(Combat::Shock, total, Order::Disordered);
        assert_eq!(cell.def, Outcome::of(&[Token::RetiredOrUnhorsed]));
    }
}

#[test]
fn moi_lead_04_05_casualties() {
    for (rating, die, killed) in [
        (3, 6, true),
        (3, 5, false),
        (1, 4, true),
        (5, 8, true),
        (5, 9, true),
        (5, 7, false),
    ] {
        assert_eq!(shock_casualty(die, rating), killed, "rating {rating}, {die}");
    }
    for (die, killed) in [(8, true), (9, true), (7, false)] {
        assert_eq!(fire_casualty(die), killed);
    }
}

#[test]
fn moi_std_04_the_check_of_a_moved_standard() {
    for (rating, die, lost) in [(2, 2, false), (2, 3, true), (1, 4, true)] {
        assert_eq!(standard_check(die + rating), lost);
    }
}

#[test]
fn moi_vic_02_the_loss_check() {
    for (points, die, fails) in [(15, 5, false), (15, 6, true), (21, 0, true)] {
        assert_eq!(loss_check(die, points, 20), fails);
    }
}

#[test]
fn moi_act_09_the_penalty_of_a_run() {
    for (penalty, die, rating, success) in [
        (0, 3, 3, true),
        (1, 3, 3, false),
        (2, 1, 3, true),
        (3, 1, 3, false),
    ] {
        assert_eq!(die + sum(&continuity_drms(penalty, 0)) <= rating, success);
    }
    assert_eq!(sum(&seizure_drms(1)) + 3, 4);
}
