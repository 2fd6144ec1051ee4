/** One process that records returns as filed elsewhere, and closes each: `<database url> <folder> <procedure>…`. */
import { openDatabase } from '../../src/services/db/database.ts';
import { setSentDate } from '../../src/services/vat/filing/filed-elsewhere.ts';
import { closeReturn } from '../../src/services/vat/procedures/closing.ts';
import { testContext } from '../support/context.ts';

const [, , url = '', folderId, ...ids] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const ctx = testContext(db);
for (const procedureId of ids.map(Number)) {
  process.stdout.write('step\n');
  await setSentDate(ctx, Number(folderId), procedureId, '2026-12-19' as never);
  await closeReturn(ctx, Number(folderId), { procedureId, dryRun: false });
}
await db.close();
