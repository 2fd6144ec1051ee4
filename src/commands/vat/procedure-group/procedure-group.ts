import * as z from 'zod';
import { companyGroups, type GroupPage } from '../../../services/vat/procedures/company-groups.ts';
import { assistGroup, createGroup } from '../../../services/vat/procedures/create-group.ts';
import {
  deleteGroup,
  type GroupDeadlines,
  getGroup,
  groupDeadlines,
  listGroups,
  type ProcedureGroup,
} from '../../../services/vat/procedures/groups.ts';
import { PERIOD_TYPES } from '../../../services/vat/procedures/period.ts';
import { GROUP_CATEGORIES, type GroupCategory, PROCEDURE_TYPES } from '../../../services/vat/procedures/store.ts';
import { instant } from '../../declaration/fields.ts';
import { day, identifier, line, pageNumber } from '../../operation/fields.ts';
import { invalidInput } from '../../operation/invoke.ts';
import { type Block, type Cell, type Column, defineOperation } from '../../operation/operation.ts';
import { choice, date, int, maybe, text } from '../../operation/outputs.ts';
import { computed, fields, from } from '../../operation/wire.ts';
import { form, formCode } from '../form-code.ts';
import { ListedProcedureShape, ProcedureItemShape } from '../procedure/wire.ts';
import { procedureOperation } from '../procedure-operation.ts';

const ROUTE = '/procedure-groups';
const GroupPath = { procedureGroupId: identifier().describe('Group of returns') };

/** Those of VAT first; the others belong to declarations. */
const CATEGORIES = [
  'None',
  ...GROUP_CATEGORIES,
  ...(['LiasseFiscale', 'LiasseIs', 'Cvae', 'Def', 'AcompteCvae', 'Tvs', 'PaiementSoldeIs'] as const),
  'PaiementAcomptesIs',
] as const;

const Frozen = z.object({
  FormCode: from('form', form('Formulaire')),
  Millesime: int('Millésime'),
  FormVersion: int('Version'),
});

const group = <T extends z.ZodType>(procedure: T) =>
  z.object({
    Id: int('Id'),
    EnterpriseId: from('folderId', int('Dossier')),
    Category: choice(CATEGORIES, 'Catégorie'),
    BeginDate: date('Du'),
    EndDate: date('Au'),
    FilingDeadline: computed(maybe(date('Échéance')), ({ deadlines }: ProcedureGroup) => deadlines.filing),
    DepositDeadline: computed(maybe(date('Dépôt')), ({ deadlines }: ProcedureGroup) => deadlines.deposit),
    DocumentName: text('Nom'),
    DocumentId: maybe(int('Document')),
    ProcedureDefinitionId: from('definitionId', int('Définition')),
    ProcedureItems: from('procedures', z.array(procedure)),
    FormType: choice(PROCEDURE_TYPES, 'Nature'),
    PeriodType: choice(PERIOD_TYPES, 'Périodicité'),
    DepositNumber: maybe(int('Acompte')),
    FormSnapshot: z.object({ Principal: Frozen, Identification: maybe(Frozen), Annexes: z.array(Frozen) }),
  });

const Group = group(ProcedureItemShape).meta({ id: 'VatProcedureGroup' });
const ListedGroup = group(ListedProcedureShape).meta({ id: 'ListedVatProcedureGroup' });

const FACTS = [
  'Id',
  'DocumentName',
  'Category',
  'BeginDate',
  'EndDate',
  'PeriodType',
  'FilingDeadline',
  'DepositDeadline',
];
const heading = (name: string): Column => (/Date|Deadline/.test(name) ? { name, type: 'day' } : { name });

const FORM_COLUMNS: Column[] = [
  { name: 'FormCode', fr: 'Formulaire' },
  { name: 'Millesime', fr: 'Millésime' },
  { name: 'FormVersion', fr: 'Version' },
];

/** The group on a line, its forms, and its returns. */
function groupView(group: z.output<typeof Group>): Block[] {
  const { Principal, Identification, Annexes } = group.FormSnapshot;
  const forms = [Principal, ...(Identification ? [Identification] : []), ...Annexes];
  const facts = new Map<string, unknown>(Object.entries(group));
  return [
    { kind: 'table', columns: FACTS.map(heading), rows: [FACTS.map((name) => facts.get(name) as Cell)] },
    {
      kind: 'table',
      columns: FORM_COLUMNS,
      rows: forms.map(({ FormCode, Millesime, FormVersion }) => [FormCode, Millesime, FormVersion]),
    },
    {
      kind: 'table',
      columns: ['ProcedureId', 'Type', 'Status', 'AreEntriesValidated', 'LastSavedAt', 'SentAt'].map(heading),
      rows: group.ProcedureItems.map((item) => [
        item.ProcedureId,
        item.Type,
        item.Status.Label,
        item.AreEntriesValidated,
        item.LastSavedAt,
        item.SentAt,
      ]),
    },
  ];
}

const DEADLINES =
  'FilingDeadline is the day of the table for this taxpayer, DepositDeadline the day of the folder’s own file when it is earlier; null when the folder does not say what the day depends on (SIREN, family name).';

export const vatProcedureGroupList = procedureOperation({
  id: 'vat.procedure-group.list',
  ref: 'D63',
  summary: {
    en: 'List the VAT returns of a folder by period',
    fr: 'Lister les déclarations de TVA d’un dossier par période',
  },
  description: `Groups of which the period has a day in the window. Category None filters nothing. ${DEADLINES}`,
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat procedure-group list --folder 1 --begin-date 2026-01-01'] },
  query: z.object({
    category: z.enum(CATEGORIES).default('None'),
    beginDate: day().optional(),
    endDate: day().optional(),
  }),
  output: z.array(Group),
  columns: [
    'Id',
    'DocumentName',
    'Category',
    'BeginDate',
    'EndDate',
    'PeriodType',
    'FilingDeadline',
    'DepositDeadline',
  ],
  errors: ['PeriodInvalid'],
  run: async (ctx, { folderId, category, ...window }) => {
    if (category === 'None') return listGroups(ctx, folderId, window);
    const known = GROUP_CATEGORIES.find((one): one is GroupCategory => one === category);
    // Groups of the other categories are none of VAT, but the folder must be known all the same.
    return listGroups(ctx, folderId, { ...window, ...(known ? { category: known } : { ids: [] }) });
  },
});

export const vatProcedureGroupCreate = procedureOperation({
  id: 'vat.procedure-group.create',
  ref: 'D64',
  summary: {
    en: 'Create a period with a VAT return by hand',
    fr: 'Créer une période avec une déclaration de TVA à la main',
  },
  description: `Makes one Manual return in Draft. Category: Tva, TvaRefund for a refund, AcompteCA12 for 3514 and 3525-BIS; the others belong to declarations. Without FormSnapshot the newest forms that serve EndDate are frozen. Twelve months at most. ${DEADLINES}`,
  http: { method: 'POST', path: ROUTE, status: 201 },
  cli: {
    examples: [
      'taxops vat procedure-group create --folder 1 --document-name "CA3 janvier" --procedure-definition 1 --category Tva --begin-date 2026-01-01 --end-date 2026-01-31',
    ],
  },
  body: fields({
    DocumentName: line(200),
    ProcedureDefinitionId: identifier(),
    Category: z.enum(CATEGORIES),
    BeginDate: day(),
    EndDate: day(),
    ClosingDate: day().nullish().describe('End of the exercise'),
    DocumentId: identifier().nullish().describe('Supporting document'),
    FormSnapshot: fields({
      Principal: frozen(),
      Identification: frozen().nullable(),
      Annexes: z.array(frozen()),
    }).nullish(),
  }),
  output: Group,
  view: groupView,
  errors: [
    'ProcedureDefinitionNotFound',
    'NotSupportedProcedureType',
    'PeriodInvalid',
    'PeriodTooLong',
    'PeriodAlreadyDeclared',
    'FormTemplateNotFound',
    'SupportingDocumentNotFound',
  ],
  run: (ctx, { folderId, body }) => createGroup(ctx, folderId, body),
});

function frozen() {
  return fields({
    FormCode: from('form', formCode()),
    Millesime: z.int().min(0).max(99),
    FormVersion: z.int().min(1).max(999),
  });
}

export const vatProcedureGroupAssist = procedureOperation({
  id: 'vat.procedure-group.assist',
  ref: 'D66',
  summary: {
    en: 'Create a period with the VAT assistant',
    fr: 'Créer une période avec l’assistant de TVA',
  },
  description: `The definition is chosen by the VAT system of the folder, ProcedureType and FormCode. DepositNumber: 1 or 2 for 3514 (July, December), 1 to 4 for 3525-BIS, none for the others. ${DEADLINES}`,
  http: { method: 'POST', path: `${ROUTE}/assisted`, status: 201 },
  cli: {
    examples: [
      'taxops vat procedure-group assist --folder 1 --accounting-folder 1 --procedure-type Liquidation --begin-date 2026-01-01 --end-date 2026-01-31',
    ],
  },
  body: fields({
    AccountingFolderId: identifier().describe('The folder of the path'),
    ProcedureType: z.enum(PROCEDURE_TYPES),
    BeginDate: day(),
    EndDate: day(),
    DepositNumber: z.int().min(1).max(4).nullish(),
    FormCode: from('form', formCode().nullish()),
  }),
  of: { folder: ['body.accountingFolderId'] },
  output: Group,
  view: groupView,
  errors: [
    'NotSupportedProcedureType',
    'PeriodInvalid',
    'PeriodTooLong',
    'PeriodAlreadyDeclared',
    'FormTemplateNotFound',
  ],
  run: (ctx, { folderId, body: { accountingFolderId, ...input } }) => {
    if (accountingFolderId !== folderId) {
      const message = `${accountingFolderId} is not the folder of the path, ${folderId}`;
      throw invalidInput([{ path: 'Body.AccountingFolderId', code: 'custom', message }]);
    }
    return assistGroup(ctx, folderId, input);
  },
});

export const vatProcedureGroupShow = procedureOperation({
  id: 'vat.procedure-group.show',
  ref: 'D65',
  summary: { en: 'Show a period with its VAT returns', fr: 'Montrer une période et ses déclarations de TVA' },
  description: DEADLINES,
  http: { method: 'GET', path: `${ROUTE}/{procedureGroupId}` },
  cli: { args: ['procedureGroupId'], examples: ['taxops vat procedure-group show 4 --folder 1'] },
  params: GroupPath,
  output: Group,
  view: groupView,
  errors: ['ProcedureGroupNotFound'],
  run: (ctx, { folderId, procedureGroupId }) => getGroup(ctx, folderId, procedureGroupId),
});

export const vatProcedureGroupDelete = procedureOperation({
  id: 'vat.procedure-group.delete',
  ref: 'D67',
  summary: { en: 'Delete a period without VAT returns', fr: 'Supprimer une période sans déclaration de TVA' },
  description: 'Refused while it holds a return: delete those one by one first.',
  http: { method: 'DELETE', path: `${ROUTE}/{procedureGroupId}`, status: 204 },
  cli: {
    args: ['procedureGroupId'],
    examples: ['taxops vat procedure-group delete 4 --folder 1 --yes'],
    confirm: true,
  },
  params: GroupPath,
  output: z.void(),
  errors: ['ProcedureGroupNotFound', 'ProcedureGroupNotEmpty'],
  run: (ctx, { folderId, procedureGroupId }) => deleteGroup(ctx, folderId, procedureGroupId),
});

export const vatProcedureGroupDeadlines = defineOperation({
  id: 'vat.procedure-group.deadlines',
  ref: 'D73',
  summary: { en: 'Say when groups of VAT returns are due', fr: 'Dire l’échéance de groupes de déclarations de TVA' },
  description: `In the order asked, groups of any folder that the caller sees. ${DEADLINES}`,
  policy: { right: 'read', of: 'visible' },
  http: { method: 'POST', path: '/api/vat-reporting/procedure-groups/deadlines' },
  cli: { examples: ['taxops vat procedure-group deadlines --procedure-group-ids 4'] },
  body: fields({ ProcedureGroupIds: z.array(identifier()).min(1).max(10_000) }),
  output: z.array(
    z.object({
      ProcedureGroupId: from('groupId', int('Groupe')),
      Deadlines: computed(
        z.object({
          DeadlineToDeposit: from('deposit', maybe(date('Dépôt'))),
          DeadlineFiling: from('filing', maybe(date('Échéance'))),
        }),
        (deadlines: GroupDeadlines) => deadlines,
      ),
    }),
  ),
  view: (groups) => [
    {
      kind: 'table',
      columns: ['ProcedureGroupId', 'DeadlineToDeposit', 'DeadlineFiling'].map(heading),
      rows: groups.map(({ ProcedureGroupId, Deadlines }) => [
        ProcedureGroupId,
        Deadlines.DeadlineToDeposit,
        Deadlines.DeadlineFiling,
      ]),
    },
  ],
  errors: ['ProcedureGroupNotFound'],
  run: (ctx, { body }) => groupDeadlines(ctx, body.procedureGroupIds),
});

/** Those of VAT that a category names; none for a category of declarations. */
const categoriesOf = (category: (typeof CATEGORIES)[number]): readonly GroupCategory[] | undefined =>
  category === 'None' ? undefined : GROUP_CATEGORIES.filter((one) => one === category);

const LISTED = ['EnterpriseId', 'DocumentName', 'BeginDate', 'EndDate', 'FilingDeadline'];

function* listView({ Items, Page, PageSize, TotalCount }: z.output<typeof ListedPage>): Generator<Block> {
  const pages = Math.ceil(TotalCount / PageSize);
  yield {
    kind: 'table',
    columns: [...LISTED.map(heading), { name: 'Status', fr: 'État' }, { name: 'DeclaredAmount', type: 'amount' }],
    rows: Items.flatMap((one) => {
      const facts = LISTED.map((name) => new Map<string, unknown>(Object.entries(one)).get(name) as Cell);
      // A period without a return is there all the same: it waits for one, or to be deleted.
      const items = one.ProcedureItems.length > 0 ? one.ProcedureItems : [undefined];
      return items.map((item) => [...facts, item?.Status.Label ?? null, item?.DeclaredAmount ?? null]);
    }),
    ...(Page < pages && { note: `${Page}/${pages} · --page ${Page + 1}` }),
  };
}

const ListedPage = z.object({
  Items: z.array(ListedGroup),
  Page: int('Page'),
  PageSize: int('Par page'),
  TotalCount: int('Total'),
});

export const vatProcedureGroupCompany = defineOperation({
  id: 'vat.procedure-group.company',
  ref: 'D75',
  summary: { en: 'List the VAT returns of a firm', fr: 'Lister les déclarations de TVA d’un cabinet' },
  description: `Groups of the folders that the caller sees, the newest period first, returns with what a list shows of them. UpdatedAfter is included, UpdatedBefore is not; without Z or offset they are Paris time. ${DEADLINES}`,
  policy: { right: 'read', of: { company: 'companyId' } },
  http: { method: 'GET', path: '/api/vat-reporting/companies/{companyId}/procedure-groups' },
  cli: {
    examples: [
      'taxops vat procedure-group company --company 1 --begin-date 2026-01-01',
      'taxops vat procedure-group company --company 1 --updated-after 2026-07-15T10:00:00Z --page 2',
    ],
  },
  params: z.object({ companyId: identifier() }),
  query: z.object({
    Category: z.enum(CATEGORIES).default('None'),
    BeginDate: day().optional(),
    EndDate: day().optional(),
    UpdatedAfter: instant().optional(),
    UpdatedBefore: instant().optional(),
    Page: pageNumber().default(1),
    PageSize: z.int().min(1).max(500).default(50),
  }),
  output: ListedPage,
  view: listView,
  errors: ['CompanyNotFound', 'PeriodInvalid'],
  run: (ctx, { companyId, Category, Page: page, PageSize: pageSize, ...window }): Promise<GroupPage> =>
    companyGroups(ctx, {
      companyId,
      categories: categoriesOf(Category),
      beginDate: window.BeginDate,
      endDate: window.EndDate,
      updatedAfter: window.UpdatedAfter,
      updatedBefore: window.UpdatedBefore,
      page,
      pageSize,
    }),
});
