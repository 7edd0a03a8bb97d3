// Types a text into a new file, or into one that has a text already, and compares what is saved.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The keys for characters that stand for one: leaving a block that the editor has closed is Down and End. */
const KEYS = new Map([
  ['\n', ['Enter']],
  ['⇥', ['Tab']],
  ['⎋', ['Escape']],
  ['⌫', ['Backspace']],
  ['↓', ['ArrowDown', 'End']],
  ['⇤', ['Shift+End']],
  ['⎘', ['Control+C']],
  ['⎗', ['Control+V']],
]);

/** The clipboard is the browser's, which does not wait for it: a person is slower than it, at any pace of typing. */
const CLIPBOARD_KEYS = ['⎘', '⎗'];
const CLIPBOARD_PACE = 300;

/** Where the cursor is in the text that a file has at the start. */
const CURSOR = '▮';

let files = 0;

/** Opens a new file of the workspace, empty or with a text at the start. */
export async function openNew(vs, name, start = '') {
  const path = join(vs.ws, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, start.replace(CURSOR, ''));
  await vs.open(name);
  await pause(files === 1 ? 3000 : 400);
  const before = start.split(CURSOR)[0].split('\n');
  if (start) await vs.goto({ line: before.length, col: before.at(-1).length + 1 });
  return path;
}

/** Types the keys of a text, one at a time. */
export async function typeKeys(vs, keys, pace) {
  for (const key of keys) {
    const named = KEYS.get(key);
    if (named) await vs.press(...named);
    else await vs.page.keyboard.type(key);
    await pause(CLIPBOARD_KEYS.includes(key) ? CLIPBOARD_PACE : pace);
  }
}

/** The difference between what was typed and what is in the file, if there is one. */
export async function typeText(vs, text, pace) {
  files += 1;
  const folder = text.file ? dirname(text.file) : 'manifests';
  const ending = text.file?.endsWith('.epp') ? 'epp' : 'pp';
  const path = await openNew(vs, `${folder}/typed_${files}.${ending}`, text.start);
  await typeKeys(vs, text.keys, pace);
  await pause(300);
  await vs.press('Escape', 'Control+S');
  await vs.until('the saved file', async () => {
    const isDirty = await vs.page.$('.tabs-container .tab.dirty');
    return !isDirty && readFileSync(path, 'utf8') !== '';
  });
  const [typed, found] = [text.expect, readFileSync(path, 'utf8')].map(comparable);
  if (typed !== found) await vs.screenshot(`typed ${text.name} ${pace}`);
  await vs.press('Control+K', 'w');
  await pause(200);
  return typed === found ? undefined : `--- typed\n${typed}\n--- in the file\n${found}\n`;
}

/** Lines without what formatting changes: spaces at their ends and before arrows, and empty ones. */
function comparable(text) {
  const lines = text.split('\n').map((line) => line.trimEnd().replace(/(\S) +([=+]>)/g, '$1 $2'));
  return lines.filter((line) => line !== '').join('\n');
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
