//! The file of a definition: Puppet looks for a name in one place only, and finds it nowhere else.

use crate::model::{BodyOwner, DefinitionKind, Expr};

use crate::label::definition_label;
use crate::validate::{BodyScope, Checker, IssueAnchor, IssueCode};

/// Folders of a module whose files define something.
const FOLDERS: &[&str] = &["manifests", "functions", "types", "plans"];

/// The namespace that the path of a file requires.
#[derive(Debug, PartialEq, Eq)]
enum Namespace {
    /// All names in the file start with this.
    Prefix(String),
    /// The module has no definitions in this place.
    Nowhere,
}

/// The namespace of a file below the folder of modules; none if the file may hold anything.
///
/// Puppet compares without regard to case.
fn namespace(module_file: &str) -> Option<Namespace> {
    let path = module_file.to_ascii_lowercase();
    let stem = path
        .strip_suffix(".pp")
        .filter(|_| module_file.ends_with(".pp"))?;
    let mut segments = stem.split('/');
    let (module, folder) = (
        segments.next().unwrap_or_default(),
        segments.next().unwrap_or_default(),
    );
    let rest: Vec<&str> = segments.collect();
    if rest.is_empty() || !FOLDERS.contains(&folder) {
        return Some(Namespace::Nowhere);
    }
    if rest == ["init"] {
        return Some(Namespace::Prefix(module.to_owned()));
    }
    Some(Namespace::Prefix(
        std::iter::once(module)
            .chain(rest)
            .collect::<Vec<_>>()
            .join("::"),
    ))
}

/// The file, below the folder of modules, from which Puppet autoloads a definition.
fn autoloaded_file(kind: DefinitionKind, name: &str) -> String {
    let folder = match kind {
        DefinitionKind::Function => "functions",
        DefinitionKind::Plan => "plans",
        DefinitionKind::TypeAlias | DefinitionKind::TypeDefinition => "types",
        _ => "manifests",
    };
    let name = name.to_lowercase();
    let (module, rest) = name.split_once("::").unwrap_or((&name, "init"));
    format!("{module}/{folder}/{}.pp", rest.replace("::", "/"))
}

/// A kind of definition, as the start of a sentence.
fn definition_kind(kind: DefinitionKind) -> &'static str {
    match kind {
        DefinitionKind::Class => "Class",
        DefinitionKind::Function => "Function",
        DefinitionKind::Plan => "Plan",
        DefinitionKind::TypeAlias | DefinitionKind::TypeDefinition => "Type",
        _ => "Defined type",
    }
}

impl<'a> Checker<'a> {
    fn namespace(&self) -> Option<Namespace> {
        self.options.module_file.and_then(namespace)
    }

    /// The name of a definition belongs into the file.
    pub(super) fn location(&mut self, scope: &BodyScope<'a>, name: &str) {
        let Some(namespace) = self.namespace() else {
            return;
        };
        let hint = match &namespace {
            Namespace::Prefix(prefix) if name.to_lowercase().starts_with(prefix.as_str()) => return,
            Namespace::Prefix(prefix) => format!("this file must define '{prefix}'"),
            Namespace::Nowhere => "this folder is not autoloaded".to_owned(),
        };
        let definition = scope.body.definition();
        let file = autoloaded_file(definition.kind(), name);
        self.report(
            scope,
            IssueAnchor::Definition,
            IssueCode::IllegalDefinitionLocation,
            |_| {
                let kind = definition_kind(definition.kind());
                format!("{kind} '{name}' must be in {file} (autoload): {hint}")
            },
        );
    }

    /// A file of a module has definitions, and no statements or nodes beside them.
    pub(super) fn top_constructs(&mut self, scope: &BodyScope<'a>) {
        let Some(root) = scope.body.root().filter(|_| self.namespace().is_some()) else {
            return;
        };
        let statements = match scope.body.expr(root) {
            Expr::Nop => return,
            Expr::Block(statements) => &**statements,
            _ => &[root],
        };
        for statement in statements {
            let kind = match scope.body.expr(*statement) {
                Expr::Missing => continue,
                Expr::Definition(index) => {
                    let definition = self
                        .program
                        .definition(scope.id, *index)
                        .and_then(|id| self.program.body(id));
                    definition.map(|body| body.definition().kind())
                }
                _ => None,
            };
            if kind.is_some_and(|kind| kind != DefinitionKind::Node) {
                continue;
            }
            self.report(scope, IssueAnchor::Expr(*statement), IssueCode::IllegalTopConstructLocation, |labels| {
                let what = match kind {
                    Some(_) => definition_label(&BodyOwner::Node { parent: None, host_matches: Box::new([]) }).into(),
                    None => match scope.body.expr(*statement) {
                        Expr::QualifiedName(name) => {
                            return format!(
                                "Stray name '{name}' outside of a class: not allowed in a module's manifest"
                            );
                        }
                        _ => labels.expr(*statement),
                    },
                };
                format!("This {what} is unacceptable as a top level construct in this location")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_namespace_of_their_path() {
        let prefix = |text: &str| Some(Namespace::Prefix(text.to_owned()));
        for (file, expected) in [
            ("ntp/manifests/init.pp", prefix("ntp")),
            ("ntp/manifests/a/B.pp", prefix("ntp::a::b")),
            ("ntp/manifests/a/init.pp", prefix("ntp::a::init")),
            ("ntp/functions/init.pp", prefix("ntp")),
            ("ntp/types/port.pp", prefix("ntp::port")),
            ("ntp/plans/x.pp", prefix("ntp::x")),
            ("ntp/examples/init.pp", Some(Namespace::Nowhere)),
            ("ntp/init.pp", Some(Namespace::Nowhere)),
            ("ntp.pp", Some(Namespace::Nowhere)),
            ("ntp/templates/a.epp", None),
        ] {
            assert_eq!(namespace(file), expected, "{file}");
        }
    }
}
