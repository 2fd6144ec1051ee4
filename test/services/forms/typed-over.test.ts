/** Computed cells that were typed over: the total follows, and the warning tells what was computed. */
import { expect, it } from 'vitest';
import { readDeclared } from '../../../src/services/forms/declared.ts';
import { FORMS } from '../../../src/services/forms/form-book.ts';
import { fillSheets } from '../../../src/services/forms/sheets.ts';
import { fillTypedOver, openToTyping, withoutTypedOver } from '../../../src/services/forms/typed-over.ts';

const { cells } = FORMS.choose(['2571'], { year: 2024 });
const typed = { '2571': { cells: { CA: 100, CC: 20, CE: 500 } } };
const fill = (declared: ReturnType<typeof readDeclared>) =>
  fillSheets({ cells, declared, ledger: new Map(), parameters: {} });

it('a total that was typed over counts in what follows from it, and is reported', () => {
  const declared = readDeclared(cells, openToTyping(typed));
  const { sheets, findings } = fillTypedOver(cells, declared, fill);
  expect([sheets.amount('2571', 'CE'), sheets.amount('2571', 'CH')]).toEqual([500n, 500n]);
  expect(findings.map(({ code, level, about }) => [code, level, about])).toEqual([['L28', 'warning', '2571']]);
  expect(findings[0]?.message.fr).toMatch(/^2571\.CE .* : 500 a été saisi à la place de 120, calculé$/);
  expect(fill(withoutTypedOver(cells, declared)).amount('2571', 'CH')).toBe(120n);
});

it('is refused where nobody opened the form', () => {
  expect(() => readDeclared(cells, typed)).toThrow(expect.objectContaining({ code: 'DeclaredValuesInvalid' }));
});

it('nothing typed over is one fill, and no finding', () => {
  let fills = 0;
  const declared = readDeclared(cells, { '2571': { cells: { CA: 100 } } });
  const { findings } = fillTypedOver(cells, declared, (given) => {
    fills += 1;
    return fill(given);
  });
  expect([fills, findings]).toEqual([1, []]);
});
