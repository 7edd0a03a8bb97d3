//! Unknown providers.
//!
//! Source: `Puppet::Type.newparam(:provider)`, which every type with providers has.

use puppet_types::Value;
use smol_str::SmolStr;

use crate::resources::invalid_attribute_value::refused;
use puppet_inference::body_context::Context;
use puppet_inference::body_context::attribute_sources::Uses;
use puppet_semantic::body_diagnostic::BodyDiagnostic;
use puppet_semantic::index::completeness::completeness;
use puppet_semantic::resolve::assets::has_providers;
use puppet_semantic::resource_types::ResourceTypeInfo;
use puppet_semantic::resource_types::providers::may_have;
use puppet_text::closest;
use puppet_types::inferred::Inferred;

pub fn check(
    context: &Context<'_>,
    uses: &Uses<'_>,
    info: &ResourceTypeInfo,
    out: &mut Vec<BodyDiagnostic>,
) {
    let Some(given) = uses
        .declaration
        .attribute("provider")
        .filter(|it| !it.is_inherited)
    else {
        return;
    };
    let Inferred::Value(Value::String(name)) = &given.value else {
        return;
    };
    let (db, environment) = (context.db, context.environment());
    let is_known = info.providers.contains(name) || may_have(db, environment, &info.name, name);
    let are_listed =
        !info.providers.is_empty() || has_providers(db, environment, &info.name) == Some(true);
    // The provider may be defined in a file of another name, or come with a module that is not here.
    let similar = closest(name, info.providers.iter().map(|it| &**it));
    let is_absent = || {
        completeness(db, environment, context.item.file)
            .is_absent(name, || similar.map(SmolStr::from))
    };
    if is_known || !are_listed || !is_absent() {
        return;
    }
    let reason = format!("Invalid {} provider '{name}'", info.name);
    out.push(refused(uses, "provider", given.value_at, &reason).with_closest(similar));
}
