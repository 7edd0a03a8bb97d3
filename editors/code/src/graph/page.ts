import type { Graph } from './model';
import { svg } from './svg';

/** The page of a webview with the graph. Nothing is loaded from anywhere: `nonce` lets its own style and script in. */
export function page(graph: Graph, nonce: string): string {
  const picture = graph.nodes.length > 0 ? svg(graph) : '<p>This file declares no classes and no resources.</p>';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${picture}
<p class="legend"><span class="order">→ comes before</span> <span class="refresh">⇢ refreshes</span>
dashed: not declared in this file; dotted: virtual. Click: source; Ctrl+click: definition; Ctrl+wheel: size.</p>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

const STYLE = `
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); padding: 0; }
text { font: 12px var(--vscode-editor-font-family, monospace); fill: var(--vscode-editor-foreground, #222); pointer-events: none; }
.node { cursor: pointer; }
.node:focus { outline: none; }
.node rect { fill: var(--vscode-editorWidget-background, #f3f3f3); stroke: var(--vscode-editorWidget-border, #888); }
.node.definition > rect { fill: var(--vscode-sideBar-background, #fff); }
.node.definition > text { font-weight: bold; }
.node.class > rect { stroke: var(--vscode-symbolIcon-classForeground, #d67e00); }
.node.collector > rect { stroke: var(--vscode-symbolIcon-fieldForeground, #3794ff); }
.node.elsewhere > rect { stroke-dasharray: 6 3; }
.node.virtual > rect { stroke-dasharray: 2 3; }
.node:hover > rect, .node:focus > rect { stroke: var(--vscode-focusBorder, #007fd4); stroke-width: 2; }
.edge { cursor: pointer; }
.edge path { fill: none; }
.edge .reach { stroke: transparent; stroke-width: 10; }
.edge .line { stroke: var(--vscode-charts-foreground, #888); stroke-width: 1.3; }
.edge.refresh .line { stroke: var(--vscode-charts-blue, #3794ff); stroke-dasharray: 5 3; }
.edge:hover .line { stroke-width: 2.5; }
marker path { fill: var(--vscode-charts-foreground, #888); }
marker.refresh path { fill: var(--vscode-charts-blue, #3794ff); }
.legend { font-size: 11px; opacity: 0.8; padding: 0 28px; }
.legend .refresh { color: var(--vscode-charts-blue, #3794ff); }
`;

const SCRIPT = `
const vscode = acquireVsCodeApi();
const picture = document.querySelector('svg');
function open(target, toDefinition) {
  const part = target.closest('[data-node], [data-edge]');
  if (part) vscode.postMessage({ node: part.dataset.node, edge: part.dataset.edge, toDefinition });
}
document.addEventListener('click', (event) => open(event.target, event.ctrlKey || event.metaKey));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' || event.key === ' ') {
    open(event.target, event.ctrlKey || event.metaKey);
    event.preventDefault();
  }
});
let size = vscode.getState()?.size ?? fitting();
// All of the width is seen at first, unless nothing could be read then.
function fitting() {
  const width = picture?.viewBox.baseVal.width ?? 1;
  return Math.max(0.75, Math.min(1, document.documentElement.clientWidth / width));
}
function resize() {
  if (!picture) return;
  const { width, height } = picture.viewBox.baseVal;
  picture.setAttribute('width', width * size);
  picture.setAttribute('height', height * size);
}
document.addEventListener('wheel', (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  size = Math.min(4, Math.max(0.1, size * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
  vscode.setState({ size });
  resize();
}, { passive: false });
resize();
`;
