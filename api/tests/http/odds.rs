//! Exact odds over HTTP, held against the listing of every throw.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use actix_web::test::TestRequest;
use serde_json::{Value, json};

use crate::table::{Heard, Server};

/// Chances of whole numbers.
type Chances = BTreeMap<i64, f64>;

async fn ask(server: &Server, question: &Value) -> Heard {
    server
        .ask(TestRequest::post().uri("/v1/odds").set_json(question))
        .await
}

async fn answered(question: Value) -> Value {
    let heard = ask(&Server::new(), &question).await;
    assert_eq!(heard.status, 200, "{question}: {}", heard.text());
    heard.json()
}

/// Every throw of so many dice, equally likely.
fn throws(dice: usize, sides: i64) -> Vec<Vec<i64>> {
    (0..dice).fold(vec![Vec::new()], |throws, _| {
        throws
            .iter()
            .flat_map(|throw| (1..=sides).map(move |face| [throw.clone(), vec![face]].concat()))
            .collect()
    })
}

/// What every throw of so many D6 comes to.
fn listed(dice: usize, value: impl Fn(&[i64]) -> i64) -> Chances {
    let throws = throws(dice, 6);
    let mut chances = Chances::new();
    for throw in &throws {
        *chances.entry(value(throw)).or_default() += 1.0 / throws.len() as f64;
    }
    chances
}

/// What follows from each number.
fn follows(chances: &Chances, then: impl Fn(i64) -> Chances) -> Chances {
    let mut all = Chances::new();
    for (value, p) in chances {
        for (next, q) in then(*value) {
            *all.entry(next).or_default() += p * q;
        }
    }
    all
}

#[track_caller]
fn same(distribution: &Value, listed: &Chances) {
    let from = distribution["from"].as_i64().unwrap();
    let told: Chances = (from..)
        .zip(distribution["p"].as_array().unwrap())
        .map(|(value, p)| (value, p.as_f64().unwrap()))
        .collect();
    for value in told.keys().chain(listed.keys()) {
        let (found, wanted) = (
            told.get(value).copied().unwrap_or(0.0),
            listed.get(value).copied().unwrap_or(0.0),
        );
        assert!(
            (found - wanted).abs() < 1e-12,
            "{value}: {found}, not {wanted}: {distribution}"
        );
    }
}

#[actix_web::test]
async fn sums_kept_dice_and_whole_rerolls_are_those_of_all_throws() {
    let number = |of: Value| json!({ "type": "number", "of": of });
    let sorted = |throw: &[i64]| {
        let mut sorted = throw.to_vec();
        sorted.sort_unstable();
        sorted
    };
    let three = listed(3, |throw| throw.iter().sum());
    let rows: Vec<(Value, Chances)> = vec![
        (json!({ "dice": { "count": 3 } }), three.clone()),
        (
            json!({ "dice": { "count": 4, "keep_highest": 2 } }),
            listed(4, |throw| sorted(throw)[2..].iter().sum()),
        ),
        (
            json!({ "dice": { "count": 4, "keep_lowest": 3 } }),
            listed(4, |throw| sorted(throw)[..3].iter().sum()),
        ),
        (
            json!({ "dice": { "count": 2, "lowest": 0 } }),
            listed(2, |throw| throw.iter().sum::<i64>() - 2),
        ),
        // An exploding die, twice at most: a third face is counted, whatever it shows.
        (
            json!({ "dice": { "explodes": { "from": 5, "most": 2 } } }),
            listed(3, |throw| match throw {
                [first, ..] if *first < 5 => *first,
                [first, second, _] if *second < 5 => first + second,
                all => all.iter().sum(),
            }),
        ),
        (
            json!({ "reroll": { "of": { "dice": { "count": 3 } }, "when": { "above": 12 } } }),
            follows(&three, |sum| {
                if sum > 12 {
                    three.clone()
                } else {
                    Chances::from([(sum, 1.0)])
                }
            }),
        ),
        (
            json!({ "reroll": { "of": { "dice": { "count": 2 } }, "when": "keep_lower" } }),
            listed(4, |throw| (throw[0] + throw[1]).min(throw[2] + throw[3])),
        ),
        (
            json!({ "difference": { "of": { "sum": [{ "dice": {} }, 4] }, "less": { "dice": { "count": 2 } } } }),
            listed(3, |throw| throw[0] + 4 - throw[1] - throw[2]),
        ),
        (
            json!({ "clamp": { "of": { "scale": { "of": { "dice": {} }, "by": -2 } }, "least": -8, "most": -3 } }),
            listed(1, |throw| (throw[0] * -2).clamp(-8, -3)),
        ),
        (
            json!({ "highest": [{ "dice": {} }, { "lowest": [{ "dice": {} }, { "dice": {} }] }, 3] }),
            listed(3, |throw| throw[0].max(throw[1].min(throw[2])).max(3)),
        ),
        // As many D6 as another one shows, read with a table.
        (
            json!({ "times": { "count": { "table": { "roll": { "dice": {} }, "rows": [
                { "from": 5, "gives": 2 }, { "from": 1, "gives": 0 }, { "from": 3, "gives": 1 }
            ] } }, "each": { "dice": {} } } }),
            listed(3, |throw| match throw[0] {
                1 | 2 => 0,
                3 | 4 => throw[1],
                _ => throw[1] + throw[2],
            }),
        ),
        (
            json!({ "given": { "from": 3, "p": [0.25, 0.0, 0.75] } }),
            Chances::from([(3, 0.25), (5, 0.75)]),
        ),
    ];
    for (of, listed) in rows {
        let told = answered(number(of)).await;
        same(&told["distribution"], &listed);
        let mean: f64 = listed.iter().map(|(value, p)| *value as f64 * p).sum();
        assert!((told["mean"].as_f64().unwrap() - mean).abs() < 1e-9);
        let first = told["distribution"]["from"].as_i64().unwrap();
        for (value, chance) in (first..).zip(told["at_least"].as_array().unwrap()) {
            let wanted: f64 = listed.range(value..).map(|(_, p)| p).sum();
            assert!((chance.as_f64().unwrap() - wanted).abs() < 1e-12);
        }
    }
}

#[actix_web::test]
async fn counted_dice_with_rerolls_are_those_of_all_throws() {
    let successes =
        |pool: Value| json!({ "type": "number", "of": { "successes": { "dice": 3, "pool": pool } } });
    // The faces of the second three dice replace those that are rolled again, in their order.
    let again = |which: fn(i64) -> bool, most: usize, hit: fn(i64) -> bool| {
        listed(6, move |throw| {
            let (first, mut second) = (&throw[..3], throw[3..].iter());
            let mut left = most;
            first
                .iter()
                .map(|face| {
                    if which(*face) && left > 0 {
                        left -= 1;
                        *second.next().unwrap()
                    } else {
                        *face
                    }
                })
                .filter(|face| hit(*face))
                .count() as i64
        })
    };
    let rows: Vec<(Value, Chances)> = vec![
        (
            json!({ "at_least": 4 }),
            listed(3, |throw| throw.iter().filter(|face| **face >= 4).count() as i64),
        ),
        (
            json!({ "at_least": 5, "modifier": 1, "always_fails": 4, "always_succeeds": 1 }),
            listed(3, |throw| {
                throw.iter().filter(|face| [1, 5, 6].contains(*face)).count() as i64
            }),
        ),
        (
            json!({ "at_least": 3, "modifier": -3, "results": { "least": 0, "most": 6 } }),
            listed(3, |throw| throw.iter().filter(|face| **face == 6).count() as i64),
        ),
        (
            json!({ "at_most": 6, "always_fails": 6, "overkill": 1 }),
            listed(3, |throw| {
                let failed = throw.iter().filter(|face| **face == 6).count() as i64;
                3 - (failed - 1).max(0)
            }),
        ),
        (
            json!({ "at_least": 4, "rerolls": [{ "which": "misses", "most": 2 }] }),
            again(|face| face < 4, 2, |face| face >= 4),
        ),
        (
            json!({ "at_least": 4, "rerolls": [{ "which": { "face": 1 } }] }),
            again(|face| face == 1, 3, |face| face >= 4),
        ),
        (
            json!({ "at_least": 3, "rerolls": [{ "which": "successes", "most": 1 }] }),
            again(|face| face >= 3, 1, |face| face >= 3),
        ),
    ];
    for (pool, listed) in rows {
        same(&answered(successes(pool)).await["distribution"], &listed);
    }
}

#[actix_web::test]
async fn a_chain_is_that_of_all_throws_stage_by_stage() {
    let question = json!({
        "type": "chain",
        "start": 2,
        "steps": [
            { "roll": { "name": "hits", "pool": { "at_least": 4, "critical_from": 6 }, "criticals": { "extra": 1 } } },
            { "roll": { "name": "wounds", "pool": { "at_least": 5, "rerolls": [{ "which": "misses", "most": 1 }] } } },
            { "save": { "name": "unsaved", "pool": { "at_least": 4, "modifier": -1 } } },
            { "explode": { "name": "torn", "pool": { "at_least": 2 }, "explodes": { "from": 6, "most": 1 } } },
            { "add": { "name": "and one", "count": 1, "if_any": true } },
            { "each": { "name": "damage", "amount": { "dice": { "sides": 3 } } } },
            { "models": { "name": "lost", "unit": { "count": 3, "wounds_each": 2, "wounds_on_first": 1 } } },
            { "at_least": { "count": 1 } },
            { "at_most": { "name": "counted", "count": 2 } }
        ],
        "result": 2
    });
    let each = |dice: i64, value: fn(&[i64]) -> i64| listed(dice as usize, value);
    let hits = each(2, |throw| {
        throw
            .iter()
            .map(|face| i64::from(*face >= 4) + i64::from(*face == 6))
            .sum()
    });
    let wounds = follows(&hits, |hits| {
        let (all, one) = (throws(hits as usize, 6), 1.0 / 6.0);
        let mut chances = Chances::new();
        for throw in &all {
            let p = 1.0 / all.len() as f64;
            let wounds = throw.iter().filter(|face| **face >= 5).count() as i64;
            if wounds < hits {
                *chances.entry(wounds).or_default() += p * 4.0 * one;
                *chances.entry(wounds + 1).or_default() += p * 2.0 * one;
            } else {
                *chances.entry(wounds).or_default() += p;
            }
        }
        chances
    });
    let unsaved = follows(&wounds, |wounds| {
        each(wounds, |throw| {
            throw.iter().filter(|face| **face - 1 < 4).count() as i64
        })
    });
    let torn = follows(&unsaved, |unsaved| {
        // Two dice for each: the second is looked at where the first is a 6.
        each(2 * unsaved, |throw| {
            throw
                .chunks(2)
                .map(|pair| i64::from(pair[0] >= 2) + i64::from(pair[0] == 6 && pair[1] >= 2))
                .sum()
        })
    });
    let and_one = follows(&torn, |torn| {
        Chances::from([(if torn > 0 { torn + 1 } else { 0 }, 1.0)])
    });
    let damage = follows(&and_one, |dice| {
        let all = throws(dice as usize, 3);
        let mut chances = Chances::new();
        for throw in &all {
            *chances.entry(throw.iter().sum()).or_default() += 1.0 / all.len() as f64;
        }
        chances
    });
    let lost = follows(&damage, |damage| {
        Chances::from([(((damage + 1) / 2).min(3), 1.0)])
    });
    let least = follows(&lost, |lost| Chances::from([(lost.max(1), 1.0)]));
    let counted = follows(&least, |lost| Chances::from([(lost.min(2), 1.0)]));
    let told = answered(question).await;
    let stages = [
        ("hits", &hits),
        ("wounds", &wounds),
        ("unsaved", &unsaved),
        ("torn", &torn),
        ("and one", &and_one),
        ("damage", &damage),
        ("lost", &lost),
        ("at_least", &least),
        ("counted", &counted),
    ];
    assert_eq!(told["steps"].as_array().unwrap().len(), stages.len());
    for (step, (name, listed)) in told["steps"].as_array().unwrap().iter().zip(stages) {
        assert_eq!(step["name"], name);
        same(&step["distribution"], listed);
    }
    same(&told["distribution"], &counted);
    let two = told["standing"]["at_least"].as_f64().unwrap();
    assert!((two - counted[&2]).abs() < 1e-12);
}

#[actix_web::test]
async fn contests_tables_tests_and_luck_are_those_of_all_throws() {
    let pairs = throws(2, 6);
    let chance = |holds: fn(i64, i64) -> bool| {
        pairs.iter().filter(|pair| holds(pair[0], pair[1])).count() as f64 / 36.0
    };
    let near = |found: &Value, wanted: f64| {
        assert!(
            (found.as_f64().unwrap() - wanted).abs() < 1e-12,
            "{found}, not {wanted}"
        );
    };
    let plus_one = json!({ "sum": [{ "dice": {} }, 1] });
    let told = answered(json!({ "type": "contest", "one": plus_one, "other": { "dice": {} } })).await;
    near(&told["contest"]["win"], chance(|one, other| one + 1 > other));
    near(&told["contest"]["tie"], chance(|one, other| one + 1 == other));
    near(&told["contest"]["lose"], chance(|one, other| one + 1 < other));
    same(&told["distribution"], &listed(2, |throw| throw[0] + 1 - throw[1]));
    // Ties rolled again are in no part of the answer.
    let again =
        json!({ "type": "contest", "one": plus_one, "other": { "dice": {} }, "ties_rolled_again": true });
    let told = answered(again).await;
    let decided = 1.0 - chance(|one, other| one + 1 == other);
    near(&told["contest"]["tie"], 0.0);
    near(
        &told["contest"]["win"],
        chance(|one, other| one + 1 > other) / decided,
    );
    // From -4 to 6: six ways to differ by 1 of 31 that differ.
    assert_eq!(told["distribution"]["from"], -4);
    near(&told["distribution"]["p"][4], 0.0);
    near(&told["distribution"]["p"][5], 6.0 / 31.0);

    let rows =
        json!([{ "from": 8, "says": "rout" }, { "from": 0, "says": "hold" }, { "from": 11, "says": "hold" }]);
    let told = answered(json!({ "type": "table", "roll": { "dice": { "count": 2 } }, "rows": rows })).await;
    assert_eq!(told["outcomes"][0]["says"], "hold");
    near(
        &told["outcomes"][0]["p"],
        chance(|one, other| one + other < 8 || one + other > 10),
    );
    near(
        &told["outcomes"][1]["p"],
        chance(|one, other| (8..=10).contains(&(one + other))),
    );

    // The worse of two dice may be rolled again where 9 is not reached.
    let told = answered(json!({ "type": "test", "dice": 2, "at_least": 9, "rerolls": 1 })).await;
    let passed = throws(3, 6)
        .iter()
        .filter(|throw| throw[0] + throw[1] >= 9 || throw[0].max(throw[1]) + throw[2] >= 9)
        .count() as f64
        / 216.0;
    near(&told["mean"], passed);

    let rolls = json!([
        { "of": { "dice": {} }, "results": [6, 5] },
        { "of": { "dice": { "count": 1 } }, "results": [2], "low_is_good": true }
    ]);
    let told = answered(json!({ "type": "luck", "rolls": rolls })).await;
    let as_good = throws(3, 6)
        .iter()
        .filter(|throw| throw[0] + throw[1] - throw[2] >= 9)
        .count() as f64
        / 216.0;
    near(&told["luck"]["standing"]["at_least"], as_good);
    near(&told["luck"]["surplus"], 9.0 - 3.5);
}

fn nested(depth: usize) -> Value {
    (0..depth).fold(json!(1), |inner, _| json!({ "sum": [inner, 1] }))
}

#[actix_web::test]
async fn questions_beyond_a_limit_are_refused_at_once_with_place_and_limit() {
    let server = Server::new();
    let number = |of: Value| json!({ "type": "number", "of": of });
    let bound = json!({ "at_least": 4, "rerolls": [{ "which": "misses", "most": 9 }] });
    let rows: Vec<(Value, &str, &str)> = vec![
        (json!({ "type": "sum", "dice": 0, "sides": 6 }), "/dice", "dice"),
        (
            json!({ "type": "sum", "dice": 2_000_000, "sides": 6 }),
            "/dice",
            "dice",
        ),
        (
            json!({ "type": "sum", "dice": 3, "sides": 101 }),
            "/sides",
            "sides",
        ),
        (
            json!({ "type": "sum", "dice": 3, "sides": 6, "keep_highest": 4 }),
            "/keep_highest",
            "dice",
        ),
        (
            json!({ "type": "sum", "dice": 900, "sides": 100, "keep_highest": 400 }),
            "",
            "work",
        ),
        (
            json!({ "type": "attack", "dice": 5, "hits_on": 8 }),
            "/hits_on",
            "face",
        ),
        (number(json!(100_001)), "/of", "number"),
        (
            number(json!({ "dice": { "count": 1_001 } })),
            "/of/dice/count",
            "dice",
        ),
        (
            number(json!({ "dice": { "count": 1_000, "sides": 100 } })),
            "/of/dice",
            "values",
        ),
        (
            number(json!({ "dice": { "explodes": { "from": 6, "most": 21 } } })),
            "/of/dice/explodes/most",
            "explosions",
        ),
        (
            number(json!({ "scale": { "of": { "dice": { "count": 100 } }, "by": 1000 } })),
            "/of/scale",
            "values",
        ),
        (
            number(json!({ "scale": { "of": { "scale": { "of": 100, "by": 1000 } }, "by": 1000 } })),
            "/of/scale",
            "value",
        ),
        (
            number(json!({ "times": {
                "count": { "dice": { "count": 100 } },
                "each": { "dice": { "count": 5 } }
            } })),
            "/of/times",
            "work",
        ),
        (
            number(json!({ "times": { "count": 100_000, "each": 100_000 } })),
            "/of/times",
            "value",
        ),
        (
            number(json!({ "successes": { "dice": 201, "pool": bound } })),
            "/of/successes/dice",
            "dice",
        ),
        (
            number(json!({ "successes": { "dice": 20_001, "pool": { "at_least": 4 } } })),
            "/of/successes/dice",
            "dice",
        ),
        (
            number(nested(17)),
            "/of/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0/sum/0",
            "depth",
        ),
        (
            number(json!({ "sum": vec![json!({ "sum": vec![1; 50] }); 5] })),
            "/of/sum/3/sum/45",
            "numbers",
        ),
        (number(json!({ "sum": vec![1; 65] })), "/of/sum", "list"),
        (number(json!({ "sum": [] })), "/of/sum", "list"),
        (
            json!({ "type": "chain", "start": 5, "steps": vec![json!({ "add": { "count": 1 } }); 33] }),
            "/steps",
            "steps",
        ),
        (
            json!({ "type": "chain", "start": 5, "steps": [{ "add": { "count": 1_001 } }] }),
            "/steps/0/add/count",
            "count",
        ),
        (
            json!({ "type": "chain", "start": 200, "steps": vec![json!({ "roll": { "pool": {
                "at_least": 4, "critical_from": 6,
                "rerolls": [{ "which": { "face": 1 }, "most": 90 }, { "which": { "face": 2 }, "most": 90 }]
            } } }); 3] }),
            "/steps",
            "work",
        ),
        (
            json!({ "type": "test", "dice": 9, "at_least": 3 }),
            "/dice",
            "dice",
        ),
        (
            json!({ "type": "test", "dice": 8, "sides": 100, "at_least": 3, "rerolls": 1 }),
            "/dice",
            "work",
        ),
        (json!({ "type": "table", "roll": 1, "rows": [] }), "/rows", "list"),
    ];
    for (question, path, limit) in rows {
        let begun = Instant::now();
        let problem = ask(&server, &question).await.is_problem("invalid-odds").json();
        assert_eq!(problem["errors"][0]["path"], path, "{question}: {problem}");
        assert_eq!(problem["limit"], limit, "{question}: {problem}");
        assert!(problem["most"].is_i64(), "{problem}");
        // Generous, for a debug build on a busy machine: without the limits some of these never end.
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{question} took {:?}",
            begun.elapsed()
        );
    }
    // What makes no sense at any size.
    for (question, path) in [
        (
            number(json!({ "successes": { "dice": 3, "pool": {} } })),
            "/of/successes/pool",
        ),
        (
            number(json!({ "successes": { "dice": 3, "pool": { "at_least": 3, "at_most": 4 } } })),
            "/of/successes/pool",
        ),
        (json!({ "type": "test", "dice": 2 }), "/at_least"),
        (
            json!({ "type": "table", "roll": 1, "rows": [{ "from": 1, "says": "a" }, { "from": 1, "says": "b" }] }),
            "/rows/1/from",
        ),
        (
            number(json!({ "dice": { "count": 3, "keep_lowest": 1, "keep_highest": 1 } })),
            "/of/dice/keep_lowest",
        ),
    ] {
        let problem = ask(&server, &question).await.is_problem("invalid-odds").json();
        assert_eq!(problem["errors"][0]["path"], path, "{question}: {problem}");
    }
}

#[actix_web::test]
async fn a_question_of_the_wrong_form_is_told_where_however_deep() {
    let server = Server::new();
    let deep = |inner: Value| json!({ "type": "number", "of": { "sum": [1, { "scale": { "of": inner, "by": 2 } }] } });
    for (question, name, path) in [
        (json!([]), "invalid-body", ""),
        (json!({}), "invalid-body", "/type"),
        (json!({ "type": "guess" }), "invalid-body", "/type"),
        (json!({ "type": 7 }), "invalid-body", "/type"),
        (
            json!({ "type": "sum", "dice": 3, "sides": "six" }),
            "invalid-body",
            "/sides",
        ),
        (
            json!({ "type": "sum", "dice": 3, "sides": 6, "minus": 1 }),
            "unknown-field",
            "/minus",
        ),
        (deep(json!("three")), "invalid-body", "/of/sum/1/scale/of"),
        (deep(json!({ "cards": 3 })), "invalid-body", "/of/sum/1/scale/of"),
        (
            deep(json!({ "dice": { "count": 3, "colour": "red" } })),
            "unknown-field",
            "/of/sum/1/scale/of/dice/colour",
        ),
        (
            deep(json!({ "given": { "from": 1, "p": [0.5, 0.4] } })),
            "invalid-body",
            "/of/sum/1/scale/of/given",
        ),
    ] {
        let problem = ask(&server, &question).await.is_problem(name).json();
        let told = problem["errors"][0]["path"].as_str().unwrap();
        assert!(
            told == path || (path.ends_with("/of") && told.starts_with(path)),
            "{question}: {problem}"
        );
    }
}

#[actix_web::test]
async fn odds_are_exact() {
    let server = Server::new();
    let ask = |body: Value| TestRequest::post().uri("/v1/odds").set_json(body);
    // Three dice under 12: 160 of 216.
    let sum = server
        .ask(ask(json!({ "type": "sum", "dice": 3, "sides": 6 })))
        .await
        .is(200)
        .json();
    let over = sum["at_least"][13 - 3].as_f64().unwrap();
    assert!((over - 56.0 / 216.0).abs() < 1e-12, "{over}");
    assert!((sum["mean"].as_f64().unwrap() - 10.5).abs() < 1e-12);
    // Eight dice on 4+, each hit saved on 5+: 8 * 1/2 * 2/3.
    let attack = json!({ "type": "attack", "dice": 8, "hits_on": 4, "saved_on": 5 });
    let attack = server.ask(ask(attack)).await.is(200).json();
    assert!((attack["mean"].as_f64().unwrap() - 8.0 / 3.0).abs() < 1e-12);
}

#[actix_web::test]
async fn a_page_answers_the_usual_question_and_any_other() {
    let server = Server::new();
    let rows = [
        ("", "Calculate"),
        ("?dice=8&hits=4", "Average 4<"),
        ("?dice=8&hits=4&saves=7", "Average 4<"),
        // Four hits of eight, two thirds of them not saved.
        ("?dice=8&hits=4&saves=5", "Average 2.67<"),
        ("?dice=&hits=&saves=&q=", "Calculate"),
        (
            "?q=%7B%22type%22%3A%22sum%22%2C%22dice%22%3A3%2C%22sides%22%3A6%7D",
            "Average 10.5<",
        ),
    ];
    for (query, expected) in rows {
        let page = server.get(&format!("/odds{query}")).await.is(200).text();
        assert!(page.contains(expected), "{query}: {page}");
    }
    for wrong in ["?q=%7B", "?q=%7B%22type%22%3A%22sum%22%7D"] {
        let page = server.get(&format!("/odds{wrong}")).await;
        assert!((400..500).contains(&page.status), "{wrong}: {}", page.status);
        let page = page.text();
        assert!(
            page.contains("role=\"alert\"") && page.contains('{'),
            "what was asked stays: {page}"
        );
    }
}
