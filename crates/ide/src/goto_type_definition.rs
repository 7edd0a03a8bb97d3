//! Go to type definition.

use puppet_db::File;
use puppet_syntax::ast::{self, AstNode as _, Param, ResourceBody, ResourceExpr};
use puppet_syntax::{Entry, SyntaxNode};
use puppet_text::{TextRange, TextSize};

use puppet_ide_db::context::Context;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::resolve::Found;
use puppet_ide_db::defs::{NameRef, NameRefKind, name_at, name_of};
use puppet_ide_db::hiera::keys;
use puppet_ide_db::local_scopes::BindingKind;
use puppet_ide_db::position::GotoTarget;
use puppet_ide_db::position::NavigationTarget;
use puppet_ide_db::syntax_ext;

/// The aliases, defined types and classes in the declared type of what stands at a place, or else in the type that is
/// inferred.
pub(crate) fn type_definition(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<GotoTarget> {
    if let Some(place) = keys::place_at(context.db, file, offset) {
        let found = resolve::of_data(context, file, &place.name);
        let declared = found.iter().filter_map(declared);
        let targets = declared.flat_map(|(file, ty)| in_type(context, file, &ty));
        return definition(place.range, targets.collect());
    }
    let root = syntax_ext::root(context.db, file);
    let Some(at) = name_at(&root, offset) else {
        return of_title(context, file, &root, offset);
    };
    let mut targets = Vec::new();
    for found in resolve::find(context, file, &at) {
        match (declared(&found), &at.name) {
            (Some((declared_in, ty)), _) => targets.extend(in_type(context, declared_in, &ty)),
            // What is a type already.
            (None, NameRefKind::Type(_) | NameRefKind::ResourceType(_) | NameRefKind::Class(_)) => {
                targets.push(found.target(context));
            }
            (None, _) => targets.extend(inferred(context, file, &at)),
        }
    }
    definition(at.range, targets)
}

fn definition(origin: TextRange, mut targets: Vec<NavigationTarget>) -> Option<GotoTarget> {
    targets.dedup();
    GotoTarget::from_targets(origin, targets)
}

/// The type of the resource whose title stands at a place.
fn of_title(
    context: Context<'_>,
    file: File,
    root: &SyntaxNode,
    offset: TextSize,
) -> Option<GotoTarget> {
    let token = syntax_ext::word_at(root, offset)?;
    let body = token.parent_ancestors().find_map(ResourceBody::cast)?;
    let title = body.title()?;
    let ty = ResourceExpr::cast(body.syntax().parent()?)?.type_name()?;
    let name = ty.syntax().descendants_with_tokens();
    let name = name
        .filter_map(|it| it.into_token())
        .find_map(|it| name_of(&it))?;
    let is_title = title
        .syntax()
        .text_range()
        .contains_range(token.text_range());
    let found = resolve::find(context, file, &name).into_iter();
    let targets = found.filter(|_| is_title).map(|it| it.target(context));
    definition(token.text_range(), targets.collect())
}

/// The type of a parameter, as it is written.
fn declared(found: &Found) -> Option<(File, SyntaxNode)> {
    let of = |parameter: &Param| parameter.ty().map(|ty| ty.syntax().clone());
    match found {
        Found::Parameter(file, _, parameter) => Some((*file, of(parameter)?)),
        Found::Binding(file, binding) => match &binding.kind {
            BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => {
                Some((*file, of(parameter)?))
            }
            BindingKind::Assignment(_) => None,
        },
        // What a function returns.
        Found::Item(file, ast::Definition::FunctionDef(function)) => {
            Some((*file, function.return_type()?.syntax().clone()))
        }
        Found::Item(..) | Found::Ruby(..) => None,
    }
}

fn inferred(context: Context<'_>, file: File, at: &NameRef) -> Vec<NavigationTarget> {
    let NameRefKind::Variable(_) = &at.name else {
        return Vec::new();
    };
    let Some(node) = at.token.parent() else {
        return Vec::new();
    };
    let range = crate::hover::valued_range(&node);
    let Some(ty) = puppet_semantic::type_at(context.db, file, range) else {
        return Vec::new();
    };
    // The text of a type names what is in it.
    let tree = puppet_syntax::parse(&ty.to_string(), Entry::Manifest).syntax();
    in_type(context, file, &tree)
}

/// What the names in a type are defined by.
fn in_type(context: Context<'_>, file: File, ty: &SyntaxNode) -> Vec<NavigationTarget> {
    ty.descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter_map(|token| name_of(&token))
        .flat_map(|at| resolve::find(context, file, &at))
        .map(|found| found.target(context))
        .collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::test_fixture::{cursor, describe};

    fn check(code: &str, expected: &Expect) {
        let (analysis, position) = cursor(&format!(
            "#- /manifests/site.pp\n{code}\n\
             #- /environment.conf\n#- /modules/web/manifests/init.pp\nclass web(Web::Port $port) {{ }}\n\
             #- /modules/web/types/port.pp\ntype Web::Port = Integer\n"
        ));
        let found = analysis
            .goto_type_definition(position)
            .expect("not cancelled");
        let lines: Vec<String> = found
            .map(|it| it.targets)
            .unwrap_or_default()
            .iter()
            .map(|target| describe(&analysis, target.file, target.focus_range))
            .collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn of_parameters_and_variables() {
        check(
            "define d(Optional[Web::Port] $p) { notice($p$0) }",
            &expect!["/modules/web/types/port.pp:1: Web::Port"],
        );
        check(
            "class { 'web': po$0rt => 1 }",
            &expect!["/modules/web/types/port.pp:1: Web::Port"],
        );
        check(
            "$x = Class['web']\nnotice($x$0)",
            &expect!["/modules/web/manifests/init.pp:1: web"],
        );
        check("$x = 1\nnotice($x$0)", &expect![""]);
    }

    #[test]
    fn of_types_calls_titles_and_data() {
        let port = expect!["/modules/web/types/port.pp:1: Web::Port"];
        for code in [
            "define d(Optional[Web::Po$0rt] $p) { }",
            "function f() >> Web::Port { 1 }\n$x = f$0()",
            "#- /hiera.yaml\nversion: 5\nhierarchy: [{name: a, path: a.yaml}]\n#- /data/a.yaml\nweb::po$0rt: 1",
            "$x = lookup('web::po$0rt')",
        ] {
            check(code, &port);
        }
        check(
            "define web::site() { }\nweb::site { 'a$0': }",
            &expect!["/manifests/site.pp:1: web::site"],
        );
        check(
            "define web::site() { }\nweb::site { 'a$0': ",
            &expect!["/manifests/site.pp:1: web::site"],
        );
        check("function f() { 1 }\n$x = f$0()", &expect![""]);
    }

    #[test]
    fn incomplete_code() {
        check(
            "define d(Web::Port $p) { notice($p$0",
            &expect!["/modules/web/types/port.pp:1: Web::Port"],
        );
    }
}
