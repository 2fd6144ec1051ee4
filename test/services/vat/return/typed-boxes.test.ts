import { describe, expect, it } from 'vitest';
import { vatEdition } from '../../../../src/services/forms/vat-boxes.ts';
import { euros } from '../../../../src/services/vat/return/inputs.ts';
import { type RawBox, typedBoxes } from '../../../../src/services/vat/return/typed-boxes.ts';

const rules = {
  edition: vatEdition('2026-12-31'),
  forms: ['3310CA3', '3310A', '3310TER', '3517SCA12', '3519', '3515SD'],
  allowsComputed: false,
};
const read = (form: string, zone: string, value: RawBox) =>
  typedBoxes({ [form]: { [zone]: value } }, rules)
    .get(form)
    ?.get(zone);

describe('boxes that a user types', () => {
  it.each([
    ['3310CA3', 'HA', 12, 12n],
    ['3310CA3', 'HA', '12', 12n],
    ['3310CA3', 'HA', '12.00', 12n],
    ['3310CA3', 'HA', 0, 0n],
    ['3310CA3', 'HE', 85, 85n],
    ['3310CA3', 'BC', 'X', 'X'],
    ['3310CA3', 'BC', true, 'X'],
    ['3310CA3', 'BC', false, ''],
    ['3310CA3', 'BA', 'Note', 'Note'],
    ['3310TER', 'DM', 5, [5n]],
    ['3310TER', 'BM', ['Shop', 'Farm'], ['Shop', 'Farm']],
    ['3310TER', 'BM', '["Shop", "Farm"]', ['Shop', 'Farm']],
    ['3310TER', 'BM', '[Shop', ['[Shop']],
    ['3310TER', 'DM', '[1400, 0]', [1400n, 0n]],
    ['3519', 'DL', '2020-01-31', '20200131'],
    ['3517SCA12', 'UB', 2026, '2026'],
    ['3515SD', 'AA', '2026-05', '202605'],
  ] as const)('%s.%s reads case %#', (form, zone, value, expected) =>
    expect(read(form, zone, value)).toEqual(expected),
  );

  it.each([
    ['3310CA3', 'ZZ', 1, 'BoxUnknown'],
    ['3310CA3', 'FD', 1, 'BoxUnknown'],
    ['3514', 'HA', 1, 'BoxUnknown'],
    ['3310CA3', 'GH', 1, 'BoxIsComputed'],
    ['3310A', 'HB', 1, 'BoxIsComputed'],
    ['3310TER', 'FM', [1], 'BoxIsComputed'],
    ['3310CA3', 'HA', 1.5, 'AmountNotWhole'],
    ['3310CA3', 'HA', '1.50', 'AmountNotWhole'],
    ['3310CA3', 'HA', -1, 'AmountInvalid'],
    ['3310CA3', 'HA', '1e3', 'AmountInvalid'],
    ['3310CA3', 'HA', true, 'AmountInvalid'],
    ['3310CA3', 'HA', [1], 'ValueUnknown'],
    ['3310CA3', 'BC', 'Y', 'ValueUnknown'],
    ['3310CA3', 'BC', 'constructor', 'ValueUnknown'],
    ['3517SCA12', 'UB', '202607', 'ValueUnknown'],
  ] as const)('%s.%s refuses case %#', (form, zone, value, code) =>
    expect(() => read(form, zone, value)).toThrow(expect.objectContaining({ code })),
  );

  it('counts what is no amount as 0', () => {
    const boxes = new Map<string, bigint | string>([
      ['CA', 5n],
      ['KF', 'X'],
    ]);
    expect([euros(boxes, 'CA'), euros(boxes, 'KF'), euros(boxes, 'ZZ'), euros(undefined, 'CA')]).toEqual([
      5n,
      0n,
      0n,
      0n,
    ]);
  });
});
