/**
 * The VAT of the demo as a newcomer makes it, command by command: three months of CA3 with a credit carried and a refund; a
 * year of CA12 with two instalments. The entries by which the demo closed these returns itself are left out of its files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import { accountBalances } from '../../../src/services/ledger/balances.ts';
import { importLedgerFile } from '../../../src/services/ledger/import/import-file.ts';
import { runCli } from '../../support/cli.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const db = await testDatabase();
const ctx = testContext(db);
const data = temporaryFolder('vat');

/** A ledger of the demo without some of its entries, in a folder of its own. */
async function folderOf(name: string, without: readonly string[], vatSystem: 'RealNormal' | 'Simplified') {
  const lines = readFileSync(`fixtures/demo/${name}`, 'latin1').split('\n');
  const path = join(data, name);
  writeFileSync(path, lines.filter((line) => !without.includes(line.split('\t')[2] ?? '')).join('\n'), 'latin1');
  const siren = name.slice(0, 9);
  const { id } = await createFolder(ctx, undefined, {
    name: 'ALPHA',
    siren,
    vatSystem,
    legalForm: 'SAS',
    department: '69',
  });
  await importLedgerFile(ctx, { name, path }, {});
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as clients read them
async function run(command: string, stdin?: unknown): Promise<any> {
  const around = { database: async () => db, ...(stdin !== undefined && { stdin: JSON.stringify(stdin) }) };
  const ran = await runCli([...command.split(' '), '--json'], around);
  expect(`${command}: ${ran.stderr}`).toBe(`${command}: `);
  expect(ran.exitCode).toBe(0);
  return ran.stdout === '' ? undefined : ran.json();
}

const balances = async (folderId: number, to: string): Promise<Record<string, bigint>> => {
  const from = `${to.slice(0, 4)}-01-01` as never;
  const { accounts } = await accountBalances(ctx, folderId, { from, to: to as never, accounts: ['445'] });
  return Object.fromEntries(accounts.map(({ accountNumber, closing }) => [accountNumber, closing]));
};

const boxesIn = (item: { RawFormContent: string }, form: string): Record<string, number> =>
  JSON.parse(item.RawFormContent)[form];

async function opened(folderId: number, BeginDate: string, EndDate: string): Promise<number> {
  const period = `--begin-date ${BeginDate} --end-date ${EndDate} --accounting-folder ${folderId}`;
  const group = await run(`vat procedure-group assist --folder ${folderId} --procedure-type Liquidation ${period}`);
  return group.ProcedureItems[0].ProcedureId;
}

async function filed(folderId: number, id: number, day: string): Promise<void> {
  await run(`vat procedure sent-date ${id} --folder ${folderId} --sent-date ${day}`);
  await run(`vat procedure close ${id} --folder ${folderId}`);
}

describe('a newcomer', () => {
  let folderId = 0;
  const ids: number[] = [];

  beforeAll(async () => {
    // Returns of October to December with what was paid of them.
    folderId = await folderOf('998120406FEC20241231.txt', ['593', '633', '651', '700', '715'], 'RealNormal');
    const Lines = [
      { AccountNumber: '218300', Debit: '90000.00' },
      { AccountNumber: '445620', Debit: '18000.00' },
      { AccountNumber: '512100', Credit: '108000.00' },
    ];
    const bought = { JournalCode: 'OD', Date: '2024-10-15', Label: 'Serveurs', DocRef: 'I1', Lines };
    await run(`entry create --folder ${folderId} --body -`, bought);
  });

  it('files three months, with a credit carried', async () => {
    const credits: (number | undefined)[] = [];
    for (const [begin, end, sent] of [
      ['2024-10-01', '2024-10-31', '2024-11-19'],
      ['2024-11-01', '2024-11-30', '2024-12-19'],
    ] as const) {
      const id = await opened(folderId, begin, end);
      ids.push(id);
      credits.push(boxesIn(await run(`vat procedure show ${id} --folder ${folderId}`), '_3310CA3').JC);
      await filed(folderId, id, sent);
    }
    ids.push(await opened(folderId, '2024-12-01', '2024-12-31'));
    // The returns of the demo, less the tax of the servers.
    expect(credits).toEqual([18_000 - 3953, 18_000 - 3953 - 8640]);
  });

  it('asks the refund of what is left, and closes', async () => {
    const [, , id = 0] = ids;
    const shown = boxesIn(await run(`vat procedure show ${id} --folder ${folderId}`), '_3310CA3');
    const left = 18_000 - 3953 - 8640 - 5113;
    expect(shown.JC).toBe(left);
    expect(await run(`vat form proposal ${id} --folder ${folderId}`)).toMatchObject({
      Kind: 'Credit',
      CreditAmount: left,
    });
    const refund = await run(`vat form follow-up ${id} --folder ${folderId} --amount 200`);
    expect(boxesIn(await run(`vat procedure show ${refund} --folder ${folderId}`), '_3519')).toMatchObject({ DN: 200 });
    await filed(folderId, id, '2025-01-20');
    const {
      445670: carried = 0n,
      445830: asked,
      445510: due = 0n,
      445620: assets = 0n,
    } = await balances(folderId, '2024-12-31');
    expect({ carried, asked, due, assets }).toEqual({
      carried: BigInt(left - 200) * 100n,
      asked: 20_000n,
      due: 0n,
      assets: 0n,
    });
  });

  it('reads the same figures from the form, its PDF and the framing grid', async () => {
    const [id = 0] = ids;
    const form = await run(`vat form show ${id} --folder ${folderId} --filled-only`);
    expect(JSON.stringify(form)).toContain('14047');
    const output = join(data, 'ca3.pdf');
    await run(`vat form show ${id} --folder ${folderId} --output ${output}`);
    expect(readFileSync(output).subarray(0, 5).toString()).toBe('%PDF-');
    const grid = await run(`vat form framing by-rate --folder ${folderId} --procedure ${id}`);
    const due = grid.Rows.find((row: { RowIdentifier: string }) => row.RowIdentifier === 'Due _20');
    const cells = due.Cells.map((cell: { ColumnIdentifier: string; Amount: { OriginalAmount: number } }) => [
      cell.ColumnIdentifier,
      Number(cell.Amount.OriginalAmount),
    ]);
    expect(Math.round(Object.fromEntries(cells).DeclaredVat)).toBe(6775);
  });
});

it('a year of CA12 deducts two instalments, is refunded, and closes', { tags: 'long' }, async () => {
  const folderId = await folderOf('998519730FEC20251231.txt', ['472'], 'Simplified');
  await run(`vat advance-mode set --folder ${folderId} --mode TaxExcluded`);
  const id = await opened(folderId, '2025-01-01', '2025-12-31');
  // What 2024 left unpaid stands in the opening entry, which no return reads.
  const [demo] = JSON.parse(readFileSync('fixtures/demo/expected.json', 'utf8')).Folders[2].VatReturns;
  for (const zone of ['EW', 'FW', 'GF', 'GH', 'HA'])
    await run(
      `vat procedure box set ${id} --folder ${folderId} --form-code _3517SCA12 --zone ${zone} --value ${demo.Boxes[zone]}`,
    );
  const computed = boxesIn(await run(`vat procedure show ${id} --folder ${folderId}`), '_3517SCA12');
  expect(computed).toMatchObject({ ...demo.Boxes, MD: 5082, MF: 3696, MA: 8778, NB: 8778, NC: 9851 });
  const { NC = 0 } = computed;
  expect(NC).toBe((computed.LB ?? 0) + 8778);
  expect(await run(`vat form proposal ${id} --folder ${folderId}`)).toMatchObject({
    Kind: 'Credit',
    CreditAmount: NC,
  });
  expect(await run(`vat form follow-up ${id} --folder ${folderId} --amount ${NC}`)).toBe(id);
  await filed(folderId, id, '2026-03-31');
  const {
    445810: paid = 0n,
    445830: asked,
    445510: due = 0n,
    445670: carried = 0n,
  } = await balances(folderId, '2025-12-31');
  expect({ paid, asked, due, carried }).toEqual({ paid: 0n, asked: BigInt(NC) * 100n, due: 0n, carried: 0n });
});
