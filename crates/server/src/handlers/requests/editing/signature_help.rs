//! `textDocument/signatureHelp`

use puppet_ide::{ParameterInfo, SignatureInfo, SignatureTrigger, TextSize};

use crate::handlers::request_handler::{
    Params, ReadError, RequestHandler, Response, RetryPolicy, Snapshot, lsp,
};

pub(crate) struct SignatureHelp;

impl RequestHandler for SignatureHelp {
    type Request = lsp::request::SignatureHelpRequest;
    const RETRY_POLICY: RetryPolicy = RetryPolicy::Retry;

    fn run(snapshot: &Snapshot, params: &Params<Self>) -> Result<Response<Self>, ReadError> {
        let position = snapshot.position(&params.text_document_position_params)?;
        let Some(help) = snapshot
            .analysis
            .signature_help_for(position, &trigger(params))?
        else {
            return Ok(None);
        };
        let active = help.active;
        let active_parameter = help
            .signatures
            .get(active)
            .and_then(|it| it.active_parameter);
        Ok(Some(lsp::SignatureHelp {
            signatures: help.signatures.into_iter().map(signature).collect(),
            active_signature: u32::try_from(active).ok(),
            active_parameter: number(active_parameter),
        }))
    }
}

/// The action of the user; without it, the editor was asked for help.
fn trigger(params: &lsp::SignatureHelpParams) -> SignatureTrigger {
    let Some(context) = &params.context else {
        return SignatureTrigger::Invoked;
    };
    if context.trigger_kind == lsp::SignatureHelpTriggerKind::INVOKED {
        return SignatureTrigger::Invoked;
    }
    let shown = context.active_signature_help.as_ref();
    let shown = shown.filter(|_| context.is_retrigger).and_then(|help| {
        let active = help.active_signature.unwrap_or_default();
        let active = usize::try_from(active).ok()?;
        Some(help.signatures.get(active)?.label.clone())
    });
    SignatureTrigger::Typed { shown }
}

fn number(index: Option<usize>) -> Option<u32> {
    index.and_then(|index| u32::try_from(index).ok())
}

fn signature(signature: SignatureInfo) -> lsp::SignatureInformation {
    let parameters = signature
        .parameters
        .into_iter()
        .map(|it| parameter(&signature.label, it));
    lsp::SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: signature.documentation.map(markdown),
        active_parameter: number(signature.active_parameter),
        label: signature.label,
    }
}

fn parameter(label: &str, parameter: ParameterInfo) -> lsp::ParameterInformation {
    // The protocol counts in UTF-16 here, whatever was negotiated for documents.
    let utf16 = |offset: TextSize| {
        let before = label.get(..usize::from(offset)).unwrap_or(label);
        u32::try_from(before.encode_utf16().count()).unwrap_or(u32::MAX)
    };
    lsp::ParameterInformation {
        label: lsp::ParameterLabel::LabelOffsets([
            utf16(parameter.range.start()),
            utf16(parameter.range.end()),
        ]),
        documentation: parameter.documentation.map(markdown),
    }
}

fn markdown(value: String) -> lsp::Documentation {
    lsp::Documentation::MarkupContent(lsp::MarkupContent {
        kind: lsp::MarkupKind::Markdown,
        value,
    })
}
