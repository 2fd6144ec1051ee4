/** What previous returns declared of lines that are not in the ledger, or bear no VAT there: said, and no figure changes. */
import { describe, expect, it } from 'vitest';
import { type Answer, blocksOf, lines, MAY, simulate } from './simulation.ts';

const ACCOUNTS = [{ AccountNumber: '706000', VatCategory: 'VT_PREST', VatRate: '_20', Exigibility: 'OnDebits' }];
const SALE = 'D 411000 1200.00, C 706000 1000.00, C 445710 200.00';
const sale = (EntryId: number) => ({ EntryId, Date: '2026-05-04', Lines: lines(SALE) });
const declared = (EntryId: number, LineId: number, more: object = {}) => ({
  EntryId,
  LineId,
  VatRate: '_20',
  TaxExcludedAmount: '10.00',
  VatAmount: '2.00',
  ...more,
});
const APRIL = { StartDate: '2026-04-01', EndDate: '2026-04-30' };
const body = (DeclaredLines: readonly object[], more: object = {}): Answer => ({
  Periods: [MAY],
  Accounts: ACCOUNTS,
  Entries: [sale(2), sale(9)],
  PreviousProcedures: [{ ...APRIL, DeclaredLines, ...more }],
});

const issues = async (given: Answer): Promise<Answer[]> => (await simulate(given)).Issues;
const placesOf = (all: readonly Answer[]) => all.map(({ AccountNumber, EntryId }) => `${EntryId} ${AccountNumber}`);
const KEPT =
  'it is neither declared again nor taken back. Give the entry as it stands, or take the line from DeclaredLines';

describe('lines that were declared and are not there', () => {
  it('names the entry, the line, or the account that bears no such VAT, in the order of the entries', async () => {
    const told = await issues(
      body([declared(9, 3), declared(7, 2), declared(2, 2, { Side: 'Deductible' }), declared(2, 8), declared(2, 2)]),
    );
    expect(told.map(({ IssueType }) => IssueType)).toEqual(Array(4).fill('DeclaredLineUnknown'));
    expect(placesOf(told)).toEqual(['2 706000', '2 ', '7 ', '9 445710']);
    expect(told.map(({ Message }) => Message)).toEqual([
      `A previous return declared line 2 of entry 2, on account 706000, which bears no VAT of that Side here: ${KEPT}.`,
      `A previous return declared line 8 of entry 2, which has no such line in Entries: ${KEPT}.`,
      `A previous return declared line 2 of entry 7, which is not among Entries: ${KEPT}.`,
      `A previous return declared line 3 of entry 9, on account 445710, which bears no VAT of that Side here: ${KEPT}.`,
    ]);
  });

  it('changes no figure', async () => {
    const whole = await simulate(body([declared(2, 2)]));
    const cut = await simulate(body([declared(2, 2), declared(7, 2)]));
    expect(cut).toEqual({ ...whole, Issues: cut.Issues });
    expect([whole.Issues, cut.Issues.length]).toEqual([[], 1]);
  });

  it.each<[string, Answer]>([
    ['a line that is there', body([declared(2, 2)])],
    ['a line at another rate', body([declared(2, 2, { VatRate: '_10' })])],
    ['nothing of a line', body([declared(7, 2, { TaxExcludedAmount: '0.00', VatAmount: 0 })])],
    ['a return that does not count', body([declared(7, 2)], { Status: 'Rejected' })],
    ['a line that is taken out', { ...body([declared(2, 2)]), Entries: [takenOut(2)] }],
  ])('says nothing of %s', async (_, given) => expect(await issues(given)).toEqual([]));

  it('tells a hundred, and how many more', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => declared(5_100 - index, 2));
    const told = await issues(body(many));
    expect(told).toHaveLength(100);
    expect([told[0].EntryId, told[99].EntryId]).toEqual([101, 200]);
    expect(told.filter(({ Message }) => /more lines/.test(Message)).map(({ Message }) => Message)).toEqual([
      `A previous return declared line 2 of entry 200, which is not among Entries: ${KEPT}; so it is of 4900 more lines after it.`,
    ]);
    expect((await issues(body(many.slice(0, 100))))[99].Message).not.toMatch(/more lines/);
  });

  it('stands in French at a terminal', async () => {
    const blocks = await blocksOf(body([declared(7, 2)]), {}, 'fr');
    const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
    expect(texts.at(-1)).toBe(
      '! Une déclaration précédente a déclaré la ligne 2 de l’écriture 7, absente d’Entries : rien n’en est déclaré à nouveau ni repris. Donnez l’écriture telle qu’elle est, ou ôtez la ligne de DeclaredLines. (7)',
    );
  });
});

function takenOut(EntryId: number) {
  const { Lines, ...entry } = sale(EntryId);
  return { ...entry, Lines: Lines.map((line: Answer) => ({ ...line, IsDeclared: true })) };
}
