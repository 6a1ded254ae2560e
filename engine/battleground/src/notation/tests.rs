use hindsight_geometry::inches::{Degrees, Hand, Inches, Point, Pose, Side, Way};
use hindsight_kernel::Seat;
use proptest::prelude::*;

use super::*;
use crate::agenda::Answer;
use crate::cards::Colour;
use crate::command::{Command, Leg, Ordered, Rallied};
use crate::movement_category::Mc;
use crate::names::{CardNo, MOST_UNITS, TokenNo, UnitId};
use crate::orders::{Objective, Order, WrittenOrder};
use crate::scene::id;
use crate::state::{Agreed, Allegiance, ArmyList};

fn a_unit() -> impl Strategy<Value = UnitId> {
    (0..2_usize, 1..=MOST_UNITS)
        .prop_map(|(seat, number)| UnitId::new(Seat::new(seat).unwrap(), number).unwrap())
}

fn units() -> impl Strategy<Value = Vec<UnitId>> {
    prop::collection::vec(a_unit(), 0..5)
}

/// An id of a pack, or any text at all.
fn an_id() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z][a-z0-9-]{0,12}",
        any::<String>(),
        Just("map".to_owned()),
        Just(" a  b;".to_owned())
    ]
}

fn a_length() -> impl Strategy<Value = Inches> {
    (-40.0..40.0_f64).prop_map(|inches| Inches::new(inches).unwrap())
}

fn a_degree() -> impl Strategy<Value = Degrees> {
    (0.0..360.0_f64).prop_map(|degrees| Degrees::new(degrees).unwrap())
}

fn a_point() -> impl Strategy<Value = Point> {
    (a_length(), a_length()).prop_map(|(x, y)| Point::new(x, y))
}

fn a_pose() -> impl Strategy<Value = Pose> {
    (a_point(), a_degree()).prop_map(|(centre, heading)| Pose { centre, heading })
}

fn a_hand() -> impl Strategy<Value = Hand> {
    prop_oneof![Just(Hand::Left), Just(Hand::Right)]
}

fn an_order() -> impl Strategy<Value = WrittenOrder> {
    let orders = [Order::Close, Order::Hold, Order::Range, Order::Short, Order::Long];
    let objective = prop_oneof![
        a_unit().prop_map(Objective::Enemy),
        a_unit().prop_map(Objective::Friend),
        any::<u8>().prop_map(|token| Objective::Location(TokenNo(token))),
    ];
    (
        0..5_usize,
        prop::option::of(0..=24_u8),
        prop::option::of(objective),
        prop::option::of(a_point()),
        any::<bool>(),
    )
        .prop_map(move |(order, cap, objective, token_at, airborne)| WrittenOrder {
            order: orders[order],
            cap: cap.map(Mc::row),
            objective,
            token_at,
            airborne,
        })
}

fn ordered() -> impl Strategy<Value = Vec<Ordered>> {
    prop::collection::vec(
        (a_unit(), an_order()).prop_map(|(unit, order)| Ordered { unit, order }),
        0..4,
    )
}

fn rallied() -> impl Strategy<Value = Vec<Rallied>> {
    let one = (a_unit(), a_degree(), any::<bool>()).prop_map(|(unit, heading, airborne)| Rallied {
        unit,
        heading,
        airborne,
    });
    prop::collection::vec(one, 0..4)
}

fn a_leg() -> impl Strategy<Value = Leg> {
    let way = prop_oneof![
        Just(Way::Forward),
        Just(Way::Backward),
        Just(Way::Left),
        Just(Way::Right)
    ];
    prop_oneof![
        (way, a_length()).prop_map(|(way, inches)| Leg::Shift { way, inches }),
        (a_hand(), a_degree(), a_length(), any::<bool>()).prop_map(|(hand, angle, inches, backward)| {
            Leg::Turn {
                hand,
                angle,
                inches,
                backward,
            }
        }),
        Just(Leg::AboutFace),
        a_degree().prop_map(|heading| Leg::Reform { heading }),
    ]
}

fn an_answer() -> impl Strategy<Value = Answer> {
    let side = prop_oneof![
        Just(Side::Front),
        Just(Side::Right),
        Just(Side::Rear),
        Just(Side::Left)
    ];
    prop_oneof![
        Just(Answer::Decline),
        Just(Answer::Accept),
        a_unit().prop_map(Answer::Unit),
        side.prop_map(Answer::Side),
        a_hand().prop_map(Answer::Hand),
        any::<u8>().prop_map(Answer::Number),
        (a_hand(), a_length()).prop_map(|(hand, inches)| Answer::Shift { hand, inches }),
        a_degree().prop_map(Answer::Heading),
        a_pose().prop_map(Answer::Pose),
        any::<u8>().prop_map(|card| Answer::Card(CardNo(card))),
        prop::collection::vec(any::<u8>(), 0..6).prop_map(Answer::Dice),
        an_order().prop_map(Answer::Order),
    ]
}

fn set_up() -> impl Strategy<Value = Command> {
    prop_oneof![
        (an_id(), prop::option::of(an_id())).prop_map(|(faction, mercenaries)| Command::ChooseFaction {
            allegiance: Allegiance { faction, mercenaries }
        }),
        any::<u16>().prop_map(|points| Command::ProposeBudget { points }),
        (
            prop::option::of(any::<u16>()),
            prop::option::of(an_id()),
            prop::option::of(an_id())
        )
            .prop_map(|(budget, scenario, map)| Command::ProposeScenario {
                agreed: Agreed {
                    budget,
                    scenario,
                    map
                }
            }),
        Just(Command::AcceptProposal),
        (prop::collection::vec(an_id(), 0..8), any::<u8>(), 1..4_usize).prop_map(|(units, cards, times)| {
            Command::BuildArmy {
                list: ArmyList {
                    units: units
                        .into_iter()
                        .flat_map(|unit| std::iter::repeat_n(unit, times))
                        .collect(),
                    cards,
                },
            }
        }),
        (0..26_usize).prop_map(|seat| Command::Name {
            seat: Seat::new(seat).unwrap()
        }),
        (a_unit(), a_pose()).prop_map(|(unit, pose)| Command::Deploy { unit, pose }),
        (a_unit(), an_order()).prop_map(|(unit, order)| Command::AssignOrder { unit, order }),
        an_answer().prop_map(|answer| Command::Choose { answer }),
    ]
}

fn actions() -> impl Strategy<Value = Command> {
    prop_oneof![
        (a_unit(), an_order()).prop_map(|(unit, order)| Command::ChangeOrder { unit, order }),
        a_unit().prop_map(|unit| Command::DirectControl { unit }),
        prop::option::of(any::<u8>()).prop_map(|card| Command::DrawCard {
            card: card.map(CardNo)
        }),
        (a_unit(), a_degree(), any::<bool>()).prop_map(|(unit, heading, airborne)| Command::Rally {
            unit,
            heading,
            airborne
        }),
        a_unit().prop_map(|unit| Command::Reload { unit }),
        (a_unit(), an_order()).prop_map(|(unit, order)| Command::Reorganize { unit, order }),
        (ordered(), rallied(), ordered()).prop_map(|(charge, rally, reorganize)| Command::SoundTheCharge {
            charge,
            rally,
            reorganize
        }),
        units().prop_map(|units| Command::Recall { units }),
    ]
}

fn the_turn() -> impl Strategy<Value = Command> {
    let colour = prop_oneof![Just(Colour::Red), Just(Colour::Blue), Just(Colour::Green)];
    prop_oneof![
        (any::<u8>(), colour, units()).prop_map(|(card, colour, on)| Command::PlayCard {
            card: CardNo(card),
            colour,
            on
        }),
        Just(Command::Pass),
        Just(Command::PassPhase),
        Just(Command::ClaimReroll),
        (an_id(), units()).prop_map(|(ability, on)| Command::UseAbility { ability, on }),
        (a_unit(), any::<u8>(), a_unit()).prop_map(|(unit, spell, target)| Command::Cast {
            unit,
            spell,
            target
        }),
        units().prop_map(|units| Command::Activate { units }),
        (
            prop::collection::vec(a_leg(), 0..5),
            prop::option::of(a_degree()),
            prop::option::of(a_unit())
        )
            .prop_map(|(legs, land, nearest)| Command::SubmitLegs { legs, land, nearest }),
        (a_unit(), a_pose()).prop_map(|(unit, pose)| Command::ReportMove { unit, pose }),
        Just(Command::EndPhase),
    ]
}

proptest! {
    #[test]
    fn every_command_is_said_and_heard(command in prop_oneof![set_up(), actions(), the_turn()]) {
        let line = say(&command);
        prop_assert_eq!(hear(&line), Ok(command), "{}", line);
    }

    #[test]
    fn a_line_is_one_line_and_needs_no_escapes(command in prop_oneof![set_up(), actions(), the_turn()]) {
        let line = say(&command);
        prop_assert!(!line.contains(['[', '{', '(', ')', ';', '\n', '\r', '\t']), "{}", line);
        prop_assert_eq!(line.split_whitespace().collect::<Vec<_>>().join(" "), line);
    }

    #[test]
    fn no_line_makes_it_stumble(line in any::<String>()) {
        let _ = hear(&line);
    }

    #[test]
    fn what_is_heard_is_said_again(verb in 0..25_usize, rest in "[ A-Z0-9a-z,@.>+#:-]{0,30}") {
        let verbs = ["faction", "budget", "scenario", "accept", "army", "name", "deploy", "assign", "choose", "play",
            "pass", "ability", "change", "control", "draw", "rally", "reload", "reorganize", "sound the charge",
            "recall", "cast", "activate", "move", "report", "end"];
        if let Ok(command) = hear(&format!("{} {rest}", verbs[verb])) {
            prop_assert_eq!(hear(&say(&command)), Ok(command));
        }
    }
}

#[test]
fn lines_read_as_the_rulebook_speaks() {
    let order = |order: Order| WrittenOrder::plain(order);
    let to = |heading: f64| Degrees::new(heading).unwrap();
    let rows = [
        (
            "change A1 C2.5>B3 A",
            Command::ChangeOrder {
                unit: id("A1"),
                order: WrittenOrder {
                    cap: Some(Mc::of(2.5).unwrap()),
                    objective: Some(Objective::Enemy(id("B3"))),
                    airborne: true,
                    ..order(Order::Close)
                },
            },
        ),
        (
            "assign B2 R#4:18,12.5",
            Command::AssignOrder {
                unit: id("B2"),
                order: WrittenOrder {
                    objective: Some(Objective::Location(TokenNo(4))),
                    token_at: Some(crate::scene::point(18.0, 12.5)),
                    ..order(Order::Range)
                },
            },
        ),
        (
            "deploy A1 18,3.75@0",
            Command::Deploy {
                unit: id("A1"),
                pose: crate::scene::pose(18.0, 3.75, 0.0),
            },
        ),
        (
            "army swords*3 knights cards 2",
            Command::BuildArmy {
                list: ArmyList {
                    units: ["swords", "swords", "swords", "knights"]
                        .map(str::to_owned)
                        .into(),
                    cards: 2,
                },
            },
        ),
        (
            "sound the charge A1 C, A2 R rally A3 @90 A reorganize A4 C",
            Command::SoundTheCharge {
                charge: vec![
                    Ordered {
                        unit: id("A1"),
                        order: order(Order::Close),
                    },
                    Ordered {
                        unit: id("A2"),
                        order: order(Order::Range),
                    },
                ],
                rally: vec![Rallied {
                    unit: id("A3"),
                    heading: to(90.0),
                    airborne: true,
                }],
                reorganize: vec![Ordered {
                    unit: id("A4"),
                    order: order(Order::Close),
                }],
            },
        ),
        (
            "cast A1 spell 1 on B2",
            Command::Cast {
                unit: id("A1"),
                spell: 0,
                target: id("B2"),
            },
        ),
        (
            "choose dice 1 3",
            Command::Choose {
                answer: Answer::Dice(vec![0, 2]),
            },
        ),
    ];
    for (line, command) in rows {
        assert_eq!(say(&command), line);
        assert_eq!(hear(line), Ok(command));
    }
    for line in [
        "",
        "fly A1",
        "deploy A1",
        "deploy A1 18@0",
        "change A1 X",
        "change A1 C4",
        "move",
        "army a*9999",
    ] {
        assert!(hear(line).is_err(), "{line}");
    }
}
