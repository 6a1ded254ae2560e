//! The kernel: what every game system is written with.
//!
//! Here live seats, dice, tables, events, refusals, offers, boards and facts; exact odds come from `hindsight-odds`. No
//! rule of any game lives here, and no file, clock, thread, network or global randomness. Read [`RuleSet`] first, then
//! [`Table`] (how a decision is taken) and [`Game`] (how a stream folds, is taken back, corrected and audited).

#![warn(clippy::too_many_lines)]

pub mod agenda;
mod audit;
mod board;
mod bot;
mod by_orders;
pub mod coach;
pub mod codec;
mod counted;
mod deciding;
mod dice;
mod event;
#[doc(hidden)]
pub mod event_chapters;
mod fact;
pub mod fixed;
mod forking;
mod game;
mod history;
mod inspect;
mod invariant;
mod lens;
mod message;
mod noted;
mod offer;
pub mod pack;
mod packed_input;
mod parsed_value;
mod placed_value;
mod placing;
pub mod plain_text;
pub mod plausible;
mod refusal;
mod refusal_reason;
mod rulebook;
mod ruleset;
mod running_on;
mod seat;
mod secret;
mod set_up_again;
mod short_name;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod threat;
pub mod wire;
pub mod words;
mod written_value;

pub use audit::{
    AuditDifference, AuditEffect, AuditReport, Departure, EffectOn, MOST_DIFFERENCES, NotedChange, Ruled,
    audit,
};
pub use board::{
    Badge, Board, BoardFeature, BoardLine, BoardPoint, BoardSideLine, BoardToken, Grid, LastChange, Link,
    Overlay, Shape, ShownRoll, Tone, Trail, Zone,
};
pub use bot::{Bot, below, bot_rng, choose};
pub use by_orders::{MOST_BY_ORDERS, OrderStep, OrdersAsked, OrdersEnd, OrdersRun, StandingOrder};
pub use coach::{BetterChoice, Coach, Detector, Proof, Suggestion, WatchedEvent, Weighed};
pub use counted::{CountedBy, CountedDice, FaceRange, ReportedDice, counted_in_words, reported_faces};
pub use dice::{
    Ask, Commitment, DiceNeed, DiceTray, MOST_DICE, RecordedTray, ReportedTray, Roll, RollAbout, RollSource,
    Seed, ServerTray, verify_rolls,
};
pub use event::{
    Correction, CorrectionChange, DiceKind, EventOf, GameEvent, GameOrder, Given, GivenOf, OrderOf,
    RecordedEvent, Stopped,
};
pub use fact::{
    AttackResolved, DamageDealt, DiceRolled, Fact, Modifier, NOT_RECORDED, RULING, Restored, UnitInfo,
    tell_noted, tell_ruling,
};
pub use forking::{Fork, PlayedCommand, fork, played_command};
pub use game::{Applied, Decided, Game, GameStart, NoteCounts, Proposal, Rehearsal, SeedSource, Seeds};
pub use hindsight_odds as odds;
pub use hindsight_odds::Distribution;
pub use history::live_line;
pub use inspect::{AttackChances, Grounds, InspectAnswer, InspectRequest, Inspection, RollChances};
pub use invariant::{CheckResult, Invariant, check_invariants, faults_of};
pub use lens::{
    Lens, LensName, LensPage, LensReport, LensStep, LensVerdict, Unread, lens_named, lenses_of, redecide,
};
pub use message::{
    Argument, ArgumentList, MESSAGES, Message, MessageData, MessageFile, Phrase, SentenceData, sentences,
};
pub use noted::{
    NOTED, NoteKind, NoteSheet, NotedMoment, NotedPiece, NotedPosition, NotedWord, SheetPiece, WantedPiece,
    unfit as unfit_note,
};
pub use offer::{
    Awaiting, Choice, GameOutcome, Moment, Offer, OfferPicture, OfferPlace, OfferWay, SeatInfo, sampled,
};
pub use placing::{OtherPlace, PLACED, PlacedPiece, unfit as unfit_place};
pub use rand_core;
pub use refusal::{FoldError, Refusal, RuleId};
pub use refusal_reason::{DeclaredReason, RefusalDetails, RefusalReason};
#[doc(hidden)]
pub use refusal_reason::{kebab_case, kebab_case_length};
pub use rulebook::{Rule, Rulebook, table_rules};
pub use ruleset::{
    Analysis, Coaching, DamageWords, DrawnFeature, DrawnPosition, Features, ImportFault, ImportFile,
    ImportedPack, Inspect, Notation, NotedPositions, Offers, PackFault, PackImport, PackInfo, PackTitle,
    Packs, Pictures, Players, Recorded, RuleSet, Rules, Secrets, Setups, Sketches, StatisticTerms, Story,
    Taken, Upcaster, Weight, Wire,
};
pub use running_on::{FoundChoice, Keeper, MOST_IMPLIED, MayRun, PassRun, RunEnd, RunGoal};
pub use schemars;
pub use seat::{NotASeat, Seat, SideId, Viewer};
pub use secret::Secret;
pub use set_up_again::{EarlierChoice, MOST_SET_UP, SetUpEnd, SetUpRun, set_up_choices};
pub use short_name::ShortName;
pub use table::Table;
pub use threat::Threat;
