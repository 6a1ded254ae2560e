//! Events and questions in one sentence for the log.

use hindsight_kernel::{Modifier, Roll};

use crate::agenda::{Answer, Answered, Options, Question, Step, Topic};
use crate::attack::{Asked, AttackStage};
use crate::command::Patch;
use crate::event::{Event, MoveKind, TurnMark, Use};
use crate::names::{UnitId, seat_name};
use crate::state::{Agreed, Cause, CheckKind, EndReason, Ending, RoutCause, RushKind, State, Status};
use crate::victory::share;
use crate::words::{self, count, inches, unit_name, unit_names};

/// A question in words.
pub(crate) fn question(state: &State, question: &Question) -> String {
    let unit = question
        .unit
        .map_or_else(|| "the unit".to_owned(), |unit| unit_name(state, unit));
    let about = question
        .about
        .map_or_else(|| "the enemy".to_owned(), |about| unit_name(state, about));
    let asks = match question.topic {
        Topic::FacingSide => format!("{unit} stands on a diagonal of {about}: which side faces it?"),
        Topic::NearestEnemy => format!("which of the tied enemies is nearest to {unit}?"),
        Topic::RealignOrder => "which engaged unit realigns next?".to_owned(),
        Topic::RushTarget => format!("which enemy does {unit} Final Rush?"),
        Topic::PlacementSide => format!("where is {unit} placed against {about}?"),
        Topic::FlankRush => format!("does {unit} Final Rush {about} with a flank?"),
        Topic::Corner => format!("which corner of {about} does {unit} Final Rush?"),
        Topic::MoveSide => format!("two moves of {unit} are equal: which one is made?"),
        Topic::IndirectPath => format!("the path of {unit} is blocked: up to the friend, or around?"),
        Topic::OpenSide => format!("which open side of {about} does {unit} go for?"),
        Topic::RangedMode => format!("which ranged attack of {unit} counts for its movement?"),
        Topic::RoutShift => format!("how far does Routing {unit} shift sideways at its first contact?"),
        Topic::NextRoutMove => "which unit makes its rout move next?".to_owned(),
        Topic::NextCheck => "which unit takes its courage check next?".to_owned(),
        Topic::Replacement => {
            format!("{unit} fails: is the result accepted, or does a Back Up Unit step in?")
        }
        Topic::NextFreeAttack => "which unit makes its Free Attack next?".to_owned(),
        Topic::FreeAttackTarget => format!("which Routing enemy does {unit} attack?"),
        Topic::Target => format!("what does {unit} attack?"),
        Topic::NextAttack => "which attack is resolved next?".to_owned(),
        Topic::BackUp => format!("which Back Up Unit steps in for {unit}?"),
        Topic::TriggerOrder => "which special rule is applied first?".to_owned(),
        Topic::Blessing => format!("which Blessing stays on {unit}?"),
        Topic::Curse => format!("which Curse stays on {unit}?"),
        Topic::Discard => "which command card is discarded?".to_owned(),
        Topic::RallyHeading => format!("{unit} rallies by itself: which way does it look?"),
        Topic::LandOrFly => format!("does {unit} land, or stay Airborne?"),
        Topic::ReorganizedOrder => format!("which order has {unit} after it is Reorganized?"),
        Topic::Reroll => "which dice are rolled again?".to_owned(),
    };
    format!("{}: {asks}", seat_name(question.seat))
}

/// The words that the question itself has for an answer, or plain ones.
fn answer(state: &State, answered: &Answered) -> String {
    let open = match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::Ask(question)) => Some(&question.options),
        Some(_) | None => None,
    };
    if let Some(Options::OneOf(options)) = open
        && let Some((_, label)) = options.iter().find(|(option, _)| *option == answered.answer)
    {
        return label.clone();
    }
    match &answered.answer {
        Answer::Decline => "no".to_owned(),
        Answer::Accept => "yes".to_owned(),
        Answer::Unit(unit) => unit_name(state, *unit),
        Answer::Side(side) => format!("the {}", words::side(*side)),
        Answer::Hand(hand) => format!("{hand:?}").to_lowercase(),
        Answer::Number(number) => format!("option {}", u16::from(*number) + 1),
        Answer::Shift { hand, inches: by } => {
            format!("{} to the {}", inches(*by), format!("{hand:?}").to_lowercase())
        }
        Answer::Heading(heading) => format!("heading {heading}"),
        Answer::Pose(pose) => words::pose(*pose),
        Answer::Card(card) => format!("card {card}"),
        Answer::Dice(dice) => count(dice.len() as i64, "die", "dice"),
        Answer::Order(order) => words::written(order),
    }
}

fn faces(roll: &Roll) -> String {
    roll.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// `skill 6, defensive skill -3, flanking +1`.
fn because(modifiers: &[Modifier]) -> String {
    if modifiers.is_empty() {
        return String::new();
    }
    let parts: Vec<String> = modifiers
        .iter()
        .map(|modifier| format!("{} {:+}", modifier.name, modifier.change))
        .collect();
    format!(" ({})", parts.join(", "))
}

/// Why a unit was destroyed.
pub(crate) const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Attack => "in combat",
        Cause::FreeAttack => "by a Free Attack",
        Cause::FollowUpCheck => "by a failed Follow-up Rout Check",
        Cause::RoutCheck => "by a failed Rout Check while Routing",
        Cause::RoutIntoEnemy => "on its rout move by an enemy in its way",
        Cause::RoutIntoEdge => "on its rout move at the table edge or impassable terrain",
        Cause::NoPlace => "because it finds no place",
        Cause::Rushed => "by a Final Rush while Routing",
        Cause::Sacrificed => "so that its Back Up Unit steps in",
        Cause::Damage => "by damage",
        Cause::Ruling => "by a ruling",
    }
}

/// What a courage check is called.
pub(crate) const fn check(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Fear => "Fear Check",
        CheckKind::Rout => "Rout Check",
        CheckKind::FollowUp => "Follow-up Rout Check",
        CheckKind::Other => "Courage Check",
    }
}

fn rout_cause(cause: RoutCause) -> &'static str {
    cause.into()
}

/// What command actions were spent on, in words.
pub(crate) fn spent_on(state: &State, on: &Use) -> String {
    match on {
        Use::ChangeOrder(unit) => format!("a new standing order of {}", unit_name(state, *unit)),
        Use::DirectControl(unit) => format!("Direct Control of {}", unit_name(state, *unit)),
        Use::DrawCard => "drawing a command card".to_owned(),
        Use::Ability(ability) => {
            let known = state
                .book
                .factions
                .iter()
                .find_map(|faction| faction.ability(ability));
            format!(
                "the ability {}",
                known.map_or(ability.as_str(), |ability| &ability.name)
            )
        }
        Use::Rally(unit) => format!("rallying {}", unit_name(state, *unit)),
        Use::Reload(unit) => format!("reloading {}", unit_name(state, *unit)),
        Use::Reorganize(unit) => format!("reorganizing {}", unit_name(state, *unit)),
        Use::SoundTheCharge => "Sound the Charge".to_owned(),
        Use::Recall => "a Skirmisher Recall".to_owned(),
        Use::Other(what) => what.clone(),
    }
}

fn mark(state: &State, unit: UnitId, mark: &TurnMark) -> String {
    let name = unit_name(state, unit);
    match mark {
        TurnMark::Activated => format!("{name} is activated"),
        TurnMark::NoRush => format!("{name} makes no Final Rush this turn"),
        TurnMark::Controlled => format!("{name} is under Direct Control"),
        TurnMark::NamedEnemy(enemy) => format!("{} counts as nearest to {name}", unit_name(state, *enemy)),
        TurnMark::Rallied => format!("{name} is Rallied"),
        TurnMark::Frightened => format!("{name} is Frightened"),
        TurnMark::FearChecked => format!("{name} has taken its Fear Check"),
        TurnMark::Cast => format!("{name} has cast its spell"),
        TurnMark::Healed => format!("{name} has been the subject of a Healing spell"),
        TurnMark::TookOff => format!("{name} takes off"),
        TurnMark::Shifted => format!("{name} has used its sideways shift"),
        TurnMark::RangedMode(mode) => format!("{name} moves for its ranged attack {}", u16::from(*mode) + 1),
        TurnMark::FacingSide(enemy, side) => format!(
            "the {} of {} faces {name} this turn",
            words::side(*side),
            unit_name(state, *enemy)
        ),
        TurnMark::Terrain(rows) => format!("{name} meets terrain: Movement Category {rows:+} this turn"),
    }
}

fn moved(state: &State, event: &Event) -> String {
    let Event::UnitMoved {
        unit,
        kind,
        to,
        distance,
        allowance,
        ..
    } = event
    else {
        return String::new();
    };
    let name = unit_name(state, *unit);
    let there = words::pose(*to);
    let far = format!("{} of {}", inches(*distance), inches(*allowance));
    match kind {
        MoveKind::Deployed => format!("{} deploys {name} at {there}", seat_name(unit.seat())),
        MoveKind::Ordered if distance.value() == 0.0 => format!("{name} stays by its order"),
        MoveKind::Ordered => format!("{name} moves {far} by its order to {there}"),
        MoveKind::Controlled => format!("{name} moves {far} under Direct Control to {there}"),
        MoveKind::Rush => format!("{name} Final Rushes {} to {there}", inches(*distance)),
        MoveKind::Realigned => format!("{name} realigns to {there}"),
        MoveKind::RoutTurn => format!("{name} turns about, Routing"),
        MoveKind::Rout => format!("{name} routs {far} to {there}"),
        MoveKind::Rally => format!("{name} reforms on Rally to {there}"),
        MoveKind::SteppedIn => format!("{name} steps in at {there}"),
        MoveKind::Ruling => format!("By ruling {name} lies at {there}"),
    }
}

fn patch(state: &State, patch: &Patch) -> String {
    match patch {
        Patch::Place { unit, pose } => format!(
            "By ruling {} lies at {}",
            unit_name(state, *unit),
            words::pose(*pose)
        ),
        Patch::Boxes { unit, damage, ammo } => {
            let mut parts = Vec::new();
            parts.extend(damage.map(|boxes| count(boxes, "damage box", "damage boxes")));
            parts.extend(ammo.map(|boxes| count(boxes, "ammo box", "ammo boxes")));
            format!(
                "By ruling {} has {} marked",
                unit_name(state, *unit),
                words::list(&parts)
            )
        }
        Patch::Order { unit, order } => {
            format!(
                "By ruling {} is Ready on {}",
                unit_name(state, *unit),
                words::written(order)
            )
        }
        Patch::Disrupt { unit } => format!("By ruling {} is Disrupted", unit_name(state, *unit)),
        Patch::Rout { unit } => format!("By ruling {} is Routing", unit_name(state, *unit)),
        Patch::Destroy { unit } => format!("By ruling {} is destroyed", unit_name(state, *unit)),
        Patch::Actions { seat, count: left } => format!(
            "By ruling {} has {}",
            seat_name(*seat),
            count(*left, "command action", "command actions")
        ),
        Patch::Disengage { unit, from } => format!(
            "By ruling {} and {} are no longer engaged",
            unit_name(state, *unit),
            unit_name(state, *from)
        ),
        Patch::Effect { unit, name, .. } => {
            format!(
                "By ruling {} is under the effect of {name}",
                unit_name(state, *unit)
            )
        }
    }
}

fn ending(ending: &Ending) -> String {
    let [south, north] = ending.destroyed;
    let why = match ending.reason {
        EndReason::BreakingPoint => "the Breaking Point is reached",
        EndReason::NoUnits => "no unit is left",
        EndReason::LastTurn => "the last turn is over",
    };
    let degree: &str = ending.degree.into();
    match ending.winner {
        Some(winner) => format!(
            "{why}: a {degree} for {} (destroyed points {south} : {north})",
            seat_name(winner)
        ),
        None => format!("{why}: a Draw (destroyed points {south} : {north})"),
    }
}

fn agreement(state: &State, agreed: &Agreed) -> String {
    let mut parts = Vec::new();
    parts.extend(agreed.budget.map(|points| format!("{points} points")));
    parts.extend(agreed.scenario.as_ref().map(|id| {
        let known = state.book.scenarios.iter().find(|scenario| scenario.id == *id);
        format!(
            "the scenario {}",
            known.map_or(id.as_str(), |scenario| &scenario.name)
        )
    }));
    parts.extend(agreed.map.as_ref().map(|id| {
        let known = state.book.maps.iter().find(|map| map.id == *id);
        format!("the map {}", known.map_or(id.as_str(), |map| &map.name))
    }));
    match parts.as_slice() {
        [] => "Nothing is agreed yet".to_owned(),
        parts => format!("Agreed: {}", words::list(parts)),
    }
}

/// The next step, for the log of the procedure.
fn step(state: &State, step: &Step) -> String {
    match step {
        Step::Ask(asked) => question(state, asked),
        Step::ChooseFactions => "both choose their factions".to_owned(),
        Step::AgreeBudget { .. } => "the points budget is agreed".to_owned(),
        Step::AgreeScenario { .. } => "scenario and map are agreed".to_owned(),
        Step::BuildArmies => "both build their armies".to_owned(),
        Step::NameFirstDeployer { by } => format!("{} names who deploys first", seat_name(*by)),
        Step::Deploy { next, .. } => format!("{} deploys a unit", seat_name(*next)),
        Step::DrawAtSetUp => "command cards are drawn".to_owned(),
        Step::NameFirstOrderer { by } => format!("{} names who gives the first order", seat_name(*by)),
        Step::AssignOrder { next, .. } => format!("{} gives a unit its order", seat_name(*next)),
        Step::ChooseFirstPlayer { by } => format!("{} names the first player", seat_name(*by)),
        Step::BeginTurn => "a turn begins".to_owned(),
        Step::Realign => "engaged units realign".to_owned(),
        Step::Snapshot => "the start of the turn is noted".to_owned(),
        Step::MovementAndCommand => "the Movement & Command Phase goes on".to_owned(),
        Step::GreenWindow { .. } => "green command cards may be played".to_owned(),
        Step::Activate { units } => format!("{} is activated", unit_names(state, units)),
        Step::SubmitLegs { unit } => format!("{} moves under Direct Control", unit_name(state, *unit)),
        Step::RoutMove { unit, .. } => format!("{} makes its rout move", unit_name(state, *unit)),
        Step::DrawCard { seat, .. } => format!("{} draws", seat_name(*seat)),
        Step::Cast { unit, .. } => format!("{} casts", unit_name(state, *unit)),
        Step::Effects { name, .. } => format!("{name} takes effect"),
        Step::CloseMovement => "the Movement & Command Phase closes".to_owned(),
        Step::Courage { .. } => "a Courage Phase goes on".to_owned(),
        Step::FreeAttacks { .. } => "Free Attacks are made".to_owned(),
        Step::RollCheck => "the courage check is rolled".to_owned(),
        Step::SettleCheck => "the courage check takes effect".to_owned(),
        Step::ChooseTargets => "targets are chosen".to_owned(),
        Step::Attacks => "attacks are resolved".to_owned(),
        Step::Attack => "the attack goes on".to_owned(),
        Step::Reroll { .. } => "dice are rolled again".to_owned(),
        Step::Consequences => "Combat Consequences".to_owned(),
        Step::EndOfTurn => "the End of Turn".to_owned(),
        Step::VictoryCheck => "the victory check".to_owned(),
    }
}

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
pub(crate) fn tell(before: &State, event: &Event) -> String {
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
            seat, units, spent, ..
        } => format!(
            "{} musters {} for {}",
            seat_name(*seat),
            count(units.len() as i64, "unit", "units"),
            count(*spent, "point", "points")
        ),
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
        Event::UnitMoved { .. } => moved(state, event),
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
                words::side(engagement.rushed_side),
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
            unit, name: ended, ..
        } => format!("{ended} ends on {}", name(unit)),
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
                Asked::AttackerAgain => ": the attacker may play a Red card after all",
                Asked::Nobody | Asked::Closed => "",
            };
            format!("The attack stands {stage}{asked}")
        }
        Event::AttackRolled { .. } => rolled(state, event),
        Event::AttackChanged { lasting, wounds } => match wounds {
            0 => format!("{} works in the attack", lasting.name),
            change => format!("{} changes the wounds by {change:+}", lasting.name),
        },
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
