//! Effects of cards, abilities and special rules in attacks, and when they count (pp. 90, 94-98, 111-112).

use battleground_geometry::Side;
use serde_json::{Value, json};

use super::*;
use crate::flow::decide;
use crate::model::cards::{Colour, RangedType, Window};
use crate::model::effect::{Effect, Happening};
use crate::model::event::{AbilityEvent, CombatEvent, DamageEvent};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::Order;
use crate::model::state::{Cause, Lasting, LastingKind};
use crate::rules::combat::begin_attack;
use crate::scene::{scene, shooting};
use crate::verbs::noted::{What, found};

fn effect(written: Value) -> Effect {
    serde_json::from_value(written).unwrap()
}

/// A unit card with a special rule as a pack writes it.
fn ruled(card: UnitType, rule: Value) -> UnitType {
    UnitType {
        triggers: vec![serde_json::from_value(rule).unwrap()],
        ..card
    }
}

fn duel(first: UnitType, second: UnitType) -> Scene {
    scene()
        .unit("A1", first, FRONT)
        .unit("B1", second, AT)
        .engaged("A1", "B1", Side::Front)
}

/// Whoever attacks the unit suffers one wound.
fn thorns() -> Value {
    json!({ "name": "thorns", "at": "attacked", "on": "other", "effects": [{ "damage": { "wounds": 1 } }] })
}

/// Archers A1 with one box left, B1 with thorns six inches before them.
fn archers() -> Scene {
    scene()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 10.0, 0.0))
        .order("A1", Order::Range)
        .change("A1", |unit| unit.marked = 8)
        .unit("B1", ruled(line(), thorns()), (18.0, 18.5, 180.0))
        .order("B1", Order::Hold)
}

/// A single attack of A1 on B1, nobody holding a card.
fn attacked(scene: Scene, kind: AttackKind, dice: &[u8]) -> (State, Vec<Event>) {
    let mut state = scene.state();
    state.agenda.clear();
    let (result, state, events) = at_table(state, dice, |table| {
        begin_attack(table, id("A1"), id("B1"), kind, None);
        go_on(table)
    });
    result.unwrap();
    (state, events)
}

fn to_hit(events: &[Event]) -> Option<i32> {
    events.iter().find_map(|event| match event {
        Event::Combat(CombatEvent::AttackRolled {
            to_wound: false,
            target,
            ..
        }) => Some(*target),
        _ => None,
    })
}

fn destroyed(events: &[Event]) -> Vec<(UnitId, Cause, Option<UnitId>)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Damage(DamageEvent::UnitDestroyed { unit, cause, by }) => Some((*unit, *cause, *by)),
            _ => None,
        })
        .collect()
}

#[test]
fn bg4_comb_02_damage_by_a_special_rule_counts_at_the_consequences() {
    // The archers lose their last box to the thorns before their dice are thrown. They shoot all the same, In the Red
    // with 5 - 2 dice, and mark their ammo box; then they are removed.
    let (state, events) = fight(combat(archers()), &[], &[6, 6, 6]);
    let at = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let hurt = at(|event| {
        matches!(
            event,
            Event::Damage(DamageEvent::BoxesMarked {
                fresh: true,
                boxes: 1,
                ..
            })
        )
    });
    let shot = at(|event| matches!(event, Event::Combat(CombatEvent::AttackRolled { .. })));
    let ammo = at(|event| matches!(event, Event::Damage(DamageEvent::AmmoMarked { by: 1, .. })));
    let gone = at(|event| matches!(event, Event::Damage(DamageEvent::UnitDestroyed { .. })));
    assert!(hurt < shot && shot < ammo && ammo < gone, "{events:#?}");
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
    // No attack marked the last box: nobody is told to have destroyed them.
    assert_eq!(destroyed(&events), [(id("A1"), Cause::Attack, None)]);
}

#[test]
fn bg4_turn_07_outside_the_combat_phase_it_destroys_at_once_and_the_attack_ends() {
    let (state, events) = attacked(archers(), AttackKind::Ranged, &[]);
    assert_eq!(destroyed(&events), [(id("A1"), Cause::Damage, None)]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 0, 0)]);
    assert!(state.attack.is_none() && state.agenda.is_empty());
}

#[test]
fn bg4_spell_06_healing_erases_the_boxes_of_this_combat_phase_first() {
    // 3 boxes marked before, 2 in this phase: of 3 healed, 2 are those and one is an older one.
    let state = scene()
        .unit("A1", line(), FRONT)
        .change("A1", |unit| (unit.marked, unit.fresh) = (3, 2))
        .set(|state| {
            state.phase = Phase::Combat;
            state.agenda = vec![
                Step::Effects {
                    seat: Seat::A,
                    name: "Mend".to_owned(),
                    kind: LastingKind::Rule,
                    on: vec![id("A1")],
                    effects: vec![effect(json!({ "heal": { "boxes": 3 } }))],
                    spell: false,
                }
                .into(),
            ];
        })
        .state();
    let (state, _) = fight(state, &[], &[]);
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!((unit.marked, unit.fresh), (2, 0));
}

#[test]
fn bg4_cons_01_who_destroyed_a_unit_is_who_marked_its_last_box() {
    let strike = json!({
        "name": "first strike", "at": "attack_begins", "on": "other",
        "effects": [{ "damage": { "wounds": 1 } }]
    });
    // 8 of 9 boxes are marked; B1 strikes back In the Red with three dice.
    let scene = |card: UnitType| duel(card, line()).change("B1", |unit| unit.marked = 8);
    let (_, events) = fight(combat(scene(line())), &[], &[1, 6, 6, 6, 6, 1, 6, 6, 6]);
    assert_eq!(destroyed(&events), [(id("B1"), Cause::Attack, Some(id("A1")))]);
    // A special rule marks the last box, the attack that follows none.
    let (_, events) = fight(
        combat(scene(ruled(line(), strike))),
        &[],
        &[6, 6, 6, 6, 6, 6, 6, 6],
    );
    assert_eq!(destroyed(&events), [(id("B1"), Cause::Attack, None)]);
}

#[test]
fn bg4_cons_01_an_enemy_put_in_the_red_is_answered_after_all_attacks() {
    let rule = json!({
        "name": "smell of blood", "at": "enemy_in_red",
        "effects": [{ "gain_command_actions": { "count": 1 } }]
    });
    // A1 marks the 4th to the 7th box of B1, which strikes back with all its dice; only then the rule speaks.
    let scene = duel(ruled(line(), rule), line()).change("B1", |unit| unit.marked = 3);
    let mut state = combat(scene);
    state.agenda.insert(0, Step::MovementAndCommand.into());
    let (state, events) = fight(state, &[], &[1, 1, 1, 1, 6, 1, 1, 1, 1, 6, 6, 6, 6, 6]);
    let last_attack = events
        .iter()
        .rposition(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })))
        .unwrap();
    let triggered: Vec<usize> = (0..events.len())
        .filter(|&place| matches!(events[place], Event::Ability(AbilityEvent::RuleTriggered { .. })))
        .collect();
    assert_eq!(
        resolved(&events),
        [("A1".to_owned(), 4, 4), ("B1".to_owned(), 0, 0)]
    );
    assert_eq!(triggered.len(), 1);
    assert!(last_attack < triggered[0]);
    assert_eq!(state.player(hindsight_kernel::Seat::A).actions, 1);
}

#[test]
fn bg4_atk_05_cards_change_the_wounds_that_are_counted_at_the_damage_step() {
    // A card that adds a wound where there is one is played on the roll of one wound; then the defender has that die
    // thrown again, and it fails: no wound is counted, and none is added.
    let scene = with_hands(duel(line(), line()), [&[5], &[9]]).set(|state| {
        let book = Arc::make_mut(&mut state.book);
        book.factions[0].deck[4].sides[0].windows = vec![Window::WoundPost];
    });
    let play = |seat, card, colour| {
        let command = Command::PlayCard {
            card: CardNo(card),
            colour,
            on: Vec::new(),
        };
        (seat, command)
    };
    let mut commands = Vec::new();
    for _ in 0..3 {
        commands.extend([pass(Seat::A), pass(Seat::B)]);
    }
    commands.extend([play(Seat::A, 5, Colour::Red), play(Seat::B, 9, Colour::Blue)]);
    let mut state = scene.state();
    state.agenda.clear();
    let (result, state, events) = at_table(state, &[1, 6, 6, 6, 6, 1, 6], |table| {
        begin_attack(table, id("A1"), id("B1"), AttackKind::Melee, None);
        go_on(table)?;
        for (seat, command) in &commands {
            decide(table, *seat, command)?;
        }
        Ok::<(), Refusal>(())
    });
    result.unwrap();
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
    assert_eq!(state.unit(id("B1")).unwrap().marked, 0);
}

#[test]
fn bg4_mods_21_a_rule_after_a_wound_waits_for_one() {
    let cruel = |face: u8| {
        json!({
            "name": "cruel", "at": { "thrown_to_wound": { "faces": [face] } }, "when": ["wounded"],
            "effects": [{ "wounds": { "by": 1 } }]
        })
    };
    // One hit; a 1 to wound is a wound and becomes two, a 6 is none.
    for (die, wounds) in [(1, 2), (6, 0)] {
        let scene = duel(ruled(line(), cruel(die)), line());
        let (_, events) = attacked(scene, AttackKind::Melee, &[1, 6, 6, 6, 6, die]);
        assert_eq!(resolved(&events), [("A1".to_owned(), 1, wounds)]);
    }
}

#[test]
fn bg4_geo_19_an_effect_of_an_attack_reaches_those_that_it_names() {
    let shout = |on: Value, lasts: &str| {
        json!({
            "name": "war shout", "at": "attack_begins",
            "effects": [{ "change": { "on": on, "change": { "skill": 1 }, "lasts": lasts } }]
        })
    };
    let scene = |on: Value, lasts: &str| {
        duel(ruled(line(), shout(on, lasts)), line())
            .unit("A2", line(), (14.0, 10.0, 0.0))
            .unit("A3", line(), (2.0, 2.0, 0.0))
    };
    // 5 - 2, and 1 by the rule. The friend within 7 inches has it for the turn, the one far off has not.
    let (state, events) = attacked(
        scene(json!({ "own_within": 7.0 }), "turn"),
        AttackKind::Melee,
        &[6; 5],
    );
    assert_eq!(to_hit(&events), Some(4));
    let lasting = ["A1", "A2", "A3", "B1"].map(|unit| state.unit(id(unit)).unwrap().lasting.len());
    assert_eq!(lasting, [1, 1, 0, 0]);
    // Chosen is the unit that it falls on.
    let (state, events) = attacked(scene(json!("chosen"), "attack"), AttackKind::Melee, &[6; 5]);
    assert_eq!(to_hit(&events), Some(4));
    assert!(state.units.iter().all(|unit| unit.lasting.is_empty()));
}

#[test]
fn bg4_cards_12_what_is_set_aside_is_the_modifier_and_not_a_card_of_its_name() {
    // 5 - 2, -1 at ten inches, +1 by what lasts on the shooter under a name that begins alike.
    let drill = Lasting {
        name: "Long Range Drill".to_owned(),
        kind: LastingKind::Rule,
        by: Seat::A,
        effects: vec![effect(
            json!({ "change": { "on": "chosen", "change": { "skill": 1 }, "lasts": "turn" } }),
        )],
    };
    let steady = json!({
        "name": "steady", "at": "attack_begins",
        "effects": [{ "ignore": { "modifiers": ["long_range"] } }]
    });
    let shot = |card: UnitType| {
        let scene = scene()
            .unit("A1", card, (18.0, 10.0, 0.0))
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, 22.5, 180.0))
            .order("B1", Order::Hold)
            .change("A1", |unit| unit.lasting.push(drill.clone()));
        to_hit(&attacked(scene, AttackKind::Ranged, &[6; 5]).1)
    };
    let archers = || shooting(14.0, RangedType::Indirect);
    assert_eq!(shot(archers()), Some(3));
    assert_eq!(shot(ruled(archers(), steady)), Some(4));
}

#[test]
fn bg4_atk_17_a_box_that_waits_for_its_window_does_nothing_before() {
    // What gives cover, forbids cards and answers a check: at once if it is in force, not at all in the box of War Rage,
    // which is spent before a to-hit roll.
    let effects = vec![
        effect(json!({ "cover": { "cover": "soft", "lasts": "turn" } })),
        effect(json!({ "no_cards": { "while_": "attacking" } })),
        effect(json!({ "trigger": { "lasts": "turn", "trigger": {
            "name": "proud", "at": "courage_passed", "effects": [{ "draw_cards": { "count": 1 } }]
        } } })),
    ];
    let with_kind = |kind: LastingKind| {
        let scene = with_hands(duel(line(), line()), [&[], &[]]);
        scene
            .change("B1", |unit| {
                unit.lasting.push(Lasting {
                    name: "Rage".to_owned(),
                    kind,
                    by: Seat::B,
                    effects: effects.clone(),
                });
            })
            .state()
    };
    for (kind, works) in [
        (LastingKind::Rule, true),
        (LastingKind::Mark("war-rage".to_owned()), false),
    ] {
        let state = with_kind(kind);
        let cover = Field::of(&state).cover(id("A1"), id("B1"), false);
        assert_eq!(!cover.is_empty(), works);
        let cards = crate::rules::command_cards::may_have_cards(&state, id("B1"), Colour::Red);
        assert_eq!(cards.is_err(), works);
        let rules = found(&state, id("B1"), None, &What::Plain(Happening::CouragePassed));
        assert_eq!(!rules.is_empty(), works);
    }
}

#[test]
fn bg4_atk_17_a_box_may_change_the_unit_that_bears_it() {
    // Skill +1 on the chosen unit, which is the bearer's: 5 + 1 - 2 to hit.
    let chosen = json!({ "change": { "on": "chosen", "change": { "skill": 1 }, "lasts": "attack" } });
    let mut state = with_hands(duel(line(), line()), [&[], &[]])
        .set(|state| {
            let book = Arc::make_mut(&mut state.book);
            let mark = book.factions[1].abilities[0].mark.as_mut().unwrap();
            mark.effects = vec![effect(chosen)];
        })
        .change("B1", |unit| {
            unit.lasting.push(Lasting {
                name: "Rage".to_owned(),
                kind: LastingKind::Mark("war-rage".to_owned()),
                by: Seat::B,
                effects: Vec::new(),
            });
        })
        .state();
    state.agenda.clear();
    let rage = Command::UseAbility {
        ability: "war-rage".to_owned(),
        on: vec![id("B1")],
    };
    let (result, _, events) = at_table(state, &[6; 5], |table| {
        begin_attack(table, id("B1"), id("A1"), AttackKind::Melee, None);
        go_on(table)?;
        decide(table, Seat::B, &rage)
    });
    result.unwrap();
    assert_eq!(to_hit(&events), Some(4));
}
