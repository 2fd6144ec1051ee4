import * as z from 'zod';
import { declareLine, distribute, markDeclared, setRates } from '../../../services/vat/allocation/change.ts';
import { RATES } from '../../../services/vat/rates.ts';
import { amount, identifier } from '../../operation/fields.ts';
import { fields, from } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { VAT_RATES } from '../wire.ts';
import { LinePath, ROUTE } from './search.ts';
import { lineView } from './view.ts';
import { Line } from './wire.ts';

const LINE = `${ROUTE}/{entryId}/{entryLineId}`;
const STANDS = 'A line of a third party stands for the operations of its entry.';
const ADVANCE = 'An advance kept tax included bears one rate, and is declared by itself.';
const Account = { AccountId: identifier().describe('The account of the line'), SubAccountId: identifier().nullish() };
const Rate = { VatRate: z.enum(VAT_RATES) };
const SINGLE_RATES = [...RATES.keys()] as [string, ...string[]];
const ERRORS = ['EntryNotFound', 'EntryLineNotFound', 'LineWithoutVat', 'LineAlreadyDeclared'];
const EDIT_ERRORS = [...ERRORS, 'LineAccountDiffers', 'VatCombinationInvalid'];
const RETURN_ERRORS = ['ProcedureNotFound', 'ProcedureNotInDraftStatus'];
const one = (line: z.output<typeof Line>) => lineView([line]);

export const vatAllocationSetRate = vatOperation({
  id: 'vat.allocation.set-rate',
  ref: 'D55',
  summary: { en: 'Set the VAT rate of an entry line', fr: 'Fixer le taux de TVA d’une ligne d’écriture' },
  description: `${STANDS} ${ADVANCE} What was spread over several rates is taken away.`,
  http: { method: 'PUT', path: `${LINE}/rate` },
  params: LinePath,
  cli: {
    examples: ['taxops vat allocation set-rate --folder 1 --entry 12 --entry-line 31 --account 7 --vat-rate _055'],
  },
  body: fields({ ...Account, ...Rate }),
  output: Line,
  errors: EDIT_ERRORS,
  view: one,
  run: async (ctx, { folderId, entryId, entryLineId: lineId, body }) => {
    const [line] = await setRates(ctx, folderId, [{ entryId, lineId, ...body }], false);
    if (!line) throw new Error('one line was changed');
    return line;
  },
});

export const vatAllocationSetRates = vatOperation({
  id: 'vat.allocation.set-rates',
  ref: 'D56',
  summary: {
    en: 'Set the VAT rates of several entry lines',
    fr: 'Fixer les taux de TVA de plusieurs lignes d’écriture',
  },
  description: `All or nothing, in the order given; a failure names its index. 10,000 lines at most. ${STANDS}`,
  http: { method: 'PUT', path: `${ROUTE}/rates` },
  cli: {
    path: ['vat', 'allocation', 'set-rates'],
    examples: ['taxops vat allocation set-rates --folder 1 --body rates.json'],
  },
  body: fields({
    Updates: z.array(fields({ EntryId: identifier(), EntryLineId: from('lineId', identifier()), ...Account, ...Rate })),
  }),
  output: z.array(Line),
  errors: [...EDIT_ERRORS, 'BatchTooLarge'],
  view: lineView,
  run: (ctx, { folderId, body }) => setRates(ctx, folderId, body.updates),
});

export const vatAllocationDistribute = vatOperation({
  id: 'vat.allocation.distribute',
  ref: 'D57',
  summary: { en: 'Spread an entry line over VAT rates', fr: 'Répartir une ligne d’écriture par taux de TVA' },
  description: `The HtAmounts sum to the TaxExcludedAmount of the line; the tax of each is what its rate says, rounding on the largest. VatAmountToDeclare is at most the VAT that is not declared yet. The return that is named declares it, or else the first one that is filed, whatever was paid; later returns follow the payments beyond it. What payments make due is no amount of its own: the line then follows them. Another rate or category takes the amount away. ${STANDS}`,
  http: { method: 'PUT', path: `${LINE}/distributions` },
  params: LinePath,
  query: z.object({ procedureId: identifier().optional().describe('Refused unless this return is a draft') }),
  cli: { examples: ['taxops vat allocation distribute --folder 1 --entry 12 --entry-line 31 --body rates.json'] },
  body: fields({
    AccountId: identifier().optional(),
    SubAccountId: identifier().nullish(),
    VatAmountToDeclare: amount(),
    VatRateDistributions: from(
      'distributions',
      z
        .array(fields({ VatRate: z.enum(SINGLE_RATES), HtAmount: amount() }))
        .min(1)
        .refine((all) => new Set(all.map(({ vatRate }) => vatRate)).size === all.length, {
          error: 'a rate comes twice',
        }),
    ),
  }),
  output: Line,
  errors: [...EDIT_ERRORS, ...RETURN_ERRORS, 'DistributionsDoNotSum', 'AmountBeyondVat'],
  view: one,
  run: (ctx, { folderId, entryId, entryLineId: lineId, procedureId, body }) =>
    distribute(ctx, folderId, { entryId, lineId, procedureId, ...body }),
});

export const vatAllocationMark = vatOperation({
  id: 'vat.allocation.mark',
  ref: 'D60',
  summary: {
    en: 'Mark an entry line as declared elsewhere, or not',
    fr: 'Marquer une ligne d’écriture comme déclarée ailleurs, ou non',
  },
  description: `By hand, outside any return: no return declares it any more. Purchases are marked with all their entry. ${STANDS}`,
  http: { method: 'PUT', path: `${LINE}/declared-state` },
  params: LinePath,
  cli: { examples: ['taxops vat allocation mark --folder 1 --entry 12 --entry-line 31 --is-declared true'] },
  body: fields({ IsDeclared: z.boolean() }),
  output: Line,
  errors: ERRORS,
  view: one,
  run: (ctx, { folderId, entryId, entryLineId: lineId, body }) =>
    markDeclared(ctx, folderId, { entryId, lineId, ...body }),
});

export const vatAllocationDeclare = vatOperation({
  id: 'vat.allocation.declare',
  ref: 'D61',
  summary: {
    en: 'Take an entry line in or out of a VAT return',
    fr: 'Mettre une ligne d’écriture dans une déclaration de TVA, ou l’en retirer',
  },
  description: `Of the draft that is named; without one, it is marked by hand. Purchases go with all their entry. ${STANDS}`,
  http: { method: 'PUT', path: `${LINE}/declaration` },
  params: LinePath,
  query: z.object({ procedureId: identifier().optional() }),
  cli: {
    examples: [
      'taxops vat allocation declare --folder 1 --entry 12 --entry-line 31 --procedure 7 --should-declare false',
    ],
  },
  body: fields({ ShouldDeclare: z.boolean() }),
  output: Line,
  errors: [...ERRORS, ...RETURN_ERRORS, 'VatEntryNotDue'],
  view: one,
  run: (ctx, { folderId, entryId, entryLineId: lineId, procedureId, body }) =>
    declareLine(ctx, folderId, { entryId, lineId, procedureId, ...body }),
});
