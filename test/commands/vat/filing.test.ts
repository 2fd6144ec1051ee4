/**
 * A newcomer who files VAT against a simulated partner: a rejection, its correction, the acceptance; then over HTTP.
 * @module-tag long
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/commands/program/context.ts';
import { readScript } from '../../../src/services/simulators/channels/script.ts';
import { startSimulator } from '../../../src/services/simulators/channels/simulator.ts';
import { boundWork } from '../../support/bound-work.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabase } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const DECLARED = [{ formulaire: '3310CA3', champ: 'CA', code: '048', libelle: 'Période déjà déclarée' }];
const rejected = { afterMs: 1000, notice: 'Ars', verdict: 'Rejected', errors: DECLARED } as const;
const script = readScript({
  scenarios: [
    { channel: 'ChannelB', filing: 1, steps: [{ afterMs: 0, notice: 'Ads' }, rejected] },
    {
      channel: 'ChannelB',
      steps: [
        { afterMs: 0, notice: 'Ads' },
        { afterMs: 500, notice: 'Acs' },
        { afterMs: 1000, notice: 'Ars' },
      ],
    },
  ],
});

const db = await testDatabase();
const { url = '' } = db.settings;
const during = boundWork(db);
const simulator = await startSimulator({ clock: systemClock, script, environment: 'prod' });
const home = temporaryFolder('vat');
afterAll(() => simulator.close().then(() => rmSync(home, { recursive: true, force: true })));
const env = {
  ...simulator.settings,
  TAXOPS_DATABASE_URL: url,
  TAXOPS_HOME: home,
  TAXOPS_SECRET_KEY: '5a'.repeat(32),
  TAXOPS_CHANNEL_QUESTION_SECONDS: '0',
};
const { app } = await testApp(env);

interface Answered<T> {
  readonly code: string | undefined;
  /** What a failure says. */
  readonly detail?: string;
  readonly value: T;
}

type Failure = Omit<Answered<unknown>, 'value'>;

/** The program as a person types it. */
async function byCli<T>(...argv: string[]): Promise<Answered<T>> {
  const { stdout, stderr, exitCode } = await during(() => runCli([...argv, '--json'], { env }));
  if (exitCode !== 0) return { ...(JSON.parse(stderr) as Failure), value: undefined as T };
  return { code: undefined, value: (stdout === '' ? undefined : JSON.parse(stdout)) as T };
}

/** The same over HTTP. */
async function byHttp<T>(method: string, path: string, body?: object): Promise<Answered<T>> {
  const response = await app.request(`/api/vat-reporting${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const value: unknown = response.status === 204 ? undefined : await response.json();
  return response.ok ? { code: undefined, value: value as T } : { ...(value as Failure), value: undefined as T };
}

interface Item {
  readonly ProcedureId: number;
  readonly Status: { readonly Status: string };
  readonly ReceiveContent: readonly string[];
  readonly ReceiveContentInfos: readonly string[];
}
interface Group {
  readonly ProcedureItems: readonly Item[];
}

/** What both ways of asking do, in a folder of its own. */
interface Way {
  readonly folder: number;
  readonly begin: (month: Month) => Promise<Answered<Group>>;
  readonly box: (id: number, form: string, zone: string, value: number | string) => Promise<Answered<unknown>>;
  readonly refund: (id: number, amount: number) => Promise<Answered<number>>;
  readonly send: (id: number) => Promise<Answered<Item>>;
  readonly reopen: (id: number) => Promise<Answered<Item>>;
  readonly show: (id: number) => Promise<Answered<Item>>;
  readonly edi: (id: number, type: string) => Promise<Answered<string>>;
  readonly notices: (id: number) => Promise<Answered<readonly object[]>>;
  readonly firm: () => Promise<Answered<{ Items: readonly Group[]; TotalCount: number }>>;
  readonly status: () => Promise<Answered<readonly object[]>>;
}

interface Month {
  readonly first: string;
  readonly last: string;
}

/** Months that have ended, from the last one: what is to be filed counts from today. */
const ended = (back: number): Month => {
  const today = new Date();
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - back];
  const [first = '', last = ''] = [new Date(Date.UTC(year, month, 1)), new Date(Date.UTC(year, month + 1, 0))].map(
    (at) => at.toISOString().slice(0, 10),
  );
  return { first, last };
};
const [BEFORE, LAST] = [ended(2), ended(1)];

/** A first request lists its largest ones. */
const INVOICES = 'Facture 12, PAPYRUS';

const byCliIn = (folder: number): Way => {
  const own = ['--folder', String(folder)];
  return {
    folder,
    begin: ({ first, last }) => {
      const period = ['--begin-date', first, '--end-date', last];
      const what = ['--accounting-folder', String(folder), '--procedure-type', 'Liquidation'];
      return byCli('vat', 'procedure-group', 'assist', ...own, ...what, ...period);
    },
    box: (id, form, zone, value) => {
      const what = ['--form-code', form, '--zone', zone, '--value', String(value)];
      return byCli('vat', 'procedure', 'box', 'set', String(id), ...own, ...what);
    },
    refund: (id, amount) =>
      byCli(
        'vat',
        'form',
        'follow-up',
        String(id),
        ...own,
        '--amount',
        String(amount),
        '--correspondence-text',
        INVOICES,
      ),
    send: (id) => byCli('vat', 'procedure', 'send', String(id), ...own, '--no-activate-test-mode', '--yes'),
    reopen: (id) => byCli('vat', 'procedure', 'reopen', String(id), ...own),
    show: (id) => byCli('vat', 'procedure', 'show', String(id), ...own),
    edi: (id, type) => byCli('vat', 'procedure', 'edi', String(id), ...own, '--file-type', type),
    notices: (id) => byCli('vat', 'procedure', 'notices', String(id), ...own),
    firm: () => byCli('vat', 'procedure-group', 'company', '--company', '1'),
    status: () => byCli('vat', 'status', '--company', '1'),
  };
};

const byHttpIn = (folder: number): Way => {
  const own = `/enterprises/${folder}`;
  return {
    folder,
    begin: ({ first, last }) =>
      byHttp('POST', `${own}/procedure-groups/assisted`, {
        AccountingFolderId: folder,
        ProcedureType: 'Liquidation',
        BeginDate: first,
        EndDate: last,
      }),
    box: (id, form, zone, value) =>
      byHttp('PUT', `${own}/procedures/${id}/boxes`, { FormCode: form, Zone: zone, Value: value }),
    refund: (id, amount) =>
      byHttp('POST', `/accounting-folders/${folder}/procedures/${id}/follow-up`, {
        Amount: amount,
        CorrespondenceText: INVOICES,
      }),
    send: (id) => byHttp('POST', `${own}/procedures/${id}/deposits?activateTestMode=false`),
    reopen: (id) => byHttp('POST', `${own}/procedures/${id}/reopening`),
    show: (id) => byHttp('GET', `${own}/procedures/${id}`),
    edi: (id, type) => byHttp('GET', `/accounting-folders/${folder}/procedures/${id}/edi?fileType=${type}`),
    notices: (id) => byHttp('GET', `/accounting-folders/${folder}/procedures/${id}/notices`),
    firm: () => byHttp('GET', '/companies/1/procedure-groups'),
    status: () => byHttp('GET', '/status?companyId=1'),
  };
};

const ACCOUNTS = ['FR1420041010050500013M02606', 'FR7630006000011234567890189'];
/** What is to pay, from two accounts. */
const BOXES = { CA: 6000, FP: 6000, GP: 1200, KS: 300 };

async function filled(way: Way, month: Month, boxes: Readonly<Record<string, number>> = BOXES): Promise<number> {
  const { value } = await way.begin(month);
  const id = value.ProcedureItems[0]?.ProcedureId ?? 0;
  for (const [zone, amount] of Object.entries(boxes)) await way.box(id, '_3310CA3', zone, amount);
  return id;
}

async function pay(way: Way, id: number, amounts: readonly [number, number]): Promise<void> {
  for (const [rank, letter] of ['A', 'B'].entries()) {
    await way.box(
      id,
      'T_IDENTIF',
      `G${letter}`,
      `${ACCOUNTS[rank]}, ${rank === 0 ? 'PSSTFRPPXXX' : 'AGRIFRPPXXX'}, ALPHA`,
    );
    await way.box(id, 'T_IDENTIF', `H${letter}`, amounts[rank] ?? 0);
  }
}

const poll = async () => {
  await simulator.advance(60_000);
  expect((await byCli<{ State: string; Failed: number }>('job', 'run', 'poll-notices')).value).toMatchObject({
    State: 'done',
    Failed: 0,
  });
};

const ADDRESS = ['--street', '12 rue des Lilas', '--post-code', '69002', '--town', 'Lyon'];

async function newFolder(rank: number, siren: string, { first, last }: Month): Promise<void> {
  const who = ['--name', `ALPHA ${rank}`, '--siren', siren, '--vat-system', 'RealNormal'];
  const firm = rank === 1 ? [] : ['--company', '1'];
  expect(await byCli('folder', 'create', ...who, ...ADDRESS, ...firm)).toMatchObject({ code: undefined });
  const year = ['--folder', String(rank), '--start-date', first, '--end-date', last];
  expect(await byCli('exercise', 'create', ...year)).toMatchObject({ code: undefined });
}

it('begins with a firm and two folders', async () => {
  const exercise = { first: BEFORE.first, last: LAST.last };
  await newFolder(1, '999999998', exercise);
  await newFolder(2, '732829320', exercise);
  expect(await byCli('company', 'update', '1', '--siret', '77788899100018', ...ADDRESS)).toMatchObject({
    code: undefined,
  });
});

const [cli, http] = [byCliIn(1), byHttpIn(2)];

const WAYS = [
  ['by the command line', cli],
  ['over HTTP', http],
] as const;

describe.each(WAYS)('a CA3 %s', (_, way) => {
  it('is sent, rejected, corrected, accepted, and can be read', async () => {
    const before = simulator.ledger.deposits.length;
    const id = await filled(way, BEFORE);
    await pay(way, id, [1400, 99]);
    expect((await way.send(id)).code).toBe('PaymentsInvalid');
    await pay(way, id, [1400, 100]);
    expect(await way.send(id)).toMatchObject({ value: { Status: { Status: 'Sent' } } });
    expect((await way.send(id)).code).toBe('ProcedureNotInDraftStatus');
    await poll();
    const refused = (await way.show(id)).value;
    expect(refused).toMatchObject({ Status: { Status: 'Rejected' } });
    expect(refused.ReceiveContentInfos.join()).toMatch(/048 Période déjà déclarée \(_3310CA3 A1 CA: /);
    expect((await way.send(id)).code).toBe('ProcedureNotInDraftStatus');
    expect((await way.status()).value).toContainEqual(expect.objectContaining({ State: 'Rejected' }));
    expect(await way.reopen(id)).toMatchObject({ value: { Status: { Status: 'Draft' }, SentAt: null } });
    await way.box(id, '_3310CA3', 'KS', 400);
    expect((await way.send(id)).code).toBe('PaymentsInvalid');
    await pay(way, id, [1500, 100]);
    expect(await way.send(id)).toMatchObject({ value: { Status: { Status: 'Sent' } } });
    await poll();
    const accepted = (await way.show(id)).value;
    expect([accepted.Status.Status, accepted.ReceiveContent.length]).toEqual(['Accepted', 3]);
    const { deposits } = simulator.ledger;
    expect(deposits.length).toBe(before + 2);
    const sent = (await way.edi(id, 'Sent')).value;
    expect(Buffer.from(sent, 'latin1').equals(Buffer.from(deposits.at(-1)?.content ?? []))).toBe(true);
    for (const account of ACCOUNTS) expect(sent).toContain(account);
    expect((await way.edi(id, 'Received')).value).toContain('<');
    const said = (await way.notices(id)).value;
    expect(said).toHaveLength(3);
    expect(said).toContainEqual(expect.objectContaining({ Kind: 'Ars', Verdict: 'Accepted' }));
  });

  it('with a credit, its refund and two payments is one deposit: rejected, sent again, and accepted', async () => {
    const before = simulator.ledger.deposits.length;
    const id = await filled(way, LAST, { HB: 900 });
    const { value: refund } = await way.refund(id, 800);
    await way.box(id, '_3310A', 'ND', 2000);
    await way.box(id, '_3310A', 'FA', 20);
    await pay(way, id, [12, 8]);
    expect((await way.send(id)).code).toBe('ControlsFailed');
    await way.box(refund, '_3519', 'AA', `${ACCOUNTS[0]}, PSSTFRPPXXX, ALPHA`);
    await way.box(refund, '_3519', 'DG', 'Ann Ténor, Gérante, Lyon');
    for (const expected of ['Rejected', 'Accepted']) {
      expect(await way.send(id)).toMatchObject({ value: { Status: { Status: 'Sent' } } });
      expect((await way.send(refund)).code).toBe('ProcedureNotInDraftStatus');
      await poll();
      const shown = [await way.show(id), await way.show(refund)].map(({ value }) => value.Status.Status);
      expect(shown).toEqual([expected, expected]);
      if (expected === 'Rejected') for (const one of [id, refund]) await way.reopen(one);
    }
    expect(simulator.ledger.deposits.length).toBe(before + 2);
    const sent = (await way.edi(id, 'Sent')).value;
    expect((await way.edi(refund, 'Sent')).value).toBe(sent);
    expect(sent.match(/<Declaration Type="(IDT|RBT)"/g)).toHaveLength(2);
    expect(sent).toContain('<Zone id="DN"><Valeur>800</Valeur></Zone>');
    expect(sent).toContain('<Zone id="JB"><Valeur>800</Valeur></Zone>');
    for (const account of ACCOUNTS) expect(sent).toContain(account);
    expect((await way.edi(refund, 'Received')).value).toContain('avisReceptionSigne');
    const file = join(home, `ca3-${way.folder}.xml`);
    const argv = ['vat', 'procedure', 'edi', String(id), '--folder', String(way.folder), '--output', file];
    expect((await runCli(argv, { env })).exitCode).toBe(0);
    expect(readFileSync(file, 'latin1')).toContain('Ténor');
    expect(readFileSync(file).equals(Buffer.from(simulator.ledger.deposits.at(-1)?.content ?? []))).toBe(true);
  });

  it('stands accepted in the list of the firm', async () => {
    const { Items } = (await way.firm()).value;
    const states = Items.flatMap(({ ProcedureItems }) => ProcedureItems.map(({ Status }) => Status.Status));
    expect(new Set(states)).toEqual(new Set(['Accepted']));
  });
});

it('the status of the firm is green in the terminal, over HTTP and in a workbook', async () => {
  const { value } = await cli.status();
  const green = { State: 'Accepted', EndDate: LAST.last, Blocks: null, DaysLeft: null };
  expect(value.slice(-WAYS.length)).toMatchObject(WAYS.map(() => green));
  expect((await http.status()).value).toEqual(value);
  const file = join(home, 'tva.xlsx');
  expect((await runCli(['vat', 'status', '--company', '1', '--output', file], { env })).exitCode).toBe(0);
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
});

it('a test does not go through channels in production', async () => {
  const month = { first: '2025-03-01', last: '2025-03-31' };
  await newFolder(3, '404833048', { first: '2025-01-01', last: '2025-12-31' });
  const third = byCliIn(3);
  const id = await filled(third, month);
  await pay(third, id, [1400, 100]);
  expect((await byCli('vat', 'procedure', 'send', String(id), '--folder', '3')).code).toBe('ChannelModeMismatch');
  expect((await byCli('job', 'run', 'vat-send')).code).toBe('ChannelModeMismatch');
});

it('jobs prepare what is due, and send each validated draft once', async () => {
  const deposited = simulator.ledger.deposits.length;
  const mode = ['--set', 'mode=production'];
  type Run = { State: string; Done: number; Skipped: number; Planned: number };
  const planned = (await byCli<Run>('job', 'run', 'vat-send', ...mode, '--dry-run')).value;
  expect([planned.State, simulator.ledger.deposits.length]).toEqual(['done', deposited]);
  const runs = [];
  for (let turn = 0; turn < 2; turn++) runs.push((await byCli<Run>('job', 'run', 'vat-send', ...mode)).value);
  expect(simulator.ledger.deposits.length).toBe(deposited + (runs[0]?.Done ?? 0));
  expect(runs[1]).toMatchObject({ Done: 0 });
  expect((await byCli<Run>('job', 'run', 'vat-prepare')).value).toMatchObject({ State: 'done' });
  expect(simulator.ledger.deposits.length).toBe(deposited + (runs[0]?.Done ?? 0));
});
