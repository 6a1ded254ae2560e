//! The order in which the attacks of the Combat Phase are resolved (pp. 17, 93).

use hindsight_kernel::Seat;

use crate::model::agenda::{Answer, Asking, Frame, Need, Options, Topic, answer_to};
use crate::model::attack::Attack;
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::State;
use crate::procedures::attack::choice::{Choice, in_words, named};

/// An attack that is still to be resolved, with its place among those of the phase.
type Left = (u8, Attack);

/// The attack that is resolved next, with its place: one of the active team's, and of the other's when these are through. Nothing
/// when all are.
///
/// # Errors
/// [`Need::Ask`] where a player has several attacks, or a partner has some as well.
///
/// Rules `BG3-COMB-15`, `BG3-COMB-17` (pp. 17, 18), `BG4-COMB-12` (p. 93).
pub(super) fn next_attack(state: &State, frame: &Frame) -> Result<Option<Left>, Need> {
    let declared = (0..=u8::MAX).zip(&state.declared);
    let left: Vec<Left> = declared
        .filter(|(_, declared)| !declared.done)
        .map(|(place, declared)| (place, declared.attack.clone()))
        .collect();
    for team in state.teams_in_order() {
        let of = |seat: Seat| -> Vec<Left> {
            let own = left.iter().filter(|(_, attack)| attack.attacker.seat() == seat);
            own.cloned().collect()
        };
        let players: Vec<Vec<Left>> = state
            .seats_of(team)
            .map(of)
            .filter(|own| !own.is_empty())
            .collect();
        if let Some((last, before)) = players.split_last() {
            return next_of_team(before, last, frame).map(Some);
        }
    }
    Ok(None)
}

/// The next attack of a team, of which these players have some left: each may make one of their own or let those after them go
/// first, and the last of them makes one.
// RULING: BG3-COMB-15, BG3-SCEN-03 (p. 26), a team attacks in any order that its players agree on: the attacks of one may stand
// between those of another, and each chooses among their own.
fn next_of_team(before: &[Vec<Left>], last: &[Left], frame: &Frame) -> Result<Left, Need> {
    for (place, own) in before.iter().enumerate() {
        match chosen(own, place == 0, frame) {
            Some(Answer::Decline) => {}
            Some(given) => return Ok(named_by(given, own)),
            None => {
                let waits = (Answer::Decline, "a partner attacks first".to_owned());
                return Err(question(own, place == 0, Some(waits)));
            }
        }
    }
    match (last, chosen(last, before.is_empty(), frame)) {
        ([only], _) => Ok(only.clone()),
        (several, Some(given)) => Ok(named_by(given, several)),
        (several, None) => Err(question(several, before.is_empty(), None)),
    }
}

/// Of whom the question is asked of a player with these attacks: each player of a team is asked one of their own.
fn asked_of(own: &[Left], first: bool) -> Option<UnitId> {
    own.first().filter(|_| !first).map(|(_, attack)| attack.attacker)
}

/// What a player with these attacks has answered.
fn chosen<'f>(own: &[Left], first: bool, frame: &'f Frame) -> Option<&'f Answer> {
    answer_to(&frame.answers, Topic::NextAttack, asked_of(own, first), None)
}

/// The attack that an answer names; else the first.
fn named_by(given: &Answer, own: &[Left]) -> Left {
    let is_meant = |(place, attack): &&Left| given.means(&named(attack.attacker, choice(attack)), *place);
    own.iter().find(is_meant).unwrap_or(&own[0]).clone()
}

/// Asks a player which of these attacks comes next.
fn question(own: &[Left], first: bool, besides: Option<(Answer, String)>) -> Need {
    let options = own.iter().map(|(_, attack)| {
        let (attacker, choice) = (attack.attacker, choice(attack));
        (named(attacker, choice), in_words(attacker, choice))
    });
    Asking {
        seat: own[0].1.attacker.seat(),
        topic: Topic::NextAttack,
        unit: asked_of(own, first),
        about: None,
        options: Options::OneOf(options.chain(besides).collect()),
        rule: Rule::Comb12.into(),
    }
    .into()
}

fn choice(attack: &Attack) -> Choice {
    Choice {
        target: attack.target,
        kind: attack.kind,
    }
}
