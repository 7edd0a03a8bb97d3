// Values and unused code for a chosen node, in a control repository with facts and data.
import assert from 'node:assert';
import { commandAndChoose, steady } from './vscode/steady.mjs';
import { see, texts } from './vscode/window.mjs';

const COMMAND = 'puppet-analyzer: Choose Node or Operating System';

export default async (vs) => {
  steady(vs);
  await vs.open('modules/web/manifests/init.pp');
  const hover = async (where) => String(await vs.hover(where));

  /** How much of the code is dimmed. */
  const dimmed = () => vs.page.locator('.monaco-editor .squiggly-inline-unnecessary, .monaco-editor .squiggly-unnecessary').count();

  // Nothing is told of a node before one is chosen.
  assert.ok(!(await hover({ text: '$root,', offset: 2 })).includes('On '));
  await see(vs, 'data of any node', ['Integer $port = 80 8080 from'], () => vs.lines());
  assert.equal(await dimmed(), 0);

  // A node with facts: values of data and facts, computed values, unused code.
  await commandAndChoose(vs, COMMAND, 'web01', (label) => label.startsWith('web01.example.com'));
  await see(vs, 'the values of the node', ["= 'apache2'", '8080 on web01.example.com'], () => vs.lines());
  await vs.until('dimmed code', async () => (await dimmed()) > 0);
  const root = await hover({ text: '$root,', offset: 2 });
  assert.ok(root.includes('On web01.example.com: \'/var/www\' (from line 2 of data/os/Debian.yaml, level “Operating system”)'), root);
  await vs.screenshot('node-1-values');
  await vs.press('Escape');
  await vs.page.click('#status\\.languageStatus');
  await see(vs, 'the chosen node', ['web01.example.com', 'Debian 12'], () => texts(vs, '.hover-language-status'));
  await vs.press('Escape');

  // The hierarchy in the side bar: what the node reads, and which level gives what. A click opens the line.
  const rows = () => texts(vs, '.customview-tree .monaco-list-row');
  const row = (text) => vs.page.locator('.customview-tree .monaco-list-row', { hasText: text }).first();
  await vs.command('Explorer: Focus on Hiera View');
  await see(vs, 'the tree', ['Environment', 'Operating system', 'data/os/Debian.yaml', 'Common'], rows);
  await vs.page.locator('.explorer-folders-view').evaluate((view) => view.closest('.pane').querySelector('.pane-header').click());
  for (const file of ['data/os/Debian.yaml', 'data/common.yaml']) await row(file).locator('.monaco-tl-twistie').click();
  await see(vs, 'what each file gives', ["'/var/www'", 'overridden by data/os/Debian.yaml', '8080'], rows);
  await vs.screenshot('node-2-hierarchy');
  await row('web::port').click();
  await vs.until('the line of the key', async () => {
    const at = await vs.active();
    return at.file?.endsWith('common.yaml') && at.line === 3;
  });
  await vs.open('modules/web/manifests/init.pp');

  // An operating system.
  await commandAndChoose(vs, COMMAND, 'Rocky 9', (label) => label.startsWith('Rocky 9'));
  await see(vs, 'the values of the system', ["= 'httpd'"], () => vs.lines());
  const family = await hover({ text: "'family'] ?", offset: 2 });
  assert.ok(family.includes("On Rocky 9: 'RedHat'"), family);
  await vs.screenshot('node-3-system');

  // None: all is as before.
  await commandAndChoose(vs, COMMAND, 'Any node', (label) => label.startsWith('Any node'));
  await see(vs, 'data of any node', ['Integer $port = 80 8080 from'], () => vs.lines());
  await vs.until('nothing is dimmed', async () => (await dimmed()) === 0);
};
