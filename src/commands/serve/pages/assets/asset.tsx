/** One asset: its schedule and its picture, what happened to it, what is wrong, the entries that the books hold or lack. */
import { type Answer, type Attempt, definePage, isAnswer } from '../page.ts';
import { inFolder, lastOf, linesOf } from '../parts/folder.ts';
import { Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { Picture } from '../parts/picture.tsx';
import { Soon } from '../parts/soon.tsx';
import { Money, State } from '../parts/state.tsx';
import { Blocks, blocksOf, Listing, listIn } from '../parts/table.tsx';
import { address, dayOf, useView, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';

interface Asset {
  readonly Number: number;
  readonly Name: string;
  readonly FixedAssetAccount: { readonly AccountNumber: number | null };
  readonly AcquisitionDate: string;
  readonly DeploymentDate: string;
  readonly AcquisitionValue: number;
  readonly CreditNotes: readonly { readonly EffectiveDate: string; readonly AmountExcludingTax: number }[];
  readonly Grants: readonly { readonly Amount: number; readonly Grant: { readonly GrantDate: string | null } }[];
  readonly DecompositionDate: string | null;
  readonly PreviousAccountDetails: { readonly LastTransferDate: string } | null;
  readonly Retirement: {
    readonly Type: string;
    readonly Date: string;
    readonly GainOrLossAmount: number;
  } | null;
}

interface Happened {
  readonly day: string;
  readonly what: string;
  readonly amount?: number;
}

export const asset = definePage({
  path: '/folders/:folder/assets/:asset',
  title: 'asset',
  operations: [
    'folder.show',
    'exercise.list',
    'asset.show',
    'asset.chart',
    'asset.entry.list',
    'asset.retirement.delete',
  ],
  render: async (visit) => {
    const { call, attempt, params, language, query } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const of = { accountingFolderId: folderId, assetId: params.asset };
    const exercises = await call('exercise.list', { accountingFolderId: folderId });
    const date = query.date || lastOf(exercises, visit.today).endDate;
    // What the books hold of one asset is known once all of them are compared.
    const [shown, entries] = await Promise.all([
      call('asset.show', { ...of, date }),
      query.now ? attempt('asset.entry.list', { accountingFolderId: folderId, date, detailed: true }) : undefined,
    ]);
    const { Asset: known } = shown.result as { readonly Asset: Asset };
    const blocks = (await blocksOf(shown, language)).filter(({ kind }) => kind === 'table'); // alerts stand above
    return {
      crumbs: [...crumbs, [`${at}/assets`, wordsOf.assets[language]]],
      title: `${known.Number} ${known.Name}`,
      body: (
        <>
          <p class="tools">
            <a href={address('/get/asset.show', { ...of, as: 'pdf' })}>PDF</a>
            <a href={address('/get/asset.show', { ...of, as: 'xlsx' })}>XLSX</a>
            {!known.Retirement && <a href={`${at}/assets/${params.asset}/compare`}>{wordsOf.compareAsset[language]}</a>}
          </p>
          <Alerts of={shown} />
          <Blocks blocks={blocks} of={shown} amountsAt={(row) => annuitiesAt(at, known, row)} />
          <Picture of="asset.chart" input={of} alt={wordsOf.netValue[language]} />
          <h2>{wordsOf.events[language]}</h2>
          <Events of={known} />
          {known.Retirement && (
            <Form run="asset.retirement.delete" fixed={of} button={wordsOf.undoRetirement[language]} />
          )}
          <h2>
            {wordsOf.assetEntries[language]} {dayOf(date, language)}
          </h2>
          <div id="entries">
            {entries ? (
              <Entries of={entries} asset={String(params.asset)} />
            ) : (
              <Soon text={wordsOf.entriesComing[language]} />
            )}
          </div>
        </>
      ),
    };
  },
});

const isDay = (cell: unknown): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell);

/** What the books hold of a line of the schedule: on 28154 for 2154, over its days. */
function annuitiesAt(at: string, { FixedAssetAccount: { AccountNumber } }: Asset, [from, to]: readonly unknown[]) {
  if (!AccountNumber || !isDay(from) || !isDay(to)) return undefined;
  return linesOf(at, { account: `28${String(AccountNumber).replace(/0+$/, '').slice(1)}`, from, to });
}

function Alerts({ of }: { of: Answer }) {
  const { Errors } = of.result as { readonly Errors: readonly { IsCritical: boolean; ErrorMessage: string }[] };
  return (
    <>
      {Errors.map(({ IsCritical, ErrorMessage }) => (
        <p class={IsCritical ? 'problem' : 'note'}>{ErrorMessage}</p>
      ))}
    </>
  );
}

/** What happened to it, by day, as of the day shown. */
function Events({ of }: { of: Asset }) {
  const { language } = useView();
  return (
    <section class="wide" aria-label={wordsOf.events[language]}>
      <table>
        <tbody>
          {happened(of, (word) => wordsOf[word][language])
            .toSorted((a, b) => a.day.localeCompare(b.day))
            .map(({ day, what, amount }) => (
              <tr>
                <td>{dayOf(day, language)}</td>
                <td>{what}</td>
                <td class="amount">
                  <Money of={amount} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

type EventWord = 'bought' | 'deployed' | 'creditNote' | 'granted' | 'split' | 'transferred' | 'retired';

function happened(of: Asset, word: (name: EventWord) => string): Happened[] {
  const { Retirement, PreviousAccountDetails, DecompositionDate } = of;
  return [
    { day: of.AcquisitionDate, what: word('bought'), amount: of.AcquisitionValue },
    { day: of.DeploymentDate, what: word('deployed') },
    ...of.CreditNotes.map(({ EffectiveDate, AmountExcludingTax }) => ({
      day: EffectiveDate,
      what: word('creditNote'),
      amount: AmountExcludingTax,
    })),
    ...of.Grants.map(({ Amount, Grant: { GrantDate } }) => ({
      day: GrantDate ?? of.AcquisitionDate,
      what: word('granted'),
      amount: Amount,
    })),
    ...(DecompositionDate ? [{ day: DecompositionDate, what: word('split') }] : []),
    ...(PreviousAccountDetails ? [{ day: PreviousAccountDetails.LastTransferDate, what: word('transferred') }] : []),
    ...(Retirement ? [{ day: Retirement.Date, what: word('retired'), amount: Retirement.GainOrLossAmount }] : []),
  ];
}

/** Those of the exercise that are about this asset alone, and whether the books have them. */
function Entries({ of, asset }: { of: Attempt; asset: string }) {
  const word = useWord();
  if (!isAnswer(of)) return <ProblemPart problem={of} />;
  const list = listIn(of, 'Entries');
  return (
    <Listing
      of={list}
      columns={['Date', 'State', 'Label']}
      cells={{ State: ({ State: state }) => <State of={state} /> }}
      only={({ AssetIds }) => String(AssetIds).split(', ').includes(asset)}
      empty={word('noAssetEntry')}
    />
  );
}
