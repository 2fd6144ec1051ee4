/** Accounts as a firm may have configured them. */
import type { SentAccount, SentParty } from './books.ts';
import type { Chance } from './draw.ts';
import { legalRates, type Rate, type Territory } from './rates.ts';

const SUFFIX = { Mainland: '', Corsica: '_CORSE', Overseas: '_DOM' };
const UNTAXED = ['EXPORT_HORS_UE', 'AUTRE_OP_NON_IMP', 'LIVRAISON_INTRA_B2B', 'VENTES_UE_B2C'];
const REVERSED = ['PREST_INTRACOM', 'PREST_INTRACOM_IMMO', 'SOUS_TRAITANCE_BTP', 'ACHATS_PREST_283_1', 'IMPORTATION'];
/** Rates of imports too. */
const REVERSED_RATES = { mainland: ['_20', '_10', '_055', '_021'], overseas: ['_085', '_021'] };

/** Sales 706000, 707000, 701000, 708500; untaxed 707900, 706900; purchases; reverse charge 622700, 607100. */
export function drawnChart(chance: Chance, territory: Territory): SentAccount[] {
  const rates: readonly Rate[] = legalRates(territory);
  const isOverseas = territory === 'Overseas';
  const account = (AccountNumber: string, VatCategory: string, VatRate?: string): SentAccount => ({
    AccountNumber,
    VatCategory,
    VatRate,
    Exigibility: chance.oneOf('OnDebits', 'OnReceipts', 'Mixed', undefined),
  });
  const sale = (): string => {
    const category = chance.oneOf('VT_PREST', 'VT_PREST', 'AUTRE_OP_IMP', 'TVA_MONACO');
    if (category === 'TVA_MONACO') return territory === 'Mainland' ? category : `VT_PREST${SUFFIX[territory]}`;
    return category + SUFFIX[territory];
  };
  const reversed = isOverseas ? REVERSED : [...REVERSED, 'ACQUI_INTRACOM'];
  const reversedRates = REVERSED_RATES[isOverseas ? 'overseas' : 'mainland'];
  return [
    ...['706000', '707000', '701000', '708500'].map((number) =>
      account(number, sale(), chance.oneOf(...rates, ...rates, undefined, 'MultipleRates')),
    ),
    ...['707900', '706900'].map((number) => account(number, chance.oneOf(...UNTAXED))),
    ...['606300', '622600', '607000'].map((number) => account(number, 'DED_AUTRES', chance.oneOf(...rates))),
    account('218300', 'DED_IMMO', chance.oneOf(...rates)),
    ...['622700', '607100'].map((number) =>
      account(number, `AUTOLIQ_${chance.oneOf(...reversed)}`, chance.oneOf(...reversedRates)),
    ),
  ];
}

export function drawnParties(chance: Chance): SentParty[] {
  const party = (AccountNumber: string, SubAccount?: string): SentParty => ({
    AccountNumber,
    ...(SubAccount && { SubAccount }),
    ExigibilityMode: chance.oneOf('OnDebits', 'OnReceipts'),
    IncludeUnletteredPayments: chance.happens(5),
  });
  return chance.happens(4) ? [party('411000', 'ALFA'), party('401000')] : [];
}
