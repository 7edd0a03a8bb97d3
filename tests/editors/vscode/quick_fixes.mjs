// The menu of the light bulb.
import { pressUntil, repeat } from './steady.mjs';
import { texts } from './window.mjs';

const ROWS = '.action-widget .monaco-list-row';

/** Opens the menu of quick fixes at a position, until an item contains `title`; the titles of its items. */
export async function quickFixes(vs, where, title) {
  await vs.goto(where);
  return repeat(vs, `the menu with ${title}`, async () => {
    await pressUntil(vs, 'Control+.', ROWS);
    const rows = await texts(vs, ROWS);
    if (rows.some((row) => row.includes(title))) return rows;
    // It was opened before the diagnostic was there.
    await vs.press('Escape');
    throw new Error(`only ${rows.join(', ')}`);
  });
}

/** Takes an item of the open menu of quick fixes. */
export async function takeQuickFix(vs, title) {
  await vs.page.click(`${ROWS}:has-text("${title}")`);
}
