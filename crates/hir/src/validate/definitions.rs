//! Classes, defined types, functions, plans, nodes and types: their positions and names.

use crate::model::{BodyOwner, DefinitionIndex, DefinitionKind, Expr};

use super::reserved_word::FUTURE_RESERVED_WORD;
use super::{BodyScope, Checker, IssueAnchor, IssueCode, WalkContext, names};
use crate::label::{a_an, a_an_uc, definition_label};

impl<'a> Checker<'a> {
    /// Notes where a definition stands, for when its own body is checked.
    pub(super) fn place_of_definition(&mut self, scope: &BodyScope<'a>, index: DefinitionIndex) {
        let Some(child) = self.program.definition(scope.id, index) else {
            return;
        };
        let mut around = scope
            .path
            .iter()
            .rev()
            .map(|id| scope.body.expr(*id))
            .peekable();
        let is_block = |expr: &&Expr| matches!(expr, Expr::Block(_) | Expr::ApplyBlock(_));
        let in_block = around.peek().is_some_and(is_block);
        if in_block {
            around.next();
        }
        let is_file = matches!(scope.body.definition(), BodyOwner::File);
        let in_inner_block = in_block && !(around.peek().is_none() && scope.in_root && is_file);
        while around.peek().is_some_and(is_block) {
            around.next();
        }
        let at_top = match around.peek() {
            Some(container) => matches!(container, Expr::Apply { .. }),
            None => {
                scope.in_root
                    && matches!(
                        scope.body.definition(),
                        BodyOwner::File | BodyOwner::Class { .. }
                    )
            }
        };
        if let Some(place) = self.places.get_mut(child.index()) {
            *place = WalkContext {
                in_apply: scope.in_apply(),
                in_inner_block,
                at_top,
            };
        }
    }

    /// Puppet's rules for the kind of definition that the body belongs to.
    pub(super) fn named_definition(&mut self, scope: &BodyScope<'a>) {
        let definition = scope.body.definition();
        let parameters = definition.parameters();
        match definition {
            BodyOwner::File => {}
            BodyOwner::Class { name, .. } | BodyOwner::DefinedType { name, .. } => {
                self.definition_name(scope, name);
                self.no_captures_rest(scope, parameters, definition_label(definition));
                self.unique_parameters(scope, parameters);
                self.no_reserved_parameters(scope);
                self.no_idempotent_end(scope);
                self.literal_parameter_types(scope);
            }
            BodyOwner::Function {
                name, return_type, ..
            }
            | BodyOwner::Plan {
                name, return_type, ..
            } => {
                self.definition_name(scope, name);
                if let Some(return_type) = return_type {
                    self.type_reference(scope, *return_type, definition_label(definition));
                }
                self.unique_parameters(scope, parameters);
            }
            BodyOwner::Node {
                parent,
                host_matches,
            } => self.node(scope, *parent, host_matches),
            BodyOwner::TypeAlias { name, type_expr } => self.type_alias(scope, name, *type_expr),
            BodyOwner::TypeMapping {
                type_expr,
                mapping_expr,
            } => self.type_mapping(scope, *type_expr, *mapping_expr),
            BodyOwner::TypeDefinition { name, .. } => self.type_definition(scope, name),
        }
    }

    /// Definitions stand at the top of a file, and classes, defined types and nodes also directly in a class.
    pub(super) fn check_nesting(&mut self, scope: &BodyScope<'a>) {
        use DefinitionKind::{Function, Plan, TypeAlias, TypeDefinition};
        let kind = scope.body.definition().kind();
        if scope.place.in_inner_block
            && matches!(kind, Function | Plan | TypeAlias | TypeDefinition)
        {
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::NotAbsoluteTopLevel,
                |_| {
                    let what = a_an_uc(definition_label(scope.body.definition()));
                    format!("{what} may only appear at toplevel")
                },
            );
        } else if !scope.place.at_top {
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::NotTopLevel,
                |_| {
                    "Classes, definitions, and nodes may only appear at toplevel or inside other classes".to_owned()
                },
            );
        }
    }

    /// Place, name and file of a class, defined type, function or plan.
    fn definition_name(&mut self, scope: &BodyScope<'a>, name: &str) {
        self.check_nesting(scope);
        if !names::is_definition_name(name) {
            self.report(
                scope,
                IssueAnchor::Definition,
                IssueCode::IllegalDefinitionName,
                |_| unacceptable_name(name, scope.body.definition()),
            );
        }
        self.location(scope, name);
        self.no_reserved_type_name(scope, name);
        if name == FUTURE_RESERVED_WORD {
            self.future_reserved_word(scope, IssueAnchor::Definition, name);
        }
    }
}

/// What is said of a name that a definition cannot have.
pub(super) fn unacceptable_name(name: &str, definition: &BodyOwner) -> String {
    let what = a_an(definition_label(definition));
    format!("Unacceptable name. The name '{name}' is unacceptable as the name of {what}")
}
