/**
 * One process that imports ledger files: `<database url> <file>…`. Tells each step on standard output, and what became
 * of each file.
 */
import { basename } from 'node:path';
import { openDatabase } from '../../src/services/db/database.ts';
import { importLedgerFile } from '../../src/services/ledger/import/import-file.ts';
import { testContext } from '../support/context.ts';

const [, , url = '', ...files] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const ctx = testContext(db, { progress: { step: () => void process.stdout.write('step\n') } });
for (const path of files) {
  const { status } = await importLedgerFile(ctx, { name: basename(path), path }, {});
  process.stdout.write(`${status}\n`);
}
await db.close();
