//! Keys of hashes that are given as attributes by the way of a variable:
//!
//! ```puppet
//! $defaults = { 'port' => 80 }
//! create_resources('web::site', $sites, $defaults)
//! web::site { 'x': * => $defaults }
//! ```

use puppet_syntax::ast::{AssignExpr, AstNode as _, AttributeSplat, Expr, HashEntry, VariableExpr};
use puppet_syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

use crate::name_at::{Name, NameAt, argument_of, attribute_of, attribute_owner};
use crate::syntax::{enclosing_body, string_content, string_of};

/// What a key names, if its hash is the value of a variable that is given as attributes in the same body.
pub(crate) fn name_of(token: &SyntaxToken) -> Option<NameAt> {
    let (text, range) = string_content(token)?;
    let key = token.parent()?;
    let entry = entry_of_key(&key)?;
    let hash = entry.syntax().parent()?;
    let holder = hash.parent()?;
    // A hash of titles has the attributes one level below.
    let (hash, title) = match HashEntry::cast(holder.clone()) {
        Some(of_title) => (holder.parent()?, Some(of_title.key()?)),
        None => (hash, None),
    };
    let variable = assigned(&hash)?;
    let uses = enclosing_body(&hash).descendants();
    let uses = uses.filter_map(VariableExpr::cast);
    let mut same = uses.filter(|it| it.name().as_deref() == Some(variable.as_str()));
    let name = same.find_map(|it| given(it.syntax(), title.as_ref(), &text))?;
    Some(NameAt {
        name,
        range,
        token: token.clone(),
    })
}

fn entry_of_key(key: &SyntaxNode) -> Option<HashEntry> {
    let entry = HashEntry::cast(key.parent()?)?;
    (entry.key()?.syntax() == key).then_some(entry)
}

/// The variable whose value a hash is.
fn assigned(hash: &SyntaxNode) -> Option<String> {
    let assignment = AssignExpr::cast(hash.parent()?)?;
    let Expr::VariableExpr(variable) = assignment.lhs()? else {
        return None;
    };
    variable.name().filter(|_| {
        let value = assignment.rhs();
        value.is_some_and(|value| value.syntax() == hash)
    })
}

/// What a key is where the variable is used.
fn given(variable: &SyntaxNode, title: Option<&Expr>, key: &str) -> Option<Name> {
    let holder = variable.parent()?;
    if AttributeSplat::can_cast(holder.kind()) && title.is_none() {
        let of = attribute_owner(&holder.parent()?)?;
        let name = key.to_owned();
        return Some(Name::Attribute { of, name });
    }
    if holder.kind() != SyntaxKind::ARG_LIST {
        return None;
    }
    let (function, index, first) = argument_of(variable, &holder)?;
    match (&*function, index, title) {
        ("create_resources" | "ensure_resources", 1, Some(title)) => {
            attribute_of(&first, string_of(title), key)
        }
        ("create_resources" | "ensure_resource" | "ensure_resources", 2, None) => {
            attribute_of(&first, None, key)
        }
        _ => None,
    }
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
