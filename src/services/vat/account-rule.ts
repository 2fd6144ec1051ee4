/** How the engine treats an account, and a line of it: what is configured wins over the guess, a line over its account. */
import { type Category, categoryOf } from './categories.ts';
import type { Exigibility, VatAccount, VatFolder, VatLine, VatRate } from './engine/model.ts';
import { type Guess, type GuessedRole, guessAccount } from './guess.ts';
import { rateInLabel } from './label-rate.ts';
import { singleRate } from './rates.ts';

/** A guessed role, or what the category makes of the account. */
export type Role = GuessedRole | 'untaxed' | 'reverse' | 'regularisation' | 'result';

export interface AccountRule {
  readonly accountNumber: string;
  readonly role: Role;
  readonly category?: Category | undefined;
  /** A single rate; undefined when nothing says it, or when the account bears several. */
  readonly rate?: VatRate | undefined;
  readonly exigibility: Exigibility;
  /** The exigibility that the body gives, when it gives one. */
  readonly configuredExigibility?: Exigibility | undefined;
  readonly onlyWithTax: boolean;
  /** A purchase whose buyer withholds the tax, and declares it among the sales: its debit is positive there. */
  readonly isWithheld: boolean;
  readonly includeUnletteredPayments: boolean;
}

interface Known {
  readonly account: VatAccount;
  readonly guess: Guess;
  readonly rule: AccountRule;
}

/** The rules of the accounts of a ledger, each worked out once. Accounts that the ledger does not list are guessed. */
export class AccountRules {
  readonly #folder: VatFolder;
  readonly #accounts: ReadonlyMap<string, VatAccount>;
  readonly #known = new Map<string, Known>();

  constructor(folder: VatFolder, accounts: readonly VatAccount[]) {
    this.#folder = folder;
    this.#accounts = new Map(accounts.map((account) => [account.accountNumber, account]));
  }

  of(accountNumber: string): AccountRule {
    return this.#knownOf(accountNumber).rule;
  }

  /** The rule of a line: its own category, rate and exigibility win over those of its account. */
  ofLine(line: VatLine): AccountRule {
    const { account, guess, rule } = this.#knownOf(line.accountNumber);
    if (line.category === undefined && line.rate === undefined && line.exigibility === undefined) return rule;
    return ruleOf(merged(account, line), guess);
  }

  #knownOf(accountNumber: string): Known {
    const found = this.#known.get(accountNumber);
    if (found) return found;
    const account = this.#accounts.get(accountNumber) ?? { accountNumber, label: '' };
    const guess = guessAccount(accountNumber, account.label, this.#folder);
    const known = { account, guess, rule: ruleOf(account, guess) };
    this.#known.set(accountNumber, known);
    return known;
  }
}

const merged = (account: VatAccount, line: VatLine): VatAccount => ({
  ...account,
  category: line.category ?? account.category,
  rate: line.rate === undefined || line.rate === 'Unknown' ? account.rate : line.rate,
  exigibility: line.exigibility ?? account.exigibility,
});

/** Tax withheld on copyright (CGI art. 285 bis). */
export const WITHHELD = 'AUTRE_OP_IMP_RET_AUT';

function ruleOf(account: VatAccount, guess: Guess): AccountRule {
  const code = account.category ?? guess.category;
  const category = code === undefined ? undefined : categoryOf(code);
  return {
    accountNumber: account.accountNumber,
    role: category ? roleOf(account.accountNumber, category, guess.role) : guess.role,
    category,
    rate: rateOf(account, code === guess.category ? guess : undefined),
    exigibility: account.exigibility ?? (isReverseCharge(category) ? undefined : guess.exigibility) ?? 'OnDebits',
    configuredExigibility: account.exigibility,
    onlyWithTax: guess.onlyWithTax && (account.category ?? null) === null,
    isWithheld: code === WITHHELD && account.accountNumber.startsWith('6'),
    includeUnletteredPayments: account.includeUnletteredPayments ?? false,
  };
}

/** Both sides of it, or the side that the buyer owes. */
const isReverseCharge = (category: Category | undefined): boolean =>
  category?.side === 'reverse' || category?.side === 'due';

function rateOf(account: VatAccount, guess: Guess | undefined): VatRate | undefined {
  if (account.rate !== undefined && account.rate !== 'Unknown') return singleRate(account.rate);
  return guess ? guess.rate : rateInLabel(account.label);
}

const KEPT: ReadonlySet<GuessedRole> = new Set(['thirdParty', 'treasury']);

/** Tax accounts (445) and advances keep their role under any category, unless it takes them out of the return. */
export function roleOf(accountNumber: string, { side, code }: Category, guessed: GuessedRole): Role {
  if (side === 'none') return KEPT.has(guessed) ? guessed : 'none';
  if (accountNumber.startsWith('445') || guessed === 'advance') return guessed;
  if (code === 'REGUL_TVA_DED') return 'deductible';
  if (side === 'deductible') return guessed === 'purchase' || /^[26]/.test(accountNumber) ? 'purchase' : 'deductible';
  return side === 'due' ? 'reverse' : side; // a purchase whose buyer owes the tax, and deducts it in the ordinary way
}
