/**
 * One process that imports statement files: `<database url> <folder> <file>…`. Tells each step on standard output, and
 * at the end what came in.
 */
import { basename } from 'node:path';
import { importStatementFile } from '../../src/services/banking/statements/import.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { testContext } from '../support/context.ts';

const [, , url = '', folder = '', ...files] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const ids = { uuid: () => crypto.randomUUID() };
const progress = { step: () => void process.stdout.write('step\n') };
const ctx = testContext(db, { ids, progress });
for (const path of files) {
  await importStatementFile(ctx, { name: basename(path), path }, { folderId: Number(folder), createsAccounts: true });
  process.stdout.write('done\n');
}
await db.close();
