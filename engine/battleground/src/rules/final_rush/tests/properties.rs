//! Properties of rushes wherever the units stand: a table turned about or mirrored plays the same.

use std::mem::discriminant;

use super::*;
use crate::field::{Field, TOL};
use crate::scene::pose;

/// Numbers that look random, from 0 up to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

type At = (f64, f64, f64);

/// An attacker near an enemy that it looks at, and a friend somewhere between.
fn places(numbers: &mut Numbers) -> [At; 3] {
    let mils = |inches: f64| (inches * 1_000.0).round() / 1_000.0;
    let bearing = numbers.between(0.0, 360.0).to_radians();
    let far = numbers.between(3.0, 6.5);
    let enemy = (18.0, 15.0, numbers.between(0.0, 360.0).round());
    let (x, y) = (18.0 + far * bearing.sin(), 15.0 + far * bearing.cos());
    let toward = (bearing.to_degrees() + 180.0 + numbers.between(-30.0, 30.0)).round() % 360.0;
    let beside = (
        mils(18.0 + numbers.between(-4.5, 4.5)),
        mils(15.0 + numbers.between(-4.5, 4.5)),
        numbers.between(0.0, 360.0).round(),
    );
    [(mils(x), mils(y), toward), enemy, beside]
}

fn standing(places: [At; 3]) -> Scene {
    scene()
        .unit("A1", line(), places[0])
        .unit("A2", line(), places[2])
        .unit("B1", line(), places[1])
}

fn is_sound(places: [At; 3]) -> bool {
    let state = standing(places).state();
    let field = Field::of(&state);
    let cards: Vec<_> = ["A1", "A2", "B1"]
        .map(|unit| *field.card(id(unit)).unwrap())
        .into();
    cards.iter().enumerate().all(|(place, card)| {
        cards[..place]
            .iter()
            .all(|other| !battleground_geometry::overlaps(card, other, TOL))
    })
}

#[test]
fn bg4_rush_01_a_table_turned_about_or_mirrored_plays_the_same() {
    let turned = |(x, y, heading): At| (36.0 - x, 30.0 - y, (heading + 180.0) % 360.0);
    let mirrored = |(x, y, heading): At| (36.0 - x, y, (360.0 - heading) % 360.0);
    let mut numbers = Numbers(4);
    let (mut rushes, mut refusals) = (0, 0);
    for _ in 0..400 {
        let places = places(&mut numbers);
        if !is_sound(places) {
            continue;
        }
        let start = begun(standing(places));
        let expected = may(&start, "A1", "B1");
        let done = rushed(start, &["A1"], &[]);
        for change in [&turned as &dyn Fn(At) -> At, &mirrored] {
            let other = begun(standing(places.map(change)));
            let found = may(&other, "A1", "B1");
            assert_eq!(
                found.err().as_ref().map(discriminant),
                expected.err().as_ref().map(discriminant),
                "{places:?}"
            );
            match (&done, rushed(other, &["A1"], &[])) {
                (Ok((one, _)), Ok((two, _))) => {
                    let at = lies(one, "A1");
                    let at = change((at.centre.x.value(), at.centre.y.value(), at.heading.value()));
                    let there = lies(&two, "A1");
                    let off = there.centre.distance(pose(at.0, at.1, at.2).centre).value();
                    assert!(off < 0.003, "{places:?}: {at:?} and {there:?}");
                }
                (Err(one), Err(two)) => assert_eq!(one.topic, two.topic, "{places:?}"),
                (one, two) => panic!("{places:?}: {} and {}", one.is_ok(), two.is_ok()),
            }
        }
        // Nobody is placed on anybody.
        if let Ok((state, _)) = &done
            && !state.engagements.is_empty()
        {
            assert_eq!(
                crate::positions::start::invariants(&Scene::from(state.clone()).state()),
                Ok(()),
                "{places:?}"
            );
            rushes += 1;
        } else {
            refusals += 1;
        }
    }
    assert!(
        rushes > 30 && refusals > 10,
        "{rushes} rushes, {refusals} refusals"
    );
}

#[test]
fn bg4_rush_07_the_longer_the_move_the_more_may_be_rushed() {
    let mut numbers = Numbers(7);
    for _ in 0..200 {
        let places = places(&mut numbers);
        if !is_sound(places) {
            continue;
        }
        let mut before = false;
        for reach in [1.75, 2.5, 3.5, 5.0, 6.0] {
            let state = begun(
                scene()
                    .unit("A1", moving(reach), places[0])
                    .unit("A2", line(), places[2])
                    .unit("B1", line(), places[1]),
            );
            let now = may(&state, "A1", "B1").is_ok();
            assert!(now || !before, "{places:?} at {reach}");
            before = now;
        }
    }
}
