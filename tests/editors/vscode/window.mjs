// What the flows in VS Code read from its window.
import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of what is visible, in plain spaces. */
export async function texts(vs, selector, attribute) {
  const all = await vs.page.$$eval(
    selector,
    (found, attribute) =>
      found
        .filter((it) => it.getClientRects().length > 0)
        .map((it) => (attribute ? it.getAttribute(attribute) : it.innerText) ?? ''),
    attribute,
  );
  return all.map((text) => text.replace(/[\u00a0\u00b7]/g, ' ').replace(/[\u200b\u200c\ufeff]/g, '').trim());
}

/** Waits until one of the texts has each of `wanted`; gives all of them. */
export async function see(vs, what, wanted, read) {
  let seen;
  try {
    return await vs.until(what, async () => {
      seen = await read();
      const all = seen.join('\n');
      return [wanted].flat().every((text) => all.includes(text)) && seen;
    });
  } catch {
    return assert.fail(`${what}: ${JSON.stringify(wanted)} not in ${JSON.stringify(seen, undefined, 1)}`);
  }
}

/** What pages that are shown rendered have, each in a frame of its own: the texts of these elements. */
export async function rendered(vs, selector) {
  const read = (frame) => frame.$$eval(selector, (found) => found.map((it) => it.textContent)).catch(() => []);
  return (await Promise.all(vs.page.frames().map(read))).flat();
}

/** A file as it is on the disk; none if there is no such file. */
export function onDisk(vs, file) {
  const path = join(vs.ws, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Waits until a file on the disk has each of `wanted`. */
export async function saved(vs, file, wanted) {
  await see(vs, file, wanted, () => [onDisk(vs, file) ?? '(no such file)']);
}
