/** What is refused by name: the return stays as it was, and nothing leaves. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fetchNotice } from '../../../../src/services/filing/notices.ts';
import { packedNotice } from '../../../../src/services/simulators/channels/notice-mail.ts';
import { encodeExact } from '../../../../src/services/vat/drafts/exact-json.ts';
import { redeposit } from '../../../../src/services/vat/filing/diagnostics.ts';
import { vatFiler } from '../../../../src/services/vat/filing/filer.ts';
import { listNotices } from '../../../../src/services/vat/filing/files.ts';
import { type GivenNotice, registerVatNotice } from '../../../../src/services/vat/filing/notices.ts';
import { getProcedure } from '../../../../src/services/vat/procedures/procedures.ts';
import type { ProcedureRow } from '../../../../src/services/vat/procedures/store.ts';
import { setBox } from '../../../../src/services/vat/procedures/typed-box.ts';
import { testDatabase } from '../../../support/database.ts';
import { eachOf } from '../../../support/length.ts';
import { IBAN, sentAs, type World, world } from './world.ts';

const db = await testDatabase();

interface Place {
  readonly w: World;
  readonly folderId: number;
  readonly id: number;
}

async function draft(environment: 'stage' | 'prod' = 'prod'): Promise<Place> {
  const w = world(db, environment);
  const folderId = await w.newFolder();
  return { w, folderId, id: await w.newReturn(folderId) };
}

/** All that a send or a notice could change of a folder; what is computed is brought up to date by any reading. */
async function stored(folderId: number): Promise<unknown> {
  const rows = (table: string) => db.knex(table).where({ folder_id: folderId });
  const states = [
    'id',
    'status',
    'typed_boxes',
    'answers',
    'numero_piece',
    'code_retour',
    'sent_at',
    'sending_channel',
  ];
  return {
    returns: await rows('vat_procedure').select(states).orderBy('id'),
    filings: await rows('filing').select('id', 'state'),
    pieces: await rows('piece').count({ count: '*' }),
    notices: await rows('vat_notice').select('id', 'applied'),
    entries: await rows('entry').count({ count: '*' }),
  };
}

async function refused({ w, folderId }: Place, act: () => Promise<unknown>): Promise<unknown> {
  const [before, sent] = [await stored(folderId), w.b.filings.length];
  const code = await act().then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );
  expect([await stored(folderId), w.b.filings.length]).toEqual([before, sent]);
  return code;
}

const identified = (zones: Readonly<Record<string, string | number>>) => async (place: Place) => {
  for (const [zone, value] of Object.entries(zones))
    await setBox(place.w.ctx, place.folderId, place.id, { form: 'T-IDENTIF', zone, value });
};
const typed =
  (zone: string, value: string | number) =>
  async ({ w, folderId, id }: Place) =>
    void (await setBox(w.ctx, folderId, id, { form: '3310CA3', zone, value }));
const inState =
  (status: ProcedureRow['status']) =>
  async ({ folderId, id }: Place) =>
    void (await db.knex('vat_procedure').where({ folder_id: folderId, id }).update({ status }));
const sent = async ({ w, folderId, id }: Place) => void (await w.send(folderId, id));
const paying = (amounts: readonly number[]) => async (place: Place) =>
  void (await db
    .knex('vat_procedure')
    .where({ folder_id: place.folderId, id: place.id })
    .update({ payments: encodeExact(amounts.map((amount) => ({ ...ACCOUNT, amount: BigInt(amount * 100) }))) }));
const ACCOUNT = { iban: IBAN, bic: 'PSSTFRPPXXX', holder: 'ALPHA' };

type Case = [string, (place: Place) => Promise<void>, string];

it.each<Case>([
  [
    'a payment from a foreign account',
    identified({ GA: 'DE89370400440532013000, COBADEFFXXX, ALPHA' }),
    'PaymentsInvalid',
  ],
  ['an account whose key is wrong', identified({ GA: 'FR1520041010050500013M02606, PSSTFRPPXXX' }), 'PaymentsInvalid'],
  ['four payments', paying([50, 50, 50, 50]), 'PaymentsInvalid'],
  ['payments that sum to one euro less', identified({ HA: 199 }), 'PaymentsInvalid'],
  ['payments that sum to one euro more', identified({ HA: 201 }), 'PaymentsInvalid'],
  ['an account without amount', identified({ GB: `${IBAN}, PSSTFRPPXXX` }), 'PaymentsInvalid'],
  ['a blocking control', typed('BC', 'X'), 'ControlsFailed'],
  ['a return that was sent', sent, 'ProcedureNotInDraftStatus'],
  ...(['Sent', 'Transmitted', 'Accepted', 'Rejected', 'Cancelled'] as const).map(
    (status): Case => [`a return that is ${status}`, inState(status), 'ProcedureNotInDraftStatus'],
  ),
])('%s does not leave, and changes nothing', async (_, prepare, code) => {
  const place = await draft();
  await prepare(place);
  expect(await refused(place, () => place.w.send(place.folderId, place.id))).toBe(code);
});

it.each([
  ['stage', false],
  ['prod', true],
] as const)('through channels in %s a send with test %s is refused', async (environment, isTest) => {
  const place = await draft(environment);
  const { w, folderId, id } = place;
  expect(await refused(place, () => w.send(folderId, id, { isTest }))).toBe('ChannelModeMismatch');
});

it('a fourth account has no box', async () => {
  const place = await draft();
  expect(await refused(place, () => identified({ GD: `${IBAN}, PSSTFRPPXXX` })(place))).toBe('BoxUnknown');
});

it('a return of another folder is none of this one', async () => {
  const place = await draft('stage');
  const stranger = await place.w.newFolder();
  expect(await refused(place, () => place.w.send(stranger, place.id))).toBe('ProcedureNotFound');
  expect(await refused(place, () => redeposit(place.w.ctx, stranger, place.id))).toBe('ProcedureNotFound');
});

const MIB = 1024 * 1024;
const packed = (bytes: number) => gzipSync(Buffer.alloc(bytes)).toString('base64');

const LARGE: readonly (readonly [string, () => Partial<GivenNotice>])[] = [
  ['of 50 MiB', () => ({ rawXml: `<avis>${'a'.repeat(50 * MIB)}</avis>` })],
  ['whose archive unpacks to 50 MiB', () => ({ contenu: packed(50 * MIB), mimeType: 'Gzip' })],
  ['of 50 MiB of base64', () => ({ contenu: 'A'.repeat(50 * MIB) })],
];

eachOf(LARGE, 1)('a notice %s is refused, and not kept', async (_, change) => {
  const place = await draft();
  await place.w.send(place.folderId, place.id);
  const given: GivenNotice = { numeroAds: '1', typeAccuse: 'Ars', codeRetour: '00', rawXml: '<avis/>', ...change() };
  expect(await refused(place, () => registerVatNotice(place.w.ctx, place.folderId, given))).toBe('NoticeInvalid');
});

it('a file that the channel took twice is one deposit: notices under the other number are kept, and decide nothing', async () => {
  const { w, folderId, id } = await draft();
  w.b.nextSends.push(sentAs('K1'));
  await w.send(folderId, id);
  const [filing] = w.b.filings;
  const line = {
    siret: '',
    name: '',
    reference: filing?.reference ?? '',
    type: 'IDT',
    recipient: '',
    start: '',
    end: '',
  };
  const errors = [{ code: '048', libelle: 'Période déjà déclarée' }];
  const states = [];
  for (const [numeroAds, verdict] of [
    ['K2', 'Rejected'],
    ['K1', 'Accepted'],
    ['K2', 'Accepted'],
  ] as const) {
    const declarations = [{ ...line, rof: 'TVA1', errors: verdict === 'Rejected' ? errors : [] }];
    const mail = { kind: 'Ars', numeroAds, date: '2026-04-16T10:00:00', verdict, declarations, subject: '' } as const;
    const reference = { account: 'acc', number: `${numeroAds} ${verdict}`, kind: 'Ars', numeroAds } as const;
    w.b.pieces.push({ reference, content: await packedNotice(mail, 'none') });
    await fetchNotice(w.ctx, [vatFiler], reference);
    states.push(await w.status(folderId, id));
  }
  expect(states).toEqual(['Sent', 'Accepted', 'Accepted']);
  const returned = await getProcedure(w.ctx, folderId, id);
  expect([returned.numeroPiece, returned.answers.map(({ code }) => code)]).toEqual(['K1', ['00']]);
  expect(await db.knex('filing').where({ folder_id: folderId }).pluck('numero_ads')).toEqual(['K1']);
  expect(await listNotices(w.ctx, folderId, 'Ars')).toHaveLength(3);
  expect(w.b.filings).toHaveLength(1);
});

it('a blocking control says where as it is printed', async () => {
  const place = await draft();
  await typed('CC', 500)(place);
  const refusal = place.w.send(place.folderId, place.id);
  const { params, issues, hint } = await refusal.catch((error) => ({ ...error, hint: error.hint('en') }));
  expect(params.first).toBe(issues[0].code);
  expect(hint).toContain(`taxops explain ${issues[0].code}.`);
  await expect(refusal).rejects.toMatchObject({
    code: 'ControlsFailed',
    issues: expect.arrayContaining([
      expect.objectContaining({
        code: '038',
        path: '_3310CA3.CC.GJ',
        where: '3310CA3, line B2 (CC) Acquisitions within the EU; line 17 (GJ) 16, of which acquisitions within the EU',
      }),
    ]),
  });
});
