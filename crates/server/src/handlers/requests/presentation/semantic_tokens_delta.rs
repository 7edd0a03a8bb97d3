//! `textDocument/semanticTokens/full/delta`

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};
use crate::handlers::requests::presentation::semantic_tokens::full;

pub(crate) struct SemanticTokensDelta;

impl RequestHandler for SemanticTokensDelta {
    type Request = lsp::request::SemanticTokensFullDeltaRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let file = snapshot.file(&params.text_document)?;
        let before = snapshot.tokens.sent(file, &params.previous_result_id);
        let (id, tokens) = full(snapshot, file)?;
        Ok(Some(match before {
            Some(before) => {
                lsp::SemanticTokensFullDeltaResult::TokensDelta(lsp::SemanticTokensDelta {
                    result_id: Some(id),
                    edits: difference(&before, &tokens).into_iter().collect(),
                })
            }
            None => lsp::SemanticTokensFullDeltaResult::Tokens(lsp::SemanticTokens {
                result_id: Some(id),
                data: tokens.to_vec(),
            }),
        }))
    }
}

/// The one edit that makes the new tokens of the old ones; nothing if they are equal.
fn difference(
    old: &[lsp::SemanticToken],
    new: &[lsp::SemanticToken],
) -> Option<lsp::SemanticTokensEdit> {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (old.get(same..)?, new.get(same..)?);
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let (removed, added) = (old.len() - end, new.get(..new.len() - end)?);
    if removed == 0 && added.is_empty() {
        return None;
    }
    // The protocol counts numbers, five for each token.
    let numbers = |count: usize| u32::try_from(count * 5).unwrap_or(u32::MAX);
    Some(lsp::SemanticTokensEdit {
        start: numbers(same),
        delete_count: numbers(removed),
        data: Some(added.to_vec()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(delta_line: u32) -> lsp::SemanticToken {
        lsp::SemanticToken {
            delta_line,
            delta_start: 0,
            length: 1,
            token_type: 0,
            token_modifiers_bitset: 0,
        }
    }

    #[test]
    fn a_difference_is_one_edit() {
        let tokens = |lines: &[u32]| lines.iter().copied().map(token).collect::<Vec<_>>();
        for (old, new, expected) in [
            (&[1, 2, 3][..], &[1, 2, 3][..], None),
            (&[1, 2, 3], &[1, 9, 3], Some((5, 5, vec![9]))),
            (&[1, 2, 3], &[1, 3], Some((5, 5, vec![]))),
            (&[1, 3], &[1, 2, 3], Some((5, 0, vec![2]))),
            (&[1, 1], &[1, 1, 1], Some((10, 0, vec![1]))),
            (&[], &[4], Some((0, 0, vec![4]))),
        ] {
            let edit = difference(&tokens(old), &tokens(new)).map(|edit| {
                let data = edit.data.unwrap_or_default();
                let lines = data.iter().map(|it| it.delta_line).collect::<Vec<_>>();
                (edit.start, edit.delete_count, lines)
            });
            assert_eq!(edit, expected, "{old:?} {new:?}");
        }
    }
}
