import type { Box } from './layout';
import type { GraphEdge } from './model';

/** The ends of an edge, in pixels. */
export interface Ends {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The height of the part of a box's side at which edges may end, and its middle. A frame has them at its label. */
const SIDE = 18;
const MIDDLE = 13;

/**
 * The ends of all edges: on the right side of the first box, and on the left side of the second. Edges that share a box
 * are spread over its side, in the order of their other ends, so that they do not cross there.
 */
export function edgeEnds(edges: readonly GraphEdge[], box: (id: number) => Box): Ends[] {
  const middle = (id: number) => box(id).y + Math.min(box(id).height / 2, MIDDLE);
  const starts = spread(edges, (it) => it.from, (it) => middle(it.to));
  const stops = spread(edges, (it) => it.to, (it) => middle(it.from));
  return edges.map(({ from, to }, id) => ({
    x1: box(from).x + box(from).width,
    y1: middle(from) + (starts[id] ?? 0),
    x2: box(to).x,
    y2: middle(to) + (stops[id] ?? 0),
  }));
}

/** How far below the middle of its box's side each edge ends. */
function spread(edges: readonly GraphEdge[], own: (edge: GraphEdge) => number, other: (edge: GraphEdge) => number): number[] {
  const byNode = new Map<number, number[]>();
  edges.forEach((edge, id) => {
    const list = byNode.get(own(edge)) ?? [];
    byNode.set(own(edge), list);
    list.push(id);
  });
  const offsets: number[] = edges.map(() => 0);
  const heights = edges.map(other);
  const height = (id: number) => heights[id] ?? 0;
  for (const list of byNode.values()) {
    list.sort((a, b) => height(a) - height(b));
    const step = Math.min(6, SIDE / Math.max(1, list.length - 1));
    list.forEach((id, index) => (offsets[id] = Math.round((index - (list.length - 1) / 2) * step * 10) / 10));
  }
  return offsets;
}
