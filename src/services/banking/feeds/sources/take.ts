/**
 * One file of a source: copied here, imported, written down, and only then put away where it came from. Cut at any point
 * it is taken again, and what was stored before is known by its bytes and its statements.
 */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFolders } from '../../../folders/folders.ts';
import { TaxopsError } from '../../../kernel/errors.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../operation/actor.ts';
import type { Context } from '../../../operation/context.ts';
import { importGivenFiles } from '../../statements/import-files.ts';
import type { StatementFile } from '../../statements/survey.ts';
import { complaint, type FileOutcome, outcomeOf, recordOutcome, refusedOutcome, reportText } from './outcome.ts';
import type { InboxFile, Source, SourceSession } from './source.ts';

/** Undefined when the file is gone: another run took it. */
export async function takeFile(
  ctx: Context,
  source: Source,
  session: SourceSession,
  file: InboxFile,
): Promise<FileOutcome | undefined> {
  return withSpool(ctx, async (spool) => {
    const path = join(spool, 'statements');
    const copied = await session.fetch(file, path);
    if (!copied) return undefined;
    const outcome = await importTaken(ctx, source, { name: file.name, path });
    await recordOutcome(ctx, source, copied, outcome);
    const needsAttention = complaint(outcome, ctx.language) !== undefined;
    await session.settle(file, {
      ...copied,
      path,
      shelf: needsAttention ? 'errors' : 'archive',
      report: needsAttention ? reportText(outcome, ctx.language) : undefined,
    });
    return outcome;
  });
}

/** Faults of what the bank gave. */
const REFUSALS: ReadonlySet<string> = new Set([
  'StatementFileRefused',
  'StatementAccountMissing',
  'ArchiveDamaged',
  'ArchiveEmpty',
  'ArchiveTooLarge',
]);

/** A file that is no statement file is an outcome too; anything else is a failure, and the file stays. */
async function importTaken(ctx: Context, source: Source, file: StatementFile): Promise<FileOutcome> {
  const options = { folderId: source.folderId ?? undefined, createsAccounts: source.createsAccounts };
  try {
    const reports = await importGivenFiles(await actingFor(ctx, source), [file], options);
    return outcomeOf(file.name, [reports].flat());
  } catch (error) {
    if (error instanceof TaxopsError && REFUSALS.has(error.code)) return refusedOutcome(file.name, error);
    throw error;
  }
}

/** A source of a firm reaches the folders of that firm only. */
async function actingFor(ctx: Context, { companyId, name }: Source): Promise<Context> {
  if (companyId === null) return ctx;
  const folders = await listFolders(ctx, { visible: 'all', companyId });
  const actor: Actor = {
    kind: 'user',
    userId: `source ${name}`,
    clientId: 'taxops',
    companyId,
    folders: new Set(folders.map(({ id }) => id)),
    rights: RIGHTS_OF_ACCESS.write,
  };
  return { ...ctx, actor };
}

/** Longer than any file is under way. */
const LEFTOVER_MS = 3_600_000;

/** A folder of ours for one file, gone afterwards. */
async function withSpool<T>(ctx: Context, work: (folder: string) => Promise<T>): Promise<T> {
  const base = spoolOf(ctx);
  await mkdir(base, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(base, 'file-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const spoolOf = ({ settings }: Context): string => join(settings.home.value ?? '', 'statements', 'spool');

/** Takes away what killed processes left in the spool. */
export async function sweepSpool(ctx: Context): Promise<void> {
  const base = spoolOf(ctx);
  for (const name of await readdir(base).catch(() => [])) {
    const stats = await stat(join(base, name)).catch(() => undefined);
    if (stats && Date.parse(ctx.clock.now()) - stats.mtimeMs > LEFTOVER_MS) {
      await rm(join(base, name), { recursive: true, force: true });
    }
  }
}
