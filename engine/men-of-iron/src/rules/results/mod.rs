//! Combat results: status, retreat, retire, elimination (§12.0, pp. 11-12).

mod places;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::agenda::Taken;
use hindsight_kernel::{Refusal, Seat};

pub use places::{retire_spots, retreat_spots, retreat_through};
pub(crate) use places::{retire_spots_over, retreat_spots_over};

use super::asking::{BattleTable, ask, ask_unless_single, spots, then};
use super::leaders::{fire_roll, shock_rolls};
use super::measure;
use super::movement::{cut_short, ridden_down};
use crate::data::{Column, Outcome, Token, UnhorsedReading};
use crate::model::agenda::{Answer, Cause, Frame, Hit, Need, Options, Step, Topic};
use crate::model::event::ResultEvent;
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Formation, Status, Unit};
use crate::model::state::State;

/// The effects of a result on a unit, before it is known where it can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects {
    /// It becomes Disordered.
    pub disorder: bool,
    /// It is Unhorsed.
    pub unhorse: bool,
    /// It must retreat.
    pub retreat: bool,
    /// It is Retired.
    pub retire: bool,
    /// It is eliminated.
    pub eliminate: bool,
}

impl Effects {
    /// The harm in steps: 1 for Disordered or a Retreat, 2 for Retired or Unhorsed, 3 for Eliminated.
    pub(crate) const fn steps(self) -> u8 {
        if self.eliminate {
            3
        } else if self.retire || self.unhorse {
            2
        } else {
            (self.disorder || self.retreat) as u8
        }
    }

    /// The same effects where a Retreat or Retirement that cannot be carried out eliminates. Rules `MOI-RES-07`, `MOI-RES-09`
    /// (p. 11).
    pub(crate) const fn carried_out(mut self, has_retreat: bool, has_route: bool) -> Self {
        if (self.retreat && !has_retreat) || (self.retire && !has_route) {
            (self.eliminate, self.retreat, self.retire) = (true, false, false);
        }
        self
    }
}

/// Reads "Unhorsed" for units that are not men-at-arms on horses. Rule `MOI-RES-12` (p. 12).
fn as_read(state: &State, unit: &Unit, outcome: Outcome, cause: Cause) -> Outcome {
    let horsed = unit.class == ClassId::MMAA;
    let mut read = Outcome::NONE;
    for token in outcome.tokens() {
        let meant = match token {
            Token::RetiredOrUnhorsed | Token::Unhorsed if horsed => Outcome::of(&[Token::Unhorsed]),
            Token::RetiredOrUnhorsed => Outcome::of(&[Token::Retired]),
            Token::Unhorsed if cause == Cause::Attacking && state.column_of(unit) == Column::Foot => {
                state.battle.options.unhorsed_foot_attacker
            }
            Token::Unhorsed => match state.battle.options.unhorsed_non_maa {
                UnhorsedReading::Retired => Outcome::of(&[Token::Retired]),
                UnhorsedReading::Eliminated => Outcome::of(&[Token::Eliminated]),
                UnhorsedReading::Disordered => Outcome::of(&[Token::Disordered]),
            },
            Token::Disordered | Token::Retreat1 | Token::Retired | Token::Eliminated => Outcome::of(&[token]),
        };
        read = read.and(meant);
    }
    read
}

/// Whether a Retreat does not move a unit: a Schiltron, or a No Retreat marker. Rules `MOI-SCHIL-06`, `MOI-MISC-02` (p. 12).
pub fn does_not_retreat(state: &State, unit: &Unit) -> bool {
    unit.formation == Formation::Schiltron
        || state
            .battle
            .unit
            .get(&unit.id)
            .is_some_and(|card| card.no_retreat)
}

/// The effects of a result on a unit. Rules `MOI-RES-02`, `MOI-RES-03`, `MOI-RES-11`, `MOI-RES-12`,
/// `MOI-RES-15`, `MOI-SCHIL-06` (pp. 11-12).
pub fn effects(state: &State, unit: &Unit, outcome: Outcome, cause: Cause) -> Effects {
    if outcome.is_none() {
        return Effects::default();
    }
    if unit.is_retired() {
        return Effects {
            eliminate: true,
            ..Effects::default()
        };
    }
    let read = as_read(state, unit, outcome, cause);
    let normal = unit.status == Status::Normal;
    let stands = read.has(Token::Retreat1) && does_not_retreat(state, unit);
    // Who does not retreat is Disordered instead, unless that is part of the result already.
    let disorder = normal && (read.has(Token::Disordered) || stands);
    let (unhorse, retire, eliminate) = (
        read.has(Token::Unhorsed),
        read.has(Token::Retired),
        read.has(Token::Eliminated),
    );
    Effects {
        disorder: disorder && !unhorse && !retire && !eliminate,
        unhorse: unhorse && !retire && !eliminate,
        retreat: read.has(Token::Retreat1) && !stands && !retire && !eliminate,
        retire: retire && !eliminate,
        eliminate,
    }
}

/// The effects of a result on a unit where it stands: one that cannot retreat or retire is eliminated. Rules `MOI-RES-07`,
/// `MOI-RES-09`, `MOI-RES-11` (p. 11).
pub(crate) fn effects_here(
    state: &State,
    unit: &Unit,
    outcome: Outcome,
    cause: Cause,
    from: &[Hex],
) -> Effects {
    let effects = effects(state, unit, outcome, cause);
    let mut there = unit.clone();
    if effects.unhorse {
        there.class = ClassId::UMAA;
    }
    let has_retreat = !effects.retreat
        || !retreat_spots(state, &there, from).is_empty()
        || !retreat_through(state, &there, from).is_empty();
    let has_route = !effects.retire || !retire_spots(state, &there).is_empty();
    effects.carried_out(has_retreat, has_route)
}

/// Results at one player's units, in the order their owner chooses. Rule `MOI-RES-14` (pp. 7-11).
pub(crate) fn hits(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    seat: Seat,
    hits: &[Hit],
) -> Result<Taken, Need> {
    let options: Vec<Answer> = hits.iter().map(|hit| Answer::Unit { unit: hit.unit }).collect();
    if options.is_empty() {
        return Ok(then(table, []));
    }
    let first = ask_unless_single(frame, seat, Topic::NextResult, "MOI-RES-14", None, options)?;
    let is_first = |hit: &&Hit| first == Answer::Unit { unit: hit.unit };
    let next = hits.iter().find(is_first).cloned().map(Step::Suffer);
    let rest: Vec<Hit> = hits.iter().filter(|hit| !is_first(hit)).cloned().collect();
    let rest = (!rest.is_empty()).then_some(Step::Hits { seat, hits: rest });
    Ok(then(table, next.into_iter().chain(rest)))
}

/// A unit suffers a result: status, then leader rolls; then it goes where it must. Rules `MOI-RES-14`, `MOI-RES-15`,
/// `MOI-LEAD-08` (pp. 7-13).
pub(crate) fn suffer(table: &mut BattleTable<'_>, hit: &Hit) -> Result<Taken, Need> {
    let state = table.state();
    let Some((unit, hex)) = state.unit(hit.unit).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Ok(then(table, []));
    };
    let id = unit.id;
    let effects = effects(state, unit, hit.outcome, hit.cause);
    if let Cause::Fire(adjusted) = hit.cause
        && adjusted >= super::leaders::CASUALTY_FROM
    {
        for leader in measure::leaders_with(table.state(), id) {
            fire_roll(table, leader, hex)?;
        }
    }
    if effects.unhorse {
        table.emit(ResultEvent::UnitUnhorsed { unit: id });
        cut_short(table, id);
    } else if effects.disorder {
        table.emit(ResultEvent::UnitDisordered { unit: id });
    }
    let state = table.state();
    let Some(unit) = state.unit(id) else {
        return Ok(then(table, []));
    };
    let nowhere = effects.retreat
        && retreat_spots(state, unit, &hit.from).is_empty()
        && retreat_through(state, unit, &hit.from).is_empty();
    let no_route = effects.retire && retire_spots(state, unit).is_empty();
    let eliminated = effects.eliminate || nowhere || no_route;
    let harmed = effects.disorder || effects.unhorse || effects.retire || eliminated;
    let rolls = match hit.cause {
        Cause::Defending | Cause::Attacking => harmed,
        Cause::Fire(_) => nowhere,
        Cause::RetreatedThrough => effects.retire || eliminated,
        Cause::PassedThrough => false,
    };
    if rolls {
        shock_rolls(table, id, hex)?;
    }
    if eliminated {
        return Ok(eliminate(table, id, hex));
    }
    if effects.retire {
        return Ok(then(table, [Step::Retire { unit: id }]));
    }
    if effects.retreat {
        let retreat = Step::Retreat {
            unit: id,
            from: hit.from.clone(),
            rolled: rolls,
        };
        return Ok(then(table, [retreat]));
    }
    Ok(then(table, []))
}

/// Removes a unit for good; leaders who stood with it are placed with others. Rules `MOI-RES-13`, `MOI-LEAD-06` (pp. 12-13).
fn eliminate(table: &mut BattleTable<'_>, unit: UnitId, hex: Hex) -> Taken {
    let leaders = measure::leaders_with(table.state(), unit);
    table.emit(ResultEvent::UnitEliminated { unit, hex });
    cut_short(table, unit);
    then(
        table,
        leaders
            .into_iter()
            .map(|leader| Step::LeaderPlacement { leader, lost: unit }),
    )
}

/// A unit retreats one hex, through friendly missile infantry if it must. Rules `MOI-RES-04` to `MOI-RES-07` (p. 11).
pub(crate) fn retreat(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    id: UnitId,
    from: &[Hex],
    rolled: bool,
) -> Result<Taken, Need> {
    let state = table.state();
    let Some((unit, at)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Ok(then(table, []));
    };
    let free = retreat_spots(state, unit, from);
    let options = if free.is_empty() {
        Options::Places {
            spots: retreat_through(state, unit, from),
            or: vec![Answer::Eliminate],
        }
    } else {
        Options::Places {
            spots: spots(id, free),
            or: Vec::new(),
        }
    };
    let possible = matches!(&options, Options::Places { spots, .. } if !spots.is_empty());
    let given = if possible {
        ask(frame, unit.seat, Topic::Retreat, "MOI-RES-04", Some(id), || {
            options
        })?
    } else {
        Answer::Eliminate
    };
    let Answer::Place {
        hex, through, facing, ..
    } = given
    else {
        if !rolled {
            shock_rolls(table, id, at)?;
        }
        return Ok(eliminate(table, id, at));
    };
    let leaders = measure::leaders_with(state, id);
    table.emit(ResultEvent::UnitRetreated {
        unit: id,
        from: at,
        to: hex,
        through,
        facing,
        leaders,
    });
    cut_short(table, id);
    let ridden = through.map(|passed| {
        let hit = ridden_down(table.state(), passed, Cause::RetreatedThrough);
        Step::Suffer(hit)
    });
    Ok(then(table, ridden))
}

/// A unit is picked up and placed near its Standard, Retired. Rules `MOI-RES-08`, `MOI-RES-09` (p. 11).
pub(crate) fn retire(table: &mut BattleTable<'_>, frame: &Frame, id: UnitId) -> Result<Taken, Need> {
    let state = table.state();
    let Some((unit, from)) = state.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Ok(then(table, []));
    };
    let hexes = retire_spots(state, unit);
    if hexes.is_empty() {
        return Ok(eliminate(table, id, from));
    }
    let given = ask(frame, unit.seat, Topic::Retire, "MOI-RES-08", Some(id), || {
        Options::Places {
            spots: spots(id, hexes),
            or: Vec::new(),
        }
    })?;
    let Answer::Place { hex, facing, .. } = given else {
        return Ok(then(table, []));
    };
    let leaders = measure::leaders_with(state, id);
    table.emit(ResultEvent::UnitRetired {
        unit: id,
        from,
        to: hex,
        facing,
    });
    cut_short(table, id);
    Ok(then(
        table,
        leaders
            .into_iter()
            .map(|leader| Step::LeaderPlacement { leader, lost: id }),
    ))
}

/// Removes a unit outside of combat: with its Standard. Rules `MOI-STD-04`, `MOI-STD-08` (p. 12).
///
/// RULING: leaders with it do not roll and stay in the hex.
pub(crate) fn eliminate_without_rolls(table: &mut BattleTable<'_>, unit: UnitId) -> Result<(), Refusal> {
    if let Some(hex) = table.state().unit(unit).and_then(Unit::hex) {
        table.emit(ResultEvent::UnitEliminated { unit, hex });
    }
    Ok(())
}
