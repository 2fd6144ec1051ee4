/** The outbox keeps what the code must not get wrong: one open send of an owner and kind, pieces of one owner. */
import { describe, expect, it } from 'vitest';
import { addDeclarations } from '../../../src/services/declarations/change.ts';
import type { Dispatch, Owner } from '../../../src/services/filing/filer.ts';
import { closeFiling, type FilingRow, insertFiling, standingFiling } from '../../../src/services/filing/filings.ts';
import { channelPiece, filingPiece, keepPiece } from '../../../src/services/filing/pieces.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { testDatabase } from '../../support/database.ts';
import { END, world } from './world.ts';

const db = await testDatabase();
const { ctx, newFolder } = world(db);

let references = 0;

const dispatch = (folderId: number, kind: string, isTest = false): Dispatch => ({
  folderId,
  kind,
  channel: 'ChannelB',
  contentType: 'application/xml',
  forms: [],
  filing: {
    reference: `INFENT${++references}`,
    siren: '732829320',
    form: kind,
    end: END as PlainDate,
    isTest,
    payload: { kind: 'edi', content: Buffer.from('<x/>'), subject: 'x', procedure: 'TVA' },
  },
});

async function newOwner(folderId?: number): Promise<Owner> {
  const folder = folderId ?? (await newFolder());
  const [declaration] = await addDeclarations(ctx, folder, [{ type: 'Liasse' }]);
  return { folderId: folder, kind: 'Declaration', id: declaration?.id ?? 0 };
}

const insert = (owner: Owner, kind: string, isTest?: boolean): Promise<FilingRow | undefined> =>
  db.transaction((trx) => insertFiling(trx, owner, dispatch(owner.folderId, kind, isTest), ctx.clock.now()));

async function inserted(owner: Owner, kind: string, isTest?: boolean): Promise<FilingRow> {
  const row = await insert(owner, kind, isTest);
  if (!row) throw new Error('it is open already');
  return row;
}

const standing = (owner: Owner, kind?: string) =>
  standingFiling(db.knex, { folderId: owner.folderId, owner: owner.kind, ids: [owner.id], kind });

describe('open sends', () => {
  it('are one of an owner and kind; those of other kinds and owners go on beside it', async () => {
    const owner = await newOwner();
    const first = await inserted(owner, 'VatReturn');
    expect(await insert(owner, 'VatReturn')).toBeUndefined();
    expect(await insert(owner, 'VatRefund')).toBeDefined();
    expect(await insert(await newOwner(owner.folderId), 'VatReturn')).toBeDefined();
    await closeFiling(db.knex, first, { state: 'Refused' });
    expect(await insert(owner, 'VatReturn')).toBeDefined();
  });

  it('hang on an owner that exists, in its own folder', async () => {
    const owner = await newOwner();
    const elsewhere = { ...owner, folderId: await newFolder() };
    await expect(insert({ ...owner, id: 2_000_000_000 }, 'Liasse')).rejects.toMatchObject({ code: '23503' });
    await expect(insert(elsewhere, 'Liasse')).rejects.toMatchObject({ code: '23503' });
    await expect(insert({ ...owner, kind: 'Nothing' as 'Declaration' }, 'Liasse')).rejects.toMatchObject({
      code: '23514',
    });
  });
});

describe('what stands', () => {
  it('is the latest filing that a channel has or may have, and says whether it is a test', async () => {
    const owner = await newOwner();
    expect(await standing(owner)).toBeUndefined();
    const test = await inserted(owner, 'VatReturn', true);
    expect(await standing(owner)).toBeUndefined();
    await closeFiling(db.knex, test, { state: 'Sent' });
    expect(await standing(owner)).toMatchObject({ id: test.id, is_test: true });
    const real = await inserted(owner, 'VatReturn', false);
    expect(await standing(owner)).toMatchObject({ id: test.id });
    await closeFiling(db.knex, real, { state: 'SendUncertain' });
    expect(await standing(owner)).toMatchObject({ id: real.id, is_test: false });
    await closeFiling(db.knex, real, { state: 'Lost' });
    expect(await standing(owner)).toMatchObject({ id: test.id, is_test: true });
  });

  it('is distinguished by kind', async () => {
    const owner = await newOwner();
    const [filed, refund] = [await inserted(owner, 'VatReturn'), await inserted(owner, 'VatRefund')];
    for (const row of [filed, refund]) await closeFiling(db.knex, row, { state: 'Sent' });
    expect((await standing(owner, 'VatReturn'))?.id).toBe(filed.id);
    expect((await standing(owner, 'VatRefund'))?.id).toBe(refund.id);
  });
});

describe('pieces', () => {
  const keep = async (owner: Owner, kind: 'Sent' | 'Edi', filingId?: number, text = 'x') =>
    keepPiece(db.knex, await ctx.secrets(), ctx.clock.now(), {
      owner,
      kind,
      filingId,
      contentType: 'text/plain',
      content: Buffer.from(text),
    });

  it('belong to the owner of their filing', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const row = await inserted(owner, 'Liasse');
    await keep(owner, 'Sent', row.id);
    expect((await filingPiece(ctx, row, 'Sent'))?.content.toString()).toBe('x');
    await expect(keep(other, 'Sent', row.id)).rejects.toMatchObject({ code: '23503' });
    await expect(keep(await newOwner(owner.folderId), 'Sent', row.id)).rejects.toMatchObject({ code: '23503' });
    await expect(keep(owner, 'Sent')).rejects.toMatchObject({ code: '23514' });
  });

  it('that a channel made are those of the owner, the latest first', async () => {
    const owner = await newOwner();
    for (const text of ['one', 'two']) await keep(owner, 'Edi', undefined, text);
    expect((await channelPiece(ctx, owner, 'Edi'))?.content.toString()).toBe('two');
    expect(await channelPiece(ctx, owner, 'Pdf')).toBeUndefined();
  });
});
