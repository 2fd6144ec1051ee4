// Loads the built program with what V8 compiled of it before. Node 20 has no `module.enableCompileCache`, and where it is (22.8)
// a start takes a third longer with it, since each file is found and resolved as any module.
'use strict';
const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { basename, dirname, join } = require('node:path');
const { Script } = require('node:vm');

/** The exports of the program and, through it, of its chunks, each known by its name; `cache` is a folder of the user's own. */
function load(program, cache) {
  const folder = dirname(program);
  const build = textOf(join(folder, 'build'));
  const kept = join(cache, `${process.version}-${process.arch}-${build}`);
  const [modules, scripts] = [new Map(), new Map()];
  const isOurs = isOwn(kept);
  if (isOurs) process.once('exit', () => keep(kept, scripts));

  function loaded(name) {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const path = name === basename(program) ? program : join(folder, 'chunks', name);
    const script = compiled(path, isOurs ? bytesOf(join(kept, name)) : undefined);
    scripts.set(name, script);
    script.runInThisContext()(module.exports, required, module, path, dirname(path));
    return module.exports;
  }
  const others = createRequire(program);
  const required = (id) => (id.startsWith('.') ? loaded(basename(id)) : others(id));
  Object.assign(required, others, { import: (id) => import(id) });
  return loaded(basename(program));
}

/** What others could have written there is not run: `sudo` keeps the home of who calls it. */
function isOwn(folder) {
  try {
    const { uid, mode } = statSync(folder);
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return true; // not there yet
  }
}

/**
 * Whether a file of the build is there, or comes at once: a new build takes the place of the last by two renames, and between
 * them there is none.
 */
function isThere(path) {
  for (let left = MOMENTS; left > 0 && !existsSync(path); left--)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MOMENT_MS);
  return existsSync(path);
}

const MOMENTS = 25;
const MOMENT_MS = 20;

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT' || !isThere(path)) throw error;
    return readFileSync(path, 'utf8');
  }
}

/** V8 refuses what another version or other flags made. */
const compiled = (path, cachedData) =>
  new Script(wrap(textOf(path)), { filename: path, ...(cachedData && { cachedData }) });

function bytesOf(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * At the end, when the functions that a start runs are compiled too. What is new brings all that was loaded beside it: a command
 * runs other functions of a library than those before it; but V8 forgets what a long run did only at its beginning. Without a
 * folder to write to, the next start is slower.
 */
function keep(folder, scripts) {
  const fresh = [...scripts].filter(([, script]) => isNew(script));
  if (fresh.length === 0) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name, script] of process.uptime() < LONG_SECONDS ? scripts : fresh) {
      const path = join(folder, name);
      writeFileSync(`${path}.${process.pid}`, script.createCachedData());
      renameSync(`${path}.${process.pid}`, path);
    }
  } catch {}
}

const LONG_SECONDS = 10;

/** V8 says of cached data that it was given whether it refused them. */
const isNew = ({ cachedDataRejected }) => cachedDataRejected !== false;

module.exports = { isThere, load };
