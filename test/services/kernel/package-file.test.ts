import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTable, readNamed, readTable } from '../../../src/services/kernel/package-file.ts';

describe('reading a table', () => {
  const read = (text: string) => parseTable(text, ['code', 'label'], 'codes.tsv');

  it('names the fields of each row, empty ones included', () =>
    expect(read('code\tlabel\n01\tOne\n02\t\n')).toEqual([
      { code: '01', label: 'One' },
      { code: '02', label: '' },
    ]));

  it.each([
    ['an unknown column', 'code\tlabel\tcolour\n'],
    ['a missing column', 'code\n'],
    ['columns in another order', 'label\tcode\n'],
    ['a field too many', 'code\tlabel\n01\tOne\t\n'],
    ['a field too few', 'code\tlabel\n01\n'],
    ['an empty line', 'code\tlabel\n\n01\tOne\n'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(() => read(text)).toThrow(/^codes\.tsv/));
});

it('takes a table for its names only when it has exactly these', () => {
  const alerts = 'src/services/assets/engine/alerts.tsv';
  expect(() => readNamed(alerts, ['NegativeVnc'], ['level', 'domain', 'en', 'fr'])).toThrow(/^src.*alerts\.tsv/);
});

/** The columns of each table; those marked `*` together name a row. A table that is not listed fails. */
const TABLES: Readonly<Record<string, string>> = {
  'src/commands/operation/messages.tsv': '*en fr',
  'src/commands/program/about.tsv': '*en fr',
  'src/commands/program/descriptions.tsv': '*en fr',
  'src/commands/program/header-words.tsv': '*name en fr',
  'src/commands/program/search-words.tsv': '*word finds',
  'src/commands/program/specification.tsv': '*ref area title',
  'src/commands/program/topics.tsv': '*words group en fr',
  'src/commands/render/values.tsv': '*value fr',
  'src/commands/serve/openapi-words.tsv': '*en fr',
  'src/commands/program/inputs.tsv': '*input en fr',
  'src/services/assets/engine/alerts.tsv': '*name level domain en fr',
  'src/services/banking/statements/cfonb/finding-kinds.tsv': '*name severity en fr hintEn hintFr',
  'src/services/banking/statements/cfonb/messages.tsv': '*name kind en fr',
  'src/services/banking/statements/cfonb/operation-codes.tsv': '*code direction fr en',
  'src/services/banking/statements/cfonb/reject-codes.tsv': '*code fr en billsOnly',
  'src/services/banking/transactions/complementary/natures.tsv': '*id kind direction territory rate rule value',
  'src/services/calendar/vat-deadlines.tsv': '*taxpayer *area *from to day rule source',
  'src/services/declarations/returns/control-codes.tsv': '*code level en fr next_en next_fr',
  'src/services/declarations/returns/control-words.tsv': '*key en fr next_en next_fr',
  'src/services/declarations/returns/controls.tsv': '*code level *control *within needs words source',
  'src/services/declarations/returns/filed-forms.tsv': '*form regime tax *when',
  'src/services/forms/forms.tsv': '*form table filing *years *version activeFrom',
  'src/services/forms/paper/headings.tsv': '*form *cell en fr',
  'src/services/forms/paper/labels.tsv': '*place *en fr',
  'src/services/forms/vat-boxes.tsv':
    '*form *from *to line *zone *printed type kind *label en rate formula computed repeats controls source certainty',
  'src/services/forms/vat-control-codes.tsv': '*code en fr next_en next_fr',
  'src/services/forms/vat-controls.tsv': '*code level *forms zones severity *condition en fr source',
  'src/services/banking/feeds/sources/ebics/return-codes.tsv': '*code symbol kind en fr doEn doFr',
  'src/services/kernel/settings.tsv': '*name env default kind en fr',
  'src/services/ledger/fec/findings.tsv': '*name severity strict en fr',
  'src/services/ledger/pcg.tsv': '*number label system *fromYear *toYear',
  'src/services/vat/tables/accounts.tsv': '*prefix *pattern *role *category rate exigibility *condition',
  'src/services/vat/tables/categories.tsv':
    '*code fr en side operationZone rateFamily rates deductibleZone ofWhichZone ca12',
  'src/services/vat/tables/definitions.tsv':
    '*seed nature type principal annexes vats agricultural activation expiration',
  'src/services/vat/tables/forms.tsv': '*form name from to declared paid',
  'src/services/vat/tables/rate-lines.tsv': '*family *rate base tax ca12Base ca12Tax',
};

/** The cells of forms: rows of one cell differ by their accounts, which are added, or by their editions. */
const CELLS = '*form *cell label column type *accounts formula *editions source';

/** Failures: a code is unique among all of them, which the test of the catalogue says. */
const ERRORS = '*code kind en fr hintEn hintFr';

const columnsOf = (table: string): string => {
  if (table.startsWith('src/services/forms/tables/')) return CELLS;
  return table.endsWith('errors.tsv') ? ERRORS : (TABLES[table] ?? '');
};

const tables = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsv'))
  .map((file) => `src/${file}`);

describe.each(tables)('%s', (table) => {
  const columns = columnsOf(table).split(' ');
  const key = columns.filter((column) => column.startsWith('*')).map((column) => column.slice(1));
  const rows = readTable(
    table,
    columns.map((column) => column.replace('*', '')),
  );

  it('has rows, each once, no field with blanks around it', () => {
    expect(rows.length).toBeGreaterThan(0);
    const keys = rows.map((row) => key.map((column) => row[column]).join(' '));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const fields = rows.flatMap((row) => Object.values<string>(row));
    expect(fields.filter((field) => field !== field.trim())).toEqual([]);
  });
});
