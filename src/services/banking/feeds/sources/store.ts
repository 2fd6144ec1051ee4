/** Sources in the database: settings in clear, secrets sealed. */
import { resolve } from 'node:path';
import type { Knex } from 'knex';
import { camelRow } from '../../../db/rows.ts';
import { getCompany } from '../../../folders/companies.ts';
import { getFolder } from '../../../folders/folders.ts';
import type { Context } from '../../../operation/context.ts';
import type { SealedColumn } from '../../../secrets/reseal.ts';
import { sourceErrors } from './errors.ts';
import type { Source, SourceKind, SourceOf } from './source.ts';

interface SourceRow {
  readonly id: number;
  readonly name: string;
  readonly kind: SourceKind;
  readonly folder_id: number | null;
  readonly company_id: number | null;
  readonly creates_accounts: boolean;
  readonly settings: unknown;
  readonly sealed: Buffer;
}

const placeOf = (name: unknown): string => `statement_source ${name}`;

/** For a change of keys. */
export const SOURCE_SEALED: SealedColumn = {
  table: 'statement_source',
  column: 'sealed',
  key: ['id'],
  bound: ['name'],
  place: ({ name }) => placeOf(name),
};

export type SourceDraft = Omit<SourceOf<SourceKind>, 'id'>;

/** Throws SourceExists, SourceShelfIsInbox, FolderNotFound, CompanyNotFound. */
export async function addSource(ctx: Context, draft: SourceDraft): Promise<Source> {
  refuseShelfInInbox(draft);
  const db = await ctx.db();
  if (draft.folderId !== null) await getFolder(ctx, draft.folderId);
  if (draft.companyId !== null) await getCompany(ctx, draft.companyId);
  const box = await ctx.secrets();
  const now = ctx.clock.now();
  const [row] = await db
    .knex('statement_source')
    .insert({
      name: draft.name,
      kind: draft.kind,
      folder_id: draft.folderId,
      company_id: draft.companyId,
      creates_accounts: draft.createsAccounts,
      settings: JSON.stringify(draft.settings),
      sealed: box.seal(JSON.stringify(draft.secrets), placeOf(draft.name)),
      created_at: now,
      updated_at: now,
    })
    .onConflict('name')
    .ignore()
    .returning('*');
  if (!row) throw sourceErrors.SourceExists({ source: draft.name });
  return read(ctx, row);
}

/** Its files would be taken again and again, under longer and longer names. */
function refuseShelfInInbox({ name, settings }: SourceDraft): void {
  if (!('archive' in settings)) return;
  const { path, archive, errors } = settings;
  const inbox = resolve(path);
  if ([archive, errors].some((shelf) => resolve(shelf) === inbox)) {
    throw sourceErrors.SourceShelfIsInbox({ source: name, path });
  }
}

export interface SourceFilter {
  readonly name?: string | undefined;
  readonly folderId?: number | undefined;
  /** Sources of the firm and of its folders. */
  readonly companyId?: number | undefined;
}

export async function listSources(ctx: Context, filter: SourceFilter = {}): Promise<Source[]> {
  const rows = await matching((await ctx.db()).knex, filter);
  return Promise.all(rows.map((row) => read(ctx, row)));
}

function matching(knex: Knex, { name, folderId, companyId }: SourceFilter): Knex.QueryBuilder<SourceRow, SourceRow[]> {
  const query = knex<SourceRow>('statement_source').orderBy('name');
  if (name !== undefined) query.where({ name });
  if (folderId !== undefined) query.where({ folder_id: folderId });
  if (companyId !== undefined) {
    const own = knex('folder').select('id').where({ company_id: companyId });
    query.where((either) => either.where({ company_id: companyId }).orWhereIn('folder_id', own));
  }
  return query;
}

/** Throws SourceUnknown. */
export async function sourceByName(ctx: Context, name: string): Promise<Source> {
  const [source] = await listSources(ctx, { name });
  if (!source) throw sourceErrors.SourceUnknown({ source: name });
  return source;
}

/** Throws SourceUnknown, SourceKindWrong. */
export async function sourceOfKind<K extends SourceKind>(ctx: Context, name: string, wanted: K): Promise<SourceOf<K>> {
  const source = await sourceByName(ctx, name);
  if (source.kind !== wanted) throw sourceErrors.SourceKindWrong({ source: name, kind: source.kind, wanted });
  return source as SourceOf<SourceKind> as SourceOf<K>;
}

/** Throws SourceUnknown. */
export async function removeSource(ctx: Context, name: string): Promise<void> {
  const count = await (await ctx.db()).knex('statement_source').where({ name }).delete();
  if (count === 0) throw sourceErrors.SourceUnknown({ source: name });
}

/** Stores what an exchange with the source's keeper changed, both at once. */
export async function updateSource(
  ctx: Context,
  { id, name, settings, secrets }: Pick<Source, 'id' | 'name' | 'settings' | 'secrets'>,
): Promise<void> {
  const [db, box] = [await ctx.db(), await ctx.secrets()];
  await db
    .knex('statement_source')
    .where({ id })
    .update({
      settings: JSON.stringify(settings),
      sealed: box.seal(JSON.stringify(secrets), placeOf(name)),
      updated_at: ctx.clock.now(),
    });
}

async function read(ctx: Context, { sealed, ...row }: SourceRow): Promise<Source> {
  const box = await ctx.secrets();
  const secrets = JSON.parse(box.open(sealed, placeOf(row.name)).toString('utf8'));
  return { ...camelRow(row), secrets } as Source;
}
