//! Offers: complete commands, or forms with their limits and samples.

mod actions;
mod complete;
mod shown;
mod windows;

use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Message, Offer, Offers, Seat, message};
use serde_json::json;

use crate::IceAndFire;
use crate::cards::ConditionToken;
use crate::cards::ZoneName;
use crate::field::Pose;
use crate::messages::MESSAGES;
use crate::model::agenda::Step;
use crate::model::command::Command;
use crate::model::names::{Edge, SEATS, UnitId, seat_name};
use crate::model::state::State;
use crate::rules::{activation, army, board, cards, charge, effects, retreat, round, setup};

type CommandOffer = Offer<Command>;

impl Offers for IceAndFire {
    fn offers(state: &State, seat: Seat) -> Vec<CommandOffer> {
        let offers = offers(state, seat).into_iter();
        offers.map(|offer| shown::shown(state, offer)).collect()
    }

    fn nothing(state: &State, seat: Seat) -> Option<Command> {
        is_asked(state, seat).then(|| nothing(state))?
    }

    fn leads_on(command: &Command) -> bool {
        matches!(command, Command::Activate { .. })
    }

    fn complete(state: &State, offer: &CommandOffer, rng: &mut dyn Rng) -> Option<Command> {
        complete::complete(state, offer, rng)
    }
}

/// Whether a step asks a seat.
fn is_asked(state: &State, seat: Seat) -> bool {
    crate::flow::awaiting(state)
        .iter()
        .any(|asked| asked.seat == seat)
}

/// The name of a unit's card, with its id.
pub(crate) fn called(state: &State, id: UnitId) -> String {
    state
        .unit_and_card(id)
        .map_or_else(|| id.to_string(), |(_, card)| format!("{id} {}", card.name))
}

/// Everything that a seat may do now.
fn offers(state: &State, seat: Seat) -> Vec<CommandOffer> {
    if !is_asked(state, seat) {
        return Vec::new();
    }
    let Some(step) = state.step() else {
        return Vec::new();
    };
    match step {
        Step::Lists => lists(state, seat),
        Step::Start => {
            let command = Command::RollToStart;
            vec![Offer::one(
                seat,
                "start",
                message!(MESSAGES, "offer-start"),
                "IF-SETUP-01",
                command,
            )]
        }
        Step::NameTerrain { .. } => name_terrain(state, seat),
        Step::PlaceTerrain { .. } => place_terrain(state, seat),
        Step::NamePicker { .. } => names(seat, "side_picker", "IF-SETUP-04"),
        Step::NameFirstDeployer { .. } => names(seat, "first_deployer", "IF-SETUP-05"),
        Step::NameFirstPlayer { .. } => names(seat, "first_player", "IF-SETUP-06"),
        Step::PickSide { .. } => [Edge::South, Edge::North]
            .map(|edge| {
                let command = Command::PickSide { edge };
                Offer::one(
                    seat,
                    "side",
                    message!(MESSAGES, "offer-side", edge = edge.title()),
                    "IF-SETUP-04",
                    command,
                )
            })
            .to_vec(),
        Step::Deploy { .. } => deploy(state, seat),
        Step::ChooseUnit { .. } => choose_unit(state, seat),
        Step::ChooseAction { .. } | Step::FreeAction { .. } | Step::Surge => actions::actions(state, seat),
        Step::Window { at, used, .. } => windows::window(state, seat, at, *used),
        Step::Effects { source, at, .. } => effects::choices_for(state, seat, *source, at)
            .into_iter()
            .map(|choice| {
                let label = message!(MESSAGES, "offer-effect", choice = windows::chosen(state, &choice));
                Offer::one(
                    seat,
                    "effect_choice",
                    label,
                    "IF-TAC-02",
                    Command::Choose { choice },
                )
            })
            .collect(),
        Step::Settle { .. } => vec![Offer::one(
            seat,
            "settle",
            message!(MESSAGES, "offer-settled"),
            "IF-CARD-01",
            Command::Settled,
        )],
        Step::Align => charge::open_slots(state)
            .into_iter()
            .map(|(slot, _)| {
                let label = message!(MESSAGES, "offer-slot", slot = slot.title());
                Offer::one(seat, "slot", label, "IF-CHG-06", Command::Align { slot })
            })
            .collect(),
        Step::FreePivots { units, .. } => free_pivots(state, seat, units),
        Step::RetreatMove { unit, reach } => retreat_move(state, seat, *unit, *reach),
        Step::ZoneEffect { zone, .. } => zone_targets(state, seat, *zone),
        Step::Discard { .. } => discard(state, seat),
        _ => Vec::new(),
    }
}

/// The command by which the player that is asked declines: no card, no token, no free action, no card discarded.
///
/// To forgo the action of an activation is none: it spends the activation (rule `IF-ROUND-05`).
fn nothing(state: &State) -> Option<Command> {
    match state.step()? {
        Step::Window { .. } | Step::FreeAction { .. } | Step::Surge | Step::FreePivots { .. } => {
            Some(Command::Pass)
        }
        Step::ZoneEffect {
            zone: ZoneName::Combat | ZoneName::Maneuver,
            ..
        } => Some(Command::Pass),
        Step::Discard { .. } => Some(Command::Discard { cards: Vec::new() }),
        _ => None,
    }
}

fn pass(seat: Seat, decision: &str, label: Message, rule: &'static str) -> CommandOffer {
    Offer::one(seat, decision, label, rule, Command::Pass)
}

/// Armies: a form with the size, and legal lists of every faction.
fn lists(state: &State, seat: Seat) -> Vec<CommandOffer> {
    let most = state.agreed.points;
    let samples: Vec<Command> = state
        .cards
        .factions
        .iter()
        .flat_map(|faction| army::samples(&state.cards, faction.id, most))
        .map(|list| Command::SubmitList { list })
        .collect();
    let limits = json!({
        "points": most,
        "combat_units": { "least": 3, "most": crate::model::names::MOST_UNITS },
        "ncus": { "least": 0, "most": crate::model::names::MOST_NCUS },
        "commanders": 1,
        "factions": state.cards.factions.iter().map(|faction| faction.id.to_string()).collect::<Vec<_>>(),
    });
    vec![Offer::form(
        seat,
        "list",
        message!(MESSAGES, "offer-list"),
        "IF-ARMY-02",
        &limits,
        samples,
    )]
}

fn name_terrain(state: &State, seat: Seat) -> Vec<CommandOffer> {
    setup::nameable(state)
        .into_iter()
        .map(|card| {
            let name = state
                .cards
                .terrain_card(card)
                .map_or_else(|| card.to_string(), |known| known.name.clone());
            Offer::one(
                seat,
                "terrain_choice",
                message!(MESSAGES, "offer-terrain", terrain = name),
                "IF-TERR-14",
                Command::NameTerrain { card },
            )
        })
        .collect()
}

fn place_terrain(state: &State, seat: Seat) -> Vec<CommandOffer> {
    setup::placeable(state)
        .into_iter()
        .filter_map(|card| {
            let pose = setup::some_terrain_place(state, card)?;
            let name = &state.cards.terrain_card(card)?.name;
            let limits = json!({
                "card": card,
                "x": [0, 48_000], "y": [10_000, 38_000], "heading": [0, 359],
                "apart": 6_000,
            });
            let sample = Command::PlaceTerrain { card, pose };
            let label = message!(MESSAGES, "offer-place-terrain", terrain = name);
            Some(Offer::form(
                seat,
                "terrain_place",
                label,
                "IF-SETUP-03",
                &limits,
                vec![sample],
            ))
        })
        .collect()
}

fn names(seat: Seat, decision: &'static str, rule: &'static str) -> Vec<CommandOffer> {
    SEATS
        .map(|named| {
            let label = message!(MESSAGES, "offer-name", player = seat_name(named), what = decision);
            Offer::one(seat, decision, label, rule, Command::Name { seat: named })
        })
        .to_vec()
}

fn zone_limits(state: &State, seat: Seat) -> serde_json::Value {
    match state.player(seat).edge {
        Some(Edge::North) => json!({ "x": [0, 48_000], "y": [38_000, 48_000], "heading": [0, 359] }),
        _ => json!({ "x": [0, 48_000], "y": [0, 10_000], "heading": [0, 359] }),
    }
}

fn deploy(state: &State, seat: Seat) -> Vec<CommandOffer> {
    let limits = zone_limits(state, seat);
    setup::waiting(state, seat)
        .into_iter()
        .filter_map(|unit| {
            let pose = setup::some_place(state, unit, false)?;
            let label = message!(MESSAGES, "offer-deploy", unit = called(state, unit));
            let sample = Command::Deploy { unit, pose };
            let form = Offer::form(seat, "deploy", label, "IF-SETUP-09", &limits, vec![sample]);
            Some(form.about(unit))
        })
        .collect()
}

fn choose_unit(state: &State, seat: Seat) -> Vec<CommandOffer> {
    let mut offers: Vec<CommandOffer> = round::ready_units(state, seat)
        .into_iter()
        .map(|unit| {
            let label = message!(MESSAGES, "offer-activate", unit = called(state, unit));
            let command = Command::Activate { unit };
            Offer::one(seat, "choose_unit", label, "IF-ROUND-02", command).about(unit)
        })
        .collect();
    let limits = zone_limits(state, seat);
    offers.extend(
        round::arrivals(state, seat)
            .into_iter()
            .map(|(unit, pose): (UnitId, Pose)| {
                let label = message!(MESSAGES, "offer-arrive", unit = called(state, unit));
                let sample = Command::Arrive { unit, pose };
                Offer::form(seat, "choose_unit", label, "IF-SETUP-10", &limits, vec![sample]).about(unit)
            }),
    );
    let zones = board::empty_zones(state);
    let waiting = state
        .ncus
        .iter()
        .filter(|ncu| ncu.id.seat() == seat && !ncu.activated);
    for ncu in waiting {
        let name = state
            .cards
            .ncu(ncu.card)
            .map_or_else(|| ncu.id.to_string(), |card| card.name.clone());
        offers.extend(zones.iter().map(|zone| {
            let label = message!(MESSAGES, "offer-claim", ncu = &name, zone = zone.title());
            let command = Command::Claim {
                ncu: ncu.id,
                zone: *zone,
            };
            Offer::one(seat, "choose_unit", label, "IF-TAC-02", command).about(ncu.id)
        }));
    }
    offers
}

/// Headings for samples of pivots.
pub(crate) const HEADINGS: [u16; 8] = [0, 45, 90, 135, 180, 225, 270, 315];

fn free_pivots(state: &State, seat: Seat, units: &[UnitId]) -> Vec<CommandOffer> {
    let mut offers: Vec<CommandOffer> = retreat::may_pivot(state, units)
        .into_iter()
        .filter_map(|unit| {
            let own = state.unit(unit)?.pose?.heading;
            let samples: Vec<Command> = HEADINGS
                .into_iter()
                .chain([own])
                .filter(|heading| crate::rules::movement::check_pivot(state, unit, *heading).is_ok())
                .map(|heading| Command::FreePivot { unit, heading })
                .collect();
            let label = message!(MESSAGES, "offer-pivot", unit = called(state, unit));
            let limits = json!({ "heading": [0, 359] });
            (!samples.is_empty())
                .then(|| Offer::form(seat, "free_pivot", label, "IF-SURGE-02", &limits, samples).about(unit))
        })
        .collect();
    offers.push(pass(
        seat,
        "free_pivot",
        message!(MESSAGES, "offer-no-pivot"),
        "IF-SURGE-02",
    ));
    offers
}

fn retreat_move(state: &State, seat: Seat, unit: UnitId, reach: i32) -> Vec<CommandOffer> {
    retreat::ways_out(state, unit, reach)
        .into_iter()
        .map(|retreat::WayOut { way, straight, farthest }| {
            let word: &'static str = way.into();
            let limits = json!({
                "way": word, "distance": { "most": farthest.distance, "step": crate::field::STEP }, "last": [0, 359],
            });
            let sample = |distance: i32, last: Option<u16>| Command::MoveBack { way, distance, last };
            let mut samples: Vec<Command> = straight.map(|distance| sample(distance, None)).into_iter().collect();
            let turning = sample(farthest.distance, farthest.last);
            if !samples.contains(&turning) {
                samples.push(turning);
            }
            let label = message!(MESSAGES, "offer-retreat-move", unit = called(state, unit), way = word);
            Offer::form(seat, "retreat_move", label, "IF-RET-01", &limits, samples).about(unit)
        })
        .collect()
}

fn zone_targets(state: &State, seat: Seat, zone: ZoneName) -> Vec<CommandOffer> {
    let rule = match zone {
        ZoneName::Crown => "IF-TAC-03",
        ZoneName::Wealth => "IF-TAC-04",
        ZoneName::Tactics => "IF-TAC-05",
        ZoneName::Combat => "IF-TAC-06",
        ZoneName::Maneuver => "IF-TAC-07",
    };
    let mut offers = Vec::new();
    for unit in board::targets(state, seat, zone) {
        let tokens = ConditionToken::ALL.into_iter().map(Some).chain([None]);
        for token in tokens.filter(|token| board::check_target(state, seat, unit, *token).is_ok()) {
            let (zone, name) = (zone.title(), called(state, unit));
            let label = match token {
                None => message!(MESSAGES, "offer-zone", zone, unit = name),
                Some(token) => {
                    message!(
                        MESSAGES,
                        "offer-zone-token",
                        zone,
                        unit = name,
                        token = token.title()
                    )
                }
            };
            let command = Command::Target { unit, token };
            offers.push(Offer::one(seat, "zone_target", label, rule, command).about(unit));
        }
    }
    if matches!(zone, ZoneName::Combat | ZoneName::Maneuver) {
        offers.push(pass(
            seat,
            "zone_target",
            message!(MESSAGES, "offer-no-free-action"),
            rule,
        ));
    }
    offers
}

fn discard(state: &State, seat: Seat) -> Vec<CommandOffer> {
    let player = state.player(seat);
    let mut samples = vec![Command::Discard { cards: Vec::new() }];
    let holdable = cards::holdable(player);
    samples.extend(
        holdable
            .iter()
            .map(|card| Command::Discard { cards: vec![*card] }),
    );
    let known: Vec<_> = player.hand.iter().flatten().copied().collect();
    if known.len() > 1 {
        samples.push(Command::Discard { cards: known });
    }
    let limits = json!({
        "cards": holdable.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "most": player.hand.len(),
    });
    vec![Offer::form(
        seat,
        "discard",
        message!(MESSAGES, "offer-discard"),
        "IF-ROUND-07",
        &limits,
        samples,
    )]
}

/// The unit that is asked for an action, for the forms of actions.
fn asked_unit(state: &State) -> Option<activation::Asked> {
    activation::asked(state)
}
