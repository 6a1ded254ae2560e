//! Deploy: rows, alternation, facing, and the moment when all cards are turned up. §Deploy.

use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::{Argument, Refusal, Seat, Table, refusals};

use crate::BeforeBattle;
use crate::messages::{MESSAGES, seat_message};
use crate::model::event::{DeploymentEvent, TurnedUp, by_slot};
use crate::model::names::{UNITS_PER_ARMY, UnitId};
use crate::model::state::{SEATS, State};
use crate::rules::weapons::items_of;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a deployment, in the order in which they are judged; the last two when the cards are turned up.
    pub(crate) enum DeploymentRefusal {
        /// A unit of the other player.
        OtherUnit { unit: UnitId, seat: Seat, waiting: Vec<UnitId> } = "BB-DEP-03", "§Deploy", unit, seat = seat_message(*seat)
            => asked(unit), allowed(waiting);
        /// A unit that is placed.
        Placed { unit: UnitId, cell: Cell, waiting: Vec<UnitId> } = "BB-DEP-03", "§Deploy", unit, cell = Argument::text(cell)
            => asked(unit), allowed(waiting);
        /// A cell outside the rows of the player.
        OutsideRows { seat: Seat, cell: Cell, first: u8, last: u8 } = "BB-DEP-02", "§Deploy", seat = seat_message(*seat), first, last
            => asked(cell), allowed([first, last]);
        /// A cell with a unit.
        CellTaken { other: UnitId, cell: Cell } = "BB-DEP-02", "§Deploy", other, cell = Argument::text(cell) => asked(cell);
        /// An army that is not known when the cards are turned up.
        ArmyUnknown { seat: Seat } = "BB-DEP-05", "§Deploy", seat = seat_message(*seat);
        /// A unit without a card when the cards are turned up.
        NoCard { unit: UnitId } = "BB-DEP-05", "§Deploy", unit;
    }
}

/// The rows a player deploys in, 0-based: the two next to the home edge. Rules `BB-DEP-01`, `BB-DEP-02` (§Deploy).
pub fn deployment_rows(state: &State, seat: Seat) -> std::ops::Range<u8> {
    let board = &state.cards.board;
    match seat.index() {
        0 => 0..board.deploy_rows,
        _ => board.rows.saturating_sub(board.deploy_rows)..board.rows,
    }
}

/// Whether a unit may be placed on a cell. Rule `BB-DEP-02` (§Deploy).
pub fn may_deploy(state: &State, unit: UnitId, cell: Cell) -> Result<(), Refusal> {
    let seat = unit.seat();
    let rows = deployment_rows(state, seat);
    if !state.field().contains(cell) || !rows.contains(&cell.row()) {
        return Err(DeploymentRefusal::OutsideRows {
            seat,
            cell,
            first: rows.start + 1,
            last: rows.end,
        }
        .into());
    }
    match state.at(cell) {
        Some(other) => Err(DeploymentRefusal::CellTaken {
            other: other.id,
            cell,
        }
        .into()),
        None => Ok(()),
    }
}

/// The seat that places the next unit once `unit` stands: the players alternate. Rule `BB-DEP-03` (§Deploy).
pub fn next_deployer(state: &State, unit: UnitId) -> Option<Seat> {
    let left = |seat: Seat| {
        UnitId::of(seat)
            .filter(|&other| other != unit && state.cell(other).is_none())
            .count()
    };
    let opponent = unit.seat().opponent();
    [opponent, unit.seat()].into_iter().find(|&seat| left(seat) > 0)
}

/// Places a unit face down. Rules `BB-DEP-02` to `BB-DEP-04` (§Deploy).
///
/// RULING: the owner chooses its facing freely.
pub(crate) fn deploy(
    table: &mut Table<'_, BeforeBattle>,
    seat: Seat,
    unit: UnitId,
    cell: Cell,
    facing: Facing,
) -> Result<(), Refusal> {
    let state = table.state();
    if unit.seat() != seat {
        let waiting = waiting_units(state, seat);
        return Err(DeploymentRefusal::OtherUnit { unit, seat, waiting }.into());
    }
    if let Some(cell) = state.cell(unit) {
        let waiting = waiting_units(state, seat);
        return Err(DeploymentRefusal::Placed { unit, cell, waiting }.into());
    }
    may_deploy(state, unit, cell)?;
    let next = next_deployer(state, unit);
    table.emit(DeploymentEvent::UnitDeployed {
        unit,
        cell,
        facing,
        next,
    });
    Ok(())
}

/// The units a player has not placed yet.
pub fn waiting_units(state: &State, seat: Seat) -> Vec<UnitId> {
    UnitId::of(seat)
        .filter(|&unit| state.cell(unit).is_none())
        .collect()
}

/// Turns all units and items of both players face up. Rule `BB-DEP-05` (§Deploy).
///
/// RULING: all at once after the twelfth placement, before the first turn.
pub(crate) fn turn_up(table: &mut Table<'_, BeforeBattle>) -> Result<(), Refusal> {
    let state = table.state();
    let mut units = Vec::with_capacity(2 * UNITS_PER_ARMY);
    for seat in SEATS {
        let player = state.player(seat);
        let (Some(list), Some(weapons)) = (player.list.known(), player.weapons.known()) else {
            return Err(DeploymentRefusal::ArmyUnknown { seat }.into());
        };
        for unit in UnitId::of(seat) {
            let card = list.units.get(unit.slot()).copied();
            let Some(card) = card.and_then(|card| state.cards.unit(card)) else {
                return Err(DeploymentRefusal::NoCard { unit }.into());
            };
            units.push(TurnedUp {
                unit,
                card: card.id,
                items: by_slot(&state.cards, items_of(&state.cards, list, weapons, unit.slot())),
                models: card.models,
            });
        }
    }
    table.emit(DeploymentEvent::ArmiesTurnedUp { units });
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::event::Event;
    use crate::model::state::Stage;
    use crate::scene::{Scene, cell, rule_of, unit};
    use hindsight_kernel::Viewer;

    fn deploying() -> Scene {
        let mut scene = Scene::begun(&json!({ "armies": "sample" }), &[5, 3]);
        scene.give(Seat::A, "take deployment", &[]).unwrap();
        scene.give(Seat::A, "name A first deployer", &[]).unwrap();
        scene.give(Seat::B, "name A first player", &[]).unwrap();
        scene
    }

    #[test]
    fn bb_dep_01_the_board_has_eight_columns_and_eight_rows() {
        let scene = deploying();
        assert_eq!((scene.state.field().cols, scene.state.field().rows), (8, 8));
        assert_eq!(scene.state.field().cells().count(), 64);
        assert_eq!(State::homeward(Seat::A), Facing::S); // South's home edge lies below row 1.
        assert_eq!(State::homeward(Seat::B), Facing::N);
        assert_eq!(scene.state.rows_to_home(Seat::A, cell("c1")), 1);
        assert_eq!(scene.state.rows_to_home(Seat::B, cell("c7")), 2);
    }

    #[test]
    fn bb_dep_02_units_stand_in_the_two_home_rows_on_empty_cells() {
        let mut scene = deploying();
        assert_eq!(
            rule_of(scene.clone().give(Seat::A, "deploy A1 c3 N", &[])),
            "BB-DEP-02"
        );
        assert_eq!(
            rule_of(scene.clone().give(Seat::A, "deploy A1 i2 N", &[])),
            "BB-DEP-02"
        );
        scene.give(Seat::A, "deploy A1 c2 N", &[]).unwrap();
        assert_eq!(
            rule_of(scene.clone().give(Seat::B, "deploy B1 c6 S", &[])),
            "BB-DEP-02"
        );
        scene.give(Seat::B, "deploy B1 c7 S", &[]).unwrap();
        assert_eq!(
            rule_of(scene.clone().give(Seat::A, "deploy A2 c2 N", &[])),
            "BB-DEP-02"
        ); // Occupied.
        for (at, seat, legal) in [
            ("a1", Seat::A, true),
            ("h2", Seat::A, true),
            ("a8", Seat::B, true),
            ("a7", Seat::A, false),
        ] {
            let unit = UnitId::new(seat, 5).unwrap();
            assert_eq!(may_deploy(&scene.state, unit, cell(at)).is_ok(), legal, "{at}");
        }
    }

    #[test]
    fn bb_dep_03_the_players_place_units_in_turn() {
        let mut scene = deploying();
        let mut order = Vec::new();
        for number in 0..12 {
            let Stage::Deploy { seat } = scene.state.stage else {
                panic!("{:?}", scene.state.stage)
            };
            order.push(seat);
            let unit = waiting_units(&scene.state, seat)[0];
            let row = if seat == Seat::A { 2 } else { 7 };
            let letter = char::from(b'a' + number / 2);
            if number == 2 {
                assert_eq!(
                    rule_of(scene.clone().give(seat, "deploy A1 h1 N", &[])),
                    "BB-DEP-03"
                ); // Placed already.
                assert_eq!(
                    rule_of(scene.clone().give(seat, "deploy B4 h1 N", &[])),
                    "BB-DEP-03"
                ); // Not his.
            }
            assert_eq!(
                rule_of(scene.clone().give(seat.opponent(), "deploy B6 h8 S", &[])),
                "HS-TURN-01"
            );
            scene
                .give(seat, &format!("deploy {unit} {letter}{row} N"), &[])
                .unwrap();
        }
        let expected: Vec<Seat> = [Seat::A, Seat::B].into_iter().cycle().take(12).collect();
        assert_eq!(order, expected);
        assert_eq!(scene.state.stage, Stage::Actions);
    }

    #[test]
    fn bb_dep_04_the_owner_chooses_the_facing_and_everybody_sees_it() {
        let mut scene = deploying();
        scene.give(Seat::A, "deploy A1 a1 E", &[]).unwrap();
        assert_eq!(scene.place("A1"), "a1 E");
        let seen = scene.seen_by(Viewer::Seat(Seat::B));
        assert_eq!(seen.unit(unit("A1")).facing, Facing::E);
        for (facing, column) in Facing::ALL.into_iter().zip(["b", "c", "d", "e"]) {
            assert!(
                scene
                    .clone()
                    .give(Seat::B, &format!("deploy B1 {column}8 {facing}"), &[])
                    .is_ok()
            );
        }
    }

    #[test]
    fn bb_dep_05_all_cards_are_turned_up_after_the_twelfth_placement() {
        let mut scene = deploying();
        for number in 1..=6 {
            let letter = char::from(b'a' + number - 1);
            scene
                .give(Seat::A, &format!("deploy A{number} {letter}2 N"), &[])
                .unwrap();
            let seen = scene.seen_by(Viewer::Seat(Seat::B));
            assert_eq!(seen.unit(unit("A1")).card, None);
            assert_eq!(seen.unit(unit("A1")).models, 0);
            let events = scene
                .give(Seat::B, &format!("deploy B{number} {letter}7 S"), &[])
                .unwrap();
            let up = events
                .iter()
                .any(|event| matches!(event, Event::Deployment(DeploymentEvent::ArmiesTurnedUp { .. })));
            assert_eq!(up, number == 6);
        }
        let seen = scene.seen_by(Viewer::Public);
        let militia = seen.unit(unit("A1"));
        assert_eq!(
            (militia.card.unwrap().as_str(), militia.models),
            ("rm-militia", 9)
        );
        assert_eq!(
            seen.units
                .iter()
                .map(|unit| u32::from(unit.models))
                .take(6)
                .sum::<u32>(),
            41
        );
        assert_eq!(
            seen.units
                .iter()
                .map(|unit| u32::from(unit.models))
                .skip(6)
                .sum::<u32>(),
            42
        );
        assert_eq!(
            (scene.state.stage, scene.state.round, scene.state.active),
            (Stage::Actions, 1, Some(Seat::A))
        );
    }

    #[test]
    fn bb_dep_05_what_was_unknown_is_supplied_and_checked() {
        let mut scene = Scene::begun(&json!({}), &[]);
        let shown = "rm-bows rm-levy rm-militia rm-riders rm-gate rm-knights rm-mill rm-swans rm-orsa";
        assert_eq!(
            rule_of(scene.clone().give(Seat::A, "list unknown", &[])),
            "BB-REV-01"
        );
        scene
            .give(Seat::A, &format!("list unknown shown {shown}"), &[])
            .unwrap();
        let north = "list af-axes af-kiln af-soot af-nine af-brand af-skarn / general with shield-1 / distractions af-hands af-ember af-iron";
        scene.give(Seat::B, north, &[]).unwrap();
        assert_eq!(
            rule_of(scene.clone().give(Seat::A, "weapons A1 spear-2", &[])),
            "BB-WPN-03"
        );
        scene.give(Seat::A, "weapons unknown", &[]).unwrap();
        scene.give(Seat::B, "weapons unknown", &[2, 6]).unwrap();
        scene.give(Seat::B, "take deployment", &[]).unwrap();
        scene.give(Seat::B, "name A first deployer", &[]).unwrap();
        scene.give(Seat::A, "name B first player", &[]).unwrap();
        for number in 1..=6 {
            let letter = char::from(b'a' + number - 1);
            scene
                .give(Seat::A, &format!("deploy A{number} {letter}2 N"), &[])
                .unwrap();
            scene
                .give(Seat::B, &format!("deploy B{number} {letter}7 S"), &[])
                .unwrap();
        }
        assert_eq!(scene.state.stage, Stage::Reveal);
        let army = "list rm-militia rm-bows rm-riders rm-gate rm-knights rm-orsa";
        let rows = [
            (
                Seat::A,
                format!("reveal {army} / distractions rm-levy rm-mill rm-swans"),
                "BB-DEP-05",
            ), // No weapons.
            (Seat::A, "reveal weapons none".to_owned(), "BB-DEP-05"), // No list.
            (
                Seat::A,
                format!("reveal {army} / distractions rm-weir rm-mill rm-swans weapons none"),
                "BB-REV-01",
            ),
            (
                Seat::A,
                format!(
                    "reveal {army} / distractions rm-levy rm-mill rm-swans weapons A1 spear-2, A4 shield-3, A5 lance-2"
                ),
                "BB-WPN-01",
            ),
            (
                Seat::B,
                format!("reveal {army} / distractions rm-levy rm-mill rm-swans weapons none"),
                "BB-DEP-05",
            ), // Known.
            (Seat::B, "reveal weapons B6 shield-2".to_owned(), "BB-WPN-02"),
        ];
        for (seat, line, rule) in rows {
            assert_eq!(rule_of(scene.clone().give(seat, &line, &[])), rule, "{line}");
        }
        scene
            .give(Seat::B, "reveal weapons B1 axe-2, B2 spear-1", &[])
            .unwrap();
        assert_eq!(
            scene.seen_by(Viewer::Seat(Seat::A)).unit(unit("B1")).card,
            None,
            "nothing before both are known"
        );
        scene
            .give(
                Seat::A,
                &format!(
                    "reveal {army} with sword-1 / distractions rm-levy rm-mill rm-swans weapons A1 spear-2"
                ),
                &[],
            )
            .unwrap();
        assert_eq!(
            (scene.state.stage, scene.state.active),
            (Stage::Actions, Some(Seat::B))
        );
        assert_eq!(scene.state.gear(unit("A6")).melee_target(), 2); // Orsa, melee 3+, with sword-1.
    }
}
