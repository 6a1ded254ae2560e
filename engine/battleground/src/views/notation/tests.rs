use battleground_geometry::{Degrees, Hand, Inches, Point, Pose, Side, Way};
use hindsight_kernel::Seat;
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::model::agenda::{Answer, Around, PathObstacle, Placed};
use crate::model::attack::AttackKind;
use crate::model::cards::{Colour, RangedType};
use crate::model::command::{Command, Leg, Ordered, Rallied, UnitLegs};
use crate::model::effect::Distance;
use crate::model::movement_category::Mc;
use crate::model::names::{CardNo, MOST_SEATS, MOST_UNITS, TokenNo, UnitId};
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Agreed, Allegiance, ArmyList};
use crate::scene::id;

fn a_unit() -> impl Strategy<Value = UnitId> {
    (0..MOST_SEATS, 1..=MOST_UNITS)
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
    let orders = [
        Order::Close,
        Order::Hold,
        Order::Range,
        Order::Short,
        Order::Long,
        Order::Follow,
    ];
    let objective = prop_oneof![
        a_unit().prop_map(Objective::Enemy),
        a_unit().prop_map(Objective::Friend),
        any::<u8>().prop_map(|token| Objective::Location(TokenNo(token))),
    ];
    (
        0..orders.len(),
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

fn an_attack() -> impl Strategy<Value = AttackKind> {
    prop_oneof![
        Just(AttackKind::Melee),
        Just(AttackKind::Free),
        Just(AttackKind::Ranged),
        Just(AttackKind::Thrown),
        Just(AttackKind::Swoop),
        Just(AttackKind::SwoopAnswer),
        any::<u8>().prop_map(|spell| AttackKind::Spell { spell }),
        any::<u8>().prop_map(|spell| AttackKind::Strike { spell }),
    ]
}

fn a_ranged_type() -> impl Strategy<Value = RangedType> {
    prop_oneof![
        Just(RangedType::Indirect),
        Just(RangedType::LineOfSight),
        Just(RangedType::LowArc)
    ]
}

fn a_way_round() -> impl Strategy<Value = Around> {
    prop_oneof![
        Just(Around::Straight),
        a_hand().prop_map(Around::Turn),
        a_hand().prop_map(Around::Sideways),
        Just(Around::AboutFace),
        a_hand().prop_map(Around::Reform),
        Just(Around::Backward),
    ]
}

/// Something in the way of a unit. Rule `BG3-PATH-04` (pp. 12-13).
fn an_obstacle() -> impl Strategy<Value = PathObstacle> {
    prop_oneof![
        a_unit().prop_map(PathObstacle::Unit),
        prop_oneof![any::<u16>(), Just(u16::MAX)].prop_map(PathObstacle::Terrain),
    ]
}

/// The name of a rule, some of them like the words around it, or any text at all.
fn a_title() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z][a-z']{0,8}( (of|on|A1|B2|the|[A-Z][a-z]{0,5})){0,4}",
        any::<String>(),
        Just("of A1 on B2".to_owned()),
        Just("\"of\" A1".to_owned()),
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
        (a_unit(), an_attack(), a_unit()).prop_map(|(by, kind, on)| Answer::Attack { by, kind, on }),
        (0..=100_000_u32, a_ranged_type()).prop_map(|(mils, way)| Answer::Ranged {
            range: Distance(mils),
            way
        }),
        a_unit().prop_map(Answer::UpTo),
        a_way_round().prop_map(Answer::Around),
        an_obstacle().prop_map(Answer::Avoid),
        an_obstacle().prop_map(Answer::Meet),
        (
            a_unit(),
            a_title(),
            prop::option::of(a_unit()),
            prop::option::of(2..=u8::MAX)
        )
            .prop_map(|(unit, name, other, number)| Answer::Rule {
                unit,
                name,
                other,
                number
            }),
        prop::collection::vec(
            (a_unit(), a_pose()).prop_map(|(unit, pose)| Placed { unit, pose }),
            0..4
        )
        .prop_map(Answer::Places),
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
        (an_id(), prop::collection::vec(an_id(), 0..4)).prop_map(|(faction, mut also)| {
            also.reverse();
            Command::ChooseFaction {
                allegiance: Allegiance {
                    faction,
                    mercenaries: also.pop(),
                    also,
                },
            }
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
        (
            prop::collection::vec(an_id(), 0..8),
            prop::collection::vec(an_id(), 0..3),
            any::<u8>(),
            1..4_usize
        )
            .prop_map(|(units, abilities, cards, times)| Command::BuildArmy {
                list: ArmyList {
                    units: units
                        .into_iter()
                        .flat_map(|unit| std::iter::repeat_n(unit, times))
                        .collect(),
                    cards,
                    abilities,
                },
            }),
        (0..26_usize).prop_map(|seat| Command::Name {
            seat: Seat::new(seat).unwrap()
        }),
        (a_unit(), a_pose()).prop_map(|(unit, pose)| Command::Deploy { unit, pose }),
        (a_unit(), an_order()).prop_map(|(unit, order)| Command::AssignOrder { unit, order }),
        Just(Command::AssignDefaults),
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
        a_unit().prop_map(|unit| Command::PayToShoot { unit }),
        a_unit().prop_map(|unit| Command::FlyOff { unit }),
        (a_unit(), an_order()).prop_map(|(unit, order)| Command::Reorganize { unit, order }),
        (ordered(), rallied(), ordered()).prop_map(|(charge, rally, reorganize)| Command::SoundTheCharge {
            charge,
            rally,
            reorganize
        }),
        units().prop_map(|units| Command::Recall { units }),
    ]
}

fn unit_legs() -> impl Strategy<Value = UnitLegs> {
    (
        a_unit(),
        prop::collection::vec(a_leg(), 0..3),
        prop::option::of(a_degree()),
        prop::option::of(a_unit()),
    )
        .prop_map(|(unit, legs, land, nearest)| UnitLegs {
            unit,
            legs,
            land,
            nearest,
        })
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
        prop::collection::vec(unit_legs(), 0..3).prop_map(|moves| Command::SubmitLegsTogether { moves }),
        (a_unit(), a_pose()).prop_map(|(unit, pose)| Command::ReportMove { unit, pose }),
        Just(Command::EndPhase),
    ]
}

proptest! {
    #[test]
    fn every_command_is_said_and_heard(command in prop_oneof![set_up(), actions(), the_turn()]) {
        let line = format(&command);
        prop_assert_eq!(parse(&line), Ok(command), "{}", line);
    }

    #[test]
    fn an_answer_goes_through_json(answer in an_answer()) {
        let wire = serde_json::to_value(&answer).unwrap();
        prop_assert_eq!(serde_json::from_value::<Answer>(wire).unwrap(), answer);
    }

    #[test]
    fn a_line_is_one_line_and_needs_no_escapes(command in prop_oneof![set_up(), actions(), the_turn()]) {
        let line = format(&command);
        prop_assert!(!line.contains(['[', '{', '(', ')', ';', '\n', '\r', '\t']), "{}", line);
        prop_assert_eq!(line.split_whitespace().collect::<Vec<_>>().join(" "), line);
    }

    #[test]
    fn no_line_makes_it_stumble(line in any::<String>()) {
        let _ = parse(&line);
    }

    #[test]
    fn what_is_heard_is_said_again(verb in 0..27_usize, rest in "[ A-Z0-9a-z,@.>+#:-]{0,30}") {
        let verbs = ["faction", "budget", "scenario", "accept", "army", "name", "deploy", "assign", "choose", "play",
            "pass", "ability", "change", "control", "draw", "pay to shoot", "fly off", "rally", "reload", "reorganize", "sound the charge",
            "recall", "cast", "activate", "move", "report", "end"];
        if let Ok(command) = parse(&format!("{} {rest}", verbs[verb])) {
            prop_assert_eq!(parse(&format(&command)), Ok(command));
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
                    abilities: Vec::new(),
                },
            },
        ),
        (
            "army swords abilities foresight cards 1",
            Command::BuildArmy {
                list: ArmyList {
                    units: vec!["swords".to_owned()],
                    cards: 1,
                    abilities: vec!["foresight".to_owned()],
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
        ("pay to shoot A1", Command::PayToShoot { unit: id("A1") }),
        ("fly off C12", Command::FlyOff { unit: id("C12") }),
        (
            "cast A1 spell 1 on B2",
            Command::Cast {
                unit: id("A1"),
                spell: 0,
                target: id("B2"),
            },
        ),
    ];
    for (line, command) in rows {
        assert_eq!(format(&command), line);
        assert_eq!(parse(line), Ok(command));
    }
    for line in [
        "",
        "fly A1",
        "fly off",
        "pay A1",
        "pay to shoot",
        "choose avoid",
        "choose avoid piece 0",
        "choose meet piece 65537",
        "choose A1 strike with spell 0 on B3",
        "deploy A1",
        "deploy A1 18@0",
        "change A1 X",
        "change A1 C4",
        "move",
        "army a*9999",
    ] {
        assert!(parse(line).is_err(), "{line}");
    }
}

/// A choice in words, as an answer and in JSON.
type ChoiceRow = (&'static str, Answer, serde_json::Value);

fn attack_choices() -> Vec<ChoiceRow> {
    let attack = |by: &str, kind: AttackKind, on: &str| Answer::Attack {
        by: id(by),
        kind,
        on: id(on),
    };
    vec![
        (
            "A1 melee attack on B3",
            attack("A1", AttackKind::Melee, "B3"),
            json!({"attack": {"by": "A1", "kind": "melee", "on": "B3"}}),
        ),
        (
            "B2 free attack on A4",
            attack("B2", AttackKind::Free, "A4"),
            json!({"attack": {"by": "B2", "kind": "free", "on": "A4"}}),
        ),
        (
            "A1 ranged attack on B3",
            attack("A1", AttackKind::Ranged, "B3"),
            json!({"attack": {"by": "A1", "kind": "ranged", "on": "B3"}}),
        ),
        (
            "A1 ranged attack 2 on B3",
            attack("A1", AttackKind::OtherRanged { attack: 0 }, "B3"),
            json!({"attack": {"by": "A1", "kind": {"other_ranged": {"attack": 0}}, "on": "B3"}}),
        ),
        (
            "A1 thrown attack on B3",
            attack("A1", AttackKind::Thrown, "B3"),
            json!({"attack": {"by": "A1", "kind": "thrown", "on": "B3"}}),
        ),
        (
            "A1 swoop attack on B3",
            attack("A1", AttackKind::Swoop, "B3"),
            json!({"attack": {"by": "A1", "kind": "swoop", "on": "B3"}}),
        ),
        (
            "B3 answer to the swoop on A1",
            attack("B3", AttackKind::SwoopAnswer, "A1"),
            json!({"attack": {"by": "B3", "kind": "swoop_answer", "on": "A1"}}),
        ),
        (
            "A1 spell 2 on B3",
            attack("A1", AttackKind::Spell { spell: 1 }, "B3"),
            json!({"attack": {"by": "A1", "kind": {"spell": {"spell": 1}}, "on": "B3"}}),
        ),
        (
            "A1 strike with spell 2 on B3",
            attack("A1", AttackKind::Strike { spell: 1 }, "B3"),
            json!({"attack": {"by": "A1", "kind": {"strike": {"spell": 1}}, "on": "B3"}}),
        ),
    ]
}

fn other_choices() -> Vec<ChoiceRow> {
    let ranged = |mils: u32, way: RangedType| Answer::Ranged {
        range: Distance(mils),
        way,
    };
    let rule = |name: &str, other: Option<&str>| Answer::Rule {
        unit: id("A1"),
        name: name.to_owned(),
        other: other.map(id),
        number: None,
    };
    vec![
        (
            "range 10.5 line of sight",
            ranged(10_500, RangedType::LineOfSight),
            json!({"ranged": {"range": 10.5, "way": "line_of_sight"}}),
        ),
        (
            "range 14 indirect",
            ranged(14_000, RangedType::Indirect),
            json!({"ranged": {"range": 14.0, "way": "indirect"}}),
        ),
        (
            "avoid A2",
            Answer::Avoid(PathObstacle::Unit(id("A2"))),
            json!({"avoid": {"unit": "A2"}}),
        ),
        (
            "meet piece 3",
            Answer::Meet(PathObstacle::Terrain(2)),
            json!({"meet": {"terrain": 2}}),
        ),
        ("up to A2", Answer::UpTo(id("A2")), json!({"up_to": "A2"})),
        (
            "around turn left",
            Answer::Around(Around::Turn(Hand::Left)),
            json!({"around": {"turn": "left"}}),
        ),
        (
            "around about face",
            Answer::Around(Around::AboutFace),
            json!({"around": "about_face"}),
        ),
        (
            "rule Hit and Run of A1 on B3",
            rule("Hit and Run", Some("B3")),
            json!({"rule": {"unit": "A1", "name": "Hit and Run", "other": "B3"}}),
        ),
        (
            "rule Feared of A1",
            rule("Feared", None),
            json!({"rule": {"unit": "A1", "name": "Feared"}}),
        ),
        (
            "place A1 18,3.5@0, A2 20.5,3.5@0",
            Answer::Places(vec![
                Placed {
                    unit: id("A1"),
                    pose: crate::scene::pose(18.0, 3.5, 0.0),
                },
                Placed {
                    unit: id("A2"),
                    pose: crate::scene::pose(20.5, 3.5, 0.0),
                },
            ]),
            json!({"places": [
                {"unit": "A1", "pose": crate::scene::pose(18.0, 3.5, 0.0)},
                {"unit": "A2", "pose": crate::scene::pose(20.5, 3.5, 0.0)},
            ]}),
        ),
        ("dice 1 3", Answer::Dice(vec![0, 2]), json!({"dice": [0, 2]})),
        // The form from before choices had names.
        ("option 2", Answer::Number(1), json!({"number": 1})),
    ]
}

#[test]
fn a_choice_names_what_is_chosen() {
    for (words, answer, wire) in attack_choices().into_iter().chain(other_choices()) {
        let line = format!("choose {words}");
        let command = Command::Choose {
            answer: answer.clone(),
        };
        assert_eq!(format(&command), line);
        assert_eq!(parse(&line), Ok(command));
        assert_eq!(serde_json::to_value(&answer).unwrap(), wire);
        assert_eq!(serde_json::from_value::<Answer>(wire).unwrap(), answer);
    }
    for words in [
        "A1 attack B3",
        "A1 loud attack on B3",
        "range 14",
        "range -1 indirect",
        "around left",
        "rule of A1",
        "place A1",
    ] {
        assert!(parse(&format!("choose {words}")).is_err(), "{words}");
    }
}

/// Every line that the grammar shows is written as the program writes it, and every command has one.
#[test]
fn the_lines_of_the_grammar_are_read_and_written_alike() {
    let grammar = include_str!("../../../GRAMMAR.md");
    let block = |part: &str| part.split("```").next().unwrap().trim().to_owned();
    let lines: Vec<String> = grammar
        .split("```text\n")
        .skip(1)
        .flat_map(|part| block(part).lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let mut shown = std::collections::BTreeSet::new();
    for line in &lines {
        let command = parse(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(&format(&command), line);
        let json = serde_json::to_value(&command).unwrap();
        let name = |value: &serde_json::Value| match value {
            serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap(),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        shown.insert(name(&json));
        if let Command::Choose { answer } = &command {
            shown.insert(format!("choose {}", name(&serde_json::to_value(answer).unwrap())));
        }
    }
    let missing = |names: Vec<String>| {
        names
            .into_iter()
            .filter(|name| !shown.contains(name))
            .collect::<Vec<_>>()
    };
    let commands = <Command as strum::VariantNames>::VARIANTS
        .iter()
        .map(|name| (*name).to_owned())
        .collect();
    assert_eq!(missing(commands), [""; 0]);
    // The number of an option is read in old texts alone.
    let answers = <Answer as strum::VariantNames>::VARIANTS
        .iter()
        .filter(|name| **name != "number");
    assert_eq!(
        missing(answers.map(|name| format!("choose {name}")).collect()),
        [""; 0]
    );
}
