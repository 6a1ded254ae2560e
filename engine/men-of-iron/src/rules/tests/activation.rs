//! The chain of Activations. Section ACT of the catalogue.

use hindsight_kernel::Seat;

use super::scene::{Scene, command_id};
use crate::model::command::Command;
use crate::model::event::Event;
use crate::model::state::Kind;

fn activate(command: &str) -> Command {
    Command::Activate {
        command: command_id(command),
    }
}

#[test]
fn moi_act_03_the_battle_names_the_player_who_starts() {
    let mut scene = Scene::battle("late-marshal");
    scene.give(Command::Ready, "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "free_activation")
    );
    scene.give(activate("B1"), "");
    let free = |event: &Event| {
        matches!(
            event,
            Event::ActivationStarted {
                seat: Seat::B,
                kind: Kind::Free,
                ..
            }
        )
    };
    assert!(scene.saw(free));
}
