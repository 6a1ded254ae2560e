//! The games behind a figure.

use maud::html;

use super::super::house::Page;
use super::super::links::query;
use super::{GAMES, parts};
use crate::base::messages::text;
use crate::games::game_card;
use crate::http::community::{filter, look_at, with_look};
use crate::http::{Answer, Ctx};

/// Games on a page.
const SHOWN: usize = 50;

pub(super) async fn page(ctx: Ctx) -> Answer {
    let filter = filter(&ctx).await?;
    let after = ctx.query.cursor()?;
    let look = look_at(&ctx);
    let found = ctx
        .services
        .community
        .games(filter.clone(), look, after, SHOWN)
        .await?;
    let items: Vec<_> = found
        .games
        .iter()
        .map(|(listed, moment)| (game_card(listed.stream, &listed.card, false), *moment))
        .collect();
    let fields = filter.query();
    let dashboard = if fields.is_empty() {
        "/community".to_owned()
    } else {
        format!("/community?{fields}")
    };
    let next = found.next.map(|next| {
        let cursor = query([("cursor", next.to_string().as_str())]);
        let fields = with_look(fields.clone(), look);
        if fields.is_empty() {
            format!("{GAMES}{cursor}")
        } else {
            format!("{GAMES}{cursor}&{fields}")
        }
    });
    let carried = parts::Carried::of(&ctx)?;
    let hidden = parts::hidden_bots(&ctx, &filter).await?;
    let body = html! {
        h1 { (text!("games-behind-count", games = found.total)) }
        p { a href=(dashboard) { (text!("games-behind-statistics")) } }
        (parts::behind(found.behind))
        (parts::bots_switch(&ctx, carried, hidden))
        (parts::as_of_note(&ctx, carried))
        (parts::games(&items))
        @if let Some(next) = next { nav.pages aria-label=(text!("games-behind-pages")) { a rel="next" href=(next) { (text!("games-behind-older")) } } }
    };
    let page = Page {
        class: "text community",
        ..Page::plain(text!("games-behind-title"), body)
    };
    Ok(page.answer(&ctx.req))
}
