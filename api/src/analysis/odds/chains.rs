//! Dice that are counted, and chains of them from hits to models lost.

use hindsight_kernel::Distribution;
use hindsight_kernel::odds::{
    Chain, ChainStep, Criticals, Die, Mark, Models, Pool, Reroll, RerollWhich, SuccessNeed, SuccessRule,
};
use hindsight_openapi::wire::odds::{
    self as wire, Number, ODDS_DICE, ODDS_POOL_WORK, ODDS_SIDES, ODDS_STEPS, OddsAnswer, OddsStep,
};

use super::{FAR, UsedLimits, answer_of, failed, refused, within};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;

/// Dice of a pool that bind each other, as the kernel takes them.
const BOUND_DICE: i64 = 200;
/// Dice of a pool that are each on their own.
const FREE_DICE: i64 = 20_000;
/// Extra successes of one critical.
const EXTRA: i64 = 20;
/// Rerolls of one pool.
const REROLLS: usize = 8;

impl UsedLimits {
    /// Counts what a pool may cost in the kernel, whose own bound is a fixed number of steps.
    pub(super) fn spend_pool(
        &mut self,
        dice: &Distribution,
        pool: &Pool,
        criticals: Criticals,
        path: &str,
    ) -> ApiResult<()> {
        let most = i64::from(dice.last().max(0));
        let told_apart = pool.rule.critical_from.is_some() && criticals != Criticals::default();
        let bound = pool.rule.overkill > 0 || pool.rerolls.iter().any(|reroll| reroll.most.is_some());
        if !bound && !told_apart {
            within(&format!("{path}/dice"), "dice", most, 0, FREE_DICE)?;
            let dice = u64::try_from(most).unwrap_or(0) + 1;
            return self.spend(dice * dice / 4, path);
        }
        within(&format!("{path}/dice"), "dice", most, 0, BOUND_DICE)?;
        let dice = u64::try_from(most).unwrap_or(0) + 1;
        let faces = pool
            .rerolls
            .iter()
            .any(|reroll| matches!(reroll.which, RerollWhich::Face(_)));
        let ways = dice * dice * dice * 64 * (pool.rerolls.len() as u64 + 1);
        let largest = 10 * ODDS_POOL_WORK;
        self.spend(if faces { largest } else { ways.min(largest) }, path)
    }

    pub(super) fn chain(
        &mut self,
        start: &Number,
        steps: &[wire::Step],
        path: &str,
        depth: usize,
    ) -> ApiResult<OddsAnswer> {
        within(
            &format!("{path}/steps"),
            "steps",
            steps.len() as i64,
            0,
            ODDS_STEPS as i64,
        )?;
        self.spend(ODDS_POOL_WORK, path)?;
        let start = self.number(start, &format!("{path}/start"), depth)?;
        within(
            &format!("{path}/start"),
            "dice",
            i64::from(start.last()),
            -FAR,
            FREE_DICE,
        )?;
        let mut chain = Chain::of(start);
        for (place, step) in steps.iter().enumerate() {
            let path = format!("{path}/steps/{place}");
            let (name, step) = self.step(step, &path, depth)?;
            let count = name.chars().count();
            if count == 0 || count > 100 {
                return Err(ApiError::body(format!("{path}/name"), text!("odds-name-length")));
            }
            chain = chain.then(name, step);
        }
        chain_answer(&chain, path)
    }

    pub(super) fn step(
        &mut self,
        step: &wire::Step,
        path: &str,
        depth: usize,
    ) -> ApiResult<(String, ChainStep)> {
        let named = |name: &Option<String>, usual: &str| name.clone().unwrap_or_else(|| usual.to_owned());
        Ok(match step {
            wire::Step::Roll(roll) => {
                let path = format!("{path}/roll");
                let place = format!("{path}/criticals/extra");
                within(&place, "extra", i64::from(roll.criticals.extra), 0, EXTRA)?;
                let step = ChainStep::Roll {
                    pool: pool(&roll.pool, &format!("{path}/pool"))?,
                    criticals: roll.criticals,
                };
                (named(&roll.name, "roll"), step)
            }
            wire::Step::Save(save) => {
                let pool = pool(&save.pool, &format!("{path}/save/pool"))?;
                (named(&save.name, "save"), ChainStep::Save { pool })
            }
            wire::Step::Explode(asked) => {
                let path = format!("{path}/explode");
                let pool = pool(&asked.pool, &format!("{path}/pool"))?;
                let rule = pool.rule;
                if !pool.rerolls.is_empty() || rule.overkill > 0 || rule.critical_from.is_some() {
                    let reason = text!("odds-exploding-alone");
                    return Err(refused(&format!("{path}/pool"), reason));
                }
                let succeeds = |face: i32| i32::from(rule.mark(face) != Mark::Miss);
                let amount =
                    self.exploding(rule.die, asked.explodes, &format!("{path}/explodes"), succeeds)?;
                (named(&asked.name, "explode"), ChainStep::Each { amount })
            }
            wire::Step::Add(add) => {
                let path = format!("{path}/add/count");
                within(
                    &path,
                    "count",
                    i64::from(add.count),
                    if add.if_any { 0 } else { -1000 },
                    1000,
                )?;
                let step = match u32::try_from(add.count) {
                    Ok(count) if add.if_any => ChainStep::AddIfAny { count },
                    _ => ChainStep::Add { count: add.count },
                };
                (named(&add.name, "add"), step)
            }
            wire::Step::Each(each) => {
                let amount = self.number(&each.amount, &format!("{path}/each/amount"), depth + 1)?;
                (named(&each.name, "each"), ChainStep::Each { amount })
            }
            wire::Step::AtLeast(bound) => {
                within(
                    &format!("{path}/at_least/count"),
                    "count",
                    i64::from(bound.count),
                    0,
                    FREE_DICE,
                )?;
                (
                    named(&bound.name, "at_least"),
                    ChainStep::AtLeast { count: bound.count },
                )
            }
            wire::Step::AtMost(bound) => {
                within(
                    &format!("{path}/at_most/count"),
                    "count",
                    i64::from(bound.count),
                    0,
                    FREE_DICE,
                )?;
                (
                    named(&bound.name, "at_most"),
                    ChainStep::Cap { most: bound.count },
                )
            }
            wire::Step::Models(asked) => {
                let Models {
                    count,
                    wounds_each,
                    wounds_on_first,
                } = asked.unit;
                for (name, asked) in [
                    ("count", count),
                    ("wounds_each", wounds_each),
                    ("wounds_on_first", wounds_on_first),
                ] {
                    within(
                        &format!("{path}/models/unit/{name}"),
                        "count",
                        i64::from(asked),
                        0,
                        FREE_DICE,
                    )?;
                }
                let models = ChainStep::Models { models: asked.unit };
                (named(&asked.name, "models"), models)
            }
        })
    }
}

pub(super) fn chain_answer(chain: &Chain, path: &str) -> ApiResult<OddsAnswer> {
    let odds = chain.odds().map_err(failed(&format!("{path}/steps")))?;
    let mut told = answer_of(odds.total);
    UsedLimits::fits(
        i64::from(told.distribution.first()),
        i64::from(told.distribution.last()),
        path,
    )?;
    told.steps = odds
        .steps
        .into_iter()
        .map(|step| OddsStep {
            name: step.name.into_owned(),
            mean: step.distribution.mean(),
            distribution: step.distribution,
        })
        .collect();
    Ok(told)
}

pub(super) fn die(sides: u32, lowest: i32, path: &str) -> ApiResult<Die> {
    within(
        &format!("{path}/sides"),
        "sides",
        i64::from(sides),
        1,
        i64::from(ODDS_SIDES),
    )?;
    within(&format!("{path}/lowest"), "face", i64::from(lowest), -100, 100)?;
    Ok(Die {
        sides: sides as u16,
        lowest: lowest as i16,
    })
}

pub(super) fn pool(asked: &wire::Pool, path: &str) -> ApiResult<Pool> {
    let need = match (asked.at_least, asked.at_most) {
        (Some(target), None) => SuccessNeed::AtLeast(target),
        (None, Some(target)) => SuccessNeed::AtMost(target),
        (Some(_), Some(_)) | (None, None) => {
            return Err(refused(path, text!("odds-one-bound")));
        }
    };
    for (name, number) in [
        ("at_least", asked.at_least),
        ("at_most", asked.at_most),
        ("modifier", Some(asked.modifier)),
        ("results/least", asked.results.map(|bounds| bounds.least)),
        ("results/most", asked.results.map(|bounds| bounds.most)),
        ("always_succeeds", asked.always_succeeds),
        ("always_fails", asked.always_fails),
        ("critical_from", asked.critical_from),
    ] {
        if let Some(number) = number {
            within(&format!("{path}/{name}"), "face", i64::from(number), -1000, 1000)?;
        }
    }
    within(
        &format!("{path}/overkill"),
        "dice",
        i64::from(asked.overkill),
        0,
        i64::from(ODDS_DICE),
    )?;
    within(
        &format!("{path}/rerolls"),
        "rerolls",
        asked.rerolls.len() as i64,
        0,
        REROLLS as i64,
    )?;
    let rule = SuccessRule {
        die: die(asked.sides, asked.lowest, path)?,
        need,
        modifier: asked.modifier,
        results: asked.results.map(|bounds| (bounds.least, bounds.most)),
        always_succeeds: asked.always_succeeds,
        always_fails: asked.always_fails,
        critical_from: asked.critical_from,
        overkill: asked.overkill,
    };
    let mut pool = Pool::new(rule).again(asked.again);
    for reroll in &asked.rerolls {
        pool = pool.reroll(Reroll {
            which: reroll.which,
            most: reroll.most,
        });
    }
    Ok(pool)
}
