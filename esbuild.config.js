// Bundles src into dist: one file a command can start from, the rest loaded when used. Bundled libraries start several
// times faster than the same files resolved one by one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, transform } from 'esbuild';

/** What help and routing need of each declaration, read off the declarations themselves. */
async function writeManifest() {
  const manifest = 'src/commands/program/manifest.json';
  if (!existsSync(manifest)) writeFileSync(manifest, '[]'); // some declarations list the others
  const modules = readdirSync('src/commands', { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('program/') && !file.includes('/browser/'))
    .map((file) => file.slice(0, -3))
    .sort();
  const contents = [
    ...modules.map((module, rank) => `import * as m${rank} from './${module}.ts';`),
    `import { manifestText } from './program/manifest.ts';`,
    `export default manifestText({ ${modules.map((module, rank) => `'${module}': m${rank}`).join(', ')} });`,
  ].join('\n');
  const outfile = 'dist/manifest.mjs';
  const stdin = { contents, resolveDir: 'src/commands', sourcefile: 'all.ts' };
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external', ...QUIET });
  const { default: text } = await import(new URL(outfile, import.meta.url).href);
  rmSync(outfile);
  writeFileSync(manifest, text);
}

// Other databases that knex would load if asked; and libraries that read files of their own package.
const OTHER_DATABASES = [
  ...[
    'better-sqlite3',
    'cockroachdb',
    'mssql',
    'mysql',
    'mysql2',
    'oracle',
    'oracledb',
    'pgnative',
    'redshift',
    'sqlite3',
  ].map((dialect) => `*/${dialect}`),
  ...['pg-native', 'pg-query-stream', 'mariadb/callback', 'tedious'],
];
const WITH_FILES = ['exceljs', 'graphile-worker', 'pdfkit', 'swagger-ui-dist', 'ssh2-sftp-client'];
// What knex has to make tables and to run migrations of its own: ours are SQL, and every start would load it.
const UNUSED_OF_KNEX = /[\\/]knex[\\/]lib[\\/](?:migrations|schema|dialects[\\/]postgres[\\/]schema)[\\/]/;
// commander starts programs for commands that are files of their own: ours are not, and every start would load what starts them.
const COMMANDER = /[\\/]commander[\\/]lib[\\/]command\.js$/;
const ITS_PROGRAMS = "require('node:child_process')";
const withoutUnused = {
  name: 'without-unused',
  setup: ({ onLoad }) => {
    onLoad({ filter: UNUSED_OF_KNEX }, () => ({ contents: 'module.exports = class {};' }));
    onLoad({ filter: COMMANDER }, ({ path }) => ({ contents: readFileSync(path, 'utf8').replace(ITS_PROGRAMS, '{}') }));
  },
};
// A CommonJS library that is imported on demand keeps only its default export in a split bundle.
const ON_DEMAND = ['@fastify/busboy'];
// Awaits as it is loaded, which CommonJS cannot.
const AWAITING = ['libxml2-wasm'];
const QUIET = { logLevel: 'warning' };
const TARGET = 'node20.19';

// Modules are split, then each file becomes CommonJS: it starts faster, and may be kept compiled (bin/compiled.js).
const DYNAMIC = /\bimport\(("\.[^"]+")\)/g;
// V8 gives what it kept no way to import: what is not of the program is imported by the loader. `import(data){` is a method.
const IMPORTED = /(?<![.\w$])import\((?![\w$,]*\)\{)/g;
const FILE_URL = '__file_url';
async function asCommonJs({ path, text }) {
  const define = { 'import.meta.url': FILE_URL };
  const options = { format: 'cjs', platform: 'node', target: TARGET, minifyWhitespace: true, define, ...QUIET };
  const { code } = await transform(text, { ...options, sourcefile: path.replace(/cjs$/, 'mjs') });
  const url = code.includes(FILE_URL) ? `const ${FILE_URL}=require("node:url").pathToFileURL(__filename).href;` : '';
  mkdirSync(dirname(path), { recursive: true });
  const body = code
    .replaceAll(DYNAMIC, 'Promise.resolve().then(()=>require($1))')
    .replaceAll(IMPORTED, 'require.import(');
  writeFileSync(path, `"use strict";${url}${body}`);
  return body;
}

rmSync('dist', { recursive: true, force: true });
await writeManifest();
const { metafile, outputFiles } = await build({
  entryPoints: { main: 'src/commands/program/start.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: TARGET,
  minifyWhitespace: true,
  minifySyntax: true,
  ...QUIET,
  write: false,
  metafile: true,
  // Node 20 lacks what later ones have; pg then looks at Response instead, which loads Node's whole HTTP client.
  define: { navigator: JSON.stringify({ userAgent: 'Node.js' }) },
  plugins: [withoutUnused],
  external: [...OTHER_DATABASES, ...WITH_FILES, ...ON_DEMAND, ...AWAITING],
});
const written = await Promise.all(outputFiles.map(asCommonJs));
// What is kept compiled is of this build and of no other.
writeFileSync('dist/build', createHash('sha256').update(written.join()).digest('hex').slice(0, 16));

// The one script of the pages: the listener serves it as it is.
await build({
  entryPoints: { browser: 'src/commands/serve/pages/browser/browser.ts' },
  outdir: 'dist',
  bundle: true,
  format: 'iife',
  target: 'es2022',
  minify: true,
  ...QUIET,
});

// Which source each file came from: the start-up test reads it.
writeFileSync('dist/meta.json', JSON.stringify(metafile.outputs));
