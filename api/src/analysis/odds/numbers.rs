//! Numbers left to chance, built from dice and from each other.

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::{
    Chain, Criticals, Die, OutcomeTable, keep_better, keep_worse, reroll_below_mean, reroll_if,
};
use hindsight_openapi::wire::odds::{
    self as wire, Number, NumberExpression, ODDS_DEPTH, ODDS_DICE, ODDS_EXPLOSIONS, ODDS_LIST, ODDS_NUMBER,
    ODDS_NUMBERS, RerollWhen,
};

use super::chains::{die, pool};
use super::{UsedLimits, failed, refused, size, within};
use crate::base::error::ApiResult;
use crate::base::messages::text;

impl UsedLimits {
    /// What a number may be.
    pub(super) fn number(&mut self, number: &Number, path: &str, depth: usize) -> ApiResult<Distribution> {
        self.numbers += 1;
        within(path, "numbers", self.numbers as i64, 1, ODDS_NUMBERS as i64)?;
        within(path, "depth", depth as i64, 0, ODDS_DEPTH as i64)?;
        let made = match number {
            Number::Fixed(value) => {
                let most = i64::from(ODDS_NUMBER);
                within(path, "number", i64::from(*value), -most, most)?;
                return Ok(Distribution::point(*value));
            }
            Number::Made(made) => made.as_ref(),
        };
        let deeper = depth + 1;
        match made {
            NumberExpression::Dice(dice) => self.dice(dice, &format!("{path}/dice")),
            NumberExpression::Successes(asked) => {
                let path = format!("{path}/successes");
                let dice = self.number(&asked.dice, &format!("{path}/dice"), deeper)?;
                let pool = pool(&asked.pool, &format!("{path}/pool"))?;
                self.spend_pool(&dice, &pool, Criticals::default(), &path)?;
                let chain = Chain::of(dice).roll("successes", pool);
                Ok(chain.odds().map_err(failed(&path))?.total)
            }
            NumberExpression::Given(given) => {
                let path = format!("{path}/given");
                Self::fits(i64::from(given.first()), i64::from(given.last()), &path)?;
                Ok(given.clone())
            }
            NumberExpression::Sum(parts) => {
                let path = format!("{path}/sum");
                self.fold(parts, &path, deeper, |limits, one, other| {
                    limits.add(one, other, &path)
                })
            }
            NumberExpression::Highest(parts) => {
                let path = format!("{path}/highest");
                self.fold(parts, &path, deeper, |_, one, other| Ok(one.max(other)))
            }
            NumberExpression::Lowest(parts) => {
                let path = format!("{path}/lowest");
                self.fold(parts, &path, deeper, |_, one, other| Ok(one.min(other)))
            }
            NumberExpression::Difference(asked) => {
                let path = format!("{path}/difference");
                let of = self.number(&asked.of, &format!("{path}/of"), deeper)?;
                let less = self.number(&asked.less, &format!("{path}/less"), deeper)?;
                self.add(&of, &less.negate(), &path)
            }
            NumberExpression::Times(asked) => {
                let path = format!("{path}/times");
                let count = self.number(&asked.count, &format!("{path}/count"), deeper)?;
                let each = self.number(&asked.each, &format!("{path}/each"), deeper)?;
                self.times(&count, &each, &path)
            }
            NumberExpression::Scale(asked) => {
                let path = format!("{path}/scale");
                within(&format!("{path}/by"), "scale", i64::from(asked.by), -1000, 1000)?;
                let of = self.number(&asked.of, &format!("{path}/of"), deeper)?;
                let ends = [of.first(), of.last()].map(|end| i64::from(end) * i64::from(asked.by));
                Self::fits(ends[0].min(ends[1]), ends[0].max(ends[1]), &path)?;
                Ok(of.scale(asked.by))
            }
            NumberExpression::Clamp(asked) => {
                let path = format!("{path}/clamp");
                let number = i64::from(ODDS_NUMBER);
                for (name, bound) in [("least", asked.least), ("most", asked.most)] {
                    if let Some(bound) = bound {
                        within(
                            &format!("{path}/{name}"),
                            "number",
                            i64::from(bound),
                            -number,
                            number,
                        )?;
                    }
                }
                let (least, most) = (asked.least.unwrap_or(i32::MIN), asked.most.unwrap_or(i32::MAX));
                within(
                    &format!("{path}/least"),
                    "number",
                    i64::from(least),
                    i64::from(i32::MIN),
                    i64::from(most),
                )?;
                let of = self.number(&asked.of, &format!("{path}/of"), deeper)?;
                Ok(of.clamp(least, most))
            }
            NumberExpression::Reroll(asked) => {
                let of = self.number(&asked.of, &format!("{path}/reroll/of"), deeper)?;
                Ok(match asked.when {
                    RerollWhen::Below(bound) => reroll_if(&of, |value| value < bound),
                    RerollWhen::Above(bound) => reroll_if(&of, |value| value > bound),
                    RerollWhen::Is(bad) => reroll_if(&of, |value| value == bad),
                    RerollWhen::BelowMean => reroll_below_mean(&of),
                    RerollWhen::KeepHigher => keep_better(&of),
                    RerollWhen::KeepLower => keep_worse(&of),
                })
            }
            NumberExpression::Chain(asked) => {
                let path = format!("{path}/chain");
                Ok(self
                    .chain(&asked.start, &asked.steps, &path, deeper)?
                    .distribution)
            }
            NumberExpression::Table(asked) => self.number_table(asked, &format!("{path}/table"), deeper),
        }
    }

    pub(super) fn fold(
        &mut self,
        parts: &[Number],
        path: &str,
        depth: usize,
        with: impl Fn(&mut Self, &Distribution, &Distribution) -> ApiResult<Distribution>,
    ) -> ApiResult<Distribution> {
        within(path, "list", parts.len() as i64, 1, ODDS_LIST as i64)?;
        let mut all: Option<Distribution> = None;
        for (place, part) in parts.iter().enumerate() {
            let next = self.number(part, &format!("{path}/{place}"), depth)?;
            all = Some(match all {
                None => next,
                Some(known) => {
                    let first = known.first().min(next.first());
                    let last = known.last().max(next.last());
                    Self::fits(i64::from(first), i64::from(last), path)?;
                    with(self, &known, &next)?
                }
            });
        }
        all.ok_or_else(|| refused(path, text!("odds-one-part")))
    }

    pub(super) fn add(
        &mut self,
        one: &Distribution,
        other: &Distribution,
        path: &str,
    ) -> ApiResult<Distribution> {
        Self::fits(
            i64::from(one.first()) + i64::from(other.first()),
            i64::from(one.last()) + i64::from(other.last()),
            path,
        )?;
        self.spend(size(one) * size(other), path)?;
        Ok(one.convolve(other))
    }

    pub(super) fn times(
        &mut self,
        count: &Distribution,
        each: &Distribution,
        path: &str,
    ) -> ApiResult<Distribution> {
        let most = i64::from(count.last().max(0));
        let (first, last) = (i64::from(each.first()), i64::from(each.last()));
        Self::fits((most * first).min(0), (most * last).max(0), path)?;
        let draws = u64::try_from(most).unwrap_or(0) + 1;
        // Each draw adds a term as wide as the sum so far.
        self.spend(
            (draws * draws)
                .saturating_mul(size(each))
                .saturating_mul(size(each)),
            path,
        )?;
        Ok(count.sum_of(each))
    }

    /// The sum of so many draws, by squaring.
    pub(super) fn repeated(
        &mut self,
        each: &Distribution,
        count: u32,
        path: &str,
    ) -> ApiResult<Distribution> {
        let times = i64::from(count);
        Self::fits(
            (i64::from(each.first()) * times).min(0),
            (i64::from(each.last()) * times).max(0),
            path,
        )?;
        if size(each) > 1 {
            // Wide sums lose the tails that cannot matter: what is left of them is some twenty deviations wide.
            let all = (size(each) - 1) * u64::from(count) + 1;
            let kept = (20.0 * each.sd() * f64::from(count).sqrt()) as u64;
            let width = all.min(kept.max(4_096));
            self.spend(width * width, path)?;
        }
        Ok(each.times(count))
    }

    pub(super) fn dice(&mut self, dice: &wire::Dice, path: &str) -> ApiResult<Distribution> {
        within(
            &format!("{path}/count"),
            "dice",
            i64::from(dice.count),
            0,
            i64::from(ODDS_DICE),
        )?;
        let one = die(dice.sides, dice.lowest, path)?;
        if let Some(explodes) = dice.explodes {
            if dice.keep_highest.is_some() || dice.keep_lowest.is_some() {
                let reason = text!("odds-exploding-or-kept");
                return Err(refused(&format!("{path}/explodes"), reason));
            }
            let each = self.exploding(one, explodes, &format!("{path}/explodes"), |face| face)?;
            return self.repeated(&each, dice.count, path);
        }
        let (keep, name) = match (dice.keep_highest, dice.keep_lowest) {
            (None, None) => return self.repeated(&one.distribution(), dice.count, path),
            (Some(_), Some(_)) => {
                let reason = text!("odds-highest-or-lowest");
                return Err(refused(&format!("{path}/keep_lowest"), reason));
            }
            (Some(keep), None) => (keep, "keep_highest"),
            (None, Some(keep)) => (keep, "keep_lowest"),
        };
        let place = format!("{path}/{name}");
        within(&place, "dice", i64::from(keep), 1, i64::from(dice.count).max(1))?;
        if keep < dice.count {
            let (count, sides) = (u64::from(dice.count), u64::from(dice.sides));
            self.spend(
                count * count * (u64::from(keep) * (sides - 1) + 1) * sides / 4,
                path,
            )?;
        } else {
            return self.repeated(&one.distribution(), dice.count, path);
        }
        match name {
            "keep_highest" => one.keep_highest(dice.count, keep),
            _ => one.keep_lowest(dice.count, keep),
        }
        .map_err(failed(&place))
    }

    /// What one die that rolls on comes to, each face being worth what `worth` says.
    pub(super) fn exploding(
        &mut self,
        die: Die,
        explodes: wire::Explodes,
        path: &str,
        worth: impl Fn(i32) -> i32,
    ) -> ApiResult<Distribution> {
        let most = i64::from(ODDS_EXPLOSIONS);
        within(
            &format!("{path}/most"),
            "explosions",
            i64::from(explodes.most),
            1,
            most,
        )?;
        let reach: i64 = die
            .faces()
            .map(|face| i64::from(worth(face)).abs())
            .max()
            .unwrap_or(0);
        let far = reach * i64::from(explodes.most + 1);
        Self::fits(-far, far, path)?;
        let faces = die.faces().count() as u64;
        self.spend(
            faces * (2 * u64::try_from(far).unwrap_or(0) + 1) * u64::from(explodes.most + 1),
            path,
        )?;
        let mut one = Distribution::mixture(
            die.faces()
                .map(|face| (1.0, Distribution::point(worth(face))))
                .collect::<Vec<_>>()
                .iter()
                .map(|(weight, point)| (*weight, point)),
        )
        .map_err(failed(path))?;
        for _ in 0..explodes.most {
            let parts: Vec<Distribution> = die
                .faces()
                .map(|face| {
                    if face >= explodes.from {
                        one.shift(worth(face))
                    } else {
                        Distribution::point(worth(face))
                    }
                })
                .collect();
            one = Distribution::mixture(parts.iter().map(|part| (1.0, part))).map_err(failed(path))?;
        }
        Ok(one)
    }

    pub(super) fn rows<'r, T>(
        rows: &'r [T],
        from: impl Fn(&T) -> i32,
        path: &str,
    ) -> ApiResult<Vec<(i32, &'r T)>> {
        within(
            &format!("{path}/rows"),
            "list",
            rows.len() as i64,
            1,
            ODDS_LIST as i64,
        )?;
        let mut seen = std::collections::BTreeSet::new();
        for (place, row) in rows.iter().enumerate() {
            let place = format!("{path}/rows/{place}/from");
            let number = i64::from(ODDS_NUMBER);
            within(&place, "number", i64::from(from(row)), -number, number)?;
            if !seen.insert(from(row)) {
                return Err(refused(&place, text!("odds-row-twice")));
            }
        }
        Ok(rows.iter().map(|row| (from(row), row)).collect())
    }

    pub(super) fn number_table(
        &mut self,
        asked: &wire::NumberTable,
        path: &str,
        depth: usize,
    ) -> ApiResult<Distribution> {
        let rows = Self::rows(&asked.rows, |row| row.from, path)?;
        let roll = self.number(&asked.roll, &format!("{path}/roll"), depth)?;
        let mut gives = Vec::with_capacity(rows.len());
        for (place, row) in asked.rows.iter().enumerate() {
            gives.push(self.number(&row.gives, &format!("{path}/rows/{place}/gives"), depth)?);
        }
        let (first, last) = (
            gives.iter().map(Distribution::first).min().unwrap_or(0),
            gives.iter().map(Distribution::last).max().unwrap_or(0),
        );
        Self::fits(i64::from(first), i64::from(last), path)?;
        let table = OutcomeTable::new(rows.iter().enumerate().map(|(place, (from, _))| (*from, place)))
            .map_err(failed(path))?;
        let odds = table.odds(&roll);
        Distribution::mixture(odds.list().iter().map(|row| (row.p, &gives[row.outcome])))
            .map_err(failed(path))
    }
}
