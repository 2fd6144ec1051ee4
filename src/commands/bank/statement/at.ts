import * as z from 'zod';
import { statementAtDate } from '../../../services/banking/statements/at-date.ts';
import type { StoredStatement } from '../../../services/banking/statements/list.ts';
import { type NamedGap, statementGaps, statementsOverPeriod } from '../../../services/banking/statements/period.ts';
import { PROVIDERS } from '../../../services/banking/store.ts';
import { day, identifier } from '../../operation/fields.ts';
import { date, decimal, flag, int, maybe, text } from '../../operation/outputs.ts';
import { computed, fields } from '../../operation/wire.ts';
import { bankOperation } from '../bank-operation.ts';
import { STATEMENT, statementTable } from './at-wire.ts';
import { contradictionBlock } from './view.ts';

const SourceAccountPath = {
  accountId: z
    .string()
    .regex(/^\P{Cc}{1,200}$/u)
    .describe('The provider’s account identifier (SourceId)'),
};

const Statement = z.object(STATEMENT).meta({ id: 'BankStatementBalances' });
const Provider = z.enum(PROVIDERS).describe('Provider of the account');

const ROUTE = '/source-accounts/{accountId}';

export const bankStatementAtDate = bankOperation({
  id: 'bank.statement.at-date',
  ref: 'C7',
  summary: { en: 'Show the statement at a date', fr: 'Montrer le relevé à une date' },
  description:
    'The stored statement that holds the date, else the last one that ends before it: EndBalance has its day. Of several that end on one day, the last of their chain. accountId is the SourceId of the account, AccountId in the answer its Id.',
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/statement-at-date` },
  cli: {
    args: ['accountId'],
    examples: ['taxops bank statement at-date 3 --folder 1 --provider ManualEbics --date 2026-03-31'],
  },
  params: SourceAccountPath,
  body: fields({ Provider, Date: day() }),
  output: Statement,
  errors: ['SourceAccountNotFound', 'StatementMissing'],
  run: (ctx, { folderId, accountId, body }) =>
    statementAtDate(ctx, folderId, { provider: body.provider, sourceId: accountId }, body.date),
});

export const bankStatementOverPeriod = bankOperation({
  id: 'bank.statement.over-period',
  ref: 'C8',
  summary: { en: 'List the statements of a period', fr: 'Lister les relevés d’une période' },
  description:
    'Stored statements that touch the period, both days included, by day: the first StartBalance and the last EndBalance are where the account stood around it. bank statement gaps shows whether they follow each other.',
  right: 'read',
  http: { method: 'POST', path: `${ROUTE}/statements-over-period` },
  cli: {
    args: ['accountId'],
    examples: [
      'taxops bank statement over-period 3 --folder 1 --provider ManualEbics --start-date 2026-01-01 --end-date 2026-03-31',
    ],
  },
  params: SourceAccountPath,
  body: fields({ Provider, StartDate: day(), EndDate: day() }),
  output: z.array(Statement),
  errors: ['SourceAccountNotFound', 'PeriodInverted'],
  view: (_wire, _language, found) => statementTable(found as readonly StoredStatement[]),
  run: (ctx, { folderId, accountId, body: { provider, ...period } }) =>
    statementsOverPeriod(ctx, folderId, { provider, sourceId: accountId }, period),
});

const Gap = z
  .object({
    AccountId: int('N° compte'),
    AccountName: text('Intitulé'),
    Iban: maybe(text('IBAN')),
    CurrencyCode: text('Devise'),
    FromDate: computed(
      date('Du').describe('Day of the last balance known before the gap'),
      ({ from }: NamedGap) => from.date,
    ),
    FromBalance: computed(decimal('Solde au départ'), ({ from }: NamedGap) => from.value),
    ToDate: computed(date('Au').describe('Day of the first balance known after it'), ({ to }: NamedGap) => to.date),
    ToBalance: computed(decimal('Solde à l’arrivée'), ({ to }: NamedGap) => to.value),
    Difference: decimal('Écart').describe('What the account gained in the gap; 0 when only days are missing'),
    IsContradiction: computed(
      flag('Contradiction'),
      ({ isContradiction }: NamedGap) => isContradiction === true,
    ).describe('Two statements end on this day with balances that cannot both be right'),
  })
  .meta({ id: 'BankStatementGap' });

export const bankStatementGaps = bankOperation({
  id: 'bank.statement.gaps',
  summary: { en: 'Show where statements are missing', fr: 'Montrer où il manque des relevés' },
  description:
    'Each statement must begin with the balance and on the day that another ended with. Two that end on one day must leave the same balance before it, whatever their formats. 1,000 gaps of an account at most.',
  http: { method: 'GET', path: '/statements/gaps' },
  cli: { examples: ['taxops bank statement gaps --folder 1'] },
  query: z.object({ accountId: identifier().optional() }),
  output: z.array(Gap),
  errors: ['BankAccountNotFound'],
  view: (_wire, language, gaps) => [
    {
      kind: 'table',
      columns: [
        { name: 'Account', fr: 'Compte' },
        { name: 'FromDate', type: 'day' },
        { name: 'FromBalance', type: 'amount' },
        { name: 'ToDate', type: 'day' },
        { name: 'ToBalance', type: 'amount' },
        { name: 'Difference', type: 'amount' },
      ],
      rows: gaps.map(({ accountName, from, to, difference }) => [
        accountName.slice(0, 28),
        from.date,
        from.value,
        to.date,
        to.value,
        difference,
      ]),
    },
    ...gaps
      .filter(({ isContradiction }) => isContradiction)
      .map((gap) => contradictionBlock(gap.accountName, [gap.from.date, gap.from.value, gap.to.value], language)),
  ],
  run: (ctx, { folderId, accountId }) => statementGaps(ctx, folderId, accountId),
});
