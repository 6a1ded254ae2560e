//! The server itself.

use serde_json::Value;

use crate::wire::{Health, Limits, ProblemList, ProblemPage, Ready};
use crate::{Access, Operation, ProblemKind};

const TAG: &str = "service";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::get("limits", "/v1/limits", TAG, "All limits of this server")
            .access(Access::Open)
            .answers::<Limits>(200, "By name."),
        Operation::get("listProblems", "/problems", TAG, "All problem types")
            .access(Access::Open)
            .answers::<ProblemList>(200, "By status.")
            .also_text("text/html"),
        Operation::get(
            "getProblem",
            "/problems/{problem}",
            TAG,
            "A problem type explained",
        )
        .access(Access::Open)
        .answers::<ProblemPage>(200, "What it means and what to do.")
        .also_text("text/html")
        .problems(&[ProblemKind::NoSuchProblem]),
        Operation::get("backup", "/v1/backup", TAG, "Backup of the whole store")
            .about("As `hindsight backup` writes it, for `hindsight restore`: all games, annotations, studies, accounts, tokens and packs as they are at one moment, while the server goes on. One at a time. The file is whole only if its last bytes came: `restore` checks that. It holds the server's secrets. A restored store takes tokens and sessions of the backup again, also those revoked since; `restore --without-tokens` leaves them out.")
            .access(Access::Scope("admin"))
            .long()
            .answers_as(200, "The file.", vec![("application/zstd", None)])
            .with_headers(&["Content-Disposition"]),
        Operation::get("health", "/healthz", TAG, "Health of the server")
            .access(Access::Open)
            .answers::<Health>(200, "It is well, or waits for room on its disk.")
            .answers::<Health>(
                503,
                "The store takes no writes until the server is started again.",
            ),
        Operation::get("ready", "/readyz", TAG, "Readiness of the server")
            .access(Access::Open)
            .answers::<Ready>(200, "It does.")
            .answers::<Ready>(503, "It takes no writes now."),
        Operation::get("metrics", "/metrics", TAG, "Metrics for Prometheus")
            .access(Access::Open)
            .answers_as(
                200,
                "In the OpenMetrics text format.",
                vec![("application/openmetrics-text", None)],
            ),
        Operation::get("openapi", "/openapi.json", TAG, "This document")
            .access(Access::Open)
            .answers::<std::collections::BTreeMap<String, Value>>(200, "OpenAPI 3.1.")
            .conditional(),
    ]
}
