// What a user is told that the server does not see, and what can be done about a diagnostic: in a control repository whose
// modules are not installed.
import assert from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickFixes, takeQuickFix } from './vscode/quick_fixes.mjs';
import { PATIENCE, isEditing, repeat, steady } from './vscode/steady.mjs';
import { rendered, see, texts } from './vscode/window.mjs';

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export default async (vs) => {
  steady(vs);
  await vs.open('modules/web/manifests/init.pp');

  // One message names what is missing, and leads to the file that declares it.
  await see(vs, 'the message', ['3 of 3 modules of the Puppetfile are not installed', 'keepalived, stdlib, apache'], () => vs.notifications());
  await vs.screenshot('status-1-message');
  const buttons = await texts(vs, '.notification-toast .monaco-button');
  assert.deepStrictEqual(buttons.sort(), ["Don't Show Again", 'Open Puppetfile']);
  await vs.page.click('.notification-toast .monaco-button:has-text("Open Puppetfile")');
  await see(vs, 'the Puppetfile', 'keepalived', () => vs.lines());
  // Its editor takes the focus later than it shows the text; Enter would then go there.
  await vs.until('focus', () => isEditing(vs), PATIENCE);
  await vs.open('modules/web/manifests/init.pp');

  // The name of a missing module leads to its declaration.
  const hover = await vs.hover({ text: 'keepalived::vrrp', offset: 4 });
  assert.ok(String(hover).includes('Module keepalived (Puppetfile:4) is not installed'), hover);
  await vs.screenshot('status-2-hover');

  // The language status has the version and what is missing.
  await vs.page.click('#status\\.languageStatus');
  const state = () => texts(vs, '.hover-language-status');
  await see(vs, 'the state', ['puppet-analyzer ', 'degraded', '1 module, 3 missing'], state);
  await vs.screenshot('status-3-item');
  await vs.press('Escape');
  await vs.command('puppet-analyzer: Show Status');
  await see(vs, 'the details', ['Show Log', 'Restart Server'], () => texts(vs, '.notification-toast .monaco-button'));
  await vs.command('Notifications: Clear All Notifications');
  await vs.command('puppet-analyzer: Show Log');
  const log = async () => [(await vs.page.textContent('.part.panel .view-lines')) ?? ''].map((it) => it.replaceAll('\u00a0', ' '));
  await see(vs, 'the log', ['roots: ', 'module paths: ', 'files: 4, modules: 1', 'are not installed'], log);
  await vs.screenshot('status-4-log');
  await vs.command('View: Toggle Panel Visibility');

  // Only open files are reported, unless the user asks for all.
  const problems = (await vs.problems()).join('\n');
  assert.ok(problems.includes('nothing') && !problems.includes('nowhere'), problems);
  await vs.screenshot('status-5-open-files-only');
  await vs.command('View: Toggle Panel Visibility');

  // The page of a rule opens inside of the editor.
  await vs.open('modules/web/manifests/init.pp');
  const titles = await quickFixes(vs, { text: 'nothing}', offset: 2 }, 'Explain');
  const at = (title) => titles.findIndex((it) => it.includes(title));
  assert.ok(at('Add the parameter') >= 0 && at('Add the parameter') < at('Ignore N101 on this line'), titles.join('\n'));
  assert.ok(at('Ignore N101 in this file') < at('Explain N101'), titles.join('\n'));
  await vs.screenshot('status-6-menu');
  await takeQuickFix(vs, 'Explain N101');
  const page = () => rendered(vs, 'h1, h2');
  await see(vs, 'the page', ['N101 unknown-variable', 'Why', 'Level'], page);
  await vs.screenshot('status-7-page');
  await vs.press('Control+w');

  // The link of the code leads there too.
  await vs.open('modules/web/manifests/init.pp');
  await repeat(vs, 'the link of the code', async () => {
    await vs.hover({ text: 'nothing}', offset: 2 });
    await vs.page.click('.monaco-hover a:has-text("N101")', { timeout: PATIENCE });
  });
  await see(vs, 'the page of the code', 'N101 unknown-variable', page);
  await vs.screenshot('status-8-link');
  await vs.press('Control+w');

  // A diagnostic is ignored on its line, another one in the file.
  await vs.open('modules/web/manifests/init.pp');
  await quickFixes(vs, { text: "'bad'", offset: 2 }, 'Explain');
  await takeQuickFix(vs, 'Ignore R305 on this line');
  await see(vs, 'the comment above', '    # puppet-analyzer: ignore[R305]', () => vs.lines());
  await vs.screenshot('status-9-ignored-line');
  await quickFixes(vs, { line: 8, col: 18 }, 'Explain');
  await takeQuickFix(vs, 'Ignore N101 in this file');
  await see(vs, 'the comment at the top', '# puppet-analyzer: ignore-file[N101]', () => vs.lines());
  await vs.until('no error', async () => !(await vs.squiggles()).includes('error'));
  await vs.screenshot('status-10-ignored-file');

  // A change of the settings takes effect at once.
  settings(vs, { 'puppet-analyzer.diagnostics.workspace': true });
  await see(vs, 'the problem of a closed file', 'nowhere', () => vs.problems());
  await vs.screenshot('status-11-all-files');
  settings(vs, { 'puppet-analyzer.diagnostics.workspace': false });
  await vs.until('open files only', async () => !(await vs.problems()).join().includes('nowhere'));

  // A server that cannot be started is one message.
  await vs.command('Notifications: Clear All Notifications');
  settings(vs, { 'puppet-analyzer.server.path': '/no/such/server' });
  await see(vs, 'the message', 'could not start its server (/no/such/server)', () => vs.notifications());
  await pause(PATIENCE);
  const messages = await vs.notifications();
  assert.strictEqual(messages.length, 1, messages.join('\n'));
  await vs.page.click('#status\\.languageStatus');
  await see(vs, 'the state', 'not running', state);
  await vs.screenshot('status-12-no-server');
};

/** Writes the settings of the workspace. */
function settings(vs, values) {
  mkdirSync(join(vs.ws, '.vscode'), { recursive: true });
  writeFileSync(join(vs.ws, '.vscode/settings.json'), JSON.stringify(values));
}
