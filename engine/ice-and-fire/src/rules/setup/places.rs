//! Places where terrain pieces and units may be set down. Rules `IF-SETUP-03`, `-07` to `-10`.

use super::super::terrain;
use crate::cards::{CardId, TraySize};
use crate::field::{Pose, TABLE, Tray};
use crate::messages::MESSAGES;
use crate::model::names::{Edge, UnitId};
use crate::model::state::State;
use hindsight_kernel::refusals;

/// The depth of a deployment zone in thousandths of an inch. Rule `IF-SETUP-08`.
pub(crate) const ZONE: i32 = 10_000;
/// How far terrain pieces lie apart at least, in thousandths of an inch. Rule `IF-SETUP-03`.
const APART: i32 = 6_000;
/// The radius of an objective token in thousandths of an inch. Rule `IF-SETUP-07`.
const TOKEN: f64 = 500.0;

refusals! {
    messages = MESSAGES;
    /// Reasons why a terrain piece or a unit may not be set down somewhere.
    pub enum NoPlace {
        Heading { heading: u16 } = "IF-GEO-02", "§Outside the sheet (our ruling)", heading;
        NoPiece { card: CardId } = "IF-SETUP-03", "§Outside the sheet", card;
        PieceOffTable = "IF-SETUP-03", "§Outside the sheet";
        PieceInZone = "IF-SETUP-03", "§Outside the sheet";
        PieceTooNear = "IF-SETUP-03", "§Outside the sheet";
        OverToken = "IF-SETUP-07", "§Outside the sheet";
        OutsideZone = "IF-SETUP-09", "§Outside the sheet";
        Overlaps = "IF-SETUP-09", "§Outside the sheet";
        NearEnemy = "IF-SETUP-10", "§Outside the sheet";
    }
}

/// Whether a terrain piece may be placed somewhere. Rules `IF-SETUP-03`, `IF-SETUP-07`.
pub fn check_terrain(state: &State, id: CardId, pose: Pose) -> Result<(), NoPlace> {
    if pose.heading > 359 {
        return Err(NoPlace::Heading {
            heading: pose.heading,
        });
    }
    let card = state
        .cards
        .terrain_card(id)
        .ok_or(NoPlace::NoPiece { card: id })?;
    if !is_near_table(pose) {
        return Err(NoPlace::PieceOffTable);
    }
    let size = TraySize {
        width: card.width,
        depth: card.depth,
    };
    let outline = Tray::new(pose, size).outline();
    if !outline.lies_on(TABLE, TABLE) {
        return Err(NoPlace::PieceOffTable);
    }
    if !outline.is_between(ZONE, TABLE - ZONE) {
        return Err(NoPlace::PieceInZone);
    }
    let near = terrain::field_pieces(state)
        .iter()
        .any(|piece| outline.is_nearer_than(&piece.outline, APART));
    if near {
        return Err(NoPlace::PieceTooNear);
    }
    let covers = state
        .objectives
        .iter()
        .any(|token| outline.distance_to(token.place) < TOKEN);
    if covers {
        return Err(NoPlace::OverToken);
    }
    Ok(())
}

/// Whether a pose lies near enough for its corners to be worked out.
const fn is_near_table(pose: Pose) -> bool {
    const FAR: i32 = 100_000;
    -FAR < pose.x && pose.x < FAR && -FAR < pose.y && pose.y < FAR
}

/// Whether a unit may be set down in its deployment zone, at the deployment or from reserve. Rules `IF-SETUP-08` to `-10`.
pub fn check_place(state: &State, id: UnitId, pose: Pose, from_reserve: bool) -> Result<(), NoPlace> {
    if pose.heading > 359 {
        return Err(NoPlace::Heading {
            heading: pose.heading,
        });
    }
    let edge = state.player(id.seat()).edge;
    let (Some((_, card)), Some(edge)) = (state.unit_and_card(id), edge) else {
        return Err(NoPlace::OutsideZone);
    };
    if !is_near_table(pose) {
        return Err(NoPlace::OutsideZone);
    }
    let tray = Tray::new(pose, state.cards.trays.of(card.kind));
    let outline = tray.outline();
    let (low, high) = match edge {
        Edge::South => (0, ZONE),
        Edge::North => (TABLE - ZONE, TABLE),
    };
    if !outline.lies_on(TABLE, TABLE) || !outline.is_between(low, high) {
        return Err(NoPlace::OutsideZone);
    }
    let ground = terrain::ground(state, id);
    if ground.set_down(&tray).is_err() {
        return Err(NoPlace::Overlaps);
    }
    if from_reserve && ground.end(&tray).is_err() {
        return Err(NoPlace::NearEnemy);
    }
    Ok(())
}

/// The raster of half inches, from the middle of the table outwards.
fn raster(low: i32, high: i32) -> Vec<i32> {
    const STEP: i32 = 500;
    let middle = i32::midpoint(low, high) / STEP * STEP;
    let mut places: Vec<i32> = (low / STEP..=high / STEP).map(|step| step * STEP).collect();
    places.sort_by_key(|place| (place - middle).abs());
    places
}

/// The headings of the raster: steps of 15 degrees.
fn headings(first: u16) -> impl Iterator<Item = u16> {
    (0..24).map(move |step| (first + step * 15) % 360)
}

/// A legal place for a terrain piece, if the raster has one. Rule `IF-SETUP-03`: centres on whole half inches, headings in
/// steps of 15 degrees.
pub fn some_terrain_place(state: &State, id: CardId) -> Option<Pose> {
    let places = raster(ZONE, TABLE - ZONE);
    let across = raster(0, TABLE);
    // A rectangle turned half round is the same.
    for heading in headings(0).take(12) {
        for y in &places {
            for x in &across {
                let pose = Pose::new(*x, *y, heading);
                if check_terrain(state, id, pose).is_ok() {
                    return Some(pose);
                }
            }
        }
    }
    None
}

/// A legal place for a unit in its deployment zone, if the raster has one. Rules `IF-SETUP-03`, `IF-SETUP-10`.
pub fn some_place(state: &State, id: UnitId, from_reserve: bool) -> Option<Pose> {
    let edge = state.player(id.seat()).edge?;
    let (first, low, high) = match edge {
        Edge::South => (0, 0, ZONE),
        Edge::North => (180, TABLE - ZONE, TABLE),
    };
    let (down, across) = (raster(low, high), raster(0, TABLE));
    for heading in headings(first) {
        for y in &down {
            for x in &across {
                let pose = Pose::new(*x, *y, heading);
                if check_place(state, id, pose, from_reserve).is_ok() {
                    return Some(pose);
                }
            }
        }
    }
    None
}
