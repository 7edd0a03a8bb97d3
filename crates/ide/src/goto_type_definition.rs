//! Go to type definition.

use puppet_db::File;
use puppet_syntax::ast::{self, AstNode as _, Param};
use puppet_syntax::{Entry, SyntaxNode};
use puppet_text::TextSize;

use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::Definition;
use puppet_ide_db::defs::resolve;
use puppet_ide_db::defs::{Classified, NameRef, NameRefKind, classify, name_of};
use puppet_ide_db::local_scopes::BindingKind;
use puppet_ide_db::position::GotoTarget;
use puppet_ide_db::position::NavigationTarget;

/// The aliases, defined types and classes in the declared type of the symbol at an offset, or else in the type that is
/// inferred.
pub(crate) fn type_definition(context: FileContext<'_>, offset: TextSize) -> Option<GotoTarget> {
    let classified = classify(context, offset)?;
    let mut targets: Vec<NavigationTarget> = Vec::new();
    for found in &classified.definitions {
        match (declared(found), found) {
            (Some((declared_in, ty)), _) => {
                targets.extend(in_type(context.file_context(declared_in), &ty))
            }
            (None, Definition::Resource(ty, _)) => {
                let ty = resolve::resource_type(context, ty);
                targets.extend(ty.and_then(|it| it.declaration(*context)));
            }
            // What is a type already.
            (None, _) if is_type(&classified, found) => targets.extend(found.declaration(*context)),
            (None, _) => {
                let name = classified.name.iter();
                targets.extend(name.flat_map(|at| inferred(context, at)));
            }
        }
    }
    targets.dedup();
    GotoTarget::from_targets(classified.range, targets)
}

fn is_type(classified: &Classified, found: &Definition) -> bool {
    use NameRefKind::{Class, ResourceType, Type};
    let name = classified.name.as_ref().map(|it| &it.name);
    match found {
        Definition::Item(_, item) => !matches!(item, ast::Definition::FunctionDef(_)),
        _ => matches!(name, Some(Type(_) | ResourceType(_) | Class(_))),
    }
}

/// The type of a parameter, as it is written.
fn declared(found: &Definition) -> Option<(File, SyntaxNode)> {
    let of = |parameter: &Param| parameter.ty().map(|ty| ty.syntax().clone());
    match found {
        Definition::Parameter(file, _, parameter) => Some((*file, of(parameter)?)),
        Definition::Binding(file, binding) => match &binding.kind {
            BindingKind::Parameter(parameter) | BindingKind::LambdaParameter(parameter) => {
                Some((*file, of(parameter)?))
            }
            BindingKind::Assignment(_) => None,
        },
        // What a function returns.
        Definition::Item(file, ast::Definition::FunctionDef(function)) => {
            Some((*file, function.return_type()?.syntax().clone()))
        }
        Definition::StructMember(member) => {
            Some((member.file, member.entry.value()?.syntax().clone()))
        }
        _ => None,
    }
}

fn inferred(context: FileContext<'_>, at: &NameRef) -> Vec<NavigationTarget> {
    let NameRefKind::Variable(_) = &at.name else {
        return Vec::new();
    };
    let Some(node) = at.token.parent() else {
        return Vec::new();
    };
    let range = crate::hover::inferred_type::valued_range(&node);
    let Some(ty) = puppet_inference::type_at(context.db, context.file, range) else {
        return Vec::new();
    };
    // The text of a type names what is in it.
    let tree = puppet_syntax::parse(&ty.to_string(), Entry::Manifest).syntax();
    in_type(context, &tree)
}

/// What the names in a type are defined by.
fn in_type(context: FileContext<'_>, ty: &SyntaxNode) -> Vec<NavigationTarget> {
    ty.descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter_map(|token| name_of(&token))
        .flat_map(|at| resolve::find(context, &at))
        .filter_map(|found| found.declaration(*context))
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
