/**
 * One process that sends declarations: `<database url> <channel> <seconds between questions> <folder>…`, each folder's
 * periods in turn, until all are sent. The settings of the channels come from its environment.
 */
import { openProgram, systemClock, systemIds } from '../../src/commands/program/context.ts';
import { resolveSettings } from '../../src/commands/program/settings.ts';
import type { ChannelName } from '../../src/services/channels/channel.ts';
import { openDatabase } from '../../src/services/db/database.ts';
import { declarationFiler } from '../../src/services/declarations/sending/filer.ts';
import { prepare } from '../../src/services/declarations/sending/prepare.ts';
import { sendOnce } from '../../src/services/filing/send.ts';
import type { PlainDate } from '../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../src/services/kernel/errors.ts';
import { testContext } from '../support/context.ts';

const [, , url = '', channel = '', ...folders] = process.argv;
const db = await openDatabase({ home: '/nonexistent', url, migrations: '', schema: 'ignore' });
const settings = await resolveSettings({}, process.env as Record<string, string>, '/');
const program = openProgram(settings);
const ctx = testContext(db, { settings, clock: systemClock, ids: systemIds, open: program.open });

/** Failures that a later run gets over, or that say that all is done. */
const EXPECTED = ['AlreadyFiled', 'SendUnderWay', 'SendInDoubt', 'ChannelUnreachable', 'ChannelBusy'];

for (const folder of folders) {
  for (const end of ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31']) {
    const wanted = { folderId: Number(folder), type: 'IS2571', end: end as PlainDate, channel: channel as ChannelName };
    try {
      await sendOnce(ctx, declarationFiler, await prepare(ctx, { ...wanted, type: 'IS2571' }));
    } catch (error) {
      if (!(error instanceof TaxopsError) || !EXPECTED.includes(error.code)) throw error;
    }
  }
}
await program.close();
await db.close();
