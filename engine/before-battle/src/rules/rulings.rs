//! Rulings: changes that the players may make outside the rules.

use hindsight_geometry::squares::Cell;
use hindsight_kernel::{Argument, Refusal, RefusalReason, Table, refusals};

use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::command::Patch;
use crate::model::event::{EndingEvent, RulingEvent};
use crate::model::names::{ItemId, UnitId};
use crate::model::state::{SEATS, Stage, State};
use crate::rules::victory::immediate_end;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a ruling.
    pub(crate) enum RulingRefusal {
        /// No battle in play.
        NotInPlay = "HS-RULE-01", "table";
        /// A change of a unit that is not on the board.
        RestoreFirst { unit: UnitId } = "HS-RULE-01", "table", unit;
        /// A cell with another unit.
        CellTaken = "HS-RULE-01", "table";
        /// A unit without models.
        RemoveInstead { unit: UnitId } = "HS-RULE-01", "table", unit;
        /// The removal of a unit that is not on the board.
        NotOnBoard { unit: UnitId } = "HS-RULE-01", "table", unit;
        /// The return of a unit that is not destroyed.
        NotDestroyed { unit: UnitId } = "HS-RULE-01", "table", unit;
        /// The return of a unit onto another.
        Occupied { cell: Cell } = "HS-RULE-01", "table", cell = Argument::text(cell);
        /// Items for a unit without a card.
        NotInBattle { unit: UnitId } = "HS-RULE-01", "table", unit;
        /// An item that the pack does not have.
        NoItem { item: ItemId } = "HS-RULE-01", "table", item;
        /// A turn that the game does not have.
        NoSuchTurn { rounds: u8 } = "HS-RULE-01", "table", rounds;
    }
}

/// Applies a ruling to a battle in play: it may change units, items and the turn, and must leave a sound position.
/// Rule `HS-RULE-01`.
///
/// RULING: before the cards are up and after the end there is nothing to mend by a ruling; the players take back instead.
pub(crate) fn rule(table: &mut Table<'_, BeforeBattle>, patch: &Patch) -> Result<(), Refusal> {
    let state = table.state();
    let refuse = |reason: RulingRefusal| Err(reason.refusal().asked(patch));
    if !state.turned_up || state.stage == Stage::Over {
        return refuse(RulingRefusal::NotInPlay);
    }
    let on_board = |unit: UnitId| state.cell(unit).is_some();
    let free = |unit: UnitId, cell| state.at(cell).is_none_or(|other| other.id == unit);
    match patch {
        Patch::SetUnit {
            unit, cell, models, ..
        } => {
            if !on_board(*unit) {
                return refuse(RulingRefusal::RestoreFirst { unit: *unit });
            }
            if cell.is_some_and(|cell| !free(*unit, cell)) {
                return refuse(RulingRefusal::CellTaken);
            }
            if *models == Some(0) {
                return refuse(RulingRefusal::RemoveInstead { unit: *unit });
            }
        }
        Patch::RemoveUnit { unit } => {
            if !on_board(*unit) {
                return refuse(RulingRefusal::NotOnBoard { unit: *unit });
            }
        }
        Patch::RestoreUnit { unit, cell, .. } => {
            if state.unit(*unit).lost.is_none() {
                return refuse(RulingRefusal::NotDestroyed { unit: *unit });
            }
            if !free(*unit, *cell) {
                return refuse(RulingRefusal::Occupied { cell: *cell });
            }
        }
        Patch::SetItems { unit, items } => {
            if state.unit(*unit).card.is_none() {
                return refuse(RulingRefusal::NotInBattle { unit: *unit });
            }
            if let Some(stranger) = items.iter().find(|&&item| state.cards.item(item).is_none()) {
                return refuse(RulingRefusal::NoItem { item: *stranger });
            }
            crate::rules::equipment::one_per_slot(&state.cards, state.card(*unit), items)?;
        }
        Patch::SetTurn { round, active } => {
            let rounds = state.cards.board.rounds;
            if !(1..=rounds).contains(round) || !SEATS.contains(active) {
                return refuse(RulingRefusal::NoSuchTurn { rounds });
            }
        }
    }
    table.emit(RulingEvent::Patched { patch: patch.clone() });
    end_if_decided(table);
    Ok(())
}

/// A ruling that removes a player's last unit ends the battle. Rule `BB-WIN-01`.
fn end_if_decided(table: &mut Table<'_, BeforeBattle>) {
    let state: &State = table.state();
    if let Some(ending) = immediate_end(state) {
        table.emit(EndingEvent::BattleEnded { ending });
    }
}

#[cfg(test)]
mod tests {
    use hindsight_geometry::squares::Facing;
    use hindsight_kernel::{ReportedTray, Rules};

    use super::*;
    use crate::model::state::Loss;
    use crate::scene::{Scene, cell, names, unit};
    use hindsight_kernel::Seat;

    fn ruled(scene: &Scene, patch: &Patch) -> Result<State, String> {
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<BeforeBattle>::new(scene.state.clone(), &mut tray);
        BeforeBattle::rule(&mut table, patch).map_err(|refusal| refusal.rule.to_string())?;
        let state = table.finish().map_err(|refusal| refusal.to_string())?.0;
        BeforeBattle::invariants(&state)?;
        Ok(state)
    }

    fn set(name: &str) -> Patch {
        Patch::SetUnit {
            unit: unit(name),
            cell: None,
            facing: None,
            models: None,
            wounds: None,
            acted: None,
            charged: None,
        }
    }

    #[test]
    fn the_battle_goes_on_without_a_unit_that_was_waited_for() {
        // Nobody hits; A1 has turned after the combat and B1 may: a ruling takes it away.
        let mut scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        scene.play("end actions", &[1; 10]).unwrap();
        scene.give(Seat::A, "reform A1 N", &[]).unwrap();
        let state = ruled(&scene, &Patch::RemoveUnit { unit: unit("B1") }).unwrap();
        assert_eq!((state.stage, state.active), (Stage::Actions, Some(Seat::B)));
        let asked: Vec<Seat> = crate::rules::asking::awaiting(&state)
            .iter()
            .map(|asked| asked.seat)
            .collect();
        assert_eq!(asked, [Seat::B]);
        // While somebody is asked still, a ruling lets nothing happen by itself.
        let other = ruled(&scene, &Patch::RemoveUnit { unit: unit("B2") }).unwrap();
        assert_eq!((other.stage, other.active), (Stage::Aftermath, Some(Seat::A)));
    }

    #[test]
    fn a_ruling_changes_units_items_and_turns() {
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        let patch = Patch::SetUnit {
            unit: unit("A1"),
            cell: Some(cell("c3")),
            facing: Some(Facing::E),
            models: Some(2),
            wounds: None,
            acted: Some(true),
            charged: None,
        };
        let state = ruled(&scene, &patch).unwrap();
        assert_eq!(
            (state.cell(unit("A1")), state.unit(unit("A1")).models),
            (Some(cell("c3")), 2)
        );
        assert!(state.acted.contains(unit("A1")));
        let state = ruled(&scene, &Patch::RemoveUnit { unit: unit("B2") }).unwrap();
        assert_eq!(state.unit(unit("B2")).lost, Some(Loss::Ruling));
        let gone = Scene { state };
        let back = Patch::RestoreUnit {
            unit: unit("B2"),
            cell: cell("g8"),
            facing: Facing::S,
            models: 3,
            wounds: 0,
        };
        assert_eq!(ruled(&gone, &back).unwrap().unit(unit("B2")).lost, None);
        let items = Patch::SetItems {
            unit: unit("A1"),
            items: names("sword-1 shield-2"),
        };
        assert_eq!(ruled(&scene, &items).unwrap().gear(unit("A1")).melee_target(), 3);
        let state = ruled(
            &scene,
            &Patch::SetTurn {
                round: 4,
                active: Seat::B,
            },
        )
        .unwrap();
        assert_eq!((state.round, state.active), (4, Some(Seat::B)));
        // The last unit of a player: the battle ends.
        let state = ruled(
            &Scene::new("A1 d4 N, B1 h8 S"),
            &Patch::RemoveUnit { unit: unit("B1") },
        )
        .unwrap();
        assert_eq!(state.ending.unwrap().winner, Some(Seat::A));
    }

    #[test]
    fn a_ruling_leaves_a_sound_position() {
        let scene = Scene::new("A1 d4 N, A2 a1 N, B1 d5 S, B2 h8 N");
        let wrong = |change: &dyn Fn(&mut Patch)| {
            let mut patch = set("A1");
            change(&mut patch);
            ruled(&scene, &patch).unwrap_err()
        };
        let cell_to = |to: &'static str| {
            move |patch: &mut Patch| {
                if let Patch::SetUnit { cell: place, .. } = patch {
                    *place = Some(cell(to));
                }
            }
        };
        assert_eq!(wrong(&cell_to("d5")), "HS-RULE-01");
        assert!(wrong(&cell_to("i9")).starts_with("cell_on_board"));
        let models = |count: u8| {
            move |patch: &mut Patch| {
                if let Patch::SetUnit { models, .. } = patch {
                    *models = Some(count);
                }
            }
        };
        assert_eq!(wrong(&models(0)), "HS-RULE-01");
        assert!(wrong(&models(9)).starts_with("models"));
        for patch in [
            set("A5"),
            Patch::RemoveUnit { unit: unit("A5") },
            Patch::RestoreUnit {
                unit: unit("A1"),
                cell: cell("e5"),
                facing: Facing::N,
                models: 1,
                wounds: 0,
            },
            Patch::SetItems {
                unit: unit("A1"),
                items: names("no-item"),
            },
            Patch::SetTurn {
                round: 0,
                active: Seat::A,
            },
            Patch::SetTurn {
                round: 7,
                active: Seat::A,
            },
        ] {
            assert_eq!(ruled(&scene, &patch), Err("HS-RULE-01".to_owned()), "{patch:?}");
        }
        let two = Patch::SetItems {
            unit: unit("A1"),
            items: names("sword-1 axe-1"),
        };
        assert_eq!(ruled(&scene, &two), Err("BB-WPN-02".to_owned()));
    }
}
