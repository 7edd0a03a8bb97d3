// Talks to `puppet-analyzer mcp` through the client library of the protocol's authors.
// Usage: node client.mjs BINARY DIRECTORY, with the examples of the project as the directory.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, directory] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args: ["mcp", directory] }));
assert.equal(client.getServerVersion().name, "puppet-analyzer");
assert.ok(client.getInstructions().includes("check"));
await client.ping();

const { tools } = await client.listTools();
assert.equal(tools.length, 10);
for (const tool of tools) {
  assert.ok(tool.description && tool.annotations.readOnlyHint, tool.name);
  assert.equal(tool.inputSchema.type, "object");
}

const text = async (name, args) => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  assert.equal(content.length, 1);
  assert.ok(content[0].text.length < 2000, name);
  return [content[0].text, isError];
};
const [diagnostics] = await text("check", {});
const [, path, line] = diagnostics.match(/\n(\S+):(\d+):\d+: error\[/);
const name = diagnostics.match(/error\[(\w+)\]/)[1];
const answers = {
  check: await text("check", { path, severity: "error" }),
  explain: await text("explain", { rule: name }),
  symbols: await text("symbols", { path }),
  fix: await text("fix", { path, line: Number(line) }),
  eval: await text("eval", { expression: "1 + 1" }),
  hover: await text("hover", { name: "file" }),
  class_interface: await text("class_interface", { name: "file" }),
};
for (const [tool, [answer, isError]] of Object.entries(answers)) {
  assert.ok(answer && !isError, `${tool}: ${answer}`);
}
assert.equal(answers.eval[0], "2\nInteger[2, 2]");
assert.equal((await text("check", { path: "/etc/passwd" }))[1], true);
await assert.rejects(client.callTool({ name: "nope" }));

const controller = new AbortController();
const cancelled = client.callTool({ name: "check" }, undefined, { signal: controller.signal });
controller.abort();
await assert.rejects(cancelled);
await client.ping();
await client.close();
console.log(`${tools.length} tools, ${Object.keys(answers).length} of them called`);
