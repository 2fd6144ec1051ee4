// Bundles src into dist: one file a command can start from, the rest loaded when used. Bundled libraries start several
// times faster than the same files resolved one by one.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

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
const withoutUnused = {
  name: 'without-unused',
  setup: ({ onLoad }) => onLoad({ filter: UNUSED_OF_KNEX }, () => ({ contents: 'module.exports = class {};' })),
};
// A CommonJS library that is imported on demand keeps only its default export in a split bundle.
const ON_DEMAND = ['@fastify/busboy'];
const QUIET = { logLevel: 'warning' };

rmSync('dist', { recursive: true, force: true });
await writeManifest();
const { metafile } = await build({
  entryPoints: { main: 'src/commands/program/start.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  ...QUIET,
  metafile: true,
  // Node 20 lacks what later ones have; pg then looks at Response instead, which loads Node's whole HTTP client.
  define: { navigator: JSON.stringify({ userAgent: 'Node.js' }) },
  plugins: [withoutUnused],
  external: [...OTHER_DATABASES, ...WITH_FILES, ...ON_DEMAND],
  // CommonJS libraries inside an ES module still call require for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});

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
