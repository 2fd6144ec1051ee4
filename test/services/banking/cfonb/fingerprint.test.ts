import { describe, expect, it } from 'vitest';
import { movementFingerprint, normalText } from '../../../../src/services/banking/cfonb/fingerprint.ts';
import type { MovementDraft } from '../../../../src/services/banking/cfonb/write-120.ts';
import { ACCOUNT, day, lines, readAll, statement } from './support.ts';

const BASE: Partial<MovementDraft> = {
  label: 'VIR SEPA CAFE',
  units: 1234,
  valueDate: day('2026-03-04'),
  entryNumber: '0000042',
  reference: 'REF-1',
  details: [
    { qualifier: 'LIB', text: 'UN' },
    { qualifier: 'NPY', text: 'DEUX' },
  ],
};

async function fingerprintOf(more: Partial<MovementDraft> = {}, account = {}): Promise<string> {
  const { statements } = await readAll(lines(statement([{ ...BASE, ...more }], account)));
  const [found] = statements;
  const movement = found?.movements[0];
  if (!found || !movement) throw new Error('no movement');
  return movementFingerprint(found.head.account, movement);
}

const base = await fingerprintOf();

describe('fingerprint', () => {
  it('is a SHA-256 that does not change from one release to the next', () => {
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    expect(base).toMatchInlineSnapshot(`"874b000d2058516d78ddc438d42209fb0941d33870533aa9c1155ff0ef632497"`);
  });

  it.each<readonly [string, Partial<MovementDraft>]>([
    ['booking date', { operationDate: day('2026-03-04') }],
    ['value date', { valueDate: day('2026-03-05') }],
    ['no value date', { valueDate: null }],
    ['amount', { units: 1235 }],
    ['sign', { units: -1234 }],
    ['operation code', { operationCode: '18' }],
    ['label', { label: 'VIR SEPA CAFES' }],
    ['entry number', { entryNumber: '0000043' }],
    ['reference', { reference: 'REF-2' }],
    ['complement', { details: [{ qualifier: 'LIB', text: 'UN' }] }],
    ['order of complements', { details: [...(BASE.details ?? [])].reverse() }],
    [
      'qualifier',
      {
        details: [
          { qualifier: 'NPO', text: 'UN' },
          { qualifier: 'NPY', text: 'DEUX' },
        ],
      },
    ],
    ['boundary of complements', { details: [{ qualifier: 'LIB', text: 'UNNPYDEUX' }] }],
  ])('changes with the %s', async (_, more) => expect(await fingerprintOf(more)).not.toBe(base));

  it.each([{ bankCode: '98764' }, { branchCode: '00043' }, { accountNumber: '00012345679' }, { currencyCode: 'USD' }])(
    'changes with %j',
    async (account) => expect(await fingerprintOf({}, account)).not.toBe(base),
  );

  it.each<readonly [string, Partial<MovementDraft>]>([
    ['case, accents and blanks of the label', { label: 'vir  sepa   Café' }],
    [
      'case and accents of a complement',
      {
        details: [
          { qualifier: 'LIB', text: 'un' },
          { qualifier: 'NPY', text: ' deûx' },
        ],
      },
    ],
    ['internal code', { internalCode: 'X' }],
    ['flags', { isCommissionExempt: true, isUnavailable: true }],
  ])('does not change with the %s', async (_, more) => expect(await fingerprintOf(more)).toBe(base));

  it('does not change with the encoding, the file or the statement', async () => {
    const one = statement([{ ...BASE, label: 'VIR SEPA CAFÉ' }]);
    const month = statement([{}, { ...BASE, label: 'VIR SEPA CAFÉ' }, {}]);
    for (const data of [
      Buffer.from(lines(one), 'latin1'),
      Buffer.from(lines(one), 'utf8'),
      Buffer.from(lines(month), 'latin1'),
    ]) {
      const { statements } = await readAll(data);
      const prints = statements[0]?.movements.map((movement) => movementFingerprint(ACCOUNT, movement));
      expect(prints).toContain(base);
    }
  });

  it('is the same for identical movements, which are counted', async () => {
    const { statements } = await readAll(lines(statement([BASE, BASE])));
    expect(new Set(statements[0]?.movements.map((movement) => movementFingerprint(ACCOUNT, movement))).size).toBe(1);
  });
});

describe('normal text', () => {
  it.each([
    ['PLAIN TEXT 12,50', 'PLAIN TEXT 12,50'],
    ['  deux   blancs ', 'DEUX BLANCS'],
    ['Éléonore à Noël', 'ELEONORE A NOEL'],
    ['E\u0301te', 'ETE'],
    ['TAB\tBLANC', 'TAB BLANC'],
    ['', ''],
    [' ', ''],
    ["L'ÉTÉ & CIE", "L'ETE & CIE"],
  ])('%j is %j', (text, normal) => expect(normalText(text)).toBe(normal));
});
