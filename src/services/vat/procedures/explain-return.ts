/** The reason of a figure of a stored return: what it declares, line by line, frozen with it once it left Draft. */
import type { Knex } from 'knex';
import { vatEdition } from '../../forms/vat-boxes.ts';
import type { Language } from '../../kernel/errors.ts';
import { type EntryLine, readLines } from '../../ledger/lines.ts';
import type { Context } from '../../operation/context.ts';
import { computedOf } from '../drafts/computed.ts';
import { openReturn } from '../drafts/draft.ts';
import { sheetsOf } from '../drafts/previous.ts';
import { readShares } from '../drafts/share-store.ts';
import { formOf } from '../drafts/stored-return.ts';
import { type ExplainedFigure, explained, type Known } from '../explain.ts';
import { isComputed } from '../return/fill-return.ts';
import { layoutOf } from '../return/layout.ts';
import { leafBoxes } from '../return/leaf-boxes.ts';
import { aboutReturn } from './about.ts';
import { filledBoxes } from './procedure-item.ts';

/** The boxes of a zone (`FP`) or of a line (`08`). Throws FolderNotFound, ProcedureNotFound, BoxNotFound. */
export async function explainReturn(
  ctx: Context,
  folderId: number,
  procedureId: number,
  name: string,
): Promise<ExplainedFigure[]> {
  const opened = await openReturn(ctx, folderId, procedureId);
  const { procedure, group } = opened;
  const { knex } = await ctx.db();
  const form = formOf(opened);
  const layout = layoutOf(form, vatEdition(group.end_date));
  const shares = isComputed(form) ? await readShares(knex, { folderId, procedureId }) : [];
  const { computed_boxes: computedBoxes, typed_boxes: typedBoxes } = procedure;
  const { territory } = await aboutReturn(knex, opened);
  const filled = {
    forms: sheetsOf(filledBoxes({ computedBoxes, typedBoxes }) ?? {}),
    exact: leafBoxes(shares, layout, territory).exact,
    adjustments: computedOf(procedure)?.adjustments ?? [],
    layout,
  };
  const period = { startDate: group.begin_date, endDate: group.end_date, userBoxes: sheetsOf(typedBoxes) };
  const nothing = { date: '', journal: '', reference: '', thirdParty: undefined };
  const named = explained([{ period, filled }], name, () => nothing);
  const places = named.flatMap(({ lines }) => lines);
  const known = await linesKnown(knex, folderId, places);
  const days = new Map(shares.map(({ element }) => [element.lineId, element.date]));
  const gone = ({ entryId, lineId }: Place) => ({
    date: days.get(lineId) ?? group.end_date,
    reference: GONE[ctx.language](entryId),
  });
  const knownOf = (place: Place) => ({ ...gone(place), ...known(place) });
  return named.map((figure) => ({ ...figure, lines: figure.lines.map((line) => ({ ...line, ...knownOf(line) })) }));
}

/** What was declared of a line that has left the books is known by its return alone: its day, and the entry it was of. */
const GONE: Readonly<Record<Language, (entryId: number) => string>> = {
  en: (entryId) => `Entry ${entryId}, gone from the books`,
  fr: (entryId) => `Écriture ${entryId}, retirée des livres`,
};

interface Place {
  readonly entryId: number;
  readonly lineId: number;
}

/** Identifiers asked for at once. */
const BATCH = 10_000;

/** Of a line that has left the books, nothing but the third party of what is left of its entry. */
async function linesKnown(
  knex: Knex,
  folderId: number,
  places: readonly Place[],
): Promise<(place: Place) => Partial<ReturnType<Known>>> {
  const ids = [...new Set(places.map(({ lineId }) => lineId))];
  const lines = new Map<number, EntryLine>();
  for (let from = 0; from < ids.length; from += BATCH) {
    for (const line of await readLines(knex, folderId, { ids: ids.slice(from, from + BATCH) }))
      lines.set(line.id, line);
  }
  const parties = await partiesOf(knex, folderId, [...new Set(places.map(({ entryId }) => entryId))]);
  return ({ entryId, lineId }) => {
    const line = lines.get(lineId);
    const thirdParty = parties.get(entryId);
    if (!line) return { thirdParty };
    return { date: line.date, journal: line.journalCode, reference: line.docRef || line.label, thirdParty };
  };
}

/** Account and sub-account of the first third party of each entry. */
async function partiesOf(knex: Knex, folderId: number, entryIds: number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await knex.raw(
    `select distinct on (l.entry_id) l.entry_id, concat_ws(' ', a.number, s.code) as party
     from entry_line l
     join account a on a.folder_id = l.folder_id and a.id = l.account_id and a.number ~ '^4[01]'
     left join sub_account s on s.folder_id = l.folder_id and s.id = l.sub_account_id
     where l.folder_id = ? and l.entry_id = any(?)
     order by l.entry_id, l.rank`,
    [folderId, entryIds],
  );
  return new Map(rows.map((row: { entry_id: number; party: string }) => [row.entry_id, row.party]));
}
