//! The neutral picture of a position, true to scale, and what an event shows over it.
//!
//! One inch is one board unit; South's edge lies at y 0.

mod last_change;

use battleground_geometry::{Card, Turn, about_face, reform, shift};
use hindsight_kernel::{
    Badge, Board, BoardFeature, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Link, Pictures,
    Rules, Seat, Story, Tone, Zone, message,
};
use last_change::last_change;

use crate::field::tokens::token_card;
use crate::messages::MESSAGES;
use crate::model::cards::{Ground, Piece, TerrainType, UnitType};
use crate::model::charging::charges_toward;
use crate::model::command::Leg;
use crate::model::effect::Keyword;
use crate::model::event::{Event, MoveKind};
use crate::model::names::{Team, seat_name};
use crate::model::orders::{Objective, Orders};
use crate::model::pinched::is_pinched;
use crate::model::state::{Engagement, LastingKind, Phase, RushKind, State, Status, Unit};
use crate::model::words;
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::attack::standing::{Shade, shade};
use crate::rules::victory::{share, victory_points};
use crate::system::{Battleground, BattlegroundOf};

impl<const EDITION: u8> Pictures for BattlegroundOf<EDITION> {
    fn board(state: &State) -> Board {
        board(state)
    }

    fn last_change(before: &State, event: &Event) -> LastChange {
        last_change(before, event)
    }
}

/// How wide a line of terrain is drawn, in inches.
const LINE: f64 = 0.22;

/// A point of the table on the board.
pub(crate) fn at(point: battleground_geometry::Point) -> BoardPoint {
    BoardPoint::new(point.x.value(), point.y.value())
}

pub(crate) fn outline(corners: &[battleground_geometry::Point]) -> Vec<BoardPoint> {
    corners.iter().copied().map(at).collect()
}

/// The neutral picture.
pub(crate) fn board(state: &State) -> Board {
    let (width, depth) = state.scenario().map_or((36.0, 30.0), |scenario| {
        (scenario.width.value(), scenario.depth.value())
    });
    let mut tokens: Vec<BoardToken> = state.on_table().filter_map(|unit| token(state, unit)).collect();
    tokens.sort_by_key(|token| token.level);
    Board {
        zones: zones(state),
        terrain: state.map().map_or_else(Vec::new, |map| {
            map.pieces
                .iter()
                .enumerate()
                .map(|(place, piece)| feature(place, piece))
                .collect()
        }),
        lines: Vec::new(),
        tokens,
        links: state
            .engagements
            .iter()
            .map(|engagement| link(state, engagement))
            .collect(),
        sides: sides(state),
        caption: Battleground::moment(state).caption,
        ..Board::empty(
            BoardPoint::new(0.0, 0.0),
            BoardPoint::new(width, depth),
            "inch",
            Grid::None,
        )
    }
}

fn zones(state: &State) -> Vec<Zone> {
    let mut zones = Vec::new();
    if let Some(scenario) = state.scenario() {
        for (team, area) in Team::BOTH.into_iter().zip(&scenario.zones) {
            let seat = team.lead();
            let name = if state.phase == Phase::SetUp {
                message!(MESSAGES, "board-deploys-here", seat = seat_name(seat)).to_string()
            } else {
                message!(MESSAGES, "board-camp", seat = seat_name(seat)).to_string()
            };
            zones.push(Zone {
                name,
                seat: Some(seat),
                outline: outline(area.outline()),
            });
        }
    }
    for (token, (seat, centre)) in &state.tokens {
        let Some(card) = token_card(*centre) else { continue };
        let units: Vec<String> = state
            .own(*seat)
            .filter(|unit| {
                matches!(
                    unit.status,
                    Status::Ready(Some(Orders { objective: Some(Objective::Location(aim)), .. })) if aim == *token
                )
            })
            .map(|unit| unit.id.to_string())
            .collect();
        zones.push(Zone {
            name: if units.is_empty() {
                message!(MESSAGES, "board-objective", token = token.0).to_string()
            } else {
                message!(
                    MESSAGES,
                    "board-objective-of",
                    token = token.0,
                    units = words::list(&units)
                )
                .to_string()
            },
            seat: Some(*seat),
            outline: outline(card.corners()),
        });
    }
    zones
}

/// The picture's name of a kind of terrain.
const fn looks(kind: TerrainType) -> &'static str {
    match kind {
        TerrainType::Forest => "forest",
        TerrainType::Hill => "hill",
        TerrainType::Road => "road",
        TerrainType::ShallowWater
        | TerrainType::DeepWater
        | TerrainType::VeryDeepWater
        | TerrainType::RiverRapids => "water",
        TerrainType::Swamp => "marsh",
        TerrainType::FortificationWall | TerrainType::FortificationDoor | TerrainType::LowWall => "wall",
        TerrainType::Hedge | TerrainType::Stakes | TerrainType::Fence => "fence",
        TerrainType::FortificationInside => "building",
        TerrainType::SheerCliff => "cliff",
        TerrainType::BrokenGround
        | TerrainType::LowBrush
        | TerrainType::RoughGround
        | TerrainType::Sand
        | TerrainType::VeryRoughGround
        | TerrainType::Custom
        | TerrainType::Shoreline
        | TerrainType::WetGround => "rough",
    }
}

fn feature(place: usize, piece: &Piece) -> BoardFeature {
    let mut name = words::terrain_piece(piece);
    if piece.level > 0 {
        name = message!(MESSAGES, "board-terrain-level", name, level = piece.level).to_string();
    }
    BoardFeature {
        id: format!("terrain-{}", place + 1),
        name,
        kind: looks(piece.kind).to_owned(),
        height: f64::from(piece.level.max(piece.rises_to)),
        outline: outline_of(&piece.ground),
    }
}

/// The corners of a piece as it is drawn.
pub(crate) fn outline_of(ground: &Ground) -> Vec<BoardPoint> {
    match ground {
        Ground::Area(area) => outline(area.outline()),
        Ground::Line(points) => band(points),
    }
}

/// A line as a thin polygon: out along its left side, back along its right one.
fn band(points: &[battleground_geometry::Point]) -> Vec<BoardPoint> {
    let dots: Vec<BoardPoint> = outline(points);
    let side = |place: usize| {
        let (before, after) = (
            dots[place.saturating_sub(1)],
            dots[(place + 1).min(dots.len() - 1)],
        );
        let (dx, dy) = (after.x - before.x, after.y - before.y);
        let long = dx.hypot(dy).max(1e-9);
        (-dy / long * LINE / 2.0, dx / long * LINE / 2.0)
    };
    let out = (0..dots.len()).map(|place| {
        let (x, y) = side(place);
        BoardPoint::new(dots[place].x + x, dots[place].y + y)
    });
    let back = (0..dots.len()).rev().map(|place| {
        let (x, y) = side(place);
        BoardPoint::new(dots[place].x - x, dots[place].y - y)
    });
    out.chain(back).collect()
}

/// The pictogram of a unit card.
fn pictogram(card: &UnitType) -> &'static str {
    if card.is(Keyword::Flying) {
        "flyer"
    } else if card.is(Keyword::Wheeled) {
        "artillery"
    } else if card.is(Keyword::Colossal) || (card.is(Keyword::Large) && !card.is(Keyword::Cavalry)) {
        "monster"
    } else if card.is(Keyword::Cavalry) {
        "cavalry"
    } else if card.ranged.is_some() {
        "missile"
    } else {
        "infantry"
    }
}

/// The last word of a card's id as a label: `league-swords` becomes `Swords`; at most seven characters. Where the armies
/// hold another card with that last word, the card's whole name: `Levy Spears` beside `League Spears`.
fn label(state: &State, card: &UnitType) -> String {
    fn last_word(card: &UnitType) -> &str {
        card.id.rsplit('-').next().unwrap_or(&card.id)
    }
    let word = last_word(card);
    let mut kinds = state.units.iter().map(|unit| state.kind(unit));
    if kinds.any(|other| other.id != card.id && last_word(other) == word) {
        return card.name.clone();
    }
    let mut letters = word.chars().take(7);
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().take(1).chain(letters).collect()
    })
}

fn token(state: &State, unit: &Unit) -> Option<BoardToken> {
    let on_table = state.card(unit)?;
    let card = state.kind(unit);
    let all = card.boxes.all();
    let left = state.boxes_left(unit);
    let (id, outline) = (unit.id.to_string(), outline(on_table.corners()));
    let name = words::unit_name(state, unit.id);
    Some(BoardToken {
        label: label(state, card),
        facing: Some(on_table.pose().heading.value()),
        strength: f64::from(left) / f64::from(all.max(1)),
        strength_text: message!(MESSAGES, "board-boxes", left, all).to_string(),
        badges: badges(state, unit),
        level: u8::from(unit.airborne),
        ..BoardToken::new(unit.id.seat(), id, &name, pictogram(card), outline)
    })
}

fn badge(code: impl Into<String>, text: impl Into<String>, tone: Tone) -> Badge {
    Badge {
        code: code.into(),
        text: text.into(),
        tone,
    }
}

/// A unit's order, status, boxes, marks and ammunition, the weightiest first.
fn badges(state: &State, unit: &Unit) -> Vec<Badge> {
    let card = state.kind(unit);
    let mut badges = Vec::new();
    match unit.status {
        Status::Ready(Some(orders)) => {
            let mut code = orders.order.letter().to_string();
            if orders.cap.is_some() {
                code.push('-');
            }
            if orders.objective.is_some() {
                code.push('>');
            }
            badges.push(badge(
                code,
                message!(MESSAGES, "badge-order", orders = words::orders(orders)).to_string(),
                Tone::Plain,
            ));
        }
        Status::Ready(None) => badges.push(badge(
            "?",
            message!(MESSAGES, "badge-waits-for-order").to_string(),
            Tone::Plain,
        )),
        Status::Disrupted => badges.push(badge("D", "Disrupted", Tone::Bad)),
        // `R` alone is the order Range.
        Status::Routing => badges.push(badge("RT", "Routing", Tone::Bad)),
    }
    if unit.airborne {
        badges.push(badge("A", "Airborne", Tone::Plain));
    }
    match shade(state, unit) {
        Shade::Green => {}
        Shade::Yellow => badges.push(badge(
            "YEL",
            message!(MESSAGES, "badge-in-the-yellow").to_string(),
            Tone::Bad,
        )),
        Shade::Red => badges.push(badge(
            "RED",
            message!(MESSAGES, "badge-in-the-red").to_string(),
            Tone::Bad,
        )),
    }
    for engagement in state
        .engagements
        .iter()
        .filter(|engagement| engagement.rusher == unit.id)
    {
        match engagement.kind {
            RushKind::Front => {}
            RushKind::Flank => badges.push(badge(
                "FRF",
                message!(MESSAGES, "badge-rushed-with-a-flank").to_string(),
                Tone::Bad,
            )),
            RushKind::Corner => badges.push(badge(
                "FRC",
                message!(MESSAGES, "badge-rushed-a-corner").to_string(),
                Tone::Bad,
            )),
        }
    }
    if state
        .engaged_with(unit.id)
        .any(|(enemy, _, _)| charges_toward(state, unit.id, enemy))
    {
        badges.push(badge("CH", "Charging", Tone::Good));
    }
    if is_pinched(state, unit.id) {
        badges.push(badge("PIN", "Pinched", Tone::Bad));
    }
    if unit.turn.frightened {
        badges.push(badge("FR", "Frightened", Tone::Bad));
    }
    for lasting in &unit.lasting {
        let (code, tone) = match &lasting.kind {
            LastingKind::Blessing => ("BLS".to_owned(), Tone::Good),
            LastingKind::Curse => ("CUR".to_owned(), Tone::Bad),
            LastingKind::Mark(_) | LastingKind::Rule | LastingKind::Ruling => {
                (lasting.name.chars().take(3).collect(), Tone::Good)
            }
            LastingKind::Card(card) => (
                format!("c{card}"),
                if lasting.by == unit.id.seat() {
                    Tone::Good
                } else {
                    Tone::Bad
                },
            ),
        };
        badges.push(badge(code, lasting.name.clone(), tone));
    }
    let ammo = ammo_boxes(card);
    if ammo > 0 && state.profile().ammunition {
        let left = ammo.saturating_sub(unit.ammo_marked);
        let tone = if left == 0 { Tone::Bad } else { Tone::Plain };
        badges.push(badge(
            format!("{left}a"),
            message!(MESSAGES, "badge-ammo", left, ammo).to_string(),
            tone,
        ));
    }
    if unit.turn.activated {
        badges.push(badge(
            "*",
            message!(MESSAGES, "badge-activated").to_string(),
            Tone::Plain,
        ));
    }
    badges
}

/// Who rushed whom, and where.
fn link(state: &State, engagement: &Engagement) -> Link {
    let kind = match engagement.rushed_side {
        battleground_geometry::Side::Rear => "rear",
        battleground_geometry::Side::Left | battleground_geometry::Side::Right => "flank",
        battleground_geometry::Side::Front if charges_toward(state, engagement.rusher, engagement.rushed) => {
            "charge"
        }
        battleground_geometry::Side::Front => "faces",
    };
    Link {
        from: engagement.rusher.to_string(),
        to: engagement.rushed.to_string(),
        kind: kind.to_owned(),
    }
}

fn sides(state: &State) -> Vec<BoardSideLine> {
    let asked: Vec<Seat> = Battleground::awaiting(state)
        .into_iter()
        .map(|asked| asked.seat)
        .collect();
    let goal = state
        .scenario()
        .map_or(0, |scenario| share(state.budget(), scenario.victory.threshold));
    Battleground::seats(state)
        .into_iter()
        .map(|info| {
            let player = state.player(info.seat);
            let score = (state.turn > 0).then(|| {
                message!(
                    MESSAGES,
                    "board-score",
                    points = victory_points(state, info.seat),
                    goal,
                    actions = player.actions,
                    cards = player.hand.len()
                )
                .to_string()
            });
            BoardSideLine {
                seat: info.seat,
                name: match info.faction {
                    Some(faction) => format!("{} · {faction}", info.name),
                    None => info.name,
                },
                score,
                to_decide: asked.contains(&info.seat),
            }
        })
        .collect()
}

/// The centre points of a way, leg by leg.
pub(crate) fn way(
    state: &State,
    unit: &Unit,
    legs: &[Leg],
    to: battleground_geometry::Pose,
) -> Vec<BoardPoint> {
    let Some(card) = state.card(unit) else {
        return Vec::new();
    };
    let mut points = vec![at(card.pose().centre)];
    let mut card: Card = card;
    for leg in legs {
        let pose = match *leg {
            Leg::Shift { way, inches } => shift(card.pose(), way, inches),
            Leg::Turn {
                hand,
                angle,
                inches,
                backward,
            } => match Turn::new(hand, angle, inches) {
                Ok(turn) if backward => turn.backward_end(&card),
                Ok(turn) => turn.end(&card),
                Err(_) => card.pose(),
            },
            Leg::AboutFace => about_face(card.pose()),
            Leg::Reform { heading } => reform(card.pose(), heading),
        };
        card = card.at(pose);
        points.push(at(pose.centre));
    }
    // The last leg ends where the event says; a rush or a realignment has no legs.
    let end = at(to.centre);
    match points.last_mut() {
        Some(last) if !legs.is_empty() => *last = end,
        Some(_) | None => points.push(end),
    }
    points.dedup_by(|one, other| (one.x - other.x).hypot(one.y - other.y) < 1e-6);
    points
}

/// The picture's name of a kind of move.
pub(crate) const fn move_kind(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Rush => "charge",
        MoveKind::Rout | MoveKind::RoutTurn => "rout",
        MoveKind::Deployed => "deploy",
        MoveKind::Ordered => "move",
        MoveKind::Controlled => "direct control",
        MoveKind::Realigned => "realign",
        MoveKind::Rally => "rally",
        MoveKind::SteppedIn => "step in",
        MoveKind::Ruling => "ruling",
    }
}

#[cfg(test)]
mod tests;
