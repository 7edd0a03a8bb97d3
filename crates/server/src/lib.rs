//! The language server: transport, main loop, protocol conversion.
//!
//! Purpose: make `puppet-ide` answer an editor over the Language Server Protocol. One OS thread owns all state (the main
//! loop), a fixed set of threads computes answers on snapshots, one thread reads files, one writes stdout; the
//! transport only relays.
//!
//! Allowed inputs: the protocol. Forbidden knowledge: syntax trees, types, salsa; whatever is known about Puppet comes
//! through `puppet-ide`.

mod capabilities;
mod client_refresh;
mod client_settings;
mod diagnostics_publisher;
mod documentation_pages;
mod event;
mod forge;
pub(crate) mod handlers;
mod huge_pages;
mod lsp;
mod main_loop;
mod parent_process;
mod polling_watcher;
mod progress;
mod project_loader;
pub(crate) mod protocol;
mod request_error;
mod scheduler;
mod semantic_tokens_cache;
mod snapshot;
mod status;
mod systems_job;
mod text_files;
mod transport;

use std::thread;

use main_loop::MainLoop;
use transport::ShutdownReason;

/// The main loop's turns recurse no deeper than the protocol's JSON, but writes drop large trees.
const MAIN_LOOP_STACK: usize = 16 * 1024 * 1024;

/// How the server is started.
#[derive(Debug, Clone, Default)]
pub struct ServerOptions {
    /// Answer the requests that only end-to-end tests send.
    pub test_requests: bool,
}

/// Serves one session over stdin and stdout. Logs go to the `tracing` subscriber, which must not write to stdout.
/// Returns the exit status of the process: 0 after `shutdown` and `exit`, 1 after anything else.
///
/// # Errors
/// When the system refuses the threads that we need.
pub fn serve(options: &ServerOptions) -> std::io::Result<u8> {
    huge_pages::disable();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let (events, receiver) = crossbeam_channel::unbounded();
    let main_loop_events = events.clone();
    let ending = runtime.block_on(transport::serve(options, events, move |outbox| {
        let spawned = thread::Builder::new()
            .name("main-loop".into())
            .stack_size(MAIN_LOOP_STACK)
            .spawn(move || MainLoop::new(receiver, &main_loop_events, outbox).run());
        if let Err(error) = spawned {
            tracing::error!("cannot start the main loop: {error}");
        }
    }));
    tracing::info!("the session is over: {ending:?}");
    // A read of stdin may still block one of its threads.
    runtime.shutdown_background();
    Ok(match ending {
        ShutdownReason::Exit => 0,
        ShutdownReason::AbruptExit | ShutdownReason::InputClosed | ShutdownReason::ClientGone => 1,
    })
}

fn server_info() -> lsp::ServerInfo {
    lsp::ServerInfo {
        name: "puppet-analyzer".into(),
        version: Some(env!("CARGO_PKG_VERSION").into()),
    }
}
