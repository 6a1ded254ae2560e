//! Reforming after a combat. §Reforming.

use hindsight_kernel::{Refusal, Seat, Table, refusals};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::command::Reformed;
use crate::model::event::AftermathEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a reform.
    pub(crate) enum ReformRefusal {
        /// Other units than those that may reform, or another order.
        OtherUnits { named: Vec<UnitId>, may: Vec<UnitId> } = "BB-REF-01", "§Reforming" => asked(named), allowed(may);
    }
}

/// The units of a player that may turn after the present combat: survivors of it that did not flee.
/// Rules `BB-REF-01`, `BB-FLEE-06` (§Reforming).
pub fn may_reform(state: &State, seat: Seat) -> Vec<UnitId> {
    let Some(combat) = state.combat.combats.first() else {
        return Vec::new();
    };
    combat
        .iter()
        .filter(|&unit| {
            unit.seat() == seat && state.cell(unit).is_some() && !state.combat.fled.contains(unit)
        })
        .collect()
}

/// The seat that reforms next. Rule `BB-REF-01`.
///
/// RULING: the active player first; a player without a unit that may is not asked; no result is needed.
pub fn next_to_reform(state: &State) -> Option<Seat> {
    let active = state.active?;
    [active, active.opponent()]
        .into_iter()
        .find(|&seat| !state.combat.reformed.contains(&seat) && !may_reform(state, seat).is_empty())
}

/// Each unit that may reform, once and in order, with any facing. Rule `BB-REF-01`.
///
/// RULING: a reform names every unit that may turn, each once and in the order of the ids, also one that keeps its facing:
/// so one command has one writing, and nobody's turn is forgotten.
///
/// New links are not fought in this phase: the combats were fixed at its beginning (`BB-REF-02`).
pub(crate) fn reform(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    facings: &[Reformed],
) -> Result<(), Refusal> {
    let may = may_reform(table.state(), seat);
    if !facings.iter().map(|reformed| &reformed.unit).eq(&may) {
        let named = facings.iter().map(|reformed| reformed.unit).collect();
        return Err(ReformRefusal::OtherUnits { named, may }.into());
    }
    table.emit(AftermathEvent::UnitsReformed {
        seat,
        facings: facings.to_vec(),
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::combat::in_combat;
    use crate::model::event::{CombatEvent, Event};
    use crate::scene::{Scene, rule_of, unit};

    fn even(units: &str) -> Scene {
        let mut scene = Scene::new(units);
        scene.play("end actions", &[1; 10]).unwrap();
        scene
    }

    #[test]
    fn bb_ref_01_survivors_that_did_not_flee_turn_as_they_like() {
        let scene = even("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        assert_eq!(next_to_reform(&scene.state), Some(Seat::A)); // The active player first; no result is needed.
        assert_eq!(
            rule_of(scene.clone().give(Seat::B, "reform B1 N", &[])),
            "HS-TURN-01"
        );
        for line in [
            "reform nobody",
            "reform A2 N",
            "reform A1 N, A1 S",
            "reform B1 N",
            "reform A1 N, A2 N",
        ] {
            assert_eq!(
                rule_of(scene.clone().give(Seat::A, line, &[])),
                "BB-REF-01",
                "{line}"
            );
        }
        for facing in ["N", "E", "S", "W"] {
            let mut scene = scene.clone();
            scene.give(Seat::A, &format!("reform A1 {facing}"), &[]).unwrap();
            assert_eq!(scene.place("A1"), format!("d4 {facing}"));
            assert_eq!(next_to_reform(&scene.state), Some(Seat::B));
        }
        // The winner faces an emptied cell and turns 180 degrees; the loser fled and is not asked.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N").card("B1", |card| card.block = 7);
        scene
            .play("end actions", &[6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
            .unwrap();
        scene.give(Seat::A, "reform A1 S", &[]).unwrap();
        assert_eq!(
            (scene.place("A1"), scene.state.active),
            ("d4 S".to_owned(), Some(Seat::B))
        );
    }

    #[test]
    fn bb_ref_02_a_new_link_is_fought_in_the_next_combat_phase() {
        // B1 flanks A1, which faces nobody: only B1 strikes now.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 e4 W, B2 h8 N");
        scene.play("end actions", &[1; 5]).unwrap();
        let events = scene.give(Seat::A, "reform A1 E", &[]).unwrap();
        assert!(
            !events
                .iter()
                .any(|event| matches!(event, Event::Combat(CombatEvent::TierFought { .. })))
        );
        assert!(in_combat(&scene.state, unit("A1")));
        scene.give(Seat::B, "reform B1 W", &[]).unwrap();
        let events = scene.give(Seat::B, "end actions", &[1; 10]).unwrap(); // Both strike in North's turn.
        let Some(Event::Combat(CombatEvent::TierFought { blows, .. })) = events
            .iter()
            .find(|event| matches!(event, Event::Combat(CombatEvent::TierFought { .. })))
        else {
            panic!("{events:?}")
        };
        assert_eq!(blows.len(), 2);
    }
}
