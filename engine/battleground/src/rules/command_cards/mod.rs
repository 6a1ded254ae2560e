//! Command cards outside attacks: windows, and whom they may be played on (pp. 16-22); hands and decks in `decks`.

mod decks;
pub(crate) mod played_on;
mod refusal;

use battleground_geometry::Limit;
use hindsight_kernel::{Offer, Seat, message};

use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Frame, GreenAt, Need, Step, Taken, proceed};
use crate::model::cards::{CardSide, Colour, Subject, Window};
use crate::model::command::Command;
use crate::model::effect::{Condition, Distance, Effect};
use crate::model::event::{CommandEvent, Event};
use crate::model::hands::is_mercenary;
use crate::model::lasting::is_in_attack;
use crate::model::names::{CardNo, UnitId, are_foes};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Check, State, Unit};
use crate::naming::{card_named, units_named};
use crate::procedures::courage::holds_in_check;
use crate::procedures::lasting::holds;
use crate::verbs::actions::check_action;
use crate::verbs::rallying::InVain;
use crate::verbs::taking_effect::effects_of_card;

pub use decks::HAND_LIMIT;
pub(crate) use decks::{check_told, draw_cards, draw_told, holdable, printed};
pub(crate) use played_on::may_have_cards;
pub(crate) use refusal::CardRefusal;

/// Where a player may play a green card now.
fn open_windows(state: &State, seat: Seat) -> Vec<Window> {
    let own = state.is_active(seat);
    let movement = |own: bool| {
        if own {
            vec![Window::McAny, Window::McOwn]
        } else {
            vec![Window::McAny]
        }
    };
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::MovementAndCommand) if own => movement(true),
        Some(Step::GreenWindow { at, asked, .. }) if *asked == seat => match at {
            GreenAt::Movement => movement(own),
            GreenAt::BeforeCheck => vec![Window::CouragePre],
            GreenAt::AfterCheck => vec![Window::CouragePost],
            GreenAt::EndOfTurn => vec![Window::EndTurn],
        },
        Some(_) | None => Vec::new(),
    }
}

/// Whether a player is asked in a green window at all: they hold a card and have not passed for the phase. How many cards
/// they hold is open to all, so that a window passed over tells nothing. The active player is not asked between their own
/// actions: a green card is one of the actions they may take next.
// RULING: BG4-CARDS-04, this spares questions that have no answer but to pass.
fn is_asked(state: &State, at: GreenAt, seat: Seat) -> bool {
    let player = state.player(seat);
    let under = state
        .agenda
        .len()
        .checked_sub(2)
        .and_then(|place| state.agenda.get(place));
    let acts_next = at == GreenAt::Movement
        && state.is_active(seat)
        && !player.finished
        && under.is_some_and(|frame| frame.step == Step::MovementAndCommand);
    let passing = at == GreenAt::Movement && player.passing;
    !player.hand.is_empty() && !acts_next && !passing
}

/// Both players may play a green card, until both pass in a row. Rule `BG4-CARDS-04` (p. 19).
pub(crate) fn green_window(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::GreenWindow {
        at,
        asked,
        passed,
        passes,
    } = frame.step
    else {
        return Ok(Taken::Waits);
    };
    let of_check = matches!(at, GreenAt::BeforeCheck | GreenAt::AfterCheck);
    let check = table.state().check.as_ref();
    // Rule BG4-COUR-25: the unit that checks is destroyed. Without a roll nothing comes after it.
    let not_rolled =
        |check: &Check| at == GreenAt::AfterCheck && check.roll.is_none() && check.is_passed_by_card();
    if of_check && check.is_none_or(not_rolled) {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    if is_asked(table.state(), at, asked) {
        return Ok(Taken::Waits);
    }
    next_in_window(table, at, asked, (passed, passes));
    Ok(Taken::Went)
}

/// The window after `asked` passed: everybody has passed in a row, or the next is asked. Rules `BG4-CARDS-04`,
/// `BG3-CCARD-04` (p. 18).
fn next_in_window(table: &mut BattleTable<'_>, at: GreenAt, asked: Seat, (passed, passes): (bool, u8)) {
    let in_a_row = usize::from(passes) + usize::from(passed) + 1;
    let next = seat_after(table.state(), asked);
    if in_a_row >= table.state().players.len() {
        proceed(table, 1, []);
    } else {
        proceed(
            table,
            1,
            [Step::GreenWindow {
                at,
                asked: next,
                passed: true,
                passes: u8::try_from(in_a_row - 1).unwrap_or(u8::MAX),
            }],
        );
    }
}

/// Who is asked after a seat: the active team first, then the other, and round again.
fn seat_after(state: &State, seat: Seat) -> Seat {
    let seats = state.in_order();
    let place = seats.iter().position(|one| *one == seat).unwrap_or_default();
    seats[(place + 1) % seats.len()]
}

/// Plays no card now. Rules `BG4-CARDS-04`, `BG4-ATK-14` (pp. 19, 99).
pub(crate) fn pass(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    match table.state().agenda.last().map(|frame| frame.step.clone()) {
        Some(Step::Attack) => crate::rules::combat::windows::pass(table, seat),
        Some(Step::GreenWindow {
            at,
            asked,
            passed,
            passes,
        }) if asked == seat => {
            table.emit(Event::Command(CommandEvent::Passed { seat, rest: false }));
            next_in_window(table, at, asked, (passed, passes));
            Ok(())
        }
        Some(_) | None => Err(CardRefusal::NotAsked(seat).into()),
    }
}

/// Plays no green card in the windows of this Movement & Command Phase any more.
pub(crate) fn pass_phase(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    match table.state().agenda.last().map(|frame| frame.step.clone()) {
        Some(Step::GreenWindow {
            at: GreenAt::Movement,
            asked,
            passed,
            passes,
        }) if asked == seat => {
            table.emit(Event::Command(CommandEvent::Passed { seat, rest: true }));
            next_in_window(table, GreenAt::Movement, asked, (passed, passes));
            Ok(())
        }
        Some(_) | None => Err(CardRefusal::NotAskedThisPhase(seat).into()),
    }
}

/// Plays a command card: in the attack at hand, or a green one outside attacks. Rules `BG4-CARDS-01`, `BG4-CARDS-04` to
/// `BG4-CARDS-08`, `BG4-CARDS-11` (pp. 16, 18, 19-22, 86, 101, 127).
pub(crate) fn play_card(
    table: &mut BattleTable<'_>,
    seat: Seat,
    card: CardNo,
    colour: Colour,
    on: &[UnitId],
) -> Result<(), Refusal> {
    let state = table.state();
    if matches!(state.agenda.last().map(|frame| &frame.step), Some(Step::Attack)) {
        return crate::rules::combat::windows::play(table, seat, card, colour);
    }
    let (name, side) = check_green(state, seat, card, colour, on)?;
    let affected = falls_upon(state, &side.subject, on);
    let effects = effects_of_card(seat, card, &name, &affected, &side.effects);
    let step = state.agenda.last().map(|frame| frame.step.clone());
    // A card on the checking unit need not name it; it is noted on it all the same. Rule BG4-CARDS-07.
    let on = if side.subject == Subject::Checking {
        affected
    } else {
        on.to_vec()
    };
    table.emit(Event::Command(CommandEvent::CardPlayed {
        seat,
        card,
        colour,
        on,
    }));
    match step {
        // The window begins anew: the other is asked first, then the one who played.
        Some(Step::GreenWindow { at, .. }) => {
            let asked = seat_after(table.state(), seat);
            let window = Step::GreenWindow {
                at,
                asked,
                passed: false,
                passes: 0,
            };
            proceed(table, 1, [effects, window]);
        }
        Some(_) | None => proceed(table, 0, [effects, crate::verbs::actions::action_window(seat)]),
    }
    Ok(())
}

/// Why no window is open for a card of a player who is not asked: in an attack what closes it to them, outside attacks that
/// cards of the two other colours are for attacks and that no green window is theirs now. Rules `BG4-CARDS-01`, `BG4-CARDS-04`
/// (pp. 16, 19).
pub(crate) fn closed_window(state: &State, seat: Seat, card: CardNo, colour: Colour) -> Option<Refusal> {
    if matches!(state.agenda.last().map(|frame| &frame.step), Some(Step::Attack)) {
        return crate::rules::combat::windows::closed(state, seat, card, colour);
    }
    if colour != Colour::Green {
        return Some(CardRefusal::ForAttacks(colour).into());
    }
    let closed = open_windows(state, seat).is_empty();
    closed.then(|| CardRefusal::NoWindow(card).into())
}

/// The units on which effects fall, of those that are named: not the own unit from which is only measured. Rules
/// `BG4-CARDS-11`, `BG4-GEO-19` (pp. 12, 18, 86, 101, 127).
pub(crate) fn falls_upon(state: &State, subject: &Subject, on: &[UnitId]) -> Vec<UnitId> {
    match subject {
        Subject::Enemy { within: Some(_), .. } => on.iter().skip(1).copied().collect(),
        Subject::Checking => state.check.iter().map(|check| check.unit).collect(),
        Subject::Enemy { within: None, .. }
        | Subject::Own { .. }
        | Subject::Player
        | Subject::Attacker
        | Subject::Defender => on.to_vec(),
    }
}

/// Whether a green card may be played like this now. Rules `BG4-CARDS-01`, `BG4-CARDS-04`, `BG4-CARDS-06` to `BG4-CARDS-08`,
/// `BG4-CARDS-11`, `BG4-MERC-04` (pp. 16, 18, 19-22, 86, 101, 127).
fn check_green(
    state: &State,
    seat: Seat,
    card: CardNo,
    colour: Colour,
    on: &[UnitId],
) -> Result<(String, CardSide), CardRefusal> {
    let open = open_windows(state, seat);
    if open.is_empty() {
        return Err(CardRefusal::NoWindow(card));
    }
    let held = crate::model::hands::may_hold(state.player(seat), card);
    let Some(printed) = printed(state, seat, card).filter(|_| held) else {
        return Err(CardRefusal::NotHeld { seat, card });
    };
    let name = || printed.name.clone();
    let Some(side) = printed.sides.iter().find(|side| side.colour == colour) else {
        return Err(CardRefusal::OtherColour {
            name: name(),
            asked: colour,
            colours: printed.sides.iter().map(|side| side.colour).collect(),
        });
    };
    if side.windows.iter().all(|window| is_in_attack(*window)) {
        return Err(CardRefusal::PlayedInAttacks { name: name(), card });
    }
    if !side.windows.iter().any(|window| open.contains(window)) {
        return Err(if side.windows.contains(&Window::McOwn) {
            CardRefusal::OwnPhaseOnly { name: name(), card }
        } else {
            CardRefusal::NotInThisWindow { name: name(), card }
        });
    }
    check_subjects(state, seat, card, side, on)?;
    Ok((name(), side.clone()))
}

fn check_subjects(
    state: &State,
    seat: Seat,
    card: CardNo,
    side: &CardSide,
    on: &[UnitId],
) -> Result<(), CardRefusal> {
    let named = || on.to_vec();
    match &side.subject {
        Subject::Player if on.is_empty() => Ok(()),
        Subject::Player => Err(CardRefusal::OnNoUnit(named())),
        Subject::Checking => {
            let Some(check) = &state.check else {
                return Err(CardRefusal::NoCheck(named()));
            };
            let unit = check.unit;
            if unit.seat() != seat {
                return Err(CardRefusal::NotOwnCheck(named()));
            }
            if !(on.is_empty() || on == [unit]) {
                return Err(CardRefusal::OnTheChecking { unit, on: named() });
            }
            check_unit(state, seat, card, unit, &side.when)?;
            check_courage_window(state, side)
        }
        Subject::Own { when, .. } | Subject::Enemy { when, .. } => {
            for id in check_named(state, seat, &side.subject, on)? {
                check_unit(state, seat, card, *id, when)?;
                check_unit(state, seat, card, *id, &side.when)?;
                check_order_changes(state, side, *id)?;
                check_new_status(state, side, *id)?;
            }
            Ok(())
        }
        Subject::Attacker | Subject::Defender => Err(CardRefusal::InAttack(named())),
    }
}

/// A reroll is for a failed check, and a check that is passed need not be passed by a card. Rules `BG4-COUR-03`, `BG4-COUR-09` (pp.
/// 85, 86).
fn check_courage_window(state: &State, side: &CardSide) -> Result<(), CardRefusal> {
    let rerolls = side.effects.contains(&Effect::RerollCourage);
    let passes = side
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::PassCourage { .. }));
    let passed = state.check.as_ref().and_then(Check::passed);
    if rerolls && passed != Some(false) {
        return Err(CardRefusal::NotFailed);
    }
    if passes && passed == Some(true) {
        return Err(CardRefusal::PassedAlready);
    }
    Ok(())
}

/// A card that changes an order is for a unit whose order may be changed. Rule `BG4-CMD-05` (pp. 35-36).
fn check_order_changes(state: &State, side: &CardSide, id: UnitId) -> Result<(), CardRefusal> {
    let stays = |unit: &Unit| crate::verbs::order_changes::check_changeable(state, unit).is_err();
    if side.effects.contains(&Effect::ChangeOrder) && state.unit(id).is_some_and(stays) {
        return Err(CardRefusal::OrderStays(id));
    }
    Ok(())
}

/// A card that does nothing but Rally or Reorganize is for a unit that can be. Rules `BG4-CMD-10`, `BG4-CMD-12` (pp. 36-37),
/// `BG3-CMD-11` (p. 10).
fn check_new_status(state: &State, side: &CardSide, id: UnitId) -> Result<(), CardRefusal> {
    let vain = state
        .unit(id)
        .and_then(|unit| crate::verbs::rallying::in_vain(state, unit, &side.effects));
    match vain {
        Some(InVain::Rally) => Err(CardRefusal::NotRallied(id)),
        Some(InVain::Reorganize) => Err(CardRefusal::NotReorganized(id)),
        None => Ok(()),
    }
}

/// Whether the units named for a card or an ability are as many as it says, of the right side, and within its reach;
/// gives those on which it falls. Rules `BG4-CARDS-11`, `BG4-CMD-09`, `BG4-GEO-19` (pp. 12, 18, 36, 86, 100, 101, 127).
pub(crate) fn check_named<'u>(
    state: &State,
    seat: Seat,
    subject: &Subject,
    on: &'u [UnitId],
) -> Result<&'u [UnitId], CardRefusal> {
    match subject {
        Subject::Own { most, .. } => {
            check_count(on, *most)?;
            match on.iter().find(|id| id.seat() != seat) {
                Some(id) => Err(CardRefusal::NotYours {
                    unit: *id,
                    on: on.to_vec(),
                }),
                None => Ok(on),
            }
        }
        Subject::Enemy { most, within, by, .. } => {
            let targets = match within {
                None => on,
                Some(distance) => {
                    let Some((first, targets)) = on.split_first() else {
                        return Err(CardRefusal::NameOwnFirst(Vec::new()));
                    };
                    check_reach(state, seat, *first, targets, *distance, by)?;
                    targets
                }
            };
            check_count(targets, *most)?;
            match targets.iter().find(|id| !are_foes(id.seat(), seat)) {
                Some(id) => Err(CardRefusal::NoEnemy {
                    unit: *id,
                    on: on.to_vec(),
                }),
                None => Ok(targets),
            }
        }
        Subject::Attacker | Subject::Defender | Subject::Checking | Subject::Player => Ok(on),
    }
}

fn check_count(on: &[UnitId], most: u8) -> Result<(), CardRefusal> {
    let mut named = on.to_vec();
    named.sort_unstable();
    named.dedup();
    if named.is_empty() || named.len() != on.len() || on.len() > usize::from(most) {
        return Err(CardRefusal::Count {
            most,
            on: on.to_vec(),
        });
    }
    Ok(())
}

fn check_reach(
    state: &State,
    seat: Seat,
    from: UnitId,
    targets: &[UnitId],
    most: Distance,
    by: &[Condition],
) -> Result<(), CardRefusal> {
    // ERR: told as what is wrong with the card's units: it is measured from an own one.
    let Ok(unit) = crate::verbs::actions::own_unit(state, seat, from) else {
        return Err(CardRefusal::NotOwnUnit(from));
    };
    if !holds(state, unit, by) {
        return Err(CardRefusal::NoPart(from));
    }
    let field = Field::of(state);
    for target in targets {
        let found = field.within(from, *target);
        if !found.is_some_and(|found| {
            state
                .profile()
                .measures
                .reaches(found, most.inches(), Limit::Within)
        }) {
            return Err(CardRefusal::OutOfReach {
                from,
                target: *target,
                found,
                most,
            });
        }
    }
    Ok(())
}

/// Whether a green card may be played on a unit. Rules `BG4-CARDS-07`, `BG4-CARDS-11`, `BG4-COUR-11`, `BG4-MERC-04` (pp. 18, 19,
/// 86, 101-102, 127).
fn check_unit(
    state: &State,
    seat: Seat,
    card: CardNo,
    id: UnitId,
    when: &[Condition],
) -> Result<(), CardRefusal> {
    let Some(unit) = state.unit(id).filter(|unit| unit.pose.is_some()) else {
        return Err(CardRefusal::NotOnTheTable(id));
    };
    may_have_cards(state, id, Colour::Green)?;
    if is_mercenary(state, unit) && card.is_faction_card() {
        return Err(CardRefusal::OnMercenary(id));
    }
    let played = &state.player(seat).played;
    let twice = played.iter().any(|(one, on)| *one == card && on.contains(&id));
    if twice && state.profile().green_cards_once {
        return Err(CardRefusal::Twice(id));
    }
    let met = match &state.check {
        Some(check) if check.unit == id => holds_in_check(state, unit, check.kind, when),
        Some(_) | None => holds(state, unit, when),
    };
    if met { Ok(()) } else { Err(CardRefusal::NotMet(id)) }
}

/// The green cards that may be played now, on each single unit they may be played on, and passing.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    let open = open_windows(state, seat);
    if open.is_empty() {
        return;
    }
    let decision = if check_action(state, seat).is_ok() {
        "movement_command"
    } else {
        "green_window"
    };
    for card in holdable(state.player(seat)) {
        let Some(printed) = printed(state, seat, card) else {
            continue;
        };
        for side in printed.sides.iter().filter(|side| side.colour == Colour::Green) {
            for on in subjects(state, seat, &side.subject) {
                let last = on.last().copied();
                if check_green(state, seat, card, Colour::Green, &on).is_err() {
                    continue;
                }
                let label = message!(
                    MESSAGES,
                    "offer-green-card",
                    card = card_named(state, seat, card),
                    on = units_named(state, &on)
                );
                out.push(
                    Offer::one(
                        seat,
                        decision,
                        label,
                        Rule::Cards04.of(state.edition),
                        Command::PlayCard {
                            card,
                            colour: Colour::Green,
                            on,
                        },
                    )
                    .about_if(last),
                );
            }
        }
    }
    if let Some(Step::GreenWindow { at, .. }) = state.agenda.last().map(|frame| &frame.step) {
        out.push(Offer::one(
            seat,
            decision,
            message!(MESSAGES, "offer-no-card"),
            Rule::Cards04.of(state.edition),
            Command::Pass,
        ));
        if *at == GreenAt::Movement {
            out.push(Offer::one(
                seat,
                decision,
                message!(MESSAGES, "offer-no-more-cards"),
                Rule::Cards04.of(state.edition),
                Command::PassPhase,
            ));
        }
    }
}

/// Candidates for the units of a card or an ability: each unit by itself, and as many together as it may name.
pub(crate) fn subjects(state: &State, seat: Seat, subject: &Subject) -> Vec<Vec<UnitId>> {
    match subject {
        Subject::Player | Subject::Checking => vec![Vec::new()],
        Subject::Own { most, when } => {
            let fit: Vec<UnitId> = state
                .own(seat)
                .filter(|unit| holds(state, unit, when))
                .map(|unit| unit.id)
                .collect();
            let mut found: Vec<Vec<UnitId>> = fit.iter().map(|unit| vec![*unit]).collect();
            if *most > 1 && fit.len() > 1 {
                found.push(fit.into_iter().take(usize::from(*most)).collect());
            }
            found
        }
        Subject::Enemy { when, within, by, .. } => {
            let enemies: Vec<UnitId> = state
                .enemies_of(seat)
                .filter(|unit| holds(state, unit, when))
                .map(|unit| unit.id)
                .collect();
            if within.is_none() {
                return enemies.into_iter().map(|unit| vec![unit]).collect();
            }
            state
                .own(seat)
                .filter(|unit| holds(state, unit, by))
                .flat_map(|unit| enemies.iter().map(move |enemy| vec![unit.id, *enemy]))
                .collect()
        }
        Subject::Attacker | Subject::Defender => Vec::new(),
    }
}

#[cfg(test)]
pub(crate) mod tests;
