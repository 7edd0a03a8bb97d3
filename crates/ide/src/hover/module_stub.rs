//! Names of modules that only the stub library describes: the note in the hover.

use puppet_db::{File, Module};
use puppet_project::metadata::Metadata;
use puppet_semantic::index::file_origin::stub_module;

use crate::hover::markup::Markup;
use crate::hover::missing_module::declared_at;
use puppet_ide_db::context::FileContext;

/// What stands in a stub for what it does not say.
const COMPUTED: &str = "any()";

/// Says where a definition that a file names comes from, if its module is not on disk.
pub(super) fn mark(context: FileContext<'_>, file: File, text: &mut Markup) {
    let Some(module) = stub_module(context.db, file) else {
        return;
    };
    for code in &mut text.code {
        *code = code.replace(COMPUTED, "…");
    }
    text.add(note(context, module));
}

fn note(context: FileContext<'_>, module: Module) -> Option<String> {
    let db = context.db;
    let metadata = Metadata::parse(module.metadata(db)?.text(db));
    let place = declared_at(db, context.file, module.name(db));
    let place = place.map(|it| format!(" ({it})")).unwrap_or_default();
    Some(format!(
        "*From the bundled description of {} {}; the module{place} is not installed.*",
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
            text.contains("From the bundled description of puppetlabs-stdlib 9.")
                && text.contains("the module (web/metadata.json:2) is not installed"),
            "{text}"
        );
    }

    #[test]
    fn resource_types_list_their_attributes() {
        let (analysis, position) = cursor(
            "#- /Puppetfile\nmod 'puppetlabs-firewall', '8.1.0'\n#- /manifests/site.pp\nfire$0wall { 'a': }\n",
        );
        let hover = analysis.hover(position).expect("not cancelled");
        let text = hover.map(|it| it.plain_text()).unwrap_or_default();
        assert!(
            text.contains("Attributes: `ensure`, `name`") && text.contains(" more\n"),
            "{text}"
        );
    }

    #[test]
    fn marks_of_stubs_are_no_documentation() {
        let (analysis, position) = cursor(&MODULE.replace(
            "class web(Stdlib::Po$0rt $port) { }",
            "class web { ensure_pack$0ages(['vim']) }",
        ));
        let hover = analysis.hover(position).expect("not cancelled");
        let text = hover.map(|it| it.plain_text()).unwrap_or_default();
        let note =
            "ensure_packages(Any *$args)\n\n*From the bundled description of puppetlabs-stdlib";
        assert!(text.starts_with(note), "{text}");
    }

    #[test]
    fn the_declaration_of_the_module_is_opened_and_no_stub() {
        let expected = "/web/metadata.json:2: \"puppetlabs/stdlib\"";
        assert_eq!(definitions(MODULE), expected);
    }
}
