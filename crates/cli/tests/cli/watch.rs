//! `check --watch`: another report after each change.

use std::io::{BufRead as _, BufReader};

use crate::support::Sandbox;

#[test]
fn changes_are_checked() {
    let sandbox = Sandbox::new(&[("web/manifests/init.pp", "class web { notice($x) }\n")]);
    let mut child = sandbox.start(&["check", "--watch", "--format", "concise", "web"]);
    let stdout = child.stdout.take().expect("its standard output");
    let mut lines = BufReader::new(stdout).lines();
    let mut next = || lines.next().expect("a line").expect("UTF-8");
    assert!(next().contains("N101"));
    assert_eq!(next(), "1 error in 1 file");
    sandbox.write("web/manifests/init.pp", b"class web { }\n");
    assert_eq!(next(), "no errors in 1 file");
    sandbox.write("web/manifests/new.pp", b"class web::new { }\n");
    assert_eq!(next(), "no errors in 2 files");
    child.kill().expect("it runs until then");
    child.wait().expect("it ends");
}
