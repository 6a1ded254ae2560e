//! Facts of the set-up: factions, armies, who begins.

use hindsight_kernel::{DiceRolled, Distribution, Fact, Roll, Seat};

use super::Story;
use crate::model::agenda::Step;
use crate::model::event::SetupEvent;

impl Story<'_> {
    /// The facts of an event of the chapter.
    pub(super) fn of_setup(&mut self, event: &SetupEvent) {
        match event {
            SetupEvent::FactionChosen {
                seat,
                allegiance: Some(chosen),
            } => self.decided(*seat, "choose_faction", chosen.faction.clone()),
            SetupEvent::FirstDeployerNamed { seat } => self.decided(*seat, "deploys_first", "yes"),
            SetupEvent::FirstPlayerNamed { seat } => {
                self.decided(*seat, "takes_first_turn", "yes");
                self.first_player_chosen();
            }
            SetupEvent::FewerPointsRolled { south, north, seat } => {
                self.lot("who spent fewer points", south, Seat::A);
                self.lot("who spent fewer points", north, Seat::B);
                if let Some(seat) = seat {
                    self.decided(*seat, "spent_fewer_points", "yes");
                }
            }
            SetupEvent::LotDrawn { purpose, roll, seat } => self.lot(purpose, roll, *seat),
            SetupEvent::FactionChosen { allegiance: None, .. }
            | SetupEvent::AgreementMade { .. }
            | SetupEvent::ArmyBuilt { .. }
            | SetupEvent::ArmyMustered { .. }
            | SetupEvent::FirstOrdererNamed { .. } => {}
        }
    }

    /// Counts the player who chose who takes the first turn, whether it is they or another. Rules `BG4-DEPLOY-07` (p. 140),
    /// `BG3-SET-09`, `BG3-SET-11` (p. 4).
    fn first_player_chosen(&mut self) {
        if let Some(Step::ChooseFirstPlayer { by }) = self.before.agenda.last().map(|frame| &frame.step) {
            self.of_player("chooses_first_player", *by, 1.0);
        }
    }

    pub(super) fn lot(&mut self, purpose: &str, roll: &Roll, seat: Seat) {
        let total = roll.total() as i32;
        let dice = roll.dice().max(1) as u32;
        self.out.push(Fact::DiceRolled(DiceRolled {
            purpose: purpose.to_owned(),
            seat,
            unit: None,
            against: None,
            roll: roll.clone(),
            target: None,
            roll_under: false,
            result: total,
            expected: Distribution::uniform(1, i32::from(roll.sides.max(1))).times(dice),
            modifiers: Vec::new(),
            high_is_good: true,
        }));
    }
}
