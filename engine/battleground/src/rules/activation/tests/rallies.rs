//! Routing Skirmishers that rally by themselves, or may not.

use super::*;
use crate::model::effect::Keyword;
use crate::procedures::rush::safety;

/// A1 is a Routing Skirmisher, 3 inches before the front of B1 on Close; A2 and B2 stand aside. B1 has an objective, or none.
fn chased(objective: Option<Objective>) -> State {
    let skirmisher = crate::scene::with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let base = scene()
        .unit("A1", skirmisher, (18.0, 10.0, 180.0))
        .change("A1", |unit| unit.status = Status::Routing)
        .unit("A2", line(), (4.0, 15.0, 0.0))
        .unit("B1", line(), (18.0, 15.5, 180.0))
        .unit("B2", line(), (32.0, 15.0, 180.0))
        .order("B2", Order::Hold)
        .set(|state| {
            for (number, at) in [(1, point(30.0, 20.0)), (2, point(18.0, 4.0))] {
                state.tokens.insert(TokenNo(number), (Seat::B, at));
            }
        });
    match objective {
        Some(objective) => base.objective("B1", objective).state(),
        None => base.state(),
    }
}

#[test]
fn bg4_skirm_10_an_enemy_whose_objective_forbids_the_rush_prevents_no_rally() {
    let rows = [
        ("no objective", None, false),
        ("itself", Some(Objective::Enemy(id("A1"))), false),
        ("another unit", Some(Objective::Enemy(id("A2"))), true),
        ("a token elsewhere", Some(Objective::Location(TokenNo(1))), true),
        (
            "a token beyond it, in whose way it stands",
            Some(Objective::Location(TokenNo(2))),
            false,
        ),
        ("a leader elsewhere", Some(Objective::Friend(id("B2"))), true),
    ];
    for (words, objective, rallies) in rows {
        let state = chased(objective);
        assert_eq!(safety::rallies_by_itself(&state, id("A1")), rallies, "{words}");
    }
    // Played: it rallies when it is activated, and does not flee.
    let after = activated(chased(Some(Objective::Location(TokenNo(1)))), &["A1"]).unwrap();
    let unit = after.unit(id("A1")).unwrap();
    assert_eq!(unit.status, Status::Ready(Some(Orders::plain(Order::Hold))));
}
