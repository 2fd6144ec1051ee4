import { join } from 'node:path';
import * as z from 'zod';
import { acceptProposals } from '../../services/banking/books/reconciliation/links.ts';
import { bankFigures } from '../../services/banking/report/figures.ts';
import { leftByAccount } from '../../services/banking/report/left.ts';
import { bankReport } from '../../services/banking/report/report.ts';
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
  const db = await ctx.db();
  const { period } = await bankFigures(db, folderId, {});
  const left = await leftByAccount(db, folderId, undefined, period);
  const Report = join(workspace, `demo-bank-${folderId}.html`);
  await writeFileWhole(Report, (await bankReport(ctx, folderId, {}, 'html')).content);
  const Unreconciled = [...left.values()].reduce((sum, { unreconciled }) => sum + unreconciled, 0);
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
