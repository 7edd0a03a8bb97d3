//! Reading and assigning variables.

use puppet_eval::{ErrorLocation, Issue};
use puppet_hir::model::{BodyOwner, DefinitionKind, Expr, ExprId};
use puppet_types::{HashValue, IntegerRange, Type, Value};
use smol_str::SmolStr;

use super::{Failure, MaybeUndefAccess};
use crate::infer::builder::InferenceBuilder;
use crate::infer::flow::branch_point::BranchPoint;
use crate::infer::flow::environment::Definedness;
use crate::infer::flow::flags::Flags;
use crate::infer::flow::path_conditions;
use crate::infer::flow::reaching_definitions::Choices;
use crate::infer::narrow::paths::text_of_key;
use crate::infer::possible_values::string_values;
use puppet_semantic::facts::{legacy_fact, recorded_fact};
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::index::item_tree::{ItemKind, canonical};
use puppet_types::inferred::Inferred;
use puppet_types::inferred::iterated_elements::has_no_elements;
use puppet_types::inferred::set_theoretic::{is_never_undef, union_members};

/// Variables that nothing may assign (`Puppet::Parser::Scope::RESERVED_VARIABLE_NAMES`).
pub const RESERVED: [&str; 3] = ["trusted", "facts", "server_facts"];

/// Of so many entries of a hash is noted which variable they copy.
const MAX_COPIED_ENTRIES: usize = 100;

impl InferenceBuilder<'_> {
    /// What is known of a variable that is read.
    pub(super) fn variable(&mut self, expr: ExprId, name: &str) -> Inferred {
        let is_read = self.dead == 0 && !self.targets.contains(&expr);
        let presence = self.scopes.presence(name);
        if is_read {
            match presence {
                Definedness::Absent => self.absent.push(expr),
                Definedness::Possible if self.is_guarded(name) => {}
                Definedness::Possible => {
                    let instead = self.scopes.similar_binding(name);
                    let instead = instead.filter(|it| self.leads_here(it.joined_at));
                    let instead = instead.map(|it| (it.name.clone(), it.target));
                    self.possible.push(MaybeUndefAccess { expr, instead });
                }
                Definedness::Certain | Definedness::Probable => {}
            }
        }
        if is_read {
            self.note_choices(expr, name);
            if let Some(assignments) = self.scopes.assignments_of_branches(name) {
                self.assignments.insert(expr, assignments);
            }
        }
        self.value_of_variable(name)
    }

    /// What is known of a variable here, wherever it is assigned.
    pub(super) fn value_of_variable(&self, name: &str) -> Inferred {
        let own = self.own_variable(name).unwrap_or(name);
        let scopes = &self.scopes;
        match scopes.get(scopes.original(own)).or_else(|| scopes.get(own)) {
            Some(known) => known.clone(),
            None => self.variable_of_other_bodies(name),
        }
    }

    /// The name without the class of a variable of the class itself: `h` for `$m::h` in the class `m`.
    pub(crate) fn own_variable<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (class, variable) = name.rsplit_once("::")?;
        match self.body.definition() {
            BodyOwner::Class { name, .. } => {
                (canonical(class) == canonical(name)).then_some(variable)
            }
            _ => None,
        }
    }

    /// Whether a variable that only some branches before assign is there, because of the tests around this place.
    fn is_guarded(&self, name: &str) -> bool {
        // What earlier branches imply here is a value that was assigned.
        let known = self.scopes.get(name);
        if known.is_some_and(|known| is_never_undef(self.names, known)) {
            return true;
        }
        self.scopes.conditions(name).is_some_and(|conditions| {
            let here = self.branch_points.iter().filter_map(BranchPoint::branch);
            let flags = || self.flags.get_or_init(|| Flags::collect(self.body));
            let values_of = |name: &str| string_values(self.names, self.scopes.get(name)?);
            // What ended early does not come here.
            let ended = self.branch_points.iter().flat_map(BranchPoint::ended);
            let met: Vec<_> = conditions.iter().chain(ended).cloned().collect();
            !conditions.is_empty()
                && path_conditions::is_implied(self.body, here, &met, flags(), values_of)
        })
    }

    /// What is known of a variable that the body does not assign.
    fn variable_of_other_bodies(&self, name: &str) -> Inferred {
        let names = self.names;
        let global = match name.rsplit_once("::") {
            None if self.body.is_open_template() && !RESERVED.contains(&name) => {
                return Inferred::UNKNOWN;
            }
            None => name,
            Some(("", name)) => return self.variable_of_top(name),
            Some(("settings" | "::settings", setting)) => {
                return self.given(&format!("settings::{setting}"));
            }
            // The class is not asked while it is inferred.
            Some((_, variable)) if self.own_variable(name).is_some() => {
                return self
                    .inherited_variable(variable)
                    .unwrap_or(Inferred::UNKNOWN);
            }
            Some((class, variable)) => {
                let class = names.resolve(ItemKind::Class, &canonical(class)).item();
                let known = class.and_then(|class| self.variable_of_class(class, variable));
                return known.unwrap_or_else(|| self.given(name.trim_start_matches("::")));
            }
        };
        let is_group = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if is_group {
            return Inferred::Type(Type::optional(Type::STRING));
        }
        self.inherited_variable(name)
            .or_else(|| self.given_to_definition(global))
            .unwrap_or_else(|| self.variable_of_top(global))
    }

    /// What is known of a variable of the class that the class inherits from; unknown if that one is not here.
    fn inherited_variable(&self, name: &str) -> Option<Inferred> {
        let BodyOwner::Class {
            parent_class: Some(parent),
            ..
        } = self.body.definition()
        else {
            return None;
        };
        let names = self.names;
        match names.resolve(ItemKind::Class, parent).item() {
            Some(parent) => self.variable_of_class(parent, name),
            None => Some(Inferred::UNKNOWN),
        }
    }

    /// What Puppet gives each class and defined type (`Puppet::Resource::Type#set_resource_parameters`).
    fn given_to_definition(&self, name: &str) -> Option<Inferred> {
        match (name, self.body.definition()) {
            ("title" | "name", BodyOwner::Class { name, .. }) => {
                Some(Value::String(canonical(name)).into())
            }
            ("title" | "name", BodyOwner::DefinedType { .. }) => {
                Some(Inferred::Type(Type::non_empty_string()))
            }
            ("module_name", BodyOwner::Class { .. } | BodyOwner::DefinedType { .. }) => {
                let module = owner(self.names.db(), self.names.file())?.module?;
                Some(Value::from(&**module.name(self.names.db())).into())
            }
            _ => None,
        }
    }

    fn variable_of_top(&self, name: &str) -> Inferred {
        let (db, environment) = (self.names.db(), self.names.environment());
        recorded_fact(db, environment, name)
            .or_else(|| legacy_fact(db, environment, name))
            .unwrap_or(Inferred::UNKNOWN)
    }

    /// What Puppet or the user's stubs say of a variable.
    fn given(&self, name: &str) -> Inferred {
        recorded_fact(self.names.db(), self.names.environment(), name).unwrap_or(Inferred::UNKNOWN)
    }

    /// Remembers the variables that an assignment assigns: they are not read.
    pub(super) fn add_targets(&mut self, target: ExprId) {
        let body = self.body;
        let mut left = vec![target];
        while let Some(target) = left.pop() {
            match body.expr(target) {
                Expr::Variable(_) => drop(self.targets.insert(target)),
                Expr::LiteralList(targets) => left.extend(targets),
                _ => {}
            }
        }
    }

    /// Assigns a value, with what is known of where it comes from. Targets may be nested as deep as in the source.
    pub(super) fn assign(&mut self, target: ExprId, known: &Inferred, choices: Option<Choices>) {
        let body = self.body;
        let mut choices = choices;
        let mut waiting = vec![(target, Some(known.clone()))];
        while let Some((target, known)) = waiting.pop() {
            let known = known.unwrap_or_else(|| self.fail_missing_key(target));
            match body.expr(target) {
                Expr::Variable(_) => {
                    if let Some(name) = body.variable_name(target) {
                        self.assign_variable(target, name.clone(), &known, choices.take());
                    }
                }
                Expr::LiteralList(targets) => {
                    // Where a part of the value comes from is not known.
                    choices = None;
                    let parts = self.parts(target, targets, &known);
                    waiting.extend(targets.iter().copied().zip(parts).rev());
                }
                _ => {}
            }
        }
    }

    /// What each of several variables gets that are assigned at once, from an array, a hash, or the variables of a class;
    /// `None` where there is certainly nothing for it.
    fn parts(
        &mut self,
        whole: ExprId,
        targets: &[ExprId],
        known: &Inferred,
    ) -> Vec<Option<Inferred>> {
        match known {
            Inferred::Value(Value::Hash(_)) | Inferred::Type(Type::Struct(_) | Type::Hash(_)) => {
                targets
                    .iter()
                    .map(|target| self.entry_for(*target, known))
                    .collect()
            }
            Inferred::Value(Value::Type(Type::Class(Some(class)))) => {
                let names = self.names;
                let class = names.resolve(ItemKind::Class, class).item();
                let variable = |target: &ExprId| {
                    let name = self.body.variable_name(*target)?;
                    self.variable_of_class(class?, name)
                };
                let known = |target: &ExprId| Some(variable(target).unwrap_or(Inferred::UNKNOWN));
                targets.iter().map(known).collect()
            }
            Inferred::Value(Value::Type(_)) => vec![Some(Inferred::UNKNOWN); targets.len()],
            Inferred::Value(Value::Array(items)) => {
                self.check_count(whole, targets, IntegerRange::with_len(items.len()));
                let item = |index: usize| {
                    items
                        .get(index)
                        .cloned()
                        .map_or(Inferred::UNKNOWN, Inferred::from)
                };
                (0..targets.len()).map(|index| Some(item(index))).collect()
            }
            Inferred::Value(_) => {
                self.check_count(whole, targets, IntegerRange::exactly(1));
                vec![Some(known.clone()); targets.len()]
            }
            Inferred::Type(Type::Tuple(tuple)) => {
                self.check_count(whole, targets, tuple.size_range());
                let item = |index: usize| match tuple.type_at(index) {
                    None | Some(Type::Any) => Inferred::UNKNOWN,
                    Some(ty) => Inferred::Type(ty.clone()),
                };
                (0..targets.len()).map(|index| Some(item(index))).collect()
            }
            Inferred::Type(Type::Array(array)) => {
                self.check_count(whole, targets, array.size.clone());
                let item = match &array.element {
                    Type::Any | Type::Unit => Inferred::UNKNOWN,
                    ty => Inferred::Type(ty.clone()),
                };
                vec![Some(item); targets.len()]
            }
            Inferred::Type(ty) if union_members(self.names, ty).iter().all(is_single) => {
                self.check_count(whole, targets, IntegerRange::exactly(1));
                vec![Some(known.clone()); targets.len()]
            }
            Inferred::Type(_) => vec![Some(Inferred::UNKNOWN); targets.len()],
        }
    }

    /// Notes that a hash has nothing for a variable.
    fn fail_missing_key(&mut self, target: ExprId) -> Inferred {
        let name = self.key_of_target(target);
        self.fail(Failure {
            expr: target,
            blame: ErrorLocation::Whole,
            issue: Issue::MissingMultiAssignmentKey,
            message: format!(
                "No value for required key '{name}' in assignment to variables from hash"
            ),
        });
        Inferred::UNKNOWN
    }

    /// The key of a hash that a target stands for, as Ruby writes it: a name, or for a list the array of its names.
    fn key_of_target(&self, target: ExprId) -> String {
        let quoted = |target: &ExprId| match self.body.variable_name(*target) {
            Some(name) => format!("\"{name}\""),
            None => self.key_of_target(*target),
        };
        match self.body.expr(target) {
            Expr::LiteralList(targets) => {
                let names: Vec<String> = targets.iter().map(quoted).collect();
                format!("[{}]", names.join(", "))
            }
            _ => self
                .body
                .variable_name(target)
                .map_or_else(String::new, SmolStr::to_string),
        }
    }

    /// What a hash has for a variable; `None` if it certainly has nothing.
    fn entry_for(&self, target: ExprId, known: &Inferred) -> Option<Inferred> {
        let is_list = matches!(self.body.expr(target), Expr::LiteralList(_));
        let Some(name) = self.body.variable_name(target) else {
            let has_lists = |entries: &HashValue| {
                let mut keys = entries.iter().map(|(key, _)| key);
                keys.any(|key| matches!(key, Value::Array(_)))
            };
            return match known {
                Inferred::Value(Value::Hash(entries)) if is_list && !has_lists(entries) => None,
                _ => Some(Inferred::UNKNOWN),
            };
        };
        match known {
            Inferred::Value(Value::Hash(entries)) => entries
                .get(&Value::String(name.clone()))
                .cloned()
                .map(Inferred::from),
            Inferred::Type(Type::Struct(structure)) if !structure.elements.is_empty() => structure
                .get(name)
                .map(|element| Inferred::from(element.value.clone())),
            _ => Some(Inferred::UNKNOWN),
        }
    }

    fn check_count(&mut self, whole: ExprId, targets: &[ExprId], size: IntegerRange) {
        let wanted = i64::try_from(targets.len()).unwrap_or(i64::MAX);
        if size.or_any_size().contains(&wanted) {
            return;
        }
        let got = match (size.lower_bound(), size.upper_bound()) {
            (Some(from), Some(to)) if from == to => from.to_string(),
            (Some(from), _) if *from > wanted => format!("at least {from}"),
            (_, to) => format!("at most {}", to.copied().unwrap_or_default()),
        };
        self.fail(Failure {
            expr: whole,
            blame: ErrorLocation::Whole,
            issue: Issue::IllegalMultiAssignmentSize,
            message: format!(
                "Mismatched number of assignable entries and values, expected {wanted}, got {got}"
            ),
        });
    }

    fn assign_variable(
        &mut self,
        target: ExprId,
        name: SmolStr,
        known: &Inferred,
        choices: Option<Choices>,
    ) {
        let refusal = if RESERVED.contains(&&*name) {
            Some((
                Issue::IllegalReservedAssignment,
                format!("Attempt to assign to a reserved variable name: '${name}'"),
            ))
        } else if self.scopes.is_taken(&name, self.lambdas) || self.is_given(&name) {
            let message = match &*name {
                "title" | "name" => {
                    format!("Cannot reassign built in (or already assigned) variable '${name}'")
                }
                _ => format!("Cannot reassign variable '${name}'"),
            };
            Some((Issue::IllegalReassignment, message))
        } else {
            None
        };
        if let Some((issue, message)) = refusal {
            if let Some(before) = self.scopes.assignments(&name).filter(|_| self.dead == 0) {
                self.assignments.insert(target, before);
            }
            self.fail(Failure {
                expr: target,
                blame: ErrorLocation::Whole,
                issue,
                message,
            });
        }
        self.scopes
            .bind_target(target, name, known.clone(), choices, self.lambdas);
    }

    /// Notes that the variable that was just assigned is a copy, if it is one.
    pub(super) fn note_copy(&mut self, right: ExprId) -> bool {
        let original = self.copied_variable(right);
        if let Some(original) = &original {
            self.scopes.note_copy(original);
        }
        original.is_some()
    }

    /// The variable that an expression is, if it is there.
    fn copied_variable(&self, right: ExprId) -> Option<SmolStr> {
        let right = self.body.without_parentheses(right);
        let name = self.body.variable_name(right);
        let name = name.filter(|_| matches!(self.body.expr(right), Expr::Variable(_)));
        let name = name.map(|name| self.own_variable(name).unwrap_or(name));
        let is_there = |name: &&str| {
            let presence = self.scopes.presence(name);
            matches!(presence, Definedness::Certain | Definedness::Absent)
        };
        name.filter(is_there)
            .map(|name| self.scopes.original(name).into())
    }

    /// Notes which entries of a hash that is assigned are copies of variables.
    pub(super) fn note_entries(&mut self, name: &SmolStr, right: ExprId) {
        let Expr::LiteralHash(entries) = self.body.expr(self.body.without_parentheses(right))
        else {
            return;
        };
        for entry in entries.iter().take(MAX_COPIED_ENTRIES) {
            if let Some(of) = self.copied_variable(entry.value)
                && let Some(key) = self.result(entry.key).value().and_then(text_of_key)
            {
                let path = self.scopes.path(name, &key);
                self.scopes
                    .refine_path(path, self.result(entry.value).clone());
                self.scopes.note_copy(&of);
            }
        }
    }

    /// Whether Puppet has set the variable before the body is evaluated.
    fn is_given(&self, name: &str) -> bool {
        let kind = self.body.definition().kind();
        self.lambdas == 0
            && match name {
                "title" | "name" | "module_name" => matches!(
                    kind,
                    DefinitionKind::Class
                        | DefinitionKind::DefinedType
                        | DefinitionKind::File
                        | DefinitionKind::Node
                ),
                "caller_module_name" => {
                    matches!(kind, DefinitionKind::Class | DefinitionKind::DefinedType)
                }
                "environment" => kind == DefinitionKind::File,
                _ => false,
            }
    }
}

/// Whether values of a type are no lists, hashes or classes, which have a value for each of several variables.
fn is_single(ty: &Type) -> bool {
    *ty == Type::Undef || has_no_elements(ty)
}
