/** Forms on paper: nothing of a form is left out, nothing is said in English to a French reader. */
import { describe, expect, it } from 'vitest';
import { type Cell, isLine, parseCells } from '../../../src/services/forms/cell-table.ts';
import type { FormContent } from '../../../src/services/forms/content.ts';
import { FORMS } from '../../../src/services/forms/form-book.ts';
import { liassePaper } from '../../../src/services/forms/paper/liasse-paper.ts';
import { filledOnly, gridOf, type PaperForm, valueForPeople } from '../../../src/services/forms/paper/paper.ts';
import { vatPaper } from '../../../src/services/forms/paper/vat-paper.ts';
import { columnName, labelOf, titleOf } from '../../../src/services/forms/paper/words.ts';
import { allBoxes, vatForms } from '../../../src/services/forms/vat-boxes.ts';
import type { PlainDate } from '../../../src/services/kernel/dates.ts';
import { readTable } from '../../../src/services/kernel/package-file.ts';

/** Every cell of every edition. */
const CELLS: readonly Cell[] = FORMS.names().flatMap((form) =>
  [2019, 2024, 2025].flatMap((year) => FORMS.choose([form], { year, acceptLastKnownYear: true }).cells),
);

/** Words that both languages write alike. */
const ALIKE = /^(CFE|Total|N$|N-\d|France|Net$)/;

const contentOf = (form: string, cells: FormContent['cells'], repeated: FormContent['repeated'] = []): FormContent => ({
  form,
  cells,
  repeated,
  millesime: '25',
  exerciseStart: '2024-01-01' as PlainDate,
  exerciseEnd: '2024-12-31' as PlainDate,
  warnings: [],
  unmapped: [],
});

const paperOf = (content: FormContent, previous?: FormContent, typed: readonly string[] = []): PaperForm => {
  const { cells } = FORMS.choose([content.form], { year: 2024 });
  return liassePaper({ content, cells, previous, typed: new Set(typed) });
};

const rowOf = ({ sections }: PaperForm, label: string) => {
  const [found] = sections.flatMap((section) =>
    section.rows.flatMap((row, index) => {
      if (row.label.fr !== label) return [];
      const { columns, rows } = gridOf(section, 'fr');
      return [{ row, texts: rows[index]?.texts, headers: columns.map(({ name }) => name.fr) }];
    }),
  );
  return found;
};

const zonesOf = ({ sections }: PaperForm): string[] =>
  sections.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell?.zone ? [cell.zone] : []))));

describe('words', () => {
  it('every cell and every column of the forms has a French label', () => {
    const labels = CELLS.filter(({ label }) => !ALIKE.test(label)).map((cell) => [cell, labelOf(cell)] as const);
    const english = labels.filter(([, { en, fr }]) => en === fr).map(([cell]) => cell);
    expect(english.map(({ form, cell, label }) => `${form}.${cell} ${label}`)).toEqual([]);
    const columns = [...new Set(CELLS.filter((cell) => !isLine(cell)).map(({ column }) => column))];
    const headings = columns.filter((column) => column !== 'tick' && !ALIKE.test(column));
    expect(headings.filter((column) => columnName(column).fr === column)).toEqual([]);
  });

  it.each([
    ['2059C', 'DA', 'Impôt sur le revenu : moins-values restant à reporter'],
    ['2031BIS', 'KB', 'Plus-values en franchise d’impôt : valeur réévaluée'],
    ['2059A', 'HD', 'Valeur nette réévaluée'],
    ['2058B', 'DR', 'Déficits reportables'],
  ])('%s.%s says what its own form means by words that others have too', (form, zone, fr) => {
    const cell = CELLS.find((one) => one.form === form && one.cell === zone);
    expect(cell && labelOf(cell).fr).toBe(fr);
  });

  it('every form has a title', () =>
    expect([...FORMS.names(), ...vatForms()].filter((form) => titleOf(form).fr === form)).toEqual([]));

  it('every heading stands at a cell of its form, every label of a cell or a form is theirs', () => {
    const known = new Map(CELLS.map((cell) => [`${cell.form}.${cell.cell}`, cell]));
    const headings = readTable('src/services/forms/paper/headings.tsv', ['form', 'cell', 'en', 'fr']);
    const astray = headings.filter(({ form, cell }) => cell !== '' && !known.has(`${form}.${cell}`));
    expect(astray).toEqual([]);
    const places = readTable('src/services/forms/paper/labels.tsv', ['place', 'en', 'fr']);
    const single = places.filter(({ place }) => place.includes('.'));
    expect(single.filter(({ place, en }) => known.get(place)?.label !== en)).toEqual([]);
    const words = new Set(CELLS.flatMap(({ form, label }) => label.split(': ').map((part) => `${form} ${part}`)));
    const ofForm = places.filter(({ place }) => FORMS.names().includes(place));
    expect(ofForm.filter(({ place, en }) => !words.has(`${place} ${en}`))).toEqual([]);
    expect(new Set(places.map(({ place, en }) => `${place} ${en}`)).size).toBe(places.length);
  });
});

describe('a form of the result', () => {
  it.each(FORMS.names())('%s prints each of its cells once', (form) => {
    const { cells } = FORMS.choose([form], { year: 2024 });
    const own = cells.filter((cell) => !isLine(cell) && cell.column !== 'tick');
    const paper = liassePaper({ content: contentOf(form, {}), cells, typed: new Set() });
    expect(zonesOf(paper).toSorted()).toEqual(own.map(({ cell }) => cell).toSorted());
  });

  it('prints the codes beside the columns, the year before and the change', () => {
    const paper = paperOf(contentOf('2050', { BX: 1200, BY: 200, EJ: 1000 }), contentOf('2050', { EJ: 1300 }));
    expect(rowOf(paper, 'Clients et comptes rattachés')).toMatchObject({
      texts: [
        'Clients et comptes rattachés',
        'BX',
        '1\u00a0200',
        'BY',
        '200',
        'EJ',
        '1\u00a0000',
        '1\u00a0300',
        '-300',
      ],
      headers: ['Libellé', 'Code', 'Brut', 'Code', 'Amortissements, dépréciations', 'Code', 'Net', 'N-1', 'Variation'],
    });
  });

  it('has one column of codes where no line has two, and no year before where none is known', () => {
    const paper = paperOf(contentOf('2051', { DA: 10_000, DL: 10_000 }));
    expect(rowOf(paper, 'Capital social ou individuel')).toMatchObject({
      texts: ['Capital social ou individuel', 'DA', '10\u00a0000'],
      headers: ['Libellé', 'Code', 'Montant'],
    });
    expect(rowOf(paper, 'Total des capitaux propres')?.row.isTotal).toBe(true);
    expect(rowOf(paper, 'Réserve légale')?.row.isTotal).toBe(false);
  });

  it('is divided as the form is, a net amount of its own line being no total', () => {
    const titles = paperOf(contentOf('2050', {})).sections.map(({ title }) => title?.fr);
    expect(titles).toEqual([undefined, 'Actif immobilisé', 'Actif circulant', 'Comptes de régularisation', 'Renvois']);
    expect(rowOf(paperOf(contentOf('2050', {})), 'Prêts')?.row.isTotal).toBe(false);
  });

  it('marks what was typed, and takes no formula for it', () => {
    const paper = paperOf(contentOf('2058A', { WE: 1200, WI: 5 }), undefined, ['2058A.WE', '2058A.WI']);
    expect(rowOf(paper, 'Amortissements excédentaires')?.texts).toEqual([
      'Amortissements excédentaires',
      'WE *',
      '1\u00a0200',
    ]);
    const [typed] = rowOf(paper, 'Provisions et charges à payer non déductibles')?.row.cells ?? [];
    expect(typed).toMatchObject({ isTyped: true, formula: undefined });
  });

  it('prints a line per line of what repeats, its days as days', () => {
    const paper = paperOf(contentOf('2059A', {}, [{ HA: 'Four', HB: '20200115', HH: 800 }]));
    const section = paper.sections.find(({ columns }) => columns.some(({ name }) => name.fr.includes('(HA)')));
    expect(section && gridOf(section, 'fr').rows[0]?.texts.slice(0, 3)).toEqual(['1', 'Four', '15/01/2020']);
  });

  it('says that it is nil, when it is', () => {
    expect(rowOf(paperOf(contentOf('2050', { GR: 'X' })), 'Formulaire déposé néant')?.texts?.at(-1)).toBe('X');
    expect(rowOf(paperOf(contentOf('2050', {})), 'Formulaire déposé néant')).toBeUndefined();
  });

  it('can leave out what holds nothing', () => {
    const { sections } = filledOnly(paperOf(contentOf('2051', { DA: 1, EE: 0 })));
    expect(sections.flatMap(({ rows }) => rows.map(({ label }) => label.fr))).toEqual([
      'Capital social ou individuel',
      'Total général',
    ]);
  });

  it('reads parsed tables of its own', () => {
    const row = { form: '2050', cell: 'AA', label: 'x', column: 'gross', type: 'MOA', accounts: '', source: 'C' };
    const cells = parseCells([{ ...row, formula: '', editions: '' }]);
    expect(zonesOf(liassePaper({ content: contentOf('2050', {}), cells, typed: new Set() }))).toEqual(['AA']);
  });
});

describe('a form of VAT', () => {
  it.each(vatForms().flatMap((form) => [22, 25].map((year) => [form, year] as const)))(
    '%s of %i prints each of its boxes once',
    (form, millesime) => {
      const zones = allBoxes()
        .filter((box) => box.form === form && box.from <= millesime && millesime <= box.to)
        .flatMap(({ zone }) => (zone === '' ? [] : [zone]));
      expect(zonesOf(vatPaper({ form, millesime, values: new Map() })).toSorted()).toEqual(zones.toSorted());
    },
  );

  it('prints base and tax side by side, one code for both', () => {
    const values = new Map([
      ['FP', 1000n],
      ['GP', 200n],
    ]);
    const paper = vatPaper({ form: '3310CA3', millesime: 25, values, typed: new Set(['GP']) });
    expect(rowOf(paper, 'Métropole, taux normal 20 %')).toMatchObject({
      texts: ['08', 'Métropole, taux normal 20 %', '0207 *', '1\u00a0000', '200'],
      headers: ['Ligne', 'Libellé', 'Code', 'Base', 'Montant'],
    });
    expect(rowOf(paper, 'Total de la TVA brute due')?.row.isTotal).toBe(true);
  });
});

it('people read groups of three and days of their language', () => {
  expect(valueForPeople(-1234567n, 'fr')).toBe('-1\u00a0234\u00a0567');
  expect(valueForPeople(-1234567n, 'en')).toBe('-1,234,567');
  expect([valueForPeople('2025-03-01', 'fr'), valueForPeople('2025-03-01', 'en')]).toEqual([
    '01/03/2025',
    '2025-03-01',
  ]);
});
