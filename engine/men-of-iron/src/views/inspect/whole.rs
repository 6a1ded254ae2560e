//! Outcome of a whole declaration of attacks, before a die is rolled.

use hindsight_kernel::{Argument, Distribution, Inspection, Message, Refusal, message};
use serde_json::{Value, json};

use super::{answer, percent};
use crate::messages::{MESSAGES, side};
use crate::model::attack::Declared;
use crate::model::state::{SEATS, State};
use crate::odds::{Assumptions, Fate, shock_odds};
use crate::rules::declaration;

/// Answers what attacks come to that a player thinks of declaring: the field `attacks` of a question, as a command declares them.
pub(super) fn shock(state: &State, attacks: &Value, inspection: &mut Inspection) -> Result<(), Refusal> {
    let wrong = |why: Message| {
        Refusal::new("HS-FORM-01", message!(MESSAGES, "about-unread", why)).with("path", "/about/attacks")
    };
    let declared: Vec<Declared> = serde_json::from_value(attacks.clone())
        .map_err(|why| wrong(message!(MESSAGES, "about-no-attacks", why = why.to_string())))?;
    declaration::check_shapes(&declared)?;
    let odds = shock_odds(state, &declared, Assumptions::default())
        .ok_or_else(|| wrong(message!(MESSAGES, "about-unfit-attacks")))?;
    let fates: serde_json::Map<String, Value> = odds
        .fates
        .iter()
        .map(|(unit, fates)| {
            let told: serde_json::Map<String, Value> = fates
                .iter()
                .map(|(fate, chance)| (fate_word(*fate).to_owned(), json!(chance)))
                .collect();
            (unit.to_string(), Value::Object(told))
        })
        .collect();
    let leaders: serde_json::Map<String, Value> = odds
        .leaders
        .iter()
        .map(|(leader, chance)| (leader.to_string(), json!(chance)))
        .collect();
    let points: Vec<Value> = SEATS
        .map(|seat| json!({ "seat": seat, "chances": chances(odds.points_of(seat)) }))
        .into();
    let losses = SEATS.map(|seat| {
        let points = Argument::text(format_args!("{:.1}", odds.points_of(seat).mean()));
        message!(MESSAGES, "inspect-points", points, side = side(state, seat))
    });
    let again: f64 = odds
        .continued
        .iter()
        .map(|chances| 1.0 - chances.first().copied().unwrap_or(1.0))
        .sum();
    answer(
        inspection,
        "whole_shock",
        json!({ "fates": fates, "leaders": leaders, "continued": odds.continued, "points": points }),
        message!(
            MESSAGES,
            "inspect-whole-shock",
            losses = Argument::list(losses),
            continued = percent(again.clamp(0.0, 1.0))
        ),
        "MOI-SHOCK-06",
    );
    Ok(())
}

fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Normal => "normal",
        Fate::Disordered => "disordered",
        Fate::Unhorsed => "unhorsed",
        Fate::Retired => "retired",
        Fate::Eliminated => "eliminated",
    }
}

/// Each number with its chance.
fn chances(of: &Distribution) -> Vec<Value> {
    of.iter()
        .filter(|(_, chance)| *chance > 0.0)
        .map(|(number, chance)| json!({ "points": number, "chance": chance }))
        .collect()
}
