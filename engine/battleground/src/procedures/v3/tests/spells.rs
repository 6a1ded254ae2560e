//! Spells (pp. 5, 31-33).

use super::*;
use crate::model::effect::{Change, Condition, Duration, Effect, Target};
use crate::model::event::{AbilityEvent, CombatEvent};
use crate::model::state::LastingKind;

/// A spell with these keywords, range and effects.
fn spell(keywords: &[SpellKeyword], range: u32, effects: Vec<Effect>) -> Spell {
    Spell {
        name: format!("spell of {range}"),
        keywords: keywords.iter().copied().collect(),
        range: Distance(range),
        way: RangedType::Indirect,
        effects,
        ..Spell::default()
    }
}

fn heals(boxes: u8) -> Spell {
    spell(&[SpellKeyword::Healing], 10_500, vec![Effect::Heal { boxes }])
}

fn lasting(name: &str, keyword: SpellKeyword, skill: i8) -> Spell {
    let change = Effect::Change {
        on: Target::Chosen,
        change: Change {
            skill,
            ..Change::default()
        },
        when: Vec::new(),
        lasts: Duration::Lasting,
    };
    Spell {
        name: name.to_owned(),
        ..spell(&[keyword], 10_500, vec![change])
    }
}

fn caster(spells: Vec<Spell>) -> UnitType {
    UnitType { spells, ..line() }
}

/// A1, with these spells, on Hold; A2 beside it and B1 far off.
fn scene_of(spells: Vec<Spell>) -> Scene {
    scene3()
        .holding("A1", caster(spells), (18.0, 10.0, 0.0))
        .holding("A2", line(), (25.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 28.0, 180.0))
}

fn casts(place: u8, on: &str) -> Answer {
    Answer::Attack {
        by: id("A1"),
        kind: AttackKind::Spell { spell: place },
        on: id(on),
    }
}

/// What A1 may do with its attack in the Combat Phase; nothing if nobody is asked.
fn options(made: Scene) -> Vec<Answer> {
    let (state, _) = on_with(combat(made), &[], &[]).unwrap();
    match asked(&state) {
        Some((Topic::Target, _, options)) => options,
        _ => Vec::new(),
    }
}

#[test]
fn bg3_spell_01_spells_are_cast_in_the_combat_phase_in_place_of_an_attack() {
    let free = options(scene_of(vec![heals(2)]));
    for on in ["A1", "A2"] {
        assert!(free.contains(&casts(0, on)), "{on}");
    }
    assert!(free.contains(&Answer::Decline), "no spell is compulsory");
    // Not in the Movement and Command Phase.
    let cast = Command::Cast {
        unit: id("A1"),
        spell: 0,
        target: id("A2"),
    };
    let refusal = play3(scene_of(vec![heals(2)]).state(), &[(Seat::A, cast)], &[]).unwrap_err();
    assert_eq!(refusal.rule.0, "BG3-SPELL-01");
    // Not in the other player's turn, not when it has just rallied, not routing.
    let theirs = scene_of(vec![heals(2)]).set(|state| state.active = Some(Seat::B));
    assert_eq!(options(theirs), []);
    let rallied = scene_of(vec![heals(2)]).change("A1", |unit| unit.turn.rallied = true);
    assert_eq!(options(rallied), []);
    // Not while engaged, unless the spell says so; the attack that it replaces is compulsory then.
    let engaged = |one: Spell| {
        options(
            scene_of(vec![one])
                .holding("B2", line(), (18.0, 12.5, 180.0))
                .engaged("A1", "B2", Side::Front),
        )
    };
    assert_eq!(engaged(heals(2)), [], "it fights");
    let allowed = engaged(Spell {
        while_engaged: true,
        ..heals(2)
    });
    assert!(allowed.contains(&casts(0, "A2")) && !allowed.contains(&Answer::Decline));
    // It is the attack of the unit: it has no other one.
    let (_, events) = on_with(
        combat(scene_of(vec![heals(2)])),
        &[answer(Seat::A, casts(0, "A2"))],
        &[],
    )
    .unwrap();
    assert!(has!(events, Event::Ability(AbilityEvent::SpellCast { .. })));
    assert!(!has!(events, Event::Combat(CombatEvent::AttackResolved { .. })));
}

#[test]
fn bg3_spell_01_a_legal_ordinary_attack_makes_an_attack_or_a_spell_compulsory() {
    let mut archer = shooting(14.0, RangedType::Indirect);
    archer.spells = vec![heals(2)];
    let made = scene3()
        .holding("A1", archer, (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 20.0, 180.0));
    let given = options(made);
    assert!(given.contains(&casts(0, "A1")) && !given.contains(&Answer::Decline));
}

#[test]
fn bg3_spell_02_range_to_any_centre_point_without_arc_sight_or_terrain() {
    // A2 behind the caster, its front centre point this far from the caster's; a forest and a 30' hill between do not matter.
    let behind = |distance: f64, one: Spell| {
        let mut made = scene3()
            .holding("A1", caster(vec![one]), (18.0, 15.0, 0.0))
            .unit("A2", line(), (18.0, 15.0, 0.0))
            .change("A2", |unit| {
                unit.pose = Some(pose(18.0, 16.25 - distance - 1.25, 0.0));
            })
            .order("A2", Order::Hold)
            .holding("B1", line(), (3.0, 28.0, 180.0))
            .terrain(rectangle(TerrainType::Forest, (10.0, 8.0), (26.0, 10.0)));
        for level in [1, 2, 3] {
            made = made.terrain(hill_over(level, (10.0, 3.0), (26.0, 7.0)));
        }
        options(made).contains(&casts(0, "A2"))
    };
    assert!(behind(10.5, heals(1)), "at 10.5 exactly, behind it");
    assert!(!behind(10.52, heals(1)));
    let everywhere = Spell {
        battlefield: true,
        ..heals(1)
    };
    assert!(behind(13.0, everywhere), "the whole battlefield");
    // A spell that is an attack is targeted like an attack of its kind: not behind, and the closest.
    let bolt = Spell {
        profile: Some(Profile {
            dice: 3,
            skill: 4,
            power: 4,
        }),
        ..spell(&[SpellKeyword::Attack], 14_000, Vec::new())
    };
    let at = |y: f64, facing: f64| {
        options(
            scene3()
                .holding("A1", caster(vec![bolt.clone()]), (18.0, 15.0, 0.0))
                .holding("B1", line(), (18.0, y, facing)),
        )
    };
    assert!(at(24.0, 180.0).contains(&casts(0, "B1")));
    assert!(!at(6.0, 0.0).contains(&casts(0, "B1")), "behind it");
}

#[test]
fn bg3_spell_03_a_spell_has_any_number_of_keywords() {
    let both = Spell {
        profile: Some(Profile {
            dice: 2,
            skill: 4,
            power: 4,
        }),
        keywords: [SpellKeyword::Attack, SpellKeyword::Curse].into(),
        range: Distance(14_000),
        ..lasting("Withering", SpellKeyword::Curse, -1)
    };
    let made = scene3()
        .holding("A1", caster(vec![both]), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 20.0, 180.0));
    // It is an attack, and it is a curse though the attack misses.
    let (state, events) = on_with(combat(made), &[answer(Seat::A, casts(0, "B1"))], &[6, 6]).unwrap();
    assert_eq!(rolls(&events)[0].0, 2);
    let lasting = &state.unit(id("B1")).unwrap().lasting;
    assert_eq!(
        lasting
            .iter()
            .map(|one| (&one.kind, &*one.name))
            .collect::<Vec<_>>(),
        [(&LastingKind::Curse, "Withering")]
    );
}

#[test]
fn bg3_spell_04_one_blessing_and_one_curse_the_newer_replaces_the_older() {
    let written = |state: &State| -> Vec<(LastingKind, String)> {
        let unit = state.unit(id("A2")).unwrap();
        unit.lasting
            .iter()
            .map(|one| (one.kind.clone(), one.name.clone()))
            .collect()
    };
    let spells = || {
        vec![
            lasting("Might", SpellKeyword::Blessing, 1),
            lasting("Fury", SpellKeyword::Blessing, 2),
            lasting("Hex", SpellKeyword::Curse, -1),
        ]
    };
    let cast = |state: State, place: u8| {
        let mut made = Scene::from(state);
        made = made.set(|state| {
            state.declared.clear();
            state.turn = 3;
            state.active = Some(Seat::A);
        });
        let made = made.change("A1", |unit| unit.turn = crate::model::state::TurnMarks::default());
        on_with(combat(made), &[answer(Seat::A, casts(place, "A2"))], &[])
            .unwrap()
            .0
    };
    let first = cast(scene_of(spells()).state(), 0);
    assert_eq!(written(&first), [(LastingKind::Blessing, "Might".to_owned())]);
    let second = cast(first, 1);
    assert_eq!(
        written(&second),
        [(LastingKind::Blessing, "Fury".to_owned())],
        "the first is gone, and nobody was asked"
    );
    let third = cast(second, 2);
    assert_eq!(written(&third).len(), 2, "a curse beside a blessing");
}

#[test]
fn bg3_spell_05_one_healing_spell_for_a_unit_in_a_turn() {
    // Red boxes first: 4 green, 4 yellow and 2 red of which 9 are marked.
    let hurt = |made: Scene| {
        made.set(|state| {
            let kind = state.unit(id("A2")).unwrap().kind;
            std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)].boxes = boxed(4, 4, 2).boxes;
        })
        .change("A2", |unit| unit.marked = 9)
    };
    let cast = |made: Scene| {
        on_with(combat(made), &[answer(Seat::A, casts(0, "A2"))], &[])
            .unwrap()
            .0
    };
    let healed = cast(hurt(scene_of(vec![heals(2)])));
    assert_eq!(marked(&healed, "A2"), 7, "the red box, then a yellow one");
    // A second one in the turn is refused, even if the first healed nothing.
    let again = scene_of(vec![heals(2)]).change("A2", |unit| unit.turn.healed = true);
    assert!(!options(again).contains(&casts(0, "A2")));
    // Two casters in one phase: the second cannot name the unit that the first has named.
    let two = scene_of(vec![heals(2)]).holding("A3", caster(vec![heals(2)]), (30.0, 10.0, 0.0));
    let (state, _) = on_with(combat(two), &[answer(Seat::A, casts(0, "A2"))], &[]).unwrap();
    let (topic, _, given) = asked(&state).unwrap();
    assert_eq!(topic, Topic::Target);
    let second = |on: &str| Answer::Attack {
        by: id("A3"),
        kind: AttackKind::Spell { spell: 0 },
        on: id(on),
    };
    assert!(given.contains(&second("A3")) && !given.contains(&second("A2")));
    let refused = played_on(state, &[answer(Seat::A, second("A2"))], &[]);
    assert!(refused.is_err());
}

#[test]
fn bg3_spell_05_in_combat_bands_are_as_before_and_thresholds_count_over_the_phase() {
    // A2 in the yellow is healed to green and keeps the yellow penalty in this phase; it then owes no check.
    let fight = |healing: bool| {
        let spells = if healing { vec![heals(3)] } else { Vec::new() };
        let made = scene3()
            .holding("A1", caster(spells), (25.0, 10.0, 0.0))
            .holding(
                "A2",
                in_boxes(armed((3, 5, 5), (2, 2)), (4, 4, 2)),
                (18.0, 10.0, 0.0),
            )
            .change("A2", |unit| unit.marked = 5)
            .holding("B1", armed((1, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
            .engaged("A2", "B1", Side::Front);
        let mut state = combat(made);
        let mut commands = Vec::new();
        if healing {
            commands.push(answer(Seat::A, casts(0, "A2")));
            commands.push(answer(Seat::A, casts(0, "A2")));
        }
        state.turn = 3;
        on_with(state, &commands, &[]).unwrap()
    };
    let (plain, healed) = (fight(false), fight(true));
    assert_eq!(rolls(&plain.1)[0], (3, 2, false), "5 - 2 - 1");
    assert_eq!(
        rolls(&healed.1)[0],
        (3, 2, false),
        "its band is that of the phase's start"
    );
    assert_eq!(marked(&healed.0, "A2"), 2);
}

#[test]
fn bg3_spell_06_an_attack_spell_is_another_profile() {
    // With a range: a ranged attack with its modifiers (long range: -1).
    let bolt = Spell {
        profile: Some(Profile {
            dice: 4,
            skill: 6,
            power: 5,
        }),
        ..spell(&[SpellKeyword::Attack], 14_000, Vec::new())
    };
    let made = |range: f64| {
        scene3()
            .holding("A1", caster(vec![bolt.clone()]), (18.0, 3.75, 0.0))
            .holding("B1", line(), (18.0, 6.25 + range, 180.0))
            .state()
    };
    let kind = AttackKind::Spell { spell: 0 };
    assert_eq!(short(&made(7.0), "A1", "B1", kind), (4, 4, 3, 0));
    assert_eq!(short(&made(10.0), "A1", "B1", kind), (4, 3, 3, 0));
    // Without one: an engaged attack at whom it is engaged with, in either player's turn, instead of the usual attack.
    let touch = Spell {
        profile: Some(Profile {
            dice: 7,
            skill: 6,
            power: 5,
        }),
        ..spell(&[SpellKeyword::Attack], 0, Vec::new())
    };
    for active in [Seat::A, Seat::B] {
        let made = scene3()
            .holding("A1", caster(vec![touch.clone()]), (18.0, 10.0, 0.0))
            .holding("B1", armed((1, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.active = Some(active));
        let strikes = Answer::Attack {
            by: id("A1"),
            kind: AttackKind::Strike { spell: 0 },
            on: id("B1"),
        };
        let fights = Answer::Attack {
            by: id("A1"),
            kind: AttackKind::Melee,
            on: id("B1"),
        };
        let (state, _) = on_with(combat(made), &[], &[]).unwrap();
        let (_, seat, given) = asked(&state).unwrap();
        assert_eq!((seat, &given[..]), (Seat::A, &[fights, strikes.clone()][..]));
        let (_, events) = played_on(state, &[answer(Seat::A, strikes)], &[]).unwrap();
        let own: Vec<_> = events
            .iter()
            .filter(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { attacker, .. }) if *attacker == id("A1")))
            .collect();
        assert_eq!(own.len(), 1, "it is its attack");
        assert!(rolls(&events).contains(&(7, 4, false)), "{active:?}");
    }
}

#[test]
fn bg3_spell_07_direct_damage_counts_as_a_successful_attack() {
    let wither = spell(
        &[SpellKeyword::Attack],
        14_000,
        vec![Effect::Damage { wounds: 3 }],
    );
    let made = scene3()
        .holding("A1", caster(vec![wither]), (18.0, 10.0, 0.0))
        .holding("B1", line(), (18.0, 20.0, 180.0));
    let (state, events) = on_with(combat(made), &[answer(Seat::A, casts(0, "B1"))], &[]).unwrap();
    assert_eq!(rolls(&events), [], "no dice");
    assert_eq!(marked(&state, "B1"), 3);
    // Only the windows after a damage roll exist for it.
    let stages: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackWent { stage, .. }) => Some(*stage),
            _ => None,
        })
        .collect();
    use crate::model::attack::AttackStage;
    assert!(
        stages
            .iter()
            .all(|stage| matches!(stage, AttackStage::AfterWound | AttackStage::Resolution)),
        "{stages:?}"
    );
}

#[test]
fn bg3_roll_04_a_damage_roll_without_a_hit_roll() {
    let shards = Spell {
        damage_dice: 4,
        profile: Some(Profile {
            dice: 0,
            skill: 0,
            power: 6,
        }),
        ..spell(&[SpellKeyword::Attack], 14_000, Vec::new())
    };
    let made = scene3()
        .holding("A1", caster(vec![shards]), (18.0, 10.0, 0.0))
        .holding("B1", armed((1, 5, 5), (2, 3)), (18.0, 20.0, 180.0));
    let dice = [1, 3, 4, 6];
    let (state, events) = on_with(combat(made), &[answer(Seat::A, casts(0, "B1"))], &dice).unwrap();
    assert_eq!(
        rolls(&events),
        [(4, 3, true)],
        "4 dice at power 6 against toughness 3, at once"
    );
    assert_eq!(marked(&state, "B1"), 2);
}

#[test]
fn bg3_spell_08_spellcasters_act_in_the_first_turn() {
    let made = scene_of(vec![heals(1)]).set(|state| {
        state.turn = 1;
        state.first = Some(Seat::A);
    });
    assert!(options(made).contains(&casts(0, "A2")));
}

#[test]
fn bg3_err_02_regeneration_is_a_healing_spell() {
    let errata = crate::packs::errata();
    let regeneration = errata.spell("undead", "Regeneration").unwrap();
    assert_eq!(regeneration.keywords, [SpellKeyword::Healing].into());
    // Who has been Regenerated is not otherwise healed in that turn.
    let made = scene_of(vec![
        Spell {
            name: "Regeneration".to_owned(),
            ..heals(1)
        },
        heals(2),
    ])
    .change("A2", |unit| unit.turn.healed = true);
    let given = options(made);
    assert!(!given.contains(&casts(0, "A2")) && !given.contains(&casts(1, "A2")));
}

#[test]
fn bg3_err_03_spells_of_the_umenzi() {
    use SpellKeyword::{Attack, Blessing, Curse, Healing};
    let errata = crate::packs::errata();
    let keywords = |name: &str| errata.spell("umenzi", name).unwrap().keywords.clone();
    assert_eq!(keywords("Bless"), [Blessing].into());
    assert_eq!(keywords("Hex"), [Curse].into());
    assert_eq!(keywords("Heal"), [Healing].into());
    assert_eq!(keywords("Death Curse"), [Attack].into());
    // Only on units of the faction: not on a mercenary.
    let own = Spell {
        only: vec![Condition::Faction("umenzi".to_owned())],
        ..heals(1)
    };
    let made = |faction: &str, forbidden: bool| {
        options(scene_of(vec![own.clone()]).set(|state| {
            let kind = state.unit(id("A2")).unwrap().kind;
            let kind = &mut std::sync::Arc::make_mut(&mut state.book).kinds[usize::from(kind.0)];
            faction.clone_into(&mut kind.faction);
            kind.healing_forbidden = forbidden;
        }))
        .contains(&casts(0, "A2"))
    };
    assert!(made("umenzi", false));
    assert!(!made("free-companies", false), "a mercenary");
    assert!(!made("umenzi", true), "Faith Armor, the Giant War Elephant");
}
