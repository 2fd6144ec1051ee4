/** Transactions and the entries that may be theirs, by keyboard: what is done leads to the next one. */
import { type Answer, type Crumb, definePage, isAnswer, type Visit } from '../page.ts';
import { inFolder } from '../parts/folder.ts';
import { dayAfter } from '../parts/month.tsx';
import { Soon } from '../parts/soon.tsx';
import { listIn, type Row, rows } from '../parts/table.tsx';
import { dayOf, useView, useWord } from '../parts/view.ts';
import { wordsOf } from '../texts.ts';
import { Above, Runs } from './accepted.tsx';
import { Sight, Undo, Work } from './desk.tsx';
import { Proposals } from './proposals.tsx';
import { NewRule, Rules, Tried } from './rules.tsx';
import type { Found, Member, Place } from './work.ts';

export const reconcile = definePage({
  path: '/folders/:folder/bank/:account/reconcile',
  title: 'reconcile',
  operations: [
    'folder.show',
    'bank.summary',
    'bank.account.compare',
    'bank.transaction.list',
    'bank.reconcile.propose',
    'bank.reconcile.set',
    'bank.reconcile.unset',
    'bank.reconcile.accept',
    'bank.reconcile.run.list',
    'bank.rule.add',
    'bank.rule.list',
    'bank.rule.remove',
    'bank.rule.undo',
    'bank.rule.test',
    'bank.rule.apply',
  ],
  render: async (visit) => {
    const { call, attempt, params, query, language } = visit;
    const { folderId, at, crumbs } = await inFolder(visit);
    const accountId = params.account ?? '';
    const own = { enterpriseId: folderId, accountId };
    const { minScore, page } = query;
    const above: Crumb[] = [...crumbs, [`${at}/bank`, wordsOf.bank[language]]];
    const summary = await call('bank.summary', own);
    if (isLong(summary, query)) return { crumbs: above, body: <Coming {...{ summary }} /> };
    const [books, list, tried, runs, rules] = await Promise.all([
      attempt('bank.account.compare', { enterpriseId: folderId, bankAccountId: accountId }),
      call('bank.reconcile.propose', { ...own, page, minScore }),
      query.try ? attempt('bank.rule.test', { enterpriseId: folderId, AccountId: accountId }) : undefined,
      call('bank.reconcile.run.list', { enterpriseId: folderId, limit: 5 }),
      call('bank.rule.list', { enterpriseId: folderId }),
    ]);
    const later = isAnswer(books) && (await hasLater(visit, own, lastDay(books))) ? lastDay(books) : undefined;
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
      crumbs: above,
      body: (
        <>
          <Sight {...{ summary, books }} />
          {later && <Later after={later} {...{ at }} />}
          <Undo place={place} last={query.undo} wrote={query.wrote} />
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
          <Rules {...{ rules, place }} at={current?.TransactionId} />
        </>
      ),
    };
  },
});

/** The books are compared up to their end. */
const lastDay = (books: Answer): string => String(rows(books)[0]?.Date);

async function hasLater({ call }: Pick<Visit<'bank.transaction.list'>, 'call'>, own: Owner, day: string) {
  return rows(await call('bank.transaction.list', { ...own, beginDate: dayAfter(day), size: 1 })).length > 0;
}

type Owner = Readonly<Record<'enterpriseId' | 'accountId', string>>;

/** Transactions that no exercise holds have neither proposals nor a place among what the books lack. */
function Later({ after, at }: { after: string; at: string }) {
  const word = useWord();
  const { language } = useView();
  return (
    <p class="note">
      {word('laterThanBooks')} {dayOf(after, language)}. <a href={at}>{word('nextExercise')}</a>
    </p>
  );
}

/** Proposals among so many transactions take longer than a page may: what is known at once is shown before them. */
const MANY = 200;
const WORKING = ['now', 'at', 'undo', 'page', 'minScore', 'try', 'wrote'];

const isLong = (summary: Answer, query: Visit['query']): boolean =>
  Number(rows(summary)[0]?.Unreconciled ?? 0) > MANY && !WORKING.some((name) => name in query);

function Coming({ summary }: { summary: Answer }) {
  const word = useWord();
  return (
    <>
      <Sight {...{ summary }} />
      <Soon text={word('proposalsComing')} />
    </>
  );
}

const memberOf = ({ Id, Date: day, Label, Amount }: Row): Member => ({
  TransactionId: Number(Id),
  Date: String(day),
  Label: String(Label),
  Amount: String(Amount),
});
