//! The whole server over a store in memory: every operation, every problem, and the published document held against
//! what is really answered.

#![allow(
    clippy::unwrap_used,
    clippy::wrong_self_convention,
    reason = "a test that cannot go on fails"
)]
#![allow(
    unreachable_pub,
    reason = "one test program: what its files share is seen by nobody else"
)]

mod accounts;
mod addresses;
mod annotations;
mod arrivals;
mod bodies;
mod by_orders;
mod clocks;
mod community;
mod community_moments;
mod community_parquet;
mod community_routes;
mod comparing;
mod counted;
mod delay;
mod document;
mod drawn_positions;
mod examples;
mod faults;
mod faulty;
mod figures;
mod filing;
mod hang_up;
mod hidden_pairs;
mod implied;
mod injection;
mod leaderboards;
mod legality;
mod limits;
mod live;
mod logs;
mod merging;
mod moderation;
mod next_choices;
mod noted;
mod odds;
mod outlook;
mod packing;
mod packs;
mod pages;
mod past;
mod people;
mod permissions;
mod placing;
mod play;
mod player_names;
mod private_games;
mod problems;
mod recorder;
mod records;
mod rerolls;
mod reviews;
mod sealed_dice;
mod seats;
mod sessions;
mod set_up;
mod sight;
mod situations;
mod stage;
mod standing;
mod steps;
mod studies;
mod suggestions;
mod table;
mod told_by_import;
mod told_to_few;
mod undo;
mod unfit_texts;
mod variation_tree;
mod variations;
mod webhooks;
mod whole_game;
