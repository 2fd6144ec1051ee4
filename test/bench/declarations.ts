/**
 * The listing of a folder's declarations (A10) with a verified token against a bare node:http handler that runs the same
 * statements on the same pool, the limiter's included, and the memory that the process keeps of it.
 * Run with `npm run ts test/bench/declarations.ts`; server, database and load share the machine.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../src/commands/serve/listener.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { DECLARATION_COLUMNS } from '../../src/services/declarations/store.ts';
import { takeToken } from '../../src/services/identity/rate-bucket.ts';
import { exerciseIdSql } from '../../src/services/ledger/exercises.ts';
import { report } from './child.ts';
import { restingMegabytes } from './heap.ts';
import { benchHome } from './home.ts';
import { load, text } from './loaded.ts';
import { portal, RATE } from './portal.ts';
import { roundsOf, sized } from './size.ts';

const [ROUNDS, MILLISECONDS] = [roundsOf(5), sized(3_000)];
const home = benchHome();
const {
  program,
  db,
  app,
  tokens,
  listings: requests,
} = await portal({ TAXOPS_HOME: home }, { users: sized(1_000), folders: 50 });

const listener = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: false });

/** The least that could answer the same question: no token is verified, no input checked, nothing named or sorted. */
const userOf = new Map(tokens.map((token, n) => [`Bearer ${token}`, `portal\u001fuser${n}`]));
const bare = createServer(async (request, response) => {
  const folderId = Number(request.url?.split('/')[4]);
  await takeToken(db.knex, userOf.get(request.headers.authorization ?? '') ?? '', RATE);
  const { rows } = await db.knex.raw(
    `select ${DECLARATION_COLUMNS}, ${exerciseIdSql('d.folder_id', 'd.period_end')} as exercise_id
     from declaration d where d.folder_id = ? and d.status <> 'Deleted'`,
    [folderId],
  );
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(rows));
});
await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

const CROWDS = [64, 256, 900].map(sized);
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const listing = (url: string, connections: number) => load({ url, connections, milliseconds: MILLISECONDS, requests });
await listing(listener.url, CROWDS[0] ?? 1);
const before = await restingMegabytes();
let largest = 0;
const watching = setInterval(() => {
  largest = Math.max(largest, process.memoryUsage.rss() / 1e6);
}, 100);
for (const connections of CROWDS) {
  const [ratios, tails]: [number[], number[]] = [[], []];
  await listing(bareUrl, connections);
  await listing(listener.url, connections);
  for (let round = 0; round < ROUNDS; round++) {
    const [other, own] = [await listing(bareUrl, connections), await listing(listener.url, connections)];
    ratios.push(own.perSecond / other.perSecond);
    tails.push(own.p99 / other.p99);
    print(`listing  bare ${text(other)}   taxops ${text(own)}   ratio ${(own.perSecond / other.perSecond).toFixed(2)}`);
  }
  const what = `listing by ${connections} connections, to the bare handler`;
  report(what, middle(ratios).toFixed(2), 'at least 0.60', middle(ratios) >= 0.6);
  report(`${what}: p99`, `${middle(tails).toFixed(2)} of it`, 'at most 2', middle(tails) <= 2);
}

clearInterval(watching);
await pause(sized(60_000));
const after = await restingMegabytes();
report(
  'memory before, under and a minute after 900 connections',
  [before, largest, after].map((one) => `${one.toFixed(0)} MB`).join(', '),
  'at most 1.3 times before, and 60 MB',
  after <= 1.3 * before + 60,
);

bare.close();
await listener.close(1_000);
await program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
