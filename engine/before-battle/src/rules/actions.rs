//! The five actions. §Actions.

use hindsight_geometry::squares::{Cell, Facing, Hand, Rotation};
use hindsight_kernel::{Argument, DiceNeed, Refusal, RollAbout, Table, refusals};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::{cell_ahead, faced_enemy, free_ahead, one_turn};
use crate::messages::{MESSAGES, facing_message};
use crate::model::event::ActionEvent;
use crate::model::names::UnitId;
use crate::model::state::State;

/// The least face of the Hustle die that brings one cell more. Rule `BB-ACT-02` (§Actions).
pub const HUSTLE_NEED: u8 = 4;
/// The cells a unit must enter in one action to charge. Rule `BB-ACT-09` (§Who attacks first?).
pub const CHARGE_CELLS: u8 = 2;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse an action, in the order in which they are judged.
    pub(crate) enum ActionRefusal {
        /// The unit is not on the board.
        NotOnBoard { unit: UnitId } = "BB-TURN-02", "§Actions", unit => asked(unit);
        /// A unit in combat may only turn.
        InCombat { unit: UnitId, name: String } = "BB-ACT-07", "§Actions", name => asked(unit), allowed("turn");
        /// A Move that neither turns nor enters a cell.
        NoMove { cells: u8 } = "BB-ACT-01", "§Actions" => asked(cells);
        /// A Move beyond the Speed.
        BeyondSpeed { name: String, cells: u8, speed: u8 } = "BB-ACT-01", "§Actions", name, speed => asked(cells), allowed(speed);
        /// A Move into cells that are not free.
        WayBlocked { from: Cell, facing: Facing, cells: u8, free: u8 } = "BB-GEO-05", "§Actions", free, facing = facing_message(*facing), from = Argument::text(from)
            => asked(cells), allowed(free);
        /// A Hustle without the whole Speed free.
        HustleBlocked { speed: u8, free: u8 } = "BB-ACT-02", "§Actions", speed, free => asked(speed), allowed(free);
        /// A Sidestep off the board.
        BoardEnds { from: Cell, hand: Hand } = "BB-ACT-04", "§Actions", hand = Argument::text(hand), from = Argument::text(from)
            => asked(hand);
        /// A Sidestep onto a unit.
        CellTaken { other: UnitId, to: Cell } = "BB-GEO-05", "§Actions", other, to = Argument::text(to) => asked(to);
    }
}

/// Where a unit stands; a refusal for one that is not on the board.
pub(crate) fn standing_cell(state: &State, unit: UnitId) -> Result<Cell, Refusal> {
    state
        .cell(unit)
        .ok_or_else(|| ActionRefusal::NotOnBoard { unit }.into())
}

/// A unit in combat may only turn. Rule `BB-ACT-07` (§Actions).
pub fn free_to_act(state: &State, unit: UnitId) -> Result<(), Refusal> {
    if in_combat(state, unit) {
        let name = state.name(unit);
        return Err(ActionRefusal::InCombat { unit, name }.into());
    }
    Ok(())
}

/// The end of a Move: one turn or none, then up to Speed cells straight ahead. Rule `BB-ACT-01` (§Actions).
///
/// RULING: enemies beside or ahead of the way stop nobody (`BB-ACT-08`): only the end of the action counts.
pub fn check_move(
    state: &State,
    unit: UnitId,
    turn: Option<Hand>,
    cells: u8,
) -> Result<(Cell, Facing), Refusal> {
    let from = standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    if turn.is_none() && cells == 0 {
        return Err(ActionRefusal::NoMove { cells }.into());
    }
    let speed = state.gear(unit).speed();
    if cells > speed {
        let name = state.name(unit);
        return Err(ActionRefusal::BeyondSpeed { name, cells, speed }.into());
    }
    let facing = one_turn(state.unit(unit).facing, turn);
    let free = free_ahead(state, from, facing, cells);
    if cells > free {
        return Err(ActionRefusal::WayBlocked {
            from,
            facing,
            cells,
            free,
        }
        .into());
    }
    Ok((cell_ahead(state, from, facing, cells), facing))
}

/// The end of the sure part of a Hustle: exactly Speed cells straight ahead. Rule `BB-ACT-02` (§Actions).
///
/// RULING: the whole Speed must be free.
pub fn check_hustle(state: &State, unit: UnitId) -> Result<Cell, Refusal> {
    let from = standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    let (speed, facing) = (state.gear(unit).speed(), state.unit(unit).facing);
    let free = free_ahead(state, from, facing, speed);
    if free < speed {
        return Err(ActionRefusal::HustleBlocked { speed, free }.into());
    }
    Ok(cell_ahead(state, from, facing, speed))
}

/// The end of a Sidestep: the flank cell of that side, the facing kept. Rule `BB-ACT-04` (§Actions).
pub fn check_sidestep(state: &State, unit: UnitId, hand: Hand) -> Result<Cell, Refusal> {
    let from = standing_cell(state, unit)?;
    free_to_act(state, unit)?;
    let Some(to) = state.field().step(from, state.unit(unit).facing.turned(hand)) else {
        return Err(ActionRefusal::BoardEnds { from, hand }.into());
    };
    match state.at(to) {
        Some(other) => Err(ActionRefusal::CellTaken { other: other.id, to }.into()),
        None => Ok(to),
    }
}

/// Whether a unit that entered so many cells charges the enemy it would face from there.
/// Rule `BB-ACT-09` (§Who attacks first?).
///
/// RULING: the cells of the one action that brought it there.
pub fn charges(state: &State, unit: UnitId, to: Cell, facing: Facing, entered: u8) -> bool {
    let ahead = state.field().step(to, facing).and_then(|cell| state.at(cell));
    entered >= CHARGE_CELLS && ahead.is_some_and(|other| other.id.seat() != unit.seat())
}

/// Move. Rule `BB-ACT-01`.
pub(crate) fn move_unit(
    table: &mut Table<'_, BeforeBattle>,
    unit: UnitId,
    turn: Option<Hand>,
    cells: u8,
) -> Result<(), Refusal> {
    let state = table.state();
    let from = standing_cell(state, unit)?;
    let (to, facing) = check_move(state, unit, turn, cells)?;
    let charged = charges(state, unit, to, facing, cells);
    table.emit(ActionEvent::UnitMoved {
        unit,
        turn,
        from,
        to,
        facing,
        entered: cells,
        charged,
    });
    Ok(())
}

/// Hustle: Speed cells, then the die for one more. Rule `BB-ACT-02`.
///
/// RULING: the extra cell cannot be declined; it is entered if it is on the board and free, else lost.
pub(crate) fn hustle(table: &mut Table<'_, BeforeBattle>, unit: UnitId) -> Result<(), Refusal> {
    let from = standing_cell(table.state(), unit)?;
    let halfway = check_hustle(table.state(), unit)?;
    let roll = table.roll_about(
        RollAbout::of(&unit).need(DiceNeed::AtLeast(i32::from(HUSTLE_NEED))),
        "hustle",
        unit.seat(),
        6,
        1,
    )?;
    let state = table.state();
    let (speed, facing) = (state.gear(unit).speed(), state.unit(unit).facing);
    let extra = if roll.at_least(HUSTLE_NEED) > 0 {
        free_ahead(state, halfway, facing, 1)
    } else {
        0
    };
    let to = cell_ahead(state, halfway, facing, extra);
    let entered = speed + extra;
    let charged = charges(state, unit, to, facing, entered);
    table.emit(ActionEvent::UnitHustled {
        unit,
        from,
        to,
        entered,
        roll,
        charged,
    });
    Ok(())
}

/// Turn once or twice by 90 degrees. Open to units in combat too. Rules `BB-ACT-03`, `BB-ACT-07`.
pub(crate) fn turn_unit(
    table: &mut Table<'_, BeforeBattle>,
    unit: UnitId,
    rotation: Rotation,
) -> Result<(), Refusal> {
    standing_cell(table.state(), unit)?;
    let facing = table.state().unit(unit).facing.rotated(rotation);
    table.emit(ActionEvent::UnitTurned {
        unit,
        rotation,
        facing,
    });
    Ok(())
}

/// Sidestep. Rule `BB-ACT-04`.
pub(crate) fn sidestep(table: &mut Table<'_, BeforeBattle>, unit: UnitId, hand: Hand) -> Result<(), Refusal> {
    let from = standing_cell(table.state(), unit)?;
    let to = check_sidestep(table.state(), unit, hand)?;
    table.emit(ActionEvent::UnitSidestepped { unit, hand, from, to });
    Ok(())
}

/// Enemies that a unit meets where it stands now: whom it faces, and who faces it.
pub fn contacts(state: &State, unit: UnitId) -> Vec<UnitId> {
    let faced = faced_enemy(state, unit);
    state
        .standing_of(unit.seat().opponent())
        .map(|other| other.id)
        .filter(|&other| faced == Some(other) || crate::field::geometry::faces(state, other, unit))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, unit};
    use hindsight_kernel::Notation;

    /// The scene with a far enemy, so that the battle goes on.
    fn with_far_enemy(units: &str) -> Scene {
        Scene::new(&format!("{units}, A6 a8 N, B6 h8 N"))
    }

    #[test]
    fn bb_act_01_move_turns_once_and_goes_straight_ahead() {
        let scene = with_far_enemy("A1 d2 N");
        let rows = [
            ("move A1 right 2", "f2 E"),
            ("move A1 1", "d3 N"),
            ("move A1 2", "d4 N"),
            ("move A1 left 0", "d2 W"), // It only turned.
        ];
        for (line, place) in rows {
            let mut scene = scene.clone();
            scene.play(line, &[]).unwrap();
            assert_eq!(scene.place("A1"), place, "{line}");
        }
        assert_eq!(scene.refused("move A1 3"), "BB-ACT-01"); // Speed 2.
        assert_eq!(scene.refused("move A1 0"), "BB-ACT-01"); // Neither turn nor cell.
        assert!(BeforeBattle::parse("move A1 right right 2").is_err()); // No 180 degrees in a Move.
    }

    #[test]
    fn bb_act_02_hustle_goes_the_whole_speed_and_maybe_one_more() {
        for (die, place) in [(4, "d5 N"), (3, "d4 N"), (6, "d5 N"), (1, "d4 N")] {
            let mut scene = with_far_enemy("A1 d2 N");
            scene.play("hustle A1", &[die]).unwrap();
            assert_eq!(scene.place("A1"), place, "die {die}");
        }
        // Only one empty cell ahead.
        assert_eq!(
            with_far_enemy("A1 d2 N, A2 d4 N").refused("hustle A1"),
            "BB-ACT-02"
        );
        assert_eq!(with_far_enemy("A1 d7 N").refused("hustle A1"), "BB-ACT-02");
        // The third cell is taken, or off the board: the extra cell is lost, the die is rolled all the same.
        for mut scene in [with_far_enemy("A1 d2 N, A2 d5 N"), with_far_enemy("A1 d6 N")] {
            scene.play("hustle A1", &[6]).unwrap();
            assert!(["d4 N", "d8 N"].contains(&scene.place("A1").as_str()));
        }
    }

    #[test]
    fn bb_act_03_turn_once_or_twice() {
        for (line, place) in [
            ("turn A1 right", "d4 E"),
            ("turn A1 left", "d4 W"),
            ("turn A1 right right", "d4 S"),
        ] {
            let mut scene = with_far_enemy("A1 d4 N");
            scene.play(line, &[]).unwrap();
            assert_eq!(scene.place("A1"), place);
        }
    }

    #[test]
    fn bb_act_04_sidestep_keeps_the_facing() {
        let rows = [
            ("A1 d4 N", "right", "e4 N"),
            ("A1 d4 N", "left", "c4 N"),
            ("A1 d4 E", "right", "d3 E"),
        ];
        for (at, hand, place) in rows {
            let mut scene = with_far_enemy(at);
            scene.play(&format!("sidestep A1 {hand}"), &[]).unwrap();
            assert_eq!(scene.place("A1"), place);
        }
        assert_eq!(with_far_enemy("A1 a4 N").refused("sidestep A1 left"), "BB-ACT-04"); // Off the board.
        assert_eq!(
            with_far_enemy("A1 a4 N, A2 b4 N").refused("sidestep A1 right"),
            "BB-GEO-05"
        );
    }

    #[test]
    fn bb_act_05_the_turn_before_a_shot_may_bring_an_enemy_in_front() {
        let mut scene = with_far_enemy("A1 d4 N, A2 a2 N, B1 e4 N").card("A1", |card| {
            (card.ranged, card.innate_ranged) = (Some(4), Some("bow-1".parse().unwrap()));
        });
        assert!(!in_combat(&scene.state, unit("A1")));
        scene
            .play("shoot A1 turn right lane centre at B1", &[1, 1, 1, 1, 1])
            .unwrap();
        assert_eq!(scene.place("A1"), "d4 E");
        assert!(in_combat(&scene.state, unit("A1")) && in_combat(&scene.state, unit("B1")));
    }

    #[test]
    fn bb_act_06_in_combat_when_one_faces_the_other() {
        let rows = [
            ("A1 d4 N, B1 d5 S", true),
            ("A1 d4 N, B1 d5 E", true),
            ("A1 d4 E, B1 d5 E", false),
            ("A1 d4 N, B1 e5 S", false),          // Diagonal.
            ("A1 d4 N, A2 d5 S, B1 h8 S", false), // Friends.
        ];
        for (units, fights) in rows {
            let scene = Scene::new(units);
            assert_eq!(in_combat(&scene.state, unit("A1")), fights, "{units}");
            assert_eq!(in_combat(&scene.state, unit("B1")), fights, "{units}");
        }
    }

    #[test]
    fn bb_act_07_a_unit_in_combat_may_only_turn() {
        let scene = with_far_enemy("A1 d4 N, A2 a2 N, B1 e4 W").card("A1", |card| {
            (card.ranged, card.innate_ranged) = (Some(4), Some("bow-1".parse().unwrap()));
        });
        for line in [
            "move A1 1",
            "hustle A1",
            "sidestep A1 left",
            "shoot A1 turn right lane centre at B1",
        ] {
            assert_eq!(scene.refused(line), "BB-ACT-07", "{line}");
        }
        for rotation in ["left", "right", "right right"] {
            assert!(scene.clone().play(&format!("turn A1 {rotation}"), &[]).is_ok());
        }
        // After a Turn it may be out of combat, but it has acted.
        let mut scene = with_far_enemy("A1 d4 N, A2 a2 N, B1 d5 E");
        scene.play("turn A1 right", &[]).unwrap();
        assert!(!in_combat(&scene.state, unit("A1")));
        assert_eq!(scene.refused("move A1 1"), "BB-TURN-02");
    }

    #[test]
    fn bb_act_08_enemies_beside_the_way_stop_nobody() {
        let mut scene = with_far_enemy("A1 d2 N, A2 a2 N, B1 e3 W").card("A1", |card| card.speed = 3);
        scene.play("move A1 3", &[]).unwrap();
        assert_eq!(scene.place("A1"), "d5 N");
        assert!(!in_combat(&scene.state, unit("A1")));
    }

    #[test]
    fn bb_act_09_a_charge_enters_two_cells_and_ends_facing_an_enemy() {
        let charged = |mut scene: Scene, line: &str, dice: &[u8]| {
            scene.play(line, dice).unwrap();
            scene.state.charged.contains(unit("A1"))
        };
        let far = "A2 a2 N";
        assert!(charged(
            with_far_enemy(&format!("A1 d2 N, {far}, B1 d5 S")),
            "move A1 2",
            &[]
        ));
        assert!(!charged(
            with_far_enemy(&format!("A1 d3 N, {far}, B1 d5 S")),
            "move A1 1",
            &[]
        ));
        let slow = with_far_enemy(&format!("A1 d2 N, {far}, B1 d5 S")).card("A1", |card| card.speed = 1);
        assert!(charged(slow.clone(), "hustle A1", &[5])); // Speed 1, two cells entered.
        assert!(!charged(slow, "hustle A1", &[3]));
        assert!(charged(
            with_far_enemy(&format!("A1 b5 N, {far}, B1 e5 S")),
            "move A1 right 2",
            &[]
        ));
        let flanked = with_far_enemy(&format!("A1 d2 N, {far}, B1 e5 W")).card("A1", |card| card.speed = 3);
        assert!(!charged(flanked, "move A1 3", &[])); // Its own front cell is empty.
        assert!(!charged(
            with_far_enemy(&format!("A1 c4 N, {far}, B1 d5 S")),
            "sidestep A1 right",
            &[]
        ));
        assert!(!charged(
            with_far_enemy(&format!("A1 d2 N, {far}, A3 d5 N")),
            "move A1 2",
            &[]
        )); // A friend ahead.
    }
}
