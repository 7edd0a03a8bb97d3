//! Names of modules that are not installed: the module, and the file that declares it.

use std::sync::Arc;

use puppet_db::{Db, Environment, File, editor_line_index};
use puppet_project::autoload;
use puppet_semantic::index::file_origin::{owner, stub_module};
use puppet_semantic::missing_modules::declaration_of;
use puppet_semantic::resolve::module_items::module_named;
use puppet_semantic::ruby::plugins::{PluginKind, plugin};
use puppet_text::{Column, TextSize};

use crate::hover::markup::Markup;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{AttributeOwner, NameRef, NameRefKind};
use puppet_ide_db::position::NavigationTarget;

/// Names that look like those of modules, and are Puppet's own.
const OWN: [&str; 3] = ["pcore", "puppet", "settings"];

/// What is known of a name whose module is not installed.
pub(super) fn describe(context: FileContext<'_>, at: &NameRef) -> Option<Markup> {
    let db = context.db;
    let (module, is_certain) = missing_module(db, context.file, &at.name)?;
    // Any string with `::` inside may be something else than a name.
    let undeclared = || {
        is_certain.then(|| said(format!(
            "Module `{module}` is not installed, and no `Puppetfile`, `metadata.json` or `.fixtures.yml` declares it. \
             Its definitions cannot be checked."
        )))
    };
    not_installed(db, context.file, &module).or_else(undeclared)
}

/// Where a file declares the module of a name, if it is not installed.
pub(crate) fn declaration(context: FileContext<'_>, at: &NameRef) -> Option<NavigationTarget> {
    let (module, _) = missing_module(context.db, context.file, &at.name)?;
    let (by, range) = declaration_of(context.db, context.file, &module)?;
    Some(NavigationTarget {
        file: context.files.id(context.db, by),
        full_range: range,
        focus_range: range,
    })
}

/// The module of a name that is not installed, and whether the name can be nothing else.
fn missing_module(db: &dyn Db, file: File, name: &NameRefKind) -> Option<(String, bool)> {
    let environment = owner(db, file)?.environment;
    let Some(named) = ModuleName::of(name) else {
        let module = described_module(db, environment, name)?;
        return Some((module.to_string(), false));
    };
    let module = autoload::module_name(named.name).to_lowercase();
    let is_module = autoload::is_module_directory_name(&module) && !OWN.contains(&&*module);
    let is_here = || {
        let named = module_named(db, environment, &module);
        named.is_some_and(|module| !module.origin(db).is_stub())
    };
    (is_module && !is_here()).then_some((module, named.is_certain))
}

/// What is known of a module that is declared.
fn not_installed(db: &dyn Db, file: File, module: &str) -> Option<Markup> {
    let place = declared_at(db, file, module)?;
    Some(said(format!(
        "Module `{module}` ({place}) is not installed, so its definitions cannot be checked."
    )))
}

fn said(text: String) -> Markup {
    Markup::new(String::new(), Some(text))
}

/// The module of a name without a namespace that the Ruby code of some version of the module defines.
fn described_module(db: &dyn Db, environment: Environment, name: &NameRefKind) -> Option<Arc<str>> {
    use PluginKind::{Function, LegacyFunction, ResourceType};
    let (name, kinds): (_, &[PluginKind]) = match name {
        NameRefKind::Function(name) => (name, &[Function, LegacyFunction]),
        NameRefKind::Type(name)
        | NameRefKind::ResourceType(name)
        | NameRefKind::Attribute {
            of: AttributeOwner::ResourceType(name),
            ..
        } => (name, &[ResourceType]),
        _ => return None,
    };
    let name = name.trim_start_matches("::").to_lowercase();
    let mut files = kinds.iter();
    let file = files.find_map(|kind| plugin(db, environment, *kind, &name))?;
    Some(Arc::clone(stub_module(db, file)?.name(db)))
}

/// A name that leads to a module.
struct ModuleName<'a> {
    pub name: &'a str,
    /// Whether it cannot be anything but a name in a module.
    is_certain: bool,
}

impl<'a> ModuleName<'a> {
    /// Names of classes lead to modules, and others if they have a namespace.
    fn of(name: &'a NameRefKind) -> Option<Self> {
        let (name, is_class, is_certain) = match name {
            NameRefKind::Class(name)
            | NameRefKind::Attribute {
                of: AttributeOwner::Class(name),
                ..
            } => (name, true, true),
            NameRefKind::Type(name)
            | NameRefKind::Function(name)
            | NameRefKind::ResourceType(name)
            | NameRefKind::Plan(name)
            | NameRefKind::Attribute {
                of: AttributeOwner::ResourceType(name),
                ..
            } => (name, false, true),
            NameRefKind::MaybeClass(name) => (name, false, false),
            _ => return None,
        };
        let name = name.trim_start_matches("::");
        let has_namespace = name.contains("::");
        (is_class || has_namespace).then_some(Self {
            name,
            is_certain: is_certain && has_namespace,
        })
    }
}

/// Where a module is declared that a file uses, as `Puppetfile:31`.
pub(super) fn declared_at(db: &dyn Db, file: File, module: &str) -> Option<String> {
    let (by, range) = declaration_of(db, file, module)?;
    let environment = owner(db, by)?.environment;
    Some(place(db, environment, by, range.start()))
}

/// A place below the root of the environment.
fn place(db: &dyn Db, environment: Environment, file: File, at: TextSize) -> String {
    let path: &str = file.path(db);
    let below = path.strip_prefix(&**environment.root(db));
    let shown = below.map_or(path, |below| below.trim_start_matches('/'));
    let line = editor_line_index(db, file).line_col(at, Column::Bytes).line + 1;
    format!("{shown}:{line}")
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n\
             #- /Puppetfile\nforge 'https://forge'\nmod 'puppet/keepalived', '1.0.0'\nmod 'puppetlabs/stdlib'\n\
             #- /modules/web/metadata.json\n{{ \"name\": \"me-web\", \"dependencies\": [\n{{ \"name\": \"puppetlabs/apt\" }}] }}\n\
             #- /modules/web/manifests/sub.pp\nclass web::sub {{ }}\n\
             #- /modules/web/manifests/init.pp\nclass web {{\n{code}\n}}\n"
        ));
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    #[test]
    fn names_of_declared_modules_lead_to_the_declaration() {
        let keepalived = "Module `keepalived` (Puppetfile:2) is not installed";
        for code in [
            "include keep$0alived",
            "include keepalived::v$0rrp",
            "contain '::keepalived::v$0rrp'",
            "class { 'keepalived::v$0rrp': }",
            "Class['keepalived::v$0rrp'] -> Class['web::sub']",
            "keepalived::vrrp::script { $0'x': }"
                .replace("script { $0", "scr$0ipt { ")
                .as_str(),
            "keepalived::vrrp::script { 'x': inter$0val => 1 }",
            "$x = keepalived::s$0um(1)",
            "Keepalived::Vrrp::Scr$0ipt['x'] -> Class['web::sub']",
        ] {
            let shown = of(code);
            assert!(shown.starts_with(keepalived), "{code}: {shown}");
        }
        let alias = of("$x = 1 =~ Stdlib::IP::Add$0ress");
        assert!(
            alias.starts_with("Module `stdlib` (Puppetfile:3)"),
            "{alias}"
        );
        let dependency = of("include apt::up$0date");
        assert!(
            dependency.starts_with("Module `apt` (modules/web/metadata.json:2)"),
            "{dependency}"
        );
    }

    #[test]
    fn names_that_some_version_of_a_declared_module_defines() {
        let stdlib = "Module `stdlib` (Puppetfile:3) is not installed";
        for code in [
            "file_l$0ine { 'x': }",
            "file_line { 'x': li$0ne => 'y' }",
            "File_l$0ine['x'] -> Class['web::sub']",
            "ensure_pack$0ages(['vim'])",
        ] {
            let shown = of(code);
            assert!(shown.starts_with(stdlib), "{code}: {shown}");
        }
    }

    #[test]
    fn names_of_modules_that_no_file_declares() {
        for code in [
            "include none::x$0y",
            "$x = 1 =~ None::Ty$0pe",
            "none::a$0b { 'x': }",
        ] {
            let shown = of(code);
            assert!(
                shown.starts_with("Module `none` is not installed, and no `Puppetfile`"),
                "{code}: {shown}"
            );
        }
    }

    #[test]
    fn modules_beside_an_environment_use_its_puppetfile() {
        for (name, declared) in [
            ("keep$0alived", "(Puppetfile:1)"),
            ("apt::up$0date", "(ntp/metadata.json:1)"),
        ] {
            let (analysis, position) = cursor(&format!(
                "#- /environment.conf\nmodulepath = site\n\
                 #- /Puppetfile\nmod 'puppet/keepalived', '1.0.0'\n\
                 #- /modules/local/dns/manifests/init.pp\nclass dns {{ }}\n\
                 #- /modules/local/ntp/metadata.json\n{{ \"dependencies\": [{{ \"name\": \"puppetlabs/apt\" }}] }}\n\
                 #- /modules/local/ntp/manifests/init.pp\nclass ntp {{\ninclude {name}\n}}\n"
            ));
            let hover = analysis.hover(position).expect("not cancelled");
            let shown = hover.map(|it| it.plain_text()).unwrap_or_default();
            assert!(shown.contains(declared), "{name}: {shown}");
        }
    }

    #[test]
    fn incomplete_code() {
        for code in [
            "include keep$0alived::",
            "keepalived::vrrp::scr$0ipt { 'x':",
            "$x = keepalived::s$0um(",
        ] {
            let shown = of(code);
            assert!(shown.contains("(Puppetfile:2)"), "{code}: {shown}");
        }
    }

    #[test]
    fn other_names_are_left_alone() {
        for code in [
            "include web::no$0ne",
            "include not$0hing",
            "$x = 'none::te$0xt'",
            "$x = 1 =~ Pcore::Any$0Type",
            "nothing$0 { 'x': }",
        ] {
            let shown = of(code);
            assert!(!shown.contains("not installed"), "{code}: {shown}");
        }
    }
}
