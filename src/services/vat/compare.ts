/** The same books with every sale and purchase on receipts, then on debits. */
import { vatEdition } from '../forms/vat-boxes.ts';
import type { Labels } from '../kernel/errors.ts';
import { AccountRules } from './account-rule.ts';
import type { Exigibility, VatAccount, VatLedger } from './engine/model.ts';
import { euros } from './return/inputs.ts';
import { type SimulatedReturn, type SimulationInput, simulateVat } from './simulate.ts';

export interface ComparedBox {
  readonly zone: string;
  readonly line: string;
  readonly label: Labels;
  readonly onReceipts: bigint;
  readonly onDebits: bigint;
  /** Receipts less debits. */
  readonly difference: bigint;
}

export interface ComparedReturn {
  readonly startDate: string;
  readonly endDate: string;
  readonly form: string;
  readonly compared: readonly ComparedBox[];
}

/** Boxes of the return that hold an amount in one of both. Fails as the simulation does; payments are left aside. */
export function compareExigibilities(input: SimulationInput): ComparedReturn[] {
  const periods = input.periods.map((period) => ({ ...period, payments: [] }));
  const under = (exigibility: Exigibility) =>
    simulateVat({ ...input, periods, ledger: allOn(exigibility, input.ledger) }).returns;
  const debits = under('OnDebits');
  return under('OnReceipts').map((receipts, index) => compared(receipts, debits[index]));
}

/** Tax of a purchase that its buyer owes is due by law whatever the option. */
const OWN_RULE: readonly (string | undefined)[] = ['reverse', 'due'];

function allOn(exigibility: Exigibility, ledger: VatLedger): VatLedger {
  const rules = new AccountRules(ledger.folder, ledger.accounts);
  const follows = (accountNumber: string) => !OWN_RULE.includes(rules.of(accountNumber).category?.side);
  const numbers = new Set(ledger.entries.flatMap(({ lines }) => lines.map(({ accountNumber }) => accountNumber)));
  const listed = new Set(ledger.accounts.map(({ accountNumber }) => accountNumber));
  const others = [...numbers].filter((number) => !listed.has(number));
  const accounts: VatAccount[] = [...ledger.accounts, ...others.map((accountNumber) => ({ accountNumber, label: '' }))];
  return {
    ...ledger,
    accounts: accounts.map((account) => (follows(account.accountNumber) ? { ...account, exigibility } : account)),
    entries: ledger.entries.map((entry) => ({
      ...entry,
      lines: entry.lines.map((line) => (line.exigibility === undefined ? line : { ...line, exigibility: undefined })),
    })),
  };
}

function compared(receipts: SimulatedReturn, debits: SimulatedReturn | undefined): ComparedReturn {
  const { startDate, endDate } = receipts.period;
  const { form } = receipts;
  const boxes = [...(vatEdition(endDate).get(form)?.values() ?? [])].flatMap(({ zone, line, names }) => {
    const [onReceipts, onDebits] = [receipts, debits].map((one) => euros(one?.filled.forms.get(form), zone));
    const values = { onReceipts: onReceipts ?? 0n, onDebits: onDebits ?? 0n };
    if (values.onReceipts === 0n && values.onDebits === 0n) return [];
    return [{ zone, line, label: names, ...values, difference: values.onReceipts - values.onDebits }];
  });
  return { startDate, endDate, form, compared: boxes };
}
