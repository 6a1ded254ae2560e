//! The parts of sentences: causes, marks, moves, rulings.

use hindsight_kernel::{Modifier, Roll};

use crate::editions::profile::{Terror, VictoryBy};
use crate::model::agenda::Step;
use crate::model::command::Patch;
use crate::model::effect::Keyword;
use crate::model::event::{MoveKind, Movement, TurnMark, Use};
use crate::model::names::{UnitId, other, seat_name};
use crate::model::state::{Agreed, Cause, CheckKind, EndReason, Ending, RoutCause, State};
use crate::model::words::{self, count, inches, unit_name, unit_names};
use crate::questions::question;

pub(super) fn faces(roll: &Roll) -> String {
    roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// `skill 6, defensive skill -3, flanking +1`.
pub(super) fn because(modifiers: &[Modifier]) -> String {
    if modifiers.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = modifiers
        .iter()
        .map(|modifier| format!("{} {:+}", modifier.name, modifier.change))
        .collect();
    format!(" ({})", parts.join(", "))
}

/// Why a unit was destroyed.
pub(crate) const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Attack => "in combat",
        Cause::FreeAttack => "by a Free Attack",
        Cause::FollowUpCheck => "by a failed Follow-up Rout Check",
        Cause::RoutCheck => "by a failed Rout Check while Routing",
        Cause::RoutIntoEnemy => "on its rout move by an enemy in its way",
        Cause::RoutIntoEdge => "on its rout move at the table edge or impassable terrain",
        Cause::NoPlace => "because it finds no place",
        Cause::Rushed => "by a Final Rush while Routing",
        Cause::Sacrificed => "so that its Back Up Unit steps in",
        Cause::Damage => "by damage",
        Cause::Fled => "by flying off the table",
        Cause::Ruling => "by a ruling",
    }
}

/// What a courage check is called.
pub(crate) const fn check(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Fear => "Fear Check",
        CheckKind::Rout => "Rout Check",
        CheckKind::FollowUp => "Follow-up Rout Check",
        CheckKind::Other => "Courage Check",
    }
}

pub(super) fn rout_cause(cause: RoutCause) -> &'static str {
    cause.into()
}

/// The name of an ability of one of the factions; its id if none has it.
pub(super) fn ability_name<'s>(state: &'s State, id: &'s str) -> &'s str {
    let mut factions = state.book.factions.iter();
    let known = factions.find_map(|faction| faction.ability(id));
    known.map_or(id, |ability| &ability.name)
}

/// What command actions were spent on, in words.
pub(crate) fn spent_on(state: &State, on: &Use) -> String {
    match on {
        Use::ChangeOrder(unit) => format!("a new standing order of {}", unit_name(state, *unit)),
        Use::DirectControl(unit) => format!("Direct Control of {}", unit_name(state, *unit)),
        Use::DrawCard => "drawing a command card".to_owned(),
        Use::Ability(ability) => format!("the ability {}", ability_name(state, ability)),
        Use::Rally(unit) => format!("rallying {}", unit_name(state, *unit)),
        Use::Reload(unit) => format!("reloading {}", unit_name(state, *unit)),
        Use::Reorganize(unit) => format!("reorganizing {}", unit_name(state, *unit)),
        Use::SoundTheCharge => "Sound the Charge".to_owned(),
        Use::Recall => "a Skirmisher Recall".to_owned(),
        Use::Other(what) => what.clone(),
    }
}

pub(super) fn mark(state: &State, unit: UnitId, mark: &TurnMark) -> String {
    let name = unit_name(state, unit);
    match mark {
        TurnMark::Activated => format!("{name} is activated"),
        TurnMark::NoRush => format!("{name} makes no Final Rush this turn"),
        TurnMark::Controlled => format!("{name} is under Direct Control"),
        TurnMark::NamedEnemy(enemy) => format!("{} counts as nearest to {name}", unit_name(state, *enemy)),
        TurnMark::Rallied => format!("{name} is Rallied"),
        TurnMark::Frightened => format!("{name} is Frightened"),
        TurnMark::Terrified => terrified(state, unit),
        TurnMark::Outreached => format!("{name} is Outreached this turn"),
        TurnMark::BeganEngaged => format!("{name} counts as engaged since the turn began"),
        TurnMark::FearChecked => format!("{name} has taken its Fear Check"),
        TurnMark::Cast => format!("{name} has cast its spell"),
        TurnMark::Healed => format!("{name} has been the subject of a Healing spell"),
        TurnMark::TookOff => format!("{name} takes off"),
        TurnMark::Paid => format!("{name} may use its ranged attack this turn"),
        TurnMark::HealedFrom(_) => format!("{name} is healed: its colour of this Combat Phase stays"),
        TurnMark::SpelledFrom(_) => {
            format!(
                "a spell changes what is written on {name}: its attacks of this Combat Phase stay as they were"
            )
        }
        TurnMark::Lands(true) => format!("{name} lands at the end of its move"),
        TurnMark::Lands(false) => format!("{name} stays in the air at the end of its move"),
        TurnMark::RiddenDown => format!("{name} suffers for being rushed"),
        TurnMark::RunThrough => format!("a routing friend runs through {name}"),
        TurnMark::Beyond(enemies) => format!(
            "{name} is out of range of {}",
            count(enemies.len() as i64, "enemy", "enemies")
        ),
        TurnMark::Touched(friends) => format!(
            "{name} touches {} as it routs",
            count(friends.len() as i64, "friend", "friends")
        ),
        TurnMark::RalliedAfterRunning => format!("{name} has run and rallied"),
        TurnMark::Threw => format!("{name} has thrown its missiles on engaging"),
        TurnMark::Shifted => format!("{name} has used its sideways shift"),
        TurnMark::RangedMode(mode) => format!("{name} moves for its ranged attack {}", u16::from(*mode) + 1),
        TurnMark::RushDeclined(enemy) => format!("{name} does not rush {}", unit_name(state, *enemy)),
        TurnMark::PathNotPast(enemy) => format!(
            "{name} takes a path that does not lead past {}",
            unit_name(state, *enemy)
        ),
        TurnMark::FacingSide(enemy, side) => format!(
            "the {} of {} faces {name} this turn",
            crate::model::names::side_name(*side),
            unit_name(state, *enemy)
        ),
        TurnMark::Terrain(rows) => format!("{name} meets terrain: Movement Category {rows:+} this turn"),
    }
}

/// That a unit is Terrified, and what that changes in the edition. Rules `BG4-KEYW-09` (p. 131), `BG3-COUR-11` (p. 31).
fn terrified(state: &State, unit: UnitId) -> String {
    let name = unit_name(state, unit);
    let suffers = |but: &[Keyword]| !state.unit(unit).is_some_and(|unit| state.kind(unit).is_any(but));
    match state.profile().terror {
        Terror::Courage(change) if suffers(&[Keyword::Fearsome]) => {
            format!("{name} is Terrified by the unit that charged it: courage {change:+} this turn")
        }
        Terror::FearChecks(change) if suffers(&[Keyword::Fearsome, Keyword::Terrifying]) => {
            format!("{name} is Terrified by the unit that charged it: {change:+} on its Fear Check this turn")
        }
        Terror::Courage(_) | Terror::FearChecks(_) => {
            format!("{name} was charged by a Terrifying unit, which changes none of its courage checks")
        }
    }
}

pub(super) fn moved(state: &State, kind: MoveKind, one: &Movement) -> String {
    let Movement {
        unit,
        to,
        distance,
        allowance,
        ..
    } = one;
    let name = unit_name(state, *unit);
    let there = words::pose(*to);
    let far = format!("{} of {}", words::hundredths(*distance), inches(*allowance));
    match kind {
        MoveKind::Deployed => format!("{} deploys {name} at {there}", seat_name(unit.seat())),
        MoveKind::Ordered if state.unit(*unit).is_some_and(|before| before.pose == Some(*to)) => {
            format!("{name} stays by its order")
        }
        MoveKind::Ordered if distance.value() == 0.0 => format!("{name} turns by its order"),
        MoveKind::Ordered => format!("{name} moves {far} by its order"),
        MoveKind::Controlled => format!("{name} moves {far} under Direct Control"),
        MoveKind::Rush => format!("{name} Final Rushes {}", inches(*distance)),
        MoveKind::Realigned => format!("{name} realigns"),
        MoveKind::RoutTurn => format!("{name} turns about, Routing"),
        MoveKind::Rout => format!("{name} routs {far}"),
        MoveKind::Rally => format!("{name} reforms on Rally"),
        MoveKind::SteppedIn => format!("{name} steps in at {there}"),
        MoveKind::Ruling => format!("By ruling {name} lies at {there}"),
    }
}

pub(super) fn patch(state: &State, patch: &Patch) -> String {
    match patch {
        Patch::Place { unit, pose } => format!(
            "By ruling {} lies at {}",
            unit_name(state, *unit),
            words::pose(*pose)
        ),
        Patch::Boxes { unit, damage, ammo } => {
            let mut parts = Vec::new();
            parts.extend(damage.map(|boxes| count(boxes, "damage box", "damage boxes")));
            parts.extend(ammo.map(|boxes| count(boxes, "ammo box", "ammo boxes")));
            format!(
                "By ruling {} has {} marked",
                unit_name(state, *unit),
                words::list(&parts)
            )
        }
        Patch::Order { unit, order } => {
            format!(
                "By ruling {} is Ready on {}",
                unit_name(state, *unit),
                words::written(order)
            )
        }
        Patch::Disrupt { unit } => format!("By ruling {} is Disrupted", unit_name(state, *unit)),
        Patch::Rout { unit } => format!("By ruling {} is Routing", unit_name(state, *unit)),
        Patch::Destroy { unit } => format!("By ruling {} is destroyed", unit_name(state, *unit)),
        Patch::Actions { seat, count: left } => format!(
            "By ruling {} has {}",
            seat_name(*seat),
            count(*left, "command action", "command actions")
        ),
        Patch::Disengage { unit, from } => format!(
            "By ruling {} and {} are no longer engaged",
            unit_name(state, *unit),
            unit_name(state, *from)
        ),
        Patch::RollOff {
            dispute,
            south,
            north,
        } => {
            let whose = crate::positions::rulings::prevails(*south, *north).map_or("nobody", seat_name);
            format!(
                "Roll-off, South {south} against North {north}, on: {dispute} The reading of {whose} is used"
            )
        }
        Patch::Dispute {
            dispute,
            low,
            high,
            die,
        } => {
            let Some(die) = die else {
                return format!("A die is to be rolled on: {dispute}");
            };
            let reading = if *die <= 3 { low } else { high };
            format!("A die shows {die} on: {dispute} The reading is: {reading}")
        }
        Patch::Effect { unit, name, .. } => {
            format!(
                "By ruling {} is under the effect of {name}",
                unit_name(state, *unit)
            )
        }
    }
}

pub(super) fn ending(state: &State, ending: &Ending) -> String {
    let degree: &str = ending.degree.into();
    // No number of points decides there. Rule BG3-SET-13.
    if state.profile().victory == VictoryBy::Annihilation {
        return match ending.winner {
            Some(winner) => format!(
                "{} has no unit left: a {degree} for {}",
                seat_name(other(winner)),
                seat_name(winner)
            ),
            None => "no unit is left on either side: a Draw".to_owned(),
        };
    }
    let [south, north] = ending.destroyed;
    let why = match ending.reason {
        EndReason::BreakingPoint => "the Breaking Point is reached",
        EndReason::NoUnits => "no unit is left",
        EndReason::LastTurn => "the last turn is over",
    };
    match ending.winner {
        Some(winner) => format!(
            "{why}: a {degree} for {} (destroyed points {south} : {north})",
            seat_name(winner)
        ),
        None => format!("{why}: a Draw (destroyed points {south} : {north})"),
    }
}

pub(super) fn agreement(state: &State, agreed: &Agreed) -> String {
    let mut parts = Vec::new();
    parts.extend(agreed.budget.map(|points| format!("{points} points")));
    parts.extend(agreed.scenario.as_ref().map(|id| {
        let known = state.book.scenarios.iter().find(|scenario| scenario.id == *id);
        format!(
            "the scenario {}",
            known.map_or(id.as_str(), |scenario| &scenario.name)
        )
    }));
    parts.extend(agreed.map.as_ref().map(|id| {
        let known = state.book.maps.iter().find(|map| map.id == *id);
        format!("the map {}", known.map_or(id.as_str(), |map| &map.name))
    }));
    match parts.as_slice() {
        [] => "Nothing is agreed yet".to_owned(),
        parts => format!("Agreed: {}", words::list(parts)),
    }
}

/// The next step, for the log of the procedure.
pub(super) fn step(state: &State, step: &Step) -> String {
    match step {
        Step::Ask(asked) => question(state, asked).to_string(),
        Step::ChooseFactions => "both choose their factions".to_owned(),
        Step::AgreeBudget { .. } => "the points budget is agreed".to_owned(),
        Step::AgreeScenario { .. } => "scenario and map are agreed".to_owned(),
        Step::BuildArmies => "both build their armies".to_owned(),
        Step::NameFirstDeployer { by } => format!("{} names who deploys first", seat_name(*by)),
        Step::Deploy { next, .. } => format!("{} deploys a unit", seat_name(*next)),
        Step::TrimDeck { seat } => format!("{} may remove the cards of the faction", seat_name(*seat)),
        Step::DrawAtSetUp => "command cards are drawn".to_owned(),
        Step::NameFirstOrderer { by } => format!("{} names who gives the first order", seat_name(*by)),
        Step::AssignOrder { next, .. } => format!("{} gives a unit its order", seat_name(*next)),
        Step::ChooseFirstPlayer { by } => format!("{} names the first player", seat_name(*by)),
        Step::BeginTurn => "a turn begins".to_owned(),
        Step::Realign => "engaged units realign".to_owned(),
        Step::Snapshot => "the start of the turn is noted".to_owned(),
        Step::MovementAndCommand => "the Movement & Command Phase goes on".to_owned(),
        Step::GreenWindow { .. } => "green command cards may be played".to_owned(),
        Step::Activate { units } => {
            let are = if units.len() > 1 { "are" } else { "is" };
            format!("{} {are} activated", unit_names(state, units))
        }
        Step::SubmitLegs { unit } => format!("{} moves under Direct Control", unit_name(state, *unit)),
        Step::RoutMove { unit, .. } => format!("{} makes its rout move", unit_name(state, *unit)),
        Step::DrawCard { seat, .. } => format!("{} draws", seat_name(*seat)),
        Step::Cast { unit, .. } => format!("{} casts", unit_name(state, *unit)),
        Step::Effects { name, .. } => format!("{name} takes effect"),
        Step::Triggers => "special rules take effect".to_owned(),
        Step::CloseMovement => "the Movement & Command Phase closes".to_owned(),
        Step::Courage { .. } => "a Courage Phase goes on".to_owned(),
        Step::FreeAttacks { .. } => "Free Attacks are made".to_owned(),
        Step::RollCheck => "the courage check is rolled".to_owned(),
        Step::SettleCheck => "the courage check takes effect".to_owned(),
        Step::Throws => "missiles are thrown on engaging".to_owned(),
        Step::Falls { unit } => format!("{} falls, and is backed up", unit_name(state, *unit)),
        Step::ChooseTargets => "targets are chosen".to_owned(),
        Step::Attacks => "attacks are resolved".to_owned(),
        Step::Attack => "the attack goes on".to_owned(),
        Step::Reroll { .. } => "dice are rolled again".to_owned(),
        Step::Consequences => "Combat Consequences".to_owned(),
        Step::EndOfTurn => "the End of Turn".to_owned(),
        Step::VictoryCheck => "the victory check".to_owned(),
    }
}
