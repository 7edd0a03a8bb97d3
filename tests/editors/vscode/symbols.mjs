// Symbols of the file and of the workspace.
import { see, texts } from './window.mjs';

export default async (vs) => {
  const rows = () => texts(vs, '.quick-input-list .monaco-list-row', 'aria-label');
  await vs.open('manifests/hosts.pp');
  await vs.press('Control+Shift+O');
  await see(vs, 'symbols of the file', ['web::hosts', '$names', '$ports'], rows);
  await vs.screenshot('21-outline');
  await vs.press('Escape');
  await vs.press('Control+T');
  await vs.page.waitForSelector('.quick-input-widget input');
  await vs.type('wvho');
  await see(vs, 'symbols of the workspace', 'web::vhost', rows);
  await vs.screenshot('22-workspace-symbols');
  await vs.press('Enter');
  await vs.until('the defined type', async () => (await vs.active()).file?.endsWith('vhost.pp'));
};
