//! The variables that can be seen from a place.

use puppet_syntax::ast::{AstNode as _, Definition, Param, ParamList};
use puppet_syntax::{Child, GreenNodeData, SyntaxKind, SyntaxNode, children_at};
use puppet_text::{TextRange, TextSize};
use rustc_hash::FxHashSet;

use crate::assigned_names::{assigned_names, assignment_at};
use puppet_ide_db::local_scopes::{
    BindingKind, LocalBinding, bindings_of_assignment, scopes_around,
};

/// A variable that can be seen.
#[derive(Debug, Clone)]
pub struct Visible {
    /// The name without `$`.
    pub name: String,
    /// What it is a parameter of, and the parameter.
    pub parameter: Option<(Holder, Param)>,
}

/// What a parameter belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A class or another definition, or a template.
    Definition,
    Lambda,
}

impl From<LocalBinding> for Visible {
    fn from(binding: LocalBinding) -> Self {
        Self {
            name: binding.name,
            parameter: match binding.kind {
                BindingKind::Parameter(parameter) => Some((Holder::Definition, parameter)),
                BindingKind::LambdaParameter(parameter) => Some((Holder::Lambda, parameter)),
                BindingKind::Assignment(_) => None,
            },
        }
    }
}

/// The bindings of the bodies and lambdas around a node, the nearest first, and what the file itself binds.
pub struct VisibleVariables {
    pub near: Vec<Visible>,
    /// Where a definition is around the node: what stands outside of all of them.
    pub top: Vec<Visible>,
}

/// The visible variables at a node of a tree with this text, that match a prefix and are not bound at `except`.
pub fn visible_at(
    text: &str,
    node: &SyntaxNode,
    except: Option<TextRange>,
    fits: &dyn Fn(&str) -> bool,
) -> VisibleVariables {
    let mut scopes: Vec<SyntaxNode> = scopes_around(node).collect();
    let near = scopes.len();
    let root = node.ancestors().last().unwrap_or_else(|| node.clone());
    if !scopes.contains(&root) {
        scopes.push(root.clone());
    }
    let mut search = VariableSearch {
        text,
        except,
        root: &root,
        inside: node.text_range(),
        places: scopes
            .iter()
            .map(|it| (it.kind(), it.text_range()))
            .collect(),
        found: scopes.iter().map(|_| Vec::new()).collect(),
    };
    let own = search.scope_at(root.kind(), root.text_range());
    search.visit(root.green(), root.text_range().start(), own);
    let assigned = search.found.into_iter().map(|names| visible(names, fits));
    let mut all: Vec<Vec<Visible>> = assigned.collect();
    for (scope, all) in scopes.iter().take(near).zip(&mut all) {
        all.splice(0..0, parameters(text, scope, except, fits));
    }
    let mut all = all.into_iter();
    VisibleVariables {
        near: all.by_ref().take(near).flatten().collect(),
        top: all.flatten().collect(),
    }
}

/// The parameters of a scope.
fn parameters(
    text: &str,
    scope: &SyntaxNode,
    except: Option<TextRange>,
    fits: &dyn Fn(&str) -> bool,
) -> Vec<Visible> {
    let holder = match scope.kind() {
        SyntaxKind::LAMBDA => Holder::Lambda,
        _ => Holder::Definition,
    };
    let lists = scope.children().filter_map(ParamList::cast);
    let parameters = lists.flat_map(|list| list.parameters());
    let visible = parameters.filter_map(|parameter| {
        let range = name_range(parameter.syntax())?;
        let name = text.get(std::ops::Range::<usize>::from(range));
        let name = name.unwrap_or_default().trim_start_matches('$');
        (fits(name) && Some(range) != except).then(|| Visible {
            name: name.to_owned(),
            parameter: Some((holder, parameter)),
        })
    });
    visible.collect()
}

/// The variables of some names, as far as they fit, each name once.
fn visible(names: Vec<Box<str>>, fits: &dyn Fn(&str) -> bool) -> Vec<Visible> {
    let mut seen = FxHashSet::default();
    let new = names
        .iter()
        .filter(|name| fits(name) && seen.insert(&***name));
    let new = new.map(|name| Visible {
        name: name.to_string(),
        parameter: None,
    });
    new.collect()
}

/// A walk down to a place, past statements.
struct VariableSearch<'a> {
    text: &'a str,
    except: Option<TextRange>,
    root: &'a SyntaxNode,
    /// The place.
    inside: TextRange,
    /// Where each scope is.
    places: Vec<(SyntaxKind, TextRange)>,
    /// The names that are assigned in each scope.
    found: Vec<Vec<Box<str>>>,
}

impl VariableSearch<'_> {
    fn scope_at(&self, kind: SyntaxKind, range: TextRange) -> Option<usize> {
        self.places.iter().position(|it| *it == (kind, range))
    }

    /// Looks at the children of a node in a scope. There are many: none gets a cursor.
    fn visit(&mut self, node: &GreenNodeData, start: TextSize, scope: Option<usize>) {
        for child in children_at(node, start) {
            self.enter(child, scope);
        }
    }

    fn enter(&mut self, child: Child<'_>, scope: Option<usize>) {
        let Child { kind, range, node } = child;
        let Some(node) = node else { return };
        let is_scope = kind == SyntaxKind::LAMBDA || Definition::can_cast(kind);
        if !self.is_around(range) {
            // Of scopes that are not around the place, nothing is seen.
            if let Some(found) = scope.and_then(|scope| self.found.get_mut(scope))
                && !is_scope
            {
                let text = self.text.get(std::ops::Range::<usize>::from(range));
                found.extend(assigned_names(kind, node, text.unwrap_or_default()));
            }
            return;
        }
        // A scope that is around the nearest definition is none of the place, but holds it.
        let scope = match is_scope {
            true => self.scope_at(kind, range),
            false => scope,
        };
        if kind == SyntaxKind::ASSIGN_EXPR {
            self.assignment(range, scope);
        }
        self.visit(node, range.start(), scope);
    }

    /// Whether a node has to be looked into: the place is in it, or what is to be left out.
    fn is_around(&self, range: TextRange) -> bool {
        range.contains_range(self.inside) || self.except.is_some_and(|it| range.contains_range(it))
    }

    /// Takes what an assignment around the place binds.
    fn assignment(&mut self, range: TextRange, scope: Option<usize>) {
        let Some(found) = scope.and_then(|scope| self.found.get_mut(scope)) else {
            return;
        };
        let bindings = assignment_at(self.root, range);
        let bindings = bindings.iter().flat_map(bindings_of_assignment);
        let bindings = bindings.filter(|it| Some(it.token.text_range()) != self.except);
        found.extend(bindings.map(|it| Box::from(it.name)));
    }
}

/// Where the name of a parameter stands, with its sign.
fn name_range(parameter: &SyntaxNode) -> Option<TextRange> {
    let mut children = children_at(parameter.green(), parameter.text_range().start());
    let token = children.find(|it| it.kind == SyntaxKind::VARIABLE)?;
    Some(token.range)
}

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, SyntaxNode};

    use super::visible_at;
    use puppet_ide_db::local_scopes::{Scopes, scopes_around};

    const CODE: &str = "\
$top = 1
class a($p, $q = ($inner = 2)) {
  $one = 1 # $comment = 2
  $two /* x */ = '$text = 3'
  [$three, [$four]] = f()
  if $one { $five += 1 } else { $six=$seven=2 }
  define b($r) { $hidden = 1 }
  $eight = [1].map |$x, $y = 2| { $nine = $x  }
  [1].each |$z| { $ten = 1 }
  $one = \"${$eleven = 1}\"
  case 1 { 2: { $Twelve = 3 } }
}
class c { $other = 1 }
";

    #[test]
    fn what_the_text_tells_is_what_the_tree_says() {
        let root = puppet_syntax::parse(CODE, Entry::Manifest).syntax();
        let scopes = Scopes::new(&root);
        for node in root.descendants() {
            let sorted = |mut names: Vec<String>| {
                names.sort();
                names.dedup();
                names.join(" ")
            };
            let seen = visible_at(CODE, &node, None, &|_| true);
            let names = seen.near.into_iter().map(|it| it.name).collect();
            let expected = scopes_around(&node).flat_map(|it| scopes.bindings_of(&it).to_vec());
            let expected = expected.map(|it| it.name).collect();
            assert_eq!(sorted(names), sorted(expected), "{node}");
        }
    }

    #[test]
    fn what_is_bound_at_a_place_and_what_does_not_fit_is_left_out() {
        let root = puppet_syntax::parse(CODE, Entry::Manifest).syntax();
        let at = |text: &str| {
            let start = CODE.find(text).and_then(|at| u32::try_from(at).ok());
            start.expect("there").into()
        };
        let node = |text: &str| -> SyntaxNode {
            let token = puppet_syntax::tokens_at(&root, at(text)).right_biased();
            token.and_then(|it| it.parent()).expect("a token")
        };
        let place = node("$nine");
        let names = |except: Option<&str>, fits: &str| {
            let except = except.map(|it| node(it).text_range());
            let seen = visible_at(CODE, &place, except, &|name| name.contains(fits));
            let names = seen.near.into_iter().chain(seen.top).map(|it| it.name);
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(None, "ne"), "nine inner one");
        assert_eq!(names(Some("$nine"), "ne"), "inner one");
        assert_eq!(names(None, "o"), "one two four top");
    }
}
