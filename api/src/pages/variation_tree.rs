//! The variations of a game as one tree: games that branch off it, and off those, together with the lines that its text gives.

use std::collections::VecDeque;

use hindsight_annotations::Glyph;
use hindsight_notation::WrittenLine;
use hindsight_openapi::wire::{Variation, VariationPage};
use maud::{Markup, html};

use super::links::title_of;
use super::seen::RequestedView;
use super::words::result_words;
use crate::access::Scope;
use crate::base::error::ApiResult;
use crate::base::limits::PAGE;
use crate::base::messages::text;
use crate::games::Notes;
use crate::games::notation::entry_words;
use crate::http::Ctx;

/// Games that the tree shows at most.
const MOST: usize = 80;
/// Commands of a line that are written out.
const WRITTEN: usize = 12;

/// Where something else was played or thought of.
pub(super) struct Branching {
    /// The version of the game behind which it goes its own way.
    version: u64,
    what: What,
}

enum What {
    /// A game of its own, with what branches off it.
    Game {
        variation: Box<Variation>,
        parent: String,
        further: Vec<Branching>,
    },
    /// A line of the text: its place there.
    Line { place: String, line: WrittenLine },
}

/// The whole tree.
#[derive(Default)]
pub(super) struct VariationTree {
    branchings: Vec<Branching>,
    /// More games branch off than are shown.
    pub(super) is_cut: bool,
}

impl VariationTree {
    /// The tree of a game, `known` being the games that branch off it.
    pub(super) async fn of(ctx: &Ctx, seen: &RequestedView, known: &VariationPage) -> ApiResult<Self> {
        let mut found: Vec<(String, Variation)> = Vec::new();
        let mut is_cut = known.next.is_some();
        let root = seen.head.id.to_string();
        let mut next: VecDeque<(String, Variation)> = known
            .items
            .iter()
            .map(|item| (root.clone(), item.clone()))
            .collect();
        while let Some((parent, variation)) = next.pop_front() {
            if found.len() == MOST {
                is_cut = true;
                break;
            }
            let id = variation.card.id.clone();
            found.push((parent, variation));
            // What may not be seen any more has no branches here.
            let Ok((head, _)) = ctx.services.games.seen(&ctx.caller, &id).await else {
                continue;
            };
            let below = ctx
                .services
                .games
                .variations(&ctx.caller, &head, None, PAGE)
                .await?;
            is_cut |= below.next.is_some();
            next.extend(below.items.into_iter().map(|item| (id.clone(), item)));
        }
        let mut branchings = below(&root, &mut found);
        branchings.extend(lines(ctx, seen).await?);
        branchings.sort_by_key(|branching| branching.version);
        Ok(Self { branchings, is_cut })
    }

    /// How many branches begin in the game itself.
    pub(super) fn len(&self) -> usize {
        self.branchings.len()
    }
}

/// The games that branch off one, taken out of those that were found.
fn below(parent: &str, found: &mut Vec<(String, Variation)>) -> Vec<Branching> {
    let (own, rest): (Vec<_>, Vec<_>) = std::mem::take(found)
        .into_iter()
        .partition(|(of, _)| of == parent);
    *found = rest;
    let mut all: Vec<Branching> = own
        .into_iter()
        .map(|(parent, variation)| {
            let further = below(&variation.card.id, found);
            Branching {
                version: variation.version,
                what: What::Game {
                    variation: Box::new(variation),
                    parent,
                    further,
                },
            }
        })
        .collect();
    all.sort_by_key(|branching| branching.version);
    all
}

/// The lines that the text of the game gives; none while the game hides something from the reader.
async fn lines(ctx: &Ctx, seen: &RequestedView) -> ApiResult<Vec<Branching>> {
    if seen.head.whole_for(&seen.sight, "lines").is_err() {
        return Ok(Vec::new());
    }
    let id = seen.head.id;
    let notes = ctx
        .services
        .store
        .work(move |store| Ok(Notes::fetch(store, id)?))
        .await?;
    let Some(notes) = notes.filter(Notes::has_lines) else {
        return Ok(Vec::new());
    };
    let begins = ctx.services.games.past(&seen.head).await?.commands();
    let mut found = Vec::new();
    for (number, lines) in notes.lines() {
        let Some(begin) = (number as usize)
            .checked_sub(1)
            .and_then(|place| begins.get(place))
        else {
            continue;
        };
        for (place, line) in lines.iter().enumerate() {
            found.push(Branching {
                version: begin.saturating_sub(1).max(1),
                what: What::Line {
                    place: format!("{number}.{place}"),
                    line: line.clone(),
                },
            });
        }
    }
    Ok(found)
}

/// The tree as nested lists.
pub(super) fn drawn(ctx: &Ctx, seen: &RequestedView, tree: &VariationTree) -> Markup {
    let may_open = ctx.caller.has(Scope::GameWrite);
    html! {
        @if !tree.branchings.is_empty() {
            ul.branches { @for branching in &tree.branchings { (branch(seen, branching, true, may_open)) } }
        }
        @if tree.is_cut { p.hint { (text!("variations-there-more-variations")) } }
    }
}

fn branch(seen: &RequestedView, branching: &Branching, is_own: bool, may_open: bool) -> Markup {
    let version = branching.version;
    let here = is_own && version == seen.version;
    html! {
        li data-branch=[is_own.then_some(version)] class=[here.then_some("here")] {
            @match &branching.what {
                What::Game { variation, parent, further } => {
                    a href=(variation.card.links.page) { (title_of(&variation.card)) }
                    " " a.held href=(format!("/g/{parent}/with/{}", variation.card.id)) { (text!("variations-side-side")) }
                    span.quiet {
                        @let event = html! {
                            @if is_own { a href=(seen.address(version)) data-go=(version) { (version) } }
                            @else { a href=(format!("/g/{parent}/{version}")) { (version) } }
                        };
                        " " (text!("variations-from-event"; event = event))
                        @if let Some(result) = &variation.card.result { " · " (result_words(result)) }
                        " · " (text!("variations-new-events", count = variation.card.version.saturating_sub(variation.shared)))
                    }
                    @if !further.is_empty() { ul.branches { @for branching in further { (branch(seen, branching, false, may_open)) } } }
                }
                What::Line { place, line } => {
                    span.quiet { (text!("variations-line-from"; event = html! { a href=(seen.address(version)) data-go=(version) { (version) } })) }
                    (written(line, place))
                    @if may_open {
                        form.open-line method="post" action=(format!("/g/{}/variations", seen.head.id)) {
                            input type="hidden" name="version" value=(version);
                            button type="submit" name="line" value=(place) { (text!("variations-open-as-game")) }
                        }
                    }
                }
            }
        }
    }
}

/// A line in the words of the notation, with what is said of it and what might have been played instead.
fn written(line: &WrittenLine, place: &str) -> Markup {
    html! {
        @for comment in &line.comments { p.said-of { (comment) } }
        ol.text-line {
            @for (number, entry) in line.entries.iter().enumerate().take(WRITTEN) {
                li {
                    (entry_words(entry))
                    @for glyph in entry.glyphs.iter().filter_map(|glyph| Glyph::numbered(*glyph)) { " " b title=(glyph.said(|_| None)) { (glyph.sign) } }
                    @for comment in &entry.comments { " " span.said-of { (comment) } }
                    @for (other, variation) in entry.variations.iter().enumerate() {
                        div.nested { span.quiet { (text!("variations-or")) } (written(variation, &format!("{place}.{number}.{other}"))) }
                    }
                }
            }
        }
        @if line.entries.len() > WRITTEN { p.hint { (text!("variations-more-commands", count = line.entries.len() - WRITTEN)) } }
    }
}
