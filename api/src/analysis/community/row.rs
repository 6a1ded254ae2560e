//! From a stored game to its row.

use std::collections::BTreeMap;

use hindsight_kernel::{DiceKind, Seat, Viewer};
use hindsight_reports::community::{FinishedGame, GameRow, Provenance, ROW_SCHEMA};
use hindsight_store::{EventStore, Listed, StreamCard, StreamId};
use serde::{Deserialize, Serialize};

use crate::access::seat_marks::taken_by;
use crate::base::error::ApiResult;
use crate::base::now_ms;
use crate::base::store_handle::known_secret;
use crate::games::GameHistory;
use crate::games::battle::{Battle, battle_of};
use crate::games::card_fields::VARIATION;
use crate::games::card_fields::is_arriving;
use crate::games::figures;
use crate::games::kinds::is_no_game;
use crate::games::live_game::system_of;
use crate::games::notation::BOT;
use crate::games::player_names::are_hidden;
use crate::games::registry::seed_of;

/// Who records such a game: `hindsight simulate`. It stands in every record, so a file that lost its mark still tells.
const SIMULATED: &str = "simulate";
/// Marks of games that are no whole battle between two armies, and count nowhere.
const NOT_WHOLE: [&str; 2] = ["position", VARIATION];

/// Whether a game counts: it is over, everybody may see it, and it was played from its beginning.
pub fn counts(listed: &Listed) -> bool {
    let card = &listed.card;
    !listed.deleted
        && card.status == "finished"
        && card.visibility == "public"
        && !is_arriving(card)
        && !is_no_game(card)
        && !card.marks.iter().any(|mark| NOT_WHOLE.contains(&mark.as_str()))
}

/// What a row was made from: as long as it is the same, so is the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// How many events the game had.
    version: u64,
    /// A digest of what its card says that goes into the row.
    card: u64,
}

impl Origin {
    pub(super) fn of(listed: &Listed) -> Self {
        let card = &listed.card;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&[u8::from(card.marks.iter().any(|mark| mark == BOT))]);
        hasher.update(&card.created_ms.to_le_bytes());
        for (seat, account) in accounts(card) {
            hasher.update(format!("{seat}={account}\n").as_bytes());
        }
        let mut first = [0; 8];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        Self {
            version: card.events,
            card: u64::from_le_bytes(first),
        }
    }
}

/// A row as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredRow {
    pub(super) schema: u32,
    pub(super) origin: Origin,
    /// The battle that it is a record of: several records of one are counted once.
    pub(super) battle: Battle,
    pub(super) row: GameRow,
}

/// The accounts that sat in a game, as its card says; none where its players' names are hidden.
fn accounts(card: &StreamCard) -> BTreeMap<Seat, String> {
    if are_hidden(card) {
        return BTreeMap::new();
    }
    (0..)
        .map_while(Seat::new)
        .filter_map(|seat| Some((seat, taken_by(card, seat)?.to_owned())))
        .collect()
}

/// When a game ended: as long after the beginning that its card tells as its records lasted. A game that was written down
/// or brought in later counts in the month in which it was played. What a file says of the future is not believed: no game
/// is over later than now.
fn ended_ms(past: &GameHistory, card: &StreamCard, version: u64) -> u64 {
    let recorded = |version| past.recorded_ms(version).unwrap_or(card.created_ms);
    card.created_ms
        .saturating_add(recorded(version).saturating_sub(recorded(1)))
        .min(now_ms())
}

/// Whether the first record says that bots were let play. A text says nothing of who recorded it, so bots' games that come
/// in as texts cannot be told from others; nobody who sat in them is known by account, so no rating follows from them.
fn was_simulated(store: &dyn EventStore, game: StreamId) -> ApiResult<bool> {
    let first = store.read(game, 1, 1)?;
    Ok(first.first().is_some_and(|record| record.actor == SIMULATED))
}

/// The provenance of a game of people without rulings: every command is decided again, whoever rolled the dice.
///
/// Server dice prove something only where they follow from the first seed of this server for this game, which nobody could
/// know before the end: the seed of a file from elsewhere may have been chosen for its dice, and what was played again once
/// the first seed was revealed was played in knowledge of it.
fn audited(
    store: &dyn EventStore,
    id: StreamId,
    past: &GameHistory,
    dice: Option<&DiceKind>,
) -> ApiResult<Provenance> {
    let audit = past.chronicle.audit()?;
    if !audit.differences.is_empty() || audit.dice_fault.is_some() {
        return Ok(Provenance::TableRecorded);
    }
    let Some(DiceKind::Server { commitment }) = dice else {
        return Ok(Provenance::AuditedClean);
    };
    let own = known_secret(store)?.is_some_and(|secret| seed_of(&secret, id, 0).commitment() == *commitment);
    let checked = audit.dice_checked.is_some() && !past.was_reseeded();
    Ok(if own && checked {
        Provenance::ServerDice
    } else {
        Provenance::AuditedClean
    })
}

/// The row of a game that counts; nothing if the stream turns out not to be over.
pub(super) fn row_of(store: &dyn EventStore, listed: &Listed) -> ApiResult<Option<StoredRow>> {
    let (id, card): (StreamId, &StreamCard) = (listed.stream, &listed.card);
    let system = system_of(card)?;
    let past = GameHistory::load(store, id, system, card.events, None)?;
    let (mut first, mut ended) = (None, None);
    let figures = figures(past.chronicle.as_ref(), Viewer::Everything, &mut |step| {
        let moment = step.moment();
        if first.is_none() && moment.turn > 0 {
            first = moment.active;
        }
        if step.kind() == "ended" {
            ended = Some(step.version());
        }
    })?;
    let Some(battle) = battle_of(system, past.chronicle.as_ref())? else {
        return Ok(None);
    };
    let game = past.chronicle.game_at(past.version(), Viewer::Everything)?;
    let info = game.info(Viewer::Everything);
    let Some(outcome) = &info.outcome else {
        return Ok(None);
    };
    let bots = card.marks.iter().any(|mark| mark == BOT) || was_simulated(store, id)?;
    let provenance = if bots {
        Provenance::Bots
    } else if info.noted.gaps > 0 {
        Provenance::PartlyRecorded
    } else if info.rulings > 0 || info.noted.corrections > 0 {
        Provenance::TableRecorded
    } else {
        audited(store, id, &past, info.dice.as_ref())?
    };
    let finished = FinishedGame {
        game: id.to_bytes(),
        system: &info.system,
        rules: &info.rules_version,
        terms: &game.terms(),
        seats: &info.seats,
        accounts: &accounts(card),
        outcome,
        ended_ms: ended_ms(&past, card, ended.unwrap_or(past.version())),
        rounds: info.moment.round,
        first,
        provenance,
    };
    Ok(Some(StoredRow {
        schema: ROW_SCHEMA,
        origin: Origin::of(listed),
        battle,
        row: GameRow::of(&finished, &figures),
    }))
}
