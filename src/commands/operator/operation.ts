import * as z from 'zod';
import type { Labels } from '../../services/kernel/errors.ts';
import { nearest } from '../../services/kernel/nearest.ts';
import { readTable } from '../../services/kernel/package-file.ts';
import { defineCommand, defineOperation } from '../operation/operation.ts';
import { text, words } from '../operation/outputs.ts';
import { headed } from '../operation/wire.ts';
import { loadCatalogue } from '../program/catalogue.ts';
import { commandErrors } from '../program/errors.ts';
import type { ManifestEntry } from '../program/manifest.ts';
import { loadOperation, manifest } from '../program/operations.ts';
import { referenceOf } from '../program/reference.ts';
import { searchCommands } from '../program/search.ts';

const Listed = z
  .object({
    Refs: headed(z.array(z.string()), 'Références'),
    Id: text('Id'),
    Cli: text('Commande'),
    Method: text('Méthode'),
    Path: text('Chemin'),
    Summary: words('Résumé'),
  })
  .meta({ id: 'OperationSummary' });

const served = (): (ManifestEntry & { readonly http: NonNullable<ManifestEntry['http']> })[] =>
  manifest.filter((entry) => entry.http !== undefined) as never;

export const operationList = defineOperation({
  id: 'operator.operation.list',
  summary: {
    en: 'List the operations, or the rows of the specification not served yet',
    fr: 'Lister les opérations, ou les lignes de la spécification pas encore servies',
  },
  description:
    'Refs are rows of the specification; operations of our own have none. With missing, one item per row that no operation serves: Id, Cli, Method and Path are then empty.',
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/operator/operations' },
  cli: {
    path: ['operation', 'list'],
    examples: ['taxops operation list', 'taxops operation list --missing', 'taxops operation list --json'],
  },
  query: z.object({
    missing: z.boolean().optional().describe('Only rows of the specification that nothing serves yet'),
  }),
  output: z.array(Listed),
  run: async (_ctx, { missing }) =>
    missing
      ? missingRows()
      : served().map(({ http: { method, path }, ...entry }) => ({ ...entry, method, path, cli: commandOf(entry) })),
});

const commandOf = ({ cli }: Pick<ManifestEntry, 'cli'>): string => `taxops ${cli.path.join(' ')}`;

function missingRows() {
  const done = new Set(served().flatMap(({ refs }) => refs));
  const rows = readTable('src/commands/program/specification.tsv', ['ref', 'area', 'title']);
  return rows
    .filter(({ ref }) => !done.has(ref))
    .map(({ ref, area, title }) => ({ ...NOT_SERVED, refs: [ref], summary: sameInBoth(`${area}: ${title}`) }));
}

const NOT_SERVED = { id: '', cli: '', method: '', path: '' } as const;
const sameInBoth = (text: string): Labels => ({ en: text, fr: text });

export const operationShow = defineOperation({
  id: 'operator.operation.show',
  summary: { en: 'Show the documentation of an operation', fr: 'Montrer la documentation d’une opération' },
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/operator/operations/{id}' },
  cli: { path: ['operation', 'show'], args: ['id'], examples: ['taxops operation show folder.create'] },
  params: z.object({ id: z.string().max(100).describe('Identifier, or a row of the specification') }),
  output: z.object({ Id: text('Id'), Markdown: text() }),
  errors: ['OperationUnknown'],
  view: function* ({ Markdown }) {
    yield { kind: 'text', text: Markdown };
  },
  run: async ({ language }, { id }) => {
    const entry = manifest.find((candidate) => candidate.id === id || candidate.refs.includes(id));
    if (!entry)
      throw commandErrors.OperationUnknown({
        id,
        suggestion: nearest(
          id,
          manifest.map((known) => known.id),
          language,
        ),
      });
    return { id: entry.id, markdown: referenceOf(await loadOperation(entry), entry, loadCatalogue(), language) };
  },
});

export const search = defineOperation({
  id: 'operator.search',
  summary: { en: 'Find a command by words', fr: 'Trouver une commande par mots' },
  description: 'Commands that all the words fit; where there is none, those that most of them fit, half at least.',
  policy: { kind: 'public' },
  http: { method: 'GET', path: '/api/operator/search' },
  cli: {
    path: ['search'],
    args: ['words'],
    isSentence: true,
    examples: ['taxops search balance', 'taxops search import statement'],
  },
  query: z.object({ words: z.string().min(1).max(200) }),
  output: z.array(z.object({ Cli: text('Commande'), Summary: words('Résumé') })),
  view: function* (found, language) {
    if (found.length === 0) yield { kind: 'text', text: NOTHING_FITS[language] };
    else
      yield {
        kind: 'table',
        columns: [{ name: 'Cli', fr: 'Commande' }, { name: 'Summary' }],
        rows: found.map(({ Cli, Summary }) => [Cli, Summary]),
      };
  },
  run: async (_ctx, { words: asked }) =>
    searchCommands(asked, manifest).map((entry) => ({ cli: commandOf(entry), summary: entry.summary })),
});

const NOTHING_FITS: Labels = {
  en: 'No command fits. Try fewer words, a noun of the field (liasse, VAT, FEC, statement), or: taxops --help',
  fr: 'Aucune commande ne convient. Essayez moins de mots, un nom du métier (liasse, TVA, FEC, relevé), ou : taxops --help',
};

export const openapi = defineCommand({
  id: 'operator.openapi',
  summary: { en: 'Print the OpenAPI document', fr: 'Afficher le document OpenAPI' },
  cli: { path: ['openapi'], examples: ['taxops openapi', 'taxops openapi --output openapi.json'] },
  output: z.record(z.string(), z.unknown()),
  view: function* (document) {
    yield { kind: 'text', text: JSON.stringify(document, null, 2) };
  },
  run: async ({ language }) => {
    const { buildOpenApi } = await import('../serve/openapi.ts');
    return buildOpenApi(await Promise.all(served().map(loadOperation)), { catalogue: loadCatalogue(), language });
  },
});
