import { expect, it } from 'vitest';
import { type NamedAccount, namedApart } from '../../../../src/services/banking/accounts/names-apart.ts';

const account = (id: number, name: string, iban: string | null): NamedAccount => ({
  id,
  name,
  iban,
});

it('keeps a name that one account bears, and adds the end of the IBAN where two do', () => {
  const accounts = [
    account(1, 'Val', 'FR7610278000010002030400512'),
    account(2, 'Val', 'FR7610278000010002030404006'),
    account(3, 'Mont', 'FR7610278000010002030400999'),
  ];
  expect(namedApart(accounts).map(({ name }) => name)).toEqual(['Val (…0512)', 'Val (…4006)', 'Mont']);
});

it('falls back on ids, which differ where numbers do not: two currencies of one account', () => {
  const accounts = [account(1, 'Val', 'FR7610278000010002030400512'), account(2, 'Val', 'FR7610278000010002030400512')];
  expect(namedApart([...accounts, account(3, 'Val', null)]).map(({ name }) => name)).toEqual([
    'Val (1)',
    'Val (2)',
    'Val (3)',
  ]);
});
