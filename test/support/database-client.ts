/**
 * A process that uses a private database, for tests that start several and kill some:
 * `work <home> <rows>` commits rows one by one, telling each on standard output; `import <home> <batches>` commits batches
 * of a thousand; `hold <home>` stays until its standard input ends. Settings may follow as JSON.
 */
import { openDatabase } from '../../src/services/db/database.ts';

const [verb, home = '', ...rest] = process.argv.slice(2);
const options = JSON.parse(rest.at(-1)?.startsWith('{') ? (rest.at(-1) ?? '{}') : '{}');
const db = await openDatabase({ home, migrations: '', schema: 'ignore', ...options });
// Two processes that create the same table at once may both find it missing.
await db.knex
  .raw('create table if not exists done (id bigint generated always as identity, worker int, n int)')
  .catch(() => {});

if (verb === 'work') {
  for (let n = 1; n <= Number(rest[0]); n++) {
    await db.knex('done').insert({ worker: process.pid, n });
    process.stdout.write(`${n}\n`);
  }
} else if (verb === 'import') {
  for (let batch = 1; batch <= Number(rest[0]); batch++) {
    const rows = Array.from({ length: 1000 }, (_, n) => [process.pid, batch * 1000 + n]);
    await db.transaction((trx) => db.copyIn('done', ['worker', 'n'], rows, trx));
    process.stdout.write(`${batch}\n`);
  }
} else {
  process.stdout.write('ready\n');
  for await (const _ of process.stdin);
}
await db.close();
