/** Every figure of a stored asset over its life, exercise by exercise, and where each comes from. */
import type { Context } from '../../operation/context.ts';
import { lastDay } from '../engine/asset-book.ts';
import type { AssetFacts } from '../engine/asset-facts.ts';
import { coverDays, type Exercise } from '../engine/calendar.ts';
import { type ExplainedFigure, explainFigures } from '../explain/explain.ts';
import { resultOf, type SimulationResult } from '../simulation/result.ts';
import { type AssetStudy, studyAsset } from '../simulation/study.ts';
import { type FolderBasis, readBasis } from './basis.ts';
import { loadAsset } from './store.ts';

/** Throws FolderNotFound, AssetNotFound. */
export const readSchedule = async (ctx: Context, folderId: number, assetId: number): Promise<SimulationResult> =>
  resultOf(await studyStored(ctx, folderId, assetId), ctx.language);

/** The figures whose name starts so. Throws FolderNotFound, AssetNotFound, FigureNotFound. */
export const explainStored = async (
  ctx: Context,
  folderId: number,
  assetId: number,
  figure: string,
): Promise<ExplainedFigure[]> => explainFigures(await studyStored(ctx, folderId, assetId), figure, ctx.language);

async function studyStored(ctx: Context, folderId: number, assetId: number): Promise<AssetStudy> {
  const basis = await readBasis(ctx, folderId);
  const { facts } = await loadAsset((await ctx.db()).knex, folderId, assetId);
  return studyAsset({ ...facts, taxRegime: basis.taxRegime }, lifeOf(facts, basis), []);
}

/** The exercises of the folder from the acquisition to the last day of the plans; civil years without any. */
export function lifeOf(facts: AssetFacts, { exercises }: FolderBasis): Exercise[] {
  if (exercises.length === 0) return [];
  const last = lastDay(facts);
  return coverDays(exercises, facts.acquisitionDate, last).filter(
    ({ start, end }) => facts.acquisitionDate <= end && start <= last,
  );
}
