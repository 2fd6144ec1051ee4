/** A checked file streams under the names of the domain; amounts are decimal strings, labels of the language asked for. */
import { expect, it } from 'vitest';
import { StatementCheck } from '../../../../src/services/banking/statements/check.ts';
import { openStatementFile } from '../../../../src/services/banking/statements/survey.ts';
import { collect } from '../../../../src/services/kernel/stream.ts';

const checked = async (path: string) =>
  collect(new StatementCheck(await openStatementFile({ name: path, path }, new AbortController().signal), 'fr'));

it('gives balances and movements of a statement, and what is known at its end after them', async () => {
  const found = await checked('fixtures/cfonb/good/worked-example.cfonb');
  expect(found).toMatchObject({
    statements: [
      {
        iban: 'FR7698765000420001234567895',
        startBalance: { date: '2026-03-02', value: '1000.00' },
        transactions: [{ amount: '1250.00', operationDate: '2026-03-03' }, { amount: '-45.90' }, {}],
        endBalance: { date: '2026-03-05', value: '1884.00' },
        balanced: true,
      },
    ],
    findings: [],
  });
  expect(found).not.toHaveProperty('sequences');
});

it('gives returned operations with their labels and their total', async () => {
  const found = await checked('fixtures/cfonb/returned/transfers-and-rejects.cfonb');
  const [first] = (found as { sequences: { total: string; operationLabel: string; balanced: boolean }[] }).sequences;
  expect(first?.total).toMatch(/^\d+\.\d{2}$/);
  expect(first?.operationLabel).toBe('Virement reçu');
  expect(first?.balanced).toBe(true);
});
