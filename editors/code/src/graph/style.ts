/** The colours and lines of the picture. Each colour of the theme has a fallback, which pictures in files use. */
export const PICTURE_STYLE = `
text { font: 12px var(--vscode-editor-font-family, monospace); fill: var(--vscode-editor-foreground, #222); pointer-events: none; }
.node rect { fill: var(--vscode-editorWidget-background, #f3f3f3); stroke: var(--vscode-editorWidget-border, #888); }
.node.definition > rect { fill: var(--vscode-sideBar-background, #fff); }
.node.definition > text { font-weight: bold; }
.node.class > rect { stroke: var(--vscode-symbolIcon-classForeground, #d67e00); }
.node.collector > rect { stroke: var(--vscode-symbolIcon-fieldForeground, #3794ff); }
.node.undeclared > rect { stroke-dasharray: 6 3; }
.node.virtual > rect { stroke-dasharray: 2 3; }
.edge path { fill: none; }
.edge .reach { stroke: transparent; stroke-width: 10; }
.edge .line { stroke: var(--vscode-charts-foreground, #888); stroke-width: 1.3; }
.edge.refresh .line { stroke: var(--vscode-charts-blue, #3794ff); stroke-dasharray: 5 3; }
marker path { fill: var(--vscode-charts-foreground, #888); }
marker.refresh path { fill: var(--vscode-charts-blue, #3794ff); }
`;

/** The style of the page around the picture, and of what the mouse and the keyboard point at. */
export const PAGE_STYLE = `
body { color: var(--vscode-editor-foreground); background: var(--vscode-editor-background); padding: 0; }
svg { display: block; }
.node, .edge { cursor: pointer; }
.node:focus { outline: none; }
.node:hover > rect, .node:focus > rect { stroke: var(--vscode-focusBorder, #007fd4); stroke-width: 2; }
.edge:hover .line, .edge.marked .line { stroke-width: 2.5; }
svg.marking .edge:not(.marked) { opacity: 0.15; }
.tools { position: sticky; top: 0; left: 0; z-index: 1; display: flex; gap: 4px; padding: 6px 8px; width: fit-content; }
.tools button { font: inherit; min-width: 26px; padding: 3px 7px; border: 1px solid var(--vscode-button-border, transparent); border-radius: 3px;
  color: var(--vscode-button-secondaryForeground, inherit); background: var(--vscode-button-secondaryBackground, #ddd); cursor: pointer; }
.tools button:hover { background: var(--vscode-button-secondaryHoverBackground, #ccc); }
.tools button:focus-visible { outline: 1px solid var(--vscode-focusBorder, #007fd4); }
.legend { position: sticky; left: 0; width: fit-content; font-size: 11px; opacity: 0.8; padding: 0 28px; }
.legend .refresh { color: var(--vscode-charts-blue, #3794ff); }
`;

/** The style with the fallback of each colour in the variable's stead, for programs that know no theme. */
export function withoutTheme(style: string): string {
  return style.replace(/var\(--[\w-]+, ([^)]+)\)/g, '$1');
}
