//! What commands lead to without dice, for the better choices of a coach.

use hindsight_kernel::coach::trial::is_weighed;
use hindsight_kernel::coach::without_dice;
use hindsight_kernel::{
    BetterChoice, Detector, MESSAGES, Message, MessageFile, Phrase, Suggestion, Weighed, message, phrase,
};

use super::*;

fn tried(seat: Seat, commands: &[Command]) -> Result<(Vec<Event>, State, bool), String> {
    let table = Table::staked(false);
    without_dice::<Dash>(table.game.state(), seat, commands)
        .map(|done| (done.events, done.state, done.rolls))
        .map_err(|refusal| refusal.rule.0.into_owned())
}

#[test]
fn commands_are_followed_up_to_the_first_die_and_no_further() {
    let before = Table::staked(false).game.state().clone();
    let (events, after, rolls) = tried(Seat::A, &[Command::Rest]).unwrap();
    assert_eq!((events, rolls), (vec![Event::Rested { seat: Seat::A }], false));
    assert_eq!(Dash::awaiting(&after)[0].seat, Seat::B, "A has rested");
    // A run begins with its die: nothing has happened when that is thrown.
    let (events, after, rolls) = tried(Seat::A, &[Command::Run]).unwrap();
    assert_eq!((events, after, rolls), (Vec::new(), before, true));
}

#[test]
fn commands_after_a_die_of_another_seat_or_against_the_rules_are_refused() {
    for (seat, commands, rule) in [
        (Seat::A, &[Command::Run, Command::Rest][..], "HS-DICE-01"),
        (Seat::A, &[Command::Rest, Command::Rest], "HS-TURN-01"),
        (Seat::B, &[Command::Rest], "HS-TURN-01"),
        (Seat::A, &[Command::Stake { amount: 1 }], "DASH-01"),
    ] {
        assert_eq!(tried(seat, commands).unwrap_err(), rule, "{seat}: {commands:?}");
    }
}

static WORDS: MessageFile = MessageFile::new(
    "dash",
    "rested = Rested\nrested-watches = A player rests.\nsteps = steps\nexpected-steps = expected steps\n\
     rests-left = rests left\nexpected-wounds = expected wounds taken",
);
const STEPS: Phrase = phrase!(WORDS, "steps");
const EXPECTED_STEPS: Phrase = phrase!(WORDS, "expected-steps");

const DETECTOR: Detector = Detector::new(
    "rested",
    phrase!(WORDS, "rested"),
    6,
    phrase!(WORDS, "rested-watches"),
    &["DASH-01"],
);

/// A suggestion with a better choice and its measures.
fn suggested(weighed: impl IntoIterator<Item = Weighed>) -> Suggestion {
    let found = DETECTOR.found(1, Seat::A, None, Message::plain("A rested."), &[(STEPS, 0.0)]);
    let better = BetterChoice::new(0, Message::plain("A runs"), &[Command::Run]);
    found.instead(better, weighed)
}

#[test]
fn better_choice_is_kept_where_its_first_measure_favours_it() {
    // A die of a run shows 3.5 on average.
    let steps = || Weighed::odds(EXPECTED_STEPS, 0.0, 3.5);
    let risk = || Weighed::certain(phrase!(WORDS, "rests-left"), 1.0, 0.0);
    let kept = suggested([steps(), risk()]);
    assert!(kept.better.is_some() && is_weighed(&kept));
    assert_eq!(kept.weighed, [steps(), risk()]);
    for weighed in [
        Vec::new(),
        vec![risk(), steps()],
        vec![Weighed::odds(EXPECTED_STEPS, 3.5, 3.5)],
    ] {
        let observed = suggested(weighed);
        assert!(observed.better.is_none() && observed.weighed.is_empty() && is_weighed(&observed));
    }
    assert!(
        Weighed::odds(phrase!(WORDS, "expected-wounds"), 2.0, 1.0)
            .less()
            .favours_better()
    );
    assert!(!steps().less().favours_better());
}

#[test]
fn better_choice_without_measures_is_not_weighed() {
    let mut bare = suggested([Weighed::odds(EXPECTED_STEPS, 0.0, 3.5)]);
    bare.weighed.clear();
    assert!(!is_weighed(&bare));
    bare.forget_better();
    assert!(is_weighed(&bare), "an observation");
}

#[test]
fn suggestion_of_before_there_were_measures_is_read() {
    let observed = suggested([]);
    let json = serde_json::to_value(&observed).unwrap();
    assert!(json.get("weighed").is_none() && json.get("better").is_none());
    assert_eq!(serde_json::from_value::<Suggestion>(json).unwrap(), observed);
    let measured = serde_json::to_value(suggested([Weighed::odds(EXPECTED_STEPS, 0.0, 3.5)])).unwrap();
    let expected = json!([{
        "what": "expected steps", "message": { "id": "dash/expected-steps", "arguments": {} },
        "done": 0.0, "better": 3.5, "wanted": "more", "basis": "odds"
    }]);
    assert_eq!(measured["weighed"], expected);
}

#[test]
fn suggestions_keep_id_and_arguments_of_their_sentences() {
    let asked = || message!(MESSAGES, "seat-not-asked-then", seat = Seat::B);
    let found = DETECTOR.found(1, Seat::A, None, asked(), &[(STEPS, 0.0)]);
    let better = BetterChoice::new(0, asked(), &[Command::Run]);
    let found = found.instead(better, [Weighed::odds(EXPECTED_STEPS, 0.0, 3.5)]);
    assert_eq!(found.message, asked().data());
    let json = serde_json::to_value(&found).unwrap();
    assert_eq!(json["reason"], asked().to_string());
    assert_eq!(json["message"]["id"], "table/seat-not-asked-then");
    assert_eq!(json["better"]["words"], json["reason"]);
    assert_eq!(json["better"]["message"]["arguments"]["seat"], "B");
    // They are read back with them: suggestions are stored between requests.
    assert_eq!(serde_json::from_value::<Suggestion>(json).unwrap(), found);
}
