/** Values of flags that only the data know: completion reads them with the commands that list them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from './io.ts';
import type { ManifestEntry, ManifestInput } from './manifest.ts';
import { resolveSettings } from './settings.ts';

export type Stored = readonly (readonly [value: string, about: string])[];

/** The command that lists the values, what of a row is the value, and what tells a person which it is. */
interface Source {
  readonly list: string;
  readonly value: string;
  readonly about: readonly string[];
}

const FOLDERS: Source = { list: 'folder.list', value: 'Id', about: ['Name', 'Siren'] };
const BANK_ACCOUNTS: Source = { list: 'bank.account.list', value: 'Id', about: ['Name', 'Description', 'Iban'] };
const ACCOUNTS: Source = { list: 'account.list', value: 'Number', about: ['Label'] };
const JOURNALS: Source = { list: 'journal.list', value: 'Code', about: ['Label'] };

/** By name and type of a flag: `--account` is a number of the ledger where it is a text. */
const SOURCES: Readonly<Record<string, Source>> = {
  'folder integer': FOLDERS,
  'accounting-folder integer': FOLDERS,
  'enterprise integer': FOLDERS,
  'of-folder integer': FOLDERS,
  'company integer': { list: 'company.list', value: 'Id', about: ['Name'] },
  'exercise integer': { list: 'exercise.list', value: 'Id', about: ['StartDate', 'EndDate'] },
  'journal string': JOURNALS,
  'journal-code string': JOURNALS,
  'journal integer': { ...JOURNALS, value: 'Id', about: ['Code', 'Label'] },
  'account string': ACCOUNTS,
  'ledger-account string': ACCOUNTS,
  'difference-account string': ACCOUNTS,
  'vat-account string': ACCOUNTS,
  'bank-account integer': BANK_ACCOUNTS,
};

const sourceOf = ({ flag, type }: ManifestInput, { id }: ManifestEntry): Source | undefined => {
  if (flag !== 'account' || type !== 'integer') return SOURCES[`${flag} ${type}`];
  return id.startsWith('bank.') ? BANK_ACCOUNTS : { ...ACCOUNTS, value: 'Id', about: ['Number', 'Label'] };
};

/** None where there are no data: completion makes no database, and says nothing of what fails. */
export async function storedValues(
  input: ManifestInput,
  entry: ManifestEntry,
  {
    words,
    entries,
    io,
  }: { readonly words: readonly string[]; readonly entries: readonly ManifestEntry[]; readonly io: Io },
): Promise<Stored> {
  const source = sourceOf(input, entry);
  const list = entries.find(({ id }) => id === source?.list);
  if (!source || !list || !(await hasData(io, words))) return [];
  const rows = await rowsOf(list, { folder: after(words, '--folder'), home: homeOf(words, io) }, io);
  return rows.map((row) => [
    String(row[source.value]),
    source.about
      .map((name) => row[name] ?? '')
      .join(' ')
      .trim(),
  ]);
}

const after = (words: readonly string[], flag: string): string | undefined => {
  const at = words.indexOf(flag);
  return at < 0 ? undefined : words[at + 1];
};

/** As the shell will read it: at the key it hands over what was typed. */
const homeOf = (words: readonly string[], { env }: Io): string | undefined =>
  after(words, '--home')?.replace(/^~(?=\/|$)/, env.HOME ?? '~');

async function hasData(io: Io, words: readonly string[]): Promise<boolean> {
  const settings = await resolveSettings({ home: homeOf(words, io) }, io.env, io.cwd);
  return settings.databaseUrl.value !== undefined || existsSync(join(settings.home.value ?? '', 'db', 'data'));
}

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(
  list: ManifestEntry,
  { folder, home }: { readonly folder: string | undefined; readonly home: string | undefined },
  io: Io,
): Promise<Row[]> {
  let written = '';
  const write = (chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean => {
    written += Buffer.from(chunk).toString();
    done?.();
    return true;
  };
  const silent = { write: () => true } as unknown as Io['stderr'];
  const flags = { format: 'ndjson', ...(home && { home }), ...(folder && { folder }) };
  const { runCommand } = await import('./run.ts');
  await runCommand(
    { entry: list, flags, args: [] },
    { ...io, stdout: { write } as unknown as Io['stdout'], stderr: silent },
  );
  return written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
}
