//! Templates: parameters of those in Embedded Puppet, and reads of those in Embedded Ruby.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, has_syntax_errors};
use puppet_hir::model::{Body, Expr, Parameter};
use puppet_ruby::TemplateReads;
use puppet_syntax::Entry;
use puppet_types::Type;

use crate::functions::item_signature::{ParameterSignature, Parameters, has_nothing_to_describe};
use crate::infer;
use puppet_semantic::index::item_tree::{Item, body};
use puppet_semantic::resolve::assets::{Asset, AssetKind, asset};
use puppet_semantic::resolve::name_resolver::NameResolver;
use puppet_types::inferred::Inferred;

/// The parameters of a template, in their order. Without any, it takes every key.
pub type TemplateSignature = Parameters;

/// What a template file takes; `None` if it cannot be read.
#[salsa::tracked(returns(clone))]
pub fn template_signature(
    db: &dyn Db,
    environment: Environment,
    item: Item,
) -> Option<TemplateSignature> {
    if has_syntax_errors(db, item.file) || item.file.problem(db).is_some() {
        return None;
    }
    let names = NameResolver::new(db, environment, item.file);
    of_body(&names, &body(db, item))
}

/// What a template takes that stands in the code; `None` if it cannot be read.
pub fn inline_template_signature(
    names: &NameResolver<'_>,
    template: &str,
) -> Option<TemplateSignature> {
    let parse = puppet_syntax::parse(template, Entry::Epp);
    if parse.is_refused() {
        return None;
    }
    let (program, _) = puppet_hir::lower(&parse);
    of_body(names, program.file()?)
}

fn of_body<'a>(names: &'a NameResolver<'a>, body: &'a Body) -> Option<TemplateSignature> {
    let root = body.root()?;
    let Expr::Lambda { parameters, .. } = body.expr(root) else {
        return None;
    };
    let mut evaluator = infer::ConstantEvaluator::new(names, body);
    let signature = |parameter: &Parameter| {
        let declared = parameter
            .type_expr
            .map(|ty| infer::declared_type(&evaluator.evaluate(ty)));
        ParameterSignature {
            name: parameter.name.clone(),
            part: parameter.part,
            ty: match declared {
                None => Type::Any,
                Some(Inferred::Type(ty)) if !has_nothing_to_describe(&ty) => ty,
                Some(_) => Type::Unknown,
            },
            has_default: parameter.value.is_some(),
            captures_rest: parameter.captures_rest,
        }
    };
    Some(parameters.iter().map(signature).collect())
}

/// What `template()` renders under a name, if its text can be read. It is Embedded Ruby, whatever the file is called.
pub fn ruby_template(db: &dyn Db, environment: Environment, name: &str) -> Option<File> {
    match asset(db, environment, AssetKind::Template, name) {
        Asset::Found(file) => file.filter(|file| file.problem(db).is_none()),
        Asset::Absent(_) | Asset::Unknown => None,
    }
}

/// The variables that a template in Embedded Ruby reads.
#[salsa::tracked(returns(clone))]
pub fn template_reads(db: &dyn Db, template: File) -> Arc<TemplateReads> {
    Arc::new(puppet_ruby::read_template(template.text(db)))
}
