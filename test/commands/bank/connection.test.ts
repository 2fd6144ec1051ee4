/** From a folder without a bank to its transactions, by the commands and pages that a person uses. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/commands/program/context.ts';
import { main } from '../../../src/commands/program/main.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { startProviderSimulator } from '../../../src/services/simulators/provider/simulator.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabaseSettings } from '../../support/database.ts';
import { testApp } from '../../support/http.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const CALLBACK = '/api/banking/connections/callback';
const home = temporaryFolder('connection');

const { url = '' } = await testDatabaseSettings(true);
/** Stands for the listener at its public address. */
const door = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await app.request(`http://localhost${request.url}`, {
    method: 'POST',
    headers: headers.filter(([name]) => name !== 'host'),
    body: Buffer.concat(chunks),
  });
  response.writeHead(answer.status).end(await answer.text());
});
await new Promise<void>((ready) => door.listen(0, '127.0.0.1', ready));
const EVENTS = '/api/banking/connections/events/AggregatorA';
const webhook = `http://127.0.0.1:${(door.address() as AddressInfo).port}${EVENTS}`;
const simulator = await startProviderSimulator({ clock: systemClock, webhook });
const env = {
  TAXOPS_DATABASE_URL: url,
  TAXOPS_SECRET_KEY: '5a'.repeat(32),
  ...simulator.settings,
  TAXOPS_AGGREGATOR_A_CALLBACK_URL: `http://localhost${CALLBACK}`,
};
const { app, program } = await testApp(env);
afterAll(async () => {
  await program.close();
  await simulator.close();
  door.close();
});
const cli = (...argv: readonly string[]) => runCli(argv, { env });
const html = (address: string) => app.request(address, { headers: { Accept: 'text/html,*/*' } });

describe('connecting a bank', () => {
  it('goes from the page of the provider to the transactions', async () => {
    const { Id: folder } = (await cli('folder', 'create', '--name', 'ALPHA', '--json')).json<{ Id: number }>();
    const asked = ['--folder', String(folder), '--email', 'gerant@example.test', '--json'];
    const { Url } = (await cli('bank', 'connection', 'open', ...asked)).json<{ Url: string }>();
    const page = await (await fetch(Url)).text();
    const address = (/href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');
    const back = await html(address);
    expect([back.status, back.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await back.text()).toContain('<h1>The bank is connected</h1>');
    const [connection] = (await cli('bank', 'connection', 'list', '--folder', String(folder), '--json')).json<
      object[]
    >();
    expect(connection).toMatchObject({ Status: 'Ok', SourceStatus: '0', Name: 'Banque Gamma', Accounts: [] });
    const run = (await cli('job', 'run', 'sync-transactions', '--json')).json<{ Tallies: { Rows: object[] }[] }>();
    expect(run).toMatchObject({ State: 'done', Done: 2 });
    expect(JSON.stringify(run.Tallies)).toContain('"Added":102');
    const accounts = (await cli('bank', 'account', 'list', '--folder', String(folder), '--json')).json<object[]>();
    expect(accounts).toMatchObject([
      { Name: 'Compte courant', Provider: 'AggregatorA', IsValidIban: true },
      { Name: 'Livret', Type: 'savings' },
    ]);
    const banks = (await cli('bank', 'bank', 'refresh', '--json')).json<{ Banks: number }>();
    expect(banks).toEqual({ Banks: 3 });
  });

  it('needs nobody once the person is at the bank: signed events make the connection and bring its transactions', {
    tags: 'long',
  }, async () => {
    const { Id: folder } = (await cli('folder', 'create', '--name', 'BETA', '--json')).json<{ Id: number }>();
    const asked = ['--folder', String(folder), '--email', 'gerant@example.test', '--json'];
    const { Url } = (await cli('bank', 'connection', 'open', ...asked)).json<{ Url: string }>();
    await fetch(Url); // and the page is closed
    const { knex } = await program.db();
    const { user_uuid } = await knex('bank_provider_user').where({ folder_id: folder }).first();
    const [item] = simulator.held.items(user_uuid);
    if (!item) throw new Error('no item');
    await simulator.tell(item);
    expect(simulator.deliveries.map(({ status }) => status)).not.toContain(400);
    expect(simulator.deliveries.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
    const follow = ['job', 'run', 'follow-provider-events', '--json'];
    expect((await cli(...follow)).json()).toMatchObject({ State: 'done', Failed: 0 });
    const list = (await cli('bank', 'connection', 'list', '--folder', String(folder), '--json')).json<object[]>();
    expect(list).toMatchObject([{ Status: 'Ok', SourceId: String(item.id), Accounts: [{}, {}] }]);
    const count = async () =>
      Number((await knex('bank_transaction').where({ folder_id: folder }).count({ n: '*' }))[0]?.n);
    expect(await count()).toBe(102);
    const [sent] = simulator.deliveries;
    const again = (signature: string) =>
      app.request(EVENTS, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'BridgeApi-Signature': signature },
        body: sent?.body ?? '',
      });
    const replayed = await again(sent?.signature ?? '');
    expect([replayed.status, await replayed.json()]).toEqual([200, { Result: 'duplicate' }]);
    expect((await again(`v1=${'0'.repeat(64)}`)).status).toBe(400);
    expect(await count()).toBe(102);
  });

  it('answers a stranger with a page that repeats nothing of the call', async () => {
    const answer = await html(`${CALLBACK}?user_uuid=%3Cscript%3E&item_id=1&success=true&step=sync_success`);
    const page = await answer.text();
    expect([answer.status, page.includes('script')]).toEqual([404, false]);
    const parts = await app.request(`${CALLBACK}?user_uuid=x&item_id=1&success=true&step=sync_success`);
    expect(await parts.json()).toEqual({
      Content: expect.stringContaining('<h1>This connection is not known</h1>'),
      ContentType: 'text/html; charset=utf-8',
      StatusCode: 404,
    });
  });
});

describe('folders of others in a body', async () => {
  const own: Actor = {
    kind: 'user',
    userId: '7',
    clientId: 'c',
    companyId: undefined,
    rights: RIGHTS_OF_ACCESS.write,
    folders: new Set([1]),
  };
  const { app: restricted, program: other } = await testApp(env, async () => own);
  afterAll(() => other.close());
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await restricted.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const CONNECTIONS = '/api/banking/enterprises/1/client-connections';

  it('are not found', async () => {
    expect(await post(CONNECTIONS, { EnterpriseId: 2 })).toEqual([404, 'FolderNotFound']);
    expect(await post('/api/banking/clients', { EnterpriseId: 2, ClientConnectionId: 1 })).toEqual([
      ...[404, 'FolderNotFound'],
    ]);
  });

  it('while their own work, and no one shows the secrets', async () => {
    const secrets = { Login: 'cabinet-alpha', Password: 'tr3s-secret' };
    expect(await post(CONNECTIONS, { EnterpriseId: 1, ...secrets })).toEqual([201, undefined]);
    const { knex } = await other.db();
    const { rows: tables } = await knex.raw(
      `select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
    );
    for (const { relname } of tables as { relname: string }[]) {
      const { rows } = await knex.raw('select t::text as row from ?? t', [relname]);
      const text = JSON.stringify(rows);
      expect([relname, text.includes('tr3s-secret'), text.includes('cabinet-alpha')]).toEqual([relname, false, false]);
    }
  });
});

describe('taxops bank provider simulate', () => {
  it('prints the variables with which taxops uses it, and refuses a bad script', async () => {
    const stopping = new AbortController();
    let printed = '';
    const sink = {
      write: (_chunk: string | Uint8Array, done?: () => void) => {
        done?.();
        return true;
      },
    };
    const exit = main({
      argv: ['bank', 'provider', 'simulate', '--port', '0', '--home', home],
      env: { LANG: 'C' },
      cwd: home,
      stdin: Object.assign(Readable.from([]), { isTTY: false }),
      stdout: {
        write: (chunk, done) => {
          printed += chunk.toString();
          if (printed.includes('ALLOW_PRIVATE')) stopping.abort();
          done?.();
          return true;
        },
      },
      stderr: sink,
      signal: stopping.signal,
    });
    await exit;
    expect(printed).toMatch(/^export TAXOPS_AGGREGATOR_A_URL='http:\/\/127\.0\.0\.1:\d+'$/m);
    writeFileSync(join(home, 'bad.json'), '{"accounts": []}');
    const refused = await runCli(['bank', 'provider', 'simulate', '--script', join(home, 'bad.json')]);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('SimulatorScriptInvalid')]);
    expect(refused.stderr).toContain('taxops operation show bank.provider.simulate');
  });
});
