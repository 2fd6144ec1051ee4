import * as z from 'zod';
import { statementAtDate } from '../../../services/banking/statements/at-date.ts';
import type { StoredStatement } from '../../../services/banking/statements/list.ts';
import { type NamedGap, statementGaps, statementsOverPeriod } from '../../../services/banking/statements/period.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { day, dayText, identifier } from '../../operation/fields.ts';
import { defineOperation } from '../../operation/operation.ts';
import { EnterprisePath } from '../account/account.ts';
import { detailsOf, withDetails } from '../report/for-people.ts';
import { STATEMENT, statementTable, statementToWire } from './at-wire.ts';

const SourceAccountPath = EnterprisePath.extend({
  accountId: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u)
    .describe('The provider’s account identifier (SourceId)'),
});

const Statement = z.object(STATEMENT).meta({ id: 'BankStatementBalances' });
const Provider = z.enum(PROVIDERS).describe('Provider of the account');

const ROUTE = '/api/banking/enterprises/{enterpriseId}/source-accounts/{accountId}';

export const bankStatementAtDate = defineOperation({
  id: 'bank.statement.at-date',
  ref: 'C7',
  summary: { en: 'Show the statement at a date', fr: 'Montrer le relevé à une date' },
  description:
    'The stored statement that holds the date, else the last one that ends before it: EndBalance tells its day. Of several that end on one day, the last of their chain. accountId is the SourceId of the account, AccountId in the answer its Id.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/statement-at-date` },
  cli: {
    args: ['accountId'],
    examples: ['taxops bank statement at-date 3 --folder 1 --provider ManualEbics --date 2026-03-31'],
  },
  params: SourceAccountPath,
  body: z.strictObject({ Provider, Date: day() }),
  output: Statement,
  errors: ['FolderNotFound', 'SourceAccountNotFound', 'StatementMissing'],
  run: async (ctx, { enterpriseId, accountId, body }) => {
    const account = { folderId: enterpriseId, provider: body.Provider, sourceId: accountId };
    return statementToWire(await statementAtDate(await ctx.db(), account, body.Date));
  },
});

export const bankStatementOverPeriod = defineOperation({
  id: 'bank.statement.over-period',
  ref: 'C8',
  summary: { en: 'List the statements of a period', fr: 'Lister les relevés d’une période' },
  description:
    'Stored statements that touch the period, both days included, by day: the first StartBalance and the last EndBalance are where the account stood around it. Whether they follow each other is told by bank statement gaps.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'POST', path: `${ROUTE}/statements-over-period` },
  cli: {
    args: ['accountId'],
    examples: [
      'taxops bank statement over-period 3 --folder 1 --provider ManualEbics --start-date 2026-01-01 --end-date 2026-03-31',
    ],
  },
  params: SourceAccountPath,
  body: z.strictObject({ Provider, StartDate: day(), EndDate: day() }),
  output: z.array(Statement),
  errors: ['FolderNotFound', 'SourceAccountNotFound', 'PeriodInverted'],
  view: (statements) => statementTable(detailsOf<readonly StoredStatement[]>(statements) ?? []),
  run: async (ctx, { enterpriseId, accountId, body }) => {
    const account = { folderId: enterpriseId, provider: body.Provider, sourceId: accountId };
    const period = { startDate: body.StartDate, endDate: body.EndDate };
    const found = await statementsOverPeriod(await ctx.db(), account, period);
    return withDetails(found.map(statementToWire), found);
  },
});

const Gap = z
  .object({
    AccountId: z.int(),
    AccountName: z.string(),
    Iban: z.string().nullable(),
    CurrencyCode: z.string(),
    FromDate: dayText().describe('Day of the last balance known before the gap'),
    FromBalance: z.number(),
    ToDate: dayText().describe('Day of the first balance known after it'),
    ToBalance: z.number(),
    Difference: z.number().describe('What the account gained in the gap; 0 when only days are missing'),
  })
  .meta({ id: 'BankStatementGap' });

const gapToWire = (gap: NamedGap): z.output<typeof Gap> => ({
  AccountId: gap.accountId,
  AccountName: gap.accountName,
  Iban: gap.iban,
  CurrencyCode: gap.currencyCode,
  FromDate: gap.from.date,
  FromBalance: Number(gap.from.value),
  ToDate: gap.to.date,
  ToBalance: Number(gap.to.value),
  Difference: Number(gap.difference),
});

export const bankStatementGaps = defineOperation({
  id: 'bank.statement.gaps',
  summary: { en: 'Show where statements are missing', fr: 'Montrer où il manque des relevés' },
  description:
    'Each statement must begin with the balance and on the day that another ended with. 1,000 gaps of an account at most.',
  policy: { right: 'read', of: { folder: 'enterpriseId' } },
  http: { method: 'GET', path: '/api/banking/enterprises/{enterpriseId}/statements/gaps' },
  cli: { examples: ['taxops bank statement gaps --folder 1'] },
  params: EnterprisePath,
  query: z.object({ accountId: identifier().optional() }),
  output: z.array(Gap),
  errors: ['FolderNotFound', 'BankAccountNotFound'],
  view: (gaps) => [
    {
      kind: 'table',
      columns: [
        { name: 'Account' },
        { name: 'FromDate', type: 'day' },
        { name: 'FromBalance', type: 'amount' },
        { name: 'ToDate', type: 'day' },
        { name: 'ToBalance', type: 'amount' },
        { name: 'Difference', type: 'amount' },
      ],
      rows: (detailsOf<readonly NamedGap[]>(gaps) ?? []).map(({ accountName, from, to, difference }) => [
        ...[accountName.slice(0, 28), from.date, from.value, to.date, to.value, difference],
      ]),
    },
  ],
  run: async (ctx, { enterpriseId, accountId }) => {
    const gaps = await statementGaps(await ctx.db(), enterpriseId, accountId);
    return withDetails(gaps.map(gapToWire), gaps);
  },
});
