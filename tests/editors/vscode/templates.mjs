// Templates: hover, and what is wrong in them.
import { see } from './window.mjs';

export default async (vs) => {
  await vs.open('templates/motd.epp');
  const hover = await vs.hover({ text: '$host.upcase', offset: 2 });
  await see(vs, 'the type', 'String[1]', async () => hover);
  await vs.screenshot('24-template-hover');
  await vs.press('Escape');
  await vs.goto({ text: '.upcase' });
  await vs.type('x');
  await vs.until('an error', async () => (await vs.squiggles()).includes('error'));
  await see(vs, 'the problem', ["Unknown variable: 'hostx'", "Did you mean '$host'?", 'motd.epp'], () => vs.problems());
  await vs.screenshot('25-template-problem');
  await vs.command('View: Toggle Panel Visibility');
  await vs.command('File: Revert File');
};
