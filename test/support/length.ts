/**
 * Tests of two lengths. The fast project leaves out what is tagged `long`; `npm run long` runs in the project `whole` what
 * is tagged `long` or `sized`, and nothing else (CONTRIBUTING.md says which test is which).
 */
import { inject, it, TestRunner } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    isWhole: boolean;
  }
}

/** Whether this is the long run. */
export const isWhole: boolean = inject('isWhole');

/** In a test that bears a tag: so much in the fast project, so much in the whole one, and so much with SOAK=1. */
export function sized<T>(short: T, whole: T, soak: T = whole): T {
  if (!TestRunner.getCurrentTest()?.tags?.some((tag) => tag === 'sized' || tag === 'long'))
    throw new Error("what is sized bears the tag 'sized': else the long run leaves it out");
  if (!isWhole) return short;
  return process.env.SOAK ? soak : whole;
}

type Arguments<T> = T extends readonly [...infer All] ? All : [T];

/** `it.each`, of which the fast project has the first cases, or those of which `isShort` says so. */
export function eachOf<const T>(cases: readonly T[], isShort: number | ((one: T, at: number) => boolean)) {
  const isFirst = (at: number) => typeof isShort === 'number' && at < isShort;
  const isOfBoth = (one: T, at: number) => isFirst(at) || (typeof isShort !== 'number' && isShort(one, at));
  const ofBoth = cases.filter(isOfBoth);
  return (title: string, test: (...args: Arguments<T>) => unknown): void => {
    it.each(ofBoth)(title, test as never);
    it.each(cases.filter((one) => !ofBoth.includes(one)))(title, { tags: 'long' }, test as never);
  };
}
