//! The ladder of refused steps of the deployment.

use super::*;
use crate::field::Blocker;
use crate::ladder::{Ladder, check_ladders};
use crate::model::orders::WrittenOrder;
use crate::rules::deploy::DeploymentRefusal as Why;
use crate::verbs::orders::refusal::OrderRefusal;

/// A1 lies at the left edge of South's zone, partly outside it; A2 and North's units wait.
fn setting_up() -> State {
    let mut state = waiting_scene([2, 2], [1_976, 1_999]);
    state.unit_mut(id("A1")).unwrap().pose = Some(pose(4.0, 1.25, 0.0));
    state
}

fn go(ladder: &mut Ladder, step: Step) {
    ladder.state.agenda = vec![step.into()];
}

fn deploying(next: Seat) -> Step {
    Step::Deploy { next, extra: false }
}

fn ordering(next: Seat) -> Step {
    Step::AssignOrder { next, extra: false }
}

fn deploy_at(unit: &str, x: f64) -> Command {
    Command::Deploy {
        unit: id(unit),
        pose: pose(x, 1.25, 0.0),
    }
}

/// A2 is to be placed off the table, on A1; then on the table, then inside the zone or touching it, then beside A1.
fn placed(
    state: State,
    zone_rule: &str,
    outside: fn(battleground_geometry::Pose, battleground_geometry::Area) -> Why,
    (apart, inside): (f64, f64),
) -> Vec<&'static str> {
    let [zone, _] = state.scenario().unwrap().zones.clone();
    let at = |x: f64| pose(x, 1.25, 0.0);
    let (b1, a1) = (id("B1"), id("A1"));
    let (other, own) = (Seat::B, Seat::A);
    Ladder::new(state, deploy_at("B1", 1.5))
        .refused("BG4-SETUP-01", Why::NotDeploying, |ladder| {
            go(ladder, deploying(other));
        })
        .refused(
            "BG4-DEPLOY-02",
            Why::NotTheirGo {
                next: other,
                unit: b1,
            },
            |ladder| go(ladder, deploying(own)),
        )
        .refused(
            "BG4-DEPLOY-02",
            Why::NotTheirUnit { next: own, unit: b1 },
            |ladder| {
                ladder.command = deploy_at("A1", 1.5);
            },
        )
        .refused(
            "BG4-DEPLOY-02",
            Why::NotWaiting {
                unit: a1,
                left: vec![id("A2")],
            },
            |ladder| ladder.command = deploy_at("A2", 1.5),
        )
        .refused("BG4-DEPLOY-03", Why::OffTheTable { pose: at(1.5) }, |ladder| {
            ladder.command = deploy_at("A2", apart);
        })
        .refused(zone_rule, outside(at(apart), zone), |ladder| {
            ladder.command = deploy_at("A2", inside);
        })
        .refused(
            "BG4-DEPLOY-03",
            Why::Overlaps {
                pose: at(inside),
                met: Blocker::Unit(a1),
            },
            |ladder| ladder.command = deploy_at("A2", 12.0),
        )
        .accepted()
}

fn first_orders() -> Vec<&'static str> {
    let order = |unit: &str, order: Order| Command::AssignOrder {
        unit: id(unit),
        order: WrittenOrder::plain(order),
    };
    let mut state = setting_up();
    state.unit_mut(id("A1")).unwrap().status = Status::Ready(Some(Orders::plain(Order::Hold)));
    for (unit, x) in [("A2", 12.0), ("B1", 18.0), ("B2", 24.0)] {
        let y = if unit.starts_with('A') { 1.25 } else { 27.0 };
        state.unit_mut(id(unit)).unwrap().pose = Some(pose(x, y, 0.0));
    }
    let b1 = id("B1");
    let (other, own) = (Seat::B, Seat::A);
    Ladder::new(state, order("B1", Order::Range))
        .refused("BG4-SETUP-01", Why::NotOrdering, |ladder| {
            go(ladder, ordering(other));
        })
        .refused(
            "BG4-DEPLOY-05",
            Why::NotTheirOrder {
                next: other,
                unit: b1,
            },
            |ladder| go(ladder, ordering(own)),
        )
        .refused(
            "BG4-DEPLOY-05",
            Why::OrderToOtherUnit { next: own, unit: b1 },
            |ladder| ladder.command = order("A1", Order::Range),
        )
        .refused(
            "BG4-DEPLOY-05",
            Why::NoOrderDue {
                unit: id("A1"),
                left: vec![id("A2")],
            },
            |ladder| ladder.command = order("A2", Order::Range),
        )
        .refused(
            "BG4-ORDER-04",
            Why::Order(OrderRefusal::NoRange {
                unit: id("A2"),
                order: Order::Range,
            }),
            |ladder| ladder.command = order("A2", Order::Close),
        )
        .accepted()
}

/// North names a third player for South's choice.
fn named(naming: Naming, rule: &str, step: fn(Seat) -> Step) -> Vec<&'static str> {
    let by = Seat::B;
    let third = Seat::new(2).unwrap();
    Ladder::new(setting_up(), Command::Name { seat: third })
        .refused("BG4-SETUP-01", Why::NotNaming, |ladder| go(ladder, step(by)))
        .refused(rule, Why::NamedByOther { by, naming }, |ladder| {
            go(ladder, step(Seat::A));
        })
        .refused(rule, Why::NoSuchPlayer { named: third, naming }, |ladder| {
            ladder.command = Command::Name { seat: by };
        })
        .accepted()
}

#[test]
fn bg4_deploy_02_a_step_of_the_deployment_is_refused_by_the_first_rule_that_forbids_it() {
    let skirmisher = {
        let mut state = setting_up();
        let kind = state.unit(id("A2")).unwrap().kind;
        std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)]
            .keywords
            .insert(Keyword::Skirmisher);
        state
    };
    let ladders = [
        placed(
            setting_up(),
            "BG4-DEPLOY-01",
            |pose, zone| Why::OutsideZone { pose, zone },
            (2.5, 6.75),
        ),
        placed(
            skirmisher,
            "BG4-SKIRM-01",
            |pose, zone| Why::ApartFromZone { pose, zone },
            (2.5, 3.5),
        ),
        first_orders(),
        named(Naming::Order, "BG4-DEPLOY-05", |by| Step::NameFirstOrderer { by }),
        named(Naming::Deployment, "BG4-DEPLOY-06", |by| {
            Step::NameFirstDeployer { by }
        }),
        named(Naming::Turn, "BG4-DEPLOY-07", |by| Step::ChooseFirstPlayer { by }),
    ];
    check_ladders::<Why>(&ladders);
}

#[test]
fn bg4_deploy_02_who_is_not_asked_is_told_whose_go_it_is() {
    let mut state = setting_up();
    let mut closed = |step: Step, command: &Command| {
        state.agenda = vec![step.into()];
        crate::flow::closed(&state, Seat::B, command)
            .map(|why| why.of(crate::editions::Edition::V4))
            .map(|why| (why.rule.to_string(), why.message.to_string()))
    };
    let told = |rule: &str, message: &str| Some((rule.to_owned(), message.to_owned()));
    assert_eq!(
        closed(deploying(Seat::A), &deploy_at("B1", 12.0)),
        told("BG4-DEPLOY-02", "South places one of their units")
    );
    let order = Command::AssignOrder {
        unit: id("B1"),
        order: WrittenOrder::plain(Order::Hold),
    };
    assert_eq!(
        closed(ordering(Seat::A), &order),
        told("BG4-DEPLOY-05", "South gives an order to one of their units")
    );
    assert_eq!(
        closed(
            Step::ChooseFirstPlayer { by: Seat::A },
            &Command::Name { seat: Seat::B }
        ),
        told("BG4-DEPLOY-07", "South names who takes the first turn")
    );
}
