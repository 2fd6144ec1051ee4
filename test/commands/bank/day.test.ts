/** The banking tour as a person runs it, on the demo's files. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/services/db/database.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { eachOf } from '../../support/length.ts';
import { temporaryFolder } from '../../support/scratch.ts';

interface Day {
  readonly Files: number;
  readonly Transactions: number;
  readonly Folders: readonly {
    readonly Linked: number;
    readonly Links: readonly { readonly Why: string; readonly EntryIds: readonly number[] }[];
    readonly Written: number;
    readonly Unreconciled: number;
    readonly Disagreeing: number;
    readonly ToJustify: number;
    readonly Held: readonly { readonly TransactionId: number }[];
    readonly Export: string;
  }[];
}

const home = temporaryFolder('day');
const settings = await testDatabaseSettings(true);
const { url = '' } = settings;
const env = { TAXOPS_HOME: home, TAXOPS_DATABASE_URL: url, TAXOPS_SECRET_KEY: '5a'.repeat(32) };
const run = (...argv: string[]) => runCli(argv, { env });
const STATEMENTS = 'fixtures/demo/bank-998120406';

describe('the banking tour', async () => {
  const inbox = join(home, 'inbox');
  mkdirSync(inbox);
  const arrive = (name: string) => copyFileSync(join(STATEMENTS, name), join(inbox, name));
  await run('folder', 'create', '--name', 'ALPHA', '--siren', '998120406', '--json');
  await run('ledger', 'import', 'fixtures/demo/998120406FEC20241231.txt', '--json');
  const added = ['--path', inbox, '--folder', '1', '--create-accounts', '--quiet-seconds', '0'];
  await run('bank', 'source', 'add', 'folder', 'inbox', ...added);

  it('takes a file, links it to the ledger, says what is left and exports it, in one command', async () => {
    arrive('512100-2024-01.cfonb120.txt');
    const day = (await run('bank', 'day', '--json')).json<Day>();
    const [folder] = day.Folders;
    expect(day.Files).toBe(1);
    expect(folder?.Linked).toBeGreaterThan(20);
    expect(folder?.Links.length).toBeGreaterThan(20);
    expect(folder?.Links.filter(({ Why, EntryIds }) => Why === '' || EntryIds.length === 0)).toEqual([]);
    expect(folder?.ToJustify).toBe(day.Transactions);
    expect((folder?.Linked ?? 0) + (folder?.Unreconciled ?? 0)).toBe(day.Transactions);
    const lines = readFileSync(folder?.Export ?? '', 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.length).toBe(day.Transactions + 1);
  });

  it('changes nothing when nothing came', async () => {
    const day = (await run('bank', 'day', '--folder', '1', '--json')).json<Day>();
    expect(day).toMatchObject({ Files: 0, Folders: [{ Linked: 0, Written: 0 }] });
  });

  it('tells of links that no longer agree, and which', async () => {
    const db = await openDatabase(settings);
    const link = await db.knex('bank_reconciliation').orderBy('transaction_id').first();
    const place = { id: link.transaction_id };
    const change = (values: object) => db.knex('bank_transaction').where(place).update(values);
    await change({ is_deleted: true });
    const day = (await run('bank', 'day', '--folder', '1', '--json')).json<Day>();
    const { Items } = (await run('bank', 'reconcile', 'list', '--folder', '1', '--changed', 'true', '--json')).json<{
      readonly Items: readonly { readonly TransactionId: number; readonly State: string }[];
    }>();
    await change({ is_deleted: false });
    await db.close();
    expect(day.Folders[0]?.Disagreeing).toBe(1);
    expect(Items.map(({ TransactionId, State }) => [TransactionId, State])).toEqual([[place.id, 'Differs']]);
  });

  it('names deleted transactions that keep documents, with the command that frees them', async () => {
    const db = await openDatabase(settings);
    const { id } = await db.knex('bank_transaction').where({ folder_id: 1 }).orderBy('id').first();
    const pdf = join(home, 'facture.pdf');
    writeFileSync(pdf, '%PDF-1.4\n');
    const added = await run('bank', 'document', 'add', pdf, '--folder', '1', '--amount', '1.00', '--json');
    const [document] = [added.json<{ readonly Id: number } | readonly { readonly Id: number }[]>()].flat();
    const stdin = JSON.stringify({ ToJustify: true, Documents: [{ DocumentId: document?.Id, AssociatedAmount: 1 }] });
    const given = await runCli(['bank', 'complement', 'update', String(id), '--folder', '1', '--body', '-'], {
      env,
      stdin,
    });
    expect(given.exitCode).toBe(0);
    const held = async () => (await run('bank', 'day', '--folder', '1', '--json')).json<Day>().Folders[0]?.Held;
    expect(await held()).toEqual([]);
    await db.knex('bank_transaction').where({ id }).update({ is_deleted: true });
    expect(await held()).toMatchObject([{ TransactionId: id }]);
    const said = (await run('bank', 'day', '--folder', '1', '--format', 'table')).stdout;
    const [, body = '', command = ''] = /echo '(.*)' \| taxops (.*)/.exec(said) ?? [];
    await runCli(command.trim().split(' '), { env, stdin: body });
    expect(await held()).toEqual([]);
    await db.knex('bank_transaction').where({ id }).update({ is_deleted: false });
    await db.close();
  });

  it('writes by rules what the ledger does not have', async () => {
    const rule = ['--name', 'Tout', '--label-pattern', '*', '--ledger-account', '471000'];
    expect((await run('bank', 'rule', 'add', '--folder', '1', ...rule)).exitCode).toBe(5);
    await run('account', 'create', '--folder', '1', '--number', '471000', '--label', 'Attente');
    await run('bank', 'rule', 'add', '--folder', '1', ...rule);
    // The rules leave what the ledger probably has; a person links that.
    const day = (await run('bank', 'day', '--folder', '1', '--rules', '--min-score', '1', '--json')).json<Day>();
    expect(day.Folders[0]).toMatchObject({ Unreconciled: 0 });
  });

  eachOf(
    [
      ['bank', 'day', '--folder', '1'],
      ['bank', 'summary', '--folder', '1'],
      ['bank', 'balance', '--folder', '1', '--by', 'day'],
      ['bank', 'reconcile', 'list', '--folder', '1'],
      ['bank', 'rule', 'list', '--folder', '1'],
    ],
    1,
  )('%s %s fits 100 columns', async (...argv) => {
    const { stdout } = await runCli([...argv, '--lang', 'fr', '--no-color'], { env, tty: true });
    const paths = stdout.split('\n').filter((line) => line.length > 100 && !line.includes(home));
    expect(paths).toEqual([]);
  });
});
