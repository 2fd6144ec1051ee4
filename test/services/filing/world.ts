/** A firm with a folder whose ledger fills a liasse, channels that a test commands, and a clock that it moves. */

import type { Channels } from '../../../src/services/channels/channel.ts';
import type { Database } from '../../../src/services/db/database.ts';
import type { DeclarationType } from '../../../src/services/declarations/kinds.ts';
import { type DeclaredValues, setDeclaredValues } from '../../../src/services/declarations/sending/declared-values.ts';
import { declarationFiler } from '../../../src/services/declarations/sending/filer.ts';
import type { Wanted } from '../../../src/services/declarations/sending/prepare.ts';
import { prepare } from '../../../src/services/declarations/sending/prepare.ts';
import { sendOnce } from '../../../src/services/filing/send.ts';
import { updateCompany } from '../../../src/services/folders/companies.ts';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { isSiret } from '../../../src/services/folders/siren.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../src/services/ledger/write-entries.ts';
import type { Context, Reader } from '../../../src/services/operation/context.ts';
import { asReader, defaultSettings, memoryChannels, portsOf, testContext } from '../../support/context.ts';
import { fillFolder } from '../../support/folder-copy.ts';
import { memoryChannel } from '../../support/memory-channel.ts';
import { addAccounts, siren } from '../ledger/books.ts';

export const END = '2024-12-31' as PlainDate;

/** Debit minus credit in cents, by account: balanced, and every account has a cell. */
export const LEDGER: Readonly<Record<string, bigint>> = {
  '101300': -10_000_00n,
  '512000': 38_500_00n,
  '411000': 4_200_00n,
  '445710': -700_00n,
  '401000': -2_000_00n,
  '706000': -60_000_00n,
  '606000': 12_000_00n,
  '641000': 18_000_00n,
};

/** The firm of the folders, which writes their filings. */
export const WRITER = { siret: '77788899100018', street: '1 RUE DU BAC', postCode: '69002', town: 'LYON' };

/** An account to debit whose key is right: it must show nowhere. */
export const IBAN = 'FR1420041010050500013M02606';

export interface World {
  readonly ctx: Context;
  readonly a: ReturnType<typeof memoryChannel>;
  readonly b: ReturnType<typeof memoryChannel>;
  /** Moves the clock. */
  wait(seconds: number): void;
  newFolder(): Promise<number>;
  declare(folderId: number, type: DeclarationType, end: string, values: Partial<DeclaredValues>): Promise<void>;
  /** Prepares and sends. */
  send(folderId: number, change?: Partial<Wanted>): ReturnType<typeof sendOnce>;
  status(folderId: number): Promise<{ status: string; filings: string[] }>;
}

let companies = 0;

export function world(db: Database, change: Partial<Context> = {}): World {
  const [a, b] = [memoryChannel('ChannelA'), memoryChannel('ChannelB')];
  const channels = memoryChannels({ channelA: () => a, channelB: () => b } as unknown as Partial<Channels>);
  let moment = Date.parse('2025-03-01T10:00:00Z');
  const clock = { now: () => new Date(moment).toISOString() };
  const ctx = testContext(db, {
    clock,
    open: portsOf({ channels }),
    settings: { ...defaultSettings },
    ...uuids(),
    ...change,
  });
  const declare: World['declare'] = (folderId, type, end, { forms = {}, facts = {} }) =>
    setDeclaredValues(ctx, { folderId, type, end: end as PlainDate }, { forms, facts });
  const filledFolder = async () => {
    const id = await emptyFolder(ctx);
    await createExercise(ctx, id, { start: '2024-01-01' as PlainDate, end: END });
    await fill(db, id, LEDGER);
    return id;
  };
  return {
    ctx,
    a,
    b,
    declare,
    wait: (seconds) => {
      moment += seconds * 1000;
    },
    newFolder: async () => {
      const id = await emptyFolder(ctx);
      await fillFolder(db, id, 'books', filledFolder);
      await declare(id, 'Liasse', END, {}); // sealed for its folder: nothing to copy
      return id;
    },
    send: async (folderId, more = {}) =>
      sendOnce(
        ctx,
        declarationFiler,
        await prepare(ctx, { folderId, type: 'Liasse', end: END, channel: 'ChannelB', ...more }),
      ),
    status: async (folderId) => {
      const [declaration] = await db
        .knex('declaration')
        .where({ folder_id: folderId })
        .orderBy('id', 'desc')
        .pluck('status');
      const filings = await db.knex('filing').where({ folder_id: folderId }).orderBy('id').pluck('state');
      return { status: declaration ?? 'none', filings };
    },
  };
}

async function emptyFolder(ctx: Reader): Promise<number> {
  const company = siren(++companies);
  const { id, companyId } = await createFolder(ctx, undefined, {
    name: `SOCIETE ${companies}`,
    siren: company,
    siret: siretOf(company),
    taxRegime: 'CorporationTax',
    vatSystem: 'RealNormal',
    street: '12 RUE DES LILAS',
    postCode: '69002',
    town: 'LYON',
  });
  await updateCompany(ctx, companyId, WRITER);
  return id;
}

/** Identifiers that differ between the worlds of one file. */
const uuids = () => ({ ids: { uuid: () => crypto.randomUUID() } });

/** One entry of these balances. */
export async function fill(
  db: Database,
  folderId: number,
  balances: Readonly<Record<string, bigint>>,
  { journal = 'OD', date = '2024-06-30' } = {},
): Promise<void> {
  const reader = asReader(db);
  await createJournal(reader, folderId, { code: journal, label: 'Divers' });
  const known = await db.knex('account').where({ folder_id: folderId }).pluck('number');
  await addAccounts(
    db,
    folderId,
    Object.keys(balances).filter((one) => !known.includes(one)),
  );
  const lines = Object.entries(balances).map(([account, cents]) => ({
    account,
    debit: cents > 0n ? cents : 0n,
    credit: cents < 0n ? -cents : 0n,
  }));
  await createEntry(reader, folderId, { journal, date: date as PlainDate, label: 'Total', lines });
}

/** The head office of a company. */
export const siretOf = (company: string): string =>
  [...Array(10).keys()].map((key) => `${company}0001${key}`).find(isSiret) ?? '';
