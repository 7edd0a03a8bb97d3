//! The answers of a session beside those of a server that has just been started.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::answers::{AnswerPlace, Answers, answers, workspace_answers};
use super::numbers::Numbers;
use super::session::RandomSession;

/// How long what changed on disk may take until the answers know.
const PATIENCE: Duration = Duration::from_secs(40);

/// Compares all answers about a place in a file, and about one in another file.
pub(super) fn compare(session: &mut RandomSession, path: &str, numbers: &mut Numbers) {
    let other = session.any(numbers);
    let places = [
        some_place(session, path, numbers),
        some_place(session, &other, numbers),
    ];
    let asks_workspace = numbers.number_below(5) == 0;
    let mut fresh = session.fresh();
    let end = Instant::now() + PATIENCE;
    loop {
        // It looks again for modules when it is told of documents that are not on disk.
        let mut expected = Answers::new();
        for place in &places {
            expected.extend(answers(&mut fresh.client, place));
        }
        if asks_workspace {
            expected.extend(workspace_answers(&mut fresh.client));
        }
        session.listen();
        fresh.listen();
        let mut found = Answers::new();
        for place in &places {
            found.extend(answers(&mut session.client, place));
        }
        if asks_workspace {
            found.extend(workspace_answers(&mut session.client));
        }
        let mut also = changed_parts(session, &places, &expected);
        also.push((
            "pushed".to_owned(),
            shown(&session.pushed),
            shown(&fresh.pushed),
        ));
        let differs = found
            .into_iter()
            .zip(&expected)
            .map(|((method, found), (_, expected))| (method, found, expected.clone()))
            .chain(also)
            .find(|(_, found, expected)| found != expected);
        let Some((method, found, expected)) = differs else {
            break;
        };
        assert!(
            Instant::now() < end,
            "{method} about {places:#?} with {:?} and {} after\n{}\nis\n{found}\nand in a fresh server\n{expected}\n{}",
            session.style,
            session.settings,
            session.log.join("\n"),
            session.text(path)
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    fresh.finish();
}

fn some_place(session: &RandomSession, path: &str, numbers: &mut Numbers) -> AnswerPlace {
    let text = session.text(path);
    let at = RandomSession::random_offset(text, numbers);
    let end = super::session::boundary(text, at + numbers.number_below(200)).max(at);
    AnswerPlace {
        uri: session.uri(path),
        at: session.style.place(text, at),
        end: session.style.place(text, end),
        new_name: format!("renamed{}", numbers.number_below(9)),
    }
}

/// Diagnostics that are shown: of documents without any, nothing may have been said.
fn shown(pushed: &BTreeMap<String, Value>) -> Value {
    let shown = pushed.iter().filter(|(_, them)| **them != json!([]));
    json!(shown.collect::<BTreeMap<_, _>>())
}

/// Answers that say what differs from an earlier answer: put together, they are those to the whole request.
fn changed_parts(
    session: &mut RandomSession,
    places: &[AnswerPlace],
    expected: &Answers,
) -> Vec<(String, Value, Value)> {
    let of = |method: &str, index: usize| {
        let mut answers = expected.iter().filter(|(other, _)| other == method);
        answers.nth(index).map(|(_, answer)| answer.clone())
    };
    let mut parts = Vec::new();
    for (index, place) in places.iter().enumerate() {
        if let Some(expected) = of("textDocument/semanticTokens/full", index)
            && let Some(tokens) = changed_tokens(session, &place.uri)
        {
            parts.push(("semanticTokens/full/delta".to_owned(), tokens, expected));
        }
        if session.style.pulls()
            && let Some(expected) = of("textDocument/diagnostic", index)
            && let Some(report) = changed_diagnostics(session, &place.uri)
        {
            parts.push(("changed diagnostics".to_owned(), report, expected));
        }
    }
    parts
}

fn changed_tokens(session: &mut RandomSession, uri: &str) -> Option<Value> {
    let mut params = json!({ "textDocument": { "uri": uri } });
    let (id, mut tokens) = session
        .tokens
        .remove(uri)
        .unwrap_or((json!(""), Vec::new()));
    params["previousResultId"] = id;
    let answer = session.ask("textDocument/semanticTokens/full/delta", params)?;
    if answer.is_null() {
        return Some(answer);
    }
    if let Some(edits) = answer["edits"].as_array() {
        for edit in edits {
            let number = |name: &str| edit[name].as_u64().and_then(|it| usize::try_from(it).ok());
            let (start, count) = (number("start")?, number("deleteCount")?);
            let new = edit["data"].as_array().cloned().unwrap_or_default();
            tokens.splice(start..start + count, new);
        }
    } else {
        tokens = answer["data"].as_array()?.clone();
    }
    let id = answer["resultId"].clone();
    let whole = json!({ "resultId": id, "data": tokens });
    session.tokens.insert(uri.to_owned(), (id, tokens));
    Some(whole)
}

fn changed_diagnostics(session: &mut RandomSession, uri: &str) -> Option<Value> {
    let mut params = json!({ "textDocument": { "uri": uri } });
    let before = session.pulled.get(uri).cloned();
    if let Some(before) = &before {
        params["previousResultId"] = before["resultId"].clone();
    }
    let mut report = session.ask("textDocument/diagnostic", params)?;
    if report["kind"] == "unchanged" {
        report = before?;
    }
    session.pulled.insert(uri.to_owned(), report.clone());
    Some(report)
}
