/**
 * The two loaded paths of the transmission service, in one run: the listing of a folder's declarations (A10) with a
 * verified token against a bare node:http handler that runs the same statements on the same pool, the limiter's included,
 * and the memory that the process keeps of it; and deliveries of the status webhook per second, each durable before its answer.
 * Run with `node --import tsx test/bench/declarations.ts`; server, database and load share the machine.
 */
import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../src/commands/serve/listener.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { DECLARATION_COLUMNS } from '../../src/services/declarations/store.ts';
import { takeToken } from '../../src/services/identity/rate-bucket.ts';
import { exerciseIdSql } from '../../src/services/ledger/exercises.ts';
import { report } from './child.ts';
import { restingMegabytes } from './heap.ts';
import { benchHome } from './home.ts';
import type { LoadPlan, LoadReport } from './load.ts';
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
  delivery,
  creation,
} = await portal({ TAXOPS_HOME: home }, { users: sized(1_000), folders: 50 });

/** Also what one answer costs this process: steadier than the rate on a busy machine. */
async function load(plan: LoadPlan): Promise<LoadReport & { readonly cpuMs: number }> {
  const before = process.cpuUsage();
  const answered = await fromChild(plan);
  const { user, system } = process.cpuUsage(before);
  const answers = Object.values(answered.statuses).reduce((sum, count) => sum + count, 0);
  return { ...answered, cpuMs: (user + system) / 1000 / answers };
}

const fromChild = (plan: LoadPlan): Promise<LoadReport> =>
  new Promise((done, failed) => {
    const client = fork(join(import.meta.dirname, 'load.ts'));
    client.once('message', (message) => done(message as LoadReport)).once('error', failed);
    client.send(plan);
  });

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

const deliveries = Array.from({ length: sized(30_000) }, (_, n) => delivery(n));
for (let from = 0; from < deliveries.length; from += deliveries.length / 3) {
  const plan = {
    url: listener.url,
    connections: 32,
    milliseconds: 5_000,
    requests: deliveries.slice(from, from + deliveries.length / 3),
  };
  const done = await load({ ...plan, once: true });
  report('webhook deliveries', text(done), 'at least 400/s', done.perSecond >= 400);
}

/** The rows of a creation, one commit each, on as many connections: what the database alone can do. */
async function bareCommits(): Promise<number> {
  await db.knex.raw(`create table bare_declaration (like declaration including all);
    create table bare_delivery (like webhook_delivery including all); create table bare_audit (like audit_entry including all)`);
  const { rows } = await db.knex.raw(
    `select to_jsonb(d) as declaration, to_jsonb(w) as delivery, to_jsonb(a) as audit
     from webhook_delivery w join declaration d on (d.folder_id, d.id) = (w.folder_id, w.declaration_id)
       join audit_entry a on a.outcome = 'created' and (a.details ->> 'channelAId')::integer = w.channel_a_id
     where w.result = 'created' order by w.arrived_at desc limit 5000`,
  );
  const [start, begun] = [performance.now(), { next: 0 }];
  const commit = (table: string, row: object) =>
    db.knex.raw(
      `insert into bare_${table} overriding system value
       select * from jsonb_populate_record(null::bare_${table}, ?::jsonb)`,
      [JSON.stringify(row)],
    );
  const loop = async () => {
    for (let row = rows[begun.next++]; row && performance.now() - start < 5_000; row = rows[begun.next++]) {
      for (const table of ['declaration', 'delivery', 'audit']) await commit(table, row[table]);
    }
  };
  await Promise.all(Array.from({ length: 32 }, loop));
  return (Math.min(begun.next, rows.length) * 3_000) / (performance.now() - start);
}

for (let round = 0; round < roundsOf(3); round++) {
  const requests = Array.from({ length: sized(5_000) }, (_, n) => creation(round * 5_000 + n));
  const plan = { url: listener.url, connections: 32, milliseconds: 5_000, requests };
  const made = await load({ ...plan, once: true });
  const rows = await bareCommits();
  await db.knex.raw('drop table bare_declaration, bare_delivery, bare_audit');
  const ratio = (made.perSecond * 3) / rows;
  print(`creation ${text(made)}   bare ${rows.toFixed(0)} rows/s`);
  report('creation, rows to bare commits', ratio.toFixed(2), 'at least 0.50', ratio >= 0.5);
  report('creation, p99', `${made.p99.toFixed(1)} ms`, '100 ms', made.p99 <= 100);
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
