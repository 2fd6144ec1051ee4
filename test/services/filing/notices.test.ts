/** Notices: fetched once, stored before they are read, applied in any order; what is downloaded afterwards. */
import { describe, expect, it } from 'vitest';
import { pollNotices } from '../../../src/jobs/poll-notices.ts';
import type { NoticeReference } from '../../../src/services/channels/channel.ts';
import { channelErrors } from '../../../src/services/channels/errors.ts';
import { addDeclarations } from '../../../src/services/declarations/change.ts';
import { refreshFolder } from '../../../src/services/declarations/refresh.ts';
import { declarationDocument, downloadPiece, ediFile } from '../../../src/services/declarations/sending/documents.ts';
import { declarationFiler } from '../../../src/services/declarations/sending/filer.ts';
import { noticePlace } from '../../../src/services/filing/notice-store.ts';
import { fetchNotice, registerNotice } from '../../../src/services/filing/notices.ts';
import { fetchTogether } from '../../../src/services/filing/notices-together.ts';
import type { PieceFormat, PieceType } from '../../../src/services/filing/piece-forms.ts';
import { noticesToTake } from '../../../src/services/filing/poll.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../src/services/kernel/errors.ts';
import { parisMidnight } from '../../../src/services/kernel/paris-time.ts';
import { type NoticeMail, noticeXml, packedNotice } from '../../../src/services/simulators/channels/notice-mail.ts';
import { boundJobs } from '../../support/bound-work.ts';
import { defaultSettings, memoryChannels, portsOf } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { pdfPages } from '../../support/pdf.ts';
import { END, world } from './world.ts';

const db = await testDatabase();
const runJob = boundJobs(db);
const settings = { ...defaultSettings, channelQuestionSeconds: { value: '0', source: 'test' } };
const { ctx, a, b, newFolder, send, status } = world(db, { settings });

let numbers = 0;

interface Answer {
  readonly kind: NoticeMail['kind'];
  readonly date: string;
  readonly verdict?: NoticeMail['verdict'];
  readonly code?: string;
  /** The declaration of the file that it is about: the liasse, or what is filed beside it. */
  readonly part?: string;
}

/** A folder whose liasse was deposited, and a way to let the portal give notices about it. */
async function deposited(known?: number) {
  const folder = known ?? (await newFolder());
  const numeroAds = `00000${5000 + ++numbers}`;
  b.nextSends.push({ outcome: { outcome: 'sent', receipt: { numeroAds } }, keeps: true });
  const {
    owner: { id: declarationId },
  } = await send(folder);
  const filing = b.filings.at(-1);
  const publish = async ({ kind, date, verdict = 'Accepted', code, part = '' }: Answer) => {
    const errors = code ? [{ code, libelle: 'Total faux', champ: 'FN', champValeur: '12', formulaire: '2053' }] : [];
    const line = {
      siret: '',
      name: 'X',
      reference: `${filing?.reference}${part}`,
      type: 'IDF',
      recipient: 'DGI_EDI_TDFC',
    };
    const declarations = [{ ...line, start: '2024-01-01', end: END, rof: 'IS1', errors }];
    const mail: NoticeMail = { kind, numeroAds, date, verdict, declarations, subject: 'x' };
    const reference: NoticeReference = { account: 'acc', number: String(++numbers), kind, numeroAds };
    b.pieces.push({ reference, content: await packedNotice(mail, 'gzip') });
    return { reference, mail };
  };
  return { folder, declarationId, publish };
}

const poll = (scope = 'all') => runJob(pollNotices, ctx, { scope }, { backoffMs: () => 0 });

const piece = async (folderId: number, kind: PieceType, format: PieceFormat = 'Xml') => {
  const file = await downloadPiece(ctx, { folderId, type: 'Liasse', end: END, piece: kind, format });
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.content) chunks.push(chunk);
  return { name: file.fileName, type: file.contentType, text: Buffer.concat(chunks).toString('latin1') };
};

describe('poll-notices', () => {
  it('fetches each notice once and follows what they say', async () => {
    const { folder, publish } = await deposited();
    await publish({ kind: 'Ads', date: '2025-03-01T11:00:00' });
    await publish({ kind: 'Acs', date: '2025-03-01T12:00:00' });
    expect((await poll(`folder:${folder}`)).counts).toMatchObject({ done: 2, failed: 0 });
    expect((await status(folder)).status).toBe('AcceptedByChannel');
    await publish({ kind: 'Ars', date: '2025-03-02T09:00:00', verdict: 'Rejected', code: '156' });
    expect((await poll()).counts).toMatchObject({ failed: 0 });
    expect((await status(folder)).status).toBe('Rejected');
    const [{ said }] = await db.knex('declaration').where({ folder_id: folder });
    expect(said).toMatchObject({
      answeredAt: '2025-03-02T08:00:00Z',
      reasons: [{ Formulaire: '2053', Code: '156', Libelle: 'FN = 12 : Total faux' }],
    });
    await poll();
    const mine = b.fetched.map(({ number }) => number);
    expect(new Set(mine).size).toBe(mine.length);
  });

  it.each<[string, readonly [part: string, verdict: NoticeMail['verdict']][], string]>([
    ['refused', [['-CVA', 'Rejected']], 'Rejected'],
    [
      'refused, then the liasse accepted',
      [
        ['-CVA', 'Rejected'],
        ['', 'Accepted'],
      ],
      'Rejected',
    ],
    [
      'refused after the liasse was accepted',
      [
        ['', 'Accepted'],
        ['-CVA', 'Rejected'],
      ],
      'Rejected',
    ],
    ['accepted, nothing being said of the liasse', [['-CVA', 'Accepted']], 'SentToChannel'],
    [
      'accepted after the liasse was refused',
      [
        ['', 'Rejected'],
        ['-CVA', 'Accepted'],
      ],
      'Rejected',
    ],
    [
      'accepted with the liasse',
      [
        ['-CVA', 'Accepted'],
        ['', 'Accepted'],
      ],
      'Accepted',
    ],
  ])('follows a CVAE return that is %s', async (_, answers, expected) => {
    const { folder, publish } = await deposited();
    for (const [index, [part, verdict]] of answers.entries()) {
      await publish({ kind: 'Ars', date: `2025-03-0${index + 2}T09:00:00`, verdict, part });
      await poll(`folder:${folder}`);
    }
    expect((await status(folder)).status).toBe(expected);
  });

  it('is not needed by who refreshes the folder', { tags: 'long' }, async () => {
    const { folder, publish } = await deposited();
    const other = await deposited();
    await publish({ kind: 'Acs', date: '2025-03-01T12:00:00' });
    await other.publish({ kind: 'Acs', date: '2025-03-01T12:00:00' });
    expect(await refreshFolder(ctx, folder, ['ChannelB'])).toEqual([{ channel: 'ChannelB', outcome: 'ok' }]);
    expect((await status(folder)).status).toBe('AcceptedByChannel');
    expect((await status(other.folder)).status).toBe('SentToChannel');
    b.nextFailures.push(channelErrors.ChannelFailed({ channel: 'ChannelB', status: 500 }));
    expect(await refreshFolder(ctx, folder, ['ChannelB'])).toEqual([{ channel: 'ChannelB', outcome: 'failed' }]);
    // Nothing was deposited: nothing is asked, so nothing fails.
    b.nextFailures.push(channelErrors.ChannelFailed({ channel: 'ChannelB', status: 500 }));
    const idle = await newFolder();
    expect(await refreshFolder(ctx, idle, ['ChannelB'])).toEqual([{ channel: 'ChannelB', outcome: 'ok' }]);
    expect(b.nextFailures.splice(0)).toHaveLength(1);
  });

  it('takes notices in any order to the same end', { tags: 'long' }, async () => {
    const ends = new Set<string>();
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const { folder, publish } = await deposited();
      const all = [
        await publish({ kind: 'Ads', date: '2025-03-01T11:00:00' }),
        await publish({ kind: 'Acs', date: '2025-03-01T12:00:00' }),
        await publish({ kind: 'Ars', date: '2025-03-02T09:00:00', verdict: 'AcceptedWithAnomalies' }),
      ];
      for (const at of order) await fetchNotice(ctx, [declarationFiler], all[at]?.reference as NoticeReference);
      ends.add((await status(folder)).status);
    }
    expect([...ends]).toEqual(['AcceptedWithAnomalies']);
  });

  it('goes on after a failure of the channel, without losing a notice', async () => {
    const { folder, publish } = await deposited();
    await publish({ kind: 'Ars', date: '2025-03-02T09:00:00' });
    const failure = channelErrors.ChannelInterrupted({ channel: 'ChannelB', reason: 'x' });
    b.nextFailures.push(failure);
    await expect(poll(`folder:${folder}`)).rejects.toMatchObject({ code: 'ChannelInterrupted' });
    expect((await poll(`folder:${folder}`)).counts).toMatchObject({ done: 1 });
    expect((await status(folder)).status).toBe('Accepted');
  });

  it('keeps what is about nothing of ours, and what cannot be read', async () => {
    await newFolder();
    const stranger: NoticeReference = { account: 'acc', number: '90001', kind: 'Acs', numeroAds: '9999999999' };
    const broken: NoticeReference = { account: 'acc', number: '90002', kind: 'Ars' };
    const mail = { kind: 'Acs', numeroAds: '9999999999', date: '2025-03-01T11:00:00', verdict: 'Accepted' } as const;
    const content = await packedNotice({ ...mail, declarations: [], subject: '' }, 'none');
    b.pieces.push({ reference: stranger, content });
    b.pieces.push({ reference: broken, content: Buffer.from('<x>').toString('base64') });
    expect((await poll()).counts).toMatchObject({ failed: 0 });
    const states = await db.knex('notice').whereIn('number', ['90001', '90002']).orderBy('number').pluck('state');
    expect(states).toEqual(['Unknown', 'Unreadable']);
    const fetched = b.fetched.length;
    await poll();
    expect(b.fetched.length).toBe(fetched);
  });

  it('takes a page of notices at once, and leaves alone what fails', async () => {
    const { folder, publish } = await deposited();
    const { reference: first } = await publish({ kind: 'Acs', date: '2025-03-01T12:00:00' });
    const { reference: last } = await publish({ kind: 'Ars', date: '2025-03-02T09:00:00' });
    const broken = { account: 'acc', number: 'broken', kind: 'Acs' } as const;
    b.pieces.push({ reference: broken, content: 'AAAA' });
    const held = { account: 'acc', number: 'held', kind: 'Acs' } as const;
    const absent = { account: 'acc', number: 'absent', kind: 'Acs' } as const;
    const all = [last, broken, first, absent, held, last];
    const taken = await db.withAdvisoryLock(noticePlace(held), () => fetchTogether(ctx, [declarationFiler], all));
    expect(taken).toEqual(['Applied', 'Unreadable', 'Applied', undefined, undefined, 'Applied']);
    expect((await status(folder)).status).toBe('Accepted');
    const fetched = b.fetched.length;
    expect(await fetchTogether(ctx, [declarationFiler], [first, last])).toEqual(['Applied', 'Applied']);
    expect(b.fetched).toHaveLength(fetched);
    expect(
      await fetchTogether(ctx, [], [(await publish({ kind: 'Ars', date: '2025-03-03T09:00:00' })).reference]),
    ).toEqual([undefined]);
  });

  it('resolves doubts of the scope', async () => {
    const folder = await newFolder();
    const uncertain = { outcome: 'uncertain', error: channelErrors.ChannelTimeout({ channel: 'ChannelB' }) } as const;
    b.nextSends.push({ outcome: uncertain, keeps: false });
    await send(folder).catch(() => undefined);
    expect((await poll(`folder:${folder}`)).counts).toMatchObject({ done: 1 });
    expect(await status(folder)).toEqual({ status: 'Draft', filings: ['Lost'] });
  });
});

it('a notice proves a deposit that was given up', async () => {
  const { folder, publish } = await deposited();
  await db.knex('filing').where({ folder_id: folder }).update({ state: 'Lost' });
  await fetchNotice(ctx, [declarationFiler], (await publish({ kind: 'Ars', date: '2025-03-02T09:00:00' })).reference);
  expect(await status(folder)).toEqual({ status: 'Accepted', filings: ['Sent'] });
});

describe('pieces', () => {
  it('are read as they came, as document and as message', async () => {
    const { folder, publish } = await deposited();
    const { mail } = await publish({ kind: 'Acs', date: '2025-03-01T12:00:00' });
    await poll();
    const siren = (await db.knex('folder').where({ id: folder }).first()).siren;
    const sent = await piece(folder, 'Sent');
    expect([sent.name, sent.type]).toEqual([`${siren}-Liasse-${END}-Sent.xml`, 'application/xml']);
    expect((await piece(folder, 'Acs')).text).toBe(noticeXml(mail));
    const signed = await piece(folder, 'Acs', 'Signed');
    expect([signed.name, signed.type]).toEqual([`${siren}-Liasse-${END}-Acs.eml`, 'message/rfc822']);
    expect(signed.text).toContain('Content-Disposition: attachment; filename=avis.xml');
    for (const [kind, format] of [
      ['Sent', 'Signed'],
      ['Ars', 'Xml'],
    ] as const) {
      await expect(piece(folder, kind, format)).rejects.toMatchObject({ code: 'PieceNotThere' });
    }
  });

  it('are encrypted in the database, and refuse to open elsewhere', async () => {
    const { folder, declarationId } = await deposited();
    const rows = await db.knex('piece').where({ folder_id: folder });
    expect(Buffer.concat(rows.map(({ sealed }) => sealed)).toString('latin1')).not.toContain('XmlEdi');
    const other = await deposited();
    await db.knex('piece').where({ folder_id: folder, kind: 'Sent' }).update({ owner_id: declarationId, sha256: '00' });
    await expect(piece(folder, 'Sent')).rejects.toMatchObject({ code: 'SecretUnreadable' });
    expect((await piece(other.folder, 'Sent')).text).toContain('<XmlEdi');
  });
});

describe('a filing that was corrected', () => {
  const absent = { code: 'PieceNotThere' };
  const rejected = async () => {
    const first = await deposited();
    await first.publish({ kind: 'Ads', date: '2025-03-01T11:00:00' });
    await first.publish({ kind: 'Acs', date: '2025-03-01T12:00:00' });
    await first.publish({ kind: 'Ars', date: '2025-03-02T09:00:00', verdict: 'Rejected', code: '156' });
    await poll(`folder:${first.folder}`);
    const { folder, declarationId } = first;
    const [sent, ars] = [await piece(folder, 'Sent'), await piece(folder, 'Ars')];
    return { ...first, sent: sent.text, ars: ars.text, status: (await status(folder)).status, declarationId };
  };

  it('gives its pieces until the next one is sent, and none of them afterwards', async () => {
    const first = await rejected();
    expect([first.status, first.ars]).toEqual(['Rejected', expect.stringContaining('156')]);
    const next = await deposited(first.folder);
    expect(next.declarationId).not.toBe(first.declarationId);
    expect((await piece(first.folder, 'Sent')).text).not.toBe(first.sent);
    for (const kind of ['Ads', 'Acs', 'Ars'] as const) {
      for (const format of ['Xml', 'Signed'] as const) {
        await expect(piece(first.folder, kind, format), `${kind} ${format}`).rejects.toMatchObject(absent);
      }
    }
    const { mail } = await next.publish({ kind: 'Ars', date: '2025-03-04T09:00:00' });
    await poll(`folder:${first.folder}`);
    expect((await piece(first.folder, 'Ars')).text).toBe(noticeXml(mail));
    await expect(piece(first.folder, 'Acs')).rejects.toMatchObject(absent);
  });

  it('stands again when the next one does not arrive', async () => {
    const first = await rejected();
    b.nextSends.push({ outcome: { outcome: 'refused', message: 'no' }, keeps: false });
    await expect(send(first.folder)).rejects.toMatchObject({ code: 'FilingRefused' });
    expect((await piece(first.folder, 'Ars')).text).toBe(first.ars);
  });

  it('has no piece for a declaration that was filed elsewhere since', async () => {
    const { folder } = await rejected();
    await addDeclarations(ctx, folder, [
      { type: 'Liasse', end: parisMidnight(END as PlainDate), status: 'Accepted', channelAId: 4711 },
    ]);
    for (const kind of ['Sent', 'Ars'] as const) await expect(piece(folder, kind)).rejects.toMatchObject(absent);
  });

  it('of the same declaration decides nothing more, and keeps its notices apart', { tags: 'long' }, async () => {
    const first = await deposited();
    await db
      .knex('declaration')
      .where({ folder_id: first.folder })
      .update({
        channel_b_numero_ads: null,
        status: 'Draft',
        said: db.knex.raw(`said || '{"status": "Draft"}'`),
      });
    const next = await deposited(first.folder);
    expect(next.declarationId).toBe(first.declarationId);
    const late = await first.publish({ kind: 'Ars', date: '2025-03-02T09:00:00', verdict: 'Rejected', code: '156' });
    expect(await fetchNotice(ctx, [declarationFiler], late.reference)).toBe('Applied');
    expect(await status(first.folder)).toEqual({ status: 'SentToChannel', filings: ['Sent', 'Sent'] });
    await expect(piece(first.folder, 'Ars')).rejects.toMatchObject(absent);
    const pdf = await declarationDocument(ctx, first.folder, first.declarationId, 'Pdf');
    expect(pdfPages(Buffer.from(pdf, 'base64')).flat().join('\n')).not.toContain('156 Total faux');
    const [kept] = await db.knex('piece').where({ folder_id: first.folder, kind: 'Ars', form: 'document' });
    const [sent] = await db.knex('filing').where({ folder_id: first.folder }).orderBy('id');
    expect(kept.filing_id).toBe(sent.id);
  });
});

describe('registering a notice', () => {
  it('that was given stores and applies it, once, without asking the channel', async () => {
    const { folder, publish } = await deposited();
    await publish({ kind: 'Ars', date: '2025-03-02T09:00:00' });
    const given = b.pieces.pop();
    if (!given) throw new Error('nothing was published');
    const fetched = b.fetched.length;
    for (let turn = 0; turn < 2; turn++) {
      expect(await registerNotice(ctx, [declarationFiler], given)).toBe('Applied');
      expect((await status(folder)).status).toBe('Accepted');
    }
    const other = { ...given, content: Buffer.from('<x/>').toString('base64') };
    expect(await registerNotice(ctx, [declarationFiler], other)).toBe('Applied'); // what was stored first stands
    expect(await fetchNotice(ctx, [declarationFiler], given.reference)).toBe('Applied');
    expect(b.fetched.length).toBe(fetched);
    expect(await db.knex('piece').where({ folder_id: folder, kind: 'Ars' })).toHaveLength(2);
  });

  it('about a filing of a domain that is not there leaves it for the job that has them all', async () => {
    const { folder, publish } = await deposited();
    const { reference } = await publish({ kind: 'Ars', date: '2025-03-02T09:00:00' });
    expect(await fetchNotice(ctx, [], reference)).toBe('Stored');
    expect((await status(folder)).status).toBe('SentToChannel');
    await poll(`folder:${folder}`);
    expect((await status(folder)).status).toBe('Accepted');
  });

  it('asks the portal about every procedure, VAT among them', async () => {
    const { folder } = await deposited();
    const asked: string[] = [];
    const listening: typeof b = {
      ...b,
      notices: async (search) => {
        asked.push(search.procedure);
        return [];
      },
    };
    const channels = memoryChannels({ channelB: () => listening });
    await noticesToTake({ ...ctx, open: portsOf({ channels }) }, [declarationFiler], { folderId: folder });
    expect(asked).toEqual(['TDFC', 'PAYE', 'TVA']);
  });
});

describe('documents', () => {
  it('are the EDI text and the forms on paper', async () => {
    const { folder, declarationId, publish } = await deposited();
    await publish({ kind: 'Ars', date: '2025-03-02T09:00:00' });
    await poll();
    const edi = await declarationDocument(ctx, folder, declarationId, 'Edi');
    expect(edi).toContain('<Formulaire Nom="2053"');
    expect(await ediFile(ctx, { folderId: folder, type: 'Liasse' })).toMatchObject({ declarationId, text: edi });
    const pdf = Buffer.from(await declarationDocument(ctx, folder, declarationId, 'Pdf'), 'base64');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const words = pdfPages(pdf).flat().join('\n');
    expect(words).toMatch(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/); // notices, by the clocks of Paris
    expect(words).not.toMatch(/T\d{2}:\d{2}:\d{2}/);
    const unknown = declarationDocument(ctx, folder, declarationId, 'Unknown');
    await expect(unknown).rejects.toMatchObject({ code: 'DownloadTypeUnknown' });
  });

  it('of a folder that sent nothing are built, and stored nowhere', async () => {
    const folder = await newFolder();
    const { declarationId, text } = await ediFile(ctx, { folderId: folder, type: 'Liasse', end: END as PlainDate });
    expect([declarationId, text.startsWith('<?xml')]).toEqual([undefined, true]);
    expect(await db.knex('piece').where({ folder_id: folder })).toEqual([]);
    await expect(ediFile(ctx, { folderId: folder, type: 'Liasse' })).rejects.toMatchObject({ code: 'EdiNotThere' });
  });

  it('of a window belong to the declaration that is named, whatever the day the window ends', async () => {
    const folder = await newFolder();
    const draft = { type: 'Liasse', end: parisMidnight(END as PlainDate) } as const;
    const [declaration] = await addDeclarations(ctx, folder, [draft]);
    const found = await ediFile(ctx, { folderId: folder, type: 'Liasse', end: '2025-06-30' as PlainDate });
    expect(found.declarationId).toBe(declaration?.id);
    expect(found.text).toContain('20241231');
  });

  it('of ChannelA are fetched once and kept', async () => {
    const folder = await newFolder();
    const {
      owner: { id: declarationId },
    } = await send(folder, { channel: 'ChannelA' });
    const refused = declarationDocument(ctx, folder, declarationId, 'Edi');
    await expect(refused).rejects.toMatchObject({ code: 'DocumentNotThere' });
    const link = 'https://channela.test/x.edi';
    const say = (values: object) =>
      db.knex.raw('update declaration set said = said || ?::jsonb where folder_id = ?', [
        JSON.stringify(values),
        folder,
      ]);
    const edi = () => declarationDocument(ctx, folder, declarationId, 'Edi');
    await say({ ediUrl: link });
    a.documents.set(link, { content: Buffer.from('{"message":"no"}'), contentType: 'application/json' });
    await expect(edi()).rejects.toMatchObject({ code: 'DocumentNotThere' });
    a.documents.set(link, { content: Buffer.from("UNB+UNOL:3'"), contentType: 'text/plain; charset=iso-8859-15' });
    expect(await edi()).toBe("UNB+UNOL:3'");
    // It may still change: it is kept once it is accepted.
    a.documents.delete(link);
    await expect(edi()).rejects.toMatchObject({ code: 'DocumentAbsent' });
    await db.knex('declaration').where({ folder_id: folder }).update({ status: 'Accepted' });
    a.documents.set(link, { content: Buffer.from("UNB+UNOL:4'"), contentType: 'text/plain; charset=iso-8859-15' });
    expect(await edi()).toBe("UNB+UNOL:4'");
    a.documents.delete(link);
    expect(await edi()).toBe("UNB+UNOL:4'");
    expect((await piece(folder, 'Sent')).type).toBe('text/plain; charset=utf-8');
  });

  it('on paper are those of ChannelA when it gives them, else our own', { tags: 'long' }, async () => {
    const folder = await newFolder();
    const {
      owner: { id: declarationId },
    } = await send(folder, { channel: 'ChannelA' });
    const pdf = async () => Buffer.from(await declarationDocument(ctx, folder, declarationId, 'Pdf'), 'base64');
    const own = await pdf();
    const link = 'https://channela.test/x.pdf';
    const said = db.knex.raw("said || jsonb_build_object('pdfUrl', ?::text)", [link]);
    await db.knex('declaration').where({ folder_id: folder }).update({ said, status: 'Accepted' });
    expect((await pdf()).length).toBeGreaterThan(own.length / 2); // its link is dead
    a.documents.set(link, { content: Buffer.from('<html>'), contentType: 'text/html' });
    expect((await pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    a.documents.set(link, { content: Buffer.from('%PDF- of the channel %%EOF'), contentType: 'application/pdf' });
    expect((await pdf()).toString()).toBe('%PDF- of the channel %%EOF');
    a.documents.delete(link);
    expect((await pdf()).toString()).toBe('%PDF- of the channel %%EOF');
    const renewed = await newFolder();
    const [listed] = await addDeclarations(ctx, renewed, [{ type: 'Liasse', name: 'Theirs' }]);
    await db.knex('declaration').where({ folder_id: renewed }).update({ said, channel: 'ChannelA' });
    await expect(declarationDocument(ctx, renewed, listed?.id ?? 0, 'Pdf')).rejects.toMatchObject({
      code: 'DocumentAbsent',
    });
  });
});

it('says no more of a failure than its code', async () => {
  const folder = await newFolder();
  const secret = channelErrors.ChannelTimeout({ channel: 'ChannelB' });
  b.nextSends.push({ outcome: { outcome: 'uncertain', error: secret }, keeps: true });
  const error = await send(folder).catch((reason: unknown) => reason);
  expect(error instanceof TaxopsError && `${error.text('en')} ${error.hint('fr')}`).not.toMatch(/XmlEdi|FR14|login/i);
});
