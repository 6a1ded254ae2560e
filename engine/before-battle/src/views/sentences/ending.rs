//! Sentences of ends of turns and of the battle.

use crate::model::event::EndingEvent;
use crate::model::state::{EndReason, Ending, seat_name};

/// An event of the chapter in one sentence.
pub(super) fn sentence(event: &EndingEvent) -> String {
    match event {
        EndingEvent::TurnEnded => "The turn ends".to_owned(),
        EndingEvent::BattleEnded { ending } => ending_words(*ending),
    }
}

fn ending_words(ending: Ending) -> String {
    let [south, north] = ending.points;
    let how = match ending.reason {
        EndReason::AllUnitsLost => "no enemy unit is left",
        EndReason::Points => "by points",
        EndReason::SurvivingShare => "by the greater share of surviving models",
        EndReason::Equal => "everything is equal",
    };
    match ending.winner {
        Some(winner) => format!("{} wins, {how} ({south} : {north})", seat_name(winner)),
        None => format!("The battle is a draw ({south} : {north})"),
    }
}
