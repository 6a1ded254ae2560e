//! Tests that an inspection and the rush itself agree: a side that may be rushed by the one is rushed by the other, and what is
//! refused is refused by the same rule.

use std::collections::BTreeSet;

use hindsight_kernel::{Inspect as _, InspectRequest, Inspection, Refusal, Seat, testing};

use super::*;
use crate::editions::Edition;
use crate::model::agenda::{Answer, Options, Question, Topic};
use crate::model::cards::{TerrainType, UnitType};
use crate::model::command::Command;
use crate::model::effect::Keyword;
use crate::model::event::EngagementEvent;
use crate::model::orders::Objective;
use crate::procedures::rush::sides::refused_target;
use crate::scene::{Scene, begun, colossal, ground, id, line, moving, scene, with_keywords};
use crate::{Battleground, Battleground3};

fn told(state: &State, unit: &str, target: &str) -> Inspection {
    let question = InspectRequest {
        unit: unit.to_owned(),
        target: Some(target.to_owned()),
        about: serde_json::Map::new(),
    };
    match state.edition {
        Edition::V4 => Battleground::inspect(state, &question).unwrap(),
        Edition::V3 => Battleground3::inspect(state, &question).unwrap(),
    }
}

/// What an inspection says of the sides of an enemy: whether each may be rushed, and by which rule.
fn sides(told: &Inspection) -> Vec<(String, bool, String)> {
    let about = told.answers.iter().filter(|answer| answer.topic == "rush_side");
    about
        .map(|answer| {
            (
                answer.value["side"].as_str().unwrap().to_owned(),
                answer.value["permitted"].as_bool().unwrap(),
                answer.rule.to_string(),
            )
        })
        .collect()
}

/// What it says of the enemy as a whole: whether it may be rushed, by which rule, and in words.
fn whole(told: &Inspection) -> (bool, String, String) {
    let answer = told
        .answers
        .iter()
        .find(|answer| answer.topic == "final_rush")
        .unwrap();
    (
        answer.value.as_bool().unwrap(),
        answer.rule.to_string(),
        answer.text.to_string(),
    )
}

fn played(state: State, command: Command) -> Result<(State, Vec<Event>), Refusal> {
    let commands = [(Seat::A, command)];
    match state.edition {
        Edition::V4 => testing::play::<Battleground>(state, &commands, &[]),
        Edition::V3 => testing::play::<Battleground3>(state, &commands, &[]),
    }
}

/// Every enemy and side that A1 is engaged with after its activation, whatever its owner answers.
fn rushed_by_activation(state: &State) -> BTreeSet<(UnitId, &'static str)> {
    let mut found = BTreeSet::new();
    let activated = played(
        state.clone(),
        Command::Activate {
            units: vec![id("A1")],
        },
    );
    let Ok((after, events)) = activated else {
        return found;
    };
    let mut open = vec![(after, events)];
    while let Some((after, events)) = open.pop() {
        for event in &events {
            if let Event::Engagement(EngagementEvent::FinalRushed { engagement, .. }) = event {
                found.insert((
                    engagement.rushed,
                    crate::model::names::side_name(engagement.rushed_side),
                ));
            }
        }
        let question = hindsight_kernel::agenda::open_question::<Battleground>(&after).cloned();
        let Some(question) = question else { continue };
        let of_rush = [
            Topic::RushTarget,
            Topic::FacingSide,
            Topic::OpenSide,
            Topic::FlankRush,
            Topic::Corner,
            Topic::PlacementSide,
        ];
        // Whether the path leads past an enemy is asked before the rush. Rule BG3-PATH-07 (p. 13).
        let is_path = question.topic == Topic::AvoidObstacle
            && question
                .about
                .is_some_and(|about| about.team() != id("A1").team());
        if let Options::OneOf(options) = &question.options
            && (of_rush.contains(&question.topic) || is_path)
        {
            for (answer, _) in options {
                let answer = answer.clone();
                open.extend(played(after.clone(), Command::Choose { answer }));
            }
        }
    }
    found
}

/// Inspects both enemies and lets the rules answer: what may be rushed is rushed, what is refused is refused by the same rule.
/// How many sides may be rushed.
fn agrees(state: &State, what: &str) -> usize {
    let mut by_inspection = BTreeSet::new();
    for enemy in state.enemies_of(Seat::A).map(|enemy| enemy.id) {
        let told = told(state, "A1", &enemy.to_string());
        let sides = sides(&told);
        assert_eq!(sides.len(), 4, "{what}");
        let may = sides.iter().filter(|(_, may, _)| *may);
        let names = may.map(|(side, _, _)| {
            let named = Side::ALL.into_iter().find(|one| json!(one) == json!(side));
            crate::model::names::side_name(named.unwrap())
        });
        by_inspection.extend(names.map(|side| (enemy, side)));
        let (is_rushed, rule, words) = whole(&told);
        assert_eq!(is_rushed, sides.iter().any(|(_, may, _)| *may), "{what}");
        if is_rushed {
            assert!(may_rush(state, id("A1"), enemy).is_ok(), "{what}");
            continue;
        }
        // The rule is that of a side which the whole enemy is refused by, and the one that the rules name.
        assert!(
            sides.iter().any(|(_, _, of_side)| *of_side == rule),
            "{what}: {sides:?}"
        );
        let question = Question {
            seat: Seat::A,
            topic: Topic::RushTarget,
            unit: Some(id("A1")),
            about: None,
            options: Options::OneOf(Vec::new()),
            rule: Rule::Rush09.id(state.edition).to_owned(),
        };
        let refused = refused_target(state, &question, &Answer::Unit(enemy)).unwrap();
        let refused = refused.of(state.edition);
        let by_the_rules = refused.rule.to_string();
        assert_eq!(rule, by_the_rules, "{what}: {words} / {}", refused.message);
    }
    assert_eq!(rushed_by_activation(state), by_inspection, "{what}");
    by_inspection.len()
}

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
        let inches = low + (high - low) * self.next();
        (inches * 1_000.0).round() / 1_000.0
    }

    fn heading(&mut self) -> f64 {
        self.between(0.0, 360.0).round() % 360.0
    }

    fn one_in(&mut self, many: f64) -> bool {
        self.next() * many < 1.0
    }

    fn kind(&mut self) -> UnitType {
        match self.between(0.0, 6.0) as u32 {
            0 => with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher]),
            1 => colossal(),
            _ => moving([2.5, 3.5, 5.0, 6.0][self.between(0.0, 3.99) as usize]),
        }
    }
}

/// A1 near B1 that it more or less looks at, B2 somewhere about, a friend of A1 somewhere between, perhaps ground on the way;
/// of A1 perhaps another order, an objective, an engagement of B1.
fn drawn(numbers: &mut Numbers, edition: Edition) -> Scene {
    let bearing = numbers.between(0.0, 360.0);
    let far = numbers.between(3.0, 6.5);
    let (x, y) = (
        18.0 + far * bearing.to_radians().sin(),
        15.0 + far * bearing.to_radians().cos(),
    );
    let round = |inches: f64| (inches * 1_000.0).round() / 1_000.0;
    let toward = (bearing + 180.0 + numbers.between(-35.0, 35.0)).round() % 360.0;
    let about = |numbers: &mut Numbers| {
        (
            round(18.0 + numbers.between(-6.0, 6.0)),
            round(15.0 + numbers.between(-6.0, 6.0)),
            numbers.heading(),
        )
    };
    let (own, other, friend) = (numbers.kind(), numbers.kind(), about(numbers));
    let (first, second) = ((18.0, 15.0, numbers.heading()), about(numbers));
    let mut made = scene()
        .set(|state| {
            state.edition = edition;
            state.turn = 3;
        })
        .unit("A1", own, (round(x), round(y), toward))
        .unit("A2", line(), friend)
        .order("A2", Order::Hold)
        .unit("B1", other, first)
        .unit("B2", line(), second);
    if numbers.one_in(2.5) {
        let (at_x, at_y, _) = about(numbers);
        let kind = [
            TerrainType::Forest,
            TerrainType::RoughGround,
            TerrainType::DeepWater,
        ][numbers.between(0.0, 2.99) as usize];
        let corners = [(-1.5, -1.0), (1.5, -1.0), (1.5, 1.0), (-1.5, 1.0)];
        let corners = corners.map(|(dx, dy)| (at_x + dx, at_y + dy));
        made = made.terrain(ground(kind, &corners));
    }
    match numbers.between(0.0, 12.0) as u32 {
        0 => made.order("A1", Order::Hold),
        1 | 2 => made.objective("A1", Objective::Enemy(id("B2"))),
        3 => made.engaged("A2", "B1", Side::Left),
        4 => made.engaged("A1", "B2", Side::Front),
        5 => made.change("A1", |unit| unit.turn.controlled = true),
        _ => made,
    }
}

fn is_sound(state: &State) -> bool {
    let field = Field::of(state);
    let cards: Vec<_> = ["A1", "A2", "B1", "B2"]
        .map(|unit| *field.card(id(unit)).unwrap())
        .into();
    cards.iter().enumerate().all(|(place, card)| {
        cards[..place]
            .iter()
            .all(|other| !battleground_geometry::overlaps(card, other, crate::field::TOL))
    })
}

fn of_random_positions(edition: Edition, seed: u64) {
    let mut numbers = Numbers(seed);
    let (mut positions, mut permitted) = (0, 0);
    for place in 0..1_800 {
        let made = drawn(&mut numbers, edition);
        let mut state = begun(made);
        if !is_sound(&state) {
            continue;
        }
        if numbers.one_in(6.0) {
            // Somebody went meanwhile.
            state = Scene::from(state)
                .change("A2", |unit| unit.pose = Some(crate::scene::pose(3.0, 3.0, 0.0)))
                .state();
        }
        positions += 1;
        permitted += agrees(&state, &format!("{edition:?}, position {place}"));
    }
    assert!(positions > 250 && permitted > 60, "{permitted} of {positions}");
}

#[test]
fn bg4_rush_05_a_side_that_may_be_rushed_by_inspection_is_rushed_and_no_other() {
    of_random_positions(Edition::V4, 11);
}

#[test]
fn bg3_rush_05_a_side_that_may_be_rushed_by_inspection_is_rushed_and_no_other() {
    of_random_positions(Edition::V3, 12);
}

/// A1 with Move 3.5 so far from the front of B1, in this edition.
fn at_distance(edition: Edition, distance: f64) -> Scene {
    scene()
        .set(|state| {
            state.edition = edition;
            state.turn = 3;
        })
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 11.25 + distance + 1.25, 180.0))
        .order("B1", Order::Hold)
        .unit("B2", line(), (33.0, 26.0, 180.0))
        .order("B2", Order::Hold)
}

/// What an inspection says of the front of B1 and of the whole of it, each with its rule.
fn front(made: Scene) -> [String; 2] {
    let state = begun(made);
    agrees(&state, "by hand");
    let told = told(&state, "A1", "B1");
    let side = told
        .answers
        .iter()
        .find(|answer| answer.topic == "rush_side" && answer.value["side"] == "front")
        .unwrap();
    let (_, rule, text) = whole(&told);
    [format!("{} {}", side.rule, side.text), format!("{rule} {text}")]
}

const BOTH: [Edition; 2] = [Edition::V3, Edition::V4];

#[test]
fn bg3_rush_09_terrain_on_the_line_of_a_rush_is_told_by_inspection() {
    // Move 3.5 is 2.5 through a forest on the line (p. 27).
    let wooded = |edition: Edition, distance: f64| {
        let corners = [(10.0, 11.6), (26.0, 11.6), (26.0, 12.0), (10.0, 12.0)];
        front(at_distance(edition, distance).terrain(ground(TerrainType::Forest, &corners)))
    };
    for (edition, id) in [(Edition::V3, "BG3-RUSH-08"), (Edition::V4, "BG4-RUSH-07")] {
        let [side, whole] = wooded(edition, 2.6);
        assert!(
            side.starts_with(id) && side.contains("it moves 2.5 inches on that ground"),
            "{side}"
        );
        assert!(whole.starts_with(id), "{whole}");
        let [side, whole] = wooded(edition, 2.4);
        assert!(side.ends_with("this side may be rushed"), "{side}");
        assert!(whole.ends_with("the front at 2.4 inches"), "{whole}");
    }
}

#[test]
fn bg4_rush_08_terrain_where_a_rusher_comes_to_lie_is_told_by_inspection() {
    // Only what lies before B1's front, beside the line, is wooded: the placed card lies in it.
    let beside = |edition: Edition| {
        let made = at_distance(edition, 2.6);
        front(made.terrain(ground(
            TerrainType::Forest,
            &[(19.3, 11.4), (26.0, 11.4), (26.0, 13.8), (19.3, 13.8)],
        )))
    };
    for (edition, id) in [(Edition::V3, "BG3-RUSH-08"), (Edition::V4, "BG4-RUSH-07")] {
        let [side, whole] = beside(edition);
        assert!(
            side.starts_with(id) && side.contains("it moves 2.5 inches on that ground"),
            "{side}"
        );
        assert!(whole.starts_with(id), "{whole}");
    }
}

#[test]
fn bg3_rush_02_who_may_not_rush_is_told_by_inspection() {
    let ids = |edition| match edition {
        Edition::V3 => ["BG3-RUSH-02", "BG3-RUSH-13", "BG3-KEY-28"],
        Edition::V4 => ["BG4-RUSH-02", "BG4-RUSH-03", "BG4-SKIRM-04"],
    };
    for edition in BOTH {
        let [unit, objective, skirmisher] = ids(edition);
        let near = || at_distance(edition, 2.0);
        let skirmishing = scene()
            .set(|state| {
                state.edition = edition;
                state.turn = 3;
            })
            .unit(
                "A1",
                with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher]),
                (18.0, 10.0, 0.0),
            )
            .unit("B1", line(), (18.0, 14.5, 180.0))
            .order("B1", Order::Hold)
            .unit("B2", line(), (33.0, 26.0, 180.0))
            .order("B2", Order::Hold);
        let rows = [
            (
                near().order("A1", Order::Hold),
                unit,
                "only a unit with the order Close may Final Rush",
            ),
            (
                near()
                    .unit("B3", line(), (15.0, 10.0, 90.0))
                    .engaged("B3", "A1", Side::Left),
                unit,
                "an engaged unit does not Final Rush",
            ),
            (
                near()
                    .objective("A1", Objective::Enemy(id("B2")))
                    .change("B1", |unit| {
                        unit.pose = Some(crate::scene::pose(15.0, 13.5, 180.0));
                    }),
                objective,
                "it is not the unit's objective and does not stand in its way",
            ),
            (
                skirmishing,
                skirmisher,
                "a Skirmisher rushes the front of a line unit only to pinch it",
            ),
        ];
        for (made, rule, why) in rows {
            let [side, whole] = front(made);
            assert_eq!(whole, format!("{rule} no Final Rush: {why}"), "{edition:?}");
            if edition == Edition::V4 || rule != skirmisher {
                assert!(
                    side.starts_with(rule) && side.ends_with(why),
                    "{edition:?}: {side}"
                );
            }
        }
    }
}

#[test]
fn bg3_rush_10_no_turning_back_is_told_by_inspection() {
    for (edition, rule) in [(Edition::V3, "BG3-RUSH-10"), (Edition::V4, "BG4-RUSH-10")] {
        // B3 stands an inch before A1, whose front centre point it began the turn so near to; B1 is within reach beside it.
        let made = scene()
            .set(|state| {
                state.edition = edition;
                state.turn = 3;
            })
            .unit("A1", moving(6.0), (18.0, 10.0, 0.0))
            .unit("B1", line(), (22.5, 14.0, 180.0))
            .order("B1", Order::Hold)
            .unit("B3", line(), (17.5, 13.4, 180.0))
            .order("B3", Order::Hold);
        let state = begun(made);
        agrees(&state, "no turning back");
        let (may, by, why) = whole(&told(&state, "A1", "B1"));
        assert!(
            !may && by == rule && why.contains("too near to Line (B3) to turn back"),
            "{by} {why}"
        );
    }
}

#[test]
fn bg3_rush_18_a_side_that_is_open_to_a_flank_alone_is_told_with_the_contact_of_both_flanks() {
    // Two friends leave 3.1 inches before B1's front, where no front of 3.5 fits; a flank of 2.5 does, and all of it touches.
    // Its other sides are taken.
    for edition in BOTH {
        let made = at_distance(edition, 3.0)
            .unit("A2", line(), (14.7, 12.95, 0.0))
            .order("A2", Order::Hold)
            .unit("A3", line(), (21.3, 12.95, 0.0))
            .order("A3", Order::Hold)
            .unit("A4", line(), (14.9, 16.1, 90.0))
            .order("A4", Order::Hold)
            .unit("A5", line(), (21.1, 16.1, 270.0))
            .order("A5", Order::Hold)
            .unit("A6", line(), (18.0, 18.05, 0.0))
            .order("A6", Order::Hold);
        let state = begun(made);
        let rushed = agrees(&state, "flank first");
        let told = told(&state, "A1", "B1");
        let side = told
            .answers
            .iter()
            .find(|answer| answer.topic == "rush_side" && answer.value["side"] == "front")
            .unwrap();
        let (front, flank) = (&side.value["contact"], &side.value["flanks"][0]);
        assert_eq!(front, &json!(0.0), "{edition:?}: {}", side.text);
        assert_eq!(flank["contact"], json!(2.5), "{edition:?}: {}", side.text);
        assert_eq!(flank["open"], json!(true), "{edition:?}: {}", side.text);
        assert_eq!(rushed, 1, "{edition:?}: {}", side.text);
        assert!(
            side.text
                .to_string()
                .ends_with("this side may be rushed with its left flank or its right flank"),
            "{edition:?}: {}",
            side.text
        );
    }
}

#[test]
fn bg3_rush_11_an_enemy_that_comes_second_is_told_to_be_no_target() {
    for (edition, rule, first) in [
        (Edition::V3, "BG3-RUSH-11", "B2"),
        (Edition::V4, "BG4-RUSH-09", "B1"),
    ] {
        // B1 is more directly ahead, B2 nearer by mirrored corners: 5.27 against 5.75.
        let made = scene()
            .set(|state| {
                state.edition = edition;
                state.turn = 3;
            })
            .unit("A1", moving(7.0), (18.0, 8.75, 0.0))
            .unit("B1", line(), (18.0, 17.0, 180.0))
            .order("B1", Order::Hold)
            .unit("B2", line(), (22.5, 14.0, 180.0))
            .order("B2", Order::Hold);
        let state = begun(made);
        assert_eq!(agrees(&state, "two enemies"), 1);
        let other = if first == "B1" { "B2" } else { "B1" };
        assert!(whole(&told(&state, "A1", first)).0);
        let (may, by, why) = whole(&told(&state, "A1", other));
        assert!(!may && by == rule && why.contains(first), "{by} {why}");
        let told = told(&state, "A1", other);
        let chosen = told
            .answers
            .iter()
            .find(|answer| answer.topic == "rush_first")
            .unwrap();
        assert_eq!((&chosen.value, &*chosen.rule.0), (&json!([first]), rule));
    }
}

#[test]
fn bg4_rush_04_outside_its_movement_phase_a_rush_is_told_as_things_stand() {
    for edition in BOTH {
        let state = begun(at_distance(edition, 2.0).order("B1", Order::Close));
        let told = told(&state, "B1", "A1");
        let (now, _, words) = whole(&told);
        assert!(!now, "{words}");
        assert!(
            words.starts_with("as things stand it could Final Rush"),
            "{words}"
        );
        assert!(
            words.ends_with("in its own Movement & Command Phase: the front at 2 inches"),
            "{words}"
        );
    }
}
