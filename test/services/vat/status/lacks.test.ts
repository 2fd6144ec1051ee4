/** What a folder lacks for its VAT. */
import { beforeAll, expect, it } from 'vitest';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import { findAccounts } from '../../../../src/services/ledger/accounts.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { saveConfiguration } from '../../../../src/services/vat/configuration/save.ts';
import { moveReturn } from '../../../../src/services/vat/drafts/transition.ts';
import { assistGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { procedures } from '../../../../src/services/vat/procedures/store.ts';
import { type Lack, vatLacks } from '../../../../src/services/vat/status/lacks.ts';
import { testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';
import { importer, siren } from '../../ledger/books.ts';

const db = await testDatabase();
const ctx = testContext(db, { clock: { now: () => '2024-03-05T10:00:00.000Z' } });
const load = importer(db);
const day = (text: string) => text as never;
let folderId = 0;

beforeAll(async () => {
  const named = { name: 'ALPHA', siren: siren(1), department: '69' };
  folderId = (await createFolder(ctx, undefined, named)).id;
  await load(
    [
      { number: 1, date: '01-10', letter: 'A', lines: ['411000/C1 120', '706000 -100', '445710 -20'] },
      { number: 2, date: '01-11', lines: ['411000/C2 240', '706000 -200', '445710 -40'] },
      { number: 3, date: '01-12', lines: ['512000 100', '411000/C2 -100'] },
    ],
    { name: `${siren(1)}FEC20241231.txt` },
  );
});

const shown = (lacks: readonly Lack[]) =>
  lacks.map(({ kind, accountNumber, endDate, count, amount }) =>
    [kind, accountNumber ?? endDate, count, amount].filter((one) => one !== null).join(' '),
  );

it('names accounts without rate, lines without letter, and periods by what is left of their time', async () => {
  const lacks = await vatLacks(ctx, folderId);
  expect(shown(lacks)).toEqual([
    'MissingRate 706000',
    'NotLettered 411000 2 14000',
    'Late 2024-01-31',
    'Due 2024-02-29',
  ]);
  expect(lacks.map(({ remedy }) => remedy.split(' ').slice(1, 4).join(' '))).toEqual([
    'vat configuration fill-rates',
    'entry line list',
    'vat procedure-group assist',
    'vat procedure-group assist',
  ]);
});

it('what is mended is lacked no more', async () => {
  const account = (await findAccounts(ctx, folderId)).find(({ number }) => number === '706000');
  const own = { accountId: account?.id ?? 0, isSystemGenerated: false };
  await saveConfiguration(ctx, folderId, { ...own, vatRate: '_20' });
  const period = { beginDate: day('2024-01-01'), endDate: day('2024-01-31') };
  const group = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const id = group.procedures[0]?.id ?? 0;
  const drafted = await vatLacks(ctx, folderId);
  expect(drafted.find(({ kind }) => kind === 'Late')).toMatchObject({ procedureId: id });
  await db.transaction(async (trx) => {
    const row = await procedures(trx).where({ folder_id: folderId, id }).forUpdate().first();
    if (row) await moveReturn(trx, row, { status: 'Sent' });
  });
  expect(shown(await vatLacks(ctx, folderId))).toEqual(['NotLettered 411000 2 14000', 'Due 2024-02-29']);
});

it('a rate that filling cannot choose is set by hand: the rates of the entries are reported, and the command', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'GAMMA', siren: siren(2), department: '69' });
  const sale = (number: number, net: number, tax: string) => ({
    number,
    date: '01-10',
    lines: [`411000 ${net + Number(tax)}`, `706000 -${net}`, `445710 -${tax}`],
  });
  await load([sale(1, 850, '170'), sale(2, 50, '5'), sale(3, 50, '2.75'), sale(4, 50, '1.05')], {
    name: `${siren(2)}FEC20241231.txt`,
  });
  const [lack] = await vatLacks(ctx, id);
  expect(lack).toMatchObject({
    kind: 'MissingRate',
    reason: 'AmbiguousRates',
    rates: [
      { rate: '_20', amount: 85000n },
      { rate: '_10', amount: 5000n },
      { rate: '_055', amount: 5000n },
      { rate: '_021', amount: 5000n },
    ],
    remedy: `taxops vat configuration set --folder ${id} --account ${lack?.accountId} --vat-rate … --is-system-generated false`,
  });
  await saveConfiguration(ctx, id, {
    accountId: lack?.accountId ?? 0,
    isSystemGenerated: false,
    vatRate: 'MultipleRates',
  });
  expect((await vatLacks(ctx, id)).map(({ kind }) => kind)).not.toContain('MissingRate');
});

it('an account that only the entries which close returns move needs no rate, and no category', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'DELTA', siren: siren(3), department: '69' });
  const closing = ['445710 40.40', '445510 -40', '758000 -0.20', '658000 -0.20'];
  const rent = { number: 9, date: '02-05', lines: ['512000 50', '758000 -50'] };
  await load(
    [
      { number: 1, date: '01-10', letter: 'A', lines: ['411000/C1 240', '706000 -200', '445710 -40'] },
      { number: 2, date: '01-31', lines: closing },
    ],
    { name: `${siren(3)}FEC20241231.txt` },
  );
  const rated = async () => (await vatLacks(ctx, id)).filter(({ kind }) => /^Missing/.test(kind));
  expect((await rated()).map(({ accountNumber }) => accountNumber)).toEqual(['706000']);
  await load(
    [
      { number: 1, date: '01-10', letter: 'A', lines: ['411000/C1 240', '706000 -200', '445710 -40'] },
      { number: 2, date: '01-31', lines: closing },
      rent,
    ],
    { name: `${siren(3)}FEC20241231.txt` },
  );
  expect((await rated()).map(({ accountNumber }) => accountNumber)).toEqual(['706000', '758000']);
});

it('a purchase that the buyer taxes lacks a rate only where the entries tell another than the normal one', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'ZETA', siren: siren(5), department: '69' });
  const purchase = (number: number, account: string, tax: number) => ({
    number,
    date: '01-10',
    letter: 'A',
    lines: [`${account} 100`, `401000/F1 -100`, ...(tax ? [`445662 ${tax}`, `445200 -${tax}`] : [])],
  });
  await load([purchase(1, '607100', 20), purchase(2, '607200', 10), purchase(3, '622000', 0)], {
    name: `${siren(5)}FEC20241231.txt`,
  });
  for (const { id: accountId, number } of await findAccounts(ctx, id))
    if (number.startsWith('6'))
      await saveConfiguration(ctx, id, { accountId, isSystemGenerated: false, vatCategory: 'AUTOLIQ_ACQUI_INTRACOM' });
  const missing = (await vatLacks(ctx, id)).filter(({ kind }) => kind === 'MissingRate');
  expect(missing.map(({ accountNumber, rates }) => [accountNumber, rates])).toEqual([
    ['607200', [{ rate: '_10', amount: 10000n }]],
  ]);
});

it('a period that begins before the exercise counts whole: its accounts of the exercise before are looked at too', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'EPSILON', siren: siren(4), vatSystem: 'MiniReal' });
  await createExercise(ctx, id, { start: day('2023-02-01'), end: day('2024-02-15') });
  await createExercise(ctx, id, { start: day('2024-02-16'), end: day('2024-12-31') });
  const sale = (number: number, date: string, account: string) => ({
    number,
    date,
    letter: 'A',
    lines: [`411000/C${number} 120`, `${account} -100`, '445710 -20'],
  });
  await load([sale(1, '2023-03-10', '704000'), sale(2, '2024-02-10', '706000')], {
    name: `${siren(4)}FEC20240215.txt`,
  });
  await load([sale(3, '2024-02-20', '705000')], { name: `${siren(4)}FEC20241231.txt` });
  await db.knex('exercise').where({ folder_id: id, end_date: '2024-02-15' }).update({ is_closed: true });
  const missing = (await vatLacks(ctx, id)).filter(({ kind }) => kind === 'MissingRate');
  expect(missing.map(({ accountNumber }) => accountNumber)).toEqual(['705000', '706000']);
});

it('a folder without books lacks nothing', async () => {
  const { id } = await createFolder(ctx, undefined, { name: 'BETA' });
  expect(await vatLacks(ctx, id)).toEqual([]);
});
