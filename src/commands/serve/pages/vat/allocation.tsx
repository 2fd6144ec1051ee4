/** Entry lines whose rate nothing tells: completed one after the other, or many at once. */
import { forPeople } from '../../../render/table.ts';
import { definePage } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { Filters, ManyForm } from '../parts/form.tsx';
import { Money, Value } from '../parts/state.tsx';
import { address, dayOf, useView, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';

const SIZE = 25;
const RATES = ['_0', '_2_1', '_5_5', '_10', '_20'] as const;

interface Line {
  readonly Id: number;
  readonly AccountId: number;
  readonly SubAccountId: number | null;
  readonly EntryId: number;
  readonly Label: string;
  readonly Amount: number;
  readonly IsVatEditable: boolean;
  readonly UniqueVatRate: string | null;
}

interface Entry {
  readonly Id: number;
  readonly Date: string;
  readonly Label: string;
  readonly DocRef: string | null;
  readonly Lines: readonly Line[];
  readonly VerificationInfo: {
    readonly TaxExcludedToAllocate: number;
    readonly ConsistencyCheck: { readonly IsValid: boolean; readonly Errors: readonly string[] };
  };
}

interface Found {
  readonly Accounts: readonly { readonly LetterGroups: readonly { readonly Entries: readonly Entry[] }[] }[];
  readonly TotalCount: number;
}

export const vatAllocation = definePage({
  path: '/folders/:folder/vat/allocation',
  title: 'allocation',
  operations: ['folder.show', 'vat.allocation.search', 'vat.allocation.set-rates'],
  render: async (visit) => {
    const { call, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const own = { accountingFolderId: folderId };
    const scope = query.scope === 'Sales' ? 'Sales' : 'Purchases';
    const onlyRequiringCompletion = query.onlyRequiringCompletion !== 'false';
    const page = Math.max(Number.parseInt(query.page ?? '1', 10) || 1, 1);
    const answer = await call('vat.allocation.search', { ...own, scope, onlyRequiringCompletion, page, size: SIZE });
    const { Accounts, TotalCount } = answer.result as Found;
    const entries = Accounts.flatMap(({ LetterGroups }) => LetterGroups.flatMap(({ Entries }) => Entries));
    const here = `${at}/vat/allocation`;
    return {
      crumbs: [...crumbs, [`${at}/vat`, wordsOf.vat[language]]],
      body: (
        <>
          <Filters
            of="vat.allocation.search"
            ask={['scope', 'onlyRequiringCompletion']}
            values={{ scope, onlyRequiringCompletion: String(onlyRequiringCompletion) }}
          />
          <Entries {...{ entries, own, at }} />
          <p class="note pager">
            {entries.length} {wordsOf.of[language]} {TotalCount}{' '}
            {page > 1 && (
              <a rel="prev" href={address(here, { ...query, page: page - 1 })}>
                {wordsOf.previous[language]}
              </a>
            )}{' '}
            {page * SIZE < TotalCount && (
              <a rel="next" href={address(here, { ...query, page: page + 1 })}>
                {wordsOf.next[language]}
              </a>
            )}
          </p>
        </>
      ),
    };
  },
});

interface EntriesProps {
  readonly entries: readonly Entry[];
  readonly own: Readonly<Record<string, unknown>>;
  readonly at: string;
}

/** Only what may be changed is asked for; what a line already has stands in its choice. */
function Entries({ entries, own, at }: EntriesProps) {
  const word = useWord();
  const { language } = useView();
  const lines = entries.flatMap((entry) =>
    entry.Lines.filter((line) => line.IsVatEditable).map((line) => [entry, line] as const),
  );
  if (lines.length === 0) return <p class="note none">{word('nothingToAllocate')}</p>;
  return (
    <ManyForm run="vat.allocation.set-rates" fixed={own} button={word('keep')}>
      <section class="wide" aria-label={word('allocation')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{word('day')}</th>
              <th scope="col">{word('entry')}</th>
              <th scope="col" class="amount">
                {word('amount')}
              </th>
              <th scope="col">{word('VatRate')}</th>
              <th scope="col">{word('verification')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([entry, line], index) => (
              <tr>
                <td>{dayOf(entry.Date, language)}</td>
                <td class="sentence">
                  <a href={`${at}/entries/${entry.Id}`}>{[entry.DocRef, line.Label].filter(Boolean).join(' ')}</a>
                </td>
                <td class="amount">
                  <Money of={line.Amount} />
                </td>
                <td>
                  <LineFields {...{ line, index }} />
                </td>
                <td class="sentence">
                  {forPeople(entry.VerificationInfo.ConsistencyCheck.Errors.join(' · '), 'sentence', language)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="bulk">
        {word('bulkRate')} <RateChoice name="Updates.*.VatRate" value={null} said={word('bulkRate')} />
      </p>
    </ManyForm>
  );
}

function LineFields({ line, index }: { line: Line; index: number }) {
  const word = useWord();
  const name = (field: string) => `Updates.${index}.${field}`;
  const known = {
    EntryId: line.EntryId,
    EntryLineId: line.Id,
    AccountId: line.AccountId,
    SubAccountId: line.SubAccountId,
  };
  return (
    <>
      {Object.entries(known).map(
        ([field, value]) => value !== null && <input type="hidden" name={name(field)} value={String(value)} />,
      )}
      <RateChoice name={name('VatRate')} value={line.UniqueVatRate} said={`${word('VatRate')} ${line.Label}`} />
    </>
  );
}

/** Typing 2, 0 chooses 20 %. */
function RateChoice({ name, value, said }: { name: string; value: string | null; said: string }) {
  const { failure } = useView();
  const chosen = failure?.values[name] ?? value;
  return (
    <select {...{ name }} aria-label={said}>
      <option value="" />
      {RATES.map((rate) => (
        <option value={rate} selected={rate === chosen}>
          <Value of={rate} />
        </option>
      ))}
    </select>
  );
}
