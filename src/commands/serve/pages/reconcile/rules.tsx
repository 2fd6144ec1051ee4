/** Rules for what the books have no entry for: made from a transaction, tried before they write anything. */
import { type Attempt, isAnswer } from '../page.ts';
import { Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { Listing, listIn } from '../parts/table.tsx';
import { address, useView, useWord } from '../parts/view.ts';
import type { Member, Place } from './work.ts';

/** Words of a label that another month will have too: numbers are anything. */
const patternOf = (label: string): string =>
  label
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? '*' : word))
    .join(' ')
    .replaceAll(/(\* ?)+/g, '*')
    .replaceAll(/ ?\* ?/g, '*');

/** A rule for such labels; kept, it is tried at once. */
export function NewRule({ place, current }: { place: Place; current: Member }) {
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
export function Tried({ tried, place }: { tried: Attempt; place: Place }) {
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
