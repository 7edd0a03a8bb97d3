//! Requests over HTTP.

use std::time::Duration;

use puppet_ide::ForgeRequest;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::StatusCode;
use ureq::tls::{RootCerts, TlsConfig};

use crate::forge::api::{Module, Page};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest answer that is read, in bytes.
const LARGEST: u64 = 8 * 1024 * 1024;

/// How many results a search gives.
const RESULTS: usize = 50;

/// Long texts that are not used here.
const TEXTS: &str = "readme+changelog+license+reference";

/// The way to the Forge.
pub(super) struct HttpClient {
    agent: Agent,
    /// Without a slash at the end.
    url: String,
}

/// A response of the Forge.
#[derive(Debug)]
pub(super) enum ForgeResponse {
    /// The modules that were found, and whether these are all.
    Found(Vec<Module>, bool),
    /// It has no such module, or does not understand the request.
    Nothing,
}

impl HttpClient {
    pub(super) fn new(url: &str) -> Self {
        // The certificates that this computer trusts: a company's proxy may have its own.
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier);
        let config = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .max_redirects(3)
            .user_agent(concat!("puppet-analyzer/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls.build())
            .build();
        Self {
            agent: config.into(),
            url: url.trim_end_matches('/').to_owned(),
        }
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// Says why there is none.
    pub(super) fn ask(&self, question: &ForgeRequest) -> Result<ForgeResponse, String> {
        match question {
            ForgeRequest::Module(name) => {
                let path = format!("/v3/modules/{name}?exclude_fields={TEXTS}");
                let module: Option<Module> = self.get(&path)?;
                Ok(module.map_or(ForgeResponse::Nothing, |it| {
                    ForgeResponse::Found(vec![it], true)
                }))
            }
            ForgeRequest::Search(letters) => {
                let mut found = Vec::new();
                let mut is_all = true;
                for filter in filters(letters) {
                    let path = format!(
                        "/v3/modules?{filter}&limit={RESULTS}&exclude_fields=releases+{TEXTS}"
                    );
                    if let Some(page) = self.get::<Page>(&path)? {
                        found.extend(page.results);
                        is_all &= page.pagination.next.is_none();
                    }
                }
                Ok(ForgeResponse::Found(found, is_all))
            }
        }
    }

    /// Reads what stands at a path; `None` if there is nothing.
    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<Option<T>, String> {
        let response = self.agent.get(format!("{}{path}", self.url)).call();
        let mut response = response.map_err(|error| error.to_string())?;
        match response.status() {
            status if status.is_success() => {}
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => return Ok(None),
            status => return Err(format!("status {status}")),
        }
        let body = response.body_mut().with_config().limit(LARGEST);
        let text = body.read_to_vec().map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| format!("no answer of a Forge: {error}"))
    }
}

/// What is searched for by letters: with an author, names that begin with them. Else they may be of an author or of a
/// module.
fn filters(letters: &str) -> Vec<String> {
    let names = format!("starts_with={letters}&sort_by=downloads");
    match letters.contains('-') {
        true => vec![names],
        false => vec![names, format!("query={letters}")],
    }
}
