/** What instalments declared, where they were sent from here: of company tax (2571), and of CVAE (1329-AC). */
import { standingFiling } from '../../filing/filings.ts';
import { filingPiece } from '../../filing/pieces.ts';
import type { FormContent } from '../../forms/content.ts';
import { dayParts, type PlainDate } from '../../kernel/dates.ts';
import type { Exercise } from '../../ledger/exercises.ts';
import type { Context } from '../../operation/context.ts';
import type { InstalmentsSent } from '../returns/company-tax.ts';
import type { AdvancesSent } from '../returns/cvae.ts';
import { deadlines } from '../rules/deadlines.ts';
import { isFiled } from '../rules/status.ts';
import { countingDeclarations } from '../standing.ts';

/** Throws FolderNotFound. */
export async function instalmentsSent(
  ctx: Context,
  folderId: number,
  exercise: Exercise,
): Promise<InstalmentsSent | undefined> {
  const ends = deadlines('IS2571', exercise).map(({ period }) => period.end);
  const sent = await formsSent(ctx, folderId, 'IS2571', (end) => ends.some((one) => one === end));
  return sent && { tax: sumOf(sent, 'CA'), contribution: sumOf(sent, 'CD') };
}

/** Of a year, whatever the exercises: those of June and September are of the tax of their year. Throws FolderNotFound. */
export async function advancesSent(ctx: Context, folderId: number, year: number): Promise<AdvancesSent | undefined> {
  const sent = await formsSent(ctx, folderId, 'CVAEAcompte', (end) => dayParts(end).year === year);
  return (
    sent && { count: sent.length, tax: sumOf(sent, 'ED'), additional: sumOf(sent, 'GB'), handling: sumOf(sent, 'HA') }
  );
}

const sumOf = (forms: readonly FormContent[], cell: string): bigint =>
  forms.reduce((sum, { cells }) => sum + BigInt(cells[cell] ?? 0), 0n);

const FORMS = { IS2571: '2571', CVAEAcompte: '1329AC' } as const;

/** Nothing when none was sent, or when one was filed elsewhere: its amount is not known. */
async function formsSent(
  ctx: Context,
  folderId: number,
  wanted: keyof typeof FORMS,
  isOf: (end: PlainDate) => boolean,
): Promise<FormContent[] | undefined> {
  const filed = (await countingDeclarations(ctx, folderId)).filter(
    ({ type, status, periodEnd }) =>
      type === wanted && isFiled(status) && periodEnd !== undefined && isOf(periodEnd as PlainDate),
  );
  const forms = await Promise.all(filed.map(({ id }) => formSent(ctx, folderId, id, FORMS[wanted])));
  const sent = forms.flatMap((form) => form ?? []);
  return sent.length === 0 || sent.length < filed.length ? undefined : sent;
}

async function formSent(ctx: Context, folderId: number, id: number, code: string): Promise<FormContent | undefined> {
  const { knex } = await ctx.db();
  const filing = await standingFiling(knex, { folderId, owner: 'Declaration', ids: [id] });
  const piece = filing && (await filingPiece(ctx, filing, 'Forms'));
  const forms = piece ? (JSON.parse(piece.content.toString('utf8')) as FormContent[]) : [];
  return forms.find(({ form }) => form === code);
}
