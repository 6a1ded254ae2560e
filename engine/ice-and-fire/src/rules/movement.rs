//! Moves: straight moves, pivots, shifts, and what happens where they end. Rules `IF-ACT-02`, `IF-ACT-03`, `IF-ACT-09`,
//! `IF-MOVE-01` to `-07`, `IF-TERR-12`.

use hindsight_kernel::{Refusal, refusals};

use super::{dangerous, terrain, victory};
use crate::field::{Blocked, Ground, Pose, STEP, Tray};
use crate::messages::{MESSAGES, inches};
use crate::model::agenda::GameTable;
use crate::model::event::{MoveKind, MovementEvent};
use crate::model::names::UnitId;
use crate::model::place::Shift;
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not move so.
    pub enum NoMove {
        Heading { heading: u16 } = "IF-GEO-02", "§Outside the sheet (our ruling)", heading;
        Engaged = "IF-ACT-01", "§Sheet, Unit actions";
        Distance { distance: i32 } = "IF-MOVE-01", "§Outside the sheet", distance = inches(*distance);
        BeyondSpeed { distance: i32, most: i32 } = "IF-ACT-02", "§Sheet, Unit actions", most = inches(*most), distance = inches(*distance);
        BeyondMarch { distance: i32, most: i32 } = "IF-ACT-03", "§Sheet, Unit actions", most = inches(*most), distance = inches(*distance);
        BeyondShift { distance: i32, most: i32 } = "IF-ACT-09", "§Outside the sheet, direction our ruling", most = inches(*most), distance = inches(*distance);
        Rough { distance: i32, most: i32 } = "IF-TERR-12", "§Sheet, Terrain rules", most = inches(*most), distance = inches(*distance);
        ThroughEnemy = "IF-MOVE-02", "§Outside the sheet";
        NearEnemy = "IF-MOVE-03", "§Outside the sheet";
        OnTray = "IF-MOVE-04", "§Outside the sheet";
        OffTable = "IF-MOVE-06", "§Outside the sheet";
        Impassable = "IF-TERR-10", "§Sheet, Terrain rules";
        NotOnTable = "IF-ACT-01", "§Sheet, Unit actions";
    }
}

impl From<Blocked> for NoMove {
    fn from(blocked: Blocked) -> Self {
        match blocked {
            Blocked::OffTable => Self::OffTable,
            Blocked::ThroughEnemy => Self::ThroughEnemy,
            Blocked::OnTray => Self::OnTray,
            Blocked::NearEnemy => Self::NearEnemy,
            Blocked::Impassable => Self::Impassable,
        }
    }
}

/// The limit of a straight move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowance {
    /// A Maneuver's: Speed, and what effects add, in thousandths of an inch.
    Maneuver(i32),
    /// A March's: twice Speed.
    March(i32),
    /// A shift's.
    Shift(i32),
}

impl Allowance {
    const fn mils(self) -> i32 {
        match self {
            Self::Maneuver(most) | Self::March(most) | Self::Shift(most) => most,
        }
    }

    /// Whether a distance keeps to it, Rough pieces taken off. Rules `IF-ACT-02`, `-03`, `-09`, `IF-TERR-12`.
    fn check(self, distance: i32, rough: i32) -> Result<(), NoMove> {
        if distance < 0 || distance % STEP != 0 {
            return Err(NoMove::Distance { distance });
        }
        let most = self.mils();
        if distance > most {
            return Err(match self {
                Self::Maneuver(_) => NoMove::BeyondSpeed { distance, most },
                Self::March(_) => NoMove::BeyondMarch { distance, most },
                Self::Shift(_) => NoMove::BeyondShift { distance, most },
            });
        }
        if distance > 0 && distance + rough > most {
            let most = (most - rough).max(0);
            return Err(NoMove::Rough { distance, most });
        }
        Ok(())
    }
}

/// A movement that is legal: every pose of it, the first one and the last one included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The tray where it starts.
    pub tray: Tray,
    /// Its poses in order: at least one.
    pub path: Vec<Pose>,
}

impl Plan {
    /// The pose in which it ends.
    pub fn end(&self) -> Pose {
        self.path.last().copied().unwrap_or(self.tray.pose)
    }
}

/// Whether a number of degrees is a heading. Rule `IF-GEO-02`.
pub(crate) fn check_heading(heading: Option<u16>) -> Result<(), NoMove> {
    match heading {
        Some(heading) if heading > 359 => Err(NoMove::Heading { heading }),
        Some(_) | None => Ok(()),
    }
}

/// A movement of pivot, straight move and pivot, each of which may be left out. The last inch before an enemy is checked at
/// the end of the whole movement. Rules `IF-ACT-02`, `IF-MOVE-01` to `-06`.
pub(crate) fn plan(
    ground: &Ground,
    tray: &Tray,
    first: Option<u16>,
    direction: Option<u16>,
    distance: i32,
    last: Option<u16>,
    allowance: Allowance,
) -> Result<Plan, NoMove> {
    check_heading(first)?;
    check_heading(direction)?;
    check_heading(last)?;
    allowance.check(distance, 0)?;
    let mut path = vec![tray.pose];
    let mut now = *tray;
    if let Some(heading) = first {
        now = now.pivoted(heading);
        ground.pivot(&now)?;
        path.push(now.pose);
    }
    if distance > 0 {
        let there = now.moved(direction.unwrap_or(now.pose.heading), distance);
        ground.straight(&now, there.pose.centre())?;
        allowance.check(distance, ground.rough(&now, there.pose.centre()))?;
        now = there;
        ground.pivot(&now)?;
        path.push(now.pose);
    }
    if let Some(heading) = last {
        now = now.pivoted(heading);
        ground.pivot(&now)?;
        path.push(now.pose);
    }
    // RULING (`IF-MOVE-03`): a unit that starts within 1" of an enemy without being engaged may stay or pivot there.
    let started_near = ground.end(tray).is_err();
    if now.pose.centre() != tray.pose.centre() || !started_near {
        ground.end(&now)?;
    }
    Ok(Plan { tray: *tray, path })
}

/// The Speed of a unit in thousandths of an inch.
pub(crate) fn speed(state: &State, id: UnitId) -> i32 {
    state
        .unit_and_card(id)
        .map_or(0, |(_, card)| i32::from(card.speed) * 1_000)
}

/// Whether a unit may make a Maneuver. Rules `IF-ACT-01`, `IF-ACT-02`. `bonus` is in inches.
pub fn check_maneuver(
    state: &State,
    id: UnitId,
    first: Option<u16>,
    distance: i32,
    last: Option<u16>,
    bonus: i8,
) -> Result<Plan, NoMove> {
    let tray = terrain::tray(state, id).ok_or(NoMove::NotOnTable)?;
    if state.is_engaged(id) {
        return Err(NoMove::Engaged);
    }
    let most = speed(state, id) + i32::from(bonus) * 1_000;
    let ground = terrain::ground(state, id);
    plan(
        &ground,
        &tray,
        first,
        None,
        distance,
        last,
        Allowance::Maneuver(most),
    )
}

/// Whether a unit may March. Rules `IF-ACT-01`, `IF-ACT-03`.
pub fn check_march(state: &State, id: UnitId, distance: i32, last: Option<u16>) -> Result<Plan, NoMove> {
    let tray = terrain::tray(state, id).ok_or(NoMove::NotOnTable)?;
    if state.is_engaged(id) {
        return Err(NoMove::Engaged);
    }
    let most = 2 * speed(state, id);
    let ground = terrain::ground(state, id);
    plan(&ground, &tray, None, None, distance, last, Allowance::March(most))
}

/// Whether a unit may shift so, at most so many thousandths of an inch. Rules `IF-ACT-09`, `IF-MOVE-01` to `-06`.
///
/// # Errors
/// Why not.
pub fn check_shift(state: &State, id: UnitId, shift: Shift, most: i32) -> Result<Plan, Refusal> {
    let tray = terrain::tray(state, id).ok_or(NoMove::NotOnTable)?;
    if state.is_engaged(id) {
        return Err(NoMove::Engaged.into());
    }
    let ground = terrain::ground(state, id);
    let direction = Some(shift.direction);
    Ok(plan(
        &ground,
        &tray,
        None,
        direction,
        shift.distance,
        None,
        Allowance::Shift(most),
    )?)
}

/// Whether a unit may pivot freely where it stands. Rules `IF-MOVE-05`, `IF-RET-03`, `IF-SURGE-02`.
///
/// RULING (`IF-RET-03`): a free pivot overlaps no tray and no Impassable terrain; the distance of 1" (`IF-MOVE-03`) is not
/// asked of it.
pub fn check_pivot(state: &State, id: UnitId, heading: u16) -> Result<Plan, NoMove> {
    check_heading(Some(heading))?;
    let tray = terrain::tray(state, id).ok_or(NoMove::NotOnTable)?;
    let turned = tray.pivoted(heading);
    terrain::ground(state, id).pivot(&turned)?;
    Ok(Plan {
        tray,
        path: vec![tray.pose, turned.pose],
    })
}

/// A movement takes place and ends once: terrain that it moved into, objective tokens. Rule `IF-MOVE-07`.
///
/// RULING (`IF-MOVE-07`): a Maneuver, March, shift or free pivot that moves and turns nothing ends no move; a Charge always
/// does.
pub(crate) fn travel(
    table: &mut GameTable<'_>,
    id: UnitId,
    kind: MoveKind,
    plan: &Plan,
    in_charge: bool,
) -> Result<(), Refusal> {
    if !in_charge && plan.path.iter().all(|pose| *pose == plan.tray.pose) {
        return Ok(());
    }
    let entered = terrain::dangerous_entered(table.state(), &plan.tray, &plan.path);
    let to = plan.end();
    if to != plan.tray.pose {
        let from = plan.path[..plan.path.len() - 1].to_vec();
        victory::leave(table, id, to);
        table.emit(MovementEvent::UnitMoved {
            unit: id,
            kind,
            from,
            to,
        });
    }
    dangerous::hurt(table, id, &entered, in_charge)?;
    victory::claim(table, id);
    Ok(())
}

/// A unit shifts at most so many thousandths of an inch, the allowance of the shift before Rough pieces. Rule `IF-ACT-09`.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn shift(table: &mut GameTable<'_>, id: UnitId, shift: Shift, most: i32) -> Result<(), Refusal> {
    let plan = check_shift(table.state(), id, shift, most)?;
    travel(table, id, MoveKind::Shift, &plan, false)
}
