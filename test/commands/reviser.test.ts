/** The four questions of a reviser find their command, in either language. */
import { expect } from 'vitest';
import { manifest } from '../../src/commands/program/operations.ts';
import { searchCommands } from '../../src/commands/program/search.ts';
import { eachOf } from '../support/length.ts';

eachOf(
  [
    ['does it balance', 'ledger.check'],
    ['balance équilibrée', 'ledger.check'],
    ['does it follow last year', 'ledger.check'],
    ["suit l'année précédente", 'ledger.check'],
    ['à-nouveaux', 'ledger.check'],
    ['what is not lettered', 'ledger.aged'],
    ['non lettré', 'ledger.aged'],
    ['what does not agree with the bank', 'bank.account.compare'],
    ["ne s'accorde pas avec la banque", 'bank.account.compare'],
  ],
  4,
)('%s: %s', (asked, id) => {
  const found = searchCommands(asked, manifest).map((entry) => entry.id);
  expect(found).toContain(id);
  expect(found.length).toBeLessThan(25);
});
