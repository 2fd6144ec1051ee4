/** What the table of assets shows, and what the ledger says of one. */
import { describe, expect, it } from 'vitest';
import { associationOf, NOT_ASSOCIATED } from '../../../../src/services/assets/register/association.ts';
import { ledgerAlerts } from '../../../../src/services/assets/register/ledger-alerts.ts';
import { assetHeaders } from '../../../../src/services/assets/search/headers.ts';
import { valueLabel } from '../../../../src/services/assets/search/value-labels.ts';

it('headers have a label in both languages, and the values of their enumerations', () => {
  const [english, french] = [assetHeaders('en'), assetHeaders('fr')];
  expect(english.map(({ id }) => id)).toEqual(french.map(({ id }) => id));
  const method = french.find(({ metadata }) => 'Value.Linear' in metadata);
  expect(method?.metadata['Value.Linear']).toBe('Linéaire');
  expect(english.filter(({ metadata }) => metadata.IsDefault).length).toBeGreaterThan(3);
  expect([valueLabel('Linear', 'en'), valueLabel('Immeuble', 'en'), valueLabel('Other', 'fr')]).toEqual([
    'Linear',
    'Building',
    'Other',
  ]);
});

const facts = { acquisitionValue: 100n, account: '2154', transfers: [], creditNotes: [] };
const line = (id: number, debit: bigint, accountNumber = '215400') => ({
  id,
  debit,
  credit: 0n,
  accountNumber,
  entryId: 1,
});
const associated = (links: readonly number[], ...lines: ReturnType<typeof line>[]) =>
  associationOf(
    { facts } as never,
    links.map((entry_line_id) => ({ entry_line_id })) as never,
    new Map(lines.map((one) => [one.id, one])) as never,
  );

describe('lines of the ledger', () => {
  it.each([
    ['NotAssociated', associated([])],
    ['Associated', associated([1], line(1, 100n))],
    ['PartiallyAssociated', associated([1], line(1, 60n))],
    ['AmountMismatch', associated([1], line(1, 101n))],
    ['AccountMismatch', associated([1], line(1, 100n, '606000'))],
    ['EntryDeleted', associated([1, 2], line(1, 100n))],
  ])('leave an asset %s', (state, association) => expect(association.state).toBe(state));

  const side = {
    parentId: null,
    isCreatedAutomatically: false,
    isValidatedByUser: true,
    account: '2154',
    acquisitionDate: '2024-05-01',
    acquisitionMethod: 'NewPurchase',
  };
  const view = {
    chart: { byNumber: new Map([['2154', {}]]) },
    exercises: [{ start: '2024-01-01', end: '2024-12-31' }],
  };
  const alerts = (change: object, association = NOT_ASSOCIATED) =>
    ledgerAlerts({ ...side, ...change } as never, association, view as never).map(({ name }) => name);

  it.each([
    [{}, NOT_ASSOCIATED, ['NotAssociatedToEntries']],
    [{ parentId: 3 }, NOT_ASSOCIATED, []],
    [{ acquisitionDate: '2023-05-01' }, NOT_ASSOCIATED, []],
    [{ isCreatedAutomatically: true, isValidatedByUser: false, parentId: 3 }, NOT_ASSOCIATED, ['NotValidatedByUser']],
    [{}, associated([1], line(1, 60n)), ['AssociationAmountMismatch']],
    [{}, associated([1], line(1, 100n, '606000')), ['AssociationAccountMismatch']],
    [{ account: '2188' }, associated([1], line(1, 100n)), ['AccountMissingInChart']],
  ])('%o, %o: %o alerts', (change, association, names) => expect(alerts(change, association)).toEqual(names));
});
