//! Checks of a pack's meaning: every name it uses is one it has, every piece stands where it can. Rule
//! `MOI-SETUP-01`.

use std::collections::{BTreeMap, BTreeSet};

use hindsight_geometry::hexes::Hex;
use hindsight_kernel::pack::{Faults, pointer};
use hindsight_kernel::{Argument, Seat, message};

use super::form::Pack;
use crate::data::map::{CLEAR, SLOPE, STEEP_SLOPE};
use crate::data::{Battle, BattleMap, Charts, Column, CombatRow, FireRow, Start, UnitCard};
use crate::field::Walker;
use crate::messages::MESSAGES;
use crate::model::names::{ClassId, CommandId, FeatureId};
use crate::views::notation::RESERVED;

/// The most combat units, leaders or Standards of a battle.
const MOST_PIECES: usize = 200;

/// The most maps of a pack.
const MOST_MAPS: usize = 50;

/// Notes every fault of what a pack says.
pub(super) fn pack(pack: &Pack, hash: &str, faults: &mut Faults) {
    if pack.system != "men-of-iron" {
        faults.add("/system", message!(MESSAGES, "pack-fault-system"));
    }
    id("/id", &pack.id, faults);
    for (path, text) in [("/title", &pack.title), ("/version", &pack.version)] {
        text_of(path, text, faults);
    }
    charts("/charts", &pack.charts, faults);
    if pack.maps.len() > MOST_MAPS {
        faults.add(
            "/maps",
            message!(MESSAGES, "pack-fault-too-many-maps", most = MOST_MAPS),
        );
        return;
    }
    for (map_id, map) in &pack.maps {
        let path = format!("/maps/{}", pointer(map_id));
        id(&path, map_id, faults);
        let charts: Vec<Charts> = pack
            .battles
            .iter()
            .filter(|battle| battle.map == *map_id)
            .map(|battle| battle.charts.applied_to(&pack.charts))
            .collect();
        self::map(
            &path,
            map,
            &if charts.is_empty() {
                vec![pack.charts.clone()]
            } else {
                charts
            },
            faults,
        );
        let commands: BTreeSet<CommandId> = pack
            .battles
            .iter()
            .filter(|battle| battle.map == *map_id)
            .flat_map(|battle| battle.command.keys().copied())
            .collect();
        for (hex, ground) in &map.hex {
            for command in ground
                .entry_for
                .iter()
                .filter(|command| !commands.contains(command))
            {
                faults.add(
                    format!("{path}/hex/{hex}/entry_for"),
                    message!(MESSAGES, "pack-fault-map-without-command", command),
                );
            }
        }
    }
    let mut ids = BTreeSet::new();
    for (place, entry) in pack.battles.iter().enumerate() {
        let path = format!("/battles/{place}");
        id(&format!("{path}/id"), &entry.id, faults);
        if !ids.insert(&entry.id) {
            faults.add(
                format!("{path}/id"),
                message!(MESSAGES, "pack-fault-battle-id-twice"),
            );
        }
        text_of(&format!("{path}/title"), &entry.title, faults);
        match entry.battle(pack, hash) {
            None => faults.add(
                format!("{path}/map"),
                message!(MESSAGES, "pack-fault-no-map", map = Argument::quoted(&entry.map)),
            ),
            Some(whole) => {
                if entry.charts != super::form::ChartChanges::default() {
                    charts(&format!("{path}/charts"), &whole.charts, faults);
                }
                armies(&path, &whole, faults);
            }
        }
    }
}

/// Notes every fault of a whole battle, its charts and its map.
pub(super) fn battle(battle: &Battle, path: &str, faults: &mut Faults) {
    charts(&format!("{path}/charts"), &battle.charts, faults);
    map(
        &format!("{path}/map"),
        &battle.map,
        std::slice::from_ref(&battle.charts),
        faults,
    );
    if faults.is_empty() {
        armies(path, battle, faults);
    }
}

fn id(path: &str, id: &str, faults: &mut Faults) {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.is_empty() || id.len() > 40 || !id.bytes().all(fits) {
        faults.add(path, message!(MESSAGES, "pack-fault-id"));
    }
}

fn text_of(path: &str, text: &str, faults: &mut Faults) {
    if text.trim().is_empty() || text.chars().count() > 200 {
        faults.add(path, message!(MESSAGES, "pack-fault-text"));
    }
}

/// Rules `MOI-MOVE-20`, `MOI-COMP-05`, `MOI-RES-17`.
fn charts(path: &str, charts: &Charts, faults: &mut Faults) {
    match charts.terrain.get(&CLEAR) {
        None => faults.add(
            format!("{path}/terrain/clear"),
            message!(MESSAGES, "pack-fault-no-clear-ground"),
        ),
        Some(clear) => {
            for (column, cost) in [("mp_foot", clear.mp_foot), ("mp_mounted", clear.mp_mounted)] {
                if cost.number().is_none() {
                    faults.add(
                        format!("{path}/terrain/clear/{column}"),
                        message!(MESSAGES, "pack-fault-clear-ground-closed"),
                    );
                }
            }
        }
    }
    for slope in [SLOPE, STEEP_SLOPE] {
        if !charts.hexside.contains_key(&slope) {
            faults.add(
                format!("{path}/hexside/{slope}"),
                message!(MESSAGES, "pack-fault-no-slope"),
            );
        }
    }
    match charts.class.get(&ClassId::UMAA) {
        None => faults.add(
            format!("{path}/class/UMAA"),
            message!(MESSAGES, "pack-fault-no-unhorsed-class"),
        ),
        Some(card) if card.kind != Column::Foot => {
            faults.add(
                format!("{path}/class/UMAA/kind"),
                message!(MESSAGES, "pack-fault-unhorsed-mounted"),
            );
        }
        Some(_) => {}
    }
    for (class, card) in &charts.class {
        text_of(&format!("{path}/class/{class}/name"), &card.name, faults);
        if let Some(weapon) = card.weapon.filter(|weapon| !charts.weapon.contains_key(weapon)) {
            faults.add(
                format!("{path}/class/{class}/weapon"),
                message!(MESSAGES, "pack-fault-no-weapon", weapon = Argument::text(weapon)),
            );
        }
    }
    for (attacker, row) in &charts.matrix {
        if !charts.class.contains_key(attacker) {
            faults.add(
                format!("{path}/matrix/{attacker}"),
                message!(MESSAGES, "pack-fault-class-unknown"),
            );
        }
        for (defender, value) in row {
            let place = format!("{path}/matrix/{attacker}/{defender}");
            if !charts.class.contains_key(defender) {
                faults.add(place.clone(), message!(MESSAGES, "pack-fault-class-unknown"));
            }
            if value.is_some_and(|value| !(-9..=9).contains(&value)) {
                faults.add(place, message!(MESSAGES, "pack-fault-matrix-value"));
            }
        }
    }
    for (weapon, card) in &charts.weapon {
        for (place, drm) in card.range_drm.iter().enumerate() {
            if !(-9..=9).contains(drm) {
                faults.add(
                    format!("{path}/weapon/{weapon}/range_drm/{place}"),
                    message!(MESSAGES, "pack-fault-drm"),
                );
            }
        }
    }
    rising(
        &format!("{path}/fire_table"),
        charts.fire_table.iter().map(|row: &FireRow| row.dr),
        faults,
    );
    for (table, rows) in [
        ("shock_table", &charts.shock_table),
        ("charge_table", &charts.charge_table),
    ] {
        rising(
            &format!("{path}/{table}"),
            rows.iter().map(|row: &CombatRow| row.dr),
            faults,
        );
    }
}

fn rising(path: &str, rows: impl Iterator<Item = i8>, faults: &mut Faults) {
    let mut before: Option<i8> = None;
    for (place, row) in rows.enumerate() {
        if before.is_some_and(|before| row <= before) {
            faults.add(
                format!("{path}/{place}/dr"),
                message!(MESSAGES, "pack-fault-rows-not-rising"),
            );
        }
        before = Some(row);
    }
    if before.is_none() {
        faults.add(path, message!(MESSAGES, "pack-fault-no-rows"));
    }
}

/// Rules `MOI-HEX-01`, `MOI-MOVE-20`.
fn map(path: &str, map: &BattleMap, charts: &[Charts], faults: &mut Faults) {
    text_of(&format!("{path}/name"), &map.name, faults);
    let extent = map.extent();
    for (hex, ground) in &map.hex {
        if !extent.contains(*hex) {
            faults.add(
                format!("{path}/hex/{hex}"),
                message!(
                    MESSAGES,
                    "pack-fault-off-the-map",
                    columns = map.width,
                    rows = map.height
                ),
            );
        }
        if charts
            .iter()
            .any(|charts| !charts.terrain.contains_key(&ground.terrain))
        {
            faults.add(
                format!("{path}/hex/{hex}/terrain"),
                message!(
                    MESSAGES,
                    "pack-fault-no-terrain",
                    terrain = Argument::text(ground.terrain)
                ),
            );
        }
    }
    for (side, features) in &map.side {
        let place = format!("{path}/side/{side}");
        if side.hexes().iter().any(|hex| !extent.contains(*hex)) {
            faults.add(place.clone(), message!(MESSAGES, "pack-fault-side-off-the-map"));
        }
        let mut seen: BTreeSet<FeatureId> = BTreeSet::new();
        for (number, feature) in features.iter().enumerate() {
            if charts.iter().any(|charts| !charts.hexside.contains_key(feature)) {
                faults.add(
                    format!("{place}/{number}"),
                    message!(
                        MESSAGES,
                        "pack-fault-no-hexside-feature",
                        feature = Argument::text(feature)
                    ),
                );
            }
            if !seen.insert(*feature) {
                faults.add(
                    format!("{place}/{number}"),
                    message!(MESSAGES, "pack-fault-feature-twice"),
                );
            }
        }
    }
}

/// Rules `MOI-SETUP-01`, `MOI-SETUP-05`, `MOI-COMP-08`, `MOI-ACT-03`.
fn armies(path: &str, battle: &Battle, faults: &mut Faults) {
    sides(path, battle, faults);
    commands(path, battle, faults);
    for (kind, count) in [
        ("unit", battle.unit.len()),
        ("leader", battle.leader.len()),
        ("standard", battle.standard.len()),
    ] {
        if count > MOST_PIECES {
            faults.add(
                format!("{path}/{kind}"),
                message!(MESSAGES, "pack-fault-too-many-pieces", most = MOST_PIECES),
            );
        }
    }
    let taken = units(path, battle, faults);
    leaders_and_standards(path, battle, &taken, faults);
    for (number, extra) in battle.options.extra_fp.iter().enumerate() {
        let known = extra.id.is_none_or(|id| {
            battle.unit.keys().any(|unit| unit.0 == id)
                || battle.leader.keys().any(|leader| leader.0 == id)
                || battle.standard.keys().any(|standard| standard.0 == id)
                || battle.charts.class.keys().any(|class| class.0 == id)
        });
        if !known {
            faults.add(
                format!("{path}/options/extra_fp/{number}/id"),
                message!(MESSAGES, "pack-fault-no-piece-or-class"),
            );
        }
    }
}

fn sides(path: &str, battle: &Battle, faults: &mut Faults) {
    for seat in [Seat::A, Seat::B] {
        if !battle.side.contains_key(&seat) {
            faults.add(
                format!("{path}/side/{seat}"),
                message!(MESSAGES, "pack-fault-sides"),
            );
        }
    }
    let mut starts = 0;
    for (seat, side) in &battle.side {
        let place = format!("{path}/side/{seat}");
        if *seat != Seat::A && *seat != Seat::B {
            faults.add(place.clone(), message!(MESSAGES, "pack-fault-sides"));
        }
        text_of(&format!("{place}/name"), &side.name, faults);
        starts += u32::from(side.starts);
        if side
            .first_command
            .is_some_and(|command| battle.side_of(command) != Some(*seat))
        {
            faults.add(
                format!("{place}/first_command"),
                message!(MESSAGES, "pack-fault-command-of-other-side"),
            );
        }
        for (number, hex) in side.setup_area.iter().flatten().enumerate() {
            if !battle.may_stand(*hex, Walker::Leader) {
                faults.add(
                    format!("{place}/setup_area/{number}"),
                    message!(MESSAGES, "pack-fault-impassable", hex = Argument::text(hex)),
                );
            }
        }
    }
    if starts != 1 {
        faults.add(
            format!("{path}/side"),
            message!(MESSAGES, "pack-fault-starting-side"),
        );
    }
}

fn commands(path: &str, battle: &Battle, faults: &mut Faults) {
    for seat in [Seat::A, Seat::B] {
        if battle.commands_of(seat).next().is_none() {
            faults.add(
                format!("{path}/command"),
                message!(MESSAGES, "pack-fault-side-without-command", seat),
            );
        }
    }
    for (id, card) in &battle.command {
        let place = format!("{path}/command/{id}");
        text_of(&format!("{place}/name"), &card.name, faults);
        if !battle.side.contains_key(&card.side) {
            faults.add(
                format!("{place}/side"),
                message!(MESSAGES, "pack-fault-no-such-side"),
            );
        }
        if battle
            .leader
            .get(&card.leader)
            .is_none_or(|leader| !leader.commands.contains(id))
        {
            faults.add(
                format!("{place}/leader"),
                message!(MESSAGES, "pack-fault-no-leader", leader = card.leader, id),
            );
        }
        if let Some(standard) = card.standard
            && battle
                .standard
                .get(&standard)
                .is_none_or(|card| !card.commands.contains(id))
        {
            faults.add(
                format!("{place}/standard"),
                message!(MESSAGES, "pack-fault-no-standard", standard, id),
            );
        }
        if battle.units_of(*id).next().is_none() {
            faults.add(
                place.clone(),
                message!(MESSAGES, "pack-fault-command-without-unit"),
            );
        }
        if card.shield_wall_at_start && !card.may_shield_wall {
            faults.add(
                format!("{place}/shield_wall_at_start"),
                message!(MESSAGES, "pack-fault-no-shield-wall"),
            );
        }
        if card.schiltron_at_start && !card.may_schiltron {
            faults.add(
                format!("{place}/schiltron_at_start"),
                message!(MESSAGES, "pack-fault-no-schiltron"),
            );
        }
    }
}

/// Which side's combat unit begins in which hex.
type Taken = BTreeMap<Hex, Seat>;

fn units(path: &str, battle: &Battle, faults: &mut Faults) -> Taken {
    let mut taken = Taken::new();
    let mut placed: BTreeMap<Seat, usize> = BTreeMap::new();
    for (id, card) in &battle.unit {
        let place = format!("{path}/unit/{id}");
        unit_card(&place, battle, card, faults);
        let Some(seat) = battle.side_of(card.command) else {
            continue;
        };
        match card.hex {
            Start::At(hex) => {
                let column = start_column(battle, card);
                if !battle.map.extent().contains(hex) {
                    faults.add(
                        format!("{place}/hex"),
                        message!(MESSAGES, "pack-fault-hex-off-the-map", hex = Argument::text(hex)),
                    );
                } else if !battle.may_stand(hex, Walker::Unit(column)) {
                    faults.add(
                        format!("{place}/hex"),
                        message!(MESSAGES, "pack-fault-terrain-closed", hex = Argument::text(hex)),
                    );
                } else if taken.insert(hex, seat).is_some() {
                    faults.add(
                        format!("{place}/hex"),
                        message!(MESSAGES, "pack-fault-hex-occupied", hex = Argument::text(hex)),
                    );
                }
            }
            Start::Off => {
                if battle.map.entries(card.command).next().is_none() {
                    faults.add(
                        format!("{place}/hex"),
                        message!(MESSAGES, "pack-fault-no-entry-hex", command = card.command),
                    );
                }
            }
            Start::Area => *placed.entry(seat).or_default() += 1,
        }
    }
    for (seat, count) in placed {
        let area = battle.side.get(&seat).and_then(|side| side.setup_area.as_ref());
        let place = format!("{path}/side/{seat}/setup_area");
        match area {
            None => faults.add(place, message!(MESSAGES, "pack-fault-no-area")),
            // Twice the room, so that no order of placing can shut a unit out of ground that it alone may not enter.
            Some(area) if area.iter().collect::<BTreeSet<_>>().len() < count * 2 => {
                faults.add(
                    place,
                    message!(MESSAGES, "pack-fault-small-area", count, hexes = count * 2),
                );
            }
            Some(_) => {}
        }
    }
    taken
}

fn start_column(battle: &Battle, card: &UnitCard) -> Column {
    let class = match card.dismounted {
        Some(side) if !card.mounted_at_start => side.class,
        Some(_) | None => card.class,
    };
    battle
        .charts
        .class
        .get(&class)
        .map_or(Column::Foot, |class| class.kind)
}

fn unit_card(place: &str, battle: &Battle, card: &UnitCard, faults: &mut Faults) {
    if !battle.charts.class.contains_key(&card.class) {
        faults.add(
            format!("{place}/class"),
            message!(
                MESSAGES,
                "pack-fault-no-class",
                class = Argument::text(card.class)
            ),
        );
    }
    if !battle.command.contains_key(&card.command) {
        faults.add(
            format!("{place}/command"),
            message!(MESSAGES, "pack-fault-no-command", command = card.command),
        );
    }
    match (card.class == ClassId::HOB, card.dismounted) {
        (true, None) => faults.add(
            format!("{place}/dismounted"),
            message!(MESSAGES, "pack-fault-hobilar-without-side"),
        ),
        (false, Some(_)) => faults.add(
            format!("{place}/dismounted"),
            message!(MESSAGES, "pack-fault-side-without-hobilar"),
        ),
        (true, Some(side)) => match battle.charts.class.get(&side.class) {
            None => faults.add(
                format!("{place}/dismounted/class"),
                message!(
                    MESSAGES,
                    "pack-fault-no-class",
                    class = Argument::text(side.class)
                ),
            ),
            Some(class) if class.kind != Column::Foot => {
                faults.add(
                    format!("{place}/dismounted/class"),
                    message!(MESSAGES, "pack-fault-dismounted-mounted"),
                );
            }
            Some(_) => {}
        },
        (false, None) => {}
    }
    if !card.mounted_at_start && card.class != ClassId::HOB {
        faults.add(
            format!("{place}/mounted_at_start"),
            message!(MESSAGES, "pack-fault-dismounts"),
        );
    }
}

fn leaders_and_standards(path: &str, battle: &Battle, taken: &Taken, faults: &mut Faults) {
    let reserved = |id: &str| RESERVED.contains(&id);
    let named = battle
        .unit
        .keys()
        .map(|id| ("unit", id.as_str()))
        .chain(battle.leader.keys().map(|id| ("leader", id.as_str())))
        .chain(battle.standard.keys().map(|id| ("standard", id.as_str())))
        .chain(battle.command.keys().map(|id| ("command", id.as_str())));
    for (kind, id) in named.filter(|(_, id)| reserved(id)) {
        faults.add(
            format!("{path}/{kind}/{id}"),
            message!(MESSAGES, "pack-fault-reserved"),
        );
    }
    for (id, card) in &battle.leader {
        let place = format!("{path}/leader/{id}");
        text_of(&format!("{place}/name"), &card.name, faults);
        for (number, command) in card.commands.iter().enumerate() {
            if battle.command.get(command).is_none_or(|card| card.leader != *id) {
                faults.add(
                    format!("{place}/commands/{number}"),
                    message!(MESSAGES, "pack-fault-leader-of-no-command", command),
                );
            } else if battle.side_of(*command) != battle.side_of_leader(*id) {
                faults.add(
                    format!("{place}/commands/{number}"),
                    message!(MESSAGES, "pack-fault-leader-of-two-sides"),
                );
            }
        }
        if card.commands.is_empty() {
            faults.add(
                format!("{place}/commands"),
                message!(MESSAGES, "pack-fault-leader-heads-nothing"),
            );
        }
        if card.hex == Start::Off
            && !battle
                .unit
                .values()
                .any(|unit| unit.hex == Start::Off && card.commands.contains(&unit.command))
        {
            faults.add(
                format!("{place}/hex"),
                message!(MESSAGES, "pack-fault-leader-off-the-map"),
            );
        }
        piece(
            &place,
            battle,
            card.hex,
            battle.side_of_leader(*id),
            taken,
            faults,
        );
    }
    for (id, card) in &battle.standard {
        let place = format!("{path}/standard/{id}");
        for (number, command) in card.commands.iter().enumerate() {
            if battle
                .command
                .get(command)
                .is_none_or(|card| card.standard != Some(*id))
            {
                faults.add(
                    format!("{place}/commands/{number}"),
                    message!(MESSAGES, "pack-fault-standard-of-no-command", command),
                );
            } else if battle.side_of(*command) != battle.side_of_standard(*id) {
                faults.add(
                    format!("{place}/commands/{number}"),
                    message!(MESSAGES, "pack-fault-standard-of-two-sides"),
                );
            }
        }
        if card.commands.is_empty() {
            faults.add(
                format!("{place}/commands"),
                message!(MESSAGES, "pack-fault-standard-without-command"),
            );
        }
        if card.hex == Start::Off {
            faults.add(
                format!("{place}/hex"),
                message!(MESSAGES, "pack-fault-standard-off-the-map"),
            );
        }
        piece(
            &place,
            battle,
            card.hex,
            battle.side_of_standard(*id),
            taken,
            faults,
        );
    }
}

fn piece(place: &str, battle: &Battle, start: Start, seat: Option<Seat>, taken: &Taken, faults: &mut Faults) {
    match start {
        Start::At(hex) if !battle.may_stand(hex, Walker::Leader) => {
            faults.add(
                format!("{place}/hex"),
                message!(MESSAGES, "pack-fault-impassable", hex = Argument::text(hex)),
            );
        }
        Start::At(hex) if taken.get(&hex).is_some_and(|other| Some(*other) != seat) => {
            faults.add(
                format!("{place}/hex"),
                message!(MESSAGES, "pack-fault-enemy-in-hex", hex = Argument::text(hex)),
            );
        }
        Start::Area
            if seat.is_some_and(|seat| {
                battle
                    .side
                    .get(&seat)
                    .is_none_or(|side| side.setup_area.is_none())
            }) =>
        {
            faults.add(
                format!("{place}/hex"),
                message!(MESSAGES, "pack-fault-hex-missing"),
            );
        }
        Start::At(_) | Start::Off | Start::Area => {}
    }
}
