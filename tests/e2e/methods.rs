//! Each method of the protocol once.

use crate::client::Client;
use crate::workspace::Workspace;

#[test]
fn a_session_starts_and_ends() {
    let workspace = Workspace::new(&[("manifests/site.pp", "include ntp\n")]);
    drop(Client::start(&workspace));
}
