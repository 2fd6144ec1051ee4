/** A statement as the specification writes it; amounts are JSON numbers, exact as long as they hold 15 digits. */
import * as z from 'zod';
import type { StoredStatement } from '../../../services/banking/statements/list.ts';
import type { Block } from '../../operation/operation.ts';
import { date, decimal, int, text } from '../../operation/outputs.ts';
import { headed } from '../../operation/wire.ts';

const Balance = z.object({
  Amount: z.object({ CurrencyCode: text('Devise'), Value: decimal('Valeur') }),
  Date: date('Date'),
});

export const STATEMENT = {
  Id: int('Id'),
  EndBalance: headed(Balance, 'Solde final'),
  StartBalance: headed(Balance, 'Solde initial'),
  AccountId: int('N° compte'),
};

export const statementTable = (found: readonly StoredStatement[]): Block[] => [
  {
    kind: 'table',
    columns: [
      { name: 'Id', type: 'number' },
      { name: 'Account', fr: 'Compte' },
      { name: 'StartDate', fr: 'Début', type: 'day' },
      { name: 'StartBalance', fr: 'Solde initial', type: 'amount' },
      { name: 'Movements', fr: 'Mouvements', type: 'number' },
      { name: 'EndDate', fr: 'Fin', type: 'day' },
      { name: 'EndBalance', fr: 'Solde final', type: 'amount' },
      { name: 'Imports', fr: 'Imports' },
    ],
    rows: found.map(({ id, account, startBalance, movements, endBalance, importIds }) => [
      id,
      account,
      startBalance.date,
      startBalance.amount.value,
      movements,
      endBalance.date,
      endBalance.amount.value,
      importIds.join(', '),
    ]),
  },
];
