//! Names of modules that only the stub library describes: what the hover says besides.

use puppet_db::{File, Module};
use puppet_project::metadata::Metadata;
use puppet_semantic::index::file_origin::stub_module;

use crate::hover::markup::Markup;
use puppet_ide_db::context::Context;

/// What stands in a stub for what it does not say.
const COMPUTED: &str = "any()";

/// Says where a definition comes from, if its module is not on disk.
pub(super) fn mark(context: Context<'_>, file: File, text: &mut Markup) {
    let Some(module) = stub_module(context.db, file) else {
        return;
    };
    for code in &mut text.code {
        *code = code.replace(COMPUTED, "…");
    }
    text.add(note(context, module));
}

fn note(context: Context<'_>, module: Module) -> Option<String> {
    let metadata = Metadata::parse(module.metadata(context.db)?.text(context.db));
    Some(format!(
        "*From the bundled description of {} {}; the module is not installed.*",
        metadata.name?, metadata.version?
    ))
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::{cursor, definitions};

    const MODULE: &str = "#- /web/metadata.json\n{ \"name\": \"me-web\", \"dependencies\": [\n\
        { \"name\": \"puppetlabs/stdlib\", \"version_requirement\": \">= 9.0.0 < 10.0.0\" }] }\n\
        #- /web/manifests/init.pp\nclass web(Stdlib::Po$0rt $port) { }\n";

    #[test]
    fn hovers_say_that_the_module_is_not_installed() {
        let (analysis, position) = cursor(MODULE);
        let hover = analysis.hover(position).expect("not cancelled");
        let text = hover.map(|it| it.plain_text()).unwrap_or_default();
        assert!(
            text.starts_with("type Stdlib::Port = Integer[0, 65535]"),
            "{text}"
        );
        assert!(
            text.contains("From the bundled description of puppetlabs-stdlib 9."),
            "{text}"
        );
    }

    #[test]
    fn there_is_no_file_to_open() {
        assert_eq!(definitions(MODULE), "");
    }
}
