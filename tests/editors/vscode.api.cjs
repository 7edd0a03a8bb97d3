// The flows of the user's day through VS Code's own API, inside the extension host: exact values.
const assert = require('node:assert');
const vscode = require('vscode');

async function until(read, done) {
  for (let tries = 0; tries < 200; tries++) {
    const value = await read();
    if (done(value)) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return read();
}

function position(document, text, offset = 0) {
  return document.positionAt(document.getText().indexOf(text) + offset);
}

exports.run = async () => {
  const root = vscode.workspace.workspaceFolders[0].uri;
  const uri = vscode.Uri.joinPath(root, 'manifests/init.pp');
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);

  const diagnostics = await until(() => vscode.languages.getDiagnostics(uri), (all) => all.length > 0);
  assert.equal(diagnostics.length, 1);
  const [diagnostic] = diagnostics;
  assert.match(diagnostic.message, /parameter 'port' expects a Web::Port = Integer\[1, 65535\] value, got String/);
  assert.equal(diagnostic.code?.value ?? diagnostic.code, 'T202');
  assert.equal(document.getText(diagnostic.range), "'eighty'");
  assert.match(diagnostic.relatedInformation?.[0]?.location.uri.path ?? '', /manifests\/vhost\.pp$/);

  const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, position(document, '$size)', 1));
  assert.match(hovers[0].contents[0].value, /Integer\[10, 10\]/);

  const at = position(document, 'Web::Port', 5);
  const [definition] = await vscode.commands.executeCommand('vscode.executeDefinitionProvider', uri, at);
  assert.match((definition.uri ?? definition.targetUri).path, /types\/port\.pp$/);

  await editor.edit((edit) => edit.insert(position(document, '$size = 10'), '    '));
  const options = { tabSize: 4, insertSpaces: false };
  const edits = await vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', uri, options);
  assert.deepEqual(edits.map((edit) => [edit.range.start.line, edit.newText, edit.range.end.character]), [[6, '', 6]]);
  const range = new vscode.Range(0, 0, 1, 0);
  const none = await vscode.commands.executeCommand('vscode.executeFormatRangeProvider', uri, range, options);
  assert.equal((none ?? []).length, 0);
  await vscode.commands.executeCommand('undo');

  await editor.edit((edit) => edit.insert(position(document, '\n  web::vhost'), '\n  $x = Array['));
  const inside = position(document, 'Array[', 6);
  const completion = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', uri, inside);
  const labels = completion.items.map((item) => item.label?.label ?? item.label);
  for (const label of ['Integer', 'Web::Port']) {
    assert.ok(labels.includes(label), `${label} in ${labels}`);
  }

  const branches = vscode.Uri.joinPath(root, 'manifests/cups.pp');
  const cups = await vscode.workspace.openTextDocument(branches);
  await vscode.window.showTextDocument(cups);
  const isWhole = (all) => all.length > 0 && all[0].relatedInformation?.length > 0;
  const [possible] = await until(() => vscode.languages.getDiagnostics(branches), isWhole);
  assert.equal(possible.code?.value ?? possible.code, 'N102');
  const related = (possible.relatedInformation ?? []).map((it) => `${it.location.range.start.line + 1}: ${it.message}`);
  assert.deepEqual(related, ['14: This branch does not assign it', '9: It is assigned here', '12: It is assigned here']);
  const fixes = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', branches, possible.range);
  const titles = fixes.map((fix) => fix.title);
  assert.ok(titles.includes('Set $version to undef otherwise'), titles.join());
  const [versions] = await vscode.commands.executeCommand('vscode.executeHoverProvider', branches, position(cups, '$version, ', 2));
  assert.match(versions.contents[0].value, /- line 9: `'1\.0-28'`\n- line 12: `'1\.0-29'`/);
  await vscode.window.showTextDocument(document);

  await vscode.commands.executeCommand('puppet-analyzer.restart');
  await vscode.commands.executeCommand('undo');
  const again = await until(() => vscode.languages.getDiagnostics(uri), (all) => all.length === 1 && all[0].code);
  assert.equal(again.length, 1, 'diagnostics after a restart');
};
