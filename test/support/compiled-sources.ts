/**
 * vitest's plugin: what tests import from src is compiled before, all together, and loaded by Node itself. Through vite
 * each worker asks the main process for each of some 1,400 modules, and passes a getter wherever one uses another.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, type OutputFile } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src/');
const COMPILED = join(ROOT, '.cache/src/');
/** What decides how a source is compiled. */
const COMPILER = ['package-lock.json', 'tsconfig.json', 'test/support/compiled-sources.ts'];
const MODULE = /(?<!\.d)\.tsx?$/;
/** What a browser runs is bundled by the tests that need it. */
const OF_BROWSER = '/browser/';

export function compiledSources(): Plugin {
  let isWatching = false;
  let compiling: Promise<void> | undefined; // once for all projects of a run
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    async configureVitest({ vitest, experimental_defineCacheKeyGenerator: keyOfCache }) {
      isWatching = vitest.config.watch; // vite reads again what changes, Node keeps what it has loaded
      keyOfCache(() => (isWatching ? 'sources' : 'compiled sources'));
      if (isWatching) return;
      compiling ??= compile();
      await compiling;
    },
    resolveId(source, importer) {
      if (isWatching || !importer || !source.startsWith('.')) return null;
      const path = resolve(dirname(importer), source); // as it is written: imports name whole files
      return isModule(path) ? { id: compiledOf(path), external: true } : null;
    },
  };
}

const isModule = (path: string): boolean => path.startsWith(SOURCES) && MODULE.test(path) && !path.includes(OF_BROWSER);
const compiledOf = (path: string): string => path.replace(SOURCES, COMPILED).replace(MODULE, '.js');
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

/** What changed since; and what is no source any more goes, so that nothing imports it. */
async function compile(): Promise<void> {
  mkdirSync(COMPILED, { recursive: true });
  const sources = filesOf(SOURCES).filter(isModule);
  const expected = new Set(sources.map(compiledOf));
  for (const file of filesOf(COMPILED)) if (file.endsWith('.js') && !expected.has(file)) rmSync(file);
  const compiler = Math.max(...COMPILER.map((name) => changedAt(join(ROOT, name))));
  const entryPoints = sources.filter((path) => changedAt(compiledOf(path)) < Math.max(compiler, changedAt(path)));
  const options = { outdir: COMPILED, outbase: SOURCES, target: 'node20.19', sourcemap: 'inline' } as const;
  const { outputFiles } = await build({ entryPoints, ...options, sourcesContent: false, write: false });
  outputFiles.forEach(writeModule);
}

/** Whole or not at all: another run may read it meanwhile. */
function writeModule({ path, text }: OutputFile): void {
  const written = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(written, text.replaceAll(IMPORTED, '$1.js$2'));
  renameSync(written, path);
}

/** The end of a module's name as esbuild prints an import: `from "./a.ts"`, `import("./a.ts")`, a template alike. */
const IMPORTED = /((?:\bfrom |\bimport |\bimport\(\s*(?:\/\*.*?\*\/\s*)?)["'`]\.[^"'`\n]*)\.tsx?(["'`])/g;
