//! `puppet-analyzer mcp`

use std::path::PathBuf;
use std::process::ExitCode;

use crate::exit_status::{self, ExitOutcome};
use crate::paths::WorkingDirectory;
use crate::{eval, explain};

#[derive(Debug, clap::Args)]
pub(crate) struct McpOptions {
    /// The directory that tools see: nothing outside of it is shown or changed at a client's request.
    #[arg(default_value = ".")]
    root: PathBuf,
    /// Offer tools that change files: rename and apply_fix.
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(options: &McpOptions) -> ExitCode {
    crate::log::start();
    let outcome = exit_status::report(serve(options).map(|()| ExitOutcome::Success));
    outcome.unwrap_or(ExitOutcome::Success).into()
}

fn serve(options: &McpOptions) -> std::io::Result<()> {
    puppet_mcp::serve(puppet_mcp::ServeOptions {
        root: WorkingDirectory::current()?.directory(&options.root)?,
        writes: options.write,
        commands: puppet_mcp::Commands {
            evaluate: eval::evaluate_in,
            explain: |name| explain::text(Some(name)),
        },
    })
}
