//! Ranged attacks of a unit as far as they govern its movement (pp. 6, 25-26).

use crate::editions::Profile;
use crate::model::agenda::{Answer, Need, Topic, answer_to};
use crate::model::cards::{RangedType, UnitType};
use crate::model::effect::Distance;
use crate::model::orders::Order;
use crate::model::rule::Rule;
use crate::procedures::attack::weapon::is_shot;
use crate::procedures::movement::choices::ask;
use crate::procedures::movement::context::MoveContext;

/// A ranged attack of a card, as far as it governs movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Its place among the card's ranged attacks: those of the card first, then the spells with only the Attack keyword.
    pub mode: u8,
    /// How far.
    pub range: Distance,
    /// How it finds its way.
    pub way: RangedType,
}

/// The ranged attacks of a card: its own, then its spells that aim as one. Rules `BG3-CARD-07`, `BG3-ORD-09` (pp. 3, 6),
/// `BG4-ORDER-06`, `BG4-SPELL-07` (pp. 26, 135).
// RULING: BG4-SPELL-07, spells cast in Movement & Command do not count for R, S and L.
pub(crate) fn reaches(profile: &Profile, kind: &UnitType) -> Vec<Reach> {
    let own = kind
        .ranged_attacks()
        .map(|(_, ranged)| (ranged.range, ranged.way));
    let spells = kind.spells.iter().filter(|spell| is_shot(profile, spell));
    own.chain(spells.map(|spell| (spell.reach(), spell.way)))
        .zip(0..=u8::MAX)
        .map(|((range, way), mode)| Reach { mode, range, way })
        .collect()
}

impl Reach {
    /// As it is answered.
    pub(crate) fn named(self) -> Answer {
        Answer::Ranged {
            range: self.range,
            way: self.way,
        }
    }
}

/// The ranged attack that an answer names: of several alike the first.
pub(crate) fn chosen_reach(all: &[Reach], given: &Answer) -> Option<Reach> {
    all.iter()
        .find(|one| given.means(&one.named(), one.mode))
        .copied()
}

/// How far a Range, Short or Long unit wants to be from its enemy, and how its attack finds its way. Rules
/// `BG4-ORDER-04` to `BG4-ORDER-08` (pp. 25-26).
pub(crate) fn range_of(context: &MoveContext<'_>) -> Result<Option<Reach>, Need> {
    let kind = context.field.state().kind(context.unit);
    let all = reaches(context.field.profile(), kind);
    let Some(first) = all.first().copied() else {
        return Ok(None);
    };
    // BG4-ORDER-08: the limit of the order counts for moving, whatever the attack reaches.
    let by_card = context.field.profile().order_range_by_card;
    let farthest = all.iter().map(|one| one.range).max().unwrap_or(first.range);
    let at = |mils: u32| {
        let range = Distance(mils);
        Some(Reach {
            range: if by_card { range.min(farthest) } else { range },
            ..first
        })
    };
    match context.orders.order {
        Order::Close | Order::Hold | Order::Follow => Ok(None),
        Order::Short => Ok(at(7_000)),
        Order::Long => Ok(at(14_000)),
        Order::Range
            if all
                .iter()
                .all(|one| one.range == first.range && one.way == first.way) =>
        {
            Ok(Some(first))
        }
        Order::Range => {
            if let Some(mode) = context.unit.turn.ranged_mode {
                return Ok(all.get(usize::from(mode)).copied().or(Some(first)));
            }
            let given = answer_to(context.answers, Topic::RangedMode, Some(context.unit.id), None);
            if let Some(reach) = given.and_then(|given| chosen_reach(&all, given)) {
                return Ok(Some(reach));
            }
            let mut options: Vec<(Answer, String)> = Vec::new();
            for one in &all {
                if !options.iter().any(|(option, _)| *option == one.named()) {
                    let way = crate::model::words::ranged_type(one.way);
                    let words = format!("the {way} attack with range {}", one.range.inches());
                    options.push((one.named(), words));
                }
            }
            Err(ask(context, Topic::RangedMode, None, options, Rule::Order06))
        }
    }
}
