//! Healing by abilities (pp. 32-33).

use super::*;
use crate::model::cards::Subject;
use crate::model::effect::Effect;

/// A1 and A2, hurt by 5 boxes, far from B1; South's faction heals a unit by 2 boxes at no cost.
fn healers() -> Scene {
    scene3()
        .holding("A1", line(), (18.0, 8.0, 0.0))
        .holding("A2", boxed(4, 4, 2), (25.0, 8.0, 0.0))
        .change("A2", |unit| unit.marked = 5)
        .holding("B1", line(), (18.0, 28.0, 180.0))
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.factions = crate::packs::sample_book().factions;
            let ability = &mut book.factions[1].abilities[0];
            (ability.mark, ability.of_unit, ability.cost) = (None, false, 0);
            ability.subject = Subject::Own {
                most: 1,
                when: Vec::new(),
            };
            ability.effects = vec![Effect::Heal { boxes: 2 }];
            state.players[0].allegiance = Secret::Known(Allegiance {
                faction: "gravenmoor".to_owned(),
                mercenaries: None,
                also: Vec::new(),
            });
        })
}

fn regenerates(unit: &str) -> (Seat, Command) {
    let command = Command::UseAbility {
        ability: "war-rage".to_owned(),
        on: vec![id(unit)],
    };
    (Seat::A, command)
}

fn marked_on(state: &State) -> u8 {
    state.unit(id("A2")).unwrap().marked
}

#[test]
fn bg3_err_02_a_unit_healed_by_an_ability_is_healed_by_nothing_else_that_turn() {
    let (state, _) = play3(begun(healers()), &[regenerates("A2")], &[]).unwrap();
    assert_eq!(marked_on(&state), 3);
    assert!(state.unit(id("A2")).unwrap().turn.healed, "no spell heals it now");
    // Nor the same ability again; A1 may still be chosen.
    let (seat, again) = regenerates("A2");
    assert_eq!(refused3(&state, seat, again), "BG3-SPELL-05");
    let (seat, other) = regenerates("A1");
    assert_eq!(refused3(&state, seat, other), "accepted");
}

#[test]
fn bg3_err_03_no_ability_heals_a_unit_that_cannot_be_healed() {
    let made = healers().set(|state| {
        let kind = state.unit(id("A2")).unwrap().kind;
        std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)].healing_forbidden = true;
    });
    let state = begun(made);
    let (seat, command) = regenerates("A2");
    assert_eq!(refused3(&state, seat, command), "BG3-SPELL-05");
}

/// How many boxes of A2 are marked after the end of a turn at which its own card heals it by 1, with 5 marked before.
fn after_the_turn(change: impl FnOnce(&mut State)) -> u8 {
    let mend = json!({ "name": "mend", "at": "end_of_turn", "effects": [{ "heal": { "boxes": 1 } }] });
    let made = healers().set(|state| {
        let kind = state.unit(id("A2")).unwrap().kind;
        let kinds = &mut std::sync::Arc::make_mut(&mut state.book).kinds;
        kinds[usize::from(kind.0)].triggers = vec![serde_json::from_value(mend).unwrap()];
        change(state);
        state.agenda = vec![Step::EndOfTurn.into()];
    });
    let (done, state, _) = crate::scene::at_table(made.state(), &[], crate::model::agenda::go_on);
    assert!(done.is_ok());
    marked_on(&state)
}

#[test]
fn bg3_spell_05_the_rule_of_a_unit_card_that_heals_is_the_one_healing_of_the_turn_too() {
    assert_eq!(after_the_turn(|_| {}), 4);
    let healed = |state: &mut State| state.unit_mut(id("A2")).unwrap().turn.healed = true;
    assert_eq!(after_the_turn(healed), 5, "a spell healed it this turn");
    let forbidden = |state: &mut State| {
        let kind = state.unit(id("A2")).unwrap().kind;
        std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)].healing_forbidden = true;
    };
    assert_eq!(after_the_turn(forbidden), 5, "it cannot be the target of healing");
}
