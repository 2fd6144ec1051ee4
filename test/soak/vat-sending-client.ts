/** One process that sends the validated VAT returns of a firm: `<database url> <firm>`, as `job run vat-send` does. */
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import { runJob } from '../../src/jobs/runner.ts';
import { vatSend } from '../../src/jobs/vat-send.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { testContext } from '../support/context.ts';

const [, , url = '', company = ''] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const settings = await resolveSettings({}, process.env as Record<string, string>, '/');
const program = openProgram(settings);
const ctx = testContext(db, { settings, clock: systemClock, ids: systemIds, open: program.open });
await runJob(vatSend, ctx, { scope: `company:${company}`, mode: 'production' }, { backoffMs: () => 0 });
await program.close();
await db.close();
