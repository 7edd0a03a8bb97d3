//! Keys of hashes that are given as attributes by the way of a variable:
//!
//! ```puppet
//! $defaults = { 'port' => 80 }
//! create_resources('web::site', $sites, $defaults)
//! web::site { 'x': * => $defaults }
//! ```

use puppet_syntax::ast::{AstNode as _, HashEntry};
use puppet_syntax::{SyntaxNode, SyntaxToken};

use crate::dataflow::value_sink::{SinkKind, part};
use crate::defs::NameRef;
use crate::syntax_ext::string_content;

/// The definition that a key names, if its hash is the value of a variable that the same body passes as attributes.
pub fn name_of(token: &SyntaxToken) -> Option<NameRef> {
    let (text, range) = string_content(token)?;
    let hash = entry_of_key(&token.parent()?)?.syntax().parent()?;
    let part = part(&hash).filter(|it| {
        use SinkKind::{Default, Elements, Variable};
        matches!(it.of, Default(..) | Elements(_) | Variable(_))
    })?;
    let mut parts = part.resolve(&hash).into_iter();
    let name = parts.find_map(|part| part.attribute(&text))?;
    Some(NameRef {
        name,
        range,
        token: token.clone(),
        outside: None,
    })
}

/// The entry of a hash whose key a node is.
pub fn entry_of_key(key: &SyntaxNode) -> Option<HashEntry> {
    let entry = HashEntry::cast(key.parent()?)?;
    (entry.key()?.syntax() == key).then_some(entry)
}

#[cfg(test)]
mod tests {
    use puppet_ide::test_fixture::definitions;

    const SITE: &str = "#- /environment.conf\n#- /modules/web/manifests/site.pp\ndefine web::site($type, $port = 1) { }\n#- /manifests/site.pp\n";

    #[test]
    fn keys_by_the_way_of_a_variable() {
        let of = |code: &str| definitions(&format!("{SITE}{code}"));
        for code in [
            "$d = { po$0rt => 80 }\ncreate_resources('web::site', $all, $d)\n",
            "$all = { 'a' => { 'po$0rt' => 80 } }\nclass x { }\nensure_resources(web::site, $all)\n",
            "$d = { 'po$0rt' => 80 }\nweb::site { 'a': * => $d }\n",
            "$d = { 'po$0rt' => 80 }\n$e = $d\nWeb::Site['a'] { * => $e + $all }\n",
            "define x($d = { 'po$0rt' => 80 }) { web::site { 'a': * => $d } }\n",
            "function x($d = { 'po$0rt' => 80 }) { web::site { 'a': * => $d } }\n",
            "$d = if $x { { 'po$0rt' => 80 } } else { {} }\nweb::site { 'a': * => $d }\n",
            "$d = if $x { {} } elsif $y { { 'po$0rt' => 80 } }\nweb::site { 'a': * => $d }\n",
            "$d = case $x { 1: { { 'po$0rt' => 80 } } default: { {} } }\nweb::site { 'a': * => $d }\n",
            "{ 'a' => { 'po$0rt' => 80 } }.each |$n, $o| { web::site { $n: * => $o } }\n",
            "each([{ 'po$0rt' => 80 }]) |$o| { web::site { 'a': * => $o } }\n",
            "web::site { 'a': * => $all + { 'po$0rt' => 80 } }\n",
            "web::site { 'a': * => merge($all, { 'po$0rt' => 80 }) }\n",
            "web::site { 'a': * => $all.merge({ 'po$0rt' => 80 }) }\n",
            "$all = { 'a' => { 'po$0rt' => 80 } }\n$all.each |$n, $o| { web::site { $n: * => $o } }\n",
            // Incomplete.
            "$d = { 'po$0rt' => \nweb::site { 'a': * => $d }\n",
        ] {
            assert_eq!(
                of(code),
                "/modules/web/manifests/site.pp:1: $port",
                "{code}"
            );
        }
        for code in [
            "$d = { 'po$0rt' => 80 }\ncreate_resources('web::site', $d)\n",
            "class x { $d = { 'po$0rt' => 80 } }\nclass y { web::site { 'a': * => $d } }\n",
            "$d = [{ 'po$0rt' => 80 }]\nweb::site { 'a': * => $d }\n",
            "$d = if $x { { 'po$0rt' => 80 }\n{} }\nweb::site { 'a': * => $d }\n",
            "$d = $x.map |$y| { { 'po$0rt' => 80 } }\nweb::site { 'a': * => $d }\n",
        ] {
            assert_eq!(of(code), "", "{code}");
        }
    }

    #[test]
    fn keywords_can_be_names() {
        let of = |code: &str| definitions(&format!("{SITE}{code}"));
        for code in [
            "web::site { 'a': ty$0pe => 80 }\n",
            "web::site { 'a': * => { ty$0pe => 80 } }\n",
            "$d = { type$0 => 80 }\nweb::site { 'a': * => $d }\n",
        ] {
            assert_eq!(
                of(code),
                "/modules/web/manifests/site.pp:1: $type",
                "{code}"
            );
        }
    }
}
