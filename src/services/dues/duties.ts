/** What a folder owes, and when: returns and instalments of VAT, company tax, CVAE, the liasse. Pure. */
import { type Exercise, exercisesIn, type Period } from '../calendar/periods.ts';
import { dependsOnPlace, vatDay, vatDeadline } from '../calendar/vat-deadline.ts';
import type { DeclarationType } from '../declarations/kinds.ts';
import { deadlines } from '../declarations/rules/deadlines.ts';
import { currentRecord, type PeriodRecord } from '../declarations/rules/periods.ts';
import { isFiled } from '../declarations/rules/status.ts';
import { expectedTypes, hasDuty } from '../declarations/rules/worklist.ts';
import type { WorkFolder } from '../folders/scope.ts';
import type { PlainDate } from '../kernel/dates.ts';
import { covering, isOf, type Returned, rhythmOf } from '../vat/periods/returned.ts';
import { type Rhythm, type Span, spansOf, systemOf } from '../vat/periods/spans.ts';
import { depositEnd } from '../vat/procedures/period.ts';
import { vatTaxpayerOf } from '../vat/taxpayer.ts';

export const TAX_CATEGORIES = [
  'Tva',
  'AcompteCA12',
  'PaiementAcomptesIs',
  'PaiementSoldeIs',
  'Cvae',
  'AcompteCvae',
  'LiasseFiscale',
] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** What is returned of VAT; the other taxes are declarations. */
export const isOfVat = (category: TaxCategory): boolean => category === 'Tva' || category === 'AcompteCA12';

export const DUE_STATUSES = ['Done', 'Late', 'ToDo'] as const;
export type DueStatus = (typeof DUE_STATUSES)[number];

export type OwingFolder = WorkFolder;

/** All that is needed of a folder. */
export interface FolderFacts {
  readonly folder: OwingFolder;
  /** Oldest first. */
  readonly exercises: readonly Exercise[];
  /** In order of end. */
  readonly returned: readonly Returned[];
  readonly records: readonly PeriodRecord[];
}

/** One thing that is due. `form`: such as `3310CA3`, or the type of a declaration. */
export interface Duty {
  readonly category: TaxCategory;
  readonly form: string;
  readonly period: Period;
  readonly due: PlainDate;
  /** Last day on which it is in time: a payment may wait for the next working day. */
  readonly until: PlainDate;
  /** Of a return of VAT. */
  readonly span?: Span;
}

/** Forms of each system of VAT. */
const VAT_FORMS: Readonly<Record<string, Readonly<Record<string, TaxCategory>>>> = {
  RealNormal: { '3310CA3': 'Tva' },
  MiniReal: { '3310CA3': 'Tva' },
  Simplified: { '3517SCA12': 'Tva', '3514': 'AcompteCA12' },
  SimplifiedFarm: { '3517AGRSD': 'Tva', '3525BIS': 'AcompteCA12' },
};

const DECLARED: Partial<Readonly<Record<DeclarationType, TaxCategory>>> = {
  IS2571: 'PaiementAcomptesIs',
  IS2572: 'PaiementSoldeIs',
  CVAESolde: 'Cvae',
  CVAEAcompte: 'AcompteCvae',
  Liasse: 'LiasseFiscale',
};

/** Whether the day of its VAT returns cannot be known: a sole trader without family name, a company without SIREN. */
export const isDayUnknown = ({ folder }: FolderFacts): boolean =>
  (folder.vatSystem ?? 'RealNormal') in VAT_FORMS && vatDay(vatTaxpayerOf(folder)) === undefined;

/** Systems with a form that is due on the day of the taxpayer. */
const OWN_DAY: readonly string[] = ['RealNormal', 'MiniReal', 'Simplified'];

/** Whether its day would be another in Paris, and nothing says where it is: its day is that of the other departments. */
export const isPlaceUnknown = ({ folder }: FolderFacts): boolean =>
  OWN_DAY.includes(folder.vatSystem ?? 'RealNormal') && dependsOnPlace(vatTaxpayerOf(folder));

export interface DutyChoice {
  readonly isMeant?: (category: TaxCategory) => boolean;
  readonly isRead?: (duty: Duty) => boolean;
}

/** Reads the duties of folders one after the other; those that depend on the same facts are one list, made once. */
export function dutyReader(
  window: Period,
  { isMeant = () => true, isRead = () => true }: DutyChoice = {},
): (facts: FolderFacts) => readonly Duty[] {
  const known = new Map<string, readonly Duty[]>();
  const isDeclared = Object.values(DECLARED).some(isMeant);
  return ({ folder, exercises, returned, records }) => {
    const rhythm = rhythmOf(folder.vatSystem === 'SimplifiedFarm', returned);
    const day = vatDay(vatTaxpayerOf(folder));
    const types = isDeclared ? expectedTypes(folder, records).filter((type) => hasDuty(type, folder) !== false) : [];
    const days = exercises.map(({ start, end }) => `${start} ${end}`);
    const key = [folder.vatSystem, rhythm, day, ...types, ...days].join(' ');
    const duties =
      known.get(key) ??
      exercisesIn(exercises, window)
        .flatMap((exercise) => [
          ...vatDuties(systemOf(folder.vatSystem, exercise), exercise, rhythm, day),
          ...types.flatMap((type) => declared(type, exercise)),
        ])
        .filter((duty) => isMeant(duty.category) && isRead(duty));
    known.set(key, duties);
    return duties;
  };
}

const vatDuties = (system: string, exercise: Exercise, rhythm: Rhythm, day: number | undefined): Duty[] =>
  Object.entries(VAT_FORMS[system] ?? {}).flatMap(([form, category]) =>
    spansOf(form, exercise, rhythm).flatMap((span) => {
      const due = vatDeadline(form, { start: span.beginDate, end: depositEnd(form, span) }, ofDay(day));
      return due ? [vatDuty(form, category, span, due)] : [];
    }),
  );

/** Of a sole trader whose name is not known nothing but the day given counts. */
const ofDay = (vatDeadlineDay: number | undefined) => ({ taxpayerKind: 'SoleTrader', vatDeadlineDay });

const vatDuty = (form: string, category: TaxCategory, span: Span, due: PlainDate): Duty => ({
  category,
  form,
  period: { start: span.beginDate, end: span.endDate },
  due,
  until: due,
  span,
});

function declared(type: DeclarationType, exercise: Exercise): Duty[] {
  const category = DECLARED[type];
  if (!category) return [];
  return deadlines(type, exercise).map(({ period, due, payable }) => ({
    category,
    form: type,
    period,
    due,
    until: payable,
  }));
}

/** How it stands on a day. */
export const statusOf = (duty: Duty, facts: FolderFacts, today: PlainDate): DueStatus =>
  isDone(duty, facts) ? 'Done' : duty.until < today ? 'Late' : 'ToDo';

const isDone = ({ form, period, span }: Duty, { returned, records }: FolderFacts): boolean =>
  span
    ? returned.some((one) => one.isFiled && isOf(one, form, span))
    : isFiled(currentRecord(records, form as DeclarationType, period.end)?.status ?? 'None');

/** The return of VAT that stands for it, a draft too. */
export const procedureOf = ({ form, span }: Duty, { returned }: FolderFacts): number | null =>
  (span && covering(returned, form, span)?.procedureId) ?? null;
