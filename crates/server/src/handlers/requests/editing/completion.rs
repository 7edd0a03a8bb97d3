//! `textDocument/completion`

use crate::protocol::client_commands::TRIGGER_SUGGEST;
use puppet_ide::FilePosition;
use puppet_ide::TextRange;
use puppet_ide::{CompletionItem, CompletionKind, DocumentedKind, ResolveData};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};
use crate::protocol::client_capabilities::ClientFeatures;

pub(crate) const RESOLVE: &str = "completionItem/resolve";
/// The name under which the transport gives us the request: it has an older form of completion items, see [`Item`].
pub(crate) const OWN_RESOLVE: &str = "puppetAnalyzer/resolveCompletion";

/// The request with the protocol's newest answer.
impl lsp::request::Request for Completion {
    type Params = lsp::CompletionParams;
    type Result = Option<CompletionList>;
    const METHOD: &'static str = "textDocument/completion";
}

/// `CompletionList` with `itemDefaults`, which our version of the protocol's types does not have.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletionList {
    is_incomplete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    item_defaults: Option<Defaults>,
    items: Vec<Item>,
}

/// What holds for all items.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Defaults {
    #[serde(skip_serializing_if = "Option::is_none")]
    edit_range: Option<EditRange>,
    /// What accepts the selected item: Enter, if the names of the list are a fixed set.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit_characters: Option<[String; 1]>,
}

impl Defaults {
    fn new(range: EditRange, may_be_new: bool, client: &ClientFeatures) -> Option<Self> {
        let commits = client.enter_commits && !may_be_new;
        let defaults = Self {
            edit_range: client.completion_defaults.then_some(range),
            commit_characters: commits.then(|| ["\n".to_owned()]),
        };
        let has_some = defaults.edit_range.is_some() || defaults.commit_characters.is_some();
        has_some.then_some(defaults)
    }
}

/// What an item replaces.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(untagged)]
enum EditRange {
    One(lsp::Range),
    /// As the user likes it: the word up to the cursor, or the whole word.
    Two {
        insert: lsp::Range,
        replace: lsp::Range,
    },
}

impl EditRange {
    fn of(
        snapshot: &Snapshot,
        cursor: FilePosition,
        completion: &puppet_ide::Completion,
    ) -> Result<Self, ReadError> {
        let one = completion.replace;
        let range = |range| snapshot.range(cursor.file, range);
        let is_one = !snapshot.client.completion_words || completion.word.end() <= cursor.offset;
        if is_one || completion.items.is_empty() {
            return Ok(Self::One(range(one)?));
        }
        Ok(Self::Two {
            insert: range(TextRange::new(
                one.start().min(cursor.offset),
                cursor.offset,
            ))?,
            replace: range(completion.word)?,
        })
    }

    fn edit(self, new_text: String) -> lsp::CompletionTextEdit {
        match self {
            Self::One(range) => lsp::CompletionTextEdit::Edit(lsp::TextEdit { range, new_text }),
            Self::Two { insert, replace } => {
                lsp::CompletionTextEdit::InsertAndReplace(lsp::InsertReplaceEdit {
                    new_text,
                    insert,
                    replace,
                })
            }
        }
    }
}

/// One item. What is not here comes with `completionItem/resolve`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Item {
    label: String,
    kind: lsp::CompletionItemKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    label_details: Option<lsp::CompletionItemLabelDetails>,
    /// Also said in the form of before there were tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<Vec<lsp::CompletionItemTag>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    sort_text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    filter_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    insert_text_format: Option<lsp::InsertTextFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_edit: Option<lsp::CompletionTextEdit>,
    /// What is inserted over the range of all items, if not the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    text_edit_text: Option<String>,
    /// What the client runs after the item is inserted.
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<lsp::Command>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

pub(crate) struct Completion;

impl RequestHandler for Completion {
    type Request = Self;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position)?;
        if let Some(typed) = trigger(params)
            && !snapshot.analysis.asks_for_completion(position, typed)?
        {
            return Ok(None);
        }
        let completion = snapshot.analysis.completion(position)?;
        if is_continued(params) {
            let text = snapshot.analysis.text(position.file)?;
            if starts_only_facts(&completion, &text) {
                return Ok(None);
            }
        }
        let client = &snapshot.client;
        let range = EditRange::of(snapshot, position, &completion)?;
        let own_range = (!client.completion_defaults).then_some(range);
        let mark = snapshot.uris.mark(position.file);
        let items = completion
            .items
            .into_iter()
            .enumerate()
            .map(|(index, item)| to_protocol(item, index, mark, own_range, client))
            .collect();
        Ok(Some(CompletionList {
            is_incomplete: completion.is_incomplete,
            item_defaults: Defaults::new(range, completion.may_be_new, client),
            items,
        }))
    }
}

/// The character for which an editor asks, if it does not ask because of a word or the user.
pub(crate) fn trigger(params: &lsp::CompletionParams) -> Option<char> {
    let context = params.context.as_ref()?;
    let is_character = context.trigger_kind == lsp::CompletionTriggerKind::TRIGGER_CHARACTER;
    let typed = context.trigger_character.as_ref()?;
    typed.chars().next().filter(|_| is_character)
}

/// Whether an editor requests the rest of a list that was not complete.
pub(crate) fn is_continued(params: &lsp::CompletionParams) -> bool {
    let kind = params.context.as_ref().map(|it| it.trigger_kind);
    kind == Some(lsp::CompletionTriggerKind::TRIGGER_FOR_INCOMPLETE_COMPLETIONS)
}

/// Whether a `$` and one letter are typed, and of all variables only facts start with it: the letter may well be the whole
/// name, and Enter would accept one of them. The list opens again with the next letter.
pub(crate) fn starts_only_facts(completion: &puppet_ide::Completion, text: &str) -> bool {
    let (start, end) = (completion.replace.start(), completion.replace.end());
    let typed = text.get(start.into()..end.into()).unwrap_or_default();
    let mut letters = typed.strip_prefix('$').unwrap_or_default().chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return false;
    };
    let mut others = completion.items.iter().filter(|it| !it.is_fact);
    !others.any(|it| {
        let name = it.label.trim_start_matches('$');
        name.starts_with(|first: char| first.eq_ignore_ascii_case(&letter))
    })
}

/// What the typed letters are compared with, where it is not the label: the name of a fact, and the words of a snippet
/// that starts with a bracket or a quote. Otherwise Enter after a typed bracket would accept the snippet.
pub(crate) fn filter_text(item: &CompletionItem) -> Option<String> {
    if let Some(fact) = item.label.strip_prefix("$facts['") {
        return Some(format!("${}", fact.trim_end_matches("']")));
    }
    let is_name = |first: char| first.is_alphanumeric() || matches!(first, '$' | '_' | ':' | '@');
    if item.snippet.is_none() || item.label.starts_with(is_name) {
        return None;
    }
    let words = item.label.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words.filter(|it| !it.is_empty()).collect();
    Some(match words.is_empty() {
        true => "value".to_owned(),
        false => words.join(" "),
    })
}

pub(crate) const KINDS: u64 = DocumentedKind::ALL.len() as u64;

/// What a client gives back when it asks for documentation: the file's mark and the kind in one number, and, where there
/// are such, a name that is not the label, and an owner.
pub(crate) fn to_data(mark: u64, about: &ResolveData, label: &str) -> Value {
    let kinds = DocumentedKind::ALL;
    let kind = (0_u64..).zip(kinds).find(|(_, it)| *it == about.kind);
    let number = mark * KINDS + kind.map_or(0, |it| it.0);
    let name = Some(&about.name).filter(|name| *name != label);
    match (name, about.of.is_empty()) {
        (None, true) => number.into(),
        (Some(name), true) => json!([number, name]),
        (name, false) => json!([number, name, about.of]),
    }
}

pub(crate) fn from_data(data: &Value, label: &str) -> Option<(u64, ResolveData)> {
    let kinds = DocumentedKind::ALL;
    let number = data.as_u64().or_else(|| data.get(0)?.as_u64())?;
    let text = |index: usize| match data.get(index) {
        None | Some(Value::Null) => Some(None),
        Some(text) => text.as_str().map(Some),
    };
    let about = ResolveData {
        kind: *kinds.get(usize::try_from(number % KINDS).ok()?)?,
        name: text(1)?.unwrap_or(label).to_owned(),
        of: text(2)?.unwrap_or_default().to_owned(),
    };
    Some((number / KINDS, about))
}

/// `range` is that of the item, if there is none for all.
fn to_protocol(
    item: CompletionItem,
    index: usize,
    mark: u64,
    range: Option<EditRange>,
    client: &ClientFeatures,
) -> Item {
    let filter_text = filter_text(&item);
    let snippet = item.snippet.filter(|_| client.completion_snippets);
    let insert_text_format = snippet.is_some().then_some(lsp::InsertTextFormat::SNIPPET);
    let opens_values = item.opens_values && snippet.is_some() && client.triggers_suggest;
    let data = item
        .documented
        .map(|about| to_data(mark, &about, &item.label));
    let (text_edit, text_edit_text) = match range {
        Some(range) => {
            let new_text = snippet.or(item.insert);
            let new_text = new_text.unwrap_or_else(|| item.label.clone());
            (Some(range.edit(new_text)), None)
        }
        None => (None, snippet.or(item.insert)),
    };
    let detail = item.detail.or_else(|| {
        let kind = kind_in_words(item.kind, &item.label)?;
        Some(kind.to_owned())
    });
    let (label_details, detail) = match detail {
        Some(detail) if client.completion_label_details => {
            let details = lsp::CompletionItemLabelDetails {
                detail: None,
                description: Some(detail),
            };
            (Some(details), None)
        }
        detail => (None, detail),
    };
    Item {
        kind: completion_kind(item.kind),
        filter_text,
        label: item.label,
        label_details,
        deprecated: item.is_deprecated.then_some(true),
        tags: (item.is_deprecated && client.completion_tags)
            .then(|| vec![lsp::CompletionItemTag::DEPRECATED]),
        detail,
        // The order of the list: shorter than the names.
        sort_text: format!("{index:03x}"),
        insert_text_format,
        text_edit,
        text_edit_text,
        command: opens_values
            .then(|| lsp::Command::new("Show Values".to_owned(), TRIGGER_SUGGEST.to_owned(), None)),
        data,
    }
}

/// What an item is, where a resource type and a function may have the same name.
pub(crate) fn kind_in_words(kind: CompletionKind, label: &str) -> Option<&'static str> {
    match kind {
        CompletionKind::ResourceType if label.contains("::") => Some("defined type"),
        CompletionKind::ResourceType => Some("resource type"),
        CompletionKind::Function => Some("function"),
        _ => None,
    }
}

pub(crate) fn completion_kind(kind: CompletionKind) -> lsp::CompletionItemKind {
    match kind {
        CompletionKind::Class => lsp::CompletionItemKind::CLASS,
        CompletionKind::DataType => lsp::CompletionItemKind::TYPE_PARAMETER,
        CompletionKind::TypeAlias => lsp::CompletionItemKind::INTERFACE,
        CompletionKind::ResourceType => lsp::CompletionItemKind::STRUCT,
        CompletionKind::Function => lsp::CompletionItemKind::FUNCTION,
        CompletionKind::Variable => lsp::CompletionItemKind::VARIABLE,
        CompletionKind::Parameter => lsp::CompletionItemKind::PROPERTY,
        CompletionKind::Keyword => lsp::CompletionItemKind::KEYWORD,
        CompletionKind::Value => lsp::CompletionItemKind::VALUE,
        CompletionKind::File => lsp::CompletionItemKind::FILE,
        CompletionKind::Namespace => lsp::CompletionItemKind::MODULE,
    }
}

#[cfg(test)]
mod tests {
    use puppet_ide::TextSize;

    use super::*;

    fn item(label: &str, snippet: Option<&str>) -> CompletionItem {
        CompletionItem {
            label: label.to_owned(),
            kind: CompletionKind::Value,
            detail: None,
            documented: None,
            insert: None,
            snippet: snippet.map(str::to_owned),
            rank: 0,
            is_deprecated: false,
            is_fact: label.starts_with("$facts["),
            opens_values: false,
        }
    }

    #[test]
    fn brackets_do_not_match_snippets() {
        for (label, snippet, expected) in [
            ("$facts['os']", None, Some("$os")),
            ("{ … }", Some("{ $1 }"), Some("value")),
            ("''", Some("'$1'"), Some("value")),
            ("'key' => Type", Some("'$1' => $2"), Some("key Type")),
            ("'0644'", None, None),
            ("file", Some("file { $1 }"), None),
            ("$port", None, None),
        ] {
            let found = filter_text(&item(label, snippet));
            assert_eq!(found.as_deref(), expected, "{label}");
        }
    }

    #[test]
    fn one_letter_may_be_the_whole_name() {
        let completion = |labels: &[&str], typed: &str| puppet_ide::Completion {
            replace: TextRange::up_to(TextSize::of(typed)),
            items: labels.iter().map(|it| item(it, None)).collect(),
            ..puppet_ide::Completion::default()
        };
        let far = ["$facts", "$facts['augeas']"];
        for (labels, typed, expected) in [
            (&far[..], "$a", true),
            (&far[..], "$f", false),
            (&far[..], "$au", false),
            (&["$apple", "$facts['augeas']"], "$a", false),
        ] {
            let found = starts_only_facts(&completion(labels, typed), typed);
            assert_eq!(found, expected, "{typed}");
        }
    }
}
