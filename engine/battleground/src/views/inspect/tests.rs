use hindsight_kernel::{AttackChances, Packs, RollChances, Rules, Setups};

use super::*;
use crate::model::cards::RangedType;
use crate::model::effect::Keyword;
use crate::scene::{line, scene, shooting, with_keywords};

fn ask(state: &State, unit: &str, target: Option<&str>) -> Inspection {
    inspect(
        state,
        &InspectRequest {
            unit: unit.to_owned(),
            target: target.map(str::to_owned),
            about: serde_json::Map::new(),
        },
    )
    .unwrap()
}

fn value<'i>(told: &'i Inspection, topic: &str) -> &'i Value {
    &told
        .answers
        .iter()
        .find(|answer| answer.topic == topic)
        .unwrap_or_else(|| panic!("no answer about {topic}"))
        .value
}

fn step<'a>(attack: &'a AttackChances, purpose: &str) -> &'a RollChances {
    attack.steps.iter().find(|step| step.purpose == purpose).unwrap()
}

/// The modifiers of each number of each attack that is told add up to it; how many attacks those were.
fn sums(told: &Inspection) -> usize {
    for attack in &told.attacks {
        for step in &attack.steps {
            let sum: i32 = step.modifiers.iter().map(|one| one.change).sum();
            let number = match step.purpose.as_str() {
                "attack dice" => step.dice.map(|dice| dice as i32),
                "to hit" | "to wound" => step.target,
                "Impact Hits" => Some(step.successes.mean() as i32),
                other => panic!("{other}"),
            };
            assert_eq!(number, Some(sum), "{} {}: {step:?}", attack.unit, attack.kind);
        }
    }
    told.attacks.len()
}

#[test]
fn bg4_atk_02_the_modifiers_of_each_number_add_up_to_it() {
    use crate::model::effect::Keyword::{Cavalry, Large};
    let rider = || with_keywords(&[Large, Cavalry]);
    // Cavalry that charges: dice, skill, power and an Impact Hit of its own list each. In the Red it loses two dice.
    let charge = scene()
        .unit("A1", rider(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .state();
    let told = ask(&charge, "A1", None);
    assert_eq!(sums(&told), 1);
    let purposes: Vec<&str> = told.attacks[0].steps.iter().map(|step| &*step.purpose).collect();
    assert_eq!(purposes, ["attack dice", "to hit", "Impact Hits", "to wound"]);
    // Only dice are thrown to hit, each at its number or less, a 1 always and a 6 never; Impact Hits come beside them (p. 105).
    let to_hit = step(&told.attacks[0], "to hit");
    let (dice, number) = (to_hit.dice.unwrap(), to_hit.target.unwrap().clamp(1, 5));
    let mean = f64::from(dice) * f64::from(number) / 6.0;
    assert!((to_hit.successes.mean() - mean).abs() < 1e-9, "{to_hit:?}");
    // One printed die less two In the Red is none.
    let mut weak = line();
    weak.attack.dice = 1;
    let none = scene()
        .unit("A1", weak, (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .change("A1", |unit| unit.marked = 8)
        .engaged("A1", "B1", Side::Front)
        .state();
    let told = ask(&none, "A1", None);
    assert_eq!(sums(&told), 1);
    assert_eq!(step(&told.attacks[0], "attack dice").dice, Some(0));
}

#[test]
fn bg4_atk_02_the_modifiers_add_up_in_a_played_battle() {
    use hindsight_kernel::{Bot, Game, GameOrder, GameStart, Given, Seed, bot_rng, choose};
    type Rules = crate::system::Battleground;
    let seeds = |_| Seed::of_game(&[7; 32], "3");
    let packs = Rules::sample_packs();
    let army = packs[0]["armies"][0]["id"].clone();
    let request = json!({
        "ready_armies": { "A": army, "B": army },
        "map": packs[0]["maps"][0]["id"],
    });
    let setup = Rules::setup_from(&request, &packs).unwrap();
    let opened = Game::<Rules>::open(GameStart::Setup(setup), true, &[], Some(&seeds)).unwrap();
    let (mut game, mut rng, mut attacks, mut played) = (opened.game, bot_rng(3), 0, 0);
    while game.ending().is_none() && game.state().turn < 7 {
        let state = game.state();
        // Each attack that is asked about, with the cards played in it, and all units now and then.
        let at_hand = state.attack.as_deref().map(|attack| attack.attacker.to_string());
        let all = played % 150 == 0;
        let units = state.units.iter().filter(|_| all).map(|unit| unit.id.to_string());
        attacks += at_hand
            .into_iter()
            .chain(units)
            .map(|unit| sums(&ask(state, &unit, None)))
            .sum::<usize>();
        let seat = Rules::awaiting(state)[0].seat;
        let command = choose::<Rules>(Bot::Greedy, state, seat, &mut rng).unwrap();
        let given = Given {
            seat: Some(seat),
            order: GameOrder::Play { command },
            dice: vec![],
        };
        game = game.decide(&given, &[], Some(&seeds)).unwrap().game;
        played += 1;
    }
    assert!(attacks > 10, "{attacks} attacks");
}

#[test]
fn distance_side_arc_and_path_are_told_with_their_rules() {
    // Front centre (18, 11.25) to the front centre (18, 18.75) of an enemy that looks back: 7.5 inches.
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 20.0, 180.0))
        .state();
    let told = ask(&state, "A1", Some("B1"));
    assert_eq!(value(&told, "facing_side"), &json!("front"));
    assert_eq!(value(&told, "distance"), &json!(7.5));
    assert_eq!(value(&told, "range_band"), &json!("Long Range"));
    for topic in ["front_arc", "directly_ahead", "visible", "open_path"] {
        assert_eq!(value(&told, topic), &json!(true), "{topic}");
    }
    assert_eq!(value(&told, "mc"), &json!(3.5));
    assert_eq!(value(&told, "nearest_enemy"), &json!("B1"));
    // On Close it moves its whole Movement Category straight on.
    assert_eq!(value(&told, "would_move")["to"]["y"], json!(13.5));
    // A rush would be told with what comes back.
    assert_eq!(told.attacks.len(), 2);
    let book = <crate::system::Battleground as hindsight_kernel::Rules>::rulebook();
    assert!(
        told.answers
            .iter()
            .all(|answer| book.get(&answer.rule.0).is_some())
    );
}

#[test]
fn bg4_order_13_an_objective_is_the_nearest_enemy() {
    use crate::model::orders::{Objective, Order};
    // The objective stands behind its back; another enemy looks at it 4 inches ahead. Page 29.
    let marked = |order: Order, controlled: bool| {
        let state = scene()
            .unit("A1", line(), (18.0, 15.0, 0.0))
            .order("A1", order)
            .objective("A1", Objective::Enemy(crate::scene::id("B1")))
            .change("A1", |unit| unit.turn.controlled = controlled)
            .unit("B1", line(), (18.0, 3.0, 0.0))
            .unit("B2", line(), (18.0, 21.5, 180.0))
            .state();
        let told = ask(&state, "A1", None);
        let nearest = told
            .answers
            .into_iter()
            .find(|answer| answer.topic == "nearest_enemy");
        nearest.expect("an enemy is on the table")
    };
    let close = marked(Order::Close, false);
    assert_eq!((close.value, &*close.rule.0), (json!("B1"), "BG4-ORDER-13"));
    // On Hold it directs shots alone, and Direct Control sets it aside (BG4-CMD-07, p. 36).
    assert_eq!(marked(Order::Hold, false).value, json!("B2"));
    assert_eq!(marked(Order::Close, true).value, json!("B2"));
}

#[test]
fn engaged_units_are_told_their_melee_odds_exactly() {
    let state = scene()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    let told = ask(&state, "A1", None);
    assert_eq!(told.attacks.len(), 1);
    let attack = &told.attacks[0];
    // Rules BG4-ATK-02 to -04: 5 dice, skill 5 - 2, power 5 - 2: half of the dice hit, half of the hits wound.
    assert_eq!(step(attack, "attack dice").dice, Some(5));
    let to_hit = step(attack, "to hit");
    assert_eq!((to_hit.dice, to_hit.target), (Some(5), Some(3)));
    assert_eq!(step(attack, "to wound").target, Some(3));
    assert!(
        (attack.damage.mean() - 1.25).abs() < 1e-9,
        "{}",
        attack.damage.mean()
    );
    assert_eq!(attack.destroys, 0.0);
}

#[test]
fn who_is_no_unit_is_refused_with_those_there_are() {
    let state = scene()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .state();
    for name in ["A2", "Z1", ""] {
        let question = InspectRequest {
            unit: name.to_owned(),
            target: None,
            about: serde_json::Map::new(),
        };
        let refusal = inspect(&state, &question).unwrap_err().of(state.edition);
        assert_eq!(refusal.details["allowed"], json!(["A1"]), "{name}");
    }
    let ranges = ask(&state, "A1", None)
        .overlays
        .iter()
        .filter(|overlay| overlay.kind == "range")
        .count();
    assert_eq!(ranges, 2);
}

#[test]
fn bg4_mods_06_the_range_band_knows_high_ground() {
    let hill = |x: f64| {
        crate::scene::hill(
            1,
            &[(x - 3.0, 7.0), (x + 3.0, 7.0), (x + 3.0, 13.0), (x - 3.0, 13.0)],
        )
    };
    let at = |distance: f64| {
        scene()
            .unit("A1", shooting(20.0, RangedType::Indirect), (5.0, 10.0, 90.0))
            .unit("B1", line(), (7.5 + distance, 10.0, 270.0))
    };
    // The rule's own numbers, on level ground, from a hill, at a hill.
    let rows = [
        (at(10.0), 10.0, "Long Range", "BG4-MODS-14"),
        (at(10.0).terrain(hill(5.0)), 10.0, "Short Range", "BG4-MODS-06"),
        (at(14.0).terrain(hill(5.0)), 14.0, "Long Range", "BG4-MODS-06"),
        (at(18.0).terrain(hill(5.0)), 18.0, "Extreme Range", "BG4-MODS-06"),
        (at(4.0).terrain(hill(13.6)), 4.0, "Long Range", "BG4-MODS-06"),
        (at(11.0).terrain(hill(18.5)), 11.0, "Extreme Range", "BG4-MODS-06"),
    ];
    for (scene, distance, band, rule) in rows {
        let told = ask(&scene.state(), "A1", Some("B1"));
        let answer = told.answers.iter().find(|one| one.topic == "range_band").unwrap();
        assert_eq!(
            (&answer.value, answer.rule.0.as_ref()),
            (&json!(band), rule),
            "{distance}: {}",
            answer.text
        );
    }
}

#[test]
fn bg4_cons_01_no_attack_is_offered_on_a_unit_without_a_box_left() {
    let state = |fresh: u8| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .change("B1", |unit| unit.fresh = fresh)
            .engaged("A1", "B1", Side::Front)
            .state()
    };
    let alive = ask(&state(8), "A1", Some("B1"));
    assert_eq!(alive.attacks.len(), 1);
    let gone = ask(&state(9), "A1", Some("B1"));
    assert!(gone.attacks.is_empty());
    assert_eq!(value(&gone, "legal_targets"), &json!([]));
}

#[test]
fn bg4_rush_19_pinched_is_told_of_two_sides_without_skirmishers() {
    let skirmisher = || with_keywords(&[Keyword::Normal, Keyword::Infantry, Keyword::Skirmisher]);
    let around = |second| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", second, (21.0, 12.5, 270.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front)
    };
    let rows = [
        (around(line()), None),
        (around(line()).engaged("A2", "B1", Side::Left), Some(json!(2))),
        (around(skirmisher()).engaged("A2", "B1", Side::Left), None),
    ];
    for (place, (scene, pinched)) in rows.into_iter().enumerate() {
        let told = ask(&scene.state(), "B1", None);
        let found = told.answers.iter().find(|answer| answer.topic == "pinched");
        assert_eq!(found.map(|answer| answer.value.clone()), pinched, "row {place}");
    }
}

#[test]
fn bg4_equip_05_javelins_are_told_on_the_charge() {
    use crate::model::effect::Keyword::{Infantry, Javelins, Normal, Pila};
    for keyword in [Javelins, Pila] {
        let mut throwers = shooting(7.0, RangedType::LineOfSight);
        throwers.keywords = [Normal, Infantry, keyword].into();
        let before = scene()
            .unit("A1", throwers, (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0));
        // Asked about the enemy, what a rush would bring: the throw, the melee attack, what comes back.
        let state = before.state();
        let told = ask(&state, "A1", Some("B1"));
        let supposed = |attack: &&AttackChances| attack.kind.ends_with("if Line (A1) Final Rushed the front");
        let kinds: Vec<&str> = told
            .attacks
            .iter()
            .filter(supposed)
            .map(|attack| &*attack.kind)
            .collect();
        let melee = "melee, if Line (A1) Final Rushed the front";
        assert_eq!(
            kinds,
            ["thrown, if Line (A1) Final Rushed the front", melee, melee]
        );
        // Engaged by its own rush it throws before it strikes; engaged since an earlier turn it does not.
        let engaged = |turn: u16| {
            crate::scene::Scene::from(state.clone())
                .engaged("A1", "B1", Side::Front)
                .set(|state| state.engagements[0].turn = turn)
                .state()
        };
        let charging = ask(&engaged(1), "A1", None);
        let kinds: Vec<&str> = charging.attacks.iter().map(|attack| &*attack.kind).collect();
        assert_eq!(kinds, ["thrown", "melee"]);
        assert_eq!(value(&charging, "legal_targets")[0]["kind"], json!("thrown"));
        assert_eq!(sums(&charging), 2);
        // Rule BG4-EQUIP-06: Pila have three dice.
        let dice = if keyword == Pila { 3 } else { 5 };
        assert_eq!(step(&charging.attacks[0], "attack dice").dice, Some(dice));
        assert_eq!(ask(&engaged(0), "A1", None).attacks.len(), 1);
    }
}

#[test]
fn bg4_cour_11_frightened_and_bg4_rush_18_charging_are_told() {
    let state = |turn: u16| {
        scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.engagements[0].turn = turn)
            .change("A1", |unit| unit.turn.frightened = turn > 0)
            .state()
    };
    let told = ask(&state(1), "A1", None);
    assert_eq!(value(&told, "frightened"), &json!(true));
    assert_eq!(value(&told, "charging"), &json!(["B1"]));
    let told = ask(&state(0), "A1", None);
    let topics = ["frightened", "charging"];
    assert!(
        told.answers
            .iter()
            .all(|answer| !topics.contains(&&*answer.topic))
    );
}

#[test]
fn bg4_path_01_the_side_that_may_be_rushed_is_told() {
    use crate::scene::begun;
    // The front centre of A1 at (20.5, 13): B1's front faces it, its left flank is nearest of the other sides, at 7.04.
    let plain = || {
        scene()
            .unit("A1", line(), (20.5, 11.75, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
    };
    let told = ask(&begun(plain()), "A1", Some("B1"));
    assert_eq!(value(&told, "rush_sides"), &json!(["front"]));
    // A friend stands on the front: the Nearest Open Side takes its place.
    let occupied = || plain().unit("A2", line(), (18.0, 17.5, 0.0));
    let told = ask(&begun(occupied()), "A1", Some("B1"));
    assert_eq!(value(&told, "rush_sides"), &json!(["left"]));
    // Another leaves half an inch on the way there: no side may be rushed.
    let closed = occupied().unit("A3", line(), (22.0, 16.5, 0.0));
    let told = ask(&begun(closed), "A1", Some("B1"));
    assert_eq!(value(&told, "rush_sides"), &json!([]));
    // The other player's units have not looked.
    let told = ask(&begun(plain()), "B1", Some("A1"));
    assert!(told.answers.iter().all(|answer| answer.topic != "rush_sides"));
}
