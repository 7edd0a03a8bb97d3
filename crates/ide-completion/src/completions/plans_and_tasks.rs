//! Names of plans and tasks: `run_plan('HERE')`, `run_task('HERE')`.

use puppet_db::is_plan;
use puppet_library::Library;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::run_target::RunTarget;
use puppet_syntax::SyntaxToken;
use puppet_syntax::ast::{ApplyExpr, ArgList, AstNode as _, CallExpr, Expr};

use crate::completions::classes_and_types::named_items;
use crate::item::{CompletionItem, CompletionKind};
use crate::relevance::NameMatcher;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::argument_of;
use puppet_ide_db::plan_types;
use puppet_ide_db::symbol_index::SymbolKind;

/// The kind of definition that the function runs whose first argument is a string.
pub fn run_by(string: &SyntaxToken) -> Option<RunTarget> {
    let string = string.parent()?;
    let (function, index, _) = argument_of(&string, &string.parent()?)?;
    RunTarget::from_function(&function).filter(|_| index == 0)
}

/// The kind of definition that the function runs whose first argument is a word.
pub fn run_by_argument(word: &SyntaxToken) -> Option<RunTarget> {
    let argument = word.parent_ancestors().find_map(Expr::cast)?;
    let list = ArgList::cast(argument.syntax().parent()?)?;
    let is_first = list.args().next() == Some(argument);
    let call = CallExpr::cast(list.syntax().parent()?).filter(|_| is_first)?;
    RunTarget::from_function(call.function_name()?.trim_start_matches("::"))
}

/// Whether no catalog is compiled at a place: in a plan, outside of `apply`.
pub fn is_without_catalog(context: FileContext<'_>, token: &SyntaxToken) -> bool {
    let mut around = token.parent_ancestors();
    is_plan(context.file.path(context.db)) && !around.any(|it| ApplyExpr::can_cast(it.kind()))
}

/// Whether something is only for catalogs.
pub fn needs_catalog(item: &CompletionItem) -> bool {
    match item.kind {
        CompletionKind::Function => Library
            .function(&item.label)
            .is_some_and(|it| it.needs_catalog),
        kind => kind == CompletionKind::ResourceType,
    }
}

/// The members of a value of Bolt.
pub fn members(ty: &str) -> Vec<CompletionItem> {
    let item = |(name, ty)| {
        CompletionItem::new(name, CompletionKind::Function)
            .detail(ty)
            .rank(5)
    };
    plan_types::members(ty).map(item).collect()
}

/// The names of all plans or tasks.
pub fn names(
    context: FileContext<'_>,
    runs: RunTarget,
    typed: &NameMatcher<'_>,
) -> Vec<CompletionItem> {
    let names = match runs {
        RunTarget::Plan => {
            let plans = named_items(context, SymbolKind::Plan, typed).into_iter();
            plans.map(|plan| plan.name.to_string()).collect()
        }
        RunTarget::Task => tasks(context),
    };
    let items = names.into_iter();
    items
        .map(|name| CompletionItem::new(name, CompletionKind::Function).rank(10))
        .collect()
}

/// The tasks of all modules: `module::task`, and `module` for the task `init`.
fn tasks(context: FileContext<'_>) -> Vec<String> {
    let db = context.db;
    let environment = owner(db, context.file).map(|owner| owner.environment);
    let modules = environment.into_iter().flat_map(|it| it.modules(db).iter());
    let mut names: Vec<String> = modules
        .flat_map(|module| {
            let paths = module.assets(db).paths().unwrap_or_default().iter();
            let files = paths.filter_map(|path| path.strip_prefix("tasks/"));
            let files = files.filter(|file| !file.contains('/') && !file.ends_with(".md"));
            let names = files.filter_map(|file| file.split('.').next());
            names.map(|task| match task {
                "init" => module.name(db).to_string(),
                task => format!("{}::{task}", module.name(db)),
            })
        })
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use crate::tests::first_labels;

    const MODULE: &str = "\
#- /environment.conf
#- /modules/web/plans/deploy.pp
plan web::deploy(TargetSpec $targets, Integer $count = 1, Enum['a', 'b'] $kind = 'a') { }
#- /modules/web/tasks/restart.sh
#- /modules/web/tasks/restart.json
#- /modules/web/tasks/init.rb
";

    fn of(body: &str) -> String {
        let code = format!(
            "#- /modules/web/plans/all.pp\nplan web::all(TargetSpec $targets) {{\n{body}\n}}\n{MODULE}"
        );
        first_labels(&code, 3)
    }

    #[test]
    fn plans_and_tasks() {
        assert_eq!(of("run_plan('$0')"), "web::all web::deploy");
        assert_eq!(of("run_task('$0', $t)"), "web web::restart");
        // Incomplete.
        assert_eq!(of("run_task('web::$0"), "web::restart");
        assert_eq!(of("run_task($0"), "'web' 'web::restart' $targets");
        assert_eq!(of("run_plan($0)"), "'web::all' 'web::deploy' $targets");
    }

    #[test]
    fn members_of_what_functions_return() {
        let result = "action error message";
        assert_eq!(of("$r = run_command('x', 'y')\n$r.error_$0"), "error_set");
        assert_eq!(of("run_command('x', 'y').each |$it| { $it.$0 }"), result);
        assert_eq!(of("$t = get_target('x')\n$t.$0"), "alias config facts");
    }

    #[test]
    fn what_needs_a_catalog_stands_in_apply() {
        assert_eq!(of("inclu$0"), "");
        assert_eq!(of("apply($t) { inclu$0 }"), "include hiera_include");
        assert_eq!(of("packa$0"), "");
        assert_eq!(of("apply($t) { packa$0 }"), "package");
    }

    #[test]
    fn parameters_of_plans() {
        assert_eq!(
            of("run_plan('web::deploy', '$0' => 1)"),
            "targets count kind"
        );
        assert_eq!(
            of("run_plan('web::deploy', $t, 'targets' => 1, '$0')"),
            "count kind"
        );
        assert_eq!(
            of("run_plan('web::deploy', { 'count' => 1, $0 })"),
            "targets kind"
        );
        assert_eq!(of("run_plan('web::deploy', 'kind' => '$0')"), "a b");
        // Incomplete.
        assert_eq!(
            of("run_plan('web::deploy', 'count' => 1, '$0"),
            "targets kind"
        );
    }
}
