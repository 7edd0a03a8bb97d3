//! Attributes of resources, parameters of classes and of templates.

use puppet_library::{AttributeStub, Library};
use puppet_syntax::ast::{AstNode, Documentation, Param};

use super::label::Label;
use super::{Importance, SignatureHelp, SignatureInfo};
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::AttributeOwner;
use puppet_ide_db::defs::{resolve, template};
use puppet_ide_db::documentation::builtin::attribute_code;
use puppet_ide_db::parameters::required_name;
use puppet_ide_db::ruby::definitions;
use puppet_ide_db::syntax_ext::{one_line, whole_line};
use puppet_ide_db::{documentation, syntax_ext};
use puppet_semantic::tasks;

pub(super) fn attributes(
    context: FileContext<'_>,
    of: &AttributeOwner,
    active: Option<&str>,
) -> Option<SignatureHelp> {
    if let Some((_, definition)) = resolve::attribute_holder(context, of) {
        let comment = definition.documentation();
        let head = match of {
            AttributeOwner::Class(name) => format!("class {{ '{name}': "),
            AttributeOwner::ResourceType(name) => format!("{} {{ ", name.to_ascii_lowercase()),
            AttributeOwner::Plan(name) => {
                let head = format!("run_plan('{name}', ");
                let parameters = definition.parameters();
                let comment = comment.as_ref();
                return Some(of_parameters((head, ")"), parameters, comment, active));
            }
            AttributeOwner::Template(_) => return None,
        };
        return Some(of_parameters(
            (head, " }"),
            definition.parameters(),
            comment.as_ref(),
            active,
        ));
    }
    let AttributeOwner::ResourceType(name) = of else {
        return None;
    };
    let name = name.to_ascii_lowercase();
    let Some(stub) = Library.resource_type(&name) else {
        return of_ruby(context, &name, active);
    };
    let mut list = ParameterList::new(format!("{} {{ ", stub.name), " }", active);
    for attribute in stub.ordered_attributes().filter(|it| !it.read_only) {
        let importance = match attribute.required {
            true => Importance::Required,
            false if stub.common.contains(&attribute.name) => Importance::Common,
            false => Importance::Other,
        };
        list.stub(attribute, importance);
    }
    Some(list.finish(&stub.summary))
}

/// The attributes of a resource type that a module defines in Ruby.
fn of_ruby(context: FileContext<'_>, name: &str, active: Option<&str>) -> Option<SignatureHelp> {
    let (_, definition) = definitions::resource_type(context, name)?;
    let attributes = definitions::attributes(context, name)?;
    let mut list = ParameterList::new(format!("{name} {{ "), " }", active);
    for attribute in attributes {
        let code = definitions::attribute_code(&attribute);
        let importance = Importance::of(attribute.required);
        list.push(&attribute.name, &code, attribute.docs, importance);
    }
    Some(list.finish(&definition.documentation.unwrap_or_default()))
}

/// The parameters of a template.
pub(super) fn template(
    context: FileContext<'_>,
    name: &str,
    active: Option<&str>,
) -> Option<SignatureHelp> {
    let template = template::template(context, name)?;
    let root = syntax_ext::root(context.db, template);
    let parameters = template::parameters(&root)?;
    let head = format!("epp('{name}', {{ ");
    Some(of_parameters(
        (head, " })"),
        parameters.parameters(),
        None,
        active,
    ))
}

/// The parameters of a task.
pub(super) fn task(
    context: FileContext<'_>,
    name: &str,
    active: Option<&str>,
) -> Option<SignatureHelp> {
    let (_, task) = tasks::task(context.db, context.file, name)?;
    let head = format!("run_task('{name}', $targets, ");
    let mut list = ParameterList::new(head, ")", active);
    for parameter in &task.parameters {
        let text = parameter.description.clone();
        let code = parameter.code();
        let importance = Importance::of(!code.contains("Optional["));
        list.push(&parameter.name, &code, text, importance);
    }
    Some(list.finish(task.description.as_deref().unwrap_or_default()))
}

/// A list of parameters between a head and a tail.
fn of_parameters(
    (head, tail): (String, &'static str),
    parameters: impl Iterator<Item = Param>,
    comment: Option<&Documentation>,
    active: Option<&str>,
) -> SignatureHelp {
    let mut list = ParameterList::new(head, tail, active);
    for parameter in parameters {
        let Some(name) = parameter.name() else {
            continue;
        };
        let ty = parameter
            .ty()
            .map_or_else(|| "Any".to_owned(), |ty| whole_line(ty.syntax()));
        let default = parameter
            .default_value()
            .map_or_else(String::new, |it| format!(" = {}", one_line(it.syntax())));
        let text = comment.and_then(|comment| documentation::parameter(comment, &name));
        let code = format!("{name} => {ty}{default}");
        let importance = Importance::of(required_name(parameter).is_some());
        list.push(&name, &code, text, importance);
    }
    let summary = comment.and_then(Documentation::summary).unwrap_or_default();
    list.finish(summary)
}

/// Attributes while they are listed.
struct ParameterList<'a> {
    label: Label,
    tail: &'static str,
    count: usize,
    wanted: Option<&'a str>,
    active: Option<usize>,
}

impl<'a> ParameterList<'a> {
    fn new(head: String, tail: &'static str, wanted: Option<&'a str>) -> Self {
        Self {
            label: Label::new(head, ", "),
            tail,
            count: 0,
            wanted,
            active: None,
        }
    }

    fn push(
        &mut self,
        name: &str,
        text: &str,
        documentation: Option<String>,
        importance: Importance,
    ) {
        if self.wanted == Some(name) {
            self.active = Some(self.count);
        }
        self.count += 1;
        self.label.parameter(text, documentation, importance);
    }

    fn stub(&mut self, stub: &AttributeStub, importance: Importance) {
        let documentation = Some(stub.summary.clone()).filter(|text| !text.is_empty());
        self.push(&stub.name, &attribute_code(stub), documentation, importance);
    }

    /// The list, with the metaparameter at the cursor if it is one.
    fn finish(mut self, summary: &str) -> SignatureHelp {
        if self.active.is_none() {
            let wanted = self.wanted;
            if let Some(meta) = wanted.and_then(|name| Library.metaparameter(name)) {
                self.stub(meta, Importance::Other);
            }
        }
        let documentation = Some(summary.to_owned()).filter(|text| !text.is_empty());
        let mut signature: SignatureInfo = self.label.finish(self.tail, documentation);
        signature.active_parameter = self.active;
        SignatureHelp {
            signatures: vec![signature],
            active: 0,
        }
    }
}
