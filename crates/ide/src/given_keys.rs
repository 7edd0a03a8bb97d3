//! Keys of hashes that are given as attributes by the way of a variable:
//!
//! ```puppet
//! $defaults = { 'port' => 80 }
//! create_resources('web::site', $sites, $defaults)
//! web::site { 'x': * => $defaults }
//! ```

use puppet_syntax::ast::{AstNode as _, HashEntry};
use puppet_syntax::{SyntaxNode, SyntaxToken};

use crate::name_at::{AttributeOwner, Name, NameAt};
use crate::syntax::string_content;
use crate::value_parts::{Part, Receiver, part};

/// What a key names, if its hash is the value of a variable that is given as attributes in the same body.
pub(crate) fn name_of(token: &SyntaxToken) -> Option<NameAt> {
    let (text, range) = string_content(token)?;
    let hash = entry_of_key(&token.parent()?)?.syntax().parent()?;
    let part = part(&hash).filter(|it| matches!(it.of, Receiver::Variable(_)))?;
    let mut parts = part.resolved(&hash).into_iter();
    let name = parts.find_map(|part| attribute(part, &text))?;
    Some(NameAt {
        name,
        range,
        token: token.clone(),
        outside: None,
    })
}

/// The entry of a hash whose key a node is.
pub(crate) fn entry_of_key(key: &SyntaxNode) -> Option<HashEntry> {
    let entry = HashEntry::cast(key.parent()?)?;
    (entry.key()?.syntax() == key).then_some(entry)
}

/// What a key of a part is: an attribute, or a parameter of a template.
fn attribute(part: Part, key: &str) -> Option<Name> {
    let of = match part.of {
        Receiver::Attributes(of) => of,
        Receiver::Template(template) => AttributeOwner::Template(template),
        _ => return None,
    };
    let name = key.to_owned();
    part.path.is_empty().then_some(Name::Attribute { of, name })
}

#[cfg(test)]
mod tests {
    use crate::testing::definitions;

    const SITE: &str = "#- /environment.conf\n#- /modules/web/manifests/site.pp\ndefine web::site($type, $port = 1) { }\n#- /manifests/site.pp\n";

    #[test]
    fn keys_by_the_way_of_a_variable() {
        let of = |code: &str| definitions(&format!("{SITE}{code}"));
        for code in [
            "$d = { po$0rt => 80 }\ncreate_resources('web::site', $all, $d)\n",
            "$all = { 'a' => { 'po$0rt' => 80 } }\nclass x { }\nensure_resources(web::site, $all)\n",
            "$d = { 'po$0rt' => 80 }\nweb::site { 'a': * => $d }\n",
            "$d = { 'po$0rt' => 80 }\n$e = $d\nWeb::Site['a'] { * => $e + $all }\n",
            "$all = { 'a' => { 'po$0rt' => 80 } }\n$all.each |$n, $o| { web::site { $n: * => $o } }\n",
            // Half-typed.
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
