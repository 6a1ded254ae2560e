//! A command with other dice: the decisions are held, the dice are thrown many times through the rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_kernel::{Argument, DamageWords, Fact, Message, Seed, ServerTray, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{REROLLS, RerollFight, Rerolled, RerolledNumber, USUAL_REROLLS};
use hindsight_reports::redraws::{Counted, Redrawn, Redraws, facts_of_turn};

use crate::access::GameAccess;
use crate::base::compute_queue::{ComputeQueue, Watch};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::REROLL_TIME;
use crate::base::messages::text;
use crate::base::random;
use crate::games::registry::no_such_version;
use crate::games::{GameHistory, Games, LiveGame};

/// Rerolls: one command with other dice, many times.
#[derive(Debug)]
pub struct Rerolls {
    pub(crate) games: Arc<Games>,
    pub(crate) queue: Arc<ComputeQueue>,
}

impl Rerolls {
    /// Throws the dice of a command again, as often as is asked and as there is time for. Nothing is recorded.
    ///
    /// # Errors
    /// Who asks may not know all of the game yet; the request is wrong; no dice were thrown there.
    pub async fn reroll(
        &self,
        head: &Arc<LiveGame>,
        sight: &GameAccess,
        request: RerollFight,
    ) -> ApiResult<Rerolled> {
        // With dice thrown often enough, what is hidden would show in their results.
        head.whole_for(sight, "reroll")?;
        let (version, end) = (request.version, head.version());
        if version == 0 || version > end {
            return Err(no_such_version(version, end));
        }
        let asked = request.times.unwrap_or(USUAL_REROLLS);
        if !(1..=REROLLS).contains(&asked) {
            return Err(ApiError::body(
                "/times",
                text!("number-to", most = REROLLS, asked),
            ));
        }
        let seed = match request.seed {
            None => Seed::new(random()),
            Some(text) => {
                Seed::from_hex(&text).ok_or_else(|| ApiError::body("/seed", text!("seed-digits")))?
            }
        };
        let past = self.games.past(head).await?;
        let head = Arc::clone(head);
        self.queue
            .work(text!("reroll-busy"), REROLL_TIME, move |watch| {
                thrown(&head, &past, version, asked, &seed, watch)
            })
            .await
    }
}

fn thrown(
    head: &LiveGame,
    past: &GameHistory,
    version: u64,
    asked: u32,
    seed: &Seed,
    watch: &Watch,
) -> ApiResult<Rerolled> {
    let no_dice = |why: Message| ApiError::body("/version", text!("reroll-version", why = why.to_string()));
    let command = past
        .chronicle
        .played(version)?
        .ok_or_else(|| no_dice(text!("reroll-no-command", version)))?;
    if command.dice() == 0 {
        return Err(no_dice(text!("reroll-no-dice", version = command.first())));
    }
    let recorded = command.recorded();
    let resolves = recorded
        .iter()
        .any(|fact| matches!(fact, Fact::AttackResolved(_)));
    let earlier = if resolves {
        facts_of_turn(command.first(), |from, to| facts_between(past, from, to))?
    } else {
        Vec::new()
    };
    let mut redraws = Redraws::new(&recorded, &earlier);
    let mut tray = ServerTray::new(seed.clone(), 0);
    let (mut times, mut refused) = (0, 0);
    while times < asked && watch.has_time() {
        if !watch.is_wanted() {
            return Err(ApiError::new(ProblemKind::Busy, text!("nobody-waits")));
        }
        match command.throw(&mut tray) {
            Ok(facts) => redraws.add(&facts),
            Err(_) => refused += 1,
        }
        times += 1;
    }
    let names = head
        .game
        .units(Viewer::Everything)
        .into_iter()
        .map(|unit| (unit.id, unit.name))
        .collect();
    let damage = head.system.damage_words();
    Ok(Rerolled {
        game: head.id.to_string(),
        first: command.first(),
        last: command.last(),
        asked,
        times,
        refused,
        seed: seed.reveal(),
        numbers: redraws
            .report()
            .into_iter()
            // Of a game without models that is the same damage once more.
            .filter(|number| damage.models || !matches!(number.what, Counted::Models(_)))
            .map(|number| rerolled_number(number, &names, damage))
            .collect(),
        cut: redraws.left_out(),
    })
}

/// The facts of the present line from one version to another.
fn facts_between(past: &GameHistory, from: u64, to: u64) -> ApiResult<Vec<Fact>> {
    let mut facts = Vec::new();
    past.chronicle.walk(from, to, Viewer::Everything, &mut |step| {
        if step.live() {
            facts.extend(step.facts());
        }
        true
    })?;
    Ok(facts)
}

/// A number in words, with the names of its units.
fn rerolled_number(number: Redrawn, names: &BTreeMap<String, String>, damage: DamageWords) -> RerolledNumber {
    let name = |unit: &str| match names.get(unit) {
        Some(name) => format!("{name} ({unit})"),
        None => unit.to_owned(),
    };
    let (mut unit, mut against, mut seat) = (None, None, None);
    let (what, words) = match number.what {
        Counted::Damage { by, on, kind } => {
            let words = text!("rerolled-damage", by = name(&by), on = name(&on), kind);
            (unit, against) = (Some(by), Some(on));
            ("damage", words)
        }
        Counted::Roll {
            purpose,
            unit: of,
            seat: by,
        } => {
            let whose: Argument = match &of {
                Some(of) => name(of).into(),
                None => text!("rerolled-seat", seat = by).into(),
            };
            (unit, seat) = (of, Some(by));
            ("roll", text!("rerolled-roll", purpose, whose))
        }
        Counted::Wounds(of) => {
            let words = text!("rerolled-wounds", damage = damage.many, unit = name(&of));
            unit = Some(of);
            ("wounds", words)
        }
        Counted::Models(of) => {
            let words = text!("rerolled-models", unit = name(&of));
            unit = Some(of);
            ("models", words)
        }
        Counted::Failed { unit: of, kind } => {
            let words = text!("rerolled-failed", kind, unit = name(&of));
            unit = Some(of);
            ("failed", words)
        }
        Counted::Broken(of) => {
            let words = text!("rerolled-broken", unit = name(&of));
            unit = Some(of);
            ("broken", words)
        }
        Counted::Won(of) => {
            seat = Some(of);
            ("won", text!("rerolled-won", seat = of))
        }
        Counted::Destroyed(of) => {
            seat = Some(of);
            ("destroyed", text!("rerolled-destroyed", seat = of))
        }
        Counted::Points(of) => {
            seat = Some(of);
            ("points", text!("rerolled-points", seat = of))
        }
    };
    RerolledNumber {
        what: what.to_owned(),
        message: words.data(),
        words: words.into(),
        unit,
        against,
        seat,
        actual: number.actual,
        mean: number.distribution.mean(),
        distribution: number.distribution,
        standing: number.standing,
        exact: number.exact,
    }
}
