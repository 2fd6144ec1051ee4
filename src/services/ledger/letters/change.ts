/**
 * Lettering by hand. A letter is a note beside an entry: it changes on validated entries and in periods whose VAT return
 * is sent (the next return shows the difference as of a prior period), but not in a closed exercise, whose FEC bears it.
 */
import type { Knex } from 'knex';
import { getFolder } from '../../folders/folders.ts';
import { today } from '../../kernel/clock.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { ledgerErrors } from '../errors.ts';
import { readExercises } from '../exercises.ts';
import { type Page, type Paging, readPage } from '../page.ts';
import { lockLedger } from '../store.ts';
import { nextCode, written } from './codes.ts';
import {
  applyLetters,
  codesInUse,
  keyOf,
  type LetteredLine,
  type Lettering,
  type LetteringKind,
  letteringQuery,
  linesById,
  linesLetteredHere,
  linesOfGroups,
  type NewLetter,
  recordLettering,
  takeBackLetters,
  whereLinesExist,
} from './store.ts';

export interface LinesToLetter {
  readonly lineIds: readonly number[];
  /** Accept a group that is not balanced: an invoice that is paid in part. */
  readonly isPartial: boolean;
}

/**
 * Letters lines of one account and third party together, under its next free code; a partial group that one of them
 * belongs to joins whole and keeps its code. Throws FolderNotFound, LedgerFolderInactive, LedgerLineNotFound,
 * LetteringMixed, LineLettered, LetteringOneSided, LetteringNotBalanced, ExerciseClosed.
 */
export const letterLines = (ctx: Context, folderId: number, wanted: LinesToLetter): Promise<Lettering> =>
  changing(ctx, folderId, 'Set', async (trx) => {
    const named = await existingLines(trx, folderId, wanted.lineIds);
    refuseMixed(named);
    const joined = await linesOfGroups(trx, folderId, named);
    refuseLettered(folderId, named, joined);
    const all = unique([...named, ...joined]);
    refuseUnbalanced(all, wanted.isPartial);
    const codes = await codesInUse(trx, folderId, [...new Set(all.map(({ accountId }) => accountId))]);
    const known = joined[0]?.letter;
    const code = known ?? nextCode(codes.get(keyOf(all[0] as LetteredLine)) ?? []);
    return all.map((line) => ({ line, letter: written(code, sumOf(all) !== 0n) }));
  });

/** Takes the letters off the whole groups of some lines. Throws as `letterLines`, and LineNotLettered. */
export const unletterLines = (ctx: Context, folderId: number, lineIds: readonly number[]): Promise<Lettering> =>
  changing(ctx, folderId, 'Unset', async (trx) => {
    const named = await existingLines(trx, folderId, lineIds);
    const bare = named.find(({ letter }) => letter === null);
    if (bare) throw ledgerErrors.LineNotLettered({ lineId: bare.id });
    return (await linesOfGroups(trx, folderId, named)).map((line) => ({ line, letter: null }));
  });

/** The letters of groups that were found balanced under the lock, each under a code of its own. */
export async function codesOfGroups(
  trx: Knex.Transaction,
  folderId: number,
  groups: readonly (readonly number[])[],
): Promise<NewLetter[]> {
  const lines = new Map((await linesById(trx, folderId, groups.flat())).map((line) => [line.id, line]));
  const codes = await codesInUse(trx, folderId, [...new Set([...lines.values()].map(({ accountId }) => accountId))]);
  return groups.flatMap((ids) => {
    const members = ids.flatMap((id) => lines.get(id) ?? []);
    const key = keyOf(members[0] as LetteredLine);
    const used = codes.get(key) ?? [];
    const letter = nextCode(used);
    codes.set(key, [letter]); // the highest is all that the next one looks at
    return members.map((line) => ({ line, letter }));
  });
}

/**
 * Gives back what a lettering replaced. Throws FolderNotFound, LedgerFolderInactive, LetteringNotFound,
 * LetteringChangedSince, ExerciseClosed.
 */
export async function undoLettering(ctx: Context, folderId: number, letteringId: number): Promise<Lettering> {
  return inLetters(ctx, folderId, async (trx) => {
    const before = await getLettering(trx, folderId, letteringId);
    const lines = await linesById(trx, folderId, before.lineIds);
    await refuseClosed(trx, folderId, lines);
    const isWhole = await takeBackLetters(trx, folderId, letteringId);
    if (before.undoneAt !== null || !isWhole || (await hasBrokenGroup(trx, folderId, before.lineIds)))
      throw ledgerErrors.LetteringChangedSince({ letteringId });
    await trx('lettering').where({ folder_id: folderId, id: letteringId }).update({ undone_at: ctx.clock.now() });
    return getLettering(trx, folderId, letteringId);
  });
}

/**
 * Whether a group of these lines, lettered here, lacks a side or balances otherwise than its letter says: the entry of
 * another of its lines was deleted. A letter given back would say of an open item that it is settled.
 */
async function hasBrokenGroup(trx: Knex.Transaction, folderId: number, lineIds: readonly number[]): Promise<boolean> {
  const own = await linesLetteredHere(trx, folderId, lineIds);
  const groups = groupBy(await linesOfGroups(trx, folderId, own), (line) => `${keyOf(line)} ${line.letter}`);
  return [...groups.values()].some((lines) => {
    const [{ letter } = { letter: null }] = lines;
    return !hasBothSides(lines) || written(letter ?? '', sumOf(lines) !== 0n) !== letter;
  });
}

/** The letterings made here, the last first, without those whose lines are all gone. Throws FolderNotFound. */
export async function listLetterings(ctx: Context, folderId: number, paging: Paging): Promise<Page<Lettering>> {
  const { knex } = await ctx.db();
  await getFolder(ctx, folderId);
  const order = (page: Knex.QueryBuilder) => page.orderBy('t.id', 'desc');
  return readPage<Lettering, Lettering>(whereLinesExist(letteringQuery(knex, folderId)), order, paging, (row) => row);
}

async function getLettering(trx: Knex.Transaction, folderId: number, letteringId: number): Promise<Lettering> {
  const found: Lettering | undefined = await letteringQuery(trx, folderId).where('t.id', letteringId).first();
  if (!found) throw ledgerErrors.LetteringNotFound({ folderId, letteringId });
  return found;
}

const changing = (
  ctx: Context,
  folderId: number,
  kind: LetteringKind,
  find: (trx: Knex.Transaction) => Promise<readonly NewLetter[]>,
): Promise<Lettering> =>
  inLetters(ctx, folderId, async (trx) => giveLetters(ctx, trx, { folderId, kind, letters: await find(trx) }));

interface LettersToGive {
  readonly folderId: number;
  readonly kind: LetteringKind;
  readonly letters: readonly NewLetter[];
}

/** Gives the letters, dated today, and keeps what they replace. Throws ExerciseClosed. */
export async function giveLetters(
  ctx: Context,
  trx: Knex.Transaction,
  { folderId, kind, letters }: LettersToGive,
): Promise<Lettering> {
  await refuseClosed(
    trx,
    folderId,
    letters.map(({ line }) => line),
  );
  await applyLetters(trx, folderId, letters, today(ctx));
  const id = await recordLettering(trx, folderId, kind, { letters, at: ctx.clock.now() });
  return getLettering(trx, folderId, id);
}

/** Under the lock of the ledger. Throws FolderNotFound, LedgerFolderInactive. */
export async function inLetters<T>(
  ctx: Context,
  folderId: number,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const folder = await getFolder(ctx, folderId);
  if (!folder.isActive) throw ledgerErrors.LedgerFolderInactive({ folderId });
  return (await ctx.db()).transaction(async (trx) => {
    await lockLedger(trx, folderId);
    return work(trx);
  });
}

async function existingLines(
  trx: Knex.Transaction,
  folderId: number,
  lineIds: readonly number[],
): Promise<LetteredLine[]> {
  const lines = await linesById(trx, folderId, lineIds);
  const lineId = lineIds.find((wanted) => !lines.some(({ id }) => id === wanted));
  if (lineId !== undefined) throw ledgerErrors.LedgerLineNotFound({ folderId, lineId });
  return lines;
}

function refuseMixed(lines: readonly LetteredLine[]): void {
  const keys = lines.map((line) => `${keyOf(line)} ${line.exerciseId}`);
  const [first] = lines;
  const other = lines[keys.findIndex((key) => key !== keys[0])];
  if (first && other) throw ledgerErrors.LetteringMixed({ lineId: other.id, otherId: first.id });
}

/** A group that is balanced is complete; two partial groups are two codes. */
function refuseLettered(folderId: number, named: readonly LetteredLine[], joined: readonly LetteredLine[]): void {
  const [first] = joined;
  if (!first) return;
  const other = joined.find(({ letter }) => letter !== first.letter);
  if (sumOf(joined) !== 0n && !other) return;
  const line = named.find(({ letter }) => letter === (other ?? first).letter) ?? first;
  throw ledgerErrors.LineLettered({ folderId, lineId: line.id, letter: line.letter ?? '' });
}

function refuseUnbalanced(lines: readonly LetteredLine[], isPartial: boolean): void {
  if (!hasBothSides(lines)) throw ledgerErrors.LetteringOneSided();
  const difference = sumOf(lines);
  if (difference !== 0n && !isPartial)
    throw ledgerErrors.LetteringNotBalanced({ difference: formatAmount(difference) });
}

async function refuseClosed(trx: Knex.Transaction, folderId: number, lines: readonly LetteredLine[]): Promise<void> {
  const ids = new Set(lines.map(({ exerciseId }) => exerciseId));
  const closed = (await readExercises(trx, folderId)).find(({ id, isClosed }) => isClosed && ids.has(id));
  if (closed) throw ledgerErrors.ExerciseClosed({ exerciseId: closed.id, end: closed.end });
}

const hasBothSides = (lines: readonly LetteredLine[]): boolean =>
  lines.some(({ net }) => net > 0n) && lines.some(({ net }) => net < 0n);

const sumOf = (lines: readonly LetteredLine[]): bigint => lines.reduce((sum, { net }) => sum + net, 0n);

const unique = (lines: readonly LetteredLine[]): LetteredLine[] => [
  ...new Map(lines.map((line) => [line.id, line])).values(),
];
