//! Random legal commands for the forms among the offers, spread over all that the form allows.
//!
//! A draw is checked by the rule function itself; after a few draws that it refuses, a sample of the offer is taken.

use battleground_geometry::{Degrees, Hand, Inches, Point, Pose, Way};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Choice, Offer, Seat, below};

use crate::field::Field;
use crate::model::agenda::{Answer, Options, Question, Step, Topic};
use crate::model::command::{Command, Leg};
use crate::model::movement_category::Mc;
use crate::model::names::{Team, UnitId};
use crate::model::orders::WrittenOrder;
use crate::model::state::{ArmyList, State};
use crate::procedures::army::{CARD_POINTS, cost, faults};
use crate::procedures::rout;
use crate::rules::deploy::check_deployment;
use crate::verbs::order_changes::check_change;
use crate::verbs::orders::check_order;
use crate::verbs::rallying::{check_rally, stays_in_the_air};

/// How many draws are tried before a sample is taken.
const DRAWS: usize = 6;

/// A number from 0 up to, not including, 1.
fn share(rng: &mut dyn Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A length between two, to a thousandth of an inch.
fn length(rng: &mut dyn Rng, from: f64, to: f64) -> Inches {
    Inches::new(from + (to - from) * share(rng))
        .unwrap_or(Inches::ZERO)
        .rounded()
}

fn heading(rng: &mut dyn Rng) -> Degrees {
    Degrees::new(360.0 * share(rng))
        .unwrap_or(Degrees::ZERO)
        .rounded()
}

fn hand(rng: &mut dyn Rng) -> Hand {
    if share(rng) < 0.5 { Hand::Left } else { Hand::Right }
}

fn pick<'c, T>(rng: &mut dyn Rng, from: &'c [T]) -> Option<&'c T> {
    from.get(below(rng, from.len())?)
}

/// A random legal command for an offer.
pub(crate) fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
    let sample = pick(rng, offer.commands())?.clone();
    if let Choice::Form { .. } = &offer.choice {
        let deploys = matches!(sample, Command::Deploy { .. });
        // One in four stays a sample: the round numbers of people.
        if deploys || share(rng) < 0.75 {
            for _ in 0..DRAWS {
                if let Some(drawn) = drawn(state, offer.seat, &sample, rng) {
                    return Some(drawn);
                }
            }
        }
        if deploys {
            let roomy = |command: &&Command| match command {
                Command::Deploy { unit, pose } => leaves_room(state, *unit, *pose),
                _ => true,
            };
            return offer.commands().iter().find(roomy).cloned().or(Some(sample));
        }
    }
    Some(sample)
}

/// A command of the same kind as a sample, drawn anew, if the rules allow it.
fn drawn(state: &State, seat: Seat, sample: &Command, rng: &mut dyn Rng) -> Option<Command> {
    match sample {
        Command::Deploy { unit, .. } => {
            let pose = place(state, *unit, rng)?;
            let there = state.unit(*unit)?;
            check_deployment(&Field::of(state), there, pose).ok()?;
            leaves_room(state, *unit, pose).then_some(Command::Deploy { unit: *unit, pose })
        }
        Command::AssignOrder { unit, order } => {
            let order = changed(state, *unit, order, rng)?;
            Some(Command::AssignOrder { unit: *unit, order })
        }
        Command::SubmitLegs { .. } => legs(state, rng),
        Command::BuildArmy { .. } => army(state, seat, rng).map(|list| Command::BuildArmy { list }),
        Command::Rally { unit, .. } => {
            let heading = heading(rng);
            let airborne = stays_in_the_air(state, state.unit(*unit)?);
            check_rally(state, state.unit(*unit)?, heading, airborne).ok()?;
            Some(Command::Rally {
                unit: *unit,
                heading,
                airborne,
            })
        }
        Command::Activate { .. } => {
            let units = crate::rules::activation::some_pair(state, seat, rng)?;
            Some(Command::Activate { units })
        }
        Command::Choose { .. } => {
            let Some(Step::Ask(question)) = state.agenda.last().map(|frame| &frame.step) else {
                return None;
            };
            answer(state, question, rng).map(|answer| Command::Choose { answer })
        }
        Command::ChooseFaction { .. }
        | Command::ProposeBudget { .. }
        | Command::ProposeScenario { .. }
        | Command::AcceptProposal
        | Command::Name { .. }
        | Command::AssignDefaults
        | Command::PlayCard { .. }
        | Command::Pass
        | Command::ClaimReroll
        | Command::PassPhase
        | Command::UseAbility { .. }
        | Command::ChangeOrder { .. }
        | Command::DirectControl { .. }
        | Command::DrawCard { .. }
        | Command::PayToShoot { .. }
        | Command::FlyOff { .. }
        | Command::Reload { .. }
        | Command::Reorganize { .. }
        | Command::SoundTheCharge { .. }
        | Command::Recall { .. }
        | Command::Cast { .. }
        | Command::SubmitLegsTogether { .. }
        | Command::ReportMove { .. }
        | Command::EndPhase => Some(sample.clone()),
    }
}

/// Anywhere in the deployment zone, looking about ahead.
fn place(state: &State, unit: UnitId, rng: &mut dyn Rng) -> Option<Pose> {
    let zone = state.scenario()?.zones.get(unit.team().index())?;
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for corner in zone.outline() {
        low = (low.0.min(corner.x.value()), low.1.min(corner.y.value()));
        high = (high.0.max(corner.x.value()), high.1.max(corner.y.value()));
    }
    let ahead = if unit.team() == Team::South { 0.0 } else { 180.0 };
    let turned = if share(rng) < 0.8 {
        0.0
    } else {
        60.0 * (share(rng) - 0.5)
    };
    let centre = Point::new(length(rng, low.0, high.0), length(rng, low.1, high.1));
    let heading = Degrees::new(ahead + turned).ok()?.heading();
    Some(Pose { centre, heading }.rounded())
}

/// Whether the other units that wait find a place after this one: a zone can be cluttered until nothing fits.
fn leaves_room(state: &State, unit: UnitId, pose: Pose) -> bool {
    let mut after = state.clone();
    if let Some(placed) = after.unit_mut(unit) {
        placed.pose = Some(pose);
    }
    let waiting: Vec<UnitId> = state
        .units
        .iter()
        .filter(|other| other.id.seat() == unit.seat() && other.id != unit && other.pose.is_none())
        .map(|other| other.id)
        .collect();
    waiting.into_iter().all(|next| {
        let free = after
            .unit(next)
            .and_then(|unit| crate::rules::deploy::free_places(&after, unit).into_iter().next());
        match (free, after.unit_mut(next)) {
            (Some(free), Some(unit)) => {
                unit.pose = Some(free);
                true
            }
            (None, _) | (Some(_), None) => false,
        }
    })
}

/// An order with another movement cap.
fn changed(state: &State, unit: UnitId, order: &WrittenOrder, rng: &mut dyn Rng) -> Option<WrittenOrder> {
    let there = state.unit(unit)?;
    let most = state.kind(there).movement.number();
    let order = WrittenOrder {
        cap: below(rng, usize::from(most) + 1).map(|row| Mc::row(row as u8)),
        ..*order
    };
    check_order(state, there, &order).ok()?;
    Some(order)
}

/// One to three legs for the directly controlled unit.
fn legs(state: &State, rng: &mut dyn Rng) -> Option<Command> {
    let Some(Step::SubmitLegs { unit }) = state.agenda.last().map(|frame| &frame.step) else {
        return None;
    };
    let unit = state.unit(*unit)?;
    let field = Field::of(state);
    let reach = field.current_mc(unit.id).inches().value();
    let count = below(rng, 3)? + 1;
    let legs: Vec<Leg> = (0..count).filter_map(|_| leg(reach, rng)).collect();
    crate::rules::movement::check_legs(&field, unit, &legs, None).ok()?;
    Some(Command::SubmitLegs {
        legs,
        land: None,
        nearest: None,
    })
}

fn leg(reach: f64, rng: &mut dyn Rng) -> Option<Leg> {
    Some(match below(rng, 8)? {
        0..=2 => Leg::Shift {
            way: Way::Forward,
            inches: length(rng, 0.1, reach),
        },
        3 => Leg::Shift {
            way: *pick(rng, &[Way::Backward, Way::Left, Way::Right])?,
            inches: length(rng, 0.1, reach / 2.0),
        },
        4..=6 => {
            let (along, hand) = (length(rng, 0.25, reach), hand(rng));
            // A turn costs at least what its outside corner goes: 3.5 inches of front make 0.061 inches a degree.
            let most = (along.value() / 0.062).min(90.0);
            Leg::Turn {
                hand,
                angle: Degrees::new(most * share(rng)).ok()?.rounded(),
                inches: along,
                backward: false,
            }
        }
        _ if share(rng) < 0.5 => Leg::AboutFace,
        _ => Leg::Reform {
            heading: heading(rng),
        },
    })
}

/// A random sound army: random units until nothing more fits, then cards.
fn army(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<ArmyList> {
    let allegiance = state.player(seat).allegiance.known()?;
    let (book, budget) = (&state.book, crate::rules::setup::budget_of(state, seat));
    let mercenaries = state.scenario().is_none_or(|scenario| scenario.mercenaries);
    let may = |faction: &str| faction == allegiance.faction || (mercenaries && allegiance.hires(faction));
    let kinds: Vec<&crate::model::cards::UnitType> =
        book.kinds.iter().filter(|kind| may(&kind.faction)).collect();
    let core: Vec<&&crate::model::cards::UnitType> = kinds
        .iter()
        .filter(|kind| {
            kind.category == crate::model::cards::Category::Core && kind.faction == allegiance.faction
        })
        .collect();
    let mut list = ArmyList {
        units: Vec::new(),
        cards: 0,
        abilities: Vec::new(),
    };
    for _ in 0..crate::procedures::army::core_needed(budget) {
        list.units.push(pick(rng, &core)?.id.clone());
    }
    let sound = |list: &ArmyList| faults(book, budget, mercenaries, allegiance, list).is_empty();
    let mut refused = 0;
    while refused < 12 {
        list.units.push(pick(rng, &kinds)?.id.clone());
        if !sound(&list) {
            list.units.pop();
            refused += 1;
        }
    }
    let left = u32::from(budget).saturating_sub(cost(book, allegiance, &list)) / CARD_POINTS;
    list.cards = below(rng, left.min(6) as usize + 1)? as u8;
    sound(&list).then_some(list)
}

fn answer(state: &State, question: &Question, rng: &mut dyn Rng) -> Option<Answer> {
    match &question.options {
        Options::OneOf(_) => None,
        Options::Shift { most, .. } => {
            let answer = Answer::Shift {
                hand: hand(rng),
                inches: length(rng, 0.0, most.value()),
            };
            rout::check_shift(state, question, &answer).ok()?;
            Some(answer)
        }
        Options::Heading { .. } => {
            let answer = Answer::Heading(heading(rng));
            crate::rules::rout::check_heading(state, question, &answer).ok()?;
            Some(answer)
        }
        Options::Dice { most, places } => {
            let mut dice: Vec<u8> = Vec::new();
            for _ in 0..below(rng, usize::from(*most) + 1)? {
                let die = *pick(rng, places)?;
                if !dice.contains(&die) {
                    dice.push(die);
                }
            }
            Some(Answer::Dice(dice))
        }
        Options::Order { samples } => {
            let Some(Answer::Order(order)) = pick(rng, samples) else {
                return None;
            };
            let unit = state.unit(question.unit?)?;
            let order = changed(state, unit.id, order, rng)?;
            // With another distance it may be the order that the unit has: that is no change. Rule BG4-CMD-05 (pp. 35-36).
            if question.topic == Topic::ChangedOrder {
                check_change(state, unit, &order).ok()?;
            }
            Some(Answer::Order(order))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::orders::{Order, Orders};
    use crate::model::state::Status;
    use crate::scene::{id, line, mc, scene};

    #[test]
    fn bg4_cmd_05_a_changed_order_is_completed_to_another_one() {
        let has = WrittenOrder {
            cap: Some(mc(1.75)),
            ..WrittenOrder::plain(Order::Hold)
        };
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.status = Status::Ready(Some(has.orders())))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .state();
        let question = Question {
            seat: Seat::A,
            topic: Topic::ChangedOrder,
            unit: Some(id("A1")),
            about: None,
            options: Options::Order {
                samples: vec![Answer::Order(WrittenOrder::plain(Order::Hold))],
            },
            rule: "BG4-CMD-05".to_owned(),
        };
        let told: Vec<Option<Orders>> = (0..200)
            .map(|seed| answer(&state, &question, &mut hindsight_kernel::bot_rng(seed)))
            .map(|answer| match answer {
                Some(Answer::Order(order)) => Some(order.orders()),
                _ => None,
            })
            .collect();
        assert!(told.iter().any(Option::is_some));
        assert!(!told.contains(&Some(has.orders())));
    }
}
