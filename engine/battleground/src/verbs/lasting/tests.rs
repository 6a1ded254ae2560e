use hindsight_kernel::Seat;
use serde_json::{Value, json};

use super::*;
use crate::model::agenda::Step;
use crate::model::cards::UnitType;
use crate::model::effect::{Condition, Effect, Keyword};
use crate::model::event::{AbilityEvent, TurnEvent};
use crate::model::fold::evolve;
use crate::model::names::CardNo;
use crate::model::state::{Lasting, LastingKind, Phase, State};
use crate::procedures::lasting::holds;
use crate::scene::{at_table, colossal, id, line, scene};

/// Skill +1 for so long.
fn skill(lasts: &str) -> Effect {
    effect(json!({ "change": { "on": "chosen", "change": { "skill": 1 }, "lasts": lasts } }))
}

fn effect(written: Value) -> Effect {
    serde_json::from_value(written).unwrap()
}

/// A unit of a faction whose ability War Rage waits for its window, with these effects on it.
fn under(kind: LastingKind, effects: Vec<Effect>) -> State {
    let card = UnitType {
        faction: "gravenmoor".to_owned(),
        ..line()
    };
    scene()
        .unit("A1", card, (18.0, 10.0, 0.0))
        .change("A1", |unit| {
            unit.lasting = vec![Lasting {
                name: "it".to_owned(),
                kind,
                by: Seat::A,
                effects,
            }];
        })
        .set(|state| {
            std::sync::Arc::make_mut(&mut state.book).factions = crate::packs::sample_book().factions;
        })
        .state()
}

/// How long the effects hold that are left on the unit.
fn left(state: &State) -> Vec<Duration> {
    let unit = state.unit(id("A1")).unwrap();
    unit.lasting
        .iter()
        .flat_map(|lasting| lasting.effects.iter().map(Effect::lasts))
        .collect()
}

fn kinds() -> [LastingKind; 6] {
    [
        LastingKind::Card(CardNo(16)),
        LastingKind::Rule,
        LastingKind::Ruling,
        LastingKind::Blessing,
        LastingKind::Curse,
        LastingKind::Mark("stand-firm".to_owned()),
    ]
}

#[test]
fn bg4_end_03_each_effect_ends_with_its_phase_or_turn_whatever_it_belongs_to() {
    let phase = Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat });
    for kind in kinds() {
        let effects = vec![skill("phase"), skill("turn"), skill("until_courage_failed")];
        let mut state = under(kind, effects);
        evolve(&mut state, &phase).unwrap();
        assert_eq!(left(&state), [Duration::Turn, Duration::UntilCourageFailed]);
        evolve(&mut state, &Event::Turn(TurnEvent::TurnEnded)).unwrap();
        assert_eq!(left(&state), [Duration::UntilCourageFailed]);
    }
    // The ban on cards is one of the turn; what nothing is left of is gone.
    let ban = effect(json!({ "no_cards": { "while_": "attacking" } }));
    let mut state = under(LastingKind::Curse, vec![ban]);
    evolve(&mut state, &Event::Turn(TurnEvent::TurnEnded)).unwrap();
    assert!(state.unit(id("A1")).unwrap().lasting.is_empty());
}

#[test]
fn bg4_atk_17_a_box_that_waits_for_its_window_stays_until_it_is_spent() {
    let mut state = under(LastingKind::Mark("war-rage".to_owned()), vec![skill("attack")]);
    evolve(&mut state, &Event::Turn(TurnEvent::TurnEnded)).unwrap();
    assert_eq!(left(&state), [Duration::Attack]);
}

#[test]
fn bg4_spell_04_what_a_check_ends_ends_alone() {
    // Passed: the part that lasts until then ends, the one of the turn goes on.
    let state = under(
        LastingKind::Blessing,
        vec![skill("until_courage_passed"), skill("turn")],
    );
    let ended = |length: Duration| length == Duration::UntilCouragePassed;
    let ((), state, events) = at_table(state, &[], |table| end_lasting(table, id("A1"), &ended));
    assert_eq!(left(&state), [Duration::Turn]);
    assert!(
        matches!(&events[..], [Event::Ability(AbilityEvent::LastingEnded { effects, .. })] if *effects == [0])
    );
    // With nothing else in it all of it ends.
    let state = under(LastingKind::Blessing, vec![skill("until_courage_passed")]);
    let ((), state, _) = at_table(state, &[], |table| end_lasting(table, id("A1"), &ended));
    assert!(state.unit(id("A1")).unwrap().lasting.is_empty());
}

#[test]
fn bg4_colos_09_what_is_said_of_large_units_holds_for_colossal_ones_outside_attacks() {
    let state = scene()
        .unit("A1", colossal(), (18.0, 10.0, 0.0))
        .unit("A2", line(), (26.0, 10.0, 0.0))
        .state();
    let large = [Condition::Has(vec![Keyword::Large])];
    let is_large = |unit| holds(&state, state.unit(id(unit)).unwrap(), &large);
    assert!(is_large("A1") && !is_large("A2"));
}

#[test]
fn what_lasts_is_noted_as_what_it_is_and_under_its_whole_name() {
    // An ability whose name begins with a number is no card of that number.
    for kind in [LastingKind::Rule, LastingKind::Card(CardNo(16))] {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .set(|state| {
                state.agenda = vec![
                    Step::Effects {
                        seat: Seat::A,
                        name: "7 Sisters".to_owned(),
                        kind: kind.clone(),
                        on: vec![id("A1")],
                        effects: vec![skill("turn")],
                        spell: false,
                    }
                    .into(),
                ];
            })
            .state();
        let (result, state, _) = at_table(state, &[], crate::model::agenda::go_on);
        result.unwrap();
        let noted = &state.unit(id("A1")).unwrap().lasting[0];
        assert_eq!((noted.name.as_str(), &noted.kind), ("7 Sisters", &kind));
    }
}
