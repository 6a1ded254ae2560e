//! The `hindsight` command: the server, and everything that is done to a store by hand.

mod cli;

/// Each request makes and drops many small pieces, each answer a large one, on several threads at once; with the
/// system's allocator that is a fifth of the server's work, with this one hardly any.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}
