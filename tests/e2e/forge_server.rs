//! A Forge on this computer: answers in the form of version 3 of the API, or not at all.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How a [`ForgeServer`] answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// As it should.
    Good,
    /// With an error of its own.
    Broken,
    /// With a page for people.
    Garbage,
    /// Never.
    Silent,
}

/// The server. Its thread ends with the process.
pub(crate) struct ForgeServer {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl ForgeServer {
    pub(crate) fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let noted = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let noted = Arc::clone(&noted);
                thread::spawn(move || answer(stream, mood, &noted));
            }
        });
        Self { port, asked }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The paths that were requested so far.
    pub(crate) fn requested_paths(&self) -> Vec<String> {
        self.asked.lock().expect("no panic").clone()
    }
}

fn answer(mut stream: TcpStream, mood: Mood, noted: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
    let Some(Ok(first)) = lines.next() else {
        noted.lock().expect("no panic").push(String::new());
        return;
    };
    let names_itself = lines
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
        .filter(|line| {
            line.to_ascii_lowercase()
                .starts_with("user-agent: puppet-analyzer/")
        })
        .count();
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (status, body) = match mood {
        Mood::Good if names_itself != 1 => ("403 Forbidden", json!({})),
        Mood::Good => found(&path),
        Mood::Broken => ("500 Internal Server Error", json!({ "message": "500" })),
        Mood::Garbage => ("200 OK", json!("<html>Please log in</html>")),
        Mood::Silent => ("", Value::Null),
    };
    noted.lock().expect("no panic").push(path);
    if mood == Mood::Silent {
        thread::sleep(Duration::from_secs(60));
        return;
    }
    let body = body.to_string();
    let length = body.len();
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
}

/// What there is at a path.
fn found(path: &str) -> (&'static str, Value) {
    let Some((path, query)) = path.split_once('?') else {
        return ("404 Not Found", json!({ "message": "404 Not Found" }));
    };
    if let Some(slug) = path.strip_prefix("/v3/modules/") {
        return match modules().into_iter().find(|it| it["slug"] == slug) {
            Some(module) => ("200 OK", module),
            None => (
                "404 Not Found",
                json!({ "message": "404 Not Found", "errors": [] }),
            ),
        };
    }
    let value = |key: &str| {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|(name, _)| *name == key)
            .map(|(_, value)| value)
            .next()
    };
    let mut results = modules();
    results.retain(|module| {
        let slug = module["slug"].as_str().unwrap_or_default();
        value("starts_with").is_none_or(|start| slug.starts_with(start))
            && value("query").is_none_or(|word| slug.contains(word))
    });
    for module in &mut results {
        if value("exclude_fields").is_some_and(|it| it.split('+').any(|it| it == "releases")) {
            let module = module.as_object_mut().expect("an object");
            module.remove("releases");
        }
    }
    let pagination = json!({
        "limit": 20, "offset": 0, "first": "/v3/modules?offset=0&limit=20", "previous": null,
        "current": "/v3/modules?offset=0&limit=20", "next": null, "total": results.len(),
    });
    (
        "200 OK",
        json!({ "pagination": pagination, "results": results }),
    )
}

/// All modules that it has.
fn modules() -> Vec<Value> {
    let old = json!({
        "deprecated_at": "2021-01-01 00:00:00 -0800", "deprecated_for": "Apache has changed.",
        "superseded_by": { "uri": "/v3/modules/puppetlabs-apache", "slug": "puppetlabs-apache" },
    });
    let parts = [
        ("puppetlabs-apt", 900, ["10.2.0", "9.1.0"], json!({})),
        ("puppetlabs-apache", 500, ["12.1.0", "11.0.0"], json!({})),
        ("puppetlabs-apaches", 999, ["0.2.0", "0.1.0"], old),
    ];
    let modules = parts.into_iter().map(|(slug, downloads, versions, others)| {
        let release = |version: &str| {
            json!({
                "uri": format!("/v3/releases/{slug}-{version}"), "slug": format!("{slug}-{version}"),
                "version": version, "supported": true, "created_at": "2024-01-10 05:18:00 -0800",
                "deleted_at": null, "file_uri": format!("/v3/files/{slug}-{version}.tar.gz"), "file_size": 1,
            })
        };
        let mut current = release(versions[0]);
        current["metadata"] = json!({ "name": slug, "summary": format!("About {slug}."), "dependencies": [] });
        let mut module = json!({
            "uri": format!("/v3/modules/{slug}"), "slug": slug, "name": &slug[11..], "downloads": downloads,
            "created_at": "2010-05-19 05:46:26 -0700", "updated_at": "2024-01-10 05:18:00 -0800",
            "deprecated_at": null, "deprecated_for": null, "superseded_by": null, "supported": true,
            "endorsement": "supported", "module_group": "base", "premium": false,
            "owner": { "uri": "/v3/users/puppetlabs", "slug": "puppetlabs", "username": "puppetlabs" },
            "current_release": current, "releases": versions.map(release), "feedback_score": null,
            "homepage_url": "https://example.org", "issues_url": "https://example.org",
        });
        for (key, value) in others.as_object().into_iter().flatten() {
            module[key] = value.clone();
        }
        module
    });
    modules.collect()
}
