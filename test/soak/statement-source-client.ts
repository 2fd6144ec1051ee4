/** One process that runs the job import-statements once: `<database url> <home> <source>`. */
import { importStatements } from '../../src/jobs/import-statements.ts';
import { runJob } from '../../src/jobs/runner.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { defaultSettings, testContext } from '../support/context.ts';

const [, , url = '', home = '', source = ''] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const local = { channelAllowPrivate: { value: 'true', source: 'test' } };
const settings = { ...defaultSettings, ...local, home: { value: home, source: 'test' } };
const ctx = testContext(db, { settings, ids: { uuid: () => crypto.randomUUID() } });
process.stdout.write('ready\n');
await runJob(importStatements, ctx, { scope: 'all', source }, { waitMs: 30_000, backoffMs: () => 0 });
await db.close();
