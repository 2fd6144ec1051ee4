import * as z from 'zod';
import {
  importLineConfigurations,
  listLineConfigurations,
  saveLineConfiguration,
} from '../../../services/vat/lines/line-configurations.ts';
import { EXIGIBILITIES, LINE_SOURCES, LINE_STATUSES } from '../../../services/vat/lines/store.ts';
import { RATE_CODES } from '../../../services/vat/rates.ts';
import { amount, identifier, numeral } from '../../operation/fields.ts';
import { choice, decimal, euros, int, long, maybe, text } from '../../operation/outputs.ts';
import { fields, from, headed } from '../../operation/wire.ts';
import { vatOperation } from '../vat-operation.ts';
import { CATEGORY_CODES, VAT_RATES } from '../wire.ts';

const ROUTE = '/entry-line-configurations';

const LineConfiguration = z
  .object({
    EntryId: long('Écriture'),
    EntryLineId: from('lineId', long('Ligne')),
    AccountId: int('N° compte'),
    SubAccountId: maybe(int('N° sous-compte')),
    VatRate: maybe(choice(VAT_RATES, 'Taux')),
    VatCategory: maybe(choice(CATEGORY_CODES, 'Catégorie')),
    Exigibility: maybe(choice(EXIGIBILITIES, 'Exigibilité')),
    Source: choice(LINE_SOURCES, 'Source'),
    TaxExcludedAmount: from('taxExcludedCents', maybe(euros('Base HT'))),
    TaxExcludedRemainingAmount: from('taxExcludedRemainingCents', maybe(euros('Reste HT'))),
    VatAmountToDeclare: from('vatToDeclareCents', maybe(euros('TVA à déclarer'))),
    Status: choice(LINE_STATUSES, 'État'),
    CustomVatRate: maybe(decimal('Taux libre')).describe('Percent'),
  })
  .meta({ id: 'VatLineConfiguration' });

const LINES = z.array(LineConfiguration);
const COLUMNS = [
  'EntryId',
  'EntryLineId',
  'AccountId',
  'VatCategory',
  'VatRate',
  'Exigibility',
  'TaxExcludedAmount',
  'VatAmountToDeclare',
  'Source',
  'Status',
];

const category = () => z.string().trim().min(1).max(60).describe('A category of VAT, such as VT_PREST');
const percent = () =>
  numeral((text) => (/^\d{1,2}(\.\d{1,6})?$/.test(text) ? text : undefined), 'not a rate: write 5.5 for 5.5 %');

const KEY = { EntryId: identifier(), EntryLineId: from('lineId', identifier()) };
const SETTINGS = {
  SubAccountId: identifier().nullish().describe('That of the line unless given'),
  VatRate: z.enum(RATE_CODES).nullish(),
  VatCategory: category().nullish(),
  Exigibility: z.enum(EXIGIBILITIES).nullish(),
  TaxExcludedAmount: from('taxExcludedCents', amount().nullish()),
  TaxExcludedRemainingAmount: from('taxExcludedRemainingCents', amount().nullish()),
  VatAmountToDeclare: from('vatToDeclareCents', amount().nullish()),
  CustomVatRate: percent().nullish().describe('Percent, where no code of VatRate fits'),
};

const SAVE_ERRORS = [
  'EntryNotFound',
  'EntryLineNotFound',
  'VatCategoryUnknown',
  'VatCombinationInvalid',
  'VatCategoryNotPossible',
  'LineAlreadyDeclared',
];
const WINS = 'What a line has wins, field by field, over what its account has.';

export const vatLineConfigurationList = vatOperation({
  id: 'vat.line-configuration.list',
  ref: 'D33',
  summary: {
    en: 'List the VAT settings of entry lines',
    fr: 'Lister les réglages de TVA des lignes d’écriture',
  },
  description: `${WINS} Null: the line has none of its own.`,
  http: { method: 'GET', path: ROUTE },
  cli: { examples: ['taxops vat line-configuration list --folder 1'] },
  output: LINES,
  columns: COLUMNS,
  run: (ctx, { folderId }) => listLineConfigurations(ctx, folderId),
});

export const vatLineConfigurationByEntries = vatOperation({
  id: 'vat.line-configuration.by-entries',
  ref: 'D35',
  summary: {
    en: 'List the VAT settings of the lines of some entries',
    fr: 'Lister les réglages de TVA des lignes de certaines écritures',
  },
  description: 'Entries without a setting, or unknown, give nothing.',
  http: { method: 'GET', path: `${ROUTE}/by-entries` },
  cli: { examples: ['taxops vat line-configuration by-entries --folder 1 --entry-ids 12 13'] },
  query: z.object({ entryIds: z.array(identifier()).min(1).max(10_000) }),
  output: LINES,
  columns: COLUMNS,
  run: (ctx, { folderId, entryIds }) => listLineConfigurations(ctx, folderId, { entryIds }),
});

export const vatLineConfigurationSave = vatOperation({
  id: 'vat.line-configuration.save',
  ref: 'D34',
  summary: {
    en: 'Create or update the VAT setting of an entry line',
    fr: 'Créer ou modifier le réglage de TVA d’une ligne d’écriture',
  },
  description: `One per entry and line. Fields that are left out keep their value; null empties one. ${WINS}`,
  http: { method: 'PUT', path: ROUTE },
  cli: {
    examples: [
      'taxops vat line-configuration save --folder 1 --entry 12 --entry-line 31 --account 7 --source Manual --vat-rate _055',
    ],
  },
  body: fields({
    ...KEY,
    AccountId: identifier().describe('The account of the line'),
    Source: z.enum(LINE_SOURCES),
    ...SETTINGS,
  }),
  output: LineConfiguration,
  errors: [...SAVE_ERRORS, 'LineAccountDiffers'],
  run: (ctx, { folderId, body }) => saveLineConfiguration(ctx, folderId, body),
});

export const vatLineConfigurationSetCategory = vatOperation({
  id: 'vat.line-configuration.set-category',
  ref: 'D36',
  summary: { en: 'Set the VAT category of an entry line', fr: 'Fixer la catégorie de TVA d’une ligne d’écriture' },
  description: 'The rest of the setting stays; a line without one gets it. Source becomes Manual.',
  http: { method: 'PUT', path: `${ROUTE}/{entryId}/{entryLineId}/category` },
  cli: {
    examples: [
      'taxops vat line-configuration set-category --folder 1 --entry 12 --entry-line 31 --vat-category VT_PREST',
    ],
  },
  params: { entryId: identifier(), entryLineId: identifier() },
  body: fields({ VatCategory: category() }),
  output: LineConfiguration,
  errors: SAVE_ERRORS,
  run: (ctx, { folderId, entryId, entryLineId: lineId, body }) =>
    saveLineConfiguration(ctx, folderId, { entryId, lineId, source: 'Manual', ...body }),
});

export const vatLineConfigurationImport = vatOperation({
  id: 'vat.line-configuration.import',
  ref: 'D37',
  summary: {
    en: 'Import the VAT settings of many entry lines',
    fr: 'Importer les réglages de TVA de nombreuses lignes d’écriture',
  },
  description:
    'Source becomes FecImport. Lines that cannot be saved are counted and named in Errors, with their entry and line; the others are saved.',
  http: { method: 'POST', path: `${ROUTE}/import` },
  cli: { examples: ['taxops vat line-configuration import --folder 1 --body lines.json'] },
  body: fields({
    Configurations: z.array(
      fields({
        ...KEY,
        AccountId: identifier().optional().describe('The account of the line'),
        ...SETTINGS,
        Status: z.enum(LINE_STATUSES).optional(),
      }),
    ),
  }),
  output: z.object({
    TotalImported: int('Créés').describe('Lines that had no setting before'),
    TotalUpdated: int('Modifiés'),
    TotalErrors: int('En erreur'),
    Errors: headed(z.array(text('Erreurs')), 'Erreurs'),
  }),
  outcome: ({ TotalErrors }) => (TotalErrors > 0 ? 'partial' : 'done'),
  run: (ctx, { folderId, body }) => importLineConfigurations(ctx, folderId, body.configurations),
});
