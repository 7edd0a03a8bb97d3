// A file is laid out when it is saved, if the user wants that.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saved } from './window.mjs';

/** Says what the user wants, long before the first file is saved: the window takes its time to hear of it. */
export function formatOnSave(vs) {
  mkdirSync(join(vs.ws, '.vscode'), { recursive: true });
  // The flows also look at the problems of files that are not open.
  const settings = { '[puppet]': { 'editor.formatOnSave': true }, 'puppet-analyzer.diagnostics.workspace': true };
  writeFileSync(join(vs.ws, '.vscode/settings.json'), JSON.stringify(settings));
}

export default async (vs) => {
  await vs.open('manifests/faults.pp');
  await vs.goto({ text: '  web::vhost' });
  await vs.type("notify{'x':message=>'y'}\n");
  await vs.screenshot('26-before-saving');
  await vs.press('Control+S');
  await saved(vs, 'manifests/faults.pp', "\n  notify { 'x': message => 'y' }\n");
  await vs.screenshot('27-saved');
};
