//! Files of modules that code names: templates, files that modules hand out, tasks.

use puppet_db::{Db, Environment};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_semantic::resolve::module_items::module_named;
use puppet_semantic::run_target::RunTarget;
use puppet_syntax::ast::{AstNode as _, Expr, InterpolatedString, StringPart};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use puppet_text::{TextRange, TextSize};

use crate::context::FileContext;
use crate::defs::Definition;
use crate::defs::string_names::arguments_around;
use crate::syntax_ext::{string_content, string_of};

/// A file that code names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetPath {
    /// The kind of asset: a template or a file.
    pub kind: AssetKind,
    /// `module/path`
    pub name: String,
    /// Where the name stands.
    pub range: TextRange,
}

/// The path of a file that is there.
pub fn path_of(
    db: &dyn Db,
    environment: Environment,
    kind: AssetKind,
    name: &str,
) -> Option<String> {
    let Asset::Found(_) = asset(db, environment, kind, name) else {
        return None;
    };
    let (module, path) = name.split_once('/')?;
    let root = module_named(db, environment, module)?.root(db).clone();
    let folder = match kind {
        AssetKind::Template => "templates",
        AssetKind::File => "files",
    };
    Some(format!("{root}/{folder}/{path}"))
}

/// The file that a string names, by the function or the address that it stands in.
pub fn file_reference(context: FileContext<'_>, token: &SyntaxToken) -> Option<AssetPath> {
    let (string, text, range) = text_of(context, token)?;
    if let Some(name) = handed_out(&text) {
        // Without an interpolation, the name alone is marked.
        let start = range.end() - TextSize::of(name);
        let is_written = range.len() == TextSize::of(text.as_str());
        return Some(AssetPath {
            kind: AssetKind::File,
            name: name.to_owned(),
            range: match is_written {
                true => TextRange::new(start, range.end()),
                false => range,
            },
        });
    }
    let (function, index) = function_around(&string)?;
    let kind = match function.as_str() {
        "epp" if index == 0 => AssetKind::Template,
        "template" | "find_template" => AssetKind::Template,
        "file" | "find_file" | "binary_file" | "file::read" | "file::exists" | "file::readable" => {
            AssetKind::File
        }
        "run_script" | "upload_file" if index == 0 => AssetKind::File,
        _ => return None,
    };
    let is_name = !text.starts_with('/') && text.contains('/');
    is_name.then_some(AssetPath {
        kind,
        name: text,
        range,
    })
}

/// `module/path` in `puppet:///modules/module/path`, also with the name of a server.
fn handed_out(text: &str) -> Option<&str> {
    let (_, path) = text.strip_prefix("puppet://")?.split_once('/')?;
    path.strip_prefix("modules/")
}

/// The text of a string, whose only variable may be the name of the module, and where it stands.
fn text_of(
    context: FileContext<'_>,
    token: &SyntaxToken,
) -> Option<(SyntaxNode, String, TextRange)> {
    let node = token.parent()?;
    match token.kind() {
        SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING => {
            let (text, range) = string_content(token)?;
            Some((node, text, range))
        }
        SyntaxKind::STRING_TEXT => {
            let string = InterpolatedString::cast(node.clone())?;
            let text = with_module_name(context, &string)?;
            let parts = node.children_with_tokens();
            let quotes = parts.filter(|it| {
                matches!(it.kind(), SyntaxKind::STRING_START | SyntaxKind::STRING_END)
            });
            let quotes: TextSize = quotes.map(|it| it.text_range().len()).sum();
            let one = TextSize::new(1);
            let end = node.text_range().end() - (quotes - one.min(quotes));
            Some((
                node.clone(),
                text,
                TextRange::new(node.text_range().start() + one, end),
            ))
        }
        _ => None,
    }
}

fn with_module_name(context: FileContext<'_>, string: &InterpolatedString) -> Option<String> {
    let mut text = String::new();
    for part in string.parts() {
        let variable = match part {
            StringPart::Text { value, .. } => {
                text.push_str(&value);
                continue;
            }
            StringPart::Variable(variable) => variable.syntax().text().to_string(),
            StringPart::Interpolation(inner) => inner.syntax().text().to_string(),
        };
        let name = variable.trim_start_matches(['$', '{']);
        if name.trim_end_matches('}').trim() != "module_name" {
            return None;
        }
        let module = owner(context.db, context.file)?.module?;
        text.push_str(module.name(context.db));
    }
    Some(text)
}

/// The function that gets a string, and the place of the string among the arguments. The functions that look for files
/// take lists, too; what `Deferred` gets in a list, the function gets that it names.
fn function_around(string: &SyntaxNode) -> Option<(String, usize)> {
    let list = string
        .parent()
        .filter(|it| it.kind() == SyntaxKind::LIST_EXPR);
    let argument = list.as_ref().unwrap_or(string);
    let (function, arguments) = arguments_around(argument)?;
    let index = arguments.iter().position(|it| it.syntax() == argument)?;
    match (&list, &*function) {
        (Some(list), "Deferred") if index == 1 => {
            let (named, _) = string_of(arguments.first()?)?;
            let mut values = list.children().filter_map(Expr::cast);
            Some((named, values.position(|it| it.syntax() == string)?))
        }
        (Some(_), "find_file" | "find_template") | (None, _) => Some((function, index)),
        _ => None,
    }
}

/// The task that a string names for `run_task`, if it has files, and where the string stands.
pub fn task(context: FileContext<'_>, token: &SyntaxToken) -> Option<(TextRange, Definition)> {
    let (name, range) = string_content(token)?;
    let (function, index) = function_around(&token.parent()?)?;
    let is_task = RunTarget::from_function(&function) == Some(RunTarget::Task) && index == 0;
    let has_files = is_task && !task_files(context, &name).is_empty();
    has_files.then_some((range, Definition::Task(name)))
}

/// The files of a task: metadata and scripts.
pub fn task_files(context: FileContext<'_>, name: &str) -> Vec<String> {
    let db = context.db;
    let (module, task) = name.split_once("::").unwrap_or((name, "init"));
    let environment = owner(db, context.file).map(|it| it.environment);
    let Some(module) = environment.and_then(|it| module_named(db, it, module)) else {
        return Vec::new();
    };
    let root = module.root(db);
    let assets = module.assets(db).paths().unwrap_or_default().iter();
    let is_of_task = |path: &&str| {
        let file = path.strip_prefix("tasks/");
        file.is_some_and(|file| file.split('.').next() == Some(task))
    };
    let files = assets.map(|path| &**path).filter(is_of_task);
    files.map(|path| format!("{root}/{path}")).collect()
}

/// The task, template or file that a string names.
pub fn asset_at_token(
    context: FileContext<'_>,
    token: &SyntaxToken,
) -> Option<(TextRange, Definition)> {
    let asset = |it: AssetPath| (it.range, Definition::Asset(it.kind, it.name));
    task(context, token).or_else(|| file_reference(context, token).map(asset))
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::{cursor, definitions};

    const MODULES: &str = "\
#- /environment.conf
#- /modules/web/manifests/init.pp
class web { INIT }
#- /modules/web/templates/a.epp
x
#- /modules/web/templates/b.erb
x
#- /modules/web/files/c.txt
x
#- /modules/web/tasks/restart.json
{}
#- /modules/web/tasks/restart.sh
#- /modules/web/tasks/restarted.sh
#- /modules/web/tasks/init.sh
";

    /// The paths that a definition leads to, from a place in a file of the module.
    fn files(path: &str, code: &str) -> String {
        let (analysis, position) = cursor(&format!("{MODULES}#- {path}\n{code}\n"));
        let found = analysis.goto_definition(position).expect("not cancelled");
        let targets = found.map(|it| it.targets).unwrap_or_default();
        let paths = targets.iter().map(|it| analysis.path(it.file).to_string());
        paths.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn functions_that_take_files() {
        for (code, expected) in [
            ("$x = epp('web/a.e$0pp')", "templates/a.epp"),
            ("$x = 'web/a.e$0pp'.epp({})", "templates/a.epp"),
            (
                "$x = Deferred('epp', ['web/a.e$0pp', {}])",
                "templates/a.epp",
            ),
            ("$x = find_template('web/b.e$0rb')", "templates/b.erb"),
            ("$x = find_file(['web/no', 'web/c.t$0xt'])", "files/c.txt"),
            ("$x = binary_file('web/c.t$0xt')", "files/c.txt"),
            (
                "file { 'a': source => 'puppet://host/modules/web/c.t$0xt' }",
                "files/c.txt",
            ),
            (
                "file { 'a': source => 'puppet:///modules/web/c.t$0xt' }",
                "files/c.txt",
            ),
        ] {
            let expected = format!("/modules/web/{expected}");
            assert_eq!(files("/manifests/site.pp", code), expected, "{code}");
        }
        assert_eq!(
            files("/manifests/site.pp", "$x = epp($y, ['web/a.e$0pp'])"),
            ""
        );
    }

    #[test]
    fn the_name_of_the_module_is_known() {
        for (code, expected) in [
            ("$x = epp(\"${module_name}/a.e$0pp\")", "templates/a.epp"),
            ("$x = template(\"$module_name/b.e$0rb\")", "templates/b.erb"),
            (
                "$x = \"puppet:///modules/${module_name}/c.t$0xt\"",
                "files/c.txt",
            ),
            // Incomplete.
            ("$x = epp(\"${module_name}/a.e$0pp\"", "templates/a.epp"),
        ] {
            let (path, expected) = (
                "/modules/web/manifests/x.pp",
                format!("/modules/web/{expected}"),
            );
            assert_eq!(
                files(path, &format!("class web::x {{ {code} }}")),
                expected,
                "{code}"
            );
        }
        assert_eq!(
            definitions("#- /manifests/site.pp\n$x = epp(\"${module_name}/a.e$0pp\")\n"),
            ""
        );
    }

    #[test]
    fn tasks_and_files_of_plans() {
        for (code, expected) in [
            (
                "run_task('web::res$0tart', $t)",
                "/modules/web/tasks/restart.json /modules/web/tasks/restart.sh",
            ),
            ("run_task('we$0b', ", "/modules/web/tasks/init.sh"),
            (
                "upload_file('web/c.t$0xt', '/tmp', $t)",
                "/modules/web/files/c.txt",
            ),
            ("run_script('web/c.t$0xt', $t)", "/modules/web/files/c.txt"),
            ("run_command('web/c.t$0xt', $t)", ""),
        ] {
            let plan = format!("plan web::x() {{ {code}\n}}");
            assert_eq!(files("/modules/web/plans/x.pp", &plan), expected, "{code}");
        }
    }
}
