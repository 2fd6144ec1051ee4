/** What may be done with an asset, side by side: kept, sold now or later, linear or declining; then its retirement. */
import { type Answer, definePage } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { Filters, Form } from '../parts/form.tsx';
import { Money, Value } from '../parts/state.tsx';
import { Pager } from '../parts/table.tsx';
import { dayOf, useView, useWord } from '../parts/view.ts';
import { type Word, wordsOf } from '../texts.ts';

interface Exercise {
  readonly End: string;
  readonly FiscalAnnuity: string;
  readonly GainOrLoss: string;
  readonly TaxableEffect: string;
}

interface Scenario {
  readonly Name: string;
  readonly Mode: string;
  readonly RetirementDate: string | null;
  readonly Exercises: readonly Exercise[];
  readonly GainOrLossAmount: string | null;
  readonly ShortTermGainOrLossAmount: string | null;
  readonly LongTermGainOrLossAmount: string | null;
  readonly TotalDeducted: string;
  readonly TotalTaxableEffect: string;
  readonly DifferenceWithFirst: string;
}

const ASKED = ['saleDate', 'saleAmount', 'laterDate', 'laterAmount'] as const;

export const compareAsset = definePage({
  path: '/folders/:folder/assets/:asset/compare',
  title: 'compareAsset',
  operations: ['folder.show', 'asset.show', 'asset.compare', 'asset.retirement.create'],
  render: async (visit) => {
    const { call, params, query, language, today } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const { asset = '' } = params;
    const of = { accountingFolderId: folderId, assetId: asset };
    const saleDate = query.saleDate || today;
    const { saleAmount, laterDate, laterAmount } = query;
    const [shown, compared] = await Promise.all([
      call('asset.show', of),
      call('asset.compare', { ...of, saleDate, saleAmount, laterDate, laterAmount }),
    ]);
    const { Asset: known } = shown.result as { readonly Asset: { readonly Number: number; readonly Name: string } };
    const here = `${at}/assets/${asset}`;
    return {
      title: `${wordsOf.compareAsset[language]} : ${known.Number} ${known.Name}`,
      crumbs: [...crumbs, [`${at}/assets`, wordsOf.assets[language]], [here, known.Name]],
      body: (
        <>
          <Filters
            of="asset.compare"
            ask={ASKED}
            values={{ ...query, saleDate }}
            types={{ saleDate: 'date', laterDate: 'date', saleAmount: 'number', laterAmount: 'number' }}
          />
          <Scenarios of={compared} />
          <Pager of={compared} />
          <h2>{wordsOf.retire[language]}</h2>
          <Form
            run="asset.retirement.create"
            fixed={{
              accountingFolderId: folderId,
              AccountingFolderId: folderId,
              AssetIds: asset,
              AllocationMethod: 'AssetAmount',
            }}
            after={here}
          >
            <RetirementFields {...{ saleDate, saleAmount }} />
          </Form>
        </>
      ),
    };
  },
});

const TYPES = ['Sale', 'Scrapping'] as const;

/** The decision that was chosen, in the fields of a retirement. */
function RetirementFields({ saleDate, saleAmount }: { saleDate: string; saleAmount: string | undefined }) {
  const word = useWord();
  return (
    <div class="fields">
      <label>
        {word('retirementType')}
        <select name="Retirement.Type">
          {TYPES.map((type) => (
            <option value={type}>
              <Value of={type} />
            </option>
          ))}
        </select>
      </label>
      <label>
        {word('day')}
        <input type="date" name="Retirement.Date" value={saleDate} required />
      </label>
      <label>
        {word('amount')}
        <input name="Retirement.SaleAttributes.SaleAmount" inputmode="decimal" value={saleAmount ?? ''} />
      </label>
    </div>
  );
}

/** One column a decision: what each exercise deducts and gains, then the whole. */
function Scenarios({ of }: { of: Answer }) {
  const { language } = useView();
  const word = useWord();
  const all = (of.result as { readonly Scenarios: readonly Scenario[] }).Scenarios;
  const ends = all[0]?.Exercises.map(({ End }) => End) ?? [];
  return (
    <section class="wide" aria-label={word('compareAsset')} tabindex={0}>
      <table>
        <thead>
          <tr>
            <td />
            {all.map(({ RetirementDate, Mode }) => (
              <th scope="col" class="amount">
                {RetirementDate ? `${word('soldOn')} ${dayOf(RetirementDate, language)}` : word('kept')}
                <br />
                <Value of={Mode} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ends.map((end, index) => (
            <tr>
              <th scope="row">
                {word('taxableEffect')} {dayOf(end, language)}
              </th>
              {all.map(({ Exercises }) => (
                <Amount of={Exercises[index]?.TaxableEffect} />
              ))}
            </tr>
          ))}
          {TOTALS.map(([name, said]) => (
            <tr class="total">
              <th scope="row">{word(said)}</th>
              {all.map((scenario) => (
                <Amount of={scenario[name]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Amount({ of }: { of: unknown }) {
  return <td class="amount">{typeof of === 'string' && <Money of={Number(of)} />}</td>;
}

const TOTALS: readonly (readonly [keyof Scenario & string, Word])[] = [
  ['TotalDeducted', 'deducted'],
  ['GainOrLossAmount', 'gain'],
  ['ShortTermGainOrLossAmount', 'shortTerm'],
  ['LongTermGainOrLossAmount', 'longTerm'],
  ['TotalTaxableEffect', 'taxableEffect'],
  ['DifferenceWithFirst', 'differenceWithFirst'],
];
