/**
 * The two loaded paths of the transmission service, in one run: the listing of a folder's declarations (A10) with a
 * verified token against a bare node:http handler that runs the same statements on the same pool, the limiter's included;
 * and deliveries of the status webhook per second, each durable before its answer.
 * Run with `node --import tsx test/bench/declarations.ts`; server, database and load share the machine.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { callContext, openProgram, systemClock } from '../../src/commands/context.ts';
import { manifest } from '../../src/commands/operations.ts';
import { createApp } from '../../src/commands/serve/app.ts';
import { bearerAuthentication } from '../../src/commands/serve/authenticate.ts';
import { listen } from '../../src/commands/serve/listener.ts';
import { DEFAULT_LIMITS } from '../../src/commands/serve/request.ts';
import { resolveSettings } from '../../src/commands/settings.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { addDeclarations } from '../../src/services/declarations/change.ts';
import { DECLARATION_COLUMNS } from '../../src/services/declarations/store.ts';
import { createFolder } from '../../src/services/folders/folders.ts';
import { keyStore } from '../../src/services/identity/key-store.ts';
import { takeToken } from '../../src/services/identity/rate-bucket.ts';
import { DEFAULT_ALGORITHMS, DEFAULT_CLAIMS, tokenVerifier } from '../../src/services/identity/token.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { readInstant } from '../../src/services/kernel/paris-time.ts';
import { createExercise } from '../../src/services/ledger/exercises.ts';
import { silent } from '../../src/services/operation/context.ts';
import type { LoadPlan, LoadReport, LoadRequest } from './load.ts';

const [FOLDERS, RECORDS, USERS, CONNECTIONS, ROUNDS, MILLISECONDS] = [50, 20, 1_000, 50, 5, 3_000];
const RATE = 1_000_000;
const home = mkdtempSync(join(tmpdir(), 'taxops-bench-'));
const program = openProgram(await resolveSettings({}, { TAXOPS_HOME: home, LANG: 'C' }, '/'));
const ctx = callContext(program, { kind: 'local', name: 'bench' }, silent, new AbortController().signal);
const db = await program.db();

/** Also what one answer costs this process: steadier than the rate on a busy machine. */
async function load(plan: LoadPlan): Promise<LoadReport & { readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const report = await fromChild(plan);
  const { user, system } = process.cpuUsage(before);
  const answers = Object.values(report.statuses).reduce((sum, count) => sum + count, 0);
  return { ...report, cpuMs: (user + system) / 1000 / answers };
}

const fromChild = (plan: LoadPlan): Promise<LoadReport> =>
  new Promise((done, failed) => {
    const client = fork(join(import.meta.dirname, 'load.ts'));
    client.once('message', (report) => done(report as LoadReport)).once('error', failed);
    client.send(plan);
  });

const folders: number[] = [];
for (let index = 0; index < FOLDERS; index++) {
  const { id } = await createFolder(db, undefined, {
    name: `Folder ${index}`,
    siren: index === 0 ? '999999998' : null,
  });
  for (const year of [2023, 2024, 2025])
    await createExercise(db, id, { start: `${year}-01-01` as PlainDate, end: `${year}-12-31` as PlainDate });
  await addDeclarations(
    ctx,
    id,
    Array.from({ length: RECORDS }, (_, n) => ({
      name: `Declaration ${n}`,
      ...({ type: 'Liasse', status: 'Accepted', channelAId: n + 1 } as const),
      ...{ start: readInstant('2025-01-01'), end: readInstant(`2025-${String((n % 12) + 1).padStart(2, '0')}-28`) },
      links: { pageUrl: `https://channel.example/declarations/${n}`, pdfUrl: `https://channel.example/${n}.pdf` },
    })),
  );
  folders.push(id);
}

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
const sign = (claims: Record<string, unknown>) =>
  new SignJWT({ iss: 'https://id.example', aud: 'taxops', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
const users = await Promise.all(
  Array.from({ length: USERS }, (_, n) => sign({ sub: `user${n}`, client_id: 'portal', folders, company: 1 })),
);
const verifier = tokenVerifier(
  {
    ...{ issuer: 'https://id.example', audience: 'taxops', algorithms: DEFAULT_ALGORITHMS, claims: DEFAULT_CLAIMS },
    service: { clientId: 'channel', scope: 'taxdeclarationapi', extraScopes: false },
  },
  keyStore(async () => ({ keys: [jwk] }), systemClock),
  systemClock,
  (reason) => process.stderr.write(`${reason}\n`),
);
const app = createApp({
  program,
  entries: manifest,
  authenticate: bearerAuthentication(verifier, systemClock),
  limits: DEFAULT_LIMITS,
  requestRate: RATE,
  logFailure: (error) => process.stderr.write(`${(error as Error).stack}\n`),
});
const listener = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: false });

/** The least that could answer the same question: no token is verified, no input checked, nothing named or sorted. */
const userOf = new Map(users.map((token, n) => [`Bearer ${token}`, `portal\u001fuser${n}`]));
const bare = createServer(async (request, response) => {
  const folderId = Number(request.url?.split('/')[4]);
  await takeToken(db.knex, userOf.get(request.headers.authorization ?? '') ?? '', RATE);
  const { rows } = await db.knex.raw(
    `select ${DECLARATION_COLUMNS} from declaration d where d.folder_id = ? and d.status <> 'Deleted'`,
    [folderId],
  );
  await db.knex('exercise').where({ folder_id: folderId }).orderBy('end_date');
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(rows));
});
await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

const requests = users.map(
  (token, n): LoadRequest => ({
    method: 'GET',
    path: `/api/tax-declarations/accounting-folders/${folders[n % FOLDERS]}/declarations`,
    headers: { authorization: `Bearer ${token}` },
  }),
);
const listing = (url: string) => load({ url, connections: CONNECTIONS, milliseconds: MILLISECONDS, requests });
await listing(bareUrl);
await listing(listener.url);
const ratios: number[] = [];
const ours: LoadReport[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const [other, own] = [await listing(bareUrl), await listing(listener.url)];
  ours.push(own);
  ratios.push(own.perSecond / other.perSecond);
  print(`listing  bare ${text(other)}   taxops ${text(own)}   ratio ${(own.perSecond / other.perSecond).toFixed(2)}`);
}
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const p99 = middle(ours.map((report) => report.p99));
print(`listing  ratio ${middle(ratios).toFixed(2)} (at least 0.60), p99 ${p99.toFixed(1)} ms (at most 50)`);

const service = await sign({ client_id: 'channel', scope: 'taxdeclarationapi' });
const statuses = ['Sent', 'Accepted', 'Rejected'];
const deliveries = Array.from(
  { length: 30_000 },
  (_, n): LoadRequest => ({
    method: 'POST',
    path: '/api/tax-declarations/webhook/channela',
    headers: { authorization: `Bearer ${service}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ declarationId: 1_000 + (n % 5_000), declarationStatus: statuses[Math.floor(n / 5_000) % 3] },
      ...{ siren: '999999998', dateDebut: '2025-01-01', dateFin: '2025-12-31', declarationType: 'Paiement' },
      ...{ declarationLibelle: `TVA ${n}`, declarationUrl: `https://channel.example/${n}` },
      dateHeureModification: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
    }),
  }),
);
for (let from = 0; from < 30_000; from += 10_000) {
  const plan = {
    url: listener.url,
    connections: 32,
    milliseconds: 5_000,
    requests: deliveries.slice(from, from + 10_000),
  };
  print(`webhook  ${text(await load({ ...plan, once: true }))} (at least 400/s)`);
}

bare.close();
await listener.close(1_000);
await program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });

function text({ perSecond, p50, p99: worst, statuses: seen, cpuMs }: Awaited<ReturnType<typeof load>>): string {
  const times = `p50 ${p50.toFixed(1)} p99 ${worst.toFixed(1)} cpu ${cpuMs.toFixed(2)} ms`;
  return `${perSecond.toFixed(0)}/s ${times} ${JSON.stringify(seen)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
