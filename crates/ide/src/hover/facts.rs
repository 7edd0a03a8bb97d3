//! Hover of facts: their keys, and the files that record them.

use puppet_library::Library;
use puppet_semantic::facts::recorded::{fact_files, fact_sets};
use puppet_semantic::index::file_origin::owner;

use crate::hover::Hover;
use puppet_ide_completion::fact_keys;
use puppet_ide_db::context::FileContext;
use puppet_ide_db::defs::{NameRef, NameRefKind};

/// More keys than these are not listed.
const MOST: usize = 24;

/// No more than so many files.
const MOST_FILES: usize = 4;

/// `$facts['HERE']`: what has keys.
pub(super) fn fact(context: FileContext<'_>, at: &NameRef) -> Option<Hover> {
    let (NameRefKind::Given(name) | NameRefKind::Fact(name)) = &at.name else {
        return None;
    };
    let path = name.trim_start_matches("::");
    let path = path.strip_prefix("facts.").unwrap_or(path);
    let path: Vec<String> = path.split('.').map(str::to_owned).collect();
    let keys = fact_keys(context, &path);
    let keys: Vec<String> = keys.into_iter().map(|it| it.label.to_string()).collect();
    let recorded = recorded(context, &path.join("."));
    let ty = match &recorded {
        _ if !keys.is_empty() => "Hash",
        Some((ty, _)) => ty,
        None => return None,
    };
    let files = recorded.map(|(_, files)| format!("Known from {files}"));
    let sections: Vec<String> = described_keys(context, &path, &keys)
        .into_iter()
        .chain(files)
        .collect();
    let path: String = path.iter().map(|key| format!("['{key}']")).collect();
    Some(Hover {
        range: at.range,
        code: vec![format!("{ty} $facts{path}")],
        documentation: Some(sections.join("\n\n")),
    })
}

/// The keys of a fact: those that Puppet documents with what they are or with their own keys, then the names of the others.
fn described_keys(context: FileContext<'_>, path: &[String], keys: &[String]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut names = Vec::new();
    for key in keys.iter().take(MOST) {
        match description(context, &[path, std::slice::from_ref(key)].concat()) {
            Some(description) => lines.push(format!("- `{key}`: {description}")),
            None => names.push(format!("`{key}`")),
        }
    }
    if keys.len() > MOST {
        names.push("…".to_owned());
    }
    let title = match lines.is_empty() {
        true => "Keys",
        false => "Other keys",
    };
    let names = (!names.is_empty()).then(|| format!("{title}: {}", names.join(", ")));
    let lines = (!lines.is_empty()).then(|| format!("Keys:\n\n{}", lines.join("\n")));
    lines.into_iter().chain(names).collect()
}

/// What the documentation says of a fact, or else the keys that it has.
fn description(context: FileContext<'_>, path: &[String]) -> Option<String> {
    let stub = Library.fact(&path.join("."));
    if let Some(stub) = stub.filter(|it| !it.summary.is_empty()) {
        return Some(stub.summary.clone());
    }
    let keys = fact_keys(context, path);
    let names: Vec<String> = keys.iter().map(|it| format!("`{}`", it.label)).collect();
    (!names.is_empty() && names.len() <= MOST).then(|| format!("A hash with {}.", names.join(", ")))
}

/// The type of a fact that `facts.d` or a record of a machine has, and the files that have it.
fn recorded(context: FileContext<'_>, path: &str) -> Option<(&'static str, String)> {
    let environment = owner(context.db, context.file)?.environment;
    let ty = *fact_sets(context.db, environment).get(path)?;
    let files = fact_files(context.db, environment, path).into_iter();
    let mut places: Vec<String> = files
        .map(|it| format!("`{}`", it.path(context.db)))
        .collect();
    if places.len() > MOST_FILES {
        places.truncate(MOST_FILES);
        places.push("…".to_owned());
    }
    Some((ty, places.join(", ")))
}

#[cfg(test)]
mod tests {
    use crate::test_fixture::cursor;

    fn of(code: &str) -> String {
        let (analysis, position) = cursor(&format!(
            "#- /environment.conf\n#- /modules/web/templates/a.epp\n<%- | Integer $port, $host = 'x' | -%>\n\
             #- /modules/web/templates/b.epp\nx\n#- /modules/web/facts.d/own.txt\nrack_name=x\n\
             #- /modules/web/facts.d/more.yaml\nshelf:\n  board: 1\n#- /manifests/site.pp\n{code}\n"
        ));
        let hover = analysis.hover(position).expect("not cancelled");
        hover.map(|it| it.plain_text()).unwrap_or_default()
    }

    #[test]
    fn templates_tell_their_parameters() {
        let call = "epp('web/a.epp', { port => Integer, host => Any = 'x' })";
        for code in [
            "epp('web/$0a.epp')",
            "epp('web/a.e$0pp', {",
            "epp('web/$0a.epp",
        ] {
            assert!(of(code).contains(call), "{code}: {}", of(code));
        }
        assert!(!of("epp('web/$0b.epp')").contains("epp("));
        assert_eq!(of("notice('web/$0a.epp')"), "");
    }

    #[test]
    fn facts_tell_their_keys() {
        let os = of("notice($facts['o$0s'])");
        assert!(
            os.contains("Hash $facts['os']")
                && os.contains("- `family`: The family")
                && os.contains("- `release`: A hash with `branch`, `full`, `major`"),
            "{os}"
        );
        assert!(of("notice($facts['os']['distro$0'])").contains("`codename`"));
        assert!(!of("notice($facts['os']['family$0'])").contains("Keys"));
        assert_eq!(
            of("notice($facts['rack$0_name'])"),
            "String $facts['rack_name']\n\nKnown from `/modules/web/facts.d/own.txt`"
        );
        assert_eq!(
            of("notice($facts['shelf']['boa$0rd'])"),
            "Integer $facts['shelf']['board']\n\nKnown from `/modules/web/facts.d/more.yaml`"
        );
        // Incomplete.
        assert!(of("notice($facts['shel$0f'").contains("Keys: `board`\n\nKnown from"));
    }

    #[test]
    fn legacy_facts_name_what_replaces_them() {
        for (code, head) in [
            ("notice($facts['fq$0dn'])", "String $facts['fqdn']"),
            ("notice($::fq$0dn)", "$fqdn"),
            ("notice(\"${::fq$0dn}\")", "$fqdn"),
        ] {
            let text = of(code);
            assert!(
                text.contains(head) && text.contains("Use `$facts['networking']['fqdn']`"),
                "{text}"
            );
        }
        assert!(of("notice($facts['memorysize$0_mb'])").contains("/ 1048576.0`"));
        assert!(!of("class a($fq$0dn) { }").contains("legacy"));
    }

    #[test]
    fn what_is_written_there_is_not_said_again() {
        for code in [
            "4$02",
            "0$0",
            "'te$0xt'",
            "tru$0e",
            "und$0ef",
            "/r$0/",
            "file { '/a': ensure => pre$0sent }",
        ] {
            let code = if code.contains('{') {
                code.to_owned()
            } else {
                format!("$x = {code}")
            };
            let said = of(&code);
            assert!(said.is_empty() || said.contains("ensure"), "{code}: {said}");
        }
        assert!(of("$x = 0$0644").contains("420"));
        assert!(of("$x = 0x1$0F").contains("31"));
    }
}
