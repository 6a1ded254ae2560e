//! Events of armies, terrain, deployment sides and deployment.

use hindsight_kernel::{Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::names::{Edge, UnitId};
use super::super::unit::{NcuState, Unit};
use super::parts::Opposed;
use super::subjects::{Roller, Subjects};
use crate::cards::{ArmyList, CardId, Name, is_default};
use crate::field::Pose;

/// Armies, terrain, deployment sides and deployment.
#[derive(
    Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr, strum::VariantNames,
)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum SetupEvent {
    /// A player named their army. Rule `IF-ARMY-01`.
    ListSubmitted {
        /// Who.
        seat: Seat,
        /// The army; none where it may not be known yet.
        #[serde(default, skip_serializing_if = "is_default")]
        list: Option<ArmyList>,
    },
    /// The army of a player became public, its deck was shuffled. Rule `IF-ARMY-03`.
    ArmyMustered {
        /// Whose.
        seat: Seat,
        /// The faction.
        faction: Name,
        /// The commander.
        commander: CardId,
        /// The combat units.
        units: Vec<Unit>,
        /// The NCUs.
        ncus: Vec<NcuState>,
        /// Every card of the deck, in the order of the pack.
        deck: Vec<CardId>,
    },
    /// The number of terrain pieces was rolled. Rule `IF-SETUP-01`.
    TerrainNumberRolled {
        /// A D3, thrown as a D6. Rule `IF-MOR-05`.
        roll: Roll,
        /// The number.
        pieces: u8,
    },
    /// A piece of the pool was rolled, or a 7 that lets the roller name one. Rule `IF-TERR-14`.
    TerrainRolled {
        /// Who rolled.
        seat: Seat,
        /// 2D6.
        roll: Roll,
        /// The piece; none after a 7.
        #[serde(default, skip_serializing_if = "is_default")]
        card: Option<CardId>,
    },
    /// A piece of the pool was named: after a 7, or by agreement.
    TerrainNamed {
        /// Who named it; none is an agreement of both.
        #[serde(default, skip_serializing_if = "is_default")]
        seat: Option<Seat>,
        /// The piece.
        card: CardId,
    },
    /// Both players rolled a D6. Rules `IF-SETUP-02`, `IF-SETUP-04`.
    OpposedRolled {
        /// What for.
        purpose: Opposed,
        /// Seat A's die, then seat B's.
        rolls: [Roll; 2],
        /// Who won; none is a tie, which is rolled again.
        #[serde(default, skip_serializing_if = "is_default")]
        winner: Option<Seat>,
    },
    /// A terrain piece was placed. Rule `IF-SETUP-03`.
    TerrainPlaced {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
        /// Where.
        pose: Pose,
    },
    /// The rest of the pool found no place. Rule `IF-SETUP-03`.
    TerrainDropped {
        /// Which pieces.
        cards: Vec<CardId>,
    },
    /// Who picks a deployment side was named. Rule `IF-SETUP-04`.
    PickerNamed {
        /// By whom.
        by: Seat,
        /// Who picks.
        seat: Seat,
    },
    /// A deployment side was picked. Rule `IF-SETUP-04`.
    SidePicked {
        /// By whom.
        seat: Seat,
        /// Their edge.
        edge: Edge,
    },
    /// Who deploys first was named. Rule `IF-SETUP-05`.
    FirstDeployerNamed {
        /// By whom.
        by: Seat,
        /// Who.
        seat: Seat,
    },
    /// The first player of round 1 was named. Rule `IF-SETUP-06`.
    FirstPlayerNamed {
        /// By whom.
        by: Seat,
        /// Who.
        seat: Seat,
    },
    /// A unit was deployed. Rule `IF-SETUP-09`.
    Deployed {
        /// Which.
        unit: UnitId,
        /// Where.
        pose: Pose,
    },
    /// A unit found no room and went to reserve. Rule `IF-SETUP-10`.
    Reserved {
        /// Which.
        unit: UnitId,
    },
}

impl SetupEvent {
    /// The units and dice that it concerns.
    pub fn subjects(&self) -> Subjects<'_> {
        match self {
            Self::TerrainNumberRolled { roll, .. } => {
                Subjects::default().thrown(roll, Roller::Seat(Seat::A), None)
            }
            Self::TerrainRolled { seat, roll, .. } => {
                Subjects::default().thrown(roll, Roller::Seat(*seat), None)
            }
            Self::OpposedRolled {
                rolls: [one, other], ..
            } => Subjects::default()
                .thrown(one, Roller::Seat(Seat::A), None)
                .thrown(other, Roller::Seat(Seat::B), None),
            Self::Deployed { unit, .. } => Subjects::units([*unit]),
            Self::ListSubmitted { .. }
            | Self::ArmyMustered { .. }
            | Self::TerrainNamed { .. }
            | Self::TerrainPlaced { .. }
            | Self::TerrainDropped { .. }
            | Self::PickerNamed { .. }
            | Self::SidePicked { .. }
            | Self::FirstDeployerNamed { .. }
            | Self::FirstPlayerNamed { .. }
            | Self::Reserved { .. } => Subjects::default(),
        }
    }
}
