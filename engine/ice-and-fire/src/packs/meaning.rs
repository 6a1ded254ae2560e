//! Checks of a pack's meaning: ids, numbers, effects, decks and armies, each fault with its place.

use std::collections::BTreeSet;

use hindsight_kernel::message;
use hindsight_kernel::pack::Faults;

use super::{Pack, SYSTEM};
use crate::cards::{
    Ability, AttackCard, AttackKind, CardId, CardOwner, Cards, Condition, Effect, Name, Order, Role,
    TacticsCard, Trigger, UnitCard, UnitKind,
};
use crate::messages::MESSAGES;

/// The most characters of a name, and of a text of the players.
const MOST_IN_A_NAME: usize = 80;
const MOST_IN_A_TEXT: usize = 4_000;
/// The most effects, conditions, abilities or Orders of one card.
const MOST_ON_A_CARD: usize = 20;

/// Checks what a pack means.
pub(super) fn check(pack: &Pack, faults: &mut Faults) {
    if pack.system != SYSTEM {
        faults.add(
            "/system",
            message!(MESSAGES, "pack-fault-system", system = SYSTEM),
        );
    }
    name("/name", &pack.name, faults);
    if !(1..=60).contains(&pack.version.chars().count()) {
        faults.add("/version", message!(MESSAGES, "pack-fault-version"));
    }
    trays(pack, faults);
    let factions = ids(
        pack.factions.iter().map(|faction| (faction.id, &*faction.name)),
        "/factions",
        faults,
    );
    for (place, faction) in pack.factions.iter().enumerate() {
        for (at, ally) in faction.allies.iter().enumerate() {
            known(
                &factions,
                *ally,
                &format!("/factions/{place}/allies/{at}"),
                faults,
            );
        }
    }
    cards(pack, &factions, faults);
    tactics(pack, &factions, faults);
    terrain(pack, faults);
    armies(pack, faults);
}

/// Checks cards that are in play: numbers and effects as in a pack.
pub(super) fn check_cards(cards_in_play: &Cards, faults: &mut Faults) {
    let pack = Pack {
        system: SYSTEM.to_owned(),
        id: cards_in_play
            .packs
            .first()
            .map_or_else(Name::default, |pack| pack.id),
        name: SYSTEM.to_owned(),
        version: "1".to_owned(),
        trays: cards_in_play.trays,
        factions: cards_in_play.factions.clone(),
        units: cards_in_play.units.clone(),
        attachments: cards_in_play.attachments.clone(),
        ncus: cards_in_play.ncus.clone(),
        tactics: cards_in_play.tactics.clone(),
        terrain: cards_in_play.terrain.clone(),
        armies: Vec::new(),
    };
    check(&pack, faults);
}

fn trays(pack: &Pack, faults: &mut Faults) {
    for (kind, title) in [
        (UnitKind::Infantry, "infantry"),
        (UnitKind::Cavalry, "cavalry"),
        (UnitKind::SoloSmall, "solo_small"),
        (UnitKind::SoloLarge, "solo_large"),
    ] {
        let tray = pack.trays.of(kind);
        let path = format!("/trays/{title}");
        within(&format!("{path}/width"), tray.width, 1_000, 12_000, faults);
        within(&format!("{path}/depth"), tray.depth, 1_000, 12_000, faults);
    }
}

/// Notes ids that are there twice and names that are none; gives all ids.
fn ids<'p>(
    entries: impl Iterator<Item = (Name, &'p str)>,
    path: &str,
    faults: &mut Faults,
) -> BTreeSet<Name> {
    let mut seen = BTreeSet::new();
    for (place, (id, called)) in entries.enumerate() {
        if !seen.insert(id) {
            faults.add(
                format!("{path}/{place}/id"),
                message!(MESSAGES, "pack-fault-id-twice", id),
            );
        }
        name(&format!("{path}/{place}/name"), called, faults);
    }
    seen
}

fn name(path: &str, text: &str, faults: &mut Faults) {
    if !(1..=MOST_IN_A_NAME).contains(&text.chars().count()) {
        faults.add(path, message!(MESSAGES, "pack-fault-name", most = MOST_IN_A_NAME));
    }
}

fn text(path: &str, text: &str, faults: &mut Faults) {
    if text.chars().count() > MOST_IN_A_TEXT {
        faults.add(path, message!(MESSAGES, "pack-fault-text", most = MOST_IN_A_TEXT));
    }
}

fn known(factions: &BTreeSet<Name>, faction: Name, path: &str, faults: &mut Faults) {
    if !factions.contains(&faction) {
        faults.add(path, message!(MESSAGES, "pack-fault-no-faction-of-pack", faction));
    }
}

fn within(path: &str, number: i32, least: i32, most: i32, faults: &mut Faults) {
    if !(least..=most).contains(&number) {
        faults.add(path, message!(MESSAGES, "pack-fault-number", least, most, number));
    }
}

fn few<T>(path: &str, list: &[T], faults: &mut Faults) {
    if list.len() > MOST_ON_A_CARD {
        faults.add(
            path,
            message!(MESSAGES, "pack-fault-too-many", most = MOST_ON_A_CARD),
        );
    }
}

/// Units, attachments and NCUs.
fn cards(pack: &Pack, factions: &BTreeSet<Name>, faults: &mut Faults) {
    ids(
        pack.units.iter().map(|card| (card.id, &*card.name)),
        "/units",
        faults,
    );
    ids(
        pack.attachments.iter().map(|card| (card.id, &*card.name)),
        "/attachments",
        faults,
    );
    ids(
        pack.ncus.iter().map(|card| (card.id, &*card.name)),
        "/ncus",
        faults,
    );
    for (place, card) in pack.units.iter().enumerate() {
        let path = format!("/units/{place}");
        known(factions, card.faction, &format!("{path}/faction"), faults);
        unit(card, &path, faults);
    }
    for (place, card) in pack.attachments.iter().enumerate() {
        let path = format!("/attachments/{place}");
        known(factions, card.faction, &format!("{path}/faction"), faults);
        within(&format!("{path}/points"), i32::from(card.points), 0, 10, faults);
        free_commander(&path, card.commander, card.points, faults);
        if card.kind.is_solo() {
            faults.add(
                format!("{path}/kind"),
                message!(MESSAGES, "pack-fault-attachment-of-solo-unit"),
            );
        }
        abilities(&path, &card.abilities, faults);
        orders(&path, &card.orders, faults);
    }
    for (place, card) in pack.ncus.iter().enumerate() {
        let path = format!("/ncus/{place}");
        known(factions, card.faction, &format!("{path}/faction"), faults);
        within(&format!("{path}/points"), i32::from(card.points), 0, 10, faults);
        text(&format!("{path}/text"), &card.text, faults);
        few(&format!("{path}/effects"), &card.effects, faults);
        for (at, effect) in card.effects.iter().enumerate() {
            let path = format!("{path}/effects/{at}");
            numbers(&path, effect, faults);
            let fits = effect.fits(Trigger::ZoneClaimed)
                || matches!(effect, Effect::ModPanic { .. } | Effect::MoveMod { .. });
            let role = effect.role().is_none_or(Role::is_chosen);
            if !fits || !role {
                faults.add(path, message!(MESSAGES, "pack-fault-ncu-not-on-a-zone"));
            }
        }
    }
}

/// RULING (`IF-UNIT-06`): the rule speaks of attachments; units and NCUs that command cost what their cards say.
fn free_commander(path: &str, commander: bool, points: u8, faults: &mut Faults) {
    if commander && points != 0 {
        faults.add(
            format!("{path}/points"),
            message!(MESSAGES, "pack-fault-commander-costs"),
        );
    }
}

fn unit(card: &UnitCard, path: &str, faults: &mut Faults) {
    let rows = [
        ("points", card.points, 0, 20),
        ("speed", card.speed, 1, 12),
        ("defence", card.defence, 2, 7),
        ("morale", card.morale, 2, 12),
        ("wounds_per_model", card.wounds_per_model, 1, 20),
    ];
    for (field, number, least, most) in rows {
        within(&format!("{path}/{field}"), i32::from(number), least, most, faults);
    }
    models(card, path, faults);
    if card.attacks.is_empty() {
        faults.add(
            format!("{path}/attacks"),
            message!(MESSAGES, "pack-fault-unit-without-attack"),
        );
    }
    few(&format!("{path}/attacks"), &card.attacks, faults);
    for (at, attack) in card.attacks.iter().enumerate() {
        check_attack(attack, card, &format!("{path}/attacks/{at}"), faults);
    }
    abilities(path, &card.abilities, faults);
    orders(path, &card.orders, faults);
}

/// Fewer models than usual are whole ranks. Rules `IF-UNIT-01`, `IF-UNIT-03`.
fn models(card: &UnitCard, path: &str, faults: &mut Faults) {
    let (kind, models) = (card.kind, card.models());
    let sound = models > 0 && models <= kind.models() && models % kind.models_per_rank() == 0;
    if !sound {
        faults.add(
            format!("{path}/models"),
            message!(
                MESSAGES,
                "pack-fault-models",
                kind = kind.title(),
                most = kind.models(),
                rank = kind.models_per_rank(),
                models
            ),
        );
    }
}

fn check_attack(attack: &AttackCard, card: &UnitCard, path: &str, faults: &mut Faults) {
    name(&format!("{path}/name"), &attack.name, faults);
    within(&format!("{path}/to_hit"), i32::from(attack.to_hit), 2, 6, faults);
    if attack.dice.len() != usize::from(card.full_ranks()) {
        faults.add(
            format!("{path}/dice"),
            message!(
                MESSAGES,
                "pack-fault-attack-dice",
                kind = card.kind.title(),
                ranks = card.full_ranks()
            ),
        );
    }
    for (at, dice) in attack.dice.iter().enumerate() {
        within(&format!("{path}/dice/{at}"), i32::from(*dice), 1, 20, faults);
    }
    match (attack.kind, attack.range) {
        (AttackKind::Melee, Some(_)) => faults.add(
            format!("{path}/range"),
            message!(MESSAGES, "pack-fault-melee-with-range"),
        ),
        (AttackKind::Ranged, None) => faults.add(
            format!("{path}/range"),
            message!(MESSAGES, "pack-fault-ranged-without-range"),
        ),
        (AttackKind::Melee, None) | (AttackKind::Ranged, Some(_)) => {}
    }
    few(&format!("{path}/abilities"), &attack.abilities, faults);
}

fn abilities(path: &str, list: &[Ability], faults: &mut Faults) {
    few(&format!("{path}/abilities"), list, faults);
    for (place, ability) in list.iter().enumerate() {
        let path = format!("{path}/abilities/{place}");
        name(&format!("{path}/name"), &ability.name, faults);
        text(&format!("{path}/text"), &ability.text, faults);
        few(&format!("{path}/effects"), &ability.effects, faults);
        few(&format!("{path}/when"), &ability.when, faults);
        for (at, effect) in ability.effects.iter().enumerate() {
            let path = format!("{path}/effects/{at}");
            numbers(&path, effect, faults);
            if !lasts(effect) {
                faults.add(path, message!(MESSAGES, "pack-fault-effect-at-a-trigger"));
            }
        }
        for (at, condition) in ability.when.iter().enumerate() {
            if condition.role().is_some_and(Role::is_chosen) {
                faults.add(
                    format!("{path}/when/{at}"),
                    message!(MESSAGES, "pack-fault-chosen-unit-in-force"),
                );
            }
        }
    }
}

/// Whether an effect may be in force all the time.
const fn lasts(effect: &Effect) -> bool {
    match effect {
        Effect::ModDefence { .. }
        | Effect::ModPanic { .. }
        | Effect::ModMorale { .. }
        | Effect::AddAbility { .. }
        | Effect::AddAttackDice { .. }
        | Effect::ChargeMod { .. }
        | Effect::CancelChargeBonus
        | Effect::ByRuling => true,
        Effect::RerollAttack
        | Effect::RerollDefence
        | Effect::Restore { .. }
        | Effect::PlaceToken { .. }
        | Effect::RemoveToken { .. }
        | Effect::Shift { .. }
        | Effect::MoveMod { .. }
        | Effect::Wounds { .. }
        | Effect::PanicTest { .. }
        | Effect::ReplacePanic { .. }
        | Effect::Draw { .. } => false,
    }
}

fn orders(path: &str, list: &[Order], faults: &mut Faults) {
    few(&format!("{path}/orders"), list, faults);
    for (place, order) in list.iter().enumerate() {
        let path = format!("{path}/orders/{place}");
        name(&format!("{path}/name"), &order.name, faults);
        text(&format!("{path}/text"), &order.text, faults);
        used_at(&path, order.trigger, &order.when, &order.effects, true, faults);
    }
}

/// What a card or an Order does at its trigger.
fn used_at(
    path: &str,
    trigger: Trigger,
    when: &[Condition],
    effects: &[Effect],
    has_bearer: bool,
    faults: &mut Faults,
) {
    few(&format!("{path}/when"), when, faults);
    few(&format!("{path}/effects"), effects, faults);
    if effects.is_empty() {
        faults.add(
            format!("{path}/effects"),
            message!(MESSAGES, "pack-fault-no-effect"),
        );
    }
    let there = |role: Role| {
        role.is_chosen() || (has_bearer && role == Role::ThisUnit) || trigger.roles().contains(&role)
    };
    for (at, condition) in when.iter().enumerate() {
        if let Some(role) = condition.role().filter(|role| !there(*role)) {
            let role: &str = role.into();
            faults.add(
                format!("{path}/when/{at}"),
                message!(
                    MESSAGES,
                    "pack-fault-role-at-trigger",
                    role,
                    trigger = trigger.title()
                ),
            );
        }
        if !has_bearer && matches!(condition, Condition::IsThisUnit(_)) {
            faults.add(
                format!("{path}/when/{at}"),
                message!(MESSAGES, "pack-fault-card-of-a-unit"),
            );
        }
    }
    for (at, effect) in effects.iter().enumerate() {
        let path = format!("{path}/effects/{at}");
        numbers(&path, effect, faults);
        if !effect.fits(trigger) {
            faults.add(
                path,
                message!(
                    MESSAGES,
                    "pack-fault-effect-at-wrong-trigger",
                    trigger = trigger.title()
                ),
            );
        } else if let Some(role) = effect
            .role()
            .filter(|role| !there(*role) || *role == Role::Destroyed)
        {
            let role: &str = role.into();
            faults.add(
                path,
                message!(
                    MESSAGES,
                    "pack-fault-effect-on-role",
                    role,
                    trigger = trigger.title()
                ),
            );
        }
    }
}

/// The numbers of an effect.
fn numbers(path: &str, effect: &Effect, faults: &mut Faults) {
    let (least, number, most) = match effect {
        Effect::ModDefence { by } | Effect::ModPanic { by } | Effect::ModMorale { by } => {
            (-12, i32::from(*by), 12)
        }
        Effect::PanicTest { by, .. } => (-12, i32::from(*by), 12),
        Effect::ChargeMod { by } | Effect::MoveMod { by } => (-6, i32::from(*by), 6),
        Effect::AddAttackDice { dice } => (1, i32::from(*dice), 12),
        Effect::Restore { wounds, .. } | Effect::ReplacePanic { wounds } => (1, i32::from(*wounds), 12),
        Effect::Shift { inches, .. } => (1, i32::from(*inches), 12),
        Effect::Draw { cards } => (1, i32::from(*cards), 6),
        Effect::Wounds { wounds, .. } => match wounds {
            crate::cards::Amount::Fixed(wounds) => (1, i32::from(*wounds), 12),
            crate::cards::Amount::D3 => return,
        },
        Effect::AddAbility { .. }
        | Effect::RerollAttack
        | Effect::RerollDefence
        | Effect::PlaceToken { .. }
        | Effect::RemoveToken { .. }
        | Effect::CancelChargeBonus
        | Effect::ByRuling => return,
    };
    within(path, number, least, most, faults);
}

/// Tactics cards and decks. Rule `IF-ARMY-03`.
fn tactics(pack: &Pack, factions: &BTreeSet<Name>, faults: &mut Faults) {
    ids(
        pack.tactics.iter().map(|card| (card.id, &*card.name)),
        "/tactics",
        faults,
    );
    let commanders: BTreeSet<CardId> = commanders(pack).collect();
    for (place, card) in pack.tactics.iter().enumerate() {
        let path = format!("/tactics/{place}");
        match card.owner {
            CardOwner::Faction(owner) => known(factions, owner, &format!("{path}/owner"), faults),
            CardOwner::Commander(owner) if !commanders.contains(&owner) => {
                faults.add(
                    format!("{path}/owner"),
                    message!(MESSAGES, "pack-fault-no-commander", owner),
                );
            }
            CardOwner::Commander(_) => {}
        }
        replaced(&path, card, pack, faults);
        text(&format!("{path}/text"), &card.text, faults);
        within(&format!("{path}/copies"), i32::from(card.copies), 1, 4, faults);
        used_at(&path, card.trigger, &card.when, &card.effects, false, faults);
    }
}

/// A commander's design takes the place of designs of a faction, and no other does. Rule `IF-ARMY-03`.
fn replaced(path: &str, card: &TacticsCard, pack: &Pack, faults: &mut Faults) {
    few(&format!("{path}/replaces"), &card.replaces, faults);
    if !card.replaces.is_empty() && !matches!(card.owner, CardOwner::Commander(_)) {
        faults.add(
            format!("{path}/replaces"),
            message!(MESSAGES, "pack-fault-replacing-design"),
        );
    }
    for (at, id) in card.replaces.iter().enumerate() {
        let of_faction =
            |other: &&TacticsCard| other.id == *id && matches!(other.owner, CardOwner::Faction(_));
        if !pack.tactics.iter().any(|other| of_faction(&other)) {
            faults.add(
                format!("{path}/replaces/{at}"),
                message!(MESSAGES, "pack-fault-no-design", id),
            );
        }
    }
}

fn commanders(pack: &Pack) -> impl Iterator<Item = CardId> {
    let attached = pack
        .attachments
        .iter()
        .filter(|card| card.commander)
        .map(|card| card.id);
    let alone = pack
        .units
        .iter()
        .filter(|card| card.commander)
        .map(|card| card.id);
    let aside = pack.ncus.iter().filter(|card| card.commander).map(|card| card.id);
    attached.chain(alone).chain(aside)
}

fn terrain(pack: &Pack, faults: &mut Faults) {
    ids(
        pack.terrain.iter().map(|card| (card.id, &*card.name)),
        "/terrain",
        faults,
    );
    for (place, card) in pack.terrain.iter().enumerate() {
        let path = format!("/terrain/{place}");
        within(&format!("{path}/width"), card.width, 500, 12_000, faults);
        within(&format!("{path}/depth"), card.depth, 500, 12_000, faults);
        few(&format!("{path}/keywords"), &card.keywords, faults);
        for (at, roll) in card.rolls.iter().enumerate() {
            let path = format!("{path}/rolls/{at}");
            within(&path, i32::from(*roll), 2, 12, faults);
            if *roll == 7 {
                faults.add(path, message!(MESSAGES, "pack-fault-seven-is-free"));
            }
        }
    }
    if !pack.terrain.is_empty() {
        for sum in (2..=12).filter(|sum| *sum != 7) {
            let pieces = pack
                .terrain
                .iter()
                .filter(|card| card.rolls.contains(&sum))
                .count();
            if pieces != 1 {
                faults.add(
                    "/terrain",
                    message!(MESSAGES, "pack-fault-terrain-roll", sum, pieces),
                );
            }
        }
    }
}

/// Armies ready to play: what they name is there, and their decks are whole. What they may hold is judged by the army
/// rules when a game is set up.
fn armies(pack: &Pack, faults: &mut Faults) {
    ids(
        pack.armies.iter().map(|army| (army.id, &*army.name)),
        "/armies",
        faults,
    );
    let cards = pack.cards("");
    for (place, army) in pack.armies.iter().enumerate() {
        let path = format!("/armies/{place}");
        within(&format!("{path}/points"), i32::from(army.points), 10, 100, faults);
        let list = &army.list;
        if cards.faction(list.faction).is_none() {
            faults.add(
                format!("{path}/list/faction"),
                message!(MESSAGES, "pack-fault-no-faction", faction = list.faction),
            );
        }
        let mut leaders = Vec::new();
        for (at, listed) in list.units.iter().enumerate() {
            let path = format!("{path}/list/units/{at}");
            match cards.unit(listed.card) {
                None => faults.add(
                    format!("{path}/card"),
                    message!(MESSAGES, "pack-fault-no-unit", unit = listed.card),
                ),
                Some(card) => leaders.extend(card.commander.then_some(card.id)),
            }
            match listed.attachment.map(|id| (id, cards.attachment(id))) {
                Some((id, None)) => faults.add(
                    format!("{path}/attachment"),
                    message!(MESSAGES, "pack-fault-no-attachment", id),
                ),
                Some((id, Some(card))) => leaders.extend(card.commander.then_some(id)),
                None => {}
            }
        }
        for (at, id) in list.ncus.iter().enumerate() {
            match cards.ncu(*id) {
                None => faults.add(
                    format!("{path}/list/ncus/{at}"),
                    message!(MESSAGES, "pack-fault-no-ncu", id),
                ),
                Some(card) => leaders.extend(card.commander.then_some(*id)),
            }
        }
        let [leader] = leaders[..] else {
            faults.add(
                format!("{path}/list"),
                message!(MESSAGES, "pack-fault-commanders"),
            );
            continue;
        };
        deck(
            &format!("{path}/list"),
            &cards.designs(list.faction, leader).collect::<Vec<_>>(),
            faults,
        );
    }
}

/// A deck has 20 cards: 7 faction designs and 3 of the commander, two copies of each; fewer of the faction, where designs
/// of the commander take their place. Rule `IF-ARMY-03`.
fn deck(path: &str, designs: &[&TacticsCard], faults: &mut Faults) {
    let of_faction = |card: &&&TacticsCard| matches!(card.owner, CardOwner::Faction(_));
    let faction = designs.iter().filter(of_faction).count();
    let replaced: BTreeSet<CardId> = designs
        .iter()
        .flat_map(|card| card.replaces.iter().copied())
        .collect();
    let copies: usize = designs.iter().map(|card| usize::from(card.copies)).sum();
    let whole = (7_usize.saturating_sub(replaced.len()), 3 + replaced.len(), 20);
    if (faction, designs.len() - faction, copies) != whole {
        faults.add(
            path,
            message!(
                MESSAGES,
                "pack-fault-deck",
                faction,
                commander = designs.len() - faction,
                copies
            ),
        );
    }
}
