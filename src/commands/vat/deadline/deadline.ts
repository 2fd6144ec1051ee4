import * as z from 'zod';
import { calendarFile } from '../../../services/calendar/calendar-file.ts';
import {
  type Dues,
  duesOf,
  type EnterpriseDeadlines,
  enterpriseDeadlines,
  eventOf,
  TAX_NAMES,
  type TaxDeadlines,
} from '../../../services/dues/dues.ts';
import { DUE_STATUSES, TAX_CATEGORIES } from '../../../services/dues/duties.ts';
import type { FolderDue } from '../../../services/dues/piles.ts';
import { VAT_SYSTEMS } from '../../../services/folders/store.ts';
import type { PlainDate } from '../../../services/kernel/dates.ts';
import type { Labels } from '../../../services/kernel/errors.ts';
import { FileResult } from '../../../services/kernel/stream.ts';
import type { Context } from '../../../services/operation/context.ts';
import { day, identifier } from '../../operation/fields.ts';
import { type Block, defineOperation } from '../../operation/operation.ts';
import { choice, date, file, int, maybe, text, words } from '../../operation/outputs.ts';
import { computed, fields, from, headed } from '../../operation/wire.ts';

type VatSystem = (typeof VAT_SYSTEMS)[number];

const SYSTEM_LABELS: Readonly<Record<VatSystem, Labels>> = {
  RealNormal: { en: 'Normal system', fr: 'Réel normal' },
  MiniReal: { en: 'Mini-real', fr: 'Mini-réel' },
  Simplified: { en: 'Simplified system', fr: 'Réel simplifié' },
  SimplifiedFarm: { en: 'Simplified system of farms', fr: 'Régime simplifié agricole' },
  Franchise: { en: 'Exempt by its size', fr: 'Franchise en base' },
  NotLiable: { en: 'Not liable', fr: 'Non assujetti' },
};

/** A folder that does not say its system is under the normal one. */
const systemOf = ({ folder }: EnterpriseDeadlines): VatSystem =>
  VAT_SYSTEMS.find((system) => system === folder.vatSystem) ?? 'RealNormal';

const DueDay = z.object({ DueDate: date('Échéance'), Status: choice(DUE_STATUSES, 'État') });

const Enterprise = z.object({
  EnterpriseId: computed(int('Dossier'), ({ folder }: EnterpriseDeadlines) => folder.id),
  VatSystem: computed(
    z.object({ Code: choice(VAT_SYSTEMS, 'Régime de TVA'), Description: words('Régime de TVA') }),
    (one: EnterpriseDeadlines) => ({ code: systemOf(one), description: SYSTEM_LABELS[systemOf(one)] }),
  ),
  TaxesDeadlines: from(
    'taxes',
    z.array(
      z.object({
        Name: computed(words('Impôt'), ({ category }: TaxDeadlines) => TAX_NAMES[category]),
        Category: choice(TAX_CATEGORIES, 'Catégorie'),
        Previous: maybe(DueDay),
        Next: headed(maybe(DueDay), 'Suite'),
      }),
    ),
  ),
});

const enterprisesView = (enterprises: z.output<typeof Enterprise>[]): Block[] => [
  {
    kind: 'table',
    columns: [
      { name: 'EnterpriseId' },
      { name: 'Name' },
      { name: 'Previous', fr: 'Précédente', type: 'day' },
      { name: 'PreviousStatus', fr: 'État de la précédente' },
      { name: 'Next', fr: 'Prochaine', type: 'day' },
      { name: 'NextStatus', fr: 'État de la prochaine' },
    ],
    rows: enterprises.flatMap(({ EnterpriseId, TaxesDeadlines }) =>
      TaxesDeadlines.map(({ Name, Previous, Next }) => [
        EnterpriseId,
        Name,
        Previous?.DueDate,
        Previous?.Status,
        Next?.DueDate,
        Next?.Status,
      ]),
    ),
  },
];

export const vatDeadlineEnterprises = defineOperation({
  id: 'vat.deadline.enterprises',
  ref: 'D82',
  summary: {
    en: 'Say the previous and the next due date of each tax of enterprises',
    fr: 'Dire la dernière et la prochaine échéance de chaque impôt d’entreprises',
  },
  description:
    'VAT returns and instalments, company tax, CVAE; in the order given, each enterprise once. Status: Done when it was filed, Late when its date has passed, else ToDo. Exercises go on from the last one, of the calendar year where a folder has none. Null: there is none, or the folder does not say what the day depends on.',
  policy: { right: 'read', of: { folder: 'body.enterprisesIds.*' } },
  http: { method: 'POST', path: '/api/vat-reporting/enterprises/deadlines' },
  cli: { examples: ['taxops vat deadline enterprises --enterprises-ids 1 2'] },
  body: fields({ enterprisesIds: z.array(identifier()).min(1).max(10_000) }),
  output: z.array(Enterprise),
  view: enterprisesView,
  errors: ['FolderNotFound'],
  run: (ctx, { body }) => enterpriseDeadlines(ctx, body.enterprisesIds),
});

const Due = z
  .object({
    DueDate: date('Échéance'),
    Status: choice(DUE_STATUSES, 'État'),
    FolderId: computed(int('Dossier'), ({ folder }: FolderDue) => folder.id),
    Folder: computed(text('Dossier'), ({ folder }: FolderDue) => folder.name),
    Name: computed(words('Impôt'), ({ category }: FolderDue) => TAX_NAMES[category]),
    Category: choice(TAX_CATEGORIES, 'Catégorie'),
    Form: from('form', text('Formulaire')),
    StartDate: computed(date('Du'), ({ period }: FolderDue) => period.start),
    EndDate: computed(date('Au'), ({ period }: FolderDue) => period.end),
    ProcedureId: maybe(int('Déclaration')).describe('Return of VAT, a draft too'),
  })
  .meta({ id: 'VatDue' });

const Scope = {
  accountingFolderId: identifier().optional().describe('Only this folder'),
  companyId: identifier().optional().describe('Only the folders of this firm'),
};
const window = (days: number, lateDays: number) => ({
  days: z.int().min(0).max(800).default(days).describe('Days from today on'),
  lateDays: z.int().min(0).max(800).default(lateDays).describe('Days before today of which what is not done is kept'),
});

interface Question {
  readonly accountingFolderId?: number | undefined;
  readonly companyId?: number | undefined;
  readonly days: number;
  readonly lateDays: number;
  readonly on?: PlainDate | undefined;
}

/** Says in a header which folders are missing because their day is not known. */
async function ask(
  ctx: Context,
  { accountingFolderId: folderId, companyId, ...days }: Question,
): Promise<Dues['dues']> {
  const { dues, dayUnknown, placeUnknown } = await duesOf(ctx, { folderId, companyId }, days);
  name(ctx, 'X-Vat-Day-Unknown', dayUnknown);
  name(ctx, 'X-Vat-Department-Unknown', placeUnknown);
  return dues;
}

function name({ headers }: Context, header: string, folderIds: readonly number[]): void {
  if (folderIds.length > 0) headers.set(header, folderIds.slice(0, 100).join(', '));
}

const UNKNOWN =
  'X-Vat-Day-Unknown names folders whose VAT is missing: the day depends on a SIREN or a family name that they lack (taxops folder update). X-Vat-Department-Unknown names those that say neither department nor post code: theirs is the day outside Paris and its three neighbours.';

export const vatDeadlineList = defineOperation({
  id: 'vat.deadline.list',
  summary: { en: 'List what is due in the coming days', fr: 'Lister ce qui est dû dans les prochains jours' },
  description: `VAT, company tax, CVAE and results of one folder, of a firm or of every folder that the caller sees, in order of date; what is late first. ${UNKNOWN}`,
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/vat-reporting/deadlines' },
  cli: {
    examples: ['taxops vat deadline list --company 1', 'taxops vat deadline list --folder 1 --days 90 --late-days 0'],
  },
  query: z.object({
    ...Scope,
    ...window(7, 31),
    on: day().optional().describe('Only what is due on that day, whatever the days around today say'),
  }),
  output: z.array(Due),
  columns: ['DueDate', 'Status', 'Folder', 'Name', 'Form', 'EndDate', 'ProcedureId'],
  errors: ['FolderNotFound'],
  run: ask,
});

export const vatDeadlineCalendar = defineOperation({
  id: 'vat.deadline.calendar',
  summary: { en: 'Write what is due as a calendar (.ics)', fr: 'Écrire les échéances en calendrier (.ics)' },
  description: `The events of taxops vat deadline list, for a year ahead unless days says otherwise. ${UNKNOWN}`,
  policy: { right: 'read', of: { folder: 'accountingFolderId', company: 'companyId' } },
  http: { method: 'GET', path: '/api/vat-reporting/deadlines/calendar' },
  cli: {
    examples: [
      'taxops vat deadline calendar --folder 1 --output due.ics',
      'taxops vat deadline calendar --company 1 --days 7 --output week.ics',
    ],
  },
  query: z.object({ ...Scope, ...window(366, 31) }),
  output: file('text/calendar'),
  errors: ['FolderNotFound'],
  run: async (ctx, question) => {
    const events = (await ask(ctx, question)).map((due) => eventOf(due, ctx.language));
    return new FileResult('due.ics', 'text/calendar; charset=utf-8', chunks(calendarFile(events, ctx.clock.now())));
  },
});

async function* chunks(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* parts;
}
