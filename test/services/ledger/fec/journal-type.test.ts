import { expect, it } from 'vitest';
import { typeOfNames } from '../../../../src/services/ledger/fec/journal-type.ts';

it.each([
  ['AD', 'A Nouveaux Détaillés', 'opening', 'label'],
  ['BO', 'Bilan d’ouverture', 'opening', 'label'],
  ['00', 'À nouveau', 'opening', 'label'],
  ['9', 'REPORT A NOUVEAU', 'opening', 'label'],
  ['XAN', '', 'opening', 'code'],
  ['rn', 'Journal', 'opening', 'code'],
  ['VTE', '', 'sale', 'code'],
  ['VENTES', '', 'sale', 'code'],
  ['J1', 'Ventes comptoir (caisse)', 'sale', 'label'],
  ['FRS', '', 'purchase', 'code'],
  ['CAISSE', '', 'cash', 'code'],
  ['53', '', 'cash', 'code'],
  ['BE', 'Caisse d’Épargne', 'bank', 'label'],
  ['RC', 'Règlements clients', 'bank', 'label'],
  ['AN', 'Journal de banque', 'bank', 'label'],
  ['51210', '', 'bank', 'code'],
  ['SAL', 'Salaires', 'miscellaneous', 'label'],
])('%s "%s" is of type %s, by its %s', (code, label, type, source) => {
  expect(typeOfNames(code, label)).toEqual({ type, source });
});

it.each([
  ['ZZ', 'Journal 7'],
  ['ANALYT', 'Nouvelle agence'],
  ['ACQ', 'Encaissements'],
])('%s "%s" tells nothing', (code, label) => {
  expect(typeOfNames(code, label)).toBeUndefined();
});
