import * as z from 'zod';
import { DEADLINE_RULES, permanentFileDay } from '../../../services/vat/periods/permanent-file.ts';
import { PROCEDURE_STATUSES } from '../../../services/vat/procedures/store.ts';
import { identifier } from '../../operation/fields.ts';
import type { Block } from '../../operation/operation.ts';
import { choice, date, flag, int, maybe, moment } from '../../operation/outputs.ts';
import { from } from '../../operation/wire.ts';
import { form } from '../form-code.ts';
import { vatOperation } from '../vat-operation.ts';

const RuledDate = z.object({ Date: date('Date'), Rule: choice(DEADLINE_RULES, 'Règle') });

const Comparison = z.object({
  PermanentFileDeadlineDay: maybe(int('Jour du dossier')),
  RecommendedPermanentFileDeadlineDay: maybe(int('Jour conseillé')),
  Declaration: maybe(
    z.object({
      ProcedureId: int('Déclaration'),
      ProcedureGroupId: int('Groupe'),
      FormCode: from('form', form('Formulaire')),
      PeriodStartDate: date('Du'),
      PeriodEndDate: date('Au'),
      Status: choice(PROCEDURE_STATUSES, 'État'),
      DgfipReceivedAt: maybe(moment('Compte rendu du')),
      DgfipDeadlineDay: maybe(int('Jour DGFiP')),
      DgfipDayMatchesPermanentFile: maybe(flag('Jour concordant')),
      DgfipDeadlineMatchesPermanentFile: maybe(flag('Date concordante')),
      DgfipDeadline: maybe(RuledDate),
      PermanentFileDeadline: maybe(RuledDate),
      TeleportalDeadline: maybe(RuledDate),
    }),
  ),
});

/** The days of the folder, then the return, its three dates side by side. */
function comparisonView({ Declaration: one, ...days }: z.output<typeof Comparison>): Block[] {
  const facts: Block = {
    kind: 'table',
    columns: [{ name: 'PermanentFileDeadlineDay' }, { name: 'RecommendedPermanentFileDeadlineDay' }],
    rows: [[days.PermanentFileDeadlineDay, days.RecommendedPermanentFileDeadlineDay]],
  };
  if (!one) return [facts];
  return [
    facts,
    {
      kind: 'table',
      columns: [
        { name: 'ProcedureId' },
        { name: 'FormCode' },
        { name: 'PeriodEndDate', type: 'day' },
        { name: 'PermanentFile', fr: 'Dossier', type: 'day' },
        { name: 'Dgfip', fr: 'DGFiP', type: 'day' },
        { name: 'Teleportal', fr: 'Portail', type: 'day' },
        { name: 'DgfipDeadlineMatchesPermanentFile' },
      ],
      rows: [
        [
          one.ProcedureId,
          one.FormCode,
          one.PeriodEndDate,
          one.PermanentFileDeadline?.Date,
          one.DgfipDeadline?.Date,
          one.TeleportalDeadline?.Date,
          one.DgfipDeadlineMatchesPermanentFile,
        ],
      ],
    },
  ];
}

export const vatDeadlinePermanentFile = vatOperation({
  id: 'vat.deadline.permanent-file',
  ref: 'D83',
  summary: {
    en: 'Compare the day of VAT returns of a folder with that of the tax administration',
    fr: 'Comparer le jour de TVA d’un dossier à celui de l’administration',
  },
  description:
    'For a return, else for the most recent CA3, CA12 or farm CA12. PermanentFileDeadline: the folder’s own day; DgfipDeadline: the day of the processing report, else of the legal table; TeleportalDeadline: the legal table. Recommended: the day of the last processing report, else of the table. Null is what is not known.',
  http: { method: 'GET', path: '/permanent-file-deadline' },
  cli: {
    examples: [
      'taxops vat deadline permanent-file --folder 1',
      'taxops vat deadline permanent-file --folder 1 --procedure 4',
    ],
  },
  query: z.object({ procedureId: identifier().optional().describe('VAT return') }),
  output: Comparison,
  view: comparisonView,
  errors: ['ProcedureNotFound', 'NotSupportedProcedureType'],
  run: (ctx, { folderId, procedureId }) => permanentFileDay(ctx, folderId, procedureId),
});
