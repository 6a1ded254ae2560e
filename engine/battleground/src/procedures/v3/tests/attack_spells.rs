//! Attack spells that reach the whole battlefield, are cast while engaged or only on some units, and Blessings and Curses in words
//! (pp. 31-33).

use super::*;
use crate::model::effect::{Condition, Effect};
use crate::model::state::LastingKind;
use crate::rules::combat::odds;

/// An attack (3) 4/4 with this range.
fn bolt(range: u32) -> Spell {
    Spell {
        name: "Bolt".to_owned(),
        keywords: [SpellKeyword::Attack].into(),
        range: Distance(range),
        profile: Some(Profile {
            dice: 3,
            skill: 4,
            power: 4,
        }),
        ..Spell::default()
    }
}

fn heals() -> Spell {
    Spell {
        name: "Heal".to_owned(),
        keywords: [SpellKeyword::Healing].into(),
        range: Distance(10_500),
        effects: vec![Effect::Heal { boxes: 1 }],
        ..Spell::default()
    }
}

fn caster(spells: Vec<Spell>) -> UnitType {
    UnitType { spells, ..line() }
}

fn by_a1(kind: AttackKind, on: &str) -> Answer {
    Answer::Attack {
        by: id("A1"),
        kind,
        on: id(on),
    }
}

fn casts(place: u8, on: &str) -> Answer {
    by_a1(AttackKind::Spell { spell: place }, on)
}

/// The Combat Phase at the first question, and what may be answered.
fn choice(made: Scene) -> (State, Vec<Answer>) {
    let (state, _) = on_with(combat(made), &[], &[]).unwrap();
    let given = match asked(&state) {
        Some((Topic::Target, _, options)) => options,
        _ => Vec::new(),
    };
    (state, given)
}

/// The rule by which an answer of South is refused.
fn refused(state: &State, given: Answer) -> String {
    match played_on(state.clone(), &[answer(Seat::A, given)], &[]) {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => refusal.rule.0.into_owned(),
    }
}

/// A1 at (18, 15), an enemy 9" behind its front, one straight ahead and one hidden behind that; a friend beside it.
fn surrounded(spells: Vec<Spell>) -> Scene {
    scene3()
        .holding("A1", caster(spells), (18.0, 15.0, 0.0))
        .holding("A2", line(), (25.0, 15.0, 0.0))
        .holding("B1", armed((5, 5, 5), (1, 2)), (18.0, 6.0, 0.0))
        .holding("B2", line(), (18.0, 21.0, 180.0))
        .holding("B3", line(), (18.0, 27.0, 180.0))
}

#[test]
fn bg3_spell_02_an_attack_spell_of_the_whole_battlefield_may_be_cast_at_any_enemy() {
    let everywhere = Spell {
        battlefield: true,
        ..bolt(0)
    };
    let (state, given) = choice(surrounded(vec![everywhere]));
    let expected = [casts(0, "B1"), casts(0, "B2"), casts(0, "B3"), Answer::Decline];
    assert_eq!(
        given, expected,
        "behind, ahead and hidden; no friend; no spell is compulsory"
    );
    // A ranged attack with its modifiers: 4 against 1, long range -1, and so its odds beforehand: 3 dice at 2 of 6.
    let kind = AttackKind::Spell { spell: 0 };
    let (numbers, odds) = odds::preview(&state, id("A1"), id("B1"), kind).unwrap();
    assert_eq!((numbers.dice, numbers.to_hit, numbers.to_wound), (3, 2, 2));
    assert!((odds.hits.mean() - 1.0).abs() < 1e-9);
    let (state, events) = played_on(state, &[answer(Seat::A, casts(0, "B1"))], &[1, 2, 3, 2, 6]).unwrap();
    assert_eq!(rolls(&events), [(3, 2, false), (2, 2, true)]);
    assert_eq!(marked(&state, "B1"), 1);
    // With a range it is aimed as a shot is: the closest enemy in the arc.
    let (_, given) = choice(surrounded(vec![bolt(14_000)]));
    assert_eq!(given, [casts(0, "B2"), Answer::Decline]);
}

#[test]
fn bg3_spell_02_direct_damage_may_reach_the_whole_battlefield() {
    let quake = Spell {
        battlefield: true,
        profile: None,
        effects: vec![Effect::Damage { wounds: 2 }],
        ..bolt(0)
    };
    let (state, _) = choice(surrounded(vec![quake]));
    let (state, events) = played_on(state, &[answer(Seat::A, casts(0, "B3"))], &[]).unwrap();
    assert_eq!((rolls(&events), marked(&state, "B3")), (Vec::new(), 2));
}

#[test]
fn bg3_spell_01_an_attack_spell_is_cast_while_engaged_only_if_it_says_so() {
    let engaged = |spells: Vec<Spell>| {
        choice(
            surrounded(spells)
                .change("B2", |unit| unit.pose = Some(pose(18.0, 17.5, 180.0)))
                .engaged("A1", "B2", Side::Front),
        )
    };
    let fights = by_a1(AttackKind::Melee, "B2");
    let allowed = |spell: Spell| Spell {
        while_engaged: true,
        ..spell
    };
    // Its closest legal target is the enemy that it fights; an attack of either kind is compulsory.
    let (state, given) = engaged(vec![allowed(bolt(14_000))]);
    assert_eq!(given, [fights.clone(), casts(0, "B2")]);
    let (_, events) = played_on(state, &[answer(Seat::A, casts(0, "B2"))], &[]).unwrap();
    assert!(
        rolls(&events).contains(&(3, 2, false)),
        "(3) 4/4 at 2/2: {:?}",
        rolls(&events)
    );
    // One that says nothing is not cast, and is refused by that rule.
    let (state, given) = engaged(vec![bolt(14_000), allowed(heals())]);
    assert!(given.contains(&casts(1, "A2")) && !given.contains(&casts(0, "B2")));
    assert_eq!(refused(&state, casts(0, "B2")), "BG3-SPELL-01");
    // Nor is its ranged attack made while engaged.
    let mut archer = shooting(14.0, RangedType::Indirect);
    archer.spells = vec![allowed(heals())];
    let made = surrounded(Vec::new())
        .holding("A3", archer, (8.0, 15.0, 0.0))
        .holding("B4", line(), (8.0, 17.5, 180.0))
        .engaged("A3", "B4", Side::Front);
    let (_, given) = choice(made);
    let shot = Answer::Attack {
        by: id("A3"),
        kind: AttackKind::Ranged,
        on: id("B4"),
    };
    assert!(!given.is_empty() && !given.contains(&shot));
}

#[test]
fn bg3_spell_02_an_attack_spell_is_cast_only_on_the_units_that_it_names() {
    let at_cavalry = |spell: Spell| Spell {
        only: vec![Condition::Has([Keyword::Cavalry].into())],
        ..spell
    };
    let riders = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    // A ranged one: the cavalry farther off, not the closest enemy.
    let made = scene3()
        .holding(
            "A1",
            caster(vec![at_cavalry(bolt(14_000)), heals()]),
            (18.0, 10.0, 0.0),
        )
        .holding("B1", line(), (14.0, 16.0, 180.0))
        .holding("B2", riders(), (21.0, 20.0, 180.0));
    let (state, given) = choice(made);
    assert!(given.contains(&casts(0, "B2")) && !given.contains(&casts(0, "B1")));
    assert_eq!(refused(&state, casts(0, "B1")), "BG3-SPELL-02");
    // One that is made while engaged: only at the cavalry of the two.
    let strike = |on: &str| by_a1(AttackKind::Strike { spell: 0 }, on);
    let made = scene3()
        .holding("A1", caster(vec![at_cavalry(bolt(0))]), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 12.5, 180.0))
        .holding("B2", riders(), (18.0, 7.5, 0.0))
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Rear);
    let (state, given) = choice(made);
    assert!(given.contains(&strike("B2")) && !given.contains(&strike("B1")));
    assert_eq!(refused(&state, strike("B1")), "BG3-SPELL-02");
    // Nobody who meets it: an order to shoot does not keep the caster where it is (BG3-ORD-04).
    let made = scene3()
        .unit("A1", caster(vec![at_cavalry(bolt(14_000))]), (18.0, 10.0, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (18.0, 20.0, 180.0));
    let (state, _) = play3(begun(made), &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(stands(&state, "A1"), Some(pose(18.0, 13.5, 0.0)), "it advances");
}

#[test]
fn bg3_spell_05_a_second_healing_is_refused_by_its_rule() {
    let made = surrounded(vec![heals()]).change("A2", |unit| unit.turn.healed = true);
    let (state, _) = choice(made);
    assert_eq!(refused(&state, casts(0, "A2")), "BG3-SPELL-05");
}

#[test]
fn bg3_spell_04_a_blessing_in_words_alone_is_written_and_replaces_the_older() {
    let in_words = |name: &str, text: &str| Spell {
        name: name.to_owned(),
        keywords: [SpellKeyword::Blessing].into(),
        range: Distance(10_500),
        effects: vec![Effect::ByRuling {
            text: text.to_owned(),
        }],
        ..Spell::default()
    };
    let made = surrounded(vec![in_words("Sanctuary", "it is not attacked")]).change("A2", |unit| {
        unit.lasting = vec![crate::model::state::Lasting {
            name: "Might".to_owned(),
            kind: LastingKind::Blessing,
            by: Seat::A,
            effects: vec![Effect::NoCards {
                lasts: crate::model::effect::Duration::Turn,
                while_: crate::model::effect::Ban::Attacking,
            }],
        }];
    });
    let (state, _) = choice(made);
    let (state, _) = played_on(state, &[answer(Seat::A, casts(0, "A2"))], &[]).unwrap();
    let written: Vec<(String, LastingKind)> = state
        .unit(id("A2"))
        .unwrap()
        .lasting
        .iter()
        .map(|one| (one.name.clone(), one.kind.clone()))
        .collect();
    assert_eq!(written, [("Sanctuary".to_owned(), LastingKind::Blessing)]);
    // The players are asked to carry out its words, and it stays written on when the turn is over.
    let (topic, seat, given) = asked(&state).unwrap();
    assert_eq!((topic, seat), (Topic::ByRuling, Seat::A));
    let (mut state, _) = played_on(state, &[answer(seat, given[0].clone())], &[]).unwrap();
    for end in [
        crate::model::effect::Duration::Phase,
        crate::model::effect::Duration::Turn,
    ] {
        crate::model::lasting::end_with(&mut state, end);
    }
    assert_eq!(state.unit(id("A2")).unwrap().lasting.len(), 1);
}

#[test]
fn bg3_comb_09_the_sample_pack_names_no_type_for_bolt() {
    let pack = crate::packs::sample_packs_of(Edition::V3).remove(0);
    let sound = crate::packs::read_pack_of(Edition::V3, &pack).unwrap();
    let mut book = crate::model::cards::Book::default();
    crate::packs::add_to_book(&mut book, &sound.pack, &sound.info.hash);
    let way = |name: &str| {
        let mut spells = book.kinds.iter().flat_map(|kind| &kind.spells);
        spells.find(|spell| spell.name == name).map(|spell| spell.way)
    };
    // What is not said is Indirect Fire; of Spark the catalogue says Line of Sight.
    assert_eq!(way("Bolt"), Some(RangedType::Indirect));
    assert_eq!(way("Spark"), Some(RangedType::LineOfSight));
}
