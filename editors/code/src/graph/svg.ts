import { edgeEnds } from './ends';
import type { Ends } from './ends';
import { layout, shortened } from './layout';
import type { Box } from './layout';
import type { Graph, GraphEdge, GraphNode } from './model';

/**
 * The graph as a picture: an `svg` element, whose parts have the numbers of nodes and edges in `data-` attributes. A
 * picture that stands in a file of its own has its `style` inside.
 */
export function svg(graph: Graph, style?: string): string {
  const { width, height, boxes } = layout(graph);
  const at = (id: number) => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  const frames: string[] = [];
  const nodes: string[] = [];
  graph.nodes.forEach((node, id) => (node.kind === 'definition' ? frames : nodes).push(drawNode(node, id, at(id))));
  const ends = edgeEnds(graph.edges, at);
  const edges = graph.edges.map((edge, id) => drawEdge(graph, edge, id, ends[id] ?? { x1: 0, y1: 0, x2: 0, y2: 0 }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    ...(style === undefined ? [] : [`<style>${style}</style>`]),
    '<defs>',
    ...['order', 'refresh'].map(
      (kind) =>
        `<marker id="${kind}" class="${kind}" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`,
    ),
    '</defs>',
    ...frames,
    ...edges,
    ...nodes,
    '</svg>',
  ].join('\n');
}

function drawNode(node: GraphNode, id: number, { x, y, width, height }: Box): string {
  const states = [node.kind, node.declared ? '' : 'undeclared', node.virtual ? 'virtual' : ''].filter(Boolean);
  const remarks = [node.declared ? '' : ' (not declared in this file)', node.virtual ? ' (virtual)' : ''].join('');
  const label = escaped(node.label + remarks);
  const baseline = node.kind === 'definition' ? y + 19 : y + height / 2 + 4;
  return [
    `<g class="node ${states.join(' ')}" data-node="${id}" tabindex="0" role="button" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${node.kind === 'class' ? 13 : 3}"/>`,
    `<text x="${x + 10}" y="${baseline}">${escaped(node.kind === 'definition' ? node.label : shortened(node.label))}</text>`,
    '</g>',
  ].join('');
}

function drawEdge(graph: Graph, edge: GraphEdge, id: number, ends: Ends): string {
  const kind = edge.refreshes ? 'refresh' : 'order';
  const [first, second] = [graph.nodes[edge.from]?.label ?? '', graph.nodes[edge.to]?.label ?? ''];
  const title = escaped(`${first} ${edge.refreshes ? 'refreshes' : 'comes before'} ${second}: ${edge.written}`);
  const path = curve(ends);
  return [
    `<g class="edge ${kind}" data-edge="${id}" data-from="${edge.from}" data-to="${edge.to}"><title>${title}</title>`,
    `<path class="reach" d="${path}"/><path class="line" d="${path}" marker-end="url(#${kind})"/></g>`,
  ].join('');
}

/** From the right side of one box to the left side of the other; around, where the other is not further right. */
function curve({ x1, y1, x2, y2 }: Ends): string {
  const bend = x2 > x1 ? (x2 - x1) / 2 : 60;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function escaped(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}
