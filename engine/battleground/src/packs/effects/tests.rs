#![allow(
    clippy::needless_pass_by_value,
    reason = "what a pack says is written where it is given"
)]

use serde_json::{Value, json};

use crate::packs::{read_pack, sample_packs};

/// The faults of the sample pack after a change.
fn faults(change: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut pack = sample_packs().remove(0);
    change(&mut pack);
    let faults = read_pack(&pack).err().unwrap_or_default();
    faults.into_iter().map(|fault| fault.path).collect()
}

/// The faults of a side of command card 15, which is green and played in the own Movement & Command Phase.
fn of_side(colour: &str, window: &str, subject: Value, effect: Value) -> Vec<String> {
    faults(|pack| {
        pack["common_cards"][14]["sides"] = json!([{
            "colour": colour, "windows": [window], "subject": subject, "effects": [effect]
        }]);
    })
}

const SIDE: &str = "/common_cards/14/sides/0";

fn change(on: &str, change: Value, lasts: &str, when: Value) -> Value {
    json!({ "change": { "on": on, "change": change, "lasts": lasts, "when": when } })
}

/// The faults of the first ability of the first faction, on one own unit in the own Movement & Command Phase, changed.
fn of_ability(changed: impl FnOnce(&mut Value)) -> Vec<String> {
    faults(|pack| {
        let ability = &mut pack["factions"][0]["abilities"][0];
        *ability = json!({
            "id": "stand-firm", "name": "Stand Firm", "of_unit": true, "cost": 1, "window": "own_movement",
            "subject": { "own": { "most": 1 } }, "effects": ["fear_check"]
        });
        changed(ability);
    })
}

/// The faults of a trigger of the second unit.
fn of_trigger(trigger: Value) -> Vec<String> {
    faults(|pack| pack["factions"][0]["units"][1]["triggers"] = json!([trigger]))
}

#[test]
fn what_a_set_up_ability_does_besides_drawing_cards_is_a_fault() {
    let set_up = |effect: Value| {
        of_ability(|ability| {
            ability["window"] = json!("set_up");
            ability["subject"] = json!("player");
            ability["effects"] = json!([effect]);
        })
    };
    assert!(set_up(json!({ "draw_cards": { "count": 2 } })).is_empty());
    let path = "/factions/0/abilities/0/effects/0";
    assert_eq!(set_up(json!({ "gain_command_actions": { "count": 1 } })), [path]);
    let marked = of_ability(|ability| {
        ability["window"] = json!("set_up");
        ability["effects"] = json!([{ "draw_cards": { "count": 2 } }]);
        ability["mark"] =
            json!({ "name": "Box", "effects": [change("chosen", json!({ "skill": 1 }), "turn", json!([]))] });
    });
    assert_eq!(marked, ["/factions/0/abilities/0/mark"]);
}

#[test]
fn bg4_cmd_04_command_actions_are_gained_where_they_can_be_spent() {
    let gain = || json!({ "gain_command_actions": { "count": 1 } });
    assert!(of_side("green", "mc_own", json!("player"), gain()).is_empty());
    for window in ["mc_any", "end_turn", "courage_pre"] {
        let found = of_side("green", window, json!("player"), gain());
        assert_eq!(found, [format!("{SIDE}/effects/0")], "{window}");
    }
    let trigger = json!({ "name": "x", "at": "in_red", "effects": [gain()] });
    assert_eq!(of_trigger(trigger), ["/factions/0/units/1/triggers/0/effects/0"]);
}

#[test]
fn a_card_on_the_unit_that_checks_is_played_at_its_check() {
    for window in ["mc_own", "end_turn"] {
        let found = of_side("green", window, json!("checking"), json!("fear_check"));
        assert_eq!(found, [format!("{SIDE}/subject")], "{window}");
    }
    // And what works on a check is played on the unit that checks.
    let own = || json!({ "own": { "most": 1 } });
    let for_check = || change("checking", json!({ "courage": 1 }), "check", json!([]));
    assert!(of_side("green", "courage_pre", json!("checking"), for_check()).is_empty());
    assert_eq!(
        of_side("green", "courage_pre", own(), for_check()),
        [format!("{SIDE}/effects/0")]
    );
    assert!(
        of_side(
            "green",
            "courage_post",
            json!("checking"),
            json!("reroll_courage")
        )
        .is_empty()
    );
    assert_eq!(
        of_side("green", "courage_post", own(), json!("reroll_courage")),
        [format!("{SIDE}/effects/0")]
    );
}

#[test]
fn a_condition_of_a_change_can_hold_when_its_number_is_asked_for() {
    let when = |number: &str, condition: &str| {
        let by = json!({ number: 1 });
        let effect = change("chosen", by, "turn", json!([condition]));
        of_side("green", "mc_own", json!({ "own": { "most": 1 } }), effect)
    };
    let path = [format!("{SIDE}/effects/0/change/when/0")];
    for (number, condition, sound) in [
        ("skill", "melee", true),
        ("skill", "engaged", true),
        ("skill", "rout_check", false),
        ("skill", "wounded", false),
        ("courage", "rout_check", true),
        ("skill", "fear_check", false),
        ("courage", "fear_check", true),
        ("skill", "against_flank_or_rear", true),
        ("mc", "against_flank_or_rear", false),
        ("skill", "against_in_yellow_or_red", true),
        ("courage", "against_in_yellow_or_red", false),
        ("mc", "in_yellow_or_red", true),
        ("courage", "ranged", false),
        ("mc", "against_charging", false),
        ("mc", "unengaged", true),
    ] {
        let found = when(number, condition);
        assert_eq!(
            found,
            if sound { &[][..] } else { &path[..] },
            "{number} {condition}"
        );
    }
    let special = faults(|pack| {
        pack["factions"][0]["units"][1]["specials"] = json!([{ "change": { "mc": 1 }, "when": ["melee"] }, { "change": { "power": 1 }, "when": ["melee"] }]);
    });
    assert_eq!(special, ["/factions/0/units/1/specials/0/when/0"]);
}

#[test]
fn bg3_ccard_04_conditions_and_cards_of_courage_checks_stand_at_them() {
    // What kind of check it is can be asked of a card on the unit that checks.
    let asks = |condition: &str, window: &str, subject: Value| {
        faults(|pack| {
            pack["common_cards"][14]["sides"] = json!([{
                "colour": "green", "windows": [window], "subject": subject, "when": [condition],
                "effects": ["fear_check"]
            }]);
        })
    };
    for condition in ["rout_check", "fear_check"] {
        for window in ["courage_pre", "courage_post"] {
            assert!(
                asks(condition, window, json!("checking")).is_empty(),
                "{condition} {window}"
            );
            let own = asks(condition, window, json!({ "own": { "most": 1 } }));
            assert_eq!(own, [format!("{SIDE}/when/0")], "{condition} {window}");
        }
        let quiet = asks(condition, "mc_own", json!({ "own": { "most": 1 } }));
        assert_eq!(quiet, [format!("{SIDE}/when/0")], "{condition}");
    }
    // A check is passed by a card on the unit that checks.
    let passes = || json!({ "pass_courage": { "then": [{ "damage": { "wounds": 1 } }] } });
    for window in ["courage_pre", "courage_post"] {
        assert!(of_side("green", window, json!("checking"), passes()).is_empty());
        let own = of_side("green", window, json!({ "own": { "most": 1 } }), passes());
        assert_eq!(own, [format!("{SIDE}/effects/0")]);
    }
    let nested = json!({ "pass_courage": { "then": ["reroll_courage"] } });
    assert_eq!(
        of_side("green", "courage_post", json!("checking"), nested),
        [format!("{SIDE}/effects/0/pass_courage/then/0")]
    );
    // A change after the roll counts where the check is rolled again after it.
    let side = |effects: Value| {
        faults(|pack| {
            pack["common_cards"][14]["sides"] = json!([{
                "colour": "green", "windows": ["courage_post"], "subject": "checking", "effects": effects
            }]);
        })
    };
    let more = || change("checking", json!({ "courage": 1 }), "check", json!([]));
    assert!(side(json!([more(), "reroll_courage"])).is_empty());
    assert_eq!(
        side(json!(["reroll_courage", more()])),
        [format!("{SIDE}/effects/1")]
    );
}

#[test]
fn bg3_ccard_04_hits_and_wounds_are_changed_and_moved_in_their_windows() {
    let red = |window: &str, effect: Value| of_side("red", window, json!("attacker"), effect);
    let path = [format!("{SIDE}/effects/0")];
    for (window, hits, moves) in [
        ("hit_pre", true, false),
        ("hit_post", true, false),
        ("wound_pre", true, false),
        ("wound_post", false, true),
        ("damage", false, true),
    ] {
        let found = red(window, json!({ "hits": { "by": 1 } }));
        assert_eq!(found.is_empty(), hits, "{window}");
        let found = red(window, json!({ "move_wounds": { "most": 1 } }));
        assert_eq!(found.is_empty(), moves, "{window}");
    }
    assert_eq!(red("hit_post", json!({ "hits": { "by": 0 } })), path);
    let of_an_attack = json!({ "move_wounds": { "most": 1, "to": ["melee"] } });
    assert_eq!(
        red("wound_post", of_an_attack),
        [format!("{SIDE}/effects/0/move_wounds/to/0")]
    );
    // Not outside attacks.
    for effect in [
        json!({ "hits": { "by": 1 } }),
        json!({ "move_wounds": { "most": 1 } }),
    ] {
        assert_eq!(
            of_side("green", "mc_own", json!({ "own": { "most": 1 } }), effect),
            path
        );
    }
}

#[test]
fn bg4_cmd_05_orders_are_changed_in_the_own_movement_phase() {
    let own = || json!({ "own": { "most": 1 } });
    assert!(of_side("green", "mc_own", own(), json!("change_order")).is_empty());
    for window in ["mc_any", "courage_pre", "end_turn"] {
        let found = of_side("green", window, own(), json!("change_order"));
        assert_eq!(found, [format!("{SIDE}/effects/0")], "{window}");
    }
    // No cards: for a phase or longer.
    let bars = |lasts: &str| json!({ "no_cards": { "while_": "attacking", "lasts": lasts } });
    assert!(of_side("green", "mc_own", own(), bars("phase")).is_empty());
    assert_eq!(
        of_side("green", "mc_own", own(), bars("attack")),
        [format!("{SIDE}/effects/0")]
    );
}

#[test]
fn what_is_stored_of_effects_is_read_as_before() {
    use crate::model::effect::{Duration, Effect};
    let bars: Effect = serde_json::from_value(json!({ "no_cards": { "while_": "attacking" } })).unwrap();
    assert_eq!(bars.lasts(), Duration::Turn);
    let written = serde_json::to_value(&bars).unwrap();
    assert_eq!(written, json!({ "no_cards": { "while_": "attacking" } }));
    let event = json!({ "attack_changed": { "lasting": {
        "name": "x", "kind": "rule", "by": "A", "effects": [{ "wounds": { "by": -1 } }] } } });
    let read: crate::model::event::Event = serde_json::from_value(event.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), event);
}

#[test]
fn bg4_atk_05_wounded_is_said_where_to_wound_dice_lie() {
    let when_wounded = |window: &str| {
        faults(|pack| {
            pack["common_cards"][0]["sides"][0]["windows"] = json!([window]);
            pack["common_cards"][0]["sides"][0]["when"] = json!(["wounded"]);
        })
    };
    for window in ["wound_post", "damage"] {
        assert!(when_wounded(window).is_empty(), "{window}");
    }
    for window in ["hit_pre", "hit_post", "wound_pre"] {
        assert_eq!(
            when_wounded(window),
            ["/common_cards/0/sides/0/when/0"],
            "{window}"
        );
    }
    let rule = |at: Value| {
        of_trigger(json!({ "name": "x", "at": at, "when": ["wounded"], "effects": ["spoil_attack"] }))
    };
    assert!(rule(json!({ "thrown_to_wound": { "faces": [1] } })).is_empty());
    let never = ["/factions/0/units/1/triggers/0/when/0"];
    assert_eq!(rule(json!({ "thrown_to_hit": { "faces": [1] } })), never);
    assert_eq!(rule(json!("attack_begins")), never);
}

#[test]
fn an_effect_in_an_attack_names_a_unit_that_is_there() {
    for on in ["player", "checking"] {
        let effect = change(on, json!({ "skill": 1 }), "attack", json!([]));
        let found = of_side("red", "hit_pre", json!("attacker"), effect);
        assert_eq!(found, [format!("{SIDE}/effects/0")], "{on}");
    }
    for on in ["attacker", "defender", "chosen"] {
        let effect = change(on, json!({ "skill": 1 }), "attack", json!([]));
        assert!(
            of_side("red", "hit_pre", json!("attacker"), effect).is_empty(),
            "{on}"
        );
    }
}

#[test]
fn an_ability_is_not_used_on_a_part_of_an_attack_or_check() {
    for subject in ["attacker", "defender", "checking"] {
        let found = of_ability(|ability| ability["subject"] = json!(subject));
        assert_eq!(found, ["/factions/0/abilities/0/subject"], "{subject}");
    }
    assert!(of_ability(|_| {}).is_empty());
}

#[test]
fn bg4_cons_02_nothing_befalls_a_unit_that_is_destroyed() {
    let rule = |on: &str, effect: Value| {
        of_trigger(json!({ "name": "x", "at": "destroyed", "on": on, "effects": [effect] }))
    };
    assert_eq!(
        rule("itself", json!({ "heal": { "boxes": 1 } })),
        ["/factions/0/units/1/triggers/0/effects/0"]
    );
    assert!(rule("itself", json!({ "draw_cards": { "count": 1 } })).is_empty());
    // Its destroyer is still there.
    assert!(rule("other", json!({ "damage": { "wounds": 1 } })).is_empty());
}

#[test]
fn spells_and_triggers_are_named_and_few() {
    let spell = |name: &str| json!({ "name": name, "keywords": ["healing"], "range": 7, "effects": [{ "heal": { "boxes": 1 } }] });
    let with = |spells: Value| faults(|pack| pack["factions"][0]["units"][1]["spells"] = spells);
    assert!(with(json!([spell("Mend"), spell("Bind")])).is_empty());
    let path = |at: u8| format!("/factions/0/units/1/spells/{at}/name");
    assert_eq!(with(json!([spell("Mend"), spell("Mend")])), [path(1)]);
    assert_eq!(with(json!([spell("")])), [path(0)]);
    // Eleven triggers in each of two abilities are more than twenty of a faction.
    let triggers = |count: usize| {
        let rule = json!({ "name": "x", "at": "end_of_turn", "effects": [{ "draw_cards": { "count": 1 } }] });
        faults(|pack| {
            pack["factions"][0]["abilities"] = ["one", "two"]
                .map(|id| {
                    json!({
                        "id": id, "name": id, "of_unit": false, "cost": 0, "window": "always", "subject": "player",
                        "triggers": vec![rule.clone(); count]
                    })
                })
                .into();
        })
    };
    assert!(triggers(10).is_empty());
    assert_eq!(triggers(11), ["/factions/0/abilities"]);
    // A card has two sides at most, and none of them goes unseen.
    let sides = faults(|pack| {
        let side = pack["common_cards"][14]["sides"][0].clone();
        pack["common_cards"][14]["sides"] = vec![side; 4].into();
    });
    assert!(sides.contains(&"/common_cards/14/sides".to_owned()), "{sides:?}");
}
