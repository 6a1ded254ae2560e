//! Courses of charges and Counter-Charges. Sections CHARGE and CC of the catalogue, and a naive search.

use hindsight_geometry::hexes::{Direction, Facing, Hex};

use super::super::courses;
use super::super::sample::{hex, id, put, with};

fn rides(from: &str, facing: u8, target: &str) -> Vec<(String, u8)> {
    let facing = Facing::of_hour(facing).unwrap();
    let mut rides: Vec<(String, u8)> = courses(hex(from), facing, hex(target))
        .into_iter()
        .map(|course| {
            let path: Vec<String> = course.path.iter().map(ToString::to_string).collect();
            (
                path.join("-"),
                super::super::charges::final_facing(&course, facing).hour(),
            )
        })
        .collect();
    rides.sort();
    rides.dedup();
    rides
}

#[test]
fn moi_charge_04_paths_of_a_charge() {
    let row = |path: &str, facing| (path.to_owned(), facing);
    assert_eq!(rides("1010", 1, "1008"), [row("1009", 1), row("1009", 11)]);
    assert_eq!(rides("1010", 1, "1209"), [row("1110", 1), row("1110", 3)]);
    assert_eq!(rides("1010", 1, "1211"), [row("1111", 3)]);
    assert!(rides("1010", 1, "0810").is_empty() && rides("1010", 1, "1012").is_empty());
    let mut paths: Vec<String> = rides("1010", 1, "1208")
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    paths.dedup();
    assert_eq!(paths, ["1009-1109", "1110-1109", "1110-1209"]);
    // Rule `MOI-CHARGE-02`: one or two hexes between.
    assert!(rides("1010", 1, "1009").is_empty() && rides("1010", 1, "1006").is_empty());
}

#[test]
fn moi_charge_19_the_turn_on_contact() {
    let row = |path: &str, facing| (path.to_owned(), facing);
    assert_eq!(
        rides("1410", 11, "1407"),
        [row("1409-1408", 1), row("1409-1408", 11)]
    );
    assert_eq!(rides("1410", 11, "1210"), [row("1310", 9), row("1311", 9)]);
}

#[test]
fn moi_cc_06_paths_against_fire() {
    let row = |path: &str, facing| (path.to_owned(), facing);
    assert_eq!(
        rides("1008", 3, "1208")
            .iter()
            .filter(|(_, facing)| *facing == 3)
            .count(),
        2
    );
    assert!(rides("1008", 1, "1208").contains(&row("1108", 3)));
    assert!(!rides("1008", 1, "1208").iter().any(|(_, facing)| *facing == 1));
}

#[test]
fn courses_are_exactly_those_of_trying_every_way() {
    let from = hex("1010");
    for facing in Facing::ALL {
        for target in (hindsight_geometry::hexes::Extent {
            columns: 20,
            rows: 20,
        })
        .hexes()
        {
            let distance = from.distance_to(target);
            let found = courses(from, facing, target);
            if !(2..=3).contains(&distance) {
                assert!(found.is_empty());
                continue;
            }
            // Every sequence of steps, with no turn or a turn of one vertex at each moment.
            let steps = distance - 1;
            let mut count = 0;
            for turn in std::iter::once(None)
                .chain((0..=steps).flat_map(|after| [Some((after, -1)), Some((after, 1))]))
            {
                for way in 0..6_u32.pow(steps) {
                    let (mut at, mut now, mut fits) = (from, facing, true);
                    for step in 0..=steps {
                        if let Some((after, vertices)) = turn
                            && after == step
                        {
                            now = now.turned(vertices);
                        }
                        if step == steps {
                            break;
                        }
                        let direction = Direction::ALL[(way / 6_u32.pow(step) % 6) as usize];
                        let next = at.neighbour(direction).unwrap();
                        fits &= now.frontal().contains(&direction)
                            && next.distance_to(target) < at.distance_to(target);
                        at = next;
                    }
                    fits &= at
                        .direction_to(target)
                        .is_some_and(|direction| now.frontal().contains(&direction));
                    count += usize::from(fits);
                }
            }
            assert_eq!(found.len(), count, "facing {facing} at {target}");
        }
    }
}

#[test]
fn moi_charge_05_06_07_what_bars_a_course() {
    let barred = |units: &[(&str, &str, u8)], path: &[&str], target: &str| {
        let mut state = with(&[("A-MM1", "1311", 1)]);
        for &(unit, label, facing) in units {
            put(&mut state, unit, label, facing);
        }
        let path: Vec<Hex> = path.iter().map(|label| hex(label)).collect();
        let unit = state.unit(id("A-MM1")).unwrap();
        state
            .course_is_open(unit, &path, hex(target))
            .err()
            .map(super::super::charges::CourseBarred::rule)
    };
    assert_eq!(barred(&[], &["1310"], "1309"), None);
    assert_eq!(
        barred(&[("B-PK1", "1310", 7)], &["1310"], "1309"),
        Some("MOI-CHARGE-05")
    );
    assert_eq!(
        barred(&[("A-PK1", "1310", 7)], &["1310"], "1309"),
        Some("MOI-CHARGE-05")
    );
    // A crossbow in 1209 facing 5 has 1210 and 1310 in front: only the end hex may lie there.
    let crossbow = ("B-CB1", "1209", 3);
    assert_eq!(barred(&[crossbow], &["1310"], "1309"), None);
    assert_eq!(
        barred(&[("B-CB1", "1409", 1)], &["1410", "1409"], "1408"),
        Some("MOI-CHARGE-05")
    );
    assert_eq!(
        barred(&[("B-CB1", "1309", 5)], &["1310", "1409"], "1408"),
        Some("MOI-CHARGE-06")
    );
    // The stream, and woods as the target's hex.
    assert_eq!(barred(&[], &["1310", "1309"], "1308"), Some("MOI-CHARGE-07"));
    let marsh = with(&[("A-MM1", "0211", 1)]);
    let unit = marsh.unit(id("A-MM1")).unwrap();
    assert!(marsh.course_is_open(unit, &[hex("0210")], hex("0209")).is_err());
}
