// Symbols of the file and of the workspace.
import { listWith } from './steady.mjs';
import { see } from './window.mjs';

export default async (vs) => {
  await vs.open('manifests/hosts.pp');
  const inFile = await listWith(vs, 'Control+Shift+O');
  await see(vs, 'symbols of the file', ['web::hosts', '$names', '$ports'], inFile);
  await vs.screenshot('21-outline');
  await vs.press('Escape');
  const inWorkspace = await listWith(vs, 'Control+T', 'wvho');
  await see(vs, 'symbols of the workspace', 'web::vhost', inWorkspace);
  await vs.screenshot('22-workspace-symbols');
  await vs.press('Enter');
  await vs.until('the defined type', async () => (await vs.active()).file?.endsWith('vhost.pp'));
};
