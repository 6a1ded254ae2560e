//! Events in sentences for the log.

use hindsight_kernel::words::sentence::{count, list};
use hindsight_kernel::{Roll, Seat};

use super::names::{
    card, inches, ncu, order_name, piece, player, pose, signed, source, source_text, terrain, unit,
};
use crate::cards::AttackKind;
use crate::model::agenda::Source;
use crate::model::command::Action;
use crate::model::event::{Again, AttackChange, Cause, Event, MoveKind, Opposed, RollOf, Scored};
use crate::model::names::{SEATS, UnitId};
use crate::model::patch::Patch;
use crate::model::state::{Activated, State};

/// The faces of a roll: `4, 4 and 1`.
fn faces(roll: &Roll) -> String {
    match roll.faces.as_slice() {
        [] => "no dice".to_owned(),
        faces => list(&faces.iter().map(ToString::to_string).collect::<Vec<_>>()),
    }
}

/// An event in one sentence.
pub(super) fn describe(before: &State, event: &Event) -> String {
    let who = |seat: &Seat| player(before, *seat);
    let name = |id: &UnitId| unit(before, *id);
    match event {
        Event::GameSetUp { agreed, .. } => format!(
            "A game of {} points is set up; {} victory points win.",
            agreed.points, agreed.victory
        ),
        Event::Placed { .. } => "The game begins from a position.".to_owned(),
        Event::Agenda { change } => super::steps::describe(before, change),
        Event::ListSubmitted { seat, .. } => format!("{} names an army.", who(seat)),
        Event::ArmyMustered {
            seat,
            faction,
            units,
            ncus,
            ..
        } => {
            let faction = before
                .cards
                .faction(*faction)
                .map_or_else(|| faction.to_string(), |known| known.name.clone());
            format!(
                "{} leads {faction}: {} and {}.",
                who(seat),
                count(units.len() as i64, "combat unit", "combat units"),
                count(ncus.len() as i64, "NCU", "NCUs")
            )
        }
        Event::TerrainNumberRolled { roll, pieces } => {
            format!("The D3 shows {}: there are {pieces} terrain pieces.", faces(roll))
        }
        Event::TerrainRolled { seat, roll, card } => match card {
            Some(card) => format!(
                "{} rolls {} for terrain: {}.",
                who(seat),
                faces(roll),
                terrain(before, *card)
            ),
            None => format!(
                "{} rolls {} for terrain and names a piece.",
                who(seat),
                faces(roll)
            ),
        },
        Event::TerrainNamed { seat, card } => match seat {
            Some(seat) => format!("{} names {}.", who(seat), terrain(before, *card)),
            None => format!("{} is agreed on.", terrain(before, *card)),
        },
        Event::OpposedRolled {
            purpose,
            rolls,
            winner,
        } => {
            let what = match purpose {
                Opposed::FirstPiece => "the first terrain piece",
                Opposed::Sides => "the deployment sides",
            };
            let won = winner.map_or_else(|| "a tie".to_owned(), |seat| format!("{} wins", who(&seat)));
            format!(
                "For {what} {} rolls {} and {} rolls {}: {won}.",
                who(&SEATS[0]),
                faces(&rolls[0]),
                who(&SEATS[1]),
                faces(&rolls[1])
            )
        }
        Event::TerrainPlaced { seat, card, pose: at } => {
            format!(
                "{} places {} at {}.",
                who(seat),
                terrain(before, *card),
                pose(*at)
            )
        }
        Event::TerrainDropped { cards } => {
            let names: Vec<_> = cards.iter().map(|card| terrain(before, *card)).collect();
            format!("There is no place left for {}.", list(&names))
        }
        Event::PickerNamed { by, seat } => named(before, *by, *seat, "pick a deployment side"),
        Event::SidePicked { seat, edge } => {
            format!("{} picks the {} edge.", who(seat), edge.title().to_lowercase())
        }
        Event::FirstDeployerNamed { by, seat } => named(before, *by, *seat, "deploy first"),
        Event::FirstPlayerNamed { by, seat } => named(before, *by, *seat, "be first player of round 1"),
        Event::Deployed { unit, pose: at } => format!("{} deploys at {}.", name(unit), pose(*at)),
        Event::Reserved { unit } => format!("{} finds no room and waits in reserve.", name(unit)),
        Event::CardDrawn {
            seat, card: drawn, ..
        } => match drawn {
            Some(drawn) => format!("{} draws {}.", who(seat), card(before, *drawn)),
            None => format!("{} draws a tactics card.", who(seat)),
        },
        Event::RoundBegan { round, first } => {
            format!("Round {round} begins; {} is first player.", who(first))
        }
        Event::TurnBegan { seat } => format!("{} takes a turn.", who(seat)),
        Event::TurnPassed { seat } => format!("{} has nothing to activate and passes.", who(seat)),
        Event::UnitActivated { activated } => match activated {
            Activated::Unit(id) => format!("{} is activated.", name(id)),
            Activated::Ncu(id) => format!("{} is activated.", ncu(before, *id)),
        },
        Event::Arrived { unit, pose: at } => format!("{} arrives from reserve at {}.", name(unit), pose(*at)),
        Event::TurnEnded { seat } => format!("{} ends the turn.", who(seat)),
        Event::ZoneClaimed { ncu: id, zone } => format!("{} claims {}.", ncu(before, *id), zone.title()),
        Event::ActionDeclared { unit, action, free } => {
            let free = if *free { " as a free action" } else { "" };
            format!("{} {}{free}.", name(unit), declared(before, action))
        }
        Event::UnitMoved { unit, kind, from, to } => {
            let way = from
                .first()
                .map_or(0, |start| start.centre().distance(to.centre()).round() as i32);
            format!("{} {}.", name(unit), moved(*kind, way))
        }
        Event::Engaged { engagement } => format!(
            "{} ({}) and {} ({}) are engaged.",
            name(&engagement.a),
            engagement.a_side.title(),
            name(&engagement.b),
            engagement.b_side.title()
        ),
        Event::Disengaged { a, b } => format!("{} and {} are no longer engaged.", name(a), name(b)),
        Event::PieceRemoved { piece: no, unit } => format!("{} removes {}.", name(unit), piece(before, *no)),
        Event::WoundsSuffered {
            unit,
            wounds,
            cause,
            roll,
            models,
            ..
        } => {
            let by = match cause {
                Cause::Attack => "from the attack",
                Cause::Panic => "from panic",
                Cause::Terrain => "from Dangerous terrain",
                Cause::Effect => "from an effect",
            };
            let dice = roll
                .as_ref()
                .map(|roll| format!(" (die {})", faces(roll)))
                .unwrap_or_default();
            format!(
                "{} suffers {} {by}{dice}: {} left.",
                name(unit),
                count(i64::from(*wounds), "wound", "wounds"),
                count(i64::from(*models), "model", "models")
            )
        }
        Event::WoundsRestored {
            unit, wounds, models, ..
        } => format!(
            "{} restores {}: {} now.",
            name(unit),
            count(i64::from(*wounds), "wound", "wounds"),
            count(i64::from(*models), "model", "models")
        ),
        Event::UnitDestroyed { unit, .. } => format!("{} is destroyed.", name(unit)),
        Event::TokenPlaced { unit, token } => format!("{} becomes {}.", name(unit), token.title()),
        Event::TokenRemoved { unit, token } => format!("{} is no longer {}.", name(unit), token.title()),
        Event::TokenExpended { seat, unit, token } => {
            format!(
                "{} expends the {} token of {}.",
                who(seat),
                token.title(),
                name(unit)
            )
        }
        Event::ChargeDeclared { charge } => format!(
            "{} charges the {} of {}.",
            name(&charge.charger),
            charge.side.title(),
            name(&charge.target)
        ),
        Event::ChargeModified { by } => format!("The charge distance changes by {}\".", signed(*by)),
        Event::ChargeBonusLost { piece: no } => match no {
            Some(no) => format!("{} takes the Charge Bonus.", piece(before, *no)),
            None => "The Charge Bonus is lost.".to_owned(),
        },
        Event::ChargeFortified { piece: no } => format!("{} fortifies the defender.", piece(before, *no)),
        Event::ChargeRolled {
            roll,
            distance,
            needed,
            success,
        } => {
            let need = needed
                .map(|needed| format!(", {}\" are needed", inches(needed)))
                .unwrap_or_default();
            let end = match (success, roll.faces.first()) {
                (true, Some(1)) => "a disorderly charge",
                (true, _) => "success",
                (false, _) => "the charge fails",
            };
            format!(
                "The charge die shows {}: {}\"{need}: {end}.",
                faces(roll),
                inches(*distance)
            )
        }
        Event::ChargeAligned { slot } => format!("The charger aligns in the {} slot.", slot.title()),
        Event::ChargerHurt => "The charger suffers from Dangerous terrain.".to_owned(),
        Event::ChargeEnded => "The charge is over.".to_owned(),
        Event::AttackDeclared { attack } => {
            let weapon = crate::rules::abilities::weapon(before, attack)
                .map(|card| card.name.clone())
                .unwrap_or_default();
            let over = match attack.kind {
                AttackKind::Melee => format!("the {} of ", attack.over.title()),
                AttackKind::Ranged => String::new(),
            };
            format!(
                "{} attacks {over}{} with {weapon}.",
                name(&attack.attacker),
                name(&attack.defender)
            )
        }
        Event::AttackChanged { change } => match change {
            AttackChange::Dice { dice } => {
                format!("The attack has {} more.", count(i64::from(*dice), "die", "dice"))
            }
            AttackChange::Ability { ability } => format!("The attack has {}.", ability.title()),
            AttackChange::Defence { by } => format!("Defence dice have {}.", signed(*by)),
            AttackChange::Panic { by } => format!("The Panic Test has {}.", signed(*by)),
        },
        Event::AttackRolled { roll, to_hit } => format!("Attack dice {}, To Hit {to_hit}+.", faces(roll)),
        Event::DiceRerolled { of, by, places, roll } => {
            let of = match of {
                RollOf::Attack => "attack dice",
                RollOf::Defence => "defence dice",
                RollOf::Panic => "dice of the Panic Test",
            };
            let by = match by {
                Again::ChargeBonus => "by the Charge Bonus",
                Again::Token => "by the token",
                Again::Effect => "by the effect",
            };
            if places.is_empty() {
                format!("No {of} are rolled again {by}.")
            } else {
                format!("{} of the {of} rolled again {by}: {}.", places.len(), faces(roll))
            }
        }
        Event::BonusUsed => "The Charge Bonus is used.".to_owned(),
        Event::HitsCounted { hits, precise } => {
            let more = match precise {
                0 => String::new(),
                wounds => format!(
                    " and {} without a die",
                    count(i64::from(*wounds), "wound", "wounds")
                ),
            };
            format!("{}{more}.", count(i64::from(*hits), "hit", "hits"))
        }
        Event::DefenceRolled { roll, save, modifier } => {
            let with = match modifier {
                0 => String::new(),
                by => format!(" with {}", signed(*by)),
            };
            format!("Defence dice {}, save {save}+{with}.", faces(roll))
        }
        Event::AttackResolved { blocked, wounds } => format!(
            "{} blocked, {}.",
            count(i64::from(*blocked), "hit", "hits"),
            count(i64::from(*wounds), "wound", "wounds")
        ),
        Event::AttackEnded => "The attack is over.".to_owned(),
        Event::PanicDemanded { test } => format!("{} takes a Panic Test.", name(&test.unit)),
        Event::PanicModified { by } => format!("The Panic Test has {}.", signed(*by)),
        Event::PanicReplaced { wounds } => format!(
            "The Panic Test is not taken; {} instead.",
            count(i64::from(*wounds), "wound", "wounds")
        ),
        Event::PanicRolled {
            roll,
            modifier,
            morale,
        } => {
            let with = match modifier {
                0 => String::new(),
                by => format!(" with {}", signed(*by)),
            };
            match roll.faces.as_slice() {
                [one, two, three] => {
                    format!(
                        "Panic Test {one} and {two}{with} against {morale}+, the D3 shows {}.",
                        three.div_ceil(2)
                    )
                }
                _ => format!("Panic Test {}{with} against {morale}+.", faces(roll)),
            }
        }
        Event::PanicResolved {
            unit,
            total,
            passed,
            wounds,
        } => match (total, passed) {
            (Some(total), true) => format!("{} passes with {total}.", name(unit)),
            (Some(total), false) => format!(
                "{} fails with {total}: {}.",
                name(unit),
                count(i64::from(*wounds), "wound", "wounds")
            ),
            (None, _) => format!(
                "{} takes {}.",
                name(unit),
                count(i64::from(*wounds), "wound", "wounds")
            ),
        },
        Event::PanicEnded => "The Panic Test is over.".to_owned(),
        Event::RetreatRolled { unit, roll, reach } => {
            format!(
                "{} rolls {} and retreats up to {}\".",
                name(unit),
                faces(roll),
                inches(*reach)
            )
        }
        Event::CardPlayed { seat, card: played } => told(
            &format!("{} plays {}", who(seat), card(before, *played)),
            before,
            Source::Card { card: *played },
        ),
        Event::OrderUsed { unit, order } => told(
            &format!("{} uses {}", name(unit), order_name(before, *unit, *order)),
            before,
            Source::Order {
                unit: *unit,
                order: *order,
            },
        ),
        Event::TextShown { source: from, seat } => told(
            &format!("{} settles {}", who(seat), source(before, *from)),
            before,
            *from,
        ),
        Event::EffectLost { source: from, seat } => match from {
            Some(from) => format!("{} of {} has no effect.", source(before, *from), who(seat)),
            None => format!("The zone has no effect for {}.", who(seat)),
        },
        Event::ObjectiveClaimed { objective, unit } => {
            format!("{} claims objective {objective}.", name(unit))
        }
        Event::ObjectiveLost { objective, unit } => format!("{} loses objective {objective}.", name(unit)),
        Event::PointsScored { seat, points, why } => {
            let why = match why {
                Scored::Objectives => "for objectives",
                Scored::Destroyed => "for a destroyed unit",
            };
            format!(
                "{} scores {} {why}.",
                who(seat),
                count(i64::from(*points), "victory point", "victory points")
            )
        }
        Event::BoardCleared => "NCUs, activation tokens and order tokens are removed.".to_owned(),
        Event::CardDiscarded { seat, card: left } => {
            format!("{} discards {}.", who(seat), card(before, *left))
        }
        Event::GameEnded { outcome } => match outcome.winner.and_then(|side| {
            SEATS
                .into_iter()
                .find(|seat| hindsight_kernel::SideId::of_seat(*seat) == side)
        }) {
            Some(winner) => format!("{} wins: {}.", who(&winner), outcome.reason),
            None => format!("The game is a draw: {}.", outcome.reason),
        },
        Event::Ruled { patch } => ruled(before, patch),
    }
}

/// A sentence with the text of its card behind it.
fn told(start: &str, before: &State, from: Source) -> String {
    let text = source_text(before, from);
    if text.is_empty() {
        format!("{start}.")
    } else {
        format!("{start}: {text}")
    }
}

fn named(before: &State, by: Seat, seat: Seat, what: &str) -> String {
    if by == seat {
        format!("{} will {what}.", player(before, by))
    } else {
        format!("{} lets {} {what}.", player(before, by), player(before, seat))
    }
}

fn declared(before: &State, action: &Action) -> String {
    match action {
        Action::Maneuver { .. } => "maneuvers".to_owned(),
        Action::March { .. } => "marches".to_owned(),
        Action::Charge { target, .. } => format!("declares a charge on {}", unit(before, *target)),
        Action::Melee { target, .. } => format!("makes a melee attack on {}", unit(before, *target)),
        Action::Ranged { target, .. } => format!("makes a ranged attack on {}", unit(before, *target)),
        Action::Demolish { piece: no } => format!("attacks {}", piece(before, *no)),
        Action::Retreat => "retreats".to_owned(),
        Action::Forgo => "forgoes its action".to_owned(),
    }
}

fn moved(kind: MoveKind, way: i32) -> String {
    let way = inches(way);
    match kind {
        MoveKind::Maneuver => format!("maneuvers {way}\""),
        MoveKind::March => format!("marches {way}\""),
        MoveKind::Charge => format!("charges {way}\""),
        MoveKind::FailedCharge => format!("stops after {way}\""),
        MoveKind::Alignment => "aligns in contact".to_owned(),
        MoveKind::Shift => format!("shifts {way}\""),
        MoveKind::Retreat => format!("retreats {way}\""),
        MoveKind::FreePivot => "pivots freely".to_owned(),
    }
}

fn ruled(before: &State, patch: &Patch) -> String {
    let name = |id: &UnitId| unit(before, *id);
    let what = match patch {
        Patch::SetPose { unit, pose: Some(at) } => format!("{} stands at {}", name(unit), pose(*at)),
        Patch::SetPose { unit, pose: None } => format!("{} is off the table", name(unit)),
        Patch::SetEngagements { unit, engagements } => format!(
            "{} is engaged with {}",
            name(unit),
            count(engagements.len() as i64, "unit", "units")
        ),
        Patch::SetStrength {
            unit,
            models,
            wounded,
        } => format!(
            "{} has {} and {} on the next",
            name(unit),
            count(i64::from(*models), "model", "models"),
            count(i64::from(*wounded), "wound", "wounds")
        ),
        Patch::SetTokens { unit, tokens } => {
            let tokens: Vec<String> = tokens.iter().map(|token| token.title().to_owned()).collect();
            match tokens.as_slice() {
                [] => format!("{} has no condition tokens", name(unit)),
                tokens => format!("{} is {}", name(unit), list(tokens)),
            }
        }
        Patch::SetActivated { unit, activated } => {
            format!(
                "{} {} been activated",
                name(unit),
                if *activated { "has" } else { "has not" }
            )
        }
        Patch::SetOrders { unit, used } => {
            format!(
                "{} has used {}",
                name(unit),
                count(used.len() as i64, "Order", "Orders")
            )
        }
        Patch::SetZone { ncu: id, zone, .. } => match zone {
            Some(zone) => format!("{} stands on {}", ncu(before, *id), zone.title()),
            None => format!("{} stands beside the board", ncu(before, *id)),
        },
        Patch::SetObjective {
            objective,
            controller,
        } => match controller {
            Some(unit) => format!("{} controls objective {objective}", name(unit)),
            None => format!("nobody controls objective {objective}"),
        },
        Patch::SetPoints { seat, points } => format!(
            "{} has {}",
            player(before, *seat),
            count(i64::from(*points), "victory point", "victory points")
        ),
        Patch::RemovePiece { piece: no } => format!("{} is removed", piece(before, *no)),
        Patch::AddPiece { card, pose: at } => format!("{} lies at {}", terrain(before, *card), pose(*at)),
        Patch::TakeCard { seat, card: taken } => match taken {
            Some(taken) => format!("{} takes {}", player(before, *seat), card(before, *taken)),
            None => format!("{} takes a card", player(before, *seat)),
        },
        Patch::DropCard { seat, card: left } => {
            format!("{} gives up {}", player(before, *seat), card(before, *left))
        }
        Patch::SetAttack { .. } => "the attack is changed".to_owned(),
    };
    format!("Ruling: {what}.")
}
