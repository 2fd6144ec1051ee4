/** Returns moved by a process that is killed at any moment: a draft with nothing frozen, or sent with all that it freezes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { openReturn } from '../../src/services/vat/drafts/draft.ts';
import { assistGroup } from '../../src/services/vat/procedures/create-group.ts';
import { storeLedger } from '../services/vat/drafts/stored-ledger.ts';
import { account, entry, ledger } from '../services/vat/engine/ledger.ts';
import { testContext } from '../support/context.ts';
import { testDatabaseSettings } from '../support/database.ts';

const ROUNDS = process.env.SOAK ? 12 : 3;
const settings = await testDatabaseSettings(true);
const db = await openDatabase({ ...settings, schema: 'ignore' });
const ctx = testContext(db);
afterAll(() => db.close());
const bundle = mkdtempSync(join(resolve(import.meta.dirname, '../../node_modules'), '.taxops-soak-'));
afterAll(() => rmSync(bundle, { recursive: true, force: true }));
const client = join(bundle, 'client.mjs');

beforeAll(async () => {
  const entryPoints = [resolve(import.meta.dirname, 'vat-move-client.ts')];
  await build({ entryPoints, outfile: client, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
});

const MONTHS = ['01', '02', '03', '04', '05', '06'];

/** A sale each month; its drafts, by month. */
async function drafts(name: string): Promise<{ readonly folderId: number; readonly ids: readonly number[] }> {
  const { id: folderId } = await createFolder(ctx, undefined, { name, vatSystem: 'RealNormal' });
  const sales = MONTHS.map((month, at) =>
    entry(at + 1, `2026-${month}-10`, `411000/C${at} D 1200.00`, '706000 C 1000.00', '445710 C 200.00'),
  );
  await storeLedger(db.knex, folderId, ledger(sales, { accounts: [account('706000 VT_PREST _20 OnDebits')] }));
  await db.knex('ledger').insert({ folder_id: folderId }).onConflict().ignore();
  await db.knex('ledger').where({ folder_id: folderId }).update({ next_entry_id: 9000, next_line_id: 900_000 });
  const ids: number[] = [];
  for (const month of MONTHS) {
    const period = { beginDate: `2026-${month}-01` as never, endDate: `2026-${month}-28` as never };
    const { procedures } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
    ids.push(procedures[0]?.id ?? 0);
  }
  return { folderId, ids };
}

/** Kills the process some time after its n-th step. */
async function killed(child: ChildProcess, steps: number, delay: number): Promise<void> {
  let seen = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    seen += chunk.toString().split('step').length - 1;
    if (seen >= steps) setTimeout(() => child.kill('SIGKILL'), delay);
  });
  await once(child, 'close');
}

async function checkMoved(folderId: number, id: number): Promise<void> {
  const { procedure } = await openReturn(ctx, folderId, id);
  const shares = await db.knex('vat_share').where({ folder_id: folderId, procedure_id: id });
  const isSent = procedure.status === 'Sent';
  expect([procedure.sent_date !== null, procedure.sending_channel]).toEqual([isSent, isSent ? 'Manual' : 'Unknown']);
  // A draft takes in the months before it that were not declared; what is sent is its own month.
  if (!isSent) return expect(procedure.closing_entry_id).toBeNull();
  expect(procedure.computed_boxes?.['3310CA3']).toMatchObject({ FP: 1000, GP: 200 });
  expect(shares.map(({ declare_tax_cents: tax }) => tax)).toEqual([20_000n]);
  if (procedure.closing_entry_id === null) return;
  const lines = await db.knex('entry_line').where({ folder_id: folderId, entry_id: procedure.closing_entry_id });
  expect(lines.map((line) => line.debit_cents - line.credit_cents)).toEqual([20_000n, -20_000n]);
}

it('is a draft with nothing frozen, or sent with its shares and its boxes', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { folderId, ids } = await drafts(`ALPHA ${round}`);
    const args = [client, settings.url ?? '', 'filed', String(folderId), ...ids.map(String)];
    await killed(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }), 1 + (round % 4), round * 7);
    for (const id of ids) await checkMoved(folderId, id);
    await checkEntries(folderId);
  }
});

/** No closing entry without its return. */
async function checkEntries(folderId: number): Promise<void> {
  const written: number[] = await db.knex('entry').where({ folder_id: folderId }).where('id', '>=', 9000).pluck('id');
  const closed = db.knex('vat_procedure').where({ folder_id: folderId }).whereNotNull('closing_entry_id');
  const known: number[] = await closed.pluck('closing_entry_id');
  expect(written.sort((a, b) => a - b)).toEqual(known.sort((a, b) => a - b));
}

/** The tax that is left for a later return: of the months that no return declares, from the first one that is declared. */
async function leftFor(folderId: number, counted: readonly boolean[]): Promise<void> {
  const period = { beginDate: '2026-07-01' as never, endDate: '2026-07-31' as never };
  const { procedures } = await assistGroup(ctx, folderId, { procedureType: 'Liquidation', ...period });
  const { procedure } = await openReturn(ctx, folderId, procedures[0]?.id ?? 0);
  const first = counted.indexOf(true);
  const open = first < 0 ? 0 : counted.slice(first).filter((one) => !one).length;
  expect(procedure.computed_boxes?.['3310CA3']?.GP ?? 0).toBe(200 * open);
}

it('counts while it is Sent, and not once it was rejected or opened again', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const { folderId, ids } = await drafts(`BETA ${round}`);
    const args = [client, settings.url ?? '', 'around', String(folderId), ...ids.map(String)];
    await killed(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }), 1 + (round % 5), round * 9);
    const rows = await db.knex('vat_procedure').where({ folder_id: folderId }).orderBy('id');
    for (const { status, closing_entry_id, computed_boxes, numero_piece } of rows) {
      seen.add(status);
      if (status !== 'Sent')
        expect([closing_entry_id, status === 'Draft' && numero_piece]).toEqual([null, status === 'Draft' && null]);
      else expect([computed_boxes?.['3310CA3']?.GP, numero_piece]).toEqual([200, expect.stringMatching(/^N\d+$/)]);
    }
    await checkEntries(folderId);
    await leftFor(
      folderId,
      rows.map(({ status }) => status === 'Sent'),
    );
  }
  process.stdout.write(`${[...seen].sort().join(', ')}\n`);
});
