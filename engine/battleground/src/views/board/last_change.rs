//! The last event over the board after it: its units, the ways that they went, its dice.

use hindsight_kernel::{BoardPoint, LastChange, Roll, Seat, ShownRoll, Trail};

use super::{at, move_kind, way};
use crate::model::attack::Attack;
use crate::model::command::Patch;
use crate::model::event::{
    AbilityEvent, CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event,
    MovementEvent, ProcedureEvent, SetupEvent, TurnEvent,
};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::views::sentences::sentence;

/// The units of an event, the ways that it shows, and its dice.
type Shown = (Vec<UnitId>, Vec<Trail>, Vec<ShownRoll>);

fn trail(unit: UnitId, points: Vec<BoardPoint>, kind: &str) -> Vec<Trail> {
    Trail::through(&unit, unit.seat(), points, kind)
        .into_iter()
        .collect()
}

/// From the middle of one unit to the middle of another.
fn between(state: &State, from: UnitId, to: UnitId, kind: &str) -> Vec<Trail> {
    let points = [from, to]
        .iter()
        .filter_map(|unit| state.unit(*unit)?.pose)
        .map(|pose| at(pose.centre))
        .collect();
    trail(from, points, kind)
}

fn shown(seat: Seat, roll: &Roll) -> Vec<ShownRoll> {
    vec![ShownRoll {
        seat,
        roll: roll.clone(),
        // Dice succeed at or under their number here; the words tell it.
        target: None,
    }]
}

fn patched(patch: &Patch) -> Option<UnitId> {
    match patch {
        Patch::Place { unit, .. }
        | Patch::Boxes { unit, .. }
        | Patch::Order { unit, .. }
        | Patch::Disrupt { unit }
        | Patch::Rout { unit }
        | Patch::Destroy { unit }
        | Patch::Disengage { unit, .. }
        | Patch::Effect { unit, .. } => Some(*unit),
        Patch::Actions { .. } | Patch::RollOff { .. } | Patch::Dispute { .. } => None,
    }
}

/// What to show of an event over the board after it.
pub(crate) fn last_change(before: &State, event: &Event) -> LastChange {
    let (units, trails, rolls) = shows(before, event);
    LastChange {
        units: units.iter().map(UnitId::to_string).collect(),
        trails,
        rolls,
        words: sentence(before, event),
    }
}

/// Units without ways and dice.
const fn only(units: Vec<UnitId>) -> Shown {
    (units, Vec::new(), Vec::new())
}

/// Dice without units.
const fn dice(rolls: Vec<ShownRoll>) -> Shown {
    (Vec::new(), Vec::new(), rolls)
}

fn shows(before: &State, event: &Event) -> Shown {
    match event {
        Event::Procedure(happened) => shows_procedure(before, happened),
        Event::Setup(happened) => shows_setup(happened),
        Event::Turn(happened) => shows_turn(happened),
        Event::Movement(happened) => shows_movement(before, event, happened),
        Event::Engagement(happened) => shows_engagement(happened),
        Event::Courage(happened) => shows_courage(before, happened),
        Event::Command(happened) => shows_command(happened),
        Event::Ability(happened) => shows_ability(before, happened),
        Event::Damage(happened) => shows_damage(happened),
        Event::Combat(happened) => shows_combat(before, happened),
    }
}

fn shows_procedure(before: &State, event: &ProcedureEvent) -> Shown {
    match event {
        ProcedureEvent::PositionNoted { units, .. } => {
            let changed = units.iter().filter_map(|noted| {
                let was = before.unit(noted.unit)?;
                let same = (was.pose, was.status.name(), was.all_marked(), was.destroyed)
                    == (noted.pose, noted.status.name(), noted.marked, noted.destroyed);
                (!same).then_some((was, noted))
            });
            let changed: Vec<_> = changed.collect();
            let trails = changed.iter().filter_map(|(was, noted)| {
                let from = was.pose?;
                let Some(to) = noted.pose else {
                    return Some(Trail::lost(&noted.unit, noted.unit.seat(), at(from.centre)));
                };
                let points = if from.centre == to.centre {
                    Vec::new()
                } else {
                    vec![at(from.centre), at(to.centre)]
                };
                Trail::through(&noted.unit, noted.unit.seat(), points, "noted")
            });
            (
                changed.iter().map(|(_, noted)| noted.unit).collect(),
                trails.collect(),
                Vec::new(),
            )
        }
        ProcedureEvent::Asked { question } => only(question.unit.into_iter().chain(question.about).collect()),
        ProcedureEvent::Answered { answered } => {
            only(answered.unit.into_iter().chain(answered.about).collect())
        }
        ProcedureEvent::Ruled { patch, .. } => only(patched(patch).into_iter().collect()),
        ProcedureEvent::Opened { .. } | ProcedureEvent::Placed { .. } | ProcedureEvent::Proceeded { .. } => {
            only(Vec::new())
        }
    }
}

fn shows_setup(event: &SetupEvent) -> Shown {
    match event {
        SetupEvent::FewerPointsRolled { south, north, .. } => {
            let mut rolls = shown(Seat::A, south);
            rolls.extend(shown(Seat::B, north));
            dice(rolls)
        }
        SetupEvent::LotDrawn { roll, seat, .. } => dice(shown(*seat, roll)),
        SetupEvent::FactionChosen { .. }
        | SetupEvent::AgreementMade { .. }
        | SetupEvent::ArmyBuilt { .. }
        | SetupEvent::ArmyMustered { .. }
        | SetupEvent::FirstDeployerNamed { .. }
        | SetupEvent::FirstOrdererNamed { .. }
        | SetupEvent::FirstPlayerNamed { .. } => only(Vec::new()),
    }
}

fn shows_turn(event: &TurnEvent) -> Shown {
    match event {
        TurnEvent::VictoryChecked { sackers, .. } => only(sackers.clone()),
        TurnEvent::TurnBegan { .. }
        | TurnEvent::PhaseBegan { .. }
        | TurnEvent::TurnEnded
        | TurnEvent::SnapshotTaken { .. }
        | TurnEvent::FliersWaited { .. }
        | TurnEvent::Finished { .. }
        | TurnEvent::BattleEnded { .. } => only(Vec::new()),
    }
}

fn shows_movement(before: &State, event: &Event, happened: &MovementEvent) -> Shown {
    match happened {
        MovementEvent::UnitMoved { .. } | MovementEvent::UnitsMoved { .. } => {
            let moves = event.movements();
            let trails = moves.iter().flat_map(|(kind, one)| {
                let points = before
                    .unit(one.unit)
                    .map_or_else(Vec::new, |there| way(before, there, &one.legs, one.to));
                trail(one.unit, points, move_kind(*kind))
            });
            (
                moves.iter().map(|(_, one)| one.unit).collect(),
                trails.collect(),
                Vec::new(),
            )
        }
        MovementEvent::UnitTurned { unit, .. }
        | MovementEvent::FlightChanged { unit, .. }
        | MovementEvent::SlidUnder { unit, .. }
        | MovementEvent::StatusChanged { unit, .. }
        | MovementEvent::Marked { unit, .. }
        | MovementEvent::PointHeld { unit, .. } => only(vec![*unit]),
        MovementEvent::TokenPlaced { .. } => only(Vec::new()),
    }
}

fn shows_engagement(event: &EngagementEvent) -> Shown {
    match event {
        EngagementEvent::FinalRushed { engagement, .. } => only(vec![engagement.rusher, engagement.rushed]),
        EngagementEvent::RoutingRushed { unit, target } => only(vec![*unit, *target]),
        EngagementEvent::EngagementsChanged { .. } => only(Vec::new()),
    }
}

fn shows_courage(before: &State, event: &CourageEvent) -> Shown {
    match event {
        CourageEvent::CheckRolled { roll, .. } => {
            let unit = before.check.as_ref().map(|check| check.unit);
            let rolls = unit.map_or_else(Vec::new, |unit| shown(unit.seat(), roll));
            (unit.into_iter().collect(), Vec::new(), rolls)
        }
        CourageEvent::CourageChecked { unit, roll, .. } => {
            let rolls = roll.iter().flat_map(|roll| shown(unit.seat(), roll)).collect();
            (vec![*unit], Vec::new(), rolls)
        }
        CourageEvent::CheckDemanded { unit, .. }
        | CourageEvent::CauseNoted { unit, .. }
        | CourageEvent::CausesCleared { unit, .. }
        | CourageEvent::CheckForced { unit, .. } => only(vec![*unit]),
        CourageEvent::PassedThrough { unit, by } => only(vec![*unit, *by]),
        CourageEvent::CheckBegan { check } => only(vec![check.unit]),
        CourageEvent::CheckChanged { .. } => only(Vec::new()),
    }
}

fn shows_command(event: &CommandEvent) -> Shown {
    match event {
        CommandEvent::CardDrawn { seat, roll, .. } => {
            // The die tells the card: it is shown only where the card is.
            let rolls = roll
                .iter()
                .filter(|roll| roll.dice() > 0)
                .flat_map(|roll| shown(*seat, roll))
                .collect();
            dice(rolls)
        }
        CommandEvent::CardPlayed { on, .. } => only(on.clone()),
        CommandEvent::ActionsGained { .. }
        | CommandEvent::ActionsSpent { .. }
        | CommandEvent::ActionsLost { .. }
        | CommandEvent::DeckRenewed { .. }
        | CommandEvent::FactionCardsRemoved { .. }
        | CommandEvent::CardDiscarded { .. }
        | CommandEvent::Passed { .. }
        | CommandEvent::RerollClaimed { .. } => only(Vec::new()),
    }
}

fn shows_ability(before: &State, event: &AbilityEvent) -> Shown {
    match event {
        AbilityEvent::SpellCast { unit, target, .. } => (
            vec![*unit, *target],
            between(before, *unit, *target, "spell"),
            Vec::new(),
        ),
        AbilityEvent::LastingAdded { unit, .. } | AbilityEvent::LastingEnded { unit, .. } => {
            only(vec![*unit])
        }
        AbilityEvent::AbilityUsed { on, .. } => only(on.clone()),
        AbilityEvent::RuleTriggered { triggered } => only(vec![triggered.unit]),
        AbilityEvent::RuleSettled { .. } => only(Vec::new()),
    }
}

fn shows_damage(event: &DamageEvent) -> Shown {
    match event {
        DamageEvent::BoxesMarked { unit, .. }
        | DamageEvent::BoxesErased { unit, .. }
        | DamageEvent::AmmoMarked { unit, .. }
        | DamageEvent::UnitDestroyed { unit, .. } => only(vec![*unit]),
        DamageEvent::DamageCounted => only(Vec::new()),
    }
}

fn shows_combat(before: &State, event: &CombatEvent) -> Shown {
    match event {
        CombatEvent::AttackBegan { attack, .. } => (
            vec![attack.attacker, attack.target],
            shot(before, attack),
            Vec::new(),
        ),
        CombatEvent::AttackRolled { roll, again, .. } => {
            let Some(attack) = &before.attack else {
                return only(Vec::new());
            };
            let seat = attack.attacker.seat();
            let mut rolls = shown(seat, roll);
            rolls.extend(again.iter().flat_map(|again| shown(seat, again)));
            (vec![attack.attacker, attack.target], shot(before, attack), rolls)
        }
        CombatEvent::AttackResolved { attacker, target, .. } => only(vec![*attacker, *target]),
        CombatEvent::TargetsChosen { declared, .. } => {
            let trails = declared
                .iter()
                .flat_map(|declared| shot(before, &declared.attack))
                .collect();
            let units = declared.iter().map(|declared| declared.attack.attacker).collect();
            (units, trails, Vec::new())
        }
        CombatEvent::ChoiceSettled { .. }
        | CombatEvent::AttackWent { .. }
        | CombatEvent::AttackChanged { .. } => only(Vec::new()),
    }
}

/// The way of a ranged attack.
fn shot(before: &State, attack: &Attack) -> Vec<Trail> {
    if attack.kind.is_ranged() {
        between(before, attack.attacker, attack.target, "shot")
    } else {
        Vec::new()
    }
}
