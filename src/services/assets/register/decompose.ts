/** Decomposition of stored assets (B5 to B8): the components become assets that follow the one they were split from. */
import type { PlainDate } from '../../kernel/dates.ts';
import { type Cents, formatAmount } from '../../kernel/money.ts';
import type { Context } from '../../operation/context.ts';
import { type Asset, type AssetDraft, BARE_DRAFT } from '../asset.ts';
import type { AssetFacts, ComponentTerms, Decomposition } from '../engine/asset-facts.ts';
import type { Exercise } from '../engine/calendar.ts';
import { assetRuleErrors } from '../engine/errors.ts';
import { assetErrors } from '../errors.ts';
import { studyAsset } from '../simulation/study.ts';
import { readBasis } from './basis.ts';
import { fixedAssetAccount, loadChangeable } from './change-asset.ts';
import type { AccountCommand } from './chart.ts';
import { saveGroup } from './component-groups.ts';
import { entryLinks, loadAsset, loadComponents } from './store.ts';
import { addAssets, inheritedFacts, inRegister, removeAsset, saveAsset } from './write-asset.ts';

export interface NewComponent {
  readonly label: string;
  readonly months: number;
  readonly value: Cents;
  /** The asset's own account unless given. */
  readonly account: AccountCommand | undefined;
}

export interface DecompositionOrder {
  /** Absent: as if from the origin. */
  readonly date: PlainDate | undefined;
  readonly exercise: Exercise;
  /** A new group unless given. */
  readonly groupId: number | undefined;
  readonly groupName: string;
  /** What is left to the asset: checked, not kept, since credit notes may lower it. */
  readonly updatedValue: Cents;
  readonly components: readonly NewComponent[];
}

/**
 * Throws FolderNotFound, AssetNotFound, AssetIsTransferred, AlreadyDecomposed, ExerciseEndsBeforeStart, AccountNotFound,
 * NotFixedAssetAccount, ComponentsExceedParent, ComponentsDoNotSumToParent, ComponentWithoutValue,
 * DecompositionBeforeDeployment, DecompositionAfterRetirement, DecompositionOutsideExercise.
 */
export async function decomposeAsset(
  ctx: Context,
  folderId: number,
  assetId: number,
  order: DecompositionOrder,
): Promise<Asset> {
  refuseDates(order);
  const accounts = await Promise.all(
    order.components.map(({ account }) => account && fixedAssetAccount(ctx, folderId, account)),
  );
  return inRegister(ctx, folderId, async (register) => {
    const asset = await loadWhole(register, assetId);
    checkSplit(
      asset,
      order,
      order.components.map(({ value }) => value),
    );
    const components = order.components.map(({ label, months, value }, rank) => ({
      label,
      months,
      value,
      account: accounts[rank]?.account,
    }));
    const decomposition = {
      date: order.date,
      exerciseStart: order.exercise.start,
      updatedValue: undefined,
      components,
    };
    checkTotal(asset.facts, { ...decomposition, updatedValue: order.updatedValue }, register.basis.exercises);
    const group = await saveGroup(register.trx, folderId, order.groupId, order.groupName);
    const facts = { ...asset.facts, decomposition };
    const saved = await saveAsset(register, { ...asset, facts, componentGroupId: group.id });
    const inherited = inheritedFacts(saved.facts, register.basis);
    const drafts = inherited.map((own, rank) => componentDraft(saved, own, rank, components[rank]));
    await addAssets(
      register,
      drafts.map((draft, rank) => ({ ...draft, subAccountCode: accounts[rank]?.subAccountCode ?? null })),
    );
    return saved;
  });
}

const checkTotal = (facts: AssetFacts, decomposition: Decomposition, exercises: readonly Exercise[]) =>
  studyAsset({ ...facts, decomposition }, exercises, []);

function componentDraft(parent: Asset, facts: AssetFacts, rank: number, terms: ComponentTerms | undefined): AssetDraft {
  return {
    ...BARE_DRAFT,
    name: terms?.label ?? parent.name,
    groupName: parent.groupName,
    locationId: parent.locationId,
    location: parent.location,
    componentGroupId: parent.componentGroupId,
    parentId: parent.id,
    componentRank: rank,
    booksFrom: parent.facts.decomposition?.date ?? parent.booksFrom,
    facts,
  };
}

/**
 * Takes a decomposition back: the components are deleted and the asset is whole again, to the cent.
 * Throws FolderNotFound, AssetNotFound, AssetIsTransferred, NotDecomposed, ComponentHasHistory.
 */
export const recomposeAsset = (ctx: Context, folderId: number, assetId: number): Promise<Asset> =>
  inRegister(ctx, folderId, async (register) => {
    const asset = await loadChangeable(register, assetId);
    if (!asset.facts.decomposition) throw assetErrors.NotDecomposed({ assetId });
    for (const component of await loadComponents(register.trx, asset)) {
      const links = await entryLinks(register.trx).where({ folder_id: folderId, asset_id: component.id });
      if (links.length > 0 || hasHistory(component.facts))
        throw assetErrors.ComponentHasHistory({ assetId: component.id });
      await removeAsset(register, component);
    }
    return saveAsset(register, { ...asset, facts: { ...asset.facts, decomposition: undefined } });
  });

const hasHistory = ({ retirement, decomposition, ...facts }: AssetFacts): boolean =>
  retirement !== undefined ||
  decomposition !== undefined ||
  [facts.creditNotes, facts.transfers, facts.revisions, facts.impairments, facts.grants].some(
    ({ length }) => length > 0,
  );

export interface SplitStudy {
  readonly date: PlainDate;
  readonly exercise: Exercise;
  /** Acquisition values of the components. */
  readonly values: readonly Cents[];
}

/** B8: net values the components would take over. Throws as `decomposeAsset`; nothing is written. */
export async function actualValues(
  ctx: Context,
  folderId: number,
  assetId: number,
  { date, exercise, values }: SplitStudy,
): Promise<Cents[]> {
  refuseDates({ date, exercise });
  const { exercises, taxRegime } = await readBasis(ctx, folderId);
  const asset = refuseSplit(await loadAsset((await ctx.db()).knex, folderId, assetId));
  checkSplit(asset, { date, exercise }, values);
  const components = values.map((value, at) => ({ label: String(at + 1), account: undefined, value, months: 12 }));
  const decomposition = { date, exerciseStart: exercise.start, updatedValue: undefined, components };
  const study = studyAsset({ ...asset.facts, taxRegime, decomposition }, exercises, []);
  return study.components.map(({ actualValue }) => actualValue);
}

type SplitDates = Pick<DecompositionOrder, 'date' | 'exercise'>;

function refuseDates({ date, exercise: { start, end } }: SplitDates): void {
  if (end < start) throw assetRuleErrors.ExerciseEndsBeforeStart({ start, end });
  if (date && (date < start || date > end)) throw assetErrors.DecompositionOutsideExercise({ date, start, end });
}

/** What an asset that is on the books, and still there, can give to components: credit notes of any day are taken off. */
function checkSplit({ booksFrom, facts }: Asset, { date, exercise }: SplitDates, values: readonly Cents[]): void {
  if (date && date < booksFrom) throw assetRuleErrors.DecompositionBeforeDeployment({ date, deployment: booksFrom });
  const { retirement, creditNotes, acquisitionValue } = facts;
  if (retirement && retirement.date < exercise.start)
    throw assetRuleErrors.DecompositionAfterRetirement({ date: date ?? exercise.start, retirement: retirement.date });
  const components = values.reduce((sum, value) => sum + value, 0n);
  const parent = creditNotes.reduce((left, note) => left - note.amount, acquisitionValue);
  if (components >= parent)
    throw assetRuleErrors.ComponentsExceedParent({
      components: formatAmount(components),
      parent: formatAmount(parent),
    });
}

const loadWhole = async (register: Parameters<typeof loadChangeable>[0], assetId: number): Promise<Asset> =>
  refuseSplit(await loadChangeable(register, assetId));

function refuseSplit(asset: Asset): Asset {
  if (asset.facts.decomposition) throw assetErrors.AlreadyDecomposed({ assetId: asset.id });
  return asset;
}
