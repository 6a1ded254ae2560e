//! The hex scheme against its stated vectors, its symmetries, and a line that is clipped hex by hex.

use super::*;

fn hex(label: &str) -> Hex {
    label.parse().unwrap()
}

fn labels(hexes: impl IntoIterator<Item = Hex>) -> Vec<String> {
    hexes.into_iter().map(|hex| hex.to_string()).collect()
}

#[test]
fn moi_hex_01_neighbours_by_the_hours_of_the_clock() {
    let rows = [
        ("1008", "12:1007 2:1108 4:1109 6:1009 8:0909 10:0908"),
        ("1108", "12:1107 2:1207 4:1208 6:1109 8:1008 10:1007"),
    ];
    for (label, expected) in rows {
        let found: Vec<_> = hex(label)
            .neighbours()
            .map(|(direction, neighbour)| format!("{direction}:{neighbour}"))
            .collect();
        assert_eq!(found.join(" "), expected);
    }
    let corner: Vec<_> = hex("0101")
        .neighbours()
        .map(|(direction, neighbour)| (direction.hour(), neighbour.to_string()))
        .collect();
    assert_eq!(corner, [(4, "0201".to_owned()), (6, "0102".to_owned())]);
}

#[test]
fn moi_hex_02_distances() {
    let rows = [
        ("1008", "1007", 1),
        ("1008", "1206", 3),
        ("1008", "1208", 2),
        ("1010", "1006", 4),
        ("0612", "0812", 2),
    ];
    for (from, to, steps) in rows {
        assert_eq!(hex(from).distance_to(hex(to)), steps, "{from} to {to}");
        assert_eq!(hex(to).distance_to(hex(from)), steps, "{to} to {from}");
    }
}

#[test]
fn moi_hex_03_front_flanks_and_rear_of_each_facing() {
    let rows = [
        (1, [12, 2], 4, [6, 8], 10),
        (3, [2, 4], 6, [8, 10], 12),
        (5, [4, 6], 8, [10, 12], 2),
        (7, [6, 8], 10, [12, 2], 4),
        (9, [8, 10], 12, [2, 4], 6),
        (11, [10, 12], 2, [4, 6], 8),
    ];
    for (hour, frontal, right, rear, left) in rows {
        let facing = Facing::of_hour(hour).unwrap();
        assert_eq!(facing.frontal().map(Direction::hour), frontal);
        assert_eq!(facing.right_flank().hour(), right);
        assert_eq!(facing.rear().map(Direction::hour), rear);
        assert_eq!(facing.left_flank().hour(), left);
        for direction in Direction::ALL {
            let expected = match direction.hour() {
                side if frontal.contains(&side) => Flank::Front,
                side if side == right => Flank::RightFlank,
                side if rear.contains(&side) => Flank::Rear,
                _ => Flank::LeftFlank,
            };
            assert_eq!(facing.flank(direction), expected, "{facing} {direction}");
        }
    }
    assert_eq!(Facing::Eleven.turned(1), Facing::One);
    assert_eq!(Facing::One.turned(-1), Facing::Eleven);
    assert_eq!(Facing::One.vertices_to(Facing::Nine), 2);
}

#[test]
fn moi_hex_04_bearings_and_spines() {
    let (two, four, twelve) = (Direction::Two, Direction::Four, Direction::Twelve);
    let rows = [
        ("1208", Bearing::Spine(Facing::Three)),
        ("0910", Bearing::Spine(Facing::Seven)),
        ("1107", Bearing::Spine(Facing::One)),
        ("1206", Bearing::Side(two)),
        ("1209", Bearing::Side(four)),
        ("1005", Bearing::Side(twelve)),
    ];
    for (to, bearing) in rows {
        assert_eq!(hex("1008").bearing_to(hex(to)), Some(bearing), "{to}");
    }
    let field = Extent {
        columns: 20,
        rows: 16,
    };
    for to in field.hexes().filter(|to| hex("1008").distance_to(*to) == 3) {
        assert!(
            matches!(hex("1008").bearing_to(to), Some(Bearing::Side(_))),
            "{to}"
        );
    }
    assert_eq!(hex("1008").bearing_to(hex("1008")), None);
}

#[test]
fn moi_hex_07_lines_pass_through_hexes_and_run_along_hexsides() {
    let sides = |line: &HexLine| -> Vec<String> {
        line.along
            .iter()
            .map(|[one, other]| {
                Hexside::between(one.hex().unwrap(), other.hex().unwrap())
                    .unwrap()
                    .to_string()
            })
            .collect()
    };
    let rows: [(&str, &str, &[&str], &[&str]); 3] = [
        ("1008", "1206", &["1107", "1108"], &[]),
        ("1008", "1208", &[], &["1108-1109"]),
        ("1008", "1205", &["1107"], &["1007-1108", "1106-1206"]),
    ];
    for (from, to, through, along) in rows {
        let found = line(hex(from), hex(to));
        let mut passed = labels(found.hexes());
        passed.sort();
        assert_eq!(passed, through, "{from} to {to}");
        assert_eq!(sides(&found), along, "{from} to {to}");
    }
    let straight = line(hex("1008"), hex("1005"));
    assert_eq!(labels(straight.hexes()), ["1007", "1006"]);
    assert_eq!(line(hex("1008"), hex("1007")), HexLine::default());
}

#[test]
fn moi_hex_08_hexes_away_from_others() {
    let rows: [(&[&str], &[&str]); 6] = [
        (&["1007"], &["1109", "1009", "0909"]),
        (&["1007", "1108"], &["1009", "0909"]),
        (&["1007", "1109"], &["0909"]),
        (&["1007", "1009"], &[]),
        (&["1208"], &["0909", "0908"]),
        (&["1206"], &["1009", "0909"]),
    ];
    let unit = hex("1008");
    for (from, expected) in rows {
        let away = unit
            .neighbours()
            .map(|(_, neighbour)| neighbour)
            .filter(|neighbour| from.iter().all(|other| neighbour.is_away_from(hex(other), unit)));
        assert_eq!(labels(away), expected, "{from:?}");
    }
}

#[test]
fn distances_are_a_metric_and_every_turn_keeps_them() {
    let middle = Axial { q: 40, r: 20 };
    let around: Vec<Axial> = (-5..=5)
        .flat_map(|q| (-5..=5).map(move |r| Axial { q: 40 + q, r: 20 + r }))
        .collect();
    // A sixth of a turn clockwise about the middle takes (q, r) to (-r, q + r).
    let turned = |place: Axial| {
        let (q, r) = (place.q - 40, place.r - 20);
        Axial {
            q: 40 - r,
            r: 20 + q + r,
        }
    };
    for &one in &around {
        assert_eq!(one.distance_to(middle), turned(one).distance_to(middle));
        for &other in &around {
            assert_eq!(one.distance_to(other), other.distance_to(one));
            assert!(one.distance_to(other) <= one.distance_to(middle) + middle.distance_to(other));
            assert_eq!(one.distance_to(other), turned(one).distance_to(turned(other)));
        }
        if one == middle {
            continue;
        }
        let (here, there) = (
            middle.bearing_to(one).unwrap(),
            middle.bearing_to(turned(one)).unwrap(),
        );
        match (here, there) {
            (Bearing::Side(before), Bearing::Side(after)) => assert_eq!(before.turned(1), after),
            (Bearing::Spine(before), Bearing::Spine(after)) => assert_eq!(before.turned(1), after),
            (before, after) => panic!("{before:?} became {after:?}"),
        }
        let back = one.bearing_to(middle).unwrap();
        match (here, back) {
            (Bearing::Side(out), Bearing::Side(home)) => assert_eq!(out.opposite(), home),
            (Bearing::Spine(out), Bearing::Spine(home)) => assert_eq!(out.turned(3), home),
            (out, home) => panic!("{out:?} is answered by {home:?}"),
        }
    }
}

#[test]
fn neighbours_are_mutual_and_labels_round_trip() {
    for hex in (Extent {
        columns: 99,
        rows: 99,
    })
    .hexes()
    {
        assert_eq!(hex.to_string().parse::<Hex>(), Ok(hex));
        assert_eq!(hex.axial().hex(), Some(hex));
        for (direction, neighbour) in hex.neighbours() {
            assert_eq!(neighbour.neighbour(direction.opposite()), Some(hex));
            assert_eq!(hex.direction_to(neighbour), Some(direction));
            assert_eq!(hex.bearing_to(neighbour), Some(Bearing::Side(direction)));
        }
    }
    for wrong in ["", "100", "10080", "0008", "1000", "a008", "+108"] {
        assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
    }
    assert_eq!("1109-1108".parse::<Hexside>().unwrap().to_string(), "1108-1109");
    for wrong in ["1108", "1108-1110", "1108-1108"] {
        assert!(wrong.parse::<Hexside>().is_err(), "{wrong}");
    }
    let json = serde_json::to_string(&(hex("1008"), Facing::Eleven, Direction::Twelve)).unwrap();
    assert_eq!(json, "[\"1008\",11,12]");
    assert!(serde_json::from_str::<Facing>("2").is_err() && serde_json::from_str::<Direction>("3").is_err());
}

/// How much of the segment between two centres lies inside a hex, as a share of the segment, by clipping it with the six
/// half planes of the hex as they lie on the ground.
fn share_inside(from: Axial, to: Axial, hex: Axial) -> f64 {
    let centre = |place: Axial| {
        (
            f64::from(place.q) * 3.0_f64.sqrt() / 2.0,
            f64::from(place.r) + f64::from(place.q) / 2.0,
        )
    };
    let ((ax, ay), (bx, by), (hx, hy)) = (centre(from), centre(to), centre(hex));
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for direction in Direction::ALL {
        let (nx, ny) = {
            let (x, y) = centre(Axial { q: 0, r: 0 }.step(direction));
            (x, y)
        };
        // Inside: (p - h) . n <= 1/2, with n of length 1.
        let (start, slope) = (
            (ax - hx) * nx + (ay - hy) * ny - 0.5,
            (bx - ax) * nx + (by - ay) * ny,
        );
        if slope.abs() < 1e-12 {
            // On the very side is not inside.
            if start > -1e-9 {
                return 0.0;
            }
        } else if slope > 0.0 {
            leaves = leaves.min(-start / slope);
        } else {
            enters = enters.max(-start / slope);
        }
    }
    (leaves - enters).max(0.0)
}

#[test]
fn lines_agree_with_clipping_every_hex() {
    let from = hex("2020");
    for to in (Extent {
        columns: 34,
        rows: 34,
    })
    .hexes()
    .filter(|to| to.column() > 6 && to.row() > 6 && *to != from)
    {
        let exact = line(from, to);
        for place in (Extent {
            columns: 36,
            rows: 36,
        })
        .hexes()
        {
            let inside = share_inside(from.axial(), to.axial(), place.axial()) > 1e-9;
            let expected = inside && place != from && place != to;
            assert_eq!(
                exact.through.contains(&place.axial()),
                expected,
                "{from} to {to} at {place}"
            );
        }
        let back = line(to, from);
        let reversed: std::collections::BTreeSet<_> = back.through.iter().collect();
        assert_eq!(
            exact.through.iter().collect::<std::collections::BTreeSet<_>>(),
            reversed
        );
        assert_eq!(exact.along.len(), back.along.len());
    }
}
