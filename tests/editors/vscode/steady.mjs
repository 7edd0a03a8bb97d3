// Drives the window by what it shows, not by pauses: a quick input that opens while another part of the window takes the
// focus closes at once, and a key that is pressed while a tab settles is lost. Each verb is repeated until its effect is there.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { texts } from './window.mjs';

/** Time after which a key is pressed again. */
export const PATIENCE = 3000;
/** Time in which one of the tries has to succeed, on a busy machine, too. */
const LIMIT = 60_000;

const ROWS = '.quick-input-list .monaco-list-row';

/** Replaces the verbs of the bench that press a key once. */
export function steady(vs) {
  vs.open = (file) => open(vs, file);
  vs.goto = (where) => goto(vs, where);
  vs.command = (title) => command(vs, title);
  vs.hover = (where) => hover(vs, where);
}

/** Presses a key until an element is visible. */
export async function pressUntil(vs, key, selector) {
  await repeat(vs, `${key} opens ${selector}`, async () => {
    await vs.press(key);
    await vs.page.waitForSelector(selector, { timeout: PATIENCE });
  });
}

/** Opens what a key lists, and types a query; gives what is listed as `texts` does. */
export async function listWith(vs, key, query) {
  await pressUntil(vs, key, '.quick-input-widget input[type=text]');
  if (query) await vs.type(query);
  return () => texts(vs, ROWS, 'aria-label');
}

async function open(vs, file) {
  const folder = dirname(file) === '.' ? '' : dirname(file);
  const isListed = (label) => label.includes(basename(file)) && label.includes(folder);
  await repeat(vs, `open ${file}`, async () => {
    await choose(vs, file, isListed);
    await vs.until(`tab ${file}`, async () => (await vs.active()).file?.endsWith(basename(file)), PATIENCE);
    await vs.page.waitForSelector('.editor-group-container.active .monaco-editor .view-line', { timeout: PATIENCE });
    await vs.until('focus', () => isEditing(vs), PATIENCE);
  });
  vs.file = file;
}

async function goto(vs, where) {
  const { line, col = 1 } = where.text === undefined ? where : place(vs, where);
  await vs.press('Escape');
  await repeat(vs, `cursor at ${line}:${col}`, async () => {
    await choose(vs, `:${line}:${col}`);
    const isThere = (at) => at.line === line && at.col === col;
    await vs.until('cursor', async () => isThere(await vs.active()) && isEditing(vs), PATIENCE);
  });
}

async function command(vs, title) {
  const isListed = (label) => label.toLowerCase().startsWith(title.toLowerCase());
  await repeat(vs, title, () => choose(vs, `>${title}`, isListed));
}

/** Runs a command that opens a list, and takes the row of the list that is wanted. */
export async function commandAndChoose(vs, title, query, isWanted) {
  const input = vs.page.locator('.quick-input-widget input[type=text]').first();
  await repeat(vs, `${title}: ${query}`, async () => {
    await command(vs, title);
    // The list of the commands closes first; what the command lists may have to wait for the server.
    await vs.until('the list', async () => (await input.isVisible()) && !(await input.inputValue()).startsWith('>'), PATIENCE);
    await choose(vs, query, isWanted);
  });
}

/** Hovers over the cursor at a place until something is shown there. */
async function hover(vs, where) {
  await vs.goto(where);
  return repeat(vs, 'hover', async () => {
    await vs.page.mouse.move(640, 790);
    const cursor = vs.page.locator('.editor-group-container.active .monaco-editor .cursors-layer .cursor').first();
    const box = await cursor.boundingBox({ timeout: PATIENCE });
    const middle = box.y + box.height / 2;
    await vs.page.mouse.move(box.x + 30, middle);
    await vs.page.mouse.move(box.x + 3, middle, { steps: 4 });
    return vs.until('text', async () => {
      const shown = await texts(vs, '.monaco-hover:not(.hidden) .hover-contents');
      return shown.length > 0 && !shown.some((text) => text.startsWith('Loading')) && shown;
    }, PATIENCE);
  });
}

/** Writes into the quick input, and takes its first row once it is the wanted one. */
export async function choose(vs, query, isWanted) {
  const input = vs.page.locator('.quick-input-widget input[type=text]').first();
  if (!(await input.isVisible())) await vs.press('F1');
  await input.fill(query, { timeout: PATIENCE });
  if (isWanted) {
    const isFirst = async () => isWanted((await texts(vs, ROWS, 'aria-label'))[0] ?? '');
    await vs.until(query, isFirst, PATIENCE).catch(async (error) => {
      // A list that was made too early stays as it is: it is opened again.
      await vs.press('Escape');
      throw error;
    });
  }
  await input.press('Enter', { timeout: PATIENCE });
  await vs.until('the closed list', async () => !(await input.isVisible()) || (await input.inputValue()) !== query, LIMIT);
}

/** Whether what is typed goes into the active editor. */
export function isEditing(vs) {
  return vs.page.evaluate(() => Boolean(document.activeElement?.closest('.editor-group-container.active .monaco-editor')));
}

/** The line and column of a text in the file on the disk. */
function place(vs, { text, nth = 0, offset = 0 }) {
  const content = readFileSync(join(vs.ws, vs.file), 'utf8');
  let start = -1;
  for (let times = 0; times <= nth; times += 1) {
    start = content.indexOf(text, start + 1);
    if (start < 0) throw new Error(`no ${text} in ${vs.file}`);
  }
  const lines = content.slice(0, start + offset).split('\n');
  return { line: lines.length, col: lines.at(-1).length + 1 };
}

/** Tries until it does not fail. */
export async function repeat(vs, what, tryOnce) {
  let result;
  await vs.until(what, async () => {
    result = await tryOnce();
    return true;
  }, LIMIT);
  return result;
}
