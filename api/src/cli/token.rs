//! `hindsight token`: access tokens, made where the store lies.

use hindsight_kernel::plain_text::unfit_in_line;
use std::sync::Arc;

use clap::{Args, Subcommand};
use hindsight_api::access::{Scope, Tokens};
use hindsight_api::base::StoreHandle;
use hindsight_openapi::wire::{NewToken, Token};
use hindsight_store::StreamId;
use serde_json::json;

use super::data::Opened;
use super::outcome::{Code, CommandOutput, Failure};
use super::running::Running;
use super::waiting::{all, wait};
use super::{Done, Shared};

/// Arguments of `token`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight token create --scope admin --subject root
  hindsight token create --scope game:read --scope game:write --subject ada --label laptop
  hindsight token list
  hindsight token revoke 01JZ8Q4T0V6J3K5M7N9P1R3S5T

A token is shown once, when it is made; the store keeps only its hash. Where a server runs on the directory, it makes,
lists and revokes them.")]
pub(crate) struct TokenArgs {
    #[command(subcommand)]
    what: What,
}

fn scope(text: &str) -> Result<Scope, String> {
    text.parse().map_err(String::from)
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make a token and show it once
    Create {
        /// What it allows: `game:read`, `game:write`, `pack:write`, `admin`, `seat:A` ...; may be repeated
        #[arg(long = "scope", required = true, value_parser = scope)]
        scopes: Vec<Scope>,
        /// Whom it stands for
        #[arg(long)]
        subject: String,
        /// What it is for
        #[arg(long, default_value = "")]
        label: String,
    },
    /// List the tokens, without their secrets
    List,
    /// Make a token worthless
    Revoke {
        /// The token's id
        id: StreamId,
    },
}

pub(crate) fn run(shared: &Shared, args: &TokenArgs) -> Done {
    let opened = match &args.what {
        What::Create { .. } => shared.data.open_new_or_running()?,
        What::List | What::Revoke { .. } => shared.data.open_or_running()?,
    };
    let store = match opened {
        Opened::Store(store) => store,
        Opened::Running(server) => return by_the_server(&server, &args.what),
    };
    let kept = Tokens::new(StoreHandle::new(Arc::new(store)));
    match &args.what {
        What::Create {
            scopes,
            subject,
            label,
        } => {
            let fits = (1..=64).contains(&subject.chars().count()) && unfit_in_line(subject).is_none();
            if !fits || label.chars().count() > 100 || unfit_in_line(label).is_some() {
                return Err(Failure::new(
                    Code::Usage,
                    "a subject has 1 to 64 characters, a label at most 100",
                ));
            }
            let secret = kept.make(subject, label, scopes.clone())?;
            Ok(made(&secret, subject, scopes))
        }
        What::List => Ok(listed(&all(|after| kept.list(after, 500))?)),
        What::Revoke { id } => {
            wait(kept.revoke(*id, None, None))?;
            Ok(revoked(*id))
        }
    }
}

/// The same, done by the server that holds the store.
fn by_the_server(server: &Running, what: &What) -> Done {
    match what {
        What::Create {
            scopes,
            subject,
            label,
        } => {
            let words: Vec<String> = scopes.iter().map(Scope::to_string).collect();
            let asked = json!({ "subject": subject, "label": label, "scopes": words });
            let new: NewToken = server.ask("POST", "/v1/tokens", &asked)?;
            Ok(made(&new.secret, subject, scopes))
        }
        What::List => {
            let all = server.all("/v1/tokens")?;
            let tokens: Result<Vec<Token>, _> = all.into_iter().map(serde_json::from_value).collect();
            let tokens = tokens.map_err(|error| Failure::new(Code::Defect, error.to_string()))?;
            Ok(listed(&tokens))
        }
        What::Revoke { id } => {
            server.delete(&format!("/v1/tokens/{id}"))?;
            Ok(revoked(*id))
        }
    }
}

fn made(secret: &str, subject: &str, scopes: &[Scope]) -> CommandOutput {
    let text = format!("{secret}\n\nIt is shown this once. Send it as `Authorization: Bearer {secret}`.");
    let scopes: Vec<String> = scopes.iter().map(Scope::to_string).collect();
    CommandOutput::new(
        text,
        json!({ "secret": secret, "subject": subject, "scopes": scopes }),
    )
}

fn listed(tokens: &[Token]) -> CommandOutput {
    let lines: Vec<String> = tokens
        .iter()
        .map(|token| {
            let state = if token.revoked_at.is_some() {
                "revoked"
            } else {
                "valid"
            };
            format!(
                "{}  {state:<8} {:<16} {}  {}",
                token.id,
                token.subject,
                token.scopes.join(","),
                token.label
            )
        })
        .collect();
    CommandOutput::new(lines.join("\n"), json!({ "tokens": tokens }))
}

fn revoked(id: StreamId) -> CommandOutput {
    CommandOutput::new(format!("Token {id} is revoked."), json!({ "revoked": id }))
}
