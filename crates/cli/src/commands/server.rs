//! `puppet-analyzer server`

use std::process::ExitCode;

use clap::Args;
use puppet_server::Options;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Some clients always say so; there is nothing else.
    #[arg(long, hide = true)]
    stdio: bool,
    /// Answer the requests that only end-to-end tests send.
    #[arg(long, hide = true)]
    test_requests: bool,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let options = Options {
        test_requests: arguments.test_requests,
    };
    match puppet_server::serve(&options) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            tracing::error!("cannot start the server: {error}");
            ExitCode::from(2)
        }
    }
}
