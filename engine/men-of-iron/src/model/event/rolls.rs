//! Dice of events.

use hindsight_kernel::Roll;

use super::Event;

impl Event {
    /// The names of all happenings, as streams keep them.
    pub const NAMES: &'static [&'static str] = <Self as strum::VariantNames>::VARIANTS;

    /// The die rolls of the event, in the order thrown.
    pub fn rolls(&self) -> Vec<&Roll> {
        match self {
            Self::ContinuityRolled { throw, .. }
            | Self::SeizureRolled { throw, .. }
            | Self::PassThroughRolled { throw, .. }
            | Self::CounterChargeRolled { throw, .. }
            | Self::ReluctanceRolled { throw, .. }
            | Self::ShockRolled { throw, .. }
            | Self::LeaderRolled { throw, .. }
            | Self::StandardCheckRolled { throw, .. }
            | Self::LossChecked {
                throw: Some(throw), ..
            } => vec![&throw.roll],
            Self::ReactionFired { shot, .. }
            | Self::ActiveFired { shot, .. }
            | Self::ReturnFired { shot, .. } => vec![&shot.throw.roll],
            Self::BattleSetOut { .. }
            | Self::Agenda { .. }
            | Self::UnitPlaced { .. }
            | Self::LeaderPlaced { .. }
            | Self::StandardPlaced { .. }
            | Self::ActivationStarted { .. }
            | Self::StandardActivated { .. }
            | Self::Passed { .. }
            | Self::CommandNamed { .. }
            | Self::SeizureDeclared { .. }
            | Self::SeizureDeclined { .. }
            | Self::FreeActivationGained { .. }
            | Self::LeaderReplaced { .. }
            | Self::FormationChanged { .. }
            | Self::CommandStatusSet { .. }
            | Self::UnitBegan { .. }
            | Self::MoveFireEnded { .. }
            | Self::UnitStepped { .. }
            | Self::ReinforcementEntered { .. }
            | Self::UnitTurned { .. }
            | Self::HobilarChanged { .. }
            | Self::LeaderStepped { .. }
            | Self::CounterChargerMoved { .. }
            | Self::CounterAttackMade { .. }
            | Self::AttacksDeclared { .. }
            | Self::ChargeRerouted { .. }
            | Self::ChargerMoved { .. }
            | Self::ChargeArrived { .. }
            | Self::RetreatedBeforeShock { .. }
            | Self::AttackOver { .. }
            | Self::UnitDisordered { .. }
            | Self::UnitRetreated { .. }
            | Self::UnitRetired { .. }
            | Self::UnitUnhorsed { .. }
            | Self::UnitEliminated { .. }
            | Self::LeaderKilled { .. }
            | Self::LeaderCaptured { .. }
            | Self::LeaderMoved { .. }
            | Self::LeaderRemoved { .. }
            | Self::UnitAdvanced { .. }
            | Self::ContinuedAttackEarned { .. }
            | Self::RoundEnded
            | Self::UnitRallied { .. }
            | Self::StandardMoved { .. }
            | Self::StandardCaptured { .. }
            | Self::LossChecked { throw: None, .. }
            | Self::ActivationEnded
            | Self::GameEnded { .. }
            | Self::Patched { .. } => Vec::new(),
        }
    }
}
