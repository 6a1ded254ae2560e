//! What happens, in the past tense, with every die face and every number that was decided; and how it changes the
//! position.

use std::sync::Arc;

use hindsight_geometry::inches::{Degrees, Inches, Pose, Side};
use hindsight_kernel::{Misfit, Modifier, Roll, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agenda::{Answered, Question, Step};
use crate::attack::{Asked, Attack, AttackStage};
use crate::cards::{Book, Colour};
use crate::command::Leg;
use crate::effect::Keyword;
use crate::names::{CardNo, TokenNo, UnitId};
use crate::state::{
    Agreed, Allegiance, ArmyList, Cause, Check, CheckKind, Decks, Declared, Ending, Engagement, Glimpse,
    Lasting, Phase, Player, RoutCause, State, Status, TurnMarks, Unit,
};

/// What moved a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum MoveKind {
    /// Deployment.
    Deployed,
    /// Under its standing order.
    Ordered,
    /// Under Direct Control.
    Controlled,
    /// A Final Rush.
    Rush,
    /// Realignment of an engaged unit, or a Colossal unit sliding back.
    Realigned,
    /// A free About Face on Routing.
    RoutTurn,
    /// A rout move.
    Rout,
    /// A Reform on Rally.
    Rally,
    /// A Back Up Unit steps in.
    SteppedIn,
    /// A ruling.
    Ruling,
}

/// What command actions were spent on. Rule `BG4-CMD-15`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// Rule `BG4-CMD-05`.
    ChangeOrder(UnitId),
    /// Rule `BG4-CMD-06`.
    DirectControl(UnitId),
    /// Rule `BG4-CMD-08`.
    DrawCard,
    /// Rule `BG4-CMD-09`.
    Ability(String),
    /// Rule `BG4-CMD-10`.
    Rally(UnitId),
    /// Rule `BG4-CMD-11`.
    Reload(UnitId),
    /// Rule `BG4-CMD-12`.
    Reorganize(UnitId),
    /// Rule `BG4-CMD-13`.
    SoundTheCharge,
    /// Rule `BG4-CMD-14`.
    Recall,
    /// A spell or special rule that costs some.
    Other(String),
}

/// A mark that holds for this turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnMark {
    /// Activated.
    Activated,
    /// Does not Final Rush any more this turn.
    NoRush,
    /// Under Direct Control.
    Controlled,
    /// Its owner names this enemy as nearest.
    NamedEnemy(UnitId),
    /// Rallied.
    Rallied,
    /// Frightened.
    Frightened,
    /// Took its Fear Check.
    FearChecked,
    /// Cast a spell.
    Cast,
    /// Subject of a Healing spell.
    Healed,
    /// Took off.
    TookOff,
    /// Used its sideways shift.
    Shifted,
    /// Uses this ranged attack for its movement.
    RangedMode(u8),
    /// This side of an enemy faces it for the whole turn.
    FacingSide(UnitId, Side),
    /// Met terrain with this change of MC.
    Terrain(i8),
}

/// What happens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[strum(serialize_all = "snake_case")]
pub enum Event {
    /// A battle begins with its set-up.
    Opened {
        /// Everything printed that is in play.
        book: Arc<Book>,
        /// Who draws the command cards.
        decks: Decks,
    },
    /// A battle begins from a position.
    Placed {
        /// The whole of it.
        position: Box<State>,
    },
    /// The procedure goes on: steps are finished and others lie ahead, the last of them on top.
    Proceeded {
        /// How many frames were taken off the agenda.
        done: u8,
        /// What was laid on it.
        ahead: Vec<Step>,
    },
    /// A player was asked something.
    Asked {
        /// What.
        question: Question,
    },
    /// The question that was open is answered.
    Answered {
        /// How.
        answered: Answered,
    },

    /// A faction was chosen; nothing while it is secret or unknown.
    FactionChosen {
        /// Whose.
        seat: Seat,
        /// Which.
        allegiance: Option<Allegiance>,
    },
    /// Something was agreed.
    AgreementMade {
        /// All that is agreed so far.
        agreed: Agreed,
    },
    /// An army list was built; nothing while it is secret or unknown.
    ArmyBuilt {
        /// Whose.
        seat: Seat,
        /// What.
        list: Option<ArmyList>,
    },
    /// An army is on hand: its units wait for deployment.
    ArmyMustered {
        /// Whose.
        seat: Seat,
        /// The units, in order.
        units: Vec<Unit>,
        /// Command cards bought.
        cards: u8,
        /// Points spent.
        spent: u32,
    },
    /// A player was drawn by lot.
    LotDrawn {
        /// What for.
        purpose: String,
        /// The die.
        roll: Roll,
        /// Who.
        seat: Seat,
    },
    /// Who deploys first is settled.
    FirstDeployerNamed {
        /// Who.
        seat: Seat,
    },
    /// Who gives the first order is settled.
    FirstOrdererNamed {
        /// Who.
        seat: Seat,
    },
    /// The first player is named.
    FirstPlayerNamed {
        /// Who.
        seat: Seat,
    },

    /// A turn begins.
    TurnBegan {
        /// Its number.
        turn: u16,
        /// Whose it is.
        active: Seat,
        /// Command actions gained.
        actions: u8,
        /// Units engaged at its start.
        engaged: Vec<UnitId>,
        /// Units flying at its start.
        flying: Vec<UnitId>,
    },
    /// A phase begins.
    PhaseBegan {
        /// Which.
        phase: Phase,
    },
    /// The turn is over: what held for it ends.
    TurnEnded,
    /// The start of the turn was noted.
    SnapshotTaken {
        /// Every own unit against every enemy.
        glimpses: Vec<Glimpse>,
    },

    /// A unit moved or was placed.
    UnitMoved {
        /// Who.
        unit: UnitId,
        /// Why.
        kind: MoveKind,
        /// What it did.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        legs: Vec<Leg>,
        /// Where it lies now.
        to: Pose,
        /// Inches measured.
        distance: Inches,
        /// Inches it might have moved.
        allowance: Inches,
    },
    /// A unit takes off or lands.
    FlightChanged {
        /// Who.
        unit: UnitId,
        /// Airborne from now on.
        airborne: bool,
    },
    /// A Colossal unit's front card slides under the enemy, or back.
    SlidUnder {
        /// Who.
        unit: UnitId,
        /// Under it from now on.
        slid: bool,
    },
    /// A unit's status or order changed.
    StatusChanged {
        /// Who.
        unit: UnitId,
        /// To what.
        status: Status,
        /// Why, in a few words.
        why: String,
    },
    /// A token was placed, or removed.
    TokenPlaced {
        /// Its number.
        token: TokenNo,
        /// Whose.
        seat: Seat,
        /// Where; nothing when it was removed.
        at: Option<hindsight_geometry::inches::Point>,
    },
    /// A turn mark was set.
    Marked {
        /// On whom.
        unit: UnitId,
        /// Which.
        mark: TurnMark,
    },
    /// A unit was Final Rushed and both are engaged.
    FinalRushed {
        /// The engagement.
        engagement: Engagement,
        /// Inches in common.
        contact: Inches,
    },
    /// A Routing unit was Final Rushed: nobody is engaged.
    RoutingRushed {
        /// The rusher.
        unit: UnitId,
        /// The Routing unit.
        target: UnitId,
    },
    /// Engagements changed hands or ended: this is what remains.
    EngagementsChanged {
        /// All of them.
        engagements: Vec<Engagement>,
    },
    /// A cause of a Rout Check was noted.
    CauseNoted {
        /// Who checks.
        unit: UnitId,
        /// Why.
        cause: RoutCause,
    },
    /// A friend moved through the unit on its Initial Rout Move.
    PassedThrough {
        /// The unit moved through.
        unit: UnitId,
        /// Who moved.
        by: UnitId,
    },
    /// Checks of a unit are settled or no longer due.
    CausesCleared {
        /// Whose.
        unit: UnitId,
        /// All of step 2.
        rout: bool,
        /// Those of step 6.
        passed_by: bool,
        /// The forced Fear Check.
        fear: bool,
        /// The Follow-up Rout Check.
        follow_up: bool,
    },
    /// A Fear Check is forced, or a Follow-up Rout Check is due.
    CheckForced {
        /// On whom.
        unit: UnitId,
        /// Which.
        kind: CheckKind,
    },
    /// A courage check begins.
    CheckBegan {
        /// Who, which, with which target.
        check: Check,
    },
    /// The dice of the courage check at hand, or their reroll.
    CheckRolled {
        /// Three dice.
        roll: Roll,
        /// What the total must not exceed.
        target: i32,
        /// What changed the courage.
        modifiers: Vec<Modifier>,
    },
    /// The courage check at hand ended.
    CourageChecked {
        /// Who.
        unit: UnitId,
        /// Which.
        kind: CheckKind,
        /// The dice; nothing for a unit without courage stat.
        roll: Option<Roll>,
        /// The target.
        target: i32,
        /// Whether it passed.
        passed: bool,
    },

    /// Command actions were gained by a card or rule.
    ActionsGained {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// Command actions were spent.
    ActionsSpent {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
        /// On what.
        on: Use,
    },
    /// Command actions were lost at the end of the phase.
    ActionsLost {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A command card was drawn.
    CardDrawn {
        /// Who.
        seat: Seat,
        /// Which; nothing while it is not known here.
        card: Option<CardNo>,
        /// The die that drew it, where the server draws.
        roll: Option<Roll>,
    },
    /// The discard pile becomes the deck.
    DeckRenewed {
        /// Whose.
        seat: Seat,
    },
    /// A card was discarded.
    CardDiscarded {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardNo,
    },
    /// A command card was played.
    CardPlayed {
        /// Who.
        seat: Seat,
        /// Which.
        card: CardNo,
        /// As which colour.
        colour: Colour,
        /// On whom.
        on: Vec<UnitId>,
    },
    /// Somebody played no card.
    Passed {
        /// Who.
        seat: Seat,
        /// For the rest of the phase.
        #[serde(default)]
        rest: bool,
    },
    /// A card works on the courage check at hand.
    CheckChanged {
        /// What it does.
        lasting: Lasting,
    },
    /// A faction ability was used.
    AbilityUsed {
        /// Who.
        seat: Seat,
        /// Its id.
        ability: String,
        /// On whom.
        on: Vec<UnitId>,
    },
    /// A spell was cast.
    SpellCast {
        /// By whom.
        unit: UnitId,
        /// Its place on the card.
        spell: u8,
        /// On whom.
        target: UnitId,
    },
    /// A lasting effect was put on a unit.
    LastingAdded {
        /// On whom.
        unit: UnitId,
        /// What.
        lasting: Lasting,
    },
    /// A lasting effect ended: the one at this place of the unit's list.
    LastingEnded {
        /// On whom.
        unit: UnitId,
        /// Its place, from 0.
        place: u8,
        /// Its name.
        name: String,
    },
    /// Ammo boxes were marked (above 0) or erased.
    AmmoMarked {
        /// Whose.
        unit: UnitId,
        /// By how many.
        by: i8,
    },
    /// Damage boxes were marked.
    BoxesMarked {
        /// Whose.
        unit: UnitId,
        /// How many.
        boxes: u8,
        /// Wounds beyond the last box.
        excess: u8,
        /// By whom.
        by: Option<UnitId>,
        /// Whether they count only from Combat Consequences on. Rule `BG4-COMB-02`.
        fresh: bool,
    },
    /// Damage boxes were erased.
    BoxesErased {
        /// Whose.
        unit: UnitId,
        /// How many.
        boxes: u8,
    },
    /// Damage of the Combat Phase takes effect.
    DamageCounted,
    /// A unit was destroyed and removed.
    UnitDestroyed {
        /// Which.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// By whom.
        by: Option<UnitId>,
    },

    /// The attacks of the Combat Phase are declared, those of a seat.
    TargetsChosen {
        /// Whose.
        seat: Seat,
        /// Attacks in the order of units.
        declared: Vec<Declared>,
    },
    /// An attack begins.
    AttackBegan {
        /// What it is.
        attack: Box<Attack>,
        /// Its place among the declared ones, in the Combat Phase.
        place: Option<u8>,
    },
    /// The attack at hand goes to another stage or asks somebody.
    AttackWent {
        /// Where it stands.
        stage: AttackStage,
        /// Who is asked.
        asked: Asked,
    },
    /// Dice of the attack at hand; they replace those that lay there.
    AttackRolled {
        /// To hit, or to wound.
        to_wound: bool,
        /// The dice as they lie.
        roll: Roll,
        /// Which of them were rolled again just now; empty for a first roll.
        #[serde(default)]
        rerolled: Vec<u8>,
        /// The dice thrown just now for those; nothing for a first roll, which is `roll` itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<Roll>,
        /// The target number.
        target: i32,
        /// Successes by the rules as the dice lie.
        successes: u32,
        /// What changed the target number.
        modifiers: Vec<Modifier>,
    },
    /// A card or ability works in the attack at hand.
    AttackChanged {
        /// What it does.
        lasting: Lasting,
        /// Change of the wounds at the damage step.
        wounds: i32,
    },
    /// The attack at hand ended.
    AttackResolved {
        /// Who attacked.
        attacker: UnitId,
        /// Whom.
        target: UnitId,
        /// How.
        kind: crate::attack::AttackKind,
        /// To-hit dice.
        dice: u32,
        /// Hits, with Impact Hits.
        hits: u32,
        /// Wounds.
        wounds: u32,
    },

    /// The victory check of an End of Turn.
    VictoryChecked {
        /// Destroyed points of South and North.
        destroyed: [u32; 2],
        /// Units that sack the camp.
        sackers: Vec<UnitId>,
    },
    /// The battle ended.
    BattleEnded {
        /// How.
        ending: Ending,
    },
    /// A ruling changed something.
    Ruled {
        /// What.
        patch: crate::command::Patch,
    },
    /// A unit's heading changed in place.
    UnitTurned {
        /// Who.
        unit: UnitId,
        /// Why.
        kind: MoveKind,
        /// Where it looks.
        heading: Degrees,
    },
}

impl Event {
    /// The dice it holds, in the order thrown.
    pub fn rolls(&self) -> Vec<&Roll> {
        match self {
            Self::LotDrawn { roll, .. } | Self::CheckRolled { roll, .. } => vec![roll],
            Self::AttackRolled { roll, again, .. } => vec![again.as_ref().unwrap_or(roll)],
            Self::CardDrawn { roll, .. } => roll.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// Applies an event. Never rolls, never decides, never panics.
pub(crate) fn evolve(state: &mut State, event: &Event) -> Result<(), Misfit> {
    match event {
        Event::Opened { book, decks } => {
            if !state.book.kinds.is_empty() {
                return Err(Misfit::new("the battle is already open"));
            }
            state.book = Arc::clone(book);
            state.decks = *decks;
            state.agenda = vec![Step::ChooseFactions.into()];
        }
        Event::Placed { position } => *state = (**position).clone(),
        Event::Proceeded { done, ahead } => {
            let left = state
                .agenda
                .len()
                .checked_sub(usize::from(*done))
                .ok_or_else(|| Misfit::new("more steps are done than were to be done"))?;
            state.agenda.truncate(left);
            state.agenda.extend(ahead.iter().cloned().map(Into::into));
            if state.agenda.len() > MOST_FRAMES {
                return Err(Misfit::new("too many steps are pending"));
            }
        }
        Event::Asked { question } => state.agenda.push(Step::Ask(question.clone()).into()),
        Event::Answered { answered } => {
            match state.agenda.pop() {
                Some(frame) if matches!(frame.step, Step::Ask(_)) => {}
                Some(_) | None => return Err(Misfit::new("no question is open")),
            }
            if let Some(below) = state.agenda.last_mut() {
                below.answers.push(answered.clone());
            }
        }

        Event::FactionChosen { seat, allegiance } => {
            state.player_mut(*seat).allegiance = made(allegiance.clone());
        }
        Event::AgreementMade { agreed } => state.agreed = agreed.clone(),
        Event::ArmyBuilt { seat, list } => state.player_mut(*seat).list = made(list.clone()),
        Event::ArmyMustered {
            seat,
            units,
            cards,
            spent,
        } => {
            if state.units.iter().any(|unit| unit.id.seat() == *seat) {
                return Err(Misfit::new("this army is already mustered"));
            }
            if units
                .iter()
                .any(|unit| unit.id.seat() != *seat || state.book.kind(unit.kind).is_none())
            {
                return Err(Misfit::new("a unit of nobody's list"));
            }
            state.units.extend(units.iter().cloned());
            state.units.sort_by_key(|unit| unit.id);
            let player = state.player_mut(*seat);
            player.bought = *cards;
            player.spent = *spent;
            player.deck = 30;
            player.unseen = CardNo::deck().collect();
        }
        Event::LotDrawn { .. } | Event::VictoryChecked { .. } | Event::AbilityUsed { .. } => {}
        Event::Passed { seat, rest } => state.player_mut(*seat).passing |= rest,
        Event::CheckChanged { lasting } => {
            let check = state
                .check
                .as_mut()
                .ok_or_else(|| Misfit::new("no check is at hand"))?;
            check.cards.push(lasting.clone());
        }
        Event::FirstDeployerNamed { seat } => state.deployer = Some(*seat),
        Event::FirstOrdererNamed { seat } => state.orderer = Some(*seat),
        Event::FirstPlayerNamed { seat } => state.first = Some(*seat),

        Event::TurnBegan {
            turn,
            active,
            actions,
            engaged,
            flying,
        } => {
            state.turn = *turn;
            state.active = Some(*active);
            state.phase = Phase::MovementAndCommand;
            state.normal_moves = false;
            let player = state.player_mut(*active);
            player.actions = *actions;
            player.gained = *actions;
            player.spent_any = false;
            for player in &mut state.players {
                player.played.clear();
                player.passing = false;
            }
            for unit in &mut state.units {
                unit.turn = TurnMarks {
                    began_engaged: engaged.contains(&unit.id),
                    began_flying: flying.contains(&unit.id),
                    ..TurnMarks::default()
                };
            }
        }
        Event::PhaseBegan { phase } => {
            state.phase = *phase;
            for player in &mut state.players {
                player.played.clear();
                player.passing = false;
            }
            for unit in &mut state.units {
                unit.lasting
                    .retain(|lasting| !crate::lasting::ends_with(lasting, crate::effect::Duration::Phase));
            }
        }
        Event::TurnEnded => {
            state.snapshot.clear();
            state.declared.clear();
            for unit in &mut state.units {
                unit.turn = TurnMarks::default();
                unit.lasting
                    .retain(|lasting| !crate::lasting::ends_with(lasting, crate::effect::Duration::Turn));
            }
        }
        Event::SnapshotTaken { glimpses } => state.snapshot.clone_from(glimpses),

        Event::UnitMoved { unit, kind, to, .. } => {
            let normal = matches!(kind, MoveKind::Ordered | MoveKind::Controlled);
            let unit = living(state, *unit, *kind == MoveKind::Deployed)?;
            let changed = unit.pose != Some(*to);
            unit.pose = Some(*to);
            if changed && (normal || *kind == MoveKind::Rush) {
                unit.turn.moved = true;
            }
            if *kind == MoveKind::Rush {
                unit.turn.rushed = true;
            }
            if *kind == MoveKind::Rout {
                unit.turn.just_routed = false;
            }
            if normal && changed {
                state.normal_moves = true;
            }
        }
        Event::UnitTurned { unit, heading, .. } => {
            let unit = living(state, *unit, false)?;
            if let Some(pose) = &mut unit.pose {
                pose.heading = heading.heading();
            }
        }
        Event::FlightChanged { unit, airborne } => living(state, *unit, true)?.airborne = *airborne,
        Event::SlidUnder { unit, slid } => living(state, *unit, false)?.slid = *slid,
        Event::StatusChanged { unit, status, .. } => {
            let unit = living(state, *unit, true)?;
            if *status == Status::Routing && unit.status != Status::Routing {
                unit.turn.just_routed = true;
            }
            unit.status = *status;
        }
        Event::TokenPlaced { token, seat, at } => match at {
            Some(at) => {
                state.tokens.insert(*token, (*seat, *at));
            }
            None => {
                state.tokens.remove(token);
            }
        },
        Event::Marked { unit, mark } => {
            let marks = &mut living(state, *unit, true)?.turn;
            match mark {
                TurnMark::Activated => marks.activated = true,
                TurnMark::NoRush => marks.no_rush = true,
                TurnMark::Controlled => marks.controlled = true,
                TurnMark::NamedEnemy(enemy) => marks.named_enemy = Some(*enemy),
                TurnMark::Rallied => marks.rallied = true,
                TurnMark::Frightened => marks.frightened = true,
                TurnMark::FearChecked => marks.fear_checked = true,
                TurnMark::Cast => marks.cast = true,
                TurnMark::Healed => marks.healed = true,
                TurnMark::TookOff => marks.took_off = true,
                TurnMark::Shifted => marks.shifted = true,
                TurnMark::RangedMode(mode) => marks.ranged_mode = Some(*mode),
                TurnMark::FacingSide(enemy, side) => marks.diagonals.push((*enemy, *side)),
                TurnMark::Terrain(steps) => {
                    marks.terrain = Some(marks.terrain.map_or(*steps, |old| old.min(*steps)));
                }
            }
        }
        Event::FinalRushed { engagement, .. } => {
            let line = !state.has(engagement.rusher, Keyword::Skirmisher);
            living(state, engagement.rusher, false)?.turn.rushed = true;
            let rushed = living(state, engagement.rushed, false)?;
            rushed.turn.rushed_by_line |= line;
            state.engagements.push(*engagement);
        }
        Event::RoutingRushed { unit, .. } => living(state, *unit, false)?.turn.rushed = true,
        Event::EngagementsChanged { engagements } => state.engagements.clone_from(engagements),
        Event::CauseNoted { unit, cause } => {
            let pending = &mut living(state, *unit, true)?.pending;
            if !pending.rout.contains(cause) {
                pending.rout.push(*cause);
            }
        }
        Event::PassedThrough { unit, by } => living(state, *unit, false)?.pending.passed_by.push(*by),
        Event::CausesCleared {
            unit,
            rout,
            passed_by,
            fear,
            follow_up,
        } => {
            let pending = &mut living(state, *unit, true)?.pending;
            if *rout {
                pending.rout.clear();
            }
            if *passed_by {
                pending.passed_by.clear();
            }
            pending.fear &= !fear;
            pending.follow_up &= !follow_up;
        }
        Event::CheckForced { unit, kind } => {
            let pending = &mut living(state, *unit, false)?.pending;
            match kind {
                CheckKind::Fear => pending.fear = true,
                CheckKind::FollowUp => pending.follow_up = true,
                CheckKind::Rout | CheckKind::Other => {
                    return Err(Misfit::new("this check is noted by its cause"));
                }
            }
        }
        Event::CheckBegan { check } => state.check = Some(check.clone()),
        Event::CheckRolled { roll, target, .. } => {
            let check = state
                .check
                .as_mut()
                .ok_or_else(|| Misfit::new("no check is at hand"))?;
            check.roll = Some(roll.clone());
            check.target = *target;
        }
        Event::CourageChecked { .. } => state.check = None,

        Event::ActionsGained { seat, count } => {
            let player = state.player_mut(*seat);
            player.actions = player.actions.saturating_add(*count);
            player.gained = player.gained.saturating_add(*count);
        }
        Event::ActionsSpent { seat, count, .. } => {
            let player = state.player_mut(*seat);
            player.actions = player
                .actions
                .checked_sub(*count)
                .ok_or_else(|| Misfit::new("more command actions are spent than there are"))?;
            player.spent_any |= *count > 0;
        }
        Event::ActionsLost { seat, .. } => state.player_mut(*seat).actions = 0,
        Event::CardDrawn { seat, card, .. } => draw(state.player_mut(*seat), *card)?,
        Event::DeckRenewed { seat } => {
            let player = state.player_mut(*seat);
            let discards = std::mem::take(&mut player.discards);
            player.deck = player.deck.saturating_add(discards.len() as u8);
            player.unseen.extend(discards);
            player.unseen.sort_unstable();
        }
        Event::CardDiscarded { seat, card } => leave_hand(state.player_mut(*seat), *card)?,
        Event::CardPlayed {
            seat,
            card,
            colour,
            on,
        } => {
            let player = state.player_mut(*seat);
            leave_hand(player, *card)?;
            if *colour == Colour::Green {
                player.played.push((*card, on.clone()));
            }
            if let Some(attack) = &mut state.attack {
                match colour {
                    Colour::Red => attack.red = Some(*card),
                    Colour::Blue => attack.blue = Some(*card),
                    Colour::Green => {}
                }
            }
        }
        Event::SpellCast { unit, .. } => living(state, *unit, false)?.turn.cast = true,
        Event::LastingAdded { unit, lasting } => living(state, *unit, false)?.lasting.push(lasting.clone()),
        Event::LastingEnded { unit, place, name } => {
            let lasting = &mut living(state, *unit, true)?.lasting;
            let place = usize::from(*place);
            if lasting.get(place).is_none_or(|there| there.name != *name) {
                return Err(Misfit::new(format!("{name:?} is not there to end")));
            }
            lasting.remove(place);
        }
        Event::AmmoMarked { unit, by } => {
            let unit = living(state, *unit, true)?;
            unit.ammo_marked = unit.ammo_marked.saturating_add_signed(*by);
        }
        Event::BoxesMarked {
            unit, boxes, fresh, ..
        } => {
            let all = boxes_of(state, *unit)?;
            let unit = living(state, *unit, true)?;
            let room = all.saturating_sub(unit.marked.saturating_add(unit.fresh));
            if *boxes > room {
                return Err(Misfit::new("more boxes are marked than there are"));
            }
            if *fresh {
                unit.fresh += boxes;
            } else {
                unit.marked += boxes;
            }
        }
        Event::BoxesErased { unit, boxes } => {
            let unit = living(state, *unit, false)?;
            unit.marked = unit.marked.saturating_sub(*boxes);
        }
        Event::DamageCounted => {
            for unit in &mut state.units {
                unit.marked = unit.marked.saturating_add(std::mem::take(&mut unit.fresh));
            }
        }
        Event::UnitDestroyed { unit, cause, .. } => {
            let unit = living(state, *unit, true)?;
            unit.destroyed = Some(*cause);
            unit.pose = None;
            unit.airborne = false;
            unit.slid = false;
            unit.lasting.clear();
            unit.pending = crate::state::Pending::default();
        }

        Event::TargetsChosen { declared, .. } => state.declared.extend(declared.iter().cloned()),
        Event::AttackBegan { attack, place } => {
            state.attack = Some(attack.clone());
            if let Some(place) = place {
                let declared = state.declared.get_mut(usize::from(*place));
                declared
                    .ok_or_else(|| Misfit::new("no such attack is declared"))?
                    .done = true;
            }
        }
        Event::AttackWent { stage, asked } => {
            let attack = at_hand(state)?;
            attack.stage = *stage;
            attack.asked = *asked;
        }
        Event::AttackRolled { to_wound, roll, .. } => {
            let attack = at_hand(state)?;
            if *to_wound {
                attack.wound_roll = Some(roll.clone());
            } else {
                attack.hit_roll = Some(roll.clone());
            }
        }
        Event::AttackChanged { lasting, wounds } => {
            let attack = at_hand(state)?;
            attack.cards.push(lasting.clone());
            attack.wounds_changed += wounds;
        }
        Event::AttackResolved { .. } => note_end(state)?,

        Event::BattleEnded { ending } => {
            state.ending = Some(ending.clone());
            state.phase = Phase::Over;
            state.agenda.clear();
        }
        Event::Ruled { patch } => crate::rulings::apply(state, patch)?,
    }
    Ok(())
}

/// The most frames an agenda may have.
const MOST_FRAMES: usize = 200;

fn made<T>(choice: Option<T>) -> crate::state::Secret<T> {
    choice.map_or(crate::state::Secret::Unknown, crate::state::Secret::Known)
}

fn living(state: &mut State, id: UnitId, off_table: bool) -> Result<&mut Unit, Misfit> {
    let unit = state
        .unit_mut(id)
        .ok_or_else(|| Misfit::new(format!("there is no unit {id}")))?;
    if unit.destroyed.is_some() || (unit.pose.is_none() && !off_table) {
        return Err(Misfit::new(format!("unit {id} is not on the table")));
    }
    Ok(unit)
}

fn boxes_of(state: &State, id: UnitId) -> Result<u8, Misfit> {
    let unit = state
        .unit(id)
        .ok_or_else(|| Misfit::new(format!("there is no unit {id}")))?;
    Ok(state.kind(unit).boxes.all())
}

/// The attack at hand is over; the one that marked its target's last box is remembered until the consequences.
fn note_end(state: &mut State) -> Result<(), Misfit> {
    let attack = state
        .attack
        .take()
        .ok_or_else(|| Misfit::new("no attack is at hand"))?;
    let all = boxes_of(state, attack.target)?;
    let full = state
        .unit(attack.target)
        .is_some_and(|unit| unit.marked.saturating_add(unit.fresh) >= all);
    let claimed = state
        .declared
        .iter()
        .any(|declared| declared.felled && declared.attack.target == attack.target);
    let own = state.declared.iter_mut().find(|declared| {
        declared.done
            && declared.attack.attacker == attack.attacker
            && declared.attack.target == attack.target
            && declared.attack.kind == attack.kind
    });
    if let Some(own) = own {
        own.felled = full && !claimed;
    }
    Ok(())
}

fn at_hand(state: &mut State) -> Result<&mut Attack, Misfit> {
    state
        .attack
        .as_deref_mut()
        .ok_or_else(|| Misfit::new("no attack is at hand"))
}

/// A card goes from the deck to the hand.
fn draw(player: &mut Player, card: Option<CardNo>) -> Result<(), Misfit> {
    player.deck = player
        .deck
        .checked_sub(1)
        .ok_or_else(|| Misfit::new("a card is drawn from an empty deck"))?;
    if let Some(card) = card {
        let place = player.unseen.iter().position(|unseen| *unseen == card);
        player
            .unseen
            .remove(place.ok_or_else(|| Misfit::new(format!("card {card} is not in the deck")))?);
    }
    player.hand.push(card);
    Ok(())
}

/// A card goes from the hand to the discard pile; one that was unknown becomes known by it.
fn leave_hand(player: &mut Player, card: CardNo) -> Result<(), Misfit> {
    if let Some(place) = player.hand.iter().position(|held| *held == Some(card)) {
        player.hand.remove(place);
    } else {
        let unknown = player.hand.iter().position(Option::is_none);
        let unseen = player.unseen.iter().position(|unseen| *unseen == card);
        match (unknown, unseen) {
            (Some(unknown), Some(unseen)) => {
                player.hand.remove(unknown);
                player.unseen.remove(unseen);
            }
            _ => return Err(Misfit::new(format!("card {card} is not in the hand"))),
        }
    }
    player.discards.push(card);
    Ok(())
}
