//! Teams: several seats a side (p. 26).

use hindsight_kernel::testing::{ConformancePlan, Playout, conformance_of};
use hindsight_kernel::{
    Bot, Offers as _, Packs as _, Rules as _, Secrets as _, Setups as _, Story as _, Viewer, bot_rng,
};

use super::*;
use crate::model::event::{CombatEvent, CommandEvent, ProcedureEvent, TurnEvent};
use crate::model::names::Team;
use crate::model::state::SeatPlayers;
use crate::playing;
use crate::rules::turn::shares_of_actions;

const C: Seat = match Seat::new(2) {
    Some(seat) => seat,
    None => Seat::A,
};

/// A table of seats with these points.
fn table(points: &[u16]) -> State {
    scene3()
        .set(|state| {
            state.players = SeatPlayers::new(points.len());
            for (player, share) in state.players.iter_mut().zip(points) {
                player.share = Some(*share);
            }
        })
        .state()
}

fn south(points: &[u16], actions: u8) -> Vec<u8> {
    let shares = shares_of_actions(&table(points), Team::South, actions);
    shares.into_iter().map(|(_, share)| share).collect()
}

/// South's turn: A and C each have a unit on Hold, B stands far away.
fn two_against_one() -> Scene {
    scene3()
        .unit("A1", line(), (10.0, 8.0, 0.0))
        .order("A1", Order::Hold)
        .unit("C1", line(), (20.0, 8.0, 0.0))
        .order("C1", Order::Hold)
        .unit("B1", line(), (30.0, 27.0, 180.0))
        .set(|state| {
            state.players = SeatPlayers::new(3);
            for player in &mut state.players {
                player.share = Some(1_500);
                (player.actions, player.gained) = (2, 2);
            }
            state.phase = Phase::MovementAndCommand;
            state.active = Some(Seat::A);
            state.agenda = vec![Step::MovementAndCommand.into()];
        })
}

fn asked(state: &State) -> Vec<Seat> {
    Battleground3::awaiting(state)
        .into_iter()
        .map(|one| one.seat)
        .collect()
}

#[test]
fn bg3_scen_03_points_and_command_actions_are_divided() {
    // 3000 against 1100 and 1900: 6 command actions against 2 and 4.
    let setup = json!({ "teams": { "A": 1100, "B": 3000, "C": 1900 } });
    let setup = Battleground3::setup_from(&setup, &Battleground3::sample_packs()).unwrap();
    assert_eq!(setup.shares, [1_100, 3_000, 1_900]);
    assert_eq!(south(&[1_100, 3_000, 1_900], 6), [2, 4]);
    let north = shares_of_actions(&table(&[1_100, 3_000, 1_900]), Team::North, 6);
    assert_eq!(north, [(Seat::B, 6)]);
}

#[test]
fn bg3_scen_05_what_is_left_goes_to_the_largest_remainders() {
    for (points, actions, expected) in [
        ([1_100, 3_000, 1_900], 6, [2, 4]),
        // Equal remainders: the first player listed.
        ([1_250, 2_500, 1_250], 5, [3, 2]),
        ([1_400, 2_800, 1_400], 5, [3, 2]),
        ([500, 2_500, 2_000], 5, [1, 4]),
        // Each player's full 500s first: in proportion the first would have 3.4 and 3.2 of these.
        ([2_000, 2_900, 900], 5, [4, 1]),
        ([2_500, 3_900, 1_400], 7, [5, 2]),
        // The half of a first turn: 2000 and 900 are 2.1 and 0.9 of 3 actions.
        ([2_000, 2_900, 900], 3, [2, 1]),
    ] {
        assert_eq!(south(&points, actions), expected, "{points:?}");
    }
}

#[test]
fn bg3_scen_03_a_team_takes_its_turn_together() {
    let state = two_against_one().state();
    assert_eq!(asked(&state), [Seat::A, C]);
    let (state, events) = play3(state, &[(C, Command::EndPhase)], &[]).unwrap();
    assert!(events.contains(&Event::Turn(TurnEvent::Finished { seat: C })));
    assert_eq!(
        (asked(&state), state.phase),
        (vec![Seat::A], Phase::MovementAndCommand)
    );
    assert_eq!(
        refused3(&state, C, Command::DirectControl { unit: id("C1") }),
        "BG3-CMD-03",
        "who has finished does nothing more"
    );
    let (state, events) = play3(state, &[(Seat::A, Command::EndPhase)], &[]).unwrap();
    // Both lose what they have not spent.
    for seat in [Seat::A, C] {
        assert!(
            events.contains(&Event::Command(CommandEvent::ActionsLost { seat, count: 2 })),
            "{seat}"
        );
    }
    assert_eq!(state.active, Some(Seat::B), "the other team follows");
    assert_eq!(asked(&state), [Seat::B]);
}

/// A battle of two against one that has come to an action of South.
fn played_to_an_action() -> State {
    let request = json!({ "ready_armies": {
        "A": "hawkshold-1500", "B": "orc-1500", "C": "hawkshold-1500"
    } });
    let mut playout = Playout::<Battleground3>::begin(5, &request, &Battleground3::sample_packs());
    let mut rng = bot_rng(5);
    let acts = |state: &State| {
        state.is_active(C)
            && matches!(state.agenda.last(), Some(frame) if frame.step == Step::MovementAndCommand)
    };
    while !acts(&playout.state) {
        let seat = playout.asked(&mut rng).unwrap();
        let command = playout.choose(Bot::Greedy, seat, &mut rng);
        playout.play(seat, &command);
    }
    playout.state
}

#[test]
fn bg3_scen_04_command_actions_are_for_own_units() {
    let state = two_against_one().state();
    let control = |seat, unit| refused3(&state, seat, Command::DirectControl { unit: id(unit) });
    assert_eq!(control(C, "C1"), "accepted");
    assert_ne!(control(C, "A1"), "accepted", "a partner's unit");
    let offered = Battleground3::offers(&state, C);
    let units: Vec<&str> = offered.iter().filter_map(|offer| offer.unit.as_deref()).collect();
    assert!(
        !units.is_empty() && units.iter().all(|unit| *unit == "C1"),
        "{units:?}"
    );
}

/// A1 of South and C1 of their partner before the front of B1, on Close, 3.5 from it.
fn partners_before_one() -> Scene {
    scene3()
        .unit("A1", line(), (16.2, 12.5, 0.0))
        .unit("C1", line(), (19.8, 12.5, 0.0))
        .holding("B1", line(), (18.0, 17.25, 180.0))
        .set(|state| state.players = SeatPlayers::new(3))
}

fn group(units: &[&str]) -> Command {
    let units = units.iter().map(|unit| id(unit)).collect();
    Command::Activate { units }
}

#[test]
fn bg3_scen_03_partners_rush_one_side_together() {
    // Rule BG3-RUSH-16: each takes half of the front, 1.75 to the left and to the right of its centre.
    for seat in [Seat::A, C] {
        let (mut state, _) =
            play3(begun(partners_before_one()), &[(seat, group(&["A1", "C1"]))], &[]).unwrap();
        while let Some((_, asked_of, options)) = playing::asked(&state) {
            assert_eq!(asked_of, seat, "who began it says who takes which half");
            state = play3(state, &[answer(asked_of, options[0].clone())], &[])
                .unwrap()
                .0;
        }
        let mut ends = ["A1", "C1"].map(|unit| stands(&state, unit).unwrap());
        ends.sort_by_key(|end| end.centre.x);
        assert_eq!(ends, [pose(16.25, 14.75, 0.0), pose(19.75, 14.75, 0.0)]);
        for unit in ["A1", "C1"] {
            assert_eq!(fights(&state, unit), [(id("B1"), Side::Front, Side::Front)]);
        }
    }
}

#[test]
fn bg3_scen_03_partners_in_each_others_lane_rush_two_enemies_together() {
    // Rule BG3-RUSH-17, as for two units of one player.
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (16.5, 10.0, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .unit("C1", moving(5.0), (20.0, 10.0, 0.0))
            .objective("C1", Objective::Enemy(id("B1")))
            .holding("B1", line(), (16.3, 15.25, 180.0))
            .holding("B2", line(), (20.2, 15.25, 180.0))
            .set(|state| state.players = SeatPlayers::new(3)),
    );
    let (state, _) = play3(state, &[(C, group(&["A1", "C1"]))], &[]).unwrap();
    assert_eq!(playing::asked(&state), None);
    assert_eq!(fights(&state, "A1")[0].0, id("B2"));
    assert_eq!(fights(&state, "C1")[0].0, id("B1"));
}

#[test]
fn bg3_scen_03_a_partners_unit_does_nothing_else_for_another() {
    let state = begun(partners_before_one());
    let refused = |state: &State, seat, units: &[&str]| refused3(state, seat, group(units));
    assert_eq!(refused(&state, Seat::A, &["A1"]), "accepted");
    assert_eq!(
        refused(&state, Seat::A, &["C1"]),
        "BG3-SCEN-03",
        "no unit of South's with it"
    );
    assert_eq!(
        refused(&state, Seat::A, &["A1", "B1"]),
        "BG3-CMD-03",
        "an enemy's unit"
    );
    assert_eq!(refused(&state, Seat::B, &["A1", "C1"]), "BG3-CMD-03");
    // On Hold it rushes nobody, and moves only for its owner.
    let holds = begun(partners_before_one().order("C1", Order::Hold));
    assert_eq!(refused(&holds, Seat::A, &["A1", "C1"]), "BG3-SCEN-03");
    let mine_holds = begun(partners_before_one().order("A1", Order::Hold));
    assert_eq!(refused(&mine_holds, Seat::A, &["A1", "C1"]), "BG3-SCEN-03");
    // Rule BG3-SCEN-04: Direct Control is had of own units alone, and who is under it does not rush.
    let control = |unit| (Seat::A, Command::DirectControl { unit: id(unit) });
    let rich = |state: &State| {
        let mut state = state.clone();
        state.players[0].actions = 2;
        state
    };
    assert!(play3(rich(&state), &[control("C1")], &[]).is_err());
    let (controlled, _) = play3(rich(&state), &[control("A1")], &[]).unwrap();
    assert_eq!(refused(&controlled, Seat::A, &["A1", "C1"]), "BG3-SCEN-03");
}

#[test]
fn bg3_rush_16_the_nearest_two_of_a_team_share_a_side() {
    // A2 stands behind A1 and C1 and could rush too: C1 is nearer.
    let state = begun(partners_before_one().unit("A2", moving(7.0), (18.0, 9.5, 0.0)));
    assert_eq!(refused3(&state, Seat::A, group(&["A1", "A2"])), "BG3-RUSH-16");
    assert_eq!(
        refused3(&state, Seat::A, group(&["A1", "A2", "C1"])),
        "BG3-RUSH-16"
    );
    assert_eq!(refused3(&state, Seat::A, group(&["A1", "C1"])), "accepted");
}

#[test]
fn bg3_scen_03_partners_that_can_rush_together_are_offered_it() {
    let state = begun(partners_before_one());
    for seat in [Seat::A, C] {
        let offers = Battleground3::offers(&state, seat);
        let found = offers.iter().any(|offer| {
            let both = |command: &&Command| match command {
                Command::Activate { units } => units.contains(&id("A1")) && units.contains(&id("C1")),
                _ => false,
            };
            offer.commands().iter().any(|command| both(&command))
        });
        assert!(found, "{seat}");
    }
}

#[test]
fn bg3_ccard_08_cards_are_for_own_units_and_never_for_a_partners() {
    let mut state = played_to_an_action();
    // Forced March: one unit goes a category farther.
    let march = CardNo(16);
    let player = &mut state.players[C.index()];
    player.hand = vec![Some(march)];
    player.deck = 29;
    player.unseen = CardNo::deck().filter(|card| *card != march).collect();
    player.discards.clear();
    let on = |team: Seat| state.own(team).map(|unit| unit.id).next().unwrap();
    let play = |unit| {
        let command = Command::PlayCard {
            card: march,
            colour: Colour::Green,
            on: vec![unit],
        };
        refused3(&state, C, command)
    };
    assert_eq!(play(on(C)), "accepted");
    assert!(
        play(on(Seat::A)).starts_with("BG3-CCARD-"),
        "{}",
        play(on(Seat::A))
    );
    assert!(play(on(Seat::B)).starts_with("BG3-CCARD-"));
}

#[test]
fn bg3_gen_05_hands_are_hidden_from_partners_too() {
    let state = two_against_one()
        .set(|state| {
            state.players[0].hand = vec![Some(CardNo(3))];
            state.players[0].deck = 29;
            state.players[0].unseen = CardNo::deck().filter(|card| card.0 != 3).collect();
        })
        .state();
    let seen = |viewer| {
        Battleground3::view(&state, Viewer::Seat(viewer)).players[0]
            .hand
            .clone()
    };
    assert_eq!(seen(Seat::A), [Some(CardNo(3))]);
    assert_eq!(seen(C), [None]);
    assert_eq!(seen(Seat::B), [None]);
}

#[test]
fn bg3_scen_03_friends_are_those_of_the_team() {
    let state = two_against_one()
        .unit("D1", line(), (20.0, 12.0, 180.0))
        .set(|state| state.players = SeatPlayers::new(4))
        .state();
    let enemies = |seat| {
        let units = state.enemies_of(seat).map(|unit| unit.id.to_string());
        units.collect::<Vec<_>>()
    };
    assert_eq!(enemies(Seat::A), ["B1", "D1"]);
    assert_eq!(enemies(C), ["B1", "D1"]);
    assert_eq!(enemies(Seat::B), ["A1", "C1"]);
    let sides: Vec<u8> = Battleground3::seats(&state)
        .iter()
        .map(|info| info.side.0)
        .collect();
    assert_eq!(sides, [1, 2, 1, 2]);
}

#[test]
fn bg3_set_13_a_team_without_units_loses() {
    let gone = |names: &[&str]| {
        let mut made = two_against_one();
        for name in names {
            made = made.change(name, |unit| {
                unit.pose = None;
                unit.destroyed = Some(crate::model::state::Cause::Attack);
            });
        }
        crate::rules::victory::verdict(&made.state()).map(|ending| ending.winner)
    };
    assert_eq!(gone(&["A1"]), None, "C still stands");
    assert_eq!(gone(&["A1", "C1"]), Some(Some(Seat::B)));
    assert_eq!(gone(&["B1"]), Some(Some(Seat::A)));
}

#[test]
fn bg3_scen_03_teams_are_of_this_edition_alone_and_seats_follow_one_another() {
    let packs = Battleground3::sample_packs();
    for (teams, wrong) in [
        (json!({ "A": 1500, "C": 1500 }), "a seat is left out"),
        (json!({ "A": 1500 }), "nobody to play against"),
        (json!({ "A": 1500, "B": 100 }), "too few points"),
    ] {
        let refusal = Battleground3::setup_from(&json!({ "teams": teams }), &packs).unwrap_err();
        assert_eq!(refusal.rule.0, "HS-FORM-01", "{wrong}");
    }
    let later = json!({ "teams": { "A": 1500, "B": 1500, "C": 1500 } });
    let refusal = crate::Battleground::setup_from(&later, &[]).unwrap_err();
    assert!(refusal.message.contains("two players"), "{refusal}");
    let ready = json!({ "ready_armies": { "A": "hawkshold-1500", "B": "orc-1500", "D": "orc-1500" } });
    let refusal = Battleground3::setup_from(&ready, &packs).unwrap_err();
    assert!(refusal.message.contains("seat C"), "{refusal}");
}

#[test]
fn bg3_scen_06_a_battle_above_3000_points_is_played() {
    // 3000 is not large, 3001 is: it begins as usual, with a command action for every full 500 points.
    for (points, actions) in [(3_000, 6), (3_001, 6), (6_000, 12)] {
        let state = scene3().set(|state| state.agreed.budget = Some(points)).state();
        assert_eq!(crate::rules::turn::command_actions(&state), actions, "{points}");
    }
    let request = json!({ "ready_armies": {
        "A": "hawkshold-2000", "B": "orc-2000", "C": "hawkshold-1500", "D": "orc-1500"
    } });
    let begun = Playout::<Battleground3>::begin(7, &request, &Battleground3::sample_packs());
    assert_eq!(begun.state.agreed.budget, Some(3_500));
    assert_eq!(begun.state.players.len(), 4);
}

#[test]
fn games_of_teams_keep_every_law() {
    conformance_of::<Battleground3>(&ConformancePlan {
        games: 0..2,
        request: |_| json!({ "teams": { "A": 1000, "B": 1000, "C": 1000, "D": 1000 } }),
        most_commands: 240,
        dear_every: 40,
    });
}

#[test]
fn every_citation_of_this_edition_is_one_of_its_rules() {
    let packs = Battleground3::sample_packs();
    for (number, bot) in [(11, Bot::Greedy), (12, Bot::Random), (13, Bot::Greedy)] {
        let mut playout = Playout::<Battleground3>::begin(number, &json!({ "armies": "sample" }), &packs);
        let mut rng = bot_rng(number);
        while playout.commands.len() < 220 {
            check_citations(&playout);
            let Some(seat) = playout.asked(&mut rng) else {
                break;
            };
            let command = playout.choose(bot, seat, &mut rng);
            playout.play(seat, &command);
        }
        check_what_happened(&playout);
    }
}

fn is_cited_here(id: &str) -> bool {
    Battleground3::rulebook().get(id).is_some() || hindsight_kernel::table_rules().get(id).is_some()
}

/// What is refused, offered, asked and answered in a position.
fn check_citations(playout: &Playout<Battleground3>) {
    let state = &playout.state;
    let foreign = |value: &serde_json::Value| value.to_string().contains("BG4-");
    for asked in Battleground3::awaiting(state) {
        assert!(is_cited_here(&asked.rule.0), "{asked:?}");
        for offer in Battleground3::offers(state, asked.seat) {
            assert!(is_cited_here(&offer.rule.0), "{} {}", offer.rule, offer.label);
        }
        // What was done at another time is refused now, or does no harm.
        for (_, command) in playout.commands.iter().rev().step_by(7).take(8) {
            if let Err(refusal) = playout.decide(asked.seat, command) {
                assert!(is_cited_here(&refusal.rule.0), "{refusal:?}");
                assert!(!foreign(&json!(refusal)), "{refusal:?}");
            }
        }
    }
    if !playout.commands.len().is_multiple_of(25) {
        return;
    }
    let units: Vec<String> = state.on_table().map(|unit| unit.id.to_string()).collect();
    for (place, unit) in units.iter().enumerate().step_by(4) {
        let question = hindsight_kernel::InspectRequest {
            unit: unit.clone(),
            target: units.get((place + units.len() / 2) % units.len()).cloned(),
            about: serde_json::Map::new(),
        };
        let told = <Battleground3 as hindsight_kernel::Inspect>::inspect(state, &question).unwrap();
        assert!(!foreign(&json!(told)), "{told:?}");
    }
}

/// What events, facts, sentences and the coach cite.
fn check_what_happened(playout: &Playout<Battleground3>) {
    use hindsight_kernel::{Coaching as _, WatchedEvent};
    let mut coach = Battleground3::coach().unwrap();
    let (mut state, mut found) = (State::default(), Vec::new());
    for (version, event) in (1..).zip(&playout.events) {
        let mut facts = Vec::new();
        Battleground3::facts(&state, event, &mut facts);
        let sentence = Battleground3::describe(&state, event).to_string();
        let mut after = state.clone();
        Battleground3::evolve(&mut after, event).unwrap();
        if !matches!(event, Event::Procedure(ProcedureEvent::Opened { .. })) {
            let told = json!([event, facts, sentence]).to_string();
            assert!(!told.contains("BG4-"), "{told}");
        }
        coach.watch(
            &WatchedEvent {
                version,
                asked_at: version - 1,
                before: &state,
                event,
                after: &after,
            },
            &mut found,
        );
        state = after;
    }
    coach.over(&state, &mut found);
    for suggestion in &found {
        assert!(
            suggestion.rules.iter().all(|rule| is_cited_here(&rule.0)),
            "{suggestion:?}"
        );
    }
}

/// South's Combat Phase: A1 fights B1, C1 fights B2 and C2 fights B3.
fn partners_in_combat() -> State {
    let pairs = [("A1", "B1", 6.0), ("C1", "B2", 16.0), ("C2", "B3", 26.0)];
    let mut made = scene3();
    for (own, enemy, x) in pairs {
        made = made
            .unit(own, line(), (x, 10.0, 0.0))
            .order(own, Order::Hold)
            .unit(enemy, line(), (x, 12.5, 180.0))
            .order(enemy, Order::Hold)
            .engaged(own, enemy, Side::Front);
    }
    let made = made.set(|state| {
        state.players = SeatPlayers::new(3);
        for player in &mut state.players {
            player.share = Some(1_500);
        }
        state.active = Some(Seat::A);
    });
    goes_on(combat(made), &[]).0
}

/// The attackers among events, in the order in which they attack.
fn attackers(events: &[Event]) -> Vec<UnitId> {
    let of = |event: &Event| match event {
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) => Some(attack.attacker),
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

#[test]
fn bg3_comb_15_the_attacks_of_partners_may_be_mixed() {
    let attack = |by: &str, on: &str| Answer::Attack {
        by: id(by),
        kind: AttackKind::Melee,
        on: id(on),
    };
    let question = |state: &State| playing::asked(state).unwrap();
    let state = partners_in_combat();
    let (topic, seat, options) = question(&state);
    assert_eq!((topic, seat), (Topic::NextAttack, Seat::A));
    assert_eq!(options, [attack("A1", "B1"), Answer::Decline]);
    // A lets their partner go first, who makes one of their attacks; then A is asked again.
    let (state, events) = played_on(state, &[answer(Seat::A, Answer::Decline)], &[]).unwrap();
    assert!(attackers(&events).is_empty());
    let (topic, seat, options) = question(&state);
    assert_eq!((topic, seat), (Topic::NextAttack, C));
    assert_eq!(
        options,
        [attack("C1", "B2"), attack("C2", "B3")],
        "somebody has to attack"
    );
    let (state, events) = played_on(state, &[answer(C, attack("C2", "B3"))], &[]).unwrap();
    assert_eq!(attackers(&events), [id("C2")]);
    let (_, seat, options) = question(&state);
    assert_eq!(seat, Seat::A);
    assert_eq!(options, [attack("A1", "B1"), Answer::Decline]);
    // The last two, and then the other team, which is asked for the order of its three.
    let (state, events) = played_on(state, &[answer(Seat::A, attack("A1", "B1"))], &[]).unwrap();
    assert_eq!(attackers(&events), [id("A1"), id("C1")]);
    let (topic, seat, options) = question(&state);
    assert_eq!((topic, seat, options.len()), (Topic::NextAttack, Seat::B, 3));
}

#[test]
fn bg3_comb_15_a_player_orders_nobody_elses_attacks() {
    let state = partners_in_combat();
    let partners = Answer::Attack {
        by: id("C1"),
        kind: AttackKind::Melee,
        on: id("B2"),
    };
    assert_ne!(
        refused3(
            &state,
            Seat::A,
            Command::Choose {
                answer: partners.clone()
            }
        ),
        "accepted"
    );
    assert_ne!(
        refused3(&state, C, Command::Choose { answer: partners }),
        "accepted",
        "A is asked first"
    );
}
