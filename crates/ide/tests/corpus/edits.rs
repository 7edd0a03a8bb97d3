//! After any edits, the answers are those of an analysis that has never seen another text.
//!
//! `PUPPET_EDITS` says how many edits are made in each sampled module.

use std::sync::Arc;

use puppet_ide::{Analysis, AnalysisHost, FileId, HintKinds, TextRange, TextSize};
use puppet_ide_db::position::FilePosition;
use puppet_vfs::disk::ReadProblem;
use puppet_vfs::{FilePath, Vfs};

use crate::modules::{STEP, Texts, folders, module, number, project};

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

/// An editor's session in a module.
struct Session {
    texts: Texts,
    vfs: Vfs,
    host: AnalysisHost,
}

impl Session {
    fn new(texts: Texts) -> Self {
        let vfs = Vfs::default();
        let mut host = AnalysisHost::new(Arc::clone(vfs.paths()));
        host.set_project(&project(&texts), &|_| false);
        Self { texts, vfs, host }
    }

    fn file(&self, path: &str) -> FileId {
        self.vfs.paths().intern(&FilePath::disk(path))
    }

    /// A file that Puppet loads by name.
    fn manifest(&self, numbers: &mut Numbers) -> String {
        let is_loaded = |path: &&String| {
            let folder = path.split('/').nth(3);
            path.ends_with(".pp")
                && matches!(folder, Some("manifests" | "functions" | "types" | "plans"))
        };
        let manifests: Vec<&String> = self.texts.keys().filter(is_loaded).collect();
        match manifests.get(numbers.below(manifests.len())) {
            Some(path) => (*path).clone(),
            None => String::new(),
        }
    }

    /// One edit of an open document; it is opened first if it is not.
    fn edit(&mut self, path: &str, numbers: &mut Numbers) {
        const TYPED: [&str; 14] = [
            "",
            "{",
            "}",
            "$",
            "x",
            "'",
            "\n",
            "include ",
            "::",
            "[",
            "=> ",
            "# ",
            "class a { ",
            ")",
        ];
        let file = self.file(path);
        let text = self.texts.get_mut(path).expect("a known file");
        let boundary = |at: usize, text: &str| {
            (0..=at)
                .rev()
                .find(|at| text.is_char_boundary(*at))
                .unwrap_or(0)
        };
        let start = boundary(numbers.below(text.len() + 1), text);
        let end = boundary((start + numbers.below(12)).min(text.len()), text).max(start);
        text.replace_range(start..end, TYPED[numbers.below(TYPED.len())]);
        if !self.vfs.is_open(file) {
            self.vfs.open(file, 1, String::new());
        }
        self.vfs.edit(file, 2, |old| old.clone_from(text));
        self.host.apply(self.vfs.take_changes());
    }

    /// Writes a document to disk and closes it.
    fn close(&mut self, path: &str) {
        let file = self.file(path);
        self.vfs.close(file);
        self.host.apply(self.vfs.take_changes());
        let open = |file| self.vfs.is_open(file);
        self.host.set_project(&project(&self.texts), &open);
    }

    /// Gives a file another path.
    fn move_file(&mut self, path: &str, number: usize) {
        self.close(path);
        let text = self.texts.remove(path).expect("a known file");
        // What an editor tells about the old path.
        let gone = Err(ReadProblem::NotFound);
        self.host.set_disk_file(self.file(path), gone);
        let to = path.replace(".pp", &format!("_{number}.pp"));
        self.texts.insert(to, text);
        let open = |file| self.vfs.is_open(file);
        self.host.set_project(&project(&self.texts), &open);
    }

    /// A question that is cancelled before it is answered.
    fn cancelled(&self, path: &str) {
        let analysis = self.host.analysis();
        analysis.cancel_token().cancel();
        let _ = analysis.diagnostics(self.file(path));
    }
}

/// What the analysis says about a file, and at a place in it.
fn answers(analysis: &Analysis, file: FileId, offset: TextSize) -> Vec<String> {
    let position = FilePosition { file, offset };
    let whole = TextRange::up_to(TextSize::of(&*analysis.text(file).expect("a text")));
    let hints = HintKinds::default();
    vec![
        format!("{:?}", analysis.diagnostics(file)),
        format!("{:?}", analysis.document_symbols(file)),
        format!("{:?}", analysis.folding_ranges(file)),
        format!("{:?}", analysis.semantic_tokens(file, None)),
        format!("{:?}", analysis.inlay_hints(file, whole, hints)),
        format!("{:?}", analysis.links(file)),
        format!("{:?}", analysis.hover(position)),
        format!("{:?}", analysis.goto_definition(position)),
        format!("{:?}", analysis.goto_type_definition(position)),
        format!("{:?}", analysis.highlight(position)),
        format!("{:?}", analysis.references(position)),
        format!("{:?}", analysis.signature_help(position)),
        format!("{:?}", analysis.selection_ranges(position)),
        format!(
            "{:?}",
            analysis.code_actions(file, TextRange::empty(offset))
        ),
        format!("{:?}", analysis.completion(position)),
        format!("{:?}", analysis.prepare_rename(position)),
        format!("{:?}", analysis.incoming_calls(position)),
        format!("{:?}", analysis.workspace_symbols("a")),
    ]
}

#[test]
fn answers_do_not_depend_on_what_was_before() {
    let edits = number("PUPPET_EDITS", 12);
    for (index, folder) in folders().iter().enumerate().skip(2).step_by(STEP * 2) {
        let texts = module(folder);
        let mut session = Session::new(texts);
        let mut numbers = Numbers(index as u64);
        let mut path = session.manifest(&mut numbers);
        if path.is_empty() {
            continue;
        }
        for step in 0..edits {
            match numbers.below(12) {
                0 => path = session.manifest(&mut numbers),
                1 => session.close(&path),
                2 => {
                    session.move_file(&path, step);
                    path = session.manifest(&mut numbers);
                }
                3 => session.cancelled(&path),
                _ => session.edit(&path, &mut numbers),
            }
            if step % 6 == 5 {
                compare(&session, &path, &mut numbers);
            }
        }
    }
}

fn compare(session: &Session, path: &str, numbers: &mut Numbers) {
    let text = &session.texts[path];
    let at = numbers.below(text.len() + 1);
    let at = (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let offset = TextSize::try_from(at).expect("a small file");
    let file = session.file(path);
    let mut fresh = AnalysisHost::new(Arc::clone(session.vfs.paths()));
    fresh.set_project(&project(&session.texts), &|_| false);
    let expected = answers(&fresh.analysis(), file, offset);
    let found = answers(&session.host.analysis(), file, offset);
    for (question, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(
            found, expected,
            "question {question} in {path} at {at}:\n{text}"
        );
    }
}
