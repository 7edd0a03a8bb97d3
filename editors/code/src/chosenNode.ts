import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** The server's command: see docs/protocol.md. */
const COMMAND = 'puppet-analyzer.chooseNode';
/** Where the choice of a workspace is kept. */
const CHOSEN = 'puppet-analyzer.chosenNode';

interface NodeItem {
  id: string;
  kind: 'node' | 'factSet' | 'system';
  title: string;
  detail: string;
}

interface NodeList {
  chosen: NodeItem | null;
  choices: NodeItem[];
}

const GROUPS = new Map<NodeItem['kind'], string>([
  ['factSet', 'Nodes with facts'],
  ['node', 'Nodes without facts'],
  ['system', 'Operating systems'],
]);

/** The node that values are shown for: chosen from a list, shown in the language status, kept for the next session. */
export class ChosenNode implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly choosing = new vscode.EventEmitter<string | undefined>();

  /** The title of the node that is chosen now. */
  readonly onDidChoose = this.choosing.event;

  /** `client` gives the client that runs at the moment. */
  constructor(
    private readonly state: vscode.Memento,
    private readonly client: () => LanguageClient | undefined,
  ) {
    this.item = vscode.languages.createLanguageStatusItem('puppet-analyzer.node', [
      { language: 'puppet' },
      { language: 'epp' },
    ]);
    this.item.name = 'Node';
    this.item.command = { command: 'puppet-analyzer.selectNode', title: 'Choose' };
    this.show(null);
  }

  /** Chooses again what was chosen in the last session. */
  async restore(): Promise<void> {
    this.show(null);
    const id = this.state.get<string>(CHOSEN);
    if (!id) return;
    try {
      await this.ask([id]);
    } catch {
      // It is gone from the workspace.
      await this.state.update(CHOSEN, undefined);
    }
  }

  /** Lets the user choose. */
  async select(): Promise<void> {
    const list = await this.ask([]);
    if (!list) return;
    const any = { label: 'Any node', description: list.chosen ? '' : 'chosen', id: null as string | null };
    const items: (vscode.QuickPickItem & { id?: string | null })[] = [any];
    for (const [kind, title] of GROUPS) {
      const ofKind = list.choices.filter((it) => it.kind === kind);
      if (ofKind.length === 0) continue;
      items.push({ label: title, kind: vscode.QuickPickItemKind.Separator });
      items.push(...ofKind.map((it) => ({ label: it.title, description: it.detail, id: it.id })));
    }
    const picked = await vscode.window.showQuickPick(items, {
      placeHolder: 'The node or operating system whose values are shown',
      matchOnDescription: true,
    });
    if (!picked || picked.id === undefined) return;
    await this.ask([picked.id]);
    await this.state.update(CHOSEN, picked.id ?? undefined);
  }

  dispose(): void {
    this.choosing.dispose();
    this.item.dispose();
  }

  /** Sends the command, and shows what is chosen then. */
  private async ask(arguments_: (string | null)[]): Promise<NodeList | undefined> {
    const params = { command: COMMAND, arguments: arguments_ };
    const list = await this.client()?.sendRequest<NodeList>('workspace/executeCommand', params);
    if (list) this.show(list.chosen);
    if (list && arguments_.length > 0) this.choosing.fire(list.chosen?.title);
    return list;
  }

  private show(chosen: NodeItem | null): void {
    this.item.text = chosen ? chosen.title : 'Any node';
    this.item.detail = chosen ? chosen.detail || 'operating system' : 'values are those of no certain node';
  }
}
