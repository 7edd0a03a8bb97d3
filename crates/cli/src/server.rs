//! `puppet-analyzer server`

use std::process::ExitCode;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Some clients always say so; there is nothing else.
    #[arg(long, hide = true)]
    stdio: bool,
    /// Answer the requests that only end-to-end tests send.
    #[arg(long, hide = true)]
    test_requests: bool,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    start_log();
    let options = puppet_server::Options {
        test_requests: options.test_requests,
    };
    match puppet_server::serve(&options) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            tracing::error!("cannot start the server: {error}");
            ExitCode::from(2)
        }
    }
}

/// Logs go to stderr, which editors show; `PUPPET_ANALYZER_LOG` says which (`debug`, `puppet_server=trace`, …).
fn start_log() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("PUPPET_ANALYZER_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        // To standard error too, with a panic if it cannot be written: a full disk.
        .log_internal_errors(false)
        .init();
}
