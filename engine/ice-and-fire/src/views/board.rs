//! The neutral picture of a position: trays with their strength and tokens, terrain, objectives, the tactics board beside
//! the map. One inch is one board unit.

use hindsight_kernel::{
    Badge, Board, BoardFeature, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Link, Pictures,
    Rules, Seat, Story, Tone, Zone, message,
};

use super::change::{last_change, point};
use super::names;
use crate::IceAndFire;
use crate::cards::{ConditionToken, Keyword, TerrainCard, TraySize, UnitCard, UnitKind, ZoneName};
use crate::field::{Side, TABLE, Tray};
use crate::messages::MESSAGES;
use crate::model::event::Event;
use crate::model::names::{Edge, SEATS, UnitId};
use crate::model::state::{Objective, Piece, State};
use crate::model::unit::{NcuState, Unit};
use crate::rules::{terrain, units};

/// The sides of the table in inches.
const SIZE: f64 = TABLE as f64 / 1_000.0;
/// Width of the strip with the tactics board, and the gap before it, in inches.
const STRIP: f64 = 7.0;
const GAP: f64 = 1.0;
/// The radius of an NCU's marker on its zone, in inches.
const NCU_RADIUS: f64 = 2.4;
/// Depth of a deployment zone in inches. Rule `IF-SETUP-08`.
const ZONE: f64 = 10.0;

impl Pictures for IceAndFire {
    fn board(state: &State) -> Board {
        let mut board = Board::empty(
            BoardPoint::new(0.0, 0.0),
            BoardPoint::new(SIZE + GAP + STRIP, SIZE),
            "inch",
            Grid::None,
        );
        let asked: Vec<Seat> = Self::awaiting(state)
            .into_iter()
            .map(|asked| asked.seat)
            .collect();
        board.zones = zones(state);
        board.terrain = state.pieces().map(|(piece, card)| feature(piece, card)).collect();
        board.tokens = state
            .units
            .iter()
            .filter_map(|unit| token(state, unit))
            .chain(state.ncus.iter().filter_map(|ncu| ncu_token(state, ncu)))
            .collect();
        board.links = links(state);
        board.sides = Self::seats(state)
            .into_iter()
            .map(|info| BoardSideLine {
                seat: info.seat,
                name: match info.faction {
                    Some(faction) => format!("{} · {faction}", info.name),
                    None => info.name,
                },
                score: (state.round > 0).then(|| score(state, info.seat)),
                to_decide: asked.contains(&info.seat),
            })
            .collect();
        board.caption = Self::moment(state).caption;
        board
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        last_change(before, event)
    }
}

fn score(state: &State, seat: Seat) -> String {
    let player = state.player(seat);
    message!(
        MESSAGES,
        "board-score",
        points = player.points,
        cards = player.hand.len()
    )
    .to_string()
}

fn rectangle(low: (f64, f64), high: (f64, f64)) -> Vec<BoardPoint> {
    vec![
        BoardPoint::new(low.0, low.1),
        BoardPoint::new(high.0, low.1),
        BoardPoint::new(high.0, high.1),
        BoardPoint::new(low.0, high.1),
    ]
}

/// A circle as corners.
fn disc(centre: BoardPoint, radius: f64) -> Vec<BoardPoint> {
    (0..24)
        .map(|step| {
            let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 24.0).sin_cos();
            BoardPoint::new(centre.x + radius * sin, centre.y + radius * cos)
        })
        .collect()
}

/// The strip of a zone of the tactics board: its low and its high corner.
fn strip(zone: ZoneName) -> ((f64, f64), (f64, f64)) {
    let place = ZoneName::ALL
        .iter()
        .position(|known| *known == zone)
        .unwrap_or_default() as f64;
    let height = SIZE / 5.0;
    let top = SIZE - place * height;
    ((SIZE + GAP, top - height + 0.3), (SIZE + GAP + STRIP, top - 0.3))
}

fn zones(state: &State) -> Vec<Zone> {
    let mut zones = Vec::new();
    for edge in [Edge::South, Edge::North] {
        let seat = SEATS
            .into_iter()
            .find(|seat| state.player(*seat).edge == Some(edge));
        let outline = match edge {
            Edge::South => rectangle((0.0, 0.0), (SIZE, ZONE)),
            Edge::North => rectangle((0.0, SIZE - ZONE), (SIZE, SIZE)),
        };
        zones.push(Zone {
            name: message!(MESSAGES, "board-deployment-zone", edge = edge.title()).to_string(),
            seat,
            outline,
        });
    }
    for objective in &state.objectives {
        zones.push(objective_zone(state, objective));
    }
    for zone in ZoneName::ALL {
        let (low, high) = strip(zone);
        zones.push(Zone {
            name: zone.title().to_owned(),
            seat: state.holder(zone).map(|ncu| ncu.id.seat()),
            outline: rectangle(low, high),
        });
    }
    zones
}

fn objective_zone(state: &State, objective: &Objective) -> Zone {
    Zone {
        name: match objective.controller {
            Some(unit) => message!(
                MESSAGES,
                "board-objective-held",
                objective = objective.no.0,
                unit = names::unit(state, unit)
            )
            .to_string(),
            None => message!(MESSAGES, "board-objective", objective = objective.no.0).to_string(),
        },
        seat: objective.controller.map(UnitId::seat),
        outline: disc(point(objective.place), 0.5),
    }
}

/// The kind of a terrain piece, which decides its colours.
fn kind_of(card: &TerrainCard) -> &'static str {
    if card.has(Keyword::Impassable) || card.has(Keyword::BlocksLineOfSight) {
        "wall"
    } else if card.has(Keyword::Elevated) {
        "hill"
    } else if card.has(Keyword::Dangerous) {
        "camp"
    } else if card.has(Keyword::Cover) {
        "forest"
    } else if card.has(Keyword::Rough) {
        "water"
    } else if card.has(Keyword::Fortified) {
        "wall"
    } else if card.has(Keyword::Inspiring) {
        "forest"
    } else {
        "rough"
    }
}

fn feature(piece: &Piece, card: &TerrainCard) -> BoardFeature {
    let size = TraySize {
        width: card.width,
        depth: card.depth,
    };
    let keywords: Vec<&str> = card.keywords.iter().map(|keyword| keyword.title()).collect();
    BoardFeature {
        id: format!("piece-{}", piece.no),
        name: format!("{} ({})", card.name, keywords.join(", ")),
        kind: kind_of(card).to_owned(),
        height: if card.has(Keyword::Elevated) { 1.0 } else { 0.0 },
        outline: outline(&Tray::new(piece.pose, size)),
    }
}

fn outline(tray: &Tray) -> Vec<BoardPoint> {
    tray.outline()
        .corners()
        .iter()
        .map(|corner| point(*corner))
        .collect()
}

/// A label of at most seven characters: the last word of the name.
fn label(name: &str) -> String {
    name.rsplit(' ').next().unwrap_or(name).chars().take(7).collect()
}

fn badge(code: &str, text: impl Into<String>, tone: Tone) -> Badge {
    Badge {
        code: code.to_owned(),
        text: text.into(),
        tone,
    }
}

fn token(state: &State, unit: &Unit) -> Option<BoardToken> {
    let card = state.card_of(unit)?;
    let tray = terrain::tray(state, unit.id)?;
    let left = units::wounds_left(unit, card);
    let attached = unit.attachment.and_then(|id| state.cards.attachment(id));
    let name = match attached {
        Some(attached) => format!("{} with {}", card.name, attached.name),
        None => card.name.clone(),
    };
    Some(BoardToken {
        id: unit.id.to_string(),
        seat: unit.id.seat(),
        label: label(&card.name),
        name,
        outline: outline(&tray),
        facing: Some(f64::from(tray.pose.heading)),
        strength: f64::from(left) / f64::from(card.wounds().max(1)),
        strength_text: strength_text(state, unit, card, left),
        badges: badges(state, unit),
        level: 0,
        face_down: false,
        stripe: None,
        kind: match card.kind {
            _ if attached.is_some_and(|card| card.commander) || card.commander => "leader",
            UnitKind::Infantry if card.attacks_of(crate::cards::AttackKind::Ranged).next().is_some() => {
                "missile"
            }
            UnitKind::Infantry => "infantry",
            UnitKind::Cavalry => "cavalry",
            UnitKind::SoloSmall | UnitKind::SoloLarge => "monster",
        }
        .to_owned(),
    })
}

fn strength_text(state: &State, unit: &Unit, card: &UnitCard, left: u16) -> String {
    if card.kind.is_solo() {
        return message!(MESSAGES, "board-wounds", left, wounds = card.wounds()).to_string();
    }
    message!(
        MESSAGES,
        "board-strength",
        models = unit.models,
        most = card.models(),
        ranks = state.ranks(unit),
        wounded = unit.wounded,
        each = card.wounds_per_model
    )
    .to_string()
}

fn badges(state: &State, unit: &Unit) -> Vec<Badge> {
    let mut badges: Vec<Badge> = unit
        .tokens
        .iter()
        .map(|token| match token {
            ConditionToken::Panicked => badge("P", "Panicked", Tone::Bad),
            ConditionToken::Vulnerable => badge("V", "Vulnerable", Tone::Bad),
            ConditionToken::Weakened => badge("W", "Weakened", Tone::Bad),
        })
        .collect();
    let ranks = state.ranks(unit);
    let full = state.card_of(unit).map_or(0, UnitCard::full_ranks);
    if ranks < full {
        // The attack dice follow from it. Rule `IF-ATK-02`.
        badges.push(badge(
            &format!("R{ranks}"),
            message!(MESSAGES, "badge-ranks", ranks, full).to_string(),
            Tone::Plain,
        ));
    }
    if unit.activated {
        badges.push(badge(
            "✓",
            message!(MESSAGES, "badge-activated").to_string(),
            Tone::Plain,
        ));
    }
    for order in &unit.orders_used {
        let name = names::order_name(state, unit.id, *order);
        badges.push(badge(
            "O",
            message!(MESSAGES, "badge-order-used", name).to_string(),
            Tone::Plain,
        ));
    }
    if let Some(objective) = state
        .objectives
        .iter()
        .find(|token| token.controller == Some(unit.id))
    {
        badges.push(badge(
            "★",
            message!(MESSAGES, "badge-objective", objective = objective.no.0).to_string(),
            Tone::Good,
        ));
    }
    badges
}

fn ncu_token(state: &State, ncu: &NcuState) -> Option<BoardToken> {
    let zone = ncu.zone?;
    let card = state.cards.ncu(ncu.card)?;
    let (low, high) = strip(zone);
    let centre = BoardPoint::new(f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1) - 0.6);
    let mut token = BoardToken::new(
        ncu.id.seat(),
        ncu.id.to_string(),
        &card.name,
        "leader",
        disc(centre, NCU_RADIUS),
    );
    token.label = label(&card.name);
    // Small pictures show the first word.
    token.strength_text = message!(MESSAGES, "board-ncu-on-zone", zone = zone.title()).to_string();
    Some(token)
}

fn links(state: &State) -> Vec<Link> {
    state
        .engagements
        .iter()
        .map(|pair| {
            // Drawn from the one whose front is on the contact to the other, named by the other's side.
            let (from, to, side) = if pair.a_side == Side::Front {
                (pair.a, pair.b, pair.b_side)
            } else {
                (pair.b, pair.a, pair.a_side)
            };
            Link {
                from: from.to_string(),
                to: to.to_string(),
                kind: match side {
                    Side::Front => "faces",
                    Side::Left | Side::Right => "flank",
                    Side::Rear => "rear",
                }
                .to_owned(),
            }
        })
        .collect()
}
