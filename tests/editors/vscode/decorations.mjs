// What the editor shows without being asked: inlay hints and colours.
import assert from 'node:assert';
import { see } from './window.mjs';

export default async (vs) => {
  await vs.open('manifests/hosts.pp');
  await see(vs, 'hints', ['$ports: Array[Web::Port] = web::ports(first: 8000', '|Integer $index, String $host|'], () => vs.lines());
  await vs.screenshot('23-hints');
  for (const [where, wanted] of [
    [{ text: 'web::hosts', offset: 6 }, 'class'],
    [{ text: '$names', offset: 1 }, 'parameter'],
    [{ text: 'web::ports', offset: 6 }, 'function'],
    [{ text: 'file {', offset: 1 }, 'struct'],
  ]) {
    const seen = await vs.token(where);
    assert.match(seen, new RegExp(`semantic token type\\s+${wanted}\\b`), where.text);
  }
};
