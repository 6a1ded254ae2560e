//! A command with other dice: the decisions are held, the dice are thrown many times through the rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use hindsight_kernel::{DamageWords, Fact, Seed, ServerTray, Viewer};
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{REROLLS, RerollFight, Rerolled, RerolledNumber, USUAL_REROLLS};
use hindsight_reports::redraws::{Counted, Redrawn, Redraws, facts_of_turn};

use crate::access::GameAccess;
use crate::base::compute_queue::{ComputeQueue, Watch};
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::REROLL_TIME;
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
        head.whole_for(sight, "have its dice thrown again")?;
        let (version, end) = (request.version, head.version());
        if version == 0 || version > end {
            return Err(no_such_version(version, end));
        }
        let asked = request.times.unwrap_or(USUAL_REROLLS);
        if !(1..=REROLLS).contains(&asked) {
            return Err(ApiError::body(
                "/times",
                format!("1 to {REROLLS} is expected, not {asked}"),
            ));
        }
        let seed = match request.seed {
            None => Seed::new(random()),
            Some(text) => Seed::from_hex(&text)
                .ok_or_else(|| ApiError::body("/seed", "64 hexadecimal digits are expected"))?,
        };
        let past = self.games.past(head).await?;
        let head = Arc::clone(head);
        self.queue
            .work("other dice are being thrown", REROLL_TIME, move |watch| {
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
    let no_dice = |why: &str| {
        ApiError::body(
            "/version",
            format!("{why}; an event of a command for which dice were thrown is expected"),
        )
    };
    let command = past
        .chronicle
        .played(version)?
        .ok_or_else(|| no_dice(&format!("the event at {version} came of no command of the rules")))?;
    if command.dice() == 0 {
        return Err(no_dice(&format!(
            "no dice were thrown for the command at {}",
            command.first()
        )));
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
            return Err(ApiError::new(ProblemKind::Busy, "nobody waits for this any more"));
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
            let words = format!("damage by {} on {}, {kind}", name(&by), name(&on));
            (unit, against) = (Some(by), Some(on));
            ("damage", words)
        }
        Counted::Roll {
            purpose,
            unit: of,
            seat: by,
        } => {
            let whose = of.as_deref().map_or_else(|| format!("seat {by}"), &name);
            (unit, seat) = (of, Some(by));
            ("roll", format!("{purpose} of {whose}"))
        }
        Counted::Wounds(of) => {
            let words = format!("{} of {}", damage.many, name(&of));
            unit = Some(of);
            ("wounds", words)
        }
        Counted::Models(of) => {
            let words = format!("models lost by {}", name(&of));
            unit = Some(of);
            ("models", words)
        }
        Counted::Failed { unit: of, kind } => {
            let words = format!("{kind} checks failed by {}", name(&of));
            unit = Some(of);
            ("failed", words)
        }
        Counted::Broken(of) => {
            let words = format!("{} breaks", name(&of));
            unit = Some(of);
            ("broken", words)
        }
        Counted::Won(of) => {
            seat = Some(of);
            ("won", format!("fights won by seat {of}"))
        }
        Counted::Destroyed(of) => {
            seat = Some(of);
            ("destroyed", format!("units of seat {of} destroyed"))
        }
        Counted::Points(of) => {
            seat = Some(of);
            ("points", format!("points of seat {of} destroyed"))
        }
    };
    RerolledNumber {
        what: what.to_owned(),
        words,
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
