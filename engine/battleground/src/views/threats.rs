//! Whom a unit could attack in its next activation: whom it fights, may shoot or swoop on, or could Final Rush.

use std::collections::BTreeSet;

use hindsight_kernel::{Seat, Threat};

use crate::model::names::{Team, UnitId};
use crate::model::state::{State, TurnMarks, Unit};
use crate::procedures::rush::eligibility::could_rush_now;
use crate::views::prospects::attacks_of;

/// What each player threatens; nothing before the battle.
pub(crate) fn threats(state: &State) -> Option<Vec<Threat>> {
    if state.turn == 0 || state.active.is_none() {
        return None;
    }
    let mut fresh = as_if_a_turn_began(state);
    let threats = state.seats().map(|seat| {
        // A player's next activation is in their own turn, in which alone they shoot. Rule BG3-COMB-06 (p. 16).
        fresh.active = Some(Team::of(seat).lead());
        threat_of(&fresh, seat)
    });
    Some(threats.collect())
}

/// What units did in the turn at hand binds them in it alone.
fn as_if_a_turn_began(state: &State) -> State {
    let mut fresh = State {
        agenda: Vec::new(),
        ..state.clone()
    };
    for unit in &mut fresh.units {
        unit.turn = TurnMarks::default();
    }
    fresh
}

fn threat_of(state: &State, seat: Seat) -> Threat {
    // Who has no box left only waits to be removed. Rule BG4-CONS-01.
    let enemies: Vec<UnitId> = state
        .enemies_of(seat)
        .filter(|enemy| state.boxes_left(enemy) > 0)
        .map(|enemy| enemy.id)
        .collect();
    let mut reached: BTreeSet<UnitId> = BTreeSet::new();
    for unit in state.own(seat).filter(|unit| state.boxes_left(unit) > 0) {
        reached.extend(in_reach(state, unit, &enemies));
    }
    let names = |units: &mut dyn Iterator<Item = &UnitId>| units.map(ToString::to_string).collect();
    Threat {
        seat,
        in_reach: names(&mut enemies.iter().filter(|enemy| reached.contains(enemy))),
        enemies: names(&mut enemies.iter()),
    }
}

/// Those whom a unit may attack from where it lies, and those whom it could Final Rush. It shoots at whom the rules name, as
/// its owner has not bought Direct Control of it. Rules `BG4-COMB-03`, `BG4-COMB-06` to `BG4-COMB-11`, `BG4-FLY-13`,
/// `BG4-RUSH-02` to `BG4-RUSH-07` (pp. 61-62, 64, 65, 90-93, 125-126).
fn in_reach(state: &State, unit: &Unit, enemies: &[UnitId]) -> BTreeSet<UnitId> {
    let attacked = attacks_of(state, unit.id).unwrap_or_default();
    let rushed = enemies
        .iter()
        .copied()
        .filter(|enemy| could_rush_now(state, unit, *enemy));
    attacked
        .attacks
        .into_iter()
        .map(|choice| choice.target)
        .chain(rushed)
        .collect()
}

#[cfg(test)]
mod tests {
    use battleground_geometry::Side;

    use super::*;
    use crate::editions::Edition;
    use crate::model::cards::{RangedType, TerrainType};
    use crate::model::orders::Order;
    use crate::model::state::{Cause, Status};
    use crate::scene::{Scene, ground, hill, line, moving, scene, shooting};

    fn threatened(scene: Scene, seat: Seat) -> Vec<String> {
        let threats = threats(&scene.state()).unwrap();
        threats
            .into_iter()
            .find(|threat| threat.seat == seat)
            .unwrap()
            .in_reach
    }

    /// A1 looks north with its front at 11.25; the front of B1, which looks back, lies so far before it.
    fn apart(kind: crate::model::cards::UnitType, distance: f64) -> Scene {
        scene()
            .unit("A1", kind, (18.0, 10.0, 0.0))
            .unit("B1", moving(0.0), (18.0, 12.5 + distance, 180.0))
    }

    #[test]
    fn bg4_rush_07_a_unit_on_close_threatens_within_its_movement_category() {
        assert_eq!(threatened(apart(line(), 3.5), Seat::A), ["B1"]);
        assert_eq!(threatened(apart(line(), 3.6), Seat::A), [""; 0]);
        // B1 cannot move: it threatens nobody.
        assert_eq!(threatened(apart(line(), 3.5), Seat::B), [""; 0]);
    }

    #[test]
    fn bg4_rush_02_only_a_ready_unit_on_close_threatens_by_its_rush() {
        for order in [Order::Hold, Order::Range] {
            assert_eq!(
                threatened(apart(line(), 3.0).order("A1", order), Seat::A),
                [""; 0],
                "{order:?}"
            );
        }
        for status in [Status::Disrupted, Status::Routing] {
            let shaken = apart(line(), 3.0).change("A1", |unit| unit.status = status);
            assert_eq!(threatened(shaken, Seat::A), [""; 0], "{status:?}");
        }
        // What it did in the turn at hand does not bind it in the next.
        let spent = apart(line(), 3.0).change("A1", |unit| unit.turn.activated = true);
        assert_eq!(threatened(spent, Seat::A), ["B1"]);
    }

    #[test]
    fn bg4_comb_03_those_who_fight_threaten_each_other() {
        let fight = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .unit("B2", line(), (18.0, 15.0, 180.0))
            .engaged("A1", "B1", Side::Front);
        // B2 stands behind B1: an engaged unit does not Final Rush (BG4-RUSH-02).
        let threats = threats(&fight.state()).unwrap();
        assert_eq!(threats[0].in_reach, ["B1"]);
        assert_eq!(threats[0].enemies, ["B1", "B2"]);
        assert_eq!(threats[1].in_reach, ["A1"]);
    }

    #[test]
    fn bg4_comb_07_a_shooter_threatens_the_nearest_within_its_range() {
        let archer = || shooting(14.0, RangedType::Indirect);
        for (distance, order, expected) in [
            (14.0, Order::Range, &["B1"][..]),
            (14.1, Order::Range, &[]),
            // BG4-ORDER-07: on Short it shoots seven inches at most.
            (7.0, Order::Short, &["B1"]),
            (7.1, Order::Short, &[]),
        ] {
            assert_eq!(
                threatened(apart(archer(), distance).order("A1", order), Seat::A),
                expected,
                "{distance} {order:?}"
            );
        }
        // Of two in range the rules name the nearer one (BG4-COMB-07); nobody pays for Direct Control here.
        let two = apart(archer(), 6.0)
            .unit("B2", line(), (23.0, 22.0, 180.0))
            .order("A1", Order::Range);
        assert_eq!(threatened(two, Seat::A), ["B1"]);
    }

    #[test]
    fn bg4_cons_01_who_has_no_box_left_is_no_threat_and_under_none() {
        let dead = apart(line(), 3.0).change("B1", |unit| unit.fresh = 9);
        let threats = threats(&dead.state()).unwrap();
        assert_eq!((&threats[0].enemies, &threats[0].in_reach), (&vec![], &vec![]));
    }

    /// The same in the earlier edition.
    fn apart3(kind: crate::model::cards::UnitType, distance: f64) -> Scene {
        apart(kind, distance).set(|state| {
            state.edition = Edition::V3;
            state.turn = 3;
        })
    }

    #[test]
    fn bg3_rush_08_a_unit_on_close_threatens_what_is_nearer_than_its_movement() {
        // Strictly less than 3.5, and strictly less than 5, other than in the later edition.
        for (movement, distance, expected) in [
            (3.5, 3.4, &["B1"][..]),
            (3.5, 3.5, &[]),
            (5.0, 4.9, &["B1"]),
            (5.0, 5.0, &[]),
        ] {
            assert_eq!(
                threatened(apart3(moving(movement), distance), Seat::A),
                expected,
                "{movement} at {distance}"
            );
        }
        // B1 cannot move, and only units on Close rush (BG3-RUSH-02).
        assert_eq!(threatened(apart3(line(), 3.0), Seat::B), [""; 0]);
        for order in [Order::Hold, Order::Follow, Order::Range] {
            assert_eq!(
                threatened(apart3(line(), 3.0).order("A1", order), Seat::A),
                [""; 0],
                "{order:?}"
            );
        }
    }

    #[test]
    fn bg3_rush_08_what_terrain_takes_off_a_movement_is_no_threat() {
        // Rough ground costs a category: 5 becomes 3.5.
        let rough = || {
            let outline = [(10.0, 11.25), (26.0, 11.25), (26.0, 25.0), (10.0, 25.0)];
            ground(TerrainType::RoughGround, &outline)
        };
        for (distance, expected) in [(3.4, &["B1"][..]), (3.6, &[])] {
            let made = apart3(moving(5.0), distance).terrain(rough());
            assert_eq!(threatened(made, Seat::A), expected, "{distance}");
        }
    }

    #[test]
    fn bg3_comb_06_shooters_threaten_within_their_printed_range_on_every_order() {
        let archer = || shooting(14.0, RangedType::Indirect);
        for order in [Order::Range, Order::Short, Order::Long, Order::Hold] {
            for (distance, expected) in [(14.0, &["B1"][..]), (14.1, &[])] {
                // BG3-ORD-05: on Short and Long it shoots as far as its range is.
                let made = apart3(archer(), distance).order("A1", order);
                assert_eq!(threatened(made, Seat::A), expected, "{distance} {order:?}");
            }
        }
        // In South's turn North's shooters do not shoot (BG3-COMB-06); they threaten in their own.
        let theirs = apart3(line(), 13.0)
            .unit("B2", archer(), (18.0, 25.0, 180.0))
            .order("B2", Order::Range)
            .change("B1", |unit| {
                unit.pose = None;
                unit.destroyed = Some(Cause::Attack);
            });
        assert_eq!(threatened(theirs, Seat::B), ["A1"]);
    }

    #[test]
    fn bg3_mod_24_height_brings_targets_2_5_nearer() {
        // BG3-MOD-24: range 14 reaches 16.5 from above, and 11.5 from below.
        let (own, its) = ((8.0, 11.5), (20.0, 32.0));
        for (on, distance, expected) in [
            (own, 16.5, &["B1"][..]),
            (own, 16.6, &[]),
            (its, 11.5, &["B1"]),
            (its, 11.6, &[]),
        ] {
            let slope = hill(1, &[(10.0, on.0), (26.0, on.0), (26.0, on.1), (10.0, on.1)]);
            let made = apart3(shooting(14.0, RangedType::Indirect), distance)
                .order("A1", Order::Range)
                .terrain(slope);
            assert_eq!(threatened(made, Seat::A), expected, "{on:?} {distance}");
        }
    }

    #[test]
    fn bg3_scen_03_each_player_of_a_team_threatens_with_their_own_units() {
        let made = apart3(line(), 3.0)
            .unit("C1", line(), (28.0, 10.0, 0.0))
            .set(|state| state.players = crate::model::state::SeatPlayers::new(3));
        let threats = threats(&made.state()).unwrap();
        let of: Vec<(&[String], &[String])> = threats
            .iter()
            .map(|threat| (&threat.in_reach[..], &threat.enemies[..]))
            .collect();
        let names = |units: &[&str]| units.iter().map(ToString::to_string).collect::<Vec<_>>();
        let (one, none, south) = (names(&["B1"]), names(&[]), names(&["A1", "C1"]));
        assert_eq!(of, [(&one[..], &one[..]), (&none, &south), (&none, &one)]);
    }

    #[test]
    fn nothing_is_known_before_the_battle() {
        let before = apart(line(), 3.0).set(|state| (state.turn, state.active) = (0, None));
        assert_eq!(threats(&before.state()), None);
    }
}
