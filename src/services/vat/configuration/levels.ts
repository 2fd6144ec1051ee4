/**
 * What an account is for VAT, field by field: the strongest level that has a value gives it (user, extended chart, chart,
 * guess). A value that a user cleared is none: the next level gives it.
 */
import type { Exigibility, VatCategory, VatRate } from '../engine/model.ts';

export interface Values {
  readonly exigibility: Exigibility | null;
  readonly vatCategory: VatCategory | null;
  readonly vatRate: VatRate | null;
  readonly includeUnletteredPayments: boolean | null;
}

export type Field = keyof Values;
export const FIELDS: readonly Field[] = ['exigibility', 'vatCategory', 'vatRate', 'includeUnletteredPayments'];

export const NOTHING: Values = {
  exigibility: null,
  vatCategory: null,
  vatRate: null,
  includeUnletteredPayments: null,
};

/** Fields that a user may empty; a switch is on or off. */
export type Clearable = 'exigibility' | 'vatCategory' | 'vatRate';
export type Cleared = Readonly<Record<Clearable, boolean>>;
export const NOT_CLEARED: Cleared = { exigibility: false, vatCategory: false, vatRate: false };

export interface Levels {
  readonly user: Values;
  /** What the user set for the account of a sub-account. */
  readonly account?: Values;
  readonly extended: Values;
  readonly chart: Values;
  readonly system: Values;
}

export interface Facts {
  readonly cleared: Cleared;
  /** A user saved the configuration. */
  readonly isValidatedByUser: boolean;
  /** The account may bear more than one category. */
  readonly hasChoice: boolean;
}

/** The effective values of an account, where they come from and what is to be done about them. */
export interface Effective extends Facts {
  readonly effective: Values;
  readonly source: Readonly<Record<Field, keyof Levels | null>>;
  readonly isAutoComputed: boolean;
  readonly isUserOverridden: boolean;
  readonly requiresUserValidation: boolean;
  readonly hasChart: boolean;
  readonly isChartOverridden: boolean;
  readonly hasExtended: boolean;
  readonly isExtendedOverridden: boolean;
}

/** Strongest first. */
const ORDER = ['user', 'account', 'extended', 'chart', 'system'] as const;

export function effectiveOf(levels: Levels, facts: Facts): Effective {
  const source = perField((field) => ORDER.find((level) => valueAt(levels, level, field) !== null) ?? null);
  const effective = perField((field) => {
    const level = source[field];
    return level && valueAt(levels, level, field);
  }) as Values;
  const sources = CONFIGURED.flatMap((field) => source[field] ?? []);
  const isUncertain = facts.hasChoice || effective.vatRate === 'MultipleRates';
  return {
    ...facts,
    effective,
    source,
    isAutoComputed: sources.length > 0 && sources.every((level) => level === 'system'),
    isUserOverridden: differs(levels, 'user', ORDER.slice(1)),
    requiresUserValidation: hasValue(levels.system) && isUncertain && !facts.isValidatedByUser,
    hasChart: hasValue(levels.chart),
    isChartOverridden: FIELDS.some((field) => isBeaten(levels, 'chart', field)),
    hasExtended: hasValue(levels.extended),
    isExtendedOverridden: FIELDS.some((field) => isBeaten(levels, 'extended', field)),
  };
}

/** The switch is off unless a person turns it on: a guess never does. */
const CONFIGURED: readonly Field[] = ['exigibility', 'vatCategory', 'vatRate'];

type Level = (typeof ORDER)[number];
const valueAt = (levels: Levels, level: Level, field: Field) => levels[level]?.[field] ?? null;

export const hasValue = (values: Values): boolean => FIELDS.some((field) => values[field] !== null);

const perField = <T>(read: (field: Field) => T): Record<Field, T> => ({
  exigibility: read('exigibility'),
  vatCategory: read('vatCategory'),
  vatRate: read('vatRate'),
  includeUnletteredPayments: read('includeUnletteredPayments'),
});

/** The first of several levels that has a value, field by field. */
export const firstOf = (...levels: readonly Values[]): Values =>
  perField((field) => levels.find((level) => level[field] !== null)?.[field] ?? null) as Values;

/** A value of the level is not what the levels below it give. */
const differs = (levels: Levels, level: Level, below: readonly Level[]): boolean =>
  FIELDS.some((field) => {
    const own = valueAt(levels, level, field);
    if (own === null) return false;
    const under = below.map((one) => valueAt(levels, one, field)).find((value) => value !== null);
    return own !== (under ?? (field === 'includeUnletteredPayments' ? false : undefined));
  });

/** A stronger level has another value. */
function isBeaten(levels: Levels, level: Level, field: Field): boolean {
  const own = valueAt(levels, level, field);
  const stronger = ORDER.slice(0, ORDER.indexOf(level)).map((one) => valueAt(levels, one, field));
  return own !== null && stronger.some((value) => value !== null && value !== own);
}
