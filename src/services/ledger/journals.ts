/** Journals of a folder. Their type says what their entries are; imports guess it, people correct it. */

import { getFolder } from '../folders/folders.ts';
import { type Reader, readOnce } from '../operation/context.ts';
import { ledgerErrors } from './errors.ts';
import { capitalized, typeOfNames } from './fec/journal-type.ts';
import { cleanText } from './fec/write.ts';
import { type JournalRow, type JournalType, journals, lockLedger, type TypeSource } from './store.ts';

export interface Journal {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly type: JournalType;
  readonly typeSource: TypeSource;
}

export interface JournalChange {
  readonly code?: string | undefined;
  readonly label?: string | undefined;
  readonly type?: JournalType | undefined;
}

const fromRow = ({ id, code, label, type, type_source: typeSource }: JournalRow): Journal => ({
  id,
  code,
  label,
  type,
  typeSource,
});

/** The journals of a folder by code, those of one type when asked. Throws FolderNotFound. */
export async function listJournals(ctx: Reader, folderId: number, type?: JournalType): Promise<readonly Journal[]> {
  await getFolder(ctx, folderId);
  const all = await readOnce(ctx, `journals ${folderId}`, () => readJournals(ctx, folderId));
  return type ? all.filter((journal) => journal.type === type) : all;
}

async function readJournals(ctx: Reader, folderId: number): Promise<readonly Journal[]> {
  const { knex } = await ctx.db();
  return (await journals(knex).where({ folder_id: folderId }).orderByRaw('code collate "C"')).map(fromRow);
}

/** Throws FolderNotFound, JournalNotFound. */
export async function getJournal(ctx: Reader, folderId: number, journalId: number): Promise<Journal> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const row = await journals(knex).where({ folder_id: folderId, id: journalId }).first();
  if (!row) throw ledgerErrors.JournalNotFound({ folderId, journal: journalId });
  return fromRow(row);
}

/** Without a type, the names of the journal tell it. Throws FolderNotFound, JournalCodeTaken. */
export async function createJournal(
  ctx: Reader,
  folderId: number,
  { code, label, type }: JournalChange & { readonly code: string; readonly label: string },
): Promise<Journal> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const [row] = await journals(knex)
    .insert({ folder_id: folderId, code: cleanText(code), label: cleanText(label), ...typeOf(code, label, type) })
    .onConflict(['folder_id', 'code'])
    .ignore()
    .returning('*');
  if (!row) throw ledgerErrors.JournalCodeTaken({ code });
  return fromRow(row);
}

function typeOf(code: string, label: string, given: JournalType | undefined): Pick<JournalRow, 'type' | 'type_source'> {
  if (given) return { type: given, type_source: 'Given' };
  const { type, source } = typeOfNames(code, label) ?? { type: 'miscellaneous', source: 'none' };
  return { type: capitalized(type), type_source: capitalized(source) };
}

/** Changes what is given. Throws FolderNotFound, JournalNotFound, JournalCodeTaken. */
export async function updateJournal(
  ctx: Reader,
  folderId: number,
  journalId: number,
  change: JournalChange,
): Promise<Journal> {
  await getFolder(ctx, folderId);
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    const before = await journals(trx).where({ folder_id: folderId, id: journalId }).first();
    if (!before) throw ledgerErrors.JournalNotFound({ folderId, journal: journalId });
    const code = cleanText(change.code ?? before.code);
    const label = cleanText(change.label ?? before.label);
    const { type = before.type } = change;
    const typeSource = change.type === undefined ? before.type_source : 'Given';
    const other = await journals(trx).where({ folder_id: folderId, code }).whereNot({ id: journalId }).first();
    if (other) throw ledgerErrors.JournalCodeTaken({ code });
    await journals(trx)
      .where({ folder_id: folderId, id: journalId })
      .update({ code, label, type, type_source: typeSource });
    return { id: journalId, code, label, type, typeSource };
  });
}
