//! Figures of many games: whatever the order and the grouping, the same to the last bit.

mod facts;

use std::collections::BTreeMap;

use facts::{moment, rolled};
use hindsight_kernel::{Fact, Moment, Seat, UnitInfo};
use hindsight_reports::statistics::{GameStatistics, GatherBy, Gathering, LuckLedger};
use proptest::prelude::*;

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9 * (1.0 + one.abs())
}

/// One made-up game.
fn played(seed: u64) -> GameStatistics {
    fold(&facts::units(), &facts::game(seed))
}

fn fold(units: &[UnitInfo], facts: &[(u64, Moment, Fact)]) -> GameStatistics {
    let mut game = GameStatistics::new();
    game.absorb(units);
    for (version, moment, fact) in facts {
        game.fact(*version, moment, fact);
    }
    game
}

fn names() -> BTreeMap<Seat, String> {
    [(Seat::A, "Ann".to_owned()), (Seat::B, "Bob".to_owned())].into()
}

fn gather(seeds: &[u64], by: GatherBy<'_>) -> Gathering {
    let mut gathering = Gathering::default();
    for &seed in seeds {
        gathering.add(&played(seed), by);
    }
    gathering
}

fn merged(one: &Gathering, other: &Gathering) -> Gathering {
    let mut both = one.clone();
    both.merge(other);
    both
}

/// The same game by units of other ids.
fn renamed(text: &str) -> String {
    let mut renamed = text.to_owned();
    for seat in ["A", "B"] {
        for number in 1..=6 {
            renamed = renamed.replace(&format!("\"{seat}{number}\""), &format!("\"{seat}9{number}\""));
        }
    }
    renamed
}

#[test]
fn a_game_is_told_apart_by_player_army_card_and_kind() {
    let game = played(3);
    let report = game.report();
    let names = names();
    let by = |by| {
        let mut gathering = Gathering::default();
        gathering.add(&game, by);
        gathering.groups
    };
    let players = by(GatherBy::Player(&names));
    assert_eq!(players.keys().collect::<Vec<_>>(), ["Ann", "Bob"]);
    for (seat, name) in &names {
        let of_seat = report
            .seats
            .iter()
            .find(|of| of.seat == *seat)
            .expect("it played");
        let player = &players[name];
        assert_eq!(
            (player.games, player.units, player.lost, player.kills),
            (
                1,
                u64::from(of_seat.units),
                u64::from(of_seat.lost),
                u64::from(of_seat.kills)
            )
        );
        assert_eq!(
            (player.rolls, player.dice),
            (u64::from(of_seat.rolls), u64::from(of_seat.dice))
        );
        assert_eq!(player.attack.damage, u64::from(of_seat.attack.damage));
        assert!((f64::from(player.dealt.worth) - of_seat.dealt.worth).abs() < 1e-5);
        assert!(near(
            player.survival().expect("they cost points"),
            of_seat.survival
        ));
        let luck = player.luck.figures();
        assert_eq!(
            (luck.rolls, luck.actual),
            (of_seat.luck.rolls, of_seat.luck.actual)
        );
        assert!(near(luck.percentile, of_seat.luck.percentile) && near(luck.at_least, of_seat.luck.at_least));
        let damage = player.damage_luck.figures();
        assert!(near(damage.percentile, of_seat.damage_luck.percentile));
        let faces: Vec<u64> = of_seat.faces[&6].iter().map(|&count| count.into()).collect();
        assert_eq!(player.faces[&6], faces);
    }
    // Each seat is one army, so that an army did what its seat did.
    let armies = by(GatherBy::Army);
    assert_eq!(armies["Rivermark"], players["Ann"]);
    assert_eq!(armies["Cragfolk"], players["Bob"]);
    let cards = by(GatherBy::Card);
    assert_eq!(cards.len(), 12);
    assert_eq!(
        cards["wolf-pack"].attack.attacks,
        u64::from(
            report
                .units
                .iter()
                .find(|unit| unit.unit == "B1")
                .expect("it played")
                .attack
                .attacks
        )
    );
    let kinds = by(GatherBy::Kind);
    assert_eq!(kinds["infantry"].units, 12);
    assert_eq!(
        kinds["infantry"].rolls,
        players["Ann"].rolls + players["Bob"].rolls
    );
    // A seat without a name is left out.
    assert_eq!(
        by(GatherBy::Player(&[(Seat::B, "Bob".to_owned())].into())).len(),
        1
    );
}

#[test]
fn luck_of_many_rolls_is_exact_after_merging() {
    // Two coins in one game, two in another: three of four succeed. 5 of 16 ways do so well or better.
    let roll = |faces: &[u8]| rolled("attack", Seat::A, "A1", "B1", faces, 4);
    let ledger = |faces: &[u8]| {
        let roll = roll(faces);
        let mut ledger = LuckLedger::default();
        ledger.add(&roll.expected, roll.result);
        ledger
    };
    let mut both = ledger(&[6, 6]);
    both.merge(&ledger(&[1, 6]));
    let luck = both.figures();
    assert_eq!((luck.rolls, luck.actual, both.kinds.len()), (2, 3, 1));
    assert!(near(luck.percentile, 11.0 / 16.0 + 2.0 / 16.0) && near(luck.at_least, 5.0 / 16.0));
    // A low roll that is good counts with the other sign.
    let mut low = roll(&[6, 6]);
    low.high_is_good = false;
    let mut game = GameStatistics::new();
    game.fact(1, &moment(1, 1), &Fact::DiceRolled(low));
    let mut gathering = Gathering::default();
    gathering.add(&game, GatherBy::Player(&names()));
    gathering.add(&game, GatherBy::Player(&names()));
    let luck = gathering.groups["Ann"].luck.figures();
    assert!(near(luck.percentile, 1.0 / 32.0) && luck.actual == -4, "{luck:?}");
    assert!(near(LuckLedger::default().figures().percentile, 0.5));
}

#[test]
fn a_hundred_thousand_rolls_are_reckoned_exactly_at_once() {
    let roll = rolled("attack", Seat::A, "A1", "B1", &[4], 4);
    let mut ledger = LuckLedger::default();
    ledger.add(&roll.expected, roll.result);
    for _ in 0..17 {
        ledger.merge(&ledger.clone());
    }
    // 131 072 successes of as many coins.
    let luck = ledger.figures();
    assert_eq!((luck.rolls, luck.actual), (1 << 17, 1 << 17));
    assert!(near(luck.expected, 65_536.0) && near(luck.deviation, 32_768.0_f64.sqrt()));
    assert!(luck.percentile > 0.999_999);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn parts_gathered_apart_merge_into_what_was_gathered_at_once(
        seeds in proptest::collection::vec(0..500_u64, 3..7), cut in 0..100_usize, other_cut in 0..100_usize,
    ) {
        let names = names();
        for by in [GatherBy::Player(&names), GatherBy::Army, GatherBy::Card, GatherBy::Kind] {
            let whole = gather(&seeds, by);
            let mut cuts = [cut % seeds.len(), other_cut % seeds.len()];
            cuts.sort_unstable();
            let (one, rest) = seeds.split_at(cuts[0]);
            let (two, three) = rest.split_at(cuts[1] - cuts[0]);
            let [one, two, three] = [one, two, three].map(|part| gather(part, by));
            let left = merged(&merged(&one, &two), &three);
            let right = merged(&one, &merged(&two, &three));
            let turned = merged(&merged(&three, &one), &two);
            prop_assert_eq!(&left, &whole);
            prop_assert_eq!(&right, &whole);
            prop_assert_eq!(&turned, &whole);
            prop_assert_eq!(&merged(&whole, &Gathering::default()), &whole);
            prop_assert_eq!(whole.games as usize, seeds.len());
            let stored = serde_json::to_vec(&whole).expect("figures can be written");
            let again: Gathering = serde_json::from_slice(&stored).expect("and read again");
            prop_assert_eq!(again, whole);
        }
    }

    #[test]
    fn two_games_merge_into_the_fold_over_both_lists_of_facts(one in 0..500_u64, other in 0..500_u64) {
        let (first, second) = (facts::game(one), facts::game(other));
        let text = |value: &[(u64, Moment, Fact)]| serde_json::to_string(value).expect("facts can be written");
        let second: Vec<(u64, Moment, Fact)> =
            serde_json::from_str(&renamed(&text(&second))).expect("and read again");
        let others: Vec<UnitInfo> = facts::units()
            .into_iter()
            .map(|unit| UnitInfo { id: unit.id.replace('A', "A9").replace('B', "B9"), ..unit })
            .collect();
        let all_units = [facts::units(), others.clone()].concat();
        let all_facts = [first.clone(), second.clone()].concat();
        let names = names();
        for by in [GatherBy::Player(&names), GatherBy::Army, GatherBy::Card, GatherBy::Kind] {
            let of = |games: &[GameStatistics]| {
                let mut gathering = Gathering::default();
                for game in games {
                    gathering.add(game, by);
                }
                gathering
            };
            let apart = merged(&of(&[fold(&facts::units(), &first)]), &of(&[fold(&others, &second)]));
            let mut once = of(&[fold(&all_units, &all_facts)]);
            prop_assert_eq!((apart.games, once.games), (2, 1));
            once.games = 2;
            for group in once.groups.values_mut() {
                group.games = 2;
            }
            prop_assert_eq!(apart, once);
        }
    }

    #[test]
    fn percentiles_after_merging_are_those_of_all_rolls_together(one in 0..500_u64, other in 0..500_u64) {
        let (mut first, second) = (played(one), played(other));
        let gathering = gather(&[one, other], GatherBy::Player(&names()));
        first.dice.extend(second.dice);
        first.attacks.extend(second.attacks);
        for (seat, name) in names() {
            let (exact, damage) = (first.luck(|roll| roll.seat == seat), first.damage_luck(|attack| attack.seat == seat));
            let (luck, of_damage) = (gathering.groups[&name].luck.figures(), gathering.groups[&name].damage_luck.figures());
            prop_assert_eq!((luck.rolls, luck.actual, of_damage.actual), (exact.rolls, exact.actual, damage.actual));
            for (found, wanted) in [
                (luck.percentile, exact.percentile),
                (luck.at_least, exact.at_least),
                (luck.expected, exact.expected),
                (luck.deviation, exact.deviation),
                (of_damage.percentile, damage.percentile),
                (of_damage.at_least, damage.at_least),
            ] {
                prop_assert!(near(found, wanted), "{} is not {}", found, wanted);
            }
        }
    }
}
