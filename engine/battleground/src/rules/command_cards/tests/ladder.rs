//! The ladders of refused green cards and passes: when, which card, on whom, what it asks of them.

use hindsight_kernel::RefusalReason as _;

use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::model::effect::{Ban, Duration, Effect, Keyword};
use crate::model::state::{Lasting, LastingKind};
use crate::rules::command_cards::CardRefusal as Why;

fn hand(ladder: &mut Ladder, seat: Seat, card: u8) {
    ladder.state.players[seat.index()].hand = vec![Some(CardNo(card))];
}

fn mend(ladder: &mut Ladder, unit: &str, change: impl FnOnce(&mut Unit)) {
    change(ladder.state.unit_mut(id(unit)).unwrap());
}

/// The printed card of a unit, changed.
fn reprint(state: &mut State, unit: &str, change: impl FnOnce(&mut crate::model::cards::UnitType)) {
    let end = format!("-{unit}");
    let book = std::sync::Arc::make_mut(&mut state.book);
    change(
        book.kinds
            .iter_mut()
            .find(|kind| kind.id.ends_with(&end))
            .unwrap(),
    );
}

/// Whom a common card is played on.
fn subject(state: &mut State, card: u8, subject: &Subject) {
    let book = std::sync::Arc::make_mut(&mut state.book);
    for faction in &mut book.factions {
        for printed in faction
            .deck
            .iter_mut()
            .filter(|printed| printed.number == CardNo(card))
        {
            printed.sides[0].subject = subject.clone();
        }
    }
}

fn passes() -> [Vec<&'static str>; 2] {
    let asked = |at: &mut Ladder| at.state.agenda = window(GreenAt::Movement, Seat::A);
    let state = table_with(&[16], &[]).state();
    let now = Ladder::new(state.clone(), Command::Pass)
        .refused("BG4-CARDS-04", Why::NotAsked(Seat::A), asked)
        .accepted();
    let phase = Ladder::new(state, Command::PassPhase)
        .refused("BG4-CARDS-04", Why::NotAskedThisPhase(Seat::A), asked)
        .accepted();
    [now, phase]
}

/// A player who is not asked hears what closes the window.
fn closed() -> Vec<&'static str> {
    let state = table_with(&[18], &[])
        .set(|state| state.agenda = vec![Step::Attacks.into()])
        .state();
    Ladder::new(state, coloured(18, Colour::Blue, &["A1"]))
        .after(Seat::A, &[], |state, commands| {
            let (seat, command) = commands.last().unwrap();
            let closed = <crate::Battleground as hindsight_kernel::Rules>::closed(&state, *seat, command);
            closed.map_or(Ok(()), Err)?;
            play(state, commands, &[]).map(|_| ())
        })
        .refused("BG4-CARDS-01", Why::ForAttacks(Colour::Blue), |at| {
            at.command = card(18, &["A1"]);
        })
        .refused("BG4-CARDS-04", Why::NoWindow(CardNo(18)), |at| {
            at.state.agenda = vec![Step::MovementAndCommand.into()];
        })
        .accepted()
}

/// A card on an own unit, first in the other player's phase and as a colour that it has not.
fn on_own() -> Vec<&'static str> {
    let name = || "Quickstep".to_owned();
    let state = table_with(&[], &[])
        .change("A1", |unit| {
            unit.pose = None;
            unit.turn.frightened = true;
        })
        .set(|state| {
            subject(state, 18, &Subject::Attacker);
            state.active = Some(Seat::B);
            state.agenda = window(GreenAt::Movement, Seat::A);
            state.players[0].played = vec![(CardNo(18), vec![id("A1")])];
        })
        .state();
    Ladder::new(state, coloured(18, Colour::Blue, &[]))
        .refused(
            "BG4-CARDS-11",
            Why::NotHeld {
                seat: Seat::A,
                card: CardNo(18),
            },
            |at| hand(at, Seat::A, 18),
        )
        .refused(
            "BG4-CARDS-08",
            Why::OtherColour {
                name: name(),
                asked: Colour::Blue,
                colours: vec![Colour::Green],
            },
            |at| at.command = card(18, &[]),
        )
        .refused(
            "BG4-CARDS-04",
            Why::OwnPhaseOnly {
                name: name(),
                card: CardNo(18),
            },
            |at| {
                at.state.active = Some(Seat::A);
                at.state.agenda = vec![Step::MovementAndCommand.into()];
            },
        )
        .refused("BG4-CARDS-11", Why::InAttack(Vec::new()), |at| {
            let own = Subject::Own {
                most: 1,
                when: Vec::new(),
            };
            subject(&mut at.state, 18, &own);
        })
        .refused(
            "BG4-CARDS-11",
            Why::Count {
                most: 1,
                on: Vec::new(),
            },
            |at| at.command = card(18, &["B1"]),
        )
        .refused(
            "BG4-CARDS-11",
            Why::NotYours {
                unit: id("B1"),
                on: vec![id("B1")],
            },
            |at| at.command = card(18, &["A1"]),
        )
        .refused("BG4-CARDS-11", Why::NotOnTheTable(id("A1")), |at| {
            mend(at, "A1", |unit| {
                unit.pose = Some(crate::scene::pose(10.0, 5.0, 0.0));
            });
        })
        .refused("BG4-COUR-11", Why::Frightened(id("A1")), |at| {
            mend(at, "A1", |unit| unit.turn.frightened = false);
        })
        .refused("BG4-CARDS-07", Why::Twice(id("A1")), |at| {
            at.state.players[0].played.clear();
        })
        .accepted()
}

/// No green card is barred by what was played before, but those of the other colours are.
fn barred() -> Vec<&'static str> {
    let state = table_with(&[], &[])
        .change("A1", |unit| {
            unit.turn.frightened = true;
            unit.lasting.push(Lasting {
                name: "Barred".to_owned(),
                kind: LastingKind::Card(CardNo(17)),
                by: Seat::A,
                effects: vec![Effect::NoCards {
                    while_: Ban::Attacking,
                    lasts: Duration::Turn,
                }],
            });
        })
        .state();
    Ladder::new(state, Command::Pass)
        .after(Seat::A, &[], |state, _| {
            let allowed = may_have_cards(&state, id("A1"), Colour::Red);
            allowed.map_err(|why| Refusal::from(why).of(state.edition))
        })
        .refused("BG4-COUR-11", Why::Frightened(id("A1")), |at| {
            mend(at, "A1", |unit| unit.turn.frightened = false);
        })
        .refused(
            "BG4-CARDS-06",
            Why::Barred {
                unit: id("A1"),
                colour: Colour::Red,
            },
            |at| mend(at, "A1", |unit| unit.lasting.clear()),
        )
        .accepted()
}

/// A faction card, on a mercenary that is no Infantry.
fn on_a_mercenary() -> Vec<&'static str> {
    let state = table_with(&[26], &[])
        .set(|state| {
            reprint(state, "A1", |printed| {
                printed.faction = "gravenmoor".to_owned();
                printed.keywords = with_keywords(&[Keyword::Normal, Keyword::Cavalry]).keywords;
            });
            state.players[0].played = vec![(CardNo(26), vec![id("A1")])];
        })
        .state();
    Ladder::new(state, card(26, &["A1"]))
        .refused("BG4-MERC-04", Why::OnMercenary(id("A1")), |at| {
            reprint(&mut at.state, "A1", |printed| {
                printed.faction = "ostmark".to_owned();
            });
        })
        .refused("BG4-CARDS-07", Why::Twice(id("A1")), |at| {
            at.state.players[0].played.clear();
        })
        .refused("BG4-CARDS-11", Why::NotMet(id("A1")), |at| {
            reprint(&mut at.state, "A1", |printed| printed.keywords = line().keywords);
        })
        .accepted()
}

/// A card of two colours that works on a courage check.
fn on_a_check() -> Vec<&'static str> {
    let name = || "Sworn Oath".to_owned();
    Ladder::new(table_with(&[14], &[]).state(), coloured(14, Colour::Red, &["A2"]))
        .refused(
            "BG4-CARDS-01",
            Why::PlayedInAttacks {
                name: name(),
                card: CardNo(14),
            },
            |at| at.command = card(14, &["A2"]),
        )
        .refused(
            "BG4-CARDS-01",
            Why::NotInThisWindow {
                name: name(),
                card: CardNo(14),
            },
            |at| at.state.agenda = window(GreenAt::BeforeCheck, Seat::A),
        )
        .refused("BG4-CARDS-11", Why::NoCheck(vec![id("A2")]), |at| {
            check_at_hand(&mut at.state, "B1", None);
        })
        .refused("BG4-CARDS-11", Why::NotOwnCheck(vec![id("A2")]), |at| {
            check_at_hand(&mut at.state, "A1", None);
        })
        .refused(
            "BG4-CARDS-11",
            Why::OnTheChecking {
                unit: id("A1"),
                on: vec![id("A2")],
            },
            |at| at.command = card(14, &["A1"]),
        )
        .accepted()
}

/// A card that has a check taken again: not one that is passed.
fn again() -> Vec<&'static str> {
    let state = table_with(&[13], &[])
        .set(|state| {
            check_at_hand(state, "A1", Some(&[1, 1, 1]));
            state.agenda = window(GreenAt::AfterCheck, Seat::A);
        })
        .state();
    Ladder::new(state, card(13, &[]))
        .after(Seat::A, &[], |state, commands| {
            play(state, commands, &[2, 2, 2]).map(|_| ())
        })
        .refused("BG4-COUR-03", Why::NotFailed, |at| {
            check_at_hand(&mut at.state, "A1", Some(&[6, 6, 6]));
        })
        .accepted()
}

/// What a common card does.
fn does(state: &mut State, card: u8, effects: &[Effect]) {
    let book = std::sync::Arc::make_mut(&mut state.book);
    let decks = book.factions.iter_mut().flat_map(|faction| &mut faction.deck);
    for printed in decks.filter(|printed| printed.number == CardNo(card)) {
        printed.sides[0].effects = effects.to_vec();
    }
}

/// A card by which a check is passed: not one that another has passed.
fn passing() -> Vec<&'static str> {
    let passes = Effect::PassCourage { then: Vec::new() };
    let state = table_with(&[14], &[])
        .set(|state| {
            check_at_hand(state, "A1", None);
            state.check.as_mut().unwrap().cards = vec![Lasting {
                name: "Calm".to_owned(),
                kind: LastingKind::Card(CardNo(30)),
                by: Seat::A,
                effects: vec![passes.clone()],
            }];
            state.agenda = window(GreenAt::BeforeCheck, Seat::A);
            does(state, 14, &[passes]);
        })
        .state();
    Ladder::new(state, card(14, &[]))
        .refused("BG4-COUR-03", Why::PassedAlready, |at| {
            at.state.check.as_mut().unwrap().cards.clear();
        })
        .accepted()
}

/// A card that changes an order: not that of a unit that was Rallied this turn.
fn another_order() -> Vec<&'static str> {
    let state = table_with(&[18], &[])
        .change("A1", |unit| unit.turn.rallied = true)
        .set(|state| does(state, 18, &[Effect::ChangeOrder]))
        .state();
    Ladder::new(state, card(18, &["A1"]))
        .refused("BG4-CMD-05", Why::OrderStays(id("A1")), |at| {
            mend(at, "A1", |unit| unit.turn.rallied = false);
        })
        .accepted()
}

/// A card that Rallies: not a unit that has made its rout movement; one that Reorganizes: not a Ready unit.
fn another_status() -> [Vec<&'static str>; 2] {
    let rallies = table_with(&[18], &[])
        .change("A1", |unit| {
            unit.status = Status::Routing;
            unit.turn.activated = true;
        })
        .set(|state| {
            subject(
                state,
                18,
                &Subject::Own {
                    most: 1,
                    when: Vec::new(),
                },
            );
            let on = crate::model::effect::Target::Chosen;
            does(state, 18, &[Effect::Rally { on }]);
        })
        .state();
    let reorganizes = Scene::from(rallies.clone())
        .change("A1", |unit| unit.status = Status::Disrupted)
        .order("A1", Order::Hold)
        .set(|state| does(state, 18, &[Effect::Reorganize]))
        .state();
    [
        Ladder::new(rallies, card(18, &["A1"])).refused("BG4-CMD-10", Why::NotRallied(id("A1")), |at| {
            mend(at, "A1", |unit| unit.turn.activated = false);
        }),
        Ladder::new(reorganizes, card(18, &["A1"])).refused(
            "BG4-CMD-12",
            Why::NotReorganized(id("A1")),
            |at| mend(at, "A1", |unit| unit.status = Status::Disrupted),
        ),
    ]
    .map(Ladder::accepted)
}

/// A card on an enemy near an own unit that frightens.
fn on_an_enemy() -> Vec<&'static str> {
    let state = table_with(&[], &[27])
        .unit("B2", line(), (22.0, 25.0, 180.0))
        .set(|state| {
            state.active = Some(Seat::B);
            reprint(state, "B2", |printed| printed.faction = "gravenmoor".to_owned());
        })
        .state();
    let far = |state: &State| Field::of(state).within(id("B1"), id("A2"));
    let found = far(&state);
    Ladder::new(state, card(27, &[]))
        .after(Seat::B, &[], |state, commands| {
            play(state, commands, &[]).map(|_| ())
        })
        .refused("BG4-CARDS-11", Why::NameOwnFirst(Vec::new()), |at| {
            at.command = card(27, &["A1", "A2"]);
        })
        .refused("BG4-TURN-03", Why::NotOwnUnit(id("A1")), |at| {
            at.command = card(27, &["B1", "A2"]);
        })
        .refused("BG4-CARDS-11", Why::NoPart(id("B1")), |at| {
            let fearsome = [Keyword::Normal, Keyword::Infantry, Keyword::Fearsome];
            reprint(&mut at.state, "B1", |printed| {
                printed.keywords = with_keywords(&fearsome).keywords;
            });
        })
        .refused(
            "BG4-GEO-19",
            Why::OutOfReach {
                from: id("B1"),
                target: id("A2"),
                found,
                most: crate::model::effect::Distance(10_500),
            },
            |at| {
                mend(at, "A2", |unit| {
                    unit.pose = Some(crate::scene::pose(18.0, 15.0, 0.0));
                });
                at.command = card(27, &["B1"]);
            },
        )
        .refused(
            "BG4-CARDS-11",
            Why::Count {
                most: 1,
                on: Vec::new(),
            },
            |at| at.command = card(27, &["B1", "B2"]),
        )
        .refused(
            "BG4-CARDS-11",
            Why::NoEnemy {
                unit: id("B2"),
                on: vec![id("B1"), id("B2")],
            },
            |at| at.command = card(27, &["B1", "A2"]),
        )
        .accepted()
}

/// A card on the player.
fn on_nobody() -> Vec<&'static str> {
    Ladder::new(table_with(&[30], &[]).state(), card(30, &["A1"]))
        .after(Seat::A, &[], |state, commands| {
            play(state, commands, &[1, 1]).map(|_| ())
        })
        .refused("BG4-CARDS-11", Why::OnNoUnit(vec![id("A1")]), |at| {
            at.command = card(30, &[]);
        })
        .accepted()
}

#[test]
fn a_card_is_refused_by_the_first_rule_that_forbids_it() {
    let [now, phase] = passes();
    let [rallies, reorganizes] = another_status();
    check_ladders::<Why>(&[
        now,
        phase,
        closed(),
        on_own(),
        barred(),
        on_a_mercenary(),
        on_a_check(),
        again(),
        passing(),
        another_order(),
        rallies,
        reorganizes,
        on_an_enemy(),
        on_nobody(),
    ]);
}

#[test]
fn card_of_a_refusal_is_named_by_its_faction() {
    let state = table_with(&[16], &[]).state();
    let not_held = |card: u8| {
        let why = Why::NotHeld {
            seat: Seat::A,
            card: CardNo(card),
        };
        crate::naming::named(&state, why.message()).to_string()
    };
    let printed = printed(&state, Seat::A, CardNo(16)).unwrap();
    assert_eq!(not_held(16), format!("South does not hold {} (16)", printed.name));
    assert_eq!(not_held(77), "South does not hold card 77");
}
