/** A stored asset under several decisions: kept, sold now or later, under a linear or a declining plan of the tax. */
import { today } from '../../kernel/clock.ts';
import { addMonths, type PlainDate } from '../../kernel/dates.ts';
import type { Labels, Language } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { assetErrors } from '../errors.ts';
import { valueLabel } from '../search/value-labels.ts';
import { type ComparedScenario, compareFacts, modesToCompare } from '../simulation/compare.ts';
import type { Scenario } from '../simulation/facts.ts';
import { lifeOf } from './asset-schedule.ts';
import { readBasis } from './basis.ts';
import { loadAsset } from './store.ts';

export interface CompareWanted {
  /** The present day unless given. */
  readonly saleDate?: PlainDate | undefined;
  /** Twelve months after the first unless given. */
  readonly laterDate?: PlainDate | undefined;
  readonly saleAmount?: Cents | undefined;
  /** The same as now unless given. */
  readonly laterAmount?: Cents | undefined;
}

/** Each decision under each plan. Throws FolderNotFound, AssetNotFound, AlreadyRetired, RetirementBeforeDeployment. */
export async function compareAsset(
  ctx: Context,
  folderId: number,
  assetId: number,
  wanted: CompareWanted,
): Promise<ComparedScenario[]> {
  const basis = await readBasis(ctx, folderId);
  const { facts: stored } = await loadAsset((await ctx.db()).knex, folderId, assetId);
  if (stored.retirement) throw assetErrors.AlreadyRetired({ assetId });
  const facts = { ...stored, taxRegime: basis.taxRegime };
  const { saleDate = today(ctx), saleAmount = 0n } = wanted;
  const { laterDate = addMonths(saleDate, 12), laterAmount = saleAmount } = wanted;
  for (const retirement of [saleDate, laterDate])
    if (retirement < facts.deploymentDate)
      throw assetRuleErrors.RetirementBeforeDeployment({ retirement, deployment: facts.deploymentDate });
  const decisions: readonly Partial<Scenario>[] = [
    {},
    { retirementDate: saleDate, saleAmount },
    { retirementDate: laterDate, saleAmount: laterAmount },
  ];
  const scenarios = decisions.flatMap((decision) =>
    modesToCompare(facts).map((mode) => ({ ...decision, mode, name: nameOf(decision, mode, ctx.language) })),
  );
  return compareFacts(facts, scenarios, lifeOf(facts, basis));
}

const KEPT: Labels = { en: 'Kept', fr: 'Conservée' };

const nameOf = ({ retirementDate }: Partial<Scenario>, mode: Scenario['mode'], language: Language): string =>
  [retirementDate ?? KEPT[language], mode && valueLabel(mode, language)].filter(Boolean).join(', ');
