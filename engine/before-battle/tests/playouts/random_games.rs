//! Whole games by chance, by the book and with rulings.

use before_battle::BeforeBattle;
use before_battle::model::command::{Command, Patch};
use before_battle::model::event::{Event, RulingEvent};
use before_battle::model::names::UnitId;
use before_battle::model::state::State;
use hindsight_geometry::squares::{Cell, Facing};
use hindsight_kernel::rand_core::Rng;
use hindsight_kernel::testing::{check_split, check_views};
use hindsight_kernel::{Notation, Rules, Seat, below, bot_rng, codec, wire};

use crate::laws::{check_event, check_facts};
use crate::playout::{Playout, command_of, games, has_unknowns, on_any_board, step};

#[test]
fn random_games_end_and_every_step_holds() {
    let (mut unknowns, mut events) = (0, 0);
    for number in 0..games(1) {
        let mut rng = bot_rng(number);
        let mut playout = on_any_board(number);
        let mut folded = State::default();
        let mut checked = 0;
        let mut facts = Vec::new();
        loop {
            while checked < playout.events.len() {
                folded = check_event(number, &folded, &playout.events[checked], &mut facts);
                checked += 1;
                if !folded.turned_up {
                    check_views::<BeforeBattle>(&folded, &playout.events[..checked]);
                }
            }
            assert_eq!(folded, playout.state);
            unknowns += u32::from(has_unknowns(&playout));
            let Some(seat) = playout.asked(&mut rng) else {
                break;
            };
            let command = command_of(&playout, seat, &mut rng);
            assert_eq!(
                BeforeBattle::parse(&BeforeBattle::format(&command)).as_ref(),
                Ok(&command)
            );
            assert_eq!(
                wire::from_value::<Command>(wire::to_value(&command)).as_ref(),
                Ok(&command)
            );
            playout.play(seat, &command);
        }
        assert!(
            BeforeBattle::outcome(&playout.state).is_some(),
            "game {number} ends with an outcome"
        );
        check_views::<BeforeBattle>(&folded, &playout.events);
        let split = below(&mut rng, playout.events.len()).unwrap();
        check_split(&playout, split);
        let json = serde_json::to_value(&playout.state).unwrap();
        assert_eq!(serde_json::from_value::<State>(json).unwrap(), playout.state);
        assert_eq!(
            codec::decode::<State>(&codec::encode(&playout.state)).unwrap(),
            playout.state
        );
        check_facts(&playout.state, &facts);
        events += playout.events.len();
    }
    println!("{} games, {events} events", games(1));
    assert!(unknowns > 0, "no game left anything unknown");
}

/// Any ruling, sound or not.
fn a_patch(state: &State, rng: &mut impl Rng) -> Patch {
    fn pick(rng: &mut impl Rng, limit: usize) -> usize {
        below(rng, limit).unwrap()
    }
    let unit = UnitId::all().nth(pick(rng, 12)).unwrap();
    let cell = Cell::new(pick(rng, 9) as u8, pick(rng, 9) as u8).unwrap();
    let facing = Facing::ALL[pick(rng, 4)];
    let models = pick(rng, 8) as u8;
    match pick(rng, 8) {
        0..3 => Patch::SetUnit {
            unit,
            cell: (pick(rng, 2) == 0).then_some(cell),
            facing: (pick(rng, 2) == 0).then_some(facing),
            models: (pick(rng, 2) == 0).then_some(models),
            wounds: (pick(rng, 4) == 0).then_some(0),
            acted: (pick(rng, 3) == 0).then(|| pick(rng, 2) == 0),
            charged: (pick(rng, 4) == 0).then(|| pick(rng, 2) == 0),
        },
        3 => Patch::RemoveUnit { unit },
        4 | 5 => Patch::RestoreUnit {
            unit,
            cell,
            facing,
            models,
            wounds: 0,
        },
        6 => {
            let items = &state.cards.items;
            let held = pick(rng, 3);
            Patch::SetItems {
                unit,
                items: (0..held).map(|_| items[pick(rng, items.len())].id).collect(),
            }
        }
        _ => Patch::SetTurn {
            round: pick(rng, 8) as u8,
            active: if pick(rng, 2) == 0 { Seat::A } else { Seat::B },
        },
    }
}

#[test]
fn games_with_rulings_go_on_to_their_end() {
    let mut accepted = 0;
    for number in 0..games(2) {
        let mut rng = bot_rng(number + 6_000);
        let mut playout = Playout::begin(number, &serde_json::json!({ "armies": "sample" }), &[]);
        let (mut folded, mut checked, mut facts) = (State::default(), 0, Vec::new());
        let mut rulings = 0;
        loop {
            while checked < playout.events.len() {
                folded = check_event(number, &folded, &playout.events[checked], &mut facts);
                checked += 1;
            }
            if rulings < 20 && below(&mut rng, 4) == Some(0) {
                let patch = a_patch(&playout.state, &mut rng);
                if let Ok((state, events)) = playout.at_table(|table| BeforeBattle::rule(table, &patch))
                    && BeforeBattle::invariants(&state).is_ok()
                {
                    assert!(matches!(events[0], Event::Ruling(RulingEvent::Patched { .. })));
                    playout.take(state, events);
                    rulings += 1;
                    continue;
                }
            }
            if step(&mut playout, &mut rng).is_none() {
                break;
            }
        }
        assert!(
            BeforeBattle::outcome(&playout.state).is_some(),
            "game {number} ends"
        );
        accepted += rulings;
    }
    assert!(accepted as u64 > games(2), "rulings were made");
}
