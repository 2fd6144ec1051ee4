import * as z from 'zod';
import type { DeclarationType } from '../../services/declarations/kinds.ts';
import {
  addDeclaredValues,
  CATEGORIES,
  type DeclaredValues,
  readDeclaredValues,
  setDeclaredCell,
  setDeclaredValues,
} from '../../services/declarations/sending/declared-values.ts';
import { periodFor } from '../../services/declarations/sending/period.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { day } from '../operation/fields.ts';
import { date, int, text } from '../operation/outputs.ts';
import { fields, from, headed } from '../operation/wire.ts';
import { declarationOperation } from './declaration-operation.ts';
import { declarationType, declarationTypeName, instantDay } from './fields.ts';

const euros = () => z.int().min(0).max(999_999_999_999);
const words = (max: number) => z.string().trim().min(1).max(max);

const Cells = z.record(z.string().max(4), z.union([z.int(), z.string().max(512)]));
const Forms = z
  .record(z.string().max(10), fields({ Cells: Cells.optional(), Lines: z.array(Cells).max(999).optional() }))
  .describe('Cells by form and code: whole euros, days YYYY-MM-DD, ticks X');

const FactFields = fields({
  Regime: z.enum(['normal', 'simplified']).optional().describe('By default that of the folder'),
  Category: z.enum(CATEGORIES).optional().describe('Category of income; by default IS or BIC'),
  Rof: z.string().max(15).optional().describe('Reference of the tax obligation; IS1 or CVAE1 by default'),
  Writer: fields({
    Siret: z.string().length(14),
    Name: words(105).optional(),
    Street: words(30).optional(),
    PostCode: words(17).optional(),
    Town: words(35).optional(),
  })
    .optional()
    .describe('Instead of the accounting firm of the folder'),
  IsProvisional: from('provisional', z.boolean().optional()),
  LossesLeft: euros().optional().describe('Losses left from the exercise before'),
  LastProfit: euros().optional().describe('Profit taxed the year before and not distributed: limit of a carry-back'),
  Turnover: euros().optional(),
  GroupTurnover: euros().optional(),
  ValueAdded: euros().optional(),
  CapitalPaidAndHeldByPersons: z.boolean().optional().describe('Condition of the reduced rate'),
  ReferenceProfit: fields({ Normal: euros(), Reduced: euros() }).optional(),
  LastSocialContribution: euros().optional(),
  SocialCredits: euros().optional(),
  Payments: z
    .array(
      fields({
        Iban: z.string().max(34),
        Bic: z.string().max(11),
        Amount: z.int().min(1).max(999_999_999_999),
        Holder: words(70).optional(),
      }),
    )
    .max(3)
    .optional(),
  Loans: z
    .array(
      fields({
        Account: z.string().regex(/^1[67]\d{0,10}$/),
        Lender: words(100),
        FirstDay: day(),
        Months: z.int().min(1).max(600),
        Amount: z.int().min(1).max(999_999_999_999),
        Rate: z.number().min(0).max(100).optional().describe('Percent a year'),
        Instalment: z.int().min(1).optional().describe('Capital paid back each month, when there is no rate'),
      }),
    )
    .max(200)
    .optional()
    .describe('Schedules of the loans, by account 16: they fill the terms of form 2057, this year and the next'),
  NotDeductible: z
    .array(z.string().regex(/^\d{2,12}$/))
    .max(100)
    .optional()
    .describe(
      'Beginnings of accounts of provisions and accrued charges that tax does not deduct, this year and the next',
    ),
  ExportAccounts: z
    .array(z.string().regex(/^70\d{0,10}$/))
    .max(100)
    .optional()
    .describe('Beginnings of accounts 70 whose sales leave France (European Union, export), this year and the next'),
  AcceptLastKnownForms: z.boolean().optional().describe('Use the last known forms for a later year'),
});

/** Counts and names: accounts to debit are not repeated. */
const Declared = z.object({
  DeclarationType: from('type', headed(declarationTypeName(), 'Déclaration')),
  EndDate: from('end', date('Fin')),
  Forms: headed(
    z.array(z.object({ Form: text('Formulaire'), Cells: int('Zones'), Lines: int('Lignes') })),
    'Formulaires',
  ),
  Facts: headed(z.array(text()), 'Faits'),
});

const DeclaredBody = fields({
  DeclarationType: from('type', declarationType()),
  EndDate: from('end', instantDay()),
  Forms: Forms.default({}),
  Facts: FactFields.prefault({}),
});

const PATH = '/declared-values';
const DECLARING = [
  'PeriodUnknown',
  'TypeNotSendable',
  'FormsReadOnly',
  'FormUnknown',
  'DeclaredValuesInvalid',
] as const;

const summaryOf = (type: DeclarationType, end: PlainDate, { forms, facts }: DeclaredValues) => ({
  type,
  end,
  forms: Object.entries(forms).map(([form, { cells = {}, lines = [] }]) => ({
    form,
    cells: Object.keys(cells).length,
    lines: lines.length,
  })),
  facts: Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [name])),
});

export const valueSet = declarationOperation({
  id: 'declaration.value.set',
  summary: {
    en: 'Declare values that the ledger does not hold',
    fr: 'Déclarer des valeurs absentes de la comptabilité',
  },
  description:
    'Replaces what was declared for the period. Stored encrypted; checked against the cells of the forms. LiasseTeteDeGroupe takes forms 2065, 2065BIS, 2058ER, 2058ES and 2058PAP; members of the group declare 2058AB and 2058BB in their liasse.',
  http: { method: 'PUT', path: PATH },
  cli: { examples: ['taxops declaration value set --folder 12 --body values.json'] },
  body: DeclaredBody,
  output: Declared,
  errors: DECLARING,
  run: async (ctx, { folderId, body: { type, end, ...values } }) => {
    await setDeclaredValues(ctx, { folderId, type, end }, values);
    return summaryOf(type, end, values);
  },
});

export const valueAdd = declarationOperation({
  id: 'declaration.value.add',
  summary: { en: 'Declare more values', fr: 'Déclarer d’autres valeurs' },
  description:
    'What else was declared for the period is kept: cells are added one by one, the lines of a form and each fact as a whole.',
  http: { method: 'POST', path: PATH },
  cli: { examples: ['taxops declaration value add --folder 12 --body values.json'] },
  body: DeclaredBody,
  output: Declared,
  errors: DECLARING,
  run: async (ctx, { folderId, body: { type, end, ...values } }) =>
    summaryOf(type, end, await addDeclaredValues(ctx, { folderId, type, end }, values)),
});

export const valueChange = declarationOperation({
  id: 'declaration.value.change',
  summary: { en: 'Declare the value of one cell', fr: 'Déclarer la valeur d’une zone' },
  description: 'What else was declared for the period is kept. Without a value the cell is declared no more.',
  http: { method: 'PATCH', path: PATH },
  cli: {
    examples: [
      'taxops declaration value change --folder 12 --declaration-type Liasse --end-date 2025-12-31 --form 2058A --cell WE --value 1200',
    ],
  },
  body: fields({
    DeclarationType: from('type', declarationType()),
    EndDate: from('end', instantDay()),
    Form: z.string().max(10),
    Cell: z.string().max(4),
    Value: z.string().trim().max(512).nullable().default(null).describe('Whole euros, day YYYY-MM-DD, X of a tick'),
  }),
  output: Declared,
  errors: DECLARING,
  idempotent: true,
  run: async (ctx, { folderId, body: { type, end, ...cell } }) =>
    summaryOf(type, end, await setDeclaredCell(ctx, { folderId, type, end }, cell)),
});

export const valueShow = declarationOperation({
  id: 'declaration.value.show',
  summary: { en: 'Show which values were declared', fr: 'Montrer les valeurs déclarées' },
  http: { method: 'GET', path: PATH },
  cli: { examples: ['taxops declaration value show --folder 12 --end-date 2025-12-31'] },
  query: z.object({ endDate: instantDay(), declarationType: declarationType().prefault('Liasse') }),
  output: Declared,
  errors: ['PeriodUnknown', 'TypeNotSendable'],
  run: async (ctx, { folderId, endDate: end, declarationType: type }) => {
    await periodFor(ctx, { folderId, type, end });
    return summaryOf(type, end, await readDeclaredValues(ctx, { folderId, type, end }));
  },
});
