//! The catalogue's statistics, counted of what happens.

use std::collections::BTreeMap;

use hindsight_kernel::{Fact, Notation, Seat, Story};

use super::scene::{Scene, hex, hour, id};
use crate::MenOfIron;
use crate::model::command::Patch;
use crate::model::event::{EndingEvent, Event, ProcedureEvent};
use crate::model::names::ClassId;
use crate::model::piece::{Formation, PiecePlace, Status};

/// The counts of the last command by counter and seat, the position before it being this one.
fn counted(before: &Scene, after: &Scene) -> BTreeMap<String, f64> {
    let mut state = before.state.clone();
    let mut counts = BTreeMap::new();
    for event in &after.events {
        let mut facts = Vec::new();
        MenOfIron::facts(&state, event, &mut facts);
        for fact in facts {
            match fact {
                Fact::Counted { counter, amount, .. } => *counts.entry(counter).or_default() += amount,
                Fact::Destroyed { cause, by, .. } => {
                    *counts
                        .entry(format!("destroyed: {cause}, {}", by.unwrap_or_default()))
                        .or_default() += 1.0;
                }
                _ => {}
            }
        }
        state.evolve(event).unwrap();
    }
    counts
}

/// What the dice of the last command needed, each with whether they are rolled under and what came of them.
fn needed(before: &Scene, words: &str, dice: &str) -> Vec<(Option<i32>, bool, i32)> {
    let (after, _) = say(before, words, dice);
    let mut facts = Vec::new();
    for event in &after.events {
        MenOfIron::facts(&before.state, event, &mut facts);
    }
    let rolled = facts.into_iter().filter_map(|fact| match fact {
        Fact::DiceRolled(rolled) => Some((rolled.target, rolled.roll_under, rolled.result)),
        _ => None,
    });
    rolled.collect()
}

fn say(scene: &Scene, words: &str, dice: &str) -> (Scene, BTreeMap<String, f64>) {
    let mut after = scene.clone();
    let command = MenOfIron::parse(words).unwrap_or_else(|fault| panic!("{words}: {fault}"));
    after.give(command, dice);
    let counts = counted(scene, &after);
    (after, counts)
}

#[test]
fn reactions_offered_taken_and_declined_are_counted() {
    let scene = Scene::plain(&[("A-GN1", "1006", 5), ("B-CB1", "1008", 1)]).active("A3");
    let (asked, counts) = say(&scene, "move A-GN1 1007", "");
    assert_eq!(counts["reaction fire offered"], 1.0);
    assert_eq!(counts["movement points available"], 8.0);
    let (_, declined) = say(&asked, "no", "");
    assert_eq!(declined["reaction fire declined"], 1.0);
    // 0 + 1: a shot by crossbow at genitors, without effect.
    let (shot, taken) = say(&asked, "react B-CB1", "0");
    assert_eq!(taken["crossbow reaction at GEN"], 1.0);
    assert_eq!(taken["reaction fire by crossbow"], 1.0);
    assert_eq!(taken["reaction fire drm"], 1.0);
    assert_eq!(taken["reaction fire: no effect"], 1.0);
    assert!(!taken.contains_key("hits at range 1"));
    // Whoever comes before it now finds it spent.
    let (_, spent) = say(&shot, "move A-GN1 1107", "");
    assert_eq!(spent.get("targets before a spent crossbow"), None);
    let two = Scene::plain(&[("A-GN1", "1006", 5), ("A-MM1", "1106", 5), ("B-CB1", "1008", 1)]).active("A3");
    let (two, _) = say(&two, "move A-GN1 1007", "");
    let (two, _) = say(&two, "react B-CB1", "0");
    let (_, spent) = say(&two, "1106-1107-1108", "");
    assert_eq!(spent["targets before a spent crossbow"], 1.0);
}

#[test]
fn losses_have_their_cause_and_chains_their_length() {
    // 9 + 1 + 3 on a Disordered longbow: Eliminated and Continued Attack, then nobody in front.
    let scene = Scene::plain(&[("A-DM1", "1009", 1), ("B-AX1", "1008", 7), ("B-PK1", "2002", 7)])
        .class("B-AX1", ClassId::LB)
        .disordered("B-AX1");
    let scene = super::shocking::phase(scene, "A1");
    let (after, counts) = say(&scene, "attack A-DM1 on B-AX1", "9");
    assert!(after.unit("B-AX1").hex().is_none());
    assert_eq!(counts["destroyed: attacked, A-DM1"], 1.0);
    assert_eq!(counts["chains of 1 continued attacks or more"], 1.0);
    assert_eq!(counts["defender: Eliminated"], 1.0);
    assert_eq!(counts["attacker: no effect"], 1.0);
    assert_eq!(counts["activations used"], 1.0);
    // By fire: 9 + 2 on Disordered foot: Eliminated.
    let scene = Scene::plain(&[("A-LB1", "1009", 1), ("B-PK1", "1008", 7), ("B-PK2", "2002", 7)])
        .disordered("B-PK1")
        .active("A1");
    let (_, counts) = say(&scene, "1009; fire 1008", "9");
    assert_eq!(counts["destroyed: missile fire, A-LB1"], 1.0);
    assert_eq!(counts["hits at range 1"], 1.0);
    assert_eq!(counts["active fire by longbow"], 1.0);
}

#[test]
fn runs_of_continuity_and_what_a_failed_seizure_gives_away() {
    let scene = Scene::plain(&[("A-LB1", "0214", 1), ("A-PK1", "0414", 1), ("B-MM1", "2002", 7)])
        .continuing(Seat::A, Some("A1"))
        .with(|state| state.players[0].penalty = 1);
    let (scene, _) = say(&scene, "continue A2", "");
    let (_, counts) = say(&scene, "decline", "0");
    assert_eq!(counts["continuity runs of 2 or more"], 1.0);
    let (_, counts) = say(&scene, "seize B1", "9");
    assert_eq!(counts["free activations given by failed seizures"], 1.0);
}

#[test]
fn dice_tell_whether_they_are_rolled_under() {
    // Passing through a unit of missiles harms it on 0 to 4: the rider hopes for 5 or more (8.0, p. 6).
    let passing = Scene::plain(&[("A-MM1", "1010", 1), ("A-LB1", "1009", 1), ("B-PK1", "2002", 7)])
        .standard("A1", "1015")
        .active("A3");
    assert_eq!(needed(&passing, "move A-MM1 1009", "5"), [(Some(5), false, 1)]);
    assert_eq!(needed(&passing, "move A-MM1 1009", "4"), [(Some(5), false, 0)]);
    // A seizure succeeds at the rating or less (4.3, p. 4).
    let free = Scene::plain(&[("A-LB1", "0214", 1), ("A-PK1", "0414", 1), ("B-MM1", "2002", 7)])
        .continuing(Seat::A, Some("A1"));
    let (asked, _) = say(&free, "continue A2", "");
    for (die, result) in [("0", 1), ("9", 0)] {
        let rolled = needed(&asked, "seize B1", die);
        assert!(
            matches!(rolled[..], [(Some(_), true, found)] if found == result),
            "{die}: {rolled:?}"
        );
    }
}

#[test]
fn the_activations_of_each_command_are_counted_also_of_those_never_used() {
    let scene = Scene::battle("harrow-ford");
    let begun = Event::Procedure(ProcedureEvent::BattleSetOut {
        state: Box::new(scene.state.clone()),
    });
    let mut facts = Vec::new();
    MenOfIron::facts(&scene.state, &begun, &mut facts);
    let of = |counter: &str| {
        facts.iter().find_map(|fact| match fact {
            Fact::Counted {
                counter: name,
                amount,
                ..
            } if name == counter => Some(*amount),
            _ => None,
        })
    };
    for command in ["A1", "A2", "A3", "B1", "B2", "B3"] {
        assert_eq!(of(&format!("activations of {command}")), Some(0.0));
    }
    let scene = Scene::plain(&[("A-LB1", "0214", 1), ("B-MM1", "2002", 7)]).free(Seat::A);
    let (_, counts) = say(&scene, "activate A1", "");
    assert_eq!(counts["activations of A1"], 1.0);
}

#[test]
fn what_becomes_of_charges_is_counted() {
    // 5 before pikes: Reluctant.
    let scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "1008", 7)]);
    let scene = super::shocking::phase(scene, "A3");
    let (_, counts) = say(&scene, "attack A-MM1 charge 1009 on B-PK1", "50");
    assert_eq!(counts["reluctant charges"], 1.0);
    // Men-at-arms counter-charge: 0 succeeds.
    let scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-MM1", "1008", 7)]);
    let scene = super::shocking::phase(scene, "A3");
    let (scene, counts) = say(&scene, "attack A-MM1 charge 1009 on B-MM1", "");
    assert_eq!(counts["charges that came to contact"], 1.0);
    let (_, counts) = say(&scene, "counter-charge B-MM1 at A-MM1", "04");
    assert_eq!(counts["charges counter-charged"], 1.0);
    assert_eq!(counts["counter-charge against a charge succeeds"], 1.0);
}

#[test]
fn ruling_that_eliminates_or_returns_a_unit_is_told() {
    let mut scene = Scene::plain(&[("A-MM1", "1010", 1), ("B-PK1", "2002", 7)]).active("A3");
    let patched = |place: PiecePlace| {
        Event::Ending(EndingEvent::Patched {
            patch: Patch::SetUnit {
                unit: id("A-MM1"),
                place,
                status: Status::Normal,
                formation: Formation::Open,
            },
        })
    };
    let back = PiecePlace::On {
        hex: hex("1010"),
        facing: hour(1),
    };
    let mut told = Vec::new();
    for event in [patched(PiecePlace::Eliminated), patched(back)] {
        MenOfIron::facts(&scene.state, &event, &mut told);
        scene.state.evolve(&event).unwrap();
    }
    let [
        Fact::Destroyed {
            unit,
            cause,
            by: None,
            points,
            ..
        },
        Fact::Returned {
            unit: returned,
            share,
            ..
        },
    ] = told.as_slice()
    else {
        panic!("{told:?}");
    };
    assert_eq!((unit.as_str(), cause.as_str()), ("A-MM1", "ruling"));
    assert!(*points > 0.0);
    assert_eq!((returned.as_str(), *share), ("A-MM1", 1.0));
}
