/** Folders with transactions and documents to add to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDocuments } from '../../../../../src/services/banking/transactions/supporting-documents/add.ts';
import type { DocumentFacts } from '../../../../../src/services/banking/transactions/supporting-documents/documents.ts';
import type { Database } from '../../../../../src/services/db/database.ts';
import type { InputFile } from '../../../../../src/services/kernel/stream.ts';
import type { Context } from '../../../../../src/services/operation/context.ts';
import { temporaryFolder } from '../../../../support/scratch.ts';
import { bankWorld, type Move, statement } from '../../statements/world.ts';

export interface ComplementWorld {
  readonly ctx: Context;
  /** A folder with these movements in one account; identifiers in the order given. */
  folderWith(moves: readonly Move[]): Promise<{ readonly folderId: number; readonly ids: readonly number[] }>;
  /** A file of the folder of the test. */
  file(name: string, content: string | Uint8Array): InputFile;
  /** A document of its own bytes; returns its identifier. */
  document(folderId: number, facts?: DocumentFacts): Promise<number>;
  /** Everything that complementary data holds of a folder, but its moments. */
  snapshot(folderId: number): Promise<unknown>;
}

const TABLES = [
  'bank_category',
  'complementary_data',
  'additional_vat',
  'supporting_document',
  'supporting_document_chunk',
  'document_association',
  'bank_event',
];

export function complementWorld(db: Database): ComplementWorld {
  const world = bankWorld(db);
  const folder = temporaryFolder('complement');
  let files = 0;
  const file = (name: string, content: string | Uint8Array): InputFile => {
    const path = join(folder, String(files++));
    writeFileSync(path, content);
    return { name, path };
  };
  return {
    ctx: world.ctx,
    file,
    folderWith: async (moves) => {
      const folderId = await world.newFolder();
      await world.give(folderId, [statement(['03-01', 0], '03-31', moves)]);
      const rows = await db.knex('bank_transaction').where({ folder_id: folderId }).select('id', 'label');
      const ids = moves.map(([, , label]) => rows.find((row) => row.label === label)?.id as number);
      return { folderId, ids };
    },
    document: async (folderId, facts = {}) => {
      const [added] = await addDocuments(world.ctx, folderId, [file('piece.pdf', `%PDF-1.7 ${files}`)], facts);
      return added?.id as number;
    },
    snapshot: async (folderId) => {
      const held = TABLES.map(async (table) => [
        table,
        (await db.knex(table).where({ folder_id: folderId })).map((row) => JSON.stringify(row, exactly)).sort(),
      ]);
      return Object.fromEntries(await Promise.all(held));
    },
  };
}

const exactly = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
