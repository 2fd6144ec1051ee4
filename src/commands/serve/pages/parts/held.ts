/** What a form was made from goes with it: who saves over what another person saved meanwhile is warned first. */
import type { Inputs } from '../page.ts';
import { type Failure, type Probe, useView } from './view.ts';

/** What a field shows of a value. */
export const fieldText = (value: unknown): string => many(value).map(String).join(', ');

export const many = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : [value].flat();

/** A page may have the same form for each of its rows: the refused one has the same fixed inputs. */
export const isOf = ({ operation, values }: Failure, run: string, fixed: Inputs): boolean =>
  operation === run && Object.entries(fixed).every(([name, value]) => String(values[name]) === String(value));

interface Held {
  /** For the field `_was`. */
  readonly was: string;
  /** What a field holds by now, where that is neither what it held nor what was typed. */
  readonly meanwhile: (name: string) => string | undefined;
}

/** `held`: what the fields of the form hold now. */
export function useHeld(run: string, fixed: Inputs, held: Inputs): Held {
  const { failure } = useView();
  const now = new Map(Object.entries(held).map(([name, value]) => [name, fieldText(value)]));
  const probed = failure?.probe && isOf(failure, run, fixed) ? { ...failure, ...failure.probe } : undefined;
  for (const [name, text] of probed ? now : [])
    if (probed && isChanged(text, probed.was[name], probed.values[name])) probed.changed.add(name);
  return {
    was: JSON.stringify(Object.fromEntries(now)),
    meanwhile: (name) => (probed?.changed.has(name) ? now.get(name) : undefined),
  };
}

/** Who typed what is there by now loses nothing. */
const isChanged = (now: string, was: string | undefined, typed: unknown): boolean =>
  was !== undefined && typed !== undefined && ![was, fieldText(typed)].some((text) => plain(text) === plain(now));

/** `1 234,00` is 1234. */
function plain(text: string): string {
  const number = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(number) ? String(Number(number)) : text.replaceAll('\r', '').trim();
}

/** `_was` of a form as it was sent; what is no such thing says nothing. */
export function wasIn(text: string | undefined): Probe['was'] | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return Object.fromEntries(Object.entries(read ?? {}).map(([name, value]) => [name, String(value)]));
  } catch {
    return undefined;
  }
}
