import { join } from 'node:path';
import * as z from 'zod';
import { SURE } from '../../services/banking/books/matching/match-open.ts';
import { acceptProposals } from '../../services/banking/books/reconciliation/links.ts';
import { bankReport, bankSummary } from '../../services/banking/report/report.ts';
import type { Language } from '../../services/kernel/errors.ts';
import type { Context } from '../../services/operation/context.ts';
import type { Block } from '../operation/operation.ts';
import { int, text } from '../operation/outputs.ts';
import type { Domain } from '../operation/wire.ts';
import { writeFileWhole } from '../program/output-file.ts';
import type { DemoFolder } from './folders.ts';

export const ReconciliationShape = z.object({
  FolderId: int('Dossier'),
  Name: text('Nom'),
  Linked: int('Liés'),
  Unreconciled: int('Non rapprochés'),
  Report: text(),
});

/** Links the transactions of a folder to its ledger, and writes the report of its banks beside the other documents. */
export async function reconcileFolder(
  ctx: Context,
  { folderId, name }: Pick<DemoFolder, 'folderId' | 'name'>,
  workspace: string,
): Promise<Domain<typeof ReconciliationShape>> {
  const { accepted } = await acceptProposals(ctx, folderId, { minScore: SURE });
  const accounts = await bankSummary(ctx, folderId, {});
  const report = join(workspace, `demo-bank-${folderId}.html`);
  await writeFileWhole(report, (await bankReport(ctx, folderId, {}, 'html')).content);
  const unreconciled = accounts.reduce((sum, account) => sum + account.unreconciled, 0);
  return {
    folderId,
    name,
    linked: accepted.reduce((sum, { transactions }) => sum + transactions.length, 0),
    unreconciled,
    report,
  };
}

const SAY: Readonly<Record<Language, string>> = {
  en: '\nBank transactions linked to the ledger, and those left to look at',
  fr: '\nMouvements bancaires rapprochés de la comptabilité, et ceux qui restent à voir',
};

export function* reconciliationView(
  done: readonly z.output<typeof ReconciliationShape>[],
  language: Language,
): Generator<Block> {
  yield { kind: 'text', text: SAY[language] };
  yield {
    kind: 'table',
    columns: [
      { name: 'Name', fr: 'Nom' },
      { name: 'Linked', fr: 'Liés', type: 'number' },
      { name: 'Unreconciled', fr: 'Non rapprochés', type: 'number' },
    ],
    rows: done.map(({ Name, Linked, Unreconciled }) => [Name, Linked, Unreconciled]),
  };
}
