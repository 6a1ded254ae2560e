//! Sentences of events and questions.

use std::sync::Arc;

use battleground_geometry::{Degrees, Side};
use hindsight_kernel::{Message, Seat};

use super::sentence;
use crate::editions::Edition;
use crate::model::agenda::{Options, Question, Step, Topic};
use crate::model::attack::{Asked, Attack, AttackKind, AttackStage, Numbers};
use crate::model::cards::{Ability, AbilityWindow, Faction, Subject};
use crate::model::event::{
    CombatEvent, EngagementEvent, Event, MoveKind, MovementEvent, ProcedureEvent, SetupEvent, TurnEvent,
    TurnMark,
};
use crate::model::names::UnitId;
use crate::model::state::{Declared, Degree, EndReason, Ending, Glimpse, State};
use crate::questions::question;
use crate::scene::{Scene, id, inches, line, scene};

/// A1 and A2 of South face B1 and B2 of North in this edition.
fn facing(edition: Edition) -> Scene {
    scene()
        .unit("A1", line(), (10.0, 10.0, 0.0))
        .unit("A2", line(), (20.0, 10.0, 0.0))
        .unit("B1", line(), (10.0, 20.0, 180.0))
        .unit("B2", line(), (20.0, 20.0, 180.0))
        .set(|state| state.edition = edition)
}

fn both_editions() -> [State; 2] {
    [Edition::V4, Edition::V3].map(|edition| facing(edition).state())
}

fn units(names: &[&str]) -> Vec<UnitId> {
    names.iter().map(|name| id(name)).collect()
}

/// What the log says of the next step.
fn next(state: &State, step: Step) -> Message {
    let ahead = vec![step];
    sentence(
        state,
        &Event::Procedure(ProcedureEvent::Proceeded { done: 1, ahead }),
    )
}

#[test]
fn the_snapshot_counts_enemies_and_units_and_no_pairs() {
    let glimpse = |unit: &str, enemy: &str, visible: bool, could_rush: bool| Glimpse {
        unit: id(unit),
        enemy: id(enemy),
        visible,
        side: Some(Side::Front),
        distance: inches(3.0),
        could_rush,
        facing: None,
    };
    let said = |glimpses: Vec<Glimpse>| {
        let event = Event::Turn(TurnEvent::SnapshotTaken { glimpses });
        sentence(&facing(Edition::V4).state(), &event)
    };
    assert_eq!(
        said(vec![
            glimpse("A1", "B1", true, true),
            glimpse("A1", "B2", true, true),
            glimpse("A2", "B1", true, false),
            glimpse("A2", "B2", true, false),
        ]),
        "At the start of the turn 2 enemies are Visible and 1 unit could Final Rush"
    );
    assert_eq!(
        said(vec![
            glimpse("A1", "B1", true, true),
            glimpse("A2", "B1", true, true),
            glimpse("A2", "B2", false, false),
        ]),
        "At the start of the turn 1 enemy is Visible and 2 units could Final Rush"
    );
}

#[test]
fn marks_of_one_enemy_or_friend_are_in_the_singular() {
    let state = facing(Edition::V3).state();
    let said = |mark: TurnMark| {
        let unit = id("A1");
        sentence(&state, &Event::Movement(MovementEvent::Marked { unit, mark }))
    };
    assert_eq!(
        [
            said(TurnMark::Beyond(units(&["B1"]))),
            said(TurnMark::Beyond(units(&["B1", "B2"]))),
            said(TurnMark::Touched(units(&["A2"]))),
        ],
        [
            "Line (A1) is out of range of 1 enemy",
            "Line (A1) is out of range of 2 enemies",
            "Line (A1) touches 1 friend as it routs",
        ]
    );
}

#[test]
fn one_pair_remains_engaged_and_two_remain() {
    let said = |pairs: &[(&str, &str)]| {
        let mut made = facing(Edition::V4);
        for (own, enemy) in pairs {
            made = made.engaged(own, enemy, Side::Front);
        }
        let state = made.state();
        let engagements = state.engagements.clone();
        sentence(
            &state,
            &Event::Engagement(EngagementEvent::EngagementsChanged { engagements }),
        )
    };
    assert_eq!(said(&[("A1", "B1")]), "1 pair of units remains engaged");
    assert_eq!(
        said(&[("A1", "B1"), ("A2", "B2")]),
        "2 pairs of units remain engaged"
    );
}

#[test]
fn steps_name_their_units() {
    let state = facing(Edition::V4).state();
    let activate = |names: &[&str]| next(&state, Step::Activate { units: units(names) });
    assert_eq!(
        [
            activate(&["A1"]),
            activate(&["A1", "A2"]),
            next(&state, Step::Falls { unit: id("A2") }),
        ],
        [
            "Next: Line (A1) is activated",
            "Next: Line (A1) and Line (A2) are activated",
            "Next: Line (A2) falls, and is backed up",
        ]
    );
}

#[test]
fn who_moves_under_direct_control_is_named() {
    let state = facing(Edition::V4)
        .set(|state| state.agenda.push(Step::SubmitLegs { unit: id("A1") }.into()))
        .state();
    let awaited = crate::flow::awaiting(&state);
    let asked: Vec<String> = awaited
        .iter()
        .map(|awaiting| awaiting.question.to_string())
        .collect();
    assert_eq!(asked, ["South: how does Line (A1) move under Direct Control?"]);
}

/// `BG4-MAN-06`: about. `BG3-COUR-07`, `BG3-COUR-08` (p. 22): to the own edge, or away from an enemy.
#[test]
fn a_router_makes_an_about_face_only_where_it_turns_by_half_a_circle() {
    let said = |from: f64, to: f64| {
        let state = scene().unit("A1", line(), (18.0, 15.0, from)).state();
        sentence(
            &state,
            &Event::Movement(MovementEvent::UnitTurned {
                from: Vec::new(),
                unit: id("A1"),
                kind: MoveKind::RoutTurn,
                heading: Degrees::new(to).unwrap(),
            }),
        )
    };
    assert_eq!(said(0.0, 180.0), "Line (A1) makes an About Face, Routing");
    assert_eq!(said(200.0, 20.0), "Line (A1) makes an About Face, Routing");
    assert_eq!(said(30.0, 180.0), "Line (A1) turns to 180\u{b0}, Routing");
    assert_eq!(said(0.0, 270.0), "Line (A1) turns to 270\u{b0}, Routing");
    assert_eq!(said(180.0, 180.0), "Line (A1) keeps facing 180\u{b0}, Routing");
}

/// `BG4-SCEN-04` (p. 141): points decide. `BG3-SET-13` (p. 4): the last player with units wins.
#[test]
fn a_victory_check_names_a_goal_only_where_points_decide() {
    let said = both_editions().map(|state| {
        let event = TurnEvent::VictoryChecked {
            destroyed: [0, 1_480],
            sackers: Vec::new(),
        };
        sentence(&state, &Event::Turn(event))
    });
    assert_eq!(
        said,
        [
            "Victory check: South has destroyed 0, North 1480 of 1200 points",
            "Victory check: South has destroyed 0 points, North 1480",
        ]
    );
}

#[test]
fn an_ending_by_annihilation_names_who_has_no_unit_left() {
    let state = facing(Edition::V3).state();
    let said = |winner: Option<Seat>, degree: Degree| {
        let ending = Ending {
            winner,
            degree,
            reason: EndReason::NoUnits,
            destroyed: [615, 1_895],
        };
        sentence(&state, &Event::Turn(TurnEvent::BattleEnded { ending }))
    };
    assert_eq!(
        said(Some(Seat::B), Degree::Victory),
        "South has no unit left: a Victory for North"
    );
    assert_eq!(said(None, Degree::Draw), "No unit is left on either side: a Draw");
}

#[test]
fn a_question_about_a_unit_names_it() {
    let state = facing(Edition::V3).state();
    let asked = |topic: Topic| {
        let asked = Question {
            seat: Seat::A,
            topic,
            unit: Some(id("A1")),
            about: None,
            options: Options::OneOf(Vec::new()),
            rule: "BG4-TURN-03".to_owned(),
        };
        question(&state, &asked).to_string()
    };
    assert_eq!(
        [Topic::TurnAway, Topic::ThrowTarget, Topic::RoutDirection].map(asked),
        [
            "South: from which enemy does Line (A1) turn away?",
            "South: at which enemy does Line (A1) throw?",
            "South: in which direction does Line (A1) leave the fight?",
        ]
    );
    assert_eq!(asked(Topic::NextThrow), "South: which unit throws next?");
}

#[test]
fn bought_abilities_are_named() {
    let ability = |id: &str, name: &str| Ability {
        id: id.to_owned(),
        name: name.to_owned(),
        of_unit: false,
        cost: 0,
        points: Some(65),
        window: AbilityWindow::Always,
        subject: Subject::Player,
        effects: Vec::new(),
        mark: None,
        standing: Vec::new(),
        triggers: Vec::new(),
        counts_as_card: false,
        is_spell: false,
    };
    let state = facing(Edition::V3)
        .set(|state| {
            Arc::make_mut(&mut state.book).factions.push(Faction {
                id: "hawkshold".to_owned(),
                name: "Hawkshold".to_owned(),
                mercenary_allowed: true,
                deck: Vec::new(),
                abilities: vec![ability("foresight", "Foresight"), ability("drill", "Hard Drill")],
                pack: "test".to_owned(),
            });
        })
        .state();
    let said = |abilities: &[&str]| {
        let event = SetupEvent::ArmyMustered {
            seat: Seat::A,
            units: state.units.iter().take(2).cloned().collect(),
            cards: 0,
            spent: 465,
            concealed: false,
            unknown: 0,
            mercenaries: false,
            abilities: abilities.iter().map(|id| (*id).to_owned()).collect(),
        };
        sentence(&state, &Event::Setup(event))
    };
    assert_eq!(
        said(&["foresight"]),
        "South musters 2 units for 465 points, with the bought ability Foresight"
    );
    assert_eq!(
        said(&["foresight", "drill"]),
        "South musters 2 units for 465 points, with the bought abilities Foresight and Hard Drill"
    );
}

#[test]
fn chosen_targets_are_named() {
    let state = facing(Edition::V4).state();
    let declared = |attacker: &str, target: &str| Declared {
        attack: Attack {
            attacker: id(attacker),
            target: id(target),
            kind: AttackKind::Melee,
            numbers: Numbers::default(),
            stage: AttackStage::BeforeHit,
            asked: Asked::Nobody,
            red: None,
            blue: None,
            cards: Vec::new(),
            moved: Vec::new(),
            hit_roll: None,
            wound_roll: None,
            claimed: None,
            direct: 0,
        },
        done: false,
        felled: false,
    };
    let event = CombatEvent::TargetsChosen {
        seat: Seat::A,
        declared: vec![declared("A1", "B1"), declared("A2", "B2")],
    };
    assert_eq!(
        sentence(&state, &Event::Combat(event)),
        "South: Line (A1) makes a melee attack against Line (B1) and Line (A2) makes a melee attack against Line (B2)"
    );
}
