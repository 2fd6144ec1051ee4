/** What must be there before a declaration can be built, and how it is given: everything at once, asked for once. */
import type { ChannelName } from '../../channels/channel.ts';
import type { Labels } from '../../kernel/errors.ts';
import type { Subject } from './subject.ts';
import { writerOf } from './writer.ts';

/** Options of `folder update` or `company update`, part of the body of `declaration value add`, or another command. */
export type Remedy =
  | { readonly update: 'folder' | 'company'; readonly option: string }
  | { readonly values: { readonly Forms?: object; readonly Facts?: object } }
  | { readonly command: (subject: Subject) => string };

export interface Need {
  readonly path: string;
  readonly message: Labels;
  readonly remedy: Remedy;
  /** The channels that need it; all of them by default. */
  readonly channels?: readonly ChannelName[];
  readonly isThere: (subject: Subject) => boolean;
}

const hasEntries = ({ books }: Subject): boolean => books.some(({ balances }) => balances.length > 0);

/** The channels that take the XML-EDI file itself; ChannelA knows its firms and companies. */
const EDI: readonly ChannelName[] = ['ChannelB', 'Internal'];

const SIREN: Need = {
  path: 'Folder.Siren',
  message: { en: 'the SIREN of the company', fr: 'le SIREN de l’entreprise' },
  remedy: { update: 'folder', option: '--siren 732829320' },
  isThere: ({ folder }) => Boolean(folder.siren),
};

/** The schema of the file requires street, post code and town of the company and of the firm. */
const ADDRESS_PARTS = [
  ['Street', 'street', '--street "12 rue des Lilas"', { en: 'the street', fr: 'la voie' }],
  ['PostCode', 'postCode', '--post-code 69002', { en: 'the post code', fr: 'le code postal' }],
  ['Town', 'town', '--town Lyon', { en: 'the town', fr: 'la ville' }],
] as const;

const ADDRESS: readonly Need[] = ADDRESS_PARTS.map(([name, part, option, { en, fr }]) => ({
  path: `Folder.${name}`,
  message: { en: `${en} of the company`, fr: `${fr} de l’entreprise` },
  remedy: { update: 'folder', option },
  channels: EDI,
  isThere: ({ folder }) => Boolean(folder[part]),
}));

const WRITER: readonly Need[] = [
  {
    path: 'Company.Siret',
    message: { en: 'the SIRET of the accounting firm', fr: 'le SIRET du cabinet' },
    remedy: { update: 'company', option: '--siret 77788899100018' },
    channels: EDI,
    isThere: (subject) => Boolean(writerOf(subject).identifier),
  },
  ...ADDRESS_PARTS.map(
    ([name, part, option, { en, fr }]): Need => ({
      path: `Company.${name}`,
      message: { en: `${en} of the accounting firm`, fr: `${fr} du cabinet` },
      remedy: { update: 'company', option },
      channels: EDI,
      isThere: (subject) => Boolean(writerOf(subject).address?.[part]),
    }),
  ),
];

/** Who files for whom: every filing says it. */
export const PARTIES: readonly Need[] = [SIREN, ...ADDRESS, ...WRITER];

export const SIRET_OF_LIASSE: Need = {
  path: 'Folder.Siret',
  message: { en: 'the SIRET of the company', fr: 'le SIRET de l’entreprise' },
  remedy: { update: 'folder', option: '--siret 73282932000074' },
  channels: ['ChannelA'],
  isThere: ({ folder }) => Boolean(folder.siret),
};

export const CATEGORY: Need = {
  path: 'Folder.TaxRegime',
  message: {
    en: 'the tax on the result: CorporationTax or IncomeTax (or Facts.Category: IS, BIC, BNC, BA)',
    fr: 'l’impôt sur le résultat : CorporationTax ou IncomeTax (ou Facts.Category : IS, BIC, BNC, BA)',
  },
  remedy: { update: 'folder', option: '--tax-regime CorporationTax' },
  isThere: ({ category }) => category !== undefined,
};

/** Under income tax there is no company tax to pay; a folder that says nothing is taken at its word. */
export const COMPANY_TAX: Need = {
  path: 'Folder.TaxRegime',
  message: {
    en: 'CorporationTax as the tax on the result: a company under income tax owes no company tax',
    fr: 'CorporationTax comme impôt sur le résultat : une entreprise à l’impôt sur le revenu ne doit pas d’impôt sur les sociétés',
  },
  remedy: { update: 'folder', option: '--tax-regime CorporationTax' },
  isThere: ({ category = 'IS' }) => category === 'IS',
};

export const REGIME: Need = {
  path: 'Folder.ResultRegime',
  message: { en: 'the regime of the result: Normal or Simplified', fr: 'le régime du résultat : Normal ou Simplified' },
  remedy: { update: 'folder', option: '--result-regime Normal' },
  isThere: ({ regime }) => regime !== undefined,
};

export const LEDGER: Need = {
  path: 'Ledger',
  message: { en: 'entries of the exercise', fr: 'des écritures de l’exercice' },
  remedy: { command: ({ folder }) => `taxops ledger import FEC.txt --folder ${folder.id}` },
  isThere: hasEntries,
};

export const CAPITAL: Need = {
  path: 'Facts.CapitalPaidAndHeldByPersons',
  message: {
    en: 'whether the capital is paid and held for 75 % by natural persons (reduced rate)',
    fr: 'si le capital est libéré et détenu à 75 % par des personnes physiques (taux réduit)',
  },
  remedy: { values: { Facts: { CapitalPaidAndHeldByPersons: true } } },
  isThere: ({ capital }) => capital !== undefined,
};

export const INSTALMENT: Need = {
  path: 'Forms.2571.Cells.CA',
  message: {
    en: 'the instalment, or Facts.ReferenceProfit, or a ledger of the last exercise with regime and capital; a company in its first exercise owes none (taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date YYYY-MM-DD --reason REASON)',
    fr: 'l’acompte, ou Facts.ReferenceProfit, ou la comptabilité du dernier exercice avec régime et capital ; une société n’en doit pas pendant son premier exercice (taxops declaration obligation dismiss --folder N --declaration-type TYPE --end-date AAAA-MM-JJ --reason MOTIF)',
  },
  remedy: { values: { Forms: { '2571': { Cells: { CA: 1000 } } } } },
  isThere: (subject) =>
    subject.values.forms['2571']?.cells?.CA !== undefined ||
    subject.values.facts.referenceProfit !== undefined ||
    [LEDGER, REGIME, CAPITAL].every(({ isThere }) => isThere(subject)),
};

export const CREDITS: Need = {
  path: 'Forms.2573.Lines',
  message: { en: 'one line per credit to refund', fr: 'une ligne par créance à rembourser' },
  remedy: { values: { Forms: { '2573': { Lines: [{ AB: 'CIR', AC: '2024', AG: 900 }] } } } },
  isThere: ({ values }) => (values.forms['2573']?.lines?.length ?? 0) > 0,
};

export const GROUP_CELLS: Need = {
  path: 'Forms.2065.Cells',
  message: { en: 'the cells of the form of the group', fr: 'les zones du formulaire du groupe' },
  remedy: { values: { Forms: { '2065': { Cells: { HA: 30000 } } } } },
  isThere: ({ values }) => Object.keys(values.forms['2065']?.cells ?? {}).length > 0,
};

export const BASE_OF_CVAE: Need = {
  path: 'Facts.ValueAdded',
  message: {
    en: 'the value added, with Facts.Turnover, of the last exercise whose result return is due on the day of the instalment, or its ledger with its regime',
    fr: 'la valeur ajoutée, avec Facts.Turnover, du dernier exercice dont la déclaration de résultat est exigible au jour de l’acompte, ou sa comptabilité avec son régime',
  },
  remedy: { values: { Facts: { Turnover: 1900000, ValueAdded: 1200000 } } },
  isThere: (subject) =>
    (subject.values.facts.valueAdded !== undefined && subject.values.facts.turnover !== undefined) ||
    ((subject.books[0]?.balances.length ?? 0) > 0 && REGIME.isThere(subject)),
};

/** Control 018 of the authority: what is left to pay names the account to debit. Known once the forms are filled. */
export const accountFor = (amount: number): Need => ({
  path: 'Facts.Payments',
  message: {
    en: `the account to debit: ${amount} euros are left to pay`,
    fr: `le compte à débiter : ${amount} euros restent à payer`,
  },
  remedy: { values: { Facts: { Payments: [{ Iban: 'FR76…', Bic: 'AGRIFRPPXXX', Amount: amount }] } } },
  channels: EDI,
  isThere: ({ values }) => amount === 0 || (values.facts.payments?.length ?? 0) > 0,
});
