//! Offers to a seat. Discrete choices are listed whole; lists, weapons and wide reforms are forms with
//! samples.

use hindsight_geometry::squares::{Cell, Facing, Hand, Lane, Rotation};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::{
    Argument, Choice, Message, Offer, OfferPicture, Offers, Seat, bot_rng, joined, message, sampled,
};
use serde_json::{Value, json};

use crate::BeforeBattle;
use crate::field::combat::in_combat;
use crate::field::geometry::one_turn;
use crate::messages::{MESSAGES, facing_message, right_word, seat_message, turn_word, unit_name};
use crate::model::command::{Command, Reformed};
use crate::model::names::UnitId;
use crate::model::state::{ArmyList, Assigned, Right, SEATS, Secret, State};
use crate::players::mustering::{random_army_behind, random_list, random_weapons};
use crate::rules::actions::{check_hustle, check_move, check_sidestep};
use crate::rules::army::pool_after_general;
use crate::rules::asking::awaiting;
use crate::rules::deploy::{may_deploy, waiting_units};
use crate::rules::reforming::may_reform;
use crate::rules::shooting::{lane_target, may_shoot};
use crate::rules::turn::units_to_act;
use crate::rules::weapons::check_weapons;
use crate::views::board::{INSET, cell_outline, centre, straight_way};

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
            "weapons" => vec![weapons_form(state, seat)],
            "start_roll" => vec![start_roll(seat)],
            "start_right" => rights(seat),
            "name_deployer" | "name_first" => names(seat, &asked.decision),
            "deploy" => deployments(state, seat),
            "reveal" => vec![reveal_form(state, seat)],
            "action" => actions(state, seat),
            "reform" => reforms(state, seat),
            _ => Vec::new(),
        }
    }

    /// A random legal command for an offer, spread over all its form allows.
    /// The end of the actions phase (rule `BB-TURN-02`); a reform in which every unit keeps its facing (rule `BB-REF-01`).
    fn nothing(state: &State, seat: Seat) -> Option<Command> {
        let asked = awaiting(state).into_iter().find(|asked| asked.seat == seat)?;
        match asked.decision.as_str() {
            "action" => Some(Command::EndActions),
            "reform" => Some(staying(state, &may_reform(state, seat))),
            _ => None,
        }
    }

    fn ends_part(command: &Command) -> bool {
        matches!(command, Command::EndActions)
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

fn start_roll(seat: Seat) -> Offer<Command> {
    let label = message!(MESSAGES, "offer-start-roll");
    Offer::one(seat, "start_roll", label, "BB-START-01", Command::RollStart)
        .helped(message!(MESSAGES, "help-start-roll"))
}

fn rights(seat: Seat) -> Vec<Offer<Command>> {
    [Right::Deployment, Right::FirstTurn]
        .map(|right| {
            let label = message!(MESSAGES, "offer-right", right = right_word(right));
            let command = Command::TakeRight { right };
            Offer::one(seat, "start_right", label, "BB-START-01", command).helped(message!(
                MESSAGES,
                "help-right",
                right = right_word(right)
            ))
        })
        .into()
}

fn names(seat: Seat, decision: &str) -> Vec<Offer<Command>> {
    SEATS
        .map(|named| {
            let name = seat_message(named);
            let (label, help, command) = if decision == "name_deployer" {
                (
                    message!(MESSAGES, "offer-deployer", seat = name),
                    message!(MESSAGES, "help-deployer"),
                    Command::NameDeployer { seat: named },
                )
            } else {
                (
                    message!(MESSAGES, "offer-first", seat = name),
                    message!(MESSAGES, "help-first"),
                    Command::NameFirst { seat: named },
                )
            };
            Offer::one(seat, decision, label, "BB-START-02", command).helped(help)
        })
        .into()
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
        "core_distractions": 1, "elite_distractions": message!(MESSAGES, "limit-elite-distractions").to_string(),
        "units": message!(MESSAGES, "limit-six-cards").to_string(), "hidden_list": message!(MESSAGES, "limit-hidden-list").to_string(),
    });
    let label = message!(MESSAGES, "offer-list");
    Offer::form(seat, "build", label, "BB-ARMY-01", &limits, samples).helped(message!(
        MESSAGES,
        "help-list",
        points = board.core_points
    ))
}

fn weapons_form(state: &State, seat: Seat) -> Offer<Command> {
    let Secret::Known(list) = &state.player(seat).list else {
        let label = message!(MESSAGES, "offer-weapons-unknown");
        let unknown = Command::ConfirmWeapons { weapons: None };
        return Offer::one(seat, "weapons", label, "BB-WPN-05", unknown)
            .helped(message!(MESSAGES, "help-weapons-unknown"));
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
        "duplicates": false, "unknown": message!(MESSAGES, "limit-weapons-unknown").to_string(),
    });
    let label = message!(MESSAGES, "offer-weapons");
    Offer::form(seat, "weapons", label, "BB-WPN-01", &limits, samples)
        .helped(message!(MESSAGES, "help-weapons"))
}

fn deployments(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let waiting = waiting_units(state, seat);
    let mut offers = Vec::new();
    for cell in state.field().cells() {
        for &unit in &waiting {
            if may_deploy(state, unit, cell).is_err() {
                continue;
            }
            for facing in Facing::ALL {
                let label = message!(
                    MESSAGES,
                    "offer-deployment",
                    unit = unit_name(state, unit),
                    cell = Argument::text(cell),
                    facing = facing_message(facing)
                );
                let command = Command::Deploy { unit, cell, facing };
                offers.push(
                    Offer::one(seat, "deploy", label, "BB-DEP-02", command)
                        .about(unit)
                        .helped(message!(MESSAGES, "help-deployment"))
                        .under(message!(
                            MESSAGES,
                            "group-deployment",
                            cell = Argument::text(cell)
                        ))
                        .at(&cell, centre(cell))
                        .drawn(standing(cell, facing)),
                );
            }
        }
    }
    offers
}

/// A unit on a cell.
fn standing(cell: Cell, facing: Facing) -> OfferPicture {
    OfferPicture {
        outline: cell_outline(cell, INSET),
        facing: Some(facing.degrees()),
        ..OfferPicture::default()
    }
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
    let label = message!(MESSAGES, "offer-reveal");
    Offer::form(seat, "reveal", label, "BB-DEP-05", &limits, samples)
        .helped(message!(MESSAGES, "help-reveal"))
}

fn actions(state: &State, seat: Seat) -> Vec<Offer<Command>> {
    let mut offers = Vec::new();
    for unit in units_to_act(state) {
        unit_actions(state, seat, unit, &mut offers);
    }
    let label = message!(MESSAGES, "offer-end-actions");
    offers.push(
        Offer::one(seat, "action", label, "BB-TURN-02", Command::EndActions)
            .helped(message!(MESSAGES, "help-end-actions")),
    );
    offers
}

fn unit_actions(state: &State, seat: Seat, unit: UnitId, offers: &mut Vec<Offer<Command>>) {
    let Some(from) = state.unit(unit).cell else { return };
    let acting = Acting {
        state,
        seat,
        unit,
        from,
        facing: state.unit(unit).facing,
    };
    offers.extend(Rotation::ALL.map(|rotation| acting.turn(rotation)));
    if in_combat(state, unit) {
        return;
    }
    let turns = [None, Some(Hand::Left), Some(Hand::Right)];
    for turn in turns {
        offers.extend((0..=state.gear(unit).speed()).filter_map(|cells| acting.go(turn, cells)));
    }
    offers.extend(acting.hustle());
    offers.extend(Hand::ALL.into_iter().filter_map(|hand| acting.sidestep(hand)));
    let Ok(range) = may_shoot(state, unit) else { return };
    for turn in turns {
        offers.extend(
            Lane::ALL
                .into_iter()
                .filter_map(|lane| acting.shot(turn, lane, range)),
        );
    }
}

/// A unit that may act.
struct Acting<'s> {
    state: &'s State,
    seat: Seat,
    unit: UnitId,
    from: Cell,
    facing: Facing,
}

impl Acting<'_> {
    fn name(&self) -> Argument {
        unit_name(self.state, self.unit)
    }

    fn offer(&self, label: Message, rule: &'static str, command: Command) -> Offer<Command> {
        Offer::one(self.seat, "action", label, rule, command).about(self.unit)
    }

    /// The picture of a way straight ahead.
    fn way(&self, to: Cell, facing: Facing) -> OfferPicture {
        OfferPicture {
            path: straight_way(self.from, to).into_iter().map(centre).collect(),
            ..standing(to, facing)
        }
    }

    fn turn(&self, rotation: Rotation) -> Offer<Command> {
        let (unit, facing) = (self.unit, self.facing.rotated(rotation));
        let label = message!(
            MESSAGES,
            "offer-turn",
            unit = self.name(),
            facing = facing_message(facing)
        );
        self.offer(label, "BB-ACT-03", Command::Turn { unit, rotation })
            .helped(message!(MESSAGES, "help-turn"))
            .under(message!(MESSAGES, "group-turn"))
            .drawn(standing(self.from, facing))
    }

    fn go(&self, turn: Option<Hand>, cells: u8) -> Option<Offer<Command>> {
        let unit = self.unit;
        let (to, facing) = check_move(self.state, unit, turn, cells).ok()?;
        let label = message!(
            MESSAGES,
            "offer-move",
            unit = self.name(),
            turn = turn_word(turn),
            cells,
            facing = facing_message(facing),
            to = Argument::text(to)
        );
        let offer = self
            .offer(label, "BB-ACT-01", Command::Move { unit, turn, cells })
            .helped(message!(MESSAGES, "help-move"))
            .under(message!(MESSAGES, "group-move"))
            .at(&to, centre(to))
            .drawn(self.way(to, facing));
        Some(offer)
    }

    fn hustle(&self) -> Option<Offer<Command>> {
        let (unit, facing) = (self.unit, self.facing);
        let to = check_hustle(self.state, unit).ok()?;
        let label = message!(
            MESSAGES,
            "offer-hustle",
            unit = self.name(),
            facing = facing_message(facing),
            to = Argument::text(to)
        );
        let offer = self
            .offer(label, "BB-ACT-02", Command::Hustle { unit })
            .helped(message!(MESSAGES, "help-hustle"))
            .under(message!(MESSAGES, "group-hustle"))
            .at(&to, centre(to))
            .drawn(self.way(to, facing));
        Some(offer)
    }

    fn sidestep(&self, hand: Hand) -> Option<Offer<Command>> {
        let unit = self.unit;
        let to = check_sidestep(self.state, unit, hand).ok()?;
        let label = message!(
            MESSAGES,
            "offer-sidestep",
            unit = self.name(),
            hand = turn_word(Some(hand)),
            to = Argument::text(to)
        );
        let offer = self
            .offer(label, "BB-ACT-04", Command::Sidestep { unit, hand })
            .helped(message!(MESSAGES, "help-sidestep"))
            .under(message!(MESSAGES, "group-sidestep"))
            .at(&to, centre(to))
            .drawn(self.way(to, self.facing));
        Some(offer)
    }

    fn shot(&self, turn: Option<Hand>, lane: Lane, range: u8) -> Option<Offer<Command>> {
        let (state, unit, facing) = (self.state, self.unit, one_turn(self.facing, turn));
        let target = lane_target(state, unit, facing, lane, range).ok()?.unit;
        let label = message!(
            MESSAGES,
            "offer-shot",
            unit = self.name(),
            turn = turn_word(turn),
            target = unit_name(state, target),
            lane = Argument::text(lane)
        );
        let shoot = Command::Shoot {
            unit,
            turn,
            lane,
            target,
        };
        let offer = self
            .offer(label, "BB-ACT-05", shoot)
            .helped(message!(MESSAGES, "help-shot"))
            .under(message!(MESSAGES, "group-shot"));
        let at = state.unit(target).cell?;
        let picture = OfferPicture {
            path: vec![centre(self.from), centre(at)],
            target: Some(target.to_string()),
            ..standing(self.from, facing)
        };
        Some(offer.at(&at, centre(at)).drawn(picture))
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
                let only = if let [unit] = units[..] { Some(unit) } else { None };
                reform_offer(state, seat, facings).about_if(only)
            })
            .collect();
    }
    let mut samples = vec![staying(state, &units)];
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
    let label = message!(MESSAGES, "offer-reform-form");
    vec![
        Offer::form(seat, "reform", label, "BB-REF-01", &limits, samples)
            .helped(message!(MESSAGES, "help-reform"))
            .under(message!(MESSAGES, "group-reform")),
    ]
}

/// The reform in which every unit keeps its facing. Rule `BB-REF-01`.
fn staying(state: &State, units: &[UnitId]) -> Command {
    let stay = |&unit: &UnitId| Reformed {
        unit,
        facing: state.unit(unit).facing,
    };
    Command::Reform {
        facings: units.iter().map(stay).collect(),
    }
}

fn reform_offer(state: &State, seat: Seat, facings: Vec<Reformed>) -> Offer<Command> {
    let picture = match facings[..] {
        [Reformed { unit, facing }] => state.unit(unit).cell.map(|cell| standing(cell, facing)),
        _ => None,
    };
    let units = facings.iter().map(|reformed| {
        message!(
            MESSAGES,
            "offer-reform-unit",
            unit = unit_name(state, reformed.unit),
            facing = facing_message(reformed.facing)
        )
    });
    let label = message!(
        MESSAGES,
        "offer-reform",
        units = joined!(MESSAGES, "offer-reform-next", units)
    );
    let mut offer = Offer::one(seat, "reform", label, "BB-REF-01", Command::Reform { facings })
        .helped(message!(MESSAGES, "help-reform"))
        .under(message!(MESSAGES, "group-reform"));
    offer.picture = picture;
    offer
}
