//! Games: create, list, look, change, put away, carry.

use actix_web::HttpResponse;
use actix_web::http::header;
use bytes::Bytes;
use hindsight_openapi::ProblemKind;
use hindsight_openapi::wire::{
    CreateGame, GameDetails, GamePage, ImportedGame, ImportedGames, ImportedItem, PatchGame,
};
use hindsight_store::{ListOrder, SortBy, StreamFilter};

use super::conditional::{Keep, tag, tagged};
use super::made::made_game;
use super::{Answer, Ctx, Mounts};
use crate::access::GameAccess;
use crate::base::error::{ApiError, ApiResult};
use crate::base::limits::GAMES_OF_TEXT;
use crate::base::messages::text;
use crate::games::ImportAs;
use crate::games::cards::{asked_terms, term};
use crate::games::import::ImportOutcome;
use crate::games::incoming::text_of;
use crate::games::notation::TextOutcome;
use crate::games::{Listing, LiveGame, game_card, is_told};

/// Games of a whole export that are read at once.
const EXPORTED_AT_ONCE: usize = 20;

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("createGame", create);
    mounts.on("listGames", list);
    mounts.on("getGame", get);
    mounts.on("patchGame", patch);
    mounts.on("deleteGame", delete);
    mounts.on("exportGame", export);
    mounts.on("importGame", import);
    mounts.on("exportGames", export_all);
}

async fn create(mut ctx: Ctx) -> Answer {
    let key = ctx.key()?;
    let request: CreateGame = ctx.json().await?;
    let services = &ctx.services;
    if ctx.query.flag("dry_run") {
        let info = services
            .games
            .rehearse_opening(&ctx.caller, &services.packs, request)
            .await?;
        return Ok(HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .json(info));
    }
    let (head, again) = services
        .games
        .create(&ctx.caller, &services.packs, request, key.as_deref(), &[])
        .await?;
    let (mut answer, game) = made_game(&ctx, &head, again)?;
    Ok(answer.json(game))
}

/// The filter that the query asks for.
fn filter(ctx: &Ctx) -> ApiResult<StreamFilter> {
    let query = &ctx.query;
    let text = |name: &str| query.text(name).map(ToOwned::to_owned);
    let (sort, order) = match query.text("sort") {
        Some("created") => (SortBy::Created, ListOrder::Ascending),
        Some("-updated") => (SortBy::Updated, ListOrder::Descending),
        Some("updated") => (SortBy::Updated, ListOrder::Ascending),
        _ => (SortBy::Created, ListOrder::Descending),
    };
    let owner = match query.text("owner") {
        None => None,
        Some(_) => Some(
            ctx.caller
                .subject()
                .map(ToOwned::to_owned)
                .ok_or_else(|| ApiError::new(ProblemKind::Unauthorised, text!("owner-me-needs-token")))?,
        ),
    };
    Ok(StreamFilter {
        system: text("system"),
        status: text("status"),
        player: text("player"),
        tag: text("tag"),
        mark: text("mark"),
        without_marks: text("exclude_mark")
            .filter(|mark| is_told(mark))
            .into_iter()
            .collect(),
        terms: asked_terms([
            (term::FACTION, text("faction")),
            (term::ENDING, text("result")),
            (term::WINNER, text("winner")),
        ]),
        visibility: text("visibility"),
        owner,
        audience: ctx.caller.audience(),
        since_ms: query.time("since"),
        until_ms: query.time("until"),
        text: text("q"),
        text_in: vec![term::FACTION.to_owned()],
        deleted: false,
        sort,
        order,
    })
}

async fn list(ctx: Ctx) -> Answer {
    let filter = filter(&ctx)?;
    let (cursor, limit) = (ctx.query.cursor()?, ctx.query.page_size());
    let listing = match &filter.mark {
        // No game has such a mark that anybody could see.
        Some(mark) if !is_told(mark) => Listing::default(),
        _ => {
            let games = &ctx.services.games;
            games.list_for(&ctx.caller, filter, cursor, limit).await?
        }
    };
    let subject = ctx.caller.subject();
    let items = listing
        .games
        .iter()
        .map(|listed| {
            game_card(
                listed.stream,
                &listed.card,
                subject == Some(listed.card.owner.as_str()),
            )
        })
        .collect();
    let next = listing.next.map(|cursor| cursor.to_string());
    let mut answer = HttpResponse::Ok();
    if let Some(next) = &next {
        answer.insert_header((header::LINK, ctx.next_page(next)));
    }
    answer.insert_header((header::CACHE_CONTROL, "private, no-cache"));
    Ok(answer.json(GamePage { items, next }))
}

/// The tag of a game as a caller is shown it: a new title, or another follower, is another answer, though the version
/// stays. It is made from what is shown alone.
fn card_tag(head: &LiveGame, sight: &GameAccess, shown: &[u8]) -> String {
    let version = tag(head.version(), sight.viewer);
    format!(
        "{}.{}\"",
        version.trim_end_matches('"'),
        &blake3::hash(shown).to_hex()[..8]
    )
}

fn written(game: &GameDetails) -> ApiResult<Vec<u8>> {
    serde_json::to_vec(game).map_err(|why| ApiError::fault("writing the game", why))
}

/// A game with its card.
pub(crate) async fn get(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    let body = written(&ctx.services.games.game_of(&head, &sight))?;
    tagged(
        &ctx,
        "application/json",
        &card_tag(&head, &sight, &body),
        Keep::Ask,
        false,
        Bytes::from(body),
    )
}

async fn patch(mut ctx: Ctx) -> Answer {
    let (head, sight) = ctx.own_game().await?;
    let patch: PatchGame = ctx.json().await?;
    let head = ctx.services.games.patch(&head, patch).await?;
    let body = written(&ctx.services.games.game_of(&head, &sight))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, card_tag(&head, &sight, &body)))
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .body(body))
}

async fn delete(ctx: Ctx) -> Answer {
    let (head, _) = ctx.own_game().await?;
    ctx.services.games.delete(&head).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn export(ctx: Ctx) -> Answer {
    let (head, sight) = ctx.game().await?;
    head.whole_for(&sight, "export")?;
    let (media, suffix, body) = match ctx.query.text("format") {
        Some("hgn") => (
            "text/vnd.hindsight.game; charset=utf-8",
            "hgn",
            ctx.services
                .transfers
                .notation(&head, ctx.query.text("passes") == Some("implied"))
                .await?
                .into_bytes(),
        ),
        _ => (
            "application/x-ndjson",
            "ndjson",
            ctx.services
                .transfers
                .export_with_annotations(&ctx.caller, &head, &sight)
                .await?,
        ),
    };
    let viewer = sight.through(None, head.over)?;
    Ok(HttpResponse::Ok()
        .insert_header((header::ETAG, tag(head.version(), viewer)))
        .insert_header((header::CONTENT_TYPE, media))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}.{suffix}\"", head.id),
        ))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .body(body))
}

/// All games of who asks, one stream behind the other, read while they are sent.
async fn export_all(ctx: Ctx) -> Answer {
    let owner = ctx
        .caller
        .subject()
        .map(ToOwned::to_owned)
        .ok_or_else(|| ApiError::new(ProblemKind::Unauthorised, text!("own-games-need-token")))?;
    let filter = StreamFilter {
        system: ctx.query.text("system").map(ToOwned::to_owned),
        owner: Some(owner),
        audience: ctx.caller.audience(),
        sort: SortBy::Created,
        order: ListOrder::Ascending,
        ..StreamFilter::default()
    };
    let pages = futures_util::stream::try_unfold(
        (ctx, filter, None, false),
        |(ctx, filter, after, ended)| async move {
            if ended {
                return Ok::<_, ApiError>(None);
            }
            let listing = {
                let games = &ctx.services.games;
                games
                    .list_for(&ctx.caller, filter.clone(), after, EXPORTED_AT_ONCE)
                    .await?
            };
            let mut bytes = Vec::new();
            for listed in &listing.games {
                let (head, sight) = ctx
                    .services
                    .games
                    .seen(&ctx.caller, &listed.stream.to_string())
                    .await?;
                // What still hides something from its own keeper is carried when it is over.
                if head.whole_for(&sight, "export").is_ok() {
                    let transfers = &ctx.services.transfers;
                    bytes.extend(
                        transfers
                            .export_with_annotations(&ctx.caller, &head, &sight)
                            .await?,
                    );
                }
            }
            let ended = listing.next.is_none();
            Ok(Some((Bytes::from(bytes), (ctx, filter, listing.next, ended))))
        },
    );
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"hindsight-games.ndjson\"",
        ))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .streaming(pages))
}

async fn import(mut ctx: Ctx) -> Answer {
    let title = ctx.query.text("title").map(ToOwned::to_owned);
    let (media, bytes) = ctx.body().await?;
    let filed = ImportAs {
        title,
        marks: Vec::new(),
    };
    let services = &ctx.services;
    let as_filed = ctx.query.flag("as_filed");
    if as_filed && !ctx.caller.is_admin() {
        let why = text!("as-filed-admins");
        return Err(ApiError::new(ProblemKind::Forbidden, why));
    }
    if as_filed && media != "application/x-ndjson" {
        return Err(ApiError::parameter("as_filed", text!("as-filed-records")));
    }
    let (several, again) = (ctx.query.flag("several"), ctx.query.flag("again"));
    if several && media == "application/x-ndjson" {
        let why = text!("several-texts");
        return Err(ApiError::parameter("several", why));
    }
    let imported = if media == "application/x-ndjson" {
        let transfers = &services.transfers;
        let file = text_of(&bytes, ctx.encoding()?)?.into_bytes();
        let imported = if as_filed {
            transfers.import_as_filed(&ctx.caller, file).await?
        } else {
            transfers.import(&ctx.caller, file, filed).await?
        };
        // Layers and studies came along with it, past those that are kept folded.
        services.annotations.forget_all();
        services.studies.forget_all();
        imported
    } else {
        let most = if several { GAMES_OF_TEXT } else { 1 };
        let another = || ctx.another_game();
        let outcomes = services
            .games
            .import_texts(
                &ctx.caller,
                bytes.to_vec(),
                ctx.encoding()?,
                filed,
                (again, most),
                &another,
            )
            .await?;
        if several {
            return Ok(HttpResponse::MultiStatus().json(ImportedGames {
                items: listed_outcomes(&ctx, outcomes).await?,
            }));
        }
        let first = outcomes.into_iter().next();
        let nothing = || ApiError::fault("importing a text", "it held no game");
        first.ok_or_else(nothing)?.imported?
    };
    let mut answer = if imported.already_existed {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    answer.insert_header((header::LOCATION, format!("/v1/games/{}", imported.id)));
    Ok(answer.json(imported_game(&ctx, &imported).await?))
}

/// A game that came in, as its importer sees it.
async fn imported_game(ctx: &Ctx, imported: &ImportOutcome) -> ApiResult<ImportedGame> {
    let services = &ctx.services;
    let head = services.games.head(imported.id).await?;
    let sight = ctx
        .caller
        .sight(imported.id, &head.card)
        .ok_or_else(|| ApiError::new(ProblemKind::AlreadyHere, text!("file-game-of-other-owner")))?;
    let same = imported.same_battle.as_ref();
    Ok(ImportedGame {
        card: services.games.game_of(&head, &sight).card,
        already_existed: imported.already_existed,
        same_battle: same
            .map(|same| game_card(same.stream, &same.card, same.card.owner == ctx.caller.actor())),
    })
}

/// The outcome of each game of a text.
async fn listed_outcomes(ctx: &Ctx, outcomes: Vec<TextOutcome>) -> ApiResult<Vec<ImportedItem>> {
    let mut items = Vec::new();
    for TextOutcome {
        line,
        title,
        imported,
    } in outcomes
    {
        let (imported, problem) = match imported {
            Ok(imported) => (Some(imported_game(ctx, &imported).await?), None),
            // What is wrong with the server is wrong with all of it.
            Err(error) if error.kind().status() >= 500 => return Err(error),
            Err(error) => (None, Some(error.problem().clone())),
        };
        items.push(ImportedItem {
            line,
            title,
            imported,
            problem,
        });
    }
    Ok(items)
}
