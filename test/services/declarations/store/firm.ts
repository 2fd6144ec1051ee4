/** A firm with folders and declarations, on a database of its own. */
import type { Channels } from '../../../../src/services/channels/channel.ts';
import { listDeclarations } from '../../../../src/services/declarations/list.ts';
import { receiveDelivery } from '../../../../src/services/declarations/receive.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import type { Context } from '../../../../src/services/operation/context.ts';
import { memoryChannels, portsOf, testContext } from '../../../support/context.ts';
import { testDatabase } from '../../../support/database.ts';

/** SIREN numbers of nobody, keys right. */
export const SIREN = '999999998';
export const OTHER_SIREN = '732829320';
export const UNKNOWN_SIREN = '552100554';

export async function testFirm(channels: Partial<Channels> = {}) {
  const db = await testDatabase();
  let now = '2026-05-20T12:00:00.000Z';
  const opened = memoryChannels(channels);
  const ctx: Context = testContext(db, { clock: { now: () => now }, open: portsOf({ channels: opened }) });
  const addFolder = async (name: string, siren?: string) =>
    (await createFolder(db, undefined, { name, siren: siren ?? null, taxRegime: 'CorporationTax' })).id;
  const folderId = await addFolder('ALPHA', SIREN);
  return {
    db,
    ctx,
    channels: opened,
    folderId,
    addFolder,
    exercise: (folder: number, year: number) =>
      createExercise(db, folder, { start: `${year}-01-01` as PlainDate, end: `${year}-12-31` as PlainDate }),
    setClock: (text: string) => {
      now = text;
    },
    receive: (body: object) => receiveDelivery(ctx, body),
    list: (folder = folderId) => listDeclarations(ctx, folder),
    /** What can be seen of every record, deleted ones too, whatever their identifiers and times. */
    state: async () => {
      const columns = ['folder_id', 'channel', 'channel_a_id', 'status', 'type', 'said', 'stamps'];
      return db.knex('declaration').select(columns).orderBy(['folder_id', 'channel_a_id']);
    },
    results: () => db.knex('webhook_delivery').orderBy(['arrived_at', 'identity']).pluck('result'),
    audit: () => db.knex('audit_entry').orderBy('id').select('operation', 'outcome', 'folder_id', 'details'),
    clear: async () => {
      await db.knex('declaration_window').update({ read_until: '-infinity' });
      await db.knex('declaration').del();
      await db.knex('webhook_delivery').del();
    },
  };
}
