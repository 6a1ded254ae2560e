//! Events in words, one sentence each.

use std::fmt::Write as _;

use hindsight_geometry::squares::Hand;
use hindsight_kernel::words::sentence::{self, list};
use hindsight_kernel::{Roll, Seat};

use crate::actions::HUSTLE_NEED;
use crate::command::Patch;
use crate::event::{Blow, Event};
use crate::geometry::{Direction, attack_direction};
use crate::names::UnitId;
use crate::state::{EndReason, Ending, Right, State, seat_name};

fn count(number: impl Into<i64>, one: &str) -> String {
    sentence::count(number, one, &format!("{one}s"))
}

fn dice(roll: &Roll) -> String {
    sentence::count(roll.faces.len() as u32, "die", "dice")
}

fn names(before: &State, units: impl Iterator<Item = UnitId>) -> String {
    sentence::names(units, |unit| before.name(unit))
}

fn turned(turn: Option<Hand>) -> String {
    turn.map_or_else(String::new, |hand| format!("turns {hand} and "))
}

fn cells(number: u8) -> String {
    count(number, "cell")
}

/// Hits, blocks and wounds of a blow.
fn blow_words(before: &State, blow: &Blow) -> String {
    let mut words = format!(
        "{} at {}+: {}",
        dice(&blow.attack),
        blow.need,
        count(blow.hits, "hit")
    );
    if let Some(block) = &blow.block {
        let _ = write!(
            words,
            "; block {}+ on {}: {} saved",
            blow.block_need,
            dice(block),
            blow.blocked
        );
    }
    let _ = write!(words, "; {}", count(blow.wounds, "wound"));
    if blow.models_after == 0 {
        let _ = write!(words, "; {} is destroyed", before.name(blow.target));
    } else if blow.wounds > 0 {
        let _ = write!(words, "; {} left", count(blow.models_after, "model"));
    }
    words
}

fn strike_words(before: &State, blow: &Blow) -> String {
    let part = match attack_direction(before, blow.unit, blow.target) {
        Some(Direction::Flank) => "the flank of ",
        Some(Direction::Rear) => "the rear of ",
        Some(Direction::Front) | None => "",
    };
    format!(
        "{} strikes {part}{}: {}",
        before.name(blow.unit),
        before.name(blow.target),
        blow_words(before, blow)
    )
}

fn patch_words(before: &State, patch: &Patch) -> String {
    match patch {
        Patch::SetUnit {
            unit,
            cell,
            facing,
            models,
            wounds,
            acted,
            charged,
        } => {
            let mut changes = Vec::new();
            changes.extend(cell.map(|cell| format!("on {cell}")));
            changes.extend(facing.map(|facing| format!("facing {}", facing.word())));
            changes.extend(models.map(|models| count(models, "model")));
            changes.extend(wounds.map(|wounds| format!("{} on one model", count(wounds, "wound"))));
            changes.extend(acted.map(|acted| if acted { "acted" } else { "not acted" }.to_owned()));
            changes.extend(charged.map(|charged| if charged { "charged" } else { "not charged" }.to_owned()));
            format!("By ruling {} is now {}", before.name(*unit), list(&changes))
        }
        Patch::RemoveUnit { unit } => format!("By ruling {} is removed", before.name(*unit)),
        Patch::RestoreUnit {
            unit, cell, models, ..
        } => {
            format!(
                "By ruling {} is back on {cell} with {}",
                before.name(*unit),
                count(*models, "model")
            )
        }
        Patch::SetItems { unit, items } => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            let items = if items.is_empty() {
                "no items".to_owned()
            } else {
                list(&items)
            };
            format!("By ruling {} holds {items}", before.name(*unit))
        }
        Patch::SetTurn { round, active } => {
            format!(
                "By ruling it is the turn of {} in round {round}",
                seat_name(*active)
            )
        }
    }
}

fn ending_words(ending: Ending) -> String {
    let [south, north] = ending.points;
    let how = match ending.reason {
        EndReason::AllUnitsLost => "no enemy unit is left",
        EndReason::Points => "by points",
        EndReason::SurvivingShare => "by the greater share of surviving models",
        EndReason::Equal => "everything is equal",
    };
    match ending.winner {
        Some(winner) => format!("{} wins, {how} ({south} : {north})", seat_name(winner)),
        None => format!("The battle is a draw ({south} : {north})"),
    }
}

/// An event in one sentence. `before` is the state as it was.
pub fn describe(before: &State, event: &Event) -> String {
    let name = |unit: &UnitId| before.name(*unit);
    match event {
        Event::GameSet { cards } => format!("A game with the cards of {} begins", cards.pack),
        Event::PositionSet { position } => {
            format!(
                "The game begins from a position with {}",
                count(position.standing().count() as u32, "unit")
            )
        }
        Event::ListConfirmed { seat, .. } => format!("{} has chosen an army", seat_name(*seat)),
        Event::ListsRevealed {
            south,
            north,
            allowances,
        } => {
            let shown = |cards: &[crate::names::CardId]| {
                let names: Vec<String> = cards
                    .iter()
                    .map(|&card| {
                        before
                            .cards
                            .unit(card)
                            .map_or_else(|| card.to_string(), |card| card.name.clone())
                    })
                    .collect();
                list(&names)
            };
            format!(
                "South shows {} (allowance {}); North shows {} (allowance {})",
                shown(south),
                allowances[0],
                shown(north),
                allowances[1]
            )
        }
        Event::WeaponsConfirmed { seat, .. } => format!("{} has chosen weapons", seat_name(*seat)),
        Event::StartRolled { south, north, winner } => {
            let result = winner.map_or_else(
                || "a tie, both roll again".to_owned(),
                |winner| format!("{} chooses a right", seat_name(winner)),
            );
            format!(
                "Start roll: South {}, North {}; {result}",
                south.total(),
                north.total()
            )
        }
        Event::RightTaken { seat, right, .. } => {
            let right = match right {
                Right::Deployment => "the deployment right",
                Right::FirstTurn => "the first-turn right",
            };
            format!("{} takes {right}", seat_name(*seat))
        }
        Event::DeployerNamed { seat, first } => {
            format!("{} names {} to deploy first", seat_name(*seat), seat_name(*first))
        }
        Event::FirstNamed { seat, first } => {
            format!(
                "{} names {} to take the first turn",
                seat_name(*seat),
                seat_name(*first)
            )
        }
        Event::UnitDeployed {
            unit, cell, facing, ..
        } => {
            let who = match before.known_card(*unit) {
                Some(card) => card.name.clone(),
                None => format!("a unit face down ({unit})"),
            };
            format!(
                "{} deploys {who} on {cell}, facing {}",
                seat_name(unit.seat()),
                facing.word()
            )
        }
        Event::ArmySupplied { seat, .. } => format!("{} makes the hidden army known", seat_name(*seat)),
        Event::ArmiesTurnedUp { .. } => "All cards are turned face up".to_owned(),
        Event::TurnBegan { round, seat } => format!("Round {round}: the turn of {} begins", seat_name(*seat)),
        Event::UnitMoved {
            unit,
            turn,
            to,
            facing,
            entered,
            charged,
            ..
        } => {
            let way = match entered {
                0 => format!(
                    "{} {} on {to}",
                    name(unit),
                    turn.map_or_else(String::new, |hand| format!("turns {hand}"))
                ),
                _ => format!(
                    "{} {}moves {} {} to {to}",
                    name(unit),
                    turned(*turn),
                    cells(*entered),
                    facing.word()
                ),
            };
            if *charged {
                format!("{way} and charges")
            } else {
                way
            }
        }
        Event::UnitHustled {
            unit,
            to,
            entered,
            roll,
            charged,
            ..
        } => {
            let charge = if *charged { " and charges" } else { "" };
            // A success moves one cell beyond the Speed, where that is empty and on the board.
            let came_of_it = match (roll.at_least(HUSTLE_NEED), *entered > before.gear(*unit).speed()) {
                (0, _) => "no extra square",
                (_, true) => "one extra square",
                (_, false) => "the extra square is not free",
            };
            format!(
                "{} hustles {} to {to} (die {}: {came_of_it}){charge}",
                name(unit),
                cells(*entered),
                roll.total()
            )
        }
        Event::UnitTurned { unit, facing, .. } => format!("{} turns to face {}", name(unit), facing.word()),
        Event::UnitSidestepped { unit, hand, to, .. } => format!("{} sidesteps {hand} to {to}", name(unit)),
        Event::UnitShot {
            turn, distance, blow, ..
        } => format!(
            "{} {}shoots {} at {}: {}",
            name(&blow.unit),
            turned(*turn),
            name(&blow.target),
            cells(*distance),
            blow_words(before, blow)
        ),
        Event::ActionsEnded => "The actions phase ends".to_owned(),
        Event::CombatsSet { combats } => match combats.len() {
            0 => "There is no combat".to_owned(),
            1 => "1 combat begins".to_owned(),
            number => format!("{number} combats begin"),
        },
        Event::CombatOrderSet { strikes, silenced } => {
            let mut tiers: Vec<u8> = strikes.iter().map(|strike| strike.tier).collect();
            tiers.sort_unstable();
            tiers.dedup();
            let groups: Vec<String> = tiers
                .iter()
                .map(|&tier| {
                    let units = strikes
                        .iter()
                        .filter(|strike| strike.tier == tier)
                        .map(|strike| strike.unit);
                    names(before, units)
                })
                .collect();
            let mut words = format!("Order of blows: {}", groups.join("; then "));
            if !silenced.is_empty() {
                let _ = write!(
                    words,
                    "; attacked in the rear and silent: {}",
                    names(before, silenced.iter())
                );
            }
            words
        }
        Event::TierFought { blows, .. } => blows
            .iter()
            .map(|blow| strike_words(before, blow))
            .collect::<Vec<_>>()
            .join(". "),
        Event::CombatResolved {
            wounds: [south, north],
            fighting,
            winner,
            ..
        } => match (winner, fighting) {
            // The winner's wounds first.
            (Some(winner), _) => {
                let (one, other) = if *winner == Seat::A {
                    (south, north)
                } else {
                    (north, south)
                };
                format!("{} wins the combat, {one} : {other} wounds", seat_name(*winner))
            }
            (None, true) => format!("The combat is even, {south} : {north} wounds"),
            (None, false) => "The combat is undecided".to_owned(),
        },
        Event::FleeRolled {
            unit,
            need,
            roll,
            flees,
        } => {
            let result = if *flees { "flees" } else { "stands" };
            format!("{} {result}: {} against {need}+", name(unit), roll.total())
        }
        Event::UnitFled {
            unit,
            to,
            entered,
            off_board,
            blocked_by,
            dice: flee_dice,
            need,
            killed,
            models_after,
            ..
        } => match (off_board, blocked_by, flee_dice) {
            (true, _, _) => format!("{} runs off the board", name(unit)),
            (false, Some(other), Some(roll)) => {
                let left = if *models_after == 0 {
                    ", none is left".to_owned()
                } else {
                    String::new()
                };
                format!(
                    "{} runs {} to {to} and is blocked by {}: {} at {need}+, {} lost{left}",
                    name(unit),
                    cells(*entered),
                    name(other),
                    dice(roll),
                    count(*killed, "model")
                )
            }
            (false, _, _) => format!("{} runs {} to {to}", name(unit), cells(*entered)),
        },
        Event::UnitsReformed { seat, facings } => {
            let turned: Vec<String> = facings
                .iter()
                .filter(|reformed| before.unit(reformed.unit).facing != reformed.facing)
                .map(|reformed| format!("{} to face {}", name(&reformed.unit), reformed.facing.word()))
                .collect();
            if turned.is_empty() {
                format!("{} does not reform", seat_name(*seat))
            } else {
                format!("{} reforms {}", seat_name(*seat), list(&turned))
            }
        }
        Event::CombatEnded => "The combat is over".to_owned(),
        Event::TurnEnded => "The turn ends".to_owned(),
        Event::BattleEnded { ending } => ending_words(*ending),
        Event::Patched { patch } => patch_words(before, patch),
    }
}

#[cfg(test)]
mod tests;
