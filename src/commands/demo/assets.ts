import { join } from 'node:path';
import * as z from 'zod';
import { EDITIONS, exportEdition } from '../../services/assets/edition/export-edition.ts';
import type { Exercise } from '../../services/assets/engine/calendar.ts';
import { importAssets } from '../../services/assets/import/import-assets.ts';
import { acceptProposals } from '../../services/assets/ledger/associate.ts';
import { checkYear } from '../../services/assets/ledger/held-entries.ts';
import { postYear } from '../../services/assets/ledger/post-entries.ts';
import { readBasis } from '../../services/assets/register/basis.ts';
import { type AssetFigures, figuresOf } from '../../services/assets/register/figures.ts';
import { retireAssets } from '../../services/assets/register/retire-assets.ts';
import { loadAssets } from '../../services/assets/register/store.ts';
import { retirementFrom } from '../../services/assets/simulation/facts.ts';
import { addDays, addMonths } from '../../services/kernel/dates.ts';
import type { Language } from '../../services/kernel/errors.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import { createExercise } from '../../services/ledger/exercises.ts';
import type { Context } from '../../services/operation/context.ts';
import { IMPORT_FORM } from '../asset/import-form.ts';
import { amountText, dayText } from '../operation/fields.ts';
import type { Block } from '../operation/operation.ts';

const AssetLine = z.object({
  Number: z.int(),
  Name: z.string(),
  Account: z.string(),
  Gross: amountText(),
  Cumulated: amountText(),
  NetBookValue: amountText(),
});

const Sale = z.object({
  Name: z.string(),
  Date: dayText(),
  Price: amountText(),
  NetBookValue: amountText(),
  Gain: amountText(),
  /** Drafts written to close the exercise of the sale. */
  EntriesWritten: z.int(),
});

export const DemoAssetsShape = z.object({
  FolderId: z.int(),
  Name: z.string(),
  End: dayText(),
  Assets: z.array(AssetLine),
  /** Entries of the year that the ledger holds to the cent, of all that the assets make. */
  EntriesHeld: z.int(),
  Entries: z.int(),
  Sale: Sale.nullable(),
  Editions: z.array(z.string()),
});
type DemoAssets = z.output<typeof DemoAssetsShape>;

interface DemoFolderName {
  readonly FolderId: number;
  readonly Name: string;
  readonly Siren: string;
}

/** Takes the assets of a folder over, sets them against its ledger, sells its car if it has one, prints the editions. */
export async function demoAssets(
  ctx: Context,
  { FolderId, Name, Siren }: DemoFolderName,
  fixtures: string,
): Promise<DemoAssets> {
  const db = await ctx.db();
  const file = `assets-${Siren}.csv`;
  await importAssets(ctx, FolderId, { name: file, path: join(fixtures, file) }, { form: IMPORT_FORM, dryRun: false });
  await acceptProposals(ctx, FolderId, {});
  const { exercises } = await readBasis(db, FolderId);
  const last = exercises.at(-1);
  if (!last) throw new Error('a folder of the demo has no exercise');
  const { entries } = await checkYear(ctx, FolderId, last.end, false);
  const held = entries.filter(({ state }) => state === 'Held');
  const Assets = await assetLines(ctx, FolderId, last);
  const Sale = await sellCar(ctx, FolderId, last);
  const Editions = [];
  for (const edition of EDITIONS) {
    const wanted = { edition, exportType: 'Pdf', window: Sale ? nextYear(last) : last } as const;
    Editions.push((await exportEdition(ctx, FolderId, wanted)).address);
  }
  const about = { FolderId, Name, End: last.end, Assets, EntriesHeld: held.length, Entries: entries.length };
  return { ...about, Sale, Editions };
}

async function assetLines(ctx: Context, folderId: number, window: Exercise): Promise<DemoAssets['Assets']> {
  const db = await ctx.db();
  const basis = await readBasis(db, folderId);
  const lines: DemoAssets['Assets'] = [];
  for await (const batch of loadAssets(db.knex, folderId)) {
    for (const asset of batch) {
      const [figures] = figuresOf(asset, basis, [window]);
      if (figures) lines.push({ Number: asset.number, Name: asset.name, ...amounts(figures) });
    }
  }
  return lines;
}

const amounts = ({ account, netValue, economic }: AssetFigures) => ({
  Account: account,
  Gross: formatAmount(netValue),
  Cumulated: formatAmount(economic.cumulated),
  NetBookValue: formatAmount(economic.vnc),
});

const CAR = 'Berline de direction';
const PRICE = 21_000_00n;

const nextYear = ({ end }: Exercise): Exercise => {
  const start = addDays(end, 1);
  return { start, end: addDays(addMonths(start, 12), -1) };
};

/** The car is sold half-way through the next exercise, which is then closed: its entries are written. */
async function sellCar(ctx: Context, folderId: number, last: Exercise): Promise<DemoAssets['Sale']> {
  const db = await ctx.db();
  for await (const batch of loadAssets(db.knex, folderId)) {
    const car = batch.find(({ name }) => name === CAR);
    if (!car) continue;
    const year = nextYear(last);
    const date = addDays(addMonths(year.start, 6), -1);
    await createExercise(db, folderId, year);
    const sale = retirementFrom({ type: 'Sale', date });
    await retireAssets(ctx, folderId, {
      assetIds: [car.id],
      retirement: { ...sale, saleType: 'Exempt', amount: PRICE },
      method: 'VNC',
    });
    const posting = { date: year.end, journalCode: 'OD', createAccounts: true };
    const { written, entries } = await postYear(ctx, folderId, posting);
    const exit = entries.find(({ operation }) => operation === 'Retirement');
    const value = exit?.lines.find(({ account }) => account.startsWith('65'))?.debit ?? 0n;
    return {
      Name: CAR,
      Date: date,
      Price: formatAmount(PRICE),
      NetBookValue: formatAmount(value),
      Gain: formatAmount(PRICE - value),
      EntriesWritten: written.length,
    };
  }
  return null;
}

const SAY: Readonly<Record<Language, (one: DemoAssets) => string>> = {
  en: (one) =>
    `\nFixed assets of ${one.Name} at ${one.End}: ${one.EntriesHeld} of ${one.Entries} entries are in the ledger to the cent`,
  fr: (one) =>
    `\nImmobilisations de ${one.Name} au ${one.End} : ${one.EntriesHeld} écritures sur ${one.Entries} sont en comptabilité au centime`,
};

const SOLD: Readonly<Record<Language, (sale: NonNullable<DemoAssets['Sale']>) => string>> = {
  en: ({ Name, Date: day, Price, NetBookValue, Gain, EntriesWritten }) =>
    `${Name} is sold ${Price} on ${day}: net book value ${NetBookValue}, result ${Gain}; ${EntriesWritten} entries close the exercise`,
  fr: ({ Name, Date: day, Price, NetBookValue, Gain, EntriesWritten }) =>
    `${Name} est vendue ${Price} le ${day} : valeur nette ${NetBookValue}, résultat ${Gain} ; ${EntriesWritten} écritures closent l’exercice`,
};

export function* assetsView(all: readonly DemoAssets[], language: Language): Generator<Block> {
  for (const one of all) {
    yield { kind: 'text', text: SAY[language](one) };
    yield {
      kind: 'table',
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Name' },
        { name: 'Account' },
        { name: 'Gross', type: 'amount' },
        { name: 'Cumulated', type: 'amount' },
        { name: 'NetBookValue', type: 'amount' },
      ],
      rows: one.Assets.map((asset) => [
        asset.Number,
        asset.Name,
        asset.Account,
        asset.Gross,
        asset.Cumulated,
        asset.NetBookValue,
      ]),
    };
    if (one.Sale) yield { kind: 'text', text: SOLD[language](one.Sale) };
  }
}
