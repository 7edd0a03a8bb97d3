//! Development tasks: `cargo xtask TASK`.

mod bench;
mod codegen_assists;
mod codegen_features;
mod codegen_rules;
mod codegen_settings;
mod codegen_summary;
mod codegen_syntax;
mod conformance;
mod dist;
mod docs;
mod docs_depth;
mod fuzz;
mod generated;
mod impact_referee;
mod library;
mod lint_parity;
mod markdown;
mod primer;
mod shell;
mod soak;
mod soundness;
mod stubs;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::generated::Mode;

/// Development tasks of puppet-analyzer.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct XtaskOptions {
    #[command(subcommand)]
    task: XtaskCommand,
}

#[derive(Debug, Subcommand)]
enum XtaskCommand {
    /// Writes what is generated from tables and grammars.
    Codegen {
        /// Writes nothing: fails if a generated file is not what it should be.
        #[arg(long)]
        check: bool,
    },
    /// Runs everything that has to pass before a change lands.
    Test {
        /// Only these steps.
        steps: Vec<String>,
    },
    /// Checks the rules of the project that no compiler checks.
    Tidy {
        /// Only these rules, such as `vocabulary` or `structure`.
        rules: Vec<String>,
    },
    /// Compares our answers with those of real Puppet (`--help` lists its options).
    #[command(disable_help_flag = true)]
    Conformance {
        /// Passed on to the runner.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Measures in a release build.
    Bench {
        /// What: `lsp`, the language server in a workspace of many modules; `index`, how long it takes to know them;
        /// `lookup`, Hiera in a made repository; `scale`, what ten times as many cost.
        what: bench::BenchKind,
        /// A folder of modules.
        #[arg(long, default_value = "/usr/share/puppet/modules")]
        workspace: std::path::PathBuf,
    },
    /// Edits at random for hours, compares with fresh servers, and draws memory and latency over time.
    Soak(soak::SoakOptions),
    /// Runs the fuzz targets: texts that are changed at random must break nothing.
    Fuzz(fuzz::FuzzOptions),
    /// Builds the packages of a release into `target/packages`.
    Dist(dist::DistOptions),
    /// Builds the documentation as a site, with mdBook.
    Docs,
    /// Compares the stub files of what Puppet ships with an installed Puppet.
    Library(library::LibraryOptions),
    /// Checks public repositories at pinned commits, and compares two builds.
    Primer(primer::PrimerOptions),
    /// Makes the stub library of public modules from checkouts of their versions.
    Stubs(stubs::StubsOptions),
    /// Measures the built-in documentation: words, examples, links.
    DocsDepth,
    /// Compares the rules that are checks of puppet-lint with the real ones, on real modules.
    LintParity(lint_parity::LintParityOptions),
    /// Compares the sets of `impact` with what real Puppet compiles differently, for the commits of a repository.
    ImpactReferee(impact_referee::ImpactRefereeOptions),
    /// Compares what strict reports with real Puppet, in generated programs.
    Soundness(soundness::SoundnessOptions),
}

fn main() -> ExitCode {
    let done = match XtaskOptions::parse().task {
        XtaskCommand::Codegen { check } => codegen(if check { Mode::Check } else { Mode::Write }),
        XtaskCommand::Conformance { arguments } => conformance::run(&arguments),
        XtaskCommand::Test { steps } => test::run(&steps),
        XtaskCommand::Tidy { rules } => tidy::run(&rules),
        XtaskCommand::Bench { what, workspace } => bench::run(what, &workspace),
        XtaskCommand::Soak(options) => soak::run(&options),
        XtaskCommand::Fuzz(options) => fuzz::run(&options),
        XtaskCommand::Dist(options) => dist::run(&options),
        XtaskCommand::Docs => docs::run(),
        XtaskCommand::Library(options) => library::run(&options),
        XtaskCommand::Primer(options) => primer::run(&options),
        XtaskCommand::Stubs(options) => stubs::run(&options),
        XtaskCommand::DocsDepth => docs_depth::run(),
        XtaskCommand::LintParity(options) => lint_parity::run(&options),
        XtaskCommand::ImpactReferee(options) => impact_referee::run(&options),
        XtaskCommand::Soundness(options) => soundness::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            shell::say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Everything that is generated.
fn codegen(mode: Mode) -> anyhow::Result<()> {
    codegen_assists::run(mode)?;
    codegen_features::run(mode)?;
    codegen_rules::run(mode)?;
    codegen_settings::run(mode)?;
    codegen_summary::run(mode)?;
    codegen_syntax::run(mode)
}
