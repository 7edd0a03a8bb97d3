//! What can be given at a place: the parameters of the function, type, class or template that is being called.
//!
//! [`site`] finds the call around the cursor, the other files say what it can be given.

mod attributes;
mod functions;
mod label;
mod ruby_code;
mod site;
#[cfg(test)]
mod tests;
mod type_parameters;
mod ways;

use puppet_db::File;
use puppet_text::{TextRange, TextSize};

use crate::analysis::Context;
use crate::syntax;
use site::{Site, site_at};
pub(crate) use ways::{ways, ways_at};

/// The ways to call something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignatureHelp {
    /// At least one.
    pub signatures: Vec<SignatureInfo>,
    /// The one that fits the arguments so far.
    pub active: usize,
}

/// One way to call something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignatureInfo {
    /// All of it on one line.
    pub label: String,
    /// Markdown.
    pub documentation: Option<String>,
    /// What it can be given.
    pub parameters: Vec<ParameterInfo>,
    /// The parameter that the cursor stands in.
    pub active_parameter: Option<usize>,
}

/// A parameter of a [`SignatureInfo`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParameterInfo {
    /// Its place in the label, in bytes.
    pub range: TextRange,
    /// Markdown.
    pub documentation: Option<String>,
}

/// The ways to call a function, one on each line.
pub(crate) fn labels(context: Context<'_>, file: File, name: &str) -> Vec<String> {
    let help = functions::function(context, file, name, &[], 0).unwrap_or_default();
    let labels: Vec<String> = help.signatures.into_iter().map(|it| it.label).collect();
    Vec::from_iter(Some(labels.join("\n")).filter(|code| !code.is_empty()))
}

/// How a template is called, on one line.
pub(crate) fn template_label(context: Context<'_>, file: File, name: &str) -> Option<String> {
    let help = attributes::template(context, file, name, None)?;
    Some(help.signatures.into_iter().next()?.label)
}

pub(crate) fn signature_help(
    context: Context<'_>,
    file: File,
    offset: TextSize,
) -> Option<SignatureHelp> {
    let root = syntax::root(context.db, file);
    let help = match site_at(&root, offset)? {
        Site::Function {
            name,
            arguments,
            active,
        } => functions::function(context, file, &name, &arguments, active)?,
        Site::New {
            ty,
            arguments,
            active,
        } => functions::new(context, file, &ty, &arguments, active)?,
        Site::Attributes { of, active } => {
            attributes::attributes(context, file, &of, active.as_deref())?
        }
        Site::Type { of, active } => type_parameters::parameters(of, active)?,
        Site::Task {
            name,
            active,
            argument,
        } => attributes::task(context, file, &name, active.as_deref())
            .or_else(|| functions::function(context, file, "run_task", &[], argument))?,
        Site::Template { name, active } => {
            attributes::template(context, file, &name, active.as_deref())?
        }
    };
    (!help.signatures.is_empty()).then_some(help)
}
