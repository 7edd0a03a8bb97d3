//! The `puppet-analyzer` binary.

mod check;
mod completions;
mod config;
mod deps;
mod diff;
mod eval;
mod exit_status;
mod explain;
mod format;
mod git;
mod hiera;
mod impact;
mod init;
mod language_version;
mod log;
mod lookup;
mod man;
mod mcp;
mod nodes;
mod paths;
mod profile;
mod scip;
mod server;
mod settings_file;

use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory as _, Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The version; in a binary that is handed out, with the commit and the target that it was built from and for.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("PUPPET_ANALYZER_BUILD") {
        Some(build) => format!("{version} ({build})"),
        None => version.to_owned(),
    }
});

/// Checks Puppet code, and helps editors with it.
#[derive(Debug, Parser)]
#[command(name = "puppet-analyzer", version, long_version = LONG_VERSION.as_str())]
#[command(arg_required_else_help = true)]
struct CliOptions {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks manifests, templates and modules, and prints what is wrong.
    ///
    /// Exit status: 0 when there is no error (with --fix: none is left; with --diff: nothing would change), 1 when there
    /// are errors (with --diff: something would change), 2 when something could not be checked, or not be written.
    Check(Box<check::CheckOptions>),
    /// Writes a puppet-analyzer.toml with comments, and takes over what the files of puppet-lint say.
    ///
    /// Exit status: 0 when the file is written, 2 when it exists already or cannot be written.
    Init(init::InitOptions),
    /// Shows each setting with its value and where it is from.
    Config(config::ConfigOptions),
    /// Fetches the modules that metadata.json, .fixtures.yml and the Puppetfile name, from a Forge or with Git.
    ///
    /// They are put into a cache outside of the project, and used to look names up wherever the project is checked. No other
    /// command fetches anything.
    ///
    /// Exit status: 0 when all modules are there, 2 when one could not be fetched.
    Deps(deps::DepsOptions),
    /// Explains a rule: what it is about, why, examples, and how to fix it.
    Explain(explain::ExplainOptions),
    /// Prints the value of an expression and, on the next line, its type.
    ///
    /// Exit status: 0 when there is a value, 1 when there is an error or the value is not known.
    Eval(eval::EvalOptions),
    /// Lays out manifests and the code in templates, as Puppet's style guide has it.
    ///
    /// Exit status: 0 when all is well, 1 when --check or --diff find files that would change, 2 when something could not
    /// be formatted: files with syntax errors stay as they are.
    Format(format::FormatOptions),
    /// Looks a key up in Hiera for a node, as `puppet lookup` does.
    ///
    /// Exit status: 0 when there is a value, 1 when there is none, an error, or the value is not known, 2 when something
    /// could not be read.
    Lookup(lookup::LookupCommandOptions),
    /// Lists the nodes of manifests and fact sets, and the operating systems that modules claim.
    ///
    /// Exit status: 0 when all could be read, 2 when a file with facts could not be: the others are listed.
    Nodes(nodes::NodesOptions),
    /// Shows the hierarchy of Hiera as a tree: levels, files, and the keys in them.
    ///
    /// Exit status: 0 when there is a hierarchy, 1 when there is none, 2 when something could not be read.
    Hiera(hiera::HieraOptions),
    /// Lists what a change touches: the nodes, classes and data keys whose result can differ, and why.
    ///
    /// Exit status: 0 when the versions could be compared, 2 when they could not.
    Impact(impact::ImpactOptions),
    /// Prints completions for a shell.
    Completions(completions::CompletionsOptions),
    /// Writes the man pages into a directory.
    Man(man::ManOptions),
    /// Writes an index of code in the format of SCIP, for code search and navigation.
    ///
    /// Exit status: 0 when it is written, 2 when something could not be read or written.
    Scip(scip::ScipOptions),
    /// Serves a coding agent over the Model Context Protocol on stdin and stdout.
    Mcp(mcp::McpOptions),
    /// Serves an editor over the Language Server Protocol on stdin and stdout.
    Server(server::ServerCommandOptions),
}

fn main() -> ExitCode {
    match CliOptions::parse().command {
        Command::Check(options) => check::run(&options),
        Command::Init(options) => init::run(&options),
        Command::Config(options) => config::run(&options),
        Command::Deps(options) => deps::run(&options),
        Command::Explain(options) => explain::run(&options),
        Command::Eval(options) => eval::run(&options),
        Command::Format(options) => format::run(&options),
        Command::Lookup(options) => lookup::run(&options),
        Command::Nodes(options) => nodes::run(&options),
        Command::Hiera(options) => hiera::run(&options),
        Command::Impact(options) => impact::run(&options),
        Command::Completions(options) => completions::run(&options, CliOptions::command()),
        Command::Man(options) => man::run(&options, CliOptions::command()),
        Command::Scip(options) => scip::run(&options),
        Command::Mcp(options) => mcp::run(&options),
        Command::Server(options) => server::run(&options),
    }
}
