//! A coach on trial: what it says of events apart from a game, and whether it says it as it must. For the tests of systems.

use super::{Coach, Detector, Suggestion, WatchedEvent, Weighed, without_dice};
use crate::message;
use crate::{FoldError, MESSAGES, Refusal, RuleSet, wire};

/// The suggestions of a coach on events that follow a position, the first of them being version 1.
///
/// # Errors
/// The first event that cannot follow those before it.
pub fn watched<R: RuleSet>(
    coach: &mut impl Coach<R>,
    state: &R::State,
    events: &[R::Event],
) -> Result<Vec<Suggestion>, FoldError> {
    let (mut found, mut before) = (Vec::new(), state.clone());
    for (version, event) in (1..).zip(events) {
        let mut after = before.clone();
        R::evolve(&mut after, event).map_err(|error| error.at(version))?;
        let seen = WatchedEvent {
            version,
            asked_at: version - 1,
            before: &before,
            event,
            after: &after,
        };
        coach.watch(&seen, &mut found);
        before = after;
    }
    Ok(found)
}

/// The units that a detector points at, "" where it is about none.
///
/// # Panics
/// The system has no such detector, or something is said without what proves it.
pub fn about(found: &[Suggestion], known: &[Detector], detector: &str) -> Vec<String> {
    assert!(known.iter().any(|known| known.id == detector), "no {detector}");
    for one in found {
        assert!(is_proved(one, known), "{one:?}");
    }
    found
        .iter()
        .filter(|one| one.detector == detector)
        .map(|one| one.unit.clone().unwrap_or_default())
        .collect()
}

/// Whether a suggestion has a reason, numbers, all that its detector says, and measures that favour its better choice.
pub fn is_proved(suggestion: &Suggestion, known: &[Detector]) -> bool {
    let numbers = &suggestion.numbers;
    let detector = known.iter().find(|known| known.id == suggestion.detector);
    !suggestion.reason.is_empty()
        && is_weighed(suggestion)
        && !numbers.is_empty()
        && numbers.iter().all(|proof| proof.value.is_finite())
        && detector.is_some_and(|known| {
            let rules = suggestion.rules.iter().map(|rule| rule.0.as_ref());
            known.glyph == suggestion.glyph
                && known.name.to_string() == suggestion.name
                && rules.eq(known.rules.iter().copied())
        })
}

/// Whether a suggestion with a better choice has measures of both, of which the first favours the choice; one without has none.
pub fn is_weighed(suggestion: &Suggestion) -> bool {
    let weighed = &suggestion.weighed;
    let finite = |one: &Weighed| !one.what.is_empty() && one.done.is_finite() && one.better.is_finite();
    let favoured = weighed.first().is_some_and(Weighed::favours_better);
    favoured == suggestion.better.is_some() && weighed.iter().all(finite)
}

/// Whether the rules let the commands of a suggestion's better choice be given in a position.
///
/// # Errors
/// Why not.
pub fn check_better<R: RuleSet>(suggestion: &Suggestion, state: &R::State) -> Result<(), Refusal> {
    let Some(better) = &suggestion.better else {
        return Ok(());
    };
    let read = |command: &serde_json::Value| wire::from_value::<R::Command>(command.clone());
    let commands: Vec<R::Command> = better
        .commands
        .iter()
        .map(read)
        .collect::<Result<_, _>>()
        .map_err(|malformed| {
            Refusal::new(
                "HS-FORM-01",
                message!(MESSAGES, "command-unread", fault = malformed.to_string()),
            )
        })?;
    without_dice::<R>(state, suggestion.seat, &commands).map(|_| ())
}

/// The better choice of the first suggestion of a detector: its words and its first command.
pub fn better(found: &[Suggestion], detector: &str) -> Option<(String, serde_json::Value)> {
    let one = found.iter().find(|one| one.detector == detector)?;
    let better = one.better.as_ref()?;
    Some((better.words.clone(), better.commands.first()?.clone()))
}

/// A number that proves the first suggestion of a detector.
pub fn number(found: &[Suggestion], detector: &str, name: &str) -> Option<f64> {
    let one = found.iter().find(|one| one.detector == detector)?;
    let proof = one.numbers.iter().find(|proof| proof.name == name)?;
    Some(proof.value)
}

/// A measure of the first suggestion of a detector: of what was done and of its better choice.
pub fn weighed(found: &[Suggestion], detector: &str, what: &str) -> Option<(f64, f64)> {
    let one = found.iter().find(|one| one.detector == detector)?;
    let measure = one.weighed.iter().find(|measure| measure.what == what)?;
    Some((measure.done, measure.better))
}
