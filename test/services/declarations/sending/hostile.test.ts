/** Whatever is typed and whatever firm and company are called: a filing is refused by name, or it obeys the schemas. */
import { expect, it } from 'vitest';
import { prepare } from '../../../../src/services/declarations/sending/prepare.ts';
import { updateCompany } from '../../../../src/services/folders/companies.ts';
import { updateFolder } from '../../../../src/services/folders/folders.ts';
import { type CellType, isComputed, isLine } from '../../../../src/services/forms/cell-table.ts';
import { FORMS } from '../../../../src/services/forms/form-book.ts';
import type { PlainDate } from '../../../../src/services/kernel/dates.ts';
import { TaxopsError } from '../../../../src/services/kernel/errors.ts';
import { checkDeposit } from '../../../../src/services/simulators/channels/deposited-file.ts';
import { testDatabase } from '../../../support/database.ts';
import fc, { anyText } from '../../../support/property.ts';
import { END, IBAN, WRITER, world } from '../../filing/world.ts';

const db = await testDatabase();
const { ctx, declare, newFolder } = world(db);

const words = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('MERLAN SAS', '12 rue du Bac', 'Lyon') },
  fc.constantFrom(
    'Œuvre & "Cie" <x> €!#',
    'a\nb\tc',
    '漢字',
    'É'.repeat(80),
    'x '.repeat(200),
    ']]>',
    '&amp;',
    '\u0007',
    '🙂',
    ' ',
  ),
  anyText({ maxLength: 90 }),
);
const VALUES: Readonly<Record<CellType, fc.Arbitrary<string>>> = {
  MOA: fc.oneof(fc.constantFrom('0', '000012', '-1', '999999999999999'), fc.nat(5000).map(String)),
  QTY: fc.constantFrom('0', '0,5', '1.25', '123456789'),
  PCD: fc.constantFrom('0', '100', '0,094', '999.999'),
  DTM: fc.constantFrom('2024', '2024-02-29', '1900-01-01'),
  CCI: fc.constantFrom('X', 'ABC123'),
  FTX: words,
  RFF: fc.constantFrom('A/B-C.1', '.', '732829320'),
  NAD: words,
  LOC: fc.constantFrom('00012 Lyon', '00012 Saint-Étienne "x"'),
};

/** Some cells of a form, and some lines. */
function typed(form: string) {
  const cells = FORMS.choose([form], { year: 2024 }).cells.filter((cell) => !isComputed(cell));
  const some = (wanted: boolean) =>
    fc.record(
      Object.fromEntries(cells.filter((cell) => isLine(cell) === wanted).map(({ cell, type }) => [cell, VALUES[type]])),
      { requiredKeys: [] },
    ) as fc.Arbitrary<Record<string, string>>;
  return fc.record({ cells: some(false), lines: fc.array(some(true), { maxLength: 2 }) });
}

const ofResult = FORMS.names().filter((form) => !FORMS.isPayment(form) && !form.startsWith('1330'));
const KINDS = [
  ['Liasse', END, 'TDFC', ofResult],
  ['LiasseTeteDeGroupe', END, 'TDFC', ['2065', '2065BIS', '2058ER', '2058ES', '2058PAP']],
  ['IS2571', '2024-09-30', 'PAYE', ['2571']],
  ['IS2572', END, 'PAYE', ['2572']],
  ['IS2573', END, 'PAYE', ['2573']],
  ['CVAESolde', END, 'PAYE', ['1329DEF']],
] as const;

const filings = fc.constantFrom(...KINDS).chain(([type, end, procedure, forms]) =>
  fc.uniqueArray(fc.constantFrom(...forms), { minLength: 1, maxLength: 3 }).chain((chosen) =>
    fc.record({
      type: fc.constant(type),
      end: fc.constant(end as PlainDate),
      procedure: fc.constant(procedure),
      forms: fc.record(Object.fromEntries(chosen.map((form) => [form, typed(form)]))),
      parties: fc.record({ name: words, street: words, town: words, firm: words, holder: words }),
      amount: fc.integer({ min: 1, max: 5000 }),
    }),
  ),
);

it('never leaves while it breaks a schema', { tags: 'long' }, async () => {
  const outcomes = { valid: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(filings, async ({ type, end, procedure, forms, parties, amount }) => {
      const folder = await newFolder();
      const build = async () => {
        const { name, street, town, firm, holder } = parties;
        const { companyId } = await updateFolder(db, folder, { name, street, town });
        await updateCompany(db, companyId, { ...WRITER, name: firm, street, town });
        const facts = {
          capitalPaidAndHeldByPersons: true,
          turnover: 1_900_000,
          valueAdded: 1_200_000,
          payments: [{ iban: IBAN, bic: 'AGRIFRPPXXX', amount, holder }],
        };
        await declare(folder, type, end, { forms, facts: procedure === 'PAYE' ? facts : {} });
        return prepare(ctx, { folderId: folder, type, end, channel: 'ChannelB' });
      };
      const built = await build().catch((error: unknown) => {
        if (!(error instanceof TaxopsError) && (error as { code?: string }).code !== '22021') throw error; // NUL in a text
        outcomes.refused++;
      });
      if (!built) return;
      expect(await checkDeposit(procedure, Buffer.from(built.filing.payload.content))).toHaveProperty('file');
      outcomes.valid++;
    }),
    { numRuns: 250 },
  );
  expect(Math.min(outcomes.valid, outcomes.refused)).toBeGreaterThan(10);
});
