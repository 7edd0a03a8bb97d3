// Nothing is in the way: no box opens by itself in a resource, and the first suggestions are the usual ones.
import assert from 'node:assert';
import { listWith } from './steady.mjs';
import { see, texts } from './window.mjs';

const WIDGET = '.parameter-hints-widget.visible';
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The lines of the visible box of parameter hints. */
async function height(vs) {
  return vs.page.$eval(WIDGET, (box) => {
    const line = parseFloat(getComputedStyle(box.querySelector('.signature')).lineHeight);
    return Math.round(box.getBoundingClientRect().height / line);
  });
}

const rows = (vs) => texts(vs, '.suggest-widget.visible .monaco-list-row', 'aria-label');

/** Types the body of a resource up to the value of `ensure`; the box of parameter hints stays closed. */
async function upToEnsure(vs, start) {
  await vs.goto({ text: '  file {' });
  await vs.press('Enter', 'ArrowUp');
  await vs.type(start);
  await pause(400);
  assert.deepEqual(await texts(vs, WIDGET), [], `a box opened by itself in ${start}`);
}

/** Opens the suggestions and checks which come first. */
async function first(vs, wanted) {
  await vs.press('Escape');
  await vs.suggest();
  await see(vs, 'the first suggestions', wanted, async () => [(await rows(vs)).slice(0, wanted.length).join('\n')]);
  const labels = await rows(vs);
  assert.ok(labels[0].startsWith(wanted[0]), `${wanted[0]} is not first in ${labels}`);
  assert.ok(!labels.some((label) => label.startsWith("'")), `a value in quotes in ${labels}`);
}

export default async (vs) => {
  await vs.open('manifests/hosts.pp');
  await upToEnsure(vs, "file { '/a': mode => '0644', ensure => ");
  await vs.press('Escape', 'Control+Shift+Space');
  await see(vs, 'the attribute at the cursor', 'ensure => file | directory', () => texts(vs, `${WIDGET} .parameter.active`));
  await see(vs, 'a count of the rest', ' more }', () => texts(vs, `${WIDGET} .signature`));
  assert.ok((await height(vs)) <= 6, `${await height(vs)} lines`);
  await vs.screenshot('33-signature-of-file');
  await vs.press('Escape');
  await first(vs, ['file', 'directory', 'link', 'absent']);
  await vs.screenshot('34-ensure-of-file');
  await vs.press('Escape', 'Escape');
  await vs.command('File: Revert File');

  await upToEnsure(vs, "package { 'a': ensure => ");
  await first(vs, ['installed', 'latest', 'absent']);
  await vs.screenshot('35-ensure-of-package');
  await vs.press('Escape', 'Escape');
  await vs.command('File: Revert File');

  const symbols = await listWith(vs, 'Control+T', 'service');
  await see(vs, 'symbols of the workspace', 'web::service', symbols);
  await vs.page.keyboard.press('Control+A');
  await vs.type('c39');
  await pause(600);
  assert.ok(!(await symbols()).some((label) => label.includes('far::')), 'symbols of a fixture');
  await vs.press('Escape');
};
