#!/usr/bin/env node
// Starts the binary that the package for this system carries.
'use strict';

const { spawnSync } = require('node:child_process');

const system = `${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'puppet-analyzer.exe' : 'puppet-analyzer';

/** The binary of an installed package. The one without a C library runs on every Linux. */
function binary() {
  for (const name of [`${system}-musl`, system]) {
    try {
      return require.resolve(`@puppet-analyzer/${name}/bin/${file}`);
    } catch {
      // Not for this system.
    }
  }
  return undefined;
}

const path = process.env.PUPPET_ANALYZER_BINARY || binary();
if (path === undefined) {
  console.error(
    `puppet-analyzer: there is no package @puppet-analyzer/${system}: install with optional dependencies, ` +
      'or set PUPPET_ANALYZER_BINARY to a binary',
  );
  process.exit(2);
}
const { status, signal, error } = spawnSync(path, process.argv.slice(2), { stdio: 'inherit' });
if (error) {
  console.error(`puppet-analyzer: cannot start ${path}: ${error.message}`);
  process.exit(2);
}
if (signal) {
  process.kill(process.pid, signal);
}
process.exit(status ?? 2);
