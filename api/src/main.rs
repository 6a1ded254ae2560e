//! The `hindsight` command: the server, and everything that is done to a store by hand.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
