//! Fix all: the fixes of many files, round by round, for the command line.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use puppet_data::json;
use puppet_db::RootDatabase;
use puppet_db::{File, FileKind, FilePlace, parse_options};
use puppet_diagnostics::{Diagnostic, Fix};
use puppet_syntax::parse_with;
use puppet_vfs::Vfs;

use crate::add_suppression::ignore_on_line;
use crate::fixes::{best_fix, fixes as fixes_of};
use crate::harmful_fixes::{HarmfulFixes, LastPass, Same};
use crate::quick_fixes::merged as merged_fixes;
use puppet_ide_assists::handlers::create_missing_file::created_by;
use puppet_ide_db::context::IdeContext;
use puppet_ide_db::file_table::FileTable;
use puppet_ide_db::forge::ForgeView;
use puppet_ide_db::source_change::apply_edits;

/// After so many rounds what is left stays: fixes that make each other's diagnostics would never end.
const MOST_ROUNDS: usize = 10;

/// Makes the fixes that editors offer. Each thread has one of its own.
#[derive(Clone)]
pub struct FixProvider {
    files: Arc<FileTable>,
}

impl FixProvider {
    /// For these files, which are all that there are.
    pub fn new<'a>(files: impl Iterator<Item = (&'a str, File)>) -> Self {
        let table = FileTable::new(Arc::clone(Vfs::default().paths()));
        table.replace(files, &|_| false);
        Self {
            files: Arc::new(table),
        }
    }

    /// All fixes of a diagnostic, the best first.
    #[must_use]
    pub fn all(
        &self,
        db: &RootDatabase,
        diagnostic: &Diagnostic<FilePlace>,
    ) -> Vec<Fix<FilePlace>> {
        self.with_context(db, |context| fixes_of(context, diagnostic))
    }

    /// The best fix of a diagnostic, if it can be made without a look at it or all may be made.
    #[must_use]
    pub fn best(
        &self,
        db: &RootDatabase,
        diagnostic: &Diagnostic<FilePlace>,
        unsafe_too: bool,
    ) -> Option<Fix<FilePlace>> {
        self.with_context(db, |context| best_fix(context, diagnostic, unsafe_too))
    }

    /// A comment on the line of a diagnostic that suppresses it.
    #[must_use]
    pub fn ignore(
        &self,
        db: &RootDatabase,
        diagnostic: &Diagnostic<FilePlace>,
    ) -> Option<Fix<FilePlace>> {
        self.with_context(db, |context| ignore_on_line(context, diagnostic))
    }

    /// Whether a diagnostic has a fix that needs no look at it and changes nothing but these files.
    #[must_use]
    pub fn has_fix(
        &self,
        db: &RootDatabase,
        diagnostic: &Diagnostic<FilePlace>,
        files: &HashSet<File>,
    ) -> bool {
        let best = self.best(db, diagnostic, false);
        best.is_some_and(|fix| {
            fix.edits
                .iter()
                .all(|it| may_change(db, files, it.place.file))
        })
    }

    /// The file that a diagnostic misses and that can be made: what that does, and the path.
    #[must_use]
    pub fn creation(
        &self,
        db: &RootDatabase,
        diagnostic: &Diagnostic<FilePlace>,
    ) -> Option<(String, String)> {
        self.with_context(db, |context| created_by(context, diagnostic))
    }

    fn with_context<T>(&self, db: &RootDatabase, ask: impl FnOnce(IdeContext<'_>) -> T) -> T {
        let open = RefCell::default();
        ask(IdeContext {
            db,
            files: &self.files,
            forge: ForgeView {
                known: None,
                open: &open,
            },
            installed: None,
            node: None,
            systems: None,
        })
    }
}

/// All diagnostics of some files are fixed: the caller checks, makes the changes of a [pass](FixAll::apply_pass), and checks
/// again until there are none.
pub struct FixAll {
    /// The files that may be changed.
    files: HashSet<File>,
    rounds: usize,
    /// How many fixes were made, by the file of their diagnostics.
    fixed: HashMap<File, usize>,
    /// The diagnostics whose fixes were made, and how many such there were before.
    tried: HashMap<Same, usize>,
    /// Diagnostics whose fixes have not helped.
    stuck: HashSet<Same>,
    last: Option<LastPass>,
    harmful: HarmfulFixes,
}

fn same(diagnostic: &Diagnostic<FilePlace>) -> Same {
    let message = diagnostic.message.clone();
    (diagnostic.place.file, diagnostic.code(), message)
}

impl FixAll {
    /// A run that changes nothing but these files.
    pub fn new(files: impl IntoIterator<Item = File>) -> Self {
        Self {
            files: files.into_iter().collect(),
            rounds: 0,
            fixed: HashMap::new(),
            tried: HashMap::new(),
            stuck: HashSet::new(),
            last: None,
            harmful: HarmfulFixes::default(),
        }
    }

    /// How many fixes were made, by the file of their diagnostics.
    #[must_use]
    pub fn fixed(&self) -> &HashMap<File, usize> {
        &self.fixed
    }

    /// The new texts of files, with the first fix of each diagnostic; of fixes that touch the same text, the first is
    /// made. None are left when nothing more can be fixed. What led to new diagnostics is taken back.
    pub fn apply_pass(
        &mut self,
        db: &RootDatabase,
        diagnostics: &[Diagnostic<FilePlace>],
    ) -> Vec<(File, String)> {
        if let Some(last) = self.last.take()
            && self.harmful.check(&last, diagnostics)
        {
            return self.take_back(db, last);
        }
        let trials = self.harmful.next_trials();
        self.rounds += usize::from(trials.is_empty());
        let counts = counts(diagnostics);
        let tried = self.tried.drain();
        let is_stuck =
            |(key, before): &(Same, usize)| counts.get(key).is_some_and(|now| now >= before);
        self.stuck.extend(tried.filter(is_stuck).map(|it| it.0));
        if self.rounds > MOST_ROUNDS {
            return Vec::new();
        }
        let fixable = diagnostics.iter().filter_map(|diagnostic| {
            let key = same(diagnostic);
            let fix = diagnostic.fixes.first()?;
            let is_allowed = fix
                .edits
                .iter()
                .all(|it| may_change(db, &self.files, it.place.file));
            let is_refused = self.stuck.contains(&key) || self.harmful.forbids(&key);
            (is_allowed && !is_refused).then_some((key, fix))
        });
        let fixable: Vec<_> = fixable.collect();
        let fixes: Vec<&Fix<FilePlace>> = fixable.iter().map(|it| it.1).collect();
        let (made, texts) = readable(db, &fixes);
        let mut changed = Vec::new();
        for (key, fix) in fixable {
            if made.iter().any(|it| std::ptr::eq(*it, fix)) {
                *self.fixed.entry(key.0).or_default() += 1;
                let before = counts.get(&key).copied().unwrap_or(0);
                self.tried.insert(key.clone(), before);
                changed.push((key, fix.edits.iter().map(|it| it.place.file).collect()));
            }
        }
        let before = |(file, _): &(File, String)| (*file, Arc::clone(file.text(db)));
        let before: Vec<(File, Arc<str>)> = texts.iter().map(before).collect();
        let unread = before.iter().filter(|it| errors(db, it.0, &it.1) > 0);
        let unread = unread.map(|it| it.0).collect();
        self.last = Some(LastPass::new(changed, before, unread, diagnostics));
        match texts.is_empty() && self.harmful.has_doubtful() {
            true => self.apply_pass(db, diagnostics),
            false => texts,
        }
    }

    /// The texts before the last pass.
    fn take_back(&mut self, db: &RootDatabase, last: LastPass) -> Vec<(File, String)> {
        self.tried.clear();
        for ((file, ..), _) in &last.made {
            if let Some(count) = self.fixed.get_mut(file) {
                *count -= 1;
            }
        }
        self.fixed.retain(|_, count| *count > 0);
        let texts = last.before.into_iter();
        let texts = texts.filter(|(file, text)| file.text(db) != text);
        texts
            .map(|(file, text)| (file, String::from(&*text)))
            .collect()
    }
}

/// A text with bytes that are not UTF-8 cannot be written back.
fn may_change(db: &RootDatabase, files: &HashSet<File>, file: File) -> bool {
    files.contains(&file) && file.problem(db).is_none()
}

fn counts(diagnostics: &[Diagnostic<FilePlace>]) -> HashMap<Same, usize> {
    let mut counts = HashMap::new();
    for diagnostic in diagnostics {
        *counts.entry(same(diagnostic)).or_default() += 1;
    }
    counts
}

/// The fixes that can be made together, and the texts after them: each reads at least as well as the old one.
fn readable<'f>(
    db: &RootDatabase,
    fixes: &[&'f Fix<FilePlace>],
) -> (Vec<&'f Fix<FilePlace>>, Vec<(File, String)>) {
    let (made, texts) = together(db, fixes);
    let broken: HashSet<File> = texts
        .iter()
        .filter(|(file, text)| errors(db, *file, text) > errors(db, *file, file.text(db)))
        .map(|it| it.0)
        .collect();
    if broken.is_empty() {
        return (made, texts);
    }
    // Something in these files does not go together: each fix has to show that it does.
    let touches = |fix: &Fix<FilePlace>| fix.edits.iter().any(|it| broken.contains(&it.place.file));
    let (doubtful, mut kept): (Vec<_>, Vec<_>) = made.into_iter().partition(|fix| touches(fix));
    for fix in doubtful {
        kept.push(fix);
        let (_, texts) = together(db, &kept);
        let is_worse = |(file, text): &(File, String)| {
            touches_file(fix, *file) && errors(db, *file, text) > errors(db, *file, file.text(db))
        };
        if texts.iter().any(is_worse) {
            kept.pop();
        }
    }
    together(db, &kept)
}

fn touches_file(fix: &Fix<FilePlace>, file: File) -> bool {
    fix.edits.iter().any(|it| it.place.file == file)
}

/// The fixes that do not overlap, and the texts after them.
fn together<'f>(
    db: &RootDatabase,
    fixes: &[&'f Fix<FilePlace>],
) -> (Vec<&'f Fix<FilePlace>>, Vec<(File, String)>) {
    let (made, edits) = merged_fixes(fixes.iter().copied());
    let texts = edits.into_iter().map(|(file, mut edits)| {
        let text = file.text(db);
        if has_carriage_returns(text) {
            for edit in &mut edits {
                edit.text = edit.text.replace("\r\n", "\n").replace('\n', "\r\n");
            }
        }
        (file, apply_edits(text, &edits))
    });
    (made, texts.collect())
}

/// Whether lines end as on Windows: the first one tells.
fn has_carriage_returns(text: &str) -> bool {
    let first = text.split_inclusive('\n').next();
    first.is_some_and(|line| line.ends_with("\r\n"))
}

/// How much of a text cannot be read.
fn errors(db: &RootDatabase, file: File, text: &str) -> usize {
    match (parse_options(db, file), file.kind(db)) {
        (Some(options), _) => parse_with(text, options).errors().len(),
        (None, FileKind::Metadata) => usize::from(json::parse(text).is_err()),
        (None, _) => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;
    use std::path::PathBuf;

    use puppet_project::ProjectInputs;
    use puppet_project::discover::{DiscoveryOptions, discover};
    use puppet_project::fs::Memory;
    use puppet_test_support::processor_time;

    use super::*;

    /// The time for all fixes of a manifest, and how many diagnostics have one.
    fn fixes_of_all(text: &str) -> (std::time::Duration, usize) {
        let files = [
            ("/environment.conf", "modulepath = modules\n"),
            ("/modules/m/manifests/init.pp", text),
        ];
        let memory: Memory = files.into_iter().collect();
        let mut db = RootDatabase::default();
        let mut inputs = ProjectInputs::default();
        let options = DiscoveryOptions::default();
        let model = discover(&memory, &[PathBuf::from("/")], &options);
        inputs.apply(&mut db, &memory, &model);
        let provider = FixProvider::new(inputs.files());
        let files: Vec<File> = inputs.files().map(|it| it.1).collect();
        let found = files
            .into_iter()
            .flat_map(|file| puppet_checks::file_diagnostics(&db, file).to_vec());
        let found: Vec<_> = found.collect();
        let mut fixed = 0;
        let time = processor_time(|| {
            let fixes = found.iter().map(|it| provider.all(&db, it));
            fixed = fixes.filter(|it| !it.is_empty()).count();
        });
        (time, fixed)
    }

    /// A fix may search the text of its file, which is quick in a release build. It must not walk the whole tree: that
    /// takes two hundred times as long for ten times as many.
    #[test]
    fn fixes_of_many_diagnostics_walk_no_tree() {
        let lines = |count: usize, line: fn(usize) -> String| -> String {
            (0..count).fold(String::new(), |mut text, at| {
                let _ = writeln!(text, "{}", line(at));
                text
            })
        };
        let texts: [(&str, &dyn Fn(usize) -> String); 4] = [
            ("parameters", &|count| {
                let all = lines(count, |at| format!("  $p{at} = 'v',"));
                format!("class m(\n{all}) {{ }}\n")
            }),
            ("tags", &|count| {
                let all = lines(count, |at| format!("# @param w{at} text"));
                format!("{all}class m($a = 1) {{ notice($a) }}\n")
            }),
            ("variables", &|count| {
                let all = lines(count, |at| {
                    format!("  $alpha{at}x = 1\n  notice($alpha{at}y)")
                });
                format!("class m {{\n{all}}}\n")
            }),
            ("heredocs", &|count| {
                lines(count, |at| {
                    format!("$a{at} = @(\"E{at}\")\n${{x{at}}}\n| E{at}\n")
                })
            }),
        ];
        for (name, text_of) in texts {
            let [(few, _), (many, fixed)] = [200, 2_000].map(|count| fixes_of_all(&text_of(count)));
            assert!(fixed >= 2_000, "{name}: {fixed} have fixes");
            assert!(many < few * 80, "{name}: {few:?}, then {many:?}");
        }
    }
}
