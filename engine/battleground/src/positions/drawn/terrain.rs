//! Terrain of a drawn position: single features beside those of the map, each where it can lie (pp. 113-119, 137).
//!
//! RULING: BG4-TERR-01, terrain is what the players agree on: pieces may lie over one another (the worst counts, BG4-TERR-09;
//! Wet Ground over water is its crossing, BG4-TERR-23). What no finished map has is a piece off the play area, and a level of
//! a hill above nothing.

use battleground_geometry::{Degrees, Inches, Pose, gap};
use hindsight_kernel::{DrawnFeature, Message, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusal::DrawnRefusal;
use crate::editions::Edition;
use crate::editions::terrain::has_terrain;
use crate::field::{Field, TOL};
use crate::messages::MESSAGES;
use crate::model::cards::{Book, CustomTerrain, Ground, LineSide, Map, Piece, TerrainType};
use crate::model::refusal::{Cited, Refusal, refusals};
use crate::model::rule::Rule;
use crate::model::state::{Agreed, State};
use crate::model::words;
use crate::naming::length;
use crate::packs::form::PackPiece;
use crate::packs::{piece_faults, without_crossings};
use crate::positions::of_edition::LackRefusal;
use crate::views::board::outline_of;

/// The most features that are drawn.
const MOST_DRAWN: usize = 60;
/// How long and deep a drawn feature may be, in inches.
const SIZES: std::ops::RangeInclusive<f64> = 0.5..=120.0;
/// The corners of an oval.
const OVAL: u32 = 24;

/// A terrain feature that somebody drew. Rules `BG4-TERR-01`, `BG4-TERR-13` (pp. 113, 116-119, 137).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawnPiece {
    /// Its kind.
    pub kind: TerrainType,
    /// How wide it is, in inches; of a line, how long.
    #[schemars(range(min = 0.5, max = 120))]
    pub width: Inches,
    /// Where its middle lies and how it is turned. A line lies across its heading, and its left side is where that points.
    pub pose: Pose,
    /// How deep it is, in inches; as deep as wide if left out. Walls, hedges and stakes are lines, and a cliff or a
    /// fortification wall without a depth is one.
    #[serde(default)]
    #[schemars(range(min = 0.5, max = 120))]
    pub depth: Option<Inches>,
    /// Its outline.
    #[serde(default)]
    pub shape: DrawnShape,
    /// The level of a hill, 1 to 3; 1 if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3))]
    pub level: Option<u8>,
    /// The level that a cliff rises to, 1 to 3; 1 if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 3))]
    pub rises_to: Option<u8>,
    /// The sharp side of stakes, or the upper side of a cliff line.
    #[serde(default)]
    pub sharp: Option<LineSide>,
    /// Whether the scenario says that it blocks Visibility. Rule `BG4-TERR-02` (p. 113).
    #[serde(default)]
    pub blocks_visibility: bool,
    /// The effects of the kind `custom`: terrain that is none of the printed kinds; only in the earlier edition. Rule
    /// `BG3-TERR-01` (p. 27).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom: Option<CustomTerrain>,
}

/// The outline of a drawn area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawnShape {
    /// With four corners.
    #[default]
    Rectangle,
    /// Round.
    Oval,
}

impl DrawnPiece {
    /// Whether it is drawn as a line: what is nothing else, and what may be one and has no depth.
    const fn is_line(&self) -> bool {
        self.depth.is_none()
            && matches!(
                self.kind,
                TerrainType::LowWall
                    | TerrainType::Hedge
                    | TerrainType::Stakes
                    | TerrainType::SheerCliff
                    | TerrainType::FortificationWall
            )
    }

    /// A point so far to its right and ahead of its middle, in shares of its half width and half depth.
    fn corner(&self, right: f64, ahead: f64) -> [Inches; 2] {
        // ERR: half of a length, or less, is a length.
        let half = |length: Inches, share: f64| Inches::new(length.value() / 2.0 * share).unwrap_or_default();
        let (width, depth) = (self.width, self.depth.unwrap_or(self.width));
        let heading = self.pose.heading;
        let at = self.pose.centre.towards(heading, half(depth, ahead));
        let at = at.towards(heading + Degrees::QUARTER, half(width, right));
        [at.x.rounded(), at.y.rounded()]
    }

    /// As a pack writes it.
    fn as_in_a_pack(&self) -> PackPiece {
        let line = self.is_line();
        let area = || match self.shape {
            DrawnShape::Rectangle => [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(right, ahead)| self.corner(right, ahead))
                .to_vec(),
            DrawnShape::Oval => (0..OVAL)
                .map(|part| {
                    let (ahead, right) =
                        (f64::from(part) * std::f64::consts::TAU / f64::from(OVAL)).sin_cos();
                    self.corner(right, ahead)
                })
                .collect(),
        };
        let one_for = |kind| u8::from(self.kind == kind);
        PackPiece {
            kind: self.kind,
            area: (!line).then(area),
            line: line.then(|| vec![self.corner(-1.0, 0.0), self.corner(1.0, 0.0)]),
            level: self.level.unwrap_or_else(|| one_for(TerrainType::Hill)),
            rises_to: self.rises_to.unwrap_or_else(|| one_for(TerrainType::SheerCliff)),
            sharp: self.sharp,
            blocks_visibility: self.blocks_visibility,
            custom: self.custom.clone(),
        }
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a drawn feature.
    enum FeatureRefusal: Cited {
        Size(size: Inches) = "HS-POS-01".into(), "table",
            least = SIZES.start(), most = SIZES.end(), size = length(*size) => asked(size);
        NoCustomTerrain = Rule::Terr01.into(), "p. 113, 137";
        Faulty { rule: Rule, reason: Message } = (*rule).into(), "pp. 113-119", reason = reason.clone();
        Unreadable(why: Message) = Rule::Terr01.into(), "p. 113, 137", why = why.clone();
        OffTheTable { name: String } = Rule::Geo01.into(), "p. 137", name;
        OnNothing { level: u8 } = Rule::Terr18.into(), "p. 117", level, below = level - 1 => asked(level);
    }
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse the terrain of a drawing, with the place.
    enum TerrainRefusal: Cited {
        Feature { place: usize, field: &'static str, why: FeatureRefusal } = why.rule(), "pp. 113-119, 137",
            number = place + 1, why = why.message() => with("path", path_of(*place, field)), details_of(why);
        MapOfItsOwn { scenario: String } = Rule::Scen08.into(), "p. 35, 126, 137", scenario => with("path", "/terrain");
        NoSuchMap = Rule::Setup04.into(), "p. 137" => with("path", "/map");
    }
}

/// The place of a feature, or of a field of it, in the drawing.
fn path_of(place: usize, field: &str) -> String {
    let path = format!("/terrain/{place}/{field}");
    path.trim_end_matches('/').to_owned()
}

/// A refusal at a place of the drawing.
fn at(place: usize, field: &'static str, why: FeatureRefusal) -> Refusal {
    TerrainRefusal::Feature { place, field, why }.into()
}

/// The drawn features as a game keeps them; the first that is none is refused. Rules `BG4-TERR-01`, `BG4-TERR-03`, `BG4-TERR-21`,
/// `BG4-TERR-22` (pp. 113, 117-118, 137).
pub(super) fn pieces(edition: Edition, drawn: &[DrawnPiece]) -> Result<Vec<Piece>, Refusal> {
    if drawn.len() > MOST_DRAWN {
        let (most, drawn) = (MOST_DRAWN, drawn.len());
        return Err(DrawnRefusal::TooManyFeatures { most, drawn }.into());
    }
    let mut pieces = Vec::new();
    for (place, one) in drawn.iter().enumerate() {
        for (field, size) in [("width", Some(one.width)), ("depth", one.depth)] {
            if let Some(size) = size.filter(|size| !SIZES.contains(&size.value())) {
                return Err(at(place, field, FeatureRefusal::Size(size)));
            }
        }
        if edition == Edition::V4 && (one.custom.is_some() || one.kind == TerrainType::Custom) {
            let field = if one.custom.is_some() { "custom" } else { "kind" };
            return Err(at(place, field, FeatureRefusal::NoCustomTerrain));
        }
        if !has_terrain(edition, one.kind) {
            let why = Refusal::from(LackRefusal::Terrain(one.kind));
            return Err(why.with("path", path_of(place, "kind")));
        }
        let written = one.as_in_a_pack();
        if let Some(fault) = piece_faults(&written).into_iter().next() {
            // The drawing says with its depth what a pack says with an area.
            let field = if fault.field == "area" {
                "depth"
            } else {
                fault.field
            };
            let (rule, reason) = (fault.rule, fault.reason);
            return Err(at(place, field, FeatureRefusal::Faulty { rule, reason }));
        }
        let piece = written.piece();
        pieces.push(piece.map_err(|why| at(place, "", FeatureRefusal::Unreadable(why)))?);
    }
    Ok(pieces)
}

/// Lays features on the agreed map, which becomes another one; its id. Rules `BG4-SCEN-08`, `BG4-TERR-23` (pp. 35, 117-118, 126,
/// 137).
pub(super) fn lay(book: &mut Book, agreed: &Agreed, drawn: Vec<Piece>) -> Result<String, Refusal> {
    let scenario = agreed.scenario.as_deref().and_then(|id| book.scenario(id));
    if let Some(scenario) = scenario.filter(|scenario| scenario.map.is_some()) {
        let scenario = scenario.name.clone();
        return Err(TerrainRefusal::MapOfItsOwn { scenario }.into());
    }
    let Some(map) = book.maps.iter().find(|map| Some(&map.id) == agreed.map.as_ref()) else {
        return Err(TerrainRefusal::NoSuchMap.into());
    };
    let name = match map.pieces.as_slice() {
        [] => message!(MESSAGES, "drawn-terrain").to_string(),
        _ => message!(MESSAGES, "drawn-terrain-on-map", map = &map.name).to_string(),
    };
    let pieces = without_crossings(map.pieces.iter().cloned().chain(drawn).collect());
    let mut id = "drawn".to_owned();
    while book.maps.iter().any(|map| map.id == id) {
        id.push_str("-terrain");
    }
    book.maps.push(Map {
        id: id.clone(),
        name,
        pieces,
    });
    Ok(id)
}

/// What no finished map has: the first drawn feature that lies off the play area, or the first level of a hill that rests on
/// nothing. Rules `BG4-GEO-01`, `BG4-TERR-18` (pp. 117, 137).
pub(super) fn fault(state: &State, drawn: &[Piece]) -> Option<Refusal> {
    let field = Field::of(state);
    let on_table = |piece: &Piece| match &piece.ground {
        Ground::Area(area) => field.table().contains(area, TOL),
        Ground::Line(points) => points.iter().all(|point| field.table().contains(point, TOL)),
    };
    drawn.iter().enumerate().find_map(|(place, piece)| {
        let name = words::terrain_piece(piece);
        if !on_table(piece) {
            let name = name.to_lowercase();
            return Some(at(place, "pose", FeatureRefusal::OffTheTable { name }));
        }
        if !rests(state, piece) {
            let level = piece.level;
            return Some(at(place, "level", FeatureRefusal::OnNothing { level }));
        }
        None
    })
}

/// Whether a level of a hill rests on the one below it, or on cliffs that rise so high. Rules `BG4-TERR-18`, `BG4-TERR-21` (pp.
/// 117-118).
// RULING: BG4-TERR-21, the top of a cliff drawn as a line is the hill that it touches, whatever level that has.
fn rests(state: &State, piece: &Piece) -> bool {
    let Ground::Area(area) = &piece.ground else {
        return true;
    };
    if piece.level < 2 {
        return true;
    }
    let pieces = || state.map().into_iter().flat_map(|map| &map.pieces);
    let beneath = pieces().filter_map(|other| match &other.ground {
        Ground::Area(ground) if other.level + 1 == piece.level || other.rises_to + 1 >= piece.level => {
            Some(ground)
        }
        Ground::Area(_) | Ground::Line(_) => None,
    });
    let edged = pieces().any(|other| match &other.ground {
        Ground::Line(points) if other.rises_to >= piece.level => {
            points.iter().any(|point| gap(area, point) <= TOL.touch)
        }
        Ground::Area(_) | Ground::Line(_) => false,
    });
    edged || area.outside(beneath).is_empty()
}

/// Where the features lie on the board.
pub(super) fn features(drawn: &[DrawnPiece], pieces: &[Piece]) -> Vec<DrawnFeature> {
    drawn
        .iter()
        .zip(pieces)
        .map(|(drawn, piece)| DrawnFeature {
            outline: outline_of(&piece.ground),
            facing: drawn.pose.heading.value(),
        })
        .collect()
}
