//! Requests to the Forge, and what its answers mean.

use std::time::Duration;

use puppet_forge::{ForgeConnection, UNUSED_TEXTS};
use puppet_ide::ForgeRequest;
use serde::de::DeserializeOwned;

use crate::forge::api::{Module, ModulePage};

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The largest answer that is read, in bytes.
const LARGEST: usize = 8 * 1024 * 1024;

/// How many results a search gives.
const RESULTS: usize = 50;

/// The way to the Forge.
pub(super) struct HttpClient(ForgeConnection);

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
        Self(ForgeConnection::new(url, PATIENCE))
    }

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// Says why there is none.
    pub(super) fn ask(&self, question: &ForgeRequest) -> Result<ForgeResponse, String> {
        match question {
            ForgeRequest::Module(name) => {
                let path = format!("/v3/modules/{name}?exclude_fields={UNUSED_TEXTS}");
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
                        "/v3/modules?{filter}&limit={RESULTS}&exclude_fields=releases+{UNUSED_TEXTS}"
                    );
                    if let Some(page) = self.get::<ModulePage>(&path)? {
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
        let text = self.0.get(path, LARGEST)?;
        let read = text.map(|text| serde_json::from_slice(&text)).transpose();
        read.map_err(|error| format!("no answer of a Forge: {error}"))
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
