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
import { createExercise } from '../../services/ledger/exercises.ts';
import type { Context } from '../../services/operation/context.ts';
import { IMPORT_FORM } from '../asset/import-form.ts';
import type { Block } from '../operation/operation.ts';
import { date, eurosText, int, maybe, text } from '../operation/outputs.ts';
import { computed, type Domain, from } from '../operation/wire.ts';
import type { DemoFolder } from './folders.ts';

const AssetLine = z.object({
  Number: int('Numéro'),
  Name: text('Nom'),
  Account: text('Compte'),
  Gross: from('netValue', eurosText('Brut')),
  Cumulated: computed(eurosText('Cumul'), ({ economic }: AssetFigures) => economic.cumulated),
  NetBookValue: computed(eurosText('Valeur nette'), ({ economic }: AssetFigures) => economic.vnc),
});

const Sale = z.object({
  Name: text('Nom'),
  Date: date('Date'),
  Price: eurosText(),
  NetBookValue: eurosText('Valeur nette'),
  Gain: eurosText(),
  /** Drafts written to close the exercise of the sale. */
  EntriesWritten: int(),
});

export const DemoAssetsShape = z.object({
  FolderId: int('Dossier'),
  Name: text('Nom'),
  End: date('Fin'),
  Assets: z.array(AssetLine),
  /** Entries of the year that the ledger holds to the cent, of all that the assets make. */
  EntriesHeld: int(),
  Entries: int('Écritures'),
  Sale: maybe(Sale),
  Editions: z.array(z.string()),
});
type DemoAssets = Domain<typeof DemoAssetsShape>;

/** Takes the assets of a folder over, sets them against its ledger, sells its car if it has one, prints the editions. */
export async function demoAssets(
  ctx: Context,
  { folderId, name, siren }: Pick<DemoFolder, 'folderId' | 'name' | 'siren'>,
  fixtures: string,
): Promise<DemoAssets> {
  const file = `assets-${siren}.csv`;
  await importAssets(ctx, folderId, { name: file, path: join(fixtures, file) }, { form: IMPORT_FORM, dryRun: false });
  await acceptProposals(ctx, folderId, {});
  const { exercises } = await readBasis(ctx, folderId);
  const last = exercises.at(-1);
  if (!last) throw new Error('a folder of the demo has no exercise');
  const { entries } = await checkYear(ctx, folderId, last.end, false);
  const held = entries.filter(({ state }) => state === 'Held');
  const assets = await assetLines(ctx, folderId, last);
  const sale = await sellCar(ctx, folderId, last);
  const editions = [];
  for (const edition of EDITIONS) {
    const wanted = { edition, exportType: 'Pdf', window: sale ? nextYear(last) : last } as const;
    editions.push((await exportEdition(ctx, folderId, wanted)).address);
  }
  const about = { folderId, name, end: last.end, assets, entriesHeld: held.length, entries: entries.length };
  return { ...about, sale, editions };
}

async function assetLines(ctx: Context, folderId: number, window: Exercise): Promise<DemoAssets['assets']> {
  const db = await ctx.db();
  const basis = await readBasis(ctx, folderId);
  const lines: Domain<typeof AssetLine>[] = [];
  for await (const batch of loadAssets(db.knex, folderId)) {
    for (const asset of batch) {
      const [figures] = figuresOf(asset, basis, [window]);
      if (figures) lines.push({ ...figures, number: asset.number, name: asset.name });
    }
  }
  return lines;
}

const CAR = 'Berline de direction';
const PRICE = 21_000_00n;

const nextYear = ({ end }: Exercise): Exercise => {
  const start = addDays(end, 1);
  return { start, end: addDays(addMonths(start, 12), -1) };
};

/** The car is sold half-way through the next exercise, which is then closed: its entries are written. */
async function sellCar(ctx: Context, folderId: number, last: Exercise): Promise<DemoAssets['sale']> {
  const db = await ctx.db();
  for await (const batch of loadAssets(db.knex, folderId)) {
    const car = batch.find(({ name }) => name === CAR);
    if (!car) continue;
    const year = nextYear(last);
    const soldOn = addDays(addMonths(year.start, 6), -1);
    await createExercise(ctx, folderId, year);
    const sale = retirementFrom({ type: 'Sale', date: soldOn });
    await retireAssets(ctx, folderId, {
      assetIds: [car.id],
      retirement: { ...sale, saleType: 'Exempt', amount: PRICE },
      method: 'VNC',
    });
    const posting = { date: year.end, journalCode: 'OD', createAccounts: true };
    const { written, entries } = await postYear(ctx, folderId, posting);
    const exit = entries.find(({ operation }) => operation === 'Retirement');
    const value = exit?.lines.find(({ account }) => account.startsWith('65'))?.debit ?? 0n;
    const amounts = { price: PRICE, netBookValue: value, gain: PRICE - value };
    return { name: CAR, date: soldOn, ...amounts, entriesWritten: written.length };
  }
  return null;
}

type AssetsRead = z.output<typeof DemoAssetsShape>;

const SAY: Readonly<Record<Language, (one: AssetsRead) => string>> = {
  en: (one) =>
    `\nFixed assets of ${one.Name} at ${one.End}: ${one.EntriesHeld} of ${one.Entries} entries are in the ledger to the cent`,
  fr: (one) =>
    `\nImmobilisations de ${one.Name} au ${one.End} : ${one.EntriesHeld} écritures sur ${one.Entries} sont en comptabilité au centime`,
};

const SOLD: Readonly<Record<Language, (sale: NonNullable<AssetsRead['Sale']>) => string>> = {
  en: ({ Name, Date: day, Price, NetBookValue, Gain, EntriesWritten }) =>
    `${Name} is sold ${Price} on ${day}: net book value ${NetBookValue}, result ${Gain}; ${EntriesWritten} entries close the exercise`,
  fr: ({ Name, Date: day, Price, NetBookValue, Gain, EntriesWritten }) =>
    `${Name} est vendue ${Price} le ${day} : valeur nette ${NetBookValue}, résultat ${Gain} ; ${EntriesWritten} écritures closent l’exercice`,
};

export function* assetsView(all: readonly AssetsRead[], language: Language): Generator<Block> {
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
      rows: one.Assets.map((asset) => Object.values(asset)),
    };
    if (one.Sale) yield { kind: 'text', text: SOLD[language](one.Sale) };
  }
}
