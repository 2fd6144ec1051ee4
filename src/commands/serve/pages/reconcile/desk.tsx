/** What stays in sight while one works: both balances, what is left, and the last link to undo. */
import { type Answer, type Attempt, isAnswer } from '../page.ts';
import { Form } from '../parts/form.tsx';
import { Money } from '../parts/state.tsx';
import { Pager, rows } from '../parts/table.tsx';
import { address, dayOf, useView, useWord } from '../parts/view.ts';
import { isProposal, type Place, type Shows, stepTo } from './work.ts';

/** Both balances and what is left, always in sight. */
export function Sight({ summary, books }: { summary: Answer; books?: Attempt }) {
  const word = useWord();
  const [left] = rows(summary);
  const known = books && isAnswer(books) ? rows(books)[0] : undefined;
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

interface UndoProps {
  readonly place: Place;
  readonly last: string | undefined;
  /** Transactions whose entries were just written. */
  readonly wrote: string | undefined;
}

/** What was just done, taken back. */
export function Undo({ place, last, wrote }: UndoProps) {
  const word = useWord();
  if (wrote && /^\d/.test(wrote))
    return (
      <Form
        run="bank.rule.undo"
        fixed={{ enterpriseId: place.folderId, TransactionIds: wrote.split(',') }}
        button={`${word('undoWritten')} (u)`}
        back={address(place.here, { page: place.page })}
        shortcut="u"
      />
    );
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

/** What is left to do, on the left. */
export function Work({ place, list, work, spot }: Shows & { place: Place }) {
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
