//! Names that are taken already.

use puppet_db::File;
use puppet_syntax::ast::{AstNode as _, Definition};

use super::target::{Target, TargetKind};
use super::{RenameError, refuse};
use crate::analysis::Context;
use crate::resolve::{self, Found};
use crate::syntax::{enclosing_body, enclosing_definition, variable_names};

pub(super) fn check(
    context: Context<'_>,
    file: File,
    target: &Target,
    new_name: &str,
) -> Result<(), RenameError> {
    match &target.kind {
        TargetKind::Variable => variable(target, new_name),
        TargetKind::Parameter => {
            reserved(target, new_name)?;
            variable(target, new_name)
        }
        TargetKind::Item(kind, old) => {
            let same =
                puppet_semantic::item::canonical(old) == puppet_semantic::item::canonical(new_name);
            if !same && resolve::item(context, file, *kind, new_name).is_some() {
                return refuse(format!("`{new_name}` exists already"));
            }
            Ok(())
        }
    }
}

/// A name that is used where the variable is known would then mean something else.
fn variable(target: &Target, new_name: &str) -> Result<(), RenameError> {
    for found in &target.found {
        let node = match found {
            Found::Binding(_, binding) => binding.token.parent(),
            Found::Parameter(_, _, parameter) => Some(parameter.syntax().clone()),
            Found::Item(..) | Found::Ruby(..) => None,
        };
        let Some(body) = node.as_ref().map(enclosing_body) else {
            continue;
        };
        if variable_names(&body).any(|name| name == new_name) {
            return refuse(format!("`${new_name}` is used here already"));
        }
    }
    Ok(())
}

/// Every resource has a title and a name.
fn reserved(target: &Target, new_name: &str) -> Result<(), RenameError> {
    let definition = target.found.first().and_then(|found| match found {
        Found::Parameter(_, definition, _) => Some(definition.clone()),
        Found::Binding(_, binding) => enclosing_definition(&binding.token.parent()?),
        Found::Item(..) | Found::Ruby(..) => None,
    });
    let is_resource = matches!(
        definition,
        Some(Definition::ClassDef(_) | Definition::DefineDef(_))
    );
    if is_resource && matches!(new_name, "title" | "name") {
        return refuse(format!("every resource has a `{new_name}`"));
    }
    Ok(())
}
