//! The bounds of what packs, positions and rulings bring in: every number small enough for the sums it goes into, every
//! list short enough to be numbered. The JSON Schemas name the same bounds.

use std::ops::RangeInclusive;

use hindsight_kernel::{Message, Roll, message};

use crate::messages::MESSAGES;
use crate::model::agenda::{Frame, Options, Step};
use crate::model::attack::{Attack, Numbers};
use crate::model::cards::{
    Ability, Book, CommandCard, CustomCost, CustomTerrain, Profile, Scenario, Spell, UnitType,
};
use crate::model::effect::{Change, Effect, Trigger};
use crate::model::state::{Demanded, Lasting, Player, State, Unit};

/// The most effects in one list.
pub(crate) const MOST_EFFECTS: usize = 20;
/// The most conditions of who takes wounds that are moved.
const MOST_NAMED_CONDITIONS: usize = 10;
/// The most things that last on a unit.
pub(crate) const MOST_LASTING: usize = 100;
/// The most things that rulings may put on a unit.
pub(crate) const MOST_RULED: usize = 20;
/// The most dice or Impact Hits of one attack; no card comes near.
pub(crate) const MOST_DICE: i32 = 100;
/// The most sides of a command card. Rule `BG4-CARDS-08` (pp. 20-22).
const MOST_SIDES: usize = 2;
/// The most triggers of a unit card, and of all abilities of a faction together.
pub(crate) const MOST_TRIGGERS: usize = 20;
/// The most special rules of a scenario: every unit on the table may answer with all of them.
pub(crate) const MOST_SCENARIO_RULES: usize = 5;
/// The most special rules that wait for their turn at once.
pub(crate) const MOST_WAITING: usize = 500;
/// The most entries of a list whose places are numbered.
const MOST_NUMBERED: usize = 200;
/// The most entries of any other list of a position.
const MOST: usize = 500;
/// The cards of a command deck. Rule `BG4-CARDS-10` (pp. 36, 127).
const CARDS: usize = 30;
/// The most glimpses: every unit of every enemy, on a diagonal twice.
const MOST_GLIMPSES: usize = 5_000;
/// The farthest a sum of an attack or a check may go to either side.
pub(crate) const MOST_SUM: i64 = 1_000;
/// The most letters of a name.
const MOST_LETTERS: usize = 200;

/// A place that is out of bounds, below the thing looked at, and what would be right.
pub(crate) type Fault = (String, Message);

/// A fault with its place.
pub(crate) fn placed((field, reason): Fault) -> Message {
    message!(MESSAGES, "bounds-fault-at", field, reason)
}

/// What is out of bounds so far.
#[derive(Debug, Default)]
pub(crate) struct Bounds(Vec<Fault>);

impl Bounds {
    fn number(&mut self, field: impl Into<String>, value: impl Into<i64>, range: RangeInclusive<i64>) {
        let value = value.into();
        if !range.contains(&value) {
            let (least, most) = range.into_inner();
            self.0.push((
                field.into(),
                message!(MESSAGES, "bounds-number", least, most, value),
            ));
        }
    }

    fn list(&mut self, field: impl Into<String>, count: usize, most: usize) {
        if count > most {
            self.0
                .push((field.into(), message!(MESSAGES, "bounds-list", most, count)));
        }
    }

    fn name(&mut self, field: impl Into<String>, name: &str) {
        self.letters(field, name, MOST_LETTERS);
    }

    fn letters(&mut self, field: impl Into<String>, text: &str, most: usize) {
        let letters = text.chars().count();
        if letters > most {
            self.0
                .push((field.into(), message!(MESSAGES, "bounds-text", most, letters)));
        }
    }

    fn profile(&mut self, field: &str, profile: Profile) {
        for (name, stat) in [
            ("dice", profile.dice),
            ("skill", profile.skill),
            ("power", profile.power),
        ] {
            self.number(format!("{field}/{name}"), stat, 0..=12);
        }
    }

    fn change(&mut self, field: &str, change: Change) {
        for (name, by) in [
            ("dice", change.dice),
            ("skill", change.skill),
            ("power", change.power),
            ("def_skill", change.def_skill),
            ("toughness", change.toughness),
            ("courage", change.courage),
            ("mc", change.mc),
            ("impact_hits", change.impact_hits),
        ] {
            self.number(format!("{field}/{name}"), by, -12..=12);
        }
    }

    fn effects(&mut self, field: &str, effects: &[Effect]) {
        self.list(field, effects.len(), MOST_EFFECTS);
        for (place, effect) in effects.iter().take(MOST_EFFECTS).enumerate() {
            let field = |name: &str| format!("{field}/{place}/{name}");
            match effect {
                Effect::Change { change, .. } => self.change(&field("change/change"), *change),
                Effect::Wounds { by } => self.number(field("wounds/by"), *by, -12..=12),
                Effect::Hits { by } => self.number(field("hits/by"), *by, -12..=12),
                Effect::MoveWounds { most, to } => {
                    self.number(field("move_wounds/most"), *most, 1..=12);
                    self.list(field("move_wounds/to"), to.len(), MOST_NAMED_CONDITIONS);
                }
                Effect::PassCourage { then } => self.effects(&field("pass_courage/then"), then),
                Effect::GainCommandActions { count } => {
                    self.number(field("gain_command_actions/count"), *count, 0..=15);
                }
                Effect::DrawCards { count } => self.number(field("draw_cards/count"), *count, 0..=15),
                Effect::EraseAmmo { most } => self.number(field("erase_ammo/most"), *most, 0..=20),
                Effect::Heal { boxes } => self.number(field("heal/boxes"), *boxes, 0..=27),
                Effect::Damage { wounds } => self.number(field("damage/wounds"), *wounds, 0..=27),
                Effect::Ignore { modifiers } => {
                    self.list(field("ignore/modifiers"), modifiers.len(), MOST_EFFECTS);
                }
                Effect::Trigger { trigger, .. } => self.trigger(&field("trigger/trigger"), trigger),
                Effect::CourageCheck { failed } => self.effects(&field("courage_check/failed"), failed),
                Effect::ByRuling { text } => {
                    self.number(field("by_ruling/text"), text.chars().count() as u32, 1..=500);
                }
                Effect::Cover { .. }
                | Effect::Disrupt
                | Effect::SpoilAttack
                | Effect::Reroll { .. }
                | Effect::RerollCourage
                | Effect::ChangeOrder
                | Effect::BoxOnAttacker { .. }
                | Effect::NoCards { .. }
                | Effect::Reorganize
                | Effect::Rally { .. }
                | Effect::FearCheck => {}
            }
        }
    }

    fn spell(&mut self, field: &str, spell: &Spell) {
        self.name(format!("{field}/name"), &spell.name);
        if let Some(profile) = spell.profile {
            self.profile(&format!("{field}/profile"), profile);
        }
        self.effects(&format!("{field}/effects"), &spell.effects);
    }

    fn card(&mut self, at: &str, card: &UnitType) {
        let field = |name: &str| format!("{at}{name}");
        self.number(field("points"), card.points, 1..=2_500);
        self.profile(&field("attack"), card.attack);
        if let Some(profile) = card.ranged.and_then(|ranged| ranged.profile) {
            self.profile(&field("ranged/profile"), profile);
        }
        self.list(field("more_ranged"), card.more_ranged.len(), 3);
        for (place, ranged) in card.more_ranged.iter().take(3).enumerate() {
            if let Some(profile) = ranged.profile {
                self.profile(&field(&format!("more_ranged/{place}/profile")), profile);
            }
        }
        self.number(field("def_skill"), card.def_skill, 0..=8);
        self.number(field("toughness"), card.toughness, 0..=8);
        if let Some(courage) = card.courage {
            self.number(field("courage"), courage, 3..=18);
        }
        let boxes = card.boxes;
        for (colour, count) in [
            ("green", boxes.green),
            ("yellow", boxes.yellow),
            ("red", boxes.red),
        ] {
            self.number(field(&format!("boxes/{colour}")), count, 0..=9);
        }
        if boxes.all() == 0 {
            self.0.push((field("boxes"), message!(MESSAGES, "bounds-no-box")));
        }
        if let Some(ammo) = card.ammo {
            self.number(field("ammo"), ammo, 1..=20);
        }
        self.number(field("impact_hits"), card.impact_hits, 0..=6);
        self.number(field("cards_on_its_attack"), card.cards_on_its_attack, 1..=3);
        self.number(field("direct_control_cost"), card.direct_control_cost, 1..=10);
        self.list(field("labels"), card.labels.len(), 20);
        self.list(field("specials"), card.specials.len(), 20);
        for (place, special) in card.specials.iter().take(20).enumerate() {
            self.change(&field(&format!("specials/{place}/change")), special.change);
        }
        self.triggers(&field("triggers"), &card.triggers);
        self.list(field("spells"), card.spells.len(), 10);
        for (place, spell) in card.spells.iter().take(10).enumerate() {
            self.spell(&field(&format!("spells/{place}")), spell);
        }
    }

    fn ability(&mut self, at: &str, ability: &Ability) {
        self.number(format!("{at}cost"), ability.cost, 0..=20);
        self.number(format!("{at}points"), ability.points.unwrap_or(1), 1..=2_500);
        self.effects(&format!("{at}effects"), &ability.effects);
        if let Some(mark) = &ability.mark {
            self.name(format!("{at}mark/name"), &mark.name);
            self.effects(&format!("{at}mark/effects"), &mark.effects);
        }
        self.list(format!("{at}standing"), ability.standing.len(), 20);
        self.triggers(&format!("{at}triggers"), &ability.triggers);
    }

    fn triggers(&mut self, at: &str, triggers: &[Trigger]) {
        self.list(at, triggers.len(), MOST_TRIGGERS);
        for (place, trigger) in triggers.iter().take(MOST_TRIGGERS).enumerate() {
            self.trigger(&format!("{at}/{place}"), trigger);
        }
    }

    fn trigger(&mut self, at: &str, trigger: &Trigger) {
        self.letters(format!("{at}/name"), &trigger.name, 60);
        self.effects(&format!("{at}/effects"), &trigger.effects);
    }

    fn command_card(&mut self, at: &str, card: &CommandCard) {
        self.list(format!("{at}sides"), card.sides.len(), MOST_SIDES);
        for (place, side) in card.sides.iter().take(MOST_SIDES).enumerate() {
            self.list(format!("{at}sides/{place}/windows"), side.windows.len(), 10);
            self.effects(&format!("{at}sides/{place}/effects"), &side.effects);
        }
    }

    fn scenario(&mut self, at: &str, scenario: &Scenario) {
        for (name, length) in [("width", scenario.width), ("depth", scenario.depth)] {
            self.number(
                format!("{at}{name}"),
                length.value().clamp(-1e6, 1e6).round() as i64,
                12..=120,
            );
        }
        for (name, count) in [
            ("command_actions", scenario.command_actions),
            ("first_turn_actions", scenario.first_turn_actions),
        ] {
            if let Some(count) = count {
                self.number(format!("{at}{name}"), count, 0..=20);
            }
        }
        self.list(format!("{at}rules"), scenario.rules.len(), MOST_SCENARIO_RULES);
        for (place, special) in scenario.rules.iter().take(MOST_SCENARIO_RULES).enumerate() {
            self.trigger(&format!("{at}rules/{place}/rule"), &special.rule);
        }
    }

    fn book(&mut self, book: &Book) {
        for (name, count) in [
            ("book/factions", book.factions.len()),
            ("book/kinds", book.kinds.len()),
            ("book/maps", book.maps.len()),
            ("book/scenarios", book.scenarios.len()),
        ] {
            self.list(name, count, MOST);
        }
        for (place, card) in book.kinds.iter().take(MOST).enumerate() {
            self.card(&format!("book/kinds/{place}/"), card);
        }
        for (place, faction) in book.factions.iter().take(MOST).enumerate() {
            let at = format!("book/factions/{place}");
            self.list(format!("{at}/deck"), faction.deck.len(), 30);
            for (number, card) in faction.deck.iter().take(30).enumerate() {
                self.command_card(&format!("{at}/deck/{number}/"), card);
            }
            self.list(format!("{at}/abilities"), faction.abilities.len(), 20);
            for (number, ability) in faction.abilities.iter().take(20).enumerate() {
                self.ability(&format!("{at}/abilities/{number}/"), ability);
            }
        }
        for (place, map) in book.maps.iter().take(MOST).enumerate() {
            self.list(format!("book/maps/{place}/pieces"), map.pieces.len(), MOST);
            for (number, piece) in map.pieces.iter().take(MOST).enumerate() {
                if let Some(custom) = &piece.custom {
                    self.custom_terrain(&format!("book/maps/{place}/pieces/{number}/custom"), custom);
                }
            }
        }
        for (place, scenario) in book.scenarios.iter().take(MOST).enumerate() {
            self.scenario(&format!("book/scenarios/{place}/"), scenario);
        }
    }

    /// Custom terrain of a piece. Rule `BG3-TERR-01` (p. 27).
    fn custom_terrain(&mut self, field: &str, custom: &CustomTerrain) {
        self.name(format!("{field}/name"), &custom.name);
        self.list(format!("{field}/crossing_for"), custom.crossing_for.len(), 14);
        let costs = custom.crossing_for.iter().map(|named| named.cost);
        for cost in costs.chain([custom.crossing]) {
            if let CustomCost::Slower(rows) = cost {
                self.number(format!("{field}/crossing"), rows, 0..=10);
            }
        }
        if let Some(height) = custom.height {
            self.number(format!("{field}/height"), height, 1..=100);
        }
    }

    fn all_lasting(&mut self, field: &str, lasting: &[Lasting]) {
        self.list(field, lasting.len(), MOST_LASTING);
        for (place, one) in lasting.iter().take(MOST_LASTING).enumerate() {
            self.name(format!("{field}/{place}/name"), &one.name);
            self.effects(&format!("{field}/{place}/effects"), &one.effects);
        }
    }

    fn roll(&mut self, field: &str, roll: Option<&Roll>) {
        if let Some(roll) = roll {
            self.list(format!("{field}/faces"), roll.dice(), MOST_NUMBERED);
        }
    }

    fn numbers(&mut self, field: &str, numbers: &Numbers) {
        self.number(format!("{field}/dice"), numbers.dice, 0..=MOST_DICE.into());
        self.number(
            format!("{field}/impact_hits"),
            numbers.impact_hits,
            0..=MOST_DICE.into(),
        );
        for (name, sum) in [("to_hit", numbers.to_hit), ("to_wound", numbers.to_wound)] {
            self.number(format!("{field}/{name}"), sum, -MOST_SUM..=MOST_SUM);
        }
        for (name, modifiers) in [
            ("on_dice", &numbers.on_dice),
            ("on_hit", &numbers.on_hit),
            ("on_wound", &numbers.on_wound),
            ("on_impact", &numbers.on_impact),
        ] {
            self.list(format!("{field}/{name}"), modifiers.len(), MOST);
            for (place, modifier) in modifiers.iter().take(MOST).enumerate() {
                let field = format!("{field}/{name}/{place}/change");
                self.number(field, modifier.change, -MOST_SUM..=MOST_SUM);
            }
        }
    }

    fn attack(&mut self, field: &str, attack: &Attack) {
        self.numbers(&format!("{field}/numbers"), &attack.numbers);
        self.all_lasting(&format!("{field}/cards"), &attack.cards);
        self.roll(&format!("{field}/hit_roll"), attack.hit_roll.as_ref());
        self.roll(&format!("{field}/wound_roll"), attack.wound_roll.as_ref());
        self.number(format!("{field}/direct"), attack.direct, 0..=MOST_SUM);
    }

    fn frame(&mut self, field: &str, frame: &Frame) {
        self.list(format!("{field}/answers"), frame.answers.len(), MOST_NUMBERED);
        let mut list = |name: &str, count| self.list(format!("{field}/step/{name}"), count, MOST_NUMBERED);
        if let Step::Activate { units }
        | Step::Courage {
            only: Some(units), ..
        } = &frame.step
        {
            list("units", units.len());
        }
        if let Step::FreeAttacks { left } = &frame.step {
            list("free_attacks/left", left.len());
        }
        if let Step::Ask(question) = &frame.step {
            let count = match &question.options {
                Options::OneOf(options) => options.len(),
                Options::Shift { samples, .. }
                | Options::Heading { samples }
                | Options::Order { samples } => samples.len(),
                Options::Dice { places, .. } => places.len(),
            };
            list("ask/options", count);
        }
        if let Step::Effects { on, effects, .. } = &frame.step {
            list("effects/on", on.len());
            self.effects(&format!("{field}/step/effects/effects"), effects);
        }
    }

    fn unit(&mut self, at: &str, unit: &Unit) {
        self.all_lasting(&format!("{at}/lasting"), &unit.lasting);
        if let Some(written) = &unit.turn.spelled_from {
            self.all_lasting(&format!("{at}/turn/spelled_from"), written);
        }
        self.list(format!("{at}/pending/rout"), unit.pending.rout.len(), 20);
        self.demanded(&format!("{at}/pending/other"), &unit.pending.other);
        self.list(
            format!("{at}/pending/passed_by"),
            unit.pending.passed_by.len(),
            MOST_NUMBERED,
        );
        self.list(
            format!("{at}/turn/diagonals"),
            unit.turn.diagonals.len(),
            MOST_NUMBERED,
        );
        self.list(
            format!("{at}/turn/rushes_declined"),
            unit.turn.rushes_declined.len(),
            MOST_NUMBERED,
        );
        self.list(
            format!("{at}/turn/path_not_past"),
            unit.turn.path_not_past.len(),
            MOST_NUMBERED,
        );
        if let Some(terrain) = unit.turn.terrain {
            self.number(format!("{at}/turn/terrain"), terrain, -24..=24);
        }
    }

    fn demanded(&mut self, field: &str, demanded: &[Demanded]) {
        self.list(field, demanded.len(), 20);
        for (place, demanded) in demanded.iter().take(20).enumerate() {
            self.name(format!("{field}/{place}/name"), &demanded.name);
            self.effects(&format!("{field}/{place}/failed"), &demanded.failed);
        }
    }

    fn player(&mut self, at: &str, player: &Player, most_cards: usize) {
        self.number(format!("{at}/spent"), player.spent, 0..=1_000_000);
        self.list(format!("{at}/abilities"), player.abilities.len(), 20);
        self.list(format!("{at}/played"), player.played.len(), MOST_NUMBERED);
        for (place, (_, units)) in player.played.iter().take(MOST_NUMBERED).enumerate() {
            self.list(format!("{at}/played/{place}"), units.len(), MOST_NUMBERED);
        }
        for (name, count) in [
            ("hand", player.hand.len()),
            ("unseen", player.unseen.len()),
            ("discards", player.discards.len()),
        ] {
            self.list(format!("{at}/{name}"), count, most_cards);
        }
    }
}

/// What of a unit card is out of bounds.
pub(crate) fn of_card(card: &UnitType) -> Vec<Fault> {
    let mut bounds = Bounds::default();
    bounds.card("", card);
    bounds.0
}

/// What of an ability is out of bounds.
pub(crate) fn of_ability(ability: &Ability) -> Vec<Fault> {
    let mut bounds = Bounds::default();
    bounds.ability("", ability);
    bounds.0
}

/// What of a command card is out of bounds.
pub(crate) fn of_command_card(card: &CommandCard) -> Vec<Fault> {
    let mut bounds = Bounds::default();
    bounds.command_card("", card);
    bounds.0
}

/// What of a list of effects is out of bounds.
pub(crate) fn of_effects(effects: &[Effect]) -> Vec<Fault> {
    let mut bounds = Bounds::default();
    bounds.effects("effects", effects);
    bounds.0
}

/// What of a position from outside is out of bounds: it may be anything.
pub(crate) fn of_position(state: &State) -> Vec<Fault> {
    let mut faults = of_book(&state.book);
    faults.extend(of_state(state));
    faults
}

/// What is out of bounds in everything printed that is in play.
pub(crate) fn of_book(book: &Book) -> Vec<Fault> {
    let mut bounds = Bounds::default();
    bounds.book(book);
    bounds.0
}

/// What is out of bounds in a position but for what is printed.
pub(crate) fn of_state(state: &State) -> Vec<Fault> {
    let mut bounds = Bounds::default();
    for (name, count, most) in [
        ("units", state.units.len(), MOST),
        ("engagements", state.engagements.len(), MOST),
        ("tokens", state.tokens.len(), MOST),
        ("snapshot", state.snapshot.len(), MOST_GLIMPSES),
        ("declared", state.declared.len(), MOST_NUMBERED),
        ("triggered", state.triggered.len(), MOST_WAITING),
        (
            "agenda",
            state.agenda.len(),
            hindsight_kernel::agenda::MOST_FRAMES,
        ),
    ] {
        bounds.list(name, count, most);
    }
    let most_cards = CARDS * usize::from(state.house.copies());
    for (place, player) in state.players.iter().enumerate() {
        bounds.player(&format!("players/{place}"), player, most_cards);
    }
    for (place, unit) in state.units.iter().take(MOST).enumerate() {
        bounds.unit(&format!("units/{place}"), unit);
    }
    for (place, declared) in state.declared.iter().take(MOST_NUMBERED).enumerate() {
        bounds.attack(&format!("declared/{place}/attack"), &declared.attack);
    }
    for (place, frame) in state.agenda.iter().take(MOST).enumerate() {
        bounds.frame(&format!("agenda/{place}"), frame);
    }
    for (place, triggered) in state.triggered.iter().take(MOST_WAITING).enumerate() {
        bounds.triggers(
            &format!("triggered/{place}/rule"),
            std::slice::from_ref(&triggered.rule),
        );
    }
    if let Some(attack) = &state.attack {
        bounds.attack("attack", attack);
    }
    if let Some(check) = &state.check {
        bounds.roll("check/roll", check.roll.as_ref());
        bounds.number("check/target", check.target, -MOST_SUM..=MOST_SUM);
        bounds.all_lasting("check/cards", &check.cards);
        bounds.demanded("check/demanded", &check.demanded);
    }
    bounds.0
}

/// What a budget may be. Rule `BG4-SETUP-03` (pp. 136-137).
// RULING: BG4-SETUP-03, smaller and larger budgets may be agreed, but none without a command action and a Core unit.
pub(crate) const BUDGETS: std::ops::RangeInclusive<u16> = 500..=20_000;
