import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { type Language, TaxopsError } from '../../services/kernel/errors.ts';
import { loadCatalogue } from '../program/catalogue.ts';
import type { Program } from '../program/context.ts';
import { commandErrors } from '../program/errors.ts';
import type { ManifestEntry } from '../program/manifest.ts';
import { loadOperation } from '../program/operations.ts';
import { languageOf } from './language.ts';
import { buildOpenApi } from './openapi.ts';
import { answer, withHeaders } from './response.ts';

interface PageOptions {
  readonly program: Program;
  readonly entries: readonly ManifestEntry[];
  /** Aborted when the listener is to stop: it then answers what it still gets, and is not ready for more. */
  readonly stopping?: AbortSignal | undefined;
}

/** What the listener serves besides operations: its health, its description, the reference page. */
export function addPages(app: Hono, { program, entries, stopping }: PageOptions): void {
  const documents = new Map<Language, Promise<unknown>>();
  app.get('/', (context) => context.redirect('/docs/'));
  app.get('/health', () => answer({ status: 'ok' }, 200));
  app.get('/ready', async () => {
    if (stopping?.aborted) throw commandErrors.ListenerStopping();
    await program
      .db()
      .then(({ knex }) => knex.raw('select 1'))
      .catch(unready);
    return answer({ status: 'ready' }, 200);
  });
  app.get('/openapi.json', async (context) => {
    const { headers } = context.req.raw;
    const language = languageOf(headers.get('accept-language'), program.language);
    const document = documents.get(language) ?? describe(entries, language);
    documents.set(language, document);
    return answer(await document, 200, headers);
  });
  app.get('/problems/:code', (context) => {
    const code = context.req.param('code');
    const entry = loadCatalogue()[code];
    if (!entry) throw commandErrors.NoSuchRoute({ path: context.req.path });
    return answer({ code, ...entry }, 200);
  });
  app.get('/docs', (context) => context.redirect('/docs/'));
  app.get('/docs/', () => page('text/html; charset=utf-8', DOCS_HTML));
  app.get('/docs/start.js', () => page('text/javascript; charset=utf-8', DOCS_SCRIPT));
  for (const [file, type] of Object.entries(DOCS_FILES))
    app.get(`/docs/${file}`, async () => page(type, await docsFile(file)));
}

/** Whoever may ask learns that, not why: the reason names folders of this machine. */
function unready(error: unknown): never {
  throw error instanceof TaxopsError ? commandErrors.ListenerUnready() : error;
}

const describe = async (entries: readonly ManifestEntry[], language: Language): Promise<unknown> =>
  buildOpenApi(await Promise.all(entries.filter(({ http }) => http).map(loadOperation)), {
    catalogue: loadCatalogue(),
    language,
  });

/** The reader of the reference page, served from the installed package: no outside address. */
const DOCS_FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const docsFile = (file: string): Promise<Buffer> =>
  readFile(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), file));

const DOCS_HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>taxops API</title><link rel="stylesheet" href="swagger-ui.css"></head>
<body><main id="ui"></main><script src="swagger-ui-bundle.js"></script><script src="start.js"></script></body>
</html>
`;

const DOCS_SCRIPT = `SwaggerUIBundle({ url: '../openapi.json', dom_id: '#ui', docExpansion: 'none', filter: true, validatorUrl: null });\n`;

const page = (type: string, body: string | Buffer): Response =>
  withHeaders(
    new Response(body, {
      headers: {
        'Content-Type': type,
        'Content-Security-Policy':
          "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
      },
    }),
  );
