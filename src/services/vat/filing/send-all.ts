/** Every validated draft of a scope: which they are, and sending one of them. */
import { requireAgreement } from '../../channels/mode.ts';
import { foldersOf, type WorkScope } from '../../folders/scope.ts';
import { today } from '../../kernel/clock.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { TaxopsError } from '../../kernel/errors.ts';
import type { Context } from '../../operation/context.ts';
import { earlierFindings } from '../drafts/earlier.ts';
import { readReturn } from '../drafts/stored-return.ts';
import { REFUND_FORM } from '../procedures/refunds.ts';
import { environmentOf, sendProcedure } from './send.ts';

export interface ToSend {
  readonly folderId: number;
  readonly procedureId: number;
  readonly form: string;
  readonly endDate: PlainDate;
}

/**
 * Drafts of periods that have ended, whose entries are all validated, and which were not filed elsewhere; for test, those
 * that were not tested. What D43 and the controls say is asked of each when it is sent. Throws FolderNotFound,
 * ChannelModeMismatch.
 */
export async function draftsToSend(ctx: Context, scope: WorkScope, isTest: boolean): Promise<ToSend[]> {
  requireAgreement('ChannelB', environmentOf(ctx), isTest);
  const { knex } = await ctx.db();
  const ids = (await foldersOf(ctx, scope)).map(({ id }) => id);
  const query = knex('vat_procedure as p')
    .joinRaw('join vat_procedure_group g on g.folder_id = p.folder_id and g.id = p.group_id')
    .whereRaw('p.folder_id = any(?) and g.folder_id = any(?)', [ids, ids])
    .where({ 'p.status': 'Draft', 'p.file_id': null })
    .where('g.end_date', '<', today(ctx))
    .whereRaw(
      `not exists (select from entry e where e.folder_id = p.folder_id and e.validation_date is null
        and e.entry_date between g.begin_date and g.end_date)`,
    )
    .whereRaw(
      // A refund leaves with its return.
      `not (p.form is not distinct from ? and exists (select from vat_procedure r where r.folder_id = p.folder_id
        and r.group_id = p.group_id and r.form is null and r.status = 'Draft' and r.file_id is null))`,
      [REFUND_FORM],
    )
    .orderBy(['p.folder_id', 'g.end_date', 'p.id'])
    .select({ folderId: 'p.folder_id', procedureId: 'p.id', endDate: 'g.end_date' })
    .select(knex.raw(`coalesce(p.form, g.form_snapshot -> 'principal' ->> 'form') as form`));
  if (isTest) query.whereRaw('not (p.test_mode is true and p.numero_piece is not null)');
  return query;
}

const earlierOf = async (ctx: Context, folderId: number, procedureId: number) =>
  earlierFindings((await ctx.db()).knex, await readReturn(ctx, folderId, procedureId));

/** Not ready, or not to be sent any more: a person sees to it. */
const PASSED_OVER: readonly string[] = [
  'ValidationFailed',
  'ControlsFailed',
  'PaymentsInvalid',
  'BoxUnknown',
  'EdiInvalid',
  'ProcedureNotInDraftStatus',
  'ProcedureNotFound',
  'AlreadyFiled',
  'FiledElsewhere',
];

/**
 * Undefined when it was sent, else what keeps it back: a return before it that was never filed too, of which it would leave
 * the credit out. Throws what the channel does, and SendUnderWay.
 */
export async function sendValidated(
  ctx: Context,
  { folderId, procedureId }: Pick<ToSend, 'folderId' | 'procedureId'>,
  isTest: boolean,
): Promise<string | undefined> {
  try {
    const [earlier] = isTest ? [] : await earlierOf(ctx, folderId, procedureId);
    if (earlier) return `${earlier.code}: ${earlier.message[ctx.language]}`;
    await sendProcedure(ctx, folderId, { procedureId, isTest, wantsClosingEntry: true, channel: 'ChannelB' });
    return undefined;
  } catch (error) {
    if (error instanceof TaxopsError && PASSED_OVER.includes(error.code)) return `${error.code}: ${error.message}`;
    throw error;
  }
}
