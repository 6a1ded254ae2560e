//! The card windows of an attack: who is asked, and what may be played (pp. 16-18, 99-100).

mod more_cards;

use hindsight_kernel::{Awaiting, Offer, Seat, message};

use super::sequence::at_hand;
use super::taking_effect::take_effect;
use super::window_refusals::WindowRefusal;
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, proceed};
use crate::model::attack::{Asked, Attack, AttackStage};
use crate::model::cards::{Ability, CardSide, Colour, CommandCard, Window};
use crate::model::command::Command;
use crate::model::effect::{Effect, Target};
use crate::model::event::{AbilityEvent, CombatEvent, CommandEvent, Event};
use crate::model::hands::{is_mercenary, may_hold};
use crate::model::lasting::ability_of;
use crate::model::names::{CardNo, UnitId};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Lasting, LastingKind, State};
use crate::naming::{card_named, colour_named, player, stage_named, unit_named};
use crate::procedures::attack::hits_and_wounds::is_wounding;
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::moved::finds_no_taker;
use crate::rules::command_cards::played_on::may_have_cards;

/// A part in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Attacker,
    Defender,
}

impl Role {
    /// The part of a player.
    pub(super) fn of(attack: &Attack, seat: Seat) -> Self {
        if attack.attacker.seat() == seat {
            Self::Attacker
        } else {
            Self::Defender
        }
    }

    /// The unit that cards of this part are played on. Rule `BG4-CARDS-11` (pp. 18, 86, 101, 127).
    pub(super) fn unit(self, attack: &Attack) -> UnitId {
        match self {
            Self::Attacker => attack.attacker,
            Self::Defender => attack.target,
        }
    }

    /// The colour of its cards. Rule `BG4-CARDS-01` (p. 16).
    fn colour(self) -> Colour {
        match self {
            Self::Attacker => Colour::Red,
            Self::Defender => Colour::Blue,
        }
    }
}

/// The window of a stage. Rule `BG4-ATK-01` (pp. 93-94).
const fn window(stage: AttackStage) -> Option<Window> {
    match stage {
        AttackStage::BeforeHit => Some(Window::HitPre),
        AttackStage::AfterHit => Some(Window::HitPost),
        AttackStage::BeforeWound => Some(Window::WoundPre),
        AttackStage::AfterWound => Some(Window::WoundPost),
        AttackStage::Damage => Some(Window::Damage),
        AttackStage::Resolution => None,
    }
}

/// Who is asked first when a window opens. Rule `BG4-ATK-14` (p. 99).
pub(crate) fn first_asked(state: &State) -> Asked {
    match state.attack.as_deref() {
        Some(attack) if may_answer(state, attack, Role::Attacker) => Asked::Attacker,
        Some(attack) => after_attacker(state, attack),
        None => Asked::Closed,
    }
}

fn after_attacker(state: &State, attack: &Attack) -> Asked {
    if may_answer(state, attack, Role::Defender) {
        Asked::Defender
    } else {
        Asked::Closed
    }
}

/// Who is asked after the one who is asked now has passed, or has played. Rules `BG4-ATK-14`, `BG4-ATK-15`, `BG4-ATK-17` (pp.
/// 99-100).
fn next_asked(state: &State, attack: &Attack, played: bool) -> Asked {
    if let Some(asked) = more_cards::next_asked(state, attack, played) {
        return asked;
    }
    match attack.asked {
        Asked::Attacker => after_attacker(state, attack),
        // An ability used in this window counts as well: the attacker has an answer to it.
        Asked::Defender | Asked::DefenderAgain
            if (played || attack.asked == Asked::DefenderAgain)
                && !has_played(state, attack, Role::Attacker)
                && may_answer(state, attack, Role::Attacker) =>
        {
            Asked::AttackerAgain
        }
        // Two passes in a row close it. Rule BG3-CCARD-04 (p. 18).
        Asked::AttackerAgain
            if played
                && state.profile().windows_end_by_two_passes
                && may_answer(state, attack, Role::Defender) =>
        {
            Asked::DefenderAgain
        }
        Asked::Nobody
        | Asked::Defender
        | Asked::DefenderAgain
        | Asked::AttackerAgain
        | Asked::DefenderAfterCard
        | Asked::AttackerAfterCard
        | Asked::Closed => Asked::Closed,
    }
}

/// Whether somebody is asked at all: they hold a card that their unit may have played on it and may still play one, or an
/// ability may be used. Only what lies open decides. Rules `BG4-ATK-14`, `BG4-ATK-15`, `BG4-ATK-17`, `BG4-CARDS-13` (pp. 99-100).
fn may_answer(state: &State, attack: &Attack, role: Role) -> bool {
    may_play(state, attack, role) || !usable(state, attack, role).is_empty()
}

/// Whether somebody may still play a card of those that they hold, whatever these are.
fn may_play(state: &State, attack: &Attack, role: Role) -> bool {
    let unit = role.unit(attack);
    let open = !has_played(state, attack, role) || more_cards::are_beside(state, attack, role);
    open && !state.player(unit.seat()).hand.is_empty() && may_have_cards(state, unit, role.colour()).is_ok()
}

/// Whether a player has used their one card of this attack, or as many as the card of their attacking unit says. Rules
/// `BG3-CCARD-03` (p. 18), `BG4-CARDS-02`, `BG4-ATK-15`, `BG4-ATK-17` (pp. 17, 99-100).
fn has_played(state: &State, attack: &Attack, role: Role) -> bool {
    let unit = role.unit(attack);
    let abilities = attack.cards.iter().filter(|used| match &used.kind {
        LastingKind::Mark(id) if used.by == unit.seat() => state
            .unit(unit)
            .and_then(|unit| ability_of(state, unit, id))
            .is_some_and(|ability| ability.counts_as_card),
        LastingKind::Mark(_)
        | LastingKind::Card(_)
        | LastingKind::Rule
        | LastingKind::Ruling
        | LastingKind::Blessing
        | LastingKind::Curse => false,
    });
    let used = more_cards::played(state, attack, role) + abilities.count();
    used >= more_cards::most(state, attack, role)
}

/// Refuses more cards in an attack than one, or than a unit card says, except one that says that it may be played beside it.
/// Rules `BG3-CCARD-03` (p. 18), `BG4-CARDS-02` (p. 17).
fn one_card(state: &State, attack: &Attack, seat: Seat, card: CardNo) -> Result<(), WindowRefusal> {
    let role = Role::of(attack, seat);
    let beside = more_cards::is_beside(state, seat, card, role.colour());
    if !beside && has_played(state, attack, role) {
        return Err(WindowRefusal::OnePlayed(seat));
    }
    Ok(())
}

/// The side of a card that a player may play now in the attack at hand.
fn playable<'s>(
    state: &'s State,
    attack: &Attack,
    seat: Seat,
    card: CardNo,
    colour: Colour,
) -> Result<(&'s CommandCard, &'s CardSide), Refusal> {
    let role = Role::of(attack, seat);
    let unit = role.unit(attack);
    let printed = state
        .faction(seat)
        .and_then(|faction| faction.card(card))
        .ok_or(WindowRefusal::NotInDeck(card))?;
    if colour != role.colour() {
        return Err(WindowRefusal::OtherPart {
            seat,
            asked: colour,
            right: role.colour(),
        }
        .into());
    }
    let name = || printed.name.clone();
    let side = printed
        .sides
        .iter()
        .find(|side| side.colour == colour)
        .ok_or_else(|| WindowRefusal::NotOfThisColour { name: name(), colour })?;
    if !window(attack.stage).is_some_and(|window| side.windows.contains(&window)) {
        return Err(WindowRefusal::NotInThisWindow {
            name: name(),
            stage: attack.stage,
            windows: side.windows.clone(),
        }
        .into());
    }
    one_card(state, attack, seat, card)?;
    may_have_cards(state, unit, colour)?;
    if card.is_faction_card() && state.unit(unit).is_some_and(|unit| is_mercenary(state, unit)) {
        return Err(WindowRefusal::OnMercenary(unit).into());
    }
    let field = Field::of(state);
    let other = match role {
        Role::Attacker => attack.target,
        Role::Defender => attack.attacker,
    };
    let wounded = is_wounding(state, attack);
    let part = Situation::of(&field).part(unit, other, attack.kind, false, wounded);
    if let Some(missing) = side.when.iter().find(|condition| !part.holds(condition)) {
        return Err(WindowRefusal::NotMet {
            name: name(),
            unit,
            missing: missing.clone(),
        }
        .into());
    }
    if side
        .effects
        .iter()
        .any(|effect| finds_no_taker(state, attack, effect))
    {
        return Err(WindowRefusal::NoTaker {
            name: name(),
            target: attack.target,
        }
        .into());
    }
    Ok((printed, side))
}

/// Refuses a player who is not asked now. Rule `BG4-ATK-14` (p. 99).
fn asked_attack(state: &State, seat: Seat) -> Result<&Attack, WindowRefusal> {
    let attack = at_hand(state)?;
    match asked_seat(attack) {
        Some(asked) if asked == seat => Ok(attack),
        Some(asked) => Err(WindowRefusal::AskedFirst { asked, seat }),
        None => Err(WindowRefusal::NobodyAsked),
    }
}

/// Whether a player is asked for a card of the attack at hand. Rule `BG4-ATK-14` (p. 99).
pub(crate) fn is_asked(state: &State, seat: Seat) -> bool {
    asked_attack(state, seat).is_ok()
}

/// Refuses a player to whom all windows of an attack are closed: they have played their card of it, or their unit may have
/// no cards of that colour. Rules `BG4-CARDS-02`, `BG4-CARDS-06`, `BG4-COUR-11` (pp. 17-20, 101-102).
fn open_to(state: &State, attack: &Attack, seat: Seat, card: CardNo, colour: Colour) -> Result<(), Refusal> {
    one_card(state, attack, seat, card)?;
    Ok(may_have_cards(
        state,
        Role::of(attack, seat).unit(attack),
        colour,
    )?)
}

/// What closes the window of the attack at hand to a player; nothing where they are asked.
pub(crate) fn closed(state: &State, seat: Seat, card: CardNo, colour: Colour) -> Option<Refusal> {
    let check = || {
        open_to(state, at_hand(state)?, seat, card, colour)?;
        asked_attack(state, seat)?;
        Ok(())
    };
    check().err()
}

fn asked_seat(attack: &Attack) -> Option<Seat> {
    match attack.asked {
        Asked::Attacker | Asked::AttackerAgain | Asked::AttackerAfterCard => Some(attack.attacker.seat()),
        Asked::Defender | Asked::DefenderAgain | Asked::DefenderAfterCard => Some(attack.target.seat()),
        Asked::Nobody | Asked::Closed => None,
    }
}

/// Plays a card in the attack at hand; it takes effect at once.
///
/// Rules `BG4-CARDS-01` to `BG4-CARDS-03`, `BG4-CARDS-06`, `BG4-CARDS-08`, `BG4-CARDS-11`, `BG4-CARDS-12`, `BG4-ATK-14`,
/// `BG4-ATK-15` (pp. 16-22, 99).
pub(crate) fn play(
    table: &mut BattleTable<'_>,
    seat: Seat,
    card: CardNo,
    colour: Colour,
) -> Result<(), Refusal> {
    let state = table.state();
    // What closes every window to the player says more than that another is asked.
    open_to(state, at_hand(state)?, seat, card, colour)?;
    let attack = asked_attack(state, seat)?;
    let (printed, side) = playable(state, attack, seat, card, colour)?;
    if !may_hold(state.player(seat), card) {
        return Err(WindowRefusal::NotHeld { seat, card }.into());
    }
    let name = printed.name.clone();
    let effects = side.effects.clone();
    let unit = Role::of(attack, seat).unit(attack);
    table.emit(Event::Command(CommandEvent::CardPlayed {
        seat,
        card,
        colour,
        on: vec![unit],
    }));
    let next = take_effect(table, seat, &name, &LastingKind::Card(card), None, effects);
    go_on(table, true);
    proceed(table, 0, next);
    Ok(())
}

/// Plays nothing in this window; later windows stay open. Rules `BG4-ATK-14`, `BG4-ATK-15` (pp. 99-100).
pub(crate) fn pass(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    asked_attack(table.state(), seat)?;
    table.emit(Event::Command(CommandEvent::Passed { seat, rest: false }));
    go_on(table, false);
    Ok(())
}

/// Uses the box of an ability in the attack at hand. Its owner is asked further if they may still play. Rule `BG4-ATK-17` (p.
/// 100).
pub(crate) fn use_ability(table: &mut BattleTable<'_>, seat: Seat, ability: &str) -> Result<(), Refusal> {
    let state = table.state();
    let attack = asked_attack(state, seat)?;
    let (role, stage) = (Role::of(attack, seat), attack.stage);
    let unit = role.unit(attack);
    let usable = usable(state, attack, role);
    let Some((place, used)) = usable.into_iter().find(|(_, used)| used.id == ability) else {
        return Err(WindowRefusal::NoSuchAbility {
            unit,
            stage,
            asked: ability.to_owned(),
        }
        .into());
    };
    let Some(mark) = used.mark.clone() else {
        return Err(WindowRefusal::NoBox.into());
    };
    let id = used.id.clone();
    let written = state
        .unit(unit)
        .and_then(|unit| unit.lasting.get(usize::from(place)))
        .map_or_else(|| mark.name.clone(), |lasting| lasting.name.clone());
    table.emit(Event::Ability(AbilityEvent::LastingEnded {
        unit,
        place,
        name: written,
        effects: Vec::new(),
    }));
    let next = take_effect(
        table,
        seat,
        &mark.name,
        &LastingKind::Mark(id),
        None,
        mark.effects,
    );
    let state = table.state();
    let more = state
        .attack
        .as_deref()
        .is_some_and(|attack| may_answer(state, attack, role));
    if !more {
        go_on(table, true);
    } else if role == Role::Defender {
        table.emit(Event::Combat(CombatEvent::AttackWent {
            stage,
            asked: Asked::DefenderAgain,
        }));
    }
    proceed(table, 0, next);
    Ok(())
}

/// The next one is asked, or the window closes.
fn go_on(table: &mut BattleTable<'_>, played: bool) {
    let state = table.state();
    if let Some(attack) = state
        .attack
        .as_deref()
        .filter(|attack| attack.stage != AttackStage::Resolution)
    {
        let (stage, asked) = (attack.stage, next_asked(state, attack, played));
        table.emit(Event::Combat(CombatEvent::AttackWent { stage, asked }));
    }
}

/// The boxes of abilities that a player may spend in this window: the place among what lasts on their unit, the ability.
fn usable<'s>(state: &'s State, attack: &Attack, role: Role) -> Vec<(u8, &'s Ability)> {
    let id = role.unit(attack);
    let (Some(window), Some(unit)) = (window(attack.stage), state.unit(id)) else {
        return Vec::new();
    };
    let part_of = match role {
        Role::Attacker => Target::Attacker,
        Role::Defender => Target::Defender,
    };
    let other = match role {
        Role::Attacker => attack.target,
        Role::Defender => attack.attacker,
    };
    let spendable = |lasting: &Lasting| {
        let LastingKind::Mark(id) = &lasting.kind else {
            return None;
        };
        let ability = ability_of(state, unit, id)?;
        let mark = ability.mark.as_ref()?;
        let own_part = mark.effects.iter().any(|effect| match effect {
            Effect::Change {
                on: on @ (Target::Attacker | Target::Defender),
                ..
            } => *on == part_of,
            _ => true,
        });
        let free = !(ability.counts_as_card && has_played(state, attack, role));
        let fits = mark.spent_at == Some(window) && own_part && free;
        (fits && {
            let field = Field::of(state);
            let wounded = is_wounding(state, attack);
            let part = Situation::of(&field).part(unit.id, other, attack.kind, false, wounded);
            part.all(&mark.when)
        })
        .then_some(ability)
    };
    (0..=u8::MAX)
        .zip(&unit.lasting)
        .filter_map(|(place, lasting)| spendable(lasting).map(|ability| (place, ability)))
        .collect()
}

/// Who is asked in the attack at hand.
pub(crate) fn awaiting(state: &State) -> Vec<Awaiting> {
    let Some(attack) = state.attack.as_deref() else {
        return Vec::new();
    };
    let Some(seat) = asked_seat(attack) else {
        return Vec::new();
    };
    let role = Role::of(attack, seat);
    let question = message!(
        MESSAGES,
        "question-attack-card",
        player = player(seat),
        colour = colour_named(role.colour()),
        unit = unit_named(state, role.unit(attack)),
        stage = stage_named(attack.stage),
        attacker = unit_named(state, attack.attacker),
        target = unit_named(state, attack.target)
    );
    vec![Awaiting::new(
        seat,
        "attack_card",
        question,
        Rule::Atk14.of(state.edition),
    )]
}

/// What may be done in the window that is open: pass, play a card, use an ability. Cards that are not known here may be
/// any of those not yet seen.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    // ERR: who is not asked for a card of an attack is offered none.
    let Ok(attack) = asked_attack(state, seat) else {
        return;
    };
    let role = Role::of(attack, seat);
    let unit = role.unit(attack);
    let decision = "attack_card";
    out.push(
        Offer::one(
            seat,
            decision,
            message!(MESSAGES, "offer-no-card"),
            Rule::Atk14.of(state.edition),
            Command::Pass,
        )
        .about(unit),
    );
    let player = state.player(seat);
    let mut cards: Vec<CardNo> = player.hand.iter().flatten().copied().collect();
    if player.hand.contains(&None) {
        cards.extend(&player.unseen);
    }
    cards.sort_unstable();
    cards.dedup();
    for card in cards {
        // ERR: a card that would be refused is not offered.
        if playable(state, attack, seat, card, role.colour()).is_ok() {
            out.push(
                Offer::one(
                    seat,
                    decision,
                    message!(
                        MESSAGES,
                        "offer-attack-card",
                        card = card_named(state, seat, card)
                    ),
                    Rule::Cards01.of(state.edition),
                    Command::PlayCard {
                        card,
                        colour: role.colour(),
                        on: Vec::new(),
                    },
                )
                .about(unit),
            );
        }
    }
    for (_, ability) in usable(state, attack, role) {
        out.push(
            Offer::one(
                seat,
                decision,
                message!(MESSAGES, "offer-attack-ability", ability = &ability.name),
                Rule::Atk17.of(state.edition),
                Command::UseAbility {
                    ability: ability.id.clone(),
                    on: vec![unit],
                },
            )
            .about(unit),
        );
    }
}
