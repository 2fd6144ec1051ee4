import * as z from 'zod';
import {
  type AvailablePeriod,
  type AvailablePeriods,
  availablePeriods,
} from '../../../services/vat/periods/available.ts';
import { PERIOD_KINDS } from '../../../services/vat/periods/spans.ts';
import { PERIOD_TYPES } from '../../../services/vat/procedures/period.ts';
import { CREATION_TYPES, PROCEDURE_TYPES } from '../../../services/vat/procedures/store.ts';
import { day } from '../../operation/fields.ts';
import type { Block, Column } from '../../operation/operation.ts';
import { choice, date, flag, int, maybe } from '../../operation/outputs.ts';
import { computed, from } from '../../operation/wire.ts';
import { form } from '../form-code.ts';
import { vatOperation } from '../vat-operation.ts';

const Period = z
  .object({
    StartDate: from('beginDate', date('Du')),
    EndDate: date('Au'),
    PeriodType: choice(PERIOD_TYPES, 'Périodicité'),
    ProcedureType: choice(PROCEDURE_TYPES, 'Nature'),
    DepositNumber: maybe(int('Acompte')),
    IsAlreadyDeclared: flag('Déclarée'),
    ExistingProcedureId: maybe(int('Déclaration')),
    DueDate: maybe(date('Échéance')).describe('Null when the folder does not say what the day depends on'),
    PeriodKind: from('kind', choice(PERIOD_KINDS, 'Type')),
    FormNames: computed(z.array(form('Formulaires')), ({ forms, form: principal }: AvailablePeriod) =>
      forms.length > 0 ? forms.map((one) => one.form) : [principal],
    ),
    FormDetails: from(
      'forms',
      z.array(z.object({ FormCode: from('form', form()), Millesime: int('Millésime'), FormVersion: int('Version') })),
    ),
  })
  .meta({ id: 'VatPeriod' });

const Periods = z.object({
  Periods: z.array(Period),
  RecommendedPeriod: from('recommended', maybe(Period)),
  ExerciseStartDate: computed(date('Du'), ({ exercise }: AvailablePeriods) => exercise.start),
  ExerciseEndDate: computed(date('Au'), ({ exercise }: AvailablePeriods) => exercise.end),
  PeriodType: maybe(choice(PERIOD_TYPES, 'Périodicité')),
});

const COLUMNS: Column[] = [
  { name: 'StartDate', type: 'day' },
  { name: 'EndDate', type: 'day' },
  { name: 'PeriodType' },
  { name: 'DepositNumber', type: 'number' },
  { name: 'DueDate', type: 'day' },
  { name: 'IsAlreadyDeclared' },
  { name: 'ExistingProcedureId', type: 'number' },
  { name: 'Recommended', fr: 'Conseillée' },
];

function periodsView({ Periods: all, RecommendedPeriod: best }: z.output<typeof Periods>): Block[] {
  const isBest = (one: z.output<typeof Period>) =>
    one.StartDate === best?.StartDate && one.EndDate === best.EndDate && one.DepositNumber === best.DepositNumber;
  const rows = all.map((one) => [
    one.StartDate,
    one.EndDate,
    one.PeriodType,
    one.DepositNumber,
    one.DueDate,
    one.IsAlreadyDeclared,
    one.ExistingProcedureId,
    isBest(one) ? '*' : '',
  ]);
  return [{ kind: 'table', columns: COLUMNS, rows }];
}

export const vatPeriodList = vatOperation({
  id: 'vat.period.list',
  ref: 'D84',
  summary: {
    en: 'List the periods a VAT return can be filed for',
    fr: 'Lister les périodes d’une déclaration de TVA',
  },
  description:
    'Of the exercises that are open, or of the one named by its days: months or quarters as the last return (months at first), years, instalments of a year. RecommendedPeriod: the oldest one not declared that has ended. No simplified system for exercises opened from 1 January 2027. type PreConfigured: forms computed from the ledger; Assisted: the others; Manual: all. startDate and endDate add the period that a farm enters, twelve months at most.',
  http: { method: 'GET', path: '/periods' },
  cli: {
    examples: [
      'taxops vat period list --folder 1 --procedure-type Liquidation',
      'taxops vat period list --folder 1 --procedure-type Deposit --only-non-declared-periods',
    ],
  },
  query: z.object({
    procedureType: z.enum(PROCEDURE_TYPES),
    onlyNonDeclaredPeriods: z.boolean().default(false),
    exerciseStartDate: day().optional().describe('First day of the exercise'),
    exerciseEndDate: day().optional().describe('Last day of the exercise'),
    type: z.enum(CREATION_TYPES).default('Manual'),
    startDate: day().optional().describe('Farms: first day of a period of their own'),
    endDate: day().optional().describe('Farms: last day of it'),
  }),
  output: Periods,
  view: periodsView,
  errors: ['FolderWithoutExercise', 'NotSupportedProcedureType', 'PeriodInvalid', 'PeriodTooLong'],
  run: (ctx, { folderId, ...query }) => availablePeriods(ctx, folderId, query),
});
