//! A web server on this computer: a Forge, and Git repositories as plain files.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use flate2::Compression;
use flate2::write::GzEncoder;
use md5::{Digest as _, Md5};
use serde_json::{Value, json};
use tar::{Builder, EntryType, Header};

/// The server. Its thread ends with the process.
pub struct WebServer {
    port: u16,
    pages: Arc<Mutex<BTreeMap<String, Page>>>,
    asked: Arc<Mutex<Vec<String>>>,
    releases: BTreeMap<String, Vec<Value>>,
}

#[derive(Clone)]
enum Page {
    Contents(Vec<u8>),
    Redirection(String),
}

impl WebServer {
    /// A server with the files of a directory below `/files/`.
    pub fn start(files: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let pages = Arc::<Mutex<BTreeMap<String, Page>>>::default();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let (known, noted, files) = (Arc::clone(&pages), Arc::clone(&asked), files.to_owned());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let path = requested_path(&stream);
                noted.lock().expect("no panic").push(path.clone());
                let page = known.lock().expect("no panic").get(&path).cloned();
                let page = page.or_else(|| file(&files, &path));
                answer(stream, page);
            }
        });
        Self {
            port,
            pages,
            asked,
            releases: BTreeMap::new(),
        }
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The paths that were requested since the last time.
    pub fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().expect("no panic"))
    }

    /// Adds a release whose archive has the checksum that the Forge names.
    pub fn release(&mut self, name: &str, version: &str, needs: &[(&str, &str)], archive: Vec<u8>) {
        let sum: String = Md5::digest(&archive)
            .iter()
            .map(|it| format!("{it:02x}"))
            .collect();
        self.add(
            name,
            version,
            needs,
            json!({ "file_md5": sum }),
            Page::Contents(archive),
        );
    }

    /// Adds a release whose archive has another checksum.
    pub fn forged_release(&mut self, name: &str, version: &str, archive: Vec<u8>) {
        self.add(
            name,
            version,
            &[],
            json!({ "file_md5": "00" }),
            Page::Contents(archive),
        );
    }

    /// Adds a release whose archive leads to another address.
    pub fn redirected_release(&mut self, name: &str, version: &str, to: &str) {
        self.add(
            name,
            version,
            &[],
            json!({ "file_md5": "00" }),
            Page::Redirection(to.to_owned()),
        );
    }

    fn add(
        &mut self,
        name: &str,
        version: &str,
        needs: &[(&str, &str)],
        mut release: Value,
        page: Page,
    ) {
        let needs = needs
            .iter()
            .map(|(name, range)| json!({ "name": name, "version_requirement": range }));
        let file = format!("/v3/files/{name}-{version}.tar.gz");
        release["version"] = json!(version);
        release["file_uri"] = json!(file);
        release["deleted_at"] = Value::Null;
        release["metadata"] = json!({ "name": name, "dependencies": needs.collect::<Vec<_>>() });
        let releases = self.releases.entry(name.to_owned()).or_default();
        releases.push(release);
        let answer = json!({ "pagination": { "next": null }, "results": releases }).to_string();
        let list = format!(
            "/v3/releases?module={name}&limit=100&exclude_fields=readme+changelog+license+reference"
        );
        let mut pages = self.pages.lock().expect("no panic");
        pages.insert(list, Page::Contents(answer.into_bytes()));
        pages.insert(file, page);
    }
}

fn requested_path(stream: &TcpStream) -> String {
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    let headers = lines.map_while(Result::ok);
    headers.take_while(|line| !line.is_empty()).for_each(drop);
    first.split(' ').nth(1).unwrap_or_default().to_owned()
}

fn file(files: &Path, path: &str) -> Option<Page> {
    let path = path.split('?').next()?;
    let path: PathBuf = files.join(path.strip_prefix("/files/")?);
    std::fs::read(path).ok().map(Page::Contents)
}

fn answer(mut stream: TcpStream, page: Option<Page>) {
    let (status, header, body) = match page {
        Some(Page::Contents(body)) => ("200 OK", String::new(), body),
        Some(Page::Redirection(to)) => ("302 Found", format!("Location: {to}\r\n"), Vec::new()),
        None => ("404 Not Found", String::new(), Vec::new()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n{header}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    // A client that has read enough goes away.
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(&body));
}

/// An archive of a module.
pub fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    archive_of(|builder| {
        for (path, text) in files {
            append(builder, path, text.len() as u64, text.as_bytes());
        }
    })
}

/// An archive with whatever a module must not have.
pub fn archive_of(fill: impl FnOnce(&mut Builder<GzEncoder<Vec<u8>>>)) -> Vec<u8> {
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    fill(&mut builder);
    let encoder = builder.into_inner().expect("an archive");
    encoder.finish().expect("an archive")
}

/// Adds a file by a path that nothing checks.
pub fn append(
    builder: &mut Builder<GzEncoder<Vec<u8>>>,
    path: &str,
    size: u64,
    data: impl std::io::Read,
) {
    let header = header(path, EntryType::Regular, size);
    builder.append(&header, data).expect("an entry");
}

/// Adds a symbolic link.
pub fn append_link(builder: &mut Builder<GzEncoder<Vec<u8>>>, path: &str, target: &str) {
    let mut header = header(path, EntryType::Symlink, 0);
    header.set_link_name(target).expect("a link");
    header.set_cksum();
    builder.append(&header, std::io::empty()).expect("an entry");
}

fn header(path: &str, kind: EntryType, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o755);
    header.set_size(size);
    header.set_cksum();
    header
}
