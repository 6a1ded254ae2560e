//! Snapshot of the start of the turn: what each unit sees of each enemy then (pp. 62-66).

use battleground_geometry::{FacingSide, Inches, Side};

use super::eligibility::could_rush;
use crate::editions::profile::{RushSide, Throws, TurningBackTo};
use crate::editions::v3::{javelins, rush};
use crate::field::{Field, Purpose};
use crate::model::agenda::{BattleTable, Frame, Need, Taken, proceed};
use crate::model::event::{Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::{Team, UnitId};
use crate::model::state::{Glimpse, Status, Unit};

/// Notes what every own unit sees of every enemy, which side of it may be Final Rushed, and whether it could be, before
/// the first action of the turn.
///
/// RULING: BG4-GEO-21, the engaged units have been realigned before.
/// Rules `BG4-GEO-21`, `BG4-RUSH-04` to `BG4-RUSH-06`, `BG4-RUSH-10` (pp. 62-65, 66).
pub(crate) fn take_snapshot(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let field = Field::of(state);
    let mut glimpses = Vec::new();
    if let Some(seat) = state.active {
        for unit in state.of_team(Team::of(seat)) {
            let mut of_unit = look_at_all(&field, unit);
            could_rush(&field, unit, &mut of_unit);
            glimpses.append(&mut of_unit);
        }
    }
    let beyond: Vec<(UnitId, Vec<UnitId>)> = match state.profile().throws {
        Throws::WhenCharging => Vec::new(),
        Throws::WhenEngaged => state
            .on_table()
            .map(|unit| (unit.id, javelins::beyond_range(&field, unit)))
            .filter(|(_, enemies)| !enemies.is_empty())
            .collect(),
    };
    let active = state
        .active
        .into_iter()
        .flat_map(|seat| state.of_team(Team::of(seat)));
    let touched: Vec<(UnitId, Vec<UnitId>)> = active
        .filter(|_| state.profile().routs_through_whom_it_touched)
        .filter(|unit| unit.status == Status::Routing && unit.pose.is_some())
        .map(|unit| (unit.id, crate::editions::v3::rout::touched_friends(&field, unit)))
        .collect();
    table.emit(Event::Turn(TurnEvent::SnapshotTaken { glimpses }));
    for (unit, friends) in touched {
        let mark = TurnMark::Touched(friends);
        table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
    }
    for (unit, enemies) in beyond {
        table.emit(Event::Movement(MovementEvent::Marked {
            unit,
            mark: TurnMark::Beyond(enemies),
        }));
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// What a unit sees of all its enemies as things stand.
pub(super) fn look_at_all(field: &Field<'_>, unit: &Unit) -> Vec<Glimpse> {
    let visible = field.visible_enemies(unit.id, Purpose::Move);
    field
        .state()
        .enemies_of(unit.id.seat())
        .flat_map(|enemy| glimpses(field, unit, enemy.id, visible.contains(&enemy.id)))
        .collect()
}

/// What a unit sees of an enemy as things stand: one glimpse, or one for each side between which the owner may choose.
pub(super) fn look(field: &Field<'_>, unit: &Unit, enemy: UnitId) -> Vec<Glimpse> {
    glimpses(
        field,
        unit,
        enemy,
        field.is_visible(unit.id, enemy, Purpose::Move),
    )
}

fn glimpses(field: &Field<'_>, unit: &Unit, enemy: UnitId, visible: bool) -> Vec<Glimpse> {
    let opened = with_doors_opened(field, enemy);
    let field = opened.as_ref().unwrap_or(field);
    let facings = match field.facing_sides(unit.id, enemy) {
        None => return Vec::new(),
        Some(FacingSide::One(side)) => vec![(side, None)],
        Some(FacingSide::Either(one, other)) => vec![(one, Some(one)), (other, Some(other))],
    };
    let mut found = Vec::with_capacity(facings.len());
    let profile = field.profile();
    for (facing, of) in facings {
        let distance = |side: Option<Side>| match profile.no_turning_back_to {
            TurningBackTo::FacingSideCentre => field
                .to_side(unit.id, enemy, side.unwrap_or(facing))
                .map(|(_, distance)| distance),
            TurningBackTo::AnyPart => rush::distance_to_any_part(field, unit.id, enemy),
        };
        let glimpse = |side: Option<Side>| Glimpse {
            unit: unit.id,
            enemy,
            visible,
            side,
            distance: distance(side).map_or(Inches::MOST, Inches::rounded),
            could_rush: false,
            facing: of,
        };
        let sides = if visible {
            permitted(field, unit, enemy, facing)
        } else {
            Vec::new()
        };
        if sides.is_empty() {
            found.push(glimpse(None));
        }
        found.extend(sides.into_iter().map(|side| glimpse(Some(side))));
    }
    found
}

/// The field on which the doors that an enemy defends let its rushers come up to it; nothing where it defends none. Rule
/// `BG3-TERR-21` (p. 28).
pub(super) fn with_doors_opened<'s>(field: &Field<'s>, enemy: UnitId) -> Option<Field<'s>> {
    let doors = field.doors_at(enemy);
    (!doors.is_empty()).then(|| field.clone().opened(&doors))
}

/// The side that stands for the Facing Side: itself if an Open Path leads there, else the Nearest Open Side if one leads
/// there; two if they tie. Rules `BG4-RUSH-05`, `BG4-RUSH-06`, `BG4-PATH-01`, `BG4-PATH-02` (pp. 46-47, 62, 64).
fn permitted(field: &Field<'_>, unit: &Unit, enemy: UnitId, facing: Side) -> Vec<Side> {
    if field.profile().rush_side == RushSide::NearestOpenSide {
        return rush::permitted(field, unit, enemy, facing);
    }
    let open = |side: &Side| {
        field.to_side(unit.id, enemy, *side).is_some_and(|(point, _)| {
            field
                .open_path(unit.id, Some((enemy, *side)), point, Purpose::Move)
                .is_open()
        })
    };
    if open(&facing) {
        return vec![facing];
    }
    let mut sides = field.nearest_open_sides(unit.id, enemy, facing);
    sides.retain(open);
    sides
}
