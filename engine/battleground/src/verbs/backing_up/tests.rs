use battleground_geometry::Side;

use super::*;
use crate::model::charging::charges_toward;
use crate::model::effect::Keyword;
use crate::model::event::DamageEvent;
use crate::model::orders::Order;
use crate::model::pinched::pinched_sides;
use crate::model::state::Status;
use crate::procedures::backing_up::is_backing_up;
use crate::scene::{Scene, at_table, colossal, id, line, pose, scene, with_keywords};

/// B1 rushed A1's front this turn; A2 stands behind A1 with this much contact.
fn backed_up(contact: f64) -> Scene {
    scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (18.0 + 3.5 - contact, 7.5, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .set(|state| state.engagements[0].turn = 1)
}

fn behind(scene: Scene, unit: &str) -> Vec<UnitId> {
    let state = scene.state();
    candidates(&state, state.unit(id(unit)).unwrap())
}

/// Removes units as Combat Consequences do, with their replacements.
fn destroyed(scene: Scene, units: &[&str], answers: &[Answered]) -> Result<State, Asking> {
    let state = scene.state();
    let units: Vec<UnitId> = units.iter().map(|unit| id(unit)).collect();
    let found = match replacements(&state, &units, answers) {
        Ok(found) => found,
        Err(Need::Ask(question)) => return Err(*question),
        Err(Need::Refuse(refusal)) => panic!("{refusal:?}"),
    };
    let fought = state.engagements.clone();
    let ((), state, _) = at_table(state, &[], |table| {
        for unit in &units {
            table.emit(Event::Damage(DamageEvent::UnitDestroyed {
                unit: *unit,
                cause: Cause::Attack,
                by: None,
            }));
        }
        replace_destroyed(table, &units, &found, &fought);
    });
    Ok(state)
}

fn lies(state: &State, unit: &str) -> Pose {
    state.unit(id(unit)).unwrap().pose.unwrap()
}

#[test]
fn bg4_eng_06_conditions_of_backing_up() {
    for (contact, expected) in [(3.5, true), (1.25, true), (1.2, false)] {
        assert_eq!(
            !behind(backed_up(contact), "A1").is_empty(),
            expected,
            "{contact}"
        );
        assert_eq!(is_backing_up(&backed_up(contact).state(), id("A2")), expected);
    }
    let rows = [
        ("on Range", backed_up(3.5).order("A2", Order::Range)),
        (
            "Disrupted",
            backed_up(3.5).change("A2", |unit| unit.status = Status::Disrupted),
        ),
        (
            "in the air",
            backed_up(3.5).change("A2", |unit| unit.airborne = true),
        ),
        (
            "engaged",
            backed_up(3.5)
                .unit("B2", line(), (18.0, 5.0, 0.0))
                .engaged("B2", "A2", Side::Rear),
        ),
        (
            "at the flank",
            backed_up(3.5).change("A2", |unit| unit.pose = Some(pose(21.0, 10.0, 270.0))),
        ),
        (
            "with its own rear",
            backed_up(3.5).change("A2", |unit| unit.pose = Some(pose(18.0, 7.5, 180.0))),
        ),
    ];
    for (words, scene) in rows {
        assert!(behind(scene, "A1").is_empty(), "{words}");
    }
    // Centred on the gap it backs up both.
    let both = scene()
        .unit("A1", line(), (16.25, 10.0, 0.0))
        .unit("A2", line(), (18.0, 7.5, 0.0))
        .unit("A3", line(), (19.75, 10.0, 0.0));
    let state = both.state();
    for friend in ["A1", "A3"] {
        assert_eq!(candidates(&state, state.unit(id(friend)).unwrap()), [id("A2")]);
    }
}

#[test]
fn bg4_eng_07_destroyed_in_combat() {
    // It steps in and nobody is Charging (book example).
    let state = destroyed(backed_up(2.0), &["A1"], &[]).unwrap();
    assert_eq!(lies(&state, "A2"), pose(18.0, 10.0, 0.0));
    assert_eq!(state.engagements.len(), 1);
    assert_eq!(
        state.engagements[0].seen_by(id("A2")),
        Some((id("B1"), Side::Front, Side::Front))
    );
    assert!(!charges_toward(&state, id("B1"), id("A2")));
    // An unengaged unit is replaced all the same.
    let alone = backed_up(2.0).set(|state| state.engagements.clear());
    let state = destroyed(alone, &["A1"], &[]).unwrap();
    assert_eq!(lies(&state, "A2"), pose(18.0, 10.0, 0.0));
    assert!(state.engagements.is_empty());
    // Both destroyed, one or both backed up.
    let state = destroyed(backed_up(2.0), &["A1", "B1"], &[]).unwrap();
    assert_eq!(lies(&state, "A2"), pose(18.0, 10.0, 0.0));
    assert!(state.engagements.is_empty());
    let both = backed_up(2.0).unit("B2", line(), (18.0, 15.0, 180.0));
    let state = destroyed(both, &["A1", "B1"], &[]).unwrap();
    assert_eq!(
        state.engagements[0].seen_by(id("A2")),
        Some((id("B2"), Side::Front, Side::Front))
    );
    assert_eq!(lies(&state, "B2"), pose(18.0, 12.5, 180.0));
    // A Back Up Unit destroyed in the same step does not step in.
    let state = destroyed(backed_up(2.0), &["A1", "A2"], &[]).unwrap();
    assert!(state.engagements.is_empty());
}

#[test]
fn bg4_eng_07_the_owner_chooses() {
    let given = |unit: &str, other: &str| Answered {
        topic: Topic::BackUp,
        unit: Some(id(unit)),
        about: None,
        answer: Answer::Unit(id(other)),
    };
    // Two behind one.
    let two = || {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (16.25, 7.5, 0.0))
            .unit("A3", line(), (19.75, 7.5, 0.0))
    };
    let question = destroyed(two(), &["A1"], &[]).unwrap_err();
    assert_eq!((question.topic, question.unit), (Topic::BackUp, Some(id("A1"))));
    let state = destroyed(two(), &["A1"], &[given("A1", "A3")]).unwrap();
    assert_eq!(lies(&state, "A3"), pose(18.0, 10.0, 0.0));
    assert_eq!(lies(&state, "A2"), pose(16.25, 7.5, 0.0));
    // One behind two.
    let one = || {
        scene()
            .unit("A1", line(), (16.25, 10.0, 0.0))
            .unit("A2", line(), (18.0, 7.5, 0.0))
            .unit("A3", line(), (19.75, 10.0, 0.0))
    };
    let question = destroyed(one(), &["A1", "A3"], &[]).unwrap_err();
    assert_eq!((question.topic, question.unit), (Topic::BackUp, Some(id("A2"))));
    let state = destroyed(one(), &["A1", "A3"], &[given("A2", "A3")]).unwrap();
    assert_eq!(lies(&state, "A2"), pose(19.75, 10.0, 0.0));
}

#[test]
fn bg4_eng_09_stepping_forward() {
    // Pinched, the new unit is pinched and has no cause of a check; nobody is Charging, also not the rusher.
    let pinched = backed_up(2.0)
        .unit("B2", line(), (21.0, 10.0, 270.0))
        .engaged("B2", "A1", Side::Right);
    let state = destroyed(pinched, &["A1"], &[]).unwrap();
    assert_eq!(pinched_sides(&state, id("A2")), 2);
    assert!(state.unit(id("A2")).unwrap().pending.rout.is_empty());
    for enemy in ["B1", "B2"] {
        assert!(!charges_toward(&state, id(enemy), id("A2")));
        assert!(!charges_toward(&state, id("A2"), id(enemy)));
    }
    assert!(!state.unit(id("A2")).unwrap().turn.rushed);
    // RULING: of different depths the front sides coincide.
    let deep = |extra: Option<(f64, f64, f64)>| {
        let scene = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", colossal(), (18.0, 6.25, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("B1", "A1", Side::Front);
        let scene = match extra {
            Some(at) => scene.unit("A3", line(), at),
            None => scene,
        };
        destroyed(scene, &["A1"], &[]).unwrap()
    };
    let state = deep(None);
    assert_eq!(lies(&state, "A2"), pose(18.0, 8.75, 0.0));
    assert!(!state.unit(id("A2")).unwrap().slid);
    let state = deep(Some((21.4, 6.6, 0.0)));
    assert_eq!(lies(&state, "A2"), pose(18.0, 11.25, 0.0));
    assert!(state.unit(id("A2")).unwrap().slid);
    let shallow = scene()
        .unit("A1", colossal(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (18.0, 6.25, 0.0));
    let state = destroyed(shallow, &["A1"], &[]).unwrap();
    assert_eq!(lies(&state, "A2"), pose(18.0, 11.25, 0.0));
}

#[test]
fn bg4_eng_10_skirmishers_back_up_skirmishers() {
    let skirmishers = || with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher]);
    let pair = |front, back| {
        scene()
            .unit("A1", front, (18.0, 10.0, 0.0))
            .unit("A2", back, (18.0, 7.5, 0.0))
    };
    assert!(behind(pair(line(), skirmishers()), "A1").is_empty());
    assert_eq!(behind(pair(skirmishers(), skirmishers()), "A1"), [id("A2")]);
    assert_eq!(behind(pair(skirmishers(), line()), "A1"), [id("A2")]);
}

#[test]
fn bg4_eng_11_destroyed_otherwise() {
    for cause in [
        Cause::FreeAttack,
        Cause::FollowUpCheck,
        Cause::Damage,
        Cause::Rushed,
    ] {
        let ((), state, _) = at_table(backed_up(2.0).state(), &[], |table| {
            crate::verbs::damage::destroy(table, id("A1"), cause, None);
        });
        assert_eq!(lies(&state, "A2"), pose(19.5, 7.5, 0.0));
        assert!(!state.is_engaged(id("A2")) && !state.is_engaged(id("B1")));
    }
}

#[test]
fn bg4_cons_06_a_unit_given_up_is_destroyed_and_its_rules_answer() {
    let rule = serde_json::json!({
        "name": "last will", "at": "destroyed", "effects": [{ "draw_cards": { "count": 1 } }]
    });
    let mut heirs = line();
    heirs.triggers = vec![serde_json::from_value(rule).unwrap()];
    let state = scene()
        .unit("A1", heirs, (18.0, 10.0, 0.0))
        .unit("A2", line(), (18.0, 7.5, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .state();
    let ((), state, _) = at_table(state, &[], |table| step_in(table, id("A1"), id("A2")));
    assert_eq!(lies(&state, "A2"), pose(18.0, 10.0, 0.0));
    let waiting: Vec<(UnitId, &str)> = state
        .triggered
        .iter()
        .map(|triggered| (triggered.unit, triggered.rule.name.as_str()))
        .collect();
    assert_eq!(waiting, [(id("A1"), "last will")]);
}

#[test]
fn bg4_geo_04_who_steps_in_lies_as_poses_are_stored() {
    // The card that is left of a Colossal unit slid under its enemy, at headings whose rounding matters.
    for heading in (0..90).map(|step| f64::from(step) * 4.01) {
        let state = scene()
            .unit("A1", colossal(), (18.0, 10.0, heading))
            .change("A1", |unit| unit.slid = true)
            .unit("A2", line(), (30.0, 5.0, 0.0))
            .state();
        let pose = lying(&state, id("A1")).unwrap();
        let replacement = Replacement {
            destroyed: id("A1"),
            by: id("A2"),
            pose,
            depth: depth(&state, id("A1")),
        };
        let ((), state, _) = at_table(state, &[], |table| {
            table.emit(Event::Damage(DamageEvent::UnitDestroyed {
                unit: id("A1"),
                cause: Cause::Attack,
                by: None,
            }));
            replace_destroyed(table, &[id("A1")], &[replacement], &[]);
        });
        let there = lies(&state, "A2");
        assert_eq!(there, there.rounded(), "{heading}");
        assert!(there.centre.distance(pose.centre).value() < 0.01, "{heading}");
    }
}

#[test]
fn bg4_eng_07_the_question_says_who_is_replaced() {
    let fallen = |unit: &mut crate::model::state::Unit| unit.fresh = 9;
    let two = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .change("A1", fallen)
        .unit("A2", line(), (16.25, 7.5, 0.0))
        .unit("A3", line(), (19.75, 7.5, 0.0));
    let one = scene()
        .unit("A1", line(), (16.25, 10.0, 0.0))
        .unit("A2", line(), (18.0, 7.5, 0.0))
        .unit("A3", line(), (19.75, 10.0, 0.0))
        .change("A1", fallen)
        .change("A3", fallen);
    let rows = [
        (
            two,
            vec![id("A1")],
            "South: which Back Up Unit steps in for Line (A1)?",
            ["A2 steps in for A1", "A3 steps in for A1"],
        ),
        (
            one,
            vec![id("A1"), id("A3")],
            "South: for which destroyed friend does Line (A2) step in?",
            ["A2 steps in for A1", "A2 steps in for A3"],
        ),
    ];
    for (scene, units, words, options) in rows {
        let state = scene.state();
        let Err(Need::Ask(question)) = replacements(&state, &units, &[]) else {
            panic!("the owner chooses");
        };
        let asked = question.clone().of(state.edition);
        assert_eq!(crate::questions::question(&state, &asked), words);
        let Options::OneOf(named) = &question.options else {
            panic!("named choices");
        };
        let named: Vec<&str> = named.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(named, options);
    }
}
