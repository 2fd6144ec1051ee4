/** What must be asked for before a declaration can be built: everything at once, so that it is asked for once. */
import type { ChannelName } from '../../channels/channel.ts';
import type { Subject } from './subject.ts';

export interface Need {
  readonly path: string;
  readonly message: string;
  /** The channels that need it; all of them by default. */
  readonly channels?: readonly ChannelName[];
  readonly isThere: (subject: Subject) => boolean;
}

const hasEntries = ({ books }: Subject): boolean => books.some(({ balances }) => balances.length > 0);

export const SIREN: Need = {
  path: 'Folder.Siren',
  message: 'the SIREN of the company',
  isThere: ({ folder }) => folder.siren !== null,
};

export const SIRET_OF_LIASSE: Need = {
  path: 'Folder.Siret',
  message: 'the SIRET of the company',
  channels: ['ChannelA'],
  isThere: ({ folder }) => folder.siret !== null,
};

export const WRITER: Need = {
  path: 'Facts.Writer.Siret',
  message: 'the SIRET of the accounting firm',
  channels: ['ChannelB', 'Internal'],
  isThere: ({ values }) => values.facts.writer !== undefined,
};

export const CATEGORY: Need = {
  path: 'Facts.Category',
  message: 'the category of income: IS, BIC, BNC, BA',
  isThere: ({ category }) => category !== undefined,
};

export const REGIME: Need = {
  path: 'Facts.Regime',
  message: 'the regime: normal or simplified',
  isThere: ({ regime }) => regime !== undefined,
};

export const LEDGER: Need = {
  path: 'Ledger',
  message: 'entries of the exercise',
  isThere: hasEntries,
};

export const CAPITAL: Need = {
  path: 'Facts.CapitalPaidAndHeldByPersons',
  message: 'whether the capital is paid and held for 75 % by natural persons (reduced rate)',
  isThere: ({ values }) => values.facts.capitalPaidAndHeldByPersons !== undefined,
};

export const INSTALMENT: Need = {
  path: 'Forms.2571.Cells.CA',
  message: 'the instalment, or Facts.ReferenceProfit, or a ledger of the last exercise with regime and capital',
  isThere: (subject) =>
    subject.values.forms['2571']?.cells?.CA !== undefined ||
    subject.values.facts.referenceProfit !== undefined ||
    [LEDGER, REGIME, CAPITAL].every(({ isThere }) => isThere(subject)),
};

export const CREDITS: Need = {
  path: 'Forms.2573.Lines',
  message: 'one line per credit to refund',
  isThere: ({ values }) => (values.forms['2573']?.lines?.length ?? 0) > 0,
};

export const GROUP_CELLS: Need = {
  path: 'Forms.2065.Cells',
  message: 'the cells of the form of the group',
  isThere: ({ values }) => Object.keys(values.forms['2065']?.cells ?? {}).length > 0,
};

export const BASE_OF_CVAE: Need = {
  path: 'Facts.ValueAdded',
  message: 'the value added, with Facts.Turnover, or a ledger of the last exercise with its regime',
  isThere: (subject) =>
    (subject.values.facts.valueAdded !== undefined && subject.values.facts.turnover !== undefined) ||
    [LEDGER, REGIME].every(({ isThere }) => isThere(subject)),
};
