/** A period is opened with its return in Draft: by hand from a definition, or with the assistant, which chooses it. */
import type { Knex } from 'knex';
import { getDocument } from '../../banking/transactions/supporting-documents/documents.ts';
import { getFolder, lockFolder } from '../../folders/folders.ts';
import type { Folder } from '../../folders/store.ts';
import { allBoxes } from '../../forms/vat-boxes.ts';
import type { PlainDate } from '../../kernel/dates.ts';
import { readExercises } from '../../ledger/exercises.ts';
import type { Actor } from '../../operation/actor.ts';
import type { Context } from '../../operation/context.ts';
import { bumpWatch } from '../drafts/watch.ts';
import { vatErrors } from '../errors.ts';
import { getDefinition, listFolderDefinitions } from './definitions.ts';
import { type ProcedureGroup, readGroups } from './groups.ts';
import { refuseOverlap } from './overlap.ts';
import { checkPeriod, DEPOSITS, isComputed, refuseBefore } from './period.ts';
import { REFUND_FORM } from './refunds.ts';
import { seedForms } from './seeds.ts';
import {
  type Definition,
  type FormSnapshot,
  type FrozenForm,
  type GroupCategory,
  groups,
  type ProcedureRow,
  type ProcedureType,
  procedures,
} from './store.ts';
import { servingOn, templateOf } from './templates.ts';

export interface NewGroup {
  readonly documentName: string;
  readonly procedureDefinitionId: number;
  readonly category: string;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly closingDate?: PlainDate | null | undefined;
  readonly documentId?: number | null | undefined;
  /** The newest forms that serve the end of the period unless given. */
  readonly formSnapshot?: FormSnapshot | null | undefined;
}

export interface AssistedGroup {
  readonly procedureType: ProcedureType;
  readonly beginDate: PlainDate;
  readonly endDate: PlainDate;
  readonly depositNumber?: number | null | undefined;
  readonly form?: string | null | undefined;
}

/**
 * Throws FolderNotFound, ProcedureDefinitionNotFound, NotSupportedProcedureType, PeriodInvalid, PeriodTooLong,
 * PeriodAlreadyDeclared, FormTemplateNotFound, SupportingDocumentNotFound.
 */
export async function createGroup(ctx: Context, folderId: number, input: NewGroup): Promise<ProcedureGroup> {
  const folder = await getFolder(ctx, folderId);
  const definition = await getDefinition(ctx, input.procedureDefinitionId);
  const category = categoryOf(definition);
  if (input.category !== category) {
    throw vatErrors.NotSupportedProcedureType({
      detail: `Category ${input.category}, ${definition.principalForm}: ${category}`,
    });
  }
  if (input.documentId) await getDocument(ctx, folderId, input.documentId);
  return open(ctx, folder, { ...input, definition, category, depositNumber: null, type: 'Manual' });
}

/**
 * Throws FolderNotFound, NotSupportedProcedureType, PeriodInvalid, PeriodTooLong, PeriodAlreadyDeclared,
 * FormTemplateNotFound.
 */
export async function assistGroup(ctx: Context, folderId: number, input: AssistedGroup): Promise<ProcedureGroup> {
  const folder = await getFolder(ctx, folderId);
  checkPeriod(input);
  const definition = await chosen(ctx, folder, input);
  const form = definition.principalFormCode;
  return open(ctx, folder, {
    ...input,
    definition,
    category: categoryOf(definition),
    depositNumber: depositOf(form, input.depositNumber ?? null),
    documentName: `${definition.principalForm} ${input.beginDate} ${input.endDate}`,
    type: isComputed(form) ? 'PreConfigured' : 'Assisted',
  });
}

async function chosen(
  ctx: Context,
  folder: Folder,
  { procedureType, form, beginDate, endDate }: AssistedGroup,
): Promise<Definition> {
  const all = await listFolderDefinitions(ctx, folder, { type: procedureType, beginDate, endDate });
  const [found] = all.filter(({ principalFormCode }) => !form || principalFormCode === form);
  if (found) return found;
  const detail = [procedureType, form, folder.vatSystem ?? 'RealNormal', endDate].filter(Boolean).join(', ');
  throw vatErrors.NotSupportedProcedureType({ detail });
}

/** An instalment has its number, and nothing else has one. */
function depositOf(form: string, depositNumber: number | null): number | null {
  const most = DEPOSITS[form] ?? 0;
  if (most === 0 ? depositNumber === null : depositNumber !== null && depositNumber <= most) return depositNumber;
  throw vatErrors.NotSupportedProcedureType({ detail: `${form}, DepositNumber ${depositNumber ?? 'null'}` });
}

function categoryOf({ type, principalFormCode }: Definition): GroupCategory {
  if (type === 'Refund') return 'TvaRefund';
  return principalFormCode in DEPOSITS ? 'AcompteCA12' : 'Tva';
}

interface Opening extends Omit<NewGroup, 'procedureDefinitionId'> {
  readonly definition: Definition;
  readonly category: GroupCategory;
  readonly depositNumber: number | null;
  readonly type: ProcedureRow['type'];
}

async function open(ctx: Context, folder: Folder, opening: Opening): Promise<ProcedureGroup> {
  const { definition, beginDate, endDate } = opening;
  checkPeriod(opening);
  refuseUnknownForm(definition);
  const db = await ctx.db();
  await seedForms(db.knex, ctx);
  return db.transaction(async (trx) => {
    await lockFolder(trx, folder.id);
    await refuseEarly(trx, folder.id, opening);
    await refuseOverlap(trx, folder.id, { ...opening, form: definition.principalFormCode });
    const [group] = await groups(trx)
      .insert({
        folder_id: folder.id,
        definition_id: definition.id,
        category: opening.category,
        begin_date: beginDate,
        end_date: endDate,
        closing_date: opening.closingDate ?? null,
        document_name: opening.documentName,
        document_id: opening.documentId ?? null,
        deposit_number: opening.depositNumber,
        form_snapshot: await snapshotOf(trx, opening),
        created_at: ctx.clock.now(),
      })
      .returning('id');
    if (!group) throw new Error('an insert returned nothing');
    if (definition.principalFormCode === REFUND_FORM) await bumpWatch(trx, folder.id);
    await insertDraft(trx, ctx, { folder_id: folder.id, group_id: group.id, type: opening.type });
    const [made] = await readGroups(trx, folder, { ids: [group.id] });
    if (!made) throw vatErrors.ProcedureGroupNotFound({ procedureGroupId: group.id });
    return made;
  });
}

/** A form of which no box is known is listed, and never filed: 3310-TIC. */
function refuseUnknownForm({ principalFormCode: form, principalForm }: Definition): void {
  if (allBoxes().some((box) => box.form === form)) return;
  throw vatErrors.NotSupportedProcedureType({ detail: principalForm });
}

const insertDraft = (
  trx: Knex.Transaction,
  { actor, clock }: Context,
  place: Pick<ProcedureRow, 'folder_id' | 'group_id' | 'type'>,
) =>
  procedures(trx).insert({
    ...place,
    status: 'Draft',
    is_from_assistant: place.type !== 'Manual',
    created_at: clock.now(),
    created_by: nameOf(actor),
  });

/** The user of a token; the command line names nobody. */
const nameOf = (actor: Actor): string | null => (actor.kind === 'user' ? actor.userId : null);

/** A return is of a period that the books may hold. */
async function refuseEarly(trx: Knex.Transaction, folderId: number, { beginDate, endDate }: Opening): Promise<void> {
  const first = (await readExercises(trx, folderId)).map(({ start }) => start).sort()[0];
  if (first !== undefined) refuseBefore(first, { beginDate, endDate });
}

/** Throws FormTemplateNotFound, NotSupportedProcedureType when the forms given are not those of the definition. */
async function snapshotOf(trx: Knex.Transaction, opening: Opening): Promise<FormSnapshot> {
  const { definition, endDate, formSnapshot } = opening;
  const { principalFormCode: principal, identificationFormCode: identification, annexeFormCodes: annexes } = definition;
  if (formSnapshot) return checkedSnapshot(trx, definition, formSnapshot);
  const serving = await servingOn(trx, [principal, identification, ...annexes], endDate);
  const frozen = (form: string): FrozenForm => {
    const found = serving.get(form);
    if (!found) throw vatErrors.FormTemplateNotFound({ template: `${form} ${endDate}` });
    return { form, millesime: found.millesime, formVersion: found.formVersion };
  };
  return { principal: frozen(principal), identification: frozen(identification), annexes: annexes.map(frozen) };
}

async function checkedSnapshot(
  trx: Knex.Transaction,
  definition: Definition,
  snapshot: FormSnapshot,
): Promise<FormSnapshot> {
  const { principal, identification, annexes } = snapshot;
  for (const form of [principal, ...(identification ? [identification] : []), ...annexes]) await templateOf(trx, form);
  const isOf =
    principal.form === definition.principalFormCode &&
    (identification?.form ?? definition.identificationFormCode) === definition.identificationFormCode &&
    annexes.every(({ form }) => definition.annexeFormCodes.includes(form));
  if (!isOf) throw vatErrors.NotSupportedProcedureType({ detail: `FormSnapshot, ${definition.principalForm}` });
  return snapshot;
}
