//! The variables that can be seen from a place: found by the text, since a walk over a long tree takes longer than all
//! else that completion does.

use std::collections::HashSet;

use puppet_syntax::ast::{AssignExpr, AstNode as _, Definition, Param, ParamList};
use puppet_syntax::{Child, GreenNodeData, SyntaxKind, SyntaxNode, children_at};
use puppet_text::{TextRange, TextSize};

use crate::scope::{Binding, BindingKind, assigned, scopes_around};

/// A variable that can be seen.
#[derive(Debug, Clone)]
pub(super) struct Visible {
    /// The name without `$`.
    pub(super) name: String,
    /// What it is a parameter of, and the parameter.
    pub(super) parameter: Option<(Holder, Param)>,
}

/// What a parameter belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// A class or another definition, or a template.
    Definition,
    Lambda,
}

impl From<Binding> for Visible {
    fn from(binding: Binding) -> Self {
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

/// What the bodies and lambdas around a node bind, the nearest first, and what the file itself binds.
pub(super) struct Around {
    pub(super) near: Vec<Visible>,
    /// Where a definition is around the node: what stands outside of all of them.
    pub(super) top: Vec<Visible>,
}

/// What can be seen from a node of a tree with this text, as far as its name fits; not what is bound at one place.
pub(super) fn around(
    text: &str,
    node: &SyntaxNode,
    except: Option<TextRange>,
    fits: &dyn Fn(&str) -> bool,
) -> Around {
    let mut scopes: Vec<SyntaxNode> = scopes_around(node).collect();
    let near = scopes.len();
    let root = node.ancestors().last().unwrap_or_else(|| node.clone());
    if !scopes.contains(&root) {
        scopes.push(root.clone());
    }
    let mut search = Search {
        text,
        except,
        fits,
        root: &root,
        places: scopes
            .iter()
            .map(|it| (it.kind(), it.text_range()))
            .collect(),
        found: scopes.iter().map(|_| Found::default()).collect(),
    };
    search.parameters(scopes.get(..near).unwrap_or_default());
    let own = search.scope_at(root.kind(), root.text_range());
    search.visit(
        root.green(),
        root.text_range().start(),
        own,
        &operators(text),
    );
    let mut found = search.found.into_iter().map(|it| it.variables);
    Around {
        near: found.by_ref().take(near).flatten().collect(),
        top: found.flatten().collect(),
    }
}

/// Where operators may stand that give variables their values.
fn operators(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_operator = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        !matches!(bytes.get(at + 1), Some(b'=' | b'>' | b'~'))
            && !matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
    };
    memchr::memchr_iter(b'=', bytes)
        .filter(is_operator)
        .collect()
}

/// A walk over those parts of a tree that hold operators.
struct Search<'a> {
    text: &'a str,
    except: Option<TextRange>,
    fits: &'a dyn Fn(&str) -> bool,
    root: &'a SyntaxNode,
    /// Where each scope is.
    places: Vec<(SyntaxKind, TextRange)>,
    /// What each scope binds.
    found: Vec<Found<'a>>,
}

#[derive(Default)]
struct Found<'a> {
    variables: Vec<Visible>,
    /// The names that were read in the text.
    names: HashSet<&'a str>,
}

impl<'a> Search<'a> {
    fn scope_at(&self, kind: SyntaxKind, range: TextRange) -> Option<usize> {
        self.places.iter().position(|it| *it == (kind, range))
    }

    /// The parameters of the nearest scopes.
    fn parameters(&mut self, scopes: &[SyntaxNode]) {
        for (scope, found) in scopes.iter().zip(&mut self.found) {
            let holder = match scope.kind() {
                SyntaxKind::LAMBDA => Holder::Lambda,
                _ => Holder::Definition,
            };
            let lists = scope.children().filter_map(ParamList::cast);
            for parameter in lists.flat_map(|list| list.parameters()) {
                let Some(range) = name_range(parameter.syntax()) else {
                    continue;
                };
                let name = self.text.get(std::ops::Range::<usize>::from(range));
                let name = name.unwrap_or_default().trim_start_matches('$');
                if (self.fits)(name) && Some(range) != self.except {
                    found.variables.push(Visible {
                        name: name.to_owned(),
                        parameter: Some((holder, parameter)),
                    });
                }
            }
        }
    }

    /// Looks at the children that hold operators of a node in a scope. There are many: none gets a cursor.
    fn visit(
        &mut self,
        node: &GreenNodeData,
        start: TextSize,
        scope: Option<usize>,
        operators: &[usize],
    ) {
        let mut rest = operators;
        for child in children_at(node, start) {
            let end = usize::from(child.range.end());
            match rest.first() {
                None => return,
                Some(first) if *first >= end => continue,
                Some(_) => {}
            }
            let (inner, behind) = rest.split_at(rest.partition_point(|at| *at < end));
            self.enter(child, scope, inner);
            rest = behind;
        }
    }

    fn enter(&mut self, child: Child<'_>, scope: Option<usize>, operators: &[usize]) {
        let Child { kind, range, node } = child;
        let Some(node) = node else { return };
        if kind == SyntaxKind::LAMBDA || Definition::can_cast(kind) {
            // Of those that are not around the place, nothing is seen. One that is around the nearest definition is no
            // scope of the place, but holds it.
            let own = self.scope_at(kind, range);
            if own.is_some() || self.places.iter().any(|it| range.contains_range(it.1)) {
                self.visit(node, range.start(), own, operators);
            }
            return;
        }
        // The operator of its default.
        if kind == SyntaxKind::PARAM && operators.len() == 1 {
            return;
        }
        if kind == SyntaxKind::ASSIGN_EXPR
            && let Some(scope) = scope
            && self.assignment(range, scope, operators)
        {
            return;
        }
        self.visit(node, range.start(), scope, operators);
    }

    /// Takes what an assignment binds; whether that is all that is in it.
    fn assignment(&mut self, range: TextRange, scope: usize, operators: &[usize]) -> bool {
        let Some(found) = self.found.get_mut(scope) else {
            return false;
        };
        let start = range.start();
        if let Some(name) = variable_before(self.text, start.into(), operators) {
            let token = TextRange::at(start, TextSize::of('$') + TextSize::of(name));
            if self.except != Some(token) && (self.fits)(name) && found.names.insert(name) {
                found.variables.push(Visible {
                    name: name.to_owned(),
                    parameter: None,
                });
            }
            return operators.len() == 1;
        }
        let covering = self.root.covering_element(range);
        let covering = covering.into_node().into_iter();
        let mut nodes = covering.flat_map(|node| node.ancestors());
        let node = nodes.find(|it| it.text_range() == range && AssignExpr::can_cast(it.kind()));
        let bindings = node.and_then(AssignExpr::cast);
        let bindings = bindings.iter().flat_map(assigned);
        let bindings = bindings.filter(|it| Some(it.token.text_range()) != self.except);
        let bindings = bindings.filter(|it| (self.fits)(&it.name));
        found.variables.extend(bindings.map(Visible::from));
        false
    }
}

/// Where the name of a parameter stands, with its sign.
fn name_range(parameter: &SyntaxNode) -> Option<TextRange> {
    let mut children = children_at(parameter.green(), parameter.text_range().start());
    let token = children.find(|it| it.kind == SyntaxKind::VARIABLE)?;
    Some(token.range)
}

/// The variable at a place where nothing but blanks stands before the first of some operators.
fn variable_before<'a>(text: &'a str, start: usize, operators: &[usize]) -> Option<&'a str> {
    let before = text.get(start..*operators.first()?)?.strip_prefix('$')?;
    let before = before.strip_suffix(['+', '-']).unwrap_or(before).trim_end();
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (!before.is_empty() && before.bytes().all(is_part)).then_some(before)
}

#[cfg(test)]
mod tests {
    use puppet_syntax::{Entry, SyntaxNode};

    use super::around;
    use crate::scope::{Scopes, scopes_around};

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
            let seen = around(CODE, &node, None, &|_| true);
            let names = seen.near.into_iter().map(|it| it.name).collect();
            let expected = scopes_around(&node).flat_map(|it| scopes.of(&it).to_vec());
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
            let token = root.token_at_offset(at(text)).right_biased();
            token.and_then(|it| it.parent()).expect("a token")
        };
        let place = node("$nine");
        let names = |except: Option<&str>, fits: &str| {
            let except = except.map(|it| node(it).text_range());
            let seen = around(CODE, &place, except, &|name| name.contains(fits));
            let names = seen.near.into_iter().chain(seen.top).map(|it| it.name);
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(None, "ne"), "nine inner one");
        assert_eq!(names(Some("$nine"), "ne"), "inner one");
        assert_eq!(names(None, "o"), "one two four top");
    }
}
