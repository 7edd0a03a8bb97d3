import * as vscode from 'vscode';
import { State, type LanguageClient } from 'vscode-languageclient/node';

const METHOD = 'puppetAnalyzer/status';
/** Where it is kept that the user does not want to be told about missing modules any more. */
const SILENT = 'puppet-analyzer.missingModules.silent';

/** Declared modules that are not installed. */
interface Missing {
  uri: string | null;
  declared: number;
  names: string[];
  install: string;
  summary: string;
}

/** What the server sends: see docs/protocol.md. */
interface Status {
  version: string;
  state: 'indexing' | 'ready' | 'degraded';
  files: number;
  modules: number;
  missing: Missing[];
  problems: string[];
}

/** The state of the server in the language status of Puppet documents, and one message about missing modules. */
export class StatusItem implements vscode.Disposable {
  private readonly item: vscode.LanguageStatusItem;
  private readonly indexed = new vscode.EventEmitter<void>();
  private isTold = false;

  /** The server has read the workspace. */
  readonly onDidIndex = this.indexed.event;

  constructor(private readonly state: vscode.Memento) {
    this.item = vscode.languages.createLanguageStatusItem('puppet-analyzer.status', [
      { language: 'puppet' },
      { language: 'epp' },
    ]);
    this.item.name = 'puppet-analyzer';
    this.item.command = { command: 'puppet-analyzer.showStatus', title: 'Details' };
    this.starting();
  }

  /** Shows what a client's server sends, and that it has ended. */
  follow(client: LanguageClient): void {
    client.onNotification(METHOD, (status: Status) => {
      this.show(status);
      if (status.state !== 'indexing') this.indexed.fire();
    });
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) this.failed('it has ended');
    });
  }

  /** The server is being started. */
  starting(): void {
    this.set('puppet-analyzer', 'starting', vscode.LanguageStatusSeverity.Information, true);
  }

  /** The server does not run. */
  failed(reason: string): void {
    this.set('puppet-analyzer: not running', reason, vscode.LanguageStatusSeverity.Error, false);
  }

  dispose(): void {
    this.indexed.dispose();
    this.item.dispose();
  }

  private show(status: Status): void {
    const name = `puppet-analyzer ${status.version}`;
    if (status.state === 'indexing') {
      this.set(name, 'indexing', vscode.LanguageStatusSeverity.Information, true);
      return;
    }
    const size = `${count(status.files, 'file')}, ${count(status.modules, 'module')}`;
    const reasons = [...status.missing.map((it) => it.summary), ...status.problems];
    const isWhole = reasons.length === 0;
    const severity = isWhole ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
    const missing = status.missing.reduce((sum, it) => sum + it.names.length, 0);
    const short = [
      size,
      ...(missing > 0 ? [`${missing} missing`] : []),
      ...(status.problems.length > 0 ? [count(status.problems.length, 'problem')] : []),
    ];
    this.set(`${name}: ${isWhole ? 'ready' : 'degraded'}`, short.join(', '), severity, false);
    this.details = [`${name}: ${size}`, ...reasons].join('\n');
    void this.tell(status.missing);
  }

  /** What is shown by the command of the item. */
  details = 'puppet-analyzer';


  private set(text: string, detail: string, severity: vscode.LanguageStatusSeverity, busy: boolean): void {
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.busy = busy;
    this.details = `${text}\n${detail}`;
  }

  /** Tells once a session what is not installed, unless the user has had enough of it in this workspace. */
  private async tell(missing: Missing[]): Promise<void> {
    const [first] = missing;
    if (!first || this.isTold || this.state.get<boolean>(SILENT, false)) return;
    this.isTold = true;
    const open = first.uri ? [`Open ${basename(first.uri)}`] : [];
    const never = "Don't Show Again";
    const text = `${first.summary}. What is not known of them cannot be checked.`;
    const choice = await vscode.window.showWarningMessage(text, ...open, never);
    if (choice === never) {
      await this.state.update(SILENT, true);
    } else if (choice && first.uri) {
      await vscode.window.showTextDocument(vscode.Uri.parse(first.uri));
    }
  }
}

/** Shows the state in full, with what can be done about it. */
export async function showDetails(item: StatusItem): Promise<void> {
  const commands = new Map([
    ['Show Log', 'puppet-analyzer.showLog'],
    ['Restart Server', 'puppet-analyzer.restart'],
  ]);
  const choice = await vscode.window.showInformationMessage(item.details, ...commands.keys());
  const command = choice && commands.get(choice);
  if (command) await vscode.commands.executeCommand(command);
}

/** A number with its noun. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function basename(uri: string): string {
  return vscode.Uri.parse(uri).path.split('/').pop() ?? '';
}
