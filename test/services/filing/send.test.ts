/** Sending once: what each answer of a channel leaves behind, and what is sent again. */
import { describe, expect, it } from 'vitest';
import type { FindAnswer, SendOutcome } from '../../../src/services/channels/channel.ts';
import { channelsPort } from '../../../src/services/channels/channel.ts';
import { channelErrors } from '../../../src/services/channels/errors.ts';
import { updateDeclarations } from '../../../src/services/declarations/change.ts';
import type { Status } from '../../../src/services/declarations/rules/enumerations.ts';
import { declarationFiler } from '../../../src/services/declarations/sending/filer.ts';
import { prepare } from '../../../src/services/declarations/sending/prepare.ts';
import { publish, publishExisting, sendThroughB } from '../../../src/services/declarations/sending/publish.ts';
import { type DeclarationDraft, insertDeclaration } from '../../../src/services/declarations/store.ts';
import { tasksOf } from '../../../src/services/declarations/tasks.ts';
import { resolveDoubts } from '../../../src/services/filing/doubts.ts';
import { standingFiling } from '../../../src/services/filing/filings.ts';
import { filingPiece } from '../../../src/services/filing/pieces.ts';
import { sendOnce } from '../../../src/services/filing/send.ts';
import { updateFolder } from '../../../src/services/folders/folders.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { parisMidnight } from '../../../src/services/kernel/paris-time.ts';
import { portsOf } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { END, world } from './world.ts';

const db = await testDatabase();
const { ctx, a, b, wait, newFolder, send, status } = world(db);

const doubts = (folderId: number) => resolveDoubts(ctx, [declarationFiler], { folderId });

const timeout = channelErrors.ChannelTimeout({ channel: 'ChannelB' });
const unreachable = channelErrors.ChannelUnreachable({ channel: 'ChannelB', reason: 'ECONNREFUSED' });

const SENT: SendOutcome = { outcome: 'sent', receipt: { numeroAds: '0000004201' } };
const UNCERTAIN: SendOutcome = { outcome: 'uncertain', error: timeout };

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof TaxopsError ? error.code : String(error)),
  );

const tell = (outcome: SendOutcome, keeps: boolean) => b.nextSends.push({ outcome, keeps });

describe('the answer of a channel', () => {
  it.each<[SendOutcome, boolean, string, string, string]>([
    [SENT, true, 'done', 'SentToChannel', 'Sent'],
    [{ outcome: 'refused', message: 'Fichier illisible', code: '05' }, true, 'FilingRefused', 'Draft', 'Refused'],
    [{ outcome: 'notSent', error: unreachable }, false, 'ChannelUnreachable', 'Draft', 'NotSent'],
    [UNCERTAIN, true, 'SendInDoubt', 'SendUncertain', 'SendUncertain'],
    [UNCERTAIN, false, 'SendInDoubt', 'SendUncertain', 'SendUncertain'],
  ])('%o (arrived: %s) gives %s, and leaves %s, %s', async (outcome, keeps, code, left, filing) => {
    const folder = await newFolder();
    tell(outcome, keeps);
    expect(await codeOf(send(folder))).toBe(code);
    expect(await status(folder)).toEqual({ status: left, filings: [filing] });
  });

  it('that is no answer leaves the filing open', async () => {
    const folder = await newFolder();
    const broken = { ...b, send: () => Promise.reject(new RangeError('a bug')) };
    const channels = { ...(await ctx.open(channelsPort)), channelB: () => broken as never };
    const wanted = { folderId: folder, type: 'Liasse', end: END, channel: 'ChannelB' } as const;
    await expect(
      sendOnce({ ...ctx, open: portsOf({ channels }) }, declarationFiler, await prepare(ctx, wanted)),
    ).rejects.toThrow('bug');
    expect(await status(folder)).toEqual({ status: 'Sending', filings: ['Sending'] });
    expect(await doubts(folder)).toMatchObject({ waiting: 1 });
    expect((await status(folder)).status).toBe('SendUncertain');
  });

  it('is stored with its number, and what was sent byte for byte', async () => {
    const folder = await newFolder();
    tell(SENT, true);
    const { owner } = await send(folder);
    const [row] = await db.knex('declaration').where({ folder_id: folder });
    expect(row).toMatchObject({ id: owner.id, channel: 'ChannelB', channel_b_numero_ads: '0000004201' });
    const filing = await standingFiling(db.knex, { folderId: folder, owner: 'Declaration', ids: [owner.id] });
    const piece = filing && (await filingPiece(ctx, filing, 'Sent'));
    expect(piece?.content.equals(Buffer.from(b.filings.at(-1)?.payload.content ?? []))).toBe(true);
  });
});

describe('doubt', () => {
  const doubted = async (arrived: boolean): Promise<number> => {
    const folder = await newFolder();
    tell(UNCERTAIN, arrived);
    await codeOf(send(folder));
    return folder;
  };

  it('ends when the channel knows the filing', async () => {
    const folder = await doubted(true);
    expect(await doubts(folder)).toMatchObject({ found: 1 });
    expect(await status(folder)).toEqual({ status: 'SentToChannel', filings: ['Sent'] });
    expect(await codeOf(send(folder))).toBe('AlreadyFiled');
  });

  it('ends when the channel, asked twice some time apart, does not', async () => {
    const folder = await doubted(false);
    const before = b.filings.length;
    expect(await codeOf(send(folder))).toBe('SendUnderWay');
    wait(44);
    expect(await codeOf(send(folder))).toBe('SendUnderWay');
    wait(2);
    expect(await codeOf(send(folder))).toBe('done');
    expect(await status(folder)).toEqual({ status: 'SentToChannel', filings: ['Lost', 'Sent'] });
    expect(b.filings.length).toBe(before + 1);
  });

  it('goes on while the channel does not say', async () => {
    const folder = await doubted(true);
    const mute: FindAnswer = { outcome: 'uncertain', error: timeout };
    b.nextFinds.push(mute, mute, mute);
    for (let day = 0; day < 3; day++) {
      expect(await doubts(folder)).toMatchObject({ waiting: 1 });
      wait(86_400);
    }
    expect(await doubts(folder)).toMatchObject({ found: 1 });
  });

  it('is not resolved for a sender who is at it', async () => {
    const folder = await newFolder();
    const asked: unknown[] = [];
    const slow = {
      ...b,
      send: async () => {
        asked.push(await doubts(folder), await codeOf(send(folder)));
        return SENT;
      },
    };
    const channels = { ...(await ctx.open(channelsPort)), channelB: () => slow as never };
    const wanted = { folderId: folder, type: 'Liasse', end: END, channel: 'ChannelB' } as const;
    await sendOnce({ ...ctx, open: portsOf({ channels }) }, declarationFiler, await prepare(ctx, wanted));
    expect(asked).toEqual([{ found: 0, lost: 0, waiting: 0, sending: 1 }, 'SendUnderWay']);
  });

  it('of a deposit that was acknowledged without number never ends in a second one', { tags: 'long' }, async () => {
    const folder = await newFolder();
    const before = b.filings.length;
    tell({ outcome: 'uncertain', error: channelErrors.DepositUnnumbered({ channel: 'ChannelB' }) }, false);
    for (let day = 0; day < 4; day++) {
      expect(await codeOf(send(folder))).toBe(day === 0 ? 'SendInDoubt' : 'SendUnderWay');
      wait(86_400);
    }
    expect([(await status(folder)).status, b.filings.length]).toEqual(['SendUncertain', before]);
    b.nextFinds.push({ outcome: 'found', declaration: { numeroAds: '0000004207', links: {}, errors: [] } });
    expect(await doubts(folder)).toMatchObject({ found: 1 });
  });

  it.each<[string, FindAnswer, string, Status]>([
    ['does not have it', { outcome: 'notFound' }, 'FilingRefused', 'Draft'],
    ['has it', { outcome: 'found', declaration: { links: {}, errors: [] } }, 'SendInDoubt', 'SendUncertain'],
    ['does not say', { outcome: 'uncertain', error: timeout }, 'SendInDoubt', 'SendUncertain'],
  ])('decides a refusal that proves nothing: the channel %s', async (_what, answer, code, left) => {
    const folder = await newFolder();
    tell({ outcome: 'refused', message: 'Erreur interne', isUnproven: true }, false);
    b.nextFinds.push(answer);
    expect(await codeOf(send(folder))).toBe(code);
    expect((await status(folder)).status).toBe(left);
  });

  it('of a corrected declaration is not ended by the rejected one', async () => {
    const folder = await newFolder();
    await insertOf(folder, 'Rejected', 1001);
    a.nextSends.push({ outcome: UNCERTAIN, keeps: false });
    expect(await codeOf(send(folder, { channel: 'ChannelA' }))).toBe('SendInDoubt');
    const old: FindAnswer = { outcome: 'found', declaration: { channelId: 1001, links: {}, errors: [] } };
    a.nextFinds.push(old, old);
    expect(await doubts(folder)).toMatchObject({ waiting: 1 });
    wait(60);
    expect(await doubts(folder)).toMatchObject({ lost: 1 });
    const own: FindAnswer = { outcome: 'found', declaration: { channelId: 1002, links: {}, errors: [] } };
    a.nextSends.push({ outcome: UNCERTAIN, keeps: true });
    await codeOf(send(folder, { channel: 'ChannelA' }));
    a.nextFinds.push(own);
    expect(await doubts(folder)).toMatchObject({ found: 1 });
    const ids = await db.knex('declaration').where({ folder_id: folder }).orderBy('id').pluck('channel_a_id');
    expect(ids).toEqual([1001, 1002]);
  });
});

async function insertOf(folderId: number, of: Status, channelAId?: number): Promise<void> {
  const values = { status: of, type: 'Liasse', end: parisMidnight(END) } as const;
  const draft: DeclarationDraft = {
    channel: channelAId ? 'ChannelA' : 'None',
    channelAId,
    sourceType: 'Manual',
    ignoreWhenRejected: false,
    record: { values, stamps: {} },
  };
  await db.transaction((trx) => insertDeclaration(trx, { folderId }, draft, ctx.clock.now()));
}

describe('a second send', () => {
  it.each<[Status, string]>([
    ['Draft', 'done'],
    ['ReadyToSend', 'done'],
    ['CompletedWithErrors', 'done'],
    ['SentToChannel', 'AlreadyFiled'],
    ['AcceptedByChannel', 'AlreadyFiled'],
    ['RejectedByChannel', 'done'],
    ['Sent', 'AlreadyFiled'],
    ['Rejected', 'done'],
    ['AcceptedWithAnomalies', 'AlreadyFiled'],
    ['Accepted', 'AlreadyFiled'],
  ])('of a declaration that is %s: %s', async (known, code) => {
    const folder = await newFolder();
    await insertOf(folder, known);
    tell(SENT, true);
    expect(await codeOf(send(folder))).toBe(code);
    b.nextSends.length = 0;
  });

  it('in production is the first, after a test: a test changes nothing of what is due', async () => {
    const folder = await newFolder();
    const settings = { ...ctx.settings, channelEnvironment: { value: 'prod', source: 'environment' } as const };
    const production = { ...ctx, settings };
    const liasse = async (at: typeof ctx) =>
      (await tasksOf(at, { folderId: folder })).find(({ deadline }) => deadline.type === 'Liasse');
    const due = await liasse(production);
    tell(SENT, true);
    const test = await send(folder);
    expect((await liasse(ctx))?.state).toBe('Waiting');
    expect(await liasse(production)).toEqual(due);
    tell({ outcome: 'sent', receipt: { numeroAds: '0000004299' } }, true);
    const wanted = { folderId: folder, type: 'Liasse', end: END, channel: 'ChannelB' } as const;
    const real = await sendThroughB(production, wanted);
    expect(real.owner.id).not.toBe(test.owner.id);
    expect(await liasse(production)).toMatchObject({ state: 'Waiting', declarationId: real.owner.id });
    expect(await codeOf(sendThroughB(production, wanted))).toBe('AlreadyFiled');
    expect(await codeOf(send(folder))).toBe('AlreadyFiled');
  });

  it('at the same moment is refused', async () => {
    const folder = await newFolder();
    const before = b.filings.length;
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(send(folder))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(codes.every((code) => ['done', 'AlreadyFiled', 'SendUnderWay'].includes(code))).toBe(true);
    expect(b.filings.length).toBe(before + 1);
  });

  it('of another declaration of the period waits for the answer to the first', async () => {
    const folder = await newFolder();
    tell(UNCERTAIN, true);
    await codeOf(send(folder));
    await updateDeclarations(ctx, folder, [{ type: 'Liasse', end: parisMidnight(END), status: 'Draft' }]);
    await insertOf(folder, 'Draft');
    b.nextFinds.push({ outcome: 'uncertain', error: timeout });
    expect(await codeOf(send(folder))).toBe('SendUnderWay');
    expect((await status(folder)).filings).toEqual(['SendUncertain']);
  });

  it('goes through another channel no more than through the same', async () => {
    const folder = await newFolder();
    tell(UNCERTAIN, true);
    await codeOf(send(folder));
    b.nextFinds.push({ outcome: 'uncertain', error: timeout });
    expect(await codeOf(send(folder, { channel: 'ChannelA' }))).toBe('SendUnderWay');
  });
});

describe('publishing', () => {
  const wanted = (folderId: number) => ({ folderId, type: 'Liasse', end: END, channel: 'ChannelA' }) as const;

  it('a test payload stores nothing and sends nothing', async () => {
    const folder = await newFolder();
    const before = a.filings.length;
    const { prepared, declarationId, reminders } = await publish(ctx, wanted(folder), true);
    expect(JSON.parse(prepared.json)).toMatchObject({ period: { end: END }, '2053': { HN: 30000 } });
    expect(prepared.json).not.toContain('auth');
    expect([declarationId, reminders.length > 0]).toEqual([undefined, true]);
    expect([await status(folder), a.filings.length]).toEqual([{ status: 'none', filings: [] }, before]);
  });

  it('a test payload names what another channel would ask for, with the commands; a filing does not', async () => {
    const folder = await newFolder();
    await updateFolder(ctx, folder, { street: null });
    const told = async (isTest: boolean) =>
      (await publish(ctx, wanted(folder), isTest)).reminders
        .map(({ message }) => message.en)
        .filter((text) => text.startsWith('L30'));
    expect(await told(true)).toEqual([
      `L30 ChannelA does without; ChannelB, Internal would ask for Folder.Street: taxops folder update ${folder} --street "12 rue des Lilas"`,
    ]);
    expect(await told(false)).toEqual([]);
    await updateFolder(ctx, folder, { street: '1 rue X' });
    expect(await told(true)).toEqual([]);
  });

  it('an existing declaration needs one', async () => {
    const folder = await newFolder();
    expect(await codeOf(publishExisting(ctx, wanted(folder)))).toBe('NotDeclarable');
    await insertOf(folder, 'Draft');
    a.nextSends.push({
      outcome: { outcome: 'sent', receipt: { channelId: 77, url: 'https://a.test/77' } },
      keeps: true,
    });
    expect((await publishExisting(ctx, { ...wanted(folder), blockIfInconsistent: false })).receipt.channelId).toBe(77);
    expect(Buffer.from(a.filings.at(-1)?.payload.content ?? []).toString()).toContain('#FIN 2024-12-31');
    expect(await db.knex('declaration').where({ folder_id: folder })).toMatchObject([{ channel_a_id: 77 }]);
  });
});
