#!/usr/bin/env node
// Node version check and the --version fast path come before anything is loaded.
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `taxops needs Node 20.19 or later; this is ${process.version}. Install a newer one from nodejs.org.\n`,
  );
  process.exit(1);
}

const argv = process.argv.slice(2);
if (argv[0] === '--version' || argv[0] === '-V') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
  process.exit(0);
}

const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(program)) {
  process.stderr.write('taxops is not built here. Run: npm run build\n');
  process.exit(1);
}

// Node 22.8 and later keep what they compiled: a start then takes two thirds of the time.
module.enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'taxops'));

const { start } = await import(program.href);
await start(argv);
