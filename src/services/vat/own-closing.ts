/** The entry that closes a return, known by what it moves: tax accounts against the result of a return, and no operation. */
import { AccountRules, type Role } from './account-rule.ts';
import type { VatEntry, VatLedger } from './engine/model.ts';

/** Accounts that only such an entry moves beside tax accounts: to pay, credit, instalments of a year, refund asked. */
export const RESULT_ACCOUNTS: readonly string[] = ['44551', '44567', '44581', '44583'];

export const isResultAccount = (number: string): boolean => RESULT_ACCOUNTS.some((prefix) => number.startsWith(prefix));

const TAXES: ReadonlySet<Role> = new Set(['collected', 'deductible', 'due']);
const BASES: ReadonlySet<Role> = new Set(['sale', 'untaxed', 'purchase', 'reverse', 'regularisation']);

export const isTaxRole = (role: Role): boolean => TAXES.has(role);

/** Rounding and similar taxes, which it posts beside the result. */
export const BESIDE_RESULT: readonly string[] = ['658', '758', '6358'];

/** A sale, a purchase or the like. */
export const isOperation = (number: string, role: Role): boolean =>
  BASES.has(role) && !BESIDE_RESULT.some((prefix) => number.startsWith(prefix));

/** The kinds of accounts that an entry moves. */
export interface Moved {
  readonly hasOperation: boolean;
  readonly hasResult: boolean;
  readonly hasTax: boolean;
}

export const closesReturn = ({ hasOperation, hasResult, hasTax }: Moved): boolean =>
  hasResult && hasTax && !hasOperation;

const NOTHING: Moved = { hasOperation: false, hasResult: false, hasTax: false };

/** The ledger with such entries marked, whatever kind of journal they were given. */
export function withClosings(ledger: VatLedger): VatLedger {
  if (!ledger.entries.some(movesResult)) return ledger;
  const rules = new AccountRules(ledger.folder, ledger.accounts);
  const marked = (entry: VatEntry): VatEntry =>
    movesResult(entry) && closesReturn(movedBy(entry, rules)) ? { ...entry, journalType: 'Closing' } : entry;
  return { ...ledger, entries: ledger.entries.map(marked) };
}

/** Most entries of a ledger move no account of 445, or none of these. */
const movesResult = ({ lines }: VatEntry): boolean =>
  lines.some(({ accountNumber }) => accountNumber.startsWith('445') && isResultAccount(accountNumber));

const movedBy = ({ lines }: VatEntry, rules: AccountRules): Moved =>
  lines.reduce((moved, { accountNumber: number }) => {
    const { role } = rules.of(number);
    return {
      hasOperation: moved.hasOperation || role === 'thirdParty' || isOperation(number, role),
      hasResult: moved.hasResult || isResultAccount(number),
      hasTax: moved.hasTax || isTaxRole(role),
    };
  }, NOTHING);
