/**
 * Tests of two lengths: the fast project tries a little, the project `whole` (`npm run long`) all of it. A test file
 * that imports this module belongs to both projects (vitest.config.ts).
 */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    isWhole: boolean;
  }
}

export const isWhole: boolean = inject('isWhole');

/** So much in the fast project, so much in the whole one, and so much with SOAK=1. */
export const sized = <T>(short: T, whole: T, soak: T = whole): T =>
  isWhole ? (process.env.SOAK ? soak : whole) : short;
