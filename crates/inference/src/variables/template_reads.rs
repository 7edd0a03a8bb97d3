//! The variables of a body that templates in Embedded Ruby read.

use puppet_db::{Db, Environment};
use smol_str::SmolStr;

use crate::templates::signature::{ruby_template, template_reads};
use crate::variables::body_reads::BodyReads;

/// `template('a/b.erb')`: the variables that the template reads.
pub(super) fn add_template(
    db: &dyn Db,
    environment: Environment,
    name: &SmolStr,
    reads: &mut BodyReads,
) {
    let template = ruby_template(db, environment, name);
    let Some(template) = template.map(|file| template_reads(db, file)) else {
        reads.is_open = true;
        return;
    };
    let names = template.variables.iter().map(|it| it.name.as_str().into());
    reads.names.extend(names);
    reads.is_open |= template.is_open;
}
