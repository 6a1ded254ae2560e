//! Facts of command actions and command cards.

use hindsight_kernel::{Fact, Seat};

use super::Story;
use crate::model::cards::Colour;
use crate::model::event::{CommandEvent, Use};
use crate::model::words;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_command(&mut self, event: &CommandEvent) {
        match event {
            CommandEvent::ActionsGained { seat, count } => {
                self.of_player("command_actions_gained", *seat, f64::from(*count));
            }
            CommandEvent::ActionsSpent { seat, count, on } => self.spent(*seat, *count, on),
            CommandEvent::ActionsLost { seat, count } => {
                self.of_player("command_actions_lost", *seat, f64::from(*count));
            }
            CommandEvent::CardDrawn { seat, .. } => self.of_player("cards_drawn", *seat, 1.0),
            CommandEvent::CardDiscarded { seat, .. } => self.of_player("cards_discarded", *seat, 1.0),
            CommandEvent::CardPlayed {
                seat, card, colour, ..
            } => {
                self.out.push(Fact::Spent {
                    seat: *seat,
                    of: "card".to_owned(),
                    on: words::card(self.before, *seat, *card),
                    amount: 1.0,
                });
                let counter = match colour {
                    Colour::Red => "cards_played_red",
                    Colour::Blue => "cards_played_blue",
                    Colour::Green => "cards_played_green",
                };
                self.of_player(counter, *seat, 1.0);
            }
            CommandEvent::DeckRenewed { .. }
            | CommandEvent::FactionCardsRemoved { .. }
            | CommandEvent::Passed { .. }
            | CommandEvent::RerollClaimed { .. } => {}
        }
    }

    fn spent(&mut self, seat: Seat, count: u8, on: &Use) {
        let (kind, counter) = match on {
            Use::ChangeOrder(_) => ("change order", "command_actions_on_change_order"),
            Use::DirectControl(_) => ("direct control", "command_actions_on_direct_control"),
            Use::DrawCard => ("draw card", "command_actions_on_draw_card"),
            Use::Ability(_) => ("ability", "command_actions_on_ability"),
            Use::Rally(_) => ("rally", "command_actions_on_rally"),
            Use::Reload(_) => ("reload", "command_actions_on_reload"),
            Use::Reorganize(_) => ("reorganize", "command_actions_on_reorganize"),
            Use::SoundTheCharge => ("sound the charge", "command_actions_on_sound_the_charge"),
            Use::Recall => ("recall", "command_actions_on_recall"),
            Use::Other(_) => ("other", "command_actions_on_other"),
        };
        self.out.push(Fact::Spent {
            seat,
            of: "command_action".to_owned(),
            on: kind.to_owned(),
            amount: f64::from(count),
        });
        self.of_player(counter, seat, f64::from(count));
        if let Use::DirectControl(unit) = on {
            self.of_unit("direct_controls", *unit, f64::from(count));
        }
    }
}
