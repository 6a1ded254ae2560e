//! Spells that change attacks, in the Combat Phase in which they are cast and after it (pp. 16-18, 32).

use super::*;
use crate::model::effect::{Change, Duration, Effect, Target};
use crate::model::event::CombatEvent;

fn changing(name: &str, keyword: SpellKeyword, skill: i8, lasts: Duration) -> Spell {
    Spell {
        name: name.to_owned(),
        keywords: [keyword].into(),
        range: Distance(10_500),
        effects: vec![Effect::Change {
            on: Target::Chosen,
            change: Change {
                skill,
                ..Change::default()
            },
            when: Vec::new(),
            lasts,
        }],
        ..Spell::default()
    }
}

/// The spells of A1: a curse, two blessings, and a healing spell.
fn spells() -> Vec<Spell> {
    vec![
        changing("Hex", SpellKeyword::Curse, -1, Duration::Lasting),
        changing("Might", SpellKeyword::Blessing, 1, Duration::Lasting),
        changing("Fury", SpellKeyword::Blessing, 2, Duration::Lasting),
        Spell {
            name: "Mend".to_owned(),
            keywords: [SpellKeyword::Healing].into(),
            range: Distance(10_500),
            effects: vec![Effect::Heal { boxes: 1 }],
            ..Spell::default()
        },
        changing("Blight", SpellKeyword::Curse, -1, Duration::UntilHealed),
    ]
}

/// A2 and B1, both (3) 5/5 and 2/2, fight front to front on Hold: each strikes on 3. A1 and A3 cast.
fn fight() -> Scene {
    let caster = UnitType {
        spells: spells(),
        ..line()
    };
    scene3()
        .holding("A1", caster.clone(), (25.0, 10.0, 0.0))
        .holding("A2", armed((3, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
        .holding("A3", caster, (11.0, 10.0, 0.0))
        .holding("B1", armed((3, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
        .engaged("A2", "B1", Side::Front)
}

fn casts(by: &str, spell: u8, on: &str) -> Answer {
    Answer::Attack {
        by: id(by),
        kind: AttackKind::Spell { spell },
        on: id(on),
    }
}

/// Plays the Combat Phase: these casts are chosen, and made in this order before the attack of A2 where they come first.
fn played(made: Scene, casts: &[Answer]) -> (State, Vec<Event>) {
    let (mut state, mut events) = on_with(combat(made), &[], &[]).unwrap();
    while state.phase == Phase::Combat
        && let Some((topic, seat, options)) = asked(&state)
    {
        let chosen = casts.iter().find(|cast| options.contains(cast));
        let given = chosen.unwrap_or_else(|| match topic {
            Topic::Target => options.last().unwrap(),
            _ => &options[0],
        });
        let (next, more) = played_on(state, &[answer(seat, given.clone())], &[]).unwrap();
        state = next;
        events.extend(more);
    }
    (state, events)
}

/// The number that each unit needed to hit in the phase.
fn to_hit(events: &[Event]) -> Vec<(UnitId, i32)> {
    let began = events.iter().filter_map(|event| match event {
        Event::Combat(CombatEvent::AttackBegan { attack, .. }) => {
            Some((attack.attacker, attack.numbers.to_hit))
        }
        _ => None,
    });
    began.collect()
}

/// A unit's number to hit in a later phase.
fn later(state: &State, unit: &str, enemy: &str) -> i32 {
    short(state, unit, enemy, AttackKind::Melee).1
}

#[test]
fn bg3_comb_02_a_curse_of_the_phase_does_not_weaken_an_attack_of_the_phase() {
    let (state, events) = played(fight(), &[casts("A1", 0, "B1")]);
    assert!(
        to_hit(&events).contains(&(id("B1"), 3)),
        "it strikes back as it began the phase: {:?}",
        to_hit(&events)
    );
    assert_eq!(later(&state, "B1", "A2"), 2, "from the consequences on");
}

#[test]
fn bg3_comb_02_a_blessing_does_not_help_the_attack_that_follows_it() {
    let (state, events) = played(fight(), &[casts("A1", 1, "A2")]);
    assert!(to_hit(&events).contains(&(id("A2"), 3)), "{:?}", to_hit(&events));
    assert_eq!(later(&state, "A2", "B1"), 4);
}

#[test]
fn bg3_comb_02_a_blessing_that_is_replaced_counts_to_the_end_of_the_phase() {
    let blessed = played(fight(), &[casts("A1", 1, "A2")]).0;
    let again = Scene::from(blessed)
        .set(|state| {
            state.declared.clear();
            state.turn = 3;
            state.active = Some(Seat::A);
        })
        .change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default())
        .change("A2", |unit| unit.turn = crate::model::state::TurnMarks::default());
    let (state, events) = played(again, &[casts("A1", 2, "A2")]);
    assert!(to_hit(&events).contains(&(id("A2"), 4)), "{:?}", to_hit(&events));
    assert_eq!(later(&state, "A2", "B1"), 5, "Fury in place of Might");
}

#[test]
fn bg3_comb_02_a_curse_that_a_healing_spell_ends_weakens_to_the_end_of_the_phase() {
    let cursed = played(fight(), &[casts("A1", 4, "A2")]).0;
    assert_eq!(later(&cursed, "A2", "B1"), 2);
    let again = Scene::from(cursed)
        .set(|state| {
            state.declared.clear();
            state.turn = 3;
            state.active = Some(Seat::A);
        })
        .change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default())
        .change("A2", |unit| unit.turn = crate::model::state::TurnMarks::default());
    let (state, events) = played(again, &[casts("A1", 3, "A2")]);
    assert!(to_hit(&events).contains(&(id("A2"), 2)), "{:?}", to_hit(&events));
    assert_eq!(later(&state, "A2", "B1"), 3);
}
