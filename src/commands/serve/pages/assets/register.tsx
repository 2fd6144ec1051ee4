/** The register of fixed assets: figures of a period with their totals, by account, and the editions to print. */
import type { Column } from '../../../operation/operation.ts';
import { valueInWords } from '../../../render/values.ts';
import { type Answer, definePage } from '../page.ts';
import { inFolder, lastOf } from '../parts/folder.ts';
import { Filters } from '../parts/form.tsx';
import { Money, Value } from '../parts/state.tsx';
import { Listing, type Row } from '../parts/table.tsx';
import { address, dayOf, useView, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';

const ABOUT: readonly Column[] = [
  { name: 'Number', type: 'number' },
  { name: 'Name' },
  { name: 'Account' },
  { name: 'AcquisitionDate', type: 'day' },
];
const AMOUNTS: readonly Column[] = [
  { name: 'AcquisitionValue', type: 'amount' },
  { name: 'EconomicCurrentPeriodAmount', fr: 'Dotation', type: 'amount' },
  { name: 'EconomicVNCPeriodAmount', fr: 'Valeur nette', type: 'amount' },
];
const METHOD: readonly Column[] = [
  { name: 'EconomicDuration', fr: 'Durée (mois)', type: 'number' },
  { name: 'EconomicMethod', fr: 'Mode' },
];
const inEuros = Object.fromEntries(AMOUNTS.map(({ name }) => [name, (row: Row) => <Money of={row[name]} />]));

/** Sums of assets by the value of a property, as the search gives them. */
interface Group {
  readonly Key: string;
  readonly Values: readonly {
    readonly Value: { readonly DisplayName: string; readonly Metadata: Readonly<Record<string, string>> };
  }[];
}

export const assets = definePage({
  path: '/folders/:folder/assets',
  title: 'assets',
  operations: ['folder.show', 'exercise.list', 'asset.search', 'asset.entry.compare', 'asset.edition.show'],
  render: async (visit) => {
    const { call, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const last = lastOf(await call('exercise.list', own), visit.today);
    const startDate = query.startDate || last.startDate;
    const endDate = query.endDate || last.endDate;
    const { hasAlert } = query;
    const q = conditionsOf(query);
    const period = { ...own, startDate, endDate };
    const [list, compared] = await Promise.all([
      call('asset.search', { ...period, q, hasAlert, group: 'Account', page: query.page }),
      call('asset.entry.compare', { ...own, last: 'true' }),
    ]);
    const { Groups } = list.result as { readonly Groups: readonly Group[] };
    const page = ({ Id }: Row) => `${at}/assets/${Id}`;
    return {
      crumbs,
      body: (
        <>
          <Filters
            of="asset.search"
            ask={['startDate', 'endDate', 'hasAlert']}
            values={{ ...query, startDate, endDate }}
            types={{ startDate: 'date', endDate: 'date' }}
            more={<OfAsset {...{ query }} />}
          />
          <p class="tools">
            {q && <a href={address(`${at}/assets`, { startDate, endDate, hasAlert })}>{wordsOf.all[language]}</a>}
            <a href={address(`${at}/assets`, { startDate, endDate, hasAlert: 'true' })}>{wordsOf.alerts[language]}</a>
          </p>
          <Differences {...{ folderId }} of={compared} />
          <Listing
            of={list}
            columns={[...ABOUT, ...METHOD, ...AMOUNTS]}
            cells={{ ...inEuros, EconomicMethod: ({ EconomicMethod }) => <Value of={EconomicMethod} /> }}
            links={{ Name: page }}
          />
          <h2>{wordsOf.totals[language]}</h2>
          <Totals {...{ at, list, period }} groups={Groups} />
          <h2>{wordsOf.editions[language]}</h2>
          <Editions period={period} />
        </>
      ),
    };
  },
});

/** What no asset shows, for it is that of an account: where the books that are settled last differ from the register. */
function Differences({ of, folderId }: { of: Answer; folderId: string }) {
  const word = useWord();
  const { language } = useView();
  const found = of.result as readonly Difference[];
  const [first] = found;
  if (!first) return null;
  return (
    <p class="note">
      {`${word('booksDiffer')} `}
      {found.map(({ Account, Difference }, at) => (
        <>
          {at > 0 && ', '}
          {Account} (<Money of={Difference} />)
        </>
      ))}
      {`, ${dayOf(first.End, language)}. `}
      {word('atCommandLine')} <code>{`taxops asset entry compare --folder ${folderId}`}</code>
    </p>
  );
}

interface Difference {
  readonly End: string;
  readonly Account: string;
  readonly Difference: string;
}

const METHODS = ['Linear', 'Declining', 'Exceptional', 'UnitsOfProduction', 'NonAmortizable'] as const;

/** What a person asks for as the search reads it; `q` of the address is a condition as it is. */
function conditionsOf({ q, account, method }: Readonly<Record<string, string>>): string[] | undefined {
  const [, digits] = /^(\d{1,10})$/.exec(account ?? '') ?? [];
  const isOfAccount = digits ? [`Account:ge:${digits}`, `Account:lt:${Number(digits) + 1}`] : [];
  const all = [...(q ? [q] : []), ...isOfAccount, ...(method ? [`EconomicMethod:eq:${method}`] : [])];
  return all.length > 0 ? all : undefined;
}

/** The beginning of an account, and how it is written off. */
function OfAsset({ query: { account, method } }: { query: Readonly<Record<string, string>> }) {
  const word = useWord();
  const { language } = useView();
  return (
    <>
      <label>
        {word('account')}
        <input name="account" inputmode="numeric" pattern="\d{1,10}" value={account ?? ''} />
      </label>
      <label>
        {word('method')}
        <select name="method">
          <option value=""></option>
          {METHODS.map((one) => (
            <option value={one} selected={one === method}>
              {valueInWords(one, language)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface TotalsProps {
  readonly at: string;
  readonly list: Answer;
  readonly period: Readonly<{ startDate: string; endDate: string }>;
  readonly groups: readonly Group[];
}

/** By account, and of all: of every page, whichever is shown. */
function Totals({ at, list, period: { startDate, endDate }, groups }: TotalsProps) {
  const word = useWord();
  const [all, byAccount] = groups;
  const lines = [
    ...(byAccount?.Values ?? []).map(({ Value: value }) => ({ ...sumsOf(value.Metadata), Account: value.DisplayName })),
    ...(all?.Values ?? []).map(({ Value: value }) => ({ ...sumsOf(value.Metadata), Account: word('total') })),
  ];
  const open = ({ Account }: Row) =>
    address(`${at}/assets`, {
      startDate,
      endDate,
      q: Account === word('total') ? undefined : `Account:eq:${String(Account).split(' ')[0]}`,
    });
  return (
    <Listing
      of={{ ...list, result: lines }}
      columns={[{ name: 'Account' }, { name: 'Count', fr: 'Nombre', type: 'number' }, ...AMOUNTS]}
      cells={inEuros}
      links={{ Account: open }}
      isTotal={({ Account }) => Account === word('total')}
      isPart
    />
  );
}

const sumsOf = (sums: Readonly<Record<string, string>>): Readonly<Record<string, number>> =>
  Object.fromEntries(['Count', ...AMOUNTS.map(({ name }) => name)].map((name) => [name, Number(sums[name] ?? 0)]));

/** The tables and forms of the closing, each as it prints. */
function Editions({ period }: { period: Readonly<Record<string, string>> }) {
  const { language } = useView();
  return (
    <ul>
      {(['FixedAssets', 'Dotations', 'Disposals', 'Derogatory'] as const).map((edition) => (
        <li>
          {wordsOf[`edition_${edition}`][language]}{' '}
          {(['pdf', 'xlsx', 'csv'] as const).map((as) => (
            <>
              <a href={address('/get/asset.edition.show', { ...period, edition, as })}>{as.toUpperCase()}</a>{' '}
            </>
          ))}
        </li>
      ))}
    </ul>
  );
}
