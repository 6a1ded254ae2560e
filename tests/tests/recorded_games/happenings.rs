//! Streams that are frozen for what happens in them: what none of the recorded battles has.

use hindsight_engine::kernel::Bot;
use serde_json::{Value, json};

/// A stream that is frozen for what happens in it, and is no game that anybody tells.
pub(crate) struct Happening {
    pub(crate) system: &'static str,
    pub(crate) name: &'static str,
    pub(crate) setup: Option<Value>,
    pub(crate) sketch: Option<Value>,
    /// A pack that it is played with.
    pub(crate) pack: Option<Value>,
    /// What is given first, in the notation's words.
    pub(crate) first: &'static [(&'static str, &'static str)],
    /// A ruling with its reason that is given before all else.
    pub(crate) ruling: Option<(Value, &'static str)>,
    /// What is answered to a question, by its name; the bot decides everything else.
    pub(crate) answers: &'static [(&'static str, &'static str)],
    /// Who plays, and the number from which what they choose and their dice follow.
    pub(crate) bot: (Bot, u64),
    /// It goes on until all of these have happened.
    pub(crate) until: &'static [&'static str],
}

/// All of them.
pub(crate) fn happenings() -> Vec<Happening> {
    vec![
        Happening {
            system: "battleground-3",
            name: "a-deck-without-its-own-cards",
            setup: Some(json!({})),
            sketch: None,
            pack: None,
            first: &[
                ("A", "faction hawkshold mercenaries orc"),
                ("B", "faction orc"),
                ("A", "budget 500"),
                ("B", "accept"),
                ("A", "scenario annihilation map open-plain"),
                ("B", "accept"),
                ("A", "army hawk-swordsmen goblin-spearmen cards 2"),
                ("B", "army orc-swordsmen goblin-spearmen cards 1"),
            ],
            ruling: None,
            bot: (Bot::Greedy, 1),
            answers: &[("faction_cards", "choose yes")],
            until: &["faction_cards_removed", "turn_began"],
        },
        Happening {
            system: "battleground-3",
            name: "griffons-that-wait-above-a-held-point",
            setup: None,
            sketch: Some(json!({
                "turn": 5,
                "budget": 500,
                "scenario": "annihilation",
                "map": "open-plain",
                "units": [
                    {
                        "seat": "A", "unit": "griffon-riders",
                        "pose": { "x": 18, "y": 6, "heading": 0 },
                        "order": { "order": "hold", "airborne": true }
                    },
                    {
                        "seat": "B", "unit": "orc-swordsmen",
                        "pose": { "x": 26, "y": 20, "heading": 180 },
                        "order": { "order": "hold", "objective": { "location": { "x": 26, "y": 16 } } }
                    },
                    {
                        "seat": "B", "unit": "goblin-shamans",
                        "pose": { "x": 18, "y": 17, "heading": 180 },
                        "order": { "order": "hold" }
                    }
                ]
            })),
            pack: None,
            first: &[("A", "end phase"), ("B", "activate B1"), ("B", "end phase")],
            ruling: None,
            bot: (Bot::Greedy, 1),
            answers: &[],
            until: &["fliers_waited", "point_held", "choice_settled"],
        },
        two_ranges_and_a_second_card(),
        a_path_past_nobody(),
        a_step_of_both_kinds(),
        a_curse_over_a_blessing(),
        a_rout_from_two_enemies(),
        of_men_of_iron(
            "a-standard-moves-and-a-hobilar-dismounts",
            "harrow-ford",
            (Bot::Random, 48),
            &[
                "standard_activated",
                "standard_moved",
                "leader_stepped",
                "passed",
                "hobilar_changed",
            ],
        ),
        of_men_of_iron(
            "a-standard-that-retired-units-follow",
            "osier-bank",
            (Bot::Random, 35),
            &["standard_check_rolled"],
        ),
        of_men_of_iron(
            "a-counter-charge-before-the-shock",
            "late-marshal",
            (Bot::Greedy, 29),
            &["counter_attack_made", "counter_charger_moved"],
        ),
        of_men_of_iron(
            "a-leader-without-a-command",
            "harrow-ford",
            (Bot::Greedy, 28),
            &["leader_removed"],
        ),
        Happening {
            setup: None,
            sketch: Some(json!({
                "battle": "harrow-ford",
                "active": "B",
                "units": [
                    { "unit": "B-MM1", "hex": "0102", "facing": 1 },
                    { "unit": "B-PK1", "hex": "0201", "facing": 7 },
                    { "unit": "B-PK2", "hex": "0202", "facing": 7 },
                    { "unit": "A-LB1", "hex": "2016", "facing": 1 }
                ],
                "leaders": { "Osric": "0101", "Hale": "2016", "Maran": "0103" },
                "standards": { "A1": "2015", "B1": "0104" }
            })),
            first: &[("B", "activate B1"), ("B", "0102-0101 v1")],
            ..of_men_of_iron(
                "a-king-ridden-down-alone",
                "harrow-ford",
                (Bot::Greedy, 1),
                &["leader_captured"],
            )
        },
        Happening {
            ruling: Some((
                json!({ "type": "set_penalty", "seat": "A", "penalty": 2 }),
                "the marker was forgotten",
            )),
            ..of_men_of_iron(
                "a-forgotten-penalty",
                "harrow-ford",
                (Bot::Greedy, 1),
                &["patched"],
            )
        },
    ]
}

/// The sample pack of the earlier edition with another id, in which every bowman has a second ranged attack and every common card is
/// played beside another.
fn pack_of_two_ranges() -> Value {
    let system = hindsight_engine::system("battleground-3").unwrap();
    let mut pack = system.sample_packs().remove(0);
    pack["id"] = json!("two-ranges");
    for card in pack["common_cards"].as_array_mut().unwrap() {
        for side in card["sides"].as_array_mut().unwrap() {
            let green = side["colour"] == "green";
            side["beside_another"] = json!(!green);
        }
    }
    let units = pack["factions"][0]["units"].as_array_mut().unwrap();
    let bowmen = units.iter_mut().find(|unit| unit["id"] == "hawk-bowmen").unwrap();
    let mut second = bowmen["ranged"].clone();
    second["range"] = json!(21);
    bowmen["more_ranged"] = json!([second]);
    bowmen["cards_on_its_attack"] = json!(2);
    pack
}

/// Bowmen shoot over a vineyard with their second ranged attack, and two cards are played on it.
fn two_ranges_and_a_second_card() -> Happening {
    Happening {
        system: "battleground-3",
        name: "two-ranges-and-a-second-card",
        setup: None,
        sketch: Some(json!({
            "packs": ["two-ranges"],
            "turn": 5,
            "budget": 500,
            "scenario": "annihilation",
            "map": "open-plain",
            "terrain": [{
                "kind": "custom", "width": 8, "depth": 2, "pose": at(18.0, 12.0, 0),
                "custom": { "name": "Vineyard", "crossing": { "slower": 1 }, "cover_in_melee": "soft" }
            }],
            "known": { "A": [2, 3, 6], "B": [9, 11] },
            "units": [
                { "seat": "A", "unit": "hawk-bowmen", "pose": at(18.0, 4.0, 0), "order": { "order": "hold" } },
                { "seat": "B", "unit": "orc-swordsmen", "pose": at(18.0, 23.0, 180), "order": { "order": "hold" } }
            ]
        })),
        pack: Some(pack_of_two_ranges()),
        first: &[],
        ruling: None,
        answers: &[],
        bot: (Bot::Random, 244),
        until: &["attack_resolved"],
    }
}

/// Where a unit or a terrain piece lies in a drawn position.
fn at(x: f64, y: f64, heading: u16) -> Value {
    json!({ "x": x, "y": y, "heading": heading })
}

/// Knights ride through brush to a point, and not round it past an enemy that they would rush.
fn a_path_past_nobody() -> Happening {
    Happening {
        system: "battleground-3",
        name: "a-path-past-nobody",
        setup: None,
        sketch: Some(json!({
            "turn": 5,
            "budget": 500,
            "scenario": "annihilation",
            "map": "open-plain",
            "terrain": [{ "kind": "low_brush", "width": 3.5, "depth": 2.5, "pose": at(18.05, 13.0, 0) }],
            "units": [
                {
                    "seat": "A", "unit": "knights", "pose": at(18.0, 8.75, 0),
                    "order": { "order": "close", "objective": { "location": { "x": 18, "y": 25 } } }
                },
                { "seat": "B", "unit": "orc-swordsmen", "pose": at(14.2, 14.5, 180), "order": { "order": "hold" } }
            ]
        })),
        pack: None,
        first: &[("A", "activate A1"), ("A", "choose none")],
        ruling: None,
        answers: &[],
        bot: (Bot::Greedy, 1),
        until: &["unit_moved"],
    }
}

/// A unit under its order and one under Direct Control behind it that move in one step.
fn a_step_of_both_kinds() -> Happening {
    let close = json!({ "order": "close" });
    Happening {
        system: "battleground-3",
        name: "a-step-of-both-kinds",
        setup: None,
        sketch: Some(json!({
            "turn": 5,
            "budget": 500,
            "scenario": "annihilation",
            "map": "open-plain",
            "units": [
                { "seat": "A", "unit": "hawk-swordsmen", "pose": at(18.0, 10.0, 0), "order": close },
                { "seat": "A", "unit": "hawk-swordsmen", "pose": at(18.0, 7.5, 0), "order": close },
                { "seat": "B", "unit": "orc-swordsmen", "pose": at(18.0, 25.0, 180), "order": { "order": "hold" } }
            ]
        })),
        pack: None,
        first: &[
            ("A", "control A2"),
            ("A", "activate A1 A2"),
            ("A", "move together A1 nothing and A2 forward 3.5"),
        ],
        ruling: None,
        answers: &[],
        bot: (Bot::Greedy, 1),
        until: &["units_moved"],
    }
}

/// A drawn battle of the earlier edition on the open plain.
fn of_battleground_3(name: &'static str, units: &Value) -> Happening {
    Happening {
        system: "battleground-3",
        name,
        setup: None,
        sketch: Some(json!({
            "turn": 5, "budget": 500, "scenario": "annihilation", "map": "open-plain", "units": units
        })),
        pack: None,
        first: &[],
        ruling: None,
        answers: &[],
        bot: (Bot::Greedy, 1),
        until: &[],
    }
}

/// A Blessing, and in the next turn a Curse on the same unit, whose attacks of that Combat Phase stay as they were blessed (rule
/// `BG3-COMB-02`).
fn a_curse_over_a_blessing() -> Happening {
    let hold = json!({ "order": "hold" });
    let units = json!([
        { "seat": "A", "unit": "hedge-wizards", "pose": at(14.0, 10.0, 0), "order": hold },
        { "seat": "A", "unit": "hawk-swordsmen", "pose": at(18.0, 10.0, 0), "order": hold },
        { "seat": "B", "unit": "goblin-shamans", "pose": at(18.0, 20.0, 180), "order": hold }
    ]);
    Happening {
        first: &[
            ("A", "end phase"),
            ("A", "choose A1 spell 2 on A2"),
            ("B", "end phase"),
            ("B", "choose B1 spell 1 on A2"),
        ],
        until: &["lasting_added"],
        ..of_battleground_3("a-curse-over-a-blessing", &units)
    }
}

/// A pinched unit that fails its Rout Check: it leaves both of its enemies behind (rule `BG3-ROUT-04`).
fn a_rout_from_two_enemies() -> Happening {
    let close = json!({ "order": "close" });
    let units = json!([
        { "seat": "A", "unit": "hawk-swordsmen", "pose": at(16.6, 11.0, 0), "order": close },
        { "seat": "A", "unit": "hawk-swordsmen", "pose": at(20.2, 11.0, 0), "order": close },
        { "seat": "B", "unit": "goblin-spearmen", "pose": at(18.0, 15.0, 180), "order": { "order": "hold" } }
    ]);
    Happening {
        first: &[("A", "activate A1"), ("A", "activate A2"), ("A", "end phase")],
        bot: (Bot::Greedy, 2),
        until: &["unit_turned"],
        ..of_battleground_3("a-rout-from-two-enemies", &units)
    }
}

/// A battle of the sample pack of Men of Iron that bots begin.
fn of_men_of_iron(
    name: &'static str,
    battle: &str,
    bot: (Bot, u64),
    until: &'static [&'static str],
) -> Happening {
    Happening {
        system: "men-of-iron",
        name,
        setup: Some(json!({ "battle": battle })),
        sketch: None,
        pack: None,
        first: &[],
        ruling: None,
        answers: &[],
        bot,
        until,
    }
}
