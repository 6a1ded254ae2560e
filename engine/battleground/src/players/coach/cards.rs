//! Mistakes of command cards that stay in hand.

use hindsight_kernel::{BetterChoice, Detector, Offer, Phrase, Seat, Suggestion, Weighed, message, phrase};

use super::played_cards::DESTROYS;
use super::watched::{DUBIOUS, MISTAKE, Watched, cited};
use crate::messages::{self, MESSAGES};
use crate::model::cards::{CardSide, Colour};
use crate::model::command::Command;
use crate::model::effect::{Effect, Keyword};
use crate::model::names::{CardNo, UnitId};
use crate::model::state::{Check, CheckKind, Lasting, LastingKind, State};
use crate::procedures::courage::{courage_target, passes_of_216};
use crate::rules::combat::odds;
use crate::verbs::failed_checks::{Failed, fail_rout_check};
use crate::views::prospects::{side_of, with_card};

/// A card that stayed in hand in a window.
#[derive(Debug)]
pub(super) struct UnplayedCard {
    seat: Seat,
    card: CardNo,
    about: About,
    /// The chance of the outcome without the card and with it.
    odds: Weighed,
    /// Its play in that window.
    play: Option<BetterChoice>,
}

/// What a window was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum About {
    /// A courage check of this unit.
    Check(UnitId, CheckKind),
    /// A Fear Check that this unit failed afterwards.
    Frightened(UnitId),
    /// The attack at hand, of whom and on whom.
    Attack(UnitId, UnitId),
}

impl UnplayedCard {
    /// The chance that it would have changed the outcome.
    const fn chance(&self) -> f64 {
        (self.odds.better - self.odds.done).abs()
    }
}

impl About {
    /// The unit that checks or attacks.
    const fn unit(self) -> UnitId {
        match self {
            Self::Check(unit, _) | Self::Frightened(unit) | Self::Attack(unit, _) => unit,
        }
    }
}

#[cfg(test)]
impl UnplayedCard {
    /// A card kept in an attack of one on another.
    pub(super) fn of(seat: Seat, card: CardNo, (one, other): (UnitId, UnitId), chance: f64) -> Self {
        Self {
            seat,
            card,
            about: About::Attack(one, other),
            odds: Weighed::odds(DESTROYS, 0.0, chance),
            play: None,
        }
    }

    /// A card kept in a check.
    pub(super) fn in_check(seat: Seat, card: CardNo, (unit, kind): (UnitId, CheckKind), chance: f64) -> Self {
        Self {
            seat,
            card,
            about: About::Check(unit, kind),
            odds: Weighed::odds(PASSES, 0.0, chance),
            play: None,
        }
    }

    /// A card kept in a Fear Check that failed.
    pub(super) fn frightened(seat: Seat, card: CardNo, unit: UnitId, chance: f64) -> Self {
        Self {
            seat,
            card,
            about: About::Frightened(unit),
            odds: Weighed::odds(PASSES, 0.0, chance),
            play: None,
        }
    }
}

/// The names of the chances that cards change, among the measures.
const PASSES: Phrase = phrase!(MESSAGES, "number-chance-to-pass-the-check");
const IS_DESTROYED: Phrase = phrase!(MESSAGES, "number-chance-that-the-target-is-destroyed");

/// The chance to change the outcome from which on keeping a card is told.
const WORTH_TELLING: f64 = 0.4;

/// Somebody plays no card: notes the cards of their hand that they might have played, as far as they are known.
pub(super) fn keeps(seen: &Watched<'_>, seat: Seat, kept: &mut Vec<UnplayedCard>) {
    let state = seen.before;
    if state.check.is_none() && state.attack.is_none() {
        return;
    }
    for command in crate::offers::offers(state, seat)
        .iter()
        .flat_map(Offer::commands)
    {
        let Command::PlayCard { card, colour, .. } = command else {
            continue;
        };
        if !state.player(seat).hand.contains(&Some(*card)) {
            continue;
        }
        let Some(side) = side_of(state, seat, *card, *colour) else {
            continue;
        };
        let odds = match (&state.check, state.attack.as_deref()) {
            (Some(check), _) => in_check(state, check, *card, side).map(|(without, with)| {
                let about = About::Check(check.unit, check.kind);
                (about, Weighed::odds(PASSES, without, with))
            }),
            (None, Some(attack)) => in_attack(state, seat, *card, side)
                .map(|odds| (About::Attack(attack.attacker, attack.target), odds)),
            (None, None) => None,
        };
        let Some((about, odds)) = odds.filter(|(_, odds)| odds.favours_better()) else {
            continue;
        };
        let words = message!(
            MESSAGES,
            "coach-card-played",
            card = messages::card(state, seat, *card)
        );
        let play = BetterChoice::new(seen.asked_at, words, std::slice::from_ref(command));
        let play = Some(play.by(&about.unit()));
        let known = kept
            .iter_mut()
            .find(|known| known.seat == seat && known.card == *card && known.about == about);
        let unplayed = UnplayedCard {
            seat,
            card: *card,
            about,
            odds,
            play,
        };
        match known {
            Some(known) if known.chance() < unplayed.chance() => *known = unplayed,
            Some(_) => {}
            None => kept.push(unplayed),
        }
    }
}

/// The chances to pass the courage check at hand without a card and with it; nothing where the card is of no use.
pub(super) fn in_check(state: &State, check: &Check, card: CardNo, side: &CardSide) -> Option<(f64, f64)> {
    let unit = state.unit(check.unit)?;
    let base = courage_target(state, unit, check.kind, &check.cards)?.0;
    let passes = |target: i32| f64::from(passes_of_216(target)) / 216.0;
    let failed = check.roll.as_ref().map(|roll| {
        let total = roll.total() as i32;
        (total, total > check.target)
    });
    let passed_by = side
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::PassCourage { .. }));
    if passed_by {
        return match failed {
            None => Some((passes(base), 1.0)),
            Some((_, true)) => Some((0.0, 1.0)),
            Some((_, false)) => None,
        };
    }
    let mut cards = check.cards.clone();
    cards.push(Lasting {
        name: String::new(),
        kind: LastingKind::Card(card),
        by: unit.id.seat(),
        effects: side.effects.clone(),
    });
    let better = courage_target(state, unit, check.kind, &cards)?.0;
    if side.effects.contains(&Effect::RerollCourage) {
        return match failed {
            Some((_, true)) => Some((0.0, passes(better))),
            Some((_, false)) | None => None,
        };
    }
    match failed {
        None if better > base => Some((passes(base), passes(better))),
        Some((total, true)) if total <= check.target + better - base => Some((0.0, 1.0)),
        None | Some(_) => None,
    }
}

/// The chances that the attack at hand destroys its target without a card and with it, for who would play it.
fn in_attack(state: &State, seat: Seat, card: CardNo, side: &CardSide) -> Option<Weighed> {
    let attack = state.attack.as_deref()?;
    let now = odds::now(state)?.destroys;
    let then = with_card(state, seat, card, side, &|odds| odds.destroys)?;
    Some(if attack.attacker.seat() == seat {
        Weighed::odds(DESTROYS, now, then)
    } else {
        Weighed::odds(IS_DESTROYED, now, then).less()
    })
}

pub(super) const CARD_HELD_TOO_LONG: Detector = Detector::new(
    "card_held_too_long",
    phrase!(MESSAGES, "detector-card-held-too-long"),
    MISTAKE,
    phrase!(MESSAGES, "detector-card-held-too-long-watches"),
    cited!(V4: Cards01, Cards02, Atk14, Cour03),
)
.of_a_missed_option();

fn held(
    seen: &Watched<'_>,
    kept: &UnplayedCard,
    (unit, lost): (UnitId, UnitId),
    outcome: &'static str,
) -> Suggestion {
    CARD_HELD_TOO_LONG
        .found(
            seen.version,
            kept.seat,
            Some(&unit),
            message!(
                MESSAGES,
                "coach-card-held",
                card = messages::card(seen.before, kept.seat, kept.card),
                unit = messages::unit(seen.before, lost),
                outcome
            ),
            &[(
                phrase!(MESSAGES, "number-chance-that-the-card-changes-it"),
                kept.chance(),
            )],
        )
        .instead(kept.play.clone(), [kept.odds.clone()])
}

/// The card of the greatest chance, if that is worth telling.
fn best(kept: &[UnplayedCard], fits: impl Fn(&UnplayedCard) -> bool) -> Option<&UnplayedCard> {
    kept.iter()
        .filter(|one| one.chance() >= WORTH_TELLING && fits(one))
        .max_by(|one, other| one.chance().total_cmp(&other.chance()))
}

/// A check that decided whether a unit routs or is destroyed; one that only Disrupts decides neither.
pub(super) fn held_in_a_check(
    seen: &Watched<'_>,
    unit: UnitId,
    kind: CheckKind,
    passed: bool,
    kept: &[UnplayedCard],
) -> Option<Suggestion> {
    let state = seen.before;
    let there = state.unit(unit)?;
    let comes = fail_rout_check(
        there.status,
        state.is_engaged(unit),
        state.kind(there).is(Keyword::Skirmisher),
    );
    let decided = match kind {
        CheckKind::Rout => comes != Failed::Disrupted,
        CheckKind::FollowUp => true,
        CheckKind::Fear | CheckKind::Other => false,
    };
    if passed || !decided {
        return None;
    }
    let about = About::Check(unit, kind);
    let card = best(kept, |one| one.seat == unit.seat() && one.about == about)?;
    Some(held(seen, card, (unit, unit), "failed"))
}

/// What is to be told of a card that was kept in an attack, and when.
#[derive(Debug)]
pub(super) enum CardFinding {
    /// The target is lost, whatever comes.
    Now(Suggestion),
    /// The target may still fall to others.
    IfItStands(Undecided),
}

/// Something that is told only of a target that stands when the phase is over.
#[derive(Debug)]
pub(super) struct Undecided {
    target: UnitId,
    told: Suggestion,
}

/// The phase is over, or the battle: what is told of targets that nobody has destroyed.
pub(super) fn still_standing(undecided: &mut Vec<Undecided>, state: &State) -> Vec<Suggestion> {
    let stands = |target: UnitId| {
        let unit = state.unit(target).filter(|unit| unit.pose.is_some());
        unit.is_some_and(|unit| state.boxes_left(unit) > 0)
    };
    undecided
        .drain(..)
        .filter(|one| stands(one.target))
        .map(|one| one.told)
        .collect()
}

pub(super) fn held_in_an_attack(
    seen: &Watched<'_>,
    target: UnitId,
    kept: &[UnplayedCard],
) -> Option<CardFinding> {
    let attack = seen.before.attack.as_deref()?;
    let destroyed = seen
        .after
        .unit(target)
        .is_none_or(|unit| seen.after.boxes_left(unit) == 0);
    let about = About::Attack(attack.attacker, attack.target);
    // Whoever did not get what the card was for.
    let loser = if destroyed {
        target.seat()
    } else {
        attack.attacker.seat()
    };
    let card = best(kept, |one| one.seat == loser && one.about == about)?;
    Some(if destroyed {
        CardFinding::Now(held(seen, card, (target, target), "destroyed"))
    } else {
        CardFinding::IfItStands(Undecided {
            target,
            told: held(seen, card, (attack.attacker, target), "stands"),
        })
    })
}

/// A card is played or discarded: it did not stay in hand. Of an attack it was its player's one card, so that none that they
/// kept before was lost on it. Rule `BG4-CARDS-02` (p. 17).
pub(super) fn leaves_hand(kept: &mut Vec<UnplayedCard>, seat: Seat, card: CardNo, played: Option<Colour>) {
    let in_attack = matches!(played, Some(Colour::Red | Colour::Blue));
    kept.retain(|one| {
        let of_attack = in_attack && matches!(one.about, About::Attack(..));
        one.seat != seat || (one.card != card && !of_attack)
    });
}

/// A check is settled: what was kept in it is forgotten, but for a Fear Check that failed.
pub(super) fn check_settled(kept: &mut Vec<UnplayedCard>, unit: UnitId, kind: CheckKind, passed: bool) {
    let about = About::Check(unit, kind);
    if kind == CheckKind::Fear && !passed {
        for one in kept
            .iter_mut()
            .filter(|one| one.about == about && one.seat == unit.seat())
        {
            one.about = About::Frightened(unit);
        }
    }
    kept.retain(|one| one.about != about);
}

/// An attack is over.
pub(super) fn attack_settled(kept: &mut Vec<UnplayedCard>) {
    kept.retain(|one| !matches!(one.about, About::Attack(..)));
}

pub(super) const FRIGHTENED_SHOCK_UNIT: Detector = Detector::new(
    "frightened_shock_unit",
    phrase!(MESSAGES, "detector-frightened-shock-unit"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-frightened-shock-unit-watches"),
    cited!(V4: Cour08, Cour11),
);

pub(super) fn frightened_shock_unit(
    seen: &Watched<'_>,
    unit: UnitId,
    kept: &[UnplayedCard],
) -> Option<Suggestion> {
    let state = seen.before;
    let card = kept
        .iter()
        .filter(|one| one.about == About::Frightened(unit))
        .max_by(|one, other| one.chance().total_cmp(&other.chance()))?;
    let seat = unit.seat();
    let barred = state
        .player(seat)
        .hand
        .iter()
        .flatten()
        .filter(|card| {
            let fits = |colour| side_of(state, seat, **card, colour).is_some();
            fits(Colour::Red) || fits(Colour::Blue)
        })
        .count();
    (barred > 0).then(|| {
        FRIGHTENED_SHOCK_UNIT
            .found(
                seen.version,
                seat,
                Some(&unit),
                message!(
                    MESSAGES,
                    "coach-frightened-shock-unit",
                    unit = messages::unit(state, unit),
                    card = messages::card(state, seat, card.card)
                ),
                &[
                    (
                        phrase!(MESSAGES, "number-chance-of-the-card-to-pass-the-fear-check"),
                        card.chance(),
                    ),
                    (
                        phrase!(MESSAGES, "number-red-and-blue-cards-barred-from-it"),
                        barred as f64,
                    ),
                ],
            )
            .instead(card.play.clone(), [card.odds.clone()])
    })
}
