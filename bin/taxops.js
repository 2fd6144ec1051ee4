#!/usr/bin/env node
// Node version check and the --version fast path come before the program is loaded.
'use strict';
const { readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join, resolve } = require('node:path');
const { isThere, load } = require('./compiled.js');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `taxops needs Node 20.19 or later; this is ${process.version}. Install a newer one from nodejs.org.\n`,
  );
  process.exit(1);
}

const argv = process.argv.slice(2);
if (argv[0] === '--version' || argv[0] === '-V') {
  const { version } = JSON.parse(readFileSync(resolve(__dirname, '../package.json'), 'utf8'));
  process.stdout.write(`${version}\n`);
  process.exit(0);
}

const program = resolve(__dirname, '../dist/main.cjs');
if (!isThere(program)) {
  process.stderr.write('taxops is not built here. Run: npm run build\n');
  process.exit(1);
}

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'taxops');
const { start } = load(program, cache);
start(argv);
