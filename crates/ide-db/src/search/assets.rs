//! References to templates and files of a module, and the edits that follow when one is renamed.

use puppet_db::{Environment, File, Workspace};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::AssetKind;
use puppet_syntax::SyntaxToken;
use puppet_text::{TextRange, TextSize};

use crate::context::IdeContext;
use crate::defs::asset_paths::{AssetPath, file_reference};
use crate::source_change::{SourceChange, TextEdit};
use crate::syntax_ext;
use crate::workspace_files::{is_workspace_module, puppet_files};

/// The places that name a template: `module/path`.
pub fn template_references(
    context: IdeContext<'_>,
    template: File,
    name: &str,
) -> Vec<(File, SyntaxToken, AssetPath)> {
    let Some(owner) = owner(context.db, template) else {
        return Vec::new();
    };
    let files = puppet_files(context);
    uses(context, owner.environment, files, AssetKind::Template, name)
}

/// The places in some files that name `module/path`.
fn uses(
    context: IdeContext<'_>,
    environment: Environment,
    files: Vec<File>,
    kind: AssetKind,
    name: &str,
) -> Vec<(File, SyntaxToken, AssetPath)> {
    let Some((_, path)) = name.split_once('/') else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for file in files {
        salsa::Database::unwind_if_revision_cancelled(context.db);
        let text = file.text(context.db);
        let is_there = text.contains(path)
            && owner(context.db, file).is_some_and(|it| it.environment == environment);
        if !is_there {
            continue;
        }
        let places = text.match_indices(path);
        let places = places.filter_map(|(at, _)| TextSize::try_from(at).ok());
        let places: Vec<TextSize> = places.collect();
        let root = syntax_ext::root(context.db, file);
        for token in syntax_ext::tokens_at_places(&root, &places) {
            let reference = file_reference(context.file_context(file), &token);
            let reference = reference.filter(|it| it.kind == kind && it.name == name);
            found.extend(reference.map(|it| (file, token, it)));
        }
    }
    found
}

/// A file of a module before and after it was moved: `module/path`.
struct AssetMove {
    environment: Environment,
    kind: AssetKind,
    from: String,
    to: String,
}

/// The edits that follow when files, or folders of files, get other paths: `(old, new)`.
pub fn renamed(context: IdeContext<'_>, moved: &[(String, String)]) -> SourceChange {
    let mut change = SourceChange::default();
    for (from, to) in moved {
        for moved in files_moved(context, from, to) {
            let files = puppet_files(context);
            for (file, _, reference) in
                uses(context, moved.environment, files, moved.kind, &moved.from)
            {
                let module = owner(context.db, file).and_then(|it| it.module);
                if module.is_none_or(|module| is_workspace_module(context.db, module)) {
                    let edits = edit(&reference, &moved).into_iter().collect();
                    change.add(context.files.id(context.db, file), edits);
                }
            }
        }
    }
    change
}

/// The templates and files of our modules that are, or lie below, what moves.
fn files_moved(context: IdeContext<'_>, from: &str, to: &str) -> Vec<AssetMove> {
    let db = context.db;
    let (from, to) = (from.trim_end_matches('/'), to.trim_end_matches('/'));
    let mut all = Vec::new();
    let environments = Workspace::try_get(db).map(|it| it.environments(db).clone());
    for environment in environments.iter().flat_map(|it| it.iter().copied()) {
        for module in environment.modules(db).iter() {
            let in_module = |path: &str| {
                let below = path.strip_prefix(&**module.root(db))?.strip_prefix('/')?;
                let (folder, path) = below.split_once('/')?;
                let kind = match folder {
                    "templates" => AssetKind::Template,
                    "files" => AssetKind::File,
                    _ => return None,
                };
                Some((kind, format!("{}/{path}", module.name(db))))
            };
            if !is_workspace_module(db, *module) || !from.starts_with(&**module.root(db)) {
                continue;
            }
            for path in module.assets(db).paths().unwrap_or_default() {
                let path = format!("{}/{path}", module.root(db));
                let moves = path.strip_prefix(from);
                let Some(below) = moves.filter(|it| it.is_empty() || it.starts_with('/')) else {
                    continue;
                };
                let (old, new) = (in_module(&path), in_module(&format!("{to}{below}")));
                if let (Some((kind, from)), Some((new_kind, to))) = (old, new)
                    && kind == new_kind
                {
                    all.push(AssetMove {
                        environment,
                        kind,
                        from,
                        to,
                    });
                }
            }
        }
    }
    all
}

/// The path after the name of the module: that may be written as a variable.
fn edit(reference: &AssetPath, moved: &AssetMove) -> Option<TextEdit> {
    let (_, old) = moved.from.split_once('/')?;
    let (_, new) = moved.to.split_once('/')?;
    let start = reference.range.end().checked_sub(TextSize::of(old))?;
    Some(TextEdit::replace(
        TextRange::new(start, reference.range.end()),
        new,
    ))
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, describe};

    const FIXTURE: &str = "\
#- /environment.conf
#- /modules/web/manifests/init.pp
class web {
  $a = epp('web/x/a.epp')
  $b = epp(\"${module_name}/x/a.epp\")
  file { '/b': source => 'puppet:///modules/web/x/a.epp' }
#- /modules/web/templates/x/a.epp
<%= epp('web/x/a.epp') %>
#- /modules/web/files/x/a.epp
x
#- /modules/other/templates/x/a.epp
x
#- /manifests/site.pp
$c = epp('web/x/a.epp'
$d = epp('other/x/a.epp')
";

    #[test]
    fn who_names_a_file() {
        let of = |from: &str, to: &str| {
            let (analysis, position) = cursor(&FIXTURE.replacen(from, to, 1));
            let found = analysis.references(position).expect("not cancelled");
            let lines = found
                .iter()
                .map(|it| describe(&analysis, it.at.file, it.at.range));
            let marked = analysis.highlight(position).expect("not cancelled").len();
            format!("{} {marked}", lines.collect::<Vec<_>>().join(" "))
        };
        let templates = "/manifests/site.pp:1: web/x/a.epp /modules/web/manifests/init.pp:2: web/x/a.epp \
                         /modules/web/manifests/init.pp:3: ${module_name}/x/a.epp \
                         /modules/web/templates/x/a.epp:1: web/x/a.epp";
        // Incomplete, too.
        assert_eq!(
            of("$c = epp('web", "$c = epp('w$0eb"),
            format!("{templates} 1")
        );
        assert_eq!(
            of("$a = epp('web", "$a = epp('w$0eb"),
            format!("{templates} 2")
        );
        assert_eq!(
            of("modules/web/x/a.epp'", "modules/w$0eb/x/a.epp'"),
            "/modules/web/manifests/init.pp:4: web/x/a.epp 1"
        );
    }

    fn renamed(from: &str, to: &str) -> String {
        let (analysis, _) = cursor(&format!("{FIXTURE}$0"));
        let moved = [(format!("/modules/web/{from}"), format!("/modules/web/{to}"))];
        let change = analysis.will_rename_files(&moved).expect("not cancelled");
        let lines = change.edits.iter().flat_map(|(file, edits)| {
            let edits = edits.iter();
            edits.map(|it| format!("{} -> {}", describe(&analysis, *file, it.range), it.text))
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn names_follow_files() {
        assert_eq!(
            renamed("templates/x/a.epp", "templates/y/b.epp"),
            "/manifests/site.pp:1: x/a.epp -> y/b.epp\n/modules/web/manifests/init.pp:2: x/a.epp -> y/b.epp\n\
             /modules/web/manifests/init.pp:3: x/a.epp -> y/b.epp\n\
             /modules/web/templates/x/a.epp:1: x/a.epp -> y/b.epp"
        );
        assert_eq!(
            renamed("files/x", "files/z"),
            "/modules/web/manifests/init.pp:4: x/a.epp -> z/a.epp"
        );
        assert_eq!(renamed("files/x/a.epp", "manifests/a.epp"), "");
    }
}
