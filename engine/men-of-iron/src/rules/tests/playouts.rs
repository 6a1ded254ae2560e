//! Whole games at random: every offer is accepted and no law is broken.

use std::collections::BTreeSet;

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::testing::{each_of, games};
use hindsight_kernel::{
    Bot, Offers, ReportedTray, Rules, Seat, Table, below, bot_rng, choose, rand_core::Rng,
};

use super::scene::Scene;
use crate::MenOfIron;
use crate::field::Walker;
use crate::model::command::Command;
use crate::model::piece::Unit;
use crate::model::state::State;
use crate::rules::measure;
use crate::rules::results::retire_spots;

/// Dice at random, as a table rolls them.
struct Dice<'r>(&'r mut dyn Rng);

impl hindsight_kernel::DiceTray for Dice<'_> {
    fn roll(
        &mut self,
        ask: &hindsight_kernel::Ask,
    ) -> Result<hindsight_kernel::Roll, hindsight_kernel::Refusal> {
        let faces: Vec<u8> = (0..ask.count)
            .filter_map(|_| below(self.0, usize::from(ask.sides)))
            .map(|face| face as u8 + 1)
            .collect();
        ReportedTray::scripted(faces).roll(ask)
    }
}

fn decided(state: &State, seat: Seat, command: &Command, rng: &mut dyn Rng) -> State {
    let mut dice = Dice(rng);
    let mut table = Table::<MenOfIron>::new(state.clone(), &mut dice);
    MenOfIron::decide(&mut table, seat, command).unwrap_or_else(|refusal| {
        panic!(
            "{command:?} is offered and refused: {refusal:?}; agenda {:?}",
            state.agenda
        )
    });
    let (after, events) = table.finish().unwrap();
    let mut now = state.clone();
    for event in &events {
        now.evolve(event).unwrap();
        MenOfIron::invariants(&now).unwrap_or_else(|broken| panic!("{command:?}, after {event:?}: {broken}"));
    }
    assert_eq!(now, after);
    MenOfIron::sound(&after).unwrap_or_else(|broken| panic!("{command:?}: {broken}"));
    after
}

/// Plays a game at random over the offers; how many commands it took, and whether it ended.
///
/// Behind [`AT_RANDOM`] commands greedy players take over, who come to an end.
fn random_game(battle: &str, number: u64, most: usize) -> (usize, bool) {
    let mut rng = bot_rng(number);
    let mut state = Scene::battle(battle).state;
    for count in 0..most {
        let asked = MenOfIron::awaiting(&state);
        let Some(asked) = asked.first() else {
            return (count, true);
        };
        let offers = MenOfIron::offers(&state, asked.seat);
        let pick = below(&mut rng, offers.len())
            .unwrap_or_else(|| panic!("{battle} {number}: nothing is offered in {:?}", state.agenda));
        // All offers are tried now and then.
        if count % 40 == 0 {
            for command in offers.iter().flat_map(hindsight_kernel::Offer::commands) {
                decided(&state, asked.seat, command, &mut rng);
            }
        }
        let command = if count < AT_RANDOM {
            MenOfIron::complete(&state, &offers[pick], &mut rng)
        } else {
            choose::<MenOfIron>(Bot::Greedy, &state, asked.seat, &mut rng)
        };
        state = decided(&state, asked.seat, &command.unwrap(), &mut rng);
    }
    (most, false)
}

/// The battles of the sample pack.
const BATTLES: [&str; 4] = ["harrow-ford", "late-marshal", "brackwater", "osier-bank"];

/// So many commands players at random give in a campaign.
///
/// Only a failed Loss Check ends a battle, and none is made after a Pass (`MOI-ACT-01`, p. 4; `MOI-VIC-01`, p. 14): there is no
/// other end, so that two players who seldom meet may go on for as long as they like, and the book allows it. Every battle can
/// be brought to an end by players who want to: greedy ones do so from wherever the game stands.
const AT_RANDOM: usize = 20_000;

/// Greedy players end every battle in so many commands.
const TO_THE_END: usize = 20_000;

/// Plays a game of two greedy players; how many commands it took, and whether it ended.
fn greedy_game(battle: &str, number: u64, most: usize) -> (usize, bool) {
    let mut rng = bot_rng(number);
    let mut state = Scene::battle(battle).state;
    for count in 0..most.min(TO_THE_END) {
        let asked = MenOfIron::awaiting(&state);
        let Some(asked) = asked.first() else {
            return (count, true);
        };
        let command = choose::<MenOfIron>(Bot::Greedy, &state, asked.seat, &mut rng)
            .unwrap_or_else(|| panic!("{battle} {number}: nothing is chosen in {:?}", state.agenda));
        state = decided(&state, asked.seat, &command, &mut rng);
    }
    (most, false)
}

/// A few beginnings of games, or whole games in a campaign (`HINDSIGHT_LONG`), each of which ends: as many as are asked for, one
/// of so many `HINDSIGHT_PLAYOUTS`, or else 10,000 of these.
fn campaign(one_of: u64, one: fn(&str, u64, usize) -> (usize, bool)) {
    let is_long = std::env::var_os("HINDSIGHT_LONG").is_some();
    let (numbers, most) = if is_long {
        (games(10_000 / one_of, one_of), AT_RANDOM + TO_THE_END)
    } else {
        (0..4, 300)
    };
    let mut played = 0;
    each_of(numbers, |number| {
        let battle = BATTLES[(number % 4) as usize];
        let (commands, ended) = one(battle, number, most);
        if is_long {
            played += 1;
            println!("{battle} {number}: {commands} commands, {played} games so far");
            assert!(ended, "{battle} {number} does not end in {commands} commands");
        }
    });
}

/// 4 beginnings of games; 2,000 whole games in a campaign.
#[test]
fn random_games_keep_every_law() {
    campaign(5, random_game);
}

/// 4 beginnings of games; 500 whole games in a campaign.
#[test]
fn greedy_games_keep_every_law() {
    campaign(20, greedy_game);
}

/// The hexes that `MOI-RES-08` and `-09` name, found by going through the whole map.
fn retire_spots_of_the_whole_map(state: &State, unit: &Unit) -> Vec<Hex> {
    let (Some(at), Some(standard)) = (unit.hex(), measure::standard_hex(state, unit.command)) else {
        return Vec::new();
    };
    let (extent, walker) = (state.battle.map.extent(), Walker::Unit(state.column_of(unit)));
    let stands = |hex: Hex, seat: Seat| {
        state
            .units
            .values()
            .any(|unit| unit.seat == seat && unit.hex() == Some(hex))
    };
    let mut reached = BTreeSet::from([at]);
    let mut open = vec![at];
    while let Some(hex) = open.pop() {
        for (_, next) in extent.neighbours(hex) {
            let may_enter = !stands(next, unit.seat.opponent())
                && !state.in_enemy_zoc(next, unit.seat)
                && state.battle.may_step(hex, next, walker);
            if may_enter && reached.insert(next) {
                open.push(next);
            }
        }
    }
    if !reached.contains(&standard) {
        return Vec::new();
    }
    let free = |hex: &Hex| {
        *hex == at
            || !stands(*hex, Seat::A)
                && !stands(*hex, Seat::B)
                && !state.enemy_leader_or_standard_at(*hex, unit.seat)
                && !state.is_enemy_entry(*hex, unit.seat)
                && state.battle.may_stand(*hex, walker)
    };
    let all: Vec<Hex> = reached.into_iter().filter(free).collect();
    let nearest = all.iter().map(|hex| hex.distance_to(standard)).min();
    all.into_iter()
        .filter(|hex| Some(hex.distance_to(standard)) == nearest)
        .collect()
}

#[test]
fn moi_res_08_moi_res_09_a_retired_unit_is_placed_as_the_whole_map_says() {
    let mut found = [0, 0];
    for (number, battle) in ["harrow-ford", "late-marshal", "brackwater", "osier-bank"]
        .into_iter()
        .enumerate()
    {
        let mut rng = bot_rng(number as u64);
        let mut state = Scene::battle(battle).state;
        for count in 0..240 {
            let asked = MenOfIron::awaiting(&state);
            let Some(asked) = asked.first() else { break };
            let command = choose::<MenOfIron>(Bot::Greedy, &state, asked.seat, &mut rng).unwrap();
            state = decided(&state, asked.seat, &command, &mut rng);
            if count % 12 == 0 {
                for unit in state.units.values() {
                    let spots = retire_spots(&state, unit);
                    assert_eq!(
                        spots,
                        retire_spots_of_the_whole_map(&state, unit),
                        "{battle} {count}: {}",
                        unit.id
                    );
                    found[usize::from(spots.is_empty())] += 1;
                }
            }
        }
    }
    assert!(
        found.iter().all(|count| *count > 20),
        "with and without a place: {found:?}"
    );
}
