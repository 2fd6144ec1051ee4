import { sourceErrors } from '../errors.ts';
import type { OpenSession } from '../source.ts';

export const openEbics: OpenSession<'Ebics'> = async (_ctx, { name }) => {
  throw sourceErrors.SourceIncomplete({ source: name, reason: 'EBICS is not there yet' });
};
