//! Whatever a file of a project says, all files are checked without a fault of ours.
//!
//! The first byte chooses the file: data, hiera.yaml, metadata.json, Ruby code, templates, settings.

#![cfg_attr(fuzzing, no_main)]

use puppet_fuzz::project::{Project, path};

puppet_fuzz::fuzz_target!(|input: (u8, &str)| {
    let (file, text) = input;
    let project = Project::with_file(path(file), text);
    project.diagnostics();
});
