/** A stored return as on paper: its forms in the editions that were frozen, what was typed marked. */
import type { FormDocument } from '../../documents/form-document.ts';
import type { PaperForm } from '../../forms/paper/paper.ts';
import { vatPaper } from '../../forms/paper/vat-paper.ts';
import { titleOf } from '../../forms/paper/words.ts';
import { allBoxes } from '../../forms/vat-boxes.ts';
import type { VatFinding } from '../../forms/vat-controls.ts';
import type { FormBoxes } from '../../forms/vat-sheets.ts';
import { type Instant, parisDay } from '../../kernel/paris-time.ts';
import type { Context } from '../../operation/context.ts';
import { openReturn } from '../drafts/draft.ts';
import { earlierFindings } from '../drafts/earlier.ts';
import { sheetsOf } from '../drafts/previous.ts';
import { formOf, type OpenReturn } from '../drafts/stored-return.ts';
import { aboutReturn } from './about.ts';
import { filledBoxes } from './procedure-item.ts';

export interface StoredPaper {
  readonly opened: OpenReturn;
  /** The principal form, then those that hold something. */
  readonly forms: readonly PaperForm[];
  /** What its figures leave out, that no box shows. */
  readonly warnings: readonly VatFinding[];
}

/** A draft is brought up to date with the books first. Throws FolderNotFound, ProcedureNotFound. */
export async function storedPaper(ctx: Context, folderId: number, procedureId: number): Promise<StoredPaper> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const { procedure, group } = opened;
  const { computed_boxes: computedBoxes, typed_boxes: typedBoxes } = procedure;
  const boxes = sheetsOf(filledBoxes({ computedBoxes, typedBoxes }) ?? {});
  const main = formOf(opened);
  const names = new Set([main, ...[...boxes].flatMap(([form, values]) => (values.size > 0 ? [form] : []))]);
  const forms = [...names].map((form) => {
    const values = boxes.get(form) ?? new Map();
    return vatPaper({
      form,
      values,
      millesime: editionOf(opened, form, values),
      period: { start: group.begin_date, end: group.end_date },
      typed: new Set(Object.keys(typedBoxes[form] ?? {})),
    });
  });
  return { opened, forms, warnings: await earlierFindings((await ctx.db()).knex, opened) };
}

/** The frozen edition; that of the period when boxes were computed that only it prints, so that none is left out. */
function editionOf({ group }: OpenReturn, form: string, values: FormBoxes): number {
  const { principal, annexes } = group.form_snapshot;
  const frozen = [principal, ...annexes].find((one) => one.form === form) ?? principal;
  const isPrinted = (zone: string) =>
    allBoxes().some(
      (box) => box.form === form && box.zone === zone && box.from <= frozen.millesime && frozen.millesime <= box.to,
    );
  return [...values.keys()].every(isPrinted) ? frozen.millesime : Number(group.end_date.slice(2, 4));
}

const DRAFTS: readonly string[] = ['Draft', 'Rejected', 'Cancelled'];

/** For the client, in French; the day of a return that left is that on which it did. */
export async function returnDocument(ctx: Context, { opened, forms }: StoredPaper): Promise<FormDocument> {
  const { procedure, group } = opened;
  const { company, ...named } = await aboutReturn((await ctx.db()).knex, opened);
  const folder = named.siren ? `${named.folder}, SIREN ${named.siren}` : named.folder;
  const about = `Période du ${frenchDay(group.begin_date)} au ${frenchDay(group.end_date)}`;
  const title = titleOf(formOf(opened)).fr;
  return {
    title,
    lines: [company, folder, about, stateOf(procedure)],
    foot: company,
    head: `${company}  -  ${folder}  -  ${about}`,
    createdAt: DRAFTS.includes(procedure.status) ? ctx.clock.now() : (procedure.sent_at ?? procedure.created_at),
    language: 'fr',
    mark: procedure.status === 'Accepted' || isFiledElsewhere(procedure) ? undefined : 'PROJET',
    forms,
  };
}

/** Nobody tells taxops any more of it. */
const isFiledElsewhere = ({ status, sending_channel }: OpenReturn['procedure']): boolean =>
  sending_channel === 'Manual' && !DRAFTS.includes(status);

function stateOf(procedure: OpenReturn['procedure']): string {
  const { status, test_mode, sent_date, sent_at } = procedure;
  if (status === 'Accepted') return test_mode ? 'Acceptée en mode test' : 'Acceptée';
  if (isFiledElsewhere(procedure)) return `Déposée par un autre moyen le ${frenchDay(sent_date ?? dayOf(sent_at))}`;
  return DRAFTS.includes(status) ? 'Projet : non déposée' : 'Déposée, non encore acceptée';
}

const dayOf = (moment: string | null): string => (moment ? parisDay(moment as Instant) : '');
const frenchDay = (day: string): string => day.split('-').reverse().join('/');
