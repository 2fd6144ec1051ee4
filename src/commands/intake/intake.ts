import * as z from 'zod';
import { intakeErrors } from '../../services/intake/errors.ts';
import {
  findIntake,
  type Intake,
  keepIntake,
  listIntakes,
  updateIntake,
  withKeptFile,
} from '../../services/intake/intakes.ts';
import type { LookedFile, Place } from '../../services/intake/looked-file.ts';
import { withRecognised } from '../../services/intake/recognise.ts';
import { stillThere } from '../../services/intake/still-there.ts';
import { visibleFolders } from '../../services/operation/actor.ts';
import type { Context } from '../../services/operation/context.ts';
import { isAssetFile } from '../asset/import-form.ts';
import { type FileReport, type FilesOptions, importOne } from '../import/files.ts';
import { identifier, pageOf, paging } from '../operation/fields.ts';
import { type Block, defineOperation } from '../operation/operation.ts';
import { fields } from '../operation/wire.ts';
import { commandErrors } from '../program/errors.ts';
import { lookAt } from './look.ts';
import { madeBy } from './made.ts';
import { IntakeShape } from './wire.ts';

const ONE = '/api/accounting/intakes/{intakeId}';
const params = z.object({ intakeId: z.uuid().describe('Id of the files that were looked at') });

/** What is kept in the database: a larger file is imported at once, by `import`. */
const MOST_BYTES = 512 * 1024 ** 2;

function* view({ Id, Files }: z.output<typeof IntakeShape>): Generator<Block> {
  yield { kind: 'text', text: Id };
  yield {
    kind: 'table',
    columns: [
      ...['Rank', 'File', 'Kind', 'Format', 'State'].map((name) => ({ name })),
      { name: 'FindingCount', type: 'number' },
      { name: 'Message', type: 'sentence' },
    ],
    rows: Files.map((file) => [
      ...[file.Rank, file.File, file.Kind, file.Format, file.State, file.FindingCount, file.Message],
    ]),
  };
  for (const { File, Owners, Findings } of Files) {
    if (Owners.length > 0) yield ownersTable(File, Owners);
    if (Findings.length > 0) yield findingsTable(File, Findings);
  }
}

type File = z.output<typeof IntakeShape>['Files'][number];

const ownersTable = (title: string, owners: File['Owners']): Block => ({
  kind: 'table',
  title,
  columns: [
    ...[{ name: 'Folder' }, { name: 'Account' }, { name: 'StartDate', type: 'day' as const }],
    ...[
      { name: 'EndDate', type: 'day' as const },
      { name: 'Count', type: 'number' as const },
    ],
    { name: 'Problem', type: 'sentence' },
  ],
  rows: owners.map((one) => [one.Folder, one.Account, one.StartDate, one.EndDate, one.Count, one.Problem]),
});

/** Lines that a person reads on a terminal: all are in the JSON. */
const SHOWN = 50;

const findingsTable = (title: string, findings: File['Findings']): Block => ({
  kind: 'table',
  title,
  columns: [
    ...[{ name: 'Severity' }, { name: 'Code' }, { name: 'Line', type: 'number' as const }, { name: 'Field' }],
    { name: 'Message', type: 'sentence' },
  ],
  rows: findings.map(({ Severity, Code, Line, Field, Message }) => [Severity, Code, Line, Field, Message]),
  shown: SHOWN,
});

export const intakeCheck = defineOperation({
  id: 'intake.check',
  summary: { en: 'Look at files before they are imported', fr: 'Regarder des fichiers avant de les importer' },
  description:
    'What each file is, whose, and what is wrong with it line by line; nothing is imported. Ledgers (FEC), bank statements (CFONB, camt, OFX, CSV) and lists of assets (CSV), each in a workbook (XLSX) too; a folder, a zip or a gz stands for the files in it. The files are kept for a day, for whoever gave them, a hundred sets and 1 GB at most: intake import takes them.',
  policy: { right: 'write', of: { folder: 'accountingFolderId' } },
  http: { method: 'POST', path: '/api/accounting/intakes', status: 201 },
  cli: { examples: ['taxops intake check releve.csv --folder 2', 'taxops intake check exports.zip'] },
  query: z.object({
    accountingFolderId: identifier().optional().describe('The folder of files that do not say it'),
    accountId: identifier().optional().describe('The bank account of files that name none (CSV), in the folder'),
  }),
  files: { many: true, description: 'Files of any of these kinds', bytes: MOST_BYTES },
  output: IntakeShape,
  errors: ['FileMissing', 'FileUnreadable', 'IntakesFull'],
  view,
  idempotent: false,
  run: async (ctx, { files, accountingFolderId: folderId, accountId }) => {
    if (files.length === 0) throw commandErrors.FileMissing();
    return withRecognised(files, isAssetFile, async (all) =>
      shown(ctx, await keepIntake(ctx, await lookAt(ctx, all, { folderId, accountId }))),
    );
  },
});

export const intakeShow = defineOperation({
  id: 'intake.show',
  summary: { en: 'Show files that were looked at', fr: 'Montrer des fichiers qui ont été regardés' },
  description: 'To whoever gave them, for a day.',
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: ONE },
  cli: { args: ['intakeId'], examples: ['taxops intake show 01930000-0000-7000-8000-000000000000'] },
  params,
  output: IntakeShape,
  errors: ['IntakeNotFound'],
  view,
  run: async (ctx, { intakeId }) => shown(ctx, await findIntake(ctx, intakeId)),
});

export const intakeList = defineOperation({
  id: 'intake.list',
  summary: { en: 'List the files that were looked at', fr: 'Lister les fichiers qui ont été regardés' },
  description: 'Those of who asks, of the last day, the newest first.',
  policy: { right: 'read', of: 'visible' },
  http: { method: 'GET', path: '/api/accounting/intakes' },
  cli: { examples: ['taxops intake list'] },
  query: z.object(paging),
  output: pageOf(IntakeShape).meta({ id: 'IntakePage' }),
  view: function* ({ Items }) {
    yield {
      kind: 'table',
      columns: [{ name: 'Id' }, { name: 'CreatedAt' }, { name: 'Files', fr: 'Fichiers' }],
      rows: Items.map(({ Id, CreatedAt, Files }) => [Id, CreatedAt, Files.map(({ File }) => File).join(', ')]),
    };
  },
  run: async (ctx, page) => {
    const found = await listIntakes(ctx, page);
    return { ...found, items: await Promise.all(found.items.map((one) => shown(ctx, one))) };
  },
});

const ranks = z.array(z.int().min(1).max(1000)).max(1000).optional();

export const intakePlace = defineOperation({
  id: 'intake.place',
  summary: {
    en: 'Say whose files are, and look at them again',
    fr: 'Dire à qui sont des fichiers, et les regarder à nouveau',
  },
  description:
    'Those of Ranks, else every file that is Unplaced; nothing is imported. A CSV is then read under the columns of its account, or under those that are guessed: Columns says which, Findings what is wrong line by line. intake import puts them there.',
  policy: { right: 'write', of: { folder: 'body.accountingFolderId' } },
  http: { method: 'POST', path: `${ONE}/place` },
  cli: {
    args: ['intakeId'],
    examples: ['taxops intake place 01930000-0000-7000-8000-000000000000 --accounting-folder 2 --account 3 --ranks 1'],
  },
  params,
  body: fields({
    AccountingFolderId: identifier().describe('The folder of files that do not say it'),
    AccountId: identifier().optional().describe('The bank account of files that name none, in the folder'),
    Ranks: ranks.describe('Files of these numbers'),
  }),
  output: IntakeShape,
  errors: ['IntakeNotFound', 'IntakeFileUnknown'],
  view,
  run: async (ctx, { intakeId, body: { ranks, accountingFolderId: folderId, accountId = null } }) =>
    changed(ctx, { intakeId, ranks, unless: 'Unplaced' }, (intake, file) =>
      file.made.length > 0 ? file : placed(ctx, intake, file, { folderId, accountId }),
    ),
});

const placed = (ctx: Context, intake: Intake, file: LookedFile, place: Place): Promise<LookedFile> =>
  withKeptFile(ctx, intake, file, async (kept) => {
    const { rank, kind, format } = file;
    const options = { folderId: place.folderId, accountId: place.accountId ?? undefined };
    const [[found] = [file]] = await lookAt(ctx, [{ ...kept, kind, format }], options);
    return { ...found, rank, place };
  });

interface Wanted {
  readonly intakeId: string;
  readonly ranks: readonly number[] | undefined;
  /** Files in this state, when none are named. */
  readonly unless: LookedFile['state'];
}

/** Files one after the other, each as it is then. Throws IntakeNotFound, IntakeFileUnknown. */
async function changed(
  ctx: Context,
  { intakeId, ranks, unless }: Wanted,
  change: (intake: Intake, file: LookedFile) => LookedFile | Promise<LookedFile>,
) {
  const intake = await present(ctx, await findIntake(ctx, intakeId));
  const unknown = ranks?.find((rank) => !intake.files.some((file) => file.rank === rank));
  if (unknown !== undefined) throw intakeErrors.IntakeFileUnknown({ intakeId, rank: unknown });
  const files: LookedFile[] = [];
  for (const file of intake.files) {
    const isWanted = ranks ? ranks.includes(file.rank) : file.state === unless;
    files.push(isWanted ? await change(intake, file) : file);
  }
  return shown(ctx, await updateIntake(ctx, intakeId, files));
}

export const intakeImport = defineOperation({
  id: 'intake.import',
  summary: { en: 'Import files that were looked at', fr: 'Importer des fichiers qui ont été regardés' },
  description:
    'Those of Ranks, else every file that is ToImport. One that fails does not stop the others (exit 3). The same file again changes nothing. Made tells what can be taken back; taken back, the file is ToImport again.',
  policy: { right: 'write', of: { folder: 'body.accountingFolderId' } },
  http: { method: 'POST', path: `${ONE}/import` },
  cli: {
    args: ['intakeId'],
    examples: [
      'taxops intake import 01930000-0000-7000-8000-000000000000',
      'taxops intake import 01930000-0000-7000-8000-000000000000 --ranks 2 --accounting-folder 2 --create-accounts true',
    ],
  },
  params,
  body: fields({
    AccountingFolderId: identifier().optional().describe('The folder of files that do not say it'),
    AccountId: identifier().optional().describe('The bank account of files that name none, in the folder'),
    CreateAccounts: z.boolean().default(false).describe('Make the bank accounts that do not exist yet, in the folder'),
    Ranks: ranks.describe('Files of these numbers'),
  }),
  output: IntakeShape,
  errors: ['IntakeNotFound', 'IntakeFileUnknown'],
  view,
  outcome: ({ Files }) => {
    const states = Files.filter(({ Message }) => Message !== null).map(({ State }) => State);
    return states.every((state) => state === 'Done') ? 'done' : 'partial';
  },
  run: async (ctx, { intakeId, body: { ranks, ...options } }) =>
    changed(ctx, { intakeId, ranks, unless: 'ToImport' }, (intake, file) => imported(ctx, intake, file, options)),
});

const imported = (ctx: Context, intake: Intake, file: LookedFile, options: FilesOptions): Promise<LookedFile> =>
  withKeptFile(ctx, intake, file, async (kept) => {
    const { kind, format } = file;
    const place = placeOf(ctx, file);
    const own = {
      ...options,
      accountingFolderId: options.accountingFolderId ?? place?.folderId,
      accountId: options.accountId ?? place?.accountId ?? undefined,
    };
    return after(file, await importOne(ctx, { ...kept, kind, format }, own), own);
  });

/** Where a person said; of a register, which does not say whose it is, where it was looked at for, if the person sees it. */
function placeOf({ actor }: Context, { kind, owners: [owner], place }: LookedFile): Place | undefined {
  const own = kind === 'Assets' && owner?.folderId ? { folderId: owner.folderId, accountId: null } : undefined;
  const visible = visibleFolders(actor);
  const said = place ?? own;
  return said && (visible === 'all' || visible.has(said.folderId)) ? said : undefined;
}

const after = (file: LookedFile, report: FileReport, { accountingFolderId }: FilesOptions): LookedFile => ({
  ...file,
  state: report.state,
  message: report.message,
  made: madeBy(report, accountingFolderId),
});

/** As it is now: what was imported and then taken back can be imported again. */
async function present<T extends Intake>(ctx: Context, intake: T): Promise<T> {
  const there = await stillThere(ctx, intake.files);
  const isBack = (file: LookedFile) =>
    file.made.length > 0 && file.made.every((one) => one.folderId !== null && !there(file, one));
  const files = intake.files.map((file) =>
    isBack(file) ? { ...file, state: 'ToImport' as const, message: null, made: [] } : file,
  );
  return { ...intake, files };
}

/** With what is still there of what it made. */
async function shown(ctx: Context, given: Intake) {
  const intake = await present(ctx, given);
  const there = await stillThere(ctx, intake.files);
  const files = intake.files.map((file) => ({
    ...file,
    made: file.made.map((one) => ({ ...one, isThere: there(file, one) })),
    place: file.place ?? null, // of before, it did not say
  }));
  return { ...intake, files };
}
