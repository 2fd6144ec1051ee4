import { describe, expect, it } from 'vitest';
import { buildInstalment } from '../../../src/services/declarations/returns/company-tax.ts';
import { channelAPayload, readChannelAAnswer } from '../../../src/services/edi/channel-a.ts';
import { type LiasseDocument, readLiasseText, writeLiasseText } from '../../../src/services/edi/liasse-text.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import type { Instant } from '../../../src/services/kernel/paris-time.ts';
import fc from '../../support/property.ts';
import { year } from '../declarations/returns/ledgers.ts';

const day = (text: string) => text as PlainDate;

describe('payments as JSON', () => {
  it('has the shape of the channel', () => {
    const { forms } = buildInstalment({ exercise: year(2025), due: day('2025-06-15'), amount: 2688n });
    const payload = channelAPayload({
      account: 'cabinet@firm.example',
      at: '2025-06-10T10:00:00.5Z' as Instant,
      callback: 'https://firm.example/hook',
      blockIfInconsistent: true,
      siren: '732829320',
      name: 'SOCIETE TEST',
      ...year(2025),
      reference: 'R1',
      due: day('2025-06-15'),
      amount: 2688,
      forms,
    });
    expect(JSON.parse(JSON.stringify(payload))).toEqual({
      auth: {
        account: 'cabinet@firm.example',
        timestamp: '2025-06-10T12:00:00',
        callback: 'https://firm.example/hook',
        bloquerSiIncoherence: true,
      },
      identity: { siren: '732829320', name: 'SOCIETE TEST' },
      period: {
        begin: '2025-01-01',
        end: '2025-12-31',
        reference: 'R1',
        echeance: '2025-06-15',
        montant: 2688,
        noPayment: false,
      },
      '2571': { CA: 2688, CE: 2688, CH: 2688, FN: 2688 },
    });
  });

  it('puts repeated lines beside the cells', () => {
    const forms = [{ form: '2573', millesime: '26', cells: { AJ: 30 }, repeated: [{ AG: 10 }, { AG: 20 }] }];
    const payload = channelAPayload({
      account: 'a',
      at: '2025-06-10T10:00:00Z' as Instant,
      blockIfInconsistent: false,
      siren: '732829320',
      siret: '73282932000017',
      name: 'S',
      ...year(2025),
      reference: 'R1',
      due: day('2025-06-15'),
      amount: 0,
      forms,
    });
    expect(payload).toMatchObject({
      '2573': { AJ: 30, lignes: [{ AG: 10 }, { AG: 20 }] },
      period: { noPayment: true },
      identity: { siret: '73282932000017' },
    });
    expect(payload.auth).not.toHaveProperty('callback');
  });
});

describe('answers', () => {
  it.each([
    [
      { status: 'ok', id: 12 },
      { isAccepted: true, id: 12 },
    ],
    [
      { status: 'OK', declarationId: 12, url: 'https://x.example' },
      { isAccepted: true, id: 12, url: 'https://x.example' },
    ],
    [{}, { isAccepted: true }], // an answer without identifier is usual
    [
      { id: '12', lienDeclaration: 'u' },
      { isAccepted: true, url: 'u' },
    ],
    [{ message: 'SIREN inconnu' }, { isAccepted: false, message: 'SIREN inconnu' }], // a refusal with HTTP 200
    [
      { status: 'ok', message: 'non' },
      { isAccepted: false, message: 'non' },
    ],
    [{ status: 'error' }, { isAccepted: false, isVerdict: true }],
    [{ status: 0 }, { isAccepted: false, isVerdict: true }],
  ])('%o is %o', (body, answer) => expect(readChannelAAnswer(body)).toEqual({ isVerdict: false, ...answer }));

  it.each([null, 'ok', 1, []])('refuses %j', (body) =>
    expect(() => readChannelAAnswer(body)).toThrow(expect.objectContaining({ code: 'ChannelAnswerUnreadable' })),
  );
});

describe('liasse as text', () => {
  const head = {
    source: 'taxops',
    account: 'cabinet',
    siret: '73282932000017',
    company: 'SOCIETE TEST',
    category: 'IS',
    regime: 'RS',
    ...year(2025),
    reference: 'R1',
  };
  const line = {
    account: '512100',
    label: 'Banque',
    openingDebit: 100n,
    openingCredit: 0n,
    debit: 5000n,
    credit: 5230n,
    balance: -130n,
  };

  it('has three sections', () => {
    const text = writeLiasseText({
      ...head,
      callback: 'https://firm.example/hook',
      lines: [line],
      forms: { '2033A': { AA: 12 } },
    });
    expect(text.split('\n')).toEqual([
      ...[
        '#SOURCE taxops',
        '#COMPTE cabinet',
        '#SIRET 73282932000017',
        '#SOCIETE SOCIETE TEST',
        '#CATEGORIE IS',
        '#REGIME RS',
      ],
      ...['#DEBUT 2025-01-01', '#FIN 2025-12-31', '#REFERENCE R1', '#RETOUR https://firm.example/hook'],
      '512100;Banque;1.00;0.00;50.00;52.30;0.00;1.30',
      '{"2033A":{"AA":12}}',
      '',
    ]);
  });

  it('no text makes a line, a field or a key of its own', () => {
    const hostile = 'a;b\n#SIRET 1\r{"x":1}\u0085';
    const document = { ...head, company: hostile, lines: [{ ...line, account: '#512', label: hostile }] };
    const read = readLiasseText(writeLiasseText(document));
    expect(read).toMatchObject({
      siret: head.siret,
      company: 'a,b #SIRET 1 {"x":1}',
      lines: [{ account: '512', label: 'a,b #SIRET 1 {"x":1}', balance: -130n }],
    });
  });

  it('gives back what was written', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'é', '1', "'", '&'), minLength: 1, maxLength: 8 });
    const cents = fc.bigInt(0n, 10n ** 12n);
    const lines = fc.array(
      fc.record({
        account: word,
        label: word,
        openingDebit: cents,
        openingCredit: cents,
        debit: cents,
        credit: cents,
        balance: fc.bigInt(-(10n ** 12n), 10n ** 12n),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(lines, word, fc.boolean(), (list, company, withForms) => {
        const document: LiasseDocument = {
          ...head,
          company,
          lines: list,
          ...(withForms && { forms: { '2050': { AA: -1, LA: 'x' } } }),
        };
        expect(readLiasseText(writeLiasseText(document))).toEqual(document);
      }),
    );
  });

  const text = writeLiasseText({ ...head, lines: [line] });

  it.each([
    ['a missing key', text.replace(/#SIRET.*\n/, ''), /#SIRET is missing/],
    ['an unknown key', `#AUTRE x\n${text}`, /#AUTRE is unknown/],
    ['an impossible day', text.replace('2025-12-31', '2025-12-32'), /no day/],
    ['seven fields', text.replace(';Banque', ''), /balance line 1/],
    ['an amount that is none', text.replace('52.30', '52.3x'), /balance line 1/],
    ['no account', text.replace('512100;', ';'), /balance line 1/],
    ['cells that are no JSON', `${text}{"2050":`, /JSON/],
    ['size', 'x'.repeat(21 * 1024 * 1024), /characters/],
  ])('refuses %s', (_, broken, message) => {
    expect(() => readLiasseText(broken)).toThrow(
      expect.objectContaining({ code: 'ContentRefused', message: expect.stringMatching(message) }),
    );
  });
});
