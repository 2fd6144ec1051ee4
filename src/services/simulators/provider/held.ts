/** What the simulated provider holds: users, their items, the accounts and transactions of each. */
import { createHash } from 'node:crypto';
import { ibanFromRib } from '../../banking/accounts/iban.ts';
import type { Clock } from '../../kernel/clock.ts';
import { addDays, type PlainDate } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import { seededRandom } from '../stage/seeded-random.ts';
import type { AccountScript, Change, Script } from './script.ts';

export interface HeldTransaction {
  readonly id: number;
  readonly account_id: number;
  date: string;
  cents: number;
  label: string;
  deleted: boolean;
  /** To come: not in the balance. */
  future: boolean;
  updated_at: string;
}

export interface HeldAccount {
  readonly id: number;
  readonly item_id: number;
  readonly script: AccountScript;
  readonly iban: string;
  /** When it was connected. */
  readonly since: string;
  readonly transactions: HeldTransaction[];
}

export interface HeldItem {
  readonly id: number;
  readonly user: string;
  readonly bankId: number;
  readonly since: number;
  readonly accounts: readonly HeldAccount[];
  status: number;
  /** Changes that happened. */
  happened: number;
}

export const BANKS = [
  { id: 408, name: 'Banque Gamma', country_code: 'FR' },
  { id: 409, name: 'Crédit Delta', country_code: 'FR' },
  { id: 410, name: 'Caisse Epsilon', country_code: 'FR' },
] as const;

export interface Held {
  /** The user of that name, always the same for the same name. */
  user(externalId: string): string;
  knows(user: string): boolean;
  userOf(externalId: string): string | undefined;
  connect(user: string): HeldItem;
  /** As it is now, with the changes that are due. */
  item(user: string, itemId: number): HeldItem | undefined;
  items(user: string): readonly HeldItem[];
  account(user: string, accountId: number): HeldAccount | undefined;
}

const LABELS = [
  'VIR SEPA CLIENT',
  'PRLV EDF',
  'CB FOURNITURES',
  'FRAIS BANCAIRES',
  'LOYER',
  'VIR SALAIRES',
  'REMISE CB',
];
const FIRST_ITEM = 187_741;

export function held({ seed, accounts, changes }: Script, clock: Clock): Held {
  const random = seededRandom(seed);
  const users = new Map<string, string>();
  const items: HeldItem[] = [];
  const now = () => Date.parse(clock.now());
  const inOrder = [...changes].sort((a, b) => a.afterMs - b.afterMs);

  const transactionOn = (account: HeldAccount, date: string, updated_at: string): HeldTransaction => ({
    id: account.id * 1_000_000 + account.transactions.length + 1,
    account_id: account.id,
    date,
    cents: Math.round((random() - 0.45) * 200_000) || 1,
    label: `${LABELS[Math.floor(random() * LABELS.length)]} ${account.transactions.length + 1}`,
    deleted: false,
    future: false,
    updated_at,
  });

  const newAccount = (itemId: number, script: AccountScript, index: number): HeldAccount => {
    const id = itemId * 10 + index;
    const iban = script.iban ?? ibanFromRib('98765', '00042', String(id).padStart(11, '0')) ?? '';
    const account: HeldAccount = { id, item_id: itemId, script, iban, since: clock.now(), transactions: [] };
    const today = clock.now().slice(0, 10) as PlainDate;
    for (let n = script.transactions; n > 0; n--) {
      const date = addDays(today, -Math.min(n, DAYS_BACK));
      account.transactions.push(transactionOn(account, date, `${date}T06:00:00.000Z`));
    }
    return account;
  };

  const happen = (item: HeldItem): HeldItem => {
    for (let next = inOrder[item.happened]; next && now() - item.since >= next.afterMs; next = inOrder[item.happened]) {
      apply(item, next);
      item.happened += 1;
    }
    return item;
  };

  const apply = (item: HeldItem, change: Change): void => {
    const { account: index, transaction = 0, add = 0, status } = change;
    const at = clock.now();
    item.status = status ?? item.status;
    const account = item.accounts[index - 1];
    if (!account) return;
    for (let n = 0; n < add; n++) account.transactions.push(transactionOn(account, at.slice(0, 10), at));
    const target = account.transactions[transaction - 1];
    if (target) edit(target, change, at);
  };

  return {
    user: (externalId) => {
      const known = users.get(externalId) ?? uuidOf(externalId);
      users.set(externalId, known);
      return known;
    },
    userOf: (externalId) => users.get(externalId),
    knows: (user) => [...users.values()].includes(user),
    connect: (user) => {
      const id = FIRST_ITEM + items.length;
      const bankId = BANKS[items.length % BANKS.length]?.id ?? 408;
      const own = accounts.map((script, index) => newAccount(id, script, index + 1));
      const item = { id, user, bankId, since: now(), accounts: own, status: 0, happened: 0 };
      items.push(item);
      return item;
    },
    items: (user) => items.filter((item) => item.user === user).map(happen),
    item: (user, itemId) => {
      const item = items.find((candidate) => candidate.id === itemId && candidate.user === user);
      return item && happen(item);
    },
    account: (user, accountId) =>
      items
        .filter((item) => item.user === user)
        .flatMap((item) => happen(item).accounts)
        .find(({ id }) => id === accountId),
  };
}

function edit(target: HeldTransaction, { deleted, future, amount, label }: Change, at: string): void {
  target.deleted = deleted ?? target.deleted;
  target.future = future ?? target.future;
  target.cents = amount === undefined ? target.cents : Math.round(amount * 100);
  target.label = label ?? target.label;
  target.updated_at = at;
}

const DAYS_BACK = 700;

const uuidOf = (externalId: string): string =>
  createHash('sha256')
    .update(externalId)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

export const balanceOf = ({ transactions }: HeldAccount): number =>
  toNumber(transactions.reduce((sum, { cents, deleted, future }) => (deleted || future ? sum : sum + cents), 0));

/** JSON carries amounts as numbers. */
export const toNumber = (cents: number): number => Number(formatAmount(BigInt(cents)));
