import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient, createClientConnection } from '../../../../../src/services/banking/feeds/clients/clients.ts';
import {
  CLIENT_COLUMNS,
  loginPlace,
  passwordPlace,
} from '../../../../../src/services/banking/feeds/clients/sealed-columns.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import { type Actor, RIGHTS_OF_ACCESS } from '../../../../../src/services/operation/actor.ts';
import { reseal } from '../../../../../src/services/secrets/reseal.ts';
import { secretBox } from '../../../../../src/services/secrets/secret-box.ts';
import { testContext } from '../../../../support/context.ts';
import { testDatabase } from '../../../../support/database.ts';

const db = await testDatabase();
const ctx = testContext(db);
const newFolder = async () => (await createFolder(db, undefined, { name: 'ALPHA' })).id;

const access = (enterpriseId: number) =>
  ({
    enterpriseId,
    login: 'cabinet@example.test',
    password: 'p4ss word',
    startSynchronizationDate: null,
    fluxType: 'Both',
  }) as const;

const client = (clientConnectionId: number) => ({
  clientConnectionId,
  enterpriseId: null,
  name: 'BETA',
  siren: null,
  nic: null,
  externalId: null,
  accountingFirmExternalId: null,
});

describe('a client connection', () => {
  it('keeps login and password sealed, each bound to its place, and rotates them', async () => {
    const folderId = await newFolder();
    const id = await createClientConnection(ctx, folderId, access(folderId));
    await createClientConnection(ctx, folderId, { ...access(folderId), login: null, password: null });
    const row = () => db.knex('client_connection').where({ id }).first();
    const place = { folder_id: folderId, id };
    const { login, password } = await row();
    expect(inspect(login) + login.toString('latin1')).not.toContain('cabinet');
    const box = await ctx.secrets();
    expect(box.open(login, loginPlace(place)).toString()).toBe('cabinet@example.test');
    expect(box.open(password, passwordPlace(place)).toString()).toBe('p4ss word');
    expect(() => box.open(password, loginPlace(place))).toThrow();
    const renewed = secretBox(`${'11'.repeat(32)},${'00'.repeat(32)}`);
    const done = await Promise.all(CLIENT_COLUMNS.map((column) => reseal(db.knex, renewed, column)));
    expect(done).toEqual(Array(2).fill({ table: 'client_connection', rows: 1, changed: 1 }));
    const alone = secretBox('11'.repeat(32));
    expect(alone.open((await row()).password, passwordPlace(place)).toString()).toBe('p4ss word');
  });

  it('is of the folder of the call alone', async () => {
    const [own, other] = [await newFolder(), await newFolder()];
    await expect(createClientConnection(ctx, own, access(other))).rejects.toMatchObject({ code: 'EnterpriseMismatch' });
    expect(await db.knex('client_connection').whereIn('folder_id', [own, other])).toEqual([]);
  });
});

describe('a client', () => {
  it('lives in the folder of its connection', async () => {
    const folderId = await newFolder();
    const connection = await createClientConnection(ctx, folderId, access(folderId));
    const id = await createClient(ctx, { ...client(connection), siren: '732829320', nic: '00074' });
    expect(await db.knex('client').where({ id }).first()).toMatchObject({
      folder_id: folderId,
      client_connection_id: connection,
      siren: '732829320',
      nic: '00074',
    });
  });

  it('is not put under a connection of another user', async () => {
    const [own, other] = [await newFolder(), await newFolder()];
    const connection = await createClientConnection(ctx, other, access(other));
    const actor: Actor = {
      kind: 'user',
      userId: '7',
      clientId: 'c',
      companyId: undefined,
      rights: RIGHTS_OF_ACCESS.write,
      folders: new Set([own]),
    };
    await expect(createClient({ ...ctx, actor }, client(connection))).rejects.toMatchObject({
      code: 'ClientConnectionNotFound',
    });
  });

  it.each([
    ['SirenInvalid', { siren: '732829321' }],
    ['SiretInvalid', { siren: '732829320', nic: '00010' }],
    ['SiretInvalid', { nic: '00010' }],
  ])('is refused with %s', async (code, numbers) => {
    const folderId = await newFolder();
    const connection = await createClientConnection(ctx, folderId, access(folderId));
    await expect(createClient(ctx, { ...client(connection), ...numbers })).rejects.toMatchObject({ code });
  });
});
