/** Style, script and htmx, under names that change with their content: a browser keeps them for ever. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { packageFile } from '../../../services/kernel/package-file.ts';
import type { Files } from '../pages/parts/layout.tsx';
import { withHeaders } from '../response.ts';

const htmxFile = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('htmx.org/package.json')), 'dist/htmx.min.js');

const SOURCES: Readonly<Record<keyof Files, { readonly path: () => string; readonly type: string }>> = {
  style: { path: () => packageFile('src/commands/serve/pages/style.css'), type: 'text/css; charset=utf-8' },
  script: { path: () => packageFile('dist/browser.js'), type: 'text/javascript; charset=utf-8' },
  htmx: { path: htmxFile, type: 'text/javascript; charset=utf-8' },
};

const YEAR_S = 31_536_000;

/** Serves them and says where they are. */
export function addFiles(app: Hono): Files {
  const added = Object.entries(SOURCES).map(([name, { path, type }]) => {
    const content = readFileSync(path());
    const href = `/static/${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${name === 'style' ? 'css' : 'js'}`;
    const headers = { 'Content-Type': type, 'Cache-Control': `public, max-age=${YEAR_S}, immutable` };
    app.get(href, () => withHeaders(new Response(new Uint8Array(content), { headers })));
    return [name, href];
  });
  return Object.fromEntries(added) as Files;
}
