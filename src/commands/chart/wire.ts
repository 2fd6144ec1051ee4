/** VAT configuration of an account of a chart, and of an extended chart, on the wire. */
import * as z from 'zod';
import type { ChartConfiguration } from '../../services/vat/configuration/chart-configuration.ts';
import { EXIGIBILITIES } from '../../services/vat/lines/store.ts';
import { choice, flag, int, maybe } from '../operation/outputs.ts';
import { computed, from } from '../operation/wire.ts';
import { AT_LEVEL, EFFECTIVE, GENERATED, IncludeUnletteredPayments } from '../vat/configuration/wire.ts';
import { CATEGORY_CODES, VAT_RATES } from '../vat/wire.ts';

const AccountId = int('N° compte');

export const ChartConfigurationShape = z
  .object({
    ChartOfAccountId: from('chartId', int('Plan')),
    AccountId,
    Exigibility: computed(
      maybe(choice(EXIGIBILITIES, 'Exigibilité')),
      ({ own }: ChartConfiguration) => own.exigibility,
    ),
    VatCategory: computed(maybe(choice(CATEGORY_CODES, 'Catégorie')), ({ own }: ChartConfiguration) => own.vatCategory),
    VatRate: computed(maybe(choice(VAT_RATES, 'Taux')), ({ own }: ChartConfiguration) => own.vatRate),
    IncludeUnletteredPayments: computed(
      maybe(flag('Non lettrés')),
      ({ own }: ChartConfiguration) => own.includeUnletteredPayments,
    ),
  })
  .meta({ id: 'ChartVatConfiguration' });

export const ExtendedChartConfigurationShape = z
  .object({
    ExtendedChartOfAccountId: from('chartId', int('Plan étendu')),
    AccountId,
    ExtendedChartOfAccountExigibility: AT_LEVEL.exigibility('extended'),
    ExtendedChartOfAccountVatCategory: AT_LEVEL.category('extended'),
    ExtendedChartOfAccountVatRate: AT_LEVEL.rate('extended'),
    ExtendedChartOfAccountIncludeUnletteredPayments: AT_LEVEL.unlettered('extended'),
    ChartOfAccountExigibility: AT_LEVEL.exigibility('chart'),
    ChartOfAccountVatCategory: AT_LEVEL.category('chart'),
    ChartOfAccountVatRate: AT_LEVEL.rate('chart'),
    ChartOfAccountIncludeUnletteredPayments: AT_LEVEL.unlettered('chart'),
    HasOwnConfiguration: from('hasExtended', flag('Propre')),
    HasChartOfAccountConfiguration: from('hasChart', flag('Au plan')),
    ...EFFECTIVE,
    IncludeUnletteredPayments,
    ...GENERATED,
  })
  .meta({ id: 'ExtendedChartVatConfiguration' });

export type ChartConfigurationSchema = typeof ChartConfigurationShape | typeof ExtendedChartConfigurationShape;
