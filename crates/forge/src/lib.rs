//! Requests to a Forge of Puppet modules.
//!
//! Purpose: read what stands at a path of a Forge, within limits of time and size. This is the only crate that speaks over
//! the network by itself, and it does so only when the user's own settings or command say so.
//!
//! Forbidden knowledge: everything else of the project; what answers mean is known above.

use std::io::Read as _;
use std::time::Duration;

use ureq::Agent;
use ureq::http::StatusCode;
use ureq::tls::{RootCerts, TlsConfig};

/// Long texts of modules and releases that are not used, as the value of `exclude_fields`.
pub const UNUSED_TEXTS: &str = "readme+changelog+license+reference";

/// The way to a Forge.
#[derive(Debug)]
pub struct ForgeConnection {
    agent: Agent,
    /// Without a slash at the end.
    url: String,
}

impl ForgeConnection {
    /// The way to the Forge at an address. Each answer may take as long as `patience`.
    #[must_use]
    pub fn new(url: &str, patience: Duration) -> Self {
        // The certificates that this computer trusts: a company's proxy may have its own.
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier);
        let config = Agent::config_builder()
            .timeout_global(Some(patience))
            .http_status_as_error(false)
            // A redirection must not lead from a secure address to another one.
            .https_only(url.starts_with("https:"))
            .max_redirects(3)
            .user_agent(concat!("puppet-analyzer/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls.build())
            .build();
        Self {
            agent: config.into(),
            url: url.trim_end_matches('/').to_owned(),
        }
    }

    /// The address, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Reads what stands at a path, which starts with a slash; `None` if there is nothing.
    ///
    /// # Errors
    /// Why there is no answer, or that it has more than `largest` bytes.
    pub fn get(&self, path: &str, largest: usize) -> Result<Option<Vec<u8>>, String> {
        if !path.starts_with('/') {
            return Err(format!("'{path}' is no path of a Forge"));
        }
        let response = self.agent.get(format!("{}{path}", self.url)).call();
        let mut response = response.map_err(|error| error.to_string())?;
        match response.status() {
            status if status.is_success() => {}
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => return Ok(None),
            status => return Err(format!("status {status}")),
        }
        // An answer may be compressed: what it expands to counts.
        let mut bytes = Vec::new();
        let limit = u64::try_from(largest).unwrap_or(u64::MAX).saturating_add(1);
        let body = response.body_mut().as_reader();
        let read = body.take(limit).read_to_end(&mut bytes);
        read.map_err(|error| error.to_string())?;
        match bytes.len() > largest {
            true => Err(format!("the answer has more than {largest} bytes")),
            false => Ok(Some(bytes)),
        }
    }
}
