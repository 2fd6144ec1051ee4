import { describe, expect, it } from 'vitest';
import {
  effectiveOf,
  type Facts,
  FIELDS,
  type Field,
  type Levels,
  NOT_CLEARED,
  NOTHING,
  type Values,
} from '../../../../src/services/vat/configuration/levels.ts';

const BARE: Facts = { cleared: NOT_CLEARED, isValidatedByUser: false, hasChoice: false };
/** A value of its own for each level. */
const OWN: Readonly<Record<Field, Readonly<Record<keyof Levels, unknown>>>> = {
  exigibility: { user: 'OnDebits', account: 'NotLiable', extended: 'OnReceipts', chart: 'Mixed', system: 'OnDebits' },
  vatCategory: {
    user: 'VT_PREST',
    account: 'DED_IMMO',
    extended: 'TVA_MONACO',
    chart: 'CESSION_IMMO',
    system: 'VT_PREST',
  },
  vatRate: { user: '_20', account: '_10', extended: '_055', chart: '_021', system: '_20' },
  includeUnletteredPayments: { user: true, account: false, extended: false, chart: true, system: null },
};
const ORDER = ['user', 'extended', 'chart', 'system'] as const;

const levelsWith = (field: Field, given: readonly (keyof Levels)[]): Levels => {
  const at = (level: keyof Levels): Values =>
    given.includes(level) ? { ...NOTHING, [field]: OWN[field][level] } : NOTHING;
  return { user: at('user'), extended: at('extended'), chart: at('chart'), system: at('system') };
};

/** Every set of levels that may have a value. */
const SETS = Array.from({ length: 2 ** ORDER.length }, (_, mask) => ORDER.filter((_level, bit) => mask & (1 << bit)));
const CASES = FIELDS.flatMap((field) => SETS.map((given) => [field, given] as const));

describe('the levels of a configuration', () => {
  it.each(CASES)('%s given by [%s]', (field, given) => {
    const found = effectiveOf(levelsWith(field, given), BARE);
    const valued = given.filter((level) => OWN[field][level] !== null);
    const strongest = valued[0] ?? null;
    const valueAt = (level: keyof Levels | null) => (level === null ? null : OWN[field][level]);
    const isOther = (level: keyof Levels, than: readonly (keyof Levels)[]) =>
      valued.includes(level as never) &&
      than.some((one) => valued.includes(one as never) && valueAt(one) !== valueAt(level));
    const below = valued.filter((level) => level !== 'user')[0] ?? null;
    expect(found.effective[field]).toBe(valueAt(strongest));
    expect(found.source[field]).toBe(strongest);
    expect({ ...found, effective: undefined, source: undefined }).toMatchObject({
      isAutoComputed: strongest === 'system',
      isUserOverridden: valued.includes('user') && valueAt('user') !== valueAt(below),
      hasChart: given.includes('chart'),
      isChartOverridden: isOther('chart', ['user', 'extended']),
      hasExtended: given.includes('extended'),
      isExtendedOverridden: isOther('extended', ['user']),
      requiresUserValidation: false,
    });
    for (const other of FIELDS.filter((one) => one !== field)) expect(found.effective[other]).toBeNull();
  });

  it('are passed over where the user cleared his value: the next one gives it, and he cleared it all the same', () => {
    for (const field of ['exigibility', 'vatCategory', 'vatRate'] as const) {
      const cleared = { ...NOT_CLEARED, [field]: true };
      const found = effectiveOf(levelsWith(field, ['chart', 'system']), { ...BARE, cleared });
      expect([found.effective[field], found.source[field], found.cleared]).toEqual([
        OWN[field].chart,
        'chart',
        cleared,
      ]);
      expect(found.isUserOverridden).toBe(false);
    }
  });

  it('of a sub-account hold what the user set for its account, below its own', () => {
    const account = { ...NOTHING, exigibility: 'Mixed' as const };
    const found = effectiveOf({ ...levelsWith('exigibility', ['chart']), account }, BARE);
    expect([found.effective.exigibility, found.source.exigibility]).toEqual(['Mixed', 'account']);
    expect([found.isChartOverridden, found.isUserOverridden]).toEqual([false, false]);
  });

  it('are all guesses only when no other level gives any value', () => {
    const system = { ...NOTHING, exigibility: 'OnDebits' as const, vatCategory: 'VT_PREST' };
    const guessed = { ...levelsWith('vatRate', []), system };
    expect(effectiveOf(guessed, BARE).isAutoComputed).toBe(true);
    expect(effectiveOf({ ...guessed, chart: { ...NOTHING, vatRate: '_20' } }, BARE).isAutoComputed).toBe(false);
    expect(effectiveOf(levelsWith('vatRate', []), BARE).isAutoComputed).toBe(false);
  });

  it.each([
    ['a guess that is certain', { hasChoice: false }, '_20', false],
    ['a guess of one category of several', { hasChoice: true }, '_20', true],
    ['a guess of several rates', { hasChoice: false }, 'MultipleRates', true],
    ['one that a user validated', { hasChoice: true, isValidatedByUser: true }, 'MultipleRates', false],
  ] as const)('%s asks for validation: %j', (_what, facts, vatRate, expected) => {
    const levels = { ...levelsWith('vatRate', []), system: { ...NOTHING, vatCategory: 'VT_PREST', vatRate } };
    expect(effectiveOf(levels, { ...BARE, ...facts }).requiresUserValidation).toBe(expected);
  });

  it('without a guess ask for nothing', () => {
    expect(effectiveOf(levelsWith('vatRate', ['chart']), { ...BARE, hasChoice: true }).requiresUserValidation).toBe(
      false,
    );
  });
});
