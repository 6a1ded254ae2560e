//! A filter by the numbers of the table.

use super::dimension::Dimension;
use super::month::Month;
use super::sides::Sides;
use super::table::GameEntry;
use super::{Day, Filter, GameTable, Provenance};

/// A filter by numbers.
#[derive(Debug, Default)]
pub(super) struct CompiledFilter {
    codes: Vec<(usize, u32)>,
    pub(super) unit: Option<u32>,
    pub(super) order: Option<u32>,
    /// Those that are left out where no provenance is asked for.
    without_provenances: Vec<u32>,
    months: Option<Vec<bool>>,
    /// Games that had not ended before this moment are left out.
    before_ms: Option<u64>,
}

impl CompiledFilter {
    /// Whether any side of a game may pass.
    #[inline]
    pub(super) fn holds(&self, entry: &GameEntry) -> bool {
        entry.alive && self.before_ms.is_none_or(|before| entry.ended_ms < before)
    }

    /// Whether a side of a game that is held passes.
    #[inline]
    pub(super) fn passes(&self, sides: &Sides, side: usize) -> bool {
        self.codes
            .iter()
            .all(|(dimension, code)| sides.codes[*dimension][side] == *code)
            && !self
                .without_provenances
                .contains(&sides.codes[Dimension::Provenance as usize][side])
            && self
                .months
                .as_ref()
                .is_none_or(|months| months[sides.codes[Dimension::Month as usize][side] as usize])
            && self
                .unit
                .is_none_or(|unit| sides.units(side).iter().any(|entry| entry.unit == unit))
            && self
                .order
                .is_none_or(|order| sides.orders(side).iter().any(|entry| entry.order == order))
    }
}

impl GameTable {
    /// A filter by numbers; nothing if it names a value that no game has.
    pub(super) fn compiled_filter(&self, filter: &Filter) -> Option<CompiledFilter> {
        let mut compiled_filter = CompiledFilter {
            before_ms: filter.as_of.map(Day::end_ms),
            ..CompiledFilter::default()
        };
        for (dimension, value) in &filter.is {
            let code = self.dictionaries[*dimension as usize].known(value)?;
            match dimension {
                Dimension::Unit => compiled_filter.unit = Some(code),
                Dimension::Order => compiled_filter.order = Some(code),
                single => compiled_filter.codes.push((*single as usize, code)),
            }
        }
        if !filter.is.contains_key(&Dimension::Provenance) {
            let bots = (!filter.with_bots).then_some(Provenance::Bots);
            let left_out = bots.into_iter().chain([Provenance::PartlyRecorded]);
            let known = |one: Provenance| self.dictionaries[Dimension::Provenance as usize].known(one.word());
            compiled_filter.without_provenances = left_out.filter_map(known).collect();
        }
        if filter.since.is_some() || filter.until.is_some() {
            let months = self.dictionaries[Dimension::Month as usize].texts().iter();
            let limit = |month: Option<&str>| month.and_then(|month| month.parse::<Month>().ok());
            let (since, until) = (limit(filter.since.as_deref()), limit(filter.until.as_deref()));
            let holds = |month: Month| {
                since.is_none_or(|since| month >= since) && until.is_none_or(|until| month <= until)
            };
            compiled_filter.months = Some(months.map(|month| month.parse().is_ok_and(holds)).collect());
        }
        Some(compiled_filter)
    }
}
