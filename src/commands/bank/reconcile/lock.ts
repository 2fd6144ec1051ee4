import * as z from 'zod';
import { lockPeriod, reopenPeriod } from '../../../services/banking/report/reconciled-period.ts';
import { day, identifier } from '../../operation/fields.ts';
import { date, int, maybe } from '../../operation/outputs.ts';
import { fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';

export const bankReconcileLock = bankOperation({
  id: 'bank.reconcile.lock',
  summary: { en: 'Lock a reconciled period', fr: 'Verrouiller une période rapprochée' },
  description:
    'All days up to Date, once the état de rapprochement of that day leaves nothing unexplained. From then on whatever changes it is refused (409 PeriodReconciled): entries with a line on the account of the bank, transactions, and links whose two sides lie in the period. Letters, and links of what was in transit to what comes later, go on. With Reopen, Date and the days after it are open again; the log of changes keeps both.',
  http: { method: 'PUT', path: '/accounts/{bankAccountId}/reconciled-period' },
  cli: {
    examples: [
      'taxops bank reconcile lock --folder 1 --bank-account 2 --date 2026-03-31',
      'taxops bank reconcile lock --folder 1 --bank-account 2 --date 2026-03-01 --reopen',
    ],
  },
  params: { bankAccountId: identifier() },
  body: fields({
    Date: day().describe('Last day to lock, or first day to open'),
    Reopen: z.boolean().default(false).describe('Open the period again from this day'),
  }),
  output: z
    .object({
      AccountId: int('N° compte'),
      LockedUntil: maybe(date('Verrouillé jusqu’au')).describe('Null when no day is locked'),
    })
    .meta({ id: 'ReconciledPeriod' }),
  errors: [
    'BankAccountNotFound',
    'LedgerSideUnknown',
    'StatementMissing',
    'PeriodUnreconciled',
    'PeriodReconciledLater',
    'PeriodOpen',
  ],
  run: (ctx, { folderId, bankAccountId, body }) =>
    (body.reopen ? reopenPeriod : lockPeriod)(ctx, folderId, bankAccountId, body.date),
});
