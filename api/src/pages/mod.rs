//! Pages for people, a file a page: rendered here from what the API already gives, whole without a script.
//!
//! Pages are functions that give [`maud::Markup`]: the compiler checks them, every text is escaped where it is put in,
//! and no template stands in another file under another name. `house` is what all stand in; `seen` is the moment that a
//! request asks for; the rest are pages and their parts. The scripts beside them (`script/`) make what is there quicker
//! and livelier and know no game: they ask for parts of pages, never for rules. Nothing here may know a system.

mod account;
mod accounts;
mod annotations;
mod ask;
mod assets;
mod audit;
mod bring;
mod chart;
mod claim;
mod clocks;
mod community;
mod compare;
mod create;
mod dice;
mod explorer;
mod figures;
mod form;
mod help;
mod home;
mod house;
mod icons;
mod links;
mod listing;
mod live;
mod log;
mod merge;
mod moderation;
mod notation;
mod odds;
mod outcomes;
mod outlook;
mod owner;
mod packs;
mod pairs;
mod problems;
mod record;
mod replay;
mod report;
mod rerolls;
mod reviews;
mod seen;
mod share;
mod signin;
mod story;
mod studies;
mod suggestions;
mod systems;
mod tabs;
mod timeline;
mod unit;
mod variation_tree;
mod variations;
mod webhooks;
mod words;

pub(crate) use house::{Page, problem_page};

use crate::http::Mounts;

/// The routes of all pages.
pub(crate) fn mount(mounts: &mut Mounts) {
    home::mount(mounts);
    systems::mount(mounts);
    help::mount(mounts);
    notation::mount(mounts);
    accounts::mount(mounts);
    replay::mount(mounts);
    annotations::mount(mounts);
    record::mount(mounts);
    variations::mount(mounts);
    reviews::mount(mounts);
    studies::mount(mounts);
    compare::mount(mounts);
    odds::mount(mounts);
    outlook::mount(mounts);
    rerolls::mount(mounts);
    create::mount(mounts);
    bring::mount(mounts);
    packs::mount(mounts);
    owner::mount(mounts);
    share::mount(mounts);
    report::mount(mounts);
    figures::mount(mounts);
    audit::mount(mounts);
    suggestions::mount(mounts);
    explorer::mount(mounts);
    signin::mount(mounts);
    account::mount(mounts);
    webhooks::mount(mounts);
    claim::mount(mounts);
    merge::mount(mounts);
    moderation::mount(mounts);
    community::mount(mounts);
    ask::mount(mounts);
    problems::mount(mounts);
    assets::mount(mounts);
}
