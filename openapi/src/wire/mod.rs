//! Wire types: requests are strict (an unknown field is refused), answers may grow fields.

mod account;
mod annotation;
mod by_orders;
mod clock;
mod command;
mod community;
mod comparison;
mod game;
mod merge;
mod moderation;
mod moment;
pub mod odds;
mod oembed;
mod outlook;
mod reroll;
mod review;
mod service;
mod session;
mod situation;
mod standing;
mod study;
mod suggestion;
mod system;
mod undo;
mod variation;
mod webhook;

pub use account::{
    Account, AccountChange, AccountDeed, AccountForm, AccountList, ClaimForm, CreateAccount, CreateClaim,
    CreateInvitation, DeleteAccount, Invitation, InvitationList, NewClaim, NewInvitation, OwnData,
    PatchAccount, PatchOwnAccount, Role, RoleInfo, RoleList, SignUpForm, TakeSeat, TakenSeat,
};
pub use annotation::{
    AnnotationForm, AnnotationHistory, AnnotationLayer, AnnotationPage, AnnotationShown, Author, GlyphShown,
    LayerList, MarkShown, NewAnnotation, NewLayer, NewReply, PatchAnnotation, PatchLayer, PatchReply,
    ReplyShown, RevisionShown,
};
pub use by_orders::{CarriedOut, OrdersStop, OrdersStopped, UnitByOrders, UnitPlace};
pub use clock::{DecisionTime, GameClock, SeatClock, TimeControl, TurnTime};
pub use command::{AppliedCommand, AppliedCommands, CorrectionRequest, OneOrMoreCommands};
pub use community::{
    CommunityFigures, CommunityGames, CommunityMoment, Leaderboard, LeaderboardLine, PlayerFigures,
};
pub use comparison::{ComparedEvent, ComparedFigure, ComparedGame, ComparedSeat, ComparedTurn, Comparison};
pub use game::{
    CreateGame, DiceChoice, GameCard, GameDetails, GameLinks, GameOrPreview, GamePage, ImportedGame,
    ImportedGames, ImportedItem, LiveInfo, PatchGame, Visibility,
};
pub use merge::{MergeRecords, MergedRecord, RecordDifference, RecordDifferences, RecordedLine, TakenPart};
pub use moderation::{Moderate, Moderated, ModerationDeed, ModerationLog, NewReport, Report, ReportList};
pub use moment::{
    AheadEnd, AskLaboratory, AuditAnswer, DiceEntry, DiceLedger, Event, EventPage, GameSheet,
    LaboratoryAnswer, MissedOption, NextChoice, OfferList, OffersAhead, PlaceAhead, Timeline, TimelineEntry,
    TimelineMark,
};
pub use odds::{OddsAnswer, OddsRequest};
pub use oembed::OEmbed;
pub use outlook::{
    AskOutlook, OUTLOOK_GAMES, Outlook, OutlookDifference, OutlookOf, OutlookSeat, USUAL_OUTLOOK_GAMES,
};
pub use reroll::{REROLLS, RerollFight, Rerolled, RerolledNumber, USUAL_REROLLS};
pub use review::{HandOver, NewReview, Review, ReviewForm, ReviewList, ReviewMoment};
pub use service::{
    CreateToken, Health, Limit, Limits, NewToken, ProblemList, ProblemPage, Ready, Token, TokenList,
};
pub use session::{Session, SignIn, SignInForm};
pub use situation::{
    ExploredChoice, ExploredMoment, Explorer, SituationGuide, SituationMoment, SituationPage, SituationWord,
};
pub use standing::{LeaveStanding, SeatStanding, StandingAnswers, StandingDecision};
pub use study::{
    ChapterOrder, ChapterShown, CloneStudy, NewStudy, NewStudyForm, PatchChapter, PatchStudy, StudyCard,
    StudyFile, StudyForm, StudyPage, StudyShown,
};
pub use suggestion::{
    AnswerSuggestion, BetterChoiceShown, DetectorShown, SuggestionAnswer, SuggestionDeed, SuggestionForm,
    SuggestionShown, Suggestions,
};
pub use system::{Pack, PackChange, PackChanges, PackPage, RuleList, SystemInfo, SystemList};
pub use undo::{AnswerUndo, AskUndo, UndoInfo, UndoPolicy, UndoRequest, UndoState};
pub use variation::{
    BOT_COMMANDS, BotsPlayOn, BotsPlayed, BotsStopped, BranchedOff, ForkGame, NewVariation,
    USUAL_BOT_COMMANDS, Variation, VariationPage,
};
pub use webhook::{
    CreateWebhook, DeliveryState, NewWebhook, PatchWebhook, Webhook, WebhookData, WebhookDeed,
    WebhookDelivery, WebhookEvent, WebhookForm, WebhookList, WebhookMessage,
};
