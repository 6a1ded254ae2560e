//! Recording of events, and checks of what no table can have recorded: a stream from outside that says so was
//! forged.

use hindsight_kernel::plausible::within;
use hindsight_kernel::{Message, Phrase, Recorded, Roll, message, phrase};

use super::invariants::sound;
use crate::MenOfIron;
use crate::messages::MESSAGES;
use crate::model::command::Patch;
use crate::model::drm::{SIDES, Throw};
use crate::model::event::{
    ActivationEvent, EndingEvent, Event, FireEvent, LeaderForm, MovementEvent, ProcedureEvent, RallyEvent,
    ResultEvent, ShockEvent, Shot,
};
use crate::model::state::State;
use crate::packs::battle_faults;
use crate::tables::{
    MAX_COUNTER_CHARGE, MAX_PASS_THROUGH, MAX_RELUCTANCE, fire_casualty, loss_check, standard_check,
};

/// Movement Points of a step or of a unit: beyond every chart.
const MOST_POINTS: i64 = 100;
/// DRMs of one roll: beyond every roll.
const MOST_DRMS: usize = 60;
/// Pieces that one event speaks of: as many as maps have hexes.
const MOST_PIECES: usize = 99 * 99;
/// The most Flight Points and the highest Flight Level.
const MOST_FLIGHT: i64 = 100_000;

impl Recorded for MenOfIron {
    const EVENT_SCHEMA: u16 = 1;

    fn event_name(event: &Event) -> &'static str {
        event.into()
    }

    fn dice(event: &Event) -> Vec<&Roll> {
        event.rolls()
    }

    fn plausible(event: &Event) -> Result<(), Message> {
        plausible(event)
    }
}

/// The verdict of most rolls, as faults name it.
const SUCCESS: Phrase = phrase!(MESSAGES, "record-success");
/// The verdict of a unit that others pass through, as faults name it.
const HARM: Phrase = phrase!(MESSAGES, "record-harm");
/// Flight Points, as faults name them.
const FLIGHT_POINTS: Phrase = phrase!(MESSAGES, "record-flight-points");

/// Whether a table can have recorded an event: every number within its bounds, every verdict that of its die.
fn plausible(event: &Event) -> Result<(), Message> {
    match event {
        Event::Procedure(ProcedureEvent::BattleSetOut { state }) => position(state),
        Event::Activation(
            ActivationEvent::ContinuityRolled {
                throw,
                rating,
                success,
                ..
            }
            | ActivationEvent::SeizureRolled {
                throw,
                rating,
                success,
                ..
            },
        ) => {
            rated(*rating)?;
            verdict(SUCCESS, throw, *success, |total| total <= i32::from(*rating))
        }
        Event::Movement(MovementEvent::PassThroughRolled { throw, harmed, .. }) => {
            verdict(HARM, throw, *harmed, |total| total <= MAX_PASS_THROUGH)
        }
        Event::Shock(ShockEvent::CounterChargeRolled {
            throw,
            success,
            targets,
            ..
        }) => {
            few(phrase!(MESSAGES, "record-targets"), targets.len())?;
            verdict(SUCCESS, throw, *success, |total| total <= MAX_COUNTER_CHARGE)
        }
        Event::Shock(ShockEvent::ReluctanceRolled { throw, success, .. }) => {
            verdict(SUCCESS, throw, *success, |total| total <= MAX_RELUCTANCE)
        }
        Event::Rally(RallyEvent::StandardCheckRolled {
            throw, eliminated, ..
        }) => verdict(
            phrase!(MESSAGES, "record-loss"),
            throw,
            *eliminated,
            standard_check,
        ),
        Event::Result(ResultEvent::LeaderRolled {
            form, throw, killed, ..
        }) => verdict(
            phrase!(MESSAGES, "record-death"),
            throw,
            *killed,
            |total| match form {
                LeaderForm::Fire => fire_casualty(total),
                // The Activation Rating is one of the DRMs. Rule `MOI-LEAD-04`.
                LeaderForm::Shock => total >= 3,
            },
        ),
        Event::Ending(EndingEvent::LossChecked {
            points,
            level,
            throw,
            fails,
            ..
        }) => loss(*points, *level, throw.as_ref(), *fails),
        Event::Fire(
            FireEvent::ReactionFired { shot, .. }
            | FireEvent::ActiveFired { shot, .. }
            | FireEvent::ReturnFired { shot, .. },
        ) => fired(shot),
        Event::Shock(ShockEvent::ShockRolled { throw, attackers, .. }) => {
            few(phrase!(MESSAGES, "record-attackers"), attackers.len())?;
            thrown(throw)
        }
        Event::Movement(MovementEvent::UnitBegan { turn, .. }) => {
            spent(phrase!(MESSAGES, "record-points-spent"), turn.spent)?;
            turn.allowance
                .iter()
                .try_for_each(|points| spent(phrase!(MESSAGES, "record-allowance"), *points))
        }
        Event::Movement(
            MovementEvent::UnitStepped { cost, .. }
            | MovementEvent::ReinforcementEntered { cost, .. }
            | MovementEvent::HobilarChanged { cost, .. }
            | MovementEvent::LeaderStepped { cost, .. },
        ) => spent(phrase!(MESSAGES, "record-cost"), *cost),
        Event::Shock(ShockEvent::AttacksDeclared { attacks }) => {
            few(phrase!(MESSAGES, "record-attacks"), attacks.len())
        }
        Event::Ending(EndingEvent::GameEnded { ending }) => ending
            .points
            .iter()
            .try_for_each(|points| within(FLIGHT_POINTS, (*points).into(), 0..=MOST_FLIGHT)),
        Event::Activation(ActivationEvent::FormationChanged { units, .. }) => {
            few(phrase!(MESSAGES, "record-units"), units.len())
        }
        Event::Activation(ActivationEvent::CommandStatusSet {
            out_of_command,
            adjacent,
            in_zoc,
            ..
        }) => {
            few(
                phrase!(MESSAGES, "record-units-out-of-command"),
                out_of_command.len(),
            )?;
            few(phrase!(MESSAGES, "record-units-next-to-enemies"), adjacent.len())?;
            few(phrase!(MESSAGES, "record-units-in-zones"), in_zoc.len())
        }
        Event::Ending(EndingEvent::Patched {
            patch: Patch::SetPenalty { penalty, .. },
        }) => within(
            phrase!(MESSAGES, "record-penalty"),
            (*penalty).into(),
            0..=MOST_POINTS,
        ),
        _ => Ok(()),
    }
}

/// A position that a table can have when somebody is asked, of a battle without a fault.
pub(crate) fn position(state: &State) -> Result<(), Message> {
    if let Some(fault) = battle_faults(&state.battle).into_iter().next() {
        return Err(message!(
            MESSAGES,
            "record-battle",
            path = fault.path,
            reason = fault.reason
        ));
    }
    sound(state)
}

fn few(what: Phrase, count: usize) -> Result<(), Message> {
    within(what, count as i64, 0..=MOST_PIECES as i64)
}

fn spent(what: Phrase, points: u8) -> Result<(), Message> {
    within(what, points.into(), 0..=MOST_POINTS)
}

/// Activation Ratings are 1 to 5; a Command without a leader has none. Rule `MOI-COMP-06`.
fn rated(rating: u8) -> Result<(), Message> {
    within(
        phrase!(MESSAGES, "record-activation-rating"),
        rating.into(),
        0..=5,
    )
}

/// One die of ten sides. Rule `MOI-COMP-02`.
fn thrown(throw: &Throw) -> Result<(), Message> {
    let roll = &throw.roll;
    if roll.sides != SIDES || roll.faces.len() != 1 {
        return Err(message!(
            MESSAGES,
            "record-dice-of-a-throw",
            dice = roll.faces.len(),
            sides = roll.sides,
            wanted = SIDES
        ));
    }
    within(
        phrase!(MESSAGES, "record-drms"),
        throw.drms.len() as i64,
        0..=MOST_DRMS as i64,
    )
}

fn verdict(what: Phrase, throw: &Throw, told: bool, by: impl Fn(i32) -> bool) -> Result<(), Message> {
    thrown(throw)?;
    let total = throw.total();
    if told == by(total) {
        Ok(())
    } else {
        Err(message!(MESSAGES, "record-verdict", total, told, what))
    }
}

fn fired(shot: &Shot) -> Result<(), Message> {
    within(
        phrase!(MESSAGES, "record-range"),
        shot.range.into(),
        1..=MOST_POINTS,
    )?;
    thrown(&shot.throw)
}

/// A Loss Check fails by its sum; without a roll the points alone decide. Rules `MOI-VIC-02`, `MOI-VIC-06` (p. 14).
fn loss(points: i32, level: i32, throw: Option<&Throw>, fails: bool) -> Result<(), Message> {
    within(FLIGHT_POINTS, points.into(), 0..=MOST_FLIGHT)?;
    within(
        phrase!(MESSAGES, "record-flight-level"),
        level.into(),
        0..=MOST_FLIGHT,
    )?;
    match throw {
        // The Flight Points are what is added to the die.
        Some(throw) => verdict(
            phrase!(MESSAGES, "record-failed-loss-check"),
            throw,
            fails,
            |total| loss_check(total, 0, level),
        ),
        None if fails == loss_check(0, points, level) && (fails || !loss_check(9, points, level)) => Ok(()),
        None => Err(message!(MESSAGES, "record-flight-without-roll", points, level)),
    }
}

#[cfg(test)]
mod tests {
    use hindsight_kernel::{RollSource, Seat};

    use super::*;
    use crate::field::sample::opening;
    use crate::model::drm::Drm;

    fn throw(face: u8, added: i32) -> Throw {
        Throw {
            roll: Roll {
                purpose: "continuity".into(),
                sides: 10,
                faces: vec![face],
                counted: Vec::new(),
                source: RollSource::Reported,
            },
            drms: vec![Drm::new("MOI-ACT-09", added)],
        }
    }

    fn continuity(face: u8, rating: u8, success: bool) -> Event {
        Event::Activation(ActivationEvent::ContinuityRolled {
            seat: Seat::A,
            command: "A1".parse().unwrap(),
            throw: throw(face, 0),
            rating,
            success,
        })
    }

    #[test]
    fn verdicts_are_those_of_their_dice() {
        // The tenth face shows 0.
        for (face, rating, success, fits) in [
            (3, 3, true, true),
            (4, 3, false, true),
            (10, 1, true, true),
            (4, 3, true, false),
            (3, 3, false, false),
            (3, 6, true, false),
        ] {
            let event = continuity(face, rating, success);
            assert_eq!(plausible(&event).is_ok(), fits, "{event:?}");
        }
        let killed = |face, rating: i32, killed| {
            Event::Result(ResultEvent::LeaderRolled {
                leader: "Hale".parse().unwrap(),
                form: LeaderForm::Shock,
                throw: throw(face, -rating),
                killed,
            })
        };
        assert!(plausible(&killed(6, 3, true)).is_ok() && plausible(&killed(5, 3, false)).is_ok());
        assert!(plausible(&killed(5, 3, true)).is_err());
    }

    #[test]
    fn a_loss_check_without_a_roll_is_one_that_no_die_changes() {
        let checked = |points, throw, fails| {
            Event::Ending(EndingEvent::LossChecked {
                seat: Seat::A,
                points,
                level: 20,
                throw,
                fails,
            })
        };
        for (points, die, fails, fits) in [
            (11, None, false, true),
            (12, None, false, false),
            (21, None, true, true),
            (20, None, true, false),
            (15, Some(6), true, true),
            (15, Some(5), true, false),
            (-1, None, false, false),
        ] {
            let event = checked(points, die.map(|face| throw(face, points)), fails);
            assert_eq!(plausible(&event).is_ok(), fits, "{event:?}");
        }
    }

    #[test]
    fn one_die_of_ten_sides_is_thrown() {
        let forged = |change: fn(&mut Throw)| {
            let mut throw = throw(3, 0);
            change(&mut throw);
            plausible(&Event::Activation(ActivationEvent::ContinuityRolled {
                seat: Seat::A,
                command: "A1".parse().unwrap(),
                throw,
                rating: 3,
                success: true,
            }))
        };
        assert_eq!(forged(|_| {}), Ok(()));
        assert!(forged(|throw| throw.roll.sides = 6).is_err());
        assert!(forged(|throw| throw.roll.faces.push(3)).is_err());
        assert!(forged(|throw| throw.drms = vec![Drm::new("MOI-ACT-09", 0); 100]).is_err());
    }

    #[test]
    fn a_position_is_held_to_its_bounds() {
        let set_out = |change: fn(&mut State)| {
            let mut state = opening();
            state.agenda = vec![crate::model::agenda::Step::FreeChoice.into()];
            change(&mut state);
            plausible(&Event::Procedure(ProcedureEvent::BattleSetOut {
                state: Box::new(state),
            }))
        };
        assert_eq!(set_out(|_| {}), Ok(()));
        assert!(set_out(|state| state.players[0].penalty = 200).is_err());
        assert!(
            set_out(|state| std::sync::Arc::make_mut(&mut state.battle)
                .charts
                .fire_table
                .clear())
            .is_err()
        );
        let step = |cost| {
            Event::Movement(MovementEvent::LeaderStepped {
                leader: "Hale".parse().unwrap(),
                from: "0812".parse().unwrap(),
                to: "0813".parse().unwrap(),
                cost,
            })
        };
        assert!(plausible(&step(2)).is_ok() && plausible(&step(250)).is_err());
    }
}
