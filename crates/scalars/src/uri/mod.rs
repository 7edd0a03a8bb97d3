//! URIs as Puppet's `URI` has them, which is Ruby's `URI` with the parser of RFC 3986.

mod build;
mod merge;
mod parse;

use std::{fmt, sync::Arc};

/// The parts of a URI; a part that is not there is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct UriParts {
    /// `http`; lower case.
    pub scheme: Option<String>,
    /// `user:password`
    pub userinfo: Option<String>,
    /// The host name.
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

/// A URI. `==` compares the parts as they are; [`Uri::is_same`] is Puppet's `==`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Uri(Arc<UriParts>);

/// Why a text is not a URI, or why parts do not make one, in Ruby's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriError(String);

impl UriError {
    fn new<T>(text: impl Into<String>) -> Result<T, Self> {
        Err(Self(text.into()))
    }
}

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UriError {}

/// Schemes that Ruby knows, with their ports.
const SCHEMES: [(&str, Option<u64>); 9] = [
    ("http", Some(80)),
    ("https", Some(443)),
    ("ftp", Some(21)),
    ("ldap", Some(389)),
    ("ldaps", Some(636)),
    ("ws", Some(80)),
    ("wss", Some(443)),
    ("mailto", None),
    ("file", None),
];

impl Uri {
    /// Reads a URI.
    pub fn parse(text: &str) -> Result<Self, UriError> {
        parse::parse(text)
    }

    /// A URI of parts, each of which is checked: what `URI.new` makes of a hash.
    pub fn build(parts: UriParts) -> Result<Self, UriError> {
        build::build(parts)
    }

    /// The URI that a reference means, seen from this one (`+`).
    pub fn merge(&self, reference: &Uri) -> Result<Uri, UriError> {
        merge::merge(self, reference)
    }

    fn of(parts: UriParts) -> Self {
        Self(Arc::new(parts))
    }

    /// The parts.
    pub fn parts(&self) -> &UriParts {
        &self.0
    }

    /// Puppet's `==`: the case of the host does not matter, and no path is the path `/`.
    pub fn is_same(&self, other: &Uri) -> bool {
        self.normalized() == other.normalized()
    }

    fn normalized(&self) -> UriParts {
        let mut parts = (*self.0).clone();
        parts.host = parts.host.map(|host| host.to_lowercase());
        parts.path = parts.path.map(|path| {
            if path.is_empty() {
                "/".to_owned()
            } else {
                path
            }
        });
        parts
    }
}

/// The port of a scheme.
fn default_port(scheme: Option<&str>) -> Option<u64> {
    SCHEMES
        .iter()
        .find(|(name, _)| Some(*name) == scheme)
        .and_then(|(_, port)| *port)
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts();
        let scheme = parts.scheme.as_deref();
        if let Some(scheme) = scheme {
            write!(f, "{scheme}:")?;
        }
        if let Some(opaque) = &parts.opaque {
            f.write_str(opaque)?;
        } else {
            if parts.host.is_some() || matches!(scheme, Some("file" | "postgres")) {
                f.write_str("//")?;
            }
            if let Some(userinfo) = &parts.userinfo {
                write!(f, "{userinfo}@")?;
            }
            f.write_str(parts.host.as_deref().unwrap_or_default())?;
            if let Some(port) = parts
                .port
                .filter(|port| Some(*port) != default_port(scheme))
            {
                write!(f, ":{port}")?;
            }
            write_path(f, parts)?;
            if let Some(query) = &parts.query {
                write!(f, "?{query}")?;
            }
        }
        if let Some(fragment) = &parts.fragment {
            write!(f, "#{fragment}")?;
        }
        Ok(())
    }
}

/// The path of an FTP URI is kept without its first slash.
fn write_path(f: &mut fmt::Formatter<'_>, parts: &UriParts) -> fmt::Result {
    let path = parts.path.as_deref().unwrap_or_default();
    match parts.scheme.as_deref() {
        Some("ftp") => match path.strip_prefix('/') {
            Some(rest) => write!(f, "/%2F{rest}"),
            None => write!(f, "/{path}"),
        },
        _ => f.write_str(path),
    }
}
