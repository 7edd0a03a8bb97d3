import type { Graph, GraphNode } from './model';
import { PICTURE_STYLE, withoutTheme } from './style';
import { svg } from './svg';

/** A format that a graph can be saved in. */
export type Format = 'svg' | 'dot';

/** The name of each format in file dialogs, and the text of a file. */
export const FORMATS: Record<Format, { name: string; text: (graph: Graph) => string }> = {
  svg: { name: 'SVG', text: svgFile },
  dot: { name: 'Graphviz DOT', text: dotFile },
};

/** A picture that other programs can show: its colours are inside. */
export function svgFile(graph: Graph): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg(graph, withoutTheme(PICTURE_STYLE))}\n`;
}

/** The graph in the language of Graphviz. Definitions are clusters; edges that refresh are dashed. */
export function dotFile(graph: Graph): string {
  const lines = ['digraph {', '  rankdir=LR', '  compound=true', '  node [shape=box, fontname=monospace, fontsize=10]'];
  graph.nodes.forEach((node, id) => {
    if (node.kind === 'definition') {
      lines.push(...cluster(graph, node, id));
    } else if (node.container === undefined) {
      lines.push(`  ${dotNode(node, id)}`);
    }
  });
  for (const { from, to, refreshes } of graph.edges) {
    const attributes = [
      graph.nodes[from]?.kind === 'definition' ? `ltail=cluster${from}` : '',
      graph.nodes[to]?.kind === 'definition' ? `lhead=cluster${to}` : '',
      refreshes ? 'style=dashed' : '',
    ].filter(Boolean);
    lines.push(`  n${from} -> n${to}${attributes.length > 0 ? ` [${attributes.join(', ')}]` : ''}`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function cluster(graph: Graph, owner: GraphNode, id: number): string[] {
  const members = graph.nodes.flatMap((node, member) => (node.container === id && node.kind !== 'definition' ? [`    ${dotNode(node, member)}`] : []));
  // Edges lead from node to node, not to clusters: a point inside is where those of the cluster end.
  const anchor = `    n${id} [shape=point, style=invis]`;
  return [`  subgraph cluster${id} {`, `    label=${dotString(owner.label)}`, anchor, ...members, '  }'];
}

function dotNode(node: GraphNode, id: number): string {
  const styles = [node.kind === 'class' ? 'rounded' : '', node.virtual ? 'dotted' : node.declared ? '' : 'dashed'].filter(Boolean);
  const style = styles.length > 0 ? `, style="${styles.join(',')}"` : '';
  return `n${id} [label=${dotString(node.label)}${style}]`;
}

function dotString(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replace(/\r?\n/g, '\\n')}"`;
}
