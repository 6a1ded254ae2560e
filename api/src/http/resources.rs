//! The routes of the API: those of every resource together. It stands beside `http` itself, so that the resources, which
//! all use that, are not used by it in turn.

use super::{
    Mounts, accounts, annotations, community, games, live, moderation, odds, packs, pictures, play, reviews,
    service, session, situations, studies, suggestions, systems, tokens, variations, views, webhooks,
};

/// The routes of the API.
pub fn mounts() -> Mounts {
    let mut mounts = Mounts::default();
    systems::mount(&mut mounts);
    packs::mount(&mut mounts);
    games::mount(&mut mounts);
    play::mount(&mut mounts);
    odds::mount(&mut mounts);
    annotations::mount(&mut mounts);
    suggestions::mount(&mut mounts);
    variations::mount(&mut mounts);
    community::mount(&mut mounts);
    situations::mount(&mut mounts);
    reviews::mount(&mut mounts);
    studies::mount(&mut mounts);
    views::mount(&mut mounts);
    live::mount(&mut mounts);
    pictures::mount(&mut mounts);
    tokens::mount(&mut mounts);
    session::mount(&mut mounts);
    accounts::mount(&mut mounts);
    webhooks::mount(&mut mounts);
    moderation::mount(&mut mounts);
    service::mount(&mut mounts);
    mounts
}
