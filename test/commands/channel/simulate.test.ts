import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { channelSettings } from '../../../src/commands/channel/settings.ts';
import { systemClock } from '../../../src/commands/program/context.ts';
import { main } from '../../../src/commands/program/main.ts';
import { resolveSettings } from '../../../src/commands/program/settings.ts';
import { configuredAuthentication } from '../../../src/commands/serve/authenticate.ts';
import { openChannels } from '../../../src/services/channels/channels.ts';
import { today } from '../../../src/services/kernel/clock.ts';
import { RIGHTS_OF_ACCESS } from '../../../src/services/operation/actor.ts';
import { ediFiling, formsFiling, SIREN, surroundings } from '../../services/channels/partners.ts';
import { runCli } from '../../support/cli.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/scratch.ts';

const home = temporaryFolder('simulate');
const db = await testDatabase();
const STORED = { TAXOPS_DATABASE_URL: await db.url() };

/** Runs the command until the test stops it; gives what it printed first. */
async function running(argv: readonly string[], env: Record<string, string> = {}) {
  const stopping = new AbortController();
  let [stdout, stderr] = ['', ''];
  const sink = (take: (text: string) => void) => ({
    write: (chunk: string | Uint8Array, done?: (error?: Error | null) => void) => {
      take(chunk.toString());
      done?.();
      return true;
    },
  });
  const exit = main({
    argv: ['channel', 'simulate', '--port', '0', '--home', home, ...argv],
    env: { LANG: 'C', ...env },
    cwd: home,
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: sink((text) => {
      stdout += text;
    }),
    stderr: sink((text) => {
      stderr += text;
    }),
    signal: stopping.signal,
  });
  await expect.poll(() => stdout, { timeout: 150_000 }).toContain('TAXOPS_CHANNEL_B_PASSWORD');
  const variables = Object.fromEntries([...stdout.matchAll(/^export (\w+)='([^']*)'$/gm)].map(([, k, v]) => [k, v]));
  return {
    variables: variables as Record<string, string>,
    notes: () => stderr,
    stop: async () => {
      stopping.abort();
      return exit;
    },
  };
}

describe('taxops channel simulate', () => {
  it('answers doctor, which asks both channels', { tags: 'long' }, async () => {
    const { variables, stop } = await running([]);
    const { stdout } = await runCli(['doctor', '--json'], { env: { TAXOPS_HOME: home, ...variables } });
    const checks = JSON.parse(stdout) as { Check: string; State: string; Value: string }[];
    expect(checks.filter(({ Check }) => Check.startsWith('Channel'))).toMatchObject([
      { Check: 'ChannelA', State: 'ok', Value: 'stage' },
      { Check: 'ChannelB', State: 'ok', Value: 'stage' },
    ]);
    await stop();
  });

  it('prints the variables with which taxops files, and shows what was filed', async () => {
    writeFileSync(join(home, 'script.json'), JSON.stringify({ scenarios: [{ channel: 'ChannelA', refuse: 'Non' }] }));
    const { variables, notes, stop } = await running(['--script', 'script.json', '--faults', 'list=server-error#1']);
    const settings = await resolveSettings({ home }, variables, home);
    const channels = openChannels(channelSettings(settings, '1'), { ...surroundings(), clock: systemClock });
    expect(await channels.channelA().send(formsFiling())).toMatchObject({ outcome: 'refused', message: 'Non' });
    expect(await channels.channelA().list(SIREN)).toEqual([]); // at the second attempt
    const ledger = await fetch(`${variables.TAXOPS_ISSUER}/ledger`);
    expect(await ledger.json()).toMatchObject([{ channel: 'ChannelA', siren: SIREN, filing: 1 }]);
    await channels.close();
    expect(notes()).toContain('POST /a/marque-blanche\n');
    expect(notes()).toContain('GET /a/declarations [server-error]\n');
    expect(await stop()).toBe(0);
  });

  it('is not reached at the first deposit, and takes the second', { tags: 'long' }, async () => {
    const { variables, notes, stop } = await running(['--faults', 'deposit=refused#1']);
    const settings = await resolveSettings({ home }, variables, home);
    const channels = openChannels(channelSettings(settings, '1'), { ...surroundings(), clock: systemClock });
    expect(await channels.channelB().send(ediFiling())).not.toMatchObject({ outcome: 'sent' });
    await expect
      .poll(async () => (await channels.channelB().send(ediFiling())).outcome, { timeout: 150_000 })
      .toBe('sent');
    await channels.close();
    expect(notes()).toContain('[refused]\n');
    expect(await stop()).toBe(0);
  });

  it('goes on counting after a restart', async () => {
    const given: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      const { variables, stop } = await running([]);
      const settings = await resolveSettings({ home }, variables, home);
      const channels = openChannels(channelSettings(settings, '1'), { ...surroundings(), clock: systemClock });
      const taken = [await channels.channelA().send(formsFiling()), await channels.channelB().send(ediFiling())];
      const day = today({ clock: systemClock });
      const search = { from: day, to: day, kind: 'All', procedure: 'PAYE' } as const;
      const notices = await channels.channelB().notices(search);
      given.push(...taken.map((one) => 'receipt' in one && (one.receipt.channelId ?? one.receipt.numeroAds)));
      given.push(...notices.map(({ number }) => number));
      await channels.close();
      await stop();
    }
    expect(given).toHaveLength(6);
    expect(new Set(given).size).toBe(6);
    writeFileSync(join(home, 'simulator', 'numbers.json'), '{');
    const run = await runCli(['channel', 'simulate', '--port', '0', '--home', home, '--json']);
    expect(JSON.parse(run.stderr)).toMatchObject({ code: 'SimulatorScriptInvalid' });
    rmSync(join(home, 'simulator'), { recursive: true });
  });

  it('stays while its door is closed', { tags: 'long' }, async () => {
    const argv = ['bin/taxops.js', 'channel', 'simulate', '--port', '0', '--faults', 'token=refused#1'];
    const child = spawn(process.execPath, argv, { env: { ...process.env, TAXOPS_HOME: home } });
    const ended = once(child, 'exit');
    const [printed] = await once(child.stdout, 'data');
    const url = /TAXOPS_ISSUER='([^']+)'/.exec(String(printed))?.[1] ?? '';
    await expect(fetch(`${url}/connect/token`, { method: 'POST' })).rejects.toThrow();
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 150_000 },
      )
      .toBe(200);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  it('publishes the key that signs the tokens of this machine', async () => {
    const { variables, stop } = await running([]);
    const settings = await resolveSettings({ home }, variables, home);
    const authenticate = configuredAuthentication(settings, systemClock, () => {});
    const issue = ['token', 'issue', '--user', 'anne', '--folders', '1,2', '--access', 'Write', '--company', '7'];
    const { stdout, exitCode } = await runCli([...issue, '--home', home], { env: { ...variables, ...STORED } });
    expect(exitCode).toBe(0);
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    expect(await authenticate?.(new Request('http://localhost/', { headers }), '127.0.0.1')).toEqual({
      kind: 'user',
      userId: 'anne',
      clientId: 'taxops-cli',
      issuedAt: expect.any(Number),
      companyId: 7,
      folders: new Set([1, 2]),
      rights: RIGHTS_OF_ACCESS.write,
    });
    expect(statSync(join(home, 'signing-key.json')).mode & 0o777).toBe(0o600);
    await stop();
  });

  it.each([
    ['--faults', 'nonsense', 'SimulatorScriptInvalid'],
    ['--faults', 'list=flood', 'SimulatorScriptInvalid'],
    ['--script', 'absent.json', 'SimulatorScriptInvalid'],
    ['--tls-cert', 'absent.pem', 'SimulatorRefused'],
  ])('refuses %s %s', async (flag, value, code) => {
    const tls = flag === '--tls-cert' ? ['--tls-key', 'absent.pem'] : [];
    const run = await runCli(['channel', 'simulate', flag, value, ...tls, '--home', home, '--json'], { cwd: home });
    const failure = JSON.parse(run.stderr) as { code: string; hint: string };
    expect([run.exitCode, failure.code]).toEqual([2, code]);
    if (code === 'SimulatorScriptInvalid') expect(failure.hint).toContain('taxops operation show channel.simulate');
  });

  it('says when the port is taken', async () => {
    const { variables, stop } = await running([]);
    const port = new URL(variables.TAXOPS_ISSUER ?? '').port;
    const run = await runCli(['channel', 'simulate', '--port', port, '--home', home, '--json']);
    expect(JSON.parse(run.stderr)).toMatchObject({
      code: 'SimulatorRefused',
      detail: expect.stringContaining('EADDRINUSE'),
    });
    await stop();
  });
});

describe('taxops token issue', () => {
  const issue = (...argv: string[]) => runCli(['token', 'issue', '--home', home, '--json', ...argv], { env: STORED });

  it('gives rights under the names of the claims that are configured', async () => {
    const env = {
      ...STORED,
      TAXOPS_CLAIM_FOLDERS: 'dossiers',
      TAXOPS_ISSUER: 'https://id.example',
      TAXOPS_AUDIENCE: 'api',
    };
    const argv = ['token', 'issue', '--user', 'u', '--folders', '3', '--expires-in', '60', '--scope', 'a b'];
    const { Token, ExpiresIn } = (await runCli([...argv, '--home', home, '--json'], { env })).json<{
      Token: string;
      ExpiresIn: number;
    }>();
    const { exp = 0, iat = 0, ...claims } = decodeJwt(Token);
    expect([exp - iat, ExpiresIn]).toEqual([60, 60]);
    expect(claims).toEqual({
      iss: 'https://id.example',
      aud: 'api',
      sub: 'u',
      client_id: 'taxops-cli',
      scope: 'a b',
      dossiers: [3],
      access: 'Read',
    });
  });

  it('is reported in the audit log, without the token', async () => {
    await issue('--user', 'paul', '--folders', '1,2', '--access', 'Write', '--expires-in', '60');
    const told = await db.knex('audit_entry').where('operation', 'operator.token.issue').orderBy('id').pluck('details');
    expect(told.at(-1)).toEqual({
      user: 'paul',
      client: 'taxops-cli',
      folders: '1,2',
      rights: 'Write',
      expiresIn: 60,
    });
  });

  it.each([
    ['--user', 'u'],
    ['--user', 'u', '--folders', '1;2'],
    ['--user', 'u', '--folders', '1', '--expires-in', '86401'],
    ['--user', '', '--folders', '1'],
  ])('refuses %s %s %s %s %s', async (...argv) => {
    const run = await issue(...argv);
    expect(run.exitCode).toBe(2);
  });
});

describe('the settings of channels', () => {
  const read = async (env: Record<string, string>) =>
    channelSettings(await resolveSettings({ home }, { LANG: 'C', ...env }, home), '1');

  it('name what is missing', async () => {
    const { channelA, channelB, internal } = await read({ TAXOPS_CHANNEL_A_URL: 'https://a.example' });
    expect(channelA).toEqual([
      ...['TAXOPS_CHANNEL_A_CLIENT_ID', 'TAXOPS_CHANNEL_A_CLIENT_SECRET', 'TAXOPS_CHANNEL_A_ACCOUNT'],
    ]);
    expect(channelB).toContain('TAXOPS_CHANNEL_B_LOGIN');
    expect(internal).toEqual({ folder: join(home, 'handover') });
    const channels = openChannels(await read({}), surroundings());
    expect(() => channels.channelA()).toThrow(/ChannelA is not configured: TAXOPS_CHANNEL_A_URL/);
    expect(['ChannelA', 'ChannelB', 'Internal'].map((name) => channels.isConfigured(name as 'ChannelA'))).toEqual([
      ...[false, false, true],
    ]);
  });

  it('are tests over https at public addresses by default', async () => {
    expect((await read({})).access).toMatchObject({ environment: 'stage', allowPrivate: false });
  });

  it.each([
    ['TAXOPS_CHANNEL_ENVIRONMENT', 'live'],
    ['TAXOPS_CHANNEL_TIMEOUT', '0'],
    ['TAXOPS_CHANNEL_TIMEOUT', 'long'],
  ])('refuse %s=%s', async (name, value) => {
    await expect(read({ [name]: value })).rejects.toMatchObject({ code: 'SettingInvalid' });
  });

  it('do not repeat an address that is not valid', async () => {
    const env = {
      TAXOPS_CHANNEL_A_URL: 'nonsense:secret',
      TAXOPS_CHANNEL_A_CLIENT_ID: 'x',
      TAXOPS_CHANNEL_A_CLIENT_SECRET: 'x',
      TAXOPS_CHANNEL_A_ACCOUNT: 'x',
      TAXOPS_CHANNEL_A_TOKEN_URL: 'http://[',
    };
    const channels = openChannels(await read(env), surroundings());
    expect(() => channels.channelA()).toThrow(/^The settings of ChannelA cannot be used: an address is not valid\.$/);
  });
});
