//! Why an event happens: its rule, and the answers of an inspection that decide it. Of two editions that part at an event, the first
//! of these answers that differs tells by which rule.

use hindsight_kernel::{Grounds, InspectRequest, RuleId};

use crate::editions::Edition;
use crate::model::attack::AttackKind;
use crate::model::event::{
    AbilityEvent, CombatEvent, CommandEvent, CourageEvent, DamageEvent, EngagementEvent, Event, MoveKind,
    MovementEvent, ProcedureEvent, SetupEvent, TurnEvent, Use,
};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::CheckKind;

/// What decides where a unit goes by its order.
const ORDERED: &[&str] = &[
    "may_rush",
    "rush_first",
    "mc",
    "visible_enemies",
    "nearest_enemy",
    "would_move",
];
/// What decides how a unit moves that its owner leads.
const CONTROLLED: &[&str] = &["mc", "terrain"];
/// What decides a Final Rush.
const RUSHED: &[&str] = &[
    "may_rush",
    "rush_first",
    "visible",
    "facing_side",
    "open_path",
    "rush_sides",
    "final_rush",
];
/// What decides an attack.
const ATTACKED: &[&str] = &["legal_targets", "engaged", "charging", "pinched"];
/// What decides a courage check.
const CHECKED: &[&str] = &["courage"];

/// A rule by which an event happens, and what decides how it works out.
struct Ground {
    rule: Rule,
    question: Option<InspectRequest>,
    topics: &'static [&'static str],
}

/// Why an event happens, by the rules of an edition.
pub(crate) fn grounds(edition: Edition, event: &Event) -> Option<Grounds> {
    if let Event::Procedure(ProcedureEvent::Asked { question }) = event {
        return Some(Grounds {
            rule: RuleId(question.rule.clone().into()),
            question: None,
            topics: &[],
        });
    }
    let Ground {
        rule,
        question,
        topics,
    } = ground(event)?;
    Some(Grounds {
        rule: rule.of(edition),
        question,
        topics,
    })
}

fn ground(event: &Event) -> Option<Ground> {
    let by = |rule: Rule| Some(plain(rule));
    match event {
        Event::Procedure(event) => match event {
            ProcedureEvent::Asked { .. }
            | ProcedureEvent::Opened { .. }
            | ProcedureEvent::Placed { .. }
            | ProcedureEvent::Proceeded { .. }
            | ProcedureEvent::Answered { .. }
            | ProcedureEvent::PositionNoted { .. }
            | ProcedureEvent::Ruled { .. } => None,
        },
        Event::Setup(event) => by(set_up(event)),
        Event::Turn(event) => by(turn(event)),
        Event::Movement(event) => moved(event),
        Event::Engagement(event) => Some(match event {
            EngagementEvent::FinalRushed { engagement, .. } => {
                asked(Rule::Rush13, engagement.rusher, Some(engagement.rushed), RUSHED)
            }
            EngagementEvent::RoutingRushed { unit, target } => {
                asked(Rule::Rush17, *unit, Some(*target), RUSHED)
            }
            EngagementEvent::EngagementsChanged { .. } => return by(Rule::Eng01),
        }),
        Event::Courage(event) => Some(courage(event)),
        Event::Command(event) => by(command(event)),
        Event::Combat(event) => Some(combat(event)),
        Event::Damage(event) => by(match event {
            DamageEvent::AmmoMarked { .. } => Rule::Atk07,
            DamageEvent::BoxesMarked { .. } | DamageEvent::BoxesErased { .. } => Rule::Atk06,
            DamageEvent::DamageCounted => Rule::Cons01,
            DamageEvent::UnitDestroyed { .. } => Rule::Cons06,
        }),
        Event::Ability(event) => by(match event {
            AbilityEvent::RuleTriggered { .. } | AbilityEvent::RuleSettled { .. } => Rule::Prin04,
            AbilityEvent::AbilityUsed { .. } => Rule::Cmd09,
            AbilityEvent::SpellCast { .. } => Rule::Spell01,
            AbilityEvent::LastingAdded { .. } | AbilityEvent::LastingEnded { .. } => Rule::Cards11,
        }),
    }
}

/// A rule, and the answers about a unit, or about it and another, that decide how it works out.
fn asked(rule: Rule, unit: UnitId, target: Option<UnitId>, topics: &'static [&'static str]) -> Ground {
    Ground {
        rule,
        question: Some(InspectRequest {
            unit: unit.to_string(),
            target: target.map(|target| target.to_string()),
            about: serde_json::Map::new(),
        }),
        topics,
    }
}

const fn set_up(event: &SetupEvent) -> Rule {
    match event {
        SetupEvent::FactionChosen { .. } => Rule::Setup02,
        SetupEvent::AgreementMade { .. } => Rule::Setup04,
        SetupEvent::ArmyBuilt { .. } | SetupEvent::ArmyMustered { .. } => Rule::Army01,
        SetupEvent::FewerPointsRolled { .. } | SetupEvent::LotDrawn { .. } => Rule::Deploy06,
        SetupEvent::FirstDeployerNamed { .. } => Rule::Deploy02,
        SetupEvent::FirstOrdererNamed { .. } => Rule::Deploy05,
        SetupEvent::FirstPlayerNamed { .. } => Rule::Deploy07,
    }
}

const fn turn(event: &TurnEvent) -> Rule {
    match event {
        TurnEvent::TurnBegan { .. } => Rule::Cmd01,
        TurnEvent::PhaseBegan { .. }
        | TurnEvent::SnapshotTaken { .. }
        | TurnEvent::Finished { .. }
        | TurnEvent::TurnEnded => Rule::Turn01,
        TurnEvent::FliersWaited { .. } => Rule::FliesOff,
        TurnEvent::VictoryChecked { .. } | TurnEvent::BattleEnded { .. } => Rule::Scen04,
    }
}

fn moved(event: &MovementEvent) -> Option<Ground> {
    let (unit, kind) = match event {
        MovementEvent::UnitMoved { unit, kind, .. } | MovementEvent::UnitTurned { unit, kind, .. } => {
            (*unit, *kind)
        }
        MovementEvent::UnitsMoved { kind, moves } => (moves.first()?.unit, *kind),
        MovementEvent::FlightChanged { unit, .. } => {
            return Some(asked(Rule::Fly06, *unit, None, CONTROLLED));
        }
        MovementEvent::SlidUnder { unit, .. } => return Some(asked(Rule::Colos05, *unit, None, RUSHED)),
        MovementEvent::StatusChanged { unit, .. } => {
            return Some(asked(Rule::Status01, *unit, None, &["status"]));
        }
        MovementEvent::TokenPlaced { .. } => return Some(plain(Rule::Order11)),
        MovementEvent::Marked { unit, .. } => return Some(asked(Rule::Turn05, *unit, None, ORDERED)),
        MovementEvent::PointHeld { .. } => return Some(plain(Rule::ManeuversOnPoint)),
    };
    Some(match kind {
        MoveKind::Deployed => plain(Rule::Deploy03),
        MoveKind::Ordered => asked(Rule::Move06, unit, None, ORDERED),
        MoveKind::Controlled => asked(Rule::Move22, unit, None, CONTROLLED),
        MoveKind::Rush => asked(Rule::Rush13, unit, None, RUSHED),
        MoveKind::Realigned => plain(Rule::Eng01),
        MoveKind::RoutTurn | MoveKind::Rout => plain(Rule::Rout02),
        MoveKind::Rally => plain(Rule::Cmd10),
        MoveKind::SteppedIn => plain(Rule::Eng09),
        MoveKind::Ruling => return None,
    })
}

const fn plain(rule: Rule) -> Ground {
    Ground {
        rule,
        question: None,
        topics: &[],
    }
}

fn courage(event: &CourageEvent) -> Ground {
    let check = |kind: CheckKind| match kind {
        CheckKind::Fear => Rule::Cour08,
        CheckKind::Rout | CheckKind::FollowUp | CheckKind::Other => Rule::Cour12,
    };
    match event {
        CourageEvent::CauseNoted { unit, .. }
        | CourageEvent::PassedThrough { unit, .. }
        | CourageEvent::CausesCleared { unit, .. }
        | CourageEvent::CheckDemanded { unit, .. } => asked(Rule::Cour12, *unit, None, CHECKED),
        CourageEvent::CheckForced { unit, kind } => asked(check(*kind), *unit, None, CHECKED),
        CourageEvent::CheckBegan { check: begun } => asked(check(begun.kind), begun.unit, None, CHECKED),
        CourageEvent::CheckRolled { .. } => plain(Rule::Cour04),
        CourageEvent::CheckChanged { .. } => plain(Rule::Cards11),
        CourageEvent::CourageChecked { unit, .. } => asked(Rule::Cour03, *unit, None, CHECKED),
    }
}

const fn command(event: &CommandEvent) -> Rule {
    match event {
        CommandEvent::ActionsGained { .. } => Rule::Cmd01,
        CommandEvent::ActionsSpent { on, .. } => match on {
            Use::ChangeOrder(_) => Rule::Cmd05,
            Use::DirectControl(_) => Rule::Cmd06,
            Use::DrawCard => Rule::Cmd08,
            Use::Ability(_) => Rule::Cmd09,
            Use::Rally(_) => Rule::Cmd10,
            Use::Reload(_) => Rule::Cmd11,
            Use::Reorganize(_) => Rule::Cmd12,
            Use::SoundTheCharge => Rule::Cmd13,
            Use::Recall => Rule::Cmd14,
            Use::Other(_) => Rule::Cmd15,
        },
        CommandEvent::ActionsLost { .. } => Rule::Cmd04,
        CommandEvent::CardDrawn { .. } => Rule::Cmd08,
        CommandEvent::DeckRenewed { .. } | CommandEvent::CardDiscarded { .. } => Rule::Cards10,
        CommandEvent::FactionCardsRemoved { .. } => Rule::RemovesCards,
        CommandEvent::CardPlayed { .. } | CommandEvent::Passed { .. } => Rule::Cards01,
        CommandEvent::RerollClaimed { .. } => Rule::Atk16,
    }
}

fn combat(event: &CombatEvent) -> Ground {
    match event {
        CombatEvent::TargetsChosen { .. } => plain(Rule::Comb03),
        CombatEvent::ChoiceSettled { .. } => plain(Rule::DeadTarget),
        CombatEvent::AttackBegan { attack, .. } => {
            let rule = match attack.kind {
                AttackKind::Melee => Rule::Comb04,
                AttackKind::Free => Rule::Cour20,
                AttackKind::Ranged | AttackKind::OtherRanged { .. } => Rule::Comb07,
                AttackKind::Thrown => Rule::Throws,
                AttackKind::Swoop | AttackKind::SwoopAnswer => Rule::Fly13,
                AttackKind::Spell { .. } | AttackKind::Strike { .. } => Rule::Spell03,
            };
            asked(rule, attack.attacker, Some(attack.target), ATTACKED)
        }
        CombatEvent::AttackWent { .. } => plain(Rule::Atk14),
        CombatEvent::AttackRolled { to_wound: false, .. } => plain(Rule::Atk02),
        CombatEvent::AttackRolled { to_wound: true, .. } => plain(Rule::Atk04),
        CombatEvent::AttackChanged { .. } => plain(Rule::Cards11),
        CombatEvent::AttackResolved { attacker, target, .. } => {
            asked(Rule::Atk06, *attacker, Some(*target), ATTACKED)
        }
    }
}
