/** Transactions and the entries that may be theirs, by keyboard: what is done leads to the next one. */
import { type Answer, type Attempt, definePage, isAnswer } from './page.ts';
import { inFolder } from './parts/folder.ts';
import { Form } from './parts/form.tsx';
import { ProblemPart } from './parts/layout.tsx';
import { Money } from './parts/state.tsx';
import { Listing, listIn, Pager, type Row, rows } from './parts/table.tsx';
import { address, dayOf, useView, useWord } from './parts/view.ts';
import { wordsOf } from './texts.ts';

interface Member {
  readonly TransactionId: number;
  readonly Date: string;
  readonly Label: string;
  readonly Amount: string;
}

interface Line {
  readonly LineId: number;
  readonly EntryId: number;
  readonly Date: string;
  readonly Label: string;
  readonly Amount: string;
}

/** What may belong together: one transaction and one line, or more of either. */
interface Match {
  readonly Transactions: readonly Member[];
  readonly Lines: readonly Line[];
  readonly Score: number;
  readonly Difference?: string;
  readonly Reasons?: readonly { readonly Points: number; readonly Text: string }[];
}

interface Proposal extends Member, Match {
  readonly Alternatives: readonly Match[];
}

interface Found {
  readonly Items: readonly Proposal[];
  readonly HasMore: boolean;
}

/** An account of the folder, and where its page is. */
interface Place {
  readonly at: string;
  readonly here: string;
  readonly folderId: string;
  readonly accountId: string;
  readonly page: string | undefined;
}

const KEYS = 9;

export const reconcile = definePage({
  path: '/folders/:folder/bank/:account/reconcile',
  title: 'reconcile',
  operations: [
    'folder.show',
    'bank.summary',
    'bank.account.compare',
    'bank.reconcile.propose',
    'bank.reconcile.set',
    'bank.reconcile.unset',
    'bank.reconcile.accept',
    'bank.reconcile.run.list',
    'bank.rule.add',
    'bank.rule.test',
    'bank.rule.apply',
  ],
  render: async (visit) => {
    const { call, attempt, params, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const accountId = params.account ?? '';
    const own = { enterpriseId: folderId, accountId };
    const { minScore, page } = query;
    const [summary, books, list, tried, runs] = await Promise.all([
      call('bank.summary', own),
      attempt('bank.account.compare', { enterpriseId: folderId, bankAccountId: accountId }),
      call('bank.reconcile.propose', { ...own, page, minScore }),
      query.try ? attempt('bank.rule.test', { enterpriseId: folderId, AccountId: accountId }) : undefined,
      call('bank.reconcile.run.list', { enterpriseId: folderId, limit: 5 }),
    ]);
    const { Items: proposals, HasMore } = list.result as Found;
    const alone = isAnswer(books) && !HasMore ? rows(listIn(books, 'BankOnly')).map(memberOf) : [];
    const work = [...proposals, ...alone];
    const place: Place = { at, here: `${at}/bank/${accountId}/reconcile`, folderId, accountId, page };
    const spot = Math.max(
      work.findIndex(({ TransactionId }) => String(TransactionId) === query.at),
      0,
    );
    const current = work[spot];
    const shows = { minScore, list, work, spot };
    return {
      crumbs: [...crumbs, [`${at}/bank`, wordsOf.bank[language]]],
      body: (
        <>
          <Sight {...{ summary, books }} />
          <Undo place={place} last={query.undo} />
          {tried && <Tried {...{ tried, place }} />}
          {current ? (
            <div class="desk">
              <Work {...{ place }} {...shows} />
              <section class="choose">
                <Proposals {...{ place, current }} {...shows} />
                <NewRule {...{ place, current }} />
              </section>
            </div>
          ) : (
            <p class="note none">{wordsOf.allReconciled[language]}</p>
          )}
          <Above {...{ place, list, minScore }} />
          <Runs {...{ runs, place }} />
        </>
      ),
    };
  },
});

const memberOf = ({ Id, Date: day, Label, Amount }: Row): Member => ({
  TransactionId: Number(Id),
  Date: String(day),
  Label: String(Label),
  Amount: String(Amount),
});

const isProposal = (one: Member): one is Proposal => 'Lines' in one;

const stepTo = ({ here, page }: Place, one: Member | undefined, undo?: number): string =>
  address(here, { page, at: one?.TransactionId, undo });

/** Both balances and what is left, always in sight. */
function Sight({ summary, books }: { summary: Answer; books: Attempt }) {
  const word = useWord();
  const [left] = rows(summary);
  const known = isAnswer(books) ? rows(books)[0] : undefined;
  const figures: readonly (readonly [string, unknown])[] = [
    [word('byBank'), known?.BankBalance ?? left?.Closing],
    [word('byBooks'), known?.LedgerBalance],
    [word('difference'), known?.Difference],
    [word('leftAmount'), left?.UnreconciledAmount],
  ];
  return (
    <dl class="sight">
      {figures.map(([name, amount]) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <Money of={amount === undefined ? undefined : Number(amount)} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{word('leftCount')}</dt>
        <dd data-left>{left?.Unreconciled ?? 0}</dd>
      </div>
    </dl>
  );
}

/** What was just linked, taken back. */
function Undo({ place, last }: { place: Place; last: string | undefined }) {
  const word = useWord();
  if (!last) return null;
  return (
    <Form
      run="bank.reconcile.unset"
      fixed={{ enterpriseId: place.folderId, transactionId: last }}
      button={`${word('undoLast')} (u)`}
      back={address(place.here, { page: place.page, at: last })}
      shortcut="u"
    />
  );
}

interface Shows {
  readonly minScore: string | undefined;
  readonly list: Answer;
  readonly work: readonly Member[];
  readonly spot: number;
}

/** What is left to do, on the left. */
function Work({ place, list, work, spot }: Shows & { place: Place }) {
  const word = useWord();
  const { language } = useView();
  return (
    <div>
      <section class="wide" aria-label={word('reconcile')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{word('day')}</th>
              <th scope="col">{word('transaction')}</th>
              <th scope="col" class="amount">
                {word('amount')}
              </th>
              <th scope="col" class="number">
                {word('score')}
              </th>
            </tr>
          </thead>
          <tbody>
            {work.map((one, index) => (
              <tr class={index === spot ? 'here' : undefined} aria-current={index === spot ? 'true' : undefined}>
                <td>{dayOf(one.Date, language)}</td>
                <td>
                  <a href={stepTo(place, one)}>{one.Label}</a>
                </td>
                <td class="amount">
                  <Money of={Number(one.Amount)} />
                </td>
                <td class="number">{isProposal(one) ? one.Score : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pager of={list} />
    </div>
  );
}

/** What the transaction may be, best first, each with its number as its key. */
function Proposals({ place, current, work, spot }: Shows & { place: Place; current: Member }) {
  const word = useWord();
  const { language } = useView();
  const next = work[spot + 1] ?? work[spot - 1];
  const back = stepTo(place, next, current.TransactionId);
  const matches = isProposal(current) ? [current, ...current.Alternatives].filter(isOf(current)).slice(0, KEYS) : [];
  return (
    <>
      <h2>
        {dayOf(current.Date, language)} {current.Label} <Money of={Number(current.Amount)} />
      </h2>
      {matches.length === 0 && <p class="note none">{word('noProposal')}</p>}
      <ol class="matches">
        {matches.map((match, index) => (
          <li>
            <MatchPart {...{ match, place }} />
            <Form
              run="bank.reconcile.set"
              fixed={{ enterpriseId: place.folderId, transactionId: current.TransactionId, ...linkOf(match, current) }}
              ask={isEven(match) ? [] : ['DifferenceAccount']}
              button={`${word('accept')} (${index === 0 ? 'Enter' : index + 1})`}
              {...{ back }}
              shortcut={index === 0 ? 'Enter 1' : String(index + 1)}
            />
          </li>
        ))}
      </ol>
      <p class="tools">
        <a href={stepTo(place, work[spot + 1] ?? work[0])} data-key="j s">
          {word('skipOne')} (s)
        </a>
        <a href={stepTo(place, work[spot - 1] ?? current)} data-key="k">
          {word('previous')} (k)
        </a>
      </p>
    </>
  );
}

const isOf =
  ({ TransactionId }: Member) =>
  ({ Transactions }: Match): boolean =>
    Transactions.some((one) => one.TransactionId === TransactionId);

const isEven = ({ Difference }: Match): boolean => Difference === undefined || Number(Difference) === 0;

/** One line is named by its entry too, so that a remittance may share it; more of either are a group. */
function linkOf({ Transactions, Lines }: Match, { TransactionId }: Member): Readonly<Record<string, unknown>> {
  const [line, ...more] = Lines;
  if (line && more.length === 0 && Transactions.length === 1) return { EntryId: line.EntryId, LineId: line.LineId };
  const others = Transactions.filter((one) => one.TransactionId !== TransactionId);
  return { LineIds: Lines.map(({ LineId }) => LineId), TransactionIds: others.map((one) => one.TransactionId) };
}

function MatchPart({ match, place }: { match: Match; place: Place }) {
  const word = useWord();
  const { language } = useView();
  const { Lines, Transactions, Score, Reasons = [], Difference } = match;
  return (
    <>
      <p>
        <b class="score">{Score}</b>{' '}
        {Lines.map((line) => (
          <a href={`${place.at}/entries/${line.EntryId}`}>
            {dayOf(line.Date, language)} {line.Label} <Money of={Number(line.Amount)} />
          </a>
        ))}
      </p>
      {Transactions.length > 1 && (
        <p class="note">
          {word('together')} {Transactions.map((one) => `${dayOf(one.Date, language)} ${one.Label}`).join(', ')}
        </p>
      )}
      {!isEven(match) && (
        <p class="note">
          {word('difference')} <Money of={Number(Difference)} />
        </p>
      )}
      {Reasons.length > 0 && (
        <p class="note">
          {Reasons.map(({ Text, Points }) => `${Text} (${Points > 0 ? '+' : ''}${Points})`).join(' · ')}
        </p>
      )}
    </>
  );
}

/** Words of a label that another month will have too: numbers are anything. */
const patternOf = (label: string): string =>
  label
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? '*' : word))
    .join(' ')
    .replaceAll(/(\* ?)+/g, '*')
    .replaceAll(/ ?\* ?/g, '*');

/** A rule for such labels; kept, it is tried at once. */
function NewRule({ place, current }: { place: Place; current: Member }) {
  const word = useWord();
  const { failure } = useView();
  return (
    <details open={failure?.operation === 'bank.rule.add'}>
      <summary data-key="r">{word('rule')} (r)</summary>
      <Form
        run="bank.rule.add"
        fixed={{ enterpriseId: place.folderId, AccountId: place.accountId }}
        ask={['Name', 'LabelPattern', 'LedgerAccount', 'Direction', 'VatRate', 'VatAccount']}
        values={{
          Name: current.Label,
          LabelPattern: patternOf(current.Label),
          Direction: Number(current.Amount) < 0 ? 'Out' : 'In',
        }}
        button={word('keepAndTry')}
        back={address(place.here, { page: place.page, at: current.TransactionId, try: 'yes' })}
      />
    </details>
  );
}

/** What the rules would write, before they do. */
function Tried({ tried, place }: { tried: Attempt; place: Place }) {
  const word = useWord();
  if (!isAnswer(tried)) return <ProblemPart problem={tried} />;
  const { Taken } = tried.result as { readonly Taken: number };
  return (
    <section>
      <h2>
        {word('tried')} <span class="count">{Taken}</span>
      </h2>
      <Listing
        of={listIn(tried, 'Items')}
        columns={['Date', 'Label', 'Amount', 'RuleName', { name: 'Problem.Message', fr: 'Empêchement' }]}
      />
      {Taken > 0 && (
        <Form
          run="bank.rule.apply"
          fixed={{ enterpriseId: place.folderId, AccountId: place.accountId }}
          button={word('writeEntries')}
          back={address(place.here, { page: place.page })}
        />
      )}
    </section>
  );
}

/** All that score enough: first shown, then done. */
function Above({ place, list, minScore }: { place: Place; list: Answer; minScore: string | undefined }) {
  const word = useWord();
  const { TotalItems } = list.result as { readonly TotalItems: number };
  return (
    <section>
      <h2>{word('above')}</h2>
      <form method="get" class="tools">
        <label>
          {word('score')}
          <input name="minScore" inputmode="numeric" value={minScore ?? '90'} />
        </label>
        <button type="submit">{word('preview')}</button>
        {minScore && <a href={place.here}>{word('all')}</a>}
      </form>
      {minScore && TotalItems > 0 && (
        <Form
          run="bank.reconcile.accept"
          fixed={{ enterpriseId: place.folderId, AccountId: place.accountId, MinScore: minScore }}
          button={word('acceptThese')}
          back={place.here}
        />
      )}
    </section>
  );
}

/** Acceptances that can be taken back as a whole. */
function Runs({ runs, place }: { runs: Answer; place: Place }) {
  const word = useWord();
  return (
    <details>
      <summary>{word('acceptances')}</summary>
      <Listing
        of={runs}
        columns={['MadeAt', 'Transactions', 'UndoneAt']}
        actions={({ Id, UndoneAt }) =>
          UndoneAt === null && (
            <Form
              run="bank.reconcile.run.undo"
              fixed={{ enterpriseId: place.folderId, runId: Id }}
              button={word('undo')}
              back={place.here}
            />
          )
        }
      />
    </details>
  );
}
