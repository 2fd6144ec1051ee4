/** A folder with a return that may leave, and a channel that a test commands. */
import type { Channels } from '../../../../src/services/channels/channel.ts';
import type { Database } from '../../../../src/services/db/database.ts';
import { updateCompany } from '../../../../src/services/folders/companies.ts';
import { createFolder } from '../../../../src/services/folders/folders.ts';
import type { Context } from '../../../../src/services/operation/context.ts';
import { sendProcedure, type WantedSend } from '../../../../src/services/vat/filing/send.ts';
import { createGroup } from '../../../../src/services/vat/procedures/create-group.ts';
import { listDefinitions } from '../../../../src/services/vat/procedures/definitions.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { defaultSettings, memoryChannels, portsOf, testContext } from '../../../support/context.ts';
import { fillFolder } from '../../../support/folder-copy.ts';
import { memoryChannel } from '../../../support/memory-channel.ts';
import { WRITER } from '../../filing/world.ts';
import { siren } from '../../ledger/books.ts';
import { day } from './deposits.ts';

let companies = 700;

export const IBAN = 'FR1420041010050500013M02606';
export const BOXES = { CA: 1000, FP: 1000, GP: 200 };
const PAID = { GA: `${IBAN}, PSSTFRPPXXX, ALPHA`, HA: 200 };

export type World = ReturnType<typeof world>;

/** `environment`: of the channels. */
export function world(db: Database, environment: 'stage' | 'prod' = 'prod', change: Partial<Context> = {}) {
  const b = memoryChannel('ChannelB');
  const channels = memoryChannels({ channelB: () => b } as unknown as Partial<Channels>);
  let moment = Date.parse('2026-04-15T10:00:00Z');
  const source = 'default' as const;
  const settings = { ...defaultSettings, channelEnvironment: { value: environment, source } } as Context['settings'];
  const ctx = testContext(db, {
    clock: { now: () => new Date(moment).toISOString() },
    ids: { uuid: () => crypto.randomUUID() },
    open: portsOf({ channels }),
    settings,
    ...change,
  });
  const newFolder = async (): Promise<number> => {
    const address = { street: '12 RUE DES LILAS', postCode: '69002', town: 'LYON' };
    const folder = { name: 'ALPHA', siren: siren(++companies), vatSystem: 'RealNormal', ...address };
    const { id, companyId } = await createFolder(ctx, undefined, folder);
    await updateCompany(ctx, companyId, WRITER);
    return id;
  };
  const typedReturn = async (folderId: number, boxes: Record<string, number | string>) => {
    const definition = (await listDefinitions(ctx)).find(({ principalFormCode }) => principalFormCode === '3310CA3');
    const { procedures } = await createGroup(ctx, folderId, {
      documentName: 'CA3 mars',
      procedureDefinitionId: definition?.id ?? 0,
      category: 'Tva',
      beginDate: day('2026-03-01'),
      endDate: day('2026-03-31'),
    });
    const id = procedures[0]?.id ?? 0;
    for (const [zone, value] of Object.entries(boxes))
      await setBox(ctx, folderId, id, { form: '3310CA3', zone, value });
    for (const [zone, value] of Object.entries(PAID))
      await setBox(ctx, folderId, id, { form: 'T-IDENTIF', zone, value });
    return id;
  };
  const usualReturn = async () => {
    const folderId = await newFolder();
    await typedReturn(folderId, BOXES);
    return folderId;
  };
  /** The usual one, or one of these boxes; a folder that has had a return types its next one. */
  const newReturn = async (folderId: number, boxes?: Record<string, number | string>): Promise<number> => {
    const idOfReturn = () => db.knex('vat_procedure').where({ folder_id: folderId }).pluck('id');
    if (boxes || (await idOfReturn()).length > 0) return typedReturn(folderId, boxes ?? BOXES);
    await fillFolder(db, folderId, 'return', usualReturn);
    return (await idOfReturn())[0];
  };
  return {
    ctx,
    b,
    newFolder,
    newReturn,
    wait: (seconds: number) => {
      moment += seconds * 1000;
    },
    send: (folderId: number, procedureId: number, change: Partial<WantedSend> = {}) =>
      sendProcedure(ctx, folderId, {
        procedureId,
        isTest: environment === 'stage',
        wantsClosingEntry: true,
        channel: 'ChannelB',
        ...change,
      }),
    status: async (folderId: number, procedureId: number) => (await getProcedure(ctx, folderId, procedureId)).status,
  };
}

export const sentAs = (numeroAds: string) =>
  ({ outcome: { outcome: 'sent', receipt: { numeroAds } }, keeps: true }) as const;
