//! `hindsight serve`: the server.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, FromArgMatches, ValueEnum};
use hindsight_api::app::Services;
use hindsight_api::base::settings::{ForwardedBy, Settings, SignUp, WebhookTargets};
use hindsight_store::{EventLog, EventStore};
use ipnet::IpNet;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

use super::outcome::{Code, CommandOutput, Failure};
use super::running::announce;
use super::{Done, Shared, samples};

/// Arguments of `serve`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  hindsight
  hindsight serve --listen 0.0.0.0:9000 --data-dir /var/lib/hindsight
  HINDSIGHT_LOG=debug HINDSIGHT_LOG_FORMAT=json hindsight serve

Into an empty store it puts the sample games, and it shows a first admin token, once. Ctrl-C or SIGTERM stop it after
the requests that are under way.")]
pub(crate) struct ServeArgs {
    /// Where to listen
    #[arg(
        long,
        env = "HINDSIGHT_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS:PORT"
    )]
    listen: SocketAddr,
    /// Threads that answer; one per core without it
    #[arg(long, env = "HINDSIGHT_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// A proxy in front of this server, as an address or a network (`10.0.0.0/8`); may be given several times. Clients are
    /// then told apart by the address that it forwards, and not by its own
    #[arg(long = "trusted-proxy", env = "HINDSIGHT_TRUSTED_PROXIES", value_name = "ADDRESS", value_delimiter = ',', value_parser = network)]
    trusted_proxies: Vec<IpNet>,
    /// The header by which a trusted proxy says whom it speaks for
    #[arg(
        long,
        env = "HINDSIGHT_FORWARDED_BY",
        default_value = "x-forwarded-for",
        value_enum
    )]
    forwarded_by: Forwards,
    /// Hold no client to a rate limit
    #[arg(long, env = "HINDSIGHT_NO_RATE_LIMITS")]
    no_rate_limits: bool,
    /// The server is reached by `https` alone (through a proxy): browsers then keep its cookies for `https`
    #[arg(long, env = "HINDSIGHT_SECURE_COOKIES")]
    secure_cookies: bool,
    /// Who may make an account
    #[arg(long, env = "HINDSIGHT_SIGN_UP", default_value = "invitation", value_enum)]
    sign_up: WhoSignsUp,
    /// Where messages of webhooks may be sent
    #[arg(long, env = "HINDSIGHT_WEBHOOKS", default_value = "https", value_enum)]
    webhooks: SendsTo,
    /// Memory for ready answers, in MiB
    #[arg(long, env = "HINDSIGHT_ANSWER_CACHE_MIB", default_value_t = 64, value_name = "MIB",
          value_parser = clap::value_parser!(u64).range(0..=1 << 20))]
    answer_cache: u64,
    /// Games kept folded in memory
    #[arg(
        long,
        env = "HINDSIGHT_GAME_CACHE",
        default_value_t = 2_000,
        value_name = "GAMES"
    )]
    game_cache: u64,
    /// Connections at once, for each thread
    #[arg(long, env = "HINDSIGHT_MAX_CONNECTIONS", default_value_t = 10_000)]
    max_connections: usize,
    /// How long running requests may take to end when the server stops, in seconds
    #[arg(
        long,
        env = "HINDSIGHT_SHUTDOWN_TIMEOUT",
        default_value_t = 20,
        value_name = "SECONDS"
    )]
    shutdown_timeout: u64,
    /// By how much those are behind the table who only follow a game that hides something, in seconds; 0: they see it at once
    #[arg(
        long,
        env = "HINDSIGHT_LIVE_DELAY",
        default_value_t = 60,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(0..=86_400)
    )]
    live_delay: u64,
    /// A game that did not change for so many minutes is packed: less room, and read quicker
    #[arg(
        long,
        env = "HINDSIGHT_PACK_AFTER",
        default_value_t = 60,
        value_name = "MINUTES",
        value_parser = clap::value_parser!(u64).range(0..=527_040)
    )]
    pack_after: u64,
    /// Put no sample games into an empty store
    #[arg(long, env = "HINDSIGHT_NO_SAMPLES")]
    no_samples: bool,
    /// What to log: `error`, `warn`, `info`, `debug`, or a filter such as `hindsight_api=debug`
    #[arg(long, env = "HINDSIGHT_LOG", default_value = "info", value_name = "FILTER")]
    log: String,
    /// How to log
    #[arg(long, env = "HINDSIGHT_LOG_FORMAT", default_value = "text", value_enum)]
    log_format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// A JSON object a line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WhoSignsUp {
    /// Whoever wants one
    Open,
    /// Who was invited
    Invitation,
    /// Nobody; `hindsight account create` makes accounts
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Forwards {
    /// `X-Forwarded-For`, with `X-Forwarded-Proto`: what most proxies send
    XForwardedFor,
    /// `Forwarded`, as RFC 7239 has it
    Forwarded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SendsTo {
    /// Nowhere
    Off,
    /// By `https` to addresses of the public internet
    Https,
    /// By `http` too, to addresses of the public internet
    Http,
    /// By `http` too, and into this server's own network
    Anywhere,
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, String> {
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
        .map_err(|_| format!("{text:?} is neither an address nor a network such as 10.0.0.0/8"))
}

impl ServeArgs {
    /// The arguments of a server that nothing was said about: from the environment, or the defaults.
    pub(crate) fn from_environment() -> Self {
        let command = Self::augment_args(clap::Command::new("hindsight"));
        match Self::from_arg_matches(&command.get_matches_from(["hindsight"])) {
            Ok(args) => args,
            Err(error) => error.exit(),
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            listen: self.listen,
            workers: self.workers.map(usize::from),
            trusted_proxies: self.trusted_proxies.clone(),
            forwarded_by: match self.forwarded_by {
                Forwards::XForwardedFor => ForwardedBy::XForwardedFor,
                Forwards::Forwarded => ForwardedBy::Forwarded,
            },
            rate_limits: !self.no_rate_limits,
            secure_cookies: self.secure_cookies,
            sign_up: match self.sign_up {
                WhoSignsUp::Open => SignUp::Open,
                WhoSignsUp::Invitation => SignUp::Invitation,
                WhoSignsUp::Closed => SignUp::Closed,
            },
            webhooks: match self.webhooks {
                SendsTo::Off => WebhookTargets::Off,
                SendsTo::Https => WebhookTargets::Https,
                SendsTo::Http => WebhookTargets::Http,
                SendsTo::Anywhere => WebhookTargets::Anywhere,
            },
            answer_cache_bytes: self.answer_cache << 20,
            game_cache: self.game_cache,
            max_connections: self.max_connections,
            live_delay: Duration::from_secs(self.live_delay),
            pack_after: Duration::from_mins(self.pack_after),
            shutdown_timeout: Duration::from_secs(self.shutdown_timeout),
            ..Settings::default()
        }
    }
}

pub(crate) fn run(shared: &Shared, args: &ServeArgs) -> Done {
    log(args)?;
    log_panics();
    let settings = args.settings();
    let store = shared.data.open()?;
    if store.position() == 0 && !args.no_samples {
        let count = samples::load(&store)?;
        tracing::info!(games = count, "put the sample games into the empty store");
    }
    let store: Arc<dyn EventStore> = Arc::new(store);
    let services = Services::open(store, &settings)?;
    let first = services.tokens.first()?;
    let unheard = |error: std::io::Error| Failure::new(Code::File, format!("{}: {error}", settings.listen));
    let server = hindsight_api::server::Listening::bind(Arc::clone(&services)).map_err(unheard)?;
    let _announced = announce(
        &shared.data.data_dir,
        server.address(),
        services.tokens.make_local(),
    )
    .inspect_err(|error| tracing::warn!(%error, "commands on this machine will not find the server"));
    if !shared.quiet {
        welcome(server.address(), first.as_deref(), shared);
    }
    server
        .run()
        .map_err(|error| Failure::new(Code::Defect, error.to_string()))?;
    Ok(CommandOutput::written())
}

fn welcome(address: SocketAddr, first_token: Option<&str>, shared: &Shared) {
    use super::outcome::out;
    if shared.json {
        let json =
            serde_json::json!({ "listening": format!("http://{address}"), "first_token": first_token });
        return out(&format!("{json}\n"));
    }
    out(&format!(
        "Hindsight is at http://{address}/ (API explorer: http://{address}/docs)\n"
    ));
    out(&format!("Its data lies in {}\n", shared.data.data_dir.display()));
    if let Some(token) = first_token {
        out(&format!(
            "\nThe first admin token, shown this once:\n\n    {token}\n\n"
        ));
    }
}

/// Puts the panic of any thread into the log, those of the database too: what waits for such a thread ends by the store's
/// watchdog, and the log then says why.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let thread = thread.name().unwrap_or("unnamed").to_owned();
        let trace = Backtrace::capture();
        let whose = panicked(&thread);
        if trace.status() == BacktraceStatus::Captured {
            tracing::error!(thread, %trace, "{whose}: {panic}");
        } else {
            tracing::error!(thread, "{whose}: {panic}");
        }
    }));
}

/// The words for the panic of a thread of this name.
fn panicked(thread: &str) -> &'static str {
    if thread.starts_with("sled") || thread == "log flusher" {
        "a thread of the database panicked"
    } else {
        "a thread panicked"
    }
}

fn log(args: &ServeArgs) -> Result<(), Failure> {
    let filter: Targets = args
        .log
        .parse()
        .map_err(|error| Failure::new(Code::Usage, format!("the log filter {:?}: {error}", args.log)))?;
    let lines = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let logger = registry().with(filter);
    let set = match args.log_format {
        LogFormat::Text => logger.with(lines).try_init(),
        LogFormat::Json => logger.with(lines.json()).try_init(),
    };
    set.map_err(|error| Failure::new(Code::Defect, error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    use tracing_subscriber::fmt::MakeWriter;

    use super::*;

    /// What was logged.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Written {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    /// The log of a thread of this name that panics.
    fn log_of(thread: &str) -> String {
        let written = Written::default();
        let lines = registry().with(fmt::layer().with_writer(written.clone()).with_ansi(false));
        let panics = move || {
            let _logged = lines.set_default();
            panic!("sled did not expect this");
        };
        let ended = std::thread::Builder::new()
            .name(thread.to_owned())
            .spawn(panics)
            .unwrap()
            .join();
        assert!(ended.is_err());
        let log = written.0.lock().unwrap().clone();
        String::from_utf8(log).unwrap()
    }

    #[test]
    fn panic_of_any_thread_is_logged_and_that_of_the_database_says_so() {
        let before = std::panic::take_hook();
        log_panics();
        let logs = ["sled-io-0", "log flusher", "webhook"].map(log_of);
        std::panic::set_hook(before);
        for (log, words) in logs.iter().zip([
            "a thread of the database panicked",
            "a thread of the database panicked",
            "a thread panicked",
        ]) {
            assert!(
                log.contains(words) && log.contains("sled did not expect this"),
                "{log}"
            );
        }
    }
}
