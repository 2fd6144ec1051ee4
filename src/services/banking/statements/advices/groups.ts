/** The advices of a file, account by account: notifications of camt.054, sequences of CFONB 240. */
import { type BankFile, hasStatements, type SequenceReading, type StatementReading } from '../cfonb/bank-file.ts';
import type { FindingKind } from '../cfonb/messages.ts';
import type { ReturnedOperation } from '../cfonb/sequence.ts';
import { type Account, accountKey } from '../cfonb/statement.ts';
import { type AccountSurvey, newSurvey } from '../survey.ts';
import { type Advice, adviceOfEntry, adviceOfReturned } from './advice.ts';

export interface AdviceGroup {
  readonly account: Account;
  /** To be read before `errors`. */
  advices(): AsyncGenerator<readonly Advice[]>;
  errors(): Promise<ReadonlySet<FindingKind>>;
}

/** Whether a file tells of movements that statements book. */
export const isAdvices = (file: BankFile): boolean =>
  file.format === 'cfonb240' || (file.format?.startsWith('camt.054') ?? false);

export async function* groupsOf(file: BankFile): AsyncGenerator<AdviceGroup> {
  if (hasStatements(file)) for await (const reading of file.statements) yield notification(reading);
  if (file.format === 'cfonb240') for await (const reading of file.sequences) yield sequence(reading);
}

const notification = (reading: StatementReading): AdviceGroup => ({
  account: reading.head.account,
  async *advices() {
    for await (const entries of reading.items()) yield entries.flatMap((entry) => adviceOfEntry(entry) ?? []);
  },
  errors: async () => (await reading.finish()).errors,
});

/** The total stands behind the records of a sequence, which is small: it is held. */
const sequence = (reading: SequenceReading): AdviceGroup => ({
  account: reading.head.account,
  async *advices() {
    const held: ReturnedOperation[] = [];
    for await (const batch of reading.items()) held.push(...batch);
    const total = Number((await reading.finish()).sum ?? 0n);
    yield held.flatMap((returned) => adviceOfReturned(reading.head, returned, total) ?? []);
  },
  errors: async () => (await reading.finish()).errors,
});

/** What an import may keep of each account, by its key. */
export async function surveyGroups(file: BankFile): Promise<ReadonlyMap<string, AccountSurvey>> {
  const accounts = new Map<string, AccountSurvey>();
  for await (const group of groupsOf(file)) {
    const key = accountKey(group.account);
    const survey = accounts.get(key) ?? newSurvey(group.account, key);
    accounts.set(key, survey);
    survey.statements += 1;
    for (const kind of await group.errors()) survey.errors.add(kind);
  }
  return accounts;
}
