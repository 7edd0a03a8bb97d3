//! Where the type of a thing is defined.

use puppet_db::File;
use puppet_syntax::ast::{AstNode as _, Param};
use puppet_syntax::{Entry, SyntaxNode};
use puppet_text::TextSize;

use crate::analysis::Context;
use crate::definition::Definition;
use crate::name_at::{Name, NameAt, name_at, name_of};
use crate::resolve::{self, Found};
use crate::scope::BindingKind;
use crate::{NavigationTarget, syntax};

/// The aliases, defined types and classes in the declared type of what stands at a place, or else in the type that is
/// inferred.
pub(crate) fn type_definition(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<Definition> {
    let at = name_at(&syntax::root(context.db, file), offset)?;
    let mut targets = Vec::new();
    for found in resolve::find(context, file, &at) {
        match declared(&found) {
            Some((declared_in, ty)) => targets.extend(in_type(context, declared_in, &ty)),
            None => targets.extend(inferred(context, file, &at)),
        }
    }
    targets.dedup();
    (!targets.is_empty()).then_some(Definition {
        origin: at.range,
        targets,
    })
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
        Found::Item(..) | Found::Ruby(..) => None,
    }
}

fn inferred(context: Context<'_>, file: File, at: &NameAt) -> Vec<NavigationTarget> {
    let Name::Variable(_) = &at.name else {
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

    use crate::testing::{cursor, describe};

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
    fn half_typed_code() {
        check(
            "define d(Web::Port $p) { notice($p$0",
            &expect!["/modules/web/types/port.pp:1: Web::Port"],
        );
    }
}
