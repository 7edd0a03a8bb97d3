//! Keeping the inputs of the database in step with the files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use puppet_db::{
    Contents, Db, Environment, File, FileKind, FileProblem, HiddenModule, HieraData, LazyContents,
    Module, ModuleOrigin, OutsidePath, RootDatabase, Workspace,
};
use rustc_hash::FxHashMap;
use salsa::{Durability, Setter as _};

use crate::discover::{
    self, DataModel, DiscoveryOptions, EnvironmentModel, ModuleModel, ProjectModel,
    ShadowedModuleInput, discover,
};
use crate::fs::{FileContents, FileSystem, Readers, stub_file};

/// The inputs of a database by path: which file, module and environment is which.
///
/// One lives beside each database, with its writer.
#[derive(Default)]
pub struct ProjectInputs {
    files: FxHashMap<Arc<str>, File>,
    /// Inputs of files that are gone: no input can be removed, so that each becomes the next new file.
    unused: Vec<File>,
    modules: BTreeMap<(Arc<str>, Arc<str>), Module>,
    environments: BTreeMap<Arc<str>, Environment>,
}

impl ProjectInputs {
    /// A database with all that is around a directory, by the defaults.
    pub fn open(files: &dyn FileSystem, root: &Path) -> (RootDatabase, Self) {
        let model = discover(files, &[root.to_owned()], &DiscoveryOptions::default());
        let (mut db, mut inputs) = (RootDatabase::default(), Self::default());
        inputs.apply(&mut db, files, &model);
        (db, inputs)
    }

    /// Makes the database hold exactly what was found: new files are read (on several threads), known ones keep their
    /// text, those that are gone leave their modules.
    pub fn apply(&mut self, db: &mut dyn Db, texts: &dyn FileContents, model: &ProjectModel) {
        self.read_new(db, texts, model);
        let environments: Vec<Environment> = model
            .environments
            .iter()
            .map(|environment| self.environment(db, environment))
            .collect();
        if let Some(workspace) = Workspace::try_get(db) {
            if **workspace.environments(db) != environments[..] {
                workspace.set_environments(db).to(environments.into());
            }
        } else {
            Workspace::new(db, environments.into());
        }
    }

    /// Makes the known files have the texts of now, as if all were read for the first time, and forgets those that are
    /// gone: [`Self::apply`] has to follow. Files for which `keep` says yes stay as they are. Returns how many others have
    /// another text.
    pub fn refresh(
        &mut self,
        db: &mut dyn Db,
        texts: &dyn FileContents,
        model: &ProjectModel,
        keep: &dyn Fn(File) -> bool,
    ) -> usize {
        let known = self.files.iter().filter(|(_, file)| !keep(**file));
        let known: Vec<(Arc<str>, File)> = known
            .map(|(path, file)| (Arc::clone(path), *file))
            .collect();
        if known.is_empty() {
            return 0;
        }
        let mut changed = 0;
        let now = model.files();
        let now = now.map(|(path, origin)| (path_as_text(path), origin));
        let now: FxHashMap<Cow<'_, str>, ModuleOrigin> = now.collect();
        for (path, file) in known {
            match now.get(&*path) {
                // The first access reads what the disk has then.
                Some(_) if !file.text_in(db).is_read() => {}
                Some(origin) => {
                    let contents = contents(texts, Path::new(&*path));
                    changed += usize::from(update(db, file, contents, durability(*origin)));
                }
                None => {
                    self.forget(db, &path, file);
                    changed += 1;
                }
            }
        }
        changed
    }

    fn forget(&mut self, db: &mut dyn Db, path: &str, file: File) {
        update(db, file, missing(), Durability::LOW);
        expect_no_edits(db, file);
        self.files.remove(path);
        self.unused.push(file);
    }

    /// The input of the file at a path, if it is known.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<File> {
        self.files.get(path).copied()
    }

    /// The files of a model that was applied. One may come more than once.
    pub fn model_files<'a>(
        &'a self,
        model: &'a ProjectModel,
    ) -> impl Iterator<Item = (&'a str, File)> {
        model.files().filter_map(|(path, _)| {
            let (path, file) = self.files.get_key_value(&*path_as_text(path))?;
            Some((&**path, *file))
        })
    }

    /// All files that are known, in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = (&str, File)> {
        let mut files: Vec<(&str, File)> = self.files.iter().map(|it| (&**it.0, *it.1)).collect();
        files.sort_unstable_by_key(|(path, _)| *path);
        files.into_iter()
    }

    /// Puts a text in, as an editor has it or as it was read; the file becomes known if it was not. `None` means that
    /// the file is gone. FileContents that are set this way change often; those read from disk seldom.
    pub fn set_text(&mut self, db: &mut dyn Db, path: &str, text: Option<Arc<str>>) -> File {
        let contents = text.map_or_else(missing, LazyContents::from_text);
        let file = match self.file(path) {
            Some(file) => {
                update(db, file, contents, Durability::LOW);
                file
            }
            None => self.insert(db, path.into(), contents, Durability::LOW),
        };
        set_edited(db, file, true);
        if let Some(recent) = db.recent_parses() {
            recent.expect_edits(file);
        }
        file
    }

    /// Puts in what a file has on disk by now. Returns whether that is something else than before.
    pub fn reload(&mut self, db: &mut dyn Db, path: &str, contents: LazyContents) -> bool {
        let Some(file) = self.file(path) else {
            self.insert(db, path.into(), contents, Durability::MEDIUM);
            return true;
        };
        expect_no_edits(db, file);
        update(db, file, contents, Durability::MEDIUM)
    }

    fn insert(
        &mut self,
        db: &mut dyn Db,
        path: Arc<str>,
        contents: LazyContents,
        durability: Durability,
    ) -> File {
        let file = match self.unused.pop() {
            Some(file) => {
                reuse(db, file, Arc::clone(&path), contents, durability);
                file
            }
            None => {
                let kind = FileKind::from_path(&path);
                File::builder(Arc::clone(&path), kind, contents.clone(), contents)
                    .durability(durability)
                    .path_durability(Durability::HIGH)
                    .kind_durability(Durability::HIGH)
                    .is_edited_durability(Durability::MEDIUM)
                    .new(db)
            }
        };
        self.files.insert(path, file);
        file
    }

    /// Reads the files of the model that are not known yet.
    fn read_new(&mut self, db: &mut dyn Db, texts: &dyn FileContents, model: &ProjectModel) {
        // Environments have modules in common.
        let mut new: FxHashMap<Cow<'_, str>, (Durability, &Path)> = FxHashMap::default();
        for (path, origin) in model.files() {
            let text = path_as_text(path);
            if !self.files.contains_key(&*text) {
                let found = (durability(origin), path);
                let known = new.entry(text).or_insert(found);
                *known = found.min(*known);
            }
        }
        let mut new: Vec<_> = new.into_iter().collect();
        new.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let paths: Vec<&Path> = new.iter().map(|(_, (_, path))| *path).collect();
        let contents = match paths.len() < 32 || texts.is_in_memory() {
            true => paths.iter().map(|path| contents(texts, path)).collect(),
            false => Readers::from_files().run(&paths, |path| contents(texts, path)),
        };
        for ((path, (durability, _)), contents) in new.into_iter().zip(contents) {
            self.insert(db, path.into(), contents, durability);
        }
    }

    fn environment(&mut self, db: &mut dyn Db, model: &EnvironmentModel) -> Environment {
        let root = path_text(&model.root);
        let conf = model
            .conf
            .as_deref()
            .and_then(|path| self.file(&path_as_text(path)));
        let manifests = self.known_files(&model.manifests);
        let loose = self.known_files(&model.loose);
        let modules: Arc<[Module]> = model
            .modules
            .iter()
            .map(|module| self.module(db, &root, module))
            .collect();
        let data = self.data(&model.data);
        let hidden: Arc<[HiddenModule]> = self.hidden(&model.hidden);
        let declaring = self.known_files(&model.declaring);
        let names = |names: &[String]| names.iter().map(|name| Arc::from(&**name)).collect();
        let missing: Arc<[Arc<str>]> = names(&model.missing_directories);
        let awaited: Arc<[Arc<str>]> = names(&model.awaited);
        let outside = self.outside(&model.outside);
        let settings = Arc::clone(&model.settings);
        let settings_file = model.settings_file.as_deref();
        let settings_file = settings_file.and_then(|path| self.file(&path_as_text(path)));
        let stubs = self.known_files(&model.stubs);
        let fact_sets = self.known_files(&model.fact_sets);
        let git_ignores = self.known_files(&model.git_ignores);
        let Some(environment) = self.environments.get(&root).copied() else {
            let environment = Environment::builder(
                root.clone(),
                conf,
                manifests,
                loose,
                modules,
                data,
                hidden,
                declaring,
                missing,
                awaited,
                outside,
                settings,
                settings_file,
                stubs,
                fact_sets,
                git_ignores,
            )
            .durability(Durability::HIGH)
            .new(db);
            self.environments.insert(root, environment);
            return environment;
        };
        if environment.conf(db) != conf {
            environment.set_conf(db).to(conf);
        }
        if *environment.manifests(db) != manifests {
            environment.set_manifests(db).to(manifests);
        }
        if *environment.loose(db) != loose {
            environment.set_loose(db).to(loose);
        }
        if *environment.modules(db) != modules {
            environment.set_modules(db).to(modules);
        }
        if *environment.data(db) != data {
            environment.set_data(db).to(data);
        }
        if *environment.hidden(db) != hidden {
            environment.set_hidden(db).to(hidden);
        }
        if *environment.declaring(db) != declaring {
            environment.set_declaring(db).to(declaring);
        }
        if *environment.missing_directories(db) != missing {
            environment.set_missing_directories(db).to(missing);
        }
        if *environment.awaited(db) != awaited {
            environment.set_awaited(db).to(awaited);
        }
        if *environment.outside(db) != outside {
            environment.set_outside(db).to(outside);
        }
        if *environment.settings(db) != settings {
            environment.set_settings(db).to(settings);
        }
        if environment.settings_file(db) != settings_file {
            environment.set_settings_file(db).to(settings_file);
        }
        if *environment.stubs(db) != stubs {
            environment.set_stubs(db).to(stubs);
        }
        if *environment.fact_sets(db) != fact_sets {
            environment.set_fact_sets(db).to(fact_sets);
        }
        if *environment.git_ignores(db) != git_ignores {
            environment.set_git_ignores(db).to(git_ignores);
        }
        environment
    }

    fn outside(&self, paths: &[discover::OutsidePath]) -> Arc<[OutsidePath]> {
        let known = paths.iter().filter_map(|path| {
            Some(OutsidePath {
                file: self.file(&path_as_text(&path.file))?,
                setting: path.setting,
                entry: Arc::from(&*path.entry),
            })
        });
        known.collect()
    }

    /// Modules are kept by environment: the same directory may be a workspace module in one and a dependency in another.
    fn module(&mut self, db: &mut dyn Db, environment: &Arc<str>, model: &ModuleModel) -> Module {
        let root = path_text(&model.root);
        let key = (environment.clone(), root.clone());
        let metadata = model
            .metadata
            .as_deref()
            .and_then(|path| self.file(&path_as_text(path)));
        let files = self.known_files(&model.files);
        let data = self.data(&model.data);
        let tasks = self.known_files(&model.tasks);
        let Some(module) = self.modules.get(&key).copied() else {
            let name = Arc::from(&*model.name);
            let assets = model.assets.clone();
            let module = Module::builder(
                name,
                root,
                model.origin,
                metadata,
                files,
                assets,
                data,
                tasks,
            )
            .durability(Durability::HIGH)
            .new(db);
            self.modules.insert(key, module);
            return module;
        };
        if **module.name(db) != *model.name {
            module.set_name(db).to(Arc::from(&*model.name));
        }
        if module.origin(db) != model.origin {
            module.set_origin(db).to(model.origin);
        }
        if module.metadata(db) != metadata {
            module.set_metadata(db).to(metadata);
        }
        if *module.files(db) != files {
            module.set_files(db).to(files);
        }
        if *module.assets(db) != model.assets {
            module.set_assets(db).to(model.assets.clone());
        }
        if *module.data(db) != data {
            module.set_data(db).to(data);
        }
        if *module.tasks(db) != tasks {
            module.set_tasks(db).to(tasks);
        }
        module
    }

    fn hidden(&self, models: &[ShadowedModuleInput]) -> Arc<[HiddenModule]> {
        let hidden = models.iter().filter_map(|model| {
            Some(HiddenModule {
                name: model.name.as_str().into(),
                place: self.file(&path_as_text(&model.place))?,
                winner: model.winner.as_deref().map(path_text),
            })
        });
        hidden.collect()
    }

    fn data(&self, model: &DataModel) -> HieraData {
        let config = model.config.as_deref();
        HieraData {
            config: config.and_then(|path| self.file(&path_as_text(path))),
            files: self.known_files(&model.files),
            unread: self.known_files(&model.unread),
            is_cut: model.is_cut,
        }
    }

    fn known_files(&self, paths: &[PathBuf]) -> Arc<[File]> {
        paths
            .iter()
            .filter_map(|path| self.file(&path_as_text(path)))
            .collect()
    }
}

/// The contents of a file, on disk or in the stub library.
fn contents(texts: &dyn FileContents, path: &Path) -> LazyContents {
    stub_file::read(path).unwrap_or_else(|| texts.contents(path))
}

/// How seldom the files of a module change on disk.
fn durability(origin: ModuleOrigin) -> Durability {
    match origin {
        ModuleOrigin::Workspace => Durability::MEDIUM,
        _ => Durability::HIGH,
    }
}

/// Writes only what differs, so that nothing is computed again without need. Returns whether anything does.
fn update(db: &mut dyn Db, file: File, contents: LazyContents, durability: Durability) -> bool {
    let Contents { text, problem } = contents.get();
    let (is_other, has_other_problem) =
        (file.text(db) != text, file.problem(db) != problem.as_ref());
    if has_other_problem {
        file.set_problem_in(db)
            .with_durability(durability)
            .to(contents.clone());
    }
    if is_other {
        file.set_text_in(db)
            .with_durability(durability)
            .to(contents);
    }
    is_other || has_other_problem
}

/// Makes the input of a file that is gone that of a new one.
fn reuse(
    db: &mut dyn Db,
    file: File,
    path: Arc<str>,
    contents: LazyContents,
    durability: Durability,
) {
    let kind = FileKind::from_path(&path);
    let seldom = Durability::HIGH;
    file.set_path(db).with_durability(seldom).to(path);
    file.set_kind(db).with_durability(seldom).to(kind);
    file.set_problem_in(db)
        .with_durability(durability)
        .to(contents.clone());
    file.set_text_in(db)
        .with_durability(durability)
        .to(contents);
}

fn missing() -> LazyContents {
    Contents::without_text(FileProblem::Missing).into()
}

/// Says whether more edits of a file are to come. That changes seldom, unlike its text.
fn set_edited(db: &mut dyn Db, file: File, is_edited: bool) {
    if file.is_edited(db) != is_edited {
        file.set_is_edited(db)
            .with_durability(Durability::MEDIUM)
            .to(is_edited);
    }
}

/// No edits of a file are to come: what was kept for them is dropped.
fn expect_no_edits(db: &mut dyn Db, file: File) {
    set_edited(db, file, false);
    if let Some(recent) = db.recent_parses() {
        recent.forget(file);
    }
}

/// A path as the database writes it.
pub(crate) fn path_text(path: &Path) -> Arc<str> {
    path_as_text(path).into()
}

/// The same to look something up with.
fn path_as_text(path: &Path) -> Cow<'_, str> {
    let text = match path.to_str() {
        Some(text) => Cow::Borrowed(text),
        None => path.to_string_lossy(),
    };
    match MAIN_SEPARATOR {
        '/' => text,
        separator => text.replace(separator, "/").into(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use puppet_db::ContentSource;

    use super::*;
    use crate::fs::Memory;

    fn apply(db: &mut RootDatabase, inputs: &mut ProjectInputs, memory: &Memory) {
        let model = discover(memory, &[PathBuf::from("/m")], &DiscoveryOptions::default());
        inputs.apply(db, memory, &model);
    }

    #[test]
    fn inputs_follow_the_files() {
        let mut db = RootDatabase::default();
        let mut inputs = ProjectInputs::default();
        let mut memory: Memory = [
            ("/m/a/manifests/init.pp", "class a {}"),
            ("/m/b/manifests/init.pp", "class b {}"),
        ]
        .into_iter()
        .collect();
        apply(&mut db, &mut inputs, &memory);
        let environment = Workspace::get(&db).environments(&db)[0];
        assert_eq!(environment.modules(&db).len(), 2);
        let file = inputs.file("/m/a/manifests/init.pp").expect("a known file");
        assert_eq!(&**file.text(&db), "class a {}");

        memory.insert("/m/a/manifests/x.pp", "class a::x {}");
        memory.remove(Path::new("/m/b/manifests/init.pp"));
        apply(&mut db, &mut inputs, &memory);
        let names: Vec<_> = environment
            .modules(&db)
            .iter()
            .map(|module| module.name(&db).to_string())
            .collect();
        assert_eq!(names, ["a"]);
        assert_eq!(environment.modules(&db)[0].files(&db).len(), 2);

        inputs.set_text(
            &mut db,
            "/m/a/manifests/init.pp",
            Some("class a { }".into()),
        );
        assert_eq!(&**file.text(&db), "class a { }");
        inputs.set_text(&mut db, "/m/a/manifests/init.pp", None);
        assert_eq!(file.problem(&db), Some(&FileProblem::Missing));
        let path = "/m/a/manifests/init.pp";
        inputs.reload(&mut db, path, memory.contents(Path::new(path)));
        assert_eq!(&**file.text(&db), "class a {}");
    }

    /// As many files come and go as one likes: there are never more inputs than files were there at once.
    #[test]
    fn inputs_of_files_that_are_gone_become_new_files() {
        let mut db = RootDatabase::default();
        let mut inputs = ProjectInputs::default();
        let mut seen = std::collections::HashSet::new();
        for round in 0..20 {
            let names = [format!("x{round}"), format!("y{round}"), "init".to_owned()];
            let memory: Memory = names
                .iter()
                .map(|name| {
                    (
                        format!("/m/a/manifests/{name}.pp"),
                        format!("class {name} {{}}"),
                    )
                })
                .collect();
            let folders = [PathBuf::from("/m")];
            let model = discover(&memory, &folders, &DiscoveryOptions::default());
            let open = "/m/a/manifests/x3.pp";
            let kept = inputs.file(open);
            inputs.refresh(&mut db, &memory, &model, &|file| Some(file) == kept);
            inputs.apply(&mut db, &memory, &model);
            for name in names {
                let path = format!("/m/a/manifests/{name}.pp");
                let file = inputs.file(&path).expect("a known file");
                assert_eq!(**file.path(&db), *path);
                assert_eq!(**file.text(&db), *format!("class {name} {{}}"));
                assert_eq!(file.problem(&db), None);
                seen.insert(file);
            }
            let kept = inputs.file(open).map(|file| &**file.path(&db));
            assert_eq!(kept, (round >= 3).then_some(open));
        }
        assert_eq!(seen.len(), 4);
    }

    /// FileContents that are counted when they are read.
    struct Counted {
        memory: Memory,
        reads: Arc<AtomicUsize>,
    }

    struct CountedFile {
        contents: LazyContents,
        reads: Arc<AtomicUsize>,
    }

    impl ContentSource for CountedFile {
        fn read(&self) -> Contents {
            self.reads.fetch_add(1, Ordering::Relaxed);
            self.contents.get().clone()
        }
    }

    impl FileContents for Counted {
        fn contents(&self, path: &Path) -> LazyContents {
            LazyContents::from_source(Arc::new(CountedFile {
                contents: self.memory.contents(path),
                reads: Arc::clone(&self.reads),
            }))
        }
    }

    #[test]
    fn texts_are_read_on_access() {
        let paths = ["/m/a/manifests/init.pp", "/m/a/manifests/b.pp"];
        let memory: Memory = paths
            .map(|path| (path, "class old {}"))
            .into_iter()
            .collect();
        let model = discover(
            &memory,
            &[PathBuf::from("/m")],
            &DiscoveryOptions::default(),
        );
        let mut db = RootDatabase::default();
        let mut inputs = ProjectInputs::default();
        let reads = Arc::new(AtomicUsize::new(0));
        let texts = Counted {
            memory,
            reads: Arc::clone(&reads),
        };
        inputs.apply(&mut db, &texts, &model);
        let [asked, other] = paths.map(|path| inputs.file(path).expect("a known file"));
        assert_eq!(reads.load(Ordering::Relaxed), 0);
        assert_eq!(&**asked.text(&db), "class old {}");
        assert_eq!(asked.problem(&db), None);
        assert_eq!(reads.load(Ordering::Relaxed), 1);

        // Another scan of the disk compares only the texts that were read.
        let now: Memory = paths
            .map(|path| (path, "class new {}"))
            .into_iter()
            .collect();
        inputs.refresh(&mut db, &now, &model, &|_| false);
        assert_eq!(&**asked.text(&db), "class new {}");
        assert_eq!(reads.load(Ordering::Relaxed), 1);
        assert!(!other.text_in(&db).is_read());
    }
}
