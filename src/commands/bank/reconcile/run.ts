import * as z from 'zod';
import { RUN_KINDS } from '../../../services/banking/books/reconciliation/run-store.ts';
import { listRuns, undoRun } from '../../../services/banking/books/reconciliation/runs.ts';
import { identifier, pageOf, paging } from '../../operation/fields.ts';
import { choice, int, maybe, moment } from '../../operation/outputs.ts';
import { bankOperation } from '../bank-operation.ts';

const RunShape = z
  .object({
    Id: int('Passe'),
    Kind: choice(RUN_KINDS, 'Nature').describe('Links to entries that were there, or settlements of open items'),
    MadeAt: moment('Date'),
    UndoneAt: maybe(moment('Annulée le')),
    Transactions: int('Mouvements').describe('Still linked by it, or that its undo freed'),
  })
  .meta({ id: 'ReconciliationRun' });

export const bankReconcileRunList = bankOperation({
  id: 'bank.reconcile.run.list',
  summary: { en: 'List runs of acceptance', fr: 'Lister les passes d’acceptation' },
  description:
    'Each call of `bank reconcile accept`, `bank settle accept` or `bank day` that linked something, the last first.',
  http: { method: 'GET', path: '/reconciliation-runs' },
  cli: { examples: ['taxops bank reconcile run list --folder 1'] },
  query: z.object(paging),
  output: pageOf(RunShape),
  columns: ['Id', 'Kind', 'MadeAt', 'UndoneAt', 'Transactions'],
  run: (ctx, { folderId, ...wanted }) => listRuns(ctx, folderId, wanted),
});

export const bankReconcileRunUndo = bankOperation({
  id: 'bank.reconcile.run.undo',
  summary: { en: 'Undo a run of acceptance', fr: 'Annuler une passe d’acceptation' },
  description:
    'Takes away all links of the run that are still there; of settlements, their entries and letterings too. All or none.',
  http: { method: 'DELETE', path: '/reconciliation-runs/{runId}', status: 200 },
  cli: { args: ['runId'], examples: ['taxops bank reconcile run undo 3 --folder 1 --yes'], confirm: true },
  params: { runId: identifier() },
  output: RunShape,
  errors: [
    'RunNotFound',
    'RunUndone',
    'LedgerFolderInactive',
    'TransactionLocked',
    'ExerciseClosed',
    'PeriodReconciled',
  ],
  run: (ctx, { folderId, runId }) => undoRun(ctx, folderId, runId),
});
