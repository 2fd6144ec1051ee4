/** A return that leaves once, and what the channel and its notices make of it. */
import { describe, expect, it } from 'vitest';
import { channelErrors } from '../../../../src/services/channels/errors.ts';
import { resolveDoubts } from '../../../../src/services/filing/doubts.ts';
import { settle } from '../../../../src/services/filing/outcomes.ts';
import { createExercise } from '../../../../src/services/ledger/exercises.ts';
import { noticeXml } from '../../../../src/services/simulators/channels/notice-mail.ts';
import { pollNotices, redeposit, regenerate } from '../../../../src/services/vat/filing/diagnostics.ts';
import { acknowledge, attachFile, setSentDate } from '../../../../src/services/vat/filing/filed-elsewhere.ts';
import { vatFiler } from '../../../../src/services/vat/filing/filer.ts';
import { listNotices, procedureFile, showProcedure } from '../../../../src/services/vat/filing/files.ts';
import { type GivenNotice, registerVatNotice } from '../../../../src/services/vat/filing/notices.ts';
import { reopenProcedure } from '../../../../src/services/vat/filing/reopen.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { readXmlEdi } from '../../../support/xml-edi-read.ts';
import { fill } from '../../filing/world.ts';
import { day } from './deposits.ts';
import { BOXES, sentAs, type World, world } from './world.ts';

const db = await testDatabase();

const LOST = {
  outcome: { outcome: 'uncertain', error: channelErrors.ChannelTimeout({ channel: 'ChannelB' }) },
} as const;

const DOCUMENT = {
  file_name: 'ca3.pdf',
  content_type: 'application/pdf',
  byte_size: 1,
  sha256: 'a',
  currency: 'EUR',
  id: 1,
  created_at: '2026-03-01T06:00:00Z',
  updated_at: '2026-03-01T06:00:00Z',
};

async function draft(environment: 'stage' | 'prod' = 'prod') {
  const w = world(db, environment);
  const folderId = await w.newFolder();
  return { w, folderId, id: await w.newReturn(folderId) };
}

/** Sent for real under this number. */
async function sent(numeroAds: string) {
  const all = await draft();
  all.w.b.nextSends.push(sentAs(numeroAds));
  await all.w.send(all.folderId, all.id);
  return all;
}

const notice = (numeroAds: string, change: Partial<GivenNotice> = {}): GivenNotice => ({
  numeroAds,
  typeAccuse: 'Ars',
  codeRetour: '00',
  rawXml: `<avis numero="${numeroAds}"/>`,
  ...change,
});

describe('a return', () => {
  it('leaves with its boxes, its payment and its parties, and is sent', async () => {
    const { w, folderId, id } = await draft();
    w.b.nextSends.push(sentAs('0000000001'));
    const item = await w.send(folderId, id);
    expect(item).toMatchObject({
      status: 'Sent',
      testMode: false,
      sendingChannel: 'DgfipDirect',
      numeroPiece: '0000000001',
      codeRetour: '00',
      sentDate: '2026-04-15',
      wantsClosingEntry: true,
    });
    const [filing] = w.b.filings;
    expect(filing).toMatchObject({ isTest: false, form: '3310CA3', end: '2026-03-31' });
    const read = await readXmlEdi(filing?.payload.content ?? new Uint8Array());
    expect(read.isTest).toBe(false);
    const [declaration] = read.groups[0]?.declarations ?? [];
    expect(declaration?.reference).toBe(filing?.reference);
    expect(declaration?.forms[0]?.zones.map(({ id: zone }) => zone)).toEqual([
      'CA',
      'FP',
      'GP',
      'GH',
      'KA',
      'ND',
      'KE',
    ]);
    expect(declaration?.identification.zones.map(({ id: zone }) => zone)).toContain('GA');
    const text = await procedureFile(w.ctx, folderId, id, 'Sent');
    expect(Buffer.from(text, 'latin1')).toEqual(Buffer.from(filing?.payload.content ?? []));
  });

  it('is not sent twice', async () => {
    const { w, folderId, id } = await sent('0000000002');
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus' });
    expect(w.b.filings).toHaveLength(1);
  });

  it('in test stays a draft, with its file, whatever its notices say', async () => {
    const { w, folderId, id } = await draft('stage');
    w.b.nextSends.push(sentAs('0000000003'));
    expect(await w.send(folderId, id)).toMatchObject({ status: 'Draft', testMode: true, sentAt: null });
    expect(await procedureFile(w.ctx, folderId, id, 'Sent')).toContain('<XmlEdi Test="1">');
    expect(await registerVatNotice(w.ctx, folderId, notice('0000000003'))).toMatchObject({
      matched: true,
      status: 'Draft',
    });
  });

  it.each([
    ['stage', false],
    ['prod', true],
  ] as const)('does not leave when the channels are in %s and the test is %s', async (environment, isTest) => {
    const { w, folderId, id } = await draft(environment);
    await expect(w.send(folderId, id, { isTest })).rejects.toMatchObject({ code: 'ChannelModeMismatch' });
    expect([w.b.filings, await w.status(folderId, id)]).toEqual([[], 'Draft']);
  });

  it('whose answer is lost is asked for, not sent again', async () => {
    const { w, folderId, id } = await draft();
    w.b.nextSends.push({ ...LOST, keeps: true });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
    expect(await w.status(folderId, id)).toBe('SendUncertain');
    w.wait(60);
    await resolveDoubts(w.ctx, [vatFiler], { folderId });
    expect([await w.status(folderId, id), w.b.filings.length]).toEqual(['Sent', 1]);
  });

  it('in test whose answer is lost is asked for, not tested twice', async () => {
    const { w, folderId, id } = await draft('stage');
    w.b.nextSends.push({ ...LOST, keeps: true });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
    expect(await w.send(folderId, id)).toMatchObject({ status: 'Draft', testMode: true });
    expect(w.b.filings).toHaveLength(1);
    await w.send(folderId, id);
    expect(w.b.filings).toHaveLength(2);
  });

  it('that the channel never got is a draft again', async () => {
    const { w, folderId, id } = await draft();
    w.b.nextSends.push({ ...LOST, keeps: false });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
    for (const _ of [1, 2]) {
      w.wait(60);
      await resolveDoubts(w.ctx, [vatFiler], { folderId });
    }
    expect(await w.status(folderId, id)).toBe('Draft');
    await w.send(folderId, id);
    expect(w.b.filings).toHaveLength(1);
  });

  it('of which the file was attached as filed elsewhere never leaves', async () => {
    const { w, folderId, id } = await draft();
    const [file] = await db
      .knex('supporting_document')
      .insert({ folder_id: folderId, ...DOCUMENT })
      .returning('id');
    await attachFile(w.ctx, folderId, id, { fileSendId: file.id, fileName: 'ca3.pdf' });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'FiledElsewhere' });
    expect([w.b.filings, await w.status(folderId, id)]).toEqual([[], 'Draft']);
  });

  eachOf(
    [
      [false, '2026-02-28T22:59:00Z', 'PeriodNotBegun'],
      [false, '2026-02-28T23:00:00Z', undefined],
      [true, '2026-02-01T10:00:00Z', undefined],
    ],
    2,
  )('of a period that has not begun leaves for test alone (%s, at %s)', async (isTest, at, code) => {
    const w = world(db, isTest ? 'stage' : 'prod', { clock: { now: () => at } });
    const folderId = await w.newFolder();
    const id = await w.newReturn(folderId, BOXES);
    const send = w.send(folderId, id, { isTest }).then(() => undefined);
    expect(await send.catch((error) => error.code)).toBe(code);
    expect(w.b.filings).toHaveLength(code ? 0 : 1);
  });

  it('of which an account has no category does not leave, and the report is given', async () => {
    const { w, folderId, id } = await draft();
    await createExercise(db, folderId, { start: day('2026-01-01'), end: day('2026-12-31') });
    await fill(db, folderId, { '708900': -100_00n, '512000': 100_00n }, { date: '2026-03-15' });
    await expect(w.send(folderId, id)).rejects.toMatchObject({
      code: 'ValidationFailed',
      issues: [{ path: 'Compte 708900', code: 'MissingCategory' }],
    });
    expect([w.b.filings, await w.status(folderId, id)]).toEqual([[], 'Draft']);
  });

  it('of which the boxes were emptied is computed again first', async () => {
    const { w, folderId, id } = await draft();
    await db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ computed_boxes: {} });
    await w.send(folderId, id);
    expect(await procedureFile(w.ctx, folderId, id, 'Sent')).toContain('<Zone id="KE"><Valeur>200</Valeur></Zone>');
  });

  it('given up, of which a notice proves that it arrived, is sent after all', async () => {
    const { w, folderId, id } = await draft();
    w.b.nextSends.push({ ...LOST, keeps: false });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
    for (const _ of [1, 2]) {
      w.wait(60);
      await resolveDoubts(w.ctx, [vatFiler], { folderId });
    }
    const [filing] = await db.knex('filing').where({ folder_id: folderId });
    const outcome = { outcome: 'sent', receipt: { numeroAds: 'P1' } } as const;
    await settle(w.ctx, vatFiler, filing, outcome);
    expect(await getProcedure(w.ctx, folderId, id)).toMatchObject({ status: 'Sent', numeroPiece: 'P1' });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus' });
  });

  it('at the same moment is refused', async () => {
    const { w, folderId, id } = await draft();
    w.b.nextSends.push({ ...LOST, keeps: true });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
    // As after a kill: the row is open and the return looks like a draft.
    await db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ status: 'Draft' });
    w.b.nextFinds.push({ outcome: 'uncertain', error: channelErrors.ChannelTimeout({ channel: 'ChannelB' }) });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendUnderWay' });
    expect(w.b.filings).toHaveLength(1);
  });

  it('that the channel refuses is rejected, and may be opened again', async () => {
    const { w, folderId, id } = await draft();
    w.b.nextSends.push({ outcome: { outcome: 'refused', message: 'Fichier refusé', code: '05' }, keeps: false });
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'FilingRefused' });
    expect(await getProcedure(w.ctx, folderId, id)).toMatchObject({ status: 'Rejected', codeRetour: '05' });
    expect(await reopenProcedure(w.ctx, folderId, id)).toMatchObject({
      status: 'Draft',
      sentAt: null,
      sentDate: null,
      sendingChannel: 'Unknown',
      testMode: null,
      numeroPiece: null,
      codeRetour: null,
    });
    await w.send(folderId, id);
    expect(await w.status(folderId, id)).toBe('Sent');
  });

  it('of a period that another return was sent for meanwhile is refused', async () => {
    const { w, folderId, id } = await draft();
    const move = (status: string) => db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ status });
    await move('Rejected');
    const other = await w.newReturn(folderId);
    await w.send(folderId, other);
    await expect(reopenProcedure(w.ctx, folderId, id)).rejects.toMatchObject({ code: 'PeriodAlreadyDeclared' });
    await move('Draft'); // as it may have been opened again before that was refused
    await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'AlreadyFiled' });
    expect([w.b.filings.length, await w.status(folderId, id)]).toEqual([1, 'Draft']);
  });
});

describe('a registered notice', () => {
  it.each([
    [
      ['Acs 00', 'Ars 00'],
      ['Transmitted', 'Accepted'],
    ],
    [
      ['Ars 00', 'Acs 00'],
      ['Accepted', 'Accepted'],
    ],
    [['Acs 05'], ['Rejected']],
    [
      ['Acs 00', 'Ars 07', 'Ars 00'],
      ['Transmitted', 'Rejected', 'Rejected'],
    ],
    [
      ['Ars 00', 'Ars 05'],
      ['Accepted', 'Accepted'],
    ],
  ])('%o makes it %o', async (given, expected) => {
    const numero = `A${given.join('').replaceAll(' ', '')}`;
    const { w, folderId } = await sent(numero);
    const statuses = [];
    for (const one of given) {
      const [typeAccuse, codeRetour] = one.split(' ') as ['Acs' | 'Ars', string];
      const rawXml = `<avis code="${one}"/>`;
      const registered = await registerVatNotice(w.ctx, folderId, notice(numero, { typeAccuse, codeRetour, rawXml }));
      statuses.push(registered.status);
    }
    expect(statuses).toEqual(expected);
  });

  it('twice is one', async () => {
    const { w, folderId, id } = await sent('B1');
    const first = await registerVatNotice(w.ctx, folderId, notice('B1'));
    expect(await registerVatNotice(w.ctx, folderId, notice('B1'))).toEqual(first);
    expect(await listNotices(w.ctx, folderId, 'Ars')).toEqual(['<avis numero="B1"/>']);
    expect((await getProcedure(w.ctx, folderId, id)).answers).toHaveLength(1);
  });

  it('of Code98 is what it says it is', async () => {
    const line = { siret: '', name: '', reference: '', type: 'IDT', recipient: '', start: '', end: '', rof: 'TVA1' };
    const errors = [{ formulaire: '3310CA3', champ: 'GP', code: '112', libelle: 'Taxe absente' }];
    const rawXml = noticeXml({
      kind: 'Ars',
      numeroAds: 'C1',
      date: '2026-04-16T10:00:00',
      verdict: 'Rejected',
      declarations: [{ ...line, errors }],
      subject: '',
    });
    const { w, folderId, id } = await sent('C1');
    const given = notice('C1', { typeAccuse: 'Code98', rawXml });
    expect(await registerVatNotice(w.ctx, folderId, given)).toMatchObject({ status: 'Rejected' });
    expect((await getProcedure(w.ctx, folderId, id)).answers).toEqual([
      { type: 'Ars', code: '112', label: 'Taxe absente', form: '3310CA3', zone: 'GP' },
    ]);
    expect(await listNotices(w.ctx, folderId, 'Ars')).toEqual([rawXml]);
  });

  const told = (change: Partial<Parameters<typeof noticeXml>[0]> = {}) => {
    const line = { siret: '', name: '', reference: '', type: 'IDT', recipient: '', start: '', end: '', rof: 'TVA1' };
    const errors = [{ formulaire: '3310CA3', champ: 'CA', code: '048', libelle: 'Période déjà déclarée' }];
    const about = { kind: 'Ars', numeroAds: 'C3', date: '2026-04-16T10:00:00', verdict: 'Rejected' } as const;
    return noticeXml({ ...about, declarations: [{ ...line, errors }], subject: '', ...change });
  };

  it('that tells of a rejection rejects with the box it names, though the portal passed it on with success', async () => {
    const { w, folderId, id } = await sent('C3');
    expect(await registerVatNotice(w.ctx, folderId, notice('C3', { rawXml: told() }))).toMatchObject({
      status: 'Rejected',
    });
    expect((await getProcedure(w.ctx, folderId, id)).answers).toEqual([
      { type: 'Ars', code: '048', label: 'Période déjà déclarée', form: '3310CA3', zone: 'CA' },
    ]);
  });

  it('with a code of the authority is a rejection, whatever code the portal passed it on with', async () => {
    const { w, folderId } = await sent('C4');
    const change = { codeRejetApplicatif: '048', libelleRejetApplicatif: 'Période déjà déclarée' };
    expect(await registerVatNotice(w.ctx, folderId, notice('C4', change))).toMatchObject({ status: 'Rejected' });
  });

  it.each([
    ['of another number', { rawXml: told({ numeroAds: 'C6' }) }],
    ['of another kind', { rawXml: told({ numeroAds: 'C5', kind: 'Acs' }) }],
  ])('whose XML is that %s is refused, and not kept', async (_, change) => {
    const { w, folderId, id } = await sent('C5');
    await expect(registerVatNotice(w.ctx, folderId, notice('C5', change))).rejects.toMatchObject({
      code: 'NoticeInvalid',
    });
    expect([await w.status(folderId, id), await listNotices(w.ctx, folderId, 'Code98')]).toEqual(['Sent', []]);
  });

  it('of Code98 that cannot be read is kept, and changes nothing', async () => {
    const { w, folderId, id } = await sent('C2');
    const registered = await registerVatNotice(w.ctx, folderId, notice('C2', { typeAccuse: 'Code98' }));
    expect(registered).toMatchObject({ matched: true, procedureId: id, status: 'Sent' });
    expect(await listNotices(w.ctx, folderId, 'Code98')).toEqual(['<avis numero="C2"/>']);
    expect(await listNotices(w.ctx, folderId, 'Ars')).toEqual([]);
  });

  it('that comes before its number is kept, and followed then', async () => {
    const { w, folderId, id } = await draft();
    const early = await registerVatNotice(w.ctx, folderId, notice('D1'));
    expect(early).toMatchObject({ matched: false, procedureId: null, status: null });
    w.b.nextSends.push(sentAs('D1'));
    expect(await w.send(folderId, id)).toMatchObject({ status: 'Accepted' });
    expect(await procedureFile(w.ctx, folderId, id, 'Received')).toBe('<avis numero="D1"/>');
  });

  it('of a period that has not begun was given nowhere: no acknowledgment of it is recorded', async () => {
    const w = world(db, 'prod', { clock: { now: () => '2026-02-27T10:00:00Z' } });
    const folderId = await w.newFolder();
    const id = await w.newReturn(folderId, BOXES);
    for (const codeRetour of ['00', '05']) {
      const answer = acknowledge(w.ctx, folderId, id, { numeroPiece: 'D0', codeRetour });
      await expect(answer).rejects.toMatchObject({ code: 'SentDateInvalid' });
    }
    expect(await w.status(folderId, id)).toBe('Draft');
  });

  it('that comes before the acknowledgment of what was filed elsewhere is followed then', async () => {
    const { w, folderId, id } = await draft();
    expect(await registerVatNotice(w.ctx, folderId, notice('D2'))).toMatchObject({ matched: false });
    await acknowledge(w.ctx, folderId, id, { numeroPiece: 'D2', codeRetour: '00' });
    expect(await showProcedure(w.ctx, folderId, id)).toMatchObject({
      status: 'Accepted',
      sendingChannel: 'Manual',
      received: ['<avis numero="D2"/>'],
    });
  });

  it('on a test changes nothing of what was filed elsewhere afterwards', async () => {
    const { w, folderId, id } = await draft('stage');
    w.b.nextSends.push(sentAs('D3'));
    await w.send(folderId, id);
    await setSentDate(w.ctx, folderId, id, day('2026-04-15'));
    expect(await getProcedure(w.ctx, folderId, id)).toMatchObject({ status: 'Sent', numeroPiece: null });
    await registerVatNotice(w.ctx, folderId, notice('D3', { codeRetour: '05' }));
    expect(await w.status(folderId, id)).toBe('Sent');
  });

  it('on a rejected deposit changes nothing of what was filed elsewhere afterwards', async () => {
    const { w, folderId, id } = await sent('D4');
    await registerVatNotice(w.ctx, folderId, notice('D4', { typeAccuse: 'Acs', codeRetour: '09' }));
    await reopenProcedure(w.ctx, folderId, id);
    await setSentDate(w.ctx, folderId, id, day('2026-04-15'));
    await registerVatNotice(w.ctx, folderId, notice('D4', { codeRetour: '09' }));
    expect(await w.status(folderId, id)).toBe('Sent');
  });

  it('under the number of another folder matches nothing and changes nothing', async () => {
    const { w, folderId, id } = await sent('E1');
    const stranger = await w.newFolder();
    expect(await registerVatNotice(w.ctx, stranger, notice('E1'))).toMatchObject({ matched: false });
    expect(await w.status(folderId, id)).toBe('Sent');
    expect(await listNotices(w.ctx, folderId, 'Ars')).toEqual([]);
  });

  it('on a draft is kept, then refused', async () => {
    const { w, folderId, id } = await sent('F1');
    await registerVatNotice(w.ctx, folderId, notice('F1', { codeRetour: '09' }));
    await reopenProcedure(w.ctx, folderId, id);
    await expect(registerVatNotice(w.ctx, folderId, notice('F1'))).rejects.toMatchObject({ code: 'NoticeInvalid' });
    expect(await w.status(folderId, id)).toBe('Draft');
    expect(await listNotices(w.ctx, folderId, 'Ars')).toEqual(['<avis numero="F1"/>']);
    w.b.nextSends.push(sentAs('F2'));
    expect(await w.send(folderId, id)).toMatchObject({ status: 'Sent' });
    expect(await registerVatNotice(w.ctx, folderId, notice('F1', { typeAccuse: 'Acs' }))).toMatchObject({
      status: 'Sent',
    });
  });

  it.each([
    ['a document type', { rawXml: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }],
    ['XML that ends early', { rawXml: '<avis>' }],
    ['no XML', { rawXml: 'avis' }],
    ['a deep tree', { rawXml: '<a>'.repeat(100) + '</a>'.repeat(100) }],
    ['content that is no base64', { contenu: '%%%' }],
  ])('with %s is refused, and not kept', async (_, change) => {
    const { w, folderId, id } = await sent(`G${Math.random().toString(36).slice(2)}`);
    await expect(registerVatNotice(w.ctx, folderId, notice('G1', change))).rejects.toMatchObject({
      code: 'NoticeInvalid',
    });
    expect([await w.status(folderId, id), await listNotices(w.ctx, folderId, 'Code98')]).toEqual(['Sent', []]);
  });
});

describe('diagnostics', () => {
  const ran = async (w: World, folderId: number, id: number) =>
    Promise.allSettled([
      redeposit(w.ctx, folderId, id),
      regenerate(w.ctx, folderId, id),
      pollNotices(w.ctx, folderId, 'Ars'),
    ]);

  it('is refused in production', async () => {
    const { w, folderId, id } = await sent('H1');
    const refusals = (await ran(w, folderId, id)).map((one) => one.status === 'rejected' && one.reason.code);
    expect(refusals).toEqual(Array(3).fill('DiagnosticsNotAllowed'));
    expect(w.b.filings).toHaveLength(1);
  });

  it('deposits the bytes that were sent again, once for each call', async () => {
    const { w, folderId, id } = await draft('stage');
    await expect(redeposit(w.ctx, folderId, id)).rejects.toMatchObject({ code: 'NeverSent' });
    await w.send(folderId, id);
    w.b.nextSends.push(sentAs('H2'));
    expect(await redeposit(w.ctx, folderId, id)).toMatchObject({ codeRetour: '00', numeroAds: 'H2' });
    expect(await getProcedure(w.ctx, folderId, id)).toMatchObject({
      status: 'Draft',
      numeroPiece: 'H2',
      codeRetour: '00',
    });
    const [first, second, ...others] = w.b.filings;
    expect(Buffer.from(second?.payload.content ?? [])).toEqual(Buffer.from(first?.payload.content ?? [0]));
    expect(others).toEqual([]);
  });

  it('gives what the channel refuses with, and keeps the last number', async () => {
    const { w, folderId, id } = await draft('stage');
    w.b.nextSends.push(sentAs('H3'));
    await w.send(folderId, id);
    w.b.nextSends.push({ outcome: { outcome: 'refused', message: 'Non', code: '11' }, keeps: false });
    expect(await redeposit(w.ctx, folderId, id)).toMatchObject({ codeRetour: '11', numeroAds: null });
    expect(await getProcedure(w.ctx, folderId, id)).toMatchObject({ numeroPiece: 'H3', codeRetour: '00' });
  });

  it('again whose answer is lost is doubted', async () => {
    const { w, folderId, id } = await draft('stage');
    await w.send(folderId, id);
    w.b.nextSends.push({ ...LOST, keeps: true });
    await expect(redeposit(w.ctx, folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
    w.wait(60);
    await resolveDoubts(w.ctx, [vatFiler], { folderId });
    expect([w.b.filings.length, await w.status(folderId, id)]).toEqual([2, 'Draft']);
  });

  it('says of a file that is not there why, and what to do', async () => {
    const { w, folderId, id } = await draft();
    const hinted = (type: 'Sent' | 'Received') =>
      procedureFile(w.ctx, folderId, id, type).catch((error) => [error.code, error.hint('en')]);
    const send = ['VatEdiNotThere', `Send it first: taxops vat procedure send ${id} --folder ${folderId}`];
    expect([await hinted('Sent'), await hinted('Received')]).toEqual([send, send]);
    await acknowledge(w.ctx, folderId, id, { numeroPiece: 'H9', codeRetour: '00' });
    expect(await hinted('Sent')).toEqual([
      'VatFileElsewhere',
      expect.stringContaining(`taxops vat procedure attach ${id} --folder ${folderId} --file-send`),
    ]);
    const [code, hint] = await hinted('Received');
    expect(code).toBe('VatNoticeNotThere');
    expect(hint).toContain(`taxops vat notice register --folder ${folderId} --body notice.json`);
    expect(hint).not.toContain('vat procedure send');
  });

  it('has no notice yet when it has just left', async () => {
    const { w, folderId, id } = await sent('N1');
    await expect(procedureFile(w.ctx, folderId, id, 'Received')).rejects.toMatchObject({ code: 'VatNoticeNotThere' });
    expect(await procedureFile(w.ctx, folderId, id, 'Sent')).toContain('<Zone id="GP">');
  });

  it('makes the file anew without effect', async () => {
    const { w, folderId, id } = await draft('stage');
    expect(await regenerate(w.ctx, folderId, id)).toContain('<Zone id="GP"><Valeur>200</Valeur></Zone>');
    await expect(procedureFile(w.ctx, folderId, id, 'Sent')).rejects.toMatchObject({ code: 'VatEdiNotThere' });
    expect(w.b.filings).toEqual([]);
  });
});
