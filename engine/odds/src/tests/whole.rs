//! Random numbers of things, contests, tables, luck, and the edges of it all.

use super::*;

#[test]
fn random_numbers_of_things() {
    let shifted = Die::D3.distribution().shift(-2); // -1, 0 or 1 each.
    check(
        &Die::D3.distribution().sum_of(&shifted),
        "D3 times -1 to 1",
        |tape| {
            let count = tape.roll(Die::D3);
            (0..count).map(|_| tape.roll(Die::D3) - 2).sum()
        },
    );
    check(
        &shifted.shift(1).sum_of(&Die::D3.distribution().shift(2)),
        "0 to 2 times 3 to 5",
        |tape| {
            let count = tape.roll(Die::D3) - 1;
            (0..count).map(|_| tape.roll(Die::D3) + 2).sum()
        },
    );
    check(
        &shifted.sum_of(&Die::D3.distribution().negate()),
        "-1 to 1 times -3 to -1",
        |tape| {
            let count = tape.roll(Die::D3) - 2;
            (0..count).map(|_| -tape.roll(Die::D3)).sum()
        },
    );
    check(&Die::D3.distribution().thinned(1.0 / 3.0), "thinned", |tape| {
        let count = tape.roll(Die::D3);
        (0..count).filter(|_| tape.roll(Die::D3) == 1).count() as i32
    });
    // Panic: wounded but not destroyed, 2D6 under 7 costs a D3, five wounds at most.
    let panic = Distribution::uniform(1, 6).bind(|wounds| {
        if wounds >= 5 {
            return Distribution::point(5);
        }
        let failed = Die::D6.sum(2).at_most(6);
        let more = Die::D3.distribution().shift(wounds).cap(5);
        Distribution::mixture([(failed, &more), (1.0 - failed, &Distribution::point(wounds))])
            .expect("weights")
    });
    check(&panic, "panic", |tape| {
        let wounds = tape.d6();
        if wounds < 5 && tape.d6() + tape.d6() < 7 {
            (wounds + tape.roll(Die::D3)).min(5)
        } else {
            wounds.min(5)
        }
    });
}

#[test]
fn one_roll_against_another() {
    let (one, other) = (Die::D6.distribution(), Die::D6.keep_highest(2, 1).expect("few"));
    check(&one.difference(&other), "difference", |tape| {
        tape.d6() - tape.d6().max(tape.d6())
    });
    let ways = every_way(|tape| tape.d6().cmp(&tape.d6().max(tape.d6())) as i32);
    let contest = Contest::between(&one, &other);
    for (result, found) in [(1, contest.win), (0, contest.tie), (-1, contest.lose)] {
        assert!(near(found, ways[&result] as f64 / WHOLE as f64), "{contest:?}");
    }
    let never = Contest::between(&Distribution::point(3), &Distribution::point(3)).ties_rolled_again();
    assert_eq!(
        never,
        Contest {
            win: 0.0,
            tie: 1.0,
            lose: 0.0
        }
    );
}

#[test]
fn tables_of_results() {
    let table = OutcomeTable::new([(0, "a"), (5, "b"), (6, "c"), (7, "b")]).expect("sound");
    let odds = table.odds(&Die::D10_FROM_0.distribution().shift(-1));
    // Adjusted rolls -1 to 8: six of ten up to 4, then b, c, b, b.
    for (name, tenths) in [("a", 6.0), ("b", 3.0), ("c", 1.0), ("d", 0.0)] {
        assert!(near(odds.p(&name), tenths / 10.0), "{name}");
    }
    assert_eq!(odds.list().len(), 3);
    assert!(near(odds.worth(|name| i32::from(*name == "b")).mean(), 0.3));
    let two = odds
        .clone()
        .bind(|first| odds.clone().map(|second| first == "a" && second == "a"));
    assert!(near(two.p(&true), 0.36));
    assert_eq!(OutcomeTable::<u8>::new([]), Err(OddsError::BadTable));
    assert_eq!(OutcomeTable::new([(1, 'x'), (1, 'y')]), Err(OddsError::BadTable));
    assert!(serde_json::from_str::<OutcomeTable<u8>>("[]").is_err());
    let written = serde_json::to_string(&table).expect("plain data");
    assert_eq!(
        serde_json::from_str::<OutcomeTable<&str>>(&written).expect("as written"),
        table
    );
}

#[test]
fn luck_of_many_rolls() {
    let mut rolls = Rolls::default();
    rolls.add(&Die::D6.sum(2), 9);
    rolls.add(&Die::D3.distribution(), 3);
    rolls.add_low_is_good(&Die::D6.distribution(), 2);
    let ways = every_way(|tape| tape.d6() + tape.d6() + tape.roll(Die::D3) - tape.d6());
    same(&rolls.distribution(), &ways, "three rolls");
    let luck = rolls.luck();
    let share = |holds: &dyn Fn(i32) -> bool| {
        ways.iter()
            .filter(|(value, _)| holds(**value))
            .map(|(_, &ways)| ways as f64)
            .sum::<f64>()
            / WHOLE as f64
    };
    assert_eq!((luck.rolls, luck.actual), (3, 10));
    assert!(near(luck.standing.at_least, share(&|value| value >= 10)));
    assert!(near(
        luck.standing.percentile,
        share(&|value| value < 10) + share(&|value| value == 10) / 2.0
    ));
    assert!(near(luck.mean, 5.5) && near(luck.surplus, 4.5));
    let none = Rolls::default().luck();
    assert_eq!((none.actual, none.standing.percentile), (0, 0.5));
}

#[test]
fn luck_of_thousands_of_rolls_is_exact() {
    // 6,000 rolls of 1 to 12 dice at one chance are one binomial of all dice.
    let kinds: Vec<Distribution> = (1..=12).map(|dice| Distribution::binomial(dice, 0.5)).collect();
    let rolls: Rolls = kinds
        .iter()
        .flat_map(|kind| std::iter::repeat_n((kind, 3), 500))
        .collect();
    let all = Distribution::binomial(78 * 500, 0.5);
    let sum = rolls.distribution();
    for value in [19_300, 19_400, 19_500, 19_555, 19_800] {
        assert!((sum.at_most(value) - all.at_most(value)).abs() < 1e-11, "{value}");
    }
    assert_eq!((rolls.luck().rolls, rolls.luck().actual), (6_000, 18_000));
    let other_order: Rolls = kinds
        .iter()
        .rev()
        .flat_map(|kind| std::iter::repeat_n((kind, 3), 500))
        .collect();
    assert_eq!(other_order.distribution(), sum);
}

#[test]
fn nothing_panics_and_the_odd_is_defined() {
    let none = Die::new(0);
    assert_eq!(
        (none.distribution(), none.sum(9)),
        (Distribution::point(0), Distribution::point(0))
    );
    assert_eq!(Die::D6.sum(0), Distribution::point(0));
    assert_eq!(
        Die {
            sides: u16::MAX,
            lowest: i16::MAX
        }
        .highest(),
        98_301
    );
    assert_eq!(
        none.keep_highest(3, 2).expect("nothing to keep"),
        Distribution::point(0)
    );
    assert!(Die::D6.keep_lowest(u32::MAX, 1).is_err() && Die::new(u16::MAX).keep_highest(100, 50).is_err());
    let no_sides = SuccessRule::new(none, SuccessNeed::AtLeast(1));
    assert_eq!(
        Pool::new(no_sides).successes(4).expect("few"),
        Distribution::point(0)
    );
    for target in [i32::MIN, -1, 0, 7, i32::MAX] {
        for rule in [
            SuccessRule::roll_under(target),
            SuccessRule::at_least(target).modified(i32::MIN),
        ] {
            let pool =
                Pool::new(rule.critical_from(6)).reroll(Reroll::up_to(u32::MAX, RerollWhich::Successes));
            assert!(pool.successes(3).is_ok() && pool.successes(0).is_ok(), "{rule:?}");
        }
    }
    // However high the target, no more succeed than there are dice.
    assert_eq!(
        Pool::new(SuccessRule::roll_under(i32::MAX))
            .successes(3)
            .expect("few"),
        Distribution::point(3)
    );
    assert_eq!(SuccessRule::roll_under(i32::MAX).count([]), 0);
    assert!(Pool::new(SuccessRule::at_least(4)).successes(u32::MAX).is_err());
    assert!(Chain::dice(u32::MAX).odds().is_err());
    assert!(Chain::dice(3).add("more", i32::MAX).odds().is_err());
    assert_eq!(
        Chain::dice(3)
            .add("less", i32::MIN)
            .odds()
            .expect("none left")
            .total,
        Distribution::point(0)
    );
    let wide = Distribution::uniform(i32::MIN, i32::MAX);
    assert_eq!((wide.first(), wide.last()), (-LIMIT, LIMIT));
    assert_eq!(
        Distribution::point(i32::MAX).times(u32::MAX),
        Distribution::point(LIMIT)
    );
    assert_eq!(
        Distribution::uniform(5, 6).shift(i32::MIN),
        Distribution::point(-LIMIT)
    );
    assert_eq!(Distribution::uniform(-6, 6).scale(i32::MAX).last(), LIMIT);
    assert_eq!(Distribution::bernoulli(f64::NAN), Distribution::point(0));
    assert_eq!(Distribution::binomial(5, 7.0), Distribution::point(5));
    assert_eq!(Distribution::uniform(1, 6).clamp(4, 2), Distribution::point(2));
    assert_eq!(Distribution::uniform(1, 3).given(|value| value > 3), None);
    let die = Distribution::uniform(1, 6);
    assert_eq!(
        (
            die.at_least(i32::MIN),
            die.at_most(i32::MIN),
            die.exactly(i32::MAX)
        ),
        (1.0, 0.0, 0.0)
    );
    assert!(near(die.at_most(i32::MAX), 1.0) && die.at_least(i32::MAX) == 0.0);
    assert_eq!(
        (
            die.quantile(f64::NAN),
            die.quantile(-1.0),
            die.quantile(2.0),
            die.quantile(0.5)
        ),
        (1, 1, 6, 3)
    );
    assert_eq!(die.trim(1.0).iter().count(), 1);
    assert_eq!(die.trim(f64::NAN), die);
    assert!(picked_rerolls(Die::D6, 9, Aim::AtLeast(3), None).is_err());
    assert!(picked_rerolls(Die::new(u16::MAX), 8, Aim::AtLeast(3), None).is_err());
    assert!(Distribution::mixture([]).is_err() && Distribution::mixture([(-1.0, &die)]).is_err());
    assert!(Distribution::from_weights(0, vec![]).is_err());
    assert!(Distribution::from_weights(i32::MAX, vec![1.0]).is_err());
    assert!(Distribution::from_weights(0, vec![f64::INFINITY]).is_err());
    let hard = Pool::new(SuccessRule::at_least(4).critical_from(6))
        .reroll(Reroll::up_to(90, RerollWhich::Misses))
        .reroll(Reroll::up_to(90, RerollWhich::Successes));
    assert_eq!(hard.successes(200), Err(OddsError::TooComplex));
}

#[test]
fn what_is_written_is_read_again_and_nothing_unsound() {
    let written = serde_json::to_value(Distribution::uniform(2, 3)).expect("plain data");
    assert_eq!(written, serde_json::json!({"from": 2, "p": [0.5, 0.5]}));
    assert_eq!(
        serde_json::from_value::<Distribution>(written).expect("as written"),
        Distribution::uniform(2, 3)
    );
    for bad in [
        r#"{"from":0,"p":[]}"#,
        r#"{"from":0,"p":[0.5]}"#,
        r#"{"from":0,"p":[1.5,-0.5]}"#,
        r#"{"from":2000000,"p":[1]}"#,
    ] {
        assert!(serde_json::from_str::<Distribution>(bad).is_err(), "{bad}");
    }
    let summary = Die::D6.sum(2).summary();
    assert_eq!(
        (summary.from, summary.p.len(), summary.mode, summary.median),
        (2, 11, 7, 7)
    );
    assert!(near(summary.mean, 7.0) && near(summary.sd, (35.0_f64 / 6.0).sqrt()));
    let chain = Chain::dice(4)
        .roll(
            "hits",
            Pool::new(SuccessRule::roll_under(6)).reroll(Reroll::up_to(2, RerollWhich::Misses)),
        )
        .cap("damage", 3);
    let text = serde_json::to_string(&chain).expect("plain data");
    assert_eq!(serde_json::from_str::<Chain>(&text).expect("as written"), chain);
    let schema = schemars::schema_for!(Distribution).to_value();
    assert!(
        schema["properties"]["p"].is_object() && schema["title"] == "Distribution",
        "{schema}"
    );
    let _ = schemars::schema_for!(ChainOdds);
    let _ = schemars::schema_for!(Chain);
}
