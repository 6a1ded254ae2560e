//! The `hindsight` command: the server, and everything that is done to a store by hand.

mod cli;

/// Each request makes and drops many small pieces, each answer a large one, on several threads at once: the system's
/// allocator showed in the server's profiles.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}
