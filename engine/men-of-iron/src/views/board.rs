//! The neutral picture of a position: hexes with terrain and levels, hexsides, counters with their facing, leaders and
//! Standards, and what explains them.

use std::collections::BTreeMap;

use hindsight_geometry::hexes::{Axial, Direction, Extent, Facing, Hex};
use hindsight_kernel::{
    Badge, Board, BoardFeature, BoardLine, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Overlay,
    Pictures, Roll, Seat, Shape, ShownRoll, Story, Tone, Trail, Zone, message,
};

use super::sentences::describe;
use super::story::standing_points;
use crate::MenOfIron;
use crate::data::Column;
use crate::data::map::CLEAR;
use crate::messages::MESSAGES;
use crate::model::attack::Marker;
use crate::model::event::{EndingEvent, Event, FireEvent, MovementEvent, ResultEvent, ShockEvent};
use crate::model::names::{ClassId, UnitId};
use crate::model::piece::{Formation, PiecePlace, Status, Unit};
use crate::model::state::{SEATS, State};

/// The width of a hex from vertex to vertex, in flat-to-flat widths.
const ACROSS: f64 = 1.154_700_538_379_251_5;
/// From one column's centre to the next one's.
const COLUMN: f64 = ACROSS * 0.75;

/// Where hexes lie on the board: hexes are 1 high, the origin in the south-west.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    extent: Extent,
}

impl Plan {
    /// That of a map.
    pub(crate) const fn of(extent: Extent) -> Self {
        Self { extent }
    }

    /// The north-east corner.
    fn max(self) -> BoardPoint {
        let columns = f64::from(self.extent.columns);
        let shifted = if self.extent.columns > 1 { 0.5 } else { 0.0 };
        BoardPoint::new(
            (columns - 1.0) * COLUMN + ACROSS,
            f64::from(self.extent.rows) + shifted,
        )
    }

    fn place(self, place: Axial) -> BoardPoint {
        let (q, r) = (f64::from(place.q), f64::from(place.r));
        BoardPoint::new(q * COLUMN + ACROSS / 2.0, self.max().y - 0.5 - r - q / 2.0)
    }

    /// The centre of a hex.
    pub(crate) fn centre(self, hex: Hex) -> BoardPoint {
        self.place(hex.axial())
    }

    /// A vertex of a hex.
    fn vertex(self, hex: Hex, vertex: Facing) -> BoardPoint {
        let BoardPoint { x, y } = self.centre(hex);
        let (dx, dy) = match vertex {
            Facing::One => (0.25, 0.5),
            Facing::Three => (0.5, 0.0),
            Facing::Five => (0.25, -0.5),
            Facing::Seven => (-0.25, -0.5),
            Facing::Nine => (-0.5, 0.0),
            Facing::Eleven => (-0.25, 0.5),
        };
        BoardPoint::new(x + dx * ACROSS, y + dy)
    }

    /// The outline of a hex.
    pub(crate) fn outline(self, hex: Hex) -> Vec<BoardPoint> {
        Facing::ALL
            .into_iter()
            .map(|vertex| self.vertex(hex, vertex))
            .collect()
    }

    /// The two ends of a hexside.
    fn side(self, hex: Hex, direction: Direction) -> [BoardPoint; 2] {
        // The side toward an hour lies between the vertices of the hours before and after it.
        let before = Facing::of_hour(direction.hour() - 1).unwrap_or(Facing::Eleven);
        [self.vertex(hex, before), self.vertex(hex, before.turned(1))]
    }
}

/// A counter in a hex: a rectangle turned so that it faces a vertex.
fn counter(plan: Plan, hex: Hex, facing: Facing) -> Vec<BoardPoint> {
    let BoardPoint { x, y } = plan.centre(hex);
    let angle = heading(facing).to_radians();
    let (sin, cos) = angle.sin_cos();
    let (half_width, half_depth) = (0.37, 0.29);
    [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
        .map(|(side, ahead): (f64, f64)| {
            let (right, forward) = (side * half_width, ahead * half_depth);
            BoardPoint::new(x + right * cos + forward * sin, y - right * sin + forward * cos)
        })
        .into()
}

/// The heading of a vertex in degrees, clockwise from north: the vertices lie at 30, 90 ... degrees.
pub(crate) fn heading(facing: Facing) -> f64 {
    f64::from(facing.hour()) * 30.0
}

/// A small square beside the middle of a hex, for leaders and Standards.
fn small(plan: Plan, hex: Hex, place: usize) -> Vec<BoardPoint> {
    let centre = plan.centre(hex);
    let (dx, dy) = [(0.3, -0.3), (-0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)][place % 4];
    let (x, y, half) = (centre.x + dx, centre.y + dy, 0.13);
    vec![
        BoardPoint::new(x - half, y + half),
        BoardPoint::new(x + half, y + half),
        BoardPoint::new(x + half, y - half),
        BoardPoint::new(x - half, y - half),
    ]
}

impl Pictures for MenOfIron {
    fn board(state: &State) -> Board {
        let plan = Plan::of(state.battle.map.extent());
        let grid = Grid::Hexes {
            flat_top: true,
            first_shifted: true,
            columns: u16::from(state.battle.map.width),
            rows: u16::from(state.battle.map.height),
            numbered: true,
        };
        let mut board = Board::empty(BoardPoint::new(0.0, 0.0), plan.max(), "hex", grid);
        board.terrain = ground(state, plan);
        board.lines = hexsides(state, plan);
        board.zones = entries(state, plan);
        board.tokens = tokens(state, plan);
        board.links = links(state);
        board.sides = Self::seats(state)
            .into_iter()
            .map(|info| BoardSideLine {
                seat: info.seat,
                name: info.name,
                score: Some(standing_points(state, info.seat)),
                to_decide: <Self as hindsight_kernel::Rules>::awaiting(state)
                    .iter()
                    .any(|asked| asked.seat == info.seat),
            })
            .collect();
        board.caption = Self::moment(state).caption;
        board
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        let plan = Plan::of(before.battle.map.extent());
        let trail = |unit: UnitId, hexes: &[Hex], kind: &str| Trail {
            unit: unit.to_string(),
            seat: before.unit(unit).map_or(Seat::A, |unit| unit.seat),
            points: hexes.iter().map(|hex| plan.centre(*hex)).collect(),
            kind: kind.to_owned(),
        };
        let mut change = LastChange {
            words: describe(before, event),
            ..LastChange::default()
        };
        let between = |from: UnitId, to: UnitId| -> Option<[Hex; 2]> {
            Some([before.unit(from)?.hex()?, before.unit(to)?.hex()?])
        };
        match event {
            Event::Movement(MovementEvent::UnitStepped { unit, from, to, .. }) => {
                change.trails.push(trail(*unit, &[*from, *to], "move"));
            }
            Event::Shock(ShockEvent::ChargerMoved { unit, from, to, .. } | ShockEvent::CounterChargerMoved { unit, from, to, .. }) => {
                change.trails.push(trail(*unit, &[*from, *to], "charge"));
            }
            Event::Result(ResultEvent::UnitAdvanced { unit, from, to, .. }) => {
                change.trails.push(trail(*unit, &[*from, *to], "advance"));
            }
            Event::Result(ResultEvent::UnitRetreated { unit, from, to, .. } | ResultEvent::UnitRetired { unit, from, to, .. }) | Event::Shock(ShockEvent::RetreatedBeforeShock { unit, from, to, .. })
                // A unit on its Standard's hex is Retired where it stands.
                if from != to =>
            {
                change.trails.push(trail(*unit, &[*from, *to], "flee"));
            }
            Event::Fire(FireEvent::ReactionFired { unit, target, .. } | FireEvent::ActiveFired { unit, target, .. } | FireEvent::ReturnFired { unit, target, .. }) => {
                if let Some(hexes) = between(*unit, *target) {
                    change.trails.push(trail(*unit, &hexes, "shot"));
                }
            }
            Event::Ending(EndingEvent::PositionNoted { units, .. }) => {
                for noted in units {
                    let Some(from) = before.unit(noted.unit).and_then(Unit::hex) else {
                        continue;
                    };
                    match noted.place {
                        PiecePlace::On { hex, .. } if hex != from => {
                            change.trails.push(trail(noted.unit, &[from, hex], "noted"));
                        }
                        PiecePlace::Eliminated => {
                            change.trails.push(trail(noted.unit, &[from, from], "lost"));
                        }
                        PiecePlace::On { .. } | PiecePlace::Due | PiecePlace::Unplaced => {}
                    }
                }
            }
            _ => {}
        }
        let subjects = event.subjects();
        change.units = subjects.units.iter().map(ToString::to_string).collect();
        let seat = subjects.roller(before);
        change.rolls = subjects
            .rolls
            .into_iter()
            .map(|roll: &Roll| ShownRoll {
                seat,
                roll: roll.clone(),
                target: None,
            })
            .collect();
        change
    }
}

/// What colours a terrain: the neutral kinds that every renderer knows.
fn kind_of(terrain: &str, blocks: bool, passable: bool) -> &'static str {
    match terrain {
        "woods" | "forest" => "forest",
        "marsh" | "rough" => "rough",
        "village" | "town" | "castle" | "building" | "city" => "building",
        "lake" | "river" | "sea" => "water",
        _ if !passable => "impassable",
        _ if blocks => "building",
        _ => "rough",
    }
}

fn ground(state: &State, plan: Plan) -> Vec<BoardFeature> {
    let map = &state.battle.map;
    let mut features = Vec::new();
    for (hex, ground) in &map.hex {
        if ground.level > 0 {
            features.push(BoardFeature {
                id: format!("level-{hex}"),
                name: message!(MESSAGES, "board-level", level = ground.level).to_string(),
                kind: "hill".to_owned(),
                height: f64::from(ground.level),
                outline: plan.outline(*hex),
            });
        }
    }
    for (hex, ground) in map.hex.iter().filter(|(_, ground)| ground.terrain != CLEAR) {
        let entry = state.battle.charts.terrain.get(&ground.terrain);
        let passable = state.battle.may_stand(*hex, crate::field::Walker::Leader);
        features.push(BoardFeature {
            id: hex.to_string(),
            name: ground.name.clone().unwrap_or_else(|| ground.terrain.to_string()),
            kind: kind_of(
                ground.terrain.as_str(),
                entry.is_some_and(|entry| entry.blocks_los),
                passable,
            )
            .to_owned(),
            height: f64::from(ground.level),
            outline: plan.outline(*hex),
        });
    }
    features
}

fn hexsides(state: &State, plan: Plan) -> Vec<BoardLine> {
    let map = &state.battle.map;
    let mut lines = Vec::new();
    for (side, features) in &map.side {
        let [one, other] = side.hexes();
        let Some(direction) = one.direction_to(other) else {
            continue;
        };
        for feature in features {
            let card = state.battle.charts.hexside.get(feature);
            let across = card.is_some_and(|card| card.road || card.cancels_water);
            let points = if across {
                vec![plan.centre(one), plan.centre(other)]
            } else {
                plan.side(one, direction).into()
            };
            let kind = match feature.as_str() {
                _ if card.is_some_and(|card| card.road) => "road",
                _ if card.is_some_and(|card| card.cancels_water) => "bridge",
                _ if card.is_some_and(|card| card.water) => "water",
                "hedge" => "hedge",
                "slope" | "steep_slope" => "slope",
                _ => "wall",
            };
            lines.push(BoardLine {
                id: format!("{side}-{feature}"),
                name: feature.to_string().replace('_', " "),
                kind: kind.to_owned(),
                points,
            });
        }
    }
    // Where the ground falls by two levels and more nobody marked it, but everybody must see it.
    for hex in map.extent().hexes() {
        for (direction, other) in map.extent().neighbours(hex).filter(|(_, other)| hex < *other) {
            let marked = map.side.keys().any(|side| side.hexes() == [hex, other]);
            let steep = state.battle.slope_between(hex, other) == Some(crate::data::map::STEEP_SLOPE);
            if steep && !marked {
                lines.push(BoardLine {
                    id: format!("{hex}-{other}-steep"),
                    name: message!(MESSAGES, "board-steep-slope").to_string(),
                    kind: "slope".to_owned(),
                    points: plan.side(hex, direction).into(),
                });
            }
        }
    }
    lines
}

fn entries(state: &State, plan: Plan) -> Vec<Zone> {
    let mut zones = Vec::new();
    for (hex, ground) in &state.battle.map.hex {
        for command in ground
            .entry_for
            .iter()
            .filter(|command| state.has_units_due(**command))
        {
            zones.push(Zone {
                name: message!(MESSAGES, "board-entry", command).to_string(),
                seat: state.battle.side_of(*command),
                outline: plan.outline(*hex),
            });
        }
    }
    zones
}

/// The pictogram of a class.
fn pictogram(state: &State, unit: &Unit) -> &'static str {
    let class = state.class_of(unit);
    match state.column_of(unit) {
        Column::Mounted => "cavalry",
        Column::Foot if state.is_missile_infantry(unit) => "missile",
        Column::Foot if class == ClassId::PIKE => "pike",
        Column::Foot => "infantry",
    }
}

/// What the counters of a class show: the label of its card, or the beginning of its id.
fn label_of(state: &State, class: ClassId) -> String {
    let card = state.battle.charts.class.get(&class);
    let label = card.and_then(|card| card.label.as_deref());
    label.unwrap_or(class.as_str()).chars().take(3).collect()
}

fn badges(state: &State, unit: &Unit) -> Vec<Badge> {
    let mut badges = Vec::new();
    let mut add = |code: &str, text: String, tone| {
        badges.push(Badge {
            code: code.to_owned(),
            text,
            tone,
        });
    };
    match unit.status {
        Status::Normal => {}
        Status::Disordered => add("D", message!(MESSAGES, "badge-disordered").to_string(), Tone::Bad),
        Status::Retired => add("R", message!(MESSAGES, "badge-retired").to_string(), Tone::Bad),
    }
    match unit.formation {
        Formation::Open => {}
        Formation::ShieldWall => add(
            "SW",
            message!(MESSAGES, "badge-shield-wall").to_string(),
            Tone::Good,
        ),
        Formation::Schiltron => add(
            "Sch",
            message!(MESSAGES, "badge-schiltron").to_string(),
            Tone::Good,
        ),
    }
    if unit.dismounted {
        add(
            "f",
            message!(MESSAGES, "badge-dismounted").to_string(),
            Tone::Plain,
        );
    }
    if unit.acts.out_of_command {
        add(
            "OC",
            message!(MESSAGES, "badge-out-of-command").to_string(),
            Tone::Bad,
        );
    }
    for attack in state.attacks.iter().filter(|attack| !attack.over) {
        for attacker in attack
            .attackers
            .iter()
            .filter(|attacker| attacker.unit == unit.id)
        {
            match attacker.marker {
                Marker::Charge => add("Ch", message!(MESSAGES, "badge-charge").to_string(), Tone::Plain),
                Marker::Shock => add("Sh", message!(MESSAGES, "badge-shock").to_string(), Tone::Plain),
            }
        }
    }
    if state.continuing.contains(&unit.id) {
        add(
            "CA",
            message!(MESSAGES, "badge-continued-attack").to_string(),
            Tone::Good,
        );
    }
    badges
}

fn tokens(state: &State, plan: Plan) -> Vec<BoardToken> {
    let mut tokens = Vec::new();
    // Which Command a counter is of: its place among its side's Commands.
    let mut stripes = BTreeMap::new();
    for seat in SEATS {
        for (place, command) in state.battle.commands_of(seat).enumerate() {
            stripes.insert(command, place as u8);
        }
    }
    for unit in state.units.values() {
        let (Some(hex), Some(facing)) = (unit.hex(), unit.facing()) else {
            continue;
        };
        let class = state.class_of(unit);
        let class_name = state
            .battle
            .charts
            .class
            .get(&class)
            .map_or_else(|| class.to_string(), |card| card.name.clone());
        let name = message!(
            MESSAGES,
            "board-unit",
            unit = unit.id,
            class_name,
            command = unit.command
        )
        .to_string();
        let mut token = BoardToken::new(
            unit.seat,
            unit.id.to_string(),
            &name,
            pictogram(state, unit),
            counter(plan, hex, facing),
        );
        token.label = label_of(state, class);
        token.facing = Some(heading(facing));
        token.strength = match unit.status {
            Status::Normal => 1.0,
            Status::Disordered => 0.6,
            Status::Retired => 0.3,
        };
        token.strength_text = match unit.status {
            Status::Normal => message!(MESSAGES, "badge-normal").to_string(),
            Status::Disordered => message!(MESSAGES, "badge-disordered").to_string(),
            Status::Retired => message!(MESSAGES, "badge-retired").to_string(),
        };
        token.badges = badges(state, unit);
        token.stripe = stripes.get(&unit.command).copied();
        tokens.push(token);
    }
    let mut stacked: BTreeMap<Hex, usize> = BTreeMap::new();
    for standard in state.standards.values() {
        if let Some(hex) = standard.hex {
            let place = stacked.entry(hex).or_default();
            let mut token = BoardToken::new(
                standard.seat,
                format!("standard-{}", standard.id),
                &message!(MESSAGES, "board-standard-of", command = standard.id).to_string(),
                "standard",
                small(plan, hex, *place + 1),
            );
            token.label = standard.id.as_str().chars().take(7).collect();
            *place += 1;
            tokens.push(token);
        }
    }
    let mut stacked: BTreeMap<Hex, usize> = BTreeMap::new();
    for leader in state.leaders.values() {
        if let Some(hex) = leader.hex() {
            let place = stacked.entry(hex).or_default();
            let card = state.battle.leader.get(&leader.id);
            let name = card.map_or_else(|| leader.id.to_string(), |card| card.name.clone());
            let values = state.leader_side(leader);
            let mut token = BoardToken::new(
                leader.seat,
                format!("leader-{}", leader.id),
                &values.map_or_else(
                    || name.clone(),
                    |side| {
                        let replacement = if leader.replaced { ", replacement" } else { "" };
                        format!(
                            "{name} ({} / {} / {}{replacement})",
                            side.activation, side.range, side.ma
                        )
                    },
                ),
                "leader",
                small(plan, hex, *place * 2),
            );
            token.label = name.chars().take(3).collect();
            *place += 1;
            tokens.push(token);
        }
    }
    tokens
}

fn links(state: &State) -> Vec<hindsight_kernel::Link> {
    let mut links = Vec::new();
    for attack in state
        .attacks
        .iter()
        .chain(&state.counter)
        .filter(|attack| !attack.over)
    {
        for attacker in &attack.attackers {
            for defender in &attack.defenders {
                links.push(hindsight_kernel::Link {
                    from: attacker.unit.to_string(),
                    to: defender.unit.to_string(),
                    kind: match attacker.marker {
                        Marker::Charge => "charge".to_owned(),
                        Marker::Shock => "faces".to_owned(),
                    },
                });
            }
        }
    }
    links
}

/// An overlay that fills hexes.
pub(crate) fn fill(
    state: &State,
    hexes: impl IntoIterator<Item = Hex>,
    kind: &str,
    seat: Option<Seat>,
    tone: Tone,
    label: impl Fn(Hex) -> Option<String>,
) -> Vec<Overlay> {
    let plan = Plan::of(state.battle.map.extent());
    hexes
        .into_iter()
        .map(|hex| Overlay {
            kind: kind.to_owned(),
            label: label(hex),
            seat,
            tone,
            shape: Shape::Area {
                outline: plan.outline(hex),
            },
        })
        .collect()
}

/// An overlay along the centres of hexes.
pub(crate) fn along(
    state: &State,
    hexes: &[Hex],
    kind: &str,
    seat: Option<Seat>,
    tone: Tone,
    label: Option<String>,
) -> Overlay {
    let plan = Plan::of(state.battle.map.extent());
    Overlay {
        kind: kind.to_owned(),
        label,
        seat,
        tone,
        shape: Shape::Line {
            points: hexes.iter().map(|hex| plan.centre(*hex)).collect(),
        },
    }
}
