/** What an administrator meets: another machine's clock, a folder open to all, a schema of a later release. */
import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFinding } from '../../src/commands/operator/doctor.ts';
import { systemClock } from '../../src/commands/program/context.ts';
import { type Database, openDatabase } from '../../src/services/db/database.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { runCli } from '../support/cli.ts';
import { testContext } from '../support/context.ts';
import { testDatabase, testDatabaseSettings } from '../support/database.ts';
import { identityProvider } from '../support/identity-provider.ts';
import { temporaryFolder } from '../support/scratch.ts';

interface Line {
  readonly Check: string;
  readonly State: string;
  readonly Value: string;
  readonly Fix: string | null;
}

const db = await testDatabase();
const home = temporaryFolder('doctor');
const doctor = async (env: Readonly<Record<string, string>> = {}, database?: () => Promise<Database>) => {
  const run = await runCli(['doctor', '--json'], {
    env: { TAXOPS_HOME: home, TAXOPS_DATABASE_URL: db.settings.url ?? '', ...env },
    ...(database && { database }),
  });
  return { ...run, of: (check: string) => run.json<Line[]>().find(({ Check }) => Check === check) };
};

it('a folder that others may write is named with its mode and the command that closes it', async () => {
  chmodSync(home, 0o777);
  const { of, exitCode } = await doctor();
  expect(of('Data folder')).toMatchObject({
    State: 'warning',
    Value: `${home}: 0777`,
    Fix: expect.stringContaining(`chmod 700 ${home}`),
  });
  expect(exitCode).toBe(0);
  chmodSync(home, 0o700);
  expect((await doctor()).of('Data folder')).toMatchObject({ State: 'ok', Value: home });
});

it('a clock that is before what was already written down is wrong', async () => {
  expect((await doctor()).of('Clock')?.State).toBe('ok');
  await db
    .knex('audit_entry')
    .insert({ at: '2099-01-01T00:00:00Z', actor: 'local:a', operation: 'folder.create', outcome: 'done' });
  expect((await doctor()).of('Clock')).toMatchObject({ State: 'warning', Fix: expect.stringContaining('audit log') });
});

it('a schema of a later release is reported once, with the release to use', async () => {
  const settings = await testDatabaseSettings(true);
  const later = await testDatabase(settings);
  await later.knex('schema_migration').insert({ version: 9_000, file: '9000_later.js', sha256: 'x' });
  const { exitCode, json } = await doctor({}, () => openDatabase(settings));
  const failures = json<Line[]>().filter(({ State }) => State === 'failed');
  expect(failures).toMatchObject([
    { Check: 'Database', Value: expect.stringContaining('9000'), Fix: expect.stringContaining('release') },
  ]);
  expect(exitCode).toBe(2);
});

describe('the release of Node', () => {
  it.each([
    ['v20.20.2', '2026-04-30T23:00:00Z', 'ok'],
    ['v20.20.2', '2026-05-01T00:00:00Z', 'warning'],
    ['v24.3.0', '2026-05-01T00:00:00Z', 'ok'],
    ['v26.0.0', '2026-05-01T00:00:00Z', 'ok'],
  ])('%s on %s: %s', (version, now, state) => {
    expect(nodeFinding(version, now)).toMatchObject({ state, value: version });
  });

  it('past its end comes with what to install', () => {
    expect(nodeFinding('v20.20.2', '2026-11-01T00:00:00Z').fix?.en).toContain('install Node 24');
  });
});

describe('the login of people', () => {
  it('is looked at with the provider: its settings, its answer, its absence', { tags: 'long' }, async () => {
    const provider = await identityProvider(['http://localhost']);
    const { TAXOPS_LOGIN_CLIENT_ID = '', TAXOPS_LOGIN_CLIENT_SECRET = '' } = provider.env;
    const login = async (env: Readonly<Record<string, string>>) => (await doctor(env)).of('Login');
    expect(await login({})).toMatchObject({ State: 'ok', Value: '-' });
    expect(await login({ TAXOPS_LOGIN_CLIENT_SECRET })).toMatchObject({
      State: 'warning',
      Fix: expect.stringContaining('TAXOPS_LOGIN_CLIENT_ID'),
    });
    expect(await login({ TAXOPS_LOGIN_CLIENT_ID })).toMatchObject({
      State: 'failed',
      Fix: expect.stringContaining('TAXOPS_AUDIENCE'),
    });
    expect(await login({ ...provider.env, TAXOPS_PUBLIC_URL: 'https://taxops.example' })).toMatchObject({
      State: 'ok',
      Value: `${provider.issuer}, https://taxops.example/login/callback`,
    });
    expect(await login(provider.env)).toMatchObject({
      State: 'warning',
      Fix: expect.stringContaining('TAXOPS_PUBLIC_URL'),
    });
    expect(await login({ TAXOPS_SESSION_HOURS: 'ten' })).toMatchObject({
      State: 'failed',
      Value: expect.stringContaining('TAXOPS_SESSION_HOURS'),
    });
    await provider.close();
    expect(await login(provider.env)).toMatchObject({
      State: 'failed',
      Value: expect.stringContaining('identity provider'),
    });
  });
});

it('a database that holds folders is backed up each week, or the way to do it is shown', async () => {
  expect((await doctor()).of('Backup')).toMatchObject({ State: 'ok', Value: '-' });
  const settings = await testDatabaseSettings(true);
  const used = await testDatabase(settings);
  const backup = async () => (await doctor({}, () => openDatabase(settings))).of('Backup');
  await createFolder(testContext(used), undefined, { name: 'A' });
  expect(await backup()).toMatchObject({ State: 'warning', Value: '-', Fix: expect.stringContaining('db backup') });
  const taken = (at: string) =>
    used.knex('audit_entry').insert({ at, actor: 'local:a', operation: 'db.backup', outcome: 'done' });
  await taken('2020-01-01T00:00:00Z');
  expect(await backup()).toMatchObject({ State: 'warning', Value: expect.stringContaining('2020-01-01') });
  await taken(systemClock.now());
  expect(await backup()).toMatchObject({ State: 'ok' });
});

describe('the filing channels', () => {
  const channel = async (env: Readonly<Record<string, string>>, name: string) => (await doctor(env)).of(name);

  it('are nothing to look at where none is set, and a failure where one is set by half', async () => {
    expect(await channel({}, 'ChannelA')).toMatchObject({ State: 'ok', Value: '-' });
    expect(await channel({ TAXOPS_CHANNEL_B_LOGIN: 'cabinet' }, 'ChannelB')).toMatchObject({
      State: 'failed',
      Value: expect.stringContaining('TAXOPS_CHANNEL_B_PASSWORD'),
    });
  });

  it('are asked: one that nobody answers at is a failure, by its message', { tags: 'long' }, async () => {
    const nobody = 'http://127.0.0.1:1/';
    const env = {
      TAXOPS_CHANNEL_ALLOW_PRIVATE: 'true',
      TAXOPS_CHANNEL_B_DEPOSIT_URL: nobody,
      TAXOPS_CHANNEL_B_NOTICE_URL: nobody,
      TAXOPS_CHANNEL_B_LOGIN: 'cabinet',
      TAXOPS_CHANNEL_B_PASSWORD: 'secret',
    };
    const { exitCode, of } = await doctor(env);
    expect([exitCode, of('ChannelB')]).toMatchObject([
      2,
      { State: 'failed', Value: expect.stringContaining('ChannelB') },
    ]);
  });
});
