//! Properties of any position: symmetries, monotony, agreement with a naive look.

use battleground_geometry::{Card, FacingSide, Footprint, Object, Point, Side, in_front_arc, length_through};
use proptest::prelude::*;

use super::{Field, large};
use crate::field::{Purpose, TOL};
use crate::model::cards::UnitType;
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::scene::{Scene, colossal, id, inches, line, scene};

type Places = Vec<(f64, f64, f64)>;

fn places(count: std::ops::Range<usize>) -> impl Strategy<Value = Places> {
    let place = (4_000..32_000_i32, 4_000..26_000_i32, 0..36_000_i32);
    prop::collection::vec(place, count).prop_map(|places| {
        places
            .into_iter()
            .map(|(x, y, heading)| (f64::from(x) / 1e3, f64::from(y) / 1e3, f64::from(heading) / 1e2))
            .collect()
    })
}

fn kind(number: usize) -> UnitType {
    match number % 4 {
        0 | 1 => line(),
        2 => large(),
        _ => colossal(),
    }
}

fn name(number: usize) -> UnitId {
    id(&format!(
        "{}{}",
        if number.is_multiple_of(2) { "A" } else { "B" },
        number / 2 + 1
    ))
}

/// Units in turn of South and of North.
fn position(places: &[(f64, f64, f64)]) -> State {
    let add = |scene: Scene, (number, place): (usize, &(f64, f64, f64))| {
        scene.unit(&name(number).to_string(), kind(number), *place)
    };
    places.iter().enumerate().fold(scene(), add).state()
}

fn pairs(count: usize) -> impl Iterator<Item = (UnitId, UnitId)> {
    (0..count).flat_map(move |a| {
        (0..count)
            .filter(move |b| (a + b) % 2 == 1)
            .map(move |b| (name(a), name(b)))
    })
}

/// What each pair of enemies makes of each other: seen for moving, seen for shooting, path to the Facing Side open.
fn relations(places: &[(f64, f64, f64)], flip: bool) -> Vec<(bool, bool, Option<FacingSide>, bool)> {
    let state = position(places);
    let field = Field::of(&state);
    pairs(places.len())
        .map(|(viewer, target)| {
            let facing = field.facing_sides(viewer, target);
            let side = match facing {
                Some(FacingSide::One(side) | FacingSide::Either(side, _)) => side,
                None => Side::Front,
            };
            let (to, _) = field.to_side(viewer, target, side).unwrap();
            let flipped = |side| match side {
                Side::Left => Side::Right,
                Side::Right => Side::Left,
                Side::Front | Side::Rear => side,
            };
            let facing = facing.map(|facing| match facing {
                FacingSide::One(side) if flip => FacingSide::One(flipped(side)),
                FacingSide::Either(side, flank) if flip => FacingSide::Either(side, flipped(flank)),
                facing => facing,
            });
            (
                field.is_visible(viewer, target, Purpose::Move),
                field.is_visible(viewer, target, Purpose::Shoot),
                facing,
                field
                    .open_path(viewer, Some((target, side)), to, Purpose::Move)
                    .is_open(),
            )
        })
        .collect()
}

fn grown(card: &Card, by: f64) -> Card {
    let size = card.size();
    Card::new(
        card.pose(),
        Footprint::new(size.width() + inches(by), size.depth() + inches(by), 1).unwrap(),
    )
}

proptest! {
    #[test]
    fn a_half_turn_of_the_table_changes_nothing(places in places(2..7)) {
        let turned: Places = places.iter().map(|(x, y, h)| (36.0 - x, 30.0 - y, (h + 180.0) % 360.0)).collect();
        prop_assert_eq!(relations(&places, false), relations(&turned, false));
    }

    #[test]
    fn a_mirror_image_swaps_left_and_right_only(places in places(2..7)) {
        let mirrored: Places = places.iter().map(|(x, y, h)| (36.0 - x, *y, (360.0 - h) % 360.0)).collect();
        prop_assert_eq!(relations(&places, false), relations(&mirrored, true));
    }

    #[test]
    fn what_is_seen_does_not_depend_on_the_place_of_the_table(places in places(2..7), dx in -3_000..3_000_i32, dy in -3_000..3_000_i32) {
        let moved: Places = places.iter().map(|(x, y, h)| (x + f64::from(dx) / 1e3, y + f64::from(dy) / 1e3, *h)).collect();
        let seen = |places: &Places| relations(places, false).into_iter().map(|(a, b, c, _)| (a, b, c)).collect::<Vec<_>>();
        prop_assert_eq!(seen(&places), seen(&moved));
    }

    #[test]
    fn fewer_units_never_hide_an_enemy_or_close_a_path(places in places(3..7)) {
        let state = position(&places);
        let field = Field::of(&state);
        for (viewer, target) in pairs(places.len()) {
            for gone in (0..places.len()).map(name).filter(|gone| *gone != viewer && *gone != target) {
                let emptier = field.clone().without(&[gone]);
                for purpose in [Purpose::Move, Purpose::Shoot] {
                    let (before, after) = (field.is_visible(viewer, target, purpose), emptier.is_visible(viewer, target, purpose));
                    prop_assert!(!before || after, "{viewer} sees {target} only with {gone}");
                }
                let (to, _) = field.to_side(viewer, target, Side::Front).unwrap();
                let path = |field: &Field<'_>| field.open_path(viewer, Some((target, Side::Front)), to, Purpose::Move).is_open();
                prop_assert!(!path(&field) || path(&emptier));
            }
        }
    }

    #[test]
    fn shooting_sees_whatever_moving_sees(places in places(2..7)) {
        for (moving, shooting, _, _) in relations(&places, false) {
            prop_assert!(!moving || shooting, "what is Visible for moving is Visible for shooting");
        }
    }

    #[test]
    fn one_look_at_all_enemies_agrees_with_a_look_at_each(places in places(2..9), up in 0..8_usize) {
        let mut state = position(&places);
        if let Some(unit) = state.units.get_mut(up) {
            unit.airborne = true;
        }
        let field = Field::of(&state);
        for purpose in [Purpose::Move, Purpose::Shoot] {
            for viewer in state.units.iter().map(|unit| unit.id) {
                let each: Vec<UnitId> = state
                    .enemies_of(viewer.seat())
                    .map(|unit| unit.id)
                    .filter(|enemy| field.is_visible(viewer, *enemy, purpose))
                    .collect();
                prop_assert_eq!(field.visible_enemies(viewer, purpose), each);
            }
        }
    }

    #[test]
    fn a_line_found_by_trying_is_a_line(places in places(2..7)) {
        let state = position(&places);
        let field = Field::of(&state);
        for (viewer, target) in pairs(places.len()) {
            let (own, card) = (field.card(viewer).unwrap(), field.card(target).unwrap());
            let eye = own.front_centre();
            let screens: Vec<Card> = (0..places.len())
                .map(name)
                .filter(|other| other.seat() != viewer.seat() && *other != target)
                .map(|other| grown(field.card(other).unwrap(), 0.04))
                .collect();
            let inner = grown(card, -0.04);
            let corners: &[Point] = inner.corners();
            let tries = (0..4).flat_map(|corner| {
                let (from, to) = (corners[corner], corners[(corner + 1) % 4]);
                (0..40).map(move |step| from + (to - from) * (f64::from(step) / 40.0))
            });
            let open = |to: Point| length_through(eye, to, screens.iter().map(Object::Card)).value() == 0.0;
            let mut tries = tries.filter(|to| open(*to));
            if in_front_arc(own, card, TOL) && tries.next().is_some() {
                prop_assert!(field.is_visible(viewer, target, Purpose::Move), "{viewer} sees {target}");
            }
        }
    }
}
