//! The server's capabilities.

use expect_test::expect;
use serde_json::{Value, json};

use crate::client::{Client, spawn};
use crate::workspace::Workspace;

#[test]
fn initialize_tells_what_the_server_can_do() {
    let workspace = Workspace::new(&[]);
    let mut client = Client::without_handshake(spawn());
    let general = json!({ "positionEncodings": ["utf-16", "utf-8"] });
    let answer = client.ask(
        "initialize",
        json!({ "capabilities": { "general": general } }),
    );
    assert_eq!(answer["serverInfo"]["name"], "puppet-analyzer");
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    let capabilities = answer["capabilities"].as_object().expect("an object");
    let lines = capabilities.iter().map(|(name, how)| match how {
        Value::Object(_) if how.to_string().len() > 120 => name.clone(),
        _ => format!("{name}: {how}"),
    });
    expect![[r#"
        positionEncoding: "utf-8"
        textDocumentSync: {"openClose":true,"change":2}
        selectionRangeProvider: true
        hoverProvider: true
        completionProvider: {"resolveProvider":true,"triggerCharacters":["[","$",":",".","'","\"","/","@"," "]}
        signatureHelpProvider: {"triggerCharacters":["(",","],"retriggerCharacters":[">"," "]}
        definitionProvider: true
        typeDefinitionProvider: true
        implementationProvider: true
        referencesProvider: true
        documentHighlightProvider: true
        documentSymbolProvider: true
        workspaceSymbolProvider: true
        codeActionProvider: {"codeActionKinds":["quickfix","refactor.extract","refactor.inline","refactor.rewrite","source.fixAll"]}
        codeLensProvider: {"resolveProvider":true}
        documentFormattingProvider: true
        documentRangeFormattingProvider: true
        documentOnTypeFormattingProvider: {"firstTriggerCharacter":">","moreTriggerCharacter":["\n"]}
        renameProvider: true
        documentLinkProvider: {"resolveProvider":false}
        foldingRangeProvider: true
        declarationProvider: true
        executeCommandProvider: {"commands":["puppet-analyzer.chooseNode"]}
        workspace
        callHierarchyProvider: true
        semanticTokensProvider
        linkedEditingRangeProvider: true
        inlayHintProvider: true
        typeHierarchyProvider: true"#]].assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    drop(workspace);
}
