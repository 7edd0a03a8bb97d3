// Types a text into a new file, and compares what is saved.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The keys for characters that stand for one: leaving a block that the editor has closed is Down and End. */
const KEYS = new Map([
  ['\n', ['Enter']],
  ['⇥', ['Tab']],
  ['⎋', ['Escape']],
  ['⌫', ['Backspace']],
  ['↓', ['ArrowDown', 'End']],
]);

let files = 0;

/** Opens an empty file of the workspace. */
export async function openNew(vs, name) {
  const path = join(vs.ws, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  await vs.open(name);
  await pause(files === 1 ? 3000 : 400);
  return path;
}

/** Types the keys of a text, one at a time. */
export async function typeKeys(vs, keys, pace) {
  for (const key of keys) {
    const named = KEYS.get(key);
    if (named) await vs.press(...named);
    else await vs.page.keyboard.type(key);
    await pause(pace);
  }
}

/** The difference between what was typed and what is in the file, if there is one. */
export async function typeText(vs, text, pace) {
  files += 1;
  const folder = text.file ? dirname(text.file) : 'manifests';
  const ending = text.file?.endsWith('.epp') ? 'epp' : 'pp';
  const path = await openNew(vs, `${folder}/typed_${files}.${ending}`);
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
