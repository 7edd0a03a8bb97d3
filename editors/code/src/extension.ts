import * as vscode from 'vscode';
import { RevealOutputChannelOn, TransportKind } from 'vscode-languageclient/node';
import type * as lsp from 'vscode-languageclient/node';
import { QuietClient } from './client';
import { ChosenNode } from './chosenNode';
import { ClosedDocuments } from './closed';
import { TRIGGER_SUGGEST, completionMiddleware, followTyping, offerAttributes } from './completion';
import { createConfigurationFile } from './configurationFile';
import { dataDocuments } from './data';
import { DataHierarchyView } from './dataHierarchy';
import type { Format } from './graph/files';
import { GraphPanels } from './graph/panel';
import { openPage, registerPages } from './pages';
import { isExecutable, serverExecutable } from './server';
import { StatusItem, showDetails } from './status';
import { noticeOtherExtensions } from './otherExtensions';
import { SyntaxTrees } from './syntaxTree';

/** The command of our code lenses. */
const SHOW_REFERENCES = 'puppet-analyzer.showReferences';
/** The command that opens the page of a rule. */
const EXPLAIN_RULE = 'puppet-analyzer.explainRule';

let client: QuietClient | undefined;
let status: StatusItem;
let chosenNode: ChosenNode;
let hierarchy: DataHierarchyView;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const channel = vscode.window.createOutputChannel('puppet-analyzer', 'log');
  const graphs = new GraphPanels(() => client);
  const saveGraph = (format: Format) => graphs.save(format, vscode.window.activeTextEditor?.document);
  const trees = new SyntaxTrees(() => client);
  status = new StatusItem(context.workspaceState);
  chosenNode = new ChosenNode(context.workspaceState, () => client);
  hierarchy = new DataHierarchyView(() => client, chosenNode);
  status.onDidIndex(() => hierarchy.refresh());
  registerPages(context, () => client);
  context.subscriptions.push(
    channel,
    graphs,
    trees,
    status,
    chosenNode,
    hierarchy,
    followTyping(),
    vscode.commands.registerCommand('puppet-analyzer.restart', () => restart(context, channel)),
    vscode.commands.registerCommand('puppet-analyzer.showLog', () => channel.show()),
    vscode.commands.registerCommand('puppet-analyzer.showStatus', () => showDetails(status)),
    vscode.commands.registerCommand('puppet-analyzer.selectNode', () => chosenNode.select()),
    vscode.commands.registerCommand('puppet-analyzer.createConfigurationFile', createConfigurationFile),
    vscode.commands.registerCommand('puppet-analyzer.reportIssue', () => reportIssue(context)),
    vscode.commands.registerCommand(SHOW_REFERENCES, showReferences),
    vscode.commands.registerCommand('puppet-analyzer.offerAttributes', offerAttributes),
    vscode.commands.registerCommand(EXPLAIN_RULE, (code: string) =>
      openPage(vscode.Uri.from({ scheme: 'puppet-analyzer', path: `/rule/${code}.md` })),
    ),
    vscode.commands.registerCommand('puppet-analyzer.showSyntaxTree', async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor) await trees.show(editor.document);
    }),
    vscode.commands.registerCommand('puppet-analyzer.showInferredType', showInferredType),
    vscode.commands.registerCommand('puppet-analyzer.showResourceGraph', async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor) await graphs.show(editor.document);
    }),
    vscode.commands.registerCommand('puppet-analyzer.saveGraphAsSvg', () => saveGraph('svg')),
    vscode.commands.registerCommand('puppet-analyzer.saveGraphAsDot', () => saveGraph('dot')),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('puppet-analyzer.server')) {
        void restart(context, channel);
      }
    }),
  );
  void noticeOtherExtensions(context);
  await start(context, channel);
}

/** Opens VS Code's form for an issue of the extension, with the version of the server in it. */
async function reportIssue(context: vscode.ExtensionContext): Promise<void> {
  const server = client?.initializeResult?.serverInfo;
  const version = server ? `${server.name} ${server.version ?? ''}` : 'The server does not run.';
  await vscode.commands.executeCommand('workbench.action.openIssueReporter', {
    extensionId: context.extension.id,
    issueBody: `${version}\n\nA small manifest, what is shown for it, and what you expect:\n`,
  });
}

/** Shows the places that a code lens counts. */
async function showReferences(uri: string, position: lsp.Position, locations: lsp.Location[]): Promise<void> {
  const converter = client?.protocol2CodeConverter;
  if (converter) {
    await vscode.commands.executeCommand(
      'editor.action.showReferences',
      vscode.Uri.parse(uri),
      converter.asPosition(position),
      locations.map((location) => converter.asLocation(location)),
    );
  }
}

/** Selects the smallest expression around the selection, and says its type. */
async function showInferredType(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!client || !editor) return;
  const textDocument = { uri: client.code2ProtocolConverter.asUri(editor.document.uri) };
  const range = client.code2ProtocolConverter.asRange(editor.selection);
  const params = { textDocument, range };
  const found = await client.sendRequest<{ range: lsp.Range; type: string } | null>('puppetAnalyzer/inferredType', params);
  if (!found) {
    await vscode.window.showInformationMessage('The type of this is not known.');
    return;
  }
  const around = client.protocol2CodeConverter.asRange(found.range);
  editor.selection = new vscode.Selection(around.start, around.end);
  await vscode.window.showInformationMessage(found.type);
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function restart(context: vscode.ExtensionContext, channel: vscode.OutputChannel): Promise<void> {
  await stop();
  await start(context, channel);
}

async function stop(): Promise<void> {
  const stopping = client;
  client = undefined;
  await stopping?.dispose();
}

async function start(context: vscode.ExtensionContext, channel: vscode.OutputChannel): Promise<void> {
  const settings = vscode.workspace.getConfiguration('puppet-analyzer');
  const command = serverExecutable(context.extensionPath, settings.get<string | null>('server.path', null));
  status.starting();
  if (!isExecutable(command)) {
    reportFailure(command, 'no such program');
    return;
  }
  const env = { ...process.env, PUPPET_ANALYZER_LOG: settings.get<string>('server.log', 'info') };
  // Data keeps its language: what other extensions do with YAML and JSON stays theirs.
  const documentSelector = [{ language: 'puppet' }, { language: 'epp' }, ...(await dataDocuments())];
  const closed = new ClosedDocuments(documentSelector);
  const run = { command, args: ['server'], transport: TransportKind.stdio, options: { env } };
  const starting = new QuietClient(
    'puppet-analyzer',
    'puppet-analyzer',
    { run, debug: run },
    {
      documentSelector,
      middleware: { ...completionMiddleware, provideWorkspaceDiagnostics: closed.provideWorkspaceDiagnostics },
      outputChannel: channel,
      // Changes of settings take effect without a restart.
      synchronize: { configurationSection: 'puppet-analyzer' },
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    },
  );
  starting.registerFeature({
    fillClientCapabilities: (capabilities) => {
      const commands = [SHOW_REFERENCES, EXPLAIN_RULE, TRIGGER_SUGGEST];
      capabilities.experimental = { ...capabilities.experimental, commands, pages: true, status: true, enterCommits: true };
    },
    initialize: () => undefined,
    getState: () => ({ kind: 'static' }),
    clear: () => closed.dispose(),
  });
  status.follow(starting);
  try {
    await starting.start();
    client = starting;
    void chosenNode.restore();
    hierarchy.refresh();
    const server = starting.initializeResult?.serverInfo;
    channel.appendLine(`${server?.name} ${server?.version} (${command})`);
  } catch (error) {
    reportFailure(command, error instanceof Error ? error.message : String(error));
  }
}

/** Says once why the server does not run. Nothing waits for the answer, so that the activation ends. */
function reportFailure(command: string, reason: string): void {
  const text = `puppet-analyzer could not start its server (${command}): ${reason}`;
  status.failed(reason);
  void vscode.window.showErrorMessage(text, 'Show Log', 'Open Settings').then(async (choice) => {
    if (choice === 'Show Log') {
      await vscode.commands.executeCommand('puppet-analyzer.showLog');
    } else if (choice === 'Open Settings') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'puppet-analyzer.server.path');
    }
  });
}
