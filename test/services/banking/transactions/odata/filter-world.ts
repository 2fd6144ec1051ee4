/** Transactions of every kind that filters tell apart, stored and at the same time kept in memory as filters see them. */

import type { Knex } from 'knex';
import { expect } from 'vitest';
import { TRANSACTION } from '../../../../../src/services/banking/transactions/odata/model.ts';
import { parseQuery } from '../../../../../src/services/banking/transactions/odata/options.ts';
import { runQuery } from '../../../../../src/services/banking/transactions/odata/run-query.ts';
import type { Database } from '../../../../../src/services/db/database.ts';
import { createFolder } from '../../../../../src/services/folders/folders.ts';
import { TaxopsError } from '../../../../../src/services/kernel/errors.ts';
import { asReader } from '../../../../support/context.ts';
import fc from '../../../../support/property.ts';
import { evaluate, number, type Row } from './evaluate.ts';
import { AMOUNTS, DAYS, filter, MOMENTS, text } from './random-filter.ts';

const MADE = MOMENTS[0] ?? '';
const STAMPS = { created_at: MADE, updated_at: MADE };
export const READING = { columns: { id: 't.id' }, ties: ['t.id'] };

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const DRAFT = fc.record({
  label: text,
  description: maybe(text),
  code: maybe(fc.constantFrom('05', 'B1', '')),
  amount: fc.constantFrom(...AMOUNTS.filter((amount) => amount !== '-0.001')),
  rate: maybe(fc.constantFrom(...AMOUNTS)),
  day: fc.constantFrom(...DAYS),
  fxDay: maybe(fc.constantFrom(...DAYS)),
  made: fc.constantFrom(...MOMENTS),
  deleted: maybe(fc.constantFrom(...MOMENTS)),
  user: maybe(fc.constantFrom(1, 2, 3)),
  isSynchronized: fc.boolean(),
  payment: maybe(fc.record({ mode: maybe(text), day: maybe(fc.constantFrom(...DAYS)) })),
  complement: maybe(fc.record({ comment: maybe(text), toJustify: fc.boolean(), cents: fc.constantFrom(0, 1250) })),
});
type Draft = typeof DRAFT extends fc.Arbitrary<infer T> ? T : never;

interface Account {
  readonly folderId: number;
  readonly id: number;
  readonly name: string;
}

async function newAccount(db: Database): Promise<Account> {
  const { id: folder_id } = await createFolder(asReader(db), undefined, { name: 'ALPHA' });
  const bank = { provider: 'None', source_id: 'b', name: 'Banque', ...STAMPS };
  const [{ id: bank_id }] = await db.knex('bank').insert(bank).returning('id');
  const account = { folder_id, bank_id, provider: 'None', source_id: 's', name: 'Compte œ', ...STAMPS };
  const [{ id }] = await db.knex('bank_account').insert(account).returning('id');
  return { folderId: folder_id, id, name: account.name };
}

async function store(db: Database, account: Account, draft: Draft): Promise<Row> {
  const [{ id }] = await db
    .knex('bank_transaction')
    .insert({
      folder_id: account.folderId,
      account_id: account.id,
      operation_date: draft.day,
      label: draft.label,
      description: draft.description,
      operation_code: draft.code,
      decimals: 2,
      currency: 'EUR',
      amount_units: number(draft.amount) / 10n ** 16n,
      fx_rate: draft.rate,
      fx_amount: draft.rate,
      fx_date: draft.fxDay,
      created_at: draft.made,
      updated_at: MADE,
      deleted_at: draft.deleted,
      updated_by_user_id: draft.user,
      is_deleted: draft.deleted !== null,
      is_synchronized: draft.isSynchronized,
    })
    .returning('id');
  await storeAdditions(db, { folder_id: account.folderId, transaction_id: id, ...STAMPS }, draft);
  return { Id: number(String(id)), 'Account/Name': account.name, ...asSeen(draft) };
}

async function storeAdditions({ knex }: Database, own: object, { payment, complement }: Draft): Promise<void> {
  if (payment) {
    await knex('payment_information').insert({ ...own, payment_mode: payment.mode, payment_date: payment.day });
  }
  if (complement) {
    const { comment, toJustify: to_justify, cents: associated_cents } = complement;
    await knex('complementary_data').insert({ ...own, comment, to_justify, associated_cents });
  }
}

const numberOrNull = (value: string | number | null) => (value === null ? null : number(String(value)));

const asSeen = ({ payment, complement, ...draft }: Draft): Row => ({
  Label: draft.label,
  Description: draft.description,
  OperationCode: draft.code,
  CurrencyCode: 'EUR',
  Amount: number(draft.amount),
  FxRate: numberOrNull(draft.rate),
  FxAmount: numberOrNull(draft.rate),
  UpdatedByUserId: numberOrNull(draft.user),
  OperationDate: draft.day,
  FxDate: draft.fxDay,
  CreatedAt: draft.made,
  DeletedAt: draft.deleted,
  IsDeleted: draft.deleted !== null,
  IsSynchronized: draft.isSynchronized,
  'PaymentInformations/PaymentMode': payment?.mode ?? null,
  'PaymentInformations/PaymentDate': payment?.day ?? null,
  'ComplementaryData/Comment': complement?.comment ?? null,
  'ComplementaryData/ToJustify': complement?.toJustify ?? true,
  'ComplementaryData/TotalAssociatedAmount': complement ? number(String(complement.cents / 100)) : null,
  'ComplementaryData/UpdatedAt': complement ? MADE : null,
});

export interface FilterWorld {
  readonly base: (knex: Knex) => Knex.QueryBuilder;
  readonly rows: readonly Row[];
}

export async function filterWorld(db: Database): Promise<FilterWorld> {
  const account = await newAccount(db);
  const rows: Row[] = [];
  for (const draft of fc.sample(DRAFT, { numRuns: 80, seed: 41 })) rows.push(await store(db, account, draft));
  return { base: (knex) => knex(TRANSACTION.table).where('t.folder_id', account.folderId), rows };
}

/** So many random filters find in PostgreSQL what they mean in memory. */
export async function filtersAgree(db: Database, { base, rows }: FilterWorld, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(filter, async (written) => {
      const query = parsed(written);
      fc.pre(query !== undefined);
      const { rows: found } = await runQuery<{ id: number }>(db, base, query, READING);
      const { filter: expression } = query;
      const meant = rows.filter((row) => expression && evaluate(expression, row) === true);
      expect(found.map(({ id }) => number(String(id)))).toEqual(meant.map(({ Id }) => Id));
    }),
    { numRuns },
  );
}

/** Undefined when the filter is beyond the limits of size. */
function parsed(written: string) {
  try {
    return parseQuery({ filter: written }, TRANSACTION);
  } catch (error) {
    if (error instanceof TaxopsError && error.code === 'ODataTooLarge') return undefined;
    throw error;
  }
}
