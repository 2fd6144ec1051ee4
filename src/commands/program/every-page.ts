/** A file holds every row of a listing, whatever the size of its pages. */
import * as z from 'zod';
import type { ParsedInput, RawInput } from '../operation/invoke.ts';
import type { Operation } from '../operation/operation.ts';
import { keepOrigin, originOf } from '../operation/wire.ts';

const PAGE = ['page', 'PageNumber'];
const SIZE = ['limit', 'size', 'pageSize', 'PageSize'];
/** The first that the operation takes is asked for: fewer calls. */
const SIZES = [10_000, 1_000, 500];

interface Paging {
  readonly place: 'query' | 'body';
  readonly page: string;
  readonly size: string | undefined;
  readonly most: number | undefined;
}

const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** How an operation counts pages; undefined for one that answers everything unless a page is asked for. */
function pagingOf(operation: Operation): Paging | undefined {
  for (const place of ['query', 'body'] as const) {
    const shape = shapeOf(operation[place]);
    const page = PAGE.find((name) => shape[name]?.safeParse(undefined).data === 1);
    if (page === undefined) continue;
    const size = SIZE.find((name) => shape[name]);
    return { place, page, size, most: SIZES.find((most) => size && shape[size]?.safeParse(most).success) };
  }
  return undefined;
}

/** What was asked, without the page that a screen shows of it. */
export function withoutPage(raw: RawInput): RawInput {
  const asked = Object.entries((raw.query ?? {}) as ParsedInput);
  return { ...raw, query: Object.fromEntries(asked.filter(([name]) => ![...PAGE, ...SIZE].includes(name))) };
}

/** All pages as one, unless the caller chose a page or its size. */
export async function everyPage(
  operation: Operation,
  raw: RawInput,
  call: (raw: RawInput) => Promise<unknown>,
): Promise<unknown> {
  if (cursorOf(operation)) return everyPageAfter(operation, raw, call);
  const paging = pagingOf(operation);
  const given = (paging && raw[paging.place]) as ParsedInput | undefined;
  const isChosen = [...PAGE, ...SIZE].some((name) => given?.[name] !== undefined);
  if (!paging || isChosen) return call(raw);
  const { place, page, size, most } = paging;
  const pageAt = (number: number) =>
    call({ ...raw, [place]: { ...given, [page]: number, ...(size && most && { [size]: most }) } });
  let whole = await pageAt(1);
  for (let number = 2; mayHaveMore(whole); number++) {
    const next = await pageAt(number);
    if (itemsOf(next).length === 0) break;
    whole = joined(whole, next);
  }
  return whole;
}

/** A list read backwards says what goes into `before` for the page that follows: `Next`, null when none does. */
const cursorOf = (operation: Operation): boolean =>
  'before' in shapeOf(operation.query) && 'Next' in shapeOf(operation.output);

async function everyPageAfter(
  operation: Operation,
  raw: RawInput,
  call: (raw: RawInput) => Promise<unknown>,
): Promise<unknown> {
  const given = raw.query as ParsedInput | undefined;
  if (given?.limit !== undefined) return call(raw);
  const limit = SIZES.find((most) => shapeOf(operation.query).limit?.safeParse(most).success);
  const pageBefore = (before: unknown) => call({ ...raw, query: { ...given, ...(limit && { limit }), before } });
  let whole = await pageBefore(given?.before);
  for (let next = nextOf(whole); next !== null; next = nextOf(whole)) whole = joined(whole, await pageBefore(next));
  return whole;
}

const nextOf = (page: unknown): unknown => (page as Page).Next ?? null;

type Page = Readonly<Record<string, unknown>>;

/** A page that does not say whether another follows is followed until one is empty. */
const mayHaveMore = (page: unknown): boolean => itemsOf(page).length > 0 && (page as Page).HasMore !== false;

function itemsOf(page: unknown, name = 'Items'): readonly unknown[] {
  if (Array.isArray(page)) return page;
  const items = (page as Page | undefined)?.[name];
  return Array.isArray(items) ? items : [];
}

function joined(whole: unknown, next: unknown): unknown {
  const origins = [originOf(whole), originOf(next)];
  const both = withItems(whole, next, 'Items');
  return keepOrigin(both, withItems(origins[0], origins[1], 'items'));
}

function withItems(whole: unknown, next: unknown, name: string): object {
  const items = [...itemsOf(whole, name), ...itemsOf(next, name)];
  if (Array.isArray(whole)) return items;
  const last = ['HasMore', 'Next'].filter((known) => next !== undefined && known in (next as Page));
  return {
    ...(whole as Page),
    ...Object.fromEntries(last.map((known) => [known, (next as Page)[known]])),
    [name]: items,
  };
}
