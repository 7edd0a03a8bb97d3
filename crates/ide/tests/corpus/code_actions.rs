//! A change that is offered leaves the program whole: it can be parsed as before, no error is new, a fix removes the
//! diagnostic that it is for, comments stay, and a conversion can be taken back.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use puppet_ide::{FileId, TextRange};
use puppet_ide_db::code_action::{ActionKind, CodeAction};
use puppet_ide_db::source_change::{SourceChange, apply_edits};
use puppet_ide_diagnostics::diagnostics::Severity;
use puppet_syntax::{SyntaxKind, SyntaxNode, parse};

use crate::laws::{Laws, cursors, file_step, sample};
use crate::modules::{Session, Texts, entry, incomplete_texts, is_code, module, spread, tree};

/// How often each rule reports in some files.
type Reported = BTreeMap<(&'static str, bool), usize>;

/// The types of variables by their names.
type Types = BTreeMap<String, BTreeSet<String>>;

/// At so many places variables are asked for their types.
const VARIABLES: usize = 60;

/// A change with the place where it was offered.
struct Offer {
    path: String,
    selection: TextRange,
    action: CodeAction,
}

#[test]
fn changes_leave_the_program_whole() {
    let mut laws = Laws::default();
    for folder in sample(4) {
        let mut session = Session::new(module(&folder));
        for path in session.code().iter().step_by(file_step()) {
            for offer in offers(&session, path) {
                Trial::new(&mut session, &mut laws, &offer).run();
            }
        }
    }
    laws.assert_hold(10);
}

#[test]
fn incomplete_programs_do_not_get_worse() {
    let mut laws = Laws::default();
    for folder in sample(1) {
        let mut session = Session::new(module(&folder));
        for path in session.code().iter().step_by(file_step()) {
            let whole = session.texts[path].clone();
            for text in incomplete_texts(path, &whole, cursors(4)) {
                session.write(path, text);
                for offer in offers(&session, path) {
                    let mut trial = Trial::new(&mut session, &mut laws, &offer);
                    trial.edits_are_in_order();
                    trial.no_syntax_error_is_new();
                    trial.comments_stay();
                }
            }
            session.write(path, whole);
        }
    }
    laws.assert_hold(10);
}

/// Each change that is offered in a file, once.
fn offers(session: &Session, path: &str) -> Vec<Offer> {
    let analysis = session.analysis();
    let text = &session.texts[path];
    let mut seen = HashSet::new();
    let mut offers = Vec::new();
    for token in spread(&tree(path, text), cursors(4)) {
        let range = token.text_range();
        let around = token.parent_ancestors().take(3);
        let around = around.map(|it| it.text_range());
        let cursor = TextRange::empty(range.start());
        for selection in [cursor, range].into_iter().chain(around) {
            let found = analysis.code_actions(session.file(path), selection);
            let mut found = found.expect("not cancelled");
            // A page changes nothing.
            found.retain(|it| it.kind != ActionKind::Explain);
            for action in found {
                if seen.insert(format!("{:?}", action.change)) {
                    let path = path.to_owned();
                    offers.push(Offer {
                        path,
                        selection,
                        action,
                    });
                }
            }
        }
    }
    offers
}

/// A change that is made, looked at, and taken back.
struct Trial<'a> {
    session: &'a mut Session,
    laws: &'a mut Laws,
    offer: &'a Offer,
    /// The texts of the files that change.
    old: Texts,
    new: Texts,
}

impl<'a> Trial<'a> {
    fn new(session: &'a mut Session, laws: &'a mut Laws, offer: &'a Offer) -> Self {
        let (old, new) = texts(session, &offer.action.change);
        Self {
            session,
            laws,
            offer,
            old,
            new,
        }
    }

    fn run(mut self) {
        self.edits_are_in_order();
        self.no_syntax_error_is_new();
        self.comments_stay();
        self.nothing_else_changes();
        if self.offer.action.change.creates.is_empty() {
            let before = (self.reported(), types(self.session, &self.old));
            self.session.show(&self.new);
            let after = (self.reported(), types(self.session, &self.new));
            self.taken_back();
            self.session.show(&self.old);
            self.reports(&before.0, &after.0);
            self.types_stay(&before.1, &after.1);
        } else {
            let before = self.reported();
            let mut texts = self.session.texts.clone();
            texts.extend(self.new.clone());
            texts.extend(self.offer.action.change.creates.iter().cloned());
            let after = reported(&Session::new(texts), &self.new);
            self.reports(&before, &after);
        }
    }

    fn hold(&mut self, law: &str, holds: bool) {
        let title = self.offer.action.title.split('`').next();
        let kind = match self.offer.action.fixes {
            Some((code, _)) => format!("fix of {code}"),
            None => title.unwrap_or_default().trim_end().to_owned(),
        };
        let law = format!("{law}: {kind}");
        let (offer, new) = (self.offer, &self.new);
        self.laws.hold(&law, holds, || {
            let text = new.get(&offer.path).map_or("", |it| it);
            format!(
                "{} {:?} {}\n{}",
                offer.path,
                offer.selection,
                offer.action.title,
                around(text, &offer.action.change)
            )
        });
    }

    fn edits_are_in_order(&mut self) {
        let files: HashSet<FileId> = self
            .offer
            .action
            .change
            .edits
            .iter()
            .map(|it| it.0)
            .collect();
        let mut holds = files.len() == self.offer.action.change.edits.len();
        for (_, edits) in &self.offer.action.change.edits {
            let mut pairs = edits.iter().zip(edits.iter().skip(1));
            holds &= !edits.is_empty() && pairs.all(|(a, b)| a.range.end() <= b.range.start());
        }
        self.hold("edits are in order", holds);
    }

    fn no_syntax_error_is_new(&mut self) {
        let errors = |texts: &Texts| -> usize {
            let count = |(path, text): (&String, &String)| parse(text, entry(path)).errors().len();
            texts.iter().filter(|it| is_code(it.0)).map(count).sum()
        };
        let holds = errors(&self.new) <= errors(&self.old);
        self.hold("no syntax error is new", holds);
    }

    /// Only what documents a parameter that is gone may go.
    fn comments_stay(&mut self) {
        let title = &self.offer.action.title;
        let fixed = self.offer.action.fixes.map(|(code, _)| code);
        let is_comment = self.offer.action.kind == ActionKind::Suppress;
        if is_comment || title.starts_with("Update the documentation") || fixed == Some("M707") {
            return;
        }
        let mut new = self.new.clone();
        new.extend(self.offer.action.change.creates.iter().cloned());
        let (old, mut rest) = (comments(&self.old), comments(&new));
        let holds = old.iter().all(|comment| {
            let found = rest.iter().position(|it| it == comment);
            found.map(|at| rest.swap_remove(at)).is_some()
        });
        self.hold("comments stay", holds);
    }

    /// What is said in another way stays in its statement.
    fn nothing_else_changes(&mut self) {
        if self.offer.action.kind != ActionKind::Rewrite {
            return;
        }
        let path = &self.offer.path;
        let text = &self.session.texts[path];
        let root = tree(path, text);
        let start = self.offer.selection.start();
        let token = puppet_syntax::tokens_at(&root, start).right_biased();
        let statement = token.into_iter().flat_map(|it| it.parent_ancestors());
        let outermost = statement.filter(|it| it.parent().is_some()).last();
        let place = outermost.map_or(root.text_range(), |it| with_comment(&it));
        let edits = self.offer.action.change.edits.iter().flat_map(|it| &it.1);
        let holds = edits.map(|it| it.range).all(|it| place.contains_range(it));
        self.hold("nothing else changes", holds);
    }

    fn reported(&self) -> Reported {
        reported(self.session, &self.old)
    }

    fn reports(&mut self, before: &Reported, after: &Reported) {
        let all = |reported: &Reported, code: Option<&str>, only_errors: bool| -> usize {
            let all = reported.iter().filter(|((it, is_error), _)| {
                code.is_none_or(|code| *it == code) && (*is_error || !only_errors)
            });
            all.map(|(_, count)| count).sum()
        };
        if let Some((code, _)) = self.offer.action.fixes {
            let is_fixed = all(after, Some(code), false) < all(before, Some(code), false);
            self.hold("a fix fixes", is_fixed);
            // What is written in its place may be wrong in another way.
            let fewer = all(after, None, true) <= all(before, None, true);
            self.hold("a fix adds no error", fewer);
            return;
        }
        let kept = after
            .iter()
            .filter(|((code, is_error), _)| self.counts(code, *is_error));
        let new = kept.filter(|(rule, count)| before.get(rule).unwrap_or(&0) < count);
        let new: Vec<&str> = new.map(|((code, _), _)| *code).collect();
        let law = format!("no report is new {}", new.join(" "));
        self.hold(law.trim_end(), new.is_empty());
    }

    /// Whether a change may not add reports of a rule.
    fn counts(&self, code: &str, is_error: bool) -> bool {
        let title = &self.offer.action.title;
        // The `undef` that is filled in is a gap, and the checker tells of it.
        let fills = title.starts_with("Add `") || title.contains("must be given");
        // A template that a body calls may read what nothing else does.
        let reads_less = title.starts_with("Extract into") && code == "N111";
        // With the type of a parameter, the checker sees what was wrong before.
        let sees_more = title.starts_with("Add type") && !code.starts_with('T');
        // Comparisons are told to be superfluous, patterns of selectors are not.
        let compares = matches!(code, "T212" | "T213");
        let fixes_all = self.offer.action.kind == ActionKind::FixAll && !is_error;
        !fills && !reads_less && !sees_more && !compares && !fixes_all
    }

    /// What is said in another way has the same types. A condition that is given a name tells less than one in its
    /// place.
    fn types_stay(&mut self, before: &Types, after: &Types) {
        let is_refactoring = matches!(
            self.offer.action.kind,
            ActionKind::Rewrite | ActionKind::Inline
        );
        if !is_refactoring || self.offer.action.title.starts_with("Add type") {
            return;
        }
        let other = before.iter().find(|(name, types)| {
            let now = after.get(*name);
            now.is_some_and(|now| now != *types)
        });
        if let Some((name, types)) = other {
            let now = after.get(name);
            let place = || format!("{} {name}: {types:?}, then {now:?}", self.offer.path);
            self.laws.hold("types stay", false, place);
        }
        self.hold("types stay", other.is_none());
    }

    /// What is converted can be converted back, and then says the same; the change is shown at this moment.
    fn taken_back(&mut self) {
        const BACK: [(&str, &str); 15] = [
            ("Use double quotes", "Use single quotes"),
            ("Use single quotes", "Use double quotes"),
            ("Convert to if", "Convert to selector"),
            ("Convert to case", "Convert to selector"),
            ("Extract into variable", "Inline"),
            ("Convert to `case`", "Convert to `if`"),
            ("Convert to `if`", "Convert to `case`"),
            ("Invert the condition", "Invert the condition"),
            ("Convert `unless` to", "Convert `if` to"),
            ("Convert `if` to", "Convert `unless` to"),
            ("Convert to method call", "Convert to function call"),
            ("Convert to function call", "Convert to method call"),
            (
                "Put each element on its own line",
                "Put all elements on one line",
            ),
            (
                "Put all elements on one line",
                "Put each element on its own line",
            ),
            ("Put in quotes", "Remove the quotes"),
        ];
        let title = &self.offer.action.title;
        let Some((_, back)) = BACK.iter().find(|(there, _)| title.starts_with(there)) else {
            return;
        };
        let [(file, edits)] = &self.offer.action.change.edits[..] else {
            return;
        };
        let Some(first) = edits.first() else { return };
        let start = first.range.start();
        let analysis = self.session.analysis();
        let cursor = TextRange::empty(start);
        let actions = analysis.code_actions(*file, cursor).expect("not cancelled");
        let action = actions.iter().find(|it| it.title.starts_with(back));
        let text = action.map(|action| {
            let edits = action.change.edits.iter().find(|it| it.0 == *file);
            let text = &self.new[&self.offer.path];
            apply_edits(text, edits.map_or(&[][..], |it| &it.1))
        });
        drop(analysis);
        let Some(text) = text else { return };
        let path = &self.offer.path;
        let (back, old) = (
            program(path, &text),
            program(path, &self.session.texts[path]),
        );
        if back != old {
            let differs = back.iter().zip(&old).find(|(back, old)| back != old);
            let place = || format!("{path} {}: {differs:?}", self.offer.action.title);
            self.laws.hold("there and back", false, place);
        }
        self.hold("there and back", back == old);
    }
}

/// The tokens of a program without spaces, comments, parentheses and commas after last elements; strings by what they
/// hold.
fn program(path: &str, text: &str) -> Vec<String> {
    let tokens = tree(path, text)
        .descendants_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| !it.kind().is_trivia() && !matches!(it.text(), "(" | ")"))
        .map(|it| match it.kind() {
            SyntaxKind::SQ_STRING | SyntaxKind::DQ_STRING => {
                let value = puppet_syntax::ast::string_value(it.kind(), it.text());
                format!("'{value}'")
            }
            // `${x}` is `$x`.
            _ => it.text().trim_start_matches('$').to_owned(),
        });
    let tokens: Vec<String> = tokens.collect();
    let closes = |next: Option<&String>| next.is_some_and(|it| matches!(&**it, "}" | ")" | "]"));
    let kept = tokens.iter().enumerate();
    let kept = kept.filter(|(at, token)| *token != "," || !closes(tokens.get(at + 1)));
    kept.map(|(_, token)| token.clone()).collect()
}

/// A definition or statement with the comment above it.
fn with_comment(node: &SyntaxNode) -> TextRange {
    let above = std::iter::successors(node.first_token(), |it| it.prev_token());
    let above = above.skip(1).take_while(|it| it.kind().is_trivia());
    above.fold(node.text_range(), |range, it| range.cover(it.text_range()))
}

/// The types of variables where they are used.
fn types(session: &Session, texts: &Texts) -> Types {
    let analysis = session.analysis();
    let mut types = Types::new();
    for (path, text) in texts.iter().filter(|it| is_code(it.0)) {
        let tokens = tree(path, text).descendants_with_tokens();
        let variables = tokens
            .filter_map(|it| it.into_token())
            .filter(|it| it.kind() == SyntaxKind::VARIABLE);
        for variable in variables.take(VARIABLES) {
            let range = variable.text_range();
            let found = analysis.inferred_type(session.file(path), range);
            if let Some((at, ty)) = found.expect("not cancelled")
                && at == range
            {
                let name = variable.text().to_owned();
                types.entry(name).or_default().insert(ty);
            }
        }
    }
    types
}

fn reported(session: &Session, texts: &Texts) -> Reported {
    let analysis = session.analysis();
    let mut reported = Reported::new();
    for path in texts.keys() {
        let found = analysis.diagnostics(session.file(path));
        for diagnostic in found.expect("not cancelled") {
            let is_error = diagnostic.severity == Severity::Error;
            *reported.entry((diagnostic.code, is_error)).or_default() += 1;
        }
    }
    reported
}

/// The texts that change, before and after.
fn texts(session: &Session, change: &SourceChange) -> (Texts, Texts) {
    let analysis = session.analysis();
    let mut texts = (Texts::new(), Texts::new());
    for (file, edits) in &change.edits {
        let path = analysis.path(*file).to_string();
        let old = &session.texts[&path];
        texts.1.insert(path.clone(), apply_edits(old, edits));
        texts.0.insert(path, old.clone());
    }
    texts
}

fn comments(texts: &Texts) -> Vec<String> {
    let mut comments = Vec::new();
    for (path, text) in texts.iter().filter(|it| is_code(it.0)) {
        let tokens = tree(path, text);
        let tokens = tokens.descendants_with_tokens();
        let found = tokens.filter_map(|it| it.into_token()).filter(|it| {
            use SyntaxKind::*;
            matches!(it.kind(), COMMENT | BLOCK_COMMENT | EPP_COMMENT)
        });
        comments.extend(found.map(|it| it.text().trim().to_owned()));
    }
    comments
}

/// The lines of a text that a change wrote, roughly.
fn around(text: &str, change: &SourceChange) -> String {
    let edits = change.edits.first().map(|it| &it.1);
    let ranges = edits.into_iter().flatten().map(|it| it.range);
    let (mut from, mut to) = (usize::MAX, 0);
    for range in ranges {
        from = from.min(usize::from(range.start()));
        to = to.max(usize::from(range.end()));
    }
    let added: usize = edits.into_iter().flatten().map(|it| it.text.len()).sum();
    let line = |at: usize| {
        text.as_bytes()
            .iter()
            .take(at)
            .filter(|it| **it == b'\n')
            .count()
    };
    let (first, last) = (
        line(from.min(text.len())),
        line((to + added).min(text.len())),
    );
    let lines = text.lines().skip(first.saturating_sub(2));
    let lines: Vec<&str> = lines.take((last - first + 5).min(24)).collect();
    lines.join("\n")
}
