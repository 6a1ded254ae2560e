//! Drawn positions of several players a side (`BG3-SCEN-03` to `-05`, p. 26).

use super::*;
use crate::Battleground3;

const C: Seat = match Seat::new(2) {
    Some(seat) => seat,
    None => Seat::A,
};

/// A unit of the sample pack of the earlier edition.
fn beside(seat: &str, x: f64, y: f64, heading: f64) -> Value {
    let unit = if seat == "B" {
        "orc-swordsmen"
    } else {
        "hawk-swordsmen"
    };
    json!({ "seat": seat, "unit": unit, "pose": { "x": x, "y": y, "heading": heading } })
}

/// The rulebook's two players of 1100 and 1900 points against one of 3000, in South's turn.
fn three(change: impl FnOnce(&mut Value)) -> Value {
    let mut sketch = json!({
        "units": [beside("A", 10.0, 6.0, 0.0), beside("C", 20.0, 6.0, 0.0), beside("B", 20.0, 24.0, 180.0),
            beside("C", 26.0, 6.0, 0.0)],
        "teams": { "A": 1100, "B": 3000, "C": 1900 }, "turn": 3 });
    change(&mut sketch);
    sketch
}

fn begun3(sketch: &Value) -> Result<State, hindsight_kernel::Refusal> {
    let mut tray = ReportedTray::scripted([]);
    let mut table = Table::<Battleground>::new(State::default(), &mut tray);
    let drawn = sketched(Edition::V3, sketch, &[]).map_err(|refusal| refusal.of(Edition::V3))?;
    if let Some(refusal) = drawn.refusal {
        return Err(refusal);
    }
    begin_at(&mut table, drawn.state).map_err(|refusal| refusal.of(Edition::V3))?;
    Ok(table.finish()?.0)
}

fn actions(state: &State) -> Vec<u8> {
    state.players.iter().map(|player| player.actions).collect()
}

#[test]
fn bg3_scen_03_a_drawn_team_begins_its_turn_together() {
    let state = begun3(&three(|_| {})).unwrap();
    let names: Vec<String> = state.units.iter().map(|unit| unit.id.to_string()).collect();
    assert_eq!(
        names,
        ["A1", "B1", "C1", "C2"],
        "each player's units are numbered by themselves"
    );
    // 3000 points are 6 command actions: 2 and 4 for shares of 1100 and 1900.
    assert_eq!((state.active, actions(&state)), (Some(Seat::A), vec![2, 0, 4]));
    assert_eq!(state.agreed.budget, Some(3_000));
    let asked = <Battleground3 as hindsight_kernel::Rules>::awaiting(&state);
    let seats: Vec<Seat> = asked.iter().map(|one| one.seat).collect();
    assert_eq!(seats, [Seat::A, C]);
    // Whoever of the team is named, it is their team's turn.
    let by_partner = begun3(&three(|sketch| sketch["active"] = json!("C"))).unwrap();
    assert_eq!(by_partner, state);
}

#[test]
fn bg3_scen_05_each_partner_has_the_command_actions_that_are_drawn() {
    let left = |change: fn(&mut Value)| actions(&begun3(&three(change)).unwrap());
    assert_eq!(
        left(|sketch| sketch["actions"] = json!(1)),
        [1, 0, 4],
        "C has spent none"
    );
    let both = |sketch: &mut Value| {
        sketch["active"] = json!("C");
        sketch["actions"] = json!(3);
        sketch["partners"] = json!({ "A": 0 });
        sketch["units"][0]["activated"] = json!(true);
    };
    let state = begun3(&three(both)).unwrap();
    assert_eq!(actions(&state), [0, 0, 3]);
    assert!(
        state.unit(id("A1")).unwrap().turn.activated,
        "a partner's unit acts in the same turn"
    );
    assert!(state.player(Seat::A).spent_any && state.player(C).spent_any);
}

#[test]
fn bg3_scen_04_hands_are_drawn_player_by_player() {
    let state = begun3(&three(|sketch| {
        sketch["hands"] = json!({ "A": 1, "C": 2 });
        sketch["known"] = json!({ "C": [7] });
        sketch["discards"] = json!({ "B": [4] });
    }))
    .unwrap();
    let hands: Vec<usize> = state.players.iter().map(|player| player.hand.len()).collect();
    assert_eq!(hands, [1, 0, 2]);
    assert_eq!(state.player(C).hand, [Some(crate::model::names::CardNo(7)), None]);
    assert_eq!(state.player(Seat::B).deck, 29);
    let factions: Vec<_> = state
        .players
        .iter()
        .map(|player| player.allegiance.known().map(|chosen| chosen.faction.clone()))
        .collect();
    assert_eq!(factions[0], factions[2]);
    assert_ne!(factions[0], factions[1]);
}

#[test]
fn bg3_scen_03_what_teams_cannot_be_is_refused_with_its_place() {
    let refused = |change: fn(&mut Value)| {
        let refusal = begun3(&three(change)).unwrap_err();
        refusal.details.get("path").cloned().unwrap_or_default()
    };
    assert_eq!(
        refused(|sketch| sketch["units"][0]["seat"] = json!("D")),
        json!("/units/0/seat")
    );
    assert_eq!(refused(|sketch| sketch["active"] = json!("E")), json!("/active"));
    assert_eq!(
        refused(|sketch| sketch["hands"] = json!({ "D": 1 })),
        json!("/hands/D")
    );
    assert_eq!(
        refused(|sketch| sketch["teams"] = json!({ "A": 500, "C": 500 })),
        json!("/teams")
    );
    assert_eq!(
        refused(|sketch| {
            sketch["actions"] = json!(1);
            sketch["partners"] = json!({ "B": 1 });
        }),
        json!("/partners/B")
    );
    // Partners do not fight each other.
    let friends = begun3(&three(|sketch| {
        sketch["units"][1]["pose"] = json!({ "x": 10.0, "y": 8.5, "heading": 180.0 });
        sketch["engaged"] = json!([{ "rusher": "C1", "rushed": "A1" }]);
    }));
    assert!(friends.unwrap_err().message.contains("are friends"));
    // The later edition has no teams.
    assert!(begun(&three(|_| {})).unwrap_err().message.contains("two players"));
}
