import * as z from 'zod';
import { updateFolder } from '../../../services/folders/folders.ts';
import { TAX_SYSTEMS, VAT_SYSTEMS } from '../../../services/folders/store.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import { type ClosingTask, closingTask } from '../../../services/vat/closing-task.ts';
import { day } from '../../operation/fields.ts';
import { date, int, maybe, words } from '../../operation/outputs.ts';
import { computed, constant, fields, from } from '../../operation/wire.ts';
import { procedureOperation } from '../procedure-operation.ts';

/** Identifiers of a list count from 1. */
const numbered = (values: readonly string[]) =>
  z
    .int()
    .min(1)
    .max(values.length)
    .nullish()
    .describe(values.map((value, index) => `${index + 1} ${value}`).join(', '));

const systemOf = (values: readonly string[], id: number | null | undefined) =>
  typeof id === 'number' ? values[id - 1] : id;

export const vatSettingsSet = procedureOperation({
  id: 'vat.settings.set',
  ref: 'D81',
  summary: { en: 'Set the tax systems of a folder', fr: 'Régler les régimes fiscaux d’un dossier' },
  description: 'What is left out keeps its value; null empties it: then the day of VAT returns is that of the table.',
  http: { method: 'PUT', path: '/tax-settings', status: 204 },
  cli: { examples: ['taxops vat settings set --folder 1 --tax-system 1 --vat-system 1 --vat-deadline-day 19'] },
  body: fields({
    TaxSystemId: numbered(TAX_SYSTEMS),
    VatSystemId: numbered(VAT_SYSTEMS),
    VatDeadlineDay: z.int().min(15).max(24).nullish().describe('Day of the month of VAT returns'),
  }),
  output: z.void(),
  run: async (ctx, { folderId, body: { taxSystemId, vatSystemId, vatDeadlineDay } }) => {
    const taxRegime = systemOf(TAX_SYSTEMS, taxSystemId);
    await updateFolder(ctx, folderId, { taxRegime, vatSystem: systemOf(VAT_SYSTEMS, vatSystemId), vatDeadlineDay });
  },
});

export const vatSettingsFlags = procedureOperation({
  id: 'vat.settings.flags',
  ref: 'D79',
  summary: {
    en: 'Set which duties beside VAT a folder has',
    fr: 'Régler les obligations d’un dossier hors TVA',
  },
  description:
    'SubjectToCVAE: CVAE returns; CVAEAdvanceDeposit: their instalments; ISBalance: company tax, instalments and balance. Until they are set, company tax follows the tax regime, and CVAE the returns filed before. taxops folder show gives them.',
  http: { method: 'PUT', path: '/flags', status: 204 },
  cli: {
    examples: ['taxops vat settings flags --folder 1 --subject-to-cvae --cvae-advance-deposit false --is-balance'],
  },
  body: fields({
    SubjectToCVAE: from('subjectToCvae', z.boolean()),
    CVAEAdvanceDeposit: from('cvaeAdvanceDeposit', z.boolean()),
    ISBalance: from('isBalance', z.boolean()),
  }),
  output: z.void(),
  run: async (ctx, { folderId, body }) => {
    await updateFolder(ctx, folderId, body);
  },
});

const french = (text: string): string => text.split('-').reverse().join('/');
const nameOf = ({ closingDate }: ClosingTask): Labels => ({
  en: `Closing at ${closingDate}`,
  fr: `Clôture au ${french(closingDate)}`,
});

export const vatSettingsClosingTask = procedureOperation({
  id: 'vat.settings.closing-task',
  ref: 'D80',
  summary: { en: 'Show the closing task of a folder', fr: 'Montrer la tâche de clôture d’un dossier' },
  description:
    'Of the exercise that ends on closingDate, else of the oldest one that is not closed. Due on the second working day after 1 May, three months after another year end; for a farm on the 5th of the fifth month.',
  http: { method: 'GET', path: '/closing-task' },
  cli: { examples: ['taxops vat settings closing-task --folder 1 --closing-date 2025-12-31'] },
  query: z.object({ closingDate: day().optional().describe('Last day of the exercise') }),
  output: z.object({
    DeadlineDate: from('deadline', maybe(date('Échéance'))),
    TaskName: computed(words('Tâche'), nameOf),
    CabinetId: from('companyId', int('Cabinet')),
    AccountantUserId: constant(maybe(int()), null).describe('Null: a folder names no accountant'),
    EnterpriseClientId: from('folderId', int('Dossier')),
    AccountingTaskId: from('exerciseId', maybe(int('Exercice'))).describe('The exercise; null when none ends that day'),
    AccountingTask: computed(maybe(z.object({ Id: int('Id') })), ({ exerciseId: id }: ClosingTask) =>
      id === null ? null : { id },
    ),
  }),
  columns: ['DeadlineDate', 'TaskName', 'CabinetId', 'EnterpriseClientId', 'AccountingTaskId'],
  errors: ['FolderWithoutExercise'],
  run: (ctx, { folderId, closingDate }) => closingTask(ctx, folderId, closingDate),
});
