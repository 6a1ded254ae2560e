//! `hindsight token`: access tokens, made where the store lies.

use std::sync::Arc;

use clap::{Args, Subcommand};
use hindsight_api::access::{Scope, Tokens};
use hindsight_api::base::StoreHandle;
use hindsight_store::StreamId;
use serde_json::json;

use super::outcome::{Code, Failure, Told};
use super::waiting::{all, wait};
use super::{Done, Shared};

/// Arguments of `token`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight token create --scope admin --subject root
  hindsight token create --scope game:read --scope game:write --subject ada --label laptop
  hindsight token list
  hindsight token revoke 01JZ8Q4T0V6J3K5M7N9P1R3S5T

A token is shown once, when it is made; the store keeps only its hash. A running server holds the store: use its
address /v1/tokens, or stop it first.")]
pub(crate) struct TokenArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make a token and show it once
    Create {
        /// What it allows: `game:read`, `game:write`, `pack:write`, `admin`, `seat:A` ...; may be repeated
        #[arg(long = "scope", required = true)]
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
    let store = match &args.what {
        What::Create { .. } => shared.data.open()?,
        What::List | What::Revoke { .. } => shared.data.open_existing()?,
    };
    let kept = Tokens::new(StoreHandle::new(Arc::new(store)));
    match &args.what {
        What::Create {
            scopes,
            subject,
            label,
        } => {
            let fits = (1..=64).contains(&subject.chars().count()) && !subject.chars().any(char::is_control);
            if !fits || label.chars().count() > 100 {
                return Err(Failure::new(
                    Code::Usage,
                    "a subject has 1 to 64 characters, a label at most 100",
                ));
            }
            let secret = kept.make(subject, label, scopes.clone())?;
            let text =
                format!("{secret}\n\nIt is shown this once. Send it as `Authorization: Bearer {secret}`.");
            let scopes: Vec<String> = scopes.iter().map(Scope::to_string).collect();
            Ok(Told::new(
                text,
                json!({ "secret": secret, "subject": subject, "scopes": scopes }),
            ))
        }
        What::List => {
            let all = all(|after| kept.list(after, 500))?;
            let lines: Vec<String> = all
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
            Ok(Told::new(lines.join("\n"), json!({ "tokens": all })))
        }
        What::Revoke { id } => {
            wait(kept.revoke(*id, None, None))?;
            Ok(Told::new(
                format!("Token {id} is revoked."),
                json!({ "revoked": id }),
            ))
        }
    }
}
