// The picture of a graph: where things stand, and what the SVG says.
import assert from 'node:assert';
import { test } from 'node:test';
import * as esbuild from 'esbuild';

async function load(entry) {
  const url = new URL(`../src/graph/${entry}.ts`, import.meta.url);
  const { outputFiles } = await esbuild.build({ entryPoints: [url.pathname], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}
const { layout } = await load('layout');
const { svg } = await load('svg');
const { page } = await load('page');
const { fittedSize, scrollAfterZoom, zoomedSize } = await load('zoom');
const { edgeEnds } = await load('ends');
const { dotFile, svgFile } = await load('files');

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const node = (label, more) => ({ kind: 'resource', label, range, declared: true, virtual: false, ...more });
const edge = (from, to, more) => ({ from, to, refreshes: false, written: '->', range, ...more });

const web = {
  nodes: [
    node('class web', { kind: 'definition' }),
    node("Package['nginx']", { container: 0 }),
    node("Service['nginx']", { container: 0 }),
    node("File['/a']", { container: 0 }),
    node("Exec['alone']", { container: 0 }),
    node("Class['base']", { kind: 'class', declared: false }),
    node("Class['late']", { kind: 'class', declared: false }),
    node("Class['first']", { kind: 'class', container: 0 }),
  ],
  edges: [edge(3, 2, { refreshes: true }), edge(1, 3), edge(5, 1), edge(2, 6), edge(7, 0, { written: 'require' })],
};

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const holds = (a, b) => a.x <= b.x && a.y <= b.y && b.x + b.width <= a.x + a.width && b.y + b.height <= a.y + a.height;

test('what comes first stands further left', () => {
  const { boxes } = layout(web);
  for (const { from, to } of web.edges) {
    const [first, second] = [boxes.get(from), boxes.get(to)];
    assert.ok(first.x + first.width < second.x, `${from} before ${to}`);
  }
});

test('a definition holds what stands in it, and nothing else', () => {
  const { boxes } = layout(web);
  for (const id of [1, 2, 3, 4]) assert.ok(holds(boxes.get(0), boxes.get(id)), `${id}`);
  for (const id of [5, 6, 7]) assert.ok(!overlap(boxes.get(0), boxes.get(id)), `${id}`);
});

test('nothing hides anything, and all is inside of the picture', () => {
  const many = {
    nodes: Array.from({ length: 300 }, (_, id) => node(`File['/${'x'.repeat(id % 60)}']`, id % 3 ? { declared: id % 5 > 0 } : {})),
    edges: Array.from({ length: 400 }, (_, id) => edge((id * 7) % 300, (id * 13 + 1) % 300)),
  };
  const { boxes, width, height } = layout(many);
  const all = [...boxes.values()];
  assert.equal(all.length, 300);
  all.forEach((a, i) => {
    assert.ok(holds({ x: 0, y: 0, width, height }, a));
    all.slice(i + 1).forEach((b) => assert.ok(!overlap(a, b)));
  });
});

test('circles and self references end', () => {
  const circle = { nodes: [node('a'), node('b'), node('c')], edges: [edge(0, 1), edge(1, 2), edge(2, 0), edge(1, 1)] };
  assert.equal(layout(circle).boxes.size, 3);
});

test('a long chain and a great many things are quick', () => {
  const count = 20000;
  const chain = {
    nodes: Array.from({ length: count }, (_, id) => node(`n${id}`)),
    edges: Array.from({ length: count - 1 }, (_, id) => edge(id, id + 1)),
  };
  assert.equal(layout(chain).boxes.size, count);
});

test('labels are text, not markup', () => {
  const picture = svg({ nodes: [node(`File['<b onclick="x">&']`), node('x'.repeat(80), { virtual: true })], edges: [edge(0, 1)] });
  assert.ok(!picture.includes('<b'));
  assert.ok(picture.includes('&lt;b onclick=&quot;x&quot;&gt;&amp;'));
  assert.ok(picture.includes(`>${'x'.repeat(25)}…${'x'.repeat(18)}</text>`));
  assert.ok(picture.includes(`<title>${'x'.repeat(80)} (virtual)</title>`));
  assert.match(picture, /data-edge="0"/);
});

test('the page loads nothing and lets only its own script in', () => {
  const html = page(web, 'n0nce');
  assert.match(html, /default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'/);
  assert.doesNotMatch(html, /(src|href)=/);
  assert.match(page({ nodes: [], edges: [] }, 'n'), /no classes and no resources/);
});

test('the width of the window is filled, but small pictures are not enlarged', () => {
  assert.equal(fittedSize(2000, 500), 0.25);
  assert.equal(fittedSize(400, 500), 1);
  assert.equal(fittedSize(1e6, 500), 0.1);
  assert.equal(fittedSize(0, 500), 1);
});

test('zooming has bounds, can be undone, and keeps what is under the pointer', () => {
  assert.equal(zoomedSize(1, 100), 4);
  assert.equal(zoomedSize(1, -100), 0.1);
  assert.ok(Math.abs(zoomedSize(zoomedSize(1, 1), -1) - 1) < 1e-9);
  assert.equal(scrollAfterZoom(100, 50, 1, 2), 250);
  assert.equal(scrollAfterZoom(0, 50, 2, 1), 0);
});

test('edges of one node have ends of their own, in the order of the other ends', () => {
  const boxes = [{ x: 0, y: 100, width: 50, height: 26 }, ...Array.from({ length: 16 }, (_, id) => ({ x: 200, y: id * 36, width: 50, height: 26 }))];
  const edges = Array.from({ length: 16 }, (_, id) => edge(0, 16 - id));
  const starts = edgeEnds(edges, (id) => boxes[id]).map((it) => it.y1);
  assert.equal(new Set(starts).size, 16);
  assert.deepEqual(starts, [...starts].sort((a, b) => b - a));
  for (const y of starts) assert.ok(y > 100 && y < 126, `${y}`);
  assert.equal(edgeEnds([edge(0, 1)], (id) => boxes[id])[0].y1, 113);
});

test('a node stands at the middle of the many that come after it', () => {
  const fan = { nodes: Array.from({ length: 17 }, (_, id) => node(`n${id}`)), edges: Array.from({ length: 16 }, (_, id) => edge(0, id + 1)) };
  const { boxes } = layout(fan);
  assert.ok(Math.abs(boxes.get(0).y - (boxes.get(1).y + boxes.get(16).y) / 2) <= 1);
});

test('labels of frames are whole', () => {
  const label = `class ${'x'.repeat(80)}`;
  const graph = { nodes: [node(label, { kind: 'definition' })], edges: [] };
  assert.ok(svg(graph).includes(`>${label}</text>`));
  assert.ok(layout(graph).boxes.get(0).width > label.length * 7);
});

test('a saved picture needs no theme', () => {
  const file = svgFile(web);
  assert.match(file, /^<\?xml version="1.0"/);
  assert.match(file, /stroke: #888/);
  assert.doesNotMatch(file, /var\(/);
  assert.doesNotMatch(svg(web), /<style>/);
});

test('DOT has definitions as clusters and quotes labels', () => {
  const file = dotFile(web);
  assert.match(file, /subgraph cluster0 \{\n    label="class web"/);
  assert.match(file, /\n  n5 \[label="Class\['base'\]", style="rounded,dashed"\]/);
  assert.match(file, /n3 -> n2 \[style=dashed\]/);
  assert.match(file, /n7 -> n0 \[lhead=cluster0\]/);
  assert.match(dotFile({ nodes: [node('a"\\b\nc')], edges: [] }), /label="a\\"\\\\b\\nc"/);
});

test('the page has buttons, and the functions that they need', () => {
  const html = page(web, 'n');
  for (const part of ['data-zoom="1"', 'data-zoom="-1"', 'data-zoom="fit"', 'data-save="svg"', 'data-save="dot"', 'const fittedSize = function', 'const zoomedSize = function']) {
    assert.ok(html.includes(part), part);
  }
  assert.doesNotMatch(page({ nodes: [], edges: [] }, 'n'), /data-save/);
});
