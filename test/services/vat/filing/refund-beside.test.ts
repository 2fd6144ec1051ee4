/** The refund of a credit leaves in the deposit of its return, and each follows what is said of its declaration. */
import { expect, it } from 'vitest';
import { channelErrors } from '../../../../src/services/channels/errors.ts';
import { resolveDoubts } from '../../../../src/services/filing/doubts.ts';
import { fetchNotice } from '../../../../src/services/filing/notices.ts';
import { noticeXml, packedNotice } from '../../../../src/services/simulators/channels/notice-mail.ts';
import { redeposit } from '../../../../src/services/vat/filing/diagnostics.ts';
import { vatFiler } from '../../../../src/services/vat/filing/filer.ts';
import { procedureFile } from '../../../../src/services/vat/filing/files.ts';
import { registerVatNotice } from '../../../../src/services/vat/filing/notices.ts';
import { reopenProcedure } from '../../../../src/services/vat/filing/reopen.ts';
import { draftsToSend } from '../../../../src/services/vat/filing/send-all.ts';
import { followUp } from '../../../../src/services/vat/procedures/follow-up.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { BOXES, IBAN, sentAs, type World, world } from './world.ts';

const db = await testDatabase();

interface Place {
  readonly w: World;
  readonly folderId: number;
  readonly id: number;
  readonly refund: number;
}

const REQUEST = { AA: `${IBAN}, PSSTFRPPXXX, ALPHA`, DG: 'Ann Ténor, Gérante, Lyon' };

/** A credit of 1000, of which 800 are asked back, and 200 of other taxes to pay. */
async function draft(environment: 'stage' | 'prod' = 'prod'): Promise<Place> {
  const w = world(db, environment);
  const folderId = await w.newFolder();
  const id = await w.newReturn(folderId, { ...BOXES, HB: 1200 });
  for (const [zone, value] of [
    ['ND', 20_000],
    ['FA', 200],
  ] as const)
    await setBox(w.ctx, folderId, id, { form: '3310A', zone, value });
  const refund = await followUp(w.ctx, folderId, id, { amount: 800_00n, correspondenceText: 'Facture 12' });
  for (const [zone, value] of Object.entries(REQUEST))
    await setBox(w.ctx, folderId, refund, { form: '3519', zone, value });
  return { w, folderId, id, refund };
}

async function sent(numeroAds: string, environment: 'stage' | 'prod' = 'prod'): Promise<Place> {
  const place = await draft(environment);
  place.w.b.nextSends.push(sentAs(numeroAds));
  await place.w.send(place.folderId, place.id);
  return place;
}

const states = ({ w, folderId, id, refund }: Place) => Promise.all([id, refund].map((one) => w.status(folderId, one)));

const LINE = { siret: '', name: '', recipient: '', start: '', end: '', rof: 'TVA1' };
const ERRORS = [{ formulaire: '3519', champ: 'AA', code: '062', libelle: 'Compte inconnu' }];

const about = ({ w }: Place, numeroAds: string, type: 'IDT' | 'RBT', verdict: 'Accepted' | 'Rejected') => {
  const { reference = '' } = w.b.filings.at(-1) ?? {};
  const errors = verdict === 'Rejected' ? ERRORS : [];
  const own = type === 'IDT' ? reference : `${reference}-RBT`;
  const mail = { kind: 'Ars', numeroAds, date: '2026-04-16T10:00:00', verdict, subject: '' } as const;
  return { ...mail, declarations: [{ ...LINE, type, reference: own, errors }] };
};

const WAYS = ['polled', 'registered'] as const;

/** A notice comes in. */
async function take(place: Place, way: (typeof WAYS)[number], mail: ReturnType<typeof about>): Promise<void> {
  const { w, folderId } = place;
  const { numeroAds } = mail;
  if (way === 'registered') {
    const given = { numeroAds, typeAccuse: 'Ars', codeRetour: '00', rawXml: noticeXml(mail) } as const;
    await registerVatNotice(w.ctx, folderId, given);
    return;
  }
  const reference = { account: 'acc', number: `${w.b.pieces.length} of ${folderId}`, kind: 'Ars', numeroAds } as const;
  w.b.pieces.push({ reference, content: await packedNotice(mail, 'none') });
  await fetchNotice(w.ctx, [vatFiler], reference);
}

it('is one deposit of both: neither can leave again', async () => {
  const place = await sent('R1');
  const { w, folderId, id, refund } = place;
  expect(await states(place)).toEqual(['Sent', 'Sent']);
  const numbers = await Promise.all([id, refund].map((one) => getProcedure(w.ctx, folderId, one)));
  expect(numbers.map(({ numeroPiece }) => numeroPiece)).toEqual(['R1', 'R1']);
  await expect(w.send(folderId, refund)).rejects.toMatchObject({ code: 'ProcedureNotInDraftStatus' });
  expect(w.b.filings).toHaveLength(1);
  const file = await procedureFile(w.ctx, folderId, refund, 'Sent');
  expect(file.match(/<Declaration Type="(?:IDT|RBT)"/g)).toEqual([
    '<Declaration Type="IDT"',
    '<Declaration Type="RBT"',
  ]);
});

it('that may not leave keeps its return back', async () => {
  const place = await draft();
  const { w, folderId, id, refund } = place;
  await setBox(w.ctx, folderId, refund, { form: '3519', zone: 'DG', value: null });
  await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'ControlsFailed' });
  expect([await states(place), w.b.filings.length]).toEqual([['Draft', 'Draft'], 0]);
});

it('of which the answer is lost is doubted with its return, and found with it', async () => {
  const place = await draft();
  const { w, folderId, id } = place;
  const error = channelErrors.ChannelTimeout({ channel: 'ChannelB' });
  w.b.nextSends.push({ outcome: { outcome: 'uncertain', error }, keeps: true });
  await expect(w.send(folderId, id)).rejects.toMatchObject({ code: 'SendInDoubt' });
  expect(await states(place)).toEqual(['SendUncertain', 'SendUncertain']);
  w.wait(60);
  await resolveDoubts(w.ctx, [vatFiler], { folderId });
  expect([await states(place), w.b.filings.length]).toEqual([['Sent', 'Sent'], 1]);
});

eachOf(WAYS, 1)('follows what is said of it in notices that are %s, its return what is said of that', async (way) => {
  const numeroAds = `R3${way}`;
  const place = await sent(numeroAds);
  const { w, folderId, id, refund } = place;
  await take(place, way, about(place, numeroAds, 'RBT', 'Rejected'));
  expect(await states(place)).toEqual(['Sent', 'Rejected']);
  await take(place, way, about(place, numeroAds, 'IDT', 'Accepted'));
  expect(await states(place)).toEqual(['Accepted', 'Rejected']);
  expect((await getProcedure(w.ctx, folderId, refund)).answers).toMatchObject([
    { code: '062', form: '3519', zone: 'AA' },
  ]);
  expect(await procedureFile(w.ctx, folderId, refund, 'Received')).toContain('Compte inconnu');
  // Corrected, it goes alone: its return is accepted.
  await reopenProcedure(w.ctx, folderId, refund);
  w.b.nextSends.push(sentAs(`${numeroAds}2`));
  expect(await w.send(folderId, refund)).toMatchObject({ status: 'Sent', numeroPiece: `${numeroAds}2` });
  expect(await procedureFile(w.ctx, folderId, refund, 'Sent')).not.toContain('Type="IDT"');
  expect(await procedureFile(w.ctx, folderId, id, 'Sent')).toContain('Type="IDT"');
});

eachOf(WAYS, 1)('follows what is %s of it late, when its return was rejected and sent again meanwhile', async (way) => {
  const numeroAds = `R6${way}`;
  const place = await sent(numeroAds);
  const { w, folderId, id } = place;
  const late = (['IDT', 'RBT'] as const).map((type) => about(place, numeroAds, type, 'Accepted'));
  await take(place, way, about(place, numeroAds, 'IDT', 'Rejected'));
  await reopenProcedure(w.ctx, folderId, id);
  w.b.nextSends.push(sentAs(`${numeroAds}2`));
  await w.send(folderId, id);
  expect(await states(place)).toEqual(['Sent', 'Sent']);
  for (const mail of late) await take(place, way, mail);
  expect(await states(place)).toEqual(['Sent', 'Accepted']);
});

it('in test is a draft again with its return, and deposited again with it', { tags: 'long' }, async () => {
  const place = await sent('R4', 'stage');
  const { w, folderId, refund } = place;
  expect(await states(place)).toEqual(['Draft', 'Draft']);
  w.b.nextSends.push(sentAs('R5'));
  expect(await redeposit(w.ctx, folderId, refund)).toMatchObject({ codeRetour: '00', numeroAds: 'R5' });
  expect((await getProcedure(w.ctx, folderId, refund)).numeroPiece).toBe('R5');
  expect(await states(place)).toEqual(['Draft', 'Draft']);
});

it('is not sent apart by the job that sends every draft', async () => {
  const { w, folderId, id } = await draft();
  const planned = await draftsToSend(w.ctx, { folderId }, false);
  expect(planned.map(({ procedureId }) => procedureId)).toEqual([id]);
});
