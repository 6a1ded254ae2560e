use super::*;
use crate::model::agenda::{Answer, Question, Topic};
use crate::model::orders::Order;
use crate::model::state::Unit;
use crate::model::state::{Allegiance, Check, CheckKind, Secret, Status};
use crate::scene::{Scene, at_table, id, line, play, scene, with_keywords};
use hindsight_kernel::{RefusalReason as _, Roll, RollSource};

mod drawing;
mod ladder;
pub(crate) mod mercenaries;

/// Both players have the sample factions, South the League, and these cards in hand.
fn table_with(south: &[u8], north: &[u8]) -> Scene {
    scene()
        .unit("A1", line(), (10.0, 5.0, 0.0))
        .unit("A2", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 25.0, 180.0))
        .order("A1", Order::Hold)
        .order("A2", Order::Hold)
        .set(|state| {
            let sample = crate::packs::sample_book();
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.factions = sample.factions;
            for kind in &mut book.kinds {
                kind.faction = if kind.id.contains("-A") {
                    "ostmark"
                } else {
                    "gravenmoor"
                }
                .to_owned();
            }
            let hands = [south, north];
            for (seat, faction) in ["ostmark", "gravenmoor"].into_iter().enumerate() {
                let player = &mut state.players[seat];
                player.allegiance = Secret::Known(Allegiance {
                    faction: faction.to_owned(),
                    mercenaries: None,
                    also: Vec::new(),
                });
                player.hand = hands[seat].iter().map(|card| Some(CardNo(*card))).collect();
                player.unseen = CardNo::deck()
                    .filter(|card| !hands[seat].contains(&card.0))
                    .collect();
                player.deck = player.unseen.len() as u8;
            }
        })
}

fn card(number: u8, on: &[&str]) -> Command {
    Command::PlayCard {
        card: CardNo(number),
        colour: Colour::Green,
        on: on.iter().map(|unit| id(unit)).collect(),
    }
}

fn coloured(number: u8, colour: Colour, on: &[&str]) -> Command {
    Command::PlayCard {
        card: CardNo(number),
        colour,
        on: on.iter().map(|unit| id(unit)).collect(),
    }
}

fn window(at: GreenAt, asked: Seat) -> Vec<crate::model::agenda::Frame> {
    vec![
        Step::MovementAndCommand.into(),
        Step::GreenWindow {
            at,
            asked,
            passed: false,
            passes: 0,
        }
        .into(),
    ]
}

fn refused(state: State, seat: Seat, command: Command) -> String {
    play(state, &[(seat, command)], &[]).unwrap_err().rule.to_string()
}

fn check_at_hand(state: &mut State, unit: &str, faces: Option<&[u8]>) {
    state.check = Some(Check {
        unit: id(unit),
        kind: CheckKind::Rout,
        roll: faces.map(|faces| Roll {
            purpose: "rout check".into(),
            sides: 6,
            faces: faces.to_vec(),
            counted: Vec::new(),
            source: RollSource::Scripted,
        }),
        target: 12,
        cards: Vec::new(),
        demanded: Vec::new(),
    });
}

#[test]
fn bg4_cards_01_red_and_blue_belong_to_attacks_green_outside() {
    // A Blue card offered during the Courage Phase (book example: Stubborn Endurance), here Dogged Stand.
    let state = table_with(&[8], &[])
        .set(|state| {
            check_at_hand(state, "A1", None);
            state.agenda = window(GreenAt::BeforeCheck, Seat::A);
        })
        .state();
    assert_eq!(
        refused(state, Seat::A, coloured(8, Colour::Blue, &[])),
        "BG4-CARDS-01"
    );
    // A card has its own window: Hold Fast comes after a courage check, not in the Movement & Command Phase.
    let state = table_with(&[13], &[]).state();
    assert_eq!(refused(state, Seat::A, card(13, &[])), "BG4-CARDS-01");
}

#[test]
fn bg4_cards_04_the_phase_or_your_phase() {
    // Battle Surge says "the" phase: also on the opponent's turn. Quickstep says "your": not there.
    let on_turn_of_south = |hand: &[u8]| {
        table_with(&[], hand)
            .set(|state| state.agenda = window(GreenAt::Movement, Seat::B))
            .state()
    };
    let (state, _) = play(on_turn_of_south(&[16]), &[(Seat::B, card(16, &["B1"]))], &[]).unwrap();
    assert_eq!(state.unit(id("B1")).unwrap().lasting[0].name, "Battle Surge");
    assert_eq!(
        refused(on_turn_of_south(&[18]), Seat::B, card(18, &["B1"])),
        "BG4-CARDS-04"
    );
    let (state, _) = play(
        table_with(&[18], &[]).state(),
        &[(Seat::A, card(18, &["A1"]))],
        &[],
    )
    .unwrap();
    assert_eq!(state.player(Seat::A).discards, [CardNo(18)]);
    // A window is offered to the other player after every completed action; a player without cards is not asked.
    let acts = |hand: &[u8]| {
        let state = table_with(&[], hand)
            .set(|state| state.players[0].actions = 1)
            .state();
        let control = Command::DirectControl { unit: id("A1") };
        play(state, &[(Seat::A, control)], &[]).unwrap().0
    };
    let top = |state: &State| state.agenda.last().unwrap().step.clone();
    assert!(matches!(
        top(&acts(&[16])),
        Step::GreenWindow { asked: Seat::B, .. }
    ));
    assert_eq!(top(&acts(&[])), Step::MovementAndCommand);
    // They may pass, once or for the whole phase.
    let (passed, _) = play(acts(&[16]), &[(Seat::B, Command::PassPhase)], &[]).unwrap();
    assert_eq!(top(&passed), Step::MovementAndCommand);
    assert!(passed.player(Seat::B).passing);
    assert_eq!(refused(passed, Seat::B, Command::Pass), "BG4-CARDS-04");
}

#[test]
fn bg4_cards_05_a_green_card_leaves_the_allowance_unless_it_bars_cards() {
    let (state, _) = play(
        table_with(&[16, 17], &[]).state(),
        &[(Seat::A, card(16, &["A1"])), (Seat::A, card(17, &["A2"]))],
        &[],
    )
    .unwrap();
    // Attack Storm's kin: a Red card may still be played in its attack. Frenzy's kin: neither Red nor Blue this turn.
    assert!(may_have_cards(&state, id("A1"), Colour::Red).is_ok());
    for colour in [Colour::Red, Colour::Blue] {
        assert!(may_have_cards(&state, id("A2"), colour).is_err());
    }
}

#[test]
fn bg4_cards_06_while_attacking_while_defending() {
    use crate::model::effect::{Ban, Effect};
    use crate::model::state::{Lasting, LastingKind};
    for (ban, red, blue) in [
        (Ban::Attacking, false, true),
        (Ban::Defending, true, false),
        (Ban::AttackingOrDefending, false, false),
    ] {
        let state = table_with(&[], &[])
            .change("A1", |unit| {
                unit.lasting.push(Lasting {
                    name: "Barred".to_owned(),
                    kind: LastingKind::Card(CardNo(17)),
                    by: Seat::A,
                    effects: vec![Effect::NoCards {
                        while_: ban,
                        lasts: crate::model::effect::Duration::Turn,
                    }],
                });
            })
            .state();
        assert_eq!(may_have_cards(&state, id("A1"), Colour::Red).is_ok(), red);
        assert_eq!(may_have_cards(&state, id("A1"), Colour::Blue).is_ok(), blue);
        assert!(
            may_have_cards(&state, id("A1"), Colour::Green).is_ok(),
            "Green stays legal"
        );
    }
}

#[test]
fn bg4_cards_07_not_the_same_green_card_twice_on_a_unit() {
    // Two different cards on one unit.
    let two = [(Seat::A, card(16, &["A1"])), (Seat::A, card(18, &["A1"]))];
    assert!(play(table_with(&[16, 18], &[]).state(), &two, &[]).is_ok());
    // The same number twice: a second copy comes from a renewed deck.
    let again = |on: &str| {
        let state = table_with(&[16], &[])
            .set(|state| state.players[0].played = vec![(CardNo(16), vec![id("A1")])])
            .state();
        play(state, &[(Seat::A, card(16, &[on]))], &[])
    };
    assert_eq!(again("A1").unwrap_err().rule.to_string(), "BG4-CARDS-07");
    assert!(again("A2").is_ok(), "on two different units");
}

#[test]
fn bg4_cards_08_a_dual_card_is_played_as_one_colour() {
    // Rune of Skill's kin, Sworn Oath (green/red): as green only before a courage check.
    let before_check = table_with(&[14], &[])
        .set(|state| {
            check_at_hand(state, "A1", None);
            state.agenda = window(GreenAt::BeforeCheck, Seat::A);
        })
        .state();
    let side = check_green(&before_check, Seat::A, CardNo(14), Colour::Green, &[])
        .unwrap()
        .1;
    assert_eq!(side.windows, [Window::CouragePre]);
    assert_eq!(
        check_green(&before_check, Seat::A, CardNo(14), Colour::Red, &[])
            .unwrap_err()
            .rule()
            .id(crate::editions::Edition::V4),
        "BG4-CARDS-01"
    );
    assert_eq!(
        check_green(&before_check, Seat::A, CardNo(14), Colour::Blue, &[])
            .unwrap_err()
            .rule()
            .id(crate::editions::Edition::V4),
        "BG4-CARDS-08"
    );
    let elsewhere = table_with(&[14], &[]).state();
    assert_eq!(refused(elsewhere, Seat::A, card(14, &[])), "BG4-CARDS-01");
}

#[test]
fn bg4_cards_11_and_a_frightened_unit_has_no_cards() {
    let state = table_with(&[16], &[])
        .change("A1", |unit| unit.turn.frightened = true)
        .state();
    assert_eq!(refused(state.clone(), Seat::A, card(16, &["A1"])), "BG4-COUR-11");
    assert!(play(state.clone(), &[(Seat::A, card(16, &["A2"]))], &[]).is_ok());
    // A card that they do not hold.
    assert_eq!(refused(state, Seat::A, card(18, &["A2"])), "BG4-CARDS-11");
    // More units than the card names, an enemy for a card on own units.
    let surge = table_with(&[16], &[]).state();
    assert_eq!(refused(surge.clone(), Seat::A, card(16, &["B1"])), "BG4-CARDS-11");
    assert_eq!(refused(surge, Seat::A, card(16, &["A1", "A1"])), "BG4-CARDS-11");
}

#[test]
fn bg4_cour_11_frightened_bars_cards_of_anybody() {
    // The opponent wants to play a harmful green card on the Frightened unit.
    let state = table_with(&[], &[20])
        .change("A1", |unit| unit.turn.frightened = true)
        .set(|state| state.agenda = window(GreenAt::Movement, Seat::B))
        .state();
    assert_eq!(refused(state.clone(), Seat::B, card(20, &["A1"])), "BG4-COUR-11");
    assert!(play(state, &[(Seat::B, card(20, &["A2"]))], &[]).is_ok());
}

#[test]
fn bg4_merc_04_faction_cards_are_not_played_on_mercenaries() {
    let hired = |hand: &[u8]| {
        table_with(hand, &[])
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                let kind = book
                    .kinds
                    .iter_mut()
                    .find(|kind| kind.id.ends_with("A2"))
                    .unwrap();
                kind.faction = "gravenmoor".to_owned();
            })
            .state()
    };
    // Measured Advance (26) on Infantry: the own unit, not the mercenary; Battle Surge (16) on both.
    assert!(play(hired(&[26]), &[(Seat::A, card(26, &["A1"]))], &[]).is_ok());
    assert_eq!(refused(hired(&[26]), Seat::A, card(26, &["A2"])), "BG4-MERC-04");
    assert!(play(hired(&[16]), &[(Seat::A, card(16, &["A1", "A2"]))], &[]).is_ok());
    // Nor the other player's, North's Bog Fever (21), which falls upon an enemy.
    let fever = |on: &str| {
        let state = Scene::from(hired(&[]))
            .set(|state| {
                state.players[1].hand = vec![Some(CardNo(21))];
                state.agenda = window(GreenAt::Movement, Seat::B);
            })
            .state();
        play(state, &[(Seat::B, card(21, &[on]))], &[])
    };
    assert!(fever("A1").is_ok());
    assert_eq!(fever("A2").unwrap_err().rule.to_string(), "BG4-MERC-04");
}

#[test]
fn bg4_merc_02_the_primary_factions_deck_is_used() {
    let state = table_with(&[21], &[21]).state();
    assert_eq!(printed(&state, Seat::A, CardNo(21)).unwrap().name, "Drill Square");
    assert_eq!(printed(&state, Seat::B, CardNo(21)).unwrap().name, "Bog Fever");
    assert!(!is_mercenary(&state, state.unit(id("A1")).unwrap()));
    // Primary the clans, a mercenary from the League: the deck is the clans'.
    let hired = table_with(&[], &[21])
        .unit("B2", line(), (26.0, 25.0, 180.0))
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            for kind in &mut book.kinds {
                if kind.id.ends_with("B2") {
                    kind.faction = "ostmark".to_owned();
                }
            }
            state.players[1].allegiance = Secret::Known(Allegiance {
                faction: "gravenmoor".to_owned(),
                mercenaries: Some("ostmark".to_owned()),
                also: Vec::new(),
            });
        })
        .state();
    assert!(is_mercenary(&hired, hired.unit(id("B2")).unwrap()));
    assert!(!is_mercenary(&hired, hired.unit(id("B1")).unwrap()));
    assert_eq!(printed(&hired, Seat::B, CardNo(21)).unwrap().name, "Bog Fever");
}

#[test]
fn sample_cards_do_what_they_say() {
    let one = |hand: u8, on: &[&str], change: fn(&mut State)| {
        let state = table_with(&[hand], &[]).set(change).state();
        play(state, &[(Seat::A, card(hand, on))], &[])
    };
    // 15 Horn Call: 1 CA.
    assert_eq!(one(15, &[], |_| {}).unwrap().0.player(Seat::A).actions, 1);
    // 18 Quickstep on an unengaged unit only.
    let fast = one(18, &["A1"], |_| {}).unwrap().0;
    assert_eq!(Field::of(&fast).current_mc(id("A1")).inches().value(), 5.0);
    // 19 Spare Quivers: up to two ammo boxes.
    let ammo = |marked: u8| {
        let state = table_with(&[19], &[])
            .change("A1", |unit| unit.ammo_marked = marked)
            .state();
        let after = play(state, &[(Seat::A, card(19, &["A1"]))], &[]).unwrap().0;
        after.unit(id("A1")).unwrap().ammo_marked
    };
    assert_eq!([ammo(3), ammo(2), ammo(1)], [1, 0, 0]);
    // 20 Confused Signals on an enemy.
    let slow = one(20, &["B1"], |_| {}).unwrap().0;
    assert_eq!(Field::of(&slow).current_mc(id("B1")).inches().value(), 2.5);
    // 25 Reserve Company asks for the order.
    let asked = table_with(&[25], &[])
        .change("A1", |unit| unit.status = Status::Disrupted)
        .state();
    let order = Command::Choose {
        answer: Answer::Order(crate::model::orders::WrittenOrder::plain(Order::Close)),
    };
    let after = play(asked, &[(Seat::A, card(25, &["A1"])), (Seat::A, order)], &[])
        .unwrap()
        .0;
    assert!(
        matches!(after.unit(id("A1")).unwrap().status, Status::Ready(Some(orders)) if orders.order == Order::Close)
    );
    // 30 Orders in Cipher draws two.
    let state = table_with(&[30], &[]).state();
    let after = play(state, &[(Seat::A, card(30, &[]))], &[1, 1]).unwrap().0;
    assert_eq!(after.player(Seat::A).hand, [Some(CardNo(1)), Some(CardNo(2))]);
}

#[test]
fn sample_cards_of_the_clans_do_what_they_say() {
    let north = |hand: &[u8]| {
        Scene::from(table_with(&[], hand).state())
            .unit(
                "B2",
                with_keywords(&[
                    crate::model::effect::Keyword::Large,
                    crate::model::effect::Keyword::Infantry,
                    crate::model::effect::Keyword::Fearsome,
                ]),
                (10.0, 14.0, 180.0),
            )
            .unit("B3", line(), (24.0, 25.0, 180.0))
            .change("B3", |unit| unit.status = Status::Routing)
            .set(|state| {
                state.active = Some(Seat::B);
                for kind in &mut std::sync::Arc::make_mut(&mut state.book).kinds {
                    if kind.id.contains("-B") {
                        kind.faction = "gravenmoor".to_owned();
                    }
                }
            })
            .state()
    };
    // 27 Nightmare Shriek: an own Fearsome unit, then an enemy within 10.5 inches of it.
    let after = play(north(&[27]), &[(Seat::B, card(27, &["B2", "A1"]))], &[])
        .unwrap()
        .0;
    assert!(after.unit(id("A1")).unwrap().pending.fear);
    assert!(!after.unit(id("B2")).unwrap().pending.fear, "it shrieks itself");
    assert_eq!(
        refused(north(&[27]), Seat::B, card(27, &["B1", "A1"])),
        "BG4-CARDS-11"
    );
    // 26 Fen Drums: Routing units within 10.5 inches of a Ready one are Rallied; their headings are asked.
    let heading = Command::Choose {
        answer: Answer::Heading(battleground_geometry::Degrees::HALF),
    };
    let after = play(
        north(&[26]),
        &[(Seat::B, card(26, &["B1"])), (Seat::B, heading)],
        &[],
    )
    .unwrap()
    .0;
    assert!(
        matches!(after.unit(id("B3")).unwrap().status, Status::Ready(Some(orders)) if orders.order == Order::Hold)
    );
    assert_eq!(refused(north(&[26]), Seat::B, card(26, &["B3"])), "BG4-CARDS-11");
}

#[test]
fn bg4_cmd_10_units_rallied_together_do_not_turn_into_one_another() {
    // Two Routing units side by side, half an inch between them: either may turn to 215.54 degrees, whose sweep reaches
    // 2.151 of the 2.25 inches to its neighbour; both would overlap by 0.175 inch.
    let state = table_with(&[], &[26])
        .unit("B3", line(), (22.0, 25.0, 180.0))
        .unit("B4", line(), (26.0, 25.0, 180.0))
        .change("B3", |unit| unit.status = Status::Routing)
        .change("B4", |unit| unit.status = Status::Routing)
        .set(|state| state.active = Some(Seat::B))
        .state();
    let to = |heading: f64| {
        let answer = Answer::Heading(battleground_geometry::Degrees::new(heading).unwrap());
        (Seat::B, Command::Choose { answer })
    };
    let drums = || (Seat::B, card(26, &["B1"]));
    let refusal = play(state.clone(), &[drums(), to(215.54), to(215.54)], &[]).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-MAN-07");
    let (after, _) = play(state, &[drums(), to(215.54), to(180.0)], &[]).unwrap();
    let headings = ["B3", "B4"].map(|unit| after.unit(id(unit)).unwrap().pose.unwrap().heading.value());
    assert_eq!(headings, [215.54, 180.0]);
}

#[test]
fn bg4_cards_07_a_card_on_the_checking_unit_is_played_on_it() {
    // Hold Fast after a failed check, without naming the unit; the same card is drawn again from a renewed deck.
    let state = table_with(&[13], &[])
        .set(|state| {
            check_at_hand(state, "A1", Some(&[6, 6, 6]));
            state.agenda = window(GreenAt::AfterCheck, Seat::A);
        })
        .state();
    let (after, _) = play(state, &[(Seat::A, card(13, &[]))], &[6, 6, 5]).unwrap();
    let again = Scene::from(after)
        .set(|state| {
            state.players[0].discards.clear();
            state.players[0].hand = vec![Some(CardNo(13))];
            state.agenda = window(GreenAt::AfterCheck, Seat::A);
        })
        .state();
    assert_eq!(refused(again, Seat::A, card(13, &[])), "BG4-CARDS-07");
}

#[test]
fn bg4_cards_11_what_a_card_asks_for_binds_every_subject() {
    // Battle Surge "on unengaged units", written beside the subject instead of within it; Confused Signals likewise.
    let state = |engaged: bool| {
        let scene = table_with(&[16, 20], &[]).unit("B2", line(), (10.0, 7.5, 180.0));
        let scene = scene.set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            for card in &mut book.factions[0].deck {
                if [16, 20].contains(&card.number.0) {
                    card.sides[0].when = vec![Condition::Unengaged];
                }
            }
        });
        if engaged {
            scene
                .engaged("B2", "A1", battleground_geometry::Side::Front)
                .state()
        } else {
            scene.state()
        }
    };
    for command in [card(16, &["A1"]), card(20, &["B2"])] {
        assert_eq!(refused(state(true), Seat::A, command.clone()), "BG4-CARDS-11");
        assert!(play(state(false), &[(Seat::A, command)], &[]).is_ok());
    }
}

#[test]
fn bg4_cmd_12_a_card_that_forgets_to_say_unengaged_reorganizes_nobody_engaged() {
    // Reserve Company without its conditions: it would do nothing, so it is not spent, and nobody is asked for an order that no
    // answer could give.
    let state = table_with(&[25], &[])
        .unit("B2", line(), (10.0, 7.5, 180.0))
        .engaged("B2", "A1", battleground_geometry::Side::Front)
        .change("A1", |unit| unit.status = Status::Disrupted)
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            for card in book.factions[0]
                .deck
                .iter_mut()
                .filter(|card| card.number.0 == 25)
            {
                card.sides[0].subject = Subject::Own {
                    most: 1,
                    when: Vec::new(),
                };
            }
        })
        .state();
    let refusal = play(state, &[(Seat::A, card(25, &["A1"]))], &[]).unwrap_err();
    assert_eq!(refusal.rule.to_string(), "BG4-CMD-12");
}

#[test]
fn bg4_cmd_10_a_card_rallies_only_routing_units_before_their_activation() {
    let played = |change: fn(&mut Unit)| {
        let state = table_with(&[19], &[])
            .change("A1", change)
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                for card in book.factions[0]
                    .deck
                    .iter_mut()
                    .filter(|card| card.number.0 == 19)
                {
                    card.sides[0].effects = vec![crate::model::effect::Effect::Rally {
                        on: crate::model::effect::Target::Chosen,
                    }];
                }
            })
            .state();
        let (after, _) = play(state, &[(Seat::A, card(19, &["A1"]))], &[]).map_err(|why| why.rule.0)?;
        Ok::<_, std::borrow::Cow<'static, str>>(matches!(after.agenda.last().unwrap().step, Step::Ask(_)))
    };
    assert_eq!(
        played(|unit| unit.status = Status::Routing),
        Ok(true),
        "its heading is asked"
    );
    assert_eq!(played(|_| {}), Err("BG4-CMD-10".into()), "it is Ready");
    let has_run = played(|unit| {
        unit.status = Status::Routing;
        unit.turn.activated = true;
    });
    assert_eq!(has_run, Err("BG4-CMD-10".into()));
}

#[test]
fn bg4_cards_03_no_blue_card_for_a_unit_that_is_not_attacked() {
    // Dogged Stand, whose courage bonus would last the turn.
    let state = table_with(&[8], &[]).state();
    let command = coloured(8, Colour::Blue, &["A1"]);
    assert_eq!(refused(state, Seat::A, command), "BG4-CARDS-01");
}
