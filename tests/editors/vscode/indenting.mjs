// A new line below a heredoc starts where the statement does, however deep its text is.
import { openNew, typeKeys } from './typing.mjs';
import { see } from './window.mjs';

export default async (vs) => {
  await openNew(vs, 'manifests/indented.pp');
  await typeKeys(vs, '$a = @(END)\n    text\n| END\n', 60);
  await see(vs, 'the new line is at the start', 'Ln 4, Col 1', () => position(vs));
  await typeKeys(vs, "file { '/tmp/x':\ncontent => @(END),\n  text\n| END\n", 60);
  await see(vs, 'the new line is below the attribute', 'Ln 8, Col 3', () => position(vs));
  await vs.press('Control+S');
  await vs.until('the saved file', async () => !(await vs.page.$('.tabs-container .tab.dirty')));
};

async function position(vs) {
  return [await vs.page.$eval('#status\\.editor\\.selection', (it) => it.textContent)];
}
