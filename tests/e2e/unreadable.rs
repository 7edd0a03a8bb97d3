//! Folders that cannot be read: the rest is, and the editor's log says what is missing.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use serde_json::json;

use crate::client::Client;
use crate::workspace::Workspace;

/// A module with one class.
fn module() -> Workspace {
    Workspace::new(&[
        ("metadata.json", "{ \"name\": \"me-web\" }"),
        ("manifests/init.pp", "class web { }\n"),
    ])
}

/// What the log says of a path, in a session that also answers.
fn logged(workspace: &Workspace, path: &str) -> String {
    let mut client = Client::start(workspace);
    let warning = client.notified("window/logMessage");
    assert_eq!(warning["type"], 2);
    let message = warning["message"].as_str().unwrap_or_default().to_owned();
    let place = workspace.root().join(path).display().to_string();
    assert!(message.starts_with(&place), "{message}");
    let found = client.ask("workspace/symbol", json!({ "query": "web" }));
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    message
}

#[test]
fn a_loop_of_links_is_in_the_log_with_its_place() {
    let workspace = module();
    symlink(workspace.root(), workspace.root().join("manifests/again")).expect("symbolic link");
    let message = logged(&workspace, "manifests/again");
    assert!(
        message.contains("symbolic link loop: it leads back to"),
        "{message}"
    );
}

#[test]
fn an_unreadable_folder_is_in_the_log_with_its_place() {
    let workspace = module();
    let folder = workspace.root().join("manifests/secret");
    fs::create_dir(&folder).expect("a folder");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o000)).expect("permissions");
    // Nothing is closed to a superuser, but for a link that only leads to itself.
    let is_superuser = fs::read_dir(&folder).is_ok();
    let path = match is_superuser {
        true => {
            symlink("itself", workspace.root().join("manifests/itself")).expect("symbolic link");
            "manifests/itself"
        }
        false => "manifests/secret",
    };
    let message = logged(&workspace, path);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).expect("permissions");
    let reason = match is_superuser {
        true => "too many levels of symbolic links",
        false => "permission denied",
    };
    assert!(message.contains(reason), "{message}");
}
