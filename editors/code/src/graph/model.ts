import type * as lsp from 'vscode-languageclient/node';

/** What `puppetAnalyzer/resourceGraph` answers; `docs/protocol.md` describes it. */
export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface GraphNode {
  kind: 'definition' | 'class' | 'resource' | 'collector';
  label: string;
  container?: number;
  range: lsp.Range;
  declared: boolean;
  virtual: boolean;
  definition?: lsp.Location;
}

export interface GraphEdge {
  from: number;
  to: number;
  refreshes: boolean;
  written: string;
  range: lsp.Range;
}
