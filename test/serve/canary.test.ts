/**
 * Secrets are put through everything that goes out, comes in, fails or is reported; then all that was logged, audited,
 * measured, answered as a failure or written to the database is searched for them.

 * @module-tag sized
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/commands/program/context.ts';
import { manifest } from '../../src/commands/program/operations.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { configuredAuthentication } from '../../src/commands/serve/authenticate.ts';
import { openMetrics } from '../../src/commands/serve/metrics.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { pollNotices } from '../../src/jobs/poll-notices.ts';
import { refreshDeclarations } from '../../src/jobs/refresh-declarations.ts';
import { runJob } from '../../src/jobs/runner.ts';
import { openChannelA } from '../../src/services/channels/channel-a/channel-a.ts';
import { openChannelB } from '../../src/services/channels/channel-b/channel-b.ts';
import { OPERATIONS } from '../../src/services/simulators/channels/operations.ts';
import { newSigningKey, tokenSigner } from '../../src/services/simulators/channels/signing-key.ts';
import { SIMULATED } from '../../src/services/simulators/channels/simulated.ts';
import { startSimulator } from '../../src/services/simulators/channels/simulator.ts';
import { FAULTS } from '../../src/services/simulators/stage/faults.ts';
import {
  channelAccess,
  channelASettings,
  channelBSettings,
  patientTimer,
  silenceOf,
  surroundings,
} from '../services/channels/partners.ts';
import { END, IBAN, WRITER, world } from '../services/filing/world.ts';
import { runCli } from '../support/cli.ts';
import { memoryChannels, portsOf } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';
import { testApp } from '../support/http.ts';
import { eachOf } from '../support/length.ts';
import { temporaryFolder } from '../support/scratch.ts';

const KEY = '00'.repeat(32);
const HOLDER = 'TITULAIRE CANARI 7F3A';
const LABEL = 'LIBELLE CANARI 7F3A';
const WEBHOOK_TEXT = 'TEXTE-CANARI-7f3a';
const PASSWORD = 'mot-de-passe-canari-7f3a';

const db = await testDatabase();
const signingKey = await newSigningKey();
const timer = patientTimer();
const simulator = await startSimulator({ log: silenceOf(timer), clock: systemClock, signingKey, tokenLifeSeconds: 1 });
const env = {
  ...simulator.settings,
  TAXOPS_DATABASE_URL: db.settings.url ?? '',
  TAXOPS_SECRET_KEY: KEY,
  TAXOPS_CHANNEL_QUESTION_SECONDS: '0',
};
const signer = await tokenSigner(signingKey, simulator.url, systemClock);

/** Everything that a person other than the owner of a secret may come to read. */
const told: [where: string, text: string][] = [];
const tell = (where: string, what: unknown) =>
  told.push([
    where,
    typeof what === 'string' ? what : inspect(what, { depth: 12, showHidden: true, maxStringLength: null }),
  ]);

const { program } = await testApp(env);
const access = channelAccess();
const around = surroundings({ timer, clock: systemClock });
const channelA = openChannelA(channelASettings(simulator.url), access, around);
const channelB = openChannelB(channelBSettings(simulator.url), access, around);
const channels = memoryChannels({ channelA: () => channelA, channelB: () => channelB });
const metrics = openMetrics(program.db);
const settings = await resolveSettings({}, env, '/');
const app = createApp({
  program: { ...program, open: portsOf({ channels }) },
  entries: manifest,
  metrics,
  authenticate: configuredAuthentication(settings, systemClock, (reason) => tell('log of tokens', reason)) as never,
  limits: DEFAULT_LIMITS,
  requestRate: 100_000,
  logFailure: (error, id) => tell('log of bugs', [id, error]),
});
const { ctx, newFolder, declare } = world(db, { open: portsOf({ channels }), clock: systemClock, settings });

const tokens = new Set<string>();
const signed = async (claims: object) => {
  const token = await signer.sign({ client_id: 'curl', aud: 'taxops', ...claims }, 3600);
  tokens.add(token);
  return token;
};
const userOf = (folder: number) => signed({ sub: 'anne', company: 1, folders: [folder], access: 'Write' });

/** Asks; what comes back is kept when it is a failure, its headers always. */
async function ask(token: string, method: string, path: string, body?: unknown): Promise<number> {
  const response = await app.request(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  tell(`headers of ${path}`, JSON.stringify([...response.headers]));
  const text = await response.text();
  if (response.status >= 400) tell(`failure of ${path}`, text);
  return response.status;
}

const payments = [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount: 4_500, holder: HOLDER }];
const year = { StartDate: '2024-01-01', EndDate: END };

async function sendEverything(): Promise<number[]> {
  const folder = await newFolder();
  await declare(folder, 'IS2572', END, { facts: { capitalPaidAndHeldByPersons: true, payments } });
  await db.knex('folder').where({ id: folder }).update({ name: LABEL });
  const token = await userOf(folder);
  const of = (path: string) => `/api/tax-declarations/accounting-folders/${folder}/${path}`;
  return [
    await ask(token, 'POST', of('publications'), {
      ...year,
      DeclarationType: 'Liasse',
      DeclarationSourceType: 'Platform',
    }),
    await ask(token, 'POST', of('publications'), {
      ...year,
      DeclarationType: 'IS2572',
      DeclarationSourceType: 'Platform',
    }),
    await ask(token, 'POST', of('deposits'), { EndDate: END, DeclarationType: 'IS2572', Sujet: LABEL }),
    await ask(token, 'GET', of('declarations?refreshData=true')),
    await ask(token, 'GET', of(`edi?declarationType=IS2572&endDate=${END}`)),
    await ask(token, 'GET', of(`pieces/Ars?endDate=${END}`)),
  ];
}

/** A token that fails keeps the others from leaving: it has rounds of its own. Silence is kept to what is not waited for long. */
const SENDS = ['liasse', 'publish', 'deposit'] as const;
const CALLS = OPERATIONS.filter((operation) => operation !== 'token');
const ROUNDS = [
  ...FAULTS.map((fault) => [fault, fault === 'slow' || fault === 'timeout' ? SENDS : CALLS] as const),
  ...(['server-error', 'error-body', 'truncated'] as const).map((fault) => [fault, ['token']] as const),
];
const isShort = ([fault, [first]]: (typeof ROUNDS)[number]) =>
  fault === (first === 'token' ? 'error-body' : 'truncated');

describe('secrets', () => {
  eachOf(ROUNDS, isShort)('go through every outbound call: %s on %s', async (fault, operations) => {
    simulator.setFaults(operations.map((operation) => ({ operation, fault, forMs: 0, retryAfter: 0 })));
    const statuses = await sendEverything();
    simulator.setFaults([]);
    expect(statuses).not.toContain(500);
  });

  it('go through the jobs', async () => {
    await simulator.advance(60_000);
    for (const fault of ['server-error', 'wrong-gzip', undefined] as const) {
      simulator.setFaults(fault ? OPERATIONS.map((operation) => ({ operation, fault })) : []);
      for (const job of [pollNotices, refreshDeclarations]) {
        const run = runJob(job, ctx, { scope: 'folder:1' }, { backoffMs: () => 0 });
        tell(job.id, await run.catch((error) => error));
      }
    }
  });

  it('go through the webhook, well and badly written', async () => {
    const service = {
      client_id: SIMULATED.webhookClientId,
      sub: SIMULATED.webhookClientId,
      scope: 'taxdeclarationapi',
    };
    const token = await signed(service);
    const path = '/api/tax-declarations/webhook/channela';
    const body = { declarationId: 77, declarationStatus: 'Sent', declarationLibelle: WEBHOOK_TEXT };
    const statuses = [];
    for (const one of [
      ...[body, { ...body, declarationId: WEBHOOK_TEXT }, { ...body, dateFin: WEBHOOK_TEXT }],
      ...[
        { ...body, declarationStatus: WEBHOOK_TEXT },
        `{"declarationId": 7, "x": ${WEBHOOK_TEXT}`,
        `"${WEBHOOK_TEXT}"`,
      ],
    ]) {
      statuses.push(await ask(token, 'POST', path, one));
    }
    expect(statuses).toEqual([202, 400, 400, 400, 400, 400]);
  });

  it('go through refused tokens', async () => {
    const good = await userOf(1);
    const path = '/api/tax-declarations/accounting-folders/1/declarations';
    const bad = [`${good}x`, good.slice(0, -9), `${PASSWORD}.a.b`, await signed({ sub: 'x', aud: 'other' })];
    for (const token of bad) expect(await ask(token, 'GET', path)).toBe(401);
    expect(await ask(`${good}, Bearer ${good}`, 'GET', path)).toBe(400);
    expect((await app.request(`${path}?access_token=${good}`)).status).toBe(401);
  });

  it('go through the command line', async () => {
    const folder = temporaryFolder('canary');
    const broken = join(folder, 'broken.json');
    writeFileSync(broken, `{"Facts": {"Payments": [{"Iban": "${IBAN}", "Holder": ${HOLDER}`);
    const wrong = join(folder, 'wrong.json');
    const facts = { writer: WRITER.siret, Payments: [{ Iban: IBAN, Bic: PASSWORD, Amount: HOLDER }] };
    writeFileSync(wrong, JSON.stringify({ DeclarationType: 'IS2572', EndDate: END, Facts: facts }));
    const send = ['declaration', 'send', '--yes', '--folder', '1', '--end-date', END, '--declaration-type', 'IS2572'];
    const deadDatabase = `postgresql://u:${PASSWORD}@127.0.0.1:1/x`;
    const RUNS: readonly (readonly [readonly string[], Record<string, string>, number])[] = [
      [['declaration', 'value', 'set', '--folder', '1', '--body', broken], {}, 2],
      [['declaration', 'value', 'set', '--folder', '1', '--body', wrong], {}, 2],
      [[...send, '--sujet', LABEL], { TAXOPS_CHANNEL_B_PASSWORD: PASSWORD, TAXOPS_CHANNEL_B_LOGIN: PASSWORD }, 7],
      [[...send, '--sujet', LABEL], { TAXOPS_CHANNEL_B_DEPOSIT_URL: `http://u:${PASSWORD}@127.0.0.1:1/` }, 7],
      [['declaration', 'list', '--folder', '1', '--refresh-data'], { TAXOPS_CHANNEL_A_CLIENT_SECRET: PASSWORD }, 0],
      [['folder', 'list'], { TAXOPS_DATABASE_URL: deadDatabase }, 7],
      [['status', '--json'], { TAXOPS_DATABASE_URL: deadDatabase }, 0],
      [['config', 'explain'], { TAXOPS_CHANNEL_A_CLIENT_SECRET: PASSWORD, TAXOPS_CHANNEL_A_ACCOUNT: PASSWORD }, 0],
      [['doctor', '--json'], { TAXOPS_CHANNEL_B_PASSWORD: PASSWORD }, 0],
      [['job', 'runs', '--json'], {}, 0],
      [['audit', 'verify'], {}, 0],
    ];
    for (const [argv, more, exitCode] of RUNS) {
      const run = await runCli(argv, { env: { ...env, TAXOPS_HOME: folder, TAXOPS_CHANNEL_TIMEOUT: '1', ...more } });
      tell(`taxops ${argv.slice(0, 3).join(' ')}`, run.stderr);
      if (exitCode === 0) tell(`taxops ${argv.join(' ')}`, run.stdout);
    }
  });
});

it('show nowhere', async () => {
  tell('metrics', await metrics.text());
  for (const { tablename } of (await db.knex.raw(`select tablename from pg_tables where schemaname = 'public'`)).rows) {
    if (tablename === 'folder') continue; // the name of a folder is its owner's to see
    const { rows } = await db.knex.raw('select ?? ::text as line from ??', [tablename, tablename]);
    tell(`table ${tablename}`, rows.map(({ line }: { line: string }) => line).join('\n'));
  }
  expect(told.length).toBeGreaterThan(100);
  const { clientSecret, login, password, webhookClientSecret } = SIMULATED;
  const basic = Buffer.from(`${SIMULATED.clientId}:${clientSecret}`).toString('base64');
  const texts = ['<XmlEdi', '<Valeur', '#SIRET', '"CA":', '"BX', 'TITULAI', 'TEXTE-C', WEBHOOK_TEXT];
  const secrets = [
    ...tokens,
    clientSecret,
    login,
    password,
    webhookClientSecret,
    PASSWORD,
    basic,
    IBAN,
    'eyJ',
    ...texts,
  ];
  const leaks = told.flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret.slice(0, 30)}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
  await Promise.all([channelA.close(), channelB.close(), simulator.close(), program.close()]);
});
