//! Positions as they were noted beside the table: where everything stands, without the play that led there.
//!
//! A club that does not write every move down notes how things stand at the end of each turn; a scorekeeper who missed
//! something sets the position right and goes on. Both are one command of the table in every game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::message;
use crate::plain_text::unfit_within;
use crate::{BoardPoint, MESSAGES, Refusal, Seat};

/// The rule of the table by which a position is noted.
pub const NOTED: &str = "HS-NOTE-01";

/// The reason for which a position is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// The battle went on without being recorded: what lies between is not known.
    #[default]
    Gap,
    /// The record was wrong, or something was missed: the position is set right.
    Correction,
}

/// A position as it was noted beside the table. Pieces that it does not name stay as they are; hands, decks and lists too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedPosition {
    /// The number by which the game counts its time: the round, the turn, the Activation.
    pub turn: u32,
    /// The seat whose turn it is.
    pub active: Seat,
    /// The phase, by its id, where the game has several in which a position can be noted; the first of them if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The points that players have scored, where the game does not count them from the pieces; who is left out keeps theirs.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Seat, u32>,
    /// Units, leaders and markers that stand otherwise than before.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub pieces: Vec<NotedPiece>,
}

/// A piece of a noted position. What is left out stays as it is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NotedPiece {
    /// Its id, as commands, pictures and statistics use it.
    pub piece: String,
    /// The point at which its middle lies, in board units as in pictures; a game on cells or hexes takes the one it lies in. A piece that
    /// was off the field comes back by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<BoardPoint>,
    /// Its heading: degrees, clockwise, 0 = north; the nearest one that the game has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<f64>,
    /// The strength that is left of it, counted as statistics count it: wounds, boxes, steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// All its conditions, by the ids that the sheet names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 20))]
    pub conditions: Option<Vec<String>>,
    /// The way in which it left the field, by the id that the sheet names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<String>,
}

/// A word of the game with the id by which a noted position names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotedWord {
    /// The id.
    pub id: String,
    /// The words in which the game says it.
    pub name: String,
}

impl NotedWord {
    /// A word with its id.
    pub fn new(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
        }
    }
}

/// A moment at which a position can be noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotedMoment {
    /// As in [`NotedPosition::turn`].
    pub turn: u32,
    /// The seat whose turn it is.
    pub active: Seat,
}

/// The sheet on which a position is noted: where everything stands now, and in which words it is noted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NoteSheet {
    /// The game's word for what [`NotedPosition::turn`] counts: `round`, `turn`, `Activation`.
    pub counts: String,
    /// The moment that the record has come to.
    pub now: NotedMoment,
    /// The moment at which the next turn begins.
    pub next: NotedMoment,
    /// The number of turns, one player's each, that have the same count: 2 where a round has a turn of each side.
    pub turns_a_count: u8,
    /// The phases in which a position can be noted; the first one is meant where none is named.
    pub phases: Vec<NotedWord>,
    /// The conditions that pieces can have.
    pub conditions: Vec<NotedWord>,
    /// The ways in which pieces leave the field, the usual one first.
    pub ways_to_go: Vec<NotedWord>,
    /// The angle between two headings that a piece can have, in degrees.
    pub heading_step: f64,
    /// The points that players have scored, where a noted position names them; empty where the game counts them from the pieces.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Seat, u32>,
    /// The pieces, those that are gone too.
    pub pieces: Vec<SheetPiece>,
}

/// A piece of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SheetPiece {
    /// The piece as it stands now: `at` and `facing` are missing where it is not on the field.
    #[serde(flatten)]
    pub now: NotedPiece,
    /// Its name.
    pub name: String,
    /// Its seat.
    pub seat: Seat,
    /// The strength that a whole one has; nothing where it has none that is counted.
    pub full: Option<u32>,
    /// The conditions that it can have, by their ids.
    pub can_be: Vec<String>,
    /// The ways in which it can leave the field, by their ids.
    pub can_go: Vec<String>,
}

/// The most pieces of a noted position, and the most conditions of one of them.
const MOST_PIECES: usize = 200;
const MOST_CONDITIONS: usize = 20;
/// The most points of a player.
const MOST_POINTS: u32 = 1_000;

impl NotedPosition {
    /// Refuses what no game can take: too many pieces, one that is named twice, points and headings that are no numbers of a
    /// table, names with control characters.
    ///
    /// # Errors
    /// `HS-NOTE-01` with the place of the fault as `path`.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if self.pieces.len() > MOST_PIECES {
            return Err(unfit(
                "/pieces",
                message!(MESSAGES, "noted-too-many", most = MOST_PIECES),
            ));
        }
        for (place, piece) in self.pieces.iter().enumerate() {
            let at = |field: &str| format!("/pieces/{place}{field}");
            if self.pieces[..place]
                .iter()
                .any(|other| other.piece == piece.piece)
            {
                return Err(unfit(
                    at("/piece"),
                    message!(MESSAGES, "noted-twice", piece = piece.piece.clone()),
                ));
            }
            let far = |length: f64| !length.is_finite() || length.abs() > 1_000.0;
            if piece.at.is_some_and(|point| far(point.x) || far(point.y)) {
                return Err(unfit(at("/at"), message!(MESSAGES, "noted-far-away")));
            }
            if piece.facing.is_some_and(far) {
                return Err(unfit(at("/facing"), message!(MESSAGES, "noted-no-heading")));
            }
            if piece
                .conditions
                .as_ref()
                .is_some_and(|all| all.len() > MOST_CONDITIONS)
            {
                return Err(unfit(
                    at("/conditions"),
                    message!(MESSAGES, "noted-too-many-conditions", most = MOST_CONDITIONS),
                ));
            }
            if piece.gone.is_some() && piece.at.is_some() {
                return Err(unfit(at("/gone"), message!(MESSAGES, "noted-gone-and-there")));
            }
        }
        let unfitting = unfit_within(&serde_json::json!(self));
        match unfitting {
            Some((path, letter)) => Err(unfit(
                path,
                message!(
                    MESSAGES,
                    "noted-unfit-letter",
                    letter = format!("U+{:04X}", u32::from(letter))
                ),
            )),
            None => Ok(()),
        }
    }
}

/// The refusal of a noted position, with the place of the fault in it.
pub fn unfit(path: impl Into<String>, why: crate::Message) -> Refusal {
    Refusal::new(NOTED, why).with("path", path.into())
}

impl NotedPiece {
    /// The piece of an id, as it stands: nothing is changed.
    pub fn of(piece: &(impl ToString + ?Sized)) -> Self {
        Self {
            piece: piece.to_string(),
            ..Self::default()
        }
    }
}

/// A piece of a noted position with everything that was left out filled in from the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct WantedPiece {
    /// The place in the noted position, for refusals.
    pub place: usize,
    /// The piece: on the field with a point and a heading, or gone in a named way, or neither (in reserve).
    pub piece: NotedPiece,
}

impl WantedPiece {
    /// The refusal of something about this piece.
    pub fn unfit(&self, field: &str, why: crate::Message) -> Refusal {
        unfit(format!("/pieces/{}/{field}", self.place), why)
    }
}

impl NoteSheet {
    /// The pieces of a noted position, each as it will stand: what is left out is as on this sheet, a piece without strength is gone in
    /// the usual way.
    ///
    /// # Errors
    /// `HS-NOTE-01` for a piece, condition or way to go that the sheet does not have, and for more strength than a whole one has.
    pub fn filled(&self, noted: &NotedPosition) -> Result<Vec<WantedPiece>, Refusal> {
        if let Some(phase) = &noted.phase
            && !self.phases.iter().any(|known| known.id == *phase)
        {
            let known: Vec<_> = self.phases.iter().map(|known| known.id.clone()).collect();
            return Err(unfit("/phase", message!(MESSAGES, "noted-no-phase", phase)).allowed(known));
        }
        let unnoted =
            |(seat, points): &(&Seat, &u32)| !self.points.contains_key(seat) || **points > MOST_POINTS;
        if let Some((seat, points)) = noted.points.iter().find(unnoted) {
            let why = message!(MESSAGES, "noted-no-points", seat = *seat, most = MOST_POINTS);
            return Err(unfit(format!("/points/{seat}"), why).asked(points));
        }
        let pieces = noted.pieces.iter().enumerate();
        pieces
            .map(|(place, piece)| self.filled_piece(place, piece))
            .collect()
    }

    fn filled_piece(&self, place: usize, piece: &NotedPiece) -> Result<WantedPiece, Refusal> {
        let unfit = |field: &str, why| Err(unfit(format!("/pieces/{place}/{field}"), why));
        let Some(known) = self.pieces.iter().find(|known| known.now.piece == piece.piece) else {
            return unfit(
                "piece",
                message!(MESSAGES, "noted-no-piece", piece = piece.piece.clone()),
            );
        };
        let stands = &known.now;
        for condition in piece.conditions.iter().flatten() {
            if !known.can_be.contains(condition) {
                let why = message!(
                    MESSAGES,
                    "noted-no-condition",
                    name = known.name.clone(),
                    condition
                );
                return unfit("conditions", why).map_err(|refusal: Refusal| refusal.allowed(&known.can_be));
            }
        }
        if let Some(way) = &piece.gone
            && stands.gone.as_ref() != Some(way)
            && !known.can_go.contains(way)
        {
            let why = message!(MESSAGES, "noted-no-way-to-go", name = known.name.clone(), way);
            return unfit("gone", why).map_err(|refusal: Refusal| refusal.allowed(&known.can_go));
        }
        if let (Some(left), full) = (piece.left, known.full.unwrap_or_default())
            && left > full
        {
            let why = message!(
                MESSAGES,
                "noted-too-strong",
                name = known.name.clone(),
                left,
                full
            );
            return unfit("left", why);
        }
        let comes_back = piece.at.is_some();
        let usual = || known.can_go.first().cloned();
        let gone = match (&piece.gone, piece.left) {
            (Some(way), _) => Some(way.clone()),
            (None, Some(0)) => usual(),
            (None, _) if comes_back => None,
            (None, _) => stands.gone.clone(),
        };
        let is_there = gone.is_none();
        let whole = || {
            if stands.gone.is_some() {
                known.full
            } else {
                stands.left
            }
        };
        Ok(WantedPiece {
            place,
            piece: NotedPiece {
                piece: piece.piece.clone(),
                at: piece.at.or(stands.at).filter(|_| is_there),
                facing: piece.facing.or(stands.facing).filter(|_| is_there),
                left: piece.left.or_else(whole).filter(|_| is_there),
                conditions: Some(
                    piece
                        .conditions
                        .clone()
                        .or_else(|| stands.conditions.clone())
                        .unwrap_or_default(),
                )
                .filter(|_| is_there),
                gone,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> NoteSheet {
        let piece = |id: &str, gone: Option<&str>| SheetPiece {
            now: NotedPiece {
                at: gone.is_none().then(|| BoardPoint::new(2.5, 3.5)),
                facing: gone.is_none().then_some(90.0),
                left: gone.is_none().then_some(4),
                conditions: gone.is_none().then(|| vec!["tired".to_owned()]),
                gone: gone.map(str::to_owned),
                ..NotedPiece::of(id)
            },
            name: format!("the {id}"),
            seat: Seat::A,
            full: Some(6),
            can_be: vec!["tired".to_owned(), "brave".to_owned()],
            can_go: vec!["killed".to_owned(), "fled".to_owned()],
        };
        let moment = NotedMoment {
            turn: 1,
            active: Seat::A,
        };
        NoteSheet {
            counts: "turn".to_owned(),
            now: moment.clone(),
            next: moment,
            turns_a_count: 1,
            phases: vec![NotedWord::new("moves", "Moves")],
            conditions: Vec::new(),
            ways_to_go: Vec::new(),
            heading_step: 90.0,
            points: BTreeMap::new(),
            pieces: vec![piece("A1", None), piece("A2", Some("killed"))],
        }
    }

    fn noted(pieces: Vec<NotedPiece>) -> NotedPosition {
        NotedPosition {
            turn: 2,
            active: Seat::B,
            phase: None,
            points: BTreeMap::new(),
            pieces,
        }
    }

    #[test]
    fn what_is_left_out_is_as_on_the_sheet() {
        let mut moved = NotedPiece::of("A1");
        moved.at = Some(BoardPoint::new(5.5, 5.5));
        let wanted = sheet().filled(&noted(vec![moved])).unwrap();
        let piece = &wanted[0].piece;
        assert_eq!(
            (piece.at, piece.facing),
            (Some(BoardPoint::new(5.5, 5.5)), Some(90.0))
        );
        assert_eq!((piece.left, piece.gone.as_deref()), (Some(4), None));
        assert_eq!(piece.conditions.as_deref(), Some(&["tired".to_owned()][..]));
    }

    #[test]
    fn a_piece_without_strength_is_gone_and_one_that_gets_a_place_is_back_whole() {
        let mut dead = NotedPiece::of("A1");
        dead.left = Some(0);
        let mut back = NotedPiece::of("A2");
        back.at = Some(BoardPoint::new(1.5, 1.5));
        let wanted = sheet().filled(&noted(vec![dead, back])).unwrap();
        let (dead, back) = (&wanted[0].piece, &wanted[1].piece);
        assert_eq!(
            (dead.gone.as_deref(), dead.at, dead.left),
            (Some("killed"), None, None)
        );
        assert_eq!((back.gone.as_deref(), back.left), (None, Some(6)));
    }

    #[test]
    fn what_the_sheet_does_not_have_is_refused_at_its_place() {
        let with = |change: fn(&mut NotedPiece)| {
            let mut piece = NotedPiece::of("A1");
            change(&mut piece);
            sheet()
                .filled(&noted(vec![NotedPiece::of("A2"), piece]))
                .unwrap_err()
        };
        let cases = [
            (with(|piece| piece.piece = "A9".to_owned()), "/pieces/1/piece"),
            (
                with(|piece| piece.conditions = Some(vec!["angry".to_owned()])),
                "/pieces/1/conditions",
            ),
            (
                with(|piece| piece.gone = Some("bored".to_owned())),
                "/pieces/1/gone",
            ),
            (with(|piece| piece.left = Some(7)), "/pieces/1/left"),
        ];
        for (refusal, path) in cases {
            assert_eq!(
                (refusal.rule.0.as_ref(), &refusal.details["path"]),
                (NOTED, &path.into())
            );
        }
        let mut other = noted(Vec::new());
        other.phase = Some("tea".to_owned());
        assert_eq!(sheet().filled(&other).unwrap_err().details["path"], "/phase");
        let mut scored = noted(Vec::new());
        scored.points.insert(Seat::A, 3);
        assert_eq!(sheet().filled(&scored).unwrap_err().details["path"], "/points/A");
    }

    #[test]
    fn what_no_table_can_have_is_refused() {
        let path = |pieces: Vec<NotedPiece>| noted(pieces).check().unwrap_err().details["path"].clone();
        let with = |change: fn(&mut NotedPiece)| {
            let mut piece = NotedPiece::of("A1");
            change(&mut piece);
            vec![piece]
        };
        assert_eq!(path(vec![NotedPiece::of("A1"); 2]), "/pieces/1/piece");
        assert_eq!(path(vec![NotedPiece::of("A1"); 201]), "/pieces");
        assert_eq!(
            path(with(|piece| piece.at = Some(BoardPoint::new(f64::NAN, 0.0)))),
            "/pieces/0/at"
        );
        assert_eq!(
            path(with(|piece| piece.at = Some(BoardPoint::new(0.0, 1e9)))),
            "/pieces/0/at"
        );
        assert_eq!(
            path(with(|piece| piece.facing = Some(f64::INFINITY))),
            "/pieces/0/facing"
        );
        assert_eq!(
            path(with(|piece| piece.conditions = Some(vec!["a".to_owned(); 21]))),
            "/pieces/0/conditions"
        );
        assert_eq!(
            path(with(|piece| {
                piece.at = Some(BoardPoint::new(0.0, 0.0));
                piece.gone = Some("killed".to_owned());
            })),
            "/pieces/0/gone"
        );
        assert_eq!(
            path(with(|piece| piece.piece = "A\u{202E}1".to_owned())),
            "/pieces/0/piece"
        );
        assert_eq!(noted(vec![NotedPiece::of("A1")]).check(), Ok(()));
    }
}
