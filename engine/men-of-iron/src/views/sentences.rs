//! Events in one sentence each.

mod agenda;

use hindsight_kernel::Seat;
use hindsight_kernel::words::sentence::{list, names};

use crate::data::{Combat, CombatCell, Outcome, Token};
use crate::model::agenda::FormationOrder;
use crate::model::attack::Attack;
use crate::model::drm::Throw;
use crate::model::event::{Against, Event, LeaderForm, TurnBy};
use crate::model::names::{LeaderId, UnitId};
use crate::model::piece::Status;
use crate::model::state::{EndReason, State};

/// The name of a side.
pub fn side_name(state: &State, seat: Seat) -> String {
    state
        .battle
        .side
        .get(&seat)
        .map_or_else(|| format!("side {seat}"), |side| side.name.clone())
}

/// The name of a leader.
pub fn leader_name(state: &State, leader: LeaderId) -> String {
    state
        .battle
        .leader
        .get(&leader)
        .map_or_else(|| leader.to_string(), |card| card.name.clone())
}

/// A unit with its class: `A-LB1 (longbow)`.
pub fn unit_name(state: &State, id: UnitId) -> String {
    let class = state
        .unit(id)
        .and_then(|unit| state.class_card(unit))
        .map(|card| card.name.as_str());
    match class {
        Some(class) => format!("{id} ({class})"),
        None => id.to_string(),
    }
}

/// A roll with what is added: `4 + 1 = 5`.
pub fn throw_words(throw: &Throw) -> String {
    let (natural, total) = (throw.natural(), throw.total());
    match total - natural {
        0 => natural.to_string(),
        added if added > 0 => format!("{natural} + {added} = {total}"),
        added => format!("{natural} - {} = {total}", -added),
    }
}

/// A result in the book's words.
pub fn outcome_words(outcome: Outcome) -> String {
    let words: Vec<String> = outcome
        .tokens()
        .map(|token| {
            match token {
                Token::Disordered => "Disordered",
                Token::Unhorsed => "Unhorsed",
                Token::Retreat1 => "Retreat 1 Hex",
                Token::RetiredOrUnhorsed => "Retired or Unhorsed",
                Token::Retired => "Retired",
                Token::Eliminated => "Eliminated",
            }
            .to_owned()
        })
        .collect();
    if words.is_empty() {
        "no effect".to_owned()
    } else {
        list(&words)
    }
}

/// A cell of the Shock or Charge Table in the book's words.
pub fn cell_words(cell: CombatCell) -> String {
    let mut words = Vec::new();
    if !cell.att.is_none() {
        words.push(format!("Attacker {}", outcome_words(cell.att)));
    }
    if !cell.def.is_none() {
        words.push(format!("Defender {}", outcome_words(cell.def)));
    }
    if cell.ca {
        words.push("Continued Attack".to_owned());
    }
    if words.is_empty() {
        "no effect".to_owned()
    } else {
        words.join(", ")
    }
}

fn order_words(order: FormationOrder) -> &'static str {
    match order {
        FormationOrder::FormShieldWall => "form a Shield Wall",
        FormationOrder::LeaveShieldWall => "leave the Shield Wall",
        FormationOrder::FormSchiltron => "form a Schiltron",
        FormationOrder::LeaveSchiltron => "leave the Schiltron",
    }
}

fn with_leaders(state: &State, leaders: &[LeaderId]) -> String {
    if leaders.is_empty() {
        String::new()
    } else {
        format!(" with {}", names(leaders, |leader| leader_name(state, *leader)))
    }
}

fn attack_words(attack: &Attack) -> String {
    let attackers = names(&attack.attackers, |attacker| match &attacker.course {
        Some(course) if !course.path.is_empty() => format!("{} (Charge)", attacker.unit),
        Some(_) | None => attacker.unit.to_string(),
    });
    format!(
        "{attackers} on {}",
        names(&attack.defenders, |defender| defender.unit.to_string())
    )
}

/// An event in one sentence.
#[allow(clippy::match_same_arms, reason = "each event has its own sentence")]
pub fn describe(before: &State, event: &Event) -> String {
    let unit = |id: UnitId| unit_name(before, id);
    let leader = |id: LeaderId| leader_name(before, id);
    let side = |seat: Seat| side_name(before, seat);
    match event {
        Event::BattleSetOut { state } => format!("{} is set out.", state.battle.title),
        Event::Agenda { change } => agenda::change_words(before, change),
        Event::UnitPlaced {
            unit: id,
            hex,
            facing,
        } => {
            format!("{} is placed on {hex}, facing {facing} o'clock.", unit(*id))
        }
        Event::LeaderPlaced { leader: id, hex } => format!("{} is placed on {hex}.", leader(*id)),
        Event::StandardPlaced { standard, hex } => format!("The Standard of {standard} is placed on {hex}."),
        Event::ActivationStarted { seat, kind, command } => {
            let kind: &str = kind.into();
            format!("{}: Command {command} is activated ({kind}).", side(*seat))
        }
        Event::StandardActivated { seat, standard, to } => match to {
            Some(to) => format!(
                "{}: the Standard of {standard} is activated to move to {to}.",
                side(*seat)
            ),
            None => format!(
                "{}: the Standard of {standard} is activated to rally.",
                side(*seat)
            ),
        },
        Event::Passed { seat } => format!("{} passes.", side(*seat)),
        Event::CommandNamed { seat, command } => {
            format!("{} names Command {command} to continue with.", side(*seat))
        }
        Event::SeizureDeclared { seat, command } => {
            format!("{} tries to seize with Command {command}.", side(*seat))
        }
        Event::SeizureDeclined { seat } => format!("{} does not seize.", side(*seat)),
        Event::ContinuityRolled {
            command,
            throw,
            rating,
            success,
            ..
        } => {
            let verdict = if *success { "succeeds" } else { "fails" };
            format!(
                "Continuity with {command}: {} against {rating} {verdict}.",
                throw_words(throw)
            )
        }
        Event::SeizureRolled {
            command,
            throw,
            rating,
            success,
            ..
        } => {
            let verdict = if *success { "succeeds" } else { "fails" };
            format!(
                "Seizure with {command}: {} against {rating} {verdict}.",
                throw_words(throw)
            )
        }
        Event::FreeActivationGained { seat } => format!("{} has a Free Activation.", side(*seat)),
        Event::LeaderReplaced { leader: id, hex } => {
            format!("The replacement of {} takes command on {hex}.", leader(*id))
        }
        Event::FormationChanged { order, units, .. } => {
            format!("{} {}.", names(units, ToString::to_string), order_words(*order))
        }
        Event::CommandStatusSet {
            command,
            out_of_command,
            ..
        } => {
            if out_of_command.is_empty() {
                format!("All units of {command} are in command.")
            } else {
                format!(
                    "Out of command of {command}: {}.",
                    names(out_of_command, ToString::to_string)
                )
            }
        }
        Event::UnitBegan { unit: id, .. } => format!("{} begins its Move/Fire.", unit(*id)),
        Event::MoveFireEnded { unit: id } => format!("The Move/Fire of {} is over.", unit(*id)),
        Event::UnitStepped {
            unit: id,
            from,
            to,
            facing,
            cost,
            stopped,
            leaders,
            passing,
            ..
        } => {
            let through = passing.map_or_else(String::new, |through| format!(" through {through}"));
            let stop = if *stopped { " and must stop" } else { "" };
            format!(
                "{}{} moves {from}-{to} v{facing}{through} for {cost} MP{stop}.",
                unit(*id),
                with_leaders(before, leaders)
            )
        }
        Event::ReinforcementEntered {
            unit: id,
            at,
            facing,
            leaders,
            ..
        } => format!(
            "{}{} enters the map at {at} v{facing}.",
            unit(*id),
            with_leaders(before, leaders)
        ),
        Event::UnitTurned { unit: id, to, by, .. } => {
            let why = match by {
                TurnBy::Order => "",
                TurnBy::Charge => " in its Charge",
                TurnBy::CounterCharge => " in its Counter-Charge",
            };
            format!("{} turns to {to} o'clock{why}.", unit(*id))
        }
        Event::HobilarChanged {
            unit: id, dismounted, ..
        } => {
            let act = if *dismounted { "dismounts" } else { "mounts" };
            format!("{} {act}.", unit(*id))
        }
        Event::LeaderStepped {
            leader: id, from, to, ..
        } => format!("{} moves alone {from}-{to}.", leader(*id)),
        Event::PassThroughRolled {
            unit: id,
            through,
            throw,
            harmed,
        } => {
            let verdict = if *harmed {
                "disturbs it"
            } else {
                "leaves it in order"
            };
            format!(
                "{} rides through {through}: {} {verdict}.",
                unit(*id),
                throw_words(throw)
            )
        }
        Event::ReactionFired {
            unit: id,
            target,
            shot,
            ..
        } => format!(
            "{} fires in reaction at {}, range {}: {}, {}.",
            unit(*id),
            unit(*target),
            shot.range,
            throw_words(&shot.throw),
            outcome_words(shot.result)
        ),
        Event::ActiveFired {
            unit: id,
            target,
            shot,
            ..
        } => format!(
            "{} fires at {}, range {}: {}, {}.",
            unit(*id),
            unit(*target),
            shot.range,
            throw_words(&shot.throw),
            outcome_words(shot.result)
        ),
        Event::ReturnFired {
            unit: id,
            target,
            shot,
            ..
        } => format!(
            "{} returns fire at {}, range {}: {}, {}.",
            unit(*id),
            unit(*target),
            shot.range,
            throw_words(&shot.throw),
            outcome_words(shot.result)
        ),
        Event::CounterChargeRolled {
            unit: id,
            targets,
            against,
            throw,
            success,
        } => {
            let what = match against {
                Against::Fire => "the fire of ",
                Against::Shock | Against::Charge => "",
            };
            let verdict = if *success { "succeeds" } else { "fails" };
            format!(
                "{} counter-charges {what}{}: {} {verdict}.",
                unit(*id),
                names(targets, ToString::to_string),
                throw_words(throw)
            )
        }
        Event::CounterChargerMoved {
            unit: id, from, to, ..
        } => {
            format!("{} counter-charges {from}-{to}.", unit(*id))
        }
        Event::CounterAttackMade { attack } => format!("Counter-Charge: {}.", attack_words(attack)),
        Event::AttacksDeclared { attacks } if attacks.is_empty() => "No attack is declared.".to_owned(),
        Event::AttacksDeclared { attacks } => {
            let all: Vec<String> = attacks.iter().map(attack_words).collect();
            format!("Declared: {}.", all.join("; "))
        }
        Event::ChargeRerouted { unit: id, course } => match course {
            Some(_) => format!("{} takes another path.", unit(*id)),
            None => format!("{} has no path left and drops out.", unit(*id)),
        },
        Event::ChargerMoved {
            unit: id, from, to, ..
        } => format!("{} charges {from}-{to}.", unit(*id)),
        Event::ChargeArrived { unit: id } => format!("The Charge of {} is ridden.", unit(*id)),
        Event::ReluctanceRolled {
            unit: id,
            target,
            throw,
            success,
        } => {
            let verdict = if *success { "charges on" } else { "is reluctant" };
            format!(
                "{} against {target}: {}, it {verdict}.",
                unit(*id),
                throw_words(throw)
            )
        }
        Event::RetreatedBeforeShock {
            unit: id,
            from,
            to,
            facing,
            ..
        } => format!("{} retreats before shock {from}-{to} v{facing}.", unit(*id)),
        Event::ShockRolled {
            attackers,
            defender,
            table,
            throw,
            result,
            ..
        } => {
            let table = match table {
                Combat::Shock => "Shock",
                Combat::Charge => "Charge",
            };
            format!(
                "{table}: {} on {}: {}, {}.",
                names(attackers, ToString::to_string),
                unit(*defender),
                throw_words(throw),
                cell_words(*result)
            )
        }
        Event::AttackOver { .. } => "This attack is over.".to_owned(),
        Event::UnitDisordered { unit: id } => format!("{} is Disordered.", unit(*id)),
        Event::UnitRetreated {
            unit: id,
            from,
            to,
            through,
            facing,
            ..
        } => {
            let through = through.map_or_else(String::new, |through| format!(" through {through}"));
            format!("{} retreats {from}-{to} v{facing}{through}.", unit(*id))
        }
        Event::UnitRetired {
            unit: id, from, to, ..
        } if from == to => format!(
            "{} is Retired and stays in {to}: it is as near to its Standard as it can be.",
            unit(*id)
        ),
        Event::UnitRetired { unit: id, to, .. } => format!("{} retires to its Standard, to {to}.", unit(*id)),
        Event::UnitUnhorsed { unit: id } => format!("{} is Unhorsed.", unit(*id)),
        Event::UnitEliminated { unit: id, hex } => format!("{} is Eliminated in {hex}.", unit(*id)),
        Event::LeaderRolled {
            leader: id,
            form,
            throw,
            killed,
        } => {
            let form = match form {
                LeaderForm::Fire => "under fire",
                LeaderForm::Shock => "in the fight",
            };
            let verdict = if *killed { "falls" } else { "is unharmed" };
            format!("{} {form}: {}, {verdict}.", leader(*id), throw_words(throw))
        }
        Event::LeaderKilled { leader: id, hex } => format!("{} is killed in {hex}.", leader(*id)),
        Event::LeaderCaptured { leader: id, hex } => format!("{} is captured in {hex}.", leader(*id)),
        Event::LeaderMoved { leader: id, to, .. } => format!("{} goes to the unit in {to}.", leader(*id)),
        Event::LeaderRemoved { leader: id } => {
            format!("{} has no Command left and leaves the field.", leader(*id))
        }
        Event::UnitAdvanced {
            unit: id,
            from,
            to,
            facing,
            ..
        } => format!("{} advances {from}-{to} v{facing}.", unit(*id)),
        Event::ContinuedAttackEarned { unit: id } => format!("{} earns a Continued Attack.", unit(*id)),
        Event::RoundEnded => "A round of the Shock Phase is over.".to_owned(),
        Event::UnitRallied { unit: id, to } => {
            let to = match to {
                Status::Normal => "Normal",
                Status::Disordered => "Disordered",
                Status::Retired => "Retired",
            };
            format!("{} rallies and is {to}.", unit(*id))
        }
        Event::StandardCheckRolled {
            unit: id,
            throw,
            eliminated,
        } => {
            let verdict = if *eliminated { "is lost" } else { "holds out" };
            format!(
                "Its Standard leaves {}: {}, it {verdict}.",
                unit(*id),
                throw_words(throw)
            )
        }
        Event::StandardMoved { standard, to, .. } => format!("The Standard of {standard} moves to {to}."),
        Event::StandardCaptured { standard, hex } => {
            format!("The Standard of {standard} is captured in {hex}.")
        }
        Event::LossChecked {
            seat,
            points,
            level,
            throw,
            fails,
        } => {
            let verdict = if *fails { "flees" } else { "stands" };
            match throw {
                Some(throw) => format!(
                    "Loss Check of {}: {} + {points} Flight Points against {level}, the army {verdict}.",
                    side(*seat),
                    throw.natural()
                ),
                None => format!(
                    "Loss Check of {}: {points} Flight Points against {level}, the army {verdict} without a roll.",
                    side(*seat)
                ),
            }
        }
        Event::ActivationEnded => "The Activation is complete.".to_owned(),
        Event::GameEnded { ending } => {
            let reason = match ending.reason {
                EndReason::LossCheck => "the other army flees",
                EndReason::BothFled => "both armies flee",
                EndReason::Passes => "nobody acts any more",
            };
            match ending.winner {
                Some(winner) => format!("{} wins: {reason}.", side(winner)),
                None => format!("The battle is drawn: {reason}."),
            }
        }
        Event::Patched { .. } => "A ruling changed the position.".to_owned(),
    }
}
