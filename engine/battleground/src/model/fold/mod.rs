//! How an event changes the position. No rule lives here: nothing is rolled, nothing decided.

pub(crate) mod rulings;

use std::sync::Arc;

use battleground_geometry::{Inches, Pose};
use hindsight_kernel::{FoldError, Seat, agenda};

use crate::model::agenda::Step;
use crate::model::attack::Attack;
use crate::model::cards::Colour;
use crate::model::effect::{Duration, Keyword};
use crate::model::event::{Event, MoveKind, TurnMark};
use crate::model::names::{CardNo, Team, UnitId, other};
use crate::model::state::{
    Cause, CheckKind, Declared, Held, Pending, Phase, Player, SeatPlayers, Secret, State, TurnMarks, Unit,
};

/// Applies an event. Never rolls, never decides, never panics.
pub(crate) fn evolve(state: &mut State, event: &Event) -> Result<(), FoldError> {
    match event {
        Event::Opened {
            book,
            decks,
            edition,
            shares,
            house,
        } => {
            if !state.book.kinds.is_empty() {
                return Err(FoldError::new("the battle is already open"));
            }
            state.book = Arc::clone(book);
            state.decks = *decks;
            state.edition = *edition;
            if !shares.is_empty() {
                state.players = SeatPlayers::new(shares.len());
                for (player, share) in state.players.iter_mut().zip(shares) {
                    player.share = Some(*share);
                }
            }
            state.house = *house;
            state.agenda = vec![Step::ChooseFactions.into()];
        }
        Event::Placed { position } => {
            if position
                .units
                .iter()
                .any(|unit| position.book.kind(unit.kind).is_none())
            {
                return Err(FoldError::new("a unit has no card"));
            }
            *state = (**position).clone();
        }
        Event::Proceeded { done, ahead } => agenda::fold_proceeded(&mut state.agenda, *done, ahead)?,
        Event::Asked { question } => state.agenda.push(Step::Ask(question.clone()).into()),
        Event::Answered { answered } => {
            let is_question = |step: &Step| matches!(step, Step::Ask(_));
            agenda::fold_answered(&mut state.agenda, is_question, answered.clone())?;
        }

        Event::FactionChosen { seat, allegiance } => {
            state.player_mut(*seat).allegiance = Secret::made(allegiance.clone());
        }
        Event::AgreementMade { agreed } => state.agreed = agreed.clone(),
        Event::ArmyBuilt { seat, list } => state.player_mut(*seat).list = Secret::made(list.clone()),
        Event::ArmyMustered {
            seat,
            units,
            cards,
            spent,
            concealed,
            unknown,
            mercenaries,
        } => {
            if state.units.iter().any(|unit| unit.id.seat() == *seat) {
                return Err(FoldError::new("this army is already mustered"));
            }
            if units
                .iter()
                .any(|unit| unit.id.seat() != *seat || state.book.kind(unit.kind).is_none())
            {
                return Err(FoldError::new("a unit of nobody's list"));
            }
            state.units.extend(units.iter().cloned());
            state.units.sort_by_key(|unit| unit.id);
            let deck = state.house.deck();
            let player = state.player_mut(*seat);
            player.bought = *cards;
            player.spent = *spent;
            player.concealed = *concealed;
            player.unknown = *unknown;
            player.mercenaries = *mercenaries;
            player.deck = deck.len() as u8;
            player.unseen = deck;
        }
        Event::FewerPointsRolled { seat, .. } => state.fewer = *seat,
        Event::LotDrawn { .. } | Event::VictoryChecked { .. } | Event::AbilityUsed { .. } => {}
        Event::RuleTriggered { triggered } => state.triggered.push((**triggered).clone()),
        Event::RerollClaimed { .. } => {
            let attack = at_hand(state)?;
            attack.claimed = Some(attack.stage);
        }
        Event::RuleSettled { place, .. } => {
            if usize::from(*place) >= state.triggered.len() {
                return Err(FoldError::new("no such special rule waits"));
            }
            state.triggered.remove(usize::from(*place));
        }
        Event::Finished { seat } => state.player_mut(*seat).finished = true,
        Event::Passed { seat, rest } => state.player_mut(*seat).passing |= rest,
        Event::CheckChanged { lasting } => {
            let check = state
                .check
                .as_mut()
                .ok_or_else(|| FoldError::new("no check is at hand"))?;
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
            for seat in state.seats_of(Team::of(*active)).filter(|seat| seat != active) {
                let partner = state.player_mut(seat);
                (partner.actions, partner.gained, partner.spent_any) = (0, 0, false);
            }
            for player in &mut state.players {
                player.played.clear();
                player.passing = false;
                player.finished = false;
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
                player.finished = false;
            }
            for unit in &mut state.units {
                unit.pending.other_checked = false;
            }
            crate::model::lasting::end_with(state, Duration::Phase);
        }
        Event::TurnEnded => {
            state.snapshot.clear();
            state.declared.clear();
            let turn = state.turn;
            for unit in &mut state.units {
                unit.turn = TurnMarks::default();
                // The turn in which it could be used is over. Rule BG3-ORD-16 (p. 8).
                unit.held = unit.held.filter(|held| held.turn.saturating_add(2) > turn);
            }
            crate::model::lasting::end_with(state, Duration::Turn);
        }
        Event::SnapshotTaken { glimpses } => state.snapshot.clone_from(glimpses),

        Event::UnitMoved {
            unit,
            kind,
            to,
            distance,
            shown,
            ..
        } => {
            if let Some(shown) = shown {
                show(state, *unit, shown)?;
            }
            come_to(state, *unit, *kind, *to, *distance)?;
        }
        Event::UnitsMoved { kind, moves } => {
            for one in moves {
                come_to(state, one.unit, *kind, one.to, one.distance)?;
            }
        }
        Event::UnitTurned { unit, heading, kind } => {
            let unit = living(state, *unit, false)?;
            if let Some(pose) = &mut unit.pose {
                pose.heading = heading.heading();
            }
            // Not before it has turned: until then the card that lies outside is the rear one. Rule BG4-COLOS-05.
            if *kind == MoveKind::RoutTurn {
                unit.turn.just_routed = true;
            }
        }
        Event::FlightChanged { unit, airborne } => living(state, *unit, true)?.airborne = *airborne,
        Event::SlidUnder { unit, slid } => living(state, *unit, false)?.slid = *slid,
        Event::StatusChanged { unit, status, .. } => living(state, *unit, true)?.status = *status,
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
                TurnMark::Terrified => marks.terrified = true,
                TurnMark::FearChecked => marks.fear_checked = true,
                TurnMark::Cast => marks.cast = true,
                TurnMark::Healed => marks.healed = true,
                TurnMark::TookOff => marks.took_off = true,
                TurnMark::HealedFrom(marked) => marks.healed_from = marks.healed_from.or(Some(*marked)),
                TurnMark::Lands(lands) => marks.lands = *lands,
                TurnMark::Shifted => marks.shifted = true,
                TurnMark::Paid => marks.paid = true,
                TurnMark::RiddenDown => marks.ridden_down = true,
                TurnMark::RunThrough => marks.run_through = true,
                TurnMark::Beyond(enemies) => marks.beyond.clone_from(enemies),
                TurnMark::Threw => marks.threw = true,
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
                    return Err(FoldError::new("this check is noted by its cause"));
                }
            }
        }
        Event::CheckBegan { check } => {
            if check.kind == CheckKind::Other
                && let Some(unit) = state.unit_mut(check.unit)
            {
                unit.pending.other.clear();
                unit.pending.other_checked = true;
            }
            state.check = Some(check.clone());
        }
        Event::CheckRolled { roll, target, .. } => {
            let check = state
                .check
                .as_mut()
                .ok_or_else(|| FoldError::new("no check is at hand"))?;
            check.roll = Some(roll.clone());
            check.target = *target;
        }
        Event::CheckDemanded { unit, demanded } => {
            living(state, *unit, false)?.pending.other.push(demanded.clone());
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
                .ok_or_else(|| FoldError::new("more command actions are spent than there are"))?;
            player.spent_any |= *count > 0;
        }
        Event::ActionsLost { seat, .. } => state.player_mut(*seat).actions = 0,
        Event::CardDrawn { seat, card, .. } => {
            draw(state.player_mut(*seat), *card)?;
            if let Some(partner) = shares_deck_with(state, *seat) {
                let partner = state.player_mut(partner);
                partner.deck = partner.deck.saturating_sub(1);
                if let Some(card) = card {
                    take_unseen(partner, *card);
                }
            }
        }
        Event::FactionCardsRemoved { seat } => {
            let player = state.player_mut(*seat);
            player.unseen.retain(|card| !card.is_faction_card());
            player.deck = player.unseen.len() as u8;
        }
        Event::DeckRenewed { seat } => {
            for seat in std::iter::once(*seat).chain(shares_deck_with(state, *seat)) {
                let player = state.player_mut(seat);
                let discards = std::mem::take(&mut player.discards);
                player.deck = player.deck.saturating_add(discards.len() as u8);
                player.unseen.extend(discards);
                player.unseen.sort_unstable();
            }
        }
        Event::CardDiscarded { seat, card } => {
            leave_hand(state.player_mut(*seat), *card)?;
            lies_on_shared_pile(state, *seat, *card);
        }
        Event::CardPlayed {
            seat,
            card,
            colour,
            on,
        } => {
            leave_hand(state.player_mut(*seat), *card)?;
            lies_on_shared_pile(state, *seat, *card);
            let player = state.player_mut(*seat);
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
        Event::LastingEnded {
            unit,
            place,
            name,
            effects,
        } => {
            let lasting = &mut living(state, *unit, true)?.lasting;
            let place = usize::from(*place);
            let there = lasting.get_mut(place).filter(|there| there.name == *name);
            let Some(there) = there else {
                return Err(FoldError::new(format!("{name:?} is not there to end")));
            };
            let none_left = crate::model::lasting::end_effects(there, effects);
            if effects.is_empty() || none_left {
                lasting.remove(place);
            }
        }
        Event::AmmoMarked { unit, by } => {
            let unit = living(state, *unit, true)?;
            unit.ammo_marked = unit.ammo_marked.saturating_add_signed(*by);
        }
        Event::BoxesMarked {
            unit,
            boxes,
            by,
            fresh,
            ..
        } => mark(state, *unit, *boxes, *by, *fresh)?,
        Event::BoxesErased { unit, boxes } => {
            let id = *unit;
            let unit = living(state, id, false)?;
            let last = unit.fresh.min(*boxes);
            unit.fresh -= last;
            unit.marked = unit.marked.saturating_sub(boxes - last);
            for declared in state.declared.iter_mut().filter(|one| one.attack.target == id) {
                declared.felled &= *boxes == 0; // Its last box is free again.
            }
        }
        Event::DamageCounted => {
            for unit in &mut state.units {
                unit.marked = unit.marked.saturating_add(std::mem::take(&mut unit.fresh));
            }
        }
        Event::UnitDestroyed { unit, cause, .. } => {
            living(state, *unit, true)?;
            remove(state, *unit, *cause);
        }

        Event::TargetsChosen { declared, .. } => state.declared.extend(declared.iter().cloned()),
        Event::ChoiceSettled { place } => {
            let declared = state.declared.get_mut(usize::from(*place));
            declared
                .ok_or_else(|| FoldError::new("no such attack is declared"))?
                .done = true;
        }
        Event::PointHeld { unit, at } => {
            let turn = state.turn;
            living(state, *unit, false)?.held = Some(Held { at: *at, turn });
        }
        Event::FliersWaited { seat, turns } => state.player_mut(*seat).waited_aloft = *turns,
        Event::AttackBegan { attack, place } => {
            state.attack = Some(attack.clone());
            if let Some(place) = place {
                let declared = state.declared.get_mut(usize::from(*place));
                declared
                    .ok_or_else(|| FoldError::new("no such attack is declared"))?
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
        Event::AttackChanged { lasting } => at_hand(state)?.cards.push(lasting.clone()),
        Event::AttackResolved { .. } => {
            if state.attack.take().is_none() {
                return Err(FoldError::new("no attack is at hand"));
            }
        }

        Event::BattleEnded { ending } => {
            state.ending = Some(ending.clone());
            state.phase = Phase::Over;
            state.agenda.clear();
        }
        Event::Ruled { patch } => crate::model::fold::rulings::apply(state, patch)?,
    }
    Ok(())
}

/// A unit of a concealed army is laid open; where the army is known it is there already.
fn show(state: &mut State, id: UnitId, shown: &Unit) -> Result<(), FoldError> {
    if state.unit(id).is_some() {
        return Ok(());
    }
    if shown.id != id || state.book.kind(shown.kind).is_none() {
        return Err(FoldError::new("a unit of nobody's list"));
    }
    let player = state.player_mut(id.seat());
    player.unknown = player
        .unknown
        .checked_sub(1)
        .ok_or_else(|| FoldError::new(format!("there is no unit {id}")))?;
    state.units.push(shown.clone());
    state.units.sort_by_key(|unit| unit.id);
    Ok(())
}

/// A unit lies somewhere else now, so far along its way.
fn come_to(
    state: &mut State,
    unit: UnitId,
    kind: MoveKind,
    to: Pose,
    distance: Inches,
) -> Result<(), FoldError> {
    let normal = matches!(kind, MoveKind::Ordered | MoveKind::Controlled);
    let unit = living(state, unit, kind == MoveKind::Deployed)?;
    let changed = unit.pose != Some(to);
    unit.pose = Some(to);
    if changed && (normal || kind == MoveKind::Rush) {
        unit.turn.moved = true;
    }
    if changed && normal && unit.airborne {
        unit.turn.flown = Some(unit.turn.flown.unwrap_or_default() + distance);
    }
    if kind == MoveKind::Rush {
        unit.turn.rushed = true;
    }
    if kind == MoveKind::Rout {
        unit.turn.just_routed = false;
    }
    if normal && changed {
        state.normal_moves = true;
    }
    Ok(())
}

fn living(state: &mut State, id: UnitId, off_table: bool) -> Result<&mut Unit, FoldError> {
    let unit = state
        .unit_mut(id)
        .ok_or_else(|| FoldError::new(format!("there is no unit {id}")))?;
    if unit.destroyed.is_some() || (unit.pose.is_none() && !off_table) {
        return Err(FoldError::new(format!("unit {id} is not on the table")));
    }
    Ok(unit)
}

fn boxes_of(state: &State, id: UnitId) -> Result<u8, FoldError> {
    let unit = state
        .unit(id)
        .ok_or_else(|| FoldError::new(format!("there is no unit {id}")))?;
    Ok(state.kind(unit).boxes.all())
}

/// Boxes are marked. The declared attack that marks its target's last box is remembered until the consequences.
fn mark(state: &mut State, id: UnitId, boxes: u8, by: Option<UnitId>, fresh: bool) -> Result<(), FoldError> {
    let all = boxes_of(state, id)?;
    let unit = living(state, id, true)?;
    let room = all.saturating_sub(unit.all_marked());
    if boxes > room {
        return Err(FoldError::new("more boxes are marked than there are"));
    }
    if fresh {
        unit.fresh += boxes;
    } else {
        unit.marked += boxes;
    }
    let last = boxes > 0 && boxes == room;
    let attack = state
        .attack
        .as_deref()
        .filter(|attack| last && attack.target == id && by == Some(attack.attacker));
    let own = attack.and_then(|attack| {
        let same = |one: &&mut Declared| {
            one.done
                && one.attack.target == id
                && one.attack.attacker == attack.attacker
                && one.attack.kind == attack.kind
        };
        state.declared.iter_mut().find(same)
    });
    if let Some(own) = own {
        own.felled = true;
    }
    Ok(())
}

/// A unit leaves the table for good: it fights nobody and checks nothing any more. What a Back Up Unit takes over is told
/// by an event of its own.
pub(crate) fn remove(state: &mut State, gone: UnitId, cause: Cause) {
    if let Some(unit) = state.unit_mut(gone) {
        unit.destroyed = Some(cause);
        unit.pose = None;
        unit.airborne = false;
        unit.slid = false;
        unit.lasting.clear();
        unit.pending = Pending::default();
    }
    state.engagements.retain(|engagement| !engagement.has(gone));
    if state.check.as_ref().is_some_and(|check| check.unit == gone) {
        state.check = None;
    }
}

fn at_hand(state: &mut State) -> Result<&mut Attack, FoldError> {
    state
        .attack
        .as_deref_mut()
        .ok_or_else(|| FoldError::new("no attack is at hand"))
}

/// Who draws from the same deck as a player. Rule `BG3-SET-07` (pp. 3-4).
fn shares_deck_with(state: &State, seat: Seat) -> Option<Seat> {
    state.house.shared_deck.then(|| other(seat))
}

/// A card that a player plays or discards lies on the pile of both, where they share one. Rule `BG3-SET-07` (pp. 3-4).
fn lies_on_shared_pile(state: &mut State, seat: Seat, card: CardNo) {
    if let Some(partner) = shares_deck_with(state, seat) {
        let partner = state.player_mut(partner);
        take_unseen(partner, card);
        partner.discards.push(card);
    }
}

/// One of these cards is seen, if there is one that was not.
fn take_unseen(player: &mut Player, card: CardNo) {
    if let Some(place) = player.unseen.iter().position(|unseen| *unseen == card) {
        player.unseen.remove(place);
    }
}

/// A card goes from the deck to the hand.
fn draw(player: &mut Player, card: Option<CardNo>) -> Result<(), FoldError> {
    player.deck = player
        .deck
        .checked_sub(1)
        .ok_or_else(|| FoldError::new("a card is drawn from an empty deck"))?;
    if let Some(card) = card {
        let place = player.unseen.iter().position(|unseen| *unseen == card);
        player
            .unseen
            .remove(place.ok_or_else(|| FoldError::new(format!("card {card} is not in the deck")))?);
    }
    player.hand.push(card);
    Ok(())
}

/// A card goes from the hand to the discard pile; one that was unknown becomes known by it.
fn leave_hand(player: &mut Player, card: CardNo) -> Result<(), FoldError> {
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
            _ => return Err(FoldError::new(format!("card {card} is not in the hand"))),
        }
    }
    player.discards.push(card);
    Ok(())
}
