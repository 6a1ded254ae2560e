//! Any position is a start: how a game begins from one.

use hindsight_kernel::{Message, Refusal, Table, message, refusals, sentences};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::event::OpeningEvent;
use crate::model::state::{SEATS, Secret, Stage, State};
use crate::packs::card_faults;
use crate::rules::invariants::faults;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a position as the start of a game.
    pub(crate) enum PositionRefusal {
        /// Faults of the position or its cards, at least one.
        Faults { faults: Vec<Message> } = "HS-POS-01", "table", fault = faults[0].clone() => with("faults", sentences(faults));
    }
}

/// Begins a game from a position. Rule `HS-POS-01`.
pub(crate) fn begin_at(table: &mut Table<'_, BeforeBattle>, position: State) -> Result<(), Refusal> {
    let mut wrong: Vec<Message> = card_faults(&position.cards)
        .into_iter()
        .map(|fault| fault.message())
        .collect();
    if position.stage == Stage::Empty {
        wrong.push(message!(MESSAGES, "position-table-empty"));
    }
    if wrong.is_empty() {
        wrong = faults(&position);
        if position.stage == Stage::Build {
            for seat in SEATS {
                let player = position.player(seat);
                if player.list == Secret::Unknown && player.shown.is_none() {
                    wrong.push(message!(MESSAGES, "position-shown-cards-needed", seat));
                }
            }
        }
        if position.stage == Stage::Actions
            && SEATS
                .iter()
                .any(|&seat| position.standing_of(seat).next().is_none())
        {
            wrong.push(message!(MESSAGES, "position-side-without-units"));
        }
    }
    if !wrong.is_empty() {
        return Err(PositionRefusal::Faults { faults: wrong }.into());
    }
    table.emit(OpeningEvent::PositionSet {
        position: Box::new(position),
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::names::UnitSet;
    use crate::model::state::{EndReason, Ending, Loss};
    use crate::scene::{Scene, cell, unit};
    use hindsight_kernel::{ReportedTray, Rules, Seat};

    fn begin(position: State, dice: &[u8]) -> Result<State, Refusal> {
        let mut tray = ReportedTray::scripted(dice.iter().copied());
        let mut table = Table::<BeforeBattle>::new(State::default(), &mut tray);
        BeforeBattle::begin_at(&mut table, position)?;
        Ok(table.finish()?.0)
    }

    /// The name of the first invariant that a changed position breaks.
    fn broken(change: impl FnOnce(&mut State)) -> String {
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        change(&mut scene.state);
        let refusal = begin(scene.state, &[]).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "HS-POS-01");
        let first = refusal.details["faults"][0].as_str().unwrap().to_owned();
        first.split(':').next().unwrap().to_owned()
    }

    #[test]
    fn a_sound_position_is_a_start_as_it_stands() {
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N")
            .charged("A1")
            .wounds("A1", 0);
        assert_eq!(begin(scene.state.clone(), &[]).unwrap(), scene.state);
        let json = serde_json::to_value(&scene.state).unwrap();
        assert_eq!(serde_json::from_value::<State>(json).unwrap(), scene.state);
    }

    #[test]
    fn every_invariant_is_checked() {
        let at =
            |state: &mut State, name: &str, to: &str| state.units[unit(name).index()].cell = Some(cell(to));
        assert_eq!(broken(|state| at(state, "A2", "d4")), "cells_distinct");
        assert_eq!(broken(|state| at(state, "A2", "i9")), "cell_on_board");
        assert_eq!(broken(|state| state.units.swap(0, 1)), "unit_id");
        assert_eq!(broken(|state| state.units[0].card = None), "card_known");
        assert_eq!(
            broken(|state| state.units[0].card = Some("no-card".parse().unwrap())),
            "card_known"
        );
        assert_eq!(broken(|state| state.units[0].models = 0), "models");
        assert_eq!(broken(|state| state.units[0].models = 6), "models");
        assert_eq!(broken(|state| state.units[0].wounds = 1), "wounds");
        assert_eq!(broken(|state| state.units[0].lost = Some(Loss::Melee)), "lost");
        assert_eq!(broken(|state| state.units[3].models = 2), "absent_unit");
        assert_eq!(
            broken(|state| state.units[0].items[0] = Some("shield-1".parse().unwrap())),
            "item_slots"
        );
        assert_eq!(
            broken(|state| state.units[0].items[0] = Some("no-item".parse().unwrap())),
            "items_known"
        );
        let twice = |state: &mut State| {
            for slot in 0..2 {
                state.units[slot].items[0] = Some("sword-1".parse().unwrap());
            }
        };
        assert_eq!(broken(twice), "items_distinct");
        assert_eq!(broken(|state| state.turned_up = false), "face_down");
        assert_eq!(broken(|state| state.round = 0), "stage");
        assert_eq!(broken(|state| state.round = 7), "stage");
        assert_eq!(broken(|state| state.active = None), "stage");
        assert_eq!(broken(|state| state.active = Seat::new(2)), "seats");
        assert_eq!(broken(|state| state.start.first_turn = None), "stage");
        assert_eq!(
            broken(|state| state.acted = UnitSet::from_iter([unit("B1")])),
            "stage"
        );
        assert_eq!(
            broken(|state| state.charged = UnitSet::from_iter([unit("A1")])),
            "stage"
        ); // Charged without acting.
        assert_eq!(
            broken(|state| state.combat.fled = UnitSet::from_iter([unit("A1")])),
            "combat"
        );
        assert_eq!(broken(|state| state.stage = Stage::Over), "stage");
        assert_eq!(broken(|state| state.stage = Stage::Empty), "stage");
        assert_eq!(broken(|state| state.stage = Stage::Blows { tier: 2 }), "combat");
        let over = |state: &mut State| {
            state.ending = Some(Ending {
                winner: None,
                points: [0, 0],
                reason: EndReason::Equal,
            });
        };
        assert_eq!(broken(over), "stage");
        let blank_card = |state: &mut State| {
            std::sync::Arc::make_mut(&mut state.cards)
                .units
                .last_mut()
                .unwrap()
                .attacks = 200;
        };
        assert!(broken(blank_card).starts_with("/cards/units/"));
        let gone = |state: &mut State| {
            for place in 6..8 {
                (state.units[place].cell, state.units[place].models) = (None, 0);
                state.units[place].lost = Some(Loss::Melee);
            }
        };
        assert_eq!(broken(gone), "stage");
    }

    #[test]
    fn a_position_between_two_events_goes_on_by_itself() {
        // The actions are over and the combats are due: the fight follows from the position.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        scene.state.stage = Stage::Combats;
        let state = begin(scene.state, &[1; 10]).unwrap();
        assert_eq!(
            (state.stage, crate::rules::reforming::next_to_reform(&state)),
            (Stage::Aftermath, Some(Seat::A))
        );
    }
}
