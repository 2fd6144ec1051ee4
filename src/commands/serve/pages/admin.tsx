import { definePage } from './page.ts';
import { Filters, Form } from './parts/form.tsx';
import { State, Value } from './parts/state.tsx';
import { Listing } from './parts/table.tsx';
import { address } from './parts/view.ts';
import { wordsOf } from './texts.ts';

const FILTERS = ['ofFolder', 'who', 'operation', 'from', 'to'] as const;

export const admin = definePage({
  path: '/admin',
  title: 'admin',
  operations: [
    'operator.audit.list',
    'operator.audit.verify',
    'operator.session.list',
    'operator.session.revoke',
    'bank.source.list',
    'operator.doctor',
    'operator.config.explain',
  ],
  render: async ({ call, query, language, session }) => {
    const word = (name: keyof typeof wordsOf) => wordsOf[name][language];
    const { before, verify, ...given } = query;
    const filters = Object.fromEntries(FILTERS.map((name) => [name, given[name] || undefined]));
    const audit = await call('operator.audit.list', { ...filters, before });
    const chain = verify === undefined ? undefined : await call('operator.audit.verify');
    const [sessions, sources, health, settings] = await Promise.all([
      call('operator.session.list'),
      call('bank.source.list'),
      call('operator.doctor'),
      call('operator.config.explain'),
    ]);
    const { Next } = audit.result as { readonly Next: number | null };
    return {
      body: (
        <>
          <h2>{word('audit')}</h2>
          <p class="tools">
            <a href={address('/admin', { ...filters, before, verify: 'yes' })}>{word('verify')}</a>
          </p>
          {chain && <Listing of={{ ...chain, result: [chain.result] }} />}
          <Filters of="operator.audit.list" ask={FILTERS} values={query} types={{ from: 'date', to: 'date' }} />
          <Listing
            of={audit}
            columns={['Id', 'At', 'Actor', 'Operation', 'FolderId', 'Outcome']}
            cells={{ Outcome: (row) => <Value of={row.Outcome} /> }}
          />
          {Next !== null && (
            <p>
              <a rel="next" href={address('/admin', { ...filters, before: Next })}>
                {word('next')}
              </a>
            </p>
          )}
          <h2>{word('sessions')}</h2>
          <Listing
            of={sessions}
            columns={['Who', 'Browser', 'OpenedAt', 'SeenAt']}
            actions={({ Id }) =>
              Id === session.id ? (
                word('thisSession')
              ) : (
                <Form run="operator.session.revoke" fixed={{ sessionId: Id }} button={word('end')} />
              )
            }
          />
          <h2>{word('sources')}</h2>
          <Listing of={sources} />
          <h2>{word('health')}</h2>
          <Listing of={health} cells={{ State: (row) => <State of={row.State} /> }} />
          <h2>{word('settings')}</h2>
          <Listing of={settings} />
        </>
      ),
    };
  },
});
