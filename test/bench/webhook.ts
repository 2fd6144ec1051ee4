/**
 * Deliveries of the status webhook per second, each durable before its answer; and those that create a declaration,
 * against bare commits of the same rows. In a process of its own, as the other benches.
 * Run with `npm run ts test/bench/webhook.ts`; server, database and load share the machine.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { listen } from '../../src/commands/serve/listener.ts';
import { stopPrivateServer } from '../../src/services/db/embedded/control.ts';
import { report } from './child.ts';
import { benchHome } from './home.ts';
import { load, text } from './loaded.ts';
import { portal } from './portal.ts';
import { roundsOf, sized } from './size.ts';

const home = benchHome();
const { program, db, app, delivery, creation } = await portal({ TAXOPS_HOME: home }, { users: 1, folders: 50 });
const listener = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined, allowRemote: false, noAuth: false });

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
  process.stdout.write(`creation ${text(made)}   bare ${rows.toFixed(0)} rows/s\n`);
  report('creation, rows to bare commits', ratio.toFixed(2), 'at least 0.50', ratio >= 0.5);
  report('creation, p99', `${made.p99.toFixed(1)} ms`, '100 ms', made.p99 <= 100);
}

await listener.close(1_000);
await program.close();
await stopPrivateServer({ home, migrations: resolve('migrations') });
rmSync(home, { recursive: true, force: true });
