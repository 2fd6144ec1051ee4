import { createHash } from 'node:crypto';
import type { Scenario } from './script.ts';

/** One filing as it arrived: what a partner could be shown in a dispute. */
export interface Deposit {
  /** From 1. */
  readonly number: number;
  readonly channel: Scenario['channel'];
  readonly siren: string;
  readonly form: string;
  /** Last day of the period, `YYYY-MM-DD`. */
  readonly end: string;
  readonly isTest: boolean;
  /** Subject of the deposit on ChannelB, reference of the document on ChannelA. */
  readonly reference: string;
  readonly idempotencyKey: string | undefined;
  readonly correlationId: string | undefined;
  readonly at: string;
  readonly sha256: string;
  /** Byte for byte. */
  readonly content: Uint8Array;
  /** Which filing of this company, form and period: 1 for the first. */
  readonly filing: number;
}

export interface Ledger {
  readonly deposits: readonly Deposit[];
  /** Filings of one company, form and period, in order. */
  of(siren: string, form?: string, end?: string): readonly Deposit[];
  /** Groups of deposits whose bytes are the same: nothing should ever be here. */
  doubles(): readonly (readonly Deposit[])[];
}

type NewDeposit = Omit<Deposit, 'number' | 'sha256' | 'filing'>;

export interface WritableLedger extends Ledger {
  add(deposit: NewDeposit): Deposit;
}

export function ledger(): WritableLedger {
  const deposits: Deposit[] = [];
  const of: Ledger['of'] = (siren, form, end) =>
    deposits.filter(
      (deposit) =>
        deposit.siren === siren &&
        (form === undefined || deposit.form === form) &&
        (end === undefined || deposit.end === end),
    );
  return {
    deposits,
    of,
    doubles: () => {
      const groups = new Map<string, Deposit[]>();
      for (const deposit of deposits) groups.set(deposit.sha256, [...(groups.get(deposit.sha256) ?? []), deposit]);
      return [...groups.values()].filter((group) => group.length > 1);
    },
    add: (deposit) => {
      const { siren, form, end, channel, content } = deposit;
      const before = of(siren, form, end).filter((earlier) => earlier.channel === channel).length;
      const sha256 = createHash('sha256').update(content).digest('hex');
      const added = { ...deposit, number: deposits.length + 1, sha256, filing: before + 1 };
      deposits.push(added);
      return added;
    },
  };
}

/** The ledger as JSON, contents in base64. */
export const ledgerJson = ({ deposits }: Ledger): unknown =>
  deposits.map(({ content, ...deposit }) => ({ ...deposit, content: Buffer.from(content).toString('base64') }));
