/** The company of the worked example of the annexes: what it opens with, its entries and its assets. */
import { addAssets, inRegister } from '../../../../src/services/assets/register/write-asset.ts';
import type { Database } from '../../../../src/services/db/database.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import type { Declared } from '../../../../src/services/forms/declared.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { parseAmount } from '../../../../src/services/kernel/money.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../../src/services/ledger/journals.ts';
import { createEntry } from '../../../../src/services/ledger/write-entries.ts';
import type { Context } from '../../../../src/services/operation/context.ts';
import { fillFolder } from '../../../support/folder-copy.ts';
import { draftOf } from '../../assets/folder.ts';
import { body, plan } from '../../assets/sample.ts';
import { END } from '../../filing/world.ts';
import { addAccounts } from '../../ledger/books.ts';

const day = (text: string) => text as PlainDate;

const OPENING = `101300 C 40000, 106100 C 3000, 106800 C 7000, 110000 C 2500, 120000 C 15000, 164000 C 36000, 151100 C 4000,
  491000 C 1200, 205000 D 6000, 280500 C 2000, 215400 D 50000, 281540 C 15000, 218200 D 20000, 281820 C 8000,
  275000 D 1800, 370000 D 11000, 411000 D 18000, 416000 D 2400, 401000 C 9500, 512000 D 34000`;

const ENTRIES = [
  '120000 D 15000, 106100 C 750, 110000 C 4250, 457000 C 10000',
  '457000 D 10000, 512000 C 10000',
  '218300 D 6000, 445620 D 1200, 404000 C 7200',
  '164000 D 9000, 661100 D 1100, 512000 C 10100',
  '681500 D 1500, 151100 C 1500',
  '151100 D 4000, 781500 C 4000',
  '681740 D 900, 491000 C 900',
  '491000 D 500, 781740 C 500',
  '411000 D 192000, 707000 C 160000, 445710 C 32000',
  '512000 D 170000, 411000 C 170000',
  '607000 D 70000, 445660 D 14000, 401000 C 84000',
  '613200 D 9600, 445660 D 1920, 401000 C 11520',
  '622600 D 3200, 445660 D 640, 401000 C 3840',
  '401000 D 92000, 512000 C 92000',
  '641100 D 34000, 645000 D 14000, 421000 C 2800, 431000 C 4200, 512000 C 41000',
  '635110 D 800, 447000 C 800',
  '671200 D 135, 512000 C 135',
  '486000 D 300, 613200 C 300',
  '445710 D 30000, 445660 C 15000, 445620 C 1200, 445510 C 13800',
  '695000 D 3030, 444000 C 3030',
  '681120 D 11000, 280500 C 2000, 281540 C 5000, 281820 C 3000, 281830 C 1000',
  '281820 D 11000, 675200 D 9000, 218200 C 20000',
  '462000 D 10500, 775200 C 10500',
];

const on = (AccountNumber: number, more = {}) => ({ FixedAssetAccount: { AccountNumber }, ...more });
const sale = {
  Retirement: {
    Type: 'Sale',
    Date: '2024-09-30',
    SaleAttributes: { SaleAmount: '10500.00', Type: 'TaxedPrice' },
  },
};
const ASSETS = [
  draftOf(body('6000.00', '2023-01-01', plan(3), on(205000)), { name: 'Logiciel' }),
  draftOf(body('50000.00', '2021-01-01', plan(10), on(215400)), { name: 'Machine' }),
  draftOf(body('20000.00', '2022-01-01', plan(5), on(218200, sale)), { name: 'Van' }),
  draftOf(body('6000.00', '2024-07-01', plan(3), on(218300)), { name: 'Ordinateurs' }),
];

const legs = (text: string) =>
  text.split(',').map((part) => {
    const [account = '', side, amount = ''] = part.trim().split(/\s+/);
    return { account, side, cents: parseAmount(amount) ?? 0n };
  });

let count = 0;

async function emptyFolder(ctx: Context): Promise<number> {
  count += 1;
  const identity = { taxRegime: 'CorporationTax', vatSystem: 'RealNormal' };
  const address = { street: '12 RUE DES LILAS', postCode: '69002', town: 'LYON' };
  return (await createFolder(ctx, undefined, { name: `ANNEXES ${count}`, ...identity, ...address })).id;
}

async function booked(db: Database, ctx: Context): Promise<number> {
  const id = await emptyFolder(ctx);
  await createExercise(ctx, id, { start: day('2024-01-01'), end: END });
  await createJournal(ctx, id, { code: 'AN', label: 'À nouveaux', type: 'Opening' });
  await createJournal(ctx, id, { code: 'OD', label: 'Opérations', type: 'Miscellaneous' });
  const numbers = new Set([OPENING, ...ENTRIES].flatMap((text) => legs(text).map(({ account }) => account)));
  await addAccounts(db, id, numbers);
  const post = (journal: string, date: string, text: string) =>
    createEntry(ctx, id, {
      journal,
      date: day(date),
      label: 'Écriture',
      lines: legs(text).map(({ account, side, cents }) => ({
        account,
        debit: side === 'D' ? cents : 0n,
        credit: side === 'C' ? cents : 0n,
      })),
    });
  await post('AN', '2024-01-01', OPENING);
  for (const entry of ENTRIES) await post('OD', '2024-06-30', entry);
  return id;
}

/** A new folder that holds it; without its assets, the ledger alone speaks. */
export async function example(db: Database, ctx: Context, withAssets = true): Promise<number> {
  const id = await emptyFolder(ctx);
  await fillFolder(db, id, 'annexes', () => booked(db, ctx));
  if (withAssets) await inRegister(ctx, id, (register) => addAssets(register, ASSETS));
  return id;
}

/** What only a person knows of it. */
export const TYPED: Declared = { '2057': { cells: { YH: 18_000 } }, '2065BIS': { cells: { AK: 10_000 } } };
