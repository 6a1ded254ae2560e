//! Taps of a record, counted by what they are for.

/// What a record cost.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(super) taps: usize,
    pub(super) inputs: usize,
    /// Commands for which the page has no button, with how often; each is taken for five taps.
    pub(super) by_hand: std::collections::BTreeMap<String, usize>,
    /// Taps on what chooses a unit, on what opens something, on buttons of commands, and on dice.
    pub(super) units: usize,
    pub(crate) openings: usize,
    pub(super) buttons: usize,
    pub(super) dice: usize,
    /// Drags on the board, each a tap.
    pub(super) drags: usize,
    /// Times that an earlier set-up was asked for.
    pub(super) set_up: usize,
    /// Units that acted by their orders with others, and times that they would have ended elsewhere than in the record.
    pub(crate) by_orders: usize,
    pub(crate) other_order: usize,
    /// Activations that the record has and that need not be recorded: the unit stays where it lies.
    pub(super) needless: usize,
    /// Words of what had to be opened first, with how often.
    pub(super) opened: std::collections::BTreeMap<String, usize>,
    /// Taps that open the faces of a roll.
    pub(super) faces_opened: usize,
    /// Taps before the battle began, once it did.
    pub(super) set_up_taps: Option<usize>,
    /// Choices of the record after the set-up: its commands but for those that do nothing.
    pub(super) choices: usize,
    /// Player turns of the record, as its timeline counts them.
    pub(super) turns: usize,
}

impl Tally {
    /// Taps behind the set-up.
    fn in_battle(&self) -> usize {
        self.taps - self.set_up_taps.unwrap_or_default()
    }

    /// Taps of a player turn without the set-up, in the mean.
    pub(super) fn a_turn(&self) -> f64 {
        self.in_battle() as f64 / self.turns as f64
    }

    /// Taps of a choice, those on dice apart.
    pub(super) fn a_choice(&self) -> f64 {
        (self.in_battle() - self.dice - self.faces_opened) as f64 / self.choices as f64
    }
}
