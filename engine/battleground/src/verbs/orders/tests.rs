//! The ladder of refused orders.

use hindsight_kernel::{RefusalReason as _, Seat};

use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::model::cards::{Preprinted, RangedType, UnitType};
use crate::model::command::Command;
use crate::scene::{Scene, id, inches, line, mc, point, scene, shooting, with_keywords};

/// South has A1, of this card, and A2, and 4 CAs; North has B1.
fn camp(card: UnitType) -> Scene {
    scene()
        .unit("A1", card, (18.0, 10.0, 0.0))
        .unit("A2", line(), (8.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .order("A1", Order::Close)
        .set(|state| state.players[0].actions = 4)
}

/// A card that prints the order Close and allows no other.
fn printed(card: UnitType) -> UnitType {
    UnitType {
        preprinted: Some(Preprinted {
            order: Order::Close,
            changeable: false,
        }),
        ..card
    }
}

fn unprinted(ladder: &mut Ladder) {
    let kind = ladder.state.unit(id("A1")).unwrap().kind;
    std::sync::Arc::make_mut(&mut ladder.state.book).kinds[usize::from(kind.0)].preprinted = None;
}

fn flyer() -> UnitType {
    UnitType {
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Flying])
    }
}

/// A1 is given this order.
fn ladder(scene: Scene, order: WrittenOrder) -> Ladder {
    Ladder::new(
        scene.state(),
        Command::ChangeOrder {
            unit: id("A1"),
            order,
        },
    )
}

/// The order of the command.
fn order(ladder: &Ladder) -> WrittenOrder {
    match ladder.command {
        Command::ChangeOrder { order, .. } => order,
        ref other => panic!("{other:?}"),
    }
}

/// Changes the order of the command.
fn mend(ladder: &mut Ladder, change: impl FnOnce(&mut WrittenOrder)) {
    match &mut ladder.command {
        Command::ChangeOrder { order, .. } => change(order),
        other => panic!("{other:?}"),
    }
}

/// What the order asks for is named by the refusal.
fn rung(
    ladder: Ladder,
    rule: &str,
    why: impl FnOnce(WrittenOrder) -> OrderRefusal,
    mend: impl FnOnce(&mut Ladder),
) -> Ladder {
    let why = why(order(&ladder));
    ladder.refused(rule, why, mend)
}

fn unit() -> UnitId {
    id("A1")
}

/// From a Range order for a unit that cannot shoot, with a cap that is too low or too high, and a token for no place.
fn base_and_cap() -> [Vec<&'static str>; 2] {
    let faulty = |cap: Mc| WrittenOrder {
        order: Order::Follow,
        cap: Some(cap),
        token_at: Some(point(18.0, 20.0)),
        ..WrittenOrder::plain(Order::Close)
    };
    let most = mc(3.5);
    let up_to_the_cap = |cap: Mc| {
        let begun = rung(
            ladder(camp(printed(line())), faulty(cap)),
            "BG4-KEYW-11",
            |asked| OrderRefusal::Preprinted {
                unit: unit(),
                printed: Order::Close,
                asked,
            },
            unprinted,
        );
        let no_range = OrderRefusal::NoRange {
            unit: unit(),
            order: Order::Range,
        };
        let no_such_order = OrderRefusal::NoSuchOrder {
            unit: unit(),
            order: Order::Follow,
        };
        begun
            .refused("BG4-ORDER-01", no_such_order, |at| {
                mend(at, |order| order.order = Order::Range);
            })
            .refused("BG4-ORDER-04", no_range, |at| {
                mend(at, |order| order.order = Order::Hold);
            })
    };
    let low = up_to_the_cap(Mc::NONE).refused(
        "BG4-ORDER-09",
        OrderRefusal::CapTooLow { cap: Mc::NONE, most },
        |at| mend(at, |order| order.cap = Some(mc(1.25))),
    );
    let high = up_to_the_cap(most).refused(
        "BG4-ORDER-09",
        OrderRefusal::CapTooHigh {
            unit: unit(),
            cap: most,
            most,
        },
        |at| mend(at, |order| order.cap = Some(mc(2.5))),
    );
    [low, high].map(|ladder| {
        ladder
            .refused("BG4-ORDER-11", OrderRefusal::TokenWithoutLocation, |at| {
                mend(at, |order| order.token_at = None);
            })
            .accepted()
    })
}

/// The token 7, which lies nowhere or off the table, is the other player's, or is sought by another unit; and the order
/// has the Airborne mark of a unit that does not fly.
fn tokens() -> [Vec<&'static str>; 2] {
    let token = TokenNo(7);
    let to_the_token = WrittenOrder {
        objective: Some(Objective::Location(token)),
        airborne: true,
        ..WrittenOrder::plain(Order::Close)
    };
    let no_flyer = |asked| OrderRefusal::NoFlyer { unit: unit(), asked };
    let grounded = |at: &mut Ladder| mend(at, |order| order.airborne = false);
    let nowhere = rung(
        ladder(camp(line()), to_the_token),
        "BG4-ORDER-11",
        |asked| OrderRefusal::TokenNowhere { token, asked },
        |at| mend(at, |order| order.token_at = Some(point(18.0, 20.0))),
    );
    let nowhere = rung(nowhere, "BG4-ORDER-15", no_flyer, grounded).accepted();
    let theirs = camp(line())
        .objective("A2", Objective::Location(token))
        .set(|state| {
            state.tokens.insert(token, (Seat::B, point(3.0, 3.0)));
        });
    let off_the_table = WrittenOrder {
        token_at: Some(point(18.0, 31.0)),
        ..to_the_token
    };
    let elsewhere = rung(
        ladder(theirs, off_the_table),
        "BG4-ORDER-11",
        |asked| OrderRefusal::TokenOffTable { asked },
        |at| mend(at, |order| order.token_at = Some(point(18.0, 20.0))),
    );
    let elsewhere = rung(
        elsewhere,
        "BG4-ORDER-16",
        |asked| OrderRefusal::TokenOfOtherPlayer { token, asked },
        |at| {
            at.state.tokens.insert(token, (Seat::A, point(3.0, 3.0)));
        },
    );
    let elsewhere = rung(
        elsewhere,
        "BG4-ORDER-16",
        |asked| OrderRefusal::TokenSought { token, asked },
        |at| mend(at, |order| order.token_at = None),
    );
    [
        nowhere,
        rung(elsewhere, "BG4-ORDER-15", no_flyer, grounded).accepted(),
    ]
}

/// An enemy or a friend that is none, of a unit that does not fly.
fn other_objectives() -> [Vec<&'static str>; 2] {
    let with = |order: Order, objective: Objective| WrittenOrder {
        objective: Some(objective),
        airborne: true,
        ..WrittenOrder::plain(order)
    };
    let no_flyer = |asked| OrderRefusal::NoFlyer { unit: unit(), asked };
    let grounded = |at: &mut Ladder| mend(at, |order| order.airborne = false);
    let enemy = rung(
        ladder(camp(line()), with(Order::Hold, Objective::Enemy(id("A2")))),
        "BG4-ORDER-13",
        |asked| OrderRefusal::EnemyObjectiveOnHold { asked },
        |at| mend(at, |order| order.order = Order::Close),
    )
    .refused("BG4-ORDER-13", OrderRefusal::NoSuchEnemy(id("A2")), |at| {
        mend(at, |order| order.objective = Some(Objective::Enemy(id("B1"))));
    });
    let friend = ladder(camp(line()), with(Order::Close, Objective::Friend(unit()))).refused(
        "BG4-ORDER-14",
        OrderRefusal::NoSuchFriend(unit()),
        |at| mend(at, |order| order.objective = Some(Objective::Friend(id("A2")))),
    );
    [enemy, friend].map(|ladder| rung(ladder, "BG4-ORDER-15", no_flyer, grounded).accepted())
}

/// A flyer is sent up after it has landed, or down after it took off, over a friend and too far from where it began.
fn in_the_air() -> [Vec<&'static str>; 2] {
    let up = WrittenOrder {
        airborne: true,
        ..WrittenOrder::plain(Order::Close)
    };
    let landed = camp(flyer()).change("A1", |unit| unit.turn.began_flying = true);
    let up = rung(
        ladder(landed, up),
        "BG4-FLY-06",
        |asked| OrderRefusal::LandedThisTurn { asked },
        |at| at.state.unit_mut(unit()).unwrap().turn.began_flying = false,
    );
    let above = camp(flyer())
        .unit("A3", line(), (18.5, 10.5, 0.0))
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.took_off = true;
            unit.turn.flown = Some(inches(4.0));
        });
    let down = ladder(above, WrittenOrder::plain(Order::Hold))
        .refused("BG4-FLY-06", OrderRefusal::TookOffThisTurn, |at| {
            at.state.unit_mut(unit()).unwrap().turn.took_off = false;
        })
        .refused(
            "BG4-FLY-06",
            OrderRefusal::FlewTooFar {
                flown: inches(4.0),
                most: inches(3.5),
            },
            |at| at.state.unit_mut(unit()).unwrap().turn.flown = Some(inches(3.5)),
        )
        .refused("BG4-FLY-06", OrderRefusal::NoRoomToLand(unit()), |at| {
            at.state.unit_mut(id("A3")).unwrap().pose = Some(crate::scene::pose(28.0, 10.0, 0.0));
        });
    [up.accepted(), down.accepted()]
}

#[test]
fn bg4_order_01_an_order_is_refused_by_the_first_rule_that_forbids_it() {
    let ladders = [
        base_and_cap().to_vec(),
        tokens().to_vec(),
        other_objectives().to_vec(),
        in_the_air().to_vec(),
    ];
    check_ladders::<OrderRefusal>(&ladders.concat());
}

#[test]
fn bg4_order_15_the_base_order_is_looked_at_before_the_airborne_mark() {
    let both = WrittenOrder {
        airborne: true,
        ..WrittenOrder::plain(Order::Range)
    };
    let refused = |card: UnitType| {
        let state = camp(card).state();
        let unit = state.unit(unit()).unwrap();
        check_order(&state, unit, &both).map_err(|why| why.rule().id(crate::editions::Edition::V4))
    };
    assert_eq!(refused(line()), Err("BG4-ORDER-04"));
    assert_eq!(refused(shooting(14.0, RangedType::Indirect)), Err("BG4-ORDER-15"));
}
