import { describe, expect, it } from 'vitest';
import { tellPage } from '../../../src/commands/bank/query/wire.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';

const { url = '' } = await testDatabaseSettings(true);
const env = { TAXOPS_DATABASE_URL: url };
const example = 'fixtures/cfonb/good/worked-example.cfonb';
const run = (...args: string[]) => runCli(args, { env });
await run('folder', 'create', '--name', 'ALPHA');
await run('folder', 'create', '--name', 'BETA');
await run('bank', 'statement', 'import', example, '--folder', '1', '--create-accounts');

let actor: Actor = { kind: 'local', name: 'test' };
const { app } = await testApp(env, async () => actor);
const ask = (path: string, headers = {}) => app.request(`/api/banking/${path}`, { headers });
const transactions = '/odata/transactions';
const inFolder = `enterprises/1${transactions}`;

describe('queries over HTTP', () => {
  it('tell where the rest is and how many there are, beside the items', async () => {
    const first = await ask(`${inFolder}?$filter=Id gt 0&$top=0&$count=true`);
    expect([first.status, await first.json(), first.headers.get('X-Total-Count')]).toEqual([200, [], '3']);
    expect(first.headers.get('Link')).toBeNull();
  });

  it('give the properties that are selected', async () => {
    const response = await ask(`${inFolder}?$select=Label,Amount&$top=1&$expand=Account`);
    const items = (await response.json()) as object[];
    expect(items.map(Object.keys)).toEqual([['Account', 'Label', 'Amount']]);
  });

  it('tell the place of a fault', async () => {
    const response = await ask(`${inFolder}?$filter=Amount gt 'x'`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: '$filter, character 8: number is needed here, not text.',
    });
  });

  it('refuse options that are not served', async () => {
    const response = await ask(`${inFolder}?$apply=aggregate(Amount with sum as Total)&$fliter=Id gt 0`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ path: '$apply' }, { path: '$fliter' }] });
  });

  it('keep to the folders of the caller', async () => {
    const user = { kind: 'user', userId: 'u', clientId: 'c', companyId: 1, rights: RIGHTS_OF_ACCESS.read } as const;
    actor = { ...user, folders: new Set([2]) };
    expect(await (await ask('odata/transactions?$filter=true or EnterpriseId eq 1')).json()).toEqual([]);
    expect((await ask('odata/transactions?enterpriseId=1')).status).toBe(404);
    expect((await ask('odata/transactions/1/complementary-data')).status).toBe(404);
    actor = { ...user, folders: new Set([1]) };
    expect(await (await ask('odata/transactions')).json()).toHaveLength(3);
    actor = { kind: 'local', name: 'test' };
  });

  it('describe themselves in XML when the header asks for it', async () => {
    const asked = await ask('enterprises/1/odata/metadata', { Accept: 'application/xml' });
    expect(asked.headers.get('Content-Type')).toBe('application/xml');
    expect(await asked.text()).toContain('<Property Name="Amount" Type="Edm.Decimal"');
    const wins = await ask('enterprises/1/odata/metadata?$format=json', { Accept: 'application/xml' });
    expect(await wins.json()).toMatchObject({ DeclaredNamespaces: ['Taxops.Banking'] });
  });
});

it('tells a person how many there are and shows a table', async () => {
  const { stdout, stderr } = await run('bank', 'query', 'transactions', '--folder', '1', '--count', '--top', '2');
  expect(stderr).toBe('X-Total-Count: 3\n');
  expect(stdout.trim().split('\n')).toHaveLength(3);
});

it('gives the address of the next items, with all that was asked', () => {
  const headers = new Map<string, string>();
  const asked = { $filter: "Label eq 'é&='", $skip: 5, $top: 1500, $count: true };
  tellPage(headers, { count: 1700, next: { skiptoken: 'abc', top: 500 } }, asked, {
    enterpriseId: 3,
    transactionId: undefined,
  });
  const [, address = '', rel] = /^<(.*)>; rel="(.*)"$/.exec(headers.get('Link') ?? '') ?? [];
  expect(Object.fromEntries(new URLSearchParams(address))).toEqual({
    enterpriseId: '3',
    $filter: "Label eq 'é&='",
    $skiptoken: 'abc',
    $top: '500',
    $count: 'true',
  });
  expect([rel, headers.get('X-Total-Count')]).toEqual(['next', '1700']);
});
