//! Positions turned by odd angles, mirrored and with the seats exchanged: moves, retreats, charges, shots and offers are the
//! same. `HINDSIGHT_SYMMETRY=500 cargo test -p ice-and-fire symmetry` draws as many positions.
//!
//! Places are whole thousandths of an inch, so a turned position is another one by a hair. What a shift of 0.015" of the
//! units would change is left out, and the rest must agree within 0.06" ([`TOLERANCE`]).

use std::collections::{BTreeMap, BTreeSet};

use hindsight_kernel::bot_rng;
use hindsight_kernel::{Offers, Seat, below};

use crate::IceAndFire;
use crate::cards::AttackKind;
use crate::field::{Pose, Side, Slot, farthest, sin_cos, slot_pose, turned};
use crate::model::command::Command;
use crate::model::names::{UnitId, Way};
use crate::rules::scene::{Scene, card, id};
use crate::rules::{attack, charge, engagement, movement, retreat, shots, terrain};

/// The most by which distances of a position and of the same one turned may differ, in thousandths of an inch.
const TOLERANCE: f64 = 60.0;
/// Distance in thousandths of an inch by which units are moved to find results that hang on a hair.
const HAIR: usize = 15;
/// The middle of the table: nothing that a unit may do from around it comes near an edge.
const MIDDLE: f64 = 24_000.0;

/// A unit as it was drawn; units of one cluster are engaged and keep their places to each other.
#[derive(Debug, Clone)]
struct Drawn {
    seat: Seat,
    kind: &'static str,
    pose: Pose,
    cluster: usize,
}

/// A position as it was drawn.
#[derive(Debug, Clone, Default)]
struct Position {
    units: Vec<Drawn>,
    pieces: Vec<(&'static str, Pose)>,
    engaged: Option<(usize, usize)>,
}

/// The way in which a position is shown.
#[derive(Debug, Clone, Copy, Default)]
struct View {
    turn: i32,
    mirrored: bool,
    exchanged: bool,
}

impl View {
    fn pose(self, pose: Pose) -> Pose {
        let (mut dx, dy) = (f64::from(pose.x) - MIDDLE, f64::from(pose.y) - MIDDLE);
        let mut heading = i32::from(pose.heading);
        if self.mirrored {
            (dx, heading) = (-dx, -heading);
        }
        let (sin, cos) = sin_cos(turned(0, self.turn));
        let at = |offset: f64| (MIDDLE + offset).round() as i32;
        Pose::new(
            at(dx * cos + dy * sin),
            at(dy * cos - dx * sin),
            turned(0, heading + self.turn),
        )
    }

    const fn seat(self, seat: Seat) -> Seat {
        if self.exchanged { seat.opponent() } else { seat }
    }

    /// A direction off a unit's heading, as it was before the position was mirrored.
    const fn off(self, heading: u16, by: i32) -> u16 {
        turned(heading, if self.mirrored { -by } else { by })
    }

    fn side(self, side: Side) -> Side {
        match side {
            Side::Left if self.mirrored => Side::Right,
            Side::Right if self.mirrored => Side::Left,
            side => side,
        }
    }

    fn way(self, way: Way) -> Way {
        match way {
            Way::Left if self.mirrored => Way::Right,
            Way::Right if self.mirrored => Way::Left,
            way => way,
        }
    }

    /// A label with the ids and sides of the position as it was drawn.
    fn label(self, label: &str) -> String {
        let mut label = label.to_owned();
        let mut swap = |one: &str, other: &str| {
            label = label
                .replace(one, "\u{1}")
                .replace(other, one)
                .replace('\u{1}', other);
        };
        if self.exchanged {
            for number in 1..=4 {
                swap(&format!("A{number}"), &format!("B{number}"));
            }
        }
        if self.mirrored {
            swap("left", "right");
        }
        label
    }
}

impl Position {
    fn scene(&self, view: View) -> Scene {
        let mut scene = Scene::new();
        let names = self.names(view);
        for (unit, name) in self.units.iter().zip(&names) {
            scene = scene.unit(name, unit.kind, 0.0, 0.0, 0);
            scene = scene.with(name, |state| state.pose = Some(view.pose(unit.pose)));
        }
        for (kind, pose) in &self.pieces {
            scene = scene.piece(kind, 0.0, 0.0, 0);
            scene.state.terrain.last_mut().unwrap().pose = view.pose(*pose);
        }
        if let Some((one, other)) = self.engaged {
            scene = scene.engaged(&names[one], &names[other]);
        }
        scene.turn(view.seat(Seat::A))
    }

    fn names(&self, view: View) -> Vec<String> {
        let mut counts = BTreeMap::new();
        self.units
            .iter()
            .map(|unit| {
                let count = counts.entry(unit.seat).or_insert(0);
                *count += 1;
                format!("{}{count}", view.seat(unit.seat))
            })
            .collect()
    }

    /// The same position with every cluster moved by a hair.
    fn moved_by_a_hair(&self, mut upto: impl FnMut(usize) -> usize) -> Self {
        let mut moved = self.clone();
        let mut hair = || upto(2 * HAIR + 1) as i32 - HAIR as i32;
        let by: Vec<(i32, i32)> = moved.units.iter().map(|_| (hair(), hair())).collect();
        for unit in &mut moved.units {
            unit.pose.x += by[unit.cluster].0;
            unit.pose.y += by[unit.cluster].1;
        }
        for (_, pose) in &mut moved.pieces {
            pose.x += hair();
            pose.y += hair();
        }
        moved
    }

    /// A position around the middle of the table: four units, in every other position two of them engaged, and a piece.
    fn drawn(mut upto: impl FnMut(usize) -> usize) -> Option<Self> {
        const KINDS: [&str; 6] = ["mw-levy", "mw-arch", "ka-sling", "mw-knight", "mw-bear", "ka-ram"];
        let mut position = Self::default();
        let place = |upto: &mut dyn FnMut(usize) -> usize| {
            let (far, direction) = (upto(8_000) as i32, upto(360) as u16);
            Pose::new(24_000, 24_000, upto(360) as u16).moved(direction, far)
        };
        for (number, seat) in [Seat::A, Seat::B, Seat::A, Seat::B].into_iter().enumerate() {
            position.units.push(Drawn {
                seat,
                kind: KINDS[upto(KINDS.len())],
                pose: place(&mut upto),
                cluster: number,
            });
        }
        position
            .pieces
            .push((["bog", "hedge", "palisade", "wall"][upto(4)], place(&mut upto)));
        let sizes = Scene::new();
        let size = |kind: &str| {
            let kind = sizes.state.cards.unit(card(kind)).unwrap().kind;
            sizes.state.cards.trays.of(kind)
        };
        if upto(2) == 0 {
            let enemy = crate::field::Tray::new(position.units[1].pose, size(position.units[1].kind));
            let (arc, slot) = (Side::ALL[upto(4)], Slot::ALL[upto(3)]);
            let own = Side::ALL[upto(4)];
            position.units[0].pose = slot_pose(&enemy, arc, slot, size(position.units[0].kind), own);
            position.units[0].cluster = 1;
            position.engaged = Some((0, 1));
        }
        let trays: Vec<_> = position
            .units
            .iter()
            .map(|unit| crate::field::Tray::new(unit.pose, size(unit.kind)).outline())
            .collect();
        let free = (0..4).all(|one| {
            (0..one).all(|other| {
                position.engaged == Some((other, one)) || trays[one].distance(&trays[other]) > 1_050.0
            })
        });
        let palisade = position.scene(View::default());
        let palisade = terrain::field_pieces(&palisade.state)[0].outline;
        (free && trays.iter().all(|tray| tray.distance(&palisade) > 50.0)).then_some(position)
    }
}

/// Everything that is compared, by what it was called before the position was turned.
fn values(position: &Position, view: View) -> BTreeMap<String, f64> {
    let scene = position.scene(view);
    let mut found = BTreeMap::new();
    let names = position.names(View::default());
    let shown: Vec<UnitId> = position.names(view).iter().map(|name| id(name)).collect();
    for (own, (unit, name)) in position.units.iter().zip(&names).enumerate() {
        if unit.seat != Seat::A {
            continue;
        }
        let mut note = |what: String, value: f64| found.insert(format!("{name} {what}"), value);
        moves(&scene, view, shown[own], &mut note);
        for (at, enemy) in position
            .units
            .iter()
            .enumerate()
            .filter(|(_, enemy)| enemy.seat == Seat::B)
        {
            let _ = enemy;
            attacks(&scene, view, shown[own], shown[at], &names[at], &mut note);
        }
        let mut scene = scene.clone();
        scene.give(shown[own].seat(), Command::Activate { unit: shown[own] }, &[]);
        for offer in IceAndFire::offers(&scene.state, shown[own].seat()) {
            // A turned pose is rounded, so a unit that was drawn in its slot may stand a thousandth of an inch beside it.
            if position.engaged.is_some() && offer.label.contains("shift to the ") {
                continue;
            }
            note(
                format!(
                    "offer {} {}",
                    offer.decision,
                    view.label(&offer.label.to_string())
                ),
                1_000.0,
            );
        }
    }
    found
}

fn moves(scene: &Scene, view: View, unit: UnitId, note: &mut impl FnMut(String, f64) -> Option<f64>) {
    let state = &scene.state;
    let (tray, ground) = (terrain::tray(state, unit).unwrap(), terrain::ground(state, unit));
    let speed = movement::speed(state, unit);
    // Only what stays within the circle of the table is the same however it is turned: an edge may be nearer in one view.
    let centre = (tray.pose.x - 24_000, tray.pose.y - 24_000);
    let room = 24_000.0 - f64::from(centre.0).hypot(f64::from(centre.1)) - 4_500.0;
    let mut note = |what: String, value: f64| note(what, value.min(room));
    for by in (0..360).step_by(20) {
        let direction = view.off(tray.pose.heading, by);
        let turned = tray.pivoted(direction);
        let pivots = ground.pivot(&turned).is_ok();
        let reach = farthest(&ground, &turned, direction, speed).filter(|_| pivots);
        note(format!("maneuver {by}"), reach.map_or(-1_000.0, f64::from));
        let shift = farthest(&ground, &tray, direction, 3_000);
        note(format!("shift {by}"), shift.map_or(-1_000.0, f64::from));
        note(format!("pivot {by}"), if pivots { 1_000.0 } else { 0.0 });
    }
    let march = farthest(&ground, &tray, tray.pose.heading, 2 * speed);
    note("march".to_owned(), march.map_or(-1_000.0, f64::from));
    if state.is_engaged(unit) {
        for reach in [speed + 1_000, speed + 6_000] {
            for out in retreat::ways_out(state, unit, reach) {
                let way = view.way(out.way);
                let straight = out.straight.map_or(-1_000.0, f64::from);
                note(format!("retreat {reach} {way:?} straight"), straight);
                note(
                    format!("retreat {reach} {way:?}"),
                    f64::from(out.farthest.distance),
                );
            }
        }
    }
}

fn attacks(
    scene: &Scene,
    view: View,
    unit: UnitId,
    enemy: UnitId,
    name: &str,
    note: &mut impl FnMut(String, f64) -> Option<f64>,
) {
    let state = &scene.state;
    let tray = terrain::tray(state, unit).unwrap();
    let yes = |holds: bool| if holds { 1_000.0 } else { 0.0 };
    for kind in [AttackKind::Melee, AttackKind::Ranged] {
        let sees = attack::in_sight(state, &tray, unit, enemy, kind);
        note(format!("sees {name} {kind:?}"), yes(sees));
    }
    note(
        format!("shoots {name}"),
        yes(shots::shot(state, unit, enemy, 0).is_some()),
    );
    note(
        format!("may shoot {name}"),
        yes(shots::may_shoot(state, unit, enemy, 0)),
    );
    for arc in charge::arcs(state, unit, enemy) {
        let side = view.side(arc);
        let way = charge::best_heading(state, unit, enemy, Some(arc));
        let far = way.map_or(-1_000.0, |(_, path)| f64::from(path.contact + path.rough));
        note(format!("charge {name} {side:?}"), far);
        let slots = engagement::slots(state, unit, enemy, arc, Side::Front).len();
        note(format!("slots {name} {side:?}"), 1_000.0 * slots as f64);
    }
}

/// The least and the greatest value of each name in a position and in those that are a hair away.
fn ranges(position: &Position, mut upto: impl FnMut(usize) -> usize) -> BTreeMap<String, (f64, f64)> {
    const ABSENT: f64 = -2_000.0;
    let mut all = vec![values(position, View::default())];
    for _ in 0..8 {
        all.push(values(&position.moved_by_a_hair(&mut upto), View::default()));
    }
    let names: BTreeSet<String> = all.iter().flat_map(|values| values.keys().cloned()).collect();
    let spread = |name: &String| {
        let values = all
            .iter()
            .map(|values| values.get(name).copied().unwrap_or(ABSENT));
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    };
    names
        .into_iter()
        .map(|name| (name.clone(), spread(&name)))
        .collect()
}

#[test]
fn turned_mirrored_and_exchanged_positions_have_the_same_moves_retreats_charges_shots_and_offers() {
    let wanted: usize = std::env::var("HINDSIGHT_SYMMETRY")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(8);
    let mut rng = bot_rng(17);
    let mut upto = |count: usize| below(&mut rng, count).unwrap_or_default();
    let (mut compared, mut on_a_hair) = (0, 0);
    let mut faults = Vec::new();
    let mut positions = 0;
    while positions < wanted {
        let Some(position) = Position::drawn(&mut upto) else {
            continue;
        };
        positions += 1;
        let ranges = ranges(&position, &mut upto);
        let views = [
            View {
                turn: 1 + upto(359) as i32,
                ..View::default()
            },
            View {
                mirrored: true,
                turn: upto(360) as i32,
                ..View::default()
            },
            View {
                exchanged: true,
                turn: upto(360) as i32,
                ..View::default()
            },
        ];
        for view in views {
            let found = values(&position, view);
            for name in found.keys().filter(|name| !ranges.contains_key(*name)) {
                faults.push(format!("{name} is there only in {view:?} of {position:?}"));
            }
            for (name, (low, high)) in &ranges {
                if high - low > 2.0 * TOLERANCE {
                    on_a_hair += 1;
                    continue;
                }
                compared += 1;
                let value = found.get(name).copied().unwrap_or(-2_000.0);
                if !(low - TOLERANCE..=high + TOLERANCE).contains(&value) {
                    faults.push(format!(
                        "{name}: {low} to {high}, {value} in {view:?} of {position:?}"
                    ));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(
        compared > 100 * wanted && on_a_hair * 10 < compared,
        "{compared} compared, {on_a_hair} on a hair"
    );
}
