//! Fields and marks that the service keeps on a game's card beside those of the store: the length of the opening, arrival,
//! the branch of a variation, the undo policy, the time control and what moderators did.
//!
//! Every file of this layer may read a card, so this one imports none of them.

use hindsight_engine::GameInfo;
use hindsight_openapi::wire::{TimeControl, UndoPolicy, Visibility};
use hindsight_store::{StreamCard, StreamId};

use crate::access::seat_marks::taken_by;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;

/// The field with the number of events of the opening. A game that has no more is a draft.
pub(crate) const OPENED: &str = "opened";
/// The field with the digest of the request that made the game, where it had a key.
pub(crate) const REQUEST_DIGEST: &str = "request";
/// The mark of a game of which only a part is stored.
pub(crate) const ARRIVING: &str = "arriving";
/// The mark of a variation.
pub(crate) const VARIATION: &str = "variation";
/// With the id of a game after it, the mark of that game's variations; shown to nobody.
pub(crate) const OF: &str = "of:";
/// The field with the moment at which a variation branches off.
pub(crate) const BRANCH: &str = "branch";
/// The field with the undo policy, where it is not the default.
const UNDO_POLICY: &str = "undo";
/// The field with the open request for an undo.
pub(crate) const UNDO_REQUEST: &str = "undo-request";
/// The field with the time control.
pub(crate) const CONTROL: &str = "clock";
/// The field with the version of the rules by which the clocks run; without it they are [`HOUR_RULES`]. A game keeps the
/// rules that it was begun with, so that no time of a game that is over changes.
pub(crate) const RULES: &str = "clock-rules";
/// The field with the visibility that a hidden game had before.
const WAS_SHOWN: &str = "hidden-from";
/// Rules of clocks: any wait of more than an hour is a break, whatever the time control gives.
const HOUR_RULES: u32 = 1;
/// Rules of clocks: a wait is a break if it is longer than an hour and longer than the whole time of a seat.
const CONTROL_RULES: u32 = 2;
/// Rules of clocks: besides, a pass pays no increment.
pub(crate) const PASS_RULES: u32 = 3;
/// The rules of clocks that a game keeps if it was begun with them.
const KEPT_RULES: [u32; 2] = [CONTROL_RULES, PASS_RULES];
/// No wait of at most this is a break.
const HOUR_MS: u64 = 60 * 60 * 1_000;

/// The number of events that the opening of a game had.
pub(crate) fn opened(card: &StreamCard) -> u64 {
    card.extra
        .get(OPENED)
        .and_then(|opened| opened.parse().ok())
        .unwrap_or(0)
}

/// Whether a game is still coming in, so that nobody is shown it.
pub fn is_arriving(card: &StreamCard) -> bool {
    card.marks.iter().any(|mark| mark == ARRIVING)
}

/// The moment at which a variation branches off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The game it branches off.
    pub game: StreamId,
    /// The version of that game after which it goes its own way.
    pub version: u64,
    /// The number of its own events up to there.
    pub shared: u64,
}

impl Branch {
    /// The branch that a card names; nothing for the card of a game which is no variation.
    pub fn of(card: &StreamCard) -> Option<Self> {
        let mut parts = card.extra.get(BRANCH)?.split(' ');
        Some(Self {
            game: parts.next()?.parse().ok()?,
            version: parts.next()?.parse().ok()?,
            shared: parts.next()?.parse().ok()?,
        })
    }

    /// Writes the branch onto the card of a new variation.
    pub(crate) fn note(self, card: &mut StreamCard) {
        let Self {
            game,
            version,
            shared,
        } = self;
        card.marks.extend([VARIATION.to_owned(), format!("{OF}{game}")]);
        card.extra
            .insert(BRANCH.to_owned(), format!("{game} {version} {shared}"));
    }

    /// Takes from a card what it says of another game; returns whether it said something.
    pub fn forget(card: &mut StreamCard) -> bool {
        card.marks.retain(|mark| is_told(mark));
        card.extra.remove(BRANCH).is_some()
    }
}

/// Whether a mark is for everybody: that of a game's variations names a game which may be private.
pub(crate) fn is_told(mark: &str) -> bool {
    !mark.starts_with(OF)
}

/// The undo policy that a card states.
pub(crate) fn undo_policy(card: &StreamCard) -> UndoPolicy {
    let stated = card.extra.get(UNDO_POLICY).map(String::as_str);
    stated.and_then(UndoPolicy::of_name).unwrap_or_default()
}

/// Writes the undo policy onto a card. A request made under another policy ends.
pub(crate) fn state_policy(card: &mut StreamCard, policy: UndoPolicy) {
    if undo_policy(card) != policy {
        end_request(card);
    }
    if policy.is_usual() {
        card.extra.remove(UNDO_POLICY);
    } else {
        card.extra
            .insert(UNDO_POLICY.to_owned(), policy.name().to_owned());
    }
}

/// Ends the request for an undo that is on a card, as the game goes on.
pub(crate) fn end_request(card: &mut StreamCard) {
    card.extra.remove(UNDO_REQUEST);
}

/// Whether an account other than the owner's has taken a seat of the game.
pub(crate) fn is_shared(card: &StreamCard, info: &GameInfo) -> bool {
    let mut takers = info.seats.iter().filter_map(|seat| taken_by(card, seat.seat));
    takers.any(|account| account != card.owner)
}

/// The time control that a card states.
pub(crate) fn time_control(card: &StreamCard) -> Option<TimeControl> {
    control_in(card.extra.get(CONTROL)?)
}

/// The time control of a text like `90+30`.
fn control_in(text: &str) -> Option<TimeControl> {
    let (minutes, increment) = text.split_once('+')?;
    Some(TimeControl {
        minutes: minutes.parse().ok()?,
        increment_seconds: increment.parse().ok()?,
    })
}

/// A time control as a text: `90+30`.
pub(crate) fn control_words(control: TimeControl) -> String {
    format!("{}+{}", control.minutes, control.increment_seconds)
}

/// The version of the rules by which the clocks of a game run.
pub(crate) fn clock_rules(card: &StreamCard) -> u32 {
    let stated = card.extra.get(RULES).and_then(|rules| rules.parse().ok());
    stated.unwrap_or(HOUR_RULES)
}

/// The longest wait of a game that is no break, in milliseconds.
pub(crate) fn break_after_ms(card: &StreamCard) -> u64 {
    match time_control(card) {
        Some(control) if clock_rules(card) >= CONTROL_RULES => {
            HOUR_MS.max(u64::from(control.minutes) * 60_000)
        }
        Some(_) | None => HOUR_MS,
    }
}

/// Writes the time control that a header of a text states onto a card; the header alone keeps one that is not sound.
pub(crate) fn control_of_header(card: &mut StreamCard, header: &str) {
    if let Some(control) = control_in(header) {
        // Refused is what no game can state.
        drop(state_control(card, control));
    }
}

/// Keeps of what a file's card says the time control and the rules of its clocks, where they are sound.
pub(crate) fn keep_control(card: &mut StreamCard) {
    let control = time_control(card);
    let rules = card.extra.remove(RULES);
    card.extra.remove(CONTROL);
    if let Some(control) = control
        && state_control(card, control).is_ok()
    {
        card.extra.remove(RULES);
        if let Some(rules) = rules.filter(|rules| KEPT_RULES.iter().any(|kept| kept.to_string() == **rules)) {
            card.extra.insert(RULES.to_owned(), rules);
        }
    }
}

/// Writes a time control onto a card, with the rules by which clocks run today.
pub(crate) fn state_control(card: &mut StreamCard, control: TimeControl) -> ApiResult<()> {
    if !(1..=1_440).contains(&control.minutes) {
        return Err(ApiError::body("/clock/minutes", text!("clock-minutes")));
    }
    if control.increment_seconds > 3_600 {
        return Err(ApiError::body(
            "/clock/increment_seconds",
            text!("clock-increment"),
        ));
    }
    card.extra.insert(CONTROL.to_owned(), control_words(control));
    card.extra.insert(RULES.to_owned(), PASS_RULES.to_string());
    Ok(())
}

/// Whether moderators have hidden a game.
pub(crate) fn is_hidden(card: &StreamCard) -> bool {
    card.extra.contains_key(WAS_SHOWN)
}

/// Hides a game by its card, which keeps how the game was shown.
pub(crate) fn hide(card: &mut StreamCard) {
    card.extra.insert(WAS_SHOWN.to_owned(), card.visibility.clone());
    Visibility::Private.name().clone_into(&mut card.visibility);
}

/// Shows a hidden game again as it was shown before.
pub(crate) fn show_again(card: &mut StreamCard) {
    if let Some(shown) = card.extra.remove(WAS_SHOWN) {
        card.visibility = shown;
    }
}

/// Marks the card of a game that is made of a hidden one as hidden, too. It is shown as that was when moderators show it again.
pub(crate) fn hide_with(card: &mut StreamCard, original: &StreamCard) {
    if let Some(shown) = original.extra.get(WAS_SHOWN) {
        card.extra.insert(WAS_SHOWN.to_owned(), shown.clone());
        Visibility::Private.name().clone_into(&mut card.visibility);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_says_where_a_variation_branches_off_and_forgets_it() {
        let branch = Branch {
            game: StreamId::new(7, 9),
            version: 40,
            shared: 38,
        };
        let mut card = StreamCard::default();
        assert_eq!(Branch::of(&card), None);
        branch.note(&mut card);
        assert_eq!(Branch::of(&card), Some(branch));
        let id = branch.game.to_string();
        assert!(card.marks.iter().any(|mark| mark.contains(&id)));
        assert!(Branch::forget(&mut card) && !Branch::forget(&mut card));
        assert_eq!(
            (Branch::of(&card), &card.marks[..]),
            (None, &[VARIATION.to_owned()][..])
        );
        for forged in [
            "",
            "x 1 1",
            "00000000000000000000000007",
            "00000000000000000000000007 a 1",
        ] {
            card.extra.insert(BRANCH.to_owned(), forged.to_owned());
            assert_eq!(Branch::of(&card), None, "{forged}");
        }
    }

    #[test]
    fn a_break_is_longer_than_the_whole_time_of_a_seat_but_in_games_begun_before() {
        let day = TimeControl {
            minutes: 1_440,
            increment_seconds: 0,
        };
        let mut card = StreamCard::default();
        assert_eq!(break_after_ms(&card), 3_600_000);
        state_control(&mut card, day).unwrap();
        assert_eq!(break_after_ms(&card), 86_400_000);
        // A short time control: nobody thinks for more than an hour, but the table may have tea.
        let short = TimeControl { minutes: 30, ..day };
        state_control(&mut card, short).unwrap();
        assert_eq!(break_after_ms(&card), 3_600_000);
        // A game that was begun when every wait of more than an hour was a break keeps its clock.
        state_control(&mut card, day).unwrap();
        card.extra.remove(RULES);
        assert_eq!((clock_rules(&card), break_after_ms(&card)), (1, 3_600_000));
        // So does its copy from a file.
        keep_control(&mut card);
        assert_eq!((time_control(&card), clock_rules(&card)), (Some(day), 1));
        // Each of the later rules is kept as well; no others are.
        for (stated, kept) in [("2", 2), ("3", 3), ("4", 1)] {
            card.extra.insert(RULES.to_owned(), stated.to_owned());
            keep_control(&mut card);
            assert_eq!(clock_rules(&card), kept, "{stated}");
        }
        control_of_header(&mut card, "0+5");
        assert_eq!(time_control(&card), Some(day));
    }
}
