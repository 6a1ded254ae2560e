//! The ladder of refused command actions: one for each use, each from the time of the action to its price.

use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::verbs::command_refusal::CommandActionRefusal as Why;
use crate::verbs::orders::refusal::OrderRefusal;

fn a1() -> UnitId {
    id("A1")
}

/// A1 changes as told.
fn mend(ladder: &mut Ladder, change: impl FnOnce(&mut Unit)) {
    change(ladder.state.unit_mut(a1()).unwrap());
}

fn ready(order: Order) -> Status {
    Status::Ready(Some(Orders::plain(order)))
}

/// No unit without a range has the order Range.
fn no_range() -> Why {
    Why::Order(OrderRefusal::NoRange {
        unit: a1(),
        order: Order::Range,
    })
}

/// The command comes in the other player's Combat Phase; then in South's, then between two of South's actions.
fn when(state: State, command: Command) -> Ladder {
    let scene = Scene::from(state).set(|state| {
        state.active = Some(Seat::B);
        state.agenda = vec![Step::Attacks.into()];
    });
    Ladder::new(scene.state(), command)
        .refused("BG4-TURN-03", Why::NotActive, |at| {
            at.state.active = Some(Seat::A);
        })
        .refused("BG4-TURN-03", Why::NotBetweenActions, |at| {
            at.state.agenda = vec![Step::MovementAndCommand.into()];
        })
}

/// The same with a command for a unit: first for one of North's, then for A1.
fn whose(state: State, command: impl Fn(UnitId) -> Command) -> Ladder {
    when(state, command(id("B1"))).refused("BG4-TURN-03", Why::NotOwnUnit(id("B1")), |at| {
        at.command = command(a1());
    })
}

/// It costs so many command actions, and there is one too few.
fn dear(ladder: Ladder, cost: u8) -> Vec<&'static str> {
    let left = cost - 1;
    ladder
        .refused("BG4-CMD-15", Why::TooDear { cost, left }, |at| {
            at.state.players[0].actions = cost;
        })
        .accepted()
}

/// A1 is engaged with B2 on its front.
fn engaged(scene: Scene) -> Scene {
    scene
        .unit("B2", line(), (10.0, 7.5, 180.0))
        .engaged("B2", "A1", Side::Front)
}

fn free(ladder: &mut Ladder) {
    ladder.state.engagements.clear();
    ladder.state.unit_mut(id("B2")).unwrap().pose = Some(crate::scene::pose(30.0, 25.0, 180.0));
}

fn change_order() -> Vec<&'static str> {
    let range = |unit: UnitId| Command::ChangeOrder {
        unit,
        order: WrittenOrder::plain(Order::Range),
    };
    let scene = engaged(camp(0)).change("A1", |unit| {
        unit.status = Status::Disrupted;
        unit.turn.rallied = true;
    });
    let ladder = whose(scene.state(), range)
        .refused("BG4-CMD-05", Why::Engaged(a1()), free)
        .refused("BG4-CMD-05", Why::NotReady(a1()), |at| {
            mend(at, |unit| unit.status = ready(Order::Range));
        })
        .refused("BG4-CMD-05", Why::RalliedThisTurn(a1()), |at| {
            mend(at, |unit| unit.turn.rallied = false);
        })
        .refused("BG4-CMD-05", Why::SameOrder(a1()), |at| {
            mend(at, |unit| unit.status = ready(Order::Hold));
        })
        .refused("BG4-ORDER-04", no_range(), |at| {
            at.command = change("A1", Order::Close);
        });
    dear(ladder, 1)
}

fn direct_control() -> Vec<&'static str> {
    let scene = camp(1).change("A1", |unit| {
        unit.status = Status::Routing;
        unit.turn.controlled = true;
        unit.turn.rallied = true;
        unit.turn.run_through = true;
    });
    let ladder = whose(scene.state(), |unit| Command::DirectControl { unit })
        .refused("BG4-CMD-06", Why::ControlOfRouting(a1()), |at| {
            mend(at, |unit| unit.status = Status::Disrupted);
        })
        .refused("BG4-CMD-06", Why::ControlledAlready(a1()), |at| {
            mend(at, |unit| unit.turn.controlled = false);
        })
        .refused("BG4-CMD-06", Why::ControlOfRallied(a1()), |at| {
            mend(at, |unit| unit.turn.rallied = false);
        })
        .refused("BG4-ROUT-11", Why::ControlOfRunThrough(a1()), |at| {
            mend(at, |unit| unit.turn.run_through = false);
        });
    dear(ladder, 2)
}

fn draw_card() -> Vec<&'static str> {
    let told = CardNo(5);
    let scene = camp(0).set(|state| {
        state.decks = Decks::Server;
        let player = &mut state.players[0];
        player.deck = 0;
        player.unseen = vec![CardNo(7)];
        player.hand = (8..23).map(|card| Some(CardNo(card))).collect();
    });
    let ladder = when(scene.state(), Command::DrawCard { card: Some(told) })
        .refused("BG4-CARDS-10", Why::NoCardLeft, |at| at.state.players[0].deck = 1)
        .refused("BG4-CARDS-10", Why::ServerDraws(told), |at| {
            at.state.decks = Decks::Table;
        })
        .refused("BG4-CARDS-09", Why::HandFull(told), |at| {
            at.state.players[0].hand.pop();
        })
        .refused(
            "BG4-CARDS-10",
            Why::NotInDeck {
                seat: Seat::A,
                card: told,
            },
            |at| {
                at.state.players[0].unseen = vec![told];
            },
        );
    dear(ladder, 1)
}

/// On the ground it wants to stay in the air; in the air it wants to turn, then to land on A2.
fn rally() -> [Vec<&'static str>; 2] {
    let to = |heading: f64, airborne: bool| {
        move |unit: UnitId| Command::Rally {
            unit,
            heading: Degrees::new(heading).unwrap(),
            airborne,
        }
    };
    let begun = |scene: Scene| {
        let scene = scene.change("A1", |unit| unit.turn.activated = true);
        whose(scene.state(), to(45.0, true))
            .refused("BG4-CMD-10", Why::NotRouting(a1()), |at| {
                mend(at, |unit| unit.status = Status::Routing);
            })
            .refused("BG4-CMD-10", Why::RoutMoveMade(a1()), |at| {
                mend(at, |unit| unit.turn.activated = false);
            })
    };
    let on_the_ground = begun(camp(0).unit("A3", line(), (13.5, 5.0, 0.0)))
        .refused("BG4-FLY-11", Why::NotInTheAir(a1()), |at| {
            at.command = to(45.0, false)(a1());
        })
        .refused("BG4-MAN-07", Why::NoRoomToTurn(a1()), |at| {
            at.command = to(0.0, false)(a1());
        });
    let above = camp(0)
        .unit("A3", line(), (10.5, 5.5, 0.0))
        .change("A1", |unit| unit.airborne = true);
    let in_the_air = begun(above)
        .refused("BG4-FLY-11", Why::TurnedInTheAir(a1()), |at| {
            at.command = to(0.0, false)(a1());
        })
        .refused("BG4-FLY-11", Why::NoRoomToLand(a1()), |at| {
            at.command = to(0.0, true)(a1());
        });
    [on_the_ground, in_the_air].map(|ladder| dear(ladder, 1))
}

fn reload() -> Vec<&'static str> {
    let ladder = whose(camp(0).state(), |unit| Command::Reload { unit }).refused(
        "BG4-CMD-11",
        Why::NoMarkedAmmo(a1()),
        |at| mend(at, |unit| unit.ammo_marked = 1),
    );
    dear(ladder, 1)
}

fn reorganize() -> Vec<&'static str> {
    let to = |order: Order| {
        move |unit: UnitId| Command::Reorganize {
            unit,
            order: WrittenOrder::plain(order),
        }
    };
    let ladder = whose(engaged(camp(1)).state(), to(Order::Range))
        .refused("BG4-CMD-12", Why::NotDisrupted(a1()), |at| {
            mend(at, |unit| unit.status = Status::Disrupted);
        })
        .refused("BG4-CMD-12", Why::ReorganizedEngaged(a1()), free)
        .refused("BG4-ORDER-04", no_range(), |at| {
            at.command = to(Order::Close)(a1());
        });
    dear(ladder, 2)
}

/// These units charge with this order, and these are Reorganized.
fn sound(charge: &[UnitId], order: Order, reorganize: &[UnitId]) -> Command {
    let ordered = |units: &[UnitId]| {
        let order = WrittenOrder::plain(order);
        units.iter().map(|&unit| Ordered { unit, order }).collect()
    };
    Command::SoundTheCharge {
        charge: ordered(charge),
        rally: Vec::new(),
        reorganize: ordered(reorganize),
    }
}

/// First what the whole army must keep, then what a unit must.
fn sound_the_charge() -> [Vec<&'static str>; 2] {
    let charge = |order: Order| sound(&[a1()], order, &[]);
    let no_charge_order = |order: Order| Why::NoChargeOrder {
        asked: WrittenOrder::plain(order),
    };
    let spent = camp(0)
        .order("A1", Order::Range)
        .set(|state| state.players[0].spent_any = true);
    let army = when(spent.state(), sound(&[a1()], Order::Short, &[a1()]))
        .refused("BG4-CMD-13", Why::SpentAlready, |at| {
            at.state.players[0].spent_any = false;
        })
        .refused("BG4-CMD-13", Why::NothingToSpend, |at| {
            at.state.players[0].actions = 4;
        })
        .refused("BG4-CMD-13", Why::ChargeNamesTwice(a1()), |at| {
            at.command = sound(&[], Order::Short, &[]);
        })
        .refused("BG4-CMD-13", Why::ChargeNamesNobody, |at| {
            at.command = charge(Order::Short);
        })
        .refused("BG4-CMD-13", no_charge_order(Order::Short), |at| {
            at.command = charge(Order::Range);
        })
        .refused("BG4-CMD-05", Why::SameOrder(a1()), |at| {
            mend(at, |unit| unit.status = ready(Order::Hold));
        })
        .refused("BG4-ORDER-04", no_range(), |at| at.command = charge(Order::Close));
    let scene = engaged(camp(4)).change("A1", |unit| {
        unit.status = Status::Disrupted;
        unit.turn.rallied = true;
    });
    let unit = whose(scene.state(), |unit| sound(&[unit], Order::Hold, &[]))
        .refused("BG4-CMD-05", Why::Engaged(a1()), free)
        .refused("BG4-CMD-05", Why::NotReady(a1()), |at| {
            mend(at, |unit| unit.status = ready(Order::Hold));
        })
        .refused("BG4-CMD-05", Why::RalliedThisTurn(a1()), |at| {
            mend(at, |unit| unit.turn.rallied = false);
        })
        .refused("BG4-CMD-13", no_charge_order(Order::Hold), |at| {
            at.command = charge(Order::Close);
        });
    [army, unit].map(Ladder::accepted)
}

fn recall() -> Vec<&'static str> {
    let units = |units: &[UnitId]| Command::Recall {
        units: units.to_vec(),
    };
    let scene = engaged(camp(0)).change("A1", |unit| {
        unit.status = Status::Routing;
        unit.turn.activated = true;
    });
    let twice = vec![a1(), a1()];
    let ladder = when(scene.state(), units(&twice))
        .refused("BG4-CMD-14", Why::RecallNamesNobodyOrTwice(twice), |at| {
            at.command = units(&[a1()]);
        })
        .refused("BG4-CMD-14", Why::NoSkirmisher(a1()), |at| {
            let kind = at.state.unit(a1()).unwrap().kind;
            std::sync::Arc::make_mut(&mut at.state.book).kinds[usize::from(kind.0)]
                .keywords
                .insert(Keyword::Skirmisher);
        })
        .refused("BG4-CMD-14", Why::RecallAfterActivation(a1()), |at| {
            mend(at, |unit| unit.turn.activated = false);
        })
        .refused("BG4-CMD-14", Why::RecallOfEngaged(a1()), free)
        .refused("BG4-CMD-14", Why::RecallOfRouting(a1()), |at| {
            mend(at, |unit| unit.status = ready(Order::Hold));
        });
    dear(ladder, 1)
}

/// What only the earlier edition refuses: with Direct Control of an engaged unit, with Rallies, with a charge. Rules `BG3-CMD-02`,
/// `BG3-CMD-06`, `BG3-CMD-11`, `BG3-CMD-12` (p. 10), `BG3-KEY-16` (p. 29).
fn earlier() -> [Vec<&'static str>; 3] {
    let begun = |scene: Scene, command: Command| {
        let scene = scene.set(|state| {
            state.edition = crate::editions::Edition::V3;
            state.active = Some(Seat::B);
        });
        Ladder::new(scene.state(), command).refused("BG3-CMD-02", Why::NotInOwnPhase, |at| {
            at.state.active = Some(Seat::A);
        })
    };
    let control = begun(engaged(camp(1)), Command::DirectControl { unit: a1() }).refused(
        "BG3-CMD-06",
        Why::ControlOfEngaged(a1()),
        free,
    );
    let to = |heading: f64| Command::Rally {
        unit: a1(),
        heading: Degrees::new(heading).unwrap(),
        airborne: false,
    };
    let routing = camp(1).unit("A3", line(), (10.0, 7.5, 0.0)).change("A1", |unit| {
        unit.status = Status::Routing;
        unit.airborne = true;
    });
    let rally = begun(routing, to(90.0))
        .refused("BG3-KEY-16", Why::RalliesInTheAir(a1()), |at| {
            mend(at, |unit| unit.airborne = false);
        })
        .refused("BG3-CMD-11", Why::NoRoomToFace(a1()), |at| at.command = to(180.0));
    let leaving = camp(1).change("A1", |unit| unit.status = Status::Routing);
    let ordered = Ordered {
        unit: id("A2"),
        order: WrittenOrder::plain(Order::Close),
    };
    let charge = begun(leaving, sound(&[id("A2")], Order::Close, &[])).refused(
        "BG3-CMD-12",
        Why::ChargeLeavesOut(a1()),
        |at| {
            let rallied = Rallied {
                unit: a1(),
                heading: Degrees::ZERO,
                airborne: false,
            };
            at.command = Command::SoundTheCharge {
                charge: vec![ordered],
                rally: vec![rallied],
                reorganize: Vec::new(),
            };
        },
    );
    [control, rally, charge].map(Ladder::accepted)
}

#[test]
fn bg4_cmd_15_a_command_action_is_refused_by_the_first_rule_that_forbids_it() {
    let mut ladders = vec![
        change_order(),
        direct_control(),
        draw_card(),
        reload(),
        reorganize(),
        recall(),
    ];
    ladders.extend(rally());
    ladders.extend(sound_the_charge());
    ladders.extend(earlier());
    check_ladders::<Why>(&ladders);
}

/// A refusal as the later edition answers it.
fn of_later(why: Why) -> hindsight_kernel::Refusal {
    Refusal::from(why)
        .named(&camp(4).state())
        .of(crate::editions::Edition::V4)
}

#[test]
fn bg4_cmd_13_what_the_whole_army_must_keep_comes_before_its_units() {
    let b1 = id("B1");
    let twice = play(
        camp(4).state(),
        &[(Seat::A, sound(&[b1, b1], Order::Close, &[]))],
        &[],
    );
    assert_eq!(twice.unwrap_err(), of_later(Why::ChargeNamesTwice(b1)));
    let nobody = Command::Recall { units: vec![b1, b1] };
    let nobody = play(camp(4).state(), &[(Seat::A, nobody)], &[]);
    assert_eq!(
        nobody.unwrap_err(),
        of_later(Why::RecallNamesNobodyOrTwice(vec![b1, b1]))
    );
    assert_eq!(
        refused(camp(4).state(), Command::Recall { units: Vec::new() }),
        "BG4-CMD-14"
    );
}

#[test]
fn bg4_turn_03_who_is_not_asked_is_told_whose_turn_it_is() {
    let state = camp(4).state();
    let closed = |command: &Command| crate::flow::closed(&state, Seat::B, command).map(|why| why.to_string());
    let not_active: Refusal = Why::NotActive.into();
    for command in [
        change("B1", Order::Hold),
        Command::DirectControl { unit: id("B1") },
        Command::DrawCard { card: None },
        sound(&[id("B1")], Order::Close, &[]),
        Command::EndPhase,
    ] {
        assert_eq!(closed(&command), Some(not_active.to_string()));
    }
    assert_eq!(closed(&Command::Pass), None);
}
