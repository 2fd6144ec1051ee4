import { join } from 'node:path';
import * as z from 'zod';
import { acceptProposals } from '../../services/banking/books/reconciliation/links.ts';
import { bankReport, bankSummary } from '../../services/banking/report/report.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Context } from '../../services/operation/context.ts';
import { SURE } from '../bank/reconcile/reconcile.ts';
import type { Block } from '../operation/operation.ts';
import { writeFileWhole } from '../program/output-file.ts';

export const ReconciliationShape = z.object({
  FolderId: z.int(),
  Name: z.string(),
  Linked: z.int(),
  Unreconciled: z.int(),
  Report: z.string(),
});
type Reconciliation = z.output<typeof ReconciliationShape>;

/** Links the transactions of a folder to its ledger, and writes the report of its banks beside the other documents. */
export async function reconcileFolder(
  ctx: Context,
  folderId: number,
  name: string,
  workspace: string,
): Promise<Reconciliation> {
  const { accepted } = await acceptProposals(ctx, folderId, { minScore: SURE });
  const accounts = await bankSummary(ctx, folderId, {});
  const Report = join(workspace, `demo-bank-${folderId}.html`);
  await writeFileWhole(Report, (await bankReport(ctx, folderId, {}, 'html')).content);
  const Unreconciled = accounts.reduce((sum, { unreconciled }) => sum + unreconciled, 0);
  return { FolderId: folderId, Name: name, Linked: accepted.length, Unreconciled, Report };
}

const SAY: Readonly<Record<Language, string>> = {
  en: '\nBank transactions linked to the ledger, and those left to look at',
  fr: '\nMouvements bancaires rapprochés de la comptabilité, et ceux qui restent à voir',
};

export function* reconciliationView(done: readonly Reconciliation[], language: Language): Generator<Block> {
  yield { kind: 'text', text: SAY[language] };
  yield {
    kind: 'table',
    columns: [{ name: 'Name' }, { name: 'Linked', type: 'number' }, { name: 'Unreconciled', type: 'number' }],
    rows: done.map(({ Name, Linked, Unreconciled }) => [Name, Linked, Unreconciled]),
  };
}
