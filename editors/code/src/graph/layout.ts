import type { Graph } from './model';
import { columns, ranks } from './ranks';
import type { Pair } from './ranks';

/** Where something is drawn, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  width: number;
  height: number;
  /** By the numbers of the nodes. A definition's box holds those of what stands in it. */
  boxes: Map<number, Box>;
}

/** A character of a label; those of frames are bold. */
const CHARACTER = 7.5;
const LONGEST = 44;
const ROW = 26;
const ROW_GAP = 10;
const COLUMN_GAP = 56;
const PADDING = 14;
const HEADER = 28;
const GROUP_GAP = 28;
/** What has no relations is set in rows that are not wider than this. */
const WIDEST = 900;

/** The label as it is drawn. The middle is left out, since names of files often differ at their ends. */
export function shortened(label: string): string {
  const END = 18;
  return label.length > LONGEST ? `${label.slice(0, LONGEST - 1 - END)}…${label.slice(-END)}` : label;
}

function widthOf(label: string): number {
  return textWidth(shortened(label));
}

function textWidth(text: string): number {
  return Math.ceil(text.length * CHARACTER) + 20;
}

/**
 * A place for each node: a box for each definition, from top to bottom; inside, what comes first stands further left.
 * What is only referred to stands beside the first box that has to do with it.
 */
export function layout(graph: Graph): Layout {
  const boxes = new Map<number, Box>();
  let y = GROUP_GAP;
  let width = 0;
  for (const group of groups(graph)) {
    const drawn = drawGroup(graph, group, y, boxes);
    y += drawn.height + GROUP_GAP;
    width = Math.max(width, drawn.width);
  }
  return { width: width + GROUP_GAP, height: y, boxes };
}

/** Things that are drawn together. */
interface Group {
  /** The definition around them. */
  owner?: number;
  members: number[];
  /** What is only referred to: what comes before, and what comes after. */
  left: number[];
  right: number[];
}

function groups(graph: Graph): Group[] {
  const loose: Group = { members: [], left: [], right: [] };
  const byOwner = new Map<number, Group>();
  graph.nodes.forEach((node, id) => {
    if (node.kind === 'definition') {
      byOwner.set(id, { owner: id, members: [], left: [], right: [] });
    }
  });
  const groupOf = new Map<number, Group>();
  const before = new Set(graph.edges.filter((it) => it.to === graph.nodes[it.from]?.container).map((it) => it.from));
  graph.nodes.forEach((node, id) => {
    const group = byOwner.get(node.kind === 'definition' ? id : node.container ?? -1) ?? loose;
    if (node.kind !== 'definition' && node.declared) {
      // `require a` in a class: it comes before all that stands in the class.
      (before.has(id) ? group.left : group.members).push(id);
    }
    if (node.declared) {
      groupOf.set(id, group);
    }
  });
  for (const { from, to } of graph.edges) {
    const [left, right] = [groupOf.get(to), groupOf.get(from)];
    if (!groupOf.has(from) && left) {
      left.left.push(from);
      groupOf.set(from, left);
    }
    if (!groupOf.has(to) && right) {
      right.right.push(to);
      groupOf.set(to, right);
    }
  }
  graph.nodes.forEach((_, id) => {
    if (!groupOf.has(id)) {
      loose.members.push(id);
    }
  });
  return [loose, ...byOwner.values()].filter((it) => it.owner !== undefined || it.members.length > 0);
}

interface Size {
  width: number;
  height: number;
}

function drawGroup(graph: Graph, group: Group, y: number, boxes: Map<number, Box>): Size {
  const framed = group.owner !== undefined;
  const top = y + (framed ? HEADER : 0);
  const left = drawColumn(graph, group.left, GROUP_GAP, top, boxes);
  const start = GROUP_GAP + (left.width > 0 ? left.width + COLUMN_GAP : 0);
  const inner = drawMembers(graph, group.members, start + (framed ? PADDING : 0), top, boxes);
  let end = start + inner.width;
  let height = Math.max(inner.height, left.height);
  if (group.owner !== undefined) {
    const width = Math.max(inner.width, textWidth(graph.nodes[group.owner]?.label ?? '')) + 2 * PADDING;
    const frame = { x: start, y, width, height: HEADER + inner.height + PADDING };
    boxes.set(group.owner, frame);
    end = start + width;
    height = Math.max(frame.height, left.height + HEADER);
  }
  const right = drawColumn(graph, group.right, end + COLUMN_GAP, top, boxes);
  return {
    width: end + (right.width > 0 ? COLUMN_GAP + right.width : 0),
    height: Math.max(height, right.height + (framed ? HEADER : 0)),
  };
}

/** What has relations in columns, whose middles are at the same height, and everything else in rows below. */
function drawMembers(graph: Graph, members: number[], x: number, y: number, boxes: Map<number, Box>): Size {
  const inside = new Set(members);
  const pairs: Pair[] = graph.edges.filter((it) => inside.has(it.from) && inside.has(it.to)).map((it) => [it.from, it.to]);
  const linked = new Set(pairs.flat());
  const related = members.filter((id) => linked.has(id));
  const drawn = columns(related, ranks(related, pairs), pairs);
  let width = 0;
  let height = Math.max(0, ...drawn.map(columnHeight));
  for (const column of drawn) {
    const top = y + Math.round((height - columnHeight(column)) / 2);
    const size = drawColumn(graph, column, x + (width > 0 ? width + COLUMN_GAP : 0), top, boxes);
    width += (width > 0 ? COLUMN_GAP : 0) + size.width;
  }
  const rows = drawRows(graph, members.filter((id) => !linked.has(id)), x, y + (height > 0 ? height + ROW_GAP : 0), boxes);
  if (rows.height > 0) {
    height += (height > 0 ? ROW_GAP : 0) + rows.height;
  }
  return { width: Math.max(width, rows.width), height };
}

function drawColumn(graph: Graph, ids: readonly number[], x: number, y: number, boxes: Map<number, Box>): Size {
  const width = Math.max(0, ...ids.map((id) => widthOf(graph.nodes[id]?.label ?? '')));
  ids.forEach((id, index) => boxes.set(id, { x, y: y + index * (ROW + ROW_GAP), width, height: ROW }));
  return { width, height: columnHeight(ids) };
}

function columnHeight(ids: readonly number[]): number {
  return Math.max(0, ids.length * (ROW + ROW_GAP) - ROW_GAP);
}

function drawRows(graph: Graph, ids: readonly number[], x: number, y: number, boxes: Map<number, Box>): Size {
  let [right, row, widest] = [0, 0, 0];
  for (const id of ids) {
    const width = widthOf(graph.nodes[id]?.label ?? '');
    if (right > 0 && right + width > WIDEST) {
      [right, row] = [0, row + 1];
    }
    boxes.set(id, { x: x + right, y: y + row * (ROW + ROW_GAP), width, height: ROW });
    widest = Math.max(widest, right + width);
    right += width + ROW_GAP;
  }
  return { width: widest, height: ids.length > 0 ? (row + 1) * (ROW + ROW_GAP) - ROW_GAP : 0 };
}
