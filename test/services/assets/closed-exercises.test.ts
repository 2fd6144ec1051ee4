/** What a closed exercise posted never changes (rule C21): each change that would rewrite it is refused, and leaves no trace. */
import { expect, test } from 'vitest';
import type { Asset } from '../../../src/services/assets/asset.ts';
import { postYear } from '../../../src/services/assets/ledger/post-entries.ts';
import { deleteTransfer, transferAsset } from '../../../src/services/assets/register/account-transfer.ts';
import { createAsset, deleteAsset, updateAsset } from '../../../src/services/assets/register/change-asset.ts';
import {
  createCreditNote,
  deleteCreditNote,
  updateCreditNote,
} from '../../../src/services/assets/register/credit-note-book.ts';
import { decomposeAsset, recomposeAsset } from '../../../src/services/assets/register/decompose.ts';
import { groupAssets } from '../../../src/services/assets/register/group-assets.ts';
import { deleteRetirement, retireAssets } from '../../../src/services/assets/register/retire-assets.ts';
import { retirementFrom } from '../../../src/services/assets/simulation/facts.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { updateExercise } from '../../../src/services/ledger/exercises.ts';
import { createJournal } from '../../../src/services/ledger/journals.ts';
import { testContext } from '../../support/context.ts';
import { testDatabase } from '../../support/database.ts';
import { everything, folderWith, inputOf } from './folder.ts';
import { plan } from './sample.ts';

const db = await testDatabase();
const ctx = testContext(db);
const folderId = await folderWith(db);
const day = (text: string) => text as PlainDate;
const exercise = (date: string) => ({ start: day(`${date.slice(0, 4)}-01-01`), end: day(`${date.slice(0, 4)}-12-31`) });
const PAST = '2024-06-15';
const OPEN = '2025-06-15';

const make = (change: object = {}): Promise<Asset> => createAsset(ctx, folderId, inputOf(change));
const works = () => make({ Account: { AccountNumber: 2313 }, Amortization: undefined });
const credit = ({ id }: Asset, date: string) => createCreditNote(ctx, folderId, id, note(date, 500_00n));
const note = (date: string, amount: bigint) => ({
  date: day(date),
  amount,
  vatRate: ratio(1, 5),
  quantity: undefined,
});
const transfer = ({ id }: Asset, date: string) =>
  transferAsset(ctx, folderId, id, {
    date: day(date),
    period: exercise(date),
    destination: { accountNumber: 2155 },
  });
const sell = ({ id }: Asset, date: string) =>
  retireAssets(ctx, folderId, {
    assetIds: [id],
    retirement: { ...retirementFrom({ type: 'Sale', date: day(date) }), amount: 4_000_00n },
    method: 'AssetAmount',
  });
const split = ({ id }: Asset, date: string, isDated = true) =>
  decomposeAsset(ctx, folderId, id, {
    date: isDated ? day(date) : undefined,
    exercise: exercise(date),
    groupId: undefined,
    groupName: 'Moteur',
    updatedValue: 10_000_00n,
    components: [{ label: 'Moteur', months: 36, value: 2_000_00n, account: undefined }],
  });
const group = (sources: readonly Asset[], date: string) =>
  groupAssets(ctx, folderId, {
    sourceIds: sources.map(({ id }) => id),
    deploymentDate: day(date),
    period: exercise(date),
    destination: { accountNumber: 2131 },
    name: undefined,
    entryLabel: undefined,
    isDetailedEntry: false,
  });
const change = ({ id }: Asset, change: object) =>
  updateAsset(ctx, folderId, { assetId: id, date: day('2025-12-31') }, inputOf(change));
const revision = (EffectiveDate: string) => ({ Revisions: [{ EffectiveDate, Duration: { YearCount: 2 } }] });
const draft = { ...(await make()), isCreatedAutomatically: true };

/** What a person does, in the closed exercise and where it is allowed. */
const machine = await make();
const credited = await make();
await credit(credited, PAST);
const moved = await make();
await transfer(moved, PAST);
const sold = await make();
await sell(sold, PAST);
const parted = await make();
await split(parted, PAST);
const sources = [await works(), await works()] as const;
const grouped = [await works(), await works()] as const;
const hall = await group(grouped, PAST);
const isDraft = { is_created_automatically: true, is_validated_by_user: false };
const posted = { ...(await make()), isCreatedAutomatically: true };
await createJournal(db, folderId, { code: 'OD', label: 'Opérations diverses', type: 'Miscellaneous' });
await postYear(ctx, folderId, { date: day('2024-12-31'), journalCode: 'OD', createAccounts: true });
await db.knex('asset').whereIn('id', [draft.id, posted.id]).update(isDraft);
await db.knex('asset_posting').where({ asset_id: draft.id }).delete();
const [closed] = await db.knex('exercise').where({ folder_id: folderId }).orderBy('end_date');
await updateExercise(ctx, folderId, closed.id, { isClosed: true });

test.each<[string, () => Promise<unknown>]>([
  ['a credit note', () => credit(machine, PAST)],
  [
    'the date of a credit note',
    () => updateCreditNote(ctx, folderId, credited.id, { oldDate: day(PAST), note: note(OPEN, 500_00n) }),
  ],
  ['a credit note that goes', () => deleteCreditNote(ctx, folderId, credited.id, day(PAST))],
  ['a transfer', () => transfer(machine, PAST)],
  ['a transfer that goes', () => deleteTransfer(ctx, folderId, moved.id, day(PAST))],
  ['an exit', () => sell(machine, PAST)],
  ['an exit that goes', () => deleteRetirement(ctx, folderId, sold.id)],
  ['a dated decomposition', () => split(machine, PAST)],
  ['a decomposition from the origin', () => split(machine, OPEN, false)],
  ['a decomposition that goes', () => recomposeAsset(ctx, folderId, parted.id)],
  ['a group', () => group(sources, PAST)],
  ['a group that goes', () => deleteAsset(ctx, folderId, hall.id)],
  ['an asset that goes', () => deleteAsset(ctx, folderId, machine.id)],
  ['an exit of a draft', () => sell(draft, PAST)],
  ['a credit note of a draft', () => credit(draft, PAST)],
  ['a transfer of a draft', () => transfer(draft, PAST)],
  ['a decomposition of a draft', () => split(draft, PAST)],
  ['another value of a draft whose entries are posted', () => change(posted, { AcquisitionValue: 13_000 })],
  ['a draft that goes, whose entries are posted', () => deleteAsset(ctx, folderId, posted.id)],
  ['another value', () => change(machine, { AcquisitionValue: 13_000 })],
  ['another VAT', () => change(machine, { DeductibleVat: 1 })],
  ['another plan', () => change(machine, { Amortization: { EconomicAttributes: plan(4) } })],
  ['an acquisition that leaves it', () => change(machine, { AcquisitionDate: OPEN, DeploymentDate: OPEN })],
  ['a revision', () => change(machine, revision(PAST))],
  ['an impairment', () => change(machine, { Impairments: [{ Date: PAST, Amount: 100 }] })],
  ['a grant', () => change(machine, { Grants: [{ Grant: { Name: 'Région', GrantDate: PAST }, Amount: 900 }] })],
])('%s is refused in a closed exercise', async (_, act) => {
  const before = await everything(db);
  await expect(act()).rejects.toMatchObject({
    code: 'AssetInClosedExercise',
    message: expect.stringContaining(`posted in exercise ${closed.id}, closed on 2024-12-31`),
  });
  expect(await everything(db)).toEqual(before);
});

test.each<[string, () => Promise<unknown>]>([
  ['a new asset', () => make()],
  ['a new asset with a grant', () => make({ Grants: [{ Grant: { Name: 'État', GrantDate: PAST }, Amount: 900 }] })],
  ['a draft that is validated with its plan', () => change(draft, { AcquisitionValue: 13_000 })],
  ['a name', () => change(machine, { Name: 'Tour' })],
  ['a revision of the open exercise', () => change(machine, revision('2025-01-01'))],
  ['a credit note of the open exercise', () => credit(machine, OPEN)],
  ['a transfer of the open exercise', () => transfer(machine, OPEN)],
  ['a dated decomposition of the open exercise', () => split(moved, '2025-01-01')],
  ['a group of the open exercise', () => group(sources, OPEN)],
  ['an exit of the open exercise', () => sell(credited, OPEN)],
])('%s is taken beside a closed exercise', async (_, act) => {
  await expect(act()).resolves.toBeDefined();
});

test('an exercise that is open again takes the change', async () => {
  await updateExercise(ctx, folderId, closed.id, { isClosed: false });
  await expect(deleteRetirement(ctx, folderId, sold.id)).resolves.toMatchObject({ id: sold.id });
});
