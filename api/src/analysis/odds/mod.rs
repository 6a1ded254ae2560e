//! Exact odds of what somebody asks: a question is read, weighed against its limits, and only then worked out.
//!
//! No question can cost more memory or time than the limits of [`hindsight_openapi::wire::odds`] allow: sizes are known
//! before an operation is begun, and what would be too large is refused with its place and the limit.

mod chains;
mod numbers;

use std::time::Duration;

use hindsight_kernel::odds::{
    Aim, Chain, Contest, Die, OddsError, OutcomeTable, Outcomes, Pool, Rolls, SuccessRule, picked_rerolls,
};
use hindsight_kernel::{Distribution, Message};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::odds::{
    self as wire, ODDS_DICE, ODDS_LIST, ODDS_NUMBER, ODDS_SIDES, ODDS_VALUES, ODDS_WORK, OddsAnswer,
    OddsOutcome, OddsRequest,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::chains::chain_answer;
use crate::base::compute_queue::ComputeQueue;
use crate::base::error::{ApiError, ApiResult, at_place, body_fault};
use crate::base::messages::{said_elsewhere, text};

/// Values this far from 0 are held by the kernel.
const FAR: i64 = 1_000_000;
/// What a piece of work at a desk may take. A question about dice is not interrupted: its limits alone hold it far below.
const TIME: Duration = Duration::from_mins(1);

/// The place at which questions are worked out.
#[derive(Debug, Default)]
pub struct OddsQueue {
    desk: ComputeQueue,
}

impl OddsQueue {
    /// Works a question out, on another thread and in its turn.
    pub async fn answer(&self, request: OddsRequest) -> ApiResult<OddsAnswer> {
        let busy = text!("odds-busy");
        self.desk.work(busy, TIME, move |_| work_out(&request)).await
    }
}

/// Reads a question. A fault is told with its place, however deep.
pub fn read_question(body: Value) -> ApiResult<OddsRequest> {
    let Value::Object(mut fields) = body else {
        return Err(ApiError::body("", text!("odds-object")));
    };
    let kinds = || text!("one-of", words = OddsRequest::TYPES.join(", "));
    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(other) => {
            return Err(ApiError::body(
                "/type",
                text!("odds-type-not", kinds = kinds(), other = other.to_string()),
            ));
        }
        None => {
            return Err(ApiError::body(
                "/type",
                text!("odds-type-missing", kinds = kinds()),
            ));
        }
    };
    let rest = Value::Object(fields);
    match kind.as_str() {
        "sum" => read(&rest).map(OddsRequest::Sum),
        "attack" => read(&rest).map(OddsRequest::Attack),
        "number" => read(&rest).map(OddsRequest::Number),
        "chain" => read(&rest).map(OddsRequest::Chain),
        "contest" => read(&rest).map(OddsRequest::Contest),
        "table" => read(&rest).map(OddsRequest::Table),
        "test" => read(&rest).map(OddsRequest::Test),
        "luck" => read(&rest).map(OddsRequest::Luck),
        other => Err(ApiError::body(
            "/type",
            text!("odds-type-not", kinds = kinds(), other = format!("{other:?}")),
        )),
    }
}

fn read<T: DeserializeOwned>(value: &Value) -> ApiResult<T> {
    hindsight_kernel::wire::read(value).map_err(|fault| ApiError::body(fault.path, fault.reason))
}

/// Works a question out.
pub fn work_out(request: &OddsRequest) -> ApiResult<OddsAnswer> {
    let mut limits = UsedLimits::default();
    match request {
        OddsRequest::Sum(asked) => limits.sum(asked),
        OddsRequest::Attack(asked) => UsedLimits::attack(asked),
        OddsRequest::Number(asked) => {
            let mut told = answer_of(limits.number(&asked.of, "/of", 0)?);
            told.standing = standing(&told.distribution, asked.result)?;
            Ok(told)
        }
        OddsRequest::Chain(asked) => {
            let mut told = limits.chain(&asked.start, &asked.steps, "", 0)?;
            told.standing = standing(&told.distribution, asked.result)?;
            Ok(told)
        }
        OddsRequest::Contest(asked) => {
            let one = limits.number(&asked.one, "/one", 0)?;
            let other = limits.number(&asked.other, "/other", 0)?;
            let mut contest = Contest::between(&one, &other);
            let mut difference = limits.add(&one, &other.negate(), "")?;
            if asked.ties_rolled_again {
                contest = contest.ties_rolled_again();
                // Two results that are always equal stay a tie.
                difference = difference.given(|value| value != 0).unwrap_or(difference);
            }
            let mut told = answer_of(difference);
            told.contest = Some(contest);
            Ok(told)
        }
        OddsRequest::Table(asked) => limits.named_table(asked),
        OddsRequest::Test(asked) => UsedLimits::test(asked),
        OddsRequest::Luck(asked) => limits.luck(asked),
    }
}

fn answer_of(found: Distribution) -> OddsAnswer {
    let mut at_least: Vec<f64> = found
        .probabilities()
        .iter()
        .rev()
        .scan(0.0_f64, |sum, p| {
            *sum += p;
            Some(sum.min(1.0))
        })
        .collect();
    at_least.reverse();
    OddsAnswer {
        mean: found.mean(),
        sd: found.sd(),
        mode: found.mode(),
        median: found.quantile(0.5),
        at_least,
        steps: Vec::new(),
        standing: None,
        contest: None,
        outcomes: Vec::new(),
        luck: None,
        distribution: found,
    }
}

fn standing(
    found: &Distribution,
    result: Option<i32>,
) -> ApiResult<Option<hindsight_kernel::odds::Standing>> {
    let Some(result) = result else { return Ok(None) };
    within(
        "/result",
        "number",
        i64::from(result),
        -i64::from(ODDS_NUMBER),
        i64::from(ODDS_NUMBER),
    )?;
    Ok(Some(found.standing(result)))
}

/// A refusal with its place.
fn refused(path: &str, reason: Message) -> ApiError {
    let fault = body_fault(path.to_owned(), &reason);
    ApiError::new(ProblemKind::InvalidOdds, at_place(path, reason)).places(vec![fault])
}

fn within(path: &str, limit: &str, asked: i64, least: i64, most: i64) -> ApiResult<()> {
    if (least..=most).contains(&asked) {
        return Ok(());
    }
    Err(refused(path, text!("odds-within", least, most, asked))
        .limit(limit, most)
        .with("least", least))
}

fn failed(path: &str) -> impl Fn(OddsError) -> ApiError + '_ {
    move |why| {
        let told = refused(path, said_elsewhere(why));
        match why {
            OddsError::TooManyDice { most, .. } => told.limit("dice", most),
            OddsError::TooComplex => told.limit("work", ODDS_WORK),
            OddsError::BadWeights | OddsError::NotAWhole | OddsError::BeyondLimit | OddsError::BadTable => {
                told
            }
        }
    }
}

/// What one question has used of its limits.
#[derive(Default)]
struct UsedLimits {
    work: u64,
    numbers: usize,
}

impl UsedLimits {
    fn spend(&mut self, work: u64, path: &str) -> ApiResult<()> {
        self.work = self.work.saturating_add(work);
        if self.work <= ODDS_WORK {
            return Ok(());
        }
        Err(refused(path, text!("odds-work", most = ODDS_WORK)).limit("work", ODDS_WORK))
    }

    /// Whether a distribution from one value to another may be made.
    fn fits(first: i64, last: i64, path: &str) -> ApiResult<()> {
        if first < -FAR || last > FAR {
            return Err(refused(path, text!("odds-reach", first, last, far = FAR))
                .limit("value", FAR)
                .with("least", -FAR));
        }
        let values = last - first + 1;
        if values > ODDS_VALUES as i64 {
            return Err(
                refused(path, text!("odds-values", values, most = ODDS_VALUES)).limit("values", ODDS_VALUES)
            );
        }
        Ok(())
    }

    fn sum(&mut self, asked: &wire::SumOdds) -> ApiResult<OddsAnswer> {
        within("/dice", "dice", i64::from(asked.dice), 1, i64::from(ODDS_DICE))?;
        within(
            "/sides",
            "sides",
            i64::from(asked.sides),
            2,
            i64::from(ODDS_SIDES),
        )?;
        if let Some(keep) = asked.keep_highest {
            within("/keep_highest", "dice", i64::from(keep), 1, i64::from(asked.dice))?;
        }
        let number = i64::from(ODDS_NUMBER);
        within("/plus", "number", i64::from(asked.plus), -number, number)?;
        let dice = wire::Dice {
            count: asked.dice,
            sides: asked.sides,
            lowest: 1,
            keep_highest: asked.keep_highest,
            keep_lowest: None,
            explodes: None,
        };
        Ok(answer_of(self.dice(&dice, "")?.shift(asked.plus)))
    }

    fn attack(asked: &wire::AttackOdds) -> ApiResult<OddsAnswer> {
        within("/dice", "dice", i64::from(asked.dice), 1, i64::from(ODDS_DICE))?;
        within("/hits_on", "face", i64::from(asked.hits_on), 1, 7)?;
        let on = |face: u32| Pool::new(SuccessRule::at_least(face as i32));
        let mut chain = Chain::dice(asked.dice).roll("hits", on(asked.hits_on));
        if let Some(saved_on) = asked.saved_on {
            within("/saved_on", "face", i64::from(saved_on), 1, 7)?;
            chain = chain.save("unsaved", on(saved_on));
        }
        if let Some(most) = asked.at_most {
            within("/at_most", "dice", i64::from(most), 0, i64::from(ODDS_DICE))?;
            chain = chain.cap("counted", most);
        }
        chain_answer(&chain, "")
    }

    fn named_table(&mut self, asked: &wire::TableOdds) -> ApiResult<OddsAnswer> {
        let rows = Self::rows(&asked.rows, |row| row.from, "")?;
        for (place, row) in asked.rows.iter().enumerate() {
            if row.says.is_empty() || row.says.chars().count() > 100 {
                return Err(ApiError::body(
                    format!("/rows/{place}/says"),
                    text!("odds-name-length"),
                ));
            }
        }
        let roll = self.number(&asked.roll, "/roll", 0)?;
        let table = OutcomeTable::new(rows.into_iter().map(|(from, row)| (from, row.says.clone())))
            .map_err(failed("/rows"))?;
        let odds: Outcomes<String> = table.odds(&roll);
        let mut told = answer_of(roll);
        told.outcomes = odds
            .list()
            .iter()
            .map(|row| OddsOutcome {
                says: row.outcome.clone(),
                p: row.p.min(1.0),
            })
            .collect();
        Ok(told)
    }

    fn test(asked: &wire::TestOdds) -> ApiResult<OddsAnswer> {
        within("/dice", "dice", i64::from(asked.dice), 1, 8)?;
        within(
            "/sides",
            "sides",
            i64::from(asked.sides),
            2,
            i64::from(ODDS_SIDES),
        )?;
        within(
            "/rerolls",
            "dice",
            i64::from(asked.rerolls),
            0,
            i64::from(asked.dice),
        )?;
        let (path, aim) = match (asked.at_least, asked.at_most) {
            (Some(target), None) => ("/at_least", Aim::AtLeast(target)),
            (None, Some(target)) => ("/at_most", Aim::AtMost(target)),
            (Some(_), Some(_)) | (None, None) => {
                let reason = text!("odds-one-bound");
                return Err(refused("/at_least", reason));
            }
        };
        let (Aim::AtLeast(target) | Aim::AtMost(target)) = aim;
        let number = i64::from(ODDS_NUMBER);
        within(path, "number", i64::from(target), -number, number)?;
        let die = Die::new(asked.sides as u16);
        let passed = picked_rerolls(die, asked.dice, aim, Some(asked.rerolls)).map_err(failed("/dice"))?;
        Ok(answer_of(Distribution::bernoulli(passed)))
    }

    fn luck(&mut self, asked: &wire::LuckOdds) -> ApiResult<OddsAnswer> {
        within("/rolls", "list", asked.rolls.len() as i64, 1, ODDS_LIST as i64)?;
        let mut rolls = Rolls::default();
        let (mut first, mut last, mut wide) = (0_i64, 0_i64, 0_u64);
        for (place, roll) in asked.rolls.iter().enumerate() {
            let path = format!("/rolls/{place}");
            let of = self.number(&roll.of, &format!("{path}/of"), 0)?;
            let count = roll.results.len() as i64;
            within(&format!("{path}/results"), "rolls", count, 1, 1000)?;
            let of = if roll.low_is_good { of.negate() } else { of };
            first += i64::from(of.first()) * count;
            last += i64::from(of.last()) * count;
            Self::fits(first.min(0), last.max(0), &path)?;
            wide += (size(&of) - 1) * roll.results.len() as u64;
            self.spend(wide * wide + size(&of) * roll.results.len() as u64, &path)?;
            for (place, result) in roll.results.iter().enumerate() {
                let number = i64::from(ODDS_NUMBER);
                let place = format!("{path}/results/{place}");
                within(&place, "number", i64::from(*result), -number, number)?;
                rolls.add(&of, if roll.low_is_good { -result } else { *result });
            }
        }
        let mut told = answer_of(rolls.distribution());
        told.luck = Some(rolls.luck());
        Ok(told)
    }
}

fn size(distribution: &Distribution) -> u64 {
    distribution.probabilities().len() as u64
}
