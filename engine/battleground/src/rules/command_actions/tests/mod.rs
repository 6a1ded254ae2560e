use super::*;
use crate::field::Field;
use crate::model::cards::UnitType;
use crate::model::orders::Objective;
use crate::model::orders::Orders;
use crate::scene::{Scene, id, line, play, scene, with_keywords};
use battleground_geometry::Side;

mod afterwards;
pub(crate) mod editions;
mod flyers;
mod ladder;
mod printed_orders;
pub(crate) mod rallies;

fn camp(actions: u8) -> Scene {
    scene()
        .unit("A1", line(), (10.0, 5.0, 0.0))
        .unit("A2", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .order("A1", Order::Hold)
        .order("A2", Order::Hold)
        .set(|state| {
            state.players[0].actions = actions;
            state.players[0].gained = actions;
            state.players[0].deck = 30;
            state.players[0].unseen = CardNo::deck().collect();
        })
}

/// The same card with the order Close printed on it, which may not be changed.
fn bound_to_close(card: UnitType) -> UnitType {
    UnitType {
        preprinted: Some(crate::model::cards::Preprinted {
            order: Order::Close,
            changeable: false,
        }),
        ..card
    }
}

fn change(unit: &str, order: Order) -> Command {
    Command::ChangeOrder {
        unit: id(unit),
        order: WrittenOrder::plain(order),
    }
}

fn refused(state: State, command: Command) -> String {
    play(state, &[(Seat::A, command)], &[])
        .unwrap_err()
        .rule
        .to_string()
}

#[test]
fn bg4_cmd_05_change_standing_order_of_a_ready_unengaged_unit() {
    let (state, _) = play(camp(2).state(), &[(Seat::A, change("A1", Order::Close))], &[]).unwrap();
    assert_eq!(
        state.unit(id("A1")).unwrap().status,
        Status::Ready(Some(Orders::plain(Order::Close)))
    );
    assert_eq!(state.player(Seat::A).actions, 1);
    let engaged = camp(2)
        .unit("B2", line(), (10.0, 7.5, 180.0))
        .engaged("B2", "A1", Side::Front)
        .state();
    assert_eq!(refused(engaged, change("A1", Order::Close)), "BG4-CMD-05");
    let disrupted = camp(2)
        .change("A1", |unit| unit.status = Status::Disrupted)
        .state();
    assert_eq!(refused(disrupted, change("A1", Order::Close)), "BG4-CMD-05");
    let rallied = camp(2).change("A1", |unit| unit.turn.rallied = true).state();
    assert_eq!(refused(rallied, change("A1", Order::Close)), "BG4-CMD-05");
    // A pre-printed order that its card forbids to change.
    let printed = camp(2)
        .unit("A3", bound_to_close(line()), (26.0, 5.0, 0.0))
        .state();
    assert_eq!(refused(printed.clone(), change("A3", Order::Hold)), "BG4-KEYW-11");
    // After a Rally it may be restored, nothing else.
    let rallied = Scene::from(printed).order("A3", Order::Hold).state();
    assert!(play(rallied.clone(), &[(Seat::A, change("A3", Order::Close))], &[]).is_ok());
    assert_eq!(refused(rallied, change("A3", Order::Range)), "BG4-KEYW-11");
}

#[test]
fn bg4_cmd_06_direct_control_and_its_price() {
    let control = |unit: &str| Command::DirectControl { unit: id(unit) };
    let (state, _) = play(camp(1).state(), &[(Seat::A, control("A1"))], &[]).unwrap();
    assert!(state.unit(id("A1")).unwrap().turn.controlled);
    assert_eq!(state.player(Seat::A).actions, 0);
    // Book example: a Disrupted unit with a card rule "2 CA to direct control" costs 3.
    let dear = camp(3)
        .unit(
            "A3",
            crate::model::cards::UnitType {
                direct_control_cost: 2,
                ..line()
            },
            (26.0, 5.0, 0.0),
        )
        .change("A3", |unit| unit.status = Status::Disrupted)
        .state();
    assert_eq!(direct_control_cost(&dear, dear.unit(id("A3")).unwrap()), 3);
    let (after, _) = play(dear, &[(Seat::A, control("A3"))], &[]).unwrap();
    assert_eq!(after.player(Seat::A).actions, 0);
    let routing = camp(3).change("A1", |unit| unit.status = Status::Routing).state();
    assert_eq!(refused(routing, control("A1")), "BG4-CMD-06");
    // Once per unit and turn; also after it has been activated.
    assert_eq!(refused(state, control("A1")), "BG4-CMD-06");
    let moved = camp(1)
        .change("A1", |unit| {
            unit.turn.activated = true;
            unit.turn.moved = true;
        })
        .state();
    assert!(play(moved, &[(Seat::A, control("A1"))], &[]).is_ok());
}

#[test]
fn bg4_cmd_08_each_draw_is_one_card() {
    let draw = (Seat::A, Command::DrawCard { card: None });
    let (state, _) = play(
        camp(3).set(with_faction).state(),
        &[draw.clone(), draw.clone(), draw],
        &[5, 5, 28],
    )
    .unwrap();
    let player = state.player(Seat::A);
    // The fifth card of thirty, the fifth of the twenty-nine left, the last of the twenty-eight left.
    assert_eq!(player.hand, [Some(CardNo(5)), Some(CardNo(6)), Some(CardNo(30))]);
    assert_eq!((player.deck, player.actions), (27, 0));
}

fn with_faction(state: &mut State) {
    let sample = crate::packs::sample_book();
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.factions = sample.factions;
    for (player, faction) in state.players.iter_mut().zip(["ostmark", "gravenmoor"]) {
        player.allegiance = crate::model::state::Secret::Known(crate::model::state::Allegiance {
            faction: faction.to_owned(),
            mercenaries: None,
            also: Vec::new(),
        });
    }
}

#[test]
fn bg4_cmd_09_a_faction_ability_at_its_own_cost() {
    let ability = |on: &str| Command::UseAbility {
        ability: "stand-firm".to_owned(),
        on: vec![id(on)],
    };
    let of_league = |state: &mut State| {
        with_faction(state);
        for kind in &mut std::sync::Arc::make_mut(&mut state.book).kinds {
            kind.faction = "ostmark".to_owned();
        }
    };
    let state = camp(2).set(of_league).state();
    let (after, _) = play(state.clone(), &[(Seat::A, ability("A1"))], &[]).unwrap();
    assert_eq!(after.unit(id("A1")).unwrap().lasting[0].name, "Stand");
    assert_eq!(after.player(Seat::A).actions, 1);
    // The box only once, only with the CA, only on own units.
    assert_eq!(refused(after, ability("A1")), "BG4-CMD-09");
    assert_eq!(
        refused(camp(0).set(of_league).state(), ability("A1")),
        "BG4-CMD-09"
    );
    assert!(play(state, &[(Seat::A, ability("B1"))], &[]).is_err());
}

#[test]
fn bg4_cmd_09_an_ability_keeps_what_it_says_of_its_subjects() {
    // One or two enemies within 7 inches of an own Infantry unit: a Fear Check.
    let state = camp(2)
        .unit("B2", line(), (10.0, 12.0, 180.0))
        .set(with_faction)
        .set(|state| {
            let ability = &mut std::sync::Arc::make_mut(&mut state.book).factions[0].abilities[0];
            ability.mark = None;
            ability.of_unit = false;
            ability.effects = vec![crate::model::effect::Effect::FearCheck];
            ability.subject = crate::model::cards::Subject::Enemy {
                most: 2,
                when: Vec::new(),
                within: Some(crate::model::effect::Distance(7_000)),
                by: vec![crate::model::effect::Condition::Has(vec![Keyword::Infantry])],
            };
        })
        .state();
    let on = |units: &[&str]| Command::UseAbility {
        ability: "stand-firm".to_owned(),
        on: units.iter().map(|unit| id(unit)).collect(),
    };
    assert_eq!(refused(state.clone(), on(&["A1", "B1"])), "BG4-GEO-19");
    assert_eq!(
        refused(state.clone(), on(&["B2"])),
        "BG4-TURN-03",
        "the own unit comes first"
    );
    assert_eq!(refused(state.clone(), on(&["A1", "B2", "B2"])), "BG4-CMD-09");
    let (after, _) = play(state.clone(), &[(Seat::A, on(&["A1", "B2"]))], &[]).unwrap();
    let feared = |unit: &str| after.unit(id(unit)).unwrap().pending.fear;
    assert_eq!((feared("A1"), feared("B2")), (false, true));
    // What is offered is accepted.
    let mut offers = Vec::new();
    crate::rules::abilities::offers(&state, Seat::A, &mut offers);
    assert!(!offers.is_empty());
}

#[test]
fn bg4_merc_05_unit_abilities_stay_with_their_own_faction() {
    // League units are the army; A2 is a hired clan unit.
    let hired = |state: &mut State| {
        with_faction(state);
        let book = std::sync::Arc::make_mut(&mut state.book);
        for kind in &mut book.kinds {
            let clan = kind.id.ends_with("A2");
            kind.faction = if clan { "gravenmoor" } else { "ostmark" }.to_owned();
        }
        state.players[0].allegiance = crate::model::state::Secret::Known(crate::model::state::Allegiance {
            faction: "ostmark".to_owned(),
            mercenaries: Some("gravenmoor".to_owned()),
            also: Vec::new(),
        });
    };
    let use_on = |ability: &str, on: &str| Command::UseAbility {
        ability: ability.to_owned(),
        on: vec![id(on)],
    };
    let state = || camp(2).set(hired).state();
    assert_eq!(refused(state(), use_on("stand-firm", "A2")), "BG4-MERC-05");
    // Its own at the cost that is printed: 1 of 2.
    let (raging, _) = play(state(), &[(Seat::A, use_on("war-rage", "A2"))], &[]).unwrap();
    assert_eq!(raging.player(Seat::A).actions, 1);
    assert_eq!(raging.unit(id("A2")).unwrap().lasting[0].name, "Rage");
    assert_eq!(refused(state(), use_on("war-rage", "A1")), "BG4-MERC-05");
    // Non-unit abilities work only for the primary faction: Fen Paths ease swamps for the clans alone.
    let swamp = crate::scene::ground(
        crate::model::cards::TerrainType::Swamp,
        &[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)],
    );
    let state = state();
    let field = Field::of(&state);
    let passage = |unit: &str| field.passage(state.unit(id(unit)).unwrap(), &swamp);
    assert_eq!(
        passage("A2"),
        Some(-2),
        "Fen Paths does not come with mercenaries"
    );
    assert_eq!(passage("B1"), Some(-1));
}

#[test]
fn bg4_cmd_11_reload_erases_one_marked_ammo_box() {
    let reload = (Seat::A, Command::Reload { unit: id("A1") });
    let marked = camp(2).change("A1", |unit| unit.ammo_marked = 2).state();
    let (state, _) = play(marked, &[reload.clone(), reload.clone()], &[]).unwrap();
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 0);
    assert_eq!(refused(camp(2).state(), reload.1), "BG4-CMD-11");
}

#[test]
fn bg4_cmd_12_reorganize_a_disrupted_unengaged_unit() {
    let reorganize = Command::Reorganize {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Close),
    };
    let disrupted = |actions| camp(actions).change("A1", |unit| unit.status = Status::Disrupted);
    let (state, _) = play(disrupted(2).state(), &[(Seat::A, reorganize.clone())], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Close))));
    assert!(!unit.turn.activated, "it acts under its new order this turn");
    let engaged = disrupted(2)
        .unit("B2", line(), (10.0, 7.5, 180.0))
        .engaged("B2", "A1", Side::Front)
        .state();
    assert_eq!(refused(engaged, reorganize.clone()), "BG4-CMD-12");
    assert_eq!(refused(disrupted(1).state(), reorganize), "BG4-CMD-15");
}

#[test]
fn bg4_cmd_13_sound_the_charge_takes_all_and_first() {
    let charge = |order: Order| Command::SoundTheCharge {
        charge: vec![Ordered {
            unit: id("A1"),
            order: WrittenOrder::plain(order),
        }],
        rally: vec![Rallied {
            unit: id("A3"),
            heading: Degrees::new(90.0).unwrap(),
            airborne: false,
        }],
        reorganize: vec![Ordered {
            unit: id("A4"),
            order: WrittenOrder::plain(Order::Hold),
        }],
    };
    let host = |actions| {
        camp(actions)
            .unit("A3", line(), (26.0, 5.0, 0.0))
            .unit("A4", line(), (5.0, 12.0, 0.0))
            .change("A3", |unit| unit.status = Status::Routing)
            .change("A4", |unit| unit.status = Status::Disrupted)
    };
    let (state, _) = play(host(4).state(), &[(Seat::A, charge(Order::Close))], &[]).unwrap();
    assert_eq!(state.player(Seat::A).actions, 0);
    let order = |unit: &str| state.unit(id(unit)).unwrap().status;
    assert_eq!(order("A1"), Status::Ready(Some(Orders::plain(Order::Close))));
    assert_eq!(
        order("A2"),
        Status::Ready(Some(Orders::plain(Order::Hold))),
        "left out"
    );
    assert_eq!(
        order("A3"),
        Status::Ready(Some(Orders::plain(Order::Hold))),
        "Rallied to H"
    );
    assert_eq!(
        order("A4"),
        Status::Ready(Some(Orders::plain(Order::Hold))),
        "any legal order"
    );
    // 4 CAs, 1 already spent.
    let spent = host(3).set(|state| state.players[0].spent_any = true).state();
    assert_eq!(refused(spent, charge(Order::Close)), "BG4-CMD-13");
    // No further use of CAs this turn.
    assert_eq!(refused(state, Command::DrawCard { card: None }), "BG4-CMD-15");
    // Only Close or Range, without modifiers.
    assert_eq!(refused(host(4).state(), charge(Order::Hold)), "BG4-CMD-13");
    let capped = Command::SoundTheCharge {
        charge: vec![Ordered {
            unit: id("A1"),
            order: WrittenOrder {
                objective: Some(Objective::Enemy(id("B1"))),
                ..WrittenOrder::plain(Order::Close)
            },
        }],
        rally: Vec::new(),
        reorganize: Vec::new(),
    };
    assert_eq!(refused(host(4).state(), capped), "BG4-CMD-13");
}

#[test]
fn bg4_cmd_14_any_number_of_skirmishers_for_one_action() {
    let skirmisher = || with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let state = camp(1)
        .unit("A3", skirmisher(), (26.0, 12.0, 0.0))
        .unit("A4", skirmisher(), (31.0, 12.0, 0.0))
        .unit("A5", skirmisher(), (5.0, 12.0, 0.0))
        .change("A5", |unit| unit.turn.activated = true)
        .state();
    let recall = |units: &[&str]| Command::Recall {
        units: units.iter().map(|unit| id(unit)).collect(),
    };
    // One of three has moved: at most two are recalled, for 1 CA in all.
    assert!(check_recall(&state, state.unit(id("A3")).unwrap()).is_ok());
    assert!(check_recall(&state, state.unit(id("A4")).unwrap()).is_ok());
    assert_eq!(refused(state.clone(), recall(&["A3", "A4", "A5"])), "BG4-CMD-14");
    assert_eq!(refused(state.clone(), recall(&["A1"])), "BG4-CMD-14");
    assert_eq!(refused(state.clone(), recall(&[])), "BG4-CMD-14");
    let engaged = Scene::from(state.clone())
        .unit("B2", line(), (26.0, 14.5, 180.0))
        .engaged("B2", "A3", Side::Front)
        .state();
    assert_eq!(refused(engaged, recall(&["A3"])), "BG4-CMD-14");
    let routing = Scene::from(state)
        .change("A3", |unit| unit.status = Status::Routing)
        .state();
    assert_eq!(refused(routing, recall(&["A3"])), "BG4-CMD-14");
}

#[test]
fn bg4_cmd_15_an_action_needs_its_cost() {
    // 1 CA left, Reorganize requested.
    let state = camp(1)
        .change("A1", |unit| unit.status = Status::Disrupted)
        .state();
    let reorganize = Command::Reorganize {
        unit: id("A1"),
        order: WrittenOrder::plain(Order::Hold),
    };
    assert_eq!(refused(state, reorganize), "BG4-CMD-15");
}

#[test]
fn bg4_turn_05_an_order_changed_after_activation_moves_nobody_again() {
    let moved = camp(1)
        .order("A1", Order::Close)
        .change("A1", |unit| {
            unit.turn.activated = true;
            unit.turn.moved = true;
        })
        .state();
    let (state, _) = play(moved, &[(Seat::A, change("A1", Order::Hold))], &[]).unwrap();
    let unit = state.unit(id("A1")).unwrap();
    assert!(unit.turn.activated && unit.turn.moved, "it stays moved");
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
}

#[test]
fn bg4_cmd_13_units_rallied_together_do_not_turn_into_one_another() {
    // The sweep of either reaches 2.151 of the 2.25 inches to the other; together they would overlap by 0.175 inch.
    let charge = |second: f64| Command::SoundTheCharge {
        charge: Vec::new(),
        rally: [("A3", 215.54), ("A4", second)]
            .map(|(unit, heading)| Rallied {
                unit: id(unit),
                heading: Degrees::new(heading).unwrap(),
                airborne: false,
            })
            .into(),
        reorganize: Vec::new(),
    };
    let state = camp(4)
        .unit("A3", line(), (10.0, 15.0, 180.0))
        .unit("A4", line(), (14.0, 15.0, 180.0))
        .change("A3", |unit| unit.status = Status::Routing)
        .change("A4", |unit| unit.status = Status::Routing)
        .state();
    assert_eq!(refused(state.clone(), charge(215.54)), "BG4-MAN-07");
    let (after, _) = play(state, &[(Seat::A, charge(180.0))], &[]).unwrap();
    assert!(crate::positions::start::invariants(&after).is_ok());
}

#[test]
fn bg4_order_01_an_order_without_its_cap_is_another_order() {
    // R with objective 2 and cap 3.5 is one order; R with objective 2 costs 1 CA.
    let bows = crate::model::cards::UnitType {
        movement: crate::scene::mc(5.0),
        ..crate::scene::shooting(14.0, crate::model::cards::RangedType::Indirect)
    };
    let objective = Some(Objective::Location(crate::model::names::TokenNo(2)));
    let state = camp(2)
        .unit("A3", bows, (26.0, 5.0, 0.0))
        .change("A3", |unit| {
            unit.status = Status::Ready(Some(Orders {
                order: Order::Range,
                cap: Some(crate::scene::mc(3.5)),
                objective,
            }));
        })
        .set(|state| {
            let token = (Seat::A, crate::scene::point(26.0, 15.0));
            state.tokens.insert(crate::model::names::TokenNo(2), token);
        })
        .state();
    let without = Command::ChangeOrder {
        unit: id("A3"),
        order: WrittenOrder {
            objective,
            ..WrittenOrder::plain(Order::Range)
        },
    };
    let (after, _) = play(state, &[(Seat::A, without)], &[]).unwrap();
    assert_eq!(after.player(Seat::A).actions, 1);
    assert_eq!(
        after.unit(id("A3")).unwrap().status,
        Status::Ready(Some(Orders {
            order: Order::Range,
            cap: None,
            objective,
        }))
    );
}

#[test]
fn bg4_cmd_04_two_draws_and_a_box_use_up_three_actions() {
    // (book example) Bravery, here Stand Firm.
    let state = camp(3)
        .set(|state| {
            with_faction(state);
            for kind in &mut std::sync::Arc::make_mut(&mut state.book).kinds {
                kind.faction = "ostmark".to_owned();
            }
        })
        .state();
    let draw = (Seat::A, Command::DrawCard { card: None });
    let mark = Command::UseAbility {
        ability: "stand-firm".to_owned(),
        on: vec![id("A1")],
    };
    let (after, _) = play(state, &[draw.clone(), draw, (Seat::A, mark)], &[1, 1]).unwrap();
    assert_eq!(after.player(Seat::A).actions, 0);
    assert_eq!(after.player(Seat::A).hand.len(), 2);
    assert_eq!(after.unit(id("A1")).unwrap().lasting.len(), 1);
}

#[test]
fn bg4_cmd_14_two_are_recalled_for_one_action() {
    let skirmisher = || with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let state = camp(1)
        .unit("A3", skirmisher(), (26.0, 12.0, 0.0))
        .unit("A4", skirmisher(), (31.0, 12.0, 0.0))
        .state();
    let recall = Command::Recall {
        units: vec![id("A3"), id("A4")],
    };
    let (after, _) = play(state, &[(Seat::A, recall)], &[]).unwrap();
    assert_eq!(after.player(Seat::A).actions, 0);
    for (unit, x) in [("A3", 26.0), ("A4", 31.0)] {
        let unit = after.unit(id(unit)).unwrap();
        assert_eq!(unit.status, Status::Routing);
        assert_eq!(unit.pose, Some(crate::scene::pose(x, 8.5, 180.0)));
    }
}
