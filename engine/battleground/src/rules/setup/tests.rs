use hindsight_kernel::Offer;
use serde_json::{Value, json};

use super::agreed::BATTLE_TYPES;
use super::request::ready_battle;
use super::*;
use crate::editions::Edition;
use crate::model::cards::Book;
use crate::model::command::Command;
use crate::model::event::{CommandEvent, MovementEvent, SetupEvent};
use crate::model::names::TokenNo;
use crate::model::orders::{Objective, Order, Orders, WrittenOrder};
use crate::model::state::Phase;
use crate::packs::{read_pack, sample_packs};
use crate::scene::{at_table, id, play, point, pose, scene};

/// A battle that has just been opened with the sample pack.
fn opened() -> State {
    let setup = setup_from(Edition::V4, &Value::Null, &[]).unwrap();
    let (result, state, _) = at_table(State::default(), &[], |table| begin(table, &setup));
    result.unwrap();
    state
}

fn choose(seat: Seat, faction: &str, mercenaries: Option<&str>) -> (Seat, Command) {
    let allegiance = Allegiance {
        faction: faction.to_owned(),
        mercenaries: mercenaries.map(str::to_owned),
        also: Vec::new(),
    };
    (seat, Command::ChooseFaction { allegiance })
}

fn both_chosen() -> State {
    let commands = [
        choose(Seat::A, "ostmark", Some("gravenmoor")),
        choose(Seat::B, "gravenmoor", None),
    ];
    play(opened(), &commands, &[]).unwrap().0
}

fn propose(seat: Seat, points: u16) -> (Seat, Command) {
    (seat, Command::ProposeBudget { points })
}

fn on(map: &str) -> Command {
    Command::ProposeScenario {
        agreed: Agreed {
            budget: None,
            scenario: None,
            map: Some(map.to_owned()),
        },
    }
}

/// Budget, scenario and map are agreed; armies are built next.
fn agreed(points: u16) -> State {
    let commands = [
        propose(Seat::A, points),
        (Seat::B, Command::AcceptProposal),
        (Seat::A, on("barrow-hill")),
        (Seat::B, Command::AcceptProposal),
    ];
    play(both_chosen(), &commands, &[]).unwrap().0
}

fn ready(id: &str) -> ArmyList {
    let pack = read_pack(&sample_packs()[0]).unwrap().pack;
    let army = pack.armies.iter().find(|army| army.id == id).unwrap();
    ArmyList {
        units: army.units.clone(),
        cards: army.cards,
        abilities: army.abilities.clone(),
    }
}

fn build(seat: Seat, army: &str) -> (Seat, Command) {
    (seat, Command::BuildArmy { list: ready(army) })
}

fn refused(state: State, command: (Seat, Command)) -> String {
    play(state, &[command], &[]).unwrap_err().rule.to_string()
}

#[test]
fn bg4_setup_01_the_steps_follow_one_another() {
    let state = opened();
    for command in [
        propose(Seat::A, 2_000),
        (Seat::A, on("open-field")),
        build(Seat::A, "ostmark-line"),
        (
            Seat::A,
            Command::Deploy {
                unit: id("A1"),
                pose: pose(18.0, 3.0, 0.0),
            },
        ),
        (Seat::A, Command::Name { seat: Seat::A }),
    ] {
        assert_eq!(refused(state.clone(), command), "BG4-SETUP-01");
    }
    assert_eq!(
        refused(both_chosen(), choose(Seat::A, "ostmark", None)),
        "BG4-SETUP-01"
    );
}

#[test]
fn bg4_setup_02_each_announces_a_faction_and_one_source_of_mercenaries() {
    assert_eq!(refused(opened(), choose(Seat::A, "nobody", None)), "BG4-SETUP-02");
    assert_eq!(
        refused(opened(), choose(Seat::A, "ostmark", Some("nobody"))),
        "BG4-SETUP-02"
    );
    assert_eq!(
        refused(opened(), choose(Seat::A, "ostmark", Some("ostmark"))),
        "BG4-MERC-01"
    );
    // Mercenaries in the list whose source was not announced.
    let commands = [
        choose(Seat::A, "ostmark", None),
        choose(Seat::B, "gravenmoor", None),
    ];
    let (state, _) = play(opened(), &commands, &[]).unwrap();
    let commands = [
        propose(Seat::A, 2_000),
        (Seat::B, Command::AcceptProposal),
        (Seat::A, on("open-field")),
        (Seat::B, Command::AcceptProposal),
    ];
    let (state, _) = play(state, &commands, &[]).unwrap();
    assert_eq!(
        refused(state, build(Seat::A, "ostmark-with-exiles")),
        "BG4-MERC-01"
    );
}

#[test]
fn bg4_setup_03_a_battle_type_fixes_the_budget() {
    assert_eq!(
        BATTLE_TYPES,
        [(1_500, "Skirmish"), (2_000, "Battle"), (2_500, "War")]
    );
    // Battle: 2000 points, 4 CAs, 4 Core, an Elite limit of 2.
    let state = agreed(2_000);
    assert_eq!(state.budget(), 2_000);
    assert_eq!(crate::rules::turn::command_actions(&state), 4);
    assert_eq!(crate::procedures::army::core_needed(2_000), 4);
    assert_eq!(crate::procedures::army::elite_allowed(2_000), 2);
    // Other values may be agreed; a counter-proposal goes back, and nobody accepts their own.
    assert_eq!(agreed(1_750).budget(), 1_750);
    let (state, _) = play(
        both_chosen(),
        &[propose(Seat::A, 1_500), propose(Seat::B, 2_500)],
        &[],
    )
    .unwrap();
    assert_eq!(
        refused(state.clone(), (Seat::B, Command::AcceptProposal)),
        "BG4-SETUP-03"
    );
    let (state, _) = play(state, &[(Seat::A, Command::AcceptProposal)], &[]).unwrap();
    assert_eq!(state.budget(), 2_500);
    assert_eq!(refused(both_chosen(), propose(Seat::A, 10)), "BG4-SETUP-03");
}

#[test]
fn bg4_setup_04_without_a_scenario_it_is_breaking_point() {
    let state = agreed(2_000);
    assert_eq!(state.scenario().unwrap().name, "Breaking Point");
    assert_eq!(state.map().unwrap().name, "Barrow Hill");
    let budget = play(
        both_chosen(),
        &[propose(Seat::A, 2_000), (Seat::B, Command::AcceptProposal)],
        &[],
    )
    .unwrap()
    .0;
    assert_eq!(refused(budget, (Seat::A, on("nowhere"))), "BG4-SETUP-04");
}

#[test]
fn bg4_setup_04_breaking_point_is_the_default_wherever_it_stands_in_the_book() {
    // The pack of another scenario was named before the one of Breaking Point.
    let with_another_first = |book: &mut Book| {
        let another = crate::model::cards::Scenario {
            id: "border-raid".to_owned(),
            name: "Border Raid".to_owned(),
            ..crate::scene::breaking_point()
        };
        book.scenarios.insert(0, another);
    };
    let mut state = both_chosen();
    with_another_first(Arc::make_mut(&mut state.book));
    let commands = [
        propose(Seat::A, 2_000),
        (Seat::B, Command::AcceptProposal),
        (Seat::A, on("open-field")),
        (Seat::B, Command::AcceptProposal),
    ];
    let (state, _) = play(state, &commands, &[]).unwrap();
    assert_eq!(state.scenario().unwrap().name, "Breaking Point");
    // And with armies that stand ready.
    let pack = read_pack(&sample_packs()[0]).unwrap().pack;
    let mut book = crate::packs::sample_book();
    with_another_first(&mut book);
    let names = ["ostmark-line", "gravenmoor-warband"].map(str::to_owned);
    let begun = |book: &Book| {
        let (ready, _) = ready_battle(book, &pack.armies, &names, &SetupRequest::default()).unwrap();
        ready
    };
    assert_eq!(begun(&book).agreed.scenario.as_deref(), Some("breaking-point"));
    // Packs without Breaking Point: their first.
    book.scenarios.truncate(1);
    assert_eq!(begun(&book).agreed.scenario.as_deref(), Some("border-raid"));
}

#[test]
fn bg4_setup_01_only_what_is_proposed_at_its_step_is_accepted() {
    let accept = (Seat::B, Command::AcceptProposal);
    // Nothing is proposed yet: the rule of the step at hand.
    assert_eq!(refused(both_chosen(), accept.clone()), "BG4-SETUP-03");
    let commands = [propose(Seat::A, 2_000), accept.clone()];
    let (scenario, _) = play(both_chosen(), &commands, &[]).unwrap();
    assert_eq!(refused(scenario, accept.clone()), "BG4-SETUP-04");
    // Nobody proposes anything before or after these steps.
    assert_eq!(refused(opened(), accept.clone()), "BG4-SETUP-01");
    assert_eq!(refused(agreed(2_000), accept), "BG4-SETUP-01");
}

#[test]
fn bg4_terr_01_terrain_is_fixed_before_armies_are_built() {
    let before = play(
        both_chosen(),
        &[propose(Seat::A, 2_000), (Seat::B, Command::AcceptProposal)],
        &[],
    )
    .unwrap()
    .0;
    assert_eq!(refused(before, build(Seat::A, "ostmark-line")), "BG4-SETUP-01");
    assert!(play(agreed(2_000), &[build(Seat::A, "ostmark-line")], &[]).is_ok());
}

#[test]
fn armies_are_built_in_secret_and_become_units() {
    let (one, _) = play(agreed(2_000), &[build(Seat::A, "ostmark-line")], &[]).unwrap();
    let seen = crate::views::secrets::view(&one, hindsight_kernel::Viewer::Seat(Seat::B));
    assert!(seen.player(Seat::A).list.known().is_none(), "not yet announced");
    let (both, events) = play(one, &[build(Seat::B, "gravenmoor-warband")], &[]).unwrap();
    assert_eq!(crate::rules::deploy::unit_counts(&both), [9, 10]);
    assert_eq!([both.players[0].spent, both.players[1].spent], [1_984, 1_999]);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Setup(SetupEvent::ArmyMustered { .. })))
    );
    // Ten units deploy first.
    assert!(matches!(
        both.agenda.last().unwrap().step,
        Step::Deploy { next: Seat::B, .. }
    ));
    assert_eq!(
        refused(agreed(1_500), build(Seat::A, "ostmark-line")),
        "BG4-ARMY-01"
    );
}

#[test]
fn bg4_deploy_08_tokens_and_marks_come_with_the_first_order() {
    let state = scene()
        .unit("A1", crate::scene::line(), (18.0, 3.0, 0.0))
        .unit("B1", crate::scene::line(), (18.0, 27.0, 180.0))
        .set(|state| {
            state.turn = 0;
            state.phase = Phase::SetUp;
            state.active = None;
            for unit in &mut state.units {
                unit.status = Status::Ready(None);
            }
            state.agenda = vec![
                Step::AssignOrder {
                    next: Seat::A,
                    extra: false,
                }
                .into(),
            ];
        })
        .state();
    let order = WrittenOrder {
        objective: Some(Objective::Location(TokenNo(1))),
        token_at: Some(point(30.0, 20.0)),
        ..WrittenOrder::plain(Order::Close)
    };
    let assign = Command::AssignOrder {
        unit: id("A1"),
        order,
    };
    let (state, events) = play(state, &[(Seat::A, assign)], &[]).unwrap();
    assert_eq!(
        state.tokens[&TokenNo(1)],
        (Seat::A, point(30.0, 20.0)),
        "anywhere on the table"
    );
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders {
            objective: Some(Objective::Location(TokenNo(1))),
            ..Orders::plain(Order::Close)
        }))
    );
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Command(CommandEvent::ActionsSpent { .. })))
    );
}

#[test]
fn a_setup_request_may_leave_everything_out_and_names_what_is_wrong() {
    let setup = setup_from(Edition::V4, &json!({}), &[]).unwrap();
    assert_eq!((setup.book.factions.len(), setup.ready), (2, None));
    let ready = setup_from(
        Edition::V4,
        &json!({ "armies": "sample", "map": "mill-stream" }),
        &[],
    )
    .unwrap()
    .ready
    .unwrap();
    assert_eq!(ready.agreed.map.as_deref(), Some("mill-stream"));
    let (result, state, _) = at_table(State::default(), &[], |table| {
        begin(
            table,
            &setup_from(Edition::V4, &json!({ "armies": "sample" }), &[]).unwrap(),
        )
    });
    result.unwrap();
    assert!(matches!(state.agenda.last().unwrap().step, Step::Deploy { .. }));
    for wrong in [
        json!({ "packs": ["nobody"] }),
        json!({ "ready_armies": { "A": "ostmark-line", "B": "nobody" } }),
        json!({ "armies": "sample", "map": "nowhere" }),
        json!({ "colour": 3 }),
        json!([1]),
    ] {
        assert!(setup_from(Edition::V4, &wrong, &[]).is_err(), "{wrong}");
    }
    assert!(check_book(&Book::default()).is_err());
}

#[test]
fn bg4_scen_08_a_budget_that_no_scenario_is_played_with_is_not_proposed() {
    let only = |budget| {
        let mut state = both_chosen();
        for scenario in &mut std::sync::Arc::make_mut(&mut state.book).scenarios {
            scenario.budget = Some(budget);
        }
        state
    };
    let refusal = play(only(2_000), &[propose(Seat::A, 1_500)], &[]).unwrap_err();
    assert_eq!(refusal.rule.0, "BG4-SCEN-08");
    assert_eq!(refusal.details["asked"], json!(1_500));
    assert_eq!(refusal.details["allowed"], json!([2_000]));
    assert!(play(only(2_000), &[propose(Seat::A, 2_000)], &[]).is_ok());
    // An unusual budget that the scenario prescribes is offered; the usual ones are not.
    let mut offered = Vec::new();
    offers(&only(1_234), Seat::A, &mut offered);
    let samples: Vec<Command> = offered
        .into_iter()
        .flat_map(|offer| match offer.choice {
            hindsight_kernel::Choice::Form { samples, .. } => samples,
            hindsight_kernel::Choice::Command(command) => vec![command],
        })
        .collect();
    assert_eq!(samples, [Command::ProposeBudget { points: 1_234 }]);
}

#[test]
fn bg4_scen_08_a_scenario_is_played_on_the_map_it_prescribes() {
    let mut state = both_chosen();
    Arc::make_mut(&mut state.book).scenarios[0].map = Some("mill-stream".to_owned());
    let commands = [propose(Seat::A, 2_000), (Seat::B, Command::AcceptProposal)];
    let (state, _) = play(state, &commands, &[]).unwrap();
    assert_eq!(refused(state.clone(), (Seat::A, on("open-field"))), "BG4-SCEN-08");
    // It alone is offered, and meant where none is named.
    let mut offered = Vec::new();
    offers(&state, Seat::A, &mut offered);
    let maps: Vec<_> = offered
        .iter()
        .flat_map(Offer::commands)
        .filter_map(|command| match command {
            Command::ProposeScenario { agreed } => agreed.map.clone(),
            _ => None,
        })
        .collect();
    assert_eq!(maps, ["mill-stream"]);
    let unnamed = Command::ProposeScenario {
        agreed: Agreed::default(),
    };
    let commands = [(Seat::A, unnamed), (Seat::B, Command::AcceptProposal)];
    let (state, _) = play(state, &commands, &[]).unwrap();
    assert_eq!(state.map().unwrap().id, "mill-stream");
    // And with armies that stand ready.
    let pack = read_pack(&sample_packs()[0]).unwrap().pack;
    let names = ["ostmark-line", "gravenmoor-warband"].map(str::to_owned);
    let (ready, _) = ready_battle(&state.book, &pack.armies, &names, &SetupRequest::default()).unwrap();
    assert_eq!(ready.agreed.map.as_deref(), Some("mill-stream"));
}

/// Both armies of the sample pack are built; South's has mercenaries.
fn built() -> State {
    let mut south = ready("ostmark-line");
    if let Some(last) = south.units.last_mut() {
        "sworn-exiles".clone_into(last);
    }
    let mut north = ready("gravenmoor-warband");
    north.cards = 0;
    let commands = [
        (Seat::A, Command::BuildArmy { list: south }),
        (Seat::B, Command::BuildArmy { list: north }),
    ];
    play(agreed(2_000), &commands, &[]).unwrap().0
}

/// A unit of whoever is to deploy one stands where there is room.
fn deploy_next(state: State) -> (State, Vec<Event>) {
    let Some(Step::Deploy { next, .. }) = top(&state).cloned() else {
        panic!("nobody deploys");
    };
    let waits = |unit: &&Unit| unit.id.seat() == next && unit.pose.is_none();
    let unit = state.units.iter().find(waits).unwrap();
    let pose = crate::rules::deploy::free_places(&state, unit)[0];
    let command = Command::Deploy { unit: unit.id, pose };
    // After the last unit South draws the two cards it bought and two by the ability of its faction.
    let last = state.units.iter().filter(|unit| unit.pose.is_none()).count() == 1;
    let dice: &[u8] = if last { &[1, 1, 1, 1] } else { &[] };
    play(state, &[(next, command)], dice).unwrap()
}

#[test]
fn bg4_army_05_a_unit_is_known_to_the_other_player_when_it_is_deployed() {
    use crate::views::secrets::{has_secrets, redact, redact_command, view};
    use hindsight_kernel::Viewer;
    let north = Viewer::Seat(Seat::B);
    let mut state = built();
    let of_south = |state: &State| {
        let own = state.units.iter().filter(|unit| unit.id.seat() == Seat::A);
        own.count()
    };
    let all = of_south(&state);
    assert_eq!(all, 9);
    let command = Command::BuildArmy {
        list: state.player(Seat::A).list.known().unwrap().clone(),
    };
    let mut deployed = 0;
    while let Some(Step::Deploy { next, .. }) = top(&state).cloned() {
        let seen = view(&state, north);
        let player = seen.player(Seat::A);
        assert_eq!(of_south(&seen), deployed, "only what stands on the table");
        assert_eq!(
            usize::from(player.unknown),
            all - deployed,
            "how many wait is known"
        );
        assert_eq!(
            view(&state, Viewer::Seat(Seat::A)).units.len(),
            all + on_table(&state, Seat::B)
        );
        if deployed < all {
            assert!(has_secrets(&state));
            assert!(player.list.known().is_none() && player.bought == 0 && player.spent == 0);
            assert_eq!(redact_command(&command, Seat::A, &state, north), None);
        }
        let before = state.clone();
        let (after, events) = deploy_next(state);
        // The log names it to both players alike.
        let moved = events
            .iter()
            .find(|event| matches!(event, Event::Movement(MovementEvent::UnitMoved { .. })));
        let words = |state: &State| crate::views::sentences::sentence(state, moved.unwrap());
        assert_eq!(words(&view(&before, north)), words(&before));
        // What the other player is told makes their view of it.
        let mut told = view(&before, north);
        for event in &events {
            crate::model::fold::evolve(&mut told, &redact(event, &after, north)).unwrap();
        }
        let mut known = view(&after, north);
        // The list is laid open by the last unit, which a fold from the beginning shows.
        for player in [&mut told, &mut known].map(|state| state.player_mut(Seat::A)) {
            player.list = player.list.hidden();
            (player.spent, player.bought) = (0, 0);
        }
        assert_eq!(told, known);
        deployed += usize::from(next == Seat::A);
        state = after;
    }
    assert_eq!(deployed, all);
    assert!(
        view(&state, north).player(Seat::A).list.known().is_some(),
        "all lies open"
    );
    assert_eq!(
        redact_command(&command, Seat::A, &state, north),
        Some(command.clone())
    );
}

fn on_table(state: &State, seat: Seat) -> usize {
    state.own(seat).filter(|unit| unit.pose.is_some()).count()
}

#[test]
fn bg4_merc_01_it_is_announced_whether_mercenaries_were_taken_but_not_how_many() {
    use crate::views::secrets::view;
    use hindsight_kernel::Viewer;
    let seen = view(&built(), Viewer::Seat(Seat::B));
    assert!(seen.player(Seat::A).mercenaries);
    assert!(!seen.player(Seat::B).mercenaries, "none were taken");
    // With one more of them the other player knows nothing else.
    let with = |exiles: usize| {
        let mut south = ready("ostmark-line");
        for unit in south.units.iter_mut().rev().take(exiles) {
            "sworn-exiles".clone_into(unit);
        }
        let commands = [
            (Seat::A, Command::BuildArmy { list: south }),
            build(Seat::B, "gravenmoor-warband"),
        ];
        play(agreed(2_000), &commands, &[]).unwrap().0
    };
    let seen = |exiles| view(&with(exiles), Viewer::Seat(Seat::B));
    assert_eq!(seen(1), seen(2));
    assert_ne!(seen(0), seen(1), "the announcement");
}
