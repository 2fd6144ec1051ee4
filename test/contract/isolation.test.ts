/**
 * What belongs to others stays hidden: every good case is done for one firm, then every operation is asked for the same
 * things by a user of another. Each one must refuse (403, 404), or stand in a table below that says what it may answer:
 * an operation with a route that does neither fails here.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../src/services/operation/actor.ts';
import { testDatabaseSettings } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { GOOD, GOOD_ELSEWHERE } from './cases.ts';
import { type CaseInput, send } from './requests.ts';

/** The folder of the stranger. */
const OWN = 70_001;

/** About nobody's data: the same for everybody, or made of the input alone. */
const EVERYBODY = [
  ...['account.chart', 'asset.energy.list', 'asset.simulate', 'asset.template', 'bank.nature.list', 'bank.bank.list'],
  ...['bank.bank.refresh', 'bank.statement.check', 'ledger.check', 'company.create'],
  ...['operator.explain', 'operator.operation.list', 'operator.operation.show', 'operator.search'],
];
/** Pages for the browser of a person who is sent there without a token: their identifiers cannot be guessed. */
const PAGES = ['bank.connection.callback'];
/** Listings of what the caller may see: here, nothing. */
const LISTINGS = ['company.list', 'folder.list', 'bank.query.all'];

/** What the good cases do not ask: other ways to name what is not one's own. */
const MORE: readonly (readonly [id: string, input: CaseInput, status: number])[] = [
  ['folder.create', { body: { Name: 'X', CompanyId: 1 } }, 404],
  ['folder.list', { params: { companyId: 1 } }, 404],
  ['declaration.deadline.list', { params: { companyId: 1 } }, 404],
  ['declaration.deadline.calendar', { params: { companyId: 1 } }, 404],
  ['declaration.add', { params: { accountingFolderId: OWN }, body: { AccountingFolderId: 1, Declarations: [] } }, 404],
];

const settings = await testDatabaseSettings(true);
const stranger: Actor = {
  kind: 'user',
  userId: 'stranger',
  clientId: 'c',
  companyId: 70_000,
  folders: new Set([OWN]),
  rights: RIGHTS_OF_ACCESS.write,
};
let actor: Actor = { kind: 'local', name: 'owner' };
const { app, failures } = await testApp(
  {
    TAXOPS_DATABASE_URL: settings.url ?? '',
    TAXOPS_SECRET_KEY: '5a'.repeat(32),
    TAXOPS_CHANNEL_A_PAGE_URL: 'https://channel.example/app',
    TAXOPS_INTERNAL_FOLDER: mkdtempSync(join(tmpdir(), 'taxops-handover-')),
  },
  async () => actor,
);
const served = new Map(manifest.filter(({ http }) => http !== undefined).map((entry) => [entry.id, entry]));
const ask = async (id: string, input: CaseInput) => {
  const entry = served.get(id);
  if (!entry) throw new Error(`no operation ${id}`);
  const response = await send(app, entry, input);
  return [response.status, await response.text()] as const;
};
for (const [id, input] of GOOD) await ask(id, input);
actor = stranger;

const goodInput = (id: string): CaseInput => GOOD.find(([good]) => good === id)?.[1] ?? GOOD_ELSEWHERE[id] ?? {};
const MAY_ANSWER = new Set([...EVERYBODY, ...PAGES, ...LISTINGS]);

describe('a stranger', () => {
  const refusing = [...served.keys()].filter((id) => !MAY_ANSWER.has(id));
  it.each(refusing)('is refused what %s shows or changes', async (id) => {
    const [status, text] = await ask(id, goodInput(id));
    expect([403, 404], `${status} ${text}`).toContain(status);
    expect(text).not.toMatch(/ALPHA|BETA|Cabinet/);
  });

  it.each(LISTINGS)('sees nothing in %s', async (id) => expect(await ask(id, {})).toEqual([200, '[]']));

  it.each(MORE)('gets nothing of others by %s %j', async (id, input, status) => {
    expect((await ask(id, input))[0]).toBe(status);
  });

  it('sees no deadline of others when he asks for all', async () => {
    expect(await ask('declaration.deadline.list', {})).toEqual([200, '[]']);
    expect((await ask('declaration.deadline.calendar', {}))[1]).not.toContain('BEGIN:VEVENT');
  });

  it.each(PAGES)('learns nothing from %s', async (id) => {
    const [, text] = await ask(id, goodInput(id));
    expect(text).not.toMatch(/ALPHA|BETA|Cabinet|FR76/);
  });
});

it('the tables name operations that are there', () => {
  expect([...MAY_ANSWER].filter((id) => !served.has(id))).toEqual([]);
});

it('met no bug', () => expect(failures).toEqual([]));
