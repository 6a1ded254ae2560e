//! Terrain pieces as units stand on them, near them or move into them, and their removal. Rules `IF-TERR-01` to `-16`.

use hindsight_kernel::refusals;

use crate::cards::{AttackKind, Keyword};
use crate::field::{Ground, Outline, Piece as FieldPiece, Pose, Tray};
use crate::messages::MESSAGES;
use crate::model::names::{PieceNo, UnitId};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not remove a terrain piece.
    pub enum NoDemolition {
        NoPiece { piece: PieceNo } = "IF-TERR-05", "§Sheet, Terrain rules", piece;
        NotDestructible { name: String } = "IF-TERR-05", "§Sheet, Terrain rules", name;
        NoMelee = "IF-TERR-05", "§Sheet, Terrain rules";
        TooFar = "IF-TERR-05", "§Sheet, Terrain rules";
    }
}

/// The tray of a unit on the table. Rule `IF-GEO-03`.
pub fn tray(state: &State, id: UnitId) -> Option<Tray> {
    let (unit, card) = state.unit_and_card(id)?;
    Some(Tray::new(unit.pose?, state.cards.trays.of(card.kind)))
}

/// Everything else on the table as it concerns one unit that moves, with the numbers of the terrain pieces.
pub fn ground(state: &State, id: UnitId) -> Ground {
    ground_without(state, id, None)
}

/// The same without one more unit.
pub fn ground_without(state: &State, id: UnitId, left_out: Option<UnitId>) -> Ground {
    let mut ground = Ground {
        pieces: field_pieces(state),
        ..Ground::default()
    };
    for (unit, _) in state.on_table() {
        if unit.id == id || Some(unit.id) == left_out {
            continue;
        }
        let Some(tray) = tray(state, unit.id) else {
            continue;
        };
        if unit.id.seat() == id.seat() {
            ground.friends.push(tray.outline());
        } else {
            ground.enemies.push(tray.outline());
        }
    }
    ground
}

/// The terrain pieces on the table as they are measured, in the order of [`State::pieces`].
pub fn field_pieces(state: &State) -> Vec<FieldPiece> {
    state
        .pieces()
        .map(|(piece, card)| {
            let size = crate::cards::TraySize {
                width: card.width,
                depth: card.depth,
            };
            FieldPiece::new(&Tray::new(piece.pose, size), &card.keywords)
        })
        .collect()
}

/// The numbers of pieces by their places in [`field_pieces`].
pub fn numbers(state: &State) -> Vec<PieceNo> {
    state.pieces().map(|(piece, _)| piece.no).collect()
}

/// The pieces with a keyword that an outline overlaps. Rule `IF-GEO-08`.
pub fn under(state: &State, outline: &Outline, keyword: Keyword) -> Vec<PieceNo> {
    state
        .pieces()
        .zip(field_pieces(state))
        .filter(|((_, card), piece)| card.has(keyword) && outline.overlaps(&piece.outline))
        .map(|((piece, _), _)| piece.no)
        .collect()
}

/// Whether a unit is within Short Range of a Horrific and of an Inspiring piece. Rules `IF-TERR-09`, `IF-TERR-11`.
pub fn moods(state: &State, id: UnitId) -> (bool, bool) {
    const SHORT: i32 = 6_000;
    let Some(outline) = tray(state, id).map(|tray| tray.outline()) else {
        return (false, false);
    };
    let mut moods = (false, false);
    for ((_, card), piece) in state.pieces().zip(field_pieces(state)) {
        let (horrific, inspiring) = (card.has(Keyword::Horrific), card.has(Keyword::Inspiring));
        if (horrific || inspiring) && outline.is_within(&piece.outline, SHORT) {
            moods.0 |= horrific;
            moods.1 |= inspiring;
        }
    }
    moods
}

/// The Dangerous pieces that a unit is in. Rule `IF-TERR-04`.
pub fn dangerous_in(state: &State, id: UnitId) -> Vec<PieceNo> {
    tray(state, id).map_or_else(Vec::new, |tray| under(state, &tray.outline(), Keyword::Dangerous))
}

/// The Dangerous pieces that a movement goes into: overlapped at a pose or on a straight way between two, and not at its
/// start. Rules `IF-TERR-04`, `IF-GEO-08`.
pub fn dangerous_entered(state: &State, tray: &Tray, path: &[Pose]) -> Vec<PieceNo> {
    let Some(first) = path.first() else {
        return Vec::new();
    };
    let before = under(state, &tray.at(*first).outline(), Keyword::Dangerous);
    let mut entered = Vec::new();
    for (place, pose) in path.iter().enumerate() {
        let there = tray.at(*pose);
        let mut outlines = vec![there.outline()];
        if let Some(next) = path.get(place + 1)
            && next.heading == pose.heading
        {
            outlines.push(there.swept(*next));
        }
        for outline in outlines {
            for piece in under(state, &outline, Keyword::Dangerous) {
                if !before.contains(&piece) && !entered.contains(&piece) {
                    entered.push(piece);
                }
            }
        }
    }
    entered
}

/// Whether a unit may remove a Destructible piece by a melee Attack. Rule `IF-TERR-05`.
///
/// RULING (`IF-TERR-05`): an engaged unit may, for it is an Attack action.
pub fn check_demolish(state: &State, id: UnitId, no: PieceNo) -> Result<(), NoDemolition> {
    const NEAR: i32 = 1_000;
    let found = state
        .pieces()
        .zip(field_pieces(state))
        .find(|((piece, _), _)| piece.no == no);
    let Some(((_, card), piece)) = found else {
        return Err(NoDemolition::NoPiece { piece: no });
    };
    if !card.has(Keyword::Destructible) {
        return Err(NoDemolition::NotDestructible {
            name: card.name.clone(),
        });
    }
    let (Some((_, card)), Some(tray)) = (state.unit_and_card(id), tray(state, id)) else {
        return Err(NoDemolition::TooFar);
    };
    if card.attacks_of(AttackKind::Melee).next().is_none() {
        return Err(NoDemolition::NoMelee);
    }
    if !tray.outline().is_within(&piece.outline, NEAR) {
        return Err(NoDemolition::TooFar);
    }
    Ok(())
}

/// The pieces that a unit may remove. Rule `IF-TERR-05`.
pub fn demolishable(state: &State, id: UnitId) -> Vec<PieceNo> {
    let numbers = state.pieces().map(|(piece, _)| piece.no);
    numbers
        .filter(|no| check_demolish(state, id, *no).is_ok())
        .collect()
}
