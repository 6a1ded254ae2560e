//! `hindsight account`: accounts, made and mended where the store lies.

use std::io::{BufRead, IsTerminal};
use std::sync::Arc;

use clap::{Args, Subcommand};
use hindsight_api::access::{AccountRecord, Accounts, Sessions};
use hindsight_api::base::StoreHandle;
use hindsight_openapi::wire::{Account, Role};
use serde_json::{Value, json};

use super::data::Opened;
use super::outcome::{Code, CommandOutput, Failure};
use super::running::Running;
use super::waiting::{all, wait};
use super::{Done, Shared};

/// Arguments of `account`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight account create ada --role admin
  hindsight account list
  hindsight account role ada steward
  hindsight account reset-password ada < new-password.txt

A password is read from standard input, one line; it never stands on the command line. Where a server runs on the
directory, it does the same.")]
pub(crate) struct AccountArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Make an account; its password is read from standard input
    Create {
        /// Its name
        name: String,
        /// What it may do: `reader`, `player`, `coach`, `steward` or `admin`
        #[arg(long, default_value = "player", value_parser = role)]
        role: Role,
    },
    /// List the accounts
    List,
    /// Give an account another role
    Role {
        /// Its name
        name: String,
        /// The role
        #[arg(value_parser = role)]
        role: Role,
    },
    /// Give an account another password, which is read from standard input; it is signed out everywhere
    ResetPassword {
        /// Its name
        name: String,
    },
}

fn role(text: &str) -> Result<Role, String> {
    Role::named(text).ok_or_else(|| {
        let words: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
        format!("one of {} is expected", words.join(", "))
    })
}

pub(crate) fn run(shared: &Shared, args: &AccountArgs) -> Done {
    let opened = match &args.what {
        What::Create { .. } => shared.data.open_new_or_running()?,
        What::List | What::Role { .. } | What::ResetPassword { .. } => shared.data.open_or_running()?,
    };
    let store = match opened {
        Opened::Store(store) => store,
        Opened::Running(server) => return by_the_server(shared, &server, &args.what),
    };
    let store = StoreHandle::new(Arc::new(store));
    let accounts = Accounts::new(store.clone());
    match &args.what {
        What::Create { name, role } => {
            let password = password(shared)?;
            let account = wait(accounts.create(name, password, *role, |_| Vec::new()))?;
            Ok(created(&account.shown()))
        }
        What::List => {
            let all = all(|after| accounts.list(after, 500))?;
            Ok(list(&all.iter().map(AccountRecord::shown).collect::<Vec<_>>()))
        }
        What::Role { name, role } => {
            let account = named(&accounts, name)?;
            let account = wait(accounts.set_role(account.id, *role))?;
            Ok(account_output(
                format!("{name} is a {} now.", role.name()),
                &account.shown(),
            ))
        }
        What::ResetPassword { name } => {
            let account = named(&accounts, name)?;
            wait(accounts.set_password(&account, "/password", password(shared)?))?;
            // Whoever is signed in may be the one against whom the password is changed.
            wait(Sessions::new(store).end_others(account.id, None))?;
            Ok(account_output(
                format!("{name} has another password now."),
                &account.shown(),
            ))
        }
    }
}

/// The same, done by the server that holds the store.
fn by_the_server(shared: &Shared, server: &Running, what: &What) -> Done {
    match what {
        What::Create { name, role } => {
            let password = password(shared)?;
            let asked = json!({ "name": name, "password": password, "role": role });
            let account: Account = server.ask("POST", "/v1/accounts", &asked)?;
            Ok(created(&account))
        }
        What::List => Ok(list(&known(server)?)),
        What::Role { name, role } => {
            let account = changed(server, name, &json!({ "role": role }))?;
            Ok(account_output(
                format!("{name} is a {} now.", role.name()),
                &account,
            ))
        }
        What::ResetPassword { name } => {
            let account = changed(server, name, &json!({ "password": password(shared)? }))?;
            Ok(account_output(
                format!("{name} has another password now."),
                &account,
            ))
        }
    }
}

fn known(server: &Running) -> Result<Vec<Account>, Failure> {
    let all = server
        .all("/v1/accounts")?
        .into_iter()
        .map(serde_json::from_value);
    all.collect::<Result<_, _>>()
        .map_err(|error| Failure::new(Code::Defect, error.to_string()))
}

/// An account that the server changed.
fn changed(server: &Running, name: &str, change: &Value) -> Result<Account, Failure> {
    let all = known(server)?;
    let account = all
        .iter()
        .find(|account| account.name.eq_ignore_ascii_case(name) && account.deleted_at.is_none())
        .ok_or_else(|| no_account(name))?;
    server.ask("PATCH", &format!("/v1/accounts/{}", account.id), change)
}

fn created(account: &Account) -> CommandOutput {
    let text = format!(
        "{} is a {} now ({}).",
        account.name,
        account.role.name(),
        account.id
    );
    account_output(text, account)
}

fn account_output(text: String, account: &Account) -> CommandOutput {
    CommandOutput::new(text, json!({ "account": account }))
}

fn no_account(name: &str) -> Failure {
    Failure::new(Code::Missing, format!("there is no account {name}"))
}

fn list(all: &[Account]) -> CommandOutput {
    let lines: Vec<String> = all
        .iter()
        .map(|account| {
            let state = if account.deleted_at.is_some() {
                "  deleted"
            } else {
                ""
            };
            format!(
                "{}  {:<8} {}{state}",
                account.id,
                account.role.name(),
                account.name
            )
        })
        .collect();
    CommandOutput::new(lines.join("\n"), json!({ "accounts": all }))
}

fn named(accounts: &Accounts, name: &str) -> Result<Arc<AccountRecord>, Failure> {
    wait(accounts.named(name))?.ok_or_else(|| no_account(name))
}

/// One line of standard input.
fn password(shared: &Shared) -> Result<String, Failure> {
    let input = std::io::stdin();
    if input.is_terminal() && !shared.quiet {
        eprint!("Password (it shows while you type): ");
    }
    let mut line = String::new();
    input
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::new(Code::File, format!("standard input: {error}")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
