// Parameter hints while a call is typed.
import { see, texts } from './window.mjs';

export default async (vs) => {
  const widget = '.parameter-hints-widget.visible';
  await vs.open('manifests/hosts.pp');
  await vs.goto({ text: '  file {' });
  await vs.press('Enter', 'ArrowUp');
  await vs.type('  $more = web::ports(');
  await see(vs, 'the signature', 'Web::Port $first', () => texts(vs, `${widget} .signature`));
  await see(vs, 'the first parameter', 'Web::Port $first', () => texts(vs, `${widget} .parameter.active`));
  await see(vs, 'its documentation', 'the lowest of them', () => texts(vs, widget));
  await vs.screenshot('16-signature');
  await vs.type('80, ');
  await see(vs, 'the second parameter', 'Integer[0] $count', () => texts(vs, `${widget} .parameter.active`));
  await vs.screenshot('17-signature-second');
  await vs.press('Escape', 'Escape');
  await vs.command('File: Revert File');
};
