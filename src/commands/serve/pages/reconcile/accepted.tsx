/** Many at once: what scores enough, previewed, accepted, and taken back as a whole. */
import type { Answer } from '../page.ts';
import { Form } from '../parts/form.tsx';
import { Listing } from '../parts/table.tsx';
import { useWord } from '../parts/view.ts';
import type { Place } from './work.ts';

/** All that score enough: first shown, then done. */
export function Above({ place, list, minScore }: { place: Place; list: Answer; minScore: string | undefined }) {
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
      {minScore && TotalItems === 0 && <p class="note">{word('noneAbove')}</p>}
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
export function Runs({ runs, place }: { runs: Answer; place: Place }) {
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
