//! Figures: small lists of facts reckoned by hand, and the fold split anywhere.

mod facts;

use facts::{moment, rolled, unit};
use hindsight_kernel::{
    AttackResolved, DamageDealt, DamageWords, DiceRolled, Distribution, Fact, Seat, SideId, Threat,
};
use hindsight_reports::chart::{self, Chart, ChartOptions};
use hindsight_reports::statistics::{CsvTable, GameStatistics};
use proptest::prelude::*;

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn damage(unit: &str, seat: Seat, by: &str, wounds: u32, share: f64) -> Fact {
    Fact::DamageDealt(DamageDealt {
        unit: unit.to_owned(),
        seat,
        by: Some(by.to_owned()),
        cause: "melee".to_owned(),
        wounds,
        models: wounds,
        share,
    })
}

/// Militia (6 points, 8 models) fight Wolves (4 points, 4 models).
fn fight() -> GameStatistics {
    let mut game = GameStatistics::new();
    game.absorb(&[
        unit("A1", Seat::A, "Militia", 6.0, 8),
        unit("B1", Seat::B, "Wolves", 4.0, 4),
    ]);
    let at = moment(1, 2);
    // Two dice at 4+: 5 and 2, one success; mean 1, chances 1/4 1/2 1/4.
    game.fact(
        5,
        &at,
        &Fact::DiceRolled(rolled("attack", Seat::A, "A1", "B1", &[5, 2], 4)),
    );
    // One die at 5+: a 3, no success; mean 1/3.
    game.fact(
        5,
        &at,
        &Fact::DiceRolled(rolled("block", Seat::B, "B1", "A1", &[3], 5)),
    );
    let attack = AttackResolved {
        unit: "A1".to_owned(),
        seat: Seat::A,
        against: "B1".to_owned(),
        kind: "melee".to_owned(),
        ranged: false,
        dice: 2,
        hits: 1,
        saved: 0,
        damage: 1,
        surplus: 0,
        expected: Distribution::binomial(2, 1.0 / 3.0),
        tier: None,
    };
    game.fact(5, &at, &Fact::AttackResolved(attack));
    game.fact(5, &at, &damage("B1", Seat::B, "A1", 1, 0.25));
    game.fact(
        6,
        &at,
        &Fact::MoraleChecked {
            unit: "B1".to_owned(),
            seat: Seat::B,
            kind: "flee".to_owned(),
            need: 3,
            rolled: 2,
            passed: false,
            chance: 2.0 / 3.0,
        },
    );
    game.fact(
        6,
        &at,
        &Fact::Broken {
            unit: "B1".to_owned(),
            seat: Seat::B,
        },
    );
    game.fact(
        6,
        &at,
        &Fact::UnitMoved {
            unit: "B1".to_owned(),
            seat: Seat::B,
            distance: 2.5,
            kind: "flee".to_owned(),
            way: Vec::new(),
        },
    );
    game.fact(7, &moment(2, 3), &damage("B1", Seat::B, "A1", 3, 0.75));
    game.fact(
        7,
        &moment(2, 3),
        &Fact::Destroyed {
            unit: "B1".to_owned(),
            seat: Seat::B,
            points: 4.0,
            cause: "melee".to_owned(),
            by: Some("A1".to_owned()),
        },
    );
    game.fact(
        7,
        &moment(2, 3),
        &Fact::Scored {
            side: SideId(1),
            amount: 4.0,
            total: 4.0,
            reason: "destroyed".to_owned(),
        },
    );
    game
}

#[test]
fn a_fight_reckoned_by_hand() {
    let report = fight().report();
    let militia = &report.units[0];
    assert_eq!(
        (militia.unit.as_str(), militia.figures.dice, militia.figures.rolls),
        ("A1", 2, 1)
    );
    assert_eq!(
        (militia.attack.attacks, militia.attack.hits, militia.attack.damage),
        (1, 1, 1)
    );
    assert!(near(militia.attack.expected, 2.0 / 3.0));
    assert_eq!((militia.figures.dealt.wounds, militia.figures.kills), (4, 1));
    // A whole unit of 4 points for one of 6.
    assert!(
        near(militia.figures.dealt.worth, 4.0)
            && near(militia.points_per_point.expect("it cost points"), 4.0 / 6.0)
    );
    assert!(near(militia.net_worth.unwrap(), 4.0) && near(militia.survival, 1.0));
    // One success of two at a half each: nothing above the mean, percentile 1/4 + (1/2)/2.
    assert!(near(militia.luck.surplus, 0.0) && near(militia.luck.percentile, 0.5));
    // 1 damage where 0, 1, 2 have 4/9, 4/9, 1/9.
    assert!(
        near(militia.damage_luck.percentile, 4.0 / 9.0 + 2.0 / 9.0)
            && near(militia.damage_luck.at_least, 5.0 / 9.0)
    );

    let wolves = &report.units[1];
    assert_eq!(
        (
            wolves.defence.attacks,
            wolves.figures.broken,
            wolves.morale.taken,
            wolves.morale.passed
        ),
        (1, 1, 1, 0)
    );
    assert!(near(wolves.morale.expected, 2.0 / 3.0) && near(wolves.figures.distance_by["flee"], 2.5));
    assert!(near(wolves.survival, 0.0) && near(wolves.net_worth.unwrap(), -4.0));
    let ending = wolves.figures.ending.as_ref().expect("it was lost");
    assert_eq!(
        (ending.version, ending.stage.round, ending.by.as_deref()),
        (7, 2, Some("A1"))
    );
    // No success where 0 has 2/3: percentile 1/3.
    assert!(near(wolves.luck.surplus, -1.0 / 3.0) && near(wolves.luck.percentile, 1.0 / 3.0));

    let shares: Vec<(u64, Seat, f64)> = report
        .strength
        .iter()
        .map(|point| (point.version, point.seat, point.share))
        .collect();
    assert_eq!(shares, [(5, Seat::B, 0.75), (7, Seat::B, 0.0)]);
    assert_eq!(
        report
            .periods
            .iter()
            .map(|period| (period.round, period.turn))
            .collect::<Vec<_>>(),
        [(1, 2), (2, 3)]
    );
    assert_eq!(report.periods[0].seats[&Seat::A].dice, 2);
    assert_eq!(report.periods[1].seats[&Seat::B].lost, 1);
    assert_eq!((report.matrix.len(), report.matrix[0].damage.wounds), (1, 4));
    let south = &report.seats[0];
    assert_eq!(
        (south.seat, south.kills, south.faces[&6].clone()),
        (Seat::A, 1, vec![0, 1, 0, 0, 1])
    );
    assert_eq!(report.seats[1].lost, 1);
}

#[test]
fn luck_of_several_rolls_is_the_exact_sum_of_them() {
    let mut game = GameStatistics::new();
    for faces in [[6, 6], [1, 6]] {
        game.fact(
            1,
            &moment(1, 1),
            &Fact::DiceRolled(rolled("attack", Seat::A, "A1", "B1", &faces, 4)),
        );
    }
    // 3 of 4 coins: below that 1 + 4 + 6 of 16 ways, exactly that 4 of 16.
    let luck = game.luck(|_| true);
    assert!(near(luck.percentile, 11.0 / 16.0 + 2.0 / 16.0) && near(luck.surplus, 1.0));
    assert!(near(luck.at_least, 5.0 / 16.0) && near(luck.deviation, 1.0));
    // The same rolls where low is good are as unlucky as those were lucky.
    let mut low = rolled("flee", Seat::B, "B1", "A1", &[6, 6], 4);
    low.high_is_good = false;
    game.fact(2, &moment(1, 1), &Fact::DiceRolled(low));
    let luck = game.luck(|entry| entry.seat == Seat::B);
    assert!(
        near(luck.surplus, -1.0) && near(luck.percentile, 1.0 / 8.0),
        "{luck:?}"
    );
    assert!(near(game.dice[2].percentile, 1.0 / 8.0) && near(game.dice[2].surplus, -1.0));
}

#[test]
fn weight_of_a_purpose_is_its_share_of_the_variance() {
    let mut game = GameStatistics::new();
    // Three dice together: 3 times 35/12 = 8.75. Of four dice, each at 4 or more: 4 times 1/4 = 1.
    let sum = Distribution::from_weights(
        3,
        [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]
            .map(f64::from)
            .to_vec(),
    )
    .unwrap();
    let check = |seat: Seat, unit: &str| {
        Fact::DiceRolled(DiceRolled {
            result: 11,
            expected: sum.clone(),
            ..rolled("courage", seat, unit, "", &[4, 4, 3], 4)
        })
    };
    let attack = rolled("attack", Seat::A, "A1", "B1", &[6, 1, 4, 2], 4);
    game.fact(1, &moment(1, 1), &check(Seat::A, "A1"));
    game.fact(2, &moment(1, 1), &Fact::DiceRolled(attack));
    game.fact(3, &moment(1, 1), &check(Seat::B, "B1"));
    let weights: Vec<(Seat, String, f64)> = game
        .report()
        .purposes
        .into_iter()
        .map(|of| (of.seat, of.purpose, of.weight))
        .collect();
    let weight = |seat: Seat, purpose: &str| {
        let of = |row: &&(Seat, String, f64)| row.0 == seat && row.1 == purpose;
        weights.iter().find(of).expect("it was thrown").2
    };
    assert!(near(weight(Seat::A, "courage"), 8.75 / 9.75), "{weights:?}");
    assert!(near(weight(Seat::A, "attack"), 1.0 / 9.75), "{weights:?}");
    assert!(near(weight(Seat::B, "courage"), 1.0), "alone it weighs all");
    for seat in [Seat::A, Seat::B] {
        let of_seat = weights.iter().filter(|row| row.0 == seat);
        assert!(near(of_seat.map(|row| row.2).sum(), 1.0), "{seat}");
    }
}

#[test]
fn chart_of_ten_sided_dice_says_that_10_reads_0() {
    let drawn = |sides: u8| {
        let mut game = GameStatistics::new();
        let mut thrown = rolled("attack", Seat::A, "A1", "B1", &[5, 2], 4);
        thrown.roll.sides = sides;
        game.fact(1, &moment(1, 1), &Fact::DiceRolled(thrown));
        chart::draw(Chart::Dice, &game, &ChartOptions::default()).to_svg()
    };
    assert!(drawn(10).contains("face (10 reads 0)"));
    let six = drawn(6);
    assert!(six.contains("face") && !six.contains("reads 0"));
}

#[test]
fn charts_of_damage_use_the_words_of_the_game() {
    let mut game = fight();
    game.fact(9, &moment(1, 2), &damage("B1", Seat::B, "A1", 1, 0.25));
    let drawn = |chart: Chart, damage: DamageWords| {
        let options = ChartOptions {
            damage,
            ..ChartOptions::default()
        };
        chart::draw(chart, &game, &options).to_svg()
    };
    let dealt = game.matrix["A1"]["B1"].wounds;
    let wounds = drawn(Chart::Matrix, DamageWords::WOUNDS);
    assert!(wounds.contains("Who damaged whom (wounds)"), "{wounds}");
    assert!(wounds.contains(&format!("A1 on B1: {dealt} wounds, {dealt} models")));
    let points = DamageWords {
        one: "Flight Point",
        many: "Flight Points",
        models: false,
    };
    let points = drawn(Chart::Matrix, points);
    assert!(points.contains("Who damaged whom (Flight Points)"), "{points}");
    assert!(points.contains(&format!("A1 on B1: {dealt} Flight Points")));
    assert!(
        !points.contains("wound") && !points.contains("models"),
        "{points}"
    );
    // Where units have no points, the bars are as long as the damage.
    for unit in game.units.values_mut() {
        unit.points = 0.0;
    }
    let boxes = DamageWords {
        one: "box",
        many: "boxes",
        models: false,
    };
    let options = ChartOptions {
        damage: boxes,
        ..ChartOptions::default()
    };
    let bars = chart::draw(Chart::Damage, &game, &options).to_svg();
    assert!(bars.contains("Damage by unit (boxes)"), "{bars}");
}

#[test]
fn who_begins_is_no_luck_of_the_battle() {
    let mut game = fight();
    let before = game.report();
    let luck = |report: &hindsight_reports::statistics::GameReport| report.seats[0].luck.clone();
    // A roll for no unit before the first turn: the best there is.
    let roll_off = DiceRolled {
        unit: None,
        against: None,
        ..rolled("start", Seat::A, "", "", &[6], 4)
    };
    game.fact(1, &moment(0, 0), &Fact::DiceRolled(roll_off.clone()));
    let after = game.report();
    assert_eq!(luck(&after), luck(&before));
    assert!(after.purposes.iter().all(|of| of.purpose != "start"));
    // It was thrown all the same.
    assert_eq!(after.seats[0].dice, before.seats[0].dice + 1);
    // The same roll in the battle is luck.
    game.fact(9, &moment(1, 2), &Fact::DiceRolled(roll_off));
    assert_eq!(luck(&game.report()).rolls, luck(&before).rolls + 1);
}

#[test]
fn damage_beyond_the_whole_unit_is_worth_nothing_and_models_given_back_count() {
    let mut game = GameStatistics::new();
    let mut wolves = unit("B1", Seat::B, "Wolves", 4.0, 4);
    game.absorb(&[wolves.clone()]);
    game.fact(1, &moment(1, 1), &damage("B1", Seat::B, "A1", 3, 0.75));
    game.fact(2, &moment(1, 1), &damage("B1", Seat::B, "A1", 3, 0.75));
    assert!(near(game.units["A1"].dealt.worth, 4.0), "not 6");
    wolves.left = 2;
    game.absorb(&[wolves]);
    assert!(
        near(game.units["B1"].survival(), 0.5),
        "a ruling gave two models back"
    );
}

#[test]
fn units_that_come_later_or_become_known_later_are_worth_their_points_from_the_next_fact_on() {
    let mut game = GameStatistics::new();
    let militia = unit("A1", Seat::A, "Militia", 6.0, 8);
    let mut wolves = unit("B1", Seat::B, "Wolves", 0.0, 4);
    game.meet([&militia]);
    game.meet([&militia, &wolves]);
    wolves.points = 4.0;
    // What an event leaves of them is not told before its facts.
    wolves.left = 0;
    wolves.alive = false;
    game.meet([&militia, &wolves]);
    game.fact(3, &moment(1, 1), &damage("B1", Seat::B, "A1", 4, 1.0));
    assert!(near(game.units["B1"].taken.worth, 4.0));
    assert!(near(game.units["A1"].dealt.worth, 4.0));
    assert!(near(game.units["B1"].survival(), 0.0));
}

#[test]
fn the_threat_of_a_turn_is_a_share_of_the_enemy_points_left() {
    let mut game = GameStatistics::new();
    game.meet(&[
        unit("A1", Seat::A, "Militia", 6.0, 8),
        unit("B1", Seat::B, "Wolves", 4.0, 4),
        unit("B2", Seat::B, "Axes", 3.0, 6),
    ]);
    let threat = |seat, enemies: &[&str], in_reach: &[&str]| Threat {
        seat,
        enemies: enemies.iter().map(ToString::to_string).collect(),
        in_reach: in_reach.iter().map(ToString::to_string).collect(),
    };
    // At first A reaches the Wolves, whole: 4 of 7 points. B reaches nobody.
    let first = [
        threat(Seat::A, &["B1", "B2"], &["B1"]),
        threat(Seat::B, &["A1"], &[]),
    ];
    game.turn_ended(3, &moment(1, 1), &first);
    // The Wolves lose half: 2 of 5 points. B2 now reaches all there is.
    game.fact(5, &moment(1, 2), &damage("B1", Seat::B, "A1", 2, 0.5));
    let second = [
        threat(Seat::A, &["B1", "B2"], &["B1"]),
        threat(Seat::B, &["A1"], &["A1"]),
    ];
    game.turn_ended(8, &moment(1, 2), &second);
    // Nobody is left to A.
    game.turn_ended(11, &moment(2, 3), &[threat(Seat::A, &[], &[])]);
    let told: Vec<_> = game
        .report()
        .threat
        .iter()
        .map(|point| {
            (
                point.version,
                point.stage.turn,
                point.seat,
                point.units,
                point.points,
                point.enemy_points,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (3, 1, Seat::A, 1, 4.0, 7.0),
            (3, 1, Seat::B, 0, 0.0, 6.0),
            (8, 2, Seat::A, 1, 2.0, 5.0),
            (8, 2, Seat::B, 1, 6.0, 6.0),
            (11, 3, Seat::A, 0, 0.0, 0.0),
        ]
    );
    let shares: Vec<f64> = game.threat.iter().map(|point| point.share).collect();
    for (share, expected) in shares.iter().zip([4.0 / 7.0, 0.0, 0.4, 1.0, 0.0]) {
        assert!(near(*share, expected), "{shares:?}");
    }
    // The table of turns says the same, also of who did nothing in a turn.
    let turns = game.csv(CsvTable::Periods);
    let lines: Vec<&str> = turns.lines().collect();
    assert!(
        lines[0].ends_with(",threat_units,threat_points,threat_share,orders,points_lost,points_routing"),
        "{turns}"
    );
    for (line, end) in lines[1..].iter().zip([
        ",1,4,0.571429,0,0,0",
        ",0,0,0,0,0,0",
        ",1,2,0.4,0,0,0",
        ",1,6,1,0,0,0",
        ",0,0,0,0,0,0",
    ]) {
        assert!(line.ends_with(end), "{line} for {end}");
    }
    let svg = chart::draw(Chart::Threat, &game, &ChartOptions::default()).to_svg();
    assert!(
        svg.contains("Seat A: turn 1 57 %, turn 2 40 %, turn 3 0 %"),
        "{svg}"
    );
}

#[test]
fn the_turns_of_a_unit_are_told_by_combat_fire_and_orders() {
    let mut game = fight();
    let shot = |against: &str, hits: u32, ranged: bool| {
        Fact::AttackResolved(AttackResolved {
            unit: "B1".to_owned(),
            seat: Seat::B,
            against: against.to_owned(),
            kind: "shooting".to_owned(),
            ranged,
            dice: 2,
            hits,
            saved: 0,
            damage: 0,
            surplus: 0,
            expected: Distribution::binomial(2, 0.5),
            tier: None,
        })
    };
    let passed = |in_combat: bool, without_order: bool| Fact::TurnPassed {
        unit: "A1".to_owned(),
        seat: Seat::A,
        in_combat,
        without_order,
    };
    // Shot at twice in turn 3 and missed, struck in turn 4, hit in turn 6.
    for (version, turn, fact) in [
        (20, 3, shot("A1", 0, true)),
        (21, 3, shot("A1", 0, true)),
        (22, 3, passed(false, false)),
        (23, 4, shot("A1", 2, false)),
        (24, 4, passed(true, false)),
        (25, 5, passed(true, true)),
        (26, 6, shot("A1", 1, true)),
        (27, 6, passed(false, true)),
    ] {
        game.fact(version, &moment(turn / 2, turn), &fact);
    }
    let militia = &game.units["A1"];
    assert_eq!(
        (
            militia.turns,
            militia.turns_in_combat,
            militia.turns_without_order
        ),
        (4, 2, 2)
    );
    assert_eq!(militia.under_fire.iter().copied().collect::<Vec<_>>(), [3, 6]);
    assert!(
        game.units["B1"].under_fire.is_empty(),
        "it shot, nobody shot at it"
    );
    let table = game.csv(CsvTable::Units);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let columns: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    let first = reader.records().next().expect("a line").expect("cells");
    let cell = |name: &str| {
        let place = columns.iter().position(|column| column == name);
        &first[place.unwrap_or_else(|| panic!("no column {name}"))]
    };
    assert_eq!(
        [
            "turns",
            "turns_in_combat",
            "turns_under_fire",
            "turns_without_order"
        ]
        .map(cell),
        ["4", "2", "2", "2"]
    );
}

#[test]
fn csv_has_its_columns_and_no_cell_is_a_formula() {
    let mut game = fight();
    let mut evil = unit("=1+1", Seat::B, "@SUM(A1)", 1.0, 1);
    evil.faction = "+49, \"x\"".to_owned();
    game.absorb(&[evil]);
    for table in [
        CsvTable::Units,
        CsvTable::Seats,
        CsvTable::Periods,
        CsvTable::Matrix,
        CsvTable::Dice,
        CsvTable::Attacks,
        CsvTable::Counters,
    ] {
        let text = game.csv(table);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(
            reader.headers().expect("a header").iter().collect::<Vec<_>>(),
            table.columns()
        );
        for record in reader.records() {
            let record = record.expect("as many cells as columns");
            for cell in &record {
                let number = cell.parse::<f64>().is_ok();
                assert!(number || !cell.starts_with(['=', '+', '-', '@']), "{cell}");
            }
        }
    }
    let units = game.csv(CsvTable::Units);
    assert!(units.contains("'=1+1,B,") && units.contains("'@SUM(A1)"));
    let dice = game.csv(CsvTable::Dice);
    assert!(
        dice.lines()
            .nth(1)
            .expect("a roll")
            .starts_with("5,1,2,Combat phase,A,attack,A1,B1,6,5 2,4,1,1,"),
        "{dice}"
    );
}

#[test]
fn charts_of_any_game_are_drawn_and_say_what_they_show() {
    let mut game = GameStatistics::new();
    let options = ChartOptions {
        width: 400,
        ..ChartOptions::default()
    };
    let all = [
        Chart::Strength,
        Chart::Threat,
        Chart::Damage,
        Chart::Luck,
        Chart::Dice,
        Chart::Matrix,
    ];
    for chart in all {
        assert!(
            chart::draw(chart, &game, &options)
                .to_svg()
                .contains(" yet</text>"),
            "{chart:?} without facts"
        );
    }
    game.absorb(&facts::units());
    let facts = facts::game(1);
    for (version, moment, fact) in &facts {
        game.fact(*version, moment, fact);
    }
    for (place, threats) in facts::turn_ends(&facts) {
        let (version, moment, _) = &facts[place];
        game.turn_ended(*version, moment, &threats);
    }
    for chart in all {
        let svg = chart::draw(chart, &game, &options).to_svg();
        assert!(
            svg.contains("role=\"img\" aria-labelledby=\"title desc\"") && svg.contains("aria-label=\""),
            "{chart:?}"
        );
        let description = svg
            .split("<desc id=\"desc\">")
            .nth(1)
            .and_then(|rest| rest.split('<').next())
            .expect("a description");
        assert!(description.len() > 20, "{chart:?}: {description}");
    }
    let exact = Distribution::binomial(2, 0.5);
    let svg = chart::distribution(&exact, Some(2), Some(Seat::B), &options).to_svg();
    assert!(svg.contains("aria-label=\"2: 25.00 %, at least 25.00 %\"") && svg.contains(">mean 1.00</text>"));
    for odd in [
        Distribution::point(-1_000_000),
        Distribution::uniform(-900_000, 900_000),
    ] {
        chart::distribution(&odd, Some(i32::MAX), None, &options).to_svg();
        chart::distribution(&odd, Some(5), None, &options).to_svg();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn the_fold_may_be_stored_and_taken_up_anywhere(seed in 0..1000_u64, cuts in proptest::collection::vec(0..400_usize, 0..4)) {
        let facts = facts::game(seed);
        let ends = facts::turn_ends(&facts);
        let mut whole = GameStatistics::new();
        whole.absorb(&facts::units());
        let mut parts = whole.clone();
        for (place, (version, moment, fact)) in facts.iter().enumerate() {
            whole.fact(*version, moment, fact);
            if cuts.contains(&place) {
                let stored = serde_json::to_vec(&parts).expect("figures can be written");
                parts = serde_json::from_slice(&stored).expect("and read again");
            }
            parts.fact(*version, moment, fact);
            if let Some((_, threats)) = ends.iter().find(|(end, _)| *end == place) {
                whole.turn_ended(*version, moment, threats);
                parts.turn_ended(*version, moment, threats);
            }
        }
        prop_assert_eq!(whole.threat.len(), 2 * ends.len());
        prop_assert_eq!(&whole, &parts);
        prop_assert_eq!(whole.report(), parts.report());
        prop_assert_eq!(whole.facts as usize, facts.len());
    }

    #[test]
    fn what_is_dealt_is_taken(seed in 0..1000_u64) {
        let mut game = GameStatistics::new();
        game.absorb(&facts::units());
        for (version, moment, fact) in facts::game(seed) {
            game.fact(version, &moment, &fact);
        }
        let dealt: u32 = game.units.values().map(|unit| unit.dealt.wounds).sum();
        let taken: u32 = game.units.values().map(|unit| unit.taken.wounds).sum();
        let cells: u32 = game.matrix.values().flat_map(|row| row.values()).map(|cell| cell.wounds).sum();
        let turns: u32 = game.periods.iter().flat_map(|period| period.seats.values()).map(|seat| seat.dealt.wounds).sum();
        prop_assert_eq!((dealt, cells, turns), (taken, taken, taken));
        let damage: u32 = game.attacks.iter().map(|attack| attack.damage).sum();
        prop_assert_eq!(damage, dealt);
        for unit in game.units.values() {
            prop_assert!((0.0..=1.0).contains(&unit.survival()));
        }
    }
}
