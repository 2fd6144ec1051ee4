/** Rules for what the books have no entry for: made from a transaction, tried before they write anything. */
import { type Answer, type Attempt, isAnswer } from '../page.ts';
import { Fold } from '../parts/fold.tsx';
import { Form } from '../parts/form.tsx';
import { ProblemPart } from '../parts/layout.tsx';
import { Money, Value } from '../parts/state.tsx';
import { Listing, listIn } from '../parts/table.tsx';
import { address, useWord } from '../parts/view.ts';
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
  return (
    <Fold run="bank.rule.add" title={`${word('rule')} (r)`} shortcut="r">
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
    </Fold>
  );
}

/** What the rules would write, before they do. */
export function Tried({ tried, place }: { tried: Attempt; place: Place }) {
  const word = useWord();
  if (!isAnswer(tried)) return <ProblemPart problem={tried} />;
  const { Taken, Items } = tried.result as { readonly Taken: number; readonly Items: readonly Drafted[] };
  return (
    <section>
      <h2>
        {word('tried')} <span class="count">{Taken}</span>
      </h2>
      <Listing
        of={listIn(tried, 'Items')}
        columns={[
          ...['Date', 'Label', 'Amount', 'RuleName'],
          { name: 'Entry', fr: 'Écriture' },
          { name: 'Problem.Message', fr: 'Empêchement' },
        ]}
        cells={{
          Entry: ({ TransactionId }) => <Lines of={Items.find((one) => one.TransactionId === TransactionId)} />,
        }}
      />
      {(Taken > Items.length || Items.some(({ Problem }) => Problem === null)) && (
        <Form
          run="bank.rule.apply"
          fixed={{ enterpriseId: place.folderId, AccountId: place.accountId }}
          button={word('writeEntries')}
          back={`${place.here}?page=${place.page ?? 1}&wrote=:Written.*.TransactionId`}
        />
      )}
    </section>
  );
}

interface Drafted {
  readonly TransactionId: number;
  readonly Problem: unknown;
  readonly Lines: readonly Readonly<Record<'Account' | 'Debit' | 'Credit', string>>[];
}

/** What goes against the bank: accounts, each with what it takes. */
function Lines({ of }: { of: Drafted | undefined }) {
  const own = of?.Lines.filter(({ Account }) => Account !== '') ?? [];
  return (
    <>
      {own.map(({ Account, Debit, Credit }) => (
        <div>
          {Account} <Money of={Number(Debit) - Number(Credit)} />
        </div>
      ))}
    </>
  );
}

/** Those there are: tried again, or removed. */
export function Rules({ rules, place, at }: { rules: Answer; place: Place; at: number | undefined }) {
  const word = useWord();
  return (
    <Fold run="bank.rule.remove" title={word('rules')} isRead>
      <Listing
        of={rules}
        columns={['Name', 'LabelPattern', 'Direction', 'LedgerAccount', 'VatRate', 'IsActive']}
        cells={{ Direction: ({ Direction }) => <Value of={Direction} /> }}
        empty={word('noRule')}
        actions={({ Id }) => (
          <Form
            run="bank.rule.remove"
            fixed={{ enterpriseId: place.folderId, ruleId: Id }}
            button={word('remove')}
            back={address(place.here, { page: place.page, at })}
          />
        )}
      />
      <a href={address(place.here, { page: place.page, at, try: 'yes' })}>{word('tryRules')}</a>
    </Fold>
  );
}
