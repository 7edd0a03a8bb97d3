//! Signature help: the parameters of the function, type, class or template that is being called.
//!
//! [`site`] finds the call around the cursor, the other files say what it can be given.

mod active_parameter;
mod active_signature;
mod attributes;
mod call_site;
mod functions;
mod label;
mod overloads;
mod ruby_code;
mod shorten;
#[cfg(test)]
mod shorten_tests;
#[cfg(test)]
mod tests;
mod type_parameters;

use puppet_text::{TextRange, TextSize};

use crate::signature_help::call_site::{CallSite, site_at};
pub(crate) use overloads::{overloads, overloads_at};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::syntax_ext;
use shorten::{Arguments, shorten};

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
    /// How likely an argument is meant for it.
    pub importance: Importance,
}

/// How likely an argument is meant for a parameter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Importance {
    /// It must be given.
    Required,
    /// It is given often.
    Common,
    /// It is given now and then.
    #[default]
    Other,
}

impl Importance {
    /// That of a parameter that must be given, or not.
    fn of(is_required: bool) -> Self {
        if is_required {
            Self::Required
        } else {
            Self::Other
        }
    }
}

/// The ways to call a function, one on each line.
pub(crate) fn labels(context: FileContext<'_>, name: &str) -> Vec<String> {
    let help = functions::function(context, name, &[], 0).unwrap_or_default();
    let labels: Vec<String> = help.signatures.into_iter().map(|it| it.label).collect();
    Vec::from_iter(Some(labels.join("\n")).filter(|code| !code.is_empty()))
}

/// The first way to call a function, and how many others there are.
pub(crate) fn short_label(context: FileContext<'_>, function: &str) -> Option<String> {
    let labels = labels(context, function).concat();
    let mut labels = labels.lines();
    let first = labels.next()?;
    Some(match labels.count() {
        0 => first.to_owned(),
        1 => format!("{first} (1 more form)"),
        count => format!("{first} ({count} more forms)"),
    })
}

/// How a template is called, on one line.
pub(crate) fn template_label(context: FileContext<'_>, name: &str) -> Option<String> {
    let help = attributes::template(context, name, None)?;
    Some(help.signatures.into_iter().next()?.label)
}

/// Why signature help is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignatureTrigger {
    /// The user has asked for it.
    Invoked,
    /// Something was typed.
    Typed {
        /// The label that is shown already.
        shown: Option<String>,
    },
}

impl SignatureTrigger {
    /// Whether a resource may be described: only where the user has asked for it, and while its box stays open.
    fn shows_resource(&self, help: &SignatureHelp) -> bool {
        let head = |label: &str| label.split_once('{').map(|(head, _)| head.to_owned());
        match self {
            Self::Invoked => true,
            Self::Typed { shown } => {
                let shown = shown.as_deref().and_then(head);
                let first = help.signatures.first();
                shown.is_some() && shown == first.and_then(|it| head(&it.label))
            }
        }
    }
}

/// The call around an offset, in at most five lines.
pub(crate) fn signature_help(
    context: FileContext<'_>,
    offset: TextSize,
    trigger: &SignatureTrigger,
) -> Option<SignatureHelp> {
    let site = site_at(&syntax_ext::root(context.db, context.file), offset)?;
    let is_resource = matches!(
        &site,
        CallSite::Attributes {
            of: AttributeOwner::ResourceType(_) | AttributeOwner::Class(_),
            ..
        }
    );
    let (help, arguments) = of_site(context, site)?;
    if is_resource && !trigger.shows_resource(&help) {
        return None;
    }
    let signatures = help.signatures.iter().map(|it| shorten(it, arguments));
    Some(SignatureHelp {
        signatures: signatures.collect(),
        active: help.active,
    })
    .filter(|help| !help.signatures.is_empty())
}

fn of_site(context: FileContext<'_>, site: CallSite) -> Option<(SignatureHelp, Arguments)> {
    let positional = |help| Some((help, Arguments::Positional));
    let named = |help| Some((help, Arguments::Named));
    match site {
        CallSite::Function {
            name,
            arguments,
            active,
        } => functions::function(context, &name, &arguments, active).and_then(positional),
        CallSite::New {
            ty,
            arguments,
            active,
        } => functions::new(context, &ty, &arguments, active).and_then(positional),
        CallSite::Attributes { of, active } => {
            attributes::attributes(context, &of, active.as_deref()).and_then(named)
        }
        CallSite::Type { of, active } => {
            type_parameters::parameters(of, active).and_then(positional)
        }
        CallSite::Task {
            name,
            active,
            argument,
        } => attributes::task(context, &name, active.as_deref())
            .and_then(named)
            .or_else(|| {
                functions::function(context, "run_task", &[], argument).and_then(positional)
            }),
        CallSite::Template { name, active } => {
            attributes::template(context, &name, active.as_deref()).and_then(named)
        }
    }
}
