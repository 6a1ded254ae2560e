//! Attacks, tokens and retreats.

use hindsight_kernel::coach::{DUBIOUS, MISTAKE};
use hindsight_kernel::{BetterChoice, Detector, Seat, Suggestion, Weighed, message, phrase};

use super::super::greedy::windows::worth_expending;
use super::{Watched, called, wounds};
use crate::cards::{AttackKind, ConditionToken, Trigger};
use crate::field::Side;
use crate::messages::MESSAGES;
use crate::model::agenda::Occasion;
use crate::model::command::{Action, Command};
use crate::model::event::{Again, RollOf};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::{Change, changed_by, under_way};
use crate::rules::{abilities, activation, engagement, shots, tokens, units};

pub(super) const MELEE_WITHOUT_FACING: Detector = Detector::new(
    "melee_without_facing",
    phrase!(MESSAGES, "detector-melee-without-facing"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-melee-without-facing-watches"),
    &["IF-ENG-05", "IF-ACT-05"],
);

pub(super) const IDLE_TOKEN: Detector = Detector::new(
    "idle_token",
    phrase!(MESSAGES, "detector-idle-token"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-idle-token-watches"),
    &["IF-COND-01"],
)
.of_a_missed_option();

pub(super) const WASTED_TOKEN: Detector = Detector::new(
    "wasted_token",
    phrase!(MESSAGES, "detector-wasted-token"),
    MISTAKE,
    phrase!(MESSAGES, "detector-wasted-token-watches"),
    &["IF-COND-01"],
);

pub(super) const RETREAT_INSTEAD_OF_ATTACK: Detector = Detector::new(
    "retreat_instead_of_attack",
    phrase!(MESSAGES, "detector-retreat-instead-of-attack"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-retreat-instead-of-attack-watches"),
    &["IF-ACT-07", "IF-RET-04"],
);

pub(super) const SHOT_BLOCKED_BY_FRIENDS: Detector = Detector::new(
    "shot_blocked_by_friends",
    phrase!(MESSAGES, "detector-shot-blocked-by-friends"),
    DUBIOUS,
    phrase!(MESSAGES, "detector-shot-blocked-by-friends-watches"),
    &["IF-LOS-01", "IF-LOS-03"],
);

pub(super) fn melee_without_facing(
    seen: &Watched<'_>,
    unit: UnitId,
    target: UnitId,
    (facing, weapon): (bool, Option<u8>),
) -> Option<Suggestion> {
    let state = seen.before;
    let mut engaged = state.engaged_with(unit);
    let (own, _, side) = engaged.next().filter(|(_, enemy, _)| *enemy == target)?;
    if facing || own == Side::Front || engaged.next().is_some() {
        return None;
    }
    let slots = engagement::slots(state, unit, target, side, Side::Front);
    let (slot, _) = *slots.first()?;
    let action = Action::Melee {
        target,
        facing: true,
        slot: Some(slot),
        weapon,
    };
    let words = message!(
        MESSAGES,
        "coach-turns-and-attacks",
        unit = called(state, unit),
        target = called(state, target)
    );
    let better = BetterChoice::new(seen.asked_at, words, &[Command::Act { action }])
        .by(&unit)
        .against(&target);
    let reason = message!(
        MESSAGES,
        "coach-melee-without-facing",
        unit = called(state, unit),
        side = own.title(),
        target = called(state, target)
    );
    let free = slots.len() as f64;
    let taken = |over: Side| wounds::melee(state, target, unit, over);
    let taken = Weighed::odds(
        phrase!(MESSAGES, "number-expected-wounds-of-its-next-attack"),
        taken(own)?,
        taken(Side::Front)?,
    )
    .less();
    taken.favours_better().then(|| {
        MELEE_WITHOUT_FACING
            .found(
                seen.version,
                unit.seat(),
                Some(&unit),
                reason,
                &[(phrase!(MESSAGES, "number-free-slots"), free)],
            )
            .instead(better, [taken])
    })
}

/// The wounds the defender is expected to lose in the attack under way without a token and with it, for the player who could
/// expend it: the attacker wants more, the defender less.
fn gain(state: &State, asked: Seat, token: ConditionToken) -> Option<Weighed> {
    let terms = under_way(state)?;
    let with = changed_by(&terms, Change::Token(token))?;
    let (with, without) = (with.odds().ok()?.wounds.mean(), terms.odds().ok()?.wounds.mean());
    let wounds = Weighed::odds(
        phrase!(MESSAGES, "number-expected-wounds-of-the-attack"),
        without,
        with,
    );
    let attacks = state.attack.as_ref()?.attacker.seat() == asked;
    Some(if attacks { wounds } else { wounds.less() })
}

/// The dice for which a token is best expended by the odds. Of a Panic Test these are the ones after which most wounds are expected.
fn dice_to_roll_again(state: &State, at: &Occasion) -> Option<Vec<u8>> {
    if at.trigger != Trigger::PanicRolled {
        return worth_expending(state, at);
    }
    let may = tokens::rerollable(state, RollOf::Panic);
    let sets = (1..1_u8 << may.len().min(3)).map(|set| {
        let of_set = (0..).zip(&may).filter(|(place, _)| set & (1 << place) != 0);
        of_set.map(|(_, die)| *die).collect::<Vec<u8>>()
    });
    sets.filter_map(|dice| Some((panic_wounds(state, &dice)?, dice)))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, dice)| dice)
}

/// The wounds expected of the Panic Test whose dice lie on the table, if these are rolled again. Rules `IF-MOR-02`, `IF-MOR-05`.
fn panic_wounds(state: &State, again: &[u8]) -> Option<f64> {
    let test = state.panics.last()?;
    let (unit, card) = state.unit_and_card(test.unit)?;
    let (morale, modifier) = (i32::from(card.morale), abilities::panic_modifier(state, test));
    let left = units::wounds_left(unit, card);
    let faces = |place: usize| -> Vec<u8> {
        let shown = test.dice.get(place).map_or(0, |die| die.face);
        let is_rolled = again.iter().any(|die| usize::from(*die) == place);
        if is_rolled { (1..=6).collect() } else { vec![shown] }
    };
    let [ones, twos, threes] = [0, 1, 2].map(faces);
    let mut wounds = 0.0;
    for one in &ones {
        for two in &twos {
            let total = i32::from(*one) + i32::from(*two) + modifier;
            for three in threes.iter().filter(|_| total.max(0) < morale) {
                wounds += f64::from(u16::from(three.div_ceil(2)).min(left));
            }
        }
    }
    Some(wounds / (ones.len() * twos.len() * threes.len()) as f64)
}

pub(super) fn idle_token(seen: &Watched<'_>, asked: Seat, at: &Occasion) -> Option<Suggestion> {
    let (unit, token, _) = tokens::expendable(seen.before, asked, at)?;
    let still = seen.after.unit(unit).is_some_and(|unit| unit.has_token(token));
    let gain = gain(seen.before, asked, token).filter(|gain| gain.favours_better() && still)?;
    let gained = (gain.better - gain.done).abs();
    if gained < 1.0 {
        return None;
    }
    let reason = message!(
        MESSAGES,
        "coach-idle-token",
        token = token.title(),
        unit = called(seen.before, unit),
        wounds = tenths(gained)
    );
    let better = dice_to_roll_again(seen.before, at).map(|dice| {
        let words = message!(
            MESSAGES,
            "coach-token-expended",
            token = token.title(),
            unit = called(seen.before, unit)
        );
        BetterChoice::new(seen.asked_at, words, &[Command::Expend { dice }]).against(&unit)
    });
    Some(
        IDLE_TOKEN
            .found(
                seen.version,
                asked,
                Some(&unit),
                reason,
                &[(phrase!(MESSAGES, "number-expected-wounds"), gained)],
            )
            .instead(better, [gain]),
    )
}

/// A number of wounds to a tenth, as people read it.
fn tenths(wounds: f64) -> f64 {
    (wounds * 10.0).round() / 10.0
}

/// Dice that the expending player would not want to roll again: misses, failed defence dice, a failed test with the
/// highest D3.
pub(super) fn wasted_token(seen: &Watched<'_>, of: RollOf, by: Again, places: &[u8]) -> Option<Suggestion> {
    if by != Again::Token {
        return None;
    }
    let state = seen.before;
    let dice = tokens::dice_of(state, of);
    let face = |place: &u8| dice.get(usize::from(*place)).map_or(0, |die| die.face);
    // The successes expected of dice of which none shows one.
    let successes = |of_die: &dyn Fn(u8) -> bool| {
        places.len() as f64 * (1..=6).filter(|face| of_die(*face)).count() as f64 / 6.0
    };
    let (unit, useless, odds) = match of {
        RollOf::Attack => {
            let attack = state.attack.as_ref()?;
            let to_hit = abilities::weapon(state, attack)?.to_hit;
            let hits = successes(&|face| face >= to_hit);
            (
                attack.attacker,
                places.iter().all(|place| face(place) < to_hit),
                Weighed::odds(phrase!(MESSAGES, "number-expected-hits-of-these-dice"), hits, 0.0).less(),
            )
        }
        RollOf::Defence => {
            let attack = state.attack.as_ref()?;
            let save = state.unit_and_card(attack.defender)?.1.defence;
            let modifier = abilities::defence_modifier(state, attack);
            let saves = successes(&|face| abilities::modified(face, modifier) >= save);
            (
                attack.defender,
                places
                    .iter()
                    .all(|place| abilities::modified(face(place), modifier) < save),
                Weighed::odds(
                    phrase!(MESSAGES, "number-expected-saves-of-these-dice"),
                    saves,
                    0.0,
                )
                .less(),
            )
        }
        RollOf::Panic => {
            let test = state.panics.last()?;
            let morale = i32::from(state.unit_and_card(test.unit)?.1.morale);
            let total = i32::from(face(&0)) + i32::from(face(&1)) + abilities::panic_modifier(state, test);
            let failed = total < morale;
            let worst = face(&2) >= 5;
            (
                test.unit,
                (failed && worst) || (!failed && places == [2]),
                Weighed::odds(
                    phrase!(MESSAGES, "number-expected-wounds-of-the-panic-test"),
                    panic_wounds(state, places)?,
                    panic_wounds(state, &[])?,
                ),
            )
        }
    };
    if !useless {
        return None;
    }
    let seat = unit.seat().opponent();
    let kept = Weighed::certain(
        phrase!(MESSAGES, "number-condition-tokens-of-this-roll-left"),
        0.0,
        1.0,
    );
    // Where the dice can change nothing, the token alone is lost.
    let weighed = if odds.favours_better() {
        [odds, kept]
    } else {
        [kept, odds]
    };
    let words = message!(MESSAGES, "coach-token-kept", unit = called(state, unit));
    let reason = message!(MESSAGES, "coach-wasted-token", unit = called(state, unit));
    Some(
        WASTED_TOKEN
            .found(
                seen.version,
                seat,
                Some(&unit),
                reason,
                &[(phrase!(MESSAGES, "number-dice"), places.len() as f64)],
            )
            .instead(BetterChoice::new(seen.asked_at, words, &[Command::Pass]), weighed),
    )
}

/// The wounds that a unit expects to deal an enemy it is engaged with.
fn expected(state: &State, unit: UnitId, enemy: UnitId) -> Option<f64> {
    let (_, _, over) = state.engaged_with(unit).find(|(_, other, _)| *other == enemy)?;
    wounds::melee(state, unit, enemy, over)
}

pub(super) fn retreat_instead_of_attack(seen: &Watched<'_>, unit: UnitId) -> Option<Suggestion> {
    let state = seen.before;
    let mut engaged = state.engaged_with(unit);
    let (_, enemy, _) = engaged.next()?;
    if engaged.next().is_some() {
        return None;
    }
    let ranks = |id: UnitId| state.unit(id).map_or(0, |unit| state.ranks(unit));
    let (own, theirs) = (expected(state, unit, enemy)?, expected(state, enemy, unit)?);
    if ranks(unit) < ranks(enemy) || own <= theirs {
        return None;
    }
    let reason = message!(
        MESSAGES,
        "coach-retreat-instead-of-attack",
        unit = called(state, unit),
        enemy = called(state, enemy)
    );
    let numbers = [
        (phrase!(MESSAGES, "number-expected-wounds-dealt"), own),
        (phrase!(MESSAGES, "number-expected-wounds-taken"), theirs),
    ];
    let action = Action::Melee {
        target: enemy,
        facing: false,
        slot: None,
        weapon: None,
    };
    let words = message!(
        MESSAGES,
        "coach-attacks",
        unit = called(state, unit),
        target = called(state, enemy)
    );
    let better = BetterChoice::new(seen.asked_at, words, &[Command::Act { action }])
        .by(&unit)
        .against(&enemy);
    let suggestion =
        RETREAT_INSTEAD_OF_ATTACK.found(seen.version, unit.seat(), Some(&unit), reason, &numbers);
    let weighed = [
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-dealt-less-those-of-its-attack"),
            0.0,
            own - theirs,
        ),
        Weighed::odds(phrase!(MESSAGES, "number-expected-wounds-dealt"), 0.0, own),
        Weighed::odds(
            phrase!(MESSAGES, "number-expected-wounds-of-its-attack"),
            0.0,
            theirs,
        )
        .less(),
    ];
    Some(suggestion.instead(better, weighed))
}

/// The enemies that a unit can shoot at in a position.
fn targets(state: &State, unit: UnitId) -> Vec<UnitId> {
    let shots = state
        .unit_and_card(unit)
        .map_or(0, |(_, card)| card.attacks_of(AttackKind::Ranged).count());
    if state.is_engaged(unit) {
        return Vec::new();
    }
    activation::enemies(state, unit.seat())
        .into_iter()
        .filter(|enemy| (0..shots).any(|weapon| shots::shot(state, unit, *enemy, weapon as u8).is_some()))
        .collect()
}

pub(super) fn shot_blocked(
    seen: &Watched<'_>,
    unit: UnitId,
    acting: &State,
    start: &State,
) -> Option<Suggestion> {
    let at_start = targets(start, unit);
    if at_start.is_empty() || !targets(acting, unit).is_empty() {
        return None;
    }
    let mut without = acting.clone();
    for friend in &mut without.units {
        if friend.id.seat() == unit.seat() && friend.id != unit {
            friend.pose = None;
        }
    }
    let hidden = targets(&without, unit)
        .into_iter()
        .filter(|enemy| at_start.contains(enemy))
        .count();
    if hidden == 0 {
        return None;
    }
    let reason = message!(
        MESSAGES,
        "coach-shot-blocked-by-friends",
        unit = called(seen.before, unit)
    );
    Some(SHOT_BLOCKED_BY_FRIENDS.found(
        seen.version,
        unit.seat(),
        Some(&unit),
        reason,
        &[(phrase!(MESSAGES, "number-targets-hidden"), hidden as f64)],
    ))
}
