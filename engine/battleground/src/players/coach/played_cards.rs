//! Mistakes of command cards that are played for nothing or for too much.

use hindsight_kernel::{BetterChoice, Detector, Phrase, Seat, Suggestion, Weighed, message, phrase};

use super::watched::{DUBIOUS, MISTAKE, Watched, cited};
use crate::messages::{self, MESSAGES};
use crate::model::cards::{CardSide, Colour};
use crate::model::command::Command;
use crate::model::effect::{Change, Duration, Effect};
use crate::model::names::{CardNo, UnitId};
use crate::model::state::{Lasting, LastingKind, State};
use crate::rules::combat::odds;
use crate::views::prospects::{side_of, with_card};

/// The name of the chance that a card changes, among the measures.
pub(super) const DESTROYS: Phrase = phrase!(MESSAGES, "number-chance-to-destroy-the-target");

/// No card as what would have been better, after this version.
fn no_card(at: u64) -> BetterChoice {
    BetterChoice::new(at, message!(MESSAGES, "coach-no-card"), &[Command::Pass])
}

/// The cards in a player's hand once they have played one, and if they had not, in the position before.
fn hand_kept(before: &State, seat: Seat) -> Weighed {
    let hand = before.player(seat).hand.len() as f64;
    Weighed::certain(
        phrase!(MESSAGES, "number-cards-in-hand"),
        (hand - 1.0).max(0.0),
        hand.max(1.0),
    )
}

/// A red card that was played in an attack.
#[derive(Debug, Clone, Copy)]
pub(super) struct RedCard {
    /// The version after which it was played.
    at: u64,
    card: CardNo,
    /// The cards in hand before it.
    hand: usize,
    /// The chance that the attack destroys its target without the card and with it, as it was played.
    destroys: (f64, f64),
}

impl RedCard {
    /// A card that is played now; nothing where its odds cannot be known.
    pub(super) fn played(seen: &Watched<'_>, seat: Seat, card: CardNo) -> Option<Self> {
        let state = seen.before;
        let side = side_of(state, seat, card, Colour::Red)?;
        Some(Self {
            at: seen.asked_at,
            card,
            hand: state.player(seat).hand.len(),
            destroys: (
                odds::now(state)?.destroys,
                with_card(state, seat, card, side, &|odds| odds.destroys)?,
            ),
        })
    }

    /// No card as what would have been better, where the card hardly changed the chance to destroy the target.
    fn instead(self) -> Option<(BetterChoice, [Weighed; 2])> {
        let (without, with) = self.destroys;
        let hand = self.hand as f64;
        (with - without <= HARDLY).then(|| {
            let weighed = [
                Weighed::certain(phrase!(MESSAGES, "number-cards-in-hand"), hand - 1.0, hand),
                Weighed::odds(DESTROYS, with, without),
            ];
            (no_card(self.at), weighed)
        })
    }
}

/// A number of boxes as people read it.
fn hundredth(boxes: f64) -> f64 {
    (boxes * 100.0).round() / 100.0
}

/// The difference of chances up to which a card was played for nothing.
const HARDLY: f64 = 0.05;

pub(super) const CARD_OVERKILL: Detector = Detector::new(
    "card_overkill",
    phrase!(MESSAGES, "detector-card-overkill"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-card-overkill-watches"),
    cited!(V4: Cards01, Atk06),
);

/// No card is named as better only where the odds, when the card was played, hardly hung on it: else the dice made it too much.
pub(super) fn card_overkill(
    seen: &Watched<'_>,
    (unit, excess): (UnitId, u8),
    by: Option<UnitId>,
    red: Option<RedCard>,
) -> Option<Suggestion> {
    let attack = seen.before.attack.as_deref()?;
    let card = attack.red?;
    let there = seen.after.unit(unit)?;
    if excess < 2 || by != Some(attack.attacker) || unit != attack.target || seen.after.boxes_left(there) > 0
    {
        return None;
    }
    let seat = attack.attacker.seat();
    let better = red.filter(|red| red.card == card).and_then(RedCard::instead);
    let (better, weighed) = better.map_or((None, None), |(better, weighed)| (Some(better), Some(weighed)));
    Some(
        CARD_OVERKILL
            .found(
                seen.version,
                seat,
                Some(&attack.attacker),
                message!(
                    MESSAGES,
                    "coach-card-overkill",
                    card = messages::card(seen.before, seat, card),
                    attacker = messages::unit(seen.before, attack.attacker),
                    unit = messages::unit(seen.before, unit),
                    wounds = excess
                ),
                &[
                    (phrase!(MESSAGES, "number-wounds-to-spare"), f64::from(excess)),
                    (
                        phrase!(MESSAGES, "number-boxes-that-were-left"),
                        f64::from(
                            seen.before
                                .unit(unit)
                                .map_or(0, |before| seen.before.boxes_left(before)),
                        ),
                    ),
                ],
            )
            .instead(better, weighed.into_iter().flatten()),
    )
}

pub(super) const CARD_WASTED: Detector = Detector::new(
    "card_wasted",
    phrase!(MESSAGES, "detector-card-wasted"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-card-wasted-watches"),
    cited!(V3: Cards12, Atk02, Atk11),
);

/// Whether a card does nothing but change the target numbers of the attack at hand.
fn is_for_numbers_alone(side: &CardSide) -> bool {
    let for_numbers = |effect: &Effect| {
        let Effect::Change {
            change,
            lasts: Duration::Attack,
            ..
        } = effect
        else {
            return false;
        };
        let numbers = Change {
            skill: change.skill,
            power: change.power,
            def_skill: change.def_skill,
            toughness: change.toughness,
            ..Change::default()
        };
        *change == numbers
    };
    !side.effects.is_empty() && side.effects.iter().all(for_numbers)
}

/// Whether a change of a target number is none to the dice: 1s succeed and 6s fail whatever it is, Overkill aside. Rules
/// `BG3-ROLL-01`, `BG3-ROLL-06` (pp. 17-18).
const fn is_vain((was, is): (i32, i32)) -> bool {
    was == is || (was >= 5 && is >= 5) || (was <= 1 && is <= 1)
}

/// Fewer boxes than this are no difference, in boxes that an attack is expected to mark.
const NO_DIFFERENCE: f64 = 0.05;

// RULING: the catalogue names cards that raise a number; those that lower one are judged alike, by where they leave it. Of a card that
// changes both numbers, neither change may make a difference. Overkill is left aside by the catalogue's numbers and can be worth half a
// box: it is told only where the boxes expected by exact odds, Overkill included, stay what they were.
pub(super) fn card_wasted(
    seen: &Watched<'_>,
    seat: Seat,
    card: CardNo,
    colour: Colour,
) -> Option<Suggestion> {
    let before = seen.before;
    let attack = before.attack.as_deref()?;
    let side = side_of(before, seat, card, colour)?;
    let unit = match colour {
        Colour::Red => attack.attacker,
        Colour::Blue => attack.target,
        Colour::Green => return None,
    };
    if !is_for_numbers_alone(side) {
        return None;
    }
    // The card works in the event that follows.
    let mut with_it = before.clone();
    with_it.attack.as_deref_mut()?.cards.push(Lasting {
        name: String::new(),
        kind: LastingKind::Card(card),
        by: seat,
        effects: side.effects.clone(),
    });
    let (was, without) = odds::now_with_numbers(before)?;
    let (is, with) = odds::now_with_numbers(&with_it)?;
    let [without, with] = [without, with].map(|odds| odds.boxes.mean());
    if (with - without).abs() >= NO_DIFFERENCE {
        return None;
    }
    let boxes = Weighed::odds(phrase!(MESSAGES, "number-expected-boxes"), with, without);
    let boxes = if colour == Colour::Blue {
        boxes.less()
    } else {
        boxes
    };
    let (hit, wound) = ((was.to_hit, is.to_hit), (was.to_wound, is.to_wound));
    let changed = |(was, is): (i32, i32)| was != is;
    if !is_vain(hit) || !is_vain(wound) || !(changed(hit) || changed(wound)) {
        return None;
    }
    let (roll, (was, is), [before_it, after_it]) = if changed(hit) {
        (
            "hit",
            hit,
            [
                phrase!(MESSAGES, "number-to-hit-number-before"),
                phrase!(MESSAGES, "number-to-hit-number-after"),
            ],
        )
    } else {
        (
            "wound",
            wound,
            [
                phrase!(MESSAGES, "number-damage-number-before"),
                phrase!(MESSAGES, "number-damage-number-after"),
            ],
        )
    };
    Some(
        CARD_WASTED
            .found(
                seen.version,
                seat,
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-card-wasted",
                    card = messages::card(before, seat, card),
                    attacker = messages::unit(before, attack.attacker),
                    roll,
                    was,
                    now = is,
                    without = hundredth(without),
                    boxes = hundredth(with)
                ),
                &[
                    (before_it, f64::from(was)),
                    (after_it, f64::from(is)),
                    (phrase!(MESSAGES, "number-expected-boxes-without-it"), without),
                    (phrase!(MESSAGES, "number-expected-boxes-with-it"), with),
                ],
            )
            .instead(no_card(seen.asked_at), [hand_kept(before, seat), boxes]),
    )
}

pub(super) const CARD_ON_THE_FALLEN: Detector = Detector::new(
    "card_on_the_fallen",
    phrase!(MESSAGES, "detector-card-on-the-fallen"),
    MISTAKE,
    phrase!(MESSAGES, "detector-card-on-the-fallen-watches"),
    cited!(V3: Comb12, Atk16),
);

pub(super) fn card_on_the_fallen(
    seen: &Watched<'_>,
    seat: Seat,
    card: CardNo,
    colour: Colour,
) -> Option<Suggestion> {
    let state = seen.before;
    let attack = state.attack.as_deref().filter(|_| colour == Colour::Red)?;
    let target = state.unit(attack.target)?;
    (state.boxes_left(target) == 0).then(|| {
        CARD_ON_THE_FALLEN
            .found(
                seen.version,
                seat,
                Some(&attack.attacker),
                message!(
                    MESSAGES,
                    "coach-card-on-the-fallen",
                    card = messages::card(state, seat, card),
                    target = messages::unit(state, target.id)
                ),
                &[(phrase!(MESSAGES, "number-boxes-the-target-has-left"), 0.0)],
            )
            .instead(
                no_card(seen.asked_at),
                [
                    hand_kept(state, seat),
                    Weighed::certain(phrase!(MESSAGES, "number-boxes-that-it-can-mark"), 0.0, 0.0),
                ],
            )
    })
}
