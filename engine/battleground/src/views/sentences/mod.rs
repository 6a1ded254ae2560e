//! Events and questions in one sentence for the log.

mod phrases;
mod questions;

use phrases::{agreement, because, ending, faces, mark, moved, patch, rout_cause, step};
use questions::answer;

use crate::model::agenda::Step;
use crate::model::attack::{Asked, AttackStage};
use crate::model::event::{Event, MoveKind};
use crate::model::names::{UnitId, seat_name};
use crate::model::state::{RushKind, State, Status};
use crate::model::words::{self, count, inches, unit_name, unit_names};
use crate::rules::victory::share;

pub(crate) use phrases::{cause, check, spent_on};
pub(crate) use questions::question;

fn rolled(state: &State, event: &Event) -> String {
    let Event::AttackRolled {
        to_wound,
        roll,
        rerolled,
        target,
        successes,
        modifiers,
        ..
    } = event
    else {
        return String::new();
    };
    let who = state.attack.as_ref().map_or_else(
        || "The attacker".to_owned(),
        |attack| unit_name(state, attack.attacker),
    );
    let (what, one, many) = if *to_wound {
        ("to wound", "wound", "wounds")
    } else {
        ("to hit", "hit", "hits")
    };
    let again = match rerolled.len() {
        0 => String::new(),
        dice => format!(" rolls {} again,", count(dice as i64, "die", "dice")),
    };
    format!(
        "{who}{again} needs {target} or less {what}{}: {} is {}",
        because(modifiers),
        faces(roll),
        count(*successes, one, many)
    )
}

/// An event in one sentence. `before` is the state as it was.
pub(crate) fn sentence(before: &State, event: &Event) -> String {
    let state = before;
    let name = |unit: &UnitId| unit_name(state, *unit);
    match event {
        Event::Opened { book, .. } => {
            let factions: Vec<String> = book.factions.iter().map(|faction| faction.name.clone()).collect();
            format!("A battle begins with the factions {}", words::list(&factions))
        }
        Event::Placed { position } => format!(
            "The battle begins from a position with {}",
            count(position.on_table().count() as i64, "unit", "units")
        ),
        Event::Proceeded { ahead, .. } => match ahead.last() {
            Some(next) => format!("Next: {}", step(state, next)),
            None => "The procedure goes on".to_owned(),
        },
        Event::Asked { question: asked } => question(state, asked),
        Event::Answered { answered } => {
            let seat = match state.agenda.last().map(|frame| &frame.step) {
                Some(Step::Ask(asked)) => seat_name(asked.seat),
                Some(_) | None => "The player",
            };
            format!("{seat} chooses: {}", answer(state, answered))
        }
        Event::FactionChosen { seat, allegiance } => match allegiance {
            Some(chosen) => {
                let known = |id: &str| {
                    let faction = state.book.faction(id);
                    faction.map_or_else(|| id.to_owned(), |faction| faction.name.clone())
                };
                let mercenaries = chosen.mercenaries.as_ref().map_or_else(String::new, |from| {
                    format!(" with mercenaries of {}", known(from))
                });
                format!(
                    "{} chooses {}{mercenaries}",
                    seat_name(*seat),
                    known(&chosen.faction)
                )
            }
            None => format!("{} has chosen a faction", seat_name(*seat)),
        },
        Event::AgreementMade { agreed } => agreement(state, agreed),
        Event::ArmyBuilt { seat, list } => match list {
            Some(list) => format!(
                "{} builds an army of {} and {}",
                seat_name(*seat),
                count(list.units.len() as i64, "unit", "units"),
                count(list.cards, "bought command card", "bought command cards")
            ),
            None => format!("{} has built an army", seat_name(*seat)),
        },
        Event::ArmyMustered {
            seat,
            units,
            spent,
            concealed,
            unknown,
            mercenaries,
            ..
        } => {
            let units = count(units.len() as i64 + i64::from(*unknown), "unit", "units");
            let with = if *mercenaries { ", with mercenaries" } else { "" };
            if *unknown > 0 {
                format!("{} has an army of {units}{with}", seat_name(*seat))
            } else {
                let spent = count(*spent, "point", "points");
                let shown = if *concealed {
                    "; each is shown when it is deployed"
                } else {
                    ""
                };
                format!("{} musters {units} for {spent}{with}{shown}", seat_name(*seat))
            }
        }
        Event::FewerPointsRolled { south, north, seat } => {
            let dice = format!("South {}, North {}", faces(south), faces(north));
            match seat {
                Some(seat) => format!("{dice}: {} counts as having spent fewer points", seat_name(*seat)),
                None => format!("{dice}: both roll again for who spent fewer points"),
            }
        }
        Event::LotDrawn { purpose, roll, seat } => {
            format!(
                "The lot decides {purpose}: {} for {}",
                faces(roll),
                seat_name(*seat)
            )
        }
        Event::FirstDeployerNamed { seat } => format!("{} deploys first", seat_name(*seat)),
        Event::FirstOrdererNamed { seat } => format!("{} gives the first order", seat_name(*seat)),
        Event::FirstPlayerNamed { seat } => format!("{} takes the first turn", seat_name(*seat)),
        Event::TurnBegan {
            turn,
            active,
            actions,
            ..
        } => format!(
            "Turn {turn}: {} begins with {}",
            seat_name(*active),
            count(*actions, "command action", "command actions")
        ),
        Event::PhaseBegan { phase } => {
            let phase: &str = phase.into();
            format!("The {phase} Phase begins")
        }
        Event::TurnEnded => format!("Turn {} ends", state.turn),
        Event::SnapshotTaken { glimpses } => {
            let seen = glimpses.iter().filter(|glimpse| glimpse.visible).count();
            let rushes = glimpses.iter().filter(|glimpse| glimpse.could_rush).count();
            format!(
                "The start of the turn is noted: {} in sight, {}",
                count(seen as i64, "enemy", "enemies"),
                count(rushes as i64, "Final Rush in reach", "Final Rushes in reach")
            )
        }
        // A unit of a concealed army is known by the event that deploys it. Rule BG4-ARMY-05.
        Event::UnitMoved {
            unit,
            shown: Some(shown),
            ..
        } if state.unit(*unit).is_none() && state.book.kind(shown.kind).is_some() => {
            let mut known = state.clone();
            known.units.push(shown.as_ref().clone());
            sentence(&known, event)
        }
        Event::UnitMoved { .. } | Event::UnitsMoved { .. } => {
            let moves = event.movements();
            let each: Vec<String> = moves.iter().map(|(kind, one)| moved(state, *kind, one)).collect();
            words::list(&each)
        }
        Event::UnitTurned { unit, heading, kind } => match kind {
            MoveKind::Ruling => format!("By ruling {} looks to {heading}", name(unit)),
            MoveKind::RoutTurn => format!("{} makes an About Face, Routing", name(unit)),
            MoveKind::Deployed
            | MoveKind::Ordered
            | MoveKind::Controlled
            | MoveKind::Rush
            | MoveKind::Realigned
            | MoveKind::Rout
            | MoveKind::Rally
            | MoveKind::SteppedIn => format!("{} now looks to {heading}", name(unit)),
        },
        Event::FlightChanged { unit, airborne: true } => format!("{} takes off", name(unit)),
        Event::FlightChanged {
            unit,
            airborne: false,
        } => format!("{} lands", name(unit)),
        Event::SlidUnder { unit, slid: true } => {
            format!("{} slides its front card under the enemy", name(unit))
        }
        Event::SlidUnder { unit, slid: false } => format!("{} slides its front card back", name(unit)),
        Event::StatusChanged { unit, status, why } => {
            let why = if why.is_empty() {
                String::new()
            } else {
                format!(" ({why})")
            };
            match status {
                Status::Ready(_) | Status::Disrupted | Status::Routing => {
                    format!("{} is now {}{why}", name(unit), words::status(*status))
                }
            }
        }
        Event::TokenPlaced { token, seat, at } => match at {
            Some(at) => format!(
                "{} lays objective token {} at ({}, {})",
                seat_name(*seat),
                token.0,
                at.x.value(),
                at.y.value()
            ),
            None => format!("Objective token {} of {} is taken off", token.0, seat_name(*seat)),
        },
        Event::Marked { unit, mark: set } => mark(state, *unit, set),
        Event::FinalRushed { engagement, contact } => {
            let how = match engagement.kind {
                RushKind::Front => "",
                RushKind::Flank => " with a flank",
                RushKind::Corner => " at a corner",
            };
            format!(
                "{} is engaged{how} with the {} of {}, {} in contact",
                name(&engagement.rusher),
                crate::model::names::side_name(engagement.rushed_side),
                name(&engagement.rushed),
                inches(*contact)
            )
        }
        Event::RoutingRushed { unit, target } => {
            format!("{} Final Rushes Routing {}", name(unit), name(target))
        }
        Event::EngagementsChanged { engagements } => match engagements.len() {
            0 => "No unit is engaged any more".to_owned(),
            pairs => format!(
                "{} remain engaged",
                count(pairs as i64, "pair of units", "pairs of units")
            ),
        },
        Event::CauseNoted { unit, cause } => {
            format!(
                "{} must take a Rout Check: {}",
                name(unit),
                rout_cause(*cause).replace('_', " ")
            )
        }
        Event::PassedThrough { unit, by } => format!("{} routs through {}", name(by), name(unit)),
        Event::CausesCleared { unit, .. } => format!("Courage checks of {} are settled", name(unit)),
        Event::CheckForced { unit, kind } => format!("{} must take a {}", name(unit), check(*kind)),
        Event::CheckBegan { check: begun } => format!("{} takes a {}", name(&begun.unit), check(begun.kind)),
        Event::CheckChanged { lasting } => format!("{} works on the courage check", lasting.name),
        Event::CheckRolled {
            roll,
            target,
            modifiers,
        } => {
            let who = state
                .check
                .as_ref()
                .map_or_else(|| "The unit".to_owned(), |check| unit_name(state, check.unit));
            format!(
                "{who} needs {target} or less{}: {} is {}",
                because(modifiers),
                faces(roll),
                roll.total()
            )
        }
        Event::CourageChecked {
            unit,
            kind,
            roll,
            target,
            passed,
        } => {
            let result = if *passed { "passes" } else { "fails" };
            match roll {
                Some(roll) => format!(
                    "{} {result} its {} with {} against {target}",
                    name(unit),
                    check(*kind),
                    roll.total()
                ),
                None => format!("{} {result} its {} without a roll", name(unit), check(*kind)),
            }
        }
        Event::ActionsGained { seat, count: gained } => format!(
            "{} gains {}",
            seat_name(*seat),
            count(*gained, "command action", "command actions")
        ),
        Event::ActionsSpent {
            seat,
            count: spent,
            on,
        } => format!(
            "{} spends {} on {}",
            seat_name(*seat),
            count(*spent, "command action", "command actions"),
            spent_on(state, on)
        ),
        Event::ActionsLost { seat, count: lost } => format!(
            "{} loses {} unspent",
            seat_name(*seat),
            count(*lost, "command action", "command actions")
        ),
        Event::CardDrawn { seat, card, .. } => match card {
            Some(card) => format!("{} draws {}", seat_name(*seat), words::card(state, *seat, *card)),
            None => format!("{} draws a command card", seat_name(*seat)),
        },
        Event::DeckRenewed { seat } => {
            format!("{} shuffles the discard pile into a new deck", seat_name(*seat))
        }
        Event::FactionCardsRemoved { seat } => {
            format!("{} plays without cards 21 to 30", seat_name(*seat))
        }
        Event::ChoiceSettled { place } => match state.declared.get(usize::from(*place)) {
            Some(declared) => format!(
                "{} rolls nothing against {}",
                name(&declared.attack.attacker),
                name(&declared.attack.target)
            ),
            None => "An attack is settled without dice".to_owned(),
        },
        Event::PointHeld { unit, .. } => format!("{} has reached its point and holds it", name(unit)),
        Event::FliersWaited { seat, turns: 0 } => format!("{} seeks the enemy again", seat_name(*seat)),
        Event::FliersWaited { seat, turns } => format!(
            "{} has only Airborne units, and none of them sought the enemy for {}",
            seat_name(*seat),
            count(*turns, "turn", "turns")
        ),
        Event::CardDiscarded { seat, card } => {
            format!(
                "{} discards {}",
                seat_name(*seat),
                words::card(state, *seat, *card)
            )
        }
        Event::CardPlayed {
            seat,
            card,
            colour,
            on,
        } => {
            let colour: &str = colour.into();
            let on = if on.is_empty() {
                String::new()
            } else {
                format!(" on {}", unit_names(state, on))
            };
            format!(
                "{} plays {} as a {colour} card{on}",
                seat_name(*seat),
                words::card(state, *seat, *card)
            )
        }
        Event::CheckDemanded { unit, demanded } => format!(
            "{} must take a Courage Check for {}",
            unit_name(state, *unit),
            demanded.name
        ),
        Event::RuleTriggered { triggered } => {
            format!("{}: {}", unit_name(state, triggered.unit), triggered.rule.name)
        }
        Event::RuleSettled { place, used } => match state.triggered.get(usize::from(*place)) {
            Some(triggered) => format!(
                "{} of {} {}",
                triggered.rule.name,
                unit_name(state, triggered.unit),
                if *used { "is applied" } else { "is not used" }
            ),
            None => "A special rule is settled".to_owned(),
        },
        Event::RerollClaimed { seat } => format!(
            "{} was not asked for a card before the roll and claims a new one",
            seat_name(*seat)
        ),
        Event::Finished { seat } => {
            format!(
                "{} ends their part of the Movement & Command Phase",
                seat_name(*seat)
            )
        }
        Event::Passed { seat, rest: false } => format!("{} plays no card", seat_name(*seat)),
        Event::Passed { seat, rest: true } => {
            format!("{} plays no more green cards in this phase", seat_name(*seat))
        }
        Event::AbilityUsed { seat, ability, on } => {
            let known = state
                .book
                .factions
                .iter()
                .find_map(|faction| faction.ability(ability));
            let on = if on.is_empty() {
                String::new()
            } else {
                format!(" on {}", unit_names(state, on))
            };
            format!(
                "{} uses {}{on}",
                seat_name(*seat),
                known.map_or(ability.as_str(), |ability| &ability.name)
            )
        }
        Event::SpellCast { unit, spell, target } => {
            let known = state
                .unit(*unit)
                .and_then(|caster| state.kind(caster).spells.get(usize::from(*spell)));
            format!(
                "{} casts {} on {}",
                name(unit),
                known.map_or("a spell", |spell| &spell.name),
                name(target)
            )
        }
        Event::LastingAdded { unit, lasting } => {
            format!("{} is under the effect of {}", name(unit), lasting.name)
        }
        Event::LastingEnded {
            unit,
            name: ended,
            effects,
            ..
        } => match effects.as_slice() {
            [] => format!("{ended} ends on {}", name(unit)),
            _ => format!("a part of {ended} ends on {}", name(unit)),
        },
        Event::AmmoMarked { unit, by } => {
            if *by > 0 {
                format!("{} marks {}", name(unit), count(*by, "ammo box", "ammo boxes"))
            } else {
                let boxes = count(i64::from(*by).abs(), "ammo box", "ammo boxes");
                format!("{} erases {boxes}", name(unit))
            }
        }
        Event::BoxesMarked {
            unit,
            boxes,
            excess,
            by,
            ..
        } => {
            let by = by.map_or_else(String::new, |by| format!(" from {}", unit_name(state, by)));
            let excess = match excess {
                0 => String::new(),
                more => format!(", {more} in excess"),
            };
            format!(
                "{} takes {}{by}{excess}",
                name(unit),
                count(*boxes, "damage box", "damage boxes")
            )
        }
        Event::BoxesErased { unit, boxes } => {
            format!(
                "{} erases {}",
                name(unit),
                count(*boxes, "damage box", "damage boxes")
            )
        }
        Event::DamageCounted => "The damage of the Combat Phase takes effect".to_owned(),
        Event::UnitDestroyed { unit, cause: how, by } => {
            let points = state.unit(*unit).map_or(0, |unit| state.kind(unit).points);
            let by = by.map_or_else(String::new, |by| format!(", by {}", unit_name(state, by)));
            format!(
                "{} is destroyed {}{by} ({})",
                name(unit),
                cause(*how),
                count(points, "point", "points")
            )
        }
        Event::TargetsChosen { seat, declared } => {
            let attacks: Vec<String> = declared
                .iter()
                .map(|one| {
                    format!(
                        "{} makes {} against {}",
                        one.attack.attacker,
                        words::attack(one.attack.kind),
                        one.attack.target
                    )
                })
                .collect();
            if attacks.is_empty() {
                format!("{} has no attack", seat_name(*seat))
            } else {
                format!("{}: {}", seat_name(*seat), words::list(&attacks))
            }
        }
        Event::AttackBegan { attack, .. } => format!(
            "{} makes {} against {}: {}, {} or less to hit, {} or less to wound",
            name(&attack.attacker),
            words::attack(attack.kind),
            name(&attack.target),
            count(attack.numbers.dice, "die", "dice"),
            attack.numbers.to_hit,
            attack.numbers.to_wound
        ),
        Event::AttackWent { stage, asked } => {
            let stage = match stage {
                AttackStage::BeforeHit => "before the roll to hit",
                AttackStage::AfterHit => "after the roll to hit",
                AttackStage::BeforeWound => "before the roll to wound",
                AttackStage::AfterWound => "after the roll to wound",
                AttackStage::Damage => "at the damage step",
                AttackStage::Resolution => "at Attack Resolution",
            };
            let asked = match asked {
                Asked::Attacker => ": the attacker may play a Red card",
                Asked::Defender => ": the defender may play a Blue card",
                Asked::DefenderAgain => ": the defender may play a Blue card as well",
                Asked::AttackerAgain => ": the attacker may play a Red card after all",
                Asked::Nobody | Asked::Closed => "",
            };
            format!("The attack stands {stage}{asked}")
        }
        Event::AttackRolled { .. } => rolled(state, event),
        Event::AttackChanged { lasting } => {
            let wounds = lasting.effects.iter().map(|effect| match effect {
                crate::model::effect::Effect::Wounds { by } => i32::from(*by),
                _ => 0,
            });
            match wounds.sum::<i32>() {
                0 => format!("{} works in the attack", lasting.name),
                change => format!("{} changes the wounds by {change:+}", lasting.name),
            }
        }
        Event::AttackResolved {
            attacker,
            target,
            kind,
            dice,
            hits,
            wounds,
        } => {
            let verb = words::attack(*kind);
            format!(
                "{} ends {verb} against {}: {}, {}, {}",
                name(attacker),
                name(target),
                count(*dice, "die", "dice"),
                count(*hits, "hit", "hits"),
                count(*wounds, "wound", "wounds")
            )
        }
        Event::VictoryChecked { destroyed, sackers } => {
            let goal = state
                .scenario()
                .map_or(0, |scenario| share(state.budget(), scenario.victory.threshold));
            let camps = if sackers.is_empty() {
                String::new()
            } else {
                format!("; {} in an enemy camp", unit_names(state, sackers))
            };
            format!(
                "Victory check: South has destroyed {}, North {} of {goal} points{camps}",
                destroyed[0], destroyed[1]
            )
        }
        Event::BattleEnded { ending: how } => ending(how),
        Event::Ruled { patch: what } => patch(state, what),
    }
}
