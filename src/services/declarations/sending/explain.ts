/** Where one cell of the liasse of a period comes from. */
import type { Context } from '../../operation/context.ts';
import { kindEntry } from '../kinds.ts';
import { type CellOrigin, explainCell } from '../returns/annexes/explain.ts';
import { liasse } from './contents.ts';
import { sendingErrors } from './errors.ts';
import { refuseMissing } from './missing.ts';
import type { PeriodKey } from './period.ts';
import { subjectOf } from './subject.ts';

/**
 * `cell`: form and code, `2054.KS`. As the liasse would be built now. Throws FolderNotFound, PeriodUnknown, ValuesMissing,
 * CellNotThere, and what building the liasse throws.
 */
export async function explainLiasseCell(
  ctx: Context,
  { folderId, end }: Omit<PeriodKey, 'type'>,
  cell: string,
): Promise<CellOrigin> {
  const subject = await subjectOf(ctx, { folderId, type: 'Liasse', end });
  refuseMissing(kindEntry('Liasse').needs, subject, 'Internal', ctx.language);
  const { explained } = await liasse(subject);
  const [form = '', code = ''] = cell.toUpperCase().split('.');
  const origin = explainCell(explained, form, code);
  if (!origin) throw sendingErrors.CellNotThere({ cell });
  return origin;
}
