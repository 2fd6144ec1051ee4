import { describe, expect, it } from 'vitest';
import { allocate, heldAccounts } from '../../../src/services/forms/allocation.ts';
import { type Cell, cellKey, isComputed, isLine } from '../../../src/services/forms/cell-table.ts';
import type { DeclaredValue } from '../../../src/services/forms/declared.ts';
import { readDeclared } from '../../../src/services/forms/declared.ts';
import { FORMS } from '../../../src/services/forms/form-book.ts';
import type { Side } from '../../../src/services/forms/ledger-rule.ts';
import { fillSheets } from '../../../src/services/forms/sheets.ts';
import { ratio } from '../../../src/services/kernel/ratio.ts';
import { eachOf } from '../../support/length.ts';

const ALL_FORMS = FORMS.names();
const LIASSE = ALL_FORMS.filter((form) => !/^(257|132)/.test(form));
const YEARS = [2019, 2024, 2025];

const tables = new Map(YEARS.map((year) => [year, FORMS.choose(ALL_FORMS, { year }).cells]));
const table = (year: number): readonly Cell[] => tables.get(year) ?? [];
const name = (cell: Cell) => cellKey(cell.form, cell.cell);

const COLUMNS = [
  ...['gross', 'deduction', 'net', 'N', 'France', 'export', 'total', 'memo', 'tick', 'tax', 'line'],
  ...['start', 'revaluation', 'increase', 'transfer out', 'disposal', 'end', 'legal origin value', 'charge', 'release'],
  ...[
    'reversal',
    'within 1 year',
    'after 1 year',
    '1 to 5 years',
    'after 5 years',
    'decrease',
    'net movement',
    'group',
  ],
  ...['line 2', 'line 3', 'line 4', 'line 5', 'line 6', 'increase of gross value', 'increase of depreciation'],
  ...[
    'extra depreciation of the year',
    'share of assets sold',
    'extra depreciation, cumulated',
    'special provision at end',
  ],
  ...['net gain at origin', 'brought in before', 'brought into this result', 'left to bring in'],
  ...['at the end of the year before', 'of companies absorbed', 'total added', 'taken, with extra company tax'],
  ...['taken, without extra tax', 'total taken', 'at end', 'at start', 'taken, with extra tax'],
  ...Array.from({ length: 10 }, (_, index) => `N-${index + 1}`),
  ...['duration and other', 'declining', 'exceptional'].flatMap((cause) => [`charge: ${cause}`, `release: ${cause}`]),
  ...['15 %', '0 %', '19 %', 'group 19 %:', 'group 0 %:'].flatMap((rate) => [`${rate} added`, `${rate} deducted`]),
];
const LOANS = ['xa', 'xb', 'vg', 'vh', 'xc'].flatMap((row) => [`${row}Mid`, `${row}Long`]);
const PARAMETERS = [
  ...['lossesLeft', 'reducedCeiling', 'instalment', 'socialInstalment', 'profit', 'normalRate', 'socialLiable'],
  ...[
    'socialAllowance',
    'socialCredits',
    'instalmentsPaid',
    'advancesSent',
    'additionalSent',
    'handlingSent',
    'turnover',
    'realTurnover',
    'groupTurnover',
    'valueAdded',
  ],
  ...['held', 'third', 'perTwelveMonths', 'incomeTax', 'excessDepreciation', 'vatCollected', 'vatDeductible'],
  ...['fromReserves', 'toLegalReserve', 'toOtherReserves', 'toDividends', 'toOthers', 'toRetained', 'putInService'],
  ...['reversalsNotDeductible', 'debtsAfterOneYear', ...LOANS],
  ...['ratePercent', 'rate', 'reduction', 'minimum', 'notDueUpTo', 'additionalRate', 'handlingRate'],
];
const SAMPLES: Readonly<Record<Cell['type'], DeclaredValue>> = {
  MOA: 1234,
  QTY: '12,5',
  PCD: '0,094',
  DTM: '2025-06-30',
  CCI: 'X',
  FTX: 'Texte',
  RFF: '732829320',
  NAD: 'Lyon',
  LOC: '00012 Lyon',
};

const READ: Readonly<Record<Cell['type'], bigint | string>> = {
  MOA: 1234n,
  QTY: '12,5',
  PCD: '0,094',
  DTM: '20250630',
  CCI: 'X',
  FTX: 'Texte',
  RFF: '732829320',
  NAD: 'Lyon',
  LOC: '00012 Lyon',
};

const isLeaf = (cell: Cell) => cell.rules !== undefined && !cell.formula && !cell.isDefault;
const BOOKS: readonly (readonly string[])[] = [
  ['2050', '2051', '2052', '2053'],
  ['2033A', '2033B'],
];

/** The cells wanted, form by form: a test for each of 5,000 cells would cost more than what it does. */
function some(wanted: (cell: Cell) => boolean): [form: string, cells: readonly Cell[]][] {
  const cells = table(2025).filter(wanted);
  return [...new Set(cells.map(({ form }) => form))].map((form) => [form, cells.filter((cell) => cell.form === form)]);
}
const declare = (cell: Cell, value: DeclaredValue) => {
  const given = { [cell.cell]: value };
  return readDeclared([cell], { [cell.form]: isLine(cell) ? { lines: [given] } : { cells: given } });
};

describe('cells', () => {
  it.each(some(() => true))('of %s have a code, a label, a known column, type and source', (_form, cells) => {
    for (const cell of cells) {
      expect(cell.cell, name(cell)).toMatch(/^[A-Z]{2}$/);
      expect(cell.label, name(cell)).not.toBe('');
      expect(COLUMNS, name(cell)).toContain(cell.column);
      expect(SAMPLES, name(cell)).toHaveProperty(cell.type);
      expect(cell.source, name(cell)).toMatch(/^(S[1-4]|K|C)(\+(S[1-4]|K|C))*$/);
    }
  });

  it.each(YEARS)('of %s have formulas that name cells and parameters that exist', (year) => {
    const known = new Set(table(year).map(name));
    const unknown = table(year).flatMap(({ form: own, formula }) => [
      ...(formula?.refs ?? []).map(({ form, cell }) => cellKey(form || own, cell)).filter((key) => !known.has(key)),
      ...(formula?.parameters ?? []).filter((parameter) => !PARAMETERS.includes(parameter)),
    ]);
    expect(unknown).toEqual([]);
  });

  it.each(some(isLeaf))(
    'of %s take the accounts of their rules, on their side, and no other cell does',
    (form, own) => {
      const forms = BOOKS.find((book) => book.some((other) => other === form)) ?? [];
      const cells = table(2025).filter((cell) => forms.some((other) => other === cell.form));
      const signs: Readonly<Partial<Record<Side, readonly bigint[]>>> = {
        D: [100n, -100n],
        C: [100n, -100n],
        'D+': [100n],
        'C+': [-100n],
      };
      const trials = own.flatMap((cell) =>
        (cell.rules ?? []).flatMap(({ side, prefixes }) =>
          prefixes.flatMap((account) => (signs[side] ?? []).map((balance) => ({ cell, account, balance, side }))),
        ),
      );
      for (const { cell, account, balance, side } of trials) {
        const { amounts, unmapped } = allocate(cells, [{ account, balance }]);
        const expected = (side.startsWith('D') ? balance : -balance) / 100n;
        expect(unmapped, name(cell)).toEqual([]);
        expect([...amounts].filter(([, amount]) => amount !== 0n)).toEqual([[name(cell), expected]]);
      }
    },
  );

  const isPlainSum = ({ formula, column }: Cell) =>
    !column.startsWith('line') && /^[A-Z]{2}([+-][A-Z]{2})*$/.test(formula?.text ?? '');

  function expectSum(cell: Cell): void {
    const terms = [...(cell.formula?.text ?? '').matchAll(/([+-]?)([A-Z]{2})/g)].map(([, sign, code = ''], index) => ({
      key: cellKey(cell.form, code),
      sign: sign === '-' ? -1n : 1n,
      value: BigInt(7 ** (index + 1)),
    }));
    const values = new Map(terms.map(({ key, value }) => [key, value]));
    const expected = terms.reduce((sum, { key, sign }) => sum + sign * (values.get(key) ?? 0n), 0n);
    const named = table(2025).filter((other) => values.has(name(other)));
    const cells = [cell, ...named.map(({ formula: _, ...other }) => other)];
    const sheets = fillSheets({
      cells,
      declared: { cells: values, lines: new Map() },
      ledger: new Map(),
      parameters: {},
    });
    expect(sheets.amount(cell.form, cell.cell), name(cell)).toBe(expected);
  }

  it.each(some(isPlainSum))('of %s add what their formulas name', (_form, cells) => cells.forEach(expectSum));

  it.each(some((cell) => !isComputed(cell)))('of %s take a declared value', (form, own) => {
    for (const cell of own) {
      const { cells, lines } = declare(cell, SAMPLES[cell.type]);
      const value = isLine(cell) ? lines.get(form)?.[0]?.get(name(cell)) : cells.get(name(cell));
      expect(value, name(cell)).toBe(READ[cell.type]);
    }
  });

  it.each(some(isComputed))('of %s that are computed cannot be declared', (_form, cells) => {
    for (const cell of cells) {
      const refused = expect.objectContaining({ code: 'DeclaredValuesInvalid' });
      expect(() => declare(cell, 1), name(cell)).toThrow(refused);
    }
  });
});

describe('tables', () => {
  it.each(YEARS)('have no circle for exercises of %s', (year) => {
    const parameters = Object.fromEntries(PARAMETERS.map((parameter) => [parameter, ratio(1)]));
    fillSheets({ cells: table(year), declared: { cells: new Map(), lines: new Map() }, ledger: new Map(), parameters });
  });

  it('follows the change of chart of 2025', () => {
    const accounts = (year: number, key: string) =>
      table(year)
        .find((cell) => name(cell) === key)
        ?.rules?.flatMap(({ prefixes }) => prefixes);
    expect(accounts(2024, '2050.CN')).toEqual(['476', '4746', '4786']);
    expect(accounts(2025, '2050.CN')).toEqual(['476', '474']);
    expect(accounts(2024, '2051.DN')).toEqual(['1674']);
    expect(accounts(2025, '2051.DN')).toEqual(['1673', '1674']);
    expect(accounts(2024, '2058A.WJ')).toEqual(['6712']);
    expect(accounts(2025, '2058A.WJ')).toEqual(['6582']);
  });

  it.each([
    [2018, false],
    [2018, true],
    [2026, false],
  ])('refuses a liasse of %s (last known year accepted: %s)', (year, acceptLastKnownYear) => {
    expect(() => FORMS.choose(LIASSE, { year, acceptLastKnownYear })).toThrow(
      expect.objectContaining({ code: 'FormYearUnknown' }),
    );
  });

  it('takes the last known year for later ones where that is accepted', () => {
    const last = FORMS.choose(['2050'], { year: 2025 });
    expect(FORMS.choose(['2050'], { year: 2030, acceptLastKnownYear: true })).toEqual(last);
    expect(FORMS.choose(['2571'], { year: 2026 }).cells.length).toBeGreaterThan(0);
  });
});

/** Every account of three digits of the general chart, before and from 2025. */
const CHART =
  `101 102 104 105 106 107 108 109 110 119 120 129 131 138 139 142 143 144 145 146 147 148 151 152 153 154 155 156
157 158 161 162 163 164 165 166 167 168 169 171 174 178 181 186 187 188 201 203 205 206 207 208 211 212 213 214 215 218 229
231 232 237 238 261 262 266 267 268 269 271 272 273 274 275 276 277 278 279 280 281 282 290 291 292 293 296 297 311 312 317
321 322 326 331 335 341 345 351 355 358 371 372 391 392 393 394 395 397 400 401 403 404 405 408 409 410 411 413 416 418 419
421 422 424 425 426 427 428 431 437 438 439 441 442 443 444 445 446 447 448 449 451 455 456 457 458 462 464 465 467 468 471
472 473 474 475 476 477 478 481 486 487 488 489 491 495 496 501 502 503 504 505 506 507 508 509 511 512 514 515 516 517 518
519 521 522 523 524 531 532 533 590 601 602 603 604 605 606 607 608 609 611 612 613 614 615 616 617 618 619 621 622 623 624
625 626 627 628 629 631 633 635 637 638 641 644 645 646 647 648 649 651 653 654 655 656 657 658 661 664 665 666 667 668 671
672 674 675 678 681 686 687 691 695 696 698 699 701 702 703 704 705 706 707 708 709 713 721 722 741 742 747 751 752 753 754
755 756 757 758 761 762 763 764 765 766 767 768 771 772 774 775 777 778 781 786 787 791 796 797`.split(/\s+/);

describe.each(BOOKS)('general chart on %s…', (...forms) => {
  eachOf(YEARS, 2)('puts every account into exactly one cell, in debit and in credit, in %s', (year) => {
    const cells = table(year).filter(({ form }) => forms.includes(form));
    const both = CHART.flatMap((account) => [1n, -1n].map((sign) => ({ account, balance: sign * 100n })));
    const lost = both.filter((row) => allocate(cells, [row]).unmapped.length > 0);
    expect(lost).toEqual([]);
  });
});

it.each(YEARS)('no account falls into two rows of an annex, in %s', (year) => {
  const both = CHART.flatMap((account) => [1n, -1n].map((sign) => ({ account: `${account}2`, balance: sign * 100n })));
  expect(() => heldAccounts(table(year), both)).not.toThrow();
});
