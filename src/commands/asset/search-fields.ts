/** What B14 and B15 are asked with: one grammar for both. */
import * as z from 'zod';
import type { AskedAssets } from '../../services/assets/search/question.ts';
import type { PlainDate } from '../../services/kernel/dates.ts';
import { day } from './simulation-input.ts';

const MOST = 100;

export const list = (about: string) => z.array(z.string().max(10_000)).max(MOST).default([]).describe(about);

export const question = {
  startDate: day().describe('First day of the period'),
  endDate: day().describe('Last day of the period'),
  sort: list('Property:asc or Property:desc, comma separated'),
  q: list('Property:operator:Value; eq, ne, lt, le, gt, ge, in (values separated by #); nothing after : is no value'),
  hasAlert: z.boolean().nullable().optional().describe('Only assets with, or without, an alert'),
  extends: list('Further properties'),
};

export interface WireQuestion {
  readonly startDate: PlainDate;
  readonly endDate: PlainDate;
  readonly sort: string[];
  readonly q: string[];
  readonly hasAlert?: boolean | null | undefined;
}

export const toQuestion = ({ startDate, endDate, sort, q, hasAlert }: WireQuestion): AskedAssets => ({
  window: { start: startDate, end: endDate },
  sort,
  q,
  hasAlert: hasAlert ?? undefined,
});

export const QUESTION_ERRORS = [
  'WindowEndsBeforeStart',
  'TooManyExercises',
  'UnknownAssetProperty',
  'InvalidAssetFilter',
  'InvalidAssetFilterValue',
  'InvalidAssetSort',
  'AssetPropertyUnusable',
] as const;
