//! Names with which longer names start: `apache` of `apache::vhost`, `$users` of `$users_list`.
//!
//! An editor requests a list at the first letter and filters it by itself from then on. Enter accepts the item that is
//! selected, unless this is the text that is typed already: a name that ends where a longer one continues stays as typed
//! only if the list has it, too.

use rustc_hash::FxHashSet;

/// The rank of what is not looked for in a list.
pub(super) const LAST: u8 = 99;

/// What stands before each separator of names, as far as it is not known as a name itself.
pub fn prefixes<'a>(
    names: impl Iterator<Item = &'a str>,
    separator: &str,
    known: impl Iterator<Item = &'a str>,
) -> Vec<&'a str> {
    let mut seen: FxHashSet<&str> = known.collect();
    let mut found = Vec::new();
    for name in names.filter(|it| is_name(it)) {
        let ends = name.match_indices(separator).map(|(at, _)| at);
        let prefixes = ends.filter_map(|at| name.get(..at));
        found.extend(prefixes.filter(|it| is_name(it) && seen.insert(it)));
    }
    found
}

/// Whether a label is nothing but a name.
fn is_name(label: &str) -> bool {
    let name = label.strip_prefix('$').unwrap_or(label);
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | ':');
    !name.is_empty() && name.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use puppet_ide::test_fixture::cursor;

    const MODULE: &str = "#- /modules/web/manifests/sites/one.pp\nclass web::sites::one { }\n\
        #- /modules/web/manifests/vhost.pp\ndefine web::vhost { }\n\
        #- /modules/web/functions/ports.pp\nfunction web::ports() { }\n\
        #- /modules/web/types/port.pp\ntype Web::Port = Integer\n#- /environment.conf\n\
        #- /manifests/site.pp\n";

    /// The prefixes in a list.
    fn found(code: &str) -> Vec<String> {
        let (analysis, position) = cursor(&format!("{MODULE}{code}\n"));
        let completion = analysis.completion(position).expect("not cancelled");
        let items = completion.items.iter().filter(|it| it.rank == LAST);
        items.map(|it| it.label.clone()).collect()
    }

    #[test]
    fn prefixes_are_in_the_list() {
        for (code, expected) in [
            ("include w$0", &["web", "web::sites"][..]),
            ("include $0", &["web", "web::sites"]),
            ("include web::s$0", &["web::sites"]),
            ("include x$0", &[]),
            ("include 'w$0'", &[]),
            ("w$0", &["web"]),
            ("$x = w$0", &["web"]),
            ("class x(W$0 $a) { }", &["Web"]),
            ("$users_by_id = 1\n$x = $u$0", &["$users", "$users_by"]),
            ("$users_by_id = 1\n$users_by = 1\n$x = $u$0", &["$users"]),
            ("$users_by_id = 1\n$x = \"${u$0\"", &[]),
            ("$x = $s$0", &[]),
            ("$_x = 1\n$y = $_$0", &[]),
            ("$users_by_id = 1\n$x = u$0", &[]),
        ] {
            assert_eq!(found(code), expected, "{code}");
        }
    }

    #[test]
    fn names_are_their_own_prefixes() {
        for (label, expected) in [
            ("$web_port", true),
            ("web::port", true),
            ("$facts['a_b']", false),
            ("class web::x", false),
            ("'web::x'", false),
            ("$", false),
        ] {
            assert_eq!(is_name(label), expected, "{label}");
        }
    }
}
