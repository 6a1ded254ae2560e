//! Special rules that answer what happens, from the words of a pack to the order in which they are applied.

use battleground_geometry::Side;
use hindsight_kernel::Seat;
use serde_json::{Value, json};

use super::*;
use crate::field::Field;
use crate::flow::decide;
use crate::model::agenda::go_on;
use crate::model::bounds::MOST_WAITING;
use crate::model::cards::{RangedType, UnitType};
use crate::model::command::Command;
use crate::model::effect::{Effect, Trigger};
use crate::model::event::{AbilityEvent, CombatEvent, CommandEvent, CourageEvent, TurnEvent};
use crate::model::state::{Decks, Phase, RoutCause};
use crate::model::triggered::Level;
use crate::procedures::attack::modifiers::Situation;
use crate::rules::combat::begin_attack;
use crate::scene::{Scene, at_table, id, line, scene, shooting};
use crate::verbs::noted::{What, found, turn_ends};

const FRONT: (f64, f64, f64) = (18.0, 10.0, 0.0);
const AT: (f64, f64, f64) = (18.0, 12.5, 180.0);

/// A rule as a pack writes it.
fn rule(written: Value) -> Trigger {
    serde_json::from_value(written).unwrap()
}

/// A unit card with these rules.
fn ruled(card: UnitType, rules: &[Value]) -> UnitType {
    UnitType {
        triggers: rules.iter().cloned().map(rule).collect(),
        ..card
    }
}

/// A rule that only counts command actions, so that its place in the order shows.
fn counts(name: &str, at: &str) -> Value {
    json!({ "name": name, "at": at, "effects": [{ "gain_command_actions": { "count": 1 } }] })
}

/// The names of the rules in the order applied.
fn applied(events: &[Event]) -> Vec<String> {
    let mut waiting: Vec<Triggered> = Vec::new();
    let mut names = Vec::new();
    for event in events {
        match event {
            Event::Ability(AbilityEvent::RuleTriggered { triggered }) => waiting.push((**triggered).clone()),
            Event::Ability(AbilityEvent::RuleSettled { place, used }) => {
                let settled = waiting.remove(usize::from(*place));
                if *used {
                    names.push(settled.rule.name);
                }
            }
            _ => {}
        }
    }
    assert!(waiting.is_empty());
    names
}

fn consequences(scene: Scene, fresh: &[(&str, u8, u8)]) -> State {
    let mut state = scene.state();
    for (unit, old, fresh) in fresh {
        let unit = state.unit_mut(id(unit)).unwrap();
        (unit.marked, unit.fresh) = (*old, *fresh);
    }
    state.phase = Phase::Combat;
    state.agenda = vec![Step::MovementAndCommand.into(), Step::Consequences.into()];
    state
}

/// Both have fought: an attack of each on the other is declared and done.
fn fought(state: &mut State, pairs: &[(&str, &str)]) {
    let field_state = state.clone();
    let field = Field::of(&field_state);
    for (attacker, target) in pairs {
        let attack = crate::rules::combat::prepared(
            &Situation::of(&field),
            id(attacker),
            id(target),
            crate::model::attack::AttackKind::Melee,
        );
        state.declared.push(crate::model::state::Declared {
            attack,
            done: true,
            felled: false,
        });
    }
}

fn answer(seat: Seat, answer: Answer) -> (Seat, Command) {
    (seat, Command::Choose { answer })
}

fn run(state: State, commands: &[(Seat, Command)], dice: &[u8]) -> (State, Vec<Event>) {
    let ((), state, events) = at_table(state, dice, |table| {
        go_on(table).unwrap();
        for (seat, command) in commands {
            decide(table, *seat, command).unwrap();
        }
    });
    (state, events)
}

/// An attack of A1 on B1 of a kind, everybody passing.
fn attack(scene: Scene, kind: crate::model::attack::AttackKind, dice: &[u8]) -> (State, Vec<Event>) {
    let mut state = scene.state();
    state.agenda.clear();
    let ((), state, events) = at_table(state, dice, |table| {
        begin_attack(table, id("A1"), id("B1"), kind, None);
        go_on(table).unwrap();
    });
    (state, events)
}

#[test]
fn bg4_cons_01_rules_triggered_by_damage_come_last_each_player_orders_his_own_the_active_first() {
    // A1's first attack already put B1 In the Red: nothing happens before the consequences.
    let scene = scene()
        .unit(
            "A1",
            ruled(
                line(),
                &[counts("one", "enemy_in_red"), counts("two", "in_yellow")],
            ),
            FRONT,
        )
        .unit("B1", ruled(line(), &[counts("three", "in_red")]), AT)
        .engaged("A1", "B1", Side::Front);
    let mut state = consequences(scene, &[("A1", 2, 2), ("B1", 6, 1)]);
    fought(&mut state, &[("A1", "B1"), ("B1", "A1")]);
    // South, the Active Player, is asked which of their two comes first, and takes the other one.
    let (asked, events) = run(state.clone(), &[], &[]);
    let Some(Step::Ask(question)) = asked.agenda.last().map(|frame| frame.step.clone()) else {
        panic!("a question");
    };
    assert_eq!((question.seat, question.topic), (Seat::A, Topic::TriggerOrder));
    // Destruction, Yellow and Red and the causes of Rout Checks are noted before.
    let noted = events
        .iter()
        .rposition(|event| matches!(event, Event::Courage(CourageEvent::CauseNoted { .. })));
    let first = events
        .iter()
        .position(|event| matches!(event, Event::Ability(AbilityEvent::RuleTriggered { .. })));
    assert!(noted.is_some() && noted < first);
    for (chosen, expected) in [(0, ["two", "one", "three"]), (2, ["one", "two", "three"])] {
        let (after, events) = run(state.clone(), &[answer(Seat::A, Answer::Number(chosen))], &[]);
        // Their places are those in which the units were hurt: A1's own shade first, then B1's and what it means to A1.
        assert_eq!(applied(&events), expected);
        assert_eq!([after.players[0].actions, after.players[1].actions], [2, 1]);
    }
    // With North active, their one comes first.
    let (_, events) = run(
        State {
            active: Some(Seat::B),
            ..state
        },
        &[answer(Seat::A, Answer::Number(1))],
        &[],
    );
    assert_eq!(applied(&events)[0], "three");
}

#[test]
fn bg4_cons_01_a_unit_destroyed_and_its_destroyer_both_answer() {
    let scene = scene()
        .unit("A1", ruled(line(), &[counts("slayer", "destroys_enemy")]), FRONT)
        .unit(
            "B1",
            ruled(
                line(),
                &[json!({
                    "name": "last blow", "at": "destroyed", "on": "itself",
                    "effects": [{ "draw_cards": { "count": 1 } }]
                })],
            ),
            AT,
        )
        .engaged("A1", "B1", Side::Front);
    let mut state = consequences(scene, &[("B1", 5, 4)]);
    fought(&mut state, &[("A1", "B1")]);
    state.declared[0].felled = true;
    let (after, events) = run(state, &[], &[]);
    assert_eq!(applied(&events), ["slayer", "last blow"]);
    assert_eq!(after.players[0].actions, 1);
}

#[test]
fn bg4_cons_01_an_engagement_is_won_where_no_other_goes_on() {
    let winner = || ruled(line(), &[counts("won", "engagement_won")]);
    let scene = || {
        scene()
            .unit("A1", winner(), FRONT)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", Side::Front)
    };
    let (_, events) = run(consequences(scene(), &[("B1", 5, 4)]), &[], &[]);
    assert_eq!(applied(&events), ["won"]);
    // A second enemy on its flank still fights it: not won.
    let two = scene()
        .unit("B2", line(), (21.0, 10.0, 270.0))
        .engaged("B2", "A1", Side::Right);
    let (_, events) = run(consequences(two, &[("B1", 5, 4)]), &[], &[]);
    assert!(applied(&events).is_empty());
}

#[test]
fn bg4_atk_07_a_spoiled_throw_and_another_action_mark_an_ammo_box() {
    use crate::model::attack::AttackKind::Ranged;
    let bomber = |rules: &[Value]| {
        scene()
            .unit("A1", ruled(shooting(14.0, RangedType::Indirect), rules), FRONT)
            .unit("B1", line(), (18.0, 18.5, 180.0))
    };
    // (book example) A throw with two ones goes astray and hurts the thrower.
    let astray = json!({
        "name": "short fuse", "at": { "thrown_to_hit": { "least": 2, "faces": [1] } },
        "when": ["ranged"], "effects": ["spoil_attack", { "box_on_attacker": {} }]
    });
    let (state, events) = attack(bomber(std::slice::from_ref(&astray)), Ranged, &[1, 1, 2, 3, 4]);
    let thrower = state.unit(id("A1")).unwrap();
    assert_eq!((thrower.ammo_marked, thrower.marked), (1, 1));
    assert_eq!(state.unit(id("B1")).unwrap().marked, 0);
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Combat(CombatEvent::AttackResolved {
            dice: 5,
            hits: 0,
            wounds: 0,
            ..
        })
    )));
    // With one 1 it goes on: 5 - 2, less 1 at long range, hits with 1 and 2; neither wounds.
    let (state, events) = attack(bomber(&[astray]), Ranged, &[1, 2, 6, 6, 6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
    assert!(applied(&events).is_empty());
    // (book example) Another action in place of the shot.
    let instead = json!({
        "name": "gather power", "at": "attack_begins", "when": ["ranged"], "may": true,
        "effects": ["spoil_attack", { "gain_command_actions": { "count": 1 } }]
    });
    for (given, actions, dice) in [
        (Answer::Accept, 1, &[][..]),
        (Answer::Decline, 0, &[6, 6, 6, 6, 6][..]),
    ] {
        let mut state = bomber(std::slice::from_ref(&instead)).state();
        state.agenda.clear();
        let ((), state, _) = at_table(state, dice, |table| {
            begin_attack(table, id("A1"), id("B1"), Ranged, None);
            go_on(table).unwrap();
            decide(
                table,
                Seat::A,
                &Command::Choose {
                    answer: given.clone(),
                },
            )
            .unwrap();
        });
        assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
        assert_eq!(state.players[0].actions, actions);
    }
}

#[test]
fn bg4_prin_01_the_unit_card_wins_over_the_general_table() {
    // "No penalty for Move and Shoot" on the card, -1 skill in the general table: 0.
    let free = json!({
        "name": "mounted bow", "at": "attack_begins", "when": ["ranged"],
        "effects": [{ "ignore": { "modifiers": ["move_and_shoot"] } }]
    });
    for (rules, target) in [(vec![], 2), (vec![free], 3)] {
        let scene = scene()
            .unit("A1", ruled(shooting(14.0, RangedType::Indirect), &rules), FRONT)
            .unit("B1", line(), (18.0, 17.5, 180.0))
            .order("A1", crate::model::orders::Order::Range)
            .order("B1", crate::model::orders::Order::Hold)
            .change("A1", |unit| unit.turn.moved = true);
        let (_, events) = attack(scene, crate::model::attack::AttackKind::Ranged, &[6, 6, 6, 6, 6]);
        let rolled = events.iter().find_map(|event| match event {
            Event::Combat(CombatEvent::AttackRolled { target, .. }) => Some(*target),
            _ => None,
        });
        assert_eq!(rolled, Some(target));
    }
}

#[test]
fn bg4_atk_10_a_unit_rule_on_the_roll_comes_before_overkill() {
    // "Reroll one 6" at a target number of 6: skill 8 against 2.
    let mut sharp = ruled(
        line(),
        &[json!({
            "name": "keen", "at": { "thrown_to_hit": { "faces": [6] } },
            "effects": [{ "reroll": { "dice": { "showing": 6 }, "most": 1 } }]
        })],
    );
    (sharp.attack.dice, sharp.attack.skill, sharp.attack.power) = (3, 8, 2);
    let scene = scene()
        .unit("A1", sharp, FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
        .change("A1", |unit| unit.turn.rushed = false);
    // 6, 6, 3: one 6 is rolled again to 2, then Overkill turns what is still 6: three hits. Then to wound at 0.
    let (_, events) = attack(
        scene,
        crate::model::attack::AttackKind::Melee,
        &[6, 6, 3, 2, 6, 6, 6],
    );
    assert!(
        events.iter().any(|event| matches!(
            event,
            Event::Combat(CombatEvent::AttackResolved {
                hits: 3,
                wounds: 0,
                ..
            })
        )),
        "{events:#?}"
    );
}

#[test]
fn bg4_end_01_unit_rules_first_the_active_players_then_those_of_factions_then_of_the_scenario() {
    let at_end = |name: &str| counts(name, "end_of_turn");
    let mut state = scene()
        .unit("A1", ruled(line(), &[at_end("active")]), FRONT)
        .unit("B1", ruled(line(), &[at_end("other")]), (18.0, 20.0, 180.0))
        .set(|state| state.active = Some(Seat::A))
        .state();
    // A rule of the faction of both.
    let ability = |name: &str| -> crate::model::cards::Ability {
        serde_json::from_value(json!({
            "id": "late", "name": "Late", "of_unit": true, "cost": 0, "window": "always",
            "subject": "player", "triggers": [at_end(name)]
        }))
        .unwrap()
    };
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].rules = vec![special("scenario", None)];
    book.factions = vec![crate::model::cards::Faction {
        id: "one".to_owned(),
        name: "One".to_owned(),
        mercenary_allowed: true,
        deck: Vec::new(),
        abilities: vec![ability("faction")],
        pack: String::new(),
    }];
    state.agenda = vec![Step::EndOfTurn.into()];
    let ((), after, events) = at_table(state, &[], |table| {
        crate::rules::victory::end_of_turn(table, &Step::EndOfTurn.into()).unwrap();
        for _ in 0..20 {
            let frame = table.state().agenda.last().cloned().unwrap();
            if !come_first(table.state(), &frame.step) && frame.step != Step::Triggers {
                break;
            }
            match &frame.step {
                Step::Triggers => apply(table, &frame).unwrap(),
                Step::Effects { .. } => crate::verbs::taking_effect::apply_effects(table, &frame).unwrap(),
                _ => {
                    proceed(table, 0, [Step::Triggers]);
                    Taken::Went
                }
            };
            while let Some(frame) = table.state().agenda.last().cloned()
                && matches!(frame.step, Step::Effects { .. })
            {
                crate::verbs::taking_effect::apply_effects(table, &frame).unwrap();
            }
        }
    });
    assert_eq!(
        applied(&events),
        ["active", "other", "faction", "faction", "scenario", "scenario"]
    );
    assert_eq!([after.players[0].actions, after.players[1].actions], [3, 3]);
}

/// A special rule of the scenario at the end of the turn, of all units or of one player's.
fn special(name: &str, seat: Option<Seat>) -> crate::model::cards::ScenarioRule {
    crate::model::cards::ScenarioRule {
        seat,
        rule: serde_json::from_value(serde_json::to_value(counts(name, "end_of_turn")).unwrap()).unwrap(),
    }
}

#[test]
fn bg4_scen_08_special_rules_of_a_scenario_are_of_all_units_or_of_one_players() {
    let mut state = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .set(|state| state.active = Some(Seat::A))
        .state();
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].rules = vec![special("everybodys", None), special("norths", Some(Seat::B))];
    let ((), state, _) = at_table(state, &[], turn_ends);
    let waiting: Vec<_> = state
        .triggered
        .iter()
        .map(|rule| (rule.unit.to_string(), rule.rule.name.as_str(), rule.level))
        .collect();
    let of_the_scenario = |unit: &str, name| (unit.to_owned(), name, Level::Scenario);
    assert_eq!(
        waiting,
        [
            of_the_scenario("A1", "everybodys"),
            of_the_scenario("B1", "everybodys"),
            of_the_scenario("B1", "norths"),
        ]
    );
}

#[test]
fn a_courage_check_failed_or_passed_is_answered() {
    for (dice, expected) in [([6, 6, 6], "failed"), ([1, 1, 1], "passed")] {
        let card = ruled(
            line(),
            &[
                counts("failed", "courage_failed"),
                counts("passed", "courage_passed"),
            ],
        );
        let state = scene()
            .unit("A1", card, FRONT)
            .change("A1", |unit| unit.pending.rout.push(RoutCause::LastGreen))
            .set(|state| {
                state.phase = Phase::PostCombatCourage;
                state.agenda = vec![
                    Step::MovementAndCommand.into(),
                    Step::Courage {
                        pre: true,
                        step: crate::model::agenda::CourageStep::Rout,
                        only: None,
                        checked: Vec::new(),
                    }
                    .into(),
                ];
            })
            .state();
        let ((), _, events) = at_table(state, &dice, |table| {
            for _ in 0..20 {
                let frame = table.state().agenda.last().cloned().unwrap();
                match &frame.step {
                    Step::Courage { .. } => crate::rules::courage::courage_step(table, &frame).unwrap(),
                    Step::GreenWindow { .. } => {
                        crate::rules::command_cards::green_window(table, &frame).unwrap()
                    }
                    Step::RollCheck => crate::verbs::checks::roll_check(table, &frame).unwrap(),
                    Step::SettleCheck => {
                        crate::verbs::checks::settle_check(table, &frame).unwrap();
                        break;
                    }
                    other => panic!("{other:?}"),
                };
            }
            proceed(table, 0, [Step::Triggers]);
            let frame = table.state().agenda.last().cloned().unwrap();
            apply(table, &frame).unwrap();
        });
        assert_eq!(applied(&events), [expected]);
    }
}

#[test]
fn a_rule_put_on_a_unit_works_as_long_as_it_lasts() {
    let put = |lasts: &str| -> Effect {
        serde_json::from_value(json!({ "trigger": {
            "lasts": lasts, "trigger": counts("blessed", "courage_passed")
        } }))
        .unwrap()
    };
    for (lasts, stays) in [("turn", false), ("lasting", true)] {
        let state = scene()
            .unit("A1", line(), FRONT)
            .set(|state| {
                state.agenda = vec![
                    Step::Effects {
                        seat: Seat::A,
                        name: "Blessing".to_owned(),
                        kind: LastingKind::Card(crate::model::names::CardNo(16)),
                        on: vec![id("A1")],
                        effects: vec![put(lasts)],
                        spell: false,
                    }
                    .into(),
                ];
            })
            .state();
        let (mut state, _) = run(state, &[], &[]);
        assert_eq!(
            found(&state, id("A1"), None, &What::Plain(Happening::CouragePassed)).len(),
            1
        );
        crate::model::fold::evolve(&mut state, &Event::Turn(TurnEvent::TurnEnded)).unwrap();
        assert_eq!(
            !found(&state, id("A1"), None, &What::Plain(Happening::CouragePassed)).is_empty(),
            stays,
            "{lasts}"
        );
    }
}

#[test]
fn what_the_vocabulary_cannot_say_is_asked_at_the_table() {
    let effect: Effect =
        serde_json::from_value(json!({ "by_ruling": { "text": "Exchange two own units." } })).unwrap();
    let state = scene()
        .unit("A1", line(), FRONT)
        .set(|state| {
            state.agenda = vec![
                Step::MovementAndCommand.into(),
                Step::Effects {
                    seat: Seat::A,
                    name: "Trade Places".to_owned(),
                    kind: LastingKind::Card(crate::model::names::CardNo(21)),
                    on: vec![id("A1")],
                    effects: vec![effect],
                    spell: false,
                }
                .into(),
            ];
        })
        .state();
    let (asked, _) = run(state.clone(), &[], &[]);
    let Some(Step::Ask(question)) = asked.agenda.last().map(|frame| frame.step.clone()) else {
        panic!("a question");
    };
    assert_eq!((question.seat, question.topic), (Seat::A, Topic::ByRuling));
    let Options::OneOf(options) = &question.options else {
        panic!("named options");
    };
    assert!(
        options
            .iter()
            .all(|(_, words)| words.contains("Exchange two own units."))
    );
    let (after, _) = run(state, &[answer(Seat::A, Answer::Accept)], &[]);
    assert_eq!(
        after.agenda.last().map(|frame| &frame.step),
        Some(&Step::MovementAndCommand)
    );
}

#[test]
fn bg4_atk_16_where_cards_lie_on_a_table_a_passed_over_defender_has_the_whole_roll_thrown_again() {
    let duel = |decks| {
        let mut state = scene()
            .unit("A1", line(), FRONT)
            .unit("B1", line(), AT)
            .engaged("A1", "B1", Side::Front)
            .set(|state| {
                state.decks = decks;
                state.players[1].hand = vec![None];
                state.players[1].unseen = crate::model::names::CardNo::deck().collect();
            })
            .state();
        state.agenda.clear();
        state
    };
    // 3 hits; the claimed roll has none.
    let ((), state, events) = at_table(duel(Decks::Table), &[1, 2, 3, 6, 6, 6, 6, 6, 6, 6], |table| {
        begin_attack(
            table,
            id("A1"),
            id("B1"),
            crate::model::attack::AttackKind::Melee,
            None,
        );
        go_on(table).unwrap();
        let before = decide(table, Seat::B, &Command::ClaimReroll).unwrap_err();
        assert_eq!(before.id(crate::editions::Edition::V4), "BG4-ATK-16");
        decide(table, Seat::B, &Command::Pass).unwrap();
        let other = decide(table, Seat::A, &Command::ClaimReroll).unwrap_err();
        assert_eq!(other.id(crate::editions::Edition::V4), "BG4-ATK-16");
        decide(table, Seat::B, &Command::ClaimReroll).unwrap();
        let again = decide(table, Seat::B, &Command::ClaimReroll).unwrap_err();
        assert_eq!(again.id(crate::editions::Edition::V4), "BG4-ATK-16");
        decide(table, Seat::B, &Command::Pass).unwrap();
    });
    let claimed = events.iter().position(|event| {
        matches!(
            event,
            Event::Command(CommandEvent::RerollClaimed { seat: Seat::B })
        )
    });
    let rolled = events.iter().position(
        |event| matches!(event, Event::Combat(CombatEvent::AttackRolled { rerolled, successes: 0, .. }) if rerolled.len() == 5),
    );
    assert!(claimed.is_some() && claimed < rolled);
    assert_eq!(state.unit(id("B1")).unwrap().marked, 0);
    // In engine play it cannot occur: the window was offered.
    at_table(duel(Decks::Server), &[1, 2, 3, 6, 6], |table| {
        begin_attack(
            table,
            id("A1"),
            id("B1"),
            crate::model::attack::AttackKind::Melee,
            None,
        );
        go_on(table).unwrap();
        decide(table, Seat::B, &Command::Pass).unwrap();
        let refused = decide(table, Seat::B, &Command::ClaimReroll).unwrap_err();
        assert_eq!(refused.id(crate::editions::Edition::V4), "BG4-ATK-16");
    });
}

#[test]
fn bg4_cons_01_more_rules_may_wait_than_a_byte_counts() {
    // Sixteen units of South and twenty rules each, all at the end of the turn: 320 wait, more than a byte counts.
    let rules: Vec<Value> = (0..20).map(|_| counts("late", "end_of_turn")).collect();
    let mut made = scene().unit("B1", line(), (18.0, 28.0, 180.0));
    for unit in 1..=16_u8 {
        let (column, row) = (f64::from((unit - 1) % 8), f64::from((unit - 1) / 8));
        let place = (4.0 + 4.0 * column, 4.0 + 4.0 * row, 0.0);
        made = made.unit(&format!("A{unit}"), ruled(line(), &rules), place);
    }
    let ((), state, _) = at_table(made.state(), &[], turn_ends);
    assert_eq!(state.triggered.len(), 320);
    let ((), state, _) = at_table(state, &[], |table| {
        let frame = Step::Triggers.into();
        let Err(Need::Ask(question)) = apply(table, &frame) else {
            panic!("South chooses the order");
        };
        let Options::OneOf(options) = &question.options else {
            panic!("named options");
        };
        assert_eq!(options.len(), 16, "rules of one name on one card are one choice");
    });
    // No more wait than can be led through between two commands.
    let ((), state, _) = at_table(state, &[], turn_ends);
    assert_eq!(state.triggered.len(), MOST_WAITING);
}

#[test]
fn bg4_cons_01_a_player_orders_also_rules_of_one_unit_with_one_name() {
    let named = |at: &str, actions: u8| json!({ "name": "wrath", "at": at, "effects": [{ "gain_command_actions": { "count": actions } }] });
    let scene = scene()
        .unit(
            "A1",
            ruled(line(), &[named("in_yellow", 1), named("in_red", 2)]),
            FRONT,
        )
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let mut state = consequences(scene, &[("A1", 3, 5)]);
    fought(&mut state, &[("B1", "A1")]);
    let wrath = |number: Option<u8>| Answer::Rule {
        unit: id("A1"),
        name: "wrath".to_owned(),
        other: None,
        number,
    };
    let (asked, _) = run(state.clone(), &[], &[]);
    let Some(Step::Ask(question)) = asked.agenda.last().map(|frame| frame.step.clone()) else {
        panic!("a question");
    };
    let Options::OneOf(options) = &question.options else {
        panic!("named choices");
    };
    let names: Vec<&Answer> = options.iter().map(|(answer, _)| answer).collect();
    assert_eq!(names, [&wrath(None), &wrath(Some(2))]);
    for (first, gained) in [(None, [1, 2]), (Some(2), [2, 1])] {
        let (_, events) = run(state.clone(), &[answer(Seat::A, wrath(first))], &[]);
        let actions: Vec<i8> = events
            .iter()
            .filter_map(|event| match event {
                Event::Command(CommandEvent::ActionsGained { count, .. }) => i8::try_from(*count).ok(),
                _ => None,
            })
            .collect();
        assert_eq!(actions, gained);
    }
    // Two that say the same are not told apart.
    let same = serde_json::to_value(counts("grit", "in_yellow")).unwrap();
    let twice = crate::scene::scene()
        .unit("A1", ruled(line(), &[same.clone(), same]), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let mut state = consequences(twice, &[("A1", 3, 2)]);
    fought(&mut state, &[("B1", "A1")]);
    let (_, events) = run(state, &[], &[]);
    assert_eq!(applied(&events), ["grit", "grit"]);
}
