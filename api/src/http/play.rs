//! Playing: commands, corrections, offers, questions.

use actix_web::HttpResponse;
use actix_web::http::header;
use hindsight_engine::{CommandRequest, RunCaller};
use hindsight_kernel::{InspectRequest, Viewer};
use hindsight_openapi::wire::{
    AnswerUndo, AskUndo, CorrectionRequest, GameSheet, LeaveStanding, OfferList, UndoState,
};
use serde_json::Value;

use super::conditional::{View, tag};
use super::made::replayed;
use super::{Answer, Ctx, Mounts};
use crate::access::GameAccess;
use crate::base::error::ApiError;
use crate::games::implied::{next_choices, offers_ahead};
use crate::games::standing_answers::spoken_for;
use crate::games::undo::own_say;
use crate::games::{BatchForm, Caution, CommandBatch, LiveGame};

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("giveCommands", commands);
    mounts.on("correctGame", correct);
    mounts.on("askUndo", ask_undo);
    mounts.on("answerUndo", answer_undo);
    mounts.on("getOffers", offers);
    mounts.on("getStanding", standing);
    mounts.on("leaveStanding", leave_standing);
    mounts.on("getSheet", sheet);
    mounts.on("inspect", inspect);
}

async fn commands(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let (if_match, key) = (ctx.if_match()?, ctx.key()?);
    let minimal = ctx
        .header("Prefer")?
        .is_some_and(|prefer| prefer.contains("return=minimal"));
    let (dry_run, atomic) = (ctx.query.flag("dry_run"), ctx.query.flag("atomic"));
    let imply = ctx.query.flag("imply");
    let caution = if ctx.query.flag("undoable") {
        Caution::OnlyUndoable
    } else {
        Caution::GiveAnyway
    };
    let (commands, form) = match ctx.value().await? {
        Value::Array(commands) if atomic || imply => (commands, BatchForm::Step),
        Value::Array(commands) => (commands, BatchForm::List),
        one => (vec![one], BatchForm::One),
    };
    give(
        &ctx,
        &head,
        &sight,
        CommandBatch {
            commands,
            form,
            if_match,
            key,
            dry_run,
            minimal,
            imply,
            caution,
        },
    )
    .await
}

async fn correct(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.own_game().await?;
    let (if_match, key) = (ctx.if_match()?, ctx.key()?);
    let dry_run = ctx.query.flag("dry_run");
    let correction: CorrectionRequest = ctx.json().await?;
    let command = CommandRequest::from(correction).to_value();
    let given = CommandBatch {
        commands: vec![command],
        form: BatchForm::One,
        if_match,
        key,
        dry_run,
        minimal: false,
        imply: false,
        caution: Caution::GiveAnyway,
    };
    give(&ctx, &head, &sight, given).await
}

async fn standing(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let answers = ctx.services.games.standing_of(&head, &sight).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(answers))
}

async fn leave_standing(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    // Who speaks for no seat is told that before anything of the body.
    spoken_for(&head, &sight)?;
    let request: LeaveStanding = ctx.json().await?;
    let games = &ctx.services.games;
    let answers = games
        .leave_standing(&ctx.caller, head.id, &sight, request)
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(answers))
}

async fn ask_undo(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    own_say(&ctx.caller, &head, &sight)?;
    let request: AskUndo = ctx.json().await?;
    let games = &ctx.services.games;
    let state = games.ask_undo(&ctx.caller, head.id, &sight, request).await?;
    Ok(undo_answered(&ctx, &state))
}

async fn answer_undo(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    own_say(&ctx.caller, &head, &sight)?;
    let answer: AnswerUndo = ctx.json().await?;
    let games = &ctx.services.games;
    let state = games.answer_undo(&ctx.caller, head.id, &sight, answer).await?;
    Ok(undo_answered(&ctx, &state))
}

/// The answer to a request for an undo. Each of them is recorded by a command.
fn undo_answered(ctx: &Ctx, state: &UndoState) -> HttpResponse {
    ctx.services.metrics.stored();
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(state)
}

async fn give(ctx: &Ctx, head: &LiveGame, sight: &GameAccess, given: CommandBatch) -> Answer {
    let games = &ctx.services.games;
    let (done, viewer) = match games.give(&ctx.caller, head.id, sight, given).await {
        Ok(given) => given,
        Err(error) => {
            // The service names the version; for whom it is told is known here.
            let Some(version) = error.tagged_version() else {
                return Err(error);
            };
            let viewer = sight.through(None, games.head(head.id).await?.over)?;
            return Err(error.header("etag", &tag(version, viewer)));
        }
    };
    let stored = done.applied.iter().filter(|command| !command.repeated).count();
    if !done.dry_run {
        (0..stored).for_each(|_| ctx.services.metrics.stored());
    }
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::ETAG, tag(done.version, viewer)));
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    if stored == 0 {
        replayed(&mut answer);
    }
    Ok(answer.json(done))
}

async fn offers(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let asked = ctx.query.seat();
    // What a seat may do tells what it holds: only its own eyes see it while there are secrets.
    let open = head.over || !head.secrets || sight.viewer == Viewer::Everything;
    if let Some(seat) = asked
        && !open
    {
        sight.through(Some(seat), false)?;
    }
    let viewer = sight.through(None, head.over)?;
    // Tokens of several seats see through the same eyes and differ in what they are offered: the seats tell apart.
    let seats = sight
        .seats
        .iter()
        .fold(u64::from(open), |all, seat| all | (2 << seat.index()));
    let ahead = ctx.query.flag("ahead");
    let unit = ctx.query.text("unit").map(ToOwned::to_owned);
    let of_unit = unit.as_ref().map_or(0, |unit| {
        let [a, b, c, d, ..] = *blake3::hash(unit.as_bytes()).as_bytes();
        u64::from(u32::from_le_bytes([a, b, c, d])) << 27
    });
    let standing = if ahead {
        ctx.services.games.standing_passes(head.id).await?
    } else {
        Vec::new()
    };
    let of_standing = if standing.is_empty() {
        0
    } else {
        let [a, b, c, ..] = *blake3::hash(format!("{standing:?}").as_bytes()).as_bytes();
        u64::from(u32::from_le_bytes([a, b, c, 0])) << 34
    };
    let view = View {
        ctx: &ctx,
        head: &head,
        viewer,
        at: seats | (of_unit ^ of_standing) | if ahead { 1 << 63 } else { 0 },
        media: "application/json",
    };
    view.answer(|| {
        let (head, seats) = (head.clone(), sight.seats.clone());
        // Who plays runs on to the first other seat; who only looks on sees all there is.
        let is_player = !sight.keeps && !sight.seats.is_empty();
        let caller = RunCaller {
            seats: (is_player || !open).then(|| sight.seats.clone()),
            viewer,
            standing: standing.clone(),
        };
        let store = ctx.services.store.clone();
        async move {
            store
                .work(move |_| {
                    let info = head.game.info(viewer);
                    let (mut items, mut whole_moves) = (Vec::new(), Vec::new());
                    for seat in info.seats.iter().map(|info| info.seat) {
                        if asked.is_none_or(|asked| asked == seat) && (open || seats.contains(&seat)) {
                            items.extend(head.game.offers(seat));
                            if let Some(unit) = &unit {
                                whole_moves.extend(head.game.whole_moves(seat, unit));
                            }
                        }
                    }
                    let ahead = ahead.then(|| offers_ahead(&head, &caller));
                    let after_passes = ahead.iter().flat_map(|ahead| ahead.places.iter().skip(1));
                    let laid_out = items.iter().chain(after_passes.flat_map(|place| &place.items));
                    let asked_for = laid_out.filter(|offer| asked.is_none_or(|asked| asked == offer.seat));
                    let leads_to = match &unit {
                        Some(unit) => next_choices(&head, asked_for, unit, &caller),
                        None => Vec::new(),
                    };
                    let leads_to = leads_to.into_iter().map(|found| found.choice).collect();
                    let offers = OfferList {
                        game: head.id.to_string(),
                        version: head.version(),
                        awaiting: info.awaiting,
                        items,
                        whole_moves,
                        leads_to,
                        ahead,
                    };
                    serde_json::to_vec(&offers).map_err(|why| ApiError::fault("writing the offers", why))
                })
                .await
        }
    })
    .await
}

async fn sheet(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let viewer = sight.through(None, head.over)?;
    let sheet = head.game.sheet(viewer);
    Ok(HttpResponse::Ok().json(GameSheet {
        game: head.id.to_string(),
        version: head.version(),
        sheet,
    }))
}

async fn inspect(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let at = ctx.query.number("at");
    let question: InspectRequest = ctx.json().await?;
    let viewer = sight.through(None, head.over)?;
    let game = ctx.services.games.at(&head, at, viewer).await?;
    let system = head.system;
    let found = ctx
        .services
        .store
        .work(move |_| {
            game.inspect(&question, viewer)
                .map_err(|refusal| ApiError::refused(refusal, Some(system)))
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .json(found))
}
