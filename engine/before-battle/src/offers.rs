//! Offers to a seat. Discrete choices are listed whole; lists, weapons and wide reforms are forms with
//! samples.

use hindsight_geometry::squares::{Facing, Hand, Lane, Rotation};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{Choice, Offer, Offers, Seat, bot_rng, sampled};
use serde_json::{Value, json};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::one_turn;
use crate::model::command::{Command, Reformed};
use crate::model::names::UnitId;
use crate::model::state::{ArmyList, Assigned, Right, SEATS, Secret, State, seat_name};
use crate::players::mustering::{random_army_behind, random_list, random_weapons};
use crate::rules::actions::{check_hustle, check_move, check_sidestep};
use crate::rules::army::pool_after_general;
use crate::rules::asking::awaiting;
use crate::rules::deploy::{may_deploy, waiting_units};
use crate::rules::reforming::may_reform;
use crate::rules::shooting::{lane_target, may_shoot};
use crate::rules::turn::units_to_act;
use crate::rules::weapons::check_weapons;

/// How many samples a form carries; on a small board there may be fewer.
const SAMPLES: usize = 16;
/// The most facings of one reform that are listed one by one: those of four units.
const MOST_REFORMS: usize = 256;

impl Offers for BeforeBattle {
    /// Everything a seat may do now.
    fn offers(state: &State, seat: Seat) -> Vec<Offer<Command>> {
        let Some(asked) = awaiting(state).into_iter().find(|asked| asked.seat == seat) else {
            return Vec::new();
        };
        match asked.decision.as_str() {
            "build" => vec![list_form(state, seat)],
            "weapons" => weapons_form(state, seat),
            "start_roll" => vec![Offer::one(
                seat,
                "start_roll",
                "Roll to Start",
                "BB-START-01",
                Command::RollStart,
            )],
            "start_right" => [
                (Right::Deployment, "the deployment right"),
                (Right::FirstTurn, "the first-turn right"),
            ]
            .map(|(right, words)| {
                Offer::one(
                    seat,
                    "start_right",
                    format!("Take {words}"),
                    "BB-START-01",
                    Command::TakeRight { right },
                )
            })
            .into(),
            "name_deployer" => SEATS
                .map(|named| {
                    let label = format!("{} deploys first", seat_name(named));
                    Offer::one(
                        seat,
                        "name_deployer",
                        label,
                        "BB-START-02",
                        Command::NameDeployer { seat: named },
                    )
                })
                .into(),
            "name_first" => SEATS
                .map(|named| {
                    let label = format!("{} takes the first turn", seat_name(named));
                    Offer::one(
                        seat,
                        "name_first",
                        label,
                        "BB-START-02",
                        Command::NameFirst { seat: named },
                    )
                })
                .into(),
            "deploy" => deployments(state, seat),
            "reveal" => vec![reveal_form(state, seat)],
            "action" => actions(state, seat),
            "reform" => reforms(state, seat),
            _ => Vec::new(),
        }
    }

    /// A random legal command for an offer, spread over all its form allows.
    /// The end of the actions phase. Rule `BB-TURN-02`.
    fn nothing(state: &State, seat: Seat) -> Option<Command> {
        let mut asked = awaiting(state).into_iter();
        asked
            .any(|asked| asked.seat == seat && asked.decision == "action")
            .then_some(Command::EndActions)
    }

    fn complete(state: &State, offer: &Offer<Command>, rng: &mut dyn Rng) -> Option<Command> {
        match &offer.choice {
            Choice::Command(command) => Some(command.clone()),
            Choice::Form { samples, .. } => match offer.decision.as_str() {
                "build" => Some(Command::ConfirmList {
                    list: Some(random_list(&state.cards, rng)?),
                    shown: None,
                }),
                "weapons" => {
                    let list = state.player(offer.seat).list.known()?;
                    Some(Command::ConfirmWeapons {
                        weapons: Some(random_weapons(&state.cards, offer.seat, list, rng)),
                    })
                }
                "reveal" => random_reveal(state, offer.seat, rng),
                "reform" => {
                    let units = may_reform(state, offer.seat);
                    let count = 4_usize.pow(units.len() as u32);
                    let number = hindsight_kernel::below(rng, count)?;
                    Some(Command::Reform {
                        facings: reform_by_number(&units, number),
                    })
                }
                _ => samples.first().cloned(),
            },
        }
    }
}

fn list_form(state: &State, seat: Seat) -> Offer<Command> {
    let board = &state.cards.board;
    let mut rng = bot_rng(0x11);
    let samples = sampled(Vec::new(), SAMPLES, || {
        let list = random_list(&state.cards, &mut rng)?;
        Some(Command::ConfirmList {
            list: Some(list),
            shown: None,
        })
    });
    let limits = json!({
        "core_units": 3, "elite_units": 2, "generals": 1,
        "core_points": board.core_points, "weapon_points": board.weapon_points,
        "core_distractions": 1, "elite_distractions": "one for each Elite type of the army",
        "units": "six cards", "hidden_list": "give only the cards shown",
    });
    Offer::form(
        seat,
        "build",
        "Confirm an army list",
        "BB-ARMY-01",
        &limits,
        samples,
    )
}

fn weapons_form(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let Secret::Known(list) = &state.player(seat).list else {
        let label = "Weapons are chosen, which is not known yet".to_owned();
        return vec![Offer::one(
            seat,
            "weapons",
            label,
            "BB-WPN-05",
            Command::ConfirmWeapons { weapons: None },
        )];
    };
    let mut rng = bot_rng(0x22);
    let none = Command::ConfirmWeapons {
        weapons: Some(Vec::new()),
    };
    let samples = sampled(vec![none], SAMPLES, || {
        let weapons = random_weapons(&state.cards, seat, list, &mut rng);
        Some(Command::ConfirmWeapons {
            weapons: Some(weapons),
        })
    });
    // What each unit may still carry, by the cards and by what the General took already.
    let units: Vec<Value> = UnitId::of(seat)
        .filter_map(|unit| {
            let card = state.cards.unit(*list.units.get(unit.slot())?)?;
            let items: Vec<String> = state
                .cards
                .items
                .iter()
                .filter(|item| {
                    let alone = Assigned { unit, item: item.id };
                    check_weapons(&state.cards, seat, list, &[alone]).is_ok()
                })
                .map(|item| item.id.to_string())
                .collect();
            Some(json!({ "id": unit.to_string(), "name": card.name, "items": items }))
        })
        .collect();
    let limits = json!({
        "units": units,
        "points": pool_after_general(&state.cards, list).unwrap_or(0),
        "per_unit": { "melee": 1, "shield": 1, "ranged": 1 },
        "duplicates": false, "unknown": "leave `weapons` out",
    });
    vec![Offer::form(
        seat,
        "weapons",
        "Assign weapons",
        "BB-WPN-01",
        &limits,
        samples,
    )]
}

fn deployments(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let waiting = waiting_units(state, seat);
    let mut offers = Vec::new();
    for cell in state.field().cells() {
        for &unit in &waiting {
            if may_deploy(state, unit, cell).is_err() {
                continue;
            }
            let name = state.name(unit);
            for facing in Facing::ALL {
                let label = format!("{name}: deploy on {cell} facing {}", facing.word());
                let command = Command::Deploy { unit, cell, facing };
                offers.push(Offer::one(seat, "deploy", label, "BB-DEP-02", command).about(unit));
            }
        }
    }
    offers
}

/// What a seat must supply before the cards are turned up, drawn at random.
fn random_reveal(state: &State, seat: Seat, rng: &mut dyn Rng) -> Option<Command> {
    let player = state.player(seat);
    if let Secret::Known(list) = &player.list {
        let weapons = random_weapons(&state.cards, seat, list, rng);
        return Some(Command::Reveal {
            list: None,
            weapons: Some(weapons),
        });
    }
    let list: ArmyList = random_army_behind(&state.cards, player.shown.as_ref()?, rng)?;
    let weapons = random_weapons(&state.cards, seat, &list, rng);
    Some(Command::Reveal {
        list: Some(list),
        weapons: Some(weapons),
    })
}

fn reveal_form(state: &State, seat: Seat) -> Offer<Command> {
    let player = state.player(seat);
    let mut rng = bot_rng(0x33);
    let samples = sampled(Vec::new(), SAMPLES, || random_reveal(state, seat, &mut rng));
    let limits = json!({
        "shown": player.shown, "list": !matches!(player.list, Secret::Known(_)),
        "weapons": !matches!(player.weapons, Secret::Known(_)), "weapon_points": state.cards.board.weapon_points,
    });
    Offer::form(
        seat,
        "reveal",
        "Turn up what was unknown",
        "BB-DEP-05",
        &limits,
        samples,
    )
}

fn actions(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let mut offers = Vec::new();
    for unit in units_to_act(state) {
        unit_actions(state, seat, unit, &mut offers);
    }
    offers.push(Offer::one(
        seat,
        "action",
        "End the actions phase".to_owned(),
        "BB-TURN-02",
        Command::EndActions,
    ));
    offers
}

fn unit_actions(state: &State, seat: Seat, unit: UnitId, offers: &mut Vec<Offer<Command>>) {
    let name = &state.card(unit).name;
    let mut push = |label: String, rule: &'static str, command: Command| {
        offers.push(Offer::one(seat, "action", format!("{name}: {label}"), rule, command).about(unit));
    };
    let facing = state.unit(unit).facing;
    for rotation in Rotation::ALL {
        let words = facing.rotated(rotation).word();
        push(
            format!("turn to face {words}"),
            "BB-ACT-03",
            Command::Turn { unit, rotation },
        );
    }
    if in_combat(state, unit) {
        return;
    }
    let turns = [None, Some(Hand::Left), Some(Hand::Right)];
    for turn in turns {
        for cells in 0..=state.gear(unit).speed() {
            if let Ok((to, facing)) = check_move(state, unit, turn, cells) {
                let how = turn.map_or_else(String::new, |hand| format!("turn {hand} and "));
                let label = format!("{how}move {cells} {} to {to}", facing.word());
                push(label, "BB-ACT-01", Command::Move { unit, turn, cells });
            }
        }
    }
    if let Ok(to) = check_hustle(state, unit) {
        push(
            format!("hustle {} to {to} or one further", facing.word()),
            "BB-ACT-02",
            Command::Hustle { unit },
        );
    }
    for hand in Hand::ALL {
        if let Ok(to) = check_sidestep(state, unit, hand) {
            push(
                format!("sidestep {hand} to {to}"),
                "BB-ACT-04",
                Command::Sidestep { unit, hand },
            );
        }
    }
    let Ok(range) = may_shoot(state, unit) else { return };
    for turn in turns {
        for lane in Lane::ALL {
            if let Ok(aimed) = lane_target(state, unit, one_turn(facing, turn), lane, range) {
                let how = turn.map_or_else(String::new, |hand| format!("turn {hand} and "));
                let label = format!("{how}shoot {} in the {lane} lane", state.name(aimed.unit));
                push(
                    label,
                    "BB-ACT-05",
                    Command::Shoot {
                        unit,
                        turn,
                        lane,
                        target: aimed.unit,
                    },
                );
            }
        }
    }
}

/// The facings of a reform by number: the last unit changes fastest.
fn reform_by_number(units: &[UnitId], mut number: usize) -> Vec<Reformed> {
    let mut facings: Vec<Reformed> = units
        .iter()
        .rev()
        .map(|&unit| {
            let facing = Facing::ALL[number % 4];
            number /= 4;
            Reformed { unit, facing }
        })
        .collect();
    facings.reverse();
    facings
}

fn reforms(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let units = may_reform(state, seat);
    let count = 4_usize.pow(units.len() as u32);
    if count <= MOST_REFORMS {
        return (0..count)
            .map(|number| {
                let facings = reform_by_number(&units, number);
                let words: Vec<String> = facings
                    .iter()
                    .map(|reformed| format!("{} {}", state.name(reformed.unit), reformed.facing.word()))
                    .collect();
                let only = if let [unit] = units[..] { Some(unit) } else { None };
                let label = format!("Reform: {}", words.join(", "));
                Offer::one(seat, "reform", label, "BB-REF-01", Command::Reform { facings }).about_if(only)
            })
            .collect();
    }
    let stay = units
        .iter()
        .map(|&unit| Reformed {
            unit,
            facing: state.unit(unit).facing,
        })
        .collect();
    let mut samples = vec![Command::Reform { facings: stay }];
    let mut rng = bot_rng(0x44);
    while samples.len() < SAMPLES {
        let number = hindsight_kernel::below(&mut rng, count).unwrap_or(0);
        let command = Command::Reform {
            facings: reform_by_number(&units, number),
        };
        if !samples.contains(&command) {
            samples.push(command);
        }
    }
    let limits = json!({ "units": units, "facings": ["N", "E", "S", "W"] });
    vec![Offer::form(
        seat,
        "reform",
        "Reform these units",
        "BB-REF-01",
        &limits,
        samples,
    )]
}
