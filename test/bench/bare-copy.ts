/** The floor of what stores transactions. */
import { createReadStream } from 'node:fs';
import type { Database } from '../../src/services/db/database.ts';

/** The rows of the file are COPY text already: nothing but the server works here. */
export async function bareCopy(db: Database, columns: readonly string[], path: string): Promise<void> {
  const writer = await db.openCopy('bank_transaction', columns);
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 65_536 })) {
    writer.writeText(chunk);
    if (writer.full) await writer.drained();
  }
  await writer.end();
}
