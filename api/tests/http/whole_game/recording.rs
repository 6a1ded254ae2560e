//! The evening itself.

use serde_json::json;

use super::checks::{check_dice, check_figures, check_result, check_timeline, check_transfer};
use super::{Evening, muster};

#[actix_web::test]
async fn a_whole_game_is_recorded_from_the_lists_to_the_result() {
    let mut evening = Evening::begin().await;
    let (south, armed) = muster(&mut evening).await;
    let mut taken_back = false;
    loop {
        let before = (evening.etag.clone(), evening.line.len());
        let Some(answer) = evening.step().await else { break };
        assert!(evening.commands < 400, "the game goes on and on");
        let moment = &answer["now"]["moment"];
        if !taken_back && moment["round"] == 2 && moment["phase"] == "Actions phase" {
            // A slip: the game's owner goes back over it, for both; the dice of it are thrown anew.
            let to: u64 = before
                .0
                .trim_matches('"')
                .split('-')
                .next()
                .unwrap()
                .parse()
                .unwrap();
            let back = json!({ "type": "take_back", "to": to, "reason": "the wrong unit" });
            for seat in ["A", "B"] {
                let refused = evening
                    .post(&evening.seats[seat], &evening.etag, "back", &back)
                    .await;
                refused.is_problem("forbidden");
            }
            let done = evening
                .post(&evening.server.admin, &evening.etag, "back", &back)
                .await
                .is(200);
            evening.etag = done.header("etag").unwrap().to_owned();
            evening.line.truncate(before.1);
            taken_back = true;
        }
    }
    assert!(taken_back);
    let state = evening.read_all("/state").await;
    let game = evening.read_all("").await;
    check_result(&state, &game);
    // What was secret is open now, to everybody.
    let open = evening.server.get(&evening.path("/state")).await.is(200).json();
    assert_eq!(open, state);
    assert_eq!(open["players"][0]["list"]["known"], south["list"]);
    assert_eq!(open["players"][0]["weapons"]["known"], armed["weapons"]);
    let timeline = evening.read_all("/timeline").await;
    check_timeline(&timeline, &state);
    let figures = evening.read_all("/stats").await;
    check_dice(&evening, &evening.read_all("/dice").await, &figures);
    check_figures(&evening, &figures, &state);
    // The game was one: blows were struck, somebody fled, somebody shot.
    let events = evening.read_all("/events?limit=1000").await;
    let happened = |kind: &str| {
        events["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["type"] == kind)
            .count()
    };
    for kind in [
        "tier_fought",
        "flee_rolled",
        "unit_hustled",
        "unit_shot",
        "armies_turned_up",
        "battle_ended",
    ] {
        assert!(happened(kind) > 0, "no {kind} in this game");
    }
    let audit = evening.read_all("/audit").await;
    assert_eq!(audit["sound"], true, "{audit}");
    check_transfer(&evening, &state, &figures, &timeline).await;
}
