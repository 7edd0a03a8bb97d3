//! Symbols in the grammar of SCIP: `puppet-analyzer puppet puppetlabs-apache 5.5.0 apache/vhost#`.

use puppet_ide::{Descriptor, FileRange, IndexedSymbol, Package, SymbolName};

/// The symbol of a definition.
pub fn symbol(indexed: &IndexedSymbol) -> String {
    match &indexed.name {
        SymbolName::Local => format!("local {}", local(indexed.declared_at)),
        SymbolName::Global(package, steps) => global(package, steps),
    }
}

/// The symbol in which a definition stands; empty if there is none.
pub fn enclosing_symbol(indexed: &IndexedSymbol) -> String {
    match &indexed.name {
        SymbolName::Global(package, steps) if is_inside_definition(steps) => {
            global(package, steps.get(..steps.len() - 1).unwrap_or_default())
        }
        _ => String::new(),
    }
}

/// The name without what it stands in; `None` for local ones.
pub fn display_name(indexed: &IndexedSymbol) -> Option<&str> {
    match &indexed.name {
        SymbolName::Local => None,
        SymbolName::Global(_, steps) => steps.last().map(name),
    }
}

fn is_inside_definition(steps: &[Descriptor]) -> bool {
    let around = steps.iter().rev().nth(1);
    matches!(around, Some(Descriptor::Type(_) | Descriptor::Function(_)))
}

fn local(declared_at: Option<FileRange>) -> u32 {
    declared_at.map_or(0, |at| at.range.start().into())
}

fn global(package: &Package, steps: &[Descriptor]) -> String {
    let (manager, name, version) = match package {
        Package::None => ("", "", ""),
        Package::Puppet => ("puppet", "puppet", ""),
        Package::Module(name, version) => ("puppet", &**name, &**version),
    };
    let [manager, name, version] = [manager, name, version].map(part);
    let steps: String = steps.iter().map(descriptor).collect();
    format!("puppet-analyzer {manager} {name} {version} {steps}")
}

/// A part in front of the descriptors: an empty one is a dot, and a space is written twice.
fn part(text: &str) -> String {
    match text {
        "" => ".".to_owned(),
        text => text.replace(' ', "  "),
    }
}

fn descriptor(step: &Descriptor) -> String {
    let name = identifier(name(step));
    match step {
        Descriptor::Namespace(_) => format!("{name}/"),
        Descriptor::Type(_) => format!("{name}#"),
        Descriptor::Function(_) => format!("{name}()."),
        Descriptor::Parameter(_) => format!("({name})"),
        Descriptor::Term(_) => format!("{name}."),
    }
}

fn name(step: &Descriptor) -> &str {
    match step {
        Descriptor::Namespace(name)
        | Descriptor::Type(name)
        | Descriptor::Function(name)
        | Descriptor::Parameter(name)
        | Descriptor::Term(name) => name,
    }
}

fn identifier(name: &str) -> String {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-' | '$');
    match !name.is_empty() && name.chars().all(is_simple) {
        true => name.to_owned(),
        false => format!("`{}`", name.replace('`', "``")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_follow_the_grammar() {
        let module = Package::Module("me-web".to_owned(), "1.0.0".to_owned());
        let namespace = Descriptor::Namespace("web".to_owned());
        let class = Descriptor::Type("site".to_owned());
        let port = Descriptor::Parameter("port".to_owned());
        for (package, steps, expected) in [
            (
                module,
                vec![namespace, class, port],
                "puppet-analyzer puppet me-web 1.0.0 web/site#(port)",
            ),
            (
                Package::None,
                vec![Descriptor::Term("a b`".to_owned())],
                "puppet-analyzer . . . `a b```.",
            ),
            (
                Package::Puppet,
                vec![Descriptor::Function("split".to_owned())],
                "puppet-analyzer puppet puppet . split().",
            ),
        ] {
            assert_eq!(global(&package, &steps), expected);
        }
    }
}
