//! Figures of a battle: luck of its rolls, harm, losses in Flight Points, units as they began.

use hindsight_kernel::{
    DamageDealt, DiceRolled, Fact, Inspect, InspectRequest, Roll, RollSource, Seat, Story, UnitInfo,
};

use super::scene::{Scene, declare, fire, hex, id, leader_id, shock};
use super::shocking::phase;
use crate::MenOfIron;
use crate::model::drm::{Drm, Throw};
use crate::model::event::{EndingEvent, Event, LeaderForm, RallyEvent, ResultEvent};
use crate::model::names::ClassId;
use crate::model::piece::{PiecePlace, Status};
use crate::model::state::State;

fn facts_of(state: &State, event: &Event) -> Vec<Fact> {
    let mut facts = Vec::new();
    MenOfIron::facts(state, event, &mut facts);
    facts
}

/// The facts of the last command, the position before it being this one.
fn told(before: &State, after: &Scene) -> Vec<Fact> {
    let mut state = before.clone();
    let mut facts = Vec::new();
    for event in &after.events {
        facts.extend(facts_of(&state, event));
        state.evolve(event).unwrap();
    }
    facts
}

fn rolled(facts: &[Fact]) -> &DiceRolled {
    let rolled = |fact: &&Fact| matches!(fact, Fact::DiceRolled(_));
    match facts.iter().find(rolled) {
        Some(Fact::DiceRolled(rolled)) => rolled,
        _ => panic!("no dice: {facts:?}"),
    }
}

fn damages(facts: &[Fact]) -> Vec<&DamageDealt> {
    let damage = facts.iter().filter_map(|fact| match fact {
        Fact::DamageDealt(damage) => Some(damage),
        _ => None,
    });
    damage.collect()
}

/// A die with what is added to it.
fn thrown(purpose: &'static str, die: u8, rule: &'static str, added: i32) -> Throw {
    Throw {
        roll: Roll {
            purpose: purpose.into(),
            sides: 10,
            faces: vec![if die == 0 { 10 } else { die }],
            counted: Vec::new(),
            source: RollSource::Reported,
        },
        drms: vec![Drm::new(rule, added)],
    }
}

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-9, "{one} is not {other}");
}

#[test]
fn moi_vic_02_luck_of_a_loss_check_counts_flight_points_once() {
    // §16.0: DR + Flight Points > Flight Level loses. Level 15 with 7 points stands with a die of 0 to 8.
    let scene = Scene::battle("harrow-ford");
    for (die, fails) in [(8, false), (9, true)] {
        let checked = Event::Ending(EndingEvent::LossChecked {
            seat: Seat::A,
            points: 7,
            level: 15,
            throw: Some(thrown("loss check", die, "MOI-VIC-02", 7)),
            fails,
        });
        let facts = facts_of(&scene.state, &checked);
        let dice = rolled(&facts);
        assert_eq!((dice.target, dice.roll_under), (Some(8), true));
        assert_eq!(dice.result, i32::from(!fails));
        near(dice.expected.exactly(1), 0.9);
    }
}

#[test]
fn moi_lead_04_luck_of_a_casualty_roll_counts_the_rating_once() {
    // §15.4: DR less the Activation Rating, 3 or more kills. A rating of 3 lives with 0 to 5; DR 8 and 9 kill under fire.
    let scene = Scene::battle("harrow-ford");
    let leader = leader_id("Bryce");
    for (form, die, killed, target, lives) in [
        (LeaderForm::Shock, 5, false, 5, 0.6),
        (LeaderForm::Shock, 6, true, 5, 0.6),
        (LeaderForm::Fire, 7, false, 7, 0.8),
        (LeaderForm::Fire, 8, true, 7, 0.8),
    ] {
        let mut throw = thrown("leader casualty", die, "MOI-LEAD-04", -3);
        if form == LeaderForm::Fire {
            throw.drms.clear();
        }
        let event = Event::Result(ResultEvent::LeaderRolled {
            leader,
            form,
            throw,
            killed,
        });
        let facts = facts_of(&scene.state, &event);
        let dice = rolled(&facts);
        assert_eq!((dice.target, dice.result), (Some(target), i32::from(!killed)));
        near(dice.expected.exactly(1), lives);
    }
}

#[test]
fn moi_act_06_units_of_an_activated_command_are_told_and_nothing_else() {
    let scene = Scene::battle("harrow-ford");
    let mut activated = scene.clone();
    activated = activated.free(Seat::A);
    let before = activated.state.clone();
    activated.give(
        crate::model::command::Command::Activate {
            command: super::scene::command_id("A1"),
        },
        "",
    );
    let names: Vec<String> = told(&before, &activated)
        .into_iter()
        .filter_map(|fact| match fact {
            Fact::Activated { unit, .. } => Some(unit),
            _ => None,
        })
        .collect();
    let of_it: Vec<String> = before
        .on_map(Seat::A)
        .filter(|unit| unit.command == super::scene::command_id("A1"))
        .map(|unit| unit.id.to_string())
        .collect();
    assert_eq!(names, of_it);
    assert!(names.len() > 2);
}

/// What a counter of a unit rose by.
fn counted(facts: &[Fact], counter: &str, unit: &str) -> Option<f64> {
    facts.iter().find_map(|fact| match fact {
        Fact::Counted {
            counter: name,
            unit: Some(of),
            amount,
            ..
        } if name == counter && of == unit => Some(*amount),
        _ => None,
    })
}

/// The answers about a unit and a target, with fields of the question beside them.
fn asked(
    scene: &Scene,
    unit: &str,
    target: &str,
    about: serde_json::Map<String, serde_json::Value>,
) -> hindsight_kernel::Inspection {
    let question = InspectRequest {
        unit: unit.to_owned(),
        target: Some(target.to_owned()),
        about,
    };
    MenOfIron::inspect(&scene.state, &question).unwrap()
}

fn inspected(scene: &Scene, unit: &str, target: &str, kind: &str) -> hindsight_kernel::AttackChances {
    let told = asked(scene, unit, target, serde_json::Map::new());
    let attack = told.attacks.into_iter().find(|attack| attack.kind == kind);
    attack.unwrap_or_else(|| panic!("{unit} has no {kind} at {target}"))
}

#[test]
fn moi_res_11_every_result_at_a_retired_unit_destroys_it() {
    // §12.4: any negative result on a Retired unit eliminates it. The longbow's and the axes' every face has one.
    let scene = Scene::plain(&[("A-LB1", "1008", 1), ("A-AX1", "1107", 9), ("B-PK1", "1007", 7)])
        .retired("B-PK1")
        .active("A1");
    for (unit, kind) in [("A-LB1", "fire"), ("A-AX1", "shock")] {
        let attack = inspected(&scene, unit, "B-PK1", kind);
        let effect = attack
            .steps
            .iter()
            .find(|step| step.purpose == "any effect")
            .unwrap();
        near(attack.destroys, effect.successes.mean());
        near(attack.damage.exactly(3), attack.destroys);
        near(attack.damage.mean(), 3.0 * attack.destroys);
    }
    // The shot is told so too: each face that has an effect takes all 3 steps.
    let fired = inspected(&scene, "A-LB1", "B-PK1", "fire");
    assert!(fired.destroys > 0.5, "{fired:?}");
    let mut shot = scene.clone();
    shot.give(fire("A-LB1", "B-PK1"), "9");
    assert_eq!(shot.unit("B-PK1").place, PiecePlace::Eliminated);
    let facts = told(&scene.state, &shot);
    let attack = facts
        .iter()
        .find_map(|fact| match fact {
            Fact::AttackResolved(attack) => Some(attack),
            _ => None,
        })
        .unwrap();
    assert_eq!(attack.damage, 3);
    near(attack.expected.mean(), 3.0 * fired.destroys);
}

#[test]
fn moi_res_07_a_retreat_that_is_impossible_destroys() {
    // Attackers on opposite sides: no hex is away from both, so that a Retreat eliminates.
    let units = [("A-AX1", "1007", 7), ("A-AX2", "1009", 1), ("B-PK1", "1008", 1)];
    let scene = phase(
        Scene::plain(&units).disordered("B-PK1").standard("B2", "1002"),
        "A2",
    );
    let pinned = [shock(&["A-AX1", "A-AX2"], &["B-PK1"])];
    let odds =
        crate::odds::attack_odds(&scene.state, &pinned[0], crate::odds::Assumptions::default()).unwrap();
    let unit = scene.unit("B-PK1");
    let lost: f64 = odds.defenders[&id("B-PK1")]
        .iter()
        .filter(|(outcome, _)| {
            let effects = crate::rules::results::effects(
                &scene.state,
                unit,
                **outcome,
                crate::model::agenda::Cause::Defending,
            );
            let no_route = crate::rules::results::retire_spots(&scene.state, unit).is_empty();
            effects.retreat || effects.eliminate || effects.retire && no_route
        })
        .map(|(_, chance)| chance)
        .sum();
    assert!(lost > 0.0);
    near(odds.harms[&id("B-PK1")][3], lost);
}

#[test]
fn moi_vic_04_damage_is_told_in_flight_points() {
    // Retired: 1 of 2. Eliminated then: the other one.
    let scene = Scene::plain(&[("A-LB1", "1008", 1), ("B-PK1", "1007", 7), ("B-PK2", "0214", 1)])
        .disordered("B-PK1")
        .standard("B2", "1003")
        .active("A1");
    let shot = |die: u8| {
        let mut shot = scene.clone();
        shot.give(fire("A-LB1", "B-PK1"), &die.to_string());
        (shot.decision() == "retire").then_some(shot)
    };
    let mut shot = (0..10).find_map(shot).expect("some face retires it");
    let before = shot.state.clone();
    shot.to("B-PK1", "1003", 1, "");
    let facts = told(&before, &shot);
    let [damage] = damages(&facts)[..] else {
        panic!("{facts:?}")
    };
    assert_eq!(
        (
            damage.unit.as_str(),
            damage.by.as_deref(),
            damage.wounds,
            damage.cause.as_str()
        ),
        ("B-PK1", Some("A-LB1"), 1, "missile fire")
    );
    near(damage.share, 0.0);
    let strength = |state: &State, unit: &str| -> UnitInfo {
        let all = MenOfIron::units(state);
        all.into_iter().find(|info| info.id == unit).unwrap()
    };
    let retired = strength(&shot.state, "B-PK1");
    assert_eq!((retired.full, retired.left, retired.points), (1, 1, 2.0));
    // Rallied by its Standard it counts for nothing any more.
    let rallied = Event::Rally(RallyEvent::UnitRallied {
        unit: id("B-PK1"),
        to: Status::Disordered,
    });
    let restored: Vec<(u32, f64)> = facts_of(&shot.state, &rallied)
        .iter()
        .filter_map(|fact| match fact {
            Fact::Restored(restored) => Some((restored.wounds, restored.share)),
            _ => None,
        })
        .collect();
    assert_eq!(restored, [(1, 0.0)]);
    let eliminated = Event::Result(ResultEvent::UnitEliminated {
        unit: id("B-PK1"),
        hex: hex("1003"),
    });
    let facts = facts_of(&shot.state, &eliminated);
    assert_eq!((damages(&facts)[0].wounds, damages(&facts)[0].share), (1, 1.0));
    shot.state.evolve(&eliminated).unwrap();
    let gone = strength(&shot.state, "B-PK1");
    assert_eq!(
        (gone.full, gone.left, gone.alive, gone.points),
        (1, 0, false, 2.0)
    );
}

#[test]
fn moi_res_12_units_are_counted_as_what_they_were_at_the_start() {
    let scene = Scene::plain(&[("B-MM1", "1008", 1), ("A-HB1", "0214", 1)]);
    let mut state = scene.state;
    let card = |state: &State, unit: &str| {
        let all = MenOfIron::units(state);
        all.into_iter().find(|info| info.id == unit).unwrap().card
    };
    assert_eq!(card(&state, "B-MM1"), "MMAA");
    state
        .evolve(&Event::Result(ResultEvent::UnitUnhorsed { unit: id("B-MM1") }))
        .unwrap();
    assert_eq!(state.unit(id("B-MM1")).unwrap().class, ClassId::UMAA);
    assert_eq!(card(&state, "B-MM1"), "MMAA");
    let mounted = card(&state, "A-HB1");
    state.units.get_mut(&id("A-HB1")).unwrap().dismounted = true;
    assert_eq!(card(&state, "A-HB1"), mounted);
}

#[test]
fn moi_shock_10_attackers_that_joined_and_what_they_suffer_are_counted() {
    let position = Scene::plain(&[("A-AX1", "1009", 1), ("A-DM2", "0909", 1), ("B-PK1", "1008", 7)]);
    let scene = phase(position.standard("B2", "1002").standard("A2", "1015"), "A2");
    // 0 + 1 - ...: the lowest die throws the attackers back.
    let mut fought = scene.clone();
    fought.give(declare(&[shock(&["A-AX1", "A-DM2"], &["B-PK1"])]), "0");
    let facts = told(&scene.state, &fought);
    assert_eq!(counted(&facts, "attacks joined", "A-DM2"), Some(1.0));
    assert_eq!(counted(&facts, "attacks joined", "A-AX1"), None);
    // The attackers alone are harmed.
    assert_eq!(counted(&facts, "hits joined", "A-DM2"), None);
    for unit in ["A-AX1", "A-DM2"] {
        let expected = counted(&facts, "harm expected while attacking", unit).unwrap();
        assert!(expected > 0.0, "{unit}: {expected}");
        let suffered = counted(&facts, "harm suffered while attacking", unit).unwrap();
        // The lowest die Disorders both attackers, or throws them back.
        near(suffered, 1.0);
    }
}

#[test]
fn moi_shock_10_hits_and_kills_of_attackers_that_joined_are_counted() {
    let position = Scene::plain(&[("A-AX1", "1009", 1), ("A-DM2", "0909", 1), ("B-PK1", "1008", 7)])
        .standard("B2", "1002")
        .standard("A2", "1015");
    let attack = declare(&[shock(&["A-AX1", "A-DM2"], &["B-PK1"])]);
    // Two against one +1 (MOI-SDRM-02), the men-at-arms' +1 of the matrix (MOI-SDRM-09), rating 0: a 4 makes 6, Disordered.
    let before = phase(position.clone(), "A2");
    let mut hit = before.clone();
    hit.give(attack.clone(), "4");
    assert_eq!(hit.unit("B-PK1").status, Status::Disordered);
    let facts = told(&before.state, &hit);
    assert_eq!(counted(&facts, "hits joined", "A-DM2"), Some(1.0));
    assert_eq!(counted(&facts, "hits joined", "A-AX1"), None);
    assert_eq!(counted(&facts, "kills joined", "A-DM2"), None);
    // Disordered its rating is 1 (MOI-SDRM-06): a 9 makes 12 in the other column, Eliminated.
    let before = phase(position.disordered("B-PK1"), "A2");
    let mut killed = before.clone();
    killed.give(attack, "9");
    assert_eq!(killed.unit("B-PK1").place, PiecePlace::Eliminated);
    let facts = told(&before.state, &killed);
    assert_eq!(counted(&facts, "hits joined", "A-DM2"), Some(1.0));
    assert_eq!(counted(&facts, "kills joined", "A-DM2"), Some(1.0));
    assert_eq!(counted(&facts, "kills joined", "A-AX1"), None);
    // The first attacker is the one that destroyed it.
    let by = facts.iter().find_map(|fact| match fact {
        Fact::Destroyed { by, .. } => by.as_deref(),
        _ => None,
    });
    assert_eq!(by, Some("A-AX1"));
}

#[test]
fn moi_res_01_what_cannot_destroy_has_a_chance_of_zero_without_a_sign() {
    // Axes on a Normal pike: 0 on the matrix, rating 0, one against one. Nothing up to 9 eliminates, a retreat has room. Nor does a
    // longbow's shot at a Normal pike.
    let units = [("A-LB1", "1008", 1), ("A-AX1", "1107", 9), ("B-PK1", "1007", 7)];
    let scene = Scene::plain(&units).standard("B2", "1002").active("A1");
    for (unit, kind) in [("A-LB1", "fire"), ("A-AX1", "shock")] {
        let attack = inspected(&scene, unit, "B-PK1", kind);
        assert_eq!(attack.destroys.to_bits(), 0.0_f64.to_bits(), "{unit}: {attack:?}");
    }
}

#[test]
fn moi_cont_02_a_continued_attack_may_be_earned_with_nobody_left_to_attack() {
    // Men-at-arms on a Disordered pike: 1 of the matrix, rating 1. 7, 8 and 9 make 9, 10 and 11, which have CA; each of them
    // drives the pike from the field, and nobody else is there.
    let scene = phase(
        Scene::plain(&[("A-DM2", "1008", 1), ("B-PK1", "1007", 7)])
            .disordered("B-PK1")
            .standard("B2", "1002"),
        "A2",
    );
    let attacks = serde_json::to_value([shock(&["A-DM2"], &["B-PK1"])]).unwrap();
    let about = serde_json::Map::from_iter([("attacks".to_owned(), attacks)]);
    let answers = asked(&scene, "A-DM2", "B-PK1", about).answers;
    let text = |topic: &str| -> String {
        let answer = answers.iter().find(|answer| answer.topic == topic);
        answer.map_or_else(String::new, |answer| answer.text.to_string())
    };
    assert!(
        text("shock").ends_with(", 30 % to earn a Continued Attack."),
        "{}",
        text("shock")
    );
    assert!(
        text("whole_shock").ends_with(", 0 % to fight a Continued Attack."),
        "{}",
        text("whole_shock")
    );
}

#[test]
fn moi_vic_04_the_word_for_damage_is_flight_points() {
    let words = MenOfIron::damage_words();
    assert_eq!(
        (words.count(1), words.count(3), words.models),
        ("1 Flight Point".to_owned(), "3 Flight Points".to_owned(), false)
    );
}

#[test]
fn sides_are_named_as_their_factions() {
    let seats = MenOfIron::seats(&Scene::battle("harrow-ford").state);
    for seat in seats {
        assert_eq!(seat.faction, Some(seat.name));
    }
}
