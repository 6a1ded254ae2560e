//! For whom each route is.

use hindsight_openapi::Operation;
use hindsight_openapi::wire::Role;

/// For whom a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum For {
    /// Everybody.
    Everybody,
    /// Who may see the game.
    Seeing,
    /// Who may see the game and is a player or more.
    Annotating,
    /// Who may see the game, and may read the layer, or may read the study.
    Reading,
    /// Who may read it and is a player or more.
    Answering,
    /// Who wrote what is asked for. Nobody else puts words into their mouth, whatever else they may do.
    Author,
    /// Who wrote it, or an administrator.
    AuthorOrAdmin,
    /// Who made the review and leads it.
    Leading,
    /// Who made the review, or keeps the record of the game.
    Ending,
    /// Everybody, of a game that everybody may see.
    Listed,
    /// Who speaks for a seat of the game, or keeps its record.
    Playing,
    /// Who took any seat of the game, or keeps its record.
    Sitting,
    /// Who keeps the record of the game.
    Keeping,
    /// Who made the invitation: nobody else sees it, whatever else they may do.
    Inviting,
    /// Who is known by a token or a session.
    Known,
    /// Who is signed in.
    SignedIn,
    /// Who is signed in by an account, or has a token of one.
    Member,
    /// Those of these roles.
    Roles(&'static [Role]),
}

pub const PLAYERS: &[Role] = &[Role::Player, Role::Coach, Role::Steward, Role::Admin];

/// The table.
pub const TABLE: &[(For, &[&str])] = &[
    (
        For::Everybody,
        &[
            "startPage",
            "explorer",
            "oddsPage",
            "health",
            "icon",
            "metrics",
            "openapi",
            "listProblems",
            "getProblem",
            "ready",
            "script",
            "style",
            "systemPage",
            "notationPage",
            "helpPage",
            "helpPicture",
            "signInPage",
            "newGamePage",
            "importPage",
            "packsPage",
            "myGamesPage",
            "drawnPosition",
            "signIn",
            "signOut",
            "signUpPage",
            "signUp",
            "accountPage",
            "claimPage",
            "listGames",
            "limits",
            "odds",
            "communityFigures",
            "communityFiguresCsv",
            "communityFiguresParquet",
            "communityFiguresSvg",
            "communityFiguresPng",
            "communityGames",
            "communityDump",
            "getPlayer",
            "leaderboard",
            "findSituations",
            "situationFacts",
            "situationMap",
            "situationGuide",
            "askPage",
            "communityPage",
            "communityGamesPage",
            "leaderboardPage",
            "factionPage",
            "unitPage",
            "playerPage",
            "listPacks",
            "getPack",
            "createSession",
            "endSession",
            "listSystems",
            "getSystem",
            "listSystemPacks",
            "listRules",
            "getRule",
            "getSchemas",
            "listRoles",
            "listStudies",
            "studiesPage",
            "createAccount",
            "webhooksPage",
        ],
    ),
    (
        For::Seeing,
        &[
            "embedPage",
            "embedMomentPage",
            "gamePage",
            "gamePageJson",
            "gamePagePng",
            "gamePageSvg",
            "gameThumbnail",
            "reportPage",
            "explorePosition",
            "explorerPage",
            "reportGamePage",
            "figuresPage",
            "auditPage",
            "suggestionsPage",
            "listSuggestions",
            "reportText",
            "momentPage",
            "momentPageJson",
            "momentPagePng",
            "momentPageSvg",
            "momentCard",
            "momentFrame",
            "momentLog",
            "momentUnit",
            "recordPage",
            "notePage",
            "recordNow",
            "getGame",
            "auditGame",
            "getBoard",
            "boardPng",
            "boardSvg",
            "listCharts",
            "chartPng",
            "chartSvg",
            "getDice",
            "listEvents",
            "exportGame",
            "inspect",
            "laboratory",
            "followGame",
            "getOffers",
            "getSheet",
            "replayGif",
            "getState",
            "getStatistics",
            "getStatisticsCsv",
            "getTimeline",
            "getClock",
            "listUnits",
            "listLayers",
            "gameSigns",
            "momentAnnotations",
            "listVariations",
            "listReviews",
            "getReview",
            "followReview",
            "compareGames",
            "comparePage",
            "chooseCompared",
            "recordDifferences",
            "mergePage",
            "rerollFight",
            "askOutlook",
        ],
    ),
    (
        For::Annotating,
        &[
            "createLayer",
            "answerSuggestion",
            "reportGame",
            "forkGame",
            "mergeRecords",
            "createReview",
        ],
    ),
    (
        For::Reading,
        &[
            "listAnnotations",
            "getAnnotation",
            "getAnnotationHistory",
            "getLayer",
            "getStudy",
            "exportStudy",
            "studyPage",
            "chapterPage",
            "embedChapter",
        ],
    ),
    (For::Answering, &["reply", "cloneStudy"]),
    (
        For::Author,
        &[
            "annotate",
            "editAnnotation",
            "undoAnnotation",
            "editReply",
            "annotateOnPage",
            "getWebhook",
            "patchWebhook",
            "deleteWebhook",
            "rotateWebhookSecret",
            "testWebhook",
        ],
    ),
    (
        For::AuthorOrAdmin,
        &[
            "changeLayer",
            "removeAnnotation",
            "revokeToken",
            "removeReply",
            "changeStudy",
            "addChapter",
            "changeChapter",
            "removeChapter",
            "orderChapters",
        ],
    ),
    (For::Leading, &["leadReview", "handOverReview"]),
    (For::Ending, &["endReview"]),
    // What is told to other sites, of what everybody may see.
    (For::Listed, &["oembed"]),
    // A seat that one took oneself is freed by oneself too.
    (For::Playing, &["giveCommands", "armyPage", "freeSeat"]),
    (
        For::Sitting,
        &["askUndo", "answerUndo", "getStanding", "leaveStanding"],
    ),
    (
        For::Keeping,
        &[
            "patchGame",
            "deleteGame",
            "correctGame",
            "correctPage",
            "offerSeat",
            "gameSettingsPage",
        ],
    ),
    (For::Known, &["getOwnToken", "exportGames"]),
    (For::SignedIn, &["getSession"]),
    (
        For::Member,
        &[
            "createToken",
            "listTokens",
            "getOwnAccount",
            "patchOwnAccount",
            "deleteOwnAccount",
            "exportOwnAccount",
            "changeAccount",
            "createWebhook",
            "listWebhooks",
        ],
    ),
    (
        For::Roles(PLAYERS),
        &[
            "createGame",
            "importGame",
            "takeSeat",
            "claim",
            "createStudy",
            "importStudy",
        ],
    ),
    (For::Roles(&[Role::Admin]), &["backup"]),
    (
        For::Roles(&[Role::Steward, Role::Admin]),
        &[
            "uploadPack",
            "changePack",
            "listAccounts",
            "patchAccount",
            "accountsPage",
            "listReports",
            "moderate",
            "moderationLog",
            "moderationPage",
        ],
    ),
    (
        For::Roles(&[Role::Coach, Role::Steward, Role::Admin]),
        &["createInvitation", "listInvitations"],
    ),
    (For::Inviting, &["withdrawInvitation"]),
];

/// The row in which an operation stands.
pub fn row(operation: &Operation) -> For {
    let rows: Vec<For> = TABLE
        .iter()
        .filter(|(_, ids)| ids.contains(&operation.id))
        .map(|(row, _)| *row)
        .collect();
    assert_eq!(
        rows.len(),
        1,
        "{} must stand in the table of permissions, once",
        operation.id
    );
    rows[0]
}
