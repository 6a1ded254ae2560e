//! Index cards: from games to cards, and from cards to what lists show.

use hindsight_engine::{AnyGame, GameInfo};
use hindsight_kernel::Viewer;
use hindsight_openapi::wire::{GameCard, GameLinks, Visibility};
use hindsight_store::{StreamCard, StreamId};

use crate::base::{links, time_text};
use crate::games::card_fields::{OPENED, is_told};
use crate::games::player_names::{are_hidden, shown_to};

/// The kinds of terms that a game's card has for lists.
pub(crate) mod term {
    /// The factions, in seat order.
    pub(crate) const FACTION: &str = "faction";
    /// How it ended, in one word: `won` or `draw`.
    pub(crate) const ENDING: &str = "ending";
    /// Who won it, as they stand among the players.
    pub(crate) const WINNER: &str = "winner";
}

/// The terms that a list is asked for: of each kind the value, where one is asked for.
pub(crate) fn asked_terms<const N: usize>(terms: [(&str, Option<String>); N]) -> Vec<(String, String)> {
    let terms = terms.into_iter();
    terms
        .filter_map(|(kind, value)| Some((kind.to_owned(), value?)))
        .collect()
}

/// A card brought up to date with its game: status, result, rounds, public factions.
pub fn card_of(game: &dyn AnyGame, card: &StreamCard) -> StreamCard {
    card_by(&game.info(Viewer::Public), card)
}

/// A card brought up to date by what the public knows of its game: the card stands in public lists.
pub(crate) fn card_by(info: &GameInfo, card: &StreamCard) -> StreamCard {
    let mut card = card.clone();
    card.system.clone_from(&info.system);
    card.rounds = match hindsight_engine::counted_in(&info.system) {
        "turn" => info.moment.turn,
        _ => info.moment.round,
    };
    let factions = info.seats.iter().filter_map(|seat| seat.faction.clone());
    card.set_terms(term::FACTION, factions.collect());
    let opened = card
        .extra
        .entry(OPENED.to_owned())
        .or_insert_with(|| info.version.to_string());
    let draft = opened.parse() == Ok(info.version);
    let winner = info.outcome.as_ref().map(|outcome| outcome.winner);
    let ending = winner.map(|winner| if winner.is_some() { "won" } else { "draw" });
    card.set_terms(term::ENDING, ending.into_iter().map(str::to_owned).collect());
    let winners = info
        .seats
        .iter()
        .filter(|seat| winner.flatten() == Some(seat.side))
        .filter_map(|seat| card.players.get(seat.seat.index()))
        .filter(|name| !name.is_empty())
        .cloned()
        .collect();
    card.set_terms(term::WINNER, winners);
    card.result = info.outcome.as_ref().map(|outcome| match outcome.winner {
        Some(side) => {
            let names: Vec<&str> = info
                .seats
                .iter()
                .filter(|seat| seat.side == side)
                .map(|seat| seat.name.as_str())
                .collect();
            format!("{} won: {}", names.join(" and "), outcome.reason)
        }
        None => format!("draw: {}", outcome.reason),
    });
    let status = match (&info.outcome, draft) {
        (Some(_), _) => "finished",
        (None, true) => "draft",
        (None, false) => "running",
    };
    status.clone_into(&mut card.status);
    card.marks.retain(|mark| {
        !["ruling", "not-recorded", "position-set"].contains(&mark.as_str())
            && mark != "taken-back"
            && mark != "corrected"
    });
    for (mark, count) in [
        ("ruling", info.rulings),
        ("not-recorded", info.noted.gaps),
        ("position-set", info.noted.corrections),
        ("taken-back", info.take_backs),
        ("corrected", info.corrections),
    ] {
        if count > 0 {
            card.marks.push(mark.to_owned());
        }
    }
    card
}

/// A card as lists show it; hidden names are for its owner.
pub fn game_card(id: StreamId, card: &StreamCard, yours: bool) -> GameCard {
    GameCard {
        id: id.to_string(),
        system: card.system.clone(),
        title: card.title.clone(),
        status: card.status.clone(),
        visibility: Visibility::of_name(&card.visibility),
        players: shown_to(card, yours),
        names_hidden: are_hidden(card),
        factions: card.terms_of(term::FACTION).to_vec(),
        tags: card.tags.clone(),
        marks: card.marks.iter().filter(|mark| is_told(mark)).cloned().collect(),
        result: card.result.clone(),
        rounds: card.rounds,
        version: card.events,
        created_at: time_text(card.created_ms),
        updated_at: time_text(card.updated_ms),
        yours,
        links: GameLinks {
            itself: links::game_data(id),
            page: links::game(id),
            picture: links::game_part(id, "board.svg"),
            events: links::game_part(id, "events"),
            live: links::game_part(id, "live"),
        },
    }
}
