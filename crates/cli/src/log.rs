//! The log of a server: its contents and its destination.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// The variable that sets what is logged: a level for our own lines, or directives such as `puppet_server=trace`.
const LOG: &str = "PUPPET_ANALYZER_LOG";

/// What is logged without settings.
const DEFAULT: LevelFilter = LevelFilter::WARN;

/// Logs go to stderr, which editors show.
pub(crate) fn start() {
    let wanted = std::env::var(LOG).unwrap_or_default();
    let filter = directives(&wanted).parse();
    let filter = filter.unwrap_or_else(|_| Targets::new().with_default(DEFAULT));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        // To standard error too, with a panic if it cannot be written: a full disk.
        .log_internal_errors(false);
    tracing_subscriber::registry()
        .with(lines.with_filter(filter))
        .init();
}

/// The directives of the log. A mere level is about our own crates: what libraries log at `info` is of no use to users.
fn directives(wanted: &str) -> String {
    match wanted {
        "" => DEFAULT.to_string(),
        "info" | "debug" | "trace" => {
            format!("{DEFAULT},puppet_analyzer={wanted},puppet_server={wanted},puppet_ide={wanted}")
        }
        _ => wanted.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::directives;

    #[test]
    fn a_level_is_about_our_own_crates() {
        assert_eq!(directives(""), "warn");
        assert_eq!(directives("error"), "error");
        assert_eq!(
            directives("info"),
            "warn,puppet_analyzer=info,puppet_server=info,puppet_ide=info"
        );
        assert_eq!(directives("puppet_server=trace"), "puppet_server=trace");
    }
}
