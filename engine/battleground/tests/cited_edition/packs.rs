//! Packs with faults.

use hindsight_kernel::bot_rng;
use serde_json::{Value, json};

use crate::citations::Citations;
use crate::wrong_commands::spoilt;
use crate::{Edition, walked};

/// Checks spoilt packs.
pub fn walk_packs<R: Edition>(citations: &mut Citations) {
    for pack in R::sample_packs() {
        for number in 0..2 * walked(60) {
            let mut rng = bot_rng(number);
            let mut pack = pack.clone();
            for _ in 0..3 {
                pack = spoilt(&pack, &mut rng).unwrap();
            }
            if let Err(faults) = R::check_pack(&pack) {
                citations.value("pack fault", &faults);
            }
        }
        // The kind of every piece of every map, and the faults that its new kind has.
        for kind in [
            "hill",
            "forest",
            "stakes",
            "low_wall",
            "sheer_cliff",
            "custom",
            "river",
        ] {
            let mut pack = pack.clone();
            for map in pack["maps"].as_array_mut().unwrap() {
                for piece in map["pieces"].as_array_mut().unwrap() {
                    piece["kind"] = json!(kind);
                }
            }
            for faction in pack["factions"].as_array_mut().unwrap() {
                for unit in faction["units"].as_array_mut().unwrap() {
                    spoil_unit(unit);
                }
                for card in faction["cards"].as_array_mut().unwrap() {
                    card["sides"][0]["beside_another"] = json!(true);
                }
            }
            if let Err(faults) = R::check_pack(&pack) {
                citations.value("pack fault", &faults);
            }
        }
    }
}

/// Makes what is written on a unit card contradict itself in every way that has a rule.
fn spoil_unit(unit: &mut Value) {
    unit["category"] = json!("elite");
    unit["keywords"] = json!(["flying", "javelins", "large", "colossal"]);
    unit["preprinted"] = json!({ "order": "range", "changeable": false });
    unit["passes"] = json!("fear_checks");
    let fields = unit.as_object_mut().unwrap();
    let shot = fields
        .remove("ranged")
        .unwrap_or_else(|| json!({ "range": 14, "way": "low_arc" }));
    fields.remove("courage");
    fields.remove("fly");
    fields.insert("more_ranged".to_owned(), json!([shot]));
}
