// Bundles src into dist: one file a command can start from, the rest loaded when used. Bundled libraries start several
// times faster than the same files resolved one by one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { commonJs } from './esbuild.commonjs.js';
import { isBuilt, putInPlace } from './esbuild.output.js';

/** What dist is made of: every source, the manifest among them, the versions of libraries, and the rules of this build. */
function sources() {
  const digest = createHash('sha256');
  const rules = [
    'package-lock.json',
    'tsconfig.json',
    ...readdirSync('.').filter((name) => name.startsWith('esbuild.')),
  ];
  const files = readdirSync('src', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of [...rules, ...files.map(({ parentPath, name }) => `${parentPath}/${name}`)].sort())
    digest.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return digest.digest('hex');
}

if (process.argv.includes('--if-changed') && isBuilt('dist', sources())) process.exit(0);

/** Written beside: dist stays whole until this build is. */
const FRESH = `.cache/dist-${process.pid}`;
const fresh = (path) => path.replace(/^dist/, FRESH);

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
  const outfile = fresh('dist/manifest.mjs');
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
// What knex has to make tables, to run migrations of its own (ours are SQL) and to tell of itself on a terminal: every start would
// load it.
const UNUSED_OF_KNEX =
  /[\\/](?:knex[\\/]lib[\\/](?:migrations|schema|dialects[\\/]postgres[\\/]schema)|knex[\\/]node_modules[\\/]debug|colorette)[\\/]/;
// commander starts programs for commands that are files of their own: ours are not, and every start would load what starts them.
const COMMANDER = /[\\/]commander[\\/]lib[\\/]command\.js$/;
const ITS_PROGRAMS = "require('node:child_process')";
// Modules of Node that pg has for a server by its address: the private one asks for none.
const PG = /[\\/]pg[\\/]lib[\\/](?:crypto[\\/]utils|connection-parameters)\.js$/;
const ITS_MODULES = {
  nodeCrypto: "require('crypto')",
  webCrypto: 'globalThis.crypto',
  subtleCrypto: 'globalThis.crypto.subtle',
  dns: "require('dns')",
};
/** A module named at the top of a file, asked for where it is used instead. */
const asUsed = (text, [name, module]) =>
  text.replace(new RegExp(`^const ${name} = .*$`, 'm'), '').replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `${module}.`);
const withoutUnused = {
  name: 'without-unused',
  setup: ({ onLoad }) => {
    onLoad({ filter: UNUSED_OF_KNEX }, () => ({ contents: 'module.exports = function () { return () => {}; };' }));
    onLoad({ filter: PG }, ({ path }) => ({
      contents: Object.entries(ITS_MODULES).reduce(asUsed, readFileSync(path, 'utf8')),
    }));
    onLoad({ filter: COMMANDER }, ({ path }) => ({ contents: readFileSync(path, 'utf8').replace(ITS_PROGRAMS, '{}') }));
  },
};
// A CommonJS library that is imported on demand keeps only its default export in a split bundle.
const ON_DEMAND = ['@fastify/busboy'];
// Awaits as it is loaded, which CommonJS cannot.
const AWAITING = ['libxml2-wasm'];
const QUIET = { logLevel: 'warning' };
const TARGET = 'node20.19';

process.once('exit', () => rmSync(FRESH, { recursive: true, force: true })); // of a build that failed
await writeManifest();
const built = sources(); // what changes from here on is built the next time
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
const files = await commonJs(outputFiles, metafile.outputs, 'dist/main.cjs', TARGET);
mkdirSync(fresh('dist/chunks'), { recursive: true });
for (const { path, text } of files) writeFileSync(fresh(path), text);
// What is kept compiled is of this build and of no other.
const digest = createHash('sha256').update(files.map(({ text }) => text).join());
writeFileSync(fresh('dist/build'), digest.digest('hex').slice(0, 16));

// The one script of the pages: the listener serves it as it is.
await build({
  entryPoints: { browser: 'src/commands/serve/pages/browser/browser.ts' },
  outdir: FRESH,
  bundle: true,
  format: 'iife',
  target: 'es2022',
  minify: true,
  ...QUIET,
});

// Which source each file came from: the start-up test reads it.
writeFileSync(
  fresh('dist/meta.json'),
  JSON.stringify(Object.fromEntries(files.map(({ path, inputs }) => [path, { inputs }]))),
);
writeFileSync(fresh('dist/sources'), built);
putInPlace(FRESH, 'dist');
