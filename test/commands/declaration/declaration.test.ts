import { describe, expect, it } from 'vitest';
import { createFolder } from '../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../src/services/ledger/exercises.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabase } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';

const db = await testDatabase();
const folder = await createFolder(db, undefined, { name: 'ALPHA', siren: '999999998' });
const hidden = await createFolder(db, undefined, { name: 'BETA' });
await createExercise(db, folder.id, { start: '2025-01-01' as PlainDate, end: '2025-12-31' as PlainDate });
const env = { TAXOPS_DATABASE_URL: db.settings.url ?? '', TAXOPS_CHANNEL_A_PAGE_URL: 'https://channel.example/' };
const user: Actor = {
  kind: 'user',
  userId: 'u',
  clientId: 'c',
  companyId: folder.companyId,
  rights: RIGHTS_OF_ACCESS.write,
  folders: new Set([folder.id]),
};
const { app } = await testApp(env, async () => user, undefined, 100_000);
const BASE = '/api/tax-declarations/accounting-folders';
const ask = async (path: string, init?: RequestInit) => {
  const response = await app.request(path, init);
  return [response.status, (await response.json()) as unknown, response.headers] as const;
};
const sending = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
});

it('keeps each address of a declaration that is added', async () => {
  const [page, pdf, receipt, edi] = ['41', '41.pdf', '41-ar.pdf', '41.edi'].map(
    (name) => `https://channel.example/${name}`,
  );
  const Links = { DeclarationUrl: page, DeclarationPdfUrl: pdf, ReceiptPDFUrl: receipt, EDIFileUrl: edi };
  const added = {
    AccountingFolderId: hidden.id,
    Declarations: [{ Type: 'Liasse', StartDate: '2025-01-01', EndDate: '2025-12-31', Status: 'Draft', Links }],
  };
  const argv = ['declaration', 'add', '--folder', String(hidden.id), '--body', '-'];
  expect(await runCli(argv, { env, stdin: JSON.stringify(added) })).toMatchObject({ exitCode: 0 });
  const { said } = await db.knex('declaration').where({ folder_id: hidden.id }).first();
  expect(said).toMatchObject({ pageUrl: page, pdfUrl: pdf, receiptUrl: receipt, ediUrl: edi });
});

describe('the listing', () => {
  it('tells how each channel did, and is 502 when none answered and nothing is stored', async () => {
    const [status, problem, headers] = await ask(`${BASE}/${folder.id}/declarations?refreshData=true`);
    expect([status, headers.get('x-refresh')]).toEqual([502, 'ChannelA=unconfigured, ChannelB=unconfigured']);
    expect(problem).toMatchObject({ code: 'ChannelsFailed' });
    const only = await ask(`${BASE}/${folder.id}/declarations?refreshChannelAData=true`);
    expect([only[0], only[2].get('x-refresh')]).toEqual([502, 'ChannelA=unconfigured']);
    const none = await ask(`${BASE}/${folder.id}/declarations?refreshData=false`);
    expect([none[0], none[1], none[2].has('x-refresh')]).toEqual([200, [], false]);
    const argv = ['declaration', 'list', '--folder', String(folder.id), '--refresh-data', '--json'];
    expect((await runCli(argv, { env })).exitCode).toBe(7);
  });

  it('answers once to a repeated key, and refuses another body under it', async () => {
    const add = (name: string) =>
      ask(
        `${BASE}/${folder.id}/declarations`,
        sending(
          'POST',
          { AccountingFolderId: folder.id, Declarations: [{ Name: name, Status: 'rejected', RejectionReason: 'Why' }] },
          { 'Idempotency-Key': 'k1' },
        ),
      );
    const [status, first] = await add('One');
    expect([status, await add('One').then(([, again]) => again)]).toEqual([200, first]);
    expect((await add('Two')).slice(0, 2)).toMatchObject([422, { title: 'Cannot be processed' }]);
    const [, listed] = await ask(`${BASE}/${folder.id}/declarations`);
    expect(listed).toMatchObject([
      { Label: 'One', Status: 'Rejected', RejectionReason: 'Why', TransmissionChannel: 'None' },
    ]);
    const stored = await ask(`${BASE}/${folder.id}/declarations?refreshData=true`);
    expect([stored[0], stored[1]]).toEqual([200, listed]);
  });

  it('refuses a body about another folder, whoever may see that one', async () => {
    for (const other of [hidden.id, 999]) {
      const body = { AccountingFolderId: other, Declarations: [] };
      expect((await ask(`${BASE}/${folder.id}/declarations`, sending('PUT', body)))[0]).toBe(400);
    }
  });

  it('of a firm is that of the token', async () => {
    const window = 'updatedAfter=2020-01-01&updatedBefore=2100-01-01 00:00:00 01:00'.replaceAll(' ', '%20');
    expect((await ask(`/api/tax-declarations/companies/${folder.companyId}/declarations?${window}`))[0]).toBe(400);
    const good = 'updatedAfter=2020-01-01&updatedBefore=2100-01-01T00:00:00+01:00';
    const [status, found] = await ask(`/api/tax-declarations/companies/${folder.companyId}/declarations?${good}`);
    expect([status, found]).toMatchObject([200, [{ AccountingFolder: { Id: folder.id }, Label: 'One' }]]);
    expect((await ask(`/api/tax-declarations/companies/99/declarations?${good}`))[0]).toBe(404);
  });
});

describe('the page of ChannelA', () => {
  it.each([
    [`${BASE}/${folder.id}/page`, 200],
    [`${BASE}/${folder.id}/page?urlType=1`, 200],
    [`${BASE}/0/page`, 400],
    [`${BASE}/-1/page`, 400],
    [`${BASE}/${folder.id}/page?urlType=2`, 400],
    [`${BASE}/${folder.id}/page?urlType=Autre`, 400],
    [`${BASE}/${folder.id}/page?urlType=`, 400],
    [`${BASE}/${hidden.id}/page`, 404],
  ])('%s is %i', async (path, status) => expect((await ask(path))[0]).toBe(status));
});

describe('the deadlines', () => {
  it('are a calendar over HTTP and a view on the command line', async () => {
    const response = await app.request(`/api/tax-declarations/deadlines/calendar?accountingFolderId=${folder.id}`);
    expect(response.headers.get('content-type')).toContain('text/calendar');
    expect((await response.text()).startsWith('BEGIN:VCALENDAR')).toBe(true);
    const run = await runCli(['declaration', 'status', '--folder', String(folder.id), '--json'], { env });
    expect(run.json<{ Items: { State: string }[] }>().Items.every(({ State }) => State !== 'Done')).toBe(true);
  });
});

describe('a window that ends before it starts', () => {
  const mine = `${BASE}/${folder.id}`;
  it.each([
    ['A4', `${mine}/reminders?startDate=2025-03-01&endDate=2025-02-28`],
    ['A5', `${mine}/settings?startDate=2025-03-01&endDate=2025-02-28`],
    ['A7', `${mine}/edi?startDate=2025-03-01&endDate=2025-02-28`],
    ['A14', `${mine}/declaration-dates?StartDate=2025-03-01&EndDate=2025-02-28`],
    ['deadlines', '/api/tax-declarations/deadlines?startDate=2025-03-01&endDate=2025-02-28'],
  ])('is refused by %s', async (_ref, path) => {
    expect((await ask(path)).slice(0, 2)).toMatchObject([400, { errors: [{ message: 'before the start' }] }]);
  });

  it.each(['POST', 'PUT'])('is refused in a declaration (%s)', async (method) => {
    const declaration = { Type: 'IS2573', StartDate: '2025-03-01', EndDate: '2025-02-28' };
    const body = { AccountingFolderId: folder.id, Declarations: [declaration] };
    const answer = await ask(`${mine}/declarations`, sending(method, body));
    expect(answer.slice(0, 2)).toMatchObject([400, { code: 'PeriodReversed' }]);
  });
});
