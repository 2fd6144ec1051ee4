/** The register beside settled books, account by account, with what to do about a difference. */
import * as z from 'zod';
import type { Asset } from '../../services/assets/asset.ts';
import {
  differencesOf,
  differencesOfNamed,
  type HeldBalance,
  isDifferent,
} from '../../services/assets/register/held-balances.ts';
import type { Labels } from '../../services/kernel/errors.ts';
import { formatAmount } from '../../services/kernel/money.ts';
import type { Context } from '../../services/operation/context.ts';
import type { Block } from '../operation/operation.ts';
import { date, eurosText, text, words } from '../operation/outputs.ts';
import { computed } from '../operation/wire.ts';

const NOTHING: Labels = { en: '', fr: '' };

const MISSING: Labels = {
  en: 'The books have more: an asset that is not stated (taxops asset proposal list, taxops asset create), another cost (taxops asset update), or a credit note that they have not booked (taxops asset entry list).',
  fr: 'La comptabilité a plus : une immobilisation non saisie (taxops asset proposal list, taxops asset create), un autre coût (taxops asset update), ou un avoir non comptabilisé (taxops asset entry list).',
};

const LEFT: Labels = {
  en: 'The books have less: an asset that left or moved (taxops asset retirement create, taxops asset transfer create, on the day of the books), or another cost (taxops asset update).',
  fr: 'La comptabilité a moins : une immobilisation sortie ou virée (taxops asset retirement create, taxops asset transfer create, au jour de la comptabilité), ou un autre coût (taxops asset update).',
};

/** The first prefix that an account has. */
const ADVICE: readonly (readonly [prefix: string, advice: Labels])[] = [
  [
    '28',
    {
      en: 'The books posted another amortization: state the plan that they follow, or as PastAmortization what they posted by this day (taxops asset update). If the books are to change: taxops asset entry post names their entries, in an exercise that is open; or post the difference in the open one (taxops entry create).',
      fr: 'La comptabilité a passé d’autres amortissements : saisissez le plan qu’elle suit, ou en PastAmortization ce qu’elle a passé à ce jour (taxops asset update). Si c’est à la comptabilité de changer : taxops asset entry post nomme ses écritures, dans un exercice ouvert ; ou passez l’écart dans l’exercice ouvert (taxops entry create).',
    },
  ],
  [
    '29',
    {
      en: 'The books posted another impairment: state it as Impairments (taxops asset update).',
      fr: 'La comptabilité a passé une autre dépréciation : saisissez-la dans Impairments (taxops asset update).',
    },
  ],
  [
    '145',
    {
      en: 'The books posted other special depreciation: state the fiscal plan that they follow, or its PastAmortization (taxops asset update).',
      fr: 'La comptabilité a passé d’autres amortissements dérogatoires : saisissez le plan fiscal qu’elle suit, ou son PastAmortization (taxops asset update).',
    },
  ],
];

function adviceOn(balance: HeldBalance): Labels {
  if (!isDifferent(balance)) return NOTHING;
  const own = ADVICE.find(([prefix]) => balance.account.startsWith(prefix))?.[1];
  return own ?? (balance.register < balance.ledger ? MISSING : LEFT);
}

export const HeldBalanceShape = z
  .object({
    End: date('Fin').describe('A day on which the books are settled'),
    Account: text('Compte'),
    Label: text('Libellé'),
    Register: eurosText('Immobilisations').describe('Debit less credit'),
    Ledger: eurosText('Comptabilité').describe('Debit less credit'),
    Difference: computed(eurosText('Écart'), ({ register, ledger }: HeldBalance) => register - ledger).describe(
      'Register less ledger',
    ),
    Advice: computed(words('Que faire', 'sentence'), adviceOn).describe('Empty without a difference'),
  })
  .meta({ id: 'AssetHeldBalance' });

/** Whether the last day of an account has a difference: those before are history. */
export const isLastDifferent = (rows: readonly z.output<typeof HeldBalanceShape>[]): boolean =>
  [...new Map(rows.map((row) => [row.Account, row.Advice])).values()].some((advice) => advice !== '');

export const differenceTable = (rows: readonly z.output<typeof HeldBalanceShape>[]): Block => ({
  kind: 'table',
  title: 'LedgerDifferences',
  columns: [
    { name: 'End', type: 'day' },
    { name: 'Account' },
    { name: 'Register', type: 'amount' },
    { name: 'Ledger', type: 'amount' },
    { name: 'Difference', type: 'amount' },
    { name: 'Advice', type: 'sentence' },
  ],
  rows: rows.map((row) => [row.End, row.Account, row.Register, row.Ledger, row.Difference, row.Advice]),
});

const MOST_TOLD = 20;

/**
 * What happens to an asset where books are settled leaves entries of them behind: the header names each account with its
 * difference, which a terminal shows. The event itself is right, so that the command succeeds.
 */
export const tellDifferences = async (ctx: Context, folderId: number, assetIds: readonly number[]): Promise<void> =>
  tell(ctx, folderId, await differencesOfNamed(ctx, folderId, assetIds));

/** The same of assets as they were: those that went are on no list any more. */
export const tellDifferencesOf = async (ctx: Context, folderId: number, assets: readonly Asset[]): Promise<void> =>
  tell(ctx, folderId, await differencesOf(ctx, folderId, assets));

export function tell(ctx: Context, folderId: number, found: readonly HeldBalance[]): void {
  if (found.length === 0) return;
  const told = found
    .slice(0, MOST_TOLD)
    .map(({ account, end, register, ledger }) => `${account} ${end} ${formatAmount(register - ledger)}`);
  ctx.headers.set('X-Ledger-Differences', `${told.join(', ')} (taxops asset entry compare --folder ${folderId})`);
}

export const TOLD =
  'Where settled books hold something else on its accounts afterwards, the answer comes with the accounts, over HTTP in the header X-Ledger-Differences: asset entry compare.';
