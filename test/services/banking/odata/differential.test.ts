/** The same filter in memory and in PostgreSQL: on every row both say the same. */
import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { expect, it } from 'vitest';
import { TRANSACTION } from '../../../../src/services/banking/odata/model.ts';
import { parseQuery } from '../../../../src/services/banking/odata/options.ts';
import { runQuery } from '../../../../src/services/banking/odata/run-query.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { testDatabase } from '../../../support/database.ts';
import { bankWorld } from '../statements/world.ts';
import { evaluate, number, type Row } from './evaluate.ts';
import { AMOUNTS, DAYS, filter, MOMENTS, text } from './random-filter.ts';

const db = await testDatabase();
const world = bankWorld(db);
const folderId = await world.newFolder();
const MADE = MOMENTS[0] ?? '';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const drafts = fc.sample(
  fc.record({
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
  }),
  { numRuns: 80, seed: 41 },
);

/** Stores a draft and gives the row as filters should see it. */
async function store(draft: (typeof drafts)[number], account: { id: number; name: string }): Promise<Row> {
  const { payment, complement } = draft;
  const stamps = { created_at: MADE, updated_at: MADE };
  const [{ id }] = await db
    .knex('bank_transaction')
    .insert({
      ...{ folder_id: folderId, account_id: account.id, operation_date: draft.day, label: draft.label },
      ...{ description: draft.description, operation_code: draft.code, source_id: null, decimals: 2, currency: 'EUR' },
      ...{ amount_units: number(draft.amount) / 10n ** 16n, fx_rate: draft.rate, fx_amount: draft.rate },
      ...{ fx_date: draft.fxDay, created_at: draft.made, updated_at: MADE, deleted_at: draft.deleted },
      ...{ updated_by_user_id: draft.user, is_deleted: draft.deleted !== null, is_synchronized: draft.isSynchronized },
    })
    .returning('id');
  const own = { folder_id: folderId, transaction_id: id, ...stamps };
  if (payment) {
    await db.knex('payment_information').insert({ ...own, payment_mode: payment.mode, payment_date: payment.day });
  }
  if (complement) {
    const { comment, toJustify: to_justify, cents: associated_cents } = complement;
    await db.knex('complementary_data').insert({ ...own, comment, to_justify, associated_cents });
  }
  const rate = draft.rate === null ? null : number(draft.rate);
  return {
    ...{ Id: number(String(id)), Label: draft.label, Description: draft.description, OperationCode: draft.code },
    ...{
      CurrencyCode: 'EUR',
      'Account/Name': account.name,
      Amount: number(draft.amount),
      FxRate: rate,
      FxAmount: rate,
    },
    ...{ UpdatedByUserId: draft.user === null ? null : number(String(draft.user)), OperationDate: draft.day },
    ...{ FxDate: draft.fxDay, CreatedAt: draft.made, DeletedAt: draft.deleted, IsDeleted: draft.deleted !== null },
    ...{ IsSynchronized: draft.isSynchronized, 'PaymentInformations/PaymentMode': payment?.mode ?? null },
    ...{
      'PaymentInformations/PaymentDate': payment?.day ?? null,
      'ComplementaryData/Comment': complement?.comment ?? null,
    },
    'ComplementaryData/ToJustify': complement?.toJustify ?? null,
    'ComplementaryData/TotalAssociatedAmount': complement ? number(String(complement.cents / 100)) : null,
    'ComplementaryData/UpdatedAt': complement ? MADE : null,
  };
}

const bank = { provider: 'None', source_id: 'b', name: 'Banque', created_at: MADE, updated_at: MADE };
const [{ id: bank_id }] = await db.knex('bank').insert(bank).returning('id');
const account = { folder_id: folderId, bank_id, provider: 'None', source_id: 's', name: 'Compte œ' };
const [{ id: accountId }] = await db
  .knex('bank_account')
  .insert({ ...account, created_at: MADE, updated_at: MADE })
  .returning('id');
const rows: Row[] = [];
for (const draft of drafts) rows.push(await store(draft, { id: accountId, name: account.name }));

const base = (knex: Knex) => knex(TRANSACTION.table).where('t.folder_id', folderId);

const READING = { columns: { id: 't.id' }, ties: ['t.id'] };

it('finds what the filter means, nulls included', async () => {
  await fc.assert(
    fc.asyncProperty(filter, async (written) => {
      const query = parsed(written);
      fc.pre(query !== undefined);
      const { rows: found } = await runQuery<{ id: number }>(db, base, query, READING);
      const { filter: expression } = query;
      const meant = rows.filter((row) => expression && evaluate(expression, row) === true);
      expect(found.map(({ id }) => number(String(id)))).toEqual(meant.map(({ Id }) => Id));
    }),
    { numRuns: Number(process.env.SOAK ? 5000 : 400) },
  );
}, 60_000);

/** Undefined when the filter is beyond the limits of size. */
function parsed(written: string) {
  try {
    return parseQuery({ filter: written }, TRANSACTION);
  } catch (error) {
    if (error instanceof TaxopsError && error.code === 'ODataTooLarge') return undefined;
    throw error;
  }
}

it('stops what takes too long', async () => {
  const slow = (knex: Knex) => base(knex).whereRaw('pg_sleep(5) is not null');
  await expect(runQuery(db, slow, parseQuery({}, TRANSACTION), READING, 50)).rejects.toMatchObject({
    code: 'ODataTooSlow',
  });
});
