//! `puppet-analyzer server`

use std::process::ExitCode;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ServerCommandOptions {
    /// Some clients always say so; there is nothing else.
    #[arg(long, hide = true)]
    stdio: bool,
    /// Answer the requests that only end-to-end tests send.
    #[arg(long, hide = true)]
    test_requests: bool,
}

pub(crate) fn run(options: &ServerCommandOptions) -> ExitCode {
    crate::log::start();
    let options = puppet_server::ServerOptions {
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
