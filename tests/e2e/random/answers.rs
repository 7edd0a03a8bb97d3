//! Everything that can be asked.

use serde_json::{Value, json};

use crate::client::{Client, INTERNAL_ERROR, OF_PLACE, position};

/// What is asked about a document.
const OF_DOCUMENT: [&str; 9] = [
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/formatting",
    "textDocument/semanticTokens/full",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/diagnostic",
    "puppetAnalyzer/syntaxTree",
    "puppetAnalyzer/resourceGraph",
];
/// What is asked about a range.
const OF_RANGE: [&str; 5] = [
    "textDocument/codeAction",
    "textDocument/inlayHint",
    "textDocument/rangeFormatting",
    "textDocument/semanticTokens/range",
    "puppetAnalyzer/inferredType",
];
/// How many elements of an answer are asked about again.
const FOLLOWED: usize = 4;

/// What requests are about.
#[derive(Debug, Clone)]
pub(super) struct AnswerPlace {
    pub(super) uri: String,
    pub(super) at: Value,
    pub(super) end: Value,
    /// A new name for what is there.
    pub(super) new_name: String,
}

/// Requests with their answers.
pub(super) type Answers = Vec<(String, Value)>;

/// All requests about one place, as methods with parameters.
pub(super) fn requests(place: &AnswerPlace) -> Vec<(&'static str, Value)> {
    let document = json!({ "uri": place.uri });
    let at = json!({ "textDocument": document, "position": place.at, "context": { "includeDeclaration": true } });
    let range = json!({ "start": place.at, "end": place.end });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let mut requests = Vec::new();
    for method in OF_PLACE {
        let mut params = at.clone();
        if method == "textDocument/signatureHelp" || method == "textDocument/completion" {
            params["context"] = Value::Null;
        }
        requests.push((method, params));
    }
    for method in OF_RANGE {
        let context = json!({ "diagnostics": [] });
        requests.push((
            method,
            json!({ "textDocument": document, "range": range, "context": context, "options": options }),
        ));
    }
    for method in OF_DOCUMENT {
        requests.push((
            method,
            json!({ "textDocument": document, "options": options }),
        ));
    }
    let mut params = at.clone();
    params["newName"] = json!(place.new_name);
    requests.push(("textDocument/rename", params));
    let mut params = at;
    params["ch"] = json!(">");
    params["options"] = options;
    requests.push(("textDocument/onTypeFormatting", params));
    let positions = json!([place.at, place.end, position((0, 0))]);
    requests.push((
        "textDocument/selectionRange",
        json!({ "textDocument": document, "positions": positions }),
    ));
    let moved = json!([{ "oldUri": place.uri, "newUri": place.uri.replace(".pp", "_moved.pp") }]);
    requests.push(("workspace/willRenameFiles", json!({ "files": moved })));
    for query in ["", "a", "::", place.new_name.get(..3).unwrap_or_default()] {
        requests.push(("workspace/symbol", json!({ "query": query })));
    }
    requests
}

/// What a server answers about one place, with what follows from the answers.
pub(super) fn answers(client: &mut Client, place: &AnswerPlace) -> Answers {
    let first = ask_all(client, requests(place));
    let mut follow = Vec::new();
    for (method, answer) in &first {
        let list = answer.get("items").unwrap_or(answer).as_array();
        let elements = list.into_iter().flatten();
        // The first ones are alike everywhere.
        let count = list.map_or(0, Vec::len);
        let some = elements.step_by((count / FOLLOWED).max(1)).take(FOLLOWED);
        for element in some {
            let about = |name: &'static str| (name, json!({ "item": element }));
            match &**method {
                "textDocument/completion" => {
                    follow.push(("completionItem/resolve", element.clone()))
                }
                "textDocument/codeLens" => follow.push(("codeLens/resolve", element.clone())),
                "textDocument/prepareCallHierarchy" => {
                    follow.push(about("callHierarchy/incomingCalls"));
                    follow.push(about("callHierarchy/outgoingCalls"));
                }
                "textDocument/prepareTypeHierarchy" => {
                    follow.push(about("typeHierarchy/supertypes"));
                    follow.push(about("typeHierarchy/subtypes"));
                }
                _ => {}
            }
        }
    }
    let mut answers = first;
    answers.extend(ask_all(client, follow));
    answers
}

/// What is asked about the whole workspace.
pub(super) fn workspace_answers(client: &mut Client) -> Answers {
    let params = json!({ "previousResultIds": [] });
    ask_all(client, vec![("workspace/diagnostic", params)])
}

fn ask_all(client: &mut Client, requests: Vec<(&'static str, Value)>) -> Answers {
    let asked: Vec<(&str, i64)> = requests
        .into_iter()
        .map(|(method, params)| (method, client.request(method, params)))
        .collect();
    let answers = asked.into_iter().map(|(method, id)| {
        let answer = match client.answer(id) {
            Ok(answer) => answer,
            Err(error) => {
                assert_ne!(error.code, INTERNAL_ERROR, "{method}: {error:?}");
                json!({ "error": error.code, "message": error.message })
            }
        };
        (method.to_owned(), answer)
    });
    answers.collect()
}
