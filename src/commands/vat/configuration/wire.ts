/** Configuration of an account on the wire: the input of all levels, and what a folder answers. */
import * as z from 'zod';
import type { AccountConfiguration } from '../../../services/vat/configuration/configuration.ts';
import type { Clearable, Field, Levels } from '../../../services/vat/configuration/levels.ts';
import { EXIGIBILITIES } from '../../../services/vat/lines/store.ts';
import { identifier } from '../../operation/fields.ts';
import { choice, flag, int, maybe, text } from '../../operation/outputs.ts';
import { computed, fields, from } from '../../operation/wire.ts';
import { CATEGORY_CODES, categoryCode, VAT_RATES } from '../wire.ts';

/** What may be set on every level; what is left out keeps its value, null and `Unknown` empty it. */
export const CONFIGURATION_INPUT = {
  AccountId: identifier(),
  Exigibility: z.enum(EXIGIBILITIES).nullish().describe('When the VAT is due; null leaves it to the next level'),
  IncludeUnletteredPayments: z.boolean().nullish().describe('Payments without letter settle the oldest invoices'),
  VatCategory: categoryCode().nullish().describe('What the operations are; null leaves it to the next level'),
  VatRate: z.enum(VAT_RATES).nullish().describe('Their rate; null leaves it to the next level'),
  IsSystemGenerated: z.boolean().describe('Stored as guesses, which give way to what a user chose'),
};

export const FolderConfigurationInput = fields({
  ...CONFIGURATION_INPUT,
  SubAccountId: identifier().nullish().describe('A configuration of its own for this sub-account'),
});

/** A configuration of any level. */
type Levelled = Pick<AccountConfiguration, 'levels' | 'effective' | 'source'>;

const LEVELS: Readonly<Record<keyof Levels | 'effective', string>> = {
  system: ' (déduit)',
  user: ' (dossier)',
  account: ' (compte)',
  chart: ' (plan)',
  extended: ' (plan étendu)',
  effective: '',
};

const valuesAt = ({ levels, effective }: Levelled, level: keyof typeof LEVELS) =>
  level === 'effective' ? effective : levels[level];

const exigibility = (level: keyof typeof LEVELS) =>
  computed(
    maybe(choice(EXIGIBILITIES, `Exigibilité${LEVELS[level]}`)),
    (owner: Levelled) => valuesAt(owner, level)?.exigibility,
  );
const category = (level: keyof typeof LEVELS) =>
  computed(
    maybe(choice(CATEGORY_CODES, `Catégorie${LEVELS[level]}`)),
    (owner: Levelled) => valuesAt(owner, level)?.vatCategory,
  );
const rate = (level: keyof typeof LEVELS) =>
  computed(maybe(choice(VAT_RATES, `Taux${LEVELS[level]}`)), (owner: Levelled) => valuesAt(owner, level)?.vatRate);
const unlettered = (level: keyof typeof LEVELS) =>
  computed(
    maybe(flag(`Non lettrés${LEVELS[level]}`)),
    (owner: Levelled) => valuesAt(owner, level)?.includeUnletteredPayments,
  );
/** A value of one level, null where the level has none. */
export const AT_LEVEL = { exigibility, category, rate, unlettered };

const isCleared = (field: Clearable) => computed(flag('Vidé'), ({ cleared }: AccountConfiguration) => cleared[field]);

/** The effective value is a guess. */
const isGuessed = (field: Field) => computed(flag('Déduit'), ({ source }: Levelled) => source[field] === 'system');

/** What applies, `Unknown` when no level says it; an account may lack a category. */
export const EFFECTIVE = {
  Exigibility: computed(
    choice(EXIGIBILITIES, 'Exigibilité'),
    ({ effective }: Levelled) => effective.exigibility ?? 'Unknown',
  ),
  VatCategory: category('effective'),
  VatRate: computed(choice(VAT_RATES, 'Taux'), ({ effective }: Levelled) => effective.vatRate ?? 'Unknown'),
};

export const GENERATED = {
  IsExigibilitySystemGenerated: isGuessed('exigibility'),
  IsVatCategorySystemGenerated: isGuessed('vatCategory'),
  IsVatRateSystemGenerated: isGuessed('vatRate'),
};

/** Off at the end of the levels. */
export const IncludeUnletteredPayments = computed(
  flag('Non lettrés'),
  ({ effective }: Levelled) => effective.includeUnletteredPayments ?? false,
);

export const AccountConfigurationShape = z
  .object({
    AccountId: int('N° compte'),
    SubAccountId: maybe(int('N° sous-compte')),
    AccountNumber: text('Compte'),
    AccountLabel: text('Intitulé'),
    SystemExigibility: exigibility('system'),
    SystemVatCategory: category('system'),
    SystemVatRate: rate('system'),
    UserExigibility: exigibility('user'),
    UserVatCategory: category('user'),
    UserVatRate: rate('user'),
    IsUserExigibilityCleared: isCleared('exigibility'),
    IsUserVatCategoryCleared: isCleared('vatCategory'),
    IsUserVatRateCleared: isCleared('vatRate'),
    ChartOfAccountExigibility: exigibility('chart'),
    ChartOfAccountVatCategory: category('chart'),
    ChartOfAccountVatRate: rate('chart'),
    ExtendedChartOfAccountExigibility: exigibility('extended'),
    ExtendedChartOfAccountVatCategory: category('extended'),
    ExtendedChartOfAccountVatRate: rate('extended'),
    IncludeUnletteredPayments,
    ChartOfAccountIncludeUnletteredPayments: unlettered('chart'),
    ExtendedChartOfAccountIncludeUnletteredPayments: unlettered('extended'),
    IsValidatedByUser: flag('Validé'),
    IsAutoComputed: flag('Tout déduit'),
    IsUserOverridden: flag('Modifié'),
    RequiresUserValidation: flag('À valider'),
    HasChartOfAccountConfiguration: from('hasChart', flag('Au plan')),
    IsChartOfAccountOverridden: from('isChartOverridden', flag('Plan modifié')),
    HasExtendedChartOfAccountConfiguration: from('hasExtended', flag('Au plan étendu')),
    IsExtendedChartOfAccountOverridden: from('isExtendedOverridden', flag('Plan étendu modifié')),
    ...EFFECTIVE,
    ...GENERATED,
  })
  .meta({ id: 'VatAccountConfiguration' });
