// More flows of the user's day in VS Code, each from its own file.
import { formatOnSave } from './vscode/saving.mjs';
import { steady } from './vscode/steady.mjs';

const FLOWS = [
  'references', 'signature', 'hovers', 'documentation', 'actions', 'symbols', 'decorations', 'templates', 'quiet', 'saving', 'rename', 'reopening', 'indenting',
];

export default async (vs) => {
  steady(vs);
  formatOnSave(vs);
  for (const name of FLOWS) {
    const started = Date.now();
    const flow = await import(`./vscode/${name}.mjs`);
    await flow.default(vs);
    console.log(`ok  ${String(Date.now() - started).padStart(5)} ms  ${name}`);
    await vs.command('View: Close All Editors');
  }
};
