//! The turn and its phases (pp. 32-35).

use hindsight_kernel::{Offer, Seat, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Frame, Need, Step, Taken, proceed};
use crate::model::command::Command;
use crate::model::event::{CommandEvent, Event, MovementEvent, TurnEvent, TurnMark};
use crate::model::names::{Team, UnitId, other};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Phase, State};
use crate::procedures::attack::standing;
use crate::procedures::rush::group;
use crate::procedures::skirmish_rallies::rallies_of_the_phase;
use crate::verbs::actions::{action_window, check_action};

/// Command actions of a team's turn: one per full 500 points of the budget, or what the scenario says. Rules `BG4-CMD-01`,
/// `BG4-CMD-03` (pp. 34-35).
// RULING: BG4-CMD-01, budgets that 500 does not divide are rounded down.
pub fn command_actions(state: &State) -> u8 {
    actions_for(state, u32::from(state.budget()))
}

/// The same of so many points: a team's.
fn actions_for(state: &State, points: u32) -> u8 {
    let general = u8::try_from(points / 500).unwrap_or(u8::MAX);
    state
        .scenario()
        .and_then(|scenario| scenario.command_actions)
        .unwrap_or(general)
}

/// Command actions of the turn that begins: on one of the first turns half the number, rounded up. Rules `BG4-CMD-02`
/// (p. 34), `BG4-CMD-03`, `BG3-TURN-04` (p. 5).
pub fn actions_gained(state: &State) -> u8 {
    gained_for(state, u32::from(state.budget()))
}

/// The same of a team's points. Rule `BG3-SCEN-05` (p. 26).
fn gained_for(state: &State, points: u32) -> u8 {
    let normal = actions_for(state, points);
    if state.turn.saturating_add(1) == state.profile().halved_turn {
        state
            .scenario()
            .and_then(|scenario| scenario.first_turn_actions)
            .unwrap_or(normal.div_ceil(2))
    } else {
        normal
    }
}

/// What each seat of a team gains in the turn that begins. Rules `BG3-SCEN-03`, `BG3-SCEN-05` (p. 26).
pub(crate) fn gained_by(state: &State, team: Team) -> Vec<(Seat, u8)> {
    let points = crate::rules::setup::agreed::team_budget(state, team);
    shares_of_actions(state, team, gained_for(state, points))
}

/// The shares of a team's command actions, by seat: one for each full 500 points of a player's own, what is left to the largest
/// remainders. Where a scenario or the half of a first turn sets another number, in proportion to the points, likewise rounded.
/// Rules `BG3-SCEN-03`, `BG3-SCEN-05` (p. 26).
// RULING: BG3-SCEN-05, players with equal remainders have no question to answer each turn: the first listed has the action,
// which they settle by the order in which they take their seats.
pub fn shares_of_actions(state: &State, team: Team, actions: u8) -> Vec<(Seat, u8)> {
    let seats: Vec<Seat> = state.seats_of(team).collect();
    let points: Vec<u32> = seats
        .iter()
        .map(|seat| state.player(*seat).share_of(state))
        .collect();
    let whole: u32 = points.iter().sum::<u32>().max(1);
    // So many parts of a player's quota make one action.
    let (parts, each) = if u32::from(actions) == whole / 500 {
        (1, 500)
    } else {
        (u32::from(actions), whole)
    };
    let mut shares: Vec<u32> = points.iter().map(|points| points * parts / each).collect();
    let given: u32 = shares.iter().sum();
    let mut by_remainder: Vec<usize> = (0..seats.len()).collect();
    by_remainder.sort_by_key(|place| std::cmp::Reverse(points[*place] * parts % each));
    for place in by_remainder
        .into_iter()
        .take(u32::from(actions).saturating_sub(given) as usize)
    {
        shares[place] += 1;
    }
    let small = |share: u32| u8::try_from(share).unwrap_or(u8::MAX);
    seats.into_iter().zip(shares.into_iter().map(small)).collect()
}

/// Who of the active team does the next action of the Movement & Command Phase: each of them who has not finished. While one of
/// them has still to rush, those wait who cannot end their part before it. Rules `BG3-SCEN-03` (p. 26), `BG3-RUSH-01` (p. 13).
pub(crate) fn acting(state: &State) -> Vec<Seat> {
    let Some(active) = state.active else {
        return Vec::new();
    };
    let mut seats: Vec<Seat> = state
        .seats_of(Team::of(active))
        .filter(|seat| !state.player(*seat).finished)
        .collect();
    if seats.len() > 1 && crate::rules::activation::rusher(state, active, &[]).is_some() {
        let rushes = |seat: Seat| {
            let own = state
                .own(seat)
                .filter(|unit| !unit.turn.activated && !unit.turn.controlled);
            own.map(|unit| unit.id)
                .any(|unit| group::holds_up_moves(state, unit))
        };
        seats.retain(|seat| {
            rushes(*seat) || crate::rules::activation::still_to_activate(state, *seat).is_empty()
        });
    }
    seats
}

/// A new turn: the other player becomes active and gains their command actions, unless it begins with the Combat Phase.
/// Rules `BG4-TURN-01`, `BG4-CMD-01`, `BG3-TURN-03` (p. 5).
pub(crate) fn begin_turn(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let active = match state.active {
        Some(active) => other(active),
        None => state.first.unwrap_or(Seat::A),
    };
    let engaged: Vec<UnitId> = state
        .on_table()
        .filter(|unit| state.is_engaged(unit.id))
        .map(|unit| unit.id)
        .collect();
    let flying: Vec<UnitId> = state
        .on_table()
        .filter(|unit| unit.airborne)
        .map(|unit| unit.id)
        .collect();
    let turn = state.turn.saturating_add(1);
    let opens = state.edition.opening_phase(turn);
    let commands = opens == Phase::MovementAndCommand;
    let points = crate::rules::setup::agreed::team_budget(state, Team::of(active));
    let actions = if commands { gained_for(state, points) } else { 0 };
    let combat = state.edition.after_courage_phase(true);
    let shares = shares_of_actions(state, Team::of(active), actions);
    let own = shares.first().map_or(actions, |(_, share)| *share);
    table.emit(Event::Turn(TurnEvent::TurnBegan {
        turn,
        active,
        actions: own,
        engaged,
        flying,
    }));
    for (seat, count) in shares.into_iter().skip(1).filter(|(_, count)| *count > 0) {
        table.emit(Event::Command(CommandEvent::ActionsGained { seat, count }));
    }
    if !commands {
        proceed(table, 1, combat);
        return Ok(Taken::Went);
    }
    let [first, second] = table.state().edition.start_of_movement();
    proceed(
        table,
        1,
        [first, second, action_window(active), Step::MovementAndCommand],
    );
    Ok(Taken::Went)
}

/// Ends the Movement & Command Phase, unless a unit must still be activated. Rule `BG4-TURN-03` (p. 33).
pub(crate) fn end_phase(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    check_action(state, seat)?;
    let waiting = crate::rules::activation::still_to_activate(state, seat);
    if !waiting.is_empty() {
        return Err(crate::rules::activation::ActivationRefusal::StillToActivate(waiting).into());
    }
    let rest = state.seats_of(Team::of(seat));
    if rest
        .filter(|other| *other != seat)
        .any(|other| !state.player(other).finished)
    {
        table.emit(Event::Turn(TurnEvent::Finished { seat }));
        proceed(table, 0, [action_window(seat)]);
        return Ok(());
    }
    proceed(table, 1, [action_window(seat), Step::CloseMovement]);
    Ok(())
}

/// The Active Player's engaged units realign; then, where Skirmishers rally by phase, theirs rally by themselves. Rules
/// `BG4-ENG-01`, `BG3-KEY-37` (p. 31).
///
/// # Errors
/// [`Need::Ask`] where the order of realigning matters.
pub(crate) fn realign(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    crate::rules::engagement::realign(table, frame)?;
    proceed(table, 1, rallies_of_the_phase(table.state()));
    Ok(Taken::Went)
}

/// The phase closes: Skirmishers rally by themselves where they do so then, units that need no activation count as activated,
/// unspent command actions are lost, units charged by Terrifying ones and those that are Outreached are noted. Rules
/// `BG4-TURN-03`, `BG4-CMD-04`, `BG4-KEYW-09`, `BG3-MOD-06` (p. 19).
pub(crate) fn close_movement(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    let rallies = rallies_of_the_phase(table.state());
    if !rallies.is_empty() {
        proceed(table, 0, rallies);
        return Ok(Taken::Went);
    }
    let state = table.state();
    let active = state.active.unwrap_or(Seat::A);
    let idle: Vec<UnitId> = state
        .of_team(Team::of(active))
        .filter(|unit| !unit.turn.activated)
        .map(|unit| unit.id)
        .collect();
    // All Final Rushes of the turn are made: whom a Terrifying or a larger unit charged is noted before any engagement ends.
    let outreached: Vec<UnitId> = state
        .on_table()
        .filter(|unit| state.profile().outreached != 0 && standing::is_outreached(state, unit))
        .map(|unit| unit.id)
        .collect();
    let lost: Vec<(Seat, u8)> = state
        .seats_of(Team::of(active))
        .map(|seat| (seat, state.player(seat).actions))
        .filter(|(_, count)| *count > 0)
        .collect();
    crate::verbs::charges::note_charges(table, None);
    for unit in outreached {
        let mark = TurnMark::Outreached;
        table.emit(Event::Movement(MovementEvent::Marked { unit, mark }));
    }
    for unit in idle {
        crate::verbs::landing::after_its_move(table, unit);
        table.emit(Event::Movement(MovementEvent::Marked {
            unit,
            mark: TurnMark::Activated,
        }));
    }
    for (seat, count) in lost {
        table.emit(Event::Command(CommandEvent::ActionsLost { seat, count }));
    }
    table.emit(Event::Turn(TurnEvent::PhaseBegan {
        phase: Phase::PreCombatCourage,
    }));
    let courage = table.state().edition.courage_phase(true);
    proceed(table, 1, [courage]);
    Ok(Taken::Went)
}

/// Whether the phase may be ended now.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    if check_action(state, seat).is_ok()
        && crate::rules::activation::still_to_activate(state, seat).is_empty()
    {
        out.push(Offer::one(
            seat,
            "movement_command",
            message!(MESSAGES, "offer-end-phase"),
            Rule::Turn03.of(state.edition),
            Command::EndPhase,
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::orders::Order;
    use crate::scene::{at_table, id, line, play, scene};

    fn at_budget(budget: u16) -> State {
        scene()
            .set(|state| {
                state.agreed.budget = Some(budget);
                state.turn = 0;
            })
            .state()
    }

    #[test]
    fn bg4_cmd_02_the_very_first_turn_has_half_rounded_up() {
        for (budget, first, later) in [(2_000, 2, 4), (2_500, 3, 5), (1_500, 2, 3)] {
            let mut state = at_budget(budget);
            assert_eq!(actions_gained(&state), first);
            state.turn = 1; // The second player's first turn and all later ones.
            assert_eq!(actions_gained(&state), later);
        }
    }

    #[test]
    fn bg4_cmd_03_a_scenario_replaces_the_number_and_its_half() {
        let with = |actions, first| {
            let mut state = at_budget(2_000);
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.scenarios[0].command_actions = actions;
            book.scenarios[0].first_turn_actions = first;
            let opening = actions_gained(&state);
            state.turn = 1;
            (opening, actions_gained(&state))
        };
        assert_eq!(with(Some(6), None), (3, 6));
        assert_eq!(with(Some(6), Some(6)), (6, 6));
        assert_eq!(with(None, None), (2, 4));
    }

    #[test]
    fn bg4_end_03_what_held_for_the_turn_ends_with_it() {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| {
                unit.turn.controlled = true;
                unit.turn.frightened = true;
                unit.turn.rushed = true;
            })
            .state();
        let ((), state, _) = at_table(state, &[], |table| table.emit(Event::Turn(TurnEvent::TurnEnded)));
        assert_eq!(
            state.unit(id("A1")).unwrap().turn,
            crate::model::state::TurnMarks::default()
        );
    }

    #[test]
    fn bg4_prin_03_an_effect_that_is_not_written_down_ends_with_its_turn() {
        use crate::model::effect::{Change, Duration, Effect, Target};
        use crate::model::state::{Lasting, LastingKind};
        let lasting = |lasts, kind| Lasting {
            name: "Battle Surge".to_owned(),
            kind,
            by: Seat::A,
            effects: vec![Effect::Change {
                on: Target::Chosen,
                change: Change {
                    dice: 1,
                    ..Change::default()
                },
                when: Vec::new(),
                lasts,
            }],
        };
        let card = LastingKind::Card(crate::model::names::CardNo(16));
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .change("A1", |unit| {
                unit.turn.frightened = true;
                unit.lasting = vec![
                    lasting(Duration::Turn, card),
                    lasting(Duration::UntilHealed, LastingKind::Curse),
                ];
            })
            .state();
        let ((), state, _) = at_table(state, &[], |table| table.emit(Event::Turn(TurnEvent::TurnEnded)));
        let unit = state.unit(id("A1")).unwrap();
        assert_eq!(
            unit.lasting.len(),
            1,
            "the card's bonus is gone, what is written stays"
        );
        assert!(!unit.turn.frightened, "cards may be played on it again");
    }

    #[test]
    fn bg4_turn_03_only_units_that_need_nothing_may_be_left() {
        let state = |order| {
            scene()
                .unit("A1", line(), (18.0, 10.0, 0.0))
                .unit("B1", line(), (18.0, 25.0, 180.0))
                .order("A1", order)
                .state()
        };
        let end = [(Seat::A, Command::EndPhase)];
        let refusal = play(state(Order::Close), &end, &[]).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "BG4-TURN-03");
        let refusal = play(state(Order::Hold), &[(Seat::B, Command::EndPhase)], &[]).unwrap_err();
        assert_eq!(refusal.rule.to_string(), "BG4-TURN-03");
        let (result, state, _) = at_table(state(Order::Hold), &[], |table| end_phase(table, Seat::A));
        assert!(result.is_ok());
        assert_eq!(state.agenda.len(), 2);
    }
}
