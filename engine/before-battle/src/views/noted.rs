//! Positions noted beside the table: the battle stands at the beginning of a turn as it was noted. Rule `HS-NOTE-01`.

use std::collections::BTreeMap;

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{
    BoardPoint, Message, NoteSheet, NotedMoment, NotedPiece, NotedPosition, NotedPositions, NotedWord,
    OtherPlace, PlacedPiece, Refusal, SheetPiece, Table, WantedPiece, message, unfit_note, unfit_place,
};

use super::board::centre;
use crate::BeforeBattle;
use crate::messages::MESSAGES;
use crate::model::command::Command;
use crate::model::event::{EndingEvent, NotedUnit, RulingEvent};
use crate::model::names::UnitId;
use crate::model::state::{Loss, SEATS, Stage, State};
use crate::rules::attack::unit_capacity;
use crate::rules::turn::next_turn;
use crate::rules::victory::{final_result, immediate_end};

/// Losses that are noted, the usual one first.
const LOSSES: [Loss; 4] = [Loss::Melee, Loss::Shooting, Loss::OffBoard, Loss::FleeDice];

/// The degrees between two facings.
const STEP: f64 = 90.0;

impl NotedPositions for BeforeBattle {
    fn sheet(state: &State) -> Option<NoteSheet> {
        if !state.turned_up || state.stage == Stage::Over {
            return None;
        }
        let first = state.start.first_turn.unwrap_or(SEATS[0]);
        let (round, active) = match (state.round, state.active) {
            (0, _) | (_, None) => (1, first),
            (round, Some(active)) => (round, active),
        };
        let next = next_turn(state).unwrap_or((state.cards.board.rounds + 1, first));
        let moment = |(round, active): (u8, _)| NotedMoment {
            turn: u32::from(round),
            active,
        };
        let ways: Vec<NotedWord> = LOSSES.map(lost_as).into();
        let pieces = state.units.iter().filter(|unit| unit.card.is_some());
        Some(NoteSheet {
            counts: message!(MESSAGES, "noted-counts").into(),
            now: moment((round, active)),
            next: moment(next),
            turns_a_count: 2,
            phases: vec![NotedWord::new(
                "actions",
                message!(MESSAGES, "phase", phase = "actions"),
            )],
            conditions: Vec::new(),
            heading_step: STEP,
            points: BTreeMap::new(),
            pieces: pieces
                .map(|unit| SheetPiece {
                    now: NotedPiece {
                        at: unit.cell.map(centre),
                        facing: unit.cell.map(|_| unit.facing.degrees()),
                        left: unit.cell.map(|_| unit_capacity(state, unit.id).into()),
                        gone: unit.lost.map(|lost| lost_as(lost).id),
                        ..NotedPiece::of(&unit.id)
                    },
                    name: state.name(unit.id),
                    seat: unit.id.seat(),
                    full: Some(full(state, unit.id)),
                    can_be: Vec::new(),
                    can_go: ways.iter().map(|way| way.id.clone()).collect(),
                })
                .collect(),
            ways_to_go: ways,
        })
    }

    /// The beginning of a player's turn as it was noted, or the end of the battle: the round behind the last one.
    ///
    /// RULING: before the cards are up nothing is noted: what stands face down nobody has read.
    fn note(table: &mut Table<'_, Self>, noted: &NotedPosition) -> Result<(), Refusal> {
        let state = table.state();
        let Some(sheet) = Self::sheet(state) else {
            return Err(unfit_note("", message!(MESSAGES, "noted-not-in-play")));
        };
        let rounds = state.cards.board.rounds;
        // ERR: a round that does not fit is none of this battle.
        let round = u8::try_from(noted.turn).unwrap_or_default();
        if !(1..=rounds + 1).contains(&round) {
            return Err(unfit_note("/turn", message!(MESSAGES, "noted-no-round", rounds)));
        }
        if !SEATS.contains(&noted.active) {
            return Err(unfit_note("/active", message!(MESSAGES, "noted-no-player")));
        }
        let wanted = sheet.filled(noted)?;
        let units = wanted
            .iter()
            .map(|piece| unit_of(state, piece))
            .collect::<Result<Vec<_>, _>>()?;
        check_cells(state, &units, &wanted)?;
        let ends = round > rounds;
        let last = state.start.first_turn.unwrap_or(SEATS[0]).opponent();
        table.emit(RulingEvent::PositionNoted {
            round: round.min(rounds),
            active: if ends { last } else { noted.active },
            units,
        });
        let state = table.state();
        let ending = immediate_end(state).or_else(|| ends.then(|| final_result(state)));
        if let Some(ending) = ending {
            table.emit(EndingEvent::BattleEnded { ending });
        }
        Ok(())
    }

    fn placed_by(_state: &State, command: &Command) -> Option<PlacedPiece> {
        let Command::Deploy { unit, cell, facing } = command else {
            return None;
        };
        Some(PlacedPiece {
            piece: unit.to_string(),
            at: centre(*cell),
            facing: Some(facing.degrees()),
            heading_step: STEP,
        })
    }

    fn placed_elsewhere(state: &State, command: &Command, place: &OtherPlace) -> Result<Command, Refusal> {
        let Command::Deploy { unit, facing, .. } = command else {
            return Err(unfit_place("", message!(MESSAGES, "placed-no-unit")));
        };
        let cell = cell_at(state, place.at).ok_or_else(|| unfit_place("/at", off_board(state, *unit)))?;
        Ok(Command::Deploy {
            unit: *unit,
            cell,
            facing: place.facing.map_or(*facing, nearest),
        })
    }
}

/// The cell of the board in which a point lies.
fn cell_at(state: &State, at: BoardPoint) -> Option<Cell> {
    let whole = |length: f64| (0.0..256.0).contains(&length).then_some(length as u8);
    whole(at.x)
        .zip(whole(at.y))
        .and_then(|(col, row)| Cell::new(col, row))
        .filter(|cell| state.field().contains(*cell))
}

fn off_board(state: &State, unit: UnitId) -> Message {
    message!(MESSAGES, "noted-off-board", unit = state.name(unit))
}

/// A loss in the game's words.
fn lost_as(lost: Loss) -> NotedWord {
    let id: &str = lost.into();
    NotedWord::new(id, message!(MESSAGES, "noted-lost", lost = id))
}

/// The wounds that a whole unit takes.
fn full(state: &State, unit: UnitId) -> u32 {
    let card = state.card(unit);
    u32::from(card.models) * u32::from(card.wounds_per_model)
}

/// A unit as it was noted, in cells, models and wounds.
fn unit_of(state: &State, wanted: &WantedPiece) -> Result<NotedUnit, Refusal> {
    let piece = &wanted.piece;
    let unit = UnitId::all().find(|unit| unit.to_string() == piece.piece);
    let Some(unit) = unit else {
        return Err(wanted.unfit("piece", message!(MESSAGES, "noted-no-unit")));
    };
    let Some(at) = piece.at else {
        let lost = LOSSES
            .into_iter()
            .find(|lost| Some(lost_as(*lost).id) == piece.gone);
        return Ok(NotedUnit::Lost {
            unit,
            lost: lost.or(state.unit(unit).lost).unwrap_or(Loss::Ruling),
        });
    };
    let cell = cell_at(state, at).ok_or_else(|| wanted.unfit("at", off_board(state, unit)))?;
    let each = u32::from(state.card(unit).wounds_per_model.max(1));
    let left = piece.left.unwrap_or_else(|| full(state, unit));
    let models = left.div_ceil(each);
    Ok(NotedUnit::Standing {
        unit,
        cell,
        facing: nearest(piece.facing.unwrap_or_default()),
        models: models as u8,
        wounds: (models * each - left) as u8,
    })
}

/// The facing that is nearest to a heading in degrees.
fn nearest(degrees: f64) -> Facing {
    let quarters = (degrees / STEP).round().rem_euclid(4.0) as usize;
    [Facing::N, Facing::E, Facing::S, Facing::W][quarters.min(3)]
}

/// No two units stand on one cell.
fn check_cells(state: &State, units: &[NotedUnit], wanted: &[WantedPiece]) -> Result<(), Refusal> {
    let after = |unit: UnitId| {
        let noted = units.iter().find(|noted| noted.unit() == unit);
        noted.map_or(state.cell(unit), |noted| noted.cell())
    };
    for (noted, wanted) in units.iter().zip(wanted) {
        let Some(cell) = noted.cell() else { continue };
        let other = UnitId::all().find(|other| *other != noted.unit() && after(*other) == Some(cell));
        if let Some(other) = other {
            let (unit, other) = (state.name(noted.unit()), state.name(other));
            let why = message!(MESSAGES, "noted-same-cell", unit, other, cell = cell.to_string());
            return Err(wanted.unfit("at", why));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{ReportedTray, Rules as _, Seat};

    use super::*;
    use crate::model::state::EndReason;
    use crate::scene::{Scene, cell, unit};

    fn scene() -> Scene {
        Scene::new("A1 d4 N, A2 a1 N, B1 d6 S, B2 h8 N")
    }

    fn noted(turn: u32, active: Seat, pieces: Vec<NotedPiece>) -> NotedPosition {
        NotedPosition {
            turn,
            active,
            phase: None,
            points: BTreeMap::new(),
            pieces,
        }
    }

    fn at(id: &str, x: f64, y: f64) -> NotedPiece {
        NotedPiece {
            at: Some(BoardPoint::new(x, y)),
            ..NotedPiece::of(id)
        }
    }

    fn note(state: &State, noted: &NotedPosition) -> Result<State, Refusal> {
        let mut tray = ReportedTray::scripted([]);
        let mut table = Table::<BeforeBattle>::new(state.clone(), &mut tray);
        BeforeBattle::note(&mut table, noted)?;
        let state = table.finish()?.0;
        BeforeBattle::invariants(&state).unwrap();
        Ok(state)
    }

    #[test]
    fn units_stand_where_they_were_noted_and_the_turn_begins() {
        let mut scene = scene();
        scene.play("hustle A2", &[6]).unwrap();
        assert!(scene.state.acted.contains(unit("A2")));
        let mut turned = at("A1", 3.2, 4.9);
        turned.facing = Some(95.0);
        let state = note(&scene.state, &noted(2, Seat::B, vec![turned])).unwrap();
        assert_eq!(
            (state.round, state.active, state.stage),
            (2, Some(Seat::B), Stage::Actions)
        );
        let moved = state.unit(unit("A1"));
        assert_eq!((moved.cell, moved.facing), (Some(cell("d5")), Facing::E));
        assert!(!state.acted.contains(unit("A2")), "the turn begins");
        assert_eq!(state.unit(unit("A2")), scene.state.unit(unit("A2")));
    }

    #[test]
    fn units_change_places_in_one_step() {
        let pieces = vec![at("A1", 0.5, 0.5), at("A2", 3.5, 3.5)];
        let state = note(&scene().state, &noted(1, Seat::B, pieces)).unwrap();
        let cells = ["A1", "A2"].map(|name| state.cell(unit(name)).unwrap().to_string());
        assert_eq!(cells, ["a1", "d4"]);
    }

    #[test]
    fn strength_is_noted_in_wounds_and_what_has_none_is_lost() {
        let scene = scene().card("A1", |card| (card.models, card.wounds_per_model) = (4, 2));
        let with = |left: u32| {
            let piece = NotedPiece {
                left: Some(left),
                ..NotedPiece::of("A1")
            };
            note(&scene.state, &noted(2, Seat::A, vec![piece])).unwrap()
        };
        let seen = |state: &State| {
            let unit = state.unit(unit("A1"));
            (unit.models, unit.wounds, unit.lost)
        };
        assert_eq!(seen(&with(8)), (4, 0, None));
        assert_eq!(seen(&with(5)), (3, 1, None));
        assert_eq!(seen(&with(1)), (1, 1, None));
        let gone = with(0);
        assert_eq!(seen(&gone), (0, 0, Some(Loss::Melee)));
        // A unit that was lost comes back whole.
        let back = note(&gone, &noted(3, Seat::A, vec![at("A1", 4.5, 4.5)])).unwrap();
        assert_eq!(seen(&back), (4, 0, None));
    }

    #[test]
    fn a_battle_noted_past_its_last_round_is_over_by_points() {
        let gone = NotedPiece {
            gone: Some("off_board".to_owned()),
            ..NotedPiece::of("B2")
        };
        let state = note(&scene().state, &noted(7, Seat::A, vec![gone])).unwrap();
        let ending = state.ending.unwrap();
        assert_eq!(
            (state.stage, ending.winner, ending.reason),
            (Stage::Over, Some(Seat::A), EndReason::Points)
        );
        assert_eq!(state.unit(unit("B2")).lost, Some(Loss::OffBoard));
        // Without units on one side it is over at once. BB-WIN-01.
        let gone = |name: &str| NotedPiece {
            left: Some(0),
            ..NotedPiece::of(name)
        };
        let state = note(&scene().state, &noted(2, Seat::A, vec![gone("A1"), gone("A2")])).unwrap();
        assert_eq!(state.ending.unwrap().winner, Some(Seat::B));
    }

    #[test]
    fn hs_place_01_a_deployed_unit_is_placed_on_the_cell_in_which_the_point_lies() {
        let state = scene().state;
        let deploy = |text: &str, facing| Command::Deploy {
            unit: unit("A1"),
            cell: cell(text),
            facing,
        };
        let place = |x, y, facing| OtherPlace {
            at: BoardPoint::new(x, y),
            facing,
        };
        let deployed = deploy("d2", Facing::N);
        let placed = BeforeBattle::placed_by(&state, &deployed).unwrap();
        assert_eq!(
            (placed.piece.as_str(), placed.at, placed.facing),
            ("A1", BoardPoint::new(3.5, 1.5), Some(0.0))
        );
        for (place, expected) in [
            (place(3.5, 1.5, Some(0.0)), deployed.clone()),
            (place(4.01, 0.99, None), deploy("e1", Facing::N)),
            (place(3.5, 1.5, Some(100.0)), deploy("d2", Facing::E)),
            (place(3.5, 1.5, Some(-50.0)), deploy("d2", Facing::W)),
        ] {
            assert_eq!(
                BeforeBattle::placed_elsewhere(&state, &deployed, &place),
                Ok(expected)
            );
        }
        for beside in [
            place(-0.1, 1.5, None),
            place(3.5, 8.0, None),
            place(f64::NAN, 1.5, None),
        ] {
            let refusal = BeforeBattle::placed_elsewhere(&state, &deployed, &beside).unwrap_err();
            assert_eq!(refusal.rule.to_string(), "HS-PLACE-01");
            assert_eq!(refusal.details["path"], "/at");
        }
        assert_eq!(
            BeforeBattle::placed_by(&state, &Command::NameFirst { seat: Seat::A }),
            None
        );
    }

    #[test]
    fn what_no_board_can_have_is_refused_at_its_place() {
        let refused = |position: &NotedPosition| {
            let refusal = note(&scene().state, position).unwrap_err();
            assert_eq!(refusal.rule.to_string(), "HS-NOTE-01");
            refusal.details["path"].as_str().unwrap().to_owned()
        };
        assert_eq!(refused(&noted(0, Seat::A, Vec::new())), "/turn");
        assert_eq!(refused(&noted(8, Seat::A, Vec::new())), "/turn");
        assert_eq!(refused(&noted(1, Seat::new(2).unwrap(), Vec::new())), "/active");
        assert_eq!(
            refused(&noted(1, Seat::A, vec![at("A1", 8.5, 3.5)])),
            "/pieces/0/at"
        );
        assert_eq!(
            refused(&noted(1, Seat::A, vec![at("A1", -0.5, 3.5)])),
            "/pieces/0/at"
        );
        assert_eq!(
            refused(&noted(1, Seat::A, vec![at("A1", 3.5, 5.5)])),
            "/pieces/0/at"
        );
        assert_eq!(
            refused(&noted(1, Seat::A, vec![at("A6", 3.5, 4.5)])),
            "/pieces/0/piece"
        );
        let over = note(&scene().state, &noted(7, Seat::A, Vec::new())).unwrap();
        assert!(note(&over, &noted(7, Seat::A, Vec::new())).is_err());
        assert_eq!(BeforeBattle::sheet(&over), None);
    }

    #[test]
    fn the_sheet_of_a_noted_position_says_what_was_noted() {
        let mut moved = at("A1", 3.5, 4.5);
        (moved.facing, moved.left) = (Some(270.0), Some(2));
        let state = note(&scene().state, &noted(3, Seat::B, vec![moved])).unwrap();
        let sheet = BeforeBattle::sheet(&state).unwrap();
        assert_eq!(
            sheet.now,
            NotedMoment {
                turn: 3,
                active: Seat::B
            }
        );
        let piece = &sheet.pieces[0].now;
        assert_eq!(
            (piece.at, piece.facing, piece.left),
            (Some(BoardPoint::new(3.5, 4.5)), Some(270.0), Some(2))
        );
        // Noting the sheet as it is changes nothing.
        let same = noted(
            3,
            Seat::B,
            sheet.pieces.iter().map(|piece| piece.now.clone()).collect(),
        );
        assert_eq!(note(&state, &same).unwrap(), state);
    }
}
