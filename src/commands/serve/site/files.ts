/** Style, script and icon, under names that change with their content: a browser keeps them for ever. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { packageFile } from '../../../services/kernel/package-file.ts';
import type { Files } from '../pages/parts/layout.tsx';
import { withHeaders } from '../response.ts';

const PAGES = 'src/commands/serve/pages';

const SOURCES: Readonly<Record<keyof Files, { readonly path: string; readonly end: string; readonly type: string }>> = {
  style: { path: `${PAGES}/style.css`, end: 'css', type: 'text/css; charset=utf-8' },
  script: { path: 'dist/browser.js', end: 'js', type: 'text/javascript; charset=utf-8' },
  icon: { path: `${PAGES}/icon.svg`, end: 'svg', type: 'image/svg+xml' },
};

const YEAR_S = 31_536_000;

/** Serves them and says where they are. */
export function addFiles(app: Hono): Files {
  const added = Object.entries(SOURCES).map(([name, { path, end, type }]) => {
    const content = readFileSync(packageFile(path));
    const href = `/static/${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${end}`;
    const headers = { 'Content-Type': type, 'Cache-Control': `public, max-age=${YEAR_S}, immutable` };
    app.get(href, () => withHeaders(new Response(new Uint8Array(content), { headers })));
    return [name, href];
  });
  return Object.fromEntries(added) as Files;
}
