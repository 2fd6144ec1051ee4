/** One worker, `<database url>`: takes the items of `counted.ts` until it is killed. */
import { startWorker } from '../../src/jobs/queue.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { testContext } from '../support/context.ts';
import { counted } from './workers-job.ts';

const [, , url = ''] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
await startWorker(testContext(db), async () => counted, [counted], { concurrency: 4, schedule: false });
process.stdout.write('ready\n');
