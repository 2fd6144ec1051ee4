import type { Operation } from './operation.ts';

/** Apart from the declarations themselves, so that routing needs no schema library. */
export const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'cli' in value && 'run' in value && 'policy' in value;
