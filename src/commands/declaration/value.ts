import * as z from 'zod';
import {
  CATEGORIES,
  type DeclaredValues,
  type Facts,
  readDeclaredValues,
  setDeclaredValues,
} from '../../services/declarations/sending/declared-values.ts';
import { periodFor } from '../../services/declarations/sending/period.ts';
import { dayText } from '../operation/fields.ts';
import { defineOperation } from '../operation/operation.ts';
import { DECLARATION_TYPES, declarationType, FolderPath, instantDay } from './fields.ts';

const euros = () => z.int().min(0).max(999_999_999_999);
const text = (max: number) => z.string().trim().min(1).max(max);

const Cells = z.record(z.string().max(4), z.union([z.int(), z.string().max(512)]));
const Forms = z
  .record(z.string().max(10), z.strictObject({ Cells: Cells.optional(), Lines: z.array(Cells).max(999).optional() }))
  .describe('Cells by form and code: whole euros, days YYYY-MM-DD, ticks X');

const FactsWire = z.strictObject({
  Regime: z.enum(['normal', 'simplified']).optional().describe('By default that of VAT'),
  Category: z.enum(CATEGORIES).optional().describe('Category of income; by default IS or BIC'),
  Rof: z.string().max(15).optional().describe('Reference of the tax obligation; IS1 or CVAE1 by default'),
  Writer: z
    .strictObject({
      Siret: z.string().length(14),
      Name: text(105).optional(),
      Street: text(30).optional(),
      PostCode: text(17).optional(),
      Town: text(35).optional(),
    })
    .optional()
    .describe('The accounting firm'),
  IsProvisional: z.boolean().optional(),
  LossesLeft: euros().optional().describe('Losses left from the exercise before'),
  Turnover: euros().optional(),
  GroupTurnover: euros().optional(),
  ValueAdded: euros().optional(),
  CapitalPaidAndHeldByPersons: z.boolean().optional().describe('Condition of the reduced rate'),
  ReferenceProfit: z.strictObject({ Normal: euros(), Reduced: euros() }).optional(),
  LastSocialContribution: euros().optional(),
  SocialCredits: euros().optional(),
  Payments: z
    .array(
      z.strictObject({
        Iban: z.string().max(34),
        Bic: z.string().max(11),
        Amount: z.int().min(1).max(999_999_999_999),
        Holder: text(70).optional(),
      }),
    )
    .max(3)
    .optional(),
  AcceptLastKnownForms: z.boolean().optional().describe('Use the last known forms for a later year'),
});

/** Wire names are those of the domain with a capital. */
const fromFacts = ({
  Writer,
  Payments,
  ReferenceProfit,
  IsProvisional,
  ...others
}: z.output<typeof FactsWire>): Facts => ({
  ...lowered(others),
  provisional: IsProvisional,
  writer: Writer && lowered(Writer),
  referenceProfit: ReferenceProfit && lowered(ReferenceProfit),
  payments: Payments?.map((payment) => lowered(payment)),
});

type Lowered<T> = { [K in keyof T as Uncapitalize<K & string>]: T[K] };

const lowered = <T extends object>(value: T): Lowered<T> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name[0]?.toLowerCase() + name.slice(1), one]),
  ) as Lowered<T>;

const fromForms = (forms: z.output<typeof Forms>): DeclaredValues['forms'] =>
  Object.fromEntries(
    Object.entries(forms).map(([form, { Cells: cells, Lines: lines }]) => [
      form,
      { ...(cells && { cells }), ...(lines && { lines }) },
    ]),
  );

const Declared = z.object({
  DeclarationType: z.enum(DECLARATION_TYPES),
  EndDate: dayText(),
  Forms: z.array(z.object({ Form: z.string(), Cells: z.int(), Lines: z.int() })),
  Facts: z.array(z.string()),
});

const PATH = '/api/tax-declarations/accounting-folders/{accountingFolderId}/declared-values';

/** Counts and names: accounts to debit are not repeated. */
const toWire = (type: (typeof DECLARATION_TYPES)[number], end: string, { forms, facts }: DeclaredValues) => ({
  DeclarationType: type,
  EndDate: end,
  Forms: Object.entries(forms).map(([form, { cells = {}, lines = [] }]) => ({
    Form: form,
    Cells: Object.keys(cells).length,
    Lines: lines.length,
  })),
  Facts: Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [name])),
});

export const valueSet = defineOperation({
  id: 'declaration.value.set',
  summary: {
    en: 'Declare values that the ledger does not hold',
    fr: 'Déclarer des valeurs absentes de la comptabilité',
  },
  description:
    'Replaces what was declared for the period. Stored encrypted; checked against the cells of the forms. LiasseTeteDeGroupe takes the cells of form 2065; the annexes of the tax group (2058-A bis and others) have no published cells: they are completed on the page of the channel.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'PUT', path: PATH },
  cli: { examples: ['taxops declaration value set --folder 12 --body values.json'] },
  params: FolderPath,
  body: z.strictObject({
    DeclarationType: declarationType(),
    EndDate: instantDay(),
    Forms: Forms.default({}),
    Facts: FactsWire.default({}),
  }),
  output: Declared,
  errors: ['FolderNotFound', 'PeriodUnknown', 'TypeNotSendable', 'FormUnknown', 'DeclaredValuesInvalid'],
  run: async (ctx, { accountingFolderId, body }) => {
    const { DeclarationType: type, EndDate: end } = body;
    const values = { forms: fromForms(body.Forms), facts: fromFacts(body.Facts) };
    await setDeclaredValues(ctx, accountingFolderId, type, end, values);
    return toWire(type, end, values);
  },
});

export const valueShow = defineOperation({
  id: 'declaration.value.show',
  summary: { en: 'Show which values were declared', fr: 'Montrer les valeurs déclarées' },
  policy: { right: 'read', of: { folder: 'accountingFolderId' } },
  http: { method: 'GET', path: PATH },
  cli: { examples: ['taxops declaration value show --folder 12 --end-date 2025-12-31'] },
  params: FolderPath,
  query: z.object({ endDate: instantDay(), declarationType: declarationType().default('Liasse') }),
  output: Declared,
  errors: ['FolderNotFound', 'PeriodUnknown', 'TypeNotSendable'],
  run: async (ctx, { accountingFolderId, endDate: end, declarationType: type }) => {
    await periodFor(ctx, accountingFolderId, type, end);
    return toWire(type, end, await readDeclaredValues(ctx, accountingFolderId, type, end));
  },
});
