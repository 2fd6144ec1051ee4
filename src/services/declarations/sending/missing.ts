/** What must be asked for before a declaration can be built: everything at once, so that it is asked for once. */
import type { ChannelName } from '../../channels/channel.ts';
import type { Issue } from '../../kernel/errors.ts';
import { sendingErrors } from './errors.ts';
import type { SendableType } from './period.ts';
import type { Subject } from './subject.ts';

interface Need {
  readonly path: string;
  readonly message: string;
  readonly types: readonly SendableType[] | 'all';
  readonly channels?: readonly ChannelName[];
  readonly isThere: (subject: Subject) => boolean;
}

const hasEntries = ({ books }: Subject): boolean => books.some(({ balances }) => balances.length > 0);
const declaresInstalment = ({ values }: Subject): boolean => values.forms['2571']?.cells?.CA !== undefined;

const NEEDS: readonly Need[] = [
  {
    path: 'Folder.Siren',
    message: 'the SIREN of the company',
    types: 'all',
    isThere: ({ folder }) => folder.siren !== null,
  },
  {
    path: 'Folder.Siret',
    message: 'the SIRET of the company',
    types: ['Liasse'],
    channels: ['ChannelA'],
    isThere: ({ folder }) => folder.siret !== null,
  },
  {
    path: 'Facts.Writer.Siret',
    message: 'the SIRET of the accounting firm',
    types: 'all',
    channels: ['ChannelB', 'Internal'],
    isThere: ({ values }) => values.facts.writer !== undefined,
  },
  {
    path: 'Facts.Category',
    message: 'the category of income: IS, BIC, BNC, BA',
    types: ['Liasse', 'LiasseTeteDeGroupe'],
    isThere: ({ category }) => category !== undefined,
  },
  {
    path: 'Facts.Regime',
    message: 'the regime: normal or simplified',
    types: ['Liasse', 'LiasseTeteDeGroupe', 'IS2572', 'CVAESolde'],
    isThere: ({ regime }) => regime !== undefined,
  },
  {
    path: 'Ledger',
    message: 'entries of the exercise',
    types: ['Liasse', 'IS2572', 'CVAESolde'],
    isThere: hasEntries,
  },
  {
    path: 'Facts.CapitalPaidAndHeldByPersons',
    types: ['IS2572'],
    message: 'whether the capital is paid and held for 75 % by natural persons (reduced rate)',
    isThere: ({ values }) => values.facts.capitalPaidAndHeldByPersons !== undefined,
  },
  {
    path: 'Forms.2571.Cells.CA',
    types: ['IS2571'],
    message: 'the instalment, or Facts.ReferenceProfit, or a ledger of the last exercise with regime and capital',
    isThere: (subject) =>
      declaresInstalment(subject) || subject.values.facts.referenceProfit !== undefined || canReadReference(subject),
  },
  {
    path: 'Forms.2573.Lines',
    message: 'one line per credit to refund',
    types: ['IS2573'],
    isThere: ({ values }) => (values.forms['2573']?.lines?.length ?? 0) > 0,
  },
  {
    path: 'Forms.2065.Cells',
    message: 'the cells of the form of the group',
    types: ['LiasseTeteDeGroupe'],
    isThere: ({ values }) => Object.keys(values.forms['2065']?.cells ?? {}).length > 0,
  },
  {
    path: 'Facts.ValueAdded',
    types: ['CVAEAcompte'],
    message: 'the value added, with Facts.Turnover, or a ledger of the last exercise with its regime',
    isThere: (subject) =>
      (subject.values.facts.valueAdded !== undefined && subject.values.facts.turnover !== undefined) ||
      (hasEntries(subject) && subject.regime !== undefined),
  },
];

const canReadReference = (subject: Subject): boolean =>
  hasEntries(subject) && subject.regime !== undefined && subject.values.facts.capitalPaidAndHeldByPersons !== undefined;

/** Throws ValuesMissing, one issue per value. */
export function requireValues(subject: Subject, channel: ChannelName): void {
  const issues: Issue[] = NEEDS.flatMap(({ path, message, types, channels, isThere }) => {
    const applies = (types === 'all' || types.includes(subject.type)) && (channels?.includes(channel) ?? true);
    return applies && !isThere(subject) ? [{ path, code: 'ValueMissing', message }] : [];
  });
  if (issues.length === 0) return;
  const { type, period, folder } = subject;
  const values = issues.map(({ path }) => path).join(', ');
  throw sendingErrors.ValuesMissing({ type, end: period.end, values, folderId: folder.id }, issues);
}
