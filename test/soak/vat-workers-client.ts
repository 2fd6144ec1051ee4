/** One worker, `<database url>`: takes queued VAT returns to prepare, to send, to deposit again, and notices, until it is killed. */
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { watchDoubts } from '../../src/jobs/doubts.ts';
import { pollNotices } from '../../src/jobs/poll-notices.ts';
import { startWorker } from '../../src/jobs/queue.ts';
import { vatPrepare } from '../../src/jobs/vat-prepare.ts';
import { vatSend } from '../../src/jobs/vat-send.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { testContext } from '../support/context.ts';
import { redeposits } from './vat-workers-job.ts';

const [, , url = ''] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const settings = await resolveSettings({}, process.env as Record<string, string>, '/');
const { open } = openProgram(settings);
const ctx = testContext(db, { settings, clock: systemClock, ids: systemIds, open });
const jobs = [vatPrepare, vatSend, redeposits, pollNotices];
const load = async (name: string) => jobs.find(({ id }) => id === name) ?? redeposits;
await startWorker(ctx, load, jobs, { concurrency: 4, schedule: false });
watchDoubts(ctx); // as `taxops worker` does: a retry asks once, and only a second question ends a doubt
process.stdout.write('ready\n');
