// The first steps of a user in VS Code: problems, hover, definition, a correction and completions.
import assert from 'node:assert';
import { steady } from './vscode/steady.mjs';
import { see, texts } from './vscode/window.mjs';

const hasError = async (vs) => (await vs.squiggles()).includes('error');

/** Waits until the list of suggestions has each of `wanted`, opening it if it is closed. */
async function suggested(vs, wanted) {
  await vs.suggest();
  await see(vs, 'suggestions', wanted, () => texts(vs, '.suggest-widget.visible .monaco-list-row', 'aria-label'));
}

export default async (vs) => {
  steady(vs);
  await vs.open('manifests/init.pp');
  await vs.until('an error', () => hasError(vs));
  const problem = "parameter 'port' expects a Web::Port = Integer[1, 65535] value, got String";
  await see(vs, 'problems', [problem, 'init.pp'], () => vs.problems());
  await vs.screenshot('1-problems');
  const hover = await vs.hover({ text: '$size)', offset: 1 });
  await see(vs, 'the type', 'Integer[10, 10]', async () => hover);
  await vs.screenshot('2-hover');
  const definition = await vs.definition({ text: 'Web::Port', offset: 5 });
  assert.deepEqual([definition.file, definition.line], ['types/port.pp', 2]);
  await vs.screenshot('3-definition');

  await vs.open('manifests/init.pp');
  await vs.goto({ text: "'eighty'" });
  await vs.press('Shift+End');
  await vs.type('80,');
  await vs.until('no error', async () => !(await hasError(vs)));
  await vs.screenshot('4-fixed');

  await vs.goto({ text: '$size = 10' });
  await vs.press('End', 'Enter');
  await vs.type('$x = Array[');
  await suggested(vs, ['Any', 'Array', 'Boolean']);
  await vs.screenshot('5-completion');
  await vs.press('Escape', 'End', 'Enter');
  await vs.type('include f');
  await suggested(vs, 'far::c000');
  await vs.type('ar::c39');
  await vs.screenshot('6-what-was-left-out');
  await suggested(vs, ['far::c390', 'far::c399']);
};
