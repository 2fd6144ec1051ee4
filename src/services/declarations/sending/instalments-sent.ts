/** What the instalments of company tax of an exercise declared (2571), where they were sent from here. */
import { standingFiling } from '../../filing/filings.ts';
import { filingPiece } from '../../filing/pieces.ts';
import type { FormContent } from '../../forms/content.ts';
import type { Exercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import type { InstalmentsSent } from '../returns/company-tax.ts';
import { deadlines } from '../rules/deadlines.ts';
import { isFiled } from '../rules/status.ts';
import { countingDeclarations } from '../standing.ts';

/** Nothing when none was sent, or when one was filed elsewhere: its amount is not known. Throws FolderNotFound. */
export async function instalmentsSent(
  ctx: Context,
  folderId: number,
  exercise: Exercise,
): Promise<InstalmentsSent | undefined> {
  const ends = deadlines('IS2571', exercise).map(({ period }) => period.end);
  const filed = (await countingDeclarations(ctx, folderId)).filter(
    ({ type, status, periodEnd }) => type === 'IS2571' && isFiled(status) && ends.some((end) => end === periodEnd),
  );
  const forms = await Promise.all(filed.map(({ id }) => formSent(ctx, folderId, id)));
  const sent = forms.flatMap((form) => form ?? []);
  if (sent.length === 0 || sent.length < filed.length) return undefined;
  const sumOf = (cell: string) => sent.reduce((sum, { cells }) => sum + BigInt(cells[cell] ?? 0), 0n);
  return { tax: sumOf('CA'), contribution: sumOf('CD') };
}

async function formSent(ctx: Context, folderId: number, id: number): Promise<FormContent | undefined> {
  const { knex } = await ctx.db();
  const filing = await standingFiling(knex, { folderId, owner: 'Declaration', ids: [id] });
  const piece = filing && (await filingPiece(ctx, filing, 'Forms'));
  const forms = piece ? (JSON.parse(piece.content.toString('utf8')) as FormContent[]) : [];
  return forms.find(({ form }) => form === '2571');
}
