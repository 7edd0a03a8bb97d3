//! The types that a value is expected to have where it ends up.

use std::sync::Arc;

use puppet_inference::functions::callable::{Callee, callee};
use puppet_semantic::NameResolver;
use puppet_semantic::index::file_origin::owner;
use puppet_semantic::tasks;
use puppet_text::TextSize;
use puppet_types::Type;

use crate::context::FileContext;
use crate::dataflow::type_path::{PathSegment, types_below};
use crate::dataflow::value_sink::{SinkKind, ValueSink};
use crate::parameters::{attribute_type, template_type};
use crate::syntax_ext;

impl ValueSink {
    /// The same at a place of the text; of a variable, what it is given to.
    pub fn sinks_at(&self, context: FileContext<'_>, offset: TextSize) -> Vec<Self> {
        let root = syntax_ext::root(context.db, context.file);
        let place = syntax_ext::node_before(&root, offset).unwrap_or(root);
        self.clone().resolve(&place)
    }

    /// The types that it may have, without aliases and unions.
    pub fn types(&self, context: FileContext<'_>) -> Vec<Type> {
        self.types_of(context).unwrap_or_default()
    }

    fn types_of(&self, context: FileContext<'_>) -> Option<Vec<Type>> {
        let owner = owner(context.db, context.file)?;
        let (types, path) = match (&self.of, &*self.path) {
            (SinkKind::Attribute(of, name), path) => {
                (Vec::from_iter(attribute_type(context, of, name)), path)
            }
            (SinkKind::Attributes(of), [PathSegment::Key(name), path @ ..]) => {
                (Vec::from_iter(attribute_type(context, of, name)), path)
            }
            (SinkKind::Template(template), [PathSegment::Key(name), path @ ..]) => {
                (Vec::from_iter(template_type(context, template, name)), path)
            }
            (SinkKind::Argument(function, index), path) => {
                (argument_types(context, function, *index), path)
            }
            (SinkKind::Task(task), [PathSegment::Key(name), path @ ..]) => {
                (Vec::from_iter(task_type(context, task, name)), path)
            }
            (SinkKind::New(alias), path) => {
                let name = alias.trim_start_matches("::");
                (vec![Type::Alias(Arc::new(name.into()))], path)
            }
            _ => return None,
        };
        let names = NameResolver::new(context.db, owner.environment, context.file);
        let parts = types.iter().flat_map(|ty| types_below(&names, ty, path));
        Some(parts.collect())
    }
}

/// The type of a parameter of a task.
fn task_type(context: FileContext<'_>, task: &str, name: &str) -> Option<Type> {
    let (_, task) = tasks::task(context.db, context.file, task)?;
    let parameter = task.parameters.iter().find(|it| it.name == name)?;
    tasks::parameter_type(context.db, context.file, parameter)
}

/// The types that a function takes as an argument, one for each of its forms.
pub fn argument_types(context: FileContext<'_>, function: &str, index: usize) -> Vec<Type> {
    let environment = owner(context.db, context.file).map(|it| it.environment);
    let callee = environment.map(|it| callee(context.db, it, context.file, function));
    let Some(Callee::Known(callables)) = callee else {
        return Vec::new();
    };
    let overloads = callables.overloads.iter();
    let params = overloads.filter_map(|it| it.callable.params.as_ref());
    params
        .filter_map(|params| params.type_at(index).cloned())
        .collect()
}
