//! End of Turn, Breaking Point and other scenarios (pp. 112-113, 141).

use battleground_geometry::{Side as CardSide, gap};
use hindsight_kernel::{GameOutcome, Seat, SideId, message};

use crate::editions::profile::VictoryBy;
use crate::field::TOL;
use crate::messages::{self, MESSAGES};
use crate::model::agenda::{BattleTable, Frame, GreenAt, Need, Step, Taken, proceed};
use crate::model::cards::Victory;
use crate::model::event::{Event, TurnEvent};
use crate::model::names::{Team, UnitId, are_foes, other};
use crate::model::rule::Rule;
use crate::model::state::{Degree, EndReason, Ending, State, Status, Unit};

/// A share of the budget in percent, rounded up. Rule `BG4-SCEN-01` (p. 141).
// RULING: BG4-SCEN-01, at another budget than 2000 the figures scale with it.
pub fn share(budget: u16, percent: u8) -> u32 {
    (u32::from(budget) * u32::from(percent)).div_ceil(100)
}

/// Whether an own unit sacks the opponent's camp: at least three of its side centre points in their zone, Ready, above
/// 100 points. Rule `BG4-SCEN-03` (p. 141).
pub fn sacks_the_camp(state: &State, unit: &Unit) -> bool {
    let (Some(scenario), Some(card)) = (state.scenario(), state.card(unit)) else {
        return false;
    };
    let zone = &scenario.zones[unit.id.team().other().index()];
    // RULING: BG4-SCEN-03, any three of a Colossal unit's eight points; a flyer counts as destroyed instead.
    let inside = [CardSide::Front, CardSide::Right, CardSide::Rear, CardSide::Left]
        .into_iter()
        .flat_map(|side| card.centre_points(side))
        .filter(|point| gap(zone, point) <= TOL.touch)
        .count();
    inside >= 3
        && !unit.airborne
        && matches!(unit.status, Status::Ready(_))
        && state.kind(unit).points > scenario.victory.sacking_above
}

/// The units that sack a camp now. Rule `BG4-SCEN-03` (p. 141).
// RULING: BG4-SCEN-03, a camp counts while it is sacked: the count is made afresh at each check.
pub fn sackers(state: &State) -> Vec<UnitId> {
    state
        .on_table()
        .filter(|unit| sacks_the_camp(state, unit))
        .map(|unit| unit.id)
        .collect()
}

/// Whether a unit counts as destroyed for victory: it is, or it is in the air where the edition counts that. Rules
/// `BG4-CONS-06`, `BG4-FLY-15` (p. 125), `BG3-SET-13` (p. 4).
pub fn counts_as_destroyed(state: &State, unit: &Unit) -> bool {
    unit.destroyed.is_some() || (unit.airborne && state.profile().fliers_count_as_destroyed)
}

/// Printed points of the enemy's units that are destroyed, without camps. Rule `BG4-CONS-06` (p. 141).
pub fn destroyed_points(state: &State, by: Seat) -> u32 {
    state
        .units
        .iter()
        .filter(|unit| are_foes(unit.id.seat(), by) && counts_as_destroyed(state, unit))
        .map(|unit| u32::from(state.kind(unit).points))
        .sum()
}

/// Destroyed points as the victory check counts them: units, flyers and camps. Rule `BG4-SCEN-02` (p. 141).
pub fn victory_points(state: &State, by: Seat) -> u32 {
    let sacking = state
        .scenario()
        .map_or(0, |scenario| u32::from(scenario.victory.sacking));
    let camps = sackers(state)
        .iter()
        .filter(|unit| !are_foes(unit.seat(), by))
        .count() as u32;
    destroyed_points(state, by) + sacking * camps
}

/// The points of both teams.
fn both_points(state: &State) -> [u32; 2] {
    Team::BOTH.map(|team| victory_points(state, team.lead()))
}

/// A team as the side that wins.
const fn side(team: Team) -> SideId {
    SideId::of_seat(team.lead())
}

/// Printed cost of the remaining units of a player's team, however damaged. Rule `BG4-SCEN-05` (p. 141).
pub fn remaining_points(state: &State, seat: Seat) -> u32 {
    // RULING: BG4-SCEN-05, Routing and Disrupted units remain, Airborne ones do not.
    state
        .of_team(Team::of(seat))
        .filter(|unit| !counts_as_destroyed(state, unit))
        .map(|unit| u32::from(state.kind(unit).points))
        .sum()
}

/// The degree of a victory by the victor's remaining points. Rule `BG4-SCEN-05` (p. 141).
pub fn degree(budget: u16, victory: Victory, remaining: u32) -> Degree {
    if remaining >= share(budget, victory.crushing) {
        Degree::Crushing
    } else if remaining >= share(budget, victory.victory) {
        Degree::Victory
    } else {
        Degree::Draw
    }
}

/// The ending of the battle at this check, if it does. Rules `BG4-SCEN-04` to `BG4-SCEN-06` (p. 141).
pub fn verdict(state: &State) -> Option<Ending> {
    let scenario = state.scenario()?;
    let victory = scenario.victory;
    let destroyed = both_points(state);
    let threshold = share(state.budget(), victory.threshold);
    let reached = destroyed.map(|points| points >= threshold);
    // RULING: BG4-SCEN-06, a player without units on the ground loses as if the threshold had been reached.
    let gone = Team::BOTH.map(|team| !state.of_team(team).any(|unit| !counts_as_destroyed(state, unit)));
    if state.profile().victory == VictoryBy::Annihilation {
        return annihilation(state, destroyed);
    }
    let wins = [reached[0] || gone[1], reached[1] || gone[0]];
    let reason = if reached == [false, false] {
        EndReason::NoUnits
    } else {
        EndReason::BreakingPoint
    };
    let ending = |winner: Option<Seat>, reason| Ending {
        winner: winner.filter(|winner| graded(state, victory, *winner) != Degree::Draw),
        degree: winner.map_or(Degree::Draw, |winner| graded(state, victory, winner)),
        reason,
        destroyed,
    };
    match wins {
        [true, true] => Some(ending(None, reason)),
        [true, false] => Some(ending(Some(Seat::A), reason)),
        [false, true] => Some(ending(Some(Seat::B), reason)),
        [false, false] => {
            // RULING: BG4-SCEN-08, at the last turn of a scenario more destroyed points win, graded as ever.
            let last = victory
                .turns
                .is_some_and(|turns| state.turn >= turns.saturating_mul(2));
            last.then(|| match destroyed[0].cmp(&destroyed[1]) {
                std::cmp::Ordering::Greater => ending(Some(Seat::A), EndReason::LastTurn),
                std::cmp::Ordering::Less => ending(Some(Seat::B), EndReason::LastTurn),
                std::cmp::Ordering::Equal => ending(None, EndReason::LastTurn),
            })
        }
    }
}

/// The last player with units on the field wins; a draw if nobody has any. Rule `BG3-SET-13` (p. 4).
fn annihilation(state: &State, destroyed: [u32; 2]) -> Option<Ending> {
    let (winner, degree) = match Team::BOTH.map(|team| state.of_team(team).next().is_some()) {
        [true, true] => return None,
        [true, false] => (Some(Seat::A), Degree::Victory),
        [false, true] => (Some(Seat::B), Degree::Victory),
        [false, false] => (None, Degree::Draw),
    };
    Some(Ending {
        winner,
        degree,
        reason: EndReason::NoUnits,
        destroyed,
    })
}

fn graded(state: &State, victory: Victory, winner: Seat) -> Degree {
    degree(state.budget(), victory, remaining_points(state, winner))
}

/// End-of-turn rules of units and factions, then cards and abilities that say so: the active player first, all before
/// the scenario's rules. Rules `BG4-END-01`, `BG4-END-02` (pp. 32, 112-113).
pub(crate) fn end_of_turn(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    table.emit(Event::Turn(TurnEvent::PhaseBegan {
        phase: crate::model::state::Phase::EndOfTurn,
    }));
    let asked = table.state().active.unwrap_or(Seat::A);
    proceed(
        table,
        1,
        [
            Step::GreenWindow {
                at: GreenAt::EndOfTurn,
                asked,
                passed: false,
                passes: 0,
            },
            Step::VictoryCheck,
        ],
    );
    crate::verbs::noted::turn_ends(table);
    Ok(Taken::Went)
}

/// The victory check; then everything that held for the turn ends and the other player becomes active. Rules
/// `BG4-SCEN-04`, `BG4-END-01`, `BG4-END-03`, `BG4-TURN-01` (pp. 6, 32, 112-113, 141).
pub(crate) fn victory_check(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    // A battle that is decided in the middle of a turn ends there, and the turn does not. Rules BG3-SET-13, BG3-SET-14.
    if verdict(table.state()).is_none() {
        crate::rules::flying_off::turn_ends(table);
    }
    let state = table.state();
    let destroyed = both_points(state);
    let sackers = sackers(state);
    let ending = verdict(state);
    table.emit(Event::Turn(TurnEvent::VictoryChecked { destroyed, sackers }));
    if let Some(ending) = ending {
        table.emit(Event::Turn(TurnEvent::BattleEnded { ending }));
    } else {
        table.emit(Event::Turn(TurnEvent::TurnEnded));
        proceed(table, 1, [Step::BeginTurn]);
    }
    Ok(Taken::Went)
}

/// A concession: the opponent is victorious, graded by their remaining points, at least Victory; the earlier edition knows no
/// degrees. Rules `BG4-SCEN-07`, `BG3-GEN-08`.
// RULING: BG4-SCEN-07, before the first turn there is nothing to grade: the opponent wins without a degree.
pub fn conceded(state: &State, by: Seat) -> Option<GameOutcome> {
    let winner = other(by);
    let reason = match state.profile().victory {
        VictoryBy::Annihilation => message!(MESSAGES, "conceded"),
        VictoryBy::BreakingPoint => {
            let victory = state.scenario().filter(|_| state.turn > 0)?.victory;
            let degree = match graded(state, victory, winner) {
                Degree::Crushing => Degree::Crushing,
                Degree::Victory | Degree::Draw => Degree::Victory,
            };
            message!(MESSAGES, "conceded-by-degree", degree = messages::degree(degree))
        }
    };
    Some(GameOutcome {
        scores: Team::BOTH
            .map(|team| (side(team), f64::from(victory_points(state, team.lead()))))
            .into(),
        ..GameOutcome::won_by(winner, reason, Rule::Scen07.of(state.edition))
    })
}

/// How the battle ended, if the rules have ended it.
pub(crate) fn outcome(state: &State) -> Option<GameOutcome> {
    let ending = state.ending.as_ref()?;
    Some(GameOutcome {
        winner: ending.winner.map(SideId::of_seat),
        scores: Team::BOTH
            .map(|team| (side(team), f64::from(ending.destroyed[team.index()])))
            .into(),
        reason: message!(
            MESSAGES,
            "outcome",
            degree = messages::degree(ending.degree),
            reason = messages::end_reason(ending.reason)
        ),
        rule: match ending.reason {
            EndReason::BreakingPoint => Rule::Scen04,
            EndReason::NoUnits => Rule::Scen06,
            EndReason::LastTurn => Rule::Scen08,
        }
        .of(state.edition),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cards::UnitType;
    use crate::model::event::DamageEvent;
    use crate::model::state::Cause;
    use crate::scene::{Scene, breaking_point, id, line, scene};
    use hindsight_kernel::{Packs, Setups};

    fn costing(points: u16) -> UnitType {
        UnitType { points, ..line() }
    }

    /// North's units of these costs are destroyed; both players have an intact unit far from any camp.
    fn lost(costs: &[u16], own: u16) -> Scene {
        let mut made =
            scene()
                .unit("A1", costing(own), (18.0, 10.0, 0.0))
                .unit("B50", costing(50), (18.0, 20.0, 180.0));
        for (number, cost) in costs.iter().enumerate() {
            let name = format!("B{}", number + 1);
            made = made
                .unit(&name, costing(*cost), (3.0, 15.0, 0.0))
                .change(&name, |unit| {
                    unit.destroyed = Some(Cause::Attack);
                    unit.pose = None;
                });
        }
        made
    }

    #[test]
    fn bg4_scen_01_the_figures_scale_with_the_budget() {
        let victory = breaking_point().victory;
        for (budget, threshold, crushing, least) in [
            (2_000, 1_200, 1_700, 1_000),
            (1_500, 900, 1_275, 750),
            (2_500, 1_500, 2_125, 1_250),
        ] {
            assert_eq!(share(budget, victory.threshold), threshold);
            assert_eq!(share(budget, victory.crushing), crushing);
            assert_eq!(share(budget, victory.victory), least);
        }
        assert_eq!(share(2_001, 60), 1_201, "rounded up");
    }

    #[test]
    fn bg4_scen_02_units_flyers_and_camps_add_up() {
        // Three own units sack the camp.
        let camp = |made: Scene| {
            let mut made = made;
            for (number, x) in [(2, 8.0), (3, 14.0), (4, 28.0)] {
                made = made.unit(&format!("A{number}"), costing(200), (x, 26.0, 0.0));
            }
            made.state()
        };
        let state = camp(lost(&[903], 1_500));
        assert_eq!(victory_points(&state, Seat::A), 1_203);
        assert!(verdict(&state).is_some());
        let state = camp(lost(&[899], 1_500));
        assert_eq!(victory_points(&state, Seat::A), 1_199);
        assert!(verdict(&state).is_none());
    }

    #[test]
    fn bg4_scen_03_three_centre_points_ready_and_above_100_points() {
        let sacks = |cost, at, change: fn(&mut Unit)| {
            let state = scene().unit("A1", costing(cost), at).change("A1", change).state();
            sackers(&state) == [id("A1")]
        };
        let same = |_: &mut Unit| {};
        assert!(sacks(200, (18.0, 22.6, 0.0), same));
        assert!(!sacks(200, (18.0, 22.4, 0.0), same));
        assert!(!sacks(100, (18.0, 22.6, 0.0), same));
        assert!(sacks(101, (18.0, 22.6, 0.0), same));
        assert!(!sacks(200, (18.0, 22.6, 0.0), |unit| unit.status = Status::Disrupted));
        // Points beside the zone do not count: the front is at x 30, the right side at x 31.75.
        assert!(!sacks(200, (30.2, 22.6, 0.0), same));
        // RULING: any three of a Colossal unit's eight points; a flyer over the camp counts as destroyed.
        assert!(!sacks(200, (18.0, 22.6, 0.0), |unit| unit.airborne = true));
        let colossal = UnitType {
            points: 498,
            ..crate::scene::colossal()
        };
        // Front 24.5, flank points 23.25, 22 and 20.75: only the front and the two first flank points are inside.
        let state = scene().unit("A1", colossal, (18.0, 22.0, 0.0)).state();
        assert_eq!(sackers(&state), [id("A1")]);
    }

    #[test]
    fn bg4_scen_04_1200_points_win_and_both_at_once_draw() {
        assert!(verdict(&lost(&[1_199], 1_500).state()).is_none());
        let ending = verdict(&lost(&[1_200], 1_500).state()).unwrap();
        assert_eq!(
            (ending.winner, ending.reason),
            (Some(Seat::A), EndReason::BreakingPoint)
        );
        // Both: a draw, whatever the difference.
        let both = lost(&[1_210], 1_500)
            .unit("A2", costing(1_305), (3.0, 3.0, 0.0))
            .change("A2", |unit| {
                unit.destroyed = Some(Cause::Attack);
                unit.pose = None;
            })
            .state();
        let ending = verdict(&both).unwrap();
        assert_eq!((ending.winner, ending.degree), (None, Degree::Draw));
        assert_eq!(ending.destroyed, [1_210, 1_305]);
    }

    #[test]
    fn bg4_scen_05_graded_by_the_victors_remaining_units() {
        for (remaining, expected) in [
            (1_700, Degree::Crushing),
            (1_699, Degree::Victory),
            (1_000, Degree::Victory),
            (999, Degree::Draw),
        ] {
            let state = lost(&[1_200], remaining).state();
            assert_eq!(remaining_points(&state, Seat::A), u32::from(remaining));
            let ending = verdict(&state).unwrap();
            assert_eq!(ending.degree, expected, "{remaining}");
            let winner = (expected != Degree::Draw).then_some(Seat::A);
            assert_eq!(ending.winner, winner);
        }
        // However damaged, Disrupted or Routing; not in the air.
        let state = lost(&[1_200], 1_700)
            .change("A1", |unit| {
                unit.marked = 8;
                unit.status = Status::Routing;
            })
            .unit("A2", costing(300), (3.0, 3.0, 0.0))
            .change("A2", |unit| unit.airborne = true)
            .state();
        assert_eq!(remaining_points(&state, Seat::A), 1_700);
    }

    #[test]
    fn bg4_scen_06_a_side_without_units_loses() {
        let alone = |made: Scene| {
            made.change("B50", |unit| {
                unit.destroyed = Some(Cause::Attack);
                unit.pose = None;
            })
            .state()
        };
        let ending = verdict(&alone(lost(&[1_050], 1_700))).unwrap();
        assert_eq!(ending.destroyed[0], 1_100);
        assert_eq!(
            (ending.winner, ending.reason, ending.degree),
            (Some(Seat::A), EndReason::NoUnits, Degree::Crushing)
        );
        // Units in the air do not count.
        let flying = lost(&[], 1_700)
            .change("B50", |unit| unit.airborne = true)
            .state();
        assert_eq!(verdict(&flying).unwrap().winner, Some(Seat::A));
        // Both have none: a draw.
        let none = Scene::from(alone(lost(&[], 500)))
            .change("A1", |unit| {
                unit.destroyed = Some(Cause::Attack);
                unit.pose = None;
            })
            .state();
        assert_eq!(verdict(&none).unwrap().winner, None);
    }

    #[test]
    fn bg4_scen_07_a_draw_offered_and_accepted_is_a_draw() {
        use hindsight_kernel::{Game, GameOrder, GameStart, Given};
        let packs = crate::system::Battleground::sample_packs();
        let setup = crate::system::Battleground::setup_from(&serde_json::json!({}), &packs).unwrap();
        let open =
            Game::<crate::system::Battleground>::open(GameStart::Setup(setup), false, &[], None).unwrap();
        let by = |seat, order| Given {
            seat: Some(seat),
            order,
            dice: vec![],
        };
        let offer = by(Seat::A, GameOrder::Propose { winner: None });
        let offered = open.game.decide(&offer, &[], None).unwrap().game;
        assert!(offered.ending().is_none(), "nobody has accepted it");
        let ending = |accept| {
            let answered = offered.decide(&by(Seat::B, GameOrder::Answer { accept }), &[], None);
            answered.unwrap().game.ending().cloned()
        };
        assert_eq!(ending(false), None);
        let draw = ending(true).unwrap();
        assert_eq!(draw.winner, None);
        assert_eq!(draw.reason, "agreed");
    }

    #[test]
    fn bg4_scen_07_a_concession_is_at_least_a_victory() {
        // Concession by North: South victorious, graded by remaining points, at least Victory.
        for (remaining, reason) in [
            (1_700, "Crushing Victory: conceded"),
            (1_200, "Victory: conceded"),
            (400, "Victory: conceded"),
        ] {
            let outcome = conceded(&lost(&[300], remaining).state(), Seat::B).unwrap();
            assert_eq!(outcome.winner, Some(SideId::of_seat(Seat::A)));
            assert_eq!(outcome.reason, reason);
        }
        // No turn limit: turn 99 does not end the battle.
        let late = lost(&[300], 1_700).set(|state| state.turn = 99).state();
        assert!(verdict(&late).is_none());
    }

    #[test]
    fn bg4_scen_08_a_scenario_may_change_the_figures() {
        let state = lost(&[500], 1_700)
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                book.scenarios[0].victory.threshold = 25;
            })
            .state();
        assert_eq!(verdict(&state).unwrap().winner, Some(Seat::A));
        // A last turn: the one with more destroyed points.
        let state = lost(&[500], 1_700)
            .set(|state| {
                std::sync::Arc::make_mut(&mut state.book).scenarios[0]
                    .victory
                    .turns = Some(6);
                state.turn = 12;
            })
            .state();
        let ending = verdict(&state).unwrap();
        assert_eq!(
            (ending.winner, ending.reason),
            (Some(Seat::A), EndReason::LastTurn)
        );
    }

    #[test]
    fn bg4_end_01_then_the_other_player_becomes_active() {
        let state = lost(&[], 1_700)
            .set(|state| state.agenda = vec![Step::EndOfTurn.into()])
            .state();
        let ((), state, events) = crate::scene::at_table(state, &[], |table| {
            end_of_turn(table, &Step::EndOfTurn.into()).unwrap();
            for _ in 0..2 {
                let frame = table.state().agenda.last().cloned().unwrap();
                crate::rules::command_cards::green_window(table, &frame).unwrap();
            }
            victory_check(table, &Step::VictoryCheck.into()).unwrap();
            crate::rules::turn::begin_turn(table, &Step::BeginTurn.into()).unwrap();
        });
        assert_eq!(state.active, Some(Seat::B));
        assert!(events.contains(&Event::Turn(TurnEvent::TurnEnded)));
    }

    #[test]
    fn bg4_end_02_actions_of_players_come_before_the_victory_check() {
        let state = lost(&[], 1_700)
            .set(|state| state.agenda = vec![Step::EndOfTurn.into()])
            .state();
        let ((), state, _) = crate::scene::at_table(state, &[], |table| {
            end_of_turn(table, &Step::EndOfTurn.into()).unwrap();
        });
        let steps: Vec<&Step> = state.agenda.iter().rev().map(|frame| &frame.step).collect();
        assert!(matches!(
            steps[..],
            [
                Step::GreenWindow {
                    at: GreenAt::EndOfTurn,
                    asked: Seat::A,
                    ..
                },
                Step::VictoryCheck
            ]
        ));
    }

    #[test]
    fn bg4_fly_15_a_flyer_counts_as_destroyed() {
        let state = scene()
            .unit("A1", costing(1_000), (18.0, 10.0, 0.0))
            .unit("B1", costing(216), (18.0, 20.0, 180.0))
            .unit("B2", costing(300), (24.0, 20.0, 180.0))
            .change("B1", |unit| unit.airborne = true)
            .state();
        assert_eq!(victory_points(&state, Seat::A), 216);
        assert_eq!(remaining_points(&state, Seat::B), 300);
    }

    #[test]
    fn bg4_cons_06_whatever_the_cause_printed_points_count() {
        for cause in [Cause::Attack, Cause::Sacrificed, Cause::NoPlace, Cause::Rushed] {
            let state = lost(&[220], 500)
                .change("B1", |unit| unit.destroyed = Some(cause))
                .state();
            assert_eq!(destroyed_points(&state, Seat::A), 220);
            assert_eq!(destroyed_points(&state, Seat::B), 0);
        }
    }

    #[test]
    fn bg4_scen_05_unspent_points_and_cards_do_not_count() {
        let state = lost(&[1_200], 999)
            .set(|state| {
                state.players[0].spent = 1_000;
                state.players[0].hand = vec![None; 5];
            })
            .state();
        assert_eq!(remaining_points(&state, Seat::A), 999);
        assert_eq!(verdict(&state).unwrap().degree, Degree::Draw);
    }

    #[test]
    fn bg4_end_02_a_unit_heals_at_the_end_of_the_turn_before_victory_is_checked() {
        let mend = serde_json::json!({
            "name": "mend", "at": "end_of_turn", "effects": [{ "heal": { "boxes": 1 } }]
        });
        let healing = UnitType {
            triggers: vec![serde_json::from_value(mend).unwrap()],
            ..costing(1_700)
        };
        let state = lost(&[1_200], 100)
            .unit("A2", healing, (26.0, 10.0, 0.0))
            .change("A2", |unit| unit.marked = 2)
            .set(|state| state.agenda = vec![Step::EndOfTurn.into()])
            .state();
        let (done, state, events) = crate::scene::at_table(state, &[], crate::model::agenda::go_on);
        assert!(done.is_ok() && state.ending.is_some());
        let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
        let healed = place(|event| matches!(event, Event::Damage(DamageEvent::BoxesErased { boxes: 1, .. })));
        let ended = place(|event| matches!(event, Event::Turn(TurnEvent::BattleEnded { .. })));
        assert!(healed < ended);
    }
}
