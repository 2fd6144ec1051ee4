/** Returns as the program computes them, and as the specification has them, derived apart. */
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../support/http.ts';
import { sized } from '../../../support/length.ts';
import fc from '../../../support/property.ts';
import { type Body, cents } from './books.ts';
import { drawnBooks } from './drawn-books.ts';
import { referenceReturns } from './returns.ts';

const { app, program } = await testApp();
afterAll(() => program.close());

interface Answer {
  readonly Periods: readonly {
    readonly Boxes: Readonly<Record<string, Readonly<Record<string, number | 'X'>>>>;
    readonly Lines: readonly AnsweredLine[];
  }[];
}

interface AnsweredLine {
  readonly EntryId: number;
  readonly LineId: number;
  readonly Side: string;
  readonly VatRate: string;
  readonly TaxExcludedToDeclare: string;
  readonly VatAmountToDeclare: string;
}

/** What both say of a period: its boxes, and the lines that it declares something of. */
interface Told {
  readonly boxes: Readonly<Record<string, number | 'X'>>;
  readonly lines: Readonly<Record<string, string>>;
}

/** The base beside deductible tax is for reading alone. */
const lineTold = (key: string, base: bigint, tax: bigint): [string, string][] => {
  const said = key.includes('Deductible') ? `${tax}` : `${base} ${tax}`;
  return /[1-9]/.test(said) ? [[key, said]] : [];
};

async function computed(body: Body): Promise<Told[]> {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await app.request('/api/vat-reporting/simulations', sent);
  if (response.status !== 200) throw new Error(await response.text());
  const { Periods } = (await response.json()) as Answer;
  return Periods.map(({ Boxes, Lines }) => ({
    boxes: Boxes[body.Form] ?? {},
    lines: Object.fromEntries(
      Lines.flatMap(({ EntryId, LineId, Side, VatRate, TaxExcludedToDeclare, VatAmountToDeclare }) =>
        lineTold(`${EntryId} ${LineId} ${Side} ${VatRate}`, cents(TaxExcludedToDeclare), cents(VatAmountToDeclare)),
      ),
    ),
  }));
}

const derived = (body: Body): Told[] =>
  referenceReturns(body).map(({ boxes, lines }) => ({
    boxes: Object.fromEntries([...boxes].map(([zone, value]) => [zone, value === 'X' ? value : Number(value)])),
    lines: Object.fromEntries([...lines].flatMap(([key, { base, tax }]) => lineTold(key, base, tax))),
  }));

it('boxes and lines are those of the second derivation', { tags: 'sized' }, async () => {
  const isSame = fc.asyncProperty(drawnBooks, async (body) => {
    expect(await computed(body)).toEqual(derived(body));
  });
  await fc.assert(isSame, { numRuns: sized(100, 2_000, 20_000) });
});
