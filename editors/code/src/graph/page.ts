import type { Graph } from './model';
import { PAGE_STYLE, PICTURE_STYLE } from './style';
import { svg } from './svg';
import { fittedSize, scrollAfterZoom, zoomedSize } from './zoom';

/** The page of a webview with the graph. Nothing is loaded from anywhere: `nonce` lets its own style and script in. */
export function page(graph: Graph, nonce: string): string {
  const picture = graph.nodes.length > 0 ? TOOLS + svg(graph) : '<p>This file declares no classes and no resources.</p>';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">${PICTURE_STYLE}${PAGE_STYLE}</style>
</head>
<body>
${picture}
<p class="legend"><span class="order">→ comes before</span> <span class="refresh">⇢ refreshes</span>
dashed: not declared in this file; dotted: virtual. Click: source; Ctrl+click: definition; Ctrl+wheel, + and -: size; 0: fit.</p>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

const TOOLS = `<div class="tools" role="toolbar" aria-label="Graph">
<button data-zoom="1" title="Zoom in (+)" aria-label="Zoom in">+</button>
<button data-zoom="-1" title="Zoom out (-)" aria-label="Zoom out">−</button>
<button data-zoom="fit" title="Fit to the width of the window (0)">Fit</button>
<button data-save="svg">Save as SVG</button>
<button data-save="dot">Save as DOT</button>
</div>
`;

const SCRIPT = `
const fittedSize = ${fittedSize.toString()};
const zoomedSize = ${zoomedSize.toString()};
const scrollAfterZoom = ${scrollAfterZoom.toString()};
const vscode = acquireVsCodeApi();
const picture = document.querySelector('svg');
const root = document.documentElement;
// Without a size of the user's, the picture has the width of the window.
let chosen = vscode.getState()?.size;
let size = 1;

function resize() {
  if (!picture) return;
  const { width, height } = picture.viewBox.baseVal;
  size = chosen ?? fittedSize(width, root.clientWidth);
  picture.setAttribute('width', width * size);
  picture.setAttribute('height', height * size);
}
function zoom(steps, x = root.clientWidth / 2, y = root.clientHeight / 2) {
  const before = size;
  chosen = steps === 'fit' ? undefined : zoomedSize(size, Number(steps));
  vscode.setState({ size: chosen });
  resize();
  scrollTo(scrollAfterZoom(scrollX, x, before, size), scrollAfterZoom(scrollY, y, before, size));
}
function press(target, toDefinition) {
  const button = target.closest('button');
  const part = target.closest('[data-node], [data-edge]');
  if (button?.dataset.zoom) zoom(button.dataset.zoom);
  else if (button) vscode.postMessage({ save: button.dataset.save });
  else if (part) vscode.postMessage({ node: part.dataset.node, edge: part.dataset.edge, toDefinition });
}
document.addEventListener('click', (event) => press(event.target, event.ctrlKey || event.metaKey));
const KEYS = { '+': 1, '=': 1, '-': -1, '0': 'fit' };
document.addEventListener('keydown', (event) => {
  if (event.key in KEYS && !event.ctrlKey && !event.metaKey && !event.altKey) {
    zoom(KEYS[event.key]);
  } else if ((event.key === 'Enter' || event.key === ' ') && event.target.closest('[data-node]')) {
    press(event.target, event.ctrlKey || event.metaKey);
  } else {
    return;
  }
  event.preventDefault();
});
document.addEventListener('wheel', (event) => {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1 : -1, event.clientX, event.clientY);
}, { passive: false });
addEventListener('resize', resize);

// The edges of the node under the pointer or with the focus stand out.
function mark(target) {
  const id = target?.closest?.('[data-node]')?.dataset.node;
  const edges = picture?.querySelectorAll('.edge') ?? [];
  let marked = 0;
  for (const edge of edges) {
    const isOwn = id !== undefined && (edge.dataset.from === id || edge.dataset.to === id);
    edge.classList.toggle('marked', isOwn);
    marked += isOwn;
  }
  picture?.classList.toggle('marking', marked > 0);
}
document.addEventListener('mouseover', (event) => mark(event.target));
document.addEventListener('focusin', (event) => mark(event.target));
document.addEventListener('focusout', () => mark());

// Fonts differ in width: a label that is wider than its box is condensed.
for (const text of picture?.querySelectorAll('.node > text') ?? []) {
  const room = text.previousElementSibling.width.baseVal.value - 16;
  if (text.getComputedTextLength() > room) {
    text.setAttribute('textLength', room);
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}
resize();
`;
