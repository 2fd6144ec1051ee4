/** A transaction and what it may belong to, best first. */
import { Form } from '../parts/form.tsx';
import { Money } from '../parts/state.tsx';
import { dayOf, useView, useWord } from '../parts/view.ts';
import { isProposal, type Match, type Member, type Place, type Shows, stepTo } from './work.ts';

/** Those that have a key of their own. */
const KEYS = 9;

/** What the transaction may be, best first, each with its number as its key. */
export function Proposals({ place, current, work, spot }: Shows & { place: Place; current: Member }) {
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
              button={`${word('accept')} (${index === 0 ? word('enterKey') : index + 1})`}
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
